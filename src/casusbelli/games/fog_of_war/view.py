"""What a seat may see, built up from allowed facts. A spectator (``side`` null) sees what both players know.

Card lists are sorted; cards are values: ``army_2``, ``air``, ``decoy``, ``fleet_3``, ``fort_2``, ``neutral_1``. The shape::

    side            "axis" | "allied" | null            the side this seat plays
    seats           {"axis": seat, "allied": seat}      empty while the sides are bid for
    bids            {seat: [side, n]}                   empty unless sides were bid for
    options         [id, …]                             options that are on
    year, season ("campaign" | "winter"), active, turn_no
    phase           bidding, victory_cards, placement, turn, actions (both: the active player acts), intelligence,
                    year_end, production, withdrawal, new_year, over
    vp, vp_threshold, vp_at_year_end                    the last: what the year end would add now
    advantage       side that holds the token
    flags           {france_fallen, uk_fallen, usa_at_war, ussr_at_war}
    provinces       {id: {
                        control                         "axis" | "allied" | "neutral"
                        supplied                        true | false; null for a neutral province
                        defence                         {axis, allied, neutral}: numbers of cards
                        own                             [cards]: the viewer's defenders
                        neutral                         [cards] if the viewer may look, else null
                        quagmire                        null | {attacker, count, own: [cards] | null, must_resolve}
                    }}
    sides           {"axis" | "allied": {
                        hand, draw, discard, win, loss  numbers of cards
                        reserve                         [set id, …] not yet in the game
                        intel                           {ready, used}
                        industry, resources, production numbers; production = min(industry, resources)
                        points                          production points left while this side produces
                        dial                            0…5
                        ops                             {space: {age, segment, count (Province card included),
                                                                 target, cards}}  the last two: own only, else null
                        display                         [province, …] controlled
                    }}
    own             null | {hand, discard, win, loss: [cards], draw: [cards] at initial placement else null,
                            province_deck: [province, …]}
    victory         {kept, boxed, drawn: [ids] | null, board: number, seen: [ids], possible: [ids]}
                    possible: cards that may be among the kept ones, for all the viewer knows
    intel_box       tokens left to buy
    vp_left         victory points the Axis may still buy in this production
    blocked         [pile, …]      must_resolve   [province, …]
    played          {cards, hand_at_start, op_created}  this turn
    dossier         [{pile, turn, how, size, seen, complete, added, removed, low, high}]
                    without memory_aids only what was seen in this turn or the one before, and no bounds
                    low, high: bounds of the pile's strength in defence (attack for a quagmire), null for others
    battle          null | {…}     the battle on the table
    last_battle     null | {…}     the last one that was fought out (its turn tells how long ago); as fresh as the dossier
                    {province, attacker, defender, turn, first, origin, seas, space, age,
                     count, own                         attack cards not yet shown: number, and [cards] for the attacker
                     interdictors: {sea: [cards]}, interdicted,
                     shown: null | {attack, defence, neutral: [cards]}, misfits: {…}, bombarding: [cards],
                     bonuses: [{id, to, value}], attack, defence, advantage, result,
                     lost: {"axis_loss": n, …}, picking: null | {side, picked: n, owed, cards (the last two: picker only)}}
    duel            null | {pile, looker, base, bids: {side: n}, available: {side: n}}
    last_look       null | {side, pile, turn, size, count, cards: [cards] for the looker else null}: until his next turn
    winner, ending  "" while the war goes on
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import ne
from typing import Any, NamedTuple

import msgspec

from casusbelli.game import AFRESH, Sections
from casusbelli.kernel import Seat

from . import dossier, odds
from .actions import plan_targets
from .content import ALLIED, AXIS, BIT, NEUTRAL, ON_MAP, PROVINCES, SEGMENTS, SIDES, SPACES, Side, places
from .production import resource_points, year_end_vp
from .state import Battle, Force, Look, Sighting, War
from .supply import front
from .victory import possible_kept, seen_on_board
from .wheel import age

_NO_CARDS: tuple[str, ...] = ()

_places = lru_cache(maxsize=1024)(places)
_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder().decode


class Moment(NamedTuple):
    """All that decides what is shown, taken apart by what changes together. Other parts of the state are never shown."""

    front: Any
    """Who holds what, and whom it supplies, as masks; the year and whether the USSR is at war, for what it yields."""
    table: bytes
    """The turn, the points and all other markers; and the Intel tokens, which a duel shows."""
    bogs: bytes
    """The quagmires."""
    neutral: bytes
    axis_lie: bytes
    allied_lie: bytes
    """Cards in the provinces, by whose they are."""
    axis: bytes
    allied: bytes
    """Hand, piles and markers of a side, and whether it may look through its draw pile."""
    axis_plans: bytes
    allied_plans: bytes
    """Its operations."""
    axis_knows: bytes
    allied_knows: bytes
    """Its dossier."""
    cards: bytes
    """The Victory cards."""
    battle: bytes
    last_battle: bytes


def moment(g: War) -> Moment:
    """The present moment. Call it, like ``view``, at any event: the front changes together with who holds what."""
    known, axis, allied = front(g), g.forces[AXIS], g.forces[ALLIED]
    held, supplied = known.held, known.supplied
    flags = g.france_fallen, g.uk_fallen, g.usa_at_war, g.ussr_at_war
    time = g.year, g.winter, g.active, g.turn_no, g.phase
    points = g.vp, g.vp_threshold, g.vp_left, g.advantage, g.intel_box, g.hand_at_start, g.played, g.op_created
    marked = g.seats, g.bids, g.options, g.blocked, g.must_resolve, g.last_look, g.winner, g.ending
    duel = g.duel, axis.ready, allied.ready
    return Moment(
        (held[AXIS], held[ALLIED], supplied[AXIS], supplied[ALLIED], g.year, g.ussr_at_war),
        _pack((flags, time, points, marked, duel)),
        _pack((g.quagmires, g.must_resolve)),
        _pack(g.neutral),
        _pack(axis.defence),
        _pack(allied.defence),
        _force(axis, g.phase),
        _force(allied, g.phase),
        _pack(axis.operations),
        _pack(allied.operations),
        _pack(axis.dossier),
        _pack(allied.dossier),
        _pack((g.victory_kept, g.victory_boxed, g.victory_drawn, len(g.victory_board), g.winner)),
        _pack(g.battle),
        _pack(g.last_battle),
    )


def _force(f: Force, phase: str) -> bytes:
    piles = f.hand, f.draw, f.discard, f.win, f.loss, f.reserve
    return _pack((piles, f.dial, f.ready, f.used, f.industry, f.points, phase == "placement"))


def view(g: War, seat: Seat | None, sections: Sections = AFRESH) -> dict[str, Any]:
    """The view of a seat; None is a spectator. What was shown last is made anew where the moment is another."""
    side, now = g.side_of(seat), sections.moment
    if now is None:  # nobody says what decides it: nothing is taken from what was shown last
        return _view(g, side, sections)
    name = "view", side
    latest = sections.latest(name)
    if latest is None:
        return sections.note(name, now, _view(g, side, sections))
    before, shown = latest
    return shown if before == now else sections.note(name, now, _renewed(shown, g, side, sections, before, now))


def _view(g: War, side: Side | None, sections: Sections) -> dict[str, Any]:
    raw = sections.raw
    return {
        "side": side,
        **_clock(g),
        "provinces": _provinces(g, side, sections),
        "sides": {s: _side(_public_side(g, s), g, s, own=s == side) for s in SIDES},
        "own": raw(_own, g, side) if side else None,
        "victory": raw(_victory, g, side),
        **_markers(g),
        "dossier": _kept_dossier(g, side, sections) if side else [],
        "battle": _battle(g.battle, side) if g.battle else None,
        "last_battle": raw(_last_battle, g, side),
        **_last(g, side),
    }


def _renewed(last: dict[str, Any], g: War, side: Side | None, sections: Sections, before: Moment, now: Moment) -> dict[str, Any]:
    """The same as ``_view``, from what it was before: each section again whose parts of the moment are others."""
    differs: Any = Moment(*map(ne, before, now))
    axis, allied = differs.axis or differs.axis_plans, differs.allied or differs.allied_plans
    lie = differs.neutral or differs.axis_lie or differs.allied_lie
    turned = differs.table and "memory_aids" not in g.options  # what is remembered without help depends on the turn
    shown, since, raw = dict(last), sections.since, sections.raw
    if differs.table or differs.front:
        shown |= since("clock", (now.table, now.front), _clock, g)
    if differs.table:
        shown |= since("markers", now.table, _markers, g)
        shown |= _last(g, side)
    if lie or differs.front or differs.bogs:
        shown["provinces"] = provinces = dict(last["provinces"])
        for p in since("changes", (before, now), _changes, g, before, now):
            provinces[p] = _province_in(g, p, side, sections)
    if axis or allied or differs.front:
        shown["sides"] = sides = dict(last["sides"])
        if axis or differs.front:
            public = since(AXIS, (now.front, now.axis, now.axis_plans), _public_side, g, AXIS)
            sides[AXIS] = _side(public, g, AXIS, own=side == AXIS)
        if allied or differs.front:
            public = since(ALLIED, (now.front, now.allied, now.allied_plans), _public_side, g, ALLIED)
            sides[ALLIED] = _side(public, g, ALLIED, own=side == ALLIED)
    if side:
        mine, plans = (axis, differs.allied_plans) if side == AXIS else (allied, differs.axis_plans)
        knows = differs.axis_knows if side == AXIS else differs.allied_knows
        if mine or differs.front or differs.bogs or differs.battle:
            shown["own"] = raw(_own, g, side)
        if knows or plans or lie or differs.bogs or differs.cards or differs.battle or turned:
            shown["dossier"] = _kept_dossier(g, side, sections)
    else:
        knows = False
    if knows or differs.cards or turned:
        shown["victory"] = raw(_victory, g, side)
    if differs.battle:
        shown["battle"] = _battle(g.battle, side) if g.battle else None
    if differs.last_battle or turned:
        shown["last_battle"] = raw(_last_battle, g, side)
    return shown


# -- sections ----------------------------------------------------------------------------------------------------------


def _kept_dossier(g: War, side: Side, sections: Sections) -> Any:
    """Dear to make, and made of little: kept by just that."""
    return sections.keep(("dossier", side), lambda: _of_dossier(g, side), lambda: _dossier(g, side))


def _of_dossier(g: War, side: Side) -> Any:
    """The sightings, how large their piles are (in a battle cards go before the sightings say so), and the battle's cards."""
    known = g.forces[side].dossier
    sizes = [len(dossier.pile_cards(g, pile)) for pile in known]
    b = g.battle
    fought = (b.province, b.attacker, b.shown, b.misfits) if b else None
    return known, sizes, fought, g.options, None if "memory_aids" in g.options else g.turn_no


def _clock(g: War) -> dict[str, Any]:
    return {
        "seats": dict(g.seats),
        "bids": dict(g.bids),
        "options": list(g.options),
        "year": g.year,
        "season": "winter" if g.winter else "campaign",
        "active": g.active,
        "turn_no": g.turn_no,
        "phase": g.phase,
        "vp": g.vp,
        "vp_threshold": g.vp_threshold,
        "vp_at_year_end": year_end_vp(g),
        "advantage": g.advantage,
        "flags": {
            "france_fallen": g.france_fallen,
            "uk_fallen": g.uk_fallen,
            "usa_at_war": g.usa_at_war,
            "ussr_at_war": g.ussr_at_war,
        },
    }


def _markers(g: War) -> dict[str, Any]:
    return {
        "intel_box": g.intel_box,
        "vp_left": g.vp_left,
        "blocked": list(g.blocked),
        "must_resolve": list(g.must_resolve),
        "played": {"cards": g.played, "hand_at_start": g.hand_at_start, "op_created": g.op_created},
    }


def _last(g: War, side: Side | None) -> dict[str, Any]:
    return {
        "duel": _duel(g) if g.duel else None,
        "last_look": _look(g.last_look, side) if g.last_look else None,
        "winner": g.winner,
        "ending": g.ending,
    }


def _changes(g: War, before: Moment, now: Moment) -> set[str]:
    """The provinces that may look different from how they looked before, to whomever."""
    masks = 0
    for old, new in zip(before.front[:4], now.front[:4], strict=True):
        masks |= old ^ new
    found = set(_places(masks & ON_MAP))
    if before.bogs != now.bogs:
        found.update(g.quagmires, _unpack(before.bogs)[0])
    lie = ((before.neutral, now.neutral, g.neutral), (before.axis_lie, now.axis_lie, g.axis.defence))
    for packed, after, cards in (*lie, (before.allied_lie, now.allied_lie, g.allied.defence)):
        if packed != after:
            lay = _unpack(packed)
            found.update([p for p, there in cards.items() if lay.get(p) != there])
            found.update(lay.keys() - cards.keys())
    return found


def _provinces(g: War, side: Side | None, sections: Sections) -> dict[str, Any]:
    """The bare map, and on it the provinces in which cards lie."""
    held, supplied = front(g).held, front(g).supplied
    bare = sections.lasting(_bare, sections.part, held[AXIS], held[ALLIED], supplied[AXIS], supplied[ALLIED])
    shown: dict[str, Any] = dict(bare)
    for p in {*g.axis.defence, *g.allied.defence, *g.neutral, *g.quagmires}:
        shown[p] = _province_in(g, p, side, sections)
    return shown


def _province_in(g: War, p: str, side: Side | None, sections: Sections) -> Any:
    """One province as the side sees it."""
    holder, axis, allied, neutral = g.control[p], g.axis.defence.get(p), g.allied.defence.get(p), g.neutral.get(p)
    mine = axis if side == AXIS else allied if side == ALLIED else None
    return sections.part(
        _province,
        holder,
        None if holder == NEUTRAL else front(g).supplied[holder] & BIT[p] != 0,
        len(axis) if axis else 0,
        len(allied) if allied else 0,
        len(neutral) if neutral else 0,
        _NO_CARDS if not mine else tuple(mine) if len(mine) == 1 else tuple(sorted(mine)),
        tuple(sorted(neutral)) if neutral and side and dossier.may_see_neutral(g, side, p) else None,
        _quagmire(g, p, side) if p in g.quagmires else None,
    )


def _bare(part: Callable[..., Any], axis: int, allied: int, axis_supplied: int, allied_supplied: int) -> dict[str, Any]:
    """The map without a card on it, by who holds what and is supplied, as masks."""
    shown = {}
    for p in PROVINCES:
        bit = BIT[p]
        if bit & axis:
            shown[p] = part(_province, AXIS, bit & axis_supplied != 0, *_NOTHING)
        elif bit & allied:
            shown[p] = part(_province, ALLIED, bit & allied_supplied != 0, *_NOTHING)
        else:
            shown[p] = part(_province, NEUTRAL, None, *_NOTHING)
    return shown


Cards = tuple[str, ...]
Bog = tuple[Side, int, Cards | None, bool]
"""A quagmire as it is seen: the attacker, how many cards he has, which (for himself), whether it is to be resolved."""


_NOTHING = (0, 0, 0, _NO_CARDS, None, None)
"""What lies in a province in which nothing lies."""


def _province(
    control: str, supplied: bool | None, axis: int, allied: int, neutral: int, own: Cards, garrison: Cards | None, bog: Bog | None
) -> dict[str, Any]:
    return {
        "control": control,
        "supplied": supplied,
        "defence": {"axis": axis, "allied": allied, "neutral": neutral},
        "own": list(own),
        "neutral": None if garrison is None else list(garrison),
        "quagmire": None if bog is None else _bog(*bog),
    }


def _bog(attacker: Side, count: int, own: Cards | None, must_resolve: bool) -> dict[str, Any]:
    return {"attacker": attacker, "count": count, "own": None if own is None else list(own), "must_resolve": must_resolve}


def _quagmire(g: War, province: str, side: Side | None) -> Bog:
    quagmire = g.quagmires[province]
    cards = quagmire.cards
    own = tuple(sorted(cards)) if quagmire.attacker == side else None
    return quagmire.attacker, len(cards), own, province in g.must_resolve


def _side(public: dict[str, Any], g: War, side: Side, *, own: bool) -> dict[str, Any]:
    """A side as everybody sees it, and to its own player what its operations aim at."""
    operations = g.forces[side].operations if own else None
    if not operations:
        return public
    ops = {
        space: {**op, "target": operations[space].target, "cards": sorted(operations[space].cards)}
        for space, op in public["ops"].items()
    }
    return {**public, "ops": ops}


def _public_side(g: War, side: Side) -> dict[str, Any]:
    force = g.forces[side]
    resources = resource_points(g, side)
    ops = {}
    for space in SPACES if force.operations else ():
        operation = force.operations.get(space)
        if operation:
            years = age(force.dial, space)
            ops[space] = {
                "age": years,
                "segment": SEGMENTS[years].id,
                "count": len(operation.cards) + 1,
                "target": None,
                "cards": None,
            }
    return {
        "hand": len(force.hand),
        "draw": len(force.draw),
        "discard": len(force.discard),
        "win": len(force.win),
        "loss": len(force.loss),
        "reserve": list(force.reserve),
        "intel": {"ready": force.ready, "used": force.used},
        "industry": force.industry,
        "resources": resources,
        "production": min(resources, force.industry),
        "points": force.points,
        "dial": force.dial,
        "ops": ops,
        "display": list(_places(front(g).held[side])),
    }


def province_deck(g: War, side: Side) -> list[str]:
    """5.1: the Province cards a side may plan with; the one in the battle on the table is not among them."""
    targets = plan_targets(g, side)
    fought = _fought_for(g, side)
    return list(_places(targets & ~BIT[fought] if fought else targets))


def _fought_for(g: War, side: Side) -> str:
    """The province that the side attacks in the battle on the table."""
    return g.battle.province if g.battle and g.battle.attacker == side else ""


def _own(g: War, side: Side) -> dict[str, Any]:
    force = g.forces[side]
    return {
        "hand": sorted(force.hand),
        "discard": sorted(force.discard),
        "win": sorted(force.win),
        "loss": sorted(force.loss),
        "draw": sorted(force.draw) if g.phase == "placement" else None,
        "province_deck": province_deck(g, side),
    }


def _victory(g: War, side: Side | None) -> dict[str, Any]:
    shown = side == AXIS or bool(g.winner)
    return {
        "kept": sorted(g.victory_kept) if shown else None,
        "boxed": sorted(g.victory_boxed) if shown else None,
        "drawn": sorted(g.victory_drawn) if shown else None,
        "board": len(g.victory_board),
        "seen": seen_on_board(g, side or ""),
        "possible": possible_kept(g, side or ""),
    }


def _dossier(g: War, side: Side) -> list[dict[str, Any]]:
    """All sightings with what follows from them; without the memory aids fresh ones alone, and nothing reckoned."""
    aids = "memory_aids" in g.options
    shown = []
    for pile in g.forces[side].dossier:
        low, high = odds.bounds(g, side, pile) if aids else (None, None)
        shown += [_sighting(pile, s, low, high) for s in dossier.remembered(g, side, pile)]
    return shown


def _last_battle(g: War, side: Side | None) -> dict[str, Any] | None:
    """The last battle; without the memory aids only while its cards could still lie on the table."""
    b = g.last_battle
    if b is None or ("memory_aids" not in g.options and not dossier.is_fresh(g, b.turn)):
        return None
    return _battle(b, side)


def _sighting(pile: str, s: Sighting, low: int | None, high: int | None) -> dict[str, Any]:
    return {
        "pile": pile,
        "turn": s.turn,
        "how": s.how,
        "size": s.size,
        "seen": list(s.seen),
        "complete": s.complete,
        "added": s.added,
        "removed": s.removed,
        "low": low,
        "high": high,
    }


def _battle(battle: Battle, side: Side | None) -> dict[str, Any]:
    hidden = not battle.shown
    picking = None
    if battle.picker:
        mine = battle.picker == side
        picking = {
            "side": battle.picker,
            "picked": len(battle.picked),
            "owed": battle.owed if mine else None,
            "cards": sorted(battle.picked) if mine else None,
        }
    return {
        "province": battle.province,
        "attacker": battle.attacker,
        "defender": battle.defender,
        "turn": battle.turn,
        "first": battle.first,
        "origin": battle.origin,
        "seas": list(battle.seas),
        "space": battle.space,
        "age": battle.age,
        "count": len(battle.attack) if hidden else 0,
        "own": sorted(battle.attack) if hidden and battle.attacker == side else None,
        "interdictors": {sea: sorted(cards) for sea, cards in battle.interdictors.items()},
        "interdicted": battle.interdicted,
        "shown": None if hidden else {role: list(cards) for role, cards in battle.shown.items()},
        "misfits": {role: list(cards) for role, cards in battle.misfits.items()},
        "bombarding": sorted(battle.bombarding),
        "bonuses": list(battle.bonuses),
        "attack": battle.attack_total,
        "defence": battle.defence_total,
        "advantage": battle.advantage,
        "result": battle.result,
        "lost": dict(battle.lost),
        "picking": picking,
    }


def _duel(g: War) -> dict[str, Any]:
    duel = g.duel
    assert duel is not None
    return {
        "pile": duel.pile,
        "looker": duel.looker,
        "base": duel.base,
        "bids": dict(duel.bids),
        "available": {side: g.forces[side].ready for side in SIDES},
    }


def _look(look: Look, side: Side | None) -> dict[str, Any]:
    return {
        "side": look.looker,
        "pile": look.pile,
        "turn": look.turn,
        "size": look.size,
        "count": len(look.cards),
        "cards": list(look.cards) if look.looker == side else None,
    }
