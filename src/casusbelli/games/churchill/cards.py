"""3.33, 3.31: what staff and leader cards are worth, and what they do when played."""

from __future__ import annotations

from typing import TypeVar

from casusbelli.kernel import Refusal, ask

from .content import (
    CATEGORY,
    DEBATE_BONUS,
    FRONT_OF,
    ISSUES,
    LEADERS,
    POWER_ROWS,
    STAFF,
    THEATERS,
    Bonus,
    DieValue,
    Effect,
    FlexibleValue,
    Gain,
    Gulag,
    Health,
    LeaderHealth,
    Paranoia,
    Person,
    Power,
    StaffSupport,
    Undebatable,
    When,
)
from .state import Churchill
from .support import entry_space, naval_room, place_naval, place_offensive, unbeaten

E = TypeVar("E", bound=Effect)

Steps = list[tuple[str, int]]
"""How a value is built up: printed (or die), paranoia, trait, bonus, minimum, chosen; their sum is the value."""


class Condition:
    """A ``when`` with its categories and issues resolved to one set."""

    __slots__ = ("active", "inactive", "issues", "mode", "tracks")

    def __init__(self, when: When) -> None:
        wanted = {
            i for i in ISSUES if (not when.category or CATEGORY[i] in when.category) and (not when.issue or i in when.issue)
        }
        self.issues = frozenset(wanted) if when.category or when.issue else None
        self.tracks = when.track
        self.active = when.leader_active
        self.inactive = when.leader_inactive
        self.mode = when.mode

    def concerns(self, issue: str) -> bool:
        return self.issues is None or issue in self.issues

    def holds(self, g: Churchill, issue: str, track: str, mode: str) -> bool:
        """All keys, at the moment before the card moves the issue."""
        if self.issues is not None and issue not in self.issues:
            return False
        if self.tracks and track not in self.tracks:
            return False
        if self.mode and self.mode != mode:
            return False
        if self.active and not (speaks_of_leader(g, self.active) and g.leaders[self.active].active):
            return False
        return not self.inactive or (speaks_of_leader(g, self.inactive) and not g.leaders[self.inactive].active)


def speaks_of_leader(g: Churchill, power: Power) -> bool:
    """R21: a card that names a leader's status means the first one in office; the first edition means any."""
    return g.first_edition or g.leaders[power].id == POWER_ROWS[power].leader


class Play:
    """A card's effects sorted by kind, ready for the meeting."""

    __slots__ = (
        "bonuses",
        "bonuses_on",
        "chief",
        "flexible",
        "gains",
        "gulags",
        "health",
        "id",
        "leader_health",
        "paranoia",
        "power",
        "supports",
        "undebatable",
        "value",
    )

    def __init__(self, card: Person) -> None:
        def kind(effect_type: type[E]) -> tuple[E, ...]:
            return tuple(e for e in card.effects if isinstance(e, effect_type))

        self.id = card.id
        self.power = card.power
        self.value = card.value
        self.chief = bool(kind(DieValue))
        self.flexible = next((e.min for e in kind(FlexibleValue)), 0)
        self.bonuses = tuple((e.amount, Condition(e.when)) for e in kind(Bonus))
        self.bonuses_on = {i: tuple((n, when) for n, when in self.bonuses if when.concerns(i)) for i in ISSUES}
        self.gains = tuple((e, Condition(e.when)) for e in kind(Gain))
        self.supports = kind(StaffSupport)
        self.health = kind(Health)
        self.gulags = kind(Gulag)
        self.undebatable = tuple(Condition(e.when) for e in kind(Undebatable))
        self.leader_health = kind(LeaderHealth)
        self.paranoia = kind(Paranoia)


PLAYS: dict[str, Play] = {c.id: Play(c) for table in (STAFF, LEADERS) for c in table.values()}


def bonuses(g: Churchill, play: Play, issue: str, mode: str) -> list[int]:
    """The attributes of a card that hold, all of them mandatory."""
    track = g.table[issue][0]
    return [amount for amount, when in play.bonuses_on[issue] if when.holds(g, issue, track, mode)]


def after_paranoia(g: Churchill, power: Power, value: int) -> int:
    """3.31: paranoia lowers the printed value or the die of a staff card, not below its minimum (R34)."""
    if power not in g.paranoia:
        return value
    amount, minimum = g.paranoia[power]
    return max(minimum, value + amount)


def staff_value(g: Churchill, card: str, issue: str, mode: str, die: int = 0) -> int:
    """5.22: printed value or die, paranoia, attributes, national trait; never below 1."""
    play = PLAYS[card]
    return value_on(g, play, value_anywhere(g, play, mode, die), issue, mode)


def value_anywhere(g: Churchill, play: Play, mode: str, die: int = 0) -> int:
    """The part of a staff card's value that is the same on every issue."""
    value = die or play.value
    if g.paranoia:
        value = after_paranoia(g, play.power, value)
    return value + DEBATE_BONUS[play.power] if mode == "debate" else value


def value_on(g: Churchill, play: Play, value: int, issue: str, mode: str) -> int:
    """With what the issue adds to it."""
    for amount, when in play.bonuses_on[issue]:
        if when.holds(g, issue, g.table[issue][0], mode):
            value += amount
    return value if value > 1 else 1


def leader_value(g: Churchill, power: Power, issue: str, mode: str) -> int:
    """5.26: the leader's value and attributes."""
    play = PLAYS[g.leaders[power].id]
    return max(1, play.value + sum(bonuses(g, play, issue, mode)))


def steps_to(value: int, g: Churchill, card: str, issue: str, mode: str, die: int = 0) -> Steps:
    """How the value of a card is built up. A flexible card may have been played for less."""
    play = PLAYS[card]
    base = die or play.value
    steps = [("die" if die else "printed", base)]
    if card in STAFF:
        steps.append(("paranoia", after_paranoia(g, play.power, base) - base))
        steps.append(("trait", DEBATE_BONUS[play.power] if mode == "debate" else 0))
    steps += [("bonus", amount) for amount in bonuses(g, play, issue, mode)]
    missing = value - sum(amount for _, amount in steps)
    steps.append(("minimum" if missing > 0 else "chosen", missing))
    return [step for step in steps if step[1]]


def may_not_be_debated(g: Churchill, card: str, issue: str, track: str) -> bool:
    """5.24: some advances cannot be answered."""
    return any(when.holds(g, issue, track, "advance") for when in PLAYS[card].undebatable)


def spend(g: Churchill, power: Power, card: str) -> None:
    """A card leaves the hand face up: everybody learns that the power held it."""
    g.hands[power].remove(card)
    g.discards[power].append(card)
    g.spoken[power].append(card)
    g.reveal()


def remove_from_game(g: Churchill, power: Power, card: str, why: str, rule: str) -> None:
    if card in g.discards[power]:
        g.discards[power].remove(card)
        g.removed[power].append(card)
        g.report("card_removed", rule, power=power, card=card, why=why)


def roll_chief(g: Churchill, power: Power, card: str) -> int:
    """5.25: the value of a chief of staff is a die."""
    die = g.roll()
    g.report("chief_rolled", "5.25", power=power, card=card, roll=die)
    return die


async def staff_effects(g: Churchill, card: str, issue: str, track: str, mode: str) -> None:
    """3.33: support, gains, health, the purge pending from an earlier card, and a new purge, in this order."""
    play = PLAYS[card]
    for support in play.supports:
        await staff_support(g, play.power, card, support)
    gain(g, play, issue, track, mode)
    for health in play.health:
        total = sum(g.dice(health.dice))
        hit = total in health.on
        g.report("health_rolled", "3.33", power=play.power, card=card, roll=total, on=list(health.on), hit=hit)
        if hit:
            remove_from_game(g, play.power, card, "health", "3.33")
    purge(g, play.power, card)
    for gulag in play.gulags:
        g.purges[play.power] = list(gulag.on)
        g.report("purge_pending", "3.33", power=play.power, card=card)


def gain(g: Churchill, play: Play, issue: str, track: str, mode: str) -> None:
    """Networks and alignments credited for the war phase of this conference."""
    for effect, when in play.gains:
        if when.holds(g, issue, track, mode):
            networks = effect.networks
            if g.first_edition and effect.networks_first_edition is not None:
                networks = effect.networks_first_edition
            g.earned_networks[play.power] += networks
            g.earned_alignments[play.power] += effect.alignments
            g.report("gained", "5.26", power=play.power, card=play.id, networks=networks, alignments=effect.alignments)


def purge(g: Churchill, power: Power, card: str) -> None:
    """A purge pending from an earlier card strikes the next one played or discarded."""
    faces = g.purges.pop(power, None)
    if faces is not None:
        roll = g.roll()
        g.report("purge_rolled", "3.33", power=power, card=card, roll=roll, on=list(faces), hit=roll in faces)
        if roll in faces:
            remove_from_game(g, power, card, "purge", "3.33")


async def staff_support(g: Churchill, power: Power, card: str, effect: StaffSupport) -> None:
    """A staff card places support at once, where the player chooses among the Theaters that can take it (R62)."""
    possible = [t for t in effect.theaters if can_take(g, t, effect.support)]
    if not possible:
        g.report("support_lost", "3.33", power=power, support=effect.support, theater=effect.theaters[0], by=card)
        return
    choice = await ask(
        power,
        "staff_support_theater",
        lambda: [("staff_support_theater", t) for t in possible],
        "3.33",
        about={"card": card, "support": effect.support},
        why_not=lambda c: Refusal("cannot_take_support", "3.33", {"theater": c[-1]}) if c[-1] in THEATERS else None,
        auto=True,
    )
    theater = str(choice[1])
    if effect.support == "naval":
        place_naval(g, theater, effect.count, card, power, "3.33")
    else:
        place_offensive(g, FRONT_OF[theater], effect.count, card, power, "3.33")


def can_take(g: Churchill, theater: str, support: str) -> bool:
    if support == "naval":
        return naval_room(g, theater) > 0
    front = FRONT_OF[theater]
    return entry_space(g, front) is not None and unbeaten(g, front)
