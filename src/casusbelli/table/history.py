"""From rows back to a match: the choices that stand, the checkpoint that still holds, the match they make."""

from __future__ import annotations

import logging
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from casusbelli.game import Beat, Checkpoint, Game, Journal, JournalError, Match
from casusbelli.game.journal import FORMAT
from casusbelli.game.match import retrace
from casusbelli.game.registry import find
from casusbelli.kernel import Ask, Choice, Event, Result, Seat, SetupError, Told, fresh_seed

from .delta import between
from .records import Action, Closed, KeptCheckpoint, MatchRecord, Saved
from .wire import Events, Frame, Over, Question, Step, Waiting

if TYPE_CHECKING:
    from .store import Store

Entries = list[tuple[Seat, Choice]]

RECENT = 100
"""So many actions are kept as they were played, those that were taken back included."""

log = logging.getLogger("casusbelli.table.history")


class Unplayable(Exception):
    """A match that is kept but cannot be played with what is installed."""


class SeenBeat(NamedTuple):
    """A beat of one viewpoint: the number of its event as the viewpoint counts, and the match at that moment."""

    at: int
    beat: Beat


class Stood:
    """The choices that stand, as action follows on action; ``renewed``: after how many of them other chance took over."""

    def __init__(self) -> None:
        self.choices: list[Action] = []
        self.renewed: list[int] = []

    def take(self, action: Action) -> tuple[list[Action], int]:
        """What the action takes back, and from which choice on that is felt."""
        choices, gone = self.choices, len(self.choices)
        if action.choice is not None:
            choices.append(action)
            return [], gone
        if action.to is not None:
            first, back = action.to, choices[action.to :]
            del choices[first:]
            self.renewed = [*(min(at, first) for at in self.renewed), first]
            return back, first
        first = next(i for i in range(gone - 1, -1, -1) if choices[i].seat == action.seat)
        self.renewed = [at - (at > first) for at in self.renewed]
        return [choices.pop(first)], first


def stood(actions: Iterable[Action]) -> Stood:
    """What stands after all of them."""
    found = Stood()
    for action in actions:
        found.take(action)
    return found


def standing(actions: Iterable[Action], kept: Iterable[KeptCheckpoint] = ()) -> tuple[Entries, list[KeptCheckpoint]]:
    """The choices left when everything was taken back that was, and the checkpoints that no taking back has reached."""
    found = Stood()
    kept_at = {checkpoint.seq: checkpoint for checkpoint in kept}
    holding = [kept_at[0]] if 0 in kept_at else []
    for action in actions:
        back, first = found.take(action)
        if back:
            holding = [checkpoint for checkpoint in holding if checkpoint.choices <= first]
        if action.seq in kept_at:
            holding.append(kept_at[action.seq])
    return [(action.seat, action.choice) for action in found.choices if action.choice is not None], holding


def standing_actions(store: Store, match: str) -> list[Action]:
    """The actions that are the choices of a match as it stands, from the store. Call it in a thread."""
    saved = store.load(match)
    return stood(saved.actions).choices if saved is not None else []


def asked_since(actions: Sequence[Action], staged: Collection[Seat]) -> int:
    """The action since which everybody has been asked what they are asked now: before the answers that wait for the others'."""
    n = len(actions)
    while n and actions[n - 1].choice is not None and actions[n - 1].seat in staged:
        n -= 1
    return actions[n - 1].seq if n else 0


class Undone(NamedTuple):
    """A choice that was taken back, its undo, and how many choices stood afterwards."""

    choice: Action
    undo: Action
    at: int


def undone(actions: Iterable[Action]) -> list[Undone]:
    """Every choice that its seat took back, in the order of the undos."""
    found, so_far = [], Stood()
    for action in actions:
        back, _ = so_far.take(action)
        if action.kind == "undo":
            found.append(Undone(back[0], action, len(so_far.choices)))
    return found


def forgettable(saved: Saved) -> list[tuple[int, int]]:
    """Choices and their undos, by number, without which the store tells the same.

    The latest actions stay: somebody may still ask what became of them. So does what a checkpoint was kept in between: only the
    undo tells whether it still holds; and what all went back in between: that counts the choices of its moment. Where clocks run
    all stay: they can be reckoned again from the actions.
    """
    if saved.match.over or saved.match.pace is not None:
        return []
    rewinds = [action.seq for action in saved.actions if action.kind == "rewind"]
    kept = sorted([*rewinds, *(checkpoint.seq for checkpoint in saved.checkpoints)])
    return [
        (one.choice.seq, one.undo.seq)
        for one in undone(saved.actions)
        if one.undo.seq <= saved.seq - RECENT and bisect_left(kept, one.choice.seq) == bisect_right(kept, one.undo.seq)
    ]


def journal_of(saved: Saved, upto: int | None = None) -> Journal:
    """The record of a match, or of its first choices. It holds the seed: not for the eyes of players before the end."""
    record = saved.match
    entries, holding = standing(saved.actions, saved.checkpoints)
    entries = entries[:upto]
    before = [checkpoint for checkpoint in holding if checkpoint.choices <= len(entries)]
    return (
        Journal(
            format=FORMAT,
            game=record.game,
            rules_version=record.rules_version,
            content=record.content,
            scenario=record.scenario,
            options=record.options,
            commitment=record.commitment,
            seed=record.seed.hex(),
            entries=entries,
            checkpoint=Checkpoint(before[-1].choices, before[-1].state) if before else None,
        )
        .with_seeds(fresh_seeds(saved))
        .with_deal(record.deal.made if record.deal is not None else None)
    )


def fresh_seeds(saved: Saved) -> list[tuple[int, bytes]]:
    """After how many choices other chance took over, and which: all of it follows from the first seed."""
    return [(at, fresh_seed(saved.match.seed, n)) for n, at in enumerate(stood(saved.actions).renewed, 1)]


def revive(game: Game[Any], saved: Saved, upto: int | None = None) -> Match[Any]:
    """The match as it stood after its last action, or after so many choices."""
    if not saved.match.dealt:
        return Match.undealt(game, saved.match.scenario, saved.match.options)
    return Match.restore(game, journal_of(saved, upto))


def beginning(game: Game[Any], saved: Saved) -> int:
    """After how many choices the events begin that the match in play can tell: 0, unless the rules have changed since."""
    if saved.match.rules_version == game.info.rules_version or not saved.match.dealt:
        return 0
    checkpoint = journal_of(saved).checkpoint
    return checkpoint.at if checkpoint is not None else 0


def open_match(saved: Saved) -> tuple[Game[Any], Match[Any]]:
    """The game and the match as it stands."""
    try:
        game = find(saved.match.game)
        return game, revive(game, saved)
    except (SetupError, JournalError) as error:
        raise Unplayable(str(error)) from None
    except Exception as error:
        log.exception("match %s does not replay", saved.match.id)
        raise Unplayable(f"match {saved.match.id} does not replay with these rules") from error


def whole_journal(game: Game[Any], saved: Saved) -> Journal:
    """The journal of a match that is over, with its seed; with marks and result where one set of rules tells it all.

    The match is played again once, and its marks are made on the way.
    """
    kept = journal_of(saved)
    kept.must_fit(game)
    if kept.rules_version != game.info.rules_version:
        return revive(game, saved).journal().with_deal(kept.deal)
    match, marks = retrace(game, kept)
    journal = match.journal()
    journal.marks, journal.result = marks, match.result()
    return journal.with_deal(kept.deal)


class Diary(msgspec.Struct, kw_only=True):
    """What one viewpoint may take home from a match that goes on: its own choices and what it was told, no seed."""

    format: int = FORMAT
    game: str
    rules_version: str
    content: str
    scenario: str
    options: dict[str, Any]
    commitment: str
    seat: Seat | None
    entries: list[tuple[Seat, Choice]]
    told: list[Told]


def diary(record: MatchRecord, match: Match[Any], seat: Seat | None) -> Diary:
    return Diary(
        game=record.game,
        rules_version=record.rules_version,
        content=record.content,
        scenario=record.scenario,
        options=record.options,
        commitment=record.commitment,
        seat=seat,
        entries=[(by, choice) for by, choice in match.entries if by == seat],
        told=match.told(seat),
    )


def over_of(match: Match[Any], result: Result | None, closed: Closed | None = None) -> Over | None:
    """The end, by the rules or by the house; before it nothing, and no seed."""
    if closed is not None:
        return Over(closed.winners, "", {}, match.seed.hex(), closed.by, closed.seat)
    if result is None or not match.over:
        return None
    return Over(result.winners, result.ending, result.scores, match.seed.hex())


def _why_no_undo(match: Match[Any], seat: Seat | None, may_undo: bool, worn: bool) -> str | None:
    """Why the seat's last choice stands: what the match says, or that it has been taken back too often."""
    if seat is None or not (may_undo or worn):
        return None
    return "often" if worn and match.can_undo(seat) else match.why_no_undo(seat)


def frame_of(
    match: Match[Any],
    seat: Seat | None,
    seq: int,
    events: Events,
    players: msgspec.Raw,
    *,
    result: Result | None,
    may_undo: bool,
    worn: bool = False,
    closed: Closed | None = None,
    left: Callable[[Seat, Ask], int | None] | None = None,
    beats: Sequence[SeenBeat] = (),
    own: int | None = None,
) -> Frame:
    """What this viewpoint may know, and nothing else: built from the match's view, told and ask_of for the seat alone.

    ``result`` is the durable one: a frame of the end tells what the lists tell, and no seed before the end is kept. ``worn``: the
    seat has taken this answer back as often as it may.
    """
    view = match.shown(seat)
    can_undo = seat is not None and match.can_undo(seat)
    undo_why = None if can_undo and not worn else _why_no_undo(match, seat, may_undo, worn)
    return Frame(
        seq=seq,
        choices=len(match.entries),
        seat=seat,
        over=over_of(match, result, closed),
        view=view,
        ask=_question(match, seat, left) if seat is not None and closed is None else None,
        waiting=[Waiting(by, asked.decision) for by, asked in match.asked().items()] if closed is None else [],
        undo=undo_why is None and may_undo and closed is None and can_undo,
        undo_why=undo_why,
        events=events,
        players=players,
        beats=steps_back(match, seat, view, beats),
        own=own,
        acts=acts_since(match, seat, events.first + len(events.list), events.first),
    )


def seen_beats(match: Match[Any], seat: Seat | None, seen: int, told: int) -> list[SeenBeat]:
    """The beats of the last action from event ``seen`` on, as this viewpoint counts its events: ``told`` came before."""
    beats, found = match.beats, []
    if not beats or beats[-1].n < seen:
        return []
    here = {beat.n: beat for beat in beats}
    for n, event in enumerate((match.events or [])[seen:], seen):
        if event.only is None or seat in event.only:
            if n in here:
                found.append(SeenBeat(told, here[n]))
            told += 1
    return found


def _visible(events: Iterable[Event], seat: Seat | None) -> int:
    """How many of these events the viewpoint is told."""
    n = 0
    for event in events:
        if event.only is None or seat in event.only:
            n += 1
    return n


def told_before(match: Match[Any], seat: Seat | None, n: int, since: int = 0) -> int:
    """How many of the match's first n events, from number ``since`` on, this viewpoint was told."""
    return _visible((match.events or [])[since:n], seat)


def own_moment(match: Match[Any], seat: Seat | None) -> int | None:
    """How many of the match's events had happened when the seat last chose; None where it has not chosen yet."""
    if seat is not None:
        n = len(match.entries)
        for by, _ in reversed(match.entries):
            n -= 1
            if by == seat:
                return match.moments[n]
    return None


def acts_since(match: Match[Any], seat: Seat | None, told: int, first: int) -> list[int]:
    """For every choice how many events the viewpoint had been told before it, as far as that is ``first`` or more.

    ``told`` is how many it has been told in all.
    """
    events, found = match.events or [], []
    n = len(events)
    for moment in reversed(match.moments):
        if n > moment:
            for event in events[moment:n]:
                if event.only is None or seat in event.only:
                    told -= 1
            n = moment
        if told < first:
            break
        found.append(told)
    return found[::-1]


def steps_back(match: Match[Any], seat: Seat | None, view: Any, beats: Sequence[SeenBeat]) -> list[Step]:
    """From the frame's view back, beat by beat: a reader needs nothing but this frame.

    Where the match was at an event just as it is later, everybody saw the same: no view is made. A view that fails is left out.
    """
    found: list[Step] = []
    if not beats:
        return found
    later, moment = view, match.moment()
    for at, beat in reversed(beats):
        if beat.moment == moment:
            found.append(Step(at, {}))
            continue
        try:
            earlier = beat.shown(seat)
            back = between(later, earlier)
        except Exception:
            log.exception("%s: the view of %s fails at event %d", match.game.info.id, seat or "the public", beat.n)
            continue
        found.append(Step(at, back))
        later, moment = earlier, beat.moment
    return found[::-1]


def _question(match: Match[Any], seat: Seat, left: Callable[[Seat, Ask], int | None] | None) -> Question | None:
    asked = match.ask_of(seat)
    if asked is None:
        return None
    return Question(asked.decision, asked.rule, asked.about or {}, asked.options, left(seat, asked) if left else None)
