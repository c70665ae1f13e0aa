"""E52 to E58: Conference, Leader, Political Solution and Reserve."""

from .positions import A, B, G, Game, R, Table


def test_e52_conference_income() -> None:
    """R opens in round 1, A joins in round 2, B in round 3."""
    opens = {R: 1, A: 2, B: 3}
    table = Table().ready(R, "Po", "So", "So").ready(A, "So", "So", "Ta").ready(B, "So", "So", "Ta").ready(G, "So", "So", "Re")
    game = table.turn(R)

    def next_choice() -> tuple[str | int, ...]:
        for choice in game.options:
            if choice[0] == "conference" and choice[2] == game.g.active and opens[game.g.active] == game.g.round:
                return choice
        if game.asked[1] == "pick_ready" and ("pick", "politics") in game.options:
            return ("pick", "politics")
        dull = [c for c in game.options if c[0] not in ("conference", "politics", "leader", "access", "solution")]
        return (dull or game.options)[0]

    income = {}
    while game.g.round < 5:
        income[game.g.round] = game.points("conference")
        game.act(*map(str, next_choice()))
    assert income[1] == {R: 3}
    assert income[2] == {R: 6, A: 2}
    assert income[3] == {R: 9, A: 4, B: 1}
    assert income[4] == {R: 9, A: 4, B: 1}


def conference(*factions: str) -> Table:
    table = Table()
    table.g.conference = [table.placed(f"{faction}-Po") for faction in factions]
    return table


def test_e53_leader() -> None:
    table = conference("R", "A", "B").ready(A, "Po", "Sy", "So")
    game = table.turn(A).play("leader", "Po")
    assert (game.g.score[A], game.box("politics")["A"]) == (2, 2)
    assert game.offered("leader") == []
    assert game.why_not("leader", "ready_2", A, "symbol").key == "leader_taken"
    assert conference("R", "B").ready(A, "Po", "Sy", "So").turn(A).offered("leader") == []


def test_e54_conference_by_a_back() -> None:
    table = conference("R", "A").ready(R, ("*", B, "Sy"), "So", "So").ready(A, "So", "So", "Ta")
    game = table.turn(R)
    assert game.g.score[R] == 3
    game.play("conference", "Sy", faction=B)
    assert game.g.score[B] == 1
    while game.g.active == R:
        game.act(*map(str, game.options[0]))
    assert game.points("conference") == {R: 3, B: 1}


def test_e55_political_solution() -> None:
    def munich(points: int) -> Game:
        table = Table().spaces("munich", "B-So").ready(A, "Po", "So", "So").score(A=points, B=4)
        return table.turn(A).play("solution", "Po", "munich_1")

    game = munich(5)
    assert game.discarded(B) == ["So"]
    assert game.at("munich_1") is None
    assert (game.g.score[A], game.g.score[B]) == (3, 6)
    game = munich(1)
    assert (game.g.score[A], game.g.score[B]) == (0, 5)


def test_e56_solution_by_a_back() -> None:
    table = (
        Table().spaces("munich", "B-So", "A-Ta").spaces("lodz", "R-So").score(R=5, A=5, B=5).ready(R, ("*", A, "Po"), "So", "So")
    )
    game = table.turn(R)
    assert game.targets("solution", "Po", A) == {"munich_1", "munich_2", "lodz_1"}
    game.play("solution", "Po", "munich_1", faction=A)
    assert (game.g.score[R], game.g.score[A], game.g.score[B]) == (3, 5, 7)


def test_e57_reserve() -> None:
    game = Table().ready(A, "So", "Ar", "Po").turn(A).play("reserve", "So", "reserve_soldier")
    assert game.offered("reserve") == []
    assert game.why_not("reserve", "ready_2", A, "artillery", "reserve_any").key == "reserve_once_a_turn"
    assert game.why_not("place", "reserve_soldier", A, "soldier", "munich_1").key == "reserve_must_wait"
    game = Table().stored(A, reserve_soldier="So").ready(A, "Ta", "Ar", "Po").turn(A)
    assert (game.g.own_left, game.g.other_left) == (2, 1)
    game.play("place", "Ta", "munich_1").play("politics", "Po").play("place", "So", "vienna_1")
    assert (game.g.own_left, game.g.other_left) == (0, 1)
    assert game.at("vienna_1").piece == "soldier"


def test_e58_reserve_place_types() -> None:
    game = Table().ready(A, "So", "Ar", "Po").turn(A)
    assert game.targets("reserve", "So") == {"reserve_soldier", "reserve_any"}
    assert game.targets("reserve", "Ar") == {"reserve_any"}
    assert game.why_not("reserve", "ready_2", A, "artillery", "reserve_soldier").key == "reserve_wrong_piece"
    game = Table().cards("type_xxi").ready(A, "So", "Ar", "Po").turn(A)
    assert game.targets("reserve") == {"reserve_soldier"}
    assert game.why_not("reserve", "ready_2", A, "artillery", "reserve_any").key == "reserve_place_closed"


def test_german_has_no_reserve() -> None:
    assert Table().ready(G, "So", "Ar", "Pl").turn(G).offered("reserve") == []
