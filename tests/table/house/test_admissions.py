"""Accounts by invitation: who needs one, what a link is good for, and who makes them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import select, update
from tests.table.tablekit import HOT_SEAT, QUIET, Guest, Server
from tests.table.test_guard import rows
from typer.testing import CliRunner

from casusbelli.cli.app import app
from casusbelli.table import schema
from casusbelli.table.people.admissions import KEPT, NotInvited, typed
from casusbelli.table.people.codes import new_codes
from casusbelli.table.people.sessions import DAY, hash_of, new_secret
from casusbelli.table.settings import Rate
from casusbelli.table.staff.acts import CannotAct, Deed, perform

from .test_account import change
from .test_signing import OTHER, PASSWORD, me, sign_in, sign_up
from .test_staff import acts, last_act, make_staff

BY_INVITATION = msgspec.structs.replace(QUIET, signup="invite")


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A house where accounts are made by invitation, over both databases."""
    if request.param == "sqlite":
        where: Any = tmp_path_factory.mktemp("club") / "matches.sqlite"
    else:
        where = request.getfixturevalue("postgres").new_database()
    running = Server(where, BY_INVITATION)
    yield running
    running.stop()


def deed(server: Server, act: str, target: str = "", **more: Any) -> dict[str, Any]:
    done: dict[str, Any] = server.store.writer.write_now(
        lambda connection: perform(connection, Deed(actor="trial", act=act, target=target, **more))
    )
    return done


def invite(server: Server, uses: int = 1, days: int = 14) -> dict[str, Any]:
    return deed(server, "invite", "the club", uses=uses, days=days)


def come(guest: Guest, invitation: str, name: str = "", password: str = PASSWORD) -> httpx.Response:
    form = {"name": name or f"club-{secrets.token_hex(4)}", "password": password, "invitation": invitation}
    return guest.http.post("/account/new", data=form)


def test_without_an_invitation_there_is_no_account_and_a_game_all_the_same(club: Server) -> None:
    passer = Guest(club, "Passer-by")
    page = passer.http.get("/account/new")
    assert page.status_code == 200 and "by invitation" in page.text and 'name="invitation"' in page.text
    match = passer.begin(**HOT_SEAT)
    line = passer.sit(match, "uk")
    assert line.act(line.until_frame()["ask"]["options"][0])["t"] == "ack", "the first click is a game"
    people = len(rows(club)["accounts"])
    for invitation in ("", "nonsense", "x" * 2000, "'; --"):
        refused = come(passer, invitation)
        assert refused.status_code == 403 and "Ask for another one" in refused.text
    assert len(rows(club)["accounts"]) == people and me(passer) == ""
    for language, word in (("it", "su invito"), ("es", "por invitación")):
        assert word in passer.http.get(f"/account/new?lang={language}").text


def test_a_guest_who_is_invited_keeps_everything(club: Server) -> None:
    ada = Guest(club, "Ada")
    match = ada.begin(**HOT_SEAT)
    made = invite(club)
    page = ada.http.get(f"/account/new/{made['secret']}")
    assert page.status_code == 200 and f'value="{made["secret"]}"' in page.text
    assert come(ada, f"https://play.example.org/account/new/{made['secret']}/", "Ada.club").status_code == 200
    assert me(ada) == "Ada.club" and ada.http.get(f"/m/{match}?seat=uk").status_code == 200
    row = club.store.ask(select(schema.accounts).where(schema.accounts.c.handle == "Ada.club"))[0][0]
    assert row.invitation == made["invitation"]
    assert ada.http.get(f"/account/new/{made['secret']}").headers["location"] == "/account"
    late = Guest(club)
    gone = late.http.get(f"/account/new/{made['secret']}")
    assert gone.status_code == 404 and "used up" in gone.text and come(late, made["secret"]).status_code == 403
    assert sign_in(Guest(club), "Ada.club").status_code == 303, "who has an account needs none"


def test_a_link_is_good_for_so_many_and_a_name_that_is_taken_costs_none(club: Server) -> None:
    made, people = invite(club, uses=3), [Guest(club) for _ in range(12)]
    taken = f"club-{secrets.token_hex(4)}"
    assert come(people[0], made["secret"], taken).status_code == 200
    assert come(people[1], made["secret"], taken).status_code == 422
    assert come(people[1], made["secret"], password="short").status_code == 422
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda one: come(one, made["secret"]).status_code, people[1:]))
    assert sorted(answers) == [200] * 2 + [403] * 9
    admission = club.store.ask(select(schema.admissions).where(schema.admissions.c.id == made["invitation"]))[0][0]
    assert (admission.used, admission.uses) == (3, 3)


def test_invitations_end_are_withdrawn_and_are_kept_as_a_hash(club: Server) -> None:
    lapsed, withdrawn = invite(club), invite(club, uses=5)
    assert come(Guest(club), withdrawn["secret"], "Came.before").status_code == 200
    change(club, update(schema.admissions).where(schema.admissions.c.id == lapsed["invitation"]).values(expires=1))
    deed(club, "uninvite", withdrawn["invitation"])
    for made in (lapsed, withdrawn):
        assert come(Guest(club), made["secret"]).status_code == 403
        assert Guest(club).http.get(f"/account/new/{made['secret']}").status_code == 404
    assert sign_in(Guest(club), "Came.before").status_code == 303, "who has come stays"
    with pytest.raises(CannotAct):
        deed(club, "uninvite", withdrawn["invitation"])
    kept = repr(rows(club))
    assert withdrawn["secret"] not in kept and hash_of(withdrawn["secret"]) in kept
    change(club, update(schema.admissions).where(schema.admissions.c.expires == 1).values(expires=schema.now() - KEPT - DAY))
    club.run(club.service.keeping.tidy)
    assert not club.store.ask(select(schema.admissions).where(schema.admissions.c.id == lapsed["invitation"]))[0]


def test_staff_make_list_and_withdraw_them_and_every_act_is_written_down(club: Server) -> None:
    staff, plain = Guest(club), Guest(club)
    for who, name in ((staff, "Host.club"), (plain, "Plain.club")):
        assert come(who, invite(club)["secret"], name).status_code == 200
    make_staff(club, staff, "moderator")
    assert plain.http.get("/admin/invitations").status_code == 404
    assert plain.http.post("/admin/act", data={"act": "invite", "uses": "1", "days": "1"}).status_code == 404
    before = acts(club)
    for wrong in (
        {"uses": "0", "days": "1"},
        {"uses": "1", "days": "0"},
        {"uses": "501", "days": "1"},
        {"uses": "1", "days": "366"},
    ):
        assert staff.http.post("/admin/act", data={"act": "invite", **wrong}).status_code == 422
    assert acts(club) == before
    page = staff.http.post("/admin/act", data={"act": "invite", "target": "Chess <club>", "uses": "2", "days": "7"}).text
    link = re.search(rf"<code[^>]*>{club.url}(/account/new/[\w-]{{43}})</code>", page)
    assert link is not None and acts(club) == before + 1
    written = last_act(club)
    assert (written.act, written.target) == ("invite", "Chess <club>") and typed(link[1]) not in repr(written)
    assert come(Guest(club), link[1], "Guest.of.club").status_code == 200
    shown = staff.http.get("/admin/invitations").text
    assert "Chess &lt;club&gt;" in shown and "Guest.of.club" in shown and typed(link[1]) not in shown and "1 of 2" in shown
    mine = msgspec.json.decode(written.data)["invitation"]
    assert staff.http.post("/admin/act", data={"act": "uninvite", "target": mine}).headers["location"] == "/admin/invitations"
    assert last_act(club).act == "uninvite" and come(Guest(club), link[1]).status_code == 403


def test_who_leaves_takes_along_by_what_he_came(club: Server) -> None:
    made, nia = invite(club), Guest(club)
    assert come(nia, made["secret"], "Nia.club").status_code == 200
    nia.http.post("/account/delete", data={"name": "Nia.club"})
    change(club, update(schema.accounts).where(schema.accounts.c.handle == "Nia.club").values(state_until=1))
    club.run(club.service.keeping.tidy)
    assert made["invitation"] not in {row.invitation for row in club.store.ask(schema.accounts.select())[0]}


def test_the_command_line_makes_lists_and_withdraws_them(club: Server) -> None:
    runner, where = CliRunner(), ["--database", club.database]
    made = runner.invoke(app, ["admin", "invite", "By hand", "--uses", "2", "--days", "3", *where])
    assert made.exit_code == 0, made.output
    link = made.output.strip()
    assert link.startswith("/account/new/")
    told = runner.invoke(app, ["admin", "list", "invitations", "--json", *where])
    mine = next(one for one in msgspec.json.decode(told.output)["invitations"] if one["note"] == "By hand")
    assert "token_hash" not in mine and mine["uses"] == 2
    assert come(Guest(club), link).status_code == 200
    assert runner.invoke(app, ["admin", "uninvite", mine["id"], *where]).exit_code == 0
    assert come(Guest(club), link).status_code == 403


def test_guessing_is_counted_as_signing_up_is(start: Callable[..., Server]) -> None:
    """Wrong links and wrong forms alike; a good link is not counted twice."""
    server = start(msgspec.structs.replace(BY_INVITATION, signup_rate=Rate(1e-9, 3)))
    made = invite(server)
    guest = Guest(server)
    assert [guest.http.get(f"/account/new/{made['secret']}").status_code for _ in range(5)] == [200] * 5
    guesses = [
        guest.http.get("/account/new/guess").status_code,
        come(guest, "guess").status_code,
        come(guest, "guess").status_code,
    ]
    assert guesses == [404, 403, 403]
    assert guest.http.get("/account/new/guess").status_code == 429 and come(guest, made["secret"]).status_code == 429


def test_an_address_that_is_a_secret_is_in_no_log(
    start: Callable[..., Server], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where something fails that never should."""

    def stumble(*_: object) -> bool:
        raise RuntimeError

    server = start(BY_INVITATION)
    secret = invite(server)["secret"]
    monkeypatch.setattr("casusbelli.table.people.desk.is_good", stumble)
    assert Guest(server).http.get(f"/account/new/{secret}").status_code == 500
    assert "GET /account/new/{invitation} fails" in caplog.text and secret not in caplog.text


@pytest.mark.parametrize(
    "around",
    ["{}", " {} ", "https://x.example/account/new/{}?lang=it", "<https://x.example/account/new/{}/>.", "/account/new/{}#a"],
)
def test_a_link_is_read_as_it_is_pasted(around: str) -> None:
    """The page itself puts the language behind it, letters put signs around it."""
    secret = new_secret()
    assert typed(around.format(secret)) == secret
    assert typed(" short ") == "short" and typed("") == ""


def test_who_has_to_wait_is_told_how_long(start: Callable[..., Server]) -> None:
    """Not a minute, after which he would be sent away again: ten accounts a day are one in two hours and a half."""
    server = start(msgspec.structs.replace(BY_INVITATION, signup_rate=Rate(10 / 86_400, 1)))
    ann = Guest(server)
    ann.http.get("/account/new/nothing")
    for language in ("en", "it", "es"):
        answer = ann.http.get("/account/new/nothing", params={"lang": language})
        assert answer.status_code == 429 and 8_500 < int(answer.headers["retry-after"]) <= 8_640
        assert re.search(r" 2 h 2[34] min ", answer.text)


def test_open_and_closed_houses_are_as_before(server: Server, start: Callable[..., Server]) -> None:
    made = invite(server)
    ada = Guest(server)
    assert 'name="invitation"' not in ada.http.get(f"/account/new/{made['secret']}").text
    sign_up(ada, f"open-{secrets.token_hex(4)}")
    assert come(Guest(server), "whatever").status_code == 200, "where all may come nobody asks"
    admission = server.store.ask(select(schema.admissions).where(schema.admissions.c.id == made["invitation"]))[0][0]
    assert admission.used == 0
    closed = start(msgspec.structs.replace(QUIET, signup="closed"))
    made = invite(closed)
    assert come(Guest(closed), made["secret"]).status_code == 403
    assert "no new accounts" in Guest(closed).http.get(f"/account/new/{made['secret']}").text


def test_an_invitation_to_a_match_is_none_to_the_house(club: Server) -> None:
    host, friend = Guest(club, "Host"), Guest(club, "Friend")
    match = host.begin(seat__uk="me", seat__ussr="open", seat__us="bot:random")
    invitation = host.sit(match, "uk").invitation("ussr")
    assert come(friend, invitation).status_code == 403
    assert friend.join(invitation).status_code == 303, "it is good for its seat"


def test_the_store_itself_refuses_what_the_desk_has_not_seen(club: Server) -> None:
    made = invite(club)

    async def twice() -> list[Any]:
        create, answers = club.service.desk.accounts.create, []
        for n in range(2):
            name = f"direct-{secrets.token_hex(4)}-{n}"
            try:
                answers.append(
                    await create(None, name, OTHER, new_codes(), secrets.token_hex(8), "", brief=False, invitation=made["secret"])
                )
            except NotInvited as error:
                answers.append(error)
        return answers

    first, second = club.run(twice)
    assert first[0].account and isinstance(second, NotInvited)
