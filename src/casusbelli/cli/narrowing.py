"""Many options, few at a time: pick the verb, then its parts one after the other, or type a word that must be in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from casusbelli.kernel import Choice

FEW = 14
"""So many options are listed as they are."""

Part = str | int


class Narrowing:
    """The options that are left after what was picked. The same idea as on the screen: what is picked must be in the choice."""

    def __init__(self, options: Sequence[Choice], text: Callable[[Choice], str], few: int = FEW) -> None:
        self.options = list(options)
        self.text = text
        self.few = few
        self.picked: list[Part] = []
        self.filtered: list[str] = []

    @property
    def left(self) -> list[Choice]:
        n = len(self.picked)
        return [
            choice
            for choice in self.options
            if list(choice[:n]) == self.picked and all(word in self.text(choice).casefold() for word in self.filtered)
        ]

    def parts(self) -> list[Part]:
        """What can be picked next; nothing when the options are few enough to be listed whole."""
        while True:
            left, n = self.left, len(self.picked)
            if len(left) <= self.few or any(len(choice) <= n for choice in left):
                return []
            parts = list(dict.fromkeys(choice[n] for choice in left))
            if len(parts) > 1:
                return parts
            self.picked.append(parts[0])

    def lines(self) -> list[Choice | Part]:
        """What is listed now: parts to pick from, or whole choices."""
        return [*self.parts()] or [*self.left]

    def type(self, word: str) -> bool:
        """Keep the options whose text has this word; False, and nothing changes, when none has."""
        self.filtered.append(word.casefold())
        if self.left:
            return True
        self.filtered.pop()
        return False

    def back(self) -> None:
        """Forget what was picked."""
        self.picked, self.filtered = [], []
