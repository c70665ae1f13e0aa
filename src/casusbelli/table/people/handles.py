"""Names of accounts: no two that look alike."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from casusbelli.bots import GRADES, STRATEGIST
from casusbelli.game import LANGUAGES
from casusbelli.words.texts import catalogue

from ..lists import playable, seat_name

SHORTEST, LONGEST = 3, 24
MARKS = "._-"

LOOK_ALIKES = str.maketrans(
    {
        # Cyrillic
        "а": "a", "в": "b", "с": "c", "ԁ": "d", "е": "e", "ё": "e", "һ": "h", "н": "h", "і": "l", "ї": "l", "ј": "j", "к": "k",
        "ӏ": "l", "м": "m", "о": "o", "р": "p", "ԛ": "q", "ѕ": "s", "т": "t", "у": "y", "ү": "y", "ѵ": "v", "ԝ": "w", "х": "x",
        "г": "r", "п": "n", "ь": "b",
        # Greek
        "α": "a", "β": "b", "ϲ": "c", "ε": "e", "η": "n", "ι": "l", "κ": "k", "μ": "u", "ν": "v", "ο": "o", "ρ": "p", "σ": "o",
        "ς": "c", "τ": "t", "υ": "u", "χ": "x", "γ": "y", "ω": "w",
        # Latin and digits
        "0": "o", "1": "l", "i": "l", "ı": "l", "ſ": "s", "ɑ": "a", "ɡ": "g", "ø": "o", "đ": "d", "ł": "l", "ß": "b",
        ".": "", "_": "", "-": "",
    }
)  # fmt: skip
"""Letters that a reader takes for others. Marks between letters do not tell names apart."""

RESERVED = (
    "admin", "administrator", "root", "staff", "moderator", "moderation", "system", "server", "support", "security", "official",
    "casus", "casusbelli", "house", "bot", "guest", "anonymous", "nobody", "somebody", "everybody", "you", "me", "gone", "random",
    "amministratore", "ospite", "nessuno", "moderatore", "administrador", "invitado", "nadie", "moderador",
)  # fmt: skip


def fold(name: str) -> str:
    """What two names have in common that look alike."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    letters = unicodedata.normalize("NFKD", plain.translate(LOOK_ALIKES))
    bare = "".join(c for c in letters if not unicodedata.combining(c)).translate(LOOK_ALIKES)
    return bare.replace("rn", "m").replace("vv", "w")


@lru_cache(maxsize=1)
def reserved() -> frozenset[str]:
    """Names nobody may have: those of the house, of bots, and of the seats in every language."""
    seats = {
        name
        for game in playable()
        for language in LANGUAGES
        for scenario in game.info.scenarios
        for seat in scenario.seats
        for name in (seat, seat_name(catalogue(game, language), seat))
    }
    return frozenset(fold(name) for name in {*RESERVED, *GRADES, STRATEGIST, *seats})


def problem_with(name: str) -> str | None:
    """Why somebody cannot be called so, as a key of the words; None: he can, if nobody else is."""
    if not SHORTEST <= len(name) <= LONGEST:
        return "account.name_length"
    if not name[0].isalnum() or not all(c.isalnum() or c in MARKS for c in name):
        return "account.name_letters"
    key = fold(name)
    return "account.name_taken" if not key or key in reserved() or key.startswith("gone") else None


def tidy_handle(text: str) -> str:
    return unicodedata.normalize("NFC", text).strip()
