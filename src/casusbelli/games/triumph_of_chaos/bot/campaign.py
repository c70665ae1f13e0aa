"""The round: which card for what, which spaces to activate, which marches and attacks to make [10, 11, 12]."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from casusbelli.kernel import Choice

from ..cards import BLUFF, CARD_NUMBER, CARDS
from ..content import FACTIONS, IS_ARMY, LEADER, SPACE, SPACE_IDS, UNIT, UNIT_IDS, WHITE
from ..operations import KIND_IDS, ready_units
from ..replacements import SIDE_POOL
from ..state import COMBAT, ELIMINATED, MOVE
from ..supply import in_supply
from ..tables import CONSTANT
from .battles import best_group
from .declarations import declaration
from .events import event_value, keep_value
from .gold import next_stop
from .marches import best_march, onward
from .markers import influence_value
from .plans import Campaign, best_mover
from .redeploy import redeployment_value
from .situation import Situation
from .steps import steps_worth

_GOING_ON = 0.6
"""Gain for which a march goes on beyond a place where it may stop."""


def activation(s: Situation, options: list[Choice], points: int, overlooked: Collection[int] = ()) -> Choice:
    """activate_spaces: the next marker of the best plan, as far as it does not need what was overlooked."""
    campaign = Campaign(s, overlooked)
    for operation in campaign.plan(points, campaign.chosen):
        for space in operation.spaces:
            choice = ("activate", SPACE_IDS[space], KIND_IDS[operation.kind])
            if choice in options:
                return choice
    return ("done",)


def mover(s: Situation, options: list[Choice]) -> Choice:
    """move_stack: who goes next."""
    best: tuple[float, Choice] = (s.weights.march_above, ("end_moves",))
    for space, kind in s.g.operation.markers:
        if kind == MOVE:
            march, choice = best_mover(s, space)
            if march.value > best[0] and choice in options:
                best = (march.value, choice)
    return best[1]


def step(s: Situation, options: list[Choice], about: dict[str, Any]) -> Choice:
    """move_step: along the way to the best place."""
    moving, led, points = [UNIT[u] for u in about["units"]], [LEADER[n] for n in about["leaders"]], int(about["points"])
    if not moving:
        return options[-1]
    here = s.g.where[moving[0]]
    stop = next_stop(s, here)
    if stop is not None:
        choice: Choice = ("stop",) if stop == here else ("step", SPACE_IDS[stop])
        if choice in options:
            return choice
    origin = SPACE[about["path"][0]]
    if s.weights.steady and origin != here:
        path = onward(s, moving, led, origin, here, points, ("stop",) in options).path
        choice = ("step", SPACE_IDS[path[0]]) if path else ("stop",)
        return choice if choice in options else options[-1]
    march = best_march(s, moving, led, here, points)
    if march.path and (march.value > _GOING_ON or ("stop",) not in options):
        choice = ("step", SPACE_IDS[march.path[0]])
        if choice in options:
            return choice
    return options[-1]


def _fresh(s: Situation) -> dict[int, list[int]]:
    """Units in spaces activated for combat that have not fought."""
    op = s.g.operation
    return {space: [u for u in ready_units(s.g, space, s.me) if u not in op.used] for space, kind in op.markers if kind == COMBAT}


def attack(s: Situation, options: list[Choice]) -> Choice:
    """declare_attack: the most promising target."""
    by_space = _fresh(s)
    best: tuple[float, Choice] = (s.weights.attack_above - 0.2, ("end_attacks",))
    for choice in options:
        if choice[0] == "attack":
            value, _ = best_group(s, s.me, by_space, SPACE[str(choice[1])], s.g.operation.cm)
            if value > best[0]:
                best = (value, choice)
    return best[1]


def attacker(s: Situation, options: list[Choice], target: int, chosen: list[int]) -> Choice:
    """attack_unit: the units of the best group, the leader's stack first."""
    _, group = best_group(s, s.me, _fresh(s), target, s.g.operation.cm)
    for unit in group:
        choice = ("attacker", UNIT_IDS[unit])
        if unit not in chosen and choice in options:
            return choice
    return options[-1] if chosen else options[0]


def action(s: Situation, options: list[Choice]) -> dict[Choice, float]:
    """choose_action: every option with its score."""
    campaign = Campaign(s)
    g = s.g
    most = max((CARDS[s.me][n].ops for n in g.hands[s.me] if n < BLUFF), default=1)
    bonus = CONSTANT["bonus_ops_8_111"] if s.me == WHITE and g.round == 1 and g.white_bonus else 0
    plans = {points: sum(o.value for o in campaign.plan(points)) for points in range(1, max(most, bonus) + 1)}
    moves = redeployment_value(s) if any(c[0] == "sr" for c in options) else [0.0]
    need = steps_needed(s)
    return {choice: _score(s, choice, plans, bonus, moves, need, campaign) for choice in options}


def _score(
    s: Situation, choice: Choice, plans: dict[int, float], bonus: int, moves: list[float], need: float, campaign: Campaign
) -> float:
    verb, what = str(choice[0]), str(choice[1]) if len(choice) > 1 else ""
    w = s.weights
    if verb == "special":
        return _special(s, what, plans)
    if verb in ("declare_war", "execute_tsar", "rescue_tsar", "to_moscow"):
        return declaration(s, verb, what)
    card = CARDS[s.me][CARD_NUMBER[what]]
    if verb == "event":
        return event_value(s, card, lambda n, limit: sum(o.value for o in campaign.plan(n, camp_limit=limit))) - w.card
    kept = w.waits_for_event * keep_value(s, card) + w.card * card.ops
    if verb == "ops":
        return plans[bonus or card.ops] - kept
    if verb == "sr":
        return sum(moves[: card.sr]) - kept
    if w.buys and s.horizon.long:
        return w.buys * steps_worth(s, card.rs) - kept
    return s.horizon.steps * (w.step * min(card.rs, max(0.0, need)) + 0.3 * card.rs) - kept


def _special(s: Situation, kind: str, plans: dict[int, float]) -> float:
    match kind:
        case "activate_space":
            return plans[1] - 0.5
        case "remove_no_act":
            return 1.0
        case "garrison_revolt":
            return 2.0
        case "propaganda":
            return 0.6
        case "influence":
            return max(influence_value(s, f, 1) for f in range(len(FACTIONS)))
    return 0.0


def steps_needed(s: Situation) -> float:
    """Steps that would find a use beyond those recorded."""
    g = s.g
    need = 0.0
    for unit, place in enumerate(g.where):
        if g.side[unit] != s.me:
            continue
        army = IS_ARMY[unit]
        if place >= 0 and g.reduced[unit] and in_supply(g, unit):
            need += 1.0 if army else 0.4
        elif place == ELIMINATED:
            need += 1.6 if army else 0.5
    return need - g.pools[s.me].get(SIDE_POOL, 0) / 2
