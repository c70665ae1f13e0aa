"""3.2: the end of the year."""

from __future__ import annotations

from casusbelli.kernel import Choice, Refusal, ask

from . import piles, politics, production, victory, wheel
from .content import AXIS, CAMPAIGN, CARD_SETS, OPPONENT, PROVINCES, SET_CARDS, SIDES, SPACES, YEARS, Side, known
from .state import War


async def year_end(g: War) -> None:
    """3.2: the Axis scores, Win piles are dealt out, both sides produce."""
    points = production.year_end_vp(g)
    victory.gain_vp(g, points, "map")
    g.report("scored", "12", year=g.year, points=points, total=g.vp)
    if victory.won_by_points(g):
        return
    for side in SIDES:
        deal_win_pile(g, side)
    g.phase = "production"


def deal_win_pile(g: War, side: Side) -> None:
    """3.2: the Win pile is shuffled and dealt alternately to Discard and Loss."""
    force = g.forces[side]
    cards, force.win = force.win, []
    if not cards:
        return
    g.shuffle(cards)
    kept, lost = cards[::2], cards[1::2]
    piles.discard(g, side, kept)
    piles.lose(g, side, lost, seen=False)
    g.reveal()
    if g.recording:
        private = {g.seats[side]: {"kept": sorted(kept), "lost": sorted(lost), "known": True}}
        g.report("win_pile_dealt", "3.2", side=side, discard=len(kept), loss=len(lost), private=private)


def order(g: War) -> tuple[Side, Side]:
    """3.2: the player without the Advantage comes first."""
    return OPPONENT[g.advantage], g.advantage


async def produce(g: War) -> None:
    """3.2, 10: production; in the last year the Axis alone, for victory points. Then, if it was the last, the end."""
    last = g.year == CAMPAIGN.last_year
    for side in order(g):
        if not last or side == AXIS:
            await production.produce(g, side, only_vp=last)
            if g.winner:
                return
    if last:
        victory.final_reckoning(g)
    else:
        g.phase = "withdrawal"


# -- withdrawal --------------------------------------------------------------------------------------------------------


async def withdrawal(g: War) -> None:
    """3.2: both players may take back defenders, one by one, and whole operations."""
    for side in order(g):
        await _withdraw(g, side)
    g.phase = "new_year"


def withdraw_options(g: War, side: Side) -> list[Choice]:
    force = g.forces[side]
    found: list[Choice] = [
        ("withdraw", province, card)
        for province in PROVINCES
        if province in force.defence and province not in g.quagmires
        for card in sorted(set(force.defence[province]))
    ]
    return [*found, *(("withdraw_operation", space) for space in SPACES if space in force.operations), ("done",)]


def can_withdraw(g: War, side: Side) -> bool:
    force = g.forces[side]
    return bool(force.operations) or any(p not in g.quagmires for p in force.defence)


async def _withdraw(g: War, side: Side) -> None:
    while can_withdraw(g, side):
        choice = await ask(
            g.seats[side],
            "withdraw",
            lambda: withdraw_options(g, side),
            "3.2",
            why_not=lambda choice: _why_not_withdraw(g, side, choice),
        )
        match choice:
            case ("withdraw", str(province), str(card)):
                piles.remove_defender(g, side, province, card)
                piles.hidden_discard(g, "withdrawn", "3.2", side, [card], province=province)
            case ("withdraw_operation", str(space)):
                wheel.dismantle(g, side, space, why="withdrawn")
            case _:
                return


def _why_not_withdraw(g: War, side: Side, choice: Choice) -> Refusal | None:
    if not known(choice):
        return None
    match choice:
        case ("withdraw", str(province), str(card)):
            if province in g.quagmires:
                return Refusal("no_withdrawal_from_quagmire", "6.4", {"province": province})
            return Refusal("card_not_there", "3.2", {"card": card, "province": province})
        case ("withdraw_operation", str(space)):
            return Refusal("no_operation", "3.2", {"space": space})
    return None


# -- the new year ------------------------------------------------------------------------------------------------------


async def new_year(g: War) -> None:
    """3.2: tokens return, politics of the year, new Draw piles, reinforcements, and the first hands."""
    for force in g.forces.values():
        force.ready, force.used = force.ready + force.used, 0
    politics.on_end_of_year(g)
    for side in SIDES:
        force = g.forces[side]
        force.draw.extend(force.discard)
        force.discard = []
        g.shuffle(force.draw)
        g.report("draw_pile_made", "3.2", side=side, count=len(force.draw))
    g.year += 1
    g.winter = False
    _reinforce(g)
    for side in SIDES:
        piles.draw_hand(g, side)
    g.active = first_player(g)
    g.report("year_began", "3", year=g.year, side=g.active)
    g.phase = "turn"


def _reinforce(g: War) -> None:
    """1.4: the set of the new year goes to the Loss pile, from where it can be bought."""
    for set_id in YEARS[g.year].reinforcement_sets:
        side = CARD_SETS[set_id].side
        force = g.forces[side]
        if set_id in force.reserve:
            force.reserve.remove(set_id)
            piles.lose(g, side, SET_CARDS[set_id], seen=True)
            g.report("reinforcements", "1.4", side=side, set=set_id, count=len(SET_CARDS[set_id]))


def first_player(g: War) -> Side:
    """3: who has more cards in Draw after the opening draw begins the year; the Axis where they are equal."""
    return max(SIDES, key=lambda side: (len(g.forces[side].draw), side == AXIS))
