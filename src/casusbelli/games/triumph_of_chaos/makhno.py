"""Makhno's treachery: a six when his space is activated [9.5]."""

from __future__ import annotations

from casusbelli.kernel import Choice

from .asks import public
from .board import faction_units_at, neighbours, own_units
from .combat import fight
from .content import FIRST_OWNER, MAKHNO, SPACE, SPACE_IDS, UNITS_OF, enemy
from .state import Battle, Chaos, side_id
from .tables import CONSTANT


async def treachery_rolls(g: Chaos) -> None:
    """Each activated space with Makhno's units is rolled for; on a six the enemy chooses what happens."""
    if not any(g.where[u] >= 0 for u in UNITS_OF[MAKHNO]):
        return
    for space, kind in list(g.operation.markers):
        units = [u for u in own_units(g, space, g.active) if g.owner[u] == FIRST_OWNER + MAKHNO]
        if not units:
            continue
        roll = g.die()
        g.report("makhno_roll", rule="9.5", side=side_id(g.active), space=SPACE_IDS[space], roll=roll)
        if roll == CONSTANT["makhno_treachery_roll"]:
            g.operation.markers.remove((space, kind))
            await _treachery(g, space, units)


async def _treachery(g: Chaos, space: int, units: list[int]) -> None:
    side = g.active
    friends = [u for u in own_units(g, space, side) if u not in units]
    options: list[Choice] = []
    if friends:
        options.append(("attack_stack", SPACE_IDS[space]))
    options.extend(
        ("attack_adjacent", SPACE_IDS[s])
        for s in neighbours(g, space)
        if own_units(g, s, side) and not faction_units_at(g, s, MAKHNO)
    )
    options.append(("lose_activation",))
    answer = await public(g, enemy(side), "makhno_treachery", options, "9.5", {"space": SPACE_IDS[space]})
    g.report("treachery", rule="9.5", side=side_id(enemy(side)), space=SPACE_IDS[space], how=str(answer[0]))
    if answer[0] == "lose_activation":
        return
    target = SPACE[str(answer[1])]
    same = target == space
    defenders = friends if same else own_units(g, target, side)
    battle = Battle(side=enemy(side), foe=side, target=target, attackers=units, defenders=defenders, special=True, stays=same)
    g.operation.used.extend(units)
    g.battle = battle
    await fight(g, battle)
    g.battle = None
