"""The signs of a war: the numbers of a seat's view that tell who is winning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

POWERS = ("uk", "ussr", "us")
TALKS = ("conference", "agenda", "agenda_issues", "meeting")


def signs(view: Any, seat: str) -> Mapping[str, float]:
    """The score as it stands by its lines, the fronts, the conference that is being played."""
    score = view["score"]
    found = {
        "progress": _progress(view),
        "spread": score["spread"],
        "negotiated": float(score["ending"] == "negotiated_peace"),
        "hand": float(len(view["hand"])),
        "germany": float("germany" in view["surrendered"]),
        "japan": float("japan" in view["surrendered"]),
        "bomb_us": view["abomb"]["us"],
        "bomb_ussr": view["abomb"]["ussr"],
    }
    for power in POWERS:
        found[f"points_{power}"] = score["totals"][power]
        found[f"adjusted_{power}"] = score["adjusted"].get(power, score["totals"][power])
        found[f"ahead_{power}"] = float(score["winner"] == power)
        found[f"networks_{power}"] = float(sum(owner == power for owner, _ in view["networks"].values()))
        found[f"alignments_{power}"] = float(sum(owner == power for owner in view["alignments"].values()))
        found[f"issues_{power}"] = float(sum(where == "chair" and whose == power for where, whose, _ in view["issues"].values()))
        found[f"cards_{power}"] = view["powers"][power]["hand"]
        found[f"leads_{power}"] = float(sum(leader == power for leader in view["leadership"].values()))
    for name, front in view["fronts"].items():
        found[f"{name}_step"] = front["step"]
        found[f"{name}_support"] = front["support"]
    return found


def _progress(view: Any) -> float:
    """Conferences that are over, of those of this scenario."""
    first, last = view["first_conference"], view["last_conference"]
    return float((view["conference"] - first + (0.0 if view["phase"] in TALKS else 0.5)) / (last - first + 1))
