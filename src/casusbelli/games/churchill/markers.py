"""7.11, 7.31: Clandestine Networks and Political Alignments on the map."""

from __future__ import annotations

from .content import Power
from .state import Churchill


def add_network(g: Churchill, power: Power, country: str, rule: str) -> None:
    _, n = g.networks.get(country, (power, 0))
    g.networks[country] = (power, n + 1)
    g.report("network_placed", rule, power=power, country=country, total=n + 1)


def remove_network(g: Churchill, country: str, rule: str, by: str = "") -> None:
    """One network leaves a country."""
    owner, n = g.networks[country]
    if n > 1:
        g.networks[country] = (owner, n - 1)
    else:
        del g.networks[country]
    g.report("network_removed", rule, power=owner, country=country, total=n - 1, by=by)


def add_alignment(g: Churchill, power: Power, country: str, rule: str) -> None:
    g.alignments[country] = power
    g.report("alignment_placed", rule, power=power, country=country)


def remove_alignment(g: Churchill, country: str, rule: str, by: str = "") -> None:
    owner = g.alignments.pop(country)
    g.report("alignment_removed", rule, power=owner, country=country, by=by)


def holds_network(g: Churchill, power: Power, country: str) -> bool:
    network = g.networks.get(country)
    return network is not None and network[0] == power
