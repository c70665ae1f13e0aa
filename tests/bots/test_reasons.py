"""An independent check of what bots say: they name what they chose, in words that are there, and what they name decided."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from casusbelli.bots import make_bot
from casusbelli.bots.accounts import Account, account_of
from casusbelli.game import LANGUAGES, Match, Position, Reason
from casusbelli.games.churchill.bot import officer as churchill_officer
from casusbelli.games.churchill.bot import worth as churchill_worth
from casusbelli.games.fog_of_war.bot import StaffBot
from casusbelli.games.fog_of_war.bot.weights import MARSHAL
from casusbelli.games.triumph_of_chaos.bot import StaffBot as ChaosBot
from casusbelli.games.triumph_of_chaos.bot.weights import MARSHAL as CHAOS_MARSHAL
from casusbelli.games.wunderwaffen.bot import habits as wunderwaffen_habits
from casusbelli.kernel import Choice, seed_from
from casusbelli.testkit import load_game
from casusbelli.words.texts import catalogue, say

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
                text = say(words, f"reason.{reason.key}", reason.params, default="")
                assert text and "{" not in text, (decision, reason)


SPOKEN = {"churchill": 0.6, "fog_of_war": 0.9, "triumph_of_chaos": 0.6, "wunderwaffen": 0.6}
"""At least this share of choices has a reason of its own, not only that it came out best."""


@pytest.mark.parametrize("game_id", GAMES)
def test_most_choices_have_a_reason_of_their_own(game_id: str) -> None:
    spoken = [told.why[0].key not in ("only", "weighed") for _, told in accounts(game_id)]
    assert sum(spoken) >= SPOKEN[game_id] * len(spoken), sum(spoken) / len(spoken)


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


def test_a_marshal_of_wunderwaffen_says_what_it_would_pick_next() -> None:
    """Asked again without its choice, it looks only at fronts that are still on offer."""
    marshal = make_bot(load_game("wunderwaffen"), "marshal")
    for position, _ in positions("wunderwaffen", "officer", "next pick", every=1, at_most=10):
        if position.decision == "pick_ready":
            told = account_of(marshal, position, marshal.choose(position, Random(1)), Random(2))
            assert {told.choice, *(other.choice for other in told.others)} <= set(position.options)
