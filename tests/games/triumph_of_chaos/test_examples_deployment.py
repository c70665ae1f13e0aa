"""E26 to E30: forces of factions come on the map."""

from __future__ import annotations

from casusbelli.games.triumph_of_chaos.combat import fight
from casusbelli.games.triumph_of_chaos.content import FACTION, LEADER, RED, SPACE_IDS, UNIT, WHITE
from casusbelli.games.triumph_of_chaos.deployment import deploy_faction
from casusbelli.games.triumph_of_chaos.influence import gain_control, put_marker, set_marker, spend_influence
from casusbelli.games.triumph_of_chaos.operations import candidates, why_not_activate
from casusbelli.games.triumph_of_chaos.round_end import finish_round
from casusbelli.games.triumph_of_chaos.state import ELIMINATED, RESERVE, Battle, Chaos
from casusbelli.games.triumph_of_chaos.wars import declare_war

from .conftest import LoadedDice
from .positions import at, control, flag, fresh, marker, off, run, s, without_cp


def where(g: Chaos, unit: str) -> str | int:
    place = g.where[UNIT[unit]]
    return SPACE_IDS[place] if place >= 0 else place


def summer_1918() -> Chaos:
    """Britain and the Legion came under White control in the political phase of turn 1."""
    g = fresh("campaign")
    for faction in ("britain", "czech_legion"):
        run(spend_influence(g, FACTION[faction], 2))
    run(deploy_faction(g, FACTION["britain"], "political"))
    return g


def test_e26_britain_and_czechs() -> None:
    g = summer_1918()
    assert where(g, "britain_hampshire_c") == "murmansk"
    assert [where(g, f"britain_{n}_c") for n in ("royal_fus", "ninth", "archangel")] == ["archangel"] * 3
    assert where(g, "britain_res_c1") == RESERVE
    active = {SPACE_IDS[c.space] for c in candidates(g, WHITE)}
    assert not active & {"kazan", "simbirsk", "buguruslan", "murmansk", "archangel"}
    refusal = why_not_activate(g, WHITE, [], ("activate", "simbirsk", "move"))
    assert refusal is not None and (refusal.key, refusal.rule) == ("faction_locked", "8.9")
    finish_round(g)
    g.round, g.active = 2, WHITE
    active = {SPACE_IDS[c.space] for c in candidates(g, WHITE)}
    assert {"kazan", "simbirsk", "buguruslan"} <= active and not active & {"murmansk", "archangel"}
    refusal = why_not_activate(g, WHITE, [], ("activate", "murmansk", "move"))
    assert refusal is not None and (refusal.key, refusal.rule, refusal.params["card"]) == ("needs_coup", "9.5", "white_01")
    flag(g, "w01_coup")
    assert {"murmansk", "archangel"} <= {SPACE_IDS[c.space] for c in candidates(g, WHITE)}


def test_e27_lock_ends_on_attack() -> None:
    g = summer_1918()
    g.active = RED
    battle = Battle(side=RED, foe=WHITE, target=s("simbirsk"), attackers=[UNIT["red_a1"]])
    battle.defenders = list(g.board.at[s("simbirsk")])
    trace = run(fight(g, battle))
    assert trace.asked == ["leader_withdraw"], "Syrovy may act at once"
    assert g.lock[FACTION["czech_legion"]] == 0


def test_e28_estonia(dice: LoadedDice) -> None:
    g = fresh()
    dice.lot(UNIT["estonia_a2"])
    set_marker(g, FACTION["estonia"], 2, WHITE)
    trace = run(gain_control(g, FACTION["estonia"], WHITE, "card"))
    assert where(g, "estonia_a2") == ELIMINATED
    assert trace.options[0] == ("place", "estonia_a1", "tallinn")
    g = fresh()
    flag(g, "r10_baltics")
    places = [("place", f"estonia_a{n}", "tallinn") for n in (1, 2)] + [("to_reserve", f"estonia_c{n}") for n in (1, 2)]
    run(declare_war(g, RED, FACTION["estonia"]), *places)
    assert where(g, "estonia_a1") == where(g, "estonia_a2") == "tallinn"


def test_e29_finland_without_helsinki() -> None:
    g = fresh()
    control(g, "red", "viipuri", "hango", "vaasa", "oulu")
    off(g, "white_fin_c1", "white_fin_c2")
    at(g, "hango", "red_c1")
    at(g, "vaasa", "red_c2")
    at(g, "oulu", "red_c3")
    at(g, "viipuri", "red_c4")
    control(g, "white", "turku")
    run(put_marker(g, FACTION["finland"], WHITE, "card"))
    assert [where(g, u) for u in ("finland_a1", "finland_c1", "finland_tank_c", "finland_c2")] == ["turku"] * 3 + [RESERVE]
    g = fresh()
    for place, unit in (("hango", "red_c1"), ("vaasa", "red_c2"), ("oulu", "red_c3"), ("viipuri", "red_c4"), ("turku", "red_c5")):
        at(g, place, unit)
    run(put_marker(g, FACTION["finland"], WHITE, "card"))
    assert [where(g, u) for u in ("finland_a1", "finland_c1", "finland_tank_c", "finland_c2")] == [ELIMINATED] * 3 + [RESERVE]


def test_e30_ukraine_method_3(dice: LoadedDice) -> None:
    g = without_cp(fresh("campaign"))
    marker(g, ukraine=1)
    dice(3, 5)
    armies = [("place", f"ukraine_{n}_a", "uman") for n in ("republic", "pavlenko")] + [("place", "ukraine_sich_a", "kyiv")]
    corps = [("to_reserve", f"ukraine_c{n}") for n in range(1, 6)]
    leader = [("place_leader", "petliura", "kyiv")]
    revolt = [("place", "ukraine_peasant_a1", "shostka"), ("place", "ukraine_peasant_a2", "lugansk")]
    trace = run(put_marker(g, FACTION["ukraine"], WHITE, "card"), *armies, *leader, *corps, *revolt)
    assert trace.asked[-2:] == ["peasant_revolt_place"] * 2
    assert g.leader_at[LEADER["petliura"]] == s("kyiv")
    assert [where(g, f"ukraine_c{n}") for n in (6, 7)] == [ELIMINATED] * 2
    for unit, space in (("ukraine_peasant_a1", "shostka"), ("ukraine_peasant_a2", "lugansk")):
        assert where(g, unit) == space
        assert g.side[UNIT[unit]] == RED and UNIT[unit] in g.insurgents
        assert g.control[s(space)] == RED
