"""Choices that nobody may make: legal ones bent a little, and things that are no choices at all."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from casusbelli.kernel import Choice

GARBAGE: tuple[Any, ...] = (
    (),
    ("",),
    ("☢️ ¡vale! \u202e\x00",),
    ("x" * 10_000,),
    (10**40,),
    (-1, -1, -1),
    (None,),
    (("nested",),),
    (b"bytes",),
    (float("nan"),),
    None,
    0,
    "word",
    [],
    {},
    {"verb": "pass"},
)


def bent(choice: Choice, rng: Random) -> list[Any]:
    """A legal choice made wrong: too long, too short, in another order, with a wrong part, of a wrong type."""
    n = rng.randrange(len(choice))

    def with_part(part: Any) -> tuple[Any, ...]:
        return (*choice[:n], part, *choice[n + 1 :])

    part = choice[n]
    return [
        list(choice),
        (*choice, choice[-1]),
        choice[:-1],
        choice[::-1],
        with_part(f"{part} "),
        with_part(str(part).upper() + "é"),
        with_part(None),
        with_part([part]),
        with_part(10**30),
        with_part(-1),
        with_part(str(part) if isinstance(part, int) else len(part)),
    ]


def illegal(options: Sequence[Choice], seen: Sequence[Choice], rng: Random) -> list[Any]:
    """Some choices that are not among the options: bent ones, ones that were legal elsewhere, parts of two mixed, garbage."""
    one, other = rng.choice(options), rng.choice(options)
    tried = bent(one, rng)
    tried += rng.sample(seen, min(4, len(seen)))
    tried += [(*one[:k], *choice[k:]) for k in range(1, len(one)) for choice in (other, rng.choice(seen or options))]
    tried += rng.sample(GARBAGE, 3)
    return [choice for choice in tried if choice not in options]
