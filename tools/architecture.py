"""The rooms of the house as a picture: docs/images/architecture.svg, drawn from the layers in pyproject.toml.

python tools/architecture.py            # draws it; tests/test_docs.py says when it is out of date
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "images" / "architecture.svg"

ROOMS = {
    "cli": "the command casus",
    "lab": "simulate, study, train",
    "table": "pages, sockets, store",
    "adapters": "for learning libraries",
    "client": "for bots from outside",
    "rulebook": "rulebooks read, rendered, checked",
    "games": "one folder a game: content, rules, view, bot, texts, board",
    "testkit": "the trials every game must pass",
    "learn": "lessons, exercises, sandbox",
    "bots": "random player, chances, beliefs, mentor",
    "plainboard": "a board from declarations",
    "scaffold": "casus new-game",
    "words": "catalogue, templates",
    "game": "Game, Match, journal, content, endings, a bot’s position",
    "kernel": "flow · events · chance · state · rules · play",
}

WIDTH, BAND, GAP, MARGIN, BROWSER = 960, 58, 10, 20, 190
INK, PAPER, LINE, KERNEL = "#2b241b", "#f6efe0", "#8a6d3b", "#e2c58a"


def layers() -> list[list[str]]:
    """The rooms from the top floor to the ground, as import-linter keeps them."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    floors = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    return [[room.strip().removeprefix("casusbelli.") for room in floor.split("|")] for floor in floors]


def box(x: float, y: float, width: float, height: float, title: str, note: str, fill: str = "#fffaf0") -> list[str]:
    middle = x + width / 2
    return [
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" fill="{fill}" stroke="{LINE}"/>',
        f'<text x="{middle:g}" y="{y + height / 2 - 4:g}" font-weight="700" font-size="15">{escape(title)}</text>',
        f'<text x="{middle:g}" y="{y + height / 2 + 14:g}" font-size="11.5">{escape(note)}</text>',
    ]


def named(room: str) -> str:
    return f"{room}.py" if (ROOT / "src" / "casusbelli" / f"{room}.py").exists() else f"{room}/"


def draw() -> str:
    floors = layers()
    inner = WIDTH - 2 * MARGIN - BROWSER - GAP
    height = 2 * MARGIN + len(floors) * (BAND + GAP) + 26
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'font-family="Georgia, serif" fill="{INK}" text-anchor="middle">',
        "<title>The rooms of the house: each knows only the rooms below it</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
    ]
    y = float(MARGIN)
    top = y
    for floor in floors:
        width = (inner - GAP * (len(floor) - 1)) / len(floor)
        for n, room in enumerate(floor):
            fill = KERNEL if room == "kernel" else "#fffaf0"
            parts += box(MARGIN + n * (width + GAP), y, width, BAND, named(room), ROOMS[room], fill)
        y += BAND + GAP
    side = WIDTH - MARGIN - BROWSER
    table = top + next(n for n, floor in enumerate(floors) if "table" in floor) * (BAND + GAP)
    parts += box(side, table, BROWSER, BAND, "web/", "the shell: plain ES modules")
    games = top + next(n for n, floor in enumerate(floors) if "games" in floor) * (BAND + GAP)
    parts += box(side, games, BROWSER, BAND, "games/…/board/", "draws the view, no rule in it")
    for x, start, end, words in (
        (side + BROWSER / 2 - 44, table + BAND, games, "view"),
        (side + BROWSER / 2 + 44, games, table + BAND, "a touch"),
    ):
        tip = end + (-7 if end > start else 7)
        parts += [
            f'<path d="M{x:g} {start:g}V{end:g}M{x - 4:g} {tip:g}L{x:g} {end:g}L{x + 4:g} {tip:g}" fill="none" stroke="{LINE}"/>',
            f'<text x="{x:g}" y="{(start + end) / 2 + 4:g}" font-size="12" '
            f'stroke="{PAPER}" stroke-width="4" paint-order="stroke">{words}</text>',
        ]
    parts += [
        f'<text x="{MARGIN + inner / 2:g}" y="{height - 18:g}" font-size="12" font-style="italic">'
        "Each room knows only the rooms below it; games do not know each other; the browser knows no rule.</text>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(draw(), "utf-8")
