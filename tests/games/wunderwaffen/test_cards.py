"""Each Research card that no example shows: its lasting rule and its bonus (11.1)."""

import pytest

from casusbelli.games.wunderwaffen.content import CARDS

from .positions import A, B, G, Game, R, Table


def bought(card: str) -> Game:
    """The German at step 5 buys the card."""
    table = Table().set(research=5).face_up(CARDS[card].group, card).ready(G, "So", "Ta", "Ar")
    return table.turn(G).act("buy_card", card)


@pytest.mark.parametrize(
    ("card", "points", "morale", "politics"),
    [
        ("advanced_jets", 3, 1, 1),
        ("panzerfaust", 3, 1, 1),
        ("assault_rifle", 3, 1, 1),
        ("goliath", 2, 1, 1),
        ("night_sights", 3, 1, 1),
        ("x4_missile", 6, 1, 1),
        ("king_tiger", 5, 2, 1),
        ("komet", 5, 2, 1),
        ("wasserfall", 6, 1, 1),
        ("volksjager", 4, 2, 1),
        ("mistel", 5, 1, 1),
        ("type_xxi", 5, 1, 2),
        ("railway_gun", 6, 1, 1),
        ("ar234", 5, 1, 1),
        ("v3_cannon", 5, 1, 1),
        ("hs293", 6, 1, 1),
        ("radar_chain", 5, 2, 1),
        ("organised_defence", 4, 2, 1),
        ("maus", 8, 2, 1),
        ("ho229", 7, 2, 1),
        ("uranium_club", 5, 1, 2),
    ],
)
def test_bonus(card: str, points: int, morale: int, politics: int) -> None:
    game = bought(card)
    assert (game.g.score[G], game.box("morale")["G"], game.box("politics")["G"]) == (points, morale, politics)
    assert game.g.research == 0


def test_v1_strikes_an_ally_of_choice() -> None:
    table = Table().set(research=3).track("morale", R=3, A=3, B=3).face_up("a", "v1_flying_bomb").ready(G, "So", "Ta", "Ar")
    game = table.turn(G).act("buy_card", "v1_flying_bomb")
    assert game.asked == (G, "choose_effect_target")
    assert game.options == [("target", R), ("target", A), ("target", B)]
    game.act("target", A)
    assert game.g.score[G] == 4
    assert game.box("morale") == {"R": 3, "A": 2, "B": 3, "G": 1}


def test_v2_strikes_every_ally_and_pays_every_turn() -> None:
    table = Table().set(research=5).track("morale", R=3, A=4, B=5).face_up("b", "v2_rocket").ready(G, "So", "Ta", "Ar")
    game = table.turn(G).act("buy_card", "v2_rocket")
    assert game.box("morale") == {"R": 2, "A": 3, "B": 4, "G": 1}
    assert game.g.score[G] == 4
    assert Table().cards("v2_rocket").ready(G, "So").turn(G).g.score[G] == 2


@pytest.mark.parametrize(
    ("card", "attacker", "victim"),
    [
        ("night_sights", "Ta", "R-Ta"),
        ("x4_missile", "Pl", "R-Pl"),
        ("railway_gun", "Ar", "R-Ar"),
        ("ho229", "Pl", "R-Pl"),
        ("ho229", "Pl", "R-Ar"),
    ],
)
def test_further_targets(card: str, attacker: str, victim: str) -> None:
    without = Table().spaces("lodz", victim).ready(G, attacker, "Re", "Re").turn(G)
    assert 1 not in without.places(attacker, "lodz", G)
    game = Table().cards(card).spaces("lodz", victim).ready(G, attacker, "Re", "Re").turn(G)
    assert 1 in game.places(attacker, "lodz", G)


def test_ho229_is_safe_from_artillery() -> None:
    game = Table().cards("ho229").spaces("bialystok", "G-Pl").ready(R, "Ar", "Sy", "So").turn(R)
    assert 1 not in game.places("Ar", "bialystok", R)
    assert 1 in game.places("Sy", "bialystok", R)


def test_komet_pays_for_interceptions() -> None:
    table = Table().cards("komet").set(research=3).ready(G, "Pl", "So", "Re").ready(A, "Pl", "So", "So")
    game = table.turn(A).play("air_raid", "Pl").act("intercept", "plane")
    assert game.g.score[G] == 3


def test_wasserfall_lets_artillery_and_tanks_intercept() -> None:
    table = Table().cards("wasserfall").set(research=3).ready(G, "Ta", "Ar", "So").ready(A, "Pl", "So", "So")
    game = table.turn(A).play("air_raid", "Pl")
    assert game.options == [("pass",), ("intercept", "tank"), ("intercept", "artillery")]
    table = Table().set(research=3).ready(G, "Ta", "Ar", "So").ready(A, "Pl", "So", "So")
    assert table.turn(A).play("air_raid", "Pl").g.research == 2


def test_radar_chain_pays_before_the_interception() -> None:
    table = Table().cards("radar_chain").set(research=3).ready(G, "Pl", "So", "Re").ready(A, "Pl", "So", "So")
    game = table.turn(A).play("air_raid", "Pl")
    assert game.asked == (G, "intercept_air_raid")
    assert game.g.score[G] == 2


def test_volksjager_turns_soldiers_into_points() -> None:
    game = Table().cards("volksjager").ready(G, "So", "Sy", "Re").turn(G)
    assert game.targets("card_action") == {"volksjager"}
    assert game.offered("card_action", "Sy") == []
    game.play("card_action", "So", "volksjager")
    assert (game.g.score[G], game.discarded(G)) == (2, ["So"])


def test_mistel_eliminates_any_allied_token() -> None:
    game = Table().cards("mistel").ready(G, "Pl", "So", "Re").turn(G)
    assert game.offered("card_action") == []
    assert game.why_not("card_action", "ready_1", G, "plane", "mistel").key == "no_token_to_eliminate"
    table = Table().cards("mistel").spaces("lublin", "R-So").spaces("essen", "B-Ta/A", "G-So").ready(G, "Pl", "So", "Re")
    game = table.turn(G).play("card_action", "Pl", "mistel")
    assert game.asked == (G, "choose_effect_target")
    assert game.options == [("target", "lublin_1"), ("target", "essen_1")]
    game.act("target", "essen_1")
    assert (game.at("essen_1"), len(game.g.discard[A]), game.g.score[G]) == (None, 1, 2)


def test_v3_cannon() -> None:
    table = Table().cards("v3_cannon").track("morale", B=4).ready(G, "Ar", "So", "Re")
    game = table.turn(G).play("card_action", "Ar", "v3_cannon").act("target", B)
    assert (game.g.score[G], game.box("morale")["B"]) == (4, 3)


def test_uranium_club_counts_cards_at_the_end() -> None:
    game = Table().cards("uranium_club", "komet", "goliath").begin("game_ends")
    assert game.points("card", "10.4") == {G: 6}
