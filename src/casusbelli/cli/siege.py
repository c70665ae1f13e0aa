"""``casus siege``."""

from __future__ import annotations

from typing import Any

import typer

from .common import Trouble, console, say_json


def run_siege(seconds: float, only: list[str], as_json: bool) -> None:
    """Lay siege to a server of our own and tell which attacks were held."""
    from casusbelli.table.siege import SiegeError, besiege

    out = console()

    def tell(one: dict[str, Any]) -> None:
        if not as_json:
            known = {"attack", "about", "held", "seconds"}
            figures = "  ".join(f"{name} {value}" for name, value in one.items() if name not in known)
            word = "held" if one["held"] else "BROKE"
            out.print(f"{word:6} {one['attack']:30} {one['seconds']:6.1f} s  {figures}", markup=False)

    try:
        told = besiege(seconds, only, tell)
    except SiegeError as error:
        raise Trouble(str(error)) from None
    if as_json:
        say_json(told)
    else:
        out.print(f"{sum(one['held'] for one in told['attacks'])} of {len(told['attacks'])} attacks held", markup=False)
    if not told["held"]:
        raise typer.Exit(1)
