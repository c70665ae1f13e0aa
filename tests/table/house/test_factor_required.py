"""A house that asks every account for a second factor: every door for every kind of visitor, and how one gets through."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator

import httpx
import msgspec
import pyotp
import pytest
from sqlalchemy import select
from tests.table.tablekit import HOT_SEAT, QUIET, WAIT, Guest, Server

from casusbelli.table import schema
from casusbelli.table.doors import DOORS, OWN, SETTING_UP, WITHOUT_FACTOR, Door
from casusbelli.table.people.codes import new_codes
from casusbelli.table.staff.acts import Deed, perform

from .test_account import FILLED, SEED, change, unsure
from .test_outside_bots import make_bot, make_token
from .test_signing import OTHER, PASSWORD, me, sign_in, sign_up
from .test_staff import make_staff, person_of

REQUIRED = msgspec.structs.replace(QUIET, second_factor="required")


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("strict") / "matches.sqlite", REQUIRED)
    yield running
    running.stop()


def account(server: Server, name: str = "") -> tuple[Guest, list[str]]:
    one = Guest(server, "Somebody")
    return one, sign_up(one, name or f"factor-{secrets.token_hex(4)}")


def set_up(guest: Guest, **more: str) -> tuple[str, httpx.Response]:
    """As the page asks for it; the seed, and where one is led."""
    page = guest.http.get("/account/factor", params=more).text
    locked, key = SEED.findall(page)[0], re.findall(r'<code class="seed">(\w+)</code>', page)[0]
    on = re.findall(r'name="next" value="([^"]+)"', page)
    form = {"seed": locked, "digits": pyotp.TOTP(key).now(), **({"next": on[0]} if on else {})}
    return key, guest.http.post("/account/factor", data=form)


@pytest.mark.parametrize("route", sorted(DOORS))
def test_every_route_lets_in_whom_it_declares(strict: Server, route: str) -> None:
    """Who lacks the factor looks at what is everybody's, signs in and out, and sets it up; all else leads there. Others are
    treated as in every other house."""
    method, template = route.split(" ")
    door, safe = DOORS[route], method == "GET"
    address = re.sub(r"\{(\w+)\}", lambda found: FILLED.get(found[1], "nothing"), template)
    visitor, guest, (bare, _), (old, _), (factored, _) = Guest(strict), Guest(strict), *(account(strict) for _ in range(3))
    guest.begin(**HOT_SEAT)
    unsure(strict, me(old))
    set_up(factored)
    kinds = {"visitor": visitor, "guest": guest, "bare": bare, "old": old, "factored": factored}
    for kind, one in kinds.items():
        answer = one.http.request(method, address)
        where = answer.headers.get("location", "")
        assert answer.status_code < 500, kind
        led = where.startswith("/account/factor?next=")
        if door == Door.STAFF:
            assert answer.status_code == 404 and not led, kind
            continue
        free = (
            door in {Door.FILE, Door.DESK, Door.TOKEN}
            or route in SETTING_UP
            or (safe and door == Door.ANYBODY and route not in OWN)
        )
        assert led == (kind in {"bare", "old"} and not free), (kind, answer.status_code, where)
        if kind == "old" and route in {"GET /account/factor", "POST /account/factor"}:
            assert where.startswith("/account/sure?next=")
        if door == Door.TOKEN:
            assert answer.status_code == 401
        one.close()


def test_a_table_waits_for_the_factor_and_nothing_is_lost(strict: Server) -> None:
    """A guest in the middle of a match makes an account: his line ends, the seat stays his, and the set-up leads back to it."""
    ada = Guest(strict, "Ada")
    match = ada.begin(**HOT_SEAT)
    line = ada.sit(match, "uk")
    choice = line.until_frame()["ask"]["options"][0]
    page = ada.http.post("/account/new", data={"name": "Ada.strict", "password": PASSWORD}).text
    assert 'href="/account/factor"' in page and line.closed() == 4401
    assert ada.sit(match, "uk").closed() == WITHOUT_FACTOR
    led = ada.http.get(f"/m/{match}").headers["location"]
    assert led == f"/account/factor?next=/m/{match}"
    told = ada.http.get(led)
    assert told.status_code == 200 and "second factor" in told.text and "stay yours" in told.text
    assert 'action="/session/end"' in told.text and "/account/preferences" not in told.text, "no link that leads back here"
    assert "otpauth://totp/" in told.text, "who reads this on the telephone cannot read the picture with it"
    for language, word in (("it", "restano tuoi"), ("es", "siguen siendo tuyos")):
        assert word in ada.http.get(f"{led}&lang={language}").text
    assert ada.http.get("/matches").headers["location"] == "/account/factor?next=/matches"
    assert ada.http.post("/matches", data={"game": "miniature"}).headers["location"].startswith("/account/factor?next=")
    _, done = set_up(ada, next=f"/m/{match}")
    assert done.headers["location"] == f"/m/{match}" and ada.http.get(f"/m/{match}").status_code == 200
    again = ada.sit(match, "uk")
    again.until_frame()
    assert again.act(choice)["t"] == "ack"


def test_who_gave_the_password_long_ago_is_led_round_and_back(strict: Server) -> None:
    bea, _ = account(strict, "Bea.strict")
    unsure(strict, "Bea.strict")
    asked = bea.http.get("/account/factor", params={"next": "/matches"})
    assert asked.headers["location"] == "/account/sure?next=/account/factor%3Fnext%3D/matches"
    page = bea.http.get(asked.headers["location"]).text
    on = re.findall(r'name="next" value="([^"]+)"', page)[0]
    sure = bea.http.post("/account/sure", data={"password": PASSWORD, "next": on})
    assert sure.headers["location"] == "/account/factor?next=/matches"
    assert set_up(bea, next="/matches")[1].headers["location"] == "/matches"
    assert set_up(bea, next="https://evil.example/")[1].headers["location"] == "/account/security?said=factor"


def test_a_factor_is_replaced_and_not_removed(strict: Server) -> None:
    cyd, codes = account(strict, "Cyd.strict")
    first, _ = set_up(cyd)
    page = cyd.http.get("/account/security").text
    assert "/account/factor/remove" not in page and 'href="/account/factor"' in page
    assert cyd.http.post("/account/factor/remove").status_code == 409
    second, _ = set_up(cyd)
    assert second != first and cyd.http.get("/account").status_code == 200
    phone = Guest(strict)
    ticket = re.findall(r'name="ticket" value="([^"]+)"', sign_in(phone, "Cyd.strict").text)[0]
    assert phone.http.post("/session/second", data={"ticket": ticket, "digits": codes[0]}).status_code == 303, "a code stands in"
    assert phone.http.get("/account").status_code == 200, "and the factor is there: nothing has to be set up anew"


def test_a_recovery_code_of_an_account_without_a_factor_leads_to_setting_it_up(strict: Server) -> None:
    _, codes = account(strict, "Dan.strict")
    back = Guest(strict)
    answer = back.http.post("/recovery", data={"name": "Dan.strict", "code": codes[0], "password": OTHER})
    assert answer.status_code == 303 and me(back) == "Dan.strict"
    assert back.http.get("/account").headers["location"] == "/account/factor?next=/account"
    assert back.http.post("/session/end").status_code == 303 and me(back) == "", "signing out is always free"


def test_programs_wait_with_their_owner(strict: Server) -> None:
    """A token made in the days when nobody had to, and one whose owner has lost his factor."""
    owner, _ = account(strict, "Eva.strict")
    set_up(owner)
    token = make_token(owner, make_bot(owner))
    headers = {"Authorization": f"Bearer {token}"}
    program = httpx.Client(base_url=strict.url, headers=headers, timeout=WAIT)
    assert program.get("/api/v1/me").status_code == 200
    seats = {"red": "me", "blue": "bot:random"}
    begun = program.post("/api/v1/matches", json={"game": "canary", "seats": seats})
    assert begun.status_code in {200, 201}, begun.text
    match = begun.json()["match"]
    line = Guest(strict).sit(match, "red", Authorization=f"Bearer {token}")
    line.until_frame()
    deed = Deed(actor="trial", act="drop_factor", target="Eva.strict")
    strict.store.writer.write_now(lambda connection: perform(connection, deed))
    strict.run(strict.service.watch.look)
    assert line.closed() == 4401 and me(owner) == "", "he is signed out everywhere"
    refused = program.get("/api/v1/me")
    assert refused.status_code == 403 and refused.json() == {"error": "factor"}
    assert Guest(strict).sit(match, "red", Authorization=f"Bearer {token}").closed() == WITHOUT_FACTOR
    sign_in(owner, "Eva.strict")
    set_up(owner)
    assert program.get("/api/v1/me").status_code == 200, "at once"
    program.close()


def test_staff_without_a_factor_are_nobody_and_with_one_are_staff(strict: Server) -> None:
    admin, _ = account(strict, "Host.strict")
    make_staff(strict, admin, "admin", factor=False)
    assert admin.http.get("/admin").status_code == 404
    set_up(admin)
    assert admin.http.get("/admin").status_code == 200
    lost, _ = account(strict, "Lost.strict")
    set_up(lost)
    page = admin.http.get("/admin/people", params={"name": "Lost.strict"}).text
    assert 'value="drop_factor"' in page
    act = {"act": "drop_factor", "target": person_of(strict, "Lost.strict")}
    assert admin.http.post("/admin/act", data=act).status_code == 303
    assert admin.http.post("/admin/act", data=act).status_code == 422, "there is none any more"
    (row,) = strict.store.ask(
        select(schema.audit).where(schema.audit.c.act == "drop_factor", schema.audit.c.actor == "Host.strict")
    )[0]
    assert row.target == act["target"] and me(lost) == ""
    assert sign_in(lost, "Lost.strict").status_code == 303
    assert "factor was changed" in lost.http.get("/notices", follow_redirects=True).text or set_up(lost)
    assert "second factor" in lost.http.get("/notices").text.lower(), "he is told"
    moderator, _ = account(strict, "Mod.strict")
    make_staff(strict, moderator, "moderator")
    assert moderator.http.post("/admin/act", data={**act, "target": person_of(strict, "Host.strict")}).status_code == 404


def test_a_house_that_begins_to_ask_keeps_its_matches(start: Callable[..., Server]) -> None:
    """The setting changes between two starts: who has no factor finds his seat again behind it."""
    before = start()
    gus = Guest(before, "Gus")
    sign_up(gus, "Gus.strict")
    match = gus.begin(**HOT_SEAT)
    line = gus.sit(match, "uk")
    line.until_frame()
    assert line.act(line.frame["ask"]["options"][0])["t"] == "ack"
    before.stop()
    after = start(REQUIRED)
    again = Guest(after)
    again.http.cookies = gus.http.cookies
    assert again.sit(match, "ussr").closed() == WITHOUT_FACTOR
    assert again.http.get(f"/m/{match}").headers["location"].startswith("/account/factor?next=")
    set_up(again)
    other = again.sit(match, "ussr")
    other.until_frame()
    assert other.act(other.frame["ask"]["options"][0])["t"] == "ack"
    passer = Guest(after)
    hot = passer.begin(**HOT_SEAT)
    free = passer.sit(hot, "uk")
    free.until_frame()
    assert free.act(free.frame["ask"]["options"][0])["t"] == "ack", "guests play as ever"
    change(after, schema.sessions.delete())


def test_a_password_alone_tells_nothing_that_is_not_everybodys(strict: Server) -> None:
    """Home, lobby and bell are as for a stranger: nothing of his matches and invitations, of what he was told or has learnt."""
    eva, _ = account(strict, "Ivo.strict")
    set_up(eva)
    match = eva.begin(**HOT_SEAT, spectators="")
    person = person_of(strict, "Ivo.strict")
    strict.run(lambda: strict.service.post.tell(person, "moderation", "bare", text="Between us."))
    strict.store.writer.write_now(lambda c: perform(c, Deed(actor="trial", act="drop_factor", target="Ivo.strict")))
    thief = Guest(strict)
    assert sign_in(thief, "Ivo.strict").status_code == 303 and me(thief) == "Ivo.strict"
    for path in ("/", "/lobby/part", "/notices/news?after=1", "/open", "/challenges", "/learn", "/@Ivo.strict"):
        answer = thief.http.get(path)
        assert answer.status_code == 200 and match not in answer.text and "Between us." not in answer.text, path
    assert msgspec.json.decode(thief.http.get("/notices/news?after=1").content)["unseen"] == 0
    for path in ("/matches", "/next"):
        assert thief.http.get(path).headers["location"] == f"/account/factor?next={path}"
    assert 'href="/account/factor"' in thief.http.get("/").text, "and he reads why"
    set_up(thief)
    assert match in thief.http.get("/").text and match in thief.http.get("/matches").text


def test_a_line_that_was_opened_in_the_same_moment_does_not_stay(strict: Server) -> None:
    """Whoever slips in while he becomes an account, or through a process that does not ask, is found at the next look."""
    fay = Guest(strict, "Fay")
    match = fay.begin(**HOT_SEAT)
    line = fay.sit(match, "uk")
    line.until_frame()
    come_in = strict.service.desk.accounts.create

    async def become_an_account() -> None:
        known = await strict.service.guests._by_secret(fay.http.cookies["session"], "session")
        assert known is not None
        await come_in(known.session, "Fay.strict", "hashed", new_codes(), secrets.token_hex(8), "", brief=False)

    strict.run(strict.service.guests.check_lines)
    assert line.ask({"t": "chat", "id": "still-here", "text": "Here."})["t"] == "ack", "a guest is asked for nothing"
    strict.run(become_an_account)
    strict.run(strict.service.guests.check_lines)
    assert line.closed() == 4401


def test_no_form_takes_what_was_locked_for_something_else(strict: Server) -> None:
    """Addresses to unsubscribe are locked by the same secret, and everybody has some in his letters."""
    gus, _ = account(strict, "Gus.strict")
    hal, _ = account(strict, "Hal.strict")
    keeper = strict.service.desk.keeper
    seed = pyotp.random_base32()
    for text in ("unsubscribe somebody turn", "unsubscribe", "", "ñ", seed):
        form = {"seed": keeper.lock(text).decode(), "digits": pyotp.TOTP(seed).now()}
        assert gus.http.post("/account/factor", data=form).headers["location"] == "/account/factor", text
    page = hal.http.get("/account/factor").text
    key = re.findall(r'<code class="seed">(\w+)</code>', page)[0]
    form = {"seed": SEED.findall(page)[0], "digits": pyotp.TOTP(key).now()}
    assert gus.http.post("/account/factor", data=form).headers["location"] == "/account/factor", "made for somebody else"
    assert hal.http.post("/account/factor", data=form).headers["location"] == "/account/security?said=factor"
