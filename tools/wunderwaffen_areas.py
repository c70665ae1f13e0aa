"""Cut the land between the Rhine and the Vistula into the areas of WunderWaffen: 23 territories, Berlin, three start areas.

    npm install --prefix ATLAS world-atlas
    pip install shapely numpy
    python -m tools.wunderwaffen_areas ATLAS/node_modules/world-atlas
    python -m tools.wunderwaffen_map

reads ``tools/wunderwaffen_seeds.json`` (seed points of every area as [latitude, longitude], the share of land each shall have,
rivers, the board's frame) and the adjacency in the game's content, and writes ``tools/wunderwaffen_areas.json``. It fails if
a border is missing or one is drawn that the rules do not know.

How a border comes about: thousands of random points go to the area of their nearest seed, where a weight for each area evens
out their sizes; the Voronoi cells of the points are joined, and the line between two areas is smoothed once, so that both
share it. A short line between areas that are *not* adjacent shrinks to a corner. Berlin's crowded neighbourhood gets more
room by a mild fisheye.
"""

from __future__ import annotations

import argparse
import json
import random
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
from shapely import MultiPoint, contains_xy, transform, voronoi_polygons
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import linemerge, polygonize, unary_union
from shapely.strtree import STRtree

from .basemap import Pair, Sheet, lambert, land

HERE = Path(__file__).parent
CONTENT = HERE.parent / "src" / "casusbelli" / "games" / "wunderwaffen" / "content" / "map.toml"

POINTS = 9000
BEYOND = 60  # units round the board that are cut too, so that no border ends short of the edge
ROUNDS = 160  # of evening out the sizes
LONGEST_CORNER = 46  # a longer border between areas that are not adjacent is an error of the seeds
LEAST_BORDER, CORNER = 14, 3
PLATE, BERLIN_PLATE, START_PLATE = (108, 74), (156, 118), (60, 60)


@dataclass(frozen=True)
class Board:
    """From a sheet's units to the board's: stretched round a centre, axis by axis, the frame staying where it is."""

    size: Pair
    crop: tuple[float, float, float, float]
    strength: Pair
    centre: Pair
    centre_at: Pair

    def warp(self, points: Any) -> Any:
        """An array of points, each a row."""
        west, north, east, south = self.crop
        return np.column_stack((self._axis(points[:, 0], 0, west, east), self._axis(points[:, 1], 1, north, south)))

    def _axis(self, value: Any, axis: int, low: float, high: float) -> Any:
        off = value - self.centre[axis]
        after = off > 0
        part = off / np.where(after, high - self.centre[axis], self.centre[axis] - low)
        strength = self.strength[axis]
        bent = part * (1 + strength) / (1 + strength * np.abs(part))
        return self.centre_at[axis] + bent * np.where(after, self.size[axis] - self.centre_at[axis], self.centre_at[axis])


# -- paths -------------------------------------------------------------------------------------------------------------


def parts(shape: Any) -> list[Any]:
    return list(shape.geoms) if hasattr(shape, "geoms") else [shape]


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def path(line: Sequence[Pair], *, closed: bool = False) -> str:
    """A relative path with one decimal."""
    rounded = [(round(x, 1), round(y, 1)) for x, y in line]
    steps = " ".join(f"{number(b[0] - a[0])} {number(b[1] - a[1])}" for a, b in pairwise(rounded))
    return f"M{number(rounded[0][0])} {number(rounded[0][1])}l{steps}".replace(" -", "-") + ("z" if closed else "")


def outline(shape: Any) -> str:
    """The rings of an area, without specks."""
    polygons = [p for p in parts(shape) if p.geom_type == "Polygon" and p.area > 5]
    rings = [ring for polygon in polygons for ring in (polygon.exterior, *polygon.interiors)]
    return "".join(path(list(ring.coords)[:-1], closed=True) for ring in rings if Polygon(ring.coords).area > 4)


def smooth(line: Sequence[Pair]) -> list[Pair]:
    """Chaikin's cut corners, twice; the ends stay."""
    points = list(line)
    for _ in range(2):
        cut = [points[0]]
        for (x0, y0), (x1, y1) in pairwise(points):
            cut += [(0.75 * x0 + 0.25 * x1, 0.75 * y0 + 0.25 * y1), (0.25 * x0 + 0.75 * x1, 0.25 * y0 + 0.75 * y1)]
        points = [*cut, points[-1]]
    return points


# -- cutting -----------------------------------------------------------------------------------------------------------


class Seeds:
    """Where the areas are, and how much each weighs when a point is given to the nearest."""

    def __init__(self, config: dict[str, Any], plot: Any) -> None:
        self.names = list(config["land"])
        spots = [(plot(*spot), n) for n, name in enumerate(self.names) for spot in config["land"][name]]
        spots += [(plot(*spot), len(self.names)) for spot in config["outside"]]
        self.at = np.array([spot for spot, _ in spots])
        self.area = np.array([n for _, n in spots])
        self.weight = np.zeros(len(self.names) + 1)

    def nearest(self, points: Any) -> Any:
        far = ((points[:, None, :] - self.at[None]) ** 2).sum(-1)
        return self.area[np.argmin(far - self.weight[self.area][None], axis=1)]

    def even_out(self, points: Any, inland: Any, cell: float, wanted: dict[str, float], size: float) -> None:
        """Change the weights until every territory has about its share of the land; start areas take what is left."""
        free = np.array([not name.endswith("_start") for name in self.names] + [False])
        target = np.array([wanted.get(name, 1.0) * size for name in self.names] + [0.0])
        for _ in range(ROUNDS):
            given = self.nearest(points)
            has = np.array([cell * np.sum(inland & (given == n)) for n in range(len(self.weight))])
            self.weight[free] = np.clip(self.weight[free] + 0.12 * (target - has)[free], -9000, 7500)


Arc = tuple[int, int, list[Pair]]


def borders(points: Any, given: Any, frame: Any) -> list[Arc]:
    """The raw lines between every two areas."""
    cells = list(voronoi_polygons(MultiPoint(points), extend_to=frame.buffer(40)).geoms)
    tree = STRtree(cells)
    cells_of: dict[int, list[Any]] = {}
    for point, area in zip(points, given, strict=True):
        cells_of.setdefault(int(area), []).append(cells[tree.query(Point(point), predicate="intersects")[0]])
    whole = {area: unary_union(found).intersection(frame) for area, found in cells_of.items()}
    arcs: list[Arc] = []
    for a, b in combinations(sorted(whole), 2):
        touching = parts(whole[a].boundary.intersection(whole[b].boundary))
        shared = [line for line in touching if line.geom_type == "LineString" and not line.is_empty]
        if shared:
            arcs += [(a, b, list(line.simplify(2.4).coords)) for line in parts(linemerge(shared))]
    return arcs


def draw_together(arcs: list[Arc], may_touch: Any, ground: Any) -> tuple[list[Arc], list[Pair]]:
    """Where two areas must not touch, a short border becomes one point in which four areas meet."""
    corners: list[Pair] = []
    n = 0
    while n < len(arcs):
        a, b, line = arcs[n]
        drawn = LineString(line)
        if may_touch(a, b) or drawn.intersection(ground).length < CORNER or drawn.length > LONGEST_CORNER:
            n += 1
            continue
        middle = drawn.interpolate(0.5, normalized=True)
        corner = (middle.x, middle.y)
        ends = (line[0], line[-1])
        del arcs[n]

        def moved(other: list[Pair], ends: tuple[Pair, Pair] = ends, corner: Pair = corner) -> list[Pair]:
            last = len(other) - 1
            return [corner if k in (0, last) and point in ends else point for k, point in enumerate(other)]

        arcs = [(one, two, moved(other)) for one, two, other in arcs]
        corners.append((round(middle.x, 1), round(middle.y, 1)))
    return arcs, corners


def softened(arcs: list[Arc]) -> Iterator[tuple[int, int, Any]]:
    for a, b, line in arcs:
        ring = line[0] == line[-1]
        if ring and Polygon(line).area < 200:
            continue
        soft = smooth(line)
        yield a, b, LineString([*soft[:-1], soft[0]] if ring else soft)


def areas_between(lines: list[tuple[int, int, Any]], seeds: Seeds, frame: Any, ground: Any, sheet: Any) -> dict[str, Any]:
    """The areas that the lines enclose, each its largest piece, cut at the coast and at the edge of the board."""
    pieces: dict[int, list[Any]] = {}
    for face in polygonize(unary_union([line for *_, line in lines] + [frame.boundary])):
        inside = face.representative_point()
        pieces.setdefault(int(seeds.nearest(np.array([[inside.x, inside.y]]))[0]), []).append(face)
    found = {}
    for n, name in enumerate(seeds.names):
        largest = max(parts(unary_union(pieces[n]).buffer(0)), key=lambda piece: piece.area)
        found[name] = largest.intersection(ground).intersection(sheet).buffer(0)
    return found


def site(name: str, area: Any) -> list[float]:
    """The best place for an area's plate, and how much of the plate lies inside."""
    width, height = START_PLATE if name.endswith("_start") else BERLIN_PLATE if name == "berlin" else PLATE
    best = (-1.0, 0.0, 0.0, 0.0)
    left, top, right, bottom = area.bounds
    for x in np.arange(left + 8, right - 8, 4):
        for y in np.arange(top + 8, bottom - 8, 4):
            plate = box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            inside = area.intersection(plate).area / plate.area
            depth = area.boundary.distance(Point(x, y)) if area.contains(Point(x, y)) else 0.0
            best = max(best, (inside + depth * 0.0015, float(x), float(y), inside))
    return [round(best[1], 1), round(best[2], 1), round(best[3], 2)]


# -- checking and writing ----------------------------------------------------------------------------------------------


def adjacency() -> set[frozenset[str]]:
    content = tomllib.loads(CONTENT.read_text("utf-8"))
    rows = content["territory"] + content["berlin"] + content["start_area"]
    return {frozenset((row["id"], other)) for row in rows for other in row["adjacent"]}


def check(drawn: dict[frozenset[str], float], wanted: set[frozenset[str]]) -> None:
    few = sorted(sorted(pair) for pair in wanted if drawn.get(pair, 0.0) < LEAST_BORDER)
    many = sorted(sorted(pair) for pair, length in drawn.items() if length > CORNER and pair not in wanted and not starts(pair))
    if few or many:
        raise SystemExit(f"borders: missing {few}, not in the rules {many}")


def starts(pair: frozenset[str]) -> bool:
    """Start areas may touch each other: nobody goes from one to the other."""
    return all(name.endswith("_start") for name in pair)


def cut(config: dict[str, Any], atlas: Path) -> dict[str, Any]:
    (south, west), (north, east) = ((a[1], a[0]) for a in config["box"])
    sheet = Sheet(lambert(*config["args"]), (west, south, east, north), config["width"])
    frame = config["board"]
    on_sheet = sheet.plotter()
    size = (frame["w"], frame["h"])
    board = Board(size, tuple(frame["crop"]), tuple(frame["fisheye"]), on_sheet(*frame["centre"]), tuple(frame["centre_px"]))

    def plot(latitude: float, longitude: float) -> Pair:
        ((x, y),) = board.warp(np.array([on_sheet(latitude, longitude)]))
        return float(x), float(y)

    edge = box(0, 0, *size)
    wide = box(-BEYOND, -BEYOND, size[0] + BEYOND, size[1] + BEYOND)
    whole_land = transform(land(atlas, sheet, pad=0, tolerance=0.6, smallest=6), board.warp).buffer(0)
    ground = whole_land.intersection(edge).buffer(0)

    seeds = Seeds(config, plot)
    rng = random.Random(11)
    across, down = size[0] + BEYOND, size[1] + BEYOND
    points = np.array([(rng.uniform(-BEYOND, across), rng.uniform(-BEYOND, down)) for _ in range(POINTS)])
    inland = contains_xy(ground, points[:, 0], points[:, 1])
    seeds.even_out(points, inland, wide.area / POINTS, config["share"], frame["area_px"])

    wanted = adjacency()
    names = [*seeds.names, "_"]

    def may_touch(a: int, b: int) -> bool:
        pair = frozenset((names[a], names[b]))
        return "_" in pair or pair in wanted or starts(pair)

    arcs, corners = draw_together(borders(points, seeds.nearest(points), wide), may_touch, ground)
    lines = list(softened(arcs))
    drawn: dict[frozenset[str], float] = {}
    kept = []
    for a, b, line in lines:
        visible = line.intersection(ground).intersection(edge)
        if "_" not in (names[a], names[b]):
            pair = frozenset((names[a], names[b]))
            drawn[pair] = drawn.get(pair, 0.0) + visible.length
        pieces = [piece for piece in parts(visible.simplify(0.25)) if piece.geom_type == "LineString" and piece.length > 2]
        kept += [[names[a], names[b], path(list(piece.coords))] for piece in pieces]
    check(drawn, wanted)
    areas = areas_between(lines, seeds, wide, ground, edge)
    return {
        "width": size[0],
        "height": size[1],
        "land": outline(ground.simplify(0.35)),
        "areas": {name: outline(area.simplify(0.3)) for name, area in areas.items()},
        "borders": kept,
        "sites": {name: site(name, area) for name, area in areas.items()},
        "corners": [list(corner) for corner in corners],
        "rivers": [[river["name"], path(smooth([plot(*spot) for spot in river["pts"]]))] for river in config["rivers"]],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("atlas", type=Path, help="the folder of the npm package world-atlas")
    parser.add_argument("--output", type=Path, default=HERE / "wunderwaffen_areas.json")
    asked = parser.parse_args()
    config = json.loads((HERE / "wunderwaffen_seeds.json").read_text("utf-8"))
    asked.output.write_text(json.dumps(cut(config, asked.atlas), separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
