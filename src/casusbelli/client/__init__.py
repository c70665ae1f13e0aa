"""Play at a Casus Belli server with a program of your own. See docs/outside-bots.md.

    async with Table("https://play.example.org", token) as table:
        async for turn in table.turns():
            await turn.play(random.choice(turn.options))

Nothing of the server is imported here: a program knows what its seat is told, and nothing else.
"""

from .bots import RemotePosition, load_bot, run_bot
from .house import House, Refusal
from .table import Said, Table, Turn

__all__ = ["House", "Refusal", "RemotePosition", "Said", "Table", "Turn", "load_bot", "run_bot"]
