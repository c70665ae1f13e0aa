"""What can be seen of a match, as bytes, and where two sights differ."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

import msgspec

from casusbelli.game import Match
from casusbelli.kernel import Choice, Seat

encode = msgspec.json.encode

PREVIEWS = 12
"""Of how many options a sight looks at the preview."""


def sight(match: Match[Any], viewer: Seat | None, probes: Iterable[Choice] = ()) -> dict[str, bytes]:
    """Everything this viewer (None: a spectator) is shown now, the answers to some illegal choices included."""
    seen = {
        "view": encode(match.view(viewer)),
        "waiting": encode([(seat, question.decision) for seat, question in match.asked().items()]),
        "result": encode(match.result()),
    }
    question = match.ask_of(viewer) if viewer is not None else None
    if viewer is not None and question is not None:
        options = question.options
        every = max(1, len(options) // PREVIEWS)
        seen["prompt"] = encode((question.decision, question.rule))
        seen["about"] = encode(question.about)
        seen["options"] = encode(options)
        seen["previews"] = encode([(choice, match.preview(viewer, choice)) for choice in options[::every]])
        seen["refusals"] = encode([match.refusal(viewer, choice) for choice in probes])
    return seen


def lately(match: Match[Any]) -> int:
    """The number of the first of the last few events: a long log is not told anew at every look."""
    return max(0, len(match.events or ()) - 50)


def whole(match: Match[Any], since: int = 0) -> dict[str, bytes]:
    """Everything there is to see of a match, for all viewers: equal before and after means that nothing has changed."""
    seen = {
        "state": match.digest().encode(),
        "entries": encode(match.entries),
        "asked": encode([(s, q.decision, q.rule, q.about, q.options) for s, q in match.asked().items()]),
        "undo": encode([match.can_undo(seat) for seat in match.seats]),
    }
    for viewer in (None, *match.seats):
        seen[f"view of {viewer}"] = encode(match.view(viewer))
        seen[f"events of {viewer}"] = encode(match.told(viewer, since))
    return seen


def first_difference(one: dict[str, bytes], other: dict[str, bytes]) -> str | None:
    """Where two sights differ first, and how; None where they do not."""
    for part in {**one, **other}:
        a, b = one.get(part), other.get(part)
        if a != b:
            return f"{part}{path_of_difference(_decoded(a), _decoded(b))}"
    return None


def _decoded(data: bytes | None) -> Any:
    try:
        return None if data is None else msgspec.json.decode(data)
    except msgspec.DecodeError:
        return (data or b"").decode()


def path_of_difference(a: Any, b: Any) -> str:
    if isinstance(a, dict) and isinstance(b, dict):
        if a.keys() == b.keys():
            for key in a:
                if a[key] != b[key]:
                    return f".{key}{path_of_difference(a[key], b[key])}"
        if list(a) != list(b):
            return f": keys {_short(list(a))} ≠ {_short(list(b))}"
    if isinstance(a, list) and isinstance(b, list):
        for n, (x, y) in enumerate(zip_longest(a, b)):
            if x != y:
                return f"[{n}]{path_of_difference(x, y)}"
    return f": {_short(a)} ≠ {_short(b)}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:117]}..."
