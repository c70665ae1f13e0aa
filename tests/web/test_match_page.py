"""The match page in a real browser, on a real server, with the miniature game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect
from tests.table.tablekit import Server
from tests.web.conftest import WithBoard

from casusbelli.bots import RandomBot
from casusbelli.bots.mentor import Verdict
from casusbelli.game import Caution, Position, Reason
from casusbelli.kernel import Choice
from casusbelli.table import mentor

pytestmark = pytest.mark.browser

Sit = Callable[..., str]

AGAINST_BOTS = {"uk": "me", "ussr": "bot:random", "us": "bot:random"}
AT_ONE_SCREEN = {"uk": "me", "ussr": "here", "us": "here"}


def answers(page: Page) -> Any:
    return page.locator(".prompt.mine .buttons .button").filter(has_text=re.compile("Play|Advance|stand"))


def serious(page: Page) -> list[str]:
    """What axe finds that keeps somebody out."""
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html']}" for v in found if v["impact"] in {"serious", "critical"}]


def play(page: Page) -> None:
    """Play the last card or issue offered. Pressed within the page: bots may change the prompt at any moment."""
    page.evaluate(
        """() => {
          if (!document.querySelector(".prompt.mine:not(.sending)")) return;
          const buttons = [...document.querySelectorAll(".prompt [data-choice]")];
          const offered = buttons.filter((button) => /Play|Advance/.test(button.textContent));
          (offered.at(-1) ?? [...document.querySelectorAll(".board-host .legal")].at(-1))?.click();
        }"""
    )


def play_until(page: Page, selector: str) -> None:
    """Play on until this is to be seen while one is asked, or the match is over."""
    for _ in range(300):
        page.wait_for_selector("dialog.result[open], .prompt.mine:not(.sending)")
        if page.locator(selector).count():
            return
        play(page)
    raise AssertionError(f"{selector} is never to be seen")


def test_prompt_asks_and_buttons_answer(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    expect(page.locator(".sentence")).to_have_text("United Kingdom: choose an agenda card in secret.")
    expect(answers(page)).to_have_count(5)
    expect(page.locator(".card.legal")).to_have_count(5)
    answers(page).first.click()
    expect(page.locator(".sentence")).to_contain_text("to advance")
    expect(page.locator(".log h3")).to_contain_text("The agenda is set.")


def test_board_is_picked_with_the_mouse_and_says_why_not(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    page.locator(".card.legal").first.click()
    expect(page.locator(".sentence")).to_contain_text("to advance")
    page.locator(".card", has_text=re.compile("^99$")).click()
    expect(page.locator(".toast")).to_contain_text("99 is not in your hand.")
    expect(page.locator(".toast .rule")).to_have_text("5.22")


def test_keyboard_alone_plays(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    page.keyboard.press("n")
    expect(page.locator(".card.legal").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".card.legal").nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".sentence")).to_contain_text("to advance")
    page.keyboard.press("1")
    expect(page.locator(".sentence")).to_have_text("Advance which issue?")
    page.keyboard.press("u")
    expect(page.locator(".sentence")).to_contain_text("to advance")
    page.keyboard.press("Shift+U")
    expect(page.locator(".sentence")).to_have_text("Advance which issue?")
    page.keyboard.press("/")
    page.keyboard.type("iss c")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("advances Issue C")


def test_letter_keys_can_be_switched_off(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Single-letter keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    page.keyboard.press("x")
    expect(page.locator(".sentence")).to_contain_text("in secret")
    expect(page.locator(".textboard")).to_be_hidden()


def test_grave_choice_is_confirmed(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    play_until(page, ".prompt .danger")
    page.locator(".prompt .danger").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The issue stays where it is.")
    page.keyboard.press("Escape")
    expect(page.locator(".prompt .danger")).to_be_focused()
    page.locator(".prompt .danger").click()
    dialog.get_by_role("button", name="Let it stand").click()
    expect(dialog).to_be_hidden()


def test_text_board_lists_every_option(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    page.keyboard.press("x")
    expect(page.locator(".textboard .options button")).to_have_count(5)
    expect(page.locator(".board-host")).to_be_hidden()
    expect(page.locator(".textboard table")).to_contain_text("conference")
    page.locator(".textboard .options button").first.click()
    expect(page.locator(".textboard .options button")).to_have_count(4)
    page.get_by_role("searchbox").fill("nothing like it")
    expect(page.locator(".textboard .options button")).to_have_count(0)


ADVICE = """(words) => {
  const note = document.createElement("div");
  note.className = "advice-note";
  note.innerHTML = `<div class="toast plain advised"><div class="words"><p>${words}</p></div></div>`;
  document.querySelector(".side").prepend(note);
}"""


def test_the_log_keeps_six_lines_however_much_a_note_tells(sit: Sit, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    sit(**AGAINST_BOTS)
    page.evaluate(ADVICE, "A marshal has much to say about this. " * 40)
    seen = """(log) => {
      const [side, own] = [log.closest(".side"), log].map((node) => node.getBoundingClientRect());
      return (Math.min(own.bottom, side.bottom) - own.top) / parseFloat(getComputedStyle(log).lineHeight);
    }"""
    for tray in (False, True):
        if tray:
            page.keyboard.press("b")
            expect(page.locator(".tray")).to_be_visible()
        assert page.locator(".log").evaluate(seen) >= 6
        assert page.locator(".advice-note").evaluate("(note) => note.scrollHeight > note.clientHeight && note.clientHeight > 40")


def test_the_tray_lists_what_the_bar_has_no_room_for(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    rows = page.locator(".tray .rows button")
    expect(page.locator(".tray")).to_be_hidden()
    page.keyboard.press("b")
    expect(rows).to_have_count(5)
    expect(rows.first).to_be_focused()
    expect(page.locator(".tray .count")).to_contain_text("5 choices")
    page.keyboard.press("ArrowDown")
    expect(rows.nth(1)).to_be_focused()
    expect(page.locator(".card.aimed")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".tray")).to_be_hidden()
    page.set_viewport_size({"width": 360, "height": 740})
    page.keyboard.press("b")
    expect(rows).to_have_count(5)
    rows.last.click()
    expect(page.locator(".sentence")).to_contain_text("to advance")
    expect(page.locator(".tray")).to_be_hidden()


def test_buttons_say_which_choice_they_are(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    expect(page.locator(".prompt .answers [data-choice^='play ']")).to_have_count(5)
    play_until(page, ".prompt .exits [data-choice]")
    page.keyboard.press("e")
    expect(page.locator("dialog [data-confirm=no]")).to_be_visible()
    expect(page.locator("dialog [data-confirm=yes]")).to_be_visible()
    page.locator("dialog [data-confirm=no]").click()


def test_the_text_grows_with_the_window_and_with_the_reader(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    size = "() => parseFloat(getComputedStyle(document.documentElement).fontSize)"
    sizes = []
    for width, height in [(1280, 720), (1440, 900), (2560, 1440)]:
        page.set_viewport_size({"width": width, "height": height})
        sizes.append(page.evaluate(size))
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[1] < sizes[2]
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("combobox", name="Text size").select_option("huge")
    page.keyboard.press("Escape")
    assert page.evaluate(size) > sizes[2]
    page.reload()
    page.wait_for_selector(".prompt.mine")
    assert page.evaluate(size) > sizes[2]


def test_the_log_stays_on_screen_in_a_short_window(sit: Sit, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 600})
    sit(**AGAINST_BOTS)
    box = page.locator(".log").bounding_box()
    assert box is not None
    assert box["height"] > 100
    assert box["y"] + box["height"] <= 600
    page.set_viewport_size({"width": 390, "height": 700})
    expect(page.locator(".ticker")).to_be_visible()
    play(page)
    expect(page.locator(".tabs .lit")).to_have_count(1)
    page.locator(".ticker").click()
    expect(page.locator(".log")).to_be_visible()


def test_everything_explains_itself(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    told = page.locator(".inspector")
    page.locator(".issue").first.hover()
    expect(told).to_contain_text("Issue A")
    page.locator(".card", has_text=re.compile("^99$")).hover()
    expect(told.locator(".why-not")).to_contain_text(re.compile(r"That cannot be chosen now\. \S"))  # and what is asked
    page.locator(".card.legal").first.hover()
    expect(told.locator(".may")).to_contain_text("Play")
    page.keyboard.press("Escape")
    expect(told).to_be_hidden()
    page.keyboard.press("n")
    page.keyboard.press("i")
    expect(told.locator(".may")).to_contain_text("Play")
    described = page.locator(".card.legal").first.get_attribute("aria-describedby")
    expect(page.locator(f"#{described}")).to_contain_text("Play")
    page.keyboard.press("i")
    page.mouse.move(5, 5)
    expect(told).to_have_class(re.compile("pinned"))
    page.keyboard.press("i")
    expect(told).to_be_hidden()
    page.locator(".seat").first.hover()
    expect(told).to_contain_text("United Kingdom")
    expect(told).to_contain_text("points")
    page.locator(".prompt rule-chip button").hover()
    expect(told).to_contain_text("The conference")
    assert page.locator("[title]").count() == 0


HOLD = """(meanwhile) => new Promise((done) => {
  let node = document.querySelector(".card.legal");
  node.scrollIntoView({ block: "center" });
  const { x, y, width, height } = node.getBoundingClientRect();
  const at = { bubbles: true, pointerType: "touch", clientX: x + width / 2, clientY: y + height / 2 };
  const release = () => {
    node.dispatchEvent(new PointerEvent("pointerup", at));
    node.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    done();
  };
  const down = new PointerEvent("pointerdown", at);
  if (meanwhile === "busy") {
    while (performance.now() - down.timeStamp < 600);
    node.dispatchEvent(down);
    return release();
  }
  node.dispatchEvent(down);
  if (meanwhile === "redraw") {
    const anew = node.cloneNode(true);
    node.replaceWith(anew);
    node = anew;
  }
  setTimeout(release, 600);
})"""
"""A finger on a card: it rests, or the board draws the card anew under it, or a busy page hears of all this at the end."""


@pytest.mark.parametrize("meanwhile", ["rest", "redraw", "busy"])
def test_a_held_finger_explains_and_does_not_choose(
    sit: Sit, server: Server, browser: Browser, page: Page, meanwhile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    warn_of_cards(monkeypatch, "note")
    url = sit(**AGAINST_BOTS)
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, storage_state=page.context.storage_state()
    )
    phone = context.new_page()
    phone.goto(url)
    phone.wait_for_selector(".prompt.mine")
    phone.evaluate(HOLD, meanwhile)
    expect(phone.locator(".inspector.sheet")).to_be_visible()
    expect(phone.locator(".inspector.sheet .cost")).to_contain_text("Gives up")
    expect(phone.locator(".sentence")).to_contain_text("in secret")
    context.close()


def test_the_legend_explains_the_marks(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    page.keyboard.press("k")
    expect(page.get_by_role("dialog")).to_contain_text("Gold means nothing else.")
    assert serious(page) == []
    page.keyboard.press("Escape")


def test_what_was_touched_last_has_corners_and_what_is_refused_a_bar(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    play_until(page, ".over-last:not([hidden])")
    page.locator(".card", has_text=re.compile("^99$")).click()
    expect(page.locator(".over-refused")).to_have_count(1)
    expect(page.locator(".over-refused")).to_have_count(0)


def test_a_dear_step_wants_a_second_press(sit: Sit, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def preview(self: Any, g: Any, seat: str, decision: str, choice: Any) -> dict[str, Any]:
        return {"warnings": [Caution("ask", "dear", {"card": choice[-1]})] if choice[0] == "play" else []}

    monkeypatch.setattr(WithBoard, "preview", preview, raising=False)
    sit(**AGAINST_BOTS)
    expect(page.locator(".card.warned")).to_have_count(5)
    first = page.locator(".prompt .answers [data-choice]").first
    first.click()
    expect(page.locator(".caution")).to_contain_text("Gives up")
    expect(first).to_contain_text("Really")
    first.click()
    expect(page.locator(".sentence")).to_contain_text("to advance")
    page.evaluate("() => localStorage.setItem('casus.warned.dear', '3')")
    page.locator(".card.legal").first.click()
    page.get_by_role("button", name="Do not warn of this again").click()
    page.locator(".prompt .answers [data-choice]").first.click()
    expect(page.locator(".sentence")).to_contain_text("which issue")


def warn_of_cards(monkeypatch: pytest.MonkeyPatch, grade: Literal["note", "warn", "ask"]) -> None:
    def preview(self: Any, g: Any, seat: str, decision: str, choice: Any) -> dict[str, Any]:
        return {"warnings": [Caution(grade, "dear", {"card": choice[-1]}, "5")] if choice[0] == "play" else []}

    monkeypatch.setattr(WithBoard, "preview", preview, raising=False)


def test_a_note_is_seen_in_the_inspector_and_switched_off_there(sit: Sit, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    warn_of_cards(monkeypatch, "note")
    sit(**AGAINST_BOTS)
    told = page.locator(".inspector")
    page.locator(".card.legal").first.hover()
    expect(told.locator(".cost")).to_contain_text("Gives up")
    expect(told.locator(".cost rule-chip")).to_have_count(1)
    expect(told.locator(".costs button.off")).to_have_count(0)
    expect(page.locator(".prompt .caution")).to_be_empty()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    described = page.locator(".card.legal").first.get_attribute("aria-describedby")
    expect(page.locator(f"#{described}")).to_contain_text("Gives up")
    assert page.evaluate("() => localStorage.getItem('casus.warned.dear')") == "1", "once for a question"
    page.evaluate("() => localStorage.setItem('casus.warned.dear', '3')")
    page.mouse.move(5, 5)
    page.locator(".card.legal").last.hover()
    told.get_by_role("button", name="Do not warn of this again").click()
    expect(told.locator(".costs")).to_have_count(0)
    page.locator(".card.legal").first.hover()
    expect(told.locator(".may")).to_contain_text("Play")
    expect(told.locator(".costs")).to_have_count(0)


def test_a_warning_in_the_prompt_is_switched_off_by_a_pointer(sit: Sit, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    warn_of_cards(monkeypatch, "warn")
    sit(**AGAINST_BOTS)
    page.evaluate("() => localStorage.setItem('casus.warned.dear', '3')")
    page.locator(".card.legal").first.hover()
    expect(page.locator(".prompt .caution")).to_contain_text("Gives up")
    off = page.locator(".prompt .caution").get_by_role("button", name="Do not warn of this again")
    box = off.bounding_box()
    assert box is not None
    page.mouse.move(5, 5)  # nothing is pointed at any more
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".prompt .caution")).to_be_empty()
    page.locator(".card.legal").first.hover()
    expect(page.locator(".inspector .may")).to_contain_text("Play")
    expect(page.locator(".card.warned")).to_have_count(0)
    expect(page.locator(".prompt .caution")).to_be_empty()


def test_by_keys_a_warning_is_switched_off_and_the_menu_brings_it_back(
    sit: Sit, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    warn_of_cards(monkeypatch, "warn")
    sit(**AGAINST_BOTS)
    page.evaluate("() => localStorage.setItem('casus.warned.dear', '3')")
    caution = page.locator(".prompt .caution")
    page.keyboard.press("n")
    expect(caution).to_contain_text("Gives up")
    page.keyboard.press("Shift+Tab")  # away from the piece, and slowly on to the button
    page.wait_for_timeout(2600)
    off = caution.get_by_role("button", name="Do not warn of this again")
    off.focus()
    page.wait_for_timeout(2300)
    page.keyboard.press("Enter")
    expect(caution).to_be_empty()
    expect(page.locator(".prompt .sentence")).to_be_focused()
    expect(page.locator(".card.warned")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Warnings switched off: 1")
    dialog.get_by_role("button", name="Bring them back").click()
    expect(dialog).to_contain_text("Warnings switched off: 0")
    page.keyboard.press("Escape")
    expect(page.locator(".card.warned")).to_have_count(5)
    page.get_by_role("button", name="Menu").click()
    expect(dialog).not_to_contain_text("Warnings switched off")


def test_a_grave_choice_is_asked_once_with_what_it_costs(sit: Sit, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def preview(self: Any, g: Any, seat: str, decision: str, choice: Any) -> dict[str, Any]:
        return {"warnings": [Caution("ask", "dear", {"card": "uk_1"})] if choice[0] == "decline" else []}

    monkeypatch.setattr(WithBoard, "preview", preview, raising=False)
    sit(**AGAINST_BOTS)
    play_until(page, ".prompt .danger")
    page.locator(".prompt .danger").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Gives up")
    dialog.get_by_role("button", name="Let it stand").click()
    page.wait_for_selector("dialog.result[open], .prompt:not(.sending)")
    expect(dialog.filter(has_text="Gives up")).to_have_count(0)


def test_undo_says_why_a_choice_stands(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    play(page)
    expect(page.locator(".sentence")).to_contain_text("to advance")
    undo = page.locator(".prompt .button.faded")
    expect(undo).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator(".toast")).to_contain_text("stands")


def test_rule_chip_opens_the_summary_and_gives_the_focus_back(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    chip = page.locator(".prompt rule-chip button")
    expect(chip).to_have_text("5.13")
    chip.click()
    expect(page.get_by_role("dialog")).to_contain_text("5 · The conference")
    page.keyboard.press("Escape")
    expect(chip).to_be_focused()


def test_language_and_theme_change_without_reload(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    page.evaluate("window.kept = true")
    page.get_by_role("combobox", name="Language").select_option("it")
    expect(page.locator(".sentence")).to_have_text("United Kingdom: scegli in segreto una carta per l'ordine del giorno.")
    expect(page.locator(".log")).to_contain_text("riceve 5 carte")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.locator(".top .theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    assert page.evaluate("window.kept")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    expect(page.locator(".top h1")).to_have_text("La miniatura")


def test_curtain_falls_between_the_seats_of_one_screen(sit: Sit, page: Page) -> None:
    sit(**AT_ONE_SCREEN)
    first = page.locator(".card.legal").all_inner_texts()
    expect(page.locator(".log")).to_contain_text(f"[{', '.join(first)}]")
    answers(page).first.click()
    curtain = page.locator("dialog.curtain")
    expect(curtain).to_contain_text("Pass the device to: Soviet Union")
    page.keyboard.press("Escape")
    expect(curtain).to_be_visible()
    curtain.get_by_role("button", name="Take my last choice back").click()
    expect(page.locator(".card.legal")).to_have_count(5)
    answers(page).first.click()
    curtain.get_by_role("button", name="I am playing Soviet Union").click()
    expect(page.locator(".sentence")).to_contain_text("Soviet Union: choose")
    second = page.locator(".card.legal").all_inner_texts()
    assert not set(second) & set(first)
    expect(page.locator(".log")).to_contain_text(f"[{', '.join(second)}]")
    expect(page.locator(".log")).not_to_contain_text(f"[{', '.join(first)}]")
    assert page.url.endswith("?seat=ussr")


def test_finished_match_is_replayed_from_any_seat(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    play_until(page, "dialog.result[open]")
    result = page.locator("dialog.result")
    expect(result).to_contain_text("Most points after the last conference.")
    final = result.locator(".sheet-of-points .final td").all_inner_texts()
    assert final == page.locator(".seat .facts div:nth-child(2) dd").all_text_contents()
    expect(result.locator(".won")).to_contain_text(" to ".join(sorted(final, key=int, reverse=True)))
    expect(result.locator("svg.course")).to_be_visible()
    assert serious(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    letters = (
        "[...document.querySelectorAll('.course text')].map((t) => parseFloat(getComputedStyle(t).fontSize) * t.getScreenCTM().a)"
    )
    assert min(page.evaluate(letters)) >= 12
    sheet = result.locator(".scroller")
    assert sheet.evaluate("(node) => node.scrollWidth <= node.clientWidth"), "every seat's column is in sight"
    page.set_viewport_size({"width": 1440, "height": 900})
    page.keyboard.press("Escape")
    count = page.locator(".strip output")
    total = int(count.inner_text().split("/")[1])
    page.keyboard.press("[")
    expect(count).to_have_text(f"{total - 1} / {total}")
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".sentence")).to_contain_text("after 0 choices")
    expect(page.locator(".card")).to_have_count(6)
    page.get_by_role("combobox", name="Seen by").select_option("us")
    expect(page.locator(".prompt")).to_have_attribute("data-faction", "us")
    page.get_by_role("combobox", name="Seen by").select_option("")
    expect(page.locator(".card")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".sentence")).to_contain_text("win")


def test_a_step_while_a_moment_is_still_loading_goes_on_from_there(sit: Sit, page: Page) -> None:
    url = sit(**AGAINST_BOTS)
    play_until(page, "dialog.result[open]")
    late: list[Route] = []
    page.route("**/at/2?*", lambda route: late.append(route))
    page.goto(f"{url.partition('?')[0]}?seat=uk&at=2")
    count = page.locator(".strip output")
    expect(count).to_have_text(re.compile("^2 / "))
    while not late:
        page.wait_for_timeout(20)
    page.keyboard.press("]")
    for one in late:
        one.continue_()
    expect(count).to_have_text(re.compile("^3 / "))
    expect(page.locator(".sentence")).to_contain_text("after 3 choices")


def test_the_end_offers_another_match_with_the_seats_swapped(sit: Sit, page: Page) -> None:
    url = sit(**AGAINST_BOTS)
    play_until(page, "dialog.result[open]")
    page.get_by_role("button", name="Play again, seats swapped").click()
    page.wait_for_selector(".seat .name")
    assert page.url != url
    expect(page.locator(".seat", has_text="(you)")).to_contain_text("Soviet Union")


def test_look_back_during_play_cannot_act(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    answers(page).first.click()
    expect(page.locator(".sentence")).to_contain_text("to advance")
    page.keyboard.press("[")
    expect(page.locator(".sentence")).to_contain_text("Looking back")
    expect(page.locator(".legal")).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".sentence")).to_contain_text("to advance")


def test_on_a_phone_the_way_back_to_now_is_over_the_log(sit: Sit, page: Page) -> None:
    """A line of the log leads to its moment, and the log still covers the strip of the replay."""
    page.set_viewport_size({"width": 390, "height": 844})
    sit(**AGAINST_BOTS)
    page.keyboard.press("b")
    page.locator(".tray [data-choice]").first.click()
    page.locator(".tabs button", has_text="Log").click()
    page.locator(".log .entry").first.click()
    expect(page.locator(".sentence")).to_contain_text("Looking back")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".sentence")).not_to_contain_text("Looking back")


def test_news_since_the_last_turn_are_stepped_through(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    play_until(page, ".divider")
    page.reload()
    strip = page.get_by_role("group", name="since your last choice")
    expect(strip).to_contain_text(re.compile(r"While you were away: \d+ event"))
    strip.get_by_role("button", name="Play").click()
    expect(strip).to_be_hidden()
    expect(page.locator(".crumbs")).to_contain_text(re.compile(r"1 / \d+"))
    expect(page.locator(".log .shown")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".prompt.mine .sentence")).not_to_be_empty()
    expect(page.locator(".log .shown")).to_have_count(0)


def test_news_unfold_into_lines_and_leave_the_question_and_its_pieces_free(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    play_until(page, ".divider")
    for width, height in ((1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        strip = page.get_by_role("group", name="since your last choice")
        expect(strip.locator("li")).not_to_have_count(0)
        expect(strip.locator("li").first).to_be_hidden()  # nothing of it has concerned this seat
        strip.locator("summary").first.click()
        expect(strip.locator("li").first).to_be_visible()
        box, prompt, board = (page.locator(each).bounding_box() for each in (".strip.recap", ".prompt", ".board-host"))
        assert box and prompt and board
        assert prompt["y"] + prompt["height"] <= board["y"] + 1 <= box["y"] + 1
        assert board["y"] + board["height"] <= box["y"] + 1
        assert box["x"] + box["width"] <= width


def test_news_that_take_their_time_are_announced_at_once_and_fetched_once(sit: Sit, page: Page) -> None:
    """The server plays the match again for them. They are fetched as they are offered; who presses before that is told."""
    sit(**AGAINST_BOTS)
    play_until(page, ".divider")
    asked: list[Route] = []
    page.route("**/since/**", lambda route: asked.append(route))
    page.reload()
    strip = page.get_by_role("group", name="since your last choice")
    expect(strip).to_contain_text("While you were away")
    page.wait_for_timeout(2500)
    assert len(asked) == 1
    strip.get_by_role("button", name="Play").click()
    expect(strip).to_contain_text("Fetching what happened")
    expect(strip).to_have_attribute("aria-busy", "true")
    expect(page.locator(".visually-hidden[aria-live]")).to_have_text("Fetching what happened …")
    strip.get_by_role("button", name="Play").click(force=True)
    asked[0].continue_()
    expect(strip).to_be_hidden()
    expect(page.locator(".crumbs")).to_contain_text(re.compile(r"1 / \d+"))
    assert len(asked) == 1


def test_the_space_bar_pauses_the_stage_and_lets_it_go_on(sit: Sit, page: Page) -> None:
    sit(**AGAINST_BOTS)
    play_until(page, ".divider ~ .entry ~ .entry ~ .entry")
    page.evaluate("localStorage.setItem('casus.pace', '\"slow\"')")
    page.reload()
    page.get_by_role("group", name="since your last choice").get_by_role("button", name="Play").click()
    expect(page.locator(".crumbs")).to_contain_text("1 /")
    pause = page.get_by_role("button", name="Pause", exact=True)
    expect(pause).to_have_attribute("aria-keyshortcuts", "Space")
    page.keyboard.press("Space")
    expect(pause).to_be_hidden()
    page.wait_for_timeout(4000)
    expect(page.locator(".crumbs")).to_contain_text("1 /")
    page.keyboard.press("Space")
    expect(page.locator(".crumbs")).to_contain_text("2 /")
    expect(pause).to_be_visible()
    page.get_by_role("button", name="Continue").focus()
    page.keyboard.press("Space")
    expect(page.locator(".crumbs")).to_contain_text("3 /")
    expect(pause).to_be_visible()


def test_act_whose_answer_is_lost_is_played_once(sit: Sit, page: Page) -> None:
    sent: list[dict[str, Any]] = []
    lines: list[WebSocketRoute] = []

    def between(line: WebSocketRoute) -> None:
        lines.append(line)
        far = line.connect_to_server()

        def to_server(message: str | bytes) -> None:
            said = json.loads(message)
            far.send(message)
            if said["t"] == "act":
                sent.append(said)
                if len(sent) == 1:
                    line.close(code=1011)

        def to_page(message: str | bytes) -> None:
            if not sent or len(lines) > 1:
                line.send(message)

        line.on_message(to_server)
        far.on_message(to_page)

    page.route_web_socket(re.compile("/socket"), between)
    sit(**AGAINST_BOTS)
    answers(page).first.click()
    expect(page.locator(".sentence")).to_contain_text("to advance")
    expect(page.locator(".card.legal")).to_have_count(4)
    acts = [message for message in sent if message["t"] == "act"]
    assert len(acts) == 2
    assert acts[0] == acts[1]


def test_overtaken_act_is_sent_again_while_the_question_stands(sit: Sit, page: Page) -> None:
    """As if somebody else's secret answer had come first: the server calls the act stale, the question is still the same."""
    sent: list[dict[str, Any]] = []

    def between(line: WebSocketRoute) -> None:
        far = line.connect_to_server()

        def to_server(message: str | bytes) -> None:
            said = json.loads(message)
            if said["t"] == "act":
                sent.append(said)
            far.send(json.dumps({**said, "seq": said["seq"] + 1}) if said["t"] == "act" and len(sent) == 1 else message)

        line.on_message(to_server)

    page.route_web_socket(re.compile("/socket"), between)
    sit(**AGAINST_BOTS)
    answers(page).first.click()
    expect(page.locator(".sentence")).to_contain_text("to advance")
    expect(page.locator(".toast")).to_have_count(0)
    assert [message["choice"] for message in sent] == [sent[0]["choice"]] * 2
    assert sent[0]["id"] != sent[1]["id"]


def test_chat_is_heard_by_spectators_and_is_text(sit: Sit, page: Page) -> None:
    url = sit(**AGAINST_BOTS)
    browser = page.context.browser
    assert browser is not None
    watching = browser.new_context().new_page()
    watching.goto(url)
    expect(watching.locator(".sentence")).to_contain_text("Waiting for United Kingdom")
    expect(watching.locator(".legal")).to_have_count(0)
    page.get_by_role("button", name="Chat", exact=True).click()
    page.get_by_role("textbox", name="Write a message").fill("<img src=x> hello")
    page.keyboard.press("Enter")
    expect(watching.locator(".chat-lines")).to_contain_text("<img src=x> hello")
    expect(watching.get_by_role("button", name="Chat (1)")).to_be_visible()
    watching.context.close()


@pytest.mark.parametrize("theme", ["paper", "night"])
@pytest.mark.parametrize("size", [(1440, 900), (820, 1180), (390, 844)])
def test_nobody_is_kept_out(sit: Sit, page: Page, theme: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    sit(**AGAINST_BOTS)
    page.evaluate("name => { document.cookie = `theme=${name}; path=/`; }", theme)
    page.reload()
    page.wait_for_selector(".prompt.mine")
    play(page)
    expect(page.locator(".sentence")).to_contain_text("to advance")
    assert serious(page) == []
    if size[0] < 1100:
        page.locator(".tabs button", has_text="Log").click()
        assert serious(page) == []
    page.keyboard.press("x")
    assert serious(page) == []
    page.get_by_role("button", name="Menu").click()
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_question_with_a_limit_counts_down_and_lapses(sit: Sit, page: Page) -> None:
    sit(uk="bot:random", ussr="me", us="bot:random", switched_on="hurry")
    expect(page.locator(".countdown")).to_be_hidden()
    play_until(page, ".countdown:not([hidden])")
    expect(page.locator(".countdown")).to_contain_text("0:0")
    expect(page.locator(".countdown")).to_be_hidden()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_a_mentor_marks_says_why_and_lets_one_take_it_back(
    sit: Sit, page: Page, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """The switch is in the menu; the mark is quiet until it is asked, by hand or by the key J."""

    def knows_better(position: Position, choice: Choice, rng: Random) -> Verdict | None:
        better = position.options[-1]
        return None if choice == better else Verdict(better, 0.07, 0.01, 8, [Reason("weighed")])

    monkeypatch.setattr(WithBoard, "bots", lambda self: {"marshal": RandomBot})
    monkeypatch.setattr(mentor, "verdict", knows_better)
    monkeypatch.setattr(mentor, "can_rehearse", lambda game, scenario: True)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    sit(**AGAINST_BOTS)
    mark = page.locator(".prompt .mentor")
    expect(mark).to_be_hidden()
    page.locator(".top .menu").click()
    page.get_by_label("Mentor: a mark when a better choice was there").check()
    page.locator("dialog[open] .dialog-head button").click()
    for _ in range(20):  # a choice that is not the last one, until one is marked
        page.wait_for_selector(".prompt.mine:not(.sending)")
        page.evaluate("() => document.querySelector('.prompt.mine:not(.sending) [data-choice]')?.click()")
        page.wait_for_timeout(300)
        if mark.is_visible():
            break
    expect(mark).to_have_attribute("aria-label", "The mentor saw a better choice")
    assert serious(page) == []
    page.keyboard.press("j")
    dialog = page.locator("dialog[open]")
    expect(dialog).to_contain_text("You chose: ")
    expect(dialog).to_contain_text("Clearly better, by what you could know: ")
    expect(dialog).to_contain_text("7 games more in a hundred")
    dialog.get_by_role("button", name="Take it back").click()
    expect(dialog).to_be_hidden()
    settled = re.compile("stands|moved on|takes back", re.IGNORECASE)
    expect(page.locator(".toasts, .log").filter(has_text=settled).first).to_be_visible()
