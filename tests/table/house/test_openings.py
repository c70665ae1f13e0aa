"""How somebody begins: noted with the end of a match, and told on his page."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from sqlalchemy import select
from tests.table.tablekit import Guest, Server

from casusbelli.game import LANGUAGES, Game
from casusbelli.table import schema
from casusbelli.table.people.openings import favourites
from casusbelli.testkit.words import sentence
from casusbelli.words.texts import catalogue

from .test_signing import sign_up

Make = Callable[..., Guest]

FIRST = {
    "churchill": [("uk", ("agenda_commit_card", "bevin")), ("uk", ("agenda_first_issue", "global_issue"))],
    "fog_of_war": [("axis", ("create_operation", land, "army_1")) for land in ("paris", "balkans", "poland", "egypt")],
    "triumph_of_chaos": [("white", ("allocate", "white_54", "red")), ("white", ("ops", "white_08"))],
    "wunderwaffen": [("russian", ("pick", front)) for front in ("symbol", "soldier", "artillery")],
}
SEATS = {"churchill": "uk", "fog_of_war": "axis", "triumph_of_chaos": "white", "wunderwaffen": "russian"}


def find(name: str) -> Game[Any]:
    """The game itself: at these tests' tables others are installed."""
    game: Game[Any] = import_module(f"casusbelli.games.{name}.game").GAME
    return game


@pytest.mark.parametrize("name", FIRST)
def test_every_game_names_its_openings_in_all_languages(name: str) -> None:
    game, seat = find(name), SEATS[name]
    opening = game.opening(FIRST[name], seat)
    assert opening is not None and game.opening(FIRST[name], "nobody") is None and game.opening([], seat) is None
    for language in LANGUAGES:
        assert sentence(catalogue(game, language), (f"opening.{opening.key}",), opening.params) is None


def test_the_same_tokens_in_another_order_are_the_same_opening() -> None:
    game = find("wunderwaffen")
    assert game.opening(FIRST["wunderwaffen"], "russian") == game.opening(FIRST["wunderwaffen"][::-1], "russian")


def test_an_opening_is_noted_with_the_end_and_told_on_the_persons_page(server: Server, guest: Make) -> None:
    ada, visitor = guest(), guest()
    sign_up(ada, "Ada.opens")
    match = ada.begin("parley", scenario="brief", seat__red="me", seat__blue="bot:random")
    line = ada.sit(match, "red")
    line.until_frame()
    assert line.act(["truce"])["t"] == "ack"
    line.until_frame(lambda frame: bool(frame["over"]))
    line.close()
    r = schema.result_rows.c
    (rows,) = server.store.ask(select(r.seat, r.opening).where(r.match == match))
    noted = {row.seat: json.loads(row.opening) for row in rows}
    assert noted["red"] == {"key": "word", "params": {"word": "truce"}} and noted["blue"]["key"] == "word"
    (row,) = server.store.ask(select(schema.accounts.c.person).where(schema.accounts.c.handle == "Ada.opens"))[0]
    liked = favourites(server.store, row.person, "parley", {"opening.word": "{word} first"})
    assert [(one["text"], one["count"]) for one in liked] == [("truce first", 1)]
    assert visitor.http.get("/@Ada.opens").status_code == 200
