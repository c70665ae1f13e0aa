"""What is printed on the components, for the board: map, counters, cards, tables."""

from __future__ import annotations

from typing import Any

import msgspec

from casusbelli.kernel import Params

from .cards import CARDS, POLITICAL
from .content import CONNECTIONS, FACTIONS, LEADERS, REGIONS, SCENARIOS, SIDES, SPACES, UNITS
from .tables import FIRE, RIVER_SHIFT, TERRAIN, TURNS, VC_LEAD, WITHDRAWAL

_CARD = ("number", "side", "value", "ops", "sr", "rs", "year", "remove_after_event", "timing")
_FACTION = ("code", "type", "region", "victory_cities", "leader", "setup_units")


def _row(row: msgspec.Struct, *names: str) -> dict[str, Any]:
    """A row without its id; of its fields only these, if any are named."""
    fields = msgspec.structs.asdict(row)
    return {name: fields[name] for name in names or fields if name != "id"}


def printed() -> Params:
    return {
        "spaces": {s.id: _row(s) for s in SPACES},
        "regions": {r.id: _row(r) for r in REGIONS.values()},
        "links": [[link.a, link.b, link.rail, link.river] for link in CONNECTIONS],
        "units": {u.id: _row(u) for u in UNITS},
        "leaders": {leader.id: _row(leader) for leader in LEADERS},
        "factions": {f.id: _row(f, *_FACTION) for f in FACTIONS},
        "cards": {card.id: _row(card, *_CARD) for side in SIDES for card in CARDS[side].values()},
        "political": {card.id: _row(card) for card in POLITICAL.values()},
        "scenarios": {s.id: _row(s) for s in SCENARIOS.values()},
        "turns": {str(t.turn): _row(t) for t in TURNS.values()},
        "terrain": {t.terrain: _row(t) for t in TERRAIN.values()},
        "fire": {kind: [_row(column) for column in columns] for kind, columns in FIRE.items()},
        "river_shift": RIVER_SHIFT,
        "lead_vp": [_row(lead) for lead in VC_LEAD],
        "withdrawal": {str(turn): powers for turn, powers in WITHDRAWAL.items()},
    }
