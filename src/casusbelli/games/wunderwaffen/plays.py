"""4.2, 5 and 6: the plays of a turn: what the menu holds, and what a play does.

A play is one choice: ``(use, token, faction, piece[, target])``. The token is named by where it lies (``ready_1`` …,
``reserve_any``); the faction it acts for tells the side: a front acts for its owner, a back for somebody else.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

from casusbelli.kernel import Choice, Refusal

from .berlin import enter_berlin
from .content import (
    ALLIES,
    ANY_ALLY,
    CARDS,
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
    SIDE,
    SPACE_IDS,
    SPACE_OF,
    SPACES_PER_TERRITORY,
    TERRITORY_OF,
    Faction,
    Piece,
    Token,
)
from .effects import BONUS, advance_strategy, apply_effects, gain, move_research, move_track, remove_from_space
from .laboratory import affordable_cards, air_raid, buy_card, why_not_buy
from .powers import powers_of
from .state import NOTHING, Access, Placed, Stored, WunderWaffen
from .territories import is_full, resolve_territory
from .uses import CARD_ACTION, OBSTACLES, place_spaces, reach, side_for, targets_of, uses_as

READY_SLOTS: tuple[str, ...] = tuple(f"ready_{n}" for n in range(1, NUMBERS.ready_tokens + 1))

BUY_CARD, DISCARD_REST, END_TURN = "buy_card", "discard_rest", "end_turn"


# -- the menu ----------------------------------------------------------------------------------------------------------


class Menu:
    """The choices of one moment. Spaces are looked up once for each faction and piece."""

    def __init__(self, g: WunderWaffen) -> None:
        self.g = g
        self.powers = powers_of(g)
        self.reach: dict[Faction, list[int]] = {}
        self.places: dict[tuple[Faction, Piece], list[int]] = {}

    def spaces(self, faction: Faction, piece: Piece) -> list[int]:
        found = self.places.get((faction, piece))
        if found is None:
            if faction not in self.reach:
                self.reach[faction] = reach(self.g, faction)
            found = self.places[faction, piece] = place_spaces(self.g, self.powers, self.reach[faction], faction, piece)
        return found

    def plays(self, token: str, faction: Faction, piece: Piece, barred: str = "") -> list[Choice]:
        """Every use of one side of a token."""
        found: list[Choice] = []
        for use in uses_as(self.g.active, faction, piece):
            if use == "place":
                found += [("place", token, faction, piece, SPACE_IDS[space]) for space in self.spaces(faction, piece)]
            elif use != barred:
                found += [(use, token, faction, piece, *target) for target in targets_of(self.g, use, faction, piece)]
        return found

    def ready_plays(self) -> Iterator[list[Choice]]:
        """4.2: fronts while own plays are left, backs while a play for another is left."""
        g = self.g
        for token, slot in zip(g.ready[g.active], READY_SLOTS, strict=True):
            if token == NOTHING:
                continue
            if g.own_left:
                yield self.plays(slot, g.active, FRONTS[token])
            if g.other_left:
                back = g.back_of(token)
                for faction in beneficiaries(g, back.back_for):
                    yield self.plays(slot, faction, back.back)

    def reserve_plays(self) -> Iterator[list[Choice]]:
        """4.2: a token lying in Reserve since an earlier turn is an extra play, by its front."""
        g = self.g
        if g.active != GERMAN:
            for slot, stored in g.reserve[g.active].items():
                if stored is not None and not stored.fresh:
                    yield self.plays(slot, g.active, FRONTS[stored.token], barred="reserve")


def beneficiaries(g: WunderWaffen, back_for: Faction) -> tuple[Faction, ...]:
    """6: whom a back may act for: the faction printed or an Ally of choice, never a faction of the same player."""
    named = ALLIES if back_for == ANY_ALLY else (back_for,)
    mine = g.seat_of[g.active]
    return tuple(faction for faction in named if g.seat_of[faction] != mine)


def choose_play_menu(g: WunderWaffen) -> list[Choice]:
    """4.2: every play of the moment, and the ways to end."""
    menu = Menu(g)
    choices: list[Choice] = []
    for plays in menu.ready_plays():
        choices += plays
    blocked = not choices
    for plays in menu.reserve_plays():
        choices += plays
    choices += [(BUY_CARD, card) for card in affordable_cards(g)]
    if not g.ready_tokens(g.active):
        choices.append((END_TURN,))
    elif blocked:
        choices.append((DISCARD_REST,))
    return choices


def forced_entry(g: WunderWaffen) -> str:
    """4.2: the one entry left when nothing can be played any more, or nothing."""
    menu = Menu(g)
    if any(menu.ready_plays()) or affordable_cards(g) or any(menu.reserve_plays()):
        return ""
    return DISCARD_REST if g.ready_tokens(g.active) else END_TURN


# -- carrying out a play -----------------------------------------------------------------------------------------------


async def carry_out(g: WunderWaffen, choice: Choice) -> None:
    """4.2: one entry of the menu, fully resolved. ``end_turn`` is left to the turn."""
    match choice:
        case ("discard_rest",):
            discard_rest(g)
        case ("buy_card", str(card)):
            await buy_card(g, card)
        case (str(use), str(slot), str(faction), str(piece), *target):
            await play(g, use, slot, faction, piece, str(target[0]) if target else "")


def discard_rest(g: WunderWaffen) -> None:
    """4.2: ready tokens without a legal play go unused."""
    rest = g.ready_tokens(g.active)
    g.reveal()  # that their backs were of no use
    for token in rest:
        g.discard_token(token)
    g.ready[g.active] = [NOTHING] * NUMBERS.ready_tokens
    g.report("discarded_rest", "4.2", faction=g.active, fronts=[FRONTS[token] for token in rest])


async def play(g: WunderWaffen, use: str, slot: str, faction: Faction, piece: Piece, target: str) -> None:
    """4.2: take the token up, tell everybody, and let it act."""
    token = take_up(g, slot, faction)
    side = side_for(g.active, faction)
    if side != FRONT:
        g.reveal()
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
    if g.spaces[space] is not None:
        remove_from_space(g, space, "5.1")
        if faction == GERMAN:
            gain(g, GERMAN, powers_of(g).elimination_vp.get(piece, 0), "card", "5.1")
    g.spaces[space] = Placed(token, faction, piece)
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
    gain(g, faction, CONFERENCE.vp_by_box[len(g.conference) - 1], "conference", "5.6")


async def leader(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """5.7."""
    g.leader = Placed(token, faction, piece)
    await apply_effects(g, LEADER.effects, faction, "leader", "5.7")


async def access(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """5.8: the token lies on the other Ally's territory for the rest of the game."""
    g.access.append(Access(Placed(token, faction, piece), TERRITORY_OF[target]))


async def solution(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """5.9: another Ally's token goes home; the active faction pays for it, whomever the piece acts for (R11)."""
    g.discard_token(token)
    space = SPACE_OF[target]
    placed = g.spaces[space]
    assert placed is not None
    remove_from_space(g, space, "5.9")
    paid = -gain(g, g.active, -NUMBERS.solution_compensation_vp, "solution", "5.9")
    gain(g, placed.faction, paid, "solution", "5.9")


async def reserve(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """5.10: the token waits; it may be played from the next own turn on."""
    g.reserve[faction][target] = Stored(token, fresh=True)
    g.reserved_this_turn += 1


async def card_action(g: WunderWaffen, token: Token, faction: Faction, piece: Piece, target: str) -> None:
    """5.11: discard the front a card asks for and receive the card's effects."""
    g.discard_token(token)
    await apply_effects(g, powers_of(g).actions[target].effects, faction, "card", "5.11")


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


# -- why not? ----------------------------------------------------------------------------------------------------------


def why_not_play(g: WunderWaffen, choice: Choice) -> Refusal:
    """The rule that keeps an entry out of the menu."""
    match choice:
        case ("end_turn",):
            return Refusal("tokens_left_to_play", "4.2")
        case ("discard_rest",):
            return Refusal("nothing_to_discard" if not g.ready_tokens(g.active) else "play_is_forced", "4.2")
        case ("buy_card", str(card)) if card in CARDS:
            return why_not_buy(g, card)
        case (str(use), str(slot), str(faction), str(piece), *target) if use in USES and faction in SIDE:
            return _why_not_use(g, use, slot, faction, piece, str(target[0]) if target else "")
    return Refusal("no_such_play", "4.2")


def _why_not_use(g: WunderWaffen, use: str, slot: str, faction: Faction, piece: Piece, target: str) -> Refusal:
    params = {"use": use, "token": slot, "faction": faction, "piece": piece, "target": target, "active": g.active}
    key, rule = (
        _obstacle_of_token(g, use, slot, faction, piece) or OBSTACLES[use](g, faction, piece, target) or ("no_such_play", "4.2")
    )
    return Refusal(key, rule, params)


def _obstacle_of_token(g: WunderWaffen, use: str, slot: str, faction: Faction, piece: Piece) -> tuple[str, str] | None:
    """What is wrong with the token or the side, before the use itself is looked at."""
    if slot in RESERVE:
        stored = g.reserve[g.active][slot] if g.active != GERMAN else None
        if stored is None:
            return "no_token_in_slot", "4.2"
        if stored.fresh:
            return "reserve_must_wait", "5.10"
        if faction != g.active or use == "reserve":
            return "reserve_front_only", "4.2"
        printed = FRONTS[stored.token]
    else:
        token = g.ready[g.active][READY_SLOTS.index(slot)] if slot in READY_SLOTS else NOTHING
        if token == NOTHING:
            return "no_token_in_slot", "4.2"
        if faction == g.active:
            if not g.own_left:
                return "no_own_play_left", "4.2"
            printed = FRONTS[token]
        else:
            if not g.other_left:
                return "no_other_play_left", "4.2"
            back = g.back_of(token)
            if faction not in beneficiaries(g, back.back_for):
                partner = g.seat_of[faction] == g.seat_of[g.active]
                return ("partner_faction", "6") if partner else ("back_for_others", "6")
            printed = back.back
    if printed != piece:
        return "other_piece", "4.2"
    return None if use in uses_as(g.active, faction, piece) else ("piece_has_no_such_use", "5")
