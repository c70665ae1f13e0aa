"""The games for OpenSpiel: importing this registers ``casus_churchill``, ``casus_fog_of_war`` and all others that are installed.

    import pyspiel
    import casusbelli.adapters.openspiel
    game = pyspiel.load_game("casus_churchill(scenario=campaign,deals=100)")

A match begins with one chance node, the deal: each of its ``deals`` outcomes is a seed, from which all later chance follows.
After that seats are asked one after the other; where a rule asks several at once, nobody sees an answer before the last is given.
"""

from __future__ import annotations

import hashlib
from copy import deepcopy
from typing import Any

import msgspec

from casusbelli.game.registry import find, installed
from casusbelli.kernel import OptionValue, SetupError

try:
    import pyspiel
except ModuleNotFoundError:
    raise SetupError("this adapter needs OpenSpiel: pip install 'casus-belli[openspiel]'") from None

import numpy as np

from .seats import SLOTS, Seats

DEALS = 1000
LONGEST = 100_000
"""More choices than any match has."""


def short_name(game: str) -> str:
    return f"casus_{game}"


def _type_of(game: str) -> Any:
    seats = [len(scenario.seats) for scenario in find(game).info.scenarios]
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=f"Casus Belli: {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": "", "options": "", "deals": DEALS},
    )


def _options(text: str) -> dict[str, OptionValue]:
    """``fog=true+length=3``: OpenSpiel keeps commas for itself."""
    chosen: dict[str, OptionValue] = {}
    for word in filter(None, text.split("+")):
        name, equals, value = word.partition("=")
        known = {"true": True, "false": False}
        chosen[name] = known.get(value, int(value) if value.isdigit() else value) if equals else True
    return chosen


class SpielGame(pyspiel.Game):
    """A game of the house as OpenSpiel knows games."""

    def __init__(self, game: str, kind: Any, params: dict[str, Any] | None = None) -> None:
        given: dict[str, Any] = {"scenario": "", "options": "", "deals": DEALS} | (params or {})
        self.deals = int(given["deals"])
        if self.deals < 1:
            raise SetupError(f"deals is at least 1, not {self.deals}")
        self.table = Seats(game, str(given["scenario"]) or None, _options(str(given["options"])), record=True)
        seats = len(self.table.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=SLOTS,
            max_chance_outcomes=self.deals,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self, iig_obs_type)


class SpielState(pyspiel.State):
    """A match before its deal, or at a question, or over."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table = deepcopy(game.table)
        self.deals = game.deals
        self.dealt: int | None = None

    def current_player(self) -> Any:
        if self.dealt is None:
            return pyspiel.PlayerId.CHANCE
        mover = self.table.to_move
        return pyspiel.PlayerId.TERMINAL if mover is None else self.table.seats.index(mover)

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal(self.table.seats[player])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(n, 1 / self.deals) for n in range(self.deals)]

    def _apply_action(self, action: int) -> None:
        if self.dealt is None:
            self.dealt = action
            self.table.deal(f"deal/{action}")
        else:
            self.table.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal:{action}"
        return self.table.names(self.table.seats[player]).get(action, f"#{action}")

    def is_terminal(self) -> bool:
        return self.dealt is not None and self.table.over

    def returns(self) -> list[float]:
        return list(self.table.payoffs().values()) if self.dealt is not None else [0.0] * len(self.table.seats)

    def __str__(self) -> str:
        return "before the deal" if self.dealt is None else f"deal {self.dealt}, {len(self.history())} actions"


class Observer:
    """What a seat sees now; with perfect recall also all that it was told and chose."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self.recall = bool(kind is not None and kind.perfect_recall)
        self.tensor: Any = np.zeros(game.table.encoder.size, np.float32)
        self.dict = {name: self.tensor[place] for name, place in game.table.encoder.layout.items()}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        if state.dealt is not None:
            self.tensor[:] = state.table.vector(state.table.seats[player])

    def string_from(self, state: SpielState, player: int) -> str:
        seat = state.table.seats[player]
        if state.dealt is None:
            return f"{seat}: before the deal"
        told = state.table.told(seat)
        seen = msgspec.json.encode([state.table.view(seat), told, state.table.page]).decode()
        return f"{seat}: {seen} {self._remembered(state, seat)}" if self.recall else f"{seat}: {seen}"

    def _remembered(self, state: SpielState, seat: str) -> str:
        """A fingerprint of what the seat was told and what it chose, from the beginning on."""
        match = state.table.played
        own = [choice for who, choice in match.entries if who == seat]
        return hashlib.sha256(msgspec.json.encode([match.told(seat), own])).hexdigest()


def _register(game: str) -> None:
    kind = _type_of(game)

    class Registered(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, kind, params)

    if short_name(game) not in pyspiel.registered_names():
        pyspiel.register_game(kind, Registered)


for _game in installed():
    _register(_game)
