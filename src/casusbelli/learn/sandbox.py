"""A sandbox: a position to play about in, where nothing counts and everything may be taken back.

It is a recipe, never a copy: where it begins, whose knowledge it stands on, the number of the imagined world, and the choices
made in it. From a match it holds what one seat knows and a world that fits it; all that the seat cannot know is dealt anew, so a
sandbox tells nothing that its seat does not know. Taking back is making it again with fewer choices.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from casusbelli.game import Match
from casusbelli.game.ending import faces_in
from casusbelli.kernel import Choice, Illegal, Seat, Told, seed_from
from casusbelli.words.texts import catalogue as words_of
from casusbelli.words.texts import choice_text

Played = tuple[Seat, Choice]

MOST_LINES = 5
SHUFFLES = 60
"""How often chance is shuffled to find a wanted face."""
MEAN = 3.5
ME = "me"


class Origin(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a sandbox begins."""

    kind: Literal["match", "lesson", "position"]
    game: str
    name: str
    """The id of the match, of the lesson, or the name of the position."""
    choices: int = 0
    """After so many choices of the match."""
    played: tuple[Played, ...] = ()
    """What was played in the lesson, from its beginning."""
    true: bool = False
    """Nothing is imagined: a match that is over, a lesson, a prepared position."""


class Kept(msgspec.Struct, omit_defaults=True):
    """A line that was tried and kept: its choices, and after how many of them chance was shuffled."""

    choices: list[Played] = []
    rerolls: dict[int, int] = {}


class World(msgspec.Struct, frozen=True):
    """A world to be made from a match: imagined by a seat, or the true one, perhaps with other chance."""

    seat: Seat
    seed: bytes
    imagined: bool
    other_chance: bool

    def of(self, base: Match[Any]) -> Match[Any]:
        """The world. The base must stay as it is."""
        if self.imagined:
            return base.fork(self.seat, self.seed)
        match = base.clone(record=True)
        if self.other_chance:
            match.reseed(self.seed)
        return match


def play_line(match: Match[Any], line: Kept, *, cut: bool = False) -> Match[Any]:
    """Play a line as far as it is legal; with ``cut`` the rest of it is forgotten."""
    for n, (seat, choice) in enumerate(line.choices):
        if n in line.rerolls:
            match.reseed(seed_from(f"reroll/{line.rerolls[n]}/{match.state.seed.hex()}"))
        try:
            match.follow(seat, tuple(choice))
        except Illegal:
            if cut:
                del line.choices[n:]
            break
    return match


class Recipe(msgspec.Struct, omit_defaults=True):
    """All that is stored of a sandbox."""

    origin: Origin
    seat: Seat
    salt: str
    """Drawn when it was made: worlds differ from sandbox to sandbox."""
    world: int = 1
    lines: list[Kept] = msgspec.field(default_factory=lambda: [Kept()])
    line: int = 0
    hands: dict[Seat, str] = {}
    """Who plays the seats: ``me`` or a bot."""
    back: str = "/"
    """Where "back" leads."""


class Sandbox:
    """A recipe and the match made of it."""

    def __init__(self, recipe: Recipe, source: Callable[[], Match[Any]]) -> None:
        self.recipe = recipe
        self._source = source
        self.base: Match[Any] = source()
        self.undone: list[Played] = []
        self.match: Match[Any] = self._build()

    # -- making --------------------------------------------------------------------------------------------------------

    @property
    def seed(self) -> bytes:
        """The seed of the imagined world: it knows nothing of the match's own."""
        return seed_from(f"sandbox/{self.recipe.salt}/{self.recipe.world}")

    @property
    def world(self) -> World:
        true = self.recipe.origin.true
        return World(self.recipe.seat, self.seed, imagined=not true, other_chance=true and self.recipe.world > 1)

    def _begin(self) -> Match[Any]:
        return self.world.of(self.base)

    def _build(self) -> Match[Any]:
        """The match of the present line, as far as it is legal in this world."""
        return play_line(self._begin(), self.line, cut=True)

    # -- looking -------------------------------------------------------------------------------------------------------

    @property
    def line(self) -> Kept:
        return self.recipe.lines[self.recipe.line]

    def hand(self, seat: Seat) -> str:
        return self.recipe.hands.get(seat, ME)

    @property
    def viewpoint(self) -> Seat:
        """Through whose eyes one looks: the seat one is asked for, one's own first."""
        asked = [seat for seat in self.match.asked() if self.hand(seat) == ME]
        return self.recipe.seat if self.recipe.seat in asked or not asked else asked[0]

    @property
    def mover(self) -> Seat | None:
        """A seat that a bot plays and that is asked now."""
        return next((seat for seat in self.match.asked() if self.hand(seat) != ME), None)

    def told(self, seat: Seat) -> list[Told]:
        """What happened before, as the sandbox's own seat was told it, and here, as this one is."""
        return [*self.base.told(self.recipe.seat), *self.match.told(seat)]

    def told_to_bot(self, seat: Seat) -> list[Told]:
        """A bot knows what everybody was told before, and what it was told here."""
        before = self.base.told(seat) if self.recipe.origin.true else self.base.told(None)
        return [*before, *self.match.told(seat)]

    def outcomes(self, language: str) -> list[dict[str, Any]]:
        """The kept lines side by side: named by their first choice, with the points before and after."""
        game = self.base.game
        words = words_of(game, language)
        before = game.points(self._begin().state)
        found = []
        for n, line in enumerate(self.recipe.lines):
            match = self.match if n == self.recipe.line else play_line(self._begin(), line)
            after = game.points(match.state)
            points = [{"seat": seat, "before": before.get(seat, 0), "after": now} for seat, now in after.items()]
            found.append({"n": n, "choices": len(line.choices), "name": self._name(line, words), "points": points})
        return found

    def _name(self, line: Kept, words: Any) -> str:
        if not line.choices:
            return ""
        seat, choice = line.choices[0]
        asked = self._begin().ask_of(seat)
        return choice_text(self.base.game, words, asked.decision if asked else "", choice)

    # -- playing -------------------------------------------------------------------------------------------------------

    def act(self, seat: Seat, choice: Choice) -> None:
        """Play a choice, one's own or a bot's."""
        self.match.act(seat, choice)
        self.line.choices.append((seat, choice))
        self.undone = []

    def undo(self) -> bool:
        """Take back the last choice of a hand, and what bots did after it."""
        choices = self.line.choices
        if not choices:
            return False
        while choices:
            self.undone.append(choices.pop())
            if self.hand(self.undone[-1][0]) == ME:
                break
        self._trim()
        self.match = self._build()
        return True

    def redo(self) -> bool:
        if not self.undone:
            return False
        seat, choice = self.undone[-1]
        try:
            self.match.act(seat, choice)
        except Illegal:
            self.undone = []
            return False
        self.undone.pop()
        self.line.choices.append((seat, choice))
        return True

    def _trim(self) -> None:
        """Rerolls of choices that were taken back are forgotten."""
        self.line.rerolls = {n: salt for n, salt in self.line.rerolls.items() if n < len(self.line.choices)}

    def reroll(self) -> bool:
        """Let chance fall otherwise at the last choice of a hand: bots then choose anew."""
        own = self._last_own()
        return own is not None and self._with_chance(own, self.line.rerolls.get(own, 0) + 1)

    def set_dice(self, face: int) -> bool:
        """At the last choice of a hand: let its first die show this face; 0: let all its dice fall as near to the mean as may be.

        Chance is shuffled until it falls so. Nothing is forced: what is seen could have been rolled.
        """
        own = self._last_own()
        if own is None:
            return False
        found: dict[int, float] = {}
        for salt in range(1, SHUFFLES + 1):
            faces = self._faces(own, salt)
            if not faces:
                return False
            if face and faces[0] == face:
                return self._with_chance(own, salt)
            found[salt] = abs(sum(faces) / len(faces) - MEAN)
        return not face and self._with_chance(own, min(found, key=lambda salt: (found[salt], salt)))

    def _faces(self, own: int, salt: int) -> list[int]:
        """The dice that this choice would tell of, with chance shuffled so."""
        line = Kept(self.line.choices[: own + 1], {**self.line.rerolls, own: salt})
        match = play_line(self._begin(), line)
        return [face for told in match.told(self.recipe.seat, match.moments[-1]) for face in faces_in(told.params)]

    @property
    def has_dice(self) -> bool:
        """Whether dice were rolled at the last choice of a hand."""
        own = self._last_own()
        if own is None:
            return False
        since = self.match.moments[own - len(self.line.choices)]
        return any(faces_in(told.params) for told in self.match.told(self.recipe.seat, since))

    def _last_own(self) -> int | None:
        """The last choice of a hand."""
        own = [n for n, (seat, _) in enumerate(self.line.choices) if self.hand(seat) == ME]
        return own[-1] if own else None

    def _with_chance(self, own: int, salt: int) -> bool:
        """The line up to this choice, with chance shuffled so."""
        del self.line.choices[own + 1 :]
        self.line.rerolls[own] = salt
        self._trim()
        self.undone = []
        self.match = self._build()
        return True

    # -- lines, worlds, hands ------------------------------------------------------------------------------------------

    def keep(self) -> bool:
        """Keep this line and begin another from the start."""
        if len(self.recipe.lines) >= MOST_LINES or not self.line.choices:
            return False
        self.recipe.lines.append(Kept())
        return self.to_line(len(self.recipe.lines) - 1)

    def branch(self) -> bool:
        """Keep this line and go on from here in another."""
        if len(self.recipe.lines) >= MOST_LINES:
            return False
        self.recipe.lines.append(Kept(list(self.line.choices), dict(self.line.rerolls)))
        return self.to_line(len(self.recipe.lines) - 1)

    def to_line(self, n: int) -> bool:
        if not 0 <= n < len(self.recipe.lines):
            return False
        self.recipe.line = n
        self.undone = []
        self.match = self._build()
        return True

    def drop(self, n: int) -> bool:
        """Forget a line."""
        if not 0 <= n < len(self.recipe.lines) or len(self.recipe.lines) == 1:
            return False
        del self.recipe.lines[n]
        return self.to_line(max(0, self.recipe.line - (n <= self.recipe.line)))

    def to_world(self, n: int) -> bool:
        """Another world that fits what is known: the same line, as far as it is legal there."""
        if n < 1:
            return False
        self.recipe.world = n
        self.undone = []
        self.match = self._build()
        return True

    def give(self, seat: Seat, hand: str) -> bool:
        """Let a seat be played by a bot, or by hand."""
        if seat not in self.match.seats or (hand != ME and hand not in ("random", *self.base.game.bots())):
            return False
        self.recipe.hands = {**self.recipe.hands, seat: hand}
        return True
