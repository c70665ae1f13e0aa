"""The programs' door as its document tells it: it tells of every route, what is answered is what it says, and nothing breaks it.

``CASUS_API_CASES`` sets how many requests are made up.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.table.tablekit import Guest, Server

from casusbelli.table.api.document import ADDRESS, LINES, OPERATIONS, NewMatch, Refusal
from casusbelli.table.api.gate import WANTED

from .test_outside_bots import Program, make_bot, make_token, owner_of

Make = Callable[..., Guest]
CASES = int(os.environ.get("CASUS_API_CASES", "100"))


@pytest.fixture
def program(server: Server, guest: Make) -> Program:
    owner = owner_of(guest)
    return Program(server, make_token(owner, make_bot(owner)))


def test_the_document_tells_of_every_route_and_of_no_other(guest: Make) -> None:
    assert set(OPERATIONS) == set(WANTED)
    answer = guest().http.get(ADDRESS)
    told = answer.json()
    assert answer.status_code == 200 and told["openapi"].startswith("3.1")
    routes = {f"{method.upper()} {path}" for path, methods in told["paths"].items() for method in methods}
    assert routes == set(WANTED)
    for path, methods in told["paths"].items():
        for method, one in methods.items():
            assert one["security"] == [{"token": [WANTED[f"{method.upper()} {path}"]]}]
    named = re.findall(r'"#/components/schemas/(\w+)"', answer.text)
    assert named and set(named) <= set(told["components"]["schemas"]), "every reference leads somewhere"


def operation_goes_on(route: str) -> bool:
    return OPERATIONS[route].kind == LINES


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
WORDS = st.sampled_from(
    ["miniature", "canary", "parley", "me", "open", "bot:random", "red", "blue", "uk", "short", "", "x", "\x00", "../.."]
)
NEARLY = st.fixed_dictionaries(
    {"game": WORDS},
    optional={
        "scenario": WORDS | JSON,
        "seats": st.dictionaries(WORDS, WORDS | JSON, max_size=3) | JSON,
        "options": st.dictionaries(WORDS, JSON, max_size=2) | JSON,
        "spectators": JSON,
        "seat": WORDS | JSON,
        "other": JSON,
    },
)
MESSAGES = st.fixed_dictionaries(
    {"t": st.sampled_from(["act", "undo", "why", "preview", "chat", "say", "advice", "leave", "x"])},
    optional={
        "id": WORDS | JSON | st.uuids().map(str),
        "n": st.integers(-1, 3) | JSON,
        "seq": st.integers(-1, 3) | JSON,
        "choice": st.lists(WORDS | st.integers(), max_size=3) | JSON,
        "text": st.text(max_size=10) | JSON,
        "card": WORDS | JSON,
        "slots": st.dictionaries(WORDS, WORDS | JSON, max_size=2) | JSON,
    },
)
BODIES = st.one_of(
    *(made.map(msgspec.json.encode) for made in (JSON, NEARLY, MESSAGES)), st.binary(max_size=60), st.just(b"[" * 20_000)
)
PLACES = st.text(min_size=1, max_size=40) | WORDS.filter(bool)


def test_whatever_is_asked_is_answered_as_the_document_says(server: Server, guest: Make, program: Program) -> None:
    """Requests made up of valid pieces, near misses and noise: never 5xx, always JSON, and of the declared shape."""
    match = program.http.post("/matches", json={"game": "canary", "seats": {"red": "me", "blue": "bot:random"}}).json()["match"]
    heard: Counter[int] = Counter()

    def check(route: str, answer: httpx.Response) -> None:
        heard[answer.status_code] += 1
        assert answer.status_code < 500, (route, answer.text)
        operation = OPERATIONS[route]
        kind = operation.answer if answer.status_code == operation.status else Refusal
        lines = (
            answer.content.splitlines()
            if operation.kind == LINES and answer.status_code == operation.status
            else [answer.content]
        )
        for line in lines:
            msgspec.json.decode(line, type=kind)

    @settings(max_examples=CASES, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(
        st.sampled_from(sorted(OPERATIONS)),
        PLACES | st.just(match),
        st.dictionaries(st.sampled_from(["seat", "lang", "game", "zzz"]), WORDS | st.text(max_size=10), max_size=3),
        BODIES,
    )
    def ask(route: str, place: str, query: dict[str, str], body: bytes) -> None:
        method, path = route.removeprefix("").split(" ")
        filled = re.sub(r"\{\w+\}", quote(place, safe=""), path.removeprefix("/api/v1"))
        if filled.count("/") != path.removeprefix("/api/v1").count("/") or "." in place.strip("."):
            return  # an address of something else
        if operation_goes_on(route):
            query = {**query, "once": "on"}
        answer: Any = program.http.request(method, filled, params=query, content=body if method == "POST" else None)
        if answer.status_code != 404 or answer.headers["content-type"].startswith("application/json"):
            check(route, answer)

    ask()
    assert heard[200] and heard[422] and sum(heard.values()) > CASES // 2, heard


def test_what_is_read_is_refused_where_it_is_not_that(program: Program) -> None:
    assert msgspec.json.decode(b'{"game":"canary"}', type=NewMatch).spectators
    for body in (b"", b"[]", b'{"game":1}', b'{"game":"canary","more":1}', b"\xff", b"{" * 9000):
        answer = program.http.post("/matches", content=body)
        assert answer.status_code == 422 and answer.json()["error"] == "malformed", body[:20]
