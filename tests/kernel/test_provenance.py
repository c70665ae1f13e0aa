"""Where the values of a content come from, and which of them are still ours."""

from __future__ import annotations

from pathlib import Path

from casusbelli.game.provenance import entries, printed_fields, sources


def test_fields_that_could_be_read_off_a_component() -> None:
    entry = {
        "id": "x",
        "en": "X",
        "lat": 1,
        "strength": 3,
        "supply_source": "axis",
        "strength_source": "designed",
        "role_note": "r",
    }
    assert printed_fields(entry) == {"strength": 3, "supply_source": "axis"}


def test_what_is_ours_is_told_field_by_field() -> None:
    assert sources({"id": "x", "source": "designed", "strength": 3}) == {"strength": "designed"}
    assert sources({"id": "x", "source": "seed", "strength": 3}) == {}
    assert sources(
        {"id": "x", "source": "designed", "a": 1, "b": 2, "field_source": {"a": "seed", "b": "public", "c": "public"}}
    ) == {"b": "public"}
    assert sources({"id": "x", "effects": [], "a": 1, "designed_fields": ["a.b", "when"]}) == {
        "a": "designed",
        "effects": "designed",
    }
    assert sources({"id": "x", "a": 1, "a_source": "inferred"}) == {"a": "inferred"}
    assert sources({"id": "x", "a": 1, "b": 2, "text_source": "designed"}) == {"a": "designed", "b": "designed"}


def test_what_a_pack_replaces_is_ours_no_longer(tmp_path: Path) -> None:
    own, pack, other = tmp_path / "own", tmp_path / "pack", tmp_path / "other"
    for folder in (own, pack, other):
        folder.mkdir()
    (own / "cards.toml").write_text('[[card]]\nid = "a"\nsource = "designed"\nvalue = 1\ncost = 2\nwhy = "guess"\n', "utf-8")
    (pack / "pack.toml").write_text('id = "p"\ngame = "mine"\ntitle = "P"\n', "utf-8")
    (pack / "cards.toml").write_text('[[card]]\nid = "a"\nvalue = 4\n', "utf-8")
    (other / "pack.toml").write_text('id = "q"\ngame = "yours"\ntitle = "Q"\n', "utf-8")
    (entry,) = entries(own, [pack, other], "mine")
    assert (entry.file, entry.table, entry.id, entry.why) == ("cards.toml", "card", "a", "guess")
    assert (entry.fields, entry.ours) == ({"value": 1, "cost": 2}, {"cost": "designed"})
