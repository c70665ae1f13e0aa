"""Accounts: a guest keeps everything, the same answer to all who fail, waiting after failures, sessions that rotate and end."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine, text
from tests.table.tablekit import HOT_SEAT, Guest, Server, three_lines
from tests.table.test_guard import rows

from casusbelli.table import schema
from casusbelli.table.people.codes import HOW_MANY, hash_of_code, new_codes
from casusbelli.table.people.handles import fold, problem_with
from casusbelli.table.people.passwords import Busy
from casusbelli.table.people.sessions import device_name, hash_of

OVER_BOTH = True

Make = Callable[..., Guest]

PASSWORD = "quiet-harbour-velvet-tin"
OTHER = "seven-otters-knit-maps"


LAST_RELEASE = """
create table schema_version (version integer primary key);
insert into schema_version values (4);
create table guests (id varchar(24) primary key, secret_hash varchar(64) not null unique, name varchar(60) not null,
  created bigint not null);
create table matches (id varchar(24) primary key, game varchar(60), scenario varchar(60), options text, seed blob,
  rules_version varchar(60), content varchar(64), creator varchar(24) references guests (id), created bigint, spectators boolean,
  listed boolean, aids boolean default true not null, asked text, result text);
create table seats (match varchar(24) references matches (id), seat varchar(60), position integer, kind varchar(10),
  guest varchar(24) references guests (id), bot varchar(60), token varchar(48) unique, primary key (match, seat));
create index ix_seats_guest on seats (guest);
create table actions (match varchar(24) references matches (id), seq integer, seat varchar(60), choice_id varchar(64),
  choice text, asked text, at bigint, primary key (match, seq)) without rowid;
create table checkpoints (match varchar(24), seq integer, choices integer, rules_version varchar(60), state blob,
  primary key (match, seq));
create table chat (match varchar(24), n integer, message_id varchar(64), seat varchar(60), name varchar(60), text text, at bigint,
  primary key (match, n));
create table lesson_progress (guest varchar(24), game varchar(60), lesson varchar(60), progress text, at integer, of integer,
  done boolean, begun bigint, moved bigint, primary key (guest, game, lesson))
"""
"""What matters of a database of the release before accounts."""


def sign_up(guest: Guest, name: str, password: str = PASSWORD, **form: str) -> list[str]:
    """An account; its recovery codes."""
    answer = guest.http.post("/account/new", data={"name": name, "password": password, **form})
    assert answer.status_code == 200, answer.text
    codes = re.findall(r"<code>([0-9a-z-]{19})</code>", answer.text)
    assert len(set(codes)) == HOW_MANY
    return codes


def sign_in(guest: Guest, name: str, password: str = PASSWORD, **form: str) -> httpx.Response:
    return guest.http.post("/session", data={"name": name, "password": password, **form})


def give(guest: Guest, name: str, value: str) -> None:
    """A cookie as the server itself would have set it."""
    guest.http.cookies.set(name, value, domain="127.0.0.1")


def me(guest: Guest) -> str:
    """How the pages call whoever comes with this cookie; empty for guests."""
    found = re.search(r'<a class="me" href="/account"[^>]*>([^<]*)</a>', guest.http.get("/").text)
    return found[1] if found else ""


# -- a guest becomes an account ------------------------------------------------------------------------------------------


def test_a_guest_who_signs_up_keeps_his_seats_and_his_open_line(server: Server, guest: Make) -> None:
    anna = guest()
    match = anna.begin(**HOT_SEAT)
    lines = three_lines(anna, match)
    lines["uk"].ask({"t": "chat", "id": "hello", "text": "Good evening"})
    before = rows(server)
    old = anna.http.cookies["session"]
    sign_up(anna, "Anna.of.Sign-up")
    after = rows(server)
    for table in ("matches", "seats", "actions", "chat", "checkpoints"):
        kept, found = ([row for row in told[table] if match in row] for told in (before, after))
        assert kept == found, table
    assert anna.http.cookies["session"] != old and me(anna) == "Anna.of.Sign-up"
    assert lines["uk"].act(lines["uk"].frame["ask"]["options"][0])["t"] == "ack", "the line that was open plays on"
    assert anna.http.get(f"/m/{match}?seat=ussr").status_code == 200
    stranger = guest("Stranger")
    give(stranger, "session", old)
    assert me(stranger) == "" and stranger.http.get(f"/m/{match}?seat=ussr").status_code == 403, "the old secret opens nothing"


def test_somebody_new_can_sign_up_at_once(guest: Make) -> None:
    bo = guest("Bo")
    sign_up(bo, "Bo.new")
    assert me(bo) == "Bo.new"
    match = bo.begin(**HOT_SEAT)
    assert bo.http.get(f"/m/{match}?seat=uk").status_code == 200, "an account founds matches by its own name"


def test_the_cookie_of_the_last_release_goes_on_working_and_is_replaced(tmp_path: Path) -> None:
    database = tmp_path / "old.sqlite"
    engine = create_engine(f"sqlite:///{database}")
    with engine.begin() as connection:
        for statement in LAST_RELEASE.split(";"):
            connection.execute(text(statement))
        for n in range(3):
            connection.execute(text(f"insert into guests values ('g{n}', '{hash_of(f'secret{n}')}', 'Ada', 1)"))
    engine.dispose()
    server = Server(database)
    try:
        old = Guest(server)
        give(old, "guest", "secret1")
        answer = old.http.get("/matches")
        assert 'value="Ada"' in answer.text
        assert old.http.cookies["session"] == "secret1" and "guest" not in old.http.cookies
        assert 'value="Ada"' in old.http.get("/matches").text
        sign_up(old, "Ada.of.old")
        assert me(old) == "Ada.of.old" and old.http.cookies["session"] != "secret1"
        assert ("g1", "Ada.of.old") in [(row[0], row[2]) for row in rows(server)["guests"]], "the same person"
        old.close()
    finally:
        server.stop()


# -- names and passwords ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ab", "a" * 25, "-ada", "a da", "ada!", "admin", "Marshal", "uk", "аdmin", "ad_min", "gone-12"])
def test_names_nobody_may_have(guest: Make, name: str) -> None:
    assert problem_with(name) is not None
    assert guest().http.post("/account/new", data={"name": name, "password": PASSWORD}).status_code == 422


def test_names_that_look_alike_are_one_name(guest: Make) -> None:
    sign_up(guest(), "Olek.one")
    for like in ("olek.one", "OLEK-ONE", "Οlek_οne", "Olek0ne"):
        assert fold(like) == fold("Olek.one")
        answer = guest().http.post("/account/new", data={"name": like, "password": PASSWORD})
        assert answer.status_code == 422 and "taken" in answer.text
    assert fold("Beatriz") != fold("Beatrix")


@pytest.mark.parametrize(
    "password", ["short", "x" * 129, "password1234", "qwertyuiop12", "aaaaaaaaaaaa", "Weak.name-2026!", "abcdefghijkl"]
)
def test_passwords_that_would_soon_be_guessed(guest: Make, password: str) -> None:
    answer = guest().http.post("/account/new", data={"name": "Weak.name", "password": password})
    assert answer.status_code == 422 and password not in answer.text and 'id="password-hint" role="alert"' in answer.text


def test_the_store_knows_neither_passwords_nor_codes(server: Server, guest: Make) -> None:
    cleo = guest()
    codes = sign_up(cleo, "Cleo.kept")
    kept = repr(rows(server))
    assert PASSWORD not in kept and not any(code in kept for code in codes) and cleo.http.cookies["session"] not in kept
    assert "$argon2id$" in kept


# -- signing in ------------------------------------------------------------------------------------------------------------


def test_signing_in_gives_a_session_of_its_own_and_signing_out_ends_it_alone(guest: Make) -> None:
    first, second = guest(), guest()
    sign_up(first, "Dina.two")
    give(second, "session", "chosen-by-somebody-else")
    answer = sign_in(second, "dina.two", next="/matches")
    assert answer.status_code == 303 and answer.headers["location"] == "/matches"
    assert second.http.cookies["session"] not in {"chosen-by-somebody-else", first.http.cookies["session"]}, (
        "nobody chooses a secret"
    )
    assert me(first) == me(second) == "Dina.two"
    kept = second.http.cookies["session"]
    assert second.http.post("/session/end").status_code == 303
    give(second, "session", kept)
    assert me(second) == "" and me(first) == "Dina.two"


def test_a_guest_who_signs_in_and_out_is_the_same_guest_again(guest: Make) -> None:
    sign_up(guest(), "Enzo.in")
    enzo = guest("Enzo")
    match = enzo.begin(**HOT_SEAT)
    sign_in(enzo, "Enzo.in")
    assert me(enzo) == "Enzo.in" and enzo.http.get(f"/m/{match}?seat=uk").status_code == 403
    enzo.http.post("/session/end")
    assert me(enzo) == "" and enzo.http.get(f"/m/{match}?seat=uk").status_code == 200


def test_who_goes_on_elsewhere_after_signing_in_stays_on_this_server(guest: Make) -> None:
    sign_up(guest(), "Fay.next")
    for wish in ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""):
        assert sign_in(guest(), "Fay.next", next=wish).headers["location"] == "/"


def test_every_failure_looks_the_same(server: Server, guest: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Known, unknown, suspended and gone names: same status, words, headers, and the same work."""
    for name in ("Known.one", "Held.one", "Left.one"):
        sign_up(guest(), name)
    for name, state in (("Held.one", "suspended"), ("Left.one", "gone")):
        change = schema.accounts.update().where(schema.accounts.c.handle_key == fold(name)).values(state=state)
        server.store.writer.write_now(lambda connection, change=change: connection.execute(change))
    hashed: list[str] = []
    verify = server.service.desk.passwords._verify
    monkeypatch.setattr(server.service.desk.passwords, "_verify", lambda kept, given: hashed.append(given) or verify(kept, given))
    told = set()
    for name in ("Known.one", "Nobody.one", "Held.one", "Left.one"):
        answer = sign_in(guest(), name, OTHER)
        told.add((answer.status_code, answer.text.replace(name, "?"), repr(sorted(set(answer.headers) - {"content-length"}))))
    assert len(told) == 1 and hashed == [OTHER] * 4
    answer = sign_in(guest(), "Held.one")
    assert answer.status_code == 422, "the right password does not open a suspended account"
    codes = new_codes()
    answers = {
        (a.status_code, a.text.replace(name, "?"))
        for name in ("Known.one", "Nobody.one", "Held.one", "Left.one")
        for a in [guest().http.post("/recovery", data={"name": name, "code": codes[0], "password": OTHER})]
    }
    assert len(answers) == 1


def test_who_fails_often_waits_also_after_a_restart_but_not_at_a_device_of_his(start: Callable[..., Server]) -> None:
    server = start()
    home, thief, bystander = Guest(server), Guest(server), Guest(server)
    sign_up(home, "Gil.waits")
    sign_up(bystander, "Hal.waits")
    home.http.post("/session/end")
    statuses = [sign_in(thief, "gil.waits", OTHER).status_code for _ in range(4)]
    assert statuses == [422, 422, 422, 429]
    answer = sign_in(thief, "Gil.waits")
    assert answer.status_code == 429 and 0 < int(answer.headers["retry-after"]) <= 300, "also the right password waits there"
    unknown = [sign_in(thief, "nobody.waits", OTHER).status_code for _ in range(4)]
    assert unknown == statuses, "a name nobody has is treated alike"
    assert sign_in(bystander, "Hal.waits").status_code == 303
    server.stop()
    failures = schema.signin_failures
    server = start()
    server.store.writer.write_now(lambda c: c.execute(failures.update().values(until=failures.c.until + 100_000)))
    again = Guest(server)
    assert sign_in(again, "Gil.waits").status_code == 429
    give(again, "device", home.http.cookies["device"])
    assert sign_in(again, "Gil.waits").status_code == 303 and me(again) == "Gil.waits"


def test_hashing_has_a_queue_of_its_own_and_an_end(server: Server, guest: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise Busy

    monkeypatch.setattr(server.service.desk.passwords, "_work", full)
    answer = sign_in(guest(), "Anybody.busy")
    assert answer.status_code == 503 and answer.headers["retry-after"] == "5"


def test_a_hash_made_with_less_care_is_made_again(server: Server, guest: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    sign_up(guest(), "Ida.rehash")
    mine = schema.accounts.c.handle_key == fold("Ida.rehash")
    before = server.store.ask(schema.accounts.select().where(mine))[0][0].password
    monkeypatch.setattr(server.service.desk.passwords, "outdated", lambda hashed: True)
    assert sign_in(guest(), "Ida.rehash").status_code == 303
    assert server.store.ask(schema.accounts.select().where(mine))[0][0].password != before
    assert sign_in(guest(), "Ida.rehash").status_code == 303


def test_a_session_that_ends_while_it_is_looked_up_has_ended(
    server: Server, guest: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read before the end is not kept after it."""
    gil, late = guest(), guest()
    sign_up(gil, "Gil.ends")
    give(late, "session", gil.http.cookies["session"])
    guests = server.service.guests
    found, go_on, find = threading.Event(), threading.Event(), guests.sessions.find

    def slowly(hashed: str) -> object:
        read = find(hashed)
        found.set()
        go_on.wait(10)
        return read

    known = server.run(lambda: guests._by_secret(gil.http.cookies["session"], "session"))
    guests.forget_here(known.guest.id)
    monkeypatch.setattr(guests.sessions, "find", slowly)
    asking = threading.Thread(target=late.http.get, args=("/account",))
    asking.start()
    assert found.wait(10)
    server.run(lambda: guests.end(known.guest.id))
    go_on.set()
    asking.join()
    monkeypatch.undo()
    assert me(late) == "", "nobody is known by it any more"


def test_a_process_that_has_not_heard_of_the_end_changes_nothing_that_matters(server: Server, guest: Make) -> None:
    """News may be lost: for what needs the password of a short time ago the store is asked anew."""
    hob = guest()
    sign_up(hob, "Hob.ends")
    hashed, guests = hash_of(hob.http.cookies["session"]), server.service.guests
    assert me(hob) == "Hob.ends"
    kept = guests._known[hashed]
    server.run(lambda: guests.end(kept[0].guest.id))
    for path in ("/account/password", "/account/codes", "/account/delete", "/account/factor/remove"):
        guests._known[hashed] = kept
        answer = hob.http.post(path, data={"password": OTHER, "name": "Hob.ends"})
        assert answer.status_code == 303 and answer.headers["location"].startswith("/signin?next="), path
    assert sign_in(guest(), "Hob.ends").status_code == 303


ADDRESSES = ("/@%00x", "/challenges/%00", "/tournaments/%00", "/challenges?game=%00", "/account/export/%00", "/join/%00")
FORMS = {
    "/session": {"name": "\0", "password": "\0"},
    "/recovery": {"name": "\0", "code": "\0", "password": OTHER},
    "/reports": {"reason": "name", "name": "\0"},
    "/account/sessions/end": {"session": "\0"},
    "/account/blocks/remove": {"person": "\0"},
    "/account/name": {"name": "Nil\0.name"},
}


def test_a_character_that_not_every_database_keeps_comes_no_further_than_the_door(guest: Make) -> None:
    nil = guest()
    sign_up(nil, "Nil.name")
    for address in ADDRESSES:
        assert nil.http.get(address).status_code == 400, address
    for address, form in FORMS.items():
        assert guest().http.post(address, data=form).status_code < 500, address
        assert nil.http.post(address, data=form).status_code < 500, address


# -- getting back in ---------------------------------------------------------------------------------------------------------


def test_a_recovery_code_works_once_and_ends_all_sessions(guest: Make) -> None:
    jo, back = guest(), guest()
    match_codes = sign_up(jo, "Jo.back")
    typed = match_codes[3].upper().replace("-", " ").replace("0", "O").replace("1", "l")
    answer = back.http.post("/recovery", data={"name": "jo.back", "code": typed, "password": OTHER})
    assert answer.status_code == 303 and me(back) == "Jo.back" and me(jo) == ""
    assert sign_in(jo, "Jo.back").status_code == 422 and sign_in(jo, "Jo.back", OTHER).status_code == 303
    again = guest().http.post("/recovery", data={"name": "jo.back", "code": match_codes[3], "password": PASSWORD})
    assert again.status_code == 422
    other = guest().http.post("/recovery", data={"name": "jo.back", "code": match_codes[4], "password": PASSWORD})
    assert other.status_code == 303


def test_codes_are_long_and_however_typed_the_same() -> None:
    codes = {code for _ in range(20) for code in new_codes()}
    assert len(codes) == 20 * HOW_MANY and all(
        re.fullmatch(r"([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}", code) for code in codes
    )
    assert hash_of_code("0123-4567-89ab-cdef") == hash_of_code(" oI23 4567 89AB CDEF ")


def test_devices_are_called_by_browser_and_system() -> None:
    assert device_name("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0") == "Firefox · Linux"
    agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E148 Safari/604.1"
    assert device_name(agent) == "Safari · iPhone" and device_name("") == ""
