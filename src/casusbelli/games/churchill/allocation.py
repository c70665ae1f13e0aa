"""6.4-6.9: the allocation of Production, one power at a time.

Leadership markers may be placed at any moment of the power's turn, so every question of it offers them too.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from casusbelli.kernel import Choice, Params, Refusal

from .content import EITHER, FRONT_OF, FRONTS, ISSUES, OFFENSIVE_ISSUES, POL_MIL_ISSUES, REGIONS, THEATERS, Power
from .placements import placement
from .resolution import issues_won, why_no_offensive
from .state import Churchill, Duty
from .support import entry_space, may_place_offensive, naval_at, naval_room, place_naval, place_offensive, possible_kinds


class Ground(NamedTuple):
    """The Fronts and boxes that a marker may be used for."""

    fronts: tuple[str, ...]
    theaters: tuple[str, ...]


def ground_of(region: str) -> Ground:
    theaters = tuple(t for t, row in THEATERS.items() if row.region == region)
    return Ground(tuple(FRONT_OF[t] for t in theaters if t in FRONT_OF), theaters)


EVERYWHERE = Ground(tuple(FRONTS), tuple(THEATERS))
GROUND: dict[str, Ground] = {**{region: ground_of(region) for region in REGIONS}, EITHER: EVERYWHERE}


async def allocation(g: Churchill) -> None:
    """6.4: all tokens and markers of a power must be spent: card duties, directed offensives, then freely."""
    power = g.queue[0]
    while g.tokens[power] or any(g.markers[power].values()):
        await allocate(g, power)
    g.queue.pop(0)
    g.phase = "allocation" if g.queue else "decisions"


async def allocate(g: Churchill, power: Power) -> None:
    """One placement, by the highest obligation still open."""
    lose_hopeless_markers(g, power)
    if not g.tokens[power] and not any(g.markers[power].values()):
        return
    decision, rule = next_obligation(g, power)
    choice = await placement(
        g,
        power,
        decision,
        lambda: [*token_uses(g, power, decision), *bonus_uses(g, power)],
        rule,
        about=about(g, power),
        why_not=lambda c: why_not_allocate(g, power, c),
        auto=decision != "alloc_free",
    )
    match choice:
        case ("alloc_bonus", str(kind), str(place)):
            spend_marker(g, power, kind, place)
        case ("alloc_card", str(kind)):
            pay_duty(g, power, kind)
        case ("alloc_directed" | "directed_order", str(issue)):
            pay_offensive(g, power, issue)
        case ("alloc_free", str(kind), *place):
            spend_free(g, power, kind, str(place[0]) if place else "")


def about(g: Churchill, power: Power) -> Params:
    """What is left to place, and where the conference card wants it."""
    duty = next_duty(g, power)
    return {
        "tokens": g.tokens[power],
        "markers": sum(g.markers[power].values()),
        "theater": duty.theater if duty else "",
        "support": duty.support if duty else "",
    }


def next_obligation(g: Churchill, power: Power) -> tuple[str, str]:
    """The decision at hand and its rule: the card's duties, directed offensives, free tokens, markers alone."""
    if not g.tokens[power]:
        return "alloc_bonus", "6.91"
    if next_duty(g, power) is not None:
        return "alloc_card", "6.6"
    due = due_offensives(g, power)
    if not due:
        return "alloc_free", "6.4"
    short = g.tokens[power] < sum(g.offensives_due[i] for i in due)
    several = len({g.offensives[i] for i in due}) > 1
    return ("directed_order" if short and several else "alloc_directed"), "6.7"


def token_uses(g: Churchill, power: Power, decision: str) -> list[Choice]:
    """What a token may be spent on now."""
    if decision == "alloc_card":
        duty = next_duty(g, power)
        return [("alloc_card", kind) for kind in duty_kinds(g, duty)] if duty is not None else []
    if decision == "directed_order":
        return [("directed_order", issue) for issue in due_offensives(g, power)]
    if decision == "alloc_directed":
        return [("alloc_directed", issue) for issue in due_offensives(g, power)[:1]]
    return free_uses(g, power) if decision == "alloc_free" else []


def next_duty(g: Churchill, power: Power) -> Duty | None:
    if g.tokens[power]:
        for duty in g.duties:
            if duty.power == power:
                return duty
    return None


def due_offensives(g: Churchill, power: Power) -> list[str]:
    """6.7: directed offensives with this power's flag, whoever won them, that are still to be paid."""
    return [i for i in g.offensives if ISSUES[i].power == power and g.offensives_due[i]]


# -- 6.6: the conference card ------------------------------------------------------------------------------------------------


def duty_kinds(g: Churchill, duty: Duty) -> list[str]:
    """The stated kind, or the other one where that is impossible; none: the token is spent without effect (R29)."""
    possible = possible_kinds(g, duty.theater)
    if duty.support in possible:
        return [duty.support]
    return possible or ["none"]


def pay_duty(g: Churchill, power: Power, kind: str) -> None:
    duty = next_duty(g, power)
    assert duty is not None
    g.duties.remove(duty)
    g.tokens[power] -= 1
    if kind == "offensive":
        place_offensive(g, FRONT_OF[duty.theater], 1, "duty", power, "6.6")
    elif kind == "naval":
        place_naval(g, duty.theater, 1, "duty", power, "6.6")
    else:
        g.report("token_wasted", "6.6", power=power, theater=duty.theater)


# -- 6.7: directed offensives ------------------------------------------------------------------------------------------------


def pay_offensive(g: Churchill, power: Power, issue: str) -> None:
    """Naval Support until a landing has what it needs, then Offensive Support; as far as tokens last (R53)."""
    front = g.offensives[issue]
    while g.offensives_due[issue] and g.tokens[power]:
        g.offensives_due[issue] -= 1
        g.tokens[power] -= 1
        space = entry_space(g, front)
        if space is not None and naval_at(g, front) < space.naval_required:
            place_naval(g, FRONTS[front].theater, 1, issue, power, "6.7")
        else:
            place_offensive(g, front, 1, issue, power, "6.7")


# -- 6.4, 6.8, 6.10.2: free tokens -------------------------------------------------------------------------------------------


def free_uses(g: Churchill, power: Power) -> list[Choice]:
    uses = support_uses(g, "alloc_free", EVERYWHERE)
    uses += [("alloc_free", "pol_mil", i) for i in issues_won(g, power, POL_MIL_ISSUES) if i not in g.activated]
    if g.bomb_modifiable():
        uses.append(("alloc_free", "abomb"))
    return uses


def support_uses(g: Churchill, verb: str, ground: Ground) -> list[Choice]:
    """6.5: every Front and box of the ground that can take support."""
    fronts, boxes = _supports(verb, ground)
    uses = [use for front, use in fronts if may_place_offensive(g, front)]
    return uses + [use for theater, use in boxes if naval_room(g, theater) > 0]


@lru_cache(maxsize=16)
def _supports(verb: str, ground: Ground) -> tuple[list[tuple[str, Choice]], list[tuple[str, Choice]]]:
    """The uses of a ground by Front and by box, whether they can be chosen now or not."""
    return [(f, (verb, "offensive", f)) for f in ground.fronts], [(t, (verb, "naval", t)) for t in ground.theaters]


def can_take_support(g: Churchill, ground: Ground) -> bool:
    return any(naval_room(g, t) > 0 for t in ground.theaters) or any(may_place_offensive(g, f) for f in ground.fronts)


def spend_free(g: Churchill, power: Power, kind: str, place: str) -> None:
    g.tokens[power] -= 1
    if kind == "offensive":
        place_offensive(g, place, 1, "token", power)
    elif kind == "naval":
        place_naval(g, place, 1, "token", power)
    elif kind == "pol_mil":
        g.activated.append(place)
        row = ISSUES[place]
        g.earned_alignments[power] += row.alignments
        g.earned_networks[power] += row.networks
        g.report("pol_mil_activated", "6.8", power=power, issue=place, alignments=row.alignments, networks=row.networks)
    else:
        g.abomb_modifiers += 1
        g.report("abomb_funded", "6.10.2", power=power, modifiers=g.abomb_modifiers)


# -- 6.91, 6.92: leadership markers ------------------------------------------------------------------------------------------


def bonus_uses(g: Churchill, power: Power) -> list[Choice]:
    """Support inside the region a marker belongs to."""
    regions = marker_regions(g, power)
    if not regions:
        return []
    return support_uses(g, "alloc_bonus", GROUND[regions[0]] if len(regions) == 1 else EVERYWHERE)


def marker_regions(g: Churchill, power: Power) -> list[str]:
    markers = g.markers[power]
    return [r for r in g.leadership if markers[r] or markers[EITHER]]


def spend_marker(g: Churchill, power: Power, kind: str, place: str) -> None:
    """A marker of the region is used before one that could go anywhere."""
    region = region_of(place)
    g.markers[power][region if g.markers[power][region] else EITHER] -= 1
    if kind == "naval":
        place_naval(g, place, 1, "leadership", power, "6.91")
    else:
        place_offensive(g, place, 1, "leadership", power, "6.91")


def lose_hopeless_markers(g: Churchill, power: Power) -> None:
    """A marker whose region has no legal place left is lost."""
    markers = g.markers[power]
    for pool, ground in GROUND.items():
        if markers[pool] and not can_take_support(g, ground):
            g.report("marker_lost", "6.91", power=power, region=pool, count=markers[pool])
            markers[pool] = 0


def why_not_allocate(g: Churchill, power: Power, choice: Choice) -> Refusal | None:
    match choice:
        case ("alloc_free", *_) if next_duty(g, power) is not None:
            return Refusal("duty_first", "6.6")
        case ("alloc_free", *_) if g.tokens[power] and due_offensives(g, power):
            return Refusal("offensive_first", "6.7")
        case ("alloc_free", *_) if not g.tokens[power]:
            return Refusal("no_tokens", "6.4")
        case ("alloc_free", "pol_mil", issue) if issue in POL_MIL_ISSUES:
            return Refusal("already_activated" if issue in g.activated else "pol_mil_not_won", "6.8", {"issue": issue})
        case ("alloc_free", "abomb"):
            return Refusal("bomb_finished" if g.bomb_finished() else "bomb_not_won", "6.10.2")
        case ("alloc_free" | "alloc_bonus", "naval", str(theater)) if theater in THEATERS and naval_room(g, theater) <= 0:
            return Refusal("naval_full", "6.5", {"theater": theater})
        case ("alloc_bonus", _, str(place)) if region_of(place) and region_of(place) not in marker_regions(g, power):
            return Refusal("no_marker_for_region", "6.91", {"region": region_of(place)})
        case ("alloc_free" | "alloc_bonus", "offensive", str(front)):
            return why_no_offensive(g, front, "6.5")
        case ("alloc_card", *_):
            return Refusal("duty_states_kind", "6.6")
        case ("alloc_directed" | "directed_order", str(issue)) if issue in OFFENSIVE_ISSUES:
            due = issue in due_offensives(g, power)
            return Refusal("offensives_in_turn" if due else "offensive_not_due", "6.7", {"issue": issue})
        case _:
            return None


def region_of(place: str) -> str:
    """The region a Front or a box belongs to."""
    theater = FRONTS[place].theater if place in FRONTS else place
    return THEATERS[theater].region if theater in THEATERS else ""
