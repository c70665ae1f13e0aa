"""One's own account: devices, password, second factor, matches that move, preferences, export, deletion; and every door."""

from __future__ import annotations

import io
import json
import re
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pyotp
import pytest
from litestar import Litestar, get
from sqlalchemy import update
from tests.table.tablekit import HOT_SEAT, Guest, Server, three_lines
from tests.table.test_guard import rows

from casusbelli.table import schema
from casusbelli.table.app import create_app
from casusbelli.table.doors import DOORS, Door, Undeclared, check_doors
from casusbelli.table.people.factors import STEP, step_of
from casusbelli.table.people.handles import fold
from casusbelli.table.people.leaving import LEFT
from casusbelli.table.people.sessions import add_session, hash_of

from .test_signing import OTHER, PASSWORD, give, me, sign_in, sign_up

OVER_BOTH = True

Make = Callable[..., Guest]

SEED = re.compile(r'name="seed" value="([^"]+)"')


def change(server: Server, statement: object) -> None:
    server.store.writer.write_now(lambda connection: connection.execute(statement))


def unsure(server: Server, name: str) -> None:
    """The password was given long ago."""
    person = server.store.ask(schema.accounts.select().where(schema.accounts.c.handle_key == fold(name)))[0][0].person
    change(server, update(schema.sessions).where(schema.sessions.c.person == person).values(sudo_until=0))
    server.service.guests.forget_here(person)


# -- every door ------------------------------------------------------------------------------------------------------------

FILLED = {
    "game_id": "miniature",
    "n": "0",
    "number": "0",
    "path": "tokens.css",
    "name": "en.json",
    "lesson_id": "x",
    "place": "x",
}


KINDS = ("visitor", "guest", "moved", "account", "unsure", "suspended")


def every_kind(server: Server) -> dict[str, Guest]:
    """A visitor of every kind."""
    kinds = {kind: Guest(server, kind) for kind in KINDS}
    kinds["guest"].begin(**HOT_SEAT)
    number = str(time.time_ns())[-9:]
    for kind in ("account", "unsure", "suspended"):
        sign_up(kinds[kind], f"{kind}-{number}")
    unsure(server, f"unsure-{number}")
    held = update(schema.accounts).where(schema.accounts.c.handle_key == fold(f"suspended-{number}"))
    change(server, held.values(state="suspended"))
    kinds["moved"].begin(**HOT_SEAT)
    mine = schema.sessions.c.secret_hash == hash_of(kinds["moved"].http.cookies["session"])
    person = server.store.ask(schema.sessions.select().where(mine))[0][0].person
    change(server, update(schema.guests).where(schema.guests.c.id == person).values(merged_into="x"))
    server.service.guests._known.clear()
    return kinds


@pytest.fixture(scope="module")
def readers(server: Server) -> Iterator[dict[str, Guest]]:
    """Visitors who only look: they are afterwards what they were before, and make the round of all such routes."""
    kinds = every_kind(server)
    yield kinds
    for one in kinds.values():
        one.close()


@pytest.fixture
def visitors(request: pytest.FixtureRequest, server: Server) -> Iterator[dict[str, Guest]]:
    """Visitors of this test alone, unless its route only shows something."""
    if request.node.callspec.params["route"].startswith("GET "):
        yield request.getfixturevalue("readers")
        return
    kinds = every_kind(server)
    yield kinds
    for one in kinds.values():
        one.close()


@pytest.mark.parametrize("route", sorted(DOORS))
def test_every_route_lets_in_whom_it_declares(visitors: dict[str, Guest], route: str) -> None:
    """Each route, asked by each kind of visitor, with nothing in the form: doors that are shut answer before anything else."""
    method, template = route.split(" ")
    door = DOORS[route]
    address = re.sub(r"\{(\w+)\}", lambda found: FILLED.get(found[1], "nothing"), template)
    safe = method == "GET"
    for kind, visitor in visitors.items():
        answer = visitor.http.request(method, address)
        where = answer.headers.get("location", "")
        shut_out = answer.status_code == 403 or where.startswith(("/signin?next=", "/account/sure?next="))
        known, account = kind not in {"visitor", "suspended"}, kind in {"account", "unsure"}
        match door:
            case Door.FILE:
                expected = False
            case Door.ANYBODY:
                expected = kind == "moved" and not safe
            case Door.DESK:
                expected = False
            case Door.SEAT:
                assert answer.status_code in {403, 404}, "there is no such match"
                continue
            case Door.STAFF:
                assert answer.status_code == 404, "to nobody here there is such a page"
                continue
            case Door.GUEST:
                expected = not known or (kind == "moved" and not safe)
            case Door.ACCOUNT:
                expected = not account
            case Door.SURE:
                expected = kind != "account"
            case Door.TOKEN:
                assert answer.status_code == 401, "a cookie is no token"
                continue
        assert shut_out == expected, (kind, answer.status_code, where)
        assert answer.status_code < 500
        if kind == "unsure" and door == Door.SURE:
            assert where.startswith("/account/sure?next=/account")
        if route == "POST /session/end" and kind in {"account", "unsure"}:
            assert me(visitor) == ""


def test_an_application_with_a_route_without_a_door_is_not_made(server: Server) -> None:
    @get("/secret")
    async def secret() -> None: ...

    app = create_app(server.service)._app
    assert isinstance(app, Litestar)
    check_doors(app.routes)
    app.register(secret)
    with pytest.raises(Undeclared, match="GET /secret"):
        check_doors(app.routes)


# -- devices ---------------------------------------------------------------------------------------------------------------


def test_devices_are_listed_and_ended_and_their_lines_are_closed(guest: Make) -> None:
    home, phone = guest(), guest()
    sign_up(home, "Ada.devices")
    match = home.begin(**HOT_SEAT)
    phone.http.headers["User-Agent"] = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
    sign_in(phone, "Ada.devices")
    line, own = phone.sit(match, "uk"), home.sit(match, "ussr")
    line.until_frame(), own.until_frame()
    page = home.http.get("/account/sessions").text
    assert "Firefox · Android" in page and page.count('name="session"') == 3
    ids = re.findall(r'name="session" value="([^"]+)"', page)
    stranger = guest()
    sign_up(stranger, "Stranger.devices")
    stranger.http.post("/account/sessions/end", data={"session": ids[0]})
    assert me(phone) == "Ada.devices", "nobody ends another's sessions"
    home.http.post("/account/sessions/end", data={"session": "others"})
    assert line.closed() == 4401 and me(phone) == "" and me(home) == "Ada.devices"
    assert own.act(own.frame["ask"]["options"][0])["t"] == "ack"


def test_a_session_that_was_ended_elsewhere_is_noticed(server: Server, guest: Make) -> None:
    ada = guest()
    sign_up(ada, "Ada.elsewhere")
    match = ada.begin(**HOT_SEAT)
    line = ada.sit(match, "uk")
    line.until_frame()
    server.run(server.service.guests.check_lines)
    assert line.act(line.frame["ask"]["options"][0])["t"] == "ack"
    person = server.store.ask(schema.accounts.select().where(schema.accounts.c.handle == "Ada.elsewhere"))[0][0].person
    change(server, schema.sessions.delete().where(schema.sessions.c.person == person))
    server.run(server.service.guests.check_lines)
    assert line.closed() == 4401


def test_another_password_signs_out_all_other_devices_and_changes_this_ones_secret(server: Server, guest: Make) -> None:
    home, phone = guest(), guest()
    sign_up(home, "Bea.password")
    sign_in(phone, "Bea.password")
    before = home.http.cookies["session"]
    assert home.http.post("/account/password", data={"password": "1234567890"}).status_code == 422
    answer = home.http.post("/account/password", data={"password": OTHER})
    assert answer.status_code == 303 and home.http.cookies["session"] != before
    assert me(home) == "Bea.password" and me(phone) == ""
    assert sign_in(phone, "Bea.password").status_code == 422 and sign_in(phone, "Bea.password", OTHER).status_code == 303
    unsure(server, "Bea.password")
    asked = home.http.post(
        "/account/password", data={"password": PASSWORD}, headers={"Referer": f"{server.url}/account/security"}
    )
    assert asked.status_code == 303 and asked.headers["location"] == "/account/sure?next=/account/security"
    assert home.http.post("/account/sure", data={"password": PASSWORD}).status_code == 422
    sure = home.http.post("/account/sure", data={"password": OTHER, "next": "/account/security"})
    assert sure.status_code == 303 and sure.headers["location"] == "/account/security"
    assert home.http.post("/account/password", data={"password": PASSWORD}).headers["location"].startswith("/account/security")


def test_somebody_elses_device_forgets_when_it_is_closed(server: Server, guest: Make) -> None:
    sign_up(guest(), "Cyd.brief")
    library = guest()
    answer = sign_in(library, "Cyd.brief", brief="on")
    cookies = answer.headers.get_list("set-cookie")
    assert [c for c in cookies if c.startswith("session=")] and not any(
        "Max-Age" in c for c in cookies if c.startswith("session=")
    )
    assert not any(c.startswith("device=") for c in cookies)
    person = server.store.ask(schema.accounts.select().where(schema.accounts.c.handle == "Cyd.brief"))[0][0].person
    found = server.store.ask(schema.sessions.select().where(schema.sessions.c.person == person))[0]
    assert min(row.expires - row.created for row in found) == 12 * 3_600_000
    change(server, update(schema.sessions).where(schema.sessions.c.person == person).values(expires=1))
    server.service.guests.forget_here(person)
    assert me(library) == ""


# -- the second factor -----------------------------------------------------------------------------------------------------


def test_half_a_sign_in_ends_with_the_password_it_was_begun_with(server: Server, guest: Make) -> None:
    """Whoever knew the old password and waits for six digits of the owner begins anew."""
    ede, thief = guest(), guest()
    codes = sign_up(ede, "Ede.half")
    page = ede.http.get("/account/factor").text
    locked, seed = SEED.findall(page)[0], re.findall(r'<code class="seed">(\w+)</code>', page)[0]
    ede.http.post("/account/factor", data={"seed": locked, "digits": pyotp.TOTP(seed).now()})

    def half(password: str) -> str:
        return str(re.findall(r'name="ticket" value="([^"]+)"', sign_in(guest(), "Ede.half", password).text)[0])

    ticket = half(PASSWORD)
    assert ede.http.post("/account/password", data={"password": OTHER}).status_code == 303
    assert thief.http.post("/session/second", data={"ticket": ticket, "digits": codes[0]}).status_code == 422
    assert me(thief) == "" and sign_in(thief, "Ede.half").status_code == 422
    ticket = half(OTHER)
    person = server.store.ask(schema.accounts.select().where(schema.accounts.c.handle == "Ede.half"))[0][0].person
    server.run(lambda: server.service.desk.recover_by_link(person, PASSWORD))
    assert thief.http.post("/session/second", data={"ticket": ticket, "digits": codes[1]}).status_code == 422 and me(thief) == ""


def test_the_second_factor_is_asked_for_works_once_and_codes_stand_in(
    server: Server, guest: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    dan, other = guest(), guest()
    codes = sign_up(dan, "Dan.factor")
    page = dan.http.get("/account/factor").text
    assert "<svg" in page
    locked, seed = SEED.findall(page)[0], re.findall(r'<code class="seed">(\w+)</code>', page)[0]
    assert dan.http.post("/account/factor", data={"seed": locked, "digits": "000000x"}).status_code == 422
    assert dan.http.post("/account/factor", data={"seed": "chosen", "digits": "1"}).headers["location"] == "/account/factor"
    digits = pyotp.TOTP(seed).now()
    before = dan.http.cookies["session"]
    assert "said=factor" in dan.http.post("/account/factor", data={"seed": locked, "digits": digits}).headers["location"]
    assert dan.http.cookies["session"] != before and seed not in repr(rows(server)), "the seed is kept encrypted"

    asked = sign_in(other, "Dan.factor", next="/matches")
    ticket = re.findall(r'name="ticket" value="([^"]+)"', asked.text)[0]
    assert me(other) == "", "the password alone is not enough"
    assert other.http.post("/session/second", data={"ticket": ticket, "digits": digits}).status_code == 422, "used before"
    later = time.time() + STEP
    monkeypatch.setattr("casusbelli.table.people.factors.time.time", lambda: later)
    answer = other.http.post("/session/second", data={"ticket": ticket, "digits": pyotp.TOTP(seed).at(later), "next": "/matches"})
    assert answer.status_code == 303 and answer.headers["location"] == "/matches" and me(other) == "Dan.factor"
    assert other.http.post("/session/second", data={"ticket": ticket, "digits": codes[0]}).status_code == 422, "for once"

    third = guest()
    ticket = re.findall(r'name="ticket" value="([^"]+)"', sign_in(third, "Dan.factor").text)[0]
    assert third.http.post("/session/second", data={"ticket": ticket, "digits": codes[0]}).status_code == 303
    ticket = re.findall(r'name="ticket" value="([^"]+)"', sign_in(guest(), "Dan.factor").text)[0]
    tries = [guest().http.post("/session/second", data={"ticket": ticket, "digits": "1"}) for _ in range(4)]
    assert [a.status_code for a in tries] == [422] * 4 and 'name="ticket"' not in tries[3].text, "three tries, then anew"

    recovered = guest()
    asked = recovered.http.post("/recovery", data={"name": "Dan.factor", "code": codes[1], "password": OTHER})
    assert asked.status_code == 200 and 'name="ticket"' in asked.text and me(recovered) == "", (
        "a lost password is not a lost telephone"
    )
    sign_in(dan, "Dan.factor", OTHER)


def test_digits_of_another_half_minute_do_not_fit() -> None:
    seed = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    now = int(time.time())
    assert step_of(seed, pyotp.TOTP(seed).at(now)) in {now // STEP, now // STEP + 1}
    assert step_of(seed, pyotp.TOTP(seed).at(now - 300)) is None and step_of(seed, "12345") is None


def test_new_codes_make_the_old_ones_useless(guest: Make) -> None:
    eva = guest()
    old = sign_up(eva, "Eva.codes")
    new = re.findall(r"<code>([0-9a-z-]{19})</code>", eva.http.post("/account/codes").text)
    assert len(new) == 10 and not set(new) & set(old)
    assert guest().http.post("/recovery", data={"name": "Eva.codes", "code": old[0], "password": OTHER}).status_code == 422
    assert guest().http.post("/recovery", data={"name": "Eva.codes", "code": new[0], "password": OTHER}).status_code == 303


# -- a guest's matches move --------------------------------------------------------------------------------------------------


def test_a_guests_matches_move_once_however_often_and_fast_it_is_asked(server: Server, guest: Make) -> None:
    sign_up(guest(), "Fay.moves")
    fay = guest("Fay")
    matches = [fay.begin(**HOT_SEAT), fay.begin(seat__uk="me", seat__ussr="open", seat__us="bot:random")]
    elsewhere = guest("Fay elsewhere")
    give(elsewhere, "session", fay.http.cookies["session"])
    elsewhere_line = elsewhere.sit(matches[0], "us")
    elsewhere_line.until_frame()
    sign_in(fay, "Fay.moves")
    page = fay.http.get("/account").text
    assert "2 matches as Fay" in page
    jar = fay.cookie
    with ThreadPoolExecutor(6) as pool:
        headers = {"Cookie": jar, "Origin": server.url}
        answers = list(pool.map(lambda _: guest().http.post("/account/merge", headers=headers), range(6)))
    assert {a.status_code for a in answers} == {303}
    fay.http.post("/account/merge")
    assert "guest" not in fay.http.cookies
    held = [
        row for row in server.store.ask(schema.seats.select().where(schema.seats.c.match.in_(matches)))[0] if row.kind == "guest"
    ]
    person = server.store.ask(schema.accounts.select().where(schema.accounts.c.handle == "Fay.moves"))[0][0].person
    assert len(held) == 4 and {row.guest for row in held} == {person} and len({row.was for row in held}) == 1
    for match in matches:
        assert fay.http.get(f"/m/{match}?seat=uk").status_code == 200
    assert "matches as" not in fay.http.get("/account").text


def test_everything_moves_also_where_both_sit_or_somebody_has_blocked_the_account(server: Server, guest: Make) -> None:
    """Both seats of one match are one person's then; notes and mutes go along; a block acts on new meetings only."""
    number = str(time.time_ns())[-9:]
    ivy, foe, passer = guest("Ivy"), guest("Foe"), guest("Passer-by")
    sign_up(ivy, f"ivy-{number}")
    sign_up(foe, f"foe-{number}")
    match = ivy.begin(seat__uk="me", seat__ussr="open", seat__us="open")
    players = ivy.sit(match, "uk").until_frame()["players"]
    passer.join(players["ussr"]["invite"])
    foe.join(players["us"]["invite"])
    assert foe.http.post(f"/@ivy-{number}/block").status_code == 303
    passer.http.put(f"/m/{match}/notes?seat=ussr", json={"text": "mine alone", "version": 0})
    passer.http.post(f"/m/{match}/mute", data={"seat": "us", "on": "on"})
    line = passer.sit(match, "ussr")
    assert line.act(line.until_frame()["ask"]["options"][0])["t"] == "ack"
    before = line.frame["view"]
    sign_in(passer, f"ivy-{number}")
    for _ in range(2):
        assert passer.http.post("/account/merge").status_code == 303
    person = server.store.ask(schema.accounts.select().where(schema.accounts.c.handle == f"ivy-{number}"))[0][0].person
    held = {row.seat: row.guest for row in server.store.ask(schema.seats.select().where(schema.seats.c.match == match))[0]}
    assert held["uk"] == held["ussr"] == person != held["us"]
    for device in (ivy, passer):
        assert device.http.get(f"/m/{match}/notes?seat=ussr").json()["text"] == "mine alone"
        assert device.sit(match, "ussr").until_frame()["view"].keys() == before.keys()
        assert 'data-muted="[&#34;us&#34;]"' in device.http.get(f"/m/{match}?seat=ussr").text
    assert foe.sit(match, "us").until_frame()["players"]["ussr"]["kind"] == "human"
    assert foe.http.get(f"/m/{match}/notes?seat=ussr").status_code == 403


def test_the_guests_other_browser_plays_on_in_what_moved_and_does_nothing_else(server: Server, guest: Make) -> None:
    sign_up(guest(), "Gus.moves")
    gus, tablet = guest("Gus"), guest("Gus too")
    match = gus.begin(**HOT_SEAT)
    secret = "another-browser-of-the-same-guest"
    mine = schema.sessions.c.secret_hash == hash_of(gus.http.cookies["session"])
    person = server.store.ask(schema.sessions.select().where(mine))[0][0].person
    server.store.writer.write_now(lambda connection: add_session(connection, person, "guest", secret, ""))
    give(tablet, "session", secret)
    sign_in(gus, "Gus.moves")
    gus.http.post("/account/merge")
    server.service.guests._known.clear()
    line = tablet.sit(match, "uk")
    line.until_frame()
    assert line.act(line.frame["ask"]["options"][0])["t"] == "ack"
    assert match in tablet.http.get("/matches").text
    assert tablet.http.post("/matches", data={"game": "miniature"}).status_code == 403
    assert tablet.http.post("/me", data={"name": "Else"}).status_code == 403
    assert me(tablet) == "" and tablet.http.get("/account").status_code == 303


# -- preferences -------------------------------------------------------------------------------------------------------------


def test_preferences_follow_to_every_device_and_a_devices_own_settings_go_before(guest: Make) -> None:
    hal, phone = guest(), guest()
    sign_up(hal, "Hal.prefers")
    wishes = {
        "language": "it",
        "theme": "night",
        "text": "large",
        "sound": "on",
        "pace": "nonsense",
        "zone": "Europe/Rome",
        "talk": "off",
    }
    assert hal.http.post("/account/preferences", data=wishes).status_code == 303
    sign_in(phone, "Hal.prefers")
    page = phone.http.get("/account/preferences").text
    assert (
        '<html lang="it" data-theme="night"' in page
        and "&#34;text&#34;:&#34;large&#34;" in page
        and "&#34;sound&#34;:true" in page
    )
    assert "nonsense" not in page and '<option value="Europe/Rome" selected>' in page
    assert '<html lang="es"' in phone.http.get("/?lang=es").text and '<html lang="es"' in phone.http.get("/").text
    passer_by = guest()
    passer_by.begin(**HOT_SEAT)
    passer_by.http.post("/account/preferences", data={"theme": "night", "challenges": "nobody"})
    assert '<html lang="en" data-theme="night"' in passer_by.http.get("/").text
    assert "challenges" not in passer_by.http.get("/account/preferences").text, "a guest cannot be challenged"


# -- mutes ---------------------------------------------------------------------------------------------------------------------


def test_who_is_muted_is_told_to_nobody_but_the_one_who_mutes(guest: Make) -> None:
    ida, jon = guest("Ida"), guest("Jon")
    match = ida.begin(seat__uk="me", seat__ussr="open", seat__us="bot:random")
    line = ida.sit(match, "uk")
    invitation = line.until(lambda heard: heard["t"] == "players" or "players" in heard)
    found = re.search(r"/join/[\w-]+", json.dumps(invitation))
    assert found is not None
    jon.join(found[0])
    assert jon.http.post(f"/m/{match}/mute", data={"seat": "uk", "on": "on"}).status_code == 204
    assert 'data-muted="[&#34;uk&#34;]"' in jon.http.get(f"/m/{match}").text
    assert 'data-muted="[]"' in ida.http.get(f"/m/{match}").text
    jon.http.post(f"/m/{match}/mute", data={"seat": "uk", "on": "off"})
    assert 'data-muted="[]"' in jon.http.get(f"/m/{match}").text
    assert guest("Passer-by").http.post(f"/m/{match}/mute", data={"seat": "uk", "on": "on"}).status_code == 403
    assert jon.http.post(f"/m/{match}/mute", data={"seat": "nobody", "on": "on"}).status_code == 403


# -- one's own data ------------------------------------------------------------------------------------------------------------


def test_an_export_tells_also_what_the_post_the_ratings_and_the_programs_know(server: Server, guest: Make) -> None:
    lou = guest()
    sign_up(lou, "Lou.exports")
    lou.http.post("/account/bots", data={"name": "Lou-tin"})
    person = server.store.ask(schema.accounts.select().where(schema.accounts.c.handle == "Lou.exports"))[0][0].person
    pool = {"person": person, "pool": "miniature/3", "mu": 26.0, "sigma": 7.0, "matches": 1, "updated": 5}
    change(server, schema.ratings.insert().values(**pool))
    reach = {"person": person, "kind": "mail", "address": "lou@example.org", "state": "on", "failures": 0, "told": "", "at": 5}
    change(server, schema.channels.insert().values(**reach))
    server.run(lambda: server.service.post.tell(person, "moderation", "exported", text="Be kind."))
    lou.http.post("/account/export")
    address = until(lambda: re.search(r"/account/export/[\w-]+", lou.http.get("/account/data").text))[0]
    with zipfile.ZipFile(io.BytesIO(lou.http.get(address).content)) as zipped:
        about = msgspec.json.decode(zipped.read("me.json"))
    assert about["ratings"][0]["pool"] == "miniature/3" and about["channels"][0]["address"] == "lou@example.org"
    assert about["notices"][0]["data"] == {"text": "Be kind."} and about["letters"][0]["kind"] == "moderation"
    assert [bot["name"].startswith("Lou-tin") for bot in about["programs"]] == [True]
    told = repr(about).lower()
    assert "secret" not in told and "hash" not in told, "what would open the account does not leave in a file"


def until(look: Callable[[], Any]) -> Any:
    for _ in range(200):
        found = look()
        if found:
            return found
        time.sleep(0.05)
    raise TimeoutError


def test_an_export_has_everything_and_is_for_the_one_who_asked(guest: Make) -> None:
    kim, phone = guest(), guest()
    sign_up(kim, "Kim.exports")
    match = kim.begin(seat__uk="me", seat__ussr="bot:random", seat__us="bot:random")
    line = kim.sit(match, "uk")
    line.until_frame()
    line.ask({"t": "chat", "id": "words", "text": "Words of mine"})
    assert kim.http.post("/account/export").status_code == 303
    assert kim.http.post("/account/export").status_code == 429, "one a day"
    address = None
    for _ in range(200):
        found = re.search(r"/account/export/[\w-]+", kim.http.get("/account/data").text)
        if found:
            address = found[0]
            break
        time.sleep(0.05)
    assert address is not None
    with zipfile.ZipFile(io.BytesIO(kim.http.get(address).content)) as zipped:
        about = msgspec.json.decode(zipped.read("me.json"))
        assert about["chat"][0]["text"] == "Words of mine" and about["account"][0]["handle"] == "Kim.exports"
        diary = zipped.read(f"matches/{match}-uk.json")
        assert b'"seed"' not in diary or msgspec.json.decode(diary).get("seed") is None, (
            "of a match in play no more than the seat may know"
        )
    sign_in(phone, "Kim.exports")
    assert phone.http.get(address).status_code == 404
    sign_up(guest(), "Lea.exports")


def test_who_leaves_is_gone_after_a_week_unless_he_signs_in(server: Server, guest: Make) -> None:
    max_, stays = guest(), guest()
    sign_up(max_, "Max.leaves")
    sign_up(stays, "Nia.stays")
    match = max_.begin(**HOT_SEAT)
    lines = three_lines(max_, match)
    lines["uk"].ask({"t": "chat", "id": "words", "text": "Goodbye everybody"})
    assert max_.http.post("/account/delete", data={"name": "Somebody"}).status_code == 422
    assert max_.http.post("/account/delete", data={"name": "max.leaves", "words": "on"}).status_code == 303
    assert me(max_) == "" and lines["uk"].closed() == 4401
    stays.http.post("/account/delete", data={"name": "Nia.stays"})
    assert sign_in(stays, "Nia.stays").status_code == 303
    change(server, update(schema.accounts).values(state_until=schema.accounts.c.state_until - 8 * 86_400_000))
    server.run(server.service.keeping.tidy)
    kept = repr(rows(server))
    assert "Max.leaves" not in kept and "Goodbye everybody" not in kept and "Nia.stays" in kept
    seats = server.store.listed([match])[0].seats
    assert {seat.name for seat in seats} == {LEFT}
    assert sign_in(max_, "Max.leaves").status_code == 422
    assert guest().http.post("/account/new", data={"name": "max.leaves", "password": PASSWORD}).status_code == 422, "for a year"
    assert me(stays) == "Nia.stays"


def test_a_name_changes_seldom_and_the_old_one_stays_free(guest: Make) -> None:
    ora = guest()
    sign_up(ora, "Ora.first")
    assert ora.http.post("/account/name", data={"name": "admin"}).status_code == 422
    assert ora.http.post("/account/name", data={"name": "Ora.second"}).status_code == 303 and me(ora) == "Ora.second"
    assert ora.http.post("/account/name", data={"name": "Ora.third"}).status_code == 422
    assert guest().http.post("/account/new", data={"name": "ora-first", "password": PASSWORD}).status_code == 422
    assert sign_in(guest(), "Ora.second").status_code == 303 and sign_in(guest(), "Ora.first").status_code == 422
