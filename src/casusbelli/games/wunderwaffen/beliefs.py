"""What is hidden in WunderWaffen, for ``casus beliefs``: the backs of tokens that look alike.

Tokens that look alike are shuffled before anybody uses them, and only their own player sees a back, in his turn: a deal at random
is nearly what is true. ``docs/bots.md`` tells how nearly. The game supposes as it imagines.
"""

from __future__ import annotations

from collections.abc import Iterator

from casusbelli.kernel import Seat

from .content import FACTIONS, STRENGTH, Token
from .state import WunderWaffen
from .view import known_tokens


def traits(g: WunderWaffen, seat: Seat) -> dict[str, float]:
    """How many backs of which strength lie where, of tokens whose backs the seat does not know."""
    known = known_tokens(g, seat)
    found: dict[str, float] = {"part": g.part, "round": g.round}
    for place, tokens in _places(g):
        hidden = [g.back_of(token) for token in tokens if token not in known]
        found[f"{place} tokens"] = len(hidden)
        found[f"{place} strength"] = sum(STRENGTH[back.back] for back in hidden)
        for faction in FACTIONS:
            found[f"{place} for {faction}"] = sum(back.back_for == faction for back in hidden)
    return found


def _places(g: WunderWaffen) -> Iterator[tuple[str, list[Token]]]:
    yield "board", [placed.token for placed in g.lying()]
    for faction in FACTIONS:
        yield f"{faction} pool", g.pool[faction]
        yield f"{faction} ready", g.ready_tokens(faction)
        yield f"{faction} discard", g.discard[faction]
