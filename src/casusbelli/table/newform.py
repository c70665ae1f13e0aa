"""What the forms for new matches and challenges ask of a game: scenario, seats, variants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from casusbelli.game import Game
from casusbelli.words.texts import catalogue, say

from .founding import usual
from .lists import game_card, seat_name
from .words import to_json


def form_of(game: Game[Any], language: str, form: Mapping[str, str]) -> dict[str, Any]:
    """The game, its scenarios, options and seats in the reader's words."""
    words = catalogue(game, language)
    seats = list(dict.fromkeys(seat for scenario in game.info.scenarios for seat in scenario.seats))
    chosen = next((s.id for s in game.info.scenarios if s.id == form.get("scenario")), None)
    return {
        "game": game_card(game, language),
        "scenarios": [
            (s.id, say(words, f"scenario.{s.id}.title"), words.get(f"scenario.{s.id}.note", "")) for s in game.info.scenarios
        ],
        "options": [
            {
                "id": option.id,
                "title": say(words, f"option.{option.id}.title"),
                "note": words.get(f"option.{option.id}.note", ""),
                "switch": all(isinstance(value, bool) for value in option.values),
                "default": game.info.default(option, chosen),
                "usual": to_json({s.id: game.info.default(option, s.id) for s in game.info.scenarios}),
                "values": [
                    (str(v), say(words, f"option.{option.id}.{v}", default=str(v))) for v in option.offered or option.values
                ],
            }
            for option in game.info.options
        ],
        "seats": [
            (seat, seat_name(words, seat), usual(game, n), " ".join(s.id for s in game.info.scenarios if seat in s.seats))
            for n, seat in enumerate(seats)
        ],
    }
