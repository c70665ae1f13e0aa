"""What events are worth: the sum of their effects [15]."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from casusbelli.kernel import Choice

from ..board import own_units
from ..cards import (
    BLUFF,
    CARDS,
    ActionCard,
    BringLeader,
    CancelFlag,
    CzechNoCooperation,
    DiscardEnemy,
    DrawCards,
    Effect,
    FlipFull,
    ForfeitVc,
    Fortify,
    FreezeFcm,
    GiveInfluence,
    GiveSteps,
    GreenUprising,
    InFighting,
    Initiative,
    Insurrection,
    LiftRdr,
    LockFactions,
    LookHand,
    MoveFcm,
    Mutiny,
    NoSubstitution,
    Offensive,
    OneOf,
    PeacePoland,
    PeekPolitical,
    Place,
    PlaceNoAct,
    PolishAggression,
    PolishWar,
    PortLanding,
    RaisePartisans,
    Recover,
    RemoveNoAct,
    SetFlag,
    StepPenalty,
    SubjugationArmies,
    SwitchSide,
    TemporaryControl,
    Typhoid,
)
from ..conditions import all_hold
from ..content import ADJACENT, FACTION, FACTIONS, LEADER, LEADERS, RED, SIDE_IDS, SIDE_OF, SIGN, UNIT, UNITS
from ..effects import possible
from ..effects_forces import placement_spaces, waits_for_deployment
from ..factions import in_play, restricted
from ..in_fighting import no_act_targets
from ..state import OUT, Chaos
from .horizon import political_turns
from .markers import RESTRICTED, box_value, influence_value
from .situation import CITY, NODE_AT, Situation
from .steps import steps_worth

Plan = Callable[[int, bool], float]
"""What operations with so many activations, with or without the camp limit, would bring."""

_FLAGS = {
    "w01_coup": 3.0,
    "w02_polish_influence": 4.0,
    "w12_appeal": 2.0,
    "w15_council": 3.0,
    "w11_yudenich": 2.0,
    "w13_goltz": 2.0,
    "w20_baf_step": 2.0,
    "w28_poland": 1.0,
    "w36_haller_prep": 2.0,
    "r01_ukraine": 3.0,
    "r10_baltics": 4.0,
    "r10_baltic_war": 2.0,
    "r10_baltic_politics": 3.0,
    "r11_reorg": 3.0,
    "r21_doctrine": 2.0,
    "r44_poland": 2.0,
}
"""What a flag opens for later."""
_SOC_REV = UNIT["white_soc_rev_a"]
_AT_ONCE = 10.0
"""The most that counts of what a new army does where it arrives: more is fear of the moment."""
_PRESSED = 3.0
"""Factor on the points that cards cost which were never played as events, when no round is left to spare."""
_WITHIN_REACH = {1: 0.7, 0: 0.35, -1: 0.1}
"""How likely a marker comes under control in the years that follow, by its box."""
_LONG = 6
"""Turns to come from which the Central Powers will hardly be there to the end."""
_YEARS = 0.1
"""What an army is worth more for every turn that it has before it, up to five."""
_LONG_FLAGS_MATTER = {"introductory_1918": 0.2}


def event_value(s: Situation, card: ActionCard, plan: Plan) -> float:
    """What playing the card as event now brings."""
    value = sum(effect_value(s, one, plan) for one in card.effects if _works(s, one))
    return value + _owed(s, card)


def penalty(g: Chaos, side: int, card: str) -> int:
    """Points lost at the end if the card is never played as event [5.3]."""
    victory = g.rules.victory
    listed = victory.unplayed_penalty_red if side == RED else victory.unplayed_penalty_white
    return next((p.vp for p in listed if p.card == card and card not in g.played), 0)


def _owed(s: Situation, card: ActionCard) -> float:
    return penalty(s.g, s.me, card.id) * s.weights.vp * s.weights.duty * (_PRESSED if _pressed(s) else 1.0)


def _pressed(s: Situation) -> bool:
    """Whether all rounds that are left of the war are needed for the cards that must be played as events."""
    owed = sum(bool(penalty(s.g, s.me, CARDS[s.me][n].id)) for n in s.g.hands[s.me] if n < BLUFF)
    return s.weights.horizon and not s.horizon.turns and owed > s.horizon.rounds


def keep_value(s: Situation, card: ActionCard) -> float:
    """What is lost of an event when its card is used otherwise: all of it where the end is near, else part of it."""
    owed = 2.0 * _owed(s, card)
    if not all_hold(s.g, s.me, card.requires):
        return owed or 0.5
    worth = sum(effect_value(s, one, _usual_plan) for one in card.effects if _works(s, one))
    return owed + max(0.0, worth - 4.0) * (1.0 if card.remove_after_event else 0.3)


def _works(s: Situation, one: Effect) -> bool:
    """Whether the effect would change something; initiative cards have uses of their own [17.6]."""
    return isinstance(one, Initiative) or possible(s.g, s.me, one)


def _usual_plan(points: int, camp_limit: bool) -> float:
    return 1.2 * points


def effect_value(s: Situation, one: Effect, plan: Plan) -> float:
    """What one effect brings us now."""
    match one:
        case Place():
            return sum(_arrival(s, u, one.where) for u in one.units if s.g.where[UNIT[u]] == OUT)
        case BringLeader():
            row = LEADERS[LEADER[one.leader]]
            return s.horizon.troops * (0.4 * row.rating + 0.4 * len(row.abilities))
        case MoveFcm():
            return _marker_move(s, one)
        case GiveInfluence():
            return _influence(s, one)
        case SetFlag():
            return _FLAGS.get(one.name, 1.0) * _LONG_FLAGS_MATTER.get(s.g.scenario, 1.0) + _opened(s, one.name)
        case CancelFlag():
            return 3.0 if s.g.flagged(one.name) else 0.0
        case GiveSteps():
            return _steps(s, one)
        case StepPenalty():
            return s.horizon.steps * 1.2 * one.n
        case PlaceNoAct():
            return 1.3 * min(one.n, len(no_act_targets(s.g, SIDE_OF[one.side])))
        case RemoveNoAct():
            return 1.2 * min(one.n, sum(bool(own_units(s.g, space, s.me)) for space in s.g.no_act))
        case InFighting():
            turns = s.g.rules.last_turn - s.g.turn
            quarrels = bool(s.g.in_fighting[SIDE_OF[one.side]])
            return min(6.0, 1.5 * turns) if quarrels == (one.op == "end") else 0.0
        case Mutiny():
            return -_mutiny(s, one)
        case Offensive():
            return plan(one.ops, one.camp_limit) * 1.15 + 1.0
        case OneOf():
            return max((option_value(s, o.effects, plan) for o in one.options if all_hold(s.g, s.me, o.requires)), default=0.0)
        case LockFactions():
            return _locked(s, s.foe) - (_locked(s, s.me) if one.side == "both" else 0.0)
        case FlipFull():
            return sum(1.5 for u in one.units if s.g.where[UNIT[u]] >= 0 and s.g.reduced[UNIT[u]])
    return _MINOR.get(type(one), 0.5)


def option_value(s: Situation, effects: tuple[Effect, ...], plan: Plan) -> float:
    return sum(effect_value(s, one, plan) for one in effects if _works(s, one))


_MINOR: dict[type[Effect], float] = {
    SwitchSide: 1.8,
    GreenUprising: 1.8,
    RaisePartisans: 2.2,
    Insurrection: 4.0,
    Initiative: 1.5,
    LookHand: 0.3,
    DiscardEnemy: 2.0,
    PeekPolitical: 0.2,
    DrawCards: 2.5,
    Recover: 2.5,
    PolishWar: 9.0,
    PeacePoland: 6.0,
    PolishAggression: 3.0,
    CzechNoCooperation: -1.0,
    ForfeitVc: -CITY,
    PortLanding: 4.0,
    TemporaryControl: 5.0,
    NoSubstitution: 3.0,
    Fortify: 1.5,
    SubjugationArmies: 8.0,
    Typhoid: 2.4,
    LiftRdr: 0.8,
    FreezeFcm: 0.5,
}
"""Effects whose worth hardly depends on the moment."""


def _arrival(s: Situation, name: str, where: str) -> float:
    """A new unit: an army on the map with what it does in the best place open to it, or a corps in the reserve."""
    unit = UNIT[name]
    row = UNITS[unit]
    if not row.army:
        return s.horizon.troops * (0.6 * row.full[0] + 0.5)
    value = s.horizon.troops * (row.full[0] + 2.5)
    if s.weights.opens and s.horizon.long:
        value *= 1.0 + _YEARS * min(s.horizon.turns, 5)
    if not s.weights.foresees or waits_for_deployment(s.g, unit):
        return value
    places = placement_spaces(s.g, s.me, unit, where)
    there = max((s.shifted(-1, place, row.full[0] + 0.5) for place in places), default=-value)
    return value + min(there, _AT_ONCE)


def _opened(s: Situation, flag: str) -> float:
    """What the factions are worth that may be won in politics from now on, by how near their markers are [8.5 B3 to B6]."""
    g, value = s.g, 0.0
    if not s.weights.opens or not s.horizon.long or political_turns(g, s.weights.horizon) < 2:
        return 0.0
    for faction, row in enumerate(FACTIONS):
        needed = row.political_control_prerequisite.get(SIDE_IDS[s.me], "")
        if flag in needed.split("|") and in_play(g, faction) and not g.any_flagged(needed):
            here = g.fcm[faction]
            gain = box_value(s, faction, 2 * SIGN[s.me]) - box_value(s, faction, here)
            later = 1.0 / RESTRICTED if restricted(g, faction) and s.horizon.turns >= _LONG else 1.0
            value += _WITHIN_REACH.get(here * SIGN[s.me], 0.0) * gain * later
    return s.weights.opens * value


def _mutiny(s: Situation, one: Mutiny) -> float:
    """The Socialist Revolutionaries change sides with the place they hold: twice their worth, and the city's."""
    place = s.g.where[_SOC_REV]
    n = NODE_AT.get(place)
    held = s.worth[n] if n is not None and s.g.control[place] == s.me else 0.0
    return one.roll_red_max / 6 * 2.0 * (s.unit_value(_SOC_REV) + held)


def _marker_move(s: Situation, one: MoveFcm) -> float:
    faction = FACTION[one.faction]
    here = s.g.fcm[faction]
    end = one.value if one.op == "to" else max(-2, min(2, here + one.value))
    return box_value(s, faction, end) - box_value(s, faction, here)


def _influence(s: Situation, one: GiveInfluence) -> float:
    return influence_value(s, FACTION[one.faction], one.n * SIGN[s.me])


def _locked(s: Situation, side: int) -> float:
    """What a side loses when its factions may not act."""
    return sum(1.5 for f, position in enumerate(s.g.fcm) if position * SIGN[side] == 2 and s.g.deployed[f])


def _steps(s: Situation, one: GiveSteps) -> float:
    if one.pool == "factions" or one.pool.startswith("faction:"):
        hurt = sum(1.0 for u, p in enumerate(s.g.where) if p >= 0 and s.g.reduced[u] and s.g.side[u] == s.me and s.g.owner[u] > 2)
        return s.horizon.steps * 1.3 * min(float(one.n), hurt)
    if s.weights.buys and s.horizon.long:
        return s.weights.buys * (steps_worth(s, one.n) if one.pool == "side" else min(steps_worth(s, one.n), 1.5 * one.n))
    return 1.5 * one.n if one.when == "now" else s.horizon.steps * 1.3 * one.n


# -- choices of events -------------------------------------------------------------------------------------------------


def choose_option(s: Situation, options: list[Choice]) -> Choice:
    """event_choice: the option that brings most."""
    named = {str(c[1]): c for c in options}
    if "no_act" in named or "free_steps" in named or "diplomacy" in named:
        return next(named[use] for use in _INITIATIVE_USES if use in named)
    best: tuple[float, Choice] = (-99.0, options[0])
    for card in CARDS[s.me].values():
        for one in _choices_of(card.effects):
            if card.id in s.g.played and named.keys() <= {o.id for o in one.options}:
                for option in one.options:
                    value = option_value(s, option.effects, _usual_plan) if option.id in named else -99.0
                    if value > best[0]:
                        best = (value, named[option.id])
    return best[1]


def _choices_of(effects: tuple[Effect, ...]) -> Iterator[OneOf]:
    """All choices an event puts, those inside its options too."""
    for one in effects:
        if isinstance(one, OneOf):
            yield one
            for option in one.options:
                yield from _choices_of(option.effects)


_INITIATIVE_USES = ("no_act", "diplomacy", "free_steps")


def threatening(s: Situation, space: int) -> float:
    """How much an enemy stack is to be feared: for NO ACT, typhoid, propaganda."""
    g = s.g
    force = sum(s.strength(u) for u in own_units(g, space, s.foe) if not UNITS[u].immobile)
    beside = ADJACENT[g.border_open][space] & g.board.held[s.me]
    return force * (1.5 if beside else 1.0)
