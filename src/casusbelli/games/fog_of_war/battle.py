"""5.5.2 to 6.8: battles. All cards are shown, bystanders discarded, strengths compared.

The battle on the table is ``g.battle``. Its attack cards lie there; the defenders stay in their Defence space.
"""

from __future__ import annotations

from casusbelli.kernel import Choice, Params, ask

from . import dossier, losses, piles, politics
from .content import (
    ATTACK,
    BONUS,
    CARD,
    DEFENCE,
    LAND,
    NEUTRAL,
    OPPONENT,
    PROVINCE,
    SEGMENTS,
    STRAITS,
    Card,
    Side,
)
from .state import Battle, BattleBonus, Quagmire, War
from .supply import front_changed


async def fight(g: War) -> None:
    """The battle of ``g.battle`` from the reveal to its end."""
    reveal(g)
    await compare(g)


def reveal(g: War) -> None:
    """5.5.2: all cards of both sides and all Neutral cards in the province are shown."""
    b = g.on_table
    lie = {
        "attack": b.attack,
        "defence": g.forces[b.defender].defence.get(b.province, []),
        "neutral": g.neutral.get(b.province, []),
    }
    for cards in lie.values():
        cards.sort()  # the order in which they were laid no longer matters, also not to chance
    b.shown = {role: list(cards) for role, cards in lie.items()}
    g.reveal()
    shown: Params = {**b.shown, "defended": bool(b.shown["defence"]), "garrisoned": bool(b.shown["neutral"])}
    g.report("battle_revealed", "5.5.2", province=b.province, side=b.attacker, first=b.first, **shown)


async def compare(g: War) -> None:
    """5.5.2 to 6.4: with all cards shown: discard bystanders, add up, offer the Advantage, carry out the result."""
    sort_out(g)
    if not g.on_table.attack:
        settle(g, "rout", automatic=True)
    else:
        total(g)
        await offer_advantage(g)
        b = g.on_table
        settle(g, outcome(b.attack_total, b.defence_total))
    match g.on_table.result:
        case "victory":
            await conquer(g)
        case "defeat":
            await repulse(g)
        case "rout":
            rout(g)
        case "quagmire":
            bog_down(g)


def outcome(attack: int, defence: int) -> str:
    """6: twice the defence wins; as much as the defence bogs down; half of it or less is routed."""
    if attack >= 2 * defence:
        return "victory"
    if attack >= defence:
        return "quagmire"
    return "rout" if defence >= 2 * attack else "defeat"


# -- before the comparison ---------------------------------------------------------------------------------------------


def is_invasion(b: Battle) -> bool:
    """6.6: the launch of an attack on land from a sea."""
    return b.first and b.province in LAND and bool(b.origin) and b.origin not in LAND and b.origin in PROVINCE


def invasion_bonus(g: War, b: Battle) -> str:
    """6.6, A3: the bonus an invasion gives; smaller across a strait whose other shore the attacker holds."""
    if "adv_straits" in g.options and crosses_strait(g, b):
        return "invasion_strait"
    return "invasion"


def crosses_strait(g: War, b: Battle) -> bool:
    return any(b.province in pair and all(p == b.province or g.control[p] == b.attacker for p in pair) for pair in STRAITS)


def takes_part(g: War, b: Battle, card: Card) -> bool:
    """5.5.4, A3: whether an attack card counts; planes cannot cover an invasion that crosses no strait."""
    if not ATTACK[PROVINCE[b.province].kind][card]:
        return False
    grounded = "adv_straits" in g.options and is_invasion(b) and CARD[card].kind == "air" and not crosses_strait(g, b)
    return not grounded


def bombards(g: War, b: Battle, card: Card) -> bool:
    """A4: fleets of an invasion shell the coast."""
    return may_bombard(g, b.province, card) and is_invasion(b)


def may_bombard(g: War, target: str, card: Card) -> bool:
    """A4: whether the card would count if the attack came by sea."""
    return "adv_bombardment" in g.options and CARD[card].kind == "fleet" and target in LAND


def sort_out(g: War) -> None:
    """5.5.4: cards without a strength in this battle go to their owner's Discard, on both sides."""
    b = g.on_table
    table = DEFENCE[PROVINCE[b.province].kind]
    defenders = g.forces[b.defender].defence.get(b.province, [])
    b.bombarding = [c for c in b.attack if bombards(g, b, c)]
    bystanders = [c for c in b.attack if not takes_part(g, b, c) and not bombards(g, b, c)]
    idle = [c for c in defenders if not table[c]]
    b.attack = [c for c in b.attack if takes_part(g, b, c)]
    if idle:
        defenders[:] = [c for c in defenders if table[c]]
        losses.tidy(g, b.defender, b.province)
    b.misfits = {"attack": sorted(bystanders), "defence": sorted(idle)}
    piles.discard(g, b.attacker, bystanders)
    piles.discard(g, b.defender, idle)
    for side, cards in ((b.attacker, bystanders), (b.defender, idle)):
        if cards:
            g.report("bystanders_discarded", "5.5.4", side=side, province=b.province, cards=sorted(cards))


def bonuses(g: War, b: Battle) -> list[BattleBonus]:
    """5.4, 6.6, 6.8: the bonuses of a battle, the Advantage and bombardment aside. They depend on public facts only."""
    found = []
    if b.first:
        segment = SEGMENTS[b.age]
        if segment.attacker_bonus:
            found.append(BattleBonus("wheel_attacker", "attacker", segment.attacker_bonus))
        if segment.defender_bonus:
            found.append(BattleBonus("wheel_defender", "defender", segment.defender_bonus))
    if is_invasion(b):
        bonus = invasion_bonus(g, b)
        found.append(BattleBonus(bonus, "defender", BONUS[bonus]))
    row = PROVINCE[b.province]
    if g.winter and row.winter_bonus:
        found.append(BattleBonus(f"winter_{row.winter}", "defender", row.winter_bonus))
    return found


def bombardment(attack: list[Card], fleets: list[Card]) -> int:
    """A4: half the fleets' strength, but no more than the Armies and planes they support."""
    return min(sum(CARD[c].strength for c in fleets) // 2, sum(ATTACK["land"][c] for c in attack))


def total(g: War) -> None:
    """6: strengths and bonuses of both sides."""
    b = g.on_table
    kind = PROVINCE[b.province].kind
    b.bonuses = bonuses(g, b)
    support = bombardment(b.attack, b.bombarding)
    if support:
        b.bonuses.append(BattleBonus("bombardment", "attacker", support))
    defenders = [*g.forces[b.defender].defence.get(b.province, ()), *g.neutral.get(b.province, ())]
    b.attack_total = sum(ATTACK[kind][c] for c in b.attack) + sum(x.value for x in b.bonuses if x.to == "attacker")
    b.defence_total = sum(DEFENCE[kind][c] for c in defenders) + sum(x.value for x in b.bonuses if x.to == "defender")
    for bonus in b.bonuses:
        tell_bonus(g, bonus)


BONUS_RULES = {
    "wheel_attacker": "5.4",
    "wheel_defender": "5.4",
    "invasion": "6.6",
    "invasion_strait": "A3",
    "winter_normal": "6.8",
    "winter_snow": "6.8",
    "winter_sun": "6.8",
    "bombardment": "A4",
    "advantage": "5.5.3",
}
"""The rule that gives each bonus."""


def tell_bonus(g: War, bonus: BattleBonus) -> None:
    """Say which bonus counts, for whom and how much."""
    b = g.on_table
    side = b.attacker if bonus.to == "attacker" else b.defender
    rule = BONUS_RULES[bonus.id]
    g.report("bonus_counted", rule, province=b.province, side=side, bonus=bonus.id, to=bonus.to, value=bonus.value)


_USE_OR_KEEP: list[Choice] = [("use",), ("keep",)]


async def offer_advantage(g: War) -> None:
    """5.5.3: whoever holds the Advantage may spend it for one point; it passes to the other side."""
    holder = g.advantage
    b = g.on_table
    about = {"province": b.province, "attack": b.attack_total, "defence": b.defence_total}
    choice = await ask(g.seats[holder], "use_advantage", lambda: _USE_OR_KEEP, "5.5.3", about=about)
    if choice == ("use",):
        b = g.on_table
        to = "attacker" if holder == b.attacker else "defender"
        bonus = BattleBonus("advantage", to, BONUS["advantage"])
        b.bonuses.append(bonus)
        if to == "attacker":
            b.attack_total += BONUS["advantage"]
        else:
            b.defence_total += BONUS["advantage"]
        b.advantage = holder
        g.advantage = OPPONENT[holder]
        g.report("advantage_used", "5.5.3", side=holder, province=b.province, value=bonus.value, to=to)


def settle(g: War, result: str, *, automatic: bool = False) -> None:
    b = g.on_table
    b.result = result
    if result != "quagmire":
        g.forces[b.attacker if result == "victory" else b.defender].battles_won += 1
    gained = {to: sum(x.value for x in b.bonuses if x.to == to) for to in ("attacker", "defender")}
    g.report(
        "battle_result",
        {"victory": "6.3", "quagmire": "6.4", "rout": "6.2", "defeat": "6.1"}[result],
        province=b.province,
        side=b.attacker,
        defender=b.defender,
        attack=b.attack_total,
        defence=b.defence_total,
        attack_cards=b.attack_total - gained["attacker"],
        attack_bonus=gained["attacker"],
        defence_cards=b.defence_total - gained["defender"],
        defence_bonus=gained["defender"],
        result=result,
        automatic=automatic,
        bonuses=[{"id": x.id, "to": x.to, "value": x.value} for x in b.bonuses],
        private={g.seats[side]: {"mine": fate(b, side)} for side in (b.attacker, b.defender)},
    )


def fate(b: Battle, side: Side) -> str:
    """The result as one side reads it."""
    if b.result == "quagmire":
        return "stuck"
    if side == b.attacker:
        return "won" if b.result == "victory" else "beaten"
    return "gone" if b.result == "victory" else "hold"


# -- results -----------------------------------------------------------------------------------------------------------


async def conquer(g: War) -> None:
    """6.3: the defenders are lost, the attacker pays for the defence he beat and garrisons the province."""
    b = g.on_table
    losses.defenders_lost(g)
    known = await losses.pay(g, b.attacker, "attack", b.defence_total)
    b = g.on_table
    attacker, province, garrison = b.attacker, b.province, b.attack
    shown = garrison if known else losses.participants(b, "attack")
    losses.fleets_leave(g, "discard")
    finish(g)
    politics.drop_quagmire(g, province)
    if garrison:
        g.forces[attacker].defence[province] = garrison
    dossier.see(g, OPPONENT[attacker], dossier.defence_pile(province, attacker), "battle", shown, len(garrison), complete=True)
    politics.take_control(g, province, attacker, "6.3")
    politics.on_conquest(g, attacker, province)
    politics.on_control(g)


async def repulse(g: War) -> None:
    """6.1: the attackers are lost; the defender pays for the attack he beat off, his own cards before Neutral ones."""
    b = g.on_table
    losses.attackers_lost(g)
    own_before = list(g.forces[b.defender].defence.get(b.province, ()))
    neutral_before = list(g.neutral.get(b.province, ()))
    table = DEFENCE[PROVINCE[b.province].kind]
    own = sum(table[c] for c in own_before)
    own_known = await losses.pay(g, b.defender, "defence", g.on_table.attack_total)
    neutral_known = True
    rest = g.on_table.attack_total - own
    if rest > 0 and neutral_before:
        neutral_known = await losses.pay(g, g.on_table.defender, "neutral", rest)
    see_defence(g, own_before, own_known, neutral_before, neutral_known)
    withdraw_attack(g)


def rout(g: War) -> None:
    """6.2: the attackers are lost and the defenders lose nothing."""
    b = g.on_table
    losses.attackers_lost(g)
    own = list(g.forces[b.defender].defence.get(b.province, ()))
    if b.shown:
        see_defence(g, own, True, list(g.neutral.get(b.province, ())), True)
    withdraw_attack(g)


def bog_down(g: War) -> None:
    """6.4: half of each side's cards are lost at random, and the battle goes on next turn."""
    b = g.on_table
    piles_before = losses.participants(b, "attack"), losses.participants(b, "defence"), list(b.shown["neutral"])
    losses.fleets_leave(g, "win")
    losses.halve(g)
    attack, own, neutral = piles_before
    see_defence(g, own, False, neutral, False)
    province, attacker, cards = b.province, b.attacker, b.attack
    renewed = province in g.quagmires
    by_sea = g.quagmires[province].by_sea if renewed else is_invasion(b)
    finish(g)
    g.quagmires[province] = Quagmire(attacker, cards, g.turn_no, by_sea)
    front_changed(g)
    pile = dossier.quagmire_pile(province, attacker)
    dossier.see(g, OPPONENT[attacker], pile, "battle", attack, len(cards), complete=True)
    g.report("quagmire", "6.4", province=province, side=attacker, renewed=renewed, count=len(cards))


def withdraw_attack(g: War) -> None:
    """The attack is over and failed: the Province card goes back, the quagmire marker is removed."""
    b = g.on_table
    finish(g)
    politics.drop_quagmire(g, b.province)


def finish(g: War) -> None:
    """The battle leaves the table; its record stays to be looked at."""
    b = g.on_table
    g.last_battle, g.battle = b, None
    b.attack, b.bombarding = [], []


def see_defence(g: War, own: list[Card], own_known: bool, neutral: list[Card], neutral_known: bool) -> None:
    """Sightings after a battle the defender stood: what is left is some of what was shown, or exactly known."""
    b = g.on_table
    left = g.forces[b.defender].defence.get(b.province, [])
    pile = dossier.defence_pile(b.province, b.defender)
    dossier.see(g, b.attacker, pile, "battle", left if own_known else own, len(left), complete=True)
    garrison = g.neutral.get(b.province, [])
    pile = dossier.defence_pile(b.province, NEUTRAL)
    for side in (b.attacker, b.defender):
        exact = neutral_known or (side == b.defender and b.result == "defeat")
        dossier.see(g, side, pile, "battle", garrison if exact else neutral, len(garrison), complete=True)
