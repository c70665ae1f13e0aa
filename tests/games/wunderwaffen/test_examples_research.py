"""E46 to E51: interceptions and cards."""

from .positions import A, B, G, Game, R, Table


def rest_of_turn(game: Game, faction: str) -> Game:
    """Play on without raids until the faction's turn."""
    while game.g.active != faction or game.g.phase != "turn":
        quiet = [c for c in game.options if c[0] not in ("air_raid", "place", "strategy", "berlin")]
        game.act(*map(str, (quiet or game.options)[0]))
    return game


def test_e46_interception() -> None:
    table = Table().set(research=4).ready(G, "Pl", "So", "Re").ready(A, "Pl", "So", "Mo").ready(B, "So", "Mo", "Po")
    game = table.turn(A).play("air_raid", "Pl")
    assert game.asked == (G, "intercept_air_raid")
    assert game.options == [("pass",), ("intercept", "plane")]
    game.act("intercept", "plane")
    assert game.g.research == 4
    assert (game.discarded(A), game.discarded(G)) == (["Pl"], ["Pl"])
    rest_of_turn(game, G)
    assert len(game.g.ready_tokens(G)) == 2
    assert (game.g.own_left, game.g.other_left) == (0, 1)


def test_e47_two_interceptions() -> None:
    table = Table().set(research=4, intercepts_used=2).ready(G, "So")
    game = table.turn(G)
    assert (game.g.own_left, game.g.other_left) == (0, 1)
    assert all(choice[2] != G for choice in game.options if len(choice) > 2)


def test_e48_advanced_jets() -> None:
    table = Table().cards("advanced_jets").set(research=3).ready(G, "Pl", "So", "Re").ready(A, "Pl", "Sy", "So")
    game = table.turn(A)
    assert game.offered("air_raid") == []
    assert game.why_not("air_raid", "ready_1", A, "plane").key == "air_raids_banned"
    table = Table().cards("advanced_jets").set(research=3).ready(G, "So", "Re", "Re").ready(A, "Pl", "Sy", "So")
    assert {c[3] for c in table.turn(A).offered("air_raid", faction=A)} == {"plane", "symbol"}


def test_e49_buying() -> None:
    table = Table().set(research=5).face_up("a", "x4_missile", "panzerfaust", "komet", "goliath").face_up("b", "maus", "hs293")
    game = table.ready(G, "So", "Re", "Ta").turn(G)
    assert {c[1] for c in game.options if c[0] == "buy_card"} == {
        "x4_missile", "panzerfaust", "komet", "goliath", "maus", "hs293",
    }  # fmt: skip
    game.act("buy_card", "x4_missile")
    assert game.g.research == 0
    assert game.g.score[G] == 6
    assert game.g.cards_owned == ["x4_missile"]
    assert [c for c in game.options if c[0] == "buy_card"] == []
    assert len(game.g.cards_face_up["a"]) == 4
    assert len(game.g.cards_face_up["b"]) == 2
    assert game.why_not("buy_card", "maus").key == "one_card_a_turn"


def test_e50_mittelwerk() -> None:
    table = Table().set(research=5).face_up("b", "mittelwerk").ready(G, "So", "Ta", "Ar")
    game = table.turn(G).act("buy_card", "mittelwerk")
    assert (game.g.research, game.g.score[G]) == (1, 7 + 1)
    table = Table().set(research=3, strategy={R: 0, A: 0, B: 2}).cards("mittelwerk").ready(B, "Ar", "So", "So")
    game = table.turn(B).play("strategy", "Ar").act("bottom")
    assert (game.g.research, game.g.score[B]) == (3, 3)


def test_e51_setup_choice() -> None:
    table = (
        Table().face_up("a", "panzerfaust", "goliath", "komet", "night_sights").face_up("b", "maus", "hs293", "ho229", "type_xxi")
    )
    game = table.set(active=G).begin("setup_research")
    assert game.asked == (G, "setup_research")
    assert {c[1] for c in game.options} == {"panzerfaust", "goliath", "night_sights", "komet", "hs293", "type_xxi"}
    assert (game.why_not("take_card", "maus").key, game.why_not("take_card", "maus").params) == (
        "not_a_setup_card",
        {"card": "maus"},
    )
    game.act("take_card", "goliath")
    assert {c[1] for c in game.options} == {"panzerfaust", "night_sights"}
    game.act("take_card", "panzerfaust")
    assert game.g.cards_owned == ["goliath", "panzerfaust"]
    assert game.g.score[G] == 2 + 3
    table = Table().face_up("a", "panzerfaust", "komet", "wasserfall", "mistel").face_up("b", "maus", "ho229", "v2_rocket")
    game = table.set(active=G).begin("setup_research")
    assert {c[1] for c in game.options} == {"komet", "wasserfall", "mistel"}
