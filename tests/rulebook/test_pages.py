"""The pages of a rulebook on a server: places, languages, parts, and who may see where the cards of a match are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.kernel.miniature import GAME as MINIATURE
from tests.table.tablekit import QUIET, Guest, Server, forget_games, install

from casusbelli.games.fog_of_war import GAME


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        install(patch, GAME, MINIATURE)
        server = Server(Path(tmp_path_factory.mktemp("book")) / "matches.sqlite", QUIET)
        yield server
        server.stop()
    forget_games()


@pytest.fixture
def guest(server: Server) -> Iterator[Callable[..., Guest]]:
    seated: list[Guest] = []

    def enter(name: str = "Anna") -> Guest:
        seated.append(Guest(server, name))
        return seated[-1]

    yield enter
    for one in seated:
        one.close()


def test_every_place_of_the_book_is_found_and_nothing_else(guest: Callable[..., Guest]) -> None:
    http = guest().http
    for place in ("", "/5", "/A", "/first", "/rule/5.5.2", "/rule/5.22", "/glossary", "/whole", "/aid", "/cards"):
        page = http.get(f"/rules/fog_of_war{place}")
        assert page.status_code == 200, place
        assert "style=" not in page.text and "<script>" not in page.text, place
    for place in ("/99", "/rule/99", "/nowhere"):
        assert http.get(f"/rules/fog_of_war{place}").status_code == 404, place
    assert http.get("/rules/nothing/5").status_code == 404
    for name in ("en.json", "terms.es.json"):
        assert http.get(f"/rulebooks/fog_of_war/{name}").status_code == 200
    assert http.get("/rulebooks/fog_of_war/xx.json").status_code == 404


def test_a_game_without_a_book_keeps_its_summaries(guest: Callable[..., Guest]) -> None:
    http = guest().http
    assert http.get("/rules/miniature").status_code == 200
    for place in ("/aid", "/cards", "/glossary", "/5"):
        assert http.get(f"/rules/miniature{place}").status_code == 404


def test_parts_and_languages(guest: Callable[..., Guest]) -> None:
    http = guest().http
    part = http.get("/rules/fog_of_war/5?part=1&lang=it").text
    assert part.lstrip().startswith('<div class="book-part">') and "<html" not in part and "Le operazioni" in part
    whole = http.get("/rules/fog_of_war/5?lang=es").text
    assert 'lang="es"' in whole and "Las operaciones" in whole and 'aria-current="page"' in whole


def test_where_cards_are_is_for_those_who_may_look(guest: Callable[..., Guest]) -> None:
    anna, ben = guest(), guest("Ben")
    match = anna.begin(game="fog_of_war", spectators="off", seat__axis="me", seat__allied="bot:recruit")
    mine = anna.http.get(f"/rules/fog_of_war/cards?match={match}").text
    assert "Now:" in mine
    assert ben.http.get(f"/rules/fog_of_war/cards?match={match}").status_code == 403
    assert anna.http.get(f"/rules/fog_of_war/cards?match={match}&seat=allied").status_code == 403
    assert anna.http.get("/rules/fog_of_war/cards?match=none").status_code == 404


def test_the_public_is_not_told_what_the_axis_keeps(guest: Callable[..., Guest]) -> None:
    anna, ben = guest(), guest("Ben")
    match = anna.begin(game="fog_of_war", spectators="on", seat__axis="me", seat__allied="bot:recruit")
    line = anna.sit(match, "axis")
    line.act(line.until_frame()["ask"]["options"][0])
    line.until_seq(1)
    address = f"/rules/fog_of_war/cards?match={match}"
    assert anna.http.get(address).text.count("kept by the Axis") == 2
    told = ben.http.get(address).text
    assert told.count("perhaps kept by the Axis") == told.count("kept by the Axis") == 6
