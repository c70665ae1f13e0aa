"""Names and chat: what is shown is what is there."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from casusbelli.table.records import ChatLine
from casusbelli.table.store import Store
from casusbelli.table.tidy import NAME_LENGTH, tidy_chat, tidy_name

from .tablekit import HOT_SEAT, Guest, Server


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  Anna \n Karenina ", "Anna Karenina"),
        ("An\u200bna\u2060\ufeff", "Anna"),
        ("\u202eannA\u202c", "annA"),
        ("\u2066Anna\u2069\u200e\u200f\u061c", "Anna"),
        ("An\0na\x1b[31m", "Anna[31m"),
        ("A\u00adnna\u180e", "Anna"),
        ("\u3164\u115f\u2800", ""),
        ("\ud800Anna", "Anna"),
        ("\u0301\u0302", ""),
        ("Z" + "\u0336" * 60 + "oe", "Z" + "\u0336" * 4 + "oe"),
        ("e\u0301", "\u00e9"),
        ("Ἀχιλλεύς שלום 李", "Ἀχιλλεύς שלום 李"),
    ],
)
def test_a_name_holds_nothing_that_cannot_be_seen(written: str, shown: str) -> None:
    assert tidy_name(written) == shown


def test_a_name_has_an_end() -> None:
    assert len(tidy_name("x" * 500)) == NAME_LENGTH and tidy_name("x" * (NAME_LENGTH - 1) + " y") == "x" * (NAME_LENGTH - 1)


def test_in_chat_signs_that_belong_together_stay_so() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert tidy_chat(f" {family}  می\u200cخواهم ") == f"{family} می\u200cخواهم"
    assert tidy_chat("pa\u200dss\u200cword\u200d") == "password" and tidy_chat("\u202e\u200b\0") == ""


def test_chat_is_kept_and_shown_without_what_turns_the_line_around(server: Server, guest: Callable[..., Guest]) -> None:
    anna = guest("An\u200b\u202ena")
    line = anna.sit(anna.begin(**HOT_SEAT), "uk")
    line.until_frame()
    assert line.ask({"t": "chat", "id": "hidden", "text": "\u202e\u200b\0\ufeff"})["reason"] == "malformed"
    assert line.ask({"t": "chat", "id": "one", "text": "Peace\0 \u202enow\u200b"})["t"] == "ack"
    (said,) = [message for message in line.heard if message["t"] == "chat"]
    assert (said["name"], said["text"]) == ("Anna", "Peace now")
    saved = server.store.load(line.match)
    assert saved is not None and [each.text for each in saved.chat] == ["Peace now"]


def test_chat_that_is_acknowledged_is_in_the_store(server: Server, guest: Callable[..., Guest]) -> None:
    """A number that was used behind the room's back is no reason to lose a line, nor to keep it twice."""
    anna = guest()
    match = anna.begin(**HOT_SEAT)
    lines = {seat: anna.sit(match, seat) for seat in ("uk", "us")}
    for line in lines.values():
        line.until_frame()

    async def behind_its_back() -> None:
        await server.store.add_chat(match, "elsewhere", ChatLine(1, "us", "Anna", "first", 0))

    server.run(behind_its_back)
    said = {"t": "chat", "id": "mine", "text": "second"}
    assert lines["uk"].ask(said)["t"] == "ack" and lines["uk"].ask(said)["t"] == "ack"
    assert lines["us"].ask(said)["reason"] == "malformed"
    saved = server.store.load(match)
    assert saved is not None and [(each.n, each.text) for each in saved.chat] == [(1, "first"), (2, "second")]


def test_the_database_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    new, old = tmp_path / "below" / "new.sqlite", tmp_path / "old.sqlite"
    old.touch(0o644)
    old.chmod(0o644)
    for file in (new, old):
        store = Store(file)
        store.writer.write_now(lambda connection: connection.exec_driver_sql("delete from guests"))
        kept = list(file.parent.glob(f"{file.name}*"))
        assert len(kept) >= 3 and {stat.S_IMODE(each.stat().st_mode) for each in kept} == {0o600}
        store.close()
