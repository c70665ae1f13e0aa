"""What a server can be told: where it keeps matches, how patient it is, how much it takes from one guest."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

PREFIX = "CASUS_"

COMMAND_BYTES = 4096
"""The largest socket message."""

CHAT_BYTES = 2048
"""The largest line of chat."""


PATIENCE_WITH_FLOOD = 200
"""How many messages of one socket beyond its rate are answered before it is cut."""


class Rate(msgspec.Struct, frozen=True):
    """So many a second in the long run, so many at once."""

    per_second: float
    burst: float


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Every field can be set from the environment as ``CASUS_<NAME>``, see docs/server.md."""

    database: str = ""
    """A file name or an SQLAlchemy URL; empty: ``default_database()``."""
    hosts: tuple[str, ...] = ()
    """The names this server answers to; empty: any name, except that a loopback server answers to loopback names alone."""
    bot_pause: float = 0.7
    """Seconds a bot waits before it shows its choice, so that people can follow."""
    beats: bool = True
    """Whether frames tell the positions through which they were reached; without, a page shows outcomes alone."""
    bot_processes: int = -1
    """Processes in which bots think; 0: a thread of the server; -1: one less than there are cores, at least one."""
    readable: bool = False
    """Whether scripts and style sheets are sent as they were written, with comments: for those who work on them."""
    metrics_port: int = 0
    """The port on 127.0.0.1 on which figures are told to Prometheus; 0: they are not."""
    log: Literal["plain", "json"] = "plain"
    """How the log is written: for people, or one JSON object a line."""
    idle_seconds: float = 600.0
    """A match nobody looks at leaves the memory after this time."""
    rooms: int = 400
    """Matches in memory; beyond that the ones nobody looks at leave it sooner."""
    past_processes: int = 1
    """Processes in which matches are looked back at; 0: a thread of the server."""
    analysis_processes: int = 1
    """Processes in which finished matches are looked into; 0: a thread of the server."""
    analysis_seconds: float = 240.0
    """Processor time for looking into one match; what is not found by then is left out."""
    checkpoint_every: int = 40
    """How many choices may pass between the checkpoints that are kept for the day the rules change."""
    undos_per_question: int = 20
    """How often a seat may take back its answer to one and the same question."""
    slow_seconds: float = 15.0
    """A reader who takes nothing for so long is disconnected."""
    connections: int = 2000
    """Connections in all, as far as the system lends file descriptors."""
    connections_per_address: int = 200
    """Connections of one address; a trusted proxy may have as many as there are in all."""
    request_seconds: float = 15.0
    """A request must be sent, and its answer taken, in so much time."""
    listed_per_guest: int = 3
    """Matches of one guest that look for players on the home page at the same time."""
    listed_per_address: int = 8
    """The same for one address."""
    listed_hours: float = 48.0
    """How long a match looks for players there."""
    sockets_per_guest: int = 24
    sockets_per_address: int = 120
    line_rate: Rate = Rate(40, 120)
    """Messages of one connection."""
    guest_rate: Rate = Rate(80, 240)
    """Messages of all connections of one guest (or of one address, for those without a seat)."""
    request_rate: Rate = Rate(50, 300)
    """Page requests of one address."""
    past_rate: Rate = Rate(20, 300)
    """Looks back, by one address, for which a match has to be played again."""
    token_rate: Rate = Rate(5, 60)
    """Requests with one token, beside those of its address."""
    post_rate: Rate = Rate(1, 40)
    """Unsafe requests of one address: new matches, joining."""
    signup: Literal["open", "invite", "closed"] = "open"
    """Who may make an account: everybody, who was invited by those who look after the house, nobody."""
    signup_rate: Rate = Rate(10 / 86_400, 3)
    """New accounts from one address."""
    signin_rate: Rate = Rate(1 / 60, 10)
    """Attempts to sign in from one address."""
    recovery_rate: Rate = Rate(5 / 3600, 5)
    """Attempts with a recovery code from one address."""
    password_memory: int = 47_104
    """KiB of memory that hashing a password takes."""
    password_rounds: int = 2
    second_factor: Literal["offered", "required"] = "offered"
    """Whether an account can be used without one."""
    tournament_matches: int = 10
    """So many matches must somebody have finished who hosts a tournament."""
    smtp_url: str = ""
    """Where letters are handed in: ``smtp+starttls://name:password@host:587``, ``smtps://…``, on this machine ``smtp://…``."""
    mail_from: str = ""
    """From whom letters come."""
    public_url: str = ""
    """Where people find this server: what links in letters begin with. Without it nothing is sent."""
    webhook_allow: tuple[str, ...] = ()
    """Networks that webhooks may reach although they are not public."""
    secret: str = ""
    """What second factors are encrypted with; empty: the file ``…-secret`` beside the database."""


_RATES = frozenset(f for f, kind in Settings.__annotations__.items() if kind == "Rate")


def from_environment(environment: Mapping[str, str] = os.environ, **given: Any) -> Settings:
    """The settings of the environment; what is given explicitly wins."""
    found: dict[str, Any] = {}
    for field in Settings.__struct_fields__:
        text = environment.get(PREFIX + field.upper())
        if text is None:
            continue
        if field in _RATES:
            per_second, _, burst = text.partition("/")
            found[field] = {"per_second": per_second, "burst": burst or per_second}
        elif field in {"hosts", "webhook_allow"}:
            found[field] = [host.strip() for host in text.split(",") if host.strip()]
        else:
            found[field] = text
    try:
        return msgspec.structs.replace(msgspec.convert(found, Settings, strict=False), **given)
    except msgspec.ValidationError as error:
        raise SettingsError(f"a setting of the environment ({PREFIX}…) is wrong: {error}") from None


class SettingsError(ValueError):
    """One clear line for whoever starts the server."""


def default_database() -> Path:
    """Where a player's matches are kept when nothing else is said."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "casus-belli" / "matches.sqlite"
