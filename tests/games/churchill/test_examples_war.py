"""E38 to E41, E64 to E76, E86, E88, E89, E93, E96 to E98, E102, E105: networks, alignments, reserves, Fronts."""

from __future__ import annotations

import pytest

from casusbelli.games.churchill.alignments import alignment_options, closed, removal_cost
from casusbelli.games.churchill.conference import EFFECTS
from casusbelli.games.churchill.content import PolMilPlace
from casusbelli.games.churchill.fronts import advance_fronts, enter, strength_of
from casusbelli.games.churchill.networks import network_options
from casusbelli.games.churchill.reserves import deploy_reserves
from casusbelli.games.churchill.state import Assignment, Churchill

from .conftest import LoadedDice
from .positions import UK, US, USSR, Position


def armies(g: Churchill) -> dict[str, int]:
    return {front.removesuffix("_front"): n for front, n in g.armies.items() if n}


def test_e38_order_of_networks() -> None:
    play = Position("campaign").set(earned_networks={USSR: 4, UK: 2, US: 0}).at("networks")
    order = []
    while play.g.phase == "networks":
        seat = play.asked[0]
        order.append(seat)
        play.act(seat, *play.options(seat)[0])
        if len(order) == 9:
            break
    assert list(dict.fromkeys(order)) == [USSR, UK, US]


def test_e39_behind_the_front() -> None:
    g = Position("tournament").fronts(eastern="ukraine").networks(poland="us2", romania="uk1", bulgaria="ussr1").g
    enter(g, "eastern_front")
    assert g.networks["poland"] == (US, 1)
    assert "romania" not in g.networks
    assert g.networks["bulgaria"] == (USSR, 1)
    assert g.behind[-4:] == ["baltic_states", "poland", "romania", "bulgaria"]
    enter(g, "eastern_front")
    assert g.networks["poland"] == (US, 1)


def test_e40_remove_then_place() -> None:
    position = Position("tournament").networks(hungary="uk1").aligned(hungary=USSR, netherlands=UK)
    position.networks(belgium="", poland="", greece="", middle_east="", persia="")
    play = position.set(globals={"uk_ussr": UK}, earned_alignments={UK: 2, USSR: 0, US: 0}).at("alignments")
    assert play.asked == (UK, "alignment_place")
    play.act(UK, "remove", "hungary")
    assert play.g.alignments["hungary"] == UK
    assert [e["country"] for e in play.events("alignment_placed")] == ["hungary"]


@pytest.mark.parametrize(("die", "space"), [(4, "prussia"), (5, "ukraine")])
def test_e41_strength_four(dice: LoadedDice, die: int, space: str) -> None:
    assert strength_of(3, 2) == 4
    position = Position("tournament").fronts(eastern="ukraine").support(eastern=3)
    position.g.armies["eastern_front"] = 2
    position.set(surrendered={"japan": 5}, fronts={**position.g.fronts, "western_front": 5, "mediterranean_front": 4})
    dice.will_show(die)
    advance_fronts(position.g)
    assert position.at("networks").space("eastern") == space


def test_e64_norway_closed(dice: LoadedDice) -> None:
    position = Position("tournament").naval(arctic=2).networks(norway="uk1", finland="us1").set(placing={USSR: 3, US: 1, UK: 1})
    choices = network_options(position.g, USSR)
    assert not [c for c in choices if c[-1] in ("norway", "finland")]
    refusal = closed(position.g, UK, "norway", removing=False)
    assert refusal is not None
    assert (refusal.key, refusal.rule) == ("arctic_closed", "7.4")
    dice.will_show(1, 6)
    EFFECTS[PolMilPlace](position.g, PolMilPlace(USSR, "network", 1))
    assert "norway" not in position.g.networks


def test_e65_united_nations() -> None:
    position = Position("tournament").networks(hungary="uk1").aligned(hungary=USSR).set(globals={"us_ussr": US, "uk_ussr": UK})
    position.networks(netherlands="", belgium="", poland="", greece="", middle_east="", persia="")
    position.set(placing={UK: 1})
    assert ("remove", "hungary") not in alignment_options(position.g, UK)
    play = position.set(earned_alignments={UK: 2, USSR: 0, US: 0}).at("alignments")
    play.act(UK, "remove", "hungary")
    assert "hungary" not in play.g.alignments
    assert play.events("alignment_placed") == []


@pytest.mark.parametrize(("country", "owner", "cost"), [("vietnam", USSR, 2), ("hungary", USSR, 1), ("poland", US, 1)])
def test_e66_cadres(country: str, owner: str, cost: int) -> None:
    assert removal_cost(Position().aligned(**{country: owner}).set(globals={"us_ussr": USSR}).g, country) == cost


def test_e67_colonialism() -> None:
    g = Position("tournament").set(globals={"uk_us": UK}).g
    for removing in (False, True):
        refusal = closed(g, US, "siam", removing=removing)
        assert refusal is not None
        assert (refusal.key, refusal.rule) == ("colonies_closed", "6.11")
        assert closed(g, UK, "siam", removing=removing) is None
    assert ("place", "siam") in network_options(g, US)
    assert ("place", "malaya") in network_options(g, USSR)


def test_e68_spheres() -> None:
    g = Position("tournament").aligned(poland=USSR).set(globals={"uk_ussr": USSR}, placing={UK: 1, USSR: 1, US: 1}).g
    assert ("remove", "poland") not in alignment_options(g, UK)
    assert closed(g, UK, "poland", removing=True) is not None
    assert closed(g, USSR, "france", removing=False) is not None
    assert all(closed(g, power, "hungary", removing=False) is None for power in (UK, USSR, US))


def test_e69_campaign_first_war_phase(dice: LoadedDice) -> None:
    g = Position("campaign").naval(western=2).g
    g.assigned = []
    dice.will_show(3, 6, 1, 1, 1, 1)  # the last German army, no sortie, four Japanese armies
    deploy_reserves(g)
    assert g.naval["western"] == 1
    assert (g.armies["eastern_front"], g.armies["mediterranean_front"]) == (6, 1)


def test_e70_tournament_first_war_phase(dice: LoadedDice) -> None:
    g = Position("tournament").set(surrendered={"japan": 1}).support(eastern=6).g
    deploy_reserves(g)
    assert armies(g) == {"eastern": 5, "western": 1}
    assert strength_of(g.support["eastern_front"], g.armies["eastern_front"]) == 4


def test_e71_optional_reserves(dice: LoadedDice) -> None:
    g = Position("tournament", german_reserves_option=True).set(surrendered={"japan": 1}).g
    dice.will_show(1, 3, 5)
    deploy_reserves(g)
    assert armies(g) == {"western": 2, "eastern": 3, "mediterranean": 1}


@pytest.mark.parametrize(("lot", "expected"), [(1, {"western": 2, "eastern": 2}), (2, {"western": 1, "eastern": 3})])
def test_e72_double_attempt_on_germany(dice: LoadedDice, lot: int, expected: dict[str, int]) -> None:
    position = Position("training").fronts(western="west_germany", eastern="east_germany").set(surrendered={"japan": 1})
    position.g.reserves["german_army"] = 4
    dice.will_show(lot)
    deploy_reserves(position.g)
    assert armies(position.g) == expected


@pytest.mark.parametrize(("die", "space"), [(10, "germany"), (9, "west_germany")])
def test_e73_exactly_ten(dice: LoadedDice, die: int, space: str) -> None:
    position = Position("training").fronts(western="rhineland").support(western=4).set(surrendered={"japan": 1})
    position.set(fronts={**position.g.fronts, "mediterranean_front": 4})
    position.g.reserves["german_army"] = 0
    dice.will_show(die, 10)
    play = position.at("war", winner=US)
    assert play.space("western") == space
    assert ("germany" in play.g.surrendered) == (die == 10)


def test_e74_sea_stops_a_breakthrough(dice: LoadedDice) -> None:
    position = Position("tournament").fronts(cbi="burma").support(cbi=6).naval(central_pacific=0, sw_pacific=0)
    position.set(surrendered={"germany": 1})
    position.g.armies = dict.fromkeys(position.g.armies, 0)
    dice.will_show(8)
    advance_fronts(position.g)
    assert strength_of(6, 0) == 14
    assert position.at("networks").space("cbi") == "south_china"


def test_e75_kamikaze() -> None:
    g = Position("training").naval(sw_pacific=3).g
    enter(g, "sw_pacific_front")
    assert g.naval["sw_pacific"] == 2
    g.support["sw_pacific_front"] = 9
    g.surrendered["germany"] = 1
    g.naval["central_pacific"] = g.naval["cbi"] = 0
    g.fronts["cbi_front"] = 2
    advance_fronts(g)
    assert g.fronts["sw_pacific_front"] == 3


def test_e76_d_day_refused(dice: LoadedDice) -> None:
    position = Position("tournament").naval(western=5).support(western=6).table().won(second_front=UK)
    position.set(surrendered={"japan": 1})
    dice.will_show(10, 10)  # the Mediterranean and Eastern Fronts
    position.g.reserves["german_army"] = 0
    play = position.at("war", winner=UK)
    assert play.space("western") == "bolero"
    assert [e["why"] for e in play.events("front_stopped")] == ["conditional"]
    assert (play.g.support["western_front"], play.g.naval["western"]) == (0, 5)


def test_e86_pol_mil_card_placement(dice: LoadedDice) -> None:
    g = Position("tournament").networks(poland="uk1").g
    dice.will_show(3, 1)
    EFFECTS[PolMilPlace](g, PolMilPlace(USSR, "network", 1))
    assert "poland" not in g.networks
    dice.will_show(3, 1)
    EFFECTS[PolMilPlace](g, PolMilPlace(USSR, "network", 1))
    assert g.networks["poland"] == (USSR, 1)


def test_e88_forced_placing() -> None:
    position = Position("training").networks(poland="")
    position.set(placing={UK: 1})
    assert alignment_options(position.g, UK) == [("place", "greece")]


def test_e89_no_war_no_manchuria(dice: LoadedDice) -> None:
    position = Position("campaign").support(far_east=5).won(ussr_declares_war=USSR).set(surrendered={"germany": 1})
    position.naval(central_pacific=0, sw_pacific=0)
    position.g.armies = dict.fromkeys(position.g.armies, 0)
    dice.will_show(10, 9)  # CBI, then the Far East
    advance_fronts(position.g)
    assert position.at("networks").space("far_east") == "nomonhan"


def test_e93_empty_box_sortie(dice: LoadedDice) -> None:
    position = Position("tournament").naval(central_pacific=0).set(surrendered={"germany": 1})
    position.set(assigned=[Assignment("ijn_fleet", "central_pacific_front", 1)])
    dice.will_show(4, 1)  # the fate of the fleet, the one army left over
    deploy_reserves(position.g)
    assert (position.g.naval["central_pacific"], position.g.reserves["ijn_fleet"]) == (0, 1)


def test_e96_support_per_front(dice: LoadedDice) -> None:
    position = Position("training").fronts(western="west_germany", eastern="east_germany").set(surrendered={"japan": 1})
    position.g.reserves["german_army"] = 4
    position.set(fronts={**position.g.fronts, "mediterranean_front": 4})
    position.support(western=4, eastern=2)
    dice.will_show(2, 9)
    play = position.at("war", winner=US)
    assert [(e["front"], e["strength"]) for e in play.events("front_rolled")] == [("western_front", 8)]
    assert [(e["front"], e["strength"]) for e in play.events("front_stopped")] == [("eastern_front", 0)]


@pytest.mark.parametrize(("naval", "expected"), [(3, {"central_pacific": 4}), (2, {"central_pacific": 2, "cbi": 2})])
def test_e97_japans_defenders(dice: LoadedDice, naval: int, expected: dict[str, int]) -> None:
    position = Position("training").fronts(central_pacific="okinawa", cbi="formosa").naval(central_pacific=naval, cbi=1)
    position.set(surrendered={"germany": 1})
    dice.will_show(6)
    deploy_reserves(position.g)
    assert armies(position.g) == expected


def test_e98_alignments_by_card(dice: LoadedDice) -> None:
    position = Position("training")
    position.g.conference_deck[0] = "argonaut_c"
    position.set(conference=9)
    before = dict(position.g.alignments)
    dice.will_show(4, 4, 2, 3, 1, 4)
    play = position.at("conference")
    assert play.g.alignments == {**before, "hungary": USSR}
    again = Position("training").aligned(hungary=UK).set(conference=9)
    again.g.conference_deck[0] = "argonaut_c"
    dice.will_show(4, 4, 2, 3, 1, 4)
    assert "hungary" not in again.at("conference").g.alignments


def test_e102_bound_army(dice: LoadedDice) -> None:
    position = Position("training").fronts(mediterranean="north_italy", western="west_germany", eastern="prussia")
    position.set(assigned=[Assignment("german_army", "mediterranean_front", 1)], surrendered={"japan": 1})
    position.g.reserves["german_army"] = 5
    deploy_reserves(position.g)
    assert armies(position.g) == {"western": 3, "mediterranean": 1, "eastern": 1}


def test_e105_supply() -> None:
    position = Position("training").networks(poland="ussr1", greece="ussr1").aligned(greece=UK)
    free = [c for c in position.g.networks if c not in position.g.alignments and c not in ("poland", "greece")]
    position.aligned(**dict.fromkeys(["norway", "finland", "hungary", "austria", "malaya", *free], USSR))
    others = [c for c, p in position.g.alignments.items() if p != USSR and c != "greece"]
    while sum(p == USSR for p in position.g.alignments.values()) < 15:
        position.aligned(**{others.pop(): USSR})
    position.set(placing={USSR: 1}, globals={"uk_ussr": UK})
    assert position.g.alignment_supply(USSR) == 0
    assert alignment_options(position.g, USSR) == [("remove", "greece"), ("forfeit",)]
