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
    RESEARCH,
    SPACE_OF,
    STRENGTH,
    SYMBOL,
    CardRow,
    Faction,
    Piece,
)
from ..laboratory import research_points
from ..state import NOTHING, WunderWaffen
from .estimate import round_number, rounds_left
from .weights import COMMON, GERMAN_PROFILE, PROFILES, Common, Profile


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
    """14.6: meet a raid from a certain step upwards, at most once between two turns, with the cheapest token."""
    if g.research < GERMAN_PROFILE.intercept_from_step or g.intercepts_used:
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

_LASTING_VALUE = {
    "air_raid_ban": 1.0,
    "extra_targets": 1.0,
    "immune": 1.5,
    "place_as": 1.0,
    "vp_on_elimination": 2.5,
    "interrupt_vp": 1.0,
    "interrupt_token": 0.5,
    "discard_action": 4.0,
    "reserve_limit": 1.5,
    "strategy_tax": 6.0,
    "vp_on_air_raid": 1.0,
    "fortress_vp": 7.0,
    "turn_start_vp": 10.0,
    "research_shield": 3.0,
    "end_vp_per_card": 5.0,
}
"""What a lasting rule is worth over a whole game, each for a parameter n of its usual size."""

_BONUS_VALUE = {"vp": 1.0, "morale": 1.3, "politics": 1.2, "research": 1.5}


def card_worth(card: CardRow, left: float) -> float:
    """Bonus at once, lasting rules for the time that is left."""
    bonus = sum(abs(effect.n) * _BONUS_VALUE[effect.kind] * (3 if effect.who == "each_ally" else 1) for effect in card.bonus)
    return bonus + sum(_LASTING_VALUE[rule.kind] * (1.0 if rule.kind == "end_vp_per_card" else left) for rule in card.rules)


def setup_card(options: Sequence[Choice], left: float) -> Choice:
    """14.6: one card of value 2, or two of value 1, whichever is worth more together."""
    worth = {str(choice[1]): card_worth(CARDS[str(choice[1])], left) for choice in options}
    ones = sorted((w for card, w in worth.items() if CARDS[card].value == 1), reverse=True)
    pair = sum(ones[:2])

    def together(choice: Choice) -> float:
        card = str(choice[1])
        return worth[card] if CARDS[card].value > 1 else pair + worth[card] / 100

    return max(options, key=together)


def purchase(g: WunderWaffen, options: Sequence[Choice], german: Profile, rng: Random) -> Choice | None:
    """14.6: whether to buy now, and which card: the highest value, then the worthiest."""
    cards = [choice for choice in options if choice[0] == "buy_card"]
    if not cards:
        return None
    likelihood = {
        RESEARCH.max_step: german.buy_at_step_5,
        RESEARCH.max_step - 1: german.buy_at_step_4,
        RESEARCH.max_step - 2: german.buy_at_step_3 * (not _research_ready(g)),
    }[g.research]
    late = round_number(g) >= german.buy_anything_from_round
    if not late and rng.random() >= likelihood:
        return None
    left = rounds_left(g)
    best = max(CARDS[str(choice[1])].value for choice in cards)
    return max(
        (choice for choice in cards if CARDS[str(choice[1])].value == best),
        key=lambda choice: card_worth(CARDS[str(choice[1])], left),
    )


def _research_ready(g: WunderWaffen) -> bool:
    """Whether a token in hand could still raise the points."""
    fronts: list[Piece] = [FRONTS[token] for token in g.ready_tokens(GERMAN)]
    return g.own_left > 0 and research_points(g) < 3 and any(front in ("research", "research_x2", SYMBOL) for front in fronts)
