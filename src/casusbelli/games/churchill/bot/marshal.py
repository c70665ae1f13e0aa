"""The marshal: the tables name a few candidates, and each is played out to the eve of the war in imagined worlds."""

from __future__ import annotations

from copy import copy
from functools import cache
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

from casusbelli.game import Game, Match, Position, Reason
from casusbelli.kernel import OVER, Choice, Params

from ..content import FRONT_OF
from ..state import Churchill
from ..support import entry_space, naval_at
from .futures import FATES
from .officer import Officer, Ratings, rate
from .prospect import prospects
from .speech import NEVER
from .worth import Desks, chance_with

TABLE = {
    "agenda_commit_card",
    "agenda_first_issue",
    "agenda_pick_issue",
    "meeting_action",
    "debate_response",
    "conference_tie_leader",
    "tie_choice",
    "tie_choice_us",
}
"""The decisions of the conference table, where what comes next hangs on hands that nobody shows."""

MAP = {
    "place_directed_offensive",
    "leadership_command",
    "alloc_free",
    "alloc_bonus",
    "global_move",
    "network_place",
    "alignment_place",
}
"""Those of the map, where next to nothing is hidden."""

PLAYED_OUT = TABLE | MAP
"""The decisions that are looked at closely; the others are left to the tables."""

CANDIDATES = 3
"""How many of the best options are played out."""

ALLOCATION = {"alloc_free", "alloc_bonus"}
COUNTS = dict.fromkeys(MAP, 8) | dict.fromkeys(ALLOCATION, 6) | dict.fromkeys(("agenda_first_issue", "agenda_pick_issue"), 5)
"""More where the tables' order says little: the Front that needs several tokens seldom looks best for one, and on the map a look
costs one world."""

OTHER_ISSUES = 1
"""At the meeting the best options often speak to the same issue: so many others are heard too."""

PLEDGED = 500.0
"""What sets the Front first that a token was given to."""

ENOUGH = 0.85
"""A Front with this chance to advance wants no more support."""

FINALISTS = 2
"""So many ways to spend a token are played out in a second imagined world, and on other dice."""

TRIALS, DOUBT = 3, 1.0
"""At the table hands and dice weigh more than any choice: what looks better than the tables' first in one world is tried beside
it in so many more, and must be better by so many standard errors."""

ALWAYS = {"decline", "pass"}
"""Choices that are tried whatever the tables say of them."""

LOOKS = "churchill.looks"
"""Where a position keeps what was seen ahead, by the choice that was made of it."""

Trial = dict[Choice, float]
"""The candidates' prospects in one imagined world (or their ratings by the tables)."""


class Look(NamedTuple):
    """What was seen ahead: the candidates with their ratings, the tables' first before all others, and all their trials."""

    rated: Trial
    trials: list[Trial]

    @property
    def first(self) -> Choice:
        return next(iter(self.rated))

    def preferred(self, choice: Choice) -> bool:
        """Whether the tables put their first above this one, or call them as good."""
        return self.rated[self.first] > self.rated[choice]

    def gains(self, choice: Choice, other: Choice) -> list[float]:
        """By how much of a victory the choice promises more, in every world in which both were tried."""
        return [trial[choice] - trial[other] for trial in self.trials if choice in trial and other in trial]


class Marshal(Officer):
    """Looks ahead to the eve of the war, and from there by sketches to the end."""

    def decide(self, position: Position, ratings: Ratings, rng: Random) -> Choice:
        candidates = candidates_of(position, ratings) if position.decision in PLAYED_OUT else []
        if len(candidates) < 2:
            return self.pick(position.options, ratings, rng)
        weigh = challenge if position.decision in TABLE else ponder
        choice, trials = weigh(position, candidates, rng)
        rated = dict(zip(position.options, ratings, strict=True))
        looks_at(position)[choice] = Look({each: rated[each] for each in candidates}, trials)
        return choice

    def reasons(self, position: Position, choice: Choice) -> list[Reason]:
        """What the tables say for it; where looking ahead overruled them, that first."""
        look = looks_at(position).get(choice)
        if look is None or look.first == choice:
            return super().reasons(position, choice)
        also_true = super().reasons(position, look.first)
        own = [reason for reason in super().reasons(position, choice) if reason not in also_true]
        told = {**hundredths(look.gains(choice, look.first)), "over": look.first, "preferred": look.preferred(choice)}
        return [Reason("played_out", told), *own[:1]]

    def compares(self, position: Position, choice: Choice, other: Choice) -> Reason | None:
        """How the prospects of another candidate came out beside those of the choice, in the worlds that decided."""
        look = looks_at(position).get(choice)
        gains = look.gains(choice, other) if look is not None else []
        if not gains:
            return None
        return Reason("promises_less", hundredths(gains)) if mean(gains) >= 0 else Reason("not_surely", {"worlds": len(gains)})


def hundredths(gains: list[float]) -> Params:
    """A gain as it is told, and in how many worlds it was seen."""
    return {"gain": round(100 * mean(gains)), "worlds": len(gains)}


def looks_at(position: Position) -> dict[Choice, Look]:
    looks: dict[Choice, Look] = position.notes.setdefault(LOOKS, {})
    return looks


def ponder(position: Position, candidates: list[Choice], rng: Random) -> tuple[Choice, list[Trial]]:
    """The candidate with the best prospects; what chance may have favoured is tried again."""
    tried = try_out(position, candidates, rng.randbytes(32))
    if position.decision not in ALLOCATION:
        return max(candidates, key=tried.__getitem__), [tried]
    finalists = sorted(candidates, key=lambda choice: -tried[choice])[:FINALISTS]
    again = try_out(position, finalists, rng.randbytes(32))
    return max(finalists, key=lambda choice: tried[choice] + again[choice]), [tried, again]


def challenge(position: Position, candidates: list[Choice], rng: Random) -> tuple[Choice, list[Trial]]:
    """The tables' first choice, unless another is better by more than chance explains."""
    first = candidates[0]
    tried = try_out(position, candidates, rng.randbytes(32))
    best = max(candidates, key=tried.__getitem__)
    if best == first:
        return first, [tried]
    trials = [tried, *(try_out(position, [first, best], rng.randbytes(32)) for _ in range(TRIALS))]
    gains = [trial[best] - trial[first] for trial in trials]
    return (best if mean(gains) > DOUBT * stdev(gains) / len(gains) ** 0.5 else first), trials


def try_out(position: Position, candidates: list[Choice], world: bytes) -> Trial:
    """The prospects of every candidate in the same world."""
    return {choice: play_out(position, choice, world) for choice in candidates}


def candidates_of(position: Position, ratings: Ratings) -> list[Choice]:
    """What is played out, the tables' first before all others."""
    chosen = shortlist(position.options, ratings, COUNTS.get(position.decision, CANDIDATES))
    if position.decision != "meeting_action":
        return chosen
    return chosen + on_other_issues(position.options, ratings, {issue_of(choice) for choice in chosen})


def shortlist(options: list[Choice], ratings: Ratings, count: int = CANDIDATES) -> list[Choice]:
    """The best options by the tables, best first."""
    order = best_first(ratings)
    chosen = [n for n in order[:count] if ratings[n] > NEVER]
    chosen += [n for n in order if options[n][0] in ALWAYS and n not in chosen]
    return [options[n] for n in chosen]


def best_first(ratings: Ratings) -> list[int]:
    return sorted(range(len(ratings)), key=lambda n: -ratings[n])


def on_other_issues(options: list[Choice], ratings: Ratings, heard: set[str]) -> list[Choice]:
    """The best option for each of the best issues that were not heard of."""
    best: dict[str, Choice] = {}
    for n in best_first(ratings):
        issue = issue_of(options[n])
        if ratings[n] > NEVER and issue and issue not in heard:
            best.setdefault(issue, options[n])
    return list(best.values())[:OTHER_ISSUES]


def issue_of(choice: Choice) -> str:
    """The issue that is spoken to; none for a chief of staff, who rolls before he names it."""
    return str(choice[2]) if choice[0] in ("advance_staff", "advance_leader") else ""


async def halt(g: Churchill) -> None:
    """The war is not fought in a rehearsal: its chances are weighed."""
    g.phase = OVER


@cache
def rehearsal(game: Game[Churchill]) -> Game[Churchill]:
    """The game up to the eve of its war."""
    short = copy(game)
    short.phases = {**game.phases, "war": halt}
    return short


def play_out(position: Position, choice: Choice, world: bytes) -> float:
    """The prospects after this choice, everybody following the tables to the eve of the war."""
    match: Match[Churchill] = position.imagine(world)
    match.game = rehearsal(match.game)
    rng, table = Random(world), Officer()
    match.act(position.seat, choice)
    desks, phase, won, pledged = Desks(match.state), "", 0, front_of(choice)
    while not match.over:
        seat, question = next(iter(match.asked().items()))
        if match.state.phase != phase:
            desks, phase = Desks(match.state), match.state.phase
        elif len(match.state.won) != won:
            desks.think_again()
        won = len(match.state.won)
        options = question.options
        ratings = rate(desks, seat, question.decision, question.about or {}, options)
        if pledged and seat == position.seat and question.decision in ALLOCATION:
            ratings = keep_pledge(desks, pledged, options, ratings)
        match.act(seat, table.pick(options, ratings, rng))
    return prospects(match.state, position.seat, FATES[world[0] % len(FATES)])


def front_of(choice: Choice) -> str:
    """The Front that a token or a leadership marker is spent on, if any."""
    if choice[0] not in ALLOCATION or choice[1] not in ("offensive", "naval"):
        return ""
    return str(choice[2]) if choice[1] == "offensive" else FRONT_OF.get(str(choice[2]), "")


def keep_pledge(desks: Desks, front: str, options: list[Choice], ratings: Ratings) -> Ratings:
    """Who supports a Front goes on until it has enough: one token alone moves none."""
    g = desks.g
    space = entry_space(g, front)
    fleet = space is None or naval_at(g, front) >= space.naval_required
    if fleet and chance_with(desks.curve(front), g.support[front]) >= ENOUGH:
        return ratings
    return [r + PLEDGED * (r > 0 and front_of(option) == front) for option, r in zip(options, ratings, strict=True)]
