"""The decisions beside the turn: set-up, battles, intelligence, the end of the year."""

from __future__ import annotations

from random import Random

from casusbelli.kernel import Choice

from ..battle import outcome
from ..content import ATTACK, AXIS, BONUS, CARD, DEFENCE, PROVINCE, SEGMENTS, Card
from ..dossier import BOARD, defence_pile, operation_pile
from .campaign import Attack
from .situation import LAST_YEAR, Situation
from .worth import wanted, worth

_RESULTS_FOR_ATTACKER = {"victory": 3, "quagmire": 2, "defeat": 1, "rout": 0}


def card_value(card: Card) -> float:
    """What a card will be worth later: a strong card does more for each one played."""
    value = CARD[card]
    match value.kind:
        case "air":
            return 1.3
        case "fleet":
            return 0.85 * float(value.strength**1.15)
        case "fort":
            return 0.9 * float(value.strength**1.15)
        case "army":
            return float(value.strength**1.15)
    return 0.0


def launch_province(s: Situation, options: list[Choice]) -> Choice:
    """The way with the smallest bonus for the defender and the fewest enemy seas."""

    def cost(choice: Choice) -> tuple[int, int]:
        place = str(choice[1])
        by_sea = place in PROVINCE and PROVINCE[place].kind == "sea"
        return (int(by_sea), len(str(choice[2]).split("+")) if len(choice) > 2 else 0)

    return min(options, key=cost)


def use_advantage(s: Situation) -> bool:
    """Where it turns the result; in the last winter also where it makes the winner pay more."""
    battle = s.view["battle"]
    attack, defence = battle["attack"], battle["defence"]
    attacking: bool = battle["attacker"] == s.me
    now = outcome(attack, defence)
    then = outcome(attack + 1, defence) if attacking else outcome(attack, defence + 1)
    better = _RESULTS_FOR_ATTACKER[then] - _RESULTS_FOR_ATTACKER[now]
    if better:
        return (better > 0) == attacking and stake(s, {now, then}) >= s.weights.thrift
    losing = now == "victory" if not attacking else now == "defeat"
    return losing and s.year == LAST_YEAR and s.winter


def stake(s: Situation, results: set[str]) -> float:
    """What hangs on the result of the battle: the province where one of the results takes it, and the cards in it."""
    battle = s.view["battle"]
    if s.year == LAST_YEAR and s.winter:
        return 100.0
    province = worth(s, battle["attacker"], battle["province"]) if "victory" in results else 0.0
    return province + 0.4 * float(min(battle["attack"], battle["defence"]))


def loss(options: list[Choice]) -> Choice:
    """Give what is worth least for its strength."""

    def price(choice: Choice) -> float:
        card = str(choice[1])
        return card_value(card) / max(1, CARD[card].strength)

    return min(options, key=price)


def repel_or_fight(s: Situation) -> Choice:
    """Fight where the attacker would be routed, whoever spends the Advantage; else send him home and pay nothing."""
    attack, defence = totals_to_come(s)
    if attack and not s.holds_advantage:
        attack += BONUS["advantage"]
    return ("fight",) if outcome(attack, defence) == "rout" else ("repel",)


def totals_to_come(s: Situation) -> tuple[int, int]:
    """The totals of a battle whose cards are shown and not yet added up."""
    battle = s.view["battle"]
    kind, shown = PROVINCE[battle["province"]].kind, battle["shown"]
    attack = sum(ATTACK[kind][c] for c in shown["attack"])
    defence = sum(DEFENCE[kind][c] for c in (*shown["defence"], *shown["neutral"]))
    return attack, defence + s.season_bonus(battle["province"])


# -- intelligence ------------------------------------------------------------------------------------------------------


def look(s: Situation, options: list[Choice], rng: Random) -> Choice:
    """Targets of ripening operations, then the enemy's fullest plan, then the victory cards; at times a false trail."""
    ready = s.mine["intel"]["ready"]
    piles = {str(c[1]) for c in options if c[0] == "look"}
    if ready > 3 and rng.random() < s.weights.mislead:
        trail = false_trails(s, piles)
        if trail:
            return ("look", rng.choice(trail))
    doubtful = s.me != AXIS and BOARD in piles and len(s.view["victory"]["seen"]) < 3
    if s.weights.last_day and doubtful and s.index >= 3 and ready > 2:
        return ("look", BOARD)
    for op in s.mine["ops"].values():
        pile = defence_pile(op["target"], s.foe)
        neutral = defence_pile(op["target"], "neutral")
        for wanted_pile in (pile, neutral):
            if 1 <= op["age"] <= 3 and wanted_pile in piles and not s.is_current(wanted_pile):
                return ("look", wanted_pile)
    if ready > 3:
        plans = sorted(s.theirs["ops"].items(), key=lambda item: -item[1]["count"])
        for space, op in plans:
            pile = operation_pile(s.foe, space)
            known = s.weights.answers and any(plan.space == space and plan.target for plan in s.plans)
            if pile in piles and op["count"] >= 4 and not s.is_current(pile) and not known:
                return ("look", pile)
    if ready > 4 and doubtful and s.index >= 2:
        return ("look", BOARD)
    return ("pass",)


def false_trails(s: Situation, piles: set[str]) -> list[str]:
    """Enemy garrisons that this side could attack and does not plan to: a look there says nothing true."""
    targets = {op["target"] for op in s.mine["ops"].values()}
    within = [p for p in s.theirs["display"] if p not in targets and s.invasion(s.me, p) is not None]
    return [pile for p in within if (pile := defence_pile(p, s.foe)) in piles and not s.is_current(pile)]


def wants_block(s: Situation, rng: Random) -> bool:
    """Guard a plan that is about to succeed and a bluff that holds the line; else block at whim."""
    duel = s.view["duel"]
    if s.mine["intel"]["ready"] <= max(duel["bids"].values()) + 1:
        return False
    kind, where, *rest = duel["pile"].split(":")
    if kind == "op" and rest[0] in s.mine["ops"]:
        op = s.mine["ops"][rest[0]]
        attack = Attack(s, op["target"], op["cards"], op["age"])
        if 1 <= op["age"] <= 4 and attack.strength >= 1.5 * attack.defence:
            return True
    if kind == "def" and rest[0] == s.me:
        cards = s.provinces[where]["own"]
        table = DEFENCE[PROVINCE[where].kind]
        if len(cards) >= 2 and sum(table[c] for c in cards) < 0.5 * len(cards) * s.unknown_card(where):
            return True
    return rng.random() < s.weights.block_at_whim


def wants_raise(s: Situation) -> bool:
    """Raise once, where the look decides a launch."""
    duel = s.view["duel"]
    if duel["bids"].get(s.me, 0) > duel["base"]:
        return False
    targets = {defence_pile(op["target"], s.foe) for op in s.mine["ops"].values() if SEGMENTS[op["age"]].launch}
    return duel["pile"] in targets and s.mine["intel"]["ready"] > duel["bids"].get(s.foe, 0) + 1


# -- the end of the year -----------------------------------------------------------------------------------------------

_VP_SHARE = (0.15, 0.25, 0.35, 0.5, 1.0)


def purchase(s: Situation, options: list[Choice]) -> Choice:
    """Industry while resources outgrow it, a look into the other's cards, victory points by the calendar, then cards."""
    verbs = {c[0] for c in options}
    spare = 2 if s.me == AXIS else 1
    early = s.index < 3
    if "raise_industry" in verbs and early and s.mine["resources"] - s.mine["industry"] >= spare:
        return ("raise_industry",)
    tokens = s.mine["intel"]["ready"] + s.mine["intel"]["used"]
    if "buy_intel" in verbs and early and s.mine["points"] > 4 and tokens < 10:
        return ("buy_intel",)
    if "buy_vp" in verbs and _buys_points(s):
        return ("buy_vp",)
    cards = [c for c in options if c[0] == "buy_card"]
    if cards:
        return max(cards, key=lambda c: card_value(str(c[1])))
    for verb in ("buy_vp", "buy_intel", "raise_industry"):
        if verb in verbs:
            return (verb,)
    return ("stop",)


def _buys_points(s: Situation) -> bool:
    """By the calendar; or, with foresight, only where the points will reach the threshold in time."""
    view = s.view
    production: int = s.mine["production"]
    if view["vp"] + view["vp_left"] >= view["vp_threshold"] or s.year == LAST_YEAR:
        return True
    if s.weights.foresight:
        years = LAST_YEAR - s.year
        coming = years * (view["vp_at_year_end"] + production // 2)
        missing = view["vp_threshold"] - view["vp"] - view["vp_left"]
        return s.index >= 2 and coming >= missing
    bought: int = production // 2 - view["vp_left"]
    return bought < int(_VP_SHARE[s.index] * production)


def withdrawal(s: Situation, options: list[Choice]) -> Choice:
    """Take back what cannot fight where it lies, what guards nothing, and what is more than enough."""
    for choice in options:
        match choice:
            case ("withdraw", str(province), str(card)):
                gain = DEFENCE[PROVINCE[province].kind][card]
                if not gain and card != "decoy":
                    return choice
                need = wanted(s, province) if s.threat(province) else 0.0
                if gain and s.own_defence(province) - gain > need:
                    return choice
                if card == "decoy" and s.threat(province) == 0.0:
                    return choice
            case ("withdraw_operation", str(space)):
                op = s.mine["ops"][space]
                if op["age"] >= 3 and s.attack(op["target"], op["cards"]) < s.garrison(op["target"]):
                    return choice
    return ("done",)
