"""Fair chance through every door: whichever way people come together, nobody is dealt anything before all have added their part.

And a server that is killed between any two steps of a deal loses nothing of it. ``CASUS_DEAL_KILLS`` sets how often.
"""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx
from sqlalchemy import update
from tests.table.tablekit import ADDING, Guest, Line, Server, deal
from tests.table.test_crash import Victim, victim  # noqa: F401
from websockets.exceptions import WebSocketException

from casusbelli.client import Table, Turn, run_bot
from casusbelli.game import Journal, registry, verify
from casusbelli.game.deal import seed_of, value_commitment
from casusbelli.table import schema
from casusbelli.table.lobby.pairing import OFFICER_AFTER
from casusbelli.table.store import Store

from .test_account import change
from .test_lobby import OPEN_SEATS, offer, take
from .test_outside_bots import make_bot, make_token, owner_of
from .test_signing import sign_up
from .test_tournaments import announce

DEALT_BY_ALL = True
KILLS = int(os.environ.get("CASUS_DEAL_KILLS", "3"))

Make = Callable[..., Guest]


def accounts(guest: Make, count: int) -> list[Guest]:
    people = [guest(f"fair-{secrets.token_hex(5)}") for _ in range(count)]
    for one in people:
        sign_up(one, one.name)
    return people


def all_deal(server: Server, match: str, people: list[Guest]) -> dict[str, Line]:
    """Nobody is dealt anything before the last one has added his part; the match then begins, made by all of them."""
    room = server.room(match)
    assert not room.record.dealt and room.record.seed == b""
    seated = {held.name: seat for seat, held in room.seats.items()}
    lines: dict[str, Line] = {}
    for who in people:
        assert not any(line.frame for line in lines.values())
        line = lines[seated[who.name]] = who.sit(match, seated[who.name])
        line.until(lambda heard, seat=line.seat: heard["t"] == "frame" or seat in heard.get("pledges", {}))
    deal(*lines.values())
    made = server.room(match).record.deal.made
    assert {one.seat: (one.value, one.house) for one in made.shares} == {s: (line.chance, False) for s, line in lines.items()}
    return lines


def test_a_challenge_waits_for_the_part_of_all_who_took_it(server: Server, guest: Make) -> None:
    people = accounts(guest, 3)
    made = offer(people[0], shuffle="on", rated="on", **OPEN_SEATS)
    take(people[1], made)
    match = take(people[2], made, "us").headers["location"].removeprefix("/m/")
    all_deal(server, match, people)


def test_those_who_are_paired_deal_together(server: Server, guest: Make) -> None:
    change(server, schema.wishes.delete())
    people = accounts(guest, 2)
    for who in people:
        who.http.post("/pairing", data={"game": "parley", "pace": "brisk"})
    change(server, update(schema.wishes).values(officer=True, created=schema.wishes.c.created - OFFICER_AFTER))
    server.run(server.service.pairing.tick)
    answers = [who.http.post("/pairing/parley/ready").headers["location"] for who in people]
    all_deal(server, answers[-1].removeprefix("/m/"), people)


def test_a_table_of_a_tournament_deals_together(server: Server, guest: Make) -> None:
    people = accounts(guest, 3)
    made = announce(people[0], rounds="1")
    for who in people[1:]:
        assert who.http.post(f"/tournaments/{made}/enter").status_code == 303
    assert people[0].http.post(f"/tournaments/{made}/start").status_code == 303
    one = server.service.tournaments.get(made)
    assert one is not None
    match = str(one.tables[0].match)
    people[0].http.get(f"/m/{match}")
    all_deal(server, match, people)


def test_somebodys_program_adds_its_part_and_plays_to_the_end(server: Server, guest: Make) -> None:
    """The client library at one seat, a person at the other; the journal says that both made the deal."""
    owner, rita = owner_of(guest), guest("Rita")
    token = make_token(owner, make_bot(owner))
    match = rita.begin("parley", scenario="quarrel", seat__red="me", seat__blue="open")
    red = rita.sit(match, "red")
    invitation = red.invitation("blue").removeprefix("/join/")

    async def bot(turn: Turn) -> None:
        await turn.play(turn.options[0])

    async def play() -> None:
        async with Table(server.url, token, poll=0.05) as table:
            await table.join(invitation)
            playing = asyncio.create_task(run_bot(bot, table, matches=1))
            await asyncio.to_thread(person)
            await asyncio.wait_for(playing, 20)

    def person() -> None:
        red.until_frame()
        while not red.frame["over"]:
            red.until_frame(lambda frame: bool(frame["ask"] or frame["over"]))
            if red.frame["ask"]:
                red.until_seq(red.act(red.frame["ask"]["options"][0])["seq"])

    asyncio.run(play())
    journal = Journal.from_json(rita.http.get(f"/m/{match}/journal").content)
    assert journal.deal is not None and [(one.seat, one.house) for one in journal.deal.shares] == [
        ("red", False),
        ("blue", False),
    ]
    assert verify(registry.find("parley"), journal).ok


class Deals:
    """Three people who come together, deal and begin anew until the server dies; they come back with the same values."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._moments = 0
        """After so many messages more the server dies."""
        self._server: Victim
        self.cookies: list[httpx.Cookies] = []
        self.match = ""
        self.seals: dict[str, str] = {}
        self.chances: dict[str, dict[str, str]] = {}
        self.taken: set[tuple[str, str, str]] = set()
        """What was acknowledged: match, seat, ``pledge`` or ``show``."""

    def until_death(self, server: Victim) -> None:
        self._server, self._moments = server, self._rng.randrange(2, 40)
        people = [Guest(server, f"Person {n}") for n in range(3)]
        if not self.cookies:
            for who in people:
                who.http.post("/me", data={"name": who.name})
            self.cookies = [who.http.cookies for who in people]
        for who, jar in zip(people, self.cookies, strict=True):
            who.http.cookies.update(jar)
        try:
            while True:
                self._deal(people)
        except (WebSocketException, httpx.HTTPError, OSError, EOFError):
            if self._moments > 0:
                raise  # nobody has killed it
        finally:
            for who in people:
                who.close()

    def _deal(self, people: list[Guest]) -> None:
        if not self.match:
            self.match = people[0].begin(seat__uk="me", seat__ussr="open", seat__us="open")
            self.chances[self.match] = {seat: secrets.token_hex(32) for seat in SEATS}
        lines: dict[str, Line] = {}
        try:
            for seat, who in zip(SEATS, people, strict=True):
                if lines:
                    self._sit(lines["uk"], seat, who)
                line = lines[seat] = who.sit(self.match, seat)
                line.chance = self.chances[self.match][seat]
                self._hear(line)
            while not all(line.frame for line in lines.values()):
                for line in lines.values():
                    if not line.frame:
                        with suppress(TimeoutError):
                            line.hear(0.005)
                            self._one_more()
        finally:
            for seat, line in lines.items():
                acks = [heard["id"] for heard in line.heard if heard["t"] == "ack"]
                shows = [one for one in acks if one.startswith(f"{ADDING}-{seat}-")]
                self.taken |= {(self.match, seat, "show") for _ in shows}
                self.taken |= {(self.match, seat, "pledge") for one in acks if one not in shows}
        for line in lines.values():
            line.close()
        self.match = ""

    def _hear(self, line: Line) -> None:
        first = line.hear()
        self._one_more()
        seal = first.get("commitment") if first["t"] == "deal" else None
        if seal:
            assert self.seals.setdefault(self.match, seal) == seal, "the server's part never changes"

    def _one_more(self) -> None:
        self._moments -= 1
        if self._moments == 0:
            threading.Timer(self._rng.random() * 0.01, self._server.kill).start()

    def _sit(self, host: Line, seat: str, who: Guest) -> None:
        """Take the seat by its invitation, unless that was done before the server died."""
        told = [message["players"][seat] for message in host.heard if "players" in message]
        invite = told[-1].get("invite") if told else None
        if invite:
            assert who.join(invite).status_code == 303


SEATS = ("uk", "ussr", "us")


def test_a_server_killed_between_the_steps_of_a_deal_loses_none_of_them(victim: Victim, database: Path) -> None:  # noqa: F811
    deals = Deals(random.Random(os.environ.get("CASUS_KILL_SEED", "5")))
    for _ in range(KILLS):
        deals.until_death(victim)
        victim.start()
    victim.kill()
    store = Store(database)
    assert len(deals.taken) >= KILLS // 2
    for match, seat, what in deals.taken:
        saved, chance = store.load(match), deals.chances[match][seat]
        assert saved is not None and saved.match.deal is not None
        kept = saved.match.deal
        assert kept.pledges[seat] == value_commitment(deals.seals[match], seat, chance), "what was acknowledged is there"
        if what == "show":
            assert kept.values[seat] == chance
        if kept.made is not None:
            assert not any(share.house for share in kept.made.shares) and saved.match.seed == seed_of(
                kept.server, kept.made.shares
            )
            assert {share.seat: share.value for share in kept.made.shares} == deals.chances[match]
    store.close()
