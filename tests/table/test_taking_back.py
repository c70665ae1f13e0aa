"""Acting and taking back without end: bounded for each question, and what was taken back long ago is forgotten."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from random import Random

import msgspec
import pytest

from casusbelli.table.founding import Wish, found
from casusbelli.table.history import RECENT, forgettable, standing
from casusbelli.table.records import Action, KeptCheckpoint, Saved
from casusbelli.table.records import Guest as GuestRecord

from .parley import PARLEY
from .tablekit import QUIET, Guest, Line, Server
from .test_restart import moved

Start = Callable[..., Server]

WORDY = {"scenario": "wordy", "seat__red": "me", "seat__blue": "here"}
TWICE = msgspec.structs.replace(QUIET, undos_per_question=2)


def say_and_take_back(line: Line, times: int) -> None:
    for _ in range(times):
        line.until_seq(line.act(["war"])["seq"])
        answer = line.undo()
        assert answer["t"] == "ack", answer
        line.until_seq(answer["seq"])


def test_an_answer_can_be_taken_back_so_often_and_no_more(start: Start) -> None:
    server = start(TWICE)
    anna = Guest(server)
    match = anna.begin("parley", **WORDY)
    line = anna.sit(match, "red")
    line.until_frame()
    say_and_take_back(line, 2)
    line.until_seq(line.act(["war"])["seq"])
    assert line.frame["undo"] is False and line.undo()["reason"] == "no_undo"
    assert line.frame["undo_why"] == "often"
    line.until_seq(line.act(["peace"])["seq"])
    assert line.frame["undo"] is True, "that was another question"
    line.until_seq(line.undo()["seq"])
    assert line.frame["view"]["said"] == ["war"] and line.undo()["reason"] == "no_undo"
    anna.close()
    server.stop()
    anna = moved(anna, start(TWICE))
    line = anna.sit(match, "red")
    assert line.until_frame()["undo"] is False and line.undo()["reason"] == "no_undo"
    say_and_take_back(line, 1)
    line.until_seq(line.act(["truce"])["seq"])
    assert line.undo()["reason"] == "no_undo"
    anna.close()


def test_what_was_taken_back_long_ago_is_forgotten_and_the_match_is_the_same(start: Start) -> None:
    server = start()
    anna = Guest(server)
    match = anna.begin("parley", **WORDY)
    line = anna.sit(match, "red")
    line.until_frame()
    line.until_seq(line.act(["peace"])["seq"])
    line.close()

    async def loop() -> None:
        for n in range(2, 1200, 2):
            await server.store.append(match, Action(n, "red", secrets.token_hex(8), ("war",), ("red",), n))
            await server.store.append(match, Action(n + 1, "red", secrets.token_hex(8), None, ("red",), n))
        server.service.hub._rooms.clear()

    server.run(loop)
    line = anna.sit(match, "red")
    assert line.until_frame()["seq"] == 1199 and line.frame["view"]["said"] == ["peace"] and line.frame["choices"] == 1
    assert line.act(["truce"], action_id="next") == {"t": "ack", "id": "next", "seq": 1200}
    saved = server.store.load(match)
    assert saved is not None and len(saved.actions) <= RECENT + 4 and saved.seq == 1200
    assert standing(saved.actions)[0] == [("red", ("peace",)), ("red", ("truce",))]
    assert anna.http.get(f"/m/{match}/at/1?seat=red").json()["view"]["said"] == ["peace"]

    async def forget() -> None:
        server.service.hub._rooms.clear()

    server.run(forget)
    again = anna.sit(match, "red")
    assert again.until_frame()["seq"] == 1200 and again.frame["view"]["said"] == ["peace", "truce"]
    assert again.act(["truce"], seq=1199, action_id="next") == {"t": "ack", "id": "next", "seq": 1200}
    anna.close()


@pytest.mark.parametrize("seed", range(30))
def test_forgetting_changes_neither_the_choices_nor_the_checkpoints(seed: int) -> None:
    rng = Random(seed)
    record, seats, beginning = found(PARLEY, Wish("wordy", {}, {"red": "me", "blue": "me"}, True, False), GuestRecord("a", "A"))
    kept = [KeptCheckpoint(0, 0, "1", beginning)]
    actions: list[Action] = []
    choices: list[str] = []
    for seq in range(1, 3 * RECENT):
        seat = rng.choice(("red", "blue"))
        takes_back = seat in choices and rng.random() < 0.45
        if takes_back:
            del choices[max(n for n, by in enumerate(choices) if by == seat)]
        else:
            choices.append(seat)
        actions.append(Action(seq, seat, str(seq), None if takes_back else ("say", seq), (), 0))
        if rng.random() < 0.03:
            kept.append(KeptCheckpoint(seq, rng.randrange(len(choices) + 1), "1", bytes([seq % 256])))
    saved = Saved(record, seats, actions, kept, [])
    gone = {seq for pair in forgettable(saved) for seq in pair}
    assert gone and max(gone) <= saved.seq - RECENT
    left = [action for action in actions if action.seq not in gone]
    assert standing(left, kept) == standing(actions, kept)
