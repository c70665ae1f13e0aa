"""How often one address may knock at the desk, and what the log does not hold."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable

import msgspec
import pytest
from tests.table.tablekit import QUIET, Guest, Server

from casusbelli.table.health import figures
from casusbelli.table.logs import log_config
from casusbelli.table.settings import Rate, Settings

from .test_signing import OTHER, PASSWORD, sign_in, sign_up

Start = Callable[..., Server]
SELDOM = Rate(1 / 3600, 2)


def knock(server: Server, times: int, path: str, **form: str) -> list[int]:
    """So many requests from one address, each by another browser."""
    statuses = []
    for n in range(times):
        one = Guest(server)
        answer = one.http.post(path, data={key: value.format(n=n) for key, value in form.items()})
        statuses.append(answer.status_code)
        if answer.status_code == 429:
            assert int(answer.headers["retry-after"]) > 0
        one.close()
    return statuses


def test_an_address_signs_up_signs_in_and_recovers_so_often_and_no_more(start: Start) -> None:
    server = start(msgspec.structs.replace(QUIET, signup_rate=SELDOM, signin_rate=SELDOM, recovery_rate=SELDOM))
    assert knock(server, 3, "/account/new", name="Knocker.{n}", password=PASSWORD) == [200, 200, 429]
    assert knock(server, 3, "/session", name="Nobody.{n}", password=OTHER) == [422, 422, 429]
    codes = {"code": "aaaa-bbbb-cccc-dddd", "password": OTHER}
    assert knock(server, 3, "/recovery", name="Nobody.{n}", **codes) == [422, 422, 429]


def test_the_rates_are_those_that_were_decided() -> None:
    usual = Settings()
    assert usual.signup_rate == Rate(10 / 86_400, 3) and usual.signin_rate == Rate(1 / 60, 10)
    assert usual.recovery_rate == Rate(5 / 3600, 5) and usual.token_rate == Rate(5, 60)


def test_nobody_reports_more_than_ten_times_a_day(start: Start) -> None:
    server = start()
    ada = Guest(server)
    sign_up(ada, "Ada.reports")
    told = {"reason": "conduct", "text": "again", "name": "Ada.reports"}
    assert [ada.http.post("/reports", data=told).status_code for _ in range(11)] == [303] * 10 + [429]
    ada.close()


def test_what_happens_to_accounts_is_in_the_log_and_in_figures(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    """Signing in, failing, changes: for whoever watches over the server, with marks in place of people."""
    caplog.set_level(logging.INFO, logger="casusbelli.security")
    server = start()
    ada, other = Guest(server), Guest(server)
    sign_up(ada, "Ada.noted")
    assert sign_in(other, "Ada.noted", OTHER).status_code == 422 and sign_in(other, "Ada.noted").status_code == 303
    assert other.http.post("/account/password", data={"password": OTHER}).status_code == 303
    assert other.http.post("/session/end").status_code == 303
    noted = [tuple(record.getMessage().split()) for record in caplog.records if record.name == "casusbelli.security"]
    whats = ["signed_up", "sign_in_failed", "signed_in", "password_changed", "session_ended"]
    assert [what for what, _ in noted] == whats
    marks = dict(noted)
    assert marks["signed_up"] == marks["signed_in"] == marks["password_changed"] != marks["sign_in_failed"]
    assert all(re.fullmatch(r"[0-9a-f]{12}", mark) for mark in marks.values())
    told = {name: values for name, _, _, values in figures(server.service)}["casus_accounts_total"]
    assert all(told[f'{{what="{what}"}}'] >= 1 for what in whats)
    assert log_config("json", "warning")["loggers"]["casusbelli.security"]["level"] == "INFO"


def test_the_log_holds_no_names_words_or_secrets(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="casusbelli")
    server = start()
    ada = Guest(server)
    codes = sign_up(ada, "Zebedee.the.Third")
    assert sign_in(Guest(server), "Zebedee.the.Third", OTHER).status_code == 422
    match = ada.begin("parley", scenario="quarrel", seat__red="me", seat__blue="bot:random")
    line = ada.sit(match, "red")
    frame = line.until_frame()
    line.ask({"t": "chat", "id": "c1", "text": "plugh the xyzzy"})
    line.ask({"t": "act", "id": "a1", "seq": 0, "choice": ["nothing of the kind"]})
    ada.http.get("/nowhere")
    invented = frame["players"]["red"]["name"]
    for secret in ("Zebedee", "plugh", PASSWORD, OTHER, codes[0], ada.cookie.partition("=")[2], invented):
        assert secret not in caplog.text
    line.close()
    ada.close()
