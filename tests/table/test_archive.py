"""The past is made elsewhere, once, and only for those who may see it; who asks for too much of it waits."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from casusbelli.game import Journal, Match, registry, verify
from casusbelli.table import replay
from casusbelli.table.archive import Archive, Looked
from casusbelli.table.founding import Wish, found
from casusbelli.table.history import revive, whole_journal
from casusbelli.table.records import Action
from casusbelli.table.records import Guest as GuestRecord
from casusbelli.table.settings import Rate, Settings
from casusbelli.table.store import Store
from casusbelli.table.turns import Crowded, Owner

from .tablekit import HOT_SEAT, QUIET, WAIT, Guest, Server, forget_games, play_on, three_lines, through_agenda

Make = Callable[..., Guest]
Start = Callable[..., Server]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the archive has made, by name."""
    names: list[str] = []

    def noted(name: str, read: Any) -> Any:
        def reading(*args: Any) -> Any:
            names.append(name)
            return read(*args)

        return reading

    for name, read in list(replay.READINGS.items()):
        monkeypatch.setitem(replay.READINGS, name, noted(name, read))
    return names


def finished(anna: Guest) -> str:
    """A match that has been played to its end."""
    match = anna.begin(scenario="short", **HOT_SEAT)
    lines = three_lines(anna, match)
    play_on(lines, 1000, Random(2))
    for line in lines.values():
        assert line.frame["over"]
        line.close()
    return match


def test_a_journal_is_made_once_for_all_who_ask(guest: Make, made: list[str]) -> None:
    match, public = finished(guest()), guest("Public")
    with ThreadPoolExecutor(20) as crowd:
        answers = list(crowd.map(lambda _: public.http.get(f"/m/{match}/journal"), range(60)))
    assert {answer.status_code for answer in answers} == {200} and len({answer.content for answer in answers}) == 1
    assert made == ["journal"]


def test_who_has_it_already_is_told_so_and_nothing_is_made(guest: Make, made: list[str]) -> None:
    anna = guest()
    match = finished(anna)
    for address in (
        f"/m/{match}/journal",
        f"/m/{match}/at/3?seat=us",
        f"/m/{match}/at/3",
        f"/m/{match}/since/0?seat=us",
        f"/m/{match}/told/2",
    ):
        first = anna.http.get(address)
        made.clear()
        again = anna.http.get(address, headers={"If-None-Match": f'"other", W/{first.headers["etag"]}'})
        assert (first.status_code, again.status_code, again.content, made) == (200, 304, b"", [])
        assert again.headers["etag"] == first.headers["etag"] and "private" in first.headers["cache-control"]


def test_what_one_may_not_see_is_not_even_confirmed(guest: Make) -> None:
    anna, stranger = guest(), guest("Stranger")
    match = anna.begin(**HOT_SEAT)
    through_agenda(three_lines(anna, match))
    tags = {seat: anna.http.get(f"/m/{match}/at/1?seat={seat}").headers["etag"] for seat in ("uk", "ussr", "us")}
    assert len(set(tags.values())) == 3
    for seat, tag in tags.items():
        answer = stranger.http.get(f"/m/{match}/at/1?seat={seat}", headers={"If-None-Match": tag})
        assert answer.status_code == 403


def test_a_match_that_goes_on_has_a_new_past(guest: Make) -> None:
    anna = guest()
    match = anna.begin(**HOT_SEAT)
    lines = through_agenda(three_lines(anna, match))
    first = anna.http.get(f"/m/{match}/journal?seat=uk")
    play_on(lines, 3, Random(1))
    second = anna.http.get(f"/m/{match}/journal?seat=uk", headers={"If-None-Match": first.headers["etag"]})
    assert second.status_code == 200 and len(second.json()["told"]) > len(first.json()["told"])


def test_the_last_screen_is_made_once_and_only_at_the_end(guest: Make, made: list[str]) -> None:
    anna, public = guest(), guest("Boris")
    going = anna.begin(scenario="short", **HOT_SEAT)
    assert anna.http.get(f"/m/{going}/ending").status_code == 404
    match = finished(anna)
    made.clear()
    told = [each.http.get(f"/m/{match}/ending").json() for each in (anna, public, public)]
    assert told[0] == told[1] == told[2]
    assert made == ["ending"]
    over = anna.sit(match).until_frame()["over"]
    assert told[0]["ending"]["sheet"][-1]["points"] == over["scores"]
    assert [chapter["id"] for chapter in told[0]["chapters"]] == ["1", "2"]
    assert told[0]["chapters"][-1]["points"] == over["scores"]
    assert all(sum(rolls["faces"]) for rolls in told[0]["dice"])


def test_the_journal_made_in_one_go_is_the_journal(server: Server, guest: Make) -> None:
    anna = guest()
    match = finished(anna)
    saved = server.store.load(match)
    assert saved is not None
    room = server.service.hub.present(match)
    assert room is not None
    game = room.game
    told = Journal.from_json(anna.http.get(f"/m/{match}/journal").content)
    assert told == whole_journal(game, saved) == revive(game, saved).journal(marks=True)
    assert verify(game, told).ok


def test_looking_back_brings_no_match_into_memory(server: Server, guest: Make) -> None:
    anna = guest()
    match = finished(anna)

    async def forget() -> None:
        server.service.hub._rooms.pop(match)

    server.run(forget)
    assert anna.http.get(f"/m/{match}/journal").status_code == 200
    assert anna.http.get(f"/m/{match}/at/2?seat=us").json()["choices"] == 2
    assert server.room(match) is None
    assert anna.http.get("/m/nothing-here/journal").status_code == 404


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """The archive does not get anything done until it is let go."""
    go = threading.Event()
    read = replay.READINGS["frame"]

    def slow(*args: Any) -> Any:
        assert go.wait(WAIT)
        return read(*args)

    monkeypatch.setitem(replay.READINGS, "frame", slow)
    yield go
    go.set()


def test_pages_and_tables_go_on_while_the_archive_is_flooded(start: Start, stuck: threading.Event) -> None:
    server = start(QUIET)
    anna = Guest(server)
    match, live = finished(anna), anna.begin(**HOT_SEAT)
    limits = httpx.Limits(max_connections=60)
    with ThreadPoolExecutor(60) as crowd, httpx.Client(base_url=server.url, timeout=WAIT, limits=limits) as public:
        flood = [crowd.submit(public.get, f"/m/{match}/at/{n}") for n in range(60)]
        while not any(answer.done() for answer in flood):
            pass
        for page in ("/", "/matches", f"/m/{live}", "/new/miniature"):
            assert anna.http.get(page).status_code == 200
        lines = through_agenda(three_lines(anna, live))
        play_on(lines, 3, Random(5))
        stuck.set()
        told = sorted({answer.result().status_code for answer in flood})
    assert told[-1] == 429 and set(told) <= {200, 404, 429}
    refused = next(answer.result() for answer in flood if answer.result().status_code == 429)
    assert refused.headers["retry-after"] == "5" and "Traceback" not in refused.text
    anna.close()


def test_only_what_has_to_be_made_is_counted(start: Start) -> None:
    server = start(msgspec.structs.replace(QUIET, past_rate=Rate(0.0001, 3)))
    anna = Guest(server)
    match = finished(anna)
    assert [anna.http.get(f"/m/{match}/at/{n}").status_code for n in (0, 1, 0, 0, 1, 2, 0, 3, 2)] == [200] * 7 + [429, 200]
    anna.close()


def test_what_is_kept_is_bounded(server: Server, guest: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casusbelli.table.archive.KEPT_BYTES", 20_000)
    anna = guest()
    match = finished(anna)
    for n in range(12):
        assert anna.http.get(f"/m/{match}/at/{n}?seat=us").status_code in {200, 404}
    archive = server.service.archive
    assert 0 < archive._bytes <= 20_000 and sum(len(kept.body or b"") for kept in archive._kept.values()) <= 20_000


def test_matches_are_played_again_in_a_process_of_its_own_and_a_dead_one_is_replaced(tmp_path: Path) -> None:
    """With an installed game, for the process finds its games by itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "entry_points", entry_points)
        forget_games()
        game = registry.find("fog_of_war")
        anna, owner = GuestRecord("anna", "Anna"), Owner("anna", "192.0.2.1")

        async def scene() -> None:
            store = Store(tmp_path / "matches.sqlite")
            record, seated, beginning = found(
                game, Wish("campaign_1940", game.info.settle({}), {"axis": "me", "allied": "here"}, True, False), anna
            )
            await store.add_guest(anna, "hash")
            await store.add_match(record, seated, beginning)
            match: Match[Any] = Match.new(game, record.scenario, record.options, record.seed)
            for seq in range(1, 4):
                seat, question = next(iter(match.asked().items()))
                match.act(seat, question.options[0])
                await store.append(record.id, Action(seq, seat, f"a{seq}", question.options[0], tuple(match.asked()), seq))
            archive = Archive(store, Settings(past_rate=Rate(0.0001, 6)))
            for n in range(4):
                looked = Looked(record.id, "3", "frame", n, "axis")
                frame = msgspec.json.decode((await archive.read(looked, owner)).body or b"")
                assert frame["choices"] == n and frame["seat"] == "axis"
                executor = archive._workers._executor
                assert isinstance(executor, ProcessPoolExecutor)
                for process in executor._processes.values():
                    process.kill()
            assert frame["view"] == msgspec.json.decode(msgspec.json.encode(match.view("axis")))
            assert (await archive.read(Looked("nothing", "0", "frame", 0, None), owner)).body is None
            await archive.read(Looked("nothing", "0", "frame", 1, None), owner)
            with pytest.raises(Crowded):
                await archive.read(Looked("nothing", "0", "frame", 2, None), owner)
            archive.close()
            store.close()

        asyncio.run(scene())
    forget_games()
