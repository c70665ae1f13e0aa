"""The door: every request passes here before the application sees it.

It answers only to its own names, takes changes only from its own pages, takes only so much from one address, and sends the
headers that keep a page from loading or obeying anything foreign.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from .rates import Buckets, source_of
from .settings import Settings

Scope = Any
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
FILES = ("/static/", "/boards/", "/texts/", "/rulebooks/", "/pages/", "/favicon")
PROGRAMS = "/api/"
"""What programs use, with a token and without a page: there is no origin to ask for."""
ONE_CLICK = "/unsubscribe/"
"""What mail programs may post by themselves: the address itself is the permission, and no cookie is looked at."""
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")

POLICY = b"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
DRAWING_POLICY = POLICY + b"; img-src 'self' blob:"
"""Of the page of an analysis alone: it makes pictures of its own map, which the browser calls blobs."""

HEADERS = [
    (b"content-security-policy", POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]

SECURE_HEADERS = [*HEADERS, (b"strict-transport-security", b"max-age=31536000")]
"""Who has come by https comes by https for a year."""


FILE_HEADERS = [(name, value) for name, value in HEADERS if name in {b"x-content-type-options", b"cross-origin-resource-policy"}]
"""What a file needs that is no page: the other headers would cost a slow line a tenth of a second for the files of a table."""
FILE_TYPES = (b"text/javascript", b"text/css", b"application/json")


HealthAnswer = Callable[[str], Awaitable[tuple[int, str] | None]]


async def _no_health(_: str) -> tuple[int, str] | None:
    return None


class Guard:
    """Stands before the pages and the sockets."""

    def __init__(self, app: App, sockets: App, settings: Settings, health: HealthAnswer = _no_health) -> None:
        self._health = health
        self._app = app
        self._sockets = sockets
        self._hosts = frozenset(host.lower() for host in settings.hosts)
        self._requests = Buckets(settings.request_rate)
        self._posts = Buckets(settings.post_rate)
        self._sockets_per_address = settings.sockets_per_address
        self._sockets_of: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
            health = await self._health(scope["path"])
            if health is not None:
                await _answer(send, *health)
                return
        refusal = self._refusal(scope)
        if scope["type"] == "websocket":
            if refusal is None:
                await self._hold_socket(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008})
            return

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_headers_for(scope, message)]
            await send(message)

        if refusal is None:
            await self._app(scope, receive, send_with_headers)
        else:
            await _answer(send_with_headers, *refusal)

    async def _hold_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        source = _source(scope)
        self._sockets_of[source] += 1
        try:
            await self._sockets(scope, receive, send)
        finally:
            self._sockets_of[source] -= 1
            if not self._sockets_of[source]:
                del self._sockets_of[source]

    def forget_full(self) -> None:
        self._requests.forget_full()
        self._posts.forget_full()

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why this request goes no further."""
        headers = _Headers(scope)
        host = headers.one(b"host")
        if self._hosts and _name(host) not in self._hosts:
            return 421, "This server does not answer to that name."
        if unkept(scope) and not scope["path"].startswith(PROGRAMS):  # those are told as data
            return 400, "No address here has such a character."
        address = _source(scope)
        program = headers.one(b"authorization").lower().startswith("bearer ")
        if program and any(key == b"cookie" for key, _ in scope["headers"]):
            return 400, "Come with a token or with a cookie, not with both."
        if scope["type"] == "websocket":
            own_page = program or _same(headers.one(b"origin"), scope, host)  # no foreign page can make a browser send a token
            if not own_page or not self._requests.take(address):
                return 403, "A table can be joined from its own page only."
            if self._sockets_of[address] >= self._sockets_per_address:
                return 429, "Too many sockets of one address."
            return None
        if not scope["path"].startswith(FILES) and not self._requests.take(address):
            return 429, "Too many requests. Please wait a moment."
        if scope["method"] in SAFE_METHODS:
            return None
        site = headers.one(b"sec-fetch-site")
        by_program = program and scope["path"].startswith(PROGRAMS)
        foreign = not by_program and not scope["path"].startswith(ONE_CLICK)
        if foreign and (site not in {"", "same-origin"} or not _same(headers.one(b"origin"), scope, host)):
            return 403, "This can be done from the server's own pages only."
        if not self._posts.take(address):
            return 429, "Too many changes in a short time. Please wait a moment."
        return None


def unkept(scope: Scope) -> bool:
    """Whether an address has a character in it that no address here has, and that not every database keeps."""
    return "\0" in scope["path"] or b"%00" in scope["query_string"]


def _source(scope: Scope) -> str:
    """Who is counted for this request."""
    return source_of(scope["client"][0]) if scope.get("client") else ""


def _draws(scope: Scope) -> bool:
    path: str = scope["path"]
    return path.startswith("/m/") and path.endswith("/analysis")


class _Headers:
    def __init__(self, scope: Scope) -> None:
        self._raw = scope["headers"]

    def one(self, name: bytes) -> str:
        """The header's value; one that is missing or there twice is empty."""
        found = [value for key, value in self._raw if key == name]
        return found[0].decode("latin-1") if len(found) == 1 else ""


def _same(origin: str, scope: Scope, host: str) -> bool:
    """Whether the page that sends this was served under the very name, and in the very way, it talks to."""
    return bool(host) and origin.lower() == f"{'https' if _is_secure(scope) else 'http'}://{host.lower()}"


def _is_secure(scope: Scope) -> bool:
    return scope["scheme"] in {"https", "wss"}


def _name(host: str) -> str:
    """A host without its port."""
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdigit() else host.lower()


def _headers_for(scope: Scope, message: Any) -> list[tuple[bytes, bytes]]:
    """The headers that an answer needs beside its own."""
    path, kind = scope["path"], dict(message.get("headers", ())).get(b"content-type", b"")
    if path.startswith(FILES) and "/~" in path and kind.startswith(FILE_TYPES):
        return FILE_HEADERS
    policy = [(b"content-security-policy", DRAWING_POLICY)] if _draws(scope) else HEADERS[:1]
    return [*policy, *(SECURE_HEADERS if _is_secure(scope) else HEADERS)[1:]]


async def _answer(send: Send, status: int, text: str) -> None:
    body = (text + "\n").encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
