"""What a match needs of a game: its label, its phases, what each seat sees, and how it ended."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from .chance import Dice
from .flow import Flow, Seat
from .state import State

S = TypeVar("S", bound=State)

OptionValue = bool | int | str


class Option(msgspec.Struct, frozen=True):
    """A variant of the rules. A switch, unless ``values`` lists what may be chosen."""

    id: str
    default: OptionValue = False
    values: tuple[OptionValue, ...] = (False, True)
    offered: tuple[OptionValue, ...] = ()
    """The values that a form offers, where some only follow from who sits where (``Game.seated``); none: all of them."""


class Scenario(msgspec.Struct, frozen=True):
    """A way to begin, with the seats that take part."""

    id: str
    seats: tuple[Seat, ...]
    defaults: dict[str, OptionValue] = {}
    """Options that are usual in this scenario and not in the others."""


class GameInfo(msgspec.Struct, frozen=True):
    """The game's label. Its words (title, scenarios, options, seats) are in the catalogue, by id."""

    id: str
    rules_version: str
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...] = ()
    content_digest: str = ""
    earlier_contents: tuple[str, ...] = ()
    """The digests of the game's own content under earlier rules (``Content.earlier``): matches begun with them go on."""

    def goes_on_from(self, content: str) -> bool:
        """Whether a match that was begun with this content can go on with what is loaded now."""
        return content == self.content_digest or content in self.earlier_contents

    def scenario(self, scenario_id: str | None) -> Scenario:
        """The scenario of that id; None is the first one."""
        if scenario_id is None:
            return self.scenarios[0]
        for scenario in self.scenarios:
            if scenario.id == scenario_id:
                return scenario
        raise SetupError(f"{self.id} has no scenario {scenario_id!r}; it has {_listed(s.id for s in self.scenarios)}")

    def default(self, option: Option, scenario_id: str | None = None) -> OptionValue:
        """What an option is unless it is chosen; None is the first scenario."""
        return self.scenario(scenario_id).defaults.get(option.id, option.default)

    def settle(self, chosen: Mapping[str, OptionValue], scenario_id: str | None = None) -> dict[str, OptionValue]:
        """Every option with its value: the chosen ones checked, the others as is usual in the scenario."""
        known = {option.id: option for option in self.options}
        for option_id, value in chosen.items():
            option = known.get(option_id)
            if option is None:
                raise SetupError(f"{self.id} has no option {option_id!r}; it has {_listed(known)}")
            if not any(value == v and type(value) is type(v) for v in option.values):
                raise SetupError(f"option {option_id} of {self.id} is one of {_listed(map(str, option.values))}, not {value}")
        return {option.id: chosen.get(option.id, self.default(option, scenario_id)) for option in self.options}


def _listed(ids: Any) -> str:
    return ", ".join(ids) or "none"


class SetupError(ValueError):
    """A scenario, option or seat that the game does not have: one clear line for the user."""


class Result(msgspec.Struct, frozen=True):
    """How a match ended: who won (several or none in a draw), in which way, and the scores where the game keeps them."""

    winners: tuple[Seat, ...]
    ending: str
    scores: dict[Seat, float] = {}


class Rules(ABC, Generic[S]):
    """A game as the kernel knows it. ``casusbelli.game.Game`` adds what the rest of the house wants of one."""

    info: GameInfo
    state_type: type[S]
    phases: Mapping[str, Callable[[S], Flow]]

    @abstractmethod
    def setup(self, scenario: str, options: Mapping[str, OptionValue], seed: bytes) -> S:
        """The state before the first phase. Options are complete and checked."""

    @abstractmethod
    def view(self, g: S, seat: Seat | None) -> Any:
        """What the seat (None: a spectator) may see, built up from allowed facts, as data that msgspec can encode."""

    @abstractmethod
    def imagine(self, g: S, seat: Seat, dice: Dice) -> None:
        """Re-deal in place everything the seat cannot know, consistently with all that it does know."""

    def suppose(self, g: S, seat: Seat, dice: Dice) -> None:
        """Like ``imagine``, but as it probably is: what players do with hidden things counts. Where nothing was learnt, alike."""
        self.imagine(g, seat, dice)

    @abstractmethod
    def result(self, g: S) -> Result | None:
        """How it ended, or None while it goes on."""
