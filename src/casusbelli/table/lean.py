"""Scripts and style sheets as they are sent: without comments and indentation, a quarter less over the line.

Every line stays where it is, so that an error in the browser names the line of the source. What cannot be read beyond doubt is
sent as it was written: whether a slash begins a pattern or divides is asked of what stands before it, and that may not tell.
"""

from __future__ import annotations

import re

PIECE = re.compile(
    r"""(?P<blank>[ \t]+) | (?P<line>\r?\n) | (?P<comment>//[^\n]*|/\*[\s\S]*?\*/)
    | (?P<string>"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')
    | (?P<word>[\w$\#@]+) | (?P<twice>\+\+|--) | (?P<other>[\s\S])""",
    re.VERBOSE,
)
PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+/\w*")
TEMPLATE = re.compile(r"(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(`|\$\{)")
"""The words of a template up to its end, or to the next expression in it."""

BEFORE_PATTERN = frozenset(
    ["return", "typeof", "case", "in", "of", "delete", "void", "instanceof", "new", "do", "else", "yield", "await", "throw"]
)
BEFORE_CONDITION = frozenset({"if", "while", "for", "with"})
MARKED = frozenset({"import", "export", ",", ";"})
"""What shows where a module takes, gives and ends something, where no bracket is open."""
CLOSED = {")": "(", "]": "[", "}": "{"}
ALONE = frozenset("=,;:{}()[]?&|>")
"""A blank beside one of these says nothing."""

STYLE = re.compile(r"""(?P<comment>/\*[\s\S]*?\*/)|(?P<kept>"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|url\([^"')]*\))""")
AROUND_LINE = re.compile(r"[ \t]*(\r?\n)[ \t]*")


class Doubt(Exception):
    """This may mean one thing or another."""


def lean_script(text: str) -> str:
    """A script without its comments and without blanks that say nothing."""
    try:
        return Script(text).lean()
    except Doubt:
        return text


def lean_style(text: str) -> str:
    """A style sheet without its comments and indentation."""
    out, at = [], 0
    for found in STYLE.finditer(text):
        out.append(AROUND_LINE.sub(r"\1", text[at : found.start()]))
        out.append(found[0] if found["kept"] or found[0].startswith("/*!") else _gap(text, found))
        at = found.end()
    out.append(AROUND_LINE.sub(r"\1", text[at:]))
    return "".join(out).lstrip(" \t")


def _gap(text: str, comment: re.Match[str]) -> str:
    """What stays where a comment was: its lines; between two words a bare one, for a blank would mean something there."""
    lines = "\n" * comment[0].count("\n")
    apart = text[comment.start() - 1 : comment.start()].strip() and text[comment.end() : comment.end() + 1].strip()
    return f"/*{lines}*/" if apart else lines


class Script:
    """Reads a script once, from its beginning to its end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.out: list[str] = []
        self.blank = False
        """Whether there was a blank that has not been written."""
        self.last = ""
        """What was read last, blanks and comments aside."""
        self.named = False
        """Whether that is the name of a property, whatever it looks like."""
        self.open: list[tuple[str, str]] = []
        """The brackets that are open, each with the word before it; a template whose expression is read counts as one."""
        self.condition = False
        """Whether the bracket that was closed last is one of ``if (…)`` and the like."""
        self.marks: list[tuple[int, str]] = []
        """What of ``MARKED`` stands where no bracket is open: which piece of ``out`` it is."""
        self.waits = False
        """Whether the module itself waits for something, outside of every function."""
        self.may_wait = [False]
        """Whether a function is open, for every bracket that is, and outside of them."""

    def lean(self) -> str:
        if self.text.startswith("#!"):
            raise Doubt
        while self.at < len(self.text):
            self.read()
        if self.open:
            raise Doubt
        return "".join(self.out)

    def read(self) -> None:
        found = PIECE.match(self.text, self.at)
        assert found is not None
        piece, self.at = found[0], found.end()
        match found.lastgroup:
            case "blank":
                self.blank = True
            case "line":
                self.break_line(piece)
            case "comment":
                self.leave_out(piece)
            case "word":
                named = self.last == "." and not self.named
                self.write(piece)
                self.waits |= piece == "await" and not named and not self.may_wait[-1]
                self.may_wait[-1] |= piece == "async"
                self.last, self.named = piece, named
            case "string" | "twice":
                self.write(piece)
                self.last, self.named = piece[:2], False
            case _:
                self.sign(piece)

    def break_line(self, piece: str) -> None:
        self.out.append(piece)
        self.blank = False

    def leave_out(self, comment: str) -> None:
        """A comment goes; its lines and, where it keeps two things apart, a blank stay. A licence stays, too."""
        if comment.startswith("/*!") or "@license" in comment:
            self.write(comment)
            return
        lines = comment.count("\n")
        if lines:
            self.out.append("\n" * lines)
        self.blank = not lines

    def sign(self, piece: str) -> None:
        if piece in "\"'":
            raise Doubt  # a string that does not end on its line
        if piece == "/" and self.is_pattern():
            found = PATTERN.match(self.text, self.at - 1)
            if found is None:
                raise Doubt
            piece, self.at = found[0], found.end()
            self.write(piece)
            self.last, self.named = "0", False
            return
        self.write(piece)
        if piece == "`":
            self.template()
        elif piece in CLOSED.values():
            is_function = piece == "{" and (self.last == ">" or (self.last == ")" and not self.condition))
            self.may_wait.append(is_function or self.may_wait[-1])
            self.open.append((piece, "" if self.named else self.last))
        elif piece in CLOSED:
            kind, before = self.open.pop() if self.open else ("", "")
            self.may_wait[1:] = self.may_wait[1:-1]
            if piece == "}" and kind == "`":
                self.template()
                return
            if kind != CLOSED[piece]:
                raise Doubt
            self.condition = before in BEFORE_CONDITION
        if piece in ";}" and not self.open:
            self.may_wait = [False]
        if piece != "`":
            self.last, self.named = piece, False

    def template(self) -> None:
        """The words of a template as they are; its expressions are read like any other."""
        found = TEMPLATE.match(self.text, self.at)
        if found is None:
            raise Doubt
        self.out.append(found[0])
        self.at = found.end()
        if found[1] == "`":
            self.last, self.named = "`", False
        else:
            self.open.append(("`", ""))
            self.may_wait.append(self.may_wait[-1])
            self.last, self.named = "", False

    def is_pattern(self) -> bool:
        """Whether a slash begins a pattern here; else it divides."""
        last = self.last
        if last in {"}", "++", "--"}:
            raise Doubt
        if last == ")":
            return self.condition
        if last in {"]", "`", ".", '"', "'"} or last[:1] in {'"', "'"}:
            return False
        if last[:1].isalnum() or last[:1] in {"_", "$", "#", "@"}:
            return last in BEFORE_PATTERN and not self.named
        return True

    def write(self, piece: str) -> None:
        """A piece, and before it the blank that keeps it apart from the one before."""
        before = self.out[-1][-1] if self.out else "\n"
        if self.blank and before != "\n" and before not in ALONE and piece[0] not in ALONE:
            self.out.append(" ")
        self.blank = False
        if piece in MARKED and not self.open and self.last != ".":
            self.marks.append((len(self.out), piece))
        self.out.append(piece)
