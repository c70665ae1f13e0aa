"""Cards that change places, two at a time, and plans that change targets, until all lie as players lay them.

What is likelier stays, what is less likely seldom does: after enough exchanges every arrangement comes as often as the habits
say. Three things count: each card where it lies, all cards of a garrison or a plan together, and how many of a card there are in
all garrisons, in all plans, in the hand and so on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import exp
from random import Random

from casusbelli.bots.beliefs import Habits

from .content import SIDE_CARDS, Card, Side
from .habits import Said, counted, group_habit, group_of, single_habits, target_habits, whole_habits
from .imagine import Pile
from .state import Operation, War

ROUNDS = 16
"""How often each card may change its place."""


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

    def __init__(self, g: War, owner: Side, group: str, habits: Habits) -> None:
        self.held: Counter[Card] = Counter()
        table = habits.get(group_habit(g, owner, group), {})
        self.steps: dict[Card, list[float]] = {}
        """By card, what it means to have one more than so many."""
        for card, most in SIDE_CARDS[owner].items():
            said = [table.get(counted(card, n), 0.0) for n in range(most + 2)]
            self.steps[card] = [more - less for less, more in pairwise(said)]


class Place:
    """A pile, and what speaks for the cards in it."""

    __slots__ = ("bound", "cards", "group", "name", "now", "pile", "taste", "told", "wholes")

    def __init__(self, pile: Pile, group: Group) -> None:
        self.pile, self.name, self.cards, self.group = pile, pile.name, pile.cards, group
        self.bound = bool(pile.must or pile.share or pile.real)
        """Whether something is known of its cards."""
        self.told = pile.name.startswith(("def:", "op:"))
        """Whether something is said of all its cards together."""
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
        groups: dict[str, Group] = {}
        self.places: list[Place] = []
        for pile in piles:
            kind = group_of(pile.name)
            if kind not in groups:
                groups[kind] = Group(g, owner, kind, habits)
            group = groups[kind]
            group.held.update(pile.cards)
            place = Place(pile, group)
            place.taste, place.wholes = self._tables(place, self._target(pile.name))
            place.now = self._whole(place, place.cards)
            self.places.append(place)
        self._slots = [(place, n) for place in self.places for n in range(len(place.cards))]

    def run(self, plans: Sequence[str], free: Sequence[str], rounds: int = ROUNDS) -> None:
        """Let every card and every plan that may change do so some times."""
        moving = [place for place in self.places if place.name in plans]
        slots, lot = self._slots, self.rng.random
        many = len(slots)
        for _ in range(rounds if many > 1 else 0):
            for place in moving:
                self._retarget(place, free[int(lot() * len(free))])
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
            mine = self._whole(here, [*here.cards[:n], b, *here.cards[n + 1 :]])
            gain += mine - here.now
        if there.told:
            theirs = self._whole(there, [*there.cards[:m], a, *there.cards[m + 1 :]])
            gain += theirs - there.now
        if gain < 0 and self.rng.random() >= exp(gain):
            return
        if not (_allows(here, n, b) and _allows(there, m, a)):
            return
        here.cards[n], there.cards[m] = b, a
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
        """Let a plan aim elsewhere, or not: what its cards are good for counts as well."""
        operations = self.g.forces[self.owner].operations
        plan = self._plan(place.name)
        if any(plan.target == target for plan in operations.values()):
            return
        tables = self._tables(place, target)
        before = place.taste, place.wholes
        gain = self._aim(target) - self._aim(plan.target) - place.now
        gain += sum([tables[0].get(card, 0.0) - place.taste.get(card, 0.0) for card in place.cards])
        old, plan.target = plan.target, target
        place.taste, place.wholes = tables
        whole = self._whole(place, place.cards)
        gain += whole
        if gain >= 0 or self.rng.random() < exp(gain):
            place.now = whole
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
            found = place.wholes[key] = weight(self.habits, said)
        return found

    def _aim(self, target: str) -> float:
        if target not in self._aims:
            self._aims[target] = weight(self.habits, target_habits(self.g, self.owner, target))
        return self._aims[target]

    def _target(self, name: str) -> str:
        return self._plan(name).target if name.startswith("op:") else ""

    def _plan(self, name: str) -> Operation:
        return self.g.forces[self.owner].operations[name.split(":")[2]]


def _allows(place: Place, n: int, card: Card) -> bool:
    """Whether the n-th card may be another one."""
    return not place.bound or place.pile.may_hold([*place.cards[:n], card, *place.cards[n + 1 :]])
