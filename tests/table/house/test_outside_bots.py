"""Programs of other people: tokens, what each is good for, limits, what they are told, and that everybody sees what they are."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from sqlalchemy import update
from tests.table.canary import unknown_to
from tests.table.tablekit import QUIET, WAIT, Guest, Line, Server
from websockets.exceptions import ConnectionClosed

from casusbelli.table import schema
from casusbelli.table.api.gate import WANTED
from casusbelli.table.api.stream import AT_ONCE
from casusbelli.table.api.tokens import BOTS_OF_ONE, MARK, SCOPES, SOCKETS_OF_ONE, TOKENS_OF_ONE, bot_name
from casusbelli.table.history import Unplayable
from casusbelli.table.people.sessions import hash_of
from casusbelli.table.settings import Rate
from casusbelli.table.staff.acts import Deed, perform
from casusbelli.table.store import StoreError

from .test_signing import me, sign_up

Make = Callable[..., Guest]

ALL = {f"scope.{scope}": "on" for scope in SCOPES}


class Program:
    """A program with a token: no cookie, no page it comes from."""

    def __init__(self, server: Server, token: str) -> None:
        self.server, self.token = server, token
        self.cookie = ""
        self.http = httpx.Client(base_url=server.url + "/api/v1", headers={"Authorization": f"Bearer {token}"}, timeout=WAIT)

    def sit(self, match: str, seat: str | None) -> Line:
        return Line(Socketless(self.server), match, seat, {"Authorization": f"Bearer {self.token}"})  # type: ignore[arg-type]


class Socketless:
    """What a line needs of a guest, for somebody without a cookie."""

    def __init__(self, server: Server) -> None:
        self.server, self.cookie = server, ""


def owner_of(guest: Make) -> Guest:
    one = guest()
    sign_up(one, f"owner-{secrets.token_hex(4)}")
    return one


def make_bot(owner: Guest, name: str = "Grind") -> str:
    assert owner.http.post("/account/bots", data={"name": name}).status_code == 303
    page = owner.http.get("/account/bots").text
    assert f"{name}{MARK}" in page
    return re.findall(r'name="bot" value="([^"]+)"', page)[-1]


def make_token(owner: Guest, bot: str, **scopes: str) -> str:
    page = owner.http.post("/account/bots/token", data={"bot": bot, "token_name": "at home", "days": "30", **(scopes or ALL)})
    assert page.status_code == 200
    token = re.search(r">(cb_[\w-]{43})<", page.text)
    assert token is not None
    assert token[1] not in owner.http.get("/account/bots").text, "it is told once"
    return token[1]


@pytest.fixture
def owner(guest: Make) -> Guest:
    return owner_of(guest)


@pytest.fixture
def program(server: Server, owner: Guest) -> Program:
    return Program(server, make_token(owner, make_bot(owner)))


def test_a_token_is_kept_hashed_and_is_known_at_its_own_doors_alone(server: Server, program: Program) -> None:
    held = server.store.ask(schema.api_tokens.select().where(schema.api_tokens.c.token_hash == hash_of(program.token)))[0]
    assert len(held) == 1 and held[0].token_hash != program.token
    me = program.http.get("/me").json()
    assert me["name"] == f"Grind{MARK}" and me["owner"].startswith("owner-") and me["scopes"] == list(SCOPES)
    bearer = {"Authorization": f"Bearer {program.token}"}
    with httpx.Client(base_url=server.url, headers=bearer) as elsewhere:
        assert elsewhere.get("/account").status_code == 303, "an account's pages do not know it"
        assert elsewhere.post("/matches", data={"game": "miniature"}).status_code == 403, "nor does a form without its page"
        assert elsewhere.post("/matches", data={"game": "miniature"}, headers={"Origin": server.url}).status_code == 303
    assert not any(one.over for one in server.store.mine(me["id"])), "what a page begins is not the program's"
    assert server.store.mine(me["id"]) == []


def test_a_token_and_a_cookie_together_are_refused(server: Server, program: Program, owner: Guest) -> None:
    both = {"Authorization": f"Bearer {program.token}", "Cookie": owner.cookie}
    assert httpx.get(f"{server.url}/api/v1/me", headers=both).status_code == 400
    assert httpx.get(f"{server.url}/api/v1/me", headers={"Cookie": owner.cookie}).status_code == 401
    assert httpx.get(f"{server.url}/api/v1/me?token={program.token}").status_code == 401


@pytest.mark.parametrize("token", ["cb_", "cb_" + "x" * 43, "x" * 46, "cb_\u00e9"])
def test_what_is_no_token_opens_nothing(server: Server, guest: Make, token: str) -> None:
    headers = {"Authorization": f"Bearer {token}".encode()}
    with httpx.Client(base_url=server.url, headers=headers) as nobody:
        for route in WANTED:
            method, path = route.split(" ")
            answer = nobody.request(method, re.sub(r"\{\w+\}", "x", path))
            assert answer.status_code == 401 and answer.json() == {"error": "token"}
    match = guest().begin("canary", seat__red="me", seat__blue="bot:random")
    line = Line(Socketless(server), match, None, {"Authorization": f"Bearer {token}"})  # type: ignore[arg-type]
    with pytest.raises(ConnectionClosed) as closed:
        line.hear()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401


@pytest.mark.parametrize("scope", SCOPES)
def test_a_token_is_good_for_what_it_was_made_for(server: Server, owner: Guest, scope: str) -> None:
    """Every route of programs with a token of every kind, and all that can be said at a socket."""
    bot = make_bot(owner)
    full, narrow = Program(server, make_token(owner, bot)), Program(server, make_token(owner, bot, **{f"scope.{scope}": "on"}))
    held = {"read", scope}
    assert narrow.http.get("/me").json()["scopes"] == [one for one in SCOPES if one in held]
    for route, wanted in WANTED.items():
        method, path = route.split(" ")
        query = {"once": "on"}  # a stream would go on
        answer = narrow.http.request(method, re.sub(r"\{\w+\}", "x", path.removeprefix("/api/v1")), json={}, params=query)
        assert (answer.status_code == 403 and answer.json()["error"] == "scope") == (wanted not in held), route
    match = full.http.post("/matches", json={"game": "canary", "seats": {"red": "me", "blue": "bot:random"}}).json()["match"]
    line = narrow.sit(match, "red")
    frame = line.until_frame()
    played = line.ask({"t": "act", "id": "a1", "seq": 0, "choice": frame["ask"]["options"][0]})
    assert (played["t"] == "ack") == ("play" in held)
    said = line.ask({"t": "chat", "id": "c1", "text": "hello"})
    assert (said["t"] == "ack") == ("talk" in held)
    assert line.ask({"t": "advice", "n": 1})["reason"] == "scope", "no program is advised"
    line.close()


def test_programs_of_a_suspended_account_are_refused_at_once(server: Server, guest: Make) -> None:
    owner = owner_of(guest)
    program = httpx.Client(base_url=server.url, headers={"Authorization": f"Bearer {make_token(owner, make_bot(owner))}"})
    assert program.get("/api/v1/me").status_code == 200
    deed = Deed(actor="trial", act="suspend", target=me(owner), reason="for a trial", days=3)
    server.store.writer.write_now(lambda connection: perform(connection, deed))
    server.run(server.service.watch.look)
    assert program.get("/api/v1/me").status_code == 401, "what was looked up a moment ago does not count"
    program.close()


def test_ended_tokens_and_bots_end_at_once(server: Server, owner: Guest) -> None:
    bot = make_bot(owner)
    one, other = Program(server, make_token(owner, bot)), Program(server, make_token(owner, bot))
    match = one.http.post("/matches", json={"game": "canary", "seats": {"red": "me", "blue": "open"}}).json()["match"]
    line = one.sit(match, "red")
    line.until_frame()
    first = re.findall(r'name="token" value="([^"]+)"', owner.http.get("/account/bots").text)[0]
    owner.http.post("/account/bots/end", data={"bot": bot, "token": first})
    assert line.closed() == 4401
    assert one.http.get("/me").status_code == 401 and other.http.get("/me").status_code == 200
    stranger = Guest(server)
    sign_up(stranger, f"stranger-{secrets.token_hex(4)}")
    stranger.http.post("/account/bots/end", data={"bot": bot})
    assert other.http.get("/me").status_code == 200, "another's bot stays"
    stranger.close()
    owner.http.post("/account/bots/end", data={"bot": bot})
    assert other.http.get("/me").status_code == 401 and MARK not in owner.http.get("/account/bots").text


def test_a_bot_is_as_good_as_its_owners_account(server: Server, program: Program) -> None:
    assert program.http.get("/me").status_code == 200
    name = program.http.get("/me").json()["owner"]
    held = update(schema.accounts).where(schema.accounts.c.handle == name).values(state="suspended")
    server.store.writer.write_now(lambda connection: connection.execute(held))
    server.service.guests._known.clear()
    assert program.http.get("/me").status_code == 401


def test_nobody_has_more_bots_tokens_sockets_or_requests_than_he_may(
    owner: Guest, server: Server, start: Callable[..., Server]
) -> None:
    for n in range(BOTS_OF_ONE):
        bot = make_bot(owner, f"Grind {n}")
    assert owner.http.post("/account/bots", data={"name": "one more"}).status_code == 422
    tokens = [make_token(owner, bot) for _ in range(TOKENS_OF_ONE)]
    assert owner.http.post("/account/bots/token", data={"bot": bot, **ALL}).status_code == 422
    program = Program(server, tokens[0])
    match = program.http.post("/matches", json={"game": "canary", "seats": {"red": "me", "blue": "open"}}).json()["match"]
    lines = [program.sit(match, "red") for _ in range(SOCKETS_OF_ONE)]
    for line in lines:
        line.until_frame()
    with pytest.raises(ConnectionClosed) as closed:
        program.sit(match, "red").hear()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429
    for line in lines:
        line.close()


def test_a_program_that_asks_too_often_is_told_how_long_to_wait(start: Callable[..., Server]) -> None:
    import msgspec

    server = start(msgspec.structs.replace(QUIET, token_rate=Rate(0.5, 3)))
    owner = Guest(server)
    sign_up(owner, "hasty-owner")
    program = Program(server, make_token(owner, make_bot(owner)))
    answers = [program.http.get("/me") for _ in range(5)]
    assert [one.status_code for one in answers] == [200, 200, 200, 429, 429]
    assert answers[-1].json() == {"error": "limit", "limit": "requests", "seconds": 2}
    assert answers[-1].headers["retry-after"] == "2"
    owner.close()


def test_a_bot_is_marked_wherever_it_sits(guest: Make, program: Program, owner: Guest) -> None:
    person = guest("Marta")
    match = person.begin("canary", seat__red="me", seat__blue="open")
    line = person.sit(match, "red")
    invitation = line.until_frame()["players"]["blue"]["invite"]
    token = invitation.removeprefix("/join/")
    assert program.http.post(f"/join/{token}").json() == {"match": match, "seats": ["blue"]}
    assert program.http.post(f"/join/{token}").status_code == 409
    players = line.until(lambda told: told["t"] == "players" and told["players"]["blue"]["kind"] != "open")["players"]
    assert players["blue"]["name"] == f"Grind{MARK}" and players["blue"]["owner"].startswith("owner-")
    assert "owner" not in players["red"]
    assert MARK in person.http.get("/matches").text
    assert MARK in person.sit(match, "red").until_frame()["players"]["blue"]["name"]
    assert bot_name(f"x{MARK}") == f"x{MARK}" and bot_name("y" * 200).endswith(MARK)


def test_rated_matches_are_for_people(guest: Make, program: Program) -> None:
    person = guest()
    sign_up(person, f"rated-{secrets.token_hex(4)}")
    match = person.begin("canary", seat__red="me", seat__blue="open", rated="on")
    token = person.sit(match, "red").until_frame()["players"]["blue"]["invite"].removeprefix("/join/")
    assert program.http.post(f"/join/{token}").json()["error"] == "rated"
    person.http.post("/challenges", data={"game": "canary", "rated": "on", "seat.red": "me", "seat.blue": "open"})
    assert not any(one["maker"].startswith("rated-") for one in program.http.get("/challenges").json())


def test_a_program_takes_a_friendly_challenge(server: Server, guest: Make, program: Program) -> None:
    maker = guest(f"Maker {secrets.token_hex(3)}")
    form = {"game": "canary", "name": maker.name, "seat.red": "me", "seat.blue": "open"}
    made = maker.http.post("/challenges", data=form).headers["location"].removeprefix("/challenges/")
    assert [one["free"] for one in program.http.get("/challenges").json() if one["challenge"] == made] == [["blue"]]
    strange = program.http.post(f"/challenges/{made}/take", json={"seat": "green"})
    assert strange.status_code >= 400 and strange.json()["error"], "a seat that there is not"
    assert program.http.post(f"/challenges/{made}/take", content=b"[]").json()["error"] == "malformed"
    sat = program.http.post(f"/challenges/{made}/take", json={}).json()
    assert sat["seats"] == ["blue"] and server.room(sat["match"]).seats["blue"].name.endswith(MARK)
    assert program.http.post(f"/challenges/{made}/take", json={}).json()["error"] == "gone"
    assert any(one["match"] == sat["match"] for one in program.http.get("/matches").json())


def test_a_program_waits_where_a_challenge_wants_more(guest: Make, program: Program) -> None:
    maker = guest(f"Maker {secrets.token_hex(3)}")
    seats = {"seat.uk": "me", "seat.ussr": "open", "seat.us": "open"}
    made = maker.http.post("/challenges", data={"game": "miniature", "name": maker.name, **seats}).headers["location"]
    sat = program.http.post(f"{made}/take", json={"seat": "us"}).json()
    assert sat == {"match": None, "seats": ["us"]}


def test_a_program_makes_a_friendly_challenge(server: Server, guest: Make, program: Program) -> None:
    wanted = {"game": "canary", "seats": {"red": "me"}, "note": "Who dares?", "pace": "days"}
    made = program.http.post("/challenges", json=wanted)
    assert made.status_code == 201 and made.json()["seats"] == ["red"]
    challenge = made.json()["challenge"]
    anna = guest(f"Taker {secrets.token_hex(3)}")
    page = anna.http.get(f"/challenges/{challenge}").text
    assert "Who dares?" in page and MARK.strip() in page
    match = anna.http.post(f"/challenges/{challenge}/take", data={"name": anna.name, "seat": "blue"}).headers["location"]
    seats = server.room(match.removeprefix("/m/")).seats
    assert seats["red"].name.endswith(MARK) and seats["blue"].name == anna.name
    assert program.http.post(f"/challenges/{challenge}/decline").status_code in {200, 404}, "too late to take it back"
    assert server.room(match.removeprefix("/m/")).seats["red"].name.endswith(MARK)


def test_a_program_takes_its_challenge_back(guest: Make, program: Program) -> None:
    made = program.http.post("/challenges", json={"game": "canary", "seats": {"blue": "me"}}).json()["challenge"]
    assert program.http.post(f"/challenges/{made}/decline").json() == {"challenge": made}
    anna = guest(f"Late {secrets.token_hex(3)}")
    assert anna.http.post(f"/challenges/{made}/take", data={"name": anna.name, "seat": "red"}).status_code >= 400


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        ({"game": "nothing"}, "malformed"),
        ({"game": "canary", "rated": True}, "malformed"),
        ({"game": "canary", "seats": {"red": "me"}, "pace": "brisk"}, "pace"),
        ({"game": "canary", "seats": {"red": "me"}, "pace": "never"}, "pace"),
        ({"game": "canary", "seats": {"green": "me"}}, "seats"),
        ({"game": "canary", "seats": {}}, "setup"),
        ({"game": "canary", "seats": {"red": "me", "blue": "bot:nobody"}}, "setup"),
        ({"game": "canary", "seats": {"red": "me", "blue": "bot:random"}}, "setup"),
        ({"game": "canary", "scenario": "none", "seats": {"red": "me"}}, "setup"),
        ({"game": "canary", "options": {"none": 1}, "seats": {"red": "me"}}, "setup"),
    ],
)
def test_what_is_no_challenge_is_told(program: Program, wanted: dict[str, Any], error: str) -> None:
    answered = program.http.post("/challenges", json=wanted)
    assert (answered.status_code, answered.json()["error"]) == (422, error)


def test_a_rated_challenge_is_not_for_programs(guest: Make, program: Program) -> None:
    person = guest()
    sign_up(person, f"rated-{secrets.token_hex(4)}")
    form = {"game": "canary", "rated": "on", "seat.red": "me", "seat.blue": "open"}
    made = person.http.post("/challenges", data=form).headers["location"]
    assert program.http.post(f"{made}/take", json={}).status_code in {403, 404}


def test_a_program_sits_at_so_many_tables_and_no_more(guest: Make, program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    person = guest(f"Host {secrets.token_hex(3)}")
    match = person.begin("canary", seat__red="me", seat__blue="open")
    token = person.sit(match, "red").until_frame()["players"]["blue"]["invite"].removeprefix("/join/")
    among_bots = {"game": "canary", "seats": {"red": "me", "blue": "bot:random"}}
    monkeypatch.setattr("casusbelli.table.api.routes.AMONG_BOTS_A_DAY", 0)
    assert program.http.post("/matches", json=among_bots).json()["limit"] == "among_bots"
    monkeypatch.setattr("casusbelli.table.api.routes.MATCHES_AT_ONCE", 0)
    for path, body in (("/matches", among_bots), (f"/join/{token}", {}), ("/challenges/any/take", {})):
        answer = program.http.post(path, json=body)
        assert (answer.status_code, answer.json()["limit"]) == (429, "matches"), path


def test_a_position_is_told_in_three_languages(program: Program) -> None:
    match = program.http.post("/matches", json={"game": "canary", "seats": {"red": "me", "blue": "open"}}).json()["match"]
    assert program.http.get(f"/matches/{match}/brief", params={"lang": "it"}).status_code == 200
    assert program.http.get(f"/matches/{match}/brief", params={"lang": "fr"}).status_code == 422


def test_a_program_writes_freely_only_to_people_who_want_that(guest: Make, program: Program) -> None:
    person = guest()
    sign_up(person, f"reader-{secrets.token_hex(4)}")
    match = person.begin("canary", seat__red="me", seat__blue="open")
    own = person.sit(match, "red")
    program.http.post(own.until_frame()["players"]["blue"]["invite"])
    line = program.sit(match, "blue")
    line.until_frame()
    assert line.ask({"t": "chat", "id": "c1", "text": "hello"})["reason"] == "cards_only"
    assert line.ask({"t": "say", "id": "c2", "card": "hello", "slots": {}})["t"] == "ack"
    person.http.post("/account/preferences", data={"bots_talk": "free"})
    assert line.ask({"t": "chat", "id": "c3", "text": "hello"})["t"] == "ack"
    line.close()


NONSENSE = [
    b"",
    b"[]",
    b"{",
    b'{"game": 1}',
    b'{"game": "nothing"}',
    b'{"game":"canary","seats":{"x":"me"}}',
    b'"' + b"x" * 20_000,
]


def test_a_stream_tells_what_happens_as_it_happens(server: Server, owner: Guest, program: Program) -> None:
    match = program.http.post("/matches", json={"game": "canary", "seats": {"red": "me", "blue": "bot:random"}}).json()["match"]
    with program.http.stream("GET", "/stream") as first:
        assert first.headers["content-type"].startswith("application/x-ndjson")
        lines = first.iter_lines()
        started, turn = json.loads(next(lines)), json.loads(next(lines))
        assert started == {"t": "started", "match": match, "game": "canary", "seat": "red"}
        assert (turn["t"], turn["match"], turn["seat"]) == ("turn", match, "red")
        line = program.sit(match, "red")
        frame = line.until_frame()
        line.ask({"t": "act", "id": "s1", "seq": frame["seq"], "choice": frame["ask"]["options"][0]})
        of_match = (told for told in map(json.loads, lines) if told.get("match") == match)  # others' offers are told, too
        heard = next(of_match)
        assert heard["t"] in {"turn", "over"} and "choice" not in heard
        line.close()
        again = Program(server, program.token)
        with again.http.stream("GET", "/stream") as second:
            anew = second.iter_lines()
            assert json.loads(next(anew))["match"] == match, "who comes anew is told how things stand"
            assert list(of_match) == [], "the newest is the one that goes on"
            token = re.findall(r'name="token" value="([^"]+)"', owner.http.get("/account/bots").text)[0]
            bot = re.findall(r'name="bot" value="([^"]+)"', owner.http.get("/account/bots").text)[0]
            owner.http.post("/account/bots/end", data={"bot": bot, "token": token})
            assert all(json.loads(one)["t"] != "started" for one in anew), "with its token it ends"


def test_a_stream_is_bounded_and_tells_no_strangers_match(server: Server, guest: Make, program: Program) -> None:
    stranger = guest().begin("canary", seat__red="me", seat__blue="bot:random")
    answer = program.http.get("/stream", params={"once": "on"})
    assert answer.status_code == 200 and stranger not in answer.text
    before, server.service.streams._open = server.service.streams._open, {str(n): asyncio.Event() for n in range(AT_ONCE)}
    answer = program.http.get("/stream")
    server.service.streams._open = before
    assert answer.status_code == 429 and answer.json()["limit"] == "streams"


@pytest.mark.parametrize("body", NONSENSE)
def test_what_makes_no_sense_is_refused_in_words(program: Program, body: bytes) -> None:
    answer = program.http.post("/matches", content=body)
    assert answer.status_code in {413, 422} and answer.json()["error"]


@pytest.mark.parametrize(
    ("fault", "status", "error"),
    [
        (StoreError("the disk is full"), 503, "storage"),
        (Unplayable("of a game that is gone"), 409, "unplayable"),
        (ValueError("a fault"), 500, "error"),
    ],
)
def test_what_breaks_is_told_to_a_program_as_data(
    server: Server, program: Program, monkeypatch: pytest.MonkeyPatch, fault: Exception, status: int, error: str
) -> None:
    def broken(*_: Any) -> Any:
        raise fault

    monkeypatch.setattr(server.service.store, "mine", broken)
    answer = program.http.get("/matches")
    assert (answer.status_code, answer.json()["error"]) == (status, error) and str(fault) not in answer.text


def test_no_byte_that_a_program_is_told_of_a_match_in_play_is_a_secret(server: Server, guest: Make, program: Program) -> None:
    """The same canaries as for browsers, over the same socket and over all that can be asked for."""
    person = guest("Red")
    match = person.begin("canary", seat__red="me", seat__blue="open")
    own = person.sit(match, "red")
    program.http.post(own.until_frame()["players"]["blue"]["invite"])
    line = program.sit(match, "blue")
    room: Any = server.room(match)
    line.until_frame()
    seq = 0
    while True:
        asked = [one for one in (own, line) if one.until_seq(seq)["ask"]]
        if not asked:
            break
        told = line.bytes
        for what in ("brief", "frame", "journal", "analysis"):
            for seat in ("", "?seat=blue", "?seat=red"):
                told += program.http.get(f"/matches/{match}/{what}{seat}").content
        for path in ("/me", "/games", "/matches", "/challenges"):
            told += program.http.get(path).content
        assert room.record.seed.hex().encode() not in told
        for card in unknown_to(room.match.state, "blue"):
            assert card.encode() not in told
        for what in ("brief", "frame", "journal"):
            assert program.http.get(f"/matches/{match}/{what}?seat=red").status_code == 403
        assert program.http.get(f"/matches/{match}/analysis").status_code == 404, "there is none of a match in play"
        assert line.frame["ask"] is None or all(
            str(option[-1]) in program.http.get(f"/matches/{match}/brief").json()["text"]
            for option in line.frame["ask"]["options"]
        ), "the search would find something if there were something"
        seq = asked[-1].act(asked[-1].frame["ask"]["options"][0])["seq"]
    line.close()


def test_a_whole_match_is_played_by_single_requests(server: Server, program: Program) -> None:
    """No socket: a frame, a choice, a frame …; what is told and answered is what the socket tells and answers."""
    match = program.http.post("/matches", json={"game": "canary", "seats": {"red": "me", "blue": "me"}}).json()["match"]
    line, n = program.sit(match, "red"), 0
    while True:
        for seat in ("red", "blue"):
            answer = program.http.get(f"/matches/{match}/frame", params={"seat": seat})
            frame = answer.json()
            if frame["ask"]:
                break
        else:
            break
        if seat == "red":
            shown = line.until_seq(frame["seq"])
            assert {**shown, "events": 0, "beats": 0, "acts": 0} == {**frame, "events": 0, "beats": 0, "acts": 0}
        assert answer.headers["etag"]
        known = {"If-None-Match": answer.headers["etag"]}
        assert program.http.get(f"/matches/{match}/frame", params={"seat": seat}, headers=known).status_code == 304
        n += 1
        said = {"t": "act", "id": f"r{n}", "seq": frame["seq"], "choice": frame["ask"]["options"][0]}
        wrong = {**said, "id": f"w{n}", "choice": ["nothing of the kind"]}
        assert program.http.post(f"/matches/{match}/act", params={"seat": seat}, json=wrong).json()["reason"] == "illegal"
        first = program.http.post(f"/matches/{match}/act", params={"seat": seat}, json=said).json()
        assert first == {"t": "ack", "id": f"r{n}", "seq": frame["seq"] + 1}
        assert program.http.post(f"/matches/{match}/act", params={"seat": seat}, json=said).json() == first, "one id, one choice"
        assert program.http.get(f"/matches/{match}/frame", params={"seat": seat}, headers=known).status_code == 200
    assert n > 1 and frame["over"]["seed"] == server.room(match).record.seed.hex()
    line.close()
    journal = program.http.get(f"/matches/{match}/journal").json()
    assert len(journal["entries"]) == n and journal["seed"] == server.room(match).record.seed.hex()
    told = program.http.get(f"/matches/{match}/analysis").json()
    assert set(told) == {"state", "analysis", "statistics"}


def test_single_requests_ask_and_talk_as_the_socket_does(guest: Make, program: Program, owner: Guest, server: Server) -> None:
    match = program.http.post("/matches", json={"game": "canary", "seats": {"red": "me", "blue": "bot:random"}}).json()["match"]

    def say(**message: Any) -> Any:
        return program.http.post(f"/matches/{match}/act", json=message)

    assert say(t="why", n=3, choice=["nothing"]).json()["t"] == "why"
    assert say(t="preview", n=4, choice=["nothing"]).json() == {"t": "preview", "n": 4, "preview": None}
    for nothing in ({"t": "advice", "n": 1}, {"t": "command", "id": "x"}, {"id": "x"}, {}):
        answer = say(**nothing)
        assert answer.status_code == 422 and answer.json() == {"error": "malformed"}, nothing
    assert program.http.post(f"/matches/{match}/act", content=b"{" * 5000).status_code == 413
    answers = [say(t="say", id=f"c{n}", card="hello", slots={}).json() for n in range(9)]
    assert [one["t"] for one in answers[:6]] == ["ack"] * 6
    assert answers[-1]["reason"] == "rate", "what may be said is counted across requests"
    silent = Program(server, make_token(owner, make_bot(owner, "Silent"), **{"scope.play": "on"}))
    other = guest().begin("canary", seat__red="me", seat__blue="bot:random")
    assert silent.http.post(f"/matches/{other}/act", json={"t": "undo", "id": "u", "seq": 0}).json()["reason"] == "spectator"
    assert silent.http.post(f"/matches/{other}/act?seat=red", json={"t": "undo", "id": "u", "seq": 0}).status_code == 403


def test_a_program_gives_up_a_seat_it_has_taken(guest: Make, program: Program) -> None:
    person = guest("Marta")
    sign_up(person, f"maker-{secrets.token_hex(4)}")
    seats = {"seat.uk": "me", "seat.us": "open", "seat.ussr": "open"}
    made = person.http.post("/challenges", data={"game": "miniature", "spectators": "on", **seats})
    assert made.status_code == 303, made.text
    challenge = made.headers["location"].removeprefix("/challenges/")
    assert program.http.post(f"/challenges/{challenge}/decline").json()["error"] == "gone", "it has no part in it"
    assert program.http.post(f"/challenges/{challenge}/take", json={"seat": "us"}).json() == {"match": None, "seats": ["us"]}
    assert program.http.post(f"/challenges/{challenge}/decline").json() == {"challenge": challenge}
    offer = next(one for one in program.http.get("/challenges").json() if one["challenge"] == challenge)
    assert sorted(offer["free"]) == ["us", "ussr"]
    assert program.http.post("/challenges/nothing/decline").status_code == 404


def test_a_program_does_not_meet_whom_its_owner_does_not_meet(guest: Make, program: Program) -> None:
    ada = guest("Ada")
    sign_up(ada, f"ada-{secrets.token_hex(4)}")
    seats = {"seat.uk": "me", "seat.ussr": "open", "seat.us": "bot:random"}
    made = ada.http.post("/challenges", data={"game": "miniature", **seats}).headers["location"].removeprefix("/challenges/")
    match = ada.begin(listed="on", seat__uk="me", seat__ussr="open", seat__us="bot:random")
    invite = ada.sit(match, "uk").until_frame()["players"]["ussr"]["invite"]
    assert made in program.http.get("/challenges").text
    assert ada.http.post(f"/@{program.http.get('/me').json()['owner']}/block").status_code == 303
    assert made not in program.http.get("/challenges").text
    assert program.http.post(f"/challenges/{made}/take", json={"seat": "ussr"}).status_code == 404
    assert program.http.post(invite).status_code == 409


def test_an_address_with_a_character_that_not_every_database_keeps_is_malformed(server: Server, owner: Guest) -> None:
    token = make_token(owner, make_bot(owner, "Nil"))
    with httpx.Client(base_url=server.url, headers={"Authorization": f"Bearer {token}"}) as program:
        for path in ("/api/v1/matches/%00/frame", "/api/v1/challenges?game=%00"):
            answer = program.get(path)
            assert answer.status_code == 422 and answer.json()["error"] == "malformed", path
        for act in ("take", "decline"):
            assert program.post(f"/api/v1/challenges/%00/{act}", json={"seat": "uk"}).status_code == 422
