"""The last screen as data: where the points came from, why the war ended so, what lay hidden."""

from __future__ import annotations

from collections.abc import Iterator

from casusbelli.game import Award, Because, Ending, OtherEnding, SheetLine, Shown

from .cards import card_id
from .content import FACTIONS, HOME_MASK, RED, SIDES, SPACE, SPACE_IDS, VC_MASK, WHITE, bits
from .endings import CONDITIONS, final_points, missed_cards, red_condition, red_lead
from .factions import controller, in_play
from .scoring import vc_credit
from .state import Chaos, side_id

REASONS = {
    "vc_lead": "6.2",
    "leader": "6.3",
    "withdrawal": "6.3",
    "subjugation": "19.5",
    "gold": "17.2",
    "tsar": "17.1",
    "conscription": "20",
    "bid": "6.4",
    "fixed_bid": "6.4",
}
"""What brings or costs victory points, in the order of the sheet, with its rule."""


def last_screen(g: Chaos) -> Ending:
    if not g.ended:
        return Ending()
    return Ending(
        sheet=tuple(sheet(g)),
        because=tuple(reasons(g)),
        endings=tuple(other_endings(g)),
        hidden=tuple(hidden(g)),
        awards=tuple(awards(g)),
    )


# -- points ------------------------------------------------------------------------------------------------------------


def sheet(g: Chaos) -> Iterator[SheetLine]:
    """Victory points by what brought them [6], what unplayed cards cost [5.3], and the final."""
    early = {g.seat(s): float(g.vp[s] - sum(g.earned[s].values())) for s in SIDES}
    if any(early.values()):
        yield SheetLine("earlier", early)
    for reason, rule in REASONS.items():
        if any(g.earned[s].get(reason) for s in SIDES):
            yield SheetLine(reason, {g.seat(s): float(g.earned[s].get(reason, 0)) for s in SIDES}, rule=rule)
    yield SheetLine("total", {g.seat(s): float(g.vp[s]) for s in SIDES}, "total", rule="6")
    if g.rules.victory.most_vp:
        for side in SIDES:
            for card, points in missed_cards(g, side):
                yield SheetLine("unplayed", {g.seat(side): float(-points)}, "adjustment", "5.3", {"card": card})
    yield SheetLine("final", {g.seat(s): float(final_points(g, s)) for s in SIDES}, "final", rule="6")


# -- why ---------------------------------------------------------------------------------------------------------------


def reasons(g: Chaos) -> Iterator[Because]:
    """What the scenario asks of both sides, and how far each came."""
    _, red, white = vc_credit(g)
    victory = g.rules.victory
    if victory.most_vp:
        yield from _most_points(g)
    elif g.ended == "capital":
        taken = [s for s in victory.white_auto_spaces_any if g.control[SPACE[s]] == WHITE]
        yield Because("capital_fell", {"spaces": taken}, "5.2")
    elif g.ended == "points":
        yield Because("white_points", {"points": g.vp[WHITE], "goal": victory.white_auto_vp}, "5.2")
    elif g.ended == "automatic":
        yield from _automatic(g)
    elif victory.red_conditions_required:
        yield from _conditions_of_1919(g)
    else:
        yield from _end_of_campaign(g)
    yield Because("cities", {"red": red, "white": white}, "6.1")


def _most_points(g: Chaos) -> Iterator[Because]:
    red, white = final_points(g, RED), final_points(g, WHITE)
    key = "tie_red" if red == white else "most_points"
    said = {"red": str(red).replace("-", "−"), "white": str(white).replace("-", "−")}
    yield Because(key, {"side": side_id(g.winner), **said}, "5.3")


def _automatic(g: Chaos) -> Iterator[Because]:
    """6.5: points or all capitals for White, every home city for Red."""
    victory = g.rules.victory
    if g.vp[WHITE] >= victory.white_auto_vp:
        yield Because("white_points", {"points": g.vp[WHITE], "goal": victory.white_auto_vp}, "6.5")
    if all(g.control[SPACE[s]] == WHITE for s in victory.white_auto_spaces_all):
        yield Because("white_capitals", {"spaces": list(victory.white_auto_spaces_all)}, "6.5")
    if g.winner == RED:
        yield Because("red_everywhere", {}, "6.5")


def _conditions_of_1919(g: Chaos) -> Iterator[Because]:
    """5.2: points, home cities, and three of five conditions."""
    victory = g.rules.victory
    points = {"points": g.vp[RED], "goal": victory.red_end_vp}
    yield Because("red_points_met" if g.vp[RED] >= victory.red_end_vp else "red_points_missed", points, "5.2")
    lost = [SPACE_IDS[c] for c in bits(HOME_MASK[RED] & VC_MASK) if g.control[c] != RED]
    yield Because("home_lost" if lost else "home_kept", {"spaces": lost}, "5.2")
    asked = g.secret_conditions or list(range(len(CONDITIONS)))
    met = [CONDITIONS[n] for n in asked if red_condition(g, n)]
    missed = [CONDITIONS[n] for n in asked if not red_condition(g, n)]
    needed = victory.red_conditions_required
    told = {"met": met, "missed": missed, "count": len(met), "short": len(missed), "needed": needed}
    yield Because("conditions_met" if len(met) >= needed else "conditions_missed", told, "5.2")


def _end_of_campaign(g: Chaos) -> Iterator[Because]:
    """6.6: Red needs a lead in points and both capitals."""
    victory = g.rules.victory
    lead = red_lead(g)
    yield Because("margin_met" if lead >= g.red_margin else "margin_missed", {"lead": lead, "goal": g.red_margin}, "6.6")
    lost = [s for s in victory.white_auto_spaces_all if g.control[SPACE[s]] != RED]
    yield Because("capitals_lost" if lost else "capitals_kept", {"spaces": lost or list(victory.white_auto_spaces_all)}, "6.6")


def other_endings(g: Chaos) -> Iterator[OtherEnding]:
    """What else could have ended the scenario."""
    victory = g.rules.victory
    numbers = {"goal": victory.white_auto_vp, "red": victory.red_end_vp, "margin": g.red_margin}
    if victory.most_vp:
        kinds = ["points"]
    elif victory.red_conditions_required:
        kinds = ["capital", "points", "scenario_end"]
    else:
        kinds = ["automatic", "scenario_end"]
    if len(kinds) > 1:
        for kind in kinds:
            yield OtherEnding(kind, kind == g.ended, Because(f"when_{g.scenario}_{kind}", numbers))


# -- what lay hidden, and what is worth remembering --------------------------------------------------------------------


def hidden(g: Chaos) -> Iterator[Shown]:
    for side in SIDES:
        if g.hands[side]:
            yield Shown("hand", tuple(card_id(side, n) for n in g.hands[side]), g.seat(side), at=f"piles:{side_id(side)}")
    if g.secret_conditions:
        yield Shown("conditions", tuple(CONDITIONS[n] for n in g.secret_conditions), g.seat(RED))


def awards(g: Chaos) -> Iterator[Award]:
    """Who holds most cities, whom most factions followed, who brought down most enemy leaders."""
    followers = [0, 0, 0]
    for faction in range(len(FACTIONS)):
        if in_play(g, faction):
            followers[controller(g, faction)] += 1
    hunted = [0, g.earned[RED].get("leader", 0), g.earned[WHITE].get("leader", 0)]
    for key, counts in (("cities", vc_credit(g)), ("factions", followers), ("leaders", hunted)):
        if counts[RED] != counts[WHITE]:
            best = RED if counts[RED] > counts[WHITE] else WHITE
            if counts[best] > 0:
                yield Award(key, g.seat(best), {"count": counts[best], "side": side_id(best)})
