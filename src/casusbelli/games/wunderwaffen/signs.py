"""The signs of a war: the numbers of a seat's view that tell who is winning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .content import NUMBERS

FACTIONS = ("russian", "american", "british", "german")


def signs(view: Any, seat: str) -> Mapping[str, float]:
    """Points, land, tracks, cards, and the tokens that lie ready, faction by faction."""
    found = {
        "progress": _progress(view),
        "research": view["research"],
        "research_points": view["research_points"],
        "weapons": float(len(view["cards"]["owned"])),
        "berlin": float(view["berlin"]["open"]),
        "conference": float(len(view["conference"])),
    }
    for faction in FACTIONS:
        found[f"score_{faction}"] = view["score"][faction]
        found[f"territories_{faction}"] = view["territories"][faction]
        found[f"cities_{faction}"] = view["cities"][faction]
        found[f"morale_{faction}"] = _place(view["morale"], faction)
        found[f"politics_{faction}"] = _place(view["politics"], faction)
        found[f"strategy_{faction}"] = view["strategy"].get(faction, 0)
        found[f"active_{faction}"] = float(view["active"] == faction)
        found[f"sieges_{faction}"] = _sieges(view, faction)
        found[f"tokens_{faction}"] = float(sum(view["pool"][faction].values()) + len(view["ready"][faction]))
    return found


def _progress(view: Any) -> float:
    over = view["round"] if view["part"] == 1 else NUMBERS.part1_rounds + view["round"]
    return min(1.0, float(over / (NUMBERS.part1_rounds + NUMBERS.part2_rounds)))


def _place(track: Any, faction: str) -> float:
    """How far up a track the faction's marker stands."""
    return float(next((n for n, here in enumerate(track) if faction in here), -1))


def _sieges(view: Any, faction: str) -> float:
    """The faction's tokens before territories that it does not own yet."""
    spaces = (token for place in view["map"].values() if place["owner"] != faction for token in place["spaces"] if token)
    return float(sum(token["faction"] == faction for token in spaces))
