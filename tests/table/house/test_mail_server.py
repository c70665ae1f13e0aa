"""Handing letters in: encrypted unless the mail server is on this very machine, with a name where one is given."""

from __future__ import annotations

import smtplib
from email.message import EmailMessage
from typing import Any, ClassVar

import pytest

from casusbelli.table.post.smtp import MailServer, Undeliverable
from casusbelli.table.settings import SettingsError


class Desk:
    """A mail server that notes what is done."""

    done: ClassVar[list[Any]] = []
    refuses: ClassVar[Exception | None] = None

    def __init__(self, host: str, port: int, **_: Any) -> None:
        self.done.append((type(self).__name__, host, port))

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *_: object) -> None: ...

    def starttls(self, **_: Any) -> None:
        self.done.append("starttls")

    def login(self, name: str, password: str) -> None:
        self.done.append((name, password))

    def send_message(self, letter: EmailMessage, to_addrs: list[str]) -> None:
        if Desk.refuses is not None:
            raise Desk.refuses
        self.done.append(to_addrs)


class Sealed(Desk):
    """The same, encrypted from the first byte."""


@pytest.fixture(autouse=True)
def desk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Desk, "done", [])
    monkeypatch.setattr(Desk, "refuses", None)
    monkeypatch.setattr(smtplib, "SMTP", Desk)
    monkeypatch.setattr(smtplib, "SMTP_SSL", Sealed)


@pytest.mark.parametrize(
    ("url", "done"),
    [
        ("smtp://localhost", [("Desk", "localhost", 25), ["a@b"]]),
        ("smtp+starttls://me:p%40ss@mail.example", [("Desk", "mail.example", 587), "starttls", ("me", "p@ss"), ["a@b"]]),
        ("smtps://mail.example:1465", [("Sealed", "mail.example", 1465), ["a@b"]]),
    ],
)
def test_a_letter_is_handed_in(url: str, done: list[Any]) -> None:
    MailServer(url).send(EmailMessage(), "a@b")
    assert Desk.done == done


@pytest.mark.parametrize("url", ["post://mail.example", "smtp:", "mail.example"])
def test_what_is_no_mail_server_is_told_with_an_example(url: str) -> None:
    with pytest.raises(SettingsError, match=r"looks like smtp\+starttls://"):
        MailServer(url)


def test_no_letter_leaves_this_machine_in_the_clear() -> None:
    with pytest.raises(SettingsError, match="encrypted alone"):
        MailServer("smtp://mail.example")


@pytest.mark.parametrize(
    ("refuses", "hard"),
    [
        (smtplib.SMTPRecipientsRefused({"a@b": (550, b"no such")}), True),
        (smtplib.SMTPRecipientsRefused({"a@b": (450, b"later")}), False),
        (smtplib.SMTPServerDisconnected(), False),
        (OSError(), False),
    ],
)
def test_only_an_address_that_is_refused_for_good_is_given_up(
    monkeypatch: pytest.MonkeyPatch, refuses: Exception, hard: bool
) -> None:
    monkeypatch.setattr(Desk, "refuses", refuses)
    with pytest.raises(Undeliverable) as told:
        MailServer("smtp://localhost").send(EmailMessage(), "a@b")
    assert told.value.hard is hard
