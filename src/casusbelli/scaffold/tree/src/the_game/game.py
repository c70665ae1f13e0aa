"""The Game as the rest of the house knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from casusbelli import plainboard
from casusbelli.game import Bot, Game
from casusbelli.kernel import Choice, Dice, Flow, GameInfo, OVER, OptionValue, Params, Result, Scenario, Seat

from . import bot, imagine, rules, view
from .content import CARDS, CONTENT, DECK, FOLDER, LINKS, SEATS, TOWNS
from .state import Land


class TheGame(Game[Land]):
    """Two captains, three towns, a hand of cards and a die."""

    info = GameInfo(id="the_game", rules_version="1", scenarios=(Scenario("skirmish", SEATS),), content_digest=CONTENT.digest())
    state_type = Land
    folder = FOLDER
    phases: Mapping[str, Callable[[Land], Flow]] = {"muster": rules.muster, "campaign": rules.campaign}
    verbs: Mapping[str, tuple[str, ...]] = {"attack": ("card", "town"), "reinforce": ("card", "town")}

    def setup(self, scenario: str, options: Mapping[str, OptionValue], seed: bytes) -> Land:
        return rules.setup(scenario, options, seed)

    def view(self, g: Land, seat: Seat | None) -> dict[str, Any]:
        return view.view(g, seat)

    def imagine(self, g: Land, seat: Seat, dice: Dice) -> None:
        imagine.imagine(g, seat, dice)

    def result(self, g: Land) -> Result | None:
        if g.phase != OVER:
            return None
        scores = rules.points(g)
        best = max(scores.values())
        return Result(tuple(seat for seat in SEATS if scores[seat] == best), "towns", scores)

    def points(self, g: Land) -> Mapping[Seat, float]:
        return rules.points(g)

    def names(self, language: str) -> dict[str, str]:
        return CONTENT.names(language)

    def preview(self, g: Land, seat: Seat, decision: str, choice: Choice) -> Params | None:
        match choice:
            case ("attack", str(card), str(town)):
                return {"chance": bot.chance(CARDS[card].strength, g.towns[town].guard)}
        return None

    def printed(self) -> Params:
        """What the plain board draws, and in which order."""
        return {
            "layout": plainboard.layout(
                plainboard.Areas(
                    at="towns",
                    places={town.id: (town.x, town.y) for town in TOWNS.values()},
                    links=tuple(link.ends for link in LINKS.values()),
                    owner="owner",
                    counts=("guard", "worth"),
                ),
                plainboard.Hand(at="hand"),
                plainboard.Track(at="points", high=sum(town.worth for town in TOWNS.values())),
                plainboard.Pile(at="hands"),
                plainboard.Pile(at="deck"),
                plainboard.Tokens(at="spent"),
            )
        }

    def census(self, g: Land) -> Mapping[str, int]:
        return {"cards": len(g.deck) + len(g.spent) + sum(map(len, g.hands.values())), "all": len(DECK)}

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return {grade: partial(bot.Captain, grade) for grade in bot.SLIP}

    def summary(self, g: Land, language: str) -> Sequence[str]:
        names = self.names(language)
        return [
            f"{names[name]} ({TOWNS[name].worth}): {names.get(town.owner, '–')}, {town.guard}" for name, town in g.towns.items()
        ]


GAME = TheGame()
