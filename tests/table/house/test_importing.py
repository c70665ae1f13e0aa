"""Journals that are brought along: taken when they tell the truth to the last choice, refused in words otherwise."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import socket
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from tests.table.tablekit import WAIT, Guest, Server

from casusbelli.game import Match, registry
from casusbelli.kernel import fresh_seed
from casusbelli.table import importing
from casusbelli.table.analyst import OF_ONE as LOOKED_INTO
from casusbelli.table.importing import JOURNAL_BYTES, OF_ONE
from casusbelli.table.records import ID

from .test_signing import sign_up

Make = Callable[..., Guest]
Played = tuple[Guest, dict[str, Any]]


@pytest.fixture
def played(guest: Make) -> Played:
    """Somebody with an account, and the journal of a match that is over."""
    ada = guest()
    sign_up(ada, f"Ada.{os.urandom(4).hex()}")
    match = ada.begin("canary", seat__red="bot:random", seat__blue="bot:random")
    ada.sit(match).until_frame(lambda frame: frame["over"] is not None)
    return ada, ada.http.get(f"/m/{match}/journal").json()


def bring(who: Guest, journal: Any) -> Any:
    body = journal if isinstance(journal, bytes) else json.dumps(journal).encode()
    return who.http.post("/import", files={"journal": ("journal.json", body, "application/json")})


def test_a_true_journal_becomes_a_match_that_is_nobodys(
    server: Server, guest: Make, played: tuple[Guest, dict[str, Any]]
) -> None:
    ada, journal = played
    answer = bring(ada, journal)
    assert answer.status_code == 303, answer.text[:400]
    match = answer.headers["location"].split("/")[2]
    assert ID.fullmatch(match) and match in ada.http.get("/import").text
    assert ada.http.get(f"/m/{match}/analysis").status_code == 200
    assert guest().http.get(f"/m/{match}/at/3?seat=red").status_code == 200, "it is over: every viewpoint is open"
    again = ada.http.get(f"/m/{match}/journal").json()
    assert again["entries"] == journal["entries"] and again["result"] == journal["result"] and again["seed"] == journal["seed"]
    glance = server.store.glance(match)
    assert glance is not None and glance.over and not glance.record.rated
    assert {held.kind for held in glance.seats.values()} == {"open"} and not any(held.token for held in glance.seats.values())


def went_back_twice() -> Match[Any]:
    """A whole match in which all went back past a roll twice: other chance took over, and over again."""
    seed, rng = b"j" * 32, Random(6)
    match: Match[Any] = Match.new(registry.find("miniature"), seed=seed)

    def play(choices: int) -> None:
        while choices and (asked := match.asked()):
            seat = next(iter(asked))
            match.act(seat, rng.choice(match.options(seat)))
            choices -= 1

    for n, (on, to) in enumerate(((9, 4), (9, 7)), 1):
        play(on)
        assert match.rewind(to, fresh_seed(seed, n))
    play(10_000)
    assert match.over and [at for at, _ in match.seeds] == [4, 7]
    return match


def test_a_journal_with_fresh_chance_is_the_same_match_here(server: Server, guest: Make) -> None:
    ada, match = guest(), went_back_twice()
    sign_up(ada, f"Fresh.{os.urandom(4).hex()}")
    journal = json.loads(match.journal(marks=True).to_json())
    answer = bring(ada, journal)
    assert answer.status_code == 303, answer.text[-1500:]
    kept = answer.headers["location"].split("/")[2]
    again = ada.http.get(f"/m/{kept}/journal").json()
    for part in ("entries", "seeds", "seed", "result", "format"):
        assert again[part] == journal[part], part
    seat, last = match.seats[0], len(match.entries)
    shown = guest().http.get(f"/m/{kept}/at/{last}?seat={seat}").json()
    assert shown["view"] == json.loads(json.dumps(match.view(seat)))
    for wrong in ([[4, "00" * 32], journal["seeds"][1]], journal["seeds"][::-1], [*journal["seeds"], [last + 1, "00" * 32]]):
        assert bring(ada, {**journal, "seeds": wrong}).status_code == 422, wrong


def test_a_journal_without_an_end_is_over_here(server: Server, played: Played) -> None:
    ada, journal = played
    cut = len(journal["entries"]) - 1
    journal["entries"] = journal["entries"][:cut]
    journal["marks"] = [mark for mark in journal["marks"] if mark["at"] <= cut]
    journal.pop("result"), journal.pop("checkpoint", None)
    answer = bring(ada, journal)
    assert answer.status_code == 303, answer.text[-1500:]
    glance = server.store.glance(answer.headers["location"].split("/")[2])
    assert glance is not None and glance.over, "nobody goes on with a match whose seed is known"


def mutated(text: bytes, rng: Random) -> bytes:
    """A journal with something wrong in it."""
    journal = json.loads(text)
    kind = rng.randrange(9)
    if kind == 0:
        at = rng.randrange(len(text))
        return text[:at] + bytes([rng.randrange(256)]) + text[at + 1 :]
    if kind == 1:
        return text[: rng.randrange(len(text))]
    if kind == 2:
        rng.choice(journal["entries"])[1][0] = rng.choice(["play", "", "x" * 500, 7])
    elif kind == 3:
        journal["entries"].insert(rng.randrange(len(journal["entries"])), ["red", ["play", "canary"]])
    elif kind == 4:
        journal[rng.choice(list(journal))] = rng.choice([None, [], {}, "nothing", -1, 10**30, [[]] * 50])
    elif kind == 5:
        journal["seed"] = rng.randbytes(rng.choice([0, 16, 32, 5000])).hex()
    elif kind == 6:
        journal["marks"] = [*rng.sample(journal["marks"], len(journal["marks"]))[:-1], {"at": 3, "phase": "x", "seal": "y"}]
    elif kind == 7:
        journal["game"] = rng.choice(["chess", "../canary", "canary\0", ""])
    else:
        journal.pop(rng.choice(list(journal)))
    return json.dumps(journal).encode()


def test_what_is_wrong_is_refused_in_words(played: Played) -> None:
    ada, journal = played
    text, rng = json.dumps(journal).encode(), Random(27)
    refused = 0
    for _ in range(int(os.environ.get("CASUS_IMPORTS", "60"))):
        answer = bring(ada, mutated(text, rng))
        assert answer.status_code in {303, 422, 429}, answer.status_code
        refused += answer.status_code == 422
    assert refused > 40
    for nothing in (b"", b"[" * 100_000, b"{}", b"\xff\xfe", b"7"):
        assert bring(ada, nothing).status_code in {422, 400}
    assert bring(ada, b'{"format":1,"game":"' + b"x" * JOURNAL_BYTES).status_code in {413, 422}


def test_nobody_brings_more_than_he_may(played: Played) -> None:
    ada, journal = played
    brought = [bring(ada, journal).headers["location"] for _ in range(OF_ONE)]
    assert bring(ada, journal).status_code == 429
    asked = [ada.http.post(address).status_code for address in brought[: LOOKED_INTO + 1]]
    assert asked == [202] * LOOKED_INTO + [429], "nor has more looked into"


def test_who_may_bring_no_more_is_not_worked_for_and_nobody_is_worked_for_twice_at_once(
    server: Server, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, journal = played
    entered, go_on, asked = threading.Event(), threading.Event(), 0

    async def slowly(work: Any, body: bytes) -> bytes:
        nonlocal asked
        asked += 1
        entered.set()
        await asyncio.to_thread(go_on.wait, WAIT)
        return importing.examine(body)

    monkeypatch.setattr(server.service.analyst.workers, "run", slowly)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(bring, ada, journal)
        assert entered.wait(WAIT)
        assert bring(ada, journal).status_code == 429 and asked == 1
        go_on.set()
        assert first.result().status_code == 303
    for _ in range(OF_ONE - 1):
        assert bring(ada, journal).status_code == 303
    before = asked
    assert bring(ada, journal).status_code == 429 and asked == before


@pytest.mark.parametrize("length", [b"content-length: 209715200", b"transfer-encoding: chunked"])
def test_two_hundred_megabytes_are_refused_before_they_are_read(server: Server, guest: Make, length: bytes) -> None:
    """By their announced size at once; without one after about what a journal may have."""
    ada = guest()
    sign_up(ada, f"huge-{secrets.token_hex(4)}")
    host, port = server.host.split(":")
    head = [b"POST /import HTTP/1.1", b"host: " + server.host.encode(), b"origin: " + server.url.encode(), b"connection: close"]
    head += [b"cookie: " + ada.cookie.encode(), b"content-type: multipart/form-data; boundary=x", length]
    part = b'--x\r\ncontent-disposition: form-data; name="journal"; filename="j.json"\r\n\r\n' + b" " * 65_000
    sent, answer = 0, b""
    with socket.create_connection((host, int(port)), timeout=WAIT) as line:
        line.sendall(b"\r\n".join(head) + b"\r\n\r\n")
        with suppress(OSError):
            while sent < 200 * 1024 * 1024 and not answer:
                line.sendall(b"%x\r\n%b\r\n" % (len(part), part) if b"chunked" in length else part)
                sent += len(part)
                line.settimeout(0.05)
                with suppress(TimeoutError):
                    answer = line.recv(65536)
                line.settimeout(WAIT)
        with suppress(OSError):
            answer = answer or line.recv(65536)
    assert b" 413 " in answer.split(b"\r\n")[0] and sent < 8_000_000, (sent, answer[:60])
