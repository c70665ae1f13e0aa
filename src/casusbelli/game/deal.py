"""A deal made by all: the server and every seat add chance of their own, and none of them can choose what comes of it.

The order is what makes it fair. The server commits to its seed; every seat commits to a value of its own; when all have, the
values are shown; the seed of play is made of all of them. Whoever shows last knows the others' values and cannot change his own
any more. A seat that shows none has the value that follows from the server's seed, which was fixed before: it is marked as such.
All of it can be checked with pen, paper and ``sha256sum``: what is hashed are lines of text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec

from casusbelli.kernel import Seat, commitment

VALUE_BYTES = 32


class Share(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one seat has added: its value in hexadecimal, and what it had committed to before it knew the others'."""

    seat: Seat
    value: str
    commitment: str = ""
    house: bool = False
    """Whether the seat showed no value in time, and this is the one that follows from the server's seed."""


class Deal(msgspec.Struct, frozen=True):
    """What a seed of play was made of: the server's seed, and what the seats added, in the order of the table."""

    server: str
    shares: tuple[Share, ...]


def value_commitment(server_commitment: str, seat: Seat, value: str) -> str:
    """What a seat says before it knows the others' values: it fixes its own for this match and seat, without telling it."""
    return _hash("casus-belli chance", server_commitment, seat, value)


def house_value(server: str, seat: Seat) -> str:
    """The value of a seat that shows none: it follows from the server's seed, so that nobody chooses it."""
    return _hash("casus-belli own value", server, seat)


def seed_of(server: str, shares: Iterable[Share]) -> bytes:
    """The seed of play."""
    return bytes.fromhex(_hash("casus-belli deal", server, *(f"{one.seat} {one.value}" for one in shares)))


def faults_in(deal: Deal, committed: str, seed: str, seats: Iterable[Seat]) -> list[str]:
    """What is not true of a deal: nothing, if the seed was made of what everybody had committed to."""
    try:
        server = bytes.fromhex(deal.server)
    except ValueError:
        return ["the server's seed is not hexadecimal"]
    faults = []
    if commitment(server) != committed:
        faults.append("the server's seed is not the one committed to")
    order = [seat for seat in seats if any(one.seat == seat for one in deal.shares)]
    if [one.seat for one in deal.shares] != order:
        faults.append("the seats of the deal are not those of the table, each once and in their order")
    for one in deal.shares:
        if one.house and one.value != house_value(deal.server, one.seat):
            faults.append(f"the value for {one.seat} does not follow from the server's seed")
        if not one.house and value_commitment(committed, one.seat, one.value) != one.commitment:
            faults.append(f"the value of {one.seat} is not the one it committed to")
    if seed_of(deal.server, deal.shares).hex() != seed:
        faults.append("the seed of play is not made of the server's seed and the seats' values")
    return faults


def _hash(*lines: str) -> str:
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
