"""Offensives, Production, networks, alignments."""

from __future__ import annotations

from casusbelli.kernel import Choice

from ..alignments import closed, removal_cost
from ..content import (
    AGENDA_TOKENS,
    ARCTIC,
    AXIS_OF,
    CENTRAL_PACIFIC,
    FRONT_OF,
    FRONTS,
    IS_COLONY,
    ISSUES,
    NUMBERS,
    POWERS,
    SW_PACIFIC,
    UK,
    US,
    Power,
)
from ..forecast import raid_chance
from ..scoring import score_sheet, totals
from ..state import Churchill
from ..support import barred, distance, entry_space, naval_at
from .settlement import price, prices, sites_wanted, useful
from .tables import NATION_KEYS, NETWORK_RANK, OFFENSIVE_RANK, TABLES, P
from .worth import Curve, Desk, Desks, chance_with

Ratings = list[float]

RANK_COST = 0.02
AGENDA_PULL = 2.5
"""What a secret agenda token adds to its country."""


def advance_value(desk: Desk, front: str) -> float:
    """What it is worth to the power that this Front advances now."""
    g, power = desk.g, desk.power
    space = entry_space(g, front)
    if space is None or AXIS_OF[front] in g.surrendered or barred(g, space):
        return 0.0
    value = TABLES[power].advance_value[NATION_KEYS.get((front, space.id), space.id)]
    if power == US and front in (CENTRAL_PACIFIC, SW_PACIFIC):
        other = SW_PACIFIC if front == CENTRAL_PACIFIC else CENTRAL_PACIFIC
        if distance(g, front) > distance(g, other):
            value += P.lagging_us_front_bonus
    return value


class Ledger:
    """What one more support would be worth, Theater by Theater."""

    def __init__(self, desks: Desks, power: Power, tokens: int) -> None:
        g, desk = desks.g, desks.of(power)
        self.offensive: dict[str, float] = {}
        self.naval: dict[str, float] = {}
        for front in FRONTS:
            value = advance_value(desk, front)
            if value > 0:
                self._weigh(g, front, value, desks.curve(front), tokens)
        missing = NUMBERS.arctic_naval_threshold - g.naval[ARCTIC]
        if missing > 0:
            left = g.last_conference - g.conference
            self.naval[ARCTIC] = P.arctic_value_per_conference[power] * left / missing

    def _weigh(self, g: Churchill, front: str, value: float, curve: Curve, tokens: int) -> None:
        space = entry_space(g, front)
        assert space is not None
        raid = raid_chance(g, front) if space.naval_required else 0.0
        gap = max(0, space.naval_required + (raid >= 1) - naval_at(g, front))
        theater = FRONTS[front].theater
        if gap > tokens:
            self.naval[theater] = P.naval_investment_factor * value / gap
            return
        here = g.support[front] - gap
        now = chance_with(curve, g.support[front]) if not gap else 0.0
        best = max(((chance_with(curve, here + m) - now) / m for m in range(max(1, gap), tokens + 1)), default=0.0) * value
        if gap:
            self.naval[theater] = best
            return
        self.offensive[front] = best
        if 0 < raid < 1 and naval_at(g, front) == space.naval_required:
            self.naval[theater] = raid * now * value

    def of(self, kind: str, place: str) -> float:
        return (self.offensive if kind == "offensive" else self.naval).get(place, 0.0)


def support_theater(desks: Desks, power: Power, options: list[Choice]) -> Ratings:
    """The box whose Front is worth most."""
    desk, ledger = desks.of(power), Ledger(desks, power, 1)

    def rate(theater: str) -> float:
        if theater not in FRONT_OF:
            return ledger.of("naval", theater)
        return advance_value(desk, FRONT_OF[theater])

    return [rate(str(option[1])) for option in options]


def directed_offensive(desk: Desk, options: list[Choice]) -> Ratings:
    """The Front of the highest own value."""
    rank = OFFENSIVE_RANK[desk.power]
    return [advance_value(desk, str(o[1])) - 0.001 * rank[str(o[1])] for o in options]


def command(power: Power, region: str, options: list[Choice]) -> Ratings:
    return [float(option[1] == TABLES[power].leadership_choice[region]) for option in options]


def global_marker(g: Churchill, power: Power, options: list[Choice]) -> Ratings:
    """First one that lies with a rival, then by preference."""
    preference = TABLES[power].global_preference
    return [10.0 * (str(o[1]) in g.globals) - preference.index(str(o[1])) for o in options]


def allocation(desks: Desks, power: Power, options: list[Choice]) -> Ratings:
    """Duties first, then leadership markers, then the best use of a token."""
    g, desk = desks.g, desks.of(power)
    markers = sum(g.markers[power].values())
    free = Ledger(desks, power, max(1, g.tokens[power] + markers))

    costs = prices(g, power) if any(option[1] == "pol_mil" for option in options) else []

    def rate(option: Choice) -> float:
        verb, use = option[0], str(option[1])
        if verb == "alloc_card":
            return 2000.0 + duty(g, power, use)
        if verb in ("alloc_directed", "directed_order"):
            return 2000.0 + advance_value(desk, g.offensives[use])
        if verb == "alloc_bonus":
            return 1000.0 + free.of(use, str(option[2]))
        if use == "pol_mil":
            issue = str(option[2])
            return P.alignment_value * useful(g, power, costs, issue) + P.network_value * ISSUES[issue].networks
        if use == "abomb":
            return P.abomb_die_value[power] if g.abomb_modifiers < 3 else 0.0
        return free.of(use, str(option[2]))

    return [rate(option) for option in options]


def duty(g: Churchill, power: Power, kind: str) -> float:
    """A free duty buys missing Naval Support first."""
    theater = next((d.theater for d in g.duties if d.power == power), "")
    front = FRONT_OF.get(theater)
    space = entry_space(g, front) if front is not None else None
    short = front is not None and space is not None and naval_at(g, front) < space.naval_required
    return float((kind == "naval") == short)


def agenda_pull(g: Churchill, power: Power, country: str) -> float:
    tokens = g.agenda_tokens[power]
    return AGENDA_PULL * sum(AGENDA_TOKENS[token].country == country for token in tokens) if tokens else 0.0


def network_score(g: Churchill, power: Power, verb: str, country: str, wanted: int) -> float:
    """What one network does in a country, while so many alignments still want a place."""
    n = g.networks.get(country, (power, 0))[1]
    alignment = g.alignments.get(country)
    may_align = price(g, power, country) is not None
    to_align = wanted > 0
    if verb == "remove":
        if g.placing[power] > n:
            return (1 + (alignment is None) + 0.8 * (may_align and to_align)) / (n + 1) + 0.25
        return 0.35 if n == 1 and alignment is None else 0.2
    if n:
        if alignment is not None and alignment != power:
            return 0.2
        return -0.3 if country in g.behind else 0.45
    if alignment == power:
        return 0.4
    if alignment is not None:
        return 0.5 + 1.5 * (g.earned_alignments[power] >= removal_cost(g, country))
    score = 1.0 + (1.2 if to_align and may_align else 0.3 if may_align else 0.0)
    if IS_COLONY[country]:
        score += 0.7 if power != UK else 0.0 if to_align and may_align else -1.2
    return score


def networks(g: Churchill, power: Power, options: list[Choice]) -> Ratings:
    rank, wanted = NETWORK_RANK[power], sites_wanted(g, power)

    def rate(option: Choice) -> float:
        if option[0] == "forfeit":
            return 0.0
        verb, country = str(option[0]), str(option[1])
        return network_score(g, power, verb, country, wanted) + agenda_pull(g, power, country) - RANK_COST * rank[country]

    return [rate(option) for option in options]


def alignments(g: Churchill, power: Power, options: list[Choice]) -> Ratings:
    """Place by the order of networks; else clear what can be replaced, else the leading rival's."""
    rank = NETWORK_RANK[power]
    total = totals(score_sheet(g))
    leader = max((p for p in POWERS if p != power), key=lambda p: total[p])

    def rate(option: Choice) -> float:
        match option:
            case ("place", str(country)):
                return 10.0 + agenda_pull(g, power, country) - RANK_COST * rank[country]
            case ("remove", str(country)):
                replace = g.placing[power] > removal_cost(g, country) and closed(g, power, country, removing=False) is None
                if replace:
                    return 5.0 - RANK_COST * rank[country]
                return 3.0 if g.alignments[country] == leader else 1.5
        return 1.0

    return [rate(option) for option in options]
