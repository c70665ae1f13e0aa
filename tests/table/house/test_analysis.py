"""How a match went: never before its end, for nobody; the same numbers every time; kept; links that end; pictures."""

from __future__ import annotations

import io
import random
import secrets
import time
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import text, update
from tests.table.tablekit import WAIT, Guest, Server

from casusbelli.bots.evaluate import VERSION, Analysis, Course, Gain, Tried, begin, gains_of, go_on, lines_of, wilson
from casusbelli.game import Match, registry
from casusbelli.table import schema
from casusbelli.table.analyst import OF_ONE
from casusbelli.table.links import shared_match
from casusbelli.table.people.sessions import hash_of

from .test_outside_bots import Program, make_bot, make_token, owner_of
from .test_signing import sign_up

Make = Callable[..., Guest]

WAYS = (
    "GET /m/{m}/analysis",
    "GET /m/{m}/analysis.json",
    "POST /m/{m}/analysis",
    "GET /m/{m}/course.png",
    "GET /m/{m}/course.gif",
    "POST /m/{m}/share",
    "GET /m/{m}/hidden/0",
    "GET /m/{m}/hidden/1",
)


def test_of_a_match_in_play_there_is_nothing_for_anybody(server: Server, guest: Make) -> None:
    """Whoever asks, however he asks, of a match that others may watch and of one that they may not."""
    red, blue, stranger, account, visitor = guest("Red"), guest("Blue"), guest("Stranger"), guest("Account"), guest("Visitor")
    sign_up(account, f"reader-{secrets.token_hex(4)}")
    stranger.begin("canary", seat__red="me", seat__blue="open")
    owner = owner_of(guest)
    program = Program(server, make_token(owner, make_bot(owner)))
    bearer = httpx.Client(base_url=server.url, headers={"Authorization": f"Bearer {program.token}"}, timeout=WAIT)
    for spectators in ("on", "off"):
        match = red.begin("canary", seat__red="me", seat__blue="open", spectators=spectators)
        line = red.sit(match, "red")
        blue.join(line.until_frame()["players"]["blue"]["invite"])
        line.act(line.frame["ask"]["options"][0])
        for kind, browser in {
            "red": red.http,
            "blue": blue.http,
            "stranger": stranger.http,
            "account": account.http,
            "visitor": visitor.http,
            "program": bearer,
        }.items():
            for way in WAYS:
                method, address = way.format(m=match).split(" ")
                answer = browser.request(method, address)
                wanted = {404} if spectators == "on" or kind in {"red", "blue"} else {403}
                assert answer.status_code in wanted | {403 if kind == "program" else 404}, (kind, way, answer.status_code)
                assert b"chances" not in answer.content and b"image" not in answer.headers.get("content-type", "").encode()
        assert server.store.ask(text("select count(*) from analyses"))[0][0][0] == 0
    bearer.close()


def finished(guest: Guest, **form: str) -> str:
    match = guest.begin("canary", seat__red="me", seat__blue="bot:random", **form)
    line = guest.sit(match, "red")
    seq = 0
    while line.until_seq(seq)["over"] is None:
        if line.frame["ask"]:
            seq = line.act(line.frame["ask"]["options"][0])["seq"]
        else:
            line.hear()
    return match


def worked_out(guest: Guest, match: str) -> dict[str, Any]:
    assert guest.http.post(f"/m/{match}/analysis").status_code == 202
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        told = guest.http.get(f"/m/{match}/analysis.json").json()
        if told["state"] == "done":
            return dict(told)
        time.sleep(0.05)
    raise AssertionError(told)


def test_it_is_worked_out_once_kept_and_shown_to_all_who_may_watch(server: Server, guest: Make) -> None:
    red, other = guest("Red"), guest("Other")
    match = finished(red)
    assert red.http.get(f"/m/{match}/analysis.json").json()["state"] == "none"
    told = worked_out(red, match)
    found = told["analysis"]
    assert found["by"] == "playouts" and found["stage"] == "done" and len(found["moments"]) > 3
    for moment in found["moments"]:
        assert abs(sum(chance[0] for chance in moment["chances"].values()) - 1) < 1e-3
        assert all(low <= value <= high for value, low, high in moment["chances"].values())
    assert {row["key"] for row in told["statistics"]} == {"choices", "minutes"}
    assert told["statistics"][0]["values"] == {"red": 6, "blue": 6}
    assert other.http.get(f"/m/{match}/analysis.json").json()["analysis"] == found
    hands = other.http.get(f"/m/{match}/hidden/2").json()
    assert {one["seat"]: len(one["ids"]) for one in hands} == {"red": 5, "blue": 5}, "all hands are open, at any moment"
    assert other.http.get(f"/m/{match}/hidden/999").status_code == 404
    page = other.http.get(f"/m/{match}/analysis")
    assert page.status_code == 200 and 'data-analysis="open"' in page.text and "noindex" in page.text
    kept = server.service.analyst.told(match).analysis
    assert kept is not None and worked_out(other, match)["analysis"] == found, "asked for again it is what it was"


def course_of(match_seed: bytes, name: str = "x") -> Course:
    """A whole random match of the miniature game."""
    game = registry.find("miniature")
    rng = random.Random(5)
    whole: Match[Any] = Match.new(game, seed=match_seed)
    while asked := whole.asked():
        seat = next(iter(asked))
        whole.act(seat, rng.choice(whole.options(seat)))
    entries = list(whole.entries)

    def turn_to(n: int) -> Match[Any]:
        match: Match[Any] = Match.new(game, seed=match_seed)
        for seat, choice in entries[:n]:
            match.follow(seat, choice)
        return match

    return Course(turn_to, entries, 0, name)


def slowly(course: Course) -> Analysis:
    """One step a slice, packed and unpacked in between, as after a restart."""
    found = begin(course)
    while found.stage != "done":
        packed = msgspec.msgpack.encode(go_on(course, found, 0.0))
        after = msgspec.msgpack.decode(packed, type=Analysis)
        found = after if after != found else go_on(course, found, 0.05)
    return found


def test_the_same_match_gives_the_same_numbers_in_however_many_slices() -> None:
    course = course_of(b"s" * 32)
    once, again = (msgspec.structs.replace(found, seconds=0.0) for found in (go_on(course, begin(course), 1e9), slowly(course)))
    assert once == again
    other = go_on(course_of(b"s" * 32, "y"), begin(course), 1e9)
    assert [one.chances for one in other.moments] != [one.chances for one in once.moments], "another name, other playouts"
    last = once.moments[-1]
    result = course.turn_to(course.last).result()
    most = max(chance[0] for chance in last.chances.values())
    assert result is not None and set(result.winners) <= {seat for seat, chance in last.chances.items() if chance[0] == most}
    assert all(chance[1] == chance[2] == chance[0] for chance in last.chances.values()), "what is over is sure"


def test_a_time_that_is_over_cuts_the_work_short_and_says_so() -> None:
    course = course_of(b"s" * 32)
    found = go_on(course, begin(course), 1e9, most=0.0)
    assert found.stage == "done" and found.cut and len(found.moments) <= 1


def test_work_that_a_server_left_behind_is_said_to_rest_and_goes_on_when_asked_for(server: Server, guest: Make) -> None:
    """It stopped in the middle: a page that only waited would wait for ever."""
    red = guest("Red")
    match = finished(red)
    found = worked_out(red, match)["analysis"]
    half = go_on(course_of(b"s" * 32), begin(course_of(b"s" * 32)), 0.0)
    row = {"state": "running", "data": msgspec.msgpack.encode(half)}
    left = update(schema.analyses).where(schema.analyses.c.match == match).values(**row)
    server.store.writer.write_now(lambda connection: connection.execute(left))
    assert red.http.get(f"/m/{match}/analysis.json").json()["state"] == "resting"
    again = worked_out(red, match)["analysis"]
    assert {**again, "seconds": 0} == {**found, "seconds": 0}


def test_a_share_has_an_honest_band() -> None:
    assert wilson(0.5, 12)[1] < 0.3 and wilson(0.5, 12)[2] > 0.7
    assert wilson(1.0, 12)[2] == 1.0 and wilson(1.0, 12)[1] < 0.8


async def forgotten(server: Server, match: str) -> None:
    """The match leaves the memory."""
    server.service.hub._rooms.pop(match, None)


def test_a_link_opens_a_private_match_until_it_is_ended(server: Server, guest: Make) -> None:
    red, stranger, other = guest("Red"), guest("Stranger"), guest("Other")
    match = finished(red, spectators="off")
    assert stranger.http.get(f"/m/{match}/analysis.json").status_code == 403
    assert stranger.http.post(f"/m/{match}/share").status_code == 403
    link = red.http.post(f"/m/{match}/share").json()["link"]
    token = link.removeprefix("/shared/")
    assert len(token) >= 22 and shared_match(server.store, token) == match
    assert token not in str(server.store.ask(text("select * from shares"))) and hash_of(token)
    assert stranger.http.get(link).headers["location"] == f"/m/{match}/analysis"
    assert stranger.http.get(f"{link}?at=12.3").headers["location"] == f"/m/{match}/analysis?at=12.3"
    assert stranger.http.get(f"{link}?at=//evil.example").headers["location"] == f"/m/{match}/analysis"
    for part in ("analysis", "analysis.json", "at/3?seat=red", "at/3?seat=blue", "ending", "journal"):
        assert stranger.http.get(f"/m/{match}/{part}").status_code == 200, part
    server.run(lambda: forgotten(server, match))
    assert stranger.http.get(f"/m/{match}/at/3").status_code == 200, "the store knows of it, not this server's memory alone"
    assert stranger.http.post(f"/m/{match}/share").status_code == 403, "who looks on does not share"
    assert other.http.get("/shared/" + "x" * 22).status_code == 404
    again = red.http.post(f"/m/{match}/share").json()["link"]
    assert stranger.http.get(link).status_code == 404 and stranger.http.get(again).status_code == 303
    red.http.post(f"/m/{match}/share", data={"on": "off"})
    assert stranger.http.get(again).status_code == 404
    for part in ("analysis", "analysis.json", "at/3?seat=red", "journal"):
        assert stranger.http.get(f"/m/{match}/{part}").status_code == 403, part


def test_pictures_of_the_course(guest: Make) -> None:
    image = pytest.importorskip("PIL.Image")
    red = guest("Red")
    match = finished(red)
    assert red.http.get(f"/m/{match}/course.png").status_code == 404, "this game keeps no points, and no chances are known yet"
    worked_out(red, match)
    still, moving = red.http.get(f"/m/{match}/course.png"), red.http.get(f"/m/{match}/course.gif")
    assert still.headers["content-type"] == "image/png" and image.open(io.BytesIO(still.content)).size == (720, 400)
    film = image.open(io.BytesIO(moving.content))
    assert 2 < film.n_frames <= 60 and film.size == (720, 400), "frames that are alike are one"
    film.seek(film.n_frames - 1)
    last = film.convert("RGB")
    shown = image.open(io.BytesIO(still.content)).convert("RGB")
    difference = pytest.importorskip("PIL.ImageChops").difference(last, shown).convert("L")
    far = sum(difference.histogram()[40:])
    assert far < 720 * 400 * 0.01, "the film ends with the picture"


def test_why_is_told_by_lines_of_the_score_sheet() -> None:
    chosen = Tried((0.4, 0.3, 0.5), {"fronts": 3.0, "issues": 5.0, "bombs": 0.0})
    better = Tried((0.6, 0.5, 0.7), {"fronts": 6.13, "issues": 4.0, "bombs": 0.4, "networks": 1.0})
    assert gains_of([chosen, better]) == [Gain("fronts", 3.1), Gain("issues", -1.0), Gain("networks", 1.0)]
    assert gains_of([better, chosen]) == [], "nothing was better"
    assert gains_of([chosen, None, better])[0] == Gain("fronts", 3.1) and gains_of([None, better]) == gains_of([]) == []
    course = course_of(b"s" * 32)
    over, going_on = course.turn_to(course.last), course.turn_to(3)
    sheet = over.game.ending(over.state).sheet
    told = lines_of(over, "uk")
    assert told == {one.key: float(one.points.get("uk", 0)) for one in sheet if one.kind in {"line", "adjustment"}}
    assert set(lines_of(going_on, "uk")) <= {"points"}


def test_going_on_and_beginning_again_are_counted_however_few_matches_it_is(server: Server, guest: Make) -> None:
    """One match that is cut short, or fails, again and again is no way to have the house work without end."""
    red, blue = guest("Red"), guest("Blue")
    match = finished(red)
    worked_out(red, match)
    cut = msgspec.structs.replace(server.service.analyst.told(match).analysis, cut=True)  # type: ignore[type-var]
    mine = update(schema.analyses).where(schema.analyses.c.match == match)

    def ask(who: Guest, **values: object) -> int:
        server.store.writer.write_now(lambda connection: connection.execute(mine.values(**values)))
        answer = who.http.post(f"/m/{match}/analysis", data={"more": "on"}).status_code
        until = time.monotonic() + WAIT
        while match in server.service.analyst._queue and time.monotonic() < until:
            time.sleep(0.02)
        return int(answer)

    more = [ask(red, state="done", data=msgspec.msgpack.encode(cut)) for _ in range(OF_ONE)]
    assert more == [202] * (OF_ONE - 1) + [429]
    again = [ask(blue, state="failed") for _ in range(OF_ONE + 1)]
    assert again == [202] * OF_ONE + [429]
    assert ask(blue, state="running") == 202, "what somebody else has paid for goes on"


def test_what_another_process_works_at_is_not_worked_out_twice(postgres_server: Server) -> None:
    red = Guest(postgres_server, "Red")
    match = finished(red)
    row = {"match": match, "version": VERSION, "state": "running", "asked": 1, "person": "x", "updated": schema.now()}
    postgres_server.store.writer.write_now(lambda connection: connection.execute(schema.analyses.insert().values(**row)))
    assert red.http.post(f"/m/{match}/analysis").status_code == 202
    assert match not in postgres_server.service.analyst._queue
    assert red.http.get(f"/m/{match}/analysis.json").json()["state"] == "running"
    red.close()
