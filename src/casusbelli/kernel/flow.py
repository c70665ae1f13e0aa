"""What a rule awaits: one seat's choice, or several seats' secret choices together.

A rule is a coroutine. It pauses with ``await ask(...)`` or ``await together(...)`` and goes on with the answer. The match
drives it by hand; there is no event loop.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterable, Mapping
from typing import Any

import msgspec

Seat = str
Choice = tuple[str | int, ...]
"""A verb and at most a few ids: ``("play", "beaverbrook")``. Small, flat and comparable."""

Params = dict[str, Any]
"""Plain data under plain names: what an event or a prompt tells about itself."""


LAPSE: Choice = ("lapse",)
"""The answer of a seat whose time has run out. It is never on offer: only the table's clock gives it."""


class TimeLimit(msgspec.Struct, frozen=True):
    """How long a seat may think. Questions of the same ``span`` share one clock; asked again, it does not start anew."""

    seconds: int
    span: str


class Refusal(msgspec.Struct, frozen=True):
    """Why a choice is not on offer: a key of the game's catalogue (``refusal.<key>``), its parameters, the rule."""

    key: str
    rule: str = ""
    params: Params = {}


class Illegal(Exception):
    """A choice that is not on offer. Nothing has changed."""

    def __init__(self, message: str, refusal: Refusal | None = None) -> None:
        super().__init__(message)
        self.refusal = refusal


def is_choice(thing: object) -> bool:
    """Whether something from outside has the shape of a choice."""
    return (
        isinstance(thing, tuple)
        and len(thing) > 0
        and isinstance(thing[0], str)
        and all(isinstance(part, str | int) and not isinstance(part, bool) for part in thing)
    )


class Ask:
    """One seat must choose one of the options.

    The options are given as a callable and computed at most once, when somebody looks: a replay or a clone never pays
    for them. They are the only definition of legality. ``about`` is what the asked seat is told beside the decision's
    name (which issue, how much is still to pay); it may hold what that seat knows and nothing else. With ``auto`` a
    single option is played by the kernel without asking: set it only where public knowledge shows that it is forced. Where
    that is long to find out, give a callable: whoever knows already what was played does not call it.
    A question with a ``limit`` may also be answered with ``LAPSE``; the rule says what follows from that.
    """

    __slots__ = ("_options", "_source", "about", "auto", "decision", "limit", "rule", "seat", "why_not")

    def __init__(
        self,
        seat: Seat,
        decision: str,
        options: Callable[[], Iterable[Choice]],
        rule: str = "",
        *,
        about: Params | None = None,
        why_not: Callable[[Choice], Refusal | None] | None = None,
        auto: bool | Callable[[], bool] = False,
        limit: TimeLimit | None = None,
    ) -> None:
        self.seat = seat
        self.decision = decision
        self.rule = rule
        self.about = about
        self.why_not = why_not
        self.auto = auto
        self.limit = limit
        self._source = options
        self._options: list[Choice] | None = None

    @property
    def options(self) -> list[Choice]:
        """Every legal choice, in an order that depends on nothing hidden."""
        if self._options is None:
            options = self._source()
            self._options = options if isinstance(options, list) else list(options)
        return self._options

    @property
    def forced(self) -> bool:
        """Whether everybody can see that one option alone is left."""
        auto = self.auto
        return (auto is True or (auto is not False and auto())) and len(self.options) == 1

    def forget_options(self) -> None:
        """Look at the state again the next time the options are wanted."""
        self._options = None

    def refusal(self, choice: Choice) -> Refusal | None:
        """Why this choice is not legal, or None when it is legal or no reason is known."""
        if self.why_not is None or not is_choice(choice) or choice in self.options:
            return None
        return self.why_not(choice)

    def __await__(self) -> Generator[Ask, Choice, Choice]:
        return (yield self)


class Together:
    """Several seats choose in secret; the rule goes on when the last has answered, whatever the order of arrival."""

    __slots__ = ("asks",)

    def __init__(self, asks: Mapping[Seat, Ask]) -> None:
        self.asks = dict(asks)

    def __await__(self) -> Generator[Together, dict[Seat, Choice], dict[Seat, Choice]]:
        return (yield self)


Flow = Coroutine[Any, Any, None]
"""A rule in progress: it yields Ask or Together and is sent the answer."""

ask = Ask
together = Together
