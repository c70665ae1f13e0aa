"""How long a first and a second visit take over a slow line.

    python -m tools.firstvisit                        # home, and a match of every game: 150 ms a round trip, 1.6 Mbit/s
    python -m tools.firstvisit --games fog_of_war --runs 5

Starts the server and a Chromium whose network is throttled. A page is ready when its heading or, at a table, the question of its
first frame can be read. The first visit has an empty cache, the second what the first one left. Medians of some runs.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from tools.screenshots import FLAGS, found_match, serve

from casusbelli.game.registry import find, installed

READY = {"home": "main h1, main h2", "table": ".prompt .sentence:not(:empty)"}


def slow(page: Page, milliseconds: int, kilobits: int) -> None:
    """From now on the page's line is a slow one."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    rate = kilobits * 1000 / 8
    told = {"offline": False, "latency": milliseconds, "downloadThroughput": rate, "uploadThroughput": rate}
    line.send("Network.emulateNetworkConditions", told)


def visit(page: Page, address: str, ready: str) -> tuple[float, int]:
    """Seconds until the page is ready, and how many requests it made."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    begun = time.monotonic()
    page.goto(address, wait_until="commit")
    page.locator(ready).first.wait_for()
    return time.monotonic() - begun, len(asked)


def measure(browser: Browser, url: str, game: str | None, options: argparse.Namespace) -> tuple[float, float, int]:
    """Seconds of a first and a second visit, and the requests of the first."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    address, ready = url, READY["home"]
    if game is not None:
        table = context.new_page()
        found_match(table, url, game, find(game).info.scenario(None).seats[0])
        address, ready = table.url, READY["table"]
        table.close()
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.clearBrowserCache")
    slow(page, options.latency, options.kilobits)
    first, asked = visit(page, address, ready)
    page.goto("about:blank")
    second, _ = visit(page, address, ready)
    context.close()
    return first, second, asked


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", nargs="*", default=sorted(installed()))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--latency", type=int, default=150, help="milliseconds a round trip")
    parser.add_argument("--kilobits", type=int, default=1600, help="a second, each way")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, url = serve(Path(folder))
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        try:
            for game in [None, *options.games]:
                seen = [measure(browser, url, game, options) for _ in range(options.runs)]
                first, second = (statistics.median(run[n] for run in seen) for n in (0, 1))
                print(f"{game or 'home':20} first {first:5.2f} s  second {second:5.2f} s  {seen[0][2]} requests", flush=True)
        finally:
            browser.close()
            server.send_signal(signal.SIGTERM)
            server.wait()


if __name__ == "__main__":
    main()
