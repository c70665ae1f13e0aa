"""Attacks by work: journals and replays without end, frames without end, readers who never read, armies of bots."""

from __future__ import annotations

import statistics
import threading
import time
from collections import Counter
from contextlib import ExitStack
from functools import partial
from typing import Any

from websockets.exceptions import ConnectionClosed, WebSocketException

from .field import Field, attack
from .ground import PATIENCE, Deaf, Figures, Line, Watch, at_once, calm, hot_seat, seats_of

PING, TEXT = 0x9, 0x1
MOST_FRAMES = 500_000


@attack("looking back")
def journal_flood(field: Field) -> tuple[bool, Figures]:
    """Anonymous requests for the journal and for every moment of a finished match, from many addresses at once."""
    _, match = field.finished()
    quiet = calm(field.server, min(2.0, field.seconds))
    number, in_time = field.number(300, 60), field.until()
    told: Counter[int] = Counter()
    counting = threading.Lock()

    def ask(start: int) -> None:
        person = field.person()
        for n in range(start, number, 20):
            if not in_time():
                return
            try:
                status = person.get(f"/m/{match}/journal" if n % 2 else f"/m/{match}/at/{n * 7 % 200}").status
            except OSError:
                status = 0
            with counting:
                told[status] += 1

    with Watch(field.server) as watch, at_once([partial(ask, start) for start in range(20)]):
        pass
    fine = set(told) <= {200, 404, 429}
    figures = {"requests": sum(told.values()), "answers": {str(status): count for status, count in sorted(told.items())}}
    return watch.held and fine, {**figures, **quiet.figures("calm_"), **watch.figures()}


@attack("frames")
def ping_flood(field: Field) -> tuple[bool, Figures]:
    """Pings, and messages that mean nothing, until the server has enough."""
    person = field.person("Noisy")
    match = person.begin(hot_seat())
    in_time, sent, lines, cut = field.until(), 0, 0, 0
    with Watch(field.server) as watch:
        while lines < 100 and (in_time() or lines < 4):
            opcode, payload = (PING, b"x" * 100) if lines % 2 else (TEXT, b"{" * 100)
            line, mine = Deaf(person, match), 0
            while mine < MOST_FRAMES and line.send(opcode, payload, 50):
                mine += 50
            line.close()
            lines += 1
            cut += mine < MOST_FRAMES
            sent += mine
    return watch.held and cut == lines, {"lines": lines, "cut": cut, "frames_a_line": sent // lines, **watch.figures()}


@attack("frames")
def deaf_readers(field: Field) -> tuple[bool, Figures]:
    """Readers who never read, at a table where much is said: what the server holds for them."""
    person = field.person("Deaf")
    match = person.begin(hot_seat())
    first, number = seats_of()[0], 20
    before = field.server.memory_mb()
    with ExitStack() as stack, Watch(field.server) as watch, person.sit(match, first) as line:
        line.until_frame()
        deaf = [Deaf(person, match) for _ in range(number)]
        for each in deaf:
            stack.callback(each.close)
        in_time, said = field.until(), 0
        while in_time() and said < 400:
            try:
                line.ask({"t": "chat", "id": f"c{said}", "text": "x" * 2000})
                for each in deaf:
                    each.send(PING, b"x" * 120, 20)
            except (ConnectionClosed, TimeoutError):
                break
            said += 1
        peak = field.server.memory_mb()
        time.sleep(4.0)  # the patience with slow readers, and a sweep
        left = sum(each.send(PING, b"x") and each.send(PING, b"x") for each in deaf)
    grown = round(peak - before, 1)
    held = watch.held and grown < 60 and not left
    return held, {"readers": number, "memory_mb": before, "grown_mb": grown, "still_open": left, **watch.figures()}


@attack("bots")
def army_of_bots(field: Field) -> tuple[bool, Figures]:
    """One person makes matches among bots by the dozen and watches as many as he may; another plays one bot."""
    quiet = _replies(field, min(2.0, field.seconds))
    general = field.person("General")
    bots = dict.fromkeys(seats_of(), "bot:marshal")
    wanted, matches = field.number(120, 30), []
    for n in range(wanted):
        if n % 30 == 29:
            general.address = field.person().address  # the rate of new matches is by address; the person stays the same
        matches.append(general.begin(bots))
    with ExitStack() as stack:
        watched = [stack.enter_context(general.sit(match)) for match in matches[:20]]
        stop = threading.Event()
        with at_once([partial(_drain, line, stop) for line in watched]):
            during = _replies(field, max(2.0, field.seconds))
            stop.set()
        asleep = 0
        for match in matches[20:30]:
            with field.person().sit(match) as line:
                asleep += line.until_frame()["seq"] == 0
    unwatched = len(matches[20:30])
    figures: Figures = {"matches": len(matches), "watched": len(watched), "unwatched_asleep": asleep, "unwatched": unwatched}
    figures |= {"calm_reply_ms": _median(quiet), "reply_ms": _median(during), "reply_worst_ms": round(max(during) * 1000, 1)}
    return max(during) < PATIENCE and asleep == unwatched, {**figures, "replies": len(during)}


def _median(times: list[float]) -> float:
    return round(statistics.median(times) * 1000, 1)


def _drain(line: Line, stop: threading.Event) -> None:
    while not stop.is_set():
        try:
            line.hear(0.2)
        except TimeoutError:
            continue
        except (WebSocketException, OSError):
            return


def _replies(field: Field, seconds: float) -> list[float]:
    """How long somebody waits for the bot he plays against."""
    mine, other = seats_of()[:2]
    end = time.monotonic() + seconds
    times: list[float] = []
    person = field.person("Player")
    while time.monotonic() < end or not times:
        with person.sit(person.begin({mine: "me", other: "bot:officer"}), mine) as line:
            while time.monotonic() < end or not times:
                frame: dict[str, Any] = line.until_frame(lambda frame: frame["ask"] is not None or frame["over"] is not None)
                if frame["over"] is not None:
                    break
                seq, begun = frame["seq"], time.perf_counter()
                answer = line.act(frame["ask"]["options"][0])
                if answer["t"] != "ack":
                    time.sleep(0.05)
                    continue
                line.until_seq(seq + 1)
                line.until_frame(lambda frame: frame["ask"] is not None or frame["over"] is not None)
                times.append(time.perf_counter() - begun)
    return times
