"""The signs of a war: the numbers of a seat's view that tell who is winning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

POWERS = ("uk", "ussr", "us")
TALKS = ("conference", "agenda", "agenda_issues", "meeting")
NEARLY_TOO_FAR = 12
"""Points before the last power from which a lead may cost the victory: one larger still breaks the alliance."""


def signs(view: Any, seat: str) -> Mapping[str, float]:
    """The score if the game ended now, who is ahead and by how much, the issues that lie won.

    Fronts, networks, alignments and hands were signs, too. They count in the score already; beside it a thousand wars taught
    mostly chance with them (docs/chances.md). None while the score is hidden.
    """
    score = view["score"]
    if score is None:
        return {}
    found = {
        "progress": _progress(view),
        "spread": score["spread"],
        "negotiated": float(score["ending"] == "negotiated_peace"),
        "germany": float("germany" in view["surrendered"]),
        "japan": float("japan" in view["surrendered"]),
    }
    last = min(score["totals"].values())
    for power in POWERS:
        found[f"points_{power}"] = score["totals"][power]
        found[f"edge_{power}"] = _edge(score["adjusted"], power)
        found[f"too_far_{power}"] = max(0.0, score["totals"][power] - last - NEARLY_TOO_FAR)
        found[f"ahead_{power}"] = float(score["winner"] == power)
        found[f"issues_{power}"] = float(sum(where == "chair" and whose == power for where, whose, _ in view["issues"].values()))
    return found


def _edge(points: Mapping[str, float], power: str) -> float:
    """How far a power is ahead of the best of the others."""
    return points[power] - max(points[other] for other in POWERS if other != power)


def _progress(view: Any) -> float:
    """Conferences that are over, of those of this scenario."""
    first, last = view["first_conference"], view["last_conference"]
    return float((view["conference"] - first + (0.0 if view["phase"] in TALKS else 0.5)) / (last - first + 1))
