"""Cards that change places, two at a time, and plans that change targets, until all lie as players lay them.

What is likelier stays, what is less likely seldom does: after enough exchanges every arrangement comes as often as the habits
say. Four things count: each card where it lies, all cards of a garrison, a plan or the Loss pile together, how many of a card
there are in all garrisons, in all plans, in the hand and so on, and all plans together.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import exp
from random import Random

from casusbelli.bots.beliefs import Habits

from .content import SIDE_CARDS, Card, Side
from .habits import (
    Plan,
    Said,
    counted,
    group_habits,
    group_of,
    objective_habits,
    plans_habits,
    single_habits,
    target_habits,
    whole_habits,
)
from .imagine import Pile
from .state import Operation, War

ROUNDS = 16
"""How often each card may change its place."""
_AIMS = 2
"""How often a plan may change its target meanwhile."""


def weight(habits: Habits, said: Sequence[Said]) -> float:
    return sum([habits[habit].get(thing, 0.0) for habit, thing in said if habit in habits])


def taste(habits: Habits, about: Sequence[str]) -> dict[Card, float]:
    """What the habits together say of each card."""
    total: dict[Card, float] = {}
    for habit in about:
        for card, readily in habits.get(habit, {}).items():
            total[card] = total.get(card, 0.0) + readily
    return total


class Group:
    """All places of a kind: how many of each card lie there, and what one more or less would mean."""

    __slots__ = ("held", "steps")

    def __init__(self, g: War, owner: Side, group: str, cards: Sequence[Card], habits: Habits) -> None:
        self.held = Counter(cards)
        tables = [habits[habit] for habit in group_habits(g, owner, group, len(cards)) if habit in habits]
        self.steps: dict[Card, list[float]] = {}
        """By card, what it means to have one more than so many."""
        for card, most in SIDE_CARDS[owner].items():
            said = [sum([table.get(counted(card, n), 0.0) for table in tables]) for n in range(most + 2)]
            self.steps[card] = [more - less for less, more in pairwise(said)]


class Place:
    """A pile, and what speaks for the cards in it."""

    __slots__ = ("bound", "cards", "group", "name", "now", "pile", "planned", "taste", "told", "wholes")

    def __init__(self, pile: Pile, group: Group) -> None:
        self.pile, self.name, self.cards, self.group = pile, pile.name, pile.cards, group
        self.bound = bool(pile.must or pile.share or pile.real)
        """Whether something is known of its cards."""
        self.told = pile.name.startswith(("def:", "op:", "loss"))
        """Whether something is said of all its cards together."""
        self.planned = pile.name.startswith("op:")
        self.taste: dict[Card, float] = {}
        self.wholes: dict[tuple[Card, ...], float] = {}
        """What has been found of whole piles."""
        self.now = 0.0
        """What is said of its cards together as they are."""


class Exchange:
    """The enemy's hidden cards and plans on the move."""

    def __init__(self, g: War, owner: Side, piles: Sequence[Pile], habits: Habits, rng: Random) -> None:
        self.g, self.owner, self.habits, self.rng = g, owner, habits, rng
        self._aims: dict[str, float] = {}
        self._by_target: dict[tuple[str, str], tuple[dict[Card, float], dict[tuple[Card, ...], float]]] = {}
        self._all_plans: dict[tuple[Plan, ...], float] = {}
        held: dict[str, list[Card]] = {}
        for pile in piles:
            held.setdefault(group_of(pile.name), []).extend(pile.cards)
        groups = {kind: Group(g, owner, kind, cards, habits) for kind, cards in held.items()}
        self.places: list[Place] = []
        for pile in piles:
            place = Place(pile, groups[group_of(pile.name)])
            place.taste, place.wholes = self._tables(place, self._target(pile.name))
            place.now = self._whole(place, place.cards)
            self.places.append(place)
        self._slots = [(place, n) for place in self.places for n in range(len(place.cards))]
        self._plans = [place for place in self.places if place.planned]
        self._together = self._plans_with({})

    def run(self, plans: Sequence[str], free: Sequence[str], rounds: int = ROUNDS) -> None:
        """Let every card and every plan that may change do so some times."""
        moving = [place for place in self.places if place.name in plans]
        slots, lot = self._slots, self.rng.random
        many, reach = len(slots), list(accumulate([exp(self._aim(target)) for target in free]))
        for _ in range(rounds if many > 1 else 0):
            for place in moving:
                for _ in range(_AIMS):
                    self._retarget(place, free[min(bisect(reach, lot() * reach[-1]), len(free) - 1)])
            for _ in range(many):
                self._swap(*slots[int(lot() * many)], *slots[int(lot() * many)])

    def _swap(self, here: Place, n: int, there: Place, m: int) -> None:
        a, b = here.cards[n], there.cards[m]
        if a == b or here is there:
            return
        gain = here.taste.get(b, 0.0) - here.taste.get(a, 0.0) + there.taste.get(a, 0.0) - there.taste.get(b, 0.0)
        one, other = here.group, there.group
        if one is not other:
            gain += one.steps[b][one.held[b]] - one.steps[a][one.held[a] - 1]
            gain += other.steps[a][other.held[a]] - other.steps[b][other.held[b] - 1]
        mine = theirs = None
        if here.told:
            mine = self._whole(here, _with(here, n, b))
            gain += mine - here.now
        if there.told:
            theirs = self._whole(there, _with(there, m, a))
            gain += theirs - there.now
        together = self._together
        if here.planned or there.planned:
            together = self._plans_with({here: _with(here, n, b), there: _with(there, m, a)})
            gain += together - self._together
        if gain < 0 and self.rng.random() >= exp(gain):
            return
        if not (_allows(here, n, b) and _allows(there, m, a)):
            return
        here.cards[n], there.cards[m], self._together = b, a, together
        if mine is not None:
            here.now = mine
        if theirs is not None:
            there.now = theirs
        if one is not other:
            one.held[a] -= 1
            one.held[b] += 1
            other.held[b] -= 1
            other.held[a] += 1

    def _retarget(self, place: Place, target: str) -> None:
        """Let a plan aim elsewhere, or not, by what its cards are good for there.

        What is readily aimed at is proposed oftener, so that need not count again.
        """
        operations = self.g.forces[self.owner].operations
        plan = self._plan(place.name)
        if any(plan.target == target for plan in operations.values()):
            return
        tables = self._tables(place, target)
        before = place.taste, place.wholes
        gain = -place.now
        gain += sum([tables[0].get(card, 0.0) - place.taste.get(card, 0.0) for card in place.cards])
        old, plan.target = plan.target, target
        place.taste, place.wholes = tables
        whole = self._whole(place, place.cards)
        together = self._plans_with({})
        gain += whole + together - self._together
        if gain >= 0 or self.rng.random() < exp(gain):
            place.now, self._together = whole, together
        else:
            plan.target, (place.taste, place.wholes) = old, before

    def _tables(self, place: Place, target: str) -> tuple[dict[Card, float], dict[tuple[Card, ...], float]]:
        """What is said of the cards of a place one by one, and what was found so far of all together."""
        if not target:
            return taste(self.habits, single_habits(self.g, self.owner, place.name, place.pile.size)), {}
        key = place.name, target
        if key not in self._by_target:
            about = single_habits(self.g, self.owner, place.name, place.pile.size, target)
            self._by_target[key] = taste(self.habits, about), {}
        return self._by_target[key]

    def _whole(self, place: Place, cards: Sequence[Card]) -> float:
        if not place.told:
            return 0.0
        key = tuple(sorted(cards))
        found = place.wholes.get(key)
        if found is None:
            said = whole_habits(self.g, self.owner, place.name, key, self._target(place.name))
            said += objective_habits(self.g, self.owner, place.name, key)
            found = place.wholes[key] = weight(self.habits, said)
        return found

    def _plans_with(self, changed: Mapping[Place, Sequence[Card]]) -> float:
        """What is said of all plans together, if some held other cards."""
        key = tuple([(self._target(place.name), tuple(sorted(changed.get(place, place.cards)))) for place in self._plans])
        if key not in self._all_plans:
            self._all_plans[key] = weight(self.habits, plans_habits(self.g, self.owner, key))
        return self._all_plans[key]

    def _aim(self, target: str) -> float:
        if target not in self._aims:
            self._aims[target] = weight(self.habits, target_habits(self.g, self.owner, target))
        return self._aims[target]

    def _target(self, name: str) -> str:
        return self._plan(name).target if name.startswith("op:") else ""

    def _plan(self, name: str) -> Operation:
        return self.g.forces[self.owner].operations[name.split(":")[2]]


def _with(place: Place, n: int, card: Card) -> list[Card]:
    """The cards of a place, if the n-th were another one."""
    return [*place.cards[:n], card, *place.cards[n + 1 :]]


def _allows(place: Place, n: int, card: Card) -> bool:
    """Whether the n-th card may be another one."""
    return not place.bound or place.pile.may_hold(_with(place, n, card))
