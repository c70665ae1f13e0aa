"""The proxy's example in deploy/ works as it stands: a match is played through it, sockets included."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest
import yaml

from casusbelli.table.importing import JOURNAL_BYTES
from casusbelli.table.settings import Settings

from .house.test_signing import sign_up
from .tablekit import HOT_SEAT, QUIET, WAIT, Guest, Server, play_on, three_lines

SITE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


class Proxy:
    """Another way to the same server."""

    def __init__(self, port: int) -> None:
        self.host = f"127.0.0.1:{port}"
        self.url = f"http://{self.host}"


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def proxy_to(folder: Path, *servers: Server) -> Iterator[Proxy]:
    port = free_port()
    folder.mkdir()
    site = SITE.read_text("utf-8")
    for old, new in (
        ("server 127.0.0.1:8080;", " ".join(f"server {server.host};" for server in servers)),
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("play.example.org", "127.0.0.1"),
    ):
        assert site.count(old) == 1
        site = site.replace(old, new)
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}} http {{ access_log off; {temporary} {site} }}",
        "utf-8",
    )
    words = [str(NGINX), "-c", str(folder / "nginx.conf"), "-p", str(folder), "-e", str(folder / "errors"), "-g", "user root;"]
    running = subprocess.Popen(words if os.getuid() == 0 else words[:-2])
    try:
        end = time.monotonic() + WAIT
        while True:
            with socket.socket() as trying:
                if trying.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert running.poll() is None and time.monotonic() < end, (folder / "errors").read_text("utf-8")
            time.sleep(0.02)
        yield Proxy(port)
    finally:
        running.terminate()
        running.wait(WAIT)


@pytest.mark.skipif(NGINX is None and os.environ.get("CI") != "true", reason="no nginx here (see scripts/proxy)")
def test_a_match_through_nginx(start: Callable[..., Server], tmp_path: Path) -> None:
    server = start(msgspec.structs.replace(QUIET, hosts=("127.0.0.1",)))
    with proxy_to(tmp_path / "nginx", server) as proxy:
        assert httpx.get(f"{proxy.url}/readyz", timeout=WAIT).text == "ready\n"
        anna = Guest(proxy)
        match = anna.begin(scenario="short", **HOT_SEAT)
        lines = three_lines(anna, match)
        play_on(lines, 1000, Random(1))
        assert lines["uk"].frame["over"] and anna.http.get(f"/m/{match}").status_code == 200
        sign_up(anna, "anna_by_proxy")
        largest = anna.http.post("/import", files={"journal": b"x" * JOURNAL_BYTES})
        assert largest.status_code == 422 and "journal" in largest.text, "the house answers, not the proxy"
        anna.close()


@pytest.mark.skipif(NGINX is None and os.environ.get("CI") != "true", reason="no nginx here (see scripts/proxy)")
def test_a_match_across_two_servers_through_nginx(postgres_database: str, tmp_path: Path) -> None:
    """The proxy hands request after request to the one and the other; two players, one at each, finish a match."""
    named = msgspec.structs.replace(QUIET, hosts=("127.0.0.1",))
    servers = [Server(postgres_database, named), Server(postgres_database, named)]
    try:
        with proxy_to(tmp_path / "nginx", *servers) as proxy:
            anna = Guest(proxy)
            match = anna.begin(scenario="short", **HOT_SEAT)
            lines = three_lines(anna, match)
            assert all(server.service.hub.lines for server in servers)
            play_on(lines, 1000, Random(1))
            assert all(line.frame["over"] for line in lines.values())
            assert all(anna.http.get(f"/m/{match}").status_code == 200 for _ in servers)
            anna.close()
    finally:
        for server in servers:
            server.stop()


def test_the_compose_file_keeps_what_must_last() -> None:
    """Whatever the house keeps outside the database (its secret) outlives the container; and all names in the file are known."""
    told = yaml.safe_load((SITE.parent / "compose.yaml").read_text("utf-8"))
    services, volumes = told["services"], set(told["volumes"])
    kept = re.findall(r"^VOLUME (\S+)$", (SITE.parent / "Containerfile").read_text("utf-8"), re.MULTILINE)
    mounted = dict(reversed(one.split(":")) for one in services["casus"]["volumes"])
    assert kept and all(mounted.get(folder) in volumes for folder in kept)
    assert {one.split(":")[0] for service in services.values() for one in service.get("volumes", ())} == volumes
    assert all(other in services for service in services.values() for other in service.get("depends_on", ()))
    settings = {one.removeprefix("CASUS_").lower() for one in services["casus"]["environment"] if one.startswith("CASUS_")}
    assert settings <= {*Settings.__struct_fields__, "database"}
