"""``casus habits``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from casusbelli.kernel import SetupError
from casusbelli.lab.habits import Counted, count_through, habits_of, table
from casusbelli.lab.parallel import Where
from casusbelli.lab.simulate import Series, series_of
from casusbelli.testkit import load_game

from .common import console, progress, read_options, say_json, split
from .lab import check_picture, grid

WIDE = 140
"""Labels are long: a narrow terminal breaks the lines itself."""


def run_habits(
    game: str,
    bots: str,
    beside: str | None,
    games: int,
    scenario: str | None,
    options: str | None,
    seed: str,
    where: Where,
    ledger: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    counted = habits_of(game)
    info = load_game(game).info
    seats = len(info.scenario(scenario).seats)
    lots = [
        series_of(game, scenario, read_options(info, options), everywhere(split(names), seats), games, seed)
        for names in (bots, beside)
        if names
    ]
    if len({lot.bots for lot in lots}) < len(lots):
        raise SetupError("--beside names the same bots again")
    check_picture(plot)
    found = _play(lots, where, ledger)
    rows = [{"lot": n} | row for n, lot in enumerate(found) for row in table(counted, lot)]
    failures = [
        {"seed": one.plan.seed, "bots": list(one.plan.bots), "error": one.error} for lot in found for one in lot if one.error
    ]
    first = lots[0]
    told = {"game": game, "scenario": first.scenario, "options": first.options, "seed": seed, "games": games}
    told |= {"lots": [list(lot.bots) for lot in lots], "rows": rows, "errors": len(failures), "failures": failures[:20]}
    if plot:
        from casusbelli.lab.plots import plot_habits

        plot_habits(told, plot)
    if as_json:
        say_json(told)
    else:
        _show(told)


def everywhere(bots: list[str], seats: int) -> list[str]:
    """One bot for all seats, or as they are named."""
    return bots * seats if len(bots) == 1 else bots


def _play(lots: list[Series], where: Where, ledger: Path | None) -> list[list[Counted]]:
    """Deal by deal: of games that were stopped there are as many of each lot."""
    plans = [plan for deal in zip(*(lot.plans() for lot in lots), strict=True) for plan in deal]
    found: dict[tuple[str, ...], list[Counted]] = {lot.bots: [] for lot in lots}
    with progress(lots[0].game, len(plans), "games") as advance:
        for game in count_through(plans, where, ledger):
            found[game.plan.bots].append(game)
            advance()
    return [found[lot.bots] for lot in lots]


def _show(told: dict[str, Any]) -> None:
    out = console()
    out.print(f"{told['game']} ({told['scenario']}), seed {told['seed']}: {told['games']} games each, {told['errors']} errors")
    rows = {(row["habit"], row["who"], row["lot"]): row for row in told["rows"]}
    columns = grid("habit", *(",".join(dict.fromkeys(bots)) for bots in told["lots"]))
    for habit, who in dict.fromkeys((row["habit"], row["who"]) for row in told["rows"]):
        found = [rows.get((habit, who, n)) for n in range(len(told["lots"]))]
        label = next(row["label"] for row in found if row)
        columns.add_row(f"{label} ({who})" if who else label, *map(figure, found))
    out.print(columns, width=max(out.width, WIDE), crop=False)
    for failure in told["failures"]:
        out.print(f"  {failure['seed']} {','.join(failure['bots'])}: {failure['error']}", markup=False)


def figure(row: dict[str, Any] | None) -> str:
    """A figure with its interval and what it is of."""
    if row is None:
        return "–"
    if row["kind"] == "different":
        return f"{row['value']} of {row['games']}"
    if row["kind"] == "share":
        return f"{100 * row['value']:.1f} % ({100 * row['low']:.1f}–{100 * row['high']:.1f}) of {row['of']:g}"
    return f"{row['value']:.2f} ({row['low']:.2f}–{row['high']:.2f})"
