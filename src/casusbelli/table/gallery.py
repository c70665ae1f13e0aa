"""Who looks on at a match, and what each is shown: one frame a viewpoint, made once for all lines that have got equally far.

Nothing is decided here. The room says when something has become durable; what a viewpoint sees of it is the match's own view.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from casusbelli.bots import STRATEGIST
from casusbelli.kernel import Seat, Told

from .history import SeenBeat, frame_of, own_moment, seen_beats, told_before
from .line import BROKEN, Line
from .records import SeatRecord
from .schema import now
from .wire import Events, Player, Players, encode

if TYPE_CHECKING:
    from .room import Room

log = logging.getLogger("casusbelli.table.room")

BEATS_KEPT = 200
"""How many positions are kept for a reader who is slow: of what is older he is told, and sees where it led."""


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


class Gallery:
    """The lines to one match."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.lines: list[Line] = []
        self._sights: dict[Seat | None, _Sight] = {}
        self._still_true: dict[Seat | None, int] = {}
        self._players: dict[bool, msgspec.Raw] = {}

    # -- coming and going ------------------------------------------------------------------------------------------------

    def enter(self, line: Line) -> None:
        """Show somebody everything his viewpoint may know."""
        self.lines.append(line)
        self.players_changed()
        self._show_to(line.seat, [line])
        self._room.following.say_who_is_here()

    def leave(self, line: Line) -> None:
        self.lines.remove(line)
        if not any(other.seat == line.seat for other in self.lines):
            self._sights.pop(line.seat, None)
        self.players_changed()
        self.announce_players()
        self._room.following.say_who_is_here()

    def push(self, message: bytes) -> None:
        """Tell everybody the same."""
        for line in self.lines:
            line.push(message)

    def watchers(self) -> set[Seat | None]:
        """The viewpoints that want to see how it came about."""
        return {line.seat for line in self.lines if line.beats}

    def lag(self, seat: Seat) -> int:
        """How slow the seat's line is; of several the fastest counts, and one that was not measured yet does not."""
        return min((line.lag for line in self.lines if line.seat == seat and line.lag is not None), default=0)

    # -- who sits there ----------------------------------------------------------------------------------------------------

    def players_changed(self) -> None:
        """Who sits where, for those at the table (who may hand on an invitation) and for those who look on."""
        seated, watching = _players(self._room.seats, {line.seat for line in self.lines} | self._room.following.elsewhere())
        self._players = {True: msgspec.Raw(encode(seated)), False: msgspec.Raw(encode(watching))}

    def announce_players(self, but: Line | None = None) -> None:
        message = {seated: encode(Players(players)) for seated, players in self._players.items()}
        for line in self.lines:
            if line is not but:
                line.push(message[line.seat is not None])

    # -- what has been told and is not true any more -------------------------------------------------------------------------

    def told(self) -> dict[Seat | None, list[Told]]:
        """What every viewpoint has been told."""
        return {viewpoint: self._room.match.told(viewpoint) for viewpoint in self._sights}

    def went_back(self, before: Mapping[Seat | None, list[Told]]) -> None:
        """The match has gone back: of what was told before, so much is still true."""
        match = self._room.match
        self._still_true = {viewpoint: _common(told, match.told(viewpoint)) for viewpoint, told in before.items()}

    def forget_untrue(self) -> None:
        """After an undo: readers have as many events as are still true; the next frame goes on from there."""
        for line in self.lines:
            line.told = min(line.told, self._still_true.get(line.seat, 0))
        self._still_true = {}
        self._sights.clear()

    def forget_all(self) -> None:
        """The match was read anew: the next frames tell everything."""
        self._sights.clear()
        for line in self.lines:
            line.told = 0

    # -- frames --------------------------------------------------------------------------------------------------------------

    def show(self, last: Seat | None = None) -> None:
        """New frames for everybody; the one who has just acted is served last."""
        by_viewpoint: dict[Seat | None, list[Line]] = {}
        for line in self.lines:
            if line.seat in by_viewpoint:
                by_viewpoint[line.seat].append(line)
            else:
                by_viewpoint[line.seat] = [line]
        if last in by_viewpoint:
            by_viewpoint[last] = by_viewpoint.pop(last)
        for viewpoint, lines in by_viewpoint.items():
            try:
                self._show_to(viewpoint, lines)
            except Exception:
                log.exception("match %s: the view of %s fails", self._room.record.id, viewpoint or "the public")
                for line in lines:
                    line.close(BROKEN)
        for beat in self._room.match.beats:
            beat.rest()

    def _show_to(self, viewpoint: Seat | None, lines: list[Line]) -> None:
        """Make the frame once for all lines that have got equally far, and send it."""
        room = self._room
        if not room.record.dealt:
            message = encode(room.house.dealer.told(self._players[viewpoint is not None]))
            for line in lines:
                line.push(message)
            return
        match = room.match
        sight = self._sights.get(viewpoint)
        if sight is None:
            sight = self._sights[viewpoint] = _Sight()
        fresh = match.told(viewpoint, sight.seen)
        if match.beats:
            sight.beats += seen_beats(match, viewpoint, sight.seen, sight.told)
        if sight.beats:
            missing = min([line.told for line in lines if line.beats], default=sight.told)
            sight.beats = [beat for beat in sight.beats if beat.at >= missing][-BEATS_KEPT:]
        own = self._own_told(viewpoint, sight)
        frames: dict[tuple[int, bool], bytes] = {}
        for line in lines:
            kind = line.told, line.beats
            if kind not in frames:
                told = fresh if line.told == sight.told else match.told(viewpoint)[line.told :]
                beats = [beat for beat in sight.beats if beat.at >= line.told] if sight.beats and line.told and line.beats else []
                frames[kind] = self._frame(viewpoint, Events(line.told, told), beats, own)
            line.show(frames[kind], sight.told + len(fresh))
        sight.seen = len(match.events or ())
        sight.told += len(fresh)

    def _frame(self, viewpoint: Seat | None, events: Events, beats: list[SeenBeat], own: int | None) -> bytes:
        room = self._room
        may_undo = viewpoint is not None and room.may_take_back(viewpoint)
        return encode(
            frame_of(
                room.match,
                viewpoint,
                room.seq,
                events,
                self._players[viewpoint is not None],
                result=room.result,
                closed=room.house.closed,
                may_undo=may_undo,
                worn=viewpoint is not None and not may_undo,
                left=room.time_left,
                beats=beats,
                own=own,
            )
        )

    def whole(self, viewpoint: Seat | None) -> bytes:
        """All that a viewpoint may know now, for somebody who asks once and has no line."""
        room = self._room
        if not room.record.dealt:
            return encode(room.house.dealer.told(self._players[viewpoint is not None]))
        match = room.match
        moment = own_moment(match, viewpoint)
        own = told_before(match, viewpoint, moment) if moment is not None else None
        return self._frame(viewpoint, Events(0, match.told(viewpoint)), [], own)

    def _own_told(self, viewpoint: Seat | None, sight: _Sight) -> int | None:
        """How many events the seat had been told when it last chose."""
        match = self._room.match
        moment = own_moment(match, viewpoint)
        if moment is None:
            return None
        since, told = sight.own
        if since != moment:
            told += told_before(match, viewpoint, moment, since)
            sight.own = moment, told
        return told


def _players(seats: Mapping[Seat, SeatRecord], online: set[Seat | None]) -> tuple[dict[Seat, Player], dict[Seat, Player]]:
    """Who sits where, as those at the table are told and as those who look on are."""
    seated, watching = {}, {}
    for seat, held in seats.items():
        kind = "human" if held.kind == "guest" else held.kind
        token = held.invitation(now())
        invite = f"/join/{token}" if token else None
        here = held.kind == "bot" or seat in online
        told = Player(held.name, kind, held.bot, here, caretaker=held.caretaker, left=held.left, owner=held.owner)
        watching[seat] = msgspec.structs.replace(told, deep=held.player == STRATEGIST)
        seated[seat] = msgspec.structs.replace(watching[seat], invite=invite)
    return seated, watching


def _common(one: list[Told], other: list[Told]) -> int:
    """How many events from the beginning are the same."""
    same = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        same += 1
    return same
