"""E36 to E45: Morale, Politics, research and Strategy."""

from .positions import A, B, G, Game, R, Table, fronts


def test_e36_upper_limit() -> None:
    table = Table().track("morale", R=7, A=4, B=1, G=2).ready(R, "Mo", "So", "So")
    assert table.turn(R).play("morale", "Mo").box("morale") == {"R": 7, "A": 3, "B": 1, "G": 1}


def test_e37_lower_limit_and_research() -> None:
    table = Table().track("morale", R=1, A=2, B=5, G=2).cards("ar234").ready(G, "Pl", "Re", "Re")
    game = table.turn(G).play("card_action", "Pl", "ar234").act("target", R)
    assert game.box("morale") == {"R": 1, "A": 3, "B": 6, "G": 3}
    assert game.g.research == 1


def test_a_marker_falls_as_far_as_the_first_box() -> None:
    table = Table().track("morale", R=2, A=2, B=5, G=2).cards("ar234").ready(G, "Pl", "Re", "Re")
    game = table.turn(G).play("card_action", "Pl", "ar234").act("target", R)
    assert game.box("morale") == {"R": 1, "A": 2, "B": 5, "G": 2}, "nobody gives way"


def test_e38_morale_x2() -> None:
    game = Table().ready(G, "Mo2", "Re", "Re").turn(G).play("morale", "Mo2")
    assert (game.box("morale")["G"], game.g.research, game.g.score[G]) == (3, 1, 1)
    game = Table().track("morale", G=2).ready(G, "Mo2", "Re", "Re").turn(G).play("morale", "Mo2")
    assert (game.box("morale")["G"], game.g.research, game.g.score[G]) == (4, 0, 0)


def test_e39_chain() -> None:
    game = Table().track("morale", G=2).set(research=1).ready(G, "Re", "So", "Ta").turn(G).play("research", "Re")
    assert (game.box("morale")["G"], game.g.research, game.g.score[G]) == (3, 3, 0)


def test_e40_research_x2_acts_on_arrival_only() -> None:
    game = Table().track("morale", G=4).ready(G, "Re2", "So", "Ta").turn(G).play("research", "Re2")
    assert (game.box("morale")["G"], game.g.research, game.g.score[G]) == (5, 2, 0)


def test_e41_below_the_start() -> None:
    game = Table().ready(A, "Pl", "Pl", "So").turn(A).play("air_raid", "Pl")
    assert game.g.research == -1
    assert game.box("morale") == {"R": 2, "A": 2, "B": 2, "G": 1}
    assert game.offered("air_raid") == []
    assert game.why_not("air_raid", "ready_2", A, "plane").key == "research_at_bottom"


def test_e42_third_box_going_down() -> None:
    table = Table().track("morale", G=4).set(strategy={R: 1, A: 0, B: 0}).ready(R, "Ar", "So", "So")
    game = table.turn(R).play("strategy", "Ar").act("bottom")
    assert game.box("morale")["G"] == 3
    assert game.g.research == 0


def test_e43_strategy_repeats() -> None:
    table = Table().set(strategy={R: 0, A: 6, B: 0}).ready(A, "Pl", "Ar", "So")
    game = table.turn(A)
    assert game.offered("strategy", "Ar", A) == []
    assert game.why_not("strategy", "ready_2", A, "artillery").key == "not_on_strategy_box"
    game.play("strategy", "Pl")
    assert game.g.strategy[A] == 6
    assert game.asked == (A, "choose_strategy_bonus")
    assert game.options == [("top",), ("bottom",)]


def strategy_back() -> Game:
    table = Table().set(strategy={R: 0, A: 1, B: 0}).ready(G, ("Ar", "any_ally", "St"), "Re", "Re")
    return table.turn(G).play("strategy", "St", faction=A)


def test_e44_strategy_back() -> None:
    game = strategy_back()
    assert game.g.strategy[A] == 2
    assert game.asked == (G, "choose_strategy_bonus")
    game.act("top")
    assert (game.box("politics")["A"], game.g.score[A]) == (2, 1)
    game = strategy_back().act("bottom")
    assert game.asked == (G, "choose_effect_target")
    assert game.options == [("target", R), ("target", B)]
    game.act("target", B)
    assert (game.box("morale")["B"], game.g.score[A]) == (2, 3)


def test_e45_hs_293() -> None:
    def bagration(half: str) -> Game:
        return Table().cards("hs293").ready(R, "Ar", "So", "So").turn(R).play("strategy", "Ar").act(half)

    assert bagration("bottom").g.score[R] == 1
    game = bagration("top")
    assert (game.g.score[R], game.box("morale")["R"]) == (0, 2)


def test_a_politics_token_goes_one_box_and_is_discarded() -> None:
    """5.5."""
    game = Table().track("politics", A=2).ready(A, "Po", "So", "Ta").turn(A).play("politics", "Po")
    assert game.box("politics")["A"] == 3
    assert fronts(game.g.discard[A]) == ["Po"]
