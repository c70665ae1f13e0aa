"""4.22, 5.2: the Meeting segment, one turn at a time."""

from __future__ import annotations

from casusbelli.kernel import Choice, Refusal, ask

from .cards import (
    PLAYS,
    leader_value,
    may_not_be_debated,
    purge,
    roll_chief,
    spend,
    staff_effects,
    staff_value,
    value_anywhere,
    value_on,
)
from .content import CONDITIONAL, FROM_LEFT, LEFT_OF, POWERS, RIVALS, Power
from .debate import debates
from .floor import STOP, means_leader, speak, values, why_no_card, why_no_issue, why_no_leader, why_no_value
from .issues import close_table, may_stop, win_at_chair
from .leaders import break_tie, use_leader
from .state import Churchill


async def meeting(g: Churchill) -> None:
    """5.21: clockwise, each power that holds cards advances an issue, or passes; until nobody holds any."""
    speaker = next_speaker(g)
    if speaker is None:
        close_table(g)
        g.turn = ""
        g.floor = []
        g.phase = "conference_winner"
        return
    g.turn = speaker
    choice = await ask(
        speaker,
        "meeting_action",
        lambda: actions(g, speaker),
        "5.22" if g.table else "5.27",
        about={"pass": may_pass(g, speaker), "cards": len(g.hands[speaker]), "open": len(g.table)},
        why_not=lambda c: why_not_act(g, speaker, c),
        auto=not g.table and len(g.hands[speaker]) == 1 and not may_pass(g, speaker),
    )
    if speaker in g.passes:
        g.passes.remove(speaker)
    await act(g, speaker, choice)
    g.turn = LEFT_OF[speaker]


def next_speaker(g: Churchill) -> Power | None:
    """5.22: a power without cards is skipped."""
    return next((p for p in (g.turn, *FROM_LEFT[g.turn]) if g.hands[p]), None)


def may_pass(g: Churchill, power: Power) -> bool:
    """5.24: with the right earned by a debate, and while somebody else can still speak (R3)."""
    return power in g.passes and any(g.hands[p] for p in RIVALS[power])


def may_advance_leader(g: Churchill, power: Power) -> bool:
    leader = g.leaders[power]
    return leader.active and not leader.cannot_advance


def actions(g: Churchill, power: Power) -> list[Choice]:
    """The options of the power on turn; with every issue won only discards are left (R33)."""
    hand = g.hands[power]
    choices: list[Choice] = []
    if not g.table:
        choices += [("discard_card", card) for card in hand]
    for card in hand if g.table else ():
        if PLAYS[card].chief:
            choices.append(("advance_chief", card))
        else:
            choices += staff_advances(g, power, card)
    if may_advance_leader(g, power):
        choices += leader_advances(g, power)
    if may_pass(g, power):
        choices.append(("pass",))
    return choices


def staff_advances(g: Churchill, power: Power, card: str) -> list[Choice]:
    choices: list[Choice] = []
    play = PLAYS[card]
    anywhere = value_anywhere(g, play, "advance")
    plain = max(1, anywhere)  # what it is worth on most issues
    for issue, place in g.table.items():
        whole = value_on(g, play, anywhere, issue, "advance") if play.bonuses_on[issue] else plain
        for value in values(card, whole) if play.flexible else (whole,):
            choices.append(("advance_staff", card, issue, value))
            if CONDITIONAL[issue] and may_stop(issue, place, power, value):
                choices.append(("advance_staff", card, issue, value, STOP))
    return choices


def leader_advances(g: Churchill, power: Power) -> list[Choice]:
    choices: list[Choice] = []
    for issue, place in g.table.items():
        value = leader_value(g, power, issue, "advance")
        choices += [("advance_leader", card, issue, value) for card in g.hands[power]]
        if may_stop(issue, place, power, value):
            choices += [("advance_leader", card, issue, value, STOP) for card in g.hands[power]]
    return choices


async def act(g: Churchill, power: Power, choice: Choice) -> None:
    """Play the chosen action of a turn."""
    g.floor = []
    match choice:
        case ("pass",):
            g.report("passed", "5.24", power=power)
        case ("discard_card", str(card)):
            spend(g, power, card)
            g.report("card_discarded", "5.27", power=power, card=card)
            purge(g, power, card)
        case ("advance_chief", str(card)):
            await advance_chief(g, power, card)
        case ("advance_staff", str(card), str(issue), int(value), *stop):
            spend(g, power, card)
            await advance_staff(g, power, card, issue, value, stop=bool(stop))
        case ("advance_leader", str(discard), str(issue), int(value), *stop):
            await advance_leader(g, power, discard, issue, value, stop=bool(stop))


async def advance_chief(g: Churchill, power: Power, card: str) -> None:
    """5.25: the chief of staff rolls his value before the issue is named."""
    spend(g, power, card)
    die = roll_chief(g, power, card)

    def options() -> list[Choice]:
        choices: list[Choice] = []
        for issue, place in g.table.items():
            value = staff_value(g, card, issue, "advance", die)
            choices.append(("chief_issue", issue, value))
            if may_stop(issue, place, power, value):
                choices.append(("chief_issue", issue, value, STOP))
        return choices

    choice = await ask(
        power,
        "chief_issue",
        options,
        "5.25",
        about={"card": card, "roll": die},
        why_not=lambda c: why_no_issue(g, c) or why_no_value(c),
        auto=True,
    )
    await advance_staff(g, power, card, str(choice[1]), int(choice[2]), stop=len(choice) > 3, die=die)


async def advance_staff(g: Churchill, power: Power, card: str, issue: str, value: int, *, stop: bool, die: int = 0) -> None:
    """5.22: move the issue, apply the card's effects, hear the debates; beyond the last space it is won."""
    track = speak(g, power, card, "advance", issue, value, stop=stop, die=die)
    undebatable = may_not_be_debated(g, card, issue, track)
    await staff_effects(g, card, issue, track, "advance")
    if not undebatable:
        await debates(g, power, issue)
    win_at_chair(g, issue)


async def advance_leader(g: Churchill, power: Power, discard: str, issue: str, value: int, *, stop: bool) -> None:
    """5.26: a staff card is discarded and the leader speaks; only a leader may answer him."""
    spend(g, power, discard)
    purge(g, power, discard)
    leader = g.leaders[power].id
    track = speak(g, power, leader, "advance", issue, value, stop=stop, discard=discard)
    undebatable = may_not_be_debated(g, leader, issue, track)
    use_leader(g, power, issue, track, "advance")
    if not undebatable:
        await debates(g, power, issue)
    win_at_chair(g, issue)


def why_not_act(g: Churchill, power: Power, choice: Choice) -> Refusal | None:
    verb = choice[0] if choice else ""
    if verb == "pass":
        return Refusal("nobody_else_speaks" if power in g.passes else "no_pass_right", "5.24")
    if verb == "discard_card" and g.table:
        return Refusal("issues_open", "5.22")
    if verb != "discard_card" and not g.table:
        return Refusal("all_issues_won", "5.27")
    refusal = why_no_leader(g, power, advancing=True) if means_leader(g, power, choice) else None
    return refusal or why_no_card(g, power, choice) or why_no_issue(g, choice) or why_no_value(choice)


async def conference_winner(g: Churchill) -> None:
    """4.23, 4.52: most issues won takes the conference."""
    issues = {p: sum(owner == p for owner in g.won.values()) for p in POWERS}
    best = max(issues.values())
    tied = [p for p, n in issues.items() if n == best]
    winner = tied[0] if len(tied) == 1 else await break_tie(g, "conference_tie_leader", tied)
    g.winner = g.last_winner = winner
    g.conferences_won[winner] += 1
    g.report("conference_won", "4.23", power=winner, issues=issues)
    g.phase = "directed_offensives"
