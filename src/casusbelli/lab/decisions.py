"""Matches as rows, one a decision: for people who learn from games that others have played."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from casusbelli.game import Journal, JournalError, Match
from casusbelli.game.registry import find, installed
from casusbelli.kernel import LAPSE, Illegal, SetupError

from .runs import Columns, write_table

FORMATS = ("jsonl", "parquet")
Format = Literal["jsonl", "parquet"]

COLUMNS: Columns = {
    "match": "text",
    "game": "text",
    "rules_version": "text",
    "scenario": "text",
    "n": "whole",
    "chapter": "text",
    "seat": "text",
    "question": "text",
    "rule": "text",
    "options": "texts",
    "choice": "text",
    "view": "text",
    "clock": "real",
    "winners": "texts",
    "ending": "text",
}
"""The columns. ``view`` is a digest of what the seat saw; ``clock`` is empty where, as in journals, no times are kept."""

SHARD = 50
"""Matches in one Parquet file of a corpus."""


class Decision(msgspec.Struct, frozen=True):
    """One row."""

    match: str
    game: str
    rules_version: str
    scenario: str
    n: int
    chapter: str
    seat: str
    question: str
    rule: str
    options: list[str]
    choice: str
    view: str
    clock: float | None
    winners: list[str]
    ending: str


def name_of(choice: Sequence[str | int]) -> str:
    return ":".join(map(str, choice))


def decisions_of(path: Path) -> list[Decision]:
    """Every decision of a journal, in order. A match that is not over has no winners and no ending yet."""
    journal = Journal.load(path)
    if journal.game not in installed():
        raise JournalError(f"{path}: the journal is of {journal.game}, which is not installed")
    game = find(journal.game)
    journal.must_fit(game)
    if journal.rules_version != game.info.rules_version:
        raise JournalError(
            f"{path}: only rules {journal.rules_version} can play it again; installed are {game.info.rules_version}"
        )
    match = Match.begin(game, journal, record=False)
    rows = []
    for n, (seat, choice) in enumerate(journal.entries):
        question = match.ask_of(seat)
        if question is None:
            raise JournalError(f"{path}: choice {n + 1} does not replay: {seat} is not asked")
        rows.append(
            Decision(
                match=path.stem,
                game=journal.game,
                rules_version=journal.rules_version,
                scenario=match.scenario,
                n=n,
                chapter=game.chapter(match.state),
                seat=seat,
                question=question.decision,
                rule=question.rule,
                options=[name_of(option) for option in question.options],
                choice=name_of(LAPSE) if choice == LAPSE else name_of(choice),
                view=hashlib.sha256(msgspec.json.encode(match.view(seat))).hexdigest()[:16],
                clock=None,
                winners=[],
                ending="",
            )
        )
        try:
            match.follow(seat, choice)
        except Illegal as refused:
            raise JournalError(f"{path}: choice {n + 1} does not replay: {refused}") from None
    result = match.result() if match.over else None
    if result is None:
        return rows
    ended = {"winners": list(result.winners), "ending": result.ending}
    return [msgspec.structs.replace(row, **ended) for row in rows]


def journals_in(sources: Iterable[Path]) -> list[Path]:
    """The journals that are meant: files, all ``.json`` files of folders, and those of a data set."""
    found: list[Path] = []
    for source in sources:
        if source.is_dir():
            kept = source / "journals" if (source / "corpus.json").is_file() else source
            found += sorted(kept.glob("*.json"))
        elif source.is_file():
            found.append(source)
        else:
            raise SetupError(f"there is no {source}")
    if not found:
        raise SetupError("there are no journals to convert")
    return found


def format_of(out: Path) -> Format:
    match out.suffix.lower():
        case ".jsonl":
            return "jsonl"
        case ".parquet":
            return "parquet"
        case _:
            raise SetupError(f"decisions are written as .jsonl or .parquet, not as {out.name}")


def write_decisions(out: Path, matches: Iterable[list[Decision]]) -> int:
    """Write them, whole or not at all; how many rows there are."""
    draft = out.with_name(f".{out.name}.part")
    count = 0
    try:
        if format_of(out) == "jsonl":
            with draft.open("wb") as file:
                for rows in matches:
                    count += len(rows)
                    file.writelines(msgspec.json.encode(row) + b"\n" for row in rows)
            draft.replace(out)
        else:
            told = [msgspec.structs.asdict(row) for each in matches for row in each]
            count = len(told)
            write_table(out, told, COLUMNS)
    finally:
        draft.unlink(missing_ok=True)
    return count


def shards(journals: Sequence[Path]) -> Iterator[tuple[str, list[Path]]]:
    """A corpus in parts of so many matches: a part that is there need not be made again."""
    for n in range(0, len(journals), SHARD):
        yield f"decisions-{n // SHARD:04}.parquet", list(journals[n : n + SHARD])


def card(setup: dict[str, Any], matches: int, rows: int) -> str:
    """What a corpus is, for whoever finds it."""
    lines = [f"# {matches} matches of {setup['game']}, {rows} decisions", ""]
    lines += [f"* {name}: {value}" for name, value in setup.items()]
    lines += ["", "One row a decision; columns and licence: docs/lab.md of Casus Belli.", ""]
    return "\n".join(lines)
