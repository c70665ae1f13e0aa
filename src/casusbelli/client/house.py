"""The part of a server that is asked by single requests: who am I, what is there, where may I sit down."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import Request, urlopen

PATIENCE = 30.0
TRIES = 5


class Refusal(Exception):
    """The server says no: ``status``, ``error`` (a key) and whatever else it tells (``limit``, ``seconds``, ``why``)."""

    def __init__(self, status: int, told: dict[str, Any]) -> None:
        self.status = status
        self.error = str(told.get("error", status))
        self.told = told
        super().__init__(f"{status}: {told}")


class House:
    """Requests with a token. One that is told to wait waits and asks again; so does one that reaches nobody."""

    def __init__(self, url: str, token: str) -> None:
        found = urlsplit(url)
        if found.scheme not in {"http", "https"} or not found.netloc:
            raise ValueError(f"{url!r} is not the address of a server")
        self.url = f"{found.scheme}://{found.netloc}"
        self.token = token

    @property
    def sockets(self) -> str:
        return "ws" + self.url.removeprefix("http")

    async def get(self, path: str, **query: str) -> Any:
        return await self._ask("GET", path + (f"?{urlencode(query)}" if query else ""), None)

    async def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        return await self._ask("POST", path, body or {})

    async def me(self) -> dict[str, Any]:
        """Name, owner, scopes, and what is left of the limits."""
        return dict(await self.get("/me"))

    async def games(self) -> list[dict[str, Any]]:
        return list(await self.get("/games"))

    async def matches(self) -> list[dict[str, Any]]:
        """My matches: match, game, seats, over, turn."""
        return list(await self.get("/matches"))

    async def begin(
        self, game: str, scenario: str | None = None, seats: dict[str, str] | None = None, **options: Any
    ) -> dict[str, Any]:
        """A friendly match; ``seats`` by name: me, open, bot:officer … The answer has ``invitations`` to the open ones."""
        wanted = {"game": game, "scenario": scenario, "seats": seats or {}, "options": options}
        return dict(await self.post("/matches", wanted))

    async def join(self, invitation: str) -> dict[str, Any]:
        """Sit down where an invitation (its address, or the last part of it) leads."""
        return dict(await self.post(f"/join/{quote(urlsplit(invitation).path.rsplit('/', 1)[-1])}"))

    async def challenges(self, game: str = "") -> list[dict[str, Any]]:
        """Friendly offers that can be taken."""
        return list(await self.get("/challenges", game=game))

    async def challenge(
        self,
        game: str,
        scenario: str | None = None,
        seats: dict[str, str] | None = None,
        *,
        pace: str = "untimed",
        note: str = "",
    ) -> dict[str, Any]:
        """Look for somebody: ``seats`` by name, me among them, those not named open. The answer has ``challenge``."""
        wanted = {"game": game, "scenario": scenario, "seats": seats or {}, "pace": pace, "note": note}
        return dict(await self.post("/challenges", wanted))

    async def take(self, challenge: str, seat: str | None = None) -> dict[str, Any]:
        return dict(await self.post(f"/challenges/{quote(challenge)}/take", {"seat": seat}))

    async def brief(self, match: str, seat: str, language: str = "en") -> dict[str, Any]:
        """The position in words: ``text``, ``options``, and the ``seq`` it was made at."""
        return dict(await self.get(f"/matches/{quote(match)}/brief", seat=seat, lang=language))

    async def frame(self, match: str, seat: str) -> dict[str, Any]:
        """Everything the seat may know now, as one frame: for programs that keep no line open."""
        return dict(await self.get(f"/matches/{quote(match)}/frame", seat=seat))

    async def act(self, match: str, seat: str, message: dict[str, Any]) -> dict[str, Any]:
        """Say one thing as at the socket (``{"t": "act", "id", "seq", "choice"}``) and hear the answer. One id is played once."""
        return dict(await self.post(f"/matches/{quote(match)}/act?{urlencode({'seat': seat})}", message))

    async def journal(self, match: str) -> dict[str, Any]:
        """The journal of a match that is over; of one in play what my seat was told and chose."""
        return dict(await self.get(f"/matches/{quote(match)}/journal"))

    async def analysis(self, match: str) -> dict[str, Any]:
        """What was worked out of a match that is over: ``state``, ``analysis``, ``statistics``."""
        return dict(await self.get(f"/matches/{quote(match)}/analysis"))

    async def decline(self, challenge: str) -> None:
        """Say no to a challenge, give up the seat taken in it, or take back one of my own."""
        await self.post(f"/challenges/{quote(challenge)}/decline")

    async def news(self) -> AsyncIterator[dict[str, Any]]:
        """What happens to me, as it happens: ``t`` is started, turn, over, challenge or ping. Ends when the server ends it."""
        request = Request(f"{self.url}/api/v1/stream", headers={"Authorization": f"Bearer {self.token}"})  # noqa: S310
        with await asyncio.to_thread(urlopen, request, timeout=2 * PATIENCE) as lines:
            while line := await asyncio.to_thread(lines.readline):
                yield json.loads(line)

    async def _ask(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        for tried in range(TRIES):
            try:
                return await asyncio.to_thread(self._ask_once, method, path, body)
            except Refusal as refusal:
                waits = refusal.told.get("seconds", 2)
                if refusal.status not in {429, 503} or tried == TRIES - 1 or waits > PATIENCE:
                    raise
                await asyncio.sleep(waits)
            except (URLError, OSError):
                if method != "GET" or tried == TRIES - 1:
                    raise
                await asyncio.sleep(2**tried / 4)
        raise AssertionError("the last try has returned or raised")

    def _ask_once(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}", "Accept": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            headers["Content-Type"] = "application/json"
        request = Request(f"{self.url}/api/v1{path}", data, headers, method=method)  # noqa: S310 http or https, see above
        try:
            with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
                return json.load(answer)
        except HTTPError as error:
            with error:
                text = error.read()
            try:
                told = json.loads(text)
            except ValueError:
                told = {"error": text.decode("utf-8", "replace")[:200]}
            raise Refusal(error.code, told if isinstance(told, dict) else {"error": str(told)}) from None
