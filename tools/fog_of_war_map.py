"""Draw the map of The Fog of War: Europe cut into 28 provinces that touch exactly where the rules say.

    npm install --prefix ATLAS world-atlas
    pip install shapely numpy
    python -m tools.fog_of_war_map ATLAS/node_modules/world-atlas

reads ``tools/fog_of_war_map.json`` (seed points of every province as [latitude, longitude], places of the province blocks,
rivers, peaks) and the game's provinces and adjacency, and writes ``board/map.json``. It fails if a border is missing.

How a border comes about: thousands of random points go to the province of their nearest seed, their Voronoi cells are joined,
and the line between two provinces is smoothed once, so that both sides share it. A line between provinces that are *not*
adjacent shrinks to a point (Kiev, Moscow, Stalingrad and Odessa meet in one) or, where it is too long, is drawn as closed.
"""

from __future__ import annotations

import argparse
import json
import random
import tomllib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from shapely import MultiPoint, voronoi_polygons
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import linemerge, polygonize, unary_union
from shapely.strtree import STRtree
from tools.basemap import Pair, Sheet, lambert, land

HERE = Path(__file__).parent
GAME = HERE.parent / "src" / "casusbelli" / "games" / "fog_of_war"
ATTRIBUTION = (
    "Coastlines: Natural Earth (public domain), by way of world-atlas 2 (ISC licence). Provinces, rivers and peaks: our own."
)
DENSITY = 9000  # random points in the core of the map
SHRINK = 90  # the longest forbidden border that may become a point
COAST_TOUCH = 4  # a province reaches a sea if it shares at least this much coast with it
OFF_MAP = {"usa_canada", "urals"}


class Border(NamedTuple):
    a: str
    b: str
    line: Any


def smooth(points: Sequence[Pair], rounds: int = 2) -> list[Pair]:
    """Chaikin's corner cutting."""
    closed, line = points[0] == points[-1], list(points)
    for _ in range(rounds):
        cut: list[Pair] = [] if closed else [line[0]]
        for (x0, y0), (x1, y1) in pairwise(line):
            cut += [(0.75 * x0 + 0.25 * x1, 0.75 * y0 + 0.25 * y1), (0.25 * x0 + 0.75 * x1, 0.25 * y0 + 0.75 * y1)]
        line = [*cut, cut[0] if closed else line[-1]]
    return line


def lines_of(shape: Any) -> list[Any]:
    """The line strings of an intersection, joined end to end."""
    parts = [p for p in getattr(shape, "geoms", [shape]) if p.geom_type in {"LineString", "MultiLineString", "LinearRing"}]
    whole = unary_union(parts)
    if whole.is_empty:
        return []
    merged = whole if whole.geom_type == "LineString" else linemerge(whole)
    return [line for line in getattr(merged, "geoms", [merged]) if line.geom_type == "LineString"]


class Atelier:
    """One making of the map: the settings, the sheet and the land it is cut from."""

    def __init__(self, settings: dict[str, Any], atlas: Path, links: set[frozenset[str]]) -> None:
        self.settings, self.links = settings, links
        sheet = settings["projection"]
        west, south, east, north = sheet["box"]
        project = lambert(sheet["meridian"], sheet["south"], sheet["north"])
        self.sheet = Sheet(project, (west, south, east, north), sheet["width"])
        self.plot = self.sheet.plotter()
        self.frame = box(*settings["frame"])
        self.land = land(atlas, self.sheet, pad=1000, tolerance=1.1, smallest=9).intersection(self.frame)
        self.sea = self.frame.difference(self.land)
        self.areas: dict[str, Any] = {}
        self.borders: list[Border] = []
        self.closed: list[Border] = []

    # -- cutting ----------------------------------------------------------------------------------------------------

    def scatter(self, rng: random.Random) -> list[Pair]:
        """Random points: a fixed number in the core, and as dense a cloud round it, so that a wider frame moves no border."""
        x0, y0, x1, y1 = self.settings["core"]
        xs = [rng.uniform(x0 - 40, x1 + 40) for _ in range(DENSITY)]
        ys = [rng.uniform(y0 - 40, y1 + 40) for _ in range(DENSITY)]
        points = list(zip(xs, ys, strict=True))
        left, top, right, bottom = self.settings["frame"]
        core = (x1 - x0 + 80) * (y1 - y0 + 80)
        for _ in range(round(DENSITY * (right - left + 80) * (bottom - top + 80) / core)):
            x, y = rng.uniform(left - 40, right + 40), rng.uniform(top - 40, bottom + 40)
            if not (x0 - 40 <= x <= x1 + 40 and y0 - 40 <= y <= y1 + 40):
                points.append((x, y))
        return points

    def blobs(self, groups: dict[str, list[Pair]], rng: random.Random) -> dict[str, Any]:
        """Every area as the union of the cells of the points nearest to its seeds."""
        seeds = [(name, self.plot(*place)) for name, places in groups.items() for place in places]
        where = np.array([place for _, place in seeds])
        points = self.scatter(rng)
        cells = list(voronoi_polygons(MultiPoint(points), extend_to=self.frame.buffer(80)).geoms)
        tree = STRtree(cells)
        found: dict[str, list[Any]] = {}
        for point in points:
            name = seeds[int(np.argmin(((where - np.array(point)) ** 2).sum(axis=1)))][0]
            found.setdefault(name, []).append(cells[tree.query(Point(*point), predicate="intersects")[0]])
        return {name: unary_union(parts).intersection(self.frame) for name, parts in found.items()}

    def allowed(self, a: str, b: str) -> bool:
        return a.startswith("_") or b.startswith("_") or frozenset((a, b)) in self.links

    def cut(self, region: Any, groups: dict[str, list[Pair]], rng: random.Random) -> None:
        """Divide a region (the land, the sea) among its groups of seeds, with one shared line for each border."""
        blobs = self.blobs(groups, rng)
        names = sorted(blobs)
        rough: list[tuple[str, str, list[Pair]]] = []
        for i, a in enumerate(names):
            for b in names[i + 1 :]:
                shared = lines_of(blobs[a].boundary.intersection(blobs[b].boundary))
                rough += [(a, b, list(line.simplify(2.4).coords)) for line in shared if line.length > 0.01]
        fine = [Border(a, b, LineString(smooth(points))) for a, b, points in self.shrunk(rough, region)]
        pieces: dict[str, list[Any]] = {}
        for face in polygonize(unary_union([border.line for border in fine] + [self.frame.boundary])):
            owner = max(names, key=lambda name: blobs[name].intersection(face).area)
            pieces.setdefault(owner, []).append(face)
        for name, faces in pieces.items():
            self.areas[name] = unary_union(faces).intersection(region)
        for a, b, line in fine:
            visible = line.intersection(region.buffer(0.3))
            if visible.length >= 2 and not (a.startswith("_") and b.startswith("_")):
                (self.borders if self.allowed(a, b) else self.closed).append(Border(a, b, visible))

    def shrunk(self, rough: list[tuple[str, str, list[Pair]]], region: Any) -> Iterator[tuple[str, str, list[Pair]]]:
        """The borders with short forbidden ones drawn together to a point; their neighbours follow."""

        def key(point: Pair) -> Pair:
            return round(point[0], 2), round(point[1], 2)

        moved: dict[Pair, Pair] = {}
        gone: set[tuple[str, str, Pair]] = set()
        for a, b, points in rough:
            line = LineString(points)
            if not self.allowed(a, b) and line.length < SHRINK and line.intersection(region).length > 1:
                middle = line.interpolate(0.5, normalized=True)
                moved[key(points[0])] = moved[key(points[-1])] = (middle.x, middle.y)
                gone.add((a, b, key(points[0])))
        for a, b, points in rough:
            if (a, b, key(points[0])) in gone:
                continue
            ends = [moved.get(key(p), p) for p in (points[0], points[-1])]
            line = [ends[0], *points[1:-1], ends[1]]
            if LineString(line).length > 0.05:
                yield a, b, line

    def check(self) -> list[str]:
        """Adjacent on the map and adjacent in the rules must be the same; what differs, in words."""
        found = {frozenset((a, b)) for a, b, _ in self.borders}
        stray = []
        for province in self.settings["land"]:
            for sea in (s for s in self.settings["sea"] if not s.startswith("_")):
                touch = self.areas[province].boundary.intersection(self.areas[sea].buffer(0.6)).length
                if touch > COAST_TOUCH:
                    found.add(frozenset((province, sea)))
                    if frozenset((province, sea)) not in self.links:
                        stray.append(f"note: {province} touches {sea} on {touch:.0f} units of coast without being adjacent")
        missing = [link for link in self.links - found if not link & OFF_MAP]
        if missing:
            raise SystemExit(f"no border drawn between {', '.join(' and '.join(sorted(link)) for link in missing)}")
        return stray + [f"note: closed border {a}-{b}, {line.length:.0f} units" for a, b, line in self.closed]

    # -- writing ----------------------------------------------------------------------------------------------------

    def local(self, point: Pair) -> Pair:
        """Sheet units to map units: the frame's corner is the origin."""
        return round(point[0] - self.settings["frame"][0], 1), round(point[1] - self.settings["frame"][1], 1)

    def path(self, points: Sequence[Pair], close: bool = False) -> str:
        """SVG path data with relative steps of a tenth of a unit."""
        last: Pair | None = None
        steps = []
        for x, y in map(self.local, points):
            steps.append(f"M{x:g} {y:g}l" if last is None else f"{round(x - last[0], 1):g} {round(y - last[1], 1):g}")
            last = x, y
        text = steps[0] + " ".join(steps[1:])
        return text.replace(" -", "-").replace("-0.", "-.").replace(" 0.", " .") + ("z" if close else "")

    def area_path(self, shape: Any) -> str:
        shape = shape.simplify(0.7)
        polygons = [p for p in getattr(shape, "geoms", [shape]) if p.geom_type == "Polygon"]
        found = [ring for p in polygons for ring in (p.exterior, *p.interiors) if abs(Polygon(ring).area) >= 7]
        return "".join(self.path(list(ring.coords)[:-1], close=True) for ring in found)

    def line_path(self, shape: Any) -> str:
        return "".join(self.path(list(line.simplify(0.5).coords)) for line in lines_of(shape) if line.length > 1)

    def curve(self, places: Sequence[Pair]) -> str:
        """A smooth curve through places given as (latitude, longitude)."""
        line = [self.local(self.plot(*place)) for place in places]
        text = f"M{line[0][0]:g} {line[0][1]:g}"
        for i in range(len(line) - 1):
            p0, p1, p2, p3 = line[max(i - 1, 0)], line[i], line[i + 1], line[min(i + 2, len(line) - 1)]
            text += (
                f"C{p1[0] + (p2[0] - p0[0]) / 6:.1f} {p1[1] + (p2[1] - p0[1]) / 6:.1f}"
                f" {p2[0] - (p3[0] - p1[0]) / 6:.1f} {p2[1] - (p3[1] - p1[1]) / 6:.1f} {p2[0]:g} {p2[1]:g}"
            )
        return text

    def graticule(self) -> str:
        meridians = [[(float(lat), float(lon)) for lat in range(15, 79, 3)] for lon in range(-60, 91, 10)]
        parallels = [[(float(lat), float(lon)) for lon in range(-68, 92, 4)] for lat in range(20, 80, 10)]
        return "".join(self.curve(line) for line in meridians + parallels)

    def drawing(self) -> dict[str, Any]:
        """All that the board draws, in map units. What is printed on the provinces it learns from the loaded content."""
        left, top, right, bottom = self.settings["frame"]
        x0, y0, x1, y1 = self.settings["play"]
        seas = {name for name in self.areas if name in self.settings["sea"]}
        lines: dict[str, str] = {"land": "", "sea": "", "closed": "".join(self.line_path(b.line) for b in self.closed)}
        for a, _, line in self.borders:
            lines["sea" if a in seas else "land"] += self.line_path(line)
        peaks = [self.local(self.plot(*place)) for group in self.settings["peaks"].values() for place in group]
        return {
            "attribution": ATTRIBUTION,
            "size": [right - left, bottom - top],
            "play": [x0 - left, y0 - top, x1 - x0, y1 - y0],
            "land": self.area_path(self.land),
            "areas": {name: self.area_path(shape) for name, shape in sorted(self.areas.items())},
            "borders": lines,
            "graticule": self.graticule(),
            "rivers": "".join(self.curve(places) for places in self.settings["rivers"].values()),
            "peaks": "".join(f"M{x - 9:.1f} {y + 5:.1f}l8-12 4 6 3-4 6 10M{x - 1:.1f} {y - 7:.1f}l-1 6" for x, y in peaks),
            "blocks": {name: list(self.local(place)) for name, place in self.settings["blocks"].items()},
        }


def neighbours(content: Path) -> set[frozenset[str]]:
    """The pairs of provinces that must share a border."""
    edges = tomllib.loads((content / "adjacency.toml").read_text("utf-8"))["edge"]
    rows = tomllib.loads((content / "provinces.toml").read_text("utf-8"))["province"]
    known = {row["id"] for row in rows}
    return {frozenset((edge["a"], edge["b"])) for edge in edges if {edge["a"], edge["b"]} & known}


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the map of The Fog of War.")
    parser.add_argument("atlas", type=Path, help="folder of the npm package world-atlas")
    parser.add_argument("--content", type=Path, default=GAME / "content", help="folder of the game's data")
    parser.add_argument("--out", type=Path, default=GAME / "board" / "map.json")
    args = parser.parse_args()
    settings = json.loads((HERE / "fog_of_war_map.json").read_text("utf-8"))
    atelier = Atelier(settings, args.atlas, neighbours(args.content))
    rng = random.Random(7)
    atelier.cut(atelier.land, {**settings["land"], "_outside": settings["outside"]}, rng)
    atelier.cut(atelier.sea, settings["sea"], rng)
    for note in atelier.check():
        print(note)
    drawing = atelier.drawing()
    args.out.write_text(json.dumps(drawing, separators=(",", ":")) + "\n", "utf-8")
    print(f"{args.out}: {args.out.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main()
