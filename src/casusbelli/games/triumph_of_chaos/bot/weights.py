"""What the bot weighs, by grade, in points: a victory point is ten, a victory city about six, a combat factor about one.

The numbers were found by play: ``casus arena triumph_of_chaos`` tells how they fare.
"""

from __future__ import annotations

import msgspec

from casusbelli.bots.beginner import ATTENTION


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """One grade's judgement."""

    attention: float = 1.0
    """How much of what is on offer comes to mind."""
    noise: float = 0.0
    """Spread of the error added to every score."""
    vp: float = 10.0
    """A victory point."""
    prospect: float = 0.6
    """How much of an enemy city is counted where own troops are stronger near it."""
    white_prospect: float = 1.0
    """The same for White, who has fewer cities to begin with and must take some."""
    massed: bool = True
    """Whether it masses troops before a city instead of counting all that are somewhere near."""
    danger: float = 0.3
    """How far the enemy's best attack on a stack is feared when it chooses where to stand."""
    chance: float = 0.6
    """How far the best attack from a place counts when it chooses where to go."""
    cut: float = 1.0
    """Factor on enemy troops cut off from supply."""
    line: float = 1.0
    """Factor on own troops whose lines the enemy could cut."""
    brief_line: float = 0.5
    """What is left of it for White in a war of three turns: who starves is missed for a turn or two."""
    lasting: float = 1.4
    """Factor on armies that starve, which are lost for good; 0 counts them like any loss."""
    years: float = 0.1
    """What such an army is worth more for every turn that it would have served, up to eight."""
    raids: bool = True
    """Whether it looks for the marches by which the enemy would cut its lines."""
    steady: bool = True
    """Whether a march that has begun is judged from where it set out, so that it does not turn back half way."""
    holds: bool = False
    """Whether the last troops in a city beside the enemy stay, whatever there is to be had elsewhere."""
    spares: bool = False
    """Whether the enemy's capitals are cities to it like any other."""
    storms: bool = True
    """Whether it reckons that the enemy may cut a line by an attack on a weak post, too."""
    hub: float = 0.3
    """How far a place counts for the troops that starve when it falls."""
    astray: float = 2.5
    """An own combat factor out of supply."""
    attack_above: float = 0.0
    """Expected gain above which an attack is made."""
    march_above: float = 0.25
    """Gain above which a march is made."""
    pressure: float = 1.0
    """How far an attack counts what beaten troops no longer do for the places around them."""
    behind: float = 0.0
    """How far an attack counts the empty cities beside its target."""
    loss: float = 1.0
    """Own losses against the enemy's."""
    step: float = 1.6
    """A replacement step that finds a use."""
    buys: float = 0.0
    """Factor on what steps would buy, unit by unit; 0 counts all steps that find a use alike."""
    opens: float = 0.0
    """Factor on the factions whose control an event makes possible."""
    card: float = 0.35
    """What an activation point is worth kept in hand: small cards are played for small ends."""
    politics: float = 1.0
    """Factor on everything won by influence."""
    muster: float = 1.0
    """What it is worth to bring a corps on the map of which the reserve has more than enough."""
    bid_price: float = 0.6
    """What an activation point costs in a political box."""
    round: float = 5.0
    """What a round without a card costs."""
    waits_for_event: float = 0.5
    """Share of an event's worth that is lost when its card is used otherwise."""
    duty: float = 1.0
    """How far it minds the points that are lost with cards never played as events."""
    bid: int = 3
    """Victory points it offers at the most for the side that it finds the stronger one."""
    groups: bool = True
    """Whether attacks from several spaces are planned."""
    horizon: bool = True
    """Whether it counts what is left of the turn and of the war."""
    foresees: bool = True
    """Whether it reckons with unknown political cards and with what the enemy would bid in its place."""
    covets: bool = True
    """Whether it plays 1919 for its conditions: by wars on those whose cities they name, and not for points already settled."""
    mixed: float = 0.7
    """Spread of the chance that decides between bids of about equal worth."""
    refined: int = 4
    """Places weighed with battles in mind, the best by position first; 0 only counts the position."""


RECRUIT = Weights(
    attention=ATTENTION,
    bid=1,
    prospect=0.3,
    white_prospect=0.4,
    politics=0.2,
    cut=0.0,
    line=0.0,
    danger=0.0,
    chance=0.0,
    refined=0,
    groups=False,
    attack_above=0.5,
    horizon=False,
    pressure=0.0,
    hub=0.0,
    massed=False,
    foresees=False,
    lasting=0.0,
    raids=False,
    storms=False,
    covets=False,
    holds=True,
    spares=True,
)
"""It looks at what is near and plain, goes through with what it began and plays what its cards say must be played; what can be
had in politics, and cities far from its own, it leaves to others."""
OFFICER = Weights(
    noise=0.8,
    white_prospect=0.6,
    cut=0.0,
    line=0.0,
    danger=0.2,
    chance=0.2,
    refined=2,
    groups=False,
    horizon=False,
    pressure=0.0,
    hub=0.0,
    duty=0.4,
    massed=False,
    foresees=False,
    mixed=0.0,
    lasting=0.0,
    raids=False,
    steady=False,
    storms=False,
    covets=False,
)
MARSHAL = Weights(behind=0.6, opens=1.0, buys=1.0)

FACTION_FORCES: dict[str, float] = {
    "poland": 9.0,
    "ukraine": 6.0,
    "czech_legion": 9.0,
    "britain": 3.0,
    "usa": 2.5,
    "france": 7.0,
    "central_powers": 4.0,
    "makhno": 4.0,
    "estonia": 2.5,
    "finland": 3.0,
    "latvia": 2.0,
    "west_ukraine": 3.0,
    "turkistan": 2.5,
    "transcaucasia": 1.5,
    "lithuania": 1.2,
    "belarus": 2.0,
    "astrakhan": 1.0,
    "khiva": 1.0,
}
"""What a faction's forces are worth to a side that may use them, beside its cities."""

BOX_SHARE = (-1.0, -0.4, 0.0, 0.4, 1.0)
"""What a marker's box is worth to a side, from the enemy's control to its own."""
