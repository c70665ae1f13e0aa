"""The rarer kinds of visitors at every door of the route table: staff, staff without a second factor, a program, another seat's
person, somebody who is blocked, somebody who is silenced. The common ones are in test_account.py, the scopes of tokens in
test_outside_bots.py."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator

import httpx
from tests.table.tablekit import WAIT, Guest, Server

from casusbelli.table.doors import DOORS, Door
from casusbelli.table.staff.acts import Deed, perform

from .test_account import FILLED
from .test_outside_bots import make_bot, make_token
from .test_signing import me, sign_up
from .test_staff import make_staff

Make = Callable[..., Guest]


def routes(door: Door | None = None, **filled: str) -> Iterator[tuple[str, str, Door]]:
    """Every route as an address that can be asked for."""
    for route, its in DOORS.items():
        method, template = route.split(" ")
        if door in {None, its}:
            yield method, re.sub(r"\{(\w+)\}", lambda found: {**FILLED, **filled}.get(found[1], "nothing"), template), its


def signed_up(guest: Make) -> Guest:
    one = guest()
    sign_up(one, f"door-{secrets.token_hex(4)}")
    return one


def test_staff_and_staff_without_a_factor(server: Server, guest: Make) -> None:
    admin, lax = signed_up(guest), signed_up(guest)
    make_staff(server, admin, "admin")
    make_staff(server, lax, "admin", factor=False)
    for method, address, door in routes():
        if method != "GET" and door != Door.STAFF:
            continue  # what they may do elsewhere they may as people
        answer, other = admin.http.request(method, address), lax.http.request(method, address)
        if door == Door.STAFF:
            assert other.status_code == 404 and (answer.status_code == 200 or method == "POST"), address
        else:
            assert answer.status_code == other.status_code, address


def test_a_program_is_known_at_its_own_doors_alone(server: Server, guest: Make) -> None:
    owner, visitor = signed_up(guest), guest()
    token = make_token(owner, make_bot(owner))
    program = httpx.Client(base_url=server.url, headers={"Authorization": f"Bearer {token}", "Origin": server.url}, timeout=WAIT)
    for method, address, door in routes():
        if door == Door.TOKEN:
            once = {"once": "on"}  # the one answer that would go on
            assert program.request(method, address, params=once).status_code not in {401, 403}, address
        elif method == "GET" and door in {Door.GUEST, Door.ACCOUNT, Door.SURE, Door.STAFF}:
            assert program.get(address).status_code == visitor.http.get(address).status_code, address
    program.close()


def test_a_seat_is_its_persons_alone(server: Server, guest: Make) -> None:
    """A match that nobody may watch, asked for by who sits there, by a stranger, and by somebody who is blocked."""
    ada, stranger, blocked = signed_up(guest), signed_up(guest), signed_up(guest)
    name = blocked.http.get("/account").text
    handle = re.search(r'href="/(@door-[^"]+)"', name)
    assert handle is not None and ada.http.post(f"/{handle[1]}/block").status_code == 303
    match = ada.begin("canary", seat__red="me", seat__blue="bot:random", spectators="off")
    ada.sit(match, "red").until_frame()
    for method, address, _ in routes(Door.SEAT, match_id=match):
        for seat in ("", "?seat=red", "?seat=blue"):
            for other in (stranger, blocked, guest()):
                assert other.http.request(method, address + seat).status_code in {403, 404}, (method, address, seat)
        if not address.endswith("/invitations"):  # it looks through no seat's eyes
            assert ada.http.request(method, f"{address}?seat=blue").status_code != 200 or method == "POST", address


def test_who_is_silenced_goes_where_everybody_with_an_account_goes(server: Server, guest: Make) -> None:
    """Free words are off; no door is shut by that."""
    quiet, other = signed_up(guest), signed_up(guest)
    deed = Deed(actor="trial", act="silence", target=me(quiet), reason="for a trial", days=3)
    server.store.writer.write_now(lambda connection: perform(connection, deed))
    server.run(server.service.watch.look)
    for method, address, door in routes():
        if method == "GET" and door != Door.STAFF:
            assert quiet.http.get(address).status_code == other.http.get(address).status_code, address
    match = quiet.begin("canary", seat__red="me", seat__blue="bot:random")
    line = quiet.sit(match, "red")
    assert line.act(line.until_frame()["ask"]["options"][0])["t"] == "ack"
    assert line.ask({"t": "chat", "id": "a-free-word", "text": "hm"})["reason"] == "silenced"
