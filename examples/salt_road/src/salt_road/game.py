"""The Salt Road as the rest of the house knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from casusbelli import plainboard
from casusbelli.game import Bot, Ending, Game, SheetLine
from casusbelli.kernel import OVER, Choice, Dice, Flow, GameInfo, Option, OptionValue, Params, Result, Scenario, Seat

from . import bot, imagine, rules, view
from .content import CONTENT, DECK, FOLDER, LINKS, SCENARIOS, TOWNS
from .state import Road


class SaltRoad(Game[Road]):
    """Two or three houses contend for the tolls of seven towns."""

    info = GameInfo(
        id="salt_road",
        rules_version="1",
        scenarios=tuple(Scenario(scenario.id, scenario.seats) for scenario in SCENARIOS.values()),
        options=(Option("long_road"),),
        content_digest=CONTENT.digest(),
    )
    state_type = Road
    folder = FOLDER
    phases: Mapping[str, Callable[[Road], Flow]] = {"council": rules.council, "roads": rules.roads}
    verbs: Mapping[str, tuple[str, ...]] = {
        "bid": ("card",),
        "muster": ("card", "town"),
        "march": ("card", "start", "goal"),
        "rest": ("card",),
    }

    def setup(self, scenario: str, options: Mapping[str, OptionValue], seed: bytes) -> Road:
        return rules.setup(scenario, options, seed)

    def view(self, g: Road, seat: Seat | None) -> dict[str, Any]:
        return view.view(g, seat)

    def imagine(self, g: Road, seat: Seat, dice: Dice) -> None:
        imagine.imagine(g, seat, dice)

    def result(self, g: Road) -> Result | None:
        if g.phase != OVER:
            return None
        best = max(g.points.values())
        return Result(tuple(seat for seat in g.seats if g.points[seat] == best), "tolls", self.points(g))

    def ending(self, g: Road) -> Ending:
        now = {seat: float(rules.income(g, seat)) for seat in g.seats}
        earlier = {seat: points - now[seat] for seat, points in self.points(g).items()}
        return Ending(
            sheet=(
                SheetLine("earlier", earlier),
                SheetLine("last_round", now, rule="4"),
                SheetLine("final", self.points(g), "final"),
            )
        )

    def points(self, g: Road) -> dict[Seat, float]:
        return {seat: float(points) for seat, points in g.points.items()}

    def chapter(self, g: Road) -> str:
        return str(g.round)

    def names(self, language: str) -> dict[str, str]:
        return CONTENT.names(language)

    def preview(self, g: Road, seat: Seat, decision: str, choice: Choice) -> Params | None:
        match choice:
            case ("march", str(card), str(start), str(goal)) if g.towns[goal].owner != seat:
                return {"chance": bot.attack_chance(self.view(g, seat), card, start, goal)}
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
                    counts=("men", "toll"),
                ),
                plainboard.Hand(at="hand"),
                plainboard.Pile(at="points"),
                plainboard.Pile(at="hands"),
                plainboard.Tokens(at="order"),
                plainboard.Fact(at="round"),
                plainboard.Fact(at="rounds"),
                plainboard.Pile(at="deck"),
                plainboard.Tokens(at="spent"),
            )
        }

    def census(self, g: Road) -> Mapping[str, int]:
        return {"cards": len(g.deck) + len(g.spent) + sum(map(len, g.hands.values())), "all": len(DECK)}

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return bot.GRADES

    def summary(self, g: Road, language: str) -> Sequence[str]:
        names = self.names(language)
        return [f"{names[name]} ({TOWNS[name].toll}): {names.get(town.owner, '–')}, {town.men}" for name, town in g.towns.items()]


GAME = SaltRoad()
