"""Who has as good as won: what the judge of a tournament goes by."""

from __future__ import annotations

import pytest
from tests.kernel.miniature import GAME

from casusbelli.bots import evaluate
from casusbelli.bots.chances import Chance
from casusbelli.game import Match
from casusbelli.kernel import seed_from


def seed(n: int) -> bytes:
    return seed_from(f"judged {n}")


def test_nobody_has_as_good_as_won_what_chance_will_decide() -> None:
    match = Match.new(GAME, "short", {}, seed_from("1"))
    before = len(match.entries)
    assert evaluate.favourite(match, seed) is None
    assert len(match.entries) == before, "the match itself is not played on"


@pytest.mark.parametrize(("lost", "winner"), [(0, "uk"), (1, "uk"), (2, None)])
def test_nine_in_ten_are_enough(lost: int, winner: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = ("uk", "ussr", "us")
    ends = iter([{seat: float(seat == ("us" if n < lost else "uk")) for seat in seats} for n in range(12)])
    monkeypatch.setattr(evaluate, "play_out", lambda *_: next(ends))
    assert evaluate.favourite(Match.new(GAME, "short", {}, seed_from("1")), seed) == winner


def test_with_weights_every_seat_must_see_it_so(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.new(GAME, "short", {}, seed_from("1"))
    seen = {"uk": 0.95, "ussr": 0.92, "us": 0.91}

    def chances(_: object, __: object, ___: object, seat: str) -> dict[str, Chance]:
        return {"uk": Chance(seen[seat], 0, 1), "ussr": Chance(0.02, 0, 1), "us": Chance(0.02, 0, 1)}

    monkeypatch.setattr(evaluate, "weights_of", lambda *_: object())
    monkeypatch.setattr(evaluate, "chances", chances)
    assert evaluate.favourite(match, seed) == "uk"
    seen["us"] = 0.89
    assert evaluate.favourite(match, seed) is None, "one of them does not see it"


def test_what_is_over_needs_no_judge() -> None:
    match = Match.new(GAME, "short", {}, seed_from("1"))
    while asked := match.asked():
        for seat, question in asked.items():
            match.act(seat, question.options[0])
    assert evaluate.favourite(match, seed) is None
