"""14: the weights of the bots, as typed rows. They are no content: a match does not depend on them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ..content import GERMAN, Faction, Piece

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
    open_conference_bonus: float
    berlin_piece_bonus: float
    spread_floor: float
    spread_slope: float


class Profile(msgspec.Struct, frozen=True):
    """What one faction is after."""

    faction: Faction
    ready_preference: dict[Piece, float]
    part2_preference: dict[Piece, float]
    research_step_value: tuple[float, ...] = ()
    research_time_floor: float = 0.0
    research_time_slope: float = 0.0
    research_play_bonus: float = 0.0
    buy_at_step_5: float = 1.0
    buy_at_step_4: float = 1.0
    buy_at_step_3: float = 1.0
    buy_anything_from_round: int = 0
    intercept_from_step: int = 0


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
    ally: tuple[float, ...]
    american: tuple[float, ...]
    german: tuple[float, ...]


class Grade(msgspec.Struct, frozen=True):
    """How well a bot plays."""

    id: str
    noise: float
    width: int
    plan: str
    utility: str
    outlook: bool
    common: dict[str, float] = {}
    """Where its weights differ from the common ones."""
    german: dict[str, Any] = {}
    """Where it differs from the German's profile."""


class Weights(msgspec.Struct, frozen=True):
    common: tuple[Common]
    profile: tuple[Profile, ...]
    outlook: tuple[OutlookRow]
    to_come: tuple[ToComeRow, ...]
    grade: tuple[Grade, ...]


WEIGHTS = msgspec.convert(tomllib.loads((Path(__file__).parent / "weights.toml").read_text("utf-8")), Weights)
COMMON = WEIGHTS.common[0]
OUTLOOK = WEIGHTS.outlook[0]
TO_COME: dict[int, ToComeRow] = {row.players: row for row in WEIGHTS.to_come}
PROFILES: dict[Faction, Profile] = {profile.faction: profile for profile in WEIGHTS.profile}
GERMAN_PROFILE = PROFILES[GERMAN]
GRADES: dict[str, Grade] = {grade.id: grade for grade in WEIGHTS.grade}


class Taste(msgspec.Struct, frozen=True):
    """The weights of one grade."""

    common: Common
    german: Profile

    @classmethod
    def of(cls, grade: Grade) -> Taste:
        """The common weights with what the grade knows better."""
        return cls(_replaced(COMMON, grade.common), _replaced(GERMAN_PROFILE, grade.german))


def _replaced(row: T, better: dict[str, Any]) -> T:
    return msgspec.convert({**msgspec.to_builtins(row), **better}, type(row))
