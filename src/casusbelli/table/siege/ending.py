"""Attacks on what is final: the end of a match, what it opens, a seat that was taken, a database that is owned."""

from __future__ import annotations

import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from functools import partial

from websockets.exceptions import WebSocketException

from .field import Field, attack
from .ground import WAIT, Figures, Person, Table, at_once, seats_of, server_on


@attack("the end")
def undo_after_the_end(field: Field) -> tuple[bool, Figures]:
    """After the last choice, which shows everything to everybody, take it back."""
    person = field.person("Loser")
    with Table(person) as table:
        table.play_out()
        answers = []
        for line in table.lines.values():
            line.until_frame(lambda frame: frame["over"] is not None)
            answers += [line.undo(), line.act(["anything"])]
        result = person.get(f"/m/{table.match}/journal").json()["result"]
        winners = [line.frame["over"]["winners"] for line in table.lines.values()]
    acknowledged = sum(answer["t"] == "ack" for answer in answers)
    agreed = all(won == result["winners"] for won in winners)
    return not acknowledged and agreed, {"tried": len(answers), "acknowledged": acknowledged, "results_agree": agreed}


PEEKING = {"choose_marker", "intercept_air_raid"}
"""What is decided in another's turn, who then shows by going on, or not, what he holds."""


@attack("taking back")
def undo_after_a_peek(field: Field) -> tuple[bool, Figures]:
    """Decide something in another's turn, see how he goes on, and take it back."""
    person = field.person("Peeping")
    tried = acknowledged = 0
    in_time = field.until()
    with Table(person, scenario="four_players") as table:
        asked_for = {}
        while (in_time() or not tried) and table.seq < 600:
            for line in table.lines.values():
                line.until_seq(table.seq)
                asked_for[line.seat] = line.frame["ask"]["decision"] if line.frame["ask"] else ""
            chooser = table.choose()
            if chooser is None:
                break
            chooser.until_seq(table.seq)
            if asked_for[chooser.seat] in PEEKING and chooser.frame["ask"] is None and chooser.frame["over"] is None:
                answer = chooser.undo()
                tried += 1
                if answer["t"] == "ack":
                    acknowledged += 1
                    table.seq = answer["seq"]
    return not acknowledged, {"tried": tried, "acknowledged": acknowledged}


@attack("the end")
def replay_before_the_end_is_kept(field: Field) -> tuple[bool, Figures]:
    """Ask again and again for the seed while the last choices are played: when it is told, the store has the end."""
    person, spy = field.person("Player"), field.person("Spy")
    early: list[str] = []
    asked = 0
    done = threading.Event()
    with Table(person) as table:
        seat = seats_of()[0]

        def listen() -> None:
            nonlocal asked
            while not done.wait(0.03):
                asked += 1
                seen = spy.get(f"/m/{table.match}/at/1?seat={seat}")
                told = spy.get(f"/m/{table.match}/journal")
                if seen.status == 200 or b'"seed"' in told.body:
                    with closing(sqlite3.connect(f"file:{field.server.database}?mode=ro", uri=True)) as kept:
                        (result,) = kept.execute("select result from matches where id = ?", (table.match,)).fetchone()
                    if result is None:
                        early.append(table.match)
                    return

        with at_once([listen]):
            table.play_out()
            time.sleep(0.3)
            done.set()
    return not early, {"asked": asked, "early": len(early)}


@attack("joining")
def join_while_the_room_loads(field: Field) -> tuple[bool, Figures]:
    """Take open seats at the very moment in which their matches are read from the store; then sit down."""
    server = server_on(field.folder_of("joining"), field.stack)
    mine, other = seats_of()[:2]
    number = field.number(12, 4)
    owner = field.person("Owner", server)
    invitations = []
    for _ in range(number):
        match = owner.begin({mine: "me", other: "open"})
        with owner.sit(match, mine) as line:
            invitations.append((match, line.until_seated()["players"][other]["invite"]))
    server.stop(signal.SIGKILL)
    server.start()
    owner = owner.moved(server)
    guests = [field.person("Guest", server) for _ in invitations]
    refused: list[str] = []

    def race(guest: Person, match: str, invitation: str) -> None:
        looks = [partial(owner.get, f"/m/{match}")] * 3
        with at_once([*looks, partial(guest.post, invitation, {})]):
            pass
        try:
            with guest.sit(match, other) as line:
                if line.until_seated()["players"][other]["kind"] != "human":
                    refused.append(match)
        except (WebSocketException, OSError, TimeoutError) as error:
            refused.append(f"{match}: {error}")

    races = [partial(race, guest, *invited) for guest, invited in zip(guests, invitations, strict=True)]
    for start in range(0, number, 4):
        with at_once(races[start : start + 4]):
            pass
    server.stop()
    return not refused, {"seats": number, "refused": len(refused)}


@attack("one database, one process")
def second_process(field: Field) -> tuple[bool, Figures]:
    """Start another server on the same database."""
    words = ["serve", "--no-browser", "--port", "0", "--database", str(field.server.database)]
    command = [sys.executable, "-m", "casusbelli", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as second:  # noqa: S603
        try:
            out, error = second.communicate(timeout=WAIT)
        except subprocess.TimeoutExpired:
            second.terminate()
            out, error = second.communicate()
    lines = [line for line in error.splitlines() if line.strip()]
    refused = second.returncode not in {0, -signal.SIGTERM} and not re.search("http://", out)
    return refused and len(lines) == 1 and field.server.alive, {"exit": second.returncode, "said": lines[-1] if lines else ""}
