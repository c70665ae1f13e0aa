"""A world that a side could be in: everything it cannot know is dealt anew.

What it does know stays: its own cards, all numbers, cards shown in the battle on the table, and what its dossier makes
certain (cards seen in a pile that nothing has left since; piles that are some of the cards a battle showed). The deal
depends on this knowledge and the dice alone: hidden lists are never read but for their length.

Every such world is as likely as any other here; ``beliefs`` makes a likely one of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from casusbelli.kernel import Dice, Seat

from . import dossier
from .content import (
    AXIS,
    NEUTRAL,
    NEUTRAL_CARDS,
    NEVER_LOST,
    OPPONENT,
    PROVINCE,
    PROVINCES,
    SET_CARDS,
    SIDE_CARDS,
    VICTORY_CARDS,
    Card,
    Side,
)
from .losses import least_payment, participants, payments, source_cards, source_table
from .state import Battle, Sighting, War

_TRIES = 12
"""How often a deal is begun again when piles that must hold some of the shown cards get in each other's way."""


def imagine(g: War, seat: Seat, dice: Dice) -> None:
    """Re-deal in place."""
    side = g.side_of(seat)
    if side is not None:
        deal_anew(g, side, dice)


def deal_anew(g: War, side: Side, dice: Dice, arrange: Callable[[War, Side, list[Pile], Dice], None] | None = None) -> None:
    """Re-deal what a side cannot know. ``arrange`` may move the enemy's cards among the places where nothing is known of them."""
    own_draw = g.forces[side].draw
    own_draw.sort()
    dice.shuffle(own_draw)
    _deal_victory_cards(g, side, dice)
    _repeat_picks(g, side, dice)
    _deal_neutral_cards(g, side, dice)
    _plan_targets(g, side, dice)
    piles, pool = enemy_piles(g, side)
    _deal(piles, pool, dice)
    if arrange:
        arrange(g, side, piles, dice)
    _what_the_enemy_saw(g, side, dice)


# -- victory cards -----------------------------------------------------------------------------------------------------


def _deal_victory_cards(g: War, side: Side, dice: Dice) -> None:
    """The Axis knows them all but for the order on the board; the Allies know what they saw there."""
    if side == AXIS:
        g.victory_board.sort()
        dice.shuffle(g.victory_board)
        return
    seen = sorted({card for s in g.forces[side].dossier.get(dossier.BOARD, ()) for card in s.seen})
    rest = [card for card in VICTORY_CARDS if card not in seen]
    dice.shuffle(rest)
    hidden = {"drawn": g.victory_drawn, "kept": g.victory_kept, "boxed": g.victory_boxed}
    for pile in hidden.values():
        pile[:] = sorted(rest.pop() for _ in pile)
    g.victory_board = [*seen, *rest]
    dice.shuffle(g.victory_board)


# -- the battle on the table -------------------------------------------------------------------------------------------


def _repeat_picks(g: War, side: Side, dice: Dice) -> None:
    """The enemy is picking losses: put his picks back and let him pick as many again, of a payment that takes more."""
    b = g.battle
    if b is None or b.picker != OPPONENT[side]:
        return
    cards, table = source_cards(g, b.paying), source_table(g, b.paying)
    picks = len(b.picked)
    cards[:] = sorted([*cards, *b.picked])
    if picks:
        b.owed = least_payment([table[c] for c in cards], _debt(g, b))
        longer = [way for way in payments(cards, table, b.owed) if len(way) > picks]
        b.picked = dice.sample(dice.pick(longer), picks)
        for card in b.picked:
            cards.remove(card)
            b.owed -= table[card]


def _debt(g: War, b: Battle) -> int:
    """6.1, 6.3: the strength that the present payment must match."""
    if b.paying == "attack":
        return b.defence_total
    own = [] if b.paying == "defence" else participants(b, "defence")
    table = source_table(g, "defence")
    return b.attack_total - sum(table[c] for c in own)


# -- dealing hidden piles ----------------------------------------------------------------------------------------------


class Pile:
    """A hidden pile to be dealt: where it lies, how many cards, and what is known of it."""

    __slots__ = ("cards", "must", "name", "real", "share", "shown", "size")

    def __init__(self, name: str, cards: list[Card], sightings: Sequence[Sighting] = (), *, real: bool = False) -> None:
        self.name = name
        """As the dossier names it; ``hand``, ``draw`` and the like for what nobody can look at."""
        self.cards = cards
        self.size = len(cards)
        self.must: list[Card] = []
        self.shown: list[Card] = []
        self.share = 0
        """At least so many of the pile are among ``shown``."""
        self.real = real
        """No Decoys lie here."""
        if sightings:
            self.must = [card for card in dossier.certain(sightings) if card not in PROVINCE]
            self.shown, self.share = dossier.drawn_from(sightings, self.size)

    def may_hold(self, cards: Sequence[Card]) -> bool:
        """Whether the pile may consist of these cards, for all that is known of it."""
        held = Counter(cards)
        if self.real and not NEVER_LOST.isdisjoint(held):
            return False
        return Counter(self.must) <= held and (Counter(self.shown) & held).total() >= self.share


def _deal(piles: list[Pile], pool: Counter[Card], dice: Dice) -> None:
    """Give every pile what it must hold, then its share of shown cards, then anything."""
    for pile in piles:
        pool.subtract(pile.must)
    dealt = [list(pile.must) for pile in piles]
    needy = [n for n, pile in enumerate(piles) if pile.share and pile.must != pile.shown]
    for tried in range(_TRIES if needy else 0):
        shares = {n: list(piles[n].must) for n in needy}
        rest = pool.copy()
        if all(_deal_share(piles[n], shares[n], rest, dice) for n in needy) or tried == _TRIES - 1:
            for n, cards in shares.items():
                dealt[n] = cards
            pool = rest
            break
    loose = sorted(pool.elements())
    dice.shuffle(loose)
    for pile, cards in sorted(zip(piles, dealt, strict=True), key=lambda both: not both[0].real):
        while len(cards) < pile.size:
            cards.append(_take(loose, real=pile.real))
        pile.cards[:] = cards


def _deal_share(pile: Pile, cards: list[Card], rest: Counter[Card], dice: Dice) -> bool:
    """Deal the shown cards that a pile still lacks; False where there are not enough left."""
    shown, held = Counter(pile.shown), Counter(cards)
    missing = max(0, min(pile.share - (shown & held).total(), pile.size - len(cards)))
    free = sorted(((shown - held) & rest).elements())
    drawn = dice.sample(free, min(missing, len(free)))
    cards += drawn
    rest.subtract(drawn)
    return len(drawn) == missing


def _take(loose: list[Card], *, real: bool) -> Card:
    if real:
        for n in range(len(loose) - 1, -1, -1):
            if loose[n] not in NEVER_LOST:
                return loose.pop(n)
    return loose.pop()


def _deal_neutral_cards(g: War, side: Side, dice: Dice) -> None:
    """Neutral cards: known where the side may look and in the battle on the table; removed ones known if both saw them."""
    pool = Counter(NEUTRAL_CARDS)
    pool.subtract(g.neutral_buried)
    known = g.forces[side].dossier
    hidden: list[Pile] = []
    for province, cards in g.neutral.items():
        if dossier.may_see_neutral(g, side, province) or _shown_here(g, province):
            pool.subtract(cards)
        else:
            name = dossier.defence_pile(province, NEUTRAL)
            hidden.append(Pile(name, cards, known.get(name, ())))
    if g.battle and g.battle.paying == "neutral":
        pool.subtract(g.battle.picked)
    removed = g.neutral_removed[len(g.neutral_buried) :]
    hidden += [Pile("aside", g.neutral_aside), Pile("removed", removed)]
    _deal(hidden, pool, dice)
    g.neutral_removed = [*sorted(g.neutral_buried), *removed]


def _shown_here(g: War, province: str) -> bool:
    return g.battle is not None and bool(g.battle.shown) and g.battle.province == province


def enemy_piles(g: War, side: Side) -> tuple[list[Pile], Counter[Card]]:
    """The enemy's cards that lie face down: the piles, and all that lies in them together."""
    enemy = OPPONENT[side]
    force = g.forces[enemy]
    known = g.forces[side].dossier
    b = g.battle
    pool = SIDE_CARDS[enemy].copy()
    for set_id in force.reserve:
        pool.subtract(SET_CARDS[set_id])
    hidden: list[Pile] = []

    def hide(name: str, cards: list[Card]) -> None:
        hidden.append(Pile(name, cards, known.get(name, ())))

    for province, cards in force.defence.items():
        if _shown_here(g, province):
            pool.subtract(cards)
        else:
            hide(dossier.defence_pile(province, enemy), cards)
    if b and b.attacker == enemy:
        if b.shown:
            pool.subtract([*b.attack, *b.bombarding])
        else:
            hidden.append(Pile("attack", b.attack))
    if b and b.picker == enemy and b.paying != NEUTRAL:
        pool.subtract(b.picked)
    for space, operation in force.operations.items():
        hide(dossier.operation_pile(enemy, space), operation.cards)
    for province, quagmire in g.quagmires.items():
        if quagmire.attacker == enemy:
            hide(dossier.quagmire_pile(province, enemy), quagmire.cards)
    loss = Pile("loss", force.loss, real=True)
    loss.shown, loss.share = force.loss_seen, len(force.loss_seen) - force.loss_taken
    hidden += [loss, Pile("win", force.win, real=True)]
    hidden += [Pile("hand", force.hand), Pile("draw", force.draw), Pile("discard", force.discard)]
    return hidden, pool


def seen_targets(g: War, side: Side) -> dict[str, str]:
    """What the enemy's operations aim at, by space, where a Province card was seen."""
    enemy = OPPONENT[side]
    known = g.forces[side].dossier
    seen: dict[str, str] = {}
    for space in g.forces[enemy].operations:
        sure = dossier.certain(known.get(dossier.operation_pile(enemy, space), ()))
        seen.update((space, card) for card in sure if card in PROVINCE)
    return seen


def plan_targets(g: War, side: Side) -> list[str]:
    """5.1: what the enemy may plan against beside the targets that were seen."""
    enemy, seen = OPPONENT[side], seen_targets(g, side).values()
    return [p for p in PROVINCES if g.control[p] != enemy and not _fights_for(g, enemy, p) and p not in seen]


def _plan_targets(g: War, side: Side, dice: Dice) -> None:
    """5.1: what the enemy plans against: Province cards seen in an operation, any others he may have for the rest."""
    seen, free = seen_targets(g, side), plan_targets(g, side)
    dice.shuffle(free)
    for space, operation in g.forces[OPPONENT[side]].operations.items():
        operation.target = seen.get(space) or free.pop()


def _fights_for(g: War, side: Side, province: str) -> bool:
    if province in g.quagmires and g.quagmires[province].attacker == side:
        return True
    return g.battle is not None and g.battle.attacker == side and g.battle.province == province


# -- the enemy's own knowledge -----------------------------------------------------------------------------------------


def _what_the_enemy_saw(g: War, side: Side, dice: Dice) -> None:
    """How many cards the enemy looked at is known; which, is not, unless he saw the whole of a pile of this side."""
    for pile, sightings in g.forces[OPPONENT[side]].dossier.items():
        ours = dossier.pile_owner(pile) == side
        cards = sorted(dossier.pile_cards(g, pile))
        for s in sightings:
            if s.how != "intel":
                if not ours and len(s.seen) == s.size:
                    s.seen = cards
            elif not (ours and s.complete):
                s.seen = _seen_of(g, side, pile, len(s.seen), changed=bool(s.removed), dice=dice)
    look = g.last_look
    if look and look.looker != side:
        now = g.forces[look.looker].dossier.get(look.pile, ())
        same = next((s.seen for s in reversed(now) if s.turn == look.turn and s.how == "intel"), None)
        look.cards = list(same) if same else _seen_of(g, side, look.pile, len(look.cards), changed=True, dice=dice)


def _seen_of(g: War, side: Side, pile: str, count: int, *, changed: bool, dice: Dice) -> list[str]:
    """Cards a look may have shown: those in the pile now and, if some have left it, those that lie where they may be."""
    cards = sorted(dossier.pile_cards(g, pile))
    if changed or len(cards) < count:
        force = g.forces[side]
        owner = dossier.pile_owner(pile)
        gone = [*force.discard, *force.win, *force.loss] if owner == side else g.neutral_removed if owner == NEUTRAL else []
        cards = sorted([*cards, *gone])
    return sorted(dice.sample(cards, min(count, len(cards))))
