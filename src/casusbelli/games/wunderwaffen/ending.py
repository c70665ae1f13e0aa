"""10: the end of part 1, the twelve tokens, part 2, the final count and victory."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from statistics import fmean

import msgspec

from casusbelli.kernel import OVER, Refusal, Result, Seat, ask

from .berlin import berlin_is_open, counts_as_politics, in_berlin, tell_berlin_is_open
from .content import ALLIES, CITIES, FACTIONS, FRONTS, NUMBERS, POLITICS_TRACK, RESERVE, SCORING, Faction
from .effects import Cause, gain, gain_by_card
from .powers import powers_of
from .sequence import pick_ready, turn_order
from .state import WunderWaffen
from .territories import politics_rank
from .tokens import different, named_token


def territories(g: WunderWaffen, faction: Faction) -> int:
    return g.owner.count(faction)


def cities(g: WunderWaffen, faction: Faction) -> int:
    """2: the cities in a faction's territories; Berlin has none."""
    return _cities(tuple(g.owner))[faction]


@lru_cache(maxsize=1024)  # territories change hands seldom, and are counted for every view
def _cities(owners: tuple[Faction, ...]) -> dict[Faction, int]:
    return {faction: sum(n for n, owner in zip(CITIES, owners, strict=True) if owner == faction) for faction in FACTIONS}


def award(g: WunderWaffen, counts: dict[Faction, int], sole: int, tied: int, cause: Cause) -> None:
    """A prize for the most of something: whole for one leader, a smaller one for each of several."""
    most = max(counts.values())
    leaders = [faction for faction, n in counts.items() if n == most]
    for faction in leaders:
        gain(g, faction, sole if len(leaders) == 1 else tied, cause, count=most)


def score_territories_and_cities(g: WunderWaffen, rule: str) -> None:
    """10.1: a point for each territory, a prize for most cities."""
    for faction in FACTIONS:
        gain(g, faction, SCORING.vp_per_territory * territories(g, faction), Cause("territories", rule))
    counts = {faction: cities(g, faction) for faction in FACTIONS}
    award(g, counts, SCORING.most_cities_vp, SCORING.most_cities_tie_vp, Cause("cities", rule))


# -- 10.1, 10.2: between the parts -------------------------------------------------------------------------------------


async def part_one_ends(g: WunderWaffen) -> None:
    """10.1 and 10.2: count, gather, choose the twelve, pick ready tokens."""
    score_territories_and_cities(g, "10.1")
    held = {faction: [territories(g, faction), cities(g, faction)] for faction in FACTIONS}
    g.report(
        "part_ended", "10.1", part=1, scores=dict(g.score), held=held, earned={f: dict(g.earned.get(f, {})) for f in FACTIONS}
    )
    gather(g)
    g.part, g.round = 2, 1
    for faction in turn_order(g):
        await select_part2(g, faction)
    g.phase = "part_two_begins"


async def part_two_begins(g: WunderWaffen) -> None:
    """10.2: the tokens kept are the new pool; everybody picks three."""
    for faction in turn_order(g):
        await pick_ready(g, faction)
    g.active = turn_order(g)[0]
    g.report("part_began", "10.2", part=2)
    if berlin_is_open(g) and not g.variants.berlin_in_part1:
        tell_berlin_is_open(g)
    g.phase = "turn"


def gather(g: WunderWaffen) -> None:
    """10.2: Conference and Leader tokens go home, Reserve tokens by option (R20); the rest of the board stays."""
    for placed in g.conference:
        g.discard_token(placed.token)
    g.conference = []
    if g.leader is not None:
        g.discard_token(g.leader.token)
        g.leader = None
    if not g.variants.reserve_kept_between_parts:
        for ally in ALLIES:
            for stored in g.reserve[ally].values():
                if stored is not None:
                    g.discard_token(stored.token)
            g.reserve[ally] = dict.fromkeys(RESERVE)


async def select_part2(g: WunderWaffen, faction: Faction) -> None:
    """10.2: name the fronts to leave out until twelve tokens remain; what remains is mixed and becomes the pool."""
    discard = g.discard[faction]
    seen = g.variants.part2_selection_sees_backs or g.variants.open_backs
    g.choosing = faction
    g.mix_backs(discard)
    if seen:
        g.reveal()
    while len(discard) > NUMBERS.part2_tokens:
        menu = different(g, discard, "remove", backs_seen=seen)
        choice = menu[0] if len(menu) == 1 else await ask_removal(g, faction, seen)
        token = named_token(g, discard, choice)
        discard.remove(token)
        g.removed[faction].append(token)
        g.report("removed", "10.2", faction=faction, front=FRONTS[token])
    g.choosing = ""
    if seen:
        g.mix_backs(discard)
    g.pool[faction], g.discard[faction] = discard, []


def ask_removal(g: WunderWaffen, faction: Faction, seen: bool) -> ask:
    return ask(
        g.seat_of[faction],
        "select_part2",
        lambda: different(g, g.discard[faction], "remove", backs_seen=seen),
        rule="10.2",
        about={"faction": faction, "left": len(g.discard[faction]) - NUMBERS.part2_tokens},
        why_not=lambda choice: Refusal("not_in_discard", "10.2", {"front": choice[-1], "faction": faction}),
    )


# -- 10.3 to 10.5: the end ---------------------------------------------------------------------------------------------


async def game_ends(g: WunderWaffen) -> None:
    """10.4: the final count."""
    final_scoring(g)
    g.phase = OVER
    won = victory(g)
    g.report("game_over", "10.5", seats=list(won.winners), ending=won.ending, scores=dict(g.score))


def final_scoring(g: WunderWaffen) -> None:
    """10.4: territories, cities, Politics, Berlin, its Politics pieces, cards."""
    score_territories_and_cities(g, "10.4")
    boxes = {faction: g.box(POLITICS_TRACK, faction) for faction in FACTIONS}
    award(g, boxes, SCORING.politics_leader_vp, SCORING.politics_leader_tie_vp, Cause("politics", "10.4"))
    inside = in_berlin(g)
    if inside:
        present = {faction: sum(placed.faction == faction for placed in inside) for faction in FACTIONS}
        award(g, present, SCORING.berlin_majority_vp, SCORING.berlin_majority_tie_vp, Cause("berlin_majority", "10.4"))
        for placed in inside:
            if counts_as_politics(g, placed.faction, placed.piece):
                gain(g, placed.faction, SCORING.berlin_politics_piece_vp, Cause("berlin_politics", "10.4"))
    gain_by_card(g, powers_of(g).end_vp_per_card * len(g.cards_owned), "end_vp_per_card", "10.4")


def outlook(g: WunderWaffen) -> tuple[dict[Faction, int], Seat]:
    """10.4, 10.5 as if the match ended now: the points after the final count, and who would win. All of it is public."""
    after = msgspec.structs.replace(g, score=dict(g.score))
    final_scoring(after)
    return after.score, victory(after).winners[0]


Standing = tuple[float, float, float, tuple[int, int]]


def standing(g: WunderWaffen, faction: Faction) -> Standing:
    """10.5: points, then territories, cities, the Politics marker (R25): no two factions are equal."""
    return g.score[faction], territories(g, faction), cities(g, faction), politics_rank(g, faction)


def mean_standing(ranks: list[Standing]) -> Standing:
    """W8: two factions as one: their mean points, territories and cities; of the Politics markers the higher one."""
    points, lands, towns, markers = zip(*ranks, strict=True)
    return fmean(points), fmean(lands), fmean(towns), max(markers)


def how_pairs_count(g: WunderWaffen) -> str:
    """10.5: what a player of two factions counts: the better one, by option their mean (W8) or the weaker one (R26)."""
    seats = len(set(g.seat_of.values()))
    if seats == len(FACTIONS):
        return "better"
    return "weaker" if g.variants.alternative_scoring and seats == 2 else g.variants.pair_scoring


COUNTS: dict[str, Callable[[list[Standing]], Standing]] = {"better": max, "weaker": min, "mean": mean_standing}
ENDINGS = {"better": "points", "weaker": "weaker_faction", "mean": "mean_of_factions"}


def counted(g: WunderWaffen) -> dict[Seat, Standing]:
    """10.5: the standing of every player, a pair of factions counted as the options say."""
    seats: dict[Seat, list[Standing]] = {}
    for faction in FACTIONS:
        seats.setdefault(g.seat_of[faction], []).append(standing(g, faction))
    return {seat: COUNTS[how_pairs_count(g)](ranks) for seat, ranks in seats.items()}


def victory(g: WunderWaffen) -> Result:
    """10.5: the most points, each player's factions counted as the options say."""
    how, ranks = how_pairs_count(g), counted(g)
    best = max(ranks.values())
    (winner,) = (seat for seat, rank in ranks.items() if rank == best)
    tied = sum(rank[0] == best[0] for rank in ranks.values()) > 1
    return Result((winner,), "tie_break" if tied else ENDINGS[how], {seat: float(rank[0]) for seat, rank in ranks.items()})
