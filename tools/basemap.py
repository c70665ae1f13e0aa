"""Coastlines for printed-looking maps: TopoJSON in, projected and simplified polygons out.

The land comes from the npm package ``world-atlas``, which is Natural Earth's public-domain data as TopoJSON. Needs shapely,
and only while a map is being made: what the makers write is committed, nothing here runs in the game.
"""

from __future__ import annotations

import heapq
import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shapely.geometry import Polygon
from shapely.ops import unary_union

Pair = tuple[float, float]
Projection = Callable[[float, float], Pair]
MARGIN = 30.0  # degrees kept beyond the box before projecting, so that nothing is cut inside the frame


def lambert(meridian: float, south: float, north: float) -> Projection:
    """Lambert's conformal conic on two parallels; y grows downwards, north is up."""
    p1, p2 = math.radians(south), math.radians(north)

    def stretch(latitude: float) -> float:
        return math.tan(math.pi / 4 + latitude / 2)

    n = math.log(math.cos(p1) / math.cos(p2)) / math.log(stretch(p2) / stretch(p1))
    scale = math.cos(p1) * stretch(p1) ** n / n

    def project(longitude: float, latitude: float) -> Pair:
        rho = scale / stretch(math.radians(max(min(latitude, 89.5), -60.0))) ** n
        theta = n * math.radians(longitude - meridian)
        return rho * math.sin(theta), rho * math.cos(theta)

    return project


@dataclass(frozen=True)
class Sheet:
    """From longitude and latitude to the units of a sheet ``width`` wide that holds ``box`` (west, south, east, north)."""

    project: Projection
    box: tuple[float, float, float, float]
    width: float

    @property
    def fit(self) -> tuple[float, float, float]:
        """Left and top edge in projected units, and sheet units for one of them."""
        west, south, east, north = self.box
        edge = []
        for step in range(41):
            t = step / 40
            across, up = west + t * (east - west), south + t * (north - south)
            edge += [self.project(across, south), self.project(across, north), self.project(west, up), self.project(east, up)]
        left, right = min(x for x, _ in edge), max(x for x, _ in edge)
        return left, min(y for _, y in edge), self.width / (right - left)

    def plotter(self) -> Callable[[float, float], Pair]:
        """A function of (latitude, longitude), in the order atlases are read."""
        left, top, scale = self.fit

        def plot(latitude: float, longitude: float) -> Pair:
            x, y = self.project(longitude, latitude)
            return (x - left) * scale, (y - top) * scale

        return plot


def rings(topology: dict[str, Any], name: str) -> Iterator[list[Pair]]:
    """Every ring of one object of a TopoJSON file, in degrees."""
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs: list[list[Pair]] = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * sx + tx, y * sy + ty))
        arcs.append(points)

    def ring(ids: Iterable[int]) -> list[Pair]:
        points: list[Pair] = []
        for i in ids:
            arc = arcs[i] if i >= 0 else arcs[~i][::-1]
            points += arc[1:] if points else arc
        return points

    def walk(shape: dict[str, Any]) -> Iterator[list[Pair]]:
        match shape["type"]:
            case "GeometryCollection":
                for part in shape["geometries"]:
                    yield from walk(part)
            case "Polygon":
                yield from (ring(ids) for ids in shape["arcs"])
            case "MultiPolygon":
                yield from (ring(ids) for polygon in shape["arcs"] for ids in polygon)

    yield from walk(topology["objects"][name])


def clip(points: Sequence[Pair], west: float, south: float, east: float, north: float) -> list[Pair]:
    """Sutherland and Hodgman's cut of a ring to an upright rectangle."""
    out = list(points)
    for axis, edge, sign in ((0, west, 1), (0, east, -1), (1, south, 1), (1, north, -1)):
        ring, out = out, []
        for a, b in zip([ring[-1], *ring[:-1]] if ring else [], ring, strict=True):
            inside_a, inside_b = (a[axis] - edge) * sign >= 0, (b[axis] - edge) * sign >= 0
            if inside_a != inside_b:
                t = (edge - a[axis]) / (b[axis] - a[axis])
                out.append((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
            if inside_b:
                out.append(b)
    return out


def simplify(points: Sequence[Pair], tolerance: float) -> list[Pair]:
    """Visvalingam and Whyatt: drop the corners with the smallest triangles, which keeps a coast's character."""
    count = len(points)
    before, after = [(i - 1) % count for i in range(count)], [(i + 1) % count for i in range(count)]

    def triangle(i: int) -> float:
        (x0, y0), (x1, y1), (x2, y2) = points[before[i]], points[i], points[after[i]]
        return abs((x0 - x1) * (y2 - y1) - (y0 - y1) * (x2 - x1)) / 2

    area = [triangle(i) for i in range(count)]
    heap = [(a, i) for i, a in enumerate(area)]
    heapq.heapify(heap)
    kept = [True] * count
    while heap and count > 4:
        a, i = heapq.heappop(heap)
        if not kept[i] or a != area[i]:
            continue
        if a > tolerance:
            break
        kept[i] = False
        count -= 1
        u, v = before[i], after[i]
        after[u], before[v] = v, u
        for k in (u, v):
            area[k] = max(triangle(k), a)
            heapq.heappush(heap, (area[k], k))
    return [p for p, keep in zip(points, kept, strict=True) if keep]


def _unwrapped(ring: Sequence[Pair]) -> list[Pair]:
    """The ring without a jump at the date line."""
    out = [ring[0]]
    for longitude, latitude in ring[1:]:
        step = longitude - out[-1][0]
        out.append((out[-1][0] + ((step + 540) % 360 - 180), latitude))
    return out


def land(atlas: Path, sheet: Sheet, pad: float, tolerance: float, smallest: float) -> Any:
    """All land near the sheet (``pad`` units beyond it) as one shapely geometry, lakes cut out."""
    topology = json.loads((atlas / "land-10m.json").read_text("utf-8"))
    west, south, east, north = sheet.box
    plot = sheet.plotter()
    polygons = []
    for ring in rings(topology, "land"):
        whole = _unwrapped(ring)
        for turn in (-360.0, 0.0, 360.0):
            turned = [(longitude + turn, latitude) for longitude, latitude in whole]
            near = clip(turned, west - MARGIN, south - MARGIN, east + MARGIN, min(north + MARGIN, 84.0))
            flat = clip(
                [plot(latitude, longitude) for longitude, latitude in near], -pad, -pad, sheet.width + pad, sheet.width + pad
            )
            if len(flat) >= 4 and Polygon(flat).area >= smallest:
                polygon = Polygon(simplify(flat, tolerance))
                polygons.append(polygon if polygon.is_valid else polygon.buffer(0))
    polygons.sort(key=lambda p: -p.area)
    inland = [i > 0 and polygons[0].contains(p.representative_point()) for i, p in enumerate(polygons)]
    lakes = unary_union([p for p, lake in zip(polygons, inland, strict=True) if lake])
    return unary_union([p for p, lake in zip(polygons, inland, strict=True) if not lake]).difference(lakes)
