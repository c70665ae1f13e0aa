"""Chapter 11: open bot hands, a line kept for the whole conference, bots with names; and what the log must tell."""

from __future__ import annotations

from random import Random

import pytest

from casusbelli.game import LANGUAGES, Match
from casusbelli.games.churchill import GAME
from casusbelli.games.churchill.bot.plan import plan
from casusbelli.games.churchill.bot.worth import Desks
from casusbelli.games.churchill.content import POWERS
from casusbelli.games.churchill.state import Churchill
from casusbelli.kernel import SetupError, seed_from
from casusbelli.words.texts import catalogue, say


def play(match: Match[Churchill], until: str, seed: str = "solitaire") -> Match[Churchill]:
    rng = Random(seed)
    while match.state.phase != until:
        asked = match.asked()
        seat = rng.choice(sorted(asked))
        match.act(seat, rng.choice(asked[seat].options))
    return match


def begun(**options: str | bool) -> Match[Churchill]:
    return Match.new(GAME, "tournament", options, seed_from("solitaire"))


# -- 11.3: open hands ----------------------------------------------------------------------------------------------------


def test_the_hands_of_bots_lie_open_to_all() -> None:
    settled = GAME.info.settle({"open_hands": "bots"})
    options = GAME.seated(settled, ["ussr", "us"])
    assert options["open_hands"] == "ussr+us"
    match = play(begun(**options), "meeting")
    for viewer in (None, "uk", "ussr"):
        view = match.view(viewer)
        assert view["open_hands"] == {p: match.state.hands[p] for p in ("ussr", "us")}
    assert match.view("ussr")["hand"] == match.state.hands["ussr"]
    dealt = [event for event in match.told("uk") if event.kind == "dealt"]
    assert [bool(event.params.get("known")) for event in dealt] == [True, True, True]
    dealt = [event for event in match.told("us") if event.kind == "dealt"]
    assert [bool(event.params.get("known")) for event in dealt] == [event.params["power"] != "uk" for event in dealt]


def test_what_lies_open_is_not_dealt_anew_in_an_imagined_world() -> None:
    match = play(begun(open_hands="ussr"), "meeting")
    worlds = [match.imagine("uk", seed_from(f"world {n}")).state for n in range(8)]
    assert all(world.hands["ussr"] == match.state.hands["ussr"] for world in worlds)
    assert any(world.hands["us"] != match.state.hands["us"] for world in worlds)


def test_without_bots_nothing_is_open_and_people_never_are() -> None:
    assert GAME.seated(GAME.info.settle({"open_hands": "bots"}), [])["open_hands"] == "none"
    assert GAME.seated(GAME.info.settle({}), ["us"])["open_hands"] == "none"
    assert begun().view("uk")["open_hands"] == {}
    with pytest.raises(SetupError, match="open_hands"):
        GAME.info.settle({"open_hands": "france"})


# -- 11.3: one line for the whole conference -----------------------------------------------------------------------------


@pytest.mark.parametrize("power", POWERS)
def test_a_plan_holds_for_the_whole_meeting(power: str) -> None:
    match = play(begun(), "meeting")
    rng, plans = Random(power), []
    while match.state.phase == "meeting":
        desk = Desks(match.state).of(power)
        plans.append((match.state.conference, plan(match.state, power, dict.fromkeys(desk.worth, 1.0))))
        asked = match.asked()
        seat = rng.choice(sorted(asked))
        match.act(seat, rng.choice(asked[seat].options))
    assert len(plans) > 6 and len(set(plans)) == 1
    assert 1 <= len(plans[0][1]) <= 3


def test_the_issues_of_the_plan_count_more() -> None:
    g = play(begun(), "meeting").state
    held, g.opening = g.opening, {}
    free = dict(Desks(g).of("uk").worth)
    g.opening = held
    firm = Desks(g).of("uk").worth
    wanted = plan(g, "uk", free)
    assert all((firm[issue] > free[issue]) == (issue in wanted) for issue in held)


# -- 11: names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_power_has_a_bot_with_a_name(language: str) -> None:
    words = catalogue(GAME, language)
    names = [words[f"bot.{power}"] for power in POWERS]
    assert len(set(names)) == 3
    assert all(leader in name for leader, name in zip(("Churchill", "Stalin", "Roosevelt"), names, strict=True))


# -- why not: leaders ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tried", [("advance_leader",), ("advance_staff", "advance_leader", "global_issue", 3), "with his id"])
@pytest.mark.parametrize(("state", "key"), [("inactive", "leader_inactive"), ("debates", "leader_cannot_advance")])
def test_a_leader_who_cannot_speak_says_why(tried: tuple[str | int, ...] | str, state: str, key: str) -> None:
    match = play(begun(), "meeting")
    (power,) = match.asked()
    leader = match.state.leaders[power]
    leader.active, leader.cannot_advance = state != "inactive", state == "debates"
    choice = ("advance_staff", leader.id, next(iter(match.state.table)), 3) if isinstance(tried, str) else tried
    match.asked()[power].forget_options()
    refusal = match.refusal(power, choice)
    assert refusal is not None and (refusal.key, refusal.rule) == (key, "5.26")


# -- the log -------------------------------------------------------------------------------------------------------------


def test_a_negotiated_surrender_tells_every_adjustment() -> None:
    for n in range(40):
        match = Match.new(GAME, "tournament", {}, seed_from(f"negotiated {n}"))
        play(match, "over", f"negotiated {n}")
        final = match.state.final
        assert final is not None
        told = {e.params["power"]: (e.params["before"], e.params["after"]) for e in match.told(None) if e.kind == "negotiated"}
        if final.ending == "negotiated_peace":
            assert told == {p: (final.totals[p], final.adjusted[p]) for p in POWERS}
            return
        assert told == {}
    raise AssertionError("no game ended in a negotiated surrender")


def test_every_army_of_the_axis_is_told_and_every_support_has_its_giver() -> None:
    match = play(begun(), "over")
    armies: dict[str, int] = {}
    for event in match.told(None):
        if event.kind in ("armies_sent", "army_by_lot", "army_by_die") and event.params["front"] != "arctic":
            armies[event.params["front"]] = armies.get(event.params["front"], 0) + event.params.get("count", 1)
        elif event.kind == "reserves_deployed":
            assert armies == event.params["armies"]
            armies = {}
        elif event.kind in ("offensive_placed", "naval_placed"):
            assert event.params["power"] in POWERS or event.params["by"] in catalogue(GAME, "en") or event.rule == "5.11"


def test_the_united_states_are_many_in_italian() -> None:
    words = catalogue(GAME, "it")
    params = {"power": "us", "issue": "global_issue", "card": "roosevelt", "value": 3, "to": "uk_1"}
    assert say(words, "event.advanced", params).startswith("Gli Stati Uniti sostengono ")
    assert say(words, "event.advanced", params | {"power": "uk"}).startswith("Il Regno Unito sostiene ")
    assert "EE.UU." not in "".join(catalogue(GAME, "es").values())
