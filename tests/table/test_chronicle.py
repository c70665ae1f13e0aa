"""A chronicle is the list of a match's events, whatever of it is packed."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casusbelli.game import Match
from casusbelli.games.fog_of_war.game import FogOfWar
from casusbelli.kernel import Event
from casusbelli.table.chronicle import BLOCK, OPEN, Chronicle


def event(n: int) -> Event:
    cards: Any = ("army", n) if n % 2 else ["fleet", n]
    return Event("moved", "1.2", {"n": n, "cards": cards}, {"red": {"secret": n}} if n % 3 else {}, ("red",) if n % 5 else None)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_it_reads_as_the_plain_list_does(data: st.DataObject) -> None:
    kept, plain = Chronicle(), []
    for _ in range(data.draw(st.integers(1, 6))):
        for _ in range(data.draw(st.integers(0, 2 * BLOCK))):
            kept.append(event(len(plain)))
            plain.append(event(len(plain)))
        if data.draw(st.booleans()):
            kept.rest()
        if data.draw(st.booleans()):
            at = data.draw(st.integers(-3, len(plain) + 3))
            del kept[at:], plain[at:]
        assert len(kept) == len(plain) and bool(kept) == bool(plain)
        start, stop = data.draw(st.integers(-9, len(plain) + 9)), data.draw(st.none() | st.integers(-9, len(plain) + 9))
        step = data.draw(st.sampled_from([None, 1, 2, -1]))
        assert kept[start:stop:step] == plain[start:stop:step]
        assert kept == plain and list(kept) == plain and list(reversed(kept)) == plain[::-1]
        assert repr(kept[:]) == repr(plain), "tuples stay tuples"
        for n in {0, len(plain) // 2, len(plain) - 1, -len(plain)}:
            if plain:
                assert kept[n] == plain[n] and plain[n] in kept
        with pytest.raises(IndexError):
            kept[len(plain)]


def test_only_its_end_is_ever_taken_away() -> None:
    kept = Chronicle(event(n) for n in range(3 * BLOCK))
    for which in (0, slice(0, 5), slice(0, None, 2)):
        with pytest.raises(TypeError):
            del kept[which]
    assert len(kept) == 3 * BLOCK and kept != [event(0)]


def test_what_cannot_be_packed_stays_open() -> None:
    kept = Chronicle()
    for n in range(2 * BLOCK + OPEN):
        kept.append(Event("odd", "", {"thing": object() if n == 3 else n}))
    kept.rest()
    assert len(kept) == 2 * BLOCK + OPEN and kept[4].params == {"thing": 4}


def test_a_match_tells_the_same_with_it_and_holds_less() -> None:
    game, rng = FogOfWar(), Random(7)
    plain, kept = Match.new(game, seed=b"7" * 32), Match.new(game, seed=b"7" * 32)
    kept.record_in(Chronicle(kept.events or ()))
    assert isinstance(kept.events, Chronicle)
    for _ in range(250):
        if plain.over:
            break
        seat = rng.choice(list(plain.asked()))
        if rng.random() < 0.1 and plain.can_undo(seat):
            assert plain.undo(seat) and kept.undo(seat)
        else:
            choice = rng.choice(plain.options(seat))
            plain.act(seat, choice)
            kept.act(seat, choice)
        kept.events.rest()
        for viewer in (None, *plain.seats):
            assert kept.told(viewer) == plain.told(viewer)
            assert kept.told(viewer, len(plain.events or ()) - 3) == plain.told(viewer, len(plain.events or ()) - 3)
    assert kept.events == plain.events and len(kept.events) > 4 * BLOCK
    packed = sum(map(sys.getsizeof, kept.events._blocks))
    assert packed < 100 * BLOCK * len(kept.events._blocks), "under a hundred bytes an event"
