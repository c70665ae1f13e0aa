"""The programs' door, told to programs: an OpenAPI document made of the route table and of the types that are read and sent."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

import msgspec

from casusbelli.kernel import OptionValue, Seat

from ..pace import UNTIMED
from ..wire import Ack, Act, DealTold, Frame, Preview, PreviewAnswer, Refused, Say, SayCard, Undo, Why, WhyAnswer
from .brief import Brief
from .gate import WANTED
from .stream import News

ADDRESS = "/api/v1/openapi.json"

Said = Act | Undo | Why | Preview | Say | SayCard
"""What can be said by a single request."""
Answered = Ack | Refused | WhyAnswer | PreviewAnswer
LINES = "application/x-ndjson"


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    """A match to begin: ``seats`` says who sits where (me, open, bot:officer …), as usual where it does not."""

    game: str
    scenario: str | None = None
    options: dict[str, OptionValue] = {}
    seats: dict[Seat, str] = {}
    spectators: bool = True


class NewChallenge(NewMatch, forbid_unknown_fields=True):
    """A friendly challenge to whoever comes: ``seats`` that are not named are open. Nobody has to be there at once."""

    pace: str = UNTIMED
    note: str = ""


class Offered(msgspec.Struct, frozen=True):
    """A challenge that was made."""

    challenge: str
    seats: list[Seat]


class Taking(msgspec.Struct, forbid_unknown_fields=True):
    """The seat of a challenge; the first one that is free if not given."""

    seat: Seat | None = None


class Left(msgspec.Struct, frozen=True):
    """How many matches more a program may play at once, and begin among bots today."""

    matches: int
    among_bots_today: int


class Me(msgspec.Struct, frozen=True):
    """Who a program is, whose it is, and what its token is good for."""

    id: str
    name: str
    owner: str
    scopes: tuple[str, ...]
    left: Left


class ScenarioTold(msgspec.Struct, frozen=True):
    id: str
    seats: tuple[Seat, ...]


class OptionTold(msgspec.Struct, frozen=True):
    id: str
    values: tuple[OptionValue, ...]
    default: OptionValue


class GameTold(msgspec.Struct, frozen=True):
    """What can be played."""

    game: str
    rules_version: str
    scenarios: list[ScenarioTold]
    options: list[OptionTold]
    sitters: list[str]


class MatchTold(msgspec.Struct, frozen=True):
    """A match in which the program sits; ``turn``: it is asked."""

    match: str
    game: str
    seats: list[Seat]
    over: bool
    turn: bool


class Begun(msgspec.Struct, frozen=True):
    """A new match, and the addresses by which others sit down."""

    match: str
    seats: list[Seat]
    invitations: dict[Seat, str]


class Sat(msgspec.Struct, frozen=True):
    """A seat taken; ``match`` is null while a challenge waits for others."""

    match: str | None
    seats: list[Seat]


class Offer(msgspec.Struct, frozen=True):
    """A friendly challenge."""

    challenge: str
    maker: str
    game: str
    scenario: str
    pace: str = UNTIMED
    free: list[Seat] = []


class Analysed(msgspec.Struct, frozen=True):
    """A match that is over: how far its analysis has come, what it says, and the statistics of the game."""

    state: str
    analysis: Any
    statistics: Any


class Declined(msgspec.Struct, frozen=True):
    """A challenge that is not the program's any more: it has said no, or has given up its seat."""

    challenge: str


class Refusal(msgspec.Struct, frozen=True):
    """No, and why; ``seconds``: when to ask again."""

    error: str
    scope: str | None = None
    limit: str | None = None
    seconds: int | None = None
    why: str | None = None


class Operation(NamedTuple):
    """One route: what it does, what it answers with, what it reads."""

    summary: str
    answer: Any
    body: Any = None
    query: tuple[str, ...] = ()
    status: int = 200
    kind: str = "application/json"


OPERATIONS: dict[str, Operation] = {
    "GET /api/v1/me": Operation("Who am I, and what may I do", Me),
    "GET /api/v1/games": Operation("What can be played", list[GameTold]),
    "GET /api/v1/matches": Operation("My matches, those that wait for me first", list[MatchTold]),
    "GET /api/v1/matches/{match_id}/brief": Operation(
        "The position in words, as a seat of mine knows it", Brief, None, ("seat", "lang")
    ),
    "GET /api/v1/matches/{match_id}/frame": Operation(
        "One frame as at the socket, all events told; ETag: the number of actions and of what the house did",
        Frame | DealTold,
        None,
        ("seat",),
    ),
    "POST /api/v1/matches/{match_id}/act": Operation(
        "Say one thing as at the socket, and hear the answer", Answered, Said, ("seat",)
    ),
    "GET /api/v1/matches/{match_id}/journal": Operation(
        "The journal of a match that is over; before that, what a seat of mine was told and chose",
        dict[str, Any],
        None,
        ("seat",),
    ),
    "GET /api/v1/matches/{match_id}/analysis": Operation("What was worked out of a match that is over", Analysed),
    "GET /api/v1/stream": Operation("What happens to me, a line each as it happens", News, None, ("once",), kind=LINES),
    "GET /api/v1/challenges": Operation("Friendly offers I may take", list[Offer], None, ("game",)),
    "POST /api/v1/matches": Operation("Begin a friendly match", Begun, NewMatch, (), 201),
    "POST /api/v1/join/{token}": Operation("Accept an invitation", Sat),
    "POST /api/v1/challenges": Operation("Make a friendly challenge", Offered, NewChallenge, (), 201),
    "POST /api/v1/challenges/{challenge_id}/take": Operation("Take a seat of a challenge", Sat, Taking),
    "POST /api/v1/challenges/{challenge_id}/decline": Operation(
        "Say no to a challenge, give its seat up, or take one of mine back", Declined
    ),
}
"""Every route of ``api.gate``."""


@cache
def document() -> dict[str, Any]:
    """OpenAPI 3.1."""
    types = [one for operation in OPERATIONS.values() for one in (operation.answer, operation.body) if one is not None]
    schemas, components = msgspec.json.schema_components([*types, Refusal], ref_template="#/components/schemas/{name}")
    by_type = dict(zip(map(repr, [*types, Refusal]), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route, operation in OPERATIONS.items():
        method, path = route.split(" ")
        paths.setdefault(path, {})[method.lower()] = _told(route, operation, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Casus Belli, for programs", "version": "1"},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _told(route: str, operation: Operation, by_type: dict[str, Any]) -> dict[str, Any]:
    path = route.split(" ")[1]
    text = {"schema": {"type": "string"}}
    in_path = [{"name": name, "in": "path", "required": True, **text} for name in re.findall(r"\{(\w+)\}", path)]
    in_query = [{"name": name, "in": "query", **text} for name in operation.query]
    told: dict[str, Any] = {
        "summary": operation.summary,
        "parameters": [*in_path, *in_query],
        "security": [{"token": [WANTED[route]]}],
        "responses": {
            str(operation.status): {"description": "done", "content": _json(by_type[repr(operation.answer)], operation.kind)},
            "default": {"description": "refused", "content": _json(by_type[repr(Refusal)])},
        },
    }
    if operation.body is not None:
        told["requestBody"] = {"content": _json(by_type[repr(operation.body)])}
    return told


def _json(schema: Any, kind: str = "application/json") -> dict[str, Any]:
    return {kind: {"schema": schema}}
