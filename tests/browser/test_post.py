"""The post in a browser: bell, notices, settings by keyboard, a notice of the browser itself, and the page without a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.guests import PATIENCE, PHONE, Guest
from tests.browser.test_people import LAPTOP, sign_up
from tests.serving import RunningServer

from casusbelli.table.post.sink import Sink


@pytest.fixture
def sink() -> Iterator[Sink]:
    found = Sink()
    yield found
    found.close()


@pytest.fixture
def inn(tmp_path: Path, sink: Sink) -> Iterator[RunningServer]:
    """A house that sends letters to a sink."""
    server = RunningServer(
        tmp_path / "matches.sqlite",
        CASUS_PASSWORD_MEMORY="64",
        CASUS_PASSWORD_ROUNDS="1",
        CASUS_SIGNUP_RATE="99/99",
        CASUS_SMTP_URL=sink.url,
        CASUS_MAIL_FROM="house@play.example.org",
        CASUS_PUBLIC_URL="https://play.example.org",
    )
    yield server
    server.stop()


def test_bell_letters_and_no_line(browser: Browser, inn: RunningServer, sink: Sink) -> None:
    desk = browser.new_context(**LAPTOP, permissions=["notifications"])
    phone = browser.new_context(**{**PHONE, "locale": "it"})
    desk.add_init_script(
        "window.shown = []; ServiceWorkerRegistration.prototype.showNotification = async (text) => { window.shown.push(text); };"
    )
    ada, bruno = Guest(desk), Guest(phone)
    sign_up(ada, inn, "Ada")
    sign_up(bruno, inn, "Bruno")

    # an address, by keyboard alone; it counts when the letter's link has been opened
    ada.page.goto(f"{inn.url}/account/notifications")
    assert ada.fits() and ada.barriers() == []
    ada.page.locator("#address").focus()
    ada.page.keyboard.type("ada@example.org")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".notice[role=status]")).to_be_visible()
    for _ in range(600):
        if sink.letters:
            break
        ada.page.wait_for_timeout(100)
    part = sink.letters[0].get_body(("plain",))
    assert part is not None
    path = re.search(r"https://play\.example\.org(/mail/\S+)", part.get_content())
    assert path is not None
    ada.page.goto(inn.url + path[1])
    assert ada.barriers() == []
    ada.page.get_by_role("button", name="Confirm").press("Enter")
    expect(ada.page.locator(".notice")).to_contain_text("confirmed")
    ada.page.goto(f"{inn.url}/account/notifications")
    ada.page.get_by_label("Your turn, live: Mail").check()
    ada.page.get_by_role("button", name="Keep").press("Enter")
    expect(ada.page.get_by_label("Your turn, live: Mail")).to_be_checked()
    expect(ada.page.get_by_label("Security: Mail")).to_be_disabled()

    # a challenge by name: the bell rings at whatever page is open
    bruno.page.goto(f"{inn.url}/challenges/new?game=fog_of_war&to=Ada")
    bruno.page.locator("form[action='/challenges'] button.primary, main form button.primary").first.click()
    bruno.page.wait_for_url("**/challenges/**")
    ada.page.goto(f"{inn.url}/learn")
    expect(ada.page.locator(".bell .count")).to_have_text("1", timeout=PATIENCE)
    assert ada.page.title().startswith("(1) ") and "dot" in (ada.page.locator("link[rel=icon]").get_attribute("href") or "")
    ada.page.locator(".bell").press("Enter")
    expect(ada.page.locator(".notices .fresh")).to_have_count(1)
    assert "Bruno" in ada.page.locator(".notices").inner_text() and ada.barriers() == []
    ada.page.get_by_role("button", name="Mark all as seen").press("Enter")
    expect(ada.page.locator(".notices .fresh")).to_have_count(0)
    ada.page.goto(f"{inn.url}/account/notifications")
    ada.page.get_by_role("button", name="Try it").last.press("Enter")
    ada.page.wait_for_function("window.shown.length === 1")

    for language in ("en", "it", "es"):
        for address in ("/account/notifications", "/notices", "/offline", "/unsubscribe/x"):
            for somebody in (ada, bruno):
                somebody.page.goto(f"{inn.url}{address}?lang={language}")
                assert somebody.fits(), (address, language)
            words = ada.page.locator("body").inner_text()
            assert not re.search(r"\b(?:notice|post|offline)\.[a-z_]+", words), (address, language)
            if language == "es":
                assert ada.barriers() == [], address
    manifest = ada.page.request.get(f"{inn.url}/manifest.webmanifest?lang=it").json()
    assert manifest["lang"] == "it" and all(ada.page.request.get(inn.url + one["src"]).ok for one in manifest["icons"])

    ada.page.goto(f"{inn.url}/learn?lang=en")
    ada.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    inn.stop()
    ada.page.goto(f"{inn.url}/matches")
    expect(ada.page.locator("h1")).to_have_text(re.compile("No line|Sin línea|Nessuna linea"))
    for context in (desk, phone):
        context.close()
