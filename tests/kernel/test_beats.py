"""Beats: what a viewer saw at the moment of an event, captured while the rule runs."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from msgspec import Raw
from msgspec.json import encode
from msgspec.msgpack import encode as encode_state

from casusbelli.game import Beat, Match
from casusbelli.kernel import Seat, seed_from

from .miniature import Miniature


def played(match: Match[Any], choices: int, watchers: Iterable[Seat | None] = ()) -> list[Beat]:
    """Random choices under the eyes of these watchers; all beats."""
    rng, beats = Random(3), []
    for _ in range(choices):
        asked = match.asked()
        if not asked:
            break
        seat = rng.choice(list(asked))
        with match.watched(watchers):
            match.act(seat, rng.choice(asked[seat].options))
        beats += match.beats
    return beats


def test_watching_changes_nothing_and_every_visible_event_has_its_beat() -> None:
    alone, watched = (Match.new(Miniature(), seed=seed_from(1)) for _ in range(2))
    before = len(watched.events or ())
    viewers = (None, *watched.seats)
    beats = played(watched, 60, viewers)
    assert played(alone, 60) == [] and alone.digest() == watched.digest() and alone.moments == watched.moments
    events = watched.events or []
    assert [beat.n for beat in beats] == [*range(before, len(events))]
    secret = played(Match.new(Miniature(), seed=seed_from(1)), 60, (None,))
    assert [beat.n for beat in secret] == [n for n in range(before, len(events)) if events[n].visible_to(None)]


def test_a_beat_shows_what_was_to_be_seen_at_its_moment() -> None:
    match = Match.new(Miniature(), seed=seed_from(1))
    rng, compared = Random(3), 0
    for _ in range(60):
        asked = match.asked()
        if not asked:
            break
        seat, live = rng.choice(list(asked)), match.clone(record=True)
        seen: list[list[Any]] = []
        with live.heard_by(lambda _, live=live, seen=seen: seen.append([live.view(s) for s in (None, *live.seats)])):
            live.act(seat, choice := rng.choice(asked[seat].options))
        with match.watched(match.seats):
            match.act(seat, choice)
        shown = [[beat.shown(s) for s in (None, *match.seats)] for beat in match.beats]
        assert encode(shown) == encode(seen)
        assert not shown or (match.beats[-1].moment == match.moment()) == (match.beats[-1].moment == encode_state(match.state))
        compared += len(shown)
    assert compared > 20


class TakenApart(Miniature):
    """Says what decides its views; they share nothing with the state."""

    def shown(self, g: Any, seat: Seat | None, sections: Any) -> Any:
        return Raw(encode(self.view(g, seat)))

    def moment(self, g: Any) -> Any:
        return (encode_state(g),)


def test_where_a_game_takes_its_moments_apart_a_beat_has_the_views_of_those_who_are_told() -> None:
    match, whole = (Match.new(game, seed=seed_from(1)) for game in (TakenApart(), Miniature()))
    viewers = (None, *match.seats)
    beats, packed = played(match, 60, viewers), played(whole, 60, viewers)
    told = [[v for v in viewers if (match.events or [])[beat.n].visible_to(v)] for beat in beats]
    assert [beat.n for beat in beats] == [beat.n for beat in packed]
    assert [[encode(beat.shown(v)) for v in some] for beat, some in zip(beats, told, strict=True)] == [
        [encode(beat.shown(v)) for v in some] for beat, some in zip(packed, told, strict=True)
    ]


def test_a_view_that_fails_in_the_middle_of_a_rule_does_not_strike_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    match, alone = (Match.new(TakenApart(), seed=seed_from(1)) for _ in range(2))

    def fails(g: Any, seat: Seat | None, sections: Any) -> Any:
        raise KeyError("a piece is in the air")

    monkeypatch.setattr(match.game, "shown", fails)
    beats = played(match, 60, (None,))
    played(alone, 60)
    assert beats and match.digest() == alone.digest()
    with pytest.raises(KeyError, match="in the air"):
        beats[0].shown(None)


def test_a_moment_that_cannot_be_taken_apart_does_not_strike_the_rule_either(monkeypatch: pytest.MonkeyPatch) -> None:
    match, alone = (Match.new(TakenApart(), seed=seed_from(1)) for _ in range(2))

    def fails(g: Any) -> Any:
        raise KeyError("a piece is in the air")

    monkeypatch.setattr(match.game, "moment", fails)
    beats = played(match, 60, (None,))
    played(alone, 60)
    assert beats and match.digest() == alone.digest() and beats[0].moment != beats[1].moment
    with pytest.raises(KeyError, match="in the air"):
        beats[0].shown(None)


def test_an_undo_captures_nothing_and_forgets_what_was_seen() -> None:
    match = Match.new(Miniature(), seed=seed_from(1))
    for seat in match.seats:
        match.act(seat, match.options(seat)[0])
    for _ in range(2):
        with match.watched(match.seats):
            match.act("uk", match.options("uk")[0])
    assert match.beats
    with match.watched(match.seats):
        assert match.undo("uk") and match.beats == []
    assert len(match.moments) == len(match.entries) == 4


def test_moments_say_how_much_had_been_told_before_each_choice() -> None:
    match = Match.new(Miniature(), seed=seed_from(1))
    expected = []
    for _ in range(25):
        seat, question = next(iter(match.asked().items()))
        expected.append(len(match.events or ()))
        match.act(seat, question.options[0])
    assert match.moments == expected
    assert Match.restore(match.game, match.journal()).moments == expected
    assert match.clone().moments == []


def test_quiet_kinds_have_no_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Miniature()
    monkeypatch.setattr(game, "quiet", frozenset({"advanced"}))
    match = Match.new(game, seed=seed_from(1))
    beats = played(match, 60, (None,))
    kinds = {(match.events or [])[beat.n].kind for beat in beats}
    assert kinds and "advanced" not in kinds and any(event.kind == "advanced" for event in match.events or ())


def test_a_rule_that_fails_leaves_no_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.new(Miniature(), seed=seed_from(1))
    for seat in match.seats[:-1]:
        match.act(seat, match.options(seat)[0])
    last, before = match.seats[-1], match.digest()
    with monkeypatch.context() as patch:
        patch.setattr(type(match.state), "reveal", lambda g: g.report("agenda", cards={}) or 1 / 0)
        with pytest.raises(ZeroDivisionError), match.watched((None,)):
            match.act(last, match.options(last)[0])
    assert match.beats == [] and match.digest() == before
