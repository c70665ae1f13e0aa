"""The optional set-up of the campaign: cards restore armies that start reduced [5.1]."""

from __future__ import annotations

from casusbelli.kernel import Ask, Choice, together

from .asks import public
from .cards import BLUFF, CARD_NUMBER, CARDS, card_id
from .content import FIRST_OWNER, IS_ARMY, PLACEMENTS, RED, SIDES, UNIT, UNIT_IDS, WHITE, enemy
from .factions import controller
from .hands import discard
from .state import Chaos, side_id

_STARTED_REDUCED = {UNIT[p.unit] for p in PLACEMENTS if p.scenario == "campaign" and p.reduced}


async def finish_optional_setup(g: Chaos) -> None:
    """Each side may pick a card in secret; its value is the number of own armies restored, the higher card first. Who picks
    none, Bluff or Influence restores none."""
    g.optional_setup = False
    answers = await together({g.seat(side): _card_ask(g, side) for side in SIDES})
    g.reveal()
    credit = [0, 0, 0]
    for side in SIDES:
        card = str(answers[g.seat(side)][-1])
        number = CARD_NUMBER.get(card, BLUFF)
        credit[side] = CARDS[side][number].value if number < BLUFF else 0
        g.report("optional_card", rule="5.1", side=side_id(side), card=card, armies=credit[side])
        if number < BLUFF:
            discard(g, side, number)
    tie = credit[WHITE] == credit[RED]
    side = WHITE if credit[WHITE] > credit[RED] or (tie and g.die() <= 3) else RED
    while credit[WHITE] or credit[RED]:
        units = _restorable(g, side) if credit[side] else []
        if units:
            options: list[Choice] = [("restore", UNIT_IDS[u]) for u in units]
            answer = await public(g, side, "optional_setup_restore", options, "5.1", {"left": credit[side]})
            g.reduced[UNIT[str(answer[1])]] = 0
            g.report("restored", rule="5.1", side=side_id(side), unit=str(answer[1]))
            credit[side] -= 1
        else:
            credit[side] = 0
        side = enemy(side)


def _card_ask(g: Chaos, side: int) -> Ask:
    def options() -> list[Choice]:
        return [("no_card",), *(("secret_card", card_id(side, n)) for n in g.hands[side])]

    return Ask(g.seat(side), "optional_setup_card", options, "5.1")


def _restorable(g: Chaos, side: int) -> list[int]:
    """Own reduced armies on the map, of the side or of its factions; never those that always start reduced."""
    found = []
    for unit, space in enumerate(g.where):
        if space >= 0 and IS_ARMY[unit] and g.reduced[unit] and unit not in _STARTED_REDUCED:
            owner = g.owner[unit]
            if owner == side or (owner >= FIRST_OWNER and controller(g, owner - FIRST_OWNER) == side):
                found.append(unit)
    return found
