"""11: intelligence. Tokens are bid for a look at half a pile."""

from __future__ import annotations

from casusbelli.kernel import Choice, Refusal, ask

from . import dossier, piles, wheel
from .content import NEUTRAL, OPPONENT, PROVINCES, SPACES, Side, known
from .state import Duel, Look, War

STEP_COST = 1
ACTION_COST = 2


def targets(g: War, side: Side) -> list[str]:
    """11.1: every pile of cards that is not one's own, may not be looked at freely and was not blocked this turn."""
    enemy = OPPONENT[side]
    force = g.forces[enemy]
    found = [_DEFENCE[enemy][p] for p in PROVINCES if p in force.defence]
    found += [_DEFENCE[NEUTRAL][p] for p in PROVINCES if p in g.neutral and not dossier.may_see_neutral(g, side, p)]
    found += [_OPERATION[enemy][s] for s in SPACES if s in force.operations and wheel.segment(g, enemy, s).intel]
    found += [_QUAGMIRE[enemy][p] for p in PROVINCES if p in g.quagmires and g.quagmires[p].attacker == enemy]
    found.append(dossier.BOARD)
    if g.blocked:
        return [pile for pile in found if pile not in g.blocked]
    return found


_DEFENCE = {owner: {p: dossier.defence_pile(p, owner) for p in PROVINCES} for owner in (*OPPONENT, NEUTRAL)}
_OPERATION = {side: {s: dossier.operation_pile(side, s) for s in SPACES} for side in OPPONENT}
_QUAGMIRE = {side: {p: dossier.quagmire_pile(p, side) for p in PROVINCES} for side in OPPONENT}


def target_refusal(g: War, side: Side, pile: str, cost: int) -> Refusal | None:
    """Why a pile may not be looked at now, or None."""
    if g.forces[side].ready < cost:
        return Refusal("too_few_tokens", "11.1", {"cost": cost, "ready": g.forces[side].ready})
    if pile in g.blocked:
        return Refusal("pile_blocked", "11.2", {"pile": pile})
    kind, _, owner = (*pile.split(":"), "", "")[:3]
    if kind == "op" and pile.split(":")[1] == OPPONENT[side] and owner in g.forces[OPPONENT[side]].operations:
        return Refusal("no_intel_on_new_operation", "11.1", {"pile": pile}) if pile not in targets(g, side) else None
    if pile in targets(g, side):
        return None
    return Refusal("no_such_pile", "11.1", {"pile": pile})


def sample_size(count: int) -> int:
    """11.3: half the pile, at least one card."""
    return max(1, count // 2)


async def attempt(g: War, side: Side, pile: str, base: int) -> None:
    """11.2: the looker bids; the other player may block with one more, and so on, until somebody stops."""
    other = OPPONENT[side]
    g.duel = Duel(pile, side, base, {side: base, other: 0})
    g.report("intel_attempted", "11.2", side=side, pile=pile, bid=base)
    while True:
        if not await _overbid(g, other, "block_intel", "block"):
            success = True
            break
        if not await _overbid(g, side, "raise_intel", "raise"):
            success = False
            break
    bids = g.duel.bids
    g.duel = None
    for bidder, bid in bids.items():
        g.forces[bidder].ready -= bid
        g.forces[bidder].used += bid
    if success:
        look(g, side, pile, bids)
    else:
        g.blocked.append(pile)
        g.report("intel_blocked", "11.2", side=side, pile=pile, spent=bids[side], spent_by_other=bids[other])


async def _overbid(g: War, bidder: Side, decision: str, verb: str) -> bool:
    """Whether the bidder bids exactly one more than the other side; he needs the tokens for it."""
    duel = g.duel
    assert duel is not None
    bid = duel.bids[OPPONENT[bidder]] + 1
    if g.forces[bidder].ready < bid:
        return False
    options: list[Choice] = [(verb,), ("decline",)]
    about = {"pile": duel.pile, "bid": bid, "ready": g.forces[bidder].ready}
    choice = await ask(g.seats[bidder], decision, lambda: options, "11.2", about=about)
    if choice == ("decline",):
        return False
    assert g.duel is not None
    g.duel.bids[bidder] = bid
    g.report("intel_bid", "11.2", side=bidder, pile=g.duel.pile, bid=bid)
    return True


def look(g: War, side: Side, pile: str, bids: dict[Side, int]) -> None:
    """11.3: half the pile, drawn at random, is seen and shuffled back."""
    cards = dossier.pile_cards(g, pile)
    g.forces[side].looks += 1
    seen = g.sample(cards, sample_size(len(cards)))
    g.reveal()
    dossier.see(g, side, pile, "intel", seen, len(cards), complete=len(seen) == len(cards))
    g.last_look = Look(side, pile, g.turn_no, len(cards), sorted(seen))
    spent, spent_by_other = bids[side], bids[OPPONENT[side]]
    piles.report_cards(
        g, "intel_succeeded", "11.3", side, seen, pile=pile, size=len(cards), spent=spent, spent_by_other=spent_by_other
    )


async def intel_step(g: War) -> None:
    """3.1.3: at the end of the turn, looks at one token each, as many as wanted."""
    side = g.active

    def options() -> list[Choice]:
        return [*(("look", pile) for pile in targets(g, side)), ("pass",)]

    while g.forces[side].ready >= STEP_COST and targets(g, side):
        choice = await ask(
            g.seats[side],
            "intel_step",
            options,
            "11.1",
            about={"ready": g.forces[side].ready},
            why_not=lambda choice: _why_not_look(g, side, choice),
        )
        if choice == ("pass",):
            return
        await attempt(g, side, str(choice[1]), STEP_COST)


def _why_not_look(g: War, side: Side, choice: Choice) -> Refusal | None:
    if choice[0] != "look" or len(choice) != 2 or not known(choice):
        return None
    return target_refusal(g, side, str(choice[1]), STEP_COST)
