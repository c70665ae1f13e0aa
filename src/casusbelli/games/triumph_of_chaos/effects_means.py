"""Effects on steps, markers, cards and operations [15]."""

from __future__ import annotations

from casusbelli.kernel import Choice

from .asks import public
from .board import remove_no_act
from .cards import (
    BOXES,
    CARD_NUMBER,
    POLITICAL,
    DiscardEnemy,
    DrawCards,
    Fortify,
    GiveSteps,
    InFighting,
    Initiative,
    LiftRdr,
    LookHand,
    NoSubstitution,
    Offensive,
    PeekPolitical,
    PlaceNoAct,
    Recover,
    RemoveNoAct,
    StepPenalty,
    card_id,
)
from .content import REGIONS, SIDE_OF, SPACE, SPACE_IDS, enemy
from .effects import effect
from .hands import discard, draw
from .in_fighting import no_act_targets, place_no_act
from .influence import influence_counts
from .operations import new_operation
from .refusals import why_no_marker, why_not_mark
from .replacements import EXEMPT_POOL, RESERVE_REGION, SIDE_POOL, lose_steps, purchases, record_steps, spend_steps
from .special_actions import own_no_act
from .state import Chaos, side_id

# -- replacement steps -------------------------------------------------------------------------------------------------


def _pool(one: GiveSteps) -> str:
    return EXEMPT_POOL if one.pool == SIDE_POOL and one.rdr_exempt else one.pool


def _steps_help(g: Chaos, side: int, one: GiveSteps) -> bool:
    return one.when == "logistics" or bool(purchases(g, side, {_pool(one): 2 * one.n}))


@effect(GiveSteps, _steps_help)
async def give_steps(g: Chaos, side: int, one: GiveSteps) -> None:
    if one.when == "logistics":
        record_steps(g, side, _pool(one), one.n)
    else:
        await spend_now(g, side, _pool(one), one.n)


async def spend_now(g: Chaos, side: int, pool: str, steps: int) -> None:
    """A pool of its own that must be spent at once or is lost [14]."""
    await spend_steps(g, side, {pool: 2 * steps}, "15")


def free_steps_possible(g: Chaos, side: int, card: Initiative) -> bool:
    return bool(purchases(g, side, {EXEMPT_POOL: 2 * card.free_steps}))


@effect(StepPenalty, lambda g, side, one: g.pools[SIDE_OF[one.side]].get(SIDE_POOL, 0) > 0)
async def step_penalty(g: Chaos, side: int, one: StepPenalty) -> None:
    lose_steps(g, SIDE_OF[one.side], one.n, "15")


def _liftable(g: Chaos, side: int) -> list[str]:
    return [r for r in (*REGIONS, RESERVE_REGION) if r not in g.rdr_lifted[side]]


@effect(LiftRdr, lambda g, side, one: bool(_liftable(g, side)))
async def lift_rdr(g: Chaos, side: int, one: LiftRdr) -> None:
    for _ in range(one.regions):
        options: list[Choice] = [("region", r) for r in _liftable(g, side)]
        if not options:
            return
        region = str((await public(g, side, "name_regions", options, "15"))[1])
        g.rdr_lifted[side].append(region)
        g.report("rdr_lifted", rule="15", side=side_id(side), region=region)


# -- NO ACT ------------------------------------------------------------------------------------------------------------


@effect(PlaceNoAct, lambda g, side, one: bool(no_act_targets(g, SIDE_OF[one.side])))
async def place_markers(g: Chaos, side: int, one: PlaceNoAct) -> None:
    await mark_no_act(g, side, SIDE_OF[one.side], one.n)


def no_act_possible(g: Chaos, side: int, card: Initiative) -> bool:
    return bool(no_act_targets(g, enemy(side)))


async def mark_no_act(g: Chaos, side: int, victim: int, count: int) -> None:
    for _ in range(count):
        spaces = no_act_targets(g, victim)
        if not spaces:
            return
        options: list[Choice] = [*(("no_act", SPACE_IDS[s]) for s in spaces), ("done",)]
        answer = await public(g, side, "no_act_place", options, "15", None, lambda choice: why_not_mark(g, victim, "15", choice))
        if answer[0] == "done":
            return
        place_no_act(g, SPACE[str(answer[1])], "15")


@effect(RemoveNoAct, lambda g, side, one: bool(own_no_act(g, SIDE_OF[one.side])))
async def remove_markers(g: Chaos, side: int, one: RemoveNoAct) -> None:
    for _ in range(one.n):
        spaces = own_no_act(g, SIDE_OF[one.side])
        if not spaces:
            return
        options: list[Choice] = [*(("remove_no_act", SPACE_IDS[s]) for s in spaces), ("done",)]
        answer = await public(g, side, "no_act_remove", options, "15", None, why_no_marker)
        if answer[0] == "done":
            return
        remove_no_act(g, SPACE[str(answer[1])])
        g.report("no_act_removed", rule="15", side=side_id(side), space=str(answer[1]), roll=0)


# -- operations, quarrels, walls ---------------------------------------------------------------------------------------


@effect(Offensive, lambda g, side, one: True)
async def offensive(g: Chaos, side: int, one: Offensive) -> None:
    """The operations follow as the next phase of the round."""
    new_operation(g, one.ops, one.cm, one.second_attacks, one.camp_limit)


@effect(InFighting, lambda g, side, one: bool(g.in_fighting[SIDE_OF[one.side]]) == (one.op == "end"))
async def in_fighting(g: Chaos, side: int, one: InFighting) -> None:
    g.in_fighting[SIDE_OF[one.side]] = int(one.op == "start")
    g.report("in_fighting_change", rule="17.5", side=one.side, op=one.op)


@effect(NoSubstitution, lambda g, side, one: True)
async def no_substitution(g: Chaos, side: int, one: NoSubstitution) -> None:
    g.no_substitution[SIDE_OF[one.side]] = 1
    g.report("no_substitution", rule="15", side=one.side)


@effect(Fortify, lambda g, side, one: any(g.control[SPACE[s]] == side for s in one.spaces))
async def fortify(g: Chaos, side: int, one: Fortify) -> None:
    g.fortified.extend((SPACE[s], one.shift) for s in one.spaces)
    g.report("fortified", rule="15", side=side_id(side), spaces=list(one.spaces), count=len(one.spaces))


# -- cards -------------------------------------------------------------------------------------------------------------


@effect(LookHand, lambda g, side, one: bool(g.hands[enemy(side)]))
async def look_at_hand(g: Chaos, side: int, one: LookHand) -> None:
    """The player keeps what he saw until the cards come to light [2]."""
    g.seen[side] = list(g.hands[enemy(side)])
    g.reveal()
    names = [card_id(enemy(side), n) for n in g.seen[side]]
    g.report("hand_seen", rule="15", side=side_id(side), private={g.seat(side): {"cards": names}})


@effect(DiscardEnemy, lambda g, side, one: bool(g.hands[enemy(side)]))
async def discard_enemy(g: Chaos, side: int, one: DiscardEnemy) -> None:
    foe = enemy(side)
    for _ in range(min(one.n, len(g.hands[foe]))):
        card = g.pick(g.hands[foe])
        discard(g, foe, card)
        g.reveal()
        g.report("card_lost", rule="15", side=side_id(foe), card=card_id(foe, card))


@effect(PeekPolitical, lambda g, side, one: influence_counts(g) and any(g.pc_deck))
async def peek(g: Chaos, side: int, one: PeekPolitical) -> None:
    """The next random cards of a box are fixed and shown to the player alone."""
    options: list[Choice] = [("box", BOXES[b]) for b in range(len(BOXES)) if g.pc_deck[b]]
    box = BOXES.index(str((await public(g, side, "event_cards", options, "15"))[1]))
    cards = g.sample(g.pc_deck[box], min(one.n, len(g.pc_deck[box])))
    g.pc_top[box], g.pc_top_seen[box] = cards, side
    g.reveal()
    names = [POLITICAL[n].id for n in cards]
    g.report("deck_peeked", rule="15", side=side_id(side), box=BOXES[box], private={g.seat(side): {"cards": names}})


@effect(DrawCards, lambda g, side, one: bool(g.decks[side] or g.discards[side]))
async def draw_cards(g: Chaos, side: int, one: DrawCards) -> None:
    draw(g, side, one.n)


def _recoverable(g: Chaos, side: int) -> list[int]:
    return sorted(g.discards[side])


@effect(Recover, lambda g, side, one: bool(g.discards[side]))
async def recover(g: Chaos, side: int, one: Recover) -> None:
    """Own discards back into the hand; the card that says so has left the hand before and never lies on top of them."""
    for _ in range(one.n):
        options: list[Choice] = [("card", card_id(side, n)) for n in _recoverable(g, side)]
        if not options:
            return
        answer = await public(g, side, "event_cards", options, "15")
        number = CARD_NUMBER[str(answer[1])]
        g.discards[side].remove(number)
        g.hands[side].append(number)
        g.hands[side].sort()
        g.seen[enemy(side)].append(number)
        g.report("card_recovered", rule="15", side=side_id(side), card=str(answer[1]))
