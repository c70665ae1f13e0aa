"""Let a language model of your own choice play, and negotiate, through the same client as any other bot.

The model is a command of yours: it is started for every question, reads the position in words on its standard input and writes
its answer to its standard output. Which model that is, where it runs and what key it needs is the command's business.

    python examples/language_model.py --server https://play.example.org --token-file token -- my-model --short

The answer's first line with a number in it is the choice. A line "SAY: …" is said at the table (where all people there want to
read words of bots), "CARD: id slot=value" is said by a card. An answer without a legal number is asked for once more; then the
first option is played, so that nobody has to wait for a model that is lost.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

from casusbelli.client import Table, Turn, run_bot

Model = Callable[[str], Awaitable[str]]

RULES = (
    "You play a board game against others. Answer with the number of one option on a line of its own. "
    "You may add one line 'SAY: words' or 'CARD: id slot=value …' to talk to the others.\n\n"
)
AGAIN = "\n\nThat was not one of the numbers. Answer with one number from 0 to {last}, and nothing else."
PATIENCE = 120.0


class Answer(NamedTuple):
    """What the model wants: an option's number if it named one, and what it says."""

    number: int | None
    words: str = ""
    card: str = ""
    slots: dict[str, str | int] | None = None


def understand(text: str, options: int) -> Answer:
    """Read an answer, whatever it is."""
    number, words, card = None, "", ""
    slots: dict[str, str | int] = {}
    for line in text.splitlines()[:200]:
        kind, _, rest = line.strip().partition(":")
        if kind.upper() == "SAY":
            words = words or rest.strip()[:500]
        elif kind.upper() == "CARD" and rest.split():
            card, *filled = rest.split()[:5]
            pairs = [part.split("=", 1) for part in filled if "=" in part]
            slots = {name: int(value) if value.lstrip("-").isdigit() else value for name, value in pairs}
        elif number is None and (found := re.search(r"(?<![\d.-])\d{1,4}(?!\d|\.\d)", line)) and int(found[0]) < options:
            number = int(found[0])
    return Answer(number, words, card, slots)


class Player:
    """Asks the model, and never sends what is not on offer."""

    def __init__(self, model: Model, language: str = "en") -> None:
        self._model = model
        self._language = language

    async def __call__(self, turn: Turn) -> None:
        brief = await turn.brief(self._language)
        if brief["seq"] != turn.seq and len(brief["options"]) != len(turn.options):
            await turn.play(turn.options[0])  # the match has moved on: this is refused as stale, and the next turn comes
            return
        heard = "\n".join(f"{line.seat}: {line.text or line.card}" for line in turn.said[-10:])
        prompt = RULES + brief["text"] + (f"\n\nSaid at the table:\n{heard}" if heard else "")
        answer = understand(await self._ask(prompt), len(turn.options))
        await self._talk(turn, answer)
        if answer.number is None:
            again = prompt + AGAIN.format(last=len(turn.options) - 1)
            answer = understand(await self._ask(again), len(turn.options))
        await turn.play(turn.options[answer.number if answer.number is not None else 0])

    async def _ask(self, prompt: str) -> str:
        try:
            return await asyncio.wait_for(self._model(prompt), PATIENCE)
        except (TimeoutError, OSError) as error:
            sys.stderr.write(f"the model does not answer: {error}\n")
            return ""

    async def _talk(self, turn: Turn, answer: Answer) -> None:
        if answer.card:
            await turn.say(card=answer.card, **(answer.slots or {}))
        elif answer.words:
            await turn.say(answer.words)


def command(words: list[str]) -> Model:
    """A model that is a command: the prompt goes in, the answer comes out."""

    async def ask(prompt: str) -> str:
        process = await asyncio.create_subprocess_exec(*words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
        told, _ = await process.communicate(prompt.encode())
        return told.decode("utf-8", "replace")

    return ask


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True)
    parser.add_argument("--token-file", type=Path, required=True)
    parser.add_argument("--join", help="an invitation to accept first")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--matches", type=int, default=None, help="end after so many matches")
    parser.add_argument("command", nargs="+", help="the command that answers")
    given = parser.parse_args()
    async with Table(given.server, given.token_file.read_text().strip()) as table:
        if given.join:
            await table.join(given.join)
        await run_bot(Player(command(given.command), given.lang), table, matches=given.matches)


if __name__ == "__main__":
    asyncio.run(main())
