"""E1 to E25: the political phase."""

from __future__ import annotations

import pytest

from casusbelli.game import Match
from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.cards import PC_BY_BOX
from casusbelli.games.triumph_of_chaos.content import FACTION, FACTION_IDS, LEADER, RED, UNIT, WHITE
from casusbelli.games.triumph_of_chaos.events import play_event
from casusbelli.games.triumph_of_chaos.factions import open_spaces
from casusbelli.games.triumph_of_chaos.influence import deployments_due, gain_control, put_marker, spend_influence
from casusbelli.games.triumph_of_chaos.political import boxes, influence, net_influence, selection
from casusbelli.games.triumph_of_chaos.positions import staked
from casusbelli.games.triumph_of_chaos.scoring import credited_to
from casusbelli.games.triumph_of_chaos.state import OUT, Chaos
from casusbelli.games.triumph_of_chaos.withdrawal import withdraw
from casusbelli.kernel import seed_from

from .conftest import LoadedDice
from .positions import Table, at, flag, fresh, hand, marker, run, s, without_cp


def resolved(g: Chaos, *cards: int) -> Chaos:
    """These political cards lie open in the boxes."""
    g.values = [[], [0, 0, 0], [0, 0, 0]]
    g.placed = [[], [], []]
    for number in cards:
        box = next(b for b, numbers in enumerate(PC_BY_BOX) if number in numbers)
        g.pc_deck[box].remove(number)
        g.pc_box[box].append(number)
        g.pc_by[box].append(0)
    return g


def markers(g: Chaos) -> dict[str, int]:
    return {FACTION_IDS[f]: position for f, position in enumerate(g.fcm) if position}


def test_e1_hand_in_turn_1() -> None:
    match = Match.new(GAME, "campaign", {"bid_for_sides": False}, seed_from(1))
    for side in (RED, WHITE):
        assert len(match.state.hands[side]) == 9
        assert {53, 54} <= set(match.state.hands[side])
        assert max(n for n in match.state.hands[side] if n < 53) <= 15
        assert len(match.state.decks[side]) == 8


def test_e2_red_box() -> None:
    g = staked(fresh("campaign", "boxes"), (53, 14, 15), (2, 1, 14))
    trace = run(boxes(g))
    assert trace.pending is not None and trace.pending.seat == "red"
    assert [("choose", f"pc_{n:02d}") for n in range(1, 23)] == trace.options
    assert selection(4, 3) == (2, 0)
    g = staked(fresh("campaign", "boxes"), (53, 14, 15), (2, 1, 14))
    run(boxes(g), ("choose", "pc_06"), ("declare", "pc_06"), ("choose", "pc_10"))
    assert g.pc_box[0] == [6, 10]
    assert g.pools[RED] == {"side": 4}


def test_e3_white_box() -> None:
    assert selection(2 + 1, 2 - 1) == (1, 0)
    g = staked(fresh("campaign", "boxes"), (53, 4, 15), (53, 53, 14))
    trace = run(boxes(g), ("choose", "pc_29"))
    assert g.pc_box[1] == [29]
    assert trace.asked[0] == "pol_choose_pc"


def test_e4_influence_cards(dice: LoadedDice) -> None:
    g = staked(fresh("campaign", "boxes"), (53, 53, 54), (53, 53, 54))
    dice(2, 2)
    dice.lot(1, 23, 54)
    run(boxes(g))
    assert (g.values[WHITE][2], g.values[RED][2]) == (1, 1)
    assert selection(2, 0) == (0, 1)
    assert g.pc_box[2] == [54]


def test_e5_result() -> None:
    g = resolved(fresh("campaign", "influence"), 6, 10, 29, 54)
    net = {FACTION_IDS[f]: n for f, n in enumerate(net_influence(g, [6, 10, 29, 54])) if n}
    assert net == {
        "estonia": -3,
        "britain": 2,
        "latvia": -3,
        "lithuania": -1,
        "makhno": -1,
        "west_ukraine": -1,
        "belarus": -2,
        "finland": 2,
        "poland": 1,
        "france": 2,
        "usa": 1,
        "central_powers": 2,
        "khiva": -1,
        "astrakhan": 1,
        "czech_legion": 2,
    }
    run(influence(g))
    assert markers(g) == {
        "estonia": -1,
        "latvia": -1,
        "belarus": -2,
        "finland": 1,
        "france": 1,
        "central_powers": 1,
        "britain": 2,
        "czech_legion": 2,
        "usa": 1,
        "khiva": 1,
        "turkistan": -1,
    }
    assert not any(g.pending)


def test_e6_sum_7() -> None:
    assert selection(7, 1) == (1, 2)
    g = staked(fresh("campaign", "boxes"), (8, 14, 15), (1, 2, 3))
    run(boxes(g), ("choose", "pc_01"), ("keep_silent",))
    assert len(g.pc_box[0]) == 3 and g.pc_by[0] == [RED, 0, 0]
    assert set(g.pc_box[0]) <= set(PC_BY_BOX[0])


def test_e7_odd_point_lost() -> None:
    g = fresh("campaign")
    run(spend_influence(g, FACTION["czech_legion"], -2 - 2 + 1))
    assert g.fcm[FACTION["czech_legion"]] == 0


@pytest.mark.parametrize(("net", "position"), [(-2, 2), (-3, 1), (-5, 0), (-4, 1)])
def test_e8_leaving_control_costs_3(net: int, position: int) -> None:
    g = fresh("campaign")
    marker(g, britain=2)
    run(spend_influence(g, FACTION["britain"], net), *[("let_go",)] * (net <= -3))
    assert g.fcm[FACTION["britain"]] == position


def test_e9_two_boxes() -> None:
    g = fresh("campaign")
    marker(g, khiva=0)
    run(spend_influence(g, FACTION["khiva"], 4))
    assert g.fcm[FACTION["khiva"]] == 2


def test_e10_bonus_limit() -> None:
    g = staked(fresh("campaign", "boxes"), (53, 14, 15), (2, 1, 14))
    run(boxes(g), ("choose", "pc_03"), ("declare", "pc_03"), ("choose", "pc_06"))
    assert g.pools[RED] == {"side": 4}


def test_e11_no_bonus_for_random_cards(dice: LoadedDice) -> None:
    g = staked(fresh("campaign", "boxes"), (53, 53, 53), (53, 53, 53))
    dice.lot(1, 26, 45)
    run(boxes(g))
    assert g.pc_box[1] == [26] and g.pools == [{}, {}, {}]
    g = staked(fresh("campaign", "boxes"), (53, 53, 53), (53, 4, 53))
    dice.lot(1)
    run(boxes(g), ("choose", "pc_26"))
    assert g.pc_box[1] == [26] and g.pools == [{}, {}, {}]


@pytest.mark.parametrize("kept", [64, 66])
def test_e12_special_card_clears_the_box(dice: LoadedDice, kept: int) -> None:
    g = staked(fresh("campaign", "boxes"), (53, 53, 7), (53, 53, 2))
    dice.lot(1, 23, 64, 66, kept)
    run(boxes(g), ("choose", "pc_45"), *([("decline",)] if kept == 64 else []))
    assert selection(7, 1) == (1, 2)
    assert g.pc_box[2] == [kept]
    assert {64, 66, 45} & set(g.pc_discard) == {64, 66, 45} - {kept}


def test_e13_independence_movements() -> None:
    g = resolved(fresh("campaign", "influence"), 65, 6, 29)
    before = list(g.fcm)
    g.pending[FACTION["poland"]] = 4
    run(influence(g))
    assert g.fcm == before and not any(g.pending)


def test_e14_anarchy(dice: LoadedDice) -> None:
    g = staked(fresh("campaign", "boxes"), (8, 53, 53), (53, 53, 53))
    dice.lot(23, 66, 10, 11, 30)
    run(boxes(g), ("choose", "pc_01"), ("choose", "pc_02"))
    assert [len(cards) for cards in g.pc_box] == [2, 1, 1]
    assert g.pc_box[:2] == [[10, 11], [30]] and set(g.pc_discard) == {1, 2, 23}
    run(influence(g))
    assert [sorted(deck) for deck in g.pc_deck] == [list(numbers) for numbers in PC_BY_BOX]


def test_e15_short_deck() -> None:
    g = staked(fresh("campaign", "boxes"), (53, 9, 53), (53, 1, 53))
    g.pc_discard = [n for n in PC_BY_BOX[1] if n > 24] + [60]
    g.pc_deck[1] = [23, 24]
    g.pc_deck[2].remove(60)
    trace = run(boxes(g))
    assert selection(9, 1) == (1, 2)
    assert len(trace.options) == 22
    assert 60 in g.pc_deck[2] and not g.pc_discard


def test_e16_special_cards_cannot_be_chosen() -> None:
    g = staked(fresh("campaign", "boxes"), (53, 53, 9), (53, 53, 4))
    trace = run(boxes(g))
    assert selection(7, 3) == (3, 0)
    assert trace.options == [("choose", f"pc_{n}") for n in range(45, 64)]


def test_e17_veto() -> None:
    g = fresh("campaign")
    marker(g, britain=2)
    trace = run(spend_influence(g, FACTION["britain"], -3))
    assert trace.pending is not None
    assert (trace.pending.seat, trace.pending.decision) == ("red", "pol_veto")
    g = fresh("campaign")
    marker(g, britain=2)
    run(spend_influence(g, FACTION["britain"], -3), ("veto",))
    assert g.fcm[FACTION["britain"]] == 2


def test_e18_appeal_lock() -> None:
    g = fresh("campaign")
    flag(g, "w12_appeal")
    marker(g, france=2)
    assert run(spend_influence(g, FACTION["france"], -6)).asked == []
    assert g.fcm[FACTION["france"]] == 2


def test_e19_army_presence_beats_cards() -> None:
    g = without_cp(fresh("campaign"))
    marker(g, ukraine=2)
    at(g, "kyiv", "white_vol_a1")
    hand(g, "red", 24)
    run(play_event(g, RED, 24), ("option", "politics"))
    assert g.fcm[FACTION["ukraine"]] == 2
    g = without_cp(fresh("campaign"))
    marker(g, ukraine=2)
    at(g, "kyiv", "white_ru_c4")
    hand(g, "red", 24)
    run(play_event(g, RED, 24), ("option", "politics"), ("let_go",))
    assert g.fcm[FACTION["ukraine"]] == 0
    assert g.control[s("kyiv")] == 0 and not g.board.at[s("kyiv")]


def test_e20_baltic_prerequisite() -> None:
    g = fresh()
    marker(g, estonia=-1)
    run(spend_influence(g, FACTION["estonia"], -4))
    assert g.fcm[FACTION["estonia"]] == -1
    flag(g, "r10_baltics")
    run(spend_influence(g, FACTION["estonia"], -4))
    assert g.fcm[FACTION["estonia"]] == -2


def test_e21_allies_and_cp() -> None:
    g = fresh("campaign")
    marker(g, central_powers=2)
    run(spend_influence(g, FACTION["britain"], 2))
    assert g.fcm[FACTION["britain"]] == 1
    run(spend_influence(g, FACTION["britain"], -2))
    assert g.fcm[FACTION["britain"]] == 0


def test_e22_faction_passivity() -> None:
    g = fresh("campaign")
    hand(g, "red", 9)
    run(play_event(g, RED, 9))
    g.turn += 1
    run(spend_influence(g, FACTION["czech_legion"], 2))
    assert g.fcm[FACTION["czech_legion"]] == 1
    flag(g, "w02_polish_influence")
    marker(g, poland=1)
    run(spend_influence(g, FACTION["poland"], 2))
    assert g.fcm[FACTION["poland"]] == 2


def test_e23_poland_flips_west_ukraine() -> None:
    g = without_cp(fresh("campaign"))
    marker(g, poland=1)
    run(put_marker(g, FACTION["poland"], WHITE, "political"))
    assert g.fcm[FACTION["west_ukraine"]] == -2
    assert deployments_due(g) == [FACTION["west_ukraine"]]
    g = without_cp(fresh("campaign"))
    marker(g, poland=1)
    places = [
        ("place", "west_ukraine_a1", "lviv"),
        ("place", "west_ukraine_a2", "lviv"),
        ("place", "west_ukraine_c1", "lviv"),
        ("to_reserve", "west_ukraine_c2"),
    ]
    run(put_marker(g, FACTION["poland"], WHITE, "card"), *places)
    assert g.fcm[FACTION["west_ukraine"]] == -2
    assert g.where[UNIT["west_ukraine_a3"]] == OUT and g.leader_at[LEADER["tarnavsky"]] == OUT


def test_e24_white_operations_bonus() -> None:
    g = resolved(fresh(phase="influence"))
    g.placed = [[], [53, 9, 54], [53, 54, 4]]
    g.turn = 1
    run(influence(g))
    assert g.white_bonus
    hand(g, "white", 5, 6)
    hand(g, "red", 1)
    table = Table(g).do("choose_action", "ops", "white_05")
    assert table.ask.about == {"points": 5}
    g = fresh()
    g.round, g.white_bonus = 2, True
    hand(g, "white", 5, 6)
    assert Table(g).do("choose_action", "ops", "white_05").ask.about == {"points": 2}


def test_e25_restriction_keeps_benefits_away() -> None:
    g = fresh("campaign")
    run(gain_control_of_belarus(g))
    assert deployments_due(g) == []
    minsk = s("minsk")
    assert credited_to(g, minsk) == 0
    assert not open_spaces(g, RED) >> minsk & 1
    g.turn = 3
    run(withdraw(g, FACTION["central_powers"]))
    assert FACTION["belarus"] in deployments_due(g)
    assert g.control[minsk] == RED and credited_to(g, minsk) == RED
    assert open_spaces(g, RED) >> minsk & 1


async def gain_control_of_belarus(g: Chaos) -> None:
    g.fcm[FACTION["belarus"]] = -2
    await gain_control(g, FACTION["belarus"], RED, "political")
