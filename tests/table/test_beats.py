"""Beats over the wire: the positions through which a frame was reached, for those who look on, and for nobody else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from casusbelli.game import Beat
from casusbelli.table.delta import REPLACED, apply, between, difference
from casusbelli.table.line import Line as TableLine

from .tablekit import HOT_SEAT, QUIET, Guest, Server, play_on, three_lines, through_agenda

Make = Callable[..., Guest]

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "beats_vectors.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["name"])
def test_differences_are_as_the_browser_expects_them(vector: dict[str, Any]) -> None:
    assert difference(vector["old"], vector["new"]) == vector["change"]
    assert json.dumps(apply(vector["old"], vector["change"])) == json.dumps(vector["new"])


def test_a_difference_leads_from_any_value_to_any_other() -> None:
    rng = Random(1)

    def some(depth: int) -> Any:
        if depth == 0 or rng.random() < 0.3:
            return rng.choice([None, True, 1, 1.5, "x", [], {}])
        if rng.random() < 0.5:
            return [some(depth - 1) for _ in range(rng.randrange(4))]
        return {rng.choice("abcdef"): some(depth - 1) for _ in range(rng.randrange(5))}

    for _ in range(2000):
        old, new = {"v": some(4)}, {"v": some(4)}
        change = difference(old, new)
        assert change is not REPLACED and json.dumps(apply(old, change)) == json.dumps(new)
        assert between(old, new) == change


def views_of(frame: dict[str, Any]) -> list[Any]:
    """The views of a frame's beats, in the order in which they were seen."""
    view, found = frame["view"], []
    for beat in reversed(frame["beats"]):
        view = apply(view, beat["back"])
        found.append(view)
    return found[::-1]


def test_a_frame_has_a_beat_for_each_of_its_events_and_the_first_one_none(guest: Make) -> None:
    anna = guest()
    lines = three_lines(anna, anna.begin(scenario="short", **HOT_SEAT))
    assert all(line.frame["beats"] == [] and line.frame["own"] is None for line in lines.values())
    play_on(lines, 60, Random(1))
    for line in lines.values():
        frames = [heard for heard in line.heard if heard["t"] == "frame"][1:]
        assert sum(len(frame["beats"]) for frame in frames) > 10
        for frame in frames:
            events = frame["events"]
            assert [beat["at"] for beat in frame["beats"]] == [*range(events["from"], events["from"] + len(events["list"]))]
            assert all(view.keys() == frame["view"].keys() for view in views_of(frame))


def test_a_beat_shows_the_position_at_its_event(guest: Make) -> None:
    """Points are told one after the other at the end of a conference: each beat has those told so far and no others."""
    anna = guest()
    lines = three_lines(anna, anna.begin(scenario="short", **HOT_SEAT))
    frames = []
    while lines["uk"].frame["over"] is None:
        line = next(line for line in lines.values() if line.frame["ask"])
        answer = line.act(keenest(line.frame))
        for line in lines.values():
            line.until_seq(answer["seq"])
        frames.append(lines["uk"].frame)
    score, scored = {"uk": 0, "ussr": 0, "us": 0}, 0
    for frame in frames:
        for beat, view in zip(frame["beats"], views_of(frame), strict=True):
            event = lines["uk"].log[beat["at"]]
            if event["kind"] == "scored":
                score[event["params"]["seat"]] += event["params"]["points"]
                scored += 1
            assert view["score"] == score
    assert scored > 2


def keenest(frame: dict[str, Any]) -> Any:
    """The choice that brings an issue nearest to being won; nobody objects."""
    options, issues = frame["ask"]["options"], frame["view"]["issues"]
    if frame["ask"]["decision"] == "advance_issue":
        return max(options, key=lambda option: issues[option[1]])
    return min(options, key=lambda option: -(option[1] % 6) if option[0] == "play" else -9)


def test_own_says_where_the_seat_last_chose(guest: Make) -> None:
    anna = guest()
    lines = through_agenda(three_lines(anna, anna.begin(**HOT_SEAT)))
    uk = lines["uk"]
    uk.until_seq(uk.act(uk.frame["ask"]["options"][0])["seq"])
    told = len(uk.log)
    answer = uk.act(uk.frame["ask"]["options"][0])
    assert uk.until_seq(answer["seq"])["own"] == told and len(uk.log) > told
    assert lines["us"].until_seq(answer["seq"])["own"] < told
    spectator = anna.sit(uk.match)
    assert spectator.until_frame()["own"] is None


def test_nothing_is_captured_where_nobody_watches_or_beats_are_switched_off(
    server: Server, guest: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = guest()
    match = anna.begin(**HOT_SEAT)
    frame = anna.sit(match, "ussr").until_frame()
    assert frame["beats"] == []
    room = server.room(match)
    monkeypatch.setattr(room, "_settings", msgspec.structs.replace(QUIET, beats=False))
    lines = three_lines(anna, match)
    play_on(lines, 20, Random(1))
    assert all(heard.get("beats", []) == [] for line in lines.values() for heard in line.heard)
    assert room.match.beats == []


def test_a_line_that_wants_no_beats_gets_none_and_where_nobody_wants_them_none_are_kept(server: Server, guest: Make) -> None:
    anna = guest()
    match = anna.begin(scenario="short", **HOT_SEAT)
    plain = {seat: anna.sit(match, f"{seat}&beats=0") for seat in ("uk", "ussr", "us")}
    for line in plain.values():
        line.until_frame()
    play_on(plain, 12, Random(1))
    assert server.room(match).match.beats == []
    with_beats = anna.sit(match, "uk")
    with_beats.until_frame()
    play_on({**plain, "uk": with_beats}, 30, Random(1))
    frames = [heard for heard in with_beats.heard if heard["t"] == "frame"]
    assert any(frame["beats"] for frame in frames)
    assert all(heard["beats"] == [] for line in plain.values() for heard in line.heard if heard["t"] == "frame")
    assert frames[-1]["view"] == plain["uk"].until_seq(frames[-1]["seq"])["view"]


def test_an_undo_takes_its_beats_with_it(server: Server, guest: Make) -> None:
    anna = guest()
    lines = through_agenda(three_lines(anna, anna.begin(**HOT_SEAT)))
    uk = lines["uk"]
    for _ in range(2):
        answer = uk.act(uk.frame["ask"]["options"][0])
        uk.until_seq(answer["seq"])
    assert uk.frame["beats"]
    assert uk.until_seq(uk.undo()["seq"])["beats"] == []
    assert server.room(uk.match).match.beats == []


def test_a_view_that_fails_in_the_middle_of_a_rule_costs_its_beat_and_nothing_else(
    server: Server, guest: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = guest()
    lines = through_agenda(three_lines(anna, anna.begin(**HOT_SEAT)))

    def fails(beat: Beat, seat: str | None) -> Any:
        raise KeyError("a piece is in the air")

    monkeypatch.setattr(Beat, "shown", fails)
    rng, before, frames = Random(2), len(lines["uk"].heard), []
    while not any(len(frame["events"]["list"]) > 1 for frame in frames):  # the last of a frame's events needs no view of its own
        play_on(lines, 10, rng)
        frames = [heard for heard in lines["uk"].heard[before:] if heard["t"] == "frame"]
    assert all(beat["back"] == {} for frame in frames for beat in frame["beats"])
    assert sum(len(frame["events"]["list"]) for frame in frames) > sum(len(frame["beats"]) for frame in frames)


class SlowReader:
    """Takes the first frame, and the next one only when let."""

    def __init__(self) -> None:
        self.may_read = asyncio.Event()
        self.frames: list[dict[str, Any]] = []

    async def send(self, message: Any) -> None:
        if self.frames:
            await self.may_read.wait()
        heard = json.loads(message.get("text", "{}"))
        if heard.get("t") == "frame":
            self.frames.append(heard)


@pytest.mark.parametrize("kept", [200, 5])
def test_a_slow_reader_gets_all_beats_since_in_one_frame_and_never_more_than_are_kept(
    server: Server, guest: Make, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    monkeypatch.setattr("casusbelli.table.gallery.BEATS_KEPT", kept)
    anna = guest()
    match = anna.begin(**HOT_SEAT)
    lines, room, reader = three_lines(anna, match), server.room(match), SlowReader()

    async def come() -> None:
        line = TableLine(reader.send, "us", None)
        line.start()
        await room.attach(line)

    async def let_read() -> None:
        reader.may_read.set()

    server.run(come)
    play_on(lines, 40, Random(2))
    server.run(let_read)
    while len(reader.frames) < 3:
        server.run(let_read)
    held, late = reader.frames[1:3]
    had = late["events"]["from"]
    assert had == held["events"]["from"] + len(held["events"]["list"])
    assert len(late["events"]["list"]) > 5
    assert [beat["at"] for beat in late["beats"]] == [*range(had, had + len(late["events"]["list"]))][-kept:]
    assert late["view"] == lines["us"].frame["view"]


def test_the_recap_has_a_beat_for_everything_told_since_and_the_replay_one_for_each_event_of_its_choice(guest: Make) -> None:
    anna = guest()
    match = anna.begin(scenario="short", **HOT_SEAT)
    lines = three_lines(anna, match)
    play_on(lines, 12, Random(1))

    def get(address: str) -> Any:
        return anna.http.get(f"/m/{match}/{address}?seat=us").json()

    told = len(get("at/6")["events"]["list"])
    recap = get(f"since/{told}")
    assert recap["view"] == lines["us"].frame["view"] and recap["own"] == lines["us"].frame["own"]
    assert [beat["at"] for beat in recap["beats"]] == [*range(told, len(recap["events"]["list"]))]
    live = {n: view for f in lines["us"].heard if f["t"] == "frame" for n, view in zip(numbers(f), views_of(f), strict=True)}
    assert dict(zip(numbers(recap), views_of(recap), strict=True)) == {n: view for n, view in live.items() if n >= told}
    for n in range(1, 13):
        before, after = get(f"at/{n - 1}"), get(f"at/{n}")
        fresh = [*range(len(before["events"]["list"]), len(after["events"]["list"]))]
        assert numbers(after) == fresh
        for number in fresh:
            moment = get(f"told/{number}")
            assert moment["choices"] == n and moment["beats"] == after["beats"]
    assert get("told/0")["choices"] == 0
    assert anna.http.get(f"/m/{match}/told/999?seat=us").status_code == 404
    assert get("since/999")["beats"] == []
    stranger = guest("Zoe").http
    assert {stranger.get(f"/m/{match}/{part}/0?seat=us").status_code for part in ("since", "told", "at")} == {403}


def numbers(frame: dict[str, Any]) -> list[int]:
    return [beat["at"] for beat in frame["beats"]]
