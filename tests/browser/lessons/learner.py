"""A learner at a browser who has nothing but the coach: reads, touches what is ringed, and writes down where that fails him."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page
from tests.browser.guests import Guest

EYES = (Path(__file__).parent / "eyes.js").read_text(encoding="utf-8")
TICK = 40
PATIENCE = 700
"""Ticks without anything new after which the learner gives up."""
SMALLEST = 10
"""Pixels a ring must measure to be seen."""

Sight = dict[str, Any]

NOTHING_YET: Sight = {"step": "", "kind": "watch", "todo": "", "prompt": "", "because": "", "sure": None, "ended": False}


class Learner:
    """Somebody in a lesson."""

    def __init__(self, guest: Guest, *, touch: bool) -> None:
        self.page: Page = guest.page
        self.guest = guest
        self.touch = touch
        self.faults: list[str] = []
        self._checked: set[str] = set()
        self._answered: dict[str, int] = {}

    def learn(self, address: str, language: str = "en") -> None:
        """Go through a lesson to its end."""
        self.page.context.add_cookies([{"name": "lang", "value": language, "url": address}])
        self.page.goto(address)
        self.touch_at(self.page.locator("main form button"))
        self.page.locator(".coach .say").wait_for()
        stuck = 0
        before: object = None
        while not (sight := self.look())["ended"]:
            now = (sight["step"], sight["kind"], sight["todo"], sight["prompt"], bool(sight["sure"]), sight["because"])
            stuck = stuck + 1 if now == before else 0
            before = now
            if stuck > PATIENCE:
                raise AssertionError(f"stuck at {sight['step']} ({sight['kind']}): {self.faults}")
            if stuck in (150, 400):
                self.page.keyboard.press("Escape")  # a touch went astray: back, and once more
            elif stuck % 40 == 0:  # a touch may come while something still moves: try again, not at once
                self.act(sight)
            self.page.wait_for_timeout(TICK)

    def look(self, *, reading: bool = False) -> Sight:
        return dict(self.page.evaluate(EYES, reading) or NOTHING_YET)

    def act(self, sight: Sight) -> None:
        """One thing that the page invites to."""
        if sight["kind"] == "watch":
            return
        if sight["sure"]:
            self.press(sight["sure"])
            return
        if sight["kind"] != "free":
            self.guest.close_text_board()
        self.check(sight)
        if sight["kind"] == "quiz" and not sight["next"]:
            tried = self._answered.setdefault(sight["step"], 0)
            self._answered[sight["step"]] += 1
            self.touch_at(self.page.locator(".coach .quiz label").nth(tried % len(sight["answers"])))
        elif sight["next"]:
            self.touch_at(self.page.locator(".coach-foot [data-do=next]"))
        elif sight["kind"] == "expect":
            sight = self.settle()
            rings = [ring for ring in sight["rings"] if ring["now"]]
            if sight["kind"] == "expect" and rings:
                self.press(rings[0])
        elif sight["kind"] == "free":
            self.guest.open_text_board()  # nothing is ringed here: any choice will do
            self.guest.answer()

    def settle(self) -> Sight:
        """Wait until rings stand still: the board pans and unfolds what they point at."""
        sight = self.look()
        for _ in range(50):
            self.page.wait_for_timeout(TICK)
            again = self.look()
            if again["rings"] == sight["rings"] and again["rings"]:
                return again
            sight = again
        return sight

    def touch_at(self, button: Locator) -> None:
        """A button of the coach: a learner would scroll to it."""
        if self.touch:
            button.tap()
        else:
            button.click()

    def press(self, at: dict[str, float]) -> None:
        if self.touch:
            self.page.touchscreen.tap(at["x"], at["y"])
        else:
            self.page.mouse.click(at["x"], at["y"])

    def check(self, sight: Sight) -> None:
        """Once a step: what it points at is there, and what it prints bold stands on the page."""
        if sight["step"] in self._checked:
            return
        self._checked.add(sight["step"])
        if sight["kind"] in {"point", "expect"}:
            sight = self.settle()
            if not sight["rings"]:
                self.faults.append(f"{sight['step']}: nothing is ringed")
        sizes = [min(ring["width"], ring["height"]) for ring in sight["rings"]]
        if sizes and max(sizes) < SMALLEST:  # of several places on a small screen one is in sight, the others a touch away
            self.faults.append(f"{sight['step']}: rings of {sizes}")
        if any(ring["coach"] for ring in sight["rings"]):
            self.faults.append(f"{sight['step']}: the coach lies over what it points at")
        read = self.look(reading=True)
        page = flat(read["words"] + (read["elsewhere"] if self.touch else ""))  # a telephone shows one part at a time
        for word in read["bold"]:
            if flat(word) not in page:
                self.faults.append(f"{sight['step']}: “{word}” does not stand on the page")


def flat(text: str) -> str:
    """Letters and digits only: a line break, a hyphen or a case is no difference to the eye."""
    return re.sub(r"[\W_]+", "", text).lower()
