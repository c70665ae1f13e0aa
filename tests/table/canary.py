"""A game whose every secret is a word that occurs nowhere else: whoever hears it without right gives the leak away."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from casusbelli.game import Game, Shown
from casusbelli.kernel import (
    OVER,
    Ask,
    Choice,
    Dice,
    GameInfo,
    OptionValue,
    Refusal,
    Result,
    Scenario,
    Seat,
    State,
    ask,
    together,
)

SEATS = ("red", "blue")
CARDS = 24


class Cage(State, kw_only=True):
    hands: dict[str, list[str]] = msgspec.field(default_factory=dict)
    deck: list[str] = msgspec.field(default_factory=list)
    shown: list[str] = msgspec.field(default_factory=list)
    whispered: dict[str, list[str]] = msgspec.field(default_factory=dict)
    turn: int = 0


def plays(g: Cage, seat: str) -> list[Choice]:
    return [(verb, card) for card in g.hands[seat] for verb in ("play", "bury")]


def not_held(choice: Choice) -> Refusal:
    return Refusal("not_held", "1", {"card": choice[-1]})


async def secret(g: Cage) -> None:
    """Both play or bury a card in secret: what is played is shown to all, what is buried nobody else ever sees."""
    chosen = await together(
        {s: Ask(s, "secret", lambda s=s: plays(g, s), "1", about={"hand": list(g.hands[s])}, why_not=not_held) for s in SEATS}
    )
    g.reveal()
    for seat, (verb, card) in chosen.items():
        settle(g, seat, str(verb), str(card))
    g.phase = "open"


async def open_play(g: Cage) -> None:
    """Then each plays or buries one more, one after the other, and draws."""
    for seat in SEATS:
        verb, card = await ask(seat, "open", lambda s=seat: plays(g, s), "2", why_not=not_held)
        settle(g, seat, str(verb), str(card))
        if g.deck:
            drawn = g.deck.pop()
            g.hands[seat].append(drawn)
            g.reveal()
            g.report("drew", "3", seat=seat, private={seat: {"card": drawn}})
    g.turn += 1
    g.phase = "secret" if g.turn < 3 else OVER


def settle(g: Cage, seat: str, verb: str, card: str) -> None:
    g.hands[seat].remove(card)
    if verb == "play":
        g.shown.append(card)
        g.report("played", "1", seat=seat, card=card)
    else:
        g.whispered.setdefault(seat, []).append(card)
        g.report("buried", "1", seat=seat, private={seat: {"card": card}})
        g.report("noted", "1", only=(seat,), card=card)


class Canary(Game[Cage]):
    info = GameInfo(id="canary", rules_version="1", scenarios=(Scenario("cage", SEATS),))
    state_type = Cage
    phases: Mapping[str, Any] = {"secret": secret, "open": open_play}
    verbs: Mapping[str, tuple[str, ...]] = {"play": ("card",), "bury": ("card",)}
    folder = Path(__file__).parent

    def setup(self, scenario: str, options: Mapping[str, OptionValue], seed: bytes) -> Cage:
        g = Cage(phase="secret", seed=seed)
        deck = [f"canary{Dice(seed, n).random(2**60):015x}" for n in range(CARDS)]
        g.hands = {"red": deck[:6], "blue": deck[6:12]}
        g.deck = deck[12:]
        return g

    def view(self, g: Cage, seat: Seat | None) -> dict[str, Any]:
        return {
            "hand": g.hands[seat] if seat else None,
            "buried": g.whispered.get(seat) if seat else None,
            "shown": g.shown,
            "counts": {s: len(hand) for s, hand in g.hands.items()},
        }

    def hidden(self, g: Cage) -> list[Shown]:
        return [Shown("hand", tuple(hand), seat) for seat, hand in g.hands.items()]

    def imagine(self, g: Cage, seat: Seat, dice: Dice) -> None:
        other = next(s for s in SEATS if s != seat)
        unknown = [*g.hands[other], *g.deck]
        dice.shuffle(unknown)
        held = len(g.hands[other])
        g.hands[other], g.deck = unknown[:held], unknown[held:]

    def result(self, g: Cage) -> Result | None:
        return Result((), "cage") if g.phase == OVER else None

    def names(self, language: str) -> dict[str, str]:
        return {}


CANARY = Canary()


def unknown_to(g: Cage, seat: Seat | None) -> set[str]:
    """The cards this viewpoint has no right to know of: those of the deck and what only the other seat has seen."""
    others = [s for s in SEATS if s != seat]
    return {*g.deck, *(card for s in others for card in [*g.hands[s], *g.whispered.get(s, [])])}
