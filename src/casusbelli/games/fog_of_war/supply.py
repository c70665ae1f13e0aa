"""7: supply. Sources, the provinces they reach, and from where an attack may start.

Sets of places are bit masks. ``reach`` is a pure function of public facts and remembers its answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from .content import (
    ATTACKED_FROM,
    BIT,
    LATE_SOURCES,
    NEIGHBOURS,
    OFF_MAP_SOURCES,
    ON_MAP,
    OPPONENT,
    PLACES,
    PROVINCES,
    SEA_MASK,
    SEAS,
    SIDES,
    SOURCES,
    Side,
    places,
)
from .state import War

_NEIGHBOUR_MASKS = {side: tuple(NEIGHBOURS[side][place] for place in PLACES) for side in SIDES}


class Front:
    """Who holds what, as masks: what supply depends on, and what follows from it."""

    __slots__ = ("held", "quagmires", "reach", "supplied", "urals")

    def __init__(self, g: War) -> None:
        held = dict.fromkeys((*SIDES, "neutral"), 0)
        control = g.control
        for province, bit in _BITS:
            held[control[province]] |= bit
        self.held = held
        self.quagmires = 0
        for province in g.quagmires:
            self.quagmires |= BIT[province]
        self.urals = g.ussr_at_war
        sea_supply = "adv_sea_supply" in g.options
        self.reach = {s: self._reach(s, held[OPPONENT[s]] & SEA_MASK & ~self.quagmires if sea_supply else 0) for s in SIDES}
        self.supplied = {s: _supplied(s, self.reach[s], held[s], self.quagmires) for s in SIDES}

    def _reach(self, side: Side, crossed: int) -> int:
        return reach(side, self.held[side], self.quagmires, crossed, self.urals)

    def reach_over(self, side: Side, crossed: int) -> int:
        """The supplied set when exactly these enemy seas are crossed (A2)."""
        return self._reach(side, crossed)


_BITS = tuple((p, BIT[p]) for p in PROVINCES)


def front(g: War) -> Front:
    """The front as it stands; worked out once between two changes."""
    known: Front | None = g.__dict__.get("front")
    if known is None:
        known = g.__dict__["front"] = Front(g)
    return known


def front_changed(g: War) -> None:
    """Call after any change of control, quagmires or the USSR's entry."""
    g.__dict__.pop("front", None)


def sources(side: Side, held: int, urals: bool) -> int:
    """7.1.1: sources work while their side controls them; off-map ones always, the Urals from Soviet entry on."""
    return SOURCES[side] & held | OFF_MAP_SOURCES[side] | (LATE_SOURCES[side] if urals else 0)


@lru_cache(maxsize=1 << 14)
def reach(side: Side, held: int, quagmires: int, crossed: int, urals: bool) -> int:
    """7.1: everything that a path of own provinces without quagmires joins to a source.

    Sources in a quagmire start paths all the same. ``crossed`` are enemy seas that paths may pass (A2).
    """
    neighbours = _NEIGHBOUR_MASKS[side]
    passable = (held & ~quagmires) | crossed
    reached = fresh = sources(side, held, urals)
    while fresh:
        spread = 0
        while fresh:
            low = fresh & -fresh
            spread |= neighbours[low.bit_length() - 1]
            fresh ^= low
        fresh = spread & passable & ~reached
        reached |= fresh
    return reached


def _supplied(side: Side, reached: int, held: int, quagmires: int) -> int:
    """7.3: own provinces in reach; one in a quagmire is supplied when a neighbour is (the path may end there)."""
    supplied = reached & held
    besieged = quagmires & held & ~reached
    if besieged:
        neighbours = NEIGHBOURS[side]
        for place in places(besieged):
            if neighbours[place] & reached:
                supplied |= BIT[place]
    return supplied & ON_MAP


def in_supply(g: War, province: str) -> bool:
    """Whether the province counts for its controller (resources, victory points)."""
    holder = g.control[province]
    return holder in SIDES and bool(front(g).supplied[holder] & BIT[province])


def cut_off_without(g: War, side: Side, province: str) -> list[str]:
    """7.3: what would be out of supply if the enemy took this province."""
    known = front(g)
    held = known.held[side] & ~BIT[province]
    crossed = (known.held[OPPONENT[side]] | BIT[province]) & SEA_MASK & ~known.quagmires if "adv_sea_supply" in g.options else 0
    left = _supplied(side, reach(side, held, known.quagmires, crossed, known.urals), held, known.quagmires)
    return list(places(known.supplied[side] & ~left & ~BIT[province]))


def launch_mask(g: War, side: Side, target: str, reached: int | None = None) -> int:
    """7.1.2: supplied own places outside quagmires from which the target may be attacked."""
    known = front(g)
    off_map = sources(side, 0, g.ussr_at_war)
    own = known.held[side] & ~known.quagmires | off_map
    return ATTACKED_FROM[side][target] & own & (known.reach[side] if reached is None else reached)


def launch_paths(g: War, side: Side, target: str) -> list[tuple[str, tuple[str, ...]]]:
    """Every launch province with the enemy seas its path crosses: none without A2, else the smallest sets that do."""
    known = front(g)
    if "adv_sea_supply" not in g.options:
        return [(place, ()) for place in places(launch_mask(g, side, target))]
    found: list[tuple[str, tuple[str, ...]]] = []
    minimal: dict[str, list[frozenset[str]]] = {}
    for seas in _sea_sets(known.held[OPPONENT[side]] & SEA_MASK & ~known.quagmires):
        crossed = frozenset(seas)
        reached = known.reach_over(side, sum(BIT[s] for s in seas))
        for place in places(launch_mask(g, side, target, reached)):
            smaller = minimal.setdefault(place, [])
            if not any(s <= crossed for s in smaller):
                smaller.append(crossed)
                found.append((place, seas))
    return sorted(found, key=lambda path: (PLACES.index(path[0]), path[1]))


def _sea_sets(enemy_seas: int) -> Iterator[tuple[str, ...]]:
    """All sets of enemy seas, small ones first."""
    seas = [s for s in SEAS if enemy_seas & BIT[s]]
    for size in range(len(seas) + 1):
        yield from combinations(seas, size)


def quagmire_supplied(g: War, attacker: Side, province: str) -> bool:
    """6.5: the attacker in a quagmire is supplied when some neighbour of the province is in his reach."""
    return bool(NEIGHBOURS[attacker][province] & front(g).reach[attacker])
