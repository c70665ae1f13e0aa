"""9: Berlin, the prize of the second part."""

from __future__ import annotations

from .content import BERLIN, BERLIN_RING, BERLIN_SPACE_OF, BERLIN_SPACES, GERMAN, POLITICS, Faction, Piece, Token
from .effects import apply_effects, gain
from .state import Placed, WunderWaffen

POLITICS_PIECES = (POLITICS, "politics_berlin")


def berlin_is_open(g: WunderWaffen) -> bool:
    """9.2: in part 2 (or by option), once Allies own enough of the territories around it."""
    if g.part == 1 and not g.variants.berlin_in_part1:
        return False
    return sum(g.owner[territory] != GERMAN for territory in BERLIN_RING) >= BERLIN.open_when_adjacent_allied


def owns_ring_territory(g: WunderWaffen, faction: Faction) -> bool:
    """9.3: to enter, a faction must own a territory beside Berlin; access to one is not enough."""
    return any(g.owner[territory] == faction for territory in BERLIN_RING)


def free_berlin_spaces(g: WunderWaffen) -> list[str]:
    return [space.id for space, placed in zip(BERLIN_SPACES, g.berlin, strict=True) if placed is None]


def ally_in_berlin(g: WunderWaffen) -> bool:
    """9.5: the German may come only after an Ally."""
    return any(placed is not None and placed.faction != GERMAN for placed in g.berlin)


def in_berlin(g: WunderWaffen) -> list[Placed]:
    """Every token in Berlin, those of the overflow included."""
    return [placed for placed in g.berlin if placed is not None] + g.overflow


async def enter_berlin(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """9.4: printed points, then the space's bonus, then +1 Politics for a Politics piece; the overflow gives points alone."""
    n = BERLIN_SPACE_OF[target]
    placed = Placed(token, faction, piece)
    if g.berlin[n] is not None:
        g.overflow.append(placed)
        gain(g, faction, BERLIN.overflow_vp, "berlin", "9")
        return
    g.berlin[n] = placed
    space = BERLIN_SPACES[n]
    gain(g, faction, space.vp, "berlin", "9")
    await apply_effects(g, space.bonus, faction, "berlin", "9")
    if piece in POLITICS_PIECES:
        await apply_effects(g, BERLIN.politics_piece_bonus, faction, "berlin", "9")
