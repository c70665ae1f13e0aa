"""What games count of a finished match: by the seat that played, with words in every language; bluffs and gifts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from casusbelli.game import LANGUAGES, Count, Figure, counted
from casusbelli.game.registry import find
from casusbelli.games.churchill import statistics as churchill
from casusbelli.games.fog_of_war import statistics as fog_of_war
from casusbelli.games.triumph_of_chaos import statistics as triumph_of_chaos
from casusbelli.games.wunderwaffen import statistics as wunderwaffen
from casusbelli.kernel import Event
from casusbelli.words.texts import catalogue

COUNTED = {
    "churchill": churchill.COUNTS,
    "fog_of_war": (*fog_of_war.COUNTS, Count("bluffs", "", "")),
    "triumph_of_chaos": triumph_of_chaos.COUNTS,
    "wunderwaffen": (*wunderwaffen.COUNTS, Count("gifts", "", "")),
}


def happened(kind: str, private: dict[str, Any] | None = None, **params: Any) -> Event:
    return Event(kind, "", params, private or {})


@pytest.mark.parametrize("game", COUNTED)
def test_every_figure_has_words_and_counts_events_the_game_tells(game: str) -> None:
    for language in LANGUAGES:
        words = catalogue(find(game), language)
        for count in COUNTED[game]:
            assert words.get(f"figure.{count.key}"), (language, count.key)
            assert not count.kind or f"event.{count.kind}" in words, count.kind


def test_events_are_counted_by_who_plays_the_side_and_numbers_are_summed() -> None:
    counts = (
        Count("fights", "battle", "side"),
        Count("won", "battle", "side", where={"won": True}),
        Count("lost", "loss", "side", of="n"),
    )
    events = [
        happened("battle", side="red", won=True),
        happened("battle", side="red", won=False),
        happened("loss", side="white", n=3),
    ]
    events += [happened("loss", side="nobody", n=9), happened("other", side="red"), happened("loss", side="red", n="many")]
    seats = {"red": "ada", "white": "bo"}
    assert counted(counts, events, ["ada", "bo"], seats.get) == [
        Figure("fights", {"ada": 2, "bo": 0}),
        Figure("won", {"ada": 1, "bo": 0}),
        Figure("lost", {"ada": 0, "bo": 3}),
    ]
    assert counted(counts, [], ["ada", "bo"], seats.get) == [], "of what did not happen nothing is said"


def test_churchill_counts_the_issues_of_every_power() -> None:
    events = [happened("conference_won", power="uk", issues={"uk": 3, "ussr": 2, "us": 2})] * 2
    assert churchill.statistics(events) == [
        Figure("issues_won", {"uk": 6, "ussr": 4, "us": 4}),
        Figure("conferences_won", {"uk": 2, "ussr": 0, "us": 0}),
    ]


def test_a_bluff_is_an_operation_of_decoys_alone() -> None:
    war: Any = SimpleNamespace(seats={"axis": "one", "allied": "two"})

    def operation(kind: str, space: str, *cards: str) -> Event:
        return happened(kind, {"one": {"cards": list(cards), "known": True}}, side="axis", space=space)

    events = [
        operation("operation_created", "alpha", "decoy"),
        operation("operation_reinforced", "alpha", "decoy"),
        operation("operation_created", "bravo", "decoy"),
        operation("operation_reinforced", "bravo", "army_2"),
        happened("launched", side="axis", space="bravo"),
        happened("operation_dismantled", {"one": {"cards": ["decoy"]}}, side="axis", space="alpha"),
        operation("operation_created", "alpha", "army_1"),
        happened("launched", side="axis", space="alpha"),
    ]
    found = {figure.key: figure.values for figure in fog_of_war.statistics(war, events)}
    assert found["bluffs"] == {"one": 1, "two": 0} and found["operations_launched"]["one"] == 2


def test_a_gift_is_a_token_played_for_another_seat() -> None:
    match: Any = SimpleNamespace(seat_of={"russian": "east", "british": "east", "german": "west"})
    events = [
        happened("played_place", active="russian", faction="british"),
        happened("played_place", active="german", faction="russian"),
        happened("territory_won", faction="british", territory="essen"),
    ]
    found = {figure.key: figure.values for figure in wunderwaffen.statistics(match, events)}
    assert found == {"gifts": {"east": 0, "west": 1}, "territories_won": {"east": 1, "west": 0}}
