"""A position in words, for programs that read: what everybody can see, what happened, what is asked, and the answers, numbered.

Everything in it is what the seat's own frame tells: its view, its events, its question.
"""

from __future__ import annotations

from typing import Any

import msgspec

from casusbelli.game import Match
from casusbelli.kernel import Seat, Told
from casusbelli.words.texts import Catalogue, TextError, catalogue, choice_text, say

from ..lists import seat_name

EVENTS = 40
"""So many of the latest events are told."""
OPTIONS = 200
MOST = 12_000
"""Characters of the whole."""


class Brief(msgspec.Struct, frozen=True):
    """The n-th option is option n of the frame with this ``seq``."""

    seq: int
    seat: Seat | None
    over: bool
    text: str
    options: list[str]


def brief_of(match: Match[Any], seat: Seat | None, seq: int, language: str) -> Brief:
    """What the seat could read at the table now."""
    game = match.game
    words = catalogue(game, language)
    head = [say(words, "game.title", default=game.info.id), *game.summary(match.state, language)]
    told = [line for line in (_line(words, event) for event in match.told(seat)[-EVENTS:]) if line]
    question = match.ask_of(seat) if seat is not None else None
    asked: list[str] = []
    options: list[str] = []
    if question is not None:
        asked = [say(words, f"decision.{question.decision}", question.about or {}, default=question.decision)]
        options = [choice_text(game, words, question.decision, choice) for choice in question.options]
    numbered = [f"{n}. {text}" for n, text in enumerate(options[:OPTIONS])]
    who = [] if seat is None else [f"[{seat_name(words, seat)}]"]
    fixed = "\n".join([*who, *head])
    end = "\n".join([*asked, *numbered])
    room = max(0, MOST - len(fixed) - len(end))
    while told and len("\n".join(told)) > room:
        del told[0]
    return Brief(seq, seat, match.over, "\n\n".join(filter(None, [fixed, "\n".join(told), end]))[:MOST], options)


def _line(words: Catalogue, event: Told) -> str:
    try:
        return say(words, f"event.{event.kind}", event.params)
    except TextError:
        return event.kind
