"""What the commands share: clear refusals, options from words, progress, and one JSON object on stdout."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from casusbelli.kernel import GameInfo, OptionValue, SetupError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Task
    from rich.text import Text


class Trouble(Exception):
    """Something the user can put right: one line on stderr, exit code 2."""


def split(text: str | None) -> list[str]:
    """The words of a comma-separated list."""
    return [word.strip() for word in (text or "").split(",") if word.strip()]


def read_options(info: GameInfo, text: str | None) -> dict[str, OptionValue]:
    """``fog=true,length=short`` as checked option values; an option named alone is switched on."""
    chosen: dict[str, OptionValue] = {}
    known = {option.id: option for option in info.options}
    for word in split(text):
        name, equals, value = word.partition("=")
        if name in known and equals:
            by_name = {str(v).lower(): v for v in known[name].values}
            chosen[name] = by_name.get(value.lower(), value)
        else:
            chosen[name] = True
    info.settle(chosen)
    return chosen


def jobs_of(jobs: int, ray: str | None = None) -> int | str:
    """Who does the work: processes (0 means one for every core), or the Ray cluster at an address."""
    if ray is not None:
        return ray
    return jobs or os.cpu_count() or 1


def console() -> Console:
    from rich.console import Console

    return Console(highlight=False)


def say_json(told: Mapping[str, Any]) -> None:
    """One JSON object on stdout."""
    sys.stdout.write(msgspec.json.encode(told).decode() + "\n")


def warn(line: str) -> None:
    sys.stderr.write(line + "\n")


@contextmanager
def progress(label: str, total: int, unit: str) -> Iterator[Callable[[], None]]:
    """A bar on stderr with rate and time left, where somebody watches; gives the function that advances it."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.1f} {unit}/s" if task.speed else "")

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda: bar.advance(task)


__all__ = ["SetupError", "Trouble", "console", "jobs_of", "progress", "read_options", "say_json", "split", "warn"]
