"""Every choice free, every word whole, the log on screen, in every window. ``make soak`` walks further."""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.guests import PATIENCE
from tests.browser.layout.walk import SETTLED, SIZES, Walk, remember, risen
from tests.table.tablekit import Server

from casusbelli.game import registry
from casusbelli.games.triumph_of_chaos.content import RED, WHITE
from casusbelli.kernel import Ask
from casusbelli.table import founding

USUAL = 4
QUESTIONS = int(os.environ.get("LAYOUT_QUESTIONS", USUAL))
"""How many kinds of questions are looked at. The known numbers are those of the usual walk."""
RECORD = os.environ.get("LAYOUT_RECORD") == "1"
"""Write down what is found instead of comparing it: for numbers that have fallen."""

SMALLEST = "320x640"

GAMES = sorted(registry.installed())


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Matches founded here all have the same chance."""
    monkeypatch.setattr(founding, "new_seed", lambda: bytes(32))
    server = Server(tmp_path / "matches.sqlite")
    yield server
    server.stop()


@pytest.mark.parametrize("game", GAMES)
def test_nothing_hides(server: Server, browser: Browser, game: str) -> None:
    context = browser.new_context(locale="en", reduced_motion="reduce")
    walk = Walk(server, context.new_page(), game)
    walk.walk(QUESTIONS)
    context.close()
    logging.getLogger("casusbelli.layout").info(walk.report())
    assert walk.looks >= min(QUESTIONS, 3)
    assert walk.faults() == []
    if RECORD:
        remember(game, walk.all_numbers())
    elif QUESTIONS == USUAL:
        assert risen(game, walk.all_numbers()) == [], walk.report()


LANGUAGE = {"churchill": "es", "fog_of_war": "it", "triumph_of_chaos": "es", "wunderwaffen": "it"}


@pytest.mark.parametrize("game", GAMES)
def test_the_smallest_telephone_is_played_by_a_finger(server: Server, browser: Browser, game: str) -> None:
    """In a language of longer words, which a small laptop has to hold, too."""
    context = browser.new_context(locale=LANGUAGE[game], reduced_motion="reduce", has_touch=True)
    walk = Walk(server, context.new_page(), game)
    assert walk.page.evaluate("matchMedia('(pointer: coarse)').matches")
    walk.walk(2, (SMALLEST, "1280x720"))
    context.close()
    numbers = {size: kinds for size, kinds in walk.numbers().items() if size == SMALLEST}
    assert walk.faults() == []
    if RECORD:
        remember(game, {SMALLEST: {}, **numbers})
    else:
        assert risen(game, numbers) == [], walk.report()


MAGNIFIED = "640x360"
"""A small laptop's 1280 × 720 at 200 %. So low a window scrolls as a whole."""
SCROLLED = frozenset({"choice clipped", "choice off-screen", "log off-screen"})
"""What the page's own scrolling mends."""
OUT_OF_SCROLL = """() => {
  const map = document.querySelector(".board-host .edges")?.parentNode;
  const isShown = (node) => node.getClientRects().length && !map?.contains(node);
  const all = [...document.querySelectorAll(".board-host .legal, .prompt button, .ticker")].filter(isShown);
  const kept = all.filter((node) => {
    node.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, right, top, width, height } = node.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return left < -1 || right > innerWidth + 1 || !hit || !(node.contains(hit) || hit.contains(node));
  });
  scrollTo(0, 0);
  document.body.scrollTo(0, 0);
  return kept.map((node) => node.getAttribute("aria-label") ?? node.textContent);
}"""


PICKED = """() => [...document.querySelectorAll(".board-host .picked:not(.legal)")].map((node) => node.dataset.pick)"""


class Magnified(Walk):
    """A walk that scrolls the page, too. What it picked may lie beyond the map's window: a reader would have brought it in."""

    def glance(self, decision: str, state: str, sizes: tuple[str, ...]) -> None:
        super().glance(decision, state, sizes)
        picked = self.page.evaluate(PICKED)
        self.findings = [f for f in self.findings if not (f["kind"] == "choice outside the map window" and f["pick"] in picked)]
        lost = self.page.evaluate(OUT_OF_SCROLL)
        assert lost == [], (self.game, decision, state)


@pytest.mark.parametrize("game", GAMES)
def test_twice_as_large_nothing_is_out_of_reach(server: Server, browser: Browser, game: str) -> None:
    context = browser.new_context(locale="en", reduced_motion="reduce")
    walk = Magnified(server, context.new_page(), game)
    walk.walk(3, (MAGNIFIED,))
    context.close()
    walk.findings = [found for found in walk.findings if found["kind"] not in SCROLLED]
    assert walk.faults() == []


def test_long_words_fit_on_a_small_laptop(server: Server, browser: Browser) -> None:
    """The Italian and the Spanish of the game with the longest sentences."""
    for language in ("it", "es"):
        context = browser.new_context(locale=language, reduced_motion="reduce")
        walk = Walk(server, context.new_page(), "churchill")
        walk.walk(3, ("1280x720", SIZES[0]))
        context.close()
        assert walk.faults() == []


def test_the_tabs_of_a_telephone_fit_in_every_language(server: Server, browser: Browser) -> None:
    for language in ("it", "es"):
        context = browser.new_context(locale=language, reduced_motion="reduce", viewport={"width": 360, "height": 740})
        page = context.new_page()
        for game in GAMES:
            walk = Walk(server, page, game)
            seat = next(iter(walk.room.match.asked()))
            walk.open(seat)
            bar = page.locator(".tabs")
            assert bar.locator("button").count() > 3
            cut = "(bar) => [bar, ...bar.children].filter((tab) => tab.scrollWidth > tab.clientWidth).map((tab) => tab.innerText)"
            assert bar.evaluate(cut) == []
        context.close()


def test_every_token_of_a_small_tray_is_whole(server: Server, browser: Browser) -> None:
    """Italian and Spanish names of the German's nine kinds of tokens, the most that are ever offered."""
    cut = """(tray) => [...tray.children].filter((token) => {
      const [box, room, name] = [token, tray, token.querySelector("b")].map((node) => node.getBoundingClientRect());
      return box.right > room.right + 1 || box.bottom > room.bottom + 1 || name.left < box.left - 1 || name.right > box.right + 1;
    }).map((token) => token.innerText)"""
    for language in ("it", "es"):
        context = browser.new_context(locale=language, reduced_motion="reduce", viewport={"width": 1280, "height": 720})
        walk = Walk(server, context.new_page(), "wunderwaffen")
        while (seat := next(iter(walk.room.match.asked()))) != "german":
            walk.act(seat, walk.room.match.asked()[seat].options[0])
        walk.open(seat)
        tokens = walk.page.locator(".tray .fronts")
        assert tokens.locator("button").count() > 7
        assert tokens.evaluate(cut) == []
        context.close()


def lent_to_any(ask: Ask) -> tuple[int, int]:
    """How many ready tokens the German may play, and how many of them serve whichever Ally he names."""
    plays = {play[1:3] for play in ask.options if len(play) > 3}
    served = Counter(token for token, faction in plays if faction != "german")
    return len({token for token, _ in plays}), sum(allies == 3 for allies in served.values())


def test_both_sides_of_every_ready_token_are_whole_on_a_telephone(server: Server, browser: Browser) -> None:
    """A back that serves any Ally has three buttons, and is wider than the others: beside two, one or none of these. On the
    smallest the tray is one line to be drawn aside while the recap takes room, and whole once that has gone."""
    beyond = """() => [...document.querySelectorAll(".tray :is(.half, .who, .half b, .half small)")].filter((part) => {
      const [box, plate] = [part, part.closest(".pair, .rs")].map((node) => node.getBoundingClientRect());
      return box.left < plate.left - 1 || box.right > plate.right + 1 || box.right > innerWidth;
    }).map((part) => part.innerText || part.getAttribute("aria-label"))"""
    context = browser.new_context(reduced_motion="reduce")
    walk = Walk(server, context.new_page(), "wunderwaffen", "four_players")
    wanted = {(3, 1), (3, 2), (3, 3), (2, 1)}
    while wanted:
        seat, ask = next(iter(walk.room.match.asked().items()))
        if ask.decision == "choose_play" and seat == "german" and (lent := lent_to_any(ask)) in wanted:
            wanted.remove(lent)
            for language in ("en", "it", "es"):
                context.set_extra_http_headers({"Accept-Language": language})
                walk.open(seat)
                expect(walk.page.locator("html")).to_have_attribute("lang", language)
                for width, height in ((390, 844), (360, 780), (320, 640)):
                    walk.page.set_viewport_size({"width": width, "height": height})
                    walk.page.evaluate(SETTLED)
                    assert walk.page.locator(".tray .who").count() == 3 * lent[1]
                    if width == 320 and (recap := walk.page.locator(".strip.recap")).is_visible():
                        walk.page.locator(".tray .who").last.scroll_into_view_if_needed()
                        expect(walk.page.locator(".tray .who").last).to_be_in_viewport(ratio=0.9)
                        recap.get_by_role("button").last.click()
                        walk.page.evaluate(SETTLED)
                    assert walk.page.evaluate(beyond) == [], (lent, language, width)
        walk.act(seat, walk.rng.choice(ask.options))
    context.close()


def test_the_places_of_the_reserve_keep_their_words_when_both_are_lit(server: Server, browser: Browser) -> None:
    """Side by side, each with its ring: no ring lies on a word or on another ring."""
    overlaid = """() => {
      const places = [...document.querySelectorAll(".tray .rs")];
      const shadows = (place) => getComputedStyle(place).boxShadow.matchAll(/([\\d.]+)px/g);
      const ring = (place) => Math.max(...[...shadows(place)].map((found) => Number(found[1])));
      const [left, right] = places.map((place) => ({ box: place.getBoundingClientRect(), ring: ring(place) }));
      const title = document.querySelector(".tray .res h4").getBoundingClientRect();
      const wide = places.map((place) => place.querySelector("small")).filter((words) => words.scrollWidth > words.clientWidth);
      const meet = left.box.right + left.ring > right.box.left - right.ring;
      const under = title.bottom > left.box.top - left.ring && title.right > left.box.left - left.ring;
      const lit = places.filter((place) => place.matches(".legal")).length;
      return { lit, wide: wide.map((words) => words.innerText), meet, under };
    }"""
    for language in ("en", "it", "es"):
        context = browser.new_context(locale=language, reduced_motion="reduce", viewport={"width": 1440, "height": 900})
        walk = Walk(server, context.new_page(), "wunderwaffen", "four_players")
        while (asked := next(iter(walk.room.match.asked().items())))[1].decision != "choose_play":
            walk.act(asked[0], asked[1].options[0])
        walk.open(asked[0])
        for front in walk.page.locator(".tray .pair .half.front.legal").all():
            front.click()
            if walk.page.locator(".tray .rs.legal").count() == 2:
                break
        for size in ("1280x720", "1440x900", "2560x1440"):
            width, height = map(int, size.split("x"))
            walk.page.set_viewport_size({"width": width, "height": height})
            walk.page.evaluate(SETTLED)
            assert walk.page.evaluate(overlaid) == {"lit": 2, "wide": [], "meet": False, "under": False}, (language, size)
        context.close()


ON_THE_ARMS = """() => {
  const box = (node) => node.getBoundingClientRect();
  const slips = [...document.querySelectorAll(".slips .leaf")].filter((leaf) => leaf.getClientRects().length);
  const places = [...document.querySelectorAll('[data-inspect^="place:"] circle')];
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const lies = (slip) => places.some((place) => meet(box(slip), box(place)));
  return slips.filter(lies).map((slip) => slip.parentNode.getAttribute("aria-label"));
}"""
LONG_NAMES = ("pol_mil", "us_production", "ussr_declares", "us_directed", "strategic")


def test_a_full_centre_of_the_round_table_leaves_the_arms_free(server: Server, browser: Browser) -> None:
    """Churchill's issues with the longest names, all in the centre."""
    for language in ("it", "es"):
        context = browser.new_context(locale=language, reduced_motion="reduce")
        walk = Walk(server, context.new_page(), "churchill", "training", seed=0)
        while (asked := next(iter(walk.room.match.asked().items())))[1].decision != "meeting_action":
            seat, ask = asked
            long = [choice for choice in ask.options if str(choice[-1]).startswith(LONG_NAMES)]
            walk.act(seat, long[0] if long else walk.rng.choice(ask.options))
        walk.open(asked[0])
        for width, height in ((1280, 720), (1366, 768), (1440, 900), (390, 844)):
            walk.page.set_viewport_size({"width": width, "height": height})
            walk.page.evaluate(SETTLED)
            walk.page.wait_for_function(f"({ON_THE_ARMS})().length === 0", timeout=PATIENCE)
        context.close()


TORN = """(names) => {
  const lines = (word) => {
    const range = document.createRange();
    const tops = [...word.data].map((_, i) => {
      range.setStart(word, i);
      range.setEnd(word, i + 1);
      return Math.round([...range.getClientRects()].at(-1).top);
    });
    return new Set(tops).size;
  };
  const shown = [...document.querySelectorAll(".hand .seal + .cn")].filter((its) => its.getClientRects().length);
  const torn = (its) => names.filter((name) => {
    its.textContent = name;
    return lines(its.firstChild) > 1;
  });
  const under = [...document.querySelectorAll(".hand .oval:has(+ .seal)")].filter((oval) => oval.getClientRects().length);
  return { shown: shown.length, torn: shown.flatMap(torn), under: under.length };
}"""


def test_a_name_on_a_card_is_not_torn_by_what_the_card_is_worth(server: Server, browser: Browser) -> None:
    """Churchill's longest names of one syllable, beside the seal with the card's value on the issue that is chosen."""
    context = browser.new_context(locale="en", reduced_motion="reduce")
    walk = Walk(server, context.new_page(), "churchill", "training", seed=0)
    while (asked := next(iter(walk.room.match.asked().items())))[1].decision != "meeting_action":
        walk.act(asked[0], walk.rng.choice(asked[1].options))
    walk.open(asked[0])
    walk.page.locator(".roundtable [data-pick].legal").first.click()
    expect(walk.page.locator(".hand .seal").first).to_be_visible()
    for size in (*SIZES, "390x844"):
        width, height = map(int, size.split("x"))
        walk.page.set_viewport_size({"width": width, "height": height})
        walk.page.evaluate(SETTLED)
        cards = walk.page.evaluate(TORN, ["Cripps", "Brooke", "Smuts"])
        assert cards["shown"] > 3
        assert cards == {**cards, "torn": [], "under": 0}, size  # no monogram lies under the seal, either
    context.close()


CUT_NAMES = """() => [...document.querySelectorAll(".frow .nm")]
  .filter((name) => name.getClientRects().length && name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""


def test_a_faction_at_war_that_moves_keeps_its_whole_name(server: Server, browser: Browser) -> None:
    """Triumph of Chaos with all that the table of factions can add to a row, in every language."""
    for language in ("en", "it", "es"):
        context = browser.new_context(locale=language, reduced_motion="reduce")
        walk = Walk(server, context.new_page(), "triumph_of_chaos", "campaign")
        war = walk.room.match.state
        war.war = [RED | WHITE for _ in war.war]
        war.pending = [3 - 6 * (place > 0) for place in war.fcm]
        walk.open(next(iter(walk.room.match.asked())))
        expect(walk.page.locator(".frow .war")).to_have_count(len(war.war))
        assert walk.page.locator(".frow.moving").count() > 4
        for size in SIZES[2:]:
            width, height = map(int, size.split("x"))
            walk.page.set_viewport_size({"width": width, "height": height})
            walk.page.evaluate(SETTLED)
            assert (language, size, walk.page.evaluate(CUT_NAMES)) == (language, size, [])
        context.close()


BROKEN_WORDS = r"""() => [...document.querySelectorAll(".toc-hand .card .t")].flatMap((title) => {
  const texts = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
  const broken = [];
  const line = (node, at) => {
    const letter = new Range();
    letter.setStart(node, at);
    letter.setEnd(node, at + 1);
    return [...letter.getClientRects()].at(-1).top; // the first after a soft hyphen may have that, too, on the line before
  };
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const { 0: part, index } of node.data.matchAll(/[^\s\u00ad\u200b-]+/g)) {
      if (line(node, index) !== line(node, index + part.length - 1)) broken.push(part);
    }
  }
  return broken;
})"""


def test_no_card_breaks_a_word_without_a_hyphen(server: Server, browser: Browser) -> None:
    for language in ("it", "es", "en"):
        context = browser.new_context(locale=language, reduced_motion="reduce")
        walk = Walk(server, context.new_page(), "triumph_of_chaos")
        for seat in list(walk.room.match.asked()):
            walk.open(seat)
            for size in ("1280x720", "1440x900"):
                width, height = map(int, size.split("x"))
                walk.page.set_viewport_size({"width": width, "height": height})
                walk.page.evaluate(SETTLED)
                assert walk.page.locator(".toc-hand .card .t").count() > 5
                assert (language, size, walk.page.evaluate(BROKEN_WORDS)) == (language, size, [])
        context.close()
