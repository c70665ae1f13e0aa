"""``casus study``, ``ladder`` and ``report``."""

from __future__ import annotations

from pathlib import Path

import msgspec

from casusbelli.bots import STRATEGIST
from casusbelli.lab import runs, studies
from casusbelli.lab.parallel import Hands, Where
from casusbelli.testkit import load_game

from .common import console, progress, read_options, say_json, split, warn
from .lab import grid


def run_study(
    kind: str,
    game: str,
    bots: str,
    most: int,
    margin: float,
    scenario: str | None,
    options: str | None,
    only: str | None,
    seed: str,
    where: Where,
    folder: Path | None,
    as_json: bool,
) -> None:
    runs.check_tables()
    chosen = read_options(load_game(game).info, options)
    setup = studies.setup_of(kind, game, scenario, chosen, split(bots), most, seed, margin, split(only))
    place = folder or Path("build/study") / f"{game.replace(':', '.')}-{kind}-{seed}"
    run, found = _carry_out(setup, place, where)
    runs.write_table(place / "findings.parquet", map(msgspec.structs.asdict, found), studies.FINDINGS)
    told = {
        "study": kind,
        "game": game,
        "scenario": setup.scenario,
        "dir": str(place),
        "games": len(run.stories),
        "errors": _errors(run),
        "decided": bool(found) and all(each.decided for each in found),
        "findings": [msgspec.structs.asdict(each) for each in found],
    }
    if as_json:
        say_json(told)
        return
    out = console()
    decided = "decided" if told["decided"] else "not decided yet: allow more with --games"
    out.print(f"{kind} of {game} ({setup.scenario}): {told['games']} games, {told['errors']} errors; {decided}", markup=False)
    table = grid("arm", "seat", "about", "games", "estimate", "interval", "difference")
    for each in found:
        interval = f"{each.low:.3f} – {each.high:.3f}"
        table.add_row(each.arm, each.seat, each.about, str(each.games), f"{each.estimate:.3f}", interval, each.decided or "?")
    out.print(table)
    out.print(f"games and tables: {place}; pictures: casus report {place}", markup=False)


def run_ladder(
    game: str,
    bots: str | None,
    deals: int,
    scenario: str | None,
    options: str | None,
    seed: str,
    where: Where,
    folder: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    from casusbelli.lab import plots, ratings

    runs.check_tables()
    if plot is not None:
        plots.check_plot(plot)
    loaded = load_game(game)
    named = split(bots) or ["random", *(grade for grade in loaded.bots() if grade != STRATEGIST)]
    setup = studies.ladder_of(game, scenario, read_options(loaded.info, options), named, deals, seed)
    place = folder or Path("build/study") / f"{game.replace(':', '.')}-ladder-{seed}"
    run, _ = _carry_out(setup, place, where)
    table = ratings.ladder(setup.bots, setup.seats, run.stories.values())
    if told := ratings.anchors(table):
        (place / "anchors.toml").write_text(told, "utf-8")
    runs.write_table(place / "ratings.parquet", map(msgspec.structs.asdict, table), ratings.STANDINGS)
    if plot is not None:
        plots.plot_ladder(f"{game} ({setup.scenario}), {len(run.stories)} games", table, plot)
    if as_json:
        standings = [msgspec.structs.asdict(each) for each in table]
        say_json({"game": game, "dir": str(place), "games": len(run.stories), "errors": _errors(run), "ladder": standings})
        return
    out = console()
    out.print(f"{game} ({setup.scenario}): {len(run.stories)} games, {_errors(run)} errors", markup=False)
    rows = grid("bot", "rating", "95 %", "games", "wins %", "95 %")
    for each in table:
        wins = f"{100 * each.wins / max(1, each.games):.1f}"
        interval = f"{100 * each.win_low:.1f} – {100 * each.win_high:.1f}"
        rows.add_row(each.bot, f"{each.rating:.1f}", f"{each.low:.1f} – {each.high:.1f}", str(each.games), wins, interval)
    out.print(rows)
    out.print(f"games and tables: {place}; pictures: casus report {place}", markup=False)


def _carry_out(setup: studies.Setup, place: Path, where: Where) -> tuple[runs.Run, list[studies.Finding]]:
    """Play what the study wants; tables are written even when it is stopped in the middle."""
    run = runs.Run(place, msgspec.to_builtins(setup))
    if run.stories:
        warn(f"{place}: {len(run.stories)} games are there already")
    per_deal = sum(1 for _ in studies.errands(setup, 0, list(setup.arms)))
    try:
        with progress(setup.game, setup.most * per_deal, "games") as advance, Hands(where) as hands:
            for _ in run.stories:
                advance()
            found = studies.carry_out(setup, run, hands.in_order, advance)
    finally:
        run.close()
        runs.write_tables(place, run.stories.values(), setup.seats)
    return run, found


def _errors(run: runs.Run) -> int:
    return sum(bool(story.error) for story in run.stories.values())


def run_report(folder: Path, out: Path | None, language: str, as_json: bool) -> None:
    from casusbelli.lab.report import make_report

    page = out or folder / "report.html"
    told = make_report(folder, page, language)
    if as_json:
        say_json(told)
    else:
        console().print(f"{page}: {told['games']} games, {len(told['pictures'])} pictures", markup=False)
