"""The last screen as data: the sheet line by line with the adjustments of 4.4, and why the war ended so."""

from __future__ import annotations

from collections.abc import Iterator

from casusbelli.game import Award, Because, Ending, OtherEnding, SheetLine, Shown

from .content import ENDINGS, GERMANY, JAPAN, POWERS
from .endings import ALLIED, BROKEN, NEGOTIATED, decided_by_dice, ranking, spread, tied_at_top
from .scoring import axis_nations, score_sheet
from .state import Churchill, Final

KINDS = (ALLIED, BROKEN, NEGOTIATED)


def last_screen(g: Churchill) -> Ending:
    if g.final is None:
        return Ending()
    return Ending(
        sheet=tuple(sheet(g, g.final)),
        because=tuple(reasons(g, g.final)),
        endings=tuple(OtherEnding(kind, kind == g.final.ending, Because(f"when_{kind}", {"limit": limit(g)})) for kind in KINDS),
        hidden=tuple(hidden(g)),
        awards=tuple(awards(g)),
    )


def limit(g: Churchill) -> int:
    """4.41: how far apart the victors may be."""
    row = ENDINGS[ALLIED]
    return row.max_spread_first_edition if g.first_edition else row.max_spread


def sheet(g: Churchill, final: Final) -> Iterator[SheetLine]:
    """9.4, then the secret agenda (10.3), the total, what a negotiated surrender takes and gives (4.43), and the final."""
    for line, points in score_sheet(g).items():
        yield SheetLine("line", {p: float(n) for p, n in points.items()}, params={"line": line})
    if g.options.secret_agenda:
        yield SheetLine("secret", {p: float(n) for p, n in final.secret.items()}, rule="10.3")
    yield SheetLine("total", {p: float(n) for p, n in final.totals.items()}, "total", rule="9.4")
    if final.ending == NEGOTIATED:
        yield SheetLine("surrender", {p: float(final.adjusted[p] - final.totals[p]) for p in POWERS}, "adjustment", rule="4.43")
    yield SheetLine("final", {p: float(n) for p, n in final.adjusted.items()}, "final", rule="4.4")


def reasons(g: Churchill, final: Final) -> Iterator[Because]:
    """What fell and what stands, how far apart the victors are, and what follows from it."""
    for nation in (GERMANY, JAPAN):
        if nation in g.surrendered:
            yield Because("fell", {"nation": nation, "conference": g.surrendered[nation]}, "7.8")
        else:
            yield Because("stands", {"nation": nation}, "4.43")
    first, second, third = ranking(final.totals)
    apart = {"spread": spread(final.totals), "limit": limit(g)}
    match final.ending:
        case "allied_victory":
            yield Because("within", apart, "4.41")
        case "broken_alliance":
            yield Because("over", apart, "4.42")
            if not g.first_edition:
                others = final.totals[second] + final.totals[third]
                key = "giant" if final.winner == first else "second"
                yield Because(
                    key, {"first": first, "points": final.totals[first], "others": others, "power": final.winner}, "4.42"
                )
        case _:
            paid = "by_dice" if decided_by_dice(g) else "all_equal" if final.adjusted == final.totals else "paid"
            yield Because(paid, {"first": first}, "4.43")
    if final.ending != BROKEN and len(tied_at_top(final.adjusted)) > 1:
        yield Because("tie", {"power": final.winner}, "4.44")


def hidden(g: Churchill) -> Iterator[Shown]:
    for power in POWERS:
        if g.hands[power]:
            yield Shown("hand", tuple(g.hands[power]), power, at=power)
        if g.options.secret_agenda:
            yield Shown("agenda", tuple(g.agenda_tokens[power]), power)
    if g.conference_deck:
        yield Shown("conferences", tuple(g.conference_deck))


def awards(g: Churchill) -> Iterator[Award]:
    """Who won most conferences, who aligned most countries, whose net was widest, who took the Axis: where one power did."""
    told = {
        "conferences": g.conferences_won,
        "alignments": {p: list(g.alignments.values()).count(p) for p in POWERS},
        "networks": {p: g.networks_of(p) for p in POWERS},
        "nations": axis_nations(g),
        "technology": g.technology,
    }
    for key, counts in told.items():
        most = max(counts.values())
        leaders = [p for p in POWERS if counts[p] == most]
        if most and len(leaders) == 1:
            yield Award(key, leaders[0], {"count": most})
