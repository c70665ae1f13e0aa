"""Write the board's map of Triumph of Chaos.

    python -m tools.triumph_map

reads ``tools/triumph_map.json`` (coast, one cell of land for every space, the borders that two cells share, regions, rivers: our
own drawing on Natural Earth's coastlines) and the game's content, and writes ``board/map.json``: the same drawing with the links
as lines that keep clear of other spaces, river marks, the Central Powers' line, and the theatres the map jumps to. It fails if a
space has no place or no cell, if two spaces lie too close, or if a link is missing.
"""

from __future__ import annotations

import json
import re
import tomllib
from itertools import combinations, pairwise
from math import dist
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
GAME = HERE.parent / "src" / "casusbelli" / "games" / "triumph_of_chaos"
ATTRIBUTION = "Coastlines: Natural Earth (public domain), by way of world-atlas 2 (ISC licence). Cells, regions, rivers: our own."

APART = 40.0  # two spaces lie no closer, or their stacks would hide each other
SHORT = 9.0  # a link ends so far from the middle of its space
NEAR = 15.0  # a link that passes a third space closer than this bends round it
BEND = 40.0
TICK = (2.4, 7.0)  # a river mark: half the gap, half the length

TINT = {
    "north": 1, "central": 2, "east": 3, "kuban": 4, "don": 5, "urals_north": 4, "urals_central": 6, "finland": 7, "estonia": 8,
    "latvia": 7, "lithuania": 8, "poland": 9, "belarus": 6, "west_ukraine": 4, "ukraine": 8, "makhno": 9, "transcaucasia": 8,
    "astrakhan": 9, "khiva": 3, "turkistan": 1, "rumania": 6,
}  # fmt: skip
"""Which of nine papers a region is printed on: neighbours differ."""

LABELS = {
    "north": (905, 500, 7), "central": (985, 822, 7), "east": (1165, 985, 6), "ukraine": (655, 1075, 4), "belarus": (560, 880, 3),
    "don": (925, 1110, 4), "makhno": (735, 1150, 2), "kuban": (965, 1275, 4), "poland": (330, 905, 4), "finland": (600, 420, 4),
    "estonia": (570, 566, 1), "latvia": (530, 655, 1), "lithuania": (490, 730, 1), "west_ukraine": (450, 1048, 1),
    "urals_north": (1560, 600, 7), "urals_central": (1440, 930, 4), "transcaucasia": (1030, 1470, 3),
    "astrakhan": (1165, 1215, 1), "khiva": (1520, 1310, 4), "turkistan": (1800, 1230, 7), "rumania": (525, 1150, 1),
}  # fmt: skip
"""The name of a region: x, y, letter spacing."""

THEATRES = {
    "north": (760, 90, 1260, 640),
    "baltic": (400, 400, 820, 800),
    "west": (260, 700, 780, 1240),
    "centre": (600, 560, 1080, 1060),
    "south": (620, 960, 1180, 1420),
    "volga": (960, 680, 1400, 1240),
    "urals": (1200, 540, 1860, 1080),
    "asia": (1240, 960, 2040, 1560),
}
"""What the jump buttons show: left, top, right, bottom."""

Point = tuple[float, float]
OUTLINE = re.compile(r"M([-\d.,]+)l([-\d., ]+)(z?)")


def bent(a: Point, b: Point, others: list[Point]) -> Point | None:
    """The control point of a link that would run through a third space."""
    (x0, y0), (x1, y1) = a, b
    length = dist(a, b)
    found = None
    for x, y in others:
        part = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length**2
        aside = ((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) / length
        if 0.08 < part < 0.92 and abs(aside) < NEAR:
            way = (BEND - abs(aside)) * (-1 if aside >= 0 else 1) / length
            found = ((x0 + x1) / 2 + way * (y1 - y0), (y0 + y1) / 2 - way * (x1 - x0))
    return found


def link_path(a: Point, b: Point, control: Point | None) -> str:
    k = SHORT / dist(a, b)
    start = (a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k)
    end = (b[0] - (b[0] - a[0]) * k, b[1] - (b[1] - a[1]) * k)
    line = f"Q{control[0]:.0f},{control[1]:.0f} " if control else "L"
    return f"M{start[0]:.0f},{start[1]:.0f}{line}{end[0]:.0f},{end[1]:.0f}"


def tick_path(a: Point, b: Point, control: Point | None) -> str:
    """Two strokes across the middle of a link: it crosses a river."""
    length = dist(a, b)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    if control:
        x, y = (x + control[0]) / 2, (y + control[1]) / 2
    gap, half = TICK
    strokes = []
    for s in (-gap, gap):
        from_, to = (x + ux * s - uy * half, y + uy * s + ux * half), (x + ux * s + uy * half, y + uy * s - ux * half)
        strokes.append(f"M{from_[0]:.1f},{from_[1]:.1f}L{to[0]:.1f},{to[1]:.1f}")
    return "".join(strokes)


def coarse(path: str) -> str:
    """The same outline in whole units: over a slow line every decimal is waited for, and none of them can be seen.

    Points are rounded where they stand, not the steps between them: what two outlines share they go on sharing.
    """
    parts = []
    for start, steps, closed in OUTLINE.findall(path):
        x, y = map(float, start.split(","))
        points = [(round(x), round(y))]
        for step in steps.split():
            dx, dy = map(float, step.split(","))
            x, y = x + dx, y + dy
            if (round(x), round(y)) != points[-1]:
                points.append((round(x), round(y)))
        ways = " ".join(f"{b[0] - a[0]},{b[1] - a[1]}" for a, b in pairwise(points))
        if ways:
            parts.append(f"M{points[0][0]},{points[0][1]}l{ways}{closed}")
    return "".join(parts)


def check(drawing: dict[str, Any], spaces: dict[str, Any]) -> None:
    """Every space has its place and its cell, and none lies on another."""
    for name in ("spaces", "cells"):
        missing = spaces.keys() ^ drawing[name].keys()
        if missing:
            raise SystemExit(f"{name}: {', '.join(sorted(missing))}")
    for a, b in combinations(spaces, 2):
        if dist(drawing["spaces"][a], drawing["spaces"][b]) < APART:
            raise SystemExit(f"{a} and {b} lie too close")


def main() -> None:
    drawing = json.loads((HERE / "triumph_map.json").read_text("utf-8"))
    content = tomllib.loads((GAME / "content" / "map.toml").read_text("utf-8"))
    spaces = {row["id"]: row for row in content["space"]}
    regions = {row["id"]: row for row in content["region"]}
    check(drawing, spaces)
    for name in ("cells", "regions", "rivers"):
        drawing[name] = {key: coarse(path) for key, path in drawing[name].items()}
    drawing["edges"] = [[a, b, line] for a, b, path in drawing["edges"] if (line := coarse(path))]
    drawing["land"] = coarse(drawing["land"])
    at: dict[str, Point] = {name: (x, y) for name, (x, y) in drawing["spaces"].items()}
    links, ticks = [], []
    for row in content["connection"]:
        a, b = at[row["a"]], at[row["b"]]
        control = bent(a, b, [p for name, p in at.items() if name not in (row["a"], row["b"])])
        links.append([row["a"], row["b"], bool(row["rail"]), link_path(a, b, control)])
        if row["river"]:
            ticks.append(tick_path(a, b, control))
    restricted = {name for name, row in spaces.items() if regions[row["region"]]["cp_restricted"]}
    board = {
        "attribution": ATTRIBUTION,
        "size": drawing["size"],
        "spaces": drawing["spaces"],
        "cells": drawing["cells"],
        "edges": drawing["edges"],
        "regions": {name: [TINT[name], *LABELS[name], path] for name, path in drawing["regions"].items()},
        "rivers": "".join(drawing["rivers"].values()),
        "links": links,
        "ticks": "".join(ticks),
        "cp_line": "".join(path for a, b, path in drawing["edges"] if (a in restricted) != (b in restricted)),
        "theatres": THEATRES,
        "land": drawing["land"],
    }
    target = GAME / "board" / "map.json"
    target.write_text(json.dumps(board, separators=(",", ":")) + "\n", "utf-8")
    print(f"{target.relative_to(HERE.parent)}: {len(spaces)} spaces, {len(links)} links, {target.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
