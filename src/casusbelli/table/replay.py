"""Looking back: a match as it was after n choices, kept ready to step forward.

All of this happens in the archive's own process (see archive.py). What can be read of a match is a function here, from its
reader, a number and the viewpoint to bytes (None: there is no such thing), and its name in READINGS.
"""

from __future__ import annotations

import gzip
from bisect import bisect_right
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any

import msgspec

from casusbelli.bots.chances import Chance, chances, weights_of
from casusbelli.bots.usual import Places, places_of
from casusbelli.game import Chapter, Ending, Figure, JournalError, Match
from casusbelli.game.ending import Rolls, dice_of, turning_points
from casusbelli.game.registry import find
from casusbelli.kernel import Event, Illegal, Seat, SetupError, Told

from .history import (
    Entries,
    SeenBeat,
    Unplayable,
    beginning,
    diary,
    frame_of,
    open_match,
    own_moment,
    revive,
    seen_beats,
    standing,
    told_before,
    whole_journal,
)
from .records import Saved
from .wire import Events, Player, encode

RECAP = 400
"""How many beats a recap has at most: the latest."""

KEPT = 8
"""How many matches are kept ready for stepping through."""


class Question(msgspec.Struct, frozen=True):
    """What is to be read, of which match and of which moment of it; the match itself where the reader may not have it."""

    match: str
    moment: str
    what: str
    number: int
    seat: Seat | None
    saved: bytes | None = None


class Answer(msgspec.Struct, frozen=True):
    """What was read, also in small for those who understand gzip; None: there is no such thing. Not ``known``: send the match."""

    known: bool
    body: bytes | None = None
    small: bytes | None = None
    lasting: bool = True
    """Not so before the deal: there is nothing to read yet."""


class Reader:
    """One match being read: the pages so far turned. It is played only when a page is turned."""

    def __init__(self, saved: Saved) -> None:
        self.saved = saved
        self.game = find(saved.match.game)
        self.entries: Entries = standing(saved.actions)[0]
        self._match: Match[Any] | None = None

    @property
    def match(self) -> Match[Any]:
        """The match where it was last turned to."""
        if self._match is None:
            self._match = open_match(self.saved)[1]
        return self._match

    def turn_to(self, n: int) -> Match[Any]:
        """The match after n choices."""
        if n < len(self.match.entries):
            self._match = revive(self.game, self.saved, n)
        for seat, choice in self.entries[len(self.match.entries) : n]:
            self.match.follow(seat, choice)
        return self.match

    def watch(self, n: int, seat: Seat | None) -> tuple[Match[Any], list[SeenBeat]]:
        """The match after n choices, the last of them played under the eyes of a viewpoint."""
        if n == 0:
            return self.turn_to(0), []
        match = self.turn_to(n - 1)
        return match, self.step(seat, told_before(match, seat, len(match.events or ())))

    def step(self, seat: Seat | None, told: int) -> list[SeenBeat]:
        """Play the next choice under the eyes of a viewpoint that was told so much before it."""
        seen = len(self.match.events or ())
        with self.match.watched((seat,)):
            self.match.follow(*self.entries[len(self.match.entries)])
        return seen_beats(self.match, seat, seen, told)

    def choice_of(self, told: int, seat: Seat | None) -> int | None:
        """With which choice event number ``told`` of a viewpoint came (0: before the first); None: there is no such event."""
        match = self.turn_to(len(self.entries))
        visible = [n for n, event in enumerate(match.events or ()) if event.visible_to(seat)]
        if not 0 <= told < len(visible):
            return None
        return bisect_right(match.moments, visible[told])


def frame(reader: Reader, n: int, seat: Seat | None) -> bytes | None:
    """The frame after n choices. What a seat sees there is what it saw then: its own view of that moment."""
    if not 0 <= n <= len(reader.entries):
        return None
    return _encoded(reader, seat, *reader.watch(n, seat))


def moment(reader: Reader, told: int, seat: Seat | None) -> bytes | None:
    """The frame after the choice with which event number ``told`` of the viewpoint came; the event is among its beats."""
    n = reader.choice_of(told, seat)
    return None if n is None else frame(reader, n, seat)


def since(reader: Reader, told: int, seat: Seat | None) -> bytes:
    """The present with the beats of all that the viewpoint was told from event number ``told`` on: the recap."""
    first, last = reader.choice_of(told, seat), len(reader.entries)
    start = last if first is None else max(first - 1, beginning(reader.game, reader.saved))
    match = reader.turn_to(start)
    known = told_before(match, seat, len(match.events or ()))
    beats: deque[SeenBeat] = deque(maxlen=RECAP)
    for _ in range(start, last):
        seen = len(match.events or ())
        beats += reader.step(seat, known)
        known += sum(event.visible_to(seat) for event in (match.events or [])[seen:])
    return _encoded(reader, seat, match, [beat for beat in beats if beat.at >= told])


def _encoded(reader: Reader, seat: Seat | None, match: Match[Any], beats: list[SeenBeat]) -> bytes:
    players = {
        held.seat: Player(held.name, "human" if held.kind == "guest" else held.kind, held.bot, False, owner=held.owner)
        for held in reader.saved.seats
    }
    events = Events(0, match.told(seat))
    own = own_moment(match, seat)
    return encode(
        frame_of(
            match,
            seat,
            len(match.entries),
            events,
            msgspec.Raw(encode(players)),
            result=reader.saved.match.result,
            closed=reader.saved.match.closed if len(match.entries) == len(reader.entries) else None,
            may_undo=False,
            beats=beats,
            own=None if own is None else told_before(match, seat, own),
        )
    )


def journal(reader: Reader, _: int, seat: Seat | None) -> bytes:
    """The whole journal of a match that is over; of one in play what the viewpoint may know."""
    record = reader.saved.match
    if record.over:
        return whole_journal(reader.game, reader.saved).to_json()
    return msgspec.json.format(encode(diary(record, reader.turn_to(len(reader.entries)), seat)), indent=1)


TALE = 60
"""So many of the latest events a tale has at most."""


class Tale(msgspec.Struct, frozen=True):
    """For a letter: what a seat was told since it last chose, and what it is asked."""

    events: list[Told]
    decision: str = ""
    about: dict[str, Any] = {}


def tale(reader: Reader, _: int, seat: Seat | None) -> bytes:
    """It holds what the seat was told and nothing else."""
    match = reader.turn_to(len(reader.entries))
    asked = match.ask_of(seat) if seat is not None else None
    told = match.told(seat, own_moment(match, seat) or 0)[-TALE:]
    return encode(Tale(told) if asked is None else Tale(told, asked.decision, asked.about or {}))


class Outlook(msgspec.Struct, frozen=True):
    """After so many choices: every seat's chance to win as that seat could see it then, with its band."""

    at: int
    chances: dict[Seat, tuple[float, float, float]]


class LastScreen(msgspec.Struct, frozen=True):
    """All that the end of a match tells. ``turning``: the numbers of the chapters in which the lead changed most."""

    ending: Ending
    chapters: list[Chapter]
    turning: list[int]
    dice: list[Rolls]
    outlooks: list[Outlook] = []
    figures: Sequence[Figure] = ()
    """What the game counts of what the seats did."""
    usual: Places | None = None
    """Where these figures stand among bots' games, where that is known."""


def last_screen(reader: Reader, _: int, __: Seat | None) -> bytes | None:
    """The end of a match that is over, the same for everybody: all is shown then. None while it goes on."""
    if reader.saved.match.result is None:
        return None
    chapters = course(reader)
    outlooks = outlooks_of(reader)
    match = reader.turn_to(len(reader.entries))

    def thrower(event: Event) -> Seat | None:
        who = reader.game.thrower(match.state, event)
        return who if who in match.seats else None

    dice = dice_of(match.events or (), thrower)
    ending, figures = reader.game.ending(match.state), reader.game.statistics(match.state, match.events or ())
    usual = places_of(reader.game, reader.saved.match.scenario, figures)
    return encode(LastScreen(ending, chapters, turning_points(chapters), dice, outlooks, figures, usual))


def hidden_then(reader: Reader, n: int, _: Seat | None) -> bytes | None:
    """What lay hidden after so many choices of a match that is over, the same for everybody. None while it goes on."""
    if not reader.saved.match.over or not beginning(reader.game, reader.saved) <= n <= len(reader.entries):
        return None
    return encode(list(reader.game.hidden(reader.turn_to(n).state)))


def course(reader: Reader) -> list[Chapter]:
    """The points at the end of every chapter, from where the match can be read on."""
    game, first = reader.game, beginning(reader.game, reader.saved)
    match = reader.turn_to(first)
    chapters: list[Chapter] = []
    present = game.chapter(match.state)
    for seat, choice in reader.entries[first:]:
        match.follow(seat, choice)
        now = game.chapter(match.state)
        if present and (now != present or match.over):
            chapters.append(Chapter(present, len(match.entries), dict(game.points(match.state))))
        present = now
    return chapters


OUTLOOKS = 48
"""Moments of a match at which the chances are told."""


def outlooks_of(reader: Reader) -> list[Outlook]:
    """How the chances went, at moments spread over the match; none where the game's scenario was never trained."""
    game, scenario = reader.game, reader.saved.match.scenario
    if weights_of(game, scenario) is None:
        return []
    first, last = beginning(game, reader.saved), len(reader.entries)
    told = []
    for at in sorted({first + (last - 1 - first) * n // OUTLOOKS for n in range(OUTLOOKS + 1)}):
        match = reader.turn_to(at)
        seen = {seat: chances(game, scenario, match.view(seat), seat) for seat in match.seats}
        told.append(Outlook(at, {seat: _rounded(each[seat]) for seat, each in seen.items() if each}))
    return told


def _rounded(chance: Chance) -> tuple[float, float, float]:
    return round(chance.value, 3), round(chance.low, 3), round(chance.high, 3)


READINGS: dict[str, Callable[[Reader, int, Seat | None], bytes | None]] = {
    "frame": frame,
    "moment": moment,
    "since": since,
    "journal": journal,
    "ending": last_screen,
    "hidden": hidden_then,
    "tale": tale,
}

pack_match = msgspec.msgpack.Encoder().encode
_unpack_match = msgspec.msgpack.Decoder(Saved).decode
_unpack = msgspec.msgpack.Decoder(Question).decode
_readers: OrderedDict[tuple[str, str], Reader] = OrderedDict()


_alone = Lock()


def look_back(packed: bytes) -> Answer:
    """Answer a question."""
    question = _unpack(packed)
    key = (question.match, question.moment)
    with _alone:  # in a process of its own it is; several servers of one process share the readers
        reader = _readers.get(key)
        try:
            if reader is None:
                if question.saved is None:
                    return Answer(known=False)
                reader = _readers[key] = Reader(_unpack_match(question.saved))
            _readers.move_to_end(key)
            while len(_readers) > KEPT:
                _readers.popitem(last=False)
            if not reader.saved.match.dealt:
                del _readers[key]
                return Answer(True, lasting=False)
            body = READINGS[question.what](reader, question.number, question.seat)
        except (SetupError, JournalError, Illegal) as error:
            raise Unplayable(str(error)) from None
    return Answer(True, body, None if body is None else gzip.compress(body, 5, mtime=0))
