"""6.5: Offensive Support on a Front's entry space, Naval Support in a Theater box."""

from __future__ import annotations

from .content import AXIS_OF, BARRED_WITHOUT, END_OF, FRONT_OF, FRONTS, PATHS, THEATERS, Power, Space
from .issues import on_centre
from .state import Churchill


def entry_space(g: Churchill, front: str) -> Space | None:
    """The next space of the Front's track; none at its end."""
    step = g.fronts[front]
    return PATHS[front][step + 1] if step < END_OF[front] else None


def position(g: Churchill, front: str) -> str:
    return PATHS[front][g.fronts[front]].id


def distance(g: Churchill, front: str) -> int:
    """Steps left to the end of the track."""
    return END_OF[front] - g.fronts[front]


def has_left(g: Churchill, front: str, space: str) -> bool:
    """Whether the Front stands beyond the space."""
    return g.fronts[front] > FRONTS[front].path.index(space)


def naval_at(g: Churchill, front: str) -> int:
    return g.naval[FRONTS[front].theater]


def attempts(g: Churchill, front: str) -> bool:
    """R58: about to enter a space, with the Naval Support it needs."""
    space = entry_space(g, front)
    return space is not None and naval_at(g, front) >= space.naval_required


def barred(g: Churchill, space: Space) -> bool:
    """6.2: a space that needs a conditional issue on the centre, while it is not there."""
    issue = BARRED_WITHOUT.get(space.id)
    return issue is not None and not on_centre(g, issue)


def unbeaten(g: Churchill, front: str) -> bool:
    return AXIS_OF[front] not in g.surrendered


def may_place_offensive(g: Churchill, front: str) -> bool:
    """6.5, 7.8: an entry space, and an Axis power still in the war (the first edition lets support be wasted)."""
    return g.fronts[front] < END_OF[front] and (AXIS_OF[front] not in g.surrendered or g.first_edition)


def naval_room(g: Churchill, theater: str) -> int:
    return THEATERS[theater].naval_cap - g.naval[theater]


def place_offensive(g: Churchill, front: str, count: int, by: str, power: Power = "", rule: str = "6.5") -> None:
    """Offensive Support for a Front; in a region that has surrendered it is lost."""
    space = entry_space(g, front)
    if space is None or not (g.first_edition or unbeaten(g, front)):
        g.report("support_lost", rule, power=power, support="offensive", theater=FRONTS[front].theater, by=by)
        return
    g.support[front] += count
    g.report("offensive_placed", rule, power=power, front=front, space=space.id, count=count, total=g.support[front], by=by)


def place_naval(g: Churchill, theater: str, count: int, by: str, power: Power = "", rule: str = "6.5") -> None:
    """Naval Support up to what a box can hold."""
    placed = min(count, naval_room(g, theater))
    if placed <= 0:
        g.report("support_lost", rule, power=power, support="naval", theater=theater, by=by)
        return
    g.naval[theater] += placed
    g.report("naval_placed", rule, power=power, theater=theater, count=placed, total=g.naval[theater], by=by)


def lose_naval(g: Churchill, theater: str, count: int, by: str, rule: str) -> None:
    """Naval Support never falls below nothing."""
    lost = min(count, g.naval[theater])
    if lost:
        g.naval[theater] -= lost
        g.report("naval_lost", rule, theater=theater, count=lost, total=g.naval[theater], by=by)


def possible_kinds(g: Churchill, theater: str) -> list[str]:
    """6.6: which kinds of support a Theater can take by the text of a card, surrendered or not."""
    front = FRONT_OF.get(theater)
    kinds = ["offensive"] if front is not None and entry_space(g, front) is not None else []
    return [*kinds, "naval"] if naval_room(g, theater) > 0 else kinds
