"""Every warning on a prepared position: it comes with its figures, and not where there is nothing to warn of."""

from __future__ import annotations

from typing import Any

from tests.games.warned import figures
from tests.games.warned import warned as warned_of

from casusbelli.game import Caution
from casusbelli.games.churchill.content import END_OF, OFFENSIVE_ISSUES
from casusbelli.games.churchill.game import GAME
from casusbelli.games.churchill.scoring import score_sheet, totals
from casusbelli.games.churchill.state import Churchill

from .positions import UK, US, USSR, Position


def warned(g: Churchill, power: str, *choice: str | int) -> dict[str, Caution]:
    return warned_of(GAME, g, power, "any", *choice)


def meeting(**hands: str) -> Churchill:
    hands = {UK: "eden dill pound", US: "knox", USSR: "zhukov"} | hands
    return Position().table(uk_production="uk1", us_production_1="us2", second_front="0").hands(**hands).g


def test_a_health_roll_is_told_by_its_chance() -> None:
    g = meeting()
    assert figures(warned(g, UK, "advance_staff", "dill", "uk_production", 4), "health_risk") == (
        "warn",
        {"card": "dill", "chance": 17},
    )
    assert "health_risk" not in warned(g, UK, "advance_staff", "eden", "uk_production", 3)


def test_stalins_paranoia_and_churchills_health_are_leaders_rolls() -> None:
    g = meeting()
    grade, told = figures(warned(g, USSR, "advance_leader", "zhukov", "second_front", 7), "paranoia_risk")
    assert (grade, told["card"]) == ("warn", "stalin") and 0 < told["chance"] < 100
    assert "health_risk" in warned(g, UK, "advance_leader", "eden", "second_front", 7)
    assert "paranoia_risk" not in warned(g, UK, "advance_leader", "eden", "second_front", 7)


def test_a_purge_threatens_only_while_one_is_ordered() -> None:
    g = meeting()
    assert "purge_risk" not in warned(g, USSR, "advance_staff", "zhukov", "second_front", 3)
    g.purges = {USSR: (1, 2)}
    told = figures(warned(g, USSR, "advance_staff", "zhukov", "second_front", 3), "purge_risk")
    assert told == ("warn", {"card": "zhukov", "chance": 33})


def test_a_leader_costs_a_card_and_a_cheaper_one_would_do() -> None:
    g = meeting()
    assert figures(warned(g, UK, "advance_leader", "dill", "second_front", 7), "gives_up") == (
        "note",
        {"card": "dill", "value": 4},
    )
    assert "gives_up" not in warned(g, UK, "advance_leader", "pound", "second_front", 7), "nothing is cheaper"


def test_passing_with_cards_while_behind_in_issues() -> None:
    g = meeting()
    assert "pass_unplayed" not in warned(g, UK, "pass"), "nobody is ahead"
    g.won = {"us_production_2": US}
    assert figures(warned(g, UK, "pass"), "pass_unplayed") == ("warn", {"cards": 3, "won": 0})
    assert "pass_unplayed" not in warned(g, US, "pass"), "he leads"
    g.hands[UK] = []
    assert "pass_unplayed" not in warned(g, UK, "pass")


def test_an_issue_carried_past_the_centre_may_be_debated_back() -> None:
    g = meeting()
    assert figures(warned(g, UK, "advance_staff", "eden", "us_production_1", 4), "crosses_centre") == (
        "note",
        {"space": 2, "rivals": [USSR, US]},
    )
    assert "crosses_centre" not in warned(g, UK, "advance_staff", "eden", "us_production_1", 1), "it stays on their track"
    assert "crosses_centre" not in warned(g, UK, "advance_staff", "eden", "second_front", 4), "it lay in the centre"
    assert "crosses_centre" not in warned(g, UK, "advance_leader", "eden", "us_production_1", 9), "beyond the chair it is won"
    g.leaders[US].active = False
    told = warned(g, UK, "advance_leader", "eden", "us_production_1", 5)["crosses_centre"]
    assert told.params["rivals"] == [USSR], "5.26: staff cannot answer a leader"
    g.hands[US], g.hands[USSR] = [], []
    assert "crosses_centre" not in warned(g, UK, "advance_staff", "eden", "us_production_1", 4), "nobody is left to debate"


def allocating(**fields: Any) -> Churchill:
    g = Position().set(tokens={UK: 1, USSR: 1, US: 1}, **fields).g
    g.won = {}
    return g


def test_support_that_cannot_change_anything() -> None:
    g = allocating()
    assert figures(warned(g, USSR, "alloc_free", "offensive", "far_east_front"), "barred_conditional") == (
        "warn",
        {"front": "far_east_front"},
    )
    assert "no_chance" in warned(g, USSR, "alloc_free", "offensive", "eastern_front")
    assert not warned(g, US, "alloc_free", "offensive", "cbi_front"), "it has a chance"
    g.naval["mediterranean"] = 0
    g.fronts["mediterranean_front"] = 0
    assert "barred_naval" in warned(g, UK, "alloc_free", "offensive", "mediterranean_front")
    g.fronts["cbi_front"] = END_OF["cbi_front"]
    assert "front_ended" in warned(g, US, "alloc_bonus", "naval", "cbi")


def test_the_last_token_while_a_pol_mil_issue_waits() -> None:
    g = allocating()
    choice = ("alloc_free", "offensive", "cbi_front")
    assert "pol_mil_unpaid" not in warned(g, UK, *choice)
    g.won = {"pol_mil_3_1": UK}
    assert figures(warned(g, UK, *choice), "pol_mil_unpaid") == ("warn", {"issue": "pol_mil_3_1"})
    assert "pol_mil_unpaid" not in warned(g, UK, "alloc_free", "pol_mil", "pol_mil_3_1")
    assert "pol_mil_unpaid" not in warned(g, US, *choice), "it is not his"
    g.tokens[UK] = 2
    assert "pol_mil_unpaid" not in warned(g, UK, *choice)


def test_tokens_that_do_not_reach_for_all_directed_offensives() -> None:
    g = allocating()
    one, other = (issue for issue in OFFENSIVE_ISSUES if issue.startswith("us_"))
    g.offensives = {one: "cbi_front", other: "western_front"}
    g.offensives_due = {one: 2, other: 2}
    g.tokens[US] = 3
    assert figures(warned(g, US, "directed_order", one), "offensive_unpaid") == ("warn", {"issues": [other], "missing": 1})
    g.tokens[US] = 4
    assert "offensive_unpaid" not in warned(g, US, "directed_order", one)


def test_who_takes_the_lead_is_told_that_the_first_pays() -> None:
    g = Position().g
    before = totals(score_sheet(g))
    assert before[UK] == before[USSR] + 1 > before[US] + 5

    def told(power: str) -> dict[str, Caution]:
        return warned_of(GAME, g, power, "alignment_place", "place", "poland")

    assert figures(told(USSR), "first_pays") == ("note", {})
    assert "first_pays" not in told(UK), "he stands first already"
    assert "first_pays" not in told(US), "he stays behind"
    g.surrendered = dict.fromkeys(("germany", "japan"), 1)
    assert "first_pays" not in told(USSR), "4.43: only while the Axis stands"
