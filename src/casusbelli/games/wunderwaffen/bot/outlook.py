"""14.4: who is likely to take a contested territory, seen from the coming turns and the fronts that lie ready.

A territory with a free space goes to the first faction that comes round with the right pieces: one play for who has a token
there, two for who fills two spaces or first eliminates an enemy. So a lone token, whoever set it, only fills a space.
"""

from __future__ import annotations

from itertools import permutations

from ..content import (
    FRONTS,
    GERMAN,
    NEEDED,
    SIDE,
    SPACES_PER_TERRITORY,
    STRENGTH,
    Faction,
    Piece,
    Territory,
)
from ..powers import Powers, powers_of
from ..sequence import rounds, turn_order
from ..state import NOTHING, Placed, WunderWaffen
from ..territories import winner_of
from ..uses import reach
from .weights import OUTLOOK

Spaces = tuple[Placed | None, ...]
Chances = tuple[tuple[Faction, float], ...]


def whereabouts(g: WunderWaffen) -> tuple[str, ...]:
    """Who owns what and who passes where: all that reach depends on."""
    return (*g.owner, *(f"{access.territory}{access.placed.faction}" for access in g.access))


class Outlook:
    """The coming turns as they look at one moment; kept for all positions weighed in it."""

    def __init__(self, g: WunderWaffen, active_has_played: bool) -> None:
        order = turn_order(g)
        at = order.index(g.active)
        self.order = (*order[at + 1 :], *order[: at + 1]) if active_has_played else (*order[at:], *order[:at])
        last = g.round == rounds(g) and g.part == 2
        self.acting = set(order[at + 1 :]) if last else set(order)
        self.hands = {faction: self._hand(g, faction, active_has_played) for faction in order}
        self._reach: dict[tuple[str, ...], tuple[frozenset[int], ...]] = {}

    def _hand(self, g: WunderWaffen, faction: Faction, active_has_played: bool) -> tuple[Piece, ...]:
        """The combat fronts a faction will have: those ready, or for the active one the best it can still pick."""
        if faction == g.active and active_has_played:
            tokens = g.pool[faction]
        else:
            tokens = [token for token in g.ready[faction] if token != NOTHING]
        fronts = sorted({FRONTS[token] for token in tokens if STRENGTH[FRONTS[token]]}, key=STRENGTH.__getitem__)
        counts = {front: sum(FRONTS[token] == front for token in tokens) for front in fronts}
        return tuple(front for front in fronts for _ in range(min(2, counts[front])))

    def chances(self, g: WunderWaffen, territory: Territory) -> Chances:
        """The likelihood of each faction to win the territory."""
        first = territory * SPACES_PER_TERRITORY
        spaces = tuple(g.spaces[first : first + SPACES_PER_TERRITORY])
        return self._foresee(g, first, spaces, self._who_reaches(g, territory))

    def _who_reaches(self, g: WunderWaffen, territory: Territory) -> tuple[bool, ...]:
        here = whereabouts(g)
        within = self._reach.get(here)
        if within is None:
            within = self._reach[here] = tuple(frozenset(reach(g, faction)) for faction in self.order)
        return tuple(territory in each for each in within)

    def _foresee(self, g: WunderWaffen, first: int, spaces: Spaces, reachable: tuple[bool, ...]) -> Chances:
        powers = powers_of(g)
        chances: dict[Faction, float] = {}
        open_still = 1.0
        for faction, within in zip(self.order, reachable, strict=True):
            if not within or faction not in self.acting:
                continue
            plays = self.plays_needed(g, powers, first, spaces, faction)
            if plays:
                willing = OUTLOOK.german_takes if faction == GERMAN else OUTLOOK.ally_takes
                taken = open_still * willing[plays - 1]
                chances[faction] = chances.get(faction, 0.0) + taken
                open_still -= taken
        for placed in spaces:
            if placed is not None and placed.faction in self.acting:
                chances[placed.faction] = chances.get(placed.faction, 0.0) + open_still * OUTLOOK.later_for_each_token
        return tuple(chances.items())

    def plays_needed(self, g: WunderWaffen, powers: Powers, first: int, spaces: Spaces, faction: Faction) -> int:
        """With how many plays of its hand the faction could win now: 1, 2, or 0 where it cannot."""
        side = SIDE[faction]
        hand = self.hands[faction]
        free = [n for n, placed in enumerate(spaces) if placed is None]
        mine = sum(placed is not None and placed.faction == faction for placed in spaces)
        enemies = [n for n, placed in enumerate(spaces) if placed is not None and SIDE[placed.faction] != side]

        def fits(piece: Piece, n: int) -> bool:
            placed = spaces[n]
            if placed is None:
                return powers.entry_strength[side, piece] >= NEEDED[first + n]
            return placed.piece in powers.kills[side, piece]

        if len(free) == 1:
            n = free[0]
            finishing = [piece for piece in hand if fits(piece, n)]
            if mine and finishing:
                return 1
            if finishing and not mine and self._wins_split(g, spaces, n, faction, max(finishing, key=STRENGTH.__getitem__)):
                return 1
            if (
                not mine
                and len(hand) > 1
                and any(fits(a, n) and fits(b, enemy) for a, b in permutations(hand, 2) for enemy in enemies)
            ):
                return 2
        elif len(free) == 2 and len(hand) > 1:
            one, other = free
            if any(fits(a, one) and fits(b, other) for a, b in permutations(hand, 2)):
                return 2
        return 0

    @staticmethod
    def _wins_split(g: WunderWaffen, spaces: Spaces, n: int, faction: Faction, piece: Piece) -> bool:
        """Whether a third faction's piece would be the strongest."""
        tokens = [Placed(NOTHING, faction, piece) if k == n else placed for k, placed in enumerate(spaces)]
        if faction == GERMAN:
            return False
        return winner_of(g, [placed for placed in tokens if placed is not None]) == faction
