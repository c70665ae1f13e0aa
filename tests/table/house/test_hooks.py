"""Webhooks: no connection to anything that is not public, whatever the address pretends; no redirects; no patience."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import json
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from casusbelli.table.post import hooks
from casusbelli.table.post.hooks import BadHook, HookFailed, check, deliver, is_public, networks, public_address

PRIVATE = (
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "240.0.0.1",
    "255.255.255.255", "192.0.2.1", "198.18.0.1", "::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1",
    "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "2001:0:4136:e378:8000:63bf:80ff:fffe",
    "fec0::1", "3fff::1", "192.0.0.8", "192.88.99.1", "64:ff9b:1::a00:1", "2001:20::1", "100::1",
)  # fmt: skip
PUBLIC = ("93.184.216.34", "1.1.1.1", "2606:4700:4700::1111", "64:ff9b::101:101")


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))
    with pytest.raises(BadHook, match="hook_private"):
        public_address("hook.example", 443, (), lambda host, port: ["1.1.1.1", address])


@pytest.mark.parametrize("address", PUBLIC)
def test_addresses_that_are(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))
    assert public_address("hook.example", 443, (), lambda host, port: [address]) == address


def test_an_operator_may_allow_a_network_of_his_own() -> None:
    home = networks(["10.0.0.0/8"])
    assert is_public(ipaddress.ip_address("10.1.2.3"), home) and is_public(ipaddress.ip_address("::ffff:10.1.2.3"), home)
    assert not is_public(ipaddress.ip_address("192.168.1.1"), home)


@pytest.mark.parametrize(
    "url",
    [
        "http://hook.example/x",
        "https://hook.example:22/x",
        "https://hook.example:80/",
        "https://name:word@hook.example/",
        "https:///x",
        "ftp://hook.example/",
        "https://hook.example/\r\nHost: other",
        "https://hook.example/#x",
        "https://hook.example:99999/",
        "https://h\u00f6ok.example/",
        "https://hook.example/" + "x" * 500,
        "",
    ],
)
def test_addresses_that_are_not_even_looked_up(url: str) -> None:
    with pytest.raises(BadHook, match="hook_bad"):
        check(url)


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "localhost", "[::1]", "[::ffff:7f00:1]"])
def test_other_ways_to_write_this_machine(host: str) -> None:
    """The library reads them; what it reads is checked."""
    name, port, _ = check(f"https://{host}/x")
    with pytest.raises(BadHook, match=r"hook_(private|unknown)"):
        public_address(name, port, ())


class Listener:
    """Somebody who answers https on this machine, in the way he is told to."""

    def __init__(self, folder: Path, answer: bytes, *, drip: bool = False) -> None:
        key, cert = folder / "key.pem", folder / "cert.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=hook.example",
             "-addext", "subjectAltName=DNS:hook.example", "-keyout", str(key), "-out", str(cert)],
            check=True, capture_output=True,
        )  # fmt: skip
        self.trust = ssl.create_default_context(cafile=str(cert))
        secured = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        secured.load_cert_chain(cert, key)
        self.heard: list[bytes] = []
        self._answer, self._drip, self._secured = answer, drip, secured
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        self.connections = 0
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                plain, _ = self._door.accept()
            except OSError:
                return
            self.connections += 1
            try:
                with self._secured.wrap_socket(plain, server_side=True) as line:
                    self.heard.append(line.recv(20_000))
                    if b"\r\n\r\n" in self.heard[-1] and self.heard[-1].endswith(b"\r\n\r\n"):
                        self.heard[-1] += line.recv(20_000)
                    for n in range(len(self._answer)) if self._drip else (0,):
                        line.sendall(self._answer[n : n + 1] if self._drip else self._answer)
                        if self._drip:
                            threading.Event().wait(0.05)
            except OSError:
                continue

    def close(self) -> None:
        self._door.close()


@pytest.fixture
def dialled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[Listener]]:
    """Whatever address is dialled, this machine answers; which it was is noted."""
    listeners: list[Listener] = []
    real = socket.create_connection
    monkeypatch.setattr(
        hooks.socket, "create_connection", lambda address, timeout: real(("127.0.0.1", listeners[0].port), timeout)
    )
    yield listeners
    for one in listeners:
        one.close()


TOLD: dict[str, object] = {
    "id": "1",
    "kind": "turn_post",
    "text": "Your turn: Churchill (Marta)",
    "url": "https://play.example.org/m/x",
}


def ask(listener: Listener, **more: object) -> int:
    return deliver(
        "https://hook.example/casus?x=1",
        "secret",
        TOLD,
        resolving=lambda host, port: ["93.184.216.34"],
        context=listener.trust,
        **more,
    )  # type: ignore[arg-type]


def test_a_hook_gets_a_signed_json(dialled: list[Listener], tmp_path: Path) -> None:
    dialled.append(Listener(tmp_path, b"HTTP/1.1 204 No Content\r\n\r\n"))
    assert ask(dialled[0]) == 204
    head, _, body = dialled[0].heard[0].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /casus?x=1 HTTP/1.1") and b"Host: hook.example" in head
    signature = "sha256=" + hmac.new(b"secret", body, hashlib.sha256).hexdigest()
    assert f"X-Casus-Signature: {signature}".encode() in head and json.loads(body) == TOLD


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1/\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n",
        b"SSH-2.0-nothing\r\n",
        b"",
    ],
)
def test_no_redirect_is_followed_and_other_answers_are_failures(dialled: list[Listener], tmp_path: Path, answer: bytes) -> None:
    dialled.append(Listener(tmp_path, answer))
    with pytest.raises(HookFailed):
        ask(dialled[0])
    assert dialled[0].connections == 1


def test_a_huge_answer_is_not_read(dialled: list[Listener], tmp_path: Path) -> None:
    dialled.append(Listener(tmp_path, b"HTTP/1.1 200 OK\r\nContent-Length: 900000000\r\n\r\n" + b"x" * 2_000_000))
    assert ask(dialled[0]) == 200


def test_a_slow_answer_is_cut(dialled: list[Listener], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "SECONDS", 0.4)
    dialled.append(Listener(tmp_path, b"HTTP/1.1 200 OK\r\nX-Slow: " + b"z" * 400 + b"\r\n\r\n", drip=True))
    with pytest.raises(HookFailed):
        ask(dialled[0])


def test_a_name_that_changes_its_mind_is_dialled_where_it_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([["93.184.216.34"], ["127.0.0.1"]])
    dials: list[tuple[str, int]] = []

    def dial(address: tuple[str, int], timeout: float) -> socket.socket:
        dials.append(address)
        raise OSError("nobody there")

    monkeypatch.setattr(hooks.socket, "create_connection", dial)
    for expected in (HookFailed, BadHook):
        with pytest.raises(expected):
            deliver("https://hook.example/x", "secret", TOLD, resolving=lambda host, port: next(answers))
    assert dials == [("93.184.216.34", 443)], "0 connections to private addresses"


def test_well_known_rooms_get_the_text_under_their_own_names() -> None:
    for host, key in (("discord.com", "content"), ("hooks.slack.com", "text")):
        assert json.loads(hooks.body_for(host, TOLD))[key] == f"{TOLD['text']} {TOLD['url']}"
    assert json.loads(hooks.body_for("notdiscord.com", TOLD)) == TOLD


def test_names_cannot_call_a_whole_room_or_dress_up_a_link() -> None:
    """What people call themselves is text there, too: no mentions, no links under other words."""
    told = {**TOLD, "text": "Your turn: <!channel> & [prize](https://evil.example) *Ada_1*"}
    slack = json.loads(hooks.body_for("hooks.slack.com", told))["text"]
    assert "<!channel>" not in slack and "&lt;!channel&gt; &amp; " in slack
    discord = json.loads(hooks.body_for("discord.com", told))
    assert r"\[prize\](https" in discord["content"] and r"\*Ada\_1\*" in discord["content"]
    assert discord["content"].endswith(f" {TOLD['url']}") and discord["allowed_mentions"] == {"parse": []}
