"""8 and 11: tracks and effects. Whatever an effect sets off is finished before the next effect of its list (R51)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple

from casusbelli.kernel import Choice, Refusal, ask

from .content import (
    ALLIES,
    CARDS,
    GERMAN,
    MORALE,
    POLITICS_TRACK,
    RESEARCH,
    RESEARCH_STEPS,
    SPACE_IDS,
    SPACE_OF,
    STRATEGY_BOXES,
    TRACKS,
    Effect,
    Faction,
    Space,
)
from .powers import powers_of
from .state import WunderWaffen

BONUS, AIR_RAID = "bonus", "air_raid"
"""What moves the research marker: the shield of a card stops bonuses, not raids (8.3)."""


# -- 8.6 score ---------------------------------------------------------------------------------------------------------


class Cause(NamedTuple):
    """What points or effects come from: its kind, the rule, and what it is called (cards, a territory, a box)."""

    kind: str
    rule: str
    of: tuple[str, ...] = ()


PLAYED = Cause("", "")
"""What the play itself does: the line before tells of it."""


def card_cause(g: WunderWaffen, kind: str, rule: str) -> Cause:
    """The cards in service that have this lasting rule."""
    return Cause("card", rule, tuple(c for c in g.cards_owned if any(lasting.kind == kind for lasting in CARDS[c].rules)))


def gain_by_card(g: WunderWaffen, n: int, kind: str, rule: str) -> None:
    """8.6: what the German's cards with this lasting rule bring him, if anything."""
    if n:
        gain(g, GERMAN, n, card_cause(g, kind, rule))


def gain(g: WunderWaffen, faction: Faction, n: int, cause: Cause, **parts: Any) -> int:
    """8.6: score points at once, or lose them; never below 0. Says how many it really was; ``parts`` tell how they add up."""
    before = g.score[faction]
    g.score[faction] = max(0, before + n)
    change = g.score[faction] - before
    if change:
        for source, points in _sources(cause, change, parts):
            _enter(g, faction, source, points)
        total = g.score[faction]
        g.report("points", cause.rule, faction=faction, n=change, total=total, cause=cause.kind, of=list(cause.of), **parts)
    return change


def _sources(cause: Cause, change: int, parts: dict[str, Any]) -> Iterable[tuple[str, int]]:
    """Under which heads points are kept: a territory's printed ones and those of the better track apart."""
    if "by_track" in parts:
        return ("printed", parts["printed"]), ("by_track", parts["by_track"])
    return ((cause.kind, change),)


def _enter(g: WunderWaffen, faction: Faction, source: str, n: int) -> None:
    """Nothing is changed in place: copies of the table share what they have in common."""
    before = g.earned.get(faction, {})
    if n:
        g.earned = {**g.earned, faction: {**before, source: before.get(source, 0) + n}}


def _told(cause: Cause) -> dict[str, Any]:
    """What the line of an effect tells of its cause."""
    return {"source": cause.kind, "of": list(cause.of)}


# -- 8.1 Morale and Politics -------------------------------------------------------------------------------------------


def can_rise(g: WunderWaffen, track: str, faction: Faction) -> bool:
    """4.3: whether a step up would change anything: the marker itself, or the others that give way."""
    boxes = g.tracks[track]
    return faction not in boxes[-1] or len(boxes[0]) < len(g.score) - 1


def _step(boxes: list[list[Faction]], faction: Faction, direction: int) -> None:
    """8.1: one step; beyond the end of the track all other markers move the other way (R4)."""
    at = next(n for n, stack in enumerate(boxes) if faction in stack)
    if 0 <= at + direction < len(boxes):
        boxes[at].remove(faction)
        boxes[at + direction].append(faction)
        return
    others = [(n, marker) for n, stack in enumerate(boxes) for marker in stack if marker != faction]
    for n, marker in others:
        if 0 <= n - direction < len(boxes):
            boxes[n].remove(marker)
            boxes[n - direction].append(marker)


async def move_track(g: WunderWaffen, track: str, faction: Faction, n: int, cause: Cause = PLAYED) -> None:
    """8.1: move a marker; the German arriving on the third Morale box from below gains research."""
    boxes = g.tracks[track]
    german_before = g.box(track, GERMAN)
    before = {f: g.box(track, f) for f in g.score} if g.recording else {}
    for _ in range(abs(n)):
        _step(boxes, faction, 1 if n > 0 else -1)
    for f, box in before.items():
        if g.box(track, f) != box:
            to, given_way = g.box(track, f), f != faction
            way: dict[str, Any] = {"given_way": given_way, "way": faction, "up": n > 0}
            g.report("track_moved", "8.1", track=track, faction=f, origin=box, box=to, **way, **_told(cause))
    row = TRACKS[track]
    if row.german_research_box and german_before < row.german_research_box == g.box(track, GERMAN):
        await move_research(g, row.german_research_gain, BONUS, Cause("track", "8.1", (f"{track}_track",)))


# -- 8.3 research ------------------------------------------------------------------------------------------------------


def lowest_step(g: WunderWaffen) -> int:
    """8.3: where the research marker stops going down."""
    return RESEARCH.start_step if powers_of(g).research_shield else RESEARCH.min_step


async def move_research(g: WunderWaffen, n: int, how: str, cause: Cause = PLAYED) -> None:
    """8.3: move the marker at once; only the box of arrival acts, and only if the marker moved."""
    before = g.research
    if n < 0:
        if how == BONUS and powers_of(g).research_shield:
            shields = list(card_cause(g, "research_shield", "8.3").of)
            g.report("research_shielded", "8.3", faction=GERMAN, by=g.active, cards=shields)
            return
        g.research = max(min(before, lowest_step(g)), before + n)
    else:
        g.research = min(RESEARCH.max_step, before + n)
    if g.research == before:
        return
    g.report("research_moved", "8.3", origin=before, step=g.research, cause=how, by=g.active, **_told(cause))
    step = RESEARCH_STEPS[g.research]
    await apply_effects(g, step.on_rise if g.research > before else step.on_fall, GERMAN, Cause("research", "8.3", (step.id,)))


# -- 8.4 Strategy ------------------------------------------------------------------------------------------------------


async def advance_strategy(g: WunderWaffen, ally: Faction, cause: Cause = PLAYED) -> None:
    """8.4: advance an Ally's marker; the active player takes one half of the box reached."""
    boxes = STRATEGY_BOXES[ally]
    g.strategy[ally] = min(g.strategy[ally] + 1, len(boxes))
    box = boxes[g.strategy[ally] - 1]
    g.report("strategy_advanced", "8.4", faction=ally, box=box.id, number=box.box, by=g.active, **_told(cause))
    half = "top"
    if box.top != box.bottom:
        g.advancing = ally
        (choice,) = await ask(
            g.seat_of[g.active],
            "choose_strategy_bonus",
            lambda: [("top",), ("bottom",)],
            rule="8.4",
            about={"faction": ally, "box": box.id, "active": g.active},
            why_not=lambda choice: Refusal("not_a_half", "8.4"),
        )
        g.advancing = ""
        half = str(choice)
    await apply_strategy_half(g, ally, half)


async def apply_strategy_half(g: WunderWaffen, ally: Faction, half: str) -> None:
    """8.4: the chosen half of the box the marker stands on, in the printed order, less the tax of a card."""
    box = STRATEGY_BOXES[ally][g.strategy[ally] - 1]
    g.report("strategy_bonus", "8.4", faction=ally, box=box.id, half=half, by=g.active)
    tax = powers_of(g).strategy_tax
    cause = Cause("strategy", "8.4", (box.id,))
    for effect in box.top if half == "top" else box.bottom:
        if tax and effect.kind == "vp" and effect.who == "self":
            taxed = min(tax, effect.n)
            cards = list(card_cause(g, "strategy_tax", "8.4").of)
            g.report("strategy_taxed", "8.4", faction=ally, n=taxed, cards=cards)
            gain(g, ally, effect.n - taxed, cause)
        else:
            await apply_effects(g, (effect,), ally, cause)


# -- 11 the vocabulary of instant effects ------------------------------------------------------------------------------


async def _receivers(g: WunderWaffen, effect: Effect, receiver: Faction) -> Iterable[Faction]:
    """11: whom an effect concerns; a choice among Allies is the active player's or the German's."""
    match effect.who:
        case "self":
            return (receiver,)
        case "german":
            return (GERMAN,)
        case "each_ally":
            return ALLIES
        case "other_ally":
            return (await choose_target(g, g.active, effect, [a for a in ALLIES if a != receiver], receiver),)
        case _:
            return (await choose_target(g, GERMAN, effect, list(ALLIES), receiver),)


async def choose_target(g: WunderWaffen, chooser: Faction, effect: Effect, targets: list[str], receiver: Faction) -> str:
    """11 `choose_effect_target`: public and forced."""
    if len(targets) == 1:
        return targets[0]
    g.aiming = effect
    _, target = await ask(
        g.seat_of[chooser],
        "choose_effect_target",
        lambda: [("target", t) for t in targets],
        rule="11",
        about={"effect": effect.kind, "n": effect.n, "faction": receiver, "chooser": chooser},
        why_not=lambda choice: Refusal("not_a_target", "11", {"target": choice[-1]}),
    )
    g.aiming = None
    g.decided_by(chooser)
    return str(target)


async def _vp(g: WunderWaffen, effect: Effect, receiver: Faction, cause: Cause) -> None:
    for faction in await _receivers(g, effect, receiver):
        gain(g, faction, effect.n, cause)


async def _morale(g: WunderWaffen, effect: Effect, receiver: Faction, cause: Cause) -> None:
    for faction in await _receivers(g, effect, receiver):
        await move_track(g, MORALE, faction, effect.n, cause)


async def _politics(g: WunderWaffen, effect: Effect, receiver: Faction, cause: Cause) -> None:
    for faction in await _receivers(g, effect, receiver):
        await move_track(g, POLITICS_TRACK, faction, effect.n, cause)


async def _research(g: WunderWaffen, effect: Effect, receiver: Faction, cause: Cause) -> None:
    await move_research(g, effect.n, BONUS, cause)


async def _research_swing(g: WunderWaffen, effect: Effect, receiver: Faction, cause: Cause) -> None:
    await move_research(g, effect.n if receiver == GERMAN else -effect.n, BONUS, cause)


async def _strategy(g: WunderWaffen, effect: Effect, receiver: Faction, cause: Cause) -> None:
    """R38: the German has no Strategy track and receives nothing."""
    if receiver != GERMAN:
        for _ in range(effect.n):
            await advance_strategy(g, receiver, cause)


async def _eliminate_allied_token(g: WunderWaffen, effect: Effect, receiver: Faction, cause: Cause) -> None:
    """The German removes one Allied-acting token from a territory space."""
    target = await choose_target(g, GERMAN, effect, [SPACE_IDS[space] for space in allied_tokens(g)], receiver)
    remove_from_space(g, SPACE_OF[target], "11", GERMAN)


INSTANT: dict[str, Callable[[WunderWaffen, Effect, Faction, Cause], Awaitable[None]]] = {
    "vp": _vp,
    "morale": _morale,
    "politics": _politics,
    "research": _research,
    "research_swing": _research_swing,
    "strategy": _strategy,
    "eliminate_allied_token": _eliminate_allied_token,
}


async def apply_effects(g: WunderWaffen, effects: Iterable[Effect], receiver: Faction, cause: Cause) -> None:
    """11: effects in their order, each with all that it sets off."""
    for effect in effects:
        await INSTANT[effect.kind](g, effect, receiver, cause)


async def apply_to_target(g: WunderWaffen, effect: Effect, choice: Choice) -> None:
    """What an effect does to a target already named: for foreseeing a choice of target."""
    target = str(choice[1])
    if target in SPACE_OF:
        remove_from_space(g, SPACE_OF[target], "11", GERMAN)
    else:
        await apply_effects(g, (Effect(effect.kind, effect.n),), target, Cause("effect", "11"))


# -- tokens on spaces --------------------------------------------------------------------------------------------------


def allied_tokens(g: WunderWaffen) -> list[Space]:
    """The spaces on which a token acts for an Ally."""
    return [space for space, placed in enumerate(g.spaces) if placed is not None and placed.faction != GERMAN]


def remove_from_space(g: WunderWaffen, space: Space, rule: str, by: Faction) -> None:
    """A token leaves a space for its owner's discard, driven away by a faction."""
    placed = g.spaces[space]
    assert placed is not None
    g.spaces[space] = None
    g.discard_token(placed.token)
    g.report("eliminated", rule, by=by, faction=placed.faction, piece=placed.piece, owner=placed.owner, space=SPACE_IDS[space])
