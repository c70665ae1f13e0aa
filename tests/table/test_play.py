"""Playing over the socket: what is acknowledged, what is refused, who hears of it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from tests.kernel.miniature import Miniature

from casusbelli.table.settings import Rate

from .tablekit import HOT_SEAT, QUIET, Guest, Server, play_on, three_lines, through_agenda

Make = Callable[..., Guest]


def test_a_whole_match_is_played_and_every_seat_sees_the_end(guest: Make) -> None:
    anna = guest()
    lines = three_lines(anna, anna.begin(scenario="short", **HOT_SEAT))
    play_on(lines, 1000, Random(1))
    for line in lines.values():
        assert line.frame["over"]["winners"] and line.frame["over"]["seed"] and line.frame["ask"] is None
    assert lines["uk"].act(["play", 1])["reason"] == "over"


def test_a_frame_says_who_is_asked_and_shows_only_the_own_hand(guest: Make) -> None:
    anna = guest()
    frame = anna.sit(anna.begin(**HOT_SEAT), "ussr").until_frame()
    assert frame["seq"] == frame["choices"] == 0 and frame["seat"] == "ussr" and frame["over"] is None
    assert [waiting["seat"] for waiting in frame["waiting"]] == ["uk", "ussr", "us"]
    assert frame["ask"]["decision"] == "agenda_card" and frame["ask"]["rule"] == "5.13"
    assert [["play", card] for card in frame["view"]["hand"]] == frame["ask"]["options"]
    assert frame["players"]["uk"] == {"name": "Anna", "kind": "human", "bot": None, "online": False}
    assert frame["players"]["ussr"]["online"]
    assert [event["params"].get("cards") is not None for event in frame["events"]["list"]] == [False, True, False]


def test_the_same_id_is_played_once_and_answered_alike_every_time(guest: Make) -> None:
    anna = guest()
    line = anna.sit(anna.begin(**HOT_SEAT), "uk")
    choice = line.until_frame()["ask"]["options"][0]
    first = line.act(choice, action_id="once")
    assert first == {"t": "ack", "id": "once", "seq": 1}
    assert line.act(choice, seq=0, action_id="once") == first
    assert line.act(["play", 99], seq=7, action_id="once") == first
    assert line.until_seq(1)["choices"] == 1
    elsewhere = anna.sit(anna.begin(**HOT_SEAT), "uk")
    assert elsewhere.act(elsewhere.until_frame()["ask"]["options"][0], action_id="once") == first
    other_seat = anna.sit(line.match, "us")
    other_seat.until_seq(1)
    assert other_seat.act(other_seat.frame["ask"]["options"][0], action_id="once")["reason"] == "malformed"
    assert other_seat.frame["seq"] == 1


def test_a_stale_choice_changes_nothing_and_hears_the_present_number(server: Server, guest: Make) -> None:
    anna = guest()
    lines = through_agenda(three_lines(anna, anna.begin(**HOT_SEAT)))
    line = lines["uk"]
    before = server.room(line.match).match.digest()
    for seq in (0, 2, 4, 2**31):
        answer = line.act(line.frame["ask"]["options"][0], seq=seq)
        assert (answer["t"], answer["reason"], answer["seq"]) == ("refused", "stale", 3)
    assert server.room(line.match).match.digest() == before


def test_secret_answers_may_cross_on_the_way(guest: Make) -> None:
    """Both seats saw the same question; the second is not stale because somebody else was quicker."""
    anna = guest()
    lines = three_lines(anna, anna.begin(**HOT_SEAT))
    for n, seat in enumerate(("us", "uk", "ussr"), 1):
        assert lines[seat].act(lines[seat].frame["ask"]["options"][0], seq=0) == {"t": "ack", "id": lines[seat].sent, "seq": n}


def test_an_illegal_choice_is_refused_with_its_reason_and_changes_nothing(server: Server, guest: Make) -> None:
    anna = guest()
    lines = through_agenda(three_lines(anna, anna.begin(**HOT_SEAT)))
    line = lines["uk"]
    before = server.room(line.match).match.digest()
    answer = line.act(["play", 99])
    assert answer["reason"] == "illegal"
    assert answer["refusal"] == {"key": "not_in_hand", "rule": "5.22", "params": {"card": 99}}
    assert lines["us"].act(["play", 1])["reason"] == "not_your_turn"
    assert server.room(line.match).match.digest() == before and server.room(line.match).seq == 3


@pytest.mark.parametrize(
    "message",
    [
        "",
        "null",
        "{}",
        '{"t":"act"}',
        '{"t":"act","id":"a","seq":0,"choice":[]}',
        '{"t":"act","id":"a","seq":-1,"choice":["play",1]}',
        '{"t":"act","id":"a","seq":0,"choice":["play",NaN]}',
        '{"t":"act","id":"a","seq":0,"choice":["play",1.5]}',
        '{"t":"act","id":"a","seq":0,"choice":["play",true]}',
        '{"t":"act","id":"a","seq":0,"choice":["play",["x"]]}',
        '{"t":"act","id":"a","seq":0,"choice":"play"}',
        '{"t":"act","id":"<a>","seq":0,"choice":["play",1]}',
        '{"t":"act","id":"","seq":0,"choice":["play",1]}',
        '{"t":"act","id":7,"seq":0,"choice":["play",1]}',
        '{"t":"frame"}',
        '{"t":"chat","id":"a","text":"   "}',
        "[" * 2000,
        b"\xff\xfe",
    ],
)
def test_nonsense_is_refused_in_words(guest: Make, message: str | bytes) -> None:
    anna = guest()
    line = anna.sit(anna.begin(**HOT_SEAT), "uk")
    line.until_frame()
    assert line.ask(message)["reason"] == "malformed"
    assert line.act(line.frame["ask"]["options"][0])["t"] == "ack"


@pytest.mark.parametrize("part", [-1, 10**30, "", "x" * 200, "Ω\u202e", "play"])
def test_choices_of_the_right_shape_that_nobody_offered_are_illegal(guest: Make, part: str | int) -> None:
    anna = guest()
    line = anna.sit(anna.begin(**HOT_SEAT), "uk")
    line.until_frame()
    for choice in (["play", part], [part], ["play"], ["play", part, part]):
        assert line.act(choice)["reason"] in {"illegal", "malformed"}
    assert line.frame["seq"] == 0


def test_what_is_too_large_is_refused_and_what_is_far_too_large_ends_the_line(guest: Make) -> None:
    anna = guest()
    match = anna.begin(**HOT_SEAT)
    line = anna.sit(match, "uk")
    line.until_frame()
    assert line.ask('{"t":"chat","id":"a","text":"' + "x" * 4096 + '"}')["reason"] == "too_large"
    assert line.ask('{"t":"chat","id":"a","text":"' + "ü" * 2040 + '"}')["reason"] == "too_large"
    assert line.ask({"t": "chat", "id": "a", "text": "x" * 2049})["reason"] == "too_large"
    assert line.ask({"t": "chat", "id": "a", "text": "x" * 2048})["t"] == "ack"


def test_why_and_preview_are_answered(guest: Make) -> None:
    anna = guest()
    lines = through_agenda(three_lines(anna, anna.begin(**HOT_SEAT)))
    options = lines["uk"].frame["ask"]["options"]
    answer = lines["uk"].ask({"t": "why", "n": 4, "choice": ["play", 99]})
    assert answer == {"t": "why", "n": 4, "refusal": {"key": "not_in_hand", "rule": "5.22", "params": {"card": 99}}}
    assert lines["uk"].ask({"t": "why", "n": 5, "choice": options[0]}) == {"t": "why", "n": 5, "refusal": None}
    assert lines["us"].ask({"t": "why", "n": 6, "choice": ["play", 1]})["refusal"]["key"] == "not_your_turn"
    assert lines["uk"].ask({"t": "preview", "n": 7, "choice": options[0]}) == {"t": "preview", "n": 7, "preview": None}


def test_undo_takes_back_the_own_choice_and_the_events_with_it(guest: Make) -> None:
    anna = guest()
    lines = through_agenda(three_lines(anna, anna.begin(**HOT_SEAT)))
    uk, us = lines["uk"], lines["us"]
    before = {seat: (line.frame["view"], list(line.log)) for seat, line in lines.items()}
    assert uk.frame["undo"] is False and uk.undo()["reason"] == "no_undo"
    uk.act(uk.frame["ask"]["options"][0])
    assert uk.until_seq(4)["undo"] and uk.frame["ask"]["decision"] == "advance_issue"
    assert us.until_seq(4)["undo"] is False and us.undo()["reason"] == "no_undo"
    uk.act(uk.frame["ask"]["options"][0])
    assert len(us.until_seq(5)["events"]["list"]) == 1 and uk.until_seq(5)["undo"]
    assert uk.undo()["seq"] == 6 and uk.until_seq(6)["undo"]
    assert uk.undo()["seq"] == 7
    for seat, line in lines.items():
        assert line.until_seq(7)["choices"] == 3
        assert (line.frame["view"], line.log) == before[seat]


def test_a_secret_answer_may_be_taken_back_while_another_is_missing(guest: Make) -> None:
    anna = guest()
    lines = three_lines(anna, anna.begin(**HOT_SEAT))
    lines["us"].act(lines["us"].frame["ask"]["options"][0])
    lines["uk"].act(lines["uk"].frame["ask"]["options"][0], seq=1)
    assert lines["us"].until_seq(2)["undo"] and lines["us"].undo()["t"] == "ack"
    assert [waiting["seat"] for waiting in lines["uk"].until_seq(3)["waiting"]] == ["ussr", "us"]
    assert lines["us"].until_seq(3)["ask"]["decision"] == "agenda_card"


def test_a_spectator_sees_what_everybody_sees_and_can_do_nothing(guest: Make) -> None:
    anna, ben = guest(), guest("Ben")
    match = anna.begin(**HOT_SEAT)
    lines = three_lines(anna, match)
    watching = ben.sit(match)
    assert watching.until_frame()["view"]["hand"] is None and watching.frame["ask"] is None and watching.frame["seat"] is None
    for message in (
        {"t": "act", "id": "a", "seq": 0, "choice": ["play", 1]},
        {"t": "undo", "id": "a", "seq": 0},
        {"t": "why", "n": 1, "choice": ["play", 1]},
        {"t": "preview", "n": 1, "choice": ["play", 1]},
        {"t": "chat", "id": "a", "text": "hello"},
    ):
        assert watching.ask(message)["reason"] == "spectator"
    through_agenda(lines)
    assert watching.until_seq(3)["view"]["phase"] == "meeting"


@pytest.mark.parametrize(("seat", "code"), [("uk", 4403), ("nobody", 4403)])
def test_somebody_elses_seat_stays_closed(guest: Make, seat: str, code: int) -> None:
    anna, ben = guest(), guest("Ben")
    match = anna.begin(**HOT_SEAT)
    assert ben.sit(match, seat).closed() == code


def test_a_private_match_and_a_match_that_is_not_there_stay_closed(guest: Make) -> None:
    anna, ben = guest(), guest("Ben")
    match = anna.begin(spectators="off", **HOT_SEAT)
    assert ben.sit(match).closed() == 4403
    assert anna.sit(match).until_frame()["seat"] is None
    assert anna.sit("no-such-match").closed() == 4404


def test_chat_is_kept_and_shown_once_to_everybody(guest: Make) -> None:
    anna, ben = guest(), guest("Ben")
    match = anna.begin(seat__uk="me", seat__ussr="bot:random", seat__us="open")
    line = anna.sit(match, "uk")
    ben.join(line.until_frame()["players"]["us"]["invite"])
    other = ben.sit(match, "us")
    other.until_frame()
    for _ in range(2):
        assert line.ask({"t": "chat", "id": "c1", "text": " <b>peace?</b> "})["t"] == "ack"
    said = other.until(lambda message: message["t"] == "chat")
    assert (said["n"], said["seat"], said["name"], said["text"]) == (1, "uk", "Anna", "<b>peace?</b>")
    line.ask({"t": "chat", "id": "c2", "text": "war"})
    assert other.until(lambda message: message["t"] == "chat")["text"] == "war"
    later = ben.sit(match)
    assert [later.until(lambda message: message["t"] == "chat")["n"] for _ in range(2)] == [1, 2]


def test_players_hear_who_comes_and_goes(guest: Make) -> None:
    anna = guest()
    match = anna.begin(**HOT_SEAT)
    uk, us = anna.sit(match, "uk"), anna.sit(match, "us")
    us.until_frame()
    uk.until(lambda message: message["t"] == "players" and message["players"]["us"]["online"])
    us.close()
    uk.until(lambda message: message["t"] == "players" and not message["players"]["us"]["online"])


def test_who_sends_too_much_is_refused_and_at_last_cut_off(start: Callable[..., Server]) -> None:
    server = start(msgspec.structs.replace(QUIET, line_rate=Rate(0.001, 5)))
    anna = Guest(server)
    line = anna.sit(anna.begin(**HOT_SEAT), "uk")
    line.until_frame()
    answers = [line.ask({"t": "why", "n": n, "choice": ["play", 99]})["t"] for n in range(7)]
    assert answers == ["why"] * 5 + ["refused"] * 2
    assert line.flood({"t": "why", "n": 1, "choice": ["play", 99]}, 300) == 1008
    anna.close()


def test_a_guest_has_so_many_lines_and_no_more(start: Callable[..., Server]) -> None:
    server = start(msgspec.structs.replace(QUIET, sockets_per_guest=2))
    anna = Guest(server)
    match = anna.begin(**HOT_SEAT)
    for seat in ("uk", "us"):
        anna.sit(match, seat).until_frame()
    assert anna.sit(match, "ussr").closed() == 4429
    anna.close()


def test_a_rule_that_fails_refuses_the_choice_and_leaves_the_match(
    server: Server, guest: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = guest()
    lines = three_lines(anna, anna.begin(**HOT_SEAT))
    line = lines["uk"]
    room = server.room(line.match)
    before = room.match.digest()

    def broken(match: Any, seat: str, choice: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(type(room.match), "_play", broken)
    assert line.act(line.frame["ask"]["options"][0])["reason"] == "error"
    monkeypatch.undo()
    assert room.match.digest() == before and line.act(line.frame["ask"]["options"][0])["t"] == "ack"


def test_a_view_that_fails_hurts_nobody_else_and_the_choice_stands(
    server: Server, guest: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = guest()
    lines = three_lines(anna, anna.begin(**HOT_SEAT))
    view = Miniature.view

    def broken(self: Miniature, g: Any, seat: str | None) -> Any:
        if seat == "us":
            raise ZeroDivisionError
        return view(self, g, seat)

    monkeypatch.setattr(Miniature, "view", broken)
    assert lines["uk"].act(lines["uk"].frame["ask"]["options"][0])["t"] == "ack"
    assert lines["ussr"].until_seq(1)["choices"] == 1 and lines["us"].closed() == 1011
    monkeypatch.undo()
    assert anna.sit(lines["uk"].match, "us").until_frame()["seq"] == 1
