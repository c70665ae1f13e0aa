"""``casus convert`` and ``corpus``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from casusbelli.game import Journal, JournalError
from casusbelli.lab import decisions, runs
from casusbelli.lab.parallel import Hands, Where, in_order
from casusbelli.lab.play import play_game
from casusbelli.testkit import load_game

from .common import Trouble, console, progress, read_options, say_json, split


def run_convert(sources: list[Path], out: Path, where: Where, as_json: bool) -> None:
    journals = decisions.journals_in(sources)
    if decisions.format_of(out) == "parquet":
        runs.check_tables()
    if not out.absolute().parent.is_dir():
        raise Trouble(f"there is no folder {out.absolute().parent} for {out.name}")
    with progress("convert", len(journals), "matches") as advance:

        def each() -> Iterator[list[decisions.Decision]]:
            for rows in in_order(decisions.decisions_of, journals, where):
                advance()
                yield rows

        count = decisions.write_decisions(out, each())
    _say(as_json, out, len(journals), count)


def run_corpus(
    game: str,
    games: int,
    bots: str | None,
    scenario: str | None,
    options: str | None,
    seed: str,
    where: Where,
    folder: Path | None,
    as_json: bool,
) -> None:
    from casusbelli.lab.simulate import series_of

    runs.check_tables()
    loaded = load_game(game)
    seats = len(loaded.info.scenario(scenario).seats)
    named = split(bots) or ["officer"]
    seated = named * seats if len(named) == 1 else named
    series = series_of(game, scenario, read_options(loaded.info, options), seated, games, seed)
    place = folder or Path("build/corpus") / f"{game.replace(':', '.')}-{seed}"
    (place / "journals").mkdir(parents=True, exist_ok=True)
    setup: dict[str, Any] = {
        "game": game,
        "rules": loaded.info.rules_version,
        "scenario": series.scenario,
        "options": series.options,
    }
    setup |= {"bots": list(series.bots), "seed": seed, "games": games}
    _same_corpus(place, setup)
    plans = series.plans(place / "journals")
    left = [plan for plan in plans if not _whole(Path(plan.journal))]
    total = 0
    with progress(game, len(left) + games, "matches") as advance, Hands(where) as hands:
        for record in hands.in_order(play_game, left):
            if record.error:
                raise Trouble(f"game {record.plan.seed} failed: {record.error}")
            advance()
        for name, journals in decisions.shards([Path(plan.journal) for plan in plans]):
            rows = []
            for told in hands.in_order(decisions.decisions_of, journals):
                rows += told
                advance()
            total += len(rows)
            runs.write_table(place / name, map(msgspec.structs.asdict, rows), decisions.COLUMNS)
    (place / "README.md").write_text(decisions.card(setup, games, total), "utf-8")
    _say(as_json, place, games, total)


def _same_corpus(place: Path, setup: dict[str, Any]) -> None:
    """A folder that holds another corpus is not mixed with this one."""
    written = msgspec.json.format(msgspec.json.encode(setup), indent=1)
    path = place / "corpus.json"
    if path.is_file() and path.read_bytes() != written:
        raise Trouble(f"{place} holds another corpus: take another --dir, or remove it")
    runs.write_whole(path, written)


def _whole(path: Path) -> bool:
    """Whether a journal is there with its end: one that was cut off is played again."""
    try:
        return path.is_file() and Journal.load(path).result is not None
    except JournalError:
        return False


def _say(as_json: bool, out: Path, matches: int, rows: int) -> None:
    if as_json:
        say_json({"out": str(out), "matches": matches, "decisions": rows})
    else:
        console().print(f"{out}: {matches} matches, {rows:,} decisions", markup=False)
