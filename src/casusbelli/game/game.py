"""What a game package offers to the rest of the house, beside its rules."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec

from casusbelli.kernel import Choice, Event, OptionValue, Params, Rules, Seat, State

from .ending import Ending, SheetLine, Shown
from .figures import Figure
from .habits import Habits
from .opening import Opening
from .reference import Reference
from .sections import Sections

if TYPE_CHECKING:
    from .bot import Bot
    from .match import Match

S = TypeVar("S", bound=State)

LANGUAGES = ("en", "it", "es")


class Caution(msgspec.Struct, frozen=True):
    """A warning before a dear or lossy step: one of ``preview(...)["warnings"]``, said as ``warning.<key>``.

    ``note`` is a line beside the choice, ``warn`` a sign on its pieces and a line in the prompt, ``ask`` wants a second press:
    only where undo is impossible and the loss is large.
    """

    grade: Literal["note", "warn", "ask"]
    key: str
    params: Params = {}
    rule: str = ""


class PreparedPosition(msgspec.Struct, frozen=True, kw_only=True):
    """A position with a name: for examples of the rulebook, lessons, exercises and tests, which all build it alike."""

    build: Callable[[], Match[Any]]
    """A new match at this position, the same every time."""
    seat: Seat
    """Who looks at it."""
    rule: str = ""
    minutes: int = 2
    line: tuple[tuple[Seat, Choice], ...] = ()
    """The choices of the example: what "Show the answer" plays."""
    ask: str = ""
    """Its words are ``position.<ask>.title`` and ``position.<ask>.text``; the position's own name if not given."""


class Phrase(msgspec.Struct, frozen=True):
    """Something players say to each other by a card: ``phrase.<id>`` of the catalogue, with gaps. Its kind sorts it (``offer``,
    ``promise``, ``ask``, ``answer``, ``warn``); ``slots`` are the gaps' names and what kind of thing stands in them."""

    kind: str
    slots: Mapping[str, str] = {}


class Passive(msgspec.Struct, frozen=True):
    """The answer to a question that lets things take their course: what a seat may leave as a standing answer."""

    choice: Choice
    except_for: tuple[str, ...] = ()
    """What such a question may be about, by ids of its ``about``, where a standing answer may make exceptions."""


class Game(Rules[S]):
    """A game: its rules, and what bots, lab, rulebook and table want to know of it. They know it by this surface alone."""

    verbs: Mapping[str, tuple[str, ...]]
    """The names of a choice's ids by its verb: ``{"place_defence": ("card", "province")}``; texts are made with them."""
    quiet: frozenset[str] = frozenset()
    """Event kinds that are no beats of their own: told in the log, shown with the beat that follows."""
    flights: frozenset[str] = frozenset()
    """Event kinds told while a piece is in the air: it has left its place and lands with the next beat."""
    phrases: Mapping[str, Phrase] = {}
    """What players can say by cards, beside what the house offers in every game."""
    passive: Mapping[str, Passive] = {}
    """Decisions that may be left to a standing answer, said as ``standing.<decision>``: those that merely offer to step in."""
    alarms: Mapping[str, tuple[str, ...]] = {}
    """Event kinds, told to all, upon which a standing answer may end, said as ``alarm.<kind>``; and the ids one may wait for."""
    folder: Path
    """Where texts/ and board/ lie."""

    def phrase_values(self, kind: str) -> Sequence[str]:
        """What may stand in a gap of this kind: ids of what is printed, so that no card can name what is hidden."""
        return ()

    def seated(self, options: Mapping[str, OptionValue], bots: Sequence[Seat]) -> dict[str, OptionValue]:
        """The options of a match in which bots sit on these seats: for those that speak of bots. Options are settled."""
        return dict(options)

    def shown(self, g: S, seat: Seat | None, sections: Sections) -> Any:
        """The same as ``view`` once it is JSON; a game may take the sections that seldom change from those kept."""
        return self.view(g, seat)

    def moment(self, g: S) -> Any:
        """All that decides what is shown of the state, taken apart and packed: equal moments show everybody the same, and
        sections whose parts are equal need not be made again. None: this game does not take it apart. Where it does, what is
        shown shares nothing with the state, which goes on changing."""
        return None

    def ending(self, g: S) -> Ending:
        """The last screen: the score sheet line by line with every adjustment, and why it ended so. Asked only at the end."""
        result = self.result(g)
        scores = result.scores if result is not None else {}
        return Ending(sheet=(SheetLine("final", scores, "final"),) if scores else ())

    def hidden(self, g: S) -> Iterable[Shown]:
        """What lies hidden now from somebody: hands, piles, plans. Asked only of matches that are over."""
        return ()

    def points(self, g: S) -> Mapping[Seat, float]:
        """The points that everybody sees now, for the course of the match; none: the game keeps no score."""
        return {}

    def statistics(self, g: S, events: Sequence[Event]) -> Sequence[Figure]:
        """What the seats did in a match that is over, from all that happened in it (``game/figures.py``)."""
        return ()

    def habits(self) -> Habits[S]:
        """A counter of how the seats of one match play (``game/habits.py``); this one counts nothing."""
        return Habits()

    def opening(self, entries: Sequence[tuple[Seat, Choice]], seat: Seat) -> Opening | None:
        """How the seat opened a match that is over, said as ``opening.<key>``; None: nothing by which one could tell."""
        return None

    def chapter(self, g: S) -> str:
        """The chapter that is being played (a conference, a year, a turn), said as ``chapter.title`` with {id}; empty: none."""
        return ""

    def thrower(self, g: S, event: Event) -> Seat | None:
        """Whose dice an event of the match tells of, for the luck of each on the last screen; None: nobody's."""
        named = (event.params.get(name) for name in ("seat", "power", "side"))
        return next((str(who) for who in named if who), None)

    @abstractmethod
    def names(self, language: str) -> dict[str, str]:
        """The display name of every id of the content (``name.<id>`` in the catalogue)."""

    def preview(self, g: S, seat: Seat, decision: str, choice: Choice) -> Params | None:
        """What the seat can foresee of a choice from what it knows (odds, points, who takes what).

        ``warnings``, a list of Caution, is read by the shell; the rest is between the game and its board.
        """
        return None

    def printed(self) -> Params:
        """What is printed on the components, packs included: a board fetches it as ``printed.json``."""
        return {}

    def reference(self, language: str) -> Reference:
        """What rulebook, player aid and card browser tell from the content, packs included."""
        return Reference()

    def whereabouts(self, view: Any) -> Mapping[str, Sequence[str]]:
        """Where the pieces of the card browser are, as this view tells: ids of the catalogue's ``where.<id>`` by piece."""
        return {}

    def census(self, g: S) -> Mapping[str, int]:
        """What must stay the same for the whole match: counted after every choice by the test kit."""
        return {}

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        """The game's own bots by grade: recruit, officer, marshal; where it was measured, a strategist who searches."""
        return {}

    def signs(self, view: Any, seat: Seat) -> Mapping[str, float]:
        """The numbers of a seat's view that tell who is winning, ``progress`` (0 to 1) among them, for ``bots/chances.py``."""
        return {}

    def part(self, view: Any, seat: Seat) -> Seat | None:
        """Whose part a seat plays: another's where sides were bid for and exchanged; None while that is not known."""
        return seat

    def positions(self) -> Mapping[str, PreparedPosition]:
        """The game's prepared positions by name (``games/<game>/positions.py``)."""
        return {}

    def summary(self, g: S, language: str) -> Sequence[str]:
        """The public position in a few lines of text, for the terminal."""
        return ()
