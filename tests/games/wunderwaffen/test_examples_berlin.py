"""E59 to E70: Berlin, the counts, two factions, forced play, the twelve tokens."""

import pytest

from casusbelli.games.wunderwaffen import GAME
from casusbelli.games.wunderwaffen.content import FACTIONS
from casusbelli.kernel import OVER

from .positions import A, B, G, R, Table, fronts

TAKEN = {"berlin_1": "A-So", "berlin_2": "A-Ta", "berlin_3": "B-So", "berlin_4": "B-Ta", "berlin_5": "R-So"}


def open_berlin() -> Table:
    return Table().set(part=2).owned(B, "rostock").owned(A, "magdeburg").owned(R, "poznan")


def test_e59_gate() -> None:
    table = Table().set(part=2).owned(B, "rostock").owned(A, "magdeburg").owned(R, "lodz")
    game = table.spaces("poznan", "R-So", "R-Ta", None).ready(R, "Ar", "So", "So").turn(R)
    assert game.offered("berlin") == []
    assert game.why_not("berlin", "ready_2", R, "soldier", "berlin_1").key == "berlin_closed"
    game.play("place", "Ar", "poznan_3").act("marker", "poznan_1")
    assert len(game.targets("berlin", "So", R)) == 5
    for faction in (R, A, B):
        assert len(open_berlin().ready(faction, "So", "Ta", "Po").turn(faction).offered("berlin", faction=faction)) == 15


def test_berlin_stays_closed_in_part_one_unless_the_option_opens_it() -> None:
    assert open_berlin().set(part=1).ready(R, "So", "Ta", "Po").turn(R).offered("berlin") == []
    table = Table(berlin_in_part1=True).owned(R, "poznan", "koszalin", "dresden").ready(R, "So", "Ta", "Po")
    assert table.turn(R).offered("berlin") != []


def test_e60_entering() -> None:
    game = open_berlin().ready(R, "Po", "So", "So").turn(R).play("berlin", "Po", "berlin_2")
    assert (game.g.score[R], game.box("politics")["R"]) == (4, 3)
    assert game.final_count().points("berlin_politics") == {R: 3}


def test_e61_forbidden_pieces() -> None:
    game = open_berlin().ready(R, "Pl", "Ar", "Mo").turn(R)
    assert game.offered("berlin") == []
    game = open_berlin().ready(R, "So", "So", "Ta").turn(R)
    assert {choice[2] for choice in game.offered("berlin")} == {R}
    table = Table().set(part=2).owned(B, "rostock", "magdeburg", "dresden").owned(A, "leipzig").ready(A, "Po", "So", "Ta")
    game = table.turn(A).play("access", "Po", "magdeburg")
    assert game.offered("berlin") == []
    assert game.why_not("berlin", "ready_2", A, "soldier", "berlin_1").key == "not_beside_berlin"


def test_e62_overflow() -> None:
    game = open_berlin().berlin(**TAKEN).ready(B, "So", "Mo", "Mo").turn(B)
    assert game.targets("berlin") == {"berlin_5"}
    assert game.why_not("berlin", "ready_1", B, "soldier", "berlin_1").key == "berlin_overflow_only"
    game.play("berlin", "So", "berlin_5")
    assert game.g.score[B] == 3
    assert [placed.faction for placed in game.g.overflow] == [B]
    assert game.final_count().points("berlin_majority") == {B: 6}


def test_e63_german_in_berlin() -> None:
    game = open_berlin().berlin(berlin_2="A-So", berlin_3="A-Ta").ready(G, "PB", "Re", "So").turn(G)
    assert game.targets("berlin") == {"berlin_1", "berlin_4", "berlin_5"}
    game.play("berlin", "PB", "berlin_1")
    assert (game.g.score[G], game.box("politics")["G"]) == (5, 2)
    assert game.final_count().points("berlin_politics") == {G: 3}
    alone = open_berlin().ready(G, "PB", "Re", "So").turn(G)
    assert alone.offered("berlin") == []
    assert alone.why_not("berlin", "ready_1", G, "politics_berlin", "berlin_1").key == "no_ally_in_berlin"
    assert open_berlin().berlin(**TAKEN).ready(G, "PB", "Re", "So").turn(G).offered("berlin") == []


def test_e64_berlin_majority() -> None:
    table = open_berlin().berlin(berlin_1="R-So", berlin_2="R-So", berlin_3="B-So", berlin_4="A-So", berlin_5="G-PB")
    table.g.overflow = [table.placed(text) for text in ("R-Ta", "B-Ta", "B-Ta")]
    assert table.begin("game_ends").points("berlin_majority") == {R: 4, B: 4}


def test_e65_end_of_part_one() -> None:
    table = Table().owned(R, "krakow", "danzig", "lublin").owned(A, "vienna", "munich", "frankfurt")
    table.owned(B, "essen", "amsterdam", "hamburg", "bialystok")
    game = table.begin("part_one_ends")
    assert game.points("territories", "10.1") == {R: 3, A: 3, B: 4, G: 13}
    assert game.points("cities", "10.1") == {G: 5}


@pytest.mark.parametrize("order", ["AB", "BA"])
def test_e66_politics_at_the_end(order: str) -> None:
    table = Table().track("politics", R=3, G=1, **dict.fromkeys(order, 5))
    assert table.begin("game_ends").points("politics") == {A: 3, B: 3}


def test_e67_two_factions() -> None:
    for alternative, winner in ((False, "british_russian"), (True, "american_german")):
        table = Table("two_players", alternative_scoring=alternative).score(B=70, R=41, A=66, G=65)
        table.g.phase = OVER
        result = GAME.result(table.g)
        assert result is not None
        assert result.winners == (winner,)


def test_e68_partner_backs() -> None:
    game = Table("two_players").ready(R, ("*", B, "So"), ("*", B, "Ta")).turn(R)
    assert all(choice[2] == R for choice in game.options)
    game.act(*map(str, next(c for c in game.options if c[0] == "place")))
    assert game.asked == ("british_russian", "pick_ready")
    assert len(game.g.discard[R]) == 1


def test_e69_forced_play() -> None:
    table = Table().set(intercepts_used=2).ready(G, ("So", "any_ally", "Mo"))
    game = table.turn(G)
    assert [choice[0] for choice in game.options] == ["morale"] * 3
    assert [choice[2] for choice in game.options] == [R, A, B]
    assert game.why_not("discard_rest").key == "play_is_forced"
    assert game.why_not("end_turn").key == "tokens_left_to_play"
    table = Table().set(intercepts_used=2).ready(G, ("So", "any_ally", "Mo")).track("morale", R=7, A=7, B=7, G=1)
    game = table.turn(G)
    assert ("morale", "ready_1", R, "morale") in game.options
    game.act("morale", "ready_1", R, "morale")
    assert game.box("morale") == {"R": 7, "A": 6, "B": 6, "G": 1}


def test_e70_twelve_tokens() -> None:
    table = Table().stored(R, reserve_any="Sy").fortress("lublin", "R-Ar").owned(R, "lublin").spaces("lodz", "R-Ta")
    for faction in FACTIONS:
        table.g.discard[faction], table.g.pool[faction] = table.g.pool[faction], []
    assert len(table.g.discard[R]) == 15
    game = table.begin("part_one_ends")
    for left, front in ((3, "morale"), (2, "soldier"), (1, "soldier")):
        assert game.asked == (R, "select_part2")
        assert game.match.asked()[R].about == {"faction": R, "left": left}
        game.act("remove", front)
    assert game.asked == (A, "select_part2")
    assert fronts(game.g.removed[R]) == ["Mo", "So", "So"]
    assert len(game.g.pool[R]) == 12
    assert (game.g.part, game.g.round) == (2, 1)
    assert game.g.reserve[R]["reserve_any"] is not None
