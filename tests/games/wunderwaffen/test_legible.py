"""What the table explains of a match: warnings before dear steps, a bot's reasons, the last screen."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.telling import lagging

from casusbelli.game import Caution, Match, Position, reasons_of
from casusbelli.game.ending import faults_of
from casusbelli.games.wunderwaffen.game import GAME
from casusbelli.words.texts import catalogue, say

from .positions import A, B, G, R, Table


def warned(match: Match[Any], seat: str, *choice: str) -> dict[str, Caution]:
    return {warning.key: warning for warning in (match.preview(seat, choice) or {}).get("warnings", [])}


def test_a_play_that_gives_a_territory_to_a_rival_is_warned_of() -> None:
    table = Table().spaces("munich", "A-So", "A-Ta", None).ready(R, ("So", A, "Ta"), "So", "Mo")
    warning = warned(table.turn(R).match, R, "place", "ready_1", A, "tank", "munich_3")["rival_conquers"]
    assert (warning.grade, warning.params["faction"], warning.params["territory"]) == ("warn", A, "munich")
    assert warning.params["points"] >= 2


def test_a_fortress_completed_for_the_german_is_warned_of() -> None:
    table = Table().spaces("munich", "G-So", "G-Ta", None).ready(R, ("So", G, "Ta"), "So", "Mo")
    assert "fortress_for_german" in warned(table.turn(R).match, R, "place", "ready_1", G, "tank", "munich_3")


def test_a_fortress_that_is_held_again_is_not_said_to_score() -> None:
    table = Table().fortress("munich", "G-So").spaces("munich", "G-So", "G-Ta", None).ready(R, ("So", G, "Ta"), "So", "Mo")
    game = table.turn(R)
    warning = warned(game.match, R, "place", "ready_1", G, "tank", "munich_3")["fortress_holds"]
    game.act("place", "ready_1", G, "tank", "munich_3")
    assert (warning.params["points"], game.g.score[G]) == (0, 0), "7.1, R14"


def test_what_a_conquest_scores_is_told_with_the_box_its_bonus_leads_to() -> None:
    table = Table().spaces("munich", "A-So", "A-Ta", None).track("morale", A=4).ready(R, ("So", A, "Ta"), "So", "Mo")
    game = table.turn(R)
    warning = warned(game.match, R, "place", "ready_1", A, "tank", "munich_3")["rival_conquers"]
    game.act("place", "ready_1", A, "tank", "munich_3").act("marker", "munich_1")
    assert warning.params["points"] == game.g.score[A] == 2 + 2, "7.2: +1 Morale first, then the box reached"


def test_an_interception_asks_first_and_says_that_it_costs_the_next_turn() -> None:
    table = Table().set(research=3).ready(A, "Pl", "So", "So").ready(G, "Pl", "Re", "So")
    match = table.turn(A).play("air_raid", "Pl").match
    warning = warned(match, G, "intercept", "plane")["interception_all_plays"]
    assert (warning.grade, warning.params) == ("ask", {"tokens": 2})
    assert warned(match, G, "pass")["points_fall"].params == {"before": 1, "after": 0}


def test_a_card_below_the_research_points_asks_first() -> None:
    table = Table().set(research=5).ready(G, "So", "So", "So").face_up("a", "panzerfaust").face_up("b", "maus")
    match = table.turn(G).match
    dear = {str(c[1]): warned(match, G, *map(str, c)) for c in match.asked()[G].options if c[0] == "buy_card"}
    assert dear, "there is something to buy"
    for card, its in dear.items():
        assert its["research_resets"].params == {"step": 5}
        assert ("points_wasted" in its) == (card == "panzerfaust")


def test_an_air_raid_that_can_be_met_is_noted() -> None:
    table = Table().set(research=2).ready(A, "Pl", "So", "So").ready(G, "Pl", "Re", "So")
    assert warned(table.turn(A).match, A, "air_raid", "ready_1", A, "plane")["may_be_intercepted"].params == {"fronts": ["plane"]}


def test_an_own_marker_is_noted_where_a_borrowed_one_could_stay() -> None:
    table = Table().spaces("bialystok", None, "R-Pl", "G-Ta").ready(R, "So", "So", "Mo")
    match = table.turn(R).play("place", "So", "bialystok_1").match
    assert warned(match, R, "marker", "bialystok_1") == {}, "both are his own"


def test_a_solution_says_what_it_costs_and_whom_it_pays() -> None:
    table = Table().spaces("munich", "B-So").ready(A, "Po", "So", "So").score(A=5, B=4)
    warning = warned(table.turn(A).match, A, "solution", "ready_1", A, "politics", "munich_1")["solution_costs"]
    assert (warning.grade, warning.params) == ("warn", {"n": 2, "faction": B})
    poor = Table().spaces("munich", "B-So").ready(A, "Po", "So", "So").score(B=4)
    assert "solution_costs" not in warned(poor.turn(A).match, A, "solution", "ready_1", A, "politics", "munich_1")


@pytest.mark.parametrize(("seat", "lent", "grade", "part"), [(A, None, "note", 2), (A, None, "note", 1), (G, A, "warn", 2)])
def test_the_last_gate_is_told_and_the_german_is_warned_of_it(seat: str, lent: str | None, grade: str, part: int) -> None:
    """Even where the marker must still be chosen before the territory changes hands."""
    table = (
        Table().set(part=part, round=1).owned(R, "poznan", "koszalin").owned(A, "leipzig").spaces("dresden", None, "A-Ta", "A-Ar")
    )
    token = "So" if lent is None else ("*", lent, "Ta")
    match = table.ready(seat, token, "So", "So").turn(seat).match
    piece = "tank" if lent else "soldier"
    warning = warned(match, seat, "place", "ready_1", A, piece, "dresden_1")["opens_berlin"]
    assert (warning.grade, warning.rule, warning.params) == (grade, "9", {"now": part == 2})
    elsewhere = warned(match, seat, "place", "ready_1", A, piece, "munich_1")
    assert "opens_berlin" not in elsewhere


@pytest.mark.parametrize(("research", "lost"), [(4, True), (2, False)])
def test_a_play_that_leaves_no_play_for_oneself_is_warned_of(research: int, lost: bool) -> None:
    """The last step of research makes the other Research tokens useless."""
    table = Table().set(research=research).track("morale", G=7).ready(G, ("Re", A, "So"), ("Re", A, "So"), ("Re", A, "So"))
    warnings = warned(table.turn(G).match, G, "research", "ready_1", G, "research")
    assert ("own_play_lost" in warnings) == lost
    if lost:
        assert (warnings["own_play_lost"].grade, warnings["own_play_lost"].params) == ("warn", {"count": 1})


def test_the_lamp_says_why() -> None:
    table = Table().spaces("bialystok", None, "R-Pl", "R-Ta").ready(R, "So", "So", "Mo")
    match = table.turn(R).match
    bot = GAME.bots()["marshal"]()
    said = reasons_of(bot, Position(match, R), ("place", "ready_1", R, "soldier", "bialystok_1"))
    assert said[0].key == "conquers"
    assert said[0].params["territory"] == "bialystok"
    assert reasons_of(bot, Position(match, R), ("morale", "ready_3", R, "morale"))[0].key == "track_rises"


def test_a_front_to_make_ready_is_compared_with_the_others_on_offer() -> None:
    """The bot says of a front what it could do on the board: most of all, or nearly as much as the best."""
    match = Match.new(GAME, "four_players", {}, bytes(32))
    while (asked := next(iter(match.asked().items())))[1].decision != "pick_ready":
        match.act(asked[0], asked[1].options[0])
    seat, question = asked
    bot = GAME.bots()["marshal"]()
    said = {str(choice[1]): reasons_of(bot, Position(match, seat), choice) for choice in question.options}
    keys = {front: [reason.key for reason in reasons] for front, reasons in said.items()}
    best = [front for front, its in keys.items() if its == ["front_serves"]]
    assert best
    near = [reason.params["best"] for reasons in said.values() for reason in reasons if reason.key == "front_serves_near"]
    assert near
    assert set(near) <= set(best)


def test_a_back_is_said_to_bring_what_it_brings() -> None:
    match = Table().ready(R, ("*", A, "Po"), "So", "Mo").turn(R).match
    bot = GAME.bots()["marshal"]()
    said = {use: reasons_of(bot, Position(match, R), (use, "ready_1", A, "politics"))[-1] for use in ("conference", "politics")}
    assert (said["conference"].key, said["conference"].params) == ("lends_points", {"faction": A, "n": 3})
    assert (said["politics"].key, said["politics"].params["faction"]) == ("lends", A)


@pytest.mark.parametrize(
    ("scenario", "options", "pairs"),
    [
        ("four_players", {}, None),
        ("three_players", {}, "pairs_mean"),
        ("two_players", {"compensation": 12, "pair_scoring": "better"}, "pairs_better"),
        ("two_players", {"alternative_scoring": True}, "pairs_weaker"),
    ],
)
def test_a_match_gives_reasons_and_its_sheet_adds_up(scenario: str, options: dict[str, Any], pairs: str | None) -> None:
    match = Match.new(GAME, scenario, options, bytes(32))
    rng, said = Random(0), set()
    bot = GAME.bots()["recruit"]()
    while not match.over:
        seat, question = next(iter(match.asked().items()))
        choice = rng.choice(question.options)
        if rng.random() < 0.3:
            told = reasons_of(bot, Position(match, seat), choice)
            assert len(told) <= 2
            said |= {reason.key for reason in told}
        match.act(seat, choice)
    assert {"front_wanted", "foothold"} <= said
    g = match.state
    ending, result = GAME.ending(g), GAME.result(g)
    assert result is not None
    assert faults_of(ending.sheet, result.scores) == []
    assert GAME.points(g) == result.scores, "the course ends where the result is"
    assert {faction: sum(points.values()) for faction, points in g.earned.items()} == {f: n for f, n in g.score.items() if n}
    keys = [line.key for line in ending.sheet]
    assert {"printed", "territories"} <= set(keys)
    assert keys[-1] == "final"
    assert [why.key for why in ending.because if why.key.startswith("pairs_")] == ([pairs] if pairs else [])
    details = {line.params["faction"]: (line.key, line.points) for line in ending.sheet if line.kind == "detail"}
    assert {key for key, _ in details.values()} == (
        {"half"} if pairs == "pairs_mean" else {"counts", "spare"} if pairs else set()
    )
    counting = {seat: n for key, points in details.values() if key == "counts" for seat, n in points.items()}
    assert counting.items() <= result.scores.items()
    (part,) = (event.params for event in match.told(None) if event.kind == "part_ended")
    assert {faction: sum(points.values()) for faction, points in part["earned"].items()} == part["scores"]
    assert ("compensation" in keys) == any("compensation" in points for points in g.earned.values())
    cards = [card for shown in ending.hidden if shown.key == "bag" for card in shown.ids]
    assert sorted(cards) == sorted(card for bag in g.cards_bag.values() for card in bag)


def test_a_match_begun_before_points_were_told_apart_still_adds_up() -> None:
    match = Match.new(GAME, "four_players", {}, bytes(32))
    g = match.state
    g.score = {R: 9, A: 4, B: 0, G: 3}
    g.earned = {R: {"printed": 5}}
    lines = {line.key: line.points for line in GAME.ending(g).sheet}
    assert lines["earlier"] == {R: 4, A: 4, B: 0, G: 3}
    assert lines["final"] == {R: 9, A: 4, B: 0, G: 3}


def lies(view: Any, space: str) -> Any:
    territory, _, n = space.rpartition("_")
    return view["map"][territory]["spaces"][int(n) - 1]


def test_the_board_shows_what_is_being_told() -> None:
    """Of a conquest, too: not, for the moment in which the spaces are cleared, a Fortress of the German."""
    checks = {
        "points": lambda view, told: view["score"][told["faction"]] == told["total"],
        "track_moved": lambda view, told: told["faction"] in view[told["track"]][told["box"] - 1],
        "research_moved": lambda view, told: view["research"] == told["step"],
        "research_reset": lambda view, told: view["research"] == told["step"],
        "eliminated": lambda view, told: lies(view, told["space"]) is None,
        "marker_left": lambda view, told: view["map"][told["territory"]]["owner"] == told["faction"],
        "turn_began": lambda view, told: (view["active"], view["round"]) == (told["faction"], told["round"]),
        "part_ended": lambda view, told: (view["part"], view["score"]) == (told["part"], told["scores"]),
    }
    met, late = lagging(GAME, checks, matches=2)
    assert met == checks.keys()
    assert late == []


@pytest.mark.parametrize(
    ("own", "other", "words"),
    [
        (2, 1, {"en": "(2 for yourself, 1 flipped", "it": "(2 per te, 1 girata", "es": "(2 para ti, 1 volteada"}),
        (1, 0, {"en": "(1 for yourself).", "it": "(1 per te).", "es": "(1 para ti)."}),
        (0, 1, {"en": "play a token, flipped", "it": "gioca una pedina, girata", "es": "juega una ficha, volteada"}),
        (0, 0, {"en": "what else", "it": "che altro", "es": "¿algo más"}),
    ],
)
def test_the_question_of_a_turn_counts_only_what_is_left(own: int, other: int, words: dict[str, str]) -> None:
    for language, wanted in words.items():
        told = say(catalogue(GAME, language), "decision.choose_play", {"faction": G, "own_left": own, "other_left": other})
        assert wanted in told and "0" not in told
