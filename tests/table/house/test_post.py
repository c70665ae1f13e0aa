"""Notices and letters: once a turn, not to who is there, not at night; a match by post; nothing lost and nothing doubled."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import func, select, update
from tests.table.canary import CANARY
from tests.table.parley import PARLEY
from tests.table.tablekit import Guest, Server, forget_games, install
from tests.table.test_guard import rows

from casusbelli.games.fog_of_war import GAME as FOG
from casusbelli.table import schema
from casusbelli.table.pace import DAY, HOUR, MINUTE, SECOND
from casusbelli.table.post.book import CLAIM_LASTS, keep_reach
from casusbelli.table.post.wants import CHANNELS, GROUPS, KINDS, PER_HOUR, PostSettings
from casusbelli.table.store import Store

from .postal import PUBLIC, Postal
from .test_account import unsure
from .test_outside_bots import Program, make_bot, make_token
from .test_signing import OTHER, PASSWORD, me, sign_in

OVER_BOTH = True

Start = Callable[..., Server]


@pytest.fixture(scope="module", autouse=True)
def games() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        install(patch, CANARY, PARLEY, FOG)
        yield
    forget_games()


@pytest.fixture
def postal(start: Start) -> Iterator[Postal]:
    house = Postal(start)
    yield house
    house.close()


def everything(postal: Postal, name: str, **more: str) -> None:
    """Every kind of news by every channel, at once, also at night."""
    wants = {f"{group}.{channel}": "on" for group in GROUPS for channel in CHANNELS}
    answer = postal.people[name].http.post("/account/notifications", data={**wants, "digest": "off", **more})
    assert answer.status_code == 303


# -- a match by post -------------------------------------------------------------------------------------------------------


def test_a_match_is_played_by_the_letters_alone(postal: Postal) -> None:
    """Each opens the link of his letter, chooses, and goes away; the last letter tells the end."""
    postal.person("Ada")
    postal.person("Bruno")
    match = postal.begin("Ada", "Bruno", scenario="brief")
    before = len(postal.to("Bruno"))
    for name, word in (("Ada", "war"), ("Bruno", "peace")):
        postal.pass_time(2 * MINUTE)
        letter = postal.to(name)[-1]
        assert letter["Subject"].startswith("Your turn: ") and PUBLIC in postal.text(letter)
        path = postal.path(letter)
        assert path.startswith(f"/m/{match}?seat=") and postal.people[name].http.get(path).status_code == 200
        assert "2 days" in postal.text(letter) or "8 days" in postal.text(letter), "how much time is left"
        postal.play(name, match, [word])
        postal.hands.turn(5 * MINUTE, lambda: None)
    postal.pass_time(2 * MINUTE)
    assert len(postal.to("Bruno")) == before + 1, "who makes the last choice knows how it ended"
    assert "over" in postal.to("Ada")[-1]["Subject"] and postal.path(postal.to("Ada")[-1]) == f"/m/{match}"


def test_a_letter_of_a_real_game_retells_what_the_seat_was_told_in_its_language(postal: Postal) -> None:
    postal.person("Ada")
    postal.person("Inaki")
    postal.prefer("Inaki", language="es", zone="Europe/Madrid")
    scenario = FOG.info.scenarios[0]
    mine, theirs = scenario.seats
    seats = {f"seat__{mine}": "me", f"seat__{theirs}": "open"}
    match = postal.begin("Ada", "Inaki", "fog_of_war", scenario=scenario.id, **seats)
    record = postal.server.room(match)
    for _ in range(60):
        asked = {record.seats[seat].name: seat for seat in record.match.asked()}
        name = next(iter(asked))
        if name == "Inaki" and len(record.match.entries) > 6:
            break
        sitting = postal.people[name].sit(match, asked[name])
        sitting.until_frame(lambda frame: frame["ask"] is not None)
        assert sitting.act(sitting.frame["ask"]["options"][0])["t"] == "ack"
        sitting.close()
    postal.hands.turn(3 * MINUTE, lambda: None)
    postal.pass_time(2 * MINUTE)
    letter = postal.to("Inaki")[-1]
    text = postal.text(letter)
    assert letter["Subject"].startswith("Te toca: ") and "Se te pregunta: " in text and "Quedan " in text and "CE" in text
    assert 1 <= text.count("\n- ") <= 6 and "{" not in text and "event." not in text
    html = letter.get_body(("html",))
    assert html is not None and "<img" not in html.get_content() and "<script" not in html.get_content()
    heard = " ".join(f"{e['params']}" for e in postal.people["Ada"].sit(match, mine).until_frame()["events"]["list"])
    assert heard, "the other seat has heard things of its own"


def test_a_letter_holds_what_its_seat_was_told_and_nothing_else(postal: Postal) -> None:
    """The canary's secrets lie in every seat's view and events; a letter is made of one seat's alone."""
    from casusbelli.table.replay import READINGS, Reader, Tale

    postal.person("Ada")
    postal.person("Bruno")
    match = postal.begin("Ada", "Bruno", game="canary", scenario=CANARY.info.scenarios[0].id, **_canary_seats())
    room = postal.server.room(match)
    for _ in range(4):
        seat = next(iter(room.match.asked()))
        postal.play(room.seats[seat].name, match)
    saved = postal.server.store.load(match)
    assert saved is not None
    import msgspec

    for seat in room.match.seats:
        tale = msgspec.json.decode(READINGS["tale"](Reader(saved), 0, seat) or b"", type=Tale)
        told = room.match.told(seat)
        assert all(event in told for event in tale.events)


def _canary_seats() -> dict[str, str]:
    first, second, *others = CANARY.info.scenarios[0].seats
    return {f"seat__{first}": "me", f"seat__{second}": "open", **{f"seat__{other}": "bot:random" for other in others}}


# -- to whom and when ------------------------------------------------------------------------------------------------------


def test_once_a_stint_and_not_to_who_is_there_or_has_answered(postal: Postal) -> None:
    postal.person("Ada")
    postal.person("Bruno")
    match = postal.begin("Ada", "Bruno", scenario="wordy")
    postal.pass_time(4 * MINUTE)
    letters = len(postal.to("Ada"))
    postal.play("Ada", match)
    postal.play("Ada", match)
    postal.pass_time(30 * MINUTE)
    postal.pass_time(30 * MINUTE)
    assert len(postal.to("Ada")) == letters, "the same stint, however many questions"

    quick = postal.begin("Bruno", "Ada")
    postal.hands.turn(3 * MINUTE, lambda: None)
    postal.work()
    assert ("turn_post", "due") in postal.outbox()
    postal.play("Bruno", quick)
    before = len(postal.to("Bruno"))
    postal.pass_time(2 * MINUTE)
    assert len(postal.to("Bruno")) == before and ("turn_post", "dropped") in postal.outbox(), "answered meanwhile: nothing"

    third = postal.begin("Bruno", "Ada")
    line = postal.people["Ada"].sit(third, "blue")
    line.until_frame()
    assert line.house("here")["t"] == "ack"
    postal.play("Bruno", third)
    before = len(postal.to("Ada"))
    postal.pass_time(90 * SECOND)
    assert line.house("here")["t"] == "ack"
    postal.pass_time(MINUTE)
    assert len(postal.to("Ada")) == before, "she looks at it"
    postal.pass_time(4 * MINUTE)
    postal.pass_time(2 * MINUTE)
    assert len(postal.to("Ada")) == before + 1, "the page is open, but nobody does anything there"


def test_several_matches_are_one_letter_and_the_page_lists_them(postal: Postal) -> None:
    postal.person("Ada")
    postal.person("Bruno")
    matches = [postal.begin("Bruno", "Ada") for _ in range(3)]
    for match in matches:
        postal.play("Bruno", match)
    postal.hands.turn(3 * MINUTE, lambda: None)
    before = len(postal.to("Ada"))
    postal.work()
    postal.pass_time(2 * MINUTE)
    (letter,) = postal.to("Ada")[before:]
    assert letter["Subject"].endswith("and 2 more") and all(f"/m/{match}?" in postal.text(letter) for match in matches)
    ada = postal.people["Ada"].http
    page = ada.get("/notices").text
    assert page.count('class="fresh"') >= 3 and all(f"/m/{match}" in page for match in matches)
    news = ada.get("/notices/news", params={"after": postal.hands.now() - HOUR}).json()
    assert news["unseen"] >= 3 and {one["match"] for one in news["list"]} >= set(matches)
    ada.post("/notices/seen")
    assert ada.get("/notices/news").json()["unseen"] == 0
    assert postal.people["Bruno"].http.get("/notices").text.count(f"/m/{matches[0]}?seat=blue") == 0


def test_at_night_letters_wait_unless_time_is_short(postal: Postal) -> None:
    postal.person("Ada")
    postal.person("Bruno")
    postal.prefer("Ada", zone="Pacific/Auckland")
    match = postal.begin("Bruno", "Ada")
    postal.play("Bruno", match)
    here = datetime.fromtimestamp(postal.hands.now() / 1000, ZoneInfo("Pacific/Auckland"))
    assert here.hour >= 22 or here.hour < 8, "noon in Greenwich is night there"
    before = len(postal.to("Ada"))
    postal.pass_time(5 * MINUTE)
    postal.pass_time(HOUR)
    assert len(postal.to("Ada")) == before
    postal.pass_time(11 * HOUR)
    assert len(postal.to("Ada")) == before + 1
    there = postal.to("Ada")[-1]["Date"].datetime.astimezone(ZoneInfo("Pacific/Auckland"))
    assert 8 <= there.hour < 22


def test_a_digest_gathers_turns_and_without_news_there_is_none(postal: Postal) -> None:
    postal.person("Ada")
    postal.person("Bruno")
    everything(postal, "Ada", digest="daily", digest_hour="18")
    first, second = postal.begin("Bruno", "Ada"), postal.begin("Bruno", "Ada")
    before = len(postal.to("Ada"))
    for match in (first, second):
        postal.play("Bruno", match)
    postal.pass_time(4 * MINUTE)
    postal.pass_time(4 * MINUTE)
    assert len(postal.to("Ada")) == before and ("turn_post", "digest") in postal.outbox()
    postal.play("Ada", first)
    postal.pass_time(6 * HOUR)
    (letter,) = postal.to("Ada")[before:]
    assert f"/m/{second}?" in postal.text(letter) and f"/m/{first}?" not in postal.text(letter), "what is answered is not told"
    postal.pass_time(25 * HOUR)
    told = [one for one in postal.to("Ada")[before + 1 :] if "Your turn" in one["Subject"]]
    assert told == [], "no news, no digest"


def test_too_many_letters_are_folded_into_the_next_digest(postal: Postal) -> None:
    postal.person("Ada")
    postal.person("Bruno")
    postal.hands.turn(2 * HOUR, lambda: None)
    before = len(postal.to("Ada"))
    for _ in range(PER_HOUR + 2):
        match = postal.begin("Bruno", "Ada")
        postal.play("Bruno", match)
        postal.hands.turn(3 * MINUTE, lambda: None)
        postal.pass_time(2 * MINUTE)
    assert len(postal.to("Ada")) == before + PER_HOUR
    postal.pass_time(25 * HOUR)
    later = postal.to("Ada")[before + PER_HOUR :]
    assert later and "and" in later[0]["Subject"], "the rest came in one letter"


def test_quiet_hours_over_the_change_of_clocks_and_weekly_digests() -> None:
    rome = ZoneInfo("Europe/Rome")
    night = datetime(2026, 3, 28, 23, 30, tzinfo=rome)
    loud = PostSettings().after_quiet(round(night.timestamp() * 1000), rome)
    assert datetime.fromtimestamp(loud / 1000, rome) == datetime(2026, 3, 29, 8, 0, tzinfo=rome), "an hour is missing that night"
    noon = round(datetime(2026, 3, 28, 12, 0, tzinfo=rome).timestamp() * 1000)
    assert PostSettings().after_quiet(noon, rome) == noon and PostSettings(quiet=False).after_quiet(loud - 1, rome) == loud - 1
    siesta = PostSettings(quiet_from=13, quiet_to=16).after_quiet(noon + 2 * HOUR, rome)
    assert datetime.fromtimestamp(siesta / 1000, rome).hour == 16
    weekly = PostSettings(digest="weekly", digest_hour=7).next_digest(noon, rome)
    assert datetime.fromtimestamp(weekly / 1000, rome) == datetime(2026, 3, 30, 7, 0, tzinfo=rome)
    assert set(KINDS.values()) == set(GROUPS)


def test_time_that_runs_out_is_told_once_also_at_night(postal: Postal) -> None:
    postal.person("Ada")
    postal.person("Bruno")
    postal.begin("Ada", "Bruno")
    postal.pass_time(4 * MINUTE)
    before = len(postal.to("Ada"))
    postal.pass_time(8 * DAY + 30 * MINUTE)
    postal.pass_time(10 * MINUTE)
    told = [one["Subject"] for one in postal.to("Ada")[before:]]
    assert told == ["Time is short: parley (Bruno)"] or told == ["Time is short: game.title (Bruno)"], told
    postal.pass_time(HOUR)
    assert len(postal.to("Ada")) == before + 1


def test_proposals_challenges_and_beginnings_are_told(postal: Postal) -> None:
    postal.person("Ada")
    postal.person("Bruno")
    everything(postal, "Ada")
    match = postal.begin("Ada", "Bruno")
    postal.play("Ada", match)
    postal.hands.turn(5 * MINUTE, lambda: None)
    line = postal.people["Bruno"].sit(match, "blue")
    line.until_frame()
    assert line.house("propose", seq=line.frame["seq"], kind="end", data={"how": "draw"})["t"] == "ack"
    line.close()
    offer = {"game": "parley", "scenario": "quarrel", "seat.red": "me", "seat.blue": "named", "to": "Ada"}
    made = postal.people["Bruno"].http.post("/challenges", data={**offer, "name": "Bruno"})
    postal.pass_time(3 * MINUTE)
    texts = [one["text"] for one in postal.people["Ada"].http.get("/notices/news", params={"after": 1}).json()["list"]]
    assert any("Bruno asks to end the match" in text for text in texts), texts
    assert made.status_code == 303 and any("Bruno challenges you" in text for text in texts), texts
    letter = postal.text(postal.to("Ada")[-1])
    assert "Bruno asks to end the match" in letter and "Bruno challenges you" in letter


# -- nothing lost, nothing doubled -----------------------------------------------------------------------------------------


def test_what_was_not_sent_before_a_restart_is_sent_after_it_and_once(postal: Postal) -> None:
    postal.person("Ada")
    postal.person("Bruno")
    match = postal.begin("Bruno", "Ada")
    postal.play("Bruno", match)
    before = len(postal.to("Ada"))
    postal.restart()
    postal.hands.turn(4 * MINUTE, lambda: None)
    postal.work()
    postal.pass_time(2 * MINUTE)
    postal.pass_time(2 * MINUTE)
    assert len(postal.to("Ada")) == before + 1
    postal.restart()
    postal.pass_time(6 * MINUTE)
    assert len(postal.to("Ada")) == before + 1


def test_two_couriers_and_two_heralds_do_not_send_twice(postal: Postal) -> None:
    """As two processes would: everything they share is the store."""
    from asyncio import gather

    from casusbelli.table.service import Service

    postal.person("Ada")
    postal.person("Bruno")
    matches = [postal.begin("Bruno", "Ada") for _ in range(4)]
    for match in matches:
        postal.play("Bruno", match)
    before = len(postal.to("Ada"))
    postal.hands.turn(4 * MINUTE, lambda: None)

    async def both() -> None:
        other = Service(postal.server.store, postal.settings, postal.hands).post
        postal.server.store.stirred |= set(matches)
        mine = postal.server.service.post
        other.herald._all_at = mine.herald._all_at = 0
        await gather(mine.herald.tick(), other.herald.tick())
        postal.hands._now += 2 * MINUTE
        await gather(*(one.courier.tick() for one in (mine, other) * 4))

    postal.server.run(both)
    keys = schema.notices.c
    assert (
        postal.server.store.ask(select(func.count()).where(keys.kind == "turn_post", keys.person == postal.id_of("Ada")))[0][0][0]
        == 4
    )
    letters = postal.to("Ada")[before:]
    told = [match for match in matches for letter in letters if f"/m/{match}?" in postal.text(letter)]
    assert sorted(told) == sorted(matches)


def test_a_claim_of_a_process_that_died_is_taken_over(postal: Postal) -> None:
    postal.person("Ada")
    postal.person("Bruno")
    match = postal.begin("Bruno", "Ada")
    postal.play("Bruno", match)
    postal.hands.turn(3 * MINUTE, lambda: None)
    postal.work()
    postal.hands.turn(2 * MINUTE, lambda: None)
    before, book = len(postal.to("Ada")), postal.server.service.post.book

    async def claim() -> None:
        taken = await book.claim(postal.id_of("Ada"), "mail", postal.hands.now())
        assert [one.kind for one in taken[1]] == ["turn_post"]
        again = await book.claim(postal.id_of("Ada"), "mail", postal.hands.now())
        assert again[1] == []

    postal.server.run(claim)
    postal.work()
    assert len(postal.to("Ada")) == before
    postal.pass_time(CLAIM_LASTS + SECOND)
    assert len(postal.to("Ada")) == before + 1


def test_a_mail_server_that_is_away_is_tried_again_and_an_address_that_bounces_is_switched_off(start: Start) -> None:
    postal = Postal(start)
    try:
        postal.person("Ada")
        postal.person("Bruno")
        mail = postal.server.service.post.courier.mail
        assert mail is not None
        port, mail._port = mail._port, 1
        match = postal.begin("Bruno", "Ada")
        postal.play("Bruno", match)
        postal.hands.turn(3 * MINUTE, lambda: None)
        before = len(postal.to("Ada"))
        postal.pass_time(2 * MINUTE)
        mail._port = port
        postal.pass_time(30 * SECOND)
        assert len(postal.to("Ada")) == before
        postal.pass_time(2 * MINUTE)
        assert len(postal.to("Ada")) == before + 1, "a minute later it went"

        postal.sink.refuse = {"ada@"}
        for _ in range(3):
            other = postal.begin("Bruno", "Ada")
            postal.play("Bruno", other)
            postal.hands.turn(3 * MINUTE, lambda: None)
            postal.pass_time(2 * MINUTE)
        assert "switched off" in postal.people["Ada"].http.get("/account/notifications").text
    finally:
        postal.close()


# -- letters ---------------------------------------------------------------------------------------------------------------


def test_letters_have_both_forms_and_one_click_stops_them(postal: Postal) -> None:
    postal.person("Ada")
    postal.person("Bruno")
    match = postal.begin("Bruno", "Ada")
    postal.play("Bruno", match)
    postal.hands.turn(3 * MINUTE, lambda: None)
    postal.pass_time(2 * MINUTE)
    letter = postal.to("Ada")[-1]
    assert (
        letter.get_content_type() == "multipart/alternative" and letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    )
    assert letter["Message-ID"].endswith("@play.example.org>") and postal.server.host not in letter.as_string()
    found = re.fullmatch(rf"<{PUBLIC}(/unsubscribe/\S+)>", letter["List-Unsubscribe"])
    assert found is not None
    import httpx

    assert postal.people["Ada"].http.get(found[1]).status_code == 200
    bare = httpx.post(postal.server.url + found[1], data={"List-Unsubscribe": "One-Click"})
    assert bare.status_code == 200, "a mail program has no cookie and no origin"
    assert httpx.post(postal.server.url + found[1][:-3] + "abc").status_code == 410
    before = len(postal.to("Ada"))
    other = postal.begin("Bruno", "Ada")
    postal.play("Bruno", other)
    postal.hands.turn(3 * MINUTE, lambda: None)
    postal.pass_time(2 * MINUTE)
    assert len(postal.to("Ada")) == before
    assert postal.people["Ada"].http.get("/notices/news").json()["unseen"] >= 1, "in the page it is told all the same"


def test_an_address_counts_when_its_owner_has_opened_the_link(postal: Postal) -> None:
    ada = postal.person("Ada", mail=False)
    for bad in ("ada", "ada@", "ada@example.org\r\nBcc: x@y.org", "a b@example.org", "ada@example"):
        assert ada.http.post("/account/mail", data={"address": bad}).status_code == 422
    ada.http.post("/account/mail", data={"address": "first@example.org"})
    postal.work()
    (letter,) = postal.sink.letters
    assert letter["To"] == "first@example.org" and letter["List-Unsubscribe"] is None
    path = postal.path(letter)
    assert ada.http.get("/account/notifications").text.count("first@example.org") == 0, "not yet"
    assert ada.http.post(path).status_code == 200 and ada.http.post(path).status_code == 410, "once"
    ada.http.post("/account/mail", data={"address": "second@example.org"})
    postal.work()
    late = postal.path(postal.sink.letters[-1])
    postal.hands.turn(3 * DAY, lambda: None)
    assert ada.http.post(late).status_code == 410
    ada.http.post("/account/mail", data={"address": "second@example.org"})
    postal.work()
    assert ada.http.post(postal.path(postal.sink.letters[-1])).status_code == 200
    postal.work()
    assert [one["Subject"] for one in postal.sink.letters if one["To"] == "first@example.org"][-1] == "Your address was changed"
    statuses = [ada.http.post("/account/mail/test").status_code for _ in range(6)]
    assert statuses[-1] == 429, "five times an hour, addresses included"
    ada.http.post("/account/mail/remove")
    for _ in range(8):
        postal.work()  # a letter of this kind at a time, and those to try it out come first
    told = [one["Subject"] for one in postal.sink.letters if one["To"] == "second@example.org"]
    assert told[-1] == "Your address was changed", "nobody takes an address away behind its owner's back"


def test_a_stolen_session_takes_neither_the_address_nor_the_webhook_away(postal: Postal) -> None:
    """Whoever sits at another's screen and does not know the password leaves the owner's ways back in as they are."""
    ada = postal.person("Ada")
    server = postal.server
    person = postal.id_of("Ada")
    server.store.writer.write_now(lambda connection: keep_reach(connection, person, "webhook", "https://hook.example/x", "on"))
    unsure(server, "Ada")
    before = len(postal.to("Ada"))
    page = {"Referer": f"{server.url}/account/notifications"}
    for errand in ("/account/mail/remove", "/account/hook/remove"):
        asked = ada.http.post(errand, headers=page)
        assert asked.status_code == 303 and asked.headers["location"] == "/account/sure?next=/account/notifications", errand
    shown = ada.http.get("/account/notifications").text
    assert postal.address("Ada") in shown and "https://hook.example/x" in shown
    postal.work()
    assert len(postal.to("Ada")) == before, "nothing happened that would have to be told"
    assert ada.http.post("/account/mail/test").status_code == 303, "what takes nothing away asks for nothing"
    assert ada.http.post("/account/sure", data={"password": PASSWORD}).status_code == 303
    for errand in ("/account/mail/remove", "/account/hook/remove"):
        assert ada.http.post(errand).headers["location"] == "/account/notifications?said=removed", errand
    shown = ada.http.get("/account/notifications").text
    assert postal.address("Ada") not in shown and "https://hook.example/x" not in shown


def send_all(postal: Postal) -> None:
    """Letters that answer what somebody did go one at a time."""
    while "due" in {state for _, state in postal.outbox()}:
        postal.work()


def confirm(postal: Postal, guest: Guest, address: str) -> None:
    """Another address, by the link of the letter that goes there."""
    assert guest.http.post("/account/mail", data={"address": address}).headers["location"].endswith("said=letter")
    send_all(postal)
    letter = next(one for one in reversed(postal.sink.letters) if one["To"] == address)
    assert guest.http.post(postal.path(letter)).status_code == 200
    send_all(postal)


def test_a_link_for_one_address_is_in_no_letter_to_another(postal: Postal) -> None:
    """News and a confirmation that are due at the same time are two letters: the link goes where it was asked for alone."""
    ada, before = postal.person("Ada"), len(postal.sink.letters)
    sign_in(Guest(postal.server), "Ada")  # what is told of it is due first
    ada.http.post("/account/mail", data={"address": "second@example.org"})
    send_all(postal)
    told, confirmation = postal.sink.letters[before:]
    assert told["To"] == postal.address("Ada") and "/mail/" not in postal.text(told)
    assert confirmation["To"] == "second@example.org" and "/mail/" in postal.text(confirmation)


def address_in_force(postal: Postal, name: str) -> str:
    to = postal.server.service.post.book.addressee(postal.id_of(name))
    return to.reaches["mail"].address if to is not None and "mail" in to.reaches else ""


def test_who_has_an_address_taken_away_has_it_back_within_a_week(postal: Postal) -> None:
    """Somebody who knows the password moves the letters to himself, twice; the owner's letter undoes all of it."""
    ada, thief, visitor = postal.person("Ada"), Guest(postal.server), Guest(postal.server)
    sign_in(thief, "Ada")
    confirm(postal, thief, "thief@example.org")
    confirm(postal, thief, "other@example.org")
    (told,) = [one for one in postal.to("Ada") if one["Subject"] == "Your address was changed"]
    link = postal.path(told)
    of_thief = next(one for one in postal.sink.letters if one["To"] == "thief@example.org" and one["Subject"] == told["Subject"])
    ask_for_another_password(postal, "Ada")
    reset = postal.path(next(one for one in reversed(postal.sink.letters) if one["To"] == "other@example.org"))
    assert reset.startswith("/recovery/") and address_in_force(postal, "Ada") == "other@example.org"
    assert visitor.http.get(link).status_code == 200 and address_in_force(postal, "Ada") == "other@example.org", (
        "looking is not doing"
    )
    assert visitor.http.post(link).status_code == 200
    assert address_in_force(postal, "Ada") == postal.address("Ada")
    assert me(thief) == "" and me(ada) == "", "everybody signs in anew"
    assert visitor.http.post(reset, data={"password": OTHER}).status_code == 410, (
        "what was sent to the other address is worth nothing"
    )
    assert visitor.http.post(postal.path(of_thief)).status_code == 410
    assert visitor.http.post(link).status_code == 410, "once"
    send_all(postal)
    last = [one for one in postal.sink.letters if one["To"] == "other@example.org"][-1]
    assert last["Subject"] == "The earlier address counts again" and "/mail/back/" not in postal.text(last)
    for one in (thief, visitor):
        one.close()


def test_a_removed_address_comes_back_for_a_week_and_no_longer(postal: Postal) -> None:
    ada, visitor = postal.person("Ada"), Guest(postal.server)
    links = []
    for _ in range(2):
        ada.http.post("/account/mail/remove")
        send_all(postal)
        assert address_in_force(postal, "Ada") == ""
        links.append(postal.path(postal.to("Ada")[-1]))
        confirm(postal, ada, postal.address("Ada"))
    ada.http.post("/account/mail/remove")
    assert visitor.http.post(links[1]).status_code == 200 and address_in_force(postal, "Ada") == postal.address("Ada")
    sign_in(ada, "Ada")
    ada.http.post("/account/mail/remove")
    postal.hands.turn(8 * DAY, lambda: None)
    assert visitor.http.post(links[0]).status_code == 410 and address_in_force(postal, "Ada") == ""
    visitor.close()


def test_who_has_left_the_house_is_reached_nowhere_any_more(postal: Postal) -> None:
    """Addresses, what was to be sent there, links, leave, programs, offers: a week after saying so nothing of it is kept."""
    ada, server = postal.person("Ada"), postal.server
    person = postal.id_of("Ada")
    server.store.writer.write_now(lambda connection: keep_reach(connection, person, "webhook", "https://hook.example/x", "on"))
    confirm(postal, ada, "ada-two@example.org")
    everything(postal, "Ada")
    ada.http.post("/account/mail/test")
    program = Program(server, make_token(ada, make_bot(ada)))
    assert program.http.get("/me").status_code == 200
    offer = {"game": "parley", "scenario": "quarrel", "seat.red": "me", "seat.blue": "open", "pace": "days"}
    assert ada.http.post("/challenges", data=offer).status_code == 303
    kept = repr(rows(server))
    assert "ada-two@example.org" in kept and "hook.example" in kept and "'open'" in repr(rows(server)["challenges"])
    assert ada.http.post("/account/delete", data={"name": "Ada"}).status_code == 303
    gone = update(schema.accounts).where(schema.accounts.c.person == person).values(state_until=1)
    server.store.writer.write_now(lambda connection: connection.execute(gone))
    server.run(server.service.keeping.tidy)
    kept = repr(rows(server))
    for trace in ("ada-two@example.org", postal.address("Ada"), "hook.example"):
        assert trace not in kept, trace
    assert "'open'" not in repr(rows(server)["challenges"]), "nobody takes an offer of somebody who is gone"
    assert program.http.get("/me").status_code == 401, "a program ends with who answers for it"


def test_what_happens_to_an_account_is_always_told(postal: Postal) -> None:
    ada = postal.person("Ada")
    ada.http.post("/account/notifications", data={})
    postal.hands.turn(11 * HOUR, lambda: None)
    before = len(postal.to("Ada"))
    thief = Guest(postal.server)
    thief.http.headers["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    sign_in(thief, "Ada")
    thief.http.post("/account/password", data={"password": OTHER})
    thief.close()
    postal.work()
    told = " ".join(postal.text(one) for one in postal.to("Ada")[before:])
    assert "Firefox" in told and "password was changed" in told, "at night and with all letters off"


def ask_for_another_password(postal: Postal, name: str) -> tuple[int, str]:
    """What the page answers, and afterwards the post has looked."""
    visitor = Guest(postal.server)
    answer = visitor.http.post("/recovery/mail", data={"name": name})
    visitor.close()
    for _ in range(3):  # the letter is written after the answer
        postal.server.run(lambda: asyncio.sleep(0.05))
        postal.work()
    return answer.status_code, answer.text


def test_a_letter_gives_another_password_once_for_half_an_hour_and_to_nobody_who_has_changed_it(postal: Postal) -> None:
    ada, visitor = postal.person("Ada"), Guest(postal.server)
    postal.person("Silent", mail=False)
    before = len(postal.sink.letters)
    assert ask_for_another_password(postal, "Nobody") == ask_for_another_password(postal, "Silent"), "nobody learns who is here"
    assert len(postal.sink.letters) == before
    assert ask_for_another_password(postal, "Ada") == ask_for_another_password(postal, "Nobody")

    def link() -> str:
        """The latest: letters that are due together are one."""
        return str(re.findall(r"/recovery/[\w-]+", " ".join(postal.text(one) for one in postal.to("Ada")))[-1])

    late = link()
    postal.hands.turn(31 * MINUTE, lambda: None)
    assert visitor.http.post(late, data={"password": OTHER}).status_code == 410, "half an hour has passed"
    ask_for_another_password(postal, "Ada")
    stale = link()
    assert stale != late and ada.http.post("/account/password", data={"password": OTHER}).status_code == 303
    assert visitor.http.post(stale, data={"password": PASSWORD}).status_code == 410, "she has a new password already"
    assert sign_in(visitor, "Ada", OTHER).status_code == 303
    visitor.http.post("/session/end")
    ask_for_another_password(postal, "Ada")
    good = link()
    assert good != stale and visitor.http.post(good, data={"password": PASSWORD}).headers["location"] == "/signin"
    assert visitor.http.post(good, data={"password": OTHER}).status_code == 410, "once"
    assert me(ada) == "" and sign_in(ada, "Ada").status_code == 303, "all her devices had to sign in again"
    sent = len(postal.to("Ada"))
    ask_for_another_password(postal, "Ada")
    assert len([one for one in postal.to("Ada")[sent:] if "/recovery/" in postal.text(one)]) == 0, "three a day"
    visitor.close()


def test_people_who_are_gone_get_nothing(postal: Postal) -> None:
    postal.person("Ada")
    postal.person("Bruno")
    match = postal.begin("Bruno", "Ada")
    postal.play("Bruno", match)
    gone = update(schema.accounts).where(schema.accounts.c.person == postal.id_of("Ada")).values(state="suspended")
    postal.server.store.writer.write_now(lambda connection: connection.execute(gone))
    before = len(postal.to("Ada"))
    postal.hands.turn(3 * MINUTE, lambda: None)
    postal.pass_time(3 * MINUTE)
    assert len(postal.to("Ada")) == before


def test_a_server_without_mail_says_so_and_keeps_nothing(start: Start) -> None:
    postal = Postal(start, smtp_url="")
    try:
        ada = postal.person("Ada", mail=False)
        assert "sends no mail" in ada.http.get("/account/notifications").text
        assert ada.http.post("/account/mail", data={"address": "ada@example.org"}).status_code == 422
    finally:
        postal.close()


def test_news_are_not_told_of_what_is_long_past(postal: Postal, database: Path) -> None:
    """A server that learns to tell, or was away for weeks, does not write to everybody about everything."""
    postal.person("Ada")
    postal.person("Bruno")
    match = postal.begin("Bruno", "Ada", pace="none")
    postal.play("Bruno", match)
    postal.hands._now += 5 * DAY
    postal.to_noon()
    before = len(postal.to("Ada"))
    postal.restart()
    postal.work()
    postal.pass_time(10 * MINUTE)
    assert len(postal.to("Ada")) == before
    assert isinstance(postal.server.store, Store) and datetime.now(UTC)
