"""The difference between two views, as JSON: what turns one into the other.

``{"+": {key: value}, "-": [key…], "~": {key: difference}}``, parts that are empty left out; of two lists of the same length
the keys are indices. Not a JSON merge patch (RFC 7396): there a null cannot be told from "not there", and views are full of
nulls. ``web/beats.js`` applies them; ``tests/beats_vectors.json`` holds both to the same.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

REPLACED: Final[Any] = object()

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode
_SIMPLE = frozenset({str, int, bool, float, type(None)})


def between(old: Any, new: Any) -> Any:
    """The difference between two views as games show them: only what differs is turned into plain data and looked into."""
    if _same_keys(old, new):
        return _changes(old, new)
    one, other = _encode(old), _encode(new)
    return {} if one == other else difference(_decode(one), _decode(other))


def _same_keys(old: Any, new: Any) -> bool:
    return type(old) is dict and type(new) is dict and list(old) == list(new)


def _changes(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """The same as ``difference`` of two views with the same keys. Most of what they hold is the same, or alike as JSON."""
    put: dict[str, Any] = {}
    inside: dict[str, Any] = {}
    for key, after in new.items():
        before = old[key]
        if before is after:
            continue
        if type(before) is type(after) and type(before) in _SIMPLE:
            if before != after:
                put[key] = after
            continue
        if _same_keys(before, after):
            if change := _changes(before, after):
                inside[key] = change
            continue
        one, other = _encode(before), _encode(after)
        if one == other:
            continue
        plain = _decode(other)
        change = difference(_decode(one), plain)
        if change is REPLACED:
            put[key] = plain
        else:
            inside[key] = change
    return {sign: part for sign, part in (("+", put), ("~", inside)) if part}


def difference(old: Any, new: Any) -> Any:
    """What turns ``old`` into ``new``, the order of keys included; REPLACED where only the whole new value does."""
    if isinstance(old, dict) and isinstance(new, dict):
        kept = [key for key in old if key in new]
        if kept + [key for key in new if key not in old] != list(new):
            return REPLACED  # the keys stand in another order
        put = {key: value for key, value in new.items() if key not in old}
        pairs = [(key, old[key], new[key]) for key in kept]
        gone = [key for key in old if key not in new]
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        put, gone = {}, []
        pairs = [(str(n), one, other) for n, (one, other) in enumerate(zip(old, new, strict=True))]
    else:
        return REPLACED
    inside: dict[str, Any] = {}
    for key, before, after in pairs:
        if not _same(before, after):
            change = difference(before, after)
            if change is REPLACED:
                put[key] = after
            else:
                inside[key] = change
    if isinstance(new, list) and 2 * len(put) > len(new):
        return REPLACED
    return {sign: part for sign, part in (("+", put), ("-", gone), ("~", inside)) if part}


def _same(one: Any, other: Any) -> bool:
    """Alike to the last byte: true is not 1, and the order of keys counts."""
    if type(one) is not type(other) or one != other:
        return False
    return not isinstance(one, (dict, list)) or _encode(one) == _encode(other)


def apply(value: Any, change: dict[str, Any]) -> Any:
    """The value changed; the old one is left alone."""
    copy = list(value) if isinstance(value, list) else dict(value)

    def key_of(key: str) -> Any:
        return int(key) if isinstance(copy, list) else key

    for key, new in change.get("+", {}).items():
        copy[key_of(key)] = new
    for key, inner in change.get("~", {}).items():
        copy[key_of(key)] = apply(copy[key_of(key)], inner)
    for key in change.get("-", ()):
        del copy[key]
    return copy
