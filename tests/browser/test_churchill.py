"""Churchill in real browsers, on the real server: one seat against two bots, and a person at every seat."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, expect
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

PATIENCE = 60_000
"""Milliseconds: long enough for any machine; nothing here is measured."""

DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "locale": "en", "reduced_motion": "reduce"}

SEATS = {"uk": "United Kingdom", "ussr": "Soviet Union", "us": "United States"}

ANSWER = """() => {
  const sure = document.querySelector("dialog[open] .button.danger, dialog.curtain[open] .primary");
  if (sure) { sure.click(); return "sure"; }
  if (document.querySelector(".prompt.sending") || !document.querySelector(".prompt.mine")) return "wait";
  const button = document.querySelector(".textboard .options button");
  button?.click();
  return button ? button.textContent : "wait";
}"""
"""Answer from the text board: take the first option."""


class Guest:
    """Somebody at a browser: a page, every byte the server has sent to it over its sockets, and what went wrong."""

    def __init__(self, context: BrowserContext) -> None:
        self.heard: list[str] = []
        self.complaints: list[str] = []
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.complaints.append(error.stack or str(error)))
        self.page.on("console", lambda line: self.complaints.append(line.text) if line.type == "error" else None)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.heard.append(str(payload)))

    def begin(self, house: RunningServer, scenario: str = "Training", **seats: str) -> str:
        """Found a match by the form of the house; the address of its page."""
        page = self.page
        page.goto(f"{house.url}/new/churchill")
        page.get_by_role("radio", name=re.compile(scenario)).check()
        for seat, who in seats.items():
            page.get_by_label(SEATS[seat]).select_option(who)
        page.get_by_role("button", name="Begin").click()
        page.wait_for_url("**/m/**")
        expect(page.locator(".sentence")).not_to_be_empty()
        return page.url

    def open_text_board(self) -> None:
        if self.page.locator(".textboard").is_hidden():
            self.page.keyboard.press("b")
        expect(self.page.locator(".textboard")).to_be_visible()

    def close_text_board(self) -> None:
        self.page.keyboard.press("b")
        expect(self.page.locator(".textboard")).to_be_hidden()

    def play(self, done: Callable[[], bool], most: int = 1200) -> None:
        """Answer every question from the text board until this is so."""
        self.open_text_board()
        for _ in range(most):
            if done():
                return
            if self.page.evaluate(ANSWER) == "wait":
                self.page.wait_for_timeout(40)
        raise AssertionError(f"it never came to this: {self.page.locator('.sentence').inner_text()}")

    def is_asked(self, words: str) -> bool:
        page = self.page
        mine = page.locator(".prompt.mine:not(.sending)")
        return mine.count() > 0 and re.search(words, page.locator(".sentence").inner_text()) is not None

    def play_until_asked(self, words: str) -> None:
        self.play(lambda: self.is_asked(words))

    def log(self) -> str:
        return self.page.locator(".log").inner_text()


@pytest.fixture
def guest(browser: Browser) -> Iterator[Guest]:
    context = browser.new_context(**DESK)
    somebody = Guest(context)
    yield somebody
    context.close()
    assert somebody.complaints == []


@pytest.fixture
def rivals(browser: Browser) -> Iterator[list[Guest]]:
    contexts = [browser.new_context(**DESK) for _ in range(2)]
    yield [Guest(context) for context in contexts]
    for context in contexts:
        context.close()


def serious(page: Page) -> list[str]:
    """What axe finds that keeps somebody out."""
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html']}" for v in found if v["impact"] in {"serious", "critical"}]


def test_a_conference_against_two_bots_with_a_reload_in_the_middle(house: RunningServer, guest: Guest) -> None:
    guest.begin(house, uk="bot:recruit", ussr="me", us="bot:recruit")
    guest.play_until_asked("Advance an issue")
    told = guest.log()
    guest.page.reload()
    expect(guest.page.locator(".log")).to_contain_text(told.splitlines()[0])
    guest.play(lambda: "Conference 9:" in guest.log())
    assert "wins the conference" in guest.log()
    assert "Conference 8 is over" in guest.log()
    expect(guest.page.locator(".headline")).to_contain_text("Conference 9 of 10")


def test_the_mouse_puts_an_issue_on_the_table_and_advances_one(house: RunningServer, guest: Guest) -> None:
    guest.begin(house, uk="bot:recruit", ussr="me", us="bot:recruit")
    page = guest.page
    page.locator(".hand .card.legal").nth(1).click()
    guest.play_until_asked("Advance an issue")
    guest.close_text_board()
    page.locator(".hand .card.legal:not(.leader)").last.click()
    expect(page.locator(".hand .card.picked")).to_have_count(1)
    slip = page.locator(".slip.legal").first
    slip.hover()
    expect(page.locator(".floor .considered .steps li").first).to_be_visible()
    expect(page.locator(".paths .goal")).to_have_count(1)
    before = guest.log().count("Soviet Union advances")
    slip.click()
    choose = page.locator(".prompt .buttons .button").first
    if guest.is_asked("Advance an issue") and page.locator(".hand .card.picked").count():
        choose.click()
    expect(page.locator(".log")).to_contain_text("Soviet Union advances")
    assert guest.log().count("Soviet Union advances") > before


def test_production_shows_the_odds_before_it_is_spent(house: RunningServer, guest: Guest) -> None:
    guest.begin(house, uk="bot:recruit", ussr="bot:recruit", us="me")
    guest.play_until_asked("Spend Production")
    guest.close_text_board()
    page = guest.page
    expect(page.locator(".production tbody tr")).to_have_count(7)
    expect(page.locator(".production .odds").first).to_contain_text("%")
    expect(page.locator(".production .odds", has_text="with one more").first).to_be_visible()
    page.locator(".production [data-kind=place].legal").first.click()
    expect(page.locator(".log")).to_contain_text(re.compile("Offensive Support|Naval Support"))


def hand_of(frame: dict[str, Any]) -> list[str]:
    return frame["view"]["hand"] or []


def test_three_browsers_and_no_hand_in_anothers_traffic(house: RunningServer, guest: Guest, rivals: list[Guest]) -> None:
    guest.begin(house, uk="me", ussr="open", us="open")
    invitations = re.findall(r'"invite":"(/join/[\w-]+)"', guest.heard[0])
    assert len(invitations) == 2
    for rival, address in zip(rivals, invitations, strict=True):
        rival.page.goto(house.url + address)
        rival.page.get_by_role("button").filter(has_text=re.compile("seat|Sit|Join|Take")).first.click()
        rival.page.wait_for_url("**/m/**")
        expect(rival.page.locator(".sentence")).not_to_be_empty()
    everybody = [guest, *rivals]
    for one in everybody:
        one.open_text_board()
    for _ in range(900):
        for one in everybody:
            one.page.evaluate(ANSWER)
        if "advances" in guest.log():
            break
        guest.page.wait_for_timeout(30)
    else:
        raise AssertionError("nobody ever advanced an issue")
    frames = {one: [f for f in map(json.loads, one.heard) if f.get("t") == "frame"] for one in everybody}
    seats = {one: frames[one][-1]["seat"] for one in everybody}
    assert set(seats.values()) == set(SEATS)
    for one in everybody:
        for other in everybody:
            if one is not other:
                check_silence(frames[one], frames[other])


def check_silence(mine: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> None:
    """No card that another holds is named in what was sent to me while he still held it."""
    held = {frame["seq"]: set(hand_of(frame)) for frame in theirs}
    for frame in mine:
        secret = held.get(frame["seq"], set())
        said = json.dumps([frame["view"], frame["ask"], frame["events"]])
        assert not {card for card in secret if f'"{card}"' in said}
        assert '"seed"' not in said


@pytest.mark.parametrize(("language", "words"), [("it", "Scegli una carta Staff"), ("es", "Elige una carta")])
def test_languages(house: RunningServer, guest: Guest, language: str, words: str) -> None:
    guest.begin(house, uk="me", ussr="bot:recruit", us="bot:recruit")
    guest.page.get_by_role("combobox", name=re.compile("Language")).select_option(language)
    expect(guest.page.locator(".sentence")).to_contain_text(words)
    assert not re.search(r"\b(event|decision|choice|ui|refusal|name|verb)\.[a-z_]+", guest.page.locator("body").inner_text())


@pytest.mark.parametrize("size", [(1440, 900), (820, 1180), (390, 844)], ids=["desktop", "tablet", "phone"])
def test_nobody_is_kept_out(house: RunningServer, guest: Guest, size: tuple[int, int]) -> None:
    page = guest.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    guest.begin(house, uk="bot:recruit", ussr="bot:recruit", us="me")
    assert serious(page) == []
    guest.play_until_asked("Advance an issue")
    assert serious(page) == []
    guest.close_text_board()
    expect(page.locator(".roundtable")).to_be_visible()
    assert serious(page) == []
    page.keyboard.press("w")
    expect(page.locator(".warmap").first).to_be_visible()
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
