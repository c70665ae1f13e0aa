"""What beginners of all games share: half of what is on offer comes to mind, from the generator that they are handed."""

from __future__ import annotations

from random import Random

from casusbelli.bots.beginner import come_to_mind, noticed, overlooks
from casusbelli.kernel import Choice


def test_about_half_comes_to_mind_in_its_order() -> None:
    things = list(range(1000))
    seen = noticed(things, Random(1))
    assert 430 <= len(seen) <= 570
    assert seen == sorted(seen)
    assert noticed(things, Random(1)) == seen
    assert noticed(things, Random(1), 0.0) == [] and noticed(things, Random(1), 1.0) == things


def test_who_overlooks_nothing_asks_no_chance() -> None:
    rng = Random(1)
    before = rng.getstate()
    assert not overlooks(rng, 0.0)
    assert rng.getstate() == before
    assert 20 <= sum(overlooks(rng, 0.35) for _ in range(100)) <= 50


def test_what_is_about_one_thing_comes_to_mind_together() -> None:
    """Two cards for one province are one thought; what is about nothing is never forgotten."""
    options: list[Choice] = [(verb, place) for place in ("paris", "egypt", "libya") for verb in ("army", "fleet")]
    options.append(("end",))
    found = set()
    for seed in range(60):
        seen = come_to_mind(options, lambda c: c[1] if len(c) > 1 else None, Random(seed), lambda c: 0.5)
        assert ("end",) in seen
        places = [str(c[1]) for c in seen if len(c) > 1]
        assert all(places.count(place) == 2 for place in places)
        found.add(frozenset(places))
    assert len(found) == 8
