"""What is told of a game's course beside points: public facts of its position, by kind and name.

Read from the view of a spectator. A game that is not named here has its course told by points alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from casusbelli.game import Game

Fact = tuple[str, str, str | float]
"""A kind, a name and what holds of it: ``("province", "paris", "axis")``."""


def _fog_of_war(view: Mapping[str, Any]) -> Iterator[Fact]:
    for province, facts in view["provinces"].items():
        yield "province", province, facts["control"]


def _churchill(view: Mapping[str, Any]) -> Iterator[Fact]:
    for country, power in view["alignments"].items():
        yield "alignment", country, power
    for front, facts in view["fronts"].items():
        yield "front", front, facts["step"]


def _wunderwaffen(view: Mapping[str, Any]) -> Iterator[Fact]:
    for track in ("morale", "politics"):
        for level, factions in enumerate(view[track]):
            for faction in factions:
                yield track, faction, level
    for faction, level in view["strategy"].items():
        yield "strategy", faction, level
    yield "research", "german", view["research"]
    for territory, facts in view["map"].items():
        marker = facts["marker"]
        if marker is not None and facts["owner"]:
            yield "given", territory, f"{marker['owner']}>{facts['owner']}"


def _triumph_of_chaos(view: Mapping[str, Any]) -> Iterator[Fact]:
    for faction, facts in view["factions"].items():
        yield "faction", faction, facts["fcm"]


_READERS: dict[str, Callable[[Mapping[str, Any]], Iterator[Fact]]] = {
    "fog_of_war": _fog_of_war,
    "churchill": _churchill,
    "wunderwaffen": _wunderwaffen,
    "triumph_of_chaos": _triumph_of_chaos,
}


def facts_of(game: Game[Any], view: Any) -> list[Fact]:
    """The public facts of a position that a report tells of."""
    reader = _READERS.get(game.info.id)
    return list(reader(view)) if reader is not None else []


_CARDS = ("card", "staff", "leader")


def cards_of(game: Game[Any]) -> frozenset[str]:
    """The cards and people of the card browser, without its places and counters: by the English names of its groups."""
    return frozenset(piece.id for piece in game.reference("en").pieces if any(word in piece.group.lower() for word in _CARDS))
