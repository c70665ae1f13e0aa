"""How the staff opens: set-ups and secret objectives by weight, so that no war begins like the last one."""

from __future__ import annotations

from itertools import chain, repeat
from random import Random

from casusbelli.kernel import Choice

from ..content import Card, Side
from .objectives import readily_held
from .situation import Situation

SetUp = tuple[tuple[Card, str], ...]

SET_UPS: dict[Side, tuple[tuple[SetUp, int], ...]] = {
    "allied": (
        ((("fort_2", "paris"), ("army_1", "egypt"), ("fleet_2", "north_sea")), 6),
        ((("fort_2", "paris"), ("army_1", "egypt"), ("fleet_2", "east_mediterranean")), 3),
        ((("fort_2", "paris"), ("army_1", "egypt"), ("fleet_3", "north_sea")), 3),
        ((("fort_2", "paris"), ("decoy", "egypt"), ("fleet_2", "north_sea")), 3),
        ((("fort_2", "paris"), ("army_1", "britain"), ("fleet_2", "north_sea")), 2),
        ((("fort_2", "paris"), ("fleet_2", "north_atlantic"), ("fleet_2", "north_sea")), 2),
        ((("fort_2", "paris"), ("army_1", "egypt"), ("fleet_2", "north_atlantic")), 2),
        ((("fort_2", "paris"), ("decoy", "north_atlantic"), ("fleet_2", "north_sea")), 2),
        ((("army_2", "paris"), ("fort_2", "britain"), ("fleet_2", "north_sea")), 1),
        ((("fort_2", "paris"), ("decoy", "egypt"), ("decoy", "britain")), 1),
    ),
    "axis": (
        ((("decoy", "west_mediterranean"), ("decoy", "italy"), ("decoy", "libya")), 6),
        ((("decoy", "west_mediterranean"), ("decoy", "ruhr"), ("decoy", "libya")), 3),
        ((("decoy", "west_mediterranean"), ("decoy", "ruhr"), ("decoy", "italy")), 3),
        ((("fleet_1", "west_mediterranean"), ("decoy", "italy"), ("decoy", "libya")), 2),
        ((("fleet_1", "west_mediterranean"), ("decoy", "ruhr"), ("decoy", "libya")), 2),
        ((("decoy", "west_mediterranean"), ("decoy", "ruhr"), ("army_1", "libya")), 2),
        ((("decoy", "west_mediterranean"), ("army_1", "ruhr"), ("decoy", "libya")), 2),
        ((("decoy", "libya"), ("decoy", "ruhr"), ("decoy", "italy")), 2),
        ((("decoy", "west_mediterranean"), ("decoy", "poland"), ("decoy", "ruhr")), 1),
        ((("fleet_2", "west_mediterranean"), ("decoy", "libya"), ("decoy", "berlin")), 1),
    ),
}
"""Decoys laid out first are not drawn later: the Axis opens with them, and fights with the rest."""


def first_placement(s: Situation, options: list[Choice], rng: Random) -> Choice:
    """The next card of a set-up that fits what was laid already."""
    laid = {(card, province) for province, here in s.provinces.items() for card in here["own"]}
    fitting = [(set_up, weight) for set_up, weight in SET_UPS[s.me] if laid <= set(set_up)]
    if not fitting:
        return ("done",)
    set_up = rng.choice(list(chain.from_iterable(repeat(one, weight) for one, weight in fitting)))
    return next((c for card, province in set_up if (c := ("place", card, province)) in options), ("done",))


def victory_cards(options: list[Choice], rng: Random) -> Choice:
    """Mostly what is easiest to hold; sometimes not, for the Allies guess as well."""
    return rng.choices(options, [readily_held(str(one), str(other)) ** 2 for _, one, other in options])[0]
