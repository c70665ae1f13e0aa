"""A walk through a match that looks at every new kind of question in many windows.

The match is always the same one: its seed is given, one guest holds all seats, and chance chooses for all of them. So the
findings change only when the page or the rules do. ``known.json`` holds how many things of each kind are found in each game and
size; the numbers of the boards may only fall, and the shell's own parts must be free of what fails a build (``MUST``).
"""

from __future__ import annotations

import json
import secrets
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page
from tests.table.tablekit import Server

from casusbelli.game import registry
from casusbelli.kernel import Choice

HERE = Path(__file__).parent
LOOK = (HERE / "look.js").read_text("utf-8")
REACH = (HERE / "reach.js").read_text("utf-8")
SILENT = (HERE / "words.js").read_text("utf-8")
KNOWN = HERE / "known.json"

SIZES = ("360x740", "768x1024", "1024x768", "1280x720", "1366x768", "1440x900", "1920x1080", "2560x1440")

MUST = frozenset(
    {
        "choice unreachable",
        "choice off-screen",
        "choice clipped",
        "choice covered",
        "log off-screen",
        "log too low",
        "log not following",
        "text lost",
        "text covered",
        "text shortened",
        "text below 12 px",
        "page wider than window",
    }
)
"""What the shell's own parts must never show."""

LIT = frozenset({"choice unreachable", "choice off-screen", "choice clipped", "choice covered", "choice outside the map window"})
"""What a lit place of a board must never be, unless an arrow at the edge of its map brings it in."""

SETTLED = """async () => {
  const places = () => [...document.querySelectorAll(".prompt, .prompt button, .board-host, .legal, .picked")].map((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join(" ");
  }).join("|");
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (let before = "", still = 0; still < 6; ) {
    await frame();
    const now = places();
    still = now === before ? still + 1 : 0;
    before = now;
  }
}"""
"""Wait until nothing that can be touched has moved for some frames, however slow the machine."""

PICK = """(chance) => {
  const all = [...document.querySelectorAll(".board-host .legal")].filter((node) => node.getClientRects().length);
  if (!all.length) return false;
  all[Math.floor(chance * all.length)].dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return Boolean(document.querySelector(".prompt.mine:not(.sending) .crumbs .chip"));
}"""
"""Touch one lit piece; whether that only picks it and settles nothing."""

Finding = dict[str, Any]


class Walk:
    """One match, one page."""

    def __init__(self, server: Server, page: Page, game: str, scenario: str | None = None, seed: int = 1) -> None:
        self.server, self.page, self.game = server, page, game
        self.rng = Random(seed)
        info = registry.find(game).info
        first, *others = info.scenario(scenario).seats
        form = {"game": game, "scenario": info.scenario(scenario).id, "name": "Ada", f"seat.{first}": "me"}
        form |= {f"seat.{seat}": "here" for seat in others}
        page.add_init_script("localStorage.setItem('casus.curtain', 'false')")
        page.goto(server.url)
        made = page.request.post(f"{server.url}/matches", form=form, headers={"Origin": server.url})
        assert made.ok, made.text()
        self.url = made.url
        self.looks = 0
        self.silent: dict[str, str] = {}
        self.findings: list[Finding] = []
        self.facts: dict[str, list[dict[str, Any]]] = defaultdict(list)

    @property
    def room(self) -> Any:
        return self.server.room(self.url.rsplit("/", 1)[1])

    def questions(self, most: int, choices: int = 400) -> Iterator[tuple[str, str]]:
        """Seat and decision, whenever a decision is asked that was not asked before; in between chance plays."""
        seen: set[str] = set()
        for _ in range(choices):
            if self.room.match.over or len(seen) == most:
                return
            seat, ask = next(iter(self.room.match.asked().items()))
            if ask.decision not in seen:
                seen.add(ask.decision)
                yield seat, ask.decision
            self.act(seat, self.rng.choice(ask.options))

    def act(self, seat: str, choice: Choice) -> None:
        async def play() -> Any:
            return await self.room.act(seat, secrets.token_hex(8), self.room.seq, choice)

        self.server.run(play)

    def walk(self, most: int, sizes: tuple[str, ...] = SIZES) -> None:
        """Look at so many kinds of questions: with nothing picked and, at every second one, with one piece picked."""
        for n, (seat, decision) in enumerate(self.questions(most)):
            self.open(seat)
            self.glance(decision, "asked", sizes)
            if n % 2 == 0 and self.page.evaluate(PICK, self.rng.random()):
                self.glance(decision, "one picked", sizes)

    def open(self, seat: str) -> None:
        self.page.goto(f"{self.url}?seat={seat}")
        self.page.wait_for_selector(".prompt.mine .sentence:not(:empty)")
        self.page.wait_for_load_state("networkidle")

    def glance(self, decision: str, state: str, sizes: tuple[str, ...]) -> None:
        self.looks += 1
        for size in sizes:
            width, height = map(int, size.split("x"))
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate(SETTLED)
            seen = self.page.evaluate(LOOK)
            left = self.reach(seen)
            self.facts[size].append(seen["facts"])
            about = {"game": self.game, "size": size, "decision": decision, "state": state}
            self.findings += [{**about, **found} for found in left]
            if size in (sizes[0], sizes[-1]):  # the smallest shows what the largest does not
                self.listen()

    def listen(self) -> None:
        """What explains nothing here."""
        for line in self.page.evaluate(SILENT):
            where, _, what = line.partition(": ")
            self.silent.setdefault(where, what)

    def reach(self, seen: Finding) -> list[Finding]:
        """What is left of the findings when the arrows of a map that is larger than its window were pressed."""
        beyond = [f for f in seen["found"] if f["kind"] in LIT and not f["shell"]]
        picks = list(dict.fromkeys(f["pick"] for f in beyond if f["pick"]))
        reached = set(self.page.evaluate(REACH, picks)) if picks else set()
        brought = [f for f in beyond if f["pick"] in reached]
        seen["facts"]["clear"] += len(brought)
        seen["facts"]["brought"] = len(brought)
        return [f for f in seen["found"] if f not in brought]

    # -- what came of it -------------------------------------------------------------------------------------------------

    def faults(self) -> list[str]:
        """What is wrong with the shell's own parts, and the lit places that nobody can get to."""
        lines = Counter(
            f"{f['size']} {f['kind']}: {f['where']} “{f['what']}” ({f['decision']}, {f['state']})"
            for f in self.findings
            if f["kind"] in (MUST if f["shell"] else LIT)
        )
        return list(lines)

    def numbers(self) -> dict[str, dict[str, int]]:
        """How many different things of each kind the board shows, by size."""
        things: dict[str, dict[str, set[tuple[str, str]]]] = defaultdict(lambda: defaultdict(set))
        for f in self.findings:
            if not f["shell"]:
                things[f["size"]][f["kind"]].add((f["where"], f["what"]))
        return {size: {kind: len(its) for kind, its in sorted(kinds.items())} for size, kinds in sorted(things.items())}

    def all_numbers(self) -> dict[str, dict[str, int]]:
        """The same, with the kinds of drawn things that explain nothing."""
        return {**self.numbers(), "any size": {"thing without words": len(self.silent)}}

    def report(self) -> str:
        """A table to read: free choices and lines of log by size."""
        lines = [f"{self.game}: {self.looks} looks at each size"]
        for size, seen in self.facts.items():
            choices, clear, brought = (sum(fact[key] for fact in seen) for key in ("choices", "clear", "brought"))
            low = min((fact["log"] for fact in seen if "log" in fact), default=None)
            free = f"{clear} of {choices} choices free, {brought} by a map's arrows"
            lines.append(f"  {size:>9}: {free}, log at least {low} lines, type {seen[0]['base']} px")
        lines += [f"  without words: {where} “{what}”" for where, what in self.silent.items()]
        told = Counter(f"  {f['size']} {f['kind']}: {f['where']} “{f['what']}”" for f in self.findings)
        lines += [f"{line} × {times}" for line, times in told.most_common(20)]
        return "\n".join(lines)


def known(game: str) -> dict[str, dict[str, int]]:
    return dict(json.loads(KNOWN.read_text("utf-8")).get(game, {})) if KNOWN.exists() else {}


def remember(game: str, numbers: dict[str, dict[str, int]]) -> None:
    """Write the numbers of one game down."""
    told = json.loads(KNOWN.read_text("utf-8")) if KNOWN.exists() else {}
    told[game] = {**told.get(game, {}), **numbers}
    KNOWN.write_text(json.dumps(told, indent=1, sort_keys=True, ensure_ascii=False) + "\n", "utf-8")


def risen(game: str, numbers: dict[str, dict[str, int]]) -> list[str]:
    """Where more is wrong than is known."""
    before = known(game)
    counted = [
        (size, kind, count, before.get(size, {}).get(kind, 0)) for size, kinds in numbers.items() for kind, count in kinds.items()
    ]
    return [f"{size} {kind}: {count}, known are {allowed}" for size, kind, count, allowed in counted if count > allowed]
