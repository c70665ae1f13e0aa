"""What people write for others to read: names and chat, without what cannot be seen or turns the line around.

Control characters, bidirectional marks, zero-width characters and fillers let a name look like another's, or a line of chat
like something the server says. A joiner is kept in chat where scripts and emoji need it: between two signs beyond ASCII.
"""

from __future__ import annotations

import unicodedata

NAME_LENGTH = 40

MARKS_IN_A_ROW = 4
"""So many marks may stand on one letter; more would run over the lines above and below."""

JOINERS = "\u200c\u200d"
FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and symbols by their class, invisible all the same."""

HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
MARKS = frozenset({"Mn", "Me"})
BREAKS = frozenset({"Zl", "Zp"})
SPACES = "\t\n\r\v\f\x85"


def tidy_name(text: str) -> str:
    """A name as it is shown: one line of visible characters, not too long; empty if nothing of it can be seen."""
    name = " ".join(_visible(text, joiners="").split())[:NAME_LENGTH].rstrip()
    return name if any(unicodedata.category(c) not in MARKS and c != " " for c in name) else ""


def tidy_chat(text: str) -> str:
    """A line of chat as it is shown."""
    return " ".join(_visible(text, joiners=JOINERS).split())


def _visible(text: str, joiners: str) -> str:
    composed = unicodedata.normalize("NFC", text)
    kept: list[str] = []
    marks = 0
    for n, c in enumerate(composed):
        category = unicodedata.category(c)
        if c in SPACES or category in BREAKS:
            c = " "
        elif c in joiners:
            if not (0 < n < len(composed) - 1 and _joins(composed[n - 1]) and _joins(composed[n + 1])):
                continue
        elif category in HIDDEN or c in FILLERS:
            continue
        marks = marks + 1 if category in MARKS else 0
        if marks <= MARKS_IN_A_ROW:
            kept.append(c)
    return "".join(kept)


def _joins(neighbour: str) -> bool:
    return not neighbour.isascii() and unicodedata.category(neighbour) not in HIDDEN
