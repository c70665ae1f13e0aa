"""Sections of views that seldom change: made again, and turned into JSON again, only when something they are made of has changed.

A view function that takes a ``Sections`` names the parts of the view worth keeping and says, for each, all it is made of. Those
inputs, packed, are the key; so nothing need be told when something changes, and a section can never be older than its inputs.
The trial ``shown`` of the test kit holds what is shown to what the plain view says.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, Final, Self, TypeVar

import msgspec

T = TypeVar("T")

KEPT: Final = 4
"""So many states of a section are kept: the present one and those of the moments that led to it."""

_pack = msgspec.msgpack.Encoder().encode
_json = msgspec.json.Encoder().encode


@lru_cache(maxsize=1 << 14)
def _part(make: Callable[..., Any], *inputs: Hashable) -> msgspec.Raw:
    return msgspec.Raw(_json(make(*inputs)))


@lru_cache(maxsize=1 << 8)
def _lasting(make: Callable[..., Any], *inputs: Hashable) -> Any:
    return make(*inputs)


def _anew(make: Callable[..., Any], *inputs: Hashable) -> Any:
    return make(*inputs)


class Sections:
    """What the views of one match were made of lately, as JSON."""

    __slots__ = ("_common", "_kept")

    def __init__(self) -> None:
        self._kept: dict[Hashable, dict[bytes, Any]] = {}
        self._common: dict[Hashable, tuple[Any, Any]] | None = None

    def standing_still(self) -> Self:
        """While this lasts (``with``) no state changes that is shown: what all its viewers have in common is made once."""
        return self

    def __enter__(self) -> None:
        self._common = {}

    def __exit__(self, *_: object) -> None:
        self._common = None

    def common(self, make: Callable[..., Any], g: Any, *more: Hashable) -> Any:
        """``make(g, *more)``, which is the same for every viewer: made by the first of them while the match stands still."""
        common = self._common
        if common is None:
            return make(g, *more)
        key = (make, id(g), *more)
        found = common.get(key)
        if found is None:
            found = common[key] = (g, make(g, *more))  # with the state: as long as it is held nothing else has its id
        return found[1]

    def keep(self, name: Hashable, inputs: Callable[[], Any], make: Callable[[], Any]) -> Any:
        """The section of that name: as it was made before from the same inputs, else made now."""
        key, kept = _pack(inputs()), self._kept.get(name)
        found = kept.get(key) if kept is not None else None
        return found if found is not None else self._enter(name, key, msgspec.Raw(_json(make())))

    def keep_parts(self, name: Hashable, inputs: Callable[[], Any], make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """The same of a section of many parts, each made by ``part``: what is alike in two of them is one and the same thing."""
        key, kept = _pack(inputs()), self._kept.get(name)
        found: dict[str, Any] | None = kept.get(key) if kept is not None else None
        return found if found is not None else self._enter(name, key, make())

    part = staticmethod(_part)
    """Something small that many sections have in common, by all it is made of: ``part(make, *inputs)``."""

    lasting = staticmethod(_lasting)
    """The same of something that is not JSON itself but made of parts; nobody may change it."""

    def _enter(self, name: Hashable, key: bytes, section: T) -> T:
        """Keep a section that was made just now; the oldest makes room for it."""
        kept = self._kept.setdefault(name, {})
        if len(kept) >= KEPT:
            del kept[next(iter(kept))]
        kept[key] = section
        return section


class _Afresh(Sections):
    """Keeps nothing: sections are plain data, made whenever they are asked for."""

    def keep(self, name: Hashable, inputs: Callable[[], Any], make: Callable[[], Any]) -> Any:
        return make()

    def common(self, make: Callable[..., Any], g: Any, *more: Hashable) -> Any:
        return make(g, *more)

    part = lasting = staticmethod(_anew)  # type: ignore[assignment]

    def keep_parts(self, name: Hashable, inputs: Callable[[], Any], make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        return make()


AFRESH: Final[Sections] = _Afresh()
