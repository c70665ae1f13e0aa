"""The content agrees with itself and with what the rules say of it."""

from collections import Counter

import pytest

from casusbelli.game import LANGUAGES
from casusbelli.games.fog_of_war import content, politics


def test_the_box() -> None:
    assert len(content.PROVINCES) == 28 and len(content.LAND) == 23 and len(content.SEAS) == 5
    assert {side: cards.total() for side, cards in content.SIDE_CARDS.items()} == {"axis": 46, "allied": 53}
    assert len(content.NEUTRAL_CARDS) == 15
    placed = sum(row.count for row in content.NEUTRAL_PLACEMENTS.values())
    assert placed == 14 and all(
        content.PROVINCE[row.province].neutral_cards == row.count for row in content.NEUTRAL_PLACEMENTS.values()
    )


def test_card_sets_hold_what_they_say() -> None:
    for row in content.CARD_SETS.values():
        assert len(content.SET_CARDS[row.id]) == row.cards
    sets = Counter(s for row in content.SIDE_ROWS.values() for s in (row.draw_set, row.loss_set, *row.reserve_sets))
    assert sets == Counter(list(content.CARD_SETS))


def test_edges_join_known_places_and_fit_their_type() -> None:
    assert len({frozenset((e.a, e.b)) for e in content.EDGES.values()}) == len(content.EDGES) == 63
    for edge in content.EDGES.values():
        assert {edge.a, edge.b} <= set(content.PLACES)
        assert edge.users == "allied" or not {edge.a, edge.b} & set(content.OFF_MAP)


def test_victory_cards_are_the_land_around_germany() -> None:
    germany = content.VICTORY_CONDITIONS["allied_germany"].effect.provinces
    ring = {p for home in germany for p in content.places(content.NEIGHBOURS["axis"][home]) if p in content.LAND}
    assert ring - set(germany) == {card.province for card in content.VICTORY_CARDS.values()}


def test_every_effect_has_its_function() -> None:
    kinds = {effect.kind for event in content.EVENTS.values() for effect in event.effects}
    assert kinds - {"forbid_purchase"} <= set(politics.EFFECTS)
    assert set(content.EVENTS) == set(politics.RULES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_play_has_a_name(language: str) -> None:
    names = content.names(language)
    things = [*content.PLACES, *content.CARD, *content.SPACES, *content.SIDES, "neutral", *content.VICTORY_CARDS, "vic:board"]
    things += ["def:paris:neutral", "op:axis:alpha", "quag:kiev:allied", "north_sea+west_mediterranean"]
    assert all(names[thing].strip() for thing in things)
