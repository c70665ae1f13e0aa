"""Sentences of a game's catalogue as plain text: for the terminal, and for whoever plays by reading."""

from __future__ import annotations

from typing import Any

from casusbelli.kernel import Result, Told

from .texts import Catalogue, say


def seat_name(words: Catalogue, seat: str) -> str:
    return words.get(f"seat.{seat}") or words.get(f"name.{seat}") or seat


def with_rule(text: str, rule: str) -> str:
    return f"{text} [{rule}]" if rule else text


def event_line(words: Catalogue, event: Told) -> str:
    return with_rule(say(words, f"event.{event.kind}", event.params), event.rule)


def ending_line(words: Catalogue, result: Result) -> str:
    winners = ", ".join(seat_name(words, seat) for seat in result.winners) or "–"
    scores = ", ".join(f"{seat_name(words, seat)} {score:g}" for seat, score in result.scores.items())
    ending = say(words, f"ending.{result.ending}", {"winners": list(result.winners)})
    return f"{winners}: {ending}" + (f" ({scores})" if scores else "")


def outline(words: Catalogue, value: Any, indent: int = 0) -> list[str]:
    """Data as indented lines, ids by their names: what a view looks like where a game has no picture of itself."""
    pad = "  " * indent
    if isinstance(value, dict):
        lines = []
        for key, part in value.items():
            name = words.get(f"name.{key}", str(key))
            if part in (None, [], {}, ""):
                continue
            flat = _flat(words, part)
            lines += [f"{pad}{name}: {flat}"] if flat is not None else [f"{pad}{name}", *outline(words, part, indent + 1)]
        return lines
    if isinstance(value, list | tuple):
        flat = _flat(words, value)
        return [pad + flat] if flat is not None else [line for part in value for line in outline(words, part, indent)]
    return [pad + _word(words, value)]


def _flat(words: Catalogue, value: Any) -> str | None:
    """A value that fits on one line."""
    if isinstance(value, list | tuple):
        return ", ".join(_word(words, part) for part in value) if not any(isinstance(p, dict | list) for p in value) else None
    if isinstance(value, dict):
        if any(isinstance(part, dict | list) for part in value.values()):
            return None
        text = ", ".join(f"{words.get(f'name.{k}', k)} {_word(words, v)}" for k, v in value.items() if v not in (None, ""))
        return text if len(text) < 100 else None
    return _word(words, value)


def _word(words: Catalogue, value: Any) -> str:
    return words.get(f"name.{value}", str(value)) if isinstance(value, str) else str(value)
