"""Every page of the house in a real browser: in English and Spanish at a desk, in Italian on a telephone, with texts two fifths
longer, by the keyboard, and by axe. A page that is added and looked at nowhere fails here."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from tests.browser.guests import DESK, PHONE, Guest
from tests.table.house.test_lobby import offer
from tests.table.house.test_outside_bots import make_bot, make_token
from tests.table.house.test_signing import sign_up
from tests.table.house.test_staff import make_staff
from tests.table.tablekit import QUIET, Server, deals_found_made
from tests.table.tablekit import Guest as Somebody

from casusbelli.table.doors import DOORS, Door

LAPTOP = {**DESK, "viewport": {"width": 1280, "height": 720}}

VISITED = {
    "visitor": (
        "/",
        "/open",
        "/matches",
        "/signin",
        "/account/new",
        "/account/new/{invitation}",
        "/recovery",
        "/recovery/{token}",
        "/new/{game_id}",
        "/join/{token}",
        "/challenges",
        "/challenges/new",
        "/challenges/{challenge_id}",
        "/tournaments",
        "/tournaments/{tournament_id}",
        "/ratings/{game_id}/{seats}",
        "/{who}",
        "/{who}/matches",
        "/about/moderation",
        "/mail/{token}",
        "/mail/back/{token}",
        "/unsubscribe/{token}",
        "/offline",
    ),
    "person": (
        "/",
        "/challenges/{challenge_id}",
        "/tournaments/new",
        "/tournaments/{tournament_id}",
        "/account",
        "/account/preferences",
        "/account/notifications",
        "/notices",
        "/account/security",
        "/account/factor",
        "/account/sessions",
        "/account/blocks",
        "/account/data",
        "/account/bots",
        "/account/sure",
        "/import",
        "/m/{match_id}/invitations",
        "/report",
        "/{who}",
    ),
    "staff": ("/admin", "/admin/people", "/admin/invitations", "/admin/audit"),
}
"""Who looks at which pages."""

ASKED = {"/challenges/new": "game=wunderwaffen", "/tournaments/new": "game=churchill", "/report": "match={match_id}"}
ASKED |= {"/admin/people": "name=Ada.Lovelace"}

ELSEWHERE = {"/learn", "/rules", "/exercise", "/s/", "/shared"}
"""Looked at by the trials of lessons, rulebooks, sandboxes and analyses."""
NO_PAGES = re.compile(
    r"/m/\{match_id\}(/(at|told|since|journal|ending|hidden|analysis|analysis\.json|course\.\w+|notes)\b.*)?"
    r"|/account/export/.*|/notices/news|/lobby/part|/next|/join/\{token\}/qr|/manifest.*|/api/.*"
)
"""Tables and analyses, which have trials of their own, and what is no page at all."""

KEYS = re.compile(
    r"\b(?:account|lobby|profile|preference|time|home|notice|post|offline|moderation|report|tournament|bots|staff|invite)\.[a-z_]+"
)
"""What stands on a page where a text is missing."""


def test_every_page_is_looked_at() -> None:
    pages = {route.removeprefix("GET ") for route, door in DOORS.items() if route.startswith("GET ") and door != Door.FILE}
    seen = {page for group in VISITED.values() for page in group}
    missing = {page for page in pages - seen if not NO_PAGES.fullmatch(page) and not page.startswith(tuple(ELSEWHERE))}
    assert missing == set() and seen <= pages


class Town:
    """A house in which something has happened: a match, an invitation, a challenge, a tournament, a program, a report."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.people = {name: Somebody(server, name) for name in ("Ada.Lovelace", "Bruno", "Staff.member")}
        for name, person in self.people.items():
            sign_up(person, name)
        ada, bruno, staff = self.people.values()
        make_staff(server, staff, "admin")
        match = ada.begin("fog_of_war", seat__axis="me", seat__allied="open", pace="relaxed")
        line = ada.sit(match, "axis")
        bruno.join(line.until_frame()["players"]["allied"]["invite"])
        line.ask({"t": "chat", "id": "first-word", "text": "Good evening"})
        waiting = ada.begin("churchill", seat__uk="me", seat__ussr="open", seat__us="bot:recruit")
        invite = ada.sit(waiting, "uk").until_frame()["players"]["ussr"]["invite"]
        bruno.http.post("/reports", data={"match": match, "line": "1", "reason": "words", "text": "Too kind"})
        bruno.http.post("/@Ada.Lovelace/block")
        bruno.http.post("/@Ada.Lovelace/unblock")
        staff.http.post("/admin/act", data={"act": "warn", "target": "Bruno", "reason": "A trial"})
        make_token(ada, make_bot(ada))
        hosted = {"game": "fog_of_war", "title": "November", "system": "swiss", "rounds": "2", "pace": "days"}
        answer = ada.http.post("/tournaments", data=hosted)
        for person in (bruno, staff):
            person.http.post(f"{answer.headers['location']}/enter")
        assert ada.http.post(f"{answer.headers['location']}/start").status_code == 303
        invited = staff.http.post("/admin/act", data={"act": "invite", "target": "Chess club", "uses": "12", "days": "30"}).text
        server.service.desk.by_invitation = True  # those who live here have come; from now on one is invited
        found = re.search(r"/account/new/([\w-]{43})", invited)
        assert found is not None
        self.filled = {
            "invitation": found[1],
            "match_id": waiting,
            "token": invite.removeprefix("/join/"),
            "challenge_id": offer(ada, game="fog_of_war", **{"seat.axis": "me", "seat.allied": "open"}),
            "tournament_id": answer.headers["location"].removeprefix("/tournaments/"),
            "game_id": "fog_of_war",
            "seats": "2",
            "who": "@Ada.Lovelace",
        }

    def close(self) -> None:
        for person in self.people.values():
            person.close()

    def address(self, page: str, language: str) -> str:
        asked = ASKED.get(page, "").format(**self.filled)
        return f"{self.server.url}{page.format(**self.filled)}?{asked}&lang={language}"

    def reader(self, kind: str, context: BrowserContext) -> Guest:
        """A browser of somebody of that kind."""
        who = {"person": "Ada.Lovelace", "staff": "Staff.member"}.get(kind)
        return Guest(context) if who is None else self.sits_down(who, context)

    def sits_down(self, who: str, context: BrowserContext) -> Guest:
        """A browser in which this person is signed in."""
        jar = self.people[who].http.cookies
        context.add_cookies([{"name": name, "value": value, "url": self.server.url} for name, value in jar.items()])
        return Guest(context)


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    server = Server(tmp_path_factory.mktemp("town") / "matches.sqlite", QUIET)
    try:
        with deals_found_made():
            built = Town(server)
        yield built
        built.close()
    finally:
        server.stop()


def looked_at(reader: Guest, address: str, may_be_unknown: bool) -> list[str]:
    """What is wrong with a page at first sight."""
    answer = reader.page.goto(address)
    faults = KEYS.findall(reader.page.locator("body").inner_text())
    if answer is None or (answer.status >= 400 and not may_be_unknown):
        faults.append(f"status {answer and answer.status}")
    if not reader.fits():
        faults.append("something sticks out")
    return faults


@pytest.mark.parametrize("kind", VISITED)
def test_pages_can_be_read_and_used_by_everybody(browser: Browser, town: Town, kind: str) -> None:
    contexts = [browser.new_context(**place) for place in (LAPTOP, PHONE)]
    desk, phone = (town.reader(kind, context) for context in contexts)
    faults: list[tuple[str, str, str]] = []
    for page in VISITED[kind]:
        for reader, language in ((desk, "es"), (desk, "en"), (phone, "it")):
            faults += [(page, language, fault) for fault in looked_at(reader, town.address(page, language), "{token}" in page)]
            if language == "es":
                faults += [(page, language, barrier) for barrier in reader.barriers()]
                continue
            if language == "en":
                faults += [(page, "by keys", fault) for fault in reader.beyond_keys()]
            reader.lengthen()
            faults += [
                (page, language, cut) for cut in [*reader.cut_off(), *([] if reader.fits() else ["longer texts stick out"])]
            ]
    complaints = [line for reader in (desk, phone) for line in reader.complaints if "status of 4" not in line]
    for context in contexts:
        context.close()
    assert faults == [] and complaints == []


LINES = """() => [...new Set([...document.querySelectorAll(".site-header :is(a, select, button)")]
  .filter((node) => node.checkVisibility()).map((node) => node.getBoundingClientRect())
  .map((box) => Math.round((box.top + box.bottom) / 40)))].length"""
"""On how many lines the head of a page stands."""


@pytest.mark.parametrize("width", [390, 320])
def test_the_head_of_a_page_takes_two_lines_on_a_telephone(browser: Browser, town: Town, width: int) -> None:
    """For a visitor, a guest who has begun a match and somebody with an account, in every language."""
    seen: dict[tuple[str, str], tuple[int, bool, list[str]]] = {}
    for kind in ("visitor", "guest", "person"):
        context = browser.new_context(**{**PHONE, "viewport": {"width": width, "height": 640}})
        reader = town.reader(kind, context)
        if kind == "guest":
            reader.begin(town.server, "fog_of_war")
        for language in ("en", "it", "es"):
            reader.page.goto(f"{town.server.url}/?lang={language}")
            cut = [text for text in reader.cut_off() if text.startswith("A ") and "Ada" not in text]
            seen[kind, language] = reader.page.evaluate(LINES), reader.fits(), cut
        context.close()
    assert {what for what, found in seen.items() if found != (2, True, [])} == set(), "\n".join(map(str, seen.items()))


def test_two_are_paired_and_one_takes_back_by_consent(browser: Browser, town: Town) -> None:
    """One at a desk with the keyboard, one with a telephone."""
    contexts = [browser.new_context(**place) for place in (LAPTOP, PHONE)]
    both = [town.sits_down(who, context) for who, context in zip(("Ada.Lovelace", "Bruno"), contexts, strict=True)]
    for one in both:
        one.page.goto(f"{town.server.url}/?lang=en")
        one.page.get_by_role("button", name="The Fog of War: Relaxed").press("Enter")
        expect(one.page.locator(".wait")).to_be_visible()
    for one in both:
        one.page.locator("[data-ready]").press("Enter")
    for one in both:
        one.page.wait_for_url("**/m/**")
        one.is_at_the_table()
    asker = next(one for one in both if one.page.locator(".prompt.mine").count())
    other = next(one for one in both if one is not asker)
    for one in both:
        one.open_text_board()
    asker.page.locator(".textboard .options button").first.press("Enter")
    expect(asker.page.locator(".prompt.sending")).to_have_count(0)
    asker.is_told(choices=1)
    asker.close_text_board()
    asker.page.locator(".top .menu").press("Enter")
    asker.page.get_by_role("button", name="Table: take back, pause, resign …").press("Enter")
    asker.page.locator("[data-house=take_back]").press("Enter")
    expect(other.page.locator(".request")).to_contain_text("take back")
    assert other.barriers() == [] and other.fits()
    other.page.get_by_role("button", name="Allow").click()
    expect(asker.page.locator(".log .house-line").last).to_contain_text("takes back a choice")
    asker.is_told(choices=0)
    for one, context in zip(both, contexts, strict=True):
        assert one.complaints == []
        context.close()
