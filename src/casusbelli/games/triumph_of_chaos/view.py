"""What a seat may see, built up from allowed facts.

Shape (all ids are content ids; ``side`` is red, white or none):

    scenario, turn, round, rounds, active, phase   where the game stands
    side, seats          the viewer's side; {side: seat}
    control              {space: red | white | cp}, spaces of nobody left out
    units                {unit: [place, full?, side]}; place is a space or reserve, eliminated, permanent, removed, aside,
                         inactive; units not yet in play are left out
    leaders              {leader: [place, side]}; place also waiting or recalled
    markers              {no_act, greens, partisans: {side: spaces}, fortified: {space: shift}, train, train_side, tsar}
    activations          [[space, move | combat]]
    operation            {cm, moved: [unit], fought: [unit], attacked: [space]}: what the round has seen so far
    factions             {faction: {fcm, fate, pending, controller, deployed, locked, war: [side], protector, blocks, closed}}
                         blocks: {red, white}: the rule B1..B9 that stops the next political step that way;
                         closed: {red, white}: the rule B3..B8 that closes that side's control box
    politics             {opened, placed: {side: [card | null | ""]}, values: {side: [n]}, boxes: {box: [card | null]},
                         available: {box: [card]}, discards, next: {box: [card]}, forecast, modifiers: {side: {id: n}}};
                         "" is a hidden card, null an empty box; forecast: {faction: {net, from, to, block, lost, missing,
                         veto}} by what the viewer knows (prospects.py), modifiers: those of the Influence cards now
    hand, counts         own hand; {side: {hand, deck}}
    piles                {side: {discards, removed}}
    seen                 cards of the enemy's hand the viewer has looked at
    conditions           the secret Red conditions, for Red (and for all when the game is over)
    vp, vc, cities       points; victory cities by side; {city: side credited}
    if_ended             who would win if the war ended now, for all the viewer knows: red, white, or none where it hangs on what
                         he does not know; "" when it is over
    red_margin           the lead in points with which Red wins the campaign, by the rules the match began under
    pools                {side: {pool: steps}}
    lifted, flags, played, in_fighting, mud_rounds, white_bonus, last_action
    poland               {state, war: [side], apart, responded: [faction]}
    border_open          whether the Finnish border may be crossed
    deploying            factions whose forces are still to be put on the map, in order
    battle               null or {target, side, attackers, defenders, counter, results: losses inflicted by both,
                         wiped: [losses that leave nobody of attacker, of defender],
                         forecast: null once a die lies (outlook.py)}
    since                {city: turn} since when whoever controls a victory city does; those of the set-up are left out
    withdrawal           {power: number} of this turn
    coming               what the turn will bring by the rules, as the map stands (coming.py)
    supply               {lines: {space: [space, … source]} for the first unit of every stack, cut: [unit]}
"""

from __future__ import annotations

from typing import Any

from casusbelli.kernel import Params, Seat
from casusbelli.words.texts import Catalogue, say

from .cards import BOXES, PC_BY_BOX, POLITICAL, card_id
from .coming import coming
from .content import CONTROL_IDS, FACTION_IDS, LEADER_IDS, RED, SIDE_IDS, SIDES, SPACE_IDS, UNIT_IDS, VICTORY_CITIES, WHITE
from .endings import CONDITIONS, if_ended, missed_cards
from .factions import controller, in_play
from .influence import blocked_step, closed_box
from .operations import KIND_IDS
from .outlook import forecast, wiped_out
from .political import influence_modifiers
from .prospects import knows_political, markers
from .scoring import credited_to
from .state import AVOIDED, BOX_IDS, OUT, Chaos
from .supply import in_supply, supply_line
from .tables import WITHDRAWAL

FATES = ("in_play", "excluded", "withdrawn", "conquered", "subjugated", "turned_green", "at_peace")
POLISH_STATES = ("self_defence", "intervention", "war", "to_moscow")


def view(g: Chaos, seat: Seat | None) -> dict[str, Any]:
    side = g.side_of_seat(seat)
    cities = {SPACE_IDS[c]: SIDE_IDS[credited_to(g, c)] for c in VICTORY_CITIES}
    owners = list(cities.values())
    return {
        "scenario": g.scenario,
        "camp_limit": g.camp_limit,
        "turn": g.turn,
        "round": g.round,
        "rounds": g.turn_row.rounds,
        "active": SIDE_IDS[g.active],
        "phase": g.phase,
        "side": SIDE_IDS[side],
        "seats": {SIDE_IDS[s]: g.seats[s] for s in SIDES},
        "control": {SPACE_IDS[n]: CONTROL_IDS[c] for n, c in enumerate(g.control) if c},
        "units": _units(g),
        "leaders": {LEADER_IDS[n]: [_place(p), SIDE_IDS[g.leader_side[n]]] for n, p in enumerate(g.leader_at) if p != OUT},
        "markers": _markers(g),
        "activations": [[SPACE_IDS[s], KIND_IDS[k]] for s, k in g.operation.markers],
        "operation": {
            "cm": g.operation.cm,
            "moved": [UNIT_IDS[u] for u in g.operation.moved],
            "fought": [UNIT_IDS[u] for u in g.operation.used],
            "attacked": [SPACE_IDS[s] for s in g.operation.attacked],
        },
        "factions": _factions(g),
        "politics": _politics(g, side),
        "hand": [card_id(side, n) for n in g.hands[side]] if side else None,
        "counts": {SIDE_IDS[s]: {"hand": len(g.hands[s]), "deck": len(g.decks[s])} for s in SIDES},
        "piles": {
            SIDE_IDS[s]: {
                "discards": [card_id(s, n) for n in g.discards[s]],
                "removed": [card_id(s, n) for n in g.removed[s]],
            }
            for s in SIDES
        },
        "seen": [card_id(3 - side, n) for n in g.seen[side]] if side else None,
        "conditions": [CONDITIONS[n] for n in g.secret_conditions] if side == RED or g.ended else None,
        "owed": [{"card": card, "points": points} for card, points in missed_cards(g, side)] if side else [],
        "vp": {SIDE_IDS[s]: g.vp[s] for s in SIDES},
        "if_ended": "" if g.ended else SIDE_IDS[if_ended(g, side)],
        "red_margin": g.red_margin,
        "vc": {SIDE_IDS[s]: owners.count(SIDE_IDS[s]) for s in SIDES},
        "cities": cities,
        "pools": {SIDE_IDS[s]: {pool: n / 2 for pool, n in g.pools[s].items() if n} for s in SIDES},
        "lifted": {SIDE_IDS[s]: list(g.rdr_lifted[s]) for s in SIDES},
        "flags": list(g.flags),
        "played": list(g.played),
        "in_fighting": [SIDE_IDS[s] for s in SIDES if g.in_fighting[s]],
        "mud_rounds": g.mud_rounds,
        "white_bonus": g.white_bonus,
        "last_action": {SIDE_IDS[s]: g.last_action[s] for s in SIDES},
        "poland": {
            "state": POLISH_STATES[g.polish_state],
            "war": [SIDE_IDS[s] for s in SIDES if g.polish_war & s],
            "apart": g.polish_apart,
            "responded": [FACTION_IDS[f] for f in g.responded],
        },
        "border_open": g.border_open,
        "deploying": [FACTION_IDS[f] for f in g.deploying],
        "battle": _battle(g),
        "since": {SPACE_IDS[city]: turn for city, turn in g.city_since.items()},
        "withdrawal": dict(WITHDRAWAL.get(g.turn, {})),
        "coming": coming(g),
        "supply": _supply(g),
    }


def _place(place: int) -> str:
    return SPACE_IDS[place] if place >= 0 else BOX_IDS[place]


def _units(g: Chaos) -> dict[str, list[Any]]:
    reduced, sides = g.reduced, g.side
    return {UNIT_IDS[u]: [_place(p), not reduced[u], SIDE_IDS[sides[u]]] for u, p in enumerate(g.where) if p != OUT}


def _supply(g: Chaos) -> Params:
    """Where the supply of every stack comes from, and who has none [13]."""
    lines: dict[str, list[str]] = {}
    cut: list[str] = []
    for unit, place in enumerate(g.where):
        if place < 0 or g.side[unit] not in SIDES:
            continue
        space = SPACE_IDS[place]
        if space in lines:
            if not in_supply(g, unit):
                cut.append(UNIT_IDS[unit])
            continue
        line = supply_line(g, unit)
        if line is None:
            cut.append(UNIT_IDS[unit])
        elif len(line) > 1:
            lines[space] = [SPACE_IDS[s] for s in line]
    return {"lines": lines, "cut": cut}


def _markers(g: Chaos) -> Params:
    return {
        "no_act": [SPACE_IDS[s] for s in g.no_act],
        "greens": [SPACE_IDS[s] for s in g.greens],
        "partisans": {SIDE_IDS[side]: [SPACE_IDS[s] for s in g.partisans[side]] for side in SIDES},
        "fortified": {SPACE_IDS[s]: shift for s, shift in g.fortified},
        "train": SPACE_IDS[g.train] if g.train >= 0 else "",
        "train_side": SIDE_IDS[g.train_controller()],
        "tsar": g.tsar,
    }


def _factions(g: Chaos) -> dict[str, Params]:
    found: dict[str, Params] = {}
    for faction, name in enumerate(FACTION_IDS):
        alive = in_play(g, faction)
        found[name] = {
            "fcm": g.fcm[faction],
            "fate": FATES[g.fate[faction]],
            "pending": g.pending[faction],
            "controller": SIDE_IDS[controller(g, faction)],
            "deployed": bool(g.deployed[faction]),
            "locked": bool(g.lock[faction]),
            "war": [SIDE_IDS[s] for s in SIDES if g.war[faction] & s],
            "protector": SIDE_IDS[g.protector[faction]],
            "closed": {"red": closed_box(g, faction, RED, True), "white": closed_box(g, faction, WHITE, True)} if alive else {},
            "blocks": {"red": blocked_step(g, faction, -1, True), "white": blocked_step(g, faction, 1, True)} if alive else {},
        }
    return found


def _politics(g: Chaos, side: int) -> Params:
    boxes, available = {}, {}
    for box, name in enumerate(BOXES):
        known = [number if knows_political(g, side, box, n) else 0 for n, number in enumerate(g.pc_box[box])]
        boxes[name] = [POLITICAL[n].id if n else None for n in known]
        out = {*g.pc_discard, *known}
        available[name] = [POLITICAL[n].id for n in PC_BY_BOX[box] if n not in out]
    return {
        "opened": g.opened,
        "placed": {SIDE_IDS[s]: [_placed(g, side, s, box) for box in range(len(g.placed[s]))] for s in SIDES},
        "values": {SIDE_IDS[s]: g.values[s][: g.opened] for s in SIDES},
        "boxes": boxes,
        "available": available,
        "discards": [POLITICAL[n].id for n in g.pc_discard],
        "next": {
            BOXES[b]: [POLITICAL[n].id for n in top]
            for b, top in enumerate(g.pc_top)
            if top and side and g.pc_top_seen[b] == side
        },
        "forecast": {} if g.phase == "influence" else markers(g, side),
        "modifiers": {SIDE_IDS[s]: influence_modifiers(g, s) for s in SIDES},
    }


def _placed(g: Chaos, viewer: int, side: int, box: int) -> str | None:
    """A card in a political box: the owner knows it, everybody once it is opened."""
    number = g.placed[side][box]
    if viewer == side or box < g.opened:
        return card_id(side, number) if number else None
    return ""


def _battle(g: Chaos) -> Params | None:
    battle = g.battle
    if battle is None:
        return None
    return {
        "target": SPACE_IDS[battle.target],
        "side": SIDE_IDS[battle.side],
        "attackers": [UNIT_IDS[u] for u in battle.attackers],
        "defenders": [UNIT_IDS[u] for u in battle.defenders],
        "counter": battle.counter,
        "results": list(battle.results),
        "wiped": [wiped_out(g, battle.attackers), wiped_out(g, battle.defenders)] if battle.attackers else [],
        "forecast": forecast(g, battle) if battle.attackers and not battle.results and battle.step != AVOIDED else None,
    }


def summary_lines(g: Chaos, words: Catalogue) -> list[str]:
    """The public position in a few lines."""
    count = [credited_to(g, c) for c in VICTORY_CITIES]
    where = {"turn": g.turn, "round": g.round, "rounds": g.turn_row.rounds, "active": SIDE_IDS[g.active]}
    score = {"red": g.vp[RED], "white": g.vp[WHITE], "red_cities": count.count(RED), "white_cities": count.count(WHITE)}
    markers = [f"{words.get(f'name.{FACTION_IDS[f]}')} {p:+d}" for f, p in enumerate(g.fcm) if p and in_play(g, f)]
    return [
        say(words, "ui.summary.where", where),
        say(words, "ui.summary.score", score),
        say(words, "ui.summary.markers", {"markers": markers}),
    ]
