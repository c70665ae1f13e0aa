"""The tables of the store, in words every SQL dialect understands, and how older databases become this one."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
    false,
    insert,
    inspect,
    literal,
    select,
    true,
    update,
)

metadata = MetaData()

NEVER = 2**53
"""A time that does not come."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


schema_version = Table("schema_version", metadata, Column("version", Integer, primary_key=True, autoincrement=False))

guests = Table(
    "guests",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("secret_hash", String(64), nullable=False, unique=True),
    Column("name", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("preferences", Text, nullable=False, server_default="{}"),
    Column("merged_into", String(24)),
)
"""Everybody who has played here, with or without an account. ``secret_hash`` is of older cookies; sessions have taken its
place, and new people have their own id in it. ``merged_into`` is the person to whom this one's matches were moved."""

accounts = Table(
    "accounts",
    metadata,
    Column("person", String(24), ForeignKey("guests.id"), primary_key=True),
    Column("handle", String(24), nullable=False),
    Column("handle_key", String(60), nullable=False, unique=True),
    Column("password", String(200)),
    Column("totp", LargeBinary),
    Column("totp_used", BigInteger, nullable=False, server_default="0"),
    Column("state", String(10), nullable=False, server_default="active"),
    Column("state_until", BigInteger),
    Column("erase_words", Boolean, nullable=False, server_default=false()),
    Column("staff", String(10)),
    Column("created", BigInteger, nullable=False),
    Column("renamed", BigInteger),
    Column("invitation", String(24)),
)
"""A name nobody else has and a way back in. ``totp`` is the seed of the second factor, encrypted; ``totp_used`` the last step
used. ``state``: active · leaving (until the day it is erased) · suspended · gone. ``invitation``: the one it was made by."""

admissions = Table(
    "admissions",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("note", String(80), nullable=False),
    Column("maker", String(80), nullable=False),
    Column("uses", Integer, nullable=False),
    Column("used", Integer, nullable=False, server_default="0"),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("withdrawn", BigInteger),
)
"""Invitations to make an account, for houses where not everybody may, by the hash of what is in their links."""

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("person", String(24), ForeignKey("guests.id"), nullable=False, index=True),
    Column("secret_hash", String(64), nullable=False, unique=True),
    Column("kind", String(10), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("device", String(60), nullable=False, server_default=""),
    Column("sudo_until", BigInteger, nullable=False, server_default="0"),
)
"""A browser that is known: a guest's, or one where somebody has signed in. The store keeps the hash of the cookie alone."""

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("person", String(24), ForeignKey("guests.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("code_hash", String(64), nullable=False),
    Column("used", BigInteger),
)

signin_failures = Table(
    "signin_failures",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""How often somebody failed to sign in under a name, whether there is such a name or not, and until when he has to wait."""

signin_steps = Table(
    "signin_steps",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", String(24), ForeignKey("guests.id"), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("brief", Boolean, nullable=False),
    Column("expires", BigInteger, nullable=False),
)
"""Somebody who has given his password and not yet his second factor."""

devices = Table(
    "devices",
    metadata,
    Column("person", String(24), ForeignKey("guests.id"), primary_key=True),
    Column("secret_hash", String(64), primary_key=True),
    Column("seen", BigInteger, nullable=False),
)
"""Browsers in which the person has signed in before: the right password from there does not wait."""

old_names = Table(
    "old_names",
    metadata,
    Column("handle_key", String(60), primary_key=True),
    Column("person", String(24), ForeignKey("guests.id"), nullable=False),
    Column("until", BigInteger, nullable=False),
)

blocks = Table(
    "blocks",
    metadata,
    Column("person", String(24), ForeignKey("guests.id"), primary_key=True),
    Column("other", String(24), ForeignKey("guests.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

mutes = Table(
    "mutes",
    metadata,
    Column("match", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("person", String(24), ForeignKey("guests.id"), primary_key=True),
    Column("seat", String(60), primary_key=True),
)
"""Whose free words the person does not want to read in this match."""

exports = Table(
    "exports",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("person", String(24), ForeignKey("guests.id"), nullable=False, index=True),
    Column("session", String(24), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("data", LargeBinary),
)
"""What somebody has asked for of his own: a zip file, for a day. ``data`` is empty while it is being made."""

PEOPLE = (accounts, sessions, recovery_codes, signin_failures, signin_steps, devices, old_names, blocks, mutes, exports)

matches = Table(
    "matches",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("scenario", String(60), nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("rules_version", String(60), nullable=False),
    Column("content", String(64), nullable=False),
    Column("creator", String(24), ForeignKey("guests.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("aids", Boolean, nullable=False, server_default=true()),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("asked", Text, nullable=False),
    Column("result", Text),
    Column("pace", Text),
    Column("at_flag", String(12), nullable=False, server_default="none"),
    Column("closed", Text),
    Column("shared", Boolean, nullable=False, server_default=false()),
    Column("watch_delay", Integer, nullable=False, server_default="0"),
    Column("deal", Text),
)
"""``deal`` is what the chance of a match between people is made of (``records.Dealing``); while it is not made ``seed`` is empty.
``asked`` is who is asked before the first choice; later it is in the last action. ``result`` stays empty until the rules end
the match, ``closed`` until the house does. ``pace`` is empty where there is no clock."""

seats = Table(
    "seats",
    metadata,
    Column("match", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("seat", String(60), primary_key=True),
    Column("position", Integer, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("guest", String(24), ForeignKey("guests.id"), index=True),
    Column("bot", String(60)),
    Column("token", String(48), unique=True),
    Column("was", String(24), index=True),
    Column("caretaker", String(60)),
    Column("left_how", String(10)),
    Column("left_at", BigInteger),
    Column("expires", BigInteger),
    Column("for_person", String(24)),
    Column("seen", Integer, nullable=False, server_default="0"),
)
"""``token`` is the invitation to an open seat: until ``expires``, and where ``for_person`` says so for that person alone.
``seen`` is how many events of the seat its person has seen, on whatever device.
``was`` is the guest from whom the seat was moved to an account: the browser he used plays on. ``caretaker`` plays for a
person who has left (``left_how`` says how); the seat stays that person's."""

actions = Table(
    "actions",
    metadata,
    Column("match", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(60), nullable=False),
    Column("choice_id", String(64), nullable=False),
    Column("choice", Text),
    Column("asked", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("rewound_to", Integer),
    UniqueConstraint("match", "choice_id"),
    sqlite_with_rowid=False,
)
"""Rows are added and never changed; removed are choices together with their undos alone. ``seq`` counts from 1; an action
without a choice is an undo or, with ``rewound_to``, the agreement to go back past a roll to when so many choices stood;
``asked`` is who is asked after it."""

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("match", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("choices", Integer, nullable=False),
    Column("rules_version", String(60), nullable=False),
    Column("state", LargeBinary, nullable=False),
)
"""The state at the start of the phase that was in play after action ``seq``; ``choices`` choices had led to it."""

chat = Table(
    "chat",
    metadata,
    Column("match", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("message_id", String(64), nullable=False),
    Column("seat", String(60), nullable=False),
    Column("name", String(60), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("card", Text),
    Column("hidden_by", String(80)),
    Column("person", String(24)),
    UniqueConstraint("match", "message_id"),
    Index("chat_person", "person"),
)
"""What was said. ``name`` is how the person was called, ``person`` who it was: a seat can change hands."""

lesson_progress = Table(
    "lesson_progress",
    metadata,
    Column("guest", String(24), ForeignKey("guests.id"), primary_key=True),
    Column("game", String(60), primary_key=True),
    Column("lesson", String(60), primary_key=True),
    Column("progress", Text, nullable=False),
    Column("at", Integer, nullable=False),
    Column("of", Integer, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("begun", BigInteger, nullable=False),
    Column("moved", BigInteger, nullable=False),
)
"""How far a guest has come in a lesson: one row, written over. ``progress`` is a ``learn.Progress``."""

sandboxes = Table(
    "sandboxes",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("guest", String(24), ForeignKey("guests.id"), nullable=False, index=True),
    Column("recipe", Text, nullable=False),
    Column("used", BigInteger, nullable=False),
)
"""Private tables where nothing counts: a ``learn.Recipe`` each, forgotten some days after their last use."""

exercise_progress = Table(
    "exercise_progress",
    metadata,
    Column("guest", String(24), ForeignKey("guests.id"), primary_key=True),
    Column("game", String(60), primary_key=True),
    Column("exercise", String(60), primary_key=True),
    Column("tries", Integer, nullable=False),
    Column("solved", Boolean, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", String(24), ForeignKey("guests.id"), primary_key=True),
    Column("pool", String(70), primary_key=True),
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("matches", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
)
"""How strong somebody is, by game and number of seats. ``casus admin ratings`` makes it anew from ``result_rows``."""

result_rows = Table(
    "result_rows",
    metadata,
    Column("match", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("seat", String(60), primary_key=True),
    Column("position", Integer, nullable=False),
    Column("person", String(24), ForeignKey("guests.id")),
    Column("bot", String(60)),
    Column("pool", String(70), nullable=False),
    Column("rank", Integer, nullable=False),
    Column("score", Float(53)),
    Column("winner", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("alone", Boolean, nullable=False, server_default=false()),
    Column("mu_before", Float(53)),
    Column("mu_after", Float(53)),
    Column("sigma_after", Float(53)),
    Column("opening", Text),
    Column("ended", BigInteger, nullable=False, index=True),
    Index("result_rows_person", "person", "ended"),
)
"""How a match ended for each seat. ``ended`` is different for every match and grows: the order in which ratings moved. ``alone``
is a rated match against bots alone, of which a few count each day; ``opening`` is how the seat began, where
its game has words for it."""

challenges = Table(
    "challenges",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("maker", String(24), ForeignKey("guests.id"), nullable=False, index=True),
    Column("game", String(60), nullable=False),
    Column("personal", Boolean, nullable=False),
    Column("terms", Text, nullable=False),
    Column("rating", Integer),
    Column("state", String(10), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("match", String(24), ForeignKey("matches.id"), index=True),
    Column("seen", BigInteger, nullable=False, server_default="0"),
    Column("called_until", BigInteger),
    Index("challenges_open", "state", "game", "created"),
)
"""Offers to play. ``state``: open · started (``match`` is what it led to) · lapsed · withdrawn. ``seen`` is when the maker last
looked; until ``called_until`` whoever took the last seat waits for a maker who was away."""

challenge_seats = Table(
    "challenge_seats",
    metadata,
    Column("challenge", String(24), ForeignKey("challenges.id"), primary_key=True),
    Column("seat", String(60), primary_key=True),
    Column("position", Integer, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("person", String(24), ForeignKey("guests.id"), index=True),
    Column("bot", String(60)),
    Column("taken_at", BigInteger),
)

wishes = Table(
    "wishes",
    metadata,
    Column("person", String(24), ForeignKey("guests.id"), primary_key=True),
    Column("game", String(60), primary_key=True),
    Column("pace", String(10), nullable=False),
    Column("rating", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("officer", Boolean, nullable=False, server_default=false()),
    Column("offered", String(24)),
    Column("offered_at", BigInteger, nullable=False, server_default="0"),
    Column("ready", Boolean, nullable=False, server_default=false()),
    Column("last", String(24)),
)
"""Who waits to be paired for which game at which pace."""

houses = Table(
    "houses",
    metadata,
    Column("match", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("state", Text, nullable=False),
    Column("due", BigInteger, index=True),
    Column("revision", Integer, nullable=False, default=0, server_default="0"),
)
"""What the house keeps of a match in play, as one document: clocks, flags, proposals, pause. Written in the transaction of the
action that changes it. ``due`` is when the house has to look at it again, whoever is there."""

house_lines = Table(
    "house_lines",
    metadata,
    Column("match", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("choices", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("seat", String(60)),
    Column("data", Text, nullable=False),
)
"""The house's lines in the log of a match."""

clock_marks = Table(
    "clock_marks",
    metadata,
    Column("match", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("clocks", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""The clocks after action ``seq``, of matches that have clocks."""

stewards = Table(
    "stewards",
    metadata,
    Column("name", String(48), primary_key=True),
    Column("process", String(24), nullable=False),
    Column("until", BigInteger, nullable=False),
)
"""Which of several processes looks after what at present: the bots of a match, pairing, clocks."""

beats = Table("beats", metadata, Column("process", String(60), primary_key=True), Column("at", BigInteger, nullable=False))
"""When a server was last there, as long as clocks run."""

absences = Table(
    "absences",
    metadata,
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False, index=True),
)
"""When no server was there: nobody's time."""

notes = Table(
    "notes",
    metadata,
    Column("match", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("guest", String(24), ForeignKey("guests.id"), primary_key=True),
    Column("seat", String(60), primary_key=True),
    Column("text", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""What somebody has written for himself alone beside a match."""

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("title", String(60), nullable=False),
    Column("host", String(24), ForeignKey("guests.id"), nullable=False, index=True),
    Column("terms", Text, nullable=False),
    Column("system", String(10), nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("days", Integer, nullable=False),
    Column("state", String(10), nullable=False, index=True),
    Column("seed", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
)
"""``state``: entry · running · over · off. ``rounds`` 0: as many as it takes, known when it begins."""

tournament_players = Table(
    "tournament_players",
    metadata,
    Column("tournament", String(24), ForeignKey("tournaments.id"), primary_key=True),
    Column("person", String(24), ForeignKey("guests.id"), primary_key=True),
    Column("entered", BigInteger, nullable=False),
    Column("gone", BigInteger),
    Column("head_start", Float(53), nullable=False, server_default="0"),
)

tournament_tables = Table(
    "tournament_tables",
    metadata,
    Column("tournament", String(24), ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("match", String(24), ForeignKey("matches.id")),
    Column("people", Text, nullable=False),
    Column("points", Text),
    Column("due", BigInteger, nullable=False),
)
"""A table without a match is a free point."""

outside_bots = Table(
    "outside_bots",
    metadata,
    Column("person", String(24), ForeignKey("guests.id"), primary_key=True),
    Column("owner", String(24), ForeignKey("guests.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("ended", BigInteger),
)
"""Programs of other people that play here, each a person with an owner."""

api_tokens = Table(
    "api_tokens",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("person", String(24), ForeignKey("guests.id"), nullable=False, index=True),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("name", String(60), nullable=False),
    Column("scopes", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("used", BigInteger),
    Column("calls", BigInteger, nullable=False, server_default="0"),
)
"""What a program is known by. The store keeps the hash alone; one that has ended has lapsed."""
notices = Table(
    "notices",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("person", String(24), ForeignKey("guests.id"), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("match", String(24), ForeignKey("matches.id")),
    Column("seat", String(60)),
    Column("key", String(160), nullable=False, unique=True),
    Column("data", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seen", BigInteger),
    Index("notices_person", "person", "at"),
)
"""What somebody is told in the page. ``key`` names the occasion: it is told once, whoever finds it first."""

outbox = Table(
    "outbox",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("notice", String(24), ForeignKey("notices.id"), index=True),
    Column("person", String(24), ForeignKey("guests.id"), nullable=False),
    Column("channel", String(10), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("data", Text, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("state", String(10), nullable=False),
    Column("folded", Boolean, nullable=False, server_default=false()),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("claim", String(24)),
    Column("claimed_until", BigInteger, nullable=False, server_default="0"),
    Column("error", String(200)),
    Column("done", BigInteger),
    Index("outbox_due", "state", "due"),
    Index("outbox_person", "person", "state"),
)
"""What is to be sent. ``state``: due · digest (waits for the next one) · sending (whoever has the ``claim`` does) · sent ·
dropped (nobody needs it any more) · dead. ``folded``: it goes with a digest."""

channels = Table(
    "channels",
    metadata,
    Column("person", String(24), ForeignKey("guests.id"), primary_key=True),
    Column("kind", String(10), primary_key=True),
    Column("address", String(500), nullable=False),
    Column("secret", LargeBinary),
    Column("state", String(10), nullable=False),
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("told", String(60), nullable=False, server_default=""),
    Column("at", BigInteger, nullable=False),
)
"""Where somebody can be reached: mail · webhook. ``state``: new (not confirmed yet) · on · off (it failed too often)."""

postings = Table(
    "postings",
    metadata,
    Column("person", String(24), ForeignKey("guests.id"), primary_key=True),
    Column("settings", Text, nullable=False),
    Column("digest_due", BigInteger, index=True),
)
"""What somebody wants to be told, how and when."""

mail_links = Table(
    "mail_links",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", String(24), ForeignKey("guests.id"), nullable=False, index=True),
    Column("purpose", String(10), nullable=False),
    Column("address", String(254), nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("used", BigInteger),
)
"""Links that were sent by mail, by the hash of what is in them; each works once."""

sightings = Table(
    "sightings",
    metadata,
    Column("person", String(24), ForeignKey("guests.id"), primary_key=True),
    Column("match", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""When somebody last looked at a match and did something there, so that other processes know."""

POST = (notices, outbox, channels, postings, mail_links, sightings)

reports = Table(
    "reports",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("by", String(24), ForeignKey("guests.id"), nullable=False, index=True),
    Column("against", String(24), ForeignKey("guests.id")),
    Column("match", String(24), ForeignKey("matches.id")),
    Column("line", Integer),
    Column("reason", String(20), nullable=False),
    Column("text", Text, nullable=False),
    Column("context", Text, nullable=False),
    Column("state", String(10), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
)
"""What people tell those who look after the house. ``context`` is what was said round the line; ``state``: open · closed."""

restraints = Table(
    "restraints",
    metadata,
    Column("person", String(24), ForeignKey("guests.id"), primary_key=True),
    Column("kind", String(10), primary_key=True),
    Column("until", BigInteger, nullable=False),
    Column("reason", String(300), nullable=False),
)
"""Who may not do something for a while: ``silenced`` people play and use cards, and write no free words."""

audit = Table(
    "audit",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("actor", String(80), nullable=False),
    Column("act", String(20), nullable=False),
    Column("target", String(80), nullable=False),
    Column("reason", String(300), nullable=False),
    Column("data", Text, nullable=False),
)
"""Every act of those who look after the house. Rows are added and never changed."""

signals = Table(
    "signals",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("what", String(80), nullable=False),
)
"""What servers that run have to look at again: ``person <id>`` or ``match <id>``."""

STAFF = (reports, restraints, audit, signals)
analyses = Table(
    "analyses",
    metadata,
    Column("match", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("state", String(10), nullable=False),
    Column("asked", BigInteger, nullable=False),
    Column("person", String(24), nullable=False),
    Column("data", LargeBinary),
    Column("updated", BigInteger, nullable=False),
)
"""How finished matches went (a ``bots.evaluate.Analysis``), as far as it is worked out. ``state``: running · done · failed."""

shares = Table(
    "shares",
    metadata,
    Column("match", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("person", String(24), ForeignKey("guests.id"), nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Links by which everybody may look at a finished match that was private."""

leaves = Table(
    "leaves",
    metadata,
    Column("person", String(24), ForeignKey("guests.id"), primary_key=True),
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
)
"""When somebody is on leave: whole days of his own zone. His clocks of matches by post do not run then."""

Index("matches_open", matches.c.listed, matches.c.created)
by_creator = Index("matches_creator", matches.c.creator)


def _find_matches_by_their_creator(connection: Connection) -> None:
    by_creator.create(connection, checkfirst=True)


def _learning(connection: Connection) -> None:
    metadata.create_all(connection, tables=[lesson_progress])


def _thinking(connection: Connection) -> None:
    """Sandboxes, exercises, and whether a match allows aids to thinking."""
    metadata.create_all(connection, tables=[sandboxes, exercise_progress])
    if "aids" not in {column["name"] for column in inspect(connection).get_columns("matches")}:
        connection.exec_driver_sql("ALTER TABLE matches ADD COLUMN aids BOOLEAN NOT NULL DEFAULT TRUE")


def _people(connection: Connection) -> None:
    """Sessions take the place of the cookie's secret, which goes on working; accounts and what belongs to them."""
    metadata.create_all(connection, tables=list(PEOPLE))
    for table, column, kind in (
        ("guests", "preferences", "TEXT NOT NULL DEFAULT '{}'"),
        ("guests", "merged_into", "VARCHAR(24)"),
        ("seats", "was", "VARCHAR(24)"),
    ):
        if column not in {known["name"] for known in inspect(connection).get_columns(table)}:
            connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {column} {kind}")
    for index in seats.indexes:
        index.create(connection, checkfirst=True)
    known = select(
        guests.c.id, guests.c.id, guests.c.secret_hash, literal("guest"), guests.c.created, literal(now()), literal(NEVER)
    )
    connection.execute(insert(sessions).from_select(["id", "person", "secret_hash", "kind", "created", "seen", "expires"], known))


def _lobby(connection: Connection) -> None:
    """Results by seat, ratings, challenges, and who waits to be paired."""
    metadata.create_all(connection, tables=[ratings, result_rows, challenges, challenge_seats, wishes])
    if "rated" not in {column["name"] for column in inspect(connection).get_columns("matches")}:
        connection.exec_driver_sql("ALTER TABLE matches ADD COLUMN rated BOOLEAN NOT NULL DEFAULT FALSE")


def _the_house(connection: Connection) -> None:
    """Pace, clocks, and endings that are not the rules'."""
    metadata.create_all(connection, tables=[houses, house_lines, clock_marks, beats, absences])
    for table, columns in {
        "matches": {"pace": "TEXT", "at_flag": "VARCHAR(12) NOT NULL DEFAULT 'none'", "closed": "TEXT"},
        "seats": {"caretaker": "VARCHAR(60)", "left_how": "VARCHAR(10)", "left_at": "BIGINT"},
    }.items():
        there = {column["name"] for column in inspect(connection).get_columns(table)}
        for name, kind in columns.items():
            if name not in there:
                connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {name} {kind}")


def _notes(connection: Connection) -> None:
    metadata.create_all(connection, tables=[notes])


def _cards(connection: Connection) -> None:
    """What is said by cards."""
    if "card" not in {column["name"] for column in inspect(connection).get_columns("chat")}:
        connection.exec_driver_sql("ALTER TABLE chat ADD COLUMN card TEXT")


def _tournaments(connection: Connection) -> None:
    metadata.create_all(connection, tables=[tournaments, tournament_players, tournament_tables])


def _outside_bots(connection: Connection) -> None:
    metadata.create_all(connection, tables=[outside_bots, api_tokens])


def _post(connection: Connection) -> None:
    """Notices, and what is sent by mail and webhook."""
    metadata.create_all(connection, tables=list(POST))


def _several_processes(connection: Connection) -> None:
    """Who looks after what, and how often the house's document has been written."""
    metadata.create_all(connection, tables=[stewards])
    if "revision" not in {column["name"] for column in inspect(connection).get_columns("houses")}:
        connection.exec_driver_sql("ALTER TABLE houses ADD COLUMN revision INTEGER NOT NULL DEFAULT 0")


def _staff(connection: Connection) -> None:
    """Reports, restraints, the audit log, and how servers that run learn of what was done."""
    metadata.create_all(connection, tables=list(STAFF))
    if "hidden_by" not in {column["name"] for column in inspect(connection).get_columns("chat")}:
        connection.exec_driver_sql("ALTER TABLE chat ADD COLUMN hidden_by VARCHAR(80)")


def _analyses(connection: Connection) -> None:
    """How matches went, and links to look at them."""
    metadata.create_all(connection, tables=[analyses, shares])
    if "shared" not in {column["name"] for column in inspect(connection).get_columns("matches")}:
        connection.exec_driver_sql("ALTER TABLE matches ADD COLUMN shared BOOLEAN NOT NULL DEFAULT FALSE")


def _watching_later(connection: Connection) -> None:
    if "watch_delay" not in {column["name"] for column in inspect(connection).get_columns("matches")}:
        connection.exec_driver_sql("ALTER TABLE matches ADD COLUMN watch_delay INTEGER NOT NULL DEFAULT 0")


def _leaves(connection: Connection) -> None:
    metadata.create_all(connection, tables=[leaves])


def _fair_chance(connection: Connection) -> None:
    """Deals that are made by all, and going back past a roll."""
    for table, column, kind in (("matches", "deal", "TEXT"), ("actions", "rewound_to", "INTEGER")):
        if column not in {known["name"] for known in inspect(connection).get_columns(table)}:
            connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {column} {kind}")


def _meeting(connection: Connection) -> None:
    """Invitations that end or are for somebody, how far somebody has seen a match, makers of challenges who are away."""
    for table, columns in {
        "seats": {"expires": "BIGINT", "for_person": "VARCHAR(24)", "seen": "INTEGER NOT NULL DEFAULT 0"},
        "challenges": {"seen": "BIGINT NOT NULL DEFAULT 0", "called_until": "BIGINT"},
    }.items():
        there = {column["name"] for column in inspect(connection).get_columns(table)}
        for name, kind in columns.items():
            if name not in there:
                connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {name} {kind}")


def _openings(connection: Connection) -> None:
    """How somebody began a match that is over."""
    if "opening" not in {column["name"] for column in inspect(connection).get_columns("result_rows")}:
        connection.exec_driver_sql("ALTER TABLE result_rows ADD COLUMN opening TEXT")


def _admissions(connection: Connection) -> None:
    """Accounts by invitation; who has said what, as far as it can be known by now: who holds the seat."""
    metadata.create_all(connection, tables=[admissions])
    if "invitation" not in {column["name"] for column in inspect(connection).get_columns("accounts")}:
        connection.exec_driver_sql("ALTER TABLE accounts ADD COLUMN invitation VARCHAR(24)")
    if "person" not in {column["name"] for column in inspect(connection).get_columns("chat")}:
        connection.exec_driver_sql("ALTER TABLE chat ADD COLUMN person VARCHAR(24)")
    for index in chat.indexes:
        index.create(connection, checkfirst=True)
    here = and_(seats.c.match == chat.c.match, seats.c.seat == chat.c.seat)
    holder = select(seats.c.guest).where(here).scalar_subquery()
    connection.execute(update(chat).where(chat.c.person.is_(None)).values(person=holder))


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (
    metadata.create_all,
    _find_matches_by_their_creator,
    _learning,
    _thinking,
    _people,
    _lobby,
    _the_house,
    _notes,
    _cards,
    _tournaments,
    _outside_bots,
    _post,
    _several_processes,
    _staff,
    _analyses,
    _watching_later,
    _leaves,
    _fair_chance,
    _meeting,
    _openings,
    _admissions,
)
"""Step n makes a database of version n into one of version n + 1. Steps are never changed once released."""

VERSION = len(MIGRATIONS)


class SchemaError(RuntimeError):
    """A database this program cannot work with."""


def migrate(connection: Connection, *, alone: bool = True) -> None:
    """Bring the database to the present version, inside the caller's transaction; not under the feet of others."""
    found = 0
    if inspect(connection).has_table(schema_version.name):
        found = connection.execute(schema_version.select()).scalar() or 0
    if found > VERSION:
        raise SchemaError(f"the database has version {found}; this program knows version {VERSION}: use a newer program")
    if found < VERSION and not alone:
        raise SchemaError(
            "the database is in use by servers of an older release: stop those first; it is then brought up to date"
        )
    for step in MIGRATIONS[found:]:
        step(connection)
    if found != VERSION:
        connection.execute(schema_version.delete())
        connection.execute(schema_version.insert().values(version=VERSION))
