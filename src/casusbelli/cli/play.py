"""``casus play``: a match in the terminal, over ssh or from a script."""

from __future__ import annotations

import sys
from functools import cached_property, lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any

from casusbelli.bots import GRADES, make_bot
from casusbelli.bots.accounts import account_of
from casusbelli.game import LANGUAGES, Bot, Game, Journal, JournalError, Match, Position
from casusbelli.game.registry import find, installed
from casusbelli.kernel import Ask, Choice, Seat, SetupError, seed_from
from casusbelli.testkit import load_game
from casusbelli.words.texts import Catalogue, catalogue, choice_params, choice_text, read_texts, reason_text, say
from casusbelli.words.wording import ending_line, event_line, outline, seat_name, with_rule

from .common import Trouble, console, read_options, split
from .narrowing import Narrowing, Part

ME = "me"


@lru_cache(maxsize=8)
def terminal_words(language: str) -> Catalogue:
    if language not in LANGUAGES:
        raise Trouble(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    return read_texts(Path(__file__).parent / "texts" / f"play.{language}.toml")


def start(
    game_id: str | None,
    *,
    seats: str | None,
    scenario: str | None,
    options: str | None,
    seed: str | None,
    language: str,
    save: Path | None,
    resume: Path | None,
    explain: bool = False,
) -> None:
    terminal_words(language)
    if resume is not None:
        match = resumed(resume)
        save = save or resume
    elif game_id is None:
        raise Trouble("name a game, or a file with --resume")
    else:
        game = load_game(game_id)
        match = Match.new(game, scenario, read_options(game.info, options), seed_from(seed) if seed is not None else None)
    Terminal(match, who_sits_where(match, seats), language, save, explain).play()


def resumed(file: Path) -> Match[Any]:
    journal = Journal.load(file)
    if journal.game not in installed():
        raise JournalError(f"{file}: the journal is of {journal.game}, which is not installed")
    return Match.restore(find(journal.game), journal)


def who_sits_where(match: Match[Any], seats: str | None) -> dict[Seat, Bot | None]:
    """A bot or None (a person) for every seat; without a wish the person has the first seat and the bots the others."""
    bots = match.game.bots()
    usual = next((grade for grade in reversed(GRADES[:2]) if grade in bots), "random")
    names = split(seats) or [ME] + [usual] * (len(match.seats) - 1)
    if len(names) != len(match.seats):
        raise SetupError(f"--seats needs {len(match.seats)} names, for {', '.join(match.seats)}; {len(names)} are given")
    return {seat: None if name == ME else make_bot(match.game, name) for seat, name in zip(match.seats, names, strict=True)}


def hand_in(view: Any) -> list[Part]:
    """The viewer's own hand, where a view has one: as ``hand``, or under ``own``."""
    for place in (view, view.get("own") if isinstance(view, dict) else None):
        hand = place.get("hand") if isinstance(place, dict) else None
        if isinstance(hand, list) and all(isinstance(card, str | int) for card in hand):
            return hand
    return []


class Quit(Exception):
    """The player has had enough for now."""


class Terminal:
    """One match at one keyboard."""

    def __init__(
        self, match: Match[Any], seats: dict[Seat, Bot | None], language: str, save: Path | None, explain: bool = False
    ) -> None:
        self.match = match
        self.game: Game[Any] = match.game
        self.bots = {seat: bot for seat, bot in seats.items() if bot is not None}
        self.people = [seat for seat, bot in seats.items() if bot is None]
        self.language = language
        self.words = catalogue(match.game, language)
        self.own = terminal_words(language)
        self.save = save
        self.explains = explain
        self.out = console()
        self.heard = dict.fromkeys(match.seats, 0)
        self.at_keyboard: Seat | None = None

    # -- the course of the match -------------------------------------------------------------------------------------

    def play(self) -> None:
        self.line(say(self.words, "game.title", default=self.game.info.id), style="bold")
        try:
            while asked := self.match.asked():
                bot = next((seat for seat in asked if seat in self.bots), None)
                if bot is not None:
                    self.bot_plays(bot)
                else:
                    self.person_plays(next(iter(asked)))
        except Quit:
            self.keep()
            self.say("left")
            return
        self.news(self.people[0] if self.people else None)
        result = self.match.result()
        if result is not None:
            self.line(ending_line(self.words, result), style="bold")
        self.keep()

    def bot_plays(self, seat: Seat) -> None:
        """A bot's chance follows from the match and the moment, so that a resumed match goes on as it would have."""
        chance = Random(f"{self.match.state.seed.hex()}/{seat}/{len(self.match.entries)}")
        position = Position(self.match, seat)
        choice = self.bots[seat].choose(position, chance)
        if self.explains and not self.people:  # from a bot one plays against it would be a secret
            self.account(self.bots[seat], position, choice)
        self.match.act(seat, choice)
        self.keep()

    def person_plays(self, seat: Seat) -> None:
        self.hand_over(seat)
        self.news(seat)
        question = self.match.asked()[seat]
        if self.explains and self.adviser is not None and len(question.options) > 1:
            position = Position(self.match, seat)
            self.account(self.adviser, position, self.adviser.choose(position, Random(len(self.match.entries))))
        choice = self.ask(seat, question)
        if choice is not None:
            self.match.act(seat, choice)
            self.keep()

    @cached_property
    def adviser(self) -> Bot | None:
        """Who tells a person what he would choose; nobody where the game has no bots of its own."""
        bots = self.game.bots()
        return next((make_bot(self.game, grade) for grade in reversed(GRADES) if grade in bots), None)

    def account(self, bot: Bot, position: Position, choice: Choice) -> None:
        """What a bot chooses, why, and what it would have chosen next."""
        told = account_of(bot, position, choice, Random(len(self.match.entries)))
        named = partial(choice_text, self.game, self.words, position.decision)
        self.say("explain", seat=seat_name(self.words, position.seat), choice=named(told.choice))
        because = partial(reason_text, self.game, {**self.own, **self.words}, position.decision)
        for reason in told.why:
            self.line(f"    {because(reason)}", style="dim")
        for other in told.others[:1]:
            beside = list(map(because, other.has))
            if all(reason.params.get("over") != other.choice for reason in told.why):  # else they are compared above
                beside += [because(other.gap)] if other.gap else [self.own["explain_lacks"]] * (other.lacks == told.why)
            self.say("explain_other", choice=named(other.choice), why=" ".join(beside))

    def hand_over(self, seat: Seat) -> None:
        """Around one keyboard nobody sees the other's secrets."""
        if len(self.people) > 1 and self.at_keyboard not in (None, seat):
            if self.out.is_terminal:
                self.out.clear()
            self.say("hand_over", seat=seat_name(self.words, seat))
            self.read("")
        self.at_keyboard = seat

    def news(self, seat: Seat | None) -> None:
        """What happened since this seat last looked, and the position."""
        since = self.heard.get(seat, 0) if seat else 0
        for event in self.match.told(seat, since):
            self.line(f"  {event_line(self.words, event)}", style="dim")
        if seat:
            self.heard[seat] = len(self.match.events or ())
        for text in self.game.summary(self.match.state, self.language):
            self.line(text)
        if hand := hand_in(self.match.view(seat)):
            self.say("hand", cards=", ".join(self.part_text(card) for card in hand))

    def keep(self) -> None:
        if self.save is not None:
            self.match.journal(marks=self.match.over).save(self.save)

    # -- one question ------------------------------------------------------------------------------------------------

    def ask(self, seat: Seat, question: Ask) -> Choice | None:
        """The seat's choice; None when it took one back instead."""
        narrowing = Narrowing(question.options, lambda choice: choice_text(self.game, self.words, question.decision, choice))
        while True:
            listed = self.show(seat, question, narrowing)
            command, _, rest = self.read("> ").partition(" ")
            if command.isdigit() and 1 <= int(command) <= len(listed):
                picked = listed[int(command) - 1]
                if isinstance(picked, tuple):
                    return picked
                narrowing.picked.append(picked)
                if len(narrowing.left) == 1:
                    return narrowing.left[0]
            elif command == "u":
                if self.take_back(seat):
                    self.heard = {s: min(n, len(self.match.events or ())) for s, n in self.heard.items()}
                    self.keep()
                    return None
                self.say("no_undo")
            elif command == "b":
                narrowing.back()
            else:
                self.other_command(seat, question, narrowing, command, rest)

    def take_back(self, seat: Seat) -> bool:
        return self.match.undo(seat)

    def other_command(self, seat: Seat, question: Ask, narrowing: Narrowing, command: str, rest: str) -> None:
        match command:
            case "?":
                self.explain(question.rule)
            case "r":
                self.explain(rest.strip())
            case "h":
                self.line(self.own["help"])
            case "v":
                for text in outline(self.words, self.match.view(seat)):
                    self.line(text)
            case "l":
                for event in self.match.told(seat):
                    self.line(f"  {event_line(self.words, event)}", style="dim")
            case "w":
                self.why_not(seat, rest)
            case "s":
                self.save = Path(rest.strip()) if rest.strip() else self.save
                self.keep()
                self.say("saved", file=str(self.save)) if self.save else self.say("no_file")
            case "q":
                raise Quit
            case "":
                self.say("how")
            case _ if command.isdigit() or not narrowing.type(f"{command} {rest}".strip()):
                self.say("not_understood")

    def show(self, seat: Seat, question: Ask, narrowing: Narrowing) -> list[Choice | Part]:
        """The prompt and what can be picked now."""
        listed = narrowing.lines()
        prompt = say(self.words, f"decision.{question.decision}", question.about or {})
        self.line(f"{seat_name(self.words, seat)}: {with_rule(prompt, question.rule)}", style="bold")
        if narrowing.picked or narrowing.filtered:
            verb = [self.verb_text(question.decision, part) for part in narrowing.picked[:1]]
            picked = verb + [self.part_text(part) for part in narrowing.picked[1:]] + [f"“{word}”" for word in narrowing.filtered]
            self.say("picked", what=" · ".join(picked))
        for n, item in enumerate(listed, 1):
            if isinstance(item, tuple):
                text = choice_text(self.game, self.words, question.decision, item)
            else:
                text = self.partial_text(question.decision, narrowing, item)
            self.line(f"{n:4}  {text}")
        return listed

    def partial_text(self, decision: str, narrowing: Narrowing, part: Part) -> str:
        """A choice as far as it would be picked, with dots for the rest, and how many options that leaves."""
        n = len(narrowing.picked)
        fitting = [choice for choice in narrowing.left if choice[n] == part]
        if len(fitting) == 1:
            return choice_text(self.game, self.words, decision, fitting[0])
        if n > 0:
            return f"{self.part_text(part)} … ({len(fitting)})"
        dots = dict.fromkeys(choice_params(self.game, fitting[0]), "…")
        for key in (f"verb.{part}", f"choice.{decision}.{part}", f"choice.{part}"):
            if key in self.words:
                return f"{say(self.words, key, dots)} ({len(fitting)})"
        return f"{part} … ({len(fitting)})"

    def verb_text(self, decision: str, verb: Part) -> str:
        """What is being done, in words; the parts that are still open left out."""
        for key in (f"verb.{decision}.{verb}", f"verb.{verb}"):
            if key in self.words:
                return say(self.words, key).strip(" …")
        return self.part_text(verb)

    def part_text(self, part: Part) -> str:
        return self.words.get(f"name.{part}", str(part))

    def explain(self, rule: str) -> None:
        title, text = self.words.get(f"rule.{rule}.title"), self.words.get(f"rule.{rule}.text")
        if title is None and text is None:
            self.say("no_rule", rule=rule)
        else:
            self.line(f"[{rule}] {title or ''}", style="bold")
            self.line(text or "")

    def why_not(self, seat: Seat, rest: str) -> None:
        """Why is a choice, given by its ids, not on offer?"""
        choice: Choice = tuple(int(part) if part.lstrip("-").isdigit() else part for part in rest.split())
        if not choice:
            self.say("why_usage")
        elif choice in self.match.options(seat):
            self.say("it_is_legal")
        elif refusal := self.match.refusal(seat, choice):
            self.line(with_rule(say(self.words, f"refusal.{refusal.key}", refusal.params), refusal.rule))
        else:
            self.say("no_reason")

    # -- lines -------------------------------------------------------------------------------------------------------

    def read(self, prompt: str) -> str:
        """A line from the keyboard or the script; its end is the end of the session."""
        if prompt and self.out.is_terminal:
            self.out.print(prompt, end="")
        line = sys.stdin.readline()
        if not line:
            raise Quit
        return line.strip()

    def line(self, text: str, style: str = "") -> None:
        self.out.print(text, style=style, markup=False, soft_wrap=not self.out.is_terminal)

    def say(self, key: str, **params: Any) -> None:
        self.line(say(self.own, key, params), style="italic")
