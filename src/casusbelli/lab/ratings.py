"""Bots on one scale, from a round robin: openskill's ratings, with intervals by drawing whole deals anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import msgspec

from .stats import wilson
from .stories import Story

DRAWS = 200
"""How often the deals are drawn anew for the intervals."""


class Standing(msgspec.Struct, frozen=True):
    """A bot's place: its rating with a 95 % interval, and its plain wins."""

    bot: str
    rating: float
    low: float
    high: float
    games: int
    wins: float
    win_low: float
    win_high: float


def ladder(bots: Sequence[str], seats: Sequence[str], stories: Iterable[Story], draws: int = DRAWS) -> list[Standing]:
    """All bots, the best first. Games of one deal are drawn together: they share their luck."""
    good = [story for story in stories if not story.error]
    deals: dict[int, list[Story]] = {}
    for story in good:
        deals.setdefault(story.deal, []).append(story)
    rated = _rate(bots, seats, good)
    lots, groups = Random("ladder"), list(deals.values())
    drawn: dict[str, list[float]] = {bot: [] for bot in bots}
    for _ in range(draws if groups else 0):
        again = [story for _ in groups for story in groups[lots.randrange(len(groups))]]
        for bot, rating in _rate(bots, seats, again).items():
            drawn[bot].append(rating)
    table = []
    for bot in bots:
        shares = [s.share(seat, len(seats)) for s in good for seat, who in zip(seats, s.bots, strict=True) if who == bot]
        spread = sorted(drawn[bot]) or [rated[bot]]
        low, high = spread[int(0.025 * (len(spread) - 1))], spread[-1 - int(0.025 * (len(spread) - 1))]
        win_low, win_high = wilson(sum(shares), len(shares))
        table.append(Standing(bot, rated[bot], low, high, len(shares), sum(shares), win_low, win_high))
    return sorted(table, key=lambda standing: -standing.rating)


def _rate(bots: Sequence[str], seats: Sequence[str], stories: Iterable[Story]) -> dict[str, float]:
    """The mean of a Plackett-Luce rating after these games, in their order. A bot at two places of a table plays as both."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings: dict[str, Any] = {bot: model.rating() for bot in bots}
    for story in stories:
        teams = [[ratings[bot]] for bot in story.bots]
        ranks = [1.0 if seat in story.winners or not story.winners else 2.0 for seat in seats]
        updated = model.rate(teams, ranks=ranks)
        changed: dict[str, list[Any]] = {}
        for bot, (player,) in zip(story.bots, updated, strict=True):
            changed.setdefault(bot, []).append(player)
        for bot, players in changed.items():
            mu = sum(player.mu for player in players) / len(players)
            sigma = sum(player.sigma for player in players) / len(players)
            ratings[bot] = model.rating(mu=mu, sigma=sigma)
    return {bot: float(rating.mu) for bot, rating in ratings.items()}


MIDDLE, MIDDLE_MU = "officer", 25.0
"""The bot whom the house's ratings take for the middle."""


def anchors(table: Sequence[Standing]) -> str:
    """The ladder as the house reads it (``bot/anchors.toml``): every bot as far from the officer as it was measured."""
    officer = next((each.rating for each in table if each.bot == MIDDLE), None)
    if officer is None:
        return ""
    lines = ["[grades]"]
    for each in sorted(table, key=lambda each: each.rating):
        mu, low, high = (MIDDLE_MU + rating - officer for rating in (each.rating, each.low, each.high))
        lines.append(f"{each.bot} = {mu:.1f}  # {low:.1f} to {high:.1f}, {each.games} games")
    return "\n".join(lines) + "\n"


STANDINGS = {"bot": "text", "rating": "real", "low": "real", "high": "real", "games": "whole"}
STANDINGS |= {"wins": "real", "win_low": "real", "win_high": "real"}
"""The columns of the table of standings."""
