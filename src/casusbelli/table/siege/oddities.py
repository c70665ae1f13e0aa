"""Attacks by what nobody sends: odd headers, odd names, odd nesting, lists filled by one, choices taken back for ever."""

from __future__ import annotations

import http.client
import sqlite3
import stat
import time
from contextlib import closing

from .field import Field, attack
from .ground import Answer, Figures, Table, hot_seat, seats_of

UNSEEN = "\u202e\u200b\u2066\u0000"
"""What is not seen but changes what is read: turned round, of no width, isolated, nothing."""


@attack("oddities")
def odd_requests(field: Field) -> tuple[bool, Figures]:
    """Headers, paths and names made to break something."""
    person = field.person(f"An{UNSEEN}na")
    match = person.begin(hot_seat())
    host = field.server.host
    asked: dict[str, tuple[Answer, set[int]]] = {}
    for name, origin in (
        ("origin_bracket", "http://["),
        ("origin_scheme", f"https://{host}"),
        ("origin_other", "http://evil.example"),
    ):
        asked[name] = person.post("/matches", {"game": "fog_of_war"}, Origin=origin), {403}
    for name, path in (
        ("id_newline", f"/m/{match}%0A"),
        ("id_nothing", "/m/%00"),
        ("token_nothing", "/join/%00"),
        ("id_long", "/m/" + "x" * 5000),
    ):
        asked[name] = person.get(path), {400, 404, 410}
    asked["number"] = person.get(f"/m/{match}/at/{'9' * 400}"), {400, 404}
    asked["name"] = person.post("/me", {"name": f"Bo{UNSEEN}ris"}), {303}
    asked["host"] = person.get("/", Host="evil.example"), {421}
    told: Figures = {name: answer.status in fine for name, (answer, fine) in asked.items()}
    told["no_traceback"] = not any(b"Traceback" in answer.body for answer, _ in asked.values())
    secure = person.get("/", **{"X-Forwarded-Proto": "https"})
    told["hsts"] = "strict-transport-security" in secure.headers
    told["database_private"] = not stat.S_IMODE(field.server.database.stat().st_mode) & 0o077
    try:
        with closing(http.client.HTTPConnection(host, timeout=5)) as line:
            line.request("GET", f"/m/{match}/socket", headers={**person.headers(Origin="http://["), "Upgrade": "websocket"})
            told["socket_origin"] = line.getresponse().status in {400, 403, 404, 426}
    except (OSError, http.client.HTTPException):
        told["socket_origin"] = False
    return all(told.values()), told


@attack("oddities")
def odd_messages(field: Field) -> tuple[bool, Figures]:
    """Messages nested without end, chat that turns the reader's eye, letters that are none: the line lives on."""
    person = field.person(f"An{UNSEEN}na")
    match = person.begin(hot_seat())
    seat = seats_of()[0]
    told: Figures = {}
    with person.sit(match, seat) as line:
        name = line.until_frame()["players"][seat]["name"]
        told["name_tidy"] = not set(UNSEEN) & set(name)
        for kind, text in (
            ("nested", '{"t":"act","id":"a","seq":0,"choice":' + "[" * 1900 + "]" * 1900 + "}"),
            ("nested_open", "[" * 4000),
            ("half", '{"t":"act"'),
            ("huge_number", '{"t":"act","id":"a","seq":' + "9" * 300 + ',"choice":["x"]}'),
            ("surrogate", '{"t":"chat","id":"s","text":"\\ud800"}'),
            ("id_newline", '{"t":"act","id":"a\\n","seq":0,"choice":["x"]}'),
            ("id_nothing", '{"t":"undo","id":"\\u0000","seq":0}'),
        ):
            told[kind] = line.ask(text)["t"] == "refused"
        line.ask({"t": "chat", "id": "turned", "text": f"a{UNSEEN}b"})
        with field.person().sit(match) as reader:
            said = reader.until(lambda message: message["t"] == "chat")["text"]
        told["chat_tidy"] = not set(UNSEEN) & set(said)
        told["line_lives"] = line.ask({"t": "why", "n": 1, "choice": ["x"]})["t"] == "why"
    return all(told.values()), told


@attack("oddities")
def act_and_undo(field: Field) -> tuple[bool, Figures]:
    """Play a choice and take it back, again and again, to fill the store."""
    person = field.person("Waverer")
    most, in_time = field.number(400, 80), field.until()
    undone, refused = 0, ""
    with Table(person) as table:
        line = None
        for _ in range(60):  # until there is a choice that can be taken back
            line = table.asked()
            answer = line.act(line.frame["ask"]["options"][0])
            if answer["t"] != "ack":
                continue
            table.seq = answer["seq"]
            line.until_seq(table.seq)
            if line.frame["undo"]:
                break
        assert line is not None
        played_at = table.seq
        while undone < most and in_time():
            back = table.seq % 2 == played_at % 2  # the choice stands, or it has been taken back
            answer = line.undo() if back else line.act(line.frame["ask"]["options"][0])
            if answer["t"] == "ack":
                undone += back
                table.seq = answer["seq"]
                line.until_seq(table.seq)
            elif answer["reason"] == "rate":
                time.sleep(0.05)
            else:
                refused = answer["reason"]
                break
        with closing(sqlite3.connect(f"file:{field.server.database}?mode=ro", uri=True)) as kept:
            (rows,) = kept.execute("select count(*) from actions where match = ?", (table.match,)).fetchone()
    return undone < most and refused != "", {"undone": undone, "refused": refused, "rows": rows}


@attack("lists")
def open_list_captured(field: Field) -> tuple[bool, Figures]:
    """One guest fills the list of open seats; somebody else's match was there first."""
    mine, other = seats_of()[:2]
    victim, greedy, reader = field.person("Victim"), field.person("Greedy"), field.person("Reader")
    open_seat = {mine: "me", other: "open"}
    wanted = victim.begin(open_seat, listed="on")
    with victim.sit(wanted, mine) as line:
        invitation = line.until_seated()["players"][other]["invite"]
    taken = 0
    tried = 38
    for _ in range(tried):
        form = {"game": "wunderwaffen", "scenario": "two_players", "listed": "on", f"seat.{mine}": "me", f"seat.{other}": "open"}
        taken += greedy.post("/matches", form).status == 303
    shown = reader.get("/").body.decode()
    return invitation in shown, {"tried": tried, "taken": taken, "victim_is_listed": invitation in shown}
