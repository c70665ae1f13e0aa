"""The public position in a few lines of text, for the terminal."""

from __future__ import annotations

from .content import BIT, NEUTRAL, PROVINCES, SIDES, SPACES, Side, names
from .production import resource_points
from .state import War
from .supply import front


def summary(g: War, language: str) -> list[str]:
    """Year and points, each side's means and wheel, and who holds what; numbers of cards only."""
    words = names(language)
    season = words["winter" if g.winter else "campaign"]
    lines = [f"{g.year} · {season} · {words[g.active]} · {g.vp}/{g.vp_threshold}"]
    for side in SIDES:
        lines += _side(g, side, words)
    lines.append(f"{words['neutral']}: {_held(g, NEUTRAL, words)}")
    lines += [
        f"{words['quagmire']}: {words[province]} ({words[quagmire.attacker]} {len(quagmire.cards)})"
        for province, quagmire in g.quagmires.items()
    ]
    return lines


def _side(g: War, side: Side, words: dict[str, str]) -> list[str]:
    force = g.forces[side]
    star = " *" if g.advantage == side else ""
    wheel = " ".join(
        f"{words[s]}:{len(force.operations[s].cards) + 1}" if s in force.operations else f"{words[s]}:-" for s in SPACES
    )
    cards = f"{len(force.hand)}+{len(force.draw)}+{len(force.discard)}+{len(force.win)}+{len(force.loss)}"
    means = f"{resource_points(g, side)}/{force.industry}"
    return [
        f"{words[side]}{star}: {_held(g, side, words)}",
        f"  {cards} · {means} · {force.ready}/{force.ready + force.used} · {wheel}",
    ]


def _held(g: War, holder: str, words: dict[str, str]) -> str:
    """Provinces with the numbers of their cards; an exclamation mark is out of supply."""
    return ", ".join(_province(g, p, words) for p in PROVINCES if g.control[p] == holder)


def _province(g: War, province: str, words: dict[str, str]) -> str:
    counts = [len(g.forces[side].defence.get(province, ())) for side in SIDES]
    cards = sum(counts) + len(g.neutral.get(province, ()))
    holder = g.control[province]
    cut_off = holder in SIDES and not front(g).supplied[holder] & BIT[province]
    return f"{words[province]}{'!' if cut_off else ''}{f' {cards}' if cards else ''}"
