"""``casus games``."""

from __future__ import annotations

from typing import Any

from casusbelli.game import ContentError
from casusbelli.game.registry import find, installed
from casusbelli.kernel import SetupError
from casusbelli.words.texts import catalogue, say

from .common import console, say_json, warn


def described(game_id: str, language: str) -> dict[str, Any]:
    game = find(game_id)
    words = catalogue(game, language)
    return {
        "id": game_id,
        "title": say(words, "game.title", default=game_id),
        "tagline": say(words, "game.tagline", default=""),
        "rules_version": game.info.rules_version,
        "scenarios": {scenario.id: list(scenario.seats) for scenario in game.info.scenarios},
        "options": {option.id: option.default for option in game.info.options},
        "bots": ["random", *game.bots()],
    }


def list_games(language: str, as_json: bool) -> None:
    told = []
    for game_id in installed():
        try:
            told.append(described(game_id, language))
        except (SetupError, ContentError, ImportError) as error:
            warn(f"casus: {game_id} cannot be loaded: {error}")
    if as_json:
        say_json({"games": told})
        return
    out = console()
    for game in told:
        out.print(f"[bold]{game['title']}[/bold]  ({game['id']}, rules {game['rules_version']})")
        if game["tagline"]:
            out.print(f"  {game['tagline']}")
        for scenario, seats in game["scenarios"].items():
            out.print(f"  scenario {scenario}: {', '.join(seats)}", soft_wrap=True)
        if game["options"]:
            out.print(f"  options {', '.join(f'{k}={str(v).lower()}' for k, v in game['options'].items())}", soft_wrap=True)
        out.print(f"  bots {', '.join(game['bots'])}\n", soft_wrap=True)
