"""Prepared positions in the notation of the examples, and the questions the examples ask of them."""

from __future__ import annotations

from collections.abc import Iterable

from casusbelli.game import Match
from casusbelli.games.wunderwaffen.content import FRONTS, SPACE_OF, TERRITORY_OF
from casusbelli.games.wunderwaffen.positions import FACTION, PIECE, A, B, G, R, Setting
from casusbelli.games.wunderwaffen.state import Placed, WunderWaffen
from casusbelli.kernel import Choice, Refusal

__all__ = ["FACTION", "PIECE", "A", "B", "G", "Game", "R", "Table", "fronts"]


class Table(Setting):
    """A position being laid out; :meth:`turn` lets a faction begin its turn there."""

    def begin(self, phase: str) -> Game:
        return Game(self.match_at(phase))

    def turn(self, faction: str) -> Game:
        return Game(self.turn_of(faction))


class Game:
    """A match begun at a position, with the questions the examples ask of it."""

    def __init__(self, match: Match[WunderWaffen]) -> None:
        self.match = match

    @property
    def g(self) -> WunderWaffen:
        return self.match.state

    @property
    def asked(self) -> tuple[str, str]:
        """Who is asked what."""
        ((seat, question),) = self.match.asked().items()
        return seat, question.decision

    @property
    def options(self) -> list[Choice]:
        ((_, question),) = self.match.asked().items()
        return question.options

    def offered(self, use: str, piece: str | None = None, faction: str | None = None) -> list[Choice]:
        """The plays on offer of this use (and piece, and faction acted for)."""
        wanted = PIECE[piece] if piece else None
        plays = [c for c in self.options if c[0] == use]
        return [c for c in plays if wanted in (None, c[3]) and faction in (None, c[2])]

    def targets(self, use: str, piece: str | None = None, faction: str | None = None) -> set[str]:
        return {str(c[-1]) for c in self.offered(use, piece, faction)}

    def places(self, piece: str, territory: str, faction: str | None = None) -> list[int]:
        """The spaces of a territory, from 1 to 3, that the piece may enter."""
        targets = self.targets("place", piece, faction)
        return [n for n in (1, 2, 3) if f"{territory}_{n}" in targets]

    def act(self, *choice: str) -> Game:
        ((seat, _),) = self.match.asked().items()
        self.match.act(seat, choice)
        return self

    def play(self, use: str, piece: str, *target: str, faction: str | None = None) -> Game:
        """Play a ready or reserved token: the first that has this use, piece and target."""
        for choice in self.offered(use, piece, faction or self.g.active):
            if list(choice[4:]) == list(target):
                return self.act(*map(str, choice))
        raise AssertionError(f"{use} {piece} {target} is not on offer: {self.offered(use)}")

    def final_count(self) -> Game:
        """The same table at the end of the game."""
        ended = Table()
        ended.g = self.g
        return ended.begin("game_ends")

    def why_not(self, *choice: str) -> Refusal:
        ((seat, _),) = self.match.asked().items()
        refusal = self.match.refusal(seat, choice)
        assert refusal is not None, choice
        return refusal

    def box(self, track: str) -> dict[str, int]:
        """Every faction's box, by its letter."""
        return {letter: self.g.box(track, faction) for letter, faction in FACTION.items()}

    def at(self, space: str) -> Placed | None:
        return self.g.spaces[SPACE_OF[space]]

    def owner(self, territory: str) -> str:
        return self.g.owner[TERRITORY_OF[territory]]

    def marker(self, territory: str) -> Placed | None:
        return self.g.marker[TERRITORY_OF[territory]]

    def discarded(self, faction: str) -> list[str]:
        return fronts(self.g.discard[faction])

    def points(self, cause: str, rule: str | None = None) -> dict[str, int]:
        """The points scored for one cause (under one rule) so far, by faction."""
        scored: dict[str, int] = {}
        for event in self.match.told(None):
            if event.kind == "points" and event.params["cause"] == cause and rule in (None, event.rule):
                scored[event.params["faction"]] = scored.get(event.params["faction"], 0) + event.params["n"]
        return scored


def fronts(tokens: Iterable[int]) -> list[str]:
    short = {piece: code for code, piece in PIECE.items()}
    return sorted(short[FRONTS[token]] for token in tokens)
