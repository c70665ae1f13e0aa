"""Nobody receives what he may not know: every byte sent is searched for other seats' canaries and for the seed."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from .canary import unknown_to
from .tablekit import Guest, Line, Server

Make = Callable[..., Guest]


def fetched(guest: Guest, match: str, choices: int) -> bytes:
    """All that can be fetched of a match by asking for it in every way."""
    body = b""
    moments = {0, choices // 2, choices, choices + 1}
    for seat in ("", "?seat=red", "?seat=blue"):
        addresses = [f"/m/{match}{seat}", f"/m/{match}/journal{seat}", *(f"/m/{match}/at/{n}{seat}" for n in moments)]
        addresses += [f"/m/{match}/{part}/{n}{seat}" for part in ("since", "told") for n in moments]
        over = ("analysis", "analysis.json", "course.png", "course.gif", "ending")
        addresses += [f"/m/{match}/{part}{seat}" for part in (*over, "invitations", f"hidden/{choices}")]
        for address in addresses:
            body += guest.http.get(address).content
    for address in ("/", "/matches", "/new/canary", f"/m/{match}/at/{choices}?seat=nobody"):
        body += guest.http.get(address).content
    return body


@pytest.mark.parametrize("seed", range(int(os.environ.get("CASUS_LEAK_MATCHES", "3"))))
def test_no_byte_of_a_match_in_play_tells_a_secret(server: Server, guest: Make, seed: int) -> None:
    rng = Random(seed)
    red, blue, public = guest("Red"), guest("Blue"), guest("Public")
    match = red.begin("canary", seat__red="me", seat__blue="open", pace="relaxed")
    lines: dict[str | None, Line] = {"red": red.sit(match, "red")}
    blue.join(lines["red"].until_frame()["players"]["blue"]["invite"])
    lines |= {"blue": blue.sit(match, "blue"), None: public.sit(match)}
    owners = {"red": red, "blue": blue, None: public}
    room: Any = server.room(match)
    seq = 0
    while True:
        asked = [line for line in lines.values() if line.until_seq(seq)["ask"]]
        if not asked:
            break
        check(room, lines, owners, match, also_fetch=rng.random() < 0.2)
        line = rng.choice(asked)
        snooping = rng.choice(list(lines.values()))
        for secret in sorted(unknown_to(room.match.state, snooping.seat))[:3]:
            snooping.ask({"t": "why", "n": 1, "choice": ["play", secret]})
            snooping.bytes = snooping.bytes.replace(secret.encode(), b"")  # it comes back only because we said it
            snooping.ask({"t": "preview", "n": 1, "choice": ["play", secret]})
        leave_word(line, rng)
        answer = line.act(rng.choice(line.frame["ask"]["options"]))
        seq = answer["seq"]
        if rng.random() < 0.3:
            undone = line.undo(seq)
            seq = undone["seq"]
        if rng.random() < 0.3:
            seq = ask_to_take_back(room, rng.choice([lines["red"], lines["blue"]]), lines, yes=rng.random() < 0.5)
    final = {viewpoint: line.bytes.count(room.record.seed.hex().encode()) for viewpoint, line in lines.items()}
    assert all(final.values()), "the seed is told when all is over"


def leave_word(line: Line, rng: Random) -> None:
    """What a seat leaves with the house, its own secrets among it, is nobody else's; nor is how far it has seen the match."""
    secret = str(line.frame["ask"]["options"][0][-1])
    line.house("stand", decision="open", unless=[secret], until="match")
    line.house("stand", decision=secret, until="chapter")
    line.house("seen", told=rng.randrange(20))


def ask_to_take_back(room: Any, line: Line, lines: dict[str | None, Line], *, yes: bool) -> int:
    """What the house tells of it is under the same law as frames."""
    if line.house("propose", kind="take_back", seq=room.seq)["t"] == "ack":
        other = lines["blue" if line.seat == "red" else "red"]
        other.house("answer", n=room.house.state.proposals[-1].n, yes=yes)
    return int(room.seq)


def check(room: Any, lines: dict[str | None, Line], owners: dict[str | None, Guest], match: str, *, also_fetch: bool) -> None:
    for viewpoint, line in lines.items():
        everything = line.bytes + (fetched(owners[viewpoint], match, len(room.match.entries)) if also_fetch else b"")
        assert room.record.seed.hex().encode() not in everything
        for card in unknown_to(room.match.state, viewpoint):
            assert card.encode() not in everything, f"{viewpoint} hears of {card}"


def test_the_canaries_are_alive(server: Server, guest: Make) -> None:
    """The search above would find something if there were something: the own cards are in the own bytes."""
    red = guest("Red")
    match = red.begin("canary", seat__red="me", seat__blue="bot:random")
    line = red.sit(match, "red")
    hand = line.until_frame()["view"]["hand"]
    assert len(hand) == 6 and all(card.encode() in line.bytes for card in hand)
    assert unknown_to(server.room(match).match.state, None) >= set(hand)


def test_after_the_end_every_viewpoint_is_open_to_those_who_may_watch(guest: Make) -> None:
    red, public = guest("Red"), guest("Public")
    for spectators, status in (("on", 200), ("off", 403)):
        match = red.begin("canary", seat__red="bot:random", seat__blue="bot:random", spectators=spectators)
        red.sit(match).until_frame(lambda frame: frame["over"] is not None)
        for address in (
            *(f"/m/{match}/{part}?seat={seat}" for part in ("at/3", "since/3", "told/3") for seat in ("red", "blue")),
            f"/m/{match}/at/0",
            f"/m/{match}/journal",
        ):
            assert public.http.get(address).status_code == status
            assert red.http.get(address).status_code == 200
