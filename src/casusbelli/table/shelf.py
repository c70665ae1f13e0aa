"""What all parts of the store share: one writer, and questions about one and the same moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Engine, Row
from sqlalchemy.exc import SQLAlchemyError

from .writer import StoreError, Writer


class Shelf:
    """Rows of one database. Writing gives futures that are done after the commit; read in a thread."""

    writer: Writer
    _reading: Engine

    def _rows(self, *queries: Any) -> list[Sequence[Row[Any]]]:
        """The answers to several queries about one and the same moment."""
        try:
            with self._reading.begin() as connection:
                return [connection.execute(query).all() for query in queries]
        except SQLAlchemyError as error:
            raise StoreError(f"the store cannot read: {getattr(error, 'orig', error)}") from None

    def ask(self, *queries: Any) -> list[Sequence[Row[Any]]]:
        """For those beside the table who keep rows of their own: people, lobby. Call it in a thread."""
        return self._rows(*queries)
