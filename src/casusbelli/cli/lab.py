"""``casus simulate``, ``arena``, ``bench`` and ``loadtest``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from casusbelli.game.registry import installed
from casusbelli.lab.ledger import play_through
from casusbelli.lab.parallel import Where
from casusbelli.lab.play import GamePlan, Record
from casusbelli.testkit import load_game

from .common import Trouble, console, progress, read_options, say_json, split

if TYPE_CHECKING:
    from rich.table import Table


def play_all(plans: list[GamePlan], where: Where, label: str, ledger: Path | None = None) -> tuple[list[Record], float]:
    """Play all plans under a progress bar, but for those that a ledger has already; the records and the seconds it took."""
    records = []
    began = perf_counter()
    with progress(label, len(plans), "games") as advance:
        for record in play_through(plans, where, ledger):
            records.append(record)
            advance()
    return records, perf_counter() - began


def check_picture(plot: Path | None) -> None:
    if plot is not None:
        from casusbelli.lab.plots import check_plot

        check_plot(plot)


def run_simulation(
    game: str,
    games: int,
    bots: str | None,
    scenario: str | None,
    options: str | None,
    seed: str,
    where: Where,
    ledger: Path | None,
    journals: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    from casusbelli.lab.simulate import series_of, summary

    series = series_of(game, scenario, read_options(load_game(game).info, options), split(bots), games, seed)
    check_picture(plot)
    if journals:
        journals.mkdir(parents=True, exist_ok=True)
    records, seconds = play_all(series.plans(journals), where, game, ledger)
    told = summary(series, records, seconds)
    if plot:
        from casusbelli.lab.plots import plot_balance

        plot_balance(told, plot)
    if as_json:
        say_json(told)
    else:
        show_simulation(told)


def show_simulation(told: dict[str, Any]) -> None:
    out = console()
    out.print(f"{told['game']} ({told['scenario']}), seed {told['seed']}: {told['games']} games, {told['errors']} errors")
    table = grid("seat", "bot", "wins", "%", "mean score")
    played = max(1, told["games"] - told["errors"])
    for (seat, wins), bot in zip(told["wins"].items(), told["bots"], strict=True):
        score = told["mean_score"].get(seat)
        table.add_row(seat, bot, str(wins), f"{100 * wins / played:.1f}", "" if score is None else f"{score:.2f}")
    out.print(table)
    out.print(f"draws {told['draws']}; endings {', '.join(f'{k} {v}' for k, v in told['endings'].items()) or 'none'}")
    out.print(endings(told["wins_by_ending"]))
    speed = f"{told['decisions_per_second']:,.0f} a second"
    out.print(f"{told['decisions']:,} decisions in {told['seconds']:.1f} s, {speed}, {told['mean_decisions_per_game']} a game")
    for failure in told["failures"]:
        out.print(f"  {failure['seed']}: {failure['error']}", markup=False)


def run_arena(
    game: str,
    bots: str,
    games: int,
    scenario: str | None,
    options: str | None,
    seed: str,
    where: Where,
    ledger: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    from casusbelli.lab.arena import arena_of, standings

    arena = arena_of(game, scenario, read_options(load_game(game).info, options), split(bots), games, seed)
    check_picture(plot)
    records, seconds = play_all(arena.plans(), where, game, ledger)
    told = standings(arena, records, seconds)
    if plot:
        from casusbelli.lab.plots import plot_arena

        plot_arena(told, plot)
    if as_json:
        say_json(told)
        return
    out = console()
    out.print(f"{told['game']} ({told['scenario']}), seed {told['seed']}: {told['games']} games, {told['errors']} errors")
    out.print(tallies("bot", told["bots"]))
    for bot, others in told["against"].items():
        if len(others) > 1:
            out.print(tallies(f"{bot} against", others))
    out.print(tallies("seat", told["seats"]))
    out.print(endings(told["wins_by_ending"]))
    for failure in told["failures"]:
        out.print(f"  {failure['seed']} {','.join(failure['bots'])}: {failure['error']}", markup=False)


def grid(*columns: str) -> Table:
    from rich.table import Table

    table = Table(*columns)
    for column in table.columns[1:]:
        column.justify = "right"
        column.no_wrap = True
    return table


def tallies(heading: str, rows: dict[str, dict[str, Any]]) -> Table:
    table = grid(heading, "games", "wins", "draws", "wins %", "95 %", "ms a choice")
    for name, row in rows.items():
        interval = f"{100 * row['low']:.1f} – {100 * row['high']:.1f}"
        numbers = [str(row[key]) for key in ("games", "wins", "draws")]
        time = f"{row['mean_ms_per_choice']:.2f}" if "mean_ms_per_choice" in row else ""
        table.add_row(name, *numbers, f"{100 * row['win_rate']:.1f}", interval, time)
    return table


def endings(wins: dict[str, dict[str, int]]) -> Table:
    """Who won by which ending."""
    table = grid("won by", *next(iter(wins.values()), {}))
    for ending, row in wins.items():
        table.add_row(ending, *map(str, row.values()))
    return table


def run_bench(games: list[str], seconds: float, as_json: bool) -> None:
    from casusbelli.lab.bench import bench_game

    chosen = games or list(installed())
    for game in chosen:
        load_game(game)
    told: dict[str, Any] = {}
    with progress("bench", len(chosen), "games") as advance:
        for game in chosen:
            told[game] = bench_game(game, seconds)
            advance()
    if as_json:
        say_json({"games": told})
        return
    table = grid("", *told)
    for figure in next(iter(told.values()), {}):
        if figure != "game":
            table.add_row(figure, *(f"{row[figure]:,}" for row in told.values()))
    console().print(table)


def run_against(games: list[str], paths: list[Path], seconds: float, as_json: bool) -> None:
    from casusbelli.lab.peers import peer_at, side_by_side

    chosen = games or list(installed())
    for game in chosen:
        load_game(game)
    told = side_by_side(chosen, [peer_at(path) for path in paths], seconds)
    if as_json:
        say_json(told)
        return
    table = grid("", "decisions a second", "clone, µs", *(f"speed / {peer}" for peer in told["peers"]))
    for game, row in told["games"].items():
        ratios = [f"{ratio['speed']:.2f}" for ratio in row["against"].values()]
        table.add_row(game, f"{row['decisions_per_second']:,.0f}", f"{row['clone_us']:.1f}", *ratios)
    for peer, row in told["peers"].items():
        table.add_row(peer, f"{row['decisions_per_second']:,.0f}", f"{row['clone_us']:.1f}", *[""] * len(told["peers"]))
    console().print(table)


def run_loadtest(
    game: str,
    tables: int,
    seconds: float,
    rate: float | None,
    scenario: str | None,
    as_json: bool,
    *,
    beats: bool = True,
    watchers: int = 0,
) -> None:
    from casusbelli.table.loadtest import run

    _say_load(lambda: run(tables, seconds, game, scenario, rate=rate, beats=beats, watchers=watchers), as_json)


def run_load_pairs(
    game: str, tables: int, seconds: float, scenario: str | None, against: Path, as_json: bool, *, beats: bool = True
) -> None:
    """Bursts of both servers in turn, so many seconds of each."""
    from casusbelli.table.loadpairs import run_pairs

    rounds = max(1, round(seconds))
    _say_load(lambda: run_pairs(against, tables, rounds, game, scenario, beats=beats), as_json)


def _say_load(measure: Callable[[], dict[str, Any]], as_json: bool) -> None:
    from casusbelli.table.loadtest import LoadError

    try:
        told = measure()
    except LoadError as error:
        raise Trouble(str(error)) from None
    if as_json:
        say_json(told)
        return
    out = console()
    for name, value in told.items():
        out.print(f"{name:28} {value}", markup=False)


def run_usual(game_id: str, journals: Path, bot: str) -> None:
    """Count the journals of a folder into the game's own."""
    from casusbelli.bots.learnt import write_learnt
    from casusbelli.bots.usual import counted_in, usual_file

    game = load_game(game_id)
    found = sorted(journals.glob("*.json"))
    if not found:
        raise Trouble(f"there are no journals in {journals}")
    told = counted_in(game, found, f"casus usual {game_id} JOURNALS --bot {bot}", bot)
    write_learnt(usual_file(game, told.scenario), told)
    console().print(f"{game.info.id} ({told.scenario}): {told.games} games, {len(told.figures)} figures, digest {told.digest}")
