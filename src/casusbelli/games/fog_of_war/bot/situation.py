"""A seat's view read as a map: who can strike where, and what lies in each place for all the seat knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cached_property
from typing import Any, Concatenate, NamedTuple, ParamSpec

from ..content import (
    ATTACK,
    ATTACKED_FROM,
    BIT,
    BONUS,
    DEFENCE,
    LAND,
    MINORS,
    NEUTRAL,
    OPPONENT,
    PROVINCE,
    PROVINCES,
    SEA_MASK,
    SEGMENTS,
    SET_CARDS,
    SIDE_ROWS,
    SIDES,
    STRAITS,
    USSR,
    YEARS,
    Card,
    Side,
    mask,
)
from ..dossier import defence_pile, operation_pile
from ..supply import reach, sources
from .objectives import hangs_on
from .weights import Weights

LAST_YEAR = max(YEARS)
P = ParamSpec("P")


class Plan(NamedTuple):
    """An enemy operation; without a target where no look has shown it."""

    space: str
    age: int
    target: str
    strength: float


def reckoned_once(rule: Callable[Concatenate[Situation, P], float]) -> Callable[Concatenate[Situation, P], float]:
    """Many options ask for the same threat, worth or garrison: reckon it once in a situation."""
    name = rule.__name__

    def found(s: Situation, /, *args: P.args, **kwargs: P.kwargs) -> float:
        key = (name, *args)
        value = s.reckoned.get(key)
        if value is None:
            value = s.reckoned[key] = rule(s, *args, **kwargs)
        return value

    return found


class Situation:
    """What one side knows, with what follows from it. Built for one choice, from the view alone."""

    def __init__(self, view: dict[str, Any], weights: Weights) -> None:
        self.view = view
        self.weights = weights
        self.me: Side = view["side"]
        self.foe: Side = OPPONENT[self.me]
        self.year: int = view["year"]
        self.index: int = self.year - min(YEARS)
        self.winter: bool = view["season"] == "winter"
        self.options: list[str] = view["options"]
        self.provinces: dict[str, dict[str, Any]] = view["provinces"]
        self.own: dict[str, Any] = view["own"]
        self.mine: dict[str, Any] = view["sides"][self.me]
        self.theirs: dict[str, Any] = view["sides"][self.foe]
        self.holds_advantage: bool = view["advantage"] == self.me
        held = dict.fromkeys((*SIDES, NEUTRAL), 0)
        for p in PROVINCES:
            held[self.provinces[p]["control"]] |= BIT[p]
        self.held = held
        self.quagmires = mask(p for p in PROVINCES if self.provinces[p]["quagmire"])
        self.reckoned: dict[tuple[object, ...], float] = {}

    @cached_property
    def hangs(self) -> dict[str, float]:
        """By province the chance that the last day hangs on it."""
        return hangs_on(self.view["victory"], self.control)

    @cached_property
    def points_matter(self) -> float:
        """How much the Axis's victory points may still decide: all early, little when the threshold is out of reach."""
        years = LAST_YEAR - self.year + 1
        if years > 2:
            return 1.0
        view = self.view
        coming: int = view["vp"] + years * (view["vp_at_year_end"] + view["sides"]["axis"]["production"] // 2)
        threshold: int = view["vp_threshold"]
        return min(1.0, max(0.1, (coming - threshold + 12) / 12))

    @cached_property
    def last_chance(self) -> bool:
        """Whether the war may be over before this side's next turn: it has no card left, and the enemy at most a hand."""
        spent = not self.own["hand"] and not self.mine["draw"] and not self.theirs["draw"]
        return spent and self.year == LAST_YEAR

    @property
    def unopposed(self) -> bool:
        """Whether the enemy has played his last card of the year."""
        return not self.theirs["hand"] and not self.theirs["draw"]

    # -- the map -----------------------------------------------------------------------------------------------------

    def control(self, province: str) -> str:
        return str(self.provinces[province]["control"])

    @cached_property
    def _bases(self) -> dict[Side, int]:
        """Where each side may launch from."""
        urals = self.view["flags"]["ussr_at_war"]
        crossing = "adv_sea_supply" in self.options
        bases = {}
        for side in SIDES:
            crossed = self.held[OPPONENT[side]] & SEA_MASK & ~self.quagmires if crossing else 0
            reached = reach(side, self.held[side], self.quagmires, crossed, urals)
            bases[side] = reached & (self.held[side] & ~self.quagmires | sources(side, 0, urals))
        return bases

    def launch_places(self, side: Side, target: str) -> int:
        return ATTACKED_FROM[side][target] & self._bases[side]

    def invasion(self, side: Side, target: str) -> int | None:
        """The least invasion bonus an attack would give the defender; None where no attack can be launched."""
        places = self.launch_places(side, target)
        if not places:
            return None
        if target not in LAND or places & ~SEA_MASK:
            return 0
        if "adv_straits" in self.options and any(
            target in pair and all(self.control(other) == side for other in pair - {target}) for pair in STRAITS
        ):
            return BONUS["invasion_strait"]
        return BONUS["invasion"]

    @reckoned_once
    def threat(self, province: str) -> float:
        """How readily the enemy can strike a province: 1 over land, less at sea, little by invasion."""
        if self.foe != "axis" and province in USSR and self.control(province) == NEUTRAL:
            return 0.0
        bonus = self.invasion(self.foe, province)
        if bonus is None:
            return 0.0
        if province not in LAND:
            return 0.8
        return 0.35 if bonus else 1.0

    def season_bonus(self, province: str) -> int:
        return PROVINCE[province].winter_bonus if self.winter else 0

    # -- strengths ---------------------------------------------------------------------------------------------------

    @cached_property
    def _unknown(self) -> dict[str, float]:
        """Mean strength in defence of an enemy card by kind of battle, over the sets that may be in play."""
        out = set(self.theirs["reserve"])
        if self.year == min(YEARS):
            out.add(SIDE_ROWS[self.foe].loss_set)
        row = SIDE_ROWS[self.foe]
        cards = [c for s in (row.draw_set, row.loss_set, *row.reserve_sets) if s not in out for c in SET_CARDS[s]]
        return {kind: sum(DEFENCE[kind][c] for c in cards) / len(cards) for kind in ("land", "sea")}

    def unknown_card(self, province: str) -> float:
        return self._unknown[PROVINCE[province].kind] * self.weights.unknown_card

    def sighting(self, pile: str) -> dict[str, Any] | None:
        """The latest sighting of a pile."""
        latest = None
        for sighting in self.view["dossier"]:
            if sighting["pile"] == pile:
                latest = sighting
        return latest

    def is_current(self, pile: str) -> bool:
        """Whether a pile was seen and nothing has come or gone since."""
        seen = self.sighting(pile)
        return seen is not None and not seen["added"] and not seen["removed"]

    def expected(self, province: str, owner: str) -> float:
        """The strength expected of somebody else's defenders."""
        count: int = self.provinces[province]["defence"][owner]
        if not count:
            return 0.0
        each = self.weights.neutral_card if owner == NEUTRAL else self.unknown_card(province)
        if owner == NEUTRAL and self.provinces[province]["neutral"] is not None:
            return float(sum(DEFENCE[PROVINCE[province].kind][c] for c in self.provinces[province]["neutral"]))
        seen = self.sighting(defence_pile(province, owner))
        if seen is None:
            return count * each
        table = DEFENCE[PROVINCE[province].kind]
        shown = [table[c] for c in seen["seen"]]
        guess: float
        if seen["complete"]:
            kept = min(max(0, count - seen["added"]), len(shown))
            guess = kept * sum(shown) / max(1, len(shown)) + (count - kept) * each
        elif not seen["removed"]:
            guess = sum(shown) + max(0, count - len(shown)) * each
        else:
            guess = count * each
        if seen["low"] is None:
            return guess
        return min(max(guess, float(seen["low"])), float(seen["high"]))

    def garrison(self, province: str) -> float:
        """What defends a province against this side, cards only."""
        return self.expected(province, self.foe) + self.expected(province, NEUTRAL)

    # -- the enemy's plans -------------------------------------------------------------------------------------------

    @cached_property
    def plans(self) -> list[Plan]:
        """The enemy's operations, as far as looks have shown them."""
        row = SIDE_ROWS[self.foe]
        cards = [c for s in (row.draw_set, row.loss_set) for c in SET_CARDS[s]]
        mean = sum(ATTACK["land"][c] for c in cards) / len(cards) * self.weights.unknown_card
        return [self._plan(space, op, mean) for space, op in self.theirs["ops"].items()]

    def _plan(self, space: str, op: dict[str, Any], mean: float) -> Plan:
        pile, target, shown = operation_pile(self.foe, space), "", Counter[str]()
        for sighting in self.view["dossier"]:
            if sighting["pile"] == pile:
                target = next((c for c in sighting["seen"] if c in PROVINCE), target)
                shown |= Counter(c for c in sighting["seen"] if c not in PROVINCE)
        table = ATTACK[PROVINCE[target].kind if target else "land"]
        hidden = max(0, op["count"] - 1 - shown.total())
        strength = sum(table[c] for c in shown.elements()) + hidden * mean
        return Plan(space, op["age"], target, strength + SEGMENTS[max(op["age"], 3)].attacker_bonus)

    def aimed_at(self, province: str) -> Plan | None:
        """The enemy's plan against a province, where a look has shown it."""
        return next((plan for plan in self.plans if plan.target == province), None)

    def answer(self, province: str) -> float:
        """The strength of cards that keeps a plan that was seen from winning at once; 0 where none was seen."""
        plan = self.aimed_at(province)
        bonus = self.invasion(self.foe, province)
        if plan is None or bonus is None:
            return 0.0
        attack = plan.strength + (0 if self.holds_advantage else 1)
        return max(0.0, (attack + 0.5) / 2 - bonus - self.season_bonus(province))

    @cached_property
    def dreaded(self) -> float:
        """The strength of the enemy's strongest plan whose target nobody has seen."""
        return max((plan.strength for plan in self.plans if not plan.target), default=0.0)

    def starts_plan(self, province: str) -> Plan | None:
        """The seen plan that must start from a province: without it the enemy cannot launch."""
        only = BIT[province]
        return next((plan for plan in self.plans if plan.target and self.launch_places(self.foe, plan.target) == only), None)

    @property
    def looked_at(self) -> str:
        """The pile that the enemy looked at in his last turn; the last one, if there were several."""
        look = self.view["last_look"]
        return str(look["pile"]) if look and look["side"] == self.foe else ""

    def own_defence(self, province: str) -> float:
        """What defends a province for this side, cards only."""
        here = self.provinces[province]
        table = DEFENCE[PROVINCE[province].kind]
        return sum(table[c] for c in here["own"]) + self.expected(province, NEUTRAL)

    def attack(self, province: str, cards: list[Card]) -> int:
        table = ATTACK[PROVINCE[province].kind]
        return sum(table[c] for c in cards)

    def useful(self, province: str, cards: list[Card]) -> list[Card]:
        """Hand cards that add to an attack, strongest first."""
        table = ATTACK[PROVINCE[province].kind]
        return sorted((c for c in cards if table[c]), key=lambda c: -table[c])


def is_major_neutral(situation: Situation, province: str) -> bool:
    return province in USSR and situation.control(province) == NEUTRAL


def is_minor_neutral(situation: Situation, province: str) -> bool:
    return province in MINORS and situation.control(province) == NEUTRAL
