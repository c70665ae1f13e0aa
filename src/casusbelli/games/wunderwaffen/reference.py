"""What rulebook, player aid and card browser tell from the content: facts, tables, Research cards, tokens, territories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from casusbelli.game import LANGUAGES, Piece, Reference, Table
from casusbelli.words.texts import Labels

from .content import (
    ALLIES,
    BERLIN,
    BERLIN_SPACES,
    CARDS,
    CONFERENCE,
    CONTENT,
    FACTIONS,
    FOLDER,
    GERMAN,
    NUMBERS,
    PIECES,
    RESEARCH_STEPS,
    SCORING,
    STRATEGY_BOXES,
    TERRITORIES,
    TOKENS,
    TRACKS,
    Effect,
    StrategyRow,
    TerritoryRow,
    uses_of,
)
from .names import names

PRINTED_NOTHING = "none"
"""A space without a symbol: any fighting piece may enter."""


def reference(language: str) -> Reference:
    """Everything in one language."""
    if language not in LANGUAGES:
        raise KeyError(language)
    words = Labels(names(language) | _card_texts(language), FOLDER, language)
    return Reference(_facts(words), _tables(words), tuple(_pieces(words)))


def _card_texts(language: str) -> dict[str, str]:
    """The rule of each Research card, as ``<card>.text``."""
    return {f"{card}.text": row[f"text_{language}"] for card, row in CONTENT.tables["card"].items()}


def _facts(words: Labels) -> dict[str, Any]:
    points = {step: row.research_points for step, row in RESEARCH_STEPS.items() if row.research_points}
    return {
        "ready": NUMBERS.ready_tokens,
        "for_other": NUMBERS.other_plays,
        "rounds_1": NUMBERS.part1_rounds,
        "rounds_2": NUMBERS.part2_rounds,
        "twelve": NUMBERS.part2_tokens,
        "solution": NUMBERS.solution_compensation_vp,
        "territory_vp": SCORING.vp_per_territory,
        "cities": SCORING.most_cities_vp,
        "cities_tie": SCORING.most_cities_tie_vp,
        "politics": SCORING.politics_leader_vp,
        "politics_tie": SCORING.politics_leader_tie_vp,
        "berlin": SCORING.berlin_majority_vp,
        "berlin_tie": SCORING.berlin_majority_tie_vp,
        "berlin_politics": SCORING.berlin_politics_piece_vp,
        "gates": BERLIN.open_when_adjacent_allied,
        "gate_names": words.listed(BERLIN.adjacent),
        "overflow": BERLIN.overflow_vp,
        "conference": ", ".join(map(str, CONFERENCE.vp_by_box)),
        "points": ", ".join(f"{step}: {n}" for step, n in points.items()),
    }


# -- tables ------------------------------------------------------------------------------------------------------------


def _tables(words: Labels) -> dict[str, Table]:
    return {
        "fronts": _fronts(words),
        "uses": _uses(words),
        "territories": _territories(words),
        "tracks": _tracks(words),
        "strategy": _strategy(words),
        "berlin": _berlin(words),
        "research": _research(words),
    }


def _fronts(words: Labels) -> Table:
    """How many tokens of each front a faction owns."""
    owned = Counter((token.owner, token.front) for token in TOKENS)
    rows = tuple(
        (words.name(piece), *(str(owned[faction, piece] or "–") for faction in FACTIONS))
        for piece in PIECES
        if any(owned[faction, piece] for faction in FACTIONS)
    )
    return Table((words("front"), *map(words.name, FACTIONS)), rows)


def _uses(words: Labels) -> Table:
    """What a piece may do, for an Ally and for the German."""

    def told(uses: Sequence[str]) -> str:
        return ", ".join(words(f"use_{use}") for use in uses) or "–"

    rows = tuple((words.name(piece), told(uses_of(piece, ALLIES[0])), told(uses_of(piece, GERMAN))) for piece in PIECES)
    return Table((words("piece"), words("for_ally"), words("for_german")), rows)


def _territories(words: Labels) -> Table:
    rows = tuple(
        (words.name(row.id), _asked(words, row), str(row.vp), _effects(words, row.bonus), str(len(row.cities)))
        for row in TERRITORIES
    )
    return Table((words("territory"), words("spaces"), words("vp"), words("bonus"), words("cities")), rows)


def _asked(words: Labels, row: TerritoryRow) -> str:
    return " · ".join("–" if symbol == PRINTED_NOTHING else words.name(symbol) for symbol in row.spaces)


def _tracks(words: Labels) -> Table:
    boxes = range(1, max(row.boxes for row in TRACKS.values()) + 1)
    rows = tuple((words.name(f"{track}_track"), *(str(vp) for vp in row.vp_by_box)) for track, row in TRACKS.items())
    return Table((words("box"), *map(str, boxes)), rows)


def _strategy(words: Labels) -> Table:
    rows = tuple(
        (
            f"{words.name(ally)} {box.box}",
            words.name(box.id),
            words.listed(box.discard),
            _effects(words, box.top),
            _effects(words, box.bottom),
        )
        for ally in ALLIES
        for box in STRATEGY_BOXES[ally]
    )
    return Table((words("box"), words("operation"), words("discard"), words("top"), words("bottom")), rows)


def _berlin(words: Labels) -> Table:
    rows = tuple((words.name(space.id), str(space.vp), _effects(words, space.bonus)) for space in BERLIN_SPACES)
    return Table((words("space"), words("vp"), words("bonus")), rows)


def _research(words: Labels) -> Table:
    rows = tuple(
        (words.name(card.id), f"{card.group.upper()} {card.value}", words.name(f"{card.id}.text"), _effects(words, card.bonus))
        for card in CARDS.values()
    )
    return Table((words("card"), words("value"), words("rule"), words("bonus")), rows)


def _effects(words: Labels, effects: Sequence[Effect]) -> str:
    """Effects in a few words: "+1 Morale, 2 VP"."""
    return ", ".join(words("effect", kind=effect.kind, n=effect.n, who=effect.who) for effect in effects) or "–"


# -- the card browser --------------------------------------------------------------------------------------------------


def _pieces(words: Labels) -> Iterator[Piece]:
    for card in CARDS.values():
        facts = ((words("value"), str(card.value)), (words("bonus"), _effects(words, card.bonus)))
        tags = {words("kind"): words("card"), words("group"): words.name(card.group), words("value"): str(card.value)}
        text = words.name(f"{card.id}.text")
        yield Piece(card.id, words("group_cards"), words.name(card.id), text, facts, tags, f"weapon {card.id}")
    for faction in FACTIONS:
        yield from _tokens(words, faction)
    for ally in ALLIES:
        for box in STRATEGY_BOXES[ally]:
            yield _operation(words, box)
    for row in TERRITORIES:
        yield _territory(words, row)


def _operation(words: Labels, box: StrategyRow) -> Piece:
    facts = (
        (words("discard"), words.listed(box.discard)),
        (words("top"), _effects(words, box.top)),
        (words("bottom"), _effects(words, box.bottom)),
    )
    tags = {words("kind"): words("operation"), words("faction"): words.name(box.faction)}
    return Piece(box.id, words("group_strategy"), words.name(box.id), "", facts, tags)


def _territory(words: Labels, row: TerritoryRow) -> Piece:
    facts = (
        (words("spaces"), _asked(words, row)),
        (words("vp"), str(row.vp)),
        (words("bonus"), _effects(words, row.bonus)),
        (words("cities"), str(len(row.cities))),
        (words("beside"), words.listed(row.adjacent)),
    )
    tags = {words("kind"): words("territory")}
    return Piece(row.id, words("group_territories"), words.name(row.id), "", facts, tags, f"territory {row.id}")


def _tokens(words: Labels, faction: str) -> Iterator[Piece]:
    """The tokens of a faction by their fronts, with the backs that such a token may have."""
    for piece in PIECES:
        alike = [token for token in TOKENS if (token.owner, token.front) == (faction, piece)]
        if not alike:
            continue
        backs = Counter(f"{words.name(token.back)} ({words.name(token.back_for)})" for token in alike)
        facts = (
            (words("count"), str(len(alike))),
            (words("backs"), ", ".join(f"{n} × {back}" if n > 1 else back for back, n in sorted(backs.items()))),
        )
        tags = {words("kind"): words("token"), words("faction"): words.name(faction)}
        uses = ", ".join(words(f"use_{use}") for use in uses_of(piece, faction))
        group = words("group_tokens", faction=words.name(faction))
        yield Piece(f"{faction}.{piece}", group, words.name(piece), uses, facts, tags, f"token {piece} faction={faction}")


# -- where things are --------------------------------------------------------------------------------------------------


def whereabouts(view: Mapping[str, Any]) -> dict[str, list[str]]:
    """Where cards and territories are, for all that a view tells."""
    found = {card: ["owned"] for card in view["cards"]["owned"]}
    for cards in view["cards"]["face_up"].values():
        found.update({card: ["face_up"] for card in cards})
    for card in CARDS:
        found.setdefault(card, ["bag"])
    for territory, row in view["map"].items():
        found[territory] = [row["owner"], "fortress"] if row["fortress"] else [row["owner"]]
    for ally, box in view["strategy"].items():
        if box:
            found[STRATEGY_BOXES[ally][box - 1].id] = ["here"]
    return found
