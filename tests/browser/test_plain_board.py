"""Games without a board of their own in a real browser: one just made by ``casus new-game``, and the example grown from one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.guests import Guest
from tests.serving import RunningServer

from casusbelli.scaffold import write_package

pytestmark = pytest.mark.browser

EXAMPLE = Path(__file__).parents[2] / "examples" / "salt_road"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server on which both are installed, by pip."""
    folder = tmp_path_factory.mktemp("shelf")
    write_package("two_rivers", folder / "two_rivers")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder / "site")]
    subprocess.run([*pip, str(folder / "two_rivers"), str(EXAMPLE)], check=True, capture_output=True)
    server = RunningServer(folder / "matches.sqlite", PYTHONPATH=str(folder / "site"))
    yield server
    server.stop()


def touch(lit: Locator) -> None:
    """What may be chosen next, by touching it."""
    expect(lit.first).to_be_visible()
    lit.first.click()


def test_a_game_just_made_is_played_to_its_end_by_touching_what_is_lit(shelf: RunningServer, guest: Guest) -> None:
    guest.begin(shelf, "two_rivers", red="me", blue="bot:marshal")
    page = guest.page
    places = page.locator(".pl-place")
    expect(places).to_have_count(3)
    expect(places.filter(has_text="Castle")).to_contain_text("Guard 5")
    assert guest.barriers() == []
    for left in (3, 2, 1, 0):
        touch(page.locator(".pl-card.legal"))
        touch(page.locator(".pl-place.legal"))
        expect(page.locator(".pl-card")).to_have_count(left)
    expect(page.locator(".log")).to_contain_text("Red attacks")
    expect(page.locator(".last-screen")).to_be_visible()
    assert guest.untranslated() == []


def test_three_houses_on_a_telephone(shelf: RunningServer, walker: Guest) -> None:
    walker.begin(shelf, "salt_road", "three_houses", guild="me", prince="bot:recruit", abbey="bot:recruit")
    page = walker.page
    touch(page.locator(".pl-card.legal"))
    expect(page.locator(".sentence")).to_contain_text("muster, march or rest")
    assert walker.fits()
    assert walker.barriers() == []
    walker.play(lambda: page.locator(".last-screen").is_visible() or "Round 3" in walker.log())
    walker.close_text_board()
    expect(page.locator(".pl-map .pl-place")).to_have_count(7)
    assert walker.untranslated() == []


def test_the_coach_and_the_text_board_know_it_too(shelf: RunningServer, guest: Guest) -> None:
    page = guest.page
    page.goto(f"{shelf.url}/learn/salt_road/first_toll")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".coach")).to_contain_text("You are the Guild")
    guest.begin(shelf, "salt_road", "two_houses", guild="me", prince="bot:recruit")
    guest.open_text_board()
    expect(page.locator(".textboard")).to_contain_text("The road")
    expect(page.locator(".textboard")).to_contain_text("Salt Pans")
