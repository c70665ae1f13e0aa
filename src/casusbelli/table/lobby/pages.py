"""The pages of the lobby: home, challenges, quick pairing. They work without script; with it the lists follow what happens."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from sqlalchemy import or_, select

from casusbelli.game import LANGUAGES, Game
from casusbelli.game.registry import find
from casusbelli.kernel import SetupError
from casusbelli.words.texts import catalogue, say

from .. import schema
from ..files import known_game
from ..forms import called, read_form
from ..founding import BOT, read_options
from ..invitations import invited
from ..lessons import first_lesson
from ..lists import game_card, list_item, paces_told, playable, seat_name
from ..newform import form_of
from ..pace import UNTIMED, Pace, presets, zone_of
from ..people.blocks import apart
from ..people.meeting import somebody_called
from ..people.profile import words_for
from ..post.letters import moment_in_words, span_in_words
from ..records import Guest, Mine
from ..schema import now
from ..service import AnyRequest, Service
from ..tidy import tidy_chat
from ..words import TOLD_BY_THEMSELVES, language_of, page_words
from .challenges import FINISHES, NOTE_LENGTH, PACES, STRENGTHS, Challenge, Filters, Refused, Terms, read_places
from .pairing import State
from .urgency import Left, by_need, time_left

SHOWN_AT_HOME = 6
CHALLENGES_AT_HOME = 8
OPEN_AT_HOME = 10
WATCHED = 5
TOURNAMENTS_AT_HOME = 3
ENDED_AT_HOME = 2
DAY = 86_400_000
JUST_NOW = 2 * DAY


SEATS_FREE = (0, 1, 2, 3)


def _one_of(text: str, numbers: tuple[int, ...]) -> int:
    """The number somebody has chosen; the first one if it was none of them."""
    return next((number for number in numbers if str(number) == text), numbers[0])


async def items_of(service: Service, guest: Guest | None, shown: Sequence[Mine], language: str) -> list[dict[str, Any]]:
    """These matches of a guest's. A bot that is asked in one of them goes on, should a restart have stopped it."""
    listed = await asyncio.to_thread(service.store.listed, [one.id for one in shown])
    service.hub.wake(one.id for one in listed if any(seat.kind == "bot" and seat.seat in one.asked for seat in one.seats))
    now = service.post.now
    left = await asyncio.to_thread(time_left, service.store, listed, guest, now) if guest is not None else {}
    return [{**list_item(one, guest, language), "left": left_told(left.get(one.id), guest, language, now)} for one in listed]


def pace_span(pace: Pace, language: str) -> str:
    """What a pace gives, in a word or two: the bank, or by post the days of a turn."""
    return span_in_words(language, (pace.bank if pace.kind == "live" else pace.free) * pace.unit)


def pace_of(terms: Terms, language: str) -> str:
    """The pace of a challenge, with its numbers where the game is known here."""
    name = say(page_words(language), f"time.{terms.pace}")
    try:
        pace = presets(find(terms.game)).get(terms.pace)
    except SetupError:
        pace = None
    return f"{name}, {pace_span(pace, language)}" if pace is not None else name


def left_told(left: Left | None, guest: Guest | None, language: str, now: int) -> dict[str, Any] | None:
    """What a clock leaves, in words: for how long, and until when in the reader's own zone."""
    if left is None or guest is None:
        return None
    zone = zone_of(guest.preferences.get("zone", ""))
    span = span_in_words(language, max(0, left.until - now))
    return {"span": span, "until": moment_in_words(language, left.until, zone), "short": left.short}


def lobby_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers."""
    store, challenges, pairing = service.store, service.challenges, service.pairing

    # -- what the lists show -----------------------------------------------------------------------------------------------

    def offer_item(one: Challenge, guest: Guest | None, language: str) -> dict[str, Any]:
        """A challenge in a list."""
        words = words_for(one.terms.game, language)
        mine = guest is not None and one.holds(guest.id)
        return {
            "id": one.id,
            "title": words.get("game.title", one.terms.game),
            "scenario": words.get(f"scenario.{one.terms.scenario}.title", one.terms.scenario),
            "note": one.terms.note,
            "maker": one.maker_name,
            "rating": one.rating,
            "rated": one.terms.rated,
            "shuffle": one.terms.shuffle,
            "pace": pace_of(one.terms, language),
            "mine": mine,
            "own": guest is not None and one.maker == guest.id,
            "personal": one.terms.personal,
            "languages": [TOLD_BY_THEMSELVES[language] for language in one.terms.languages],
            "finishes": one.finishes,
            "wanted": one.terms.finishes,
            "away": one.away,
            "calling": one.calling,
            "places": [(seat_name(words, place.seat), place) for place in one.places],
            "seats": " ".join(place.seat for place in one.places),
            "free": []
            if mine
            else [(place.seat, seat_name(words, place.seat)) for place in one.for_person(guest.id if guest else "")],
        }

    def watchable(person: str) -> list[str]:
        """Matches that were begun before everybody's eyes and that everybody may watch, the newest first."""
        m, s, c = schema.matches.c, schema.seats.c, schema.challenges.c
        offered = select(c.id).where(c.match == m.id, ~c.personal).exists()
        his = select(s.match).where(s.match == m.id, s.guest == person).exists()
        there = select(s.match).where(s.match == m.id, s.kind == "guest").exists()
        looking = select(s.match).where(s.match == m.id, s.kind == "open").exists()
        running = (m.spectators, m.result.is_(None), m.closed.is_(None), m.created > now() - 30 * DAY)
        wanted = (*running, or_(m.listed, m.rated, offered), there, ~looking, ~his)
        (rows,) = store.ask(select(m.id).where(*wanted).order_by(m.created.desc()).limit(WATCHED))
        return [row.id for row in rows]

    async def lobby(request: AnyRequest) -> dict[str, Any]:
        """All that changes by itself: whose turn it is, who waits, who may be watched."""
        guest, language = await service.guests.of(request), language_of(request)
        mine = await asyncio.to_thread(store.mine, guest.id) if guest is not None else []
        running = [one for one in mine if not one.over]
        if guest is not None:
            running = await asyncio.to_thread(by_need, store, running, guest, service.post.now)
        offers = await asyncio.to_thread(challenges.of, guest.id) if guest is not None else []
        if guest is not None:
            await challenges.note_presence(guest.id, offers)
        invitations = await asyncio.to_thread(invited, store, guest.id) if guest is not None and guest.account else []
        others = await asyncio.to_thread(challenges.open_to, guest, Filters())
        open_now = [one for one in others if guest is None or not one.holds(guest.id)]
        waits: list[State] = await asyncio.to_thread(pairing.of, guest.id) if guest is not None and guest.account else []
        crowd = await asyncio.to_thread(pairing.crowd) if guest is not None and guest.account else {}
        watched = await asyncio.to_thread(store.listed, await asyncio.to_thread(watchable, guest.id if guest else ""))
        his, since = guest.id if guest is not None else "", service.listings.since
        seats = await asyncio.to_thread(store.open_matches, since, his, 0, OPEN_AT_HOME + 1)
        return {
            "mine": await items_of(service, guest, running[:SHOWN_AT_HOME], language),
            "turns": sum(one.yours for one in running),
            "more": len(mine) > min(len(running), SHOWN_AT_HOME),
            "offers": [offer_item(one, guest, language) for one in offers],
            "challenges": [offer_item(one, guest, language) for one in open_now[:CHALLENGES_AT_HOME]],
            "invited": [(row.token, row.name, words_for(row.game, language).get("game.title", row.game)) for row in invitations],
            "waits": [wait_item(state, language) for state in waits],
            "quick": [quick_item(game, crowd, waits, language) for game in playable()] if guest and guest.account else [],
            "watched": [list_item(one, guest, language) for one in watched],
            "tournaments": await asyncio.to_thread(going_on, language),
            "just_ended": await just_ended(guest, mine, language),
            "waiting": [list_item(one, guest, language) for one in seats[:OPEN_AT_HOME]],
            "more_waiting": len(seats) > OPEN_AT_HOME,
        }

    def going_on(language: str) -> list[dict[str, Any]]:
        """Tournaments that may be entered, then those that are being played."""
        found = service.tournaments.going_on(TOURNAMENTS_AT_HOME)
        return [{**one._asdict(), "game": words_for(one.terms.game, language).get("game.title", one.terms.game)} for one in found]

    async def just_ended(guest: Guest | None, mine: list[Mine], language: str) -> list[dict[str, Any]]:
        """One's own matches that ended a short time ago: for looking into how they went."""
        lately = [one for one in mine if one.over and one.moved > now() - JUST_NOW][:ENDED_AT_HOME]
        listed = await asyncio.to_thread(store.listed, [one.id for one in lately])
        return [list_item(one, guest, language) for one in listed]

    def quick_item(game: Game[Any], crowd: dict[tuple[str, str], int], waits: list[State], language: str) -> dict[str, Any]:
        """A game with its paces, how many wait for it, and for which one waits oneself."""
        chosen = {state.wish.pace for state in waits if state.wish.game == game.info.id}
        return {
            "id": game.info.id,
            "title": catalogue(game, language).get("game.title", game.info.id),
            "waiting": sum(count for (other, _), count in crowd.items() if other == game.info.id),
            "paces": [(name, name in chosen, pace_span(pace, language)) for name, pace in presets(game).items()],
        }

    def wait_item(state: State, language: str) -> dict[str, Any]:
        return {
            "game": state.wish.game,
            "title": words_for(state.wish.game, language).get("game.title", state.wish.game),
            "pace": state.wish.pace,
            "here": min(state.waiting, state.seats),
            "seats": state.seats,
            "usual": state.usual,
            "offered": state.wish.offered is not None,
            "ready": state.wish.ready,
            "ask_officer": state.may_ask_officer,
        }

    async def game_tiles(guest: Guest | None, language: str) -> list[dict[str, Any]]:
        """The games; for one that this guest has not learnt, learning comes before playing."""
        learnt = await asyncio.to_thread(store.learnt, guest.id) if guest is not None else []
        known = {one.game for one in learnt if one.done}
        return [
            {**game_card(game, language), "lesson": first_lesson(game, language), "new": game.info.id not in known}
            for game in playable()
        ]

    @get("/")
    async def home(request: AnyRequest) -> Response[str]:
        tiles = await game_tiles(await service.guests.of(request), language_of(request))
        return service.page(request, "home.html", games=tiles, **await lobby(request))

    @get("/lobby/part")
    async def part(request: AnyRequest) -> Response[str]:
        """The part of the home page that changes, for its script; and where to go if a match has begun."""
        guest = await service.guests.of(request)
        page = service.page(request, "lobby/part.html", **await lobby(request))
        begun = pairing.begun(guest.id) if guest is not None else None
        if begun is not None:
            page.headers["X-Begun"] = f"/m/{begun}"
        return page

    @get("/next")
    async def play_next(request: AnyRequest) -> Redirect:
        """To the match that waits for me; the one whose clock is out first, then the one that has waited longest."""
        guest = await service.guests.of(request)
        if guest is None:
            return Redirect("/", status_code=303)
        yours = [one for one in await asyncio.to_thread(store.mine, guest.id) if one.yours]
        wanted = await asyncio.to_thread(by_need, store, yours, guest, service.post.now)
        return Redirect(f"/m/{wanted[0].id}" if wanted else "/", status_code=303)

    # -- challenges --------------------------------------------------------------------------------------------------------

    @get("/challenges")
    async def challenge_list(
        request: AnyRequest,
        game: FromQuery[str] = "",
        pace: FromQuery[str] = "",
        rated: FromQuery[str] = "",
        near: FromQuery[str] = "",
        bots: FromQuery[str] = "on",
        free: FromQuery[str] = "",
        language: FromQuery[str] = "",
        finishes: FromQuery[str] = "",
    ) -> Response[str]:
        guest, reader = await service.guests.of(request), language_of(request)
        talk = language if language in LANGUAGES else ""
        few = (_one_of(free, SEATS_FREE), talk, _one_of(finishes, FINISHES))
        filters = Filters(game, pace, rated, near == "on", bots == "on", *few)
        found = await asyncio.to_thread(challenges.open_to, guest, filters)
        return service.page(
            request,
            "lobby/challenges.html",
            challenges=[offer_item(one, guest, reader) for one in found],
            games=[(one.info.id, catalogue(one, reader).get("game.title", one.info.id)) for one in playable()],
            filters=filters,
            seats_free=SEATS_FREE,
            shares=FINISHES,
        )

    async def challenge_form(request: AnyRequest, form: dict[str, str], problem: str = "", status: int = 422) -> Response[str]:
        language = language_of(request)
        if not form.get("game"):
            games = [game_card(game, language) for game in playable()]
            return service.page(request, "lobby/which.html", games=games, to=form.get("to", ""))
        game = known_game(form["game"])
        words = page_words(language)
        guest = await service.guests.of(request)
        return service.page(
            request,
            "lobby/new.html",
            status=status if problem else 200,
            problem=problem,
            name=guest.name if guest else "",
            to=form.get("to", ""),
            sitters=["me", "open", *(["named"] if form.get("to") else []), *(f"{BOT}{grade}" for grade in game.bots())],
            paces=[(name, say(words, f"time.{name}"), hint) for name, hint in paces_told(game, language)],
            strengths=STRENGTHS,
            shares=FINISHES,
            note_length=NOTE_LENGTH,
            form=form,
            **form_of(game, language, form),
        )

    @get("/challenges/new")
    async def new_challenge(request: AnyRequest, game: FromQuery[str] = "", to: FromQuery[str] = "") -> Response[str]:
        return await challenge_form(request, {"game": game, "to": to})

    @post("/challenges", status_code=303)
    async def make_challenge(request: AnyRequest) -> Response[Any]:
        form = await read_form(request)
        game = known_game(form.get("game", ""))
        words = page_words(language_of(request))
        guest, cookies = await service.guests.enter(request, await called(service, request, form))
        try:
            named = await asyncio.to_thread(somebody_called, store, service.desk.accounts, form.get("to", ""), guest)
            if form.get("to") and named is None:
                raise Refused("lobby.nobody", 422)
            terms = read_terms(game, form, guest, personal=named is not None)
            places = read_places(game, terms.scenario, form, guest, named)
            made = await challenges.make(guest, terms, places)
        except SetupError as error:
            return await challenge_form(request, form, str(error))
        except Refused as refused:
            return await challenge_form(request, form, say(words, refused.key, refused.params), refused.status)
        return Redirect(f"/challenges/{made}", status_code=303, cookies=cookies)

    def read_terms(game: Game[Any], form: dict[str, str], guest: Guest, *, personal: bool) -> Terms:
        scenario = game.info.scenario(form.get("scenario")).id
        rated = form.get("rated") == "on"
        if rated and not guest.account:
            raise Refused("lobby.rated_account", 403)
        return Terms(
            game=game.info.id,
            scenario=scenario,
            options=game.info.settle(read_options(game, form), scenario),
            pace=form["pace"] if form.get("pace") in PACES else UNTIMED,
            rated=rated,
            spectators=form.get("spectators") == "on",
            strength=_one_of(form.get("strength", ""), STRENGTHS),
            finishes=_one_of(form.get("finishes", ""), FINISHES),
            languages=tuple(one for one in LANGUAGES if form.get(f"language.{one}") == "on"),
            shuffle=form.get("shuffle") == "on",
            note=tidy_chat(form.get("note", ""))[:NOTE_LENGTH],
            personal=personal,
        )

    @get("/challenges/{challenge_id:str}")
    async def challenge(request: AnyRequest, challenge_id: FromPath[str]) -> Response[Any]:
        """One offer: to take it, or to wait until it is taken."""
        found, guest = await asyncio.to_thread(challenges.get, challenge_id), await service.guests.of(request)
        if found is None or (guest is not None and found.maker in await asyncio.to_thread(apart, store, guest.id)):
            raise NotFoundException
        if found.match is not None and guest is not None and found.holds(guest.id):
            return Redirect(f"/m/{found.match}", status_code=303)
        if guest is not None:
            await challenges.note_presence(guest.id, [found])
        item = offer_item(found, guest, language_of(request))
        name = guest.name if guest else ""
        return service.page(
            request, "lobby/challenge.html", item=item, open=found.open, started=found.match, name=name, problem=""
        )

    @post("/challenges/{challenge_id:str}/take", status_code=303)
    async def take(request: AnyRequest, challenge_id: FromPath[str]) -> Response[Any]:
        form = await read_form(request)
        guest, cookies = await service.guests.enter(request, await called(service, request, form))
        language = language_of(request)
        try:
            match = await challenges.take(challenge_id, form.get("seat", ""), guest)
        except Refused as refused:
            found = await asyncio.to_thread(challenges.get, challenge_id)
            if refused.status == 404 or found is None:
                raise NotFoundException from None
            problem = say(page_words(language), refused.key, refused.params)
            item = offer_item(found, guest, language)
            return service.page(
                request, "lobby/challenge.html", status=refused.status, cookies=cookies, item=item, open=found.open,
                started=found.match, name=guest.name, problem=problem,
            )  # fmt: skip
        if match is None:
            await call_maker(challenge_id, guest)
            return Redirect(f"/challenges/{challenge_id}", status_code=303, cookies=cookies)
        await service.hub.room(match)
        return Redirect(f"/m/{match}", status_code=303, cookies=cookies)

    async def call_maker(challenge_id: str, guest: Guest) -> None:
        """Whoever made a live challenge and is not there is told that everybody waits for him."""
        found = await asyncio.to_thread(challenges.get, challenge_id)
        if found is not None and found.calling:
            told = {"game": found.terms.game, "by": guest.name, "challenge": challenge_id}
            await service.post.tell(found.maker, "called", f"{challenge_id}:{found.called_until}", **told)

    @post("/challenges/{challenge_id:str}/come", status_code=303)
    async def come(request: AnyRequest, challenge_id: FromPath[str]) -> Redirect:
        """The maker was called and is there."""
        guest = await service.guests.of(request)
        assert guest is not None
        try:
            match = await challenges.come(challenge_id, guest)
        except Refused as refused:
            if refused.status == 404:
                raise NotFoundException from None
            return Redirect(f"/challenges/{challenge_id}", status_code=303)
        await service.hub.room(match)
        return Redirect(f"/m/{match}", status_code=303)

    @post("/challenges/{challenge_id:str}/withdraw", status_code=303)
    async def withdraw(request: AnyRequest, challenge_id: FromPath[str]) -> Redirect:
        """The maker takes the offer back; anybody else gets up, or says no."""
        guest = await service.guests.of(request)
        assert guest is not None
        await challenges.withdraw(challenge_id, guest.id)
        return Redirect("/", status_code=303)

    # -- quick pairing -----------------------------------------------------------------------------------------------------

    @post("/pairing", status_code=303)
    async def wish(request: AnyRequest) -> Response[Any]:
        form, guest = await read_form(request), await service.guests.of(request)
        assert guest is not None
        game = known_game(form.get("game", ""))
        try:
            await pairing.wish(guest, game.info.id, form.get("pace", ""))
        except Refused as refused:
            problem = say(page_words(language_of(request)), refused.key, refused.params)
            tiles = await game_tiles(guest, language_of(request))
            return service.page(request, "home.html", status=refused.status, games=tiles, problem=problem, **await lobby(request))
        return Redirect("/", status_code=303)

    @post("/pairing/{game_id:str}/{what:str}", status_code=303)
    async def answer(request: AnyRequest, game_id: FromPath[str], what: FromPath[str]) -> Redirect:
        """``stop`` waiting, be ``ready``, let an ``officer`` take the missing seat."""
        guest = await service.guests.of(request)
        assert guest is not None
        acts = {"stop": pairing.stop, "ready": pairing.be_ready, "officer": pairing.allow_officer}
        if what not in acts:
            raise NotFoundException
        await acts[what](guest.id, game_id)
        for match in await pairing.tick() if what == "ready" else ():
            await service.hub.room(match)
        begun = pairing.begun(guest.id)
        return Redirect(f"/m/{begun}" if begun else "/", status_code=303)

    return [
        home, part, play_next, challenge_list, new_challenge, make_challenge, challenge, take, come, withdraw, wish, answer,
    ]  # fmt: skip
