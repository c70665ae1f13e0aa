"""A bot's seats as tools of the Model Context Protocol, for assistants that speak it (the ``mcp`` extra).

It is a face of the client and knows no more than it: look at a position in words, choose an option by its number, say something.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from mcp.server import MCPServer

from .table import Table, Turn

WAIT_SECONDS = 20.0
"""How long a tool waits for the others to move."""

INSTRUCTIONS = (
    "You sit at a table of board games. Call matches, then look at one that waits for you, choose an option by its number, "
    "and look again. Others at the table read what you say."
)


class Hands:
    """The turns that wait, by match."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._turns: dict[str, Turn] = {}
        self._news = asyncio.Condition()

    async def gather(self) -> None:
        async for turn in self.table.turns():
            async with self._news:
                self._turns[turn.match] = turn
                self._news.notify_all()

    async def turn(self, match: str, seconds: float = WAIT_SECONDS) -> Turn | None:
        """The question that waits in this match, if one comes in time."""

        def there() -> bool:
            return (match in self._turns and self._turns[match].fresh) or self.table.result(match) is not None

        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._news:
                while not there():
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._news.wait(), 0.5)  # the end of a match is no turn
        found = self._turns.get(match)
        return found if found is not None and found.fresh else None


async def look(hands: Hands, match: str, language: str) -> str:
    """The position in words with the numbers of the options; or who is waited for; or how it ended."""
    turn = await hands.turn(match)
    result = hands.table.result(match)
    if result is not None:
        return f"The match is over. Winners: {', '.join(result['winners']) or 'nobody'}."
    if turn is None:
        return "The others are to move. Look again later."
    text: str = (await turn.brief(language))["text"]
    heard = "\n".join(f"{line.seat}: {line.text or line.card}" for line in hands.table.said(match)[-10:])
    return text + (f"\n\nSaid at the table:\n{heard}" if heard else "")


async def choose(hands: Hands, match: str, number: int) -> str:
    turn = await hands.turn(match, 0.5)
    if turn is None:
        return "Nothing is asked of you there now."
    if not 0 <= number < len(turn.options):
        return f"There is no option {number}: they have the numbers 0 to {len(turn.options) - 1}."
    return "Played." if await turn.play(turn.options[number]) else "The match has moved on. Look again."


async def speak(hands: Hands, match: str, words: str) -> str:
    turn = await hands.turn(match, 0.5)
    if turn is None:
        return "You can speak when something is asked of you."
    return "Said." if await turn.say(words) else "Not said: here bots speak by phrase cards alone."


def tools_of(table: Table) -> Any:
    """A server of the protocol for these seats; ``run()`` serves it on standard input and output."""
    hands = Hands(table)

    @asynccontextmanager
    async def seated(_: Any) -> AsyncIterator[None]:
        async with table:
            gathering = asyncio.create_task(hands.gather())
            try:
                yield
            finally:
                gathering.cancel()
                await asyncio.gather(gathering, return_exceptions=True)

    server = MCPServer("casus-belli", instructions=INSTRUCTIONS, lifespan=seated)

    @server.tool(description="My matches: id, game, seats, whether one waits for me.")
    async def matches() -> list[dict[str, Any]]:
        return await table.matches()

    @server.tool(name="look", description="The position of a match in words, with numbered options when it waits for me.")
    async def look_(match: str, language: str = "en") -> str:
        return await look(hands, match, language)

    @server.tool(name="choose", description="Play the option with this number.")
    async def choose_(match: str, number: int) -> str:
        return await choose(hands, match, number)

    @server.tool(description="Say something at the table. All people there read it.")
    async def say(match: str, words: str) -> str:
        return await speak(hands, match, words)

    @server.tool(description="Accept an invitation to a seat (its address).")
    async def join(invitation: str) -> dict[str, Any]:
        return await table.join(invitation)

    @server.tool(description="Begin a friendly match: seats by name, each me, open or bot:officer.")
    async def begin(game: str, scenario: str, seats: dict[str, str]) -> dict[str, Any]:
        return await table.begin(game, scenario or None, seats)

    return server
