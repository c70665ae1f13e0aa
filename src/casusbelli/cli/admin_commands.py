"""``casus admin``: the commands of those who look after a house."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from .common import Trouble
from .options import Database, Json

admin = typer.Typer(
    help="Looking after a house: people, words, matches. Works beside a server that runs; every act is logged.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Name = Annotated[str, typer.Argument(help="The name of an account.")]
Reason = Annotated[str, typer.Option(help="Why; the person reads it.")]
Days = Annotated[int, typer.Option(min=1, help="For how long.")]
Role = Annotated[str, typer.Argument(help="moderator, admin, or none.")]
NewName = Annotated[str, typer.Option("--to", help="The new name; any if not given.")]


def _admin(act: str, target: str, database: str | None, as_json: bool, **more: Any) -> None:
    from .admin import run_act

    run_act(act, target, database, as_json, **more)


@admin.command("staff")
def admin_staff(name: Name, role: Role, database: Database = None, as_json: Json = False) -> None:
    """Say who looks after the house. Staff need a second factor."""
    _admin("staff", name, database, as_json, name="" if role == "none" else role)


@admin.command("suspend")
def admin_suspend(name: Name, reason: Reason, days: Days = 7, database: Database = None, as_json: Json = False) -> None:
    """Shut an account for some days."""
    _admin("suspend", name, database, as_json, reason=reason, days=days)


@admin.command("silence")
def admin_silence(name: Name, reason: Reason, days: Days = 7, database: Database = None, as_json: Json = False) -> None:
    """No free words for some days; choices and cards go on."""
    _admin("silence", name, database, as_json, reason=reason, days=days)


@admin.command("warn")
def admin_warn(name: Name, reason: Reason, database: Database = None, as_json: Json = False) -> None:
    """Tell somebody something, and nothing else."""
    _admin("warn", name, database, as_json, reason=reason)


@admin.command("restore")
def admin_restore(name: Name, database: Database = None, as_json: Json = False) -> None:
    """Lift a suspension and a silence."""
    _admin("restore", name, database, as_json)


@admin.command("rename")
def admin_rename(name: Name, reason: Reason, to: NewName = "", database: Database = None, as_json: Json = False) -> None:
    """Take a name away."""
    _admin("rename", name, database, as_json, reason=reason, name=to)


@admin.command("sessions-end")
def admin_sessions(name: Name, database: Database = None, as_json: Json = False) -> None:
    """Sign somebody out everywhere."""
    _admin("sessions_end", name, database, as_json)


@admin.command("reset-password")
def admin_reset(name: Name, database: Database = None, as_json: Json = False) -> None:
    """Print a link by which somebody sets another password, once, within half an hour."""
    _admin("reset_password", name, database, as_json)


@admin.command("drop-factor")
def admin_drop_factor(name: Name, database: Database = None, as_json: Json = False) -> None:
    """Take away the second factor of somebody who has lost telephone and codes. He is signed out everywhere."""
    _admin("drop_factor", name, database, as_json)


@admin.command("invite")
def admin_invite(
    note: Annotated[str, typer.Argument(help="For whom it is meant; those who look after the house read it.")] = "",
    uses: Annotated[int, typer.Option(min=1, help="How many people may come by it.")] = 1,
    days: Days = 14,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Print a link by which people make accounts on a server with CASUS_SIGNUP=invite. It is told once."""
    _admin("invite", note, database, as_json, uses=uses, days=days)


@admin.command("uninvite")
def admin_uninvite(
    invitation: Annotated[str, typer.Argument(help="Its id, see casus admin list invitations.")],
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Withdraw an invitation; who has come by it stays."""
    _admin("uninvite", invitation, database, as_json)


@admin.command("hide")
def admin_hide(match: str, line: int, reason: Reason, database: Database = None, as_json: Json = False) -> None:
    """Remove a line of a match's chat, by its number."""
    _admin("hide", match, database, as_json, reason=reason, line=line)


@admin.command("close-match")
def admin_close(match: str, reason: Reason, database: Database = None, as_json: Json = False) -> None:
    """Call a match off."""
    _admin("close_match", match, database, as_json, reason=reason)


@admin.command("close-challenge")
def admin_close_challenge(challenge: str, reason: Reason, database: Database = None, as_json: Json = False) -> None:
    """Take an open challenge away."""
    _admin("close_challenge", challenge, database, as_json, reason=reason)


@admin.command("dismiss")
def admin_dismiss(report: str, database: Database = None, as_json: Json = False) -> None:
    """Be done with a report."""
    _admin("dismiss", report, database, as_json)


@admin.command("list")
def admin_list(
    what: Annotated[str, typer.Argument(help="reports, audit, outbox or invitations.")],
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Show open reports, the latest acts, what is in the outbox, or invitations to make an account."""
    from .admin import run_list

    if what not in {"reports", "audit", "outbox", "invitations"}:
        raise Trouble("there are reports, audit, outbox and invitations")
    run_list(what, database, as_json)


@admin.command("ratings")
def admin_ratings(database: Database = None, as_json: Json = False) -> None:
    """Make all ratings anew from the results."""
    from .admin import run_ratings

    run_ratings(database, as_json)
