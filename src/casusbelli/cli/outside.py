"""``casus bot`` and ``casus mcp``: somebody's own program at a server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

from casusbelli.client import Refusal, Table, load_bot, run_bot

from .common import Trouble, console, say_json

CHALLENGES_EVERY = 20.0


def read_token(token: str, file: Path | None) -> str:
    """The token, from a file if one is named."""
    found = file.read_text("utf-8").strip() if file is not None else token.strip()
    if not found:
        raise Trouble("a token is needed: --token-file FILE, or CASUS_TOKEN in the environment (make one under Account, Bots)")
    return found


def play_outside(
    name: str,
    server: str,
    token: str,
    token_file: Path | None,
    join: list[str],
    begin: str | None,
    against: str,
    challenges: bool,
    matches: int | None,
    seed: str | None,
    as_json: bool,
) -> None:
    secret = read_token(token, token_file)
    try:
        bot = load_bot(name)
    except (ImportError, AttributeError, ValueError) as error:
        raise Trouble(f"cannot load the bot {name}: {error}") from None

    async def play() -> dict[str, Any]:
        async with Table(server, secret) as table:
            for invitation in join:
                await table.join(invitation)
            if begin is not None:
                await _begin(table, begin, against, as_json)
            taking = asyncio.create_task(_take_challenges(table)) if challenges else None
            try:
                played = await run_bot(bot, table, matches=matches, rng=Random(seed))
            finally:
                if taking is not None:
                    taking.cancel()
            return {"matches": played, "results": {match: table.result(match) for match in table.seated()}}

    try:
        told = asyncio.run(play())
    except KeyboardInterrupt:
        return
    except Exception as error:
        first = _first(error)
        if isinstance(first, Refusal):
            raise Trouble(f"the server refuses: {first}") from None
        if isinstance(first, OSError | ValueError):
            raise Trouble(f"cannot play at {server}: {first}") from None
        raise
    if as_json:
        say_json(told)
    else:
        for match, result in told["results"].items():
            won = ", ".join(result["winners"]) if result else "?"
            console().print(f"{server}/m/{match}: {won or '–'}", markup=False)


def _first(error: Exception) -> Exception:
    """What went wrong first, where several went wrong together."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


async def _begin(table: Table, wanted: str, against: str, quiet: bool) -> None:
    """A match of one's own; the addresses of open seats are told."""
    game, _, scenario = wanted.partition(":")
    known = {one["game"]: one for one in await table.games()}
    if game not in known:
        raise Refusal(404, {"error": f"the server has no game {game}"})
    scenarios = {one["id"]: one["seats"] for one in known[game]["scenarios"]}
    seats = scenarios.get(scenario or next(iter(scenarios)))
    if seats is None:
        raise Refusal(404, {"error": f"{game} has no scenario {scenario}"})
    begun = await table.begin(game, scenario or None, {seat: "me" if n == 0 else against for n, seat in enumerate(seats)})
    if not quiet:
        out = console()
        out.print(f"{table.url}/m/{begun['match']}", markup=False)
        for seat, invitation in begun["invitations"].items():
            out.print(f"  {seat}: {table.url}{invitation}", markup=False)


async def _take_challenges(table: Table) -> None:
    """Sit down where somebody waits."""
    while True:
        for offer in await table.challenges():
            try:
                await table.take(offer["challenge"])
            except Refusal as refusal:
                if refusal.error == "limit":
                    break
        await asyncio.sleep(CHALLENGES_EVERY)


def serve_tools(server: str, token: str, token_file: Path | None) -> None:
    try:
        from casusbelli.client.tools import tools_of
    except ImportError:
        raise Trouble("this needs the mcp extra: pip install 'casus-belli[mcp]'") from None
    tools_of(Table(server, read_token(token, token_file))).run()
