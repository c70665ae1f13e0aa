"""What a seat can foresee of a choice, from what it knows."""

from __future__ import annotations

from typing import Any

import msgspec

from casusbelli.kernel import Choice, Params, Seat

from .cards import PLAYS, Play, steps_to
from .cautions import cautions
from .content import AGENDA_BONUS, FRONTS, NUMBERS, THEATERS, Power
from .floor import STOP
from .forecast import army_chances, front_odds
from .issues import destination
from .resolution import bomb_chance
from .scoring import score_sheet, totals
from .state import CHAIR, Churchill
from .support import entry_space, naval_at, place_naval, place_offensive

DIE = 6


def preview(g: Churchill, seat: Seat, decision: str, choice: Choice) -> Params | None:
    """What is foreseen, with warnings of what it may cost; None where there is nothing to say."""
    foreseen = outcome(g, seat, decision, choice) or {}
    warnings = cautions(g, seat, choice, foreseen)
    return {**foreseen, "warnings": warnings} if warnings else foreseen or None


def outcome(g: Churchill, seat: Seat, decision: str, choice: Choice) -> Params | None:
    """By the verb of the choice."""
    match choice:
        case ("agenda_commit_card", str(card)):
            return {"value": agenda_value(seat, card)}
        case ("advance_staff", str(card), str(issue), int(value), *stop):
            return spoken(g, seat, card, issue, "advance", value, bool(stop))
        case ("advance_leader", str(_), str(issue), int(value), *stop):
            return spoken(g, seat, g.leaders[seat].id, issue, "advance", value, bool(stop))
        case ("debate_staff", str(card), int(value), *stop):
            return spoken(g, seat, card, g.floor[0].issue, "debate", value, bool(stop))
        case ("debate_leader", str(_), int(value), *stop):
            return spoken(g, seat, g.leaders[seat].id, g.floor[0].issue, "debate", value, bool(stop))
        case ("chief_issue", str(issue), int(value), *stop):
            return {"value": value, **journey(g, seat, issue, value, STOP in stop)}
        case ("alloc_free" | "alloc_bonus", "offensive" | "naval" as kind, str(place)):
            return odds_after(g, kind, place)
        case ("alloc_free", "abomb"):
            return {"bomb": [bomb_chance(g), bomb_chance(g, 1)]}
        case ("place_directed_offensive", str(front)):
            return directed(g, front)
        case ("global_move", str(marker)):
            return score_change(g, globals={**g.globals, marker: seat})
        case ("place" | "remove" as verb, str(country)):
            return marker_change(g, g.handed or seat, decision, verb, country)
        case _:
            return None


def agenda_value(power: Power, card: str) -> list[int]:
    """5.13: lowest and highest value on the agenda."""
    play = PLAYS[card]
    low, high = (1, DIE) if play.chief else (play.value, play.value)
    return [low + AGENDA_BONUS[power], high + AGENDA_BONUS[power]]


def spoken(g: Churchill, power: Power, card: str, issue: str, mode: str, value: int, stop: bool) -> Params:
    """How the value is built up, where the issue goes, and what may befall the speaker."""
    steps = [list(step) for step in steps_to(value, g, card, issue, mode)]
    return {"value": value, "steps": steps, **journey(g, power, issue, value, stop), **risks(g, PLAYS[card])}


def journey(g: Churchill, power: Power, issue: str, value: int, stop: bool) -> Params:
    place = destination(issue, g.table[issue], power, value, stop)
    return {"origin": list(g.table[issue]), "place": list(place), "wins": place[1] >= CHAIR}


def risks(g: Churchill, play: Play) -> Params:
    """The chance of a health, paranoia or purge roll to hit."""
    found: Params = {}
    for health in play.health:
        found["health"] = round(len(health.on) / DIE, 4)
    for illness in play.leader_health:
        found["health"] = leader_risk(g, play.power, illness.on)
    for paranoia in play.paranoia:
        found["paranoia"] = leader_risk(g, play.power, paranoia.on)
    if play.power in g.purges:
        found["purge"] = round(len(g.purges[play.power]) / DIE, 4)
    return found


def leader_risk(g: Churchill, power: Power, on: tuple[int, ...]) -> float:
    """3.31: two dice with the modifiers of the conference card."""
    faces = range(1, DIE + 1)
    hits = sum(max(2, a + b + g.health_modifiers[power]) in on for a in faces for b in faces)
    return round(hits / DIE**2, 4)


def trial(g: Churchill) -> Churchill:
    """The same position with support of its own to try things on."""
    return msgspec.structs.replace(g, support=dict(g.support), naval=dict(g.naval))


def odds_of(g: Churchill, front: str) -> dict[str, Any] | None:
    return front_odds(g, front, army_chances(g)[front])


def odds_after(g: Churchill, kind: str, place: str) -> Params | None:
    """The odds of the Front concerned before and after one more support."""
    front = place if kind == "offensive" else THEATERS[place].front
    if front not in FRONTS:
        return None
    tried = trial(g)
    if kind == "offensive":
        place_offensive(tried, front, 1, "")
    else:
        place_naval(tried, place, 1, "")
    return {"front": front, "before": odds_of(g, front), "after": odds_of(tried, front)}


def directed(g: Churchill, front: str) -> Params:
    """6.7: the two tokens a directed offensive binds, and the odds with them."""
    space = entry_space(g, front)
    tried = trial(g)
    missing = max(0, (space.naval_required if space else 0) - naval_at(g, front))
    bound = NUMBERS.directed_offensive_support
    naval = min(bound, missing)
    if naval:
        place_naval(tried, FRONTS[front].theater, naval, "")
    if naval < bound:
        place_offensive(tried, front, bound - naval, "")
    return {
        "front": front,
        "naval": naval,
        "offensive": bound - naval,
        "before": odds_of(g, front),
        "after": odds_of(tried, front),
    }


def score_change(g: Churchill, **changes: Any) -> Params:
    """What each power would gain or lose on the sheet."""
    before, after = totals(score_sheet(g)), totals(score_sheet(msgspec.structs.replace(g, **changes)))
    return {"points": {p: after[p] - before[p] for p in before}}


def marker_change(g: Churchill, power: Power, decision: str, verb: str, country: str) -> Params:
    """7.1, 7.3: the sheet after one network or alignment more, or less."""
    if decision == "alignment_place":
        alignments = dict(g.alignments)
        if verb == "place":
            alignments[country] = power
        else:
            alignments.pop(country)
        return score_change(g, alignments=alignments)
    networks = dict(g.networks)
    owner, n = networks.get(country, (power, 0))
    if verb == "place":
        networks[country] = (power, n + 1)
    elif n > 1:
        networks[country] = (owner, n - 1)
    else:
        networks.pop(country)
    return score_change(g, networks=networks)
