"""Preferences: what a person likes on every device. A browser's own settings go before: a shared screen stays as it is."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from zoneinfo import available_timezones

import msgspec
from sqlalchemy import Connection, update

from casusbelli.game import LANGUAGES

from .. import schema
from ..store import Store
from ..words import THEMES

AS_DEVICE = ""
"""No wish: as the device, or as usual."""

ON_SCREEN: dict[str, tuple[str, ...]] = {
    "language": (AS_DEVICE, *LANGUAGES),
    "theme": (AS_DEVICE, *THEMES),
    "text": (AS_DEVICE, "small", "usual", "large", "huge"),
    "pace": (AS_DEVICE, "slow", "normal", "fast", "instant"),
    "sound": (AS_DEVICE, "on", "off"),
    "keys": (AS_DEVICE, "on", "off"),
    "textboard": (AS_DEVICE, "on", "off"),
}
"""For everybody: how pages and tables look and behave."""

AMONG_PEOPLE: dict[str, tuple[str, ...]] = {
    "challenges": ("everybody", "played", "nobody"),
    "talk": ("on", "off"),
    "bots_talk": ("cards", "free"),
    "spectators": ("on", "off"),
    "ratings": ("shown", "hidden"),
}
"""For accounts: what others may do, and what one wants to see of them. The first value is the usual one."""

SWITCHES = frozenset({"sound", "keys", "textboard"})


def zones() -> list[str]:
    return ["", *sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "SystemV/")))]


def read_preferences(form: Mapping[str, str], *, account: bool) -> dict[str, str]:
    """What a form says, without anything that cannot be wished for."""
    known = {**ON_SCREEN, **(AMONG_PEOPLE if account else {})}
    read = {name: form[name] for name, values in known.items() if form.get(name) in values[1:]}
    if account and form.get("zone") in available_timezones():
        read["zone"] = form["zone"]
    return read


def preference(preferences: Mapping[str, str], name: str) -> str:
    """What somebody wishes, or what is usual."""
    return preferences.get(name) or {**ON_SCREEN, **AMONG_PEOPLE}[name][0]


def for_scripts(preferences: Mapping[str, str]) -> dict[str, str | bool]:
    """The wishes the pages' scripts follow, as they keep them themselves."""
    wishes = {name: value for name, value in preferences.items() if name in {"theme", "text", "pace", *SWITCHES}}
    return {name: value == "on" if name in SWITCHES else value for name, value in wishes.items()}


def keep_preferences(store: Store, person: str, preferences: dict[str, str]) -> asyncio.Future[None]:
    def job(connection: Connection) -> None:
        kept = msgspec.json.encode(preferences).decode()
        connection.execute(update(schema.guests).where(schema.guests.c.id == person).values(preferences=kept))

    return store.writer.write(job)
