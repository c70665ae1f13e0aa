"""Every trial catches what it is for."""

from __future__ import annotations

import pytest

from casusbelli.testkit import TRIALS, Playthrough, plan_for
from casusbelli.testkit.hashes import differences

CAUGHT_BY = {
    "OpenDeck": "no_leak",
    "OpenHandsForSpectators": "no_leak",
    "TellingOrder": "no_leak",
    "TellingEvent": "no_leak",
    "TellingPrompt": "no_leak",
    "TellingPreview": "no_leak",
    "TellingRefusal": "no_leak",
    "UndoableReveal": "no_leak",
    "TellsBeforeItReveals": "no_leak_in_beats",
    "InTheAir": "watching",
    "StageFright": "watching",
    "OldNews": "shown",
    "HalfAMoment": "mixed_moments",
    "TruthfulImagination": "imagination",
    "Cheating": "fair_bots",
    "BetrayingReasons": "fair_bots",
    "BetrayingComparison": "fair_bots",
    "Erratic": "fair_bots",
    "LosesACard": "conservation",
    "Meddling": "purity",
    "Lends": "purity",
    "DeadEnd": "dead_end",
    "Endless": "termination",
    "NoResult": "dead_end",
    "LiveEvent": "chronicle",
    "Forgetful": "clone",
    "OfferedTwice": "options",
    "FragileRefusal": "legality",
    "Speechless": "texts",
    "Gaps": "texts",
    "Nameless": "texts",
    "Raises": "rules",
}


@pytest.mark.parametrize(("broken", "trial"), CAUGHT_BY.items())
def test_what_is_broken_is_caught(broken: str, trial: str) -> None:
    kinds = [kind for kind in TRIALS if kind.name == trial]
    spec = f"tests.testkit.broken:GAME_{broken}"
    failures = (Playthrough(plan_for(spec, f"caught/{n}", cap=400), kinds).run() for n in range(30))
    failure = next((f for f in failures if f is not None), None)
    assert failure is not None, f"{trial} does not notice {broken}"
    assert failure.trial == trial, failure.message
    assert f"casus fuzz {spec} --seed caught --first" in failure.command()
    assert failure.journal.entries[: failure.at] == failure.journal.entries


def test_an_order_that_depends_on_hashes_is_caught() -> None:
    different = differences("tests.testkit.broken:GAME_HashOrder", "x", 2)
    assert different and "PYTHONHASHSEED" in different[0]


def test_a_failure_comes_back_by_its_plan() -> None:
    plan = plan_for("tests.testkit.broken:GAME_LosesACard", "again/0")
    first, second = Playthrough(plan, TRIALS).run(), Playthrough(plan, TRIALS).run()
    assert first is not None and second is not None
    assert (first.trial, first.at, first.playing, first.message) == (second.trial, second.at, second.playing, second.message)
