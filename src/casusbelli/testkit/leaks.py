"""Nobody is shown what he may not know.

Two worlds that differ only in what a seat cannot know must look the same to it, byte for byte: view, prompt, options and
their order, previews, refusals, events. The twin world is the seat's own imagination of the true one. It plays along for a
while, so that what is made after the moment of imagining (the next prompt, what it is about, events) is compared too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from casusbelli.bots.accounts import account_of
from casusbelli.game import Bot, Game, Match, Position
from casusbelli.kernel import Choice, Dice, Seat, Told, seed_from

from .looking import encode, first_difference, sight
from .mutants import illegal
from .playthrough import Trial


def tell(differs: str | None, viewer: Seat | None, when: str) -> str:
    return f"{when}, {'a spectator' if viewer is None else viewer} could tell two worlds apart by {differs}"


class Twin:
    """A world that one seat cannot tell from the true one, and how far the two have been played together."""

    def __init__(self, match: Match[Any], seat: Seat, seed: bytes, *, same_dice: bool = True) -> None:
        """With the same dice all that is rolled openly stays alike; with others, what is dealt in secret differs."""
        self.seat = seat
        self.world = match.imagine(seat, seed, record=True)
        if same_dice:
            self.world.state.seed, self.world.state.rolls = match.state.seed, match.state.rolls
        self.same_dice = same_dice
        self.left = 12
        self.keep_pace(match)

    def keep_pace(self, match: Match[Any]) -> None:
        """From here on, again: what has been told and learnt so far was the same."""
        self.since = len(match.events or ())
        self.tide = match.state.revealed + (0 if self.same_dice else match.state.rolls)
        self.own_tide = self.world.state.revealed + (0 if self.same_dice else self.world.state.rolls)
        self.own_since = len(self.world.events or ())
        self.rolls = match.state.rolls, self.world.state.rolls

    def rolled(self, match: Match[Any]) -> bool:
        """Whether different dice were rolled: an open roll may be told differently although nothing came of it."""
        return not self.same_dice and (match.state.rolls, self.world.state.rolls) != self.rolls

    def learnt(self, match: Match[Any]) -> bool:
        """Whether something was revealed in one of the worlds (or rolled, by different dice): they may look different now."""
        rolls = (0, 0) if self.same_dice else (match.state.rolls, self.world.state.rolls)
        return bool(match.state.revealed + rolls[0] > self.tide or self.world.state.revealed + rolls[1] > self.own_tide)


class NoLeak(Trial):
    """Worlds that differ only in what a seat cannot know look the same to the seat, and to spectators."""

    name = "no_leak"
    share = 0.1

    def start(self) -> None:
        self.twins: list[Twin] = []
        self.seen: dict[Choice, None] = {}

    def before(self, seat: Seat, choice: Choice) -> None:
        for question in self.match.asked().values():
            self.seen.update(dict.fromkeys(question.options))
        for viewer in self.match.seats:
            twin = Twin(self.match, viewer, seed_from(self.rng.getrandbits(64)), same_dice=self.rng.random() < 0.5)
            self.compare(twin, "at once")
            if len(self.twins) < 8:
                self.twins.append(twin)

    def compare(self, twin: Twin, when: str) -> None:
        """The seat of the twin, and spectators, who know less than any seat."""
        for viewer in (twin.seat, None):
            options = self.match.options(viewer) if viewer is not None else []
            probes = illegal(options, list(self.seen), self.rng) if options else []
            differs = first_difference(sight(self.match, viewer, probes), sight(twin.world, viewer, probes))
            self.require(differs is None, tell(differs, viewer, when))

    def after(self, seat: Seat, choice: Choice) -> None:
        self.twins = [twin for twin in self.twins if self.play_along(twin, seat, choice)]

    def play_along(self, twin: Twin, seat: Seat, choice: Choice) -> bool:
        """Play the same choice in the twin world; False when the two worlds have parted for good."""
        world, when = twin.world, f"after {choice} of {seat}"
        if choice not in world.options(seat):
            return False  # what another seat can do may depend on what only he knows
        world.act(seat, choice)
        learnt = twin.learnt(self.match)
        if not learnt:
            self.compare(twin, when)
        parted = False
        for viewer in (twin.seat, None):
            mine, theirs = encode(self.match.told(viewer, twin.since)), encode(world.told(viewer, twin.own_since))
            same_view = encode(self.match.view(viewer)) == encode(world.view(viewer))
            if mine != theirs and (not learnt or (same_view and not twin.rolled(self.match))):
                self.require(False, tell(first_difference({"events": mine}, {"events": theirs}), viewer, when))
            parted = parted or not same_view or mine != theirs  # told of other rolls: it knows which world is its own
        twin.keep_pace(self.match)
        twin.left -= 1
        return not parted and twin.left > 0 and not self.match.over


class Imagination(Trial):
    """The same seed gives the same imagined world, whichever of the worlds that look alike is the true one."""

    name = "imagination"
    share = 0.05

    def before(self, seat: Seat, choice: Choice) -> None:
        learnt = type(self.game).suppose is not Game.suppose
        for viewer in self.match.seats:
            for deal in (self.game.imagine, self.game.suppose) if learnt else (self.game.imagine,):
                self.try_dealing(viewer, deal)

    def try_dealing(self, viewer: Seat, deal: Callable[[Any, Seat, Dice], None]) -> None:
        state = self.match.state
        worlds = []
        for detour in (None, seed_from(self.rng.getrandbits(64))):
            world = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=type(state))
            if detour is not None:
                self.game.imagine(world, viewer, Dice(detour))
            deal(world, viewer, Dice(seed_from("the same")))
            world.seed, world.rolls = state.seed, state.rolls
            worlds.append({"state": msgspec.json.encode(world)})
        differs = first_difference(*worlds)
        self.require(differs is None, f"what {viewer} imagines depends on what it cannot know: {differs}")


class SameSandbox(Trial):
    """A sandbox shows the same to all eyes, whichever of the worlds that look alike to its seat is the true one."""

    name = "same_sandbox"
    share = 0.04
    most = 3

    def before(self, seat: Seat, choice: Choice) -> None:
        for viewer in self.match.seats:
            twin = self.match.fork(viewer, seed_from(self.rng.getrandbits(64)))
            seed, chance = seed_from(self.rng.getrandbits(64)), self.rng.getrandbits(64)
            shown = []
            for source in (self.match, twin):
                world = source.fork(viewer, seed)
                shown.append([self.shown(world), *(self.shown(world) for _ in self.wander(world, Random(chance)))])
            for n, (mine, theirs) in enumerate(zip(*shown, strict=True)):
                differs = first_difference(mine, theirs)
                self.require(differs is None, f"after {n} choices a sandbox of {viewer} tells two worlds apart by {differs}")

    def wander(self, world: Match[Any], rng: Random) -> Iterator[None]:
        for _ in range(4):
            for seat, question in list(world.asked().items())[:1]:
                world.act(seat, rng.choice(question.options))
            yield

    def shown(self, world: Match[Any]) -> dict[str, bytes]:
        views = {f"the view of {viewer}": encode(world.view(viewer)) for viewer in self.viewers}
        return {**views, "what is asked": encode({seat: question.options for seat, question in world.asked().items()})}


class Blindfold(Position):
    """The position of a twin world; what was told and what is imagined come from the true one, where both are the same."""

    __slots__ = ("_true",)

    def __init__(self, world: Match[Any], true: Match[Any], seat: Seat) -> None:
        super().__init__(world, seat)
        self._true = true

    @property
    def events(self) -> list[Told]:
        return self._true.told(self.seat)

    def imagine(self, seed: bytes, *, plausible: bool = False) -> Match[Any]:
        return self._true.imagine(self.seat, seed, plausible=plausible)

    def fork(self, seed: bytes) -> Match[Any]:
        return self._true.fork(self.seat, seed)


class FairBots(Trial):
    """A bot chooses a legal option, the same one for the same chance, and the same one in a world that looks the same to it. What
    it says of its choice, of the next best and of how they compare is as blind as the choice: the lamp tells all of it."""

    name = "fair_bots"
    share = 0.03
    most = 4

    def before(self, seat: Seat, choice: Choice) -> None:
        seed = self.rng.random()
        twin = Twin(self.match, seat, seed_from(self.rng.getrandbits(64)))
        before = self.match.digest()
        for name, make in self.game.bots().items():
            chosen = self.choose(make(), Position(self.match, seat), seed, name)
            again = self.choose(make(), Position(self.match, seat), seed, name)
            self.require(chosen == again, f"{name} chose {chosen} and then {again} by the same chance")
            blind = self.choose(make(), Blindfold(twin.world, self.match, seat), seed, name)
            self.require(chosen == blind, f"{name} chose {chosen}, and {blind} in a world that {seat} cannot tell apart")
            said = self.said(make(), Position(self.match, seat), seed)
            differs = first_difference(said, self.said(make(), Blindfold(twin.world, self.match, seat), seed))
            self.require(differs is None, tell(differs, seat, f"told by {name} of {chosen}"))
        self.require(self.match.digest() == before, "a bot's thinking has changed the match")

    def said(self, bot: Bot, position: Position, seed: float) -> dict[str, bytes]:
        """All that a bot says of its choice, as it is sent."""
        told = account_of(bot, position, bot.choose(position, Random(seed)), Random(seed), others=1)
        return {"its reasons": encode(told.why), "what it says of the next best": encode(told.others)}

    def choose(self, bot: Bot, position: Position, seed: float, name: str) -> Choice:
        options = list(position.options)
        chosen = bot.choose(position, Random(seed))
        self.require(chosen in options, f"{name} chose {chosen}, which is not on offer")
        self.require(position.options == options, f"{name} has changed the list of options")
        return chosen
