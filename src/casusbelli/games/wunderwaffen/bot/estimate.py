"""14.1 and 14.2: what a position is worth to each faction, in victory points, and to a player."""

from __future__ import annotations

from math import exp, log
from typing import NamedTuple

from casusbelli.kernel import Seat

from ..berlin import counts_as_politics, owns_ring_territory
from ..content import (
    ALLIES,
    BERLIN_RING,
    CITIES,
    CONFERENCE,
    FACTIONS,
    GERMAN,
    MORALE,
    NEIGHBOURS,
    NUMBERS,
    POLITICS_TRACK,
    RESEARCH,
    SCORING,
    SPACES_PER_TERRITORY,
    STRENGTH,
    TERRITORIES,
    TRACKS,
    Faction,
    Space,
    Territory,
)
from ..ending import how_pairs_count
from ..powers import powers_of
from ..sequence import turn_order
from ..state import Placed, WunderWaffen
from ..territories import tokens_in
from .outlook import Chances, Outlook, whereabouts
from .programme import ROUNDS, interceptions_cost, round_number, step_values
from .weights import TO_COME, Common, Taste

_MORALE_VP, _POLITICS_VP = TRACKS[MORALE].vp_by_box, TRACKS[POLITICS_TRACK].vp_by_box
_SECOND_RING = [any(NEIGHBOURS[t] >> ring & 1 for ring in BERLIN_RING) for t in range(len(TERRITORIES))]

Stake = tuple[Faction, float, float]
"""A faction in a fight: what it may count on, and its chance, by which its tracks count."""
Known = dict[tuple[object, ...], list[Stake]]
"""The stakes of fights already weighed, while nobody's reach changes."""


class Survey(NamedTuple):
    """A position weighed: what it is worth to each faction, and what a placement there needs to be weighed quickly."""

    values: dict[Faction, float]
    best: dict[Faction, int]
    """The better track of each faction, in points."""
    known: Known


def rounds_left(g: WunderWaffen) -> float:
    """The share of the game's rounds still to come."""
    return (ROUNDS - round_number(g)) / ROUNDS


def _lead(values: dict[Faction, float], counts: dict[Faction, int], sole: float, tied: float) -> None:
    """Add a prize to the leader, or a smaller one to each of several."""
    most = max(counts.values())
    leaders = [faction for faction, n in counts.items() if n == most]
    for faction in leaders:
        values[faction] += sole if len(leaders) == 1 else tied


def to_come(g: WunderWaffen) -> dict[Faction, float]:
    """What each faction is likely to score beyond its estimate once the active one has played: the later, the less."""
    order = turn_order(g)
    played = order[: order.index(g.active) + 1]
    left = {faction: ROUNDS - round_number(g) + (faction not in played) for faction in FACTIONS}
    table = TO_COME[len(set(g.seat_of.values()))]
    return {faction: table[faction][turns] for faction, turns in left.items()}


class Estimate:
    """The worth of positions reached within one turn: what depends on the round alone is worked out once."""

    def __init__(self, g: WunderWaffen, taste: Taste, outlook: Outlook | None = None) -> None:
        self.outlook = outlook
        self.common = taste.common
        self.powers = powers_of(g)
        self._owned: dict[tuple[Faction, ...], dict[Faction, float]] = {}
        self._standing: dict[tuple[object, ...], tuple[dict[Faction, float], dict[Faction, int]]] = {}
        self._stakes: dict[tuple[str, ...], Known] = {}
        number = round_number(g)
        self.left = rounds_left(g)
        self.last_round = number == ROUNDS
        self.rounds_in_part = (NUMBERS.part1_rounds if g.part == 1 else NUMBERS.part2_rounds) - g.round
        self.part_one = g.part == 1
        self.ring_share = 1.0 if self.part_one else self.common.ring_fade * self.left
        self.territory_share = SCORING.vp_per_territory * (2 if self.part_one else 1)
        self.research = [self.common.research_share * value for value in step_values(g)]

    def values(self, g: WunderWaffen) -> dict[Faction, float]:
        """14.1: points now and points to come, for each faction."""
        return self.survey(g).values

    def survey(self, g: WunderWaffen) -> Survey:
        values: dict[Faction, float] = {faction: float(n) for faction, n in g.score.items()}
        best = self._tracks(g, values)
        self._ownership(g, values)
        known = self._fights(g, values, best)
        self._reich(g, values)
        self._allies(g, values)
        self._berlin(g, values)
        return Survey(values, best, known)

    def _tracks(self, g: WunderWaffen, values: dict[Faction, float]) -> dict[Faction, int]:
        key = (*map(tuple, g.tracks[MORALE]), *map(tuple, g.tracks[POLITICS_TRACK]))
        found = self._standing.get(key)
        if found is None:
            found = self._standing[key] = self._track_values(g)
        for faction, value in found[0].items():
            values[faction] += value
        return found[1]

    def _track_values(self, g: WunderWaffen) -> tuple[dict[Faction, float], dict[Faction, int]]:
        """14.1.2: what the markers promise for conquests to come, and what each faction's better one pays now."""
        left, common = self.left, self.common
        values: dict[Faction, float] = {}
        best: dict[Faction, int] = {}
        morale = {f: n for n, stack in enumerate(g.tracks[MORALE]) for f in stack}
        politics = {f: n for n, stack in enumerate(g.tracks[POLITICS_TRACK]) for f in stack}
        for faction in FACTIONS:
            m, p = morale[faction], politics[faction]
            best[faction] = max(_MORALE_VP[m], _POLITICS_VP[p])
            morale_box = common.german_morale_box_future if faction == GERMAN else common.morale_box_future
            boxes = morale_box * (m + 1) + common.politics_box_future * (p + 1)
            values[faction] = left * (common.track_vp_future * best[faction] + boxes)
        share = 1 - common.politics_lead_fade * left
        _lead(values, politics, SCORING.politics_leader_vp * share, SCORING.politics_leader_tie_vp * share)
        return values, best

    def _ownership(self, g: WunderWaffen, values: dict[Faction, float]) -> None:
        key = tuple(g.owner)
        found = self._owned.get(key)
        if found is None:
            found = self._owned[key] = self._owned_values(g)
        for faction, value in found.items():
            values[faction] += value

    def _owned_values(self, g: WunderWaffen) -> dict[Faction, float]:
        """14.1.3: territories, cities and the way to Berlin."""
        values = dict.fromkeys(FACTIONS, 0.0)
        cities = dict.fromkeys(FACTIONS, 0)
        beside_berlin = dict.fromkeys(FACTIONS, False)
        for territory, owner in enumerate(g.owner):
            cities[owner] += CITIES[territory]
            values[owner] += self.territory_share
            if owner != GERMAN:
                values[owner] += self._nearness(territory, beside_berlin[owner]) * self.ring_share
                beside_berlin[owner] |= territory in BERLIN_RING
        for faction, n in cities.items():
            values[faction] += self.common.city_value * n
        share = 1 - self.common.city_lead_fade * self.left
        _lead(values, cities, SCORING.most_cities_vp * share, SCORING.most_cities_tie_vp * share)
        return values

    def _nearness(self, territory: Territory, beside_berlin: bool) -> float:
        """How much nearer to Berlin a territory brings an Ally: one beside it opens the way (9.3), more are of less use."""
        if territory in BERLIN_RING:
            return self.common.more_ring_value if beside_berlin else self.common.berlin_ring_value
        return self.common.second_ring_value if _SECOND_RING[territory] else self.common.outer_ring_value

    def _fights(self, g: WunderWaffen, values: dict[Faction, float], best: dict[Faction, int]) -> Known:
        """14.1.4: a share of what the territory would bring, by the chance to win it."""
        known = self._stakes.setdefault(whereabouts(g), {})
        contested = -1
        for space, placed in enumerate(g.spaces):
            if placed is not None and space // SPACES_PER_TERRITORY != contested:
                contested = space // SPACES_PER_TERRITORY
                for faction, sure, chance in self._fight(g, contested, known):
                    values[faction] += sure + chance * best[faction]
        return known

    def _fight(self, g: WunderWaffen, territory: Territory, known: Known) -> list[Stake]:
        first = territory * SPACES_PER_TERRITORY
        spaces = g.spaces[first : first + SPACES_PER_TERRITORY]
        key = (territory, g.marker[territory] is None, *[placed and (placed.faction, placed.piece) for placed in spaces])
        stakes = known.get(key)
        if stakes is None:
            stakes = known[key] = self._stakes_in(g, territory)
        return stakes

    def after_placing(self, g: WunderWaffen, survey: Survey, placed: Placed, space: Space) -> dict[Faction, float]:
        """The values once a token is placed that does not fill its territory: only the fight there has changed."""
        territory = space // SPACES_PER_TERRITORY
        after = dict(survey.values)
        before = g.spaces[space]
        for faction, sure, chance in self._fight(g, territory, survey.known):
            after[faction] -= sure + chance * survey.best[faction]
        g.spaces[space] = placed
        for faction, sure, chance in self._fight(g, territory, survey.known):
            after[faction] += sure + chance * survey.best[faction]
        g.spaces[space] = before
        if before is not None and placed.faction == GERMAN:
            after[GERMAN] += self.powers.elimination_vp.get(placed.piece, 0)
        return after

    def _stakes_in(self, g: WunderWaffen, territory: Territory) -> list[Stake]:
        common = self.common
        tokens = tokens_in(g, territory)
        row = TERRITORIES[territory]
        stakes = [(placed.faction, common.token_strength_on_space * STRENGTH[placed.piece], 0.0) for placed in tokens]
        for faction, chance in self._chances(g, territory, tokens):
            prize = row.vp + common.territory_bonus_value * len(row.bonus) + common.territory_value
            if faction == GERMAN and g.is_fortress(territory):
                stakes.append((GERMAN, chance * common.fortress_again_value, 0.0))
            elif faction == GERMAN:
                stakes.append((GERMAN, chance * (prize + self.powers.fortress_vp), chance))
            else:
                nearness = common.ring_value_in_fights * self._nearness(territory, owns_ring_territory(g, faction))
                stakes.append((faction, chance * (prize + nearness), chance))
        if common.holding_in_fights and g.owner[territory] == GERMAN:
            stakes += self._holding(stakes)
        share = common.fight_share
        return [(faction, share * sure, share * chance) for faction, sure, chance in stakes]

    def _holding(self, stakes: list[Stake]) -> list[Stake]:
        """What the territory will pay at the end of a part, to the Ally who takes it and no longer to the German."""
        won = [(faction, chance) for faction, _, chance in stakes if faction != GERMAN and chance]
        share = self.common.holding_in_fights
        more = self.territory_share - self.common.territory_value
        lost = self.territory_share * sum(chance for _, chance in won)
        return [*((faction, share * chance * more, 0.0) for faction, chance in won), (GERMAN, -share * lost, 0.0)]

    def _chances(self, g: WunderWaffen, territory: int, tokens: list[Placed]) -> Chances:
        if self.outlook is not None:
            return self.outlook.chances(g, territory)
        free = SPACES_PER_TERRITORY - len(tokens)
        present = [placed.faction for placed in tokens]
        return tuple((faction, self.chance(faction, present.count(faction), free)) for faction in dict.fromkeys(present))

    def chance(self, faction: Faction, tokens: int, free: int) -> float:
        """The likelihood to win a territory with so many tokens there and so many free spaces."""
        if tokens > 1:
            return self.common.prob_two_tokens
        if faction == GERMAN:
            return self.common.prob_one_token_two_free_german if free > 1 else self.common.prob_one_token_one_free_german
        return self.common.prob_one_token_two_free if free > 1 else self.common.prob_one_token_one_free_ally

    def _reich(self, g: WunderWaffen, values: dict[Faction, float]) -> None:
        powers = self.powers
        values[GERMAN] += self.research[g.research - RESEARCH.min_step]
        if g.intercepts_used and g.active != GERMAN:
            values[GERMAN] -= interceptions_cost(g)
        values[GERMAN] += powers.turn_start_vp * ROUNDS * self.left + powers.end_vp_per_card * len(g.cards_owned)

    def _allies(self, g: WunderWaffen, values: dict[Faction, float]) -> None:
        for ally in ALLIES:
            values[ally] += self.common.strategy_box_future * g.strategy[ally] * self.left
            if not self.last_round:
                values[ally] += self.common.reserve_token_value * sum(s is not None for s in g.reserve[ally].values())
        if len(g.conference) < CONFERENCE.boxes:
            paying = min(self.common.conference_rounds, self.rounds_in_part)
            for box, placed in enumerate(g.conference):
                values[placed.faction] += CONFERENCE.vp_by_box[box] * paying
        for access in g.access:
            values[access.placed.faction] += self.common.access_value * self.left

    def _berlin(self, g: WunderWaffen, values: dict[Faction, float]) -> None:
        inside = [placed for placed in g.berlin if placed is not None] + g.overflow
        if not inside:
            return
        present = dict.fromkeys(FACTIONS, 0)
        for placed in inside:
            present[placed.faction] += 1
            if counts_as_politics(g, placed.faction, placed.piece):
                values[placed.faction] += SCORING.berlin_politics_piece_vp
        share = max(0.0, 1 - self.common.berlin_lead_fade * self.left)
        _lead(values, present, SCORING.berlin_majority_vp * share, SCORING.berlin_majority_tie_vp * share)


def seat_values(g: WunderWaffen, values: dict[Faction, float]) -> dict[Seat, float]:
    """10.5: what a player counts: the better of his factions, or by option the weaker, the other one a little; or the mean."""
    if len(set(g.seat_of.values())) == len(FACTIONS):
        return {seat: values[faction] for faction, seat in g.seat_of.items()}
    seats: dict[Seat, list[float]] = {}
    for faction, seat in g.seat_of.items():
        seats.setdefault(seat, []).append(values[faction])
    how = how_pairs_count(g)
    if how == "mean":
        return {seat: sum(mine) / len(mine) for seat, mine in seats.items()}
    counted = {}
    for seat, mine in seats.items():
        first, *rest = sorted(mine, reverse=how == "better")
        counted[seat] = first + 0.2 * (sum(rest) - first * len(rest))
    return counted


def linear_utility(g: WunderWaffen, seat: Seat, values: dict[Faction, float], common: Common) -> float:
    """14.2: one's own estimate less a share of the leader's and of everybody's; Allies look at the German a little more."""
    counted = seat_values(g, values)
    mine = counted.pop(seat)
    utility = mine - common.rivals_leader_weight * max(counted.values()) - common.rivals_sum_weight * sum(counted.values())
    if g.seat_of[GERMAN] != seat:
        utility -= common.german_extra_weight_for_allies * values[GERMAN]
    return utility


def chances_utility(g: WunderWaffen, seat: Seat, values: dict[Faction, float], spread: float) -> float:
    """The odds of having the best faction in the end, in points: a gift to the last costs little, one to the leader much."""
    counted = seat_values(g, values)
    mine = counted.pop(seat)
    return -spread * log(sum(exp((other - mine) / spread) for other in counted.values()))
