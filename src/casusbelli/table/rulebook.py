"""The pages of the rulebooks: chapters, glossary, player aid, cards. All of them can be read without script.

``?part`` gives the inside of a page alone, for the drawers at the table.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from casusbelli.game import LANGUAGES, Game, Piece
from casusbelli.rulebook import Book, Chapter, book, has_book
from casusbelli.rulebook.index import asked_by
from casusbelli.rulebook.lessons import teaching
from casusbelli.words.texts import Catalogue, catalogue, say

from .delay import delay_of
from .files import answer_kept, book_index, book_terms, known_game
from .lists import game_card, rules_of
from .service import AnyRequest, Service, own_viewpoint, viewpoint
from .words import language_of

SANDBOX = find_spec("casusbelli.table.sandbox") is not None
"""Whether an example can be opened at a table of one's own."""


def rulebook_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers of the rulebook's pages."""

    def bound(game_id: str, language: str) -> tuple[Game[Any], Book]:
        """A game and its book; a game without a book is not found here."""
        game = known_game(game_id)
        if not has_book(game):
            raise NotFoundException
        return game, book(game, language)

    def page(request: AnyRequest, template: str, game: Game[Any], read: Book, **context: Any) -> Response[str]:
        """A page of the book, or, for a drawer, its inside."""
        frame = "part.html" if "part" in request.query_params else "book.html"
        return service.page(
            request,
            template,
            frame=frame,
            game=game_card(game, read.language),
            book=read,
            count=sum(1 for _, entry in read.entries() if entry.number),
            sandbox=SANDBOX,
            **context,
        )

    def chapter_page(request: AnyRequest, game: Game[Any], read: Book, chapter: Chapter) -> Response[str]:
        at = read.chapters.index(chapter)
        return page(
            request,
            "chapter.html",
            game,
            read,
            chapter=chapter,
            before=read.chapters[at - 1] if at else None,
            after=read.chapters[at + 1] if at + 1 < len(read.chapters) else None,
            asked=_asked(game, read.language, chapter),
            lessons=teaching(game, read.language, {entry.number for entry in chapter.entries} - {""}),
        )

    @get("/rules/{game_id:str}")
    async def first(request: AnyRequest, game_id: FromPath[str]) -> Response[str]:
        game, language = known_game(game_id), language_of(request)
        if not has_book(game):
            return service.page(request, "rules.html", game=game_card(game, language), rules=rules_of(game, language))
        read = book(game, language)
        return chapter_page(request, game, read, read.first or read.chapters[0])

    @get("/rules/{game_id:str}/{place:str}")
    async def chapter(request: AnyRequest, game_id: FromPath[str], place: FromPath[str]) -> Response[str]:
        game, read = bound(game_id, language_of(request))
        found = read.chapter(place)
        if found is None:
            raise NotFoundException
        return chapter_page(request, game, read, found)

    @get("/rules/{game_id:str}/rule/{number:str}")
    async def entry(request: AnyRequest, game_id: FromPath[str], number: FromPath[str]) -> Response[str]:
        """One entry, wherever it stands; a number without one is told under the nearest above it."""
        game, read = bound(game_id, language_of(request))
        found = read.entry(number)
        if found is None:
            raise NotFoundException
        return page(request, "entry.html", game, read, chapter=found[0], entry=found[1])

    @get("/rules/{game_id:str}/glossary")
    async def words(request: AnyRequest, game_id: FromPath[str]) -> Response[str]:
        game, read = bound(game_id, language_of(request))
        terms = sorted(read.terms.values(), key=lambda term: term.term.casefold())
        return page(request, "glossary.html", game, read, terms=terms)

    @get("/rules/{game_id:str}/whole")
    async def whole(request: AnyRequest, game_id: FromPath[str]) -> Response[str]:
        """The whole book on one page, to be printed."""
        game, read = bound(game_id, language_of(request))
        return page(request, "whole.html", game, read)

    @get("/rules/{game_id:str}/aid")
    async def aid(request: AnyRequest, game_id: FromPath[str]) -> Response[str]:
        game, read = bound(game_id, language_of(request))
        if read.aid is None:
            raise NotFoundException
        return page(request, "aid.html", game, read, aid=read.aid)

    @get("/rules/{game_id:str}/cards")
    async def cards(
        request: AnyRequest, game_id: FromPath[str], match: FromQuery[str | None] = None, seat: FromQuery[str | None] = None
    ) -> Response[str]:
        game, language = known_game(game_id), language_of(request)
        pieces = game.reference(language).pieces
        if not pieces or not has_book(game):
            raise NotFoundException
        places: dict[str, list[str]] = {}
        if match:
            places = await whereabouts(request, game, match, seat, language)
        groups: dict[str, list[Piece]] = {}
        for piece in pieces:
            groups.setdefault(piece.group, []).append(piece)
        words = catalogue(game, language)
        return page(
            request,
            "cards.html",
            game,
            book(game, language),
            groups=groups,
            filters=_filters(pieces),
            history={p.id: words[f"history.{p.id}"] for p in pieces if f"history.{p.id}" in words},
            places=places,
            match=match,
        )

    async def whereabouts(
        request: AnyRequest, game: Game[Any], match: str, seat: str | None, language: str
    ) -> dict[str, list[str]]:
        """Where the pieces of a match are, for all that this reader's own view tells."""
        room, guest = await service.room(match), await service.guests.of(request)
        if room.game is not game:
            raise NotFoundException
        through = viewpoint(room, guest, seat) if seat else own_viewpoint(room, guest)
        if delay_of(room, through):
            raise PermissionDeniedException
        if not room.record.dealt:
            return {}
        words = catalogue(game, language)
        found = game.whereabouts(room.match.view(through))
        return {piece: [_place(words, place) for place in places] for piece, places in found.items()}

    @get("/rulebooks/{game_id:str}/{name:str}")
    async def search(request: AnyRequest, game_id: FromPath[str], name: FromPath[str]) -> Response[bytes]:
        """What is searched and what terms mean, for the browser."""
        stem = name.removesuffix(".json")
        language = stem.removeprefix("terms.")
        if language not in LANGUAGES:
            raise NotFoundException
        game, _ = bound(game_id, language)
        return answer_kept(request, book_terms(game, language) if stem != language else book_index(game, language))

    return [first, chapter, entry, words, whole, aid, cards, search]


def _asked(game: Game[Any], language: str, chapter: Chapter) -> list[str]:
    """The questions at the table that this chapter answers."""
    asked = asked_by(game, language)
    return list(dict.fromkeys(title for entry in chapter.entries for _, title in asked.get(entry.number, ())))


def _place(words: Catalogue, place: str) -> str:
    return say(words, f"where.{place}", default=say(words, f"name.{place}"))


def _filters(pieces: tuple[Piece, ...]) -> dict[str, list[str]]:
    """What the cards can be filtered by: names with their values, in the order in which they occur."""
    found: dict[str, list[str]] = {}
    for piece in pieces:
        for name, value in piece.tags.items():
            values = found.setdefault(name, [])
            if value not in values:
                values.append(value)
    return {name: values for name, values in found.items() if len(values) > 1}
