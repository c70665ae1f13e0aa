"""Plans for a round: what could be done with how many activations, and what it is worth together [10, 11, 12]."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from casusbelli.kernel import Choice

from ..board import Candidate, own_units
from ..content import SPACE_IDS, UNIT, UNIT_IDS, WHITE, bits
from ..leaders import leaders_of
from ..operations import candidates, clash, ready_units
from ..state import COMBAT, MOVE, NO_LIMIT
from ..targets import attackable
from .answers import Answers, Served
from .battles import best_group
from .gold import convoy
from .marches import STAY, March, best_march, best_marches
from .situation import Situation

_SECOND_MARCH = 0.3
_WAYS = 3
"""Marches out of one space that a plan chooses from."""


class Operation(NamedTuple):
    """Something to do with one or more activations."""

    value: float
    spaces: tuple[int, ...]
    kind: int
    target: int = -1
    """The stack to be attacked."""
    end: int = -1
    """Where a march leads."""
    served: Served = ()
    """What it does for places that matter."""


class Campaign:
    """What could be done this round with how many activations."""

    def __init__(self, s: Situation, overlooked: Collection[int] = ()) -> None:
        self.s = s
        self.marked = {space for space, _ in s.g.operation.markers}
        self.open = {c.space: c for c in candidates(s.g, s.me) if c.space not in overlooked}
        self.cm = s.g.operation.cm
        self._operations: list[Operation] | None = None

    @property
    def chosen(self) -> list[Candidate]:
        """The spaces already activated."""
        return [self.open[space] for space, _ in self.s.g.operation.markers if space in self.open]

    @property
    def operations(self) -> list[Operation]:
        if self._operations is None:
            found = [*self._attacks(), *self._marches()]
            found.sort(key=lambda o: -o.value / len(o.spaces))
            self._operations = found
        return self._operations

    def _attacks(self) -> list[Operation]:
        """The best attack on every enemy stack, with the spaces still to be activated for it."""
        s, g = self.s, self.s.g
        ready = {space: ready_units(g, space, s.me) for space, c in self.open.items() if c.combat}
        busy = {space for space, kind in g.operation.markers if kind == MOVE}
        fighting = {space for space, kind in g.operation.markers if kind == COMBAT}
        targets: dict[int, list[int]] = {}
        for space, units in ready.items():
            if space in busy:
                continue
            mask = 0
            for unit in units:
                mask |= attackable(g, unit, space)
            for target in bits(mask):
                targets.setdefault(target, []).append(space)
        found = []
        for target, spaces in targets.items():
            near = {space: ready[space] for space in spaces}
            value, group = best_group(s, s.me, near, target, self.cm)
            already = {space: units for space, units in near.items() if space in fighting}
            if already:
                value -= max(0.0, best_group(s, s.me, already, target, self.cm)[0])
            wanted = tuple(dict.fromkeys(g.where[u] for u in group if g.where[u] not in fighting))
            if wanted and value > s.weights.attack_above:
                found.append(Operation(value, wanted, COMBAT, target))
        return found

    def _marches(self) -> list[Operation]:
        found = []
        for space, one in self.open.items():
            if one.move and space not in self.marked:
                found.extend(self._ways_out(space))
        return found

    def _ways_out(self, space: int) -> list[Operation]:
        s = self.s
        found = []
        for march, units in _movers(s, space):
            served = s.served(space, march.path[-1], units, march.path) if s.weights.groups else ()
            found.append(Operation(march.value, (space,), MOVE, end=march.path[-1], served=served))
        return found

    def plan(self, points: int, chosen: list[Candidate] | None = None, camp_limit: bool = True) -> list[Operation]:
        """The best that can be done together with that many activations: by camp for White, whose camps act apart."""
        chosen = chosen or []
        if self.s.me != WHITE or chosen or not camp_limit or self.s.g.camp_limit == NO_LIMIT:
            return self._fill(points, chosen, None)
        starts: list[Operation] = []
        camps: set[tuple[int, ...]] = set()
        for operation in self.operations:
            kin = self.open[operation.spaces[0]].camps
            if kin not in camps:
                camps.add(kin)
                starts.append(operation)
        plans = [self._fill(points, chosen, start) for start in starts]
        return max(plans, key=lambda plan: sum(o.value for o in plan), default=[])

    def _fill(self, points: int, chosen: list[Candidate], start: Operation | None) -> list[Operation]:
        """Again and again what is worth most an activation; a second march to one place is worth little."""
        plan: list[Operation] = []
        together = list(chosen)
        taken = {c.space for c in chosen}
        ends: set[int] = set()
        answers = Answers(self.s)
        if self.s.weights.raids:
            self._begun(answers, ends)
        while points:
            best: Operation | None = None
            for one in [start] if start and not plan else self.operations:
                if len(one.spaces) > points or not taken.isdisjoint(one.spaces) or (one.target in ends and one.target >= 0):
                    continue
                value = one.value - answers.overlap(one.kind, one.target, one.end, one.served)
                if one.end in ends:
                    value *= _SECOND_MARCH
                one = one._replace(value=value)
                if best is not None and one.value * len(best.spaces) <= best.value * len(one.spaces):
                    continue
                if self._fit(together, [self.open[space] for space in one.spaces]):
                    best = one
            if best is None or best.value < self.s.weights.march_above:
                break
            plan.append(best)
            together.extend(self.open[space] for space in best.spaces)
            taken.update(best.spaces)
            ends.update((best.target, best.end))
            ends.discard(-1)
            answers.give(best.kind, best.target, best.end, best.served)
            points -= len(best.spaces)
        return plan

    def _begun(self, answers: Answers, ends: set[int]) -> None:
        """What the spaces already activated are there for."""
        s = self.s
        for space, kind in s.g.operation.markers:
            if kind == MOVE:
                ways = self._ways_out(space)
                best = max(ways, key=lambda o: o.value - answers.overlap(o.kind, o.target, o.end, o.served), default=None)
            else:
                units = ready_units(s.g, space, s.me)
                targets = {target for unit in units for target in bits(attackable(s.g, unit, space))}
                values = {t: best_group(s, s.me, {space: units}, t, self.cm)[0] for t in sorted(targets)}
                best = Operation(0.0, (space,), COMBAT, max(values, key=lambda t: values[t])) if values else None
            if best is not None:
                answers.give(best.kind, best.target, best.end, best.served)
                ends.add(best.end)
        ends.discard(-1)

    def _fit(self, together: list[Candidate], group: list[Candidate]) -> bool:
        chosen = list(together)
        for one in group:
            if clash(self.s.g, self.s.me, chosen, one):
                return False
            chosen.append(one)
        return True


def _movers(s: Situation, space: int) -> list[tuple[March, list[int]]]:
    """The best marches out of a space, each to another place: with one unit, or with all together."""
    best, choice = best_mover(s, space)
    units = [u for u in ready_units(s.g, space, s.me) if u not in s.g.operation.moved]
    found = [(best, units if choice[0] == "move_all" else [UNIT[str(choice[1])]])] if best.path else []
    if s.weights.groups and best.path:
        more = [(march, [unit]) for unit in units for march in best_marches(s, [unit], [], space)]
        more.extend((march, units) for march in best_marches(s, units, leaders_of(s.g, space, s.me), space))
        more.sort(key=lambda one: -one[0].value)
        for march, some in more:
            if all(march.path[-1] != other.path[-1] for other, _ in found) and len(found) < _WAYS:
                found.append((march, some))
    return [(march, some) for march, some in found if march.value > s.weights.march_above]


def best_mover(s: Situation, space: int) -> tuple[March, Choice]:
    """The best march out of a space: one unit, or all together."""
    g = s.g
    units = [u for u in ready_units(g, space, s.me) if u not in g.operation.moved]
    leaders = leaders_of(g, space, s.me)
    best: tuple[March, Choice] = (STAY, ("end_moves",))
    stands = len(own_units(g, space, s.me))
    for unit in units:
        march = best_march(s, [unit], [], space)
        if leaders and stands == 1:
            march = March(march.value - 1.0, march.path)
        if march.path and march.value > best[0].value:
            best = (march, ("move_unit", UNIT_IDS[unit]))
    if len(units) + len(leaders) > 1 and units:
        march = best_march(s, units, leaders, space)
        if march.path and march.value > best[0].value:
            best = (march, ("move_all", SPACE_IDS[space]))
    gold = convoy(s, units) if g.train == space else None
    if gold and gold[0] > best[0].value:
        best = (March(gold[0], tuple(gold[2])), ("move_unit", UNIT_IDS[gold[1]], "train"))
    return best
