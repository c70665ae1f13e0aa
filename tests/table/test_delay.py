"""Looking on with a delay: not a byte of what is younger, whoever asks how; seats and finished matches have none."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update

from casusbelli.table import delay, schema
from casusbelli.table.delay import settled

from .tablekit import Guest, Line, Server

Make = Callable[..., Guest]


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delay, "EVERY", 0.05)


def let_pass(server: Server, match: str, seconds: int) -> None:
    """As if all that was done until now had been done so much earlier."""
    older = update(schema.actions).where(schema.actions.c.match == match).values(at=schema.actions.c.at - 1000 * seconds)
    server.store.writer.write_now(lambda connection: connection.execute(older))


def shown_cards(room: Any) -> list[str]:
    return list(room.match.state.shown)


def turn(lines: dict[str, Line], choices: int) -> None:
    """Both seats play, openly where they can."""
    for _ in range(choices):
        line = next(one for one in lines.values() if one.until_seq(max(o.frame["seq"] for o in lines.values()))["ask"])
        answer = line.act(next(option for option in line.frame["ask"]["options"] if option[0] == "play"))
        for one in lines.values():
            one.until_seq(answer["seq"])


def test_who_looks_on_is_behind_and_nothing_else_tells_him(server: Server, guest: Make) -> None:
    red, blue, public = guest("Red"), guest("Blue"), guest("Public")
    match = red.begin("canary", seat__red="me", seat__blue="open", watch_later="on")
    lines = {"red": red.sit(match, "red")}
    blue.join(lines["red"].until_frame()["players"]["blue"]["invite"])
    lines["blue"] = blue.sit(match, "blue")
    for line in lines.values():
        line.until_frame()
    room: Any = server.room(match)
    watching = public.sit(match)
    assert watching.hear() == {"t": "delay", "seconds": 600}
    assert watching.until_frame()["choices"] == 0
    turn(lines, 2)
    lines["red"].ask({"t": "chat", "id": "c1", "text": "canarychat"})
    young = shown_cards(room)
    assert len(young) == 2 and settled(server.store, match, 600) == 0
    addresses = [f"/m/{match}/at/{n}" for n in (1, 2, 3)] + [
        f"/m/{match}/{part}" for part in ("told/0", "since/0", "journal", "ending")
    ]
    for address in (*addresses, f"/m/{match}", "/", "/rules/canary/cards?match=" + match):
        answer = public.http.get(address)
        assert not any(card.encode() in answer.content for card in young), address
        assert answer.status_code in ({403, 404} if address in addresses else {200, 403, 404})
    assert public.http.get(f"/m/{match}/at/0").status_code == 200
    late = public.sit(match)
    late.until_frame()
    time.sleep(0.3)
    assert not any(card.encode() in late.bytes + watching.bytes for card in young) and b"canarychat" not in late.bytes
    assert red.http.get(f"/m/{match}/at/2?seat=red").status_code == 200, "a seat is not behind"
    let_pass(server, match, 601)
    frame = watching.until_frame(lambda told: told["choices"] == 2)
    assert all(card.encode() in watching.bytes for card in young) and frame["seat"] is None and frame["view"]["hand"] is None
    assert public.http.get(f"/m/{match}/at/2").status_code == 200
    turn(lines, 10)
    assert room.over and watching.closed() == 1001, "he comes back to the whole of it"
    assert public.sit(match).until_frame()["over"] is not None
    assert public.http.get(f"/m/{match}/journal").status_code == 200


def test_what_was_taken_back_and_chosen_anew_is_as_young_as_the_new_choice(server: Server, guest: Make) -> None:
    red = guest("Red")
    match = red.begin("canary", seat__red="me", seat__blue="here", watch_later="on")
    line = red.sit(match, "red")
    line.until_frame()
    first = line.act(line.frame["ask"]["options"][0])
    let_pass(server, match, 601)
    assert settled(server.store, match, 600) == 1
    undone = line.undo(first["seq"])
    line.until_seq(undone["seq"])
    assert settled(server.store, match, 600) == 0
    line.act(line.frame["ask"]["options"][1], seq=undone["seq"])
    assert settled(server.store, match, 600) == 0


def test_rated_matches_are_watched_with_a_delay(guest: Make, server: Server) -> None:
    for form, seconds in (
        ({}, 0),
        ({"watch_later": "on"}, 600),
        ({"rated": "on"}, 600),
        ({"rated": "on", "pace": "days"}, 86_400),
    ):
        match = guest().begin("canary", seat__red="me", seat__blue="open", **form)
        assert server.store.glance(match).record.watch_delay == seconds  # type: ignore[union-attr]
