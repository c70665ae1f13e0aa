"""Positions to begin from: for the examples of the rulebook and of the specification, for lessons, exercises and tests.

A fresh map, edited: spaces go by their printed number or their id, units, leaders and cards by their ids and numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from casusbelli.game import Game, Match, PreparedPosition, registry
from casusbelli.kernel import Choice, OptionValue, seed_from

from .board import politics_changed, put, put_leader, send, set_control, set_faction_side
from .content import FACTION, LEADER, NOBODY, RED, SPACE, SPACES, THIRD, UNIT, UNITS, WHITE
from .factions import controller
from .replacements import SIDE_POOL
from .setup import set_up
from .state import ELIMINATED, EXCLUDED, OUT, RESERVE, WITHDRAWN, Chaos


def chaos() -> Game[Chaos]:
    """The game itself: it offers these positions, so it is found when one is built."""
    return registry.find("triumph_of_chaos")


NUMBER = {row.number: row.id for row in SPACES}
SIDE = {"red": RED, "white": WHITE, "none": NOBODY, "cp": THIRD}


def fresh(scenario: str = "introductory_1918", phase: str = "round", seed: str = "examples", **options: OptionValue) -> Chaos:
    """The set-up of a scenario without bids and with strict camps, before White's first round unless another phase is named."""
    chosen = chaos().info.settle({"bid_for_sides": False, "fixed_bid": 0, "camp_limit": "strict", **options}, scenario)
    g = set_up(scenario, chosen, seed_from(seed))
    g.phase = phase
    if phase in ("round", "activation"):
        g.round, g.active = 1, WHITE
    return g


def without_cp(g: Chaos) -> Chaos:
    """The Central Powers have left."""
    cp = FACTION["central_powers"]
    for unit, row in enumerate(UNITS):
        if row.owner == "central_powers" and g.where[unit] != OUT:
            send(g, unit, OUT)
    g.fate[cp] = WITHDRAWN if g.fate[cp] != EXCLUDED else EXCLUDED
    for space, side in enumerate(g.control):
        if side == THIRD:
            set_control(g, space, NOBODY)
    politics_changed(g)
    return g


def s(place: int | str) -> int:
    """A space by its printed number or its id."""
    return SPACE[NUMBER[place]] if isinstance(place, int) else SPACE[place]


def at(g: Chaos, place: int | str, *units: str, reduced: bool = False, side: str = "") -> None:
    """Put units (and leaders) into a space; it becomes their side's."""
    for name in units:
        if name in LEADER:
            put_leader(g, LEADER[name], s(place))
            continue
        unit = UNIT[name]
        if side:
            g.side[unit] = SIDE[side]
        put(g, unit, s(place))
        g.reduced[unit] = int(reduced)
        if g.side[unit] in (RED, WHITE):
            set_control(g, s(place), g.side[unit])


def off(g: Chaos, *units: str, box: int = OUT) -> None:
    for name in units:
        if name in LEADER:
            put_leader(g, LEADER[name], box)
        else:
            send(g, UNIT[name], box)


def clear(g: Chaos, *places: int | str) -> None:
    """Take every unit and leader out of the spaces."""
    for place in places:
        for unit in list(g.board.at[s(place)]):
            send(g, unit, OUT)
        for leader in list(g.board.leaders.get(s(place), ())):
            put_leader(g, leader, OUT)


def control(g: Chaos, side: str, *places: int | str) -> None:
    for place in places:
        set_control(g, s(place), SIDE[side])


def marker(g: Chaos, **positions: int) -> None:
    """Faction markers; a marker in a control box has its forces serve that side."""
    for faction, position in positions.items():
        g.fcm[FACTION[faction]] = position
        set_faction_side(g, FACTION[faction], controller(g, FACTION[faction]))
    politics_changed(g)


def flag(g: Chaos, name: str) -> None:
    """An event has set this flag."""
    g.flags.append(name)
    politics_changed(g)


def hand(g: Chaos, side: str, *numbers: int) -> None:
    """Exactly these cards in a hand; what was there goes back to the deck."""
    one = SIDE[side]
    g.decks[one] += g.hands[one]
    g.hands[one] = []
    for number in numbers:
        for pile in (g.decks[one], g.discards[one], g.aside[one]):
            if number in pile:
                pile.remove(number)
        g.hands[one].append(number)


# -- the examples ------------------------------------------------------------------------------------------------------


def _match(g: Chaos) -> Match[Chaos]:
    g.train_holder = g.train_controller()
    return Match.of(chaos(), g, scenario=g.scenario)


def staked(g: Chaos, white: tuple[int, int, int], red: tuple[int, int, int]) -> Chaos:
    """Both sides have put these cards into the three boxes."""
    for side, cards in ((WHITE, white), (RED, red)):
        for number in cards:
            for pile in (g.hands[side], g.decks[side], g.aside[side]):
                if number in pile:
                    pile.remove(number)
        g.placed[side] = list(cards)
        g.values[side] = [0, 0, 0]
    g.phase = "boxes"
    return g


def _played(g: Chaos, *choices: tuple[str, Choice]) -> Match[Chaos]:
    match = _match(g)
    for seat, choice in choices:
        match.act(seat, choice)
    return match


def _offensive(*marked: tuple[int, str]) -> Match[Chaos]:
    """AC 13 is played for four activations on the Don; Red has no card that could cancel one."""
    g = fresh("campaign")
    hand(g, "white", 13, 5)
    g.hands[RED] = []
    markers = [("white", ("activate", NUMBER[space], kind)) for space, kind in marked]
    return _played(g, ("white", ("ops", "white_13")), *markers)


BELAYA_KALITVA = ((322, "combat"), (325, "combat"), (315, "move"), (324, "move"))
"""The offensive of summer 1918: two stacks strike, two come up."""


def _before_the_battle(*away: str) -> Match[Chaos]:
    """All who march have marched; the attacks follow."""
    match = _offensive(*BELAYA_KALITVA)
    off(match.state, *away)
    match.act("white", ("end_moves",))
    return match


def _cut_off() -> Match[Chaos]:
    """White holds Gashun: two Red armies in the south have no way home."""
    g = fresh("campaign")
    off(g, "red_c1")
    control(g, "white", "gashun")
    g.active = RED
    hand(g, "red", 2, 3)
    return _match(g)


def _redeploying() -> Match[Chaos]:
    g = fresh("campaign")
    hand(g, "white", 13, 5)
    return _played(g, ("white", ("sr", "white_13")))


def _no_act() -> Match[Chaos]:
    g = fresh("campaign")
    hand(g, "white", 5)
    return _match(g)


def _last_card_gone() -> Match[Chaos]:
    g = fresh()
    hand(g, "white")
    hand(g, "red", 2, 3)
    return _match(g)


def _end_of_the_tournament() -> Match[Chaos]:
    g = fresh("tournament_1919", "preparation")
    g.turn = 10
    g.vp = [0, 3, 2]
    g.in_fighting = [0, 0, 0]
    hand(g, "white", 5, 6, 7, 29, 30, 31, 32)
    hand(g, "red", 7, 5, 6, 29, 30, 31, 32)
    return _match(g)


def _war_on_lithuania() -> Match[Chaos]:
    g = without_cp(fresh("campaign"))
    flag(g, "r10_baltics")
    g.round, g.active = 2, RED
    hand(g, "red", 2, 3)
    return _match(g)


def _red_border() -> Match[Chaos]:
    """Red may activate what stands at Petrograd; the border to Viipuri is closed."""
    g = fresh("campaign")
    hand(g, "red", 2, 3)
    g.active = RED
    return _played(g, ("red", ("ops", "red_02")))


# -- where lessons and exercises begin -----------------------------------------------------------------------------------


def men_and_rails() -> Match[Chaos]:
    """1918, round 3, Red: two armies cut off in the south, White raiders cut off at Dubovka, reduced armies in the East."""
    g = fresh()
    g.round, g.active = 3, RED
    off(g, "red_c1", box=RESERVE)
    off(g, "red_a8", box=ELIMINATED)
    control(g, "white", "gashun")
    at(g, "tsaritsyn", "red_c5")
    for army, place in (("red_a1", "inza"), ("red_a2", "nolinsk"), ("red_a5", "cheboksary")):
        at(g, place, army, reduced=True)
    at(g, "dubovka", "white_ru_c8")
    hand(g, "red", 4, 7, 1)
    hand(g, "white", 5, 6, 7)
    g.pools[RED] = {SIDE_POOL: 8}
    return _match(g)


def generals(seed: str = "toc-g376") -> Match[Chaos]:
    """1918, turn 2, White: Denikin and Kutepov on the Don, two Red armies before Izhevsk. The dice tell what the lesson says."""
    g = fresh(seed=seed)
    g.turn = 2
    at(g, "velikoknyazheskaya", "kutepov")
    at(g, "izhevsk", "white_sib_c2")
    at(g, "glazov", "red_a2", "red_a5")
    hand(g, "white", 2, 6, 8, 4)
    hand(g, "red", 3, 5, 12)
    return _match(g)


def the_great_war() -> Match[Chaos]:
    """The campaign, turn 2, Red: the gold at Nizhny Novgorod, an army before Astrakhan, the Tsar a prisoner, White at odds."""
    g = fresh("campaign", seed="toc-w17")
    g.turn = 2
    g.round, g.active = 4, RED
    g.in_fighting[WHITE] = 1
    flag(g, "r14_posturing")
    clear(g, "kazan")
    at(g, "kapustin_yar", "red_a10", "red_a1", "red_c5")
    at(g, "tsaritsyn", "red_c7")
    at(g, "nizhny_novgorod", "red_c13")
    g.train = s("nizhny_novgorod")
    hand(g, "red", 5, 1, 3)
    hand(g, "white", 5, 6, 7)
    return _match(g)


def help_is_near() -> Match[Chaos]:
    """The battle on the Don at Denikin's call for help; with these dice a roll would fail."""
    match = generals("toc-h3")
    for seat, *choice in (
        ("white", "rp", "white_06"),
        ("red", "ops", "red_03"),
        ("red", "activate", "belaya_kalitva", "combat"),
        ("red", "done"),
        ("white", "pass"),
        ("red", "attack", "velikoknyazheskaya"),
        ("red", "attacker", "red_a9"),
        ("red", "attacker", "red_c2"),
        ("white", "stay"),
        ("red", "pass"),
        ("white", "reinforce", "denikin", "white_ru_ec2"),
    ):
        match.act(seat, tuple(choice))
    return match


def the_last_box() -> Match[Chaos]:
    """1918, the Others box: Red may choose one card, and it decides. Turkistan leans to Red."""
    g = staked(fresh(seed="toc-b1"), (5, 6, 53), (5, 6, 4))
    return _match(g)


def the_crossing() -> Match[Chaos]:
    """1918, White: a corps is on the march on the Don, and Gashun is empty."""
    g = fresh()
    off(g, "red_c1", box=RESERVE)
    hand(g, "white", 13, 5)
    g.hands[RED] = []
    march = (("ops", "white_13"), ("activate", "velikoknyazheskaya", "move"), ("done",), ("move_unit", "white_ru_c4"))
    return _played(g, *(("white", choice) for choice in march))


def france_wavers() -> Match[Chaos]:
    """The campaign, turn 4, the last logistics before France rolls; it stands under White control."""
    g = fresh("campaign", "attrition", seed="toc-f1")
    g.turn = 4
    marker(g, france=2)
    return _match(g)


def before_petrograd() -> Match[Chaos]:
    """1919, White: an Estonian army stands at Gatchina, and Petrograd is empty."""
    g = fresh("tournament_1919")
    clear(g, "petrograd")
    at(g, "pskov", "red_a7")
    control(g, "red", "petrograd")
    control(g, "white", "narva", "tallinn")
    at(g, "gatchina", "estonia_a1")
    hand(g, "white", 1, 2)
    g.hands[RED] = []
    march = (("ops", "white_01"), ("activate", "gatchina", "move"), ("done",), ("move_unit", "estonia_a1"))
    return _played(g, *(("white", choice) for choice in march))


def _position(build: Callable[[], Match[Chaos]], seat: str, rule: str) -> PreparedPosition:
    return PreparedPosition(build=build, seat=seat, rule=rule)


@lru_cache(maxsize=1)
def positions() -> Mapping[str, PreparedPosition]:
    """Where lessons and exercises begin; then, by their names, the specification's examples."""
    return {
        "men_and_rails": _position(men_and_rails, "red", "13"),
        "generals": _position(generals, "white", "16"),
        "the_great_war": _position(the_great_war, "red", "19.1"),
        "help_is_near": _position(help_is_near, "white", "17.6"),
        "the_last_box": _position(the_last_box, "red", "8.5"),
        "the_crossing": _position(the_crossing, "white", "13"),
        "france_wavers": _position(france_wavers, "white", "19.4"),
        "before_petrograd": _position(before_petrograd, "white", "5.2"),
        "E1": _position(lambda: _match(fresh("campaign", "preparation")), "white", "A2"),
        "E2": _position(lambda: _match(staked(fresh("campaign"), (53, 14, 15), (2, 1, 14))), "red", "8.2"),
        "E6": _position(lambda: _match(staked(fresh("campaign"), (8, 14, 15), (1, 2, 3))), "red", "8.2"),
        "E10": _position(lambda: _match(staked(fresh("campaign"), (53, 14, 15), (2, 1, 14))), "red", "8.2.6"),
        "E31": _position(_offensive, "white", "10.3"),
        "E32": _position(lambda: _offensive(*BELAYA_KALITVA), "white", "11"),
        "E33": _position(lambda: _offensive(*BELAYA_KALITVA), "white", "1"),
        "E35": _position(_before_the_battle, "white", "12.9"),
        "E36": _position(_before_the_battle, "white", "12.8"),
        "E38": _position(_before_the_battle, "white", "12.6"),
        "E39": _position(lambda: _before_the_battle("denikin", "krasnov"), "white", "12"),
        "E41": _position(_cut_off, "red", "13"),
        "E45": _position(_no_act, "white", "17.7"),
        "E46": _position(_redeploying, "white", "10.4"),
        "E47": _position(_red_border, "red", "9.5"),
        "E49": _position(_last_card_gone, "white", "10.1"),
        "E52": _position(_war_on_lithuania, "red", "19.2"),
        "E65": _position(_end_of_the_tournament, "red", "5.2"),
    }
