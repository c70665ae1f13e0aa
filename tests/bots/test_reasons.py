"""An independent check of what bots say: they name what they chose, in words that are there, and what they name decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from casusbelli.bots import make_bot
from casusbelli.bots.accounts import SILENT, Account, account_of
from casusbelli.game import LANGUAGES, Match, Position, Reason
from casusbelli.games.churchill.bot import marshal as churchill_marshal
from casusbelli.games.churchill.bot import officer as churchill_officer
from casusbelli.games.churchill.bot import speech as churchill_speech
from casusbelli.games.churchill.bot import strategy as churchill_strategy
from casusbelli.games.churchill.bot import worth as churchill_worth
from casusbelli.games.fog_of_war.bot import StaffBot
from casusbelli.games.fog_of_war.bot.weights import MARSHAL
from casusbelli.games.triumph_of_chaos.bot import StaffBot as ChaosBot
from casusbelli.games.triumph_of_chaos.bot.weights import MARSHAL as CHAOS_MARSHAL
from casusbelli.games.wunderwaffen.bot import Commander as WunderWaffenBot
from casusbelli.games.wunderwaffen.bot import habits as wunderwaffen_habits
from casusbelli.games.wunderwaffen.bot.weights import GRADES as WUNDERWAFFEN_GRADES
from casusbelli.games.wunderwaffen.bot.weights import Taste
from casusbelli.kernel import Choice, seed_from
from casusbelli.testkit import load_game
from casusbelli.words.texts import catalogue, reason_text

GAMES = ("churchill", "fog_of_war", "triumph_of_chaos", "wunderwaffen")


def positions(game_id: str, bot: str, seed: str, every: int, at_most: int) -> Iterator[tuple[Position, Choice]]:
    """Positions of a match between bots in which there is a choice, with what the bot chooses there."""
    game = load_game(game_id)
    match: Match[Any] = Match.new(game, None, {}, seed_from(seed), record=False)
    player, rng, seen = make_bot(game, bot), Random(seed), 0
    while (asked := match.asked()) and at_most:
        for seat in asked:
            position = Position(match, seat)
            choice = player.choose(position, rng)
            seen += len(position.options) > 1
            if len(position.options) > 1 and seen % every == 0 and at_most:
                at_most -= 1
                yield position, choice
            match.act(seat, choice)


@cache
def accounts(game_id: str) -> list[tuple[str, Account]]:
    """Accounts of officers' choices, from the beginning of a match to its end."""
    bot = make_bot(load_game(game_id), "officer")
    found = positions(game_id, "officer", "reasons", every=7, at_most=40)
    return [(position.decision, account_of(bot, position, choice, Random(n))) for n, (position, choice) in enumerate(found)]


@pytest.mark.parametrize("game_id", GAMES)
def test_an_account_names_what_was_chosen_and_others_that_were_there(game_id: str) -> None:
    for _, told in accounts(game_id):
        assert told.why
        named = [told.choice, *(other.choice for other in told.others)]
        assert len(named) == len(set(named)) > 1


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_its_words(game_id: str, language: str) -> None:
    words = catalogue(load_game(game_id), language)
    for decision, told in accounts(game_id):
        for reason in told.why:
            if reason.key not in ("only", "weighed"):
                text = reason_text(load_game(game_id), words, decision, reason)
                assert text and "{" not in text, (decision, reason)


SPOKEN = {"churchill": 0.6, "fog_of_war": 0.9, "triumph_of_chaos": 0.6, "wunderwaffen": 0.6}
"""At least this share of choices has a reason of its own, not only that it came out best."""


@pytest.mark.parametrize("game_id", GAMES)
def test_most_choices_have_a_reason_of_their_own(game_id: str) -> None:
    spoken = [told.why[0].key not in ("only", "weighed") for _, told in accounts(game_id)]
    assert sum(spoken) >= SPOKEN[game_id] * len(spoken), sum(spoken) / len(spoken)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_comparison_is_what_the_reasons_part_by(game_id: str) -> None:
    """What speaks for one alone is said of it and not of the other; nothing is said that has nothing to say."""
    for _, told in accounts(game_id):
        for other in told.others:
            assert all(reason in told.why and reason not in other.why for reason in other.lacks)
            assert all(reason in other.why and reason not in told.why for reason in other.has)
            assert not {reason.key for reason in [*other.lacks, *other.has]} & SILENT


def parting(told: Account) -> bool:
    """Whether what is said for the choice is not said of the next best in the same words."""
    return told.why != told.others[0].why


@pytest.mark.parametrize("game_id", GAMES)
def test_reasons_part_the_choice_from_the_next_best(game_id: str) -> None:
    """What is as true of the other choice cannot have decided."""
    parted = [parting(told) for _, told in accounts(game_id) if told.others and told.why[0].key != "weighed"]
    assert sum(parted) >= 0.6 * len(parted), sum(parted) / len(parted)


# -- without its top term the choice falls ---------------------------------------------------------------------------------


FOG_TERMS: dict[str, dict[str, Any]] = {
    "answers_plan": {"answers": 0.0},
    "what_may_come": {"dread": 0.0},
    "strikes_first": {"strikes_first": 0.0},
    "before_the_answer": {"ratio_seen": 2.0},
    "false_trail": {"mislead": 0.0},
    "joins_anyway": {"tidy": False},
    "takes_apart": {"tidy": False},
    "lets_ripen": {"last_chance": False},
    "last_shot": {"last_chance": False},
    "spares_advantage": {"thrift": 0.0},
}
"""The weight behind a reason of The Fog of War, and what it is where nobody minds it."""


def test_fog_of_war_without_the_top_term_another_choice_is_made() -> None:
    """The weight that a first reason stands for is taken away: the marshal chooses otherwise."""
    tried = changed = 0
    for seed in ("terms", "terms 2"):
        marshal = StaffBot(MARSHAL)
        for position, _ in positions("fog_of_war", "marshal", seed, every=1, at_most=500):
            choice = marshal.choose(position, Random(5))
            top = next(iter(marshal.reasons(position, choice)), Reason("none"))
            if top.key not in FOG_TERMS:
                continue
            without = StaffBot(msgspec.structs.replace(MARSHAL, **FOG_TERMS[top.key]))
            tried += 1
            changed += without.choose(position, Random(5)) != choice
    assert tried >= 20 and changed >= 0.8 * tried, (tried, changed)


def test_churchill_without_its_worth_an_issue_is_not_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the tables speak for an issue because it is worth most, it is not chosen when it is worth nothing."""
    honest = churchill_worth.Desk._worth
    tried = changed = 0
    officer = churchill_officer.Officer()
    for position, choice in positions("churchill", "officer", "terms", every=1, at_most=250):
        issue = next((str(r.params["issue"]) for r in officer.reasons(position, choice) if r.key == "worth_most"), None)
        if issue is None:
            continue
        monkeypatch.setattr(churchill_worth.Desk, "_worth", lambda desk, issue=issue: {**honest(desk), issue: 0.0})
        tried += 1
        changed += officer.choose(position, Random(5)) != choice
        monkeypatch.setattr(churchill_worth.Desk, "_worth", honest)
    assert tried >= 10 and changed >= 0.8 * tried, (tried, changed)


def nothing_for_advances(monkeypatch: pytest.MonkeyPatch, choice: Choice) -> None:
    """No Front is worth an advance."""
    monkeypatch.setattr(churchill_strategy, "advance_value", lambda desk, front: 0.0)


def nothing_for_places(monkeypatch: pytest.MonkeyPatch, choice: Choice) -> None:
    """No alignment of the issue finds a country."""
    for room in (churchill_strategy, churchill_worth):
        honest = room.useful
        none = lambda g, power, costs, issue, honest=honest: 0 if issue == choice[-1] else honest(g, power, costs, issue)  # noqa: E731
        monkeypatch.setattr(room, "useful", none)


def nothing_for_letting_stand(monkeypatch: pytest.MonkeyPatch, choice: Choice) -> None:
    """Every answer is worth its card."""
    monkeypatch.setattr(churchill_speech, "P", msgspec.structs.replace(churchill_speech.P, debate_threshold=-100.0))


CHURCHILL_TERMS: dict[str, Callable[[pytest.MonkeyPatch, Choice], None]] = {
    "better_odds": nothing_for_advances,
    "places": nothing_for_places,
    "let_stand": nothing_for_letting_stand,
}
"""What is taken away of the tables behind a first reason."""


@pytest.mark.parametrize(("key", "least", "share"), [("better_odds", 20, 0.8), ("places", 10, 0.6), ("let_stand", 12, 0.8)])
def test_churchill_without_the_top_term_another_choice_is_made(
    monkeypatch: pytest.MonkeyPatch, key: str, least: int, share: float
) -> None:
    """A Pol-Mil issue without places keeps its networks: at times it is still the best."""
    officer, tried, changed = churchill_officer.Officer(), 0, 0
    for position, choice in positions("churchill", "officer", "terms", every=1, at_most=250):
        if position.options and next(iter(officer.reasons(position, choice)), Reason("none")).key == key:
            with monkeypatch.context() as patched:
                CHURCHILL_TERMS[key](patched, choice)
                other = officer.choose(position, Random(5))
            tried += 1
            changed += other != choice
    assert tried >= least and changed >= share * tried, (tried, changed)


def test_churchill_without_looking_ahead_the_marshal_does_what_it_compares_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where looking ahead overruled the tables, the account names their first choice: what is done when nothing is seen ahead."""
    tried = changed = 0
    bot = make_bot(load_game("churchill"), "marshal")
    for n, (position, _) in enumerate(positions("churchill", "officer", "overruled", every=1, at_most=50)):
        told = account_of(bot, position, bot.choose(position, Random(n)), Random(n))
        if told.why[0].key != "played_out":
            continue
        with monkeypatch.context() as blind:
            blind.setattr(churchill_marshal, "play_out", lambda *_: 0.0)
            without = bot.choose(position, Random(n))
        tried += 1
        changed += told.choice != without == told.why[0].params["over"]
    assert tried >= 8 and changed == tried, (tried, changed)


CHAOS_TERMS: dict[str, dict[str, Any]] = {
    "plan_march": {"march_above": 1000.0},
    "plan_take": {"march_above": 1000.0},
    "bars_raid": {"line": 0.0, "raids": False},
    "event_owed": {"duty": 0.0},
    "box_matters": {"politics": 0.0},
    "wins_faction": {"politics": 0.0},
    "moves_marker": {"politics": 0.0},
    "pushes": {"politics": 0.0},
}
"""The weight behind a reason of Triumph of Chaos, and what it is where nobody minds it."""
CHAOS_ASKED = {"choose_action", "activate_spaces", "sr_move", "pol_allocate", "pol_choose_pc"}


def test_triumph_of_chaos_without_the_top_term_another_choice_is_made() -> None:
    tried = changed = 0
    marshal = ChaosBot(CHAOS_MARSHAL)
    for position, _ in positions("triumph_of_chaos", "officer", "terms", every=1, at_most=75):
        if position.decision not in CHAOS_ASKED:
            continue
        choice = marshal.choose(position, Random(5))
        top = next(iter(marshal.reasons(position, choice)), Reason("none"))
        if top.key in CHAOS_TERMS:
            without = ChaosBot(msgspec.structs.replace(CHAOS_MARSHAL, **CHAOS_TERMS[top.key]))
            tried += 1
            changed += without.choose(position, Random(5)) != choice
    assert tried >= 12 and changed >= 0.8 * tried, (tried, changed)


def test_wunderwaffen_a_front_that_is_not_liked_is_not_picked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a front was picked because it is wanted most, another is picked when nobody wants it."""
    honest = wunderwaffen_habits.liking
    tried = changed = 0
    officer = make_bot(load_game("wunderwaffen"), "officer")
    for position, choice in positions("wunderwaffen", "officer", "terms", every=1, at_most=120):
        if position.decision != "pick_ready" or officer.reasons(position, choice)[0].key != "front_wanted":  # type: ignore[attr-defined]
            continue
        monkeypatch.setattr(
            wunderwaffen_habits,
            "liking",
            lambda g, faction, front, common, wanted=choice[1]: 0.0 if front == wanted else honest(g, faction, front, common),
        )
        tried += 1
        changed += officer.choose(position, Random(5)) != choice
        monkeypatch.setattr(wunderwaffen_habits, "liking", honest)
    assert tried >= 20 and changed >= 0.8 * tried, (tried, changed)


def test_wunderwaffen_without_chance_the_front_liked_most_is_picked() -> None:
    """Where chance preferred a front liked nearly as much, the one that the reason names is picked without it."""
    officer = WunderWaffenBot(WUNDERWAFFEN_GRADES["officer"])
    strict = WunderWaffenBot(WUNDERWAFFEN_GRADES["officer"])
    strict.taste = without_chance(strict.taste)
    strict.among_four = without_chance(strict.among_four)
    tried = changed = 0
    for position, choice in positions("wunderwaffen", "officer", "terms", every=1, at_most=120):
        top = next(iter(officer.reasons(position, choice)), Reason("none"))
        if top.key == "front_near":
            tried += 1
            changed += strict.choose(position, Random(5))[1] == top.params["best"] != choice[1]
    assert tried >= 15 and changed == tried, (tried, changed)


def without_chance(taste: Taste) -> Taste:
    return msgspec.structs.replace(taste, common=msgspec.structs.replace(taste.common, pick_noise=0.0))


def test_a_marshal_of_wunderwaffen_says_what_it_would_pick_next() -> None:
    """Asked again without its choice, it looks only at fronts that are still on offer."""
    marshal = make_bot(load_game("wunderwaffen"), "marshal")
    for position, _ in positions("wunderwaffen", "officer", "next pick", every=1, at_most=10):
        if position.decision == "pick_ready":
            told = account_of(marshal, position, marshal.choose(position, Random(1)), Random(2))
            assert {told.choice, *(other.choice for other in told.others)} <= set(position.options)
