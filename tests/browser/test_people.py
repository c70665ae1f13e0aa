"""The house in a browser: an account by keyboard alone, a challenge taken with a telephone, all of it without script. Every page
in every language is in test_pages.py."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.guests import DESK, PATIENCE, PHONE, Guest
from tests.serving import RunningServer

PASSWORD = "quiet-harbour-velvet-tin"
LAPTOP = {**DESK, "viewport": {"width": 1280, "height": 720}}


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[RunningServer]:
    """A house that hashes quickly and lets everybody sign up."""
    server = RunningServer(
        tmp_path / "matches.sqlite", CASUS_PASSWORD_MEMORY="64", CASUS_PASSWORD_ROUNDS="1", CASUS_SIGNUP_RATE="99/99"
    )
    yield server
    server.stop()


def sign_up(somebody: Guest, house: RunningServer, name: str) -> None:
    """With the keyboard alone."""
    page = somebody.page
    page.goto(f"{house.url}/account/new")
    page.locator("#name").focus()
    page.keyboard.type(name)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".codes code")).to_have_count(10)


def test_strangers_meet(browser: Browser, inn: RunningServer) -> None:
    desk, phone = browser.new_context(**LAPTOP), browser.new_context(**{**PHONE, "locale": "it"})
    ada, bruno = Guest(desk), Guest(phone)
    sign_up(ada, inn, "Ada.Lovelace")
    assert ada.barriers() == []
    sign_up(bruno, inn, "Bruno")
    assert bruno.fits() and bruno.barriers() == []

    ada.page.goto(f"{inn.url}/challenges/new?game=fog_of_war")
    ada.page.get_by_label("Pace").select_option("relaxed")
    ada.page.get_by_label("Rated").check()
    ada.page.get_by_role("button", name="Offer it").press("Enter")
    expect(ada.page.locator("[data-wait]")).to_be_visible()

    bruno.page.goto(inn.url)
    assert bruno.fits() and bruno.barriers() == []
    bruno.page.get_by_role("button", name=re.compile("^Siediti")).first.click()
    bruno.page.wait_for_url("**/m/**")
    ada.page.wait_for_url("**/m/**", timeout=PATIENCE)
    expect(ada.page.locator(".sentence")).not_to_be_empty(timeout=PATIENCE)

    ada.page.goto(inn.url)
    expect(ada.page.locator("#mine")).to_be_visible()
    for somebody, context in ((ada, desk), (bruno, phone)):
        assert somebody.complaints == []
        context.close()


def test_the_house_without_script(browser: Browser, inn: RunningServer) -> None:
    context = browser.new_context(**LAPTOP, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{inn.url}/account/new")
    page.locator("#name").fill("Plain.Paper")
    page.locator("#password").fill(PASSWORD)
    page.get_by_role("button", name="Make my account").click()
    expect(page.locator(".codes code")).to_have_count(10)
    expect(page.get_by_role("button", name="Copy")).to_be_hidden()
    page.get_by_role("link", name="I have kept them").click()
    page.get_by_role("button", name="Churchill: By post").click()
    expect(page.locator(".wait")).to_contain_text("1 of 3")
    page.get_by_role("button", name="Stop waiting").click()
    expect(page.locator(".wait")).to_have_count(0)
    page.get_by_role("link", name="Plain.Paper").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Sign in").first.click()
    page.locator("#name").fill("plain-paper")
    page.locator("#password").fill("not this one")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("not right")
    page.locator("#password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="Plain.Paper")).to_be_visible()
    context.close()
