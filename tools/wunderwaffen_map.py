"""Write the board's data of WunderWaffen: the drawn map, and what is printed on it and beside it.

    python -m tools.wunderwaffen_map

reads ``tools/wunderwaffen_areas.json`` (coast, areas that touch exactly where the rules say, rivers) and the game's content, and
writes ``board/map.json``. It fails if an area is missing or two areas touch that are not adjacent.
"""

from __future__ import annotations

import json
import re
import tomllib
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
GAME = HERE.parent / "src" / "casusbelli" / "games" / "wunderwaffen"
ATTRIBUTION = "Coastlines: Natural Earth (public domain), by way of world-atlas 2 (ISC licence). Territories and rivers: our own."
LANGUAGES = ("en", "it", "es")
TOUCH = 3.0  # a border shorter than this is a corner

NUDGE = {
    "amsterdam": (4, 4),
    "berlin": (0, -3),
    "bialystok": (4, 4),
    "essen": (0, 2),
    "frankfurt": (4, -5),
    "hamburg": (-4, 6),
    "hannover": (-4, 2),
    "koszalin": (-2, 2),
    "krakow": (0, -13),
    "lublin": (2, 0),
    "magdeburg": (-1, 0),
    "rostock": (0, -2),
}
"""Where the eye wants a plate a little off the middle of its area."""

Point = tuple[float, float]


def points(path: str) -> list[Point]:
    """The points of one of our relative paths."""
    numbers = [float(n) for n in re.findall(r"-?\d*\.?\d+", path)]
    x, y = numbers[:2]
    line = [(x, y)]
    for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
        x, y = x + dx, y + dy
        line.append((x, y))
    return line


def length(line: list[Point]) -> float:
    return sum(dist(a, b) for a, b in pairwise(line))


def along(line: list[Point], part: float) -> Point:
    """The point after this part of a line."""
    left = length(line) * part
    for a, b in pairwise(line):
        step = dist(a, b)
        if step and left <= step:
            return a[0] + (b[0] - a[0]) * left / step, a[1] + (b[1] - a[1]) * left / step
        left -= step
    return line[-1]


def gate(line: list[Point], berlin: Point, neighbour: Point) -> Point:
    """Where on its border the gate to Berlin hides neither plate."""

    def room(spot: Point) -> float:
        def gap(x: float, y: float, width: float, height: float) -> float:
            return max(abs(spot[0] - x) - width, abs(spot[1] - y) - height)

        x, y = berlin
        plates = ((x, y - 44, 52, 11), (x, y - 12, 60, 20), (x, y + 30, 40, 20), (x, y + 57, 34, 8), (*neighbour, 60, 42))
        return min(14.0, *(gap(*plate) for plate in plates))

    return max((along(line, k / 20) for k in range(3, 18)), key=room)


def check(areas: dict[str, Any], content: dict[str, Any]) -> None:
    """Two areas share a border if and only if the rules call them adjacent."""
    rows = content["territory"] + content["berlin"] + content["start_area"]
    wanted = {frozenset((row["id"], other)) for row in rows for other in row["adjacent"]}
    shared: dict[frozenset[str], float] = {}
    for a, b, path in areas["borders"]:
        if "_" not in (a, b) and not (a.endswith("_start") and b.endswith("_start")):
            pair = frozenset((a, b))
            shared[pair] = shared.get(pair, 0) + length(points(path))
    drawn = {pair for pair, long in shared.items() if long > TOUCH}
    if drawn != wanted:
        raise SystemExit(
            f"borders: too few {sorted(map(sorted, wanted - drawn))}, too many {sorted(map(sorted, drawn - wanted))}"
        )


def rounded(point: Point) -> list[float]:
    return [round(point[0], 1), round(point[1], 1)]


def geometry(areas: dict[str, Any]) -> dict[str, Any]:
    sites = {name: (x + NUDGE.get(name, (0, 0))[0], y + NUDGE.get(name, (0, 0))[1]) for name, (x, y, _) in areas["sites"].items()}
    inner, outer = "", ""
    longest: dict[str, list[Point]] = {}
    for a, b, path in areas["borders"]:
        if "_" in (a, b) or a.endswith("_start") or b.endswith("_start"):
            outer += path
        else:
            inner += path
        if "berlin" in (a, b) and "_" not in (a, b):
            other, line = a if b == "berlin" else b, points(path)
            if length(line) > length(longest.get(other, line[:1])):
                longest[other] = line
    return {
        "size": [areas["width"], areas["height"]],
        "land": areas["land"],
        "areas": areas["areas"],
        "inner": inner,
        "outer": outer,
        "corners": areas["corners"],
        "rivers": "".join(path for _, path in areas["rivers"]),
        "sites": {name: rounded(site) for name, site in sites.items()},
        "gates": {name: rounded(gate(line, sites["berlin"], sites[name])) for name, line in longest.items()},
    }


def printed(content: dict[str, Any]) -> dict[str, Any]:
    """What the map, the tracks and the cards show in print."""
    berlin = content["berlin"][0]
    return {
        "rounds": [content["game"][0]["part1_rounds"], content["game"][0]["part2_rounds"]],
        "territories": {
            row["id"]: {
                "spaces": row["spaces"],
                "vp": row["vp"],
                "bonus": [effect["kind"] for effect in row["bonus"]],
                "cities": row["cities"],
                "adjacent": row["adjacent"],
            }
            for row in content["territory"]
        },
        "berlin": {
            "adjacent": berlin["adjacent"],
            "needed": berlin["open_when_adjacent_allied"],
            "spaces": [
                {"id": row["id"], "vp": row["vp"], "bonus": [e["kind"] for e in row["bonus"]], "overflow": row["overflow"]}
                for row in content["berlin_space"]
            ],
        },
        "tracks": {
            row["id"]: {"vp": row["vp_by_box"], "research_box": row.get("german_research_box")} for row in content["track"]
        },
        "research": [
            {"step": row["step"], "points": row["research_points"], "rise": row["on_rise"], "fall": row["on_fall"]}
            for row in content["research_step"]
        ],
        "conference": content["conference"][0]["vp_by_box"],
        "leader": content["leader"][0]["effects"],
        "strategy": strategy(content),
        "reserve": [row["id"] for row in content["reserve_slot"]],
        "cards": {
            row["id"]: {
                "group": row["group"],
                "value": row["value"],
                "bonus": row["bonus"],
                "text": {language: row[f"text_{language}"] for language in LANGUAGES},
            }
            for row in content["card"]
        },
    }


def strategy(content: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    boxes: dict[str, list[dict[str, Any]]] = {}
    for row in sorted(content["strategy_box"], key=lambda row: int(row["box"])):
        boxes.setdefault(row["faction"], []).append({key: row[key] for key in ("id", "discard", "top", "bottom")})
    return boxes


def main() -> None:
    content: dict[str, Any] = {}
    for file in sorted((GAME / "content").glob("*.toml")):
        content |= tomllib.loads(file.read_text())
    areas = json.loads((HERE / "wunderwaffen_areas.json").read_text())
    check(areas, content)
    board = {"attribution": ATTRIBUTION, **geometry(areas), **printed(content)}
    (GAME / "board" / "map.json").write_text(json.dumps(board, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
