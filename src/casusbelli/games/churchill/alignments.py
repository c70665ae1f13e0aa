"""7.3, 6.11: Political Alignments, and what the three global markers allow."""

from __future__ import annotations

from casusbelli.kernel import Choice, Refusal

from .content import (
    COUNTRIES,
    GLOBAL_MARKERS,
    IS_COLONY,
    ON_MAIN_EUROPEAN_TRACKS,
    POWERS,
    UK,
    UK_US,
    UK_USSR,
    US,
    US_USSR,
    USSR,
    Power,
)
from .markers import add_alignment, holds_network, remove_alignment
from .networks import arctic_closed, forfeit, next_to_place
from .placements import placement
from .state import Churchill

SPHERES = GLOBAL_MARKERS[UK_USSR]
CADRES = GLOBAL_MARKERS[US_USSR]


async def alignments(g: Churchill) -> None:
    """7.3: as with networks; a power that earned none is left out."""
    if not g.queue:
        g.placing = dict(g.earned_alignments)
        g.queue = [p for p in POWERS if g.placing[p]]
    if g.queue:
        power = await next_to_place(g, "alignment_order", "7.3")
        while g.placing[power]:
            await alignment_place(g, power)
        g.queue.remove(power)
    g.phase = "alignments" if g.queue else "war"


# -- 6.11: the global markers ------------------------------------------------------------------------------------------------


def colonies_closed(g: Churchill, power: Power, country: str, *, removing: bool) -> bool:
    """uk_us: neutral bars placing in colonies (R15), Colonialism bars everybody but the UK, Self-Determination nobody."""
    if not IS_COLONY[country]:
        return False
    side = g.globals.get(UK_US, "")
    return power != UK if side == UK else side == "" and not removing


def europe_closed(g: Churchill, power: Power, country: str, *, removing: bool) -> bool:
    """uk_ussr: neutral bars placing along the Western and Eastern tracks; Spheres reserve some countries; Free Europe none."""
    side = g.globals.get(UK_USSR, "")
    if side == USSR:
        return country in (SPHERES.ussr_only if power != USSR else SPHERES.west_only)
    return side == "" and not removing and ON_MAIN_EUROPEAN_TRACKS[country]


def removal_cost(g: Churchill, country: str) -> int:
    """us_ussr: the United Nations make every removal cost two, Cadres that of Soviet alignments in their lands."""
    side = g.globals.get(US_USSR, "")
    if side == USSR:
        return 2 if g.alignments[country] == USSR and country in CADRES.double_cost else 1
    return 2 if side == US else 1


def closed(g: Churchill, power: Power, country: str, *, removing: bool) -> Refusal | None:
    """The rule that keeps a power from placing or removing an alignment in a country, if any."""
    where = {"country": country}
    if arctic_closed(g, country):
        return Refusal("arctic_closed", "7.4", where)
    if colonies_closed(g, power, country, removing=removing):
        return Refusal("colonies_closed", "6.11", where)
    if europe_closed(g, power, country, removing=removing):
        return Refusal("europe_closed", "6.11", where)
    return None


# -- 7.31, 7.32: placing and removing ----------------------------------------------------------------------------------------


def may_place_alignment(g: Churchill, power: Power, country: str) -> bool:
    return (
        country not in g.alignments
        and holds_network(g, power, country)
        and closed(g, power, country, removing=False) is None
        and g.alignment_supply(power) > 0
    )


def may_remove_alignment(g: Churchill, power: Power, country: str, left: int) -> bool:
    return (
        g.alignments.get(country, power) != power
        and holds_network(g, power, country)
        and closed(g, power, country, removing=True) is None
        and removal_cost(g, country) <= left
    )


def alignment_options(g: Churchill, power: Power) -> list[Choice]:
    """Placing is forced while it is possible, removing never is (R16)."""
    mine = [c for c in COUNTRIES if holds_network(g, power, c)]
    places: list[Choice] = [("place", c) for c in mine if may_place_alignment(g, power, c)]
    removals: list[Choice] = [("remove", c) for c in mine if may_remove_alignment(g, power, c, g.placing[power])]
    return places + removals if places else [*removals, ("forfeit",)]


async def alignment_place(g: Churchill, power: Power) -> None:
    """7.3: one alignment is placed, or spent to remove a rival's."""
    choice = await placement(
        g,
        power,
        "alignment_place",
        lambda: alignment_options(g, power),
        "7.31",
        about={"left": g.placing[power]},
        why_not=lambda c: why_no_alignment(g, power, c),
    )
    match choice:
        case ("place", str(country)):
            g.placing[power] -= 1
            add_alignment(g, power, country, "7.31")
        case ("remove", str(country)):
            g.placing[power] -= removal_cost(g, country)
            remove_alignment(g, country, "7.32", power)
        case _:
            g.placing[power] -= 1
            forfeit(g, power, "alignment", "7.31")


def why_no_alignment(g: Churchill, power: Power, choice: Choice) -> Refusal | None:
    verb, country = choice[0], str(choice[-1])
    if verb == "forfeit":
        return Refusal("must_place", "7.3")
    if country not in COUNTRIES:
        return None
    where = {"country": country}
    if not holds_network(g, power, country):
        return Refusal("needs_own_network", "7.31", where)
    barred = closed(g, power, country, removing=verb == "remove")
    if barred is not None:
        return barred
    owner = g.alignments.get(country)
    if verb == "remove":
        if owner is None or owner == power:
            return Refusal("no_rival_alignment", "7.32", where)
        return Refusal("removal_too_dear", "6.11", {**where, "cost": removal_cost(g, country), "left": g.placing[power]})
    return Refusal("already_aligned", "7.31", {**where, "power": owner}) if owner else Refusal("no_alignments_left", "7.31")
