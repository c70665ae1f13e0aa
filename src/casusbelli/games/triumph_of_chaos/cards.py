"""Action cards, political cards, and the vocabulary of effects that the cards are written in [15]."""

from __future__ import annotations

from typing import Literal

import msgspec

from .content import CONTENT, FACTION, SIDE_OF
from .tables import Modifier


class Effect(msgspec.Struct, frozen=True, tag_field="kind"):
    """One effect of a card; the kinds are the classes below."""


class Place(Effect, frozen=True, tag="place"):
    units: tuple[str, ...]
    where: str
    strength: str


class BringLeader(Effect, frozen=True, tag="leader"):
    leader: str
    where: str


class MoveFcm(Effect, frozen=True, tag="fcm"):
    faction: str
    op: Literal["to", "shift"]
    value: int


class GiveInfluence(Effect, frozen=True, tag="ip"):
    faction: str
    n: int


class SetFlag(Effect, frozen=True, tag="flag"):
    name: str
    value: bool = True


class CancelFlag(Effect, frozen=True, tag="cancel_flag"):
    name: str
    requires: tuple[str, ...] = ()


class GiveSteps(Effect, frozen=True, tag="rs"):
    pool: str
    n: int
    when: Literal["now", "logistics"]
    rdr_exempt: bool


class StepPenalty(Effect, frozen=True, tag="rs_penalty"):
    side: str
    n: int


class LiftRdr(Effect, frozen=True, tag="rdr_lift"):
    regions: int


class PlaceNoAct(Effect, frozen=True, tag="no_act"):
    n: int
    side: str


class RemoveNoAct(Effect, frozen=True, tag="remove_no_act"):
    n: int
    side: str


class GreenUprising(Effect, frozen=True, tag="green"):
    n: int
    territory: str
    success_max: int
    on_vc: bool


class RaisePartisans(Effect, frozen=True, tag="partisans"):
    n: int
    success_max: int


class Insurrection(Effect, frozen=True, tag="insurrection"):
    unit: str
    territory: str
    on_vc: bool
    min_distance_from_enemy_army: int
    roll_max: int = 6


class InFighting(Effect, frozen=True, tag="in_fighting"):
    side: str
    op: Literal["start", "end"]


class Initiative(Effect, frozen=True, tag="initiative"):
    uses: tuple[str, ...]
    combat_cm: int
    no_act: int
    free_steps: int
    diplomacy_shift: int
    special: str


class Offensive(Effect, frozen=True, tag="offensive"):
    ops: int
    cm: int
    second_attacks: int
    camp_limit: bool


class CardOption(msgspec.Struct, frozen=True):
    id: str
    requires: tuple[str, ...]
    effects: tuple[AnyEffect, ...]


class OneOf(Effect, frozen=True, tag="choice"):
    options: tuple[CardOption, ...]


class SwitchSide(Effect, frozen=True, tag="switch_side"):
    target: str
    adjacent_to_friendly: bool
    success_max: int
    elite_allowed: bool


class FreezeFcm(Effect, frozen=True, tag="freeze_fcm"):
    until: str
    only_into_control: bool
    excepted: tuple[str, ...] = msgspec.field(name="except", default=())


class LockFactions(Effect, frozen=True, tag="faction_lock"):
    side: str
    until: str


class LookHand(Effect, frozen=True, tag="look_hand"):
    target: str


class DiscardEnemy(Effect, frozen=True, tag="discard_enemy"):
    n: int
    mode: str


class PeekPolitical(Effect, frozen=True, tag="peek_political"):
    box: str
    n: int


class DrawCards(Effect, frozen=True, tag="draw"):
    n: int


class Recover(Effect, frozen=True, tag="recover"):
    source: str
    n: int


class PolishWar(Effect, frozen=True, tag="polish_war"):
    against: str
    conscription: str


class PeacePoland(Effect, frozen=True, tag="peace_poland"):
    pass


class PolishAggression(Effect, frozen=True, tag="polish_aggression"):
    pass


class Mutiny(Effect, frozen=True, tag="soc_rev_mutiny"):
    roll_red_max: int


class CzechNoCooperation(Effect, frozen=True, tag="czech_no_coop"):
    pass


class FlipFull(Effect, frozen=True, tag="flip_full"):
    units: tuple[str, ...]
    n: int


class ForfeitVc(Effect, frozen=True, tag="vc_forfeit"):
    side: str
    space: str


class PortLanding(Effect, frozen=True, tag="port_landing"):
    units: tuple[str, ...]
    strength: str


class TemporaryControl(Effect, frozen=True, tag="control_temp"):
    faction: str
    side: str
    until: str


class NoSubstitution(Effect, frozen=True, tag="no_reserve_substitution"):
    side: str
    until: str


class Fortify(Effect, frozen=True, tag="fortify"):
    spaces: tuple[str, ...]
    shift: int
    until: str


class SubjugationArmies(Effect, frozen=True, tag="subjugation_armies"):
    units: tuple[str, ...]
    per_faction: int
    where: str


class Typhoid(Effect, frozen=True, tag="typhoid"):
    spaces: int
    die_loss_max: int


AnyEffect = (
    Place
    | BringLeader
    | MoveFcm
    | GiveInfluence
    | SetFlag
    | CancelFlag
    | GiveSteps
    | StepPenalty
    | LiftRdr
    | PlaceNoAct
    | RemoveNoAct
    | GreenUprising
    | RaisePartisans
    | Insurrection
    | InFighting
    | Initiative
    | Offensive
    | OneOf
    | SwitchSide
    | FreezeFcm
    | LockFactions
    | LookHand
    | DiscardEnemy
    | PeekPolitical
    | DrawCards
    | Recover
    | PolishWar
    | PeacePoland
    | PolishAggression
    | Mutiny
    | CzechNoCooperation
    | FlipFull
    | ForfeitVc
    | PortLanding
    | TemporaryControl
    | NoSubstitution
    | Fortify
    | SubjugationArmies
    | Typhoid
)


class ValueRow(msgspec.Struct, frozen=True):
    max: int
    value: int


class ActionCard(msgspec.Struct, frozen=True):
    id: str
    number: int
    side: str
    value: int
    ops: int
    sr: int
    rs: int
    year: int
    remove_after_event: bool
    timing: Literal["event", "initiative", "political"]
    requires: tuple[str, ...]
    effects: tuple[AnyEffect, ...]
    influence_modifiers: tuple[Modifier, ...] = ()
    influence_table: tuple[ValueRow, ...] = ()


class Bonus(msgspec.Struct, frozen=True):
    side: str
    steps: int
    pool: Literal["side", "factions"] = "side"
    """Whom the steps are for: the side's own units or those of the factions it controls [8.2.6]."""


class PoliticalCard(msgspec.Struct, frozen=True):
    id: str
    number: int
    box: Literal["red", "white", "other"]
    special: bool
    ip: dict[str, int]
    effect: str = ""
    replacement_bonus: Bonus | None = None


_ACTION = CONTENT.table("action_card", ActionCard)
CARDS: list[dict[int, ActionCard]] = [{}, {}, {}]
"""CARDS[side][number]."""
for _card in _ACTION.values():
    CARDS[SIDE_OF[_card.side]][_card.number] = _card
CARD_IDS: list[dict[int, str]] = [{n: c.id for n, c in mine.items()} for mine in CARDS]
CARD_NUMBER = {c.id: c.number for c in _ACTION.values()}
BLUFF, INFLUENCE = 53, 54
INITIATIVE: list[dict[int, Initiative]] = [
    {n: e for n, c in mine.items() if c.timing == "initiative" for e in c.effects if isinstance(e, Initiative)} for mine in CARDS
]

BOXES = ("red", "white", "other")
POLITICAL = {c.number: c for c in CONTENT.table("political_card", PoliticalCard).values()}
PC_BY_BOX = [[n for n, c in POLITICAL.items() if c.box == box] for box in BOXES]
PC_BOX = {n: BOXES.index(c.box) for n, c in POLITICAL.items()}
PC_NUMBER = {c.id: n for n, c in POLITICAL.items()}
PC_IP = {n: [(FACTION[f], points) for f, points in c.ip.items()] for n, c in POLITICAL.items()}
PC_BONUS = {
    n: (SIDE_OF[c.replacement_bonus.side], c.replacement_bonus.steps) for n, c in POLITICAL.items() if c.replacement_bonus
}


def card_id(side: int, number: int) -> str:
    return CARD_IDS[side][number]


def deck_of(side: int, years: tuple[int, ...]) -> list[int]:
    """The numbers of a side's cards of those years."""
    return [n for n, c in CARDS[side].items() if c.year in years]
