"""The action phase: rounds, the choice of an action, free declarations [10.1, 10.2]."""

from __future__ import annotations

from casusbelli.kernel import Ask, Choice, Refusal

from .asks import place_leader_at
from .cards import CARD_NUMBER, CARDS, card_id
from .content import FACTION, FACTION_IDS, LEADERS, RED, SPACE, SPACE_IDS, WHITE
from .effects_forces import waiting_spaces
from .events import play_event, why_no_event
from .hands import discard
from .leaders import arrive
from .operations import new_operation, why_barred
from .poland import march_on_moscow, may_march_on_moscow, place_red_poles, place_ukraine_legion, polish_response
from .replacements import record_steps
from .round_end import finish_round
from .special_actions import special_kinds, take_special
from .state import WAITING, Chaos, Operation, side_id
from .tables import CONSTANT
from .tsar import execute_tsar, may_execute_tsar, may_rescue_tsar, rescue_tsar
from .wars import declare_war, war_targets, why_no_war


async def round_(g: Chaos) -> None:
    """One side's round: arrivals, declarations, exactly one action."""
    side = g.active
    g.operation = Operation()
    await _arrivals(g, side)
    while True:
        answer = await Ask(
            g.seat(side),
            "choose_action",
            lambda: action_options(g, side),
            "10.1",
            about={"turn": g.turn, "round": g.round},
            why_not=lambda choice: _why_not(g, side, choice),
            auto=not g.hands[side],
        )
        verb = str(answer[0])
        if verb in _DECLARATIONS:
            await _declare(g, side, answer)
            continue
        await _act(g, side, verb, str(answer[1]))
        if g.phase == "round":
            finish_round(g)
        return


_DECLARATIONS = ("declare_war", "execute_tsar", "rescue_tsar", "to_moscow")


async def _arrivals(g: Chaos, side: int) -> None:
    """Leaders who waited for a unit to join, the Red Polish corps, the Polish Ukraine Legion."""
    for leader in range(len(LEADERS)) if WAITING in g.leader_at else ():
        if g.leader_at[leader] == WAITING and g.leader_side[leader] == side:
            spaces = waiting_spaces(g, leader)
            if spaces:
                space = await place_leader_at(g, side, "place_units", leader, spaces, "15")
                arrive(g, leader, space, "15")
                await polish_response(g, space, [], [leader])
    if side == RED and g.red_polish_due:
        await place_red_poles(g)
    if side == WHITE:
        await place_ukraine_legion(g)


def action_options(g: Chaos, side: int) -> list[Choice]:
    """Every card four ways, special actions, free declarations [10.1, 10.2]."""
    options: list[Choice] = []
    last = g.last_action[side]
    for number in g.hands[side]:
        name = card_id(side, number)
        options.append(("ops", name))
        if last != "sr":
            options.append(("sr", name))
        if last != "rp":
            options.append(("rp", name))
        if not why_no_event(g, side, number):
            options.append(("event", name))
    if not g.hands[side] or g.specials[side] < CONSTANT["voluntary_special_per_turn"]:
        options.extend(("special", kind) for kind in special_kinds(g, side))
    options.extend(("declare_war", FACTION_IDS[f]) for f in war_targets(g, side))
    if side == RED and may_execute_tsar(g):
        options.append(("execute_tsar",))
    if side == WHITE and may_rescue_tsar(g):
        options.append(("rescue_tsar",))
    if side == WHITE and may_march_on_moscow(g):
        options.append(("to_moscow",))
    return options


def _why_not(g: Chaos, side: int, choice: Choice) -> Refusal | None:
    """Why an action is not on offer."""
    verb, name = choice[0], str(choice[1]) if len(choice) > 1 else ""
    if verb in ("ops", "sr", "rp", "event"):
        if name not in CARD_NUMBER:
            return None
        if all(card_id(side, n) != name for n in g.hands[side]):
            return Refusal("not_in_hand", "10.1", {"card": name})
        if verb == "event":
            key, params = why_no_event(g, side, CARD_NUMBER[name]) or ("", {})
            return Refusal(key, "10.1", {"card": name, **params}) if key else None
        return Refusal("twice_running", "10.1", {"action": str(verb)})
    if verb == "special":
        spent = g.specials[side] >= CONSTANT["voluntary_special_per_turn"] and g.hands[side]
        return Refusal("special_spent" if spent else "special_impossible", "10.1")
    if verb == "declare_war" and name in FACTION and why_no_war(g, side, FACTION[name]):
        return Refusal(f"war_{why_no_war(g, side, FACTION[name])}", "19.1", {"faction": name})
    if verb == "activate" and name in SPACE:
        return _why_not_yet(g, side, SPACE[name])
    return None


def _why_not_yet(g: Chaos, side: int, space: int) -> Refusal:
    """A space is activated by a card: that comes first, and what keeps the space from it anyway is told before [10.3]."""
    if not g.hands[side]:
        return Refusal("no_card_left", "10.1")
    return why_barred(g, side, [], space) or Refusal("card_first", "10.3", {"space": SPACE_IDS[space]})


async def _declare(g: Chaos, side: int, answer: Choice) -> None:
    if answer[0] == "declare_war":
        await declare_war(g, side, FACTION[str(answer[1])])
    elif answer[0] == "execute_tsar":
        execute_tsar(g)
    elif answer[0] == "rescue_tsar":
        rescue_tsar(g)
    else:
        march_on_moscow(g)


async def _act(g: Chaos, side: int, verb: str, what: str) -> None:
    """The action; it names the next phase where it needs one."""
    g.report("action", rule="10.1", side=side_id(side), round=g.round, action=verb, what=what)
    g.last_action[side] = verb
    if verb == "special":
        g.specials[side] += 1 if g.hands[side] else 0
        await take_special(g, side, what)
        return
    number = CARD_NUMBER[what]
    card = CARDS[side][number]
    g.reveal()
    if verb == "event":
        await play_event(g, side, number)
        return
    discard(g, side, number)
    if verb == "rp":
        record_steps(g, side, "side", card.rs)
    elif verb == "sr":
        g.operation.points = card.sr
        g.phase = "redeployment"
    else:
        bonus = side == WHITE and g.round == 1 and g.white_bonus
        new_operation(g, CONSTANT["bonus_ops_8_111"] if bonus else card.ops)
