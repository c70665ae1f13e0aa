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
from typing import Any

import msgspec

from casusbelli.game import AFRESH, Sections
from casusbelli.kernel import Seat

from . import dossier, odds
from .actions import plan_targets
from .content import ALLIED, AXIS, BIT, NEUTRAL, PROVINCES, SEGMENTS, SIDES, SPACES, Side, places
from .production import resource_points, year_end_vp
from .state import Battle, Look, Sighting, War
from .supply import front
from .victory import possible_kept, seen_on_board
from .wheel import age

_NO_CARDS: tuple[str, ...] = ()

_places = lru_cache(maxsize=1024)(places)
_pack = msgspec.msgpack.Encoder().encode


def view(g: War, seat: Seat | None, sections: Sections = AFRESH) -> dict[str, Any]:
    """The view of a seat; None is a spectator."""
    side = g.side_of(seat)
    keep, common = sections.keep, sections.common
    return {
        "side": side,
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
        "provinces": sections.keep_parts(
            ("provinces", side), lambda: common(_of_provinces, g), lambda: _provinces(g, side, sections)
        ),
        "sides": {s: _side(common(_public_side, g, s), g, s, own=s == side) for s in SIDES},
        "own": keep(("own", side), lambda: _of_own(g, side), lambda: _own(g, side)) if side else None,
        "victory": keep(("victory", side), lambda: _of_victory(g, side), lambda: _victory(g, side)),
        "intel_box": g.intel_box,
        "vp_left": g.vp_left,
        "blocked": list(g.blocked),
        "must_resolve": list(g.must_resolve),
        "played": {"cards": g.played, "hand_at_start": g.hand_at_start, "op_created": g.op_created},
        "dossier": keep(("dossier", side), lambda: _of_dossier(g, side), lambda: _dossier(g, side)) if side else [],
        "battle": _battle(g.battle, side) if g.battle else None,
        "last_battle": keep(("last_battle", side), lambda: common(_of_last_battle, g), lambda: _last_battle(g, side))
        if g.last_battle
        else None,
        "duel": _duel(g) if g.duel else None,
        "last_look": _look(g.last_look, side) if g.last_look else None,
        "winner": g.winner,
        "ending": g.ending,
    }


# -- what sections are made of: all that decides how they look -------------------------------------------------------------


def _of_provinces(g: War) -> bytes:
    """Packed here, for it is the same for every viewer."""
    supplied = front(g).supplied
    cards = g.neutral, g.axis.defence, g.allied.defence
    return _pack((g.control, *cards, g.quagmires, g.must_resolve, supplied[AXIS], supplied[ALLIED]))


def _of_dossier(g: War, side: Side) -> Any:
    """The sightings, how large their piles are (in a battle cards go before the sightings say so), and the battle's cards."""
    known = g.forces[side].dossier
    sizes = [len(dossier.pile_cards(g, pile)) for pile in known]
    b = g.battle
    fought = (b.province, b.attacker, b.shown, b.misfits) if b else None
    return known, sizes, fought, g.options, None if "memory_aids" in g.options else g.turn_no


def _of_own(g: War, side: Side) -> Any:
    """The side's own piles, and what its Province cards depend on."""
    force = g.forces[side]
    draw = force.draw if g.phase == "placement" else None
    return force.hand, force.discard, force.win, force.loss, draw, plan_targets(g, side), _fought_for(g, side)


def _of_victory(g: War, side: Side | None) -> Any:
    """The Victory cards, and what the side remembers of those on the board."""
    seen = g.forces[side].dossier.get(dossier.BOARD) if side else None
    fresh = None if "memory_aids" in g.options else g.turn_no
    return g.victory_kept, g.victory_boxed, g.victory_drawn, len(g.victory_board), g.winner, seen, fresh


def _of_last_battle(g: War) -> bytes:
    """Packed here, for it is the same for every viewer."""
    return _pack((g.last_battle, None if "memory_aids" in g.options else g.turn_no))


# -- sections ----------------------------------------------------------------------------------------------------------


def _provinces(g: War, side: Side | None, sections: Sections) -> dict[str, Any]:
    """The bare map, and on it the provinces in which cards lie."""
    held, supplied, part = front(g).held, front(g).supplied, sections.part
    axis, allied, neutral, control, bogs = g.axis.defence, g.allied.defence, g.neutral, g.control, g.quagmires
    shown: dict[str, Any] = dict(sections.lasting(_bare, part, held[AXIS], held[ALLIED], supplied[AXIS], supplied[ALLIED]))
    mine = g.forces[side].defence if side else {}
    for p in {*axis, *allied, *neutral, *bogs}:
        holder, garrison, defenders = control[p], neutral.get(p), mine.get(p)
        shown[p] = part(
            _province,
            holder,
            None if holder == NEUTRAL else supplied[holder] & BIT[p] != 0,
            len(axis.get(p, _NO_CARDS)),
            len(allied.get(p, _NO_CARDS)),
            len(garrison) if garrison else 0,
            _NO_CARDS if not defenders else tuple(defenders) if len(defenders) == 1 else tuple(sorted(defenders)),
            tuple(sorted(garrison)) if garrison and side and dossier.may_see_neutral(g, side, p) else None,
            _quagmire(g, p, side) if p in bogs else None,
        )
    return shown


def _bare(part: Callable[..., Any], axis: int, allied: int, axis_supplied: int, allied_supplied: int) -> dict[str, Any]:
    """The map without a card on it, by who holds what and is supplied, as masks."""
    shown = {}
    for p in PROVINCES:
        bit = BIT[p]
        if bit & axis:
            shown[p] = part(_province, AXIS, bit & axis_supplied != 0)
        elif bit & allied:
            shown[p] = part(_province, ALLIED, bit & allied_supplied != 0)
        else:
            shown[p] = part(_province, NEUTRAL, None)
    return shown


Cards = tuple[str, ...]
Bog = tuple[Side, int, Cards | None, bool]
"""A quagmire as it is seen: the attacker, how many cards he has, which (for himself), whether it is to be resolved."""


def _province(
    control: str,
    supplied: bool | None,
    axis: int = 0,
    allied: int = 0,
    neutral: int = 0,
    own: Cards = _NO_CARDS,
    garrison: Cards | None = None,
    bog: Bog | None = None,
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
    fought = _fought_for(g, side)
    return [p for p in _places(plan_targets(g, side)) if p != fought]


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
        "shown": None if hidden else battle.shown,
        "misfits": battle.misfits,
        "bombarding": sorted(battle.bombarding),
        "bonuses": battle.bonuses,
        "attack": battle.attack_total,
        "defence": battle.defence_total,
        "advantage": battle.advantage,
        "result": battle.result,
        "lost": battle.lost,
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
        "cards": look.cards if look.looker == side else None,
    }
