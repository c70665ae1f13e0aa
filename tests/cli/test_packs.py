"""Packs that are easy to fill: what ``casus packs new`` writes, and what ``casus packs todo`` still misses."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from casusbelli.cli.packs import new_pack, toml
from casusbelli.game import LANGUAGES
from casusbelli.game.content import Content
from casusbelli.game.provenance import entries, sources
from casusbelli.game.registry import find, installed
from casusbelli.words.texts import catalogue

NOT_PRINTED = {"option", "effect_kind", "bot", "parameters", "conditional_goal", "map", "word", "arrangement"}
"""Tables of our own making: options, words, decision tables of bots."""


def filled(folder: Path) -> Path:
    """The pack as if somebody had removed every # without changing a value."""
    for path in folder.glob("*.toml"):
        path.write_text(re.sub(r"(?m)^#(?!#)", "", path.read_text("utf-8")), "utf-8")
    return folder


@pytest.mark.parametrize("everything", [False, True])
@pytest.mark.parametrize("game_id", installed())
def test_a_new_pack_changes_nothing_commented_or_not(game_id: str, everything: bool, tmp_path: Path) -> None:
    content = find(game_id).folder / "content"
    plain = Content(game_id, content, []).digest()
    new_pack(game_id, tmp_path / "mine", "en", everything)
    assert Content(game_id, content, [tmp_path / "mine"]).digest() == plain
    pack = filled(tmp_path / "mine")
    over = Content(game_id, content, [pack])
    assert over.digest() == plain
    assert sum(row.get("source") == "pack:mine" for rows in over.tables.values() for row in rows.values()) > 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_comments_speak_every_language(language: str, tmp_path: Path) -> None:
    new_pack("wunderwaffen", tmp_path / "mine", language, False)
    written = (tmp_path / "mine" / "map.toml").read_text("utf-8")
    hint = catalogue(find("wunderwaffen"), language)["pack.territory"]
    assert hint.split(":")[0] in written and "#spaces = " in written and "# designed" in written
    assert tomllib.loads((tmp_path / "mine" / "pack.toml").read_text("utf-8"))["game"] == "wunderwaffen"


@pytest.mark.parametrize("game_id", installed())
def test_every_printed_table_with_values_of_our_own_says_what_to_look_for(game_id: str) -> None:
    game = find(game_id)
    ours = {entry.table for entry in entries(game.folder / "content") if entry.ours} - NOT_PRINTED
    for language in LANGUAGES:
        words = catalogue(game, language)
        assert {table for table in ours if f"pack.{table}" not in words} == set(), language


def test_sources_of_single_fields() -> None:
    entry = {"id": "x", "source": "seed", "vp": 1, "kind": "land", "field_source": {"vp": "designed", "kind": "seed"}}
    assert sources(entry) == {"vp": "designed"}
    assert sources({"id": "x", "source": "inferred", "a": 1, "why": "because", "en": "X"}) == {"a": "inferred"}
    assert sources({"id": "x", "source": "seed", "value": 2, "effects": [], "designed_fields": ["bonus.amount"]}) == {
        "effects": "designed"
    }
    assert sources({"id": "x", "source": "seed", "effects": [], "effects_source": "designed", "supply_source": "axis"}) == {
        "effects": "designed"
    }


def test_values_are_written_as_toml_reads_them() -> None:
    value = {"a": [1, -2.5, True], "b": 'said "no"', "two words": {"c": []}, "empty": {}}
    assert tomllib.loads(f"x = {toml(value)}")["x"] == value


def casus(*words: str, pack: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | ({"CASUS_PACKS": str(pack)} if pack else {})
    command = [sys.executable, "-m", "casusbelli", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def test_what_a_pack_fills_is_no_longer_to_do(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "pack.toml").write_text('id = "mine"\ngame = "fog_of_war"\ntitle = "Mine"\n')
    (folder / "map.toml").write_text('[[province]]\nid = "paris"\nresources = 3\nvp = 2\n')
    before = json.loads(casus("packs", "todo", "fog_of_war", "--json").stdout)["fog_of_war"]["province"]["paris"]
    after = json.loads(casus("packs", "todo", "fog_of_war", "--json", pack=folder).stdout)["fog_of_war"]["province"]["paris"]
    assert before.keys() - after.keys() == {"resources", "vp"}
    said = casus("packs", "todo").stdout
    assert all(f"{game}: " in said for game in installed())


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    done = casus("packs", "new", "fog_of_war", str(tmp_path))
    assert done.returncode == 2 and "is not empty" in done.stderr
    assert casus("packs", "new", "chess", str(tmp_path / "x")).returncode == 2
    assert casus("packs", "new", "churchill", str(tmp_path / "x"), "--lang", "fr").returncode == 2
