"""Pictures of a table in play for the documentation.

    python -m tools.screenshots fog_of_war --seat allied --choices 160 --decision choose_action

Starts the server, founds a match against recruits, lets chance answer for the guest through the guest's own
socket until so many choices are made, and then takes pictures of the guest's page in four windows, as
``docs/images/<game>_<window>.webp``. Needs the ``dev`` extra and a Chromium. The pictures of the documentation:

    python -m tools.screenshots churchill --seat uk --choices 45 --decision meeting_action
    python -m tools.screenshots fog_of_war --seat allied --choices 160 --decision choose_action
    python -m tools.screenshots triumph_of_chaos --seat white --choices 60 --decision choose_action
    python -m tools.screenshots wunderwaffen --seat german --choices 90 --decision choose_play

With ``--moment`` the match is played to its end, and the picture is of an event of that kind on stage, looked back at; ``end`` is
the last screen. ``--number 3`` takes the third one, ``--size`` a window, ``--name`` what comes after the game's name:

    python -m tools.screenshots churchill --seat uk --moment front_rolled --size 1280x720 --name front_1280x720
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from playwright.sync_api import BrowserContext, Page, sync_playwright
from tools import chromium
from websockets.sync.client import connect
from websockets.typing import Origin

from casusbelli.bots import make_bot
from casusbelli.game import Bot, Position
from casusbelli.game.registry import find
from casusbelli.kernel import Choice

PICTURES = Path(__file__).parent.parent / "docs" / "images"
SIZES = ((1280, 720), (1440, 900), (2560, 1440), (390, 844))
QUALITY = 72
"""Of a WebP picture: words stay sharp, a page of the documentation stays light."""


class Told(Position):
    """What a frame tells of a position: enough for a bot that does not imagine worlds."""

    __slots__ = ("_view",)

    def __init__(self, seat: str, frame: dict[str, Any]) -> None:
        ask = frame["ask"]
        self.seat = seat
        self.decision = ask["decision"]
        self.rule = ask["rule"]
        self.about = ask["about"] or {}
        self.options: list[Choice] = [tuple(option) for option in ask["options"]]
        self.notes = {}
        self._view = frame["view"]

    @property
    def view(self) -> Any:
        return self._view


def serve(folder: Path) -> tuple[subprocess.Popen[str], str]:
    """The server on a free port, and its address."""
    words = ["serve", "--no-browser", "--port", "0", "--database", str(folder / "matches.sqlite")]
    at_once = {**os.environ, "CASUS_BOT_PAUSE": "0"}
    server = subprocess.Popen([sys.executable, "-m", "casusbelli", *words], stdout=subprocess.PIPE, text=True, env=at_once)
    assert server.stdout is not None
    found = re.search(r"http://[^\s/]+:\d+", server.stdout.readline())
    if found is None:
        raise SystemExit("the server does not start")
    return server, found.group()


def found_match(page: Page, url: str, game: str, seat: str, rivals: str = "recruit") -> None:
    """Sit down at one seat of a new match; bots take the others: recruits are quick."""
    page.goto(f"{url}/new/{game}")
    for other in page.locator("select[name^='seat.']:enabled").all():
        mine = other.get_attribute("name") == f"seat.{seat}"
        other.select_option("me" if mine else f"bot:{rivals}")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/m/**")


def answer(context: BrowserContext, page: Page, url: str, seat: str, bot: Bot, choices: int, decision: str) -> None:
    """Let the bot answer over a socket of the guest's until so many choices were made and it is asked for this."""
    cookies = "; ".join(f"{c.get('name')}={c.get('value')}" for c in context.cookies())
    address = page.url.split("?")[0].replace("http", "ws") + f"/socket?seat={seat}"
    rng, played = Random(7), -1
    frame: dict[str, Any] = {"ask": None}
    with connect(address, additional_headers={"Cookie": cookies}, origin=Origin(url), legacy=False) as socket:
        for n in range(100_000):
            message = json.loads(socket.recv())
            if message["t"] == "frame":
                frame = message
            elif message["t"] == "refused":
                played = -1  # somebody else was quicker: answer the same question once more
            if frame.get("over"):
                return
            if not frame["ask"] or frame["seq"] == played:
                continue
            if frame["seq"] >= choices and decision in ("", frame["ask"]["decision"]):
                return
            played = frame["seq"]
            choice = bot.choose(Told(seat, frame), rng)
            socket.send(json.dumps({"t": "act", "id": f"picture-{n}", "seq": played, "choice": choice}))


def take(page: Page, path: Path) -> None:
    """A picture of the page that weighs little."""
    Image.open(BytesIO(page.screenshot())).convert("RGB").save(path, "WEBP", quality=QUALITY, method=6)


def settle(page: Page, kind: str, number: int, seat: str) -> None:
    """To what the picture is of: the present question, the last screen, or a moment on stage."""
    skip = page.get_by_role("button", name="Skip", exact=True)
    if kind == "":
        if skip.is_visible():
            skip.click()
    elif kind == "end":
        page.get_by_role("button", name="Result").click()
        page.locator("dialog[open]").wait_for()
    else:
        page.keyboard.press("Escape")
        moment(page, kind, number, seat)


def moment(page: Page, kind: str, number: int, seat: str) -> None:
    """Bring the n-th event of a kind on stage: look back at what the choice before it had led to, and step on."""
    match = page.url.split("?")[0]
    choices = page.locator(".strip input[type=range]").get_attribute("max")
    told = page.request.get(f"{match}/at/{choices}?seat={seat}").json()
    found = [k for k, event in enumerate(told["events"]["list"]) if event["kind"] == kind]
    if len(found) < number:
        raise SystemExit(f"{kind} happened {len(found)} times")
    event = found[number - 1]
    choice = sum(before <= event for before in told["acts"])
    beats = page.request.get(f"{match}/at/{choice}?seat={seat}").json()["beats"]
    beat = next(i for i, each in enumerate(beats) if each["at"] == event)
    page.goto(f"{match}?seat={seat}&at={choice - 1}")
    page.get_by_role("button", name="One step on", exact=True).click()
    for _ in range(len(beats)):
        page.wait_for_timeout(600)
        told_so_far = re.match(r"\d+", page.locator(".prompt .crumbs").inner_text())
        if told_so_far and int(told_so_far.group()) > beat:
            return
        page.keyboard.press("ArrowRight")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seat", required=True)
    parser.add_argument("--choices", type=int, default=150)
    parser.add_argument("--bot", default="random", help="who answers for the guest: a bot that does not imagine worlds")
    parser.add_argument("--decision", default="", help="stop when the guest is asked for this; any question if not given")
    parser.add_argument("--moment", default="", help="a kind of event to show on stage, or: end")
    parser.add_argument("--number", type=int, default=1, help="which of these events")
    parser.add_argument("--size", action="append", default=[], help="a window, 1280x720; the usual four if not given")
    parser.add_argument("--name", default="", help="the picture's name after the game's; the window if not given")
    parser.add_argument("--rivals", default="recruit", help="the grade of the other seats")
    asked = parser.parse_args()
    sizes = [tuple(map(int, size.split("x"))) for size in asked.size] or SIZES
    PICTURES.mkdir(parents=True, exist_ok=True)
    bot = make_bot(find(asked.game), asked.bot)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server, url = serve(Path(folder))
        try:
            browser = play.chromium.launch(executable_path=chromium.path(), args=chromium.SWITCHES)
            context = browser.new_context(locale="en", reduced_motion="reduce")
            page = context.new_page()
            found_match(page, url, asked.game, asked.seat, asked.rivals)
            answer(context, page, url, asked.seat, bot, 10**6 if asked.moment else asked.choices, asked.decision)
            page.evaluate("localStorage.setItem('casus.pace', '\"step\"')")
            for width, height in sizes:
                page.set_viewport_size({"width": width, "height": height})
                page.reload()
                page.wait_for_timeout(3000)
                settle(page, asked.moment, asked.number, asked.seat)
                page.wait_for_timeout(500)
                take(page, PICTURES / f"{asked.game}_{asked.name or f'{width}x{height}'}.webp")
            browser.close()
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


if __name__ == "__main__":
    main()
