"""The pages: games, new matches, invitations, lists, languages, files, looking back."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from importlib import import_module
from random import Random
from types import SimpleNamespace
from xml.etree import ElementTree

import msgspec
import pytest
from litestar.testing import RequestFactory
from tests.kernel.miniature import GAME

from casusbelli.game import Journal, verify
from casusbelli.table import files, pages
from casusbelli.table.lists import game_card
from casusbelli.table.words import HERE, WEB, page_words

from .tablekit import HOT_SEAT, QUIET, Guest, Server, play_on, three_lines, through_agenda

Make = Callable[..., Guest]


def test_the_home_page_shows_the_games_and_nothing_of_others(guest: Make) -> None:
    page = guest().http.get("/")
    assert page.status_code == 200 and 'href="/new/miniature"' in page.text and 'href="/rules/miniature"' in page.text
    assert page.headers["content-type"].startswith("text/html") and page.headers["cache-control"] == "no-store"
    assert "<script>" not in page.text and "style=" not in page.text and "onclick" not in page.text


@pytest.mark.parametrize(
    ("game", "players"), [("churchill", "3"), ("fog_of_war", "2"), ("triumph_of_chaos", "2"), ("wunderwaffen", "2–4")]
)
def test_every_game_has_a_cover_and_says_for_how_many_it_is(game: str, players: str) -> None:
    played = import_module(f"casusbelli.games.{game}").GAME
    card = game_card(played, "en")
    assert card["players"] == players
    assert card["cover"] == f"/boards/{game}/cover.svg"
    assert ElementTree.parse(played.folder / "board" / "cover.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_the_form_offers_every_scenario_option_and_bot(guest: Make) -> None:
    page = guest().http.get("/new/miniature").text
    for piece in (
        'value="full"',
        'value="short"',
        'name="option.long_war"',
        'name="seat.ussr"',
        'value="bot:random"',
        'value="here"',
    ):
        assert piece in page
    assert guest().http.get("/new/nothing").status_code == 404
    assert "<details" in page and 'data-in="full short"' in page


def test_a_first_match_is_the_one_in_which_the_game_is_taught(guest: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """The form proposes it until one was played to its end; what is left out elsewhere stays the first scenario."""
    lesson = SimpleNamespace(head=SimpleNamespace(scenario="short", seat="uk"))
    monkeypatch.setattr(pages, "lessons_of", lambda game: [lesson])
    anna = guest()

    def proposed() -> str:
        page = anna.http.get("/new/miniature").text
        assert re.search(r'name="spectators" value="on" checked', page)
        return str(re.findall(r'name="scenario" value="(\w+)" checked', page)[0])

    assert proposed() == "short"
    match = anna.begin(scenario="short", **HOT_SEAT)
    assert proposed() == "short"
    play_on(three_lines(anna, match), 1000, Random(5))
    assert proposed() == "full"


@pytest.mark.parametrize(
    "form", [{"scenario": "endless"}, {"seat.uk": "bot:genius"}, {"seat.uk": "you"}, {"option.long_war": "maybe"}]
)
def test_a_match_that_cannot_be_played_is_not_made(guest: Make, form: dict[str, str]) -> None:
    answer = guest().http.post("/matches", data={"game": "miniature", **form})
    assert answer.status_code == 422 and 'role="alert"' in answer.text and "set-cookie" not in answer.headers


def test_options_and_scenario_are_as_chosen(server: Server, guest: Make) -> None:
    match = guest().begin(scenario="short", option__long_war="on", **HOT_SEAT)
    assert server.room(match).record.options == {"long_war": True, "hurry": False}
    assert server.room(match).match.state.conferences == 4
    assert server.room(guest().begin(**HOT_SEAT)).record.options == {"long_war": False, "hurry": False}


def test_the_match_page_tells_the_shell_where_it_is(guest: Make) -> None:
    anna = guest()
    match = anna.begin(seat__uk="me", seat__ussr="here", seat__us="bot:random")
    page = anna.http.get(f"/m/{match}").text
    told = {key: html.unescape(value) for key, value in re.findall(r'data-(\w+)="([^"]*)"', page)}
    assert (told["match"], told["game"], told["seat"], told["lang"]) == (match, "miniature", "uk", "en")
    assert msgspec.json.decode(told["seats"]) == ["uk", "ussr", "us"] and msgspec.json.decode(told["mine"]) == ["uk", "ussr"]
    assert msgspec.json.decode(told["verbs"]) == {"play": ["card"], "issue": ["issue"]}
    assert 'data-seat="ussr"' in anna.http.get(f"/m/{match}?seat=ussr").text
    assert anna.http.get(f"/m/{match}?seat=us").status_code == 403
    stranger = guest("Stranger")
    assert 'data-seat=""' in stranger.http.get(f"/m/{match}").text
    assert stranger.http.get(f"/m/{match}?seat=uk").status_code == 403


def test_a_shared_screen_opens_with_the_seat_that_is_asked(guest: Make) -> None:
    anna = guest()
    match = anna.begin(**HOT_SEAT)
    lines = three_lines(anna, match)
    lines["uk"].act(lines["uk"].frame["ask"]["options"][0])
    assert 'data-seat="ussr"' in anna.http.get(f"/m/{match}").text


def test_a_private_match_is_seen_by_its_players_alone(guest: Make) -> None:
    anna, ben = guest(), guest("Ben")
    match = anna.begin(spectators="off", seat__uk="me", seat__ussr="bot:random", seat__us="open")
    for address in (f"/m/{match}", f"/m/{match}/at/0", f"/m/{match}/journal"):
        assert ben.http.get(address).status_code == 403 and anna.http.get(address).status_code == 200


def test_an_invitation_is_for_one_and_once(server: Server, guest: Make) -> None:
    anna, ben, carla = guest(), guest("Ben"), guest("Carla")
    match = anna.begin(seat__uk="me", seat__ussr="bot:random", seat__us="open")
    line = anna.sit(match, "uk")
    invitation = line.until_frame()["players"]["us"]["invite"]
    assert "join/" in anna.http.get("/matches").text
    assert "Anna" in ben.http.get(invitation).text and ben.http.get(invitation).text.count("<form") == 2
    assert anna.http.get(invitation).text.count("<form") == 1 and anna.join(invitation).status_code == 409
    assert ben.join(invitation).headers["location"] == f"/m/{match}"
    players = line.until(lambda message: message["t"] == "players" and message["players"]["us"]["kind"] == "human")["players"]
    assert players["us"]["name"] == "Ben" and "invite" not in players["us"]
    assert carla.http.get(invitation).status_code == 410 and carla.join(invitation).status_code == 409
    assert carla.http.get("/join/none").status_code == 410 and carla.join("/join/none").status_code == 409
    assert ben.sit(match, "us").until_frame()["seat"] == "us"


def test_a_spectator_is_not_shown_the_invitation(guest: Make) -> None:
    anna, ben = guest(), guest("Ben")
    match = anna.begin(seat__uk="me", seat__ussr="bot:random", seat__us="open")
    invitation = anna.sit(match, "uk").until_frame()["players"]["us"]["invite"]
    assert "invite" not in ben.sit(match).until_frame()["players"]["us"]
    assert invitation.startswith("/join/") and invitation not in ben.http.get("/").text


def test_an_open_seat_is_listed_when_its_maker_wants_it(guest: Make) -> None:
    anna, ben = guest(), guest("Ben")
    anna.begin(seat__uk="me", seat__ussr="bot:random", seat__us="open", listed="on")
    found = re.search(r"/join/[\w-]+", ben.http.get("/").text)
    assert found is not None and found.group() not in anna.http.get("/").text
    assert ben.join(found.group()).status_code == 303 and found.group() not in guest("Carla").http.get("/").text


def test_my_matches_show_first_where_it_is_my_turn(guest: Make) -> None:
    anna = guest()
    waiting = anna.begin(seat__uk="me", seat__ussr="open", seat__us="open")
    line = anna.sit(waiting, "uk")
    line.act(line.until_frame()["ask"]["options"][0])
    over = anna.begin(scenario="short", seat__uk="bot:random", seat__ussr="bot:random", seat__us="bot:random")
    anna.sit(over).until_frame(lambda frame: frame["over"] is not None)
    asked = anna.begin(seat__uk="me", seat__ussr="open", seat__us="open")
    later = anna.begin(seat__uk="open", seat__ussr="open", seat__us="open")
    order = list(dict.fromkeys(re.findall(r'href="/m/([\w-]+)"', anna.http.get("/matches").text)))
    assert order == [asked, later, waiting, over]
    mine = anna.http.get("/").text.split('id="watch"')[0]
    assert list(dict.fromkeys(re.findall(r'href="/m/([\w-]+)"', mine))) == [asked, later, waiting]
    assert "/m/" not in guest("Ben").http.get("/matches").text


def test_names_are_tidied_and_shown_as_text(guest: Make) -> None:
    anna = guest('  <i>"Anna"\x00\n\u202e  ' + "x" * 60)
    match = anna.begin(**HOT_SEAT)
    name = anna.sit(match, "uk").until_frame()["players"]["uk"]["name"]
    assert name.startswith('<i>"Anna" x') and len(name) == 40
    page = anna.http.get("/matches").text
    assert "<i>" not in page and "&lt;i&gt;" in page
    assert anna.http.post("/me", data={"name": "Anna"}).status_code == 303 and ">Anna<" not in page
    assert 'value="Anna"' in anna.http.get("/matches").text


def test_the_language_is_asked_for_remembered_or_preferred(guest: Make) -> None:
    http = guest().http
    assert '<html lang="en"' in http.get("/").text
    assert '<html lang="it"' in http.get("/", headers={"Accept-Language": "de, it;q=0.9, es;q=0.8"}).text
    assert '<html lang="es"' in http.get("/", headers={"Accept-Language": "it;q=0.5, es-MX"}).text
    answer = http.get("/?lang=it")
    assert '<html lang="it"' in answer.text and answer.headers["set-cookie"].startswith("lang=it;")
    assert "Giochi" in http.get("/", headers={"Accept-Language": "es"}).text
    assert '<html lang="it"' in http.get("/?lang=klingon").text
    http.cookies.set("theme", "night", domain="127.0.0.1")
    assert 'data-theme="night"' in http.get("/").text


def test_every_word_is_there_in_every_language() -> None:
    words = {language: page_words(language) for language in ("en", "it", "es")}
    assert words["en"].keys() == words["it"].keys() == words["es"].keys()
    gaps = {
        language: {key: sorted(re.findall(r"\{(\w+)\}", text)) for key, text in all_.items()} for language, all_ in words.items()
    }
    assert gaps["en"] == gaps["it"] == gaps["es"]
    used = {
        key
        for path in (HERE / "templates").rglob("*.html")
        for key in re.findall(r'\bt\("([\w.]+)"[,)]', path.read_text("utf-8"))
    }
    assert used and used <= words["en"].keys()


def test_the_rules_page_lists_the_summaries_by_number(guest: Make) -> None:
    assert guest().http.get("/rules/miniature").status_code == 200


def test_files_are_sent_once_and_then_known(guest: Make) -> None:
    http = guest().http
    for address, kind in (
        ("/static/tokens.css", "text/css"),
        ("/static/socket.js", "text/javascript"),
        ("/texts/shell/it.json", "application/json"),
        ("/texts/miniature/en.json", "application/json"),
        ("/favicon.ico", "image/svg+xml"),
    ):
        first = http.get(address)
        assert first.status_code == 200 and first.headers["content-type"].startswith(kind), address
        again = http.get(address, headers={"If-None-Match": first.headers["etag"]})
        assert again.status_code == 304 and again.content == b""
        plain = http.get(address, headers={"Accept-Encoding": "identity"})
        assert plain.content == first.content and "content-encoding" not in plain.headers
    assert http.get("/texts/miniature/en.json").json()["name.uk"] == "UK"


def test_what_an_edition_holds_is_lean_and_kept_for_good(guest: Make, start: Callable[..., Server]) -> None:
    anna = guest()
    page = anna.http.get(f"/m/{anna.begin(**HOT_SEAT)}")
    bound = html.unescape(re.search(r'type="module" src="(/static/~\w+v/shell.js)"', page.text)[1])  # type: ignore[index]
    address = bound.replace("v/shell.js", "/shell.js")
    sent, written, volume = anna.http.get(address), anna.http.get("/static/shell.js"), anna.http.get(bound)
    for kept in (sent, volume):
        assert "immutable" in kept.headers["cache-control"] and "// The match page" not in kept.text
    assert "// The match page" in written.text and written.headers["cache-control"] == "no-cache"
    assert sent.text.count("\n") == written.text.count("\n") and len(volume.text) > 3 * len(written.text)
    assert "content-security-policy" not in sent.headers and sent.headers["x-content-type-options"] == "nosniff"
    assert "content-security-policy" in written.headers and "content-security-policy" in page.headers
    other = Guest(start(msgspec.structs.replace(QUIET, readable=True)))
    for asked in (address, bound):
        readable = other.http.get(asked)
        assert readable.text == written.text and readable.headers["cache-control"] == "no-cache", (
            "under an address of its own alone"
        )
    assert "v/shell.js" not in other.http.get(f"/m/{other.begin(**HOT_SEAT)}").text


def test_style_sheets_are_sent_together_and_nothing_else(guest: Make) -> None:
    http = guest().http
    one, other = (http.get(f"/static/{name}").text for name in ("tokens.css", "base.css"))
    assert http.get("/static/tokens.css,base.css").text == f"{one}\n{other}"
    for wrong in ("tokens.css,nothing.css", "tokens.css,../table/app.py", "tokens.css,", ",base.css", "dom.js,base.css"):
        assert http.get(f"/static/{wrong}").status_code == 404, wrong
    assert http.get("/static/tokens.css,tokens.css").status_code == 404, "each once"


def test_sets_of_style_sheets_that_nobody_needs_fill_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_TOGETHER", 2)
    kept, request = files.Files(), RequestFactory().get("/")
    for names in ("tokens.css,base.css", "base.css,tokens.css", "tokens.css,side.css", "side.css,base.css", "tokens.css"):
        assert kept.file(request, WEB, names).status_code in {None, 200}
    assert [len(read) for read, _ in kept._read] == [2, 2, 1]


def test_words_are_kept_for_good_under_the_address_that_a_page_names(guest: Make) -> None:
    anna = guest()
    page = anna.http.get(f"/m/{anna.begin(**HOT_SEAT)}").text
    for name in ("/texts/miniature/en.json", "/texts/shell/en.json"):
        versioned = re.search(rf'as="fetch" crossorigin href="({re.escape(name)}[?]v=\w+)"', page)
        assert versioned is not None, name
        answers = [anna.http.get(address) for address in (versioned[1], name, f"{name}?v=older")]
        assert ["immutable" in answer.headers["cache-control"] for answer in answers] == [True, False, False]
        assert len({answer.content for answer in answers}) == 1


def test_a_table_is_packed_and_a_page_that_may_hold_a_secret_is_not(guest: Make) -> None:
    anna = guest()
    table = f"/m/{anna.begin(**HOT_SEAT)}"
    packed = [anna.http.get(table, headers={"Accept-Encoding": wish}) for wish in ("br", "gzip", "identity")]
    assert [answer.headers.get("content-encoding") for answer in packed] == ["br", "gzip", None]
    assert len({answer.text for answer in packed}) == 1
    assert "content-encoding" not in anna.http.get("/matches").headers


@pytest.mark.parametrize(
    "address",
    [
        "/static/../table/app.py",
        "/static/%2e%2e/table/app.py",
        "/static/..%2ftable%2fapp.py",
        "/static//etc/passwd",
        "/static/texts",
        "/static/",
        "/static/%00",
        "/boards/miniature/../miniature.py",
        "/boards/nothing/board.js",
        "/texts/miniature/de.json",
        "/texts/nothing/en.json",
    ],
)
def test_nothing_outside_the_folders_is_served(guest: Make, address: str) -> None:
    assert guest().http.get(address).status_code == (400 if "%00" in address else 404)


def test_looking_back_shows_each_seat_what_it_saw(guest: Make) -> None:
    anna = guest()
    match = anna.begin(**HOT_SEAT)
    lines = through_agenda(three_lines(anna, match))
    seen = {0: lines["us"].heard[0]}
    uk = lines["uk"]
    for n in (4, 5, 6):
        line = next(line for line in lines.values() if line.until_seq(n - 1)["ask"])
        line.act(line.frame["ask"]["options"][0])
        seen[n] = lines["us"].until_seq(n)
    for n in (5, 0, 6, 4):
        frame = anna.http.get(f"/m/{match}/at/{n}?seat=us").json()
        assert (frame["view"], frame["choices"], frame["seat"]) == (seen[n]["view"], n, "us")
        assert frame["undo"] is False and frame["events"]["from"] == 0
    assert anna.http.get(f"/m/{match}/at/7?seat=us").status_code == 404
    assert anna.http.get(f"/m/{match}/at/-1?seat=us").status_code == 404
    assert uk.frame["seq"] >= 3


def test_the_journal_of_a_match_in_play_holds_ones_own_choices_and_no_seed(guest: Make) -> None:
    anna = guest()
    lines = through_agenda(three_lines(anna, anna.begin(**HOT_SEAT)))
    match = lines["uk"].match
    for seat in ("uk", "us"):
        answer = anna.http.get(f"/m/{match}/journal?seat={seat}")
        diary = answer.json()
        assert "attachment" in answer.headers["content-disposition"]
        assert len(diary["entries"]) == 1 and diary["entries"][0][0] == seat
        assert "seed" not in diary and len(diary["commitment"]) == 64 and diary["told"]
    assert guest("Ben").http.get(f"/m/{match}/journal").json()["entries"] == []


def test_the_journal_of_a_finished_match_can_be_verified(guest: Make) -> None:
    anna = guest()
    match = anna.begin(scenario="short", **HOT_SEAT)
    lines = three_lines(anna, match)
    play_on(lines, 1000, Random(5))
    journal = Journal.from_json(anna.http.get(f"/m/{match}/journal").content)
    verdict = verify(GAME, journal)
    assert verdict.ok, verdict.faults
    assert journal.seed == lines["uk"].frame["over"]["seed"] and len(journal.entries) == lines["uk"].frame["choices"]
