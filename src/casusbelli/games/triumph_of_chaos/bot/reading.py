"""A seat's view read back into a state, so that the bot can ask the rules themselves.

Everything comes from the view: hands and decks of the enemy stay empty, and a fact the view does not tell keeps its default.
"""

from __future__ import annotations

from typing import Any

from ..cards import CARD_NUMBER, PC_NUMBER
from ..content import (
    CAMP,
    CONTROL_IDS,
    FACTION,
    FACTION_MASK,
    FACTIONS,
    FIRST_OWNER,
    LEADER,
    LEADERS,
    NOBODY,
    OWNER,
    SIDE_IDS,
    SIDE_OF,
    SIDES,
    SPACE,
    SPACES,
    UNIT,
    UNIT_FACTION,
    UNITS,
    VC_MASK,
    bits,
)
from ..factions import UNUSABLE_BY, controller
from ..operations import KINDS
from ..state import BOX_IDS, CONQUERED, IN_PLAY, OUT, Battle, Chaos, Operation
from ..view import FATES, POLISH_STATES

_PLACE = {**SPACE, **{name: box for box, name in BOX_IDS.items()}}
_SIDE = {name: n for n, name in enumerate(SIDE_IDS)}
_CONTROL = {name: n for n, name in enumerate(CONTROL_IDS)}
_OWNER = bytes(OWNER[row.owner] for row in UNITS)
_CAMP = bytes(CAMP["none"] if "insurr" in row.id else CAMP[row.camp] for row in UNITS)
_UNIT_SIDE = bytes(SIDE_OF.get(row.owner, NOBODY) for row in UNITS)
_LEADER_SIDE = bytes(SIDE_OF.get(row.owner, NOBODY) for row in LEADERS)
_INSURGENTS = [u for u, row in enumerate(UNITS) if "insurr" in row.id]
_RISINGS = [u for u, row in enumerate(UNITS) if "insurr" in row.id or "peasant" in row.id]
_RED_POLES = UNIT["red_polish_c"]
_TURNCOAT = UNIT["white_soc_rev_a"]


def read(view: dict[str, Any]) -> Chaos:
    """The state as the viewer knows it."""
    g = Chaos(
        phase=view["phase"],
        seed=b"",
        scenario=view["scenario"],
        camp_limit=view["camp_limit"],
        turn=view["turn"],
        round=view["round"],
        active=_SIDE[view["active"]],
        control=bytearray(len(SPACES)),
        where=[OUT] * len(UNITS),
        reduced=bytearray(len(UNITS)),
        side=bytearray(_UNIT_SIDE),
        owner=bytearray(_OWNER),
        camp=bytearray(_CAMP),
        leader_at=[OUT] * len(LEADERS),
        leader_side=bytearray(_LEADER_SIDE),
        insurgents=list(_INSURGENTS),
        flags=list(view["flags"]),
        played=list(view["played"]),
        mud_rounds=view["mud_rounds"],
        white_bonus=view["white_bonus"],
        border_open=view["border_open"],
        vp=[0, view["vp"]["red"], view["vp"]["white"]],
        polish_state=POLISH_STATES.index(view["poland"]["state"]),
        polish_war=sum(_SIDE[s] for s in view["poland"]["war"]),
        polish_apart=view["poland"]["apart"],
        responded=[FACTION[f] for f in view["poland"]["responded"]],
    )
    g.polish_area = list(g.responded)
    g.seats = ["", view["seats"]["red"], view["seats"]["white"]]
    _read_map(g, view)
    _read_factions(g, view["factions"])
    _read_cards(g, view)
    _read_round(g, view)
    _read_risings(g, view["supply"]["cut"])
    return g


def _read_risings(g: Chaos, cut: list[str]) -> None:
    """Troops that have just risen need no supply [13]: those the view does not count among the cut off may be among them."""
    starving = {UNIT[name] for name in cut}
    g.fresh_insurgents = [u for u in _RISINGS if g.where[u] >= 0 and u not in starving]
    g.red_polish_fresh = g.where[_RED_POLES] >= 0 and _RED_POLES not in starving


def _read_map(g: Chaos, view: dict[str, Any]) -> None:
    control, where, reduced, side = g.control, g.where, g.reduced, g.side
    for space, owner in view["control"].items():
        control[SPACE[space]] = _CONTROL[owner]
    for name, (place, full, who) in view["units"].items():
        unit = UNIT[name]
        where[unit] = _PLACE[place]
        reduced[unit] = not full
        side[unit] = _SIDE[who]
    for name, (place, who) in view["leaders"].items():
        g.leader_at[LEADER[name]] = _PLACE[place]
        g.leader_side[LEADER[name]] = _SIDE[who]
    if side[_TURNCOAT] == SIDE_OF["red"]:
        g.owner[_TURNCOAT], g.camp[_TURNCOAT] = OWNER["red"], CAMP["red"]
    markers = view["markers"]
    g.no_act = [SPACE[s] for s in markers["no_act"]]
    g.greens = [SPACE[s] for s in markers["greens"]]
    g.partisans = [[], *([SPACE[s] for s in markers["partisans"][name]] for name in ("red", "white"))]
    g.fortified = [(SPACE[s], shift) for s, shift in markers["fortified"].items()]
    g.train = SPACE[markers["train"]] if markers["train"] else OUT
    g.tsar = markers["tsar"]


def _read_factions(g: Chaos, factions: dict[str, Any]) -> None:
    for faction, row in enumerate(FACTIONS):
        seen = factions[row.id]
        g.fcm[faction] = seen["fcm"]
        g.fate[faction] = FATES.index(seen["fate"])
        g.pending[faction] = seen["pending"]
        g.deployed[faction] = int(seen["deployed"])
        g.lock[faction] = int(seen["locked"])
        g.war[faction] = sum(_SIDE[s] for s in seen["war"])
        g.protector[faction] = _SIDE[seen["protector"]]
        if "B8" in seen["blocks"].values():
            g.freeze_until = g.turn
        owner = controller(g, faction)
        g.violated[faction] = int(seen["deployed"] and owner > 0 and UNUSABLE_BY[faction] == owner)
        g.been_controlled[faction] = int(owner > 0)
        if g.fate[faction] == CONQUERED:
            g.conqueror[faction] = next((g.control[c] for c in bits(FACTION_MASK[faction] & VC_MASK)), NOBODY)
    _read_commanders(g)


def _read_commanders(g: Chaos) -> None:
    """Troops that serve a side other than their faction's: commanded for a turn, or risen against it [9.5, 15]."""
    for unit, place in enumerate(g.where):
        faction = UNIT_FACTION[unit]
        if place < 0 or faction < 0 or g.fate[faction] != IN_PLAY:
            continue
        side = g.side[unit]
        if side in SIDES and side != controller(g, faction) and g.owner[unit] >= FIRST_OWNER:
            if "peasant" in UNITS[unit].id:
                g.owner[unit], g.camp[unit] = side, CAMP["none"]
            else:
                g.commander[faction] = side


def _read_cards(g: Chaos, view: dict[str, Any]) -> None:
    me = _SIDE[view["side"]]
    g.hands[me] = [CARD_NUMBER[c] for c in view["hand"]]
    g.last_action = ["", view["last_action"]["red"], view["last_action"]["white"]]
    for side in SIDES:
        piles = view["piles"][SIDE_IDS[side]]
        g.discards[side] = [CARD_NUMBER[c] for c in piles["discards"]]
        g.removed[side] = [CARD_NUMBER[c] for c in piles["removed"]]
        g.pools[side] = {pool: round(2 * n) for pool, n in view["pools"][SIDE_IDS[side]].items()}
        g.rdr_lifted[side] = list(view["lifted"][SIDE_IDS[side]])
        g.in_fighting[side] = int(SIDE_IDS[side] in view["in_fighting"])
    politics = view["politics"]
    g.opened = politics["opened"]
    g.pc_box = [[PC_NUMBER[c] for c in cards if c] for cards in politics["boxes"].values()]
    g.pc_shown = [n for cards in g.pc_box for n in cards]
    g.pc_deck = [[PC_NUMBER[c] for c in cards] for cards in politics["available"].values()]
    g.pc_discard = [PC_NUMBER[c] for c in politics["discards"]]


def _read_round(g: Chaos, view: dict[str, Any]) -> None:
    seen = view["operation"]
    g.operation = Operation(
        cm=seen["cm"],
        markers=[(SPACE[s], KINDS[kind]) for s, kind in view["activations"]],
        moved=[UNIT[u] for u in seen["moved"]],
        used=[UNIT[u] for u in seen["fought"]],
        attacked=[SPACE[s] for s in seen["attacked"]],
    )
    fight = view["battle"]
    if fight is not None:
        side = _SIDE[fight["side"]]
        g.battle = Battle(
            side=side,
            foe=3 - side,
            target=SPACE[fight["target"]],
            attackers=[UNIT[u] for u in fight["attackers"]],
            defenders=[UNIT[u] for u in fight["defenders"]],
            counter=fight["counter"],
            results=list(fight["results"]),
        )
