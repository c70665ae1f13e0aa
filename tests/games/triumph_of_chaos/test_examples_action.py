"""E31 to E51: operations, battles, supply, cards."""

from __future__ import annotations

import pytest

from casusbelli.games.triumph_of_chaos.attacks import joinable, targets
from casusbelli.games.triumph_of_chaos.board import room, room_for
from casusbelli.games.triumph_of_chaos.combat import _retreat_cancelled, fight
from casusbelli.games.triumph_of_chaos.content import FACTION, IS_ARMY, LEADER, RED, SPACE, SPACE_IDS, UNIT, UNIT_IDS, WHITE
from casusbelli.games.triumph_of_chaos.events import play_event
from casusbelli.games.triumph_of_chaos.fire import attack_column, column, defence_column, die_modifiers, losses_at, modifiers
from casusbelli.games.triumph_of_chaos.logistics import attrition
from casusbelli.games.triumph_of_chaos.losses import loss_choices
from casusbelli.games.triumph_of_chaos.makhno import treachery_rolls
from casusbelli.games.triumph_of_chaos.movement import Mover
from casusbelli.games.triumph_of_chaos.operations import candidate, candidates, clash, ready_units, why_not_activate
from casusbelli.games.triumph_of_chaos.redeployment import destinations, movable
from casusbelli.games.triumph_of_chaos.replacements import spend_steps
from casusbelli.games.triumph_of_chaos.retreat import ways_out
from casusbelli.games.triumph_of_chaos.rounds import action_options
from casusbelli.games.triumph_of_chaos.state import COMBAT, ELIMINATED, MOVE, PERMANENT, RESERVE, Battle, Chaos, Operation
from casusbelli.games.triumph_of_chaos.supply import in_supply

from .conftest import LoadedDice
from .positions import Table, at, changed, clear, control, fresh, hand, marker, off, run, s, without_cp


def don(*attackers: str) -> tuple[Chaos, Battle]:
    """The attack on Belaya Kalitva in summer 1918."""
    g = fresh("campaign")
    g.operation = Operation()
    battle = Battle(side=WHITE, foe=RED, target=s(326), attackers=[UNIT[u] for u in attackers])
    battle.defenders = [UNIT["red_a9"], UNIT["red_c2"]]
    g.battle = battle
    return g, battle


BELAYA = ("white_vol_a1", "white_ru_c4", "white_don_north_a")


def test_e31_activation() -> None:
    g = fresh("campaign")
    hand(g, "white", 13, 5)
    g.hands[RED] = []
    table = Table(g).do("choose_action", "ops", "white_13")
    for space, kind in ((322, "combat"), (325, "combat"), (315, "move"), (324, "move")):
        table.do("activate_spaces", "activate", SPACE_IDS[s(space)], kind)
    assert table.ask.decision == "move_stack", "four activations, no more; Red has no card that could cancel one"
    assert [(SPACE_IDS[m[0]], m[1]) for m in table.g.operation.markers] == [
        ("velikoknyazheskaya", COMBAT),
        ("shakhty", COMBAT),
        ("pyatigorsk", MOVE),
        ("rostov", MOVE),
    ]
    assert 13 in table.g.discards[WHITE] and 13 not in table.g.removed[WHITE]


def moved() -> Table:
    g = fresh("campaign")
    hand(g, "white", 13, 5)
    g.hands[RED] = []
    table = Table(g).do("choose_action", "ops", "white_13")
    for space, kind in ((322, "combat"), (325, "combat"), (315, "move"), (324, "move")):
        table.do("activate_spaces", "activate", SPACE_IDS[s(space)], kind)
    table.do("move_stack", "move_all", "rostov").do("move_step", "step", "kamensk_shakhtinsky").do("move_step", "stop")
    table.do("move_stack", "move_unit", "white_ru_c8").do("move_step", "step", "stavropol").do("move_step", "stop")
    table.do("move_stack", "move_unit", "white_vol_a3").do("move_step", "step", "stavropol").do(
        "move_step", "step", "petrovskoye"
    )
    return table.do("move_step", "stop")


def test_e32_moves() -> None:
    g = moved().g
    units = {UNIT_IDS[u] for u in g.board.at[s(329)]}
    assert units == {"white_don_south_a", "white_don_cav_a", "white_don_c2"}
    assert g.leader_at[LEADER["krasnov"]] == s(329)
    assert {UNIT_IDS[u] for u in g.board.at[s(319)]} == {"white_vol_a2", "white_vol_a3", "white_ru_ec2"}
    assert UNIT_IDS[g.board.at[s(314)][0]] == "white_ru_c8"


def test_e33_stacking() -> None:
    g = moved().g
    assert not room(g, s(329), UNIT["white_vol_a1"]) and not room(g, s(329), UNIT["white_ru_c4"])
    denikin = Mover(g, WHITE, [], [LEADER["denikin"]])
    assert denikin.has_room(g, s(329))
    clear(g, 329)
    at(g, 329, "white_don_south_a", "white_ru_c4", "white_ru_c5")
    assert not room(g, s(329), UNIT["white_ru_c6"])
    clear(g, 329)
    at(g, 329, "white_ru_c4", "white_ru_c5")
    assert room(g, s(329), UNIT["white_ru_c6"])
    clear(g, 329)
    at(g, 329, "white_vol_a1", "white_vol_a2")
    assert not room(g, s(329), UNIT["white_vol_a3"]) and room(g, s(329), UNIT["white_ru_c6"])
    assert not room_for(g, s(329), 1, 1)


def test_e34_belaya_kalitva(dice: LoadedDice) -> None:
    g, battle = don(*BELAYA)
    assert modifiers(g, battle) == ({"elite": 1}, {})
    assert die_modifiers(g, battle) == (1, 0)
    assert attack_column(g, battle).factors == 9 and defence_column(g, battle).factors == 5
    dice(5, 4)
    trace = run(fight(g, battle), ("stay",), ("pass",), ("pass",))
    assert "play_initiative" not in trace.asked
    assert battle.results == [6, 4]


def test_e35_retreat(dice: LoadedDice) -> None:
    g, battle = don(*BELAYA)
    dice(5, 4)
    off(g, "red_c17", "red_c18", "red_c19", "red_c20", "red_c21", "red_c26", "red_c27", "red_c28", "red_ec1", "red_ec2")
    trace = run(fight(g, battle), ("stay",), ("pass",), ("pass",), ("lose", "white_vol_a1"))
    assert g.reduced[UNIT["white_vol_a1"]] and g.reduced[UNIT["white_ru_c4"]]
    assert trace.pending is not None and trace.pending.decision == "retreat_path"
    assert "cancel_retreat" not in trace.asked
    assert g.where[UNIT["red_a9"]] == PERMANENT
    assert ("retreat", "red_c2", SPACE_IDS[s(335)]) in trace.options
    assert all(SPACE_IDS[s(n)] != choice[2] for n in (322, 325, 326) for choice in trace.options)


def test_e36_red_losses(dice: LoadedDice) -> None:
    g, battle = don(*BELAYA)
    assert loss_choices(g, battle.defenders, 6) == [UNIT["red_a9"]]
    dice(5, 4)
    trace = run(fight(g, battle), ("stay",), ("pass",), ("pass",))
    assert trace.asked[-1] == "replace_with_corps"
    assert ("none",) in trace.options and ("replace", "red_c17") in trace.options
    assert ("replace", "red_fin_c1") not in trace.options
    g, battle = don(*BELAYA)
    dice.rolls[:] = [5, 4]
    run(fight(g, battle), ("stay",), ("pass",), ("pass",), ("replace", "red_c17"))
    assert g.where[UNIT["red_a9"]] == ELIMINATED and g.where[UNIT["red_c17"]] == s(326)


def test_e37_white_losses() -> None:
    g, battle = don(*BELAYA)
    assert loss_choices(g, battle.attackers, 4) == [UNIT[u] for u in BELAYA]
    g.reduced[UNIT["white_vol_a1"]] = 1
    assert loss_choices(g, battle.attackers, 1) == [UNIT["white_ru_c4"]]


def test_e38_river_shift() -> None:
    g, battle = don("white_vol_a1", "white_ru_c4")
    assert column("army", 6).factors == 6
    assert attack_column(g, battle).factors == 5
    assert modifiers(g, battle) == ({}, {})
    assert losses_at(attack_column(g, battle), 4) == 4


def test_e39_no_leader_no_multi_space() -> None:
    g, battle = don()
    off(g, "denikin", "krasnov")
    g.operation = Operation(markers=[(s(322), COMBAT), (s(325), COMBAT)], ready=[UNIT[u] for u in BELAYA])
    assert s(326) in targets(g)
    assert set(joinable(g, battle)) == {UNIT[u] for u in BELAYA}
    battle.attackers = [UNIT["white_don_north_a"]]
    assert joinable(g, battle) == []
    battle.attackers = [UNIT["white_vol_a1"]]
    assert joinable(g, battle) == [UNIT["white_ru_c4"]]
    at(g, 322, "denikin")
    assert set(joinable(g, battle)) == {UNIT["white_ru_c4"], UNIT["white_don_north_a"]}


def test_e40_corps_table(dice: LoadedDice) -> None:
    corps = column("corps", 1)
    assert (losses_at(corps, 3), losses_at(corps, 4)) == (0, 1)
    assert losses_at(column("army", 6), 3) == 4
    g = fresh("campaign")
    off(g, "denikin")
    battle = Battle(side=WHITE, foe=RED, target=s(321), attackers=[UNIT["white_vol_a1"], UNIT["white_ru_c4"]])
    battle.defenders = [UNIT["red_c1"]]
    battle.ignore_ground = True
    dice(3 - die_modifiers(g, battle)[0], 3)
    trace = run(fight(g, battle), ("advance", "white_vol_a1"), ("advance", "white_ru_c4"))
    assert trace.asked == ["advance", "advance"]
    assert g.where[UNIT["red_c1"]] == ELIMINATED
    assert g.control[s(321)] == WHITE


def test_e41_cutting_supply() -> None:
    g = fresh("campaign")
    armies = [UNIT["red_a11"], UNIT["red_a12"]]
    assert all(in_supply(g, u) for u in armies)
    off(g, "red_c1")
    control(g, "white", "gashun")
    assert not any(in_supply(g, u) for u in armies)
    assert not {s(316), s(317)} & {c.space for c in candidates(g, RED)}
    refusal = why_not_activate(g, RED, [], ("activate", SPACE_IDS[s(317)], "move"))
    assert refusal is not None and refusal.key == "out_of_supply"
    assert not set(armies) & set(movable(g, RED, 5, []))
    g.reduced[armies[0]] = 1
    assert run(spend_steps(g, RED, {"side": 4})).asked == []
    g.phase = "attrition"
    run(attrition(g))
    assert [g.where[u] for u in armies] == [PERMANENT, PERMANENT]


def forest_stack(dice: LoadedDice, *units: tuple[str, bool]) -> tuple[Chaos, Battle]:
    g = fresh("campaign")
    clear(g, "kungur", "perm", "osa")
    for unit, reduced in units:
        at(g, "osa", unit, reduced=reduced)
    at(g, "kungur", "white_vol_a1")
    battle = Battle(side=WHITE, foe=RED, target=s("osa"), attackers=[UNIT["white_vol_a1"]])
    battle.defenders = [UNIT[u] for u, _ in units]
    return g, battle


def test_e42_cancelling_a_retreat(dice: LoadedDice) -> None:
    g, battle = forest_stack(dice, ("red_c4", False), ("red_a3", True))
    trace = run(_retreat_cancelled(g, battle))
    assert trace.options == [("pay", "red_c4"), ("pay", "red_a3"), ("give_way",)]
    run(_retreat_cancelled(g, battle), ("pay", "red_c4"))
    assert g.reduced[UNIT["red_c4"]] == 1 and len(battle.defenders) == 2
    g, battle = forest_stack(dice, ("red_c4", True))
    assert run(_retreat_cancelled(g, battle)).asked == []


def test_e43_urban() -> None:
    """At Saratov: Tsaritsyn, where the example was laid, is clear since rules 8 (N41)."""
    g = fresh("campaign")
    clear(g, "goly_karamysh", "saratov")
    at(g, "goly_karamysh", "white_vol_a1", "white_vol_a2", "white_ru_ec2")
    at(g, "saratov", "red_a10")
    battle = Battle(
        side=WHITE, foe=RED, target=s("saratov"), attackers=[UNIT["white_vol_a1"], UNIT["white_vol_a2"], UNIT["white_ru_ec2"]]
    )
    battle.defenders = [UNIT["red_a10"]]
    assert sum(IS_ARMY[u] for u in battle.attackers) == 2
    assert attack_column(g, battle).factors == 9


def test_e44_camp_limit() -> None:
    g = fresh("campaign")
    g.no_act.clear()
    changed(g)
    g.operation = Operation(points=4)
    south, east = candidate(g, s(322), WHITE), candidate(g, s(623), WHITE)
    assert south is not None and east is not None
    assert clash(g, WHITE, [south], east) == "camp_limit"
    for row in range(len(SPACE)):
        if g.control[row] != WHITE and not g.board.at[row]:
            g.control[row] = WHITE
    clear(g, "gashun", "tsaritsyn", "elton", "nikolaevsk", "dzhambeyty", "kamyshin", "balashov", "saratov", "syzran")
    for unit, place in enumerate(g.where):
        if place >= 0 and g.side[unit] == RED:
            off(g, UNIT_IDS[unit])
    g.control = bytearray([WHITE]) * len(SPACE)
    g.__dict__.pop("board")
    assert clash(g, WHITE, [south], east) == ""
    g = without_cp(fresh("campaign"))
    marker(g, finland=2)
    at(g, "turku", "finland_a1")
    g.operation = Operation(points=4)
    finns, white_finns = candidate(g, s("turku"), WHITE), candidate(g, s(131), WHITE)
    assert finns is not None and white_finns is not None
    off(g, "white_fin_c2")
    finns = candidate(g, s("turku"), WHITE)
    assert finns is not None and clash(g, WHITE, [south], finns) == ""
    assert clash(g, WHITE, [south], white_finns) == "camp_limit"


def test_e45_no_act(dice: LoadedDice) -> None:
    g = fresh("campaign")
    samara = s("samara")
    assert candidate(g, samara, WHITE) is None
    refusal = why_not_activate(g, WHITE, [], ("activate", "samara", "move"))
    assert refusal is not None and (refusal.key, refusal.rule) == ("no_act", "17.7")
    assert UNIT["white_soc_rev_a"] not in movable(g, WHITE, 5, [])
    hand(g, "white", 5)
    g.hands[RED] = []
    table = Table(g).do("choose_action", "special", "remove_no_act")
    assert samara not in table.g.no_act
    assert candidate(table.g, samara, WHITE) is not None


def test_e46_strategic_redeployment() -> None:
    g = fresh("campaign")
    hand(g, "white", 3, 5, 6)
    hand(g, "red", 5, 6, 7)
    table = Table(g).do("choose_action", "sr", "white_03").do("sr_move", "redeploy", "white_vol_a2")
    table.do("sr_move", *table.options[0])
    assert table.g.operation.points == 1
    assert not any(choice[1:] and choice[1] == "white_vol_a1" for choice in table.options)
    table.do("sr_move", "redeploy", "white_ru_c5")
    table.do("sr_move", *table.options[0])
    assert table.g.active == RED
    assert not any(IS_ARMY[u] for u in movable(g, RED, 2, []))
    table.do("choose_action", "rp", "red_05")
    assert not any(choice[0] == "sr" for choice in table.options)
    refusal = table.ask.refusal(("sr", "white_05"))
    assert refusal is not None and refusal.key == "twice_running"


def test_e47_finnish_border() -> None:
    g = fresh("campaign")
    corps = UNIT["red_latrif_c1"]
    viipuri = s("viipuri")
    assert viipuri not in Mover(g, RED, [corps], []).steps(g, s("petrograd"))
    assert viipuri not in destinations(g, corps)
    control(g, "white", "helsinki", "viipuri")
    assert not in_supply(g, UNIT["red_fin_a2"]), "Moskva is no source for Red Finns"
    control(g, "red", "viipuri")
    assert in_supply(g, UNIT["red_fin_a2"])
    g.border_open = True
    changed(g)
    assert viipuri in Mover(g, RED, [corps], []).steps(g, s("petrograd"))


def test_e48_replacements_and_rdr() -> None:
    g = fresh("campaign")
    for army in ("red_a1", "red_a2", "red_a5"):
        g.reduced[UNIT[army]] = 1
    pools = {"side": 8}
    trace = run(spend_steps(g, RED, pools), ("flip", "red_a1", "side"), ("flip", "red_a2", "side"))
    assert pools == {"side": 4} and not trace.asked[2:]
    g.reduced[UNIT["red_a1"]] = g.reduced[UNIT["red_a2"]] = 1
    g.rdr_spent[RED] = {}
    g.rdr_lifted[RED] = ["east"]
    pools = {"side": 8}
    run(spend_steps(g, RED, pools), *(("flip", army, "side") for army in ("red_a1", "red_a2", "red_a5")))
    assert pools == {"side": 2}
    off(g, "red_c1", "red_c2", box=ELIMINATED)
    pools = {"side": 2}
    run(spend_steps(g, RED, pools), ("rebuild", "red_c1", "side"), ("rebuild", "red_c2", "side"))
    assert pools == {"side": 0}
    assert [g.where[UNIT[u]] for u in ("red_c1", "red_c2")] == [RESERVE, RESERVE]
    assert g.reduced[UNIT["red_c1"]] == g.reduced[UNIT["red_c2"]] == 1


def test_e49_special_action_when_empty() -> None:
    g = fresh()
    g.round = 5
    g.hands[WHITE] = []
    g.specials[WHITE] = 1
    assert {choice[0] for choice in action_options(g, WHITE)} == {"special"}
    g.hands[WHITE] = [5]
    assert not any(choice[0] == "special" for choice in action_options(g, WHITE))


def makhno_scene() -> Chaos:
    g = fresh()
    marker(g, makhno=-2)
    g.deployed[FACTION["makhno"]] = 1
    clear(g, "voronezh")
    at(g, "huliaipole", "makhno_a1", "red_a8")
    at(g, "berdiansk", "red_c4")
    g.active = RED
    g.operation = Operation(markers=[(s("huliaipole"), MOVE)], ready=ready_units(g, s("huliaipole"), RED))
    return g


@pytest.mark.parametrize("answer", [("attack_stack", "huliaipole"), ("attack_adjacent", "berdiansk"), ("lose_activation",)])
def test_e50_makhno_die_6(dice: LoadedDice, answer: tuple[str, ...]) -> None:
    g = makhno_scene()
    dice(6)
    trace = run(treachery_rolls(g))
    assert trace.pending is not None and trace.pending.seat == "white"
    assert trace.options == [("attack_stack", "huliaipole"), ("attack_adjacent", "berdiansk"), ("lose_activation",)]
    g = makhno_scene()
    dice(6, 1, 1)
    trace = run(treachery_rolls(g), answer)
    assert g.operation.markers == [], "whatever White chooses, Red 8 does not move this round"
    assert trace.asked[0] == "makhno_treachery"


@pytest.mark.parametrize(("roll", "turns"), [(4, True), (5, False)])
def test_e51_kolchaks_coup(dice: LoadedDice, roll: int, turns: bool) -> None:
    g = fresh("campaign")
    hand(g, "white", 1)
    dice(roll)
    run(play_event(g, WHITE, 1), ("place", "white_sib_a3", "omsk"), ("place", "white_sib_a5", "ekaterinburg"))
    assert g.where[UNIT["white_sib_a3"]] == s("omsk") and g.where[UNIT["white_sib_a5"]] == s("ekaterinburg")
    assert g.leader_at[LEADER["kolchak"]] == s("omsk")
    assert g.reduced[UNIT["white_sib_a1"]] == g.reduced[UNIT["white_sib_a2"]] == 0
    army = UNIT["white_soc_rev_a"]
    assert g.where[army] == s("samara")
    assert (g.side[army] == RED, g.control[s("samara")] == RED) == (turns, turns)
    assert g.flagged("w01_coup") and 1 in g.removed[WHITE]


def test_retreats_never_lead_back_into_the_attack() -> None:
    g = fresh("campaign")
    ends = ways_out(g, UNIT["red_c2"], 1, [s(322), s(325)])
    assert ends and not {s(322), s(325), s(326)} & set(ends)
