"""Write the board's data of Churchill: the two drawn maps, and what is printed on maps, table and cards.

    python -m tools.churchill_map

reads ``tools/churchill_map.json`` (coasts from Natural Earth, and where the pieces stand: geography first, moved apart where they
need room) and the game's content, and writes ``board/board.json``. It fails if a space or a country has no place on a map.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from casusbelli.games.churchill import content
from casusbelli.games.churchill.game import GAME
from casusbelli.games.churchill.scoring import score_sheet, totals

HERE = Path(__file__).parent
SOURCE = HERE / "churchill_map.json"
TARGET = HERE.parent / "src" / "casusbelli" / "games" / "churchill" / "board" / "board.json"

LINE_GROUPS = {
    "alignments": ("vp_alignment",),
    "networks": ("vp_network",),
    "globals": ("vp_global",),
    "conferences": ("vp_conference_west", "vp_conference_ussr"),
    "colonies": ("vp_empty_colony",),
    "capitals": ("vp_axis_capital",),
    "europe": (
        "vp_central_italy",
        "vp_north_italy_uk",
        "vp_north_italy_us",
        "vp_italy_first",
        "vp_normandy_first",
        "vp_red_berlin",
        "vp_half_germany",
        "vp_border_germany",
        "vp_technology",
    ),
    "pacific": (
        "vp_japan_unoccupied",
        "vp_no_return",
        "vp_rivalry",
        "vp_iwo_jima",
        "vp_okinawa",
        "vp_kyushu",
        "vp_formosa",
        "vp_korea",
    ),
    "bomb": ("vp_espionage", "vp_trinity", "vp_no_bomb"),
}
"""The lines of the score sheet as the running sheet gathers them."""


BY_PLACE = ("vp_axis_capital", *LINE_GROUPS["europe"], *LINE_GROUPS["pacific"])
NOT_BY_ONE_FRONT = ("vp_rivalry",)
BY_COUNTRY = ("vp_alignment", "vp_network", "vp_empty_colony")
EDITIONS = ("second", "first")


def each(edition: str, line: str) -> dict[str, int]:
    """What a line of the sheet pays each power for one of what it counts."""
    row = content.LINES[line]
    first = row.each_first_edition if edition == "first" else None
    return {power: n for power, n in (row.each if first is None else first).items() if n}


def worth(edition: str) -> dict[str, dict[str, dict[str, int]]]:
    """Front -> space -> what the sheet pays for a Front that stands there and nowhere else, by power."""
    chosen = {option.id: option.default for option in GAME.info.options}
    g = GAME.setup("training", {**chosen, "edition": edition}, bytes(32))
    g.fronts = dict.fromkeys(g.fronts, 0)

    def paid() -> dict[str, int]:
        sheet = score_sheet(g)
        return totals({line: sheet[line] for line in BY_PLACE if line in sheet and line not in NOT_BY_ONE_FRONT})

    nowhere = paid()
    found: dict[str, dict[str, dict[str, int]]] = {}
    for front, path in content.PATHS.items():
        found[front] = {}
        for step, there in enumerate(path):
            g.fronts[front] = step
            points = {power: n - nowhere[power] for power, n in paid().items() if n != nowhere[power]}
            if points:
                found[front][there.id] = points
        g.fronts[front] = 0
    return found


def space(entry: dict[str, Any], row: content.Space) -> dict[str, Any]:
    return {**entry, "naval": row.naval_required, "b29": row.b29, "kamikaze": row.kamikaze}


def country(at: list[int], row: content.Country) -> dict[str, Any]:
    region = content.CONTENT.tables["country"][row.id]["region"]
    return {"at": at, "colony": row.kind == "colony", "arctic": row.arctic, "region": region}


def card(row: content.Person) -> dict[str, Any]:
    chief = any(isinstance(effect, content.DieValue) for effect in row.effects)
    return {"power": row.power, "value": row.value, "chief": chief}


def board(drawn: dict[str, Any]) -> dict[str, Any]:
    """All that the screen knows without being told by a view."""
    allied = content.ENDINGS["allied_victory"]
    on_map = [s for s, row in content.SPACES.items() if row.kind != "box"]
    return {
        "source": drawn["source"],
        "maps": {region: drawn[region] for region in content.REGIONS},
        "titles": drawn["titles"],
        "seas": drawn["seas"],
        "reserves": drawn["reserves"],
        "bomb": {"at": drawn["bomb"], "steps": list(content.ABOMB_SPACES)},
        "spaces": {s: space(drawn["spaces"][s], content.SPACES[s]) for s in on_map},
        "countries": {c: country(drawn["countries"][c], row) for c, row in content.COUNTRIES.items()},
        "theaters": {
            t: {"at": drawn["boxes"][t], "region": row.region, "front": row.front if row.front in content.FRONTS else ""}
            for t, row in content.THEATERS.items()
        },
        "fronts": {
            f: {
                "theater": row.theater,
                "power": row.color,
                "path": list(row.path),
                "start": drawn["starts"][f],
                "region": content.THEATERS[row.theater].region,
            }
            for f, row in content.FRONTS.items()
        },
        "powers": {p: {"left": row.clockwise_next, "base": row.base_production} for p, row in content.POWER_ROWS.items()},
        "issues": {
            i: {"category": row.category, "power": row.power, "conditional": row.conditional} for i, row in content.ISSUES.items()
        },
        "cards": {c: card(row) for table in (content.STAFF, content.LEADERS) for c, row in table.items()},
        "markers": {m: list(row.powers) for m, row in content.GLOBAL_MARKERS.items()},
        "bands": {c: [band.band for band in row.bands] for c, row in content.CONFERENCES.items()},
        "lines": LINE_GROUPS,
        "each": {edition: {line: each(edition, line) for line in BY_COUNTRY} for edition in EDITIONS},
        "worth": {edition: worth(edition) for edition in EDITIONS},
        "units": {u: row.count for u, row in content.RESERVES.items()},
        "limit": {"second": allied.max_spread, "first": allied.max_spread_first_edition},
    }


def main() -> None:
    data = board(json.loads(SOURCE.read_text(encoding="utf-8")))
    missing = set(content.LINES) - {line for group in LINE_GROUPS.values() for line in group}
    if missing:
        raise SystemExit(f"score lines without a group: {sorted(missing)}")
    TARGET.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
