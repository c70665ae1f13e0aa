"""Prepared positions and a short way to play them. Places are written as in the examples: us3, 0, won:us."""

from __future__ import annotations

import re
from typing import Any

from casusbelli.games.churchill import GAME
from casusbelli.games.churchill.content import DECKS, FRONTS, POWERS, STEP
from casusbelli.games.churchill.setup import options_from, set_up
from casusbelli.games.churchill.state import CENTRE, Churchill, Place
from casusbelli.kernel import Choice, Illegal, Match, Refusal, seed_from

UK, USSR, US = "uk", "ussr", "us"

QUIET = {7: "octagon_a", 9: "argonaut_a"}
"""Conference cards that roll no dice."""

NO_MARKERS = {power: {"europe": 0, "pacific": 0, "either": 0} for power in POWERS}


def place_of(notation: str) -> Place:
    found = re.fullmatch(r"(uk|ussr|us)(\d+)", notation)
    return (found[1], int(found[2])) if found else CENTRE


class Position:
    """A state to begin from, changed field by field."""

    def __init__(self, scenario: str = "training", **options: Any) -> None:
        self.scenario = scenario
        self.g: Churchill = set_up(scenario, options_from(GAME.info.settle(options)), seed_from("position"))
        first = self.g.first_conference
        self.g.conference_deck = [QUIET.get(n, card) for n, card in enumerate(self.g.conference_deck, first)]
        self.g.card = self.g.conference_deck.pop(0)

    def table(self, **places: str) -> Position:
        self.g.table = {issue: place_of(notation) for issue, notation in places.items()}
        return self

    def won(self, **powers: str) -> Position:
        self.g.won = powers
        return self

    def hands(self, **hands: str) -> Position:
        """The named cards go to the hands; a power that is not named holds none."""
        for power in POWERS:
            self.g.hands[power] = hands.get(power, "").split()
            self.g.decks[power] = [card for card in DECKS[power] if card not in self.g.hands[power]]
        return self

    def fronts(self, **spaces: str) -> Position:
        for name, space in spaces.items():
            self.g.fronts[f"{name}_front"] = STEP[f"{name}_front", space]
        return self

    def naval(self, **counts: int) -> Position:
        self.g.naval.update(counts)
        return self

    def support(self, **counts: int) -> Position:
        self.g.support.update({f"{name}_front": n for name, n in counts.items()})
        return self

    def networks(self, **owners: str) -> Position:
        """``poland="us2"``: two US networks; an empty word clears the country."""
        for country, word in owners.items():
            self.g.networks.pop(country, None)
            if word:
                self.g.networks[country] = place_of(word)
        return self

    def aligned(self, **owners: str) -> Position:
        for country, power in owners.items():
            self.g.alignments.pop(country, None)
            if power:
                self.g.alignments[country] = power
        return self

    def inactive(self, *powers: str) -> Position:
        for power in powers:
            self.g.leaders[power].active = False
        return self

    def set(self, **fields: Any) -> Position:
        for name, value in fields.items():
            assert hasattr(self.g, name), name
            setattr(self.g, name, value)
        return self

    def at(self, phase: str, **fields: Any) -> Play:
        self.set(phase=phase, **fields)
        return Play(Match.of(GAME, self.g, scenario=self.scenario))

    def meeting(self, turn: str) -> Play:
        return self.at("meeting", turn=turn)

    def allocation(self, *queue: str, **tokens: int) -> Play:
        """Powers with tokens and no leadership markers allocate in this order."""
        markers = {power: dict(none) for power, none in NO_MARKERS.items()}
        return self.at(
            "allocation", tokens={p: tokens.get(p, 0) for p in POWERS}, markers=markers, winner=queue[-1], queue=[*queue]
        )


class Play:
    """A match from a prepared position."""

    def __init__(self, match: Match[Churchill]) -> None:
        self.match = match

    @property
    def g(self) -> Churchill:
        return self.match.state

    @property
    def asked(self) -> tuple[str, str]:
        """Who is asked what; only for questions to one seat."""
        ((seat, question),) = self.match.asked().items()
        return seat, question.decision

    def options(self, seat: str) -> list[Choice]:
        return self.match.options(seat)

    def act(self, seat: str, *choice: str | int) -> Play:
        self.match.act(seat, choice)
        return self

    def decline(self, *seats: str) -> Play:
        for seat in seats:
            self.act(seat, "decline")
        return self

    def refused(self, seat: str, *choice: str | int) -> Refusal | None:
        """The choice must be refused; tells why."""
        try:
            self.match.act(seat, choice)
        except Illegal as illegal:
            return illegal.refusal
        raise AssertionError(f"{choice} was accepted")

    def at(self, issue: str) -> str:
        """Where an issue is."""
        if issue in self.g.won:
            return f"won:{self.g.won[issue]}"
        if issue in self.g.table:
            power, n = self.g.table[issue]
            return f"{power}{n}" if power else "0"
        return "removed" if issue in self.g.removed_issues else "pool"

    def space(self, front: str) -> str:
        name = f"{front}_front"
        return FRONTS[name].path[self.g.fronts[name]]

    def events(self, kind: str) -> list[dict[str, Any]]:
        return [event.params for event in self.match.events or [] if event.kind == kind]
