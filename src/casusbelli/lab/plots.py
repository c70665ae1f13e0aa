"""Pictures of an arena or a series, as PNG or SVG."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

from casusbelli.kernel import SetupError

from .ratings import Standing
from .stats import wilson
from .training import Calibration

INK, GOLD, SLATE = "#23292f", "#b8860b", "#5b7083"
FORMATS = {".png", ".svg"}
HABIT_AXES = {"share": "% (95 % confidence)", "mean": "number (95 % confidence)", "different": "different ones"}


def check_plot(path: Path) -> None:
    """Say before the long work that a picture cannot be drawn after it."""
    if path.suffix.lower() not in FORMATS:
        raise SetupError(f"a plot is a .png or .svg file, not {path.name}")
    if not path.absolute().parent.is_dir():
        raise SetupError(f"there is no folder {path.absolute().parent} for the plot")
    _pyplot()


def _pyplot() -> Any:
    try:
        import matplotlib
    except ModuleNotFoundError:
        raise SetupError("plots need matplotlib: pip install 'casus-belli[lab]'") from None
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    return plt


def _bars(axes: Any, title: str, rows: dict[str, tuple[float, float, float]], fair: float) -> None:
    """Shares with their confidence intervals; the fair share as a dashed line."""
    names = list(rows)
    shares = [100 * share for share, _, _ in rows.values()]
    below = [max(0.0, 100 * (share - low)) for share, low, _ in rows.values()]
    above = [max(0.0, 100 * (high - share)) for share, _, high in rows.values()]
    places = range(len(names))
    axes.barh(places, shares, xerr=[below, above], color=GOLD, ecolor=INK, capsize=4, height=0.6)
    axes.axvline(100 * fair, color=SLATE, linestyle="--", linewidth=1)
    axes.set_yticks(places, names)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("wins, % (95 % confidence)")
    axes.set_title(title, loc="left", color=INK)
    axes.spines[["top", "right"]].set_visible(False)


def plot_arena(told: dict[str, Any], path: Path) -> None:
    """Wins by bot and by seat."""
    plt = _pyplot()
    figure, panels = plt.subplots(
        1, 2, figsize=(10, 1.6 + 0.5 * max(len(told["bots"]), len(told["seats"]))), layout="constrained"
    )
    for axes, title, rows in zip(panels, ("by bot", "by seat"), (told["bots"], told["seats"]), strict=True):
        shares = {name: (row["win_rate"], row["low"], row["high"]) for name, row in rows.items()}
        _bars(axes, f"{told['game']}, {told['games']} games, {title}", shares, 1 / len(told["seats"]))
    figure.savefig(path, dpi=144)
    plt.close(figure)


def plot_balance(told: dict[str, Any], path: Path) -> None:
    """How the wins of a series fall on its seats, with the draws."""
    plt = _pyplot()
    seats = told["wins"]
    figure, axes = plt.subplots(figsize=(7, 1.8 + 0.5 * (len(seats) + 1)), layout="constrained")
    played = told["games"] - told["errors"]
    rows = {f"{seat} ({bot})": seats[seat] for seat, bot in zip(seats, told["bots"], strict=True)} | {"draws": told["draws"]}
    shares = {name: (wins / played if played else 0.0, *wilson(wins, played)) for name, wins in rows.items()}
    _bars(axes, f"{told['game']}: balance over {told['games']} games", shares, 1 / len(seats))
    figure.savefig(path, dpi=144)
    plt.close(figure)


def plot_habits(told: dict[str, Any], path: Path) -> None:
    """Every habit with its interval: shares, numbers, how many differ; each lot of bots in its own colour."""
    plt = _pyplot()
    kinds = [kind for kind in HABIT_AXES if any(row["kind"] == kind for row in told["rows"])]
    named = {kind: list(dict.fromkeys(_named(row) for row in told["rows"] if row["kind"] == kind)) for kind in kinds}
    heights = [len(names) + 1 for names in named.values()]
    figure, panels = plt.subplots(
        len(kinds), 1, figsize=(9, 1.4 + 0.4 * sum(heights)), height_ratios=heights, layout="constrained", squeeze=False
    )
    for axes, kind in zip(panels[:, 0], kinds, strict=True):
        for n, lot in enumerate(told["lots"]):
            rows = {_named(row): row for row in told["rows"] if row["kind"] == kind and row["lot"] == n}
            bots, aside = ", ".join(dict.fromkeys(lot)), 0.18 * (2 * n - len(told["lots"]) + 1)
            _dots(axes, [rows.get(name) for name in named[kind]], bots, (GOLD, SLATE)[n % 2], aside)
        axes.set_yticks(range(len(named[kind])), [fill(name, 48) for name in named[kind]])
        axes.set_ylim(len(named[kind]) - 0.4, -0.6)
        axes.set_xlim(left=-0.02 * axes.get_xlim()[1])
        axes.set_xlabel(HABIT_AXES[kind])
        axes.grid(axis="y", color=SLATE, alpha=0.15)
        axes.spines[["top", "right"]].set_visible(False)
    panels[0, 0].set_title(f"{told['game']} ({told['scenario']}), {told['games']} games each", loc="left", color=INK)
    handles, names = panels[0, 0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside upper right", ncols=len(names), frameon=False)
    figure.savefig(path, dpi=100)
    plt.close(figure)


def _named(row: dict[str, Any]) -> str:
    return f"{row['label']} ({row['who']})" if row["who"] else str(row["label"])


def _dots(axes: Any, rows: list[dict[str, Any] | None], label: str, colour: str, aside: float) -> None:
    """A point and its interval for every row that there is; what has none is as it was counted."""
    places, values, below, above = [], [], [], []
    for n, row in enumerate(rows):
        if row is None:
            continue
        scale, value = 100 if row["kind"] == "share" else 1, row["value"]
        low, high = (value, value) if row["low"] is None else (row["low"], row["high"])
        places.append(n + aside)
        values.append(scale * value)
        below.append(max(0.0, scale * (value - low)))
        above.append(max(0.0, scale * (high - value)))
    axes.errorbar(values, places, xerr=[below, above], fmt="o", color=colour, capsize=3, markersize=5, label=label)


def plot_ladder(title: str, ladder: Sequence[Standing], path: Path) -> None:
    """Every bot's rating with its interval, the best on top, and how often it won."""
    plt = _pyplot()
    figure, axes = plt.subplots(figsize=(9, 1.3 + 0.4 * len(ladder)), layout="constrained")
    ratings = [each.rating for each in ladder]
    around = [[each.rating - each.low for each in ladder], [each.high - each.rating for each in ladder]]
    axes.errorbar(ratings, range(len(ladder)), xerr=around, fmt="o", color=GOLD, ecolor=INK, capsize=4)
    axes.set_yticks(range(len(ladder)), [f"{each.bot}: won {each.wins:g} of {each.games}" for each in ladder])
    axes.set_ylim(len(ladder) - 0.4, -0.6)
    axes.set_xlabel("rating (95 % confidence)")
    axes.set_title(title, loc="left", color=INK)
    axes.grid(axis="y", color=SLATE, alpha=0.15)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=100)
    plt.close(figure)


def plot_reliability(title: str, calibration: Calibration, path: Path) -> None:
    """The chances that were given against how often it came so; on the dashed line they are the same."""
    plt = _pyplot()
    figure, axes = plt.subplots(figsize=(5, 5), layout="constrained")
    axes.plot([0, 100], [0, 100], color=SLATE, linestyle="--", linewidth=1)
    said, came = ([100 * value for value in values] for values in zip(*((b.said, b.came) for b in calibration.bins), strict=True))
    most = max(each.count for each in calibration.bins)
    axes.scatter(said, came, s=[20 + 180 * each.count / most for each in calibration.bins], color=GOLD, edgecolor=INK, zorder=3)
    axes.plot(said, came, color=INK, linewidth=1)
    axes.set(xlim=(0, 100), ylim=(0, 100), xlabel="chance given, %", ylabel="won, %")
    axes.set_title(f"{title}: error {calibration.error:.3f}", loc="left", color=INK)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=144)
    plt.close(figure)
