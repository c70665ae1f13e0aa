"""The pictures of the games for the first page, drawn from the maps they are played on.

    python tools/covers.py

Writes ``board/cover.svg`` of every game. A cover has one look, by day and by night.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from math import cos, radians, sin
from pathlib import Path
from typing import Any

from casusbelli.game import Match
from casusbelli.games.triumph_of_chaos import GAME as TRIUMPH
from casusbelli.kernel import seed_from

GAMES = Path(__file__).parent.parent / "src" / "casusbelli" / "games"
WIDTH, HEIGHT = 560, 210

Box = tuple[float, float, float, float]

PAPER, PRINT = "#fffdf4", "#2b2620"
COLOUR = {"uk": "#127d60", "us": "#1c469c", "su": "#ca2c21", "de": "#2b2a28", "white": PAPER}
GLYPH = {
    "uk": "M10 1.8a8.2 8.2 0 1 0 0 16.4 8.2 8.2 0 0 0 0-16.4zm0 4.6a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2z",
    "us": "M10 2l2 5.85 6.18.09-4.95 3.71 1.82 5.91L10 14l-5.05 3.56 1.82-5.91L1.82 7.94 8 7.85z",
    "su": "M10 1 17.5 10 10 19 2.5 10z",
    "de": "M7.4 2h5.2v5.4H18v5.2h-5.4V18H7.4v-5.4H2V7.4h5.4z",
    "white": "M10 3 18 11v6l-8-8-8 8v-6z",
}
ROCKET = (
    "M0-62C10-48 13-30 13-8V34H-13V-8C-13-30-10-48 0-62zM-13 16L-27 40V52L-13 40M13 16L27 40V52L13 40"
    "M-13-2H13M0-62V-74M0 34V52M-7 34V46M7 34V46"
)


# -- drawing -----------------------------------------------------------------------------------------------------------


def tag(name: str, *inside: str, **attributes: object) -> str:
    """An element. ``stroke_width`` is written ``stroke-width``, numbers without more digits than are seen."""
    told = [f'{key.rstrip("_").replace("_", "-")}="{number(value)}"' for key, value in attributes.items()]
    return f"<{' '.join([name, *told])}>{''.join(inside)}</{name}>"


def number(value: object) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def rect(width: float, height: float, x: float = 0, y: float = 0, **paint: object) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, **paint)


def circle(x: float, y: float, r: float, **paint: object) -> str:
    return tag("circle", cx=x, cy=y, r=r, **paint)


def path(d: str, **paint: object) -> str:
    return tag("path", d=d, **paint)


def words(text: str, x: float, y: float, size: float, **paint: object) -> str:
    return tag("text", text, x=x, y=y, font_family="Georgia, serif", font_weight=700, font_size=size, **paint)


def gradient(name: str, *stops: tuple[float, str], **where: object) -> str:
    return tag("radialGradient", *(tag("stop", offset=at, stop_color=colour) for at, colour in stops), id=name, **where)


MARKS = {
    "uk": circle(2, 2, 1.1) + circle(6, 6, 1.1),
    "us": rect(8, 2) + rect(8, 2, 0, 4),
    "su": path("M-2 6L6-2M2 10L10 2", stroke="#fff", stroke_width=2),
}
PATTERNS = [
    tag("pattern", tag("g", mark, fill="#fff", opacity=0.25), id=f"p-{power}", width=8, height=8, patternUnits="userSpaceOnUse")
    for power, mark in MARKS.items()
]
SHADE = tag(
    "linearGradient",
    tag("stop", offset=0.6, stop_opacity=0),
    tag("stop", offset=1, stop_opacity=0.28),
    id="shade",
    x2=0,
    y2=1,
)
SEA = gradient("sea", (0, "#cfdde0"), (1, "#a9c0c7"), cx=0.5, cy=0.5, r=0.7)
WHOLE = rect(WIDTH, HEIGHT, fill="url(#sea)")


def picture(defs: list[str], body: list[str]) -> str:
    shaded = rect(WIDTH, HEIGHT, fill="url(#shade)")
    return (
        tag(
            "svg",
            tag("defs", *PATTERNS, SHADE, *defs),
            *body,
            shaded,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            preserveAspectRatio="xMidYMid slice",
        )
        + "\n"
    )


def tile(side: str, x: float, y: float, size: float, turn: float = 0) -> str:
    """A square counter that lies on the table."""
    ink = PRINT if side == "white" else "#fff"
    return tag(
        "g",
        rect(20, 20, 0.6, 1.8, rx=4, fill="#0006"),
        rect(20, 20, rx=4, fill=COLOUR[side]),
        rect(20, 20, rx=4, fill=f"url(#p-{side})") if side in MARKS else "",
        rect(18.4, 18.4, 0.8, 0.8, rx=3.4, fill="none", stroke=ink, opacity=0.85),
        path(GLYPH[side], transform="translate(4 4) scale(.6)", fill=ink),
        transform=f"translate({x:.1f} {y:.1f}) rotate({turn}) scale({size / 20})",
    )


# -- maps --------------------------------------------------------------------------------------------------------------


class Cut:
    """A part of a game's map, as wide as the cover."""

    def __init__(self, game: str, left: float, top: float, width: float) -> None:
        self.drawn: Any = json.loads((GAMES / game / "board" / "map.json").read_text())
        self.scale = WIDTH / width
        self.box: Box = (left, top, left + width, top + HEIGHT / self.scale)

    def at(self, point: tuple[float, float]) -> tuple[float, float]:
        return (point[0] - self.box[0]) * self.scale, (point[1] - self.box[1]) * self.scale

    def shows(self, point: tuple[float, float], margin: float = 0) -> bool:
        left, top, right, bottom = self.box
        return left - margin < point[0] < right + margin and top - margin < point[1] < bottom + margin

    def world(self, *drawn: str) -> str:
        """Drawn in the units of the map."""
        return tag("g", *drawn, transform=f"scale({self.scale:.4f}) translate({-self.box[0]} {-self.box[1]})")

    def land(self) -> str:
        """Land, and the pale water along its coast."""
        coast = path(near(self.drawn["land"], self.box), id="land")
        water = [
            tag("use", href="#land", fill="none", stroke=colour, stroke_width=width / self.scale, stroke_linejoin="round")
            for colour, width in (("#e9f1f2", 14.0), ("#fff", 6.0))
        ]
        ground = tag("use", href="#land", fill="#efe6d0", stroke="#8c7f63", stroke_width=1.1 / self.scale)
        return "".join([tag("defs", coast), *water, ground])


def near(d: str, box: Box) -> str:
    """The parts of a path that reach into the box: the rest of the world need not be sent."""
    left, top, right, bottom = box
    kept = []
    for part in re.findall(r"M[^M]*", d):
        steps = [float(n) for n in re.findall(r"-?\d*\.?\d+", part)]
        xs, ys = [steps[0]], [steps[1]]
        for dx, dy in zip(steps[2::2], steps[3::2], strict=False):
            xs.append(xs[-1] + dx)
            ys.append(ys[-1] + dy)
        if max(xs) >= left and min(xs) <= right and max(ys) >= top and min(ys) <= bottom:
            kept.append(part)
    return "".join(kept)


# -- Churchill ---------------------------------------------------------------------------------------------------------

TABLE = (280, 118, 190)
ARMS = {"uk": 196, "su": -16, "us": 90}
SLIPS = (
    (148, 52, -8, "su"),
    (232, 28, 4, "us"),
    (330, 38, -3, "uk"),
    (388, 108, 9, "us"),
    (118, 142, 6, "uk"),
    (330, 166, -12, "su"),
)


def churchill() -> str:
    """The round table from above, three arms, issues on their way."""
    x, y, r = TABLE
    grain = tag(
        "filter",
        tag("feTurbulence", type="fractalNoise", baseFrequency=".006 .11", numOctaves=2, seed=7),
        tag("feColorMatrix", values="0 0 0 0 .16  0 0 0 0 .08  0 0 0 0 .03  0 0 0 -2.2 1.35"),
        tag("feComposite", in2="SourceGraphic", operator="in"),
        id="grain",
        x=0,
        y=0,
        width=1,
        height=1,
    )
    defs = [
        gradient("room", (0, "#4a3a2c"), (1, "#1d1611"), cx=0.5, cy=0.42, r=0.75),
        gradient("wood", (0, "#b08257"), (0.45, "#8a5f3c"), (1, "#553319"), cx=0.5, cy=0.38, r=0.72),
        grain,
    ]
    table = [
        rect(WIDTH, HEIGHT, fill="url(#room)"),
        circle(x, y + 7, r + 4, fill="#0008"),
        circle(x, y, r, fill="url(#wood)", stroke="#2f1c0f", stroke_width=7),
        circle(x, y, r, filter="url(#grain)", opacity=0.5),
        circle(x, y, r - 9, fill="none", stroke="#d9b768", stroke_opacity=0.5, stroke_width=1.2),
    ]
    centre = circle(x, y, 27, fill="#25453a", stroke="#d9b768", stroke_width=4)
    powers = [tile("uk", 28, 24, 54, -8), tile("su", 478, 20, 54, 7), tile("us", 446, 146, 54, -5)]
    return picture(defs, [*table, *map(arm, ARMS), centre, *(slip(*row) for row in SLIPS), *powers])


def arm(power: str) -> str:
    x, y, _ = TABLE
    dx, dy = cos(radians(ARMS[power])), sin(radians(ARMS[power]))
    along = {"x1": x, "y1": y, "x2": x + 250 * dx, "y2": y + 250 * dy}
    places = []
    for n in range(1, 7):
        u, v = x + (22 + 26 * n) * dx, y + (22 + 26 * n) * dy
        places.append(circle(u, v, 9.5, fill=PAPER, stroke=PRINT, stroke_opacity=0.4))
        places.append(words(str(n), u, v + 4.2, 12, text_anchor="middle", fill=PRINT))
    brass = tag("line", stroke="#d9b768", stroke_width=27, **along)
    return "".join([brass, tag("line", stroke=COLOUR[power], stroke_width=23, **along), *places])


def slip(x: float, y: float, turn: float, power: str) -> str:
    """An issue on paper, with the tab of its owner."""
    return tag(
        "g",
        rect(74, 27, 1, 3, rx=3, fill="#0007"),
        rect(74, 27, rx=3, fill="#f6ecd2"),
        rect(23, 23, 2, 2, rx=2, fill=COLOUR[power]),
        rect(23, 23, 2, 2, rx=2, fill=f"url(#p-{power})"),
        path("M32 10h35M32 17h26", stroke="#6d5f45", stroke_width=2.4, stroke_linecap="round"),
        transform=f"translate({x} {y}) rotate({turn})",
    )


# -- The Fog of War ----------------------------------------------------------------------------------------------------

ARMIES = (("us", 150, 60), ("us", 196, 102), ("us", 122, 138), ("de", 252, 48), ("de", 304, 92), ("de", 262, 142))
BANKS = ((300, 70, 110, 34), (240, 128, 120, 30), (110, 30, 90, 26), (350, 170, 100, 30))
PREPARED = (1, 3, 4, 6, 7)


def fog_of_war() -> str:
    """Europe under a fog, hidden armies in it, the wheel on which operations ripen."""
    cut = Cut("fog_of_war", 1130, 440, 860)
    defs = [
        SEA,
        tag("filter", tag("feGaussianBlur", stdDeviation=16), id="blur", x=-0.5, y=-0.5, width=2, height=2),
        gradient("brass", (0, "#f4dfa3"), (0.6, "#b98d3e"), (1, "#7b5820"), cx=0.38, cy=0.32, r=0.8),
        gradient("dial", (0, "#fbf5e4"), (0.75, "#eadfc3"), (1, "#d3c3a0"), cx=0.42, cy=0.34, r=0.8),
    ]
    areas = "".join(near(d, cut.box) for name, d in cut.drawn["areas"].items() if not name.startswith("_"))
    borders = path(areas, fill="none", stroke="#a49572", stroke_opacity=0.6, stroke_width=1.6)
    fog = [tag("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill="#fff", opacity=0.78, filter="url(#blur)") for x, y, rx, ry in BANKS]
    unknown = [
        words("?", x, y, 34, font_style="italic", fill=PRINT, opacity=0.55) for x, y in ((282, 58), (318, 112), (226, 120))
    ]
    armies = [tile(side, x, y, 34, (x + y) % 13 - 6) for side, x, y in ARMIES]
    return picture(defs, [WHOLE, cut.world(cut.land(), borders), *armies, *fog, *unknown, wheel(468, 112, 96)])


def wheel(x: float, y: float, r: float) -> str:
    parts = [
        circle(x, y + 4, r, fill="#0006"),
        circle(x, y, r, fill="url(#dial)", stroke=PRINT, stroke_width=2.5),
    ]
    for n in range(8):
        a = radians(45 * n + 22.5)
        parts.append(tag("line", x1=x, y1=y, x2=x + r * cos(a), y2=y + r * sin(a), stroke="#8c7f63", stroke_width=1.5))
    for n in range(8):
        u, v = x + 0.68 * r * cos(radians(45 * n)), y + 0.68 * r * sin(radians(45 * n))
        if n in PREPARED:
            card = [
                rect(26, 34, -12, -16, rx=4, fill="#0005"),
                rect(26, 34, -13, -17, rx=4, fill=COLOUR["us"]),
                rect(26, 34, -13, -17, rx=4, fill="url(#p-us)", stroke="#fff", stroke_width=1.5),
            ]
            parts.append(tag("g", *card, transform=f"translate({u:.1f} {v:.1f}) rotate({45 * n + 90})"))
        else:
            parts.append(words(str(n + 1), u, v + 9, 26, text_anchor="middle", fill="#5b5244"))
    hand = f"M{x} {y}l-5-10L{x} {y - 0.46 * r:.1f}l5 {0.46 * r - 10:.1f}z"
    return "".join([*parts, circle(x, y, 22, fill="url(#brass)", stroke="#5b4015", stroke_width=1.5), path(hand, fill=PRINT)])


# -- Triumph of Chaos --------------------------------------------------------------------------------------------------

UNITS = {
    "su": ("tsaritsyn", "saratov", "voronezh", "kazan", "petrograd", "tula"),
    "white": ("rostov", "migulinskaya", "orenburg", "samara", "ekaterinburg", "izhevsk"),
}


def triumph_of_chaos() -> str:
    """Red Russia ringed by fronts, as the war opens."""
    cut = Cut("triumph_of_chaos", 600, 640, 1120)
    opening = Match.new(TRIUMPH, "introductory_1918", {"bid_for_sides": False}, seed_from("cover"), record=False)
    control = opening.view(None)["control"]
    spaces = {space: point for space, point in cut.drawn["spaces"].items() if cut.shows(point, 60)}
    lands = {side: "".join(cut.drawn["cells"][s] for s in spaces if control.get(s) == side) for side in ("red", "white")}
    edges = [(a, b, d) for a, b, d in cut.drawn["edges"] if a in spaces or b in spaces]
    front = "".join(d for a, b, d in edges if {control.get(a), control.get(b)} == {"red", "white"})
    rails = "".join(d for a, b, rail, d in cut.drawn["links"] if rail and (a in spaces or b in spaces))
    hatch = tag(
        "pattern",
        rect(3, 9, fill=COLOUR["su"], opacity=0.3),
        id="hatch",
        width=9,
        height=9,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )
    line = {"d": front, "fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    towns = [circle(x, y, 7.5, fill=PAPER, stroke=PRINT, stroke_width=2) for x, y in spaces.values()]
    x, y = spaces["moskva"]
    star = path(
        GLYPH["us"], fill=COLOUR["su"], stroke="#fff", stroke_width=1.2, transform=f"translate({x - 36} {y - 36}) scale(3.6)"
    )
    world = cut.world(
        cut.land(),
        path(lands["red"], fill=COLOUR["su"], fill_opacity=0.34),
        path(lands["red"], fill="url(#hatch)"),
        path(lands["white"], fill="#fff", fill_opacity=0.7),
        path(near(cut.drawn["rivers"], cut.box), fill="none", stroke="#7fa3b5", stroke_width=3),
        path(rails, fill="none", stroke=PRINT, stroke_width=3.4),
        path(rails, fill="none", stroke="#efe6d0", stroke_width=1.8, stroke_dasharray="6 6"),
        tag("path", stroke="#fff", stroke_width=14, **line),
        tag("path", stroke=COLOUR["su"], stroke_width=8, **line),
        *towns,
        star,
    )
    units = []
    for side, places in UNITS.items():
        for n, space in enumerate(place for place in places if place in spaces):
            u, v = cut.at(spaces[space])
            units.append(tile(side, u - 16, v - 16, 32, (5 * n) % 13 - 6))
    return picture([SEA, hatch], [WHOLE, world, *units])


# -- WunderWaffen ------------------------------------------------------------------------------------------------------

OWNED = {
    "uk": ("amsterdam", "hannover", "hamburg", "british_start"),
    "us": ("stuttgart", "munich", "frankfurt", "american_start"),
    "su": ("konigsberg", "bialystok", "lublin", "warsaw", "danzig", "lodz", "russian_start"),
}
TOKENS = {
    "uk": ("hannover", "hamburg"),
    "us": ("munich", "frankfurt"),
    "su": ("warsaw", "danzig", "lodz"),
    "de": ("dresden", "poznan", "leipzig"),
}


def wunderwaffen() -> str:
    """Three fronts on Berlin, and a blueprint that is to save it."""
    cut = Cut("wunderwaffen", 20, 75, 1060)
    owner = {area: side for side, areas in OWNED.items() for area in areas}
    grid = tag(
        "pattern",
        path("M12 0H0V12", fill="none", stroke="#fff", stroke_opacity=0.22),
        id="grid",
        width=12,
        height=12,
        patternUnits="userSpaceOnUse",
    )
    areas = []
    for side in (*OWNED, "nobody"):
        lands = "".join(d for area, d in cut.drawn["areas"].items() if owner.get(area, "nobody") == side and area != "berlin")
        areas.append(tag("defs", path(lands, id=f"of-{side}")))
        areas.append(
            tag("use", href=f"#of-{side}", fill=COLOUR.get(side, "#c9bda2"), fill_opacity=0.45 if side in OWNED else 0.8)
        )
        if side in OWNED:
            areas.append(tag("use", href=f"#of-{side}", fill=f"url(#p-{side})"))
    areas.append(path(cut.drawn["areas"]["berlin"], fill="url(#prize)"))
    borders = [
        path(cut.drawn["inner"], fill="none", stroke="#fff", stroke_width=5, stroke_opacity=0.6),
        path(cut.drawn["inner"] + cut.drawn["outer"], fill="none", stroke="#4c4436", stroke_width=2.2),
    ]
    tokens = []
    for side, places in TOKENS.items():
        for n, area in enumerate(places):
            u, v = cut.at(cut.drawn["sites"][area])
            tokens.append(tile(side, u - 15, v - 15, 30, (7 * n) % 15 - 6))
    blueprint = tag(
        "g",
        rect(92, 172, 3, 5, rx=6, fill="#0006"),
        rect(92, 172, rx=6, fill="#2c5670", stroke=PAPER, stroke_width=3),
        rect(92, 172, rx=6, fill="url(#grid)"),
        path(ROCKET, fill="none", stroke="#fff", stroke_width=2.2, stroke_linejoin="round", transform="translate(46 92)"),
        transform="translate(452 18) rotate(5)",
    )
    prize = gradient("prize", (0, "#fff2c4"), (0.7, "#f0cf7a"), (1, "#d9a944"))
    return picture([SEA, grid, prize], [WHOLE, cut.world(cut.land(), *areas, *borders), *tokens, blueprint])


COVERS: dict[str, Callable[[], str]] = {
    "churchill": churchill,
    "fog_of_war": fog_of_war,
    "triumph_of_chaos": triumph_of_chaos,
    "wunderwaffen": wunderwaffen,
}


def main() -> None:
    for game, draw in COVERS.items():
        (GAMES / game / "board" / "cover.svg").write_text(draw())


if __name__ == "__main__":
    main()
