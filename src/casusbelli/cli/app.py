"""The commands and their options. Each loads what it needs when it runs, so that ``casus --help`` is quick."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from casusbelli import __version__

from .admin_commands import admin
from .common import Trouble
from .lab_commands import lab
from .options import Game, Json, Language, Options, Scenario

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

app.add_typer(admin, name="admin")
app.add_typer(lab)


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


@app.command("check-store", epilog="Example: casus check-store matches-2030-01-31.sqlite")
def check_store(
    backup: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="What `casus backup` wrote; without it the database itself.")
    ] = None,
    database: Annotated[str | None, typer.Option(help="As for `casus serve`; a server may run on it.")] = None,
    as_json: Json = False,
) -> None:
    """Play every match of a database or a backup again, and reckon its ratings again, on a copy."""
    from .backup import run_check

    run_check(backup, database, as_json)


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
