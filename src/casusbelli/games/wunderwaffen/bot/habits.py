"""14.5 to 14.7: what a bot decides by habit: tokens to pick, cards to take, raids to meet, markers to leave."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from casusbelli.kernel import Ask, Choice

from ..berlin import ally_in_berlin, free_berlin_spaces
from ..content import (
    CARDS,
    CONFERENCE,
    FRONTS,
    GERMAN,
    POLITICS,
    SPACE_OF,
    STRENGTH,
    SYMBOL,
    Faction,
    Piece,
)
from ..state import NOTHING, WunderWaffen
from .programme import card_worth, interception_gain
from .weights import COMMON, PROFILES, Common


def default_answer(g: WunderWaffen, question: Ask) -> Choice:
    """How anybody is expected to answer a question that arises within a play."""
    match question.decision:
        case "choose_marker":
            return marker(g, question.options)
        case "intercept_air_raid":
            return interception(g, question.options)
        case _:
            return question.options[0]


def marker(g: WunderWaffen, options: Sequence[Choice]) -> Choice:
    """14.7: a borrowed token first, then the weakest front."""

    def dearness(choice: Choice) -> int:
        placed = g.spaces[SPACE_OF[str(choice[1])]]
        assert placed is not None
        return (STRENGTH[FRONTS[placed.token]] or COMMON.plain_front_strength) if placed.owner == placed.faction else 0

    return min(options, key=dearness)


def interception(g: WunderWaffen, options: Sequence[Choice]) -> Choice:
    """14.6: meet a raid, with the cheapest token, where the step is worth more than the plays it costs."""
    if interception_gain(g) <= 0:
        return options[0]
    return min(options[1:], key=lambda choice: STRENGTH[str(choice[1])])


def pick(g: WunderWaffen, faction: Faction, options: Sequence[Choice], common: Common, rng: Random) -> Choice:
    """14.5: the front that is liked most, with a little chance."""
    return max(options, key=lambda choice: liking(g, faction, str(choice[1]), common) + rng.random() * common.pick_noise)


def liking(g: WunderWaffen, faction: Faction, front: Piece, common: Common) -> float:
    """14.5: how much a front is preferred, less for every copy already picked."""
    picked = [FRONTS[token] for token in g.ready[faction] if token != NOTHING]
    joins = 0 < len(g.conference) < CONFERENCE.boxes and all(placed.faction != faction for placed in g.conference)
    liked = PROFILES[faction].ready_preference[front] - common.pick_repeat_cost * picked.count(front)
    if faction != GERMAN and joins and front in (POLITICS, SYMBOL):
        liked += common.open_conference_bonus
    if front == "politics_berlin" and ally_in_berlin(g) and free_berlin_spaces(g):
        liked += common.berlin_piece_bonus
    return liked


def removal(faction: Faction, options: Sequence[Choice]) -> Choice:
    """14.7: the front that is least wanted in part 2 is left out."""
    wanted = PROFILES[faction].part2_preference
    return min(options, key=lambda choice: wanted[str(choice[1])])


# -- Research cards ----------------------------------------------------------------------------------------------------


def setup_card(options: Sequence[Choice], left: float) -> Choice:
    """14.6: one card of value 2, or two of value 1, whichever is worth more together."""
    worth = {str(choice[1]): card_worth(CARDS[str(choice[1])], left) for choice in options}
    ones = sorted((w for card, w in worth.items() if CARDS[card].value == 1), reverse=True)
    pair = sum(ones[:2])

    def together(choice: Choice) -> float:
        card = str(choice[1])
        return worth[card] if CARDS[card].value > 1 else pair + worth[card] / 100

    return max(options, key=together)
