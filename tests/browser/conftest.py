"""Guests for the tests of the games: at a desk, at another desk, with a telephone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.browser.guests import DESK, PHONE, Guest


def seated(browser: Browser, place: dict[str, Any]) -> Iterator[Guest]:
    """A guest for one test; at its end his page must not have complained."""
    context = browser.new_context(**place)
    somebody = Guest(context)
    yield somebody
    context.close()
    assert somebody.complaints == []


@pytest.fixture
def guest(browser: Browser) -> Iterator[Guest]:
    yield from seated(browser, DESK)


@pytest.fixture
def rival(browser: Browser) -> Iterator[Guest]:
    yield from seated(browser, DESK)


@pytest.fixture
def third(browser: Browser) -> Iterator[Guest]:
    yield from seated(browser, DESK)


@pytest.fixture
def walker(browser: Browser) -> Iterator[Guest]:
    """Somebody with a telephone."""
    yield from seated(browser, PHONE)
