"""5.22-5.26: speaking at the table, what an advance and a debate have in common."""

from __future__ import annotations

from collections.abc import Iterable

from casusbelli.kernel import Choice, Refusal

from .cards import PLAYS, steps_to
from .content import ISSUES, LEADERS, STAFF, Power
from .issues import destination, space_id
from .state import Churchill, Played

STOP = "stop"
"""The last word of a choice that leaves a conditional issue on the centre."""


def values(card: str, value: int) -> Iterable[int]:
    """5.22: the whole value must be used, unless the card is flexible."""
    lowest = PLAYS[card].flexible
    return range(min(lowest, value), value + 1) if lowest else (value,)


def speak(
    g: Churchill, power: Power, card: str, mode: str, issue: str, value: int, *, stop: bool, die: int = 0, discard: str = ""
) -> str:
    """Lay the card on the floor and move the issue to its (provisional) place; tells the track it came from (R5, R6)."""
    origin = g.table[issue]
    place = destination(issue, origin, power, value, stop)
    played = Played(power, card, mode, issue, value, steps_to(value, g, card, issue, mode, die), origin, place, discard)
    g.table[issue] = place
    g.floor.append(played)
    if g.recording:
        g.report(
            "advanced" if mode == "advance" else "debated",
            "5.26" if discard else "5.22" if mode == "advance" else "5.24",
            power=power,
            card=card,
            discard=discard,
            issue=issue,
            value=value,
            steps=[list(step) for step in played.steps],
            origin=list(origin),
            place=list(place),
            to=space_id(place),
        )
    return origin[0]


# -- why not? ----------------------------------------------------------------------------------------------------------------


def why_no_card(g: Churchill, power: Power, choice: Choice) -> Refusal | None:
    """The reason a card of the choice cannot be played as it was tried."""
    card = next((str(part) for part in choice if part in STAFF or part in LEADERS), None)
    if card is None:
        return None
    if card not in g.hands[power]:
        return Refusal("leader_not_staff" if card == g.leaders[power].id else "card_not_in_hand", "5.22", {"card": card})
    if PLAYS[card].chief and choice[0] in ("advance_staff", "debate_staff"):
        return Refusal("chief_rolls", "5.25", {"card": card})
    return None


def why_no_issue(g: Churchill, choice: Choice) -> Refusal | None:
    """The reason an issue of the choice cannot be moved."""
    issue = next((part for part in choice if part in ISSUES), None)
    if issue is None or issue in g.table:
        return None
    if issue in g.won:
        return Refusal("issue_won", "5.23", {"issue": issue, "power": g.won[str(issue)]})
    return Refusal("issue_not_on_table", "5.22", {"issue": issue})


LEADER_VERBS = ("advance_leader", "debate_leader", "commit")


def means_leader(g: Churchill, power: Power, choice: Choice) -> bool:
    """Whether somebody tried to play the leader, in whatever words."""
    return any(part in LEADER_VERBS or part == g.leaders[power].id for part in choice)


def why_no_leader(g: Churchill, power: Power, *, advancing: bool) -> Refusal | None:
    """5.26: why the leader stays silent: inactive, or kept to debates by the conference card."""
    leader = g.leaders[power]
    if not leader.active:
        return Refusal("leader_inactive", "5.26", {"card": leader.id})
    if advancing and leader.cannot_advance:
        return Refusal("leader_cannot_advance", "5.26", {"card": leader.id})
    return None


def why_no_value(choice: Choice) -> Refusal | None:
    """5.22: what is wrong with a choice whose card and issue are right."""
    if choice and choice[-1] == STOP:
        return Refusal("no_stop", "5.22")
    return Refusal("whole_value", "5.22") if any(isinstance(part, int) for part in choice) else None
