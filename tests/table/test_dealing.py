"""The deal of a match between people: it waits for all, all make it, and it can be checked."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import update
from typer.testing import CliRunner

from casusbelli.cli.app import app
from casusbelli.game import Journal, registry, verify
from casusbelli.game.deal import value_commitment
from casusbelli.kernel import commitment
from casusbelli.table import schema
from casusbelli.table.founding import between_people
from casusbelli.table.pace import HOUR, MINUTE
from casusbelli.table.store import Store

from .evening import Begin, Evening
from .tablekit import HOT_SEAT, Guest, Line, Server, deal
from .test_restart import moved
from .test_several_processes import Servers, servers  # noqa: F401

DEALT_BY_ALL = True


class Waiting(Evening):
    """Two people who have not sat down both."""

    def begin(self, **form: str) -> str:
        self.guests = {"red": Guest(self.server, "Rita"), "blue": Guest(self.server, "Blas")}
        fields = {"scenario": "quarrel", "seat__red": "me", "seat__blue": "open", "pace": "none", **form}
        match = self.guests["red"].begin("parley", **fields)
        self.lines["red"] = self.guests["red"].sit(match, "red")
        self.lines["red"].until(lambda message: message["t"] == "deal")
        return match

    def pledged(self, seat: str) -> str | None:
        """What the server holds the seat to."""
        kept = self.room.record.deal
        return kept.pledges.get(seat) if kept else None

    def comes(self, adds: bool = True) -> Line:
        """Blas takes his seat."""
        assert self.guests["blue"].join(self.red.invitation("blue")).status_code == 303
        self.lines["blue"] = self.guests["blue"].sit(self.match, "blue")
        self.blue.adds_chance = adds
        return self.blue


def of_deal(**facts: Any) -> Callable[[dict[str, Any]], bool]:
    return lambda message: message["t"] == "deal" and all(message[key] == value for key, value in facts.items())


def told_of_deal(line: Line, **facts: Any) -> dict[str, Any]:
    """The first message of the deal that says so, heard already or to come."""
    fits = of_deal(**facts)
    return next(filter(fits, line.heard), None) or line.until(fits)


def begun(evening: Begin, **form: str) -> Waiting:
    night = evening(Waiting, **form)
    assert isinstance(night, Waiting)
    return night


def ended(night: Waiting) -> Journal:
    night.red.house("propose", kind="end", seq=night.room.seq, data={"how": "off"})
    night.blue.house("answer", n=1, yes=True)
    return Journal.from_json(night.guests["red"].http.get(f"/m/{night.match}/journal").content)


def test_the_deal_waits_for_every_seat_and_is_made_by_all(evening: Begin, tmp_path: Path) -> None:
    night = begun(evening)
    told = night.red.latest("deal")
    assert night.red.act(["war"], seq=0)["reason"] == "dealing" and not night.red.frame
    assert night.red.house("propose", kind="end", seq=0, data={"how": "off"})["reason"] == "dealing"
    night.comes()
    deal(*night.lines.values())
    assert {line.frame["choices"] for line in night.lines.values()} == {0}
    assert night.house_lines() == ["dealt"] and night.red.frame["ask"] is not None
    night.say("red")
    night.say("blue")
    journal = ended(night)
    assert journal.format == 2 and journal.commitment == told["commitment"] and journal.deal is not None
    assert {one.seat: one.value for one in journal.deal.shares} == {seat: line.chance for seat, line in night.lines.items()}
    assert verify(registry.find("parley"), journal).ok
    journal.save(tmp_path / "match.json")
    shown = CliRunner().invoke(app, ["replay", str(tmp_path / "match.json"), "--verify"])
    assert shown.exit_code == 0 and "made by the server and by red, blue" in shown.output.replace("\n", " ")


def test_nothing_of_it_leaves_before_the_end(evening: Begin) -> None:
    """No seed and nobody's value; and before the deal no picture of a match that will not be."""
    night = begun(evening)
    others = Guest(night.server, "Olga").sit(night.match)
    guest = night.guests["red"]
    page = guest.http.get(f"/m/{night.match}").text
    outside = Guest(night.server).http.get(f"/m/{night.match}").text
    assert "deal.js" in page and "/join/" in page and "/join/" not in outside
    assert "Send the link" in page and "Send the link" not in outside, "who has the invitations is told what to do with them"
    for path in ("at/0?seat=red", "told/0?seat=red", "since/0?seat=red", "journal?seat=red", "ending"):
        assert guest.http.get(f"/m/{night.match}/{path}").status_code == 404, path
    night.comes()
    deal(*night.lines.values(), others)
    made = night.room.record.deal
    secret = [made.server, night.room.record.seed.hex(), *made.values.values()]
    diary = guest.http.get(f"/m/{night.match}/journal?seat=red").content
    for told in (night.red.bytes, night.blue.bytes, others.bytes, page.encode(), diary):
        assert not any(word.encode() in told for word in secret)
    assert commitment(bytes.fromhex(made.server)).encode() in diary


def test_who_shows_must_have_committed_to_it_and_nobody_commits_any_more(evening: Begin) -> None:
    night = begun(evening)
    blue = night.comes(adds=False)
    told = told_of_deal(blue, showing=False)
    assert blue.house("show", value=blue.chance)["reason"] == "dealing", "nobody shows before all have committed"
    assert blue.house("pledge", commitment="no hash")["reason"] == "malformed"
    mine = value_commitment(told["commitment"], "blue", blue.chance)
    assert blue.house("pledge", commitment=value_commitment(told["commitment"], "blue", "0" * 64))["t"] == "ack"
    assert set(told_of_deal(blue, showing=True)["pledges"]) == {"red", "blue"}
    assert blue.house("pledge", commitment=mine)["reason"] == "dealing"
    assert blue.house("show", value=blue.chance)["reason"] == "dealing"
    assert blue.house("show", value="0" * 64)["t"] == "ack"
    deal(night.red, blue)
    assert blue.house("show", value="0" * 64)["reason"] == "dealt"
    assert night.room.record.deal.made.shares[1].value == "0" * 64


@pytest.mark.parametrize(("pace", "wait"), [("none", HOUR), ("brisk", MINUTE)])
@pytest.mark.parametrize("commits", [False, True])
def test_nobody_waits_for_ever(evening: Begin, pace: str, wait: int, commits: bool) -> None:
    night = begun(evening, pace=pace)
    blue = night.comes(adds=False)
    told = told_of_deal(blue, showing=False)
    if commits:
        assert blue.house("pledge", commitment=value_commitment(told["commitment"], "blue", blue.chance))["t"] == "ack"
        told_of_deal(night.red, showing=True)
        told_of_deal(blue, shown=["red"])
    night.pass_time(wait - 1)
    assert not night.room.record.dealt
    night.pass_time(1)
    if not commits:
        told_of_deal(night.red, showing=True)
    deal(night.red, night.blue)
    assert night.house_lines() == ["dealt_late"]
    shares = night.room.record.deal.made.shares
    assert [(one.seat, one.house) for one in shares] == [("red", False), ("blue", True)] and bool(shares[1].commitment) is commits
    assert verify(registry.find("parley"), ended(night)).ok


def test_a_server_that_dies_between_any_steps_goes_on(evening: Begin) -> None:
    night = begun(evening)
    chances = {"red": night.red.chance}
    blue = night.comes(adds=False)
    told = told_of_deal(blue, showing=False)

    def again() -> None:
        night.close()
        night.server.stop()
        night.server = night.start(hours=night.hands)
        night.guests = {seat: moved(guest, night.server) for seat, guest in night.guests.items()}
        night.lines = {seat: guest.sit(night.match, seat) for seat, guest in night.guests.items()}
        for seat, line in night.lines.items():
            line.adds_chance, line.chance = False, chances.get(seat, line.chance)

    again()
    chances["blue"] = night.blue.chance
    assert night.blue.house("pledge", commitment=value_commitment(told["commitment"], "blue", chances["blue"]))["t"] == "ack"
    again()
    assert told_of_deal(night.red, showing=True)["commitment"] == told["commitment"]
    assert night.red.house("show", value=chances["red"])["t"] == "ack"
    again()
    assert night.blue.until(lambda message: message["t"] == "deal")["shown"] == ["red"]
    assert night.blue.house("show", value=chances["blue"])["t"] == "ack"
    for line in night.lines.values():
        line.until_frame()
    seed = night.room.record.seed
    again()
    assert night.red.until_frame()["choices"] == 0 and night.room.record.seed == seed and night.house_lines() == ["dealt"]


@pytest.mark.parametrize("step", ["showing", "made"])
def test_a_server_that_dies_before_the_step_that_follows_by_itself_makes_it_when_it_is_back(
    evening: Begin, step: str, database: Path
) -> None:
    """The last one has said his part, and the server dies before it has drawn the conclusion: nobody has anything more to say."""
    night = begun(evening)
    blue = night.comes()
    if step == "showing":
        blue.adds_chance = night.red.adds_chance = False
        told = told_of_deal(blue, showing=False)
        for line in (night.red, blue):
            mine = value_commitment(told["commitment"], str(line.seat), line.chance)
            assert line.house("pledge", commitment=mine)["t"] == "ack"
        told_of_deal(blue, showing=True)
    else:
        deal(night.red, blue)
    night.close()
    night.server.stop()
    kept = night.room.record.deal
    back = {"showing": False} if step == "showing" else {"made": None, "until": night.hands.now() + HOUR}
    unmade = msgspec.json.encode(msgspec.structs.replace(kept, **back)).decode()
    store = Store(database)
    m = schema.matches
    store.writer.write_now(
        lambda connection: connection.execute(update(m).where(m.c.id == night.match).values(deal=unmade, seed=b"")) and None
    )
    store.close()
    night.server = night.start(hours=night.hands)
    night.guests = {seat: moved(guest, night.server) for seat, guest in night.guests.items()}
    night.lines = {seat: guest.sit(night.match, seat) for seat, guest in night.guests.items()}
    for line in night.lines.values():
        line.adds_chance = False
        line.hear()
    night.pass_time(1)
    if step == "showing":
        assert told_of_deal(night.red, showing=True)["pledges"]
    else:
        assert night.red.until_frame()["choices"] == 0


def test_the_clocks_start_with_the_deal(evening: Begin) -> None:
    night = begun(evening, pace="brisk")
    night.pass_time(5 * MINUTE)
    assert night.clocks.running() == []
    night.comes()
    deal(night.red, night.blue)
    assert night.clocks.running() == ["red"] and night.left("red") == night.clocks.pace.bank * 1000


def test_alone_or_at_one_screen_it_begins_at_once(server: Server, guest: Any) -> None:
    assert (
        not between_people(["me", "bot:random"]) and not between_people(["me", "here"]) and not between_people(["open", "bot:x"])
    )
    assert between_people(["me", "open"]) and between_people(["open", "open", "bot:x"]) and between_people(["here", "open"])
    anna = guest()
    assert anna.sit(anna.begin(**HOT_SEAT), "uk").until_frame()["choices"] == 0


def test_people_at_two_servers_make_one_deal(servers: Servers) -> None:  # noqa: F811
    rita, blas = Guest(servers[0], "Rita"), Guest(servers[1], "Blas")
    match = rita.begin("parley", scenario="quarrel", seat__red="me", seat__blue="open")
    red = rita.sit(match, "red")
    assert blas.join(red.invitation("blue")).status_code == 303
    blue = blas.sit(match, "blue")
    deal(red, blue)
    rooms = [server.room(match) for server in servers]
    assert rooms[0].record.seed == rooms[1].record.seed != b""
    red.until_seq(red.act(["war"])["seq"])
    assert blue.until_seq(1)["view"]["said"] == ["war"]
    saved = servers[0].store.load(match)
    assert (
        saved is not None and saved.match.deal is not None and saved.match.deal.values == {"red": red.chance, "blue": blue.chance}
    )


def test_two_pages_of_one_seat_and_doubled_words_do_no_harm(evening: Begin) -> None:
    night = begun(evening)
    twin = night.guests["red"].sit(night.match, "red")
    twin.chance = night.red.chance
    twin.until(lambda message: message["t"] == "deal")
    same = {"t": "pledge", "id": secrets.token_hex(8), "commitment": "a" * 64}
    assert twin.ask(same)["t"] == "ack" and twin.ask(same)["t"] == "ack"
    mine = value_commitment(night.red.latest("deal")["commitment"], "red", night.red.chance)
    while night.pledged("red") != mine:  # his pages hear of it and say again what they stand by
        for line in (night.red, twin):
            with suppress(TimeoutError):
                line.hear(0.05)
    night.comes()
    deal(night.blue, night.red, twin)
