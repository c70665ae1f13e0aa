"""Recovery codes: ten ways back in, each for once. They are random and long, so a quick hash will do."""

from __future__ import annotations

import hashlib
import secrets

from sqlalchemy import Connection, delete, insert, select, update

from .. import schema
from ..schema import now

HOW_MANY = 10
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""32 signs of which none looks like another; who reads an i, l or o means 1 or 0."""
GROUPS, IN_A_GROUP = 4, 4

MISREAD = str.maketrans({"i": "1", "l": "1", "o": "0"})


def new_codes() -> list[str]:
    """Ten new codes of 80 bits each, as they are shown."""
    return ["-".join("".join(secrets.choice(LETTERS) for _ in range(IN_A_GROUP)) for _ in range(GROUPS)) for _ in range(HOW_MANY)]


def hash_of_code(code: str) -> str:
    """However it was typed."""
    typed = "".join(c for c in code.casefold() if c.isalnum()).translate(MISREAD)
    return hashlib.sha256(typed.encode()).hexdigest()


def keep_codes(connection: Connection, person: str, codes: list[str]) -> None:
    """These from now on; older ones are of no use any more."""
    table = schema.recovery_codes
    connection.execute(delete(table).where(table.c.person == person))
    rows = [{"person": person, "n": n, "code_hash": hash_of_code(code)} for n, code in enumerate(codes)]
    connection.execute(insert(table), rows)


def use_code(connection: Connection, person: str, code: str) -> bool:
    """Use a code up; False where it is not one of the person's, or was used before."""
    table = schema.recovery_codes.c
    unused = (table.person == person, table.code_hash == hash_of_code(code), table.used.is_(None))
    found = connection.execute(select(table.n).where(*unused)).first()
    if found is None:
        return False
    connection.execute(update(schema.recovery_codes).where(*unused).values(used=now()))
    return True
