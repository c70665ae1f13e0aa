"""The rulebook, walked through once: pages, search, terms, cards, the player aid on paper, and all of it at the table."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import Page, expect
from tests.browser.guests import Guest
from tests.serving import RunningServer

from casusbelli.game import LANGUAGES
from casusbelli.game.registry import installed

GAME = "fog_of_war"
BOOK = f"/rules/{GAME}"


def drawn(page: Page) -> None:
    """All figures of the page are there."""
    expect(page.locator("rule-figure:not([data-ready])")).to_have_count(0)


def search(page: Page, words: str) -> None:
    page.keyboard.press("/")
    expect(page.locator("#book-search")).to_be_focused()
    page.locator("#book-search").fill(words)
    expect(page.locator(".found a").first).to_be_visible()


def test_the_book_can_be_read_searched_and_printed(guest: Guest, house: RunningServer) -> None:
    page = guest.page
    page.goto(house.url + BOOK)
    expect(page.get_by_role("heading", name="How you win")).to_be_visible()
    page.get_by_role("link", name=re.compile("^1 What you have")).last.click()

    page.goto(f"{house.url}{BOOK}/5")
    drawn(page)
    assert page.locator("rule-figure .drawn > *").count() >= 3
    assert guest.barriers() == []

    # slips of the finger are forgiven; a number goes straight to its entry
    search(page, "quagmrie suply")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules/fog_of_war/6#6.*")
    search(page, "7.1.2")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules/fog_of_war/7#7.1.2")

    # a term explains itself, under the pointer and by keyboard; a term in its card opens in the same card
    page.goto(f"{house.url}{BOOK}/5")
    drawn(page)
    card = page.locator(".tip-card")
    page.locator("glossary-term[term=operation]").first.hover()
    expect(card).to_contain_text("A plan against one province")
    card.locator("glossary-term[term=wheel]").click()
    expect(card).to_contain_text("Six spaces")
    card.get_by_role("button", name="Back").click()
    expect(card).to_contain_text("A plan against one province")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    page.locator("glossary-term[term=dial] a").first.focus()
    expect(card).to_be_visible()
    assert guest.barriers() == []
    page.keyboard.press("Escape")

    # an example opens at a table of one's own
    page.locator("#try-E24").get_by_role("button", name="Try it").click()
    page.wait_for_url("**/s/**")
    expect(page.locator(".sentence")).to_contain_text("Choose an action")

    # all cards, filtered
    page.goto(f"{house.url}{BOOK}/cards")
    page.get_by_label("Kind").select_option("Fleet")
    expect(page.locator(".piece:visible")).to_have_count(6)
    page.get_by_label("Kind").select_option("")
    page.get_by_label("Find").fill("Matapan")
    expect(page.locator(".piece:visible")).to_have_count(1)

    # the player aid of every game is one sheet of paper in every language
    for game, language in product(installed(), LANGUAGES):
        page.goto(f"{house.url}/rules/{game}/aid?lang={language}")
        paper = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", paper)) == 1, (game, language)
    page.goto(f"{house.url}{BOOK}/aid?lang=en")
    assert guest.barriers() == []


def test_the_book_needs_no_script(guest: Guest, house: RunningServer) -> None:
    browser = guest.page.context.browser
    assert browser is not None
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{house.url}{BOOK}/5?lang=it")
    expect(page.get_by_role("heading", name="Le operazioni")).to_be_visible()
    expect(page.locator(".rule-figure figcaption").first).to_contain_text("Alpha")
    page.locator(".entry a.rule").first.click()
    expect(page.locator(".sheet")).to_be_visible()
    page.context.close()


@pytest.mark.parametrize("place", ["desk", "phone"])
def test_the_rules_at_the_table(place: str, guest: Guest, walker: Guest, house: RunningServer) -> None:
    somebody = guest if place == "desk" else walker
    page = somebody.page
    somebody.begin(house, GAME, axis="me", allied="bot:recruit")

    # the first question explains itself, and can be sent away
    note = page.locator(".help-note" if place == "desk" else "dialog[open]")
    if place == "phone":
        page.locator(".help-button.fresh").click()
    expect(note).to_contain_text("Your two secret provinces")
    expect(note.get_by_text("Choose what you can defend longest")).to_be_visible()
    assert somebody.fits() and somebody.barriers() == []
    note.get_by_role("button", name="Close").click()
    expect(note).to_be_hidden()

    # a chip gives the quick answer and then the whole rule, in the same dialog
    page.locator(".prompt rule-chip button").first.click()
    page.get_by_role("button", name="Read the rule").click()
    dialog = page.locator("dialog[open]")
    expect(dialog).to_contain_text("The table sets itself up")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)

    # the player aid lies in a drawer, open at the present step
    page.keyboard.press("a")
    drawer = page.locator("dialog.drawer")
    expect(drawer.locator(".card-box.first")).to_contain_text("Victory cards")
    assert somebody.barriers() == []

    # the drawer is a book: search, cards of this match, back
    drawer.get_by_role("searchbox").fill("intelligense")
    drawer.locator(".found a").first.click()
    expect(drawer.get_by_role("heading", name="Intelligence", exact=True)).to_be_visible()
    drawer.get_by_role("button", name="Cards").click()
    expect(drawer.locator("#card-paris")).to_contain_text("Now: Allies")
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    page.locator(".prompt .term, .prompt glossary-term").first.focus()
    expect(page.locator(".tip-card")).to_be_visible()
