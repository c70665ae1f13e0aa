"""The recruit: a friendly beginner, who forgets half of what there is, forgives, and does nothing to be ashamed of."""

from __future__ import annotations

from collections import Counter
from random import Random

from casusbelli.bots import make_bot
from casusbelli.game import Match, Position
from casusbelli.games.churchill import GAME
from casusbelli.games.churchill.bot.officer import WORLD, rate
from casusbelli.games.churchill.bot.speech import NEVER
from casusbelli.games.churchill.bot.worth import Desks
from casusbelli.kernel import Choice, seed_from


def rated(position: Position) -> dict[Choice, float]:
    """What the tables make of every option."""
    ratings = rate(Desks(position.imagine(WORLD).state), position.seat, position.decision, position.about, position.options)
    return dict(zip(position.options, ratings, strict=True))


def test_a_recruit_does_nothing_to_be_ashamed_of_in_whole_tournaments() -> None:
    """Once for each power among officers: nothing that the tables rule out; a marker given up or a Front supported for nothing is
    the slip of a tournament, no more."""
    seen = Counter[str]()
    for n, mine in enumerate(("uk", "us", "ussr")):
        match, rng = Match.new(GAME, "tournament", {}, seed_from(f"recruit {n}"), record=False), Random(n)
        bots = {seat: make_bot(GAME, "recruit" if seat == mine else "officer") for seat in match.seats}
        while asked := match.asked():
            for seat in asked:
                position = Position(match, seat)
                choice = bots[seat].choose(position, rng)
                if seat == mine and len(position.options) > 1 and position.about.get("owner", seat) == seat:
                    seen.update(noted(position, choice))
                match.act(seat, choice)
    assert seen["choices"] > 250 and not seen["ruled out"], seen
    assert seen["slips"] <= 3, seen


def noted(position: Position, choice: Choice) -> list[str]:
    """What a reader of the rules would shake his head at."""
    ratings = rated(position)
    best, found = max(ratings.values()), ["choices"]
    found += ["ruled out"] * (ratings[choice] <= NEVER < best)
    found += ["slips"] * (ratings[choice] <= 0 < best and (choice[0] == "forfeit" or str(choice[0]).startswith("alloc")))
    return found
