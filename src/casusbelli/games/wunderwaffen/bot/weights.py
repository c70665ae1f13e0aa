"""14: the weights of the bots, as typed rows. They are no content: a match does not depend on them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ..content import Faction, Piece

T = TypeVar("T", bound=msgspec.Struct)


class Common(msgspec.Struct, frozen=True):
    """All values in victory points."""

    rivals_leader_weight: float
    rivals_sum_weight: float
    german_extra_weight_for_allies: float
    track_vp_future: float
    morale_box_future: float
    german_morale_box_future: float
    politics_box_future: float
    prob_two_tokens: float
    prob_one_token_two_free: float
    prob_one_token_one_free_ally: float
    prob_one_token_one_free_german: float
    prob_one_token_two_free_german: float
    territory_bonus_value: float
    front_cost_per_strength: float
    token_strength_on_space: float
    politics_lead_fade: float
    city_lead_fade: float
    city_value: float
    territory_value: float
    fight_share: float
    holding_in_fights: float
    spared_play: float
    research_share: float
    ring_value_in_fights: float
    berlin_ring_value: float
    more_ring_value: float
    second_ring_value: float
    outer_ring_value: float
    ring_fade: float
    berlin_lead_fade: float
    fortress_again_value: float
    strategy_box_future: float
    reserve_token_value: float
    conference_rounds: float
    access_value: float
    plain_front_strength: int
    reserve_play_cost: float
    to_reserve_cost: float
    pick_repeat_cost: float
    pick_noise: float
    opening_noise: float
    thrift: float
    open_conference_bonus: float
    berlin_piece_bonus: float
    spread_floor: float
    spread_slope: float


class Profile(msgspec.Struct, frozen=True):
    """What one faction is after."""

    faction: Faction
    ready_preference: dict[Piece, float]
    part2_preference: dict[Piece, float]
    keep_in_part1: dict[Piece, float] = {}
    """What a front is worth in a later turn of the part."""
    keep_in_part2: dict[Piece, float] = {}


class ProgrammeRow(msgspec.Struct, frozen=True):
    """8.3: what the German reckons with when he researches and buys."""

    play_worth: float
    """What an own play brings elsewhere."""
    raid_chance: float
    """How likely a step is lost from one turn to the next."""
    arrival: dict[str, float]
    """What is printed on a step, by its number."""
    fall: float
    """What the box below the start costs."""
    bonus: dict[str, float]
    """A card's bonus, by its kind, for each point, box or step."""
    each_ally: float
    """How much more a loss of every Ally counts than that of one."""
    lasting: dict[str, float]
    """A card's lasting rule over a whole game, for a parameter of its usual size."""


class OutlookRow(msgspec.Struct, frozen=True):
    """How willingly a territory is taken: with one play, with two; and the hope that is left to each token."""

    ally_takes: tuple[float, float]
    german_takes: tuple[float, float]
    later_for_each_token: float


class ToComeRow(msgspec.Struct, frozen=True):
    """What a faction scores beyond its estimate, by the turns it still has: none, one, two and so on.

    One row for each number of players: an American led by the German's player lets him be and scores little.
    """

    players: int
    factions: dict[Faction, tuple[float, ...]]


class Grade(msgspec.Struct, frozen=True):
    """How well a bot plays."""

    id: str
    noise: float
    width: int
    pick_width: int
    """How many plays are followed by a second one where tokens are picked; with none, habit picks."""
    plan: str
    utility: str
    outlook: bool
    attention: float = 1.0
    """How much of what is on offer comes to mind."""
    forgets: float = 0.0
    """How often it overlooks that it could buy a card or meet a raid."""
    common: dict[str, float] = {}
    """Where its weights differ from the common ones."""
    among_four: dict[str, float] = {}
    """Where those of an Ally differ further, when everybody leads one faction."""


class Weights(msgspec.Struct, frozen=True):
    common: tuple[Common]
    profile: tuple[Profile, ...]
    programme: tuple[ProgrammeRow]
    outlook: tuple[OutlookRow]
    to_come: tuple[ToComeRow, ...]
    grade: tuple[Grade, ...]


WEIGHTS = msgspec.convert(tomllib.loads((Path(__file__).parent / "weights.toml").read_text("utf-8")), Weights)
COMMON = WEIGHTS.common[0]
PROGRAMME = WEIGHTS.programme[0]
OUTLOOK = WEIGHTS.outlook[0]
TO_COME: dict[int, dict[Faction, tuple[float, ...]]] = {row.players: row.factions for row in WEIGHTS.to_come}
PROFILES: dict[Faction, Profile] = {profile.faction: profile for profile in WEIGHTS.profile}
GRADES: dict[str, Grade] = {grade.id: grade for grade in WEIGHTS.grade}


class Taste(msgspec.Struct, frozen=True):
    """The weights of one grade."""

    common: Common

    @classmethod
    def of(cls, grade: Grade, *, among_four: bool = False) -> Taste:
        """The common weights with what the grade knows better; for an Ally among four what it knows of that, too."""
        return cls(_replaced(COMMON, {**grade.common, **(grade.among_four if among_four else {})}))


def _replaced(row: T, better: dict[str, Any]) -> T:
    return msgspec.convert({**msgspec.to_builtins(row), **better}, type(row))
