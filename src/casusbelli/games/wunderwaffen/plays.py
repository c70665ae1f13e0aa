"""5 and 6: what the plays of a turn do, once chosen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from casusbelli.kernel import Choice

from .berlin import enter_berlin
from .content import (
    CONFERENCE,
    FRONT,
    FRONTS,
    GERMAN,
    LEADER,
    MORALE,
    NUMBERS,
    PIECES,
    POLITICS_TRACK,
    RESERVE,
    SPACE_OF,
    SPACES_PER_TERRITORY,
    TERRITORY_OF,
    Faction,
    Piece,
    Token,
)
from .effects import (
    BONUS,
    Cause,
    advance_strategy,
    apply_effects,
    gain,
    gain_by_card,
    move_research,
    move_track,
    remove_from_space,
)
from .laboratory import air_raid, buy_card
from .powers import powers_of
from .state import NOTHING, Access, Placed, Stored, WunderWaffen
from .territories import is_full, resolve_territory
from .uses import CARD_ACTION, side_for

READY_SLOTS: tuple[str, ...] = tuple(f"ready_{n}" for n in range(1, NUMBERS.ready_tokens + 1))

BUY_CARD, DISCARD_REST, END_TURN = "buy_card", "discard_rest", "end_turn"


# -- carrying out a play -----------------------------------------------------------------------------------------------


async def carry_out(g: WunderWaffen, choice: Choice) -> None:
    """4.2: one entry of the menu, fully resolved. ``end_turn`` is left to the turn."""
    match choice:
        case (verb, slot, faction, piece, *target):
            await play(g, str(verb), str(slot), str(faction), str(piece), str(target[0]) if target else "")
        case ("buy_card", card):
            await buy_card(g, str(card))
        case ("discard_rest",):
            discard_rest(g)


def discard_rest(g: WunderWaffen) -> None:
    """4.2: ready tokens without a legal play go unused."""
    rest = g.ready_tokens(g.active)
    g.reveal()  # that their backs were of no use
    for token in rest:
        g.discard_token(token)
    g.ready[g.active] = [NOTHING] * NUMBERS.ready_tokens
    g.report("discarded_rest", "4.2", faction=g.active, fronts=[FRONTS[token] for token in rest])


async def play(g: WunderWaffen, use: str, slot: str, faction: Faction, piece: Piece, target: str = "") -> None:
    """4.2: take the token up, tell everybody, and let it act."""
    token = take_up(g, slot, faction)
    side = side_for(g.active, faction)
    if side != FRONT:
        g.reveal()
    if g.recording:
        g.report(
            f"played_{use}",
            RULES[use],
            active=g.active,
            faction=faction,
            piece=piece,
            side=side,
            front=FRONTS[token],
            target=target,
            reserve=slot in RESERVE,
        )
    await USES[use](g, token, faction, piece, target)


def take_up(g: WunderWaffen, slot: str, faction: Faction) -> Token:
    """Remove the token from its place and count it against the quotas (4.2)."""
    if slot in RESERVE:
        stored = g.reserve[g.active][slot]
        assert stored is not None
        g.reserve[g.active][slot] = None
        return stored.token
    n = READY_SLOTS.index(slot)
    token = g.ready[g.active][n]
    g.ready[g.active][n] = NOTHING
    if faction == g.active:
        g.own_left -= 1
    else:
        g.other_left -= 1
    return token


async def place(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """5.1: eliminate what stands there, put the token down, resolve the territory when it is full."""
    space = SPACE_OF[target]
    eliminates = g.spaces[space] is not None
    if eliminates:
        remove_from_space(g, space, "5.1", faction)
    g.spaces[space] = Placed(token, faction, piece)
    if eliminates and faction == GERMAN:
        gain_by_card(g, powers_of(g).elimination_vp.get(piece, 0), "vp_on_elimination", "5.1")
    territory = space // SPACES_PER_TERRITORY
    if is_full(g, territory):
        await resolve_territory(g, territory)


async def strategy(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """5.2."""
    g.discard_token(token)
    await advance_strategy(g, faction)


async def morale(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """5.4: one box, or two with the x2 piece."""
    g.discard_token(token)
    await move_track(g, MORALE, faction, PIECES[piece].steps)


async def politics(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """5.5."""
    g.discard_token(token)
    await move_track(g, POLITICS_TRACK, faction, 1)


async def research(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """5.11: one step, or two with the x2 piece."""
    g.discard_token(token)
    await move_research(g, PIECES[piece].steps, BONUS)


async def conference(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """5.6: take the leftmost free box and its points."""
    g.conference.append(Placed(token, faction, piece))
    gain(g, faction, CONFERENCE.vp_by_box[len(g.conference) - 1], Cause("conference", "5.6"))


async def leader(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """5.7."""
    g.leader = Placed(token, faction, piece)
    await apply_effects(g, LEADER.effects, faction, Cause("leader", "5.7"))


async def access(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """5.8: the token lies on the other Ally's territory for the rest of the game."""
    g.access.append(Access(Placed(token, faction, piece), TERRITORY_OF[target]))


async def solution(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """5.9: an Allied token goes home; the active faction pays its faction for it, whomever the piece acts for (R11)."""
    g.discard_token(token)
    space = SPACE_OF[target]
    placed = g.spaces[space]
    assert placed is not None
    remove_from_space(g, space, "5.9", g.active)
    if placed.faction != g.active:
        cause = Cause("solution", "5.9")
        paid = -gain(g, g.active, -NUMBERS.solution_compensation_vp, cause)
        gain(g, placed.faction, paid, cause)


async def reserve(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """5.10: the token waits; it may be played from the next own turn on."""
    g.reserve[faction][target] = Stored(token, fresh=True)
    g.reserved_this_turn += 1


async def card_action(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """5.11: discard the front a card asks for and receive the card's effects."""
    g.discard_token(token)
    await apply_effects(g, powers_of(g).actions[target].effects, faction, Cause("card", "5.11", (target,)))


USES: dict[str, Callable[[WunderWaffen, Token, Faction, Piece, str], Awaitable[None]]] = {
    "place": place,
    "berlin": enter_berlin,
    "strategy": strategy,
    "air_raid": air_raid,
    "morale": morale,
    "politics": politics,
    "research": research,
    "conference": conference,
    "leader": leader,
    "access": access,
    "solution": solution,
    "reserve": reserve,
    CARD_ACTION: card_action,
}

RULES: dict[str, str] = {
    "place": "5.1",
    "berlin": "9",
    "strategy": "5.2",
    "air_raid": "5.3",
    "morale": "5.4",
    "politics": "5.5",
    "research": "5.11",
    "conference": "5.6",
    "leader": "5.7",
    "access": "5.8",
    "solution": "5.9",
    "reserve": "5.10",
    CARD_ACTION: "5.11",
}
