"""14.3: weighing plays by carrying them out on a copy, one deep, in pairs, or over the whole turn."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from math import exp, log
from operator import itemgetter
from random import Random
from typing import NamedTuple

from casusbelli.kernel import Ask, Choice, Seat

from ..content import FRONTS, RESERVE, SPACE_OF, SPACES_PER_TERRITORY, STRENGTH, Faction
from ..menu import Menu
from ..plays import BUY_CARD, DISCARD_REST, END_TURN, READY_SLOTS, carry_out
from ..state import NOTHING, Placed, WunderWaffen
from ..territories import winner_of
from .estimate import Estimate, Survey, chances_utility, linear_utility, to_come
from .habits import default_answer
from .outlook import Outlook
from .weights import Grade, Taste

MINE = ("choose_strategy_bonus", "choose_effect_target")
"""Questions within a play that the active player answers: every answer is tried."""


def branch(g: WunderWaffen) -> WunderWaffen:
    """A copy to play on. What lies on the table is never changed in place, so the lists that hold it are copied alone.

    Cards are not: no purchase is tried here.
    """
    after = copy(g)
    after.score = dict(g.score)
    after.tracks = {track: [list(stack) for stack in boxes] for track, boxes in g.tracks.items()}
    after.strategy = dict(g.strategy)
    after.owner = list(g.owner)
    after.marker = list(g.marker)
    after.spaces = list(g.spaces)
    after.access = list(g.access)
    after.berlin = list(g.berlin)
    after.overflow = list(g.overflow)
    after.conference = list(g.conference)
    after.reserve = {ally: dict(slots) for ally, slots in g.reserve.items()}
    after.ready = {faction: list(slots) for faction, slots in g.ready.items()}
    after.discard = {faction: list(tokens) for faction, tokens in g.discard.items()}
    return after


def outcomes(g: WunderWaffen, choice: Choice, seat: Seat) -> Iterator[WunderWaffen]:
    """Every position a play can lead to by the player's own answers; the others answer by habit."""
    untried: list[tuple[int, ...]] = [()]
    while untried:
        answers = untried.pop()
        after = branch(g)
        flow = carry_out(after, choice)
        asked = 0
        answer: Choice | None = None
        try:
            while True:
                question: Ask = flow.send(answer)
                if question.seat == seat and question.decision in MINE:
                    if asked == len(answers):
                        untried += [(*answers, n) for n in range(1, len(question.options))]
                        answers += (0,)
                    answer = question.options[answers[asked]]
                    asked += 1
                else:
                    answer = default_answer(after, question)
        except StopIteration:
            yield after


class Line(NamedTuple):
    """A way to go on in the turn: how good it looks, what it began with, and its last play with the position before it."""

    worth: float
    spent: float
    first: Choice
    last: Choice
    before: WunderWaffen
    after: WunderWaffen | None
    """The position it leads to, where it has been tried."""


def price(g: WunderWaffen, choice: Choice, taste: Taste) -> float:
    """14.3: what a play costs beyond what the board shows: the front given up, the token kept for later."""
    if choice[0] in (BUY_CARD, DISCARD_REST, END_TURN):
        return 0.0
    common = taste.common
    use, slot, faction = str(choice[0]), str(choice[1]), str(choice[2])
    if slot in RESERVE:
        return common.reserve_play_cost
    if faction != g.active:
        front = FRONTS[g.ready[g.active][READY_SLOTS.index(slot)]]
        flipped = common.front_cost_per_strength * (STRENGTH[front] or common.plain_front_strength)
        return flipped + (common.spared_play if common.spared_play and fills_for_another(g, choice) else 0.0)
    if use == "reserve":
        return common.to_reserve_cost
    return 0.0


def fills_for_another(g: WunderWaffen, choice: Choice) -> bool:
    """Whether a play completes a territory for another player, who then need not spend a play of his own on it."""
    if choice[0] != "place":
        return False
    space = SPACE_OF[str(choice[4])]
    first = space - space % SPACES_PER_TERRITORY
    others = [placed for n, placed in enumerate(g.spaces[first : first + SPACES_PER_TERRITORY], first) if n != space]
    if None in others:
        return False
    tokens = [placed for placed in others if placed is not None] + [Placed(NOTHING, str(choice[2]), str(choice[3]))]
    return g.seat_of[winner_of(g, tokens)] != g.seat_of[g.active]


def scene(choice: Choice) -> str:
    """14.3: where a play takes place: a second play in the same place continues it."""
    target = str(choice[-1])
    return target.rsplit("_", 1)[0] if target in SPACE_OF or choice[0] == "berlin" else str(choice[0])


class Search:
    """The weighing of one turn's plays for the player whose turn it is."""

    def __init__(self, g: WunderWaffen, seat: Seat, grade: Grade, taste: Taste, rng: Random) -> None:
        self.seat = seat
        self.grade = grade
        self.rng = rng
        self.taste = taste
        self.estimate = Estimate(g, taste, Outlook(g, active_has_played=True) if grade.outlook else None)
        self.to_come = to_come(g)
        self.mine = [faction for faction, whose in g.seat_of.items() if whose == seat]
        self.rivals = [faction for faction, whose in g.seat_of.items() if whose != seat]
        self.everybody_alone = len(set(g.seat_of.values())) == len(g.seat_of)
        self.spread = taste.common.spread_floor + taste.common.spread_slope * self.estimate.left

    def utility(self, g: WunderWaffen, values: dict[Faction, float]) -> float:
        if self.grade.utility == "linear":
            return linear_utility(g, self.seat, values, self.taste.common)
        if self.everybody_alone:
            return self.chances_alone(values)
        return chances_utility(g, self.seat, self.expected(values), self.spread)

    def chances_alone(self, values: dict[Faction, float]) -> float:
        """``chances_utility`` where every player leads one faction."""
        spread, to_come, (mine,) = self.spread, self.to_come, self.mine
        own = values[mine] + to_come[mine]
        return -spread * log(sum([exp((values[rival] + to_come[rival] - own) / spread) for rival in self.rivals]))

    def expected(self, values: dict[Faction, float]) -> dict[Faction, float]:
        """The scores at the end, as far as they can be told now."""
        return {faction: value + self.to_come[faction] for faction, value in values.items()}

    def worth(self, g: WunderWaffen) -> float:
        return self.utility(g, self.estimate.values(g))

    def best_outcome(self, g: WunderWaffen, choice: Choice) -> tuple[float, WunderWaffen]:
        return max(((self.worth(after), after) for after in outcomes(g, choice, self.seat)), key=itemgetter(0))

    def weigh(self, g: WunderWaffen, survey: Survey, choice: Choice) -> tuple[float, WunderWaffen | None]:
        """What a play leads to. Most plays put a ready token beside fewer than two others, which needs no trying."""
        if choice[0] == "place" and choice[1] not in RESERVE:
            _, slot, faction, piece, target = map(str, choice)
            space = SPACE_OF[target]
            first = space - space % SPACES_PER_TERRITORY
            free = g.spaces[first : first + SPACES_PER_TERRITORY].count(None)
            if free > (g.spaces[space] is None):
                placed = Placed(g.ready[g.active][READY_SLOTS.index(slot)], faction, piece)
                return self.utility(g, self.estimate.after_placing(g, survey, placed, space)), None
        return self.best_outcome(g, choice)

    def lines(self, line: Line | None, g: WunderWaffen, choices: list[Choice], survey: Survey | None = None) -> list[Line]:
        """The line continued by each of the choices, the best first."""
        found = []
        if survey is None:
            survey = self.estimate.survey(g)
        spent = line.spent if line is not None else 0.0
        for choice in choices:
            cost = spent + price(g, choice, self.taste)
            worth, after = self.weigh(g, survey, choice)
            worth += self.noise() - cost
            found.append(Line(worth, cost, choice if line is None else line.first, choice, g, after))
        return sorted(found, key=lambda each: -each.worth)

    def outcome(self, line: Line) -> WunderWaffen:
        """The position after a line."""
        return line.after if line.after is not None else self.best_outcome(line.before, line.last)[1]

    def noise(self) -> float:
        return self.rng.gauss(0, self.grade.noise) if self.grade.noise else 0.0

    def choose(self, g: WunderWaffen, choices: list[Choice]) -> Choice:
        """14.3: the first play of the best line. Reserve tokens are played only for a gain."""
        lines = self.lines(None, g, choices)
        if len(lines) > 1:
            lines = self.continued(lines)
        return max(lines, key=lambda line: line.worth).first

    def continued(self, lines: list[Line]) -> list[Line]:
        """The most promising lines, as far as this grade thinks ahead."""
        match self.grade.plan:
            case "pair":
                return [self.with_second(line) for line in lines[: self.grade.width]]
            case "turn":
                return self.whole_turn(lines)
        return lines

    def promise(self, g: WunderWaffen, choice: Choice) -> float:
        """What a play leads to with what would follow it, thought through by itself."""
        return max(line.worth for line in self.continued(self.lines(None, g, [choice])))

    def with_second(self, line: Line) -> Line:
        """The line with the best second play in the same place."""
        here = scene(line.last)
        g = self.outcome(line)
        more = [choice for choice in Menu(g).choices() if scene(choice) == here]
        best = max(self.lines(line, g, more), key=lambda each: each.worth, default=line)
        return max(best, line, key=lambda each: each.worth)

    def whole_turn(self, lines: list[Line]) -> list[Line]:
        """Lines played to the end of the turn, the best few kept at every step."""
        ended: list[Line] = []
        while lines:
            following: dict[float, Line] = {}
            for line in lines[: self.grade.width]:
                g = self.outcome(line)
                choices = [choice for choice in Menu(g).choices() if choice[0] not in (DISCARD_REST, END_TURN, BUY_CARD)]
                if not g.ready_tokens(g.active) or not choices:
                    ended.append(line)
                for each in self.lines(line, g, choices):
                    following.setdefault(round(each.worth, 9), each)
            lines = sorted(following.values(), key=lambda line: -line.worth)
        return ended
