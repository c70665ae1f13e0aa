"""What people write is text on every page: names, notes, titles, words, reports, journals. Nothing of it becomes markup."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from tests.table.tablekit import Guest, Server

from casusbelli.table.doors import DOORS, Door

from .test_outside_bots import make_token
from .test_signing import sign_up
from .test_staff import make_staff

Make = Callable[..., Guest]

MARKUP = "\"'><img src=x onerror=a()>{{7*7}}"
"""As short as a name must be; where it is not escaped it can be seen by its angle bracket, where it is a template by 49."""

SEEN = re.compile(r"<img src=x|onerror=a\(\)>\s*49")


def test_no_page_shows_what_somebody_wrote_as_markup(server: Server, guest: Make) -> None:
    pest, ada, staff = guest(MARKUP), guest("Ada"), guest("Staff")
    sign_up(ada, "Ada.reads")
    sign_up(staff, "Staff.reads")
    make_staff(server, staff, "admin")
    match = pest.begin(listed="on", seat__uk="me", seat__ussr="open", seat__us="bot:random")
    line = pest.sit(match, "uk")
    invite = line.until_frame()["players"]["ussr"]["invite"]
    line.ask({"t": "chat", "id": "markup-1", "text": MARKUP})
    seats = {"seat.uk": "me", "seat.ussr": "open", "seat.us": "bot:random"}
    offered = pest.http.post("/challenges", data={"game": "miniature", "name": MARKUP, "note": MARKUP, **seats})
    hosted = ada.http.post("/tournaments", data={"game": "miniature", "title": MARKUP, "system": "swiss", "pace": "days"})
    tournament = hosted.headers["location"].removeprefix("/tournaments/")
    for form, address in (
        ({"name": MARKUP}, "/account/bots"),
        ({"hook": f"https://hook.example/{MARKUP}"}, "/account/hook"),
        ({"address": MARKUP}, "/account/mail"),
    ):
        answer = ada.http.post(address, data=form)
        assert answer.status_code < 500 and not SEEN.search(answer.text), address
    bot = re.findall(r'name="bot" value="([^"]+)"', ada.http.get("/account/bots").text)
    if bot:
        make_token(ada, bot[-1])
    ada.http.post(invite, data={"name": MARKUP})
    pest.http.post("/reports", data={"match": match, "line": "1", "reason": "words", "text": MARKUP})
    ada.http.post("/reports", data={"match": match, "line": "1", "reason": "words", "text": MARKUP})
    staff.http.post("/admin/act", data={"act": "warn", "target": "Ada.reads", "reason": MARKUP})
    journal = json.dumps({"format": 1, "game": MARKUP, "rules_version": MARKUP, "scenario": MARKUP, "options": {}, "entries": []})
    refused = ada.http.post("/import", files={"journal": ("x.json", journal.encode())})
    assert refused.status_code == 422 and not SEEN.search(refused.text)

    filled = {
        "match_id": match, "token": invite.removeprefix("/join/"), "who": "@Ada.reads", "game_id": "miniature", "seats": "3",
        "challenge_id": offered.headers["location"].removeprefix("/challenges/"), "tournament_id": tournament,
    }  # fmt: skip
    found = 0
    for route, door in DOORS.items():
        method, path = route.split(" ")
        if method != "GET" or door in {Door.FILE, Door.TOKEN} or not set(re.findall(r"\{(\w+)\}", path)) <= set(filled):
            continue
        for somebody in (pest, ada, staff, guest("Visitor")):
            query = {"match": match, "name": "Ada.reads", "to": MARKUP, "next": f"/{MARKUP}", "game": "miniature"}
            answer = somebody.http.get(path.format(**filled), params=query)
            assert answer.status_code < 500, (route, answer.status_code)
            if "html" in answer.headers.get("content-type", ""):
                assert not SEEN.search(answer.text), route
                found += "onerror" in answer.text
    assert found > 20, "it is there, as text"
