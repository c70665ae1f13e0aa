"""A private table: a lesson or a sandbox. One guest sits there, nothing of it is a match, and any move may be taken back.

It speaks the same protocol as a room, so that the page is the same. What it plays is not kept as actions: a lesson keeps how
far the guest has come, a sandbox how it can be made again.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from typing import Any, TypeVar

import msgspec

from casusbelli.bots.accounts import Account
from casusbelli.game import Game, Match
from casusbelli.kernel import Choice, Illegal, Params, Refusal, Seat

from .history import frame_of, seen_beats, told_before
from .line import BROKEN, GONE, Line
from .settings import Settings
from .store import StoreError
from .thinking import Thinkers
from .wire import Ack, Command, Events, Frame, Player, Refused, Think, encode

log = logging.getLogger("casusbelli.table.study")

Answer = Ack | Refused
F = TypeVar("F", bound=Frame)


class Study(ABC):
    """What lessons and sandboxes have in common. Everything runs on the event loop, one change at a time."""

    def __init__(self, game: Game[Any], address: str, guest: str, thinkers: Thinkers, settings: Settings) -> None:
        self.game = game
        self.address = address
        self.guest = guest
        self.seq = 0
        self._thinkers = thinkers
        self._settings = settings
        self._lock = asyncio.Lock()
        self._lines: dict[Line, str] = {}
        self._before = 0
        """How many events the match had before the last change: its beats begin there."""
        self._others: asyncio.Task[None] | None = None
        self.quiet_since = asyncio.get_running_loop().time()

    # -- what a kind of study says for itself ------------------------------------------------------------------------------

    @property
    @abstractmethod
    def match(self) -> Match[Any]: ...

    @abstractmethod
    def seat_of(self, wanted: str | None) -> Seat:
        """The seat through whose eyes the guest looks."""

    @abstractmethod
    def frame(self, seat: Seat, language: str) -> Frame: ...

    @abstractmethod
    def player(self, seat: Seat) -> Player: ...

    @abstractmethod
    async def keep(self) -> None:
        """Make durable what is to be kept."""

    @abstractmethod
    async def play(self, seat: Seat, choice: Choice) -> str | None:
        """Play a choice; the reason where it is not played. Illegal ones raise."""

    @abstractmethod
    async def take_back(self) -> bool: ...

    @abstractmethod
    async def command(self, said: Any) -> bool:
        """Something else than a choice; False where it cannot be done now."""

    @abstractmethod
    async def play_other(self) -> bool:
        """One move of a seat that the guest does not play; False when none is due."""

    # -- the protocol ------------------------------------------------------------------------------------------------------

    async def act(self, seat: Seat, action_id: str, seq: int, choice: Choice) -> Answer:
        async def change() -> Refused | None:
            if self.match.ask_of(seat) is None:
                return Refused(action_id, self.seq, "over" if self.match.over else "not_your_turn")
            try:
                reason = await self.play(seat, choice)
            except Illegal as illegal:
                return Refused(action_id, self.seq, "illegal", illegal.refusal)
            return Refused(action_id, self.seq + 1, reason) if reason else None

        return await self._change(action_id, seq, change)

    async def undo(self, seat: Seat, action_id: str, seq: int) -> Answer:
        async def change() -> Refused | None:
            return None if await self.take_back() else Refused(action_id, self.seq, "no_undo")

        return await self._change(action_id, seq, change)

    async def obey(self, said: Command | Think) -> Answer:
        """A command to the coach or the sandbox."""

        async def change() -> Refused | None:
            return None if await self.command(said) else Refused(said.id, self.seq, "malformed")

        return await self._change(said.id, said.seq, change)

    async def _change(self, action_id: str, seq: int, change: Callable[[], Awaitable[Refused | None]]) -> Answer:
        async with self._lock:
            if seq != self.seq:
                return Refused(action_id, self.seq, "stale")
            self._before = len(self.match.events or ())
            refused = await change()
            if refused is not None and refused.seq == self.seq:
                return refused
            self.seq += 1
            await self.keep()
            self.show()
        self.wake()
        return refused or Ack(action_id, self.seq)

    async def why(self, seat: Seat, choice: Choice) -> Refusal | None:
        async with self._lock:
            return self.match.refusal(seat, choice)

    async def preview(self, seat: Seat, choice: Choice) -> Params | None:
        async with self._lock:
            return self.match.preview(seat, choice)

    @abstractmethod
    async def advise(self, seat: Seat) -> Account | None: ...

    async def say(self, seat: Seat, message_id: str, text: str) -> Answer:
        """There is nobody to talk to."""
        return Refused(message_id, self.seq, "malformed")

    # -- the others --------------------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let the seats that the guest does not play move, while he looks on."""
        if self._others is None and self._lines:
            self._others = asyncio.get_running_loop().create_task(self._play_others())

    async def _play_others(self) -> None:
        try:
            while self._lines and await self._play_one():
                pass
        except StoreError as error:
            log.warning("%s: %s", self.address, error)
        except Exception:
            log.exception("%s: the others stop", self.address)
        finally:
            self._others = None
            self.quiet_since = asyncio.get_running_loop().time()

    async def _play_one(self) -> bool:
        async with self._lock:
            self._before = len(self.match.events or ())
            if not await self.play_other():
                return False
            self.seq += 1
            await self.keep()
            self.show()
        await asyncio.sleep(self._settings.bot_pause)
        return True

    def watched(self, seat: Seat) -> AbstractContextManager[None]:
        """What happens meanwhile is captured beat by beat for the one who looks on."""
        wanted = self._settings.beats and any(line.beats for line in self._lines)
        return self.match.watched({seat} if wanted else ())

    # -- looking -----------------------------------------------------------------------------------------------------------

    async def attach(self, line: Line, language: str) -> None:
        async with self._lock:
            self._lines[line] = language
            self._before = len(self.match.events or ())
            self._show_to(line)
        self.wake()

    def detach(self, line: Line) -> None:
        del self._lines[line]
        if not self._lines:
            self.quiet_since = asyncio.get_running_loop().time()

    def show(self) -> None:
        for line in list(self._lines):
            try:
                self._show_to(line)
            except Exception:
                log.exception("%s: a frame fails", self.address)
                line.close(BROKEN)

    def _show_to(self, line: Line) -> None:
        """Frames of a study are whole, events too: the way back may lead anywhere."""
        assert line.seat is not None
        line.show(encode(self.frame(line.seat, self._lines[line])), 0)

    def base_frame(self, seat: Seat) -> Frame:
        """What a room would show."""
        match = self.match
        players = {each: self.player(each) for each in match.seats}
        told = told_before(match, seat, self._before)
        return frame_of(
            match,
            seat,
            self.seq,
            Events(0, match.told(seat)),
            msgspec.Raw(encode(players)),
            result=match.result() if match.over else None,
            may_undo=False,
            beats=seen_beats(match, seat, self._before, told),
        )

    # -- coming and going --------------------------------------------------------------------------------------------------

    def touch(self) -> None:
        self.quiet_since = asyncio.get_running_loop().time()

    def lines(self) -> list[Line]:
        return list(self._lines)

    @property
    def idle(self) -> bool:
        return not self._lines and self._others is None and not self._lock.locked()

    async def close(self) -> None:
        for line in self._lines:
            line.close(GONE)
        if self._others is not None:
            self._others.cancel()
            await asyncio.gather(self._others, return_exceptions=True)


def as_kind(frame: Frame, kind: type[F], **more: Any) -> F:
    """A frame with the additions of a kind of study."""
    fields = {name: getattr(frame, name) for name in Frame.__struct_fields__}
    return kind(**fields, **more)


class Studies:
    """All private tables that are open: made when somebody comes, forgotten when nobody has looked for a while."""

    def __init__(self, settings: Settings, *, shared: bool = False) -> None:
        self._settings = settings
        self._shared = shared
        self._open: dict[tuple[str, str], Study] = {}
        self._making: dict[tuple[str, str], asyncio.Task[Study | None]] = {}

    async def of(self, guest: str, address: str, make: Callable[[], Awaitable[Study | None]]) -> Study | None:
        """The guest's table at that address, made once however many of his pages ask for it."""
        key = (guest, address)
        study = self._open.get(key)
        if study is not None and self._shared and study.idle:
            await self.forget(guest, address)  # it may have been used through another process meanwhile
            study = None
        if study is not None:
            study.touch()
            return study
        task = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.ensure_future(self._make(key, make))
            task.add_done_callback(lambda _: self._making.pop(key, None))
        return await asyncio.shield(task)

    async def _make(self, key: tuple[str, str], make: Callable[[], Awaitable[Study | None]]) -> Study | None:
        study = await make()
        if study is not None:
            self._open[key] = study
        return study

    def present(self, guest: str, address: str) -> Study | None:
        return self._open.get((guest, address))

    async def forget(self, guest: str, address: str) -> None:
        study = self._open.pop((guest, address), None)
        if study is not None:
            await study.close()

    def sweep(self) -> None:
        now = asyncio.get_running_loop().time()
        for key, study in list(self._open.items()):
            for line in study.lines():
                if line.busy_since is not None and now - line.busy_since > self._settings.slow_seconds:
                    line.drop()
            if study.idle and now - study.quiet_since > self._settings.idle_seconds:
                del self._open[key]

    async def close(self) -> None:
        for study in self._open.values():
            await study.close()
