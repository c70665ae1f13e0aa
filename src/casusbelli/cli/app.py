"""The commands and their options. Each loads what it needs when it runs, so that ``casus --help`` is quick."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from casusbelli import __version__

from .common import Trouble, jobs_of

app = typer.Typer(
    name="casus",
    help="War-and-politics board games, every rule enforced: play, serve, simulate, study. Without a command: open the table.",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
packs = typer.Typer(help="Packs of printed values from your own copy of a game.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(packs, name="packs")
lessons = typer.Typer(help="The lessons of the games.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(lessons, name="lessons")
rulebook = typer.Typer(help="The rulebooks inside the games.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(rulebook, name="rulebook")

admin = typer.Typer(
    help="Looking after a house: people, words, matches. Works beside a server that runs; every act is logged.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(admin, name="admin")

Game = Annotated[str, typer.Argument(help="A game's id (see `casus games`), or module:NAME of a game in the making.")]
Scenario = Annotated[str | None, typer.Option(help="The scenario; the game's first one if not given.")]
Options = Annotated[str | None, typer.Option(help="Rules options, e.g. one=true,other=3.")]
Seed = Annotated[str, typer.Option(help="The same seed gives the same games, on every machine.")]
Bots = Annotated[str | None, typer.Option(help="Bots, separated by commas.")]
Jobs = Annotated[int, typer.Option(min=0, help="Processes; 0 is one for every core. The results are the same.")]
Ray = Annotated[str | None, typer.Option(help="Work on the Ray cluster at this address, or `local` (needs the ray extra).")]
Kept = Annotated[Path | None, typer.Option("--dir", help="Where the games are kept: work that was stopped goes on there.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Games = Annotated[int, typer.Option(min=1, help="How many games.")]
Plot = Annotated[Path | None, typer.Option(help="Draw a picture into this .png or .svg file (needs the lab extra).")]
Language = Annotated[str, typer.Option("--lang", help="en, it or es.")]


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"casus {__version__}\n")
        raise typer.Exit


@app.callback()
def common_options(
    context: typer.Context,
    pack: Annotated[list[Path] | None, typer.Option(help="A folder of printed values to lay over a game; repeatable.")] = None,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")] = False,
) -> None:
    from casusbelli.game.content import PACKS_VARIABLE, read_pack

    for folder in pack or []:
        read_pack(folder)
    if pack:
        os.environ[PACKS_VARIABLE] = os.pathsep.join(str(folder.absolute()) for folder in pack)
    if context.invoked_subcommand is None:
        open_table = typer.main.get_group(app).commands["serve"]
        with open_table.make_context("serve", [], parent=context) as call:
            open_table.invoke(call)


@app.command(epilog="Example: casus games")
def games(language: Language = "en", as_json: Json = False) -> None:
    """List the installed games with their scenarios, options and bots."""
    from .games import list_games

    list_games(language, as_json)


@app.command(name="new-game", epilog="Example: casus new-game salt_road ./salt_road")
def new_game(
    name: Annotated[str, typer.Argument(help="The game's id: small letters, digits and _.")],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")],
) -> None:
    """Write the package of a game of your own: small, whole, playable at once, and yours to change."""
    from casusbelli.scaffold import write_package

    written = write_package(name, folder)
    sys.stdout.write(
        f"{len(written)} files in {folder}. Next:\n\n    pip install -e {folder}[test]\n    casus play {name}\n    casus serve\n"
    )


@app.command(epilog="Example: casus play fog_of_war --seats me,officer --save war.json")
def play(
    game: Annotated[str | None, typer.Argument(help="A game's id; not needed with --resume.")] = None,
    seats: Annotated[str | None, typer.Option(help="Who sits where: `me` or a bot for every seat, in order.")] = None,
    scenario: Scenario = None,
    options: Options = None,
    seed: Annotated[str | None, typer.Option(help="Deal this seed instead of a new one.")] = None,
    language: Language = "en",
    save: Annotated[Path | None, typer.Option(help="Keep the match in this file, choice by choice.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with the match in this file.")] = None,
    explain: Annotated[bool, typer.Option(help="Tell why: a marshal's choice for you, or the bots' where nobody plays.")] = False,
) -> None:
    """Play in the terminal, against bots or around one keyboard."""
    from .play import start

    start(
        game,
        seats=seats,
        scenario=scenario,
        options=options,
        seed=seed,
        language=language,
        save=save,
        resume=resume,
        explain=explain,
    )


@app.command(epilog="Example: casus learn fog_of_war")
def learn(
    game: Game,
    lesson: Annotated[str | None, typer.Argument(help="A lesson's id or number; the first one if not given.")] = None,
    language: Language = "en",
) -> None:
    """Learn a game in the terminal: the coach explains, you play."""
    from .learn import start_lesson

    start_lesson(game, lesson, language)


@app.command(epilog="Example: casus serve --port 8080")
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, envvar="CASUS_PORT", help="The port; 0 takes a free one.")] = 8080,
    database: Annotated[str | None, typer.Option(help="A file or an SQLAlchemy URL; your own folder if not given.")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    processes: Annotated[int, typer.Option(min=1, max=64, help="How many processes serve; several need PostgreSQL.")] = 1,
) -> None:
    """Serve the table in the browser."""
    from casusbelli.table import ServeError, SettingsError, StoreError
    from casusbelli.table import serve as serve_table

    try:
        serve_table(host, port, database, open_browser=not no_browser, processes=processes)
    except (ServeError, SettingsError, StoreError) as error:
        raise Trouble(str(error)) from None


@app.command(epilog="Example: casus backup matches-2030-01-31.sqlite")
def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="The new file; it must not exist yet.")],
    database: Annotated[str | None, typer.Option(help="As for `casus serve`.")] = None,
    as_json: Json = False,
) -> None:
    """Copy the database of a server, which may run meanwhile, into a file."""
    from .backup import run_backup

    run_backup(target, database, as_json)


Database = Annotated[str | None, typer.Option(help="As for `casus serve`.")]
Name = Annotated[str, typer.Argument(help="The name of an account.")]
Reason = Annotated[str, typer.Option(help="Why; the person reads it.")]
Days = Annotated[int, typer.Option(min=1, help="For how long.")]
Role = Annotated[str, typer.Argument(help="moderator, admin, or none.")]
NewName = Annotated[str, typer.Option("--to", help="The new name; any if not given.")]


def _admin(act: str, target: str, database: str | None, as_json: bool, **more: Any) -> None:
    from .admin import run_act

    run_act(act, target, database, as_json, **more)


@admin.command("staff")
def admin_staff(name: Name, role: Role, database: Database = None, as_json: Json = False) -> None:
    """Say who looks after the house. Staff need a second factor."""
    _admin("staff", name, database, as_json, name="" if role == "none" else role)


@admin.command("suspend")
def admin_suspend(name: Name, reason: Reason, days: Days = 7, database: Database = None, as_json: Json = False) -> None:
    """Shut an account for some days."""
    _admin("suspend", name, database, as_json, reason=reason, days=days)


@admin.command("silence")
def admin_silence(name: Name, reason: Reason, days: Days = 7, database: Database = None, as_json: Json = False) -> None:
    """No free words for some days; choices and cards go on."""
    _admin("silence", name, database, as_json, reason=reason, days=days)


@admin.command("warn")
def admin_warn(name: Name, reason: Reason, database: Database = None, as_json: Json = False) -> None:
    """Tell somebody something, and nothing else."""
    _admin("warn", name, database, as_json, reason=reason)


@admin.command("restore")
def admin_restore(name: Name, database: Database = None, as_json: Json = False) -> None:
    """Lift a suspension and a silence."""
    _admin("restore", name, database, as_json)


@admin.command("rename")
def admin_rename(name: Name, reason: Reason, to: NewName = "", database: Database = None, as_json: Json = False) -> None:
    """Take a name away."""
    _admin("rename", name, database, as_json, reason=reason, name=to)


@admin.command("sessions-end")
def admin_sessions(name: Name, database: Database = None, as_json: Json = False) -> None:
    """Sign somebody out everywhere."""
    _admin("sessions_end", name, database, as_json)


@admin.command("reset-password")
def admin_reset(name: Name, database: Database = None, as_json: Json = False) -> None:
    """Print a link by which somebody sets another password, once, within half an hour."""
    _admin("reset_password", name, database, as_json)


@admin.command("hide")
def admin_hide(match: str, line: int, reason: Reason, database: Database = None, as_json: Json = False) -> None:
    """Remove a line of a match's chat, by its number."""
    _admin("hide", match, database, as_json, reason=reason, line=line)


@admin.command("close-match")
def admin_close(match: str, reason: Reason, database: Database = None, as_json: Json = False) -> None:
    """Call a match off."""
    _admin("close_match", match, database, as_json, reason=reason)


@admin.command("close-challenge")
def admin_close_challenge(challenge: str, reason: Reason, database: Database = None, as_json: Json = False) -> None:
    """Take an open challenge away."""
    _admin("close_challenge", challenge, database, as_json, reason=reason)


@admin.command("dismiss")
def admin_dismiss(report: str, database: Database = None, as_json: Json = False) -> None:
    """Be done with a report."""
    _admin("dismiss", report, database, as_json)


@admin.command("list")
def admin_list(
    what: Annotated[str, typer.Argument(help="reports, audit or outbox.")], database: Database = None, as_json: Json = False
) -> None:
    """Show open reports, the latest acts, or what is in the outbox."""
    from .admin import run_list

    if what not in {"reports", "audit", "outbox"}:
        raise Trouble("there are reports, audit and outbox")
    run_list(what, database, as_json)


@admin.command("ratings")
def admin_ratings(database: Database = None, as_json: Json = False) -> None:
    """Make all ratings anew from the results."""
    from .admin import run_ratings

    run_ratings(database, as_json)


@app.command("mail-sink")
def mail_sink(port: Annotated[int, typer.Option(help="The port on this machine; 0 takes a free one.")] = 2525) -> None:
    """Print letters instead of sending them, to try out a server's mail."""
    from .admin import run_sink

    run_sink(port)


@app.command(epilog="Example: casus restore matches-2030-01-31.sqlite --database postgresql+psycopg://casus@localhost/casus")
def restore(
    backup: Annotated[Path, typer.Argument(metavar="FILE", help="What `casus backup` wrote.")],
    database: Annotated[str | None, typer.Option(help="As for `casus serve`; it must be empty or not exist yet.")] = None,
    as_json: Json = False,
) -> None:
    """Put a backup into an empty database of either kind."""
    from .backup import run_restore

    run_restore(backup, database, as_json)


@app.command(epilog="Example: casus simulate fog_of_war --games 500 --bots random,random --json")
def simulate(
    game: Game,
    games: Games = 100,
    bots: Annotated[str | None, typer.Option(help="One bot for every seat, in order; random if not given.")] = None,
    scenario: Scenario = None,
    options: Options = None,
    seed: Seed = "1",
    jobs: Jobs = 1,
    ray: Ray = None,
    journals: Annotated[Path | None, typer.Option(help="Write the journal of every game into this folder.")] = None,
    plot: Plot = None,
    as_json: Json = False,
) -> None:
    """Play many games between bots and count."""
    from .lab import run_simulation

    run_simulation(game, games, bots, scenario, options, seed, jobs_of(jobs, ray), journals, plot, as_json)


@app.command(epilog="Example: casus arena fog_of_war --bots marshal,officer --games 400 --plot arena.png")
def arena(
    game: Game,
    bots: Annotated[str, typer.Option(help="The bots that meet, at least one for every seat; more play in every combination.")],
    games: Annotated[int, typer.Option(min=1, help="Games at every table, rounded up to whole rotations of the seats.")] = 100,
    scenario: Scenario = None,
    options: Options = None,
    seed: Seed = "1",
    jobs: Jobs = 1,
    ray: Ray = None,
    plot: Plot = None,
    as_json: Json = False,
) -> None:
    """Let bots meet on fair terms: paired seeds, seats rotated, confidence intervals."""
    from .lab import run_arena

    run_arena(game, bots, games, scenario, options, seed, jobs_of(jobs, ray), plot, as_json)


@app.command(epilog="Example: casus study balance fog_of_war --bots marshal --games 400")
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


@app.command(epilog="Example: casus ladder churchill --games 40 --jobs 0")
def ladder(
    game: Game,
    bots: Annotated[str | None, typer.Option(help="The bots, separated by commas; random and all grades if not given.")] = None,
    games: Annotated[int, typer.Option(min=1, help="Deals; each is played at every table in every turn of the seats.")] = 20,
    scenario: Scenario = None,
    options: Options = None,
    seed: Seed = "1",
    jobs: Jobs = 1,
    ray: Ray = None,
    folder: Kept = None,
    as_json: Json = False,
) -> None:
    """Rate bots by a round robin, with intervals."""
    from .studies import run_ladder

    run_ladder(game, bots, games, scenario, options, seed, jobs_of(jobs, ray), folder, as_json)


@app.command(epilog="Example: casus report build/study/fog_of_war-balance-1 --lang it")
def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a study or a ladder.")],
    out: Annotated[Path | None, typer.Option(help="The page; report.html in the folder if not given.")] = None,
    language: Annotated[str, typer.Option("--lang", help="The language that is shown first: en, it or es.")] = "en",
    as_json: Json = False,
) -> None:
    """Draw the games of a study: one page that opens without a network."""
    from .studies import run_report

    run_report(folder, out, language, as_json)


@app.command(epilog="Example: casus convert journals/ --out decisions.parquet")
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


@app.command(epilog="Example: casus corpus churchill --games 1000 --jobs 0")
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


@app.command(epilog="Example: casus train fog_of_war --games 2000 --plot reliability.png")
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


@app.command(epilog="Example: casus beliefs fog_of_war --games 200 --judge")
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
    judge: Annotated[bool, typer.Option("--judge", help="Teach nothing: judge the beliefs that are there.")] = False,
    as_json: Json = False,
) -> None:
    """Teach a game what is probably hidden where, and judge how well supposed worlds pass for true ones."""
    from .beliefs import run_beliefs

    run_beliefs(game, games, bot, seed, jobs_of(jobs, ray), folder, out, judge, as_json)


@app.command(epilog="Example: casus switches wunderwaffen --positions 60 --worlds 2")
def switches(
    game: Game,
    scenario: Annotated[str | None, typer.Option(help="The scenario; the game's first one if not given.")] = None,
    positions: Annotated[int, typer.Option(min=1, help="Positions that are looked at.")] = 60,
    candidates: Annotated[int, typer.Option(min=2, help="Choices that are played on, the marshal's among them.")] = 3,
    worlds: Annotated[int, typer.Option(min=1, help="Plausible worlds in which each is played on.")] = 4,
    fresh: Annotated[int, typer.Option(min=1, help="Other worlds in which a switched choice is judged.")] = 16,
    seed: Seed = "1",
    as_json: Json = False,
) -> None:
    """Try what a marshal who plays its best choices on would do otherwise, and whether that is better."""
    from .switches import run_switches

    run_switches(game, scenario, positions, candidates, worlds, fresh, seed, as_json)


@app.command(epilog="Example: casus fuzz fog_of_war --games 1000 --options random --failures fuzz")
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


@app.command(epilog="Example: casus replay war.json --verify")
def replay(
    file: Annotated[Path, typer.Argument(help="A journal.")],
    verify: Annotated[bool, typer.Option("--verify", help="Check seed, choices, states and result.")] = False,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every choice.")] = False,
    seat: Annotated[str | None, typer.Option(help="Tell it as this seat knew it; a spectator if not given.")] = None,
    language: Language = "en",
    as_json: Json = False,
) -> None:
    """Tell a journal choice by choice, or verify it."""
    from .replay import run_replay

    run_replay(file, verify, step, seat, language, as_json)


@app.command(epilog="Example: casus bench --json")
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


@app.command(epilog="Example: casus loadtest --tables 20 --seconds 10")
def loadtest(
    game: Annotated[str, typer.Argument(help="The game that is played.")] = "fog_of_war",
    tables: Annotated[int, typer.Option(min=1, help="Busy tables, every seat connected.")] = 20,
    seconds: Annotated[float, typer.Option(min=0.5, help="How long.")] = 10.0,
    rate: Annotated[float | None, typer.Option(min=1, help="Choices a second, all tables together.")] = None,
    scenario: Scenario = None,
    beats: Annotated[bool, typer.Option(help="Frames with beats, as browsers want them.")] = True,
    watchers: Annotated[int, typer.Option(min=0, help="Spectators, spread over the tables.")] = 0,
    as_json: Json = False,
) -> None:
    """Measure the server on this machine: choices a second, and how soon the other seat hears of them."""
    from .lab import run_loadtest

    run_loadtest(game, tables, seconds, rate, scenario, as_json, beats=beats, watchers=watchers)


@app.command(epilog="Example: casus bot examples/random_bot.py:Anything --server https://play.example.org --token-file token")
def bot(
    name: Annotated[str, typer.Argument(metavar="BOT", help="Your bot: module:Name, or file.py:Name.")],
    server: Annotated[str, typer.Option(help="The server's address.")],
    token: Annotated[str, typer.Option(envvar="CASUS_TOKEN", help="Its token; better in CASUS_TOKEN or a file.")] = "",
    token_file: Annotated[Path | None, typer.Option(help="The file with its token.")] = None,
    join: Annotated[list[str] | None, typer.Option(help="An invitation to accept; repeatable.")] = None,
    begin: Annotated[str | None, typer.Option(help="Begin a match of this game (game or game:scenario).")] = None,
    against: Annotated[str, typer.Option(help="Who sits on the other seats then: bot:officer, open …")] = "bot:officer",
    challenges: Annotated[bool, typer.Option("--challenges", help="Take friendly challenges that are open.")] = False,
    matches: Annotated[int | None, typer.Option(min=1, help="End after so many matches.")] = None,
    seed: Annotated[str | None, typer.Option(help="The same seed gives the bot the same chance.")] = None,
    as_json: Json = False,
) -> None:
    """Let a bot of your own play at a server, through the same table as everybody else."""
    from .outside import play_outside

    play_outside(name, server, token, token_file, join or [], begin, against, challenges, matches, seed, as_json)


@app.command(epilog="Example: casus mcp --server https://play.example.org --token-file token")
def mcp(
    server: Annotated[str, typer.Option(help="The server's address.")],
    token: Annotated[str, typer.Option(envvar="CASUS_TOKEN", help="Its token; better in CASUS_TOKEN or a file.")] = "",
    token_file: Annotated[Path | None, typer.Option(help="The file with its token.")] = None,
) -> None:
    """Offer a bot's seats as tools of the Model Context Protocol on standard input and output (needs the mcp extra)."""
    from .outside import serve_tools

    serve_tools(server, token, token_file)


@lessons.command("check", epilog="Example: casus lessons check fog_of_war")
def lessons_check(
    game: Annotated[str | None, typer.Argument(help="A game's id; all installed games if not given.")] = None,
    as_json: Json = False,
) -> int:
    """Play every lesson through the engine and read its words in all languages; exit with 1 on any error."""
    from .learn import check_lessons

    return check_lessons(game, as_json)


@app.command(epilog="Example: casus siege --seconds 60 --json")
def siege(
    seconds: Annotated[float, typer.Option(min=1, help="About how long; under 60 the attacks are smaller.")] = 60.0,
    only: Annotated[list[str] | None, typer.Option(help="Only this attack; repeatable.")] = None,
    as_json: Json = False,
) -> None:
    """Attack a server of our own on this machine in every way we know; exit with 1 where it did not hold."""
    from .siege import run_siege

    run_siege(seconds, only or [], as_json)


@packs.command("check", epilog="Example: casus packs check ~/my-copy-of-fog-of-war")
def packs_check(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder with pack.toml.")], as_json: Json = False
) -> None:
    """Check that a pack fits its game: tables, ids, fields, types, and that the game still plays."""
    from .packs import check_pack

    check_pack(folder, as_json)


@packs.command("new", epilog="Example: casus packs new fog_of_war ~/my-copy --lang it")
def packs_new(
    game: Annotated[str, typer.Argument(help="A game's id (see `casus games`).")],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that is empty or not there yet.")],
    lang: Annotated[str, typer.Option(help="Language of the comments: en, it or es.")] = "en",
    everything: Annotated[bool, typer.Option("--all", help="Also what stands in the rulebook.")] = False,
) -> None:
    """Write a pack to fill in: today's values, their sources, and what to look for on your copy."""
    from .packs import new_pack

    new_pack(game, folder, lang, everything)


@packs.command("todo", epilog="Example: casus --pack ~/my-copy packs todo fog_of_war")
def packs_todo(
    game: Annotated[str | None, typer.Argument(help="A game's id: every entry; all games in numbers if not given.")] = None,
    as_json: Json = False,
) -> None:
    """List the values that are still ours, your packs laid over."""
    from .packs import todo

    todo(game, as_json)


@rulebook.command("check", epilog="Example: casus rulebook check fog_of_war --json")
def rulebook_check(
    game: Annotated[list[str] | None, typer.Argument(help="Games; all installed ones if none is given.")] = None,
    as_json: Json = False,
) -> None:
    """Check that every rule number that is cited has an entry in every language, and all that belongs to it."""
    from .rulebook import check_books

    check_books(game or [], as_json)


def run(words: list[str] | None = None) -> None:
    """Run one command. What the user can put right is told in one line, with exit code 2."""
    from casusbelli.game import ContentError, JournalError
    from casusbelli.kernel import Illegal, SetupError
    from casusbelli.words.texts import TextError

    try:
        code: Any = app(words, standalone_mode=False)
    except TyperException as error:
        _refuse(error.format_message())
    except (Trouble, SetupError, ContentError, JournalError, Illegal, TextError) as error:
        _refuse(str(error))
    except OSError as error:
        _refuse(f"{error.filename or 'a file'}: {error.strerror or error}")
    except typer.Abort:
        sys.exit(130)
    sys.exit(code if isinstance(code, int) else 0)


def _refuse(line: str) -> None:
    sys.stderr.write(f"casus: {' '.join(line.split())}\n")
    sys.exit(2)
