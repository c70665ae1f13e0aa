"""``casus replay``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import typer

from casusbelli.game import Journal, JournalError, Match, verify
from casusbelli.game.registry import find, installed
from casusbelli.kernel import Illegal
from casusbelli.words.texts import catalogue, choice_text
from casusbelli.words.wording import ending_line, event_line, seat_name

from .common import Trouble, console, say_json


def run_replay(file: Path, verifying: bool, step: bool, seat: str | None, language: str, as_json: bool) -> None:
    journal = Journal.load(file)
    if journal.game not in installed():
        raise JournalError(f"{file}: the journal is of {journal.game}, which is not installed")
    game = find(journal.game)
    seats = game.info.scenario(journal.scenario).seats
    if seat is not None and seat not in seats:
        raise Trouble(f"{journal.game} has no seat {seat!r}; it has {', '.join(seats)}")
    told = about(journal, file)
    faults: list[str] = []
    if verifying:
        verdict = verify(game, journal)
        faults = verdict.faults
        told |= {"verified": verdict.ok, "marks": verdict.marks, "faults": faults, "chance": chance_of(journal)}
    if not as_json and not verifying:
        tell(journal, seat, language, step)
    elif not as_json:
        show_verdict(told)
    else:
        match = Match.restore(game, journal, record=False) if not faults else None
        say_json(told | {"digest": match.digest() if match else None, "result": match.result() if match else journal.result})
    if faults:
        raise typer.Exit(1)


def about(journal: Journal, file: Path) -> dict[str, Any]:
    return {
        "file": str(file),
        "game": journal.game,
        "rules_version": journal.rules_version,
        "scenario": journal.scenario,
        "options": journal.options,
        "commitment": journal.commitment,
        "choices": len(journal.entries),
    }


def chance_of(journal: Journal) -> list[str]:
    """What has been checked of the chance, in words, where it is not one seed of the server's alone."""
    told = []
    if journal.deal is not None:
        own = [one.seat for one in journal.deal.shares if not one.house]
        late = [one.seat for one in journal.deal.shares if one.house]
        told.append(
            f"the deal was made by the server and by {', '.join(own)}, each with a value committed to before" if own else ""
        )
        if late:
            told.append(f"no value came from {', '.join(late)}: theirs follow from the server's seed")
    if journal.seeds:
        times = "once" if len(journal.seeds) == 1 else f"{len(journal.seeds)} times"
        told.append(
            f"the match went back past a roll {times}; each time other chance took over, which follows from the first seed"
        )
    return [line for line in told if line]


def show_verdict(told: dict[str, Any]) -> None:
    out = console()
    if told["verified"]:
        out.print(f"{told['file']}: true. {told['choices']} choices, {told['marks']} marks, the seed is the one committed to")
        for line in told["chance"]:
            out.print(f"  {line}", markup=False)
    else:
        out.print(f"{told['file']}: false.", markup=False)
        for fault in told["faults"]:
            out.print(f"  {fault}", markup=False)


def tell(journal: Journal, seat: str | None, language: str, step: bool) -> None:
    """The match as its log, choice by choice."""
    game = find(journal.game)
    words = catalogue(game, language)
    out = console()
    if journal.rules_version == game.info.rules_version:
        match = Match.begin(game, journal)
        rest = journal.entries
    else:  # what came before the checkpoint was played by other rules
        start = journal.checkpoint.at if journal.checkpoint else 0
        rest = journal.entries[start:]
        journal.entries = journal.entries[:start]
        match = Match.restore(game, journal)
    shown = 0
    for who, choice in [("", ()), *rest]:
        if who:
            question = match.ask_of(who)
            try:
                match.follow(who, choice)
            except Illegal as refused:
                raise JournalError(f"choice {len(match.entries) + 1} does not replay: {refused}") from None
            own = seat is None or who == seat
            text = choice_text(game, words, question.decision if question else "", choice)
            out.print(f"{len(match.entries):5} {seat_name(words, who)}: {text if own else '…'}", markup=False, soft_wrap=True)
        for event in match.told(seat, shown):
            out.print(f"        {event_line(words, event)}", markup=False, soft_wrap=True)
        shown = len(match.events or ())
        if step and who and not sys.stdin.readline():
            step = False
    if result := match.result():
        out.print(ending_line(words, result), markup=False)
