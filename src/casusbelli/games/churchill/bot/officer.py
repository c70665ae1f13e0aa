"""Every decision rated by the tables: the officer takes the best, the recruit forgets some, the marshal has patience."""

from __future__ import annotations

from random import Random

from casusbelli.bots.beginner import noticed
from casusbelli.game import Position, Reason
from casusbelli.kernel import Choice, Params

from ..content import Power
from ..state import Churchill
from . import speech, strategy
from .reasons import reasons
from .worth import Desks

Ratings = list[float]

WORLD = bytes(32)
"""The tables use only what is open, so one imagined world is as good as another."""


def rate(desks: Desks, power: Power, decision: str, about: Params, options: list[Choice]) -> Ratings:
    """What each option is worth to the power by the decision tables."""
    g = desks.g
    match decision:
        case "agenda_commit_card":
            return [speech.agenda_card(str(option[1])) for option in options]
        case "agenda_first_issue" | "agenda_pick_issue":
            return speech.agenda_issues(desks, power, options)
        case "meeting_action":
            return speech.meeting(desks, power, options)
        case "debate_response":
            return speech.debate(desks, power, options)
        case "chief_issue":
            return speech.chief_issue(desks, power, str(about["card"]), options)
        case "chief_stop":
            return speech.chief_stop(desks, power, str(about["issue"]), int(about["value"]), options)
        case "agenda_tie_leader" | "conference_tie_leader":
            return speech.commit_leader(g, power, decision, about["tied"], options)
        case "tie_choice" | "tie_choice_us":
            return speech.weaker_first(g, options)
        case "network_order" | "alignment_order":
            return speech.placing_order(g, power, options)
        case "staff_support_theater":
            return strategy.support_theater(desks, power, options)
        case "place_directed_offensive":
            return strategy.directed_offensive(desks.of(power), options)
        case "leadership_command":
            return strategy.command(power, str(about["region"]), options)
        case "global_move":
            return strategy.global_marker(g, power, options)
        case "network_place":
            return strategy.networks(g, power, options)
        case "alignment_place":
            return strategy.alignments(g, power, options)
        case _:
            return strategy.allocation(desks, power, options)


class Officer:
    """Follows the tables."""

    def choose(self, position: Position, rng: Random) -> Choice:
        options = position.options
        if len(options) == 1:
            return options[0]
        g: Churchill = position.imagine(WORLD).state
        owner = position.about.get("owner", position.seat)
        ratings = rate(Desks(g), owner, position.decision, position.about, options)
        if owner != position.seat:  # 4.6: a neighbour's marker goes where it serves him least
            return self.pick(options, [-rating for rating in ratings], rng)
        return self.decide(position, ratings, rng)

    def reasons(self, position: Position, choice: Choice) -> list[Reason]:
        """What the tables say for it."""
        return reasons(position.imagine(WORLD).state, position, choice)

    def decide(self, position: Position, ratings: Ratings, rng: Random) -> Choice:
        """What the ratings speak for."""
        return self.pick(position.options, ratings, rng)

    def pick(self, options: list[Choice], ratings: Ratings, rng: Random) -> Choice:
        """The highest rating; equal ones by die."""
        top = max(ratings)
        among = [option for option, rating in zip(options, ratings, strict=True) if rating == top]
        return among[0] if len(among) == 1 else rng.choice(among)


KINDNESS: dict[str, float] = {"decline": 1.0, "remove": -1.0, "debate_leader": -1.5}
"""A recruit lets the others have their way more often than is good for it."""


class Recruit(Officer):
    """A friendly beginner: knows the tables, forgets an option here and there, and seldom stands in anybody's way."""

    def pick(self, options: list[Choice], ratings: Ratings, rng: Random) -> Choice:
        kinder = [rating + KINDNESS.get(str(option[0]), 0.0) for option, rating in zip(options, ratings, strict=True)]
        seen = noticed([n for n, rating in enumerate(kinder) if rating > speech.NEVER], rng)
        if not seen:
            return super().pick(options, kinder, rng)
        return options[max(seen, key=kinder.__getitem__)]
