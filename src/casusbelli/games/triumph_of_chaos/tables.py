"""The game's tables, typed."""

from __future__ import annotations

from typing import Any

import msgspec

from .content import CONTENT, SPACE, SPACES


class SelectionRow(msgspec.Struct, frozen=True):
    sum_min: int
    sum_max: int
    diff: tuple[str, ...]


class Column(msgspec.Struct, frozen=True):
    factors: int
    losses: tuple[int, ...]


class Terrain(msgspec.Struct, frozen=True):
    terrain: str
    attacker_shift: int
    cancel_retreat: bool
    attrition: bool


class LeadRow(msgspec.Struct, frozen=True):
    lead_min: int
    lead_max: int
    vp: int


class TurnRow(msgspec.Struct, frozen=True):
    turn: int
    year: int
    hand: int
    rounds: int
    political: bool
    mud: bool
    add_deck: int


class MarkerRow(msgspec.Struct, frozen=True):
    id: str
    count: int


class Constant(msgspec.Struct, frozen=True):
    id: str
    value: int


class CostRow(msgspec.Struct, frozen=True):
    action: str
    cost: float


class ResultRow(msgspec.Struct, frozen=True):
    max: int
    result: str


class ForcesRow(msgspec.Struct, frozen=True):
    max: int
    units: tuple[str, ...]
    requires: tuple[str, ...] = ()


class ResponseRow(msgspec.Struct, frozen=True):
    roll: int
    north: str
    south: str


class Modifier(msgspec.Struct, frozen=True):
    """A die modifier that holds while its condition does [15]."""

    when: str
    mod: int
    id: str = ""


_TABLES: dict[str, dict[str, Any]] = CONTENT.tables["table"]


def _rows(table: str, key: str = "rows") -> Any:
    return _TABLES[table][key]


CONSTANT = {c.id: c.value for c in msgspec.convert(_rows("constants"), list[Constant])}
SELECTION = msgspec.convert(_rows("political_selection"), list[SelectionRow])
FIRE = {kind: msgspec.convert(_rows(f"fire_{kind}", "columns"), list[Column]) for kind in ("army", "corps")}
TERRAIN = {t.terrain: t for t in msgspec.convert(_rows("terrain"), list[Terrain])}
TERRAIN_AT = [TERRAIN[s.terrain] for s in SPACES]
RIVER_SHIFT: int = _rows("terrain", "river_shift")
VC_LEAD = msgspec.convert(_rows("vc_lead_vp"), list[LeadRow])
TURNS = {t.turn: t for t in msgspec.convert(_rows("turns"), list[TurnRow])}
MUD = msgspec.convert(_rows("mud"), list[ResultRow])
MUD_ROUNDS = {"dry": 0, "mud_first_round": 1, "mud_first_two_rounds": 2}
IN_FIGHTING = [m.id for m in msgspec.convert(_rows("in_fighting_markers"), list[MarkerRow]) for _ in range(m.count)]
HALF_STEPS = {c.action: round(c.cost * 2) for c in msgspec.convert(_rows("replacement_costs"), list[CostRow])}
"""Replacement costs in half steps [14]."""
WITHDRAWAL: dict[int, dict[str, int]] = {
    row["turn"]: {k: n for k, n in row.items() if k != "turn"} for row in _rows("major_power_withdrawal")
}
RESPONSE = {r.roll: r for r in msgspec.convert(_rows("polish_response"), list[ResponseRow])}
RESPONSE_MODIFIERS = msgspec.convert(_rows("polish_response", "modifiers"), list[Modifier])
INTERVENTION = msgspec.convert(_rows("polish_intervention_forces"), list[ForcesRow])
INTERVENTION_MODIFIERS = msgspec.convert(_rows("polish_intervention_forces", "modifiers"), list[Modifier])
TO_MOSCOW = msgspec.convert(_rows("to_moscow"), list[ResultRow])
TO_MOSCOW_MODIFIERS = msgspec.convert(_rows("to_moscow", "modifiers"), list[Modifier])
WEST_UKRAINE_FATE = msgspec.convert(_rows("west_ukraine_fate"), list[ResultRow])
UKRAINE_GREEN_SPACES = [SPACE[s] for s in _rows("ukraine_setup", "green_spaces")]
UKRAINE_REVOLT_SPACES = [SPACE[s] for s in _rows("ukraine_setup", "revolt_spaces")]


def by_max(rows: list[ResultRow], roll: int) -> str:
    """The result of the first row whose maximum is not below the roll."""
    return next(row.result for row in rows if roll <= row.max)
