"""White AC 43: troops put to sea and come ashore in one Finnish port that the enemy holds [9.5, 15 port_landing]."""

from __future__ import annotations

from casusbelli.kernel import Choice

from .asks import place_unit, public
from .board import STACK_ARMIES, STACK_UNITS, own_units, put, room, send, set_side
from .cards import PortLanding
from .combat import fight
from .content import (
    CAMP,
    FINLAND,
    FIRST_OWNER,
    IS_ARMY,
    PORT_MASK,
    REGION_MASK,
    SPACE,
    SPACE_IDS,
    UNIT,
    UNIT_IDS,
    UNITS,
    bits,
    enemy,
)
from .deployment import legal_spaces, lose_unit, settle
from .effects import effect
from .effects_forces import waits_for_deployment
from .factions import usable_unit
from .movement import enter
from .operations import locked_faction
from .refusals import named_elsewhere
from .replacements import BALTIC_PORTS
from .state import ASIDE, ELIMINATED, OUT, RESERVE, Battle, Chaos, side_id
from .supply import in_supply

_FINNISH_PORTS = PORT_MASK & REGION_MASK["finland"]
_BALTIC_CAMP = CAMP["baltic_finnish"]


def hostile_ports(g: Chaos, side: int) -> list[int]:
    """Finnish ports that are not the side's: empty ones can be entered, held ones invaded; not those of Greens."""
    board = g.board
    foes = board.held[enemy(side)]
    return bits(_FINNISH_PORTS & ~board.control[side] & (foes | ~board.blocked(side)))


@effect(PortLanding, lambda g, side, one: any(g.where[UNIT[u]] == OUT for u in one.units) or bool(hostile_ports(g, side)))
async def port_landing(g: Chaos, side: int, one: PortLanding) -> None:
    """Troops may go ashore in one hostile port; units of the card that stay behind enter a friendly one."""
    recruits = []
    for name in one.units:
        unit = UNIT[name]
        if g.where[unit] == OUT and waits_for_deployment(g, unit):
            g.where[unit] = ASIDE
            g.report("joins_deployment", rule="15", side=side_id(side), unit=name)
        elif g.where[unit] == OUT:
            set_side(g, unit, side)
            recruits.append(unit)
    ports = hostile_ports(g, side)
    if ports and (recruits or _sailors(g, side, [])):
        await _landing(g, side, ports, recruits)
    for unit in recruits:
        if g.where[unit] == OUT:
            spaces = legal_spaces(g, unit, _FINNISH_PORTS)
            if spaces:
                settle(g, unit, await place_unit(g, side, "place_units", unit, spaces, False, "15"))
            else:
                lose_unit(g, unit)


async def _landing(g: Chaos, side: int, ports: list[int], recruits: list[int]) -> None:
    options: list[Choice] = [*(("land", SPACE_IDS[p]) for p in ports), ("no_landing",)]
    answer = await public(g, side, "port_landing_target", options, "15", None, named_elsewhere)
    if answer[0] == "no_landing":
        return
    port = SPACE[str(answer[1])]
    party = await _embark(g, side, port, recruits)
    if not party:
        return
    ashore = {unit: g.where[unit] for unit in party}
    for unit in party:
        send(g, unit, OUT)
    g.report(
        "landing", rule="15", side=side_id(side), units=[UNIT_IDS[u] for u in party], count=len(party), space=SPACE_IDS[port]
    )
    if g.board.held[enemy(side)] >> port & 1:
        party = await _invade(g, side, port, party)
    if g.board.blocked(side) >> port & 1:
        _sail_home(g, party, ashore)
    elif party:
        for unit in party:
            put(g, unit, port)
        await enter(g, side, port, party)


def _sailors(g: Chaos, side: int, party: list[int]) -> list[int]:
    """Finns and the troops of the Baltic camp that may still join: those in friendly ports of the Baltic, and reserve corps."""
    ports = BALTIC_PORTS & g.board.control[side]
    found = []
    for unit, place in enumerate(g.where):
        if unit in party or g.side[unit] != side or UNITS[unit].immobile:
            continue
        if g.owner[unit] != FIRST_OWNER + FINLAND and not (g.owner[unit] == side and g.camp[unit] == _BALTIC_CAMP):
            continue
        waits = place == RESERVE or (
            place >= 0
            and bool(ports >> place & 1)
            and place not in g.no_act
            and locked_faction(g, place, side) < 0
            and in_supply(g, unit)
        )
        if waits and usable_unit(g, unit):
            found.append(unit)
    return found


async def _embark(g: Chaos, side: int, port: int, recruits: list[int]) -> list[int]:
    """One unit after the other, no more than may stack in a space."""
    party: list[int] = []
    while len(party) < STACK_UNITS:
        full = sum(IS_ARMY[u] for u in party) >= STACK_ARMIES
        able = [u for u in recruits if u not in party] + _sailors(g, side, [*party, *recruits])
        options: list[Choice] = [("embark", UNIT_IDS[u]) for u in able if not (full and IS_ARMY[u])]
        if not options:
            break
        about = {"space": SPACE_IDS[port], "units": [UNIT_IDS[u] for u in party]}
        answer = await public(g, side, "port_landing_unit", [*options, ("done",)], "15", about)
        if answer[0] == "done":
            break
        party.append(UNIT[str(answer[1])])
    return party


async def _invade(g: Chaos, side: int, port: int, party: list[int]) -> list[int]:
    """An immediate battle from the sea, without activation, leaders or initiative cards; who is left of the party."""
    foe = enemy(side)
    g.battle = Battle(side=side, foe=foe, target=port, attackers=list(party), defenders=own_units(g, port, foe), special=True)
    await fight(g, g.battle)
    left = [u for u in g.battle.attackers if g.where[u] == OUT]
    g.battle = None
    return left


def _sail_home(g: Chaos, party: list[int], ashore: dict[int, int]) -> None:
    """Beaten off: back to where they came from; units that came with the card itself are eliminated."""
    for unit in party:
        home = ashore[unit]
        if home >= 0 and room(g, home, unit):
            put(g, unit, home)
        else:
            send(g, unit, RESERVE if home == RESERVE else ELIMINATED)
