"""The staff bot: one policy for both sides in three grades, and a strategist who plays on what the best of them would do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from casusbelli.bots import STRATEGIST
from casusbelli.bots.beginner import lets_be
from casusbelli.bots.bids import bid_for
from casusbelli.bots.strategist import Strategist
from casusbelli.game import Bot, Position, Reason
from casusbelli.kernel import Choice

from ..content import ALLIED, AXIS
from . import beginner, setups, staff
from .campaign import Campaign, attack_card
from .reasons import compares, reasons
from .situation import Situation
from .weights import MARSHAL, OFFICER, RECRUIT, Weights

WORTH_OF_AXIS = 1
"""In victory points between marshals, who win 52 of 100 wars with the Axis."""


class StaffBot:
    """Plans, feints, spies and counts, as well as its weights let it."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def choose(self, position: Position, rng: Random) -> Choice:
        options = position.options
        if len(options) == 1:
            return options[0]
        if position.decision == "bid_for_side":
            return bid_for(AXIS, ALLIED, WORTH_OF_AXIS, rng)
        if self.weights.attention < 1 and (passive := lets_be(position, rng, self.weights.attention)):
            return passive
        situation = Situation(position.view, self.weights)
        choice = self._decide(position, situation, rng)
        return choice if choice in options else options[-1]

    def reasons(self, position: Position, choice: Choice) -> list[Reason]:
        """One or two reasons for a choice, as this staff weighs it; none while the sides are bid for."""
        if position.decision == "bid_for_side" or not position.view["side"]:
            return []
        return reasons(position, Situation(position.view, self.weights), choice)

    def compares(self, position: Position, choice: Choice, other: Choice) -> Reason | None:
        """How far another use of the turn stands back; none of anything else, which is not scored."""
        if position.decision != "choose_action":
            return None
        return compares(Situation(position.view, self.weights), position.options, choice, other)

    def _decide(self, position: Position, s: Situation, rng: Random) -> Choice:
        options = position.options
        match position.decision:
            case "choose_victory_cards":
                return setups.victory_cards(options, rng)
            case "initial_placement":
                return setups.first_placement(s, options, rng)
            case "choose_action":
                score = Campaign(s, rng).score
                return max(options, key=score) if self.weights.attention >= 1 else beginner.action(s, options, score, rng)
            case "choose_launch_province":
                return staff.launch_province(s, options)
            case "add_to_attack":
                return attack_card(s, position.about["province"], options)
            case "interdict":
                return options[0]
            case "use_advantage":
                return ("use",) if staff.use_advantage(s) else ("keep",)
            case "select_losses":
                return staff.loss(options)
            case "unsupplied_quagmire":
                return staff.repel_or_fight(s)
            case "intel_step":
                return staff.look(s, options, rng)
            case "block_intel":
                return ("block",) if staff.wants_block(s, rng) else ("decline",)
            case "raise_intel":
                return ("raise",) if staff.wants_raise(s) else ("decline",)
            case "production_buy":
                return staff.purchase(s, options)
            case "withdraw":
                return staff.withdrawal(s, options)
        return rng.choice(options)


BOTS: Mapping[str, Callable[[], Bot]] = {
    "recruit": lambda: StaffBot(RECRUIT),
    "officer": lambda: StaffBot(OFFICER),
    "marshal": lambda: StaffBot(MARSHAL),
    STRATEGIST: lambda: Strategist(StaffBot(MARSHAL)),
}
