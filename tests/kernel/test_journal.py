"""Journals: saving, restoring, verifying, and going on under later rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from casusbelli.game import Checkpoint, Journal, JournalError, Mark, Match, verify
from casusbelli.kernel import GameInfo, Illegal, Result

from .miniature import GAME, Miniature
from .playing import everything, finished, new, walk


@pytest.mark.parametrize("choices", [0, 1, 4, 5, 30, 10_000])
def test_a_journal_round_trips_through_a_file_and_restores_the_match(choices: int, tmp_path: Path) -> None:
    match = walk(new(choices), choices)
    match.journal().save(tmp_path / "match.json")
    journal = Journal.load(tmp_path / "match.json")
    assert journal == match.journal()
    assert everything(Match.restore(GAME, journal)) == everything(match)


def test_a_finished_journal_verifies() -> None:
    match = finished()
    journal = Journal.from_json(match.journal(marks=True).to_json())
    verdict = verify(GAME, journal)
    assert verdict.ok and verdict.choices == len(match.entries) and verdict.marks == len(journal.marks) > 5
    assert journal.result == match.result()


def test_a_match_that_has_only_begun_verifies_too() -> None:
    assert verify(GAME, new().journal(marks=True)).ok


def test_the_seed_is_the_one_committed_to_before_play() -> None:
    assert new(1).journal().commitment == finished(1).journal().commitment != new(2).journal().commitment


def tampered(change: Any) -> list[str]:
    """What verification says of a finished journal somebody has changed."""
    journal = Journal.from_json(finished().journal(marks=True).to_json())
    change(journal)
    return verify(GAME, journal).faults


def test_another_choice_is_detected() -> None:
    def change(journal: Journal) -> None:
        n = next(i for i, (_, c) in enumerate(journal.entries) if c == ("decline",))
        card = next(c for _, c in journal.entries[n + 1 :] if c[0] == "play")
        journal.entries[n] = (journal.entries[n][0], card)

    assert tampered(change)


def test_every_choice_swapped_with_the_next_is_detected() -> None:
    entries = finished().entries
    for n in range(len(entries) - 1):

        def change(journal: Journal, n: int = n) -> None:
            journal.entries[n : n + 2] = reversed(journal.entries[n : n + 2])

        if entries[n] != entries[n + 1]:
            assert tampered(change), f"choices {n + 1} and {n + 2}"


def test_another_seed_is_detected() -> None:
    def change(journal: Journal) -> None:
        journal.seed = "00" * 32

    assert "the seed is not the one committed to" in tampered(change)


def test_a_missing_choice_is_detected() -> None:
    assert tampered(lambda journal: journal.entries.pop())
    assert tampered(lambda journal: journal.entries.pop(0))


def test_a_changed_mark_checkpoint_or_result_is_detected() -> None:
    def mark(journal: Journal) -> None:
        journal.marks[2] = Mark(journal.marks[2].at, journal.marks[2].phase, "0" * 64)

    def checkpoint(journal: Journal) -> None:
        assert journal.checkpoint is not None
        journal.checkpoint = Checkpoint(journal.checkpoint.at, new(9).checkpoint().state)

    def result(journal: Journal) -> None:
        journal.result = Result(("us",), "points", {})

    def unmarked(journal: Journal) -> None:
        journal.marks = []

    assert [len(tampered(change)) for change in (mark, checkpoint, result, unmarked)] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("field", "value", "line"),
    [
        ("format", 3, "has format 3; this version reads formats 1 and 2"),
        ("game", "chess", "is of chess, not of miniature"),
        ("content", "deadbeef", "other content"),
        ("seed", "", "not revealed"),
        ("seed", "zz", "not hexadecimal"),
        ("seed", "00" * 65, "too long"),
    ],
)
def test_a_journal_that_does_not_fit_is_refused_in_one_line(field: str, value: Any, line: str) -> None:
    journal = finished().journal(marks=True)
    setattr(journal, field, value)
    with pytest.raises(JournalError, match=line):
        Match.restore(GAME, journal)
    with pytest.raises(JournalError, match=line):
        verify(GAME, journal)


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"\xff\xfe", b'{"game": "miniature"}', b"null"])
def test_what_is_not_a_journal_is_refused_in_one_line(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="not a journal"):
        Journal.from_json(data)
    with pytest.raises(JournalError, match="cannot read"):
        Journal.load(tmp_path / "nowhere.json")


def test_the_format_is_written_down() -> None:
    assert msgspec.json.decode(new().journal().to_json())["format"] == 1


def test_an_illegal_choice_in_a_journal_is_named() -> None:
    journal = finished().journal()
    journal.entries[4] = (journal.entries[4][0], ("play", 77))
    with pytest.raises(Illegal, match="choice 5 of the journal does not replay"):
        Match.restore(GAME, journal)


# -- later rules -----------------------------------------------------------------------------------------------------


class Later(Miniature):
    """The same game under a later version of its rules."""

    info = GameInfo(id="miniature", rules_version="2", scenarios=GAME.info.scenarios, options=GAME.info.options)


def test_a_match_goes_on_from_its_checkpoint_under_later_rules() -> None:
    match = walk(new(4), 23)
    again = Match.restore(Later(), match.journal())
    assert again.digest() == match.digest() and again.entries == match.entries
    assert walk(again, 10_000).digest() == walk(match, 10_000).digest()


def test_a_match_that_went_on_under_later_rules_is_never_replayed_from_its_start() -> None:
    again = walk(Match.restore(Later(), walk(new(4), 23).journal()), 30)
    journal = again.journal(marks=True)
    assert journal.rules_version == "1 > 2" and journal.marks == []
    for game in (GAME, Later()):
        assert Match.restore(game, journal).digest() == again.digest()
        with pytest.raises(JournalError, match="only rules 1 > 2 can verify"):
            verify(game, journal)
    assert Match.restore(Later(), journal).journal().rules_version == "1 > 2"


def test_a_match_with_the_content_of_earlier_rules_goes_on_and_any_other_content_is_refused() -> None:
    class Revised(Later):
        info = msgspec.structs.replace(Later.info, content_digest="new", earlier_contents=("old",))

    match = walk(new(4), 23)
    journal = match.journal()
    for content, goes_on in (("old", True), ("new", True), ("somebody's pack", False), ("", False)):
        journal.content = content
        if goes_on:
            assert Match.restore(Revised(), journal).digest() == match.digest()
        else:
            with pytest.raises(JournalError, match="other content"):
                Match.restore(Revised(), journal)


def test_without_a_checkpoint_other_rules_refuse_a_journal() -> None:
    journal = walk(new(4), 23).journal()
    journal.checkpoint = None
    with pytest.raises(JournalError, match="follows rules 1 of miniature; installed are 2"):
        Match.restore(Later(), journal)


def test_a_broken_checkpoint_is_refused_in_one_line() -> None:
    journal = walk(new(4), 23).journal()
    journal.checkpoint = Checkpoint(5, b"\xc1")
    with pytest.raises(JournalError, match="does not fit miniature"):
        Match.restore(Later(), journal)
    state = new(1).state
    state.phase = "siesta"
    journal.checkpoint = Checkpoint(5, msgspec.msgpack.encode(state))
    with pytest.raises(JournalError, match="siesta"):
        Match.restore(Later(), journal)


def test_undo_works_after_a_resume_under_later_rules() -> None:
    match = walk(new(4), 23)
    while not (seat := next((s for s in match.seats if match.can_undo(s)), "")):
        walk(match, 1)
    again = Match.restore(Later(), match.journal())
    assert again.undo(seat) and match.undo(seat)
    assert again.digest() == match.digest() and again.entries == match.entries


def test_a_file_that_is_no_journal_is_named(tmp_path: Path) -> None:
    (tmp_path / "corpus.json").write_text("{}", "utf-8")
    for name, words in (("corpus.json", "corpus.json: not a journal: "), ("nothing.json", "cannot read .*nothing.json")):
        with pytest.raises(JournalError, match=words):
            Journal.load(tmp_path / name)
