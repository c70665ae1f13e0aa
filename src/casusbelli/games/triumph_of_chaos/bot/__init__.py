"""The staff bot: one policy for both sides in three grades. It knows its seat's view and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from casusbelli.bots.beginner import lets_be, noticed
from casusbelli.bots.bids import bid_for
from casusbelli.bots.weighing import stands_back
from casusbelli.game import Bot, Position, Reason
from casusbelli.kernel import Choice

from ..content import SPACE, UNIT
from . import beginner, campaign, politics, redeploy, staff
from .declarations import FREELY, NEVER
from .events import choose_option
from .lines import survey
from .reasons import reasons
from .situation import Situation
from .verdicts import VERDICTS
from .weights import MARSHAL, OFFICER, RECRUIT, Weights

STRONGER_SIDE, WEAKER_SIDE = "red", "white"
"""Red acts last in every round: what he takes or cuts off then stays so until points are counted."""
WORTH_OF_SIDE = {"introductory_1918": 0, "tournament_1919": 0, "campaign": 0}
"""What that side is worth in points between marshals, by scenario: where each wins about half of the games."""

_FOLLOW_UPS: dict[str, Callable[[Situation, list[Choice]], Choice]] = {
    "choose_losses": staff.loss,
    "step_loss": staff.loss,
    "replace_with_corps": staff.substitute,
    "retreat_path": staff.retreat,
    "leader_reinforce": staff.reinforce,
    "play_initiative": staff.initiative,
    "surprise_cavalry": staff.surprise,
    "makhno_treachery": staff.treachery,
    "in_fighting_no_act": staff.spaces_to_hurt,
    "no_act_place": staff.spaces_to_hurt,
    "in_fighting_recall": staff.recall,
    "in_fighting_pick": staff.marker,
    "no_act_remove": staff.free_own,
    "event_target": staff.event_target,
    "event_cards": staff.card_to_take,
    "name_regions": staff.region,
    "spend_rs": staff.purchase,
    "buy_leader": staff.buy_leader,
    "secret_conditions": staff.conditions,
    "end_game_card": staff.end_card,
    "end_game_modifier": staff.end_modifier,
    "optional_setup_restore": staff.restored,
    "port_landing_target": staff.landing,
    "port_landing_unit": staff.embark,
}
"""Who answers what follows from an action, by decision."""

_FOLLOW_UPS_THERE: dict[str, Callable[[Situation, list[Choice], int], Choice]] = {
    "cancel_retreat": staff.cancel_retreat,
    "miracle": staff.cancel_retreat,
    "leader_withdraw": staff.withdraw,
    "advance": staff.advance,
    "exploit": staff.exploit,
    "counterattack": staff.counterattack,
}
"""The same for what happens in one space."""


class StaffBot:
    """Bids, marches, fights and counts, as well as its weights let it."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._before: Situation | None = None
        """The last position, for what was worked out there: it changes the time a choice takes, never the choice."""

    @property
    def _is_beginner(self) -> bool:
        return self.weights.attention < 1

    def choose(self, position: Position, rng: Random) -> Choice:
        options = position.options
        if len(options) == 1:
            return options[0]
        decision = position.decision
        if decision == "optional_setup_card":
            return options[-1]
        if decision == "bid_sides":
            worth = WORTH_OF_SIDE[position.view["scenario"]]
            return bid_for(STRONGER_SIDE, WEAKER_SIDE, min(self.weights.bid, worth), rng)
        passive = lets_be(position, rng, self.weights.attention) if self._is_beginner else None
        if passive:
            return passive
        situation = self._before = Situation(position.view, self.weights, self._before)
        survey(situation)
        choice = self._decide(decision, situation, options, position.about, rng)
        return choice if choice in options else options[-1]

    def reasons(self, position: Position, choice: Choice) -> list[Reason]:
        """What speaks for a choice, from the same view of things it was made with."""
        if position.decision == "bid_sides":
            return [Reason("bid", {"side": choice[1]})] if choice[1] == STRONGER_SIDE else []
        situation = Situation(position.view, self.weights)
        survey(situation)
        return reasons(situation, position, choice)

    def compares(self, position: Position, choice: Choice, other: Choice) -> Reason | None:
        """How far another action stands back; declarations are made or not made, and weighed with nothing."""
        if position.decision != "choose_action":
            return None
        situation = Situation(position.view, self.weights)
        survey(situation)
        scores = campaign.action(situation, position.options)
        weighed = [score for score in scores.values() if NEVER < score < FREELY]
        if not {scores[choice], scores[other]} <= set(weighed):
            return None
        return stands_back(weighed, scores[choice], scores[other])

    def _decide(self, decision: str, s: Situation, options: list[Choice], about: dict[str, Any], rng: Random) -> Choice:
        match decision:
            case "choose_action":
                scores = campaign.action(s, options)
                return beginner.action(s, scores, rng) if self._is_beginner else self._best(scores, rng)
            case "activate_spaces" if self._is_beginner:
                return beginner.activation(s, options, about["points"], rng)
            case "activate_spaces":
                return campaign.activation(s, options, about["points"])
            case "move_stack":
                return campaign.mover(s, options)
            case "move_step":
                return campaign.step(s, options, about)
            case "declare_attack":
                return campaign.attack(s, options)
            case "attack_unit":
                return campaign.attacker(s, options, SPACE[about["space"]], [UNIT[u] for u in about["units"]])
            case "sr_move":
                if "leader" in about:
                    return redeploy.leader_destination(s, options)
                return redeploy.redeploy(s, options, about["points"], about.get("unit"))
            case "pol_allocate":
                return politics.allocation(s, options, about["box"], rng)
            case "pol_choose_pc":
                seen = noticed(options, rng, self.weights.attention) if self._is_beginner else []
                return politics.political_card(s, seen or options, about["box"])
            case "pol_spies_choice":
                return politics.spies(s, options)
            case "withdrawal_modifier":
                return politics.withdrawal(s, options, about["faction"])
            case "event_choice":
                return choose_option(s, options)
            case "event_target" if options[0][0] == "influence":
                return politics.diplomacy_target(s, options)
            case "buy_influence":
                return staff.buy_influence(s, options, politics.influence_target(s, options))
        return self._follow_up(decision, s, options, about, rng)

    def _follow_up(self, decision: str, s: Situation, options: list[Choice], about: dict[str, Any], rng: Random) -> Choice:
        if decision in VERDICTS:
            return VERDICTS[decision](s, options, about)
        if decision in _FOLLOW_UPS:
            return _FOLLOW_UPS[decision](s, options)
        if decision in _FOLLOW_UPS_THERE:
            return _FOLLOW_UPS_THERE[decision](s, options, SPACE.get(about.get("space", ""), -1))
        if decision == "special_action":
            return self._special(s, options)
        if options[0][0] in ("place", "to_reserve", "place_leader", "green", "rise", "land", "evacuate"):
            return staff.place(s, options, about.get("piece") or about.get("unit"))
        return rng.choice(options)

    def _special(self, s: Situation, options: list[Choice]) -> Choice:
        match options[0][0]:
            case "influence":
                return politics.influence_target(s, options)
            case "propaganda":
                return staff.spaces_to_hurt(s, options)
            case "place_leader":
                return redeploy.leader_destination(s, options)
        return options[0]

    def _best(self, scores: dict[Choice, float], rng: Random) -> Choice:
        noise = self.weights.noise
        if noise:
            return max(scores, key=lambda c: scores[c] + rng.gauss(0.0, noise))
        return max(scores, key=lambda c: scores[c])


BOTS: Mapping[str, Callable[[], Bot]] = {
    "recruit": lambda: StaffBot(RECRUIT),
    "officer": lambda: StaffBot(OFFICER),
    "marshal": lambda: StaffBot(MARSHAL),
}
