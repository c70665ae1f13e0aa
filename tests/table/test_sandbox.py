"""Sandboxes at the table: who may have one, what it shows, and that it is nobody else's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

import msgspec
import pytest

from .tablekit import Guest, Line, Server, forget_games, install

Make = Callable[..., Guest]
LESSON = "/learn/fog_of_war/first_blow"


@pytest.fixture(scope="module", autouse=True)
def games() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        install(patch, *(import_module(f"casusbelli.games.{name}").GAME for name in ("fog_of_war", "wunderwaffen")))
        yield
    forget_games()


def opened(guest: Guest, address: str, **form: str) -> tuple[str, Line]:
    """A new sandbox: its address and a line to it."""
    answer = guest.http.post(address, data=form)
    assert answer.status_code == 303, answer.status_code
    place = answer.headers["location"]
    assert 'data-study="sandbox"' in guest.http.get(place).text
    line = guest.study(place)
    line.until_frame()
    return place, line


def in_a_match(guest: Guest, **form: str) -> tuple[str, Line]:
    match = guest.begin("fog_of_war", seat__axis="me", seat__allied="here", **form)
    line = guest.sit(match, "axis")
    line.until_frame()
    return match, line


def my_turn(line: Line) -> dict[str, Any]:
    return line.until_frame(lambda frame: frame["seat"] == "axis" and frame["ask"] is not None)


def test_from_a_match_it_shows_what_the_seat_sees_and_touches_nothing(guest: Make) -> None:
    anna = guest()
    match, line = in_a_match(anna)
    do = line.frame["ask"]["options"][0]
    line.act(do)
    frame = line.until_seq(1)
    place, thinking = opened(anna, f"/m/{match}/sandbox", seat="axis")
    assert thinking.frame["view"] == frame["view"] and thinking.log == line.log
    assert thinking.frame["sandbox"]["world"] == 1 and not thinking.frame["sandbox"]["true"]
    for _ in range(4):
        answer = thinking.act(my_turn(thinking)["ask"]["options"][0])
        assert answer["t"] == "ack"
        thinking.until_seq(answer["seq"])
    my_turn(thinking)
    there = thinking.frame["view"]
    thinking.until_seq(thinking.think("branch")["seq"])
    assert len(thinking.frame["sandbox"]["lines"]) == 2 and thinking.frame["sandbox"]["line"] == 1
    thinking.until_seq(thinking.think("drop", n=1)["seq"])
    assert thinking.frame["view"] == there
    thinking.until_seq(thinking.undo()["seq"])
    assert thinking.frame["sandbox"]["redo"] and thinking.frame["view"] != there
    while thinking.frame["sandbox"]["redo"]:
        thinking.until_seq(thinking.think("redo")["seq"])
    assert my_turn(thinking)["view"] == there
    thinking.until_seq(thinking.think("world", n=2)["seq"])
    assert thinking.frame["sandbox"]["world"] == 2
    assert thinking.think("line", n=9)["reason"] == "malformed" and thinking.coach("next")["reason"] == "malformed"
    again = anna.sit(match, "axis")
    assert again.until_frame()["seq"] == 1 and again.frame["view"] == frame["view"]
    assert anna.http.post(f"{place}/forget").headers["location"] == f"/m/{match}"
    assert anna.http.get(place).status_code == 404


def test_bots_play_the_other_seats_in_the_imagined_world(guest: Make) -> None:
    anna = guest()
    match, line = in_a_match(anna)
    line.act(line.frame["ask"]["options"][0])
    line.until_seq(1)
    _, thinking = opened(anna, f"/m/{match}/sandbox", seat="axis")
    assert thinking.frame["sandbox"]["hands"] == {"axis": "me", "allied": "officer"}
    told = thinking.until_frame(lambda frame: frame["seat"] == "axis" and frame["ask"] is not None)
    assert told["choices"] > 0


def test_nobody_else_opens_it_and_others_seats_are_closed(guest: Make) -> None:
    anna, bruno = guest("Anna"), guest("Bruno")
    match, _ = in_a_match(anna)
    place, _ = opened(anna, f"/m/{match}/sandbox", seat="axis")
    bruno.begin("fog_of_war", seat__axis="me", seat__allied="bot:recruit")
    assert bruno.http.get(place).status_code == 404 and bruno.study(place).closed() == 4404
    assert bruno.http.post(f"/m/{match}/sandbox", data={"seat": "axis"}).status_code == 403
    assert bruno.http.post(f"{place}/forget").status_code == 404
    assert guest("Nobody").http.post(f"/m/{match}/sandbox").status_code == 404
    assert anna.http.get("/matches").text.count(place) == 0


def test_the_host_may_switch_aids_off(guest: Make) -> None:
    anna = guest()
    match, line = in_a_match(anna, aids="off")
    assert anna.http.post(f"/m/{match}/sandbox", data={"seat": "axis"}).status_code == 403
    assert 'data-aids="off"' in anna.http.get(f"/m/{match}").text
    choice = line.frame["ask"]["options"][0]
    assert line.ask({"t": "preview", "n": 1, "choice": choice})["preview"] is None
    assert line.ask({"t": "advice", "n": 2})["choice"] is None


def test_other_eyes_in_a_sandbox_see_an_imagined_hand_not_the_true_one(guest: Make) -> None:
    """The Allies think ahead and take the Axis in hand: in six worlds they meet more than one pair of Victory cards."""
    anna = guest()
    match, line = in_a_match(anna)
    line.act(line.frame["ask"]["options"][0])
    line.until_seq(1)
    allied = anna.sit(match, "allied")
    allied.until_frame()
    hands = set()
    for _ in range(6):
        _, thinking = opened(anna, f"/m/{match}/sandbox", seat="allied")
        assert thinking.frame["view"] == allied.frame["view"]
        thinking.until_seq(thinking.think("hand", seat="axis", hand="me")["seq"])
        while thinking.frame["seat"] != "axis":
            thinking.until_seq(thinking.act(thinking.frame["ask"]["options"][-1])["seq"])
        hands.add(msgspec.json.encode(thinking.frame["view"]))
    assert len(hands) > 1


def test_from_a_lesson_with_the_move_that_was_tried(guest: Make) -> None:
    anna = guest()
    anna.http.post(LESSON)
    lesson = anna.study(LESSON)
    lesson.until_frame()
    while lesson.frame["coach"]["id"] != "plan":
        lesson.until_seq(lesson.coach("next")["seq"])
    tried = ["place_defence", "army_1", "ruhr"]
    _, thinking = opened(anna, f"{LESSON}/sandbox", choice=msgspec.json.encode(tried).decode())
    told = thinking.frame["sandbox"]
    assert told["true"] and told["back"] == LESSON and told["lines"][0]["name"] == "Defend the Ruhr with Army/1"
    assert anna.http.post(f"{LESSON}/sandbox", data={"choice": "{"}).status_code == 400


def test_after_the_end_one_plays_on_from_any_moment_and_any_seat_as_it_was(guest: Make) -> None:
    anna = guest()
    match = anna.begin("wunderwaffen", scenario="two_players", seat__american_german="me", seat__british_russian="bot:random")
    line = anna.sit(match, "american_german")
    rng = Random(3)
    while not line.frame or not line.frame["over"]:
        frame = line.until_frame(lambda frame: frame["ask"] is not None or frame["over"] is not None)
        if frame["ask"]:
            line.act(rng.choice(frame["ask"]["options"]))
            line.until_frame(lambda now, seq=frame["seq"]: now["seq"] > seq)
    for seat in ("american_german", "british_russian"):
        _, thinking = opened(anna, f"/m/{match}/sandbox", seat=seat, at="9")
        told = thinking.frame["sandbox"]
        assert told["true"] and told["origin"] == "match" and told["back"] == f"/m/{match}"
        assert thinking.frame["view"] == anna.http.get(f"/m/{match}/at/9?seat={thinking.frame['seat']}").json()["view"]
    assert guest("Bruno").http.post(f"/m/{match}/sandbox", data={"seat": "american_german"}).status_code in (403, 404)


def test_at_most_twenty_are_kept(guest: Make, start: Callable[..., Server]) -> None:
    anna = guest()
    match, _ = in_a_match(anna)
    places = [anna.http.post(f"/m/{match}/sandbox", data={"seat": "axis"}).headers["location"] for _ in range(22)]
    codes = [anna.http.get(place).status_code for place in places]
    assert codes.count(200) == 20 and codes[-1] == 200


def test_an_unknown_position_is_not_found(guest: Make) -> None:
    assert guest().http.post("/positions/fog_of_war/nowhere").status_code == 404


def test_lines_are_kept_and_chance_falls_otherwise_once_something_was_tried(guest: Make) -> None:
    anna = guest()
    match, _ = in_a_match(anna)
    _, thinking = opened(anna, f"/m/{match}/sandbox", seat="axis")
    for do in ("reroll", "dice", "keep", "redo"):
        assert thinking.think(do)["reason"] == "malformed", do
    for wrong in ({"seat": "axis", "hand": "nobody"}, {"seat": "nobody", "hand": "me"}):
        assert thinking.think("hand", **wrong)["reason"] == "malformed"
    thinking.until_seq(thinking.act(my_turn(thinking)["ask"]["options"][0])["seq"])
    my_turn(thinking)
    assert thinking.think("dice", n=6)["reason"] == "malformed", "no die was rolled"
    thinking.until_seq(thinking.think("reroll")["seq"])
    assert thinking.frame["choices"] >= 1, "the choice itself stays"
    my_turn(thinking)
    thinking.until_seq(thinking.think("keep")["seq"])
    told = thinking.frame["sandbox"]
    assert (len(told["lines"]), told["line"], thinking.frame["choices"]) == (2, 1, 0)
    thinking.until_seq(thinking.think("line", n=0)["seq"])
    assert thinking.frame["sandbox"]["line"] == 0 and thinking.frame["choices"] >= 1
    advice = thinking.ask({"t": "advice", "n": 7})
    assert advice["choice"] in my_turn(thinking)["ask"]["options"]


def test_a_prepared_position_opens_for_somebody_new_and_leads_back_into_this_house(guest: Make) -> None:
    address = "/positions/fog_of_war/ledger"
    for back, leads in (
        ("/rules/fog_of_war", "/rules/fog_of_war"),
        ("//evil.example/", "/learn/fog_of_war"),
        ("", "/learn/fog_of_war"),
    ):
        _, thinking = opened(guest(), address, back=back)
        told = thinking.frame["sandbox"]
        assert told["origin"] == "position" and told["true"] and told["back"] == leads
        assert told["ask"]["title"]


def test_an_answer_of_an_exercise_is_tried_out(guest: Make) -> None:
    anna = guest()
    address = "/exercise/wunderwaffen/two_of_three"
    assert anna.http.post(f"{address}/sandbox").status_code == 404, "nobody is known before he has begun"
    anna.http.post("/me", data={"name": "Anna"})
    _, thinking = opened(anna, f"{address}/sandbox")
    told = thinking.frame["sandbox"]
    assert told["origin"] == "lesson" and told["back"] == address and told["ask"] is None
    assert thinking.frame["choices"] == 0, "nothing was tried"
    assert anna.http.post(f"{address}/sandbox", data={"choice": "7"}).status_code == 400
    assert anna.http.post("/exercise/wunderwaffen/tea/sandbox").status_code == 404
