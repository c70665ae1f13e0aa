"""Positions to show a rule in: a fresh board, edited, then played through the real questions."""

from __future__ import annotations

from typing import Any

from casusbelli.games.fog_of_war import GAME
from casusbelli.games.fog_of_war.content import OPPONENT, SPACE_INDEX
from casusbelli.games.fog_of_war.setup import new_war
from casusbelli.games.fog_of_war.state import Battle, Force, Operation, Quagmire, War
from casusbelli.games.fog_of_war.turn import begin
from casusbelli.kernel import Choice, Match, Refusal, seed_from


class Scene:
    """A position under construction, and the match played from it."""

    match: Match[War]

    def __init__(self, active: str = "axis", *options: str, seed: int | str = 1, **facts: Any) -> None:
        settled = GAME.info.settle(dict.fromkeys(options, True))
        self.g = new_war("campaign_1940", settled | {"adv_faction_bid": False}, seed_from(seed))
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
        options = {option.id: option.id in self.g.options for option in GAME.info.options}
        self.match = Match.of(GAME, self.g, options=options)
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
    control = dict.fromkeys(new_war("campaign_1940", GAME.info.settle({}), b"").control, OPPONENT[side])
    return control | dict.fromkeys(provinces, side)
