"""6.1 to 6.7: who loses which cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from casusbelli.kernel import Choice, Params, Refusal, ask

from . import piles
from .content import ATTACK, DEFENCE, NEUTRAL, PROVINCE, Card, Side, known
from .dossier import may_see_neutral
from .state import Battle, War


def tidy(g: War, side: Side, province: str) -> None:
    """A Defence space without cards is not listed."""
    if not g.forces[side].defence.get(province, True):
        del g.forces[side].defence[province]


def count_lost(g: War, whose: str, where: str, count: int) -> None:
    if count:
        lost = g.on_table.lost
        lost[f"{whose}_{where}"] = lost.get(f"{whose}_{where}", 0) + count


def participants(b: Battle, role: str) -> list[Card]:
    """What was shown and took part in a role; bombarding fleets are no participants."""
    idle = [*b.misfits[role], *(b.bombarding if role == "attack" else ())]
    return sorted((Counter(b.shown[role]) - Counter(idle)).elements())


# -- the loser's cards -------------------------------------------------------------------------------------------------


def attackers_lost(g: War) -> None:
    """6.1, 6.2: the attacker's cards, bombarding fleets included (A4), go to his Loss pile after a defeat or a rout."""
    b = g.on_table
    cards = [*b.attack, *b.bombarding]
    piles.lose(g, b.attacker, cards, seen=True)
    b.attack, b.bombarding = [], []
    count_lost(g, b.attacker, "loss", len(cards))
    if cards:
        rule = "6.2" if b.result == "rout" else "6.1"
        piles.report_cards(g, "cards_lost", rule, b.attacker, cards, shown=True, pile="loss", province=b.province)


def defenders_lost(g: War) -> None:
    """6.3: the defender's cards go to his Loss pile, Neutral ones leave the game."""
    b = g.on_table
    cards = piles.clear_defence(g, b.defender, b.province)
    piles.lose(g, b.defender, cards, seen=True)
    count_lost(g, b.defender, "loss", len(cards))
    if cards:
        piles.report_cards(g, "cards_lost", "6.3", b.defender, cards, shown=True, pile="loss", province=b.province)
    neutral = piles.clear_neutral(g, b.province)
    g.neutral_removed.extend(neutral)
    g.neutral_buried.extend(neutral)
    count_lost(g, NEUTRAL, "removed", len(neutral))
    if neutral:
        piles.report_cards(g, "neutral_lost", "6.3", b.defender, neutral, shown=True, province=b.province)


def fleets_leave(g: War, pile: str) -> None:
    """A4: bombarding fleets neither stay nor pay: to Discard in a victory, to Win before a quagmire's cards are drawn."""
    b = g.on_table
    if b.bombarding:
        force = g.forces[b.attacker]
        (force.win if pile == "win" else force.discard).extend(b.bombarding)
        count_lost(g, b.attacker, pile, len(b.bombarding))
        g.report("fleets_left", "A4", side=b.attacker, cards=sorted(b.bombarding), pile=pile)
        b.bombarding = []


# -- the winner's choice -----------------------------------------------------------------------------------------------


def sums(values: Iterable[int]) -> int:
    """All sums of some of the values, as bits: bit n is set when n can be reached."""
    bits = 1
    for value in values:
        bits |= bits << value
    return bits


def least_payment(values: list[int], owed: int) -> int:
    """6.3: the smallest sum that reaches what is owed; everything where that is not enough."""
    bits = sums(values) >> owed
    return owed + (bits & -bits).bit_length() - 1 if bits else sum(values)


def payments(cards: Iterable[Card], table: Mapping[Card, int], payment: int) -> list[list[Card]]:
    """Every way to make a payment exactly; equal cards are alike."""
    found: list[tuple[int, list[Card]]] = [(payment, [])]
    for card, copies in sorted(Counter(cards).items()):
        value = table[card]
        found = [(left - value * k, [*paid, *[card] * k]) for left, paid in found for k in range(copies + 1) if left >= value * k]
    return [paid for left, paid in found if not left]


def source_cards(g: War, source: str) -> list[Card]:
    """The cards a payment is made from: the attack, the defenders or the Neutral cards."""
    b = g.on_table
    if source == "attack":
        return b.attack
    return g.forces[b.defender].defence.get(b.province, []) if source == "defence" else g.neutral.get(b.province, [])


def source_table(g: War, source: str) -> dict[Card, int]:
    kind = PROVINCE[g.on_table.province].kind
    return ATTACK[kind] if source == "attack" else DEFENCE[kind]


def fitting(cards: list[Card], table: Mapping[Card, int], owed: int) -> list[Card]:
    """The cards that may pay next: those with which, and some of the others, the payment can be made exactly."""
    found = []
    for card in sorted(set(cards)):
        rest = list(cards)
        rest.remove(card)
        if table[card] <= owed and sums(table[c] for c in rest) >> (owed - table[card]) & 1:
            found.append(card)
    return found


def pick_options(g: War, source: str, *, single: bool) -> list[Choice]:
    """What the winner may lose next; any card where there is nothing to match."""
    cards = source_cards(g, source)
    fit = sorted(set(cards)) if single else fitting(cards, source_table(g, source), g.on_table.owed)
    return [("lose", card) for card in fit]


def payment_rule(source: str, *, single: bool) -> str:
    """6.7 where there is nothing to match; 6.3 for the attacker who won, 6.1 for the defender who did."""
    if single:
        return "6.7"
    return "6.3" if source == "attack" else "6.1"


async def pay(g: War, side: Side, source: str, owed: int) -> bool:
    """6.1, 6.3, 6.7: the winner loses cards that match the loser's strength; True when everybody knows which.

    Nothing to match: one card of the attacker's choice. Not enough: all. Otherwise he picks one by one among the
    payments of the smallest sufficient sum; every pick is asked, so that silence tells nothing.
    """
    cards, table = source_cards(g, source), source_table(g, source)
    values = [table[c] for c in cards]
    single = owed <= 0
    if not cards:
        return True
    if not single and sum(values) <= owed:
        return _pay_at_once(g, side, source, list(cards), payment_rule(source, single=False))
    if single and len(set(cards)) == 1:
        return _pay_at_once(g, side, source, cards[:1], payment_rule(source, single=True))
    payment = 0 if single else least_payment(values, owed)
    ways = [] if single else payments(cards, table, payment)
    if len(ways) == 1:
        return _pay_at_once(g, side, source, ways[0], payment_rule(source, single=False))
    await _pick(g, side, source, payment, single=single)
    return False


def _pay_at_once(g: War, side: Side, source: str, cards: list[Card], rule: str) -> bool:
    piles.take(source_cards(g, source), cards)
    g.on_table.picked = cards
    _close_payment(g, side, source, rule, known=True)
    return True


async def _pick(g: War, side: Side, source: str, payment: int, *, single: bool) -> None:
    b = g.on_table
    rule = payment_rule(source, single=single)
    b.picker, b.paying, b.owed, b.picked = side, source, payment, []
    while single or g.on_table.owed:
        choice = await ask(
            g.seats[side],
            "select_losses",
            lambda: pick_options(g, source, single=single),
            rule,
            about={"province": b.province, "owed": g.on_table.owed, "from": source},
            why_not=lambda choice: _why_not_lose(g, source, rule, choice),
        )
        card = str(choice[1])
        b = g.on_table
        source_cards(g, source).remove(card)
        b.picked.append(card)
        if single:
            break
        b.owed -= source_table(g, source)[card]
    g.reveal()  # the number of cards tells something of which they were
    _close_payment(g, side, source, rule, known=False)


def _why_not_lose(g: War, source: str, rule: str, choice: Choice) -> Refusal | None:
    if choice[0] != "lose" or len(choice) != 2 or not known(choice):
        return None
    if choice[1] not in source_cards(g, source):
        return Refusal("card_not_in_battle", rule, {"card": choice[1]})
    return Refusal("payment_must_match", rule, {"owed": g.on_table.owed, "card": choice[1]})


def _close_payment(g: War, side: Side, source: str, rule: str, *, known: bool) -> None:
    """The picked cards go: own ones to the Win pile, Neutral ones out of the game. Only their number is public."""
    b = g.on_table
    cards, b.picked, b.picker, b.paying, b.owed = b.picked, [], "", "", 0
    if source == "neutral":
        g.neutral_removed.extend(cards)
        if known:
            g.neutral_buried.extend(cards)
        if not g.neutral[b.province]:
            del g.neutral[b.province]
        count_lost(g, NEUTRAL, "removed", len(cards))
        piles.report_cards(g, "neutral_lost", rule, side, cards, shown=known, province=b.province)
    else:
        g.forces[side].win.extend(cards)
        tidy(g, side, b.province)
        count_lost(g, side, "win", len(cards))
        piles.report_cards(g, "cards_lost", rule, side, cards, shown=known, pile="win", province=b.province)


# -- quagmires ---------------------------------------------------------------------------------------------------------


def halve(g: War) -> None:
    """6.4: each side loses half its cards, rounded down, at random; Neutral cards go after the defender's own."""
    b = g.on_table
    _lose_at_random(g, b.attacker, b.attack, len(b.attack) // 2)
    own = g.forces[b.defender].defence.get(b.province, [])
    neutral = g.neutral.get(b.province, [])
    due = (len(own) + len(neutral)) // 2
    own_due = min(due, len(own))
    _lose_at_random(g, b.defender, own, own_due)
    tidy(g, b.defender, b.province)
    if due > own_due:
        gone = g.sample(neutral, due - own_due)
        piles.take(neutral, gone)
        g.neutral_removed.extend(gone)
        if not neutral:
            del g.neutral[b.province]
        count_lost(g, NEUTRAL, "removed", len(gone))
        if g.recording:
            seers = [s for s in (b.attacker, b.defender) if may_see_neutral(g, s, b.province)]
            private: dict[str, Params] = {g.seats[s]: {"cards": sorted(gone), "known": True} for s in seers}
            g.report("neutral_lost", "6.4", side=b.defender, province=b.province, count=len(gone), private=private)


def _lose_at_random(g: War, side: Side, cards: list[Card], count: int) -> None:
    if not count:
        return
    all_go = count == len(cards)
    gone = g.sample(cards, count)
    piles.take(cards, gone)
    piles.lose(g, side, gone, seen=all_go)
    count_lost(g, side, "loss", count)
    piles.report_cards(g, "cards_lost", "6.4", side, gone, shown=all_go, pile="loss", province=g.on_table.province)
