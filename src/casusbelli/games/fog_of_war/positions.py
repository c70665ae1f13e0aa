"""Positions to show a rule in: a fresh board, edited, then played through the real questions.

The examples of the rulebook, their tests and the sandbox build them alike: ``SCENES`` by name, ``POSITIONS`` for the house.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from casusbelli.game import Match, PreparedPosition
from casusbelli.kernel import Choice, Refusal, Seat, seed_from

from .content import OPPONENT, OPTIONS, SPACE_INDEX
from .setup import new_war
from .state import Battle, Force, Operation, Quagmire, War
from .turn import begin

SETTLED = {option.id: option.default for option in OPTIONS.values()}


class Scene:
    """A position under construction, and the match played from it."""

    match: Match[War]

    def __init__(self, active: str = "axis", *options: str, seed: int | str = 1, **facts: Any) -> None:
        settled = SETTLED | dict.fromkeys(options, True) | {"adv_faction_bid": False}
        self.g = new_war("campaign_1940", settled, seed_from(seed))
        self.g.active = active
        self.g.turn_no = 10
        self.g.victory_kept = ["victory_italy", "victory_paris"]
        self.g.victory_boxed = ["victory_poland"]
        self.g.victory_board = ["victory_balkans", "victory_scandinavia", "victory_yugoslavia"]
        for fact, value in facts.items():
            assert hasattr(self.g, fact), fact
            setattr(self.g, fact, value)

    # -- building ------------------------------------------------------------------------------------------------------

    def _take(self, side: str, cards: tuple[str, ...]) -> list[str]:
        """Cards out of the side's own piles, so that none is made."""
        force = self.g.forces[side]
        for card in cards:
            pile = next(pile for pile in (force.draw, force.loss, force.discard) if card in pile)
            pile.remove(card)
            if pile is force.loss:
                force.loss_seen.remove(card)
        return list(cards)

    def control(self, side: str, *provinces: str) -> Scene:
        self.g.control.update(dict.fromkeys(provinces, side))
        return self

    def hand(self, side: str, *cards: str) -> Scene:
        self.g.forces[side].hand += self._take(side, cards)
        return self

    def defence(self, side: str, province: str, *cards: str) -> Scene:
        self.g.forces[side].defence[province] = self._take(side, cards)
        return self

    def neutral(self, province: str, *strengths: int) -> Scene:
        cards = [f"neutral_{n}" for n in strengths]
        for card in cards:
            self.g.neutral_aside.remove(card)
        self.g.neutral[province] = cards
        return self

    def operation(self, side: str, space: str, target: str, *cards: str, age: int | None = None) -> Scene:
        force = self.g.forces[side]
        force.operations[space] = Operation(target, self._take(side, cards))
        if age is not None:
            force.dial = (SPACE_INDEX[space] + age) % 6
        return self

    def quagmire(self, province: str, attacker: str, *cards: str) -> Scene:
        self.g.quagmires[province] = Quagmire(attacker, self._take(attacker, cards), self.g.turn_no)
        return self

    def pile(self, side: str, pile: str, *cards: str) -> Scene:
        """Fill a pile: hand, draw, discard, win or loss."""
        getattr(self.g.forces[side], pile).extend(self._take(side, cards))
        return self

    def next_drawn(self, side: str, *cards: str) -> Scene:
        """What comes from Draw next, in this order."""
        self.g.forces[side].draw += reversed(self._take(side, cards))
        return self

    def keep(self, side: str, *, draw: int) -> Scene:
        """Leave only so many cards in Draw; the others go to Discard."""
        force = self.g.forces[side]
        force.discard += force.draw[draw:]
        del force.draw[draw:]
        return self

    # -- playing -------------------------------------------------------------------------------------------------------

    def start(self, phase: str = "actions") -> Scene:
        if phase == "actions":
            begin(self.g)
        self.g.phase = phase
        return self.go_on()

    def go_on(self) -> Scene:
        """Ask from here: also after the position was changed by hand, for a match remembers what it has shown."""
        from .game import GAME  # a game knows its positions

        self.match = Match.of(GAME, self.g, options={option: option in self.g.options for option in SETTLED})
        return self

    def act(self, *choice: str | int) -> Scene:
        """Play a choice for whoever is asked."""
        (seat,) = self.match.asked()
        self.match.act(seat, choice)
        return self

    def launch(self, space: str = "alpha", origin: str = "") -> Scene:
        """Launch an operation, from this province where there is a choice."""
        self.act("launch_operation", space)
        return self.act("launch_from", origin) if self.asked and self.asked[1] == "choose_launch_province" else self

    @property
    def fought(self) -> Battle:
        """The battle on the table or, when it is over, the last one."""
        battle = self.g.battle or self.g.last_battle
        assert battle is not None
        return battle

    @property
    def totals(self) -> tuple[int, int]:
        """Attack and defence of the battle, all bonuses included."""
        return self.fought.attack_total, self.fought.defence_total

    @property
    def asked(self) -> tuple[str, str] | None:
        """Who is asked for what."""
        for seat, question in self.match.asked().items():
            return seat, question.decision
        return None

    @property
    def options(self) -> list[Choice]:
        (question,) = self.match.asked().values()
        return question.options

    def offers(self, *choice: str | int) -> bool:
        return choice in self.options

    def verbs(self) -> set[str]:
        return {str(choice[0]) for choice in self.options}

    def why(self, *choice: str | int) -> Refusal:
        (seat,) = self.match.asked()
        refusal = self.match.refusal(seat, choice)
        assert refusal is not None
        return refusal

    def force(self, side: str) -> Force:
        return self.g.forces[side]

    def cards(self, side: str, province: str) -> list[str]:
        return sorted(self.g.forces[side].defence.get(province, ()))

    def view(self, side: str) -> dict[str, Any]:
        view: dict[str, Any] = self.match.view(side)
        return view

    def events(self, kind: str, viewer: str | None = None) -> list[dict[str, Any]]:
        return [told.params for told in self.match.told(viewer) if told.kind == kind]


def only(side: str, *provinces: str) -> dict[str, str]:
    """Control of the whole map: these provinces to the side, everything else to its enemy."""
    control = dict.fromkeys(new_war("campaign_1940", SETTLED, b"").control, OPPONENT[side])
    return control | dict.fromkeys(provinces, side)


# -- the examples of the rulebook ----------------------------------------------------------------------------------------


def e03() -> Scene:
    return Scene("allied").hand("allied", "army_1", "army_2", "decoy").start()


def e04() -> Scene:
    return Scene("axis").hand("axis", "army_3", "decoy", "air").start()


def e07() -> Scene:
    scene = Scene("axis", ussr_at_war=True).control("axis", "baltic_states").control("allied", "moscow")
    scene.operation("axis", "foxtrot", "moscow", "army_3", "army_2", "army_1", "army_1", "decoy", age=5)
    return scene.defence("allied", "moscow", "fort_2", "army_1").start()


def e08() -> Scene:
    scene = Scene("allied", ussr_at_war=True).control("axis", "kiev").control("allied", "moscow", "odessa")
    scene.defence("axis", "kiev", "army_2", "army_2")
    return scene.operation("allied", "alpha", "kiev", "army_3", "air", "army_1", age=5).start()


def e13() -> Scene:
    scene = Scene("axis", control=only("axis", "italy", "east_mediterranean", "libya"))
    return scene.operation("axis", "alpha", "egypt", "army_1", age=3).defence("allied", "egypt", "army_1").start()


def e15() -> Scene:
    scene = Scene("allied", control=only("allied", "west_mediterranean", "central_atlantic"))
    scene.quagmire("central_atlantic", "axis", "fleet_1")
    return scene.operation("allied", "alpha", "italy", "army_1", age=3).start()


def e16() -> Scene:
    return Scene("axis").control("axis", "scandinavia", "balkans").start("production").act("stop")


def e17() -> Scene:
    return Scene("axis").defence("allied", "paris", "army_1", "decoy").start("intelligence")


def e18() -> Scene:
    return Scene("allied").keep("allied", draw=2).start("intelligence")


def e24() -> Scene:
    scene = Scene("axis").hand("axis", "army_2", "decoy", "army_1")
    return scene.operation("axis", "alpha", "paris", "army_3", "air").start("turn")


def e26(seed: int = 1) -> Scene:
    scene = Scene("allied", seed=seed).operation("axis", "alpha", "paris", "army_3", "air", "army_2", "decoy", age=1)
    scene.force("allied").ready = 5
    return scene.start("intelligence")


def e30() -> Scene:
    scene = Scene("axis").defence("allied", "vichy", "army_1").defence("allied", "levant", "decoy", "air")
    return scene.operation("axis", "alpha", "paris", "army_2", age=3).start()


def e31(seed: int = 1) -> Scene:
    scene = Scene("axis", "adv_sea_supply", seed=seed).control("allied", "west_mediterranean", "east_mediterranean")
    scene.operation("axis", "alpha", "egypt", "army_3", "army_2", "army_1", "decoy", "decoy", age=3)
    return scene.defence("allied", "east_mediterranean", "fleet_3", "air").defence("allied", "egypt", "army_1").start()


def e32() -> Scene:
    scene = Scene("allied", "adv_straits").control("axis", "paris").defence("axis", "paris", "army_1")
    return scene.operation("allied", "alpha", "paris", "army_3", "air", age=3).start()


def e36() -> Scene:
    return Scene("allied", winter=True).operation("allied", "alpha", "libya", "army_2", "army_1", age=3).start()


def e37() -> Scene:
    scene = Scene("allied").control("axis", "scandinavia")
    return scene.operation("allied", "alpha", "scandinavia", "army_3", "army_2", age=3).start()


def e39() -> Scene:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", "army_2", "army_2", age=3)
    return scene.defence("allied", "paris", "army_2", "army_1").start()


def e42() -> Scene:
    scene = Scene("axis", ussr_at_war=True, winter=True).control("axis", "baltic_states").control("allied", "moscow")
    scene.operation("axis", "alpha", "moscow", "army_3", "army_3", "army_2", age=3)
    return scene.defence("allied", "moscow", "army_2").start()


def e45() -> Scene:
    scene = Scene("axis").operation("axis", "alpha", "north_sea", "fleet_3", "army_1", age=3)
    return scene.defence("allied", "north_sea", "army_2", "fleet_1", "air").start()


def e48() -> Scene:
    scene = Scene("axis").control("allied", "turkey").control("axis", "balkans").neutral("turkey", 2, 2, 1)
    return scene.defence("allied", "turkey", "army_1").operation("axis", "alpha", "turkey", "army_2", "army_2", age=4).start()


def e52() -> Scene:
    scene = Scene("axis").control("allied", "libya", "levant", "east_mediterranean").quagmire("egypt", "axis", "army_3", "army_2")
    scene.defence("allied", "egypt", "army_2", "decoy").hand("axis", "decoy").start()
    return scene.act("resolve_quagmire", "egypt").act("add", "decoy")


def e53() -> Scene:
    scene = Scene("axis").operation("axis", "alpha", "paris", "army_3", "army_2", "army_2", age=3)
    return scene.defence("allied", "paris", "army_2", "fort_2").start()


def e54() -> Scene:
    return Scene("axis").hand("axis", "decoy").start()


def e55() -> Scene:
    scene = Scene("allied", ussr_at_war=True).control("axis", "kiev").control("allied", "moscow")
    return scene.quagmire("kiev", "allied", "army_2").defence("axis", "kiev", "army_2").start()


def e59() -> Scene:
    scene = Scene("axis", year=1941).defence("allied", "moscow", "army_1").defence("axis", "odessa", "decoy").neutral("kiev", 2)
    return scene.keep("allied", draw=6).operation("axis", "alpha", "kiev", "army_3", age=3).start()


def e62() -> Scene:
    return Scene("axis").neutral("balkans", 2, 1).operation("axis", "alpha", "balkans", "army_1", age=3).start()


def e69() -> Scene:
    scene = Scene("axis", vp=67).control("axis", "vichy")
    scene.force("axis").industry = 10
    return scene.start("production").act("stop")


def e78() -> Scene:
    scene = Scene("axis").defence("allied", "britain", "army_1", "army_2").defence("allied", "turkey", "decoy")
    scene.quagmire("egypt", "axis", "army_1").defence("allied", "egypt", "army_1", "air")
    return scene.operation("allied", "delta", "libya", "army_1", "decoy").start("withdrawal")


def e80() -> Scene:
    scene = Scene("axis", "adv_supply_defence", france_fallen=True).control("axis", "levant")
    return scene.hand("axis", "army_1").start()


def e81() -> Scene:
    scene = Scene("allied", "adv_bombardment", control=only("allied", "west_mediterranean", "central_atlantic"))
    scene.operation("allied", "alpha", "italy", "army_2", "army_1", "fleet_3", "fleet_2", "fleet_2", age=3)
    return scene.defence("axis", "italy", "army_1").start()


def e82() -> Scene:
    scene = Scene("allied", "adv_air_support").operation("allied", "alpha", "greece", "air", "air", "decoy", age=3)
    return scene.hand("allied", "army_1").start()


# -- where lessons begin -------------------------------------------------------------------------------------------------


def holding_on() -> Scene:
    """1940, the Allies: an Axis plan against Egypt two turns old, an own plan against Libya as old."""
    scene = Scene("allied", seed=HOLDING_ON_SEED).control("axis", "scandinavia").defence("axis", "scandinavia", "army_2")
    scene.defence("axis", "libya", "army_2").defence("allied", "egypt", "army_1").defence("allied", "paris", "fort_2")
    scene.operation("axis", "alpha", "egypt", "army_2", "army_2", "decoy", age=2).hand("axis", "decoy", "decoy", "army_1")
    scene.operation("allied", "alpha", "libya", "army_1", "army_1", age=2).hand("allied", "army_2", "air", "decoy")
    return scene.next_drawn("allied", "army_1", "army_1", "decoy", "army_3", "army_1", "air").start()


def ledger() -> Scene:
    """The last turn of 1940, the Axis: France has fallen, Levant is cut off, both Draw piles are empty."""
    france = ("paris", "vichy", "morocco", "levant")
    scene = Scene("axis", seed=LEDGER_SEED, france_fallen=True, vp=0, winter=True).control("axis", "scandinavia", *france)
    scene.neutral("balkans", 2, 1).defence("axis", "paris", "army_2").defence("axis", "scandinavia", "army_1", "army_1")
    scene.defence("axis", "italy", "decoy").operation("axis", "bravo", "egypt", "army_1", "decoy", age=1)
    scene.defence("allied", "britain", "army_2", "fort_2").defence("allied", "egypt", "army_1")
    scene.pile("axis", "win", "army_2", "army_1", "air", "army_1").pile("allied", "win", "army_1", "fleet_2")
    scene.hand("axis", "army_1", "decoy").keep("axis", draw=0).keep("allied", draw=0)
    for force in scene.g.forces.values():
        force.used, force.ready = force.ready, 0
    return scene.start()


def giants() -> Scene:
    """1940, the Axis: three plans are ripe, against Kiev, Paris and Yugoslavia."""
    scene = Scene("axis", seed=GIANTS_SEED).neutral("yugoslavia", 2).neutral("kiev", 2).neutral("balkans", 2, 1)
    scene.operation("axis", "alpha", "kiev", "army_3", "army_1", "air", age=5)
    scene.operation("axis", "bravo", "paris", "army_3", "army_2", "army_1", age=4)
    scene.operation("axis", "charlie", "yugoslavia", "army_2", "army_2", age=3)
    scene.defence("allied", "paris", "fort_2", "army_1").defence("allied", "vichy", "decoy").defence("allied", "egypt", "army_1")
    return scene.hand("axis", "army_1", "army_1", "decoy").start()


# -- where exercises begin -----------------------------------------------------------------------------------------------


def last_point() -> Scene:
    """1943, the Axis: 69 victory points at production."""
    return Scene("axis", vp=69, year=1943).start("production").act("stop")


def their_last_token() -> Scene:
    """The Allies look at an Axis plan with the only token they have."""
    scene = Scene("allied").operation("axis", "alpha", "paris", "army_3", "army_2", "air", age=2)
    scene.force("allied").ready = 1
    return scene.start("intelligence").act("look", "op:axis:alpha")


def one_bid_more() -> Scene:
    """An Axis look was blocked with the last two tokens of the Allies."""
    scene = Scene("axis").defence("allied", "paris", "army_1", "decoy")
    scene.force("allied").ready = 2
    return scene.start("intelligence").act("look", "def:paris:allied").act("block")


def last_stand() -> Scene:
    """Paris is lost by a hair, and the Allies hold the Advantage."""
    scene = Scene("axis", advantage="allied").operation("axis", "alpha", "paris", "army_3", "army_2", "army_1", age=3)
    return scene.defence("allied", "paris", "army_2", "army_1").start().act("launch_operation", "alpha")


def open_door() -> Scene:
    """1944, the Allies hold the Ruhr; of the targets of their two plans only Berlin is empty."""
    scene = Scene("allied", year=1944).control("allied", "ruhr").defence("allied", "ruhr", "army_1")
    scene.operation("allied", "alpha", "libya", "army_3", "army_1", "air").defence("axis", "libya", "army_1")
    return scene.operation("allied", "bravo", "berlin", "army_2", age=3).hand("allied", "decoy").start()


HOLDING_ON_SEED = 4
LEDGER_SEED = 1
GIANTS_SEED = 1
"""Chosen so that the looks and losses of the lessons show what their words say."""

SCENES: dict[str, Callable[[], Scene]] = {
    "holding_on": holding_on,
    "ledger": ledger,
    "giants": giants,
    "last_point": last_point,
    "their_last_token": their_last_token,
    "one_bid_more": one_bid_more,
    "a_hair_short": lambda: e53().act("launch_operation", "alpha"),
    "last_stand": last_stand,
    "open_door": open_door,
    "E3": e03,
    "E4": e04,
    "E7": e07,
    "E8": e08,
    "E13": e13,
    "E15": e15,
    "E16": e16,
    "E17": e17,
    "E18": e18,
    "E24": e24,
    "E26": e26,
    "E30": e30,
    "E31": e31,
    "E32": e32,
    "E36": e36,
    "E37": e37,
    "E39": e39,
    "E42": e42,
    "E45": e45,
    "E48": e48,
    "E52": e52,
    "E53": e53,
    "E54": e54,
    "E55": e55,
    "E59": e59,
    "E62": e62,
    "E69": e69,
    "E78": e78,
    "E80": e80,
    "E81": e81,
    "E82": e82,
}
"""The examples by the numbers of the specification."""


def _prepared(name: str, seat: Seat, rule: str, *line: tuple[Seat, Choice]) -> PreparedPosition:
    return PreparedPosition(build=lambda: SCENES[name]().match, seat=seat, rule=rule, line=line)


def _axis(*choice: str) -> tuple[Seat, Choice]:
    return "axis", choice


def _allied(*choice: str) -> tuple[Seat, Choice]:
    return "allied", choice


LAUNCH = ("launch_operation", "alpha")

POSITIONS: dict[str, PreparedPosition] = {
    "holding_on": _prepared("holding_on", "allied", "6.4"),
    "ledger": _prepared("ledger", "axis", "3.2"),
    "giants": _prepared("giants", "axis", "9"),
    "last_point": _prepared("last_point", "axis", "12", _axis("buy_vp")),
    "their_last_token": _prepared("their_last_token", "axis", "11.2", _axis("block")),
    "one_bid_more": _prepared("one_bid_more", "axis", "11.2", _axis("raise")),
    "a_hair_short": _prepared("a_hair_short", "axis", "5.5.3", _axis("use")),
    "last_stand": _prepared("last_stand", "allied", "5.5.3", _allied("use")),
    "open_door": _prepared("open_door", "allied", "9.6", _allied("launch_operation", "bravo")),
    "E3": _prepared("E3", "allied", "4", _allied("place_defence", "army_2", "paris"), _allied("place_defence", "decoy", "paris")),
    "E4": _prepared(
        "E4", "axis", "5.1", _axis("create_operation", "paris", "army_3"), _axis("add_to_operation", "alpha", "decoy")
    ),
    "E7": _prepared("E7", "axis", "6.3", _axis("launch_operation", "foxtrot"), _axis("keep"), _axis("lose", "army_3")),
    "E8": _prepared("E8", "allied", "6.4", _allied(*LAUNCH), _axis("keep")),
    "E13": _prepared("E13", "axis", "7.1.2", _axis(*LAUNCH), _axis("launch_from", "libya")),
    "E15": _prepared("E15", "allied", "7.2"),
    "E16": _prepared(
        "E16",
        "axis",
        "10.1",
        *(_axis("buy_card", card) for card in ("army_3", "army_2", "fort_3")),
        _axis("raise_industry"),
        _axis("buy_intel"),
        *(_axis("buy_vp") for _ in range(3)),
    ),
    "E17": _prepared(
        "E17",
        "axis",
        "11.2",
        _axis("look", "def:paris:allied"),
        _allied("block"),
        _axis("raise"),
        _allied("block"),
        _axis("decline"),
    ),
    "E18": _prepared("E18", "allied", "3.1.4", _allied("pass")),
    "E24": _prepared(
        "E24",
        "axis",
        "5.4",
        _axis("add_to_operation", "alpha", "army_2"),
        _axis("add_to_operation", "alpha", "decoy"),
        _axis("create_operation", "scandinavia", "army_1"),
    ),
    "E26": _prepared("E26", "allied", "11.3", _allied("look", "op:axis:alpha"), _axis("decline")),
    "E30": _prepared("E30", "axis", "9.3", _axis(*LAUNCH), _axis("keep")),
    "E31": _prepared(
        "E31",
        "axis",
        "A2",
        _axis(*LAUNCH),
        _axis("launch_across", "libya", "east_mediterranean"),
        _allied("reveal", "east_mediterranean", "fleet_3"),
        _allied("reveal", "east_mediterranean", "air"),
    ),
    "E32": _prepared("E32", "allied", "A3", _allied(*LAUNCH), _allied("launch_from", "north_atlantic")),
    "E36": _prepared(
        "E36", "allied", "6.7", _allied(*LAUNCH), _allied("launch_from", "egypt"), _axis("keep"), _allied("lose", "army_1")
    ),
    "E37": _prepared("E37", "allied", "6.6", _allied(*LAUNCH), _axis("keep")),
    "E39": _prepared("E39", "axis", "6.3", _axis(*LAUNCH), _axis("keep")),
    "E42": _prepared("E42", "axis", "6.8", _axis(*LAUNCH), _axis("keep")),
    "E45": _prepared("E45", "axis", "5.5.4", _axis(*LAUNCH), _axis("keep")),
    "E48": _prepared("E48", "axis", "6.1", _axis(*LAUNCH), _axis("keep")),
    "E52": _prepared("E52", "allied", "6.5", _allied("repel")),
    "E53": _prepared("E53", "axis", "5.5.3", _axis(*LAUNCH), _axis("use")),
    "E54": _prepared("E54", "axis", "3.1.4", _axis("place_defence", "decoy", "spain"), _axis("end_actions")),
    "E55": _prepared("E55", "allied", "6.4", _allied("resolve_quagmire", "kiev"), _axis("keep"), _allied("end_actions")),
    "E59": _prepared("E59", "axis", "9.2", _axis(*LAUNCH), _axis("keep")),
    "E62": _prepared("E62", "axis", "9.1", _axis(*LAUNCH), _axis("launch_from", "berlin"), _axis("keep")),
    "E69": _prepared("E69", "axis", "12", _axis("buy_vp"), _axis("buy_vp"), _axis("buy_vp")),
    "E78": _prepared("E78", "allied", "3.2", _allied("withdraw", "britain", "army_2"), _allied("withdraw_operation", "delta")),
    "E80": _prepared("E80", "axis", "A1", _axis("place_defence", "army_1", "turkey")),
    "E81": _prepared("E81", "allied", "A4", _allied(*LAUNCH), _axis("keep")),
    "E82": _prepared("E82", "allied", "A5", _allied("add_to_operation", "alpha", "army_1"), _allied(*LAUNCH)),
}
"""The same as the house knows them: who looks, which rule, and the choices of the answer."""
