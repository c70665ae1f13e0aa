"""The logistics phase, D1 to D9 [18]."""

from __future__ import annotations

from collections.abc import Iterator

from casusbelli.kernel import Choice, Refusal

from .asks import place_leader_at, place_unit, public
from .board import changed, holder, own_units, put, put_leader, remove_no_act, whose
from .content import (
    BELARUS,
    BRITAIN,
    FACTION,
    FACTION_IDS,
    FACTION_MASK,
    FACTIONS,
    LEADER,
    LEADER_IDS,
    LEADERS,
    RED,
    SIDES,
    SIGN,
    SPACE_IDS,
    TURKISTAN,
    UKRAINE,
    UNIT,
    UNIT_IDS,
    VC_MASK,
    WHITE,
    bits,
)
from .deployment import legal_spaces
from .effects_politics import hand_over
from .endings import immediate_end, secret_conditions, victory_check
from .factions import commander, controller, in_play, master, restricted
from .influence import add_influence, influence_counts
from .leaders import arrive, company_spaces, leader_kind, leaders_of, native_side, own_army_in_supply, reposition
from .losses import eliminate
from .poland import place_polish_garrisons, polish_response, polish_steps
from .political_refusals import why_no_influence
from .refusals import why_no_leader
from .replacements import SIDE_POOL, lose_steps, pay_side_steps, record_steps, side_steps, spend_steps
from .scoring import gain_vp, score_turn
from .state import ASIDE, EXCLUDED, OUT, RECALLED, Chaos
from .supply import starves
from .tables import CONSTANT, HALF_STEPS, TURNS
from .tsar import end_of_tsar, train_deposit, train_income
from .wars import conquest_check
from .withdrawal import subjugation_step, withdrawal_step

_BAF_STEP = "w20_baf_step"
RED_BELARUS = UNIT["red_belarus_a"]
FREE_CONSCRIPTS = 5
_STEPS_PER_VP = 2
SECRET_TURN = 5


async def logistics(g: Chaos) -> None:
    """D1, and the income of D2. The Red Poles are on their own from now on: they were fed for their first action phase."""
    g.active = 0
    g.red_polish_fresh = False
    changed(g)
    g.report("logistics", rule="18")
    conquest_check(g)
    await _income(g)
    g.logistics_side = WHITE
    g.phase = "replacements"


async def _income(g: Chaos) -> None:
    for side, pool, steps in list(land_income(g)):
        record_steps(g, side, pool, steps)
    await train_income(g)
    steps = polish_steps(g)
    if steps:
        record_steps(g, commander(g, FACTION["poland"]), "faction:poland", steps)
    await _conscription(g)
    for side in SIDES:
        if g.embezzled[side]:
            lose_steps(g, side, g.embezzled[side], "17.5")
            g.embezzled[side] = 0


def land_income(g: Chaos) -> Iterator[tuple[int, str, int]]:
    """Steps that Turkistan, Ukraine and the British bring: side, pool, how many."""
    if master(g, TURKISTAN) == RED:
        yield RED, SIDE_POOL, 1
    yield from _ukrainian_income(g)
    if g.flagged(_BAF_STEP) and controller(g, BRITAIN) == WHITE:
        yield WHITE, "camp:baf", 1


def _ukrainian_income(g: Chaos) -> Iterator[tuple[int, str, int]]:
    """Each side a step per Ukrainian city; the faction one more each, two if war was declared on it [9.5]."""
    if restricted(g, UKRAINE) or g.fate[UKRAINE] == EXCLUDED:
        return
    cities = bits(FACTION_MASK[UKRAINE] & VC_MASK)
    for side in SIDES:
        held = sum(g.control[c] == side for c in cities)
        if held:
            yield side, SIDE_POOL, held
        if held and in_play(g, UKRAINE) and commander(g, UKRAINE) == side and g.deployed[UKRAINE]:
            yield side, "faction:ukraine", held * (2 if g.war[UKRAINE] else 1)


async def _conscription(g: Chaos) -> None:
    """After the Polish war broke out Red calls up men, free or for points [20]."""
    kind, g.conscription = g.conscription, ""
    if kind == "free":
        record_steps(g, RED, SIDE_POOL, FREE_CONSCRIPTS)
    elif kind == "pay":
        options: list[Choice] = [("conscript", n) for n in range(min(2, g.vp[RED]) + 1)]
        answer = await public(
            g, RED, "conscription", options, "20", None, lambda choice: Refusal("vp_short", "20", {"points": g.vp[RED]})
        )
        price = int(answer[1])
        if price:
            gain_vp(g, RED, -price, "conscription", "20")
            record_steps(g, RED, SIDE_POOL, _STEPS_PER_VP * price)


def red_belarus_due(g: Chaos) -> bool:
    """Whether the Red army of Belarus rises in the next logistics phase, where there is room for it."""
    return g.belarus_army_due and not restricted(g, BELARUS) and g.where[RED_BELARUS] == OUT


async def _place_red_belarus(g: Chaos) -> None:
    """Red gained Belarus in a political phase: an army rises there [9.5]."""
    if not red_belarus_due(g):
        return
    spaces = legal_spaces(g, RED_BELARUS, FACTION_MASK[BELARUS])
    if spaces:
        g.belarus_army_due = False
        space = await place_unit(g, RED, "red_belarus_place", RED_BELARUS, spaces, False, "9.5")
        if space is not None:
            put(g, RED_BELARUS, space)
            g.report("placed", rule="9.5", unit=UNIT_IDS[RED_BELARUS], space=SPACE_IDS[space], side="red")


async def replacements(g: Chaos) -> None:
    """D2: White completely, then Red; then the armies that rise by themselves."""
    await spend_steps(g, g.logistics_side, g.pools[g.logistics_side])
    if g.logistics_side == WHITE:
        g.logistics_side = RED
        return
    await _place_red_belarus(g)
    await place_polish_garrisons(g)
    g.phase = "diplomacy"


async def diplomacy(g: Chaos) -> None:
    """D3 subjugation, D4 influence and leaders."""
    await subjugation_step(g)
    for side in SIDES:
        await _buy_influence(g, side)
        await _buy_leader(g, side)
        await _reposition_all(g, side)
    for side in SIDES:
        g.pools[side] = {}
    g.phase = "attrition"


async def _buy_influence(g: Chaos, side: int) -> None:
    price = HALF_STEPS["influence_point"]
    for _ in range(CONSTANT["influence_buy_cap"]):
        if not influence_counts(g) or side_steps(g, side) < price:
            return
        options: list[Choice] = [*(("influence", FACTION_IDS[f]) for f in range(len(FACTIONS)) if in_play(g, f)), ("stop",)]
        answer = await public(g, side, "buy_influence", options, "18", None, lambda c: why_no_influence(g, "18", c))
        if answer[0] == "stop":
            return
        pay_side_steps(g, side, price)
        add_influence(g, FACTION[str(answer[1])], SIGN[side], "18")


def leaders_for_sale(g: Chaos, side: int) -> list[int]:
    """Leaders of the side that can be bought: those of the pool, and starters the scenario left out [3, 18]."""
    return [
        n
        for n, row in enumerate(LEADERS)
        if row.pool in ("purchase", "start") and native_side(n) == side and g.leader_at[n] == OUT
    ]


def _places_of_arrival(g: Chaos, leaders: list[int]) -> dict[int, list[int]]:
    """Spaces with an army that each of the leaders may join."""
    company: dict[tuple[int, int, int], list[int]] = {}
    for leader in leaders:
        kind = leader_kind(g, leader)
        if kind not in company:
            company[kind] = company_spaces(g, leader, own_army_in_supply(g, leader))
    return {leader: company[leader_kind(g, leader)] for leader in leaders}


async def _buy_leader(g: Chaos, side: int) -> None:
    price = HALF_STEPS["leader_purchase"]
    for _ in range(CONSTANT["leader_buy_cap"]):
        if side_steps(g, side) < price:
            return
        places = _places_of_arrival(g, leaders_for_sale(g, side))
        options: list[Choice] = [("buy_leader", LEADER_IDS[n]) for n, spaces in places.items() if spaces]
        if not options:
            return
        answer = await public(g, side, "buy_leader", [*options, ("stop",)], "18", None, why_no_leader)
        if answer[0] == "stop":
            return
        leader = LEADER[str(answer[1])]
        pay_side_steps(g, side, price)
        space = await place_leader_at(g, side, "buy_leader", leader, places[leader], "18")
        arrive(g, leader, space, "18")
        await polish_response(g, space, [], [leader])


async def _reposition_all(g: Chaos, side: int) -> None:
    """D4: leaders without own units go to a friendly victory city."""
    for leader in range(len(LEADERS)):
        here = g.leader_at[leader]
        if here >= 0 and g.leader_side[leader] == side and not own_units(g, here, side):
            await reposition(g, leader, "18")


async def attrition(g: Chaos) -> None:
    """D5 withdrawal, D6 attrition, D7 points, D8 victory, D9 clean-up."""
    await withdrawal_step(g)
    lost = [u for u, space in enumerate(g.where) if space >= 0 and starves(g, u)]
    places = sorted({g.where[u] for u in lost})
    for unit in lost:
        g.report("attrition", rule="13", side=whose(g, unit), unit=UNIT_IDS[unit], space=SPACE_IDS[g.where[unit]])
        eliminate(g, unit, "13", permanent=True)
    for space in places:
        for side in SIDES:
            for leader in leaders_of(g, space, side):
                if not own_units(g, space, side):
                    await reposition(g, leader, "13", nearest=True)
    train_deposit(g)
    score_turn(g)
    if immediate_end(g) or victory_check(g):
        return
    await _clean_up(g)
    g.turn += 1
    g.phase = "preparation"


async def _clean_up(g: Chaos) -> None:
    """D9: temporary effects end, NO ACT markers may go, recalled leaders return."""
    for faction, side in enumerate(g.commander):
        if side:
            g.commander[faction] = 0
            if controller(g, faction):
                await hand_over(g, faction, controller(g, faction))
    g.partisans = [[], [], []]
    g.faction_lock = [0, 0, 0]
    g.no_substitution = [0, 0, 0]
    g.rdr_spent, g.rdr_lifted = [{}, {}, {}], [[], [], []]
    g.fortified = []
    g.fresh_insurgents = []
    g.polish_active = g.white_bonus = False
    g.mud_rounds = 0
    changed(g)
    for space in list(g.no_act):
        roll = g.die() if g.board.at[space] else 0
        if not roll or roll >= CONSTANT["no_act_removal_min_roll"]:
            remove_no_act(g, space)
            g.report("no_act_removed", rule="17.7", side=holder(g, space), space=SPACE_IDS[space], roll=roll)
    for leader in range(len(LEADERS)):
        if g.leader_at[leader] == RECALLED:
            await _return_from_recall(g, leader)
    end_of_tsar(g)
    if not TURNS[g.turn + 1].political:
        g.freeze_until = 0
    if g.secret_red and g.turn == SECRET_TURN:
        await secret_conditions(g)


async def _return_from_recall(g: Chaos, leader: int) -> None:
    """A recalled leader rejoins an army in supply; nobody chooses for one whose faction serves nobody now [17.5]."""
    side = g.leader_side[leader]
    spaces = company_spaces(g, leader, own_army_in_supply(g, leader))
    if spaces:
        space = await place_leader_at(g, side, "reposition_leader", leader, spaces, "17.5") if side else spaces[0]
        arrive(g, leader, space, "17.5")
    elif side:
        await reposition(g, leader, "17.5")
    else:
        put_leader(g, leader, ASIDE)
