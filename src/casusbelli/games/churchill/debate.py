"""5.24: one other power may answer an advance."""

from __future__ import annotations

from casusbelli.kernel import Choice, Refusal, ask

from .cards import PLAYS, leader_value, purge, roll_chief, spend, staff_effects, staff_value
from .content import LEADERS, RIVALS, Power
from .floor import STOP, means_leader, speak, values, why_no_card, why_no_leader, why_no_value
from .issues import may_stop, space_id
from .leaders import use_leader
from .state import Churchill


async def debates(g: Churchill, speaker: Power, issue: str) -> None:
    """The power on the left is asked first, then the other; once one debates the other is not asked."""
    for rival in RIVALS[speaker]:
        if may_debate(g, rival) and await answers(g, rival, speaker, issue):
            return


def by_leader(g: Churchill) -> bool:
    return g.floor[0].card in LEADERS


def may_debate(g: Churchill, rival: Power) -> bool:
    """5.26: only an active leader answers a leader. Both conditions are open to all, so skipping betrays nothing."""
    return bool(g.hands[rival]) and (g.leaders[rival].active or not by_leader(g))


def answer_options(g: Churchill, rival: Power, issue: str) -> list[Choice]:
    """Decline, a staff card (never against a leader), or the leader."""
    choices: list[Choice] = [("decline",)]
    hand, place = g.hands[rival], g.table[issue]
    if not by_leader(g):
        for card in hand:
            if PLAYS[card].chief:
                choices.append(("debate_chief", card))
                continue
            for value in values(card, staff_value(g, card, issue, "debate")):
                choices.append(("debate_staff", card, value))
                if may_stop(issue, place, rival, value):
                    choices.append(("debate_staff", card, value, STOP))
    if g.leaders[rival].active:
        value = leader_value(g, rival, issue, "debate")
        choices += [("debate_leader", card, value) for card in hand]
        if may_stop(issue, place, rival, value):
            choices += [("debate_leader", card, value, STOP) for card in hand]
    return choices


async def answers(g: Churchill, rival: Power, speaker: Power, issue: str) -> bool:
    """Ask one rival; True when he debated, which earns him a pass for his next turn (R2, R64)."""
    spoken = g.floor[0]
    choice = await ask(
        rival,
        "debate_response",
        lambda: answer_options(g, rival, issue),
        "5.24",
        about={
            "speaker": speaker,
            "card": spoken.card,
            "issue": issue,
            "value": spoken.value,
            "place": list(spoken.place),
            "to": space_id(spoken.place),
        },
        why_not=lambda c: why_not_answer(g, rival, c),
    )
    match choice:
        case ("debate_staff", str(card), int(value), *stop):
            spend(g, rival, card)
            await debate_staff(g, rival, card, issue, value, stop=bool(stop))
        case ("debate_chief", str(card)):
            await debate_chief(g, rival, card, issue)
        case ("debate_leader", str(discard), int(value), *stop):
            debate_leader(g, rival, discard, issue, value, stop=bool(stop))
        case _:
            g.report("declined", "5.24", power=rival, issue=issue)
            return False
    if rival not in g.passes:
        g.passes.append(rival)
    return True


async def debate_staff(g: Churchill, rival: Power, card: str, issue: str, value: int, *, stop: bool, die: int = 0) -> None:
    """5.24: move the issue from its provisional place toward the debater; there is no counter-debate."""
    track = speak(g, rival, card, "debate", issue, value, stop=stop, die=die)
    await staff_effects(g, card, issue, track, "debate")


async def debate_chief(g: Churchill, rival: Power, card: str, issue: str) -> None:
    """5.25: the roll comes after committing; carried through the centre, a conditional issue may stop there (R63)."""
    spend(g, rival, card)
    die = roll_chief(g, rival, card)
    value, stop = staff_value(g, card, issue, "debate", die), False
    if may_stop(issue, g.table[issue], rival, value):
        about = {"card": card, "roll": die, "value": value, "issue": issue}
        choice = await ask(rival, "chief_stop", lambda: [("chief_stop", "yes"), ("chief_stop", "no")], "5.22", about=about)
        stop = choice[1] == "yes"
    await debate_staff(g, rival, card, issue, value, stop=stop, die=die)


def debate_leader(g: Churchill, rival: Power, discard: str, issue: str, value: int, *, stop: bool) -> None:
    """5.26: a leader debates, also one whom the conference card keeps from advancing."""
    spend(g, rival, discard)
    purge(g, rival, discard)
    track = speak(g, rival, g.leaders[rival].id, "debate", issue, value, stop=stop, discard=discard)
    use_leader(g, rival, issue, track, "debate")


def why_not_answer(g: Churchill, rival: Power, choice: Choice) -> Refusal | None:
    verb = choice[0] if choice else ""
    refusal = why_no_leader(g, rival, advancing=False) if means_leader(g, rival, choice) else None
    refusal = refusal or why_no_card(g, rival, choice)
    if refusal is None and verb in ("debate_staff", "debate_chief") and by_leader(g):
        refusal = Refusal("staff_against_leader", "5.26", {"card": g.floor[0].card})
    return refusal or why_no_value(choice)
