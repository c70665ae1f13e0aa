"""Handing letters in. The connection is encrypted unless the mail server is on this very machine."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from ..settings import SettingsError

SECONDS = 20.0
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


class Undeliverable(Exception):
    """The letter was not taken. ``hard``: the address does not exist or refuses; trying again is of no use."""

    def __init__(self, reason: str, *, hard: bool) -> None:
        super().__init__(reason)
        self.hard = hard


class MailServer:
    """Where letters are handed in."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in PORTS or not parts.hostname:
            raise SettingsError("CASUS_SMTP_URL looks like smtp+starttls://name:password@host:587")
        if parts.scheme == "smtp" and parts.hostname not in LOOPBACK:
            raise SettingsError("CASUS_SMTP_URL: letters leave this machine encrypted alone: use smtp+starttls:// or smtps://")
        self._scheme, self._host = parts.scheme, parts.hostname
        self._port = parts.port or PORTS[parts.scheme]
        self._name, self._password = unquote(parts.username or ""), unquote(parts.password or "")

    def send(self, letter: EmailMessage, to: str) -> None:
        """Hand a letter in. Call it in a thread."""
        try:
            with self._connect() as server:
                if self._scheme == "smtp+starttls":
                    server.starttls(context=ssl.create_default_context())
                if self._name:
                    server.login(self._name, self._password)
                server.send_message(letter, to_addrs=[to])
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            raise Undeliverable(f"refused: {codes}", hard=all(code >= 500 for code in codes)) from None
        except (smtplib.SMTPException, OSError) as error:
            raise Undeliverable(type(error).__name__, hard=False) from None

    def _connect(self) -> smtplib.SMTP:
        if self._scheme == "smtps":
            return smtplib.SMTP_SSL(self._host, self._port, timeout=SECONDS, context=ssl.create_default_context())
        return smtplib.SMTP(self._host, self._port, timeout=SECONDS)
