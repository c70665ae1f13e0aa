"""What a seat can foresee of a choice: points, tracks, who takes the territory. From what it knows, on a copy."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import msgspec

from casusbelli.kernel import Ask, Choice, Params, Seat

from .cautions import cautions
from .content import (
    BONUS,
    CARDS,
    FACTIONS,
    FRONTS,
    GERMAN,
    SPACE_OF,
    SPACES_PER_TERRITORY,
    TERRITORIES,
    TERRITORY_IDS,
    Territory,
)
from .effects import AIR_RAID, Cause, apply_effects, apply_strategy_half, apply_to_target, move_research
from .laboratory import interceptors
from .plays import carry_out
from .powers import powers_of
from .state import WunderWaffen
from .territories import tokens_in, track_vp


def copy_of(g: WunderWaffen) -> WunderWaffen:
    """A state of its own, with nobody listening and a chance of its own: what the dice will say is not foreseen."""
    copy = msgspec.msgpack.decode(msgspec.msgpack.encode(g), type=WunderWaffen)
    copy.seed, copy.rolls = bytes(len(g.seed)), 0
    return copy


def run(flow: Coroutine[Any, Any, None]) -> Ask | None:
    """Let a rule run on a copy to its end, or to the next question."""
    try:
        question = flow.send(None)
    except StopIteration:
        return None
    flow.close()
    return question if isinstance(question, Ask) else None


def preview(g: WunderWaffen, seat: Seat, decision: str, choice: Choice) -> Params | None:
    """What the choice brings to each faction as far as it can be foreseen.

    ::

        {"score": {faction: ±n}, "morale": {faction: ±n}, "politics": {…}, "research": ±n, "strategy": {ally: n},
         "eliminated": {"faction", "piece"}?,
         "territory": {"id", "winner"|null, "fortress", "held", "points", "vp", "track_vp", "bonus": [kind], "cities",
                       "tokens": {faction: n}, "free": n}?,
         "interceptors": [front], "if_let_pass": {"research": ±n},       of an air raid
         "come_home": {owner: [front]},                                  of a marker
         "front", "left",                                                of a token left out for part 2
         "then": {"decision", "faction"…}?,     the question that follows, whose outcome is not counted
         "warnings": [Caution]?}                what it may cost, where it costs something

    Only factions whose value changes are listed. Nothing here depends on chance.
    """
    after = copy_of(g)
    told = _foreseen(g, after, decision, choice)
    if told is not None:
        warnings = cautions(g, seat, decision, choice, told, after)
        if warnings:
            told["warnings"] = warnings
    return told


def _foreseen(g: WunderWaffen, after: WunderWaffen, decision: str, choice: Choice) -> Params | None:
    """What the choice does, carried out on the copy ``after``."""
    match decision:
        case "choose_play":
            return _of_play(g, after, choice)
        case "choose_strategy_bonus":
            return _difference(g, after, run(apply_strategy_half(after, g.advancing, str(choice[0]))))
        case "choose_effect_target" if g.aiming is not None:
            return _difference(g, after, run(apply_to_target(after, g.aiming, choice)))
        case "setup_research":
            return _difference(g, after, run(apply_effects(after, CARDS[str(choice[1])].bonus, GERMAN, Cause("card", "3"))))
        case "intercept_air_raid":
            return _of_interception(g, after, choice)
        case "choose_marker":
            return _of_marker(g, choice)
        case "select_part2":
            return _of_removal(g, choice)
        case _:
            return None


def _of_play(g: WunderWaffen, after: WunderWaffen, choice: Choice) -> Params:
    told = _difference(g, after, run(carry_out(after, choice)))
    if choice[0] == "place":
        space = SPACE_OF[str(choice[-1])]
        occupant = g.spaces[space]
        if occupant is not None:
            told["eliminated"] = {"faction": occupant.faction, "piece": occupant.piece}
        told["territory"] = _of_territory(g, after, choice, told.get("then"))
    elif choice[0] == "air_raid":
        told["interceptors"] = interceptors(g) if g.active != GERMAN else []
        if told["interceptors"]:
            passed = copy_of(g)
            run(move_research(passed, -1, AIR_RAID))
            told["if_let_pass"] = {"research": passed.research - g.research}
    return told


def _of_territory(g: WunderWaffen, after: WunderWaffen, choice: Choice, then: Params | None) -> Params:
    """Who would take the territory and what it would score, or how it would stand."""
    territory = SPACE_OF[str(choice[-1])] // SPACES_PER_TERRITORY
    undecided = then is not None and then["decision"] == "choose_marker"
    filled = undecided or not tokens_in(after, territory)
    standing = {f: sum(placed.faction == f for placed in tokens_in(after, territory)) for f in FACTIONS}
    row = TERRITORIES[territory]
    told: Params = {
        "id": TERRITORY_IDS[territory],
        "winner": None,
        "fortress": False,
        "held": False,
        "points": 0,
        "vp": row.vp,
        "track_vp": 0,
        "bonus": [effect.kind for effect in BONUS[territory]],
        "cities": len(row.cities),
        "tokens": {f: n for f, n in standing.items() if n},
        "free": 0 if filled else SPACES_PER_TERRITORY - sum(standing.values()),
    }
    return told | _of_conquest(g, choice, territory) if filled else told


def _of_conquest(g: WunderWaffen, choice: Choice, territory: Territory) -> Params:
    """7.2: what the winner scores. It is the same whichever token stays as marker; a Strategy bonus is still to be chosen."""
    settled = copy_of(g)
    settled.variants = msgspec.structs.replace(g.variants, marker_choice="auto")
    question = run(carry_out(settled, choice))
    winner = settled.owner[territory]
    track = track_vp(settled, winner)
    uncounted = TERRITORIES[territory].vp + track if question is not None else 0
    return {
        "winner": winner,
        "fortress": winner == GERMAN,
        "held": winner == GERMAN and g.is_fortress(territory),
        "points": settled.score[winner] - g.score[winner] + uncounted,
        "track_vp": track,
    }


def _of_interception(g: WunderWaffen, after: WunderWaffen, choice: Choice) -> Params:
    if choice[0] == "pass":
        return _difference(g, after, run(move_research(after, -1, AIR_RAID)))
    bonus = powers_of(g).interrupt_vp
    return {"score": {GERMAN: bonus} if bonus else {}}


def _of_marker(g: WunderWaffen, choice: Choice) -> Params:
    """Which tokens come home if this one stays."""
    space = SPACE_OF[str(choice[1])]
    territory = space // SPACES_PER_TERRITORY
    first = territory * SPACES_PER_TERRITORY
    home: dict[str, list[str]] = {}
    for n, placed in enumerate(g.spaces[first : first + SPACES_PER_TERRITORY], first):
        if placed is not None and n != space:
            home.setdefault(placed.owner, []).append(FRONTS[placed.token])
    return {"come_home": home}


def _of_removal(g: WunderWaffen, choice: Choice) -> Params:
    """How many tokens with that front would be left for part 2."""
    front = choice[1]
    return {"front": front, "left": sum(FRONTS[token] == front for token in g.discard[g.choosing]) - 1}


def _difference(g: WunderWaffen, after: WunderWaffen, question: Ask | None) -> Params:
    told: Params = {"score": _changed(g.score, after.score)}
    for track in g.tracks:
        told[track] = _changed({f: g.box(track, f) for f in FACTIONS}, {f: after.box(track, f) for f in FACTIONS})
    told["research"] = after.research - g.research
    told["strategy"] = _changed(g.strategy, after.strategy)
    if question is not None:
        told["then"] = {"decision": question.decision, "seat": question.seat, **(question.about or {})}
    return told


def _changed(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    return {key: after[key] - n for key, n in before.items() if after[key] != n}
