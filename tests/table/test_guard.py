"""The door: foreign pages, foreign names, too much at once, and the headers of every answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx
import msgspec
import pytest
from litestar import Litestar
from sqlalchemy import inspect, text
from websockets.exceptions import InvalidStatus

from casusbelli.table.app import create_app
from casusbelli.table.settings import Rate

from .tablekit import HOT_SEAT, QUIET, Guest, Server

Make = Callable[..., Guest]

FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": ""},
    {"Origin": "http://["},
    {"Origin": "http://[::1"},
]


@pytest.fixture(scope="module")
def still(games: None, deals: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A house where nobody else plays: whatever changes in its store was changed by the one who calls."""
    running = Server(tmp_path_factory.mktemp("still") / "matches.sqlite")
    yield running
    running.stop()


@pytest.mark.parametrize("headers", [*FOREIGN, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}])
def test_a_form_of_a_foreign_page_does_nothing(still: Server, headers: dict[str, str]) -> None:
    anna = Guest(still)
    before = rows(still)
    answer = anna.http.post("/matches", data={"game": "miniature"}, headers=headers)
    assert answer.status_code == 403 and "set-cookie" not in answer.headers and rows(still) == before
    anna.close()


def test_a_page_that_was_not_fetched_in_the_same_way_is_foreign(guest: Make) -> None:
    """The same name over http and over https are two origins: who can change the one must not act for the other."""
    anna = guest()
    match = anna.begin(**HOT_SEAT)
    behind_https = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
    for headers in ({"Origin": f"https://{anna.server.host}"}, {**behind_https, "Origin": f"http://{anna.server.host}"}):
        assert anna.http.post("/me", data={"name": "Eve"}, headers=headers).status_code == 403
        with pytest.raises(InvalidStatus) as refused:
            anna.sit(match, "uk", **headers)
        assert refused.value.response.status_code == 403


def test_a_form_that_says_nothing_of_its_origin_does_nothing(server: Server) -> None:
    assert httpx.post(f"{server.url}/matches", data={"game": "miniature"}).status_code == 403


@pytest.mark.parametrize("headers", FOREIGN)
def test_a_socket_of_a_foreign_page_is_not_opened(guest: Make, headers: dict[str, str]) -> None:
    anna = guest()
    match = anna.begin(**HOT_SEAT)
    with pytest.raises(InvalidStatus) as refused:
        anna.sit(match, "uk", **headers)
    assert refused.value.response.status_code == 403


def test_a_server_answers_to_its_own_names_alone(start: Callable[..., Server]) -> None:
    server = start(msgspec.structs.replace(QUIET, hosts=("127.0.0.1", "play.example")))
    assert httpx.get(server.url).status_code == 200
    assert httpx.get(server.url, headers={"Host": "play.example:8080"}).status_code == 200
    assert httpx.get(server.url, headers={"Host": "evil.example"}).status_code == 421


def test_every_answer_carries_the_headers_that_keep_a_page_to_itself(guest: Make) -> None:
    anna = guest()
    for address in ("/", "/no-such-page", "/static/tokens.css", "/new/miniature", "/texts/shell/en.json"):
        headers = anna.http.get(address).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "same-origin"


def test_the_page_of_an_analysis_alone_may_show_pictures_it_has_made(guest: Make) -> None:
    anna = guest()
    allowed = {path for path in ("/", "/m/x", "/m/x/analysis", "/m/x/analysis.json", "/analysis") if _may_draw(anna, path)}
    assert allowed == {"/m/x/analysis"}


def _may_draw(guest: Guest, path: str) -> bool:
    policies = guest.http.get(path).headers.get_list("content-security-policy")
    assert len(policies) == 1 and policies[0].startswith("default-src 'self'; object-src 'none'")
    return "img-src 'self' blob:" in policies[0]


def test_the_cookie_is_out_of_reach_of_scripts_and_foreign_pages(guest: Make) -> None:
    answer = guest().http.post("/matches", data={"game": "miniature"})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("session=") and "HttpOnly" in cookie and "SameSite=lax" in cookie and "Secure" not in cookie
    assert len(cookie.split(";")[0].removeprefix("session=")) == 43


def test_behind_https_the_cookie_is_bound_to_the_host(guest: Make) -> None:
    """A proxy on this machine says that the reader came over https."""
    anna = guest()
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7", "Origin": f"https://{anna.server.host}"}
    answer = anna.http.post("/matches", data={"game": "miniature"}, headers=headers)
    cookie = answer.headers["set-cookie"]
    assert answer.headers["strict-transport-security"].startswith("max-age=")
    assert "strict-transport-security" not in anna.http.get("/").headers
    assert cookie.startswith("__Host-session=") and "Secure" in cookie and "Path=/" in cookie and "Domain" not in cookie


def test_the_store_knows_the_secret_by_its_hash_alone(server: Server, guest: Make) -> None:
    anna = guest()
    anna.begin(**HOT_SEAT)
    secret = anna.http.cookies["session"]
    assert secret not in repr(rows(server))


def test_too_many_requests_are_turned_away_but_files_are_not_counted(start: Callable[..., Server]) -> None:
    server = start(msgspec.structs.replace(QUIET, request_rate=Rate(0.001, 3), post_rate=Rate(0.001, 1)))
    with httpx.Client(base_url=server.url, headers={"Origin": server.url}) as http:
        assert [http.get("/static/tokens.css").status_code for _ in range(6)] == [200] * 6
        assert http.post("/matches", data={"game": "nothing"}).status_code == 404
        answer = http.post("/matches", data={"game": "nothing"})
        assert answer.status_code == 429 and answer.headers["retry-after"]
        assert http.get("/").status_code == 200 and http.get("/").status_code == 429


def test_a_form_of_unreasonable_size_is_not_read(guest: Make) -> None:
    answer = guest().http.post("/matches", data={"game": "miniature", "name": "x" * 100_000})
    assert answer.status_code == 413 and "Traceback" not in answer.text


def test_no_get_changes_anything(still: Server) -> None:
    """Every route that can be fetched is fetched; the store stays as it is."""
    anna, stranger = Guest(still), Guest(still, "Stranger")
    match = anna.begin(seat__uk="me", seat__ussr="open", seat__us="bot:random")
    token = still.room(match).seats["ussr"].token
    anna.sit(match, "uk").until_seq(1)
    before = rows(still)
    filled = {"match_id": match, "game_id": "miniature", "token": token, "n": "0", "path": "tokens.css", "name": "en.json"}
    app = create_app(still.service)._app
    assert isinstance(app, Litestar)
    fetched = 0
    for route in app.routes:
        if "GET" not in getattr(route, "methods", ()):
            continue
        address = "/" + "/".join(filled.get(c.name, "none") if hasattr(c, "name") else str(c) for c in route.path_components)
        for someone in (anna, stranger):
            assert someone.http.get(address).status_code in {200, 303, 401, 403, 404, 410}, address
            fetched += 1
    assert fetched > 20 and rows(still) == before
    anna.close()
    stranger.close()


def test_errors_are_pages_without_entrails(guest: Make, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("entrails")

    monkeypatch.setattr(server.store, "open_matches", broken)
    answer = guest().http.get("/")
    assert answer.status_code == 500 and "entrails" not in answer.text and "Traceback" not in answer.text


def rows(server: Server) -> dict[str, list[tuple[object, ...]]]:
    """Everything in the store but the server's own heartbeats."""
    with server.store._reading.connect() as connection:
        wanted = set(inspect(connection).get_table_names()) - {"beats", "stewards"}
        return {name: [tuple(row) for row in connection.execute(text(f'select * from "{name}"'))] for name in wanted}
