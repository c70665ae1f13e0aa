"""A match in play, in memory: who sits there, who looks on, and the one way in which it changes.

An action is checked, applied, committed, and only then acknowledged and shown. One action at a time is under way: the lock
is held from the check to the commit, so nobody ever sees what is not yet durable. When a commit fails, the room forgets
what it has in memory and reads the match from the store again.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any

import msgspec

from casusbelli.bots import GRADES
from casusbelli.kernel import LAPSE, Ask, Choice, Game, Illegal, Match, Params, Reason, Refusal, Seat, Told

from .clock import Clock
from .history import SeenBeat, frame_of, own_moment, revive, seen_beats, told_before, undone
from .hours import Hours
from .house import House
from .line import BROKEN, Line
from .records import Action, Card, ChatLine, KeptCheckpoint, MatchRecord, Saved, SeatRecord
from .settings import Settings
from .store import CHAT_SHOWN, Conflict, Keep, Store, StoreError, now
from .talk import checked as sayable
from .tally import TALLY
from .thinking import Thinkers, problem_of
from .turns import Crowded
from .wire import Ack, Events, Player, Players, Refused, Said, encode

log = logging.getLogger("casusbelli.table.room")

ADVISER = GRADES[-1]
"""Who is asked for advice."""

BEATS_KEPT = 200
"""How many positions are kept for a reader who is slow: of what is older he is told, and sees where it led."""

REAL_HOURS = Hours()

RETRY_SECONDS = 2.0
"""How long a bot waits before it tries again what the store refused, or what there were too many thoughts before."""


class _Sight:
    """How far the frames of one viewpoint have come: ``seen`` of the match's events, ``told`` of its own.

    ``beats`` are those that its slowest line has not had; ``own`` is when its seat last chose, counted in the match's events
    and in its own.
    """

    __slots__ = ("beats", "own", "seen", "told")

    def __init__(self) -> None:
        self.seen = 0
        self.told = 0
        self.beats: list[SeenBeat] = []
        self.own = (0, 0)


class Room:
    """One match in play. Everything here runs on the event loop; loading and bots' thinking do not."""

    def __init__(
        self,
        game: Game[Any],
        saved: Saved,
        match: Match[Any],
        store: Store,
        thinkers: Thinkers,
        settings: Settings,
        hours: Hours = REAL_HOURS,
    ) -> None:
        self.game = game
        self.record: MatchRecord = saved.match
        self._store = store
        self._hours = hours
        self._thinkers = thinkers
        self._settings = settings
        self._lock = asyncio.Lock()
        self._chat_lock = asyncio.Lock()
        self._lines: list[Line] = []
        self._sights: dict[Seat | None, _Sight] = {}
        self._bots_at_work: asyncio.Task[None] | None = None
        self._still_true: dict[Seat | None, int] = {}
        self._doubtful = False
        self._clock = Clock(self._ring)
        self.house = House(self, store, hours)
        self._lapsing: set[asyncio.Task[None]] = set()
        self.quiet_since = asyncio.get_running_loop().time()
        self._adopt(saved, match)

    def _adopt(self, saved: Saved, match: Match[Any]) -> None:
        """Be what the store says."""
        self.match = match
        self.seats: dict[Seat, SeatRecord] = {seat.seat: seat for seat in saved.seats}
        self.seq = saved.seq
        self.result = saved.match.result
        self._known = {action.choice_id: (action.seat, action.seq) for action in saved.actions}
        self._taken_back = Counter((one.undo.seat, one.at) for one in undone(saved.actions))
        self._kept = min(saved.checkpoints[-1].choices, len(match.entries)) if saved.checkpoints else 0
        self._chat = saved.chat
        self.house.adopt(saved)
        self._asked: dict[Seat, tuple[Ask, int]] = {}
        self._note_questions()
        self._players_changed()

    @property
    def over(self) -> bool:
        """Whether the end is durable, by the rules or by the house: what opens the past to everybody."""
        return self.result is not None or self.house.closed is not None

    async def _sure(self) -> None:
        """After a failed commit: read the match again before anything else happens."""
        if not self._doubtful:
            return
        saved = await asyncio.to_thread(self._store.load, self.record.id)
        if saved is None:
            raise StoreError("the match is not in the store")
        match = await asyncio.to_thread(revive, self.game, saved)
        moved_on = saved.seq != self.seq
        self._adopt(saved, match)
        self._doubtful = False
        self._sights.clear()
        for line in self._lines:
            line.told = 0
        if moved_on:
            self._show()

    # -- actions ---------------------------------------------------------------------------------------------------------

    async def act(self, seat: Seat, action_id: str, seq: int, choice: Choice, *, bot: bool = False) -> Ack | Refused:
        """Play one choice, once, however often it is sent."""
        return await self._change(seat, action_id, seq, choice, lambda: self._play(seat, action_id, choice), bot)

    async def undo(self, seat: Seat, action_id: str, seq: int) -> Ack | Refused:
        """Take back the seat's last choice where the rules of undo allow it."""
        return await self._change(seat, action_id, seq, None, lambda: self._take_back(seat, action_id))

    async def _change(
        self,
        seat: Seat,
        action_id: str,
        seq: int,
        choice: Choice | None,
        apply: Callable[[], Refused | None],
        bot: bool = False,
    ) -> Ack | Refused:
        async with self._lock:
            try:
                await self._sure()
            except StoreError:
                return Refused(action_id, self.seq, "storage")
            known = self._known.get(action_id)
            if known is not None:
                return Ack(action_id, known[1]) if known[0] == seat else Refused(action_id, self.seq, "malformed")
            if seq != self.seq and (choice is None or not self._is_still_asked(seat, seq)):
                return Refused(action_id, self.seq, "stale")
            held_up = self.house.held or self.house.not_by(seat, bot)
            if held_up is not None:
                return Refused(action_id, self.seq, held_up)
            refused = apply()
            if refused is not None:
                return refused
            if not bot and self.seats[seat].caretaker is not None:
                self.house.returns(seat)
            return await self._commit(seat, action_id, choice)

    def _is_still_asked(self, seat: Seat, seq: int) -> bool:
        """The seat has been asked the very same question since then: others' secret answers do not make its own stale."""
        asked = self._asked.get(seat)
        return asked is not None and asked[1] <= seq < self.seq

    def _play(self, seat: Seat, action_id: str, choice: Choice) -> Refused | None:
        if self.match.ask_of(seat) is None:
            return Refused(action_id, self.seq, "over" if self.match.over else "not_your_turn")
        try:
            with self._watched():
                self.match.act(seat, choice)
        except Illegal as illegal:
            return Refused(action_id, self.seq, "illegal", illegal.refusal)
        except Exception:
            log.exception(
                "match %s: a rule fails on %s by %s after %d choices", self.record.id, choice, seat, len(self.match.entries)
            )
            return Refused(action_id, self.seq, "error")
        return None

    def _watched(self) -> AbstractContextManager[None]:
        """What happens meanwhile is captured beat by beat for those who look on, and for nobody else."""
        return self.match.watched({line.seat for line in self._lines if line.beats} if self._settings.beats else ())

    def _take_back(self, seat: Seat, action_id: str) -> Refused | None:
        if self.match.over:
            return Refused(action_id, self.seq, "over")
        before = {viewpoint: self.match.told(viewpoint) for viewpoint in self._sights}
        if not self._may_take_back(seat) or not self.match.undo(seat):
            return Refused(action_id, self.seq, "no_undo")
        self._kept = min(self._kept, len(self.match.entries))
        self._still_true = {viewpoint: _common(told, self.match.told(viewpoint)) for viewpoint, told in before.items()}
        return None

    def _may_take_back(self, seat: Seat) -> bool:
        """Whoever thinks of something else again and again has to stay with an answer at last: every undo is kept."""
        return self._taken_back[seat, len(self.match.entries) - 1] < self._settings.undos_per_question

    def _forget_untrue(self) -> None:
        """After an undo: readers have as many events as are still true; the next frame goes on from there."""
        for line in self._lines:
            line.told = min(line.told, self._still_true.get(line.seat, 0))
        self._still_true = {}
        self._sights.clear()

    async def _commit(self, seat: Seat, action_id: str, choice: Choice | None) -> Ack | Refused:
        """Make it durable; then, and only then, tell everybody."""
        action = Action(self.seq + 1, seat, action_id, choice, tuple(self.match.asked()), self._hours.now())
        checkpoint = self._checkpoint(action.seq)
        result = self.match.result() if self.match.over else None
        also = None if self.house.quiet else self.house.acted(action)
        begun = asyncio.get_running_loop().time()
        try:
            await self._store.append(self.record.id, action, checkpoint, result, also)
        except StoreError as error:
            TALLY.commits_failed += 1
            log.warning("match %s: action %d is refused by the store: %s", self.record.id, action.seq, error)
            self._doubtful = True
            return Refused(action_id, self.seq, "storage")
        except BaseException:
            self._doubtful = True
            raise
        TALLY.commit_seconds += asyncio.get_running_loop().time() - begun
        TALLY.choices += choice is not None
        TALLY.undos += choice is None
        self.seq = action.seq
        self.result = result
        self._known[action_id] = (seat, action.seq)
        if checkpoint is not None:
            self._kept = checkpoint.choices
        if choice is None:
            self._taken_back[seat, len(self.match.entries)] += 1
            self._forget_untrue()
        self._note_questions()
        self._show(last=seat)
        self.house.durable(action.at)
        self.wake_bots()
        return Ack(action_id, action.seq)

    def _checkpoint(self, seq: int) -> KeptCheckpoint | None:
        """Now and then the start of the present phase is kept: a match can go on from it when the rules have changed."""
        reached = self.match.checkpoint()
        if reached.at - self._kept < self._settings.checkpoint_every:
            return None
        return KeptCheckpoint(seq, reached.at, self.game.info.rules_version, reached.state)

    def _note_questions(self) -> None:
        """Remember since which action each seat has been asked what it is asked now."""
        asked = {}
        for seat, question in self.match.asked().items():
            before = self._asked.get(seat)
            asked[seat] = before if before is not None and before[0] is question else (question, self.seq)
        self._asked = asked
        self._clock.follow({seat: question for seat, (question, _) in asked.items() if self.seats[seat].player is None})

    # -- the house -------------------------------------------------------------------------------------------------------

    async def with_house(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """Let the house do something while nobody acts."""
        async with self._lock:
            await self._sure()
            return await work()

    def doubt(self) -> None:
        """What was to be written was not: read the match again before anything else happens."""
        self._doubtful = True

    def players_changed(self) -> None:
        """Who plays a seat is another."""
        self._note_questions()
        self._players_changed()
        self._announce_players()

    def closed(self) -> None:
        """The house has ended the match: everybody sees how."""
        self._clock.stop()
        self._show()

    async def go_back(self, to: int, also: Callable[[int], Keep]) -> None:
        """All have agreed to take back what was chosen after so many choices: every one of them is undone, the last first."""
        gone = self.match.entries[to:]
        before = {viewpoint: self.match.told(viewpoint) for viewpoint in self._sights}
        if not self.match.rewind(to):
            raise StoreError("there is no way back to that choice any more")
        self._kept = min(self._kept, len(self.match.entries))
        self._still_true = {viewpoint: _common(told, self.match.told(viewpoint)) for viewpoint, told in before.items()}
        asked, at = tuple(self.match.asked()), self._hours.now()
        actions = [
            Action(self.seq + n, seat, f"back-{secrets.token_hex(12)}", None, asked, at)
            for n, (seat, _) in enumerate(reversed(gone), 1)
        ]
        try:
            await self._store.append_all(self.record.id, actions, also(actions[-1].seq))
        except BaseException:
            self._doubtful = True
            raise
        self.seq = actions[-1].seq
        self._forget_untrue()
        self._note_questions()
        self._show()
        self.wake_bots()

    # -- time limits -----------------------------------------------------------------------------------------------------

    def _ring(self, seat: Seat, question: Ask) -> None:
        """A seat's time is up."""
        lapsing = asyncio.get_running_loop().create_task(self._lapse(seat, question))
        self._lapsing.add(lapsing)
        lapsing.add_done_callback(self._lapsing.discard)

    async def _lapse(self, seat: Seat, question: Ask) -> None:
        """Let the question lapse, unless the seat has answered meanwhile."""
        try:
            async with self._lock:
                await self._sure()
                if self.match.ask_of(seat) is not question:
                    return
                with self._watched():
                    self.match.lapse(seat)
                await self._commit(seat, f"lapse-{secrets.token_hex(12)}", LAPSE)
        except StoreError:
            await asyncio.sleep(RETRY_SECONDS)
            self._ring(seat, question)
        except Exception:
            log.exception("match %s: the question %s to %s does not lapse", self.record.id, question.decision, seat)

    # -- questions -------------------------------------------------------------------------------------------------------

    async def why(self, seat: Seat, choice: Choice) -> Refusal | None:
        async with self._lock:
            await self._sure()
            return self.match.refusal(seat, choice)

    async def preview(self, seat: Seat, choice: Choice) -> Params | None:
        async with self._lock:
            await self._sure()
            return self.match.preview(seat, choice) if self.record.aids else None

    async def advise(self, seat: Seat) -> tuple[Choice | None, list[Reason]]:
        """What the best bot would choose for the seat, knowing what the seat knows, and why."""
        async with self._lock:
            await self._sure()
            if self.match.ask_of(seat) is None or not self._may_be_advised(seat):
                return None, []
            problem = problem_of(self.match, seat, ADVISER)
        return await self._thinkers.advise(problem, self.seats[seat].guest or "")

    def _may_be_advised(self, seat: Seat) -> bool:
        """Only who plays against nobody but bots and himself: against others it would not be fair."""
        mine = self.seats[seat].guest
        able = self.record.aids and ADVISER in self.game.bots()
        return able and all(held.kind == "bot" or held.guest == mine for held in self.seats.values())

    # -- chat ------------------------------------------------------------------------------------------------------------

    async def say(self, seat: Seat, message_id: str, text: str, card: Card | None = None) -> Ack | Refused:
        """Keep a line of chat, then show it. What is acknowledged is in the store, by this seat and under this id."""
        async with self._chat_lock:
            if card is not None and not sayable(self.game, self.seats, self._chat, seat, card):
                return Refused(message_id, self.seq, "malformed")
            line = ChatLine(self._chat[-1].n + 1 if self._chat else 1, seat, self.seats[seat].name, text, now(), card)
            try:
                await self._store.add_chat(self.record.id, message_id, line)
            except Conflict:
                return await self._said_before(seat, message_id)
            except StoreError:
                return Refused(message_id, self.seq, "storage")
            self._chat.append(line)
            del self._chat[:-CHAT_SHOWN]
        for reader in self._lines:
            reader.push(_said(line))
        return Ack(message_id, self.seq)

    async def _said_before(self, seat: Seat, message_id: str) -> Ack | Refused:
        """The id is known, or the line's number is: look which, and learn what was said meanwhile."""
        try:
            by, self._chat = await asyncio.to_thread(self._store.chat_of, self.record.id, message_id)
        except StoreError:
            return Refused(message_id, self.seq, "storage")
        if by is None:
            return Refused(message_id, self.seq, "storage")
        return Ack(message_id, self.seq) if by == seat else Refused(message_id, self.seq, "malformed")

    # -- looking ---------------------------------------------------------------------------------------------------------

    async def attach(self, line: Line, zone: str = "") -> None:
        """Show somebody everything his viewpoint may know, and all that happens from now on."""
        async with self._lock:
            await self._sure()
            if line.seat is not None and zone:
                await self.house.note_zone(line.seat, zone)
            self._lines.append(line)
            self._players_changed()
            self._show_to(line.seat, [line])
            for said in self._chat:
                line.push(_said(said))
            self.house.greet(line)
        self._announce_players(but=line)
        self.wake_bots()

    def detach(self, line: Line) -> None:
        self._lines.remove(line)
        if not any(other.seat == line.seat for other in self._lines):
            self._sights.pop(line.seat, None)
        if not self._lines:
            self.quiet_since = asyncio.get_running_loop().time()
        self._players_changed()
        self._announce_players()

    async def seat_taken(self, seat: SeatRecord) -> None:
        """Somebody has accepted an invitation. Whoever is just reading the match from the store may not know of it yet."""
        async with self._lock:
            before = self.seats[seat.seat]
            if seat.was is not None and seat.was == before.guest:  # it only moves to its person's account
                seat = msgspec.structs.replace(seat, caretaker=before.caretaker, left=before.left, token=before.token)
            self.seats[seat.seat] = seat
            await self.house.seated()
            self._players_changed()
        self._announce_players()

    def _players_changed(self) -> None:
        """Who sits where, for those at the table (who may hand on an invitation) and for those who look on."""
        online = {line.seat for line in self._lines}
        seated, watching = {}, {}
        for seat, held in self.seats.items():
            kind = "human" if held.kind == "guest" else held.kind
            invite = f"/join/{held.token}" if held.token else None
            here = held.kind == "bot" or seat in online
            watching[seat] = Player(held.name, kind, held.bot, here, caretaker=held.caretaker, left=held.left)
            seated[seat] = msgspec.structs.replace(watching[seat], invite=invite)
        self._players = {True: msgspec.Raw(encode(seated)), False: msgspec.Raw(encode(watching))}

    def _announce_players(self, but: Line | None = None) -> None:
        message = {seated: encode(Players(players)) for seated, players in self._players.items()}
        for line in self._lines:
            if line is not but:
                line.push(message[line.seat is not None])

    def _show(self, last: Seat | None = None) -> None:
        """New frames for everybody; the one who has just acted is served last."""
        by_viewpoint: dict[Seat | None, list[Line]] = {}
        for line in self._lines:
            by_viewpoint.setdefault(line.seat, []).append(line)
        if last in by_viewpoint:
            by_viewpoint[last] = by_viewpoint.pop(last)
        for viewpoint, lines in by_viewpoint.items():
            try:
                self._show_to(viewpoint, lines)
            except Exception:
                log.exception("match %s: the view of %s fails", self.record.id, viewpoint or "the public")
                for line in lines:
                    line.close(BROKEN)

    def _show_to(self, viewpoint: Seat | None, lines: list[Line]) -> None:
        """Make the frame once for all lines that have got equally far, and send it."""
        sight = self._sights.get(viewpoint)
        if sight is None:
            sight = self._sights[viewpoint] = _Sight()
        fresh = self.match.told(viewpoint, sight.seen)
        sight.beats += seen_beats(self.match, viewpoint, sight.seen, sight.told)
        if sight.beats:
            missing = min((line.told for line in lines if line.beats), default=sight.told)
            sight.beats = [beat for beat in sight.beats if beat.at >= missing][-BEATS_KEPT:]
        own = self._own_told(viewpoint, sight)
        players = self._players[viewpoint is not None]
        frames: dict[tuple[int, bool], bytes] = {}
        for line in lines:
            kind = line.told, line.beats
            if kind not in frames:
                told = fresh if line.told == sight.told else self.match.told(viewpoint)[line.told :]
                events = Events(line.told, told)
                beats = [beat for beat in sight.beats if beat.at >= line.told] if line.told and line.beats else []
                frames[kind] = encode(
                    frame_of(
                        self.match,
                        viewpoint,
                        self.seq,
                        events,
                        players,
                        result=self.result,
                        closed=self.house.closed,
                        may_undo=viewpoint is not None and self._may_take_back(viewpoint),
                        worn=viewpoint is not None and not self._may_take_back(viewpoint),
                        left=self._clock.left,
                        beats=beats,
                        own=own,
                    )
                )
            line.show(frames[kind], sight.told + len(fresh))
        sight.seen = len(self.match.events or ())
        sight.told += len(fresh)

    def _own_told(self, viewpoint: Seat | None, sight: _Sight) -> int | None:
        """How many events the seat had been told when it last chose."""
        moment = own_moment(self.match, viewpoint)
        if moment is None:
            return None
        since, told = sight.own
        if since != moment:
            told += told_before(self.match, viewpoint, moment, since)
            sight.own = moment, told
        return told

    # -- bots ------------------------------------------------------------------------------------------------------------

    def wake_bots(self) -> None:
        """Let a bot that is asked think, if none is at it already and somebody cares."""
        if self._bots_at_work is None and self._asked_bot() is not None and self._anybody_cares():
            self._bots_at_work = asyncio.get_running_loop().create_task(self._play_bots())

    def _anybody_cares(self) -> bool:
        """A match among bots alone sleeps while nobody looks."""
        return bool(self._lines) or any(held.kind == "guest" for held in self.seats.values())

    def _beneficiary(self) -> str:
        """For whom the bots play: who sits here, else who looks on, else who made the match."""
        present = sorted(self._lines, key=lambda line: line.seat is None)
        return next((line.guest for line in present if line.guest), self.record.creator)

    def _asked_bot(self) -> SeatRecord | None:
        if self.house.held is not None:
            return None
        return next((self.seats[seat] for seat in self.match.asked() if self.seats[seat].player is not None), None)

    async def _play_bots(self) -> None:
        """Bots act by the same way as everybody else, one after the other."""
        try:
            while self._anybody_cares() and await self._play_bot():
                pass
        except Exception:
            log.exception("match %s: the bots stop until somebody comes or acts", self.record.id)
        finally:
            self._bots_at_work = None
            self.quiet_since = asyncio.get_running_loop().time()

    async def _play_bot(self) -> bool:
        """One choice of one bot; False when no bot is asked any more."""
        clock = asyncio.get_running_loop().time
        try:
            async with self._lock:
                await self._sure()
                held = self._asked_bot()
                if held is None or held.player is None:
                    return False
                seq, problem = self.seq, problem_of(self.match, held.seat, held.player)
        except StoreError:
            await asyncio.sleep(RETRY_SECONDS)
            return True
        shown_at = clock() + self._settings.bot_pause
        try:
            choice = await self._thinkers.choose(problem, self._beneficiary())
        except Crowded:
            await asyncio.sleep(RETRY_SECONDS)
            return True
        except Exception:
            log.exception("match %s: the bot %s fails", self.record.id, held.player)
            return await self._play_anything(held.seat)
        await asyncio.sleep(shown_at - clock())
        answer = await self.act(held.seat, _bot_action(), seq, choice, bot=True)
        if isinstance(answer, Ack) or answer.reason == "stale":
            return True
        if answer.reason == "storage":
            await asyncio.sleep(RETRY_SECONDS)
            return True
        if answer.reason in {"not_your_turn", "paused", "over"}:
            return True  # its person has come back, or the house has stepped in
        log.error("match %s: %s's choice %s is refused: %s", self.record.id, held.player, choice, answer.reason)
        return await self._play_anything(held.seat)

    async def _play_anything(self, seat: Seat) -> bool:
        """A bot that fails must not hold up the match: any legal choice will do."""
        options = self.match.options(seat)
        if not options:
            return True
        answer = await self.act(seat, _bot_action(), self.seq, random.choice(options), bot=True)
        return isinstance(answer, Ack) or answer.reason == "stale"

    # -- coming and going ------------------------------------------------------------------------------------------------

    def touch(self) -> None:
        """Somebody is about to come in."""
        self.quiet_since = asyncio.get_running_loop().time()

    def lines(self) -> list[Line]:
        return list(self._lines)

    @property
    def idle(self) -> bool:
        """Nobody looks and nothing is under way."""
        return not self._lines and self._bots_at_work is None and not self._lock.locked()

    async def close(self) -> None:
        """Stop the clocks and the bots; what is durable stays."""
        self._clock.stop()
        self.house.stop()
        for lapsing in self._lapsing:
            lapsing.cancel()
        if self._bots_at_work is not None:
            self._bots_at_work.cancel()
            await asyncio.gather(self._bots_at_work, return_exceptions=True)


def _said(line: ChatLine) -> bytes:
    at = datetime.fromtimestamp(line.at / 1000, UTC).isoformat(timespec="seconds")
    return encode(Said(line.n, line.seat, line.name, line.text, at, line.card))


def _bot_action() -> str:
    return f"bot-{secrets.token_hex(12)}"


def _common(one: list[Told], other: list[Told]) -> int:
    """How many events from the beginning are the same."""
    same = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        same += 1
    return same
