"""The stage in Churchill, on the real server: whatever is skipped, the question stays; without motion nothing moves."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.guests import ANSWER, Guest
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

PACE = "(pace) => localStorage.setItem('casus.pace', JSON.stringify(pace))"

SEEN = """() => {
  const crumbs = document.querySelector(".crumbs").textContent;
  return {
    staged: /\\d+ \\/ \\d+/.test(crumbs),
    mine: document.querySelector(".prompt").matches(".mine:not(.sending)"),
    caption: document.querySelector(".sentence").textContent,
    said: document.querySelector(".visually-hidden[aria-live]").textContent,
    moving: document.getAnimations().length,
    part: document.querySelector(".board-host").dataset.part,
    tableau: document.querySelector(".tableau")?.getBoundingClientRect().bottom ?? 0,
    lit: document.querySelectorAll(".board-host .legal").length,
  };
}"""


WAR = re.compile(r"Front: |army, die|reserves")
"""What the beats of the war say."""

EVE_OF_WAR = {"alloc_free", "alloc_bonus", "network_place", "alignment_place"}
"""What is asked between the meeting and the war."""


def wait_for_the_war(guest: Guest) -> None:
    """Outcomes alone, to the last questions before the war; from there on step by step."""
    guest.page.evaluate(PACE, "instant")
    guest.play(lambda: (guest.frames[-1]["ask"] or {}).get("decision") in EVE_OF_WAR)
    guest.page.evaluate(PACE, "step")


def perform(guest: Guest) -> list[dict[str, Any]]:
    """Answer until something is performed, and see all of it, step by step."""
    page, seen = guest.page, list[dict[str, Any]]()
    for _ in range(6000):
        now = page.evaluate(SEEN)
        if now["staged"]:
            seen.append(now)
            assert now["lit"] == 0, "nothing can be chosen while the past is shown"
            page.keyboard.press("ArrowRight")
        elif seen:
            return seen
        elif page.evaluate(ANSWER, ["", None]) == "wait":
            page.wait_for_timeout(20)
    raise AssertionError("nothing is performed")


def watch(guest: Guest, enough: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
    """Play on, step by step, until enough beats have been seen."""
    seen = list[dict[str, Any]]()
    while not enough(seen):
        seen += perform(guest)
        assert len(seen) < 400, "it never comes to this"
    return seen


def at_war(seen: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [beat for beat in seen if WAR.search(beat["caption"])]


def test_whatever_beat_of_the_war_is_skipped_the_question_stays(house: RunningServer, guest: Guest) -> None:
    guest.begin(house, "churchill", "training", uk="bot:recruit", ussr="me", us="bot:recruit")
    wait_for_the_war(guest)
    war = perform(guest)
    while len(at_war(war)) < 4:
        war = perform(guest)
    page = guest.page
    question = page.locator(".sentence").inner_text()
    assert guest.frames[-1]["ask"] and page.evaluate(SEEN)["mine"]
    skipped = [n for n, beat in enumerate(war) if WAR.search(beat["caption"])][::2]
    for n in skipped:
        page.get_by_role("button", name="Show again", exact=True).click()
        for _ in range(n):
            page.keyboard.press("ArrowRight")
        at = page.evaluate(SEEN)
        assert at["staged"] and at["caption"] == war[n]["caption"]
        page.keyboard.press("Escape")
        asked = page.evaluate(SEEN)
        assert asked["mine"] and not asked["staged"], f"the question is lost after {at['caption']!r}: {asked}"
        assert asked["caption"] == question
    live = 0
    while live < 3:  # it can be answered, and what comes of that is skipped as it comes
        now = page.evaluate(SEEN)
        if now["staged"]:
            page.keyboard.press("Escape")
            asked = page.evaluate(SEEN)
            if guest.frames[-1]["ask"] and not asked["staged"]:
                live += 1
                assert asked["mine"], f"the question is lost after {now['caption']!r}: {asked}"
        elif not guest.answer():
            page.wait_for_timeout(20)


def test_without_motion_every_beat_is_told(house: RunningServer, guest: Guest) -> None:
    guest.begin(house, "churchill", "training", uk="bot:recruit", ussr="me", us="bot:recruit")
    guest.open_text_board()
    guest.page.evaluate(PACE, "step")
    seen = watch(guest, lambda seen: len(seen) >= 40)
    assert {beat["moving"] for beat in seen} == {0}
    assert all(beat["said"] == beat["caption"] for beat in seen)
    assert len({beat["caption"] for beat in seen}) > 20


def test_on_a_phone_the_stage_turns_to_the_part_where_it_happens(house: RunningServer, walker: Guest) -> None:
    walker.begin(house, "churchill", "training", uk="bot:recruit", ussr="bot:recruit", us="me")
    walker.open_text_board()
    walker.page.evaluate(PACE, "step")
    seen = watch(walker, lambda seen: any(re.search(r" advances | debates ", beat["caption"]) for beat in seen))
    wait_for_the_war(walker)
    seen += watch(walker, at_war)
    table = [beat for beat in seen if re.search(r" advances | debates ", beat["caption"])]
    assert table and {beat["part"] for beat in table} == {"table"}
    assert {beat["part"] for beat in at_war(seen)} == {"war"}
    assert max(beat["tableau"] for beat in seen) <= 844
    expect(walker.page.locator(".board-host")).to_have_attribute("data-part", re.compile("table|war"))


GLIDES_ON = """async () => {
  const mark = [...document.querySelectorAll(".marks-layer .over")].find((each) => each.getClientRects().length);
  const box = (node) => node.getBoundingClientRect();
  const middle = (node) => [box(node).x + box(node).width / 2, box(node).y + box(node).height / 2];
  const near = (node) => Math.hypot(middle(node)[0] - middle(mark)[0], middle(node)[1] - middle(mark)[1]) < 2;
  const piece = [...document.querySelectorAll(".board-host [data-pick]")].find(near);
  const glide = piece.animate({ translate: ["0 -60px", "0 0"] }, 1600);
  dispatchEvent(new Event("wheel"));
  await glide.finished;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return near(piece);
}"""
"""Whether a mark lies on its piece after that has glided for longer than a wheel or a click has it followed."""


def test_a_mark_stays_with_a_piece_that_glides_for_long(house: RunningServer, guest: Guest) -> None:
    guest.begin(house, "churchill", "training", uk="bot:recruit", ussr="me", us="bot:recruit")
    guest.play(lambda: guest.is_asked("Advance an issue"))
    guest.close_text_board()
    expect(guest.page.locator(".marks-layer .over:visible").first).to_be_visible()
    assert guest.page.evaluate(GLIDES_ON)


def test_a_battle_is_one_line_of_the_log_that_unfolds(house: RunningServer, guest: Guest) -> None:
    guest.begin(house, "churchill", "training", uk="bot:recruit", ussr="me", us="bot:recruit")
    page = guest.page
    battle = page.locator(".log .battle").first
    guest.play(lambda: battle.count() > 0 and battle.locator(".rest").is_hidden())
    guest.close_text_board()
    headline, fold, lines = battle.locator(".battle-head .entry"), battle.locator(".fold"), battle.locator(".rest .entry")
    expect(headline).to_contain_text(re.compile(r"Debate on .+\. It ends at "))
    assert lines.count() > 1
    expect(lines.first).to_be_hidden()  # what has happened since has folded it
    expect(fold).to_have_attribute("aria-expanded", "false")
    fold.focus()
    page.keyboard.press("Enter")
    expect(lines.first).to_be_visible()
    expect(lines.first).to_contain_text("advances")
    assert battle.locator(".battle-head .end").count() == ("Soviet Union" in headline.inner_text())
    shown = page.get_by_role("combobox", name="Show in the log")
    shown.select_option("battles")
    expect(battle).to_be_hidden()  # a debate is none of the war's
    shown.select_option("all")
    expect(lines.first).to_be_visible()
    headline.click()
    expect(page.locator(".sentence")).to_contain_text("Looking back")
    expect(page.locator(".log .shown")).to_have_text(re.compile("advances"))
    page.locator(".log .shown").click()  # at that moment nobody has spoken against it yet, and it is no battle
    expect(page.locator(".sentence")).not_to_contain_text("Looking back")
    fold.click()
    expect(lines.first).to_be_hidden()
    page.locator(".log").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".log [data-event]:focus")).to_be_visible()
    assert page.locator(".log h3").count() == 1, "one conference"
