"""The lobby: my turn first, challenges and their races, invitations as pictures, rematches, who may be watched."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import httpx
import pytest
from sqlalchemy import insert, select, update
from tests.table.tablekit import HOT_SEAT, Guest, Server, play_on
from tests.table.test_guard import rows

from casusbelli.table import schema
from casusbelli.table.lobby.challenges import ASKED_A_DAY, MOST_OPEN

from .test_account import change
from .test_signing import sign_up

OVER_BOTH = True

Make = Callable[..., Guest]

OPEN_SEATS = {"seat.uk": "me", "seat.ussr": "open", "seat.us": "open"}
ONE_OPEN = {"seat.uk": "me", "seat.ussr": "open", "seat.us": "bot:random"}


@pytest.fixture(autouse=True)
def no_offers_from_before(server: Server) -> None:
    change(server, update(schema.challenges).values(state="withdrawn"))


def offer(guest: Guest, **form: str) -> str:
    answer = guest.http.post(
        "/challenges", data={"game": "miniature", "name": guest.name, "spectators": "on", **ONE_OPEN, **form}
    )
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/challenges/")


def take(guest: Guest, challenge: str, seat: str = "ussr") -> httpx.Response:
    return guest.http.post(f"/challenges/{challenge}/take", data={"seat": seat, "name": guest.name})


def test_a_challenge_becomes_a_match_when_its_last_seat_is_taken(server: Server, guest: Make) -> None:
    ada, bo, cy = guest("Ada"), guest("Bo"), guest("Cy")
    made = offer(ada, note="Newcomers  welcome\u202e", **OPEN_SEATS)
    listed = bo.http.get("/challenges").text
    assert (
        "Newcomers welcome”" in listed
        and f"/challenges/{made}/take" in listed
        and f"/challenges/{made}/take" in bo.http.get("/").text
    )
    assert take(ada, made).status_code == 409, "nobody sits twice"
    assert take(bo, made).headers["location"] == f"/challenges/{made}"
    assert "data-wait" in bo.http.get(f"/challenges/{made}").text
    last = take(cy, made, "us")
    match = last.headers["location"].removeprefix("/m/")
    assert last.status_code == 303 and {held.name for held in server.room(match).seats.values()} == {"Ada", "Bo", "Cy"}
    for somebody in (ada, bo):
        assert somebody.http.get(f"/challenges/{made}").headers["location"] == f"/m/{match}"
        assert f"/m/{match}" in somebody.http.get("/").text
    assert f"/challenges/{made}/take" not in guest("Di").http.get("/challenges").text
    assert take(guest("Di"), made, "us").status_code == 409


def test_of_fifty_who_want_the_last_seat_one_has_it(server: Server, guest: Make) -> None:
    ada = guest("Ada")
    made = offer(ada)
    before = len(rows(server)["matches"])
    takers = [guest(f"Taker {n}") for n in range(50)]
    with ThreadPoolExecutor(25) as pool:
        answers = list(pool.map(lambda taker: take(taker, made), takers))
    assert sorted(answer.status_code for answer in answers) == [303] + [409] * 49
    assert len(rows(server)["matches"]) == before + 1
    assert "a moment ago" in next(answer.text for answer in answers if answer.status_code == 409)


def test_two_who_take_the_last_two_seats_at_once_both_sit(server: Server, guest: Make) -> None:
    for _ in range(6):
        made = offer(guest("Ada"), **OPEN_SEATS)
        bo, cy = guest("Bo"), guest("Cy")
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda who, made=made: take(who[0], made, who[1]), [(bo, "ussr"), (cy, "us")]))
        assert [answer.status_code for answer in answers] == [303, 303]
        assert sum(answer.headers["location"].startswith("/m/") for answer in answers) == 1


def test_a_challenge_is_withdrawn_declined_left_and_lapses(server: Server, guest: Make) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    made = offer(ada, **OPEN_SEATS)
    take(bo, made)
    bo.http.post(f"/challenges/{made}/withdraw")
    assert take(guest("Cy"), made).status_code == 303, "who gets up leaves a free seat"
    ada.http.post(f"/challenges/{made}/withdraw")
    assert take(guest("Di"), made, "us").status_code == 409 and "over" in guest("Di").http.get(f"/challenges/{made}").text
    old = offer(ada)
    change(server, update(schema.challenges).where(schema.challenges.c.id == old).values(expires=1))
    assert take(bo, old).status_code == 409 and f"/challenges/{old}/take" not in bo.http.get("/challenges").text


def test_rated_challenges_are_for_accounts_and_found_rated_matches_without_aids(server: Server, guest: Make) -> None:
    ada, bo, stranger = guest(), guest(), guest("Stranger")
    sign_up(ada, "Ada.lobby")
    sign_up(bo, "Bo.lobby")
    made = offer(ada, rated="on", pace="days", shuffle="on")
    assert f"/challenges/{made}/take" not in stranger.http.get("/challenges").text
    assert take(stranger, made).status_code == 403
    assert stranger.http.post("/challenges", data={"game": "miniature", "rated": "on", **ONE_OPEN}).status_code == 403
    assert f"/challenges/{made}/take" in bo.http.get("/challenges?rated=yes&pace=days").text
    for other in ("rated=no", "pace=live", "bots=off", "game=canary"):
        assert f"/challenges/{made}/take" not in bo.http.get(f"/challenges?{other}").text, other
    match = take(bo, made).headers["location"].removeprefix("/m/")
    record = server.room(match).record
    assert record.rated and not record.aids
    assert match in stranger.http.get("/").text, "it may be watched"


def test_blocked_people_do_not_see_each_others_challenges(guest: Make) -> None:
    ada, pest = guest(), guest()
    sign_up(ada, "Ada.apart")
    sign_up(pest, "Pest.apart")
    made, theirs = offer(ada), offer(pest)
    ada.http.post("/@Pest.apart/block")
    assert f"/challenges/{made}/take" not in pest.http.get("/challenges").text and take(pest, made).status_code == 404
    assert f"/challenges/{theirs}/take" not in ada.http.get("/").text and pest.http.get(f"/challenges/{made}").status_code == 404


def test_a_challenge_to_somebody_by_name_is_for_that_person(guest: Make) -> None:
    ada, bo, cy = guest(), guest(), guest()
    for who, name in ((ada, "Ada.named"), (bo, "Bo.named"), (cy, "Cy.named")):
        sign_up(who, name)
    assert 'value="named"' in ada.http.get("/challenges/new?game=miniature&to=Bo.named").text
    made = offer(ada, to="bo.named", **{"seat.ussr": "named"})
    assert made not in cy.http.get("/challenges").text and take(cy, made).status_code == 404
    assert f"/challenges/{made}/take" in bo.http.get("/").text
    assert take(bo, made).headers["location"].startswith("/m/")
    bo.http.post("/account/preferences", data={"challenges": "nobody"})
    form = {"game": "miniature", "to": "Bo.named", **ONE_OPEN, "seat.ussr": "named"}
    refused = ada.http.post("/challenges", data=form)
    unknown = ada.http.post("/challenges", data={**form, "to": "Nobody.named"})
    assert refused.status_code == unknown.status_code == 422
    assert refused.text.replace("Bo.named", "?") == unknown.text.replace("Nobody.named", "?"), "it is not told why"
    cy.http.post("/account/preferences", data={"challenges": "played"})
    assert ada.http.post("/challenges", data={**form, "to": "Cy.named"}).status_code == 422
    bo.http.post("/account/preferences", data={"challenges": "played"})
    assert ada.http.post("/challenges", data=form).status_code == 303, "they have played"


def test_nobody_fills_the_list_alone_and_odd_forms_are_told_what_is_wrong(guest: Make) -> None:
    ada = guest("Ada")
    for _ in range(MOST_OPEN):
        offer(ada)
    assert ada.http.post("/challenges", data={"game": "miniature", **ONE_OPEN}).status_code == 429
    for form in (
        {"seat.uk": "open"},
        {"seat.ussr": "me"},
        {"seat.ussr": "bot:random"},
        {"seat.ussr": "bot:nobody"},
        {"scenario": "none"},
    ):
        answer = guest("Bo").http.post("/challenges", data={"game": "miniature", **ONE_OPEN, **form})
        assert answer.status_code == 422 and "Traceback" not in answer.text, form
    assert guest().http.get("/challenges/new").status_code == 200 and guest().http.get("/challenges/none").status_code == 404


def test_my_turn_comes_first_and_leads_on(guest: Make) -> None:
    ada = guest("Ada")
    assert guest("Visitor").http.get("/next").headers["location"] == "/"
    first, second = ada.begin(**HOT_SEAT), ada.begin(**HOT_SEAT)
    page = ada.http.get("/").text
    assert "Your turn in 2 matches" in page and page.index(second) < page.index("New challenge")
    assert ada.http.get("/next").headers["location"] == f"/m/{first}", "the one that has waited longest"
    visitor = guest("Visitor").http.get("/").text
    assert visitor.index('class="tiles"') < visitor.index("Open challenges"), "the first click is a game"
    assert "<!doctype" not in ada.http.get("/lobby/part").text and first in ada.http.get("/lobby/part").text


def test_a_rematch_is_offered_to_the_same_people_a_seat_further(guest: Make) -> None:
    ada, bo, cy = guest("Ada"), guest("Bo"), guest("Cy")
    match = ada.begin(scenario="short", seat__uk="me", seat__ussr="open", seat__us="open")
    invitations = list(dict.fromkeys(re.findall(r"/join/[\w-]+(?=\")", ada.http.get("/matches").text)))
    assert "<svg" in guest().http.get(f"{invitations[0]}/qr").text
    for who, invitation in zip((bo, cy), invitations, strict=True):
        assert who.join(invitation).status_code == 303
    assert guest().http.get(f"{invitations[0]}/qr").status_code == 404
    lines = {"uk": ada.sit(match, "uk"), "ussr": bo.sit(match, "ussr"), "us": cy.sit(match, "us")}
    for line in lines.values():
        line.until_frame()
    play_on(lines, 3000, Random(1))
    assert lines["uk"].frame["over"]
    address = ada.http.post(f"/m/{match}/again").headers["location"]
    assert address.startswith("/challenges/") and f"{address}/take" in bo.http.get("/").text
    seats = {who.name: re.findall(r'name="seat" value="(\w+)"', who.http.get(address).text) for who in (bo, cy)}
    assert seats == {"Bo": ["us"], "Cy": ["uk"]}, "everybody has moved on by one"
    assert guest("Di").http.get(address).text.count('name="seat"') == 0
    cy.http.post(f"{address}/withdraw")
    assert f"{address}/take" in guest("Di").http.get(address).text, "who declines leaves the seat to others"
    bo.http.post(f"{address}/take", data={"seat": "us"})
    assert guest("Di").http.post(f"{address}/take", data={"seat": "uk"}).headers["location"].startswith("/m/")


def finished(server: Server, person: str, played: int, left: int) -> None:
    """So many matches of a person are over, and so many of them he had left to others."""
    creator = rows(server)["matches"]
    for n in range(played):
        match = f"{person[:12]}-{len(creator)}-{n}"
        columns = {"scenario": "", "options": "{}", "seed": b"", "rules_version": "", "content": "", "created": 1, "asked": ""}
        change(
            server,
            insert(schema.matches).values(id=match, game="gone", creator=person, spectators=False, listed=False, **columns),
        )
        gone = {"left_how": "resigned"} if n < left else {}
        change(server, insert(schema.seats).values(match=match, seat="uk", position=0, kind="guest", guest=person, **gone))
        how = {
            "position": 0,
            "pool": "gone/2",
            "rank": 1,
            "winner": False,
            "rated": False,
            "ended": 10**6 + len(creator) * 100 + n,
        }
        change(server, insert(schema.result_rows).values(match=match, seat="uk", person=person, **how))


def person_of(server: Server, name: str) -> str:
    (found,) = server.store.ask(select(schema.guests.c.id).where(schema.guests.c.name == name))
    return str(found[0].id)


def test_a_challenge_says_what_its_maker_finishes_and_may_ask_as_much_of_others(server: Server, guest: Make) -> None:
    ada, bo = guest(), guest()
    sign_up(ada, "Ada.ends")
    sign_up(bo, "Bo.leaves")
    made = offer(ada, finishes="90")
    assert "finishes" not in bo.http.get("/").text.split("Open challenges")[1], "nothing is said of somebody new"
    finished(server, person_of(server, "Ada.ends"), 10, 1)
    finished(server, person_of(server, "Bo.leaves"), 10, 3)
    assert "finishes 90 %" in bo.http.get("/").text
    assert f"{made}/take" in bo.http.get("/challenges?finishes=90").text
    assert f"{made}/take" not in bo.http.get("/challenges?finishes=95").text
    refused = take(bo, made)
    assert refused.status_code == 403 and "90 % of their matches" in refused.text
    assert take(guest("Newcomer"), made).status_code == 303, "who is new has left nothing"


def test_challenges_are_found_by_free_seats_and_by_language(guest: Make) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    one, two = offer(ada), offer(ada, **OPEN_SEATS, **{"language.it": "on", "language.es": "on"})
    for query, found in {
        "free=2": [two],
        "free=1": [one, two],
        "free=3": [],
        "language=it": [one, two],
        "language=en": [one],
        "free=x&language=x&finishes=x": [one, two],
    }.items():
        page = bo.http.get(f"/challenges?{query}").text
        assert [each for each in (one, two) if f"{each}/take" in page] == found, query
    assert "Italiano, Español" in bo.http.get("/challenges").text


def test_a_maker_who_is_away_is_called_and_has_two_minutes(server: Server, guest: Make) -> None:
    ada, bo = guest("Ada"), guest("Bo")

    def away(challenge: str) -> None:
        change(server, update(schema.challenges).where(schema.challenges.c.id == challenge).values(seen=1))

    made = offer(ada, pace="brisk")
    away(made)
    assert "not here at the moment" in bo.http.get("/challenges").text
    assert take(bo, made).headers["location"] == f"/challenges/{made}", "no match yet"
    assert "two minutes to come" in bo.http.get(f"/challenges/{made}").text
    assert take(guest("Cy"), made).status_code == 409
    assert bo.http.post(f"/challenges/{made}/come").status_code == 404, "that is the maker's"
    change(server, update(schema.challenges).where(schema.challenges.c.id == made).values(called_until=1))
    server.run(server.service.challenges.let_go)
    assert f"{made}/take" in bo.http.get("/challenges").text, "he is free again, and so is his seat"
    take(bo, made)
    assert f"/challenges/{made}/come" in ada.http.get("/lobby/part").text and "data-ready" in ada.http.get("/").text
    match = ada.http.post(f"/challenges/{made}/come").headers["location"]
    assert match.startswith("/m/") and bo.http.get(f"/challenges/{made}").headers["location"] == match
    assert ada.http.post(f"/challenges/{made}/come").headers["location"] == f"/challenges/{made}", "once"
    here = offer(ada, pace="brisk")
    away(here)
    ada.http.get("/lobby/part")
    assert take(bo, here).headers["location"].startswith("/m/"), "who looks at the lobby is there"


def test_an_invitation_expires_is_renewed_withdrawn_and_for_one_person(server: Server, guest: Make) -> None:
    ada, bo, cy = guest(), guest(), guest()
    for who, name in ((ada, "Ada.invites"), (bo, "Bo.invited"), (cy, "Cy.other")):
        sign_up(who, name)
    match = ada.begin(seat__uk="me", seat__ussr="open", seat__us="bot:random", listed="on")
    page = f"/m/{match}/invitations"

    def link() -> str:
        return re.findall(r'href="(/join/[\w-]+)"', ada.http.get(page).text)[0]

    def renew(**form: str) -> httpx.Response:
        return ada.http.post(page, data={"seat": "ussr", "act": "renew", **form})

    first = link()
    assert cy.http.get(page).status_code == 403 and cy.http.post(page, data={"seat": "ussr"}).status_code == 403
    change(server, update(schema.seats).where(schema.seats.c.match == match).values(expires=1))
    assert cy.http.get(first).status_code == 410 and cy.join(first).status_code == 409
    assert "expired" in ada.http.get(page).text and first not in cy.http.get("/open").text
    assert renew().status_code == 303 and link() != first and link() in cy.http.get("/open").text
    second = link()
    ada.http.post(page, data={"seat": "ussr", "act": "withdraw"})
    assert cy.join(second).status_code == 409 and "/join/" not in ada.http.get(page).text
    assert renew(to="Nobody.here").status_code == 422 and renew(to="ada.invites").status_code == 422
    assert renew(to="bo.invited").status_code == 303
    his = link()
    assert his not in cy.http.get("/open").text and cy.http.get(his).status_code == 403
    assert cy.join(his).status_code == 403 and his in bo.http.get("/").text
    assert "Ada.invites invites you" in bo.http.get("/notices").text
    assert server.room(match).seats["ussr"].personal
    assert bo.join(his).status_code == 303 and server.room(match).seats["ussr"].name == "Bo.invited"
    assert ada.http.post(page, data={"seat": "ussr", "act": "renew"}).status_code == 409, "the seat is taken"


def test_the_clock_that_is_out_first_comes_first_and_says_how_much_is_left(server: Server, guest: Make) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    sign_up(ada, "Ada.urgent")
    sign_up(bo, "Bo.urgent")
    seats = {"seat__uk": "me", "seat__ussr": "open", "seat__us": "bot:random"}
    matches = {}
    for pace in ("none", "days", "brisk"):
        matches[pace] = ada.begin(pace=pace, **seats)
        bo.join(ada.sit(matches[pace], "uk").until_frame()["players"]["ussr"]["invite"])
    home = ada.http.get("/").text
    order = sorted(matches, key=lambda pace: home.index(f'href="/m/{matches[pace]}"'))
    assert order == ["brisk", "days", "none"] and ada.http.get("/next").headers["location"] == f"/m/{matches['brisk']}"
    assert "20 min left" in home or "19 min left" in home
    assert re.search(r"[89] days( \d+ h)? left", home), "two days a turn and seven in reserve"
    assert '<faction-token seat="uk" seats="uk ussr us"' in home
    assert "restano" in ada.http.get("/?lang=it").text and "quedan" in ada.http.get("/?lang=es").text


def test_the_lobby_tells_of_tournaments_and_of_what_has_just_ended(server: Server, guest: Make) -> None:
    ada, visitor = guest("Ada"), guest("Visitor")
    sign_up(ada, "Ada.hosts.a.cup")
    made = ada.http.post("/tournaments", data={"game": "miniature", "title": "Evening cup", "system": "swiss", "pace": "days"})
    for somebody in (ada, visitor):
        assert f'href="{made.headers["location"]}"' in somebody.http.get("/").text
    ada.http.post(f"{made.headers['location']}/off")
    match = ada.begin(**HOT_SEAT)
    line = ada.sit(match, "uk")
    line.until_frame()
    assert f"/m/{match}/analysis" not in ada.http.get("/").text
    line.house("leave", confirm=True)
    assert f"/m/{match}/analysis" in ada.http.get("/").text and f"/m/{match}/analysis" not in visitor.http.get("/").text


def test_who_is_blocked_does_not_find_or_take_an_open_seat(server: Server, guest: Make) -> None:
    ada, pest, bo = guest("Ada"), guest("Pest"), guest("Bo")
    sign_up(ada, "Ada.hides")
    sign_up(pest, "Pest.seeks")
    match = ada.begin(listed="on", seat__uk="me", seat__ussr="open", seat__us="bot:random")
    invite = ada.sit(match, "uk").until_frame()["players"]["ussr"]["invite"]
    assert invite in pest.http.get("/open").text and invite in pest.http.get("/").text
    ada.http.post("/@Pest.seeks/block")
    for page in ("/open", "/"):
        assert invite not in pest.http.get(page).text and invite in bo.http.get(page).text
    assert pest.http.get(invite).status_code == 410 and pest.join(invite).status_code == 409, "as if it were used up"
    theirs = pest.begin(listed="on", seat__uk="me", seat__ussr="open", seat__us="bot:random")
    offered = pest.sit(theirs, "uk").until_frame()["players"]["ussr"]["invite"]
    assert offered not in ada.http.get("/open").text and offered in bo.http.get("/open").text
    assert bo.join(invite).status_code == 303


def table_of_two(ada: Guest, bo: Guest) -> str:
    """A match of these two that is over."""
    match = ada.begin(seat__uk="me", seat__ussr="open", seat__us="bot:random")
    line = ada.sit(match, "uk")
    bo.join(line.until_frame()["players"]["ussr"]["invite"])
    line.house("propose", kind="end", data={"how": "off"}, seq=line.frame["seq"])
    other = bo.sit(match, "ussr")
    asked = other.until(lambda message: message["t"] == "proposals" and message["list"])
    assert other.house("answer", n=asked["list"][0]["n"], yes=True)["t"] == "ack"
    return match


def test_who_is_blocked_cannot_ask_for_a_rematch(guest: Make) -> None:
    ada, pest = guest("Ada"), guest("Pest")
    sign_up(ada, "Ada.has.enough")
    sign_up(pest, "Pest.again")
    match = table_of_two(pest, ada)
    ada.http.post("/@Pest.again/block")
    address = pest.http.post(f"/m/{match}/again").headers["location"]
    assert address not in ada.http.get("/").text and ada.http.get(address).status_code == 404
    assert "asked" not in pest.http.get(address).text, "it looks as if she had said no"


def test_nobody_is_flooded_with_challenges_by_name(guest: Make) -> None:
    ada, pest = guest("Ada"), guest("Pest")
    sign_up(ada, "Ada.is.patient")
    sign_up(pest, "Pest.asks")
    match = table_of_two(pest, ada)
    seats = {"seat.uk": "me", "seat.ussr": "named", "seat.us": "bot:random"}
    answers = []
    for _ in range(ASKED_A_DAY + 1):
        answers.append(pest.http.post("/challenges", data={"game": "miniature", "to": "Ada.is.patient", **seats}))
        pest.http.post(f"{answers[-1].headers.get('location', '/challenges/none')}/withdraw")
    assert [answer.status_code for answer in answers] == [303] * ASKED_A_DAY + [429]
    assert pest.http.post(f"/m/{match}/again").status_code == 429, "a rematch asks somebody by name, too"
    assert offer(pest), "everybody may still be asked"
