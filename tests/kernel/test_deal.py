"""Chance that nobody chooses: a deal made by all, and fresh chance where all agree to go back past a roll."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from casusbelli.game import Deal, Journal, JournalError, Match, Share, verify
from casusbelli.game.deal import house_value, seed_of, value_commitment
from casusbelli.kernel import LAPSE, commitment, fresh_seed, seed_from

from .miniature import GAME, Table
from .playing import everything, new, step, walk

SERVER = seed_from("server").hex()
VALUES = {"uk": seed_from("uk").hex(), "ussr": seed_from("ussr").hex()}


def a_deal(**values: str) -> Deal:
    committed = commitment(bytes.fromhex(SERVER))
    shown = [Share(seat, value, value_commitment(committed, seat, value)) for seat, value in (VALUES | values).items()]
    return Deal(SERVER, (*shown, Share("us", house_value(SERVER, "us"), house=True)))


def dealt(deal: Deal, choices: int = 10_000) -> Journal:
    match = walk(Match.new(GAME, "full", {}, seed_of(deal.server, deal.shares)), choices)
    return Journal.from_json(match.journal(marks=True).with_deal(deal).to_json())


def test_a_deal_made_by_all_verifies() -> None:
    journal = dealt(a_deal())
    assert journal.format == 2 and journal.commitment == commitment(bytes.fromhex(SERVER)) != commitment(journal.seed_bytes())
    assert verify(GAME, journal).ok


def test_every_seat_changes_the_deal() -> None:
    hands = [dealt(a_deal(**{seat: seed_from(n).hex()}), 0).marks[0].seal for seat in VALUES for n in range(5)]
    assert len(set(hands)) == len(hands)


Change = Callable[[Deal], Deal]


def other(n: int, **facts: object) -> Change:
    def change(deal: Deal) -> Deal:
        shares = list(deal.shares)
        shares[n] = msgspec.structs.replace(shares[n], **facts)
        return Deal(deal.server, tuple(shares))

    return change


@pytest.mark.parametrize(
    "change",
    [
        lambda deal: Deal("00" * 32, deal.shares),
        lambda deal: Deal("not hexadecimal", deal.shares),
        lambda deal: Deal(deal.server, deal.shares[::-1]),
        lambda deal: Deal(deal.server, deal.shares[1:]),
        lambda deal: Deal(deal.server, (*deal.shares, deal.shares[0])),
        other(0, value="11" * 32),
        other(0, commitment="22" * 32),
        other(0, house=True),
        other(1, seat="us"),
        other(2, value="33" * 32),
        other(2, house=False),
    ],
)
def test_whatever_is_changed_in_a_deal_is_found(change: Change) -> None:
    journal = dealt(a_deal(), 4)
    journal.deal = change(a_deal())
    assert verify(GAME, journal).faults


def test_a_deal_that_was_taken_out_is_found() -> None:
    journal = dealt(a_deal(), 4)
    journal.deal, journal.format = None, 1
    assert verify(GAME, journal).faults == ["the seed is not the one committed to"]


def test_the_server_cannot_choose_the_value_of_a_seat_that_shows_none() -> None:
    chosen = Share("us", "44" * 32, house=True)
    deal = Deal(SERVER, (*a_deal().shares[:2], chosen))
    journal = dealt(deal, 4)
    assert verify(GAME, journal).faults == ["the value for us does not follow from the server's seed"]


def test_an_older_format_has_none_of_this_and_a_later_one_is_refused() -> None:
    journal = dealt(a_deal(), 4)
    for number in (1, 3):
        journal.format = number
        with pytest.raises(JournalError, match="format"):
            verify(GAME, journal)


# -- going back past a roll --------------------------------------------------------------------------------------------------


def rewound(choices: int, to: int, seed: int = 1) -> Match[Table]:
    match = walk(new(seed), choices)
    assert match.can_rewind(to, past_chance=True) and match.rewind(to, fresh_seed(match.seed, 1))
    return match


def test_the_old_outcome_is_not_rolled_again() -> None:
    """The same choices from the same moment on come to something else, and the moment itself is what it was."""
    differ = 0
    for n in range(20):
        match = walk(new(n), 40)
        there = walk(new(n), 12)
        assert not match.can_rewind(12) and match.rewind(12, fresh_seed(match.seed, 1))
        assert [match.view(seat) for seat in match.seats] == [there.view(seat) for seat in there.seats]
        assert match.told(None) == there.told(None) and match.entries == there.entries
        walk(match, 200, Random(3)), walk(there, 200, Random(3))
        differ += match.told(None) != there.told(None)
    assert differ == 20


@pytest.mark.parametrize("to", [0, 1, 5, 12, 39])
def test_a_match_that_went_back_is_restored_and_verifies(to: int) -> None:
    match = walk(rewound(40, to), 30, Random(5))
    journal = Journal.from_json(match.journal(marks=True).to_json())
    assert journal.format == 2 and journal.seeds == [(to, fresh_seed(match.seed, 1).hex())]
    assert verify(GAME, journal).ok
    assert everything(Match.restore(GAME, journal)) == everything(match)
    assert everything(match.clone(record=True))[0] == match.digest()


def test_it_goes_back_again_and_further_and_takes_back_across_it() -> None:
    rng = Random(11)
    for n in range(60):
        match = walk(new(n), rng.randrange(5, 60), rng)
        for count in range(1, rng.randrange(2, 5)):
            if match.over:
                break
            assert match.rewind(rng.randrange(len(match.entries) + 1), fresh_seed(match.seed, count))
            for _ in range(rng.randrange(12)):
                takers = [seat for seat in match.seats if match.can_undo(seat)]
                if takers and rng.random() < 0.5:
                    assert match.undo(rng.choice(takers))
                elif not match.over:
                    step(match, rng)
        journal = Journal.from_json(match.journal(marks=True).to_json())
        assert verify(GAME, journal).ok, n
        assert everything(Match.restore(GAME, journal)) == everything(match), n


@pytest.mark.parametrize(
    "change",
    [
        lambda seeds: [],
        lambda seeds: [(at, "00" * 32) for at, _ in seeds],
        lambda seeds: [(at + 1, seed) for at, seed in seeds],
        lambda seeds: [(at - 1, seed) for at, seed in seeds],
        lambda seeds: [*seeds, seeds[0]],
        lambda seeds: [(10_000, seed) for _, seed in seeds],
    ],
)
def test_tampering_with_the_seeds_is_found(change: Callable[[list[tuple[int, str]]], list[tuple[int, str]]]) -> None:
    journal = walk(rewound(40, 12), 10_000).journal(marks=True)
    journal.seeds = change(journal.seeds)
    assert verify(GAME, journal).faults


def test_not_past_the_end_a_lapse_or_into_the_future() -> None:
    match = walk(new(), 20)
    assert not match.rewind(-1, b"x") and not match.rewind(21, b"x") and match.rewind(20, fresh_seed(match.seed, 1))
    ended = walk(new(), 10_000)
    assert not ended.can_rewind(3, past_chance=True) and not ended.rewind(3, b"x")
    match.entries[-1] = (match.entries[-1][0], LAPSE)
    assert not match.can_rewind(3, past_chance=True)


def test_an_imagined_world_has_its_own_chance() -> None:
    match = rewound(40, 12)
    world = match.imagine("uk", b"other")
    assert world.state.seed == b"other" and not world.seeds
    twin = match.clone()
    twin.reseed(b"other")
    step(twin, Random(1))
    assert twin.state.seed == b"other"
