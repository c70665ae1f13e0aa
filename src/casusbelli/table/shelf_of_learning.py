"""What guests have learnt and tried out: lessons, exercises, sandboxes."""

from __future__ import annotations

import asyncio

from sqlalchemy import Connection, and_, delete, insert, select, update

from . import schema
from .records import Learnt
from .schema import now
from .shelf import Shelf

SANDBOXES_KEPT = 20
SANDBOX_DAYS = 7
"""So many sandboxes of a guest are kept, so many days after their last use."""


class ShelfOfLearning(Shelf):
    """Every writing is a future that is done after the commit; call what reads in a thread."""

    def keep_progress(self, guest: str, learnt: Learnt, progress: bytes) -> asyncio.Future[None]:
        """Note how far the guest has come in a lesson. Once done it stays done."""
        table = schema.lesson_progress
        key = {"guest": guest, "game": learnt.game, "lesson": learnt.lesson}
        told = {"progress": progress.decode(), "at": learnt.at, "of": learnt.of, "done": learnt.done, "moved": now()}

        def job(connection: Connection) -> None:
            same = and_(*(table.c[name] == value for name, value in key.items()))
            if connection.execute(update(table).where(same).values(**told)).rowcount == 0:
                connection.execute(insert(table).values(**key, **told, begun=now()))

        return self.writer.write(job)

    def keep_exercise(self, guest: str, game: str, exercise: str, *, solved: bool) -> asyncio.Future[None]:
        """Note another try. Once solved it stays solved."""
        table = schema.exercise_progress
        key = {"guest": guest, "game": game, "exercise": exercise}

        def job(connection: Connection) -> None:
            same = and_(*(table.c[name] == value for name, value in key.items()))
            told = {"tries": table.c.tries + 1, **({"solved": True} if solved else {})}
            if connection.execute(update(table).where(same).values(**told)).rowcount == 0:
                connection.execute(insert(table).values(**key, tries=1, solved=solved))

        return self.writer.write(job)

    def keep_sandbox(self, sandbox: str, guest: str, recipe: bytes) -> asyncio.Future[None]:
        """Keep a sandbox as it is now; the guest's oldest ones, and all that were not used for long, are forgotten."""
        table = schema.sandboxes

        def job(connection: Connection) -> None:
            told = {"recipe": recipe.decode(), "used": now()}
            mine = and_(table.c.id == sandbox, table.c.guest == guest)
            if connection.execute(update(table).where(mine).values(**told)).rowcount:
                return
            connection.execute(insert(table).values(id=sandbox, guest=guest, **told))
            connection.execute(delete(table).where(table.c.used < now() - SANDBOX_DAYS * 86_400_000))
            newest = select(table.c.id).where(table.c.guest == guest).order_by(table.c.used.desc(), table.c.id)
            spare = [row.id for row in connection.execute(newest).all()[SANDBOXES_KEPT:]]
            if spare:
                connection.execute(delete(table).where(table.c.id.in_(spare)))

        return self.writer.write(job)

    def forget_sandbox(self, sandbox: str, guest: str) -> asyncio.Future[None]:
        table = schema.sandboxes

        def job(connection: Connection) -> None:
            connection.execute(delete(table).where(table.c.id == sandbox, table.c.guest == guest))

        return self.writer.write(job)

    def progress(self, guest: str, game: str, lesson: str) -> bytes | None:
        """What is kept of a guest's run through a lesson."""
        c = schema.lesson_progress.c
        (rows,) = self._rows(select(c.progress).where(c.guest == guest, c.game == game, c.lesson == lesson))
        return str(rows[0].progress).encode() if rows else None

    def solved(self, guest: str, game: str) -> set[str]:
        """The exercises of the game that the guest has solved."""
        c = schema.exercise_progress.c
        (rows,) = self._rows(select(c.exercise).where(c.guest == guest, c.game == game, c.solved))
        return {row.exercise for row in rows}

    def sandbox(self, sandbox: str, guest: str) -> bytes | None:
        """The recipe of the guest's own sandbox."""
        c = schema.sandboxes.c
        since = now() - SANDBOX_DAYS * 86_400_000
        (rows,) = self._rows(select(c.recipe).where(c.id == sandbox, c.guest == guest, c.used >= since))
        return str(rows[0].recipe).encode() if rows else None

    def learnt(self, guest: str) -> list[Learnt]:
        """All lessons the guest has begun."""
        c = schema.lesson_progress.c
        (rows,) = self._rows(select(c.game, c.lesson, c.at, c.of, c.done).where(c.guest == guest).order_by(c.game, c.lesson))
        return [Learnt(row.game, row.lesson, row.at, row.of, row.done) for row in rows]
