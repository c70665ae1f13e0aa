"""4.4: the three endings, who wins, and the final tie-breaks."""

from __future__ import annotations

from .content import EASTERN, ENDINGS, GERMANY, POWERS, UK, US, USSR, WESTERN, Power
from .scoring import score_sheet, secret_points, totals
from .state import Churchill, Final
from .support import position

ALLIED, BROKEN, NEGOTIATED = "allied_victory", "broken_alliance", "negotiated_peace"

Totals = dict[Power, int]


def conclude(g: Churchill) -> None:
    """4.4: add the secret agenda, find the ending, name the winner."""
    secret = {p: secret_points(g, p) for p in POWERS}
    open_totals = totals(score_sheet(g))
    final = {p: open_totals[p] + secret[p] for p in POWERS}
    ending, adjusted, winner = judge(g, final)
    if ending == NEGOTIATED and not decided_by_dice(g):
        for power in ranking(final):
            tell_adjustment(g, power, final[power], adjusted[power] - final[power], roll=0)
    g.final = Final(ending, winner, final, adjusted, secret)
    if g.options.secret_agenda:
        g.reveal()
        g.report("secret_agenda", "10.3", tokens={p: list(g.agenda_tokens[p]) for p in POWERS}, points=secret)
    g.report("game_over", "4.4", power=winner, ending=ending, totals=final, adjusted=adjusted)


def judge(g: Churchill, total: Totals) -> tuple[str, Totals, Power]:
    """The ending, the totals after a negotiated surrender, and the winner."""
    ending = ending_of(g, total)
    if ending == BROKEN:
        return ending, total, winner_of_broken_alliance(g, total)
    adjusted = negotiate(g, total) if ending == NEGOTIATED else total
    return ending, adjusted, best_of(g, adjusted)


def outlook(g: Churchill, total: Totals) -> tuple[str, Totals, Power]:
    """The same, if the game ended now; nobody is named where dice would decide (first edition)."""
    ending = ending_of(g, total)
    by_dice = decided_by_dice(g) and ending != ALLIED
    open_question = len(tied_at_top(total)) == 1 or (ending == NEGOTIATED and len(tied_at_top(total)) == 2)
    return (ending, total, "") if by_dice and open_question else judge(g, total)


def decided_by_dice(g: Churchill) -> bool:
    """The first edition rolls for a broken alliance and a negotiated surrender, except in tournament scoring."""
    return g.first_edition and not g.options.tournament_scoring


def tell_adjustment(g: Churchill, power: Power, before: int, amount: int, *, roll: int) -> None:
    """4.43: what the negotiated surrender does to a power's points, by die or by its place."""
    g.report("negotiated", "4.43", power=power, roll=roll, amount=amount, before=before, after=before + amount)


def spread(total: Totals) -> int:
    return max(total.values()) - min(total.values())


def ending_of(g: Churchill, total: Totals) -> str:
    """4.41-4.43: whether both Axis powers are beaten, and how far apart the victors are."""
    if len(g.surrendered) < 2:
        return NEGOTIATED
    row = ENDINGS[ALLIED]
    return ALLIED if spread(total) <= (row.max_spread_first_edition if g.first_edition else row.max_spread) else BROKEN


def ranking(total: Totals) -> list[Power]:
    return sorted(POWERS, key=lambda p: -total[p])


def tied_at_top(total: Totals) -> list[Power]:
    best = max(total.values())
    return [p for p in POWERS if total[p] == best]


def best_of(g: Churchill, total: Totals) -> Power:
    """The highest total, or the final tie-break."""
    top = tied_at_top(total)
    return top[0] if len(top) == 1 else final_tie(g, top)


def final_tie(g: Churchill, tied: list[Power], *, restricted: bool = False) -> Power:
    """4.44: the US with the bomb, the USSR alone in Germany, else the UK; restricted to two without it, the US (R19)."""
    if US in tied and g.bomb_finished():
        return US
    if USSR in tied and position(g, EASTERN) == GERMANY and position(g, WESTERN) != GERMANY:
        return USSR
    return US if restricted and UK not in tied else UK


def winner_of_broken_alliance(g: Churchill, total: Totals) -> Power:
    """4.42: the giant wins only above the sum of the others, else the second; the first edition rolls for it."""
    if len(tied_at_top(total)) > 1:
        return best_of(g, total)
    first, second, third = ranking(total)
    if giant_prevails(g, total):
        return first
    return final_tie(g, [second, third], restricted=True) if total[second] == total[third] else second


def giant_prevails(g: Churchill, total: Totals) -> bool:
    first, second, third = ranking(total)
    if not g.first_edition:
        return total[first] > total[second] + total[third]
    if g.options.tournament_scoring:
        return False
    roll = g.roll()
    g.report("alliance_rolled", "4.42", power=first, roll=roll, spread=spread(total))
    return spread(total) <= roll + ENDINGS[ALLIED].max_spread_first_edition


def negotiate(g: Churchill, total: Totals) -> Totals:
    """4.43: the leader pays, the last gains; equal powers are treated alike, three equal ones stay as they are (R20)."""
    if len(tied_at_top(total)) == len(POWERS):
        return total
    if g.first_edition:
        return negotiate_first_edition(g, total)
    row = ENDINGS[NEGOTIATED]
    amounts = {1: row.adjust_first, 2: row.adjust_second, 3: row.adjust_third}
    return {p: total[p] + amounts[place(total, p)] for p in POWERS}


def place(total: Totals, power: Power) -> int:
    """1 for the highest and those tied with it, 3 for the lowest and those tied with it, else 2."""
    if total[power] == max(total.values()):
        return 1
    return 3 if total[power] == min(total.values()) else 2


def negotiate_first_edition(g: Churchill, total: Totals) -> Totals:
    """First edition: by dice; in tournament scoring only the leaders pay, a fixed number."""
    if g.options.tournament_scoring:
        return {p: total[p] + (ENDINGS[NEGOTIATED].adjust_first if place(total, p) == 1 else 0) for p in POWERS}
    adjusted = {}
    for power in ranking(total):
        roll = g.roll()
        amount = {1: -roll, 2: -((roll + 1) // 2), 3: roll}[place(total, power)]
        adjusted[power] = total[power] + amount
        tell_adjustment(g, power, total[power], amount, roll=roll)
    return {p: adjusted[p] for p in POWERS}
