"""WunderWaffen in a real browser, on the real server, as two and four people play it."""

from __future__ import annotations

import json
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
PHONE: dict[str, Any] = {**DESK, "viewport": {"width": 390, "height": 844}, "has_touch": True}

ANSWER = """(until) => {
  const asked = document.querySelector(".prompt.mine .sentence")?.textContent ?? "";
  if (until && asked.includes("play a token") && document.querySelector(".top").textContent.includes(until)) return "there";
  const sure = document.querySelector("dialog[open] .button.danger, dialog.curtain[open] .primary");
  if (sure) { sure.click(); return "sure"; }
  if (document.querySelector(".prompt.sending") || !document.querySelector(".prompt.mine")) return "wait";
  const buttons = [...document.querySelectorAll(".textboard .options button")];
  const button = buttons.find((each) => /\\((left|centre|right)\\)$/.test(each.textContent)) ?? buttons[0];
  button?.click();
  return button ? button.textContent : "wait";
}"""
"""Answer from the text board: place what can be placed, else take the first option. Stop where a play is asked for then."""

FOUR = ("russian", "american", "british", "german")


class Guest:
    """Somebody at a browser: a page, and every byte the server has sent to it over its sockets."""

    def __init__(self, context: BrowserContext) -> None:
        self.heard: list[str] = []
        self.complaints: list[str] = []
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.complaints.append(error.stack or str(error)))
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.heard.append(str(payload)))

    @property
    def frames(self) -> list[dict[str, Any]]:
        """Every frame this guest was sent."""
        return [told for told in map(json.loads, self.heard) if told["t"] == "frame"]

    def begin(self, house: RunningServer, scenario: str = "four_players", **seats: str) -> None:
        page = self.page
        page.goto(f"{house.url}/new/wunderwaffen")
        page.locator(f"input[name=scenario][value={scenario}]").check()
        for seat, who in seats.items():
            page.locator(f"#seat-{seat}").select_option(who)
        page.get_by_role("button", name="Begin").click()
        page.wait_for_url("**/m/**")
        expect(page.locator(".sentence")).not_to_be_empty()

    def alone(self, house: RunningServer, seat: str = "british") -> None:
        """A seat of four against three bots."""
        self.begin(house, **{each: "me" if each == seat else "bot:recruit" for each in FOUR})

    def open_text_board(self) -> None:
        if self.page.locator(".textboard").is_hidden():
            self.page.keyboard.press("b")
        expect(self.page.locator(".textboard")).to_be_visible()

    def play(self, until: str, most: int = 900) -> None:
        """Answer every question from the text board until the page tells this and asks for a play."""
        page = self.page
        self.open_text_board()
        for _ in range(most):
            answer = page.evaluate(ANSWER, until)
            if answer == "there":
                return
            if answer == "wait":
                page.wait_for_timeout(30)
        raise AssertionError(f"never came to {until}: {page.locator('.sentence').inner_text()}")

    def show_board(self) -> None:
        self.page.keyboard.press("b")
        expect(self.page.locator(".mapbox svg.map")).to_be_visible()


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


@pytest.fixture
def walker(browser: Browser) -> Iterator[Guest]:
    """Somebody with a telephone."""
    context = browser.new_context(**PHONE)
    somebody = Guest(context)
    yield somebody
    context.close()
    assert somebody.complaints == []


def serious(page: Page) -> list[str]:
    """What axe finds that keeps somebody out."""
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html']}" for v in found if v["impact"] in {"serious", "critical"}]


def choose_a_side_to_place(page: Page) -> None:
    """Choose fronts of ready tokens until one may go to the map."""
    fronts = page.locator(".tray .half.front.legal")
    for n in range(fronts.count()):
        fronts.nth(n).click()
        expect(page.locator(".tray .chosen, .tip [data-go]").first).to_be_visible()
        if page.locator(".tray .chosen").count() and page.locator(".map .space.legal").count():
            return
    raise AssertionError("no ready token can be placed")


def test_several_turns_against_three_bots_with_a_reload(house: RunningServer, guest: Guest) -> None:
    guest.alone(house)
    guest.play("round 2 of 6")
    told = guest.page.locator(".log").inner_text()
    guest.page.reload()
    expect(guest.page.locator(".log")).to_contain_text(told.splitlines()[0])
    guest.play("round 4 of 6")
    expect(guest.page.locator(".log")).to_contain_text("British: turn 3 of part 1")


def test_a_whole_match_ends_with_a_result(house: RunningServer, guest: Guest) -> None:
    guest.alone(house, "german")
    guest.open_text_board()
    page = guest.page
    for _ in range(3000):
        if page.locator("dialog[open]").count():
            break
        if page.evaluate(ANSWER) == "wait":
            page.wait_for_timeout(20)
    expect(page.locator("dialog[open]")).to_contain_text("The match is over")
    expect(page.locator("dialog[open]")).to_contain_text("British")


def test_the_mouse_plays_a_token_to_the_map_and_sees_before_what_it_brings(house: RunningServer, guest: Guest) -> None:
    guest.alone(house)
    guest.play("round 1 of 6")
    guest.show_board()
    page = guest.page
    choose_a_side_to_place(page)
    expect(page.locator(".tray .chosen")).to_have_count(1)
    space = page.locator(".map .space.legal").first
    name = space.get_attribute("data-pick")
    space.hover(force=True)
    expect(page.locator(".tip .forecast")).to_be_visible()
    space.click(force=True)
    expect(page.locator(".tray .chosen")).to_have_count(0)
    expect(page.locator(f".map [data-pick={name}]")).to_have_attribute("aria-label", re.compile("British"))
    page.keyboard.press("u")
    expect(page.locator(f".map [data-pick={name}]")).to_have_attribute("aria-label", re.compile("free"))


def test_what_is_not_lit_says_which_rule_forbids_it(house: RunningServer, guest: Guest) -> None:
    guest.alone(house)
    guest.play("round 1 of 6")
    guest.show_board()
    page = guest.page
    choose_a_side_to_place(page)
    page.locator(".map .space[data-pick=lublin_1]").click(force=True)
    expect(page.locator(".toast")).to_contain_text("out of reach")
    expect(page.locator(".toast .rule")).to_have_text("5.1")


def test_two_seats_and_no_hidden_back_in_the_others_traffic(house: RunningServer, guest: Guest, rival: Guest) -> None:
    guest.begin(house, "two_players", american_german="open", british_russian="me")
    found = re.search(r"/join/[\w-]+", guest.heard[0])
    assert found is not None
    rival.page.goto(house.url + found[0])
    rival.page.get_by_role("button").filter(has_text=re.compile("seat|Sit|Join|Take")).first.click()
    rival.page.wait_for_url("**/m/**")
    for one in (guest, rival):
        expect(one.page.locator(".sentence")).not_to_be_empty()
        one.open_text_board()
    for _ in range(900):
        for one in (guest, rival):
            one.page.evaluate(ANSWER)
        if guest.page.locator(".top").get_by_text("round 3 of 6").count():
            break
        guest.page.wait_for_timeout(20)
    else:
        raise AssertionError("the two never came to round 3")
    seen = 0
    for one, seat in ((guest, "british_russian"), (rival, "american_german")):
        for frame in one.frames:
            view = frame["view"]
            mine = {faction for faction, whose in view["seats"].items() if whose == seat}
            assert (frame["over"] or {}).get("seed") is None
            for faction in FOUR:
                shown = [ready for ready in view["ready"][faction] if ready and "back" in ready]
                seen += len(shown)
                assert not shown or (faction in mine and faction == view["active"])
            for ally in view["reserve"]:
                assert ally in mine or not any("back" in kept for kept in view["reserve"][ally].values() if kept)
            lying = [
                token for here in view["map"].values() for token in (*here["spaces"], here["marker"], *here["access"]) if token
            ]
            assert not any("back" in token for token in lying)
            assert not view["discard_backs"]
    assert seen, "nobody ever saw the back of a token of his own"


def test_the_back_of_a_token_is_drawn_for_its_owner_alone(house: RunningServer, guest: Guest) -> None:
    guest.alone(house)
    expect(guest.page.locator(".tray .half.back")).to_have_count(0)
    guest.play("round 1 of 6")
    guest.show_board()
    expect(guest.page.locator(".tray .half.back")).to_have_count(3)


@pytest.mark.parametrize(
    ("language", "sentence", "words"),
    [("it", "la prossima pedina pronta", "Fronte sovietico"), ("es", "la siguiente ficha lista", "Frente soviético")],
)
def test_languages(house: RunningServer, guest: Guest, language: str, sentence: str, words: str) -> None:
    guest.alone(house, "russian")
    page = guest.page
    page.get_by_role("combobox", name=re.compile("Language")).select_option(language)
    expect(page.locator("svg.map")).to_contain_text(words)
    expect(page.locator(".sentence")).to_contain_text(sentence)
    assert not re.search(r"\b(event|decision|choice|ui|refusal|name|verb)\.[a-z_]+", page.locator("body").inner_text())


@pytest.mark.parametrize("size", [(1440, 900), (820, 1180), (390, 844)], ids=["desktop", "tablet", "phone"])
def test_nobody_is_kept_out(house: RunningServer, guest: Guest, size: tuple[int, int]) -> None:
    page = guest.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    guest.alone(house)
    assert serious(page) == []
    guest.play("round 3 of 6")
    assert serious(page) == []
    guest.show_board()
    page.locator(".tray .half.legal").first.click()
    assert serious(page) == []
    for part in ("tracks", "lab"):
        if page.locator(f".tabs [data-tab-for={part}]").is_visible():
            page.locator(f".tabs [data-tab-for={part}]").click()
            assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_finger_sees_what_a_play_brings_before_it_plays(house: RunningServer, walker: Guest) -> None:
    walker.alone(house)
    walker.play("round 1 of 6")
    walker.show_board()
    page = walker.page
    choose_a_side_to_place(page)
    space = page.locator(".map .space.legal").first
    name = space.get_attribute("data-pick")
    space.tap()
    expect(page.locator(".tip .forecast")).to_be_visible()
    expect(page.locator(f".map [data-pick={name}]")).to_have_attribute("aria-label", re.compile("free"))
    page.get_by_role("button", name="Play it").tap()
    expect(page.locator(f".map [data-pick={name}]")).to_have_attribute("aria-label", re.compile("British"))
