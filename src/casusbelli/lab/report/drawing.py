"""Pictures as SVG, drawn for a phone's width: a screen that is wider sets them side by side, not larger."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from textwrap import wrap
from typing import NamedTuple

WIDTH = 360
INK, FAINT, RULE = "#23292f", "#5f6b76", "#d9d4c7"
COLOURS = ("#9c4a3c", "#2f5d7c", "#5b7f3a", "#6b5b8c", "#8a6d3b", "#3f7f7a")
MANY = 4.0
"""About how wide a letter is at the size of labels, times two: for cutting what does not fit."""


class Bar(NamedTuple):
    """A share or a mean with its interval."""

    label: str
    value: float
    low: float
    high: float
    colour: str
    note: str = ""


class Point(NamedTuple):
    """The mean of a moment and what most games lie within."""

    mean: float
    low: float
    high: float


def svg(body: Sequence[str], height: float, title: str) -> str:
    name = escape(title, quote=True)
    return f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{name}">{"".join(body)}</svg>'


def text(
    x: float, y: float, words: str, *, anchor: str = "start", size: float = 11, colour: str = INK, bold: bool = False
) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}"{weight}>{escape(words)}</text>'
    )


TAIL = re.compile(r": ?\S{1,8}$")
"""What tells labels apart that begin alike: ``Points at the start: 12``."""


def cut(words: str, width: float) -> str:
    """As much of a label as fits; the value at its end stays."""
    most = int(width / MANY / 1.65)
    if len(words) <= most:
        return words
    tail = found[0] if (found := TAIL.search(words)) and len(found[0]) < most - 4 else ""
    return words[: max(1, most - 1 - len(tail))].rstrip() + "…" + tail


def rect(x: float, y: float, width: float, height: float, colour: str, tip: str = "") -> str:
    told = f"<title>{escape(tip)}</title>" if tip else ""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{height:.1f}" fill="{colour}">{told}</rect>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str = RULE, width: float = 1, dash: str = "") -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}"{dashed}/>'


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two: share 0 is the first, 1 the second."""
    share = min(1.0, max(0.0, share))
    parts = [(int(one[n : n + 2], 16), int(other[n : n + 2], 16)) for n in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


def bars(
    rows: Sequence[Bar],
    title: str,
    *,
    unit: str = " %",
    fair: float | None = None,
    start: float = 0.0,
    end: float,
    colours: Sequence[tuple[str, str]] = (),
) -> str:
    """Lying bars with their intervals, each under its label; the fair share as a dashed line; what the colours mean above."""
    right = WIDTH - 8
    span = (end - start) or 1.0

    def place(value: float) -> float:
        return 4 + (min(max(value, start), end) - start) / span * (right - 4)

    body, y = ([legend(colours)], 22.0) if colours else ([], 4.0)
    for row in rows:
        shown = f"{row.value:.1f}".removesuffix(".0") + unit + (f" · {row.note}" if row.note else "")
        body.append(text(4, y + 11, cut(row.label, WIDTH - 20 - 6 * len(shown)), bold=True))
        body.append(text(right, y + 11, shown, anchor="end", colour=FAINT))
        zero = place(0.0)
        body.append(
            rect(min(zero, place(row.value)), y + 16, abs(place(row.value) - zero), 10, row.colour, f"{row.label}: {shown}")
        )
        body.append(line(place(row.low), y + 21, place(row.high), y + 21, INK, 1.5))
        body += [line(place(edge), y + 17, place(edge), y + 25, INK, 1.5) for edge in (row.low, row.high)]
        y += 34
    if fair is not None:
        body.append(line(place(fair), 2, place(fair), y, FAINT, 1, "4 3"))
    return svg(body, y + 4, title)


def stacked(
    rows: Sequence[tuple[str, Mapping[str, float]]],
    colours: Mapping[str, str],
    names: Mapping[str, str],
    title: str,
    *,
    full: float = 0.0,
) -> str:
    """Each row a whole, in parts; a row of ``full`` (if not given, every row) has the whole width."""
    body, y = [legend([(names[key], colour) for key, colour in colours.items()])], 22.0
    for label, parts in rows:
        whole = sum(parts.values())
        body.append(text(WIDTH - 8, y + 11, f"{whole:g}", anchor="end", colour=FAINT))
        lines = wrap(label, 50) or [""]
        body += [text(4, y + 11 + 13 * n, told, bold=True) for n, told in enumerate(lines)]
        y += 13 * (len(lines) - 1)
        x = 4.0
        for key, count in parts.items():
            width = (WIDTH - 12) * count / (full or whole) if whole else 0
            body.append(rect(x, y + 16, width, 14, colours.get(key, FAINT), f"{names.get(key, key)}: {count:g}"))
            if width > 24:
                body.append(text(x + width / 2, y + 27, f"{count:g}", anchor="middle", size=10, colour="#ffffff"))
            x += width
        y += 38
    return svg(body, y, title)


def legend(entries: Sequence[tuple[str, str]]) -> str:
    """What the colours mean, in one line: long names have more room than short ones."""
    body, x = [], 4.0
    letters = sum(len(name) for name, _ in entries) or 1
    for name, colour in entries:
        room = (WIDTH - 8 - 20 * len(entries)) * len(name) / letters
        body += [rect(x, 4, 9, 9, colour), text(x + 13, 12, cut(name, room), size=10)]
        x += 20 + room
    return "".join(body)


def curves(
    series: Mapping[str, Sequence[Point]], colours: Mapping[str, str], names: Mapping[str, str], ticks: Sequence[str], title: str
) -> str:
    """Means over time, in a band within which most games lie."""
    height, left, top = 220.0, 30.0, 24.0
    points = [point for course in series.values() for point in course]
    low, high = min(point.low for point in points), max(point.high for point in points)
    high = high if high > low else low + 1

    def x(n: int) -> float:
        return left + n * (WIDTH - left - 10) / max(1, len(ticks) - 1)

    def y(value: float) -> float:
        return top + (high - value) / (high - low) * (height - top - 24)

    body = [legend([(names[key], colours[key]) for key in series])]
    for value in (low, (low + high) / 2, high):
        body += [
            line(left, y(value), WIDTH - 8, y(value)),
            text(left - 4, y(value) + 4, f"{value:.0f}", anchor="end", size=9, colour=FAINT),
        ]
    step = max(1, -(-len(ticks) // 6))
    for n in range(0, len(ticks), step):
        body.append(
            text(
                x(n),
                height - 6,
                cut(ticks[n], 70),
                anchor="middle" if 0 < n < len(ticks) - 1 else "start" if n == 0 else "end",
                size=9,
                colour=FAINT,
            )
        )
    for key, course in series.items():
        upper = " ".join(f"{x(n):.1f},{y(point.high):.1f}" for n, point in enumerate(course))
        lower = " ".join(f"{x(n):.1f},{y(point.low):.1f}" for n, point in reversed(list(enumerate(course))))
        body.append(f'<polygon points="{upper} {lower}" fill="{colours[key]}" opacity="0.14"/>')
    for key, course in series.items():
        means = " ".join(f"{x(n):.1f},{y(point.mean):.1f}" for n, point in enumerate(course))
        body.append(f'<polyline points="{means}" fill="none" stroke="{colours[key]}" stroke-width="2.2"/>')
    return svg(body, height, title)


def heat(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Mapping[tuple[int, int], tuple[str, str, str]],
    title: str,
) -> str:
    """A table of coloured cells: each a colour, what stands in it and what it says when pointed at."""
    narrowest = 44 if max(map(len, columns), default=0) > 4 else 26
    left = max(60.0, min(max(map(len, rows), default=0) * MANY * 1.65 + 16, WIDTH - 6 - narrowest * len(columns)))
    wide = (WIDTH - left - 6) / max(1, len(columns))
    body = [
        text(left + (n + 0.5) * wide, 12, cut(name, wide + 4), anchor="middle", size=9, colour=FAINT)
        for n, name in enumerate(columns)
    ]
    for n, name in enumerate(rows):
        y = 18 + n * 20
        body.append(text(left - 6, y + 13, cut(name, left - 8), anchor="end", size=10))
        for k in range(len(columns)):
            if (n, k) in cells:
                colour, shown, tip = cells[n, k]
                body.append(rect(left + k * wide, y, wide - 1.5, 18, colour, tip))
                body.append(text(left + (k + 0.5) * wide - 0.7, y + 13, shown, anchor="middle", size=9, colour=readable(colour)))
    return svg(body, 22 + 20 * len(rows), title)


def readable(colour: str) -> str:
    """Black or white, whichever can be read on a colour."""
    r, g, b = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return INK if 0.3 * r + 0.59 * g + 0.11 * b > 140 else "#ffffff"


def columns(values: Sequence[tuple[str, float, str]], title: str, colour: str = COLOURS[1]) -> str:
    """Standing columns: a label, a height, what it says when pointed at."""
    height, base = 150.0, 128.0
    most = max((value for _, value, _ in values), default=0) or 1
    wide = (WIDTH - 12) / max(1, len(values))
    step = max(1, -(-len(values) // 7))
    body = [line(4, base, WIDTH - 8, base, INK)]
    for n, (label, value, tip) in enumerate(values):
        tall = (base - 18) * value / most
        body.append(rect(6 + n * wide, base - tall, wide - 2, tall, colour, tip))
        if wide > 22:
            body.append(text(6 + (n + 0.5) * wide, base - tall - 4, f"{value:g}", anchor="middle", size=9, colour=FAINT))
        if n % step == 0:
            body.append(text(6 + (n + 0.5) * wide, base + 14, cut(label, wide * step), anchor="middle", size=9, colour=FAINT))
    return svg(body, height, title)
