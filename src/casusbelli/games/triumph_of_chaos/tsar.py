"""The Tsar and the gold train [17.1, 17.2]."""

from __future__ import annotations

from casusbelli.kernel import Choice

from .asks import public
from .board import armies_in
from .content import (
    CZECH,
    FACTION,
    FACTION_IDS,
    FACTIONS,
    LEADER,
    RED,
    SIGN,
    SPACE,
    SPACE_IDS,
    WHITE,
)
from .factions import controller, in_play
from .influence import add_influence, influence_counts
from .political_refusals import why_no_influence
from .replacements import record_steps
from .scoring import gain_vp
from .state import OUT, REMOVED, Chaos, side_id
from .tables import CONSTANT

_EKATERINBURG = SPACE["ekaterinburg"]
_MOURNERS = ("britain", "france", "finland")
_RESCUE_IP = (("britain", 1), ("poland", 1), ("makhno", -1), ("ukraine", -1))
DEPOSITS = {WHITE: (SPACE["omsk"], SPACE["urals_north_east_box"]), RED: (SPACE["moskva"],)}
LAST_TSAR_TURN = 2


def may_execute_tsar(g: Chaos) -> bool:
    return g.tsar and g.turn <= LAST_TSAR_TURN


def execute_tsar(g: Chaos) -> None:
    """Red ends the dynasty: three courts are shocked."""
    remove_tsar(g, "executed")
    for faction in _MOURNERS:
        add_influence(g, FACTION[faction], 1, "17.1")


def remove_tsar(g: Chaos, how: str) -> None:
    g.tsar = False
    g.leader_at[LEADER["tsar"]] = REMOVED
    g.report("tsar", rule="17.1", how=how)


def may_rescue_tsar(g: Chaos) -> bool:
    """In turn 2, once: the Legion is White's, and a White army holds Ekaterinburg."""
    if not g.tsar or g.tsar_tried or g.turn != LAST_TSAR_TURN or controller(g, CZECH) != WHITE:
        return False
    return g.control[_EKATERINBURG] == WHITE and armies_in(g, 1 << _EKATERINBURG, WHITE)


def rescue_tsar(g: Chaos) -> None:
    g.tsar_tried = True
    roll = g.die()
    success = roll <= CONSTANT["tsar_rescue_max_roll"]
    g.report("tsar_rescue", rule="17.1", side="white", roll=roll, success=success)
    remove_tsar(g, "rescued" if success else "lost")
    if success:
        gain_vp(g, WHITE, CONSTANT["tsar_rescue_vp"], "tsar", "17.1")
        for faction, points in _RESCUE_IP:
            add_influence(g, FACTION[faction], points, "17.1")


def end_of_tsar(g: Chaos) -> None:
    """At the end of turn 2 he leaves the game."""
    if g.tsar and g.turn >= LAST_TSAR_TURN:
        remove_tsar(g, "forgotten")


async def train_income(g: Chaos) -> None:
    """D2: the train pays a step or buys influence [17.2]."""
    side = g.train_controller()
    if not side:
        return
    options: list[Choice] = [("gold_steps",)]
    if influence_counts(g):
        options.extend(("gold_influence", FACTION_IDS[f]) for f in range(len(FACTIONS)) if in_play(g, f))
    answer = await public(g, side, "igsr_choice", options, "17.2", None, lambda c: why_no_influence(g, "17.2", c))
    if answer[0] == "gold_steps":
        record_steps(g, side, "side", 1)
    else:
        add_influence(g, FACTION[str(answer[1])], SIGN[side], "17.2")


def train_deposit(g: Chaos) -> None:
    """D7: safe in the vaults, the train is worth points and leaves the game."""
    side = g.train_controller()
    if side and g.train in DEPOSITS[side]:
        g.report("gold_deposited", rule="17.2", side=side_id(side), space=SPACE_IDS[g.train])
        g.train = OUT
        gain_vp(g, side, CONSTANT["igsr_deposit_vp"], "gold", "17.2")


def train_controller(g: Chaos) -> int:
    """Who has the gold train. The state knows; bots of earlier days (``marshal@41046de``) still ask here."""
    return g.train_controller()
