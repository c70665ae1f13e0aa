"""Churchill in real browsers, on the real server: one seat against two bots, and a person at every seat."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.guests import WHOLE, Guest, play_on
from tests.serving import RunningServer

pytestmark = pytest.mark.browser

SEATS = ("uk", "ussr", "us")

TOUCH = """(step) => {
  const press = (node) => node.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  const sure = document.querySelector("dialog[open] .button.danger, dialog.curtain[open] .primary");
  if (sure) { press(sure); return "sure"; }
  if (document.querySelector(".prompt.sending") || !document.querySelector(".prompt.mine")) return "wait";
  const lit = [...document.querySelectorAll(".board-host .legal:not(.picked)")].filter((node) => node.getClientRects().length);
  const offered = ".prompt .buttons [data-choice]:not([aria-disabled=true]), .tray:not([hidden]) [data-choice]";
  const buttons = [...document.querySelectorAll(offered)];
  const node = lit.length ? lit[step % lit.length] : buttons[step % buttons.length];
  if (!node) return "wait";
  press(node);
  return lit.length ? node.dataset.kind ?? "leader" : "prompt";
}"""
"""Touch one of the lit pieces of the board, each in its turn; the prompt only where the board has nothing lit."""


def begin(guest: Guest, house: RunningServer, scenario: str = "training", **seats: str) -> None:
    guest.begin(house, "churchill", scenario, **seats)


def play_until_asked(guest: Guest, words: str) -> None:
    guest.play(lambda: guest.is_asked(words))


def test_a_conference_against_two_bots_with_a_reload_in_the_middle(house: RunningServer, guest: Guest) -> None:
    begin(guest, house, uk="bot:recruit", ussr="me", us="bot:recruit")
    play_until_asked(guest, "Advance an issue")
    told = guest.log()
    guest.page.reload()
    expect(guest.page.locator(".log")).to_contain_text(told.splitlines()[0])
    guest.play(lambda: "Conference 9 " in guest.log())
    assert "wins the conference" in guest.log()
    assert "Conference 8 is over" in guest.log()
    expect(guest.page.locator(".headline")).to_contain_text("Conference 9 of 10")


def test_the_mouse_puts_an_issue_on_the_table_and_advances_one(house: RunningServer, guest: Guest) -> None:
    begin(guest, house, uk="bot:recruit", ussr="me", us="bot:recruit")
    page = guest.page
    page.locator(".hand .card.legal").nth(1).click()
    play_until_asked(guest, "Advance an issue")
    guest.close_text_board()
    page.locator(".hand .card.legal:not(.leader)").last.click()
    expect(page.locator(".hand .card.picked")).to_have_count(1)
    slip = page.locator(".slip.legal").first
    slip.hover()
    expect(page.locator(".floor .considered .steps li").first).to_be_visible()
    expect(page.locator(".paths .goal")).to_have_count(1)
    before = guest.log().count("Soviet Union advances")
    slip.click()
    choose = page.locator(".prompt .answers [data-choice], .tray [data-choice]").first
    if guest.is_asked("Who advances") and page.locator(".hand .card.picked").count():
        choose.click()
    expect(page.locator(".log")).to_contain_text("Soviet Union advances")
    assert guest.log().count("Soviet Union advances") > before


def test_production_shows_the_odds_before_it_is_spent(house: RunningServer, guest: Guest) -> None:
    begin(guest, house, uk="bot:recruit", ussr="bot:recruit", us="me")
    play_until_asked(guest, "Spend Production")
    guest.close_text_board()
    page = guest.page
    expect(page.locator(".production tbody tr")).to_have_count(7)
    expect(page.locator(".production .odds").first).to_contain_text("%")
    expect(page.locator(".production .odds", has_text="with one more").first).to_be_visible()
    page.locator(".production [data-kind=place].legal").first.click()
    expect(page.locator(".log")).to_contain_text(re.compile("Offensive Support|Naval Support"))


def test_a_tournament_played_on_the_board_to_its_score_sheet(house: RunningServer, guest: Guest) -> None:
    begin(guest, house, "tournament", uk="bot:recruit", ussr="bot:recruit", us="me")
    page, touched = guest.page, set()
    for step in range(4000):
        if page.locator(".prompt.over, dialog.result[open]").count():
            break
        touch = page.evaluate(TOUCH, step)
        touched.add(touch)
        if touch == "wait":
            page.wait_for_timeout(30)
    end = guest.frames[-1]
    assert end["over"], f"the match did not end: {page.locator('.sentence').inner_text()}"
    assert end["view"]["conference"] == 10 or len(end["view"]["surrendered"]) == 2
    assert {"card", "issue", "country", "leader"} <= touched
    final = end["view"]["final"]
    sheet = page.locator(".score tfoot")
    for power in SEATS:
        expect(sheet).to_contain_text(str(final["totals"][power]))


def test_the_last_screen(house: RunningServer, guest: Guest) -> None:
    begin(guest, house, "training", uk="me", ussr="bot:recruit", us="bot:recruit")
    guest.plays_to_the_end(house)
    expect(guest.page.locator("dialog.result[open]")).to_contain_text("The match is over")
    guest.presses_every_button_of_the_end()


def seated_at_three_tables(house: RunningServer, guest: Guest, rival: Guest, third: Guest) -> list[Guest]:
    """A person at every seat, with secret agendas."""
    guest.begin(house, "churchill", "training", switched_on="Secret agenda", uk="me", ussr="open", us="open")
    everybody = [guest, rival, third]
    for other, invitation in zip(everybody[1:], guest.invitations(), strict=True):
        other.join(house, invitation)
    return everybody


def test_no_secret_in_anothers_traffic(house: RunningServer, guest: Guest, rival: Guest, third: Guest) -> None:
    """A conference of it; ``make soak`` plays it to its end."""
    everybody = seated_at_three_tables(house, guest, rival, third)
    guest.is_at_the_table()
    last = guest.frames[-1]["view"]["last_conference" if WHOLE else "first_conference"]

    def done() -> bool:
        frame = guest.frames[-1]
        return bool(frame["over"]) or frame["view"]["conference"] > last

    play_on(everybody, done, most=4000)
    for one in everybody:
        expect(one.page.locator(".log")).to_contain_text(f"Conference {last} is over")
    assert bool(guest.frames[-1]["over"]) == WHOLE
    assert {one.frames[-1]["seat"] for one in everybody} == set(SEATS)
    for one in everybody:
        for other in everybody:
            if one is not other:
                check_silence(one.heard, other.frames)


def check_silence(heard: list[str], theirs: list[dict[str, Any]]) -> None:
    """Nothing that was sent to one guest names a card while another holds it, or his secret agenda before the end.

    A card committed to the agenda stays in the hand until all are turned up, so it is held to the same. Beats show earlier
    moments: of them the agenda alone is searched for, as a card may have lain among the open discards when they were seen, and
    have been dealt since. The trial no_leak_in_beats holds them to what was secret at their moment.
    """
    held: dict[int, set[str]] = {}
    for frame in theirs:
        held.setdefault(frame["seq"], set()).update(frame["view"]["hand"])
    seat = theirs[0]["seat"]
    tokens = set(theirs[0]["view"]["agenda_tokens"][seat])
    assert tokens and any(held.values())
    seq = 0
    for message in heard:
        told = json.loads(message)
        if told["t"] == "frame":
            seq = told["seq"]
            if told["over"]:
                return
        now = json.dumps({part: data for part, data in told.items() if part != "beats"})
        assert not {card for card in held.get(seq, set()) if f'"{card}"' in now}
        assert not {token for token in tokens if f'"{token}"' in message}
        assert '"seed"' not in message
    assert not WHOLE, "the match was not over"


def test_signposts_lead_to_the_theaters_on_a_telephone(house: RunningServer, walker: Guest) -> None:
    begin(walker, house, uk="bot:recruit", ussr="bot:recruit", us="me")
    page = walker.page
    page.keyboard.press("w")
    for theater in ("central_pacific", "western"):
        page.locator(f".signposts [data-theater={theater}]").tap()
        expect(page.locator(f".warmap [data-pick={theater}]")).to_be_in_viewport(ratio=0.99)
    expect(page.locator(".warmap [data-pick=central_pacific]")).not_to_be_in_viewport()


def test_on_a_telephone_the_own_plate_stands_above_all_that_was_said(house: RunningServer, walker: Guest) -> None:
    walker.page.set_viewport_size({"width": 320, "height": 740})  # so narrow that what two have said takes four lines
    begin(walker, house, uk="me", ussr="bot:recruit", us="bot:recruit")
    walker.play(lambda: walker.is_asked("Advance an issue") and len(walker.frames[-1]["view"]["floor"]) > 1)
    walker.close_text_board()
    said = walker.page.locator(".floor").bounding_box()
    assert said is not None and said["height"] > 60
    for part in (".seatplate.own", ".paper"):
        box = walker.page.locator(part).bounding_box()
        assert box is not None and box["y"] + box["height"] <= said["y"] + 1, part


def test_on_a_telephone_a_preview_does_not_lie_over_the_own_plate(house: RunningServer, walker: Guest) -> None:
    begin(walker, house, uk="me", ussr="bot:recruit", us="bot:recruit")
    walker.play(
        lambda: walker.is_asked("Debate it") and any("debate_staff" in option for option in walker.frames[-1]["ask"]["options"])
    )
    walker.close_text_board()
    page = walker.page
    page.locator(".hand .card.legal").first.focus()
    expect(page.locator(".floor .considered")).to_be_visible()
    page.wait_for_function("""() => {
      const [plate, said] = [".seatplate.own", ".floor"].map((part) => document.querySelector(part).getBoundingClientRect());
      return plate.bottom <= said.top + 1;
    }""")


@pytest.mark.parametrize("seat", SEATS)
def test_no_name_is_cut_in_a_hand_of_seven(house: RunningServer, guest: Guest, seat: str) -> None:
    begin(guest, house, **{s: "me" if s == seat else "bot:recruit" for s in SEATS})
    names = guest.page.locator(".hand .card .cn")
    expect(names).to_have_count(8)
    assert (
        names.evaluate_all("all => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)")
        == []
    )


def test_on_a_narrow_desk_the_table_has_room(house: RunningServer, guest: Guest) -> None:
    guest.page.set_viewport_size({"width": 1180, "height": 800})
    begin(guest, house, uk="me", ussr="bot:recruit", us="bot:recruit")
    for part in (".roundtable", ".hand", ".signposts"):
        expect(guest.page.locator(part)).to_be_in_viewport(ratio=0.95)
    table = guest.page.locator(".tablebox").bounding_box()
    assert table is not None and table["height"] > 300
    assert guest.fits()


@pytest.mark.parametrize(("language", "words"), [("it", "Scegli una carta Staff"), ("es", "Elige una carta")])
def test_languages(house: RunningServer, guest: Guest, language: str, words: str) -> None:
    begin(guest, house, uk="me", ussr="bot:recruit", us="bot:recruit")
    guest.page.get_by_role("combobox", name=re.compile("Language")).select_option(language)
    expect(guest.page.locator(".sentence")).to_contain_text(words)
    assert guest.untranslated() == []


@pytest.mark.parametrize("size", [(1440, 900), (820, 1180), (390, 844)], ids=["desktop", "tablet", "phone"])
def test_nobody_is_kept_out(house: RunningServer, guest: Guest, size: tuple[int, int]) -> None:
    page = guest.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    begin(guest, house, uk="bot:recruit", ussr="bot:recruit", us="me")
    assert guest.barriers() == []
    play_until_asked(guest, "Advance an issue")
    assert guest.barriers() == []
    guest.close_text_board()
    expect(page.locator(".roundtable")).to_be_visible()
    assert guest.barriers() == []
    page.keyboard.press("w")
    expect(page.locator(".warmap").first).to_be_visible()
    assert guest.barriers() == []
    assert guest.fits()
