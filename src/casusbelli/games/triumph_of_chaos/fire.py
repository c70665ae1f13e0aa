"""Fire: combat modifiers, columns and shifts of a battle [12.5 to 12.7]. Nothing here changes the state."""

from __future__ import annotations

from .board import stats
from .content import IS_ARMY, RAIL, RIVER, SPACES, UNITS
from .state import Battle, Chaos
from .supply import in_supply
from .tables import CONSTANT, FIRE, RIVER_SHIFT, TERRAIN_AT, Column

GREEN_STATS = (1, 1, 0)
"""A Green marker's combat and loss factor [12.11]."""
_TANK_GROUND = ("clear", "forest", "urban")


def elite_steps(g: Chaos, units: list[int]) -> int:
    return sum(1 if g.reduced[u] else 2 for u in units if UNITS[u].elite)


def _on_rails(g: Chaos, battle: Battle) -> bool:
    return any((g.where[u], battle.target) in RAIL for u in battle.attackers)


def modifiers(g: Chaos, battle: Battle) -> tuple[dict[str, int], dict[str, int]]:
    """Combat modifiers of attacker and defender by name [12.5]."""
    ours: dict[str, int] = {}
    theirs: dict[str, int] = {}
    attackers, defenders = battle.attackers, battle.defenders
    elite, elite_foe = elite_steps(g, attackers), elite_steps(g, defenders)
    if elite != elite_foe:
        (ours if elite > elite_foe else theirs)["elite"] = 1
    if any(UNITS[u].tank for u in attackers) and SPACES[battle.target].terrain in _TANK_GROUND:
        ours["tank"] = 1
    air, air_foe = any(UNITS[u].air for u in attackers), any(UNITS[u].air for u in defenders)
    if air != air_foe:
        (ours if air else theirs)["air"] = 1
    if _on_rails(g, battle):
        for units, mine in ((attackers, ours), (defenders, theirs)):
            if any(UNITS[u].train for u in units):
                mine["train"] = 1
    if defenders and not any(in_supply(g, u) for u in defenders):
        ours["out_of_supply"] = 1
    for mine, bonus in ((ours, battle.cm[0]), (theirs, battle.cm[1])):
        if bonus:
            mine["event"] = bonus
    return ours, theirs


def named_modifiers(g: Chaos, battle: Battle) -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    """The same for the log: what was won by cards and leaders under their names."""
    both = []
    for who, found in enumerate(modifiers(g, battle)):
        rows: list[dict[str, object]] = [{"id": f"cm_{name}", "n": n} for name, n in found.items() if name != "event"]
        both.append(rows + [{"id": cause, "n": n} for side, cause, n in battle.causes if side == who])
    return both[0], both[1]


def factors(g: Chaos, units: list[int]) -> int:
    """Combat factors of a stack; without units a Green marker's."""
    return sum(stats(g, u)[0] for u in units) if units else GREEN_STATS[0]


def die_modifiers(g: Chaos, battle: Battle) -> tuple[int, int]:
    """Only the side with the larger total modifies its die, by the difference [12.5]."""
    ours, theirs = modifiers(g, battle)
    cap = CONSTANT["cm_cap"]
    a, d = min(cap, sum(ours.values())), min(cap, sum(theirs.values()))
    return (a - d, 0) if a > d else (0, d - a)


def shifts(g: Chaos, battle: Battle) -> dict[str, int]:
    """The attacker's column shifts by name [12.6]."""
    found: dict[str, int] = {}
    if battle.stays:
        return found
    target = battle.target
    if not battle.ignore_ground:
        if TERRAIN_AT[target].attacker_shift:
            found["terrain"] = TERRAIN_AT[target].attacker_shift
        if battle.attackers and all((g.where[u], target) in RIVER for u in battle.attackers):
            found["river"] = RIVER_SHIFT
    extra = sum(shift for space, shift in g.fortified if space == target)
    if extra:
        found["fortify"] = -extra
    return found


def table_kind(units: list[int]) -> str:
    return "army" if any(IS_ARMY[u] for u in units) else "corps"


def column(kind: str, strength: int, shift: int = 0) -> Column:
    """The highest column not above the factors, shifted, never beyond the first or last [12.6]."""
    columns = FIRE[kind]
    at = 0
    for n, one in enumerate(columns):
        if one.factors <= strength:
            at = n
    return columns[min(max(at + shift, 0), len(columns) - 1)]


def attack_column(g: Chaos, battle: Battle) -> Column:
    return column(table_kind(battle.attackers), factors(g, battle.attackers), sum(shifts(g, battle).values()))


def defence_column(g: Chaos, battle: Battle) -> Column:
    return column(table_kind(battle.defenders), factors(g, battle.defenders))


def losses_at(where: Column, die: int) -> int:
    """The result of a modified die; below 1 and above 6 count as 1 and 6."""
    return where.losses[min(max(die, 1), 6) - 1]
