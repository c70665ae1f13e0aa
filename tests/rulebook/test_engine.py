"""The engine of the rulebooks, with a small book written for the miniature game."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.kernel.miniature import Miniature

from casusbelli.game import LANGUAGES, Piece, Reference, Table
from casusbelli.rulebook import book, check, has_book
from casusbelli.rulebook.cited import cited
from casusbelli.rulebook.index import glossary, index

KERNEL = Path(__file__).parents[1] / "kernel"

CHAPTER = """# 5 {title}
> In short: [[card|cards]] decide.

## 5.1 The deal
Everybody gets {{hand}} [[cards]], see (5.13). <b>No</b> markup, and (7) is a number, not a rule.

::figure hand cards=3
A hand of three cards.

::try E1

::try E2
You hold nothing.
=> You pass.

::ruling R-01
Ties are broken by the die.

::hint
Keep the high ones.

::table cards
The whole deck.

## 5.13 The agenda
Words of {language}, quite a few of them, enough to be told apart.\n{{option_long_war}} {{option_hurry}} {{ending_points}}
"""


class Booked(Miniature):
    """The miniature game with a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def reference(self, language: str) -> Reference:
        table = Table(("Card", "Count"), (("1", "6"), ("2", "6")))
        return Reference({"hand": 5}, {"cards": table}, (Piece("one", "Cards", "One", tags={"side": "uk"}),))

    def __hash__(self) -> int:
        return id(self)


def write(folder: Path, name: str, text: str) -> None:
    (folder / "rulebook" / name).write_text(text, "utf-8")


@pytest.fixture
def game(tmp_path: Path) -> Any:
    (tmp_path / "rulebook").mkdir()
    shutil.copytree(KERNEL / "texts", tmp_path / "texts")
    for language in LANGUAGES:
        example = '[position.E1]\ntitle = "Two cards"\ntext = "You hold 3 and 4."\nanswer = "The 4, because of (5.13)."\n'
        (tmp_path / "texts" / f"positions.{language}.toml").write_text(example)
        write(
            tmp_path,
            f"00_first.{language}.md",
            f"# About ({language})\n> What it is.\n\n## How you win\nBy points ({language}).\n",
        )
        write(tmp_path, f"05_table.{language}.md", CHAPTER.format(title=f"The table {language}", language=language * 30))
        write(
            tmp_path,
            f"terms.{language}.toml",
            f'[card]\nterm = "card"\nforms = ["cards"]\ntext = "What one plays ({language}), in a [[hand]]."\nrule = "5.1"\n'
            f'[hand]\nterm = "hand"\ntext = "All one\'s [[cards]] ({language})."\n',
        )
        write(
            tmp_path,
            f"aid.{language}.md",
            "# 1\n## The turn (5.1) [?debate]\n1. [?agenda_card] **Deal** {hand} cards (5.13)\n2. Meet.\n"
            "# 2\n## Points\nMost points win.\n",
        )
    write(tmp_path, "sources.toml", '[sections]\n"1" = ["5.1"]\n"2" = "not for players"\n[rulings]\n"R-01" = ["5.1"]\n')
    return Booked(tmp_path)


def test_a_game_without_the_folder_has_no_book() -> None:
    assert not has_book(Miniature())
    report = check(Miniature())
    assert not report.written and report.sound


def test_chapters_entries_and_numbers(game: Any) -> None:
    read = book(game, "en")
    assert read.problems == ()
    assert [chapter.number for chapter in read.chapters] == ["", "5"]
    assert [entry.number for entry in read.chapters[1].entries] == ["5", "5.1", "5.13"]
    assert read.first is read.chapters[0]
    assert "About" in read.first.title


def test_chips_terms_and_facts_are_filled_in_and_html_is_text(game: Any) -> None:
    html = book(game, "en").chapters[1].entries[1].html
    assert "Everybody gets 5" in html
    assert 'href="/rules/miniature/5#5.13"' in html and "(7) is a number" in html
    assert html.count("<glossary-term") == 1 and 'href="/rules/miniature/glossary#term-card"' in html
    assert "&lt;b&gt;No&lt;/b&gt;" in html and "<b>No" not in html


def test_the_five_directives(game: Any) -> None:
    entry = book(game, "en").chapters[1].entries[1]
    assert [d.name for d in entry.directives] == ["figure", "try", "try", "ruling", "hint", "table"]
    assert '<rule-figure game="miniature" kind="hand" given="cards=3">' in entry.html and "A hand of three cards." in entry.html
    assert "<details><summary>Show the answer</summary>" in entry.html and "The 4, because of" in entry.html
    assert "You hold nothing." in entry.html and "You pass." in entry.html
    assert 'id="R-01"' in entry.html and "Keep the high ones." in entry.html
    assert '<th scope="row">1</th><td>6</td>' in entry.html
    assert "style=" not in entry.html and "<script" not in entry.html


def test_an_entry_is_found_by_the_nearest_number_above(game: Any) -> None:
    read = book(game, "en")
    for wanted, told in {"5.13": "5.13", "5.131": "5.13", "5.13.2": "5.13", "5.9": "5", "5": "5"}.items():
        found = read.entry(wanted)
        assert found is not None and found[1].number == told, wanted
    assert read.entry("9") is None


def test_the_aid_has_columns_boxes_and_places_for_the_present_step(game: Any) -> None:
    aid = book(game, "en").aid
    assert aid is not None
    box = aid.columns[0][0]
    assert (box.title, box.decisions) == ("The turn", ("debate",)) and 'data-rule="5.1"' in box.rule
    assert 'data-at="agenda_card"' in box.html and "Deal</strong> 5 cards" in box.html
    assert [len(column) for column in aid.columns] == [1, 1]


def test_the_index_holds_what_is_searched(game: Any) -> None:
    told = index(game, book(game, "it"))
    assert {row["n"] for row in told["entries"]} >= {"5.1", "5.13"} and told["cards"][0]["name"] == "One"
    terms = glossary(game, book(game, "it"))["terms"]
    assert terms[0]["forms"] == ["cards"] and "glossary-term" in terms[0]["html"]


def test_what_code_and_texts_cite(game: Any) -> None:
    (game.folder / "rules.py").write_text('g.report("dealt", rule="5.1")\nRefusal("no", "6.2")\nother("9.9")\n')
    (game.folder / "lessons").mkdir()
    (game.folder / "lessons" / "one.toml").write_text('[[step]]\nrules = ["7.1"]\n')
    numbers = cited(game)
    assert {"5.1", "6.2", "7.1"} <= numbers.keys() and "9.9" not in numbers
    assert numbers["6.2"] == {"rules.py"}
    assert check(game).missing["en"] == sorted(check(game).missing["en"]) and "6.2" in check(game).missing["es"]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("05_table.it.md", "# 5 Tavolo\n> In breve.\n\n## 5.1 Le carte\nSolo questo.\n", "it: the entry 5.13 is missing"),
        (
            "05_table.en.md",
            "# 5 Table\n> Short.\n\n## 5.1 Deal\nSee (5.99).\n\n## 5.13 B\nC.\n",
            "5.1: cites 5.99, which has no entry",
        ),
        (
            "05_table.en.md",
            "# 5 Table\n> Short.\n\n## 5.1 Deal\n[[nothing]]\n\n## 5.13 B\nC.\n",
            "[[nothing]] is not in the glossary",
        ),
        ("05_table.en.md", "# 5 Table\n> Short.\n\n## 5.1 Deal\n{nothing}\n\n## 5.13 B\nC.\n", "there is no fact {nothing}"),
        ("05_table.en.md", "# 5 Table\n> Short.\n\n## 5.1 Deal\n::sing\n\n## 5.13 B\nC.\n", "::sing is not one of"),
        (
            "05_table.en.md",
            "# 5 Table\n> Short.\n\n## 5.1 Deal\n::table x\n\n## 5.13 B\nC.\n",
            "::table x: the game's reference()",
        ),
        ("05_table.en.md", "# 5 Table\n> Short.\n\n## 5.1 A\nB.\n\n## 5.1 Again\nC.\n", "5.1 has an entry already"),
        ("05_table.en.md", "# 5 Table\n\n## 5.1 A\nB.\n", "a chapter begins with a sentence in short"),
        ("06_more.en.md", "# 6 More\n> Short.\n\n## Unnumbered\nC.\n", "the entry 'Unnumbered' has no number"),
        ("sources.toml", '[sections]\n"1" = ["5.7"]\n', "is told by 5.7, which has no entry"),
        ("terms.es.toml", '[card]\nterm = "carta"\ntext = "Lo que se juega."\n', "es: the term hand is missing"),
    ],
)
def test_what_is_wrong_is_told(game: Any, name: str, text: str, problem: str) -> None:
    write(game.folder, name, text)
    problems = check(game).problems
    assert any(problem in line for line in problems), problems
    assert not check(game).sound


def test_words_left_in_english_and_help_that_is_missing_are_told(game: Any) -> None:
    english = (game.folder / "rulebook" / "05_table.en.md").read_text("utf-8")
    write(game.folder, "05_table.es.md", english)
    problems = check(game).problems
    assert "es: 5.13 is left in English" in problems
    assert any(re.fullmatch(r"it: there is no help\.\w+\.text", line) for line in problems)
