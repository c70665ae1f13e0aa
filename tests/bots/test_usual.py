"""What is usual: counted from journals, and where a figure stands beside it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.kernel.miniature import GAME

from casusbelli.bots.learnt import digest_of, read_learnt, write_learnt
from casusbelli.bots.usual import STEPS, Usual, counted_in, places_of, share, steps_of, usual_file
from casusbelli.game import Figure, Match
from casusbelli.game.registry import find, installed
from casusbelli.kernel import Event, State, seed_from


class Counting(type(GAME)):  # type: ignore[misc]
    """The miniature, which counts how much it told."""

    def statistics(self, g: State, events: list[Event]) -> list[Figure]:
        return [Figure("told", {"uk": float(len(events)), "ussr": 0.0, "us": 1.0})]


def journals(folder: Path, count: int) -> list[Path]:
    found = []
    for n in range(count):
        match = Match.new(GAME, "short", {}, seed_from(str(n)))
        while asked := match.asked():
            for seat, question in asked.items():
                match.act(seat, question.options[n % len(question.options)])
        found.append(folder / f"{n}.json")
        match.journal().save(found[-1])
    return found


def test_a_share_counts_those_that_had_as_much_half() -> None:
    assert share((0, 1, 2, 3), 1.5) == 50 and share((0, 1, 2, 3), -1) == 0 and share((0, 1, 2, 3), 9) == 100
    assert share((1, 1, 1, 1), 1) == 50
    assert steps_of([3.0, 1.0, 2.0])[0] == 1.0 and steps_of([3.0, 1.0, 2.0])[-1] == 3.0 and len(steps_of([1.0])) == STEPS + 1


def test_journals_are_counted_into_a_table_with_its_digest(tmp_path: Path) -> None:
    game = Counting()
    told = counted_in(game, journals(tmp_path, 5), "casus usual miniature JOURNALS", "random")
    assert told.games == 5 and told.scenario == "short" and told.digest == digest_of(told)
    assert told.figures["told"]["ussr"] == (0.0,) * (STEPS + 1) and told.figures["told"]["uk"][0] > 0
    write_learnt(tmp_path / "usual.json", told)
    assert read_learnt(tmp_path / "usual.json", Usual) == told


def test_a_scenario_without_a_table_tells_nothing() -> None:
    assert places_of(GAME, "short", [Figure("told", {"uk": 1.0})]) is None


@pytest.mark.parametrize("name", sorted(installed()))
def test_tables_that_are_shipped_are_whole_and_of_seats_that_there_are(name: str) -> None:
    game = find(name)
    for scenario in game.info.scenarios:
        path = usual_file(game, scenario.id)
        if path.is_file():
            told = read_learnt(path, Usual)
            assert told.scenario == scenario.id and told.games >= 40 and told.figures
            assert all(set(seats) == set(scenario.seats) for seats in told.figures.values())
