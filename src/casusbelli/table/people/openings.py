"""Favourite openings: what somebody's first choices were in matches that are over, and how he did with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, select, update

from casusbelli.game import Opening
from casusbelli.game.registry import find
from casusbelli.kernel import Seat, SetupError
from casusbelli.words.texts import Catalogue, say

from .. import schema
from ..history import standing
from ..rows import action_of

FIRST = 400
"""So many actions are looked at: an opening is over by then."""
SHOWN = 5


def note_openings(connection: Connection, match: str, game: str, seats: Sequence[Seat]) -> None:
    """Write down how each seat opened, in the transaction that ends the match."""
    try:
        rules = find(game)
    except SetupError:
        return
    a, r = schema.actions.c, schema.result_rows
    rows = connection.execute(select(schema.actions).where(a.match == match, a.seq <= FIRST).order_by(a.seq)).all()
    entries, _ = standing(action_of(row) for row in rows)
    for seat in seats:
        opening = rules.opening(entries, seat)
        if opening is not None:
            told = msgspec.json.encode(opening).decode()
            connection.execute(update(r).where(r.c.match == match, r.c.seat == seat).values(opening=told))


def favourites(store: Any, person: str, game: str, words: Catalogue) -> list[dict[str, Any]]:
    """The openings of somebody in a game that he likes best, with how often each won. Call it in a thread."""
    r, m = schema.result_rows.c, schema.matches
    joined = schema.result_rows.join(m, r.match == m.c.id)
    mine = (r.person == person, m.c.game == game, r.opening.is_not(None))
    (rows,) = store.ask(select(r.opening, r.winner).select_from(joined).where(*mine))
    played, won = Counter(row.opening for row in rows), Counter(row.opening for row in rows if row.winner)
    liked = []
    for told, count in played.most_common(SHOWN):
        opening = msgspec.json.decode(told, type=Opening)
        text = say(words, f"opening.{opening.key}", opening.params)
        liked.append({"text": text, "count": count, "share": round(100 * won[told] / count)})
    return liked
