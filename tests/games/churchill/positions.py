"""Prepared positions and a short way to play them."""

from __future__ import annotations

from typing import Any

from casusbelli.game import Match
from casusbelli.games.churchill.content import FRONTS, POWERS
from casusbelli.games.churchill.positions import NO_MARKERS, Setting
from casusbelli.games.churchill.state import Churchill
from casusbelli.kernel import Choice, Illegal, Refusal

UK, USSR, US = "uk", "ussr", "us"


class Position(Setting):
    """A state to begin from, and a short way to play it."""

    def at(self, phase: str, **fields: Any) -> Play:
        return Play(self.begin(phase, **fields))

    def meeting(self, turn: str) -> Play:
        return self.at("meeting", turn=turn)

    def allocation(self, *queue: str, **tokens: int) -> Play:
        """Powers with tokens and no leadership markers allocate in this order."""
        markers = {power: dict(none) for power, none in NO_MARKERS.items()}
        return self.at(
            "allocation", tokens={p: tokens.get(p, 0) for p in POWERS}, markers=markers, winner=queue[-1], queue=[*queue]
        )


class Play:
    """A match from a prepared position."""

    def __init__(self, match: Match[Churchill]) -> None:
        self.match = match

    @property
    def g(self) -> Churchill:
        return self.match.state

    @property
    def asked(self) -> tuple[str, str]:
        """Who is asked what; only for questions to one seat."""
        ((seat, question),) = self.match.asked().items()
        return seat, question.decision

    def options(self, seat: str) -> list[Choice]:
        return self.match.options(seat)

    def act(self, seat: str, *choice: str | int) -> Play:
        self.match.act(seat, choice)
        return self

    def decline(self, *seats: str) -> Play:
        for seat in seats:
            self.act(seat, "decline")
        return self

    def refused(self, seat: str, *choice: str | int) -> Refusal | None:
        """The choice must be refused; tells why."""
        try:
            self.match.act(seat, choice)
        except Illegal as illegal:
            return illegal.refusal
        raise AssertionError(f"{choice} was accepted")

    def at(self, issue: str) -> str:
        """Where an issue is."""
        if issue in self.g.won:
            return f"won:{self.g.won[issue]}"
        if issue in self.g.table:
            power, n = self.g.table[issue]
            return f"{power}{n}" if power else "0"
        return "removed" if issue in self.g.removed_issues else "pool"

    def space(self, front: str) -> str:
        name = f"{front}_front"
        return FRONTS[name].path[self.g.fronts[name]]

    def events(self, kind: str) -> list[dict[str, Any]]:
        return [event.params for event in self.match.events or [] if event.kind == kind]
