"""Lessons at the table: pages, the coach over the line, progress, and the match a lesson becomes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from casusbelli.game import LANGUAGES
from casusbelli.learn import LessonError
from casusbelli.learn.script import lessons_of
from casusbelli.table import app as app_module
from casusbelli.table import lessons

from .tablekit import Guest, Line, Server, forget_games, install

Make = Callable[..., Guest]
FIRST = "/learn/fog_of_war/first_blow"


@pytest.fixture(scope="module", autouse=True)
def games() -> Iterator[None]:
    """The Fog of War alone."""
    with pytest.MonkeyPatch.context() as patch:
        install(patch, import_module("casusbelli.games.fog_of_war").GAME)
        yield
    forget_games()


def begun(guest: Guest, language: str = "en") -> Line:
    """A guest at the first step."""
    assert guest.http.post(FIRST).status_code == 303
    line = guest.study(FIRST, language)
    line.until_frame()
    return line


def settled(line: Line) -> dict[str, Any]:
    """The coach once the others have moved."""
    coach: dict[str, Any] = line.until_frame(lambda frame: not frame["coach"]["busy"])["coach"]
    return coach


def read_on(line: Line, to: str) -> None:
    """Press Next until that step."""
    while settled(line)["id"] != to:
        answer = line.coach("next")
        assert answer["t"] == "ack", line.frame["coach"]["id"]
        line.until_seq(answer["seq"])


def do(line: Line, *choice: str) -> None:
    answer = line.act(choice)
    assert answer["t"] == "ack", answer
    line.until_seq(answer["seq"])


def test_the_lessons_are_listed_and_begin_with_a_button(guest: Make) -> None:
    anna = guest()
    for address in ("/learn", "/learn/fog_of_war", "/"):
        page = anna.http.get(address)
        assert page.status_code == 200 and "<script>" not in page.text and "style=" not in page.text
    assert "The first blow" in anna.http.get("/learn").text
    first = anna.http.get(FIRST)
    assert 'data-study="lesson"' not in first.text and "Plan, feed and launch" in first.text
    assert anna.http.get("/learn/chess").status_code == 404 and anna.http.get("/learn/fog_of_war/tea").status_code == 404
    assert anna.http.post("/learn/fog_of_war/tea").status_code == 404
    assert anna.http.post(FIRST).headers["location"] == FIRST
    page = anna.http.get(FIRST)
    assert 'data-study="lesson"' in page.text and f'data-address="{FIRST}"' in page.text


def test_a_lesson_over_the_line_reads_nudges_plays_and_asks(guest: Make) -> None:
    line = begun(guest())
    assert line.frame["coach"]["id"] == "welcome" and line.frame["seat"] == "axis" and not line.frame["undo"]
    assert line.coach("do_it")["reason"] == "malformed" and line.coach("to", step="launch")["reason"] == "malformed"
    read_on(line, "plan")
    seq, view = line.frame["seq"], line.frame["view"]
    answer = line.act(["place_defence", "army_1", "ruhr"])
    assert answer["reason"] == "nudged"
    nudged = line.until_seq(seq + 1)
    assert nudged["view"] == view and nudged["coach"]["nudge"]["what"] == "Defend the Ruhr with Army/1"
    assert line.act(["create_operation", "ruhr", "army_1"])["reason"] == "illegal"
    do(line, "create_operation", "scandinavia", "army_2")
    assert line.frame["coach"]["done"] == "Space Alpha now holds your plan."
    do(line, "place_defence", "decoy", "berlin")
    do(line, "end_actions")
    do(line, "look", "def:scandinavia:neutral")
    assert settled(line)["id"] == "seen" and line.log[-1]["kind"]
    read_on(line, "pass_first")
    do(line, "pass")
    read_on(line, "how_much")
    for key, right in (("a", False), ("c", True)):
        line.until_seq(line.coach("answer", key=key)["seq"])
        told = next(each for each in line.frame["coach"]["answers"] if each["key"] == key)
        assert told["right"] is right and told["because"]
    assert line.frame["coach"]["next"]
    line.until_seq(line.undo()["seq"])
    assert settled(line)["id"] == "allies_first"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_coach_speaks_the_readers_language(guest: Make, language: str) -> None:
    line = begun(guest(), language)
    title = {"en": "The first blow", "it": "Il primo colpo", "es": "El primer golpe"}[language]
    assert line.frame["coach"]["title"] == title


def test_progress_is_kept_for_the_guest_on_every_device_and_after_a_restart(start: Callable[..., Server], database: Path) -> None:
    server = start()
    anna = Guest(server)
    line = begun(anna)
    read_on(line, "plan")
    do(line, "create_operation", "scandinavia", "army_2")
    other = anna.study(FIRST)
    assert other.until_frame()["coach"]["id"] == "bluff"
    told, view = line.frame["coach"], line.frame["view"]
    cookies = dict(anna.http.cookies)
    anna.close()
    server.stop()
    again = Guest(start())
    again.http.cookies.update(cookies)
    frame = again.study(FIRST).until_frame()
    assert frame["coach"] == {**told, "done": frame["coach"]["done"]} and frame["view"] == view
    page = again.http.get("/learn").text
    assert re.search(r"at step 6 of 25", page) and "Go on" in page
    again.close()


def test_a_lesson_is_its_guests_alone(guest: Make) -> None:
    anna, bruno = guest("Anna"), guest("Bruno")
    line = begun(anna)
    read_on(line, "plan")
    assert begun(bruno).frame["coach"]["id"] == "welcome"
    stranger = guest("Nobody")
    assert stranger.study(FIRST).closed() == 4404


def finish(line: Line) -> None:
    while settled(line)["do"] != "end":
        line.until_seq(line.coach("skip")["seq"])


def test_the_end_leads_on_into_a_match_against_the_lessons_bot(guest: Make) -> None:
    anna = guest()
    line = begun(anna)
    finish(line)
    assert line.frame["coach"]["goals"] and "after" in line.frame["coach"]
    played, view = line.frame["choices"], line.frame["view"]
    assert view["turn_no"] > 3
    assert "done" in anna.http.get("/learn/fog_of_war").text
    match = anna.http.post(f"{FIRST}/match").headers["location"].removeprefix("/m/")
    seated = anna.sit(match, "axis")
    frame = seated.until_frame(lambda frame: frame["ask"] is not None)
    assert frame["choices"] > played and frame["players"]["allied"]["bot"] == "recruit"
    assert seated.act(frame["ask"]["options"][0])["t"] == "ack"


def test_a_lesson_goes_back_begins_anew_and_says_what_it_expects(guest: Make) -> None:
    line = begun(guest())
    assert line.coach("back")["reason"] == "malformed", "there is nothing before the first step"
    assert line.think("undo")["reason"] == "malformed", "a lesson is no sandbox"
    read_on(line, "plan")
    assert line.ask({"t": "advice", "n": 1})["choice"] == ["create_operation", "scandinavia", "army_2"]
    stale = line.act(["create_operation", "scandinavia", "army_2"], seq=line.frame["seq"] - 1)
    assert stale["reason"] == "stale"
    line.until_seq(line.coach("back")["seq"])
    before = line.frame["coach"]["id"]
    assert before != "plan"
    read_on(line, "plan")
    do(line, "create_operation", "scandinavia", "army_2")
    line.until_seq(line.coach("restart")["seq"])
    assert settled(line)["id"] == "welcome" and not line.frame["undo"]


def test_the_last_lesson_leads_nowhere(guest: Make) -> None:
    last = lessons_of(import_module("casusbelli.games.fog_of_war").GAME)[-1]
    address, anna = f"/learn/fog_of_war/{last.id}", guest()
    assert anna.http.post(address).status_code == 303
    line = anna.study(address, "en")
    line.until_frame()
    finish(line)
    assert line.frame["coach"]["after"] == {"next": None}


def test_an_exercise_shows_a_first_page_to_who_was_never_here(guest: Make) -> None:
    address = "/exercise/fog_of_war/last_point"
    assert 'data-study="lesson"' not in guest("").http.get(address).text


def test_a_match_takes_no_commands_of_a_coach(guest: Make) -> None:
    anna = guest()
    match = anna.begin("fog_of_war", seat__axis="me", seat__allied="bot:recruit")
    line = anna.sit(match, "axis")
    line.until_frame()
    assert line.coach("next")["reason"] == "malformed"


def test_a_bad_course_stops_the_server_at_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "check_words", lambda *_: ["it: lesson first_blow: no text step.plan"])
    with pytest.raises(LessonError, match=r"fog_of_war: it: lesson first_blow: no text step\.plan"):
        app_module.refuse_bad_courses()
    assert lessons_of(import_module("casusbelli.games.fog_of_war").GAME)


def test_an_exercise_is_listed_tried_and_solved(guest: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    game = import_module("casusbelli.games.wunderwaffen").GAME
    install(monkeypatch, game)
    try:
        anna, address = guest(), "/exercise/wunderwaffen/two_of_three"
        assert "0 of 10 solved" in anna.http.get("/learn/wunderwaffen").text
        assert anna.http.post(address).headers["location"] == address and 'data-study="lesson"' in anna.http.get(address).text
        line = anna.study(address)
        options = line.until_frame()["ask"]["options"]
        assert line.frame["coach"]["do"] == "solve" and line.frame["coach"]["wants"] == []
        right = ["place", "ready_1", "russian", "soldier", "lublin_2"]
        wrong = next(choice for choice in options if "lublin_2" not in choice)
        assert line.act(wrong)["reason"] == "nudged"
        line.until_seq(line.frame["seq"])
        line.until_frame(lambda frame: frame["coach"]["nudge"] is not None)
        place = anna.http.post(f"{address}/sandbox", data={"choice": msgspec.json.encode(wrong).decode()}).headers["location"]
        assert anna.study(place).until_frame()["sandbox"]["back"] == address
        do(line, *right)
        assert line.frame["coach"]["do"] == "end" and "third space" in line.frame["coach"]["say"]
        assert "1 of 10 solved" in anna.http.get("/learn/wunderwaffen").text
        assert anna.http.get("/exercise/wunderwaffen/tea").status_code == 404
    finally:
        monkeypatch.undo()
        install(pytest.MonkeyPatch(), import_module("casusbelli.games.fog_of_war").GAME)


def test_learning_comes_before_playing_for_somebody_new_and_after_it_once_learnt(guest: Make) -> None:
    anna = guest()
    page = anna.http.get("/").text
    assert "New here? Learn in 9 minutes" in page and f'action="{FIRST}"' in page
    line = begun(anna)
    finish(line)
    assert "New here?" not in anna.http.get("/").text and 'href="/learn/fog_of_war"' in anna.http.get("/").text
    form = anna.http.get("/new/fog_of_war?beginner=1").text
    assert re.search(r'<option value="bot:recruit" selected', form)
