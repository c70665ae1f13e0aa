"""Seats and turns: the socket of every match one sits in, opened again when it breaks, and every question answered once.

An answer has an id of its own. It is sent until the server has acknowledged it; the server plays an id once, however often it
comes. So nothing is lost and nothing is done twice, whatever becomes of the line.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from .house import House, Refusal

log = logging.getLogger("casusbelli.client")

Choice = tuple[str | int, ...]

POLL_SECONDS = 5.0
"""How often the list of one's matches is looked at: where one sits already, frames come by themselves."""
AGAIN_SECONDS = 0.25
LONGEST_WAIT = 20.0
ACK_SECONDS = 15.0
"""An answer that is not acknowledged in this time is sent once more, with the same id."""
FINAL = range(4400, 4500)
"""Codes after which coming back is of no use."""


def _hash(*lines: str) -> str:
    """As the server makes it of lines of text (docs/protocol.md)."""
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


class Said(NamedTuple):
    """A line of talk: words, or a card with what fills its gaps."""

    seat: str
    name: str
    text: str
    card: str | None
    slots: dict[str, str | int]


class Turn:
    """A question to one of one's seats."""

    def __init__(self, place: _Place, frame: dict[str, Any]) -> None:
        ask = frame["ask"]
        self._place = place
        self._id = f"t{secrets.token_hex(12)}"
        self.frame = frame
        self.match: str = place.match
        self.game: str = place.game
        self.seat: str = place.seat
        self.seq: int = frame["seq"]
        self.view: Any = frame["view"]
        self.decision: str = ask["decision"]
        self.rule: str = ask["rule"]
        self.about: dict[str, Any] = ask["about"]
        self.seconds: int | None = ask["seconds"]
        self.options: list[Choice] = [tuple(option) for option in ask["options"]]
        self.events: list[dict[str, Any]] = list(place.events)
        self.said: list[Said] = list(place.said)

    @property
    def fresh(self) -> bool:
        """Whether it is still what is asked, as far as is known here."""
        return self._place.turn is self

    async def play(self, choice: Choice) -> bool:
        """Play it; False where the match has moved on meanwhile (the next turn says how). A choice not on offer is an error."""
        if tuple(choice) not in self.options:
            raise ValueError(f"{choice!r} is not on offer for {self.decision}")
        answer = await self._place.send({"t": "act", "id": self._id, "seq": self.seq, "choice": list(choice)})
        if answer["t"] == "ack":
            self._place.answered(self, answer["seq"])
            return True
        if answer["reason"] in {"stale", "not_your_turn", "over", "paused", "left"}:
            self._place.answered(self, None if answer["reason"] in {"paused", "left"} else answer["seq"])
            return False
        raise Refusal(409, {"error": answer["reason"], "refusal": answer.get("refusal")})

    async def say(self, text: str | None = None, *, card: str | None = None, **slots: str | int) -> bool:
        """Say something at the table by a card, or in words where all people there want to read words of bots."""
        named = f"t{secrets.token_hex(12)}"
        if card is not None:
            answer = await self._place.send({"t": "say", "id": named, "card": card, "slots": slots})
        else:
            answer = await self._place.send({"t": "chat", "id": named, "text": text or ""})
        return bool(answer["t"] == "ack")

    async def why_not(self, choice: Choice) -> dict[str, Any] | None:
        """Why the rules do not allow this."""
        answer = await self._place.send({"t": "why", "n": self._place.number(), "choice": list(choice)})
        refusal: dict[str, Any] | None = answer.get("refusal")
        return refusal

    async def brief(self, language: str = "en") -> dict[str, Any]:
        """The position in words."""
        return await self._place.house.brief(self.match, self.seat, language)


class _Place:
    """One seat of one match, and its line."""

    def __init__(self, house: House, match: str, game: str, seat: str, tell: Callable[[Turn], None]) -> None:
        self.house = house
        self.match, self.game, self.seat = match, game, seat
        self.events: list[dict[str, Any]] = []
        self.said: list[Said] = []
        self.turn: Turn | None = None
        self.over: dict[str, Any] | None = None
        self._tell = tell
        self._frame: dict[str, Any] = {}
        self._after = 0
        self._socket: ClientConnection | None = None
        self._open = asyncio.Event()
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._n = 0
        self._heard = 0
        self._chance = secrets.token_hex(32)
        self._saying: set[asyncio.Task[None]] = set()

    @property
    def ended(self) -> bool:
        return self.over is not None

    def number(self) -> int:
        self._n += 1
        return self._n

    async def hold(self) -> None:
        """Keep the line until the match is over."""
        wait = AGAIN_SECONDS
        address = f"{self.house.sockets}/m/{self.match}/socket?seat={self.seat}&beats=0"
        headers = {"Authorization": f"Bearer {self.house.token}"}
        while not self.ended:
            try:
                async with connect(address, additional_headers=headers, compression=None, max_size=None) as socket:
                    wait = AGAIN_SECONDS
                    self._socket = socket
                    self._open.set()
                    async for text in socket:
                        if self._hear(json.loads(text)):
                            break
                if socket.close_code in FINAL:
                    log.error("the line to %s is closed for good: %s", self.match, socket.close_code)
                    self._fail(Refusal(403, {"error": f"closed {socket.close_code}"}))
                    return
            except (OSError, WebSocketException) as error:
                log.info("the line to %s breaks: %s", self.match, error)
            finally:
                self._open.clear()
                self._socket = None
            if not self.ended:
                await asyncio.sleep(wait)
                wait = min(LONGEST_WAIT, wait * 2)

    def _fail(self, error: Exception) -> None:
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_exception(error)

    def _hear(self, message: dict[str, Any]) -> bool:
        """Take a message in; whether it was the last."""
        match message["t"]:
            case "frame":
                self._see(message)
            case "ack" | "refused":
                self._answer(message["id"], message)
            case "why" | "preview":
                self._answer(f"n{message['n']}", message)
            case "chat":
                self._listen(message)
            case "deal":
                self._add_chance(message)
        return self.over is not None

    def _add_chance(self, deal: dict[str, Any]) -> None:
        """Before the deal: commit to a value of one's own, and show it when all have. Nobody can choose the deal then."""
        pledge = _hash("casus-belli chance", deal["commitment"], self.seat, self._chance)
        pledged = deal["pledges"].get(self.seat)
        if not deal["showing"] and pledged != pledge:
            self._say({"t": "pledge", "commitment": pledge})
        if deal["showing"] and pledged == pledge and self.seat not in deal["shown"]:
            self._say({"t": "show", "value": self._chance})

    def _say(self, message: dict[str, Any]) -> None:
        """Send it once: should it be lost, the next message of the deal asks for it again."""
        if self._socket is not None:
            text = json.dumps({"id": f"t{secrets.token_hex(12)}", **message})
            task = asyncio.get_running_loop().create_task(self._socket.send(text))
            self._saying.add(task)
            task.add_done_callback(self._said_or_lost)

    def _said_or_lost(self, task: asyncio.Task[None]) -> None:
        self._saying.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.info("the line to %s breaks: %s", self.match, task.exception())

    def _listen(self, message: dict[str, Any]) -> None:
        """Lines are told again after every connection: each counts once."""
        if message["n"] <= self._heard:
            return
        self._heard = message["n"]
        card = message.get("card") or {}
        self.said.append(
            Said(message["seat"], message["name"], message.get("text", ""), card.get("id"), dict(card.get("slots", {})))
        )

    def _see(self, frame: dict[str, Any]) -> None:
        told = frame["events"]
        self.events = [*self.events[: told["from"]], *told["list"]]
        self._frame = frame
        if frame["over"] is not None:
            self.over = frame["over"]
            self.turn = None
            for waiting in self._answers.values():
                if not waiting.done():
                    waiting.set_result({"t": "refused", "id": None, "seq": frame["seq"], "reason": "over"})
            return
        self._ask()

    def _ask(self) -> None:
        """A turn for what is asked now, unless one is being thought about."""
        frame = self._frame
        if self.turn is None and frame and frame["ask"] is not None and frame["seq"] >= self._after:
            self.turn = Turn(self, frame)
            self._tell(self.turn)

    def answered(self, turn: Turn, seq: int | None) -> None:
        """The turn is over; the next question is one of a frame that knows of the answer."""
        if self.turn is turn:
            self.turn = None
        if seq is None:  # the house holds the match up: ask again when a frame comes
            self._after = self._frame["seq"] + 1
        else:
            self._after = max(self._after, seq)
        self._ask()

    def _answer(self, key: str | None, message: dict[str, Any]) -> None:
        waiting = self._answers.get(key or "")
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    async def send(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send it until it is answered."""
        key = message.get("id") or f"n{message['n']}"
        waiting: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers[key] = waiting
        try:
            while not waiting.done():
                await self._sent(json.dumps(message), waiting)
                with suppress(TimeoutError):
                    told = await asyncio.wait_for(asyncio.shield(waiting), ACK_SECONDS)
                    if told.get("reason") in {"rate", "storage"}:
                        await asyncio.sleep(1)
                        self._answers[key] = waiting = asyncio.get_running_loop().create_future()
            return waiting.result()
        finally:
            self._answers.pop(key, None)

    async def _sent(self, text: str, waiting: asyncio.Future[dict[str, Any]]) -> None:
        """Hand it to the line that is open now, or to the next one."""
        opening = asyncio.create_task(self._open.wait())
        either: set[asyncio.Future[Any]] = {opening, waiting}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        opening.cancel()
        if self._socket is not None and not waiting.done():
            with suppress(OSError, WebSocketException):
                await self._socket.send(text)


class Table(House):
    """All one's seats at a server. ``turns()`` gives every question to any of them, once."""

    def __init__(self, url: str, token: str, *, poll: float = POLL_SECONDS) -> None:
        super().__init__(url, token)
        self._poll = poll
        self._places: dict[tuple[str, str], _Place] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._turns: asyncio.Queue[Turn | BaseException | None] = asyncio.Queue()
        self._look_now = asyncio.Event()

    async def __aenter__(self) -> Table:
        await self.me()  # a token that is not good is told at once
        self._begin(self._watch())
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _watch(self) -> None:
        """Sit down at every match that is one's own."""
        try:
            while True:
                self._look_now.clear()
                for row in await self.matches():
                    for seat in row["seats"]:
                        self._sit(row["match"], row["game"], seat, over=row["over"])
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._look_now.wait(), self._poll)
        except (Refusal, OSError) as error:
            self._turns.put_nowait(error)

    def _sit(self, match: str, game: str, seat: str, *, over: bool) -> None:
        if over or (match, seat) in self._places:
            return
        place = self._places[match, seat] = _Place(self, match, game, seat, self._turns.put_nowait)
        self._begin(place.hold())

    async def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """What is begun or joined is sat down at without waiting."""
        told = await super().post(path, body)
        self._look_now.set()
        return told

    async def turns(self) -> AsyncIterator[Turn]:
        """Every question, as it comes. Questions of several matches may be answered at the same time."""
        while True:
            turn = await self._turns.get()
            if turn is None:
                return
            if isinstance(turn, BaseException):
                raise turn
            if turn.fresh:
                yield turn

    def stop(self) -> None:
        """Let ``turns()`` end."""
        self._turns.put_nowait(None)

    def seated(self) -> list[str]:
        """The matches one has sat down at."""
        return list(dict.fromkeys(match for match, _ in self._places))

    def result(self, match: str) -> dict[str, Any] | None:
        """How a match ended in which one sits; None while it goes on."""
        return next((place.over for (played, _), place in self._places.items() if played == match and place.over), None)

    def said(self, match: str) -> list[Said]:
        """What was said at a table so far."""
        return next((list(place.said) for (played, _), place in self._places.items() if played == match), [])
