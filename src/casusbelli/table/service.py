"""What the routes share: the store, the matches in play, the guests, and who may see what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException, PermissionDeniedException

from casusbelli.kernel import Seat

from .analyst import Analyst
from .api.gate import Gate
from .api.stream import Streams
from .archive import Archive
from .files import Files, terms_address
from .guests import YEAR, Guests, is_secure
from .hours import Hours
from .hub import Hub
from .listings import Listings
from .lobby.challenges import Challenges
from .lobby.pairing import Pairing
from .packing import packed_once
from .people.desk import Desk
from .people.keeping import Keeping
from .people.preferences import for_scripts
from .post.office import Office
from .records import Glance, Guest
from .room import REAL_HOURS, Room
from .settings import Settings
from .staff.watch import Watch
from .store import Store
from .study import Studies
from .tournaments.judging import adjudicate
from .tournaments.tournaments import Tournaments
from .words import TOLD_BY_THEMSELVES, day_in_words, language_of, page_words, signed, speaker, theme_of, to_json

AnyRequest = Request[Any, Any, Any]

HTML = "text/html; charset=utf-8"
TABLE = "match.html"
"""The pages with a board. They are packed. Others are not: a page that holds a secret beside something that a stranger can put
into it would tell of the secret by its length."""


class Service:
    """One server's belongings."""

    def __init__(self, store: Store, settings: Settings, hours: Hours = REAL_HOURS) -> None:
        self.settings = settings
        self.store = store
        self.hub = Hub(store, settings, hours)
        self.studies = Studies(settings, shared=store.shared)
        self.guests = Guests(store, self.hub.whereabouts, factor_needed=settings.second_factor == "required")
        self.gate = Gate(settings.token_rate)
        self.streams = Streams()
        self.desk = Desk(store, settings, self.guests)
        self.challenges = Challenges(store)
        self.pairing = Pairing(store)
        self.tournaments = Tournaments(store)
        self.keeping = Keeping(store, self.guests, self.hub)
        self.hub.relay.people |= {"g": self.guests.forget_here, "x": self.guests.ended_here, "f": self.pairing.paired}
        self.archive = Archive(store, settings)
        self.analyst = Analyst(store, settings)
        self.tournaments.adjudicate = partial(adjudicate, self.hub, self.analyst)
        self.listings = Listings(store, settings)
        self.post = Office(store, settings, self.hub, self.archive, self.desk.keeper, hours)
        self.desk.announce = self.post.tell
        self.watch = Watch(store, self.hub, self.guests)
        self.files = Files(readable=settings.readable)
        self._templates = Environment(
            loader=PackageLoader("casusbelli.table"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters["signed"] = signed

    async def room(self, match_id: str) -> Room:
        """The match of that id; anything else is not found."""
        room = await self.hub.room(match_id)
        if room is None:
            raise NotFoundException
        return room

    async def glance(self, match_id: str) -> Room | Glance:
        """Who may look at that match; it is not brought into memory for this. Anything else is not found."""
        found = self.hub.present(match_id) or await self.archive.glance(match_id)
        if found is None:
            raise NotFoundException
        return found

    async def table_page(self, request: AnyRequest, **context: Any) -> Response[Any]:
        """The page of a table: it comes when its volumes are there."""
        await self.files.prepared()
        return self.page(request, TABLE, **context)

    def page(
        self, request: AnyRequest, template: str, *, status: int = 200, cookies: Sequence[Cookie] = (), **context: Any
    ) -> Response[Any]:
        """A page in the reader's language."""
        language, me = language_of(request), self.guests.seen(request)
        jar = [*cookies, *self.guests.upgraded(request)]
        if request.query_params.get("lang") == language and request.cookies.get("lang") != language:
            jar.append(Cookie("lang", value=language, path="/", max_age=YEAR, samesite="lax", secure=is_secure(request)))
        mark = self.files.mark_of(context["game"]["id"]) if template == TABLE else ""
        html = self._templates.get_template(template).render(
            t=speaker(page_words(language)),
            words=page_words(language),
            lang=language,
            day=partial(day_in_words, page_words(language)),
            languages=TOLD_BY_THEMSELVES,
            theme=theme_of(request) or (me.preferences.get("theme") if me is not None else None),
            wishes=to_json(for_scripts(me.preferences)) if me is not None and me.preferences else "",
            me=me,
            bare=me is not None and me.bare and self.guests.factor_needed,
            signup=self.desk.open,
            file=self.files.edition.address,
            script=partial(self.files.edition.address, mark=mark),
            modules=(lambda *entries: entries) if mark else self.files.edition.modules,
            styles=self.files.edition.styles,
            data=self.files.edition.data,
            words_at=self.files.texts_address,
            terms_at=terms_address,
            path=request.url.path,
            query=[(key, value) for key, value in request.query_params.multi_items() if key != "lang"],
            **context,
        )
        headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language", "Content-Language": language}
        body = html.encode()
        if template == TABLE:
            packed, body = packed_once(body, request.headers.get("accept-encoding", ""))
            if packed:
                headers["Content-Encoding"] = packed
                headers["Vary"] += ", Accept-Encoding"
        return Response(body, status_code=status, media_type=HTML, headers=headers, cookies=jar)

    @staticmethod
    def device_cookies(request: AnyRequest, wishes: Mapping[str, str]) -> list[Cookie]:
        """Language and theme as wished, for the device at which it was wished."""
        told = [("lang", wishes.get("language", "")), ("theme", wishes.get("theme", ""))]
        return [
            Cookie(name, value=value, path="/", max_age=YEAR if value else 0, samesite="lax", secure=is_secure(request))
            for name, value in told
        ]


def seats_of(room: Room | Glance, guest: Guest | None) -> list[Seat]:
    """The seats this guest holds, in the order of the table."""
    return [seat for seat, held in room.seats.items() if held.held_by(guest)]


def may_watch(room: Room | Glance, guest: Guest | None) -> bool:
    """Whether this guest may see what everybody may see."""
    open_to_all = room.record.spectators or (room.over and room.record.shared)
    return open_to_all or bool(seats_of(room, guest)) or (guest is not None and guest.id == room.record.creator)


def viewpoint(room: Room | Glance, guest: Guest | None, wanted: str | None, *, past: bool = False) -> Seat | None:
    """The seat whose eyes this guest may look through, as wanted; None: the public's.

    A seat belongs to who holds it. The past of a match that is over is open from every seat to all who may watch.
    """
    if wanted in seats_of(room, guest):
        return wanted
    if not may_watch(room, guest):
        raise PermissionDeniedException
    if wanted and not (past and room.over and wanted in room.seats):
        raise PermissionDeniedException
    return wanted or None


def own_viewpoint(room: Room | Glance, guest: Guest | None) -> Seat | None:
    """Without a wish: the guest's seat that is asked now, else his first one, else the public's."""
    held = seats_of(room, guest)
    asked_now = room.asked if isinstance(room, Glance) else room.match.asked()
    asked = [seat for seat in held if seat in asked_now]
    return viewpoint(room, guest, next(iter([*asked, *held]), None))
