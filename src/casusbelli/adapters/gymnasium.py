"""One seat of a game for Gymnasium; bots play the others: ``gymnasium.make("casus/fog_of_war-v0", seat="axis")``."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from casusbelli.bots import make_bot
from casusbelli.game import Position
from casusbelli.game.registry import installed
from casusbelli.kernel import OptionValue, Seat, SetupError

try:
    from gymnasium import Env, register
except ModuleNotFoundError as missing:
    raise SetupError(f"this adapter needs {missing.name}: pip install 'casus-belli[rl]'") from None

from .seats import SLOTS, IllegalAction, Seats

ILLEGAL = -1.0
"""What an action that is not on offer costs; it ends the match."""


class SeatEnv(Env):
    """A seat against bots. An episode is a match; the reward comes with its end."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seat: Seat | None = None,
        bots: str | Mapping[Seat, str] = "recruit",
        scenario: str | None = None,
        options: Mapping[str, OptionValue] | None = None,
        *,
        slots: int = SLOTS,
        structured: bool = False,
        render_mode: str | None = None,
        language: str = "en",
        **sizes: Any,
    ) -> None:
        """``bots`` names one bot for all other seats or one for each; ``seat`` is the first one if not given."""
        self.table = Seats(game, scenario, options, slots=slots, **sizes)
        self.seat = self.table.seats[0] if seat is None else seat
        if self.seat not in self.table.seats:
            raise SetupError(f"{game} has no seat {self.seat!r}; it has {', '.join(self.table.seats)}")
        others = [other for other in self.table.seats if other != self.seat]
        named = dict.fromkeys(others, bots) if isinstance(bots, str) else dict(bots)
        if set(named) != set(others):
            raise SetupError(f"bots are needed for {', '.join(others)}")
        self.bots = {other: make_bot(self.table.game, name) for other, name in named.items()}
        self.structured = structured
        self.render_mode = render_mode
        self.language = language
        self.observation_space, self.action_space = self.table.spaces()
        self._chance: dict[Seat, Random] = {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        deal = str(int(self.np_random.integers(1 << 62)))
        self.table.deal(deal)
        self._chance = {other: Random(f"{deal}/{other}") for other in self.bots}
        self._others_play()
        return self.table.observation(self.seat), self._info()

    def _others_play(self) -> None:
        """Bots play until the seat is asked or the match is over."""
        while (mover := self.table.to_move) is not None and mover != self.seat:
            position = Position(self.table.played, mover)
            self.table.played.act(mover, self.bots[mover].choose(position, self._chance[mover]))

    def _info(self) -> dict[str, Any]:
        told = self.table.told(self.seat)
        return told | {"view": self.table.view(self.seat)} if self.structured else told

    def action_masks(self) -> Any:
        """The mask of the present question, under the name that maskable learners look for."""
        return self.table.mask(self.seat).astype(bool)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        try:
            self.table.play(int(action))
        except IllegalAction as refused:
            return self.table.observation(self.seat), ILLEGAL, True, False, self._info() | {"illegal": str(refused)}
        self._others_play()
        reward = self.table.payoffs()[self.seat]
        return self.table.observation(self.seat), reward, self.table.over, False, self._info()

    def render(self) -> Any:
        """The board in words, as the seat knows it."""
        return self.table.text(self.seat, self.language) if self.render_mode == "ansi" else None


for _game in installed():
    register(id=f"casus/{_game}-v0", entry_point=SeatEnv, kwargs={"game": _game}, disable_env_checker=True)
