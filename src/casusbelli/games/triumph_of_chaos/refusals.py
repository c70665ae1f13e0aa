"""Why a choice on the map is not on offer. Everything here is public."""

from __future__ import annotations

from collections.abc import Callable

from casusbelli.kernel import Choice, Params, Refusal

from .board import own_units, room
from .cards import CARD_NUMBER, INITIATIVE, card_id
from .content import (
    DISTANCE,
    FACTION_AT,
    FACTION_IDS,
    HOME_MASK,
    IS_ARMY,
    LEADER,
    LEADER_IDS,
    LEADERS,
    NEIGHBOURS,
    SPACE,
    SPACE_IDS,
    UNIT,
    UNITS,
    VC_MASK,
    enemy,
)
from .factions import apart, closed_because, open_spaces, unit_land, usable_unit
from .state import RESERVE, Battle, Chaos
from .supply import in_supply, in_supply_at

WhyNot = Callable[[Choice], Refusal | None]


def _named(choice: Choice, table: dict[str, int], at: int = -1) -> int:
    """The number of the thing a choice names, or -1."""
    return table.get(str(choice[at]), -1) if len(choice) > 1 else -1


# -- places ------------------------------------------------------------------------------------------------------------


def why_not_there(g: Chaos, side: int, choice: Choice, rule: str, unit: int = -1) -> Refusal | None:
    """Why a piece cannot be put into a space: strangers, control, closed land, stacking; or the rule names other spaces."""
    space = _named(choice, SPACE)
    if space < 0:
        return None
    params: Params = {"space": SPACE_IDS[space]}
    if g.board.blocked(side) >> space & 1:
        return Refusal("held_by_others", rule, params)
    if g.control[space] != side:
        return Refusal("not_controlled", rule, params)
    return why_not_stand(g, side, space, unit) or Refusal("other_place", rule, params)


def why_not_stand(g: Chaos, side: int, space: int, unit: int) -> Refusal | None:
    """What keeps a unit out of a space of its side's: closed land, Poles and Whites apart, stacking."""
    params: Params = {"space": SPACE_IDS[space]}
    faction = FACTION_AT[space]
    if faction >= 0 and not (open_spaces(g, side) if unit < 0 else unit_land(g, unit)) >> space & 1:
        closed = closed_because(g, faction, side)
        return Refusal(closed or "may_not_enter", "26", {**params, "faction": FACTION_IDS[faction]})
    if unit < 0:
        return None
    if apart(g, unit) >> space & 1:
        return Refusal("poles_share", "11", params)
    return None if room(g, space, unit) else Refusal("overstacked", "1", params)


def why_not_redeploy_to(g: Chaos, unit: int, choice: Choice) -> Refusal | None:
    """Redeployment ends in supply, without NO ACT, joined to where it began [10.4]."""
    space = _named(choice, SPACE)
    params: Params = {"space": SPACE_IDS[space]}
    if choice[0] == "sr_reserve":
        return Refusal("armies_stay_on_map", "10.4")
    if space >= 0 and space in g.no_act:
        return Refusal("no_act", "17.7", params)
    refusal = why_not_there(g, g.side[unit], choice, "10.4", unit)
    if refusal is None or refusal.key != "other_place":
        return refusal
    if not in_supply_at(g, unit, space, own_row=g.where[unit] == RESERVE):
        return Refusal("out_of_supply", "13", params)
    return Refusal("not_joined", "10.4", params)


def why_not_mark(g: Chaos, victim: int, rule: str, choice: Choice) -> Refusal | None:
    """A NO ACT marker goes to a space with units of the side it hurts, one to a space [15]."""
    space = _named(choice, SPACE)
    if space < 0:
        return None
    marked = space in g.no_act
    return Refusal("no_act" if marked else "nobody_to_hinder", "17.7" if marked else rule, {"space": SPACE_IDS[space]})


def _why_no(key: str, rule: str) -> WhyNot:
    """One reason for every space that is not offered."""

    def why_not(choice: Choice) -> Refusal | None:
        space = _named(choice, SPACE)
        return Refusal(key, rule, {"space": SPACE_IDS[space]}) if space >= 0 else None

    return why_not


why_no_marker = _why_no("no_marker_there", "17.7")
why_no_revolt = _why_no("no_lone_garrison", "10.7")
named_elsewhere = _why_no("other_place", "15")


def why_not_propaganda(g: Chaos, side: int, choice: Choice) -> Refusal | None:
    """Propaganda works on enemies beside own units [10.7]."""
    space = _named(choice, SPACE)
    if space >= 0 and space not in g.no_act and own_units(g, space, enemy(side)):
        return Refusal("no_neighbours", "10.7", {"space": SPACE_IDS[space]})
    return why_not_mark(g, enemy(side), "10.7", choice)


def why_not_behind_lines(g: Chaos, side: int, home: int, rule: str, choice: Choice) -> Refusal | None:
    """Risings happen in empty spaces that the enemy controls; Greens and insurrections in home regions, not in victory
    cities, insurrections not beside enemy armies [15]."""
    space = _named(choice, SPACE)
    if space < 0:
        return None
    params: Params = {"space": SPACE_IDS[space]}
    if g.board.at[space] or g.board.green >> space & 1:
        return Refusal("not_empty", rule, params)
    if g.control[space] != enemy(side):
        return Refusal("not_the_enemys", rule, params)
    if home and not HOME_MASK[home] >> space & 1:
        return Refusal("not_his_home", rule, params)
    if home and VC_MASK >> space & 1:
        return Refusal("is_victory_city", rule, params)
    near = any(IS_ARMY[u] and g.side[u] == enemy(side) and p >= 0 and DISTANCE[space][p] <= 1 for u, p in enumerate(g.where))
    return Refusal("too_near_armies" if near else "other_place", rule, params)


# -- leaders and cards -------------------------------------------------------------------------------------------------


def why_not_able(g: Chaos, side: int, spaces: list[int], ability: str, rule: str, choice: Choice) -> Refusal | None:
    """Why a leader cannot use an ability now [16]."""
    leader = _named(choice, LEADER, 1)
    if leader < 0:
        return None
    params: Params = {"leader": LEADER_IDS[leader]}
    if g.leader_side[leader] != side or g.leader_at[leader] not in spaces:
        return Refusal("leader_elsewhere", rule, params)
    if ability not in LEADERS[leader].abilities:
        return Refusal("leader_lacks_ability", "16", params)
    if f"{LEADER_IDS[leader]}:{ability}" in g.operation.tested:
        return Refusal("leader_has_tried", "16", params)
    return Refusal("leader_leads_nobody", "16", params)


def why_no_leader(choice: Choice) -> Refusal | None:
    """A leader for sale joins an army of his own in supply [18 D4]."""
    leader = _named(choice, LEADER)
    if leader < 0:
        return None
    for_sale = LEADERS[leader].pool in ("purchase", "start")
    return Refusal("no_army_to_join" if for_sale else "not_for_sale", "18", {"leader": LEADER_IDS[leader]})


def why_not_reinforce(g: Chaos, battle: Battle, side: int, spaces: list[int], choice: Choice) -> Refusal | None:
    """Why a leader cannot call this unit [12.2]."""
    leader, unit = _named(choice, LEADER, 1), _named(choice, UNIT)
    if leader < 0 or unit < 0 or g.leader_at[leader] not in spaces or "reinforce" not in LEADERS[leader].abilities:
        return why_not_able(g, side, spaces, "reinforce", "12.2", choice)
    params: Params = {"unit": str(choice[-1])}
    here = g.where[unit]
    if g.side[unit] != side or here not in NEIGHBOURS[g.border_open][battle.target]:
        return Refusal("not_beside_battle", "12.2", params)
    if here in g.no_act:
        return Refusal("no_act", "17.7", {"space": SPACE_IDS[here]})
    if unit in (*battle.attackers, *g.operation.used, *g.operation.moved):
        return Refusal("already_busy", "12.2", params)
    if not usable_unit(g, unit):
        return Refusal("forces_unusable", "9.4", {"space": SPACE_IDS[here]})
    if not in_supply(g, unit):
        return Refusal("out_of_supply", "13", {"space": SPACE_IDS[here]})
    if side == battle.side:
        return Refusal("may_not_attack", "26", params)
    return why_not_stand(g, side, battle.target, unit) or Refusal("leader_leads_nobody", "16", {"leader": str(choice[1])})


def why_not_initiative(g: Chaos, side: int, rule: str, choice: Choice) -> Refusal | None:
    """Only an initiative card of the hand will do [17.6]."""
    card = str(choice[1]) if len(choice) > 1 else ""
    if card not in CARD_NUMBER:
        return None
    if all(card_id(side, n) != card for n in g.hands[side]):
        return Refusal("not_in_hand", rule, {"card": card})
    if CARD_NUMBER[card] not in INITIATIVE[side]:
        return Refusal("no_initiative_card", "17.6", {"card": card})
    space = _named(choice, SPACE)
    return Refusal("not_active_there", rule, {"space": SPACE_IDS[space]}) if space >= 0 else None


# -- battles -----------------------------------------------------------------------------------------------------------


def why_not_lose(units: list[int], choice: Choice) -> Refusal | None:
    """Losses are taken so that the largest sum within the result is reached [12.8]."""
    unit = _named(choice, UNIT)
    if unit < 0:
        return None
    return Refusal("loss_not_largest" if unit in units else "not_in_battle", "12.8", {"unit": str(choice[-1])})


def why_not_substitute(g: Chaos, army: int, choice: Choice) -> Refusal | None:
    """A corps of the army's owner and camp steps in from the reserve [12.8]."""
    unit = _named(choice, UNIT)
    if unit < 0:
        return None
    params: Params = {"unit": str(choice[-1])}
    if IS_ARMY[unit] or g.where[unit] != RESERVE or g.side[unit] != g.side[army]:
        return Refusal("not_in_reserve", "12.8", params)
    return Refusal("other_camp", "12.8", params)


def why_not_pay(units: list[int], choice: Choice) -> Refusal | None:
    """A step is paid by a unit that holds the ground; one unit must remain [12.9]."""
    unit = _named(choice, UNIT)
    if unit < 0:
        return None
    return Refusal("last_step" if unit in units else "not_in_battle", "12.9", {"unit": str(choice[-1])})


def why_not_retreat(g: Chaos, side: int, unit: int, distance: int, barred: list[int], choice: Choice) -> Refusal | None:
    """A retreat goes over friendly ground, as far as it must, within stacking, into supply if it can [12.9]."""
    space = _named(choice, SPACE)
    if space < 0:
        return None
    params: Params = {"space": SPACE_IDS[space]}
    if space in barred:
        return Refusal("attacked_from_there", "12.9", params)
    refusal = why_not_there(g, side, choice, "12.9", unit)
    if refusal is not None and refusal.key != "other_place":
        return refusal
    if unit >= 0 and not in_supply_at(g, unit, space):
        return Refusal("retreat_into_supply", "12.9", params)
    return Refusal("retreat_distance", "12.9", {**params, "distance": distance})


def why_not_advance(g: Chaos, battle: Battle, choice: Choice) -> Refusal | None:
    """Attackers that fought and survived go in, and leaders of the spaces they left [12.9]."""
    params: Params = {"space": SPACE_IDS[battle.target]}
    unit, leader = _named(choice, UNIT), _named(choice, LEADER)
    if leader >= 0:
        return Refusal("leader_follows_troops", "12.9", {"leader": str(choice[-1])})
    if unit < 0:
        return None
    if unit not in battle.attackers:
        return Refusal("not_in_battle", "12.9", {"unit": str(choice[-1])})
    return why_not_stand(g, battle.side, battle.target, unit) or Refusal("may_not_enter", "26", params)


def why_not_exploit_to(g: Chaos, side: int, stack: list[int], choice: Choice) -> Refusal | None:
    """The whole stack goes on into an adjacent space free of others [12.9]."""
    space = _named(choice, SPACE)
    if space < 0:
        return None
    params: Params = {"space": SPACE_IDS[space]}
    if space not in NEIGHBOURS[g.border_open][g.where[stack[0]]]:
        return Refusal("not_adjacent", "11", params)
    if g.board.blocked(side) >> space & 1:
        return Refusal("held_by_others", "26", params)
    reasons = (why_not_stand(g, side, space, unit) for unit in stack)
    return next((reason for reason in reasons if reason), Refusal("overstacked", "1", params))


def why_no_turncoat(g: Chaos, side: int, choice: Choice) -> Refusal | None:
    """Who can be tempted: corps and reduced armies beside own units, neither elite nor garrison [15 switch_side]."""
    unit = _named(choice, UNIT)
    if unit < 0:
        return None
    params: Params = {"unit": str(choice[-1])}
    row, here = UNITS[unit], g.where[unit]
    if here < 0 or g.side[unit] != enemy(side):
        return Refusal("not_an_enemy", "15", params)
    if row.elite:
        return Refusal("elite_is_loyal", "15", params)
    if row.immobile or (IS_ARMY[unit] and not g.reduced[unit]):
        return Refusal("too_steady", "15", params)
    return Refusal("no_neighbours", "15", {"space": SPACE_IDS[here]})
