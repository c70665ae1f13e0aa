"""The trials as a pytest class: one line puts a game to all of them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from .beats import MixedMoments, NoLeakInBeats, SameShown, Watching
from .hashes import differences
from .leaks import FairBots, Imagination, NoLeak, SameSandbox
from .playthrough import CAP, Plan, Playthrough, Trial, load_game
from .trials import Chronicle, Clone, Closing, Conservation, Journalling, Legality, Options, PlainBoard, Purity, Undo
from .words import Texts

TRIALS: tuple[type[Trial], ...] = (
    Options,
    Conservation,
    Chronicle,
    Closing,
    Texts,
    PlainBoard,
    Purity,
    Legality,
    Undo,
    Clone,
    Journalling,
    NoLeak,
    NoLeakInBeats,
    Watching,
    SameShown,
    MixedMoments,
    Imagination,
    SameSandbox,
    FairBots,
)


def check(plan: Plan, kinds: Collection[type[Trial]]) -> None:
    """Play the plan under these trials; a failure says how to bring it back."""
    failure = Playthrough(plan, kinds).run()
    if failure is not None:
        playing = f", with {failure.playing[1]} of {failure.playing[0]} to come" if failure.playing else ""
        raise AssertionError(
            f"{failure.trial}: {failure.message}\nafter {failure.at} choices{playing}\n"
            f"again: {failure.command()}\n\n{failure.trace}"
        )


def game_trials(spec: str, *, games: int = 10, cap: int = CAP, without: Collection[type[Trial]] = ()) -> type:
    """A class of tests for the game: each trial over so many games, with scenario, options and seed drawn by Hypothesis."""
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st

    info = load_game(spec).info
    plans = st.builds(
        Plan,
        game=st.just(spec),
        scenario=st.sampled_from([scenario.id for scenario in info.scenarios]),
        options=st.fixed_dictionaries({option.id: st.sampled_from(option.values) for option in info.options}),
        seed=st.integers(0, 2**32 - 1).map(lambda number: f"{number}/0"),
        cap=st.just(cap),
    )

    def test_of(*kinds: type[Trial]) -> Callable[..., None]:
        @settings(max_examples=games, deadline=None, suppress_health_check=list(HealthCheck))
        @given(plan=plans)
        def test(self: Any, plan: Plan) -> None:
            check(plan, kinds)

        return test

    def test_hash_seeds(self: Any) -> None:
        """A match follows from its seed and its choices, whatever the hash seed of the process."""
        different = differences(spec, "hash seeds", 2)
        assert not different, different

    tests: dict[str, Any] = {f"test_{kind.name}": test_of(kind) for kind in TRIALS if kind not in without}
    tests["test_no_dead_ends_and_termination"] = test_of()
    tests["test_hash_seeds"] = test_hash_seeds
    return type(f"Trials of {info.id}", (), tests)
