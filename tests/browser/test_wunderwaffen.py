"""WunderWaffen in a real browser, on the real server, as two and four people play it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.guests import Guest, play_on
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

PLACE = r"\((left|centre|right)\)$"
"""What is preferred: to place what can be placed."""

FOUR = ("russian", "american", "british", "german")


def alone(guest: Guest, house: RunningServer, seat: str = "british") -> None:
    """A seat of four against three bots."""
    guest.begin(house, "wunderwaffen", "four_players", **{each: "me" if each == seat else "bot:recruit" for each in FOUR})


def play(guest: Guest, until: str) -> None:
    """Answer every question until the page tells this and asks for a play."""
    guest.play(lambda: guest.is_asked("play a token") and guest.reads(until), PLACE)


def show_board(guest: Guest) -> None:
    guest.close_text_board()
    expect(guest.page.locator(".mapbox svg.map")).to_be_visible()


def choose_a_side_to_place(page: Page) -> None:
    """Choose fronts of ready tokens until one may go to the map."""
    fronts = page.locator(".tray .half.front.legal")
    for n in range(fronts.count()):
        fronts.nth(n).click()
        expect(page.locator(".tray .chosen, .tip [data-go]").first).to_be_visible()
        if page.locator(".tray .chosen").count() and page.locator(".map .space.legal").count():
            return
    raise AssertionError("no ready token can be placed")


def test_several_turns_against_three_bots_with_a_reload(house: RunningServer, guest: Guest) -> None:
    alone(guest, house)
    play(guest, "round 2 of 6")
    told = guest.log()
    guest.page.reload()
    expect(guest.page.locator(".log")).to_contain_text(told.splitlines()[0])
    expect(guest.page.locator(".headline")).to_contain_text("round 2 of 6")  # though what is printed came after the frame
    play(guest, "round 4 of 6")
    expect(guest.page.locator(".log")).to_contain_text("British: turn 3 of part 1")


def test_a_whole_match_ends_with_a_result(house: RunningServer, guest: Guest) -> None:
    alone(guest, house, "german")
    page = guest.page
    guest.play(lambda: page.locator("dialog.summary[open]").count() > 0, PLACE, most=3000)
    expect(page.locator("dialog.summary[open]")).to_contain_text("Part 1 is over")
    page.keyboard.press("Enter")
    guest.play(lambda: page.locator("dialog.result[open]").count() > 0, PLACE, most=3000)
    expect(page.locator("dialog.result[open]")).to_contain_text("The match is over")
    expect(page.locator("dialog.result[open]")).to_contain_text("Territories won: printed points")
    guest.presses_every_button_of_the_end()


def test_the_mouse_plays_a_token_to_the_map_and_sees_before_what_it_brings(house: RunningServer, guest: Guest) -> None:
    alone(guest, house)
    play(guest, "round 1 of 6")
    show_board(guest)
    page = guest.page
    choose_a_side_to_place(page)
    expect(page.locator(".tray .chosen")).to_have_count(1)
    page.wait_for_timeout(400)
    expect(page.locator(".inspector")).to_be_hidden()  # the token drawn anew under a resting pointer is not pointed at
    space = page.locator(".map .space.legal").first
    name = space.get_attribute("data-pick")
    space.hover(force=True)
    expect(page.locator(".inspector .forecast")).to_be_visible()
    space.click(force=True)
    expect(page.locator(".tray .chosen")).to_have_count(0)
    expect(page.locator(f".map [data-pick={name}]")).to_have_attribute("aria-label", re.compile("British"))
    page.keyboard.press("u")
    expect(page.locator(f".map [data-pick={name}]")).to_have_attribute("aria-label", re.compile("free"))


def test_what_is_not_lit_says_which_rule_forbids_it(house: RunningServer, guest: Guest) -> None:
    alone(guest, house)
    play(guest, "round 1 of 6")
    show_board(guest)
    page = guest.page
    choose_a_side_to_place(page)
    page.locator(".map .space[data-pick=lublin_1]").click(force=True)
    expect(page.locator(".toast")).to_contain_text("out of reach")
    expect(page.locator(".toast .rule")).to_have_text("5.1")


def test_two_seats_and_no_hidden_back_in_the_others_traffic(house: RunningServer, guest: Guest, rival: Guest) -> None:
    guest.begin(house, "wunderwaffen", "two_players", american_german="open", british_russian="me")
    rival.join(house, guest.invitations()[0])
    play_on([guest, rival], lambda: guest.reads("round 3 of 6"), PLACE)
    seen = 0
    for one, seat in ((guest, "british_russian"), (rival, "american_german")):
        for frame in one.frames:
            view = frame["view"]
            mine = {faction for faction, whose in view["seats"].items() if whose == seat}
            assert (frame["over"] or {}).get("seed") is None
            for faction in FOUR:
                shown = [ready for ready in view["ready"][faction] if ready and "back" in ready]
                seen += len(shown)
                assert not shown or (faction in mine and faction == view["active"])
            for ally in view["reserve"]:
                assert ally in mine or not any("back" in kept for kept in view["reserve"][ally].values() if kept)
            lying = [
                token for here in view["map"].values() for token in (*here["spaces"], here["marker"], *here["access"]) if token
            ]
            assert not any("back" in token for token in lying)
            assert not view["discard_backs"]
    assert seen, "nobody ever saw the back of a token of his own"


def test_the_back_of_a_token_is_drawn_for_its_owner_alone(house: RunningServer, guest: Guest) -> None:
    alone(guest, house)
    expect(guest.page.locator(".tray .half.back")).to_have_count(0)
    play(guest, "round 1 of 6")
    show_board(guest)
    expect(guest.page.locator(".tray .half.back")).to_have_count(3)


@pytest.mark.parametrize(
    ("language", "sentence", "words"),
    [("it", "la prossima pedina pronta", "Fronte sovietico"), ("es", "la siguiente ficha lista", "Frente soviético")],
)
def test_languages(house: RunningServer, guest: Guest, language: str, sentence: str, words: str) -> None:
    alone(guest, house, "russian")
    page = guest.page
    page.get_by_role("combobox", name=re.compile("Language")).select_option(language)
    expect(page.locator("svg.map")).to_contain_text(words)
    expect(page.locator(".sentence")).to_contain_text(sentence)
    assert guest.untranslated() == []


@pytest.mark.parametrize("size", [(1440, 900), (820, 1180), (390, 844)], ids=["desktop", "tablet", "phone"])
def test_nobody_is_kept_out(house: RunningServer, guest: Guest, size: tuple[int, int]) -> None:
    page = guest.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    alone(guest, house)
    assert guest.barriers() == []
    play(guest, "round 3 of 6")
    assert guest.barriers() == []
    show_board(guest)
    page.locator(".tray .half.legal").first.click()
    assert guest.barriers() == []
    for part in ("tracks", "lab"):
        if page.locator(f".tabs [data-tab-for={part}]").is_visible():
            page.locator(f".tabs [data-tab-for={part}]").click()
            assert guest.barriers() == []
    assert guest.fits()


def test_a_finger_sees_what_a_play_brings_before_it_plays(house: RunningServer, walker: Guest) -> None:
    alone(walker, house)
    play(walker, "round 1 of 6")
    show_board(walker)
    page = walker.page
    choose_a_side_to_place(page)
    space = page.locator(".map .space.legal").first
    name = space.get_attribute("data-pick")
    space.focus()  # the map moves until it can be seen
    space.tap()
    expect(page.locator(".tip .forecast")).to_be_visible()
    expect(page.locator(f".map [data-pick={name}]")).to_have_attribute("aria-label", re.compile("free"))
    page.get_by_role("button", name="Play it").tap()
    expect(page.locator(f".map [data-pick={name}]")).to_have_attribute("aria-label", re.compile("British"))


def test_two_fingers_bring_the_map_nearer(house: RunningServer, walker: Guest) -> None:
    alone(walker, house)
    show_board(walker)
    page = walker.page
    fingers = page.context.new_cdp_session(page)

    def shown() -> float:
        """How much of the map's width is in sight, in units of the map."""
        return float(str(page.locator(".mapbox svg.map").get_attribute("viewBox")).split()[2])

    def touch(kind: str, apart: int) -> None:
        box = page.locator(".mapbox").bounding_box()
        assert box is not None
        middle, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        points = [{"x": middle + side * apart, "y": y, "id": n} for n, side in enumerate((-1, 1))] if apart else []
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def settles(on: Callable[[float], bool]) -> None:
        for _ in range(100):
            if on(shown()):
                return
            page.wait_for_timeout(50)
        raise AssertionError(f"the map shows {shown()} of {before}")

    before = shown()
    touch("touchStart", 30)
    for apart in (40, 50, 60):
        touch("touchMove", apart)
    touch("touchEnd", 0)
    settles(lambda width: width < before / 1.5)
    page.locator(".zoom [data-zoom='0']").tap()
    settles(lambda width: width > before * 0.99)


def pair(guest: Guest, house: RunningServer) -> None:
    """American and German against a bot that leads the two others."""
    guest.begin(house, "wunderwaffen", "two_players", american_german="me", british_russian="bot:recruit")


def test_another_scenario_still_has_a_seat_for_who_begins_it(house: RunningServer, guest: Guest) -> None:
    guest.page.goto(f"{house.url}/new/wunderwaffen")
    guest.page.locator("input[name=scenario][value=two_players]").check()
    seats = guest.page.locator("[data-in]:not([hidden]) select")
    assert [seats.nth(n).input_value() for n in range(seats.count())] == ["me", "bot:officer"]


def test_who_leads_two_factions_is_asked_for_one_and_what_both_do_is_his(house: RunningServer, guest: Guest) -> None:
    pair(guest, house)
    page = guest.page
    token = page.locator(".prompt faction-token")
    guest.play(lambda: guest.is_asked("German: choose the next ready token"))
    guest.close_text_board()
    expect(token).to_have_attribute("faction", "germany")
    expect(page.locator(".front-of.last")).to_have_count(0)  # others have picked fronts of the same names
    guest.play(lambda: guest.is_asked("American: play a token") and guest.reads("round 2 of 6"), PLACE)
    guest.close_text_board()
    expect(token).to_have_attribute("faction", "us")
    page.get_by_role("combobox", name="Show in the log").select_option("mine")
    own = page.locator(".log .entry:not([hidden])")
    assert own.count() > 10 and all("American" in line or "German" in line for line in own.all_inner_texts()[:-1])
    guest.play(lambda: guest.is_asked("German: play a token"), PLACE)
    page.reload()
    guest.is_there()
    divider = page.locator(".log .divider")
    expect(divider).to_be_visible()
    last = divider.evaluate("(node) => node.previousElementSibling.textContent")
    assert "American: ready" in last, "the recap begins with one's own turn"


def test_one_playable_side_is_not_asked_for_and_the_question_says_what_comes_next(house: RunningServer, guest: Guest) -> None:
    pair(guest, house)
    play(guest, "round 1 of 6")
    guest.close_text_board()
    page = guest.page
    sentence = page.locator(".prompt .sentence")
    for _ in range(9):
        options = guest.frames[-1]["ask"]["options"]
        slots = {option[1] for option in options if len(option) > 3}
        single = [slot for slot in slots if len({option[2] for option in options if option[1] == slot}) == 1]
        places = [slot for slot in single if sum(option[0] == "place" for option in options if option[1] == slot) > 1]
        if places and sum(option[1] == places[0] for option in options) > 1:
            break
        guest.open_text_board()
        guest.page.wait_for_timeout(100)
        guest.answer(PLACE)
        guest.play(lambda: guest.is_asked("play a token"), PLACE)
        guest.close_text_board()
    page.locator(f".prompt [data-take={places[0]}]").click()
    expect(sentence).to_contain_text("choose a lit place or a use")
    many = page.locator(".prompt [data-take=place]")
    if many.count():
        many.click()
        expect(sentence).to_have_text(re.compile("choose a lit place.$"))


def test_advice_lies_beside_the_map_and_points_at_the_side_it_means(house: RunningServer, guest: Guest) -> None:
    pair(guest, house)
    play(guest, "round 1 of 6")
    guest.close_text_board()
    page = guest.page
    page.get_by_role("button", name="Advice of a marshal").click()
    expect(page.locator(".side .advice-note .toast.advised")).to_contain_text("A marshal would choose")
    advised = next(told for told in map(json.loads, guest.heard) if told["t"] == "advice")["choice"]
    sides = page.locator(f".tray [data-slot].advised:not([data-only={advised[2]}])")
    expect(sides).to_have_count(0)
    page.locator(".toast.advised").get_by_role("button", name="Close").click()
    expect(page.locator(".toast.advised")).to_have_count(0)


def test_each_pace_takes_the_place_of_the_last_in_what_is_said(house: RunningServer, guest: Guest) -> None:
    pair(guest, house)
    for _ in range(3):
        guest.page.keyboard.press("p")
    expect(guest.page.locator(".toast.pace")).to_have_count(1)


def test_on_the_smallest_telephone_the_map_is_there_beside_the_recap(house: RunningServer, walker: Guest) -> None:
    page = walker.page
    page.set_viewport_size({"width": 320, "height": 640})
    pair(walker, house)
    play(walker, "round 2 of 6")
    walker.close_text_board()
    page.reload()
    expect(page.locator(".strip.recap")).to_be_visible()
    expect(page.locator(".tray .half.legal").first).to_be_visible()
    map_box, tray = page.locator(".mapbox").bounding_box(), page.locator(".ww .tray").bounding_box()
    recap = page.locator(".strip.recap").bounding_box()
    assert map_box and tray and recap and map_box["height"] > 130 and tray["y"] + tray["height"] <= recap["y"] + 1


def test_after_the_recap_the_map_is_back_where_it_was(house: RunningServer, guest: Guest) -> None:
    page = guest.page
    page.set_viewport_size({"width": 1280, "height": 720})
    alone(guest, house, "american")
    play(guest, "round 3 of 6")
    show_board(guest)
    page.evaluate("localStorage.setItem('casus.pace', '\"step\"')")
    page.reload()
    page.locator(".strip.recap button").first.click()
    strayed = page.locator(".board-host.strayed")
    for _ in range(200):
        page.wait_for_function("document.body.matches('.staged') || document.querySelector('.prompt.mine')")
        if strayed.count():
            break
        page.keyboard.press("ArrowRight")
    expect(strayed).to_have_count(1)  # else nothing is seen of the way back
    page.keyboard.press("Escape")
    expect(page.locator(".map .space.legal").first).to_be_visible()
    expect(strayed).to_have_count(0)


def test_on_a_telephone_the_map_goes_to_the_front_whose_tokens_are_picked(house: RunningServer, walker: Guest) -> None:
    alone(walker, house, "russian")
    page = walker.page
    page.evaluate("localStorage.setItem('casus.pace', '\"step\"')")
    page.reload()
    walker.is_there()
    for _ in range(3):
        page.locator(".front-of.legal").first.tap()
    expect(page.locator(".prompt .sentence")).to_contain_text("American: ready")
    page.wait_for_function("""() => {
      const boxOf = (part) => document.querySelector(part).getBoundingClientRect();
      const [front, map] = ["[data-piece=start_american]", ".mapbox"].map(boxOf);
      return front.left >= map.left && front.right <= map.right && front.top >= map.top && front.bottom <= map.bottom;
    }""")


def test_looking_back_to_the_beginning_nothing_has_been_touched(house: RunningServer, guest: Guest) -> None:
    alone(guest, house)
    play(guest, "round 2 of 6")
    show_board(guest)
    guest.page.goto(f"{guest.page.url.split('?')[0]}?at=0")
    expect(guest.page.locator(".prompt .sentence")).to_contain_text("after 0 choices")
    expect(guest.page.locator(".board-host .last")).to_have_count(0)
