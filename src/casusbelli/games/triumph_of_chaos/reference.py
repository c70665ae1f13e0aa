"""What rulebook, player aid and card browser tell from the content: facts, tables, cards, leaders, factions, cities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from casusbelli.game import LANGUAGES, Piece, Reference, Table
from casusbelli.words.texts import Catalogue, Labels

from .cards import CARDS, POLITICAL, ActionCard, PoliticalCard
from .content import FACTIONS, FOLDER, LEADERS, SIDE_IDS, SIDES, SPACES, Faction, Leader
from .tables import FIRE, RESPONSE, RIVER_SHIFT, SELECTION, TERRAIN, TURNS, VC_LEAD, WITHDRAWAL

SURE = 99
"""The number of a power that leaves whatever the die shows."""


def reference(names: Catalogue, language: str) -> Reference:
    """Everything in one language; ``names`` are the game's display names in it."""
    if language not in LANGUAGES:
        raise KeyError(language)
    words = Labels(names, FOLDER, language)
    return Reference(_facts(), _tables(words), tuple(_pieces(words)))


def _facts() -> dict[str, Any]:
    first = TURNS[min(TURNS)]
    return {
        "hand": first.hand,
        "rounds": first.rounds,
        "turns": max(TURNS),
        "political_turns": max(turn for turn, row in TURNS.items() if row.political),
        "cities": sum(space.victory_city for space in SPACES),
        "lead": ", ".join(f"{row.lead_min}–{row.lead_max}: {row.vp}" for row in VC_LEAD[:-1]),
        "lead_most": VC_LEAD[-1].vp,
        "river": -RIVER_SHIFT,
    }


# -- tables ------------------------------------------------------------------------------------------------------------


def _tables(words: Labels) -> dict[str, Table]:
    return {
        "political_selection": _selection(words),
        "fire_army": _fire(words, "army"),
        "fire_corps": _fire(words, "corps"),
        "terrain": _terrain(words),
        "withdrawal": _withdrawal(words),
        "polish_response": _response(words),
        "factions": _factions(words),
    }


def _selection(words: Labels) -> Table:
    """Political cards by the sum and the difference of a box."""
    widest = max(len(row.diff) for row in SELECTION)
    rows = tuple((f"{row.sum_min}–{row.sum_max}", *(code or "–" for code in row.diff)) for row in SELECTION)
    last = widest - 1
    return Table((words("sum"), *(str(n) for n in range(last)), f"{last}+"), rows)


def _fire(words: Labels, kind: str) -> Table:
    columns = FIRE[kind]
    rows = tuple((str(die), *(str(column.losses[die - 1]) for column in columns)) for die in range(1, 7))
    return Table((words("die"), *(str(column.factors) for column in columns)), rows)


def _terrain(words: Labels) -> Table:
    yes = {True: words("yes"), False: "–"}
    rows = tuple(
        (words(f"terrain_{row.terrain}"), str(row.attacker_shift or "–"), yes[row.cancel_retreat]) for row in TERRAIN.values()
    )
    river = (words("river"), str(RIVER_SHIFT), "–")
    return Table((words("terrain"), words("shift"), words("may_stand")), (*rows, river))


def _withdrawal(words: Labels) -> Table:
    """At or below this number a power leaves."""
    powers = [f.id for f in FACTIONS if f.type == "major_power"]
    rows = tuple(
        (str(turn), *("–" if p not in row else words("surely") if row[p] >= SURE else str(row[p]) for p in powers))
        for turn, row in WITHDRAWAL.items()
    )
    return Table((words("turn"), *map(words.name, powers)), rows)


def _response(words: Labels) -> Table:
    rows = tuple((str(roll), words(f"response_{row.north}"), words(f"response_{row.south}")) for roll, row in RESPONSE.items())
    return Table((words("die"), words("north"), words("south")), rows)


def _factions(words: Labels) -> Table:
    rows = tuple(
        (words.name(f.id), words(f"type_{f.type}"), words.listed(f.victory_cities), _unusable(words, f)) for f in FACTIONS
    )
    return Table((words("faction"), words("kind"), words("its_cities"), words("not_for")), rows)


def _unusable(words: Labels, faction: Faction) -> str:
    return "–" if faction.forces_unusable_by == "none" else words(f"side_{faction.forces_unusable_by}")


# -- the card browser --------------------------------------------------------------------------------------------------


def _pieces(words: Labels) -> Iterator[Piece]:
    for side in SIDES:
        for card in CARDS[side].values():
            yield _action_card(words, card)
    for political in POLITICAL.values():
        yield _political_card(words, political)
    for leader in LEADERS:
        yield _leader(words, leader)
    for faction in FACTIONS:
        facts = ((words("kind"), words(f"type_{faction.type}")), (words("its_cities"), words.listed(faction.victory_cities)))
        tags = {words("kind"): words("faction")}
        yield Piece(faction.id, words("group_factions"), words.name(faction.id), "", facts, tags, f"marker {faction.id}=0")


def _action_card(words: Labels, card: ActionCard) -> Piece:
    facts = (
        (words("number"), str(card.number)),
        (words("year"), str(card.year or "–")),
        (words("ops"), str(card.ops)),
        (words("sr"), str(card.sr)),
        (words("rs"), str(card.rs)),
        (words("leaves"), words("yes") if card.remove_after_event else "–"),
    )
    tags = {words("kind"): words("action_card"), words("side"): words(f"side_{card.side}"), words("year"): str(card.year or "–")}
    group = words("group_action", side=words(f"side_{card.side}"))
    return Piece(card.id, group, words.name(card.id), words.name(f"{card.id}.text"), facts, tags)


def _political_card(words: Labels, card: PoliticalCard) -> Piece:
    box = words(f"box_{card.box}")
    tags = {words("kind"): words("political_card"), words("box"): box}
    facts = ((words("number"), str(card.number)), (words("box"), box))
    return Piece(card.id, words("group_political", box=box), words.name(card.id), words.name(f"{card.id}.text"), facts, tags)


def _leader(words: Labels, leader: Leader) -> Piece:
    abilities = ", ".join(words(f"ability_{ability}") for ability in leader.abilities) or "–"
    owner = words(f"side_{leader.owner}") if leader.owner in SIDE_IDS else words.name(leader.owner)
    facts = ((words("rating"), str(leader.rating)), (words("abilities"), abilities), (words("side"), owner))
    tags = {words("kind"): words("leader"), words("side"): owner}
    return Piece(leader.id, words("group_leaders"), words.name(leader.id), "", facts, tags)


# -- where things are --------------------------------------------------------------------------------------------------


def whereabouts(view: Mapping[str, Any]) -> dict[str, list[str]]:
    """Where cards, leaders and factions are, for all that a view tells."""
    found: dict[str, list[str]] = {card: ["hand"] for card in view["hand"] or ()}
    for pile in view["piles"].values():
        found.update({card: ["discards"] for card in pile["discards"]})
        found.update({card: ["removed"] for card in pile["removed"]})
    for leader, (place, _) in view["leaders"].items():
        found[leader] = [place]
    for faction, row in view["factions"].items():
        found[faction] = [f"fcm_{row['fcm']}".replace("-", "red_") if row["fate"] == "in_play" else row["fate"]]
    return found
