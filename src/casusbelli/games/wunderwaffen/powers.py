"""11, 1.4: what the options and the German's Research cards make of the rules.

Each kind of lasting rule is one small function that writes itself into the powers; cards only name the kinds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from .content import (
    ATTACKS,
    CARDS,
    FRONTS,
    GERMAN,
    PIECES,
    PLANE,
    SIDE,
    SOLDIER,
    STRENGTH,
    SYMBOL,
    Effect,
    Faction,
    LastingRule,
    Piece,
)
from .state import NOTHING, Variants, WunderWaffen

ALLIED_SIDE, GERMAN_SIDE = "allied", "german"
INTERCEPTORS = (PLANE, SYMBOL)
HELD_BY = {piece: f"held_by_{piece}" for piece in PIECES}
_OVERCOME: dict[int, frozenset[str]] = {
    strength: frozenset(symbol for symbol, needed in STRENGTH.items() if needed <= strength) for strength in STRENGTH.values()
}
"""5.1: the printed symbols that a strength overcomes."""


class DiscardAction(msgspec.Struct, frozen=True):
    """5.11: an own play that a card adds: discard this front, receive these effects."""

    token: Piece
    effects: tuple[Effect, ...]

    @property
    def needs_victim(self) -> bool:
        """Whether it can be done only where an Allied token stands."""
        return any(effect.kind == "eliminate_allied_token" for effect in self.effects)


class Powers(msgspec.Struct):
    """Everything that cards and options change, folded together. Never changed once it is made."""

    kills: dict[tuple[str, Piece], frozenset[Piece]]
    entry_strength: dict[tuple[str, Piece], int]
    enters: dict[tuple[str, Piece], frozenset[str]] = {}
    """What a piece of a side overcomes: printed symbols of free spaces, enemies that hold one (``HELD_BY``)."""
    raid_bans: tuple[Piece, ...] = ()
    elimination_vp: dict[Piece, int] = {}
    interrupt_vp: int = 0
    interceptors: tuple[Piece, ...] = INTERCEPTORS
    actions: dict[str, DiscardAction] = {}
    closed_slots: tuple[str, ...] = ()
    strategy_tax: int = 0
    air_raid_vp: int = 0
    fortress_vp: int = 0
    turn_start_vp: int = 0
    research_shield: bool = False
    end_vp_per_card: int = 0


def air_raid_ban(powers: Powers, card: str, rule: LastingRule) -> None:
    powers.raid_bans += (rule.ready_token,)


def extra_targets(powers: Powers, card: str, rule: LastingRule) -> None:
    powers.kills[GERMAN_SIDE, rule.attacker] |= frozenset(rule.targets)


def immune(powers: Powers, card: str, rule: LastingRule) -> None:
    for attacker in rule.attackers:
        powers.kills[ALLIED_SIDE, attacker] -= {rule.defender}


def place_as(powers: Powers, card: str, rule: LastingRule) -> None:
    key = GERMAN_SIDE, rule.token
    powers.entry_strength[key] = max(powers.entry_strength[key], STRENGTH[rule.counts_as])


def vp_on_elimination(powers: Powers, card: str, rule: LastingRule) -> None:
    for attacker in rule.attackers:
        powers.elimination_vp[attacker] = powers.elimination_vp.get(attacker, 0) + rule.n


def interrupt_vp(powers: Powers, card: str, rule: LastingRule) -> None:
    powers.interrupt_vp += rule.n


def interrupt_token(powers: Powers, card: str, rule: LastingRule) -> None:
    powers.interceptors += tuple(piece for piece in rule.tokens if piece not in powers.interceptors)


def discard_action(powers: Powers, card: str, rule: LastingRule) -> None:
    powers.actions[card] = DiscardAction(rule.token, rule.effects)


def reserve_limit(powers: Powers, card: str, rule: LastingRule) -> None:
    powers.closed_slots += (rule.closed_slot,)


def strategy_tax(powers: Powers, card: str, rule: LastingRule) -> None:
    powers.strategy_tax += rule.n


def vp_on_air_raid(powers: Powers, card: str, rule: LastingRule) -> None:
    powers.air_raid_vp += rule.n


def fortress_vp(powers: Powers, card: str, rule: LastingRule) -> None:
    powers.fortress_vp += rule.n


def turn_start_vp(powers: Powers, card: str, rule: LastingRule) -> None:
    powers.turn_start_vp += rule.n


def research_shield(powers: Powers, card: str, rule: LastingRule) -> None:
    powers.research_shield = True


def end_vp_per_card(powers: Powers, card: str, rule: LastingRule) -> None:
    powers.end_vp_per_card += rule.n


LASTING: dict[str, Callable[[Powers, str, LastingRule], None]] = {
    "air_raid_ban": air_raid_ban,
    "extra_targets": extra_targets,
    "immune": immune,
    "place_as": place_as,
    "vp_on_elimination": vp_on_elimination,
    "interrupt_vp": interrupt_vp,
    "interrupt_token": interrupt_token,
    "discard_action": discard_action,
    "reserve_limit": reserve_limit,
    "strategy_tax": strategy_tax,
    "vp_on_air_raid": vp_on_air_raid,
    "fortress_vp": fortress_vp,
    "turn_start_vp": turn_start_vp,
    "research_shield": research_shield,
    "end_vp_per_card": end_vp_per_card,
}


@lru_cache(maxsize=4096)
def _powers(cards: tuple[str, ...], plane_beats_plane: bool, symbol_vs_soldier: str, symbol_beats_symbol: bool) -> Powers:
    kills = dict(ATTACKS)
    if plane_beats_plane:
        kills[ALLIED_SIDE, PLANE] |= {PLANE}
    if symbol_beats_symbol:
        kills[ALLIED_SIDE, SYMBOL] |= {SYMBOL}
    for side in (ALLIED_SIDE, GERMAN_SIDE):
        if symbol_vs_soldier == "never":
            kills[side, SYMBOL] -= {SOLDIER}
        elif symbol_vs_soldier == "always":
            kills[side, SYMBOL] |= {SOLDIER}
    powers = Powers(
        kills, {(side, piece): strength for side in (ALLIED_SIDE, GERMAN_SIDE) for piece, strength in STRENGTH.items()}
    )
    for card in cards:
        for rule in CARDS[card].rules:
            LASTING[rule.kind](powers, card, rule)
    for key, strength in powers.entry_strength.items():
        powers.enters[key] = _OVERCOME[strength].union([HELD_BY[piece] for piece in powers.kills.get(key, ())])
    return powers


def powers_of(g: WunderWaffen) -> Powers:
    """The rules as they stand now."""
    variants: Variants = g.variants
    return _powers(
        tuple(g.cards_owned),
        variants.allied_plane_beats_plane,
        variants.symbol_vs_soldier,
        variants.allied_symbol_beats_symbol,
    )


def eliminates(g: WunderWaffen, faction: Faction, piece: Piece, occupant: Piece) -> bool:
    """1.4: whether a piece acting for the faction eliminates this piece of the other side."""
    return occupant in powers_of(g).kills[SIDE[faction], piece]


def air_raids_banned(g: WunderWaffen) -> bool:
    """11 `air_raid_ban`: while a German ready token has that front, nobody may raid."""
    bans = powers_of(g).raid_bans
    return bool(bans) and any(FRONTS[token] in bans for token in g.ready[GERMAN] if token != NOTHING)
