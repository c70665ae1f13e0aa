"""How far somebody has seen a match follows him from device to device, and is told to nobody else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape

from .tablekit import HOT_SEAT, WAIT, Guest, Server, three_lines

Make = Callable[..., Guest]


def seen_on_the_page(guest: Guest, match: str) -> dict[str, int]:
    page = guest.http.get(f"/m/{match}").text
    found = re.search(r'data-seen="([^"]*)"', page)
    assert found is not None
    told: dict[str, int] = json.loads(unescape(found[1]))
    return told


def until_kept(guest: Guest, match: str, wanted: dict[str, int]) -> None:
    import time

    end = time.monotonic() + WAIT
    while seen_on_the_page(guest, match) != wanted:
        assert time.monotonic() < end, seen_on_the_page(guest, match)


def test_another_device_begins_where_this_one_has_seen_it(server: Server, guest: Make) -> None:
    anna, phone = guest("Anna"), guest("Anna")
    match = anna.begin(**HOT_SEAT)
    phone.http.cookies.update(anna.http.cookies)
    lines = three_lines(anna, match)
    assert seen_on_the_page(phone, match) == {"uk": 0, "ussr": 0, "us": 0}
    before = {seat: len(line.heard) for seat, line in lines.items()}
    assert lines["uk"].house("seen", told=4)["t"] == "ack"
    until_kept(phone, match, {"uk": 4, "ussr": 0, "us": 0})
    assert lines["uk"].house("seen", told=9)["t"] == "ack"
    lines["uk"].close()
    until_kept(phone, match, {"uk": 9, "ussr": 0, "us": 0})
    lines["us"].house("here")
    assert len(lines["us"].heard) <= before["us"] + 2, "its own answer, and that somebody has left the table"
    stranger = guest("Stranger")
    assert seen_on_the_page(stranger, match) == {}
    watching = stranger.sit(match)
    watching.until_frame()
    assert watching.house("seen", told=3)["reason"] == "spectator"
    for odd in (-1, 2**40, "x", None):
        assert lines["us"].house("seen", told=odd)["reason"] == "malformed"


def test_who_takes_over_a_seat_has_seen_nothing_yet(server: Server, guest: Make) -> None:
    anna, ben = guest("Anna"), guest("Ben")
    match = anna.begin("canary", seat__red="me", seat__blue="open")
    red = anna.sit(match, "red")
    assert ben.join(red.invitation("blue")).status_code == 303
    assert seen_on_the_page(ben, match) == {"blue": 0} and seen_on_the_page(anna, match) == {"red": 0}
