"""The folder of a study: what was asked, every game that was played, and tables of it all.

``run.json`` says what is asked; ``games.jsonl`` has one line a game, written as soon as the game is over. A run that was stopped,
even by kill −9, goes on where it was: a line that was cut off is played again, none twice. Tables (Parquet) are made from that.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from casusbelli.kernel import SetupError

from .stories import Story

SETUP, GAMES = "run.json", "games.jsonl"
T = TypeVar("T")


def write_whole(path: Path, data: bytes) -> None:
    """A file is there with all its bytes, or as it was before."""
    draft = path.with_name(f".{path.name}.part")
    draft.write_bytes(data)
    draft.replace(path)


class Run:
    """A folder in which a study is kept while it goes on."""

    def __init__(self, folder: Path, setup: Mapping[str, Any]) -> None:
        """Open the folder, or make it. A folder of another study is refused, not overwritten."""
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        written = msgspec.json.format(msgspec.json.encode(setup, order="deterministic"), indent=1)
        if (folder / SETUP).is_file():
            if (folder / SETUP).read_bytes() != written:
                raise SetupError(f"{folder} holds another study: take another --dir, or remove it")
        elif any(folder.iterdir()):
            raise SetupError(f"{folder} is not empty and holds no study")
        else:
            write_whole(folder / SETUP, written)
        self.stories: dict[tuple[str, int, int], Story] = {}
        whole = 0
        path = folder / GAMES
        for story, end in whole_lines(path, Story):
            self.stories[story.key] = story
            whole = end
        self._file = path.open("ab")
        if self._file.tell() > whole:
            os.truncate(path, whole)

    def add(self, story: Story) -> None:
        if story.key in self.stories:
            return
        self._file.write(msgspec.json.encode(story) + b"\n")
        self._file.flush()
        self.stories[story.key] = story

    def close(self) -> None:
        self._file.close()


def whole_lines(path: Path, kind: type[T]) -> Iterator[tuple[T, int]]:
    """The games of a file, without a last line that was cut off, and where each ends.

    A line that cannot be read and has others after it was not left by a run that was stopped: dropping it would lose them.
    """
    if not path.is_file():
        return
    at = 0
    with path.open("rb") as lines:
        for n, line in enumerate(lines, 1):
            try:
                game = msgspec.json.decode(line, type=kind) if line.endswith(b"\n") else None
            except msgspec.DecodeError:
                game = None
            if game is None:
                if next(lines, None) is not None:
                    raise SetupError(f"line {n} of {path} is not of a game, but others follow: mend or remove it")
                return
            at += len(line)
            yield game, at


def read_run(folder: Path) -> tuple[dict[str, Any], list[Story]]:
    """What was asked in a folder, and the games that are there, in the order of arms and deals."""
    try:
        setup = msgspec.json.decode((folder / SETUP).read_bytes(), type=dict[str, Any])
    except FileNotFoundError:
        raise SetupError(f"{folder} holds no study: there is no {SETUP}") from None
    except msgspec.DecodeError as error:
        raise SetupError(f"{folder / SETUP} cannot be read: {error}") from None
    if "game" not in setup or "kind" not in setup:
        raise SetupError(f"{folder / SETUP} is not of a study")
    return setup, [story for story, _ in whole_lines(folder / GAMES, Story)]


# -- tables ----------------------------------------------------------------------------------------------------------------

Rows = list[dict[str, Any]]
Columns = dict[str, str]
"""The columns of a table and what stands in them: text, texts, whole numbers, real numbers."""


def check_tables() -> None:
    """Say before the long work that no tables could be written after it."""
    try:
        import polars  # noqa: F401
    except ModuleNotFoundError:
        raise SetupError("studies need polars: pip install 'casus-belli[lab]'") from None


def write_table(path: Path, rows: Iterable[Mapping[str, Any]], columns: Columns) -> None:
    """Rows as a Parquet file, whole or not at all."""
    import polars as pl

    types: dict[str, Any] = {"text": pl.String, "whole": pl.Int64, "real": pl.Float64, "texts": pl.List(pl.String)}
    draft = path.with_name(f".{path.name}.part")
    pl.DataFrame(list(rows), schema={name: types[kind] for name, kind in columns.items()}).write_parquet(draft)
    draft.replace(path)


def read_table(path: Path) -> Rows:
    """The rows of a Parquet file; a broken one is refused in a line."""
    import polars

    try:
        return polars.read_parquet(path).to_dicts()
    except FileNotFoundError:
        raise SetupError(f"there is no {path}") from None
    except Exception as error:  # polars has its own errors for every way in which a file can be broken
        lines = str(error).strip().splitlines()
        raise SetupError(f"{path} is not a whole Parquet file: {lines[0] if lines else type(error).__name__}") from None


KEY: Columns = {"arm": "text", "deal": "whole", "turn": "whole"}
STAGE: Columns = KEY | {"stage": "whole", "chapter": "text"}
TABLES: dict[str, Columns] = {
    "games": KEY
    | {"scenario": "text", "options": "text", "seed": "text", "ending": "text", "winners": "texts", "decisions": "whole"}
    | {"options_seen": "whole", "most_options": "whole", "error": "text"},
    "seats": KEY | {"seat": "text", "bot": "text", "share": "real", "score": "real", "choices": "whole", "opening": "texts"},
    "stages": STAGE | {"at": "whole", "seat": "text", "points": "real"},
    "facts": STAGE | {"kind": "text", "name": "text", "value": "text"},
    "sheet": KEY | {"line": "whole", "key": "text", "kind": "text", "params": "text", "seat": "text", "points": "real"},
    "cards": KEY | {"seat": "text", "card": "text", "times": "whole"},
    "asked": KEY | {"decision": "text", "times": "whole"},
}
"""The tables of a run and their columns."""


def write_tables(folder: Path, stories: Iterable[Story], seats: tuple[str, ...]) -> None:
    """All tables of these games, into the folder."""
    told: dict[str, Rows] = {name: [] for name in TABLES}
    for story in stories:
        own = {"arm": story.arm, "deal": story.deal, "turn": story.turn}
        for name, rows in _rows_of(story, seats).items():
            told[name] += [own | row for row in rows]
    for name, columns in TABLES.items():
        write_table(folder / f"{name}.parquet", told[name], columns)


def _rows_of(story: Story, seats: tuple[str, ...]) -> dict[str, Rows]:
    """What a story adds to each table; of a game that failed only that it did."""
    game = {
        "scenario": story.scenario,
        "options": msgspec.json.encode(story.options, order="sorted").decode(),
        "seed": story.seed,
        "ending": story.ending,
        "winners": list(story.winners),
        "decisions": story.decisions,
        "options_seen": story.width[0] if story.width else 0,
        "most_options": story.width[1] if story.width else 0,
        "error": story.error,
    }
    if story.error:
        return {"games": [game]}
    return {
        "games": [game],
        "seats": [
            {
                "seat": seat,
                "bot": story.bots[n],
                "share": story.share(seat, len(seats)),
                "score": story.scores.get(seat),
                "choices": story.choices[n],
                "opening": list(story.openings.get(seat, ())),
            }
            for n, seat in enumerate(seats)
        ],
        "stages": [
            {"stage": n, "chapter": stage.id, "at": stage.at, "seat": seat, "points": points}
            for n, stage in enumerate(story.stages)
            for seat, points in stage.points.items()
        ],
        "facts": [
            {"stage": n, "chapter": stage.id, "kind": kind, "name": name, "value": str(value)}
            for n, stage in enumerate(story.stages)
            for kind, name, value in stage.facts
        ],
        "sheet": [
            {"line": n, "key": line.key, "kind": line.kind, "params": _json(line.params), "seat": seat, "points": points}
            for n, line in enumerate(story.sheet)
            for seat, points in line.points.items()
        ],
        "cards": [
            {"seat": seat, "card": card, "times": times} for seat, cards in story.cards.items() for card, times in cards.items()
        ],
        "asked": [{"decision": decision, "times": times} for decision, times in story.asked.items()],
    }


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
