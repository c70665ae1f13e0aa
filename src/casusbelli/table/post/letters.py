"""Letters: what has happened, what is asked, how much time is left, one link. Plain text and simple HTML, in the reader's
language, without pictures, without anything that tells when they are read."""

from __future__ import annotations

from datetime import datetime, tzinfo
from email.message import EmailMessage
from email.utils import format_datetime, formataddr
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from casusbelli.game import Game
from casusbelli.game.registry import find
from casusbelli.kernel import SetupError
from casusbelli.words.texts import catalogue, say

from ..pace import DAY, HOUR, MINUTE
from ..replay import Tale
from ..tidy import tidy_name
from ..words import page_words, speaker
from .book import Data

SENTENCES = 6
"""So many sentences a recap has at most."""

_templates = Environment(
    loader=PackageLoader("casusbelli.table"),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    autoescape=select_autoescape(["html"]),
)


class Section(NamedTuple):
    """What a letter says about one thing."""

    title: str
    sentences: list[str]
    question: str
    left: str
    link: str


class Why(NamedTuple):
    """Why somebody gets a letter, and how he stops it."""

    group: str
    unsubscribe: str
    settings: str


def game_of(data: Data) -> Game[Any] | None:
    try:
        return find(str(data.get("game", "")))
    except SetupError:
        return None


def sentence(kind: str, data: Data, language: str) -> str:
    """What a notice says, in a line: names of people and games, nothing of the position."""
    game = game_of(data)
    words = page_words(language)
    title = say(catalogue(game, language), "game.title") if game is not None else ""
    return say(words, f"notice.{kind}", {**data, "title": title})


def address_of(kind: str, match: str | None, seat: str | None, data: Data) -> str:
    """Where a notice leads."""
    if match is not None:
        return f"/m/{match}" + (f"?seat={seat}" if seat and kind not in {"over", "analysis"} else "")
    if "challenge" in data:
        return f"/challenges/{data['challenge']}"
    if "invitation" in data:
        return f"/join/{data['invitation']}"
    return "/account/security" if kind in {"signed_in", "password", "factor"} else "/account/notifications"


def retell(game: Game[Any], tale: Tale, language: str) -> tuple[list[str], str]:
    """The latest sentences a seat was told, and what it is asked."""
    words = catalogue(game, language)
    told = [say(words, f"event.{event.kind}", event.params, default="") for event in tale.events]
    question = say(words, f"decision.{tale.decision}", tale.about, default="") if tale.decision else ""
    return [one for one in told if one][-SENTENCES:], question


def span_in_words(language: str, milliseconds: int) -> str:
    """How long: the two largest units."""
    t = speaker(page_words(language))
    days, hours, minutes = milliseconds // DAY, milliseconds % DAY // HOUR, milliseconds % HOUR // MINUTE
    parts = (
        [("days", days), ("hours", hours)]
        if days
        else [("hours", hours), ("minutes", minutes)]
        if hours
        else [("minutes", minutes)]
    )
    return " ".join(t(f"post.span.{unit}", n=n) for unit, n in parts if n or len(parts) == 1)


def moment_in_words(language: str, at: int, zone: tzinfo) -> str:
    t, here = speaker(page_words(language)), datetime.fromtimestamp(at / 1000, zone)
    weekday = t("post.weekdays").split()[here.weekday()]
    month = t("date.months").split()[here.month - 1]
    return t("post.moment", weekday=weekday, day=here.day, month=month, time=f"{here:%H:%M}", zone=here.tzname() or "UTC")


def write_letter(
    *,
    sender: str,
    public_url: str,
    to: str,
    name: str,
    language: str,
    subject: str,
    sections: list[Section],
    letter_id: str,
    at: int,
    why: Why | None = None,
) -> EmailMessage:
    """A letter. What goes into headers has no line breaks: the library refuses them."""
    letter, t = EmailMessage(), speaker(page_words(language))
    host = urlsplit(public_url).hostname or "localhost"
    letter["From"] = formataddr(("Casus Belli", sender))
    letter["To"] = to
    letter["Subject"] = " ".join(subject.split())[:150]
    letter["Date"] = format_datetime(datetime.fromtimestamp(at / 1000).astimezone())
    letter["Message-ID"] = f"<{letter_id}@{host}>"
    letter["Auto-Submitted"] = "auto-generated"
    if why is not None:
        letter["List-Unsubscribe"] = f"<{why.unsubscribe}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    context = {"t": t, "lang": language, "name": tidy_name(name), "sections": sections, "why": why, "subject": subject}
    letter.set_content(_templates.get_template("post/letter.txt").render(**context))
    letter.add_alternative(_templates.get_template("post/letter.html").render(**context), subtype="html")
    return letter


read_tale = msgspec.json.Decoder(Tale).decode
