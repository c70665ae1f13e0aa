"""An independent check of what bots say: they name what they chose, in words that are there, and what they name decided."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import casusbelli
from casusbelli.bots import make_bot
from casusbelli.bots.accounts import SILENT, Account, account_of
from casusbelli.bots.search import Finding
from casusbelli.bots.strategist import FINDINGS, Strategist
from casusbelli.bots.weighing import how_much, stands_back
from casusbelli.game import LANGUAGES, Comparing, Match, Position, Reason
from casusbelli.games.fog_of_war.bot.campaign import NEVER, WAIT, Campaign
from casusbelli.games.fog_of_war.bot.situation import Situation
from casusbelli.games.fog_of_war.bot.weights import MARSHAL
from casusbelli.kernel import Choice, seed_from
from casusbelli.testkit import load_game
from casusbelli.words.texts import catalogue, fill, read_texts, reason_text

SHELL = Path(casusbelli.__file__).parent / "web" / "texts"
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


def test_a_marshal_of_wunderwaffen_says_what_it_would_pick_next() -> None:
    """Asked again without its choice, it looks only at fronts that are still on offer."""
    marshal = make_bot(load_game("wunderwaffen"), "marshal")
    for position, _ in positions("wunderwaffen", "officer", "next pick", every=1, at_most=10):
        if position.decision == "pick_ready":
            told = account_of(marshal, position, marshal.choose(position, Random(1)), Random(2))
            assert {told.choice, *(other.choice for other in told.others)} <= set(position.options)


def test_a_bot_of_wunderwaffen_says_what_it_would_buy_next() -> None:
    """Asked again without its plays, it is left with cards that it had no mind to buy."""
    bots = {grade: make_bot(load_game("wunderwaffen"), grade) for grade in ("recruit", "officer", "marshal")}
    tried = 0
    for position, _ in positions("wunderwaffen", "officer", "compared", every=1, at_most=150):
        cards = [option for option in position.options if option[0] == "buy_card"]
        if len(cards) > 1:
            tried += 1
            assert {bot.choose(position.among(cards), Random(1)) for bot in bots.values()} <= set(cards)
    assert tried


# -- how they compare --------------------------------------------------------------------------------------------------


WEIGHED = {
    "fog_of_war": ({"counts_less", "counts_alike", "counts_more", "goes_before"}, 60),
    "triumph_of_chaos": ({"counts_less", "counts_alike", "counts_more"}, 50),
    "wunderwaffen": ({"points_less", "points_more", "counts_alike"}, 25),
}
"""What a game's bots say of how two choices part, and in how many positions they are asked."""


@cache
def compared(game_id: str, grade: str) -> list[Account]:
    """Accounts of choices from the beginning of a match between officers."""
    bot, every, (_, at_most) = make_bot(load_game(game_id), grade), 2, WEIGHED[game_id]
    found = positions(game_id, "officer", "compared", every, at_most)
    return [account_of(bot, p, bot.choose(p, Random(n)), Random(n)) for n, (p, _) in enumerate(found)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", WEIGHED)
def test_choices_that_were_weighed_are_compared_in_words(game_id: str, language: str) -> None:
    game = load_game(game_id)
    words = {**read_texts(SHELL / f"shell.{language}.toml"), **catalogue(game, language)}
    gaps = [
        other.gap for grade in ("officer", "marshal") for told in compared(game_id, grade) for other in told.others if other.gap
    ]
    assert len(gaps) >= 10
    for gap in gaps:
        assert gap.key in WEIGHED[game_id][0]
        pattern = words.get(f"reason.{gap.key}") or words[f"shell.reason.{gap.key}"]
        said = fill(words, pattern, gap.params)
        assert said and "{" not in said


@pytest.mark.parametrize("game_id", WEIGHED)
def test_a_marshal_leaves_nothing_that_counts_for_more(game_id: str) -> None:
    """It does not err and thinks of everything; where a front was thought of second, its own worth may be told."""
    for told in compared(game_id, "marshal"):
        for other in told.others:
            assert other.gap is None or other.gap.key != "counts_more"
            assert other.gap is None or other.gap.key != "points_more" or other.gap.params["n"] <= 2


def test_a_gap_of_the_fog_of_war_is_one_of_scores() -> None:
    """What is ruled out is not compared, what comes first in a turn is told so; no larger gap is told as the lesser one."""
    order = ["little", "some", "much"]
    bot = make_bot(load_game("fog_of_war"), "marshal")
    assert isinstance(bot, Comparing)
    seen = set()
    for position, choice in positions("fog_of_war", "marshal", "gaps", every=2, at_most=120):
        if position.decision != "choose_action":
            assert bot.compares(position, choice, position.options[0]) is None
            continue
        score = Campaign(Situation(position.view, MARSHAL), Random(0)).score
        behind: list[tuple[float, int]] = []
        for other in position.options:
            gap = bot.compares(position, choice, other)
            seen.add(gap.key if gap else None)
            if min(score(choice), score(other)) <= NEVER / 2:
                assert gap is None
            elif gap is not None and gap.key == "goes_before":
                assert score(choice) > max(WAIT, score(other))
            elif gap is not None and gap.key == "counts_less":
                behind.append((score(choice) - score(other), order.index(gap.params["by"])))
        assert [by for _, by in sorted(behind)] == sorted(by for _, by in behind)
    assert seen >= {None, "goes_before", "counts_less", "counts_alike"}


def test_a_gap_is_measured_by_how_far_the_best_stands_above_the_middle() -> None:
    scores = [10.0, 9.0, 3.0, 0.0, -2.0, 0.0, 0.0]
    assert [how_much(scores, gap) for gap in (1.0, 2.0, 6.0, 6.5, 12.0)] == ["little", "some", "some", "much", "much"]
    assert how_much([10.0, 1.0, 0.0], 9.0) == how_much([1.0] * 9, 3.0) == "some", "nothing to measure by"
    assert stands_back(scores, 10.0, 10.0) == Reason("counts_alike")
    assert stands_back(scores, 10.0, 0.0) == Reason("counts_less", {"by": "much"})
    assert stands_back(scores, 9.0, 10.0) == Reason("counts_more", {"by": "little"})


def test_a_strategist_compares_as_its_marshal_where_searching_left_the_choice_alone() -> None:
    marshal = make_bot(load_game("fog_of_war"), "marshal")
    assert isinstance(marshal, Comparing)
    bot = Strategist(marshal)
    found = positions("fog_of_war", "marshal", "gaps", every=2, at_most=120)
    position, choice = next((p, c) for p, c in found if p.decision == "choose_action" and len(p.options) > 8)
    other = next(each for each in position.options if marshal.compares(position, choice, each) and each != choice)
    assert bot.compares(position, choice, other) == marshal.compares(position, choice, other) != None  # noqa: E711
    position.notes[FINDINGS] = {other: Finding(choice, other, 0.1, 10)}
    assert bot.compares(position, other, choice) is None
