"""The games in other people's toolkits pass the toolkits' own checks, whatever the game and the number of seats."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

import casusbelli.adapters.openspiel  # noqa: F401  # registers the games
from casusbelli.adapters import pettingzoo
from casusbelli.adapters.encoding import BOUND, Encoder, features, name_of
from casusbelli.adapters.gymnasium import SeatEnv
from casusbelli.adapters.seats import MORE, IllegalAction, Seats, payoffs
from casusbelli.adapters.trial import NoLeakInNumbers
from casusbelli.game.registry import find, installed
from casusbelli.kernel import Result, SetupError
from casusbelli.testkit.playthrough import plan_for
from casusbelli.testkit.suite import check

GAMES = tuple(installed())
FIRST_OF_EACH_SIZE = [
    (game, next(scenario.id for scenario in find(game).info.scenarios if len(scenario.seats) == seats))
    for game in GAMES
    for seats in sorted({len(scenario.seats) for scenario in find(game).info.scenarios})
]


@pytest.mark.filterwarnings("ignore:Observation space for each agent", "ignore:We recommend agents to be named")
@pytest.mark.parametrize(("game", "scenario"), FIRST_OF_EACH_SIZE)
def test_pettingzoo_is_content(game: str, scenario: str) -> None:
    api_test(pettingzoo.env(game, scenario), num_cycles=12)
    seed_test(lambda: pettingzoo.env(game, scenario), num_cycles=6)
    parallel_api_test(pettingzoo.parallel_env(game, scenario), num_cycles=12)


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_is_content(game: str) -> None:
    check_env(gymnasium.make(f"casus/{game}-v0", bots="random", render_mode="ansi").unwrapped)


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("churchill", "training"),
        ("fog_of_war", "campaign_1940"),
        ("triumph_of_chaos", "introductory_1918"),
        *(("wunderwaffen", seats) for seats in ("two_players", "three_players", "four_players")),
    ],
)
def test_openspiel_plays_a_whole_game_and_is_content(game: str, scenario: str) -> None:
    whole = pyspiel.load_game(f"casus_{game}(scenario={scenario},deals=3)")
    pyspiel.random_sim_test(whole, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_openspiel_copies_and_saves_states(game: str) -> None:
    spiel = pyspiel.load_game(f"casus_{game}(deals=4)")
    state = spiel.new_initial_state()
    assert [chance for _, chance in state.chance_outcomes()] == [0.25] * 4
    state.apply_action(2)
    for _ in range(12):
        state.apply_action(state.legal_actions()[-1])
    for twin in (state.clone(), spiel.deserialize_state(state.serialize())):
        assert twin.history() == state.history()
        assert all(
            look(twin, player) == look(state, player)
            for player in range(spiel.num_players())
            for look in (pyspiel.State.observation_string, pyspiel.State.information_state_string)
        )
        twin.apply_action(twin.legal_actions()[0])
        assert twin.history() != state.history()
    names = [state.action_to_string(action) for action in state.legal_actions()]
    assert len(set(names)) == len(names)


def test_answers_to_a_common_question_stay_hidden_until_the_last_one() -> None:
    """Churchill's agenda cards are laid in secret: what the first seat chose changes nothing for the second."""
    table = Seats("churchill")
    seen = set()
    for answer in (0, 1, 2):
        table.deal("secret")
        while len(table.played.asked()) < 2:
            table.play(0)
        first = table.to_move
        table.play(answer)
        second = table.to_move
        assert second is not None and second != first
        seen.add((table.vector(second).tobytes(), table.text(second), str(table.names(second))))
    assert len(seen) == 1


@pytest.mark.parametrize("game", GAMES)
def test_numbers_tell_nothing_hidden(game: str) -> None:
    check(plan_for(game, "numbers"), [NoLeakInNumbers])


def test_a_vector_is_laid_out_as_it_says_and_is_the_same_everywhere() -> None:
    table = Seats("fog_of_war", view_size=300)
    table.deal("1")
    layout = table.encoder.layout
    vector = table.vector("axis")
    assert vector.shape == (table.encoder.size,) == (layout["view"].stop,) and np.abs(vector).max() <= BOUND
    assert list(vector[layout["seat"]]) == [1.0, 0.0] and vector[layout["ask"]].any()
    assert not table.vector("allied")[layout["ask"]].any()
    assert dict(features({"a": {"b": 100, "c": ["x", "x"]}, "d": None, "e": True})) == {
        ".a.b": 1.0,
        ".a.c[]=x": 1.0,
        ".d?": 1.0,
        ".e": pytest.approx(0.150, abs=1e-3),
    }
    again = pickle.loads(pickle.dumps(table))
    assert again.vector("axis").tobytes() == vector.tobytes()


def test_rows_of_options_may_tell_what_the_view_says_of_what_they_name() -> None:
    view = {"lands": {"paris": {"holder": "axis", "walls": 100}, "rome": {"holder": "axis"}}, "kept": ["card_rome"]}
    encoder = Encoder(find("fog_of_war"), option_size=512, option_view=True)
    plain = Encoder(find("fog_of_war"), option_size=512)
    options = [("take", "paris"), ("take", "rome"), ("take", "nowhere")]
    more = encoder.options("turn", options, 4, view) - plain.options("turn", options, 4)
    assert [int(np.abs(row).sum()) for row in more] == [2, 2, 0, 0]  # holder and walls; holder and that it is kept
    table = Seats("fog_of_war", option_view=True)
    table.deal("1")
    assert (
        pickle.loads(pickle.dumps(table)).observation("axis")["options"].tobytes()
        == table.observation("axis")["options"].tobytes()
    )


def test_where_more_is_open_than_there_are_slots_pages_turn_and_nothing_is_lost() -> None:
    table = Seats("fog_of_war", slots=4)
    table.deal("1")
    while not table.turns_pages(table.to_move or ""):
        table.play(0)
    seat = table.to_move
    assert seat is not None
    options, played = table.played.options(seat), len(table.played.entries)
    seen: list[str] = []
    while len(seen) < len(options):
        names = table.names(seat)
        assert names[3] == MORE and table.mask(seat).tolist() == [int(n in names) for n in range(4)]
        seen += [name for n, name in names.items() if n != 3]
        table.play(3)
    assert seen == [name_of(option) for option in options] and table.page == 0
    with pytest.raises(IllegalAction):
        table.play(4)
    assert len(table.played.entries) == played


def test_the_end_is_worth_nothing_in_sum() -> None:
    seats = ("a", "b", "c")
    assert payoffs(seats, Result(("b",), "x")) == pytest.approx({"a": -0.5, "b": 1.0, "c": -0.5})
    assert payoffs(seats, Result(("a", "b"), "x")) == pytest.approx({"a": 0.25, "b": 0.25, "c": -0.5})
    assert payoffs(seats, Result((), "x")) == pytest.approx(dict.fromkeys(seats, 0.0))
    assert payoffs(seats, None) == dict.fromkeys(seats, 0.0)


def test_an_illegal_action_ends_the_episode_and_says_why() -> None:
    env = SeatEnv("fog_of_war", "allied", "random", structured=True)
    _, info = env.reset(seed=3)
    assert set(info) == {"decision", "rule", "names", "view"} and info["names"]
    _, reward, over, _, info = env.step(env.table.slots - 1)
    assert (reward, over) == (-1.0, True) and "not on offer" in info["illegal"]


@pytest.mark.parametrize(
    ("make", "line"),
    [
        (lambda: SeatEnv("fog_of_war", "nobody"), "has no seat 'nobody'; it has axis, allied"),
        (lambda: SeatEnv("fog_of_war", "axis", {"axis": "random"}), "bots are needed for allied"),
        (lambda: Seats("fog_of_war", slots=1), "at least 2 slots"),
        (lambda: Encoder(find("fog_of_war"), view_size=-1), "view_size is at least 0"),
        (lambda: pettingzoo.env("fog_of_war", "nowhere"), "has no scenario 'nowhere'"),
        (lambda: pettingzoo.env("fog_of_war", None, {"mist": True}), "has no option 'mist'"),
    ],
)
def test_what_does_not_exist_is_refused_in_a_line(make: Any, line: str) -> None:
    with pytest.raises(SetupError, match=line):
        make()


def test_the_board_can_be_read() -> None:
    table = Seats("fog_of_war")
    table.deal("1")
    seat = table.to_move
    assert seat is not None
    for language, title in (("en", "The Fog of War"), ("it", ""), ("es", "")):
        text = table.text(seat, language)
        assert text.startswith(title) and f"{len(table.legal(seat)) - 1:4}  " in text
