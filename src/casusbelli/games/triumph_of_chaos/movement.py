"""Movement: movers, steps, stopping places, and what entering a space brings [11, 26 may_enter]."""

from __future__ import annotations

from collections.abc import Callable

from casusbelli.kernel import Choice, Refusal

from .asks import public, unless_forced
from .board import lines, neighbours, own_units, put, put_leader, remove_no_act, room_for, roomy, set_control, stats
from .content import (
    ADJACENT,
    ALL_SPACES,
    DISTANCE,
    FACTION_AT,
    FACTION_IDS,
    IS_ARMY,
    LEADER,
    LEADER_IDS,
    NEIGHBOURS,
    POLAND,
    RAIL,
    SPACE,
    SPACE_IDS,
    SPACES,
    UNIT,
    UNIT_IDS,
    enemy,
)
from .deployment import deploy_faction
from .factions import UNUSABLE_BY, closed_because, controller, enterable, leader_land, open_spaces
from .leaders import check_abandoned, leaders_of
from .poland import polish_response
from .round_end import finish_round
from .state import COMBAT, MOVE, Chaos, side_id
from .tables import CONSTANT

_MUD_COST = 2


def _step_cost(g: Chaos) -> int:
    return _MUD_COST if g.mud else 1


class Mover:
    """Units and leaders that move together, with what they may enter and how far they get."""

    __slots__ = ("armies", "leaders", "mask", "points", "side", "step_cost", "train", "units")

    def __init__(self, g: Chaos, side: int, units: list[int], leaders: list[int], train: bool = False) -> None:
        self.side = side
        self.units = units
        self.leaders = leaders
        self.train = train
        self.armies = sum(IS_ARMY[u] for u in units)
        if units:
            self.mask = ALL_SPACES
            for unit in units:
                self.mask &= enterable(g, unit)
            self.points = min(stats(g, u)[2] for u in units)
            self.step_cost = _step_cost(g)
        else:
            self.mask = g.board.control[side] & ~lines(g, side).blocked
            for leader in leaders:
                self.mask &= leader_land(g, leader)
            self.points = CONSTANT["leader_mf"]
            self.step_cost = 1

    def has_room(self, g: Chaos, space: int) -> bool:
        return not self.units or room_for(g, space, len(self.units), self.armies)

    def may_stop(self, g: Chaos, space: int) -> bool:
        """Stacking where the mover stands now."""
        return not self.units or room_for(g, space, 0, 0)

    def steps(self, g: Chaos, here: int) -> list[int]:
        """Adjacent spaces from which a legal stopping place can still be reached."""
        points = self.points - self.step_cost
        if points < 0:
            return []
        mask = self.mask
        return [
            space
            for space in neighbours(g, here)
            if (mask >> space) & 1 and self._can_end(g, space, points, here) and self._may_violate(g, here, space)
        ]

    def _can_end(self, g: Chaos, space: int, points: int, came_from: int) -> bool:
        if self.has_room(g, space):
            return True
        points -= self.step_cost
        if points < 0:
            return False
        return any(
            (self.mask >> n) & 1 and n != came_from and self._can_end(g, n, points, came_from) for n in neighbours(g, space)
        )

    def _may_violate(self, g: Chaos, here: int, space: int) -> bool:
        """A step that brings forces on the map may fail: it is only taken from where the mover may stay."""
        return violated_faction(g, self.side, space) < 0 or self.may_stop(g, here)


def reach(g: Chaos, mover: Mover, here: int) -> dict[int, tuple[int, int]]:
    """How far a mover gets as the map stands: the points it would have left in a space, and the space before it."""
    found: dict[int, tuple[int, int]] = {}
    front, points = [here], mover.points
    while front:
        mover.points = points
        points -= mover.step_cost
        new = [(near, space) for space in front for near in mover.steps(g, space) if near != here]
        front = []
        for near, space in new:
            if near not in found:
                found[near] = (points, space)
                front.append(near)
    return found


def can_move_from(g: Chaos, space: int, units: list[int]) -> bool:
    """Whether one of the units can make a step."""
    for unit in units:  # noqa: SIM110 (asked for every space of a side: a generator costs as much as the answer)
        if can_step(g, unit, space):
            return True
    return False


def can_step(g: Chaos, unit: int, space: int) -> bool:
    """The quick answer where a neighbour has room; the slow one where everything near is full."""
    near = ADJACENT[g.border_open][space] & enterable(g, unit)
    points = stats(g, unit)[2]
    if not near or (points < _MUD_COST and points < _step_cost(g)):
        return False
    return near & roomy(g, unit) != 0 or bool(Mover(g, g.side[unit], [unit], []).steps(g, space))


def violated_faction(g: Chaos, side: int, space: int) -> int:
    """The faction whose land a side would violate: controlled by the enemy, who may not use it yet [8.8]; or -1."""
    faction = FACTION_AT[space]
    if faction < 0:
        return -1
    foe = enemy(side)
    if UNUSABLE_BY[faction] != foe or controller(g, faction) != foe or g.deployed[faction] or faction == POLAND:
        return -1
    return faction


async def violate(g: Chaos, side: int, space: int) -> bool:
    """Declare the violation if there is one: the forces deploy at once. False if they now bar the way [8.8]."""
    faction = violated_faction(g, side, space)
    if faction >= 0:
        g.violated[faction] = 1
        g.report("violation", rule="8.8", faction=FACTION_IDS[faction], side=side_id(side))
        await deploy_faction(g, faction, "violation")
    return not g.board.blocked(side) >> space & 1


async def enter(g: Chaos, side: int, space: int, units: list[int], leaders: list[int] | None = None) -> None:
    """What follows when units of a side have entered a space: control, markers, lone leaders, the Poles."""
    if g.control[space] != side:
        set_control(g, space, side)
        remove_no_act(g, space)
        g.report("taken", rule="11", side=side_id(side), space=SPACE_IDS[space])
        await check_abandoned(g, space, enemy(side))
    await polish_response(g, space, units, leaders)


def anybody_waits(g: Chaos) -> bool:
    """Whether a unit or leader can still be moved."""
    for space, kind in g.operation.markers:
        if kind == MOVE:
            units, leaders = _stayed(g, space)
            if can_move_from(g, space, units) or any(Mover(g, g.active, [], [n]).steps(g, space) for n in leaders):
                return True
    return False


def waiting_movers(g: Chaos) -> list[Choice]:
    """Movers in spaces activated for move that have not moved and can make a step."""
    side, op = g.active, g.operation
    found: list[Choice] = []
    for space, kind in op.markers:
        if kind != MOVE:
            continue
        units, leaders = _stayed(g, space)
        for unit in units:
            if can_step(g, unit, space):
                _offer(g, found, ("move_unit", UNIT_IDS[unit]), space, [unit])
        found.extend(("move_leader", LEADER_IDS[n]) for n in leaders if Mover(g, side, [], [n]).steps(g, space))
        if units and len(units) + len(leaders) > 1 and Mover(g, side, units, leaders).steps(g, space):
            _offer(g, found, ("move_all", SPACE_IDS[space]), space, units)
    return found


def _why_not_move(g: Chaos) -> Callable[[Choice], Refusal | None]:
    """Why a unit, a leader or a whole stack cannot be moved now."""

    def why_not(choice: Choice) -> Refusal | None:
        name = choice[1] if len(choice) > 1 else ""
        if choice[0] == "move_leader" and name in LEADER:
            return _why_not_leader(g, LEADER[str(name)])
        if choice[0] == "move_all" and name in SPACE:
            if not own_units(g, SPACE[str(name)], g.active):
                return Refusal("no_own_units", "11", {"space": name})
            activated = (SPACE[str(name)], MOVE) in g.operation.markers
            return Refusal("no_move" if activated else "not_to_move", "11", {"space": name})
        if choice[0] == "move_unit" and name in UNIT:
            unit, op = UNIT[str(name)], g.operation
            params = {"unit": name}
            if g.side[unit] != g.active:
                return Refusal("not_yours", "11", params)
            if unit in op.moved:
                return Refusal("already_moved", "11", params)
            if (g.where[unit], MOVE) not in op.markers:
                return Refusal("not_activated", "11", params)
            return Refusal(
                "no_move" if unit in op.ready else "out_of_supply", "11", {**params, "space": SPACE_IDS[g.where[unit]]}
            )
        return None

    return why_not


def _why_not_leader(g: Chaos, leader: int) -> Refusal:
    """A leader alone: he has moved, stands elsewhere, or has no friendly space beside him."""
    params = {"unit": LEADER_IDS[leader]}
    if leader in g.operation.moved_leaders:
        return Refusal("already_moved", "11", params)
    if (g.leader_at[leader], MOVE) not in g.operation.markers or g.leader_side[leader] != g.active:
        return Refusal("not_activated", "11", params)
    return Refusal("leader_friendly_only", "11")


def _offer(g: Chaos, found: list[Choice], choice: Choice, space: int, units: list[int]) -> None:
    """Where the gold train stands, a mover of its controller may take it along the rails [17.2]."""
    found.append(choice)
    if g.train == space and _rail_steps(g, space, Mover(g, g.active, units, []).steps(g, space)):
        found.append((*choice, "train"))


def _rail_steps(g: Chaos, here: int, spaces: list[int]) -> list[int]:
    """Those of the steps that the train can make too: along rails, two a round."""
    if g.operation.train_steps >= CONSTANT["igsr_moves_per_round"]:
        return []
    return [s for s in spaces if (here, s) in RAIL]


def _stayed(g: Chaos, space: int) -> tuple[list[int], list[int]]:
    """Ready units and leaders that stood in the space at activation and have not moved."""
    op = g.operation
    units = [u for u in op.ready if g.where[u] == space and u not in op.moved]
    leaders = [n for n in leaders_of(g, space, g.active) if n not in op.moved_leaders]
    return units, leaders


def after_movement(g: Chaos) -> None:
    """Attacks follow if a space was activated for combat."""
    if any(kind == COMBAT for _, kind in g.operation.markers):
        g.phase = "attacking"
    else:
        finish_round(g)


async def moving(g: Chaos) -> None:
    """One mover goes its way; the phase comes back until the player ends the movement [11]."""
    answer = await unless_forced(
        g,
        g.active,
        "move_stack",
        lambda: [*waiting_movers(g), ("end_moves",)],
        "11",
        lambda: anybody_waits(g),
        None,
        _why_not_move(g),
    )
    if answer[0] == "end_moves":
        after_movement(g)
        return
    await _march(g, mover_of(g, answer))


def mover_of(g: Chaos, choice: Choice) -> Mover:
    """Whom a choice sets in motion."""
    name = str(choice[1])
    if choice[0] == "move_all":
        units, leaders = _stayed(g, SPACE[name])
    elif choice[0] == "move_unit":
        units, leaders = [UNIT[name]], []
    else:
        units, leaders = [], [LEADER[name]]
    return Mover(g, g.active, units, leaders, len(choice) > 2)


async def _march(g: Chaos, mover: Mover) -> None:
    """Step by step until the player stops or the points are used."""
    op = g.operation
    op.moved.extend(mover.units)
    op.moved_leaders.extend(mover.leaders)
    here = start = g.where[mover.units[0]] if mover.units else g.leader_at[mover.leaders[0]]
    path = [here]
    while True:
        spaces = mover.steps(g, here)
        if mover.train:
            spaces = _rail_steps(g, here, spaces)
        options: list[Choice] = [("step", SPACE_IDS[s]) for s in spaces]
        if not options or (here != start and mover.may_stop(g, here)):
            options.append(("stop",))
        about = {
            "units": [UNIT_IDS[u] for u in mover.units],
            "leaders": [LEADER_IDS[n] for n in mover.leaders],
            "points": mover.points,
            "path": [SPACE_IDS[s] for s in path],
        }
        at = here

        def why_not(choice: Choice, at: int = at) -> Refusal | None:
            return why_not_stop(at, start) if choice == ("stop",) else why_not_step(g, mover, at, choice)

        answer = await public(g, mover.side, "move_step", options, "11", about, why_not)
        if answer[0] == "stop":
            break
        space = SPACE[str(answer[1])]
        if mover.units and not await violate(g, mover.side, space):
            g.report("way_barred", rule="8.8", side=side_id(mover.side), space=SPACE_IDS[space])
            break
        _advance_one(g, mover, space)
        path.append(space)
        here = space
        if mover.units:
            await enter(g, mover.side, space, mover.units, mover.leaders)
            mover.mask = _fresh_mask(g, mover)
            if g.where[mover.units[0]] != here:
                break
        else:
            await polish_response(g, space, [], mover.leaders)
    if len(path) > 1:
        g.report(
            "moved",
            rule="11",
            side=side_id(mover.side),
            pieces=[*(UNIT_IDS[u] for u in mover.units), *(LEADER_IDS[n] for n in mover.leaders)],
            path=[SPACE_IDS[s] for s in path],
        )


def _advance_one(g: Chaos, mover: Mover, space: int) -> None:
    for unit in mover.units:
        put(g, unit, space)
    for leader in mover.leaders:
        put_leader(g, leader, space)
    mover.points -= mover.step_cost
    if mover.train:
        g.train = space
        g.operation.train_steps += 1


def _fresh_mask(g: Chaos, mover: Mover) -> int:
    mask = ALL_SPACES
    for unit in mover.units:
        mask &= enterable(g, unit)
    return mask


def why_not_stop(here: int, start: int) -> Refusal:
    """A mover goes at least one step, and does not end where too many stand."""
    return Refusal("first_step", "11") if here == start else Refusal("overstacked", "1", {"space": SPACE_IDS[here]})


def why_not_step(g: Chaos, mover: Mover, here: int, choice: Choice) -> Refusal | None:
    """The rule that forbids a step [26 may_enter]."""
    if choice[0] != "step" or len(choice) < 2 or choice[1] not in SPACE:
        return None
    space = SPACE[str(choice[1])]
    params = {"space": str(choice[1])}
    needed = DISTANCE[here][space] * mover.step_cost
    if needed > mover.points > 0:
        return Refusal("too_far", "11", {**params, "needed": needed, "points": mover.points})
    if space not in neighbours(g, here):
        border = space in NEIGHBOURS[1][here]
        return Refusal("border_closed" if border else "not_adjacent", "9.5" if border else "11", params)
    if mover.points < mover.step_cost:
        return Refusal("no_points", "11", params)
    if g.board.blocked(mover.side) >> space & 1:
        return Refusal("enemy_there", "26", params)
    faction = FACTION_AT[space]
    if faction >= 0 and not open_spaces(g, mover.side) >> space & 1:
        return Refusal(
            closed_because(g, faction, mover.side) or "region_neutral", "26", {**params, "faction": FACTION_IDS[faction]}
        )
    if not mover.units and g.control[space] != mover.side:
        return Refusal("leader_friendly_only", "11", params)
    if not mover.mask >> space & 1:
        return Refusal("may_not_enter", "26", {**params, "region": SPACES[space].region})
    return Refusal("overstacked", "1", params)
