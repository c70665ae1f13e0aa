"""Pictures of the house for the documentation: lobby, a person's page, notifications, clocks, flag fall, analysis.

    python -m tools.house_pictures [lobby profile notifications clocks flag analysis …]

A house is filled with people who have played before (kept journals, over and over), with matches that wait, challenges and a
tournament; then the pages are looked at by a desk and by a telephone, and kept as ``docs/images/house_<page>_<window>.webp``.
With ``--whole FOLDER`` whole pages go there as PNG instead, to be laid beside a design. Needs the ``dev`` extra and a Chromium.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random

import msgspec
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from sqlalchemy import Connection, insert, update
from tests.table.hands import Hands
from tests.table.tablekit import QUIET, Guest, Line, Server, deals_found_made
from tools import chromium
from tools.screenshots import PICTURES, QUALITY

from casusbelli.game import Journal
from casusbelli.game.registry import find
from casusbelli.kernel import Result
from casusbelli.table import schema
from casusbelli.table.pace import MINUTE, SECOND
from casusbelli.table.people.ratings import note_end, recompute
from casusbelli.table.post.sink import Sink

DAY = 86_400_000
JOURNALS = Path(__file__).parent.parent / "tests" / "journals"
PLAYED = {
    "churchill": "churchill-1-finished.json",
    "fog_of_war": "fog_of_war-1-finished.json",
    "wunderwaffen": "wunderwaffen-1-finished.json",
    "triumph_of_chaos": "triumph_of_chaos-2-finished.json",
}
WINDOWS = {"1440x900": (1440, 900), "390x844": (390, 844)}
NAMES = ("Ada", "Marta", "Iñaki", "Davide", "Olek", "Chiara", "Tomasz", "Beatriz")
OPENING = 60
"""So many choices of a kept journal are kept with each match of the past: enough to know how it was opened."""


PASSWORD = "quiet-harbour-velvet-tin"


def sign_up(person: Guest) -> None:
    answer = person.http.post("/account/new", data={"name": person.name, "password": PASSWORD})
    if answer.status_code != 200:
        raise SystemExit(f"{person.name} cannot sign up: {answer.status_code}")


def offer(person: Guest, game: str, pace: str, seats: dict[str, str], **form: str) -> None:
    """A challenge: who sits where, by seat."""
    fields = {"game": game, "pace": pace, "spectators": "on", **{f"seat.{seat}": who for seat, who in seats.items()}, **form}
    person.http.post("/challenges", data=fields)


class Town:
    """A house in which people have met before."""

    def __init__(self, folder: Path, sink: Sink) -> None:
        self.hands = Hands()
        mail = {"smtp_url": sink.url, "mail_from": "house@play.example.org", "public_url": "https://play.example.org"}
        settings = msgspec.structs.replace(QUIET, analysis_seconds=60.0, analysis_processes=1, **mail)
        self.server = Server(folder / "matches.sqlite", settings, self.hands)
        self.people = {name: Guest(self.server, name) for name in NAMES}
        for person in self.people.values():
            sign_up(person)

    def close(self) -> None:
        for person in self.people.values():
            person.close()
        self.server.stop()

    def ids(self) -> dict[str, str]:
        (rows,) = self.server.store.ask(schema.accounts.select())
        return {row.handle: row.person for row in rows}

    def write(self, job: Callable[[Connection], None]) -> None:
        self.server.store.writer.write_now(job)

    def remember(self, matches: int) -> None:
        """A year of matches between these people, opened as kept matches were; who wins is drawn by lot."""
        rng, ids, now = Random(14), self.ids(), schema.now()
        kept = {game: Journal.from_json((JOURNALS / name).read_bytes()) for game, name in PLAYED.items()}

        def job(connection: Connection) -> None:
            for n in range(matches):
                game = rng.choice(("churchill", "churchill", "fog_of_war", "wunderwaffen", "triumph_of_chaos"))
                self._past(connection, f"past{n}", kept[game], rng.sample(sorted(ids.values()), 4), rng)
            for n in range(matches):
                rows = schema.result_rows
                ended = now - (matches - n) * 360 * DAY // matches
                connection.execute(update(rows).where(rows.c.match == f"past{n}").values(ended=ended))
            connection.execute(update(schema.accounts).values(created=now - 400 * DAY))
            recompute(connection)

        self.write(job)

    def _past(self, connection: Connection, match: str, journal: Journal, people: list[str], rng: Random) -> None:
        """One match of the past: its seats, how it began, and how it ended."""
        game = find(journal.game)
        seats = game.info.scenario(journal.scenario).seats
        scores = {seat: float(rng.randrange(20, 60)) for seat in seats}
        winner = max(scores, key=lambda seat: scores[seat]) if len(seats) > 2 else rng.choice(seats)
        result = Result((winner,), journal.result.ending if journal.result else "", scores if len(seats) > 2 else {})
        record = {
            "id": match, "game": journal.game, "scenario": journal.scenario, "options": "{}", "seed": bytes(32),
            "rules_version": game.info.rules_version, "content": "", "creator": people[0], "created": schema.now(),
            "spectators": True, "listed": False, "asked": "", "rated": rng.random() < 0.9,
            "result": msgspec.json.encode(result).decode(),
        }  # fmt: skip
        connection.execute(insert(schema.matches).values(**record))
        for position, (seat, person) in enumerate(zip(seats, people, strict=False)):
            row = {"match": match, "seat": seat, "position": position, "kind": "guest", "guest": person}
            connection.execute(insert(schema.seats).values(**row))
        for seq, (seat, choice) in enumerate(journal.entries[:OPENING], 1):
            told = msgspec.json.encode(choice).decode()
            row = {"match": match, "seq": seq, "seat": seat, "choice_id": f"{seq}", "choice": told, "asked": "", "at": seq}
            connection.execute(insert(schema.actions).values(**row))
        note_end(connection, match)

    def table(self, game: str, pace: str, seats: dict[str, str], rated: bool = False) -> dict[str, Line]:
        """A match between these people; their lines by seat."""
        (first, maker), *others = seats.items()
        form = {f"seat__{seat}": "open" for seat, _ in others} | {f"seat__{first}": "me"}
        match = self.people[maker].begin(game, pace=pace, **form, **({"rated": "on"} if rated else {}))
        lines = {first: self.people[maker].sit(match, first)}
        for seat, name in others:
            self.people[name].join(lines[first].invitation(seat))
            lines[seat] = self.people[name].sit(match, seat)
        for line in lines.values():
            line.until_frame()
        return lines

    def page(self, browser: Browser, name: str, window: str) -> Page:
        """A browser in which this person is signed in."""
        width, height = WINDOWS[window]
        context = browser.new_context(
            viewport={"width": width, "height": height}, locale="en", reduced_motion="reduce", timezone_id="Europe/Rome",
            has_touch=width < 600,
        )  # fmt: skip
        jar = self.people[name].http.cookies
        context.add_cookies([{"name": one, "value": value, "url": self.server.url} for one, value in jar.items()])
        context.add_init_script("localStorage.setItem('casus.pace', '\"instant\"')")
        return context.new_page()


def play(lines: dict[str, Line], steps: int, stop: Callable[[dict[str, Line]], bool] = lambda lines: False) -> None:
    """Let chance answer for everybody, until it may stop."""
    rng = Random(5)
    seq = max(line.frame["seq"] for line in lines.values())
    for _ in range(steps):
        asked = [line for line in lines.values() if line.until_seq(seq)["ask"]]
        if not asked or stop(lines):
            return
        line = asked[0]
        answer = line.act(rng.choice(line.frame["ask"]["options"]))
        seq = answer["seq"] if answer["t"] == "ack" else seq
    for line in lines.values():
        line.until_seq(seq)


def asks(seat: str, decision: str) -> Callable[[dict[str, Line]], bool]:
    return lambda lines: bool((ask := lines[seat].frame["ask"]) and ask["decision"] == decision)


Shot = Callable[[str, Page], None]


def lobby(town: Town, browser: Browser, shot: Shot) -> None:
    """What somebody sees who comes home: his turns, challenges, who waits, what may be watched."""
    three = {"us": "Ada", "uk": "Marta", "ussr": "Iñaki"}
    play(town.table("churchill", "days", three, rated=True), 40, asks("us", "meeting_action"))
    play(town.table("fog_of_war", "relaxed", {"axis": "Ada", "allied": "Olek"}, rated=True), 60, asks("axis", "choose_action"))
    by_post = town.table("triumph_of_chaos", "days", {"white": "Ada", "red": "Tomasz"})
    play(by_post, 12, lambda lines: not lines["white"].frame["ask"])
    play(town.table("fog_of_war", "brisk", {"axis": "Beatriz", "allied": "Chiara"}, rated=True), 30)
    line = town.table("fog_of_war", "none", {"axis": "Ada", "allied": "Olek"})["allied"]
    line.house("leave", confirm=True)
    free = {"uk": "open", "us": "open", "ussr": "open"}
    note = "Newcomers welcome, I explain as we go"
    offer(town.people["Chiara"], "churchill", "relaxed", {**free, "uk": "me"}, scenario="tournament", note=note)
    offer(town.people["Olek"], "fog_of_war", "relaxed", {"axis": "me", "allied": "open"}, rated="on")
    offer(town.people["Tomasz"], "triumph_of_chaos", "days", {"red": "me", "white": "open"}, rated="on", shuffle="on")
    italian = {"scenario": "tournament", "note": "Si può parlare italiano", "language.it": "on"}
    offer(town.people["Davide"], "churchill", "days", {**free, "us": "me"}, rated="on", **italian)
    hosted = {"game": "fog_of_war", "title": "November Fog", "system": "swiss", "rounds": "3", "pace": "days"}
    address = town.people["Marta"].http.post("/tournaments", data=hosted).headers["location"]
    for name in ("Ada", "Olek", "Beatriz"):
        town.people[name].http.post(f"{address}/enter")
    town.people["Marta"].http.post(f"{address}/start")
    town.people["Iñaki"].http.post("/tournaments", data={**hosted, "game": "churchill", "title": "Three at Yalta"})
    for name in ("Ada", "Davide"):
        town.people[name].http.post("/pairing", data={"game": "churchill", "pace": "brisk"})
    visit(town, browser, shot, "lobby", "Ada", "/")


def visit(town: Town, browser: Browser, shot: Shot, picture: str, name: str, address: str) -> None:
    """One page in every window."""
    for window in WINDOWS:
        page = town.page(browser, name, window)
        page.goto(town.server.url + address)
        page.wait_for_timeout(800)
        shot(f"{picture}_{window}", page)
        page.context.close()


def profile(town: Town, browser: Browser, shot: Shot) -> None:
    visit(town, browser, shot, "profile", "Ada", "/@Marta")


def notifications(town: Town, browser: Browser, shot: Shot) -> None:
    town.people["Ada"].http.post("/account/mail", data={"address": "ada@example.org"})
    visit(town, browser, shot, "notifications", "Ada", "/account/notifications")


def at_the_table(town: Town) -> dict[str, Line]:
    """Three people in the middle of a conference with clocks; promises were made."""
    lines = town.table("churchill", "brisk", {"us": "Davide", "uk": "Marta", "ussr": "Iñaki"}, rated=True)
    play(lines, 70, asks("us", "debate_response"))
    lines["uk"].house("say", card="stay_out", slots={"country": "poland"})
    lines["ussr"].house("say", card="give_production", slots={"n": 2, "front": "eastern_front"})
    lines["ussr"].house("say", card="leads", slots={"seat": "us"})
    return lines


def seated(town: Town, browser: Browser, lines: dict[str, Line], seat: str, name: str, window: str) -> Page:
    page = town.page(browser, name, window)
    page.goto(f"{town.server.url}/m/{lines[seat].match}?seat={seat}")
    page.wait_for_selector(".prompt .sentence:not(:empty)")
    page.wait_for_timeout(2500)
    for skip in page.get_by_role("button", name="Skip", exact=True).all():
        if skip.is_visible():
            skip.click()
    return page


def clocks(town: Town, browser: Browser, shot: Shot) -> None:
    """Live clocks, a request to take back, promises pinned, phrase cards."""
    lines = at_the_table(town)
    town.hands.turn(6 * MINUTE, lambda: None)
    lines["uk"].house("propose", kind="pause", data={"minutes": 15}, seq=lines["uk"].frame["seq"])
    for window in WINDOWS:
        page = seated(town, browser, lines, "us", "Davide", window)
        with contextlib.suppress(Exception):
            page.locator("button").filter(has_text="Chat").first.click(timeout=1500)
        page.wait_for_timeout(500)
        shot(f"clocks_{window}", page)
        page.context.close()


def flag(town: Town, browser: Browser, shot: Shot) -> None:
    """One of three is out of time: what the others may do."""
    lines = town.table("churchill", "brisk", {"us": "Davide", "uk": "Marta", "ussr": "Iñaki"}, rated=True)
    play(lines, 70, asks("ussr", "meeting_action"))
    pages = [seated(town, browser, lines, "us", "Davide", window) for window in WINDOWS]
    town.hands.turn(20 * MINUTE + 10 * SECOND + 8 * SECOND, lambda: pages[0].wait_for_timeout(100))
    for window, page in zip(WINDOWS, pages, strict=True):
        page.wait_for_selector("dialog.house-sheet[open]")
        page.wait_for_timeout(500)
        shot(f"flag_{window}", page)
        page.context.close()


def analysis(game: str, seats: dict[str, str], town: Town, browser: Browser, shot: Shot) -> None:
    """A match that is over, worked out, at its first turning point that was a choice."""
    lines = town.table(game, "none", seats)
    play(lines, 5000)
    match = next(iter(lines.values())).match
    owner = next(iter(seats.values()))
    page = town.page(browser, owner, "1440x900")
    page.goto(f"{town.server.url}/m/{match}/analysis")
    panel = page.locator("[data-panel=analysis]")
    panel.get_by_role("button", name="Work it out").click()
    panel.locator(".turning").first.wait_for(timeout=600_000)
    turns = panel.locator(".turning")
    for n in range(turns.count()):
        turns.nth(n).click()
        page.wait_for_timeout(1500)
        if panel.locator(".options-weighed li").count() > 1:
            break
    address = page.url
    page.context.close()
    for window in WINDOWS:
        page = town.page(browser, owner, window)
        page.goto(address)
        page.locator("[data-panel=analysis] .course").wait_for(timeout=60_000)
        page.wait_for_timeout(2500)
        shot(f"analysis_{game}_{window}", page)
        page.context.close()


PAGES: dict[str, Callable[[Town, Browser, Shot], None]] = {
    "lobby": lobby,
    "profile": profile,
    "notifications": notifications,
    "clocks": clocks,
    "flag": flag,
    "analysis_fog": partial(analysis, "fog_of_war", {"axis": "Olek", "allied": "Ada"}),
    "analysis_churchill": partial(analysis, "churchill", {"us": "Davide", "uk": "Marta", "ussr": "Iñaki"}),
}


@contextlib.contextmanager
def town_in(folder: Path) -> Iterator[Town]:
    sink = Sink()
    with deals_found_made():
        town = Town(folder, sink)
        try:
            yield town
        finally:
            town.close()
            sink.close()


def keep(name: str, page: Page, whole: Path | None) -> None:
    """As a light picture for the documentation, or whole for comparing."""
    if whole is not None:
        page.screenshot(path=whole / f"{name}.png", full_page=True)
        return
    Image.open(BytesIO(page.screenshot())).convert("RGB").save(PICTURES / f"house_{name}.webp", "WEBP", quality=QUALITY, method=6)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", help="all of them if none is named")
    parser.add_argument("--whole", type=Path, help="whole pages as PNG into this folder")
    asked = parser.parse_args()
    with sync_playwright() as play_wright:
        browser = play_wright.chromium.launch(executable_path=chromium.path(), args=chromium.SWITCHES)
        for name in asked.pages or PAGES:
            with tempfile.TemporaryDirectory() as folder, town_in(Path(folder)) as town:
                town.remember(240)
                PAGES[name](town, browser, partial(keep, whole=asked.whole))
        browser.close()


if __name__ == "__main__":
    main()
