"""Habits are counted as they happen, on prepared positions."""

from __future__ import annotations

from tests.games.counting import Watched

from casusbelli.game import Match
from casusbelli.games.wunderwaffen import GAME
from casusbelli.kernel import Event, Result, seed_from

from .positions import A, B, G, Game, R, Table


def watched(game: Game) -> Watched:
    return Watched(game.match)


def play(race: Watched, use: str, faction: str, target: str = "") -> Watched:
    """The first such play on offer."""
    ((seat, question),) = race.match.asked().items()
    choice = next(c for c in question.options if c[0] == use and c[2] == faction and (not target or c[-1] == target))
    return race.act(*choice, seat=seat)


def two_british_in_hannover() -> Table:
    return Table().spaces("hannover", "B-So", None, "B-So").owned(B, "essen")


def test_a_territory_that_was_filled_for_another_player() -> None:
    table = two_british_in_hannover().ready(R, ("Ta", B, "So"), "So")
    race = play(watched(table.turn(R)), "place", B, "hannover_2")
    assert race.of("filled", "for an Ally") == (1, 1)
    assert race.of("filled", "for the German") == (0, 1)


def test_ones_own_conquest_is_filled_for_nobody() -> None:
    table = two_british_in_hannover().ready(B, "So", "Ta")
    race = play(watched(table.turn(B)), "place", B, "hannover_2")
    assert race.of("filled", "for an Ally") == (0, 1)


def test_research_raids_and_purchases_by_the_turn() -> None:
    race = Watched(Match.new(GAME, "four_players", seed=seed_from(1), record=True))
    g = race.match.state
    g.part, g.round = 2, 1

    def told(kind: str, **params: object) -> None:
        race.habits.happened(g, Event(kind, params=params))

    told("research_moved", origin=1, step=2, cause="research", by=G)
    told("research_moved", origin=2, step=1, cause="air_raid", by=A)
    told("card_bought", faction=G, card="any")
    told("played_air_raid", active=A, faction=A, front="plane", piece="plane", side="front", target="", reserve=False)
    told("intercepted", by=G, piece="plane", faction=A)
    told("raid_let_pass", by=G, faction=A)
    told("played_morale", active=R, faction=R, front="symbol", piece="symbol", side="front", target="", reserve=False)
    g.round = 3
    told("played_morale", active=R, faction=R, front="artillery", piece="artillery", side="front", target="", reserve=False)
    turns, n = race.of("research_turn")
    assert n == 1 and turns == race.of("purchase_turn")[0] > 3
    assert race.of("purchases") == race.of("raids") == race.of("interceptions") == (1, 1)
    assert race.of("met") == (1, 2)
    assert race.of("strong_early", "part 2") == (1, 2)
    race.habits.over(g, Result((), "points"))
    assert race.of("unspent")[1] == 1


def test_the_opening_is_what_lies_ready_before_the_first_turn() -> None:
    race = Watched(Match.new(GAME, "four_players", seed=seed_from(1), record=True))
    while next(iter(race.match.asked().values())).decision != "choose_play":
        ((seat, question),) = race.match.asked().items()
        race.act(*question.options[0], seat=seat)
    words = race.habits.words["openings"]
    assert set(words) == {R, A, B, G, "all four"}
    assert all(word.count("+") == 2 for who, word in words.items() if who != "all four")
