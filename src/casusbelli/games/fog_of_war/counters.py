"""Habits of a war that a person can use, counted from choices and events (``casus habits fog_of_war``)."""

from __future__ import annotations

import msgspec

from casusbelli.game import Habit, Habits, Position
from casusbelli.kernel import Choice, Event, Result

from .battle import bonuses, outcome
from .content import ATTACK, BONUS, DEFENCE, EVENTS, NEUTRAL, OPPONENT, PROVINCE, Side, Space
from .state import Operation, War
from .supply import launch_paths

HABITS = (
    Habit("expired", "operations that expire, of all that end"),
    Habit("empty_launch", "launches without a fighting card"),
    Habit("answered", "threats looked at that are answered within a turn"),
    Habit("fought", "attacks cut off that are fought, not repelled"),
    Habit("free_neutrals", "launches at what joins for nothing, a war", "mean"),
    Habit("advantage", "Advantages used, a war", "mean"),
    Habit("advantage_decides", "Advantages used that change the result"),
    Habit("set_ups", "different set-ups", "different"),
)
_JOINING, _WITH_PARIS = (EVENTS[event] for event in ("balkans_join", "fall_of_france"))


class Threat(msgspec.Struct):
    """A plan that the enemy has looked at and that would not be beaten off as it lies."""

    by: Side
    """Whose plan it is."""
    space: Space
    target: str
    origins: frozenset[str]
    """From where it could start."""
    answered: bool = False
    offered: bool = False
    """Whether its enemy was offered an answer."""
    turns: int = 0
    """Turns that its enemy has begun since."""

    def met_by(self, at: str, against: str) -> bool:
        """By a garrison at its target, or by a plan against where it must start from."""
        return at == self.target or against in self.origins


class WarHabits(Habits[War]):
    """Counts one war."""

    habits = HABITS

    def __init__(self) -> None:
        super().__init__()
        for once in ("free_neutrals", "advantage"):
            self.times(once, 0)
        self.threats: list[Threat] = []
        self.laid: dict[Side, list[str]] = {}

    def chosen(self, g: War, asked: Position, choice: Choice) -> None:
        side = g.side_of(asked.seat)
        if side is None:
            return
        at, against = answer(g, side, choice)
        for threat in self._threats_to(side):
            threat.answered |= threat.met_by(at, against)
            threat.offered = threat.offered or any(threat.met_by(*answer(g, side, option)) for option in asked.options)
        match choice:
            case ("place", str(card), str(province)):
                self.laid.setdefault(side, []).append(f"{card}:{province}")
            case ("fight",) | ("repel",):
                self.count("fought", choice == ("fight",), who="to be routed" if will_be_routed(g) else "not to be routed")
            case ("launch_operation", str(space)):
                self._launch(g, side, g.forces[side].operations[space])
            case _:
                pass

    def _launch(self, g: War, side: Side, operation: Operation) -> None:
        table = ATTACK[PROVINCE[operation.target].kind]
        self.count("empty_launch", not any(table[card] for card in operation.cards))
        self.times("free_neutrals", joins_the_axis(g, side, operation.target))

    def _threats_to(self, side: Side) -> list[Threat]:
        return [threat for threat in self.threats if threat.by != side]

    def happened(self, g: War, event: Event) -> None:
        told = event.params
        match event.kind:
            case "intel_succeeded":
                self._look(g, told["side"], told["pile"])
            case "launched":
                self.count("expired", 0)
                self._gone(told["side"], told["space"])
            case "operation_dismantled":
                self.count("expired", told["why"] == "expired")
                self._gone(told["side"], told["space"])
            case "turn_began":
                self._turn(told["side"])
            case "advantage_used":
                self._advantage(g, told["to"])
            case _:
                pass

    def _advantage(self, g: War, to: str) -> None:
        self.times("advantage")
        b, value = g.on_table, BONUS["advantage"]
        before = b.attack_total - value * (to == "attacker"), b.defence_total - value * (to == "defender")
        self.count("advantage_decides", outcome(*before) != outcome(b.attack_total, b.defence_total))

    def _look(self, g: War, looker: Side, pile: str) -> None:
        kind, owner, space = (*pile.split(":"), "", "")[:3]
        if kind != "op" or any(t.by == owner and t.space == space for t in self.threats):
            return
        operation, foe = g.forces[owner].operations[space], OPPONENT[looker]
        if g.last_look is not None and operation.target in g.last_look.cards and threatens(g, foe, operation):
            origins = frozenset(origin for origin, _ in launch_paths(g, foe, operation.target))
            self.threats.append(Threat(foe, space, operation.target, origins))

    def _turn(self, side: Side) -> None:
        """A threat that its enemy has had a whole turn for is over."""
        for threat in self.threats:
            threat.turns += threat.by != side
        for threat in [threat for threat in self.threats if threat.turns > 1]:
            self._close(threat)

    def _gone(self, side: Side, space: Space) -> None:
        for threat in [threat for threat in self.threats if (threat.by, threat.space) == (side, space)]:
            self._close(threat)

    def _close(self, threat: Threat) -> None:
        """Counted unless it went before its enemy could do anything."""
        self.threats.remove(threat)
        if threat.answered or threat.turns:
            self.count("answered", threat.answered, who="with a card for it" if threat.offered else "with none")

    def over(self, g: War, result: Result) -> None:
        for side, laid in self.laid.items():
            self.word("set_ups", " ".join(sorted(laid)), side)


def answer(g: War, side: Side, choice: Choice) -> tuple[str, str]:
    """What a choice may answer a threat with: the province it garrisons, and the one that it attacks or plans against."""
    match choice:
        case ("place_defence", str(card), str(province)) if DEFENCE[PROVINCE[province].kind][card]:
            return province, ""
        case ("create_operation", str(target), _):
            return "", target
        case ("add_to_operation" | "launch_operation", str(space), *_):
            return "", g.forces[side].operations[space].target
        case _:
            return "", ""


def threatens(g: War, side: Side, operation: Operation) -> bool:
    """Whether a plan is as strong as what lies before its target now, bonuses aside."""
    target, kind = operation.target, PROVINCE[operation.target].kind
    defenders = [*g.forces[OPPONENT[side]].defence.get(target, ()), *g.neutral.get(target, ())]
    attack, defence = (sum(table[kind][c] for c in cards) for table, cards in ((ATTACK, operation.cards), (DEFENCE, defenders)))
    return attack > 0 and attack >= defence


def will_be_routed(g: War) -> bool:
    """Whether the attack on the table, all cards shown, is routed even with the Advantage, if its side has it."""
    b = g.on_table
    kind, defender = PROVINCE[b.province].kind, b.defender
    gained = {to: sum(bonus.value for bonus in bonuses(g, b) if bonus.to == to) for to in ("attacker", "defender")}
    fighting = sum(ATTACK[kind][c] for c in b.attack)
    attack = fighting + gained["attacker"] + BONUS["advantage"] * (g.advantage == b.attacker)
    defenders = [*g.forces[defender].defence.get(b.province, ()), *g.neutral.get(b.province, ())]
    return not fighting or outcome(attack, sum(DEFENCE[kind][c] for c in defenders) + gained["defender"]) == "rout"


def joins_the_axis(g: War, side: Side, target: str) -> bool:
    """The Balkans until the end of 1940, and what comes over when Paris falls."""
    if side != "axis":
        return False
    if target in _JOINING.effects[0].provinces:
        return g.year == _JOINING.trigger.year and g.control[target] == NEUTRAL
    return target in _WITH_PARIS.effects[0].provinces and not g.france_fallen and g.control["paris"] == "allied"
