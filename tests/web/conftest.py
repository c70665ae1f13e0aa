"""A real server with the miniature game and a board for it, and a browser that complains of every error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import ConsoleMessage, Page
from tests.browser.guests import OUTCOMES_ALONE
from tests.kernel.miniature import Miniature
from tests.table.tablekit import QUIET, Server, deals_found_made, forget_games, install


class WithBoard(Miniature):
    folder = Path(__file__).parent / "miniature"

    def names(self, language: str) -> dict[str, str]:
        seats = {"uk": "United Kingdom", "ussr": "Soviet Union", "us": "United States"}
        return {**seats, **{f"issue_{n}": f"Issue {letter}" for n, letter in enumerate("ABCDE")}}


@pytest.fixture(scope="module", autouse=True)
def deals() -> Iterator[None]:
    """These trials are not about the deal: their people find it made."""
    with deals_found_made():
        yield


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        install(patch, WithBoard())
        server = Server(tmp_path / "matches.sqlite", QUIET)
        yield server
        server.stop()
    forget_games()


@pytest.fixture
def sit(server: Server, page: Page) -> Iterator[Callable[..., str]]:
    """Begin a match and open its page; at the end the page must not have complained."""
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            complaints.append(message.text)

    page.add_init_script(OUTCOMES_ALONE)
    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))

    def begin(*, switched_on: str = "", **seats: str) -> str:
        page.set_default_timeout(10_000)
        page.goto(server.url)
        form = {"game": "miniature", "scenario": "short", "name": "Ada", "spectators": "on"}
        form |= {f"seat.{seat}": sitter for seat, sitter in seats.items()}
        if switched_on:
            form[f"option.{switched_on}"] = "on"
        made = page.request.post(f"{server.url}/matches", form=form, headers={"Origin": server.url})
        assert made.ok, made.text()
        page.goto(made.url)
        page.wait_for_selector(".sentence:not(:empty)")
        return made.url

    yield begin
    assert complaints == []
