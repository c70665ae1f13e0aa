"""5.5: launching an operation: the announcement, the launch province, what it stirs up, interdiction (A2), the battle."""

from __future__ import annotations

from casusbelli.kernel import Choice, Refusal, ask

from . import battle, dossier, piles, politics, wheel
from .content import ALLIED, ATTACK, CARD, NEUTRAL, NEVER_LOST, PROVINCE, USSR, Card, Side, Space, known
from .state import Battle, War
from .supply import launch_mask, launch_paths


def launch_refusal(g: War, side: Side, space: Space) -> Refusal | None:
    """5.5: why an operation cannot be launched now, or None."""
    operation = g.forces[side].operations.get(space)
    if operation is None:
        return Refusal("no_operation", "5.5", {"space": space})
    segment = wheel.segment(g, side, space)
    if not segment.launch:
        return Refusal("segment_forbids_launch", "5.4", {"space": space, "segment": segment.id})
    return attack_refusal(g, side, operation.target, operation.cards)


def attack_refusal(g: War, side: Side, target: str, cards: list[Card]) -> Refusal | None:
    """5.5: what, the wheel aside, keeps an attack with these cards from being launched now."""
    if target in g.quagmires:
        return Refusal("target_in_quagmire", "6.4", {"province": target})
    if side == ALLIED and target in USSR and g.control[target] == NEUTRAL:
        return Refusal("ussr_still_neutral", "9.2", {"province": target})
    if not launch_mask(g, side, target):
        return Refusal("no_supplied_launch_province", "7.2", {"province": target})
    if unescorted(g, target, cards):
        return Refusal("air_without_support", "A5", {"province": target})
    return None


def unescorted(g: War, target: str, cards: list[Card]) -> bool:
    """A5: planes without an Army (on land) or a Fleet (at sea) to support."""
    if "adv_air_support" not in g.options:
        return False
    kinds = {CARD[c].kind for c in cards}
    escort = "army" if PROVINCE[target].kind == "land" else "fleet"
    return "air" in kinds and escort not in kinds


async def launch(g: War, side: Side, space: Space) -> None:
    """5.5: the target is announced; from here there is no way back."""
    age = wheel.age(g.forces[side].dial, space)
    operation = piles.take_operation(g, side, space)
    g.battle = Battle(
        province=operation.target,
        attacker=side,
        turn=g.turn_no,
        first=True,
        space=space,
        age=age,
        attack=operation.cards,
    )
    g.reveal()
    count = len(operation.cards)
    g.report("launched", "5.5", side=side, space=space, province=operation.target, count=count, age=age)
    await _choose_launch_province(g, side)
    politics.on_launch(g, side, g.on_table.province)
    if g.on_table.seas:
        await interdict(g)
        if not g.on_table.attack:
            battle.settle(g, "rout", automatic=True)
            battle.rout(g)
            return
        if unescorted(g, g.on_table.province, g.on_table.attack):
            dismantle_attack(g)
            return
    await battle.fight(g)


async def _choose_launch_province(g: War, side: Side) -> None:
    """7.1.2: any supplied own province beside the target; with A2 also the enemy seas the path crosses."""
    target = g.on_table.province

    def options() -> list[Choice]:
        return [
            ("launch_across", place, "+".join(seas)) if seas else ("launch_from", place)
            for place, seas in launch_paths(g, side, target)
        ]

    choice = await ask(
        g.seats[side],
        "choose_launch_province",
        options,
        "7.1.2",
        about={"province": target, "space": g.on_table.space},
        why_not=lambda choice: _why_not_from(g, choice),
        auto=True,
    )
    b = g.on_table
    b.origin = str(choice[1])
    b.seas = str(choice[2]).split("+") if len(choice) > 2 else []
    g.report("launched_from", "7.1.2", side=side, province=b.province, origin=b.origin, seas=list(b.seas), crossed=bool(b.seas))


def _why_not_from(g: War, choice: Choice) -> Refusal | None:
    if len(choice) < 2 or not known(choice):
        return None
    return Refusal("not_a_launch_province", "7.1.2", {"place": choice[1], "province": g.on_table.province})


def dismantle_attack(g: War) -> None:
    """A5: planes left alone turn back: the cards go to Discard unseen."""
    b = g.on_table
    b.result = "dismantled"
    g.reveal()
    piles.hidden_discard(g, "attack_dismantled", "A5", b.attacker, b.attack, province=b.province)
    b.attack = []
    battle.withdraw_attack(g)


# -- A2: naval interdiction --------------------------------------------------------------------------------------------


def interdiction_options(g: War) -> list[Choice]:
    """A2: every card with naval strength in a crossed sea that is not yet revealed, and done."""
    b = g.on_table
    found: list[Choice] = []
    for sea in b.seas:
        cards = list(g.forces[b.defender].defence.get(sea, ()))
        piles.take(cards, b.interdictors.get(sea, ()))
        found += [("reveal", sea, card) for card in sorted(set(cards)) if ATTACK["sea"][card]]
    return [*found, ("done",)]


async def interdict(g: War) -> None:
    """A2: the owner of the crossed seas may reveal naval cards; each costs the attack one card, drawn unseen.

    Asked whenever he has any card there, and for as long as numbers alone allow: what he holds stays his secret.
    """
    b = g.on_table
    there = sum(len(g.forces[b.defender].defence.get(sea, ())) for sea in b.seas)
    most = min(there, len(b.attack))
    revealed = 0
    while revealed < most:
        choice = await ask(
            g.seats[b.defender],
            "interdict",
            lambda: interdiction_options(g),
            "A2",
            about={"province": b.province, "left": most - revealed},
            why_not=lambda choice: Refusal("no_naval_card_there", "A2"),
        )
        b = g.on_table
        if choice == ("done",):
            break
        sea, card = str(choice[1]), str(choice[2])
        revealed += 1
        _reveal_interdictor(g, sea, card)
    if revealed:
        _lose_to_interdiction(g, revealed)


def _reveal_interdictor(g: War, sea: str, card: Card) -> None:
    b = g.on_table
    shown = b.interdictors.setdefault(sea, [])
    shown.append(card)
    g.reveal()
    size = len(g.forces[b.defender].defence[sea])
    pile = dossier.defence_pile(sea, b.defender)
    dossier.see(g, b.attacker, pile, "interdiction", shown, size, complete=len(shown) == size)
    g.report("interdictor_revealed", "A2", side=b.defender, sea=sea, card=card)


def _lose_to_interdiction(g: War, count: int) -> None:
    b = g.on_table
    gone = g.sample(b.attack, count)
    piles.take(b.attack, gone)
    piles.lose(g, b.attacker, gone, seen=False)
    b.interdicted = count
    decoys = [c for c in gone if c in NEVER_LOST]
    g.reveal()
    piles.report_cards(g, "interdicted", "A2", b.attacker, gone, decoys=len(decoys))
