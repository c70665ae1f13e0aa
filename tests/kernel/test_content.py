"""Content tables, their types, and packs laid over them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from casusbelli.game import Content, ContentError
from casusbelli.game.content import PACKS_VARIABLE, active_packs, read_pack


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    strength: int
    en: str = ""
    it: str = ""
    source: str = ""
    winter: bool = False


CARDS = """
[[card]]
id = "tank"
strength = 4
en = "Tank"
it = "Carro"
source = "ours"

[[card]]
id = "sledge"
strength = 1
winter = true
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    content = tmp_path / "content"
    content.mkdir()
    (content / "cards.toml").write_text(CARDS)
    return content


def pack(tmp_path: Path, cards: str, game: str = "toy", name: str = "mine") -> Path:
    where = tmp_path / name
    where.mkdir()
    (where / "pack.toml").write_text(f'id = "{name}"\ngame = "{game}"\ntitle = "My box"\n')
    (where / "cards.toml").write_text(cards)
    return where


def test_a_table_becomes_typed_rows_in_the_order_of_the_file(folder: Path) -> None:
    cards = Content("toy", folder, []).table("card", Card)
    assert list(cards) == ["tank", "sledge"] and cards["tank"].strength == 4 and cards["sledge"].winter
    assert Content("toy", folder, []).names("it") == {"tank": "Carro"}


def test_a_pack_replaces_single_fields_and_says_so(folder: Path, tmp_path: Path) -> None:
    mine = pack(tmp_path, '[[card]]\nid = "tank"\nstrength = 5\nwinter = true\n')
    tank = Content("toy", folder, [mine]).table("card", Card)["tank"]
    assert (tank.strength, tank.en, tank.winter, tank.source) == (5, "Tank", True, "pack:mine")


def test_a_later_pack_lies_over_an_earlier_one_and_other_games_packs_are_ignored(folder: Path, tmp_path: Path) -> None:
    packs = [
        pack(tmp_path, '[[card]]\nid = "tank"\nstrength = 5\n', name="one"),
        pack(tmp_path, '[[card]]\nid = "tank"\nstrength = 6\n', name="two"),
        pack(tmp_path, '[[ship]]\nid = "hood"\n', game="naval", name="three"),
    ]
    assert Content("toy", folder, packs).table("card", Card)["tank"].strength == 6


def test_the_digest_knows_values_and_not_words(folder: Path, tmp_path: Path) -> None:
    plain = Content("toy", folder, []).digest()
    words = pack(tmp_path, '[[card]]\nid = "tank"\nen = "Panzer"\n', name="words")
    values = pack(tmp_path, '[[card]]\nid = "tank"\nstrength = 5\n', name="values")
    assert Content("toy", folder, [words]).digest() == plain != Content("toy", folder, [values]).digest()


def test_matches_with_earlier_values_do_not_go_on_over_a_pack(folder: Path, tmp_path: Path) -> None:
    mine = pack(tmp_path, '[[card]]\nid = "tank"\nstrength = 5\n', name="mine")
    other = pack(tmp_path, '[[ship]]\nid = "hood"\n', game="naval", name="other")
    assert Content("toy", folder, [other]).earlier("a", "b") == ("a", "b")
    assert Content("toy", folder, [mine]).earlier("a", "b") == ()


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ('[[ship]]\nid = "hood"\n', r"toy has no table \[\[ship\]\]"),
        ('[[card]]\nid = "plane"\n', r"\[\[card\]\] has no entry 'plane'"),
        ('[[card]]\nid = "tank"\nspeed = 3\n', r"'tank' of \[\[card\]\] has no field speed"),
        ('[card]\nid = "tank"\n', "must be a list of entries with an id"),
        ("[[card]]\nstrength = 3\n", "must be a list of entries with an id"),
        ("[[card]\n", "cards.toml"),
    ],
)
def test_a_wrong_pack_says_what_is_wrong(folder: Path, tmp_path: Path, cards: str, line: str) -> None:
    with pytest.raises(ContentError, match=line):
        Content("toy", folder, [pack(tmp_path, cards)])


def test_a_value_of_the_wrong_type_is_named(folder: Path, tmp_path: Path) -> None:
    content = Content("toy", folder, [pack(tmp_path, '[[card]]\nid = "tank"\nstrength = "five"\n')])
    with pytest.raises(ContentError, match=r"toy: 'tank' of \[\[card\]\]: Expected `int`, got `str`"):
        content.table("card", Card)


def test_a_table_that_is_missing_or_an_entry_that_is_twice_there_is_named(folder: Path) -> None:
    with pytest.raises(ContentError, match=r"no table \[\[ship\]\]"):
        Content("toy", folder, []).table("ship", Card)
    (folder / "more.toml").write_text('[[card]]\nid = "tank"\nstrength = 1\n')
    with pytest.raises(ContentError, match="has 'tank' twice"):
        Content("toy", folder, [])


def test_a_folder_that_is_no_pack_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="cannot read"):
        read_pack(tmp_path)
    (tmp_path / "pack.toml").write_text('id = "x"\n')
    with pytest.raises(ContentError, match="missing required field `game`"):
        read_pack(tmp_path)


def test_the_packs_of_the_process_come_from_the_environment(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = pack(tmp_path, '[[card]]\nid = "tank"\nstrength = 9\n')
    monkeypatch.setenv(PACKS_VARIABLE, str(mine))
    assert active_packs() == [mine]
    assert Content("toy", folder).table("card", Card)["tank"].strength == 9
    monkeypatch.setenv(PACKS_VARIABLE, "")
    assert active_packs() == []
