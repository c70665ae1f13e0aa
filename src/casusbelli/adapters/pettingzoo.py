"""The games for PettingZoo: ``env("churchill")`` is an AEC environment, ``parallel_env("churchill")`` its parallel form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from casusbelli.kernel import OptionValue, Seat, SetupError

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
except ModuleNotFoundError as missing:
    raise SetupError(f"this adapter needs {missing.name}: pip install 'casus-belli[rl]'") from None

from .seats import SLOTS, Seats

ILLEGAL = -1.0
"""What an action that is not on offer costs; it ends the match."""


def env(game: str, scenario: str | None = None, options: Mapping[str, OptionValue] | None = None, **settings: Any) -> Any:
    """The environment with PettingZoo's guards: an illegal action ends the match, a step before ``reset`` is refused."""
    guarded = wrappers.TerminateIllegalWrapper(raw_env(game, scenario, options, **settings), illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


def parallel_env(
    game: str, scenario: str | None = None, options: Mapping[str, OptionValue] | None = None, **settings: Any
) -> Any:
    """PettingZoo's parallel form: all seats hand in an action, the one that is asked plays its own."""
    return turn_based_aec_to_parallel(env(game, scenario, options, **settings))


class raw_env(AECEnv):  # noqa: N801  # PettingZoo's own name for it
    """A match as an agent-environment cycle; the agents are the scenario's seats."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1, "name": "casus_belli_v0", "is_parallelizable": True}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        options: Mapping[str, OptionValue] | None = None,
        *,
        slots: int = SLOTS,
        structured: bool = False,
        render_mode: str | None = None,
        language: str = "en",
        **sizes: Any,
    ) -> None:
        """With ``structured`` the infos hold the seat's view as data; ``view(agent)`` gives it at any time."""
        super().__init__()
        self.table = Seats(game, scenario, options, slots=slots, **sizes)
        self.metadata = {**self.metadata, "name": f"{self.table.game.info.id}_v0"}
        self.structured = structured
        self.render_mode = render_mode
        self.language = language
        self.possible_agents = list(self.table.seats)
        observed, actions = self.table.spaces()
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)
        self._dealt = 0

    def observation_space(self, agent: Seat) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: Seat) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """The same seed deals the same match; without one every reset deals the next."""
        self._dealt += 1
        self.table.deal(str(seed) if seed is not None else f"reset/{self._dealt}")
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell()

    def _tell(self) -> None:
        self.agent_selection = self.table.to_move or self.agents[0]
        self.infos = {agent: self._info(agent) for agent in self.agents}

    def _info(self, agent: Seat) -> dict[str, Any]:
        told = self.table.told(agent)
        return told | {"view": self.table.view(agent)} if self.structured else told

    def observe(self, agent: Seat) -> Any:
        return self.table.observation(agent)

    def view(self, agent: Seat | None) -> Any:
        """What the agent (None: a spectator) may see, as data."""
        return self.table.view(agent)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.table.play(int(action))
        self.rewards = self.table.payoffs()
        if self.table.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._tell()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board in words, as the agent that is asked knows it."""
        return self.table.text(self.agent_selection, self.language) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
