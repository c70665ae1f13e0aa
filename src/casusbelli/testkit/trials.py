"""What holds in every game: offered is accepted, nothing else is; looking changes nothing; copies and journals are exact."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from casusbelli import plainboard
from casusbelli.game import Journal, Match, verify
from casusbelli.game.ending import faults_of
from casusbelli.kernel import Choice, Illegal, Refusal, Seat
from casusbelli.kernel.flow import is_choice

from .looking import encode, first_difference, lately, sight, whole
from .mutants import illegal
from .playthrough import Trial


class Options(Trial):
    """Options are well-formed choices, none twice, and survive the wire; what lets things stand is among them."""

    name = "options"

    def before(self, seat: Seat, choice: Choice) -> None:
        for who, question in self.match.asked().items():
            options = question.options
            self.require(all(map(is_choice, options)), f"{question.decision} offers {who} something that is no choice: {options}")
            self.require(len(set(options)) == len(options), f"{question.decision} offers {who} a choice twice: {options}")
            self.require(who in self.match.seats, f"{who} is asked and has no seat")
            passive = self.game.passive.get(question.decision)
            self.require(passive is None or passive.choice in options, f"{question.decision} cannot be left alone: {passive}")
            for option in options[:3]:
                again = msgspec.json.decode(encode(option), type=Choice)
                self.require(again == option, f"{option} does not survive the wire")


class Conservation(Trial):
    """Cards, tokens and markers are neither lost nor made."""

    name = "conservation"

    def start(self) -> None:
        self.counted = dict(self.game.census(self.match.state))

    def after(self, seat: Seat, choice: Choice) -> None:
        now = dict(self.game.census(self.match.state))
        if now != self.counted:
            changed = {k: (self.counted.get(k), now.get(k)) for k in {**self.counted, **now} if self.counted.get(k) != now.get(k)}
            self.require(False, f"{seat} played {choice} and the census changed: {changed}")


class Closing(Trial):
    """The last screen adds up: totals are the sums of their lines, the final is the result's."""

    name = "closing"

    def end(self) -> None:
        result = self.match.result()
        if result is not None:
            wrong = faults_of(self.game.ending(self.match.state).sheet, result.scores)
            self.require(not wrong, "; ".join(wrong))


class PlainBoard(Trial):
    """Where a game declares how the plain board draws it, every view has what is declared (``plainboard.py``)."""

    name = "plain_board"
    share = 0.2

    def start(self) -> None:
        self.parts = self.game.printed().get("layout", [])
        self.look()

    def after(self, seat: Seat, choice: Choice) -> None:
        self.look()

    def look(self) -> None:
        if not self.parts:
            return
        for viewer in self.viewers:
            view = msgspec.to_builtins(self.match.view(viewer))
            wrong = plainboard.faults(self.parts, view, self.match.seats)
            self.require(not wrong, f"as {viewer or 'a spectator'} sees it: {'; '.join(wrong)}")


class Purity(Trial):
    """Looking changes nothing: options, views, previews, refusals, result, census and summary leave the state alone, and so does
    whoever changes the view he was given: it is his own."""

    name = "purity"
    share = 0.2

    def before(self, seat: Seat, choice: Choice) -> None:
        before = self.match.digest()
        for who, question in self.match.asked().items():
            sight(self.match, who, illegal(question.options, [], self.rng))
            question.forget_options()
            self.require(bool(question.options), f"{question.decision} offers {who} nothing when asked again")
        sight(self.match, None)
        self.game.census(self.match.state)
        self.game.summary(self.match.state, "en")
        self.require(self.match.digest() == before, "looking at the match has changed its state")
        for viewer in self.viewers:
            view = self.match.view(viewer)
            seen = encode(view)
            spoil(view)
            same = self.match.digest() == before and encode(self.match.view(viewer)) == seen
            self.require(same, f"the view of {viewer} holds a part of the state itself, or of what is printed")


def spoil(view: Any) -> None:
    """Take everything out of everything in the view."""
    for part in view.values() if isinstance(view, dict) else view if isinstance(view, list | tuple) else ():
        spoil(part)
    if isinstance(view, list | dict):
        view.clear()


class Legality(Trial):
    """What is not offered is refused with a clear answer and changes nothing."""

    name = "legality"
    share = 0.15

    def start(self) -> None:
        self.seen: dict[Choice, None] = {}

    def before(self, seat: Seat, choice: Choice) -> None:
        match = self.match
        asked, since = match.asked(), lately(match)
        before = whole(match, since)
        for who, question in asked.items():
            for bad in illegal(question.options, list(self.seen), self.rng):
                self.refused(who, bad)
        for other in (*match.seats, "nobody", ""):
            if other not in asked:
                self.refused(other, choice)
        difference = first_difference(before, whole(match, since))
        self.require(difference is None, f"a refused choice has changed something: {difference}")
        for question in asked.values():
            self.seen.update(dict.fromkeys(question.options))

    def refused(self, seat: Seat, choice: Any) -> None:
        try:
            self.match.act(seat, choice)
        except Illegal as illegal_:
            refusal = illegal_.refusal
            self.require(refusal is None or isinstance(refusal, Refusal), f"{choice!r} is refused with {refusal!r}")
        else:
            self.require(False, f"{seat} played {choice!r}, which was not offered")
        self.match.refusal(seat, choice)


class Clone(Trial):
    """A copy is equal, goes the same way, and is apart."""

    name = "clone"
    share = 0.05

    def before(self, seat: Seat, choice: Choice) -> None:
        match, since = self.match, lately(self.match)
        before = whole(match, since)
        copy, other = match.clone(), match.clone()
        for viewer in self.viewers:
            difference = first_difference(sight(match, viewer), sight(copy, viewer))
            self.require(difference is None, f"a clone shows {viewer} something else: {difference}")
        self.require(copy.journal().to_json() == match.journal().to_json(), "a clone has another journal")
        seed = self.rng.random()
        for world in (copy, other):
            world.act(seat, choice)
            wander(world, Random(seed), 15)
        self.require(copy.digest() == other.digest(), "two clones played alike became different")
        difference = first_difference(before, whole(match, since))
        self.require(difference is None, f"playing a clone has changed the original: {difference}")
        self.expected = (len(match.entries) + 1, self.after_one(seat, choice))

    def after_one(self, seat: Seat, choice: Choice) -> str:
        copy = self.match.clone()
        copy.act(seat, choice)
        return copy.digest()

    def after(self, seat: Seat, choice: Choice) -> None:
        at, digest = getattr(self, "expected", (0, ""))
        if at == len(self.match.entries):
            self.require(self.match.digest() == digest, f"{choice} of {seat} led a clone and the original to different states")


def wander(match: Match[Any], rng: Random, choices: int) -> None:
    """A few random choices."""
    for _ in range(choices):
        asked = match.asked()
        if not asked:
            return
        seat = rng.choice(list(asked))
        match.act(seat, rng.choice(asked[seat].options))


class Journalling(Trial):
    """A journal read again from its bytes restores the match, from its start and from its checkpoint, and verifies."""

    name = "journal"
    share = 0.01

    def before(self, seat: Seat, choice: Choice) -> None:
        self.restored()

    def end(self) -> None:
        self.restored()
        verdict = verify(self.game, Journal.from_json(self.match.journal(marks=True).to_json()))
        self.require(verdict.ok, f"the journal does not verify: {'; '.join(verdict.faults)}")

    def restored(self) -> None:
        match = self.match
        journal = match.journal()
        read = Journal.from_json(journal.to_json())
        self.require(read == journal, "the journal changes when it is written and read")
        difference = first_difference(whole(match), whole(Match.restore(self.game, read)))
        self.require(difference is None, f"the restored match is another one: {difference}")
        read.rules_version += " (earlier)"
        again = Match.restore(self.game, read, record=False)
        self.require(again.digest() == match.digest(), "the checkpoint and the choices since lead to another state")
        self.require(again.entries == match.entries, "restoring from the checkpoint loses choices")


class Undo(Trial):
    """Undo equals never having acted, and never passes a roll, a reveal or another seat's choice."""

    name = "undo"
    share = 0.15
    streak = 4

    def before(self, seat: Seat, choice: Choice) -> None:
        """Play on as far as undo must be able to come back from, then come back step by step."""
        match = self.match
        self.since = lately(match)
        steps: list[tuple[dict[str, bytes], Choice]] = []
        playing: Choice | None = choice
        while playing is not None and len(steps) < self.streak and self.harmless(seat, playing):
            steps.append((whole(match, self.since), playing))
            match.act(seat, playing)
            options = match.options(seat)
            playing = self.rng.choice(options) if options else None
        for before, played in reversed(steps):
            self.take_back(seat, played, before)

    def harmless(self, seat: Seat, choice: Choice) -> bool:
        """Whether a choice rolls and reveals nothing, and is not the last."""
        probe = self.match.clone()
        probe.act(seat, choice)
        return bool(probe.state.tide == self.match.state.tide) and not probe.over

    def take_back(self, seat: Seat, choice: Choice, before: dict[str, bytes]) -> None:
        match = self.match
        after = whole(match, self.since)
        self.require(match.can_undo(seat), f"{seat} cannot take back {choice}, though nothing was rolled or revealed")
        self.require(match.undo(seat), "undo was promised and refused")
        difference = first_difference(before, whole(match, self.since))
        self.require(difference is None, f"{seat} took back {choice} and something is not as before: {difference}")
        match.act(seat, choice)
        difference = first_difference(after, whole(match, self.since))
        self.require(difference is None, f"{choice} played again after an undo gives something else: {difference}")
        match.undo(seat)

    def start(self) -> None:
        self.tide = self.match.state.tide

    def after(self, seat: Seat, choice: Choice) -> None:
        match = self.match
        if match.state.tide != self.tide:
            self.require(not match.can_undo(seat), f"{seat} can take back {choice}, which rolled or revealed something")
            self.require(not match.undo(seat), f"undo by {seat} passed a roll or a reveal")
        self.tide = match.state.tide
        if match.over:
            self.require(not any(map(match.can_undo, match.seats)), f"{choice} by {seat} ended the match and can be taken back")
        for other in match.seats:
            if other != seat and match.can_undo(other):
                self.takes_back_a_secret_answer(other)

    def takes_back_a_secret_answer(self, other: Seat) -> None:
        """Somebody else may undo only an answer that nobody has seen: the table is as it was, and he is asked again."""
        copy = self.match.clone()
        copy.undo(other)
        self.require(copy.digest() == self.match.digest(), f"{other} can take back a choice although somebody has acted since")
        self.require(other in copy.asked(), f"{other} took back a secret answer and is not asked again")


class Chronicle(Trial):
    """What a viewer was told stays as it was told: no event changes afterwards with the state it spoke of."""

    name = "chronicle"

    def start(self) -> None:
        self.told: dict[Seat | None, list[bytes]] = {viewer: [] for viewer in self.viewers}
        self.at = 0
        self.note()

    def after(self, seat: Seat, choice: Choice) -> None:
        self.note()

    def note(self) -> None:
        for viewer, told in self.told.items():
            told.extend(map(encode, self.match.told(viewer, self.at)))
        self.at = len(self.match.events or ())

    def end(self) -> None:
        for viewer, told in self.told.items():
            now = [encode(event) for event in self.match.told(viewer)]
            for n, (then, later) in enumerate(zip(told, now, strict=True)):
                self.require(then == later, f"event {n} was told to {viewer} as {then.decode()} and is now {later.decode()}")
