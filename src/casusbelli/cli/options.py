"""What several commands are told in the same words."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Game = Annotated[str, typer.Argument(help="A game's id (see `casus games`), or module:NAME of a game in the making.")]
Scenario = Annotated[str | None, typer.Option(help="The scenario; the game's first one if not given.")]
Options = Annotated[str | None, typer.Option(help="Rules options, e.g. one=true,other=3.")]
Seed = Annotated[str, typer.Option(help="The same seed gives the same games, on every machine.")]
Bots = Annotated[str | None, typer.Option(help="Bots, separated by commas.")]
Jobs = Annotated[int, typer.Option(min=0, help="Processes; 0 is one for every core. The results are the same.")]
Ray = Annotated[str | None, typer.Option(help="Work on the Ray cluster at this address, or `local` (needs the ray extra).")]
Kept = Annotated[Path | None, typer.Option("--dir", help="Where the games are kept: work that was stopped goes on there.")]
Ledger = Annotated[
    Path | None, typer.Option(help="Write every game into this file as it ends: games that were stopped go on there.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Games = Annotated[int, typer.Option(min=1, help="How many games.")]
Plot = Annotated[Path | None, typer.Option(help="Draw a picture into this .png or .svg file (needs the lab extra).")]
Language = Annotated[str, typer.Option("--lang", help="en, it or es.")]
Database = Annotated[str | None, typer.Option(help="As for `casus serve`.")]
