"""How long a first and a second visit take over a slow line.

    python -m tools.firstvisit                        # home, and a match of every game: 150 ms a round trip, 1.6 Mbit/s
    python -m tools.firstvisit --games fog_of_war --runs 5
    python -m tools.firstvisit --proxy                # the same through deploy/nginx.conf: TLS, HTTP/2 (needs nginx, openssl)
    python -m tools.firstvisit --url https://localhost:8443    # a server that runs already, behind its proxy

The network of a Chromium is throttled by Chromium itself: every answer comes 150 ms later, a socket's too, and all answers
together at the rate given. What it leaves out is making the connection: add two round trips (TCP, TLS) to a first visit.

Home is ready when its headings can be read and its scripts have run; a table when the question of its first frame can be
read and the board is drawn. The page tells the time itself, from the beginning of the navigation. The first visit has an
empty cache, the second is a new page with what the first one left. Medians of some runs, and all of them. Before them somebody
else has been there: by then the server has packed its files as small as they go (``table/packing.py``). "Busy" is the
processor time of the page's main thread until then: where it is much less than the seconds, and the line is quick, others have
kept the processor from it.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import os
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, sync_playwright
from tools import chromium
from tools.screenshots import found_match, serve

from casusbelli.game.registry import find, installed

READY = {
    "home": "document.documentElement.classList.contains('scripted') && document.querySelector('main h2')",
    "table": "document.querySelector('.prompt .sentence')?.textContent && document.querySelectorAll('.board-host *').length > 50",
}
WHEN = "() => ({condition}) ? performance.now() : null"
PATIENCE = 60_000
PACKING = 6.0
"""Seconds in which a server packs what was asked for."""
WINDOW = 1.5
"""Seconds in which a new window of Chromium loads what is its own: the popup of its address bar is a page of 200 files."""
SITE = Path(__file__).parent.parent / "deploy" / "nginx.conf"


class Visit(NamedTuple):
    """Seconds until a page was ready, processor time of its main thread until then, its requests, and what came over the line."""

    seconds: float
    busy: float
    requests: int
    kilobytes: float


@contextmanager
def proxy(folder: Path, server: str) -> Iterator[tuple[str, str]]:
    """The site of deploy/nginx.conf before a server, TLS and HTTP/2: its address, and the switch by which Chromium trusts it.

    The switch names the one key; a Chromium that trusts every key keeps nothing in its cache."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    asked = f"req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -days 2 -keyout {key} -out {certificate}"
    subprocess.run(["openssl", *asked.split()], check=True, capture_output=True)
    public = subprocess.run(["openssl", "x509", "-pubkey", "-noout", "-in", certificate], check=True, capture_output=True).stdout
    der = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "der"], input=public, check=True, capture_output=True).stdout
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    tls = f"listen 127.0.0.1:{port} ssl http2; ssl_certificate {certificate}; ssl_certificate_key {key};"
    site = (
        SITE.read_text("utf-8")
        .replace("127.0.0.1:8080", server)
        .replace("listen 80;", tls)
        .replace("play.example.org", "localhost")
    )
    places = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    written = folder / "nginx.conf"
    written.write_text(f"daemon off; pid {folder}/pid; events {{}} http {{ access_log off; {places} {site} }}", "utf-8")
    found = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        raise SystemExit("firstvisit: there is no nginx here")
    running = subprocess.Popen([found, "-c", written, "-p", folder, "-e", folder / "errors"])
    try:
        time.sleep(1)
        if running.poll() is not None:
            raise SystemExit((folder / "errors").read_text("utf-8"))
        trusted = base64.b64encode(hashlib.sha256(der).digest()).decode()
        yield f"https://localhost:{port}", f"--ignore-certificate-errors-spki-list={trusted}"
    finally:
        running.terminate()
        running.wait()


@contextmanager
def house(options: argparse.Namespace) -> Iterator[tuple[str, list[str]]]:
    """Where to go, and the switches that Chromium needs for it."""
    if options.url:
        yield options.url, options.chromium
        return
    with tempfile.TemporaryDirectory() as folder:
        server, url = serve(Path(folder))
        try:
            if options.proxy:
                with proxy(Path(folder), url.removeprefix("http://")) as (outside, trust):
                    yield outside, [*options.chromium, trust]
            else:
                yield url, options.chromium
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()


def visit(context: BrowserContext, address: str, ready: str, options: argparse.Namespace) -> Visit:
    """A new page over a slow line, until it is ready; its window is there before."""
    page = context.new_page()
    page.wait_for_timeout(WINDOW * 1000)
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    rate = options.kilobits * 1000 / 8
    told = {"offline": False, "latency": options.latency, "downloadThroughput": rate, "uploadThroughput": rate}
    line.send("Network.emulateNetworkConditions", told)
    asked: set[str] = set()
    came: list[float] = []
    kept: set[str] = set()
    line.on("Network.requestWillBeSent", lambda event: asked.add(event["requestId"]))
    line.on("Network.requestServedFromCache", lambda event: kept.add(event["requestId"]))
    line.on(
        "Network.responseReceived",
        lambda event: kept.update([event["requestId"]] * event["response"].get("fromDiskCache", False)),
    )
    line.on("Network.loadingFinished", lambda event: came.append(event["encodedDataLength"]))
    page.goto(address, wait_until="commit")
    seconds = page.wait_for_function(WHEN.format(condition=ready), timeout=PATIENCE).json_value() / 1000
    metrics = {each["name"]: each["value"] for each in line.send("Performance.getMetrics")["metrics"]}
    told_of = Visit(seconds, metrics["TaskDuration"], len(asked - kept), sum(came) / 1000)
    page.close()
    return told_of


def measure(browser: Browser, url: str, game: str | None, options: argparse.Namespace) -> tuple[Visit, Visit]:
    """A first and a second visit."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en")
    address, ready = url, READY["home"]
    if game is not None:
        table = context.new_page()
        found_match(table, url, game, find(game).info.scenario(None).seats[0])
        address, ready = table.url, READY["table"]
        line = context.new_cdp_session(table)
        line.send("Network.clearBrowserCache")
        table.close()
    visits = visit(context, address, ready, options), visit(context, address, ready, options)
    context.close()
    return visits


def tell(name: str, seen: list[tuple[Visit, Visit]]) -> None:
    for n, which in enumerate(("first", "second")):
        visits = [run[n] for run in seen]
        median = statistics.median(each.seconds for each in visits)
        busy = statistics.median(each.busy for each in visits)
        every = ", ".join(f"{each.seconds:.2f}" for each in visits)
        cost = f"{visits[0].requests} requests, {visits[0].kilobytes:.0f} KB, {busy:.2f} s busy"
        print(f"{name:20} {which:6} {median:5.2f} s  ({every})  {cost}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", nargs="*", default=sorted(installed()))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--latency", type=int, default=150, help="milliseconds a round trip")
    parser.add_argument("--kilobits", type=int, default=1600, help="a second, each way")
    parser.add_argument(
        "--chromium", action="append", default=[], help="a switch for Chromium, such as one that trusts a certificate"
    )
    parser.add_argument("--url", help="a server that runs already; else one is started")
    parser.add_argument("--proxy", action="store_true", help="put nginx before the server that is started")
    options = parser.parse_args()
    with house(options) as (url, switches), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.path(), args=[*chromium.SWITCHES, *switches])
        try:
            for game in [None, *options.games]:
                measure(browser, url, game, options)
                time.sleep(PACKING)
                tell(game or "home", [measure(browser, url, game, options) for _ in range(options.runs)])
        finally:
            browser.close()


if __name__ == "__main__":
    main()
