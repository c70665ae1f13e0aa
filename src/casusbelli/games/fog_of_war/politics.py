"""9: politics. Events are data (``politics.toml``); their effects are the functions of this file, one a kind.

When an event starts, the lists it names and the provinces it transfers are worked out once; its effects then run in order
on these.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from . import piles, wheel
from .content import (
    ALLIED,
    EVENTS,
    MINORS,
    NEUTRAL,
    OPPONENT,
    PROVINCE,
    SET_CARDS,
    SPACES,
    USSR,
    VICTORY_CONDITIONS,
    Effect,
    PoliticalEvent,
    Side,
    Trigger,
)
from .dossier import defence_pile, pile_renamed, quagmire_pile
from .state import War
from .supply import front_changed
from .victory import win

_FLAGS = {
    "fall_of_france": "france_fallen",
    "fall_of_the_uk": "uk_fallen",
    "usa_entry": "usa_at_war",
    "ussr_entry": "ussr_at_war",
}
"""The fact an event leaves behind; an event that happens once and leaves one never happens again."""

RULES = {
    "fall_of_france": "9.3",
    "fall_of_the_uk": "9.4",
    "minor_attacked": "9.1",
    "balkans_join": "9.7",
    "usa_entry": "9.5",
    "ussr_entry": "9.2",
    "fall_of_germany": "9.6",
    "germany_invaded": "9.6",
}


class Occasion(msgspec.Struct):
    """An event under way: who brought it about, and the provinces it speaks of."""

    event: str
    attacker: Side = ""
    lists: dict[str, tuple[str, ...]] = {}
    transferred: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        return RULES.get(self.event, "9")

    def who(self, name: str) -> Side:
        if name == "attacker":
            return self.attacker
        return OPPONENT[self.attacker] if name == "opponent_of_attacker" else name

    def provinces(self, names: tuple[str, ...], scope: str = "all") -> list[str]:
        """The provinces that a list of ids and list names means."""
        found = [p for name in names for p in self.lists.get(name, (name,))]
        return [p for p in found if p in self.transferred] if scope == "transferred" else found


# -- the vocabulary ----------------------------------------------------------------------------------------------------


def transfer_control(g: War, on: Occasion, effect: Effect) -> None:
    """Provinces change hands; the Province cards follow (who controls, displays)."""
    to = on.who(effect.to)
    for province in on.provinces(effect.provinces, "transferred"):
        take_control(g, province, to, on.rule)


def discard_cards(g: War, on: Occasion, effect: Effect) -> None:
    """The owner's defenders in those provinces go to his Discard, face down."""
    owner = on.who(effect.owner)
    for province in on.provinces(effect.provinces, effect.scope):
        cards = piles.clear_defence(g, owner, province)
        if cards:
            piles.hidden_discard(g, "cards_discarded", on.rule, owner, cards, province=province)


def end_quagmire(g: War, on: Occasion, effect: Effect) -> None:
    """An attacker who is given the province he fights for: his cards become its garrison."""
    for province in on.provinces(effect.provinces, effect.scope):
        quagmire = g.quagmires.get(province)
        if quagmire and quagmire.attacker == g.control[province]:
            drop_quagmire(g, province)
            pile_renamed(g, quagmire_pile(province, quagmire.attacker), defence_pile(province, quagmire.attacker))
            g.forces[quagmire.attacker].defence[province] = quagmire.cards
            g.report("quagmire_ended", on.rule, province=province, side=quagmire.attacker, count=len(quagmire.cards))


def dismantle_ops(g: War, on: Occasion, effect: Effect) -> None:
    """The owner's operations against those provinces are dismantled, in the order of their spaces."""
    owner = on.who(effect.owner)
    targets = on.provinces(effect.targets, effect.scope)
    for space in SPACES:
        operation = g.forces[owner].operations.get(space)
        if operation and operation.target in targets:
            wheel.dismantle(g, owner, space, why="event")


def add_set_to_draw(g: War, on: Occasion, effect: Effect) -> None:
    """A set of cards is shuffled into the Draw pile."""
    force = g.forces[effect.side]
    if effect.set in force.reserve:
        force.reserve.remove(effect.set)
        force.draw.extend(SET_CARDS[effect.set])
        g.shuffle(force.draw)
        g.report("set_joined", on.rule, side=effect.side, set=effect.set, count=len(SET_CARDS[effect.set]))


def activate_offmap(g: War, on: Occasion, effect: Effect) -> None:
    """An off-map space supplies and produces from now on (the event's flag says so)."""
    g.report("offmap_active", on.rule, place=effect.space)


def win_game(g: War, on: Occasion, effect: Effect) -> None:
    win(g, next(c.id for c in VICTORY_CONDITIONS.values() if c.side == effect.side and c.effect.kind == "controls_all"))


EFFECTS: dict[str, Callable[[War, Occasion, Effect], None]] = {
    "transfer_control": transfer_control,
    "discard_cards": discard_cards,
    "end_quagmire": end_quagmire,
    "dismantle_ops": dismantle_ops,
    "add_set_to_draw": add_set_to_draw,
    "activate_offmap": activate_offmap,
    "win_game": win_game,
}
"""``forbid_purchase`` is not here: it does nothing by itself, production asks for it (``forbidden_purchases``)."""


def take_control(g: War, province: str, side: Side, rule: str) -> None:
    if g.neutral.get(province):
        g.reveal()  # its new holder sees the Neutral cards from this moment on
    g.control[province] = side
    g.taken[province] = g.year
    front_changed(g)
    g.report("control_changed", rule, province=province, side=side)


def drop_quagmire(g: War, province: str) -> None:
    """Take the quagmire marker away."""
    if g.quagmires.pop(province, None):
        front_changed(g)
    if province in g.must_resolve:
        g.must_resolve.remove(province)


# -- when events happen ------------------------------------------------------------------------------------------------


def happen(g: War, event: PoliticalEvent, *, attacker: Side = "", target: str = "") -> None:
    """Run an event."""
    flag = _FLAGS.get(event.id)
    lists = {"target": (target,), "neutral_ussr": tuple(p for p in USSR if g.control[p] == NEUTRAL)}
    on = Occasion(event.id, attacker, lists)
    on.transferred = tuple(
        p
        for effect in event.effects
        if effect.kind == "transfer_control"
        for p in on.provinces(effect.provinces)
        if effect.only_if_controlled_by in {"", g.control[p]}
    )
    if flag:
        setattr(g, flag, True)
        front_changed(g)
    g.report("political_event", on.rule, event=event.id, province=target, side=attacker)
    effects = event.effects
    if event.id == "minor_attacked" and stays_neutral(g, attacker, target):
        effects = effects[:1]
    for effect in effects:
        EFFECTS[effect.kind](g, on, effect)


def stays_neutral(g: War, attacker: Side, target: str) -> bool:
    """R-22, option: an attacked minor takes no side, except one that is due to join the attacker this very year."""
    joining = EVENTS["balkans_join"]
    due = joining.trigger.year == g.year and target in joining.effects[0].provinces and joining.effects[0].to == attacker
    return "minor_stays_neutral" in g.options and not due


def _triggers(event: PoliticalEvent, kind: str) -> list[Trigger]:
    found = event.trigger.events if event.trigger.kind == "first_of" else (event.trigger,)
    return [trigger for trigger in found if trigger.kind == kind]


_BY_KIND: dict[str, list[tuple[PoliticalEvent, Trigger]]] = {
    kind: [(event, trigger) for event in EVENTS.values() for trigger in _triggers(event, kind)]
    for kind in ("launch", "conquest", "end_of_year", "control", "production")
}


def _spent(g: War, event: PoliticalEvent) -> bool:
    flag = _FLAGS.get(event.id)
    return event.once and flag is not None and bool(getattr(g, flag))


def on_launch(g: War, attacker: Side, target: str) -> None:
    """9.1, 9.2: what the announced attack on a neutral province brings about, whatever becomes of the attack."""
    if g.control[target] != NEUTRAL:
        return
    status = "minor_neutral" if target in MINORS else f"neutral_{PROVINCE[target].power}"
    for event, trigger in _BY_KIND["launch"]:
        if trigger.by in {"any", attacker} and trigger.target_status == status and not _spent(g, event):
            happen(g, event, attacker=attacker, target=target)


def on_conquest(g: War, attacker: Side, province: str) -> None:
    """9.3, 9.4: the first fall of Paris or Britain to an Axis attack."""
    for event, trigger in _BY_KIND["conquest"]:
        if trigger.by == attacker and trigger.province == province and not _spent(g, event):
            happen(g, event, attacker=attacker, target=province)


def on_control(g: War) -> bool:
    """9.6: tests that follow any change of control; True when the war is over."""
    for event, trigger in _BY_KIND["control"]:
        if all(g.control[p] == trigger.by for p in trigger.provinces):
            happen(g, event)
    return bool(g.winner)


def on_end_of_year(g: War) -> None:
    """9.2, 9.5, 9.7: events of the calendar."""
    for event, trigger in _BY_KIND["end_of_year"]:
        if trigger.year == g.year and not _spent(g, event) and CONDITIONS[trigger.condition](g):
            happen(g, event)


def forbidden_purchases(g: War, side: Side) -> set[str]:
    """9.6: what may not be bought in this production."""
    return {
        effect.purchase
        for event, trigger in _BY_KIND["production"]
        if CONDITIONS[trigger.condition](g)
        for effect in event.effects
        if effect.kind == "forbid_purchase" and effect.side == side
    }


CONDITIONS: dict[str, Callable[[War], bool]] = {
    "": lambda g: True,
    "balkans_neutral": lambda g: all(g.control[p] == NEUTRAL for p in EVENTS["balkans_join"].effects[0].provinces),
    "ruhr_or_berlin_allied": lambda g: any(g.control[p] == ALLIED for p in EVENTS["fall_of_germany"].trigger.provinces),
}
