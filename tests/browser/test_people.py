"""The house in a browser: an account by keyboard alone, a challenge taken with a telephone, all of it without script. Every page
in every language is in test_pages.py."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyotp
import pytest
from playwright.sync_api import Browser, expect
from tests.browser.guests import DESK, PATIENCE, PHONE, Guest
from tests.serving import RunningServer
from typer.testing import CliRunner

from casusbelli.cli.app import app

PASSWORD = "quiet-harbour-velvet-tin"
LAPTOP = {**DESK, "viewport": {"width": 1280, "height": 720}}
QUICK = {"CASUS_PASSWORD_MEMORY": "64", "CASUS_PASSWORD_ROUNDS": "1", "CASUS_SIGNUP_RATE": "99/99"}
"""A house that hashes quickly and minds nobody's haste."""


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[RunningServer]:
    """A house that lets everybody sign up."""
    server = RunningServer(tmp_path / "matches.sqlite", **QUICK)
    yield server
    server.stop()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[RunningServer]:
    """A house for those who were invited, each with a second factor."""
    server = RunningServer(tmp_path / "matches.sqlite", **QUICK, CASUS_SIGNUP="invite", CASUS_SECOND_FACTOR="required")
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


@pytest.mark.parametrize("look", [LAPTOP, PHONE], ids=["desk", "phone"])
def test_an_invitation_leads_to_an_account_and_its_second_factor_back_to_the_table(
    browser: Browser, club: RunningServer, look: dict[str, Any]
) -> None:
    context = browser.new_context(**look)
    ada = Guest(context)
    ada.begin(club, "fog_of_war", axis="me", allied="bot:recruit")
    page, table = ada.page, ada.page.url
    page.goto(f"{club.url}/account/new")
    expect(page.locator("main .notice")).to_contain_text("invitation")
    assert ada.fits() and ada.barriers() == []
    told = CliRunner().invoke(app, ["admin", "invite", "Chess club", "--database", str(club.database)], catch_exceptions=False)
    (link,) = re.findall(r"/account/new/\S+", told.stdout)
    page.goto(f"{club.url}{link}")
    page.locator("#name").fill("Ada.Club")
    page.locator("#password").fill(PASSWORD)
    page.get_by_role("button", name="Make my account").click()
    expect(page.locator(".codes code")).to_have_count(10)
    page.goto(table)  # what a guest played waits for the factor
    expect(page.get_by_role("heading", name="Second factor")).to_be_visible()
    assert ada.fits() and ada.barriers() == []
    page.locator("#digits").fill("000000")
    page.get_by_role("button", name="Switch on").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert [each for each in ada.complaints if "422" not in each] == []
    ada.complaints.clear()  # the browser tells of every refusal
    page.locator("#digits").fill(pyotp.TOTP(page.locator("code.seed").inner_text()).now())
    page.get_by_role("button", name="Switch on").press("Enter")
    page.wait_for_url(table)
    ada.is_at_the_table()
    assert ada.complaints == []
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
