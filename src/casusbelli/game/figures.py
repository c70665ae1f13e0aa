"""Figures of a match that is over: what every seat did, counted from all events. ``figure.<key>`` says what a figure is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from casusbelli.kernel import Event, Seat


class Figure(msgspec.Struct, frozen=True):
    """A line of the table."""

    key: str
    values: dict[Seat, float]


class Count(msgspec.Struct, frozen=True):
    """Events of a kind, by whom their parameter ``by`` names; or the sum of ``of``, a number or a number for each."""

    key: str
    kind: str
    by: str
    of: str = ""
    where: Mapping[str, object] = {}


def counted(
    counts: Sequence[Count], events: Iterable[Event], seats: Sequence[Seat], holder: Callable[[str], Seat | None]
) -> list[Figure]:
    """The figures, without those of which nothing happened. ``holder`` says who plays a side, a power, a faction."""
    sums: dict[str, dict[Seat, float]] = {count.key: dict.fromkeys(seats, 0.0) for count in counts}
    by_kind: dict[str, list[Count]] = {}
    for count in counts:
        by_kind.setdefault(count.kind, []).append(count)
    for event in events:
        for count in by_kind.get(event.kind, ()):
            if all(event.params.get(name) == value for name, value in count.where.items()):
                for who, amount in _amounts(count, event):
                    seat = holder(who)
                    if seat in sums[count.key]:
                        sums[count.key][seat] += amount
    return [Figure(key, values) for key, values in sums.items() if any(values.values())]


def _amounts(count: Count, event: Event) -> list[tuple[str, float]]:
    amount = event.params.get(count.of, 1) if count.of else 1
    if isinstance(amount, Mapping):
        return [(str(who), float(n)) for who, n in amount.items()]
    return [(str(event.params.get(count.by, "")), float(amount))] if isinstance(amount, int | float) else []
