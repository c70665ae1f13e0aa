"""What the map foretells in the middle of the war is what is being rolled."""

from __future__ import annotations

from random import Random

from casusbelli.game import Match
from casusbelli.games.churchill import GAME
from casusbelli.kernel import Event, seed_from


def test_the_odds_on_the_map_are_those_of_the_roll_being_told() -> None:
    match, rng, rolled = Match.new(GAME, "training", seed=seed_from(1)), Random(1), 0

    def look(event: Event) -> None:
        nonlocal rolled
        if event.kind == "front_rolled":
            rolled += 1
            front = match.view(None)["fronts"][event.params["front"]]
            assert front["odds"]["strength"] == [event.params["strength"]] * 2
            assert front["odds"]["advance"] == min(event.params["strength"], 10) / 10

    while not match.over and len(match.entries) < 600:
        seat = rng.choice(list(match.asked()))
        with match.heard_by(look):
            match.act(seat, rng.choice(match.options(seat)))
    assert rolled > 5
