"""The political phase: three boxes, hidden cards, political cards, influence [8]."""

from __future__ import annotations

from casusbelli.kernel import LAPSE, Ask, Choice, Refusal, TimeLimit, together

from .asks import public
from .cards import (
    BLUFF,
    BOXES,
    CARD_NUMBER,
    CARDS,
    INFLUENCE,
    PC_BONUS,
    PC_BY_BOX,
    PC_IP,
    PC_NUMBER,
    POLITICAL,
    card_id,
)
from .conditions import modifier_sum
from .content import FACTIONS, RED, SIDES, WHITE
from .deployment import deploy_faction
from .factions import in_play
from .hands import forget
from .influence import deployments_due, spend_influence, sums
from .political_refusals import why_not_allocate, why_not_choose, why_not_declare, why_not_replace
from .replacements import SIDE_POOL, record_steps
from .scoring import vc_credit
from .state import Chaos, side_id
from .tables import CONSTANT, SELECTION, SelectionRow

OTHER = BOXES.index("other")

CHOOSING_SECONDS = 120
"""Option ``two_minute_rule``."""
REPLACE_ONE, FREEZE_ALL, REPLACE_BOTH = "replace_one_box", "freeze_all_fcm", "replace_both_boxes_and_reshuffle"


# -- allocation [8.1] --------------------------------------------------------------------------------------------------


async def allocation(g: Chaos) -> None:
    """Both sides place one card face down in each box, in secret."""
    g.placed = [[], [], []]
    g.values = [[], [0, 0, 0], [0, 0, 0]]
    g.pc_box, g.pc_by, g.pc_shown = [[], [], []], [[], [], []], []
    g.opened = 0
    g.bonus_steps = [0, 0, 0]
    g.white_bonus = False
    g.report("political_phase", rule="8")
    if not g.random_cards:
        for box in range(len(BOXES)):
            answers = await together({g.seat(side): _allocation_ask(g, side, box) for side in SIDES})
            for side in SIDES:
                _place_card(g, side, answers[g.seat(side)])
    g.phase = "boxes"


def _allocation_ask(g: Chaos, side: int, box: int) -> Ask:
    def options() -> list[Choice]:
        cards: list[Choice] = [("allocate", card_id(side, n), BOXES[box]) for n in g.hands[side]]
        if len(g.hands[side]) < len(BOXES) - box:
            cards.append(("leave_empty", BOXES[box]))
        return cards

    def why_not(choice: Choice) -> Refusal | None:
        return why_not_allocate(g, side, box, choice)

    return Ask(g.seat(side), "pol_allocate", options, "8.1", about={"box": BOXES[box]}, why_not=why_not)


def _place_card(g: Chaos, side: int, answer: Choice) -> None:
    if answer[0] == "leave_empty":
        g.placed[side].append(0)
        return
    number = CARD_NUMBER[str(answer[1])]
    g.hands[side].remove(number)
    g.placed[side].append(number)


# -- the boxes [8.2] ---------------------------------------------------------------------------------------------------


async def boxes(g: Chaos) -> None:
    """Reveal the cards box by box; the higher chooses political cards, the rest is drawn."""
    for box in range(len(BOXES)):
        if g.random_cards:
            refresh_if_short(g, box, 3)
            draw_political(g, box, 3)
        else:
            await _resolve_box(g, box)
    await _special_cards(g)
    g.phase = "influence"


async def _resolve_box(g: Chaos, box: int) -> None:
    g.opened = box + 1
    g.reveal()
    for side in SIDES:
        number = g.placed[side][box]
        if number:
            forget(g, side, number)
        g.values[side][box] = card_value(g, side, number)
    white, red = g.values[WHITE][box], g.values[RED][box]
    cards = {f"{side_id(s)}_card": card_id(s, g.placed[s][box]) if g.placed[s][box] else "no_card" for s in SIDES}
    winner = WHITE if white > red else RED if red > white else 0
    chosen, drawn = selection(white + red, abs(white - red))
    g.report(
        "box_revealed",
        rule="8.2",
        box=BOXES[box],
        white_card=cards["white_card"],
        red_card=cards["red_card"],
        white=white,
        red=red,
        winner=side_id(winner),
        choose=chosen,
        draw=drawn,
    )
    refresh_if_short(g, box, chosen + drawn)
    missing = await _choose_cards(g, winner, box, chosen) if chosen else 0
    draw_political(g, box, missing + drawn)


def card_value(g: Chaos, side: int, number: int) -> int:
    """What a card counts in a box; Influence is rolled for [8.2.1]."""
    if number != INFLUENCE:
        return CARDS[side][number].value if number else 0
    roll = g.die()
    modifiers = influence_modifiers(g, side)
    total = roll + sum(modifiers.values())
    value = influence_value(side, total)
    g.report(
        "influence_roll",
        rule="8.2",
        side=side_id(side),
        roll=roll,
        modifiers=[{"id": f"mod_{name}", "n": n} for name, n in modifiers.items()],
        count=len(modifiers),
        total=total,
        value=value,
    )
    return value


def influence_modifiers(g: Chaos, side: int) -> dict[str, int]:
    """The modifiers printed on the Influence card that hold now."""
    return {m.id: m.mod for m in CARDS[side][INFLUENCE].influence_modifiers if modifier_sum(g, side, [m])}


def influence_value(side: int, total: int) -> int:
    """What the Influence card counts by its table."""
    return next(row.value for row in CARDS[side][INFLUENCE].influence_table if total <= row.max)


def selection(total: int, difference: int) -> tuple[int, int]:
    """How many political cards the higher player chooses and how many are drawn [8.2.2]."""
    row = next(
        (r for r in SELECTION if r.sum_min <= total <= r.sum_max), SELECTION[0] if total > SELECTION[0].sum_max else SELECTION[-1]
    )
    counts = columns(row)
    return counts[min(difference, len(counts) - 1)]


def columns(row: SelectionRow) -> list[tuple[int, int]]:
    """Political cards chosen and drawn by the lead, from a tie on."""
    found = []
    for code in filter(None, row.diff):
        chosen, _, rest = code.rpartition("H")
        found.append((int(chosen or 0), int(rest.removesuffix("R") or 0)))
    return found


def refresh_if_short(g: Chaos, box: int, needed: int) -> None:
    """Too few cards: everything that does not lie in a box returns to the decks [8.2.3]."""
    if len(g.pc_deck[box]) < needed:
        reshuffle(g)


def reshuffle(g: Chaos) -> None:
    lying = {n for cards in g.pc_box for n in cards}
    g.pc_deck = [[n for n in numbers if n not in lying] for numbers in PC_BY_BOX]
    g.pc_top = [[], [], []]
    g.pc_top_seen = [0, 0, 0]
    g.pc_discard = []
    g.report("political_reshuffle", rule="8.2")


def _choosable(g: Chaos, box: int) -> list[int]:
    """Special cards can only be drawn [8.2.4]."""
    return [n for n in g.pc_deck[box] if not POLITICAL[n].special]


async def _choose_cards(g: Chaos, side: int, box: int, count: int) -> int:
    """The higher player chooses card by card; how many are left to be drawn instead [8.2.4]."""
    for n in range(count):
        if not _choosable(g, box):
            return count - n
        if not await _choose_card(g, side, box):
            return count - n + _take_back_choices(g, side, box)
    return 0


def _time_limit(g: Chaos, box: int) -> TimeLimit | None:
    """Option ``two_minute_rule``: two minutes for the choices of one box [8.2.4]."""
    return TimeLimit(CHOOSING_SECONDS, f"turn {g.turn}, {BOXES[box]}") if g.two_minutes else None


def _take_back_choices(g: Chaos, side: int, box: int) -> int:
    """Who takes too long loses all choices of this box; a card he has shown stays. How many go back [8.2.4]."""
    lying = list(zip(g.pc_box[box], g.pc_by[box], strict=True))
    back = {number for number, by in lying if by == side and number not in g.pc_shown}
    g.pc_box[box] = [number for number, _ in lying if number not in back]
    g.pc_by[box] = [by for number, by in lying if number not in back]
    g.pc_deck[box] = [n for n in PC_BY_BOX[box] if n in back or n in g.pc_deck[box]]
    g.report("time_is_up", rule="8.2", side=side_id(side), box=BOXES[box])
    return len(back)


async def _choose_card(g: Chaos, side: int, box: int) -> bool:
    """False when his time is up."""
    seat = g.seat(side)
    about = {"box": BOXES[box]}
    answer = await Ask(
        seat,
        "pol_choose_pc",
        lambda: [("choose", POLITICAL[n].id) for n in _choosable(g, box)],
        "8.2",
        about=about,
        why_not=lambda choice: why_not_choose(g, box, choice),
        limit=_time_limit(g, box),
    )
    if answer == LAPSE:
        return False
    bonus_here = any(bonus_for(side, n) for n in PC_BY_BOX[box] if n not in g.pc_discard and n not in g.pc_shown)
    number = PC_NUMBER[str(answer[1])]
    _lay(g, box, number, side)
    g.report("card_chosen", rule="8.2", side=side_id(side), box=BOXES[box], private={seat: {"card": POLITICAL[number].id}})
    if bonus_here and g.bonus_steps[side] < CONSTANT["pc_bonus_cap"]:
        await _declare_bonus(g, side, box)
    return True


def bonus_for(side: int, number: int) -> int:
    """Replacement steps a side gets for choosing this card."""
    owner, steps = PC_BONUS.get(number, (0, 0))
    return steps if owner == side else 0


def bonus_pool(number: int) -> str:
    """Where the bonus of a card is recorded: for the side itself, or for its factions. The limit is one for both."""
    bonus = POLITICAL[number].replacement_bonus
    return bonus.pool if bonus else SIDE_POOL


async def _declare_bonus(g: Chaos, side: int, box: int) -> None:
    """Asked whatever card was chosen, so that the question tells nothing; declaring shows the card [8.2.6]."""

    def options() -> list[Choice]:
        number = g.pc_box[box][-1]
        return [("declare", POLITICAL[number].id), ("keep_silent",)] if bonus_for(side, number) else [("keep_silent",)]

    def why_not(choice: Choice) -> Refusal | None:
        return why_not_declare(g.pc_box[box][-1], choice)

    limit = _time_limit(g, box)
    answer = await Ask(g.seat(side), "pol_declare_bonus", options, "8.2", about={"box": BOXES[box]}, why_not=why_not, limit=limit)
    if answer[0] == "declare":
        number = PC_NUMBER[str(answer[1])]
        steps = min(bonus_for(side, number), CONSTANT["pc_bonus_cap"] - g.bonus_steps[side])
        g.bonus_steps[side] += steps
        g.pc_shown.append(number)
        g.reveal()
        pool = bonus_pool(number)
        g.report("bonus_declared", rule="8.2", side=side_id(side), card=POLITICAL[number].id, steps=steps, pool=pool)
        record_steps(g, side, pool, steps)


def _lay(g: Chaos, box: int, number: int, side: int) -> None:
    """A political card goes face down into a box."""
    g.pc_deck[box].remove(number)
    if number in g.pc_top[box]:
        g.pc_top[box].remove(number)
    g.pc_box[box].append(number)
    g.pc_by[box].append(side)


def draw_political(g: Chaos, box: int, count: int) -> None:
    """Random cards of a box; those that were peeked at come first, in their order [15 peek_political]."""
    for _ in range(min(count, len(g.pc_deck[box]))):
        top = g.pc_top[box]
        number = top[0] if top else g.pick(g.pc_deck[box])
        if top:
            g.pc_known[g.pc_top_seen[box]].append(number)
        _lay(g, box, number, 0)


# -- special cards [8.3] -----------------------------------------------------------------------------------------------


async def _special_cards(g: Chaos) -> None:
    g.reveal()
    g.pc_shown = [n for cards in g.pc_box for n in cards]
    g.report("political_cards", rule="8.3", cards=[POLITICAL[n].id for n in g.pc_shown])
    special = [n for n in g.pc_box[OTHER] if POLITICAL[n].special]
    if not special:
        return
    kept = g.pick(special) if len(special) > 1 else special[0]
    g.pc_discard.extend(n for n in g.pc_box[OTHER] if n != kept)
    g.pc_box[OTHER], g.pc_by[OTHER] = [kept], [0]
    g.report("special_card", rule="8.3", card=POLITICAL[kept].id)
    effect = POLITICAL[kept].effect
    if effect == REPLACE_ONE:
        await _spies(g)
    elif effect == REPLACE_BOTH:
        for box in (0, 1):
            _replace_box(g, box)


def special_in_force(g: Chaos) -> str:
    """The effect of the special card in box other, if one lies there."""
    return next((POLITICAL[n].effect for n in g.pc_box[OTHER] if POLITICAL[n].special), "")


async def _spies(g: Chaos) -> None:
    """The winner of box other may replace the red or the white box; a tie is diced for."""
    white, red = g.values[WHITE][OTHER], g.values[RED][OTHER]
    side = WHITE if white > red else RED if red > white else (WHITE if g.die() <= 3 else RED)
    options: list[Choice] = [*(("replace_box", BOXES[b]) for b in (0, 1) if g.pc_box[b]), ("decline",)]
    answer = await public(g, side, "pol_spies_choice", options, "8.3", None, why_not_replace)
    if answer[0] == "replace_box":
        _replace_box(g, BOXES.index(str(answer[1])))


def _replace_box(g: Chaos, box: int) -> None:
    count = len(g.pc_box[box])
    g.pc_discard.extend(g.pc_box[box])
    g.pc_box[box], g.pc_by[box] = [], []
    refresh_if_short(g, box, count)
    draw_political(g, box, count)
    g.pc_shown.extend(g.pc_box[box])
    g.report("box_replaced", rule="8.3", box=BOXES[box], cards=[POLITICAL[n].id for n in g.pc_box[box]])


# -- influence and the end of the phase [8.4 to 8.10] ------------------------------------------------------------------


def net_influence(g: Chaos, cards: list[int]) -> list[int]:
    """Influence of the cards and the pending points by faction; factions out of play get none [8.4]."""
    net = list(g.pending)
    for number in cards:
        for faction, points in PC_IP[number]:
            net[faction] += points
    return [points if in_play(g, f) else 0 for f, points in enumerate(net)]


async def influence(g: Chaos) -> None:
    """Add up, move every marker in turn, deploy, clear the boxes."""
    special = special_in_force(g)
    net = net_influence(g, [n for cards in g.pc_box for n in cards])
    carried = sums(points if in_play(g, f) else 0 for f, points in enumerate(g.pending))
    g.pending = [0] * len(FACTIONS)
    if special == FREEZE_ALL:
        g.report("influence_lost", rule="8.3")
    else:
        added = sums(net)
        g.report("influence_sum", rule="8.4", sums=added, count=len(added), carried=carried, pending=len(carried))
        for faction in range(len(FACTIONS)):
            if net[faction] and in_play(g, faction):
                await spend_influence(g, faction, net[faction])
    g.deploying = deployments_due(g)
    g.shuffle(g.deploying)
    while g.deploying:
        await deploy_faction(g, g.deploying.pop(0), "political")
    _clear_boxes(g, special)
    g.phase = "round"


def _clear_boxes(g: Chaos, special: str) -> None:
    """8.10: cards go to their piles; White may earn the operations bonus."""
    if not g.random_cards:
        strong = any(n and CARDS[RED][n].value == 5 for n in g.placed[RED])
        count = vc_credit(g)
        leads = g.turn == 1 or count[WHITE] >= count[RED]
        g.white_bonus = g.operations_bonus and strong and leads
    for side in SIDES:
        for number in g.placed[side]:
            if 0 < number < BLUFF:
                g.discards[side].append(number)
        g.hands[side] = [n for n in g.hands[side] if n < BLUFF]
        g.aside[side] = [BLUFF, INFLUENCE]
        g.placed[side] = []
    for box, cards in enumerate(g.pc_box):
        g.pc_discard.extend(cards)
        g.pc_box[box], g.pc_by[box] = [], []
    g.pc_shown = []
    g.pc_known = [[], [], []]
    g.opened = 0
    if special == REPLACE_BOTH:
        reshuffle(g)
    if g.freeze_until and g.freeze_until <= g.turn:
        g.freeze_until = 0
    if g.white_bonus:
        g.report("white_bonus", rule="8.10", ops=CONSTANT["bonus_ops_8_111"])
    g.round, g.active = 1, WHITE
