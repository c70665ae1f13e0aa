"""The round: which card for what, which spaces to activate, which marches and attacks to make [10, 11, 12]."""

from __future__ import annotations

from typing import NamedTuple

from casusbelli.kernel import Choice

from ..board import Candidate, own_units
from ..cards import BLUFF, CARD_NUMBER, CARDS
from ..content import FACTIONS, IS_ARMY, LEADER, SPACE, SPACE_IDS, UNIT, UNIT_IDS, WHITE, bits
from ..leaders import leaders_of
from ..operations import KIND_IDS, candidates, clash, ready_units
from ..replacements import SIDE_POOL
from ..state import COMBAT, ELIMINATED, MOVE, NO_LIMIT
from ..supply import in_supply
from ..tables import CONSTANT
from ..targets import attackable
from .answers import Answers
from .battles import best_group
from .declarations import declaration
from .events import event_value, keep_value
from .gold import convoy, next_stop
from .marches import STAY, March, best_march
from .markers import influence_value
from .redeploy import redeployment_value
from .situation import Situation

_SECOND_MARCH = 0.3
_GOING_ON = 0.6
"""Gain for which a march goes on beyond a place where it may stop."""


class Operation(NamedTuple):
    """Something to do with one or more activations."""

    value: float
    spaces: tuple[int, ...]
    kind: int
    target: int = -1
    """The stack to be attacked."""
    end: int = -1
    """Where a march leads."""


class Campaign:
    """What could be done this round with how many activations."""

    def __init__(self, s: Situation) -> None:
        self.s = s
        self.marked = {space for space, _ in s.g.operation.markers}
        self.open = {c.space: c for c in candidates(s.g, s.me)}
        self.cm = s.g.operation.cm
        self._operations: list[Operation] | None = None

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
        s = self.s
        found = []
        for space, one in self.open.items():
            if one.move and space not in self.marked:
                march, _ = best_mover(s, space)
                if march.value > s.weights.march_above:
                    found.append(Operation(march.value, (space,), MOVE, end=march.path[-1]))
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
        while points:
            best: Operation | None = None
            for one in [start] if start and not plan else self.operations:
                if len(one.spaces) > points or not taken.isdisjoint(one.spaces) or (one.target in ends and one.target >= 0):
                    continue
                value = one.value - answers.overlap(one.kind, one.target, one.end)
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
            answers.give(best.kind, best.target, best.end)
            points -= len(best.spaces)
        return plan

    def _fit(self, together: list[Candidate], group: list[Candidate]) -> bool:
        chosen = list(together)
        for one in group:
            if clash(self.s.g, self.s.me, chosen, one):
                return False
            chosen.append(one)
        return True


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


# -- the decisions -----------------------------------------------------------------------------------------------------


def activation(s: Situation, options: list[Choice], points: int) -> Choice:
    """activate_spaces: the next marker of the best plan."""
    campaign = Campaign(s)
    chosen = [campaign.open[space] for space, _ in s.g.operation.markers if space in campaign.open]
    for operation in campaign.plan(points, chosen):
        for space in operation.spaces:
            choice = ("activate", SPACE_IDS[space], KIND_IDS[operation.kind])
            if choice in options:
                return choice
    return ("done",)


def mover(s: Situation, options: list[Choice]) -> Choice:
    """move_stack: who goes next."""
    best: tuple[float, Choice] = (s.weights.march_above, ("end_moves",))
    for space, kind in s.g.operation.markers:
        if kind == MOVE:
            march, choice = best_mover(s, space)
            if march.value > best[0] and choice in options:
                best = (march.value, choice)
    return best[1]


def step(s: Situation, options: list[Choice], units: list[str], leaders: list[str], points: int) -> Choice:
    """move_step: along the way to the best place."""
    moving, led = [UNIT[u] for u in units], [LEADER[n] for n in leaders]
    if not moving:
        return options[-1]
    here = s.g.where[moving[0]]
    stop = next_stop(s, here)
    if stop is not None:
        choice: Choice = ("stop",) if stop == here else ("step", SPACE_IDS[stop])
        if choice in options:
            return choice
    march = best_march(s, moving, led, here, points)
    if march.path and (march.value > _GOING_ON or ("stop",) not in options):
        choice = ("step", SPACE_IDS[march.path[0]])
        if choice in options:
            return choice
    return options[-1]


def _fresh(s: Situation) -> dict[int, list[int]]:
    """Units in spaces activated for combat that have not fought."""
    op = s.g.operation
    return {space: [u for u in ready_units(s.g, space, s.me) if u not in op.used] for space, kind in op.markers if kind == COMBAT}


def attack(s: Situation, options: list[Choice]) -> Choice:
    """declare_attack: the most promising target."""
    by_space = _fresh(s)
    best: tuple[float, Choice] = (s.weights.attack_above - 0.2, ("end_attacks",))
    for choice in options:
        if choice[0] == "attack":
            value, _ = best_group(s, s.me, by_space, SPACE[str(choice[1])], s.g.operation.cm)
            if value > best[0]:
                best = (value, choice)
    return best[1]


def attacker(s: Situation, options: list[Choice], target: int, chosen: list[int]) -> Choice:
    """attack_unit: the units of the best group, the leader's stack first."""
    _, group = best_group(s, s.me, _fresh(s), target, s.g.operation.cm)
    for unit in group:
        choice = ("attacker", UNIT_IDS[unit])
        if unit not in chosen and choice in options:
            return choice
    return options[-1] if chosen else options[0]


def action(s: Situation, options: list[Choice]) -> dict[Choice, float]:
    """choose_action: every option with its score."""
    campaign = Campaign(s)
    g = s.g
    most = max((CARDS[s.me][n].ops for n in g.hands[s.me] if n < BLUFF), default=1)
    bonus = CONSTANT["bonus_ops_8_111"] if s.me == WHITE and g.round == 1 and g.white_bonus else 0
    plans = {points: sum(o.value for o in campaign.plan(points)) for points in range(1, max(most, bonus) + 1)}
    moves = redeployment_value(s) if any(c[0] == "sr" for c in options) else [0.0]
    need = steps_needed(s)
    return {choice: _score(s, choice, plans, bonus, moves, need, campaign) for choice in options}


def _score(
    s: Situation, choice: Choice, plans: dict[int, float], bonus: int, moves: list[float], need: float, campaign: Campaign
) -> float:
    verb, what = str(choice[0]), str(choice[1]) if len(choice) > 1 else ""
    w = s.weights
    if verb == "special":
        return _special(s, what, plans)
    if verb in ("declare_war", "execute_tsar", "rescue_tsar", "to_moscow"):
        return declaration(s, verb, what)
    card = CARDS[s.me][CARD_NUMBER[what]]
    if verb == "event":
        return event_value(s, card, lambda n, limit: sum(o.value for o in campaign.plan(n, camp_limit=limit))) - w.card
    kept = w.waits_for_event * keep_value(s, card) + w.card * card.ops
    if verb == "ops":
        return plans[bonus or card.ops] - kept
    if verb == "sr":
        return sum(moves[: card.sr]) - kept
    return s.horizon.steps * (w.step * min(card.rs, max(0.0, need)) + 0.3 * card.rs) - kept


def _special(s: Situation, kind: str, plans: dict[int, float]) -> float:
    match kind:
        case "activate_space":
            return plans[1] - 0.5
        case "remove_no_act":
            return 1.0
        case "garrison_revolt":
            return 2.0
        case "propaganda":
            return 0.6
        case "influence":
            return max(influence_value(s, f, 1) for f in range(len(FACTIONS)))
    return 0.0


def steps_needed(s: Situation) -> float:
    """Steps that would find a use beyond those recorded."""
    g = s.g
    need = 0.0
    for unit, place in enumerate(g.where):
        if g.side[unit] != s.me:
            continue
        army = IS_ARMY[unit]
        if place >= 0 and g.reduced[unit] and in_supply(g, unit):
            need += 1.0 if army else 0.4
        elif place == ELIMINATED:
            need += 1.6 if army else 0.5
    return need - g.pools[s.me].get(SIDE_POOL, 0) / 2
