"""Marches: where a mover should go, what it takes on the way, and what it leaves behind [11]."""

from __future__ import annotations

from typing import NamedTuple

from ..board import neighbours, own_units, put, send
from ..content import ADJACENT, ALL_SPACES, FACTION_AT, FACTIONS, POLAND, RED, UNITS, bits
from ..factions import in_play
from ..movement import Mover
from ..state import SELF_DEFENCE
from ..supply import in_supply, supplied_spaces
from .assaults import cut_by_storm, hanging_on
from .battles import chance_at, danger_at
from .lines import phase_of_turn, raid_weight, relief_weight, relieved, risk_weight, safe_places, stranded, survey
from .raids import LIKELY, barring, looks_for_raids, raided_units, unbarring
from .situation import GOLD, NODE_AT, Situation


class March(NamedTuple):
    """A destination with its worth and the way to it."""

    value: float
    path: tuple[int, ...]


STAY = March(0.0, ())
_HOPELESS = -8.0
"""Ways that look worse than this are not looked at twice."""
_POLISH_RISK = 4.0
_SPACE = 0.2
"""Ground taken, whatever it is."""
_DOUBTFUL = (0.5, 0.8, 1.2)
"""How far a place is feared that is out of supply if all goes wrong, by troops that no raid would cut off where they are: by
rounds left of the turn (more, two, the last), for then nobody can come back in time."""
_WORST = 20.0
"""Danger is feared up to here."""


def best_march(s: Situation, units: list[int], leaders: list[int], here: int, points: int | None = None) -> March:
    """The best place the mover can reach; STAY if none is better than where it stands."""
    return next(iter(best_marches(s, units, leaders, here, points)), STAY)


def best_marches(s: Situation, units: list[int], leaders: list[int], here: int, points: int | None = None) -> list[March]:
    """The best places the mover can reach, best first."""
    key = (tuple(units), here, points)
    known: list[March] | None = s.lore.marches.get(key)
    if known is None:
        known = s.lore.marches[key] = _best_marches(s, units, leaders, here, points)
    return known


def _best_marches(s: Situation, units: list[int], leaders: list[int], here: int, points: int | None) -> list[March]:
    mover = Mover(s.g, s.me, units, leaders)
    if points is not None:
        mover.points = points
    ways = [] if s.must_stay(here, units) else _ways(s, mover, here)
    if not ways:
        return []
    look = _Look(s, units, here)
    found = [March(look.roughly(way), way) for way in ways]
    refined = s.weights.refined
    if refined:
        found.sort(key=lambda m: -m.value)
        found = [_refined(s, units, here, March(look.exactly(m.path), m.path)) for m in found[:refined] if m.value > _HOPELESS]
    return sorted(found, key=lambda m: -m.value)


def onward(s: Situation, units: list[int], leaders: list[int], origin: int, here: int, points: int, may_stop: bool) -> March:
    """How a march goes on, all ends judged as if the mover still stood where it set out; without a path it ends here."""
    mover = Mover(s.g, s.me, units, leaders)
    mover.points = points
    back = s.thought_back(units, leaders, origin)
    survey(back)
    look = _Look(back, units, origin)
    ends = [*_ways(s, mover, here), *([(here,)] if may_stop else [])]
    found = sorted((March(look.roughly(way), way) for way in ends), key=lambda m: -m.value)
    near = found[: max(1, s.weights.refined)]
    near.extend(m for m in found if m.path == (here,) and m not in near)
    best = max(
        (_refined(back, units, origin, March(look.exactly(m.path), m.path)) for m in near), key=lambda m: m.value, default=STAY
    )
    return STAY if best.path == (here,) else best


def _ways(s: Situation, mover: Mover, here: int) -> list[tuple[int, ...]]:
    """For every place within reach the way that takes most on its way."""
    g = s.g
    best: dict[int, tuple[float, tuple[int, ...]]] = {here: (0.0, ())}
    front = [here]
    ends: dict[int, tuple[float, tuple[int, ...]]] = {}
    points = mover.points
    while points >= mover.step_cost and front:
        points -= mover.step_cost
        reached: dict[int, tuple[float, tuple[int, ...]]] = {}
        for space in front:
            value, path = best[space]
            for near in neighbours(g, space):
                if not mover.mask >> near & 1 or near == here or near in path:
                    continue
                gain = value + (_taking(s, near) if g.control[near] != s.me else 0.0)
                if near not in reached or gain > reached[near][0]:
                    reached[near] = (gain, (*path, near))
        front = []
        for space, way in reached.items():
            if space not in ends or way[0] > ends[space][0]:
                if mover.has_room(g, space):
                    ends[space] = way
                front.append(space)
        best = reached
    return [path for _, path in ends.values()]


def _taking(s: Situation, space: int) -> float:
    """What marching into a space that is not ours brings at first sight."""
    n = NODE_AT.get(space)
    return 0.2 + (s.worth[n] if n is not None else 0.0)


class _Look:
    """One mover's judgement of the ways before it."""

    def __init__(self, s: Situation, units: list[int], here: int) -> None:
        self.s, self.units, self.here = s, units, here
        self.strength = sum(s.strength(u) for u in units)
        self.value = sum(s.lost_for_good(u) for u in units)
        self.supplied = all(in_supply(s.g, u) for u in units)
        self.risk, self.raid, self.relief = risk_weight(s), raid_weight(s), relief_weight(s)
        self.raided = any(raided_units(s) >> unit & 1 for unit in units) if self.risk and looks_for_raids(s) else None
        """Whether a raid would cut the mover off where it stands; None where nobody looks raid by raid."""
        self.fed = self.safe = ALL_SPACES
        for unit in units:
            self.fed &= supplied_spaces(s.g, unit)
            if self.risk:
                self.safe &= safe_places(s, unit)
        self.leaves_empty = len(units) == len(own_units(s.g, here, s.me))

    def roughly(self, path: tuple[int, ...]) -> float:
        taken = self._taken(path)
        value = self._supply(path, taken) + self._ground(path, taken) + self._lines(path[-1], taken)
        return value + self.s.roughly_shifted(self.here, path[-1], self.strength, len(self.units), taken)

    def exactly(self, path: tuple[int, ...]) -> float:
        s, end = self.s, path[-1]
        taken = self._taken(path)
        value = self._supply(path, taken) + self._ground(path, taken) + self._lines(end, taken)
        if self.raid and taken:
            value += self.raid * stranded(s, s.foe, taken)
        if self.risk and self.leaves_empty:
            value -= self.risk * unbarring(s, self.here)
        return value + s.shifted(self.here, end, self.strength, len(self.units), taken)

    def _lines(self, end: int, taken: int) -> float:
        """Lines of supply barred to the enemy at the end of the way, and opened again along it."""
        s = self.s
        value = self.relief * relieved(s, taken) if self.relief else 0.0
        if self.risk and not s.g.board.held[s.me] >> end & 1:
            value += self.risk * barring(s, end)
        return value

    def _ground(self, path: tuple[int, ...], taken: int) -> float:
        """Ground for itself, and the gold train where nobody of ours is with it."""
        train = self.s.g.train
        gold = train == path[-1] and train not in NODE_AT and not self.s.g.board.held[self.s.me] >> train & 1
        return _SPACE * taken.bit_count() + (GOLD if gold else 0.0)

    def _taken(self, path: tuple[int, ...]) -> int:
        """Spaces that change hands on the way."""
        control, me = self.s.g.control, self.s.me
        taken = 0
        for space in path:
            if control[space] != me:
                taken |= 1 << space
        return taken

    def _supply(self, path: tuple[int, ...], taken: int) -> float:
        """What supply at the end of the way, now and after the enemy's next march, is worth against supply here."""
        value = 0.0
        fed = self._fed(path, taken)
        if fed != self.supplied:
            value += self.s.horizon.cuts * self.s.weights.astray * self.strength * (1.0 if fed else -1.0)
        if self.risk:
            value += self.risk * self.value * self._safer(path[-1])
        if taken and self.s.me == RED:
            value -= _POLISH_RISK * any(_angers_poland(self.s, space) for space in bits(taken))
        return value

    def _safer(self, end: int) -> float:
        """How much safer from being cut off the mover is at the end of the way."""
        if end == self.here:
            return 0.0
        there = self.safe >> end & 1
        if self.raided is None:
            return there - (self.safe >> self.here & 1)
        if self.raided:
            return float(there)
        return 0.0 if there else -_DOUBTFUL[phase_of_turn(self.s.g)]

    def _fed(self, path: tuple[int, ...], taken: int) -> bool:
        """In supply at the end of the way: there, or along spaces taken one after the other from a supplied start."""
        end = path[-1]
        if (self.fed >> end & 1) or ADJACENT[self.s.g.border_open][end] & self.fed:
            return True
        return self.supplied and all(taken >> space & 1 for space in path)


def _angers_poland(s: Situation, space: int) -> bool:
    """A first step of Red troops into Poland's neighbours may bring the Poles to arms [20]."""
    g, faction = s.g, FACTION_AT[space]
    if faction < 0 or not FACTIONS[faction].polish_response or faction in g.responded:
        return False
    return g.polish_state == SELF_DEFENCE and in_play(g, POLAND)


def _refined(s: Situation, units: list[int], here: int, march: March) -> March:
    """Battles in mind: attacks that become possible or are given up, and what the enemy may do to the stacks."""
    w, end = s.weights, march.path[-1]
    posts = LIKELY * risk_weight(s) if w.storms and looks_for_raids(s) else 0.0

    def prospects() -> float:
        value = w.chance * (_chances(s, here) + _chances(s, end)) - w.danger * (_danger(s, here) + _danger(s, end))
        return value - posts * (cut_by_storm(s, here) + cut_by_storm(s, end)) if posts else value

    if posts:
        for space in (here, end):
            hanging_on(s, space)  # while all troops stand where they do
    before = prospects()
    _place(s, units, end)
    after = prospects()
    _place(s, units, here)
    return March(march.value + after - before, march.path)


def _place(s: Situation, units: list[int], space: int) -> None:
    for unit in units:
        put(s.g, unit, space)


def _chances(s: Situation, space: int) -> float:
    """The best attack from a space with who stands there now."""
    key = (space, tuple(s.g.board.at[space]))
    if key not in s.lore.chances:
        units = [u for u in own_units(s.g, space, s.me) if not UNITS[u].immobile]
        s.lore.chances[key] = chance_at(s, space, units) if units else 0.0
    return s.lore.chances[key]


def _danger(s: Situation, space: int) -> float:
    """The enemy's best attack on who stands in a space now."""
    key = (space, tuple(s.g.board.at[space]))
    if key not in s.lore.dangers:
        s.lore.dangers[key] = min(danger_at(s, space), _WORST) if own_units(s.g, space, s.me) else 0.0
    return s.lore.dangers[key]


def place_value(s: Situation, unit: int, space: int) -> float:
    """What a fresh unit does in a space: for placements, redeployment and retreats."""
    value = s.shifted(-1, space, s.strength(unit))
    if s.weights.refined and s.contact(space):
        here = s.g.where[unit]
        before = s.weights.chance * _chances(s, space) - s.weights.danger * _danger(s, space)
        put(s.g, unit, space)
        value += s.weights.chance * _chances(s, space) - s.weights.danger * _danger(s, space) - before
        _lift(s, unit, here)
    if space in NODE_AT and not own_units(s.g, space, s.me):
        value += 0.2
    return value


def _lift(s: Situation, unit: int, box: int) -> None:
    """Back to where the unit was."""
    if box >= 0:
        put(s.g, unit, box)
    else:
        send(s.g, unit, box)
