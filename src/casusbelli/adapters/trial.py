"""The trial that the numbers tell a seat nothing it may not know: for games, beside the trials of the test kit."""

from __future__ import annotations

from typing import Any

from casusbelli.game import Match
from casusbelli.kernel import Choice, Seat, seed_from
from casusbelli.testkit.leaks import Twin
from casusbelli.testkit.playthrough import Trial

from .encoding import Encoder


class NoLeakInNumbers(Trial):
    """Worlds that differ only in what a seat cannot know give it the same vector and the same rows for its options."""

    name = "no_leak_in_numbers"
    share = 0.1
    most = 12

    def start(self) -> None:
        self.encoder = Encoder(self.game, self.match.scenario, option_view=True)

    def before(self, seat: Seat, choice: Choice) -> None:
        for viewer in self.match.seats:
            twin = Twin(self.match, viewer, seed_from(self.rng.getrandbits(64)))
            same = self.numbers(self.match, viewer) == self.numbers(twin.world, viewer)
            self.require(same, f"{viewer} could tell two worlds apart by its numbers")

    def numbers(self, match: Match[Any], viewer: Seat) -> list[bytes]:
        question = match.ask_of(viewer)
        if question is None:
            return [self.encoder.observation(match.view(viewer), viewer).tobytes()]
        view, options = match.view(viewer), question.options
        vector = self.encoder.observation(view, viewer, question.decision, question.about)
        return [vector.tobytes(), self.encoder.options(question.decision, options, len(options), view).tobytes()]
