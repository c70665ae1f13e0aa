"""Three grades. All see a position: the seat's view, the options, and worlds imagined from them; never the state.

Recruit and officer weigh each option as it stands. The marshal takes the best few of them and tries each in some worlds, in which
everybody plays on like an officer until the tolls are taken.
"""

from __future__ import annotations

from random import Random
from typing import Any

from casusbelli.game import Match, Position, Reason
from casusbelli.kernel import Choice

from .content import CARDS, STRONG, TOWNS, WALLS
from .rules import income, marching
from .state import Road

TRIED, WORLDS = 8, 8
"""How many options the marshal tries, and in how many worlds."""


class Steward:
    """Recruit and officer: how often one takes any option, instead of the best that comes to its mind, is all that parts them."""

    def __init__(self, slip: float) -> None:
        self.slip = slip

    def choose(self, position: Position, rng: Random) -> Choice:
        return rng.choice(position.options) if rng.random() < self.slip else ranked(position, rng)[0]

    def reasons(self, position: Position, choice: Choice) -> list[Reason]:
        view = position.view
        match choice:
            case ("bid", _):
                return [Reason("cheap_bid")]
            case ("muster", _, str(town)):
                return [Reason("more_men", {"town": town})]
            case ("march", str(card), str(start), str(goal)) if view["towns"][goal]["owner"] != position.seat:
                return [Reason("odds", {"goal": goal, "percent": round(100 * attack_chance(view, card, start, goal))})]
        return [Reason("keep_order")]


class Marshal(Steward):
    def choose(self, position: Position, rng: Random) -> Choice:
        seeds = [rng.randbytes(16) for _ in range(WORLDS)]
        tried = ranked(position, rng)[:TRIED]
        return max(tried, key=lambda option: sum(outcome(position, option, seed, rng) for seed in seeds))


def outcome(position: Position, option: Choice, seed: bytes, rng: Random) -> float:
    """What the seat is ahead of the best of the others when the round is over, if its towns go on paying."""
    world = position.imagine(seed)
    now = world.state.round
    world.act(position.seat, option)
    while not world.over and world.state.round == now:
        for seat in list(world.asked()):
            world.act(seat, ranked(Position(world, seat), rng)[0])
    return lead(world, position.seat)


def lead(world: Match[Road], seat: str) -> float:
    g = world.state
    left = 0 if world.over else g.rounds - g.round + 1
    hopes = {each: g.points[each] + left * income(g, each) + 0.2 * men(g, each) for each in g.seats}
    return hopes.pop(seat) - max(hopes.values())


def men(g: Road, seat: str) -> int:
    return sum(town.men for town in g.towns.values() if town.owner == seat)


def ranked(position: Position, rng: Random) -> list[Choice]:
    """The options, best first; equal ones in no order."""
    worth = bid_worth if position.decision == "bid" else play_worth
    view = position.view
    return sorted(position.options, key=lambda option: (worth(view, position.seat, option), rng.random()), reverse=True)


def bid_worth(view: dict[str, Any], seat: str, option: Choice) -> float:
    """The weakest card is the cheapest bid."""
    return -CARDS[str(option[1])].value


def play_worth(view: dict[str, Any], seat: str, option: Choice) -> float:
    """Tolls to come that an option is likely to bring, and men at the border."""
    towns: dict[str, dict[str, Any]] = view["towns"]
    rounds_left: int = view["rounds"] - view["round"] + 1
    match option:
        case ("muster", str(card), str(town)):
            return 0.45 * (2 if CARDS[card].value >= STRONG else 1) - 0.1 * CARDS[card].value + 0.05 * TOWNS[town].toll
        case ("march", str(card), str(start), str(goal)) if towns[goal]["owner"] != seat:
            men = marching(towns[start]["men"], CARDS[card].value)
            swing = TOWNS[goal].toll * rounds_left * (1.6 if towns[goal]["owner"] else 1.0)
            chance = attack_chance(view, card, start, goal)
            return chance * swing - (1 - chance) * 0.5 * men - 0.25 * men
        case ("march", _, str(start), str(goal)):
            return 0.1 * (TOWNS[goal].toll - TOWNS[start].toll)
    return -0.3 * CARDS[str(option[1])].value


def attack_chance(view: dict[str, Any], card: str, start: str, goal: str) -> float:
    """3.4: how often the attacker's men and die beat men, die and walls."""
    men = marching(view["towns"][start]["men"], CARDS[card].value)
    lead: int = men - view["towns"][goal]["men"] - WALLS
    return sum(lead + die > against for die in range(1, 7) for against in range(1, 7)) / 36


GRADES = {"recruit": lambda: Steward(0.35), "officer": lambda: Steward(0.05), "marshal": lambda: Marshal(0.0)}
