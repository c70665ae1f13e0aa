"""What a seat can foresee of a choice, from what it knows: the odds of a battle, the price of a look.

A battle is told as ``{kind: "battle", province, origin, seas, attack, bonuses: [{id, to, value}], cards: {enemy, neutral},
known: {enemy, neutral}, idle, defence: {low, high, mean}, odds: {victory, quagmire, defeat, rout}, with_advantage, advantage}``:
attack and defence with all bonuses but the Advantage (``advantage`` is its holder), chances from 0 to 1, ``with_advantage`` the
same chances if the holder spends it; ``known`` counts the cards that were seen and must still be there, ``idle`` are those of
one's own that take no part. Without the memory aids ``defence``, ``odds`` and ``with_advantage`` are null: what was seen and
lost before is the player's to remember.

What cannot be fought now has no odds: ``{kind: "plan", province, attack, idle, reach, turns, barred}`` is its own strength, the
cards that would take no part, whether a supplied province lies beside the target, in how many turns the wheel allows the launch,
and what else forbids it as things stand (the key of its refusal, or null).
A look is ``{kind: "look", size, sees}``; a revealed battle ``{kind: "result", attack, defence, result}``.
"""

from __future__ import annotations

from casusbelli.kernel import Choice, Params, Seat

from . import battle, dossier, odds, wheel
from .cautions import cautions
from .content import ATTACK, BONUS, DEFENCE, NEUTRAL, OPPONENT, PROVINCE, SEGMENTS, Card, Side
from .intelligence import sample_size
from .launch import attack_refusal, unescorted
from .quagmire import resolving
from .state import Battle, BattleBonus, War
from .supply import launch_paths


def preview(g: War, seat: Seat, decision: str, choice: Choice) -> Params | None:
    """What the seat can foresee of one of its options, with warnings of what it may cost; None where there is nothing to say."""
    side = g.side_of(seat)
    if side is None:
        return None
    foreseen = outlook(g, side, decision, choice) or {}
    warnings = cautions(g, side, decision, choice, foreseen)
    return {**foreseen, "warnings": warnings} if warnings else foreseen or None


def outlook(g: War, side: Side, decision: str, choice: Choice) -> Params | None:
    """What follows from an option, as far as the side can know."""
    match (decision, *choice):
        case ("choose_action", "launch_operation", str(space)):
            operation = g.forces[side].operations[space]
            return _best_launch(g, side, operation.target, operation.cards, space)
        case ("choose_action", "add_to_operation", str(space), str(card)):
            operation = g.forces[side].operations[space]
            return _best_launch(g, side, operation.target, [*operation.cards, card], space)
        case ("choose_action", "create_operation", str(target), str(card)):
            return _best_launch(g, side, target, [card], None)
        case ("choose_action", "resolve_quagmire", str(province)):
            return forecast(g, side, _quagmire_battle(g, province, []))
        case ("add_to_attack", "add", str(card)):
            return forecast(g, side, _quagmire_battle(g, resolving(g, side), [card]))
        case ("add_to_attack", "done"):
            b = _quagmire_battle(g, resolving(g, side), [])
            return None if unescorted(g, b.province, b.attack) else forecast(g, side, b)
        case ("choose_launch_province", "launch_from" | "launch_across", str(place), *seas):
            b = g.on_table
            return forecast(g, side, _launch_battle(g, side, b.province, b.attack, b.age, place, "+".join(map(str, seas))))
        case ("use_advantage", str(verb)):
            return _with_advantage(g, used=verb == "use")
        case ("unsupplied_quagmire", "fight"):
            return _shown_battle(g)
        case ("intel_step" | "choose_action", "look" | "intel_action", str(pile)):
            size = len(dossier.pile_cards(g, pile))
            return {"kind": "look", "size": size, "sees": sample_size(size)}
    return None


def forecast(g: War, side: Side, b: Battle) -> Params:
    """The odds of a battle that has not been revealed."""
    taking_part = [c for c in b.attack if battle.takes_part(g, b, c)]
    fleets = [c for c in b.attack if battle.bombards(g, b, c)]
    bonuses = battle.bonuses(g, b)
    support = battle.bombardment(taking_part, fleets)
    if support:
        bonuses.append(BattleBonus("bombardment", "attacker", support))
    table = ATTACK[PROVINCE[b.province].kind]
    attack = sum(table[c] for c in taking_part) + sum(x.value for x in bonuses if x.to == "attacker")
    told: Params = {
        "kind": "battle",
        "province": b.province,
        "origin": b.origin,
        "seas": list(b.seas),
        "attack": attack,
        "bonuses": [{"id": x.id, "to": x.to, "value": x.value} for x in bonuses],
        "cards": {
            "enemy": len(g.forces[OPPONENT[side]].defence.get(b.province, ())),
            "neutral": len(g.neutral.get(b.province, ())),
        },
        "known": {"enemy": 0, "neutral": 0},
        "idle": sorted(c for c in b.attack if c not in taking_part and c not in fleets),
        "defence": None,
        "odds": None,
        "with_advantage": None,
        "advantage": g.advantage,
    }
    if "memory_aids" in g.options:
        told |= _weighed(g, side, b, bonuses, attack, fights=bool(taking_part))
    return told


def _weighed(g: War, side: Side, b: Battle, bonuses: list[BattleBonus], attack: int, *, fights: bool) -> Params:
    """What the garrison may be worth and what follows, from all that the side has seen."""
    extra = sum(x.value for x in bonuses if x.to == "defender")
    spread = {strength + extra: chance for strength, chance in odds.garrison(g, side, b.province).items() if chance > 0}
    ours, theirs = (BONUS["advantage"], 0) if g.advantage == side else (0, BONUS["advantage"])
    return {
        "known": {"enemy": _known(g, side, b.province, OPPONENT[side]), "neutral": _known(g, side, b.province, NEUTRAL)},
        "defence": {"low": min(spread), "high": max(spread), "mean": round(sum(d * p for d, p in spread.items()), 2)},
        "odds": _chances(spread, attack, 0, fights=fights),
        "with_advantage": _chances(spread, attack + ours, theirs, fights=fights),
    }


def _chances(spread: odds.Spread, attack: int, more: int, *, fights: bool) -> dict[str, float]:
    """How likely each result is against these strengths and so much more."""
    chances = dict.fromkeys(("victory", "quagmire", "defeat", "rout"), 0.0)
    for defence, chance in spread.items():
        chances[battle.outcome(attack, defence + more) if fights else "rout"] += chance
    return {result: round(chance, 4) for result, chance in chances.items()}


def _known(g: War, side: Side, province: str, owner: str) -> int:
    """How many cards of a garrison this side is sure of."""
    pile = dossier.defence_pile(province, owner)
    if owner == NEUTRAL and dossier.may_see_neutral(g, side, province):
        return len(dossier.pile_cards(g, pile))
    return len(dossier.certain(g.forces[side].dossier.get(pile, ())))


def _best_launch(g: War, side: Side, target: str, cards: list[Card], space: str | None) -> Params:
    """The launch with the smallest bonus for the defender; what cannot start now is told without odds."""
    age = wheel.age(g.forces[side].dial, space) if space else 0
    barred = attack_refusal(g, side, target, cards)
    paths = launch_paths(g, side, target)
    if not SEGMENTS[age].launch or barred is not None:
        return _plan(g, side, target, cards, age, reach=bool(paths), barred=barred.key if barred and paths else None)
    battles = [_launch_battle(g, side, target, cards, age, place, "+".join(seas)) for place, seas in paths]
    return forecast(g, side, min(battles, key=lambda b: (_defender_bonus(g, b), len(b.seas))))


def _plan(g: War, side: Side, target: str, cards: list[Card], age: int, *, reach: bool, barred: str | None) -> Params:
    """A plan by its own strength: cards are added on both sides before it can be fought out."""
    b = _launch_battle(g, side, target, cards, age, "", "")
    fighting = [c for c in cards if battle.takes_part(g, b, c)]
    shelling = [c for c in cards if battle.may_bombard(g, target, c)]
    return {
        "kind": "plan",
        "province": target,
        "attack": sum(ATTACK[PROVINCE[target].kind][c] for c in fighting),
        "idle": sorted(c for c in cards if c not in fighting and c not in shelling),
        "reach": reach,
        "turns": next(n for n in range(len(SEGMENTS)) if SEGMENTS[min(age + n, len(SEGMENTS) - 1)].launch),
        "barred": barred,
    }


def _defender_bonus(g: War, b: Battle) -> int:
    return sum(x.value for x in battle.bonuses(g, b) if x.to == "defender")


def _launch_battle(g: War, side: Side, target: str, cards: list[Card], age: int, origin: str, seas: str) -> Battle:
    crossed = seas.split("+") if seas else []
    return Battle(
        province=target, attacker=side, turn=g.turn_no, first=True, age=age, origin=origin, seas=crossed, attack=list(cards)
    )


def _quagmire_battle(g: War, province: str, added: list[Card]) -> Battle:
    quagmire = g.quagmires[province]
    return Battle(province=province, attacker=quagmire.attacker, turn=g.turn_no, first=False, attack=[*quagmire.cards, *added])


def _with_advantage(g: War, *, used: bool) -> Params:
    """5.5.3: everything is revealed: the result with the Advantage, or without it."""
    b = g.on_table
    attack, defence = b.attack_total, b.defence_total
    if used and g.advantage == b.attacker:
        attack += BONUS["advantage"]
    elif used:
        defence += BONUS["advantage"]
    return {"kind": "result", "attack": attack, "defence": defence, "result": battle.outcome(attack, defence)}


def _shown_battle(g: War) -> Params:
    """6.5: what fighting an attack out of supply would come to, the Advantage aside."""
    b = g.on_table
    kind = PROVINCE[b.province].kind
    attack = sum(ATTACK[kind][c] for c in b.attack)
    table = DEFENCE[kind]
    cards = [*b.shown["defence"], *b.shown[NEUTRAL]]
    defence = sum(table[c] for c in cards) + _defender_bonus(g, b)
    fought = any(ATTACK[kind][c] for c in b.attack)
    result = battle.outcome(attack, defence) if fought else "rout"
    return {"kind": "result", "attack": attack, "defence": defence, "result": result}
