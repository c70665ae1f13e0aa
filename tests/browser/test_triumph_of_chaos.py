"""Triumph of Chaos in a real browser, on the real server, as two people play it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.guests import WHOLE, Guest, play_on
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

TOUCH = """(seed) => {
  const sure = document.querySelector("dialog[open] .button.danger, dialog:is(.curtain, .summary)[open] .primary");
  if (sure) { sure.click(); return "sure"; }
  if (document.querySelector("dialog[open]")) return "over";
  if (document.querySelector(".prompt.sending") || !document.querySelector(".prompt.mine")) return "wait";
  const seen = (node) => node.getClientRects().length > 0;
  const lit = (where) => [...document.querySelectorAll(`.board-host ${where}`)].filter(seen);
  const board = lit(".fan .legal").length ? lit(".fan .legal") : lit(".legal:not(.place.picked, .frow)");
  const answers = [...document.querySelectorAll(".prompt .buttons .button:not([aria-disabled])")]
    .filter((each) => !/Undo|Back|List|Declare war/.test(each.textContent));
  const picked = document.querySelector(".crumbs .chip");
  const ending = answers.find((each) => /^(Done|End|Stop|Pass|None|Halt)/.test(each.textContent));
  const choice = ending && seed % 3 === 0 ? ending
    : picked && answers.length ? answers[seed % answers.length]
    : board.length ? board[seed % board.length]
    : answers[seed % Math.max(1, answers.length)];
  if (!choice) return "wait";
  choice.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
  return board.includes(choice) ? "board" : "prompt";
}"""
"""Touch something lit on the board, or answer at the prompt what is left of a choice begun there."""


def against_the_bot(guest: Guest, house: RunningServer, side: str = "white", scenario: str = "introductory_1918") -> None:
    other = "red" if side == "white" else "white"
    guest.begin(house, "triumph_of_chaos", scenario, **{side: "me", other: "bot:recruit"})


def to_action(guest: Guest) -> None:
    """Through the political phase to the first round."""
    guest.play(lambda: guest.is_asked("choose your action"))
    guest.close_text_board()
    expect(guest.page.locator(".mapbox .place").first).to_be_attached()


def to_activation(guest: Guest) -> None:
    """The first own operations: a space is to be activated."""
    guest.play(lambda: guest.is_asked("Activate a space"), "^Operations")
    guest.close_text_board()


def lit(page: Page) -> Any:
    return page.locator(".mapbox .place.legal")


def touch(page: Page, space: str) -> None:
    """A click on a space of the map, wherever the map is."""
    page.locator(f".place[data-space={space}]").dispatch_event("click")


def test_a_match_by_touching_what_is_lit(house: RunningServer, guest: Guest) -> None:
    """A turn of it; ``make soak`` plays it to its end."""
    against_the_bot(guest, house)
    page, touched, since, heard = guest.page, 0, 0, 0
    for n in range(4000):
        did = page.evaluate(TOUCH, n * 7 + n // 5)
        touched += did == "board"
        if did == "over" or (not WHOLE and guest.reads("Turn 2")):
            break
        if did == "wait":
            page.wait_for_timeout(30)
        since = 0 if len(guest.heard) != heard else since + (did != "wait")
        heard = len(guest.heard)
        if since > 20:  # picked and put back again and again: answer from the list, as a player would
            guest.open_text_board()
            guest.answer()
            guest.close_text_board()
            since = 0
    if WHOLE:
        expect(page.locator("dialog[open]")).to_contain_text("The match is over")
    else:
        assert guest.reads("Turn 2")
    assert touched > (20 if WHOLE else 5), "the board itself was hardly ever touched"


def test_the_last_screen(house: RunningServer, guest: Guest) -> None:
    against_the_bot(guest, house)
    guest.plays_to_the_end(house)
    page, scores = guest.page, guest.frames[-1]["over"]["scores"]
    expect(page.locator("dialog.result[open]")).to_contain_text("The match is over")
    for seat, points in scores.items():
        shown = f"{points:g}".replace("-", "−")
        expect(page.locator(f".players [data-inspect='seat:{seat}']")).to_contain_text(f"Final{shown}")
    guest.presses_every_button_of_the_end()


def test_no_hidden_card_in_the_others_traffic(house: RunningServer, guest: Guest, rival: Guest) -> None:
    guest.begin(house, "triumph_of_chaos", "introductory_1918", white="me", red="open")
    rival.join(house, guest.invitations()[0])
    play_on([guest, rival], lambda: guest.reads("Turn 2") or (not WHOLE and len(guest.frames) > 120), most=2500)
    held = 0
    for one, other in ((guest, rival), (rival, guest)):
        by_seq = {frame["seq"]: frame["view"] for frame in other.frames}
        for frame in one.frames:
            view, truth = frame["view"], by_seq.get(frame["seq"])
            theirs = "red" if view["side"] == "white" else "white"  # who plays which side is bid for
            assert (frame["over"] or {}).get("seed") is None
            opened = view["politics"]["opened"]
            assert not any(card for card in view["politics"]["placed"][theirs][opened:])
            if truth is None or truth["side"] != theirs:
                continue
            public = {*view["piles"][theirs]["discards"], *view["piles"][theirs]["removed"], *(view["seen"] or [])}
            hidden = {*truth["hand"], *(c for c in truth["politics"]["placed"][theirs][opened:] if c)} - public
            held += len(hidden)
            told = json.dumps([view["politics"], view["hand"], frame["ask"]])
            assert not [card for card in hidden if f'"{card}"' in told]
            for box, cards in truth["politics"]["boxes"].items():
                unknown = [card for card, seen in zip(cards, view["politics"]["boxes"][box], strict=True) if card and not seen]
                assert not [card for card in unknown if card not in view["politics"]["available"][box]]
    assert held, "there was nothing to hide"


def test_stacks_open_and_spaces_tell_of_themselves(house: RunningServer, guest: Guest) -> None:
    against_the_bot(guest, house)
    to_action(guest)
    page = guest.page
    page.locator("[data-jump=centre]").click()
    moskva = page.locator(".place[data-space=moskva]")
    moskva.hover(force=True)
    expect(page.locator(".mapbox .fan")).to_contain_text("Moskva")
    expect(page.locator(".mapbox .fan .piece")).not_to_have_count(0)
    expect(page.locator("#inspector")).to_contain_text("victory city")  # the space speaks, not its counters
    page.locator(".mapbox .fan .piece").first.hover()
    expect(page.locator("#inspector")).not_to_contain_text("victory city")
    page.locator("h1").hover()  # a pointer left on the map would go on telling of what lies under it
    expect(page.locator("#inspector")).to_be_hidden()
    lines = guest.frames[-1]["view"]["supply"]["lines"]
    space = next(space for space, line in lines.items() if space != "moskva" and line[-1] == "moskva")
    page.locator(f".place[data-space={space}]").dispatch_event("pointerover", {"pointerType": "mouse"})
    expect(page.locator("#inspector")).to_contain_text("Supplied from Moskva")
    expect(page.locator(".lines .sup")).to_be_attached()


def test_wheel_keys_and_overview_move_the_map(house: RunningServer, guest: Guest) -> None:
    against_the_bot(guest, house)
    to_action(guest)
    page = guest.page
    box = page.locator(".mapbox")
    expect(box).to_have_attribute("data-level", "mid")
    page.keyboard.press("0")
    expect(box).to_have_attribute("data-level", "far")
    expect(page.locator(".mapbox .chip").first).to_be_visible()
    box.hover(position={"x": 200, "y": 200})
    for _ in range(3):
        page.mouse.wheel(0, -700)
    expect(box).to_have_attribute("data-level", "close")
    before = page.locator(".minimap .seen").get_attribute("x")
    page.locator(".minimap").click(position={"x": 120, "y": 60})
    expect(page.locator(".minimap .seen")).not_to_have_attribute("x", str(before))


ON_TOP = """(selector) => {
  const node = document.querySelector(selector);
  const { left, top, width, height } = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
"""Whether nothing lies over the middle of it."""


FINGER = """(space) => document.querySelector(`.place[data-space=${space}]`).dispatchEvent(
  new PointerEvent("click", {bubbles: true, cancelable: true, pointerType: "touch"}))"""


def test_on_a_telephone_a_place_that_is_not_lit_says_why(house: RunningServer, walker: Guest) -> None:
    against_the_bot(walker, house)
    page, told = walker.page, walker.page.locator(".inspector.sheet")

    def says(space: str, words: str) -> None:
        page.evaluate(FINGER, space)
        expect(told).to_contain_text(words)
        page.keyboard.press("Escape")

    to_action(walker)
    says("rostov", "First play a card for operations: then Rostov may be activated.")
    says("moskva", "You have no units at Moskva.")
    to_activation(walker)
    says("moskva", "You have no units at Moskva.")
    expect(page.locator(".toast")).to_have_count(0)  # it is said once


def test_a_telephone_turned_into_a_desk_and_back_then_two_fingers_zoom(house: RunningServer, walker: Guest) -> None:
    against_the_bot(walker, house)
    page = walker.page
    expect(page.locator(".toc-hand .many")).to_have_text("Your hand: 9 cards")
    boxes = page.locator(".toc-politics .tables .box")
    for width, height in ((1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        expect(boxes.first).to_be_visible()
        assert page.locator(".toc-politics .tables").evaluate("(all) => [...all.children].every((box) => box.offsetWidth > 150)")
    expect(boxes).to_have_count(3)
    page.locator(".prompt [data-tray]").tap()
    expect(page.locator(".tray.sheet")).to_be_visible()
    assert page.evaluate(ON_TOP, ".tray-head"), "the boxes lie over the tray"
    page.locator(".tray-head button").tap()
    page.get_by_role("button", name="Advice of a marshal").click()
    advice = page.locator(".toast.advised").bounding_box()
    board = page.locator(".toc-board").bounding_box()
    assert advice and board and advice["y"] >= board["y"] + board["height"], "advice lies over the board"
    to_action(walker)
    frame = page.locator(".mapbox")
    expect(frame).to_have_attribute("data-level", "mid")
    for kind, gap in (("pointerdown", 40), ("pointermove", 120), ("pointermove", 160), ("pointerup", 160)):
        for finger, way in ((1, -1), (2, 1)):
            frame.dispatch_event(
                kind,
                {"pointerId": finger, "pointerType": "touch", "clientX": 190 + way * gap / 2, "clientY": 450, "bubbles": True},
            )
    expect(frame).to_have_attribute("data-level", "close")


def test_activate_march_and_undo_by_mouse(house: RunningServer, guest: Guest) -> None:
    against_the_bot(guest, house)
    to_activation(guest)
    page = guest.page
    kinds: dict[str, list[str]] = {}
    for verb, *values in guest.frames[-1]["ask"]["options"]:
        if verb == "activate":
            kinds.setdefault(values[0], []).append(values[1])
    space = next(space for space, offered in kinds.items() if "move" in offered)
    expect(lit(page)).to_have_count(len(kinds))
    touch(page, space)
    if len(kinds[space]) > 1:
        page.locator(".prompt .button", has_text=re.compile(r"\(move\)")).click()
    expect(page.locator(".place .mk.move")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator(".place .mk.move")).to_have_count(0)
    page.keyboard.press("Shift+U")
    expect(page.locator(".place .mk.move")).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Done")).click()
    expect(page.locator(".sentence")).to_contain_text("Move units")
    page.locator(".prompt .button").first.click()
    expect(page.locator(".sentence")).to_contain_text("Next step")
    expect(page.locator(".cell.reach")).not_to_have_count(0)
    goal = str(lit(page).first.get_attribute("data-space"))
    units = guest.frames[-1]["ask"]["about"]["units"]
    touch(page, goal)
    expect(page.locator(f".place[data-space={goal}]")).to_have_attribute("data-pick", re.compile(re.escape(units[0])))


def test_counters_march_and_dice_fall(house: RunningServer, guest: Guest) -> None:
    page = guest.page
    page.emulate_media(reduced_motion="no-preference")
    against_the_bot(guest, house)
    to_activation(guest)
    page.evaluate("""() => {
      window.moved = {marching: 0, throw: 0};
      const seen = (changes) => changes.forEach(({addedNodes}) => addedNodes.forEach((node) => {
        if (node.classList?.contains("marching")) moved.marching += 1;
        moved.throw += node.querySelectorAll?.(".throw").length ?? 0;
      }));
      new MutationObserver(seen).observe(document.querySelector(".motion"), {childList: true, subtree: true});
    }""")

    def fought() -> bool:
        return any(event["kind"] == "fire" for frame in guest.frames for event in frame["events"]["list"])

    guest.play(fought, r"\(combat\)|^Attack|^Operations|^Step|^Fight")
    page.wait_for_function("moved.throw >= 2")
    guest.play(lambda: page.evaluate("moved.marching") > 0, r"\(move\)|^Operations|^Step")


def test_keyboard_alone_activates_a_space(house: RunningServer, guest: Guest) -> None:
    against_the_bot(guest, house)
    to_activation(guest)
    page = guest.page
    for _ in range(40):
        page.keyboard.press("n")
        if page.evaluate("document.activeElement.matches('.place')"):
            break
    expect(page.locator(".place:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".place.picked, .place .mk:is(.move, .combat)")).not_to_have_count(0)


def test_what_is_not_lit_says_why(house: RunningServer, guest: Guest) -> None:
    against_the_bot(guest, house)
    to_activation(guest)
    page = guest.page
    view = guest.frames[-1]["view"]
    stacks = [(place, side) for place, _, side in view["units"].values() if place in view["control"]]
    own = {place for place, side in stacks if side == view["side"]}
    touch(page, next(place for place, side in stacks if side in ("red", "white") and place not in own))
    expect(page.locator(".toast")).to_contain_text("You have no units at")
    expect(page.locator(".toast .rule")).to_have_text("10.3")


@pytest.mark.parametrize(
    ("language", "region", "sentence"), [("it", "FINLANDIA", "scegli la tua azione"), ("es", "FINLANDIA", "elige tu acción")]
)
def test_languages(house: RunningServer, guest: Guest, language: str, region: str, sentence: str) -> None:
    against_the_bot(guest, house)
    to_action(guest)
    page = guest.page
    page.get_by_role("combobox", name=re.compile("Language")).select_option(language)
    expect(page.locator(".sentence")).to_contain_text(sentence)
    expect(page.locator(".region-names")).to_contain_text(region)
    assert guest.untranslated() == []


@pytest.mark.parametrize("size", [(1440, 900), (820, 1180), (390, 844)], ids=["desktop", "tablet", "phone"])
def test_nobody_is_kept_out(house: RunningServer, guest: Guest, size: tuple[int, int]) -> None:
    page = guest.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    against_the_bot(guest, house)
    assert guest.barriers() == []
    to_action(guest)
    assert guest.barriers() == []
    assert guest.fits()
    for part in ("factions", "forces"):
        if page.locator(f".tabs [data-tab-for={part}]").is_visible():
            page.locator(f".tabs [data-tab-for={part}]").click()
            assert guest.barriers() == []
            assert guest.fits()


def test_the_text_board_tells_the_whole_position(house: RunningServer, guest: Guest) -> None:
    against_the_bot(guest, house)
    to_action(guest)
    guest.open_text_board()
    board = guest.page.locator(".textboard")
    for words in ("Stacks on the map", "Victory cities", "Reserves and losses", "Moskva", "Denikin"):
        expect(board).to_contain_text(words)


@pytest.mark.parametrize("scenario", ["introductory_1918", "campaign"])
def test_beside_the_recap_factions_and_forces_are_whole(house: RunningServer, guest: Guest, scenario: str) -> None:
    """On a small laptop, with as many factions as there are."""
    page = guest.page
    page.set_viewport_size({"width": 1280, "height": 720})
    against_the_bot(guest, house, scenario=scenario)
    to_action(guest)
    page.evaluate("localStorage.setItem('casus.pace', '\"step\"')")
    page.reload()
    guest.is_at_the_table()
    expect(page.locator(".strip.recap")).to_be_visible()
    long = "(parts) => parts.filter((part) => part.scrollHeight > part.clientHeight).map((part) => part.className)"
    assert page.locator(".toc-board > .column, .toc-board .reserves").evaluate_all(long) == []


def test_after_the_recap_the_map_is_back_where_it_was(house: RunningServer, guest: Guest) -> None:
    page, seen = guest.page, ".minimap .seen"
    against_the_bot(guest, house, side="red")
    to_action(guest)
    page.evaluate("localStorage.setItem('casus.pace', '\"step\"')")
    page.reload()
    guest.is_at_the_table()
    expect(page.locator(".strip.recap")).to_be_visible()
    page.wait_for_function(f"document.querySelector('{seen}')?.getAttribute('x')")

    def look() -> tuple[float, float]:
        """The middle of what is seen: the window itself is higher without the recap."""
        x, y, width, height = (float(str(page.locator(seen).get_attribute(name))) for name in ("x", "y", "width", "height"))
        return x + width / 2, y + height / 2

    def strays() -> bool:
        return any(abs(now - then) > 4 for now, then in zip(look(), before, strict=True))

    before, strayed = look(), False
    page.locator(".strip.recap button").first.click()
    for _ in range(200):
        page.wait_for_function("document.body.matches('.staged') || document.querySelector('.prompt.mine')")
        if strayed := strays():
            break
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(150)
    assert strayed  # else nothing is seen of the way back
    page.keyboard.press("Escape")
    expect(page.locator("body.staged")).to_have_count(0)
    page.wait_for_timeout(600)
    assert not strays()


def test_what_the_space_says_leaves_the_odds_free(house: RunningServer, guest: Guest) -> None:
    """The words under the pointer and the outlook of the attack are both to be read."""
    page = guest.page
    against_the_bot(guest, house)
    to_activation(guest)
    page.locator(".place[data-space=velikoknyazheskaya]").hover(force=True)
    touch(page, "velikoknyazheskaya")
    page.get_by_role("button", name="(combat)").first.click()
    page.get_by_role("button", name="Done").click()
    guest.play(lambda: guest.is_asked("Attack, or end"), "^End movement")
    guest.close_text_board()
    for space in ("belaya_kalitva", "gashun"):
        page.mouse.move(5, 5)
        expect(page.locator(".toc-board .battle")).to_be_hidden()
        page.locator(f".place[data-space={space}]").hover(force=True)
        expect(page.locator(".toc-board .battle")).to_contain_text("Assumes:")
        expect(page.locator("#inspector")).to_be_visible()
        page.wait_for_timeout(300)
        boxes = [page.locator(each).bounding_box() for each in (".toc-board .battle", "#inspector")]
        odds, words = (box for box in boxes if box)
        apart = odds["x"] + odds["width"] <= words["x"] or words["x"] + words["width"] <= odds["x"]
        assert apart or odds["y"] + odds["height"] <= words["y"] or words["y"] + words["height"] <= odds["y"], space
