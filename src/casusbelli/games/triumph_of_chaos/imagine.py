"""Worlds a seat holds possible: everything it cannot know dealt anew [2]."""

from __future__ import annotations

from casusbelli.kernel import Dice, Seat

from .cards import BLUFF, BOXES, POLITICAL
from .content import RED, enemy
from .endings import CONDITIONS
from .state import Chaos


def imagine(g: Chaos, seat: Seat, dice: Dice) -> None:
    side = g.side_of_seat(seat)
    g.decks[side].sort()
    dice.shuffle(g.decks[side])
    _action_cards(g, side, enemy(side), dice)
    for box in range(len(BOXES)):
        _political_cards(g, side, box, dice)
    if side != RED and g.secret_conditions:
        g.secret_conditions = dice.sample(range(len(CONDITIONS)), len(g.secret_conditions))


def _action_cards(g: Chaos, side: int, foe: int, dice: Dice) -> None:
    """The enemy's hand and the cards he has placed face down; what was seen of them stays with him."""
    hidden_boxes = [b for b in range(g.opened, len(g.placed[foe])) if g.placed[foe][b]]
    held = g.hands[foe] + [g.placed[foe][b] for b in hidden_boxes]
    known = sorted(n for n in held if n in g.seen[side] or n >= BLUFF)
    others = sorted(n for n in held + g.decks[foe] if n not in known)
    dice.shuffle(others)
    free = len(held) - len(known)
    held, g.decks[foe] = known + others[:free], others[free:]
    dice.shuffle(held)
    for box in hidden_boxes:
        g.placed[foe][box] = held.pop()
    g.hands[foe] = sorted(held)


def _political_cards(g: Chaos, side: int, box: int, dice: Dice) -> None:
    """Cards lying face down that the seat has neither chosen nor seen, and the top cards the enemy has peeked at."""
    lying, by = g.pc_box[box], g.pc_by[box]
    unknown = [
        n for n, number in enumerate(lying) if number not in g.pc_shown and by[n] != side and number not in g.pc_known[side]
    ]
    top = g.pc_top[box]
    top_hidden = bool(top) and g.pc_top_seen[box] != side
    kept = top if top and not top_hidden else []
    pool = [n for n in g.pc_deck[box] if n not in kept] + [lying[n] for n in unknown]
    pool.sort()
    dice.shuffle(pool)
    for n in sorted(unknown, key=lambda n: by[n] == 0):
        pick = next(i for i, number in enumerate(pool) if by[n] == 0 or not POLITICAL[number].special)
        new = pool.pop(pick)
        for cards in g.pc_known:
            if lying[n] in cards:
                cards[cards.index(lying[n])] = new
        lying[n] = new
    g.pc_deck[box] = sorted([*kept, *pool])
    if top_hidden:
        g.pc_top[box] = pool[: len(top)]
