"""5.11, 5.12: the conference card and its bands. One function per kind of effect; cards only name them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .cards import PLAYS, speaks_of_leader
from .content import (
    ARCTIC,
    AXIS_OF,
    CONFERENCES,
    FROM_LEFT,
    FRONT_OF,
    NUMBERS,
    POL_MIL,
    POWERS,
    RESERVES,
    UNIT,
    USSR,
    AxisReserve,
    CommitProduction,
    Effect,
    HealthModifier,
    LeaderRestriction,
    MurmanskConvoy,
    PartisanStrife,
    PlaceIssue,
    PlaceNetwork,
    PlaceSupport,
    PolMilPlace,
    PolMilRemove,
    Power,
    RemoveNetworks,
    RemoveSupport,
)
from .issues import space_id
from .markers import add_alignment, add_network, holds_network, remove_alignment, remove_network
from .scoring import points_told, sheet_told
from .state import CENTRE, Assignment, Churchill, Duty
from .support import lose_naval, place_naval, place_offensive


def reveal_card(g: Churchill) -> None:
    """5.11: turn up the card of this conference, wake the leaders, resolve the bands in their order."""
    g.card = g.conference_deck.pop(0)
    g.reveal()
    g.report("conference_opened", "5.11", number=g.conference, card=g.card, points=points_told(g), sheet=sheet_told(g))
    for power in POWERS:
        leader = g.leaders[power]
        leader.active = not leader.inactive_next
        leader.cannot_advance = leader.inactive_next = False
    for band in CONFERENCES[g.card].bands:
        for effect in in_order(g, band.effects):
            EFFECTS[type(effect)](g, effect)


def in_order(g: Churchill, effects: tuple[Any, ...]) -> list[Any]:
    """5.12: as printed; in the first edition powers that roll on the Pol-Mil table start left of the last winner (R67)."""
    if not (g.first_edition and g.last_winner):
        return list(effects)
    order = FROM_LEFT[g.last_winner]
    rolling = iter(sorted((e for e in effects if isinstance(e, PolMilPlace)), key=lambda e: order.index(e.power)))
    return [next(rolling) if isinstance(e, PolMilPlace) else e for e in effects]


def commit_production(g: Churchill, effect: CommitProduction) -> None:
    """6.6: Production the power must spend in a Theater."""
    g.duties.extend([Duty(effect.power, effect.theater, effect.support)] * effect.count)
    g.report("production_committed", "5.11", power=effect.power, theater=effect.theater, support=effect.support)


def place_issue(g: Churchill, effect: PlaceIssue) -> None:
    """An issue goes to the centre, unless it lies there already or is out of the game (R32)."""
    if effect.issue in g.pool():
        g.table[effect.issue] = CENTRE
        g.report("issue_tabled", "5.11", power="", issue=effect.issue, to=space_id(CENTRE))


def leader_restriction(g: Churchill, effect: LeaderRestriction) -> None:
    """5.26: a leader who may only debate and break ties (R37); a successor ignores it, except in the first edition."""
    if g.leaders[effect.power].active and speaks_of_leader(g, effect.power):
        g.leaders[effect.power].cannot_advance = True
        g.report("leader_restricted", "5.26", power=effect.power, card=g.leaders[effect.power].id)


def murmansk_convoy(g: Churchill, effect: MurmanskConvoy) -> None:
    """7.4: escorted by enough Naval Support the convoy arrives for certain, otherwise by die (R8)."""
    safe = g.naval[ARCTIC] >= NUMBERS.arctic_naval_threshold
    roll = 0 if safe else g.roll()
    arrived = safe or roll in NUMBERS.murmansk_success
    if arrived:
        g.convoys[USSR] += 1
    g.report("convoy", "7.4", power=USSR, roll=roll, arrived=arrived)


def axis_reserve(g: Churchill, effect: AxisReserve) -> None:
    """7.61: reserves assigned now and deployed first in the war phase (R7)."""
    unit, front = UNIT[effect.unit], FRONT_OF[effect.front]
    if g.reserves[unit] and RESERVES[unit].axis not in g.surrendered and AXIS_OF[front] == RESERVES[unit].axis:
        g.assigned.append(Assignment(unit, front, effect.count))
        g.report("reserve_assigned", "7.61", unit=unit, front=front, count=effect.count)


def place_support(g: Churchill, effect: PlaceSupport) -> None:
    if effect.support == "naval":
        place_naval(g, effect.theater, effect.count, g.card, rule="5.11")
    else:
        place_offensive(g, FRONT_OF[effect.theater], effect.count, g.card, rule="5.11")


def remove_support(g: Churchill, effect: RemoveSupport) -> None:
    if effect.support == "naval":
        lose_naval(g, effect.theater, effect.count, g.card, "5.11")
    else:
        front = FRONT_OF[effect.theater]
        lost = min(effect.count, g.support[front])
        g.support[front] -= lost
        g.report("offensive_lost", "5.11", front=front, count=lost, total=g.support[front], by=g.card)


def pol_mil_space(g: Churchill) -> str:
    """5.12: first die the row, second die the column."""
    row, column = g.roll(), g.roll()
    country = POL_MIL[row - 1][column - 1]
    g.report("pol_mil_rolled", "5.12", dice=[row, column], country=country)
    return country


def polmil_place(g: Churchill, effect: PolMilPlace) -> None:
    place = network_by_card if effect.marker == "network" else alignment_by_card
    for _ in range(effect.rolls):
        place(g, effect.power, pol_mil_space(g))


def network_by_card(g: Churchill, power: Power, country: str) -> None:
    """5.12: against a foreign network both are gone; no more than two of one's own."""
    owner, n = g.networks.get(country, (power, 0))
    if owner != power:
        remove_network(g, country, "5.12", power)
    elif n < NUMBERS.max_networks_per_space and g.network_supply(power):
        add_network(g, power, country, "5.12")
    else:
        g.report("marker_wasted", "5.12", power=power, country=country, marker="network")


def alignment_by_card(g: Churchill, power: Power, country: str) -> None:
    """5.12: needs an own network; against a foreign alignment both are gone. Global markers and the Arctic do not matter."""
    owner = g.alignments.get(country)
    if holds_network(g, power, country) and owner is not None and owner != power:
        remove_alignment(g, country, "5.12", power)
    elif holds_network(g, power, country) and owner is None and g.alignment_supply(power):
        add_alignment(g, power, country, "5.12")
    else:
        g.report("marker_wasted", "5.12", power=power, country=country, marker="alignment")


def polmil_remove(g: Churchill, effect: PolMilRemove) -> None:
    """One marker of that owner leaves each space rolled."""
    for _ in range(effect.rolls):
        country = pol_mil_space(g)
        owner = g.networks.get(country, ("", 0))[0] if effect.marker == "network" else g.alignments.get(country, "")
        if owner and effect.owner in (owner, "any"):
            remove = remove_network if effect.marker == "network" else remove_alignment
            remove(g, country, "5.12")


def partisan_strife(g: Churchill, effect: PartisanStrife) -> None:
    """5.12: on 1-3 that many spaces lose every network."""
    roll = g.roll()
    spaces = roll if roll <= 3 else 0
    g.report("partisan_strife", "5.12", roll=roll, spaces=spaces)
    for _ in range(spaces):
        clear_networks(g, pol_mil_space(g), POWERS)


def place_network(g: Churchill, effect: PlaceNetwork) -> None:
    network_by_card(g, effect.power, effect.space)


def remove_networks(g: Churchill, effect: RemoveNetworks) -> None:
    clear_networks(g, effect.space, effect.owners)


def clear_networks(g: Churchill, country: str, owners: tuple[Power, ...]) -> None:
    while country in g.networks and g.networks[country][0] in owners:
        remove_network(g, country, "5.12")


def leader_health_modifier(g: Churchill, effect: HealthModifier) -> None:
    """5.11: on the leader's roll of this conference; nothing for one who makes none."""
    play = PLAYS[g.leaders[effect.power].id]
    g.health_modifiers[effect.power] += effect.amount
    if play.leader_health or play.paranoia:
        g.report("health_modified", "5.11", power=effect.power, card=play.id, amount=effect.amount)


EFFECTS: dict[type[Effect], Callable[[Churchill, Any], None]] = {
    CommitProduction: commit_production,
    PlaceIssue: place_issue,
    LeaderRestriction: leader_restriction,
    MurmanskConvoy: murmansk_convoy,
    AxisReserve: axis_reserve,
    PlaceSupport: place_support,
    RemoveSupport: remove_support,
    PolMilPlace: polmil_place,
    PolMilRemove: polmil_remove,
    PartisanStrife: partisan_strife,
    PlaceNetwork: place_network,
    RemoveNetworks: remove_networks,
    HealthModifier: leader_health_modifier,
}
