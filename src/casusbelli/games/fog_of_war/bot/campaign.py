"""The turn: quagmires, launches, and where each card of the hand does most (choose_action and what follows it)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from casusbelli.kernel import Choice

from ..content import ATTACK, BONUS, DEFENCE, NEUTRAL, PROVINCE, SEGMENTS, Card
from ..dossier import defence_pile, operation_pile
from .situation import LAST_YEAR, Situation, is_major_neutral
from .worth import joins_for_nothing, lateness, wanted, worth

RESOLVE, SPY, LAUNCH, PREPARE, WAIT = 1000.0, 950.0, 900.0, 800.0, 700.0
"""What comes first in a turn, above any use of a single card."""
NEVER = -100.0
LAST_AGE = len(SEGMENTS) - 1
_LAST_CARDS = 6
_IN_TIME = 1
"""A seen plan of this age is overtaken by one that is made now."""


class Attack:
    """An operation or a quagmire as this side sees it."""

    def __init__(self, s: Situation, target: str, cards: list[Card], age: int | None) -> None:
        self.target = target
        self.age = age
        self.seen = False
        self.cards = s.attack(target, cards)
        self.strength = float(self.cards) + (1 if s.holds_advantage else 0)
        self.decoys = sum(1 for c in cards if not ATTACK[PROVINCE[target].kind][c])
        bonus = float(s.season_bonus(target))
        self.reachable = True
        if age is not None:
            invasion = s.invasion(s.me, target)
            self.reachable = invasion is not None
            bonus += invasion if invasion is not None else BONUS["invasion"]
            # A plan is judged at the age at which it will be launched: ripe plans at theirs, young ones without a bonus.
            segment = SEGMENTS[age] if SEGMENTS[age].launch else SEGMENTS[3]
            bonus += segment.defender_bonus
            self.strength += segment.attacker_bonus
        self.defence = s.garrison(target) + bonus

    def enough(self, s: Situation, strength: float) -> bool:
        """Whether more cards would be wasted on it."""
        return strength >= 2 * self.defence + s.weights.margin

    def worth_launching(self, s: Situation, strength: float) -> bool:
        """Whether to strike now with this strength."""
        if not self.cards and strength <= self.strength:
            return False
        age = self.age or 0
        ratio = 2.0
        if s.year == LAST_YEAR:
            ratio = s.weights.ratio_last_year
        elif age >= 5:
            ratio = s.weights.ratio_age_5
        elif age == 4:
            ratio = s.weights.ratio_age_4
        if self.seen:
            ratio = min(ratio, s.weights.ratio_seen)
        slack = s.weights.slack if ratio == 2.0 else 0.0
        return strength >= ratio * self.defence - slack


class Campaign:
    """One choose_action: every option gets a score."""

    def __init__(self, s: Situation, rng: Random) -> None:
        self.s = s
        self.hand: list[Card] = s.own["hand"]
        self.attacks: dict[str, Attack] = {
            space: Attack(s, op["target"], op["cards"], op["age"]) for space, op in s.mine["ops"].items()
        }
        for space, attack in self.attacks.items():
            attack.seen = s.looked_at == operation_pile(s.me, space)
        self._feint = self.hand.count("decoy") >= 2 and rng.random() < s.weights.feint
        self._merits: dict[str, float] = {}
        self._reckoning: dict[str, Callable[..., float]] = {
            "end_actions": self._stop,
            "resolve_quagmire": lambda province: RESOLVE,
            "launch_operation": self._launch,
            "dismantle_operation": self._dismantle,
            "add_to_operation": self._add,
            "intel_action": self._spy_first,
            "reinforce_quagmire": self._reinforce,
            "place_defence": self._defend,
            "create_operation": self._plan,
        }
        self._ready = {space: self._strength_in_hand(space) for space in self.attacks}

    def _strength_in_hand(self, space: str) -> float:
        """The strength of an operation with as many hand cards as it has use for."""
        attack = self.attacks[space]
        strength, table = attack.strength, ATTACK[PROVINCE[attack.target].kind]
        for card in self.s.useful(attack.target, self.hand):
            if attack.enough(self.s, strength):
                break
            strength += table[card]
        return strength

    def score(self, choice: Choice) -> float:
        reckon = self._reckoning.get(str(choice[0]))
        return reckon(*choice[1:]) if reckon else NEVER

    @property
    def waits(self) -> bool:
        """Whether the last plans of the war should ripen while the enemy can only watch: one card a turn, no more."""
        s = self.s
        few = len(self.hand) + s.mine["draw"] <= _LAST_CARDS
        return s.weights.last_chance and s.year == LAST_YEAR and s.unopposed and few and bool(self.attacks)

    def _stop(self) -> float:
        return WAIT if self.waits else self.s.weights.stop_below

    def _launch(self, space: str) -> float:
        attack = self.attacks[space]
        if self.s.weights.last_chance and self.s.last_chance and attack.cards:
            return LAUNCH
        return LAUNCH + (attack.age or 0) if attack.worth_launching(self.s, attack.strength) else NEVER

    def _dismantle(self, space: str) -> float:
        """Take apart what would expire, before ending the turn: its cards are free and its target may be planned again."""
        s, attack = self.s, self.attacks[space]
        if not s.weights.tidy or attack.age is None:
            return NEVER
        joined = joins_for_nothing(s, attack.target)
        return self._stop() + 0.01 if attack.age == LAST_AGE or joined else NEVER

    def _add(self, space: str, card: Card) -> float:
        """Bring a ripe operation up to strength and strike; else feed the plans that matter."""
        s, attack = self.s, self.attacks[space]
        gain = ATTACK[PROVINCE[attack.target].kind][card]
        value = worth(s, s.me, attack.target)
        if not gain:
            return 1.0 - 0.5 * attack.decoys if card == "decoy" else -1.0
        if attack.enough(s, attack.strength):
            return -0.5
        ripe = SEGMENTS[attack.age or 0].launch and attack.reachable
        if ripe and attack.worth_launching(s, self._ready[space]):
            return PREPARE + 10 * (attack.age or 0) + gain
        if is_major_neutral(s, attack.target) and s.me != "axis":
            return -1.0
        first = s.weights.strikes_first if s.starts_plan(attack.target) else 0.0
        return 2.5 + 0.4 * value + 0.3 * gain + first

    def _spy_first(self, pile: str) -> float:
        """Two tokens to know before a launch that hangs in the balance."""
        s = self.s
        if s.mine["intel"]["ready"] < 4:
            return NEVER
        for space, attack in self.attacks.items():
            if pile != defence_pile(attack.target, s.foe) or not SEGMENTS[attack.age or 0].launch or not attack.reachable:
                continue
            count = s.provinces[attack.target]["defence"][s.foe]
            if count >= 2 and not s.is_current(pile) and 1.3 * attack.defence <= self._ready[space] < 3 * attack.defence:
                return SPY
        return NEVER

    def _reinforce(self, province: str, card: Card) -> float:
        s = self.s
        gain = DEFENCE[PROVINCE[province].kind][card]
        if not gain:
            return 0.5
        return 5.0 + 0.5 * worth(s, s.foe, province) + gain

    def _defend(self, card: Card, province: str) -> float:
        s = self.s
        threat = s.threat(province)
        value = worth(s, s.foe, province)
        gain = DEFENCE[PROVINCE[province].kind][card]
        if s.control(province) == NEUTRAL and not (is_major_neutral(s, province) and s.me == "allied"):
            return -2.0
        if not gain:
            decoys = sum(1 for c in s.provinces[province]["own"] if not DEFENCE[PROVINCE[province].kind][c])
            return 0.4 + 0.17 * threat * value - 0.5 * decoys if card == "decoy" else -1.0
        missing = wanted(s, province) - s.own_defence(province)
        if s.weights.answers and missing > 0 and s.aimed_at(province):
            return 3.0 + 0.7 * value + min(gain, missing)
        return missing * 1.1 * threat + 0.2 * gain + (0.6 if card.startswith("fort") else 0.0)

    def _plan(self, target: str, card: Card) -> float:
        s = self.s
        if s.mine["draw"] < s.weights.draw_for_new_operation or (is_major_neutral(s, target) and s.me == "allied"):
            return NEVER / 2
        if s.weights.tidy and joins_for_nothing(s, target):
            return NEVER / 2
        if not ATTACK[PROVINCE[target].kind][card]:
            return NEVER / 2 if card != "decoy" or not self._feints(target) else 2.0
        merit = self._merits.get(target)
        if merit is None:
            merit = self._merits[target] = self._merit(target)
        return merit + 0.01 * ATTACK[PROVINCE[target].kind][card]

    def _merit(self, target: str) -> float:
        """What speaks for planning against a target."""
        s = self.s
        attack = Attack(s, target, [], 0)
        if not attack.reachable:
            return -3.0
        beyond = max(0.0, 2 * attack.defence - s.weights.gathers)
        against = s.weights.reach * beyond + 0.55 * attack.defence + s.weights.crowding * len(self.attacks) + lateness(s)
        before = s.starts_plan(target)
        first = s.weights.strikes_first if before and before.age <= _IN_TIME else 0.0
        return s.weights.plan + 0.9 * worth(s, s.me, target) + first - against

    def _feints(self, target: str) -> bool:
        """A feint of Decoys on a target the enemy would believe."""
        return self._feint and self.s.invasion(self.s.me, target) is not None


def attack_card(s: Situation, target: str, options: list[Choice]) -> Choice:
    """add_to_attack: the strongest useful cards until the quagmire should be won."""
    attack = Attack(s, target, s.provinces[target]["quagmire"]["own"], None)
    cards = s.useful(target, [str(c[1]) for c in options if c[0] == "add"])
    if not cards or attack.enough(s, attack.strength):
        return ("done",)
    return ("add", cards[0])
