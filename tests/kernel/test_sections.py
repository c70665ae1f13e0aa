"""Sections of a view: made again only when what they are made of has changed, and never older than that."""

from __future__ import annotations

import msgspec

from casusbelli.game import AFRESH, Sections
from casusbelli.game.sections import KEPT


def test_a_section_is_made_once_for_the_same_inputs() -> None:
    made: list[int] = []
    sections = Sections()

    def section(n: int) -> object:
        return sections.keep("map", lambda: n, lambda: made.append(n) or {"n": n})

    assert section(1) is section(1)
    assert msgspec.json.decode(msgspec.json.encode(section(2))) == {"n": 2}
    assert made == [1, 2]
    sections.keep("dossier", lambda: 1, lambda: made.append(0))
    assert made == [1, 2, 0]


def test_only_the_last_few_are_kept() -> None:
    made: list[int] = []
    sections = Sections()
    for n in [*range(KEPT + 1), KEPT, 0]:
        sections.keep("map", lambda n=n: n, lambda n=n: made.append(n))
    assert made == [*range(KEPT + 1), 0]


def test_afresh_keeps_nothing() -> None:
    assert AFRESH.keep("map", lambda: 1, lambda: {"plain": True}) == {"plain": True}


def test_what_is_alike_in_two_sections_is_one_and_the_same_part() -> None:
    def place(holder: str) -> dict[str, str]:
        return {"holder": holder}

    def parts(sections: Sections, *holders: str) -> dict[str, object]:
        return sections.keep_parts("map", lambda: holders, lambda: {h: sections.part(place, h) for h in holders})

    kept = Sections()
    before, after = parts(kept, "axis", "allied"), parts(kept, "axis", "neutral")
    assert after["axis"] is before["axis"] and parts(kept, "axis", "allied") is before
    assert msgspec.json.decode(msgspec.json.encode(after)) == parts(AFRESH, "axis", "neutral")
    assert parts(AFRESH, "axis") == {"axis": {"holder": "axis"}}
