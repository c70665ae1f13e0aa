"""`casus admin …`: looking after a house from the command line, whether its server runs or not."""

from __future__ import annotations

import getpass
from collections.abc import Callable
from typing import Any, TypeVar

from .backup import _database
from .common import Trouble, console, say_json

T = TypeVar("T")


def _with_database(database: str | None, work: Callable[[Any], T]) -> T:
    """Run something in a transaction of its own on the database, beside the server if there is one."""
    from sqlalchemy.exc import SQLAlchemyError

    from casusbelli.table import SettingsError, StoreError
    from casusbelli.table.staff.acts import CannotAct
    from casusbelli.table.staff.beside import beside

    try:
        with beside(_database(database)) as connection:
            return work(connection)
    except (CannotAct, SettingsError, StoreError) as error:
        raise Trouble(str(error)) from None
    except SQLAlchemyError as error:
        raise Trouble(f"the database refuses: {getattr(error, 'orig', error)}") from None


def run_act(act: str, target: str, database: str | None, as_json: bool, **more: Any) -> None:
    """Do it, under the operating system's user name."""
    from casusbelli.table.settings import from_environment
    from casusbelli.table.staff.acts import LEADS_TO, Deed, perform

    deed = Deed(actor=f"{getpass.getuser()} (command line)", act=act, target=target, **more)
    done = _with_database(database, lambda connection: perform(connection, deed))
    told = {key: value for key, value in done.items() if key != "signals"}
    if as_json:
        say_json({"act": act, "target": target, **told})
    elif "secret" in done:
        address = f"{from_environment().public_url}{LEADS_TO[act]}{done['secret']}"
        console().print(address, markup=False, soft_wrap=True)
    else:
        console().print(f"{act}: done", markup=False)


def run_list(what: str, database: str | None, as_json: bool) -> None:
    """Open reports, the latest acts, the state of the outbox, or invitations to make an account."""
    from sqlalchemy import func, select

    from casusbelli.table import schema
    from casusbelli.table.people.admissions import newest

    queries = {
        "reports": select(schema.reports).where(schema.reports.c.state == "open").order_by(schema.reports.c.created),
        "audit": select(schema.audit).order_by(schema.audit.c.at.desc()).limit(200),
        "outbox": select(
            schema.outbox.c.channel,
            schema.outbox.c.state,
            func.count().label("n"),
            func.max(schema.outbox.c.error).label("error"),
        ).group_by(schema.outbox.c.channel, schema.outbox.c.state),
        "invitations": newest(),
    }
    rows = _with_database(database, lambda connection: [dict(row) for row in connection.execute(queries[what]).mappings()])
    if as_json:
        say_json({what: rows})
        return
    for row in rows:
        console().print(
            "  ".join(f"{key}={value}" for key, value in row.items() if value is not None), markup=False, soft_wrap=True
        )
    if not rows:
        console().print("nothing", markup=False)


def run_ratings(database: str | None, as_json: bool) -> None:
    """Make all ratings anew from the results."""
    from casusbelli.table.people.ratings import recompute

    count = _with_database(database, recompute)
    if as_json:
        say_json({"matches": count})
    else:
        console().print(f"ratings made anew from {count} matches", markup=False)


def run_sink(port: int) -> None:
    """Print every letter that is handed in, and send none on."""
    import threading
    from email.message import EmailMessage

    from casusbelli.table.post.sink import Sink

    def told(letter: EmailMessage) -> None:
        console().print(letter.as_string(), markup=False, soft_wrap=True)
        console().print("-" * 60, markup=False)

    try:
        sink = Sink(port, told)
    except OSError as error:
        raise Trouble(str(error)) from None
    console().print(f"CASUS_SMTP_URL={sink.url} (stop with Ctrl-C)", markup=False)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        sink.close()
