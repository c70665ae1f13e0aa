"""7.1, 7.3: which alignments a power could make use of, and what networks they take."""

from __future__ import annotations

from ..alignments import closed
from ..content import COUNTRIES, ISSUES, NUMBERS, POL_MIL_ISSUES, Power
from ..resolution import issues_won
from ..state import Churchill

Prices = list[int]
"""The networks that each country open to an alignment takes, cheapest first."""


def price(g: Churchill, power: Power, country: str) -> int | None:
    """Nothing in the own hands, one where nobody is, a rival's to be driven out besides; None: the country is not to be had."""
    if country in g.alignments or closed(g, power, country, removing=False) is not None:
        return None
    owner, n = g.networks.get(country, (power, 0))
    return n + 1 if owner != power else 0 if n else 1


def prices(g: Churchill, power: Power) -> Prices:
    """Of the countries that no rival holds: where one does, he will be back before the alignment is placed."""
    return sorted(cost for country in COUNTRIES if (cost := price(g, power, country)) is not None and cost <= 1)


def settled(costs: Prices, networks: int, alignments: int) -> int:
    """How many of so many alignments find a place, with so many networks to prepare it."""
    places = 0
    for cost in costs[:alignments]:
        networks -= cost
        if networks < 0:
            break
        places += 1
    return places


def useful(g: Churchill, power: Power, costs: Prices, issue: str) -> int:
    """How many alignments of a Pol-Mil issue find a place beside those that are earned and those that are already won."""
    networks, alignments = NUMBERS.free_networks + g.earned_networks[power], g.earned_alignments[power]
    for other in issues_won(g, power, POL_MIL_ISSUES):
        if other != issue and other not in g.activated:
            networks += ISSUES[other].networks
            alignments += ISSUES[other].alignments
    row = ISSUES[issue]
    return settled(costs, networks + row.networks, alignments + row.alignments) - settled(costs, networks, alignments)


def sites_wanted(g: Churchill, power: Power) -> int:
    """How many alignments of this conference have no country yet."""
    ready = sum(owner == power and price(g, power, country) == 0 for country, (owner, _) in g.networks.items())
    return g.earned_alignments[power] - ready
