"""The miniature with one thing wrong at a time: each must be caught by the trial that is for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from msgspec.msgpack import encode
from tests.kernel.miniature import SEATS, Miniature, Table, agenda, meeting

from casusbelli.game import Bot, Position, Reason, Sections
from casusbelli.kernel import OVER, Choice, Dice, Refusal, ask


class OpenDeck(Miniature):
    def view(self, g: Table, seat: str | None) -> dict[str, Any]:
        return {**super().view(g, seat), "next": g.deck[:1]}


class OldNews(Miniature):
    """A section that is kept although something it is made of has changed: the score."""

    def shown(self, g: Table, seat: str | None, sections: Sections) -> Any:
        return {**self.view(g, seat), "score": sections.keep("score", lambda: g.won, lambda: g.score)}


class HalfAMoment(Miniature):
    """A section is kept by the conference alone, with which the score mostly changes: nobody sees it where it does not."""

    def moment(self, g: Table) -> Any:
        return g.conference, encode(g)

    def shown(self, g: Table, seat: str | None, sections: Sections) -> Any:
        return {**self.view(g, seat), "score": sections.since("score", sections.moment[0], sections.raw, dict, g.score)}


class Lends(Miniature):
    """The score in the view is the score itself."""

    def view(self, g: Table, seat: str | None) -> dict[str, Any]:
        return {**super().view(g, seat), "score": g.score}


class OpenHandsForSpectators(Miniature):
    def view(self, g: Table, seat: str | None) -> dict[str, Any]:
        return {**super().view(g, seat), "hands": g.hands if seat is None else None}


class TellingOrder(Miniature):
    """The order of the cards in the spectators' sight betrays who holds the highest card."""

    def view(self, g: Table, seat: str | None) -> dict[str, Any]:
        return {**super().view(g, seat), "seats": sorted(g.hands, key=lambda s: max(g.hands[s], default=0))}


class TellingEvent(Miniature):
    """The deal is told to everybody card by card."""

    def __init__(self) -> None:
        async def telling(g: Table) -> None:
            def tell(kind: str, *args: Any, private: Mapping[str, Any] | None = None, **params: Any) -> None:
                Table.report(g, kind, *args, **params, secrets=private)

            g.__dict__["report"] = tell
            await agenda(g)

        self.phases = {"agenda": telling, "meeting": meeting}


class TellingPrompt(Miniature):
    """The speaker's prompt says what the next seat holds."""

    def __init__(self) -> None:
        async def telling(g: Table) -> None:
            while g.hands["uk"] and g.hands["us"]:
                _, card = await ask(
                    "uk", "advance_card", lambda: [("play", c) for c in g.hands["uk"]], about={"of": g.hands["us"]}
                )
                g.hands["uk"].remove(int(card))
                g.spent.append(int(card))
            g.phase = OVER

        self.phases = {"agenda": agenda, "meeting": telling}


class TellingPreview(Miniature):
    def preview(self, g: Table, seat: str, decision: str, choice: Choice) -> dict[str, Any]:
        others = [card for s in SEATS if s != seat for card in g.hands[s]]
        return {"beats": sum(card < int(choice[1]) for card in others) if decision == "agenda_card" else None}


class TellingRefusal(Miniature):
    def __init__(self) -> None:
        async def telling(g: Table) -> None:
            def held_by(choice: Choice) -> Refusal:
                return Refusal("not_in_hand", "5.22", {"card": next((s for s in SEATS if choice[-1] in g.hands[s]), "")})

            while g.hands["uk"]:
                _, card = await ask("uk", "advance_card", lambda: [("play", c) for c in g.hands["uk"]], why_not=held_by)
                g.hands["uk"].remove(int(card))
                g.spent.append(int(card))
            g.phase = OVER

        self.phases = {"agenda": agenda, "meeting": telling}


class TruthfulImagination(Miniature):
    """What is imagined depends on the true order of the cards."""

    def imagine(self, g: Table, seat: str, dice: Dice) -> None:
        dice.shuffle(g.deck)


class Cheat:
    """A bot that looks into the deck."""

    def choose(self, position: Position, rng: Random) -> Choice:
        deck = position._match.state.deck
        return position.options[deck[0] % len(position.options)]


class Cheating(Miniature):
    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return {"marshal": Cheat}


class Betrays:
    """A bot that chooses fairly and says what lies on the deck when it is asked why."""

    def choose(self, position: Position, rng: Random) -> Choice:
        return rng.choice(position.options)

    def reasons(self, position: Position, choice: Choice) -> list[Reason]:
        return [Reason("next_card", {"card": position._match.state.deck[0]})]


class BetrayingReasons(Miniature):
    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return {"marshal": Betrays}


class BetraysByComparing(Betrays):
    """The same where it tells how another choice compares."""

    def reasons(self, position: Position, choice: Choice) -> list[Reason]:
        return []

    def compares(self, position: Position, choice: Choice, other: Choice) -> Reason | None:
        return Reason("next_card", {"card": position._match.state.deck[0]})


class BetrayingComparison(Miniature):
    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return {"marshal": BetraysByComparing}


class Nervous:
    """A bot with a will of its own."""

    calls = 0

    def choose(self, position: Position, rng: Random) -> Choice:
        Nervous.calls += 1
        return position.options[Nervous.calls % len(position.options)]


class Erratic(Miniature):
    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return {"marshal": Nervous}


class LosesACard(Miniature):
    def __init__(self) -> None:
        async def losing(g: Table) -> None:
            await agenda(g)
            if g.conference > 1:
                g.deck.pop()

        self.phases = {"agenda": losing, "meeting": meeting}


class Meddling(Miniature):
    """Looking at the table changes it."""

    def view(self, g: Table, seat: str | None) -> dict[str, Any]:
        g.deck.append(g.deck.pop(0))
        return super().view(g, seat)


class DeadEnd(Miniature):
    def __init__(self) -> None:
        async def dead(g: Table) -> None:
            await ask("uk", "advance_card", list)

        self.phases = {"agenda": agenda, "meeting": dead}


class Endless(Miniature):
    def __init__(self) -> None:
        async def endless(g: Table) -> None:
            await agenda(g)
            g.phase = "agenda"

        self.phases = {"agenda": endless}


class NoResult(Miniature):
    def result(self, g: Table) -> None:
        return None


class HashOrder(Miniature):
    """The free issues are offered in the order of a set."""

    def __init__(self) -> None:
        async def by_hash(g: Table) -> None:
            for _ in range(3):
                await ask("uk", "advance_issue", lambda: [("issue", i) for i in set(g.issues)])
            g.phase = OVER

        self.phases = {"agenda": agenda, "meeting": by_hash}


class LiveEvent(Miniature):
    """An event that speaks of the state by reference."""

    def __init__(self) -> None:
        async def live(g: Table) -> None:
            await agenda(g)
            g.report("agenda", spent=g.spent)

        self.phases = {"agenda": live, "meeting": meeting}


class Forgetful(Miniature):
    """A rule that remembers something outside the state."""

    def __init__(self) -> None:
        self.memory = 0

        async def remembering(g: Table) -> None:
            await agenda(g)
            for _ in range(3):
                self.memory += 1
                await ask("uk", "advance_card", lambda: [("play", c) for c in g.hands["uk"]])
                g.score["uk"] = self.memory
            g.phase = OVER

        self.phases = {"agenda": remembering}


class UndoableReveal(Miniature):
    """The secret cards are shown, and the last to answer may think again."""

    def __init__(self) -> None:
        async def quick(g: Table) -> None:
            revealed = g.revealed
            await agenda(g)
            g.revealed = revealed
            g.phase = OVER

        self.phases = {"agenda": quick}


class TellsBeforeItReveals(Miniature):
    """While the deal is told the hands lie open; a moment later they do not."""

    def __init__(self) -> None:
        async def careless(g: Table) -> None:
            await ask("uk", "advance_card", lambda: [("play", 1), ("play", 2)])
            g.won["open"] = "us"
            g.report("advanced", "5.22", seat="uk", issue="issue_1", card=1)
            del g.won["open"]
            await agenda(g)

        self.phases = {"agenda": careless, "meeting": meeting}

    def view(self, g: Table, seat: str | None) -> dict[str, Any]:
        return {**super().view(g, seat), "deck": list(g.deck) if "open" in g.won else None}


class InTheAir(Miniature):
    """A card has left the hand and lies nowhere when it is told of."""

    def __init__(self) -> None:
        async def tossing(g: Table) -> None:
            await ask("uk", "advance_card", lambda: [("play", 1), ("play", 2)])
            card = g.deck.pop()
            g.report("advanced", "5.22", seat="uk", issue="issue_1", card=1)
            g.deck.append(card)
            g.phase = OVER

        self.phases = {"agenda": agenda, "meeting": tossing}


class StageFright(Miniature):
    """The view fails in the middle of a rule."""

    def __init__(self) -> None:
        async def halfway(g: Table) -> None:
            await ask("uk", "advance_card", lambda: [("play", 1), ("play", 2)])
            g.conference = 0
            g.report("advanced", "5.22", seat="uk", issue="issue_1", card=1)
            g.conference = 1
            g.phase = OVER

        self.phases = {"agenda": agenda, "meeting": halfway}

    def view(self, g: Table, seat: str | None) -> dict[str, Any]:
        return {**super().view(g, seat), "average": sum(g.score.values()) / g.conference}


class OfferedTwice(Miniature):
    def __init__(self) -> None:
        async def twice(g: Table) -> None:
            await ask("uk", "advance_card", lambda: [("play", 1), ("play", 1)])
            g.phase = OVER

        self.phases = {"agenda": agenda, "meeting": twice}


class FragileRefusal(Miniature):
    def __init__(self) -> None:
        def reason(choice: Choice) -> Refusal:
            _, card = choice
            return Refusal("not_in_hand", "5.22", {"card": card})

        async def fragile(g: Table) -> None:
            for _ in range(9):
                await ask("uk", "advance_card", lambda: [("play", 1)], why_not=reason)
            g.phase = OVER

        self.phases = {"agenda": agenda, "meeting": fragile}


class Speechless(Miniature):
    folder = Path(__file__).parent


class Gaps(Miniature):
    """An event without the parameters its sentence needs."""

    def __init__(self) -> None:
        async def gaps(g: Table) -> None:
            await agenda(g)
            g.report("advanced", "5.22", seat="uk")

        self.phases = {"agenda": gaps, "meeting": meeting}


class Nameless(Miniature):
    def names(self, language: str) -> dict[str, str]:
        return {} if language == "es" else super().names(language)


class Raises(Miniature):
    def __init__(self) -> None:
        async def raises(g: Table) -> None:
            await ask("uk", "advance_card", lambda: [("play", 1)])
            g.won["nothing"].upper()

        self.phases = {"agenda": agenda, "meeting": raises}


GAMES = {kind.__name__: kind() for kind in Miniature.__subclasses__() if kind.__module__ == __name__}
globals().update({f"GAME_{name}": game for name, game in GAMES.items()})
