"""14: the bots of WunderWaffen: one policy, a profile for each faction, three grades.

A bot thinks in a world imagined from what its seat may know. Nothing it weighs depends on what is hidden there: of other
players' tokens it looks at the fronts alone.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from random import Random

import msgspec

from casusbelli.bots.beginner import overlooks
from casusbelli.bots.weighing import ALIKE
from casusbelli.game import Bot, Position, Reason
from casusbelli.kernel import Choice

from ..content import CARDS, GERMAN
from ..plays import BUY_CARD
from ..state import WunderWaffen
from . import beginner, habits
from .estimate import rounds_left
from .picks import Picks
from .programme import card_worth, purchase
from .reasons import picking, reasons
from .search import MINE, Search
from .weights import GRADES, Grade, Taste

HARDLY = 0.05
"""A gap in points that is none."""
WORLD = bytes(32)
"""A world is needed to count in; which one does not matter."""


class Commander:
    """A bot of one grade, for whatever factions its seat leads."""

    def __init__(self, grade: Grade) -> None:
        self.grade = grade
        self.taste = Taste.of(grade)
        self.among_four = Taste.of(grade, among_four=True)
        self.certain = msgspec.structs.replace(grade, noise=0.0)
        """How it weighs when it does not err."""

    @property
    def _is_beginner(self) -> bool:
        return self.grade.attention < 1

    def choose(self, position: Position, rng: Random) -> Choice:
        options = position.options
        if len(options) == 1:
            return options[0]
        seed = rng.randbytes(32)
        g: WunderWaffen = position.imagine(seed).state
        match position.decision:
            case "choose_play":
                return self.play(g, position, rng)
            case "pick_ready":
                return self.pick(g, position, rng)
            case "select_part2":
                return habits.removal(position.about["faction"], options)
            case "setup_research":
                return habits.setup_card(options, rounds_left(g))
            case "choose_marker":
                return habits.marker(g, options)
            case "intercept_air_raid":
                return options[0] if self.forgets(rng) else habits.interception(g, options)
            case _:
                return self.weigh(g, position, seed, rng)

    def reasons(self, position: Position, choice: Choice) -> list[Reason]:
        """What speaks for a choice: the same in every world that the seat can imagine."""
        g: WunderWaffen = position.imagine(WORLD).state
        if position.decision == "pick_ready" and self.grade.pick_width:
            return picking(self.picks(g, position, Random(0)), position, choice)
        return reasons(g, position, choice, self.taste_at(g, position).common)

    def compares(self, position: Position, choice: Choice, other: Choice) -> Reason | None:
        """By how many points another choice comes out worse: a play, a front for the board as it lies, a bonus or a target."""
        worth = self.reckoning(position)
        if worth is None or BUY_CARD in (choice[0], other[0]):
            return None
        gain = worth(choice) - worth(other)
        if not isfinite(gain):
            return None
        if abs(gain) < HARDLY:
            return ALIKE
        return Reason("points_less" if gain >= 0 else "points_more", {"n": round(abs(gain))})

    def reckoning(self, position: Position) -> Callable[[Choice], float] | None:
        """How choices are weighed here, without chance; None where habit decides."""
        g: WunderWaffen = position.imagine(WORLD).state
        if position.decision == "pick_ready" and self.grade.pick_width:
            worth = self.picks(g, position, Random(0)).fronts([str(option[1]) for option in position.options])
            return lambda choice: worth[str(choice[1])]
        search = Search(g, position.seat, self.certain, self.taste_at(g, position), Random(0))
        if position.decision == "choose_play":
            return lambda choice: search.promise(g, choice)
        if position.decision in MINE:
            return lambda choice: search.worth(after(position, WORLD, choice))
        return None

    def play(self, g: WunderWaffen, position: Position, rng: Random) -> Choice:
        """14.3 and 14.6: buy a card where it is time, else the play that the search finds best."""
        options = position.options
        if g.active == GERMAN and not self.forgets(rng):
            card = purchase(g, options)
            if card is not None:
                return card
        plays = [choice for choice in options if choice[0] != BUY_CARD]
        if not plays:  # asked what it would do if it could only buy
            return max(options, key=lambda choice: card_worth(CARDS[str(choice[1])], rounds_left(g)))
        search = self.search(g, position, rng)
        return beginner.play(search, g, plays, rng) if self._is_beginner else search.choose(g, plays)

    def search(self, g: WunderWaffen, position: Position, rng: Random) -> Search:
        return Search(g, position.seat, self.grade, self.taste_at(g, position), rng)

    def taste_at(self, g: WunderWaffen, position: Position) -> Taste:
        """The weights of a seat: three Allies with a player each have only one another to stop the German."""
        everybody_alone = len(set(g.seat_of.values())) == len(g.seat_of)
        return self.among_four if everybody_alone and g.seat_of[GERMAN] != position.seat else self.taste

    def noticed(self, options: list[Choice], rng: Random) -> list[Choice]:
        """What comes to mind: everything, to all but a beginner."""
        return beginner.some(options, rng, self.grade.attention) if self._is_beginner else options

    def forgets(self, rng: Random) -> bool:
        """A beginner overlooks at times what he could do beside his plays."""
        return overlooks(rng, self.grade.forgets)

    def pick(self, g: WunderWaffen, position: Position, rng: Random) -> Choice:
        """14.5: by what the fronts would do on the board, or by habit."""
        if not self.grade.pick_width:
            offered = self.noticed(position.options, rng)
            return habits.pick(g, position.about["faction"], offered, self.taste_at(g, position).common, rng)
        return self.picks(g, position, rng).choose(position.options, rng)

    def picks(self, g: WunderWaffen, position: Position, rng: Random) -> Picks:
        g.active = faction = position.about["faction"]
        return Picks(g, faction, self.search(g, position, rng), self.taste_at(g, position).common)

    def weigh(self, g: WunderWaffen, position: Position, seed: bytes, rng: Random) -> Choice:
        """A bonus or a target: try each in the same imagined world."""
        search = self.search(g, position, rng)

        def worth(choice: Choice) -> float:
            return search.worth(after(position, seed, choice)) + search.noise()

        return max(self.noticed(position.options, rng), key=worth)


def after(position: Position, seed: bytes, choice: Choice) -> WunderWaffen:
    """What a choice leads to in an imagined world."""
    world = position.imagine(seed)
    world.act(position.seat, choice)
    state: WunderWaffen = world.state
    return state


def _maker(grade: Grade) -> Callable[[], Bot]:
    return lambda: Commander(grade)


def bots() -> dict[str, Callable[[], Bot]]:
    """The bots by grade."""
    return {name: _maker(grade) for name, grade in GRADES.items()}
