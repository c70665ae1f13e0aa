"""Why a card cannot be played as an event: its condition in words [10.1, 15]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from casusbelli.kernel import Params

from .cards import CARDS, Effect, OneOf, SetFlag


def _flags(effects: Iterable[Effect]) -> Iterator[str]:
    for one in effects:
        if isinstance(one, SetFlag):
            yield one.name
        elif isinstance(one, OneOf):
            for option in one.options:
                yield from _flags(option.effects)


_CARD_OF_FLAG = {flag: card.id for mine in CARDS for card in mine.values() for flag in _flags(card.effects)}
"""The card whose event sets a flag; of several the last."""


def missing(condition: str) -> tuple[str, Params]:
    """The refusal for a condition that does not hold; of alternatives those of the first one's kind are named."""
    parts = [part.strip() for part in condition.split("|")]
    word, *rest = parts[0].removeprefix("not ").replace(">=", ":").replace("<=", ":").split(":")
    if word in ("flag", "played"):
        names = [part.removeprefix("not ").split(":")[1] for part in parts]
        cards = [_CARD_OF_FLAG.get(name, name) for name in names]
        barred = parts[0].startswith("not ")
        return "event_barred_by_card" if barred else "event_needs_card", {"cards": cards, "count": len(cards)}
    if word in ("side_controls", "enemy_within"):
        spaces = [part.split(":")[1] for part in parts]
        more: Params = {"side": rest[1]} if word == "side_controls" else {"distance": int(rest[1])}
        return f"event_needs_{word}", {"spaces": spaces, **more}
    if word == "control":
        return "event_needs_control", {"faction": rest[0], "side": rest[1]}
    if word == "fcm":
        return "event_needs_leaning", {"faction": rest[0], "side": "white" if ">=" in parts[0] else "red"}
    if word in ("mp_active", "faction_in_play"):
        return "event_needs_in_play", {"faction": rest[0]}
    if word in ("withdrawn", "uncontrolled", "at_war"):
        return f"event_needs_{word}", {"faction": rest[0]}
    return f"event_needs_{word}", {}
