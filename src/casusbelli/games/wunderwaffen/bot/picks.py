"""14.5: the next three tokens: two whose fronts do most together on the board as it lies, and one to be given away.

Of three tokens one is played by its back, whatever its front is worth, and before a part is over every token of the pool will
have been picked. So a strong front waits for the turn in which it does something, and the weakest go as gifts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from math import inf
from random import Random
from typing import NamedTuple

from casusbelli.kernel import Choice

from ..content import FRONTS, NUMBERS, Faction, Piece, Token
from ..menu import Menu, side_of
from ..plays import READY_SLOTS
from ..state import NOTHING, WunderWaffen
from .search import Line, Search, branch
from .weights import PROFILES, Common

FIRST_SLOT = READY_SLOTS[0]


class Pair(NamedTuple):
    """Two fronts, in the order in which they would be played, and what they would do."""

    worth: float
    fronts: tuple[Piece, ...]


def keeping(g: WunderWaffen, faction: Faction) -> dict[Piece, float]:
    """What the fronts of a faction are worth in a later turn of the part: the less, the fewer turns are to come."""
    profile = PROFILES[faction]
    worth = profile.keep_in_part1 if g.part == 1 else profile.keep_in_part2
    tokens = len(g.pool[faction]) + len(g.ready_tokens(faction))
    later = max(0, tokens - 1) // NUMBERS.ready_tokens
    return {front: value * later / (later + 1) for front, value in worth.items()}


class Picks:
    """The choice of a faction's next three tokens."""

    def __init__(self, g: WunderWaffen, faction: Faction, search: Search, common: Common) -> None:
        self.g = g
        self.faction = faction
        self.search = search
        self.common = common
        self.later = keeping(g, faction)
        self.noise = common.opening_noise if g.phase != "turn_end" else common.pick_noise
        self.keep = {front: common.thrift * worth for front, worth in self.later.items()}
        self.picked: list[Piece] = [FRONTS[token] for token in g.ready[faction] if token != NOTHING]
        self.tokens: dict[Piece, Token] = {}
        for token in (*g.pool[faction], *(t for t in g.ready[faction] if t != NOTHING)):
            self.tokens[FRONTS[token]] = token
        self.copies = Counter(FRONTS[token] for token in g.pool[faction]) + Counter(self.picked)

    @property
    def giving(self) -> bool:
        """Whether the two fronts to be played are picked: what comes now is flipped, unless the board has changed."""
        return len(self.picked) >= NUMBERS.ready_tokens - NUMBERS.other_plays

    def choose(self, options: Sequence[Choice], rng: Random) -> Choice:
        worth = self.fronts([str(choice[1]) for choice in options], rng)
        return max(options, key=lambda choice: worth[str(choice[1])])

    def fronts(self, offered: Sequence[Piece], rng: Random | None = None) -> dict[Piece, float]:
        """How good each front is to pick next; with a generator, as it seems today."""
        luck = rng.random if rng is not None else float
        noise = self.noise
        if self.giving:
            return {front: luck() * noise - self.later[front] for front in offered}
        pairs: dict[tuple[Piece, ...], float] = {}
        for pair in self.pairs():
            both = pair.fronts if pair.fronts[0] <= pair.fronts[1] else pair.fronts[::-1]
            pairs[both] = max(pairs.get(both, pair.worth), pair.worth)
        worth = dict.fromkeys(offered, -inf)
        for both, together in pairs.items():
            seems = together + luck() * noise
            for front in worth.keys() & (Counter(both) - Counter(self.picked)):
                worth[front] = max(worth[front], seems)
        return worth

    def pairs(self) -> Iterator[Pair]:
        """Pairs that hold what is picked already, the likeliest."""
        table = branch(self.g)
        table.active = self.faction
        table.own_left, table.other_left = 1, 0
        for line in self.plays(None, table, self.picked or list(self.tokens))[: self.search.grade.pick_width]:
            first = self.front_of(line)
            others = list(self.copies - Counter([first]))
            best = {front: line.worth - self.keep[front] for front in others}
            for each in reversed(self.plays(line, self.search.outcome(line), others)):
                best[self.front_of(each)] = each.worth
            yield from (Pair(worth, (first, front)) for front, worth in best.items())

    def front_of(self, line: Line) -> Piece:
        return FRONTS[line.before.ready[self.faction][0]]

    def plays(self, line: Line | None, table: WunderWaffen, fronts: Sequence[Piece]) -> list[Line]:
        """The uses of each front, if it were ready now, the best first."""
        found: list[Line] = []
        menu, survey = Menu(table), self.search.estimate.survey(table)
        for front in fronts:
            g = copy(table)
            g.own_left = 1
            g.ready = {**table.ready, self.faction: [self.tokens[front]] + [NOTHING] * (NUMBERS.ready_tokens - 1)}
            cost = self.keep[front]
            lines = self.search.lines(line, g, menu.plays(side_of(FIRST_SLOT, self.faction, front)), survey)
            found += [each._replace(worth=each.worth - cost, spent=each.spent + cost) for each in lines]
        return sorted(found, key=lambda each: -each.worth)
