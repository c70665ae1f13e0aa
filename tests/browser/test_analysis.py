"""A finished match with its analysis beside the board: by mouse and keys, in three languages, on a phone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.serving import RunningServer

from .guests import DESK, PATIENCE, PHONE, Guest

pytestmark = pytest.mark.browser

SHOTS = os.environ.get("CASUS_SHOTS", "")


def shot(guest: Guest, name: str) -> None:
    if SHOTS:
        guest.page.screenshot(path=Path(SHOTS) / f"{name}.png")


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
    expect(panel.locator(".course")).to_be_visible(timeout=PATIENCE)
    expect(panel.get_by_role("heading", name="Luck")).to_be_visible(timeout=PATIENCE)
    expect(panel.locator(".turning").first).to_be_visible()
    panel.locator(".turning").first.click()
    expect(panel.locator(".turning").first).to_have_attribute("aria-pressed", "true")
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
