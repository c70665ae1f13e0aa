"""Effects on factions, flags and markers [15]."""

from __future__ import annotations

from casusbelli.kernel import Choice

from .asks import public
from .board import changed, faction_spaces, own_units, politics_changed, set_control, set_faction_side
from .cards import (
    CancelFlag,
    CzechNoCooperation,
    ForfeitVc,
    FreezeFcm,
    GiveInfluence,
    Initiative,
    LockFactions,
    MoveFcm,
    PeacePoland,
    PolishAggression,
    PolishWar,
    SetFlag,
    TemporaryControl,
)
from .conditions import all_hold
from .content import CZECH, FACTION, FACTION_IDS, FACTIONS, LEADERS_OF, RED, SIDE_OF, SIGN, SPACE, bits
from .effects import effect
from .factions import controller, in_play
from .influence import add_influence, blocked_step, influence_counts, set_marker, shift_marker
from .leaders import check_abandoned
from .poland import aggression, make_peace, polish_offensive
from .political_refusals import why_no_diplomacy
from .retreat import retreat_stack
from .state import Chaos, side_id

_BORDER_FLAG = "finland_border_open"


def _boxes(g: Chaos, one: MoveFcm) -> int:
    return one.value if one.op == "shift" else one.value - g.fcm[FACTION[one.faction]]


def _marker_moves(g: Chaos, side: int, one: MoveFcm) -> bool:
    faction, boxes = FACTION[one.faction], _boxes(g, one)
    if not boxes or not in_play(g, faction):
        return False
    direction = 1 if boxes > 0 else -1
    return g.fcm[faction] != 2 * direction and not blocked_step(g, faction, direction, political=False)


@effect(MoveFcm, _marker_moves)
async def move_fcm(g: Chaos, side: int, one: MoveFcm) -> None:
    await shift_marker(g, FACTION[one.faction], _boxes(g, one))


@effect(GiveInfluence, lambda g, side, one: in_play(g, FACTION[one.faction]) and influence_counts(g))
async def give_influence(g: Chaos, side: int, one: GiveInfluence) -> None:
    add_influence(g, FACTION[one.faction], one.n, "15")


@effect(SetFlag, lambda g, side, one: not g.flagged(one.name))
async def set_flag(g: Chaos, side: int, one: SetFlag) -> None:
    g.flags.append(one.name)
    if one.name == _BORDER_FLAG:
        g.border_open = True
    politics_changed(g)
    g.report("flag", rule="15", side=side_id(side), flag=one.name)


@effect(CancelFlag, lambda g, side, one: g.flagged(one.name) and all_hold(g, side, one.requires))
async def cancel_flag(g: Chaos, side: int, one: CancelFlag) -> None:
    g.flags.remove(one.name)
    politics_changed(g)
    g.report("flag_cancelled", rule="15", side=side_id(side), flag=one.name)


@effect(FreezeFcm, lambda g, side, one: g.freeze_until <= g.turn)
async def freeze(g: Chaos, side: int, one: FreezeFcm) -> None:
    """B8: this action phase and the next political phase."""
    g.freeze_until = g.turn + 1
    g.report("markers_frozen", rule="15", side=side_id(side))


@effect(LockFactions, lambda g, side, one: True)
async def lock_factions(g: Chaos, side: int, one: LockFactions) -> None:
    sides = (1, 2) if one.side == "both" else (SIDE_OF[one.side],)
    for locked in sides:
        g.faction_lock[locked] = 1
    changed(g)
    g.report("factions_locked", rule="15", by=side_id(side), side=one.side)


@effect(CzechNoCooperation, lambda g, side, one: in_play(g, CZECH))
async def czech_no_cooperation(g: Chaos, side: int, one: CzechNoCooperation) -> None:
    """The exclusivity itself follows from the coup's flag; the Legion also leans away [15]."""
    add_influence(g, CZECH, SIGN[RED], "15")
    g.report("czechs_apart", rule="9.5")


@effect(ForfeitVc, lambda g, side, one: True)
async def forfeit(g: Chaos, side: int, one: ForfeitVc) -> None:
    g.forfeited.append((SIDE_OF[one.side], SPACE[one.space]))
    g.report("forfeited", rule="6.1", side=one.side, space=one.space)


@effect(PolishWar, lambda g, side, one: not g.polish_war & SIDE_OF[one.against])
async def polish_war(g: Chaos, side: int, one: PolishWar) -> None:
    await polish_offensive(g)


@effect(PeacePoland, lambda g, side, one: True)
async def peace(g: Chaos, side: int, one: PeacePoland) -> None:
    await make_peace(g)


@effect(PolishAggression, lambda g, side, one: True)
async def polish_aggression(g: Chaos, side: int, one: PolishAggression) -> None:
    await aggression(g)


@effect(TemporaryControl, lambda g, side, one: controller(g, FACTION[one.faction]) == 3 - SIDE_OF[one.side])
async def temporary_control(g: Chaos, side: int, one: TemporaryControl) -> None:
    """The faction's forces change side until D9; the marker stays where it is [15 control_temp]."""
    faction = FACTION[one.faction]
    g.commander[faction] = SIDE_OF[one.side]
    g.lock[faction] = 0
    g.report("treason", rule="15", faction=one.faction, side=one.side)
    await hand_over(g, faction, SIDE_OF[one.side])


async def hand_over(g: Chaos, faction: int, side: int) -> None:
    """Spaces with the faction's units become the side's; others stacked there, now among enemies, retreat one
    space; a leader who was elsewhere must get away [12.11]."""
    spaces = bits(faction_spaces(g, faction))
    set_faction_side(g, faction, side)
    politics_changed(g)
    for space in spaces:
        set_control(g, space, side)
    for space in spaces:
        await retreat_stack(g, 3 - side, own_units(g, space, 3 - side), 1, [], "15")
        await check_abandoned(g, space, 3 - side)
    for leader in LEADERS_OF[faction]:
        if g.leader_at[leader] >= 0:
            await check_abandoned(g, g.leader_at[leader], side)


# -- diplomacy of an initiative card [17.6] ----------------------------------------------------------------------------


def _diplomacy_targets(g: Chaos, side: int, shift: int) -> list[int]:
    """Markers that can go one box towards the side, neither from nor into a control box."""
    direction = SIGN[side] * shift
    return [
        f
        for f in range(len(FACTIONS))
        if in_play(g, f)
        and abs(g.fcm[f]) < 2
        and abs(g.fcm[f] + direction) < 2
        and not blocked_step(g, f, direction, political=False)
    ]


def diplomacy_possible(g: Chaos, side: int, card: Initiative) -> bool:
    return bool(_diplomacy_targets(g, side, card.diplomacy_shift))


async def diplomacy(g: Chaos, side: int, card: Initiative) -> None:
    options: list[Choice] = [("influence", FACTION_IDS[f]) for f in _diplomacy_targets(g, side, card.diplomacy_shift)]
    shift = card.diplomacy_shift
    answer = await public(g, side, "event_target", options, "17.6", None, lambda c: why_no_diplomacy(g, side, shift, c))
    faction = FACTION[str(answer[1])]
    set_marker(g, faction, g.fcm[faction] + SIGN[side] * shift, side)
    g.report("diplomacy", rule="17.6", side=side_id(side), faction=str(answer[1]), position=g.fcm[faction])
