"""Warnings that test_legible does not show on a prepared position: they come with their figures, and only where they should."""

from __future__ import annotations

import pytest
from tests.games.warned import figures
from tests.games.warned import warned as warned_of

from casusbelli.game import Caution
from casusbelli.games.wunderwaffen.game import GAME

from .positions import A, B, G, Game, R, Table


def warned(game: Game, *choice: str) -> dict[str, Caution]:
    """Of the question that is open; the choice must be one of its options."""
    assert choice in game.options, (choice, game.options[:8])
    return warned_of(GAME, game.g, *game.asked, *choice)


def test_what_is_discarded_unused_is_counted() -> None:
    game = Table().ready(R, "So", "Ta", "Mo").turn(R)
    assert figures(warned_of(GAME, game.g, R, "choose_play", "discard_rest"), "discards_rest") == ("warn", {"count": 3})
    assert "discards_rest" not in warned_of(GAME, game.g, R, "choose_play", "end_turn")


def test_a_turn_that_ends_with_something_left() -> None:
    game = Table().set(research=5).ready(G, "So", "So", "So").face_up("a", "panzerfaust").turn(G)
    grade, told = figures(warned_of(GAME, game.g, G, "choose_play", "end_turn"), "points_unused")
    assert grade == "note" and told["points"] > 0
    game = Table().set(research=1).ready(G, "So", "So", "So").turn(G)
    assert "points_unused" not in warned_of(GAME, game.g, G, "choose_play", "end_turn")
    game = Table().ready(A, "So").turn(A)
    assert "reserve_unused" not in warned_of(GAME, game.g, A, "choose_play", "end_turn")


def test_a_reserve_that_could_still_be_played() -> None:
    table = Table().ready(A, "So", "So", "So")
    place = next(iter(table.g.reserve[A]))
    game = table.stored(A, **{place: "Mo"}).turn(A)
    assert figures(warned_of(GAME, game.g, A, "choose_play", "end_turn"), "reserve_unused") == ("note", {"count": 1})


@pytest.mark.parametrize(
    ("variant", "used", "key"),
    [
        ("one_play", 0, "interception_one_play"),
        ("all_own_plays", 0, "interception_all_plays"),
        ("all_own_plays", 1, "interception_again"),
    ],
)
def test_what_an_interception_costs(variant: str, used: int, key: str) -> None:
    table = Table(intercept_cost=variant).set(research=3).ready(A, "Pl", "So", "So").ready(G, "Pl", "Re", "So")
    game = table.turn(A).play("air_raid", "Pl")
    game.g.intercepts_used = used
    told = warned(game, "intercept", "plane")
    assert {one for one in told if one.startswith("interception")} == {key}
    assert told[key].grade == ("note" if used else "ask")
    assert not {one for one in warned(game, "pass") if one.startswith("interception")}


def test_a_raid_let_pass_may_cost_research_points() -> None:
    for research, falls in ((3, True), (2, False)):
        game = Table().set(research=research).ready(A, "Pl", "So", "So").ready(G, "Pl", "Re", "So").turn(A).play("air_raid", "Pl")
        assert ("points_fall" in warned(game, "pass")) == falls


def test_a_borrowed_token_could_stay_instead_of_ones_own() -> None:
    table = Table().spaces("munich", "A-So", None, "A-Ta").ready(R, ("So", A, "Ta"), "So", "Mo")
    game = table.turn(R).act("place", "ready_1", A, "tank", "munich_2")
    asked = game.asked
    told = {choice: warned_of(GAME, game.g, *asked, *map(str, choice)) for choice in game.options}
    noted = {str(choice[1]) for choice, its in told.items() if "own_token_stays" in its}
    assert asked[1] == "choose_marker" and "munich_2" not in noted and noted, told
    assert all(its["own_token_stays"].grade == "note" for its in told.values() if its)


def test_points_for_a_rival_who_leads_already() -> None:
    def told(**score: int) -> dict[str, Caution]:
        table = Table().ready(R, ("*", A, "Po"), "So", "Mo").score(**score)
        return warned(table.turn(R), "conference", "ready_1", A, "politics")

    assert figures(told(A=11, B=3), "leader_gains") == ("note", {"faction": A, "before": 11, "after": 14})
    assert "leader_gains" not in told(B=11), "another leads"
    assert "leader_gains" not in told(A=11, R=11), "one leads oneself"


def test_what_is_left_of_a_front_for_part_2() -> None:
    table = Table()
    table.all_spent(R, A, B, G)
    game = table.turn(R)
    game.g.choosing = R
    spent = game.discarded(R)
    for front, piece in (("soldier", "So"), ("tank", "Ta")):
        told = warned_of(GAME, game.g, R, "select_part2", "remove", front)
        assert figures(told, "left_for_part2") == ("note", {"front": front, "left": spent.count(piece) - 1})
