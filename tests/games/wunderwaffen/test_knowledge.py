"""Views, previews, refusals: what a seat sees, foresees and is told."""

from __future__ import annotations

from random import Random

import msgspec

from casusbelli.game import Match
from casusbelli.games.wunderwaffen import GAME
from casusbelli.games.wunderwaffen.content import (
    BERLIN_RING,
    BERLIN_SPACE_OF,
    CARDS,
    FACTIONS,
    PIECES,
    RESERVE,
    SIDE,
    SPACE_IDS,
    TERRITORY_IDS,
    uses_of,
)
from casusbelli.games.wunderwaffen.powers import powers_of
from casusbelli.games.wunderwaffen.state import Placed, WunderWaffen
from casusbelli.games.wunderwaffen.targets import TARGETS, TARGETS_OF_PIECE, openings
from casusbelli.games.wunderwaffen.uses import OBSTACLES
from casusbelli.kernel import seed_from

from .positions import A, B, G, R, Table


def some_match(seed: int, choices: int, scenario: str = "four_players") -> Match[WunderWaffen]:
    """A match played at random for a while."""
    rng = Random(seed)
    match = Match.new(GAME, scenario, seed=seed_from(seed))
    for _ in range(choices):
        ((seat, question),) = match.asked().items()
        match.act(seat, rng.choice(question.options))
    return match


def test_ready_backs_are_seen_by_their_player_in_his_turn_alone() -> None:
    table = Table().ready(R, ("So", G, "Ta"), ("So", A, "So"), "Ta").ready(A, "So", "Ta", "Pl")
    game = table.turn(R)
    assert game.match.view(R)["ready"][R][0] == {"front": "soldier", "back": ["german", "tank"]}
    for viewer in (None, A, G):
        assert game.match.view(viewer)["ready"][R][0] == {"front": "soldier"}
    assert game.match.view(A)["ready"][A][0] == {"front": "soldier"}


def test_reserve_backs_stay_known_to_their_owner() -> None:
    game = Table().stored(A, reserve_soldier="So").ready(R, "So", "So", "Ta").turn(R)
    assert set(game.match.view(A)["reserve"][A]["reserve_soldier"]) == {"front", "back", "fresh"}
    assert set(game.match.view(R)["reserve"][A]["reserve_soldier"]) == {"front", "fresh"}


def test_a_lying_back_shows_its_front_and_a_lying_front_hides_its_back() -> None:
    game = Table().spaces("lublin", "R-So", "G-Pl/B").ready(R, "So", "So", "Ta").turn(R)
    front, back, _ = game.match.view(None)["map"]["lublin"]["spaces"]
    assert front == {"owner": R, "faction": R, "piece": "soldier", "side": "front"}
    assert back["side"] == "back"
    assert (back["owner"], back["faction"], back["piece"]) == (B, G, "plane")
    assert back["front"] in PIECES


def test_the_turn_event_tells_nobody_backs() -> None:
    """The view shows them while the turn lasts; a log would remember what discards no longer show."""
    match = Table().ready(R, ("So", G, "Ta"), "So", "Ta").turn(R).match
    assert match.view(R)["ready"][R][0]["back"] == [G, "tank"]
    for seat in (R, A, None):
        assert "backs" not in match.told(seat)[0].params


def test_a_turn_imagined_by_another_seat_offers_the_imagined_backs() -> None:
    match = Table().ready(R, ("So", G, "Ta"), "Mo", "Po").turn(R).match
    offered = set()
    for world in range(12):
        twin = match.imagine(A, seed_from(world))
        back = twin.state.back_of(twin.state.ready[R][0])
        sides = {(choice[2], choice[3]) for choice in twin.options(R) if choice[1:2] == ("ready_1",) and choice[2] != R}
        assert sides <= {(back.back_for, back.back)}
        offered |= sides
    assert len(offered) > 1


def test_quick_lists_and_obstacles_agree() -> None:
    """The quick lists of targets and the reasons against single targets are two sides of one rule."""
    everything = (*SPACE_IDS, *TERRITORY_IDS, *BERLIN_SPACE_OF, *RESERVE, *CARDS)
    listed_at_all = set()
    for seed in range(8):
        g = some_match(seed, 30 + 25 * seed).state
        if seed % 2:
            g.part = 2
            for territory in BERLIN_RING[:3]:
                g.owner[territory] = R
            g.berlin[seed // 2] = Placed(g.pool[R][0], R, "tank")
        for faction, piece in ((f, p) for f in FACTIONS for p in PIECES):
            for use in uses_of(piece, faction):
                if use == "place":
                    enters = powers_of(g).enters[SIDE[faction], piece]
                    listed = {space for space, guard in openings(g, faction) if guard in enters}
                elif use in TARGETS:
                    listed = set(TARGETS[use](g, faction))
                elif use in TARGETS_OF_PIECE:
                    listed = set(TARGETS_OF_PIECE[use](g, faction, piece))
                else:
                    continue
                assert listed == {t for t in everything if OBSTACLES[use](g, faction, piece, t) is None}, (seed, faction, piece)
                listed_at_all |= {use} if listed else set()
    assert {"place", *TARGETS, "reserve"} <= listed_at_all


def test_preview_of_a_conquest() -> None:
    table = Table().spaces("bialystok", None, "R-Pl", "G-Ta").ready(R, "So", "So", "Mo").track("morale", R=5)
    game = table.turn(R)
    told = game.match.preview(R, ("place", "ready_1", R, "soldier", "bialystok_1"))
    assert told["territory"]["winner"] == R
    assert (told["territory"]["vp"], told["territory"]["track_vp"], told["territory"]["cities"]) == (3, 2, 1)
    assert told["then"]["decision"] == "choose_marker"
    assert game.g.owner[1] == G


def test_preview_of_a_gift() -> None:
    """What would this bring them: an American Tank laid by the Russian as the second token."""
    table = Table().spaces("munich", "A-So").ready(R, ("So", A, "Ta"), "So", "Mo")
    told = table.turn(R).match.preview(R, ("place", "ready_1", A, "tank", "munich_2"))
    assert told["territory"] == {
        "id": "munich",
        "winner": None,
        "fortress": False,
        "held": False,
        "points": 0,
        "vp": 2,
        "track_vp": 0,
        "bonus": ["morale"],
        "cities": 2,
        "tokens": {A: 2},
        "free": 1,
    }


def test_preview_of_a_fortress_and_of_points() -> None:
    table = Table().spaces("stuttgart", "G-So", "G-So", None).ready(G, "So", "Ta", "Re").set(research=0)
    match = table.turn(G).match
    told = match.preview(G, ("place", "ready_2", G, "tank", "stuttgart_3"))
    assert (told["territory"]["winner"], told["territory"]["fortress"]) == (G, True)
    assert match.preview(G, ("research", "ready_3", G, "research")) == {
        "score": {G: 1},
        "morale": {},
        "politics": {},
        "research": 1,
        "strategy": {},
    }


def test_preview_of_a_raid_names_the_interceptors() -> None:
    table = Table().set(research=0).ready(A, "Pl", "So", "So").ready(G, "Pl", "Re", "So")
    told = table.turn(A).match.preview(A, ("air_raid", "ready_1", A, "plane"))
    assert told["interceptors"] == ["plane"]
    assert told["if_let_pass"] == {"research": -1}
    assert told["then"]["decision"] == "intercept_air_raid"


def test_preview_of_halves_targets_markers_and_interceptions() -> None:
    game = Table().set(strategy={R: 0, A: 1, B: 0}).ready(A, "Pl", "So", "So").turn(A).play("strategy", "Pl")
    assert game.match.preview(A, ("top",))["politics"] == {A: 1}
    game.act("bottom")
    assert game.match.preview(A, ("target", R))["morale"] == {R: 1}
    game = Table().spaces("bialystok", None, "R-Pl", "G-Ta").ready(R, "So", "So", "Mo").turn(R).play("place", "So", "bialystok_1")
    assert game.match.preview(R, ("marker", "bialystok_1")) == {"come_home": {R: ["plane"], G: ["tank"]}}
    table = Table().cards("komet").set(research=3).ready(A, "Pl", "So", "So").ready(G, "Pl", "Re", "So")
    game = table.turn(A).play("air_raid", "Pl")
    assert game.match.preview(G, ("intercept", "plane"))["score"] == {G: 3}
    assert game.match.preview(G, ("pass",))["research"] == -1


def test_preview_of_a_setup_card() -> None:
    table = Table().face_up("b", "maus", "hs293").set(active=G)
    told = table.begin("setup_research").match.preview(G, ("take_card", "hs293"))
    assert told["score"] == {G: 6}


def test_summary_names_the_position() -> None:
    match = some_match(3, 90)
    for language in ("en", "it", "es"):
        lines = GAME.summary(match.state, language)
        assert len(lines) > 5
        assert str(match.state.score[G]) in lines[4]


def test_state_stays_small() -> None:
    assert len(msgspec.msgpack.encode(some_match(1, 200).state)) < 30_000


def test_who_decides_in_anothers_turn_cannot_take_it_back_once_he_sees_what_follows() -> None:
    """Whether the other player can still play tells of his backs."""

    def helped(**options: bool) -> Match[WunderWaffen]:
        table = Table(**options).spaces("lublin", "R-So", "R-So", None).ready(A, ("*", R, "Ta"), "Mo", "Po")
        game = table.turn(A).play("place", "Ta", "lublin_3", faction=R)
        assert game.asked == (R, "choose_marker")
        game.act("marker", "lublin_3")
        assert game.asked == (A, "choose_play")
        return game.match

    match = helped()
    assert not match.can_undo(R) and not match.undo(R)
    assert helped(open_backs=True).can_undo(R), "there is nothing to learn"


def test_who_decides_in_his_own_turn_may_take_it_back() -> None:
    table = Table().spaces("bialystok", "R-So", "R-Ta", None).ready(R, "Ta", "Mo", "Po")
    game = table.turn(R).play("place", "Ta", "bialystok_3").act("marker", "bialystok_1")
    assert game.match.can_undo(R)


def test_the_german_cannot_take_back_an_interception() -> None:
    table = Table().set(research=4).ready(G, "Pl", "So", "So").ready(R, "Pl", "Mo", "Po")
    game = table.turn(R).play("air_raid", "Pl")
    assert game.asked == (G, "intercept_air_raid")
    for choice in (("pass",), ("intercept", "plane")):
        match = game.match.clone()
        match.act(G, choice)
        assert list(match.asked()) == [R] and not match.can_undo(G)
