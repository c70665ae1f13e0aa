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


def test_a_section_is_made_again_when_it_is_made_of_something_else() -> None:
    made: list[int] = []
    sections = Sections()

    def section(n: int) -> list[int]:
        return sections.since("map", (n, "same"), lambda n: made.append(n) or [n], n)

    first = section(1)
    assert section(1) is first and sections.latest("map") == ((1, "same"), [1])
    assert section(2) == [2] and section(1) == [1] and made == [1, 2, 1]
    assert AFRESH.since("map", 1, list) == [] and AFRESH.note("map", 1, [2]) == [2] and AFRESH.latest("map") is None
    assert msgspec.json.encode(sections.raw(list, "ab")) == b'["a","b"]'
    assert AFRESH.raw(list, "ab") == ["a", "b"]


def test_what_is_alike_is_one_and_the_same_part() -> None:
    def place(holder: str) -> dict[str, str]:
        return {"holder": holder}

    assert Sections.part(place, "axis") is Sections.part(place, "axis")
    assert msgspec.json.encode(Sections.part(place, "axis")) == b'{"holder":"axis"}'
    assert AFRESH.part(place, "axis") == {"holder": "axis"}
