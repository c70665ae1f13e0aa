"""Several servers on one PostgreSQL: any of them, any match; the database decides."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from sqlalchemy import event, func, select

from casusbelli.table import relay, schema
from casusbelli.table.guests import ENDED
from casusbelli.table.lease import Taken
from casusbelli.table.news import Teller
from casusbelli.table.records import Saved
from casusbelli.table.store import Store

from .house.test_signing import me, sign_up
from .tablekit import HOT_SEAT, Guest, Line, Server, play_on

Servers = tuple[Server, Server]


@pytest.fixture(params=["news", "poll"])
def servers(postgres_database: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Servers]:
    """Two servers, as two processes would be; once without any news, when only looking helps."""
    monkeypatch.setattr(relay, "POLL_SECONDS", 0.1)
    if request.param == "poll":
        monkeypatch.setattr("casusbelli.table.news.Teller.tell", lambda *_: None)
    running = Server(postgres_database), Server(postgres_database)
    yield running
    for server in running:
        server.stop()


def at(guest: Guest, server: Server) -> Guest:
    """The same person at another server."""
    twin = Guest(server, guest.name)
    for name, value in guest.http.cookies.items():
        twin.http.cookies.set(name, value, domain="127.0.0.1")
    return twin


def spread(servers: Servers, anna: Guest, match: str) -> dict[str, Line]:
    """The three seats, not all at the same server."""
    here, there = anna, at(anna, servers[1])
    lines = {"uk": here.sit(match, "uk"), "ussr": there.sit(match, "ussr"), "us": here.sit(match, "us")}
    for line in lines.values():
        line.until_frame()
    return lines


def kept(store: Store, match: str) -> Saved:
    saved = store.load(match)
    assert saved is not None
    return saved


def numbers(store: Store, match: str) -> list[int]:
    """The numbers of the actions; no id is there twice."""
    actions = kept(store, match).actions
    assert len({action.choice_id for action in actions}) == len(actions)
    return [action.seq for action in actions]


def test_a_match_is_played_across_both_and_everybody_sees_the_same(servers: Servers) -> None:
    anna = Guest(servers[0])
    match = anna.begin(**HOT_SEAT)
    lines = spread(servers, anna, match)
    watchers = [Guest(server).sit(match) for server in servers]
    seq = play_on(lines, 40, Random(3))
    frames = [watcher.until_seq(seq) for watcher in watchers]
    assert frames[0]["view"] == frames[1]["view"] and watchers[0].log == watchers[1].log
    assert numbers(servers[0].store, match) == list(range(1, seq + 1))
    assert servers[1].store.load(match) == servers[0].store.load(match)


def test_two_answers_at_once_are_one_ack_and_one_stale_and_the_same_id_is_played_once(servers: Servers) -> None:
    anna = Guest(servers[0])
    match = anna.begin(**HOT_SEAT)
    lines = spread(servers, anna, match)
    twins = {seat: at(anna, servers[seat != "ussr"]).sit(match, seat) for seat in lines}
    rng, seq = Random(5), 0
    with ThreadPoolExecutor(2) as pool:
        for turn in range(30):
            for line in (*lines.values(), *twins.values()):
                line.until_seq(seq)
            seat = next((seat for seat, line in lines.items() if line.frame["ask"]), None)
            if seat is None:
                break
            choice, same = rng.choice(lines[seat].frame["ask"]["options"]), bool(turn % 2)
            ids = [secrets.token_hex(8)] * 2 if same else [secrets.token_hex(8), secrets.token_hex(8)]
            both = (lines[seat], twins[seat])
            answers = list(pool.map(Line.act, both, [choice] * 2, [seq] * 2, ids))
            if same:
                assert [answer["t"] for answer in answers] == ["ack", "ack"] and answers[0]["seq"] == answers[1]["seq"]
            else:
                assert sorted(answer.get("reason", "ack") for answer in answers) == ["ack", "stale"]
            seq = max(answer["seq"] for answer in answers)
    assert numbers(servers[0].store, match) == list(range(1, seq + 1))


def test_secret_answers_given_at_once_through_both_are_all_taken(servers: Servers) -> None:
    anna = Guest(servers[0])
    for _ in range(8):
        match = anna.begin(**HOT_SEAT)
        lines = spread(servers, anna, match)
        with ThreadPoolExecutor(3) as pool:
            answers = list(pool.map(lambda line: line.act(line.frame["ask"]["options"][0]), lines.values()))
        assert sorted(answer["seq"] for answer in answers if answer["t"] == "ack") == [1, 2, 3], answers


def test_undo_and_chat_reach_the_other(servers: Servers) -> None:
    anna = Guest(servers[0])
    match = anna.begin(**HOT_SEAT)
    lines = spread(servers, anna, match)
    assert lines["uk"].act(lines["uk"].frame["ask"]["options"][0])["t"] == "ack"
    lines["ussr"].until_seq(1)
    assert lines["uk"].undo(1)["t"] == "ack"
    assert [waiting["seat"] for waiting in lines["ussr"].until_seq(2)["waiting"]] == ["uk", "ussr", "us"]
    for n in range(6):
        seat = ("uk", "ussr")[n % 2]
        while n and not any(heard["t"] == "chat" and heard["n"] == n for heard in lines[seat].heard):
            lines[seat].hear()
        assert lines[seat].ask({"t": "chat", "id": f"line{n}", "text": f"No. {n}"})["t"] == "ack"
    said = [line.n for line in kept(servers[0].store, match).chat]
    assert said == [1, 2, 3, 4, 5, 6]


@pytest.fixture
def brief_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casusbelli.table.stewards.SECONDS", 0.6)
    monkeypatch.setattr("casusbelli.table.standins.WATCH_SECONDS", 0.1)


@pytest.mark.usefixtures("brief_leases")
def test_bots_play_once_and_go_on_where_their_process_is_gone(servers: Servers) -> None:
    anna = Guest(servers[0])
    match = anna.begin(seat__uk="me", seat__ussr="bot:random", seat__us="bot:random")
    lines = [anna.sit(match, "uk"), at(anna, servers[1]).sit(match, "uk")]
    rng, turns = Random(1), 0
    while True:
        for line in lines:
            line.until_frame(lambda frame: frame["ask"] is not None or frame["over"] is not None)
        seq = max(line.frame["seq"] for line in lines)
        for line in lines:
            line.until_seq(seq)
        if lines[-1].frame["over"]:
            break
        if turns == 3:
            servers[0].stop()
            lines = lines[1:]
        answer = lines[-1].act(rng.choice(lines[-1].frame["ask"]["options"]))
        assert answer["t"] == "ack", answer
        turns += 1
        for line in lines:
            line.until_seq(answer["seq"])
    seqs = numbers(servers[1].store, match)
    assert seqs == list(range(1, len(seqs) + 1)) and turns > 4


def test_seats_and_presence_are_known_to_both(servers: Servers) -> None:
    anna, ben = Guest(servers[0], "Anna"), Guest(servers[1], "Ben")
    match = anna.begin(seat__uk="me", seat__ussr="open", seat__us="bot:random")
    mine = anna.sit(match, "uk")
    invitation = mine.until_frame()["players"]["ussr"]["invite"]
    assert ben.join(invitation).status_code == 303
    assert ben.join(invitation).status_code != 303
    comes_to(mine, "players", lambda told: told["players"]["ussr"]["name"] == "Ben")
    if Teller.tell.__name__ != "tell":
        return  # presence is told by news alone
    his = ben.sit(match, "ussr")
    comes_to(mine, "players", lambda told: told["players"]["ussr"]["online"])
    if not his.until_frame()["players"]["uk"]["online"]:
        comes_to(his, "players", lambda told: told["players"]["uk"]["online"])
    his.close()
    comes_to(mine, "players", lambda told: not told["players"]["ussr"]["online"])


def test_a_session_that_is_ended_at_one_is_ended_at_the_other(servers: Servers) -> None:
    if Teller.tell.__name__ != "tell":
        return  # without news that is noticed within a minute
    ada = Guest(servers[0], "Ada")
    sign_up(ada, "Ada.two")
    match = ada.begin(**HOT_SEAT)
    away = at(ada, servers[1])
    line = away.sit(match, "uk")
    line.until_frame()
    assert me(away) == "Ada.two"
    ada.http.post("/session/end")
    assert line.closed() == ENDED and me(away) == ""


def comes_to(line: Line, t: str, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Listen until the latest message of this kind fits."""
    while True:
        told = next((message for message in reversed(line.heard) if message["t"] == t), None)
        if told is not None and fits(told):
            return told
        line.hear()


def two_at_a_quarrel(servers: Servers) -> tuple[str, Line, Line]:
    """A match with clocks between two people at two servers."""
    rita, blas = Guest(servers[0], "Rita"), Guest(servers[1], "Blas")
    match = rita.begin("parley", scenario="quarrel", seat__red="me", seat__blue="open", pace="brisk")
    red = rita.sit(match, "red")
    blas.join(red.until_frame()["players"]["blue"]["invite"])
    blue = blas.sit(match, "blue")
    blue.until_frame()
    comes_to(red, "players", lambda told: told["players"]["blue"]["kind"] == "human")
    return match, red, blue


def test_clocks_proposals_and_resignation_across_both(servers: Servers) -> None:
    match, red, blue = two_at_a_quarrel(servers)
    comes_to(red, "clock", lambda told: told["seats"]["red"]["running"])
    for seq in range(1, 7):
        line = (red, blue)[(seq - 1) % 2]
        line.until_seq(seq - 1)
        assert line.act(["war"], seq - 1)["seq"] == seq
    red.until_seq(6)
    for line in (red, blue):
        comes_to(line, "clock", lambda told: told["seats"]["red"]["running"] and not told["seats"]["blue"]["running"])

    assert red.house("propose", kind="take_back", seq=6, data={})["t"] == "ack"
    asked = comes_to(blue, "proposals", lambda told: bool(told["list"]))["list"][0]
    assert blue.house("answer", n=asked["n"], yes=True)["t"] == "ack"
    assert red.until_frame(lambda frame: frame["seq"] == 8)["view"] == blue.until_seq(8)["view"] == {"said": ["war"] * 4}
    assert red.until_frame()["ask"] is not None

    assert red.act(["peace"], 8)["seq"] == 9
    blue.until_seq(9)
    answer = blue.house("leave", confirm=True)
    assert answer["t"] == "ack", answer
    assert red.until_frame(lambda frame: frame["over"] is not None)["over"]["winners"] == ["red"]
    assert [action.seq for action in kept(servers[0].store, match).actions] == list(range(1, 10))
    assert red.act(["peace"], 9)["reason"] == "over"


def test_both_ask_something_of_the_house_at_once(servers: Servers) -> None:
    _, red, blue = two_at_a_quarrel(servers)
    wishes = ((red, {"kind": "time", "data": {}}), (blue, {"kind": "pause", "data": {"minutes": 5}}))
    for _ in range(3):
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda wish: wish[0].house("propose", seq=0, **wish[1]), wishes))
        assert [answer["t"] for answer in answers] == ["ack", "ack"], answers
        lists = [comes_to(line, "proposals", lambda told: len(told["list"]) == 2)["list"] for line in (red, blue)]
        assert lists[0] == lists[1]
        for line, wish in wishes:
            n = next(one["n"] for one in lists[0] if one["kind"] == wish["kind"])
            assert line.house("withdraw", n=n)["t"] == "ack"
        for line in (red, blue):
            comes_to(line, "proposals", lambda told: not told["list"])


@pytest.mark.parametrize("alone", [True, False])
def test_who_plays_by_other_rules_or_wants_to_be_alone_is_refused(postgres_database: str, alone: bool) -> None:
    first, second = Store(postgres_database, rules="1"), Store(postgres_database, rules="1")
    assert first.first and not second.first
    with pytest.raises(Taken, match="in use by"):
        Store(postgres_database, alone=alone, rules="1" if alone else "2")
    first.close()
    second.close()
    Store(postgres_database, alone=alone, rules="2").close()


def test_what_is_asked_together_is_answered_of_one_moment(postgres_database: str) -> None:
    """Somebody writes between two questions: a match read half before and half after it would never know that it is behind."""
    store = Store(postgres_database)
    many = select(func.count()).select_from(schema.guests)

    @event.listens_for(store._reading, "after_cursor_execute", once=True)
    def write(*_: object) -> None:
        row = {"id": "g" * 22, "secret_hash": "", "name": "Olga", "created": 0}
        store.writer.write_now(lambda connection: connection.execute(schema.guests.insert().values(**row)) and None)

    try:
        assert [rows[0][0] for rows in store.ask(many, many)] == [0, 0]
        assert store.ask(many)[0][0][0] == 1
    finally:
        store.close()
