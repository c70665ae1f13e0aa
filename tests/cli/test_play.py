"""Playing in the terminal, by script."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from casusbelli.cli.app import run
from casusbelli.cli.narrowing import Narrowing
from casusbelli.cli.play import Quit, Terminal, who_sits_where
from casusbelli.game import Journal, Match
from casusbelli.kernel import Choice, Seat, seed_from
from casusbelli.testkit import load_game

MINIATURE = "tests.kernel.miniature:GAME"

Play = Callable[..., str]


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Play:
    def call(script: str, *words: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(script))
        with pytest.raises(SystemExit) as ended:
            run(["play", *words])
        captured = capsys.readouterr()
        assert not ended.value.code, captured.err
        return captured.out

    return call


def test_a_whole_game_from_a_script(play: Play) -> None:
    out = play("1\n" * 2000, MINIATURE, "--seats", "me,random,random", "--seed", "1", "--scenario", "short")
    assert "UK: Choose your agenda card [5.13]" in out and "Most points" in out


def test_bots_alone_play_to_the_end(play: Play) -> None:
    assert "Most points" in play("", MINIATURE, "--seats", "random,random,random", "--seed", "1")


def test_around_one_keyboard_it_is_handed_over_and_nobody_sees_the_others_cards(play: Play) -> None:
    out = play("1\n\n1\n\n1\n", MINIATURE, "--seats", "me,me,me", "--seed", "1")
    assert "The keyboard goes to USSR" in out and "The keyboard goes to US." in out


@pytest.mark.parametrize(
    ("language", "prompt"),
    [("en", "Choose your agenda card"), ("it", "Scegli la carta dell'agenda"), ("es", "Elige tu carta de agenda")],
)
def test_in_three_languages(play: Play, language: str, prompt: str) -> None:
    out = play("h\nq\n", MINIATURE, "--seed", "1", "--lang", language)
    assert prompt in out and {"en": "leave", "it": "uscire", "es": "salir"}[language] in out


def test_help_rule_view_log_why_and_nonsense(play: Play) -> None:
    out = play("?\nr 9\nr 99\nv\nl\nw play 999\nw\nxyzzy\n77\nq\n", MINIATURE, "--seed", "1")
    for line in (
        "[5.13] Rule 5.13",
        "[9] Rule 9",
        "no summary of rule 99",
        "hand: ",
        "You hold: ",
        "UK is dealt 5 cards [5.1]",
        "That is not on offer now.",
        "w and the parts of a choice",
        "Nothing on offer is like that",
        "You left the match.",
    ):
        assert line in out, line
    assert out.count("Nothing on offer is like that") == 2


def test_why_not_tells_the_rule(play: Play) -> None:
    out = play("1\n\n1\n\n1\n\nw play 999\nq\n", MINIATURE, "--seats", "me,me,me", "--seed", "1")
    assert "999 is not in your hand [5.22]" in out


def test_undo_takes_the_last_choice_back(play: Play) -> None:
    out = play("1\n\n1\n\n1\n\n2\nu\nu\nq\n", MINIATURE, "--seats", "me,me,me", "--seed", "1")
    assert out.count("UK: Choose a card to advance with") == 3
    assert "That cannot be taken back" in out


def test_save_and_resume(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    play("1\n" * 12, "fog_of_war", "--seed", "4", "--seats", "me,random", "--save", str(file))
    first = Journal.load(file)
    out = play("1\n" * 12, "--resume", str(file), "--seats", "me,random")
    second = Journal.load(file)
    assert len(second.entries) > len(first.entries) and second.entries[: len(first.entries)] == first.entries
    assert "You left the match." in out
    whole = tmp_path / "whole.json"
    play("1\n" * 24, "fog_of_war", "--seed", "4", "--seats", "me,random", "--save", str(whole))
    assert Journal.load(whole).entries[: len(second.entries)] == second.entries, "a resumed match goes on as it would have"


def test_saving_by_command(play: Play, tmp_path: Path) -> None:
    out = play(f"s\ns {tmp_path / 'here.json'}\nq\n", MINIATURE, "--seed", "1")
    assert "Give a file" in out and "Saved in" in out and (tmp_path / "here.json").exists()


# -- narrowing -------------------------------------------------------------------------------------------------------

OPTIONS: list[Choice] = [
    *[("place", card, place) for card in ("army", "fleet") for place in ("paris", "rome", "oslo", "kiev")],
    *[("launch", space) for space in range(6)],
    ("pass",),
]


def narrowing(few: int) -> Narrowing:
    return Narrowing(OPTIONS, lambda choice: " ".join(map(str, choice)), few)


def test_few_options_are_listed_whole() -> None:
    assert narrowing(20).lines() == OPTIONS


def test_many_options_are_picked_part_by_part() -> None:
    narrow = narrowing(3)
    assert narrow.lines() == ["place", "launch", "pass"]
    narrow.picked.append("place")
    assert narrow.lines() == ["army", "fleet"]
    narrow.picked.append("fleet")
    assert narrow.lines() == ["paris", "rome", "oslo", "kiev"]
    narrow.back()
    assert narrow.lines() == ["place", "launch", "pass"]


def test_a_part_without_alternative_is_picked_by_itself() -> None:
    narrow = Narrowing([("place", "army", n) for n in range(30)], str, 5)
    assert narrow.lines() == list(range(30)) and narrow.picked == ["place", "army"]


def test_a_word_keeps_what_contains_it() -> None:
    narrow = narrowing(3)
    assert narrow.type("Rome") and narrow.lines() == [("place", "army", "rome"), ("place", "fleet", "rome")]
    assert not narrow.type("moon") and len(narrow.left) == 2


def test_every_option_can_be_reached_by_numbers() -> None:
    for few in (1, 2, 3, 8):
        for wanted in OPTIONS:
            narrow = narrowing(few)
            for _ in range(5):
                listed = narrow.lines()
                if wanted in listed:
                    break
                picked = wanted[len(narrow.picked)]
                assert picked in listed
                narrow.picked.append(picked)
            else:
                pytest.fail(f"{wanted} is out of reach")


def test_random_numbers_finish_a_game_with_many_options(play: Play) -> None:
    rng = Random(5)
    script = "".join(f"{rng.randint(1, 6)}\n" for _ in range(400))
    out = play(script, "fog_of_war", "--seats", "me,random", "--seed", "9")
    assert len(re.findall(r"^ +\d+  ", out, re.MULTILINE)) > 400


def test_a_lesson_in_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The first chapter is read, a stray choice is answered, the quiz is answered wrongly and rightly, chapters are skipped."""
    script = "\n" * 4 + "defend\n1\n1\n" + "b\nk\nk\n" + "\n1\n3\n" + "k\nk\nk\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(script + "q\n"))
    with pytest.raises(SystemExit) as ended:
        run(["learn", "fog_of_war", "--lang", "en"])
    out = capsys.readouterr().out
    assert not ended.value.code
    assert "The first blow" in out and "A plan and a bluff · 5/25" in out and "**" not in out
    assert "That is allowed, but first we want the plan" in out


@pytest.mark.parametrize(("language", "words"), [("en", "would choose"), ("it", "sceglierebbe"), ("es", "elegiría")])
def test_bots_among_themselves_explain_every_choice(language: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first choices of a war, with reasons and what would have come next; against a person a bot keeps its reasons."""
    shown = explained("officer,officer", language, monkeypatch)
    assert words in shown and "{" not in shown and len(shown.splitlines()) > 20
    mine = explained("me,officer", language, monkeypatch)
    assert mine.count(words) == 1, "the person is advised once, the bot says nothing"


def explained(seats: str, language: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the terminal says of the beginning of a war; the input ends at the first question, a war of bots soon."""
    told: list[str] = []

    class Short(Terminal):
        def line(self, text: str, style: str = "") -> None:
            told.append(text)

        def bot_plays(self, seat: Seat) -> None:
            if len(self.match.entries) > 30:
                raise Quit
            super().bot_plays(seat)

    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    match: Match[Any] = Match.new(load_game("fog_of_war"), None, {}, seed_from("explain"))
    Short(match, who_sits_where(match, seats), language, None, explain=True).play()
    return "\n".join(told)
