"""One game played at random under the eyes of trials: the way the tests, the fuzzer and other people's games are tried.

Everything follows from the plan: the deal, the choices, and where each trial looks, so that a failure comes back by its plan
alone, whichever other trials run beside.
"""

from __future__ import annotations

import importlib
import sys
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec

from casusbelli.game import Game, Journal, Match
from casusbelli.game.journal import FORMAT
from casusbelli.game.registry import find
from casusbelli.kernel import Choice, OptionValue, Seat, SetupError, commitment, seed_from

CAP = 20_000
"""A match of more choices than this is taken for endless."""


def load_game(spec: str) -> Game[Any]:
    """An installed game by its id, or any other as ``module:NAME``, seen from where one stands.

    Not for words from the network: it imports what it is told.
    """
    module, colon, name = spec.partition(":")
    if not colon:
        return find(spec)
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        game = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise SetupError(f"there is no game {spec!r}: {error}") from None
    if not isinstance(game, Game):
        raise SetupError(f"{spec} is not a game")
    return game


class Plan(msgspec.Struct, frozen=True):
    """What a playthrough follows from."""

    game: str
    scenario: str
    options: dict[str, OptionValue]
    seed: str
    cap: int = CAP


def plan_for(
    spec: str, seed: str, scenario: str | None = None, options: dict[str, OptionValue] | None = None, cap: int = CAP
) -> Plan:
    """A plan with what is left open (None) drawn from the seed."""
    info = load_game(spec).info
    rng = Random(f"{seed}/plan")
    drawn = rng.choice(info.scenarios).id
    values = {option.id: rng.choice(option.values) for option in info.options}
    chosen = drawn if scenario is None else info.scenario(scenario).id
    return Plan(spec, chosen, values if options is None else info.settle(options, chosen), seed, cap)


class TrialFailed(AssertionError):
    """Something that must hold does not."""

    def __init__(self, trial: str, message: str) -> None:
        super().__init__(f"{trial}: {message}")
        self.trial = trial
        self.message = message


class Trial:
    """Watches one playthrough and raises ``TrialFailed`` where its rule does not hold."""

    name: ClassVar[str]
    share: ClassVar[float] = 1.0
    """The share of the positions it looks at."""
    most: ClassVar[int] = 1_000_000
    """How many positions of one playthrough it looks at, for trials that are dear."""

    def __init__(self, spec: str, match: Match[Any], rng: Random) -> None:
        self.spec = spec
        self.match = match
        self.game = match.game
        self.rng = rng
        self.looked = 0

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        return (None, *self.match.seats)

    def looks(self) -> bool:
        if self.looked >= self.most or (self.share < 1 and self.rng.random() >= self.share):
            return False
        self.looked += 1
        return True

    def require(self, holds: bool, message: str) -> None:
        if not holds:
            raise TrialFailed(self.name, message)

    def start(self) -> None:
        """Before the first choice."""

    def before(self, seat: Seat, choice: Choice) -> None:
        """At every position, with the choice that will be played. The match must be left as it was."""

    def after(self, seat: Seat, choice: Choice) -> None:
        """After every choice."""

    def end(self) -> None:
        """After the last choice."""


class Failure(msgspec.Struct, frozen=True):
    """A playthrough that failed, with everything to bring it back."""

    plan: Plan
    trial: str
    message: str
    at: int
    """How many choices had been played."""
    playing: tuple[Seat, Choice] | None
    """The choice that was being played or was about to be."""
    trace: str
    journal: Journal

    @property
    def headline(self) -> str:
        return self.message.splitlines()[0][:300]

    def command(self) -> str:
        """The command line that brings it back."""
        options = ",".join(f"{key}={str(value).lower()}" for key, value in self.plan.options.items())
        seed, _, number = self.plan.seed.rpartition("/")
        words = ["casus fuzz", self.plan.game, f"--seed {seed} --first {number} --games 1", f"--scenario {self.plan.scenario}"]
        return " ".join(words + ([f"--options {options}"] if options else []) + [f"--trial {self.trial}"])


class Playthrough:
    """Plays a plan to its end, cap or first failure."""

    def __init__(self, plan: Plan, trials: Iterable[type[Trial]]) -> None:
        self.plan = plan
        self.kinds = list(trials)
        self.match: Match[Any] | None = None
        self.playing: tuple[Seat, Choice] | None = None
        self.trial = "rules"

    def run(self) -> Failure | None:
        try:
            self._play(load_game(self.plan.game))
        except SetupError:
            raise
        except Exception as error:
            trial = error.trial if isinstance(error, TrialFailed) else self.trial
            message = error.message if isinstance(error, TrialFailed) else f"{type(error).__name__}: {error}"
            at = 0 if self.match is None else len(self.match.entries)
            return Failure(self.plan, trial, message, at, self.playing, traceback.format_exc(), self._journal())
        return None

    def _play(self, game: Game[Any]) -> None:
        plan = self.plan
        match = self.match = Match.new(game, plan.scenario, plan.options, seed_from(plan.seed))
        trials = [kind(plan.game, match, Random(f"{plan.seed}/{kind.name}")) for kind in self.kinds]
        steer = Steering(plan.seed)
        self._each(trials, "start")
        while not match.over:
            asked = match.asked()
            if not asked or not all(question.options for question in asked.values()):
                where = {seat: question.decision for seat, question in asked.items()}
                raise TrialFailed("dead_end", f"phase {match.state.phase} goes on and nobody can choose: {where}")
            if len(match.entries) >= plan.cap:
                raise TrialFailed("termination", f"the match does not end within {plan.cap} choices")
            seat = steer.rng.choice(list(asked))
            choice = steer.choose(asked[seat].options)
            self.playing = (seat, choice)
            self._each(trials, "before", seat, choice)
            match.act(seat, choice)
            self._each(trials, "after", seat, choice)
        self.playing = None
        if match.asked() or match.result() is None:
            raise TrialFailed("dead_end", "the match is over and has no result, or somebody is still asked")
        self._each(trials, "end")

    def _each(self, trials: list[Trial], moment: str, *args: Any) -> None:
        for trial in trials:
            self.trial = trial.name
            if moment != "before" or trial.looks():
                getattr(trial, moment)(*args)
        self.trial = "rules"

    def _journal(self) -> Journal:
        if self.match is not None:
            return self.match.journal()
        seed, info = seed_from(self.plan.seed), load_game(self.plan.game).info
        return Journal(
            format=FORMAT,
            game=info.id,
            rules_version=info.rules_version,
            content=info.content_digest,
            scenario=self.plan.scenario,
            options=dict(self.plan.options),
            commitment=commitment(seed),
            seed=seed.hex(),
            entries=[],
        )


class Steering:
    """Chooses at random: evenly among all options, or first a verb and then one of its options, so that rare verbs come up."""

    def __init__(self, seed: str) -> None:
        self.rng = Random(f"{seed}/steering")
        self.by_verb = self.rng.random() < 0.5

    def choose(self, options: Sequence[Choice]) -> Choice:
        if self.by_verb and len(options) > 2:
            verb = self.rng.choice(list(dict.fromkeys(choice[0] for choice in options)))
            options = [choice for choice in options if choice[0] == verb]
        return self.rng.choice(options)
