"""Warnings before dear or lossy steps: what a preview adds for the shell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from casusbelli.game import Caution
from casusbelli.kernel import Choice, Params

from .allocation import due_offensives
from .cards import PLAYS
from .content import LEADERS, POWERS, RIVALS, Power
from .endings import NEGOTIATED, ending_of, place
from .scoring import score_sheet, totals
from .state import Churchill

RISKS = {"health": "3.33", "paranoia": "3.31", "purge": "3.33"}
"""The rule of each roll; a leader's health is his own rule's."""


ADVANCES = ("advance_leader", "advance_staff", "chief_issue")


def cautions(g: Churchill, power: Power, choice: Choice, foreseen: Params) -> list[Caution]:
    """All that this choice may cost, the gravest first."""
    found: list[Caution] = []
    match choice:
        case ("advance_leader" | "debate_leader", str(discard), *_):
            found += [*risks(g, foreseen, g.leaders[power].id), *gives_up(g, power, discard)]
        case ("advance_staff" | "debate_staff", str(card), *_):
            found += risks(g, foreseen, card)
        case ("directed_order", str(issue)):
            found += offensives_unpaid(g, power, issue)
        case ("pass",):
            found += unplayed(g, power)
        case ("alloc_free" | "alloc_bonus", str(use), *_):
            found += [*idle_support(foreseen), *unpaid(g, power, choice[0], use)]
    if choice[0] in ADVANCES:
        found += crosses(g, power, foreseen, by_leader=choice[0] == "advance_leader")
    if "points" in foreseen:
        found += leads(g, power, foreseen["points"])
    return found


def risks(g: Churchill, foreseen: Params, card: str) -> Iterator[Caution]:
    for kind, rule in RISKS.items():
        if foreseen.get(kind):
            told = {"card": card, "chance": round(100 * foreseen[kind])}
            yield Caution("warn", f"{kind}_risk", told, "3.31" if kind == "health" and card in LEADERS else rule)


def gives_up(g: Churchill, power: Power, discard: str) -> Iterator[Caution]:
    """5.26: a leader costs a card; a cheaper one would do as well."""
    if PLAYS[discard].value > min(PLAYS[card].value for card in g.hands[power]):
        yield Caution("note", "gives_up", {"card": discard, "value": PLAYS[discard].value}, "5.26")


def crosses(g: Churchill, power: Power, foreseen: Params, *, by_leader: bool) -> Iterator[Caution]:
    """5.22, 5.24: an issue carried over the centre from an ally's track, while somebody may still debate it back."""
    (track, _), (own, space) = foreseen["origin"], foreseen["place"]
    if track in ("", power) or own != power or foreseen["wins"]:
        return
    rivals = [rival for rival in RIVALS[power] if g.hands[rival] and (g.leaders[rival].active or not by_leader)]
    if rivals:
        yield Caution("note", "crosses_centre", {"space": space, "rivals": rivals}, "5.24")


def unplayed(g: Churchill, power: Power) -> Iterator[Caution]:
    won = {p: list(g.won.values()).count(p) for p in POWERS}
    if g.hands[power] and won[power] < max(won.values()):
        yield Caution("warn", "pass_unplayed", {"cards": len(g.hands[power]), "won": won[power]}, "5.24")


def idle_support(foreseen: Params) -> Iterator[Caution]:
    """Support that changes nothing this conference."""
    after: dict[str, Any] | None = foreseen.get("after")
    if "front" not in foreseen:
        return
    if after is None:
        yield Caution("warn", "front_ended", {"front": foreseen["front"]}, "7.72")
    elif after["obstacle"]:
        yield Caution("warn", f"barred_{after['obstacle']}", {"front": foreseen["front"]}, "7.73")
    elif not after["advance"]:
        yield Caution("warn", "no_chance", {"front": foreseen["front"]}, "7.72")


def unpaid(g: Churchill, power: Power, verb: str | int, use: str) -> Iterator[Caution]:
    """6.8: the last token, while a Pol-Mil issue that was won still waits for one."""
    if verb != "alloc_free" or use == "pol_mil" or g.tokens[power] != 1:
        return
    for issue, owner in g.won.items():
        if owner == power and issue.startswith("pol_mil") and issue not in g.activated:
            yield Caution("warn", "pol_mil_unpaid", {"issue": issue}, "6.8")


def offensives_unpaid(g: Churchill, power: Power, issue: str) -> Iterator[Caution]:
    """6.7: with too few tokens for all directed offensives, the one that is paid first leaves the others short."""
    left = max(0, g.tokens[power] - g.offensives_due[issue])
    others = [other for other in due_offensives(g, power) if other != issue]
    missing = sum(g.offensives_due[other] for other in others) - left
    if missing > 0:
        yield Caution("warn", "offensive_unpaid", {"issues": others, "missing": missing}, "6.7")


def leads(g: Churchill, power: Power, change: dict[Power, int]) -> Iterator[Caution]:
    """4.43: with the Axis still standing the first pays."""
    if g.options.hidden_score or change.get(power, 0) <= 0:
        return
    before = totals(score_sheet(g))
    after = {p: before[p] + change.get(p, 0) for p in POWERS}
    if ending_of(g, after) == NEGOTIATED and place(after, power) == 1 and place(before, power) != 1:
        yield Caution("note", "first_pays", {}, "4.43")
