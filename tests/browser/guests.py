"""Somebody at a browser, as the tests of all games need one."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Locator, Page, WebSocket, expect
from tests.serving import RunningServer
from websockets.sync.client import connect
from websockets.typing import Origin

PATIENCE = 60_000
"""Milliseconds: long enough for any machine; nothing here is measured."""

expect.set_options(timeout=PATIENCE)  # five seconds are too few where a long match is counted again on a busy machine

WHOLE = bool(os.environ.get("WHOLE_MATCHES"))
"""Whether the longest matches are played to their ends, as in ``make soak``, or only as far as their tests need."""

DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "locale": "en", "reduced_motion": "reduce"}
PHONE: dict[str, Any] = {**DESK, "viewport": {"width": 390, "height": 844}, "has_touch": True}

STAMP = """() => {
  const prompt = document.querySelector(".prompt");
  return [prompt?.className, prompt?.textContent, document.querySelector(".top")?.textContent].join("|");
}"""
"""What the page asks and tells now."""

ANSWER = (
    """([preferred, seen]) => {
  if (seen !== null && seen !== ("""
    + STAMP
    + """)()) return "changed";
  const sure = document.querySelector("dialog[open] .button.danger, dialog:is(.curtain, .summary)[open] .primary");
  if (sure) { sure.click(); return "sure"; }
  if (document.querySelector(".prompt.sending") || !document.querySelector(".prompt.mine")) return "wait";
  const buttons = [...document.querySelectorAll(".textboard .options button")];
  const wanted = preferred && new RegExp(preferred);
  const button = (wanted && buttons.find((each) => wanted.test(each.textContent))) || buttons[0];
  button?.click();
  return button ? button.textContent : "wait";
}"""
)
"""Answer from the text board what was seen: the first option with the preferred words, else the first of all."""


OUTCOMES_ALONE = "localStorage.getItem('casus.pace') ?? localStorage.setItem('casus.pace', '\"instant\"')"
"""The stage shows the outcome and nothing on the way, unless a test sets another pace."""


LONGER = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const words = node.data.trim();
    if (!words || node.parentElement.closest("script, style, code, select, svg")) continue;
    node.data = `${node.data.trimEnd()} ${words.slice(0, Math.ceil(words.length * 0.4)).trim()} `;
  }
}"""

CUT_OFF = """() => [...document.querySelectorAll("button, .button, label, legend, h1, h2, h3, th, td, .chip, summary, a")]
  .filter((node) => node.checkVisibility() && node.getClientRects().length === 1 && node.scrollWidth > node.clientWidth + 1)
  .filter((node) => getComputedStyle(node).display !== "inline" && !node.closest(".visually-hidden, .scroller"))
  .map((node) => `${node.tagName} ${node.textContent.trim().slice(0, 50)}`)"""


BEYOND_KEYS = """() => [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
  .filter((node) => node.checkVisibility() && !node.disabled)
  .filter((node) => {
    node.focus();
    const { outlineStyle, boxShadow } = getComputedStyle(node);
    const seen = node.matches(":focus-visible") && (outlineStyle !== "none" || boxShadow !== "none");
    return document.activeElement !== node || node.tabIndex !== 0 || !seen;
  })
  .map((node) => `${node.tagName} ${(node.name || node.textContent || "").trim().slice(0, 40)}`)"""


class Guest:
    """A page, every byte the server has sent to it over its sockets, and what went wrong in it."""

    def __init__(self, context: BrowserContext) -> None:
        self.heard: list[str] = []
        self._frames: list[dict[str, Any]] = []
        self._read = 0
        self.complaints: list[str] = []
        context.add_init_script(OUTCOMES_ALONE)
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.complaints.append(error.stack or str(error)))
        self.page.on("console", lambda line: self.complaints.append(line.text) if line.type == "error" else None)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.heard.append(str(payload)))

    @property
    def frames(self) -> list[dict[str, Any]]:
        """Every frame this guest was sent. Each message is read once: whole matches look here before every answer."""
        for message in self.heard[self._read :]:
            told = json.loads(message)
            if told["t"] == "frame":
                self._frames.append(told)
        self._read = len(self.heard)
        return self._frames

    def is_told(self, choices: int) -> None:
        """Wait for a frame after so many choices: words of the house may come before it."""
        end = monotonic() + PATIENCE / 1000
        while self.frames[-1]["choices"] != choices and monotonic() < end:
            self.page.wait_for_timeout(30)
        assert self.frames[-1]["choices"] == choices

    # -- sitting down ----------------------------------------------------------------------------------------------------

    def begin(self, house: RunningServer, game: str, scenario: str | None = None, *, switched_on: str = "", **seats: str) -> str:
        """Found a match by the form of the house; the address of its page."""
        page = self.page
        page.goto(f"{house.url}/new/{game}")
        if scenario is not None:
            page.locator(f"input[name=scenario][value={scenario}]").check()
        for seat, who in seats.items():
            page.locator(f"#seat-{seat}").select_option(who)
        if switched_on:
            page.locator("details.variants > summary").click()
            page.get_by_label(switched_on).check()
        page.get_by_role("button", name="Begin").click()
        page.wait_for_url("**/m/**")
        self.is_there()
        return page.url

    def is_there(self) -> None:
        """At the table, or at the page before the deal, which waits for the others."""
        expect(self.page.locator(".sentence, #deal .chip:visible").first).not_to_be_empty(timeout=PATIENCE)
        expect(self.page.locator(".board-host:not([aria-busy]), #deal .chip:visible").first).to_be_attached()

    def is_at_the_table(self) -> None:
        """The deal is made, and its page has gone."""
        expect(self.page.locator(".prompt .sentence")).not_to_be_empty(timeout=PATIENCE)

    def invitations(self) -> list[str]:
        """Where the open seats of this guest's match can be taken."""
        told = next(words for words in self.heard if '"invite":"' in words)
        return re.findall(r'"invite":"(/join/[\w-]+)"', told)

    def join(self, house: RunningServer, invitation: str) -> None:
        self.page.goto(house.url + invitation)
        self.page.get_by_role("button").filter(has_text=re.compile("seat|Sit|Join|Take")).first.click()
        self.page.wait_for_url("**/m/**")
        self.is_there()

    # -- reading ---------------------------------------------------------------------------------------------------------

    def log(self) -> str:
        """Every line, folded ones included."""
        return "\n".join(self.page.locator(".log :is(h3, h4, .entry):not(.battle-head > *)").all_text_contents())

    def reads(self, words: str) -> bool:
        """Whether the head of the page tells this."""
        return self.page.locator(".top").get_by_text(re.compile(words)).count() > 0

    def is_asked(self, words: str) -> bool:
        mine = self.page.locator(".prompt.mine:not(.sending)")
        return mine.count() > 0 and re.search(words, self.page.locator(".sentence").inner_text()) is not None

    def untranslated(self) -> list[str]:
        """Keys of the catalogue that stand on the page where words should."""
        words = self.page.locator("body").inner_text()
        return re.findall(r"\b(?:event|decision|choice|ui|refusal|name|verb)\.[a-z_]+", words)

    def barriers(self) -> list[str]:
        """What axe finds that keeps somebody out."""
        found = Axe().run(self.page, options={"resultTypes": ["violations"]}).response["violations"]
        return [f"{v['id']}: {v['nodes'][0]['html']}" for v in found if v["impact"] in {"serious", "critical"}]

    def fits(self) -> bool:
        """Whether nothing sticks out of the page sideways, nor has pushed it aside."""
        within = self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        return bool(within and self.page.evaluate("scrollX + document.body.scrollLeft === 0"))

    def lengthen(self) -> None:
        """Every text of the page becomes two fifths longer, as another language might have it."""
        self.page.evaluate(LONGER)

    def cut_off(self) -> list[str]:
        """Texts of buttons, labels, headings and cells that do not fit into what holds them."""
        found: list[str] = self.page.evaluate(CUT_OFF)
        return found

    def beyond_keys(self) -> list[str]:
        """What the keyboard does not reach in the page's own order, or where one does not see that one is there."""
        self.page.keyboard.press("Tab")
        found: list[str] = self.page.evaluate(BEYOND_KEYS)
        return found

    # -- the end ---------------------------------------------------------------------------------------------------------

    def presses_every_button_of_the_end(self) -> None:
        """The last screen is open: its numbers agree, and each of its buttons does what it says. At its end a new match is on."""
        page, scores = self.page, self.frames[-1]["over"]["scores"]
        result = page.locator("dialog.result[open]")
        expect(result.locator(".course").first).to_be_visible()
        final = [cell.replace("−", "-") for cell in result.locator(".sheet-of-points tr.final td").all_inner_texts()]
        assert [float(cell) for cell in final if cell] == [scores[seat] for seat in self._seats() if seat in scores]
        with page.expect_download() as download:
            result.get_by_role("link", name="Download the journal").click()
        journal = json.loads(Path(download.value.path()).read_text("utf-8"))
        assert journal["result"]["scores"] == scores
        result.get_by_role("button", name="See the board").click()
        expect(result).to_have_count(0)
        if len(scores) > 1:  # where one side alone has points the lead never changes
            self._looks_back(result.locator(".lead-changes button").first)
        self._looks_back(result.get_by_role("button", name="Replay", exact=True))
        self._goes_to_the_analysis(result)
        seat, match = page.locator("#match").get_attribute("data-seat"), page.url
        page.get_by_role("button", name="Result").click()
        result.get_by_role("button", name="Play again, seats swapped").click()
        page.wait_for_url(lambda url: "/m/" in url and url.split("?")[0] != match.split("?")[0])
        self.is_there()
        assert page.locator("#match").get_attribute("data-seat") != seat

    def _looks_back(self, button: Locator) -> None:
        """A button of the last screen that leads into the replay; it plays on from there, and there is a way back."""
        page = self.page
        page.get_by_role("button", name="Result").click()
        button.click()
        expect(page.locator("dialog.result")).to_have_count(0)
        page.wait_for_url(re.compile(r"[?&]at=\d+"))
        then = page.url
        page.get_by_role("button", name="Play on").click()
        page.wait_for_url(lambda url: "at=" in url and url != then)
        page.get_by_role("button", name="Back to now").click()
        expect(page.locator(".prompt .sentence")).to_contain_text("win")

    def _goes_to_the_analysis(self, result: Locator) -> None:
        """There and back: the match is still over, and its last screen a button away."""
        page, table = self.page, self.page.url
        page.get_by_role("button", name="Result").click()
        result.get_by_role("link", name="Analysis").click()
        page.wait_for_url("**/analysis**")
        expect(page.locator("[data-panel=analysis]").get_by_role("button").first).to_be_visible()
        page.goto(table)
        self.is_there()

    def _seats(self) -> list[str]:
        return list(json.loads(self.page.locator("#match").get_attribute("data-seats") or "[]"))

    def plays_to_the_end(self, house: RunningServer) -> None:
        """By chance, over a line beside the page, which would draw every position; then the page opens on its last screen."""
        page, address = self.page, self.page.url
        seat = page.locator("#match").get_attribute("data-seat") or ""
        cookies = "; ".join(f"{cookie.get('name')}={cookie.get('value')}" for cookie in page.context.cookies())
        line = f"{address.partition('?')[0]}/socket?seat={seat}".replace("http", "ws", 1)
        page.goto(house.url)
        chance, answered, act = Random(7), -1, dict[str, Any]()
        with connect(line, additional_headers={"Cookie": cookies}, origin=Origin(house.url)) as socket:
            while True:
                told = json.loads(socket.recv(PATIENCE / 1000))
                if told["t"] == "refused" and told["reason"] == "rate":
                    sleep(1)  # nobody may choose as fast as chance does
                    socket.send(json.dumps(act := {**act, "id": f"{act['id']}-again"}))
                if told["t"] != "frame":
                    continue
                if told["over"]:
                    break
                if told["ask"] and told["seq"] != answered:
                    answered = told["seq"]
                    choice = chance.choice(told["ask"]["options"])
                    act = {"t": "act", "id": f"chance-{answered}", "seq": answered, "choice": choice}
                    socket.send(json.dumps(act))
        page.goto(address)
        page.get_by_role("button", name="Result").click()
        expect(page.locator("dialog.result[open]")).to_be_visible()

    # -- playing ---------------------------------------------------------------------------------------------------------

    def open_text_board(self) -> None:
        if self.page.locator(".textboard").is_hidden():
            self.page.evaluate("document.activeElement?.blur()")  # a letter typed into the tray's filter stays there
            self.page.keyboard.press("x")
        expect(self.page.locator(".textboard")).to_be_visible()

    def close_text_board(self) -> None:
        if self.page.locator(".textboard").is_visible():
            self.page.evaluate("document.activeElement?.blur()")
            self.page.keyboard.press("x")
        expect(self.page.locator(".textboard")).to_be_hidden()

    def stamp(self) -> str:
        """What the page asks and tells now."""
        return str(self.page.evaluate(STAMP))

    def answer(self, preferred: str = "", seen: str | None = None) -> bool:
        """Answer one question from the text board, if it is still what was seen; False when this guest is not asked."""
        return bool(self.page.evaluate(ANSWER, [preferred, seen]) != "wait")

    def play(self, done: Callable[[], bool], preferred: str = "", most: int = 1200) -> None:
        """Answer every question from the text board until this is so."""
        play_on([self], done, preferred, most)


def play_on(everybody: list[Guest], done: Callable[[], bool], preferred: str = "", most: int = 1200) -> None:
    """All of them answer from their text boards until this is so."""
    for guest in everybody:
        guest.is_at_the_table()
        guest.open_text_board()
    for _ in range(most):
        seen = [guest.stamp() for guest in everybody]  # a question that comes after done() was asked must wait for the next
        if done():
            return
        if not any(guest.answer(preferred, stamp) for guest, stamp in zip(everybody, seen, strict=True)):
            everybody[0].page.wait_for_timeout(30)
    raise AssertionError(f"it never came to this: {everybody[0].page.locator('.sentence').inner_text()}")
