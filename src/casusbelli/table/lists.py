"""What lists and headings show: games, matches, seats and rules in the reader's words."""

from __future__ import annotations

import logging
from typing import Any

from casusbelli.game import Game
from casusbelli.game.registry import find, installed
from casusbelli.kernel import Seat, SetupError
from casusbelli.rulebook import has_book
from casusbelli.rulebook.check import by_number
from casusbelli.words.texts import Catalogue, catalogue, say

from .pace import UNTIMED, presets
from .records import Closed, Guest, Listed, SeatRecord
from .schema import now
from .words import page_words

log = logging.getLogger("casusbelli.table.lists")

COVER = "cover.svg"
"""A game may have a picture of itself in its board's folder."""


def playable() -> list[Game[Any]]:
    """The installed games; one that does not load is left out and told in the log."""
    games = []
    for game_id in installed():
        try:
            games.append(find(game_id))
        except Exception:
            log.exception("the game %s cannot be loaded", game_id)
    return games


def cover_of(game: Game[Any]) -> str:
    """Where the picture of a game is, if it has one."""
    return f"/boards/{game.info.id}/{COVER}" if (game.folder / "board" / COVER).is_file() else ""


def game_card(game: Game[Any], language: str) -> dict[str, str]:
    """A game in a few words, and its picture if it has one."""
    words = catalogue(game, language)
    seats = sorted({len(scenario.seats) for scenario in game.info.scenarios})
    return {
        "cover": cover_of(game),
        "id": game.info.id,
        "book": "written" if has_book(game) else "",
        "title": say(words, "game.title", default=game.info.id),
        "tagline": words.get("game.tagline", ""),
        "blurb": words.get("game.blurb", ""),
        "players": "–".join(map(str, dict.fromkeys((seats[0], seats[-1])))),
        "scenarios": " · ".join(say(words, f"scenario.{s.id}.title", default=s.id) for s in game.info.scenarios),
    }


def paces_told(game: Game[Any], language: str) -> list[tuple[str, str]]:
    """The paces the game offers, each in a sentence."""
    words = page_words(language)
    told = [(UNTIMED, say(words, "time.none_hint"))]
    for name, pace in presets(game).items():
        if pace.kind == "live":
            numbers = {"minutes": pace.bank // 60, "free": pace.free, "increment": pace.increment}
            told.append((name, say(words, "time.live_hint", numbers)))
        else:
            told.append((name, say(words, "time.days_hint", {"days": pace.free, "reserve": pace.bank})))
    return told


def closed_told(words: Catalogue, closed: Closed, language: str) -> str:
    """How the house ended a match."""
    seat = seat_name(words, closed.seat) if closed.seat else ""
    return say(page_words(language), f"closed.{closed.by}", {"seat": seat})


def seat_name(words: Catalogue, seat: Seat) -> str:
    return words.get(f"seat.{seat}") or words.get(f"name.{seat}") or seat


def list_item(one: Listed, guest: Guest | None, language: str) -> dict[str, Any]:
    """A match in a list. A game that is not installed any more is shown by its id."""
    try:
        game = find(one.game)
        words, cover = catalogue(game, language), cover_of(game)
    except SetupError:
        words, cover = {}, ""
    end = one.closed or one.result
    winners = end.winners if end is not None else ()
    mine = [seat.seat for seat in one.seats if seat.held_by(guest)]
    return {
        "id": one.id,
        "title": words.get("game.title", one.game),
        "cover": cover,
        "scenario": words.get(f"scenario.{one.scenario}.title", one.scenario),
        "over": one.over,
        "yours": not one.over and any(seat in one.asked for seat in mine),
        "asked": [seat_name(words, seat) for seat in one.asked],
        "mine": [seat_name(words, seat) for seat in mine],
        "winners": [seat_name(words, seat) for seat in winners],
        "ending": say(words, f"ending.{one.result.ending}", default="") if one.result else "",
        "closed": closed_told(words, one.closed, language) if one.closed else "",
        "won": any(seat in winners for seat in mine),
        "players": [_player(words, seat) for seat in one.seats],
        "seats": " ".join(seat.seat for seat in one.seats),
        "open": [(seat_name(words, seat.seat), token) for seat in one.seats if (token := seat.invitation(now()))],
        "free": [
            (seat_name(words, seat.seat), token) for seat in one.seats if (token := seat.invitation(now())) and not seat.personal
        ],
        "invites": bool(mine) and not one.over and any(seat.kind == "open" or seat.token for seat in one.seats),
        "moved": one.moved,
    }


def _player(words: Catalogue, seat: SeatRecord) -> dict[str, str]:
    told = {"seat": seat_name(words, seat.seat), "kind": seat.kind, "name": seat.name, "bot": seat.bot or ""}
    return {**told, "id": seat.seat}


def rules_of(game: Game[Any], language: str) -> list[dict[str, str]]:
    """Our summaries of the game's rules, in the order of their numbers."""
    words = catalogue(game, language)
    numbers = [
        key.removeprefix("rule.").removesuffix(".title") for key in words if key.startswith("rule.") and key.endswith(".title")
    ]
    return [
        {"number": n, "title": words[f"rule.{n}.title"], "text": words.get(f"rule.{n}.text", "")}
        for n in sorted(numbers, key=by_number)
    ]
