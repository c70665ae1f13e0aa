"""Why the staff speaks for a choice: one or two sentences from its own terms, of what its side knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from casusbelli.bots.weighing import stands_back
from casusbelli.game import Position, Reason
from casusbelli.kernel import Choice

from ..battle import outcome
from ..content import AXIS, DEFENCE, OBJECTIVES, PROVINCE
from ..dossier import BOARD, defence_pile, operation_pile
from .campaign import LAST_AGE, NEVER, WAIT, Attack, Campaign
from .objectives import readily_held
from .situation import Situation, is_major_neutral
from .staff import false_trails
from .worth import DEAR, HOME, joins_for_nothing, reserve, wanted


def reasons(position: Position, s: Situation, choice: Choice) -> list[Reason]:
    return list(_by_decision(position, s, choice))[:2]


def _by_decision(position: Position, s: Situation, choice: Choice) -> Iterator[Reason]:
    match (position.decision, *choice):
        case ("choose_victory_cards", *_):
            ease = {pair: readily_held(str(pair[1]), str(pair[2])) for pair in position.options}
            yield Reason("near_home" if ease[choice] == max(ease.values()) else "less_expected")
        case ("initial_placement", "place", str(card), str(province)):
            yield from _guards(s, province, card)
        case ("choose_action", *_):
            yield from _action(s, choice)
        case ("choose_launch_province", *_):
            yield Reason("least_bonus")
        case ("add_to_attack", str(verb), *_):
            yield from _siege(s, position, verb)
        case ("use_advantage", str(verb)):
            yield from _advantage(s, verb)
        case ("select_losses", "lose", str(card)):
            yield Reason("cheapest", {"card": card})
        case ("unsupplied_quagmire", str(verb)):
            yield Reason(f"cut_off_{verb}")
        case ("intel_step", *_):
            yield from _look(s, choice)
        case ("block_intel" | "raise_intel", str(verb)):
            yield Reason(f"duel_{verb}", {"pile": s.view["duel"]["pile"], "ready": s.mine["intel"]["ready"]})
        case ("production_buy", str(verb), *cards):
            yield from _purchase(s, verb, [str(card) for card in cards])
        case ("withdraw", *_):
            yield from _withdrawal(s, choice)


def compares(s: Situation, options: Sequence[Choice], choice: Choice, other: Choice) -> Reason | None:
    """How two actions part by their scores. Launches, looks before them and sieges come before everything else whatever they are
    worth; what is ruled out was not weighed."""
    score = Campaign(s, Random(0)).score
    chosen, beside = score(choice), score(other)
    if min(chosen, beside) <= NEVER / 2 or (choice[0] == "end_actions" and chosen == WAIT):
        return None
    if chosen > WAIT and beside < chosen:
        return Reason("goes_before")
    return stands_back([n for n in map(score, options) if NEVER / 2 < n < WAIT], chosen, beside)


# -- the turn ----------------------------------------------------------------------------------------------------------


def _action(s: Situation, choice: Choice) -> Iterator[Reason]:
    match choice:
        case ("launch_operation", str(space)):
            attack = Campaign(s, Random(0)).attacks[space]
            yield Reason("strikes", _strengths(attack))
            if s.weights.last_chance and s.last_chance:
                yield Reason("last_shot")
            elif attack.seen:
                yield Reason("before_the_answer", {"space": space})
            elif attack.age == LAST_AGE:
                yield Reason("last_chance", {"space": space})
        case ("add_to_operation", str(space), str(card)):
            attack = Campaign(s, Random(0)).attacks[space]
            yield Reason("bluffs" if card == "decoy" else "feeds", _strengths(attack))
            yield from _gain(s, attack.target)
        case ("create_operation", str(target), str(card)):
            attack = Attack(s, target, [], 0)
            yield Reason("feint" if card == "decoy" else "plans", _strengths(attack))
            if s.weights.strikes_first and (plan := s.starts_plan(target)):
                yield Reason("strikes_first", {"province": target, "target": plan.target})
            yield from _gain(s, target)
        case ("dismantle_operation", str(space)):
            target = s.mine["ops"][space]["target"]
            if joins_for_nothing(s, target):
                yield Reason("joins_anyway", {"province": target})
            else:
                yield Reason("takes_apart", {"space": space})
        case ("place_defence", str(card), str(province)):
            yield from _guards(s, province, card)
        case ("reinforce_quagmire", str(province), *_):
            yield Reason("holds_on", {"province": province})
        case ("resolve_quagmire", str(province)):
            yield Reason("must_resolve", {"province": province})
        case ("intel_action", str(pile)):
            yield Reason("know_first", {"pile": pile})
        case ("end_actions",):
            yield Reason("lets_ripen" if Campaign(s, Random(0)).waits else "nothing_better")


def _strengths(attack: Attack) -> dict[str, object]:
    """Strength against the defence that is expected, in whole numbers."""
    return {"province": attack.target, "attack": round(attack.strength), "defence": round(attack.defence)}


def _gain(s: Situation, target: str) -> Iterator[Reason]:
    """What the province is good for."""
    row = PROVINCE[target]
    if s.me == AXIS and OBJECTIVES.get(target) in (s.view["victory"]["kept"] or ()):
        yield Reason("own_objective", {"province": target})
    elif s.me != AXIS and target in HOME:
        yield Reason("germany", {"province": target})
    elif decides(s, target):
        yield Reason("may_decide", {"province": target})
    elif row.resources or row.vp:
        yield Reason("yields", {"province": target, "resources": row.resources, "points": row.vp})


def decides(s: Situation, province: str) -> bool:
    """Whether the objectives weigh more in a province than all it yields."""
    return bool(s.weights.last_day) and s.index >= 3 and s.hangs.get(province, 0.0) > 0.2


def _guards(s: Situation, province: str, card: str) -> Iterator[Reason]:
    if not DEFENCE[PROVINCE[province].kind][card]:
        yield Reason("bluff_defence", {"province": province})
    elif s.weights.answers and (plan := s.aimed_at(province)):
        yield Reason("answers_plan", {"province": province, "attack": round(plan.strength)})
    elif s.weights.dread and s.dreaded / 2 > reserve(s, province) >= DEAR:
        yield Reason("what_may_come", {"province": province, "attack": round(s.dreaded)})
    elif s.threat(province):
        yield Reason("threatened", {"province": province})
    else:
        yield Reason("reserve", {"province": province})
    if is_major_neutral(s, province):
        yield Reason("before_the_storm", {"province": province})
    elif s.own_defence(province) < wanted(s, province):
        if decides(s, province):
            yield Reason("own_objective" if s.me == AXIS else "may_decide", {"province": province})
        else:
            yield Reason("too_weak", {"province": province, "strength": round(s.own_defence(province))})


def _siege(s: Situation, position: Position, verb: str) -> Iterator[Reason]:
    province = str(position.about["province"])
    attack = Attack(s, province, s.provinces[province]["quagmire"]["own"], None)
    if verb == "add":
        yield Reason("siege_more", _strengths(attack))
    elif s.useful(province, [str(option[1]) for option in position.options if option[0] == "add"]):
        yield Reason("siege_enough", _strengths(attack))
    else:
        yield Reason("siege_nobody", {"province": province})


# -- battles and looks -------------------------------------------------------------------------------------------------


def _advantage(s: Situation, verb: str) -> Iterator[Reason]:
    battle = s.view["battle"]
    attack, defence = battle["attack"], battle["defence"]
    attacking = battle["attacker"] == s.me
    now = outcome(attack, defence)
    then = outcome(attack + 1, defence) if attacking else outcome(attack, defence + 1)
    if verb == "use":
        yield Reason("turns_result", {"before": now, "after": then}) if now != then else Reason("makes_pay")
    else:
        yield Reason("keeps_advantage" if now == then else "spares_advantage")


def _look(s: Situation, choice: Choice) -> Iterator[Reason]:
    if choice[0] != "look":
        yield Reason("saves_tokens", {"ready": s.mine["intel"]["ready"]})
        return
    pile = str(choice[1])
    if pile == BOARD:
        yield Reason("objectives")
        return
    targets = {defence_pile(op["target"], owner): space for space, op in s.mine["ops"].items() for owner in (s.foe, "neutral")}
    if pile in targets:
        yield Reason("ripening", {"space": targets[pile]})
    elif pile in {operation_pile(s.foe, space) for space in s.theirs["ops"]}:
        yield Reason("their_plan", {"pile": pile})
    elif s.weights.mislead and pile in false_trails(s, {pile}):
        yield Reason("false_trail", {"pile": pile})
    else:
        yield Reason("unknown_pile", {"pile": pile})


# -- the end of the year -----------------------------------------------------------------------------------------------


def _purchase(s: Situation, verb: str, cards: list[str]) -> Iterator[Reason]:
    match verb:
        case "raise_industry":
            yield Reason("industry_short", {"industry": s.mine["industry"], "resources": s.mine["resources"]})
        case "buy_intel":
            yield Reason("more_tokens", {"count": s.mine["intel"]["ready"] + s.mine["intel"]["used"]})
        case "buy_vp":
            yield Reason("towards_threshold", {"points": s.view["vp"], "threshold": s.view["vp_threshold"]})
        case "buy_card":
            yield Reason("strongest_back", {"card": cards[0]})
        case _:
            yield Reason("nothing_to_buy")


def _withdrawal(s: Situation, choice: Choice) -> Iterator[Reason]:
    match choice:
        case ("withdraw", str(province), str(card)):
            if not DEFENCE[PROVINCE[province].kind][card]:
                yield Reason("useless_there", {"province": province, "card": card})
            else:
                yield Reason("more_than_enough", {"province": province})
        case ("withdraw_operation", str(space)):
            yield Reason("plan_failed", {"space": space})
        case _:
            yield Reason("all_in_place")
