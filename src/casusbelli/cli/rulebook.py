"""``casus rulebook check``."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from casusbelli.game.registry import find, installed
from casusbelli.rulebook import Report, check

from .common import console, say_json


def check_books(games: list[str], as_json: bool) -> None:
    """Check the books of these games, of all installed ones if none is named; exit with 1 where something is missing."""
    reports = [check(find(game_id)) for game_id in games or installed()]
    if as_json:
        say_json({"games": {report.game: told(report) for report in reports}})
    else:
        for report in reports:
            tell(report)
    if not all(report.sound for report in reports):
        sys.exit(1)


def told(report: Report) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.structs.asdict(report)
    del fields["game"]
    return fields


def tell(report: Report) -> None:
    out = console()
    if not report.written:
        out.print(f"[bold]{report.game}[/bold]: no rulebook yet; {report.cited} numbers are cited")
        return
    words = ", ".join(f"{language} {count}" for language, count in report.words.items())
    out.print(
        f"[bold]{report.game}[/bold]: {report.entries} entries, {report.cited} numbers cited, {report.examples} examples, "
        f"{report.figures} figures, {report.glossary} terms; words: {words}",
        soft_wrap=True,
    )
    for language, numbers in report.missing.items():
        if numbers:
            out.print(f"  {language}: no entry for {', '.join(numbers)}", soft_wrap=True)
    for problem in report.problems:
        out.print(f"  {problem}", soft_wrap=True, markup=False)
