"""A house that sends letters into a sink, people with accounts and confirmed addresses, and time that stands still."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any

import msgspec
from sqlalchemy import select, update
from tests.table.hands import Hands
from tests.table.tablekit import QUIET, Guest, Line, Server

from casusbelli.table import schema
from casusbelli.table.pace import HOUR, MINUTE
from casusbelli.table.people.handles import fold
from casusbelli.table.post.sink import Sink

from .test_signing import sign_up

PUBLIC = "https://play.example.org"
LINK = re.compile(re.escape(PUBLIC) + r"([^\s<>\"]+)")


class Postal:
    """``start`` is the fixture that starts servers on the test's own database."""

    def __init__(self, start: Callable[..., Server], **settings: Any) -> None:
        self.sink = Sink()
        self.hands = Hands()
        self.to_noon()
        self._start = start
        told = {"smtp_url": self.sink.url, "mail_from": "house@play.example.org", "public_url": PUBLIC, **settings}
        self.settings = msgspec.structs.replace(QUIET, **told)
        self.server = self.begin_to_serve()
        self.people: dict[str, Guest] = {}
        self.lines: dict[str, Line] = {}

    def begin_to_serve(self) -> Server:
        """A server whose post works when it is told to, and not by itself."""
        server = self._start(self.settings, self.hands)
        server.run(server.service.post.close)
        return server

    def to_noon(self) -> None:
        """Nobody's quiet hours, as long as they live in Greenwich."""
        day = datetime.fromtimestamp(self.hands.now() / 1000, UTC).replace(hour=12, minute=0, second=0, microsecond=0)
        self.hands._now = round(day.timestamp() * 1000)

    def person(self, name: str, *, mail: bool = True) -> Guest:
        """Somebody with an account; with an address he has confirmed by the letter's own link."""
        guest = self.people[name] = Guest(self.server, name)
        sign_up(guest, name)
        if mail:
            assert guest.http.post("/account/mail", data={"address": self.address(name)}).status_code == 303
            self.work()
            path = self.path(self.to(name)[-1])
            assert guest.http.get(path).status_code == 200
            assert "confirmed" in guest.http.post(path).text
        return guest

    @staticmethod
    def address(name: str) -> str:
        return f"{name.lower()}@example.org"

    def id_of(self, name: str) -> str:
        wanted = select(schema.accounts.c.person).where(schema.accounts.c.handle_key == fold(name))
        return str(self.server.store.ask(wanted)[0][0].person)

    def begin(self, one: str, other: str, game: str = "parley", **form: str) -> str:
        """A match between two; both leave its page again."""
        seats = {} if any(key.startswith("seat__") for key in form) else {"seat__red": "me", "seat__blue": "open"}
        fields = {"scenario": "quarrel", "pace": "days", "weekends": "on", **seats, **form}
        match = self.people[one].begin(game, **fields)
        seat = next(key for key, value in fields.items() if key.startswith("seat__") and value == "me").removeprefix("seat__")
        line = self.people[one].sit(match, seat)
        players = line.until_frame()["players"]
        invite = next(player["invite"] for player in players.values() if player.get("invite"))
        line.close()
        assert self.people[other].join(invite).status_code == 303
        return match

    def play(self, name: str, match: str, choice: list[str] | None = None) -> None:
        """Come to the table, choose, and go."""
        glance = self.server.store.glance(match)
        assert glance is not None
        seat = next(seat for seat, held in glance.seats.items() if held.name == name)
        line = self.people[name].sit(match, seat)
        line.until_frame()
        line.act(choice or line.frame["ask"]["options"][0])
        line.close()

    def pass_time(self, ms: int) -> None:
        """Let time pass; the post looks before and after."""
        self.work()
        self.hands.turn(ms, lambda: None)
        self.work()

    def work(self) -> None:
        self.server.run(self.server.service.post.herald.tick)
        self.server.run(self.server.service.post.courier.tick)

    def to(self, name: str) -> list[EmailMessage]:
        """The letters somebody has got."""
        return [letter for letter in self.sink.letters if letter["To"] == self.address(name)]

    @staticmethod
    def text(letter: EmailMessage) -> str:
        part = letter.get_body(("plain",))
        assert part is not None
        return str(part.get_content())

    def path(self, letter: EmailMessage) -> str:
        """The first link of a letter, as a path of this server."""
        found = LINK.search(self.text(letter))
        assert found is not None
        return found[1]

    def prefer(self, name: str, **wishes: str) -> None:
        kept = update(schema.guests).where(schema.guests.c.id == self.id_of(name))
        self.server.store.writer.write_now(
            lambda connection: connection.execute(kept.values(preferences=msgspec.json.encode(wishes).decode()))
        )

    def outbox(self) -> list[tuple[str, str]]:
        c = schema.outbox.c
        return [(row.kind, row.state) for row in self.server.store.ask(select(c.kind, c.state).order_by(c.due))[0]]

    def restart(self) -> None:
        self.server.stop()
        self.server = self.begin_to_serve()
        for guest in self.people.values():
            jar = guest.http.cookies
            guest.server = self.server
            guest.http = type(guest.http)(
                base_url=self.server.url, headers={"Origin": self.server.url}, follow_redirects=False, timeout=20, cookies=jar
            )

    def close(self) -> None:
        for guest in self.people.values():
            guest.close()
        self.sink.close()


__all__ = ["HOUR", "MINUTE", "PUBLIC", "Postal"]
