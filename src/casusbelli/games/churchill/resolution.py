"""6: the Resolution segment up to the allocation, and after it the bomb and the global issue."""

from __future__ import annotations

from casusbelli.kernel import Choice, Refusal, ask

from .content import (
    ABOMB_ISSUE,
    ARCTIC,
    EITHER,
    FROM_LEFT,
    FRONTS,
    GLOBAL_ISSUE,
    GLOBAL_MARKERS,
    ISSUES,
    LEADERSHIP_ISSUES,
    MARKERS_OF,
    MATERIALS_ISSUE,
    NUMBERS,
    OFFENSIVE_ISSUES,
    POWER_ROWS,
    POWERS,
    PRODUCTION_ISSUES,
    REGIONS,
    TRINITY,
    UK,
    US,
    USSR,
    Power,
)
from .issues import on_centre
from .placements import placement
from .state import Churchill
from .support import entry_space, may_place_offensive


def issues_won(g: Churchill, power: Power, category: tuple[str, ...]) -> list[str]:
    return [i for i in category if g.won.get(i) == power]


async def directed_offensives(g: Churchill) -> None:
    """6.1: left of the winner first, each power places the directed offensives it won on any open Front."""
    for power in FROM_LEFT[g.winner]:
        for issue in issues_won(g, power, OFFENSIVE_ISSUES):
            await place_directed_offensive(g, power, issue)
    g.phase = "production"


async def place_directed_offensive(g: Churchill, power: Power, issue: str) -> None:
    """6.7: it binds the Production of the power whose flag it bears, wherever it is placed."""

    def why_not(choice: Choice) -> Refusal | None:
        return why_no_offensive(g, str(choice[-1]), "6.1")

    choice = await placement(
        g,
        power,
        "place_directed_offensive",
        lambda: [("place_directed_offensive", f) for f in FRONTS if may_place_offensive(g, f)],
        "6.1",
        about={"issue": issue, "payer": ISSUES[issue].power},
        why_not=why_not,
    )
    front = str(choice[1])
    g.offensives[issue] = front
    g.offensives_due[issue] = NUMBERS.directed_offensive_support
    g.report("offensive_directed", "6.1", power=power, issue=issue, front=front, payer=ISSUES[issue].power)


def why_no_offensive(g: Churchill, front: str, rule: str) -> Refusal | None:
    """Why a Front cannot take Offensive Support or a directed offensive."""
    if front not in FRONTS:
        return Refusal("no_front", rule)
    if entry_space(g, front) is None:
        return Refusal("end_of_track", rule, {"front": front})
    return Refusal("region_surrendered", "7.8", {"front": front})


async def production(g: Churchill) -> None:
    """6.3, 6.9: count the tokens, name the commanders, hand out the leadership markers."""
    for power in POWERS:
        g.tokens[power] = tokens_of(g, power)
        g.report("production_counted", "6.3", power=power, tokens=g.tokens[power])
    for power in FROM_LEFT[g.winner]:
        for issue in issues_won(g, power, LEADERSHIP_ISSUES):
            await leadership_command(g, power, ISSUES[issue].region)
    g.markers = {p: leadership_markers(g, p) for p in POWERS}
    g.queue = list(FROM_LEFT[g.winner])
    g.phase = "allocation"


def tokens_of(g: Churchill, power: Power) -> int:
    """6.3: base, convoys, the Arctic, Strategic Materials, and Production issues taken from or lost to others."""
    tokens = POWER_ROWS[power].base_production + g.convoys[power]
    if power == USSR and g.naval[ARCTIC] >= NUMBERS.arctic_naval_threshold:
        tokens += NUMBERS.arctic_bonus
    if on_centre(g, MATERIALS_ISSUE) or g.won.get(MATERIALS_ISSUE) == power:
        tokens += NUMBERS.strategic_materials_bonus
    for issue in PRODUCTION_ISSUES:
        winner, owner = g.won.get(issue), ISSUES[issue].power
        if winner is not None and winner != owner:
            tokens += (winner == power) - (owner == power)
    return tokens


async def leadership_command(g: Churchill, power: Power, region: str) -> None:
    """6.9: the winner of a leadership issue gives the command to the US or the UK, never to the USSR."""
    choice = await ask(
        power,
        "leadership_command",
        lambda: [("leadership_command", p) for p in (US, UK)],
        "6.9",
        about={"region": region, "holder": g.leadership[region]},
        why_not=lambda c: Refusal("no_soviet_command", "6.9") if c[-1] == USSR else None,
    )
    g.leadership[region] = str(choice[1])
    g.report("command_given", "6.9", power=power, region=region, holder=g.leadership[region])


def leadership_markers(g: Churchill, power: Power) -> dict[str, int]:
    """6.91, 6.92: the holder's bonus and the winner's, inside the region; both issues won: some in either region."""
    markers = {r: NUMBERS.leadership_bonus * (g.leadership[r] == power) for r in REGIONS}
    won = issues_won(g, power, LEADERSHIP_ISSUES)
    for issue in won:
        markers[ISSUES[issue].region] += NUMBERS.leadership_issue_bonus
    markers[EITHER] = NUMBERS.leadership_both_bonus if len(won) == len(LEADERSHIP_ISSUES) else 0
    return markers


async def decisions(g: Churchill) -> None:
    """6.10, 6.11: the bomb, then the global issue."""
    abomb_research(g)
    winner = g.won.get(GLOBAL_ISSUE)
    if winner is not None:
        await global_move(g, winner)
    g.phase = "networks"


FACES = range(1, 7)
"""Of the die that the bomb is rolled for with."""


def bomb_succeeds(roll: int, modifiers: int) -> bool:
    return roll + modifiers >= NUMBERS.abomb_success_min


def bomb_chance(g: Churchill, more: int = 0) -> float | None:
    """6.10 ahead of time: the chance of the next step, with so many tokens more; None where no die will be thrown."""
    in_play = ABOMB_ISSUE in g.won or ABOMB_ISSUE in g.table or g.phase in ("conference", "agenda", "agenda_issues")
    if g.bomb_finished() or g.spent or not in_play:
        return None
    return round(sum(bomb_succeeds(face, g.abomb_modifiers + more) for face in FACES) / len(FACES), 4)


def abomb_research(g: Churchill) -> None:
    """6.10: whoever won the issue, the US marker advances by die; a Soviet win also moves the spies (R65)."""
    winner = g.won.get(ABOMB_ISSUE)
    if winner is None:
        return
    if not g.bomb_finished():
        roll = g.roll()
        success = bomb_succeeds(roll, g.abomb_modifiers)
        g.abomb[US] += success
        g.report(
            "abomb_rolled",
            "6.10",
            power=winner,
            roll=roll,
            modifiers=g.abomb_modifiers,
            needed=NUMBERS.abomb_success_min,
            success=success,
            step=g.abomb[US],
        )
    if winner == USSR and g.abomb[USSR] < TRINITY:
        g.abomb[USSR] += 1
        g.report("espionage", "6.10.1", power=USSR, step=g.abomb[USSR])


async def global_move(g: Churchill, power: Power) -> None:
    """6.11: the winner moves one of its two markers to its own side; never back to neutral."""
    away = [m for m in MARKERS_OF[power] if g.globals.get(m) != power]
    if not away:
        g.report("global_settled", "6.11", power=power)
        return

    def why_not(choice: Choice) -> Refusal | None:
        marker = choice[-1]
        if marker not in GLOBAL_MARKERS:
            return None
        return Refusal("marker_home" if marker in MARKERS_OF[power] else "not_own_marker", "6.11", {"marker": marker})

    choice = await ask(power, "global_move", lambda: [("global_move", m) for m in away], "6.11", why_not=why_not, auto=True)
    marker = str(choice[1])
    g.globals[marker] = power
    g.report("global_moved", "6.11", power=power, marker=marker)
