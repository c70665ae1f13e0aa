"""Taking back past a roll or a reveal: by consent of all, in friendly matches, with fresh chance from there on."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from casusbelli.cli.app import app
from casusbelli.game import Journal, registry, verify
from casusbelli.kernel import commitment, fresh_seed
from casusbelli.lab.decisions import decisions_of
from casusbelli.table.history import forgettable, standing, stood
from casusbelli.table.records import Action
from casusbelli.table.thinking import position_of, problem_of

from .evening import Begin, Conference
from .tablekit import HOT_SEAT, Guest, Server, play_on, three_lines
from .test_proposals import answer, ask
from .test_several_processes import Servers, servers, spread  # noqa: F401

FRIENDLY = {"pace": "none"}


def a_conference(evening: Begin, steps: int = 40, **form: str) -> Conference:
    night = evening(Conference, **(FRIENDLY | form))
    assert isinstance(night, Conference)
    night.agenda()
    play_on(night.lines, steps, Random(4))
    return night


def go_back(night: Conference, by: str, to: int) -> None:
    """All agree."""
    assert ask(night.lines[by], "take_back", night.room.seq, to=to, fresh=True)["t"] == "ack"
    for seat in night.lines:
        if seat != by:
            assert answer(night, seat)["t"] == "ack"
    for line in night.lines.values():
        line.until_seq(night.room.seq)


def ended(night: Conference) -> Journal:
    ask(night.lines["uk"], "end", night.room.seq, how="off")
    answer(night, "us")
    answer(night, "ussr")
    return Journal.from_json(night.guests["us"].http.get(f"/m/{night.match}/journal").content)


def first_of(night: Conference, seat: str) -> int:
    return next(n for n, (by, _) in enumerate(night.room.match.entries) if by == seat)


def test_all_go_back_past_a_roll_and_it_is_not_rolled_again(evening: Begin, tmp_path: Path) -> None:
    night = a_conference(evening)
    entries, old = list(night.room.match.entries), night.room.match.told(None)
    to, seq = first_of(night, "us"), night.room.seq
    assert ask(night.lines["us"], "take_back", seq, to=to)["reason"] == "rolled", "it has to be meant"
    assert night.room.seq == seq
    go_back(night, "us", to)
    match = night.room.match
    assert match.entries == entries[:to] and match.seeds == [(to, fresh_seed(match.seed, 1))]
    for seat, line in night.lines.items():
        assert line.frame["choices"] == to and len(line.log) == len(match.told(seat))
    before = match.digest()
    night.restart()
    assert night.room.match.digest() == before and night.room.match.seeds == match.seeds
    for seat, choice in entries[to:]:
        if night.room.match.ask_of(seat) is None or choice not in night.room.match.options(seat):
            break
        night.play(seat, list(choice))
    assert night.room.match.told(None)[: len(old)] != old, "other cards were drawn"
    play_on(night.lines, 10, Random(9))
    journal = ended(night)
    assert journal.format == 2 and [at for at, _ in journal.seeds] == [to] and verify(registry.find("miniature"), journal).ok
    saved = night.server.store.load(night.match)
    assert saved is not None
    (told,) = [line for line in saved.house_lines if line.kind == "taken_back_afresh"]
    assert told.data["commitment"] == commitment(bytes.fromhex(journal.seeds[0][1])), "its hash was told at once"
    journal.save(tmp_path / "match.json")
    shown = CliRunner().invoke(app, ["replay", str(tmp_path / "match.json"), "--verify"])
    assert shown.exit_code == 0 and "went back past a roll once" in shown.output
    assert len(decisions_of(tmp_path / "match.json")) == len(journal.entries)
    frame = night.guests["us"].http.get(f"/m/{night.match}/at/{len(journal.entries)}?seat=us").json()
    assert frame["view"] == night.room.match.view("us")


def test_a_rated_match_refuses_and_one_no_is_enough(evening: Begin) -> None:
    night = a_conference(evening)
    seq, before = night.room.seq, night.room.match.digest()
    assert ask(night.lines["uk"], "take_back", seq, to=0, fresh=True)["t"] == "ack"
    answer(night, "us")
    assert night.room.match.digest() == before, "one more has to agree"
    assert answer(night, "ussr", yes=False)["t"] == "ack" and night.room.match.digest() == before

    async def rate() -> None:
        night.room.house.change_terms(rated=True)

    night.server.run(rate)
    assert ask(night.lines["us"], "take_back", seq, to=first_of(night, "us"), fresh=True)["reason"] == "rated"
    assert ask(night.lines["us"], "take_back", seq, to=0, fresh=True)["reason"] == "proposal", "that was not his"


def test_bots_think_of_the_match_as_it_is(evening: Begin) -> None:
    """A bot's process plays the choices since the checkpoint again, with the chance that took over."""
    night = a_conference(evening)
    go_back(night, "us", first_of(night, "us"))
    play_on(night.lines, 1, Random(2))
    match = night.room.match
    for seat in match.asked():
        position = position_of(problem_of(match, seat, "random"))
        assert position._match.state == match.state and position.view == match.view(seat)


def test_with_clocks_the_moments_clocks_come_back(evening: Begin) -> None:
    night = a_conference(evening, pace="brisk")
    night.pass_time(40_000)
    go_back(night, "us", first_of(night, "us"))
    assert set(night.clocks.running()) == set(night.room.match.asked())
    night.restart()
    play_on(night.lines, 3, Random(1))


def test_across_processes_all_see_the_match_that_went_back(servers: Servers) -> None:  # noqa: F811
    anna = Guest(servers[0])
    match = anna.begin(**HOT_SEAT)
    lines = spread(servers, anna, match)
    seq = play_on(lines, 15, Random(3))
    to = next(n for n, (seat, _) in enumerate(servers[0].room(match).match.entries) if seat == "uk")
    assert ask(lines["uk"], "take_back", seq, to=to, fresh=True)["t"] == "ack"
    for line in lines.values():
        line.until_seq(seq + 1)
    assert {line.frame["choices"] for line in lines.values()} == {to}
    seq = play_on(lines, 8, Random(6))
    rooms: list[Any] = [server.room(match) for server in servers]
    assert rooms[0].match.digest() == rooms[1].match.digest() and rooms[1].match.seeds


def test_a_solitary_player_asks_bots_who_agree(server: Server, guest: Any) -> None:
    anna = guest()
    match = anna.begin(**HOT_SEAT)
    lines = three_lines(anna, match)
    seq = play_on(lines, 9, Random(8))
    assert ask(lines["uk"], "take_back", seq, to=0, fresh=True)["t"] == "ack"
    assert lines["ussr"].until_seq(seq + 1)["choices"] == 0


@pytest.mark.parametrize("seed", range(20))
def test_forgetting_changes_nothing_of_what_went_back(seed: int) -> None:
    """Choices with their undos go; that all went back in between counts choices that must stay."""
    rng = Random(seed)
    actions: list[Action] = []
    stands: list[str] = []
    for seq in range(1, 300):
        seat, draw = rng.choice(("red", "blue")), rng.random()
        if draw < 0.1 and stands:
            to = rng.randrange(len(stands) + 1)
            del stands[to:]
            actions.append(Action(seq, seat, str(seq), None, (), 0, to))
        elif draw < 0.5 and seat in stands:
            del stands[max(n for n, by in enumerate(stands) if by == seat)]
            actions.append(Action(seq, seat, str(seq), None, (), 0))
        else:
            stands.append(seat)
            actions.append(Action(seq, seat, str(seq), ("say", seq), (), 0))
    from casusbelli.table.founding import Wish, found
    from casusbelli.table.records import Guest as GuestRecord
    from casusbelli.table.records import Saved

    from .parley import PARLEY

    record, seats, _ = found(PARLEY, Wish("wordy", {}, {"red": "me", "blue": "me"}, True, False), GuestRecord("a", "A"))
    saved = Saved(record, seats, actions, [], [])
    gone = {seq for pair in forgettable(saved) for seq in pair}
    left = [action for action in actions if action.seq not in gone]
    assert gone and standing(left) == standing(actions) and stood(left).renewed == stood(actions).renewed
