"""The house at the table in real browsers: clocks, a pause that is agreed, a flag that falls, an officer, notes. Three people,
one of them with a telephone and one in Italian; the trial turns the server's clock."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.conftest import seated
from tests.browser.guests import DESK, Guest
from tests.serving import RunningServer
from tests.table.hands import Hands
from tests.table.tablekit import QUIET, Server

from casusbelli.table.pace import MINUTE, SECOND

SHOTS = os.environ.get("CASUS_SHOTS", "")


def shot(guest: Guest, name: str) -> None:
    if SHOTS:
        guest.page.screenshot(path=Path(SHOTS) / f"{name}.png")


@pytest.fixture
def turned(tmp_path: Path) -> Iterator[tuple[Server, Hands]]:
    """A server, and the hands of its clock."""
    hands = Hands()
    server = Server(tmp_path / "matches.sqlite", QUIET, hands)
    yield server, hands
    server.stop()


@pytest.fixture
def italian(browser: Browser) -> Iterator[Guest]:
    yield from seated(browser, {**DESK, "locale": "it"})


def test_an_evening_with_clocks(turned: tuple[Server, Hands], guest: Guest, walker: Guest, italian: Guest) -> None:
    server, hands = turned
    marta, inaki, davide = guest.page, walker.page, italian.page

    def settle() -> None:
        marta.wait_for_timeout(100)

    marta.goto(f"{server.url}/new/churchill")
    marta.fill("#name", "Marta")
    for seat in ("ussr", "us"):
        marta.select_option(f"#seat-{seat}", "open")
    marta.check("input[name=pace][value=brisk]")
    marta.click("form button.primary")
    marta.wait_for_selector("#deal .chip:visible")
    room = server.room(marta.url.split("/m/")[1].split("?")[0])
    for page, seat, name in ((inaki, "ussr", "Iñaki"), (davide, "us", "Davide")):
        page.goto(f"{server.url}/join/{room.seats[seat].token}")
        page.fill("#name", name)
        page.click("form button.primary")
    expect(davide.locator(".players .timer.running")).to_have_count(3)
    expect(davide.locator(".top-clock")).to_contain_text("tu")
    expect(inaki.locator(".clock-strip .running.mine")).to_be_visible()

    # a pause, asked from the keyboard and granted by both
    marta.locator(".top .menu").focus()
    marta.keyboard.press("Enter")
    marta.get_by_role("button", name="Table: take back, pause, resign …").press("Enter")
    marta.locator("[data-house=pause]").press("Enter")
    marta.locator('[data-house="m 5"]').press("Enter")
    expect(davide.locator(".request")).to_contain_text("Marta chiede una pausa")
    assert italian.barriers() == [] and walker.barriers() == []
    davide.get_by_role("button", name="Consenti").click()
    inaki.get_by_role("button", name="Allow").click()
    expect(marta.locator(".request")).to_contain_text("paused until")
    expect(marta.locator(".board-host")).to_be_hidden()
    hands.turn(5 * MINUTE, settle)
    expect(marta.locator(".board-host")).to_be_visible()
    expect(marta.locator(".log .house-line").last).to_have_text("The match goes on.")

    # two choose their cards; the third is out of time, and an officer takes the seat
    for seat in ("uk", "us"):
        page = marta if seat == "uk" else davide
        page.keyboard.press("x")
        page.locator(".textboard .options button").first.click()
    hands.turn(20 * MINUTE + 10 * SECOND + 5 * SECOND, settle)
    expect(marta.locator("dialog.house-sheet h2")).to_have_text("Iñaki is out of time")
    assert guest.barriers() == []
    marta.locator("[data-house=bot]").click()
    expect(inaki.locator(".request")).to_contain_text("An officer plays for you.")
    expect(davide.locator(".log .house-line").last).to_contain_text("continua un ufficiale")
    inaki.get_by_role("button", name="Take my seat back").click()
    expect(inaki.locator(".request")).to_have_count(0)

    # notes are Marta's own
    marta.keyboard.press("Escape")
    marta.locator(".top .menu").click()
    marta.get_by_role("button", name="My notes").click()
    marta.locator(".notes textarea").fill("Iñaki was away")
    marta.keyboard.press("Escape")
    marta.locator(".top .menu").click()
    marta.get_by_role("button", name="My notes").click()
    expect(marta.locator(".notes textarea")).to_have_value("Iñaki was away")


def test_standing_answers_are_left_and_removed(house: RunningServer, guest: Guest, walker: Guest) -> None:
    in_english, in_italian = (
        ("Standing answers", "Leave this", "Remove"),
        ("Risposte permanenti", "Lascia questa", "Togli"),
    )
    for who, language, words in ((guest, "en", in_english), (walker, "it", in_italian)):
        page = who.page
        who.begin(house, "churchill", uk="me", ussr="bot:random", us="bot:random")
        if language != "en":
            page.goto(f"{page.url.partition('?')[0]}?seat=uk&lang={language}")
        page.locator(".top .menu").click()
        page.get_by_role("button", name=words[0]).click()
        sheet = page.locator("dialog[open] .standing")
        sheet.locator("select").nth(1).select_option("second_front")
        sheet.get_by_role("button", name=words[1]).click()
        expect(sheet.locator(".standing-list li")).to_have_count(1)
        shot(who, f"standing_{language}")
        assert who.barriers() == [] and who.untranslated() == [] and who.fits()
        sheet.get_by_role("button", name=words[2]).click()
        expect(sheet.locator(".standing-list li")).to_have_count(0)
