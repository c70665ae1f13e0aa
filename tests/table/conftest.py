"""A server with the miniature game, guests and their lines, all put away afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from tests.kernel.miniature import GAME

from casusbelli.table.hours import Hours
from casusbelli.table.room import REAL_HOURS
from casusbelli.table.settings import Settings

from .canary import CANARY
from .evening import Begin, Evening
from .parley import PARLEY
from .tablekit import QUIET, Guest, Server, deals_found_made, forget_games, install


@pytest.fixture(scope="module", autouse=True)
def games() -> Iterator[None]:
    """The miniature game, the one with the canaries and the one of open talk are installed, no others."""
    with pytest.MonkeyPatch.context() as patch:
        install(patch, GAME, CANARY, PARLEY)
        yield
    forget_games()


@pytest.fixture(scope="module", autouse=True)
def deals(request: pytest.FixtureRequest) -> Iterator[None]:
    """Most trials are not about the deal: their people find it made. Those that are say so: ``DEALT_BY_ALL = True``."""
    with nullcontext() if getattr(request.module, "DEALT_BY_ALL", False) else deals_found_made():
        yield


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite"


@pytest.fixture
def start(database: Path) -> Iterator[Callable[..., Server]]:
    """Start a server on the test's own database; several may follow one another."""
    running: list[Server] = []

    def begin(settings: Settings = QUIET, hours: Hours = REAL_HOURS, pinged_every: float | None = None) -> Server:
        running.append(Server(database, settings, hours, pinged_every))
        return running[-1]

    yield begin
    for server in running:
        server.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that most tests share; each makes its own matches."""
    running = Server(tmp_path_factory.mktemp("table") / "matches.sqlite")
    yield running
    running.stop()


@pytest.fixture
def guest(server: Server) -> Iterator[Callable[..., Guest]]:
    """Make a guest of that name at the shared server."""
    guests: list[Guest] = []

    def make(name: str = "Anna") -> Guest:
        guests.append(Guest(server, name))
        return guests[-1]

    yield make
    for one in guests:
        one.close()


@pytest.fixture
def evening(start: Callable[..., Server]) -> Iterator[Begin]:
    """Begin an evening, of two people or of another kind; all are over afterwards."""
    begun: list[Evening] = []

    def begin(kind: type[Evening] = Evening, **form: str) -> Evening:
        begun.append(kind(start, **form))
        return begun[-1]

    yield begin
    for one in begun:
        one.close()
