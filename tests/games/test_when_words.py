"""Who touches what no rule forbids and nobody asks for hears when a thing of its kind is used."""

from __future__ import annotations

import re

import pytest

from casusbelli.game import LANGUAGES
from casusbelli.game.registry import find
from casusbelli.words.texts import catalogue

GAMES = ("churchill", "fog_of_war", "triumph_of_chaos", "wunderwaffen")
# The attribute with its word, or what puts the word together: up to the next attribute or the end of the template.
KIND = re.compile(r'data-kind="(?P<word>[a-z]+)"|(?:data-kind|dataset\.kind)(?P<made>.*?)(?: [a-z-]+=|`|$)')
QUOTED = re.compile(r'"([a-z]+)"')


def kinds(game_id: str) -> set[str]:
    """What ``data-kind`` says on the board of a game."""
    lines = [
        line for path in sorted((find(game_id).folder / "board").glob("*.js")) for line in path.read_text("utf-8").splitlines()
    ]
    found = [match for line in lines for match in KIND.finditer(line)]
    return {word for match in found for word in ([match["word"]] if match["word"] else QUOTED.findall(match["made"]))}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", GAMES)
def test_every_kind_of_a_board_says_when_it_is_used(game_id: str, language: str) -> None:
    told = {key.removeprefix("when.") for key in catalogue(find(game_id), language) if key.startswith("when.")}
    assert kinds(game_id) == told
