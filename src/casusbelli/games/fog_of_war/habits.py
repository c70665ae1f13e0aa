"""The habits of players: how readily single cards lie somewhere, what lies together, and what plans aim at.

A habit is a name, and what it speaks of are things; the tables of ``beliefs.json`` say how readily. Names hold only what both
sides may know: numbers, places, years, ages, and what the side that supposes has itself where a plan may aim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from .content import ATTACK, AXIS, DEFENCE, OBJECTIVES, OPPONENT, PROVINCE, VICTORY_CARDS, Card, Side
from .state import War
from .supply import launch_mask
from .wheel import age

Said = tuple[str, str]
"""A habit and what it says something of."""

DECOY = "decoy"
_GROUPS = {"def": "garrisons", "op": "operations", "quag": "quagmires"}
_COUNTED = 14
"""So many equal cards in a group and more are the same: a Loss pile may hold as many of one kind."""
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
    if kind == "loss":
        return _lost_together(g, owner, cards)
    return []


def _lost_together(g: War, owner: Side, cards: Sequence[Card]) -> list[Said]:
    """What is bought back leaves the Loss pile: who bought aeroplanes still has his armies there."""
    weak, strong, strongest, air = (cards.count(card) for card in ("army_1", "army_2", "army_3", "air"))
    return [
        (f"whole loss {owner} {g.year} armies", f"{weak} {strong}"),
        (f"whole loss {owner} {g.year} army_1 air", f"{weak} {air}"),
        (f"whole loss {owner} {g.year} army_2 air", f"{strong} {air}"),
        (f"whole loss {owner} {g.year} strong", f"{strong} {strongest} {cards.count('fleet_3')}"),
    ]


def objective_habits(g: War, owner: Side, name: str, cards: Sequence[Card]) -> list[Said]:
    """What lies in a province whose objective the Axis kept, or did not: only where what was kept is supposed, too."""
    kind, *rest = name.split(":")
    if owner != AXIS or kind != "def" or rest[0] not in OBJECTIVES:
        return []
    strength = sum(DEFENCE[PROVINCE[rest[0]].kind][card] for card in cards)
    told = f"{_objective(g, rest[0])} {min(cards.count(DECOY), 2)} {min(strength, 12)}"
    return [(f"objective def {rest[0]}", told), (f"objective def {g.year}", told)]


def _objective(g: War, province: str) -> str:
    return "kept" if OBJECTIVES.get(province) in g.victory_kept else "free" if province in OBJECTIVES else "none"


def kept_habits(g: War, cards: Sequence[str]) -> list[Said]:
    """What is said of the objectives that were kept: one by one, by who holds them and with how many cards, and together."""
    said = [("kept", card) for card in cards] + [("kept together", "+".join(sorted(cards)))]
    for card in cards:
        province = VICTORY_CARDS[card].province
        guards = len(g.forces[AXIS].defence.get(province, ()))
        said += [(f"kept {card}", f"{g.control[province]} {min(guards, 5)}"), (f"kept {g.year}", f"{card} {g.control[province]}")]
    return said


Plan = tuple[str, tuple[Card, ...]]
"""What a plan aims at, and its cards."""


def plans_habits(g: War, owner: Side, plans: Sequence[Plan]) -> list[Said]:
    """What is said of all plans of a side together: how many are empty, how strong the rest is, what they aim at in pairs."""
    if not plans:
        return []
    strengths, decoys, ready, ways = [], 0, 0, 0
    for target, cards in plans:
        where = PROVINCE[target].kind
        strengths.append(sum([ATTACK[where][card] for card in cards]))
        decoys += cards.count(DECOY)
        defence = sum([DEFENCE[where][card] for card in g.forces[OPPONENT[owner]].defence.get(target, ())])
        ready += strengths[-1] >= 2 * defence
        ways += bool(launch_mask(g, owner, target))
    many, strongest = len(plans), max(strengths)
    gain = sum([PROVINCE[target].resources + PROVINCE[target].vp for target, _ in plans])
    aims = combinations(sorted([target for target, _ in plans]), 2)
    return [
        (f"plans {owner} {g.year} {many}", f"{strengths.count(0)} {decoys}"),
        (f"plans {owner} {many}", f"{min(strongest, 12)} {min(sum(strengths) - strongest, 12)}"),
        (f"plans {owner} {many} ready", f"{ready} {ways}"),
        (f"plans {owner} {many} gain", f"{min(gain, 15)}"),
        *((f"plans {owner} aims", f"{one}+{other}") for one, other in aims),
    ]


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


def group_habits(g: War, owner: Side, group: str, size: int) -> tuple[str, str]:
    """The habits that count equal cards in a group: by the year, and by how many cards lie there in all."""
    return f"count {owner} {group} {g.year}", f"count {owner} {group} of {min(size // 3, 8)}"


def counted(card: Card, count: int) -> str:
    """So many equal cards lie in a group."""
    return f"{card} {min(count, _COUNTED)}"


def count_habits(g: War, owner: Side, piles: Sequence[tuple[str, Sequence[Card]]], values: Sequence[Card]) -> Iterator[Said]:
    """How many of each card lie in every group."""
    groups: dict[str, Counter[Card]] = {}
    for name, cards in piles:
        groups.setdefault(group_of(name), Counter()).update(cards)
    for group, held in groups.items():
        for habit in group_habits(g, owner, group, held.total()):
            yield from ((habit, counted(card, held[card])) for card in values)


def target_habits(g: War, owner: Side, target: str) -> list[Said]:
    """The habits that speak about what a plan aims at."""
    way = "open" if launch_mask(g, owner, target) else "closed"
    cards = len(g.forces[OPPONENT[owner]].defence.get(target, ())) + len(g.neutral.get(target, ()))
    holder = g.control[target]
    objective = [(f"target {owner} objective {g.year}", _objective(g, target))] if owner == AXIS else []
    return [
        *objective,
        (f"target {owner} {g.year}", target),
        (f"target {owner} {holder}", way),
        (f"target {owner} guarded by", f"{holder} {min(cards, 5)}"),
    ]
