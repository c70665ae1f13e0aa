"""The last screen as data: the points line by line, why the war ended so, and every card that lay face down."""

from __future__ import annotations

from collections.abc import Iterator

from casusbelli.game import Award, Because, Ending, OtherEnding, SheetLine, Shown
from casusbelli.kernel import Params

from .content import ALLIED, AXIS, NEUTRAL, OPPONENT, PROVINCES, SIDES, SPACES, VICTORY_CARDS, VICTORY_CONDITIONS, YEARS, Side
from .dossier import defence_pile, operation_pile, quagmire_pile
from .state import War

GERMANY = ("ruhr", "berlin")


def last_screen(g: War) -> Ending:
    if not g.winner:
        return Ending()
    return Ending(
        sheet=tuple(sheet(g)),
        because=tuple(reasons(g)),
        endings=tuple(
            OtherEnding(ending, ending == g.ending, Because(f"when_{ending}", {"threshold": g.vp_threshold}))
            for ending in VICTORY_CONDITIONS
        ),
        hidden=tuple(hidden(g)),
        awards=tuple(awards(g)),
    )


def sheet(g: War) -> Iterator[SheetLine]:
    """12: what the Axis scored, year by year: for provinces at the year's end, and bought with production."""
    axis = g.seats[AXIS]
    start = g.vp - sum(score.points for score in g.ledger)
    if start:
        yield SheetLine("start", {axis: float(start)}, rule="2")
    for year in YEARS:
        for source in ("map", "bought"):
            points = [score.points for score in g.ledger if (score.year, score.source) == (year, source)]
            if points:
                yield SheetLine(source, {axis: float(sum(points))}, rule="12", params={"year": year})
    yield SheetLine("final", {axis: float(g.vp)}, "final", rule="12", params={"threshold": g.vp_threshold})


def reasons(g: War) -> Iterator[Because]:
    """The points, both objectives by name, and the provinces of Germany: whatever decided comes first."""
    if g.ending == "axis_points":
        yield points_reason(g)
        yield from objectives(g)
    elif g.ending == "allied_germany":
        yield from germany(g)
        yield points_reason(g)
    else:
        yield from objectives(g)
        yield points_reason(g)


def points_reason(g: War) -> Because:
    key = "points_reached" if g.vp >= g.vp_threshold else "points_short"
    return Because(key, {"points": g.vp, "threshold": g.vp_threshold, "missing": max(0, g.vp_threshold - g.vp)}, "12")


def objectives(g: War) -> Iterator[Because]:
    for card in g.victory_kept:
        province = VICTORY_CARDS[card].effect.province
        holder = g.control[province]
        told = {"province": province, "holder": holder, "year": g.taken.get(province, 0)}
        if holder == AXIS:
            yield Because("objective_held", told, "12")
        else:
            yield Because("objective_lost" if province in g.taken else "objective_never", told, "12")


def germany(g: War) -> Iterator[Because]:
    for province in GERMANY:
        if g.control[province] == ALLIED:
            yield Because("germany_taken", {"province": province, "year": g.taken.get(province, g.year)}, "12")


def hidden(g: War) -> Iterator[Shown]:
    """Everything that lay face down: objectives, hands, plans, garrisons."""
    axis = g.seats[AXIS]
    for key, cards in (("kept", g.victory_kept), ("boxed", g.victory_boxed), ("board", g.victory_board)):
        if cards:
            provinces = tuple(VICTORY_CARDS[card].effect.province for card in sorted(cards))
            yield Shown(key, provinces, None if key == "board" else axis)
    for side in SIDES:
        yield from _hidden_of(g, side)
    for province in PROVINCES:
        if g.neutral.get(province):
            pile = defence_pile(province, NEUTRAL)
            yield Shown("neutral", tuple(sorted(g.neutral[province])), params={"province": province}, at=pile)


def _hidden_of(g: War, side: Side) -> Iterator[Shown]:
    force, seat = g.forces[side], g.seats[side]
    for key, cards in (("hand", force.hand), ("draw", force.draw)):
        if cards:
            yield Shown(key, tuple(sorted(cards)), seat)
    for space in SPACES:
        operation = force.operations.get(space)
        if operation:
            about: Params = {"space": space, "province": operation.target}
            yield Shown("operation", tuple(sorted(operation.cards)), seat, about, operation_pile(side, space))
    for province in PROVINCES:
        if force.defence.get(province):
            pile = defence_pile(province, side)
            yield Shown("garrison", tuple(sorted(force.defence[province])), seat, {"province": province}, pile)
        fight = g.quagmires.get(province)
        if fight and fight.attacker == side and fight.cards:
            yield Shown("quagmire", tuple(sorted(fight.cards)), seat, {"province": province}, quagmire_pile(province, side))


def awards(g: War) -> Iterator[Award]:
    """Who won more battles, and who saw more: where one side did."""
    for key in ("battles_won", "looks"):
        counts = {side: getattr(g.forces[side], key) for side in SIDES}
        for side in SIDES:
            if counts[side] > counts[OPPONENT[side]]:
                yield Award(key, g.seats[side], {"count": counts[side], "other": counts[OPPONENT[side]]})
    provinces = [p for p in PROVINCES if g.control[p] == AXIS and p in g.taken]
    if provinces:
        yield Award("held", g.seats[AXIS], {"count": len(provinces)})
