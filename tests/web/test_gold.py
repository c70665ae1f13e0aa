"""Gold means "you may" and nothing else: on the boards and round them only what can be picked, or has been, is gold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import casusbelli

HOME = Path(casusbelli.__file__).parent
SHEETS = sorted([*HOME.glob("games/*/board/*.css"), *HOME.glob("web/*.css")])
GOLD = re.compile(r"--gold|#ffc23d|--legal-ring")
MAY = re.compile(
    r"\.legal|\.picked|\.chosen|\.raised"  # may be picked, is picked
    r"|\.cell\.reach|\.act:hover:not\(\.shut\)"  # may be marched to, may be pressed
    r"|\.minimap \.dots|\.mapstrip \.here|^\.edge$"  # where something lit lies that is not in sight
    r"|\.ww \.map \.ri"  # drawn only round what is lit
    r"|\.tabs \.lit"  # how much is lit in a part that is not shown
    r"|\.button:hover:not\(:disabled"  # may be pressed
    r"|\.inspector \.may|^\.sample-legal|^\.sample-picked"  # the words for it, and the legend
    r"|\[data-confirm=\"yes\"\]"  # the answer the coach waits for
    r"|^:root$"  # where gold itself is named
)


def rules(sheet: Path) -> list[tuple[str, str]]:
    css = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
    return [(" ".join(m[1].split()), m[2]) for m in re.finditer(r"([^{}]+)\{([^{}]*)\}", css)]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.relative_to(HOME).as_posix())
def test_gold_means_you_may(sheet: Path) -> None:
    assert [selector for selector, body in rules(sheet) if GOLD.search(body) and not MAY.search(selector)] == []


def test_there_is_gold() -> None:
    """Else the test above would look for a colour that nobody uses any more."""
    assert sum(bool(GOLD.search(body)) for sheet in SHEETS for _, body in rules(sheet)) > 20


def test_the_sheets_of_the_rulebook_are_articles() -> None:
    """At the table a tray and an inspector are sheets, too, and have type of their own."""
    book = (HOME / "web" / "book.css").read_text("utf-8")
    assert re.findall(r"(?<!:where\(article\))\.sheet\b", book) == []
