"""The last screen as data: where every point came from, how two factions of one player count, and what lay hidden."""

from __future__ import annotations

from collections.abc import Iterator

from casusbelli.game import Award, Because, Ending, SheetLine, Shown
from casusbelli.kernel import Seat

from .berlin import in_berlin
from .content import ALLIES, FACTIONS, GERMAN, RESERVE, Faction
from .ending import cities, counted, how_pairs_count, standing, territories
from .state import WunderWaffen

AMERICAN = "american"

SOURCES: dict[str, str] = {
    "compensation": "3",
    "printed": "7.2",
    "by_track": "7.2",
    "territories": "10.4",
    "cities": "10.4",
    "politics": "10.4",
    "berlin": "9",
    "berlin_majority": "10.4",
    "berlin_politics": "10.4",
    "conference": "5.6",
    "leader": "5.7",
    "strategy": "8.4",
    "research": "8.3",
    "card": "8.3",
    "solution": "5.9",
}
"""The heads of the sheet with their rules, in the order in which they are read."""
EARLIER = "earlier"
"""Points of a match that was begun before they were told apart."""
TIE_BREAKS = ("territories", "cities", "politics")


def last_screen(g: WunderWaffen) -> Ending:
    return Ending(
        sheet=tuple(sheet(g)),
        because=tuple(reasons(g)),
        hidden=tuple(hidden(g)),
        awards=tuple(awards(g)),
    )


def factions_of(g: WunderWaffen) -> dict[Seat, list[Faction]]:
    seats: dict[Seat, list[Faction]] = {}
    for faction in FACTIONS:
        seats.setdefault(g.seat_of[faction], []).append(faction)
    return seats


def shares(g: WunderWaffen) -> dict[Seat, dict[Faction, float]]:
    """10.5: with what share each faction counts for its player: one of two whole, or both by half (W8)."""
    found: dict[Seat, dict[Faction, float]] = {}
    how = how_pairs_count(g)
    for seat, pair in factions_of(g).items():
        if how == "mean":
            found[seat] = {faction: 1 / len(pair) for faction in pair}
        else:
            pick = min if how == "weaker" else max
            found[seat] = {pick(pair, key=lambda faction: standing(g, faction)): 1.0}
    return found


def earned(g: WunderWaffen, faction: Faction, source: str) -> int:
    if source == EARLIER:
        return g.score[faction] - sum(g.earned.get(faction, {}).values())
    return g.earned.get(faction, {}).get(source, 0)


def sheet(g: WunderWaffen) -> Iterator[SheetLine]:
    """Head by head for what counts; then, where a player leads two factions, both of them."""
    weights = shares(g)
    for source, rule in {EARLIER: "", **SOURCES}.items():
        points = {seat: sum(share * earned(g, f, source) for f, share in its.items()) for seat, its in weights.items()}
        if any(points.values()):
            yield SheetLine(source, points, rule=rule)
    final = {seat: float(rank[0]) for seat, rank in counted(g).items()}
    pairs = {seat: pair for seat, pair in factions_of(g).items() if len(pair) > 1}
    for seat, pair in pairs.items():
        for faction in pair:
            share = weights[seat].get(faction, 0.0)
            key = "spare" if not share else "counts" if share == 1 else "half"
            yield SheetLine(key, {seat: float(g.score[faction])}, "detail", "10.5", {"faction": faction})
    yield SheetLine("final", final, "final", "10.5")


def reasons(g: WunderWaffen) -> Iterator[Because]:
    """Who was ahead by how much, how pairs were counted, what broke a tie, and which prizes fell."""
    ranks = counted(g)
    first, second = sorted(ranks, key=lambda seat: ranks[seat], reverse=True)[:2]
    margin = ranks[first][0] - ranks[second][0]
    if margin:
        yield Because("ahead", {"seat": first, "second": second, "points": _plain(ranks[first][0]), "n": _plain(margin)}, "10.5")
    else:
        decided = next(n for n in range(1, len(TIE_BREAKS) + 1) if ranks[first][n] != ranks[second][n])
        yield Because(f"tie_{TIE_BREAKS[decided - 1]}", {"seat": first, "second": second}, "10.5")
    if any(len(pair) > 1 for pair in factions_of(g).values()):
        pairs = [{"seat": seat, "faction": next(iter(its))} for seat, its in shares(g).items() if len(factions_of(g)[seat]) > 1]
        yield Because(f"pairs_{how_pairs_count(g)}", {"pairs": pairs}, "10.5")
    helped = [faction for faction in FACTIONS if "compensation" in g.earned.get(faction, {})]
    if helped:
        params = {"factions": helped, "n": g.variants.compensation, "american": AMERICAN, "german": GERMAN}
        yield Because("compensated", params, "3")
    held = {faction: territories(g, faction) for faction in ALLIES}
    most = max(held, key=lambda faction: (held[faction], g.score[faction]))
    yield Because("conquests", {"faction": most, "count": held[most], "german": territories(g, GERMAN)}, "7.1")
    for faction in FACTIONS:
        prize = earned(g, faction, "berlin_majority")
        if prize:
            count = sum(placed.faction == faction for placed in in_berlin(g))
            yield Because("berlin", {"faction": faction, "n": prize, "count": count}, "10.4")


def hidden(g: WunderWaffen) -> Iterator[Shown]:
    """The cards nobody turned up, and the backs of tokens in Reserve and of those left out for part 2."""
    for group, bag in g.cards_bag.items():
        if bag:
            yield Shown("bag", tuple(bag), params={"group": group})
    for faction in FACTIONS:
        kept = [] if faction == GERMAN else [g.reserve[faction][place] for place in RESERVE]
        for key, tokens in (("reserve", [s.token for s in kept if s is not None]), ("left_out", g.removed[faction])):
            if tokens:
                backs = tuple(g.back_of(token).back for token in tokens)
                yield Shown(key, backs, params={"faction": faction}, at=f"faction:{faction}")


def awards(g: WunderWaffen) -> Iterator[Award]:
    """What one faction did more than any other."""
    counts = {
        "conqueror": {faction: territories(g, faction) for faction in ALLIES},
        "cities": {faction: cities(g, faction) for faction in FACTIONS},
        "diplomat": {faction: earned(g, faction, "conference") for faction in FACTIONS},
        "strategist": {faction: earned(g, faction, "strategy") for faction in ALLIES},
    }
    for key, each in counts.items():
        most = max(each.values())
        leaders = [faction for faction, n in each.items() if n == most]
        if most > 0 and len(leaders) == 1:
            yield Award(key, g.seat_of[leaders[0]], {"faction": leaders[0], "count": most})
    if len(g.cards_owned) > 2:
        yield Award("inventor", g.seat_of[GERMAN], {"faction": GERMAN, "count": len(g.cards_owned)})


def _plain(n: float) -> float | int:
    """A mean may be a half; everything else is whole."""
    return int(n) if n == int(n) else n
