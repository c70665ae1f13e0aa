"""8.3: the German's programme: what each step of the research track is worth to him, and when he buys.

He raises the marker by plays that he could have spent on territories, and buys a card for the points reached. Which step is
worth how much follows from the cards that lie open and from the turns he has left: with none left, points are worth nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from casusbelli.kernel import Choice

from ..content import CARDS, FRONTS, GERMAN, NUMBERS, RESEARCH, RESEARCH_STEPS, SYMBOL, CardRow
from ..laboratory import face_up
from ..powers import powers_of
from ..sequence import turn_order
from ..state import WunderWaffen
from .weights import PROGRAMME

ROUNDS = NUMBERS.part1_rounds + NUMBERS.part2_rounds
RAISING = ("research", "research_x2", SYMBOL)
"""The fronts that raise the marker."""
OWN_PLAYS = NUMBERS.ready_tokens - NUMBERS.other_plays
_STEPS = range(RESEARCH.min_step, RESEARCH.max_step + 1)
_POINTS = {step: RESEARCH_STEPS[step].research_points for step in _STEPS}


def round_number(g: WunderWaffen) -> int:
    """Rounds counted through both parts, from 1."""
    return g.round + (NUMBERS.part1_rounds if g.part == 2 else 0)


def german_turns_left(g: WunderWaffen) -> int:
    """The German's turns after the present one, whosever it is."""
    order = turn_order(g)
    return ROUNDS - round_number(g) + (order.index(g.active) < order.index(GERMAN))


def card_worth(card: CardRow, left: float) -> float:
    """Bonus at once, lasting rules for the share of the game that is left."""
    worth = 0.0
    for effect in card.bonus:
        worth += abs(effect.n) * PROGRAMME.bonus[effect.kind] * (PROGRAMME.each_ally if effect.who == "each_ally" else 1.0)
    for rule in card.rules:
        worth += PROGRAMME.lasting[rule.kind] * (1.0 if rule.kind == "end_vp_per_card" else left)
    return worth


@lru_cache(maxsize=1024)
def purchases(cards: tuple[str, ...], turns: int) -> tuple[float, ...]:
    """The worth of the best card for each number of research points, with so many turns left after the purchase."""
    worth = {card: card_worth(CARDS[card], turns / ROUNDS) for card in cards}
    most = max(_POINTS.values())
    return tuple(max((worth[c] for c in cards if CARDS[c].value <= points), default=0.0) for points in range(most + 1))


@lru_cache(maxsize=4096)
def steps(cards: tuple[str, ...], turns: int, raises: int = OWN_PLAYS) -> tuple[float, ...]:
    """What each step promises, from the lowest, with so many turns to come: in each he may raise the marker, then buy or wait.

    ``raises`` is how often he can do so in the next of them.
    """
    if not turns:
        return (0.0,) * len(_STEPS)
    later = steps(cards, turns - 1)
    bought = purchases(cards, turns - 1)
    start = later[RESEARCH.start_step - RESEARCH.min_step]
    held = {step: max(bought[_POINTS[step]] + start if _POINTS[step] else 0.0, waiting(later, step)) for step in _STEPS}
    return tuple(
        max(
            held[min(step + plays, RESEARCH.max_step)]
            + sum(PROGRAMME.arrival.get(str(n), 0.0) for n in range(step + 1, step + plays + 1))
            - plays * PROGRAMME.play_worth
            for plays in range(raises + 1)
        )
        for step in _STEPS
    )


def promises(g: WunderWaffen) -> tuple[float, ...]:
    """What each step promises from the German's next turn on, by the fronts that he has ready for it or can still pick."""
    tokens = g.pool[GERMAN] if g.active == GERMAN else g.ready_tokens(GERMAN)
    raises = sum(FRONTS[token] in RAISING for token in tokens) if tokens else OWN_PLAYS
    return steps(tuple(face_up(g)), german_turns_left(g), min(OWN_PLAYS, raises))


def waiting(promised: Sequence[float], step: int) -> float:
    """What a step promises when its points are kept for another turn: somebody may raid it."""
    at = step - RESEARCH.min_step
    risk = PROGRAMME.raid_chance if step > RESEARCH.start_step else 0.0
    return promised[at] - risk * (promised[at] - promised[at - 1])


def step_values(g: WunderWaffen) -> list[float]:
    """The worth of each step, from the lowest, compared with the start. In his own turn he may still buy at once."""
    promised = promises(g)
    start = promised[RESEARCH.start_step - RESEARCH.min_step]
    values = [waiting(promised, step) - start for step in _STEPS]
    if g.active == GERMAN and not g.card_bought_this_turn:
        bought = purchases(tuple(face_up(g)), german_turns_left(g))
        values = [max(value, bought[_POINTS[n]]) if _POINTS[n] else value for n, value in zip(_STEPS, values, strict=True)]
    return values


def purchase(g: WunderWaffen, options: Sequence[Choice]) -> Choice | None:
    """Whether to buy now, and which card: after the plays that may still raise the marker, unless waiting promises more."""
    cards = [choice for choice in options if choice[0] == "buy_card"]
    if not cards or (g.own_left and g.research < RESEARCH.max_step and _may_rise(g)):
        return None
    turns = german_turns_left(g)
    best = max(cards, key=lambda choice: card_worth(CARDS[str(choice[1])], turns / ROUNDS))
    promised = promises(g)
    gained = card_worth(CARDS[str(best[1])], turns / ROUNDS) + promised[RESEARCH.start_step - RESEARCH.min_step]
    return best if gained >= waiting(promised, g.research) else None


def _may_rise(g: WunderWaffen) -> bool:
    return any(FRONTS[token] in RAISING for token in g.ready_tokens(GERMAN))


def interception_gain(g: WunderWaffen) -> float:
    """8.5: what it is worth to meet a raid: the step that would be lost, less the own plays that it costs (R9)."""
    at = g.research - RESEARCH.min_step
    kept = steps(tuple(face_up(g)), german_turns_left(g), 0 if g.variants.intercept_cost == "all_own_plays" else 1)[at]
    lost = promises(g)[at - 1] - (PROGRAMME.fall if g.research - 1 == RESEARCH.min_step else 0.0)
    return kept - lost + powers_of(g).interrupt_vp - cost_of_next(g)


def cost_of_next(g: WunderWaffen) -> float:
    """R9: a token spent out of turn costs all own plays of the next turn, once; by option its own play alone."""
    if g.variants.intercept_cost != "all_own_plays":
        return PROGRAMME.play_worth
    return 0.0 if g.intercepts_used else PROGRAMME.play_worth * max(0, len(g.ready_tokens(GERMAN)) - NUMBERS.other_plays)


def interceptions_cost(g: WunderWaffen) -> float:
    """R9: what the German has given up already by the interceptions since his last turn."""
    return PROGRAMME.play_worth * (OWN_PLAYS if g.variants.intercept_cost == "all_own_plays" else g.intercepts_used)
