"""The kernel: rules as coroutines, a match as (checkpoint, choices since). It knows no game."""

from .bot import Bot, Explaining, Position, Reason, reasons_of
from .content import Content, ContentError
from .dice import Dice, commitment, new_seed, seed_from
from .ending import Award, Because, Chapter, Ending, OtherEnding, SheetLine, Shown
from .events import Event, Told
from .flow import LAPSE, Ask, Choice, Flow, Illegal, Params, Refusal, Seat, TimeLimit, Together, ask, together
from .game import LANGUAGES, Caution, Game, GameInfo, Option, OptionValue, Phrase, PreparedPosition, Result, Scenario, SetupError
from .journal import Checkpoint, Journal, JournalError, Mark, Verdict, verify
from .match import Beat, Match
from .reference import Piece, Reference, Table
from .sections import AFRESH, Sections
from .state import OVER, State

__all__ = [
    "AFRESH",
    "LANGUAGES",
    "LAPSE",
    "OVER",
    "Ask",
    "Award",
    "Beat",
    "Because",
    "Bot",
    "Caution",
    "Chapter",
    "Checkpoint",
    "Choice",
    "Content",
    "ContentError",
    "Dice",
    "Ending",
    "Event",
    "Explaining",
    "Flow",
    "Game",
    "GameInfo",
    "Illegal",
    "Journal",
    "JournalError",
    "Mark",
    "Match",
    "Option",
    "OptionValue",
    "OtherEnding",
    "Params",
    "Phrase",
    "Piece",
    "Position",
    "PreparedPosition",
    "Reason",
    "Reference",
    "Refusal",
    "Result",
    "Scenario",
    "Seat",
    "Sections",
    "SetupError",
    "SheetLine",
    "Shown",
    "State",
    "Table",
    "TimeLimit",
    "Together",
    "Told",
    "Verdict",
    "ask",
    "commitment",
    "new_seed",
    "reasons_of",
    "seed_from",
    "together",
    "verify",
]
