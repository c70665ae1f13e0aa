"""Playing over the socket: what is acknowledged, what is refused, who hears of it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .tablekit import Guest, Line

Make = Callable[..., Guest]

HOT_SEAT = {"seat__uk": "me", "seat__ussr": "here", "seat__us": "here"}


def three_lines(guest: Guest, match: str) -> dict[str, Line]:
    lines = {seat: guest.sit(match, seat) for seat in ("uk", "ussr", "us")}
    for line in lines.values():
        line.until_frame()
    return lines


def play_on(lines: dict[str, Line], steps: int, rng: Random) -> int:
    """Play random choices over the sockets; the number of actions so far."""
    seq = max(line.frame["seq"] for line in lines.values())
    for _ in range(steps):
        asked = [line for line in lines.values() if line.until_seq(seq)["ask"]]
        if not asked:
            break
        line = rng.choice(asked)
        answer = line.act(rng.choice(line.frame["ask"]["options"]))
        assert answer["t"] == "ack"
        seq = answer["seq"]
    for line in lines.values():
        line.until_seq(seq)
    return seq


def test_a_whole_match_is_played_and_every_seat_sees_the_end(guest: Make) -> None:
    anna = guest()
    match = anna.begin(scenario="short", **HOT_SEAT)
    lines = three_lines(anna, match)
    play_on(lines, 1000, Random(1))
    for line in lines.values():
        assert line.frame["over"]["winners"] and line.frame["over"]["seed"] and line.frame["ask"] is None
    assert lines["uk"].act(["play", 1])["reason"] == "over"
