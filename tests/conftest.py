"""What all tests share: how hard Hypothesis tries, the browser, and a running server."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from tests.postgres import Postgres, programs
from tests.serving import RunningServer
from tools import chromium

CI = os.environ.get("CI") == "true"

settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate],  # a failure names its seed; to look for a smaller one would take many whole games
)
settings.register_profile("here", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ci" if CI else "here")

SERVERS = Path(__file__).parent / "table"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever opens a page drives a browser.

    Pages get a second try, and in CI so do live servers: a busy machine can starve them. Second tries are reported: look at them.
    """
    for item in items:
        if "browser_type_launch_args" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=1))
        elif CI and SERVERS in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(autouse=True)
def no_loop_of_playwright(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright's loop counts as running in this thread from the first page to the last. Whoever drives no page finds none."""
    if "browser_type_launch_args" in request.fixturenames:
        yield
        return
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Playwright drives the system's Chromium. Without one the browser tests are skipped; in CI that is a failure."""
    path = chromium.path()
    if path is None:
        line = f"no Chromium for the browser tests (looked for {', '.join(chromium.NAMES)})"
        if CI:
            pytest.fail(line, pytrace=False)
        pytest.skip(line)
    return {**browser_type_launch_args, "executable_path": path, "args": chromium.SWITCHES}


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of this test process. Without one such tests are skipped; in CI that is a failure."""
    where = programs()
    if where is None:
        line = "no PostgreSQL for the tests (see scripts/postgres)"
        if CI:
            pytest.fail(line, pytrace=False)
        pytest.skip(line)
    server = Postgres(where)
    yield server
    server.close()


@pytest.fixture
def postgres_database(postgres: Postgres) -> str:
    """The address of an empty database there."""
    return postgres.new_database()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """The real server with the installed games, shared by the tests of a process; each makes matches of its own."""
    server = RunningServer(tmp_path_factory.mktemp("house") / "matches.sqlite")
    yield server
    server.stop()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[RunningServer]:
    """A real server of the test's own, to be stopped, killed and started again."""
    server = RunningServer(tmp_path / "matches.sqlite")
    yield server
    server.stop()
