"""Why an alignment cannot be placed or removed, and what becomes of support that nobody can use."""

from __future__ import annotations

import pytest

from casusbelli.games.churchill.allocation import why_not_allocate
from casusbelli.games.churchill.game import GAME
from casusbelli.games.churchill.support import lose_naval, naval_room, place_naval, place_offensive

from .positions import UK, US, USSR, Position


def settled() -> Position:
    """The UK has networks in five countries: two are free, one its own, one the USSR's, one a closed colony."""
    position = Position("tournament").networks(belgium="", poland="", greece="", middle_east="", persia="", netherlands="")
    position.networks(hungary="uk1", greece="uk1", persia="uk1", belgium="uk1", malaya="uk1").aligned(hungary=USSR, belgium=UK)
    return position.set(globals={"uk_ussr": UK, "us_ussr": US})


@pytest.mark.parametrize(
    ("choice", "key", "rule"),
    [
        (("forfeit",), "must_place", "7.3"),
        (("place", "poland"), "needs_own_network", "7.31"),
        (("place", "belgium"), "already_aligned", "7.31"),
        (("place", "hungary"), "already_aligned", "7.31"),
        (("place", "malaya"), "colonies_closed", "6.11"),
        (("remove", "belgium"), "no_rival_alignment", "7.32"),
        (("remove", "greece"), "no_rival_alignment", "7.32"),
        (("remove", "hungary"), "removal_too_dear", "6.11"),
    ],
)
def test_an_alignment_is_refused_with_its_rule(choice: tuple[str, ...], key: str, rule: str) -> None:
    play = settled().set(earned_alignments={UK: 1, USSR: 0, US: 0}).at("alignments")
    refusal = play.refused(UK, *choice)
    assert refusal is not None
    assert (refusal.key, refusal.rule) == (key, rule)
    if key == "removal_too_dear":
        assert (refusal.params["cost"], refusal.params["left"]) == (2, 1)


def test_support_for_a_beaten_region_is_lost_and_said_to_be() -> None:
    play = Position("tournament").fronts(eastern="ukraine").set(surrendered=["germany"]).at("war")
    before = dict(play.g.support)
    place_offensive(play.g, "eastern_front", 2, "card", USSR)
    assert play.g.support == before
    place_offensive(play.g, "far_east_front", 1, "card", USSR)
    assert play.g.support["far_east_front"] == before["far_east_front"] + 1


def test_naval_support_fills_a_box_and_no_more_and_never_falls_below_nothing() -> None:
    g = Position("tournament").g
    theater = next(theater for theater in g.naval if naval_room(g, theater) > 0)
    full = g.naval[theater] + naval_room(g, theater)
    place_naval(g, theater, 99, "card", US)
    assert g.naval[theater] == full
    place_naval(g, theater, 1, "card", US)
    assert g.naval[theater] == full
    lose_naval(g, theater, 99, "card", "6.5")
    assert g.naval[theater] == 0


def test_a_directed_offensive_that_cannot_be_paid_now_says_why() -> None:
    g = GAME.setup("tournament", {option.id: option.default for option in GAME.info.options}, bytes(32))
    both = ("us_directed_offensive_1", "us_directed_offensive_2")
    g.tokens[US], g.offensives, g.offensives_due = 6, dict.fromkeys(both, "western_front"), dict.fromkeys(both, 2)
    tried = {issue: why_not_allocate(g, US, ("alloc_directed", issue)) for issue in (*both, "uk_directed_offensive")}
    assert {i: (r.key, r.rule) for i, r in tried.items() if r is not None} == {
        **dict.fromkeys(both, ("offensives_in_turn", "6.7")),
        "uk_directed_offensive": ("offensive_not_due", "6.7"),
    }
