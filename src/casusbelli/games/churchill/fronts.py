"""7.7: the Fronts advance."""

from __future__ import annotations

from casusbelli.kernel import Params

from .content import BARRED_WITHOUT, COLLAPSE_AT, FRONTS, JAPAN, NUMBERS, PATHS, RESERVES, Space
from .markers import remove_network
from .reserves import lose_reserve
from .state import Churchill
from .support import barred, entry_space, lose_naval, naval_at, unbeaten


def advance_fronts(g: Churchill) -> None:
    """7.71: in the order of the list every Front of a region still at war must try (R22)."""
    for front in FRONTS:
        if unbeaten(g, front) and entry_space(g, front) is not None:
            try_advance(g, front)


def strength_of(support: int, armies: int) -> int:
    """7.72: two, plus two for each support, less two for each army."""
    return NUMBERS.base_strength + NUMBERS.support_strength * support + NUMBERS.reserve_strength * armies


def obstacle(g: Churchill, front: str, space: Space) -> str:
    """7.73: what keeps a Front from trying at all, if anything."""
    if naval_at(g, front) < space.naval_required:
        return "naval"
    return "conditional" if barred(g, space) else ""


def try_advance(g: Churchill, front: str) -> None:
    """7.72-7.74: a die of ten against the strength; ten and more is certain and may break through."""
    space = entry_space(g, front)
    assert space is not None
    strength = strength_of(g.support[front], g.armies[front])
    parts: Params = {
        "front": front,
        "space": space.id,
        "strength": strength,
        "base": NUMBERS.base_strength,
        "support": g.support[front],
        "armies": g.armies[front],
        "naval": naval_at(g, front),
        "needed": space.naval_required,
    }
    stopped = obstacle(g, front, space) or ("strength" if strength <= 0 else "")
    if stopped:
        g.report("front_stopped", "7.73", why=stopped, issue=BARRED_WITHOUT.get(space.id, ""), **parts)
        return
    roll = g.roll(NUMBERS.front_die)
    certain = strength >= NUMBERS.breakthrough_threshold
    success = certain or roll <= strength
    g.report("front_rolled", "7.72", roll=roll, sides=NUMBERS.front_die, success=success, **parts)
    if success:
        enter(g, front)
    if certain and roll + strength - NUMBERS.breakthrough_threshold >= NUMBERS.breakthrough_threshold:
        breakthrough(g, front)


def can_break_through(g: Churchill, front: str, step: int) -> bool:
    """7.74: a second space, by land only, and never into a barred one (R55)."""
    path = PATHS[front]
    return step < len(path) and path[step].kind != "amphibious" and not barred(g, path[step])


def breakthrough(g: Churchill, front: str) -> None:
    if can_break_through(g, front, g.fronts[front] + 1):
        g.report("breakthrough", "7.74", front=front)
        enter(g, front)


def enter(g: Churchill, front: str) -> None:
    """7.72: the Front leaves one space and enters the next, with all that follows."""
    left = PATHS[front][g.fronts[front]]
    g.fronts[front] += 1
    space = PATHS[front][g.fronts[front]]
    g.report("front_entered", "7.72", front=front, space=space.id)
    fall_behind(g, front, left)
    for collapse in COLLAPSE_AT.get((front, space.id), ()):
        lose_reserve(g, collapse.removes, collapse.count)
        rule = "7.65" if RESERVES[collapse.removes].axis == JAPAN else "7.63"
        unit = collapse.removes
        g.report("collapse", rule, collapse=collapse.id, unit=unit, front=front, space=space.id, left=g.reserves[unit])
    if space.kamikaze:
        lose_naval(g, FRONTS[front].theater, 1, "kamikaze", "7.75")
    g.b29_reached = g.b29_reached or space.b29
    g.entered.setdefault(space.id, g.conference)
    issue = BARRED_WITHOUT.get(space.id)
    if issue is not None and issue not in g.removed_issues:
        g.table.pop(issue, None)
        g.removed_issues.append(issue)
        g.report("issue_removed", "6.2", issue=issue)


def fall_behind(g: Churchill, front: str, space: Space) -> None:
    """7.13: a country passed for the first time loses one network of the powers on the other side."""
    for country in space.countries:
        if country in g.behind:
            continue
        g.behind.append(country)
        network = g.networks.get(country)
        if network is not None and network[0] in FRONTS[front].removes_networks_of:
            remove_network(g, country, "7.13", front)
