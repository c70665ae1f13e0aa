"""Writing where others write too: any process may play in any match, and the database decides.

An action is inserted under the next number of its match. Where that number is taken another process was faster, and whoever
waited for this row is told so; the rest of the batch goes in. Rows go in one order, table by table and match by match, so that
two batches never wait for each other in a ring; where they do all the same, through what jobs write beside, nothing was done and
the batch is tried again.
"""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import Engine, Insert
from sqlalchemy.dialects.postgresql import insert as shared_insert
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from .news import Teller, gather
from .writer import Conflict, Job, Row, Writer

TRIES = 5

TANGLED = frozenset({"40P01", "40001"})
"""SQLSTATE of a deadlock and of a failed serialisation: nothing was done."""


class SharedWriter(Writer):
    """The writer thread of one process among several."""

    def __init__(self, engine: Engine) -> None:
        self.tag = secrets.token_hex(6)
        """The name of this process among the others."""
        self._news: list[str] = []
        self._teller = Teller(engine, self.tag)
        self._inserts: dict[Insert, Any] = {}
        super().__init__(engine)

    def _commit(self, jobs: list[Job], tries: int = TRIES) -> list[Any]:
        try:
            return self._commit_together(jobs)
        except Exception as error:
            self._let_go()
            if getattr(getattr(error, "orig", None), "sqlstate", "") in TANGLED and tries > 1:
                return self._commit(jobs, tries - 1)
            alone = isinstance(error, IntegrityError | DataError) or not isinstance(error, SQLAlchemyError)
            if alone and len(jobs) > 1:
                return [answer for job in jobs for answer in self._commit([job])]
            return [self._refusal(error)] * len(jobs)

    def _commit_together(self, jobs: list[Job]) -> list[Any]:
        answers: list[Any] = [None] * len(jobs)
        groups: dict[Insert, list[tuple[int, Row]]] = {}
        for n, job in enumerate(jobs):
            if isinstance(job, Row):
                groups.setdefault(job.insert, []).append((n, job))
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        news = gather(connection)
        with connection.begin():
            for insert, group in sorted(groups.items(), key=lambda item: item[0].table.name):
                group.sort(key=lambda one: one[1].key or ("", 0))
                keyed = group[0][1].key is not None
                entered = connection.execute(self._insert(insert) if keyed else insert, [row.values for _, row in group])
                there = {tuple(key) for key in entered} if keyed else set()
                for n, row in group:
                    if row.key is not None and row.key not in there:
                        answers[n] = Conflict("another process was faster")
                        continue
                    if row.also is not None:
                        row.also(connection)
                    if row.news:
                        news.append(row.news)
            for n, job in enumerate(jobs):
                if not isinstance(job, Row):
                    answers[n] = job(connection)
        self._news += news
        return answers

    def _insert(self, insert: Insert) -> Any:
        """The same insert, leaving out what is there already, and telling what went in."""
        found = self._inserts.get(insert)
        if found is None:
            table: Any = insert.table
            key = list(table.primary_key.columns)
            found = self._inserts[insert] = shared_insert(table).on_conflict_do_nothing().returning(*key)
        return found

    def _afterwards(self) -> None:
        """Those who wait here have been answered; now the others are told."""
        news, self._news = self._news, []
        if news:
            self._teller.tell(news)

    def close(self) -> None:
        super().close()
        self._teller.close()
