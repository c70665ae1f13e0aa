"""A game as the house knows it: what it offers beside its rules, the matches played of it and their journals.

Beside what is named here: ``provenance`` (where the values of the content come from) and ``registry`` (which games there are).
"""

from .beats import Beat
from .bot import Bot, Comparing, Explaining, Position, Reason, reasons_of
from .content import Content, ContentError
from .deal import Deal, Share
from .ending import Award, Because, Chapter, Ending, OtherEnding, SheetLine, Shown
from .figures import Count, Figure, counted
from .game import LANGUAGES, Caution, Game, Passive, Phrase, PreparedPosition
from .habits import Habit, Habits
from .journal import Checkpoint, Journal, JournalError, Mark
from .match import Match
from .opening import Opening, first_of
from .reference import Piece, Reference, Table
from .sections import AFRESH, Plain, Sections
from .verify import Verdict, verify

# fmt: off
__all__ = [
    "AFRESH", "LANGUAGES", "Award", "Beat", "Because", "Bot", "Caution", "Chapter", "Checkpoint", "Comparing", "Content",
    "ContentError", "Count", "Deal", "Ending", "Explaining", "Figure", "Game", "Habit", "Habits", "Journal", "JournalError",
    "Mark", "Match", "Opening", "OtherEnding", "Passive", "Phrase", "Piece", "Plain",
    "Position", "PreparedPosition", "Reason", "Reference", "Sections", "Share", "SheetLine", "Shown", "Table", "Verdict",
    "counted", "first_of", "reasons_of", "verify",
]
# fmt: on
