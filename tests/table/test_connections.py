"""Connections: heads without end, requests that never come, crowds that only sit there. Service goes on."""

from __future__ import annotations

import asyncio
import re
import resource
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from casusbelli.table.connections import HEAD_BYTES, HEADERS, PIPELINED, SPARE_DESCRIPTORS, Ledger, room_for
from casusbelli.table.rates import source_of
from casusbelli.table.settings import Settings

from .tablekit import HOT_SEAT, QUIET, WAIT, Guest, Server

Start = Callable[..., Server]

HALF_A_FORM = (
    b"POST /matches HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\nname="
)

OTHER_ADDRESS = "127.0.0.2"
"""This machine again, but not the address of a trusted proxy."""


def dial(server: Server, address: str = "127.0.0.1") -> socket.socket:
    host, _, port = server.host.partition(":")
    return socket.create_connection((host, int(port)), WAIT, source_address=(address, 0))


@contextmanager
def crowd(server: Server, number: int, address: str = "127.0.0.1", first: bytes = b"") -> Iterator[list[socket.socket]]:
    """So many connections that say no more than this."""
    with ExitStack() as stack:
        dialled = []
        for _ in range(number):
            dialled.append(stack.enter_context(dial(server, address)))
            if first:
                dialled[-1].sendall(first)
        yield dialled


def answer(line: socket.socket) -> bytes:
    """One answer to its end; the line stays open."""
    heard = b""
    while not (length := re.search(rb"content-length: (\d+)\r\n(?:.*\r\n)*\r\n", heard)) or len(heard) < length.end() + int(
        length[1]
    ):
        heard += line.recv(65536)
    return heard


def said(line: socket.socket) -> bytes:
    """All that comes until the other side hangs up."""
    heard = b""
    try:
        while piece := line.recv(65536):
            heard += piece
    except ConnectionResetError:
        pass
    return heard


def is_open(line: socket.socket) -> bool:
    line.settimeout(0.01)
    try:
        return line.recv(1) != b""
    except TimeoutError:
        return True
    except ConnectionResetError:
        return False


def pour(line: socket.socket, piece: bytes, most: int) -> int:
    """Send this again and again; how many bytes the other side took before it hung up."""
    sent = 0
    try:
        while sent < most:
            line.sendall(piece)
            sent += len(piece)
    except (BrokenPipeError, ConnectionResetError):
        pass
    return sent


@pytest.mark.parametrize("piece", [b"a" * 4096, b"x: y\r\n" * 500])
def test_a_head_without_end_is_not_read_to_its_end(server: Server, piece: bytes) -> None:
    most = 20_000_000
    with dial(server) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: here\r\nX-Long: ")
        assert pour(line, piece, most) < most
    assert httpx.get(server.url).status_code == 200


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nX-Long: " + b"a" * HEAD_BYTES + b"\r\n\r\n",
        b"GET /" + b"a" * HEAD_BYTES + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: y\r\n" % n for n in range(HEADERS + 1)) + b"\r\n",
    ],
    ids=["a long header", "a long address", "many headers"],
)
def test_a_head_beyond_the_limits_is_refused_in_words(server: Server, head: bytes) -> None:
    with dial(server) as line:
        line.sendall(head)
        assert said(line).startswith(b"HTTP/1.1 431 ")


def test_a_head_within_the_limits_is_answered_however_it_is_cut(server: Server) -> None:
    head = f"GET /static/tokens.css HTTP/1.1\r\nHost: {server.host}\r\nX-Long: {'a' * (HEAD_BYTES - 200)}\r\n".encode()
    with dial(server) as line:
        for piece in (head[:7], head[7:9000], head[9000:], b"Connection: close\r\n", b"\r\n"):
            line.sendall(piece)
        assert said(line).startswith(b"HTTP/1.1 200 ")


def test_who_is_refused_before_he_has_sent_everything_hears_it_and_may_go_on(server: Server) -> None:
    """Clients send head and body apart; the answer may be there before the body is."""
    put = f"PUT /m/nothing/notes?seat=red HTTP/1.1\r\nHost: {server.host}\r\nContent-Length: 4\r\n\r\n".encode()
    with dial(server) as line:
        line.sendall(put)
        assert answer(line).startswith(b"HTTP/1.1 4")
        line.sendall(b"late" + f"GET /static/tokens.css HTTP/1.1\r\nHost: {server.host}\r\nConnection: close\r\n\r\n".encode())
        assert said(line).startswith(b"HTTP/1.1 200 ")
    with dial(server) as line:
        line.sendall(put.replace(b"Length: 4", b"Length: 9000000"))
        assert answer(line).startswith(b"HTTP/1.1 4")
        most = 5_000_000
        assert pour(line, b"x" * 4096, most) < most


def test_several_requests_of_one_connection_count_each_for_itself(server: Server) -> None:
    head = f"GET /static/tokens.css HTTP/1.1\r\nHost: {server.host}\r\nX-Long: {'a' * 9000}\r\n".encode()
    with dial(server) as line:
        line.sendall((head + b"\r\n") * 3 + head + b"Connection: close\r\n\r\n")
        assert said(line).count(b"HTTP/1.1 200 ") == 4


def test_requests_are_not_piled_up_before_their_answers(server: Server) -> None:
    request = f"GET /rules/miniature HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode()
    with dial(server) as line:
        line.sendall(request * (PIPELINED * 4))
        heard = said(line)
    assert heard.count(b"HTTP/1.1 200 ") <= PIPELINED + 1


def test_headers_behind_the_body_are_not_taken(server: Server) -> None:
    with dial(server) as line:
        line.sendall(f"POST /matches HTTP/1.1\r\nHost: {server.host}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n".encode())
        most = 5_000_000
        assert pour(line, b"X-Late: y\r\n" * 400, most) < most


@pytest.mark.parametrize(
    "first",
    [b"", b"GET / HTT", HALF_A_FORM],
    ids=["says nothing", "half a head", "half a body"],
)
def test_who_does_not_ask_in_time_is_hung_up_on(start: Start, first: bytes) -> None:
    server = start(msgspec.structs.replace(QUIET, request_seconds=0.2))
    with crowd(server, 3, first=first) as lines:
        for line in lines:
            assert b" 200 " not in said(line)
    assert httpx.get(server.url).status_code == 200


def test_a_slow_drip_does_not_buy_time(start: Start) -> None:
    server = start(msgspec.structs.replace(QUIET, request_seconds=0.5))
    with dial(server) as line:
        line.sendall(b"GET / HTTP/1.1\r\n")
        line.settimeout(0.05)
        for n in range(1000):
            try:
                line.sendall(b"X-%d: y\r\n" % (n % 50))
                assert line.recv(1) == b""
            except TimeoutError:
                continue
            except (BrokenPipeError, ConnectionResetError):
                break
            break
        else:
            pytest.fail("the connection is still open")


def test_who_does_not_take_his_answers_is_hung_up_on(start: Start) -> None:
    server = start(msgspec.structs.replace(QUIET, request_seconds=0.5))
    request = f"GET /static/icons/icons.svg HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode()
    with dial(server) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        most = 50_000_000
        line.settimeout(WAIT)
        assert pour(line, request, most) < most


def test_a_crowd_of_one_address_leaves_room_for_others(start: Start) -> None:
    server = start(msgspec.structs.replace(QUIET, connections_per_address=20, request_seconds=600))
    with crowd(server, 60, OTHER_ADDRESS, b"GET / HT") as lines:
        assert httpx.get(server.url).status_code == 200
        assert [is_open(line) for line in lines] == [False] * 40 + [True] * 20


def test_when_the_house_is_full_who_has_waited_longest_goes(start: Start) -> None:
    server = start(msgspec.structs.replace(QUIET, connections=30, request_seconds=600))
    anna = Guest(server)
    match = anna.begin(**HOT_SEAT)
    seated = anna.sit(match, "uk")
    seated.until_frame()
    with crowd(server, 100) as lines:
        assert httpx.get(server.url).status_code == 200
        assert seated.ask({"t": "why", "n": 1, "choice": ["play", 1]})["t"] == "why"
        assert not any(is_open(line) for line in lines[:60]) and is_open(lines[-1])
    anna.close()


def test_the_crowd_makes_room_before_a_neighbour_does(start: Start) -> None:
    server = start(msgspec.structs.replace(QUIET, connections=20, request_seconds=600))
    with crowd(server, 3, OTHER_ADDRESS) as early, crowd(server, 60), dial(server, OTHER_ADDRESS) as late:
        assert all(is_open(line) for line in [*early, late])


def test_sockets_of_one_address_are_counted(start: Start) -> None:
    server = start(msgspec.structs.replace(QUIET, sockets_per_address=3))
    anna, boris = Guest(server), Guest(server, "Boris")
    match = anna.begin(**HOT_SEAT)
    lines = [anna.sit(match, "uk"), anna.sit(match, "us"), boris.sit(match)]
    with pytest.raises(InvalidStatus):
        boris.sit(match)
    lines[0].close()

    async def one_has_gone() -> None:
        while len(server.room(match).lines()) > 2:
            await asyncio.sleep(0.01)

    server.run(one_has_gone)
    boris.sit(match).until_frame()
    anna.close()
    boris.close()


def test_a_thousand_idle_connections_and_few_descriptors_do_not_stop_service() -> None:
    """A server that may open 120 files is asked while a thousand connections only sit there."""
    code = (
        "import resource, sys, tempfile; resource.setrlimit(resource.RLIMIT_NOFILE, (120, 120));"
        "from casusbelli.table import serve; serve('127.0.0.1', 0, tempfile.mkdtemp() + '/m.sqlite')"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            url = next(word for word in process.stdout.readline().split() if word.startswith("http")).rstrip("/")
            where: Any = type("Where", (), {"url": url, "host": url.removeprefix("http://")})
            with crowd(where, 500), crowd(where, 500, first=b"GET / HTTP/1.1\r\nHost: a"):
                for page in ("/", "/new/fog_of_war", "/static/tokens.css"):
                    assert httpx.get(url + page, timeout=WAIT).status_code == 200
        finally:
            process.terminate()
            process.wait(WAIT)


def test_the_limit_leaves_descriptors_for_the_rest_of_the_house() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        assert room_for(50) == 50
        if hard == resource.RLIM_INFINITY or hard > 10**6:
            return
        assert room_for(hard * 2) < hard - SPARE_DESCRIPTORS
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_ledger_forgets_who_has_gone() -> None:
    class Wire:
        def get_extra_info(self, what: str) -> tuple[str, int]:
            return ("2001:db8::1", 5)

        def abort(self) -> None:
            self.aborted = True

    async def scene() -> None:
        ledger = Ledger(Settings(connections=2, connections_per_address=2))
        wires: list[Any] = [Wire() for _ in range(3)]
        first, second = (ledger.enter(wire) for wire in wires[:2])
        assert first is not None and second is not None
        ledger.work(first)
        ledger.work(second)
        assert ledger.enter(wires[2]) is None, "nobody waits, so nobody makes room"
        ledger.wait(second)
        assert ledger.enter(wires[2]) is not None and wires[1].aborted
        ledger.leave(second)
        ledger.leave(first)
        assert len(ledger) == 1 and ledger.held_by(source_of("2001:db8::1")) == 1
        ledger.leave(ledger.of(wires[2]))
        assert len(ledger) == 0 and not ledger._held and not ledger._waiting

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9%eth0", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("no:address", "no:address"),
        ("", ""),
    ],
)
def test_a_household_is_one_source(address: str, source: str) -> None:
    assert source_of(address) == source
