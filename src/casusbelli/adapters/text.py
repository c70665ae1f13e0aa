"""The board in words, as one seat may know it: the face for whoever plays by reading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from casusbelli.game import Match
from casusbelli.kernel import Choice, Seat
from casusbelli.words.texts import catalogue, choice_text, say
from casusbelli.words.wording import outline, seat_name, with_rule


def board(match: Match[Any], seat: Seat, language: str, options: Sequence[Choice]) -> str:
    """The public position in a few lines, all that the seat sees, the question, and the options by number."""
    words = catalogue(match.game, language)
    lines = [say(words, "game.title", default=match.game.info.id), *match.game.summary(match.state, language), ""]
    lines += outline(words, msgspec.to_builtins(match.view(seat), str_keys=True))
    question = match.ask_of(seat)
    if question is not None:
        prompt = say(words, f"decision.{question.decision}", question.about or {})
        lines += ["", f"{seat_name(words, seat)}: {with_rule(prompt, question.rule)}"]
        lines += [f"{n:4}  {choice_text(match.game, words, question.decision, choice)}" for n, choice in enumerate(options)]
    return "\n".join(lines)
