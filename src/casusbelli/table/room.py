"""A match in play, in memory: who sits there, who looks on, and the one way in which it changes.

An action is checked, applied, committed, and only then acknowledged and shown. One action at a time is under way: the lock
is held from the check to the commit, so nobody ever sees what is not yet durable. When a commit fails, the room forgets
what it has in memory and reads the match from the store again. Where another process was faster, it follows that one first and
then looks at the action anew.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from typing import Any

import msgspec

from casusbelli.bots import GRADES
from casusbelli.bots.accounts import Account
from casusbelli.game import Game, Match
from casusbelli.kernel import LAPSE, Ask, Choice, Illegal, Params, Refusal, Result, Seat, fresh_seed

from .chatter import Chatter
from .chronicle import Chronicle
from .clock import Clock
from .following import Following
from .gallery import Gallery
from .history import asked_since, revive, undone
from .hours import Hours
from .house import House
from .line import Line
from .records import Action, Card, Head, KeptCheckpoint, MatchRecord, Saved, SeatRecord
from .settings import Settings
from .standins import RETRY_SECONDS, StandIns
from .stewards import Stewards
from .store import Conflict, Keep, Store, StoreError
from .tally import TALLY
from .thinking import Thinkers, problem_of
from .wire import Ack, Refused

log = logging.getLogger("casusbelli.table.room")

ADVISER = GRADES[-1]
"""Who is asked for advice."""

REAL_HOURS = Hours()

NOBODY_WATCHES = nullcontext()

ATTEMPTS = 5
"""How often something is tried while other processes are faster each time."""


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
        stewards: Stewards | None = None,
    ) -> None:
        self.game = game
        self.record: MatchRecord = saved.match
        self._store = store
        self._hours = hours
        self._thinkers = thinkers
        self._settings = settings
        self._lock = asyncio.Lock()
        self.following = Following(self, store)
        self.gallery = Gallery(self)
        self.chat = Chatter(self, store)
        self._stand_ins = StandIns(self, thinkers, settings, stewards or Stewards(store))
        self._doubtful = False
        self._clock = Clock(self._ring)
        self.house = House(self, store, hours)
        self._lapsing: set[asyncio.Task[None]] = set()
        self.quiet_since = asyncio.get_running_loop().time()
        self._adopt(saved, match)

    def _adopt(self, saved: Saved, match: Match[Any]) -> None:
        """Be what the store says."""
        self.record = saved.match
        self._take_up(match)
        self.seats: dict[Seat, SeatRecord] = {seat.seat: seat for seat in saved.seats}
        self.seq = saved.seq
        self.result = saved.match.result
        self._known = {action.choice_id: (action.seat, action.seq) for action in saved.actions}
        self._taken_back = Counter((one.undo.seat, one.at) for one in undone(saved.actions))
        self._kept = min(saved.checkpoints[-1].choices, len(match.entries)) if saved.checkpoints else 0
        self.chat.lines = saved.chat
        self.house.adopt(saved)
        since = asked_since(saved.actions, match.staged)
        self._asked: dict[Seat, tuple[Ask, int]] = {seat: (question, since) for seat, question in match.asked().items()}
        self._note_questions()
        self.gallery.players_changed()

    def _take_up(self, match: Match[Any]) -> None:
        """This is the match; what has happened in it lies packed from now on."""
        self.match = match
        self.chronicle = Chronicle(match.events or ())
        match.record_in(self.chronicle)

    @property
    def over(self) -> bool:
        """Whether the end is durable, by the rules or by the house: what opens the past to everybody."""
        return self.result is not None or self.house.closed is not None

    async def _sure(self) -> None:
        """After a failed commit: read the match again before anything else happens. Else learn what others have done."""
        if not self._doubtful and self.following.behind:
            await self.following.catch_up()
        if not self._doubtful:
            return
        self.following.forget()
        saved = await asyncio.to_thread(self._store.load, self.record.id)
        if saved is None:
            raise StoreError("the match is not in the store")
        match = await asyncio.to_thread(revive, self.game, saved)
        moved_on, said = saved.seq != self.seq or saved.match.deal != self.record.deal, self.chat.lines
        sitting = self.seats
        told, asked = self.house.lines, bool(self.house.state.proposals)
        self._adopt(saved, match)
        self._doubtful = False
        self.gallery.forget_all()
        if moved_on:
            self.gallery.show()
        self.chat.lines = said
        self.chat.hear(saved.chat)
        self.house.tell_again(told, asked=asked)
        if self.seats != sitting:
            self.gallery.announce_players()

    @asynccontextmanager
    async def sure(self) -> AsyncIterator[None]:
        """While nobody acts, and the match is what the store says."""
        async with self._lock:
            await self._sure()
            yield

    # -- actions ---------------------------------------------------------------------------------------------------------

    async def act(
        self, seat: Seat, action_id: str, seq: int, choice: Choice, *, bot: bool = False, sent: bool = True
    ) -> Ack | Refused:
        """Play one choice, once, however often it is sent. ``sent`` is False where the house answers for the seat."""
        lag = self.gallery.lag(seat) if sent and not bot and self.house.state.clocks else 0
        return await self._change(seat, action_id, seq, choice, lambda: self._play(seat, action_id, choice), bot, lag)

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
        lag: int = 0,
    ) -> Ack | Refused:
        async with self._lock:
            for _ in range(ATTEMPTS):
                try:
                    if self._doubtful or self.following.behind:
                        await self._sure()
                except StoreError:
                    break
                known = self._known.get(action_id)
                if known is not None:
                    return Ack(action_id, known[1]) if known[0] == seat else Refused(action_id, self.seq, "malformed")
                if seq != self.seq and (choice is None or not self._is_still_asked(seat, seq)):
                    return Refused(action_id, self.seq, "stale")
                held_up = self.house.held or self.house.not_by(seat, bot)
                if held_up is not None:
                    return Refused(action_id, self.seq, held_up)
                mark = self.match.mark() if choice is not None and self.house.quiet else None
                refused = apply()
                if refused is not None:
                    return refused
                if not bot and self.seats[seat].caretaker is not None:
                    self.house.returns(seat)
                    mark = None
                try:
                    return await self._commit(seat, action_id, choice, lag)
                except Conflict:
                    self._overtaken(mark)
            return Refused(action_id, self.seq, "storage")

    def _overtaken(self, mark: Any) -> None:
        """Another process was faster: what was played in hope is taken back, and theirs is looked at before it is tried again."""
        if mark is None:
            self._doubtful = True
            return
        self.match.go_back(mark)
        self._asked = {seat: (question, self._asked[seat][1]) for seat, question in self.match.asked().items()}
        self._doubtful = False
        self.following.look()

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
        watchers = self.gallery.watchers() if self._settings.beats else None
        if watchers:
            return self.match.watched(watchers)
        self.match.beats = []
        return NOBODY_WATCHES

    def _take_back(self, seat: Seat, action_id: str) -> Refused | None:
        if self.match.over:
            return Refused(action_id, self.seq, "over")
        before = self.gallery.told()
        if not self.may_take_back(seat) or not self.match.undo(seat):
            return Refused(action_id, self.seq, "no_undo")
        self._kept = min(self._kept, len(self.match.entries))
        self.gallery.went_back(before)
        return None

    def may_take_back(self, seat: Seat) -> bool:
        """Whoever thinks of something else again and again has to stay with an answer at last: every undo is kept."""
        return self._taken_back.get((seat, len(self.match.entries) - 1), 0) < self._settings.undos_per_question

    async def _commit(self, seat: Seat, action_id: str, choice: Choice | None, lag: int = 0) -> Ack | Refused:
        """Make it durable; then, and only then, tell everybody."""
        action = Action(self.seq + 1, seat, action_id, choice, tuple(self.match.asked()), self._hours.now())
        checkpoint = self._checkpoint(action.seq)
        result = self.match.result() if self.match.over else None
        also = None if self.house.quiet else self.house.acted(action, lag)
        begun = asyncio.get_running_loop().time()
        try:
            await self._store.append(self.record.id, action, checkpoint, result, also)
        except Conflict:
            self._doubtful = True
            raise
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
        self._happened(action, result, checkpoint)
        self.house.durable(action.at)
        self.wake_bots()
        return Ack(action_id, action.seq)

    def _happened(self, action: Action, result: Result | None, checkpoint: KeptCheckpoint | None) -> None:
        """It is durable: everybody is shown."""
        self.seq = action.seq
        self.result = result
        self._known[action.choice_id] = (action.seat, action.seq)
        if checkpoint is not None:
            self._kept = checkpoint.choices
        if action.choice is None:
            self._taken_back[action.seat, len(self.match.entries)] += 1
            self.gallery.forget_untrue()
        self._note_questions()
        self.gallery.show(last=action.seat)
        self.chronicle.rest()

    def follow(self, action: Action) -> None:
        """Play what another process has made durable."""
        if action.to is not None:
            raise Illegal("all have gone back past a roll")
        if action.choice is None:
            before = self.gallery.told()
            if not self.match.undo(action.seat):
                raise Illegal("several choices were taken back at once")
            self._kept = min(self._kept, len(self.match.entries))
            self.gallery.went_back(before)
        else:
            with self._watched():
                self.match.follow(action.seat, action.choice)
        self._happened(action, self.match.result() if self.match.over else None, self._checkpoint(action.seq))
        self.house.followed(action.at)

    def is_behind(self, head: Head) -> bool:
        """Whether the store knows more of the match, or somebody may have sat down."""
        said = self.chat.lines[-1].n if self.chat.lines else 0
        inviting = any(held.token is not None for held in self.seats.values())
        return head.seq > self.seq or head.revision > self.house.state.revision or head.said > said or inviting

    def own_id(self, kind: str, seat: Seat, asked_at: int) -> str:
        """The id of something nobody sends: the same in every process, and nobody else's guess."""
        key = f"{kind} {self.record.id} {seat} {asked_at}".encode()
        return f"{kind}-{hashlib.blake2b(key, key=self.record.seed[:64], digest_size=12).hexdigest()}"

    def asked_at(self, seat: Seat) -> int:
        """Since which action the seat has been asked what it is asked now."""
        asked = self._asked.get(seat)
        return asked[1] if asked is not None else self.seq

    def _checkpoint(self, seq: int) -> KeptCheckpoint | None:
        """Now and then the start of the present phase is kept: a match can go on from it when the rules have changed."""
        reached = self.match.checkpoint()
        if reached.at - self._kept < self._settings.checkpoint_every:
            return None
        return KeptCheckpoint(seq, reached.at, self.game.info.rules_version, reached.state)

    def _note_questions(self) -> None:
        """Remember since which action each seat has been asked what it is asked now."""
        asked, limited = {}, {}
        for seat, question in self.match.asked().items():
            before = self._asked.get(seat)
            asked[seat] = before if before is not None and before[0] is question else (question, self.seq)
            if question.limit is not None and self.seats[seat].player is None:
                limited[seat] = question
        self._asked = asked
        self._clock.follow(limited)

    # -- the house -------------------------------------------------------------------------------------------------------

    async def with_house(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """Let the house do something while nobody acts."""
        for _ in range(ATTEMPTS):
            async with self.sure():
                try:
                    return await work()
                except Conflict:
                    self._doubtful = True
        raise StoreError("others are always faster")

    def doubt(self) -> None:
        """What was to be written was not: read the match again before anything else happens."""
        self._doubtful = True

    def players_changed(self) -> None:
        """Who plays a seat is another."""
        self._note_questions()
        self.gallery.players_changed()
        self.gallery.announce_players()

    def deal(self, record: MatchRecord) -> None:
        """The chance of the match is made: from now on there is something to play."""
        self.record = record
        self._take_up(Match.new(self.game, record.scenario, record.options, record.seed))
        self._note_questions()
        self.gallery.forget_all()

    def closed(self) -> None:
        """The house has ended the match: everybody sees how."""
        self._clock.stop()
        self.gallery.show()

    async def go_back(self, to: int, also: Callable[[int], Keep], past_chance_by: Seat | None = None) -> None:
        """All have agreed to take back what was chosen after so many choices: every one of them is undone, the last first.

        Past a roll or a reveal, as that seat has asked for, it is one action, and other chance takes over.
        """
        gone = self.match.entries[to:]
        before = self.gallery.told()
        if past_chance_by is not None:
            self._take_up(await asyncio.to_thread(self._before_chance, to))
        elif not self.match.rewind(to):
            raise StoreError("there is no way back to that choice any more")
        self._kept = min(self._kept, len(self.match.entries))
        self.gallery.went_back(before)
        asked, at = tuple(self.match.asked()), self._hours.now()
        actions = [
            Action(self.seq + n, seat, f"back-{secrets.token_hex(12)}", None, asked, at)
            for n, (seat, _) in enumerate(reversed(gone), 1)
        ]
        if past_chance_by is not None:
            actions = [Action(self.seq + 1, past_chance_by, f"back-{secrets.token_hex(12)}", None, asked, at, to)]
        try:
            await self._store.append_all(self.record.id, actions, also(actions[-1].seq))
        except BaseException:
            self._doubtful = True
            raise
        self.seq = actions[-1].seq
        self.gallery.forget_untrue()
        self._note_questions()
        self.gallery.show()
        self.wake_bots()

    def next_chance(self) -> bytes:
        """The chance that would take over if all went back past a roll now."""
        return fresh_seed(self.record.seed, len(self.match.seeds) + 1)

    def _before_chance(self, to: int) -> Match[Any]:
        """The match when so many choices stood, with other chance from there on. Call it in a thread."""
        saved = self._store.load(self.record.id)
        match = revive(self.game, saved, to) if saved is not None else None
        if match is None or not match.rewind(to, self.next_chance()):
            raise StoreError("there is no way back to that choice any more")
        return match

    # -- time limits -----------------------------------------------------------------------------------------------------

    def _ring(self, seat: Seat, question: Ask) -> None:
        """A seat's time is up."""
        lapsing = asyncio.get_running_loop().create_task(self._lapse(seat, question))
        self._lapsing.add(lapsing)
        lapsing.add_done_callback(self._lapsing.discard)

    async def _lapse(self, seat: Seat, question: Ask) -> None:
        """Let the question lapse, unless the seat has answered meanwhile."""
        try:
            async with self.sure():
                if self.match.ask_of(seat) is not question:
                    return
                action_id = self.own_id("lapse", seat, self.asked_at(seat))
                with self._watched():
                    self.match.lapse(seat)
                await self._commit(seat, action_id, LAPSE)
        except StoreError:
            await asyncio.sleep(RETRY_SECONDS)
            self._ring(seat, question)
        except Exception:
            log.exception("match %s: the question %s to %s does not lapse", self.record.id, question.decision, seat)

    def time_left(self, seat: Seat, question: Ask) -> int | None:
        """Whole seconds the seat still has for this question; None: as long as it likes."""
        return self._clock.left(seat, question)

    # -- questions -------------------------------------------------------------------------------------------------------

    async def why(self, seat: Seat, choice: Choice) -> Refusal | None:
        async with self.sure():
            return self.match.refusal(seat, choice)

    async def preview(self, seat: Seat, choice: Choice) -> Params | None:
        async with self.sure():
            return self.match.preview(seat, choice) if self.record.aids else None

    async def advise(self, seat: Seat) -> Account | None:
        """What the best bot would choose for the seat, knowing what the seat knows, why, and what would have come next."""
        problem = await self.problem(seat)
        return None if problem is None else await self._thinkers.advise(problem, self.seats[seat].guest or "")

    async def problem(self, seat: Seat) -> bytes | None:
        """The seat's question as the best bot would be put it; None where it is not asked or may not be advised."""
        async with self.sure():
            able = self.match.ask_of(seat) is not None and self.may_be_advised(seat)
            return problem_of(self.match, seat, ADVISER) if able else None

    def may_be_advised(self, seat: Seat) -> bool:
        """Only who plays against nobody but bots and himself: against others it would not be fair."""
        mine = self.seats[seat].guest
        able = self.record.aids and ADVISER in self.game.bots()
        return able and all(held.kind == "bot" or held.guest == mine for held in self.seats.values())

    async def say(self, seat: Seat, message_id: str, text: str, card: Card | None = None) -> Ack | Refused:
        return await self.chat.say(seat, message_id, text, card)

    # -- looking ---------------------------------------------------------------------------------------------------------

    async def attach(self, line: Line, zone: str = "") -> None:
        """Show somebody everything his viewpoint may know, and all that happens from now on."""
        async with self.sure():
            if line.seat is not None and zone:
                await self.house.note_zone(line.seat, zone)
            self.gallery.enter(line)
            self.chat.greet(line)
            self.house.greet(line)
        self.gallery.announce_players(but=line)
        self.wake_bots()

    def detach(self, line: Line) -> None:
        self.gallery.leave(line)
        if not self.gallery.lines:
            self.touch()

    async def seat_taken(self, seat: SeatRecord) -> None:
        """Somebody has accepted an invitation. Whoever is just reading the match from the store may not know of it yet."""

        async def sit() -> None:
            before = self.seats[seat.seat]
            moved = seat.was is not None and seat.was == before.guest  # it only moves to its person's account
            kept = {"caretaker": before.caretaker, "left": before.left, "token": before.token} if moved else {}
            self.seats[seat.seat] = msgspec.structs.replace(seat, **kept)
            self.gallery.players_changed()
            await self.house.seated()

        await self.with_house(sit)
        self.gallery.announce_players()

    def wake_bots(self) -> None:
        """Let a bot that is asked think."""
        self._stand_ins.wake()

    # -- coming and going ------------------------------------------------------------------------------------------------

    def touch(self) -> None:
        """Somebody is about to come in."""
        self.quiet_since = asyncio.get_running_loop().time()

    def lines(self) -> list[Line]:
        return list(self.gallery.lines)

    @property
    def idle(self) -> bool:
        """Nobody looks and nothing is under way."""
        return not self.gallery.lines and not self._stand_ins.at_work and not self._lock.locked()

    async def close(self) -> None:
        """Stop the clocks and the bots; what is durable stays."""
        self._clock.stop()
        self.house.stop()
        self.following.stop()
        for lapsing in self._lapsing:
            lapsing.cancel()
        await self._stand_ins.close()
