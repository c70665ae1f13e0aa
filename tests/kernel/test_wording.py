"""Sentences as plain text: a seat's name, an event, an ending, a choice, and a view where a game has no picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from casusbelli.game.registry import find
from casusbelli.kernel import Result, Told
from casusbelli.words.texts import Labels, choice_params, choice_text
from casusbelli.words.wording import ending_line, event_line, outline, seat_name, with_rule

WORDS = {
    "seat.red": "The Red captain",
    "name.blue": "Blue",
    "name.mill": "the Mill",
    "name.guard": "Guard",
    "event.taken": "{seat, name} takes {town, name}.",
    "ending.towns": "The towns worth most.",
}


def test_a_seat_is_called_by_its_seats_name_then_its_own_then_its_id() -> None:
    assert [seat_name(WORDS, seat) for seat in ("red", "blue", "green")] == ["The Red captain", "Blue", "green"]


def test_an_event_tells_its_rule() -> None:
    told = Told("taken", "2.1", {"seat": "blue", "town": "mill"})
    assert event_line(WORDS, told) == "Blue takes the Mill. [2.1]"
    assert with_rule("Nothing.", "") == "Nothing."


@pytest.mark.parametrize(
    ("winners", "scores", "line"),
    [
        (("red",), {"red": 5.0, "blue": 0.5}, "The Red captain: The towns worth most. (The Red captain 5, Blue 0.5)"),
        (("red", "blue"), {}, "The Red captain, Blue: The towns worth most."),
        ((), {}, "–: The towns worth most."),
    ],
)
def test_an_ending_names_the_winners(winners: tuple[str, ...], scores: dict[str, float], line: str) -> None:
    assert ending_line(WORDS, Result(winners, "towns", scores)) == line


def test_a_view_is_outlined() -> None:
    view = {
        "mill": {"guard": 3, "owner": None},
        "hand": ["mill", 2],
        "empty": [],
        "deep": {"a": {"b": [{"guard": 1}, {"guard": 2}]}},
    }
    assert outline(WORDS, view) == [
        "the Mill: Guard 3",
        "hand: the Mill, 2",
        "deep",
        "  a",
        "    b",
        "      Guard: 1",
        "      Guard: 2",
    ]
    assert outline(WORDS, ["mill", "blue"]) == ["the Mill, Blue"]
    assert outline(WORDS, "mill", 1) == ["  the Mill"]


def test_a_choice_is_said_by_its_decision_then_by_its_verb_then_as_it_is() -> None:
    game = find("fog_of_war")
    verb, names = next((verb, names) for verb, names in game.verbs.items() if len(names) == 1)
    choice = (verb, "paris")
    assert choice_params(game, choice) == {names[0]: "paris"}
    words = {f"choice.{verb}": "often", f"choice.special.{verb}": f"{{{names[0]}, name}}", "name.paris": "Paris"}
    assert choice_text(game, words, "special", choice) == "Paris"
    assert choice_text(game, words, "usual", choice) == "often"
    assert choice_text(game, {}, "usual", choice) == f"{verb} paris"


def test_labels_are_a_games_reference_in_words(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "reference.en.toml").write_text('[reference]\nworth = "worth {n}"\n', "utf-8")
    labels = Labels({"mill": "the Mill", "ford": "the Ford"}, tmp_path, "en")
    assert labels("worth", n=3) == "worth 3"
    assert (labels.listed(["mill", "ford"]), labels.listed([])) == ("the Mill, the Ford", "–")
