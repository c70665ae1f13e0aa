"""Rulings by number: the rulebook's sentence where it decides; where it leaves doubt, the other reading is an option."""

from __future__ import annotations

import pytest

from casusbelli.games.wunderwaffen import GAME
from casusbelli.games.wunderwaffen.content import FACTIONS
from casusbelli.words.texts import catalogue

from .positions import A, B, G, R, Table


def test_r1_the_russian_begins_part_two_and_by_option_the_british() -> None:
    """The sentence names the British "as in the first part", which the Russian began: it contradicts itself."""
    for chosen, first in (({}, R), ({"part2_first_player": "british"}, B)):
        table = Table(**chosen).empty_pool(*FACTIONS)
        for faction in FACTIONS:
            table.g.discard[faction], table.g.removed[faction] = table.g.removed[faction][:12], []
        game = table.begin("part_one_ends")
        assert game.asked == (first, "pick_ready")


def test_r8_no_symbol_removes_a_symbol_unless_the_option_lets_the_allied_one() -> None:
    """A piece must be stronger than the one it removes, and a symbol is no stronger than a symbol."""
    game = Table().spaces("bialystok", "G-Sy").ready(R, "Sy", "Mo", "Po").turn(R)
    assert 1 not in game.places("Sy", "bialystok")
    game = Table(allied_symbol_beats_symbol=True).spaces("bialystok", "G-Sy").ready(R, "Sy", "Mo", "Po").turn(R)
    assert 1 in game.places("Sy", "bialystok")
    game = Table(allied_symbol_beats_symbol=True).spaces("bialystok", "R-Sy").ready(G, "Sy", "Re", "Re").turn(G)
    assert 1 not in game.places("Sy", "bialystok")


def test_r9_an_interception_costs_the_next_play_for_oneself() -> None:
    table = Table().set(intercepts_used=1).ready(G, ("So", "any_ally", "Mo"), "Ta")
    game = table.turn(G)
    assert (game.g.own_left, game.g.other_left) == (0, 1)
    assert game.offered("place", faction=G) == []
    assert game.why_not("place", "ready_2", G, "tank", "lodz_1").key == "no_own_play_after_interception"
    game.play("morale", "Mo", faction=R)
    assert game.discarded(G) == ["So", "Ta"]


def test_r9_by_option_it_costs_one_own_play() -> None:
    game = Table(intercept_cost="one_play").set(intercepts_used=1).ready(G, ("So", "any_ally", "Mo"), "Ta").turn(G)
    assert (game.g.own_left, game.g.other_left) == (1, 1)


@pytest.mark.parametrize("raids", [True, False])
def test_r10_r48_a_symbol_back_played_by_the_german_stands_for_any_piece_of_its_faction(raids: bool) -> None:
    table = Table(german_symbol_raids=raids).set(research=3).ready(G, ("*", R, "Sy"), "Pl", "Re").cards("radar_chain")
    game = table.turn(G)
    assert bool(game.offered("air_raid", "Sy", R)) == raids
    if raids:
        game.play("air_raid", "Sy", faction=R)
        assert game.g.research == 2, "he meets no raid in his own turn (8.5)"
        assert game.g.score[G] == 0, "and no card pays him for it"
    else:
        assert game.why_not("air_raid", "ready_1", R, "symbol").key == "piece_has_no_such_use"


def test_r10_a_plane_back_played_by_the_german_never_raids() -> None:
    game = Table().set(research=3).ready(G, ("*", "any_ally", "Pl"), "Re", "Re").turn(G)
    assert game.offered("air_raid") == [] and game.offered("place", "Pl")


def test_r12_access_needs_a_territory_of_ones_own_beside_it() -> None:
    def munich(**options: bool) -> set[str]:
        return Table(**options).owned(B, "munich").ready(A, "Po", "So", "So").turn(A).targets("access", "Po")

    assert munich() == set()
    assert munich(access_from_start=True) == {"munich"}
    game = Table().owned(B, "munich").ready(A, "Po", "So", "So").turn(A)
    assert game.why_not("access", "ready_1", A, "politics", "munich").key == "access_out_of_reach"
    assert Table().owned(B, "munich").owned(A, "vienna").ready(A, "Po", "So", "So").turn(A).targets("access") == {"munich"}


def test_r16_a_symbol_is_a_soldier_for_the_reserve() -> None:
    game = Table().ready(A, "Sy", "Ar", "So").turn(A)
    assert game.targets("reserve", "Sy") == {"reserve_soldier", "reserve_any"}
    assert game.targets("reserve", "Ar") == {"reserve_any"}
    game = Table(symbol_in_soldier_reserve=False).ready(A, "Sy", "Ar", "So").turn(A)
    assert game.targets("reserve", "Sy") == {"reserve_any"}
    assert game.why_not("reserve", "ready_1", A, "symbol", "reserve_soldier").key == "reserve_wrong_piece"


@pytest.mark.parametrize("as_politics", [False, True])
def test_r16_a_symbol_in_berlin_is_a_symbol_and_by_option_a_politics_piece(as_politics: bool) -> None:
    table = Table(symbol_as_politics_in_berlin=as_politics).set(part=2)
    table.owned(R, "poznan", "koszalin", "dresden").ready(R, "Sy", "So", "So")
    game = table.turn(R).play("berlin", "Sy", "berlin_1")
    assert game.box("politics")["R"] == (2 if as_politics else 1)
    assert game.final_count().points("berlin_politics") == ({R: 3} if as_politics else {})


def test_r29_no_german_piece_but_berlin_enters_berlin_unless_the_option_lets_a_symbol() -> None:
    def offered(**options: bool) -> set[str]:
        table = Table(**options).set(part=2).owned(R, "poznan", "koszalin", "dresden").berlin(berlin_1="R-So")
        return table.ready(G, "Sy", "Re", "Re").turn(G).targets("berlin", "Sy")

    assert offered() == set()
    assert offered(german_symbol_as_berlin=True) == {"berlin_2", "berlin_3", "berlin_4", "berlin_5"}
    table = Table(german_symbol_as_berlin=True).set(part=2).owned(R, "poznan", "koszalin", "dresden").berlin(berlin_1="R-So")
    game = table.ready(G, "Sy", "Re", "Re").turn(G).play("berlin", "Sy", "berlin_5")
    assert game.box("politics")["G"] == 2
    assert game.final_count().points("berlin_politics") == {G: 3}


def test_r42_a_political_solution_removes_any_allied_token() -> None:
    def munich(**options: bool) -> Table:
        return Table(**options).spaces("munich", "A-So", "B-So", "G-Ta").score(A=5, B=5).ready(A, "Po", "So", "So")

    game = munich().turn(A)
    assert game.targets("solution") == {"munich_1", "munich_2"}
    game.play("solution", "Po", "munich_1")
    assert (game.g.score[A], game.discarded(A)) == (5, ["Po", "So"]), "what one pays to oneself changes nothing"
    game = munich(solution_on_own_tokens=False).turn(A)
    assert game.targets("solution") == {"munich_2"}
    assert game.why_not("solution", "ready_1", A, "politics", "munich_1").key == "solution_wrong_faction"
    assert munich().turn(A).why_not("solution", "ready_1", A, "politics", "munich_3").key == "solution_not_allied"


def test_r42_the_faction_a_back_acts_for_is_paid_by_the_active_one() -> None:
    table = Table().spaces("munich", "A-So").score(R=5, A=5).ready(R, ("*", A, "Po"), "So", "So")
    game = table.turn(R).play("solution", "Po", "munich_1", faction=A)
    assert (game.g.score[R], game.g.score[A]) == (3, 7)


def test_w8_with_two_or_three_players_british_and_russian_start_with_points() -> None:
    usual = GAME.info.settle({}, "two_players")["compensation"]
    assert usual and GAME.info.settle({}, "three_players")["compensation"] and not GAME.info.settle({})["compensation"]
    assert Table("two_players", compensation=usual).g.score == {R: usual, B: usual, A: 0, G: 0}
    assert set(Table("two_players", compensation=0).g.score.values()) == {0}
    assert set(Table("four_players", compensation=6).g.score.values()) == {0}, "nobody leads two factions"


@pytest.mark.parametrize(
    ("language", "mean", "better"), [("en", "mean", "better"), ("it", "media", "migliore"), ("es", "media", "mejor")]
)
def test_w8_a_scenario_tells_what_counts_by_default(language: str, mean: str, better: str) -> None:
    words = catalogue(GAME, language)
    for scenario in ("two_players", "three_players"):
        counts = GAME.info.settle({}, scenario)["pair_scoring"]
        assert (mean if counts == "mean" else better) in words[f"scenario.{scenario}.note"], scenario


def test_w8_with_three_players_the_mean_of_two_factions_counts() -> None:
    assert GAME.info.settle({}, "three_players")["pair_scoring"] == "mean"
    assert {GAME.info.settle({}, s)["pair_scoring"] for s in ("two_players", "four_players")} == {"better"}
    for how, winner, ending, points in (("mean", R, "mean_of_factions", 55.0), ("better", "american_german", "points", 80.0)):
        table = Table("three_players", pair_scoring=how).score(R=60, A=30, B=50, G=80).set(phase="over")
        result = GAME.result(table.g)
        assert result is not None
        assert (result.winners, result.ending, result.scores["american_german"]) == ((winner,), ending, points)


def test_w8_a_tie_of_means_is_broken_by_mean_territories() -> None:
    table = Table("three_players", pair_scoring="mean").score(R=55, A=30, B=50, G=80).set(phase="over")
    result = GAME.result(table.g)
    assert result is not None and (result.winners, result.ending) == (("american_german",), "tie_break")
    table.owned(
        R, *(territory for territory in ("warsaw", "lodz", "lublin", "krakow", "bialystok", "danzig", "poznan", "breslau"))
    )
    table.owned(B, *("essen", "hannover", "hamburg", "amsterdam", "rostock", "magdeburg", "leipzig", "frankfurt"))
    result = GAME.result(table.g)
    assert result is not None and result.winners == (R,)


def test_matches_of_earlier_rules_keep_their_readings() -> None:
    """A checkpoint of rules 1 has none of the later options: it goes on as it was begun."""
    table = Table()
    earlier = type(table.g.variants)(*(getattr(table.g.variants, name) for name in table.g.variants.__struct_fields__[:11]))
    assert not earlier.solution_on_own_tokens and earlier.access_from_start and not earlier.german_symbol_raids
    assert set(GAME.info.settle({})) == set(earlier.__struct_fields__)
