"""Private notes: one's own, with a version, and nobody else's."""

from __future__ import annotations

from collections.abc import Callable

from .tablekit import Guest, Server

Make = Callable[..., Guest]


def test_notes_are_kept_with_a_version_and_only_for_who_wrote_them(server: Server, guest: Make) -> None:
    anna, bert, carl = guest("Anna"), guest("Bert"), guest("Carl")
    match = anna.begin("parley", seat__red="me", seat__blue="open")
    bert.join(anna.sit(match, "red").until_frame()["players"]["blue"]["invite"])
    mine = f"/m/{match}/notes?seat=red"
    assert anna.http.get(mine).json() == {"text": "", "version": 0}
    assert anna.http.put(mine, json={"text": "he bluffs\n\u202ealways", "version": 0}).json() == {
        "text": "he bluffs\nalways",
        "version": 1,
    }
    late = anna.http.put(mine, json={"text": "other tab", "version": 0})
    assert late.status_code == 409 and late.json() == {"text": "he bluffs\nalways", "version": 1}
    assert anna.http.put(mine, json={"text": "", "version": 1}).json()["version"] == 2
    for other in (bert, carl):
        assert other.http.get(mine).status_code == 403
        assert other.http.put(mine, json={"text": "x", "version": 2}).status_code == 403
    assert bert.http.get(f"/m/{match}/notes?seat=blue").json() == {"text": "", "version": 0}
    assert anna.http.put(mine, json={"text": "x" * 16_385, "version": 2}).status_code == 413
    assert anna.http.put(mine, content=b"{").status_code == 400
    assert anna.http.get("/m/nothing/notes?seat=red").status_code == 404
