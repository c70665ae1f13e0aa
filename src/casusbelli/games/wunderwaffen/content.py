"""1: factions, pieces, tokens, map, tracks and cards as typed rows, with the lookup tables the rules are quick by."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from casusbelli.game import Content, ContentError
from casusbelli.kernel import OptionValue

FOLDER = Path(__file__).parent
CONTENT = Content("wunderwaffen", FOLDER / "content")

Faction = str
Piece = str
Token = int
"""A physical token: its owner and front are printed on it; which back it carries is hidden in the state."""
Territory = int
Space = int
"""One of the 69 spaces of the territories: three in a row belong to one territory."""

FRONT = "front"
BACK = "back"
ANY_ALLY = "any_ally"


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """11: something that happens once. ``who`` is the receiver unless it says otherwise."""

    kind: str
    n: int = 0
    who: str = "self"


class LastingRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """11: a rule that holds while the German owns the card. Each kind uses some of the parameters."""

    kind: str
    n: int = 0
    token: Piece = ""
    counts_as: Piece = ""
    ready_token: Piece = ""
    attacker: Piece = ""
    attackers: tuple[Piece, ...] = ()
    defender: Piece = ""
    targets: tuple[Piece, ...] = ()
    tokens: tuple[Piece, ...] = ()
    closed_slot: str = ""
    effects: tuple[Effect, ...] = ()


class GameRow(msgspec.Struct, frozen=True):
    id: str
    ready_tokens: int
    other_plays: int
    part1_rounds: int
    part2_rounds: int
    part2_tokens: int
    reserve_per_turn: int
    solution_compensation_vp: int


class ScoringRow(msgspec.Struct, frozen=True):
    id: str
    vp_per_territory: int
    most_cities_vp: int
    most_cities_tie_vp: int
    politics_leader_vp: int
    politics_leader_tie_vp: int
    berlin_majority_vp: int
    berlin_majority_tie_vp: int
    berlin_politics_piece_vp: int


class FactionRow(msgspec.Struct, frozen=True):
    id: str
    side: str
    turn_order: int
    colour: str


class PieceRow(msgspec.Struct, frozen=True):
    id: str
    strength: int
    combat: bool
    allied_uses: tuple[str, ...]
    german_uses: tuple[str, ...]
    steps: int = 1


class AttackRow(msgspec.Struct, frozen=True):
    id: str
    side: str
    attacker: Piece
    targets: tuple[Piece, ...]


class ArrangementRow(msgspec.Struct, frozen=True):
    id: str
    players: int
    seats: tuple[tuple[Faction, ...], ...]
    compensated: tuple[Faction, ...]
    """W8: the factions that start with points against a player who leads the American and the German."""
    compensation: int
    pair_scoring: str


class StartAreaRow(msgspec.Struct, frozen=True):
    id: str
    faction: Faction
    adjacent: tuple[str, ...]


class TerritoryRow(msgspec.Struct, frozen=True):
    id: str
    spaces: tuple[str, ...]
    vp: int
    bonus: tuple[Effect, ...]
    cities: tuple[str, ...]
    adjacent: tuple[str, ...]


class BerlinRow(msgspec.Struct, frozen=True):
    id: str
    adjacent: tuple[str, ...]
    open_when_adjacent_allied: int
    politics_piece_bonus: tuple[Effect, ...]
    overflow_space: str
    overflow_vp: int


class BerlinSpaceRow(msgspec.Struct, frozen=True):
    id: str
    vp: int
    bonus: tuple[Effect, ...]


class TokenRow(msgspec.Struct, frozen=True):
    id: str
    owner: Faction
    front: Piece
    back_for: Faction
    back: Piece


class TrackRow(msgspec.Struct, frozen=True):
    id: str
    boxes: int
    start_box: int
    vp_by_box: tuple[int, ...]
    german_research_box: int = 0
    german_research_gain: int = 0


class ResearchRow(msgspec.Struct, frozen=True):
    id: str
    min_step: int
    start_step: int
    max_step: int


class ResearchStepRow(msgspec.Struct, frozen=True):
    id: str
    step: int
    on_rise: tuple[Effect, ...]
    on_fall: tuple[Effect, ...]
    research_points: int


class ConferenceRow(msgspec.Struct, frozen=True):
    id: str
    boxes: int
    vp_by_box: tuple[int, ...]


class LeaderRow(msgspec.Struct, frozen=True):
    id: str
    effects: tuple[Effect, ...]


class ReserveRow(msgspec.Struct, frozen=True):
    id: str
    accepts: tuple[Piece, ...]


class StrategyRow(msgspec.Struct, frozen=True):
    id: str
    faction: Faction
    box: int
    discard: tuple[Piece, ...]
    top: tuple[Effect, ...]
    bottom: tuple[Effect, ...]


class GroupRow(msgspec.Struct, frozen=True):
    id: str
    face_up: int


class CardRow(msgspec.Struct, frozen=True):
    id: str
    group: str
    value: int
    rules: tuple[LastingRule, ...]
    bonus: tuple[Effect, ...]


class EffectKindRow(msgspec.Struct, frozen=True):
    id: str
    scope: str


class OptionRow(msgspec.Struct, frozen=True):
    id: str
    values: tuple[OptionValue, ...]
    default: OptionValue


R = TypeVar("R")


def _single(table: str, row: type[R]) -> R:
    """The one row of a table that has only one."""
    (only,) = CONTENT.table(table, row).values()
    return only


# -- 1.1 to 1.5: factions, pieces, tokens, numbers ---------------------------------------------------------------------

NUMBERS = _single("game", GameRow)
SCORING = _single("scoring", ScoringRow)

_FACTION_ROWS = sorted(CONTENT.table("faction", FactionRow).values(), key=lambda row: row.turn_order)
FACTIONS: tuple[Faction, ...] = tuple(row.id for row in _FACTION_ROWS)
ALLIES: tuple[Faction, ...] = tuple(row.id for row in _FACTION_ROWS if row.side == "allied")
(GERMAN,) = (row.id for row in _FACTION_ROWS if row.side == "german")
SIDE: dict[Faction, str] = {row.id: row.side for row in _FACTION_ROWS}

PIECES = CONTENT.table("piece", PieceRow)
STRENGTH: dict[Piece, int] = {piece.id: piece.strength for piece in PIECES.values()}
STRENGTH["none"] = 0
ATTACKS: dict[tuple[str, Piece], frozenset[Piece]] = {
    (row.side, row.attacker): frozenset(row.targets) for row in CONTENT.table("attack", AttackRow).values()
}
SYMBOL, SOLDIER, PLANE, POLITICS, STRATEGY = "symbol", "soldier", "plane", "politics", "strategy"

TOKENS: tuple[TokenRow, ...] = tuple(CONTENT.table("token", TokenRow).values())
OWNER: tuple[Faction, ...] = tuple(token.owner for token in TOKENS)
FRONTS: tuple[Piece, ...] = tuple(token.front for token in TOKENS)
ALIKE: dict[tuple[Faction, Piece], tuple[Token, ...]] = {
    (owner, front): tuple(n for n, token in enumerate(TOKENS) if (token.owner, token.front) == (owner, front))
    for owner, front in zip(OWNER, FRONTS, strict=True)
}
"""Tokens that cannot be told apart while their fronts are up."""

ARRANGEMENTS = CONTENT.table("arrangement", ArrangementRow)
OPTIONS = CONTENT.table("option", OptionRow)

PIECE_ORDER: dict[Piece, int] = {piece: n for n, piece in enumerate(PIECES)}
"""Menus list pieces in the order of the content, which tells nothing hidden."""


def uses_of(piece: Piece, faction: Faction) -> tuple[str, ...]:
    """5: what the piece can do when it acts for this faction."""
    row = PIECES[piece]
    return row.german_uses if faction == GERMAN else row.allied_uses


# -- the map -----------------------------------------------------------------------------------------------------------

TERRITORIES: tuple[TerritoryRow, ...] = tuple(CONTENT.table("territory", TerritoryRow).values())
TERRITORY_IDS: tuple[str, ...] = tuple(row.id for row in TERRITORIES)
TERRITORY_OF: dict[str, Territory] = {row.id: n for n, row in enumerate(TERRITORIES)}
SPACES_PER_TERRITORY = 3
SPACE_IDS: tuple[str, ...] = tuple(f"{row.id}_{n}" for row in TERRITORIES for n in range(1, SPACES_PER_TERRITORY + 1))
SPACE_OF: dict[str, Space] = {space: n for n, space in enumerate(SPACE_IDS)}
PRINTED: tuple[str, ...] = tuple(symbol for row in TERRITORIES for symbol in row.spaces)
NEEDED: tuple[int, ...] = tuple(STRENGTH[symbol] for symbol in PRINTED)
CITIES: tuple[int, ...] = tuple(len(row.cities) for row in TERRITORIES)

_BONUS_ORDER = ("morale", "politics", "research_swing", "strategy")
BONUS: tuple[tuple[Effect, ...], ...] = tuple(
    tuple(sorted(row.bonus, key=lambda effect: _BONUS_ORDER.index(effect.kind))) for row in TERRITORIES
)
"""7.2: a territory's bonuses in the order in which they are received."""

BERLIN = _single("berlin", BerlinRow)
BERLIN_SPACES: tuple[BerlinSpaceRow, ...] = tuple(CONTENT.table("berlin_space", BerlinSpaceRow).values())
BERLIN_SPACE_OF: dict[str, int] = {row.id: n for n, row in enumerate(BERLIN_SPACES)}
BERLIN_RING: tuple[Territory, ...] = tuple(TERRITORY_OF[t] for t in BERLIN.adjacent)


def _mask(territories: tuple[str, ...]) -> int:
    """A set of territories as bits; Berlin is none of them."""
    return sum(1 << TERRITORY_OF[t] for t in territories if t in TERRITORY_OF)


NEIGHBOURS: tuple[int, ...] = tuple(_mask(row.adjacent) for row in TERRITORIES)
START: dict[Faction, int] = {row.faction: _mask(row.adjacent) for row in CONTENT.table("start_area", StartAreaRow).values()}

# -- tracks, boxes and cards -------------------------------------------------------------------------------------------

TRACKS = CONTENT.table("track", TrackRow)
MORALE, POLITICS_TRACK = TRACKS
RESEARCH = _single("research", ResearchRow)
RESEARCH_STEPS: dict[int, ResearchStepRow] = {row.step: row for row in CONTENT.table("research_step", ResearchStepRow).values()}
CONFERENCE = _single("conference", ConferenceRow)
LEADER = _single("leader", LeaderRow)
RESERVE = CONTENT.table("reserve_slot", ReserveRow)
_STRATEGY_ROWS = CONTENT.table("strategy_box", StrategyRow).values()
STRATEGY_BOXES: dict[Faction, tuple[StrategyRow, ...]] = {
    ally: tuple(sorted((row for row in _STRATEGY_ROWS if row.faction == ally), key=lambda row: row.box)) for ally in ALLIES
}
GROUPS = CONTENT.table("group", GroupRow)
CARDS = CONTENT.table("card", CardRow)

WHO = frozenset({"self", "german", "other_ally", "chosen_ally", "each_ally"})


def _check_vocabulary() -> None:
    """11: content may name only effects that the rules know."""
    scope = {row.id: row.scope for row in CONTENT.table("effect_kind", EffectKindRow).values()}
    rules = [(card.id, rule) for card in CARDS.values() for rule in card.rules]
    instant = [(row.id, effect) for row in TERRITORIES for effect in row.bonus]
    instant += [(row.id, effect) for row in BERLIN_SPACES for effect in row.bonus]
    instant += [(row.id, effect) for row in _STRATEGY_ROWS for effect in row.top + row.bottom]
    instant += [(row.id, effect) for row in RESEARCH_STEPS.values() for effect in row.on_rise + row.on_fall]
    instant += [(card.id, effect) for card in CARDS.values() for effect in card.bonus]
    instant += [(card, effect) for card, rule in rules for effect in rule.effects]
    instant += [("leader", effect) for effect in LEADER.effects]
    instant += [("berlin", effect) for effect in BERLIN.politics_piece_bonus]
    for entry, effect in instant:
        if scope.get(effect.kind) != "instant" or effect.who not in WHO:
            raise ContentError(f"wunderwaffen: {entry!r} has the unknown effect {effect.kind!r} for {effect.who!r}")
    for entry, rule in rules:
        if scope.get(rule.kind) != "lasting":
            raise ContentError(f"wunderwaffen: {entry!r} has the unknown lasting rule {rule.kind!r}")


_check_vocabulary()
