"""The public position in a few lines, for the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from .content import FRONTS, GLOBAL_MARKERS, PATHS, POWERS
from .endings import outlook, spread
from .forecast import forecast
from .scoring import score_sheet, totals
from .state import Churchill


def summary(g: Churchill, names: Mapping[str, str]) -> list[str]:
    """Conference, leaders and hands, issues, Fronts with their chances, markers, the score if it ended now."""

    def name(entry: str) -> str:
        return names.get(entry, entry)

    def where(place: tuple[str, int]) -> str:
        return f"{name(place[0])} {place[1]}" if place[0] else "0"

    lines = [f"{g.conference}/{g.last_conference} · {name(g.card)}"]
    for power in POWERS:
        leader = g.leaders[power]
        lamp = "●" if leader.active else "○"
        lines.append(f"{name(power)}: {lamp} {name(leader.id)}, ✉ {len(g.hands[power])}, ★ {g.conferences_won[power]}")
    if g.table:
        lines.append(" · ".join(f"{name(i)} {where(place)}" for i, place in g.table.items()))
    if g.won:
        lines.append(" · ".join(f"{name(i)} → {name(p)}" for i, p in g.won.items()))
    odds = forecast(g)
    for front, row in FRONTS.items():
        space = PATHS[front][g.fronts[front]].id
        chance = odds[front]
        percent = f" {chance['advance']:.0%}" if chance else ""
        lines.append(f"{name(front)}: {name(space)}, ⚓ {g.naval[row.theater]}, ▲ {g.support[front]}{percent}")
    lines.append(" · ".join(f"{name(m)}: {name(g.globals[m]) if m in g.globals else '–'}" for m in GLOBAL_MARKERS))
    if not g.options.hidden_score or g.final is not None:
        total = g.final.totals if g.final is not None else totals(score_sheet(g))
        ending = g.final.ending if g.final is not None else outlook(g, total)[0]
        lines.append(" · ".join(f"{name(p)} {total[p]}" for p in POWERS) + f" (Δ {spread(total)}, {name(ending)})")
    return lines
