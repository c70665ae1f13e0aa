"""The gate of the programs: a token, of the right kind, not too often. Every answer there is JSON, refusals too."""

from __future__ import annotations

import math
from typing import Any

from litestar import Response
from litestar.enums import MediaType

from ..rates import Buckets
from ..settings import Rate
from .tokens import Scope, Token

WANTED: dict[str, Scope] = {
    "GET /api/v1/me": "read",
    "GET /api/v1/games": "read",
    "GET /api/v1/matches": "read",
    "GET /api/v1/matches/{match_id}/brief": "read",
    "GET /api/v1/matches/{match_id}/frame": "read",
    "GET /api/v1/matches/{match_id}/journal": "read",
    "GET /api/v1/matches/{match_id}/analysis": "read",
    "POST /api/v1/matches/{match_id}/act": "play",
    "GET /api/v1/challenges": "read",
    "GET /api/v1/stream": "read",
    "POST /api/v1/matches": "challenge",
    "POST /api/v1/join/{token}": "challenge",
    "POST /api/v1/challenges": "challenge",
    "POST /api/v1/challenges/{challenge_id}/take": "challenge",
    "POST /api/v1/challenges/{challenge_id}/decline": "challenge",
}
"""What a token must be good for to pass here."""

BOT_CHAT_RATE = Rate(1 / 3, 6)
"""What a program of somebody's may say, by one line or by single requests."""


def refusal(status: int, error: str, **more: Any) -> Response[dict[str, Any]]:
    """No, and why, for a program to read."""
    headers = {"Cache-Control": "no-store"}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if "seconds" in more:
        headers["Retry-After"] = str(more["seconds"])
    return Response({"error": error, **more}, status_code=status, media_type=MediaType.JSON, headers=headers)


class Gate:
    """Stands before the routes of programs."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets = Buckets(rate)
        self.chatting = Buckets(BOT_CHAT_RATE)

    def refuses(self, route: str, token: Token | None) -> Response[dict[str, Any]] | None:
        """Why this goes no further."""
        if token is None:
            return refusal(401, "token")
        if WANTED[route] not in token.scopes:
            return refusal(403, "scope", scope=WANTED[route])
        if not self._buckets.take(token.id):
            return refusal(429, "limit", limit="requests", seconds=math.ceil(1 / self._rate.per_second))
        return None

    def forget_full(self) -> None:
        self._buckets.forget_full()
        self.chatting.forget_full()
