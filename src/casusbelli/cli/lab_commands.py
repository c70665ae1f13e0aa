"""The lab's commands: play many games, put questions to them, teach by them, measure."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import jobs_of
from .options import Game, Games, Jobs, Json, Kept, Ledger, Options, Plot, Ray, Scenario, Seed

lab = typer.Typer()


@lab.command(epilog="Example: casus simulate fog_of_war --games 500 --bots random,random --json")
def simulate(
    game: Game,
    games: Games = 100,
    bots: Annotated[str | None, typer.Option(help="One bot for every seat, in order; random if not given.")] = None,
    scenario: Scenario = None,
    options: Options = None,
    seed: Seed = "1",
    jobs: Jobs = 1,
    ray: Ray = None,
    ledger: Ledger = None,
    journals: Annotated[Path | None, typer.Option(help="Write the journal of every game into this folder.")] = None,
    plot: Plot = None,
    as_json: Json = False,
) -> None:
    """Play many games between bots and count."""
    from .lab import run_simulation

    run_simulation(game, games, bots, scenario, options, seed, jobs_of(jobs, ray), ledger, journals, plot, as_json)


@lab.command(epilog="Example: casus usual churchill journals/ --bot officer")
def usual(
    game: Game,
    journals: Annotated[Path, typer.Argument(help="A folder of journals of one scenario, see `casus simulate --journals`.")],
    bot: Annotated[str, typer.Option(help="Which bots played them.")] = "officer",
) -> None:
    """Count what is usual in bots' games, to tell people how their own figures stand beside it."""
    from .lab import run_usual

    run_usual(game, journals, bot)


@lab.command(epilog="Example: casus arena fog_of_war --bots marshal,officer --games 400 --plot arena.png")
def arena(
    game: Game,
    bots: Annotated[str, typer.Option(help="The bots that meet, at least one for every seat; more play in every combination.")],
    games: Annotated[int, typer.Option(min=1, help="Games at every table, rounded up to whole rotations of the seats.")] = 100,
    scenario: Scenario = None,
    options: Options = None,
    seed: Seed = "1",
    jobs: Jobs = 1,
    ray: Ray = None,
    ledger: Ledger = None,
    plot: Plot = None,
    as_json: Json = False,
) -> None:
    """Let bots meet on fair terms: paired seeds, seats rotated, confidence intervals."""
    from .lab import run_arena

    run_arena(game, bots, games, scenario, options, seed, jobs_of(jobs, ray), ledger, plot, as_json)


@lab.command(epilog="Example: casus study balance fog_of_war --bots marshal --games 400")
def study(
    kind: Annotated[str, typer.Argument(metavar="balance|options|openings|length", help="What is asked.")],
    game: Game,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one for every seat, in order.")] = "officer",
    games: Annotated[int, typer.Option(min=1, help="Deals at most; fewer where the question is decided sooner.")] = 400,
    margin: Annotated[float, typer.Option(help="A smaller difference in shares of victories counts as none.")] = 0.05,
    scenario: Scenario = None,
    options: Options = None,
    only: Annotated[str | None, typer.Option(help="Of `options`: only these, separated by commas.")] = None,
    seed: Seed = "1",
    jobs: Jobs = 1,
    ray: Ray = None,
    folder: Kept = None,
    as_json: Json = False,
) -> None:
    """Put a question to as many games as it takes: balance of seats, effect of options, openings, length."""
    from .studies import run_study

    where = jobs_of(jobs, ray)
    run_study(kind, game, bots, games, margin, scenario, options, only, seed, where, folder, as_json)


@lab.command(epilog="Example: casus ladder churchill --games 40 --jobs 0")
def ladder(
    game: Game,
    bots: Annotated[
        str | None, typer.Option(help="The bots, by commas; random and all grades but the strategist if not given.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Deals; each is played at every table in every turn of the seats.")] = 20,
    scenario: Scenario = None,
    options: Options = None,
    seed: Seed = "1",
    jobs: Jobs = 1,
    ray: Ray = None,
    folder: Kept = None,
    plot: Plot = None,
    as_json: Json = False,
) -> None:
    """Rate bots by a round robin, with intervals."""
    from .studies import run_ladder

    run_ladder(game, bots, games, scenario, options, seed, jobs_of(jobs, ray), folder, plot, as_json)


@lab.command(epilog="Example: casus report build/study/fog_of_war-balance-1 --lang it")
def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a study or a ladder.")],
    out: Annotated[Path | None, typer.Option(help="The page; report.html in the folder if not given.")] = None,
    language: Annotated[str, typer.Option("--lang", help="The language that is shown first: en, it or es.")] = "en",
    as_json: Json = False,
) -> None:
    """Draw the games of a study: one page that opens without a network."""
    from .studies import run_report

    run_report(folder, out, language, as_json)


@lab.command(epilog="Example: casus convert journals/ --out decisions.parquet")
def convert(
    sources: Annotated[list[Path], typer.Argument(metavar="FILE|DIR…", help="Journals, and folders of journals.")],
    out: Annotated[Path, typer.Option(help="A .jsonl or .parquet file.")],
    jobs: Jobs = 1,
    ray: Ray = None,
    as_json: Json = False,
) -> None:
    """Write matches as rows, one a decision: seat, question, options, choice, what was seen."""
    from .convert import run_convert

    run_convert(sources, out, jobs_of(jobs, ray), as_json)


@lab.command(epilog="Example: casus corpus churchill --games 1000 --jobs 0")
def corpus(
    game: Game,
    games: Games = 1000,
    bots: Annotated[str | None, typer.Option(help="One bot for all seats, or one for every seat; officers if not given.")] = None,
    scenario: Scenario = None,
    options: Options = None,
    seed: Seed = "corpus",
    jobs: Jobs = 1,
    ray: Ray = None,
    folder: Kept = None,
    as_json: Json = False,
) -> None:
    """Make a data set of bots' games: journals, and every decision as Parquet."""
    from .convert import run_corpus

    run_corpus(game, games, bots, scenario, options, seed, jobs_of(jobs, ray), folder, as_json)


@lab.command(epilog="Example: casus train fog_of_war --games 2000 --plot reliability.png")
def train(
    game: Game,
    games: Annotated[int, typer.Option(min=1, help="Wars to learn from; two of five only try what was learned.")] = 1000,
    scenario: Scenario = None,
    bot: Annotated[str, typer.Option(help="The bot that plays all seats.")] = "marshal",
    seed: Seed = "train",
    jobs: Jobs = 1,
    ray: Ray = None,
    folder: Annotated[Path, typer.Option("--dir", help="Where the wars are kept: a training that was stopped goes on.")] = Path(
        "build/train"
    ),
    out: Annotated[Path | None, typer.Option(help="Where to write the weights; into the game's folder if not given.")] = None,
    plot: Plot = None,
    as_json: Json = False,
) -> None:
    """Teach a game's chances by self-play: who is winning, judged from what a seat may know."""
    from .training import run_training

    run_training(game, games, scenario, bot, seed, jobs_of(jobs, ray), folder, out, plot, as_json)


@lab.command(epilog="Example: casus beliefs fog_of_war --games 200 --judge")
def beliefs(
    game: Game,
    games: Annotated[int, typer.Option(min=1, help="Games that are played; every fifth is held out.")] = 200,
    bot: Annotated[str, typer.Option(help="The bot that plays every seat.")] = "marshal",
    seed: Seed = "1",
    jobs: Jobs = 1,
    ray: Ray = None,
    folder: Annotated[Path, typer.Option("--dir", help="Where the games are kept: a teaching that was stopped goes on.")] = Path(
        "build/beliefs"
    ),
    out: Annotated[Path | None, typer.Option(help="Where the beliefs lie; in the game's own folder if not given.")] = None,
    judge: Annotated[
        bool,
        typer.Option("--judge", help="Teach nothing: judge the beliefs that are there; rules that came after them are noted."),
    ] = False,
    further: Annotated[bool, typer.Option("--further", help="Go on from the beliefs that are there, in fewer rounds.")] = False,
    as_json: Json = False,
) -> None:
    """Teach a game what is probably hidden where, and judge how well supposed worlds pass for true ones."""
    from .beliefs import run_beliefs

    run_beliefs(game, games, bot, seed, jobs_of(jobs, ray), folder, out, judge, further, as_json)


@lab.command(epilog="Example: casus switches wunderwaffen --positions 60 --worlds 6")
def switches(
    game: Game,
    scenario: Annotated[str | None, typer.Option(help="The scenario; the game's first one if not given.")] = None,
    positions: Annotated[int, typer.Option(min=1, help="Positions that are looked at.")] = 60,
    candidates: Annotated[int, typer.Option(min=2, help="Choices that are played on, the marshal's among them.")] = 4,
    first: Annotated[int, typer.Option(min=1, help="Plausible worlds in which all are played on.")] = 2,
    worlds: Annotated[int, typer.Option(min=1, help="Plausible worlds in which the best challenger is, in all.")] = 10,
    fresh: Annotated[int, typer.Option(min=1, help="Other worlds in which a switched choice is judged.")] = 16,
    seed: Seed = "1",
    as_json: Json = False,
) -> None:
    """Try what a marshal who plays its best choices on would do otherwise, and whether that is better."""
    from casusbelli.bots.search import Depth

    from .switches import run_switches

    run_switches(game, scenario, positions, Depth(candidates, first, worlds), fresh, seed, as_json)


@lab.command(epilog="Example: casus habits fog_of_war --bots marshal --beside marshal@41046de --games 100 --seed habits")
def habits(
    game: Game,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one for every seat, in order.")] = "marshal",
    beside: Annotated[str | None, typer.Option(help="Other bots on the same deals, to be told beside the first.")] = None,
    games: Games = 100,
    scenario: Scenario = None,
    options: Options = None,
    seed: Seed = "habits",
    jobs: Jobs = 1,
    ray: Ray = None,
    ledger: Ledger = None,
    plot: Plot = None,
    as_json: Json = False,
) -> None:
    """Count habits that a person could see through, over many games between bots, with intervals."""
    from .habits import run_habits

    run_habits(game, bots, beside, games, scenario, options, seed, jobs_of(jobs, ray), ledger, plot, as_json)


@lab.command(epilog="Example: casus fuzz fog_of_war --games 1000 --options random --failures fuzz")
def fuzz(
    game: Game,
    games: Games = 100,
    seed: Seed = "1",
    first: Annotated[int, typer.Option(min=0, help="The number of the first game, to bring a failure back.")] = 0,
    scenario: Annotated[str | None, typer.Option(help="The scenario; drawn for every game if not given.")] = None,
    options: Annotated[str, typer.Option(help="Rules options, or `random` to draw them for every game.")] = "random",
    trial: Annotated[list[str] | None, typer.Option(help="Only this trial; repeatable.")] = None,
    without: Annotated[list[str] | None, typer.Option(help="Every trial but this; repeatable.")] = None,
    failures: Annotated[Path, typer.Option(help="Where to write the journals of failures.")] = Path("fuzz-failures"),
    cap: Annotated[int, typer.Option(min=1, help="A game of more choices counts as endless.")] = 20_000,
    jobs: Jobs = 1,
    ray: Ray = None,
    as_json: Json = False,
) -> None:
    """Play random games under every trial of the test kit; write a replayable journal of any failure and exit with 1."""
    from .fuzz import run_fuzz

    run_fuzz(game, games, seed, first, scenario, options, trial or [], without or [], failures, cap, jobs_of(jobs, ray), as_json)


@lab.command(epilog="Example: casus bench --json")
def bench(
    game: Annotated[list[str] | None, typer.Argument(help="Games; all installed ones if none is given.")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long to play each game at random.")] = 3.0,
    against: Annotated[
        list[Path] | None, typer.Option(help="A peer to measure beside: a folder with Catanatron or a rules.js; repeatable.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure each game on one core: random play, copies, views, saving, replay."""
    from .lab import run_against, run_bench

    if against:
        run_against(game or [], against, seconds, as_json)
    else:
        run_bench(game or [], seconds, as_json)


@lab.command(epilog="Example: casus loadtest --tables 20 --seconds 10")
def loadtest(
    game: Annotated[str, typer.Argument(help="The game that is played.")] = "fog_of_war",
    tables: Annotated[int, typer.Option(min=1, help="Busy tables, every seat connected.")] = 20,
    seconds: Annotated[float, typer.Option(min=0.5, help="How long.")] = 10.0,
    rate: Annotated[float | None, typer.Option(min=1, help="Choices a second, all tables together.")] = None,
    scenario: Scenario = None,
    beats: Annotated[bool, typer.Option(help="Frames with beats, as browsers want them.")] = True,
    watchers: Annotated[int, typer.Option(min=0, help="Spectators, spread over the tables.")] = 0,
    against: Annotated[
        Path | None, typer.Option(help="Another checkout: its server and this one play bursts of a second in turn.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure the server on this machine: choices a second, and how soon the other seat hears of them."""
    from .lab import run_load_pairs, run_loadtest

    if against is not None:
        run_load_pairs(game, tables, seconds, scenario, against, as_json, beats=beats)
        return
    run_loadtest(game, tables, seconds, rate, scenario, as_json, beats=beats, watchers=watchers)
