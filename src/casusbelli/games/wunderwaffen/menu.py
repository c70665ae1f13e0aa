"""4.2: the menu of a turn: every play on offer, what is forced, and why something is not on offer.

A play is one choice: ``(use, token, faction, piece[, target])``. The token is named by where it lies (``ready_1`` …,
``reserve_any``); the faction it acts for tells the side: a front acts for its owner, a back for somebody else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from casusbelli.kernel import Choice, Refusal, Seat

from .content import ALLIES, ANY_ALLY, CARDS, FRONTS, GERMAN, OWNER, RESERVE, SIDE, SPACE_IDS, TOKENS, Faction, Piece
from .laboratory import affordable_cards, why_not_buy
from .plays import BUY_CARD, DISCARD_REST, END_TURN, READY_SLOTS, USES
from .powers import powers_of
from .state import NOTHING, WunderWaffen
from .targets import TARGETS, TARGETS_OF_PIECE, Opening, openings
from .uses import OBSTACLES, ObstacleRule, uses_as, uses_by_option

Side = tuple[str, Faction, Piece, bool, dict[str, Choice]]
"""One side of a token that may be played now: where it lies, whom it acts for, as what; whether it lies in Reserve; and the
choices that place it, by space: a turn offers dozens of them again and again, so they are made once."""

Way = tuple[str, ObstacleRule | None]
"""A use, and what may stand in its way where it has no target."""

PLACE: Way = ("place", None)
_UNAIMED = frozenset(OBSTACLES) - {"place", *TARGETS, *TARGETS_OF_PIECE}
"""5: uses without a target."""


class Menu:
    """The choices of one moment. Targets are looked up once for each faction and use: they depend on nothing hidden."""

    __slots__ = ("_openings", "_targets", "enters", "g", "ways")

    def __init__(self, g: WunderWaffen) -> None:
        self.g = g
        self.enters = powers_of(g).enters
        self.ways = _ways(g.variants.german_symbol_as_berlin, g.variants.german_symbol_raids)[g.active]
        self._openings: dict[Faction, list[Opening]] = {}
        self._targets: dict[tuple[str, Faction], Sequence[str]] = {}

    def openings(self, faction: Faction) -> list[Opening]:
        """5.1: the spaces that somebody of the faction might enter."""
        found = self._openings.get(faction)
        if found is None:
            found = self._openings[faction] = openings(self.g, faction)
        return found

    def targets(self, use: str, faction: Faction, piece: Piece, from_reserve: bool) -> Sequence[str]:
        """5: what the piece may be aimed at for the faction; from Reserve it does not go back there (4.2)."""
        if use in TARGETS_OF_PIECE:
            return () if from_reserve and use == "reserve" else TARGETS_OF_PIECE[use](self.g, faction, piece)
        found = self._targets.get((use, faction))
        if found is None:
            found = self._targets[use, faction] = TARGETS[use](self.g, faction)
        return found

    def plays(self, side: Side) -> list[Choice]:
        """Every use of one side of a token."""
        found: list[Choice] = []
        slot, faction, piece, from_reserve, placings = side
        for use, obstacle in self.ways[faction, piece]:
            if obstacle is not None:
                if obstacle(self.g, faction, piece, "") is None:
                    found.append((use, slot, faction, piece))
            elif use == "place":
                enters = self.enters[SIDE[faction], piece]
                found += [placings[space] for space, guard in self.openings(faction) if guard in enters]
            elif targets := self.targets(use, faction, piece, from_reserve):
                found += [(use, slot, faction, piece, target) for target in targets]
        return found

    def playable(self, side: Side) -> bool:
        """Whether one side of a token has any use at all: placing it is the likeliest and looked at first."""
        _, faction, piece, *_ = side
        if PLACE in self.ways[faction, piece]:
            enters = self.enters[SIDE[faction], piece]
            for _, guard in self.openings(faction):
                if guard in enters:
                    return True
        return bool(self.plays(side))

    def choices(self) -> list[Choice]:
        """4.2: every play of the moment, and the ways to end. The backs are looked at anew: somebody may imagine others."""
        g = self.g
        found: list[Choice] = []
        for side in ready_sides(g):
            found += self.plays(side)
        blocked = not found
        for side in reserve_sides(g):
            found += self.plays(side)
        if g.active == GERMAN:
            found += [(BUY_CARD, card) for card in affordable_cards(g)]
        if blocked:
            found.append((DISCARD_REST,) if g.ready_tokens(g.active) else (END_TURN,))
        return found

    def forced(self) -> str:
        """4.2: the one entry left when nothing can be played any more, or nothing."""
        g = self.g
        if g.own_left:
            for sides, token in zip(_FRONT_SIDES, g.ready[g.active], strict=True):
                if token != NOTHING and self.playable(sides[token]):
                    return ""
        if any(map(self.playable, ready_sides(g))):
            return ""
        if affordable_cards(g) or any(map(self.playable, reserve_sides(g))):
            return ""
        return DISCARD_REST if g.ready_tokens(g.active) else END_TURN


@lru_cache(maxsize=4)
def _ways(symbol_as_berlin: bool, symbol_raids: bool) -> dict[Faction, dict[tuple[Faction, Piece], tuple[Way, ...]]]:
    """What each piece may be used for in a faction's turn, by whom it acts for."""
    ways: dict[Faction, dict[tuple[Faction, Piece], tuple[Way, ...]]] = {faction: {} for faction in SIDE}
    for (active, acting, piece), uses in uses_by_option(symbol_as_berlin, symbol_raids).items():
        ways[active][acting, piece] = tuple((use, OBSTACLES[use] if use in _UNAIMED else None) for use in uses)
    return ways


def ready_sides(g: WunderWaffen) -> list[Side]:
    """4.2: what may be played: fronts while own plays are left, backs while a play for another is left."""
    own_left = g.own_left
    backs = _back_sides(g.active, tuple(g.seat_of.values())) if g.other_left else None
    sides: list[Side] = []
    for n, token in enumerate(g.ready[g.active]):
        if token != NOTHING:
            if own_left:
                sides.append(_FRONT_SIDES[n][token])
            if backs is not None:
                sides += backs[n][g.backs[token]]
    return sides


def reserve_sides(g: WunderWaffen) -> list[Side]:
    """4.2: a token lying in Reserve since an earlier turn is an extra play, by its front."""
    if g.active == GERMAN:
        return []
    stored_at = g.reserve[g.active].items()
    return [side_of(slot, g.active, FRONTS[s.token], True) for slot, s in stored_at if s is not None and not s.fresh]


@cache
def side_of(slot: str, faction: Faction, piece: Piece, from_reserve: bool = False) -> Side:
    """What a token is that lies there, seen from one side."""
    return slot, faction, piece, from_reserve, {space: ("place", slot, faction, piece, space) for space in SPACE_IDS}


_FRONT_SIDES: list[list[Side]] = [[side_of(slot, *side) for side in zip(OWNER, FRONTS, strict=True)] for slot in READY_SLOTS]
"""The fronts of all tokens, in each place of a start area."""


@lru_cache(maxsize=64)
def _back_sides(active: Faction, seats: tuple[Seat, ...]) -> list[list[list[Side]]]:
    """The backs of all rows, in each place of a start area, with all they may act for in a faction's turn."""
    seat_of = dict(zip(SIDE, seats, strict=True))
    return [
        [[side_of(slot, faction, row.back) for faction in beneficiaries(seat_of, active, row.back_for)] for row in TOKENS]
        for slot in READY_SLOTS
    ]


def beneficiaries(seat_of: Mapping[Faction, Seat], active: Faction, back_for: Faction) -> Sequence[Faction]:
    """6: whom a back may act for: the faction printed or an Ally of choice, never a faction of the same player."""
    printed = ALLIES if back_for == ANY_ALLY else (back_for,)
    return [faction for faction in printed if seat_of[faction] != seat_of[active]]


# -- why not? ----------------------------------------------------------------------------------------------------------


def why_not_play(g: WunderWaffen, choice: Choice) -> Refusal:
    """The rule that keeps an entry out of the menu."""
    match choice:
        case ("end_turn",):
            return Refusal("tokens_left_to_play", "4.2")
        case ("discard_rest",):
            return Refusal("nothing_to_discard" if not g.ready_tokens(g.active) else "play_is_forced", "4.2")
        case ("buy_card", str(card)) if card in CARDS:
            return why_not_buy(g, card)
        case (str(use), str(slot), str(faction), str(piece), *target) if use in USES and faction in SIDE:
            return _why_not_use(g, use, slot, faction, piece, str(target[0]) if target else "")
    return Refusal("no_such_play", "4.2")


def _why_not_use(g: WunderWaffen, use: str, slot: str, faction: Faction, piece: Piece, target: str) -> Refusal:
    params = {"use": use, "token": slot, "faction": faction, "piece": piece, "target": target, "active": g.active}
    key, rule = (
        _obstacle_of_token(g, use, slot, faction, piece) or OBSTACLES[use](g, faction, piece, target) or ("no_such_play", "4.2")
    )
    return Refusal(key, rule, params)


def _obstacle_of_token(g: WunderWaffen, use: str, slot: str, faction: Faction, piece: Piece) -> tuple[str, str] | None:
    """What is wrong with the token or the side, before the use itself is looked at."""
    if slot in RESERVE:
        stored = g.reserve[g.active][slot] if g.active != GERMAN else None
        if stored is None:
            return "no_token_in_slot", "4.2"
        if stored.fresh:
            return "reserve_must_wait", "5.10"
        if faction != g.active or use == "reserve":
            return "reserve_front_only", "4.2"
        printed = FRONTS[stored.token]
    else:
        token = g.ready[g.active][READY_SLOTS.index(slot)] if slot in READY_SLOTS else NOTHING
        if token == NOTHING:
            return "no_token_in_slot", "4.2"
        if faction == g.active:
            if not g.own_left:
                return ("no_own_play_after_interception", "8.5") if g.own_plays_lost else ("no_own_play_left", "4.2")
            printed = FRONTS[token]
        else:
            if not g.other_left:
                return "no_other_play_left", "4.2"
            back = g.back_of(token)
            if faction not in beneficiaries(g.seat_of, g.active, back.back_for):
                partner = g.seat_of[faction] == g.seat_of[g.active]
                return ("partner_faction", "6") if partner else ("back_for_others", "6")
            printed = back.back
    if printed != piece:
        return "other_piece", "4.2"
    return None if use in uses_as(g, faction, piece) else ("piece_has_no_such_use", "5")
