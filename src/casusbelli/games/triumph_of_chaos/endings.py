"""How the scenarios end [5, 6.5, 6.6]."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from casusbelli.kernel import OVER, Ask, Choice, Result, together

from .asks import public
from .cards import CARD_NUMBER, CARDS, card_id
from .content import (
    FACTION,
    FACTIONS,
    HOME_MASK,
    NOBODY,
    POLAND,
    RED,
    REGIONS,
    SIDES,
    SPACE,
    UNIT_FACTION,
    VC_MASK,
    VICTORY_CITIES,
    WHITE,
    bits,
)
from .factions import controller
from .hands import discard
from .state import Chaos, side_id

CONDITIONS = ("baltic", "ukraine", "don", "urals", "poland")
"""The five Red conditions of the 1919 scenario, in the order of 5.2."""


_CONDITION_CITIES = {
    "baltic": [c for f in ("estonia", "latvia", "lithuania") for c in FACTIONS[FACTION[f]].victory_cities],
    "ukraine": [c for f in ("ukraine", "makhno") for c in FACTIONS[FACTION[f]].victory_cities],
    "don": list(REGIONS["don"].victory_cities),
    "urals": [c for r in ("urals_north", "urals_central") for c in REGIONS[r].victory_cities],
}
CONDITION_CITIES = {name: [SPACE[city] for city in cities] for name, cities in _CONDITION_CITIES.items()}
"""Cities Red must hold for each condition; that on Poland names none."""


def finish(g: Chaos, winner: int, ending: str) -> None:
    if g.secret_conditions:
        g.reveal()
    g.winner, g.ended = winner, ending
    g.phase = OVER
    red, white = final_points(g, RED), final_points(g, WHITE)
    g.report("game_over", rule="6", side=side_id(winner), ending=ending, red=red, white=white)


def result(g: Chaos) -> Result | None:
    if not g.ended:
        return None
    scores = {g.seat(side): float(final_points(g, side)) for side in SIDES}
    return Result((g.seat(g.winner),), g.ended, scores)


def final_points(g: Chaos, side: int) -> int:
    """Victory points, less the penalties of the introductory scenario; these may go below zero [5.3]."""
    return g.vp[side] - sum(points for _, points in missed_cards(g, side))


def missed_cards(g: Chaos, side: int) -> list[tuple[str, int]]:
    """Cards that should have been played as events, with their price [5.3]."""
    victory = g.rules.victory
    listed = victory.unplayed_penalty_red if side == RED else victory.unplayed_penalty_white
    return [(p.card, p.vp) for p in listed if p.card not in g.played]


def immediate_end(g: Chaos) -> bool:
    """1919: White wins at once by a capital or by points [5.2]."""
    victory = g.rules.victory
    if not victory.white_auto_spaces_any or g.ended:
        return False
    if any(g.control[SPACE[s]] == WHITE for s in victory.white_auto_spaces_any):
        finish(g, WHITE, "capital")
        return True
    if g.vp[WHITE] >= victory.white_auto_vp:
        finish(g, WHITE, "points")
        return True
    return False


def victory_check(g: Chaos) -> bool:
    """D8: automatic victories of the campaign; the last turn of every scenario [6.5, 6.6]."""
    winner = automatic(g)
    if winner:
        finish(g, winner, "automatic")
    elif g.turn == g.rules.last_turn:
        final_scoring(g)
    return bool(g.ended)


def automatic(g: Chaos) -> int:
    """Who would win the campaign at once if the turn ended now, or nobody [6.5]."""
    victory = g.rules.victory
    white = bool(victory.white_auto_spaces_all) and (
        g.vp[WHITE] >= victory.white_auto_vp or all(g.control[SPACE[s]] == WHITE for s in victory.white_auto_spaces_all)
    )
    from_turn = victory.red_auto_all_white_home_vcs_from_turn
    red = bool(from_turn) and g.turn >= from_turn and _holds_all(g, RED, HOME_MASK[WHITE] | HOME_MASK[RED])
    if white and red:
        return WHITE if g.vp[WHITE] > g.vp[RED] else RED
    return WHITE if white else RED if red else NOBODY


def red_lead(g: Chaos) -> int:
    """Red's lead in points, below zero where White leads."""
    return g.vp[RED] - g.vp[WHITE]


def _holds_all(g: Chaos, side: int, mask: int) -> bool:
    return all(g.control[city] == side for city in bits(mask & VC_MASK))


def final_scoring(g: Chaos) -> None:
    """The scenario's last word."""
    most_vp = g.rules.victory.most_vp
    if most_vp:
        for side in SIDES:
            for card, points in missed_cards(g, side):
                g.report("penalty", rule="5.3", side=side_id(side), card=card, points=points)
    winner = _last_word(g, g.secret_conditions)
    finish(g, winner, "points" if most_vp else "scenario_end")


def _last_word(g: Chaos, secret: Sequence[int]) -> int:
    """Who wins as the map and the points stand; ``secret`` are the conditions that Red wrote down."""
    victory = g.rules.victory
    if victory.most_vp:
        return WHITE if final_points(g, WHITE) > final_points(g, RED) else RED
    if victory.red_conditions_required:
        return RED if _red_wins_1919(g, secret) else WHITE
    margin = red_lead(g) >= g.red_margin
    capitals = all(g.control[SPACE[s]] == RED for s in victory.white_auto_spaces_all)
    return RED if margin and capitals else WHITE


def _red_wins_1919(g: Chaos, secret: Sequence[int]) -> bool:
    victory = g.rules.victory
    if g.vp[RED] < victory.red_end_vp or not _holds_all(g, RED, HOME_MASK[RED]):
        return False
    met = [n for n in range(len(CONDITIONS)) if red_condition(g, n)]
    if secret:
        return all(n in met for n in secret)
    return len(met) >= victory.red_conditions_required


def if_ended(g: Chaos, side: int) -> int:
    """Who would win if the war ended now, for all this side knows; nobody where that hangs on conditions it does not know."""
    winner = automatic(g)
    if winner or not g.secret_conditions or side == RED:
        return winner or _last_word(g, g.secret_conditions)
    written = combinations(range(len(CONDITIONS)), len(g.secret_conditions))
    winners = {_last_word(g, secret) for secret in written}
    return winners.pop() if len(winners) == 1 else NOBODY


def red_condition(g: Chaos, n: int) -> bool:
    """Whether the n-th of the five Red conditions is met now [5.2]."""
    name = CONDITIONS[n]
    if name == "poland":
        return polish_gains(g) <= 1
    return all(g.control[city] == RED for city in CONDITION_CITIES[name])


def polish_gains(g: Chaos) -> int:
    """Victory cities outside Poland held by Polish units for Poland's controller."""
    return len(polish_cities(g))


def polish_cities(g: Chaos) -> list[int]:
    """Which they are."""
    side = controller(g, POLAND)
    homes = [SPACE[c] for c in REGIONS["poland"].victory_cities]
    return [
        city
        for city in VICTORY_CITIES
        if side and city not in homes and g.control[city] == side and any(UNIT_FACTION[u] == POLAND for u in g.board.at[city])
    ]


async def secret_conditions(g: Chaos) -> None:
    """Option: at the end of turn 5 Red writes down the three conditions he will meet [5.2]."""
    g.secret_conditions = []
    for _ in range(g.rules.victory.red_conditions_required):

        def options() -> list[Choice]:
            return [("condition", CONDITIONS[n]) for n in range(len(CONDITIONS)) if n not in g.secret_conditions]

        answer = await Ask(g.seat(RED), "secret_conditions", options, "5.2")
        g.secret_conditions.append(CONDITIONS.index(str(answer[1])))
    g.report(
        "conditions_recorded",
        rule="5.2",
        side="red",
        private={g.seat(RED): {"conditions": [CONDITIONS[n] for n in g.secret_conditions]}},
    )


# -- the variable end of 1919 [5.2 Length] -----------------------------------------------------------------------------


async def end_game_roll(g: Chaos) -> bool:
    """A3: secret cards, then a die: the game may end at once. True if it did."""
    limit = next((row.max for row in g.rules.victory.variable_end if row.turn == g.turn), None)
    if limit is None:
        return False
    answers = await together({g.seat(side): _end_card_ask(g, side) for side in SIDES})
    g.reveal()
    values = [0, 0, 0]
    for side in SIDES:
        answer = answers[g.seat(side)]
        if answer[0] == "secret_card":
            number = CARD_NUMBER[str(answer[1])]
            values[side] = CARDS[side][number].value
            discard(g, side, number)
    shown = {side: str(answers[g.seat(side)][-1]) for side in SIDES}
    g.report("end_cards", rule="5.2", white_card=shown[WHITE], red_card=shown[RED], red=values[RED], white=values[WHITE])
    modifier = 0
    if values[WHITE] != values[RED]:
        higher = WHITE if values[WHITE] > values[RED] else RED
        answer = await public(g, higher, "end_game_modifier", [("modifier", n) for n in (-1, 0, 1)], "5.2")
        modifier = int(answer[1])
    roll = g.die()
    ends = roll + modifier <= limit
    g.report("end_roll", rule="5.2", roll=roll, modifier=modifier, limit=limit, ends=ends)
    if ends:
        final_scoring(g)
    return ends


def _end_card_ask(g: Chaos, side: int) -> Ask:
    def options() -> list[Choice]:
        return [("no_card",), *(("secret_card", card_id(side, n)) for n in g.hands[side])]

    return Ask(g.seat(side), "end_game_card", options, "5.2")
