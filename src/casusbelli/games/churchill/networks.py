"""7.1: Clandestine Networks, and the order of placing that alignments share with them."""

from __future__ import annotations

from casusbelli.kernel import Choice, Refusal, ask

from .content import ARCTIC, COUNTRIES, NUMBERS, POWERS, TIE_WINNER, Power
from .leaders import why_not_tied
from .markers import add_network, remove_network
from .placements import placement
from .state import Churchill

EVERYWHERE = list(COUNTRIES)
OUTSIDE_ARCTIC = [c for c, row in COUNTRIES.items() if not row.arctic]


async def networks(g: Churchill) -> None:
    """7.1: the power with the most networks places all of them, then the next; a phase per power."""
    if not g.queue:
        g.placing = {p: NUMBERS.free_networks + g.earned_networks[p] for p in POWERS}
        g.queue = list(POWERS)
    power = await next_to_place(g, "network_order", "7.1")
    while g.placing[power]:
        await network_place(g, power)
    g.queue.remove(power)
    g.phase = "networks" if g.queue else "alignments"


async def next_to_place(g: Churchill, decision: str, rule: str) -> Power:
    """7.1: largest number first; the US chooses among equals."""
    most = max(g.placing[p] for p in g.queue)
    tied = [p for p in g.queue if g.placing[p] == most]
    if len(tied) == 1:
        return tied[0]
    choice = await ask(
        TIE_WINNER,
        decision,
        lambda: [(decision, p) for p in tied],
        rule,
        about={"tied": tied, "count": most},
        why_not=lambda c: why_not_tied(c, rule),
    )
    g.report("placing_order", rule, power=str(choice[1]), tied=tied)
    return str(choice[1])


def arctic_closed(g: Churchill, country: str) -> bool:
    """7.4: without enough Naval Support in the Arctic nobody acts in its countries."""
    return COUNTRIES[country].arctic and g.naval[ARCTIC] < NUMBERS.arctic_naval_threshold


def open_countries(g: Churchill) -> list[str]:
    """Where networks may be placed and removed (7.4)."""
    return OUTSIDE_ARCTIC if g.naval[ARCTIC] < NUMBERS.arctic_naval_threshold else EVERYWHERE


def network_options(g: Churchill, power: Power) -> list[Choice]:
    """7.11, 7.12: place where no rival is, remove a rival's; forfeit the rest only where nothing can be placed."""
    most = NUMBERS.max_networks_per_space if g.network_supply(power) else 0
    own = (power, 0)
    places: list[Choice] = []
    removals: list[Choice] = []
    for country in open_countries(g):
        owner, n = g.networks.get(country, own)
        if owner != power:
            removals.append(("remove", country))
        elif n < most:
            places.append(("place", country))
    return places + removals if places else [*removals, ("forfeit",)]


async def network_place(g: Churchill, power: Power) -> None:
    """7.1: one network is placed or traded for a rival's."""
    choice = await placement(
        g,
        power,
        "network_place",
        lambda: network_options(g, power),
        "7.11",
        about={"left": g.placing[power]},
        why_not=lambda c: why_no_network(g, power, c),
    )
    g.placing[power] -= 1
    match choice:
        case ("place", str(country)):
            add_network(g, power, country, "7.11")
        case ("remove", str(country)):
            remove_network(g, country, "7.12", power)
        case _:
            forfeit(g, power, "network", "7.11")


def forfeit(g: Churchill, power: Power, marker: str, rule: str) -> None:
    """The rest of what a power may place is lost."""
    g.report("forfeited", rule, power=power, marker=marker, count=g.placing[power] + 1)
    g.placing[power] = 0


def why_no_network(g: Churchill, power: Power, choice: Choice) -> Refusal | None:
    verb, country = choice[0], str(choice[-1])
    if verb == "forfeit":
        return Refusal("must_place", "7.1")
    if country not in COUNTRIES:
        return None
    where = {"country": country}
    if arctic_closed(g, country):
        return Refusal("arctic_closed", "7.4", where)
    owner, _ = g.networks.get(country, (power, 0))
    if verb == "remove":
        return Refusal("no_rival_network", "7.12", where)
    if owner != power:
        return Refusal("rival_network", "7.11", {**where, "power": owner})
    return Refusal("networks_full" if g.network_supply(power) else "no_networks_left", "7.11", where)
