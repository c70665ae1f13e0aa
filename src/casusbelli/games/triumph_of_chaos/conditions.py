"""The conditions cards and tables are written with [15]."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .content import DISTANCE, FACTION, LEADER, REGIONS, SIDE_OF, SIGN, SPACE, bits, enemy
from .factions import at_war, controller, in_play, is_withdrawn, master
from .scoring import vc_credit, vc_lead
from .state import SUBJUGATED, Chaos
from .tables import Modifier


def all_hold(g: Chaos, side: int, conditions: Iterable[str], faction: int = -1) -> bool:
    """Every condition holds; ``a|b`` inside one means or. ``side`` is the card's owner."""
    return all(any(holds(g, side, part.strip(), faction) for part in condition.split("|")) for condition in conditions)


def holds(g: Chaos, side: int, condition: str, faction: int = -1) -> bool:
    if condition.startswith("not "):
        return not holds(g, side, condition[4:], faction)
    for sign in (">=", "<="):
        if sign in condition:
            what, _, number = condition.partition(sign)
            value = _subjugated(g) if what == "subjugated" else _position(g, FACTION[what.removeprefix("fcm:")])
            return value is not None and (value >= int(number) if sign == ">=" else value <= int(number))
    word, *rest = condition.split(":")
    return _WORDS[word](g, side, rest, faction)


def _position(g: Chaos, faction: int) -> int | None:
    """Where the marker stands; a conquered faction counts as its conqueror's, one that is out of play as nobody's."""
    owner = master(g, faction)
    if owner:
        return 2 * SIGN[owner]
    return g.fcm[faction] if in_play(g, faction) else None


def _subjugated(g: Chaos) -> int:
    return sum(fate == SUBJUGATED for fate in g.fate)


def _all_cities(g: Chaos, region: str, side: int) -> bool:
    return all(g.control[SPACE[city]] == side for city in REGIONS[region].victory_cities)


def _enemy_within(g: Chaos, side: int, space: int, distance: int) -> bool:
    return any(DISTANCE[space][s] <= distance for s in bits(g.board.held[enemy(side)]))


def _city_balance(g: Chaos, side: int) -> int:
    """Cities of the card's owner less the enemy's; not looked at in turn 1 [8.2]."""
    if g.turn == 1:
        return 0
    count = vc_credit(g)
    return count[side] - count[enemy(side)]


Word = Callable[[Chaos, int, list[str], int], bool]

_WORDS: dict[str, Word] = {
    "flag": lambda g, side, rest, f: g.flagged(rest[0]),
    "played": lambda g, side, rest, f: rest[0] in g.played,
    "control": lambda g, side, rest, f: master(g, FACTION[rest[0]]) == SIDE_OF[rest[1]],
    "uncontrolled": lambda g, side, rest, f: in_play(g, FACTION[rest[0]]) and not controller(g, FACTION[rest[0]]),
    "mp_active": lambda g, side, rest, f: in_play(g, FACTION[rest[0]]),
    "withdrawn": lambda g, side, rest, f: is_withdrawn(g, FACTION[rest[0]]),
    "faction_in_play": lambda g, side, rest, f: in_play(g, FACTION[rest[0]]),
    "side_controls": lambda g, side, rest, f: g.control[SPACE[rest[0]]] == SIDE_OF[rest[1]],
    "all_vc": lambda g, side, rest, f: _all_cities(g, rest[0], SIDE_OF[rest[1]]),
    "vc_lead": lambda g, side, rest, f: vc_lead(g) == SIDE_OF[rest[0]],
    "at_war": lambda g, side, rest, f: at_war(g, FACTION[rest[0]], SIDE_OF[rest[1]]),
    "enemy_within": lambda g, side, rest, f: _enemy_within(g, side, SPACE[rest[0]], int(rest[1])),
    "year": lambda g, side, rest, f: g.turn_row.year == int(rest[0]),
    "leader_on_map": lambda g, side, rest, f: g.leader_at[LEADER[rest[0]]] >= 0,
    "vc_behind": lambda g, side, rest, f: _city_balance(g, side) < 0,
    "vc_ahead": lambda g, side, rest, f: _city_balance(g, side) > 0,
    "fcm_of_faction_white_control": lambda g, side, rest, f: controller(g, f) == SIDE_OF["white"],
    "fcm_of_faction_red_control": lambda g, side, rest, f: controller(g, f) == SIDE_OF["red"],
}


def named_modifiers(g: Chaos, side: int, modifiers: Iterable[Modifier], faction: int = -1) -> list[dict[str, object]]:
    """The modifiers that hold, by name, for the log."""
    return [{"id": m.id or m.when.partition(":")[2] or m.when, "n": m.mod} for m in modifiers if holds(g, side, m.when, faction)]


def modifier_sum(g: Chaos, side: int, modifiers: Iterable[Modifier], faction: int = -1) -> int:
    """The modifiers that hold, added up."""
    return sum(m.mod for m in modifiers if holds(g, side, m.when, faction))
