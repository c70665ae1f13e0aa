"""An independent check that reasons decide: set what the first one stands for to nothing, and another choice is made.

``TERMS`` say for every reason what is taken away: a weight, or the one thing it speaks of (the danger to this province, the
worth of this issue, what a march through this place brings). ``LEAST`` says how often the choice has to fall. What is checked
like this, and how much is not, stands in ``docs/bots.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from casusbelli.bots import make_bot
from casusbelli.bots.accounts import account_of
from casusbelli.game import Bot, Position, Reason, reasons_of
from casusbelli.games.churchill.bot import marshal as churchill_marshal
from casusbelli.games.churchill.bot import officer as churchill_officer
from casusbelli.games.churchill.bot import speech as churchill_speech
from casusbelli.games.churchill.bot import strategy as churchill_strategy
from casusbelli.games.churchill.bot import worth as churchill_worth
from casusbelli.games.fog_of_war.bot import StaffBot
from casusbelli.games.fog_of_war.bot import campaign as fog_campaign
from casusbelli.games.fog_of_war.bot import staff as fog_staff
from casusbelli.games.fog_of_war.bot.situation import Situation
from casusbelli.games.fog_of_war.bot.weights import MARSHAL
from casusbelli.games.fog_of_war.dossier import BOARD
from casusbelli.games.triumph_of_chaos.bot import StaffBot as ChaosBot
from casusbelli.games.triumph_of_chaos.bot import campaign as chaos_campaign
from casusbelli.games.triumph_of_chaos.bot import marches as chaos_marches
from casusbelli.games.triumph_of_chaos.bot import plans as chaos_plans
from casusbelli.games.triumph_of_chaos.bot import politics as chaos_politics
from casusbelli.games.triumph_of_chaos.bot import redeploy as chaos_redeploy
from casusbelli.games.triumph_of_chaos.bot import staff as chaos_staff
from casusbelli.games.triumph_of_chaos.bot.weights import MARSHAL as CHAOS_MARSHAL
from casusbelli.games.triumph_of_chaos.cards import BLUFF
from casusbelli.games.triumph_of_chaos.content import SPACE
from casusbelli.games.wunderwaffen.bot import Commander as WunderWaffenBot
from casusbelli.games.wunderwaffen.bot import habits as wunderwaffen_habits
from casusbelli.games.wunderwaffen.bot.estimate import Estimate
from casusbelli.games.wunderwaffen.bot.picks import Picks
from casusbelli.games.wunderwaffen.bot.search import Search
from casusbelli.games.wunderwaffen.bot.weights import GRADES as WUNDERWAFFEN_GRADES
from casusbelli.games.wunderwaffen.bot.weights import Taste
from casusbelli.games.wunderwaffen.content import TERRITORY_OF
from casusbelli.kernel import Choice
from casusbelli.testkit import load_game

from .test_reasons import positions


class Case(NamedTuple):
    """A choice with its first reason, and where something may be taken away."""

    patch: pytest.MonkeyPatch
    position: Position
    choice: Choice
    reason: Reason
    bot: Bot


Term = Callable[[Case], "Bot | None"]
"""Sets what a reason stands for to nothing; gives the bot that chooses then, where it is not the same one."""


class Tally(NamedTuple):
    """By reason: how often it came first, and how often another choice was made without what it stands for."""

    first: Counter[str]
    tried: Counter[str]
    changed: Counter[str]

    @property
    def coverage(self) -> float:
        """The share of choices whose first reason is checked."""
        return self.tried.total() / self.first.total()

    def told(self) -> str:
        rows = [f"{key} {self.changed[key]}/{self.tried[key]}" for key, _ in self.tried.most_common()]
        left = [f"{key} {n}" for key, n in (self.first - self.tried).most_common()]
        return f"{self.tried.total()} of {self.first.total()}: {', '.join(rows)}; not: {', '.join(left)}"

    def must_hold(self, least: dict[str, float], coverage: float) -> None:
        """So many choices are checked, and of each reason's four of five fall, or as many as it says."""
        told = self.told()
        assert self.coverage >= coverage, told
        for key, tried in self.tried.items():
            assert tried < 5 or self.changed[key] >= least.get(key, 0.8) * tried, (key, told)


def tally(bot: Bot, game_id: str, players: str, seeds: tuple[str, ...], at_most: int, terms: dict[str, Term]) -> Tally:
    """All choices of these matches, and those whose first reason stands for something that can be taken away."""
    found = Tally(Counter(), Counter(), Counter())
    for seed in seeds:
        for position, _ in positions(game_id, players, seed, every=1, at_most=at_most):
            choice = bot.choose(position, Random(5))
            reason = reasons_of(bot, position, choice)[0]
            found.first[reason.key] += 1
            term = terms.get(f"{position.decision} {reason.key}") or terms.get(reason.key)
            if term is None:
                continue
            with pytest.MonkeyPatch.context() as patch:
                other = (term(Case(patch, position, choice, reason, bot)) or bot).choose(position, Random(5))
            found.tried[reason.key] += 1
            found.changed[reason.key] += other != choice
    return found


def only_for(named: object, at: int, instead: Any, honest: Callable[..., Any]) -> Callable[..., Any]:
    """A function as it was, except where it is asked about one thing."""
    return lambda *given: instead if given[at] == named else honest(*given)


# -- The Fog of War ----------------------------------------------------------------------------------------------------


def fog_weighs(**weights: Any) -> Term:
    return lambda case: StaffBot(msgspec.structs.replace(MARSHAL, **weights))


def no_danger(case: Case) -> None:
    """The enemy cannot strike there."""
    case.patch.setattr(Situation, "threat", only_for(case.reason.params["province"], 1, 0.0, Situation.threat))


def strong_enough(case: Case) -> None:
    """The attack needs nothing more."""
    case.patch.setattr(fog_campaign.Attack, "enough", for_target(case, True, fog_campaign.Attack.enough))


def not_enough(case: Case) -> None:
    case.patch.setattr(fog_campaign.Attack, "enough", for_target(case, False, fog_campaign.Attack.enough))


def too_weak(case: Case) -> None:
    """The attack is not strong enough."""
    case.patch.setattr(fog_campaign.Attack, "worth_launching", for_target(case, False, fog_campaign.Attack.worth_launching))


def for_target(case: Case, instead: bool, honest: Callable[..., bool]) -> Callable[..., bool]:
    target = case.reason.params["province"]
    return lambda attack, *given: instead if attack.target == target else honest(attack, *given)


def out_of_reach(case: Case) -> None:
    """No attack on the target can be launched."""
    case.patch.setattr(Situation, "invasion", only_for(case.reason.params["province"], 2, None, Situation.invasion))


def known_already(case: Case) -> None:
    """Nothing has changed in that pile since it was seen."""
    case.patch.setattr(Situation, "is_current", only_for(str(case.choice[1]), 1, True, Situation.is_current))


def many_tokens(case: Case) -> None:
    """A token more or less is nothing."""
    seen_otherwise(case, "mine", intel={"ready": 10, "used": 0})


def small_plans(case: Case) -> None:
    """No plan of the enemy has grown large."""
    ops = case.position.view["sides"][Situation(case.position.view, MARSHAL).foe]["ops"]
    seen_otherwise(case, "theirs", ops={space: {**op, "count": 1} for space, op in ops.items()})


def no_use_for_resources(case: Case) -> None:
    seen_otherwise(case, "mine", resources=0)


def seen_otherwise(case: Case, side: str, **told: Any) -> None:
    """One side's open figures are others."""
    honest = Situation.__init__

    def changed(s: Situation, *given: Any) -> None:
        honest(s, *given)
        setattr(s, side, {**getattr(s, side), **told})

    case.patch.setattr(Situation, "__init__", changed)


def board_known(case: Case) -> None:
    """All that lies on the board has been seen."""
    case.patch.setattr(fog_staff, "BOARD", f"not {BOARD}")


def never_turned(case: Case) -> None:
    """No point turns a result."""
    case.patch.setattr(fog_staff, "outcome", lambda attack, defence: "quagmire")


def card_is(worth: float) -> Term:
    def otherwise(case: Case) -> None:
        case.patch.setattr(fog_staff, "card_value", only_for(case.reason.params["card"], 0, worth, fog_staff.card_value))

    return otherwise


def all_wanted(case: Case) -> None:
    """Nothing that lies there is more than enough."""
    case.patch.setattr(fog_staff, "wanted", lambda s, province: 100.0)
    case.patch.setattr(Situation, "threat", lambda s, province: 1.0)


def first_of_all(name: str) -> Term:
    """What comes first whatever else there is does not."""
    return lambda case: case.patch.setattr(fog_campaign, name, fog_campaign.NEVER)


def nothing_to_hold(case: Case) -> None:
    """The battle that goes on is worth nothing."""
    honest = fog_campaign.Campaign._reinforce
    case.patch.setattr(fog_campaign.Campaign, "_reinforce", only_for(case.reason.params["province"], 1, 0.0, honest))


FOG_TERMS: dict[str, Term] = {
    "answers_plan": fog_weighs(answers=0.0),
    "what_may_come": fog_weighs(dread=0.0),
    "strikes_first": fog_weighs(strikes_first=0.0),
    "before_the_answer": fog_weighs(ratio_seen=2.0),
    "false_trail": fog_weighs(mislead=0.0),
    "joins_anyway": fog_weighs(tidy=False),
    "takes_apart": fog_weighs(tidy=False),
    "lets_ripen": fog_weighs(last_chance=False),
    "last_shot": fog_weighs(last_chance=False),
    "spares_advantage": fog_weighs(thrift=0.0),
    "feint": fog_weighs(feint=0.0),
    "nothing_better": fog_weighs(stop_below=0.0),
    "choose_action threatened": no_danger,
    "choose_action bluff_defence": no_danger,
    "feeds": strong_enough,
    "siege_more": strong_enough,
    "siege_enough": not_enough,
    "strikes": too_weak,
    "plans": out_of_reach,
    "ripening": known_already,
    "their_plan": small_plans,
    "objectives": board_known,
    "saves_tokens": many_tokens,
    "industry_short": no_use_for_resources,
    "more_tokens": many_tokens,
    "turns_result": never_turned,
    "strongest_back": card_is(0.0),
    "cheapest": card_is(100.0),
    "more_than_enough": all_wanted,
    "must_resolve": first_of_all("RESOLVE"),
    "know_first": first_of_all("SPY"),
    "holds_on": nothing_to_hold,
}
FOG_LEAST = {"nothing_better": 0.25, "saves_tokens": 0.2}
"""Where nothing else is worth anything, ending the turn or keeping a token needs no worth of its own."""


def test_fog_of_war_without_the_top_term_another_choice_is_made() -> None:
    found = tally(StaffBot(MARSHAL), "fog_of_war", "marshal", ("terms", "terms 2"), 500, FOG_TERMS)
    found.must_hold(FOG_LEAST, 0.7)


# -- Churchill ---------------------------------------------------------------------------------------------------------


def issue_for_nothing(case: Case) -> None:
    """The issue is worth nothing to anybody."""
    honest, issue = churchill_worth.Desk._worth, str(case.reason.params["issue"])
    case.patch.setattr(churchill_worth.Desk, "_worth", lambda desk: {**honest(desk), issue: 0.0})


def nothing_for_advances(case: Case) -> None:
    """No Front is worth an advance."""
    case.patch.setattr(churchill_strategy, "advance_value", lambda desk, front: 0.0)


def nothing_for_places(case: Case) -> None:
    """No alignment of the issue finds a country."""
    for room in (churchill_strategy, churchill_worth):
        case.patch.setattr(room, "useful", only_for(case.choice[-1], 3, 0, room.useful))


def nothing_for_letting_stand(case: Case) -> None:
    """Every answer is worth its card."""
    case.patch.setattr(churchill_speech, "P", msgspec.structs.replace(churchill_speech.P, debate_threshold=-100.0))


CHURCHILL_TERMS: dict[str, Term] = {
    "worth_most": issue_for_nothing,
    "worth_more": issue_for_nothing,
    "pulls": issue_for_nothing,
    "pulls_back": issue_for_nothing,
    "wins_issue": issue_for_nothing,
    "better_odds": nothing_for_advances,
    "places": nothing_for_places,
    "let_stand": nothing_for_letting_stand,
}
CHURCHILL_LEAST = {"places": 0.6}
"""A Pol-Mil issue without places keeps its networks: at times it is still the best."""


def test_churchill_without_the_top_term_another_choice_is_made() -> None:
    found = tally(churchill_officer.Officer(), "churchill", "officer", ("terms",), 250, CHURCHILL_TERMS)
    found.must_hold(CHURCHILL_LEAST, 0.5)


def test_churchill_without_looking_ahead_the_marshal_does_what_it_compares_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where looking ahead overruled the tables, the account names their first choice: what is done when nothing is seen ahead."""
    tried = changed = 0
    bot = make_bot(load_game("churchill"), "marshal")
    for n, (position, _) in enumerate(positions("churchill", "officer", "overruled", every=1, at_most=50)):
        told = account_of(bot, position, bot.choose(position, Random(n)), Random(n))
        if told.why[0].key != "played_out":
            continue
        with monkeypatch.context() as blind:
            blind.setattr(churchill_marshal, "play_out", lambda *_: 0.0)
            without = bot.choose(position, Random(n))
        tried += 1
        changed += told.choice != without == told.why[0].params["over"]
    assert tried >= 8 and changed == tried, (tried, changed)


# -- Triumph of Chaos --------------------------------------------------------------------------------------------------


def chaos_weighs(**weights: Any) -> Term:
    return lambda case: ChaosBot(msgspec.structs.replace(CHAOS_MARSHAL, **weights))


def nothing_there(case: Case) -> Bot:
    """A march through that place brings nothing."""
    space = SPACE[case.reason.params["space"]]
    for name in ("roughly", "exactly"):
        honest = getattr(chaos_marches._Look, name)
        case.patch.setattr(
            chaos_marches._Look, name, lambda look, path, honest=honest: 0.0 if space in path else honest(look, path)
        )
    return ChaosBot(CHAOS_MARSHAL)


def no_prospect_of(case: Case) -> Bot:
    """The attack on that place is worth less than nothing."""
    target = SPACE[case.reason.params["space"]]
    for room in (chaos_campaign, chaos_plans):
        case.patch.setattr(room, "best_group", only_for(target, 3, (-1.0, []), chaos_campaign.best_group))
    return ChaosBot(CHAOS_MARSHAL)


def no_use_in_place(case: Case) -> Bot:
    """A unit does nothing in that place."""
    space = SPACE[case.reason.params["space"]]
    case.patch.setattr(chaos_staff, "place_value", only_for(space, 2, 0.0, chaos_staff.place_value))
    case.patch.setattr(chaos_redeploy, "_gain", only_for(space, 3, 0.0, chaos_redeploy._gain))
    return ChaosBot(CHAOS_MARSHAL)


def nobody_missed(case: Case) -> Bot:
    """Nobody is wanted elsewhere."""
    case.patch.setattr(chaos_redeploy, "_gain", lambda s, unit, origin, place: 0.0)
    return ChaosBot(CHAOS_MARSHAL)


def event_for_nothing(case: Case) -> Bot:
    honest, card = chaos_campaign.event_value, case.reason.params["card"]
    case.patch.setattr(chaos_campaign, "event_value", lambda s, one, plan: 0.0 if one.id == card else honest(s, one, plan))
    return ChaosBot(CHAOS_MARSHAL)


def dear_bluffs(case: Case) -> Bot:
    """The Bluff and the Influence card cost as much as a strong one."""
    honest = chaos_politics._price
    case.patch.setattr(chaos_politics, "_price", lambda s, number: 10.0 if number >= BLUFF else honest(s, number))
    return ChaosBot(CHAOS_MARSHAL)


def nothing_to_mend(case: Case) -> Bot:
    case.patch.setattr(chaos_campaign, "steps_worth", lambda s, steps: 0.0)
    return ChaosBot(CHAOS_MARSHAL)


CHAOS_TERMS: dict[str, Term] = {
    "choose_action plan_march": chaos_weighs(march_above=1000.0),
    "choose_action plan_take": chaos_weighs(march_above=1000.0),
    "activate_spaces plan_march": chaos_weighs(march_above=1000.0),
    "activate_spaces plan_take": chaos_weighs(march_above=1000.0),
    "plan_attack": no_prospect_of,
    "odds": no_prospect_of,
    "bars_raid": chaos_weighs(line=0.0, raids=False),
    "event_owed": chaos_weighs(duty=0.0),
    "event_best": event_for_nothing,
    "box_matters": chaos_weighs(politics=0.0),
    "stakes_no_card": dear_bluffs,
    "wins_faction": chaos_weighs(politics=0.0),
    "moves_marker": chaos_weighs(politics=0.0),
    "pushes": chaos_weighs(politics=0.0),
    "move_stack takes": nothing_there,
    "move_stack strengthens": nothing_there,
    "move_step takes": nothing_there,
    "move_step strengthens": nothing_there,
    "in_danger": no_use_in_place,
    "at_front": no_use_in_place,
    "does_most": no_use_in_place,
    "transfer": nobody_missed,
    "steps_wanted": nothing_to_mend,
}
CHAOS_LEAST = {"strengthens": 0.7, "takes": 0.7, "odds": 0.6}
"""A march that has begun often has no better way, and who attacks is named one by one when the attack is settled."""


def test_triumph_of_chaos_without_the_top_term_another_choice_is_made() -> None:
    found = tally(ChaosBot(CHAOS_MARSHAL), "triumph_of_chaos", "officer", ("terms",), 150, CHAOS_TERMS)
    found.must_hold(CHAOS_LEAST, 0.6)


# -- WunderWaffen ------------------------------------------------------------------------------------------------------


def not_liked(case: Case) -> None:
    """Nobody wants that front."""
    honest = wunderwaffen_habits.liking
    case.patch.setattr(wunderwaffen_habits, "liking", only_for(case.choice[1], 2, 0.0, honest))


def no_use_on_the_board(case: Case) -> None:
    """That front does nothing on the board as it lies."""
    honest, front = Picks.plays, str(case.choice[1])
    case.patch.setattr(
        Picks, "plays", lambda picks, line, table, fronts: honest(picks, line, table, [f for f in fronts if f != front])
    )


def missed_most(case: Case) -> None:
    """That front is wanted later."""
    honest, front = Picks.__init__, str(case.choice[1])

    def changed(picks: Picks, *given: Any) -> None:
        honest(picks, *given)
        picks.later = {**picks.later, front: 100.0}

    case.patch.setattr(Picks, "__init__", changed)


def no_fight_there(case: Case) -> None:
    """What is begun in that territory promises nothing."""
    territory = TERRITORY_OF[case.reason.params["territory"]]
    case.patch.setattr(Estimate, "_stakes_in", only_for(territory, 2, [], Estimate._stakes_in))


def no_conquest(case: Case) -> None:
    """That territory brings its conqueror nothing: what he scores for it, and what it goes on to pay."""
    told = case.reason.params
    territory, faction, lost = TERRITORY_OF[told["territory"]], told["faction"], told["points"]
    honest, before = Search.utility, case.position.view["score"][faction]

    def without(search: Search, g: Any, values: dict[str, float]) -> float:
        if g.score[faction] >= before + lost:
            values = {
                **values,
                faction: values[faction] - lost - search.estimate.territory_share * (g.owner[territory] == faction),
            }
        return honest(search, g, values)

    case.patch.setattr(Search, "utility", without)


def wunderwaffen_weighs(**common: float) -> Term:
    """The same grade with other weights."""

    def without(case: Case) -> Bot:
        assert isinstance(case.bot, WunderWaffenBot)
        bot = WunderWaffenBot(case.bot.grade)
        bot.taste, bot.among_four = (
            Taste(common=msgspec.structs.replace(taste.common, **common)) for taste in (bot.taste, bot.among_four)
        )
        return bot

    return without


def dear(case: Case) -> None:
    """That front is missed most."""
    front = str(case.reason.params["front"])
    case.patch.setattr(wunderwaffen_habits, "STRENGTH", {**wunderwaffen_habits.STRENGTH, front: 99})


NO_TRACKS = wunderwaffen_weighs(track_vp_future=0.0, morale_box_future=0.0, german_morale_box_future=0.0, politics_box_future=0.0)
WUNDERWAFFEN_TERMS: dict[str, Term] = {
    "front_wanted": not_liked,
    "front_serves": no_use_on_the_board,
    "front_given": missed_most,
    "foothold": no_fight_there,
    "two_of_three": no_fight_there,
    "conquers": no_conquest,
    "fortifies": no_conquest,
    "track_rises": NO_TRACKS,
    "raids_research": wunderwaffen_weighs(research_share=0.0),
    "weakest_stays": dear,
}
WUNDERWAFFEN_LEAST = {"track_rises": 0.7, "conquers": 0.6}
"""A conquest brings what is printed on the territory, too, and a play on a track at times points at once."""


@pytest.mark.parametrize(("grade", "at_most"), [("officer", 200), ("marshal", 100)])
def test_wunderwaffen_without_the_top_term_another_choice_is_made(grade: str, at_most: int) -> None:
    found = tally(WunderWaffenBot(WUNDERWAFFEN_GRADES[grade]), "wunderwaffen", "officer", ("terms",), at_most, WUNDERWAFFEN_TERMS)
    found.must_hold(WUNDERWAFFEN_LEAST, 0.5)


def test_wunderwaffen_without_chance_the_front_liked_most_is_picked() -> None:
    """Where chance preferred a front liked nearly as much, the one that the reason names is picked without it."""
    officer = WunderWaffenBot(WUNDERWAFFEN_GRADES["officer"])
    strict = WunderWaffenBot(WUNDERWAFFEN_GRADES["officer"])
    strict.taste = without_chance(strict.taste)
    strict.among_four = without_chance(strict.among_four)
    tried = changed = 0
    for position, choice in positions("wunderwaffen", "officer", "terms", every=1, at_most=120):
        top = next(iter(officer.reasons(position, choice)), Reason("none"))
        if top.key == "front_near":
            tried += 1
            changed += strict.choose(position, Random(5))[1] == top.params["best"] != choice[1]
    assert tried >= 15 and changed == tried, (tried, changed)


def without_chance(taste: Taste) -> Taste:
    return msgspec.structs.replace(taste, common=msgspec.structs.replace(taste.common, pick_noise=0.0))
