"""The content as typed rows, and the tables the rules look things up in.

Rows come from ``content/*.toml``. Sets of provinces are kept as bit masks (bit n is the n-th province, then the off-map
spaces): supply is traced on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

import msgspec

from casusbelli.game import Content, ContentError
from casusbelli.kernel import Choice
from casusbelli.words.articles import with_article

FOLDER = Path(__file__).parent
CONTENT = Content("fog_of_war", FOLDER / "content")

Side = str
"""``axis`` or ``allied``."""
Card = str
"""A card is its value: ``army_2``, ``air``, ``neutral_1``. Equal cards cannot be told apart."""
Space = str
"""A space of the Operations wheel: ``alpha`` to ``foxtrot``."""

AXIS: Side = "axis"
ALLIED: Side = "allied"
NEUTRAL = "neutral"
SIDES: tuple[Side, Side] = (AXIS, ALLIED)
OPPONENT: dict[Side, Side] = {AXIS: ALLIED, ALLIED: AXIS}


class Province(msgspec.Struct, frozen=True):
    id: str
    number: int
    kind: Literal["land", "sea"]
    start_control: str
    power: str
    minor_neutral: bool
    supply_source: str
    resources: int
    vp: int
    winter: str
    winter_bonus: int
    neutral_cards: int


class OffMap(msgspec.Struct, frozen=True):
    id: str
    power: str
    supply_source: str
    supply_from: Literal["start", "ussr_entry"]
    resources_by_year: dict[str, int] = {}
    resources_when_ussr_at_war: int = 0


class Edge(msgspec.Struct, frozen=True):
    id: str
    a: str
    b: str
    users: Literal["both", "allied"]
    no_attack_into: tuple[str, ...] = ()


class Strait(msgspec.Struct, frozen=True):
    id: str
    a: str
    b: str


class CardRow(msgspec.Struct, frozen=True):
    id: str
    kind: str
    strength: int
    count: int
    land_attack: int
    land_defence: int
    naval_attack: int
    naval_defence: int
    en: str
    it: str
    es: str
    side: str
    set: str = ""

    @property
    def value(self) -> Card:
        """What a card of this row is called in play."""
        if self.side == NEUTRAL:
            return f"{NEUTRAL}_{self.strength}"
        return self.kind if self.kind in {"air", "decoy"} else f"{self.kind}_{self.strength}"


class CardKind(msgspec.Struct, frozen=True):
    id: str
    may_enter_win_loss: bool


class CardSet(msgspec.Struct, frozen=True):
    id: str
    side: str
    entry: str
    cards: int


class SideRow(msgspec.Struct, frozen=True):
    id: str
    start_provinces: tuple[str, ...]
    draw_set: str
    loss_set: str
    reserve_sets: tuple[str, ...]
    intel: int
    industry: int
    vp: int
    advantage: bool


class ScenarioRow(msgspec.Struct, frozen=True):
    id: str
    first_year: int
    last_year: int
    first_player: str
    hand_size: int
    initial_placements: int
    initial_placement_order: tuple[str, ...]
    victory_cards_drawn: int
    victory_cards_kept: int
    intel_tokens_total: int
    axis_vp_threshold: int


class NeutralPlacement(msgspec.Struct, frozen=True):
    id: str
    province: str
    count: int


class Year(msgspec.Struct, frozen=True):
    id: str
    year: int
    reinforcement_sets: tuple[str, ...]


class IndustrySpace(msgspec.Struct, frozen=True):
    id: str
    index: int
    value: int


class OperationSpace(msgspec.Struct, frozen=True):
    id: str
    index: int


class DialSegment(msgspec.Struct, frozen=True):
    id: str
    age: int
    launch: bool
    intel: bool
    create: bool
    attacker_bonus: int
    defender_bonus: int


class Bonus(msgspec.Struct, frozen=True):
    id: str
    value: int


class VictoryEffect(msgspec.Struct, frozen=True):
    kind: str
    province: str = ""
    provinces: tuple[str, ...] = ()
    value: int = 0
    count: int = 0


class VictoryCard(msgspec.Struct, frozen=True):
    id: str
    province: str
    effect: VictoryEffect


class VictoryCondition(msgspec.Struct, frozen=True):
    id: str
    side: str
    effect: VictoryEffect


class PurchaseEffect(msgspec.Struct, frozen=True):
    kind: str
    count: int = 0
    spaces: int = 0
    tokens: int = 0
    points: int = 0


class Purchase(msgspec.Struct, frozen=True):
    id: str
    cost: int
    side: str
    effect: PurchaseEffect


class Trigger(msgspec.Struct, frozen=True):
    kind: str
    by: str = ""
    province: str = ""
    provinces: tuple[str, ...] = ()
    target_status: str = ""
    year: int = 0
    condition: str = ""
    events: tuple[Trigger, ...] = ()


class Effect(msgspec.Struct, frozen=True):
    """One word of the effect vocabulary (``politics.py``) with its parameters."""

    kind: str
    provinces: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    to: str = ""
    only_if_controlled_by: str = ""
    owner: str = ""
    scope: str = "all"
    side: str = ""
    set: str = ""
    space: str = ""
    purchase: str = ""


class PoliticalEvent(msgspec.Struct, frozen=True):
    id: str
    once: bool
    trigger: Trigger
    effects: tuple[Effect, ...]


class OptionRow(msgspec.Struct, frozen=True):
    id: str
    default: bool


# -- the map -----------------------------------------------------------------------------------------------------------

PROVINCE = CONTENT.table("province", Province)
OFF_MAP = CONTENT.table("offmap", OffMap)
PROVINCES: tuple[str, ...] = tuple(sorted(PROVINCE, key=lambda p: PROVINCE[p].number))
"""The 28 provinces in the order of their numbers."""
PLACES: tuple[str, ...] = (*PROVINCES, *OFF_MAP)
BIT: dict[str, int] = {place: 1 << n for n, place in enumerate(PLACES)}
ON_MAP: int = (1 << len(PROVINCES)) - 1

LAND = frozenset(p for p in PROVINCES if PROVINCE[p].kind == "land")
SEAS: tuple[str, ...] = tuple(p for p in PROVINCES if PROVINCE[p].kind == "sea")
MINORS = frozenset(p for p in PROVINCES if PROVINCE[p].minor_neutral)
USSR: tuple[str, ...] = tuple(p for p in PROVINCES if PROVINCE[p].power == "ussr")
RESOURCES: dict[str, int] = {p: row.resources for p, row in PROVINCE.items()}
VP: dict[str, int] = {p: row.vp for p, row in PROVINCE.items()}


def mask(places: Iterable[str]) -> int:
    """A set of places as bits."""
    bits = 0
    for place in places:
        bits |= BIT[place]
    return bits


def places(bits: int) -> list[str]:
    """The places of a mask, in order."""
    return [place for place in PLACES if bits & BIT[place]]


EDGES = CONTENT.table("edge", Edge)
STRAITS: tuple[frozenset[str], ...] = tuple(frozenset((s.a, s.b)) for s in CONTENT.table("strait", Strait).values())


def _neighbours(side: Side, *, into: bool) -> dict[str, int]:
    """Neighbours by place as a side may use them; ``into``: the places from which each may be attacked."""
    table = dict.fromkeys(PLACES, 0)
    for edge in EDGES.values():
        if edge.users in {"both", side}:
            for here, there in ((edge.a, edge.b), (edge.b, edge.a)):
                if not (into and here in edge.no_attack_into):
                    table[here] |= BIT[there]
    return table


NEIGHBOURS: dict[Side, dict[str, int]] = {side: _neighbours(side, into=False) for side in SIDES}
"""Adjacent places (mask) by side and place: the paths of supply."""
ATTACKED_FROM: dict[Side, dict[str, int]] = {side: _neighbours(side, into=True) for side in SIDES}
"""The places (mask) from which a side may attack each province."""
SOURCES: dict[Side, int] = {side: mask(p for p in PROVINCES if PROVINCE[p].supply_source == side) for side in SIDES}
OFF_MAP_SOURCES: dict[Side, int] = {
    side: mask(o.id for o in OFF_MAP.values() if o.supply_source == side and o.supply_from == "start") for side in SIDES
}
"""Off-map sources that work from the start."""
LATE_SOURCES: dict[Side, int] = {
    side: mask(o.id for o in OFF_MAP.values() if o.supply_source == side and o.supply_from == "ussr_entry") for side in SIDES
}
"""Off-map sources that work once the USSR is at war."""
SEA_MASK: int = mask(SEAS)

# -- cards -------------------------------------------------------------------------------------------------------------

CARD_ROWS = CONTENT.table("card", CardRow)
NEUTRAL_ROWS = CONTENT.table("neutral_card", CardRow)
CARD_SETS = CONTENT.table("card_set", CardSet)
CARD_KINDS = CONTENT.table("card_kind", CardKind)
SET_CARDS: dict[str, list[Card]] = {
    set_id: [row.value for row in CARD_ROWS.values() if row.set == set_id for _ in range(row.count)] for set_id in CARD_SETS
}
"""The cards of each set, one by one."""
NEUTRAL_CARDS: list[Card] = [row.value for row in NEUTRAL_ROWS.values() for _ in range(row.count)]
SIDE_CARDS: dict[Side, Counter[Card]] = {
    side: Counter(card for s in CARD_SETS.values() if s.side == side for card in SET_CARDS[s.id]) for side in SIDES
}


class CardValue(msgspec.Struct, frozen=True):
    """What a card is worth in each kind of battle; 0 is a dash: it takes no part."""

    kind: str
    strength: int
    attack: dict[str, int]
    defence: dict[str, int]


def _card_values() -> dict[Card, CardValue]:
    values: dict[Card, CardValue] = {}
    for row in (*CARD_ROWS.values(), *NEUTRAL_ROWS.values()):
        value = CardValue(
            row.kind,
            row.strength,
            {"land": row.land_attack, "sea": row.naval_attack},
            {"land": row.land_defence, "sea": row.naval_defence},
        )
        if values.setdefault(row.value, value) != value:
            raise ContentError(f"fog_of_war: cards of value {row.value} differ in strength ({row.id})")
    return values


CARD: dict[Card, CardValue] = _card_values()
ATTACK: dict[str, dict[Card, int]] = {kind: {c: v.attack[kind] for c, v in CARD.items()} for kind in ("land", "sea")}
DEFENCE: dict[str, dict[Card, int]] = {kind: {c: v.defence[kind] for c, v in CARD.items()} for kind in ("land", "sea")}
NEVER_LOST = frozenset(c for c, v in CARD.items() if not CARD_KINDS[v.kind].may_enter_win_loss)
"""Decoys: they are discarded wherever a rule would put them into Win or Loss."""

# -- set-up, tracks, wheel, events -------------------------------------------------------------------------------------

SCENARIOS = CONTENT.table("scenario", ScenarioRow)
CAMPAIGN: ScenarioRow = SCENARIOS["campaign_1940"]
SIDE_ROWS = CONTENT.table("side", SideRow)
NEUTRAL_PLACEMENTS = CONTENT.table("neutral_placement", NeutralPlacement)
YEARS: dict[int, Year] = {y.year: y for y in CONTENT.table("year", Year).values()}
INDUSTRY: tuple[int, ...] = tuple(
    s.value for s in sorted(CONTENT.table("industry_space", IndustrySpace).values(), key=lambda s: s.index)
)
SPACES: tuple[Space, ...] = tuple(
    s.id for s in sorted(CONTENT.table("operation_space", OperationSpace).values(), key=lambda s: s.index)
)
SPACE_INDEX: dict[Space, int] = {space: n for n, space in enumerate(SPACES)}
SEGMENTS: tuple[DialSegment, ...] = tuple(sorted(CONTENT.table("dial_segment", DialSegment).values(), key=lambda s: s.age))
"""The dial's segments by age."""
BONUS: dict[str, int] = {b.id: b.value for b in CONTENT.table("bonus", Bonus).values()}
VICTORY_CARDS = CONTENT.table("victory_card", VictoryCard)
OBJECTIVES: dict[str, str] = {row.province: card for card, row in VICTORY_CARDS.items()}
"""By province the Victory card that makes it an objective."""
VICTORY_CONDITIONS = CONTENT.table("victory_condition", VictoryCondition)
PURCHASES = CONTENT.table("purchase", Purchase)
EVENTS = CONTENT.table("event", PoliticalEvent)
OPTIONS = CONTENT.table("option", OptionRow)


def known(choice: Choice) -> bool:
    """Whether every id of a choice is one of ours."""
    return all(part in _KNOWN for part in choice[1:] if isinstance(part, str))


def names(language: str) -> dict[str, str]:
    """Display names of all entries, of the card values that stand for them in play, of piles, and of seas crossed; of some the
    forms that they have in a sentence."""
    rows = (*CARD_ROWS.values(), *NEUTRAL_ROWS.values())
    words = CONTENT.names(language) | {row.value: str(getattr(row, language)) for row in rows}
    piles = {f"def:{p}:{owner}": f"{words[p]} – {words[owner]}" for p in PROVINCES for owner in (*SIDES, NEUTRAL)}
    piles |= {f"quag:{p}:{side}": f"{words[p]} – {words[side]} ({words['quagmire']})" for p in PROVINCES for side in SIDES}
    piles |= {f"op:{side}:{space}": f"{words[space]} – {words[side]}" for side in SIDES for space in SPACES}
    forms = _in_sentences(language, words)
    seas = [crossed for size in range(2, len(SEAS) + 1) for crossed in combinations(SEAS, size)]
    crossings = {"+".join(crossed): " + ".join(words[s] for s in crossed) for crossed in seas}
    forms |= {f"{'+'.join(crossed)}.the": " + ".join(forms.get(f"{s}.the", words[s]) for s in crossed) for crossed in seas}
    return words | piles | crossings | forms


def _in_sentences(language: str, words: Mapping[str, str]) -> dict[str, str]:
    """The forms of places that stand with an article in a sentence: ``ruhr.the``, ``ruhr.di``."""
    rows = {place: row for table in ("province", "offmap") for place, row in CONTENT.tables[table].items()}
    articles = {place: str(row[key]) for place, row in rows.items() if (key := f"text_article_{language}") in row}
    return {
        f"{p}.{form}": text for p, article in articles.items() for form, text in with_article(language, words[p], article).items()
    }


_KNOWN = frozenset(names("en"))


def printed() -> dict[str, Any]:
    """What is printed on the map, for the board: provinces with their neighbours, and the off-map spaces' resources."""
    near: dict[str, list[str]] = {p: [] for p in PLACES}
    for edge in EDGES.values():
        near[edge.a].append(edge.b)
        near[edge.b].append(edge.a)
    return {
        "printed": {p: msgspec.structs.asdict(PROVINCE[p]) | {"near": near[p]} for p in PROVINCES},
        "off_map": {o.id: o.resources_by_year or o.resources_when_ussr_at_war for o in OFF_MAP.values()},
    }
