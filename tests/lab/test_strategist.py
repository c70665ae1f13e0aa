"""A strategist leaves a marshal's choice for a clear gain and for nothing else."""

from __future__ import annotations

from collections import Counter
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest

import casusbelli
from casusbelli.bots import make_bot, search, strategist
from casusbelli.bots.rehearsal import mind_of
from casusbelli.game import LANGUAGES, Bot, Match, Position, Reason, reasons_of
from casusbelli.kernel import Choice, SetupError, seed_from
from casusbelli.lab.veterans import lab_bot
from casusbelli.table import thinking
from casusbelli.testkit import load_game
from casusbelli.words.texts import catalogue, fill, read_texts

SHELL = Path(casusbelli.__file__).parent / "web" / "texts"


def asked_what_to_do(seed: str) -> Position:
    """A question about cards in the middle of a war."""
    game = load_game("fog_of_war")
    match: Match[Any] = Match.new(game, None, {}, seed_from(seed), record=False)
    bot, rng = make_bot(game, "officer"), Random(seed)
    while True:
        position = Position(match, next(iter(match.asked())))
        if len(match.entries) > 60 and position.decision == "choose_action" and len(position.options) > 8:
            return position
        match.act(position.seat, bot.choose(position, rng))


@pytest.mark.parametrize("gain", [0.1, 0.0, -0.1])
def test_it_leaves_the_marshals_choice_only_for_a_gain(monkeypatch: pytest.MonkeyPatch, gain: float) -> None:
    position = asked_what_to_do("strategist")
    usual = make_bot(position.game, "marshal").choose(position, Random(3))
    monkeypatch.setattr(search, "rehearse", lambda position, choice, world: 0.5 + gain * (choice != usual))
    chosen = lab_bot(position.game, "strategist").choose(position, Random(3))
    assert chosen in position.options and (chosen != usual) == (gain > 0)


def test_it_says_what_searching_gained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over which usual choice and in how many worlds, then what a marshal says; that alone where nothing was gained."""
    position = asked_what_to_do("strategist")
    marshal = make_bot(position.game, "marshal")
    usual = marshal.choose(position, Random(3))
    monkeypatch.setattr(search, "rehearse", lambda position, choice, world: 0.5 + 0.1 * (choice != usual))
    bot = lab_bot(position.game, "strategist")
    chosen = bot.choose(position, Random(3))
    top, *others = reasons_of(bot, position, chosen)
    assert top == Reason("searched", {"gain": 10, "worlds": search.Depth().worlds, "over": usual})
    assert all(reason in reasons_of(marshal, position, chosen) for reason in others)
    assert reasons_of(bot, position, usual) == reasons_of(marshal, position, usual)
    for language in LANGUAGES:
        words = {**read_texts(SHELL / f"shell.{language}.toml"), **catalogue(position.game, language)}
        told = fill(words, words["shell.reason.searched"], {**top.params, "over": "X"})
        assert "10" in told and "X" in told and "{" not in told


def test_only_the_best_challenger_meets_all_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    position = asked_what_to_do("rounds")
    marshal, met = make_bot(position.game, "marshal"), Counter[Choice]()
    usual = marshal.choose(position, Random(3))

    def later_is_better(position: Position, choice: Choice, world: bytes) -> float:
        met[choice] += 1
        return 0.5 if choice == usual else 0.5 + 0.01 * position.options.index(choice)

    monkeypatch.setattr(search, "rehearse", later_is_better)
    found = search.search(marshal, position, Random(3), search.Depth(candidates=3, first=2, worlds=6))
    assert sorted(met.values()) == [2, 6, 6] and met[found.best] == met[found.usual] == 6
    assert found.best == max(met.keys() - {usual}, key=position.options.index)


class Watch:
    """A clock that goes on by a second for every world that a choice is played on in."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, usual: Choice) -> None:
        self.seconds, self.usual = 0.0, usual
        monkeypatch.setattr(search, "rehearse", self.rehearse)
        monkeypatch.setattr(search, "thread_time", lambda: self.seconds)

    def rehearse(self, position: Position, choice: Choice, world: bytes) -> float:
        self.seconds += 1
        return 0.5 if choice == self.usual else 0.5 + 0.01 * position.options.index(choice)


@pytest.mark.parametrize(
    ("seconds", "worlds"),
    [
        (5, 0),  # two worlds for three choices take six: not all have met them, so the usual choice stays
        (6, 2),  # all have; the best challenger meets no more
        (9, 3),
        (10, 4),  # two more worlds for two choices
        (100, 6),
    ],
)
def test_when_the_time_is_over_it_decides_by_what_it_has_seen(
    monkeypatch: pytest.MonkeyPatch, seconds: float, worlds: int
) -> None:
    position = asked_what_to_do("rounds")
    marshal = make_bot(position.game, "marshal")
    watch = Watch(monkeypatch, marshal.choose(position, Random(3)))
    depth = search.Depth(candidates=3, first=2, worlds=6, seconds=seconds)
    found = search.search(marshal, position, Random(3), depth)
    assert found.worlds == worlds
    assert (found.best == found.usual == watch.usual) == (worlds == 0)
    assert watch.seconds <= seconds + 1, "what has begun is played to its end, and nothing more is begun"


def test_at_the_table_alone_a_strategist_has_a_watch() -> None:
    """In the lab games are the same again, however slow the machine."""
    assert search.Depth().seconds == inf
    assert make_bot(load_game("fog_of_war"), "strategist")._depth == search.Depth()  # type: ignore[attr-defined]
    at_table = thinking._bot("fog_of_war", "strategist")
    assert at_table._depth == search.Depth(seconds=thinking.SEARCHING)  # type: ignore[attr-defined]


def test_what_playing_on_does_not_tell_is_left_to_the_marshal(monkeypatch: pytest.MonkeyPatch) -> None:
    position = asked_what_to_do("silent")
    monkeypatch.setattr(search, "rehearse", lambda *_: pytest.fail("it was played on"))
    monkeypatch.setattr(mind_of(position.game), "SETTLED", {position.decision})
    found = search.search(make_bot(position.game, "marshal"), position, Random(3), search.Depth())
    assert found.best == found.usual and found.gain == 0


def test_the_same_position_and_chance_give_the_same_choice() -> None:
    position = asked_what_to_do("again")
    chosen = {lab_bot(position.game, "strategist").choose(position, Random(4)) for _ in range(2)}
    assert len(chosen) == 1


def test_the_lab_has_one_of_any_depth_for_any_game(monkeypatch: pytest.MonkeyPatch) -> None:
    position = asked_what_to_do("depth")
    depths: list[search.Depth] = []

    def shallow(bot: Bot, position: Position, rng: Random, depth: search.Depth) -> search.Finding:
        depths.append(depth)
        return search.Finding(position.options[0], position.options[0])

    monkeypatch.setattr(strategist, "search", shallow)
    for name in ("strategist", "strategist:3.1.6"):
        lab_bot(load_game("churchill"), name).choose(position, Random(1))
    assert depths == [search.Depth(), search.Depth(3, 1, 6)]
    with pytest.raises(SetupError, match=r"strategist:4\.2\.10"):
        lab_bot(load_game("churchill"), "strategist:deep")
