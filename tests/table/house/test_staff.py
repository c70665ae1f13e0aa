"""Looking after the house: reports, every act with its line in the audit log, pages that are not there for others."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
import pyotp
import pytest
from sqlalchemy import select, update
from tests.table.tablekit import HOT_SEAT, Guest, Server
from typer.testing import CliRunner

from casusbelli.cli.app import app
from casusbelli.table import schema
from casusbelli.table.people.handles import fold
from casusbelli.table.staff.acts import ACTS, REMOVED, CannotAct, Deed, perform
from casusbelli.table.staff.counts import PUBLIC, counts

from .test_account import SEED, change
from .test_signing import OTHER, me, sign_in, sign_up

OVER_BOTH = True

Make = Callable[..., Guest]


def person_of(server: Server, name: str) -> str:
    wanted = select(schema.accounts.c.person).where(schema.accounts.c.handle_key == fold(name))
    return str(server.store.ask(wanted)[0][0].person)


def make_staff(server: Server, guest: Guest, role: str, *, factor: bool = True) -> None:
    """Somebody who looks after the house."""
    name = me(guest)
    if factor:
        seed = SEED.search(guest.http.get("/account/factor").text)
        plain = re.search(r"<code[^>]*>([A-Z2-7 ]{20,})</code>", guest.http.get("/account/factor").text)
        assert seed is not None and plain is not None
        page = guest.http.get("/account/factor").text
        locked, key = SEED.search(page), re.search(r"<code[^>]*>([A-Z2-7 ]{20,})</code>", page)
        assert locked is not None and key is not None
        digits = pyotp.TOTP(key[1].replace(" ", "")).now()
        assert guest.http.post("/account/factor", data={"seed": locked[1], "digits": digits}).status_code == 303
    change(server, update(schema.accounts).where(schema.accounts.c.handle_key == fold(name)).values(staff=role))


def last_act(server: Server) -> Any:
    return server.store.ask(select(schema.audit).order_by(schema.audit.c.at.desc(), schema.audit.c.id))[0][0]


def acts(server: Server) -> int:
    return len(server.store.ask(select(schema.audit.c.id))[0])


def test_to_everybody_else_there_is_no_such_page(server: Server, guest: Make) -> None:
    ada, plain, lax = guest(), guest(), guest()
    for who, name in ((ada, "Ada.staff"), (plain, "Plain.staff"), (lax, "Lax.staff")):
        sign_up(who, name)
    make_staff(server, ada, "admin")
    make_staff(server, lax, "admin", factor=False)
    for path in ("/admin", "/admin/people", "/admin/audit"):
        assert [who.http.get(path).status_code for who in (guest("Visitor"), plain, lax, ada)] == [404, 404, 404, 200], path
    assert plain.http.post("/admin/act", data={"act": "warn"}).status_code == 404
    make_staff(server, plain, "moderator")
    assert plain.http.get("/admin").status_code == 200 and plain.http.get("/admin/audit").status_code == 404
    assert plain.http.post("/admin/act", data={"act": "staff", "target": "Plain.staff", "name": "admin"}).status_code == 404


def test_a_report_leads_to_a_line_that_is_gone_everywhere(server: Server, guest: Make) -> None:
    ada, rude, staff, stranger = guest(), guest(), guest(), guest("Stranger")
    for who, name in ((ada, "Ada.report"), (rude, "Rude.report"), (staff, "Staff.report")):
        sign_up(who, name)
    make_staff(server, staff, "moderator")
    match = ada.begin("parley", scenario="quarrel", seat__red="me", seat__blue="open")
    line = ada.sit(match, "red")
    rude.join(line.until_frame()["players"]["blue"]["invite"])
    other = rude.sit(match, "blue")
    other.until_frame()
    for n, text in enumerate(("good evening", "you rotten apple", "sorry")):
        other.ask({"t": "chat", "id": f"line-{n}-{match}", "text": text})
    line.until(lambda message: message["t"] == "chat" and message["text"] == "sorry")
    assert stranger.http.get("/report", params={"match": match}).status_code in {403, 404}
    assert "rotten" in ada.http.get("/report", params={"match": match}).text
    assert ada.http.post("/reports", data={"match": match, "reason": "nonsense"}).status_code == 422
    sent = ada.http.post("/reports", data={"match": match, "line": "2", "reason": "words", "text": "not nice"})
    assert sent.status_code == 303 and "Thank you" in ada.http.get(sent.headers["location"]).text
    page = staff.http.get("/admin").text
    assert "rotten apple" in page and "not nice" in page and "Rude.report" in page
    report = re.search(r'name="report" value="([^"]+)"', page)
    assert report is not None
    before = acts(server)
    hidden = {"act": "hide", "target": match, "line": "2", "report": report[1]}
    assert staff.http.post("/admin/act", data=hidden).status_code == 422, "not without a reason"
    assert staff.http.post("/admin/act", data={**hidden, "reason": "Be kind."}).status_code == 303
    assert acts(server) == before + 2 and "rotten apple" not in staff.http.get("/admin").text
    again = ada.sit(match, "red")
    again.until(lambda message: message["t"] == "chat" and message["n"] == 3)
    told = {message["n"]: message["text"] for message in again.heard if message["t"] == "chat"}
    assert told == {1: "good evening", 2: REMOVED, 3: "sorry"}
    assert "Be kind." in rude.http.get("/notices").text, "the person is told why"
    rude.http.post("/account/export")
    archive = b""
    for _ in range(100):
        found = re.search(r'href="(/account/export/[^"]+)"', rude.http.get("/account/data").text)
        if found is not None:
            archive = rude.http.get(found[1]).content
            break
    with zipfile.ZipFile(io.BytesIO(archive)) as parts:
        assert not any(b"rotten" in parts.read(name) for name in parts.namelist())


def test_moderators_do_not_act_on_those_who_look_after_the_house(server: Server, guest: Make) -> None:
    boss, judge, other = guest(), guest(), guest()
    for who, name, role in ((boss, "Boss.rank", "admin"), (judge, "Judge.rank", "moderator"), (other, "Other.rank", "moderator")):
        sign_up(who, name)
        make_staff(server, who, role)
    before = acts(server)
    for act in ("warn", "silence", "suspend", "restore", "rename", "sessions_end"):
        form = {"act": act, "reason": "A coup.", "days": "3", "name": f"coup-{act}"}
        for target in ("Boss.rank", "Other.rank", person_of(server, "Boss.rank")):
            assert judge.http.post("/admin/act", data={**form, "target": target}).status_code == 422, (act, target)
    assert acts(server) == before and boss.http.get("/admin").status_code == 200 and me(other) == "Other.rank"
    suspend = {"act": "suspend", "reason": "Enough.", "days": "3", "target": "Other.rank"}
    assert boss.http.post("/admin/act", data=suspend).status_code == 303, "admins do"


def test_an_act_and_the_end_of_its_report_are_one(server: Server, guest: Make) -> None:
    """With a report that is not there nothing happens at all: above all no link is made that nobody is shown."""
    staff = guest()
    sign_up(staff, "Staff.whole")
    make_staff(server, staff, "moderator")
    before = acts(server)
    made = {"act": "invite", "target": "the club", "uses": "1", "days": "1"}
    assert staff.http.post("/admin/act", data={**made, "report": "nothing"}).status_code == 422
    assert acts(server) == before and staff.http.post("/admin/act", data=made).status_code == 200


@pytest.mark.parametrize("line", ["9" * 5000, "9" * 25, "99999999999", "-1", "²", ""])
def test_a_report_of_a_line_that_cannot_be_is_one_of_the_match(server: Server, guest: Make, line: str) -> None:
    ada = guest()
    match = ada.begin(**HOT_SEAT)
    sent = ada.http.post("/reports", data={"match": match, "reason": "words", "line": line})
    assert sent.status_code == 303 and server.store.ask(select(schema.reports.c.line).where(schema.reports.c.match == match))[0]


def test_what_the_command_line_does_is_told_as_what_the_page_does(server: Server, guest: Make) -> None:
    ned, staff = guest(), guest()
    sign_up(ned, "Ned.told")
    sign_up(staff, "Staff.told")
    make_staff(server, ned, "moderator")
    make_staff(server, staff, "admin")
    person = person_of(server, "Ned.told")

    def told() -> list[tuple[str, str]]:
        n = schema.notices.c
        (rows,) = server.store.ask(select(n.kind, n.data).where(n.person == person).order_by(n.at))
        return [(row.kind, msgspec.json.decode(row.data).get("text", "")) for row in rows if row.kind != "signed_in"]

    def by_command(*words: str) -> None:
        assert CliRunner().invoke(app, ["admin", *words, "--database", server.database]).exit_code == 0, words

    before = len(told())
    by_command("warn", "Ned.told", "--reason", "Be kind.")
    by_command("drop-factor", "Ned.told")
    assert told()[before:] == [("moderation", "Be kind."), ("factor", "")]
    by_command("suspend", "Ned.told", "--reason", "Enough.", "--days", "2")
    assert told()[-1] == ("moderation", "Enough."), "also who is shut out for a while"
    by_command("restore", "Ned.told")
    assert sign_in(ned, "Ned.told").status_code == 303 and "Enough." in ned.http.get("/notices").text


def test_silence_suspension_and_their_end(server: Server, guest: Make) -> None:
    pest, staff = guest(), guest()
    sign_up(pest, "Pest.staff")
    sign_up(staff, "Judge.staff")
    make_staff(server, staff, "moderator")
    match = pest.begin(**HOT_SEAT)
    line = pest.sit(match, "uk")
    line.until_frame()
    act = {"target": person_of(server, "Pest.staff"), "reason": "Enough.", "days": "3"}
    assert staff.http.post("/admin/act", data={**act, "act": "silence"}).status_code == 303
    assert line.ask({"t": "chat", "id": "free-words", "text": "hm"})["reason"] == "silenced"
    assert line.ask({"t": "say", "id": "a-card", "card": "hello"})["t"] == "ack", "cards are part of the game"
    assert "3" in staff.http.get("/admin/people", params={"name": "Pest.staff"}).text
    assert staff.http.post("/admin/act", data={**act, "act": "suspend", "days": "0"}).status_code == 422
    assert staff.http.post("/admin/act", data={**act, "act": "suspend"}).status_code == 303
    assert line.closed() == 4401 and me(pest) == "" and sign_in(pest, "Pest.staff").status_code == 422
    assert staff.http.post("/admin/act", data={**act, "act": "restore"}).status_code == 303
    assert sign_in(pest, "Pest.staff").status_code == 303
    change(
        server, update(schema.accounts).where(schema.accounts.c.person == act["target"]).values(state="suspended", state_until=1)
    )
    server.run(server.service.keeping.tidy)
    assert sign_in(guest(), "Pest.staff").status_code == 303, "it ends by itself"


def duel(server: Server, guest: Make, red: str, blue: str) -> tuple[str, Guest, Guest]:
    """A match of two people with accounts, without a clock."""
    one, other = guest(), guest()
    sign_up(one, red), sign_up(other, blue)
    match = one.begin("canary", seat__red="me", seat__blue="open")
    line = one.sit(match, "red")
    other.join(line.until_frame()["players"]["blue"]["invite"])
    line.close()
    return match, one, other


def test_the_seats_of_who_is_suspended_are_played_on_and_given_back(server: Server, guest: Make) -> None:
    """Nobody waits sixty days for somebody whom the house has shut out; and nobody has resigned by that."""
    match, pest, other = duel(server, guest, "Pest.seat", "Other.seat")
    deed = Deed(actor="trial", act="suspend", target=person_of(server, "Pest.seat"), reason="for a trial", days=3)
    server.store.writer.write_now(lambda connection: perform(connection, deed))
    server.run(server.service.watch.look)
    line = other.sit(match, "blue")
    players = line.until_frame()["players"]
    assert players["red"]["left"] == "vanished" and players["red"]["caretaker"]
    saved = server.store.load(match)
    assert saved is not None and saved.match.closed is None and saved.match.result is None
    server.store.writer.write_now(lambda connection: perform(connection, msgspec.structs.replace(deed, act="restore")))
    server.run(server.service.watch.look)
    assert sign_in(pest, "Pest.seat").status_code == 303
    back = pest.sit(match, "red")
    assert back.ask({"t": "return", "id": "here-again"})["t"] == "ack"


def test_the_seats_of_who_has_left_the_house_are_played_on(server: Server, guest: Make) -> None:
    match, leaver, other = duel(server, guest, "Leaver.seat", "Stays.seat")
    alone = leaver.begin("canary", seat__red="me", seat__blue="bot:random")
    assert leaver.http.post("/account/delete", data={"name": "Leaver.seat"}).status_code == 303
    server.run(server.service.keeping.tidy)
    first = other.sit(match, "blue")
    assert not first.until_frame()["players"]["red"].get("caretaker"), "within the week he may come back"
    first.close()
    gone = update(schema.accounts).where(schema.accounts.c.handle_key == fold("Leaver.seat"))
    change(server, gone.values(state_until=1))
    server.run(server.service.keeping.tidy)
    assert other.sit(match, "blue").until_frame()["players"]["red"]["left"] == "vanished"
    kept = server.store.load(alone)
    assert kept is not None and {one.caretaker for one in kept.seats} == {None}, "where nobody waits nobody plays on"


def test_the_command_line_works_beside_a_server_and_every_act_is_logged(server: Server, guest: Make) -> None:
    ada, bo = guest(), guest()
    sign_up(ada, "Ada.cli")
    sign_up(bo, "Bo.cli")
    match = ada.begin(**HOT_SEAT)
    line = ada.sit(match, "uk")
    line.until_frame()
    line.ask({"t": "chat", "id": f"one-{match}", "text": "tea?"})
    database, run = server.database, CliRunner()
    why = ["--reason", "for a trial"]
    commands = [
        ["staff", "Bo.cli", "moderator"],
        ["staff", "Bo.cli", "none"],
        ["warn", "Ada.cli", *why],
        ["silence", "Ada.cli", "--days", "2", *why],
        ["restore", "Ada.cli"],
        ["hide", match, "1", *why],
        ["rename", "Bo.cli", "--to", "Bob.cli", *why],
        ["sessions-end", "Bob.cli"],
        ["close-match", match, *why],
    ]
    for command in commands:
        before = acts(server)
        result = run.invoke(app, ["admin", *command, "--database", database])
        assert result.exit_code == 0, (command, result.output)
        assert acts(server) == before + 1, command
    server.run(server.service.watch.look)
    saved = server.store.load(match)
    assert saved is not None and saved.match.closed is not None and saved.chat[0].text == REMOVED
    assert me(bo) == "" and sign_in(bo, "Bob.cli").status_code == 303
    link = run.invoke(app, ["admin", "reset-password", "Bob.cli", "--database", database]).output.strip()
    assert link not in str(list(last_act(server)))
    visitor = guest()
    assert visitor.http.post(link, data={"password": "short"}).status_code == 422
    assert visitor.http.post(link, data={"password": OTHER}).headers["location"] == "/signin"
    assert visitor.http.post(link, data={"password": OTHER}).status_code == 410, "once"
    assert sign_in(visitor, "Bob.cli", OTHER).status_code == 303 and me(bo) == ""
    for what in ("reports", "audit", "outbox"):
        assert run.invoke(app, ["admin", "list", what, "--database", database, "--json"]).exit_code == 0
    assert run.invoke(app, ["admin", "ratings", "--database", database]).exit_code == 0
    for wrong in (["suspend", "Nobody.at.all", *why], ["close-match", match, *why], ["hide", match, "99", *why]):
        before = acts(server)
        assert run.invoke(app, ["admin", *wrong, "--database", database]).exit_code != 0 and acts(server) == before


def test_an_act_that_cannot_be_done_leaves_no_line(server: Server) -> None:
    before = acts(server)
    for act in ACTS:
        with pytest.raises(CannotAct):
            server.store.writer.write_now(
                lambda connection, act=act: perform(connection, Deed(actor="t", act=act, target="nothing", reason="x", days=1))
            )
    assert acts(server) == before


def do(server: Server, act: str, target: str, **more: Any) -> dict[str, Any]:
    deed = Deed(actor="t", act=act, target=target, reason="Enough.", **more)
    return dict(server.store.writer.write_now(lambda connection: perform(connection, deed)))


def test_acts_refuse_what_cannot_be_and_are_done_again_without_harm(server: Server, guest: Make) -> None:
    one, other = guest(), guest()
    sign_up(one, "One.acts")
    sign_up(other, "Other.acts")
    person = person_of(server, "One.acts")
    for act, more, words in (
        ("applaud", {}, "there is no act 'applaud'; there are"),
        ("rename", {"name": "Other.acts"}, "that name cannot be given"),
        ("rename", {"name": "-"}, "that name cannot be given"),
        ("staff", {"name": "king"}, "there are moderator, admin"),
    ):
        with pytest.raises(CannotAct, match=words):
            do(server, act, "One.acts", **more)
    assert me(one) == "One.acts"
    first, second = (do(server, "silence", "One.acts", days=days)["until"] for days in (1, 9))
    held = server.store.ask(select(schema.restraints).where(schema.restraints.c.person == person))[0]
    assert second > first and [row.until for row in held] == [second], "one restraint, of which the last word counts"
    change(server, update(schema.accounts).where(schema.accounts.c.person == person).values(state="leaving"))
    with pytest.raises(CannotAct, match="leaving, or gone"):
        do(server, "suspend", "One.acts", days=1)


def test_a_name_taken_away_is_gone_from_what_was_said(server: Server, guest: Make) -> None:
    loud = guest("Rotten Apple")
    match = loud.begin("parley", scenario="quarrel", seat__red="me", seat__blue="open")
    line = loud.sit(match, "red")
    line.until_frame()
    line.ask({"t": "chat", "id": f"said-{match}", "text": "hm"})
    person = server.room(match).seats["red"].guest
    told = do(server, "rename", str(person), name="Apple")
    assert told["was"] == "" and told["name"] == "Apple", "a guest has no name that others could take"
    said = server.store.ask(select(schema.chat.c.name).where(schema.chat.c.match == match))[0]
    assert [row.name for row in said] == ["Apple"]


def test_a_challenge_is_closed_once(server: Server, guest: Make) -> None:
    one = guest("Maker")
    made = one.http.post("/challenges", data={"game": "canary", "name": "Maker", "seat.red": "me", "seat.blue": "open"})
    challenge = made.headers["location"].removeprefix("/challenges/")
    assert do(server, "close_challenge", challenge) == {}
    with pytest.raises(CannotAct, match="no such open challenge"):
        do(server, "close_challenge", challenge)


def test_who_is_not_at_a_table_reports_people_by_name_and_not_too_often(server: Server, guest: Make) -> None:
    ada, rude, staff = guest(), guest(), guest()
    for who, name in ((ada, "Ada.name"), (rude, "Rude.name"), (staff, "Staff.name")):
        sign_up(who, name)
    make_staff(server, staff, "moderator")
    elsewhere = rude.begin("canary", seat__red="me", seat__blue="open")
    told = {"reason": "words", "text": "not nice"}
    assert ada.http.post("/reports", data={**told, "match": elsewhere}).status_code in {403, 404}
    assert ada.http.post("/reports", data={**told, "name": "Nobody.name"}).status_code == 404
    assert ada.http.post("/reports", data={**told, "name": "Rude.name"}).status_code == 303
    assert ada.http.post("/reports", data={**told, "text": "the house is cold"}).status_code == 303
    page = staff.http.get("/admin").text
    assert "Rude.name" in page and "the house is cold" in page
    answers = [ada.http.post("/reports", data=told) for _ in range(20)]
    assert answers[-1].status_code == 429 and answers[-1].headers["retry-after"]


def test_people_are_found_by_name_or_number_and_a_password_is_set_anew_by_a_link(server: Server, guest: Make) -> None:
    lost, staff = guest(), guest()
    sign_up(lost, "Lost.link")
    sign_up(staff, "Keys.link")
    make_staff(server, staff, "admin")
    person = person_of(server, "Lost.link")
    for name in ("Lost.link", person):
        assert "Lost.link" in staff.http.get("/admin/people", params={"name": name}).text
    assert person not in staff.http.get("/admin/people", params={"name": "Nobody.link"}).text
    page = staff.http.post("/admin/act", data={"act": "reset_password", "target": "Lost.link", "reason": "He forgot it."})
    link = re.search(r"(/recovery/[\w-]+)", page.text)
    assert page.status_code == 200 and link is not None
    assert guest().http.get(link[1]).status_code == 200
    assert link[1].removeprefix("/recovery/") not in str(last_act(server)), "the log does not hold the key"


def test_everybody_can_see_what_was_done_in_numbers_and_no_names(server: Server, guest: Make) -> None:
    before = counts(server.store, schema.now())
    for name in ("Warned.one", "Warned.two"):
        sign_up(guest(), name)
        deed = Deed(actor="Keen.eyes", act="warn", target=name, reason="a reason of its own")
        server.store.writer.write_now(lambda connection, deed=deed: perform(connection, deed))
    witness = guest()
    sign_up(witness, "Witness")
    witness.http.post("/reports", data={"reason": "conduct", "text": "words of mine", "name": "Warned.one"})
    after = counts(server.store, schema.now())
    assert after.acts["warn"][0] == before.acts["warn"][0] + 2 and after.years[0] > after.years[-1]
    assert {**after.acts, "warn": 0} == {**before.acts, "warn": 0}
    assert after.reports["conduct"] == before.reports["conduct"] + 1 and after.waiting == before.waiting + 1
    assert set(PUBLIC) <= set(ACTS)
    for language in ("en", "it", "es"):
        page = httpx.get(f"{server.url}/about/moderation", params={"lang": language}).text
        assert f">{after.acts['warn'][0]}<" in page and str(after.years[0]) in page
        for secret in ("Warned", "Keen", "a reason", "words of mine"):
            assert secret not in page
    a_year_on = counts(server.store, schema.now() + 366 * 86_400_000)
    assert a_year_on.acts["warn"][1] == after.acts["warn"][0] and sum(a_year_on.reports.values()) == 0
