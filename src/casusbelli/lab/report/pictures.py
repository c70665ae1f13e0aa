"""The pictures of a report: each a function of the tables, the game and its words. None where the tables have nothing to show."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from statistics import mean
from typing import Any, NamedTuple

from casusbelli.game import Chapter, Game
from casusbelli.game.ending import turning_points
from casusbelli.words.texts import Catalogue, TextError, catalogue, say
from casusbelli.words.wording import seat_name

from ..facts import cards_of
from ..runs import Rows
from ..stats import wilson
from ..studies import USUAL
from . import drawing
from .drawing import COLOURS, Bar, Point

DRAWN = "drawn"
NEUTRAL = "#cfc8b8"
LEAST = 0.1
"""A card or opening that was seen in fewer of the games tells too little."""


SEATS = {
    **{"uk": "#2f5d7c", "ussr": "#9c4a3c", "us": "#5b7f3a"},
    **{"axis": "#55585e", "allied": "#2f5d7c", "red": "#9c4a3c", "white": "#5d7d99"},
    **{"british": "#2f5d7c", "russian": "#9c4a3c", "american": "#5b7f3a", "german": "#55585e"},
}
"""The colours that history gave to some; the others take theirs in turn."""


class Picture(NamedTuple):
    """A picture's id (its words are ``picture.<id>``), its drawing, and numbers for its note."""

    id: str
    drawing: str
    numbers: dict[str, Any] | None = None


class Dots(dict[str, Any]):
    """Parameters that nobody knows."""

    def __bool__(self) -> bool:
        return True

    def get(self, name: str, default: Any = None) -> Any:
        return "…"


class Study:
    """The tables of a run and the words of one language."""

    def __init__(
        self, game: Game[Any], setup: Mapping[str, Any], tables: Mapping[str, Rows], own: Catalogue, language: str
    ) -> None:
        self.game = game
        self.setup = setup
        self.tables = tables
        self.own = own
        self.words = catalogue(game, language)
        self.language = language
        self.seats: list[str] = list(setup["seats"])
        self.colours = {seat: SEATS.get(seat, COLOURS[n % len(COLOURS)]) for n, seat in enumerate(self.seats)}
        self.names = {seat: seat_name(self.words, seat) for seat in self.seats}

    def title(self, picture: str) -> str:
        return say(self.own, f"picture.{picture}.title")

    def name(self, identifier: str) -> str:
        return self.words.get(f"name.{identifier}") or identifier.replace("_", " ")

    def arm(self, arm: str) -> str:
        if arm == USUAL:
            return say(self.own, "usual")
        option, _, value = arm.partition("=")
        known = say(self.words, f"option.{option}.title", default=option)
        return known if value == "True" else f"{known}: {say(self.own, 'off') if value == 'False' else value}"

    @property
    def legend(self) -> list[tuple[str, str]]:
        return [(self.names[seat], colour) for seat, colour in self.colours.items()]

    def ending(self, ending: str) -> str:
        """In words, without those who won: they have their colours."""
        return say(self.words, f"ending.{ending}", {"winners": "…"}, default=ending).replace(": ….", ".").replace(": …", "")

    def scenario(self, scenario: str) -> str:
        return say(self.words, f"scenario.{scenario}.title", default=scenario)

    def chapter(self, chapter: str) -> str:
        return say(self.words, "chapter.title", {"id": chapter}, default=chapter)

    def tick(self, chapter: str) -> str:
        """A chapter's name where there is little room."""
        name = self.chapter(chapter)
        return name if len(name) <= 9 else chapter

    def question(self, decision: str) -> str:
        """A question in words, with dots for what it is about."""
        try:
            return say(self.words, f"decision.{decision}", Dots(), default=decision.replace("_", " "))
        except TextError:
            return decision.replace("_", " ")

    @cached_property
    def pieces(self) -> dict[str, str]:
        return {piece.id: piece.name for piece in self.game.reference(self.language).pieces}

    @cached_property
    def usual(self) -> dict[str, Rows]:
        """The tables of the usual game alone (of a ladder: of all tables), without what failed."""
        arms = {row["arm"] for row in self.tables["games"]}
        kept = {USUAL} if USUAL in arms else arms
        told = {name: [row for row in rows if row.get("arm") in kept] for name, rows in self.tables.items()}
        told["games"] = [row for row in told["games"] if not row["error"]]
        return told

    @cached_property
    def played(self) -> int:
        return len(self.usual["games"])

    @cached_property
    def shares(self) -> dict[tuple[Any, ...], float]:
        """What each seat had of each victory."""
        return {(*key(row), row["seat"]): row["share"] for row in self.usual["seats"]}

    @cached_property
    def chapters(self) -> list[str]:
        """The chapters in the order in which games came to them."""
        order: dict[str, list[int]] = defaultdict(list)
        for row in [*self.usual["stages"], *self.usual["facts"]]:
            order[row["chapter"]].append(row["stage"])
        return sorted(order, key=lambda chapter: mean(order[chapter]))


def key(row: Mapping[str, Any]) -> tuple[str, int, int]:
    return row["arm"], row["deal"], row["turn"]


def percent(label: str, total: float, games: int, colour: str, note: str = "") -> Bar:
    low, high = wilson(total, games)
    return Bar(label, 100 * total / max(1, games), 100 * low, 100 * high, colour, note)


# -- who wins --------------------------------------------------------------------------------------------------------------


def wins(study: Study) -> Picture | None:
    """Wins by seat; with several arms one block after the other."""
    rows = []
    arms: dict[str, list[Any]] = defaultdict(list)
    for row in study.tables["seats"]:
        arms[row["arm"] if study.setup["kind"] == "options" else USUAL].append(row)
    for arm, told in arms.items():
        for seat in study.seats:
            own = [row["share"] for row in told if row["seat"] == seat]
            label = study.names[seat] if len(arms) == 1 else f"{study.names[seat]} · {study.arm(arm)}"
            rows.append(percent(label, sum(own), len(own), study.colours[seat]))
    return Picture("wins", drawing.bars(rows, study.title("wins"), fair=100 / len(study.seats), end=100)) if rows else None


def scenarios(studies: Sequence[Study]) -> Picture | None:
    """Wins by scenario, of studies of the same game: the usual games of each."""
    rows: dict[tuple[str, str], list[float]] = defaultdict(list)
    for study in studies:
        for row in study.usual["seats"]:
            rows[study.setup["scenario"], row["seat"]].append(row["share"])
    if len({scenario for scenario, _ in rows}) < 2:
        return None
    first = studies[0]
    names = {seat: name for study in studies for seat, name in study.names.items()}
    colours = {seat: colour for study in studies for seat, colour in study.colours.items()}
    bars = [
        percent(f"{names[seat]} · {first.scenario(scenario)}", sum(shares), len(shares), colours[seat], str(len(shares)))
        for (scenario, seat), shares in rows.items()
    ]
    return Picture("scenarios", drawing.bars(bars, first.title("scenarios"), end=100))


def effects(study: Study) -> Picture | None:
    """What each option changes for each seat."""
    rows = [
        Bar(f"{study.arm(row['arm'])} · {study.names[row['seat']]}", 100 * row["estimate"], 100 * row["low"], 100 * row["high"],
            study.colours[row["seat"]], study.own.get(f"decided.{row['decided']}", ""))
        for row in study.tables.get("findings", [])
        if row["about"] == "change"
    ]  # fmt: skip
    if not rows:
        return None
    far = max(10.0, *(max(abs(row.low), abs(row.high)) for row in rows))
    return Picture("effects", drawing.bars(rows, study.title("effects"), fair=0, start=-far, end=far))


def ladder(study: Study) -> Picture | None:
    rows = [
        Bar(
            row["bot"],
            row["rating"],
            row["low"],
            row["high"],
            COLOURS[n % len(COLOURS)],
            f"{100 * row['wins'] / max(1, row['games']):.0f} %",
        )
        for n, row in enumerate(study.tables.get("ratings", []))
    ]
    if not rows:
        return None
    low, high = min(0.0, *(row.low for row in rows)), 1.05 * max(row.high for row in rows)
    return Picture("ladder", drawing.bars(rows, study.title("ladder"), unit="", start=low, end=high))


def endings(study: Study) -> Picture | None:
    """How games ended, and who won so."""
    told: dict[str, Counter[str]] = defaultdict(Counter)
    for row in study.usual["games"]:
        told[row["ending"]][row["winners"][0] if len(row["winners"]) == 1 else DRAWN] += 1
    if not told:
        return None
    colours, names = dict(study.colours), dict(study.names)
    if any(DRAWN in counts for counts in told.values()):
        colours[DRAWN], names[DRAWN] = NEUTRAL, say(study.own, "drawn")
    rows = [
        (
            study.ending(ending),
            {who: counts[who] for who in colours if counts[who]},
        )
        for ending, counts in sorted(told.items(), key=lambda each: -sum(each[1].values()))
    ]
    return Picture("endings", drawing.stacked(rows, colours, names, study.title("endings")))


def sheet(study: Study) -> Picture | None:
    """What each seat scored by line of the score sheet, on the mean."""
    totals: dict[str, dict[str, float]] = {}
    for row in study.usual["sheet"]:
        if row["kind"] in ("line", "adjustment"):
            params = json.loads(row["params"])
            plain = {name: value for name, value in params.items() if name not in ("year", "turn")}
            label = say(study.words, f"sheet.{row['key']}", plain | ({"year": "…"} if "year" in params else {}))
            points = totals.setdefault(label.removeprefix("…: "), dict.fromkeys(study.seats, 0.0))
            points[row["seat"]] = points.get(row["seat"], 0.0) + row["points"] / max(1, study.played)
    if not totals:
        return None
    ranked = sorted(totals.items(), key=lambda each: -sum(map(abs, each[1].values())))[:18]
    most = max(abs(value) for _, points in ranked for value in points.values()) or 1
    cells = {}
    for n, (label, points) in enumerate(ranked):
        for k, seat in enumerate(study.seats):
            value = points.get(seat, 0.0)
            colour = drawing.mixed("#f4f0e6", study.colours[seat] if value >= 0 else "#555555", abs(value) / most)
            cells[n, k] = (colour, f"{value:.1f}", f"{label}, {study.names[seat]}: {value:.2f}")
    columns = [study.names[seat] for seat in study.seats]
    return Picture("sheet", drawing.heat([label for label, _ in ranked], columns, cells, study.title("sheet")))


# -- the course of a game --------------------------------------------------------------------------------------------------


def _band(values: Sequence[float]) -> Point:
    ranked = sorted(values)
    tenth = int(0.1 * (len(ranked) - 1))
    return Point(mean(ranked), ranked[tenth], ranked[-1 - tenth])


def points(study: Study) -> Picture | None:
    told: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in study.usual["stages"]:
        told[row["seat"]][row["chapter"]].append(row["points"])
    course = {
        seat: [_band(told[seat][chapter]) for chapter in study.chapters if told[seat][chapter]]
        for seat in study.seats
        if seat in told
    }
    ticks = [study.tick(chapter) for chapter in study.chapters]
    if not course or any(len(each) != len(ticks) for each in course.values()) or len(ticks) < 2:
        return None
    return Picture("points", drawing.curves(course, study.colours, study.names, ticks, study.title("points")))


def swings(study: Study) -> Picture | None:
    """The chapter in which the lead changed most, in how many games."""
    games: dict[Any, dict[int, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
    chapter_of: dict[tuple[Any, int], str] = {}
    for row in study.usual["stages"]:
        games[key(row)][row["stage"]][row["seat"]] = row["points"]
        chapter_of[key(row), row["stage"]] = row["chapter"]
    counts: Counter[str] = Counter()
    for game, stages in games.items():
        course = [Chapter(chapter_of[game, n], 0, stages[n]) for n in sorted(stages)]
        turn = next(iter(turning_points(course)), None) if len(study.seats) == len(course[0].points) else _largest_change(course)
        if turn is not None:
            counts[course[turn].id] += 1
    if not counts:
        return None
    values = [
        (study.tick(chapter), counts[chapter], f"{study.chapter(chapter)}: {counts[chapter]}") for chapter in study.chapters
    ]
    return Picture("swings", drawing.columns(values, study.title("swings"), COLOURS[0]))


def _largest_change(course: Sequence[Chapter]) -> int | None:
    """Where only one side keeps points: the chapter in which they changed most."""
    changes = [abs(sum(after.points.values()) - sum(before.points.values())) for before, after in pairwise(course)]
    return changes.index(max(changes)) + 1 if changes else None


# -- cards and openings ----------------------------------------------------------------------------------------------------


def _standing_out(study: Study, seen: Mapping[tuple[str, str], Sequence[float]], label: Callable[[str], str]) -> list[Bar]:
    """The best and the worst of each seat, among those that were seen often enough."""
    rows = []
    for seat in study.seats:
        often = [(name, shares) for (who, name), shares in seen.items() if who == seat and len(shares) >= LEAST * study.played]
        ranked = sorted(often, key=lambda each: (-mean(each[1]), each[0]))
        picked = ranked if len(ranked) <= 8 else ranked[:4] + ranked[-4:]
        rows += [percent(label(name), sum(shares), len(shares), study.colours[seat], f"{len(shares)}") for name, shares in picked]
    return rows


def cards(study: Study) -> Picture | None:
    """Cards by how often the seat won that used them."""
    seen: dict[tuple[str, str], list[float]] = defaultdict(list)
    known = cards_of(study.game)
    for row in study.usual["cards"]:
        if row["card"] in known:
            seen[row["seat"], row["card"]].append(study.shares[*key(row), row["seat"]])
    rows = _standing_out(study, seen, lambda card: study.pieces.get(card) or study.name(card))
    return Picture("cards", drawing.bars(rows, study.title("cards"), end=100, colours=study.legend)) if rows else None


def openings(study: Study) -> Picture | None:
    """First choices by how often they won."""
    seen: dict[tuple[str, str], list[float]] = defaultdict(list)
    for row in study.usual["seats"]:
        for opening in row["opening"][:1]:
            seen[row["seat"], opening].append(row["share"])
    rows = _standing_out(study, seen, lambda opening: " · ".join(map(study.name, opening.split(":")[1:] or [opening])))
    return Picture("openings", drawing.bars(rows, study.title("openings"), end=100, colours=study.legend)) if rows else None


# -- how long, how wide ----------------------------------------------------------------------------------------------------


def length(study: Study) -> Picture | None:
    values = [row["decisions"] for row in study.usual["games"]]
    if not values:
        return None
    low, high = min(values), max(values)
    step = max(1, -(-(high - low + 1) // 12))
    counts = Counter((value - low) // step for value in values)
    shown = [
        (str(low + n * step), counts[n], f"{low + n * step}–{low + (n + 1) * step - 1}: {counts[n]}")
        for n in range((high - low) // step + 1)
    ]
    wide = sum(row["options_seen"] for row in study.usual["games"]) / max(1, sum(values))
    most = max(row["most_options"] for row in study.usual["games"])
    numbers = {"mean": f"{mean(values):.0f}", "wide": f"{wide:.1f}", "most": most}
    return Picture("length", drawing.columns(shown, study.title("length")), numbers)


def questions(study: Study) -> Picture | None:
    """The questions that are asked most, a game."""
    totals: Counter[str] = Counter()
    for row in study.usual["asked"]:
        totals[row["decision"]] += row["times"]
    means = [(decision, count / max(1, study.played)) for decision, count in totals.most_common(10)]
    rows = [Bar(study.question(decision), mean, mean, mean, COLOURS[5]) for decision, mean in means]
    return Picture("questions", drawing.bars(rows, study.title("questions"), unit="", end=rows[0].value)) if rows else None


# -- what one game alone can show ------------------------------------------------------------------------------------------


def _facts(study: Study, kind: str) -> dict[tuple[str, str], list[str]]:
    """What held of each name in each chapter, over all games."""
    told: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in study.usual["facts"]:
        if row["kind"] == kind:
            told[row["name"], row["chapter"]].append(row["value"])
    return told


def provinces(study: Study) -> Picture | None:
    """A map for every year: who held each province, and how surely."""
    held = _facts(study, "province")
    path = study.game.folder / "board" / "map.json"
    if not held or not path.is_file():
        return None
    chart = json.loads(path.read_text("utf-8"))
    wide, high = chart["size"]
    room = drawing.WIDTH / 2 - 4
    scale = room / wide
    tall = high * scale + 20
    body = []
    for n, year in enumerate(study.chapters):
        x, y = (n % 2) * (room + 8), (n // 2) * (tall + 6)
        body.append(drawing.text(x + 2, y + 13, study.chapter(year), bold=True))
        body.append(f'<g transform="translate({x:.1f} {y + 18:.1f}) scale({scale:.5f})">')
        body.append(f'<rect width="{wide}" height="{high}" fill="#e8eef0"/>')
        fills = {area: _held(study, held.get((area, year), [])) for area in chart["areas"]}
        body += [f'<use href="#area-{area}" fill="{fill}" stroke="#ffffff" stroke-width="5"/>' for area, fill in fills.items()]
        body.append("</g>")
    rows = -(-len(study.chapters) // 2)
    picture = drawing.svg([*body, _held_legend(study, rows * (tall + 6))], rows * (tall + 6) + 20, study.title("provinces"))
    return Picture("provinces", picture)


def _held(study: Study, values: Sequence[str]) -> str:
    """The colour of who held it most, the paler the less surely."""
    if not values:
        return "#dfe6e8"
    who, times = Counter(values).most_common(1)[0]
    return drawing.mixed("#f4f0e6", study.colours.get(who, "#a79f8d"), times / len(values))


def _held_legend(study: Study, y: float) -> str:
    entries = [(study.names[seat], study.colours[seat]) for seat in study.seats] + [(say(study.own, "neutral"), "#a79f8d")]
    return f'<g transform="translate(0 {y:.1f})">{drawing.legend(entries)}</g>'


def map_shapes(game: Game[Any]) -> str:
    """The shapes of a game's map, once for all its pictures."""
    path = game.folder / "board" / "map.json"
    if game.info.id != "fog_of_war" or not path.is_file():
        return ""
    areas = json.loads(path.read_text("utf-8"))["areas"]
    shapes = "".join(f'<path id="area-{area}" d="{d}"/>' for area, d in areas.items())
    return f'<svg width="0" height="0" aria-hidden="true"><defs>{shapes}</defs></svg>'


def _levels(study: Study, kind: str, picture: str, order: Iterable[str] | None = None) -> Picture | None:
    """The mean of a number for each name and chapter."""
    told = _facts(study, kind)
    names = list(order or sorted({name for name, _ in told}))
    values = {(name, chapter): mean(map(float, told[name, chapter])) for name, chapter in told}
    if not values:
        return None
    most = max(map(abs, values.values())) or 1
    cells = {}
    for n, name in enumerate(names):
        for k, chapter in enumerate(study.chapters):
            if (name, chapter) in values:
                value = values[name, chapter]
                colour = drawing.mixed("#f4f0e6", COLOURS[1] if value >= 0 else COLOURS[0], abs(value) / most)
                cells[n, k] = (colour, f"{value:.1f}", f"{study.name(name)}, {study.chapter(chapter)}: {value:.2f}")
    labels = [study.names.get(name) or study.name(name) for name in names]
    return Picture(picture, drawing.heat(labels, study.chapters, cells, study.title(picture)))


def factions(study: Study) -> Picture | None:
    return _levels(study, "faction", "factions")


def fronts(study: Study) -> Picture | None:
    return _levels(study, "front", "fronts")


def morale(study: Study) -> Picture | None:
    return _levels(study, "morale", "morale")


def politics(study: Study) -> Picture | None:
    return _levels(study, "politics", "politics")


def strategy(study: Study) -> Picture | None:
    return _levels(study, "strategy", "strategy")


def research(study: Study) -> Picture | None:
    return _levels(study, "research", "research")


def alignments(study: Study) -> Picture | None:
    """Who had each country at the end."""
    last: dict[Any, int] = {}
    for row in study.usual["facts"]:
        last[key(row)] = max(last.get(key(row), 0), row["stage"])
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for row in study.usual["facts"]:
        if row["kind"] == "alignment" and row["stage"] == last[key(row)]:
            counts[row["name"]][row["value"]] += 1
    if not counts:
        return None
    rows = [
        (study.name(country), {seat: told[seat] for seat in study.seats if told[seat]})
        for country, told in sorted(counts.items())
    ]
    return Picture("alignments", drawing.stacked(rows, study.colours, study.names, study.title("alignments"), full=study.played))


def given(study: Study) -> Picture | None:
    """Who set the token by which whom a territory fell to, at the end of a game."""
    last: dict[Any, int] = {}
    for row in study.usual["facts"]:
        last[key(row)] = max(last.get(key(row), 0), row["stage"])
    counts: Counter[tuple[str, str]] = Counter()
    for row in study.usual["facts"]:
        if row["kind"] == "given" and row["stage"] == last[key(row)]:
            giver, _, taker = row["value"].partition(">")
            counts[giver, taker] += 1
    if not counts:
        return None
    who = sorted({name for pair in counts for name in pair})
    most = max(counts.values()) / study.played
    cells = {}
    for n, giver in enumerate(who):
        for k, taker in enumerate(who):
            value = counts[giver, taker] / study.played
            cells[n, k] = (drawing.mixed("#f4f0e6", COLOURS[1], value / most), f"{value:.1f}", f"{giver} → {taker}: {value:.2f}")
    labels = [study.names.get(name) or study.name(name) for name in who]
    return Picture("given", drawing.heat(labels, labels, cells, study.title("given")))


ALL: tuple[Callable[[Study], Picture | None], ...] = (
    *(wins, effects, ladder, endings, sheet, points, swings),
    *(provinces, fronts, alignments, morale, politics, strategy, research, given, factions),
    *(cards, openings, length, questions),
)
"""Every picture, in the order of the page."""
