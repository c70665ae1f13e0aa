"""What is printed on map, counters and cards: the board fetches it once as ``printed.json``, packs included.

spaces            {space: {number, region, terrain, city, port, box, source}}; source: a side's supply source or ""
links             [[a, b, rail, river]]
regions           {region: {kind, home, cities, cp}}; cp: west of the Central Powers' line
units             {unit: {abbr, army, owner, camp, full, reduced, marks}}; values are (combat, loss, movement)
leaders           {leader: {owner, camp, rating, abilities}}
factions          {faction: {code, type, region, subjugable, needs: {side: flag that political control needs}}}, as in the table
action_cards      {card: {side, number, value, ops, sr, rs, year, timing, removed, picture}}
political_cards   {card: {box, number, special, ip: {faction: points}, bonus: null or [side, steps]}}
selection         [{least, most, by_lead: [[chosen, drawn]]}]: political cards by the sum and the lead of a box [8.2]
influence         {side: [[at most, value]]}: what the Influence card counts by die and modifiers [8.2]
turns             {turn: {year, rounds, hand, political, mud}}
scenarios         {scenario: {first, last, excluded, ends: {turn: the roll that ends it}, white_vp, capitals: cities with which
                  White wins, together: only with all of them, homes_from: the turn from which Red wins with all home cities,
                  own_homes: whether he needs his own at the end, conditions: {condition of Red: cities}, subjugation: until
                  when, 0: never}}
terrain           {terrain: column shift of the attacker}; river_shift likewise
fire              {army | corps: [[factors, losses by die]]} [12.6]
lead_vp           [[least lead in cities, most, points]]
withdrawal        {turn: {power: at most}}
"""

from __future__ import annotations

from functools import lru_cache

from casusbelli.kernel import Params

from .cards import BLUFF, CARDS, INFLUENCE, POLITICAL, ActionCard, OneOf, PoliticalCard
from .content import (
    CONNECTIONS,
    FACTIONS,
    LEADERS,
    REGIONS,
    SCENARIOS,
    SIDE_IDS,
    SIDES,
    SPACE_IDS,
    SPACES,
    UNITS,
    Faction,
    ScenarioRow,
    Unit,
)
from .endings import CONDITION_CITIES
from .political import columns
from .tables import CONSTANT, FIRE, RIVER_SHIFT, SELECTION, TERRAIN, TURNS, VC_LEAD, WITHDRAWAL

_MARKS = ("elite", "cavalry", "tank", "air", "train", "steadfast", "immobile", "one_step")


@lru_cache(maxsize=1)
def printed() -> Params:
    return {
        "spaces": {
            s.id: {
                "number": s.number,
                "region": s.region,
                "terrain": s.terrain,
                "city": s.victory_city,
                "port": s.port,
                "box": s.box,
                "source": s.supply_source,
            }
            for s in SPACES
        },
        "links": [[link.a, link.b, link.rail, bool(link.river)] for link in CONNECTIONS],
        "regions": {
            r.id: {"kind": r.kind, "home": r.home_side, "cities": r.victory_cities, "cp": r.cp_restricted}
            for r in REGIONS.values()
        },
        "units": {u.id: _unit(u) for u in UNITS},
        "leaders": {n.id: {"owner": n.owner, "camp": n.camp, "rating": n.rating, "abilities": n.abilities} for n in LEADERS},
        "factions": {
            f.id: {"code": f.code, "type": f.type, "region": f.region, "subjugable": f.subjugable, "needs": _needs(f)}
            for f in FACTIONS
        },
        "action_cards": {c.id: _action_card(c) for side in SIDES for c in CARDS[side].values()},
        "political_cards": {c.id: _political_card(c) for c in POLITICAL.values()},
        "selection": [{"least": row.sum_min, "most": row.sum_max, "by_lead": columns(row)} for row in SELECTION],
        "influence": {SIDE_IDS[s]: [[row.max, row.value] for row in CARDS[s][INFLUENCE].influence_table] for s in SIDES},
        "turns": {
            t.turn: {"year": t.year, "rounds": t.rounds, "hand": t.hand, "political": t.political, "mud": t.mud}
            for t in TURNS.values()
        },
        "scenarios": {s.id: _scenario(s) for s in SCENARIOS.values()},
        "terrain": {name: row.attacker_shift for name, row in TERRAIN.items()},
        "river_shift": RIVER_SHIFT,
        "fire": {kind: [[column.factors, column.losses] for column in table] for kind, table in FIRE.items()},
        "lead_vp": [[row.lead_min, row.lead_max, row.vp] for row in VC_LEAD],
        "withdrawal": WITHDRAWAL,
    }


def _scenario(row: ScenarioRow) -> Params:
    return {
        "first": row.first_turn,
        "last": row.last_turn,
        "excluded": row.excluded_factions,
        "ends": {end.turn: end.max for end in row.victory.variable_end},
        "white_vp": row.victory.white_auto_vp,
        "capitals": row.victory.white_auto_spaces_all or row.victory.white_auto_spaces_any,
        "together": bool(row.victory.white_auto_spaces_all),
        "homes_from": row.victory.red_auto_all_white_home_vcs_from_turn,
        "own_homes": row.victory.red_needs_all_home_vcs,
        "conditions": _conditions() if row.victory.red_conditions_required else {},
        "subjugation": CONSTANT["last_subjugation_turn"] if row.subjugation else 0,
    }


def _conditions() -> dict[str, list[str]]:
    return {name: [SPACE_IDS[city] for city in cities] for name, cities in CONDITION_CITIES.items()}


def _unit(unit: Unit) -> Params:
    return {
        "abbr": unit.abbr,
        "army": unit.army,
        "owner": unit.owner,
        "camp": unit.camp,
        "full": unit.full,
        "reduced": unit.reduced,
        "marks": [mark for mark in _MARKS if getattr(unit, mark)],
    }


def _action_card(card: ActionCard) -> Params:
    return {
        "side": card.side,
        "number": card.number,
        "value": card.value,
        "ops": card.ops,
        "sr": card.sr,
        "rs": card.rs,
        "year": card.year,
        "timing": card.timing,
        "removed": card.remove_after_event,
        "picture": _picture(card),
    }


def _picture(card: ActionCard) -> str:
    """What a card is mostly about: the kind of its first effect."""
    if card.number in (BLUFF, INFLUENCE):
        return "bluff" if card.number == BLUFF else "influence"
    first = card.effects[0]
    if isinstance(first, OneOf):
        first = first.options[0].effects[0]
    return str(first.__struct_config__.tag)


def _needs(row: Faction) -> dict[str, str]:
    """The event that opens a control box in a political phase, by side; where several do, the one that does only that."""
    return {side: flags.split("|")[-1] for side, flags in row.political_control_prerequisite.items()}


def _political_card(card: PoliticalCard) -> Params:
    bonus = card.replacement_bonus
    return {
        "box": card.box,
        "number": card.number,
        "special": card.special,
        "ip": card.ip,
        "bonus": [bonus.side, bonus.steps, bonus.pool] if bonus else None,
    }
