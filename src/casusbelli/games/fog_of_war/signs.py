"""The signs of a war: the numbers of a seat's view that tell who is winning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

TURNS = 100
"""The turns of a long war, both sides' together (of a thousand between officers 95 in a hundred were over by then): only for how
much of it is over."""


def signs(view: Any) -> Mapping[str, float]:
    """Who holds what, what feeds the armies, what lies in wait. None while sides are bid for."""
    side = view["side"]
    if side is None:
        return {}
    own, other = view["sides"][side], view["sides"][_other(side)]
    found = {
        "progress": _progress(view),
        "vp": view["vp"] / max(1, view["vp_threshold"]),
        "advantage": _for(side, view["advantage"]),
        "objectives": _objectives(view, side),
        "hand": _strength(view["own"]["hand"]),
        "quagmires": sum(_quagmire(province, side) for province in view["provinces"].values()),
        "garrisons": sum(
            province["defence"][side] - province["defence"][_other(side)] for province in view["provinces"].values()
        ),
    }
    for name in ("hand", "draw", "loss", "industry", "resources", "production", "points"):
        found[f"side_{name}"] = _size(own[name]) - _size(other[name])
    found["plans"] = sum(plan["count"] for plan in own["ops"].values())
    found["plans_against"] = sum(plan["count"] for plan in other["ops"].values())
    found |= {f"flag_{flag}": float(raised) for flag, raised in view["flags"].items()}
    return found | {f"at_{name}": _for(side, province["control"]) for name, province in view["provinces"].items()}


def _other(side: str) -> str:
    return "allied" if side == "axis" else "axis"


def _progress(view: Any) -> float:
    return min(1.0, float(view["turn_no"] / TURNS))


def _for(side: str, holder: str | None) -> float:
    return 1.0 if holder == side else -1.0 if holder == _other(side) else 0.0


def _size(told: Any) -> float:
    return float(told if isinstance(told, int | float) else len(told))


def _objectives(view: Any, side: str) -> float:
    """The share of the kept objectives that the Axis holds; the Allies do not know them."""
    kept = [card.removeprefix("victory_") for card in view["victory"]["kept"] or ()]
    held = sum(view["provinces"].get(name, {}).get("control") == side for name in kept)
    return float(held / max(1, len(kept)))


def _strength(cards: Any) -> float:
    """The strength printed on armies and fleets; an aircraft counts one, a decoy nothing."""
    return float(sum(int(card[-1]) if card[-1].isdigit() else card == "air" for card in cards))


def _quagmire(province: Any, side: str) -> float:
    quagmire = province["quagmire"]
    return _for(side, quagmire["attacker"]) if quagmire else 0.0
