"""E71 to E82: borderline cases."""

from casusbelli.game import Match
from casusbelli.games.wunderwaffen import GAME
from casusbelli.games.wunderwaffen.content import FACTIONS
from casusbelli.kernel import seed_from

from .positions import A, B, G, Game, R, Table


def test_e71_order_of_setup() -> None:
    match = Match.new(GAME, "four_players", seed=seed_from(71))
    for faction in FACTIONS:
        for left in (3, 2, 1):
            ((seat, question),) = match.asked().items()
            assert (seat, question.decision) == (faction, "pick_ready")
            assert question.about == {"faction": faction, "left": left}
            assert match.state.cards_face_up == {"a": [], "b": []}
            match.act(seat, question.options[0])
    assert [len(row) for row in match.state.cards_face_up.values()] == [4, 4]
    ((seat, question),) = match.asked().items()
    assert (seat, question.decision) == (G, "setup_research")

    table = Table().face_up("a", "advanced_jets", "panzerfaust").ready(G, "Pl", "So", "Re").ready(R, "Pl", "So", "So")
    game = table.set(active=G).begin("setup_research").act("take_card", "advanced_jets")
    assert (game.g.active, game.asked) == (R, (R, "choose_play"))
    assert game.offered("air_raid") == []


def test_e72_no_ready_tokens() -> None:
    table = Table().set(part=2, round=4, research=4).stored(A, reserve_soldier="So").empty_pool(*FACTIONS)
    game = table.face_up("a", "komet").turn(A)
    assert game.asked == (A, "choose_play")
    assert ("end_turn",) in game.options
    assert {choice[0] for choice in game.options} == {"place", "end_turn"}
    game.act("end_turn")
    assert game.asked == (G, "choose_play")
    assert game.options == [("buy_card", "komet"), ("end_turn",)]
    game.act("buy_card", "komet")
    assert game.match.over


def test_e73_three_interceptions() -> None:
    table = Table().set(research=4).ready(G, "Pl", "Pl", "Sy").ready(A, "Pl", "Pl", "So").ready(B, "Pl", "So", "So")
    game = table.face_up("a", "komet").turn(A)
    game.play("air_raid", "Pl").act("intercept", "plane").play("air_raid", "Pl").act("intercept", "plane")
    while game.g.active == A:
        game.act(*map(str, game.options[0]))
    game.play("air_raid", "Pl").act("intercept", "symbol")
    assert game.g.research == 4
    while game.g.active == B:
        game.act(*map(str, game.options[0]))
    assert game.asked == (G, "choose_play")
    assert (game.g.own_left, game.g.other_left) == (0, 0)
    assert game.options == [("buy_card", "komet"), ("end_turn",)]
    game.act("end_turn")
    assert game.asked == (G, "pick_ready")


def test_e74_order_of_a_shift() -> None:
    table = Table().track("politics", A=1, B=1, R=2, G=7).ready(G, "Sy", "Re", "Re")
    game = table.turn(G).play("politics", "Sy")
    assert game.g.tracks["politics"] == [[A, B, R], [], [], [], [], [], [G]]
    table = Table().track("politics", G=1, A=2, B=2, R=3).set(strategy={R: 0, A: 5, B: 0}).ready(A, "Pl", "So", "So")
    game = table.turn(A).play("strategy", "Pl").act("bottom")
    assert game.g.tracks["politics"] == [[G], [], [A, B], [R], [], [], []]


def test_e75_overflow_with_a_politics_piece() -> None:
    table = Table().set(part=2).owned(B, "rostock").owned(A, "magdeburg").owned(R, "poznan")
    table.berlin(berlin_1="A-So", berlin_2="A-Ta", berlin_3="B-So", berlin_4="B-Ta", berlin_5="R-So").ready(R, "Po", "Mo", "So")
    game = table.turn(R).play("berlin", "Po", "berlin_5")
    assert (game.g.score[R], game.box("politics")["R"]) == (3, 1)
    final = game.final_count()
    assert final.points("berlin_politics") == {R: 3}
    assert final.points("berlin_majority") == {R: 4, A: 4, B: 4}


def test_e76_marker_entries() -> None:
    table = Table().owned(B, "essen").spaces("hannover", "B-So", "B-So", None).ready(A, ("*", B, "Ta"), "So", "So")
    game = table.turn(A).play("place", "Ta", "hannover_3", faction=B)
    assert game.asked == (B, "choose_marker")
    assert game.options == [("marker", "hannover_1"), ("marker", "hannover_3")]


def test_e77_refortify_option() -> None:
    for option, research, points in ((True, 1, 1 + 3), (False, 0, 0)):
        table = Table(refortify_scores=option).cards("organised_defence").fortress("breslau", "G-So")
        table.spaces("breslau", "G-So", "R-Ta", None).ready(G, "Ar", "Re", "Re")
        game = table.turn(G)
        fortress = game.marker("breslau")
        game.play("place", "Ar", "breslau_3")
        assert game.g.research == research
        assert game.g.score[G] == points
        assert (game.discarded(G), game.discarded(R)) == (["Ar", "So"], ["Ta"])
        assert game.marker("breslau") == fortress


def test_e78_solution_by_the_german() -> None:
    table = Table().spaces("krakow", None, "R-Ta").spaces("munich", "A-So", "G-Ta").score(G=1)
    game = table.ready(G, ("*", A, "Sy"), "Re", "Re").turn(G)
    assert game.targets("solution") == {"krakow_2", "munich_1"}
    game.play("solution", "Sy", "krakow_2", faction=A)
    assert game.discarded(R) == ["Ta"]
    assert (game.g.score[G], game.g.score[R]) == (0, 1)


def test_e79_one_player_two_factions() -> None:
    table = Table("three_players").ready(G, ("*", "any_ally", "Ta"), "Re", "So")
    backs = {choice[2] for choice in table.turn(G).offered("place", "Ta") if choice[2] != G}
    assert backs == {R, B}
    table = Table("three_players").set(research=3).ready(A, "Pl", "So", "So").ready(G, "Pl", "Re", "So")
    game = table.turn(A).play("air_raid", "Pl")
    assert game.asked == ("american_german", "intercept_air_raid")


def test_e80_depth_first() -> None:
    table = Table().track("morale", B=1, R=1, A=2, G=2).set(research=1, strategy={R: 0, A: 0, B: 1}).ready(B, "Pl", "So", "So")
    game = table.turn(B).play("strategy", "Pl").act("bottom")
    assert game.box("morale") == {"R": 2, "A": 3, "B": 1, "G": 4}
    assert (game.g.research, game.g.score[B]) == (2, 3)
    order = [event.kind for event in game.match.told(None) if event.kind in ("research_moved", "points", "track_moved")]
    assert order[-3:] == ["research_moved", "track_moved", "points"]


def raid_by_a_back() -> Game:
    table = Table().set(research=3).ready(R, ("*", B, "Pl"), "So", "So").ready(G, "Pl", "Re", "So")
    return table.turn(R).play("air_raid", "Pl", faction=B)


def test_e81_raid_by_a_back() -> None:
    game = raid_by_a_back()
    assert game.asked == (G, "intercept_air_raid")
    game.act("pass")
    assert game.g.research == 2
    assert len(game.g.discard[R]) == 1
    assert raid_by_a_back().act("intercept", "plane").g.research == 3
    game = Table().set(research=3).ready(G, ("*", "any_ally", "Pl"), "Re", "So").turn(G)
    assert game.offered("air_raid") == []
    assert game.why_not("air_raid", "ready_1", A, "plane").key == "piece_has_no_such_use"


def test_e82_access_and_the_start_area() -> None:
    assert Table().owned(R, "krakow").ready(A, "Po", "So", "So").turn(A).targets("access", faction=A) == set()
    assert Table().owned(R, "krakow", "vienna").ready(A, "Po", "Sy", "So").turn(A).targets("access") == set()
    game = Table(access_from_start=True).owned(R, "krakow", "vienna").ready(A, "Po", "Sy", "So").turn(A)
    assert game.targets("access", "Po", A) == {"vienna"}
    assert not any(t.startswith("prague") for t in game.targets("place", faction=A))
    game.play("access", "Po", "vienna")
    assert game.places("So", "prague", A) == [1]
    assert game.targets("access", "Sy", A) == set()
    assert game.why_not("access", "ready_2", A, "symbol", "krakow").key == "access_out_of_reach"
