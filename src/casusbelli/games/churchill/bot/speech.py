"""Agenda, advances, debates, leaders, ties."""

from __future__ import annotations

from casusbelli.kernel import Choice

from ..cards import PLAYS, Play, staff_value
from ..content import RIVALS, STAFF, UK, US, Power
from ..floor import STOP
from ..issues import destination
from ..scoring import score_sheet, totals
from ..state import Churchill
from .tables import P
from .worth import Desk, Desks

NEVER = float("-inf")

Ratings = list[float]


def agenda_card(card: str) -> float:
    """A good agenda value that the meeting will not miss."""
    play, value = PLAYS[card], points_of(card)
    attribute = max((amount for amount, _ in play.bonuses if amount > 0), default=0)
    best = value + attribute + P.side_support_value * len(play.supports)
    return 2 * value - best


def agenda_issues(desks: Desks, power: Power, options: list[Choice]) -> Ratings:
    """Worth to me, less a share of what it is worth to a rival."""
    mine, rivals = desks.of(power), [desks.of(p) for p in RIVALS[power]]
    return [
        mine.worth[issue] - P.agenda_opponent_factor * max(r.worth[issue] for r in rivals)
        for issue in (str(option[1]) for option in options)
    ]


def points_of(card: str) -> float:
    play = PLAYS[card]
    return P.chief_of_staff_point_value if play.chief else float(play.value)


def side_value(desk: Desk, play: Play, issue: str, mode: str) -> float:
    """Support and markers that come with the card."""
    g = desk.g
    value = P.side_support_value * len(play.supports)
    track = g.table[issue][0]
    for effect, when in play.gains:
        if when.holds(g, issue, track, mode):
            value += P.side_network_value * effect.networks + P.side_alignment_value * effect.alignments
    return value


def staff_score(desk: Desk, card: str, issue: str, mode: str, value: int, stop: bool) -> float:
    """Gain of potential, side effects, cost of the card."""
    before = desk.g.table[issue]
    after = destination(issue, before, desk.power, value, stop)
    cost = P.card_cost_per_point * points_of(card)
    return desk.gain(issue, before, after) + side_value(desk, PLAYS[card], issue, mode) - cost


def leader_score(desk: Desk, issue: str, mode: str, value: int, stop: bool) -> float:
    g = desk.g
    before = g.table[issue]
    after = destination(issue, before, desk.power, value, stop)
    return desk.gain(issue, before, after) + side_value(desk, PLAYS[g.leaders[desk.power].id], issue, mode)


def chief_roll(g: Churchill, card: str, issue: str, mode: str) -> int:
    """What the chief of staff is expected to be worth."""
    return staff_value(g, card, issue, mode, 3)


def leader_limit(desk: Desk) -> float:
    """5.26: what a leader must gain to be played; less when the hand runs out."""
    late = len(desk.g.hands[desk.power]) <= P.leader_late_hand_size
    return P.leader_threshold_late if late else P.leader_threshold


def cheapest(desk: Desk) -> str:
    """The card to discard."""
    return min(desk.g.hands[desk.power], key=lambda card: (points_of(card), STAFF[card].number))


def meeting(desks: Desks, power: Power, options: list[Choice]) -> Ratings:
    """Pass when short of cards, else the best card and issue, or the leader where he is worth it."""
    g = desks.g
    if not g.table:
        return [-points_of(str(option[-1])) if option[0] == "discard_card" else 1.0 for option in options]
    desk = desks.of(power)
    discard = cheapest(desk)
    ratings, leaders = [], []
    for n, option in enumerate(options):
        verb, rating = option[0], NEVER
        if verb == "advance_staff":
            rating = staff_score(desk, str(option[1]), str(option[2]), "advance", int(option[3]), STOP in option[4:])
        elif verb == "advance_chief":
            card = str(option[1])
            rating = max(staff_score(desk, card, i, "advance", chief_roll(g, card, i, "advance"), False) for i in g.table)
        elif verb == "advance_leader" and option[1] == discard:
            leaders.append((n, leader_score(desk, str(option[2]), "advance", int(option[3]), STOP in option[4:])))
        elif verb == "pass" and len(g.hands[power]) < max(len(g.hands[p]) for p in RIVALS[power]):
            rating = 1000.0
        ratings.append(rating)
    best = max((r for r in ratings if r < 1000), default=0.0)
    for n, score in leaders:
        if score >= leader_limit(desk) and score > best + 0.5:
            ratings[n] = score
    return ratings


def debate(desks: Desks, power: Power, options: list[Choice]) -> Ratings:
    """Answer when the gain reaches the threshold."""
    g, desk = desks.g, desks.of(power)
    issue = g.floor[0].issue
    discard = cheapest(desk)
    ratings, leaders = [], []
    for n, option in enumerate(options):
        verb, rating = option[0], NEVER
        if verb == "debate_staff":
            score = staff_score(desk, str(option[1]), issue, "debate", int(option[2]), STOP in option[3:])
            rating = score + P.debate_pass_credit
        elif verb == "debate_chief":
            value = chief_roll(g, str(option[1]), issue, "debate")
            rating = staff_score(desk, str(option[1]), issue, "debate", value, False) + P.debate_pass_credit
        elif verb == "debate_leader" and option[1] == discard:
            leaders.append((n, leader_score(desk, issue, "debate", int(option[2]), STOP in option[3:])))
        elif verb == "decline":
            rating = P.debate_threshold
        ratings.append(rating)
    best = max((r for n, r in enumerate(ratings) if options[n][0] != "decline"), default=NEVER)
    for n, score in leaders:
        if score >= leader_limit(desk) and score > max(best, 0.0) + 1:
            ratings[n] = score
    return ratings


def chief_issue(desks: Desks, power: Power, card: str, options: list[Choice]) -> Ratings:
    """The best issue anew, after the roll."""
    desk = desks.of(power)
    return [staff_score(desk, card, str(o[1]), "advance", int(o[2]), STOP in o[3:]) for o in options]


def chief_stop(desks: Desks, power: Power, issue: str, value: int, options: list[Choice]) -> Ratings:
    desk = desks.of(power)
    before = desks.g.table[issue]
    return [desk.gain(issue, before, destination(issue, before, power, value, option[1] == "yes")) for option in options]


def commit_leader(g: Churchill, power: Power, decision: str, tied: list[Power], options: list[Choice]) -> Ratings:
    """Never for the agenda; for the conference when tied, the US only while Churchill could take it."""
    yes = decision == "conference_tie_leader" and power in tied and (power != US or g.leaders[UK].active)
    return [float(yes == (option[0] == "commit")) for option in options]


def weaker_first(g: Churchill, options: list[Choice]) -> Ratings:
    """Between others: the power with fewer points."""
    total = totals(score_sheet(g))
    return [-float(total[str(option[1])]) for option in options]


def placing_order(g: Churchill, power: Power, options: list[Choice]) -> Ratings:
    """Itself last; of the others first the one with more points."""
    total = totals(score_sheet(g))
    return [NEVER if option[1] == power else float(total[str(option[1])]) for option in options]
