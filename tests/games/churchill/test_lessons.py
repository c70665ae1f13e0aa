"""The course of Churchill: every question is taught, and what the coach says of dice and points is what happens."""

from __future__ import annotations

import re
from functools import lru_cache

import pytest

from casusbelli.game import LANGUAGES, Match
from casusbelli.games.churchill.content import ABOMB_SPACES, CONFERENCES, COUNTRIES, LEADERS, STAFF, UK, US, USSR
from casusbelli.games.churchill.game import GAME
from casusbelli.games.churchill.scoring import score_sheet, totals
from casusbelli.games.churchill.state import Churchill
from casusbelli.kernel import Choice
from casusbelli.learn import LessonRun, lessons_of
from casusbelli.learn.script import Expect, Quiz, Reply
from casusbelli.words.texts import catalogue

COURSES = {lesson.id: lesson for lesson in lessons_of(GAME)}


@lru_cache(maxsize=8)
def run_to(lesson: str, step: str) -> LessonRun:
    run = LessonRun(GAME, COURSES[lesson])
    while run.step.id != step:
        run.play_others()
        run.pass_step()
    run.play_others()
    return run


def told(match: Match[Churchill], kind: str, of: str) -> dict[str, tuple[int, ...]]:
    """The numbers of these events by what they are about."""
    return {
        event.params[of]: tuple(int(event.params[key]) for key in ("strength", "roll") if key in event.params)
        for event in match.events or ()
        if event.kind == kind
    }


def test_every_decision_of_the_game_is_made_in_some_lesson() -> None:
    asked = {key.removeprefix("decision.") for key in catalogue(GAME, "en") if key.startswith("decision.")}
    taught = {step.decision for lesson in COURSES.values() for step in lesson.steps if isinstance(step, Expect)}
    assert asked - taught == set()


@pytest.mark.parametrize("lesson", COURSES)
def test_a_lesson_ends_with_three_questions(lesson: str) -> None:
    assert all(isinstance(step, Quiz) for step in COURSES[lesson].steps[-3:])


def test_bread_and_guns_the_bomb_is_ready() -> None:
    run = run_to("bread_and_guns", "global")
    rolled = [event for event in run.match.events or () if event.kind == "abomb_rolled"]
    assert [(e.params["roll"], e.params["modifiers"], e.params["success"]) for e in rolled] == [(4, 2, True)]


def test_fronts_and_shadows_the_dice_fall_as_told() -> None:
    match = run_to("fronts_and_shadows", "surrender").match
    rolled = told(match, "front_rolled", "front")
    assert rolled["western_front"] == (8, 6) and rolled["eastern_front"] == (4, 7)
    assert rolled["sw_pacific_front"] == (6, 3) and rolled["mediterranean_front"] == (6, 1)
    kinds = [event.kind for event in match.events or ()]
    assert "surrendered" in kinds and "fleet_fate" in kinds and match.state.surrendered == {"germany": 9}


def test_chiefs_and_ties_marshall_rolls_two() -> None:
    match = run_to("chiefs_and_ties", "roll").match
    assert [event.params["roll"] for event in match.events or () if event.kind == "chief_rolled"] == [2]


def test_the_peace_has_the_points_of_the_sheet() -> None:
    assert totals(score_sheet(run_to("the_peace", "sheet").match.state)) == {US: 38, UK: 27, USSR: 25}


@pytest.mark.parametrize(
    ("named", "ending", "winner"), [(USSR, "allied_victory", US), (UK, "broken_alliance", UK)], ids=["as told", "otherwise"]
)
def test_the_peace_is_won_by_the_gift(named: str, ending: str, winner: str) -> None:
    """The same moves with the other winner of the conference: the leader has run away, and the second wins."""
    match = GAME.positions()["the_peace"].build()
    fund: list[tuple[str, Choice]] = [(US, ("alloc_free", "abomb"))] * 2
    march: list[tuple[str, Choice]] = [(US, ("alloc_free", "offensive", "far_east_front"))] * 3
    (spent,) = (step for step in COURSES["the_peace"].steps if step.id == "others_spend")
    assert isinstance(spent, Reply)
    british = [(UK, choice[1:]) for choice in spent.choices]
    line: list[tuple[str, Choice]] = [
        (USSR, ("advance_staff", "gromyko", "ussr_declares_war", 2)),
        (US, ("debate_chief", "marshall")),
        (US, ("chief_stop", "yes")),
        (US, ("decline",)),
        (US, ("tie_choice_us", named)),
        (USSR, ("place_directed_offensive", "far_east_front")),
        *fund,
        *march,
        *british,
        (US, ("network_order", USSR)),
        (USSR, ("place", "denmark")),
        (US, ("network_order", UK)),
        (UK, ("remove", "denmark")),
        (US, ("place", "dutch_east_indies")),
    ]
    for seat, choice in line:
        match.act(seat, choice)
    result = match.result()
    assert match.over and result is not None
    assert (result.ending, result.winners) == (ending, (winner,))


@pytest.mark.parametrize("language", LANGUAGES)
def test_history_has_two_sentences_for_everybody_and_every_conference(language: str) -> None:
    words = catalogue(GAME, language)
    told = {key.removeprefix("history."): text for key, text in words.items() if key.startswith("history.")}
    assert told.keys() == {*LEADERS, *STAFF, *CONFERENCES, *COUNTRIES, *ABOMB_SPACES}
    initials = re.compile(r"\b[A-Z]\. ")
    assert {key for key, text in told.items() if len(re.findall(r"\.(?: |$)", initials.sub("", text))) != 2} == set()
