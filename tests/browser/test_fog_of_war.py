"""The Fog of War in a real browser, on the real server, as people play it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, expect
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

PATIENCE = 60_000
"""Milliseconds: long enough for any machine; nothing here is measured."""

DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "locale": "en", "reduced_motion": "reduce"}

ANSWER = """() => {
  const sure = document.querySelector("dialog[open] .button.danger, dialog.curtain[open] .primary");
  if (sure) { sure.click(); return "sure"; }
  if (document.querySelector(".prompt.sending") || !document.querySelector(".prompt.mine")) return "wait";
  const buttons = [...document.querySelectorAll(".textboard .options button")];
  const ends = /^(End actions|No more|Place no more|Withdraw no more|Done|Stop|Keep it|Give up|Let them look)/;
  const button = buttons.find((each) => ends.test(each.textContent)) ?? buttons[0];
  button?.click();
  return button ? button.textContent : "wait";
}"""
"""Answer from the text board: end what can be ended, else take the first option."""


def turn(least: int) -> str:
    """What the page tells from this turn on: bots are quick, so a single turn may never be seen."""
    return rf"Turn (?:[{least}-9]|\d\d)\b"


class Guest:
    """Somebody at a browser: a page, and every byte the server has sent to it over its sockets."""

    def __init__(self, context: BrowserContext) -> None:
        self.heard: list[str] = []
        self.complaints: list[str] = []
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.complaints.append(error.stack or str(error)))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.heard.append(str(payload)))

    def begin(self, house: RunningServer, axis: str = "me", allied: str = "me", **options: str) -> str:
        """Found a match by the form of the home page; the address of its page."""
        page = self.page
        page.goto(house.url)
        page.locator("a[href='/new/fog_of_war']").first.click()
        page.get_by_label("Axis").select_option(axis)
        page.get_by_label("Allies").select_option(allied)
        for label, value in options.items():
            page.get_by_label(label).set_checked(value == "on")
        page.get_by_role("button", name="Begin").click()
        page.wait_for_url("**/m/**")
        expect(page.locator(".sentence")).not_to_be_empty()
        return page.url

    def open_text_board(self) -> None:
        if self.page.locator(".textboard").is_hidden():
            self.page.keyboard.press("b")
        expect(self.page.locator(".textboard")).to_be_visible()

    def play(self, until: str, most: int = 600) -> None:
        """Answer every question from the text board until the page tells this."""
        page = self.page
        self.open_text_board()
        for _ in range(most):
            if page.locator(".top").get_by_text(re.compile(until)).count():
                return
            if page.evaluate(ANSWER) == "wait":
                page.wait_for_timeout(40)
        raise AssertionError(f"never came to {until}: {page.locator('.sentence').inner_text()}")


@pytest.fixture
def guest(browser: Browser) -> Iterator[Guest]:
    context = browser.new_context(**DESK)
    somebody = Guest(context)
    yield somebody
    context.close()
    assert somebody.complaints == []


@pytest.fixture
def rival(browser: Browser) -> Iterator[Guest]:
    context = browser.new_context(**DESK)
    yield Guest(context)
    context.close()


def serious(page: Page) -> list[str]:
    """What axe finds that keeps somebody out."""
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html']}" for v in found if v["impact"] in {"serious", "critical"}]


def test_a_year_against_the_bot_with_a_reload_in_the_middle(house: RunningServer, guest: Guest) -> None:
    guest.begin(house, axis="bot:officer", allied="me")
    guest.play(turn(5))
    told = guest.page.locator(".log").inner_text()
    guest.page.reload()
    expect(guest.page.locator(".log")).to_contain_text(told.splitlines()[0])
    guest.play("1941")
    expect(guest.page.locator(".log")).to_contain_text("End of 1940")
    expect(guest.page.locator(".log")).to_contain_text("Battle of")


def test_the_mouse_plays_a_card_from_the_hand_to_the_map_and_takes_it_back(house: RunningServer, guest: Guest) -> None:
    guest.begin(house, axis="me", allied="bot:recruit")
    guest.play("Turn 1 ")
    page = guest.page
    page.keyboard.press("b")
    hand = page.locator(".hand [data-pick].legal")
    expect(hand.first).to_be_visible()
    hand.first.click()
    expect(page.locator(".hand .picked").first).to_be_visible()
    page.locator(".mapbox [data-pick~=berlin].legal").first.click()
    expect(page.locator(".log")).to_contain_text("laid a card in Berlin")
    page.keyboard.press("u")
    expect(page.locator(".log")).not_to_contain_text("laid a card in Berlin")


def test_what_is_not_lit_says_which_rule_forbids_it(house: RunningServer, guest: Guest) -> None:
    guest.begin(house, axis="me", allied="bot:recruit")
    page = guest.page
    page.keyboard.press("1")
    page.locator(".fow [data-pick=army_3].legal").first.click()
    page.locator(".mapbox .prov[data-pick=paris]").click()
    expect(page.locator(".toast")).to_contain_text("Paris is not yours")
    expect(page.locator(".toast .rule")).to_have_text("2")
    expect(page.locator(".log")).not_to_contain_text("The Axis placed")


def test_two_browsers_and_nothing_hidden_in_the_others_traffic(house: RunningServer, guest: Guest, rival: Guest) -> None:
    guest.begin(house, axis="me", allied="open")
    expect(guest.page.get_by_role("button", name=re.compile("invitation", re.IGNORECASE))).to_be_visible()
    found = re.search(r"/join/[\w-]+", guest.heard[0])
    assert found is not None
    rival.page.goto(house.url + found[0])
    rival.page.get_by_role("button").filter(has_text=re.compile("seat|Sit|Join|Take")).first.click()
    rival.page.wait_for_url("**/m/**")
    for one in (guest, rival):
        expect(one.page.locator(".sentence")).not_to_be_empty()
        one.open_text_board()
    for _ in range(400):
        for one in (guest, rival):
            one.page.evaluate(ANSWER)
        if guest.page.locator(".top").get_by_text(re.compile(turn(4))).count():
            break
        guest.page.wait_for_timeout(30)
    else:
        raise AssertionError("the two never came to turn 4")
    assert guest.heard
    assert rival.heard
    drawn = re.compile(r'"kind":"drew"[^{]*"params":\{[^}]*"side":"(axis|allied)"[^}]*\}')
    for one, side in ((guest, "allied"), (rival, "axis")):
        for frame in one.heard:
            assert '"seed":"' not in frame
            for event in drawn.finditer(frame):
                assert event[1] != side or '"cards"' not in event[0]
            assert f'"side":"{side}","seats"' not in frame


def test_keyboard_alone_plays_a_turn(house: RunningServer, guest: Guest) -> None:
    guest.begin(house, axis="me", allied="bot:recruit")
    page = guest.page
    page.keyboard.press("1")
    expect(page.locator(".sentence")).to_contain_text("Draw pile")
    page.keyboard.press("/")
    page.keyboard.type("place no more")
    page.keyboard.press("Enter")
    expect(page.locator(".sentence")).to_contain_text("Choose an action")
    page.keyboard.press("n")
    expect(page.locator("[data-pick].legal:focus")).to_have_count(1)
    page.keyboard.press("/")
    page.keyboard.type("defend berlin")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("laid a card in Berlin")


@pytest.mark.parametrize(("language", "title"), [("it", "Scegli due Carte Vittoria"), ("es", "Elige dos cartas de victoria")])
def test_languages(house: RunningServer, guest: Guest, language: str, title: str) -> None:
    guest.begin(house, axis="me", allied="bot:recruit")
    guest.page.get_by_role("combobox", name=re.compile("Language")).select_option(language)
    expect(guest.page.locator(".sentence")).to_contain_text(title)
    assert not re.search(r"\b(event|decision|choice|ui|refusal|name)\.[a-z_]+", guest.page.locator("body").inner_text())


@pytest.mark.parametrize("size", [(1440, 900), (820, 1180), (390, 844)], ids=["desktop", "tablet", "phone"])
def test_nobody_is_kept_out(house: RunningServer, guest: Guest, size: tuple[int, int]) -> None:
    page = guest.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    guest.begin(house, axis="me", allied="bot:recruit")
    assert serious(page) == []
    guest.play(turn(3))
    assert serious(page) == []
    page.keyboard.press("b")
    expect(page.locator(".mapbox svg").first).to_be_visible()
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_killed_server_has_lost_nothing(own_house: RunningServer, guest: Guest) -> None:
    guest.begin(own_house, axis="bot:recruit", allied="me")
    guest.play(turn(3))
    told = guest.page.locator(".log").inner_text()
    own_house.kill()
    own_house.start()
    guest.page.reload()
    expect(guest.page.locator(".log")).to_contain_text(told.splitlines()[-1])
    guest.play(turn(5))
