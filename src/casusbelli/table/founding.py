"""A new match: what the form asks for, checked, and the match made of it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from casusbelli.bots import STRATEGIST, make_bot
from casusbelli.game import Game, Match
from casusbelli.kernel import OptionValue, Seat, SetupError, new_seed

from .delay import usual_delay
from .invitations import new_token
from .pace import CUSTOM, UNTIMED, AtFlag, Pace, custom_pace, read_at_flag, read_pace
from .records import Dealing, Guest, MatchRecord, SeatRecord
from .store import now

ME, HERE, OPEN, BOT = "me", "here", "open", "bot:"
"""Who may sit on a seat: the guest who makes the match, somebody beside him at the same screen, whoever is invited, a bot."""


class Wish(msgspec.Struct, frozen=True):
    """A match somebody would like to play."""

    scenario: str
    options: dict[str, OptionValue]
    seats: dict[Seat, str]
    spectators: bool
    listed: bool
    aids: bool = True
    rated: bool = False
    pace: Pace | None = None
    at_flag: AtFlag = "none"
    watch_delay: int = 0


def sitters(game: Game[Any]) -> list[str]:
    """All that can be chosen for a seat."""
    return [ME, *(f"{BOT}{name}" for name in ("random", *game.bots())), OPEN, HERE]


def usual(game: Game[Any], position: int) -> str:
    """What the form proposes: oneself first, against bots of the middle grade of the usual ones."""
    grades = [grade for grade in game.bots() if grade != STRATEGIST]
    return ME if position == 0 else f"{BOT}{grades[len(grades) // 2] if grades else 'random'}"


def stand_in(game: Game[Any]) -> str:
    """The bot that takes a seat nobody came for: the officer, as far as the game has one."""
    return usual(game, 1).removeprefix(BOT)


def read_wish(game: Game[Any], form: Mapping[str, str]) -> Wish:
    """The wish a form tells of. What it leaves out is as usual; what the game does not have is a SetupError."""
    scenario = game.info.scenario(form.get("scenario"))
    options = read_options(game, form)
    seats = {}
    for position, seat in enumerate(scenario.seats):
        sitter = form.get(f"seat.{seat}", usual(game, position))
        if sitter not in sitters(game):
            raise SetupError(f"nobody called {sitter!r} can sit at {seat}")
        seats[seat] = sitter
    pace = _read_pace(game, form)
    later = form.get("rated") == "on" or form.get("watch_later") == "on"
    return Wish(
        scenario.id,
        game.info.settle(options, scenario.id),
        seats,
        spectators=form.get("spectators") == "on",
        listed=form.get("listed") == "on",
        aids=form.get("aids", "on") == "on" and form.get("rated") != "on",
        rated=form.get("rated") == "on",
        pace=pace,
        at_flag=read_at_flag(form.get("at_flag", ""), len(scenario.seats)),
        watch_delay=usual_delay(pace) if later else 0,
    )


def _read_pace(game: Game[Any], form: Mapping[str, str]) -> Pace | None:
    """One of the game's paces, or one's own."""
    weekends, wanted = form.get("weekends", "on") == "on", form.get("pace", UNTIMED)
    return custom_pace(form, weekends=weekends) if wanted == CUSTOM else read_pace(game, wanted, weekends=weekends)


def read_options(game: Game[Any], form: Mapping[str, str]) -> dict[str, OptionValue]:
    """The variants a form tells of."""
    options: dict[str, OptionValue] = {}
    for option in game.info.options:
        text = form.get(f"option.{option.id}")
        if text is not None:
            by_text = {as_text(value): value for value in option.values}
            if text not in by_text:
                raise SetupError(f"option {option.id} of {game.info.id} has no value {text!r}")
            options[option.id] = by_text[text]
    return options


def wish_again(record: MatchRecord, seated: list[SeatRecord], guest: Guest) -> Wish:
    """A match that was played, wished for once more: everybody moves on by one seat; other people come by invitation."""

    def sitter(held: SeatRecord) -> str:
        if held.kind == "bot":
            return f"{BOT}{held.bot}"
        return HERE if held.guest == guest.id else OPEN

    sitters = [sitter(held) for held in seated]
    moved = [*sitters[-1:], *sitters[:-1]]
    seats = {held.seat: who for held, who in zip(seated, moved, strict=True)}
    return Wish(
        record.scenario,
        dict(record.options),
        seats,
        record.spectators,
        listed=False,
        aids=record.aids,
        pace=record.pace,
        at_flag=record.at_flag,
        watch_delay=record.watch_delay,
    )


def as_text(value: OptionValue) -> str:
    """A switch is told as a form tells it."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def between_people(sitters: Iterable[str]) -> bool:
    """Whether several people will play. All seats at one screen are one person's: he would deal to himself."""
    held = list(sitters)
    return held.count(OPEN) + any(who in {ME, HERE} for who in held) > 1


def found(game: Game[Any], wish: Wish, guest: Guest) -> tuple[MatchRecord, list[SeatRecord], bytes]:
    """The match, its seats, and the state before the first choice. Nothing is stored yet."""
    options = game.seated(wish.options, [seat for seat, sitter in wish.seats.items() if sitter.startswith(BOT)])
    together = between_people(wish.seats.values())
    match = (
        Match.undealt(game, wish.scenario, options)
        if together
        else Match.new(game, wish.scenario, options, new_seed(), record=False)
    )
    record = MatchRecord(
        id=secrets.token_urlsafe(9),
        game=game.info.id,
        scenario=wish.scenario,
        options=options,
        seed=match.state.seed,
        rules_version=game.info.rules_version,
        content=game.info.content_digest,
        creator=guest.id,
        created=now(),
        spectators=wish.spectators,
        listed=wish.listed,
        aids=wish.aids,
        rated=wish.rated and guest.account,
        pace=wish.pace,
        at_flag=wish.at_flag,
        watch_delay=wish.watch_delay,
        asked=tuple(match.asked()),
        deal=Dealing(new_seed().hex()) if together else None,
    )
    return record, [_seated(game, seat, sitter, guest) for seat, sitter in wish.seats.items()], match.checkpoint().state


def _seated(game: Game[Any], seat: Seat, sitter: str, guest: Guest) -> SeatRecord:
    if sitter in {ME, HERE}:
        return SeatRecord(seat, "guest", guest=guest.id, name=guest.name)
    if sitter == OPEN:
        return SeatRecord(seat, "open", **new_token(now()))
    name = sitter.removeprefix(BOT)
    make_bot(game, name)
    return SeatRecord(seat, "bot", bot=name)
