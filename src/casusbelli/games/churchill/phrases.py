"""What the three say to each other (4.7: openly, and it binds nobody): cards whose gaps name what is printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from casusbelli.game import Phrase

from .content import COUNTRIES, FRONTS, ISSUES, THEATERS

PHRASES: Mapping[str, Phrase] = {
    "offer_swap": Phrase("offer", {"issue": "issue", "other": "issue"}),
    "ask_support": Phrase("ask", {"seat": "seat", "issue": "issue"}),
    "naval": Phrase("ask", {"theater": "theater"}),
    "no_debate": Phrase("promise", {"issue": "issue"}),
    "give_production": Phrase("promise", {"n": "number", "front": "front"}),
    "stay_out": Phrase("promise", {"country": "country"}),
    "spread": Phrase("warn"),
    "leads": Phrase("warn", {"seat": "seat"}),
    "remember": Phrase("warn", {"promise": "promise"}),
    "agree": Phrase("answer"),
    "decline": Phrase("answer"),
    "rather": Phrase("answer", {"issue": "issue"}),
    "withdraw": Phrase("answer", {"promise": "promise"}),
}


def values(kind: str) -> tuple[str, ...]:
    """All that may stand in a gap of this kind."""
    tables: dict[str, Iterable[str]] = {"issue": ISSUES, "front": FRONTS, "theater": THEATERS, "country": COUNTRIES}
    return tuple(tables.get(kind, ()))
