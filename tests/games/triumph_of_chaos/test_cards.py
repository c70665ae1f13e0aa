"""Every event of the 104 action cards and every political card does what its content says [8.4, 15]."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from casusbelli.games.triumph_of_chaos.cards import (
    CARDS,
    PC_IP,
    POLITICAL,
    ActionCard,
    BringLeader,
    CancelFlag,
    CardOption,
    Effect,
    FlipFull,
    ForfeitVc,
    Fortify,
    FreezeFcm,
    GiveInfluence,
    GiveSteps,
    InFighting,
    LiftRdr,
    LockFactions,
    MoveFcm,
    NoSubstitution,
    Offensive,
    OneOf,
    Place,
    PlaceNoAct,
    PolishWar,
    SetFlag,
    StepPenalty,
    TemporaryControl,
)
from casusbelli.games.triumph_of_chaos.content import FACTION, LEADER, RED, REGIONS, SIDE_OF, SPACE, UNIT, WHITE
from casusbelli.games.triumph_of_chaos.effects import apply_all
from casusbelli.games.triumph_of_chaos.events import why_no_event
from casusbelli.games.triumph_of_chaos.factions import in_play
from casusbelli.games.triumph_of_chaos.hands import play_as_event
from casusbelli.games.triumph_of_chaos.political import net_influence
from casusbelli.games.triumph_of_chaos.state import OUT, SUBJUGATED, Chaos

from .positions import at, control, flag, fresh, hand, marker, play_out, without_cp

EVENTS = [
    (card, option)
    for mine in CARDS
    for card in mine.values()
    if card.timing == "event"
    for option in (next((e.options for e in card.effects if isinstance(e, OneOf)), None) or (None,))
]


def meet(g: Chaos, condition: str) -> None:
    """Make a condition of a card true."""
    first = condition.split("|")[0]
    word, *rest = first.replace(">=", ":").replace("<=", ":").split(":")
    if word == "flag":
        flag(g, rest[0])
    elif word == "played":
        g.played.append(rest[0])
    elif word == "control":
        marker(g, **{rest[0]: 2 if rest[1] == "white" else -2})
        g.deployed[FACTION[rest[0]]] = 1
    elif word == "fcm":
        marker(g, **{rest[0]: int(rest[1])})
    elif word == "side_controls":
        control(g, rest[1], rest[0])
    elif word == "all_vc":
        control(g, rest[1], *REGIONS[rest[0]].victory_cities)
    elif word == "subjugated":
        g.fate[FACTION["khiva"]] = SUBJUGATED
        control(g, "red", "khiva")
    elif word == "at_war":
        marker(g, poland=2)
        g.polish_war = SIDE_OF[rest[1]]
    elif word == "enemy_within":
        at(g, "tula", "white_insurr_a2", side="white")


def prepared(card: ActionCard, option: CardOption | None) -> Chaos:
    """A campaign in turn 6 in which the event can be played."""
    g = without_cp(fresh("campaign"))
    g.turn = 6
    for condition in (*card.requires, *(option.requires if option else ())):
        meet(g, condition)
    for effect in card.effects:
        if isinstance(effect, InFighting):
            g.in_fighting[SIDE_OF[effect.side]] = int(effect.op == "end")
        elif isinstance(effect, CancelFlag):
            flag(g, effect.name)
            flag(g, "w01_coup")
    g.pools[RED] = {"side": 6}
    g.reduced[UNIT["red_a9"]] = 1
    hand(g, "red" if card.side == "white" else "white", 4)
    side = SIDE_OF[card.side]
    if card.number not in (*g.decks[side], *g.hands[side]):
        g.decks[side].append(card.number)
    hand(g, card.side, card.number)
    return g


def _placed(g: Chaos, side: int, one: Place) -> bool:
    return all(g.where[UNIT[u]] != OUT and (g.where[UNIT[u]] < 0 or g.side[UNIT[u]] == side) for u in one.units)


def _influence(before: Chaos, g: Chaos, one: GiveInfluence) -> bool:
    faction = FACTION[one.faction]
    return g.pending[faction] - before.pending[faction] == (one.n if in_play(g, faction) else 0)


PROOFS: dict[type[Effect], Callable[[Chaos, Chaos, int, Effect], bool]] = {
    Place: lambda before, g, side, one: isinstance(one, Place) and _placed(g, side, one),
    BringLeader: lambda before, g, side, one: isinstance(one, BringLeader) and g.leader_at[LEADER[one.leader]] != OUT,
    SetFlag: lambda before, g, side, one: isinstance(one, SetFlag) and g.flagged(one.name),
    CancelFlag: lambda before, g, side, one: isinstance(one, CancelFlag) and not g.flagged(one.name),
    GiveInfluence: lambda before, g, side, one: isinstance(one, GiveInfluence) and _influence(before, g, one),
    MoveFcm: lambda before, g, side, one: (
        isinstance(one, MoveFcm)
        and g.fcm[FACTION[one.faction]]
        == (one.value if one.op == "to" else max(-2, before.fcm[FACTION[one.faction]] + one.value))
    ),
    GiveSteps: lambda before, g, side, one: (
        isinstance(one, GiveSteps)
        and (one.when == "now" or sum(g.pools[side].values()) - sum(before.pools[side].values()) == 2 * one.n)
    ),
    StepPenalty: lambda before, g, side, one: (
        isinstance(one, StepPenalty) and before.pools[RED]["side"] - g.pools[RED]["side"] == 2 * one.n
    ),
    InFighting: lambda before, g, side, one: (
        isinstance(one, InFighting) and g.in_fighting[SIDE_OF[one.side]] == int(one.op == "start")
    ),
    LiftRdr: lambda before, g, side, one: isinstance(one, LiftRdr) and len(g.rdr_lifted[side]) == one.regions,
    PlaceNoAct: lambda before, g, side, one: isinstance(one, PlaceNoAct) and len(g.no_act) - len(before.no_act) == one.n,
    Offensive: lambda before, g, side, one: (
        isinstance(one, Offensive)
        and (g.phase, g.operation.points, g.operation.cm, g.operation.second_attacks, g.operation.camp_limit)
        == ("activation", one.ops, one.cm, one.second_attacks, one.camp_limit)
    ),
    FreezeFcm: lambda before, g, side, one: g.freeze_until == g.turn + 1,
    LockFactions: lambda before, g, side, one: (
        isinstance(one, LockFactions) and (g.faction_lock[WHITE], g.faction_lock[RED]) == (1, int(one.side == "both"))
    ),
    ForfeitVc: lambda before, g, side, one: isinstance(one, ForfeitVc) and (SIDE_OF[one.side], SPACE[one.space]) in g.forfeited,
    PolishWar: lambda before, g, side, one: bool(g.polish_war & RED) and g.conscription == "free",
    NoSubstitution: lambda before, g, side, one: isinstance(one, NoSubstitution) and g.no_substitution[SIDE_OF[one.side]] == 1,
    Fortify: lambda before, g, side, one: isinstance(one, Fortify) and g.fortified == [(SPACE[s], one.shift) for s in one.spaces],
    FlipFull: lambda before, g, side, one: isinstance(one, FlipFull) and not any(g.reduced[UNIT[u]] for u in one.units),
    TemporaryControl: lambda before, g, side, one: g.commander[FACTION["makhno"]] == WHITE,
}
"""What shows that an effect has happened; effects of chance and of cards are shown by tests of their own."""


@pytest.mark.parametrize(("card", "option"), EVENTS, ids=[f"{c.id}-{o.id}" if o else c.id for c, o in EVENTS])
def test_15_every_event_does_what_it_says(card: ActionCard, option: CardOption | None) -> None:
    g, before = prepared(card, option), prepared(card, option)
    side = SIDE_OF[card.side]
    assert why_no_event(g, side, card.number) is None
    play_as_event(g, side, card.number)
    assert (card.number in g.removed[side]) == card.remove_after_event
    effects = [e for e in card.effects if not isinstance(e, OneOf)] + list(option.effects if option else ())
    play_out(apply_all(g, side, tuple(effects)))
    for one in effects:
        if type(one) in PROOFS:
            assert PROOFS[type(one)](before, g, side, one), one


@pytest.mark.parametrize("number", sorted(POLITICAL))
def test_8_4_every_political_card_gives_its_points(number: int) -> None:
    g = fresh("campaign")
    net = net_influence(g, [number])
    card = POLITICAL[number]
    assert {f: net[FACTION[f]] for f in card.ip} == card.ip
    assert sum(map(abs, net)) == sum(abs(points) for _, points in PC_IP[number])
