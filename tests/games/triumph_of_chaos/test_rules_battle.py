"""Battles, leaders, garrisons and the train where the numbered examples are silent [10.7, 12, 16, 17]."""

from __future__ import annotations

import pytest

from casusbelli.games.triumph_of_chaos.advance import advance
from casusbelli.games.triumph_of_chaos.combat import fight
from casusbelli.games.triumph_of_chaos.content import FACTION, LEADER, NEIGHBOURS, RED, SPACE_IDS, UNIT, WHITE
from casusbelli.games.triumph_of_chaos.effects_risings import _lose_to_sickness
from casusbelli.games.triumph_of_chaos.evacuation import evacuate
from casusbelli.games.triumph_of_chaos.events import play_event
from casusbelli.games.triumph_of_chaos.influence import put_marker
from casusbelli.games.triumph_of_chaos.makhno import treachery_rolls
from casusbelli.games.triumph_of_chaos.movement import waiting_movers
from casusbelli.games.triumph_of_chaos.replacements import purchases
from casusbelli.games.triumph_of_chaos.retreat import retreat_stack
from casusbelli.games.triumph_of_chaos.special_actions import take_special
from casusbelli.games.triumph_of_chaos.state import ELIMINATED, MOVE, REMOVED, SUBJUGATED, Battle, Chaos, Operation

from .conftest import LoadedDice
from .positions import at, clear, control, flag, fresh, hand, marker, off, play_out, run, s, without_cp

ASTRAKHAN = FACTION["astrakhan"]
GARRISON = UNIT["red_gar_astrakhan"]


def revolted() -> Chaos:
    """Astrakhan subjugated, its garrison in revolt."""
    g = without_cp(fresh("campaign"))
    g.fate[ASTRAKHAN] = SUBJUGATED
    at(g, "astrakhan", "red_gar_astrakhan", side="white")
    g.revolted.append(GARRISON)
    return g


def test_10_7_a_revolted_garrison_that_is_hit_turns_red_again(dice: LoadedDice) -> None:
    g = revolted()
    at(g, "krasny_yar", "red_a1")
    g.operation = Operation()
    dice(6, 1)
    run(fight(g, Battle(side=RED, foe=WHITE, target=s("astrakhan"), attackers=[UNIT["red_a1"]], defenders=[GARRISON])), ("done",))
    assert g.where[GARRISON] == s("astrakhan") and g.side[GARRISON] == RED
    assert g.control[s("astrakhan")] == RED and GARRISON not in g.revolted


def test_10_7_a_revolted_garrison_left_behind_turns_red_again() -> None:
    g = revolted()
    at(g, "astrakhan", "white_ru_c5")
    at(g, "krasny_yar", "red_a1")
    stack = [GARRISON, UNIT["white_ru_c5"]]
    trace = run(retreat_stack(g, WHITE, stack, 1, [s("krasny_yar")]))
    assert trace.pending is None
    assert g.side[GARRISON] == RED and g.where[GARRISON] == s("astrakhan")


def test_10_7_a_revolted_garrison_lost_among_whites_can_be_rebuilt_by_red() -> None:
    g = revolted()
    at(g, "astrakhan", "white_ru_c5")
    run(_lose_to_sickness(g, WHITE, s("astrakhan")), ("lose", "red_gar_astrakhan"))
    assert g.where[GARRISON] == ELIMINATED and g.side[GARRISON] == RED and not g.revolted
    clear(g, "astrakhan")
    control(g, "red", "astrakhan")
    assert ("rebuild", "red_gar_astrakhan", "side") in purchases(g, RED, {"side": 2})


def test_10_7_a_leader_among_mutineers_is_in_danger(dice: LoadedDice) -> None:
    g = without_cp(fresh("campaign"))
    g.fate[ASTRAKHAN] = SUBJUGATED
    at(g, "astrakhan", "red_gar_astrakhan", "stalin")
    dice(1, 6)
    run(take_special(g, WHITE, "garrison_revolt"))
    assert g.leader_at[LEADER["stalin"]] == ELIMINATED and g.vp[WHITE] == 1


def test_12_11_a_leader_whose_troops_advance_without_him_stays(dice: LoadedDice) -> None:
    g = fresh("campaign")
    clear(g, "gashun", 322)
    at(g, "gashun", "red_c1")
    at(g, 322, "white_vol_a1", "denikin")
    g.operation = Operation()
    dice(6, 1)
    battle = Battle(side=WHITE, foe=RED, target=s("gashun"), attackers=[UNIT["white_vol_a1"]], defenders=[UNIT["red_c1"]])
    run(fight(g, battle), ("advance", "white_vol_a1"), ("done",))
    assert g.where[UNIT["white_vol_a1"]] == s("gashun")
    assert g.leader_at[LEADER["denikin"]] == s(322), "nobody rolls for him"


def test_12_11_a_leader_whose_troops_fall_in_the_attack_is_rolled_for(dice: LoadedDice) -> None:
    g = fresh("campaign")
    clear(g, 322)
    at(g, 322, "white_ru_c4", "denikin", reduced=True)
    g.operation = Operation()
    dice(1, 6, 5)
    units = [u for u in g.board.at[s(326)] if g.side[u] == RED]
    battle = Battle(side=WHITE, foe=RED, target=s(326), attackers=[UNIT["white_ru_c4"]], defenders=units)
    run(fight(g, battle), ("stay",), ("pass",), ("pass",))
    assert g.leader_at[LEADER["denikin"]] == ELIMINATED and g.vp[RED] == 1


def test_9_5_makhnos_leader_stays_with_his_traitors(dice: LoadedDice) -> None:
    g = without_cp(fresh("campaign"))
    g.turn = 6
    marker(g, makhno=-2)
    g.deployed[FACTION["makhno"]] = 1
    at(g, "huliaipole", "makhno_a1", "makhno_leader", side="red")
    at(g, "huliaipole", "red_a1", "stalin")
    g.leader_side[LEADER["makhno_leader"]] = RED
    g.active = RED
    control(g, "red", *(SPACE_IDS[n] for n in NEIGHBOURS[0][s("huliaipole")]))
    g.operation = Operation(markers=[(s("huliaipole"), MOVE)], ready=[UNIT["makhno_a1"], UNIT["red_a1"]])
    dice(6, 2, 1)
    asked = play_out(treachery_rolls(g))
    assert "makhno_treachery" in asked and "retreat_path" in asked
    assert g.leader_at[LEADER["makhno_leader"]] == s("huliaipole")
    assert g.leader_at[LEADER["stalin"]] == g.where[UNIT["red_a1"]] != s("huliaipole")


def test_15_mutiny_drives_leaders_off_with_their_troops(dice: LoadedDice) -> None:
    g = fresh("campaign")
    at(g, "samara", "white_sib_c2", "dutov")
    hand(g, "white", 1)
    dice(4)
    asked = play_out(play_event(g, WHITE, 1))
    assert "retreat_path" in asked and not dice.rolls
    assert g.where[UNIT["white_sib_c2"]] != s("samara")
    assert g.leader_at[LEADER["dutov"]] == g.where[UNIT["white_sib_c2"]]
    assert g.side[UNIT["white_soc_rev_a"]] == RED


def test_8_8_an_advance_violates_the_land_it_enters() -> None:
    g = fresh("campaign")
    flag(g, "r42_southeast")
    marker(g, turkistan=2)
    control(g, "white", "tashkent")
    control(g, "none", 414)
    at(g, 413, "red_c12")
    battle = Battle(side=RED, foe=WHITE, target=s(414), attackers=[UNIT["red_c12"]])
    trace = run(advance(g, battle), ("advance", "red_c12"))
    assert trace.pending is not None and trace.pending.decision == "deploy_faction"
    assert g.violated[FACTION["turkistan"]] == 1


def test_17_4_an_insurrection_without_refuge_leaves_the_game() -> None:
    g = fresh("campaign")
    at(g, "voronezh", "white_insurr_a1")
    g.insurgents.append(UNIT["white_insurr_a1"])
    for space, side in enumerate(g.control):
        if side == WHITE:
            control(g, "none", SPACE_IDS[space])
    run(evacuate(g, 1 << s("voronezh"), WHITE))
    assert g.where[UNIT["white_insurr_a1"]] == REMOVED


@pytest.mark.parametrize(("place", "offered"), [("kazan", True), ("menzelinsk", False)])
def test_17_2_the_train_needs_rails(place: str, offered: bool) -> None:
    g = fresh("campaign")
    run(put_marker(g, FACTION["czech_legion"], WHITE, "card"))
    off(g, "czech_legion_c1", "syrovy")
    at(g, place, "czech_legion_c1", side="white")
    g.train = s(place)
    g.active = WHITE
    g.operation = Operation(markers=[(s(place), MOVE)], ready=[UNIT["czech_legion_c1"]])
    assert (("move_unit", "czech_legion_c1", "train") in waiting_movers(g)) == offered
