"""Churchill in real browsers, on the real server: one seat against two bots, and a person at every seat."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.guests import Guest, play_on
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

SEATS = ("uk", "ussr", "us")


def begin(guest: Guest, house: RunningServer, scenario: str = "training", **seats: str) -> None:
    guest.begin(house, "churchill", scenario, **seats)


def play_until_asked(guest: Guest, words: str) -> None:
    guest.play(lambda: guest.is_asked(words))


def test_a_conference_against_two_bots_with_a_reload_in_the_middle(house: RunningServer, guest: Guest) -> None:
    begin(guest, house, uk="bot:recruit", ussr="me", us="bot:recruit")
    play_until_asked(guest, "Advance an issue")
    told = guest.log()
    guest.page.reload()
    expect(guest.page.locator(".log")).to_contain_text(told.splitlines()[0])
    guest.play(lambda: "Conference 9:" in guest.log())
    assert "wins the conference" in guest.log()
    assert "Conference 8 is over" in guest.log()
    expect(guest.page.locator(".headline")).to_contain_text("Conference 9 of 10")


def test_the_mouse_puts_an_issue_on_the_table_and_advances_one(house: RunningServer, guest: Guest) -> None:
    begin(guest, house, uk="bot:recruit", ussr="me", us="bot:recruit")
    page = guest.page
    page.locator(".hand .card.legal").nth(1).click()
    play_until_asked(guest, "Advance an issue")
    guest.close_text_board()
    page.locator(".hand .card.legal:not(.leader)").last.click()
    expect(page.locator(".hand .card.picked")).to_have_count(1)
    slip = page.locator(".slip.legal").first
    slip.hover()
    expect(page.locator(".floor .considered .steps li").first).to_be_visible()
    expect(page.locator(".paths .goal")).to_have_count(1)
    before = guest.log().count("Soviet Union advances")
    slip.click()
    choose = page.locator(".prompt .buttons .button").first
    if guest.is_asked("Advance an issue") and page.locator(".hand .card.picked").count():
        choose.click()
    expect(page.locator(".log")).to_contain_text("Soviet Union advances")
    assert guest.log().count("Soviet Union advances") > before


def test_production_shows_the_odds_before_it_is_spent(house: RunningServer, guest: Guest) -> None:
    begin(guest, house, uk="bot:recruit", ussr="bot:recruit", us="me")
    play_until_asked(guest, "Spend Production")
    guest.close_text_board()
    page = guest.page
    expect(page.locator(".production tbody tr")).to_have_count(7)
    expect(page.locator(".production .odds").first).to_contain_text("%")
    expect(page.locator(".production .odds", has_text="with one more").first).to_be_visible()
    page.locator(".production [data-kind=place].legal").first.click()
    expect(page.locator(".log")).to_contain_text(re.compile("Offensive Support|Naval Support"))


def hand_of(frame: dict[str, Any]) -> list[str]:
    return frame["view"]["hand"] or []


def test_three_browsers_and_no_hand_in_anothers_traffic(house: RunningServer, guest: Guest, rival: Guest, third: Guest) -> None:
    begin(guest, house, uk="me", ussr="open", us="open")
    everybody = [guest, rival, third]
    for other, invitation in zip(everybody[1:], guest.invitations(), strict=True):
        other.join(house, invitation)
    play_on(everybody, lambda: "advances" in guest.log())
    frames = {one: one.frames for one in everybody}
    seats = {one: frames[one][-1]["seat"] for one in everybody}
    assert set(seats.values()) == set(SEATS)
    for one in everybody:
        for other in everybody:
            if one is not other:
                check_silence(frames[one], frames[other])


def check_silence(mine: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> None:
    """No card that another holds is named in what was sent to me while he still held it."""
    held = {frame["seq"]: set(hand_of(frame)) for frame in theirs}
    for frame in mine:
        secret = held.get(frame["seq"], set())
        said = json.dumps([frame["view"], frame["ask"], frame["events"]])
        assert not {card for card in secret if f'"{card}"' in said}
        assert '"seed"' not in said


@pytest.mark.parametrize(("language", "words"), [("it", "Scegli una carta Staff"), ("es", "Elige una carta")])
def test_languages(house: RunningServer, guest: Guest, language: str, words: str) -> None:
    begin(guest, house, uk="me", ussr="bot:recruit", us="bot:recruit")
    guest.page.get_by_role("combobox", name=re.compile("Language")).select_option(language)
    expect(guest.page.locator(".sentence")).to_contain_text(words)
    assert guest.untranslated() == []


@pytest.mark.parametrize("size", [(1440, 900), (820, 1180), (390, 844)], ids=["desktop", "tablet", "phone"])
def test_nobody_is_kept_out(house: RunningServer, guest: Guest, size: tuple[int, int]) -> None:
    page = guest.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    begin(guest, house, uk="bot:recruit", ussr="bot:recruit", us="me")
    assert guest.barriers() == []
    play_until_asked(guest, "Advance an issue")
    assert guest.barriers() == []
    guest.close_text_board()
    expect(page.locator(".roundtable")).to_be_visible()
    assert guest.barriers() == []
    page.keyboard.press("w")
    expect(page.locator(".warmap").first).to_be_visible()
    assert guest.barriers() == []
    assert guest.fits()
