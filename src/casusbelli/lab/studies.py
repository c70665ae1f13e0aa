"""Questions put to many games, with as many games as the answer takes.

A study has arms (the game as it is; the same with an option changed; a seating of bots) and plays every deal in all of them, so
that luck is paired. After every round it looks whether the question is decided. The intervals hold however often one looks
(``stats.always_within``), so stopping early deceives nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from math import inf

import msgspec

from casusbelli.kernel import OptionValue, Seat, SetupError
from casusbelli.testkit import load_game

from .arena import rotations
from .play import GamePlan
from .runs import Run
from .stats import always_about, always_within
from .stories import Errand, Story, play_story
from .veterans import lab_bot

KINDS = ("balance", "options", "openings", "length")
USUAL = "usual"
"""The arm that is the game as it is usually played."""
ROUND = 8
"""Deals between two looks."""
PRECISION = 0.02
"""A length is known when its interval is this part of it wide, to each side."""


class Setup(msgspec.Struct, frozen=True):
    """What a study asks: enough to play it again on another machine."""

    kind: str
    game: str
    rules_version: str
    scenario: str
    options: dict[str, OptionValue]
    seats: tuple[Seat, ...]
    bots: tuple[str, ...]
    seed: str
    most: int
    """Deals at most."""
    margin: float
    """Differences smaller than this count as none."""
    arms: dict[str, dict[str, OptionValue]] = {}
    tables: tuple[tuple[str, ...], ...] = ()
    """A ladder's tables, with every turn of the seats."""


class Finding(msgspec.Struct, frozen=True):
    """An answer with its interval: of an arm, a seat, and what was asked (an option's value, an opening, a length)."""

    arm: str
    seat: Seat
    about: str
    games: int
    estimate: float
    low: float
    high: float
    decided: str
    """``yes``: there is a difference; ``no``: none that matters; empty: more games are needed."""


def setup_of(
    kind: str,
    game: str,
    scenario: str | None,
    options: Mapping[str, OptionValue],
    bots: Sequence[str],
    most: int,
    seed: str,
    margin: float,
    only: Sequence[str] = (),
) -> Setup:
    """A study with everything checked. One bot named plays all seats."""
    if kind not in KINDS:
        raise SetupError(f"there is no study {kind!r}; there are {', '.join(KINDS)}")
    if not 0 < margin < 0.5:
        raise SetupError(f"a margin lies between 0 and 0.5, not {margin}")
    loaded = load_game(game)
    info = loaded.info
    chosen = info.scenario(scenario)
    settled = info.settle(options, chosen.id)
    named = tuple(bots) if len(bots) != 1 else (bots[0],) * len(chosen.seats)
    if len(named) != len(chosen.seats):
        raise SetupError(f"{game} ({chosen.id}) needs one bot, or {len(chosen.seats)}; {len(named)} are named")
    for bot in dict.fromkeys(named):
        lab_bot(loaded, bot)
    arms: dict[str, dict[str, OptionValue]] = {USUAL: settled}
    if kind == "options":
        known = {option.id for option in info.options}
        if unknown := [name for name in only if name not in known]:
            raise SetupError(f"{game} has no option {unknown[0]!r}; it has {', '.join(sorted(known)) or 'none'}")
        for option in info.options:
            for value in option.values if not only or option.id in only else ():
                if value != settled[option.id] or type(value) is not type(settled[option.id]):
                    arms[f"{option.id}={value}"] = settled | {option.id: value}
        if len(arms) == 1:
            raise SetupError(f"{game} has no option that could be otherwise")
    return Setup(kind, game, info.rules_version, chosen.id, settled, chosen.seats, named, seed, most, margin, arms)


def ladder_of(
    game: str, scenario: str | None, options: Mapping[str, OptionValue], bots: Sequence[str], deals: int, seed: str
) -> Setup:
    """A round robin: every table of bots, each deal in every turn of the seats. Few bots sit at a table several times."""
    loaded = load_game(game)
    chosen = loaded.info.scenario(scenario)
    named = tuple(dict.fromkeys(bots))
    if len(named) < 2:
        raise SetupError("a ladder needs at least 2 bots")
    for bot in named:
        lab_bot(loaded, bot)
    seats = len(chosen.seats)
    choose = combinations if len(named) >= seats else combinations_with_replacement
    tables = tuple(table for table in choose(named, seats) if len(set(table)) > 1)
    settled = loaded.info.settle(options, chosen.id)
    version = loaded.info.rules_version
    return Setup("ladder", game, version, chosen.id, settled, chosen.seats, named, seed, deals, 0.05, {}, tables)


def errands(setup: Setup, deal: int, arms: Sequence[str]) -> Iterator[Errand]:
    """What is played of a deal: every arm that is still open, or every table in every turn."""
    seed = f"{setup.seed}/{deal}"
    if setup.kind == "ladder":
        for table in setup.tables:
            for turn, seating in enumerate(rotations(table)):
                plan = GamePlan(setup.game, setup.scenario, setup.options, seed, seating)
                yield Errand(" ".join(table), deal, turn, plan)
        return
    explore = 1 if setup.kind == "openings" else 0
    for arm in arms:
        plan = GamePlan(setup.game, setup.scenario, setup.arms[arm], seed, setup.bots, explore=explore)
        yield Errand(arm, deal, 0, plan)


Hands = Callable[[Callable[[Errand], Story], Sequence[Errand]], Iterator[Story]]


def carry_out(setup: Setup, run: Run, hands: Hands, advance: Callable[[], None] = lambda: None) -> list[Finding]:
    """Play round after round until the question is decided or the deals are used up.

    What is played follows from the set-up and the games alone, not from who plays them or how often it was begun again.
    """
    found: list[Finding] = []
    open_arms = list(setup.arms)
    counted: dict[tuple[str, int, int], Story] = {}
    for first in range(0, setup.most, ROUND):
        deals = range(first, min(first + ROUND, setup.most))
        wanted = [errand for deal in deals for errand in errands(setup, deal, open_arms)]
        for story in hands(play_story, [errand for errand in wanted if errand.key not in run.stories]):
            run.add(story)
            advance()
        counted |= {errand.key: run.stories[errand.key] for errand in wanted}
        found = findings(setup, list(counted.values()))
        if setup.kind == "ladder":
            continue
        open_arms = _still_open(setup, found, open_arms)
        if not open_arms:
            break
    return found


def _still_open(setup: Setup, found: Sequence[Finding], arms: Sequence[str]) -> list[str]:
    """The arms that are worth another round; the usual game is played as long as anything is compared with it."""
    if setup.kind != "options":
        return [] if found and all(each.decided for each in found) else list(arms)
    undecided = {each.arm for each in found if not each.decided}
    rest = [arm for arm in arms if arm in undecided]
    return [USUAL, *rest] if rest else []


def findings(setup: Setup, stories: Sequence[Story]) -> list[Finding]:
    """What the games say so far."""
    good = [story for story in stories if not story.error]
    match setup.kind:
        case "balance":
            return _balance(setup, good)
        case "options":
            return _options(setup, good)
        case "openings":
            return _openings(setup, good)
        case "length":
            return _lengths(setup, good)
        case _:
            return []


def _verdict(low: float, high: float, middle: float, margin: float) -> str:
    if low > middle or high < middle:
        return "yes"
    return "no" if low >= middle - margin and high <= middle + margin else ""


def _balance(setup: Setup, stories: Sequence[Story]) -> list[Finding]:
    """Does a seat win more or less than its part? All seats together are wrong once in twenty studies."""
    fair, found = 1 / len(setup.seats), []
    for seat in setup.seats:
        shares = [story.share(seat, len(setup.seats)) for story in stories]
        low, high = always_within(sum(shares), len(shares), 0.05 / len(setup.seats))
        mean = sum(shares) / max(1, len(shares))
        found.append(Finding(USUAL, seat, "share", len(shares), mean, low, high, _verdict(low, high, fair, setup.margin)))
    return found


def _options(setup: Setup, stories: Sequence[Story]) -> list[Finding]:
    """What does an option change for each seat? The same deals with and without it."""
    usual = {story.deal: story for story in stories if story.arm == USUAL}
    seats, found = len(setup.seats), []
    for arm in setup.arms:
        pairs = [(usual[story.deal], story) for story in stories if story.arm == arm != USUAL and story.deal in usual]
        for seat in setup.seats if arm != USUAL else ():
            changes = [after.share(seat, seats) - before.share(seat, seats) for before, after in pairs]
            low, high = always_within(sum((change + 1) / 2 for change in changes), len(changes), 0.05 / seats)
            low, high = 2 * low - 1, 2 * high - 1
            mean = sum(changes) / max(1, len(changes))
            found.append(Finding(arm, seat, "change", len(changes), mean, low, high, _verdict(low, high, 0, setup.margin)))
    return found


def _openings(setup: Setup, stories: Sequence[Story]) -> list[Finding]:
    """Which first choice wins more or less than the seat does on the whole? First choices are drawn by lot."""
    seats, found = len(setup.seats), []
    for seat in setup.seats:
        played: dict[str, list[float]] = {}
        for story in stories:
            for opening in story.openings.get(seat, ())[:1]:
                played.setdefault(opening, []).append(story.share(seat, seats))
        whole = [share for shares in played.values() for share in shares]
        mean = sum(whole) / max(1, len(whole))
        for opening, shares in sorted(played.items()):
            low, high = always_within(sum(shares), len(shares), 0.05 / len(played))
            own = sum(shares) / len(shares)
            found.append(Finding(USUAL, seat, opening, len(shares), own, low, high, _verdict(low, high, mean, setup.margin)))
    return found


def _lengths(setup: Setup, stories: Sequence[Story]) -> list[Finding]:
    """How long is a game, and how wide? Known when the mean is known to a fiftieth."""
    values = {
        "decisions": [float(story.decisions) for story in stories],
        "options": [story.width[0] / max(1, story.decisions) for story in stories],
    }
    values |= {f"choices {seat}": [float(story.choices[n]) for story in stories] for n, seat in enumerate(setup.seats)}
    found = []
    for about, each in values.items():
        low, high = always_about(each, 0.05 / len(values))
        mean = sum(each) / max(1, len(each))
        decided = "yes" if high - low < inf and high - low <= 2 * PRECISION * max(mean, 1e-9) else ""
        found.append(Finding(USUAL, "", about, len(each), mean, max(low, 0.0), high, decided))
    return found


FINDINGS = {"arm": "text", "seat": "text", "about": "text", "games": "whole"}
FINDINGS |= {"estimate": "real", "low": "real", "high": "real", "decided": "text"}
"""The columns of the table of findings."""
