"""A finished match with its analysis beside the board: by mouse and keys, in three languages, on a phone."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, expect
from tests.serving import RunningServer

from .guests import DESK, PATIENCE, PHONE, Guest

pytestmark = pytest.mark.browser

LEISURE = 3 * PATIENCE
"""Whoever works an analysis out yields to all others: on a busy machine it gets hardly any time."""

SHOTS = os.environ.get("CASUS_SHOTS", "")


def shot(guest: Guest, name: str) -> None:
    if SHOTS:
        guest.page.screenshot(path=Path(SHOTS) / f"{name}.png")


def weighs_on_the_board(watcher: Guest) -> None:
    """The first turning point that was a choice: its options bear letters, above the board and on it."""
    page = watcher.page
    panel = page.locator("[data-panel=analysis]")
    turns = panel.locator(".turning")
    for n in range(turns.count()):
        turns.nth(n).click()
        expect(turns.nth(n)).to_have_attribute("aria-pressed", "true")
        page.wait_for_url(re.compile(r"[?&]at=\d+"))
        if panel.locator(".options-weighed li").count() > 1:
            expect(page.locator(".prompt .sentence")).to_contain_text(re.compile("A: .+ · B: "))
            tells_why(watcher)
            return


def tells_why(watcher: Guest) -> None:
    """In words, of the option that the marshals take; and how what was played compares with it."""
    panel = watcher.page.locator("[data-panel=analysis]")
    told = panel.locator(".reasons-told")
    expect(told.locator("p").first).to_have_text(re.compile(r"^Why marshals prefer [AB]:$"))
    expect(told.locator("ul").first.locator("li").first).to_have_text(re.compile(r"^[^{}]{8,}[.!?]$"))
    if told.locator("ul").count() > 1:
        expect(told.locator("p").nth(1)).to_have_text("What was played, A, beside it:")
        expect(told.locator("ul").nth(1).locator("li").first).to_have_text(re.compile(r"^[^{}]{8,}[.!?]$"))


def test_the_analysis_of_a_finished_match(house: RunningServer, browser: Browser) -> None:
    watcher = Guest(browser.new_context(**DESK))
    page = watcher.page
    address = watcher.begin(house, "fog_of_war", allied="bot:random", axis="bot:random").partition("?")[0]
    for _ in range(600):
        if page.request.get(f"{address}/ending").ok:
            break
        page.wait_for_timeout(100)
    page.goto(f"{address}/analysis")
    panel = page.locator("[data-panel=analysis]")
    panel.get_by_role("button", name="Work it out").click()
    expect(panel.locator(".course")).to_be_visible(timeout=LEISURE)
    expect(panel.get_by_role("heading", name="Luck")).to_be_visible(timeout=LEISURE)
    expect(panel.get_by_text("being worked out")).to_have_count(0, timeout=LEISURE)  # luck comes before the turning points
    expect(panel.locator(".turning").first).to_be_visible()
    panel.locator(".turning").first.click()
    expect(panel.locator(".turning").first).to_have_attribute("aria-pressed", "true")
    weighs_on_the_board(watcher)
    before = page.locator(".strip:not(.recap) output").inner_text()
    page.keyboard.press("}")
    page.keyboard.press("g")
    expect(panel.locator("details.as-table")).to_have_attribute("open", "")
    page.keyboard.press("v")
    expect(panel.locator(".segment [aria-pressed=true]")).to_have_count(1)
    assert page.locator(".strip:not(.recap) output").inner_text() != "" and before
    shot(watcher, "analysis_desktop")
    assert watcher.barriers() == [] and watcher.untranslated() == [] and watcher.fits()
    for language, words in (("it", "Svolte"), ("es", "Puntos de inflexión")):
        page.goto(f"{address}/analysis?lang={language}")
        expect(page.locator("[data-panel=analysis]").get_by_role("heading", name=words)).to_be_visible(timeout=PATIENCE)
        assert watcher.untranslated() == []
    assert watcher.complaints == []
    phone = Guest(browser.new_context(**PHONE))
    phone.page.goto(f"{address}/analysis?lang=en")
    expect(phone.page.locator("[data-panel=analysis] .course")).to_be_visible(timeout=PATIENCE)
    shot(phone, "analysis_phone")
    assert phone.barriers() == [] and phone.fits() and phone.complaints == []


def test_what_lay_hidden_and_the_war_as_a_film(house: RunningServer, guest: Guest) -> None:
    """Of a war that was given up early: nothing of it has to be worked out, and the film is drawn from one place."""
    page = guest.page
    guest.begin(house, "fog_of_war", axis="me", allied="bot:recruit")
    guest.play(lambda: guest.reads("Turn 1 "), "^Place no more")
    guest.close_text_board()
    page.locator(".top .menu").click()
    page.get_by_role("button", name="Table: take back, pause, resign …").click()
    page.locator("[data-house=leave]").click()
    page.locator("dialog[open] .danger").click()
    page.locator("dialog.result[open]").get_by_role("link", name="Analysis").click()
    panel = page.locator("[data-panel=analysis]")
    panel.locator("[data-key='eyes-*']").click()
    expect(page.locator(".hidden-then:visible").first).not_to_be_empty()
    with page.expect_download() as download:
        panel.locator("[data-key=map_picture]").click()
    with Image.open(download.value.path()) as picture:
        assert picture.format == "PNG" and picture.width == 720 and len(picture.convert("RGB").getcolors(1 << 20) or []) > 50
    with page.expect_download() as download:
        panel.locator("[data-key=map_film]").click()
    with Image.open(download.value.path()) as film:
        frames = getattr(film, "n_frames", 1)
        assert film.format == "GIF" and film.width == 720 and 2 <= frames <= 60
        seen = set()
        for n in range(frames):
            film.seek(n)
            seen.add(film.convert("RGB").tobytes())
        assert len(seen) > 1 and film.info["duration"] == 3000
    expect(page.locator(".toast").last).to_contain_text("Made in this browser")
