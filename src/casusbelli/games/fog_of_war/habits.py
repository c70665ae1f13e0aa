"""The habits of players: how readily single cards lie somewhere, what lies together, and what plans aim at.

A habit is a name, and what it speaks of are things; the tables of ``beliefs.json`` say how readily. Names hold only what both
sides may know: numbers, places, years, ages, and what the side that supposes has itself where a plan may aim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from .content import ATTACK, DEFENCE, OPPONENT, PROVINCE, Card, Side
from .state import War
from .supply import launch_mask
from .wheel import age

Said = tuple[str, str]
"""A habit and what it says something of."""

DECOY = "decoy"
_GROUPS = {"def": "garrisons", "op": "operations", "quag": "quagmires"}
_COUNTED = 6
"""So many equal cards in a group and more are the same."""
_SPELT_OUT = 3
"""A garrison of so many cards is told card by card, a larger one by its size, Decoys and strength."""


def single_habits(g: War, owner: Side, name: str, size: int, target: str = "") -> list[str]:
    """The habits that speak about each card of a pile; an operation's by the target it is supposed to have."""
    kind, *rest = name.split(":")
    many = min(size, 5)
    match kind:
        case "def":
            where = PROVINCE[rest[0]].kind
            return [f"def {owner} {rest[0]}", f"def {owner} {where} {g.year}", f"def {owner} {where} {many} cards"]
        case "op":
            where = PROVINCE[target].kind
            turns = age(g.forces[owner].dial, rest[1])
            return [f"op {owner} {where} {many} cards", f"op {owner} {where} age {turns}", f"op {owner} {g.year}"]
        case "quag":
            return [f"quag {owner} {PROVINCE[rest[0]].kind}"]
        case "attack":
            return [f"attack {owner} {PROVINCE[g.on_table.province].kind}"]
    season = "winter" if g.winter else "summer"
    return [f"{kind} {owner}", f"{kind} {owner} {g.year}", f"{kind} {owner} {season} {min(size // 4, 5)}"]


def whole_habits(g: War, owner: Side, name: str, cards: Sequence[Card], target: str = "") -> list[Said]:
    """What is said of all cards of a garrison or a plan together."""
    kind, *rest = name.split(":")
    size, decoys = len(cards), cards.count(DECOY)
    if kind == "def":
        where = PROVINCE[rest[0]].kind
        strength = sum(DEFENCE[where][card] for card in cards)
        told = "+".join(sorted(cards)) if size <= _SPELT_OUT else f"{size} {decoys} {strength}"
        return [
            (f"whole def {owner} {rest[0]}", told),
            (f"whole def {owner} {where} {g.year}", f"{min(size, 6)} {decoys} {min(strength, 12)}"),
            (f"whole def {owner} {rest[0]} {g.year}", f"{min(decoys, 2)} {min(strength, 12)}"),
        ]
    if kind == "op":
        where = PROVINCE[target].kind
        strength = sum(ATTACK[where][card] for card in cards)
        return [
            (f"whole op {owner} {target}", f"{min(decoys, 2)} {min(strength, 12)}"),
            (
                f"whole op {owner} {where} age {age(g.forces[owner].dial, rest[1])}",
                f"{min(size, 5)} {decoys} {min(strength, 12)}",
            ),
            (f"whole op {owner} against {g.control[target]}", against(g, owner, target, strength)),
        ]
    return []


def against(g: War, owner: Side, target: str, strength: int) -> str:
    """A plan's strength beside what would meet it, as the other side knows its own cards."""
    where = PROVINCE[target].kind
    defence = sum(DEFENCE[where][card] for card in g.forces[OPPONENT[owner]].defence.get(target, ()))
    if not strength:
        return "nothing"
    return f"{min(2 * strength // defence, 6)}" if defence else "unmet"


def group_of(name: str) -> str:
    """The kind of place a pile is: cards of all garrisons, of all plans, of the hand and so on are counted together."""
    kind = name.split(":")[0]
    return _GROUPS.get(kind, kind)


def group_habit(g: War, owner: Side, group: str) -> str:
    return f"count {owner} {group} {g.year}"


def counted(card: Card, count: int) -> str:
    """So many equal cards lie in a group."""
    return f"{card} {min(count, _COUNTED)}"


def count_habits(g: War, owner: Side, piles: Sequence[tuple[str, Sequence[Card]]], values: Sequence[Card]) -> Iterator[Said]:
    """How many of each card lie in every group."""
    groups: dict[str, Counter[Card]] = {}
    for name, cards in piles:
        groups.setdefault(group_of(name), Counter()).update(cards)
    for group, held in groups.items():
        habit = group_habit(g, owner, group)
        yield from ((habit, counted(card, held[card])) for card in values)


def target_habits(g: War, owner: Side, target: str) -> list[Said]:
    """The habits that speak about what a plan aims at."""
    way = "open" if launch_mask(g, owner, target) else "closed"
    cards = len(g.forces[OPPONENT[owner]].defence.get(target, ())) + len(g.neutral.get(target, ()))
    holder = g.control[target]
    return [
        (f"target {owner} {g.year}", target),
        (f"target {owner} {holder}", way),
        (f"target {owner} guarded by", f"{holder} {min(cards, 5)}"),
    ]
