"""5.26, 4.5: leaders at the table, their health, and the ties they break."""

from __future__ import annotations

from casusbelli.kernel import Choice, Refusal, ask

from .cards import PLAYS, Play, gain
from .content import POWERS, TIE_ORDER, TIE_WINNER, LeaderHealth, Power
from .state import Churchill, Leader


def use_leader(g: Churchill, power: Power, issue: str, track: str, mode: str) -> None:
    """5.26: after his move a leader's gains are credited, he becomes inactive, then rolls for his health."""
    leader = g.leaders[power]
    gain(g, PLAYS[leader.id], issue, track, mode)
    leader.active = False
    leader_roll(g, power)


def leader_roll(g: Churchill, power: Power) -> None:
    """3.31: health or paranoia, 2d6 with the modifiers of the conference card; less than 2 counts as 2."""
    play = PLAYS[g.leaders[power].id]
    for health in play.leader_health:
        if told_roll(g, "leader_rolled", play, health.dice, health.on):
            fall_ill(g, power, health)
    for paranoia in play.paranoia:
        if told_roll(g, "paranoia_rolled", play, paranoia.dice, paranoia.on):
            g.paranoia[power] = (paranoia.amount, paranoia.minimum)


def told_roll(g: Churchill, kind: str, play: Play, notation: str, strikes_on: tuple[int, ...]) -> bool:
    """Roll and tell it die by die, with what is added and what would strike; whether it does."""
    modifiers = g.health_modifiers[play.power]
    dice = g.dice(notation)
    roll = sum(dice)
    hit = max(2, roll + modifiers) in strikes_on
    g.report(
        kind, "3.31", power=play.power, card=play.id, dice=dice, roll=roll, modifiers=modifiers, on=list(strikes_on), hit=hit
    )
    return hit


def fall_ill(g: Churchill, power: Power, health: LeaderHealth) -> None:
    """3.31: absent from the next conference, or dead: the successor takes office, inactive until the next one (R35)."""
    leader = g.leaders[power]
    if health.result == "inactive_next_conference":
        leader.inactive_next = True
        g.report("leader_ill", "3.31", power=power, card=leader.id)
    else:
        g.leaders[power] = Leader(health.replacement, active=False)
        g.report("leader_died", "3.31", power=power, card=leader.id, successor=health.replacement)


async def break_tie(g: Churchill, decision: str, tied: list[Power]) -> Power:
    """4.5: the first active leader committed in tie order decides; nobody commits: the US wins or chooses."""
    rule = "4.51" if decision == "agenda_tie_leader" else "4.52"
    for power in TIE_ORDER:
        if not g.leaders[power].active:
            continue
        about = {"tied": tied, "leader": g.leaders[power].id}
        choice = await ask(power, decision, lambda: [("commit",), ("decline",)], rule, about=about)
        if choice[0] == "commit":
            g.leaders[power].active = False
            g.report("leader_committed", rule, power=power, card=g.leaders[power].id, tied=tied)
            if g.options.leader_roll_on_tiebreak:
                leader_roll(g, power)
            return power if power in tied else await name_winner(power, "tie_choice", tied, rule)
        g.report("tie_declined", rule, power=power)
    if TIE_WINNER in tied:
        return TIE_WINNER
    return await name_winner(TIE_WINNER, "tie_choice_us", tied, "4.53")


async def name_winner(power: Power, decision: str, tied: list[Power], rule: str) -> Power:
    """4.5: the one who decides a tie of others names one of them."""

    choice = await ask(
        power,
        decision,
        lambda: [(decision, p) for p in tied],
        rule,
        about={"tied": tied},
        why_not=lambda c: why_not_tied(c, rule),
    )
    return str(choice[1])


def why_not_tied(choice: Choice, rule: str) -> Refusal | None:
    return Refusal("not_tied", rule, {"power": choice[-1]}) if choice[-1] in POWERS else None
