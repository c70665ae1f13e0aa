"""A match outlives the server: resumed after a restart, after idleness, after a change of the rules."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest
from tests.kernel.miniature import GAME, Miniature

from casusbelli.game import Match
from casusbelli.table.founding import Wish, found
from casusbelli.table.history import journal_of, revive, standing
from casusbelli.table.records import Action, KeptCheckpoint
from casusbelli.table.records import Guest as GuestRecord
from casusbelli.table.store import Store

from .tablekit import HOT_SEAT, QUIET, Guest, Server, play_on, three_lines, through_agenda

Start = Callable[..., Server]


def moved(guest: Guest, server: Server) -> Guest:
    """The same browser at the server that came after."""
    again = Guest(server, guest.name)
    again.http.cookies.update(guest.http.cookies)
    return again


def test_a_match_goes_on_after_a_restart_and_old_ids_keep_their_answers(start: Start) -> None:
    first = start()
    anna = Guest(first)
    match = anna.begin(**HOT_SEAT)
    lines = through_agenda(three_lines(anna, match))
    uk = lines["uk"]
    played = uk.act(uk.frame["ask"]["options"][0])
    uk.until_seq(4)
    uk.undo()
    before = {seat: (line.until_seq(5)["view"], line.log, line.frame["ask"]) for seat, line in lines.items()}
    anna.close()
    first.stop()
    anna = moved(anna, start())
    lines = three_lines(anna, match)
    assert {seat: (line.frame["view"], line.log, line.frame["ask"]) for seat, line in lines.items()} == before
    assert lines["uk"].frame["seq"] == 5 and lines["uk"].frame["choices"] == 3
    again = lines["uk"].act(lines["uk"].frame["ask"]["options"][0], seq=3, action_id=played["id"])
    assert again == played
    assert match in anna.http.get("/matches").text
    play_on(lines, 1000, Random(3))
    assert lines["us"].frame["over"]
    anna.close()


def test_a_bot_that_was_asked_goes_on_after_a_restart(start: Start) -> None:
    first = start(msgspec.structs.replace(QUIET, bot_pause=3600.0))
    anna = Guest(first)
    match = anna.begin(seat__uk="me", seat__ussr="bot:random", seat__us="bot:random")
    line = anna.sit(match, "uk")
    line.act(line.until_frame()["ask"]["options"][0])
    anna.close()
    first.stop()
    second = start()
    anna = moved(anna, second)
    assert anna.sit(match, "uk").until_seq(3)["view"]["phase"] == "meeting"
    anna.close()


def test_a_match_nobody_looks_at_leaves_the_memory_and_comes_back(start: Start) -> None:
    server = start(msgspec.structs.replace(QUIET, idle_seconds=0.0))
    anna = Guest(server)
    match = anna.begin(**HOT_SEAT)
    lines = through_agenda(three_lines(anna, match))
    view = lines["uk"].frame["view"]

    async def sweep() -> bool:
        await asyncio.sleep(0.01)
        server.service.hub.sweep()
        return server.room(match) is None

    assert not server.run(sweep), "somebody looks"
    for line in lines.values():
        line.close()
    while not server.run(sweep):
        pass
    assert anna.sit(match, "uk").until_frame()["view"] == view
    anna.close()


def test_an_undo_takes_back_the_last_choice_of_its_own_seat() -> None:
    def action(seq: int, seat: str, n: int | None) -> Action:
        return Action(seq, seat, str(seq), None if n is None else ("play", n), (), 0)

    kept = [KeptCheckpoint(0, 0, "1", b"0"), KeptCheckpoint(2, 1, "1", b"1"), KeptCheckpoint(3, 3, "1", b"3")]
    actions = [action(1, "uk", 1), action(2, "us", 2), action(3, "uk", 3)]
    assert standing(actions, kept) == ([("uk", ("play", 1)), ("us", ("play", 2)), ("uk", ("play", 3))], kept)
    actions.append(action(4, "us", None))
    assert standing(actions, kept) == ([("uk", ("play", 1)), ("uk", ("play", 3))], kept[:2])
    actions += [action(5, "uk", None), action(6, "uk", None)]
    assert standing(actions, kept) == ([], kept[:1])


class LaterRules(Miniature):
    """The same game after a change of its rules."""

    info = msgspec.structs.replace(Miniature.info, rules_version="2")


def played_in(server: Server, steps: int) -> str:
    anna = Guest(server)
    match = anna.begin(**HOT_SEAT)
    play_on(three_lines(anna, match), steps, Random(7))
    anna.close()
    return match


def test_a_match_goes_on_under_changed_rules_from_its_checkpoint(start: Start) -> None:
    server = start(msgspec.structs.replace(QUIET, checkpoint_every=5))
    match = played_in(server, 60)
    saved = server.store.load(match)
    assert saved is not None and saved.checkpoints[0].seq == 0 and len(saved.checkpoints) > 1
    old, new = revive(GAME, saved), revive(LaterRules(), saved)
    assert old.digest() == new.digest() and old.entries == new.entries
    assert list(new.asked()) == list(old.asked()) and new.rules_version == "1 > 2"
    at = journal_of(saved).checkpoint
    assert at is not None and 5 <= at.at <= 60


def test_even_the_first_choices_survive_a_change_of_the_rules(start: Start) -> None:
    server = start()
    match = played_in(server, 2)
    saved = server.store.load(match)
    assert saved is not None
    assert revive(LaterRules(), saved).entries == revive(GAME, saved).entries and len(saved.actions) == 2


def test_a_match_whose_game_is_gone_is_kept_and_said_to_be_closed(start: Start) -> None:
    server = start()
    who = GuestRecord("someone", "Someone")
    record, seats, beginning = found(GAME, Wish("full", {"long_war": False}, {"uk": "me"}, True, False), who)
    gone = msgspec.structs.replace(record, game="chess")

    async def keep() -> None:
        await server.store.add_guest(who, "hash")
        await server.store.add_match(gone, seats, beginning)

    server.run(keep)
    ben = Guest(server)
    answer = ben.http.get(f"/m/{gone.id}")
    assert answer.status_code == 409 and "Traceback" not in answer.text
    assert ben.sit(gone.id).closed() == 4409
    ben.close()


def test_a_database_of_a_newer_program_is_left_alone(database: Path) -> None:
    store = Store(database)
    store.writer.write_now(lambda connection: connection.exec_driver_sql("update schema_version set version = 99"))
    store.close()
    with pytest.raises(Exception, match="newer program"):
        Store(database)


def test_a_match_is_kept_in_postgresql_as_well(postgres_database: str) -> None:
    first = Server(postgres_database)
    anna = Guest(first)
    match = anna.begin(scenario="short", **HOT_SEAT)
    lines = three_lines(anna, match)
    play_on(lines, 20, Random(1))
    before = {seat: (line.frame["view"], line.frame["seq"]) for seat, line in lines.items()}
    anna.close()
    first.stop()
    second = Server(postgres_database)
    anna = moved(anna, second)
    lines = three_lines(anna, match)
    assert {seat: (line.frame["view"], line.frame["seq"]) for seat, line in lines.items()} == before
    play_on(lines, 1000, Random(2))
    assert lines["uk"].frame["over"] and match in anna.http.get("/matches").text
    anna.close()
    second.stop()


def test_the_match_in_memory_is_the_match_in_the_store(start: Start) -> None:
    server = start()
    match = played_in(server, 25)
    saved = server.store.load(match)
    assert saved is not None
    alone = Match.new(GAME, saved.match.scenario, saved.match.options, saved.match.seed)
    for seat, choice in standing(saved.actions)[0]:
        alone.act(seat, choice)
    assert alone.digest() == server.room(match).match.digest()
