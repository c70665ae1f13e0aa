"""11.3: the line a bot takes for a whole conference.

It looks at its hand and at the table as the meeting opened, chooses the issues it may reasonably win, and holds to them until
the conference is over, whatever the others do.
"""

from __future__ import annotations

from ..cards import PLAYS
from ..content import Power
from ..issues import destination
from ..state import CHAIR, Churchill
from .tables import P

WANTED = 3
"""How many issues a bot sets its mind on."""

FIRM, LOOSE = 1.2, 0.9
"""What an issue of the plan, and any other, counts during the meeting."""


def plan(g: Churchill, power: Power, worth: dict[str, float]) -> tuple[str, ...]:
    """The issues, best first, each with a card of its own. Nothing in it changes while the meeting goes on."""
    hand = sorted([*g.hands[power], *g.spoken[power]])
    offers = sorted(
        ((promise(g, power, card, issue, worth[issue]), issue, card) for issue in g.opening for card in hand),
        key=lambda offer: (-offer[0], offer[1], offer[2]),
    )
    chosen: dict[str, str] = {}
    for gain, issue, card in offers:
        if gain > 0 and issue not in chosen and card not in chosen.values() and len(chosen) < WANTED:
            chosen[issue] = card
    return tuple(chosen)


def promise(g: Churchill, power: Power, card: str, issue: str, worth: float) -> float:
    """What a card gains on an issue from where it lay at the opening, by what is printed alone."""
    track, space = g.opening[issue]
    play = PLAYS[card]
    base = int(P.chief_of_staff_point_value) if play.chief else play.value
    lasting = (amount for amount, when in play.bonuses_on[issue] if not (when.active or when.inactive or when.mode))
    value = base + sum(amount for amount in lasting if amount > 0)
    owner, reached = destination(issue, (track, space), power, max(1, value), False)
    mine = P.track_chance[min(reached, CHAIR)] if owner == power else 0.0
    return worth * (mine - (P.track_chance[min(space, CHAIR)] if track == power else 0.0))
