"""Every option of the game away from its default."""

from casusbelli.game import Match
from casusbelli.games.wunderwaffen import GAME
from casusbelli.games.wunderwaffen.content import FACTIONS
from casusbelli.kernel import seed_from

from .positions import A, B, G, R, Table


def test_british_begin_part_two() -> None:
    table = Table(part2_first_player="british")
    for faction in FACTIONS:
        table.g.discard[faction], table.g.pool[faction] = table.g.pool[faction][:12], []
    game = table.begin("part_one_ends")
    asked = []
    while game.asked[1] == "pick_ready":
        asked.append(game.asked[0])
        game.act(*map(str, game.options[0]))
    assert list(dict.fromkeys(asked)) == [B, G, R, A]
    assert (game.g.part, game.g.active) == (2, B)


def test_harsh_price_of_an_interception() -> None:
    table = Table(intercept_cost="all_own_plays").set(intercepts_used=1).ready(G, ("So", "any_ally", "Mo"), "Ta")
    game = table.turn(G)
    assert (game.g.own_left, game.g.other_left) == (0, 1)
    game.play("morale", "Mo", faction=R)
    assert game.discarded(G) == ["So", "Ta"]
    assert game.asked == (G, "pick_ready")


def test_symbol_against_soldier() -> None:
    expected = {"literal": ([], [1]), "never": ([], []), "always": ([1], [1])}
    for option, (allied, german) in expected.items():
        game = Table(symbol_vs_soldier=option).spaces("bialystok", "G-So").ready(R, "Sy", "Mo", "Po").turn(R)
        assert [n for n in game.places("Sy", "bialystok", R) if n == 1] == allied
        game = Table(symbol_vs_soldier=option).spaces("bialystok", "R-So").ready(G, "Sy", "Re", "Re").turn(G)
        assert [n for n in game.places("Sy", "bialystok", G) if n == 1] == german


def test_backs_may_be_seen_when_the_twelve_are_chosen() -> None:
    table = Table(part2_selection_sees_backs=True)
    for faction in FACTIONS:
        table.g.discard[faction], table.g.pool[faction] = table.g.pool[faction], []
    game = table.begin("part_one_ends")
    assert game.asked == (R, "select_part2")
    assert len(game.options) == 18
    assert ("remove_token", "soldier", "german", "tank") in game.options
    assert len(game.match.view(R)["discard_backs"][R]) == 18
    assert game.match.view(A)["discard_backs"] == {}
    game.act("remove_token", "soldier", "german", "tank")
    assert len(game.options) == 17
    kept = dict(enumerate(game.g.backs))
    while game.asked == (R, "select_part2"):
        game.act(*map(str, game.options[0]))
    pool = game.g.pool[R]
    assert sorted(game.g.backs[t] for t in pool) == sorted(kept[t] for t in pool)
    assert [game.g.backs[t] for t in pool] != [kept[t] for t in pool], "R21: what was seen is mixed again"


def test_reserve_may_be_gathered_between_the_parts() -> None:
    for kept in (True, False):
        table = Table(reserve_kept_between_parts=kept).stored(A, reserve_any="Ar").empty_pool(*FACTIONS).ready(G)
        game = table.begin("part_one_ends")
        assert (game.g.reserve[A]["reserve_any"] is not None) == kept


def test_automatic_marker_takes_a_borrowed_token_first() -> None:
    table = Table(marker_choice="auto").spaces("lublin", "R-So", "R-So", None).ready(A, ("*", R, "Ta"), "Mo", "Po")
    game = table.turn(A).play("place", "Ta", "lublin_3", faction=R)
    assert game.marker("lublin").owner == A
    table = Table(marker_choice="auto").spaces("lublin", "R-Ta", "R-So", None).ready(R, "Ar", "Mo", "Po")
    game = table.turn(R).play("place", "Ar", "lublin_3")
    assert game.marker("lublin").piece == "soldier"


def test_open_backs_show_everything_and_name_the_token() -> None:
    match = Match.new(GAME, "four_players", {"open_backs": True}, seed_from("open"))
    assert ("pick_token", "soldier", "german", "tank") in match.options(R)
    match.act(R, ("pick_token", "soldier", "german", "tank"))
    for viewer in (None, A):
        assert match.view(viewer)["ready"][R][0] == {"front": "soldier", "back": ["german", "tank"]}


def test_open_backs_name_the_token_that_intercepts() -> None:
    table = Table(open_backs=True).set(research=4).ready(A, "Pl", "Mo", "Po")
    game = table.ready(G, ("Pl", B, "Sy"), ("Pl", "any_ally", "Ta"), "Re").turn(A).play("air_raid", "Pl")
    assert game.asked == (G, "intercept_air_raid")
    first, second = ("intercept_token", "plane", B, "symbol"), ("intercept_token", "plane", "any_ally", "tank")
    assert sorted(game.options) == sorted([first, second, ("pass",)])
    spent = game.g.ready[G][1]
    game.act(*second)
    assert game.g.discard[G] == [spent]
    assert (game.g.research, game.g.intercepts_used) == (4, 1)


def test_alternative_scoring_needs_two_players() -> None:
    table = Table("three_players", alternative_scoring=True).score(B=50, A=70, G=10, R=60)
    table.g.phase = "over"
    assert GAME.result(table.g).winners == ("american_german",)
