"""The pages of tournaments. They work without script."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from casusbelli.kernel import SetupError
from casusbelli.words.texts import say

from ..files import known_game
from ..forms import read_form
from ..founding import read_options
from ..lists import game_card, paces_told, playable
from ..lobby.challenges import PACES, Refused, Terms
from ..newform import form_of
from ..pace import UNTIMED
from ..people.profile import figures_of, words_for
from ..service import AnyRequest, Service
from ..tidy import tidy_name
from ..words import language_of, page_words
from .tournaments import SYSTEMS, TITLE_LENGTH, System, Tournament

DAYS = (1, 3, 7, 14, 30)
MOST_ROUNDS = 15


def tournament_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers."""
    tournaments = service.tournaments

    def told(one: Tournament, language: str) -> dict[str, Any]:
        words = words_for(one.terms.game, language)
        return {
            "id": one.id,
            "title": one.title,
            "game": words.get("game.title", one.terms.game),
            "scenario": words.get(f"scenario.{one.terms.scenario}.title", one.terms.scenario),
            "system": one.system,
            "state": one.state,
            "round": one.round,
            "rounds": one.rounds,
            "players": len(one.here),
            "pace": one.terms.pace,
            "rated": one.terms.rated,
            "host": one.host_name,
        }

    @get("/tournaments")
    async def listed(request: AnyRequest) -> Response[str]:
        found = await asyncio.to_thread(tournaments.all)
        return service.page(request, "tournaments/list.html", tournaments=[told(one, language_of(request)) for one in found])

    async def page_of(request: AnyRequest, tournament: str, problem: str = "", status: int = 200) -> Response[str]:
        one, guest = await asyncio.to_thread(tournaments.get, tournament), await service.guests.of(request)
        if one is None:
            raise NotFoundException
        person = guest.id if guest is not None and guest.account else ""
        names = {player.person: player.name for player in one.players}
        return service.page(
            request,
            "tournaments/one.html",
            status=status,
            problem=problem,
            one=told(one, language_of(request)),
            standings=one.players,
            rounds=[
                (
                    number,
                    [
                        (table, [names.get(person, "") for person in table.people])
                        for table in one.tables
                        if table.round == number
                    ],
                )
                for number in range(one.round, 0, -1)
            ],
            names=names,
            mine=one.takes_part(person),
            host=person == one.host,
            open=one.state == "entry" or one.late,
        )

    @get("/tournaments/new")
    async def new(request: AnyRequest, game: FromQuery[str] = "") -> Response[str]:
        return await form_page(request, {"game": game})

    async def form_page(request: AnyRequest, form: dict[str, str], problem: str = "", status: int = 422) -> Response[str]:
        language = language_of(request)
        if not form.get("game"):
            games = [game_card(game, language) for game in playable()]
            return service.page(request, "tournaments/which.html", games=games)
        game = known_game(form["game"])
        words = page_words(language)
        return service.page(
            request,
            "tournaments/new.html",
            status=status if problem else 200,
            problem=problem,
            systems=SYSTEMS,
            paces=[(name, say(words, f"time.{name}"), hint) for name, hint in paces_told(game, language)],
            all_days=DAYS,
            most_rounds=MOST_ROUNDS,
            title_length=TITLE_LENGTH,
            form=form,
            **form_of(game, language, form),
        )

    @post("/tournaments", status_code=303)
    async def make(request: AnyRequest) -> Response[Any]:
        form, guest = await read_form(request), await service.guests.of(request)
        assert guest is not None
        game, words = known_game(form.get("game", "")), page_words(language_of(request))
        try:
            played = (await asyncio.to_thread(figures_of, service.store, guest.id)).matches
            least = service.settings.tournament_matches
            if played < least:
                raise Refused("tournament.not_yet", 403, least=least)
            scenario = game.info.scenario(form.get("scenario")).id
            title = tidy_name(form.get("title", ""))
            system: System = next((one for one in SYSTEMS if one == form.get("system")), "swiss")
            if not title:
                raise Refused("tournament.no_title", 422)
            terms = Terms(
                game=game.info.id,
                scenario=scenario,
                options=game.info.settle(read_options(game, form), scenario),
                pace=form["pace"] if form.get("pace") in PACES else UNTIMED,
                rated=form.get("rated") == "on",
                spectators=True,
            )
            rounds, days = _number(form.get("rounds", ""), 0, MOST_ROUNDS), _number(form.get("days", ""), 7, 60)
            made = await tournaments.make(guest, title, terms, system, rounds, max(1, days))
        except SetupError as error:
            return await form_page(request, form, str(error))
        except Refused as refused:
            return await form_page(request, form, say(words, refused.key, refused.params), refused.status)
        return Redirect(f"/tournaments/{made}", status_code=303)

    @get("/tournaments/{tournament_id:str}")
    async def one(request: AnyRequest, tournament_id: FromPath[str]) -> Response[str]:
        return await page_of(request, tournament_id)

    @post("/tournaments/{tournament_id:str}/{what:str}", status_code=303)
    async def act(request: AnyRequest, tournament_id: FromPath[str], what: FromPath[str]) -> Response[Any]:
        """``enter``, ``leave``; for the host ``start`` and ``off``."""
        guest = await service.guests.of(request)
        assert guest is not None
        try:
            match what:
                case "enter":
                    await tournaments.enter(tournament_id, guest)
                case "leave":
                    await tournaments.leave(tournament_id, guest.id)
                case "start":
                    for begun in await tournaments.start(tournament_id, guest.id):
                        await service.hub.room(begun)
                case "off":
                    await tournaments.call_off(tournament_id, guest.id)
                case _:
                    raise NotFoundException
        except Refused as refused:
            problem = say(page_words(language_of(request)), refused.key, refused.params)
            return await page_of(request, tournament_id, problem, refused.status)
        return Redirect(f"/tournaments/{tournament_id}", status_code=303)

    return [listed, new, make, one, act]


def _number(text: str, otherwise: int, most: int) -> int:
    return min(most, int(text)) if text.isdigit() and len(text) < 4 else otherwise
