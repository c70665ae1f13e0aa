"""Short ways to ask a side for something public: a single option is played by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from casusbelli.kernel import Ask, Choice, Params

from .content import LEADER_IDS, SPACE, SPACE_IDS, UNIT_IDS
from .refusals import WhyNot, why_not_there
from .state import Chaos


def public(
    g: Chaos,
    side: int,
    decision: str,
    options: list[Choice],
    rule: str,
    about: Params | None = None,
    why_not: WhyNot | None = None,
) -> Ask:
    """A question whose options everybody can work out."""
    return Ask(g.seat(side), decision, lambda: options, rule, about=about, why_not=why_not, auto=True)


def unless_forced(
    g: Chaos,
    side: int,
    decision: str,
    options: Callable[[], list[Choice]],
    rule: str,
    choice_left: Callable[[], bool],
    about: Params | None = None,
    why_not: WhyNot | None = None,
) -> Ask:
    """A question with a long list: it is worked out when somebody looks, and played by itself where no choice is left."""
    return Ask(g.seat(side), decision, options, rule, about=about, why_not=why_not, auto=lambda: not choice_left())


async def pick_space(
    g: Chaos,
    side: int,
    decision: str,
    verb: str,
    spaces: Iterable[int],
    rule: str,
    why_not: WhyNot | None = None,
    /,
    **about: object,
) -> int:
    """One of some spaces. The list must not be empty."""
    options: list[Choice] = [(verb, SPACE_IDS[s]) for s in spaces]
    answer = await public(g, side, decision, options, rule, about or None, why_not)
    return SPACE[str(answer[1])]


async def place_unit(
    g: Chaos,
    side: int,
    decision: str,
    unit: int,
    spaces: Iterable[int],
    reserve: bool,
    rule: str,
    why_not: WhyNot | None = None,
) -> int | None:
    """Where one unit goes: a space, or None for the reserve."""
    name = UNIT_IDS[unit]
    options: list[Choice] = [("place", name, SPACE_IDS[s]) for s in spaces]
    if reserve:
        options.append(("to_reserve", name))
    why_not = why_not or (lambda choice: why_not_there(g, side, choice, rule, unit))
    answer = await public(g, side, decision, options, rule, {"piece": name}, why_not)
    return SPACE[str(answer[2])] if answer[0] == "place" else None


async def place_leader_at(g: Chaos, side: int, decision: str, leader: int, spaces: Iterable[int], rule: str) -> int:
    name = LEADER_IDS[leader]
    options: list[Choice] = [("place_leader", name, SPACE_IDS[s]) for s in spaces]
    answer = await public(g, side, decision, options, rule, {"piece": name}, lambda choice: why_not_there(g, side, choice, rule))
    return SPACE[str(answer[2])]


async def yes(g: Chaos, side: int, decision: str, act: str, decline: str, rule: str, /, **about: object) -> bool:
    """Do it or leave it."""
    answer = await public(g, side, decision, [(act,), (decline,)], rule, about or None)
    return answer[0] == act
