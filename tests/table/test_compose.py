"""``deploy/compose.yaml`` as far as it goes without an engine: its variables make a server that answers under its name alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import make_url
from tests.serving import WAIT, RunningServer

DEPLOY = Path(__file__).parents[2] / "deploy"
COMPOSE = (DEPLOY / "compose.yaml").read_text("utf-8")
GIVEN = {"CASUS_HOSTS": "play.example.org", "POSTGRES_PASSWORD": "secret"}


def filled(text: str) -> str:
    """The words with their variables, as an engine fills them in."""
    return re.sub(r"\$\{(\w+)(:\?[^}]+)?\}", lambda found: GIVEN[found[1]], text)


def environment(service: str) -> dict[str, str]:
    """The variables of a service."""
    block = re.search(rf"^  {service}:\n(.*?)(?=^  \w|^\w)", COMPOSE, re.DOTALL | re.MULTILINE)
    assert block is not None
    listed = re.search(r"^    environment:\n((?:      .*\n)+)", block[1], re.MULTILINE)
    assert listed is not None
    pairs = (line.split("#")[0].strip().split(": ", 1) for line in listed[1].splitlines())
    return {name: filled(value).strip().strip('"') for name, value in pairs}


@pytest.fixture
def behind(postgres_database: str) -> Iterator[RunningServer]:
    server = RunningServer(postgres_database, **{k: v for k, v in environment("casus").items() if k != "CASUS_DATABASE"})
    yield server
    server.stop()


def test_every_variable_that_must_be_given_says_what_it_is() -> None:
    assert set(re.findall(r"\$\{(\w+)", COMPOSE)) == set(GIVEN)
    assert all(re.search(rf"\$\{{{name}:\?[^}}]+\}}", COMPOSE) for name in GIVEN)


def test_server_and_database_mean_the_same_house() -> None:
    database = make_url(environment("casus")["CASUS_DATABASE"])
    kept = environment("database")
    assert database.drivername == "postgresql+psycopg" and database.host == "database"
    assert (database.username, database.password, database.database) == (
        kept["POSTGRES_USER"],
        kept["POSTGRES_PASSWORD"],
        kept["POSTGRES_DB"],
    )
    assert "psycopg" in (DEPLOY.parent / "requirements" / "postgres.txt").read_text("utf-8")
    assert "-r requirements/postgres.txt" in (DEPLOY / "Containerfile").read_text("utf-8")


def test_the_proxy_goes_where_the_server_listens() -> None:
    port = re.search(r"EXPOSE (\d+)", (DEPLOY / "Containerfile").read_text("utf-8"))
    assert port is not None
    assert f"--to casus:{port[1]}" in COMPOSE and f'"--port", "{port[1]}"' in (DEPLOY / "Containerfile").read_text("utf-8")


def test_its_variables_make_a_server_that_answers_under_its_name_alone(behind: RunningServer) -> None:
    through = {"Host": GIVEN["CASUS_HOSTS"], "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
    with httpx.Client(base_url=behind.url, timeout=WAIT) as proxy:
        assert proxy.get("/", headers=through).status_code == 200
        assert proxy.get("/", headers={**through, "Host": "elsewhere.example"}).status_code >= 400
        assert proxy.get("/readyz").status_code == 200, "the health check comes from inside"
