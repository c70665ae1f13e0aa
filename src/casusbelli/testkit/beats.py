"""What is seen in the middle of a rule: at every event, while the rule runs, the match may be looked at (a beat).

Such a look must tell nobody more than he may know, must change nothing, and must find every piece in its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import msgpack

from casusbelli.game import Beat, Match, Plain, Sections
from casusbelli.kernel import Choice, Event, Seat, State, seed_from

from .leaks import Twin, tell
from .looking import encode, first_difference, whole
from .playthrough import Trial


class Glimpse(NamedTuple):
    """What was seen at one event, and what had been rolled and revealed by then."""

    rolls: int
    revealed: int
    sights: dict[Seat | None, dict[str, bytes]]


def glimpses(match: Match[Any], seat: Seat, choice: Choice) -> list[Glimpse]:
    """Play the choice and look at every event, through all eyes that may see it."""
    found: list[Glimpse] = []

    def look(event: Event) -> None:
        sights = {
            viewer: {"event": encode(event.told_to(viewer)), "view": encode(match.view(viewer))}
            for viewer in (None, *match.seats)
            if event.visible_to(viewer)
        }
        found.append(Glimpse(match.state.rolls, match.state.revealed, sights))

    with match.heard_by(look):
        match.act(seat, choice)
    return found


class NoLeakInBeats(Trial):
    """Worlds that look the same to a seat go on looking the same, event by event, until something is revealed."""

    name = "no_leak_in_beats"
    share = 0.1

    def before(self, seat: Seat, choice: Choice) -> None:
        mine: list[Glimpse] | None = None
        for viewer in self.match.seats:
            twin = Twin(self.match, viewer, seed_from(self.rng.getrandbits(64)), same_dice=self.rng.random() < 0.5)
            if choice not in twin.world.options(seat):
                continue
            if mine is None:
                mine = glimpses(self.match.clone(record=True), seat, choice)
            theirs = glimpses(twin.world, seat, choice)
            for who in (viewer, None):
                self.compare(who, until_learnt(mine, who, twin, twin.tide), until_learnt(theirs, who, twin, twin.own_tide))

    def compare(self, viewer: Seat | None, mine: list[dict[str, bytes]], theirs: list[dict[str, bytes]]) -> None:
        for n, (one, other) in enumerate(zip(mine, theirs, strict=False)):
            differs = first_difference(one, other)
            self.require(differs is None, tell(differs, viewer, f"at event {n} ({one['event'].decode()[:80]})"))


def until_learnt(found: list[Glimpse], viewer: Seat | None, twin: Twin, tide: int) -> list[dict[str, bytes]]:
    """What the viewer saw before anything was revealed to anybody (or rolled, by different dice)."""
    seen = []
    for glimpse in found:
        if glimpse.revealed + (0 if twin.same_dice else glimpse.rolls) > tide:
            break
        if viewer in glimpse.sights:
            seen.append(glimpse.sights[viewer])
    return seen


class Watching(Trial):
    """Being watched changes nothing; at every event each viewer's view can be made, the kept beat shows the same, and no
    piece is missing or there twice, unless the event is one of the game's ``flights``. Where nothing has changed since the last
    event, its beat shows what the frame shows."""

    name = "watching"
    share = 0.15

    def start(self) -> None:
        self.counted = dict(self.game.census(self.match.state))
        self.watched: Match[Any] | None = None
        self.kept: list[tuple[str, Beat, dict[Seat | None, bytes]]] = []
        self.last: tuple[str, bytes, dict[Seat | None, bytes]] | None = None

    def before(self, seat: Seat, choice: Choice) -> None:
        self.watched, self.last = self.match.clone(record=True), None
        with self.watched.heard_by(self.look):
            self.watched.act(seat, choice)

    def look(self, event: Event) -> None:
        assert self.watched is not None
        state, before = self.watched.state, self.watched.digest()
        now, beat = dict(self.game.census(state)), Beat(0, self.game, state, self.match.sections, self.viewers)
        seen: dict[Seat | None, bytes] = {}
        anew: Any = msgpack.decode(msgpack.encode(state), type=self.game.state_type)
        for viewer in self.viewers:
            try:
                seen[viewer], kept = encode(self.watched.view(viewer)), encode(beat.shown(viewer))
                bare = encode(self.game.view(anew, viewer))
            except Exception as error:
                self.require(False, f"the view of {viewer} fails at {event.kind}: {error!r}")
            self.require(seen[viewer] == kept, f"the beat of {event.kind} shows {viewer} something else than there was to see")
            self.require(seen[viewer] == bare, f"at {event.kind} {viewer} sees something that is not in the state any more")
        self.last = (event.kind, msgpack.encode(state), seen)
        self.kept.append((event.kind, beat, seen))
        self.require(self.watched.digest() == before, f"looking at {event.kind} has changed the state")
        if event.kind not in self.game.flights:
            self.require(now == self.counted, f"a piece is in the air at {event.kind}: {changed(self.counted, now)}")

    def after(self, seat: Seat, choice: Choice) -> None:
        watched, self.watched = self.watched, None
        for kind, beat, seen in self.kept:
            for viewer, view in seen.items():
                self.require(encode(beat.shown(viewer)) == view, f"the beat of {kind} shows {viewer} what came later")
        self.kept = []
        if watched is not None and self.last is not None and self.last[1] == msgpack.encode(watched.state):
            for viewer, view in self.last[2].items():
                same = view == encode(watched.shown(viewer)) == encode(self.match.shown(viewer))
                self.require(
                    same, f"nothing has changed since {self.last[0]}, the last beat, but the frame shows {viewer} something else"
                )
        if watched is not None:
            difference = first_difference(*(without_events(whole(match)) for match in (self.match, watched)))
            self.require(difference is None, f"a match that is watched goes another way: {difference}")


class SameShown(Trial):
    """What is sent is the view, whatever was kept of the views before: after every choice, undo and imagining, for everybody."""

    name = "shown"
    share = 0.25

    def before(self, seat: Seat, choice: Choice) -> None:
        copy = self.match.clone()
        copy.sections = self.match.sections
        copy.act(seat, choice)
        self.compare(copy, "after the next choice")
        if copy.undo(seat):
            self.compare(copy, "after an undo")
        twin = self.match.imagine(seat, seed_from(self.rng.getrandbits(64)))
        twin.sections = self.match.sections
        self.compare(twin, "in an imagined world")

    def after(self, seat: Seat, choice: Choice) -> None:
        self.compare(self.match, "now")

    def compare(self, match: Match[Any], when: str) -> None:
        for viewer in self.viewers:
            view = {"view": encode(match.view(viewer))}
            differs = first_difference(view, {"view": encode(match.shown(viewer))})
            self.require(differs is None, f"{viewer} is shown something else than the view {when}: {differs}")
            differs = first_difference(view, {"view": encode(match.seen(viewer))})
            self.require(differs is None, f"{viewer} sees something else than the view {when}: {differs}")


class MixedMoments(Trial):
    """What is shown is taken from what was shown last wherever it may be, and nowhere else: with any one thing of the state as it
    was at another moment everybody is shown what the view says. In play most things change together, so that a part that is
    missing from what a section is kept by hides behind another. For games that take their moments apart."""

    name = "mixed_moments"
    share = 0.1
    most = 40

    def start(self) -> None:
        self.earlier: bytes | None = None

    def before(self, seat: Seat, choice: Choice) -> None:
        if self.game.moment(self.match.state) is None:
            return
        now = msgpack.encode(self.match.state)
        earlier, self.earlier = self.earlier, now
        if earlier is not None:
            for what, mixed in mixtures(msgpack.decode(now), msgpack.decode(earlier)):
                self.compare(self.read(now), self.read(msgpack.encode(mixed)), what)

    def read(self, packed: bytes) -> State:
        state: State = msgpack.decode(packed, type=self.game.state_type)
        return state

    def compare(self, now: State, mixed: State, what: str) -> None:
        """There and back, through sections of their own."""
        try:
            expected = [{viewer: encode(self.game.view(g, viewer)) for viewer in self.viewers} for g in (now, mixed)]
        except Exception:
            return  # what was mixed does not go together
        for sections in (Sections(), Plain()):
            for g, views in zip((now, mixed, now), (*expected, expected[0]), strict=True):
                sections.moment = self.game.moment(g)
                for viewer in self.viewers:
                    shown = encode(self.game.shown(g, viewer, sections))
                    differs = first_difference({"view": views[viewer]}, {"view": shown})
                    self.require(differs is None, f"{viewer} is not shown that {what} has changed: {differs}")


def mixtures(now: Any, then: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The present with one thing in it as it was then, for each that was different; and what it is."""
    if not isinstance(now, dict) or not isinstance(then, dict) or now.keys() != then.keys():
        yield path, then
        return
    for key, value in now.items():
        if value != then[key]:
            yield from ((what, {**now, key: mixed}) for what, mixed in mixtures(value, then[key], f"{path}.{key}".lstrip(".")))


def changed(before: Mapping[str, int], now: Mapping[str, int]) -> dict[str, tuple[int | None, int | None]]:
    return {k: (before.get(k), now.get(k)) for k in {**before, **now} if before.get(k) != now.get(k)}


def without_events(seen: dict[str, bytes]) -> dict[str, bytes]:
    """A clone has not been told what happened before it."""
    return {part: data for part, data in seen.items() if not part.startswith("events of")}
