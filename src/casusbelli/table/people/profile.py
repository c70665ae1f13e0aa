"""The page of a person: how strong, what played, with whom. Somebody he has blocked sees the page without a history."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, NamedTuple

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from sqlalchemy import Integer, and_, cast, func, or_, select

from casusbelli.game.registry import find
from casusbelli.kernel import SetupError
from casusbelli.words.texts import Catalogue, catalogue

from .. import schema
from ..lists import list_item, playable, seat_name
from ..records import Guest
from ..schema import now
from ..service import AnyRequest, Service
from ..store import Store
from ..words import language_of
from .accounts import Account
from .blocks import block, has_blocked, unblock
from .finishing import share
from .openings import favourites
from .ratings import DAY, NEW_MU, SHOWN_MIDDLE, SHOWN_SCALE, Strength, ladder, place_of, strengths_of

RECENT = 6
ON_A_PAGE = 30
MOST_PAGES = 1000
NOW_PLAYING = 6
WIDTH, HEIGHT = 220, 48
"""Of the line that shows a year."""


class Figures(NamedTuple):
    """What the head of the page tells."""

    matches: int
    duels: int
    duels_won: int
    left: int = 0
    """How many of the matches the person left to others."""

    @property
    def finishes(self) -> int:
        return share(self.matches, self.left)


def figures_of(store: Store, person: str) -> Figures:
    """Call it in a thread."""
    r = schema.result_rows.c
    per_pool = select(r.pool, func.count().label("played"), func.sum(cast(r.winner, Integer)).label("won")).where(
        r.person == person
    )
    (rows,) = store.ask(per_pool.group_by(r.pool))
    duels = [row for row in rows if row.pool.endswith("/2")]
    s = schema.seats
    ended = schema.result_rows.join(s, and_(r.match == s.c.match, r.seat == s.c.seat))
    (left,) = store.ask(select(func.count()).select_from(ended).where(r.person == person, s.c.left_how.is_not(None)))
    won = sum(int(row.won or 0) for row in duels)
    return Figures(sum(row.played for row in rows), sum(row.played for row in duels), won, int(left[0][0]))


def results_of(
    store: Store,
    person: str,
    viewer: str,
    *,
    game: str = "",
    rated: bool = False,
    against: str = "",
    start: int = 0,
    count: int = RECENT,
) -> list[Any]:
    """Results of a person that the viewer may know of, the latest first. Call it in a thread."""
    r, m, s = schema.result_rows, schema.matches, schema.seats
    sat = select(s.c.seat).where(s.c.match == r.c.match, s.c.guest == viewer).exists()
    conditions = [r.c.person == person, or_(m.c.spectators, r.c.rated, sat)]
    if game:
        conditions.append(m.c.game == game)
    if rated:
        conditions.append(r.c.rated)
    if against:
        other = r.alias("other")
        conditions.append(select(other.c.seat).where(other.c.match == r.c.match, other.c.person == against).exists())
    columns = (r, m.c.game, m.c.scenario, m.c.spectators, m.c.result, sat.label("sat"))
    query = select(*columns).select_from(r.join(m, r.c.match == m.c.id)).where(*conditions)
    (rows,) = store.ask(query.order_by(r.c.ended.desc(), r.c.position).offset(start).limit(count))
    return list(rows)


def others_in(store: Store, matches: list[str], person: str) -> dict[str, list[tuple[str, str]]]:
    """Who else sat there: a name, or the grade of a bot. Call it in a thread."""
    s, g = schema.seats, schema.guests
    joined = s.outerjoin(g, s.c.guest == g.c.id)
    others = and_(s.c.match.in_(matches), or_(s.c.guest.is_(None), s.c.guest != person))
    (rows,) = store.ask(select(s.c.match, s.c.bot, g.c.name).select_from(joined).where(others).order_by(s.c.match, s.c.position))
    found: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        found.setdefault(row.match, []).append((row.name or "", row.bot or ""))
    return found


def score_between(store: Store, person: str, other: str) -> tuple[int, int]:
    """How often the one and how often the other won where both sat. Call it in a thread."""
    one, two = schema.result_rows, schema.result_rows.alias("two")
    both = and_(one.c.match == two.c.match, one.c.person == person, two.c.person == other)
    (rows,) = store.ask(select(one.c.winner, two.c.winner.label("lost")).where(both))
    return sum(bool(row.winner) for row in rows), sum(bool(row.lost) for row in rows)


def year_of(store: Store, person: str) -> dict[str, list[tuple[int, float, float]]]:
    """How the ratings went over a year: moment, mu and sigma, by pool. Call it in a thread."""
    r = schema.result_rows.c
    recent = (r.person == person, r.mu_after.is_not(None), r.ended > now() - 365 * DAY)
    (rows,) = store.ask(select(r.pool, r.ended, r.mu_after, r.sigma_after).where(*recent).order_by(r.ended))
    found: dict[str, list[tuple[int, float, float]]] = {}
    for row in rows:
        found.setdefault(row.pool, []).append((row.ended, row.mu_after, row.sigma_after))
    return found


def line_of(points: list[tuple[int, float, float]]) -> dict[str, str]:
    """A year as a line and its band, for an SVG of a fixed size."""
    last = points[-60:]
    lowest, highest = min(mu - 2 * sigma for _, mu, sigma in last), max(mu + 2 * sigma for _, mu, sigma in last)
    step = WIDTH / max(1, len(last) - 1)

    def y(value: float) -> float:
        return HEIGHT - 3 - (HEIGHT - 6) * (value - lowest) / max(0.01, highest - lowest)

    def points_of(values: list[float]) -> list[str]:
        return [f"{n * step:.1f},{y(value):.1f}" for n, value in enumerate(values)]

    above = points_of([mu + 2 * sigma for _, mu, sigma in last])
    below = points_of([mu - 2 * sigma for _, mu, sigma in last])
    return {"line": " ".join(points_of([mu for _, mu, _ in last])), "band": " ".join([*above, *reversed(below)])}


def this_month(points: list[tuple[int, float, float]]) -> int | None:
    """By how much the shown rating moved in thirty days; None where nothing was played in them."""
    month = now() - 30 * DAY
    if points[-1][0] < month:
        return None
    before = next((mu for ended, mu, _ in reversed(points) if ended < month), NEW_MU)
    return round(SHOWN_SCALE * (points[-1][1] - NEW_MU)) - round(SHOWN_SCALE * (before - NEW_MU))


def shown_change(row: Any) -> int | None:
    """By how much a match moved the rating, as it is shown."""
    if row.mu_after is None:
        return None
    before, after = (round(SHOWN_SCALE * (float(mu) - NEW_MU)) for mu in (row.mu_before, row.mu_after))
    return after - before


def words_for(game: str, language: str) -> Catalogue:
    """The words of a game; of one that is not installed any more there are none."""
    try:
        return catalogue(find(game), language)
    except SetupError:
        return {}


def pool_title(pool: str, language: str) -> tuple[str, str]:
    """A pool in words: the game, and the number of seats where it can be played by several numbers."""
    game, _, seats = pool.rpartition("/")
    try:
        several = len({len(scenario.seats) for scenario in find(game).info.scenarios}) > 1
    except SetupError:
        several = False
    return words_for(game, language).get("game.title", game), seats if several else ""


def profile_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers."""
    store, accounts = service.store, service.desk.accounts

    async def person_named(who: str) -> tuple[Account | None, str]:
        """The account of an address like ``@ada``, or where it has moved to."""
        if not who.startswith("@") or len(who) > 60:
            raise NotFoundException
        found = await asyncio.to_thread(accounts.named, who[1:])
        if found is None:
            moved = await asyncio.to_thread(accounts.renamed, who[1:])
            if moved is not None and moved.open:
                return None, f"/@{moved.handle}"
        if found is None or not found.open:
            raise NotFoundException
        return found, ""

    async def seen_by(request: AnyRequest, person: str) -> tuple[Guest | None, bool]:
        """Who looks, and whether this person has blocked him."""
        guest = await service.guests.of(request)
        hidden = guest is not None and await asyncio.to_thread(has_blocked, store, person, guest.id)
        return guest, hidden

    def row_item(row: Any, others: list[tuple[str, str]], language: str) -> dict[str, Any]:
        words = words_for(row.game, language)
        return {
            "match": row.match,
            "title": words.get("game.title", row.game),
            "seat": seat_name(words, row.seat),
            "score": f"{row.score:g}" if row.score is not None else "",
            "rank": row.rank,
            "winner": row.winner,
            "change": shown_change(row),
            "ended": row.ended,
            "others": others,
            "open": row.spectators or row.sat,
        }

    async def items(rows: list[Any], person: str, language: str) -> list[dict[str, Any]]:
        others = await asyncio.to_thread(others_in, store, [row.match for row in rows], person) if rows else {}
        return [row_item(row, others.get(row.match, []), language) for row in rows]

    async def head(request: AnyRequest, found: Account, guest: Guest | None, *, hidden: bool) -> dict[str, Any]:
        """What all pages of a person have in common."""
        figures = Figures(0, 0, 0) if hidden else await asyncio.to_thread(figures_of, store, found.person)
        other = guest is not None and guest.account and guest.id != found.person
        between = await asyncio.to_thread(score_between, store, guest.id, found.person) if guest is not None and other else (0, 0)
        blocked = guest is not None and other and await asyncio.to_thread(has_blocked, store, guest.id, found.person)
        return {"person": found, "figures": figures, "other": other, "between": between, "blocked": blocked}

    @get("/{who:str}")
    async def profile(request: AnyRequest, who: FromPath[str]) -> Response[Any]:
        found, moved = await person_named(who)
        if found is None:
            return Redirect(moved, status_code=303)
        guest, hidden = await seen_by(request, found.person)
        language, viewer = language_of(request), guest.id if guest is not None else ""
        shown = not hidden and (guest is None or guest.preferences.get("ratings") != "hidden")
        strengths: dict[str, Strength] = await asyncio.to_thread(strengths_of, store, found.person) if shown else {}
        years = await asyncio.to_thread(year_of, store, found.person) if strengths else {}
        rows = [] if hidden else await asyncio.to_thread(results_of, store, found.person, viewer)
        return service.page(
            request,
            "people/profile.html",
            tab="overview",
            cards=[
                {
                    "title": pool_title(pool, language),
                    "pool": pool,
                    "strength": strength,
                    "month": this_month(years[pool]),
                    "place": await asyncio.to_thread(place_of, store, pool, found.person),
                    **line_of(years[pool]),
                }
                for pool, strength in sorted(strengths.items())
                if years.get(pool)
            ],
            recent=await items(rows, found.person, language),
            playing=[] if hidden else await playing_now(found.person, guest, language),
            seats=[] if hidden else await asyncio.to_thread(by_seat, found.person, language),
            openings=[] if hidden else await asyncio.to_thread(openings_of, found.person, language),
            size=(WIDTH, HEIGHT),
            **await head(request, found, guest, hidden=hidden),
        )

    async def playing_now(person: str, guest: Guest | None, language: str) -> list[dict[str, Any]]:
        """Matches of the person that go on and may be watched."""
        mine = [one.id for one in await asyncio.to_thread(store.mine, person) if not one.over][: 3 * NOW_PLAYING]
        m = schema.matches.c
        (rows,) = await asyncio.to_thread(store.ask, select(m.id).where(m.id.in_(mine), m.spectators)) if mine else ([],)
        watched = {row.id for row in rows}
        listed = await asyncio.to_thread(store.listed, [one for one in mine if one in watched][:NOW_PLAYING])
        return [list_item(one, guest, language) for one in listed]

    def openings_of(person: str, language: str) -> list[dict[str, Any]]:
        """The openings somebody likes, game by game."""
        r, m = schema.result_rows.c, schema.matches
        joined = schema.result_rows.join(m, r.match == m.c.id)
        (rows,) = store.ask(select(m.c.game).distinct().select_from(joined).where(r.person == person, r.opening.is_not(None)))
        told = []
        for game in sorted(row.game for row in rows):
            words = words_for(game, language)
            if words:
                told.append({"title": words.get("game.title", game), "liked": favourites(store, person, game, words)})
        return told

    def by_seat(person: str, language: str) -> list[dict[str, Any]]:
        """How somebody does on the seats of the game he plays most."""
        r, m = schema.result_rows.c, schema.matches
        joined = schema.result_rows.join(m, r.match == m.c.id)
        (rows,) = store.ask(select(m.c.game, r.seat, r.winner).select_from(joined).where(r.person == person))
        games = Counter(row.game for row in rows)
        if not games:
            return []
        game = games.most_common(1)[0][0]
        words = words_for(game, language)
        played, won = (
            Counter(row.seat for row in rows if row.game == game),
            Counter(row.seat for row in rows if row.game == game and row.winner),
        )
        return [
            {
                "title": words.get("game.title", game),
                "seat": seat_name(words, seat),
                "played": count,
                "share": round(100 * won[seat] / count),
            }
            for seat, count in played.most_common()
        ]

    @get("/{who:str}/matches")
    async def matches(
        request: AnyRequest,
        who: FromPath[str],
        page: FromQuery[int] = 1,
        game: FromQuery[str] = "",
        rated: FromQuery[str] = "",
        against: FromQuery[str] = "",
    ) -> Response[Any]:
        found, moved = await person_named(who)
        if found is None:
            return Redirect(f"{moved}/matches", status_code=303)
        guest, hidden = await seen_by(request, found.person)
        page, viewer = min(max(1, page), MOST_PAGES), guest.id if guest is not None else ""
        rows: list[Any] = []
        if not hidden:
            rows = await asyncio.to_thread(
                results_of,
                store,
                found.person,
                viewer,
                game=game,
                rated=rated == "on",
                against=viewer if against == "me" else "",
                start=(page - 1) * ON_A_PAGE,
                count=ON_A_PAGE + 1,
            )
        return service.page(
            request,
            "people/results.html",
            tab="against" if against == "me" else "matches",
            rows=await items(rows[:ON_A_PAGE], found.person, language_of(request)),
            page=page,
            more=len(rows) > ON_A_PAGE,
            game=game,
            rated=rated == "on",
            against=against,
            games=[(one.info.id, catalogue(one, language_of(request)).get("game.title", one.info.id)) for one in playable()],
            **await head(request, found, guest, hidden=hidden),
        )

    @post("/{who:str}/block", status_code=303)
    async def block_person(request: AnyRequest, who: FromPath[str]) -> Redirect:
        found, _ = await person_named(who)
        guest = await service.guests.of(request)
        assert guest is not None
        if found is not None:
            await block(store, guest.id, found.person)
        return Redirect("/account/blocks", status_code=303)

    @post("/{who:str}/unblock", status_code=303)
    async def unblock_person(request: AnyRequest, who: FromPath[str]) -> Redirect:
        found, moved = await person_named(who)
        guest = await service.guests.of(request)
        assert guest is not None
        if found is not None:
            await unblock(store, guest.id, found.person)
        return Redirect(f"/@{found.handle}" if found is not None else moved, status_code=303)

    @get("/ratings/{game_id:str}/{seats:int}")
    async def ratings(request: AnyRequest, game_id: FromPath[str], seats: FromPath[int]) -> Response[str]:
        pool = f"{game_id}/{seats}"
        title, several = pool_title(pool, language_of(request))
        if all(game.info.id != game_id for game in playable()):
            raise NotFoundException
        rows = await asyncio.to_thread(ladder, store, pool)
        return service.page(request, "people/ladder.html", title=title, seats=several, rows=rows, middle=SHOWN_MIDDLE)

    return [profile, matches, block_person, unblock_person, ratings]
