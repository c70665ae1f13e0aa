"""Playing a card as event [10.6, 15] and the uses of initiative cards as an action [17.6]."""

from __future__ import annotations

from casusbelli.kernel import Choice, Params, Refusal

from . import effects_forces, effects_means, effects_politics, effects_risings, landings
from .asks import public
from .cards import CARDS, CardOption, Initiative, OneOf
from .conditions import all_hold
from .effects import any_possible, apply_all, effect
from .event_conditions import missing
from .hands import play_as_event
from .state import Chaos, side_id

__all__ = ["effects_forces", "effects_means", "effects_politics", "effects_risings", "landings", "play_event", "why_no_event"]


def why_no_event(g: Chaos, side: int, number: int) -> tuple[str, Params] | None:
    """Why a card cannot be played as event now, or None."""
    card = CARDS[side][number]
    for condition in card.requires:
        if not all_hold(g, side, (condition,)):
            return missing(condition)
    if card.timing == "initiative":
        return None if any(_uses(g, side, e) for e in card.effects if isinstance(e, Initiative)) else ("event_no_effect", {})
    return None if any_possible(g, side, card.effects) else ("event_no_effect", {})


async def play_event(g: Chaos, side: int, number: int) -> None:
    card = CARDS[side][number]
    play_as_event(g, side, number)
    for one in card.effects:
        if isinstance(one, Initiative):
            await _initiative(g, side, one)
            return
    await apply_all(g, side, card.effects)


# -- one of several [15 choice] ----------------------------------------------------------------------------------------


def _open_options(g: Chaos, side: int, one: OneOf) -> list[CardOption]:
    return [o for o in one.options if all_hold(g, side, o.requires) and any_possible(g, side, o.effects)]


@effect(OneOf, lambda g, side, one: bool(_open_options(g, side, one)))
async def choose_one(g: Chaos, side: int, one: OneOf) -> None:
    """The player picks one of the options that would change something."""
    options = _open_options(g, side, one)
    choices: list[Choice] = [("option", o.id) for o in options]
    answer = await public(g, side, "event_choice", choices, "15", None, lambda choice: _why_not_option(g, side, one, choice))
    chosen = next(o for o in options if o.id == answer[1])
    g.report("option_chosen", rule="15", side=side_id(side), option=chosen.id)
    await apply_all(g, side, chosen.effects)


def _why_not_option(g: Chaos, side: int, one: OneOf, choice: Choice) -> Refusal | None:
    """The first condition of an option that does not hold, or that it would change nothing."""
    option = next((o for o in one.options if choice[1:] == (o.id,)), None)
    if option is None:
        return None
    for condition in option.requires:
        if not all_hold(g, side, (condition,)):
            key, params = missing(condition)
            return Refusal(key, "15", params)
    return Refusal("event_no_effect", "15")


# -- initiative cards as an action [17.6] ------------------------------------------------------------------------------

_AS_ACTION = {
    "diplomacy": effects_politics.diplomacy_possible,
    "no_act": effects_means.no_act_possible,
    "free_steps": effects_means.free_steps_possible,
}


def _uses(g: Chaos, side: int, card: Initiative) -> list[str]:
    return [use for use, can in _AS_ACTION.items() if use in card.uses and can(g, side, card)]


async def _initiative(g: Chaos, side: int, card: Initiative) -> None:
    options: list[Choice] = [("option", use) for use in _uses(g, side, card)]
    use = str((await public(g, side, "event_choice", options, "17.6"))[1])
    g.report("option_chosen", rule="17.6", side=side_id(side), option=use)
    if use == "diplomacy":
        await effects_politics.diplomacy(g, side, card)
    elif use == "no_act":
        await effects_means.mark_no_act(g, side, 3 - side, card.no_act)
    else:
        await effects_means.spend_now(g, side, "exempt", card.free_steps)
