"""In-Fighting: a marker a turn for a side that quarrels [17.5]."""

from __future__ import annotations

from casusbelli.kernel import Choice

from .asks import pick_space, public
from .board import add_no_act, holder, put_leader
from .cards import card_id
from .content import LEADER_IDS, LEADERS, SPACE_IDS, WHITE, bits, enemy
from .hands import discard
from .refusals import WhyNot, why_not_mark
from .state import RECALLED, Chaos, side_id
from .tables import IN_FIGHTING

NO_ACT_MARKERS = {"quarrel": 1, "open_feud": 2}
EMBEZZLED_STEPS = 2
TROUBLE_MAKER = "gajda"


async def draw_in_fighting(g: Chaos, side: int) -> None:
    """One marker by lot; with the trouble-maker on the map two, and the enemy picks which counts."""
    marker = g.pick(IN_FIGHTING)
    if side == WHITE and g.leader_at[LEADER_IDS.index(TROUBLE_MAKER)] >= 0:
        rest = list(IN_FIGHTING)
        rest.remove(marker)
        second = g.pick(rest)
        g.report("in_fighting_two", rule="17.5", side=side_id(side), markers=[marker, second])
        options: list[Choice] = [("marker", m) for m in dict.fromkeys((marker, second))]
        marker = str((await public(g, enemy(side), "in_fighting_pick", options, "17.5"))[1])
    g.report("in_fighting", rule="17.5", side=side_id(side), marker=marker)
    if marker in NO_ACT_MARKERS:
        for _ in range(NO_ACT_MARKERS[marker]):
            spaces = no_act_targets(g, side)
            if spaces:
                why_not = _why_not_mark(g, side)
                space = await pick_space(g, enemy(side), "in_fighting_no_act", "no_act", spaces, "17.5", why_not)
                place_no_act(g, space, "17.5")
    elif marker == "embezzlement":
        g.embezzled[side] += EMBEZZLED_STEPS
    elif marker == "intrigue":
        if g.hands[side]:
            card = g.pick(g.hands[side])
            discard(g, side, card)
            g.reveal()
            g.report("card_lost", rule="17.5", side=side_id(side), card=card_id(side, card))
    elif marker == "recall":
        await _recall(g, side)


def _why_not_mark(g: Chaos, side: int) -> WhyNot:
    return lambda choice: why_not_mark(g, side, "17.5", choice)


def no_act_targets(g: Chaos, side: int) -> list[int]:
    """Spaces with units of the side or its factions and no NO ACT marker yet [15]."""
    return [s for s in bits(g.board.held[side]) if s not in g.no_act]


def place_no_act(g: Chaos, space: int, rule: str) -> None:
    add_no_act(g, space)
    g.report("no_act_placed", rule=rule, side=holder(g, space), space=SPACE_IDS[space])


async def _recall(g: Chaos, side: int) -> None:
    """The enemy names a leader who is off the map until the end of the turn."""
    leaders = [n for n in range(len(LEADERS)) if g.leader_at[n] >= 0 and g.leader_side[n] == side]
    if not leaders:
        return
    options: list[Choice] = [("recall", LEADER_IDS[n]) for n in leaders]
    answer = await public(g, enemy(side), "in_fighting_recall", options, "17.5")
    put_leader(g, LEADER_IDS.index(str(answer[1])), RECALLED)
    g.report("leader_recalled", rule="17.5", side=side_id(side), leader=str(answer[1]))
