"""The pages: new match, the match. Everything but the match itself works without script."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from casusbelli.game import Game
from casusbelli.kernel import Seat, SetupError
from casusbelli.learn import lessons_of
from casusbelli.words.texts import catalogue, say

from .files import known_game
from .forms import called, read_form
from .founding import BOT, ME, OPEN, Wish, found, read_wish, sitters, wish_again
from .guests import address_of
from .lists import game_card, list_item, paces_told, seat_name
from .lobby.challenges import Refused, rematch_of
from .lobby.pages import items_of
from .newform import form_of
from .people.blocks import apart, muted
from .records import Guest
from .room import Room
from .schema import now
from .seeing import seen_in
from .service import AnyRequest, Service, own_viewpoint, seats_of, viewpoint
from .talk import offered
from .words import language_of, page_words, to_json

FORM_BYTES = 16_384
ON_A_PAGE = 30
MOST_PAGES = 1000


def beginners_form(game: Game[Any]) -> dict[str, str]:
    """After the first lesson: its scenario and seat, against recruits, with all aids."""
    lessons = lessons_of(game)
    if not lessons:
        return {}
    form = first_form(game)
    seats = game.info.scenario(form["scenario"]).seats
    recruit = f"{BOT}{next(iter(game.bots()), 'random')}"
    return {**form, **{f"seat.{seat}": ME if seat == lessons[0].head.seat else recruit for seat in seats}}


def first_form(game: Game[Any]) -> dict[str, str]:
    """For a first match: the scenario in which the game is taught. The house's default, for programs too, may be a longer one."""
    lessons = lessons_of(game)
    if not lessons:
        return {}
    return {"scenario": game.info.scenario(lessons[0].head.scenario or None).id, "spectators": "on"}


def page_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers of all pages."""

    async def open_items(guest: Guest | None, language: str, start: int, count: int) -> tuple[list[dict[str, Any]], bool]:
        """Open seats from one place in the list on, and whether there are more."""
        his, since = guest.id if guest is not None else "", service.listings.since
        found = await asyncio.to_thread(service.store.open_matches, since, his, start, count + 1)
        return [list_item(one, guest, language) for one in found[:count]], len(found) > count

    @get("/open")
    async def open_seats(request: AnyRequest, page: FromQuery[int] = 1) -> Response[str]:
        """All open seats, page by page."""
        page = min(max(1, page), MOST_PAGES)
        guest = await service.guests.of(request)
        waiting, more = await open_items(guest, language_of(request), (page - 1) * ON_A_PAGE, ON_A_PAGE)
        return service.page(request, "open.html", waiting=waiting, page=page, more=more)

    @get("/matches")
    async def my_matches(request: AnyRequest, page: FromQuery[int] = 1) -> Response[str]:
        guest = await service.guests.of(request)
        mine = await asyncio.to_thread(service.store.mine, guest.id) if guest is not None else []
        pages = max(1, -(-len(mine) // ON_A_PAGE))
        page = min(max(1, page), pages)
        shown = mine[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]
        items = await items_of(service, guest, shown, language_of(request))
        name = guest.name if guest else ""
        return service.page(request, "matches.html", mine=items, page=page, more=page < pages, name=name)

    @post("/me", status_code=303)
    async def rename(request: AnyRequest) -> Redirect:
        """A guest is called otherwise from now on."""
        form = await read_form(request)
        _, cookies = await service.guests.enter(request, await called(service, request, form))
        return Redirect("/matches", status_code=303, cookies=cookies)

    async def new_form(request: AnyRequest, game_id: str, form: dict[str, str], problem: str = "") -> Response[str]:
        game, guest = known_game(game_id), await service.guests.of(request)
        return service.page(
            request,
            "new.html",
            status=422 if problem else 200,
            problem=problem,
            name=guest.name if guest else "",
            **form_of(game, language_of(request), form),
            sitters=sitters(game),
            paces=paces_told(game, language_of(request)),
            form=form,
        )

    @get("/new/{game_id:str}")
    async def new(request: AnyRequest, game_id: FromPath[str], beginner: FromQuery[str] = "") -> Response[str]:
        game, guest = known_game(game_id), await service.guests.of(request)
        if beginner:
            return await new_form(request, game_id, beginners_form(game))
        played = guest is not None and await asyncio.to_thread(service.store.has_finished, guest.id, game_id)
        return await new_form(request, game_id, {} if played else first_form(game))

    @post("/matches", status_code=303)
    async def make_match(request: AnyRequest) -> Response[Any]:
        form = await read_form(request)
        game = known_game(form.get("game", ""))
        try:
            wish = read_wish(game, form)
        except SetupError as error:
            return await new_form(request, game.info.id, form, str(error))
        if not (wish.listed and OPEN in wish.seats.values()):
            return await begin(request, form, game, wish)
        async with service.listings.one_more(await service.guests.of(request), address_of(request)) as listed:
            if listed is None:
                problem = say(page_words(language_of(request)), "new.too_many_listed")
                return await new_form(request, game.info.id, form, problem)
            return await begin(request, form, game, wish, listed)

    async def begin(
        request: AnyRequest, form: dict[str, str], game: Game[Any], wish: Wish, listed: list[str] | None = None
    ) -> Redirect:
        """Keep the match, and go there."""
        guest, cookies = await service.guests.enter(request, await called(service, request, form))
        record, seated, beginning = await asyncio.to_thread(found, game, wish, guest)
        await service.store.add_match(record, seated, beginning)
        if listed is not None:
            listed.append(record.id)
        await service.hub.room(record.id)
        return Redirect(f"/m/{record.id}", status_code=303, cookies=cookies)

    @post("/m/{match_id:str}/again", status_code=303)
    async def again(request: AnyRequest, match_id: FromPath[str]) -> Redirect:
        """The same match once more, everybody a seat further: for those who played it to its end."""
        room, guest = await service.room(match_id), await service.guests.of(request)
        if guest is None or not seats_of(room, guest) or not room.over:
            raise HTTPException(status_code=403, detail="not_seated")
        seated = list(room.seats.values())
        if all(held.kind == "bot" or held.held_by(guest) for held in seated) or len(seats_of(room, guest)) > 1:
            return await begin(request, {}, room.game, wish_again(room.record, seated, guest))
        others = await asyncio.to_thread(apart, service.store, guest.id)
        try:
            made = await service.challenges.make(guest, *rematch_of(room.record, seated, guest, others))
        except Refused as refused:
            raise HTTPException(status_code=refused.status) from None
        return Redirect(f"/challenges/{made}", status_code=303)

    @get("/m/{match_id:str}")
    async def match(request: AnyRequest, match_id: FromPath[str], seat: FromQuery[str | None] = None) -> Response[str]:
        room, guest = await service.room(match_id), await service.guests.of(request)
        looking_through = viewpoint(room, guest, seat) if seat else own_viewpoint(room, guest)
        language = language_of(request)
        if not room.record.dealt:
            return waiting_page(request, room, guest, looking_through)
        return await service.table_page(
            request,
            match=match_id,
            aids=room.record.aids,
            rated=room.record.rated,
            spectators=room.record.spectators,
            game=game_card(room.game, language),
            seat=looking_through,
            seats=to_json(list(room.seats)),
            mine=to_json(seats_of(room, guest)),
            verbs=to_json(dict(room.game.verbs)),
            muted=to_json(await muted_in(room, guest)),
            seen=to_json(await asyncio.to_thread(seen_in, service.store, match_id, seats_of(room, guest))),
            phrases=to_json(offered(room.game, list(room.seats))),
        )

    def waiting_page(request: AnyRequest, room: Room, guest: Guest | None, seat: Seat | None) -> Response[str]:
        """Before the deal: who sits, who is invited, and how the deal is made. Its script adds the reader's own chance."""
        words, mine = catalogue(room.game, language_of(request)), seats_of(room, guest)
        texts = page_words(language_of(request))
        seated = bool(mine) or (guest is not None and guest.id == room.record.creator)
        spoken = {key: say(texts, f"deal.{key}") for key in ("chance", "added", "waiting", "copied")}
        spoken["seats"] = say(texts, "deal.invite" if seated else "deal.seats")
        return service.page(
            request,
            "deal.html",
            match=room.record.id,
            game=game_card(room.game, language_of(request)),
            players=[(seat_name(words, each), held) for each, held in room.seats.items()],
            open=any(held.kind == "open" for held in room.seats.values()),
            script_words=to_json(spoken),
            seat=seat,
            mine=to_json(mine),
            seated=seated,
            seal=room.record.commitment,
            closed=room.over,
            at=now(),
        )

    async def muted_in(room: Room, guest: Guest | None) -> list[str]:
        """Whose words this guest does not want to read at this table."""
        if guest is None or not seats_of(room, guest):
            return []
        if guest.preferences.get("talk") == "off":
            return [seat for seat in room.seats if seat not in seats_of(room, guest)]
        return await asyncio.to_thread(muted, service.store, room.record.id, guest.id, list(room.seats.values()))

    return [again, open_seats, my_matches, rename, new, make_match, match]
