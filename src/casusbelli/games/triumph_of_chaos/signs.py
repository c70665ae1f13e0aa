"""The signs of a war: the numbers of a seat's view that tell who is winning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .content import SCENARIOS

OFF_MAP = ("eliminated", "permanent", "reserve", "")


def signs(view: Any) -> Mapping[str, float]:
    """Cities, armies, politics and time."""
    found = {
        "progress": _progress(view),
        "vp": float(view["vp"]["white"] - view["vp"]["red"]),
        "vc": float(view["vc"]["white"] - view["vc"]["red"]),
        "hand": float(len(view["hand"])),
        "cards": float(view["counts"]["white"]["hand"] - view["counts"]["red"]["hand"]),
        "gold": _of(view["markers"]["train_side"]),
        "spaces": sum(map(_of, view["control"].values())),
        "played": float(sum(1 if card.startswith("white") else -1 for card in view["played"])),
    }
    found |= {f"army_{side}": _army(view, side) for side in ("white", "red")}
    found |= {f"at_{city}": _of(owner) for city, owner in view["cities"].items()}
    return found | {f"leans_{name}": float(faction["fcm"]) for name, faction in view["factions"].items()}


def _progress(view: Any) -> float:
    row = SCENARIOS[view["scenario"]]
    turns = row.last_turn - row.first_turn + 1
    return min(1.0, float((view["turn"] - row.first_turn + view["round"] / (view["rounds"] + 1)) / turns))


def _of(side: str) -> float:
    return {"white": 1.0, "red": -1.0}.get(side, 0.0)


def _army(view: Any, side: str) -> float:
    """Armies and corps on the map; a reduced one is half."""
    return sum((1.0 if full else 0.5) for where, full, owner in view["units"].values() if owner == side and where not in OFF_MAP)
