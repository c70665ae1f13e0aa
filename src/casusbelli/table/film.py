"""The course of a war as a picture and as a moving one: the chances or the points of every seat over time, drawn with Pillow.

Drawn from what everybody may see after the end. Without Pillow (the extra ``film``) there are no pictures.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import msgspec

SIZE = (720, 400)
MARGIN = (56, 44, 120, 40)
FRAMES, LAST_FRAMES = 60, 12
MILLISECONDS = 110
PAPER, INK, GRID = (246, 240, 228), (45, 39, 32), (206, 196, 178)
COLOURS = ((27, 72, 160), (168, 50, 38), (52, 110, 58), (150, 108, 20))
"""A line for every seat, in the order of the table; each is named at its end, so that colour is not all that tells them apart."""


class Strand(msgspec.Struct, frozen=True):
    """One seat's line: its name and its values at the places (from 0 to 1)."""

    name: str
    values: list[float]


class Story(msgspec.Struct, frozen=True):
    """What is drawn: a title, the places in time, the names below them, the scale, a line for every seat."""

    title: str
    places: list[float]
    marks: list[tuple[float, str]]
    scale: list[float]
    strands: list[Strand]


def _font(size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size)


def _drawn(story: Story, share: float) -> Any:
    """The picture up to a moment."""
    from PIL import Image, ImageDraw

    wide, high = SIZE
    left, top, right, bottom = MARGIN
    picture = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(picture)
    low, most = story.scale[0], story.scale[-1]

    def point(place: float, value: float) -> tuple[float, float]:
        x = left + place * (wide - left - right)
        return x, high - bottom - (value - low) * (high - top - bottom) / max(1e-9, most - low)

    draw.text((left, 12), story.title, INK, _font(18))
    for value in story.scale:
        _, y = point(0, value)
        draw.line((left, y, wide - right, y), GRID)
        draw.text((left - 8, y), f"{value:g}", INK, _font(13), anchor="rm")
    for place, name in story.marks:
        draw.text((point(place, low)[0], high - bottom + 8), name, INK, _font(13), anchor="mt")
    ends: list[tuple[float, int]] = []
    for n, strand in enumerate(story.strands):
        seen = [(p, v) for p, v in zip(story.places, strand.values, strict=True) if p <= share + 1e-9]
        way = [point(p, v) for p, v in seen]
        if len(way) > 1:
            draw.line(way, COLOURS[n % len(COLOURS)], 3, joint="curve")
        if way:
            x, y = way[-1]
            draw.ellipse((x - 4, y - 4, x + 4, y + 4), COLOURS[n % len(COLOURS)])
            ends.append((y, n))
    for y, n in _apart(sorted(ends)):
        draw.text((wide - right + 10, y), story.strands[n].name[:14], COLOURS[n % len(COLOURS)], _font(14), anchor="lm")
    return picture


def _apart(ends: Sequence[tuple[float, int]], line: float = 17) -> list[tuple[float, int]]:
    """Names beside each other's lines do not lie on each other."""
    placed: list[tuple[float, int]] = []
    for y, n in ends:
        placed.append((max(y, placed[-1][0] + line) if placed else y, n))
    return placed


def picture(story: Story) -> bytes:
    out = io.BytesIO()
    _drawn(story, 1).save(out, "PNG", optimize=True)
    return out.getvalue()


def film(story: Story) -> bytes:
    """The same, growing; the end stands a while."""
    from PIL import Image

    frames = [_drawn(story, n / (FRAMES - 1)) for n in range(FRAMES)]
    colours = frames[-1].quantize(32, dither=Image.Dither.NONE)
    plain = [frame.quantize(palette=colours, dither=Image.Dither.NONE) for frame in frames]
    out = io.BytesIO()
    times = [*[MILLISECONDS] * (FRAMES - 1), MILLISECONDS * LAST_FRAMES]
    plain[0].save(out, "GIF", save_all=True, append_images=plain[1:], duration=times, loop=0, optimize=False)
    return out.getvalue()
