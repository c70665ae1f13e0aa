"""What a side can foresee of the political phase: what a card may win in a box, and where markers would go [8].

It adds up what the side knows and nothing else: pending influence, cards shown, chosen by itself, or seen before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from casusbelli.kernel import Params

from .cards import CARDS, INFLUENCE, POLITICAL
from .content import FACTION_IDS, RED, WHITE, enemy
from .influence import blocked_from, leaves_control
from .political import FREEZE_ALL, OTHER, influence_modifiers, influence_value, net_influence, selection
from .state import Chaos, side_id
from .tables import CONSTANT

FROZEN = "frozen"
"""The block of every marker while a special card lets none move [8.3]."""

_STAKES = range(1, 6)
"""What a card can count in a box."""


def knows_political(g: Chaos, side: int, box: int, position: int) -> bool:
    """Whether a side knows a card that lies in a box: shown, chosen by itself, or seen on top of the deck before."""
    number = g.pc_box[box][position]
    return number in g.pc_shown or (side > 0 and (g.pc_by[box][position] == side or number in g.pc_known[side]))


def _counting(g: Chaos, side: int) -> list[int]:
    """The cards known to lie in the boxes; a special card in box other drives the rest of it away [8.3]."""
    known = [[n for at, n in enumerate(cards) if knows_political(g, side, box, at)] for box, cards in enumerate(g.pc_box)]
    special = [n for n in known[OTHER] if POLITICAL[n].special]
    if special:
        known[OTHER] = special[:1]
    return [n for cards in known for n in cards]


def markers(g: Chaos, side: int, extra: Iterable[int] = (), points: Mapping[int, int] | None = None) -> dict[str, Params]:
    """Net influence by faction and what it would do to the marker, with these cards and points laid on top.

    ``lost`` points are left over at the end of the way, ``missing`` ones would have made another box; ``veto`` is the side
    that may hold the marker in the control box it would leave.
    """
    cards = [*_counting(g, side), *extra]
    frozen = any(POLITICAL[n].effect == FREEZE_ALL for n in cards)
    net = net_influence(g, cards)
    for faction, n in (points or {}).items():
        net[faction] += n
    return {FACTION_IDS[f]: marker_way(g, f, n, frozen) for f, n in enumerate(net) if n}


def marker_way(g: Chaos, faction: int, net: int, frozen: bool = False) -> Params:
    """How far that much influence would take a marker."""
    direction, points = (1, net) if net > 0 else (-1, -net)
    position = start = g.fcm[faction]
    block, missing, veto = FROZEN if frozen else "", 0, ""
    while position != 2 * direction and not block:
        leaving = leaves_control(position, direction)
        cost = CONSTANT["ip_leave_control" if leaving else "ip_per_box"]
        if points < cost:
            missing = cost - points
            break
        block = blocked_from(g, faction, position, direction, True)
        if not block:
            veto = veto or (side_id(enemy(WHITE if position > 0 else RED)) if leaving else "")
            points -= cost
            position += direction
    return {"net": net, "from": start, "to": position, "block": block, "lost": points, "missing": missing, "veto": veto}


def stake(g: Chaos, side: int, number: int) -> list[Params]:
    """What a card would win in a box by the card it may meet: one row for every value it can have [8.2].

    ``chance`` is in sixths; ``against`` lists the other card's value, political cards chosen by this side, drawn, and
    chosen by the other.
    """
    return [
        {"value": own, "chance": chance, "against": [[foe, *_won(own, foe)] for foe in _STAKES]}
        for own, chance in _values(g, side, number).items()
    ]


def _values(g: Chaos, side: int, number: int) -> dict[int, int]:
    """What a card can count, with chances in sixths: only Influence is rolled for."""
    if number != INFLUENCE:
        return {CARDS[side][number].value: 6}
    modifier = sum(influence_modifiers(g, side).values())
    found: dict[int, int] = {}
    for roll in range(1, 7):
        value = influence_value(side, roll + modifier)
        found[value] = found.get(value, 0) + 1
    return found


def _won(own: int, foe: int) -> tuple[int, int, int]:
    chosen, drawn = selection(own + foe, abs(own - foe))
    return (chosen, drawn, 0) if own > foe else (0, drawn, chosen)
