"""Two people, a quarrel between them, and a server whose time the trial turns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from casusbelli.table.stints import Clocks

from .hands import Hands
from .parley import PARLEY
from .tablekit import QUIET, Guest, Line, Server
from .test_restart import moved

Start = Callable[..., Server]


class Evening:
    """``form`` is how the match is set up; it is brisk unless that says otherwise."""

    pinged_every: float | None = None

    def __init__(self, start: Start, **form: str) -> None:
        self.hands = Hands()
        self.start = start
        self.server = start(QUIET, self.hands, self.pinged_every)
        self.guests: dict[str, Guest] = {}
        self.lines: dict[str, Line] = {}
        self.match = self.begin(**form)

    def begin(self, **form: str) -> str:
        self.guests = {"red": Guest(self.server, "Rita"), "blue": Guest(self.server, "Blas")}
        fields = {"scenario": "quarrel", "seat__red": "me", "seat__blue": "open", "pace": "brisk", **form}
        match = self.guests["red"].begin("parley", **fields)
        self.lines["red"] = self.guests["red"].sit(match, "red")
        self.guests["blue"].join(self.lines["red"].until_frame()["players"]["blue"]["invite"])
        self.lines["blue"] = self.guests["blue"].sit(match, "blue")
        self.lines["blue"].until_frame()
        return match

    @property
    def red(self) -> Line:
        return self.lines["red"]

    @property
    def blue(self) -> Line:
        return self.lines["blue"]

    @property
    def room(self) -> Any:
        return self.server.room(self.match)

    def pass_time(self, ms: int) -> None:
        self.hands.turn(ms, self.settle)

    def settle(self) -> None:
        """Until the house has done what it was called for."""

        async def still() -> None:
            while self.room is not None and self.room.house._ticking is not None:
                await asyncio.sleep(0.001)
            await asyncio.sleep(0)

        self.server.run(still)

    def play(self, seat: str, choice: list[str | int]) -> int:
        answer = self.lines[seat].act(choice, seq=self.room.seq)
        assert answer["t"] == "ack", answer
        for each in self.lines.values():
            each.until_seq(answer["seq"])
        return int(answer["seq"])

    def say(self, seat: str, word: str = "war") -> int:
        return self.play(seat, [word])

    def left(self, seat: str) -> int:
        """As the server reckons it."""
        return int(self.clocks.left(seat, self.hands.now()))

    @property
    def clocks(self) -> Clocks:
        clocks = self.room.house.state.clocks
        assert isinstance(clocks, Clocks)
        return clocks

    def house_lines(self) -> list[str]:
        """The kinds of the house's lines, as the store has them."""
        saved = self.server.store.load(self.match)
        assert saved is not None
        return [line.kind for line in saved.house_lines]

    def restart(self, away: int = 0) -> None:
        self.close()
        self.server.stop()
        self.hands.skip(away)
        self.server = self.start(QUIET, self.hands)
        self.guests = {seat: moved(guest, self.server) for seat, guest in self.guests.items()}
        self.lines = {seat: guest.sit(self.match, seat) for seat, guest in self.guests.items()}
        for line in self.lines.values():
            line.until_frame()

    def close(self) -> None:
        for guest in self.guests.values():
            guest.close()


class Caged(Evening):
    """Two people at the game of canaries."""

    def begin(self, **form: str) -> str:
        self.guests = {"red": Guest(self.server, "Rita"), "blue": Guest(self.server, "Blas")}
        match = self.guests["red"].begin("canary", **{"seat__red": "me", "seat__blue": "open", "pace": "brisk", **form})
        self.lines["red"] = self.guests["red"].sit(match, "red")
        self.guests["blue"].join(self.lines["red"].until_frame()["players"]["blue"]["invite"])
        self.lines["blue"] = self.guests["blue"].sit(match, "blue")
        self.lines["blue"].until_frame()
        return match


class Council(Evening):
    """As many people as the scenario of the open talk has seats; they speak in turn, red first."""

    def begin(self, **form: str) -> str:
        scenario = form["scenario"]
        self.seats = PARLEY.info.scenario(scenario).seats
        self.guests = {seat: Guest(self.server, seat.title()) for seat in self.seats}
        first, *others = self.seats
        fields = {f"seat__{seat}": "open" for seat in others} | {f"seat__{first}": "me", "pace": "brisk", **form}
        match = self.guests[first].begin("parley", **fields)
        self.lines[first] = self.guests[first].sit(match, first)
        players = self.lines[first].until_frame()["players"]
        for seat in others:
            self.guests[seat].join(players[seat]["invite"])
            self.lines[seat] = self.guests[seat].sit(match, seat)
            self.lines[seat].until_frame()
        return match


class Conference(Evening):
    """Three people at the miniature game."""

    def begin(self, **form: str) -> str:
        seats = {"uk": "Ursula", "ussr": "Sofia", "us": "Sam"}
        self.guests = {seat: Guest(self.server, name) for seat, name in seats.items()}
        fields = {"seat__uk": "me", "seat__ussr": "open", "seat__us": "open", "pace": "brisk", **form}
        match = self.guests["uk"].begin("miniature", **fields)
        self.lines["uk"] = self.guests["uk"].sit(match, "uk")
        players = self.lines["uk"].until_frame()["players"]
        for seat in ("ussr", "us"):
            self.guests[seat].join(players[seat]["invite"])
            self.lines[seat] = self.guests[seat].sit(match, seat)
            self.lines[seat].until_frame()
        return match

    def first_option(self, seat: str) -> int:
        line = self.lines[seat]
        options = line.until_seq(self.room.seq)["ask"]["options"]
        return self.play(seat, options[0])

    def agenda(self) -> None:
        """The three secret answers that begin a match; then the UK speaks."""
        for seat in ("uk", "ussr", "us"):
            self.first_option(seat)


Begin = Callable[..., Evening]
