"""The post, leave and looking after the house over PostgreSQL: once through."""

from __future__ import annotations

from asyncio import gather
from collections.abc import Iterator

import pytest
from tests.table.tablekit import Server

from casusbelli.table.hours import Hours
from casusbelli.table.pace import MINUTE
from casusbelli.table.service import Service
from casusbelli.table.settings import Settings
from casusbelli.table.staff.acts import REMOVED, Deed, perform
from casusbelli.table.staff.beside import beside

from .postal import Postal
from .test_leave import day


@pytest.fixture
def postal(postgres_database: str) -> Iterator[Postal]:
    running: list[Server] = []

    def start(settings: Settings, hours: Hours) -> Server:
        running.append(Server(postgres_database, settings, hours))
        return running[-1]

    house = Postal(start)
    yield house
    house.close()
    running[-1].stop()


def test_two_couriers_send_once_and_staff_act_beside_the_server(postal: Postal, postgres_database: str) -> None:
    ada = postal.person("Ada")
    postal.person("Bruno")
    matches = [postal.begin("Bruno", "Ada") for _ in range(3)]
    for match in matches:
        postal.play("Bruno", match)
    before = len(postal.to("Ada"))
    postal.hands.turn(4 * MINUTE, lambda: None)

    async def both() -> None:
        mine, other = postal.server.service.post, Service(postal.server.store, postal.settings, postal.hands).post
        other.herald._all_at = mine.herald._all_at = 0
        await gather(mine.herald.tick(), other.herald.tick())
        postal.hands._now += 2 * MINUTE
        await gather(*(one.courier.tick() for one in (mine, other) * 3))

    postal.server.run(both)
    told = [match for match in matches for letter in postal.to("Ada")[before:] if f"/m/{match}?" in postal.text(letter)]
    assert sorted(told) == sorted(matches)

    assert ada.http.post("/account/leave", data={"first": day(postal, 1), "last": day(postal, 3)}).status_code == 303
    assert ada.http.post("/account/notifications", data={"post.mail": "on", "digest": "daily"}).status_code == 303
    line = ada.sit(matches[0], "blue")
    line.until_frame()
    assert line.ask({"t": "chat", "id": "one", "text": "tea?"})["t"] == "ack"
    line.close()
    with beside(postgres_database) as connection:
        perform(connection, Deed(actor="trial", act="hide", target=matches[0], line=1, reason="no tea"))
        perform(connection, Deed(actor="trial", act="silence", target="Ada", days=2, reason="hush"))
    postal.server.run(postal.server.service.watch.look)
    saved = postal.server.store.load(matches[0])
    assert saved is not None and saved.chat[0].text == REMOVED
    again = ada.sit(matches[0], "blue")
    again.until_frame()
    assert again.ask({"t": "chat", "id": "two", "text": "tea!"})["reason"] == "silenced"
    postal.server.run(postal.server.service.keeping.tidy)
