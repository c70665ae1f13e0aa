"""The course of a siege: every attack in turn, what it found, and whether the server held."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from . import crowds, ending, floods, oddities, starting  # noqa: F401  (each enters its attacks in the list)
from .field import ATTACKS, Field, Known
from .ground import SETTINGS, Broken, server_on

WHOLE_SECONDS = 60.0
"""With so much time attacks are made in full; with less they are smaller."""


class SiegeError(RuntimeError):
    """The siege could not be laid: one clear line says why."""


def besiege(seconds: float, only: Sequence[str] = (), tell: Callable[[dict[str, Any]], None] = lambda _: None) -> dict[str, Any]:
    """Attack for about so long; what was tried, with figures. ``tell`` hears of every attack as soon as it is over."""
    unknown = set(only) - {known.name for known in ATTACKS}
    if unknown:
        raise SiegeError(f"there is no attack {', '.join(sorted(unknown))}; there are {', '.join(k.name for k in ATTACKS)}")
    chosen = [known for known in ATTACKS if not only or known.name in only]
    begun = time.perf_counter()
    found: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="casus-siege-") as folder, ExitStack() as stack:
        try:
            server = server_on(Path(folder), stack)
        except Broken as error:
            raise SiegeError(str(error)) from None
        field = Field(server, Path(folder), stack, max(1.0, seconds / len(ATTACKS)), min(1.0, seconds / WHOLE_SECONDS))
        for known in chosen:
            found.append(_attack(field, known))
            tell(found[-1])
        memory = server.memory_mb()
    return {
        "held": all(one["held"] for one in found),
        "attacks": found,
        "seconds": round(time.perf_counter() - begun, 1),
        "settings": SETTINGS,
        "memory_mb": memory,
    }


def _attack(field: Field, known: Known) -> dict[str, Any]:
    """One attack. A server that dies of it, or an attack that cannot be made, has not been held."""
    begun = time.perf_counter()
    try:
        held, figures = known.attack(field)
    except Exception as error:
        held, figures = False, {"trouble": f"{type(error).__name__}: {error}"[:200]}
    if not field.server.alive:
        held, figures = False, {**figures, "server": "died"}
        field.server.start()
    seconds = round(time.perf_counter() - begun, 1)
    return {"attack": known.name, "about": known.about, "held": held, "seconds": seconds, **figures}
