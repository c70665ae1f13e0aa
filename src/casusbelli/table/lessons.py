"""Lessons at the table: a run through a course, shown as a match with a coach beside it, and the pages that list them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Redirect

from casusbelli.bots.accounts import Account
from casusbelli.game import Game, Match
from casusbelli.kernel import Choice, Seat
from casusbelli.learn import Lesson, LessonError, LessonRun, Posed, Progress, check_words, coach_of, exercises_of, lessons_of
from casusbelli.learn.words import LessonWords
from casusbelli.words.texts import say

from .files import known_game
from .lists import game_card, playable, seat_name
from .records import Action, Guest, Learnt, MatchRecord, SeatRecord
from .room import ADVISER
from .service import AnyRequest, Service
from .settings import Settings
from .store import Store, now
from .study import Study, as_kind
from .thinking import Thinkers, problem_of
from .wire import Command, Frame, LessonFrame, Player
from .words import language_of, page_words, to_json

PREPARED = "prepared"
"""The rules version of a match that can only be made again from its first checkpoint."""


class LessonRoom(Study):
    """A guest's run through a lesson."""

    def __init__(self, run: LessonRun, address: str, guest: Guest, store: Store, thinkers: Thinkers, settings: Settings) -> None:
        super().__init__(run.game, address, guest.id, thinkers, settings)
        self.run = run
        self._name = guest.name
        self._store = store

    @property
    def match(self) -> Match[Any]:
        return self.run.match

    def seat_of(self, wanted: str | None) -> Seat:
        return self.run.seat

    def player(self, seat: Seat) -> Player:
        if seat == self.run.seat:
            return Player(self._name, "human", None, True)
        return Player("", "bot", self.run.lesson.head.opponents, True)

    def frame(self, seat: Seat, language: str) -> Frame:
        frame = msgspec.structs.replace(self.base_frame(seat), undo=self.run.at > 0 or bool(self.run.played))
        coach = coach_of(self.run, language)
        if self.run.over:
            coach["after"] = {"next": self._following(language)}
        return as_kind(frame, LessonFrame, coach=coach)

    def _following(self, language: str) -> dict[str, str] | None:
        """The lesson after this one."""
        lessons = lessons_of(self.game)
        at = next(i for i, lesson in enumerate(lessons) if lesson.id == self.run.lesson.id) + 1
        if at == len(lessons):
            return None
        return {
            "title": LessonWords(self.game, lessons[at], language).title,
            "address": address_of(lessons[at].game, lessons[at].id),
        }

    async def keep(self) -> None:
        run = self.run
        learnt = Learnt(run.lesson.game, run.lesson.id, run.at + 1, len(run.lesson.steps), run.finished)
        await self._store.keep_progress(self.guest, learnt, msgspec.json.encode(run.progress()))

    async def play(self, seat: Seat, choice: Choice) -> str | None:
        with self.watched(seat):
            return None if self.run.act(choice) else "nudged"

    async def take_back(self) -> bool:
        return await asyncio.to_thread(self.run.undo)

    async def command(self, said: Any) -> bool:
        run = self.run
        if not isinstance(said, Command):
            return False
        match said.do:
            case "next":
                return run.next()
            case "answer":
                run.answer(said.key)
                return bool(run.answered)
            case "do_it":
                with self.watched(run.seat):
                    return run.do_it()
            case "back":
                return await asyncio.to_thread(run.back)
            case "to":
                return await asyncio.to_thread(run.to, said.step)
            case "skip":
                await asyncio.to_thread(run.skip)
            case "restart":
                await asyncio.to_thread(run.restart)
        return True

    async def play_other(self) -> bool:
        seat = self.run.mover
        if seat is None:
            return False
        choice = await asyncio.to_thread(self.run.choice_of, seat)
        with self.watched(self.run.seat):
            self.run.play_as(seat, choice)
        return True

    async def advise(self, seat: Seat) -> Account | None:
        """What the step expects; where it expects nothing, what a marshal would choose."""
        async with self._lock:
            if self.run.wants:
                return Account(self.run.wants[0])
            if self.match.ask_of(seat) is None or ADVISER not in self.game.bots():
                return None
            problem = problem_of(self.match, seat, ADVISER)
        return await self._thinkers.advise(problem, self.guest)


class ExerciseRoom(LessonRoom):
    """A guest at an exercise: what is kept is how often he tried and whether he solved it."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._noted = (0, False)

    async def keep(self) -> None:
        run = self.run
        tried = (run.nudge.times if run.nudge else self._noted[0], run.finished)
        if tried != self._noted:
            self._noted = tried
            await self._store.keep_exercise(self.guest, run.lesson.game, run.lesson.id, solved=run.finished)

    def _following(self, language: str) -> dict[str, str] | None:
        posed = exercises_of(self.game)
        at = next(i for i, one in enumerate(posed) if one.id == self.run.lesson.id) + 1
        if at == len(posed):
            return None
        following = posed[at].lesson
        return {"title": LessonWords(self.game, following, language).title, "address": exercise_address(following)}


def address_of(game_id: str, lesson_id: str) -> str:
    return f"/learn/{game_id}/{lesson_id}"


def exercise_address(lesson: Lesson) -> str:
    return f"/exercise/{lesson.game}/{lesson.id}"


def known_exercise(game: Game[Any], exercise_id: str) -> Lesson:
    """An exercise of the game, as the lesson it is run as; anything else is not found."""
    for posed in exercises_of(game):
        if posed.id == exercise_id:
            return posed.lesson
    raise NotFoundException


async def open_exercise(service: Service, guest: Guest, game_id: str, exercise_id: str) -> ExerciseRoom:
    """The guest at the exercise, from its beginning."""
    game = known_game(game_id)
    lesson = known_exercise(game, exercise_id)

    async def make() -> Study | None:
        run = await asyncio.to_thread(LessonRun, game, lesson)
        return ExerciseRoom(run, exercise_address(lesson), guest, service.store, service.hub.thinkers, service.settings)

    room = await service.studies.of(guest.id, exercise_address(lesson), make)
    assert isinstance(room, ExerciseRoom)
    return room


def known_lesson(game: Game[Any], lesson_id: str) -> Lesson:
    """A lesson of the game; anything else is not found."""
    for lesson in lessons_of(game):
        if lesson.id == lesson_id:
            return lesson
    raise NotFoundException


async def open_lesson(service: Service, guest: Guest, game_id: str, lesson_id: str) -> LessonRoom:
    """The guest's run through the lesson, where he left it."""
    game = known_game(game_id)
    lesson = known_lesson(game, lesson_id)
    address = address_of(game_id, lesson_id)

    def read() -> LessonRun:
        kept = service.store.progress(guest.id, game_id, lesson_id)
        if kept is None:
            return LessonRun(game, lesson)
        try:
            return LessonRun(game, lesson, msgspec.json.decode(kept, type=Progress))
        except (msgspec.DecodeError, LessonError):
            return LessonRun(game, lesson)

    async def make() -> Study | None:
        run = await asyncio.to_thread(read)
        return LessonRoom(run, address, guest, service.store, service.hub.thinkers, service.settings)

    room = await service.studies.of(guest.id, address, make)
    assert isinstance(room, LessonRoom)
    return room


def go_on(run: LessonRun, guest: Guest) -> tuple[MatchRecord, list[SeatRecord], bytes, list[Action]]:
    """An ordinary match that begins where the lesson stands: the learner against the lesson's bots."""
    lesson, match = run.lesson, run.match
    game = run.game
    prepared = bool(lesson.head.position)
    reached = match.checkpoint()
    entries = match.entries[reached.at :] if prepared else match.entries
    first = Match.new(game, match.scenario, match.options_chosen, match.state.seed, record=False)
    record = MatchRecord(
        id=secrets.token_urlsafe(9),
        game=game.info.id,
        scenario=match.scenario,
        options=dict(match.options_chosen),
        seed=match.state.seed,
        rules_version=PREPARED if prepared else game.info.rules_version,
        content=game.info.content_digest,
        creator=guest.id,
        created=now(),
        spectators=False,
        listed=False,
        asked=tuple(first.asked()),
    )
    asked = tuple(match.asked())
    played = [Action(n, seat, f"lesson-{n}", choice, asked, now()) for n, (seat, choice) in enumerate(entries, 1)]
    seats = [
        SeatRecord(seat, "guest", guest=guest.id, name=guest.name)
        if seat == run.seat
        else SeatRecord(seat, "bot", bot=lesson.head.opponents)
        for seat in match.seats
    ]
    return record, seats, reached.state if prepared else first.checkpoint().state, played


# -- pages -------------------------------------------------------------------------------------------------------------


def lesson_item(game: Game[Any], lesson: Lesson, language: str, learnt: Learnt | None) -> dict[str, Any]:
    """A lesson in a list."""
    words = LessonWords(game, lesson, language)
    return {
        "id": lesson.id,
        "number": lesson.head.number,
        "address": address_of(lesson.game, lesson.id),
        "title": words.title,
        "lead": words.lead,
        "goals": words.goals,
        "minutes": lesson.head.minutes,
        "seat": seat_name(words.catalogue, lesson.seat),
        "begun": learnt is not None,
        "done": learnt is not None and learnt.done,
        "at": learnt.at if learnt else 0,
        "of": len(lesson.steps),
    }


def first_lesson(game: Game[Any], language: str) -> dict[str, Any] | None:
    """Where a stranger begins."""
    lessons = lessons_of(game)
    return lesson_item(game, lessons[0], language, None) if lessons else None


def exercise_item(game: Game[Any], posed: Posed, language: str, solved: Collection[str]) -> dict[str, Any]:
    """An exercise in a list."""
    words = LessonWords(game, posed.lesson, language)
    return {
        "number": posed.exercise.number,
        "title": words.title,
        "address": exercise_address(posed.lesson),
        "solved": posed.id in solved,
    }


def course_of(game: Game[Any], language: str, learnt: list[Learnt], solved: Collection[str] = ()) -> dict[str, Any]:
    """All lessons and exercises of a game, with how far the guest has come, and which lesson comes next."""
    known = {one.lesson: one for one in learnt if one.game == game.info.id}
    items = [lesson_item(game, lesson, language, known.get(lesson.id)) for lesson in lessons_of(game)]
    following = next((item for item in items if item["begun"] and not item["done"]), None)
    following = following or next((item for item in items if not item["done"]), None)
    for item in items:
        item["next"] = item is following
    return {
        **game_card(game, language),
        "lessons": items,
        "exercises": [exercise_item(game, posed, language, solved) for posed in exercises_of(game)],
        "next": following,
        "minutes": sum(item["minutes"] for item in items),
        "done": sum(item["done"] for item in items),
    }


def lesson_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers."""

    async def learnt_by(guest: Guest | None) -> list[Learnt]:
        return await asyncio.to_thread(service.store.learnt, guest.id) if guest else []

    async def enter(request: AnyRequest) -> tuple[Guest, list[Cookie]]:
        """The guest; somebody new becomes one."""
        guest = await service.guests.of(request)
        name = guest.name if guest else say(page_words(language_of(request)), "guest.unnamed")
        return await service.guests.enter(request, name)

    def first_page(request: AnyRequest, game: Game[Any], taught: Lesson, address: str) -> Response[str]:
        """For somebody new: what it is, and a way to begin."""
        language = language_of(request)
        item = {**lesson_item(game, taught, language, None), "address": address}
        return service.page(request, "lesson.html", game=game_card(game, language), lesson=item)

    async def table_page(request: AnyRequest, room: LessonRoom, seat: Seat) -> Response[str]:
        return await service.table_page(
            request,
            match="",
            aids=True,
            study="lesson",
            address=room.address,
            back=f"/learn/{room.game.info.id}",
            game=game_card(room.game, language_of(request)),
            seat=seat,
            seats=to_json(list(room.match.seats)),
            mine=to_json([seat]),
            verbs=to_json(dict(room.game.verbs)),
        )

    @get("/learn")
    async def learn(request: AnyRequest) -> Response[str]:
        language, learnt = language_of(request), await learnt_by(await service.guests.of(request))
        courses = [course_of(game, language, learnt) for game in playable() if lessons_of(game)]
        return service.page(request, "learn.html", courses=courses)

    @get("/learn/{game_id:str}")
    async def course(request: AnyRequest, game_id: FromPath[str]) -> Response[str]:
        game, guest = known_game(game_id), await service.guests.of(request)
        solved = await asyncio.to_thread(service.store.solved, guest.id, game_id) if guest else set()
        course = course_of(game, language_of(request), await learnt_by(guest), solved)
        return service.page(request, "course.html", course=course)

    @get("/learn/{game_id:str}/{lesson_id:str}")
    async def lesson(request: AnyRequest, game_id: FromPath[str], lesson_id: FromPath[str]) -> Response[str]:
        """The table with the coach; for somebody new what the lesson is, and a way to begin."""
        game = known_game(game_id)
        taught = known_lesson(game, lesson_id)
        guest = await service.guests.of(request)
        if guest is None:
            return first_page(request, game, taught, address_of(game_id, lesson_id))
        return await table_page(request, await open_lesson(service, guest, game_id, lesson_id), taught.seat)

    @post("/learn/{game_id:str}/{lesson_id:str}", status_code=303)
    async def begin(request: AnyRequest, game_id: FromPath[str], lesson_id: FromPath[str]) -> Redirect:
        known_lesson(known_game(game_id), lesson_id)
        _, cookies = await enter(request)
        return Redirect(address_of(game_id, lesson_id), status_code=303, cookies=cookies)

    @post("/learn/{game_id:str}/{lesson_id:str}/match", status_code=303)
    async def play_on(request: AnyRequest, game_id: FromPath[str], lesson_id: FromPath[str]) -> Redirect:
        """The lesson becomes a match."""
        guest = await service.guests.of(request)
        if guest is None:
            raise NotFoundException
        room = await open_lesson(service, guest, game_id, lesson_id)
        record, seats, beginning, played = await asyncio.to_thread(go_on, room.run, guest)
        await service.store.add_match(record, seats, beginning, played)
        return Redirect(f"/m/{record.id}", status_code=303)

    @get("/exercise/{game_id:str}/{exercise_id:str}")
    async def exercise(request: AnyRequest, game_id: FromPath[str], exercise_id: FromPath[str]) -> Response[str]:
        """The table with one question."""
        game = known_game(game_id)
        posed = known_exercise(game, exercise_id)
        guest = await service.guests.of(request)
        if guest is None:
            return first_page(request, game, posed, exercise_address(posed))
        room = await open_exercise(service, guest, game_id, exercise_id)
        return await table_page(request, room, posed.seat)

    @post("/exercise/{game_id:str}/{exercise_id:str}", status_code=303)
    async def begin_exercise(request: AnyRequest, game_id: FromPath[str], exercise_id: FromPath[str]) -> Redirect:
        """From the beginning, also for somebody new."""
        posed = known_exercise(known_game(game_id), exercise_id)
        guest, cookies = await enter(request)
        await service.studies.forget(guest.id, exercise_address(posed))
        return Redirect(exercise_address(posed), status_code=303, cookies=cookies)

    return [learn, course, lesson, begin, play_on, exercise, begin_exercise]


def refuse_bad_courses() -> None:
    """At the start: every course of every game can be read, or one clear line says which cannot."""
    for game in playable():
        exercises_of(game)
        for fault in check_words(game, lessons_of(game)):
            raise LessonError(f"{game.info.id}: {fault}")
