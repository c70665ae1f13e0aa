"""E26 to E35: resolving territories."""

from .positions import A, B, G, Game, R, Table


def test_e26_two_allies_and_a_german() -> None:
    table = Table().spaces("frankfurt", "A-So", "B-Ta", None).ready(G, "Ta", "Re", "Re")
    game = table.turn(G).play("place", "Ta", "frankfurt_3")
    assert game.owner("frankfurt") == B
    assert game.asked == (G, "choose_strategy_bonus")
    game.act("bottom")
    assert game.g.strategy[B] == 1
    assert game.g.score[B] == 2 + 2
    assert (game.discarded(A), game.discarded(G), game.discarded(B)) == (["So"], ["Ta"], [])


def frankfurt(**politics: int) -> Game:
    table = Table().spaces("frankfurt", "A-Ta", "B-Ta", None).ready(G, "Ta", "Re", "Re").track("politics", **politics)
    return table.turn(G).play("place", "Ta", "frankfurt_3")


def test_e27_tie_by_politics() -> None:
    assert frankfurt(A=3, B=2).owner("frankfurt") == A


def test_e28_tie_by_stack() -> None:
    assert frankfurt(A=3, B=3).owner("frankfurt") == B
    assert frankfurt(B=3, A=3).owner("frankfurt") == A


def test_e29_three_allies() -> None:
    table = Table().spaces("krakow", "R-So", "A-Ta", None).owned(B, "vienna").ready(B, "Pl", "Mo", "Po")
    game = table.turn(B).play("place", "Pl", "krakow_3")
    assert game.owner("krakow") == B


def test_e30_no_soldier_exception() -> None:
    table = Table().spaces("munich", "A-So", "B-Sy", None).ready(G, "Ta", "Re", "Re")
    assert table.turn(G).play("place", "Ta", "munich_3").owner("munich") == B


def test_e31_help_completes_a_conquest() -> None:
    table = Table().spaces("lublin", "R-So", "R-So", None).ready(A, ("*", R, "Ta"), "Mo", "Po")
    game = table.turn(A).play("place", "Ta", "lublin_3", faction=R)
    assert game.asked == (R, "choose_marker")
    assert game.options == [("marker", "lublin_1"), ("marker", "lublin_3")]
    game.act("marker", "lublin_3")
    assert game.marker("lublin").owner == A
    assert game.discarded(R) == ["So", "So"]
    assert game.g.discard[A] == []
    assert game.box("morale")["R"] == 2
    assert game.g.score[R] == 2


def test_e32_fortress_falls() -> None:
    table = Table().fortress("bialystok", "G-So/A").spaces("bialystok", "R-So", "R-Ta", None).ready(R, "Ta", "Mo", "Po")
    game = table.turn(R).play("place", "Ta", "bialystok_3").act("marker", "bialystok_1")
    assert game.owner("bialystok") == R
    assert len(game.g.discard[A]) == 1
    assert game.g.score[R] == 3


def test_e33_german_defends_a_fortress() -> None:
    table = Table().fortress("lodz", "G-So").spaces("lodz", "G-So", "R-So", None).ready(G, "Pl", "Re", "Re")
    table.cards("organised_defence")
    fortress = table.g.marker[5]
    game = table.turn(G).play("place", "Pl", "lodz_3")
    assert game.marker("lodz") == fortress
    assert (game.discarded(G), game.discarded(R)) == (["Pl", "So"], ["So"])
    assert game.g.score[G] == 0
    assert [game.at(f"lodz_{n}") for n in (1, 2, 3)] == [None, None, None]


def test_e34_bonus_before_points() -> None:
    table = Table().owned(R, "lodz").spaces("poznan", "R-So", "R-Ta", None).ready(R, "Ar", "Mo", "Po").track("morale", R=4)
    game = table.turn(R).play("place", "Ar", "poznan_3").act("marker", "poznan_1")
    assert game.box("morale")["R"] == 5
    assert game.g.score[R] == 3 + 2


def test_e35_research_bonus() -> None:
    table = Table().spaces("essen", "B-So", "B-Ta", None).ready(B, "Ar", "Mo", "Po").set(research=3)
    game = table.turn(B).play("place", "Ar", "essen_3").act("marker", "essen_1")
    assert game.g.research == 2
    assert game.box("morale")["G"] == 1
    table = Table().spaces("essen", "G-So", "G-Ta", None).ready(G, "Ar", "Re", "Re").set(research=1)
    game = table.turn(G).play("place", "Ar", "essen_3").act("marker", "essen_1")
    assert game.g.research == 2
    assert game.box("morale")["G"] == 2
