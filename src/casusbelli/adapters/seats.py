"""A match as the adapters see it: one seat after the other is shown numbered options and answers with a number.

Questions to several seats at once come one after the other. Nobody sees the others' answers before the last one is given, so the
order tells nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from casusbelli.game import Match
from casusbelli.kernel import Ask, Choice, OptionValue, Result, Seat, SetupError, seed_from
from casusbelli.testkit import load_game

from .encoding import BOUND, Encoder, name_of
from .text import board

SLOTS = 256
"""How many actions there are. Where more options are open, the last action turns the page."""
MORE = "more"
"""The name of the action that turns the page."""


class IllegalAction(ValueError):
    """A number under which nothing is on offer."""


class Seats:
    """One match after another, for adapters: who is asked, what is on offer, how it ended."""

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        options: Mapping[str, OptionValue] | None = None,
        *,
        slots: int = SLOTS,
        record: bool = False,
        **sizes: Any,
    ) -> None:
        if slots < 2:
            raise SetupError(f"at least 2 slots are needed, not {slots}")
        self.game = load_game(game)
        chosen = self.game.info.scenario(scenario)
        self.scenario, self.seats = chosen.id, chosen.seats
        self.settled = self.game.info.settle(options or {}, chosen.id)
        self.slots = slots
        self.record = record
        self.encoder = Encoder(self.game, chosen.id, **sizes)
        self.page = 0
        self.match: Match[Any] | None = None
        self._seed = ""
        self._made: dict[str, Any] = {
            "game": game,
            "scenario": chosen.id,
            "options": self.settled,
            "slots": slots,
            "record": record,
            **sizes,
        }

    def deal(self, seed: str) -> None:
        """Begin a match: the same seed deals the same."""
        self.match = Match.new(self.game, self.scenario, self.settled, seed_from(seed), record=self.record)
        self.page = 0
        self._seed = seed

    def __deepcopy__(self, memo: dict[int, Any]) -> Seats:
        """A copy that plays on by itself; what was told so far comes along."""
        twin = Seats.__new__(Seats)
        twin.__dict__.update(self.__dict__)
        if self.match is not None:
            twin.match = self.match.clone(record=self.record)
            if twin.match.events is not None:
                twin.match.events.extend(self.match.events or ())
                twin.match.moments = list(self.match.moments)
        return twin

    def __reduce__(self) -> Any:
        """Packed as the deal and the choices: what a rule is doing cannot be written down."""
        entries = self.match.entries if self.match is not None else []
        return _dealt_again, (self._made, self._seed, list(entries), self.page)

    @property
    def played(self) -> Match[Any]:
        if self.match is None:
            raise RuntimeError("call reset() first")
        return self.match

    @property
    def to_move(self) -> Seat | None:
        """The seat that answers next; None when the match is over."""
        return next(iter(self.played.asked()), None)

    def question(self, seat: Seat) -> Ask | None:
        """What the seat is asked now, if it is its turn to answer."""
        return self.played.ask_of(seat) if seat == self.to_move else None

    def shown(self, seat: Seat) -> list[Choice]:
        """The options by their numbers: all of them, or those of the present page."""
        question = self.question(seat)
        if question is None:
            return []
        options = question.options
        if len(options) <= self.slots:
            return options
        per_page = self.slots - 1
        return options[self.page * per_page : (self.page + 1) * per_page]

    def turns_pages(self, seat: Seat) -> bool:
        question = self.question(seat)
        return question is not None and len(question.options) > self.slots

    def legal(self, seat: Seat) -> list[int]:
        """The numbers under which something is on offer."""
        numbers = list(range(len(self.shown(seat))))
        return [*numbers, self.slots - 1] if self.turns_pages(seat) else numbers

    def names(self, seat: Seat) -> dict[int, str]:
        """The stable name of every legal action."""
        names = {n: name_of(choice) for n, choice in enumerate(self.shown(seat))}
        return names | {self.slots - 1: MORE} if self.turns_pages(seat) else names

    def play(self, action: int) -> None:
        """Answer for the seat that is asked."""
        seat = self.to_move
        if seat is None:
            raise IllegalAction("the match is over")
        shown = self.shown(seat)
        if 0 <= action < len(shown):
            self.page = 0
            self.played.act(seat, shown[action])
        elif action == self.slots - 1 and self.turns_pages(seat):
            pages = -(-len(self.played.options(seat)) // (self.slots - 1))
            self.page = (self.page + 1) % pages
        else:
            raise IllegalAction(f"action {action} is not on offer: there are {len(shown)} options")

    # -- as numbers and words ----------------------------------------------------------------------------------------

    def mask(self, seat: Seat) -> Any:
        mask: Any = np.zeros(self.slots, np.int8)
        mask[self.legal(seat)] = 1
        return mask

    def vector(self, seat: Seat, view: Any = None) -> Any:
        """What the seat sees and is asked, as one vector."""
        question = self.question(seat)
        asked = (question.decision, question.about) if question is not None else ("", None)
        return self.encoder.observation(self.view(seat) if view is None else view, seat, *asked)

    def observation(self, seat: Seat) -> dict[str, Any]:
        question = self.question(seat)
        decision = question.decision if question is not None else ""
        view = self.view(seat)
        return {
            "observation": self.vector(seat, view),
            "action_mask": self.mask(seat),
            "options": self.encoder.options(decision, self.shown(seat), self.slots, view),
        }

    def spaces(self) -> tuple[Any, Any]:
        """The spaces of observations and of actions, as Gymnasium writes them."""
        from gymnasium import spaces

        observed = {
            "observation": spaces.Box(-BOUND, BOUND, (self.encoder.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (self.slots,), np.int8),
            "options": spaces.Box(-BOUND, BOUND, (self.slots, self.encoder.option_size), np.float32),
        }
        return spaces.Dict(observed), spaces.Discrete(self.slots)

    def view(self, seat: Seat | None) -> Any:
        """The view itself, as data."""
        return self.played.view(seat)

    def told(self, seat: Seat) -> dict[str, Any]:
        """What a seat is told beside the numbers: the question and the names of its answers."""
        question = self.question(seat)
        if question is None:
            return {"decision": "", "rule": "", "names": {}}
        return {"decision": question.decision, "rule": question.rule, "names": self.names(seat)}

    def text(self, seat: Seat, language: str = "en") -> str:
        """The board and the numbered options in words."""
        return board(self.played, seat, language, self.shown(seat))

    # -- the end -----------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.to_move is None

    def payoffs(self) -> dict[Seat, float]:
        """What the end is worth to each seat: they add up to nothing, and a single winner has 1. Before the end 0 for all."""
        return payoffs(self.seats, self.played.result() if self.over else None)


def _dealt_again(made: dict[str, Any], seed: str, entries: Sequence[tuple[Seat, Choice]], page: int) -> Seats:
    seats = Seats(**made)
    if seed:
        seats.deal(seed)
        for seat, choice in entries:
            seats.played.act(seat, choice)
    seats.page = page
    return seats


def payoffs(seats: Sequence[Seat], result: Result | None) -> dict[Seat, float]:
    if result is None or len(seats) < 2:
        return dict.fromkeys(seats, 0.0)
    winners = result.winners or tuple(seats)
    shares = {seat: (seat in winners) / len(winners) for seat in seats}
    return {seat: (share - 1 / len(seats)) * len(seats) / (len(seats) - 1) for seat, share in shares.items()}
