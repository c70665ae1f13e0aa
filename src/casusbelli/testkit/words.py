"""Every sentence the players meet exists in every language and is filled in without gaps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from casusbelli.game import LANGUAGES, Caution, Ending, Game
from casusbelli.kernel import Choice, Params, Refusal, Seat
from casusbelli.words.texts import TextError, catalogue, choice_params, fill

from .looking import encode
from .mutants import illegal
from .playthrough import Trial, load_game

GAP = re.compile("⟦([^⟧]*)⟧")

KERNEL_REFUSALS = {"not_your_turn"}
"""Refusals whose words belong to the house, not to a game."""
HOUSE_LINES = {"total", "final"}
"""Lines of the score sheet that every game has."""


class Words(dict[str, str]):
    """A catalogue in which an id without a name shows as a gap."""

    def get(self, key: str, default: Any = None) -> Any:
        if key in self or not key.startswith("name."):
            return super().get(key, default)
        return default if key[5:].lstrip("-").isdigit() else f"⟦{key}⟧"


class Given(dict[str, Any]):
    """Parameters in which a missing one, or None, shows as a gap."""

    def get(self, key: str, default: Any = None) -> Any:
        value = super().get(key)
        return f"⟦{key}⟧" if value is None else value


@lru_cache(maxsize=32)
def words_of(spec: str, language: str) -> Words:
    return Words(catalogue(load_game(spec), language))


def sentence(words: Words, keys: tuple[str, ...], params: Params) -> str | None:
    """What is wrong with the first of the keys that exists, filled with the parameters; None when nothing is."""
    for key in keys:
        template = words.get(key)
        if template is not None:
            break
    else:
        return f"no text {' or '.join(keys)}"
    try:
        text = fill(words, template, Given(params))
    except TextError as error:
        return f"{key}: {error}"
    gap = GAP.search(text)
    if gap:
        return f"{key} has nothing for {gap[1]} in {template!r}; it is given {params}"
    return None if text.strip() else f"{key} is empty"


def setup_keys(game: Game[Any]) -> Iterator[str]:
    """The words needed before a match begins."""
    yield from ("game.title", "game.tagline", "game.blurb")
    for scenario in game.info.scenarios:
        yield f"scenario.{scenario.id}.title"
        yield from (f"seat.{seat}" for seat in scenario.seats)
    for option in game.info.options:
        yield f"option.{option.id}.title"
        if not all(isinstance(value, bool) for value in option.values):
            yield from (f"option.{option.id}.{value}" for value in option.offered or option.values)
    yield from (f"standing.{decision}" for decision in game.passive)
    yield from (f"name.{thing}" for passive in game.passive.values() for thing in passive.except_for)
    yield from (f"alarm.{kind}" for kind in game.alarms)
    yield from (f"name.{thing}" for things in game.alarms.values() for thing in things)


class Texts(Trial):
    """Every event, decision, choice, refusal, rule and ending met in play has its words in every language, without gaps."""

    name = "texts"
    options_tried = 6

    def start(self) -> None:
        self.met: set[tuple[tuple[str, ...], bytes]] = set()
        self.at = 0
        for key in setup_keys(self.game):
            self.say((key,), {})
        self.hear()

    def say(self, keys: tuple[str, ...], params: Params) -> None:
        met = (keys, encode(params))
        if met in self.met:
            return
        self.met.add(met)
        for language in LANGUAGES:
            wrong = sentence(words_of(self.spec, language), keys, params)
            self.require(wrong is None, f"{language}: {wrong}")

    def say_rule(self, rule: str) -> None:
        if rule:
            self.say((f"rule.{rule}.title",), {})
            self.say((f"rule.{rule}.text",), {})

    def before(self, seat: Seat, choice: Choice) -> None:
        for who, question in self.match.asked().items():
            self.say((f"decision.{question.decision}",), question.about or {})
            self.say((f"waiting.{question.decision}",), {"seat": who})
            self.say_rule(question.rule)
            options = question.options
            for option in self.rng.sample(options, min(self.options_tried, len(options))):
                self.say_choice(question.decision, option)
            self.say_warnings(who, self.rng.choice(options))
            for bad in illegal(options, [], self.rng):
                self.say_refusal(question.refusal(bad))

    def say_choice(self, decision: str, choice: Choice) -> None:
        verb = str(choice[0])
        names = self.game.verbs.get(verb, ())
        self.require(len(choice) - 1 <= len(names), f"{choice} has more parts than verbs names for {verb!r}: {names}")
        self.say((f"choice.{decision}.{verb}", f"choice.{verb}"), choice_params(self.game, choice))

    def say_warnings(self, seat: Seat, option: Choice) -> None:
        for caution in (self.match.preview(seat, option) or {}).get("warnings", ()):
            self.require(isinstance(caution, Caution), f"a warning of {option} is no Caution: {caution!r}")
            self.say((f"warning.{caution.key}",), caution.params)
            self.say_rule(caution.rule)

    def say_refusal(self, refusal: Refusal | None) -> None:
        if refusal is not None and refusal.key not in KERNEL_REFUSALS:
            self.say((f"refusal.{refusal.key}",), refusal.params)
            self.say_rule(refusal.rule)

    def after(self, seat: Seat, choice: Choice) -> None:
        self.hear()

    def hear(self) -> None:
        for viewer in self.viewers:
            for event in self.match.told(viewer, self.at):
                self.say((f"event.{event.kind}",), event.params)
                self.say_rule(event.rule)
        self.at = len(self.match.events or ())

    def end(self) -> None:
        result = self.match.result()
        if result is not None:
            self.say((f"ending.{result.ending}",), {"winners": list(result.winners)})
            self.say_ending(self.game.ending(self.match.state))

    def say_ending(self, ending: Ending) -> None:
        for line in ending.sheet:
            if line.key not in HOUSE_LINES:
                self.say((f"sheet.{line.key}",), line.params)
            self.say_rule(line.rule)
        others = [other.because for other in ending.endings if other.because is not None]
        for because in (*ending.because, *others):
            self.say((f"because.{because.key}",), because.params)
            self.say_rule(because.rule)
        for other in ending.endings:
            self.say((f"ending.{other.ending}",), {"winners": []})
        for shown in ending.hidden:
            self.say((f"hidden.{shown.key}",), shown.params)
        for award in ending.awards:
            self.say((f"award.{award.key}",), {"seat": award.seat, **award.params})
