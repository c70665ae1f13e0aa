"""The table's clock: a question with a limit lapses by itself, and it is as durable as a choice."""

from __future__ import annotations

from collections.abc import Callable

from .tablekit import HOT_SEAT, Guest, Line, Server, three_lines, through_agenda

Start = Callable[..., Server]

HURRY = {**HOT_SEAT, "option__hurry": "on"}


def to_a_debate(lines: dict[str, Line]) -> int:
    """The first speaker advances an issue; how many actions there are then."""
    uk = through_agenda(lines)["uk"]
    uk.act(uk.frame["ask"]["options"][0])
    uk.until_seq(4)
    uk.act(uk.frame["ask"]["options"][0])
    return 5


def test_a_question_with_a_limit_tells_its_time_and_lapses(guest: Callable[..., Guest]) -> None:
    anna = guest()
    lines = three_lines(anna, anna.begin(**HURRY))
    assert lines["uk"].frame["ask"]["seconds"] is None
    seq = to_a_debate(lines)
    asked = lines["ussr"].until_seq(seq)
    assert asked["ask"]["decision"] == "debate" and asked["ask"]["seconds"] in {0, 1}
    later = lines["us"].until_seq(seq + 1)
    assert later["ask"]["decision"] == "debate" and len(later["view"]["hand"]) == 4
    assert lines["ussr"].until_seq(seq + 1)["ask"] is None
    assert lines["ussr"].undo()["reason"] in {"no_undo", "stale"}
    after = lines["uk"].until_seq(seq + 2)
    assert after["choices"] == seq + 2 and lines["ussr"].until_seq(seq + 2)["ask"]["decision"] == "advance_card"


def test_who_answers_in_time_is_left_alone(guest: Callable[..., Guest]) -> None:
    anna = guest()
    lines = three_lines(anna, anna.begin(**HURRY))
    seq = to_a_debate(lines)
    for seat in ("ussr", "us"):
        seq += 1
        if lines[seat].until_seq(seq - 1)["ask"]:
            lines[seat].act(["decline"])
    assert lines["ussr"].until_frame(lambda frame: frame["ask"] and frame["ask"]["decision"] == "advance_card")["choices"] == 7


def test_a_lapse_outlives_the_server(start: Start) -> None:
    first = start()
    anna = Guest(first)
    match = anna.begin(**HURRY)
    lines = three_lines(anna, match)
    seq = to_a_debate(lines)
    lines["us"].until_seq(seq + 2)
    hand = lines["us"].frame["view"]["hand"]
    anna.close()
    first.stop()
    again = Guest(start(), anna.name)
    again.http.cookies.update(anna.http.cookies)
    frame = again.sit(match, "us").until_frame()
    assert frame["seq"] == seq + 2 and frame["view"]["hand"] == hand
    again.close()
