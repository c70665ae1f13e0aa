"""Markdown into HTML: five directives, chips for rule numbers, glossary terms. Raw HTML is text.

    ::figure wheel dial=2        a drawing of the game's own board; the lines below say in words all that it shows
    ::try E24                    an example to be played; below it the question and, after "=>", the answer; without them
                                 position.E24.text and .answer of the catalogue
    ::ruling R-02                how the game decides where the boxed rules are unclear
    ::hint                       something worth knowing
    ::table dial                 a table from the game's content

A directive ends with a blank line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape, unescape

import msgspec
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from casusbelli.game import Table

DIRECTIVES = ("figure", "try", "ruling", "hint", "table")
_DIRECTIVE = re.compile(r"::([a-z]+)(?:[ \t]+(.*?))?[ \t]*$")
_NUMBER = re.compile(r"\(([A-Z]?\d+(?:\.\d+)*)\)")
_CHIP = re.compile(r"\[\(([A-Z]?\d+(?:\.\d+)*)\)\]")
_TERM = re.compile(r"\[\[([^\]|]+)(?:\|([^\]]+))?\]\]")
ANSWER = "=>"
_INLINE = re.compile(r"</?(?:a|b|em|span|strong|code|glossary-term)\b[^>]*>")
_AT = re.compile(r"\[\?([a-z_0-9 ]+)\]")


class Directive(msgspec.Struct, frozen=True):
    """A directive as it was met."""

    name: str
    argument: str
    body: str = ""


class Wording(msgspec.Struct, frozen=True):
    """The few words that the engine itself puts round directives, in one language."""

    figure: str
    example: str
    answer: str
    ruling: str
    hint: str
    try_it: str
    try_hint: str
    see: str
    rules: str
    terms: str
    cards: str
    nothing: str
    back: str


class Rendering(msgspec.Struct):
    """What a piece of text refers to and what it met while it was rendered."""

    game: str
    number: str
    wording: Wording
    chapter_of: Callable[[str], str | None]
    """The chapter of a rule number; None when there is no such entry."""
    term_of: Callable[[str], str | None]
    """The id of a glossary term by its name, one of its other forms, or its id."""
    tables: dict[str, Table]
    words: Mapping[str, str] = {}
    """The game's catalogue."""
    examples: frozenset[str] | None = None
    """The examples that can be opened; None: nothing can be opened here."""
    directives: list[Directive] = []
    chips: list[str] = []
    terms: list[str] = []
    decisions: list[str] = []
    problems: list[str] = []


def _of(env: EnvType) -> Rendering:
    rendering: Rendering = env["rendering"]
    return rendering


# -- reading -----------------------------------------------------------------------------------------------------------


def _directive(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    found = _DIRECTIVE.fullmatch(_line(state, start)) if state.is_code_block(start) is False else None
    if found is None:
        return False
    if silent:
        return True
    last = start + 1
    while last < end and not state.isEmpty(last):
        last += 1
    body = "\n".join(_line(state, n) for n in range(start + 1, last))
    token = state.push("directive", "", 0)
    token.meta = {"name": found[1], "argument": found[2] or "", "body": body}
    token.map = [start, last]
    token.block = True
    state.line = last
    return True


def _line(state: StateBlock, n: int) -> str:
    return state.src[state.bMarks[n] + state.tShift[n] : state.eMarks[n]]


def _inline(pattern: re.Pattern[str], first: str, kind: str) -> Callable[[StateInline, bool], bool]:
    """A rule for a piece of running text."""

    def rule(state: StateInline, silent: bool) -> bool:
        if state.src[state.pos] != first:
            return False
        found = pattern.match(state.src, state.pos)
        if found is None:
            return False
        if not silent:
            plainly = kind == "chip" and not _is_chip(state, found[1])
            token = state.push("text" if plainly else kind, "", 0)
            token.content = f"({found[1]})" if plainly else found[1]
            token.meta = {"wanted": found[2] if kind == "term" else None}
        state.pos = found.end()
        return True

    return rule


def _is_chip(state: StateInline, number: str) -> bool:
    """A number in brackets is a chip where an entry has it; one that looks like a rule and is none is a slip."""
    rendering = _of(state.env)
    if rendering.chapter_of(number) is not None:
        return True
    if not number.isdigit():
        _complain(rendering, f"cites {number}, which has no entry")
    return False


def _complain(rendering: Rendering, problem: str) -> None:
    if problem not in rendering.problems:
        rendering.problems.append(problem)


# -- rendering ---------------------------------------------------------------------------------------------------------


def _render_chip(_: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
    rendering, number = _of(env), tokens[at].content
    rendering.chips.append(number)
    return chip(rendering, number)


def chip(rendering: Rendering, number: str) -> str:
    """The number of a rule as a link to its entry."""
    chapter = rendering.chapter_of(number)
    label = escape(rendering.wording.see.replace("{number}", number))
    address = f"/rules/{rendering.game}/{chapter}#{number}"
    return f'<a class="rule" data-rule="{number}" href="{address}" aria-label="{label}">{number}</a>'


def _render_term(_: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
    rendering, token = _of(env), tokens[at]
    shown = token.content
    term = rendering.term_of(token.meta["wanted"] or shown)
    if term is None:
        _complain(rendering, f"[[{token.meta['wanted'] or shown}]] is not in the glossary")
        return escape(shown)
    if term in rendering.terms:
        return escape(shown)
    rendering.terms.append(term)
    address = f"/rules/{rendering.game}/glossary#term-{term}"
    return f'<glossary-term term="{term}"><a class="term" href="{address}">{escape(shown)}</a></glossary-term>'


def _render_at(_: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
    rendering, decisions = _of(env), tokens[at].content.split()
    rendering.decisions += decisions
    return f'<span class="at" data-at="{" ".join(decisions)}" hidden></span>'


def _render_directive(_: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
    rendering, meta = _of(env), tokens[at].meta
    directive = Directive(meta["name"], meta["argument"], meta["body"])
    rendering.directives.append(directive)
    render = _RENDERERS.get(directive.name)
    if render is None:
        _complain(rendering, f"::{directive.name} is not one of {', '.join(DIRECTIVES)}")
        return ""
    return render(rendering, directive)


def _words(rendering: Rendering, text: str) -> str:
    """Running text inside a directive."""
    return to_inline(" ".join(text.split()), rendering)


def _figure(rendering: Rendering, directive: Directive) -> str:
    kind, _, argument = directive.argument.partition(" ")
    if not kind or not directive.body:
        _complain(rendering, f"::figure {directive.argument}: a figure has a kind and a sentence that says what it shows")
    count = sum(1 for one in rendering.directives if one.name == "figure")
    label = f"{rendering.wording.figure} {rendering.number}" + (f" {chr(96 + count)}" if count > 1 else "")
    caption = _words(rendering, directive.body)
    return (
        f'<figure class="rule-figure"><rule-figure game="{rendering.game}" kind="{escape(kind)}" given="{escape(argument)}">'
        f"</rule-figure><figcaption><b>{escape(label)}</b> {caption}</figcaption></figure>\n"
    )


def _try(rendering: Rendering, directive: Directive) -> str:
    wording, name = rendering.wording, directive.argument
    told, _, answer = directive.body.partition(ANSWER)
    title, text, reply = (rendering.words.get(f"position.{name}.{part}", "") for part in ("title", "text", "answer"))
    told, answer = told.strip() or text, answer.strip() or reply
    if not told or not answer:
        _complain(rendering, f"::try {name}: an example has a question and, after {ANSWER}, an answer (or position.{name}.*)")
    if rendering.examples is not None and name not in rendering.examples:
        _complain(rendering, f"::try {name}: there is no such position")
    back = f"/rules/{rendering.game}/{rendering.chapter_of(rendering.number) or 'first'}#try-{name}"
    button = (
        f'<form class="go" method="post" action="/positions/{rendering.game}/{escape(name)}">'
        f'<input type="hidden" name="back" value="{escape(back)}">'
        f'<button class="button primary">{escape(wording.try_it)}</button>'
        f'<span class="hint">{escape(wording.try_hint)}</span></form>'
        if rendering.examples and name in rendering.examples
        else ""
    )
    heading = " · ".join(filter(None, (f"{wording.example} {name}", title)))
    return (
        f'<section class="tryit" id="try-{escape(name)}"><h4>{escape(heading)}</h4>'
        f"<p>{_words(rendering, told)}</p>"
        f"<details><summary>{escape(wording.answer)}</summary><p>{_words(rendering, answer)}</p></details>{button}</section>\n"
    )


def _ruling(rendering: Rendering, directive: Directive) -> str:
    if not directive.argument or not directive.body:
        _complain(rendering, f"::ruling {directive.argument}: a ruling has an id and says what is played")
    head = f"{rendering.wording.ruling} {directive.argument}"
    return f'<p class="ruling" id="{escape(directive.argument)}"><b>{escape(head)}</b> {_words(rendering, directive.body)}</p>\n'


def _hint(rendering: Rendering, directive: Directive) -> str:
    if not directive.body:
        _complain(rendering, "::hint says nothing")
    return f'<p class="worth"><b>{escape(rendering.wording.hint)}</b> {_words(rendering, directive.body)}</p>\n'


def _table(rendering: Rendering, directive: Directive) -> str:
    table = rendering.tables.get(directive.argument)
    if table is None:
        _complain(rendering, f"::table {directive.argument}: the game's reference() has no such table")
        return ""
    cells = ["".join(f"<td>{escape(cell)}</td>" for cell in row[1:]) for row in table.rows]
    rows = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>{rest}</tr>' for row, rest in zip(table.rows, cells, strict=True) if row
    )
    head = "".join(f'<th scope="col">{escape(cell)}</th>' if cell else "<td></td>" for cell in table.head)
    caption = f"<figcaption>{_words(rendering, directive.body)}</figcaption>" if directive.body else ""
    return (
        f'<figure class="printed"><div class="scroller"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>{caption}</figure>\n"
    )


_RENDERERS: dict[str, Callable[[Rendering, Directive], str]] = {
    "figure": _figure,
    "try": _try,
    "ruling": _ruling,
    "hint": _hint,
    "table": _table,
}


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["html_block", "html_inline"])
    parser.block.ruler.before("paragraph", "directive", _directive, {"alt": ["paragraph"]})
    parser.inline.ruler.before("link", "term", _inline(_TERM, "[", "term"))
    parser.inline.ruler.before("term", "at", _inline(_AT, "[", "at"))
    parser.inline.ruler.before("at", "chip", _inline(_CHIP, "[", "chip"))
    for kind, render in {"directive": _render_directive, "term": _render_term, "chip": _render_chip, "at": _render_at}.items():
        parser.add_render_rule(kind, render)
    return parser


PARSER = _parser()


def to_html(text: str, rendering: Rendering) -> str:
    """Blocks of text."""
    return str(PARSER.render(_bracketed(text), {"rendering": rendering}))


def to_inline(text: str, rendering: Rendering) -> str:
    """One line of text."""
    return str(PARSER.renderInline(_bracketed(text), {"rendering": rendering}))


def _bracketed(text: str) -> str:
    """Markdown reads brackets, not parentheses, in running text: ``(5.4)`` is given it as ``[(5.4)]``."""
    return _NUMBER.sub(lambda found: found[0] if text[: found.start()].endswith("[") else f"[{found[0]}]", text)


def plain(html: str) -> str:
    """The words alone: blocks are parted by a space, marks within a sentence are not."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", _INLINE.sub("", html))).split())
