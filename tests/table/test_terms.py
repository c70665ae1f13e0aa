"""What all may change together, verdicts on promises, and paces of one's own."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from sqlalchemy import update

from casusbelli.game import Phrase
from casusbelli.kernel import SetupError
from casusbelli.table import schema
from casusbelli.table.pace import DAY, MINUTE, SECOND, custom_pace

from .evening import Begin
from .parley import PARLEY
from .tablekit import Guest
from .test_proposals import answer, ask


def test_a_rated_match_becomes_friendly_when_all_agree(evening: Begin) -> None:
    night = evening(pace="none")
    night.room.record = msgspec.structs.replace(night.room.record, rated=True)
    counts = update(schema.matches).values(rated=True)
    night.server.store.writer.write_now(lambda connection: connection.execute(counts))
    assert ask(night.red, "friendly", 0)["t"] == "ack"
    assert night.room.record.rated, "not before the other has agreed"
    assert answer(night, "blue")["t"] == "ack"
    assert not night.room.record.rated and ask(night.blue, "friendly", 0)["reason"] == "proposal"
    night.restart()
    assert not night.room.record.rated and night.house_lines() == ["friendly"]


def test_spectators_are_let_in_and_sent_out_by_consent(evening: Begin) -> None:
    night = evening(pace="none")
    watcher = Guest(night.server, "Vera")
    looking = watcher.sit(night.match)
    looking.until_frame()
    assert ask(night.red, "spectators", 0, on=True)["reason"] == "proposal", "they may already"
    assert ask(night.red, "spectators", 0, on=False)["t"] == "ack"
    assert answer(night, "blue")["t"] == "ack"
    assert looking.closed() == 4403 and watcher.sit(night.match).closed() == 4403
    saved = night.server.store.load(night.match)
    assert saved is not None and not saved.match.spectators
    watcher.close()


def test_others_judge_a_promise_and_its_maker_does_not(
    server: object, guest: Callable[..., Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(PARLEY), "phrases", {"swear": Phrase("promise", {})}, raising=False)
    ada, bo = guest("Ada"), guest("Bo")
    match = ada.begin("parley", scenario="quarrel", seat__red="me", seat__blue="open")
    line = ada.sit(match, "red")
    bo.join(line.until_frame()["players"]["blue"]["invite"])
    other = bo.sit(match, "blue")
    other.until_frame()

    def put(by: object, card: str, **slots: int) -> dict[str, object]:
        told: dict[str, object] = by.ask({"t": "say", "id": f"{card}-{len(slots)}-{id(by)}", "card": card, "slots": slots})  # type: ignore[attr-defined]
        return told

    assert put(line, "swear")["t"] == "ack"
    assert put(line, "kept", promise=1)["reason"] == "malformed", "not of one's own"
    assert put(other, "broken", promise=2)["reason"] == "malformed", "that is no promise"
    assert put(other, "broken", promise=1)["t"] == "ack"
    told = line.until(lambda message: message["t"] == "chat" and message.get("card", {}).get("id") == "broken")
    assert told["card"]["slots"] == {"promise": 1}


def test_a_pace_of_ones_own() -> None:
    brisk = custom_pace({"custom.kind": "live", "custom.bank": "25", "custom.free": "10", "custom.increment": "5"})
    assert (brisk.bank * brisk.unit, brisk.free * brisk.unit) == (25 * MINUTE, 10 * SECOND)
    post = custom_pace({"custom.kind": "days", "custom.bank": "3", "custom.free": "1"}, weekends=False)
    assert (post.bank * post.unit, post.free * post.unit, post.weekends) == (3 * DAY, DAY, False)
    for bad in (
        {},
        {"custom.kind": "live"},
        {"custom.kind": "live", "custom.bank": "0", "custom.free": "1", "custom.increment": "1"},
        {"custom.kind": "live", "custom.bank": "181", "custom.free": "1", "custom.increment": "1"},
        {"custom.kind": "days", "custom.bank": "3", "custom.free": "15"},
        {"custom.kind": "days", "custom.bank": "x", "custom.free": "1"},
    ):
        with pytest.raises(SetupError):
            custom_pace(bad)


def test_a_match_is_made_with_it(guest: Callable[..., Guest]) -> None:
    ada = guest("Ada")
    own = {"pace": "custom", "custom.kind": "live", "custom.bank": "2", "custom.free": "0", "custom.increment": "1"}
    fields = {"game": "parley", "name": "Ada", "scenario": "quarrel", "seat.red": "me", "seat.blue": "here", **own}
    made = ada.http.post("/matches", data=fields)
    assert made.status_code == 303
    line = ada.sit(made.headers["location"].removeprefix("/m/"), "red")
    told = line.latest("clock")
    assert told["pace"]["bank"] == 120 and told["seats"]["red"]["bank"] <= 2 * MINUTE
    assert ada.http.post("/matches", data={**fields, "custom.bank": "999"}).status_code in {400, 422}
