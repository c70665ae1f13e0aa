"""A game of open talk: nothing is rolled, nothing is hidden, so that every choice could be taken back, but for the last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from casusbelli.game import Game, Opening, Passive
from casusbelli.kernel import OVER, Choice, Dice, GameInfo, OptionValue, Result, Scenario, Seat, State, ask

SEATS = ("red", "blue")
LARGER = {"trio": (*SEATS, "green"), "council": (*SEATS, "green", "white")}
WORDS = ("war", "peace", "truce")
TURNS = {"brief": ("red", "blue"), "wordy": ("red",) * 40 + ("blue",), "quarrel": ("red", "blue") * 20} | {
    name: seats * 10 for name, seats in LARGER.items()
}


class Talk(State, kw_only=True):
    said: list[str] = msgspec.field(default_factory=list)
    turns: tuple[Seat, ...] = ()


async def talk(g: Talk) -> None:
    """One word a turn; the last one is the outcome."""
    for seat in g.turns:
        about = {"last": g.said[-1] if g.said else ""}
        (word,) = await ask(seat, "word", lambda: [(word,) for word in WORDS], "1", about=about)
        g.said.append(str(word))
        g.report("said", "1", seat=seat, word=word)
    g.phase = OVER


class Parley(Game[Talk]):
    info = GameInfo(id="parley", rules_version="1", scenarios=tuple(Scenario(name, LARGER.get(name, SEATS)) for name in TURNS))
    state_type = Talk
    phases: Mapping[str, Any] = {"talk": talk}
    verbs: Mapping[str, tuple[str, ...]] = dict.fromkeys(WORDS, ())
    passive: Mapping[str, Passive] = {"word": Passive(("truce",), WORDS)}
    alarms: Mapping[str, tuple[str, ...]] = {"said": WORDS, "shouted": ()}
    folder = Path(__file__).parent

    def setup(self, scenario: str, options: Mapping[str, OptionValue], seed: bytes) -> Talk:
        return Talk(phase="talk", seed=seed, turns=TURNS[scenario])

    def view(self, g: Talk, seat: Seat | None) -> dict[str, Any]:
        return {"said": g.said}

    def imagine(self, g: Talk, seat: Seat, dice: Dice) -> None:
        """Nothing is hidden."""

    def result(self, g: Talk) -> Result | None:
        winners = {"war": ("red",), "peace": ("blue",), "truce": SEATS}
        return Result(winners[g.said[-1]], g.said[-1]) if g.phase == OVER else None

    def opening(self, entries: Sequence[tuple[Seat, Choice]], seat: Seat) -> Opening | None:
        words = [choice[0] for who, choice in entries if who == seat]
        return Opening("word", {"word": words[0]}) if words else None

    def chapter(self, g: Talk) -> str:
        """Ten words are a chapter."""
        return str(len(g.said) // 10)

    def names(self, language: str) -> dict[str, str]:
        return {}


PARLEY = Parley()
