"""Sandboxes at the table: think ahead in a match, try a move of a lesson, play about in a prepared position.

Against people a sandbox holds what one's seat knows and nothing else (``learn/sandbox.py``); the host of a match may switch it
off, and it is closed while the clock runs on a question. Nobody but its guest can open it; it never shows in a list of matches.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.exceptions import HTTPException, NotFoundException, PermissionDeniedException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Redirect

from casusbelli.bots.accounts import Account
from casusbelli.game import Game, Match
from casusbelli.kernel import Choice, Seat
from casusbelli.kernel.flow import is_choice
from casusbelli.learn import Origin, Recipe, Sandbox
from casusbelli.learn.sandbox import MOST_LINES, Played
from casusbelli.learn.script import begin as begin_lesson
from casusbelli.learn.words import spoken
from casusbelli.words.texts import catalogue, say

from .files import known_game
from .history import revive
from .lessons import LessonRoom, known_exercise, known_lesson, open_exercise, open_lesson
from .lists import game_card
from .records import Guest
from .room import ADVISER, Room
from .service import AnyRequest, Service, seats_of
from .study import Study, as_kind
from .thinking import Problem, pack
from .wire import Events, Frame, Player, SandboxFrame, Think
from .words import language_of, page_words, to_json

EXERCISE = "exercise:"

OPPONENT = "officer"
"""Who plays the other seats unless one takes them in hand."""


class SandboxRoom(Study):
    """A guest's sandbox."""

    def __init__(self, sandbox_id: str, box: Sandbox, guest: Guest, service: Service) -> None:
        super().__init__(box.base.game, f"/s/{sandbox_id}", guest.id, service.hub.thinkers, service.settings)
        self.id = sandbox_id
        self.box = box
        self._name = guest.name
        self._store = service.store

    @property
    def match(self) -> Match[Any]:
        return self.box.match

    def seat_of(self, wanted: str | None) -> Seat:
        return self.box.viewpoint

    def player(self, seat: Seat) -> Player:
        hand = self.box.hand(seat)
        return Player(self._name, "human", None, True) if hand == "me" else Player("", "bot", hand, True)

    def show(self) -> None:
        """Whoever is asked by hand is looked through."""
        for line in self._lines:
            line.seat = self.box.viewpoint
        super().show()

    def frame(self, seat: Seat, language: str) -> Frame:
        box, recipe = self.box, self.box.recipe
        told = box.told(seat)
        frame = msgspec.structs.replace(
            self.base_frame(seat), events=Events(0, told), beats=[], undo=bool(box.line.choices), choices=len(box.line.choices)
        )
        about = {
            "origin": recipe.origin.kind,
            "true": recipe.origin.true,
            "seat": recipe.seat,
            "world": recipe.world,
            "line": recipe.line,
            "lines": box.outcomes(language),
            "more": len(recipe.lines) < MOST_LINES,
            "redo": bool(box.undone),
            "dice": box.has_dice,
            "hands": {each: box.hand(each) for each in self.match.seats},
            "bots": ["random", *self.game.bots()],
            "back": recipe.back,
            "ask": _example(self.game, recipe.origin, language),
        }
        return as_kind(frame, SandboxFrame, sandbox=about)

    async def keep(self) -> None:
        await self._store.keep_sandbox(self.id, self.guest, msgspec.json.encode(self.box.recipe))

    async def play(self, seat: Seat, choice: Choice) -> str | None:
        self.box.act(seat, choice)
        return None

    async def take_back(self) -> bool:
        return await asyncio.to_thread(self.box.undo)

    async def command(self, said: Any) -> bool:
        if not isinstance(said, Think):
            return False
        return await asyncio.to_thread(self._do, said)

    def _do(self, said: Think) -> bool:
        box = self.box
        match said.do:
            case "redo":
                return box.redo()
            case "reroll":
                return box.reroll()
            case "dice":
                return box.set_dice(said.n)
            case "keep":
                return box.keep()
            case "branch":
                return box.branch()
            case "line":
                return box.to_line(said.n)
            case "drop":
                return box.drop(said.n)
            case "world":
                return box.to_world(said.n)
            case "hand":
                return box.give(said.seat, said.hand)

    async def play_other(self) -> bool:
        seat = self.box.mover
        if seat is None:
            return False
        bot = self.box.hand(seat)
        choice = await self._thinkers.choose(self._problem(seat, bot), self.guest, bot)
        self.box.act(seat, choice)
        return True

    async def advise(self, seat: Seat) -> Account | None:
        async with self._lock:
            if self.match.ask_of(seat) is None or ADVISER not in self.game.bots():
                return None
            problem = self._problem(seat, ADVISER)
        return await self._thinkers.advise(problem, self.guest)

    def _problem(self, seat: Seat, bot: str) -> bytes:
        """The question of a seat here, for a bot. It is told what everybody knew before, and what it learnt here."""
        base, box = self.box.base, self.box
        reached = base.checkpoint()
        return pack(
            Problem(
                base.game.info.id,
                base.scenario,
                dict(base.options_chosen),
                reached.state,
                base.entries[reached.at :],
                box.told_to_bot(seat),
                seat,
                bot,
                box.world,
                box.line,
                base.seeds_since(reached.at),
            )
        )


def _example(game: Game[Any], origin: Origin, language: str) -> dict[str, str] | None:
    """The question of a prepared position, where it has words."""
    if origin.kind != "position":
        return None
    position = game.positions().get(origin.name)
    if position is None:
        return None
    words, name = catalogue(game, language), position.ask or origin.name
    return {
        "title": spoken(words, words.get(f"position.{name}.title", origin.name)),
        "text": spoken(words, words.get(f"position.{name}.text", "")),
        "rule": position.rule,
    }


# -- making and finding ------------------------------------------------------------------------------------------------


def source_of(service: Service, origin: Origin) -> Match[Any]:
    """The match a sandbox begins with, before anything is imagined. Call it in a thread."""
    game = known_game(origin.game)
    match origin.kind:
        case "lesson":
            of_exercise = origin.name.startswith(EXERCISE)
            taught = known_exercise(game, origin.name.removeprefix(EXERCISE)) if of_exercise else known_lesson(game, origin.name)
            found = begin_lesson(game, taught)
            for seat, choice in origin.played:
                found.follow(seat, tuple(choice))
            return found
        case "position":
            if origin.name not in game.positions():
                raise NotFoundException
            prepared: Match[Any] = game.positions()[origin.name].build()
            return prepared
    saved = service.store.load(origin.name)
    if saved is None or not saved.match.dealt:
        raise NotFoundException
    return revive(game, saved, origin.choices)


async def open_sandbox(service: Service, guest: Guest, sandbox_id: str) -> SandboxRoom:
    """The guest's own sandbox of that id; anybody else's is not found."""

    def read() -> Sandbox | None:
        kept = service.store.sandbox(sandbox_id, guest.id)
        if kept is None:
            return None
        recipe = msgspec.json.decode(kept, type=Recipe)
        return Sandbox(recipe, lambda: source_of(service, recipe.origin))

    async def make() -> Study | None:
        box = await asyncio.to_thread(read)
        return None if box is None else SandboxRoom(sandbox_id, box, guest, service)

    room = await service.studies.of(guest.id, f"/s/{sandbox_id}", make)
    if not isinstance(room, SandboxRoom):
        raise NotFoundException
    return room


async def new_sandbox(
    service: Service, guest: Guest, origin: Origin, seat: Seat, back: str, tried: tuple[Played, ...] = ()
) -> Redirect:
    """Make a sandbox and go there."""
    recipe = Recipe(origin, seat, secrets.token_hex(8), back=back)
    recipe.lines[0].choices = list(tried)

    def check() -> list[Seat]:
        """It can be made; who sits there."""
        return list(Sandbox(recipe, lambda: source_of(service, origin)).match.seats)

    seats = await asyncio.to_thread(check)
    bots = known_game(origin.game).bots()
    recipe.hands = {each: OPPONENT if OPPONENT in bots else "random" for each in seats if each != seat}
    sandbox_id = secrets.token_urlsafe(12)
    await service.store.keep_sandbox(sandbox_id, guest.id, msgspec.json.encode(recipe))
    return Redirect(f"/s/{sandbox_id}", status_code=303)


def may_think_ahead(room: Room, seat: Seat) -> bool:
    """Whether this seat may have a sandbox of the match now: always after its end, never while its clock runs."""
    if room.over:
        return True
    asked = room.match.ask_of(seat)
    return room.record.aids and (asked is None or asked.limit is None)


def sandbox_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers."""

    async def known_guest(request: AnyRequest) -> Guest:
        guest = await service.guests.of(request)
        if guest is None:
            raise NotFoundException
        return guest

    async def field(request: AnyRequest, name: str) -> str:
        form = await request.form()
        value = form.get(name, "")
        return value if isinstance(value, str) else ""

    @post("/m/{match_id:str}/sandbox", status_code=303)
    async def think_ahead(request: AnyRequest, match_id: FromPath[str]) -> Redirect:
        """From a match: what my seat knows. After its end: any seat, any moment, as it was."""
        guest = await known_guest(request)
        room = await service.room(match_id)
        mine = seats_of(room, guest)
        seat = await field(request, "seat") or next(iter(mine), "")
        if seat not in (room.seats if room.over and mine else mine) or not may_think_ahead(room, seat):
            raise PermissionDeniedException
        present = len(room.match.entries)
        wanted = await field(request, "at")
        at = min(int(wanted), present) if room.over and wanted.isascii() and wanted.isdigit() else present
        origin = Origin("match", room.record.game, match_id, at, true=room.over)
        return await new_sandbox(service, guest, origin, seat, f"/m/{match_id}")

    @post("/learn/{game_id:str}/{lesson_id:str}/sandbox", status_code=303)
    async def try_it(request: AnyRequest, game_id: FromPath[str], lesson_id: FromPath[str]) -> Redirect:
        """From a lesson: this position, with the move that was tried."""
        guest = await known_guest(request)
        room = await open_lesson(service, guest, game_id, lesson_id)
        return await tried_in(request, guest, room, lesson_id)

    @post("/exercise/{game_id:str}/{exercise_id:str}/sandbox", status_code=303)
    async def try_an_answer(request: AnyRequest, game_id: FromPath[str], exercise_id: FromPath[str]) -> Redirect:
        """From an exercise: what would have come of this?"""
        guest = await known_guest(request)
        room = await open_exercise(service, guest, game_id, exercise_id)
        return await tried_in(request, guest, room, f"{EXERCISE}{exercise_id}")

    async def tried_in(request: AnyRequest, guest: Guest, room: LessonRoom, name: str) -> Redirect:
        run = room.run
        try:
            tried = tuple(msgspec.json.decode(await field(request, "choice") or "[]"))
        except (msgspec.DecodeError, TypeError):
            raise HTTPException(status_code=400) from None
        begun = len(begin_lesson(run.game, run.lesson).entries)
        choices = ((run.seat, tried),) if is_choice(tried) else ()
        origin = Origin("lesson", run.lesson.game, name, played=tuple(run.match.entries[begun:]), true=True)
        return await new_sandbox(service, guest, origin, run.seat, room.address, choices)

    @post("/positions/{game_id:str}/{name:str}", status_code=303)
    async def position(request: AnyRequest, game_id: FromPath[str], name: FromPath[str]) -> Redirect:
        """A prepared position, for somebody new as well."""
        game = known_game(game_id)
        if name not in game.positions():
            raise NotFoundException
        known = await service.guests.of(request)
        called = known.name if known else say(page_words(language_of(request)), "guest.unnamed")
        guest, cookies = await service.guests.enter(request, called)
        back = await field(request, "back")
        origin = Origin("position", game_id, name, true=True)
        away = back if back.startswith("/") and not back.startswith("//") else f"/learn/{game_id}"
        made = await new_sandbox(service, guest, origin, game.positions()[name].seat, away)
        return Redirect(made.url, status_code=303, cookies=cookies)

    @get("/s/{sandbox_id:str}")
    async def sandbox(request: AnyRequest, sandbox_id: FromPath[str]) -> Response[str]:
        room = await open_sandbox(service, await known_guest(request), sandbox_id)
        return await service.table_page(
            request,
            match="",
            study="sandbox",
            address=room.address,
            back=room.box.recipe.back,
            aids=True,
            game=game_card(room.game, language_of(request)),
            seat=room.box.viewpoint,
            seats=to_json(list(room.match.seats)),
            mine=to_json(list(room.match.seats)),
            verbs=to_json(dict(room.game.verbs)),
        )

    @post("/s/{sandbox_id:str}/forget", status_code=303)
    async def forget(request: AnyRequest, sandbox_id: FromPath[str]) -> Redirect:
        guest = await known_guest(request)
        room = await open_sandbox(service, guest, sandbox_id)
        await service.studies.forget(guest.id, room.address)
        await service.store.forget_sandbox(sandbox_id, guest.id)
        return Redirect(room.box.recipe.back, status_code=303)

    return [think_ahead, try_it, try_an_answer, position, sandbox, forget]
