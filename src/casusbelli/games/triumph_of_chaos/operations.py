"""Operations: which spaces may be activated together, and the markers of a round [10.3, 26 legal_activation]."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from casusbelli.kernel import Ask, Choice, Params, Refusal

from .asks import unless_forced
from .board import Candidate, own_units
from .cards import CARD_NUMBER, INITIATIVE, card_id
from .content import (
    CP,
    CZECH,
    FACTIONS,
    FIRST_OWNER,
    IS_IMMOBILE,
    LEADER_FACTION,
    POLAND,
    SPACE,
    SPACE_IDS,
    UKRAINE,
    WHITE,
    bits,
    enemy,
)
from .factions import usable_unit
from .hands import could_hold_initiative, play_as_event
from .makhno import treachery_rolls
from .movement import after_movement, can_move_from
from .refusals import why_not_initiative
from .state import COMBAT, MOVE, NEIGHBOURLY, NO_LIMIT, Chaos, Operation, side_id
from .supply import CAMP_SOURCES, NEIGHBOURING_CAMPS, camps_linked, in_supply
from .targets import has_target

KIND_IDS = {MOVE: "move", COMBAT: "combat"}
KINDS = {"move": MOVE, "combat": COMBAT}
_TO_MOVE: list[Choice] = [("activate", name, "move") for name in SPACE_IDS]
_TO_FIGHT: list[Choice] = [("activate", name, "combat") for name in SPACE_IDS]
_NEEDS_COUP = [row.activation_rule == "white_needs_w01_coup" for row in FACTIONS]
_COUP_CARD = card_id(WHITE, 1)
_ALONE = (CP, UKRAINE)
"""If one of their spaces is activated, only such spaces may be in that round."""


def new_operation(g: Chaos, points: int, cm: int = 0, second_attacks: int = 0, camp_limit: bool = True) -> None:
    """Begin operations with that many activations."""
    g.operation = Operation(points=points, cm=cm, second_attacks=second_attacks, camp_limit=camp_limit)
    g.phase = "activation"


def ready_units(g: Chaos, space: int, side: int) -> list[int]:
    """Units of the side that could act if the space were activated."""
    return [u for u in own_units(g, space, side) if _is_ready(g, u)]


def _is_ready(g: Chaos, unit: int) -> bool:
    return not IS_IMMOBILE[unit] and usable_unit(g, unit) and in_supply(g, unit)


def locked_faction(g: Chaos, space: int, side: int) -> int:
    """A faction in the space that keeps it from being activated [8.9, 9.5, 15], or -1."""
    for unit in g.board.at[space]:
        faction = g.owner[unit] - FIRST_OWNER
        if faction >= 0 and g.side[unit] == side:
            if g.faction_lock[side] or g.lock[faction]:
                return faction
            if side == WHITE and _NEEDS_COUP[faction] and not g.flagged("w01_coup"):
                return faction
    return -1


def candidate(g: Chaos, space: int, side: int) -> Candidate | None:
    """What the space could be activated for by itself; looked at once until something changes."""
    known = g.board.candidates[side]
    if space not in known:
        known[space] = _candidate(g, space, side)
    return known[space]


def _candidate(g: Chaos, space: int, side: int) -> Candidate | None:
    if space in g.no_act:
        return None
    ready: list[int] = []
    camps: tuple[int, ...] = ()
    factions: tuple[int, ...] = ()
    for unit in g.board.at[space]:
        if g.side[unit] != side:
            continue
        if _is_ready(g, unit):
            ready.append(unit)
        faction, camp = g.owner[unit] - FIRST_OWNER, g.camp[unit]
        if faction >= 0 and faction not in factions:
            factions = (*factions, faction)
        if side == WHITE and camp in CAMP_SOURCES and camp not in camps:
            camps = (*camps, camp)
    if not ready or (factions and locked_faction(g, space, side) >= 0):
        return None
    move = can_move_from(g, space, ready)
    combat = has_target(g, space, ready)
    if not move and not combat:
        return None
    for leader in g.board.leaders.get(space, ()):
        if LEADER_FACTION[leader] == CZECH and g.leader_side[leader] == side and CZECH not in factions:
            factions = (*factions, CZECH)
    return Candidate(space, move, combat, camps, factions)


def candidates(g: Chaos, side: int) -> list[Candidate]:
    every = (candidate(g, space, side) for space in bits(g.board.held[side]))
    return [one for one in every if one is not None]


def one_camp(g: Chaos, camps: set[int]) -> bool:
    """Whether the White camps are one and the same, links counted; by option neighbours may act together too [10.3]."""
    todo = sorted(camps)
    if g.camp_limit == NEIGHBOURLY and all(_side_by_side(g, a, b) for a, b in combinations(todo, 2)):
        return True
    joined = todo[:1]
    for camp in joined:
        joined.extend(other for other in todo if other not in joined and camps_linked(g, camp, other))
    return len(joined) == len(todo)


def _side_by_side(g: Chaos, one: int, other: int) -> bool:
    return {one, other} in NEIGHBOURING_CAMPS or camps_linked(g, one, other)


def exclusive(g: Chaos) -> tuple[int, ...]:
    """Factions that act alone in a round [9.5]."""
    return (*_ALONE, CZECH) if g.flagged("w01_coup") else _ALONE


def clash(g: Chaos, side: int, chosen: list[Candidate], new: Candidate) -> str:
    """Why a space cannot be activated beside those already chosen, or an empty string."""
    if new.factions or any(old.factions for old in chosen):
        for faction in exclusive(g):
            if any((faction in new.factions) != (faction in old.factions) for old in chosen):
                return "exclusive_faction"
    if side == WHITE:
        if g.polish_apart and POLAND not in new.factions:
            started = g.polish_active or any(POLAND in old.factions for old in chosen)
            if started:
                return "polish_non_cooperation"
        if g.operation.camp_limit and g.camp_limit != NO_LIMIT:
            camps = {c for old in chosen for c in old.camps} | set(new.camps)
            if len(camps) > 1 and not one_camp(g, camps):
                return "camp_limit"
    return ""


def can_activate(g: Chaos, side: int, chosen: list[Candidate]) -> bool:
    """Whether there is a space to activate beside those already chosen."""
    return next(_beside(g, side, chosen), None) is not None


def _beside(g: Chaos, side: int, chosen: list[Candidate]) -> Iterator[Candidate]:
    """Spaces to activate beside those already chosen. Spaces of the same camps and factions clash alike."""
    spaces = g.board.held[side]
    for old in chosen:
        spaces &= ~(1 << old.space)
    clashes: dict[tuple[tuple[int, ...], tuple[int, ...]], str] = {}
    known = g.board.candidates[side]
    for space in bits(spaces):
        one = known[space] if space in known else candidate(g, space, side)
        if one is None:
            continue
        kind = (one.camps, one.factions)
        reason = clashes.get(kind)
        if reason is None:
            reason = clashes[kind] = clash(g, side, chosen, one)
        if not reason:
            yield one


async def activation(g: Chaos) -> None:
    """Place the markers one at a time; then the enemy may cancel one, and Makhno is rolled for."""
    side, op = g.active, g.operation
    chosen: list[Candidate] = []
    while op.points:
        answer = await unless_forced(
            g,
            side,
            "activate_spaces",
            lambda: _marker_options(g, side, chosen),
            "10.3",
            lambda: can_activate(g, side, chosen),
            {"points": op.points},
            lambda choice: why_not_activate(g, side, chosen, choice),
        )
        if answer[0] == "done":
            break
        space, kind = SPACE[str(answer[1])], KINDS[str(answer[2])]
        op.markers.append((space, kind))
        op.points -= 1
        added = candidate(g, space, side)
        if added is not None:
            chosen.append(added)
        op.ready.extend(ready_units(g, space, side))
        g.report("activated", rule="10.3", side=side_id(side), space=SPACE_IDS[space], marker=KIND_IDS[kind])
        if side == WHITE and added is not None and POLAND in added.factions:
            g.polish_active = True
    op.points = 0
    await _cancel_activation(g, side)
    await treachery_rolls(g)
    if any(kind == MOVE for _, kind in op.markers):
        g.phase = "moving"
    else:
        after_movement(g)


def _marker_options(g: Chaos, side: int, chosen: list[Candidate]) -> list[Choice]:
    found: list[Choice] = []
    for one in _beside(g, side, chosen):
        if one.move:
            found.append(_TO_MOVE[one.space])
        if one.combat:
            found.append(_TO_FIGHT[one.space])
    found.append(("done",))
    return found


def why_not_activate(g: Chaos, side: int, chosen: list[Candidate], choice: Choice) -> Refusal | None:
    """The rule that keeps a space from being activated [10.3]."""
    if choice[0] != "activate" or len(choice) < 2 or choice[1] not in SPACE:
        return None
    wanted = choice[2] if len(choice) > 2 else ""
    return why_barred(g, side, chosen, SPACE[str(choice[1])]) or Refusal(
        "no_move" if wanted == "move" else "no_target", "11" if wanted == "move" else "12", {"space": str(choice[1])}
    )


def why_barred(g: Chaos, side: int, chosen: list[Candidate], space: int) -> Refusal | None:
    """What keeps a space from being activated at all."""
    params = {"space": SPACE_IDS[space]}
    if not own_units(g, space, side):
        return Refusal("no_own_units", "10.3", params)
    if space in g.no_act:
        return Refusal("no_act", "17.7", params)
    if any(space == old.space for old in chosen):
        return Refusal("already_activated", "10.3", params)
    locked = locked_faction(g, space, side)
    if locked >= 0:
        return _why_locked(g, side, locked, params)
    if not any(usable_unit(g, u) and not IS_IMMOBILE[u] for u in own_units(g, space, side)):
        return Refusal("forces_unusable", "9.4", params)
    if not ready_units(g, space, side):
        return Refusal("out_of_supply", "13", params)
    new = candidate(g, space, side)
    if new is None:
        return Refusal("nothing_to_do", "10.3", params)
    reason = clash(g, side, chosen, new)
    return Refusal(reason, "10.3", params) if reason else None


def _why_locked(g: Chaos, side: int, faction: int, params: Params) -> Refusal:
    """A card of this turn, the first round after control was won, or White AC 1 not played yet."""
    told = {**params, "faction": FACTIONS[faction].id}
    if g.faction_lock[side]:
        return Refusal("factions_locked", "15", told)
    if g.lock[faction]:
        return Refusal("faction_locked", "8.9", told)
    return Refusal("needs_coup", "9.5", {**told, "card": _COUP_CARD})


async def _cancel_activation(g: Chaos, side: int) -> None:
    """After the last marker the enemy may remove one with an initiative card [17.6]."""
    op, foe = g.operation, enemy(side)
    if not op.markers or not could_hold_initiative(g, foe):
        return

    def options() -> list[Choice]:
        cards = [n for n in g.hands[foe] if n in INITIATIVE[foe]]
        return [("pass",), *(("cancel", card_id(foe, n), SPACE_IDS[space]) for n in cards for space, _ in op.markers)]

    answer = await Ask(
        g.seat(foe),
        "cancel_activation",
        options,
        "17.6",
        why_not=lambda choice: why_not_initiative(g, foe, "17.6", choice),
    )
    if answer[0] == "cancel":
        space = SPACE[str(answer[2])]
        play_as_event(g, foe, CARD_NUMBER[str(answer[1])], "cancel_activation")
        op.markers = [m for m in op.markers if m[0] != space]
        g.report("activation_cancelled", rule="17.6", space=SPACE_IDS[space], side=side_id(foe))
