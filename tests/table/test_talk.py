"""Phrase cards: said by their ids, checked gap by gap, kept, told to everybody; every card with every value in every language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casusbelli.game import LANGUAGES, Phrase
from casusbelli.games.churchill.game import GAME as CHURCHILL
from casusbelli.table.talk import HOUSE, PROMISE, offered, phrases, values
from casusbelli.table.words import WEB
from casusbelli.words.texts import catalogue, read_texts, say

from .parley import PARLEY
from .tablekit import Guest, Server

Make = Callable[..., Guest]
LONGEST = 140


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_with_every_value_can_be_told(language: str) -> None:
    words = {**read_texts(WEB / "texts" / f"house.{language}.toml"), **catalogue(CHURCHILL, language)}
    seats = CHURCHILL.info.scenarios[0].seats
    for name, phrase in phrases(CHURCHILL).items():
        key = f"house.phrase.{name}" if name in HOUSE else f"phrase.{name}"
        for gap, kind in phrase.slots.items():
            for value in ("…",) if kind == PROMISE else values(CHURCHILL, seats, kind):
                told = say(words, key, {**dict.fromkeys(phrase.slots, "…"), gap: words.get(f"name.{value}", str(value))})
                assert told != key and "{" not in told and len(told) <= LONGEST, told
        assert key in words


def test_cards_are_checked_kept_and_told_to_all(
    server: Server, guest: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cards = {"swear": Phrase("promise", {"word": "word"}), "withdraw": Phrase("answer", {"promise": "promise"})}
    monkeypatch.setattr(type(PARLEY), "phrases", cards)
    monkeypatch.setattr(type(PARLEY), "phrase_values", lambda self, kind: ("peace", "truce") if kind == "word" else ())
    red, blue, public = guest("Red"), guest("Blue"), guest("Public")
    match = red.begin("parley", seat__red="me", seat__blue="open")
    line = red.sit(match, "red")
    blue.join(line.until_frame()["players"]["blue"]["invite"])
    other, watching = blue.sit(match, "blue"), public.sit(match)

    def put(by: Any, card: str, **slots: str | int) -> Any:
        return by.house("say", card=card, slots=slots)

    assert put(line, "swear", word="peace")["t"] == "ack"
    for reader in (other, watching):
        told = reader.until(lambda message: message["t"] == "chat")
        assert told["card"] == {"id": "swear", "slots": {"word": "peace"}} and told["text"] == "" and told["seat"] == "red"
    for wrong in (("swear", {}), ("swear", {"word": "war"}), ("swear", {"word": "peace", "more": 1}), ("vow", {"word": "peace"})):
        assert put(line, wrong[0], **wrong[1])["reason"] == "malformed"
    assert put(line, "back_in", minutes=True)["reason"] == "malformed" and put(line, "back_in", minutes=5)["t"] == "ack"
    assert put(other, "withdraw", promise=1)["reason"] == "malformed", "it is not his"
    assert put(line, "withdraw", promise=2)["reason"] == "malformed", "that was no promise"
    assert put(line, "withdraw", promise=1)["t"] == "ack"
    assert put(watching, "hello")["reason"] == "spectator"
    again = red.sit(match, "red")
    assert again.latest("chat")["card"]["id"] == "swear", "kept, and told again to who comes"
    assert offered(PARLEY, ("red", "blue"))["swear"]["slots"] == {"word": {"kind": "word", "values": ["peace", "truce"]}}
