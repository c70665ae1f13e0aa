"""What people want to be told, how, and when it may reach them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta, tzinfo
from typing import Literal

import msgspec

from ..pace import DAY, HOUR, MINUTE, SECOND

Channel = Literal["browser", "mail", "webhook"]
CHANNELS: tuple[Channel, ...] = ("browser", "mail", "webhook")
SENT: tuple[Channel, ...] = ("mail", "webhook")
"""What leaves the server; the browser asks by itself."""

GROUPS: dict[str, tuple[Channel, ...]] = {
    "post": ("browser", "mail"),
    "live": ("browser",),
    "clock": ("browser", "mail"),
    "asked": ("browser",),
    "meeting": ("browser",),
    "over": ("browser", "mail"),
    "tournament": ("browser", "mail"),
    "security": ("browser", "mail"),
}
"""What can be told, as people choose it, and by what it is told as long as they have not chosen."""

FIXED = "security"
"""Cannot be switched off: browser and mail."""

KINDS: dict[str, str] = {
    "turn_post": "post",
    "turn_live": "live",
    "clock": "clock",
    "proposal": "asked",
    "challenge": "meeting",
    "called": "meeting",
    "invited": "meeting",
    "seat_taken": "meeting",
    "started": "meeting",
    "over": "over",
    "analysis": "over",
    "round": "tournament",
    "signed_in": "security",
    "password": "security",
    "factor": "security",
    "address": "security",
    "moderation": "security",
}
"""Every kind of notice and the group it belongs to."""

WAITS = {"turn_post": MINUTE, "turn_live": 3 * MINUTE, "clock": 0, "proposal": MINUTE}
"""How long a sending waits for the person to come by himself."""
USUAL_WAIT = 30 * SECOND

PER_HOUR, PER_DAY = 6, 24
"""So many letters a person gets at most; what is beyond goes with the next digest."""

URGENT = 3 * HOUR
"""Who has less time left is told at night, too."""

Digest = Literal["off", "daily", "weekly"]
DIGESTS: tuple[Digest, ...] = ("off", "daily", "weekly")


class PostSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person's wishes."""

    wants: dict[str, tuple[Channel, ...]] = {}
    """By group, as far as somebody has chosen."""
    quiet: bool = True
    quiet_from: int = 22
    quiet_to: int = 8
    digest: Digest = "off"
    digest_hour: int = 18

    def by(self, kind: str) -> tuple[Channel, ...]:
        """The ways by which this kind is told."""
        group = KINDS[kind]
        chosen = self.wants.get(group, GROUPS[group])
        return tuple(c for c in CHANNELS if c in chosen or c in GROUPS[FIXED]) if group == FIXED else chosen

    # -- when ----------------------------------------------------------------------------------------------------------------

    def after_quiet(self, moment: int, zone: tzinfo) -> int:
        """The moment itself, or the end of the quiet hours in which it lies."""
        if not self.quiet or self.quiet_from == self.quiet_to:
            return moment
        here = datetime.fromtimestamp(moment / 1000, zone)
        since = here.replace(hour=self.quiet_from, minute=0, second=0, microsecond=0)
        for begin in (since - timedelta(days=1), since):
            end = begin.replace(hour=self.quiet_to)
            if self.quiet_to <= self.quiet_from:
                end += timedelta(days=1)
            if begin <= here < end:
                return round(end.timestamp() * 1000)
        return moment

    def next_digest(self, moment: int, zone: tzinfo) -> int:
        """When the next digest goes: at its hour, a weekly one on Mondays. What is folded without one goes the next day."""
        here = datetime.fromtimestamp(moment / 1000, zone)
        at = here.replace(hour=self.digest_hour, minute=0, second=0, microsecond=0)
        if at <= here:
            at += timedelta(days=1)
        while self.digest == "weekly" and at.weekday() != 0:
            at += timedelta(days=1)
        return round(at.timestamp() * 1000)


def read_settings(form: Mapping[str, str]) -> PostSettings:
    """What a form says, without anything that cannot be wished for."""
    wants = {group: tuple(c for c in CHANNELS if f"{group}.{c}" in form) for group in GROUPS if group != FIXED}
    wants[FIXED] = tuple(c for c in CHANNELS if c in GROUPS[FIXED] or f"{FIXED}.{c}" in form)
    digest: Digest = next((one for one in DIGESTS if one == form.get("digest")), "off")
    return PostSettings(
        wants=wants,
        quiet="quiet" in form,
        quiet_from=_hour(form.get("quiet_from"), 22),
        quiet_to=_hour(form.get("quiet_to"), 8),
        digest=digest,
        digest_hour=_hour(form.get("digest_hour"), 18),
    )


def _hour(text: str | None, usual: int) -> int:
    return int(text) if text is not None and text.isascii() and text.isdigit() and int(text) < 24 else usual


KEPT = 30 * DAY
"""How long notices, and what was sent, are kept."""
