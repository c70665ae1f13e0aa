"""9: Berlin, the prize of the second part."""

from __future__ import annotations

from .content import (
    BERLIN,
    BERLIN_RING,
    BERLIN_SPACE_OF,
    BERLIN_SPACES,
    GERMAN,
    POLITICS,
    SYMBOL,
    TERRITORY_IDS,
    Faction,
    Piece,
    Token,
)
from .effects import Cause, apply_effects, gain
from .state import Placed, WunderWaffen

POLITICS_PIECES = (POLITICS, "politics_berlin")


def counts_as_politics(g: WunderWaffen, faction: Faction, piece: Piece) -> bool:
    """9: which pieces give +1 Politics and points at the end; symbols by option alone (R16, R29)."""
    if piece == SYMBOL:
        return g.variants.german_symbol_as_berlin if faction == GERMAN else g.variants.symbol_as_politics_in_berlin
    return piece in POLITICS_PIECES


def berlin_is_open(g: WunderWaffen) -> bool:
    """9: in part 2 (or by option), once Allies own enough of the territories around it."""
    if g.part == 1 and not g.variants.berlin_in_part1:
        return False
    return sum(g.owner[territory] != GERMAN for territory in BERLIN_RING) >= BERLIN.open_when_adjacent_allied


def tell_berlin_is_open(g: WunderWaffen) -> None:
    """9: say that the way is free, and who has opened it."""
    ring = [territory for territory in BERLIN_RING if g.owner[territory] != GERMAN]
    g.report("berlin_opened", "9", territories=[TERRITORY_IDS[t] for t in ring], factions=[g.owner[t] for t in ring])


def owns_ring_territory(g: WunderWaffen, faction: Faction) -> bool:
    """9: to enter, a faction must own a territory beside Berlin; access to one is not enough."""
    return any(g.owner[territory] == faction for territory in BERLIN_RING)


def free_berlin_spaces(g: WunderWaffen) -> list[str]:
    return [space.id for space, placed in zip(BERLIN_SPACES, g.berlin, strict=True) if placed is None]


def ally_in_berlin(g: WunderWaffen) -> bool:
    """9: the German may come only after an Ally."""
    return any(placed is not None and placed.faction != GERMAN for placed in g.berlin)


def in_berlin(g: WunderWaffen) -> list[Placed]:
    """Every token in Berlin, those of the overflow included."""
    return [placed for placed in g.berlin if placed is not None] + g.overflow


async def enter_berlin(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """9: printed points, then the space's bonus, then +1 Politics for a Politics piece; the overflow gives points alone."""
    n = BERLIN_SPACE_OF[target]
    placed = Placed(token, faction, piece)
    if g.berlin[n] is not None:
        g.overflow.append(placed)
        gain(g, faction, BERLIN.overflow_vp, Cause("berlin", "9", (target,)))
        return
    g.berlin[n] = placed
    space = BERLIN_SPACES[n]
    cause = Cause("berlin", "9", (target,))
    gain(g, faction, space.vp, cause)
    await apply_effects(g, space.bonus, faction, cause)
    if counts_as_politics(g, faction, piece):
        await apply_effects(g, BERLIN.politics_piece_bonus, faction, cause)
