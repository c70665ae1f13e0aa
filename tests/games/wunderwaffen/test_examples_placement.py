"""E13 to E25: placement and attack."""

import pytest

from .positions import A, B, G, R, Table


def test_e13_reach() -> None:
    game = Table().ready(A, "Ar", "So", "So").turn(A)
    within = {target.rsplit("_", 1)[0] for target in game.targets("place", faction=A)}
    assert within == {"frankfurt", "stuttgart", "munich", "vienna"}
    assert game.why_not("place", "ready_1", A, "artillery", "leipzig_1").key == "out_of_reach"


def test_e14_allied_symbol() -> None:
    game = Table().owned(R, "lublin").spaces("lodz", "G-So", "G-Ar", None).ready(R, "Sy", "Mo", "So").turn(R)
    assert game.places("Sy", "lodz", R) == [2, 3]


def test_e15_german_symbol() -> None:
    game = Table().spaces("lodz", "R-So", "A-Ta", None).ready(G, "Sy", "Re", "Re").turn(G)
    assert game.places("Sy", "lodz", G) == [1, 2, 3]


def test_e16_soldier_against_symbol() -> None:
    game = Table().owned(R, "lublin").spaces("warsaw", None, None, "G-Sy").ready(R, "So", "Mo", "Po").turn(R)
    assert game.places("So", "warsaw", R) == [2, 3]
    game.play("place", "So", "warsaw_3")
    assert game.discarded(G) == ["Sy"]
    assert game.at("warsaw_3").faction == R


def test_e17_symbol_against_symbol() -> None:
    game = Table().spaces("bialystok", "G-Sy").ready(R, "Sy", "Mo", "Po").turn(R)
    assert game.places("Sy", "bialystok", R) == [2, 3]
    assert game.why_not("place", "ready_1", R, "symbol", "bialystok_1").key == "cannot_eliminate"


@pytest.mark.parametrize(("option", "spaces"), [(False, [2, 3]), (True, [1, 2, 3])])
def test_e18_plane_against_plane(option: bool, spaces: list[int]) -> None:
    game = Table(allied_plane_beats_plane=option).spaces("bialystok", "G-Pl").ready(R, "Pl", "Mo", "Po").turn(R)
    assert game.places("Pl", "bialystok", R) == spaces


def test_e19_allies_do_not_fight() -> None:
    game = Table().spaces("munich", "B-So").ready(A, "Ta", "Mo", "Po").turn(A)
    assert game.places("Ta", "munich", A) == [2, 3]
    assert game.why_not("place", "ready_1", A, "tank", "munich_1").key == "space_held_by_own_side"


def test_e20_same_side() -> None:
    game = Table().spaces("hannover", "G-So").ready(G, "Sy", "Ar", "Pl").turn(G)
    assert [game.places(piece, "hannover", G) for piece in ("Sy", "Ar", "Pl")] == [[2, 3]] * 3


def test_e21_owned_by_an_ally() -> None:
    for faction, fronts in ((B, ("Ar", "Sy", "So")), (G, ("Ar", "Sy", "So")), (R, ("Ar", "Sy", "So"))):
        game = Table().owned(B, "amsterdam").ready(faction, *fronts).turn(faction)
        assert not any(target.startswith("amsterdam") for target in game.targets("place"))
        assert game.why_not("place", "ready_1", faction, "artillery", "amsterdam_1").key == "territory_conquered"


def test_e22_elimination_returns_to_the_owner() -> None:
    game = Table().spaces("munich", "G-Ta/B").ready(A, "Pl", "Mo", "Po").turn(A).play("place", "Pl", "munich_1")
    assert len(game.g.discard[B]) == 1
    assert game.g.discard[G] == []


def test_e23_king_tiger_and_maus() -> None:
    def who_may_enter(*cards: str) -> list[str]:
        legal = []
        for piece in ("Pl", "Ar", "Sy"):
            game = Table().spaces("munich", "G-Ta").cards(*cards).ready(A, piece, "Mo", "Po").turn(A)
            legal += [piece] if 1 in game.places(piece, "munich", A) else []
        return legal

    assert who_may_enter() == ["Pl", "Ar", "Sy"]
    assert who_may_enter("king_tiger") == ["Ar", "Sy"]
    assert who_may_enter("maus") == ["Sy"]


def test_e24_panzerfaust_through_an_ally() -> None:
    for cards, vp in ((("panzerfaust",), 0), (("panzerfaust", "goliath"), 2)):
        table = Table().cards(*cards).spaces("essen", None, "A-Ta", None).ready(B, ("*", G, "So"), "Mo", "Po")
        game = table.turn(B).play("place", "So", "essen_2", faction=G)
        assert game.discarded(A) == ["Ta"]
        assert game.g.score[G] == vp
    table = Table().spaces("essen", None, "A-Ta", None).ready(B, ("*", G, "So"), "Mo", "Po")
    assert 2 not in table.turn(B).places("So", "essen", G)


def test_e25_assault_rifle() -> None:
    game = Table().cards("assault_rifle").ready(G, "So", "Re", "Re").turn(G)
    assert game.places("So", "krakow", G) == [1, 2, 3]
    assert game.places("So", "essen", G) == [1, 2]
    game = Table().cards("assault_rifle").ready(R, "So", "Mo", "Po").turn(R)
    assert game.places("So", "krakow", R) == [1]
