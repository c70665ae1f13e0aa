"""4: the sequence of play: turns, the loop of plays, and the choice of the next three tokens."""

from __future__ import annotations

from casusbelli.kernel import Refusal, ask

from .content import CONFERENCE, FACTIONS, FRONTS, GERMAN, NUMBERS, Faction, Piece
from .effects import Cause, gain, gain_by_card
from .menu import Menu, why_not_play
from .plays import END_TURN, carry_out, discard_rest
from .powers import powers_of
from .state import NOTHING, Stored, WunderWaffen
from .tokens import different, fronts_of, named_token


def turn_order(g: WunderWaffen) -> tuple[Faction, ...]:
    """4, R1: the Russian begins; by option the British begin part 2."""
    if g.part == 1:
        return FACTIONS
    first = FACTIONS.index(g.variants.part2_first_player)
    return FACTIONS[first:] + FACTIONS[:first]


def rounds(g: WunderWaffen) -> int:
    return NUMBERS.part1_rounds if g.part == 1 else NUMBERS.part2_rounds


# -- a turn ------------------------------------------------------------------------------------------------------------


async def turn(g: WunderWaffen) -> None:
    """4: the turn of the active faction."""
    turn_start(g)
    await play_loop(g)
    g.phase = "turn_end"


def turn_start(g: WunderWaffen) -> None:
    """4.1: income, quotas, and a look at the backs of one's ready tokens."""
    faction = g.active
    g.reveal()
    g.report(
        "turn_began",
        "4.1",
        faction=faction,
        part=g.part,
        round=g.round,
    )
    if len(g.conference) < CONFERENCE.boxes:
        for box, placed in enumerate(g.conference):
            if placed.faction == faction:
                gain(g, faction, CONFERENCE.vp_by_box[box], Cause("conference", "4.1"))
    set_quotas(g)
    if faction == GERMAN:
        gain_by_card(g, powers_of(g).turn_start_vp, "turn_start_vp", "4.1")
        g.card_bought_this_turn = False
        g.intercepts_used = 0
    else:
        stored = g.reserve[faction]
        g.reserve[faction] = {slot: Stored(s.token, fresh=False) if s is not None else None for slot, s in stored.items()}
    g.reserved_this_turn = 0


def set_quotas(g: WunderWaffen) -> None:
    """4.1: one of two or three tokens is for another faction; tokens spent out of turn were the German's own (R9)."""
    left = len(g.ready_tokens(g.active))
    spent = g.intercepts_used if g.active == GERMAN else 0
    harsh = spent > 0 and g.variants.intercept_cost == "all_own_plays"
    g.other_left = min(left, NUMBERS.other_plays) if harsh or left + spent > 1 else 0
    g.own_left = 0 if harsh else left - g.other_left
    g.own_plays_lost = harsh
    if harsh:
        g.report("own_plays_lost", "8.5", faction=g.active)


async def play_loop(g: WunderWaffen) -> None:
    """4.2: plays in any order, each fully resolved, until no token is left; what is forced is not asked."""
    while True:
        menu = Menu(g)
        match menu.forced():
            case "end_turn":
                return
            case "discard_rest":
                discard_rest(g)
                continue
        choice = await ask(
            g.seat_of[g.active],
            "choose_play",
            menu.choices,
            rule="4.2",
            about={"faction": g.active, "own_left": g.own_left, "other_left": g.other_left},
            why_not=lambda choice: why_not_play(g, choice),
        )
        if choice == (END_TURN,):
            return
        await carry_out(g, choice)


async def turn_end(g: WunderWaffen) -> None:
    """4.4: pick the next ready tokens; then the next faction, round or part."""
    await pick_ready(g, g.active)
    order = turn_order(g)
    following = order.index(g.active) + 1
    if following < len(order):
        g.active = order[following]
        g.phase = "turn"
    elif g.round < rounds(g):
        g.round += 1
        g.active = order[0]
        g.phase = "turn"
    else:
        g.phase = "part_one_ends" if g.part == 1 else "game_ends"


# -- 4.5 pick_ready ----------------------------------------------------------------------------------------------------


async def pick_ready(g: WunderWaffen, faction: Faction) -> None:
    """4.5: up to three tokens for the next turn, one at a time, by their fronts."""
    pool = g.pool[faction]
    slots = g.ready[faction] = [NOTHING] * NUMBERS.ready_tokens
    for slot in range(min(len(pool), NUMBERS.ready_tokens)):
        left = NUMBERS.ready_tokens - slot
        fronts = fronts_of(pool)
        if len(pool) <= left or (len(fronts) == 1 and not g.variants.open_backs):
            token = pool[0]  # a choice would be none
        else:
            token = named_token(g, pool, await ask_pick(g, faction, left, fronts))
        pool.remove(token)
        slots[slot] = token
        if g.recording:
            g.report("picked", "4.5", faction=faction, front=FRONTS[token])


def ask_pick(g: WunderWaffen, faction: Faction, left: int, fronts: list[Piece]) -> ask:
    return ask(
        g.seat_of[faction],
        "pick_ready",
        lambda: different(g, g.pool[faction], "pick", fronts, backs_seen=g.variants.open_backs),
        rule="4.5",
        about={"faction": faction, "left": left},
        why_not=lambda choice: Refusal("not_in_pool", "4.5", {"front": choice[-1], "faction": faction}),
    )
