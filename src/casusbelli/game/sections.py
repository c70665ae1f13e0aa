"""Sections of views that seldom change: made again, and turned into JSON again, only when something they are made of has changed.

A view function that takes a ``Sections`` names the parts of the view worth keeping and says, for each, all it is made of. So
nothing need be told when something changes, and a section can never be older than its inputs. ``since`` compares parts of the
moment (``Game.moment``), which are packed once for all viewers; ``keep`` packs inputs of its own, for what is dear to make.
The trials ``shown`` and ``mixed_moments`` of the test kit hold what is shown to what the plain view says.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, Final, TypeVar

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
    """What the views of one match were made of lately."""

    __slots__ = ("_kept", "_latest", "moment")

    def __init__(self) -> None:
        self._kept: dict[Hashable, dict[bytes, Any]] = {}
        self._latest: dict[Hashable, tuple[Any, Any]] = {}
        self.moment: Any = None
        """All that decides what is to be shown now, as the game takes it apart (``Game.moment``)."""

    def since(self, name: Hashable, of: Any, make: Callable[..., T], *inputs: Any) -> T:
        """The section of that name as it was made last, if that was of the same; else made now. Nobody may change it."""
        latest = self._latest.get(name)
        if latest is not None and latest[0] == of:
            return latest[1]  # type: ignore[no-any-return]
        return self.note(name, of, make(*inputs))

    def latest(self, name: Hashable) -> tuple[Any, Any] | None:
        """What was made last under that name: of what, and the section."""
        return self._latest.get(name)

    def note(self, name: Hashable, of: Any, made: T) -> T:
        """This section was made of that just now."""
        self._latest[name] = of, made
        return made

    def raw(self, make: Callable[..., Any], *inputs: Any) -> Any:
        """``make(*inputs)`` as JSON, so that it need not be turned into it again."""
        return msgspec.Raw(_json(make(*inputs)))

    def keep(self, name: Hashable, inputs: Callable[[], Any], make: Callable[[], Any]) -> Any:
        """The section of that name as JSON: as it was made before from the same inputs, else made now."""
        key, kept = _pack(inputs()), self._kept.get(name)
        found = kept.get(key) if kept is not None else None
        return found if found is not None else self._enter(name, key, msgspec.Raw(_json(make())))

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


class Plain(Sections):
    """What is kept is plain data, for who reads it at once and changes nothing: bots that play on look thousands of times."""

    def raw(self, make: Callable[..., Any], *inputs: Any) -> Any:
        return make(*inputs)

    def keep(self, name: Hashable, inputs: Callable[[], Any], make: Callable[[], Any]) -> Any:
        key, kept = _pack(inputs()), self._kept.get(name)
        found = kept.get(key) if kept is not None else None
        return found if found is not None else self._enter(name, key, make())

    part = lasting = staticmethod(_anew)  # type: ignore[assignment]


class _Afresh(Plain):
    """Keeps nothing: sections are made whenever they are asked for."""

    def since(self, name: Hashable, of: Any, make: Callable[..., T], *inputs: Any) -> T:
        return make(*inputs)

    def note(self, name: Hashable, of: Any, made: T) -> T:
        return made

    def keep(self, name: Hashable, inputs: Callable[[], Any], make: Callable[[], Any]) -> Any:
        return make()


AFRESH: Final[Sections] = _Afresh()
