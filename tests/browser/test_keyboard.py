"""A turn of every game by keyboard alone: pieces, the list of answers, the command line, ways out, what is asked once more.

At every stop the focus must be seen, lie free and have a name, and every new question must be told to a screen reader.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.guests import Guest
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

FOUR = ("russian", "american", "british", "german")
TURNS = {
    "churchill": ("meeting_action", {"uk": "me", "ussr": "bot:recruit", "us": "bot:recruit"}),
    "fog_of_war": ("choose_action", {"axis": "me", "allied": "bot:recruit"}),
    "triumph_of_chaos": ("choose_action", {"red": "me", "white": "bot:recruit"}),
    "wunderwaffen": ("choose_play", {seat: "me" if seat == "german" else "bot:recruit" for seat in FOUR}),
}
"""The question with which a turn begins, and who sits where."""

FOCUS = """() => {
  const node = document.activeElement;
  if (!node || node === document.body) return null;
  const { x, y, width, height, right, bottom } = node.getBoundingClientRect();
  const free = [0.5, 0.25, 0.75].some((fx) => [0.5, 0.25, 0.75].some((fy) => {
    const at = document.elementFromPoint(x + width * fx, y + height * fy);
    return at && (node.contains(at) || at.contains(node) || at.closest("[data-pick]")?.dataset.pick === node.dataset.pick);
  }));
  const words = node.getAttribute("aria-label") ?? node.innerText ?? node.textContent;
  return {
    name: (words || node.placeholder || "").trim(),
    pick: node.dataset.pick ?? null,
    seen: node.matches(":focus-visible") && free && x > -2 && y > -2 && right < innerWidth + 2 && bottom < innerHeight + 2,
  };
}"""

ASKED = """() => {
  const prompt = document.querySelector(".prompt");
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility()).length;
  return {
    mine: prompt.matches(".mine:not(.sending)"),
    over: prompt.matches(".over"),
    dialog: Boolean(document.querySelector("dialog[open]")),
    lit: shown(".board-host .legal:not(.picked)"),
    rows: shown(".tray [data-choice]"),
    exit: shown(".prompt .exits [data-choice]:not([aria-disabled])"),
    really: [["e", ".exits "], ["1", ".prompt "], ["Enter", ""]].find(([, where]) => shown(`${where}[data-confirm]`))?.[0],
    sentence: document.querySelector(".sentence").textContent,
    said: document.querySelector(".visually-hidden[aria-live]").textContent,
  };
}"""


class Typist:
    """Somebody without a mouse."""

    def __init__(self, guest: Guest, game: str) -> None:
        self.guest, self.page = guest, guest.page
        self.begins = TURNS[game][0]
        self.stops: list[str] = []
        self.read = ""

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.page.wait_for_timeout(20)

    def asked(self) -> dict[str, Any]:
        told: dict[str, Any] = self.page.evaluate(ASKED)
        return told

    @property
    def seq(self) -> int:
        return int(self.guest.frames[-1]["seq"])

    @property
    def decision(self) -> str:
        ask = self.guest.frames[-1]["ask"]
        return str(ask["decision"]) if ask else ""

    def look(self) -> None:
        """The focus stands where it is seen, on something with a name."""
        focus = self.page.evaluate(FOCUS)
        assert focus, f"nothing has the focus at {self.asked()['sentence']!r}"
        assert focus["seen"] and focus["name"], focus
        self.stops.append(focus["name"])

    def wait(self) -> dict[str, Any]:
        """Until this one is asked, with what must be confirmed confirmed; what is asked is told, too."""
        for _ in range(2000):
            now = self.asked()
            if now["dialog"]:
                self.confirm()
            elif now["mine"] and self.decision and not now["over"]:
                if now["sentence"] != self.read:
                    assert now["sentence"] in now["said"], now
                self.read = now["sentence"]
                return now
            else:
                self.page.wait_for_timeout(20)
        raise AssertionError(f"never asked: {now}")

    def confirm(self) -> None:
        """Tab leads to the button that says yes, or goes on."""
        for _ in range(8):
            if self.page.evaluate("document.activeElement.matches('dialog .danger, dialog .primary')"):
                self.look()
                return self.press("Enter")
            self.press("Tab")
        raise AssertionError(f"no way on by Tab: {self.page.locator('dialog[open]').inner_text()}")

    def answer(self, n: int) -> None:
        """One question, each in another way; the command line where the others have led nowhere."""
        before, now = self.seq, self.wait()
        if n > 2 and now["exit"]:
            self.press("e")
        elif n % 2 == 0 and now["lit"]:
            self.by_pieces(before)
        else:
            self.by_list()
        if self.is_same(before):
            self.press("Escape", "Escape", "Escape", "/")
            expect(self.page.get_by_role("combobox", name="Command line")).to_be_focused()
            self.press("ArrowDown", "ArrowUp", "Enter")
            assert not self.is_same(before), f"the keys lead nowhere: {self.asked()['sentence']}"

    def by_pieces(self, before: int) -> None:
        """N goes to what is lit, arrows from there to others, Enter takes it."""
        for step in range(4):
            self.press("n", *(["ArrowRight"] if step == 0 else []))
            self.look()
            self.press("Enter")
            if not self.is_same(before) or not self.asked()["lit"]:
                return

    def by_list(self) -> None:
        """B opens the list of all answers; down and Enter."""
        if not self.asked()["rows"]:
            self.press("b")
        if self.asked()["rows"]:
            if "focus" not in self.page.evaluate("document.activeElement.closest('.tray') ? 'focus' : ''"):
                self.press("b", "b")
            self.press("ArrowDown")
            self.look()
            self.press("Enter")
        else:
            self.press("1")

    def is_same(self, before: int) -> bool:
        """Whether the question is still the same, after a moment; an answer that is asked about once more is given once more."""
        for _ in range(25):
            now = self.asked()
            if now["dialog"] or self.seq != before:
                return False
            if now["really"]:
                self.press(now["really"])
            self.page.wait_for_timeout(20)
        return True


@pytest.mark.parametrize("game", sorted(TURNS))
def test_a_turn_by_keyboard_alone(house: RunningServer, guest: Guest, game: str) -> None:
    guest.begin(house, game, **TURNS[game][1])
    typist, answered, last = Typist(guest, game), 0, 0
    for n in range(60):
        typist.wait()
        if answered and typist.decision == typist.begins and typist.seq > last + 1:
            break  # the others have moved, and it is one's own turn again
        answered += typist.decision == typist.begins
        last = typist.seq
        typist.answer(n)
    else:
        raise AssertionError(f"the turn never ended: {typist.asked()['sentence']}")
    assert len(set(typist.stops)) > 2


FOCUSED = "() => document.activeElement?.dataset?.pick ?? document.activeElement?.className ?? ''"


def test_arrows_stay_in_their_row_and_a_chosen_slip_does_not_take_the_focus_with_it(house: RunningServer, guest: Guest) -> None:
    """Churchill's folder of issues: rows of slips of different widths, which leave it when they are chosen."""
    guest.page.set_viewport_size({"width": 1280, "height": 720})
    guest.begin(house, "churchill", "training", uk="bot:recruit", ussr="me", us="bot:recruit")
    page, typist = guest.page, Typist(guest, "churchill")
    for _ in range(5):
        typist.wait()
        if typist.decision in {"agenda_first_issue", "agenda_pick_issue"}:
            break
        before = typist.seq
        typist.press("n", "Enter")
        assert not typist.is_same(before)
    row = "() => Math.round(document.activeElement.getBoundingClientRect().top)"
    typist.press("n", "ArrowDown")
    second, first = page.evaluate(row), page.evaluate(FOCUSED)
    typist.press("ArrowRight")
    assert page.evaluate(row) == second
    assert page.evaluate(FOCUSED) != first
    before = typist.seq
    typist.press("Enter")
    assert not typist.is_same(before)
    typist.wait()
    assert page.evaluate("document.activeElement !== document.body")
