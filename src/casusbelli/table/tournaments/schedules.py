"""Who plays whom in which round. Everything here is arithmetic: no store, no clock; what is drawn is drawn from a seed."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from random import Random

import msgspec

Table = tuple[str, ...]
"""Who sits at a table, in the order of the seats; fewer than there are seats: officers fill the rest."""

CLIMBS = 4000


class Standing(msgspec.Struct, frozen=True):
    """What pairing has to know of a player."""

    person: str
    points: float = 0.0
    met: tuple[str, ...] = ()
    held: tuple[int, ...] = ()
    """On which seats he has sat, by their places."""
    byes: int = 0


class Round(msgspec.Struct, frozen=True):
    tables: tuple[Table, ...]
    bye: str | None = None


def round_robin(players: Sequence[str], *, double: bool = False) -> list[Round]:
    """Everybody against everybody once, by the circle method; twice with the sides changed. Sides differ by one at most."""
    place = {person: n for n, person in enumerate(players)}
    circle: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    rounds = []
    for _ in range(len(circle) - 1):
        half = len(circle) // 2
        pairs = list(zip(circle[:half], reversed(circle[half:]), strict=True))
        bye = next((one or two for one, two in pairs if one is None or two is None), None)
        tables = [_first_side(place, one, two) for one, two in pairs if one is not None and two is not None]
        rounds.append(Round(tuple(tables), bye))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    if double:
        rounds += [Round(tuple(table[::-1] for table in one.tables), one.bye) for one in rounds]
    return rounds


def _first_side(place: dict[str, int], one: str, two: str) -> Table:
    """Of two whose places differ by an odd number the earlier has the first side, else the later: so sides come out even."""
    low, high = sorted((one, two), key=place.__getitem__)
    return (low, high) if (place[low] + place[high]) % 2 else (high, low)


def table_rounds(players: Sequence[str], seats: int, rounds: int, seed: int) -> list[Round]:
    """All rounds of a league of tables of three or four: as few meetings twice, and as even seats, as climbing finds."""
    rng = Random(seed)
    order = [rng.sample(list(players), len(players)) for _ in range(rounds)]

    def cost() -> float:
        met: Counter[tuple[str, str]] = Counter()
        held: Counter[tuple[str, int]] = Counter()
        for one in order:
            for table in _cut(one, seats):
                met.update((min(pair), max(pair)) for pair in itertools.combinations(table, 2))
                held.update((person, place) for place, person in enumerate(table))
        return sum(n * n for n in met.values()) + 0.3 * sum(n * n for n in held.values())

    best = cost()
    for _ in range(CLIMBS if len(players) <= 24 else CLIMBS // 4):
        one = rng.choice(order)
        a, b = rng.sample(range(len(one)), 2)
        one[a], one[b] = one[b], one[a]
        now = cost()
        if now <= best:
            best = now
        else:
            one[a], one[b] = one[b], one[a]
    return [Round(tuple(_cut(one, seats))) for one in order]


def _cut(order: Sequence[str], seats: int) -> list[Table]:
    """Tables of so many. What is left over is shared out, so that nobody sits with officers alone while others need not."""
    full, rest = divmod(len(order), seats)
    sizes = [seats] * full + ([rest] if rest else [])
    while len(sizes) > 1 and sizes[-1] < seats - 1 and max(sizes) - sizes[-1] > 1:
        sizes[sizes.index(max(sizes))] -= 1
        sizes[-1] += 1
    ends = list(itertools.accumulate(sizes))
    return [tuple(order[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


def swiss(players: Sequence[Standing], seats: int, seed: int) -> Round:
    """The next round: those with like points meet, nobody twice while that can be avoided."""
    return _swiss_pairs(players, seed) if seats == 2 else _swiss_tables(players, seats, seed)


def _ranked(players: Sequence[Standing], seed: int) -> list[Standing]:
    """By points; equal ones by lot."""
    lots = Random(seed)
    drawn = {player.person: lots.random() for player in sorted(players, key=lambda one: one.person)}
    return sorted(players, key=lambda one: (-one.points, drawn[one.person]))


def _swiss_pairs(players: Sequence[Standing], seed: int) -> Round:
    ranked = _ranked(players, seed)
    bye = None
    if len(ranked) % 2:
        fewest = min(player.byes for player in ranked)
        bye = next(player for player in reversed(ranked) if player.byes == fewest)
        ranked = [player for player in ranked if player is not bye]
    import networkx  # half a second to load: not before the first table, but with the first tournament

    graph = networkx.Graph()
    graph.add_nodes_from(range(len(ranked)))
    for (a, one), (b, two) in itertools.combinations(enumerate(ranked), 2):
        again = one.met.count(two.person)
        weight = 1000 - 10 * (one.points - two.points) ** 2 - 2 * abs(a - b) - _imbalance(one, two) - 100_000 * again
        graph.add_edge(a, b, weight=weight)
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    pairs = sorted(tuple(sorted(pair)) for pair in matched)
    return Round(tuple(_sides(ranked[a], ranked[b]) for a, b in pairs), bye.person if bye is not None else None)


def _lean(player: Standing) -> int:
    """How much oftener the player has had the first side."""
    return player.held.count(0) - player.held.count(1)


def _imbalance(one: Standing, two: Standing) -> float:
    """Two who both need the same side should rather not meet."""
    return 20.0 * abs(_lean(one) + _lean(two))


def _sides(one: Standing, two: Standing) -> Table:
    """Who has had the first side oftener gets the second."""
    return (two.person, one.person) if _lean(one) > _lean(two) else (one.person, two.person)


def _swiss_tables(players: Sequence[Standing], seats: int, seed: int) -> Round:
    """Cut by points into tables, then neighbours change places while that makes fewer meetings twice."""
    ranked = _ranked(players, seed)
    by_name = {player.person: player for player in ranked}
    order = [player.person for player in ranked]

    def repeats() -> int:
        return sum(by_name[one].met.count(two) for table in _cut(order, seats) for one, two in itertools.combinations(table, 2))

    best = repeats()
    improved = True
    while best and improved:
        improved = False
        for a, b in itertools.combinations(range(len(order)), 2):
            if b - a > 2 * seats:
                continue
            order[a], order[b] = order[b], order[a]
            now = repeats()
            if now < best:
                best, improved = now, True
            else:
                order[a], order[b] = order[b], order[a]
    return Round(tuple(_even_seats(table, by_name) for table in _cut(order, seats)))


def _even_seats(table: Table, by_name: dict[str, Standing]) -> Table:
    """The order of a table in which everybody sits where he has sat least."""

    def cost(order: Table) -> int:
        return sum(
            by_name[person].held.count(place) ** 2 + by_name[person].held.count(place) for place, person in enumerate(order)
        )

    return min(itertools.permutations(table), key=lambda order: (cost(order), order))


# -- points --------------------------------------------------------------------------------------------------------------------

RANK_POINTS = {3: (4.0, 2.0, 1.0), 4: (4.0, 2.0, 1.0, 0.0)}


def points_of(ranks: dict[str, int], seats: int) -> dict[str, float]:
    """The points of a table by rank: one for a win of two; 4-2-1-0 with more seats; who shares a place shares its points."""
    scale = (1.0, 0.0) if seats == 2 else RANK_POINTS[seats]
    ordered = sorted(ranks.values())
    worth: dict[int, list[float]] = {}
    for place, rank in enumerate(ordered):
        worth.setdefault(rank, []).append(scale[place])
    return {person: sum(worth[rank]) / len(worth[rank]) for person, rank in ranks.items()}


def proposed_rounds(players: int) -> int:
    """How many rounds of Swiss tell so many apart."""
    return max(3, (max(2, players) - 1).bit_length() + 1)
