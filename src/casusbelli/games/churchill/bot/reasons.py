"""Why the tables speak for a choice, in one or two sentences from their own terms."""

from __future__ import annotations

from collections.abc import Iterator

from casusbelli.game import Position, Reason
from casusbelli.kernel import Choice, Params

from ..content import ISSUES, POL_MIL_ISSUES, RIVALS, Power
from ..state import CHAIR, Churchill
from .settlement import prices, useful
from .worth import Desks


def reasons(g: Churchill, position: Position, choice: Choice) -> list[Reason]:
    power = position.seat
    foreseen = position.preview(choice) or {}
    found: list[Reason] = []
    match choice:
        case ("agenda_commit_card", str(card)):
            low, high = foreseen["value"]
            found.append(Reason("agenda_card", {"card": card, "low": low, "high": high}))
        case ("agenda_first_issue" | "agenda_pick_issue", str(issue)):
            found += worth(g, power, issue, {str(option[1]) for option in position.options})
        case ("advance_staff" | "advance_leader" as verb, str(_), str(issue), *_):
            found += [*journey(power, issue, foreseen), *worth(g, power, issue, set(g.table))]
            found += [Reason("leader_worth_it")] if verb == "advance_leader" else []
        case ("debate_staff" | "debate_leader", *_):
            issue = g.floor[0].issue
            found += [*journey(power, issue, foreseen), *worth(g, power, issue, {issue})]
        case ("decline",) if position.decision == "debate_response":
            found.append(Reason("let_stand", {"issue": g.floor[0].issue}))
        case ("pass",):
            found.append(Reason("fewer_cards", {"cards": len(g.hands[power])}))
        case ("alloc_free", "pol_mil", str(issue)):
            found += places(g, power, issue)
        case ("alloc_free" | "alloc_bonus" | "place_directed_offensive", *_):
            found += odds(foreseen)
        case _:
            pass
    return [*found, *points(power, foreseen)][:2]


def journey(power: Power, issue: str, foreseen: Params) -> Iterator[Reason]:
    if "place" not in foreseen:
        return
    owner, space = foreseen["place"]
    if owner == power and space >= CHAIR:
        yield Reason("wins_issue", {"issue": issue})
    elif owner == power:
        yield Reason("pulls", {"issue": issue, "space": space})
    else:
        yield Reason("pulls_back", {"issue": issue, "value": foreseen["value"]})


def places(g: Churchill, power: Power, issue: str) -> Iterator[Reason]:
    """How many alignments of a Pol-Mil issue would find a country."""
    if issue in POL_MIL_ISSUES:
        count = useful(g, power, prices(g, power), issue)
        yield Reason("places", {"count": count, "all": ISSUES[issue].alignments})


def worth(g: Churchill, power: Power, issue: str, among: set[str]) -> Iterator[Reason]:
    """To whom the issue is worth most by the tables, and whether another one is worth more; of a Pol-Mil issue first its use."""
    yield from places(g, power, issue)
    desks = Desks(g)
    own = desks.of(power).worth
    mine = own[issue]
    rival = max(RIVALS[power], key=lambda p: desks.of(p).worth[issue])
    if desks.of(rival).worth[issue] > mine:
        yield Reason("rival_wants", {"issue": issue, "power": rival})
    elif len(among) > 1 and mine >= max(own[each] for each in among):
        yield Reason("worth_most", {"issue": issue})
    else:
        yield Reason("worth_more", {"issue": issue})


def odds(foreseen: Params) -> Iterator[Reason]:
    before, after = foreseen.get("before"), foreseen.get("after")
    if before is not None and after is not None:
        chances = {"before": round(100 * before["advance"]), "after": round(100 * after["advance"])}
        yield Reason(
            "better_odds" if chances["after"] > chances["before"] else "prepares", {"front": foreseen["front"], **chances}
        )


def points(power: Power, foreseen: Params) -> Iterator[Reason]:
    change = foreseen.get("points")
    if not change:
        return
    if change[power] > 0:
        yield Reason("points", {"count": change[power]})
    losses = {p: -n for p, n in change.items() if p != power and n < 0}
    for rival, lost in losses.items():
        yield Reason("rival_loses", {"power": rival, "count": lost})
