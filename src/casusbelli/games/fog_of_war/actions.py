"""3.1.2, 4: the actions of a turn: which are legal, why others are not, and what they do."""

from __future__ import annotations

from functools import lru_cache

from casusbelli.kernel import Choice, Refusal, ask

from . import intelligence, launch, piles, quagmire, wheel
from .content import BIT, CARD, NEUTRAL, OPPONENT, PROVINCE, PROVINCES, SPACES, Card, Side, known, places
from .state import War
from .supply import front

# Choices are made once and shared: the lists are long and wanted at every step.


@lru_cache(maxsize=1 << 12)
def _place(card: Card, provinces: int) -> tuple[Choice, ...]:
    return tuple(("place_defence", card, p) for p in places(provinces))


@lru_cache(maxsize=1 << 12)
def _create(card: Card, targets: int) -> tuple[Choice, ...]:
    return tuple(("create_operation", p, card) for p in places(targets))


_REINFORCE: dict[Card, dict[str, Choice]] = {c: {p: ("reinforce_quagmire", p, c) for p in PROVINCES} for c in CARD}
_ADD: dict[Card, dict[str, Choice]] = {c: {s: ("add_to_operation", s, c) for s in SPACES} for c in CARD}
_DISMANTLE: dict[str, Choice] = {s: ("dismantle_operation", s) for s in SPACES}
_LAUNCH: dict[str, Choice] = {s: ("launch_operation", s) for s in SPACES}
_RESOLVE: dict[str, Choice] = {p: ("resolve_quagmire", p) for p in PROVINCES}
_END: Choice = ("end_actions",)


def open_to_defenders(g: War, side: Side) -> int:
    """4, A1: provinces (mask) where a side may lay defenders: its own and neutral ones, quagmires aside."""
    known = front(g)
    own = known.held[side]
    if "adv_supply_defence" in g.options:
        own &= known.supplied[side]
    return (own | known.held[NEUTRAL]) & ~known.quagmires


def plan_targets(g: War, side: Side) -> int:
    """5.1: provinces (mask) whose Province card is in the deck: not controlled, planned for or fought for."""
    bits = front(g).held[OPPONENT[side]] | front(g).held[NEUTRAL]
    for operation in g.forces[side].operations.values():
        bits &= ~BIT[operation.target]
    for province, fight in g.quagmires.items():
        if fight.attacker == side:
            bits &= ~BIT[province]
    return bits


def may_create(g: War, side: Side) -> bool:
    """5.1: one new operation a turn, under NEW OP."""
    return not g.op_created and wheel.new_op_space(g, side) not in g.forces[side].operations


def duty_to_play(g: War) -> bool:
    """3.1.4: with cards in hand at the start of the turn at least one must be played."""
    return g.hand_at_start > 0 and g.played == 0


def options(g: War) -> list[Choice]:
    """3.1.2: every legal action of the active player."""
    side = g.active
    force = g.forces[side]
    found: list[Choice] = []
    if force.hand:
        found = _card_options(g, side)
    for space in SPACES:
        if space in force.operations:
            found.append(_DISMANTLE[space])
            if launch.launch_refusal(g, side, space) is None:
                found.append(_LAUNCH[space])
    found += [_RESOLVE[p] for p in g.must_resolve]
    if force.ready >= intelligence.ACTION_COST:
        found += [("intel_action", pile) for pile in intelligence.targets(g, side)]
    if not g.must_resolve and not (duty_to_play(g) and force.hand):
        found.append(_END)
    return found


def _card_options(g: War, side: Side) -> list[Choice]:
    """Every way to play a hand card; equal cards are one option."""
    force = g.forces[side]
    open_bits = open_to_defenders(g, side)
    target_bits = plan_targets(g, side) if may_create(g, side) else 0
    spaces = [s for s in SPACES if s in force.operations]
    besieged = [p for p in g.quagmires if quagmire.defender(g, p) == side and not _cut_off(g, side, p)]
    found: list[Choice] = []
    for card in sorted(set(force.hand)):
        found += _place(card, open_bits)
        if target_bits:
            found += _create(card, target_bits)
        found += [_ADD[card][s] for s in spaces]
        found += [_REINFORCE[card][p] for p in besieged]
    return found


def _cut_off(g: War, side: Side, province: str) -> bool:
    """A1: no defenders into an own province out of supply."""
    if "adv_supply_defence" not in g.options or g.control[province] != side:
        return False
    return not front(g).supplied[side] & BIT[province]


# -- why not -----------------------------------------------------------------------------------------------------------


def why_not(g: War, choice: Choice) -> Refusal | None:
    """The rule that forbids an action."""
    side = g.active
    if not known(choice):
        return None
    match choice:
        case ("place_defence", str(card), str(province)):
            return _hand_refusal(g, side, card, "4") or _place_refusal(g, side, province)
        case ("create_operation", str(target), str(card)):
            return _hand_refusal(g, side, card, "5.1") or _create_refusal(g, side, target)
        case ("add_to_operation", str(space), str(card)):
            return _hand_refusal(g, side, card, "5.2") or _space_refusal(g, side, space, "5.2")
        case ("dismantle_operation", str(space)):
            return _space_refusal(g, side, space, "5.3")
        case ("launch_operation", str(space)):
            return launch.launch_refusal(g, side, space)
        case ("reinforce_quagmire", str(province), str(card)):
            return _hand_refusal(g, side, card, "6.4") or _reinforce_refusal(g, side, province)
        case ("resolve_quagmire", str(province)):
            return _resolve_refusal(g, side, province)
        case ("intel_action", str(pile)):
            return intelligence.target_refusal(g, side, pile, intelligence.ACTION_COST)
        case ("end_actions",):
            return _end_refusal(g)
    return None


def _hand_refusal(g: War, side: Side, card: Card, rule: str) -> Refusal | None:
    if card not in CARD:  # a province or a space was pointed at where a card is wanted
        return Refusal("card_wanted", rule)
    return None if card in g.forces[side].hand else Refusal("card_not_in_hand", rule, {"card": card})


def _place_refusal(g: War, side: Side, province: str) -> Refusal | None:
    if province not in PROVINCE:
        return Refusal("no_defence_space", "4", {"place": province})
    if province in g.quagmires:
        return Refusal("province_in_quagmire", "6.4", {"province": province})
    if g.control[province] == OPPONENT[side]:
        return Refusal("enemy_province", "4", {"province": province})
    if not open_to_defenders(g, side) & BIT[province]:
        return Refusal("out_of_supply", "A1", {"province": province})
    return None


def _create_refusal(g: War, side: Side, target: str) -> Refusal | None:
    if target not in PROVINCE:
        return Refusal("never_a_target", "5.1", {"place": target})
    if g.op_created:
        return Refusal("one_operation_a_turn", "5.1")
    if not may_create(g, side):
        return Refusal("new_op_occupied", "5.1", {"space": wheel.new_op_space(g, side)})
    if g.control[target] == side:
        return Refusal("own_province", "5.1", {"province": target})
    for space, operation in g.forces[side].operations.items():
        if operation.target == target:
            return Refusal("target_already_planned", "5.1", {"province": target, "space": space})
    if target in g.quagmires and g.quagmires[target].attacker == side:
        return Refusal("already_fighting_there", "5.1", {"province": target})
    return None


def _space_refusal(g: War, side: Side, space: str, rule: str) -> Refusal | None:
    return None if space in g.forces[side].operations else Refusal("no_operation", rule, {"space": space})


def _reinforce_refusal(g: War, side: Side, province: str) -> Refusal | None:
    if province not in g.quagmires:
        return Refusal("no_quagmire", "6.4", {"province": province})
    if quagmire.defender(g, province) != side:
        return Refusal("add_when_resolving", "6.4", {"province": province})
    return Refusal("out_of_supply", "A1", {"province": province}) if _cut_off(g, side, province) else None


def _resolve_refusal(g: War, side: Side, province: str) -> Refusal | None:
    if province not in g.quagmires or g.quagmires[province].attacker != side:
        return Refusal("no_quagmire", "6.4", {"province": province})
    return Refusal("quagmire_once_a_turn", "6.4", {"province": province}) if province not in g.must_resolve else None


def _end_refusal(g: War) -> Refusal | None:
    if g.must_resolve:
        return Refusal("quagmire_first", "6.4", {"province": list(g.must_resolve)})
    return Refusal("duty_to_play", "3.1.4") if duty_to_play(g) else None


# -- playing -----------------------------------------------------------------------------------------------------------


async def choose_action(g: War) -> str:
    """One action of the active player; its verb."""
    side = g.active
    choice = await ask(
        g.seats[side],
        "choose_action",
        lambda: options(g),
        "3.1.2",
        about={"hand": len(g.forces[side].hand), "must_resolve": list(g.must_resolve), "duty": duty_to_play(g)},
        why_not=lambda choice: why_not(g, choice),
    )
    match choice:
        case ("place_defence", str(card), str(province)):
            place_defence(g, side, card, province)
        case ("create_operation", str(target), str(card)):
            wheel.create(g, side, target, card)
        case ("add_to_operation", str(space), str(card)):
            wheel.add(g, side, space, card)
        case ("dismantle_operation", str(space)):
            wheel.dismantle(g, side, space)
        case ("launch_operation", str(space)):
            await launch.launch(g, side, space)
        case ("reinforce_quagmire", str(province), str(card)):
            quagmire.reinforce(g, side, province, card)
        case ("resolve_quagmire", str(province)):
            await quagmire.resolve(g, side, province)
        case ("intel_action", str(pile)):
            await intelligence.attempt(g, side, pile, intelligence.ACTION_COST)
    return str(choice[0])


def place_defence(g: War, side: Side, card: Card, province: str) -> None:
    """4: one hand card, face down, into a Defence space."""
    g.forces[side].hand.remove(card)
    piles.defend(g, side, province, [card])
    g.played += 1
    piles.report_cards(g, "defence_placed", "4", side, [card], province=province)
