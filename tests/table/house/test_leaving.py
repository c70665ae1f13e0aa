"""Who leaves takes along what is his and nothing of others: names, words, browsers, tables, tournaments, links."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import pytest
from sqlalchemy import select, update
from tests.table.tablekit import HOT_SEAT, Guest, Server
from tests.table.test_guard import rows

from casusbelli.table import schema
from casusbelli.table.people.leaving import LEFT

from .test_account import change
from .test_lobby import offer
from .test_signing import OTHER, give, sign_in, sign_up
from .test_staff import person_of
from .test_tournaments import announce

OVER_BOTH = True

Make = Callable[..., Guest]


def new_name(name: str) -> str:
    return f"{name}.{secrets.token_hex(4)}"


def leave(server: Server, guest: Guest, name: str, **form: str) -> None:
    """A week later."""
    assert guest.http.post("/account/delete", data={"name": name, **form}).status_code == 303
    change(server, update(schema.accounts).where(schema.accounts.c.person == person_of(server, name)).values(state_until=1))
    server.run(server.service.keeping.tidy)


def test_words_of_somebody_else_at_the_same_seat_stay_and_own_ones_go_from_a_seat_that_was_given_up(
    server: Server, guest: Make
) -> None:
    """A seat that changed hands: each takes his own words along."""
    names = {who: new_name(who) for who in ("Host", "First", "Second")}
    people = {who: guest(who) for who in names}
    for who, name in names.items():
        sign_up(people[who], name)
    match = people["Host"].begin(seat__uk="me", seat__ussr="open", seat__us="bot:random")
    host = people["Host"].sit(match, "uk")
    people["First"].join(host.invitation("ussr"))
    first = people["First"].sit(match, "ussr")
    first.until_frame()
    assert first.ask({"t": "chat", "id": secrets.token_hex(6), "text": "words of the first"})["t"] == "ack"
    assert first.house("leave", confirm=True)["t"] == "ack"
    room = server.room(match)
    assert host.house("propose", seq=room.seq, kind="open_seat", data={"seat": "ussr"})["t"] == "ack"
    people["Second"].join(host.invitation("ussr"))
    second = people["Second"].sit(match, "ussr")
    second.until_frame()
    assert second.ask({"t": "chat", "id": secrets.token_hex(6), "text": "words of the second"})["t"] == "ack"

    leave(server, people["Second"], names["Second"], words="on")
    kept = repr(rows(server)["chat"])
    assert "words of the second" not in kept and names["Second"] not in kept
    assert "words of the first" in kept and names["First"] in kept, "another's words are his"
    leave(server, people["First"], names["First"], words="on")
    kept = repr(rows(server)["chat"])
    assert "words of the first" not in kept and names["First"] not in kept, "also from a seat he has given up"


def test_a_table_that_is_open_forgets_the_name_too(server: Server, guest: Make) -> None:
    name, other = new_name("Open"), guest("Other")
    open_ = guest()
    sign_up(open_, name)
    match = other.begin(seat__uk="me", seat__ussr="open", seat__us="bot:random")
    line = other.sit(match, "uk")
    open_.join(line.invitation("ussr"))
    theirs = open_.sit(match, "ussr")
    theirs.until_frame()
    theirs.ask({"t": "chat", "id": secrets.token_hex(6), "text": "hello"})
    leave(server, open_, name)
    server.run(server.service.watch.look)
    again = other.sit(match, "uk")
    again.until_frame()
    again.ask({"t": "here", "id": secrets.token_hex(6)})
    assert name.encode() not in again.bytes and LEFT.encode() in again.bytes


def test_the_browser_of_a_guest_whose_matches_were_his_is_nobodys_any_more(server: Server, guest: Make) -> None:
    name, called = new_name("Moved"), f"Guest called {secrets.token_hex(4)}"
    account, browser = guest(), guest(called)
    sign_up(account, name)
    match = browser.begin(**HOT_SEAT)
    secret = browser.http.cookies["session"]
    tablet = guest()
    give(tablet, "session", secret)
    sign_in(browser, name)
    assert browser.http.post("/account/merge").status_code == 303
    leave(server, browser, name)
    assert called not in repr(rows(server)["guests"]), "the name under which he played before"
    assert tablet.http.get(f"/m/{match}?seat=uk").status_code == 403


def test_nobody_is_paired_with_who_leaves_and_no_round_waits_for_him(server: Server, guest: Make) -> None:
    name = new_name("Goes")
    ada = guest("Ada")
    sign_up(ada, name)
    person = person_of(server, name)
    made = offer(ada)
    ada.http.post("/pairing", data={"game": "parley", "pace": "days"})
    announce(ada, title="Cup")
    assert ada.http.post("/account/delete", data={"name": name}).status_code == 303
    offers = server.store.ask(select(schema.challenges.c.state).where(schema.challenges.c.id == made))[0]
    assert [row.state for row in offers] == ["withdrawn"], "at once: he does not mean to come"
    assert not server.store.ask(select(schema.wishes).where(schema.wishes.c.person == person))[0]
    change(server, update(schema.accounts).where(schema.accounts.c.person == person).values(state_until=1))
    server.run(server.service.keeping.tidy)
    (player,) = server.store.ask(select(schema.tournament_players).where(schema.tournament_players.c.person == person))[0]
    assert player.gone is not None


def test_a_pending_address_ends_with_the_password_under_which_it_was_asked_for(server: Server, guest: Make) -> None:
    """A thief has asked for letters to his own address; the owner changes the password before he opens the link."""
    name = new_name("Robbed")
    owner = guest()
    sign_up(owner, name)
    book, person = server.service.post.book, person_of(server, name)

    async def asked() -> tuple[str, str]:
        return await book.make_link(person, "email", "thief@example.org", schema.now()), await book.make_link(
            person, "back", "owner@example.org", schema.now()
        )

    thief, back = server.run(asked)
    assert owner.http.post("/account/password", data={"password": OTHER}).status_code == 303
    assert guest().http.post(f"/mail/{thief}").status_code == 410
    assert guest().http.post(f"/mail/back/{back}").status_code == 200, "what brings an address back does not end"


@pytest.mark.parametrize("how", ["removed", "changed"])
def test_a_link_for_another_password_ends_with_the_address_it_was_sent_to(server: Server, guest: Make, how: str) -> None:
    """Whoever reads that mailbox has no business here any more."""
    name = new_name("Reset")
    owner = guest()
    sign_up(owner, name)
    book, person = server.service.post.book, person_of(server, name)

    async def sent() -> str:
        await book.reach(person, "mail", "old@example.org", "on")
        secret = await book.make_link(person, "reset", "old@example.org", schema.now())
        if how == "removed":
            await book.unreach(person, "mail")
        else:
            await book.reach(person, "mail", "new@example.org", "on")
        return secret

    assert guest().http.post(f"/recovery/{server.run(sent)}", data={"password": OTHER}).status_code == 410
