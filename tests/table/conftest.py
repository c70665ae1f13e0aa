"""A server with the miniature game, guests and their lines, all put away after the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.kernel.miniature import GAME

from casusbelli.table.settings import Settings

from .tablekit import QUIET, Guest, Server, forget_games, install


@pytest.fixture(autouse=True)
def miniature(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    install(monkeypatch, GAME)
    yield
    monkeypatch.undo()
    forget_games()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite"


@pytest.fixture
def start(database: Path, miniature: None) -> Iterator[Callable[..., Server]]:
    """Start a server on the test's database; several may follow one another."""
    running: list[Server] = []

    def begin(settings: Settings = QUIET) -> Server:
        running.append(Server(database, settings))
        return running[-1]

    yield begin
    for server in running:
        server.stop()


@pytest.fixture
def server(start: Callable[..., Server]) -> Server:
    return start()


@pytest.fixture
def guest(server: Server) -> Iterator[Callable[[str], Guest]]:
    """Make a guest of that name."""
    guests: list[Guest] = []

    def make(name: str = "Anna") -> Guest:
        guests.append(Guest(server, name))
        return guests[-1]

    yield make
    for one in guests:
        one.close()
