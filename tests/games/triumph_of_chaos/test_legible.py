"""What the table explains of a match: warnings, a bot's reasons, the last screen."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests.games.triumph_of_chaos.positions import at, clear, control, fresh, hand, play_out, without_cp

from casusbelli.game import Journal, Match, Position, reasons_of
from casusbelli.game.ending import faults_of
from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.board import own_units
from casusbelli.games.triumph_of_chaos.cautions import cautions
from casusbelli.games.triumph_of_chaos.closing import last_screen
from casusbelli.games.triumph_of_chaos.content import FACTION, FACTION_IDS, RED, SPACE, THIRD, UNIT, UNITS_OF, WHITE
from casusbelli.games.triumph_of_chaos.endings import finish
from casusbelli.games.triumph_of_chaos.outlook import forecast, wiped_out
from casusbelli.games.triumph_of_chaos.scoring import gain_vp
from casusbelli.games.triumph_of_chaos.state import AVOIDED, COMBAT, ELIMINATED, RESERVE, Battle, Chaos
from casusbelli.games.triumph_of_chaos.view import view
from casusbelli.games.triumph_of_chaos.wars import declare_war
from casusbelli.kernel import Choice, Event, Params
from casusbelli.words.texts import catalogue

KEPT = Path(__file__).parents[2] / "journals"


def warned(g: Chaos, side: int, decision: str, *choice: str | int) -> dict[str, str]:
    """Key and grade of all warnings."""
    chosen: Choice = tuple(choice)
    return {one.key: one.grade for one in cautions(g, side, decision, chosen, {})}


@pytest.mark.parametrize("faction", [name for name in FACTION_IDS if name != "finland"])
def test_a_declaration_of_war_tells_how_many_units_the_protector_calls_up(faction: str) -> None:
    g = fresh("campaign") if faction == "central_powers" else without_cp(fresh("campaign"))
    asked = cautions(g, RED, "choose_action", ("declare_war", faction), {})
    (told,) = [one.params["units"] for one in asked if one.key == "war"]
    mine = UNITS_OF[FACTION[faction]]
    serving = [u for u in mine if g.where[u] >= 0 or g.where[u] == RESERVE]
    play_out(declare_war(g, RED, FACTION[faction]))
    assert told == sum(g.where[u] >= 0 or g.where[u] == RESERVE for u in mine) - len(serving)


def test_a_card_that_must_be_an_event_is_not_spent_without_a_word() -> None:
    g = fresh()
    hand(g, "white", 1, 2)
    assert warned(g, WHITE, "choose_action", "ops", "white_01")["card_owed"] == "warn"
    assert "card_owed" not in warned(g, WHITE, "choose_action", "event", "white_01")
    assert "card_owed" not in warned(g, WHITE, "choose_action", "ops", "white_02")
    g.turn = g.rules.last_turn
    assert warned(g, WHITE, "choose_action", "ops", "white_01")["card_owed_last"] == "ask"
    g.played.append("white_01")
    assert "card_owed_last" not in warned(g, WHITE, "choose_action", "ops", "white_01")


def test_war_asks_first_and_says_who_gains() -> None:
    g = fresh()
    (war, *_) = cautions(g, RED, "choose_action", ("declare_war", "latvia"), {})
    assert (war.grade, war.params["faction"], war.params["side"]) == ("ask", "latvia", "white")
    assert war.params["units"] > 0


def test_the_last_round_names_those_who_will_melt_away() -> None:
    g = fresh()
    clear(g, *SPACE)
    at(g, "tula", "white_vol_a1")
    assert "will_melt" not in warned(g, WHITE, "choose_action", "ops", "white_02")
    g.round = g.turn_row.rounds
    assert warned(g, WHITE, "choose_action", "ops", "white_02")["will_melt"] == "warn"


def test_a_city_left_empty_before_the_enemy() -> None:
    g = fresh()
    clear(g, *SPACE)
    at(g, "rostov", "white_vol_a1")
    assert warned(g, WHITE, "move_stack", "move_unit", "white_vol_a1") == {}
    at(g, "taganrog", "red_a1")
    assert warned(g, WHITE, "move_stack", "move_unit", "white_vol_a1") == {"capital_bared": "warn"}
    at(g, "rostov", "white_vol_a2")
    assert warned(g, WHITE, "move_stack", "move_unit", "white_vol_a1") == {}
    g.operation.ready = [UNIT["white_vol_a1"], UNIT["white_vol_a2"]]
    assert "capital_bared" in warned(g, WHITE, "move_stack", "move_all", "rostov")


def test_a_march_beyond_supply_and_points_unused() -> None:
    g = fresh()
    clear(g, *SPACE)
    at(g, "rostov", "white_vol_a1")
    control(g, "red", "tula", "orel", "kaluga")
    g.operation.moved.append(next(u for u, place in enumerate(g.where) if place >= 0))
    assert warned(g, WHITE, "move_step", "step", "tula") == {"leaves_supply": "warn"}
    assert warned(g, WHITE, "move_step", "step", "rostov") == {}
    g.operation.points = 2
    assert warned(g, WHITE, "activate_spaces", "done") == {"points_left": "warn"}
    g.operation.points = 1
    assert warned(g, WHITE, "activate_spaces", "activate", "rostov", "move") == {"last_activation": "warn"}


def test_who_ends_the_attacks_before_the_first_is_asked() -> None:
    g = fresh()
    clear(g, *SPACE)
    at(g, "rostov", "white_vol_a1")
    at(g, "tula", "white_vol_a2")
    g.active = WHITE
    g.operation.markers = [(SPACE["rostov"], COMBAT), (SPACE["tula"], COMBAT)]
    assert warned(g, WHITE, "declare_attack", "end_attacks") == {"unfought": "ask"}
    g.operation.used = [UNIT["white_vol_a1"]]
    assert warned(g, WHITE, "declare_attack", "end_attacks") == {"unfought": "note"}
    clear(g, "tula")
    at(g, "taganrog", "white_vol_a1")
    assert warned(g, WHITE, "declare_attack", "end_attacks") == {}, "who has advanced has attacked"


def test_once_a_die_lies_nothing_is_foretold() -> None:
    g = fresh()
    clear(g, *SPACE)
    at(g, "rostov", "white_vol_a1")
    at(g, "taganrog", "red_a1")
    battle = Battle(side=WHITE, foe=RED, target=SPACE["taganrog"], attackers=[UNIT["white_vol_a1"]], defenders=[UNIT["red_a1"]])
    g.battle = battle
    assert view(g, None)["battle"]["forecast"] is not None
    battle.results = [3, 1]
    assert view(g, None)["battle"]["forecast"] is None


def test_a_battle_that_was_avoided_foretells_nothing() -> None:
    """12.1: while the withdrawn look for their way out no dice are to come."""
    g = fresh()
    clear(g, *SPACE)
    at(g, "rostov", "white_vol_a1")
    at(g, "taganrog", "red_a1")
    g.battle = Battle(side=WHITE, foe=RED, target=SPACE["taganrog"], attackers=[UNIT["white_vol_a1"]], defenders=[UNIT["red_a1"]])
    g.battle.step = 1
    assert view(g, None)["battle"]["forecast"] is not None
    g.battle.step = AVOIDED
    assert view(g, None)["battle"]["forecast"] is None


def test_the_dice_of_a_side_are_those_of_who_plays_it() -> None:
    g = fresh("introductory_1918")
    g.seats = ["", "white", "red"]
    assert GAME.thrower(g, Event("fire", "12.7", {"side": "red", "die": 4})) == "white"
    assert GAME.thrower(g, Event("mud", "A4", {"roll": 4})) is None


@pytest.mark.parametrize("scenario", [each.id for each in GAME.info.scenarios])
def test_the_last_sheet_adds_up(scenario: str) -> None:
    """Every way to earn points has its line; what was earned before the sheet was kept has one, too."""
    g = fresh(scenario)
    g.vp[WHITE] = 2
    for reason, points in (("vc_lead", 3), ("leader", 1), ("gold", 2), ("tsar", 1), ("subjugation", 2), ("conscription", -9)):
        gain_vp(g, RED if reason in ("subjugation", "conscription", "leader") else WHITE, points, reason, "6")
    finish(g, WHITE, "scenario_end" if scenario != "introductory_1918" else "points")
    ending, result = last_screen(g), GAME.result(g)
    assert result is not None
    assert faults_of(ending.sheet, result.scores) == []
    assert [line.points for line in ending.sheet if line.key == "conscription"] == [{"red": -3.0, "white": 0.0}]
    assert any(line.key == "unplayed" for line in ending.sheet) == (scenario == "introductory_1918")
    assert {shown.seat for shown in ending.hidden} >= {g.seat(side) for side in (RED, WHITE) if g.hands[side]}
    words = catalogue(GAME, "en")
    for line in ending.sheet:
        assert f"sheet.{line.key}" in words
    for because in [*ending.because, *(each.because for each in ending.endings if each.because)]:
        assert f"because.{because.key}" in words


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_a_turn_warns_and_gives_reasons_in_words_that_exist(language: str) -> None:
    """The officer plays the first rounds; whatever is warned of and said for a choice is in the catalogue."""
    match = Match.new(GAME, "introductory_1918", {}, bytes(32))
    bot, rng, words = GAME.bots()["recruit"](), Random(1), catalogue(GAME, language)
    said: set[str] = set()
    for _ in range(120 if language == "en" else 25):
        seat = next(iter(match.asked()))
        choice = bot.choose(Position(match, seat), rng)
        said |= {reason.key for reason in reasons_of(bot, Position(match, seat), choice)}
        assert all(f"warning.{one.key}" in words for one in (match.preview(seat, choice) or {}).get("warnings", []))
        match.act(seat, choice)
    own = {key for key in said if f"reason.{key}" in words}
    assert own, said
    if language == "en":
        assert {"box_matters", "plan_attack"} & own and len(own) > 5, own


def test_a_match_of_rules_2_goes_on_and_its_sheet_tells_the_earlier_points_apart() -> None:
    """Rules 2 did not keep what had brought the points: they stand in a line of their own, and the sum is right."""
    journal = Journal.load(KEPT / "triumph_of_chaos-2-tournament_points.json")
    match = Match.restore(GAME, journal)
    before = {match.state.seat(side): match.state.vp[side] for side in (RED, WHITE)}
    assert journal.rules_version == "2" and sum(before.values()) > 0
    rng = Random(2)
    while not match.over:
        asked = match.asked()
        seat = rng.choice(sorted(asked))
        match.act(seat, rng.choice(asked[seat].options))
    ending, result = last_screen(match.state), match.result()
    assert result is not None and faults_of(ending.sheet, result.scores) == []
    assert next(line.points for line in ending.sheet if line.key == "earlier") == before


def planned(g: Chaos, attackers: list[str], target: str) -> Params:
    g.active = WHITE
    ours = [UNIT[one] for one in attackers]
    theirs = own_units(g, SPACE[target], RED)
    battle = Battle(side=WHITE, foe=RED if theirs else THIRD, target=SPACE[target], attackers=ours, defenders=theirs)
    return forecast(g, battle)


def test_the_odds_know_that_who_is_no_more_does_not_hold() -> None:
    g = fresh()
    clear(g, *SPACE)
    at(g, "rostov", "white_vol_a1", "white_vol_a2")
    at(g, "taganrog", "red_c1")
    told = planned(g, ["white_vol_a1", "white_vol_a2"], "taganrog")
    hits = {int(n): times for n, times in told["inflicted"].items()}
    assert told["outcomes"]["destroyed"] == sum(times for n, times in hits.items() if n >= 1), "a corps has one step of 1"
    assert sum(told["outcomes"].values()) == 36
    assert Counter(key for row in told["throws"] for key in row) == told["outcomes"]
    clear(g, "taganrog")
    greens = planned(g, ["white_vol_a1", "white_vol_a2"], "taganrog")
    assert set(greens["outcomes"]) <= {"destroyed", "hold"}, "a Green marker is gone with the first loss [17.3]"


def test_an_army_is_not_lost_for_good_while_a_corps_may_step_in() -> None:
    g = fresh()
    clear(g, *SPACE)
    at(g, "taganrog", "red_a1")
    for corps in [u for u, place in enumerate(g.where) if place == RESERVE]:
        g.where[corps] = ELIMINATED
    army = [UNIT["red_a1"]]
    alone = wiped_out(g, army)
    g.where[UNIT["red_c1"]] = RESERVE
    assert wiped_out(g, army) == alone + 1


def test_the_odds_say_which_leaders_are_not_counted() -> None:
    g = fresh()
    clear(g, *SPACE)
    at(g, "rostov", "white_vol_a1", "denikin")
    at(g, "torgovaya", "red_a1")
    assumed = {row["id"]: row for row in planned(g, ["white_vol_a1"], "torgovaya")["assumes"]}
    assert "leaders" not in assumed, "there is nobody whom he could call"
    at(g, "tikhoretsk", "white_vol_a2")
    (row,) = [row for row in planned(g, ["white_vol_a1"], "torgovaya")["assumes"] if row["id"] == "leaders"]
    assert row["leaders"] == [{"leader": "denikin", "chance": 4, "abilities": ["reinforce"]}]
