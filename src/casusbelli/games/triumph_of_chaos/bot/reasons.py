"""Why the staff speaks for a choice: one or two sentences from its own terms, said of what its seat sees."""

from __future__ import annotations

from collections.abc import Iterator

from casusbelli.game import Position, Reason
from casusbelli.kernel import Choice

from ..cards import BLUFF, BOXES, CARD_NUMBER, CARDS, PC_NUMBER
from ..content import FACTION_IDS, SIGN, SPACE, SPACE_IDS, SPACES, UNIT, UNIT_IDS, WHITE
from ..operations import KIND_IDS
from ..state import COMBAT, RESERVE
from ..tables import CONSTANT
from .battles import prize
from .campaign import steps_needed
from .events import penalty
from .lines import relieved, risk_weight, stranded
from .plans import Campaign, Operation, best_mover
from .politics import bonus_value, box_spread
from .raids import barring, menace
from .redeploy import transfers
from .situation import CAPITALS, NODE_AT, Situation

MOST = 2
_FEARED = 1.0
"""Worth from which a raid that is kept off is a reason."""
_PLAIN = {
    "choose_losses": "cheapest_step",
    "step_loss": "cheapest_step",
    "replace_with_corps": "saves_army",
    "pol_veto": "let_go",
    "cancel_activation": "keeps_card",
    "auto_leader": "keeps_card",
    "end_game_card": "end_card",
    "igsr_choice": "gold",
}
"""Decisions with one sentence for whatever is chosen."""


def reasons(s: Situation, position: Position, choice: Choice) -> list[Reason]:
    """The best first; none where the staff has nothing to say that its answer does not say itself."""
    return list(_reasons(s, position, choice))[:MOST]


def _reasons(s: Situation, position: Position, choice: Choice) -> Iterator[Reason]:
    verb, name = str(choice[0]), str(choice[1]) if len(choice) > 1 else ""
    match position.decision:
        case "choose_action":
            yield from _action(s, verb, name)
        case "activate_spaces":
            yield from _activation(s, verb, name, str(choice[-1]), position.about["points"])
        case "move_stack" if verb.startswith("move_"):
            yield from _march(s, SPACE[name] if verb == "move_all" else s.g.where[UNIT[name]] if name in UNIT else -1)
        case "move_step" if verb == "step":
            yield from _taking(s, SPACE[name])
        case "declare_attack" | "attack_unit":
            yield from _attack(s, position, verb, name, choice)
        case "sr_move" if verb in ("redeploy", "sr_to"):
            yield from _redeployment(s, verb, name)
        case "pol_allocate" if verb == "allocate":
            yield from _stake(s, position.about["box"], name)
        case "pol_choose_pc":
            yield from _political(s, position, choice)
        case "buy_influence" | "special_action" | "event_target" if verb in ("influence", "gold_influence"):
            yield from _markers(s, (position.preview(choice) or {}).get("factions", {}))
        case "retreat_path" | "place_units" | "deploy_faction" if name and len(choice) > 2:
            yield from _placing(s, str(choice[2]))
        case "advance" if verb == "advance":
            yield from _taking(s, SPACE[position.about["space"]])
        case "cancel_retreat" | "miracle":
            space = SPACE[position.about["space"]]
            key = "worth_holding" if verb in ("pay", "miracle") else "not_worth_step"
            yield Reason(key, {"space": SPACE_IDS[space]})
        case "spend_rs" if verb in ("flip", "rebuild", "rebuild_full"):
            yield Reason("mends", {"unit": name})
        case decision if decision in _PLAIN:
            yield Reason(_PLAIN[decision], {"unit": name} if name in UNIT else {})


# -- the action of a round ---------------------------------------------------------------------------------------------


def _action(s: Situation, verb: str, name: str) -> Iterator[Reason]:
    card = CARDS[s.me].get(CARD_NUMBER.get(name, 0))
    match verb:
        case "ops" if card:
            bonus = s.me == WHITE and s.g.round == 1 and s.g.white_bonus
            plan = Campaign(s).plan(CONSTANT["bonus_ops_8_111"] if bonus else card.ops)
            yield from (_planned(s, one) for one in plan[:MOST])
            if not plan:
                yield Reason("least_card", {"card": name})
        case "sr" if card:
            yield from (Reason("transfer", _transfer(s, t.unit, t.place)) for t in transfers(s, card.sr, [])[:1])
        case "rp" if card:
            need = steps_needed(s)
            yield (
                Reason("steps_wanted", {"steps": card.rs, "need": round(need)})
                if need > 0
                else Reason("least_card", {"card": name})
            )
        case "event" if card:
            owed = penalty(s.g, s.me, card.id)
            yield Reason("event_owed", {"card": name, "points": owed}) if owed else Reason("event_best", {"card": name})
        case "special":
            yield Reason("special", {"kind": name, "cards": len(s.view["hand"] or [])})
        case "declare_war":
            yield Reason("war_pays", {"faction": name})
        case "execute_tsar" | "rescue_tsar" | "to_moscow":
            yield Reason("costs_nothing")


def _planned(s: Situation, operation: Operation) -> Reason:
    if operation.kind == COMBAT:
        return Reason("plan_attack", {"space": SPACE_IDS[operation.target], "from": [SPACE_IDS[p] for p in operation.spaces]})
    key = "plan_take" if s.g.control[operation.end] != s.me else "plan_march"
    return Reason(key, {"space": SPACE_IDS[operation.end], "from": [SPACE_IDS[p] for p in operation.spaces]})


def _transfer(s: Situation, unit: int, place: int) -> dict[str, object]:
    return {"unit": UNIT_IDS[unit], "space": SPACE_IDS[place], "reserve": s.g.where[unit] == RESERVE}


# -- operations --------------------------------------------------------------------------------------------------------


def _activation(s: Situation, verb: str, name: str, kind: str, points: int) -> Iterator[Reason]:
    if verb == "done":
        yield Reason("nothing_more")
        return
    campaign = Campaign(s)
    here = SPACE[name]
    for operation in [*campaign.plan(points, campaign.chosen), *campaign.operations]:
        if here in operation.spaces and KIND_IDS[operation.kind] == kind:
            end = operation.target if operation.kind == COMBAT else operation.end
            yield _planned(s, operation)
            yield from why_there(s, end)
            return


def _march(s: Situation, here: int) -> Iterator[Reason]:
    march, _ = best_mover(s, here) if here >= 0 else (None, None)
    if march is not None and march.path:
        yield from _taking(s, march.path[-1])


def _taking(s: Situation, end: int) -> Iterator[Reason]:
    """What it is good for to stand in a space."""
    yield Reason("takes" if s.g.control[end] != s.me else "strengthens", {"space": SPACE_IDS[end]})
    yield from why_there(s, end)


def why_there(s: Situation, space: int) -> Iterator[Reason]:
    """Cities, lines of supply, danger: what speaks for a space."""
    if s.g.control[space] != s.me:
        if stranded(s, s.foe, 1 << space) > 0:
            yield Reason("cuts_off", {"space": SPACE_IDS[space]})
        if relieved(s, 1 << space) > 0:
            yield Reason("relieves", {"space": SPACE_IDS[space]})
        if s.g.board.held[s.foe] >> space & 1 and risk_weight(s) * menace(s, space) > _FEARED:
            yield Reason("stops_raider", {"space": SPACE_IDS[space]})
        if space in CAPITALS:
            yield Reason("capital", {"space": SPACE_IDS[space]})
        elif SPACES[space].victory_city:
            yield Reason("city", {"space": SPACE_IDS[space]})
    elif space in NODE_AT and s.exposed[NODE_AT[space]]:
        yield Reason("in_danger", {"space": SPACE_IDS[space]})
    elif not s.g.board.held[s.me] >> space & 1 and risk_weight(s) * barring(s, space) > _FEARED:
        yield Reason("bars_raid", {"space": SPACE_IDS[space]})
    elif s.contact(space):
        yield Reason("at_front", {"space": SPACE_IDS[space]})


def _attack(s: Situation, position: Position, verb: str, name: str, choice: Choice) -> Iterator[Reason]:
    if verb == "end_attacks":
        yield Reason("no_good_attack")
        return
    foreseen = position.preview(choice) or {}
    outcomes = foreseen.get("outcomes")
    if outcomes is None:
        return
    retreats = 36 - outcomes.get("hold", 0)
    target = SPACE[foreseen["target"]]
    yield Reason("odds", {"space": foreseen["target"], "chance": round(100 * retreats / 36)})
    found = list(why_there(s, target))
    yield from found
    if not found and prize(s, s.me, target) <= 1:
        yield Reason("wears_down")


def _redeployment(s: Situation, verb: str, name: str) -> Iterator[Reason]:
    if verb == "sr_to":
        yield from _placing(s, name)
        return
    unit = UNIT[name]
    for one in transfers(s, s.g.operation.points, s.g.operation.moved):
        if one.unit == unit:
            yield Reason("transfer", _transfer(s, unit, one.place))
            return


def _placing(s: Situation, name: str) -> Iterator[Reason]:
    if name not in SPACE:
        return
    found = list(why_there(s, SPACE[name]))
    yield from found or [Reason("does_most", {"space": name})]


# -- politics ----------------------------------------------------------------------------------------------------------


def _stake(s: Situation, box: str, card: str) -> Iterator[Reason]:
    """A high card goes where choosing matters most, a low one where it matters least."""
    spreads = {name: box_spread(s, n) for n, name in enumerate(BOXES)}
    most = max(spreads, key=lambda name: spreads[name])
    least = min(spreads, key=lambda name: spreads[name])
    number = CARD_NUMBER[card]
    if number >= BLUFF:
        yield Reason("stakes_no_card", {"card": card})
    if box == most:
        yield Reason("box_matters", {"box": box, "card": card})
    elif box == least:
        yield Reason("box_matters_least", {"box": box, "card": card})


def _political(s: Situation, position: Position, choice: Choice) -> Iterator[Reason]:
    yield from _markers(s, (position.preview(choice) or {}).get("factions", {}))
    if bonus_value(s, PC_NUMBER[str(choice[1])]) > 0:
        yield Reason("brings_steps", {"card": choice[1]})


def _markers(s: Situation, ahead: dict[str, dict[str, int]]) -> Iterator[Reason]:
    """Markers that would move our way, control first."""
    sign = SIGN[s.me]
    moves = [(name, one["to"]) for name, one in ahead.items() if (one["to"] - one["from"]) * sign > 0]
    for name, to in sorted(moves, key=lambda move: (-move[1] * sign, FACTION_IDS.index(move[0]))):
        yield Reason("wins_faction" if to == 2 * sign else "moves_marker", {"faction": name, "position": to})
    pushed = [name for name, one in ahead.items() if one["net"] * sign > 0]
    if pushed and not moves:
        yield Reason("pushes", {"factions": pushed[:3]})
