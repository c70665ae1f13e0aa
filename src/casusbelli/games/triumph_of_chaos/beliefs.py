"""What the enemy probably holds and has staked, and how worlds are told apart (``casus beliefs triumph_of_chaos``).

Hands are dealt from shuffled decks; but who keeps which card, and stakes which on a political box, is a habit. How readily each
card is still held, by side and by how many are left, and how readily it is staked on each box, are small tables learnt from wars
(``beliefs.json``). Cards the seat has seen stay with the enemy; political cards and Red's secret conditions are dealt at random.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from casusbelli.bots.beliefs import Habits, beliefs_file, few_or_many, read_beliefs, readily_first
from casusbelli.kernel import Dice, Seat

from .cards import BLUFF, BOXES, CARDS
from .content import FOLDER, enemy
from .endings import CONDITIONS
from .imagine import imagine
from .state import Chaos


@cache
def learnt() -> Habits:
    path = beliefs_file(FOLDER)
    return read_beliefs(path).habits if path.is_file() else {}


def suppose(g: Chaos, seat: Seat, dice: Dice, habits: Habits | None = None) -> None:
    """Re-deal in place, as it probably is."""
    known = learnt() if habits is None else habits
    imagine(g, seat, dice)
    side = g.side_of_seat(seat)
    foe, boxes = enemy(side), staked_boxes(g, side)
    held = g.hands[foe] + [g.placed[foe][box] for box in boxes]
    certain = sorted(n for n in held if n in g.seen[side] or n >= BLUFF)
    others = readily_first([n for n in held + g.decks[foe] if n not in certain], known.get(held_habit(foe, len(held)), {}), dice)
    free = len(held) - len(certain)
    held, g.decks[foe] = certain + others[:free], others[free:]
    dice.shuffle(g.decks[foe])
    for box in boxes:
        staked = readily_first(held, known.get(box_habit(foe, box), {}), dice)[0]
        held.remove(staked)
        g.placed[foe][box] = staked
    g.hands[foe] = sorted(held)


def staked_boxes(g: Chaos, side: int) -> list[int]:
    """The political boxes on which the enemy's card lies face down."""
    placed = g.placed[enemy(side)]
    return [box for box in range(g.opened, len(placed)) if placed[box]]


def held_habit(foe: int, left: int) -> str:
    return f"{foe} {few_or_many(left)}"


def box_habit(foe: int, box: int) -> str:
    return f"{foe} on {BOXES[box]}"


def lie(g: Chaos, seat: Seat) -> Iterator[tuple[str, str]]:
    """Which cards are held that the seat has not seen, and which are staked on which box."""
    side = g.side_of_seat(seat)
    foe, boxes = enemy(side), staked_boxes(g, side)
    staked = [g.placed[foe][box] for box in boxes]
    held = g.hands[foe] + staked
    yield from ((held_habit(foe, len(held)), str(n)) for n in held if n not in g.seen[side] and n < BLUFF)
    yield from ((box_habit(foe, box), str(n)) for box, n in zip(boxes, staked, strict=True))


def traits(g: Chaos, seat: Seat) -> dict[str, float]:
    """Every card of the enemy's hand and what it is worth, and what he has staked face down."""
    foe = enemy(g.side_of_seat(seat))
    cards = CARDS[foe]
    hand = [number for number in g.hands[foe] if number in cards]
    found: dict[str, float] = {"turn": g.turn, "round": g.round, "cards": len(g.hands[foe])}
    found |= {"operations": sum(cards[n].ops for n in hand), "values": sum(cards[n].value for n in hand)}
    found |= {f"holds {number}": float(number in hand) for number in cards}
    for box, name in enumerate(BOXES):
        staked = g.placed[foe][box] if box < len(g.placed[foe]) else 0
        hidden = staked if box >= g.opened else 0
        found[f"stake {name}"] = cards[hidden].value if hidden in cards else 0.0
        found[f"bluff {name}"] = float(hidden >= BLUFF)
    return found | {f"condition {n}": float(n in g.secret_conditions) for n in range(len(CONDITIONS))}
