"""Names that stand with an article in a sentence: "la Ruhr", "the Balkans".

A game gives the article of a name in its content (``text_article_<language>``) or in its texts (``article.<id>``); these are the
forms that templates ask for (``{province, the}``, ``{province, after, di}``).
"""

from __future__ import annotations

_GROWN = {
    "it": {
        preposition: dict(zip(("il", "lo", "la", "l'", "i", "gli", "le"), forms.split(), strict=True))
        for preposition, forms in {
            "a": "al allo alla all' ai agli alle",
            "da": "dal dallo dalla dall' dai dagli dalle",
            "di": "del dello della dell' dei degli delle",
            "in": "nel nello nella nell' nei negli nelle",
            "su": "sul sullo sulla sull' sui sugli sulle",
        }.items()
    },
    "es": {"a": {"el": "al"}, "de": {"el": "del"}},
    "en": {},
}
"""Prepositions that grow together with an article."""


def with_article(language: str, name: str, article: str) -> dict[str, str]:
    """The forms of a name: ``the`` with its article, and one for every preposition that grows together with that."""
    grown = {preposition: forms[article] for preposition, forms in _GROWN[language].items() if article in forms}
    return {form: word + name if word.endswith("'") else f"{word} {name}" for form, word in {"the": article, **grown}.items()}
