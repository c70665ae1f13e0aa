"""6.4, 6.5: quagmires. The attacker must resolve each of his in every turn; both sides may feed them."""

from __future__ import annotations

from casusbelli.kernel import Choice, Refusal, ask

from . import battle, dossier, launch, piles
from .content import ATTACK, CARD, NEUTRAL, OPPONENT, PROVINCE, Card, Side, known
from .state import Battle, War
from .supply import front_changed, quagmire_supplied


def defender(g: War, province: str) -> Side:
    """6.4: the controller defends; where there is none, the attacker's opponent."""
    return OPPONENT[g.quagmires[province].attacker]


def reinforce(g: War, side: Side, province: str, card: Card) -> None:
    """6.4: the defender adds a card face down in his own turn."""
    g.forces[side].hand.remove(card)
    piles.defend(g, side, province, [card])
    g.played += 1
    piles.report_cards(g, "quagmire_reinforced", "6.4", side, [card], province=province)


async def resolve(g: War, side: Side, province: str) -> None:
    """6.4: once in each of the attacker's turns: add cards, then fight on."""
    g.must_resolve.remove(province)
    g.report("quagmire_resolving", "6.4", side=side, province=province)
    await _add_to_attack(g, side, province)
    quagmire = g.quagmires[province]
    g.battle = Battle(province=province, attacker=side, turn=g.turn_no, first=False, attack=quagmire.cards, origin="", age=0)
    quagmire.cards = []
    dossier.pile_gone(g, dossier.quagmire_pile(province, side))
    quagmire.resolved_turn = g.turn_no
    if launch.unescorted(g, province, g.on_table.attack):
        launch.dismantle_attack(g)
    elif quagmire_supplied(g, side, province):
        await battle.fight(g)
    else:
        await _unsupplied(g)


def resolving(g: War, side: Side) -> str:
    """The quagmire to which cards are being added: the one that is no longer to be resolved, yet not resolved."""
    return next(
        p for p, q in g.quagmires.items() if q.attacker == side and p not in g.must_resolve and q.resolved_turn < g.turn_no
    )


async def _add_to_attack(g: War, side: Side, province: str) -> None:
    def options() -> list[Choice]:
        return [*(("add", card) for card in sorted(set(g.forces[side].hand)) if may_add(g, province, card)), ("done",)]

    while g.forces[side].hand:
        choice = await ask(
            g.seats[side],
            "add_to_attack",
            options,
            "6.4",
            about={"province": province, "count": len(g.quagmires[province].cards)},
            why_not=lambda choice: _why_not_add(g, side, province, choice),
        )
        if choice == ("done",):
            return
        card = str(choice[1])
        g.forces[side].hand.remove(card)
        g.quagmires[province].cards.append(card)
        g.played += 1
        dossier.cards_added(g, dossier.quagmire_pile(province, side))
        piles.report_cards(g, "attack_reinforced", "6.4", side, [card], province=province)


def may_add(g: War, province: str, card: Card) -> bool:
    """A4: the invasion is over once it has become a quagmire: no more fleets for it."""
    return not ("adv_bombardment" in g.options and g.quagmires[province].by_sea and CARD[card].kind == "fleet")


def _why_not_add(g: War, side: Side, province: str, choice: Choice) -> Refusal | None:
    if choice[0] != "add" or len(choice) != 2 or not known(choice):
        return None
    if choice[1] in g.forces[side].hand:
        return Refusal("no_fleet_into_invasion", "A4", {"card": choice[1], "province": province})
    return Refusal("card_not_in_hand", "6.4", {"card": choice[1]}) if choice[1] in CARD else Refusal("card_wanted", "6.4")


_FIGHT_OR_REPEL: list[Choice] = [("fight",), ("repel",)]


async def _unsupplied(g: War) -> None:
    """6.5: an attack out of supply is shown; the defender fights it or sends it home."""
    battle.reveal(g)
    b = g.on_table
    about = {"province": b.province}
    choice = await ask(g.seats[b.defender], "unsupplied_quagmire", lambda: _FIGHT_OR_REPEL, "6.5", about=about)
    if choice == ("fight",):
        await battle.compare(g)
    else:
        repel(g)


def repel(g: War) -> None:
    """6.5: the attacker's participants go to his Win pile, his other cards to Discard; all defenders stay."""
    b = g.on_table
    table = ATTACK[PROVINCE[b.province].kind]
    sent_home = [c for c in b.attack if table[c]]
    bystanders = [c for c in b.attack if not table[c]]
    g.forces[b.attacker].win.extend(sent_home)
    piles.discard(g, b.attacker, bystanders)
    b.attack = []
    b.result = "repelled"
    b.misfits = {"attack": sorted(bystanders), "defence": []}
    b.lost = {f"{b.attacker}_win": len(sent_home)} if sent_home else {}
    g.report("repelled", "6.5", side=b.defender, province=b.province, cards=sorted(sent_home), count=len(sent_home))
    for owner, cards in ((b.defender, b.shown["defence"]), (NEUTRAL, b.shown["neutral"])):
        for side in dossier.watchers(dossier.defence_pile(b.province, owner)):
            dossier.see(g, side, dossier.defence_pile(b.province, owner), "battle", cards, len(cards), complete=True)
    battle.withdraw_attack(g)
    front_changed(g)
