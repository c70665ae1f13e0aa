"""E1 to E12: the worked examples of the rulebook."""

from casusbelli.games.wunderwaffen.content import CONTENT, TOKENS

from .positions import A, B, G, Game, R, Table


def bialystok() -> Table:
    return Table().spaces("bialystok", None, "G-Ta", "G-Ta").ready(R, "Pl", "So", "Mo")


def test_e1_bialystok_in_the_right_order() -> None:
    game = bialystok().turn(R).play("place", "Pl", "bialystok_2")
    assert game.discarded(G) == ["Ta"]
    game.play("place", "So", "bialystok_1")
    assert game.asked == (R, "choose_marker")
    assert game.options == [("marker", "bialystok_1"), ("marker", "bialystok_2")]
    game.act("marker", "bialystok_1")
    assert game.owner("bialystok") == R
    assert game.marker("bialystok").piece == "soldier"
    assert (game.discarded(R), game.discarded(G)) == (["Pl"], ["Ta", "Ta"])
    assert game.g.score[R] == 3


def test_e2_bialystok_in_the_wrong_order() -> None:
    game = bialystok().turn(R).play("place", "So", "bialystok_1")
    assert game.owner("bialystok") == G
    assert game.marker("bialystok").piece == "tank"
    assert game.g.score[G] == 3
    assert (game.discarded(R), game.discarded(G)) == (["So"], ["Ta"])
    assert [game.at(f"bialystok_{n}") for n in (1, 2, 3)] == [None, None, None]
    assert game.places("Pl", "bialystok") == [1, 2, 3]


def test_e3_bialystok_with_track_points() -> None:
    game = bialystok().track("morale", R=4).track("politics", R=5).turn(R)
    game.play("place", "Pl", "bialystok_2").play("place", "So", "bialystok_1").act("marker", "bialystok_1")
    assert game.g.score[R] == 3 + 2


def test_e4_koszalin_fortress() -> None:
    table = Table().spaces("koszalin", "G-So", "G-So", None).ready(G, "Ta", "Pl", "Ar").track("politics", G=2)
    game = table.turn(G).play("place", "Ta", "koszalin_3")
    assert game.asked == (G, "choose_marker")
    game.act("marker", "koszalin_1")
    assert game.owner("koszalin") == G
    assert game.marker("koszalin").piece == "soldier"
    assert game.box("politics")["G"] == 3
    assert game.g.score[G] == 1
    assert game.discarded(G) == ["So", "Ta"]


def test_e5_printed_tank_symbol() -> None:
    game = Table().ready(R, "Ta", "Pl", "Ar").turn(R)
    assert all(game.places(piece, "konigsberg")[:2] == [1, 2] for piece in ("Ta", "Pl", "Ar"))
    game = Table().ready(R, "Sy", "So", "Mo").turn(R)
    assert game.places("Sy", "konigsberg") == [1, 2, 3]
    assert game.places("So", "konigsberg") == []
    assert game.why_not("place", "ready_2", R, "soldier", "konigsberg_1").key == "printed_symbol_too_high"


def test_e6_artillery_on_strategy() -> None:
    def crossbow() -> Game:
        table = Table().ready(B, "Ar", "So", "So").set(strategy={R: 0, A: 0, B: 2}, research=2)
        return table.turn(B).play("strategy", "Ar")

    game = crossbow()
    assert game.g.strategy[B] == 3
    assert game.asked == (B, "choose_strategy_bonus")
    game.act("top")
    assert (game.box("politics")["B"], game.g.score[B], game.g.research) == (2, 2, 2)
    game = crossbow().act("bottom")
    assert (game.box("politics")["B"], game.g.score[B], game.g.research) == (1, 3, 1)
    assert game.discarded(B) == ["Ar"]


def test_e7_access_over_warsaw() -> None:
    table = Table().owned(R, "lodz", "warsaw", "bialystok").owned(A, "vienna", "krakow", "lublin").ready(A, "Po", "Ar", "So")
    game = table.turn(A)
    assert not {t.rsplit("_", 1)[0] for t in game.targets("place", faction=A)} & {"poznan", "danzig"}
    game.play("access", "Po", "warsaw")
    within = {t.rsplit("_", 1)[0] for t in game.targets("place", faction=A)}
    assert {"poznan", "danzig"} <= within
    assert not within & {"bialystok", "lodz", "warsaw"}


def test_e8_german_plane_played_by_an_ally() -> None:
    table = Table().spaces("lublin", "R-Ta").ready(B, ("*", G, "Pl"), "So", "So")
    game = table.turn(B).play("place", "Pl", "lublin_1", faction=G)
    assert game.discarded(R) == ["Ta"]
    standing = game.at("lublin_1")
    assert (standing.faction, standing.piece, standing.owner, standing.side) == (G, "plane", B, "back")


def test_e9_organised_defence() -> None:
    table = Table().spaces("stuttgart", "G-So", "G-So", None).ready(G, "Ta", "Pl", "Ar").cards("organised_defence")
    game = table.turn(G).play("place", "Ta", "stuttgart_3").act("marker", "stuttgart_3")
    assert game.g.score[G] == 3 + 0 + 3


def test_e10_counter_total() -> None:
    markers, cards = CONTENT.tables["marker"], CONTENT.tables["card"]
    kinds = [sum(m["kind"] == kind for m in markers.values()) for kind in ("score", "morale", "politics", "strategy", "research")]
    assert (len(TOKENS), *kinds, len(cards)) == (72, 4, 4, 4, 3, 1, 24)
    assert len(TOKENS) + sum(kinds) + len(cards) == 112


def test_e11_leftovers_of_part_two() -> None:
    game = Table().ready(R, "So", "Ta").empty_pool(R).set(part=2).turn(R)
    assert (game.g.own_left, game.g.other_left) == (1, 1)
    game = Table().ready(R, "So").empty_pool(R).set(part=2).turn(R)
    assert (game.g.own_left, game.g.other_left) == (1, 0)
    game = Table().empty_pool(R).ready(A, "So").set(part=2).turn(R)
    assert game.asked == (A, "choose_play")


def test_e12_most_cities() -> None:
    table = Table().owned(A, "vienna", "prague", "munich", "stuttgart", "frankfurt", "leipzig")
    table.owned(R, "konigsberg", "bialystok", "lublin", "krakow", "warsaw", "lodz").owned(B, "amsterdam", "essen", "hannover")
    game = table.begin("part_one_ends")
    assert game.points("cities", "10.1") == {A: 3, G: 3}
    assert Table().begin("part_one_ends").points("cities", "10.1") == {G: 5}
