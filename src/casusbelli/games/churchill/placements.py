"""4.6: open placements, which the power on the left makes for one who takes too long."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from casusbelli.kernel import LAPSE, Choice, Params, Refusal, TimeLimit, ask

from .content import LEFT_OF, NUMBERS, Power
from .state import Churchill


async def placement(
    g: Churchill,
    power: Power,
    decision: str,
    options: Callable[[], Iterable[Choice]],
    rule: str,
    *,
    about: Params,
    why_not: Callable[[Choice], Refusal | None],
    auto: bool = True,
) -> Choice:
    """One marker is placed; with ``turn_timer`` in time, else by the power on the left (R61: never a hidden card)."""
    limit = None
    if g.options.turn_timer:
        g.placements += 1
        limit = TimeLimit(NUMBERS.turn_timer_seconds, f"placement {g.placements}")
    choice = await ask(power, decision, options, rule, about=about, why_not=why_not, auto=auto, limit=limit)
    if choice != LAPSE:
        return choice
    neighbour = LEFT_OF[power]
    g.report("handed_over", "4.6", power=power, neighbour=neighbour)
    g.handed = power
    choice = await ask(neighbour, decision, options, rule, about={**about, "owner": power}, why_not=why_not, auto=auto)
    g.handed = None
    return choice
