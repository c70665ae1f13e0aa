"""Webhooks, held to safe addresses.

A user names the address, the server dials it: so the address must lead to the public internet and nowhere else. It is resolved
once, every address it has must be public, and the connection is made to that very address: a name that changes its mind in
between changes nothing. No redirect is followed, the answer is read up to a few bytes and thrown away, all within seconds.
"""

from __future__ import annotations

import hashlib
import hmac
import html
import http.client
import ipaddress
import re
import socket
import ssl
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from urllib.parse import urlsplit

import msgspec

SECONDS = 5.0
ANSWER_BYTES = 10_000
PORTS = frozenset({443, 8443})
LONGEST = 500
SIGNATURE = "X-Casus-Signature"
DISCORD_MARKS = re.compile(r"[\\\[\]*_~`|>#<@]")
"""With a backslash before it each of these is a plain sign there: no link under other words, nobody called."""

NOBODYS = tuple(
    ipaddress.ip_network(text)
    for text in [
        "fec0::/10",
        "3fff::/20",
        "5f00::/16",
        "100::/64",
        "64:ff9b:1::/48",
        "2001::/23",
        "192.0.0.0/24",
        "192.88.99.0/24",
    ]
)
"""Networks of no public host, of which not every Python knows: old site-local ones, documentation, translation, protocols."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Resolve = Callable[[str, int], Sequence[str]]


class BadHook(ValueError):
    """An address that is not dialled: a key of the words says why."""


class HookFailed(Exception):
    """It was dialled, and did not answer as it should."""


def networks(texts: Sequence[str]) -> tuple[Network, ...]:
    return tuple(ipaddress.ip_network(text, strict=False) for text in texts)


def is_public(address: Address, allowed: Sequence[Network] = ()) -> bool:
    """Whether it is an address of the public internet: whatever way it is written."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if address in ipaddress.ip_network("64:ff9b::/96"):
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner, allowed)
    if any(address.version == network.version and address in network for network in allowed):
        return True
    if any(address.version == network.version and address in network for network in NOBODYS):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def check(url: str) -> tuple[str, int, str]:
    """Host, port and path of an address that may be dialled, as far as can be said before its name is resolved."""
    try:
        parts = urlsplit(url)
        port = parts.port or 443
    except ValueError:
        raise BadHook("hook_bad") from None
    host = parts.hostname or ""
    if len(url) > LONGEST or parts.scheme != "https" or not host or parts.username or parts.password or parts.fragment:
        raise BadHook("hook_bad")
    if port not in PORTS or any(ord(sign) < 33 or ord(sign) > 126 for sign in url):
        raise BadHook("hook_bad")
    return host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def resolve(host: str, port: int) -> list[str]:
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def public_address(host: str, port: int, allowed: Sequence[Network], resolving: Resolve = resolve) -> str:
    """The address to dial: all that the name stands for must be public."""
    try:
        found = resolving(host, port)
    except (OSError, UnicodeError):
        raise BadHook("hook_unknown") from None
    try:
        addresses = [ipaddress.ip_address(text.partition("%")[0]) for text in found]
    except ValueError:
        raise BadHook("hook_private") from None
    if not addresses or not all(is_public(address, allowed) for address in addresses):
        raise BadHook("hook_private")
    return str(addresses[0])


def body_for(host: str, told: dict[str, object]) -> bytes:
    """Two well-known kinds of rooms want the text under a name of their own. Names of people are not marked up there."""
    text, url = str(told["text"]), told["url"]
    if host == "discord.com" or host.endswith(".discord.com"):
        content = DISCORD_MARKS.sub(r"\\\g<0>", text) + f" {url}"
        return msgspec.json.encode({"content": content, "allowed_mentions": {"parse": []}})
    if host == "hooks.slack.com":
        return msgspec.json.encode({"text": f"{html.escape(text, quote=False)} {url}"})
    return msgspec.json.encode(told)


def sign(secret: str, body: bytes) -> str:
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


class _Pinned(http.client.HTTPSConnection):
    """A connection to an address that was checked, under the name it was checked for. It is cut after some seconds, however busy
    the other side pretends to be."""

    def __init__(self, host: str, address: str, port: int, context: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=SECONDS, context=context)
        self._address = address
        self._secured = context
        self._alarm: threading.Timer | None = None

    def connect(self) -> None:
        plain = socket.create_connection((self._address, self.port), SECONDS)
        secured = self._secured.wrap_socket(plain, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock = secured
        self._alarm = threading.Timer(SECONDS, _cut, [secured])
        self._alarm.daemon = True
        self._alarm.start()
        secured.do_handshake()

    def close(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        super().close()


def _cut(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


def deliver(
    url: str,
    secret: str,
    told: dict[str, object],
    allowed: Sequence[Network] = (),
    *,
    resolving: Resolve = resolve,
    context: ssl.SSLContext | None = None,
) -> int:
    """Dial it and hand it over; the status of the answer. Call it in a thread."""
    host, port, path = check(url)
    address = public_address(host, port, allowed, resolving)
    body = body_for(host, told)
    connection = _Pinned(host, address, port, context or ssl.create_default_context())
    headers = {"Content-Type": "application/json", "User-Agent": "casus-belli", SIGNATURE: sign(secret, body)}
    try:
        connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        answer.read(ANSWER_BYTES)
    except (OSError, http.client.HTTPException) as error:
        raise HookFailed(type(error).__name__) from None
    finally:
        connection.close()
    if not 200 <= answer.status < 300:
        raise HookFailed(str(answer.status))
    return answer.status
