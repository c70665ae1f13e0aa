"""14: the bots of WunderWaffen: one policy, a profile for each faction, three grades.

A bot thinks in a world imagined from what its seat may know. Nothing it weighs depends on what is hidden there: of other
players' tokens it looks at the fronts alone.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from casusbelli.bots.beginner import overlooks
from casusbelli.game import Bot, Position, Reason
from casusbelli.kernel import Choice

from ..content import GERMAN
from ..state import WunderWaffen
from . import habits
from .estimate import rounds_left
from .picks import Picks
from .programme import purchase
from .reasons import picking, reasons
from .search import Search
from .weights import GRADES, Grade, Taste

WORLD = bytes(32)
"""A world is needed to count in; which one does not matter."""


class Commander:
    """A bot of one grade, for whatever factions its seat leads."""

    def __init__(self, grade: Grade) -> None:
        self.grade = grade
        self.taste = Taste.of(grade)
        self.among_four = Taste.of(grade, among_four=True)

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

    def play(self, g: WunderWaffen, position: Position, rng: Random) -> Choice:
        """14.3 and 14.6: buy a card where it is time, else the play that the search finds best."""
        options = position.options
        if g.active == GERMAN and not self.forgets(rng):
            card = purchase(g, options)
            if card is not None:
                return card
        plays = [choice for choice in options if choice[0] != "buy_card"]
        return self.search(g, position, rng).choose(g, plays)

    def search(self, g: WunderWaffen, position: Position, rng: Random) -> Search:
        return Search(g, position.seat, self.grade, self.taste_at(g, position), rng)

    def taste_at(self, g: WunderWaffen, position: Position) -> Taste:
        """The weights of a seat: three Allies with a player each have only one another to stop the German."""
        everybody_alone = len(set(g.seat_of.values())) == len(g.seat_of)
        return self.among_four if everybody_alone and g.seat_of[GERMAN] != position.seat else self.taste

    def forgets(self, rng: Random) -> bool:
        """A beginner overlooks at times what he could do beside his plays."""
        return overlooks(rng, self.grade.forgets)

    def pick(self, g: WunderWaffen, position: Position, rng: Random) -> Choice:
        """14.5: by what the fronts would do on the board, or by habit."""
        if not self.grade.pick_width:
            return habits.pick(g, position.about["faction"], position.options, self.taste_at(g, position).common, rng)
        return self.picks(g, position, rng).choose(position.options, rng)

    def picks(self, g: WunderWaffen, position: Position, rng: Random) -> Picks:
        g.active = faction = position.about["faction"]
        return Picks(g, faction, self.search(g, position, rng), self.taste_at(g, position).common)

    def weigh(self, g: WunderWaffen, position: Position, seed: bytes, rng: Random) -> Choice:
        """A bonus or a target: try each in the same imagined world."""
        search = self.search(g, position, rng)

        def worth(choice: Choice) -> float:
            world = position.imagine(seed)
            world.act(position.seat, choice)
            return search.worth(world.state) + search.noise()

        return max(position.options, key=worth)


def _maker(grade: Grade) -> Callable[[], Bot]:
    return lambda: Commander(grade)


def bots() -> dict[str, Callable[[], Bot]]:
    """The bots by grade."""
    return {name: _maker(grade) for name, grade in GRADES.items()}
