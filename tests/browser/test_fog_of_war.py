"""The Fog of War in a real browser, on the real server, as people play it."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.guests import Guest, play_on
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

ENDS = r"^(End actions|No more|Place no more|Withdraw no more|Done|Stop|Keep it|Give up|Let them look)"
"""What is preferred: to end what can be ended."""


def turn(least: int) -> str:
    """What the page tells from this turn on: bots are quick, so a single turn may never be seen."""
    return rf"Turn (?:[{least}-9]|\d\d)\b"


def play(guest: Guest, until: str) -> None:
    """Answer every question until the page tells this."""
    guest.play(lambda: guest.reads(until), ENDS)


def test_a_year_against_the_bot_with_a_reload_in_the_middle(house: RunningServer, guest: Guest) -> None:
    guest.begin(house, "fog_of_war", axis="bot:officer", allied="me")
    play(guest, turn(5))
    told = guest.log()
    guest.page.reload()
    expect(guest.page.locator(".log")).to_contain_text(told.splitlines()[0])
    play(guest, "1941")
    expect(guest.page.locator(".log")).to_contain_text("End of 1940")
    expect(guest.page.locator(".log")).to_contain_text("Battle of")


def test_a_whole_match_ends_with_a_result(house: RunningServer, guest: Guest) -> None:
    guest.begin(house, "fog_of_war", axis="bot:recruit", allied="me")
    guest.plays_to_the_end(house)
    expect(guest.page.locator("dialog.result[open]")).to_contain_text("The match is over")
    expect(guest.page.locator("dialog.result[open]")).to_contain_text("secret objectives")
    guest.presses_every_button_of_the_end()


def test_the_mouse_plays_a_card_from_the_hand_to_the_map_and_takes_it_back(house: RunningServer, guest: Guest) -> None:
    guest.begin(house, "fog_of_war", axis="me", allied="bot:recruit")
    play(guest, "Turn 1 ")
    page = guest.page
    page.keyboard.press("x")
    hand = page.locator(".hand [data-pick].legal")
    expect(hand.first).to_be_visible()
    expect(page.locator(".sentence")).to_contain_text("play a card (at least one this turn)")
    hand.first.click()
    expect(page.locator(".hand .picked").first).to_be_visible()
    expect(page.locator(".sentence")).to_contain_text("defend a province or plan an attack. Choose where.")
    page.locator(".mapbox [data-pick~=berlin].legal").first.click()
    expect(page.locator(".log")).to_contain_text("laid a card in Berlin")
    page.reload()
    guest.is_at_the_table()
    expect(page.locator(".mapbox .prov.last")).to_have_count(1)  # not all that has ever been touched
    page.keyboard.press("u")
    expect(page.locator(".log")).not_to_contain_text("laid a card in Berlin")


def with_an_army_in_hand(house: RunningServer, guest: Guest) -> Page:
    """The first question answered; a card is picked and looks for its place."""
    guest.begin(house, "fog_of_war", axis="me", allied="bot:recruit")
    page = guest.page
    page.keyboard.press("b")
    page.keyboard.press("1")
    page.locator(".fow [data-pick=army_3].legal").first.click()
    return page


def test_what_is_not_lit_says_which_rule_forbids_it(house: RunningServer, guest: Guest) -> None:
    page = with_an_army_in_hand(house, guest)
    page.locator(".mapbox .prov[data-pick=paris]").click()
    expect(page.locator(".toast")).to_contain_text("Paris is not yours")
    expect(page.locator(".toast .rule")).to_have_text("2")
    expect(page.locator(".log")).not_to_contain_text("The Axis placed")


REDRAWN = """() => {
  const piece = document.querySelector(".mapbox .prov[data-pick=paris]");
  piece.replaceWith(piece.cloneNode(true));
}"""

HELD_UP = """() => new MutationObserver((_, seen) => {
  const until = performance.now() + 7000;
  while (performance.now() < until);
  seen.disconnect();
}).observe(document.querySelector(".toasts"), { childList: true })"""
"""The page stands still for longer than a toast does, from when one is made until it is drawn."""


def test_the_tray_waits_for_the_map_before_it_opens_by_itself(house: RunningServer, guest: Guest) -> None:
    """What the map offers is not known before it is drawn: until then nothing says that the tray is needed."""
    page = guest.page
    guest.begin(house, "fog_of_war", axis="me", allied="bot:recruit")
    play(guest, "Turn 1 ")
    guest.close_text_board()
    coming: list[Route] = []
    page.route("**/map.json", lambda route: coming.append(route))
    page.reload()
    expect(page.locator(".prompt [data-tray]")).to_be_visible()  # all choices are a button away
    assert page.locator(".board-host [data-pick].legal").count() == 0
    assert page.locator(".tray").is_hidden()
    coming[0].continue_()
    expect(page.locator(".board-host [data-pick].legal").first).to_be_visible()
    expect(page.locator(".tray")).to_be_hidden()


def test_a_piece_that_is_drawn_anew_under_the_pressed_button_answers(house: RunningServer, guest: Guest) -> None:
    """A frame that comes between press and release draws the piece anew: the browser tells of no click then."""
    page = with_an_army_in_hand(house, guest)
    page.locator(".mapbox .prov[data-pick=paris]").hover()
    page.mouse.down()
    page.evaluate(REDRAWN)
    page.mouse.up()
    expect(page.locator(".toast")).to_contain_text("Paris is not yours")
    expect(page.locator(".toast")).to_have_count(1)


def test_on_a_page_that_is_held_up_a_toast_can_still_be_read(house: RunningServer, guest: Guest) -> None:
    page = with_an_army_in_hand(house, guest)
    page.evaluate(HELD_UP)
    page.locator(".mapbox .prov[data-pick=paris]").click(no_wait_after=True)
    page.wait_for_timeout(7500)
    expect(page.locator(".toast")).to_be_visible(timeout=1000)


def test_a_marshal_advises_who_plays_against_bots(house: RunningServer, guest: Guest) -> None:
    guest.begin(house, "fog_of_war", axis="me", allied="bot:recruit")
    page = guest.page
    page.get_by_role("button", name="Advice of a marshal").click()
    expect(page.locator(".toast")).to_contain_text("A marshal would choose: ")
    advised = [told for told in map(json.loads, guest.heard) if told["t"] == "advice"]
    assert advised[0]["choice"] in guest.frames[-1]["ask"]["options"]
    (other,) = advised[0]["others"]
    assert other["choice"] in guest.frames[-1]["ask"]["options"] and other["choice"] != advised[0]["choice"]
    expect(page.locator(".toast.advised .next-best")).to_contain_text("Next best: ")
    page.keyboard.press("h")
    expect(page.locator(".toast").last).to_contain_text("A marshal would choose: ")


@pytest.mark.parametrize(("language", "words"), [("en", "Next best: "), ("it", "Poi verrebbe: "), ("es", "Después vendría: ")])
def test_the_lamp_tells_the_next_best_and_how_it_compares(house: RunningServer, guest: Guest, language: str, words: str) -> None:
    """In a line; what it lacks and has lies under a fold, beside the board."""
    guest.begin(house, "fog_of_war", axis="me", allied="bot:recruit")
    page = guest.page
    page.goto(f"{page.url.partition('?')[0]}?lang={language}")
    page.locator(".prompt.mine .advice:not(.help-button)").click()
    other = page.locator(".side .toast.advised details.next-best")
    expect(other.locator("summary")).to_contain_text(words)
    expect(other.locator("p")).to_be_hidden()
    other.locator("summary").click()
    expect(other.locator("p")).not_to_be_empty()
    assert guest.untranslated() == [] and guest.barriers() == [] and guest.fits()


FOLLOWED = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  if (!document.querySelector(".toast.advised")) return true;
  const sure = [...all("dialog[open] .primary"), ...all("dialog[open] .danger")];
  const [next] = [...sure, ...all(".prompt .buttons .advised"), ...all(".board-host .legal.advised:not(.picked)")];
  next?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  return false;
}"""
"""Takes what the lamp points at until its question has gone."""


def test_the_lamp_points_at_what_it_names(house: RunningServer, guest: Guest) -> None:
    """At pieces, or at the button that is the answer or begins it: a first turn is played by following it."""
    guest.begin(house, "fog_of_war", axis="me", allied="bot:recruit")
    page, buttons = guest.page, 0
    while not guest.reads(turn(2)) and not guest.reads(turn(3)):
        expect(page.locator(".prompt.mine:not(.sending)")).to_be_visible()
        page.get_by_role("button", name="Advice of a marshal").click()
        expect(page.locator(".toast.advised")).to_be_visible()
        answer = page.locator(".prompt .buttons .advised")
        expect(answer.or_(page.locator(".over-advised:visible")).first).to_be_visible()
        buttons += answer.count()
        page.wait_for_function(FOLLOWED)
    assert buttons


def test_nobody_advises_against_people(house: RunningServer, guest: Guest, rival: Guest) -> None:
    guest.begin(house, "fog_of_war", axis="me", allied="open")
    rival.join(house, guest.invitations()[0])
    expect(guest.page.locator(".prompt.mine")).to_be_visible()
    expect(guest.page.get_by_role("button", name="Advice of a marshal")).to_be_hidden()


def test_two_browsers_and_nothing_hidden_in_the_others_traffic(house: RunningServer, guest: Guest, rival: Guest) -> None:
    guest.begin(house, "fog_of_war", axis="me", allied="open")
    expect(guest.page.locator("[data-invite]")).to_be_visible()
    assert guest.barriers() == [] and guest.fits()
    rival.join(house, guest.invitations()[0])
    play_on([guest, rival], lambda: guest.reads(turn(4)), ENDS)
    assert guest.heard
    assert rival.heard
    drawn = re.compile(r'"kind":"drew"[^{]*"params":\{[^}]*"side":"(axis|allied)"[^}]*\}')
    for one, side in ((guest, "allied"), (rival, "axis")):
        for frame in one.heard:
            assert '"seed":"' not in frame
            for event in drawn.finditer(frame):
                assert event[1] != side or '"cards"' not in event[0]
            assert f'"side":"{side}","seats"' not in frame


def test_keyboard_alone_plays_a_turn(house: RunningServer, guest: Guest) -> None:
    guest.begin(house, "fog_of_war", axis="me", allied="bot:recruit")
    page = guest.page
    page.keyboard.press("b")
    page.keyboard.press("1")
    expect(page.locator(".sentence")).to_contain_text("Draw pile")
    page.keyboard.press("/")
    page.keyboard.type("place no more")
    page.keyboard.press("Enter")
    expect(page.locator(".sentence")).to_contain_text("Choose an action")
    page.keyboard.press("n")
    expect(page.locator("[data-pick].legal:focus")).to_have_count(1)
    page.keyboard.press("/")
    page.keyboard.type("defend berlin")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("laid a card in Berlin")


@pytest.mark.parametrize(("language", "title"), [("it", "Scegli due Carte Vittoria"), ("es", "Elige dos cartas de victoria")])
def test_languages(house: RunningServer, guest: Guest, language: str, title: str) -> None:
    guest.begin(house, "fog_of_war", axis="me", allied="bot:recruit")
    guest.page.get_by_role("combobox", name=re.compile("Language")).select_option(language)
    expect(guest.page.locator(".sentence")).to_contain_text(title)
    assert guest.untranslated() == []


@pytest.mark.parametrize("size", [(1440, 900), (820, 1180), (390, 844)], ids=["desktop", "tablet", "phone"])
def test_nobody_is_kept_out(house: RunningServer, guest: Guest, size: tuple[int, int]) -> None:
    page = guest.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    guest.begin(house, "fog_of_war", axis="me", allied="bot:recruit")
    assert guest.barriers() == []
    play(guest, turn(3))
    assert guest.barriers() == []
    page.keyboard.press("x")
    expect(page.locator(".mapbox svg").first).to_be_visible()
    assert guest.barriers() == []
    assert guest.fits()


BOXES = """() => {
  const box = (node) => node.getBoundingClientRect();
  const [own, enemy] = [".wheel.own", ".wheel.enemy"].map((wheel) => box(document.querySelector(`.fow-board ${wheel}`)));
  return own.bottom <= enemy.top + 1 && own.width > 200;
}"""
"""Whether the wheels stand one below the other, as large as they should be."""

MARKED = """() => {
  const sheet = document.querySelector(".tray.sheet").getBoundingClientRect();
  const marks = [...document.querySelectorAll(".marks-layer .over")].filter((mark) => mark.getClientRects().length);
  return marks.filter((mark) => mark.getBoundingClientRect().top > sheet.top && !mark.style.clipPath).length;
}"""
"""How many marks show over the open tray."""


IN_SIGHT = """(province) => {
  const { left, right, top, bottom } = document.querySelector(".mapbox").getBoundingClientRect();
  const box = document.querySelector(`.mapbox .prov[data-pick="${province}"]:has(.hit)`).getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return x > left && x < right && y > top && y < bottom;
}"""
"""Whether the map's window shows the name of a province."""


def test_a_first_turn_on_a_phone(house: RunningServer, walker: Guest) -> None:
    """A plan, its outlook, the wheels, the tray over marked cards, and a look that one press puts away."""
    page = walker.page
    walker.begin(house, "fog_of_war", axis="me", allied="bot:recruit")
    play(walker, "Turn 1 ")
    walker.close_text_board()
    assert not page.evaluate(IN_SIGHT, "stalingrad")
    page.locator(".elsewhere [data-pick=stalingrad]").tap()
    page.wait_for_function(IN_SIGHT, arg="stalingrad")  # what is taken from the line below the map is shown on it
    page.keyboard.press("Escape")
    page.locator(".hand [data-pick].legal").first.tap()
    page.locator(".elsewhere [data-pick=paris]").tap()
    plan = page.locator(".ribbon [data-pick=alpha].legal")
    plan.tap()
    expect(page.locator(".outlook")).to_contain_text("Alpha: 2 Paris")
    expect(page.locator(".tray")).to_be_hidden()  # it would lie over the outlook
    page.locator(".mapbox .prov[data-pick=berlin]").dispatch_event("click")
    expect(page.locator(".toast")).to_contain_text("This takes a card from your hand.")
    page.keyboard.press("Escape")
    page.locator(".tabs button", has_text="Wheels").tap()
    expect(page.locator(".wheel.own")).to_be_visible()
    assert page.evaluate(BOXES)
    page.locator(".tabs button", has_text="Map").tap()
    expect(page.locator(".over-last:visible").first).to_be_visible()
    page.locator(".prompt [data-tray]").tap()
    expect(page.locator(".tray")).to_be_visible()
    page.wait_for_function(f"() => ({MARKED})() === 0")
    page.keyboard.press("Escape")
    page.evaluate("localStorage.setItem('casus.pace', '\"normal\"')")
    page.locator(".prompt button", has_text="End actions").tap()
    page.locator(".elsewhere [data-pick^=def]").first.tap()
    page.locator(".felt.glance [data-close]").tap()
    expect(page.locator(".felt")).to_be_hidden()
    expect(page.locator(".prompt.mine:not(.sending)")).to_be_visible()


def test_a_killed_server_has_lost_nothing(own_house: RunningServer, guest: Guest) -> None:
    guest.begin(own_house, "fog_of_war", axis="bot:recruit", allied="me")
    play(guest, turn(3))
    told = guest.log()
    own_house.kill()
    own_house.start()
    guest.page.reload()
    guest.complaints.clear()  # a page whose server is gone may say so
    expect(guest.page.locator(".log")).to_contain_text(told.splitlines()[-1])
    play(guest, turn(5))
