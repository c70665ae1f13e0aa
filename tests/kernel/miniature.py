"""A tiny three-seat game on the kernel: secret agenda cards, open moves, a die, five conferences."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from casusbelli.game import Game
from casusbelli.kernel import (
    OVER,
    Ask,
    Choice,
    Dice,
    GameInfo,
    Option,
    OptionValue,
    Refusal,
    Result,
    Scenario,
    Seat,
    State,
    TimeLimit,
    ask,
    together,
)

SEATS = ("uk", "ussr", "us")


class Table(State, kw_only=True):
    hands: dict[str, list[int]] = msgspec.field(default_factory=dict)
    deck: list[int] = msgspec.field(default_factory=list)
    spent: list[int] = msgspec.field(default_factory=list)
    issues: dict[str, int] = msgspec.field(default_factory=dict)
    won: dict[str, str] = msgspec.field(default_factory=dict)
    score: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    conference: int = 1
    conferences: int = 5
    hurry: bool = False


def plays(g: Table, seat: str) -> list[Choice]:
    return [("play", card) for card in g.hands[seat]]


def spend(g: Table, seat: str, card: int) -> None:
    g.hands[seat].remove(card)
    g.spent.append(card)


async def agenda(g: Table) -> None:
    deck = list(range(36))
    g.shuffle(deck)
    g.hands = {s: sorted(deck[i * 5 : i * 5 + 5]) for i, s in enumerate(SEATS)}
    g.deck, g.spent = deck[15:], []
    g.issues, g.won = {f"issue_{i}": 0 for i in range(5)}, {}
    for seat in SEATS:
        g.report("dealt", rule="5.1", seat=seat, count=5, private={seat: {"cards": list(g.hands[seat])}})
    cards = await together({s: Ask(s, "agenda_card", lambda s=s: plays(g, s), rule="5.13") for s in SEATS})
    g.reveal()
    for seat, choice in cards.items():
        spend(g, seat, int(choice[1]))
    g.report("agenda", rule="5.13", cards={s: c[1] for s, c in cards.items()})
    g.phase = "meeting"


async def debate(g: Table, speaker: str, issue: str) -> None:
    for rival in (s for s in SEATS if s != speaker):
        if not g.hands[rival]:
            continue
        limit = TimeLimit(1, f"{g.conference}:{len(g.spent)}") if g.hurry else None
        match await ask(rival, "debate", lambda r=rival: [("decline",), *plays(g, r)], rule="5.24", limit=limit):
            case ("play", int(card)):
                spend(g, rival, card)
                g.issues[issue] -= card % 6
                return


async def meeting(g: Table) -> None:
    def not_in_hand(choice: Choice) -> Refusal:
        return Refusal("not_in_hand", "5.22", {"card": choice[-1]})

    while any(g.hands.values()):
        for speaker in SEATS:
            free = [i for i in g.issues if i not in g.won]
            if not g.hands[speaker] or not free:
                if not free:
                    for card in list(g.hands[speaker]):
                        spend(g, speaker, card)
                continue
            _, card = await ask(speaker, "advance_card", lambda s=speaker: plays(g, s), rule="5.22", why_not=not_in_hand)
            spend(g, speaker, int(card))
            _, issue = await ask(speaker, "advance_issue", lambda f=free: [("issue", i) for i in f], rule="5.22", auto=True)
            g.issues[str(issue)] += int(card) % 6
            g.report("advanced", rule="5.22", seat=speaker, issue=issue, card=card)
            await debate(g, speaker, str(issue))
            if g.issues[str(issue)] >= 5:
                g.won[str(issue)] = speaker
    for issue, seat in g.won.items():
        points = 1 + g.random(6)
        g.score[seat] += points
        g.report("scored", rule="9", seat=seat, issue=issue, points=points)
    g.conference += 1
    g.phase = "agenda" if g.conference <= g.conferences else OVER


class Miniature(Game[Table]):
    info = GameInfo(
        id="miniature",
        rules_version="1",
        scenarios=(Scenario("full", SEATS), Scenario("short", SEATS)),
        options=(Option("long_war"), Option("hurry")),
    )
    state_type = Table
    phases: Mapping[str, Any] = {"agenda": agenda, "meeting": meeting}
    verbs: Mapping[str, tuple[str, ...]] = {"play": ("card",), "issue": ("issue",)}
    folder = Path(__file__).parent

    def setup(self, scenario: str, options: Mapping[str, OptionValue], seed: bytes) -> Table:
        conferences = 2 if scenario == "short" else 5
        conferences += 2 * bool(options["long_war"])
        return Table(phase="agenda", seed=seed, conferences=conferences, hurry=bool(options["hurry"]))

    def view(self, g: Table, seat: Seat | None) -> dict[str, Any]:
        return {
            "phase": g.phase,
            "hand": list(g.hands.get(seat, ())) if seat else None,
            "counts": {s: len(h) for s, h in g.hands.items()},
            "spent": list(g.spent),
            "issues": dict(g.issues),
            "won": dict(g.won),
            "score": dict(g.score),
            "conference": g.conference,
        }

    def imagine(self, g: Table, seat: Seat, dice: Dice) -> None:
        others = [s for s in SEATS if s != seat]
        unknown = sorted([c for s in others for c in g.hands.get(s, [])] + g.deck)
        dice.shuffle(unknown)
        for s in others:
            n = len(g.hands.get(s, []))
            g.hands[s] = sorted(unknown[:n])
            del unknown[:n]
        g.deck = unknown

    def result(self, g: Table) -> Result | None:
        if g.phase != OVER:
            return None
        best = max(g.score.values())
        return Result(tuple(s for s in SEATS if g.score[s] == best), "points", {s: float(p) for s, p in g.score.items()})

    def points(self, g: Table) -> dict[str, float]:
        return {seat: float(points) for seat, points in g.score.items()}

    def chapter(self, g: Table) -> str:
        return str(g.conference)

    def names(self, language: str) -> dict[str, str]:
        issue = {"en": "issue", "it": "questione", "es": "asunto"}[language]
        return {"uk": "UK", "ussr": "USSR", "us": "US"} | {f"issue_{i}": f"{issue} {i}" for i in range(5)}

    def census(self, g: Table) -> dict[str, int]:
        return {"cards": sum(map(len, g.hands.values())) + len(g.deck) + len(g.spent) if g.hands else 36}


GAME = Miniature()
