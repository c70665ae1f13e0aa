"""The stage, the log and looking back, in a browser, with the miniature game: somebody else acts, this page watches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.table.tablekit import Guest, Line, Server
from tests.web.test_match_page import AGAINST_BOTS, play_until

PACE = "(pace) => localStorage.setItem('casus.pace', JSON.stringify(pace))"
HIDE = """(away) => {
  Object.defineProperty(document, "hidden", { value: away, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


pytestmark = pytest.mark.browser


class Watching:
    """A page that holds the last seat; the two others are played over sockets."""

    def __init__(self, server: Server, page: Page) -> None:
        self.page = page
        self.rival = Guest(server, "Bea")
        self.match = self.rival.begin(scenario="short", seat__uk="me", seat__ussr="here", seat__us="open")
        self.lines = {seat: self.rival.sit(self.match, seat) for seat in ("uk", "ussr")}
        invite = self.lines["uk"].until_frame()["players"]["us"]["invite"]
        joined = page.request.post(server.url + invite, form={"name": "Ada"}, headers={"Origin": server.url})
        assert joined.ok, joined.text()
        page.goto(f"{server.url}/m/{self.match}?seat=us")
        page.wait_for_selector(".prompt.mine")
        for line in self.lines.values():
            line.act(line.until_frame()["ask"]["options"][0])
        page.locator(".card.legal").first.click()
        expect(page.locator(".log h3")).to_contain_text("The agenda is set.")

    def advance(self) -> Line:
        """The first seat speaks: one event for everybody."""
        uk = self.lines["uk"]
        for _ in range(2):
            frame = uk.until_frame(lambda frame: frame["ask"] is not None and frame["seq"] >= self.seq)
            self.seq = uk.act(frame["ask"]["options"][0])["seq"]
        return uk

    seq = 3


@pytest.fixture
def watching(server: Server, page: Page, sit: Callable[..., str]) -> Iterator[Watching]:
    """`sit` is there for its watch over what the page complains of."""
    page.set_default_timeout(10_000)
    somebody = Watching(server, page)
    yield somebody
    somebody.rival.close()


def staged(page: Page) -> Any:
    return page.locator(".crumbs", has_text=re.compile(r"\d+ / \d+"))


def test_what_others_do_is_shown_until_one_goes_on_and_an_undo_sweeps_it_away(watching: Watching) -> None:
    page = watching.page
    page.evaluate(PACE, "step")
    uk = watching.advance()
    expect(staged(page)).to_have_text("1 / 1")
    expect(page.locator(".sentence")).to_contain_text("advances")
    expect(page.locator(".legal")).to_have_count(0)
    expect(page.get_by_role("button", name="Continue")).to_be_focused()
    watching.seq = uk.undo(watching.seq)["seq"]
    expect(staged(page)).to_have_count(0)
    expect(page.locator(".log")).not_to_contain_text("advances")
    expect(page.locator(".sentence")).to_contain_text("United Kingdom")
    watching.seq -= 1
    frame = uk.until_seq(watching.seq + 1)
    watching.seq = uk.act(frame["ask"]["options"][0])["seq"]
    expect(staged(page)).to_have_count(1)
    page.keyboard.press("[")
    expect(staged(page)).to_have_count(0)
    expect(page.locator(".sentence")).to_contain_text("Looking back")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".log")).to_contain_text("advances")


def test_a_page_that_nobody_looks_at_shows_the_present_and_offers_the_rest(watching: Watching) -> None:
    page = watching.page
    page.evaluate(PACE, "step")
    watching.advance()
    expect(staged(page)).to_have_count(1)
    page.evaluate(HIDE, True)
    assert staged(page).count() == 0
    page.evaluate(HIDE, False)
    strip = page.locator(".strip.recap")
    expect(strip).to_contain_text(re.compile(r"While you were away: \d+ event"))
    strip.get_by_role("button", name="By turns").click()
    expect(staged(page)).to_have_text(re.compile(r"1 / \d"))
    page.keyboard.press("Escape")
    expect(staged(page)).to_have_count(0)
    page.get_by_role("button", name="Show again").click()
    expect(staged(page)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(staged(page)).to_have_count(0)
    page.evaluate(HIDE, True)  # the server is told what was seen; whoever loads the page again gets it again all the same
    page.reload()
    expect(strip).to_be_visible()
    page.keyboard.press("[")
    expect(page.locator(".strip output")).to_be_visible()
    expect(strip).to_be_hidden()  # one strip under the board: two would push it together


def test_p_turns_the_pace_and_it_is_remembered(watching: Watching) -> None:
    page = watching.page
    for name in ("slowly", "at normal pace", "fast", "step by step"):
        page.keyboard.press("p")
        expect(page.locator(".toast").last).to_contain_text(name)
    page.reload()
    page.wait_for_selector(".log h3")
    watching.advance()
    expect(page.get_by_role("button", name="step by step")).to_be_visible()
    page.keyboard.press("p")
    expect(staged(page)).to_have_count(0)


def test_the_log_follows_filters_marks_and_leads_to_the_moment(watching: Watching) -> None:
    page, log = watching.page, watching.page.locator(".log")
    watching.advance()
    line = log.locator(".entry", has_text="advances")
    expect(line).to_have_count(1)
    expect(line.locator(".mark svg")).to_have_count(1)
    line.hover()
    issue = re.search(r"Issue [A-E]", line.inner_text())
    assert issue is not None
    expect(page.locator(".issue.last")).to_contain_text(issue.group())
    page.get_by_role("combobox", name="Show in the log").select_option("battles")
    expect(page.locator(".log-hidden")).to_contain_text("hidden")
    expect(line).to_be_visible()  # the newest line is never hidden
    page.get_by_role("combobox", name="Show in the log").select_option("all")
    line.click()
    expect(page.locator(".sentence")).to_contain_text("Looking back")
    assert re.search(r"[?&]at=5\.0\b", page.url)
    address = page.url
    line.click()
    expect(page.locator(".sentence")).not_to_contain_text("Looking back")
    page.goto(address)
    expect(page.locator(".sentence")).to_contain_text("after 5 choices")
    expect(log.locator(".shown")).to_contain_text("advances")


def test_with_shift_a_line_of_the_log_is_played_on_to_the_present(watching: Watching) -> None:
    page, log = watching.page, watching.page.locator(".log")
    watching.advance()
    expect(log).to_contain_text("advances")
    page.evaluate(PACE, "step")
    log.locator("h3", has_text="The agenda is set.").click(modifiers=["Shift"], position={"x": 5, "y": 8})
    expect(page.locator(".sentence")).to_contain_text("The agenda is set.")
    expect(page.locator(".legal")).to_have_count(0)
    assert page.evaluate("() => String(getSelection())") == ""
    page.keyboard.press("ArrowRight")
    expect(page.locator(".sentence")).to_contain_text("advances")  # it came with a later choice
    page.keyboard.press("ArrowRight")
    expect(staged(page)).to_have_count(0)  # the present: the replay has gone
    expect(page.locator(".sentence")).not_to_contain_text("Looking back")
    expect(page.locator(".strip output")).to_be_hidden()
    log.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+Enter")
    expect(staged(page)).to_have_count(1)
    page.keyboard.press("Escape")  # skips to the present, however much is to come
    expect(staged(page)).to_have_count(0)
    expect(page.locator(".strip output")).to_be_hidden()


def test_a_heading_shows_its_summary_again_made_from_its_moment(watching: Watching) -> None:
    page, log = watching.page, watching.page.locator(".log")
    watching.advance()
    expect(log).to_contain_text("advances")
    again = log.get_by_role("button", name="Show the summary")
    expect(again).to_have_count(1)
    card = page.locator("dialog.summary")
    again.focus()
    page.keyboard.press("Enter")
    expect(card).to_contain_text("agenda")  # the phase of that moment; by now the meeting is on
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    expect(again).to_be_focused()
    expect(page.locator(".sentence")).not_to_contain_text("Looking back")
    page.reload()  # who was away has not seen it
    again.click()
    expect(card).to_contain_text("agenda")
    page.keyboard.press("Escape")
    page.keyboard.press("[")
    expect(page.locator(".sentence")).to_contain_text("Looking back")
    again.click()
    expect(card).to_contain_text("agenda")


def test_a_line_says_where_it_leads_and_a_finger_that_holds_it_gets_a_button(watching: Watching) -> None:
    page, log = watching.page, watching.page.locator(".log")
    watching.advance()
    line = log.locator(".entry", has_text="advances")
    line.hover()
    expect(page.locator(".inspector")).to_contain_text("With Shift")
    told, lines = page.locator(".inspector").bounding_box(), log.bounding_box()
    assert told and lines and told["x"] + told["width"] <= lines["x"]  # it covers no line
    page.mouse.move(5, 5)
    expect(page.locator(".inspector")).to_be_hidden()
    page.evaluate(PACE, "step")
    held = {"pointerType": "touch", "clientX": 9, "clientY": 9, "bubbles": True}
    line.dispatch_event("pointerdown", held)
    page.get_by_role("button", name="Play on from here to now").click()
    expect(page.locator(".sentence")).to_contain_text("advances")
    expect(staged(page)).to_have_text("1 / 1")
    page.keyboard.press("Escape")


def test_a_line_shows_the_card_it_names_by_mouse_finger_and_keys(watching: Watching) -> None:
    page, log, words = watching.page, watching.page.locator(".log"), watching.page.locator(".inspector")
    watching.advance()
    line = log.locator(".entry", has_text="advances")
    line.hover()
    expect(words.locator("dt").last).to_have_text("Rule")
    assert words.locator("dl > div").count() <= 3
    words.get_by_role("button", name="Full size").click()
    card = page.locator("dialog.card-view")
    expect(card).to_contain_text("What is at issue.")
    page.keyboard.press("Escape")
    page.mouse.move(5, 5)
    expect(words).to_be_hidden()
    log.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("i")
    page.keyboard.press("i")
    expect(words.get_by_role("button", name="Full size")).to_be_focused()
    page.keyboard.press("Enter")
    expect(card).to_contain_text("What is at issue.")
    page.keyboard.press("Escape")
    page.keyboard.press("i")
    expect(words).to_be_hidden()
    expect(line).to_be_focused()
    line.dispatch_event("pointerdown", {"pointerType": "touch", "clientX": 9, "clientY": 9, "bubbles": True})
    words.get_by_role("button", name="Full size").click()
    expect(card).to_contain_text("What is at issue.")


def test_what_the_reader_did_himself_is_told_as_his(sit: Callable[..., str], page: Page) -> None:
    sit(**AGAINST_BOTS)
    play_until(page, ".log .entry.own")
    own = page.locator(".log .entry.own")
    expect(own.first.locator(".you")).to_have_text("you")
    expect(own.first).to_contain_text("United Kingdom")
    assert {node.get_attribute("data-faction") for node in own.all()} == {own.first.get_attribute("data-faction")}
    expect(page.locator(".log .entry:not(.own) .you")).to_have_count(0)
    page.locator(".settings-select").select_option("it")
    expect(own.first.locator(".you")).to_have_text("tu")


def test_a_log_that_is_read_stays_and_says_what_is_new(watching: Watching) -> None:
    page, log = watching.page, watching.page.locator(".log")
    page.set_viewport_size({"width": 1280, "height": 480})
    log.evaluate("node => { node.style.flex = 'none'; node.style.height = '60px'; }")
    log.hover()
    page.mouse.wheel(0, -400)
    expect(log).to_have_js_property("scrollTop", 0)
    watching.advance()
    badge = page.locator(".log-panel .badge")
    expect(badge).to_have_text("↓ 1 new")
    boxes = [node.bounding_box() for node in (badge, log)]
    assert boxes[0] and boxes[1] and boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]  # it lies over no line
    badge.click()
    expect(badge).to_be_hidden()
    assert log.evaluate("node => node.scrollHeight - node.scrollTop - node.clientHeight") < 2


def test_a_match_that_is_over_plays_again_from_a_chapter_on_staged_as_in_play(sit: Callable[..., str], page: Page) -> None:
    sit(**AGAINST_BOTS)
    play_until(page, "dialog.result[open]")
    page.keyboard.press("Escape")
    chapters = page.get_by_role("combobox", name="Chapters")
    expect(chapters.locator("option")).to_have_count(3)  # the word itself, and two agendas
    chapters.select_option(index=1)
    expect(page.locator(".sentence")).to_contain_text("after 3 choices")
    page.get_by_role("combobox", name="Showing what happens").select_option("slow")
    page.get_by_role("button", name="Play on").click()
    expect(staged(page)).to_have_count(1)
    expect(page.locator(".strip output")).not_to_have_text(re.compile("^3 "))
    page.locator(".strip").get_by_role("button", name="Pause").click()
    expect(staged(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Play on")).to_be_visible()
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".sentence")).to_contain_text("win")
