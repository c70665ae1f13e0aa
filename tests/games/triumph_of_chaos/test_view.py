"""What a seat sees and foresees of politics and cards, what it never learns, and why a choice is refused."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import msgspec
import pytest

from casusbelli.game import LANGUAGES, Match
from casusbelli.games.triumph_of_chaos import GAME
from casusbelli.games.triumph_of_chaos.cards import CARDS, INFLUENCE, INITIATIVE, POLITICAL, card_id
from casusbelli.games.triumph_of_chaos.content import FACTION, HOME_MASK, RED, SIDES, SPACE, SPACE_IDS, VC_MASK, WHITE, bits
from casusbelli.games.triumph_of_chaos.effects_politics import diplomacy
from casusbelli.games.triumph_of_chaos.endings import CONDITION_CITIES, automatic, final_scoring
from casusbelli.games.triumph_of_chaos.logistics import diplomacy as logistics_diplomacy
from casusbelli.games.triumph_of_chaos.political import boxes
from casusbelli.games.triumph_of_chaos.prospects import markers, stake
from casusbelli.games.triumph_of_chaos.state import WITHDRAWN, Chaos
from casusbelli.games.triumph_of_chaos.withdrawal import subjugation_step
from casusbelli.kernel import seed_from
from casusbelli.words.texts import catalogue

from .conftest import LoadedDice
from .positions import Table, at, clear, control, flag, fresh, hand, marker, run, without_cp

BOARD = GAME.folder / "board"
MINE = ("auction.js", "card_faces.js", "cards.js", "factions.js", "politics.js")
SIDE = {"white": WHITE, "red": RED}


def staked(white: tuple[int, int, int], red: tuple[int, int, int], scenario: str = "campaign") -> Match[Chaos]:
    """A match whose sides have laid these cards into the boxes."""
    g = fresh(scenario, "allocation")
    hand(g, "white", *white)
    hand(g, "red", *red)
    table = Table(g)
    for n, box in enumerate(("red", "white", "other")):
        table.both("pol_allocate", ("allocate", card_id(WHITE, white[n]), box), ("allocate", card_id(RED, red[n]), box))
    return table.match


def told(thing: Any) -> str:
    return msgspec.json.encode(thing).decode()


# -- who sees what -----------------------------------------------------------------------------------------------------


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    match = Match.new(GAME, "campaign", {"bid_for_sides": False}, seed_from("hands"))
    for viewer in ("white", "red", None):
        seen = told(match.view(viewer))
        for side in SIDES:
            shown = {c.id for c in CARDS[side].values() if f'"{c.id}"' in seen}
            mine = viewer is not None and SIDE[viewer] == side
            assert shown == ({card_id(side, n) for n in match.state.hands[side]} if mine else set())


def test_a_stake_is_hidden_until_its_box_is_opened() -> None:
    match = staked((1, 53, 3), (1, 4, 5))
    view = {seat: match.view(seat)["politics"] for seat in ("white", "red", None)}
    assert match.state.opened == 1
    assert view["white"]["placed"] == {"white": ["white_01", "white_53", "white_03"], "red": ["red_01", "", ""]}
    assert view["red"]["placed"] == {"white": ["white_01", "", ""], "red": ["red_01", "red_04", "red_05"]}
    assert view[None]["placed"] == {"white": ["white_01", "", ""], "red": ["red_01", "", ""]}
    assert view["white"]["values"] == view[None]["values"] == {"white": [5], "red": [4]}


def test_a_chosen_card_is_known_to_its_chooser_and_a_drawn_one_to_nobody() -> None:
    match = staked((1, 53, 3), (1, 2, 5))
    match.act("white", ("choose", "pc_04"))
    assert len(match.state.pc_box[0]) == 3
    assert match.view("white")["politics"]["boxes"]["red"] == ["pc_04", None, None]
    assert match.view("red")["politics"]["boxes"]["red"] == match.view(None)["politics"]["boxes"]["red"] == [None, None, None]
    assert "pc_04" not in match.view("white")["politics"]["available"]["red"]
    assert len(match.view("red")["politics"]["available"]["red"]) == 22


def test_the_forecast_counts_only_what_the_viewer_knows() -> None:
    match = staked((1, 53, 3), (1, 2, 5))
    before = {seat: match.view(seat)["politics"]["forecast"] for seat in ("white", "red", None)}
    match.act("white", ("choose", "pc_01"))
    after = {seat: match.view(seat)["politics"]["forecast"] for seat in ("white", "red", None)}
    assert after["red"] == before["red"] and after[None] == before[None]
    assert after["white"]["belarus"]["net"] == -2 and "belarus" not in before["white"]


def test_views_and_previews_are_the_same_in_every_world_a_seat_holds_possible() -> None:
    rng = Random(4)
    match = Match.new(GAME, "tournament_1919", {"bid_for_sides": False}, seed_from("twins"))
    looked = 0
    for _ in range(400):
        for seat, ask in match.asked().items():
            if ask.decision.startswith(("pol_", "choose_", "buy_")):
                twin = match.imagine(seat, seed_from(looked))
                assert told(twin.view(seat)) == told(match.view(seat))
                for choice in rng.sample(ask.options, min(3, len(ask.options))):
                    assert told(twin.preview(seat, choice)) == told(match.preview(seat, choice))
                looked += 1
        seat, ask = next(iter(match.asked().items()))
        match.act(seat, rng.choice(ask.options))
    assert looked > 40


def test_looking_changes_nothing() -> None:
    match = staked((1, 54, 3), (1, 2, 5))
    before = msgspec.msgpack.encode(match.state)
    for seat in ("white", "red", None):
        match.view(seat)
    for choice in match.asked()["white"].options:
        match.preview("white", choice)
    assert msgspec.msgpack.encode(match.state) == before


# -- where markers would go --------------------------------------------------------------------------------------------


def expect(g: Chaos, faction: str, net: int) -> dict[str, Any]:
    g.pending[FACTION[faction]] = net
    return markers(g, WHITE)[faction]


@pytest.mark.parametrize(
    ("start", "net", "to", "lost", "missing"),
    [(0, 1, 0, 1, 1), (0, 2, 1, 0, 2), (0, 5, 2, 1, 0), (1, -4, -1, 0, 2), (2, -2, 2, 2, 1), (2, -5, 0, 0, 2), (2, 3, 2, 3, 0)],
)
def test_two_points_a_box_and_three_to_leave_control(start: int, net: int, to: int, lost: int, missing: int) -> None:
    g = without_cp(fresh("campaign"))
    marker(g, khiva=start)
    clear(g, "khiva")
    found = expect(g, "khiva", net)
    assert (found["from"], found["to"], found["lost"], found["missing"], found["block"]) == (start, to, lost, missing, "")
    assert found["veto"] == ("red" if (start, net) == (2, -5) else "")


def test_the_forecast_tells_what_stops_a_marker() -> None:
    g = without_cp(fresh("campaign"))
    marker(g, poland=0)
    assert expect(g, "poland", 4) == {"net": 4, "from": 0, "to": 1, "block": "B3", "lost": 2, "missing": 0, "veto": ""}
    flag(g, "w02_polish_influence")
    assert expect(g, "poland", 4)["to"] == 2
    marker(g, khiva=-2)
    at(g, "khiva", "red_a1")
    assert expect(g, "khiva", 6) == {"net": 6, "from": -2, "to": -2, "block": "B2", "lost": 6, "missing": 0, "veto": ""}


def test_a_known_special_card_stops_every_marker_and_drives_its_box_away() -> None:
    g = without_cp(fresh("campaign", "boxes"))
    assert POLITICAL[65].effect == "freeze_all_fcm"
    marker(g, khiva=0)
    g.pc_box[2], g.pc_by[2] = [47, 65], [0, 0]
    assert expect(g, "khiva", 2)["to"] == 1
    g.pc_shown = [47, 65]
    assert set(markers(g, WHITE)) == {"khiva"}
    found = markers(g, WHITE)["khiva"]
    assert (found["to"], found["block"]) == (0, "frozen")


def test_closed_control_boxes() -> None:
    g = without_cp(fresh("campaign"))
    seen = Table(g).match.view(None)["factions"]
    assert seen["poland"]["closed"] == {"red": "", "white": "B3"}
    assert seen["ukraine"]["closed"] == {"red": "B5", "white": "B4"}
    assert seen["estonia"]["closed"] == {"red": "B6", "white": ""}
    assert seen["central_powers"]["closed"] == {}
    g.freeze_until = g.turn
    frozen = Table(g).match.view(None)["factions"]
    assert frozen["khiva"]["closed"] == {"red": "B8", "white": "B8"} and frozen["poland"]["closed"]["red"] == ""


def test_preview_of_a_political_card() -> None:
    match = staked((53, 54, 3), (2, 1, 5))
    preview = match.preview("red", ("choose", "pc_10"))
    assert preview is not None
    belarus = preview["factions"]["belarus"]
    assert (belarus["net"], belarus["from"], belarus["to"], belarus["block"], belarus["missing"]) == (-1, -1, -1, "", 1)


def test_preview_of_a_bought_point() -> None:
    g = without_cp(fresh("campaign", "diplomacy"))
    g.pools[WHITE] = {"side": 8}
    marker(g, khiva=0)
    g.pending[FACTION["khiva"]] = 1
    table = Table(g)
    assert table.ask.decision == "buy_influence"
    preview = table.match.preview("white", ("influence", "khiva"))
    assert preview is not None and preview["factions"]["khiva"]["to"] == 1


# -- what a stake may win ----------------------------------------------------------------------------------------------


def test_a_stake_against_every_card_it_may_meet() -> None:
    g = fresh("campaign", "allocation")
    (row,) = stake(g, WHITE, 53)
    assert (row["value"], row["chance"]) == (1, 6)
    assert row["against"] == [[1, 0, 1, 0], [2, 0, 0, 1], [3, 0, 0, 2], [4, 0, 0, 2], [5, 0, 0, 2]]
    five = next(n for n, c in CARDS[WHITE].items() if c.value == 5)
    (row,) = stake(g, WHITE, five)
    assert row["against"] == [[1, 2, 0, 0], [2, 3, 0, 0], [3, 2, 1, 0], [4, 1, 2, 0], [5, 0, 3, 0]]


@pytest.mark.parametrize("roll", [1, 4, 6])
def test_influence_is_foreseen_as_it_will_be_rolled(dice: LoadedDice, roll: int) -> None:
    """In 1918 the year helps White and hinders Red; Denikin and Lenin on the map take that away again."""
    g = fresh("campaign", "allocation")
    rows = {side: stake(g, side, INFLUENCE) for side in SIDES}
    for side in SIDES:
        assert {row["value"]: row["chance"] for row in rows[side]} == {1: 2, 2: 2, 3: 1, 4: 1}
    dice(roll, roll)
    values = staked((54, 53, 3), (54, 1, 5)).view(None)["politics"]["values"]
    counted = {1: 1, 4: 2, 6: 4}[roll]
    assert {side: found[0] for side, found in values.items()} == {"white": counted, "red": counted}


def test_preview_of_a_stake() -> None:
    g = fresh("campaign", "allocation")
    hand(g, "white", 2, 53, 54)
    preview = Table(g).match.preview("white", ("allocate", "white_53", "red"))
    assert preview == {"stake": stake(g, WHITE, 53)}


# -- refusals ----------------------------------------------------------------------------------------------------------


def why(match: Match[Chaos], seat: str, *choice: str | int) -> str:
    refusal = match.asked()[seat].refusal(choice)
    return refusal.key if refusal else ""


def test_why_a_stake_is_refused() -> None:
    g = fresh("campaign", "allocation")
    hand(g, "white", 2, 3, 53, 54)
    hand(g, "red", 1, 2, 53)
    table = Table(g)
    assert why(table.match, "white", "allocate", "white_02", "other") == "boxes_in_order"
    assert why(table.match, "white", "allocate", "white_09", "red") == "not_in_hand"
    assert why(table.match, "white", "leave_empty", "red") == "cards_left_for_boxes"
    table.both("pol_allocate", ("allocate", "white_02", "red"), ("allocate", "red_53", "red"))
    assert why(table.match, "white", "allocate", "white_02", "white") == "already_placed"
    assert why(table.match, "white", "allocate", "white_03", "red") == "box_filled"
    assert why(table.match, "white", "allocate", "red_53", "white") == "not_in_hand"


def test_why_a_political_card_is_refused() -> None:
    match = staked((53, 54, 3), (2, 1, 5))
    match.state.pc_deck[0].remove(7)
    match.state.pc_discard.append(7)
    match.asked()["red"].forget_options()
    assert why(match, "red", "choose", "pc_30") == "card_of_other_box"
    assert why(match, "red", "choose", "pc_07") == "political_discarded"
    match.act("red", ("choose", "pc_06"))
    assert why(match, "red", "declare", "pc_09") == "not_just_chosen"
    match.act("red", ("keep_silent",))
    assert why(match, "red", "choose", "pc_06") == "political_chosen"


def test_why_a_special_card_is_never_chosen() -> None:
    g = fresh("campaign", "boxes")
    g.placed, g.values = [[], [53, 53, 53], [53, 53, 2]], [[], [0, 0, 0], [0, 0, 0]]
    trace = run(boxes(g))
    refusal = trace.refusal("choose", "pc_65")
    assert refusal is not None and refusal.key == "special_only_drawn"


def test_why_spies_do_not_go_there(dice: LoadedDice) -> None:
    g = fresh("campaign", "boxes")
    g.placed, g.values = [[], [53, 53, 53], [2, 2, 53]], [[], [0, 0, 0], [0, 0, 0]]
    dice.lot(64)
    dice(1)
    silent = ("keep_silent",)
    trace = run(boxes(g), ("choose", "pc_01"), ("choose", "pc_02"), ("choose", "pc_23"), silent, ("choose", "pc_24"), silent)
    assert trace.pending is not None and trace.pending.decision == "pol_spies_choice"
    refusal = trace.refusal("replace_box", "other")
    assert refusal is not None and refusal.key == "spies_elsewhere"


def test_why_influence_and_diplomacy_are_refused() -> None:
    g = without_cp(fresh("campaign"))
    g.fate[FACTION["france"]] = WITHDRAWN
    g.pools[WHITE] = {"side": 8}
    trace = run(logistics_diplomacy(g))
    refusal = trace.refusal("influence", "france")
    assert refusal is not None and (refusal.key, refusal.rule) == ("out_of_play", "18")
    card = next(c for c in INITIATIVE[WHITE].values() if "diplomacy" in c.uses)
    marker(g, khiva=1, latvia=2, estonia=0)
    trace = run(diplomacy(g, WHITE, card))
    keys = {name: trace.refusal("influence", name) for name in ("khiva", "latvia", "france")}
    assert {name: refusal and refusal.key for name, refusal in keys.items()} == {
        "khiva": "diplomacy_into_control",
        "latvia": "diplomacy_from_control",
        "france": "out_of_play",
    }


def test_why_a_republic_is_not_subjugated() -> None:
    g = without_cp(fresh("campaign", "diplomacy"))
    control(g, "red", "astrakhan")
    control(g, "white", "khiva")
    trace = run(subjugation_step(g))
    assert ("subjugate", "astrakhan") in trace.options
    refusals = {name: trace.refusal("subjugate", name) for name in ("khiva", "poland")}
    assert {name: refusal and refusal.key for name, refusal in refusals.items()} == {
        "khiva": "cities_to_take",
        "poland": "never_subjugated",
    }
    assert g.control[SPACE["khiva"]] == WHITE


# -- words and pictures ------------------------------------------------------------------------------------------------


def test_every_word_of_the_panels_is_there_in_every_language() -> None:
    source = "\n".join((BOARD / name).read_text("utf-8") for name in MINE)
    whole = set(re.findall(r"[\"`](ui\.[a-z_.]+[a-z])[\"`]", source))
    beginnings = set(re.findall(r"`(ui\.[a-z_.]+\.)\$\{", source))
    assert len(whole) > 40 and len(beginnings) > 8
    for language in LANGUAGES:
        words = catalogue(GAME, language)
        assert whole - words.keys() == set()
        assert {b for b in beginnings if not any(key.startswith(b) for key in words)} == set()


def test_every_refusal_has_words_in_every_language() -> None:
    keys = set(re.findall(r"\"([a-z]+_[a-z_]+)\"", (GAME.folder / "political_refusals.py").read_text("utf-8")))
    refusals = {key for key in keys if f"refusal.{key}" in catalogue(GAME, "en")}
    assert len(refusals) >= 18
    for language in LANGUAGES:
        assert {key for key in refusals if f"refusal.{key}" not in catalogue(GAME, language)} == set()


def test_every_card_has_its_picture_and_its_text() -> None:
    known = set(re.findall(r"^  (\w+): \"", (BOARD / "vignettes.js").read_text("utf-8"), re.MULTILINE))
    printed = json.loads(told(GAME.printed()))
    assert {card["picture"] for card in printed["action_cards"].values()} <= known
    for language in LANGUAGES:
        words = catalogue(GAME, language)
        assert all(words[f"name.{i}.text"] for i in [*printed["action_cards"], *printed["political_cards"]])


def test_who_would_win_now_is_told_by_the_rules_of_the_end() -> None:
    g = fresh("introductory_1918")
    g.vp[RED], g.vp[WHITE] = 0, 20
    assert GAME.view(g, "red")["if_ended"] == GAME.view(g, None)["if_ended"] == "white"
    g.vp[WHITE] = 0
    final_scoring(g)
    assert GAME.view(g, "red")["if_ended"] == "", "it is over"


def test_who_would_win_now_betrays_no_condition_that_red_wrote_down() -> None:
    g = fresh("tournament_1919", secret_red_conditions=True)
    home = (SPACE_IDS[c] for c in bits(HOME_MASK[RED] & VC_MASK))
    control(g, "red", *home, "rostov", "migulinskaya")
    g.vp[RED] = 40
    assert not automatic(g)

    def told() -> list[str]:
        return [GAME.view(g, seat)["if_ended"] for seat in ("red", "white", None)]

    g.secret_conditions = [0, 1, 2]
    assert told() == ["white"] * 3, "two of the five are met, so no three are"
    control(g, "red", *(SPACE_IDS[c] for c in CONDITION_CITIES["urals"]))
    g.secret_conditions = [2, 3, 4]
    assert told() == ["red", "none", "none"]
    g.secret_conditions = [0, 1, 2]
    assert told() == ["white", "none", "none"]
    control(g, "red", *(SPACE_IDS[c] for name in CONDITION_CITIES for c in CONDITION_CITIES[name]))
    assert told() == ["red"] * 3
