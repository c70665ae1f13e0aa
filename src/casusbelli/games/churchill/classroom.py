"""Where the later lessons begin and the exercises are set: moments of one war, built with the settings of the examples.

Everything here could have been reached by play: as many issues lie on the table as an agenda brings, spent cards lie in the
discards, and a Front that has moved on has left its countries behind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from casusbelli.game import Match, PreparedPosition

from .content import CONFERENCES, DECKS, FRONT_OF, PATHS, POWERS, STEP, UK, UNIT, US, USSR, AxisReserve, CommitProduction
from .positions import Setting
from .state import Assignment, Churchill, Duty, Leader


class Scene(Setting):
    """A moment of a conference of the training scenario."""

    def __init__(self, number: int, card: str, *, seed: str, last: str = "terminal_a") -> None:
        super().__init__(seed=seed)
        self.g.conference = number
        self.g.card = card
        self.g.conference_deck = [last] if number < self.g.last_conference else []
        for band in CONFERENCES[card].bands:  # what they bind for later; what they do at once has been done
            for effect in band.effects:
                if isinstance(effect, CommitProduction):
                    self.g.duties.append(Duty(effect.power, effect.theater, effect.support))
                elif isinstance(effect, AxisReserve):
                    self.g.assigned.append(Assignment(UNIT[effect.unit], FRONT_OF[effect.front], effect.count))

    def advanced(self, **spaces: str) -> Self:
        """Fronts that have moved on since the set-up; the countries they passed lie behind them."""
        for name, space in spaces.items():
            front = f"{name}_front"
            step = STEP[front, space]
            for passed in PATHS[front][self.g.fronts[front] + 1 : step + 1]:
                self.g.entered.setdefault(passed.id, self.g.conference - 1)
            for left in PATHS[front][self.g.fronts[front] : step]:
                self.g.behind.extend(country for country in left.countries if country not in self.g.behind)
            self.g.fronts[front] = step
        return self

    def holding(self, **hands: str) -> Self:
        """The last cards of a meeting: six have been spent by whoever holds one, seven by whoever holds none."""
        for power in POWERS:
            hand = hands.get(power, "").split()
            rest = [card for card in DECKS[power] if card not in hand]
            spent = 7 - len(hand)
            self.g.hands[power], self.g.discards[power], self.g.decks[power] = hand, rest[:spent], rest[spent:]
        return self

    def speak(self, turn: str, **fields: Any) -> Match[Churchill]:
        """From the turn of this power in the meeting on."""
        return self.begin("meeting", turn=turn, **fields)


def bread_and_guns() -> Match[Churchill]:
    """Yalta, the last card of the meeting: Churchill has had a great day."""
    scene = Scene(9, "argonaut_b", seed="bread-1").advanced(cbi="burma")
    scene.holding(uk="leathers").inactive(UK)
    scene.table(
        us_directed_offensive_1="uk3",
        europe_leadership="uk2",
        global_issue="uk5",
        pol_mil_1_3="uk4",
        uk_directed_offensive="ussr4",
        abomb_research="us5",
        strategic_materials="0",
    )
    return scene.speak(UK, conferences_won={UK: 0, USSR: 1, US: 0}, last_winner=USSR)


def fronts_and_shadows() -> Match[Churchill]:
    """Yalta again, from the American chair: two offensives to pay, Germany about to fall, Roosevelt's day on the Global Issue."""
    scene = Scene(9, "argonaut_b", seed="fronts-20").advanced(western="west_germany", eastern="east_germany", cbi="burma")
    scene.holding().inactive(UK, US).reserves(german_army=4)
    scene.table(
        us_directed_offensive_1="uk3",
        us_production_1="uk4",
        us_production_2="uk2",
        pol_mil_2_2_a="uk5",
        us_directed_offensive_2="ussr4",
        pol_mil_2_2_b="ussr3",
        global_issue="us6",
    )
    scene.g.earned_alignments[US] = 1
    scene.g.lost_reserves["german_army"] = 2
    return scene.speak(UK, last_winner=USSR, conferences_won={UK: 0, USSR: 1, US: 0})


def the_peace() -> Match[Churchill]:
    """Potsdam, the last cards: Germany is beaten, Japan is not, and Truman leads by more than is good for him."""
    scene = Scene(10, "terminal_a", seed="peace-7")
    scene.advanced(western="germany", eastern="east_germany", central_pacific="iwo_jima", sw_pacific="philippines", cbi="burma")
    scene.holding(ussr="gromyko", us="marshall").inactive(UK, USSR)
    scene.table(
        uk_production="uk4",
        strategic_materials="uk2",
        us_production_1="uk3",
        ussr_production="ussr3",
        pol_mil_1_3="ussr5",
        ussr_directed_offensive="ussr2",
        abomb_research="us5",
        ussr_declares_war="0",
    )
    scene.g.leaders[US] = Leader("truman")
    scene.aligned(vietnam=US).naval(sw_pacific=2)
    scene.g.abomb[USSR] = 1
    return scene.speak(
        USSR,
        conferences_won={UK: 0, USSR: 0, US: 2},
        last_winner=US,
        surrendered={"germany": 9},
        technology={UK: 1, USSR: 0, US: 1},
        globals={"uk_us": US},
        leadership={"europe": UK, "pacific": UK},
    )


# -- exercises ---------------------------------------------------------------------------------------------------------


def home_at_once() -> Match[Churchill]:
    """London speaks last, with three cards; the others have spent theirs."""
    scene = Scene(8, "tolstoy_b", seed="home").holding(uk="eden portal cripps").inactive(UK)
    scene.table(
        pol_mil_2_2_a="uk2",
        uk_production="uk1",
        us_production_1="us2",
        europe_leadership="uk2",
        global_issue="us1",
        abomb_research="us5",
        strategic_materials="ussr4",
    )
    return scene.speak(UK)


def half_way() -> Match[Churchill]:
    """Stalin takes his own declaration of war: nobody may march. Two Americans can answer."""
    scene = Scene(9, "argonaut_a", seed="half").holding(ussr="vasilevsky", us="stimson knox leahy").inactive(UK, USSR, US)
    scene.table(ussr_declares_war="0", us_production_1="us3", pol_mil_2_2_a="uk2", uk_production="uk4", global_issue="us2")
    match = scene.speak(USSR)
    match.act(USSR, ("advance_staff", "vasilevsky", "ussr_declares_war", 4))
    match.act(USSR, ("staff_support_theater", "far_east"))
    return match


def right_harbour() -> Match[Churchill]:
    """The tournament's first conference: the Western Front before Normandy lacks one ship."""
    setting = Setting("tournament").naval(western=4, arctic=2).table(second_front="0", uk_production="0")
    match = setting.hands(uk="pound").begin("meeting", turn=UK)
    match.act(UK, ("advance_staff", "pound", "uk_production", 2))
    return match


def open_the_north() -> Match[Churchill]:
    """The last token of the conference: two ships lie in the Arctic."""
    markers = {power: {"europe": 0, "pacific": 0, "either": 0} for power in POWERS}
    setting = Setting().naval(arctic=2).won(uk_production=UK)
    return setting.begin("allocation", tokens={UK: 1, USSR: 0, US: 0}, markers=markers, winner=UK, last_winner=UK, queue=[UK])


def which_marker() -> Match[Churchill]:
    """Britain won the Global Issue and one alignment; its network waits in Poland."""
    setting = Setting().won(global_issue=UK)
    return setting.begin("decisions", winner=UK, last_winner=UK, earned_alignments={UK: 1, USSR: 0, US: 0})


def hands_off() -> Match[Churchill]:
    """Stalin has a network in Denmark and an alignment to place; nowhere else may he use it."""
    setting = Setting().networks(denmark="ussr1")
    earned = {UK: 0, USSR: 1, US: 0}
    match = setting.begin("networks", winner=USSR, last_winner=USSR, earned_alignments=earned)
    match.act(US, ("network_order", USSR))
    match.act(USSR, ("place", "austria"))
    match.act(US, ("network_order", US))
    match.act(US, ("place", "vietnam"))
    return match


def brooke_rolls() -> Match[Churchill]:
    """The last card of the meeting: the chief of staff has rolled a 4; now his issue is chosen."""
    scene = Scene(8, "tolstoy_b", seed="brooke").holding(uk="brooke").inactive(UK)
    scene.table(
        uk_production="uk1",
        global_issue="uk2",
        abomb_research="ussr3",
        strategic_materials="ussr5",
        pol_mil_1_3="ussr6",
        us_directed_offensive_1="us4",
        uk_directed_offensive="us5",
    )
    match = scene.speak(UK)
    match.act(UK, ("advance_chief", "brooke"))
    return match


def last_marker() -> Match[Churchill]:
    """Potsdam, the very last choice: both enemies will be beaten, and America may win by too much."""
    scene = Scene(10, "terminal_b", seed="last")
    scene.advanced(
        western="germany", eastern="east_germany", far_east="manchuria", central_pacific="okinawa", sw_pacific="philippines"
    )
    scene.holding().aligned(vietnam=US).networks(netherlands="us1")
    scene.naval(sw_pacific=2).g.abomb[US] = 4
    return scene.begin(
        "alignments",
        winner=US,
        last_winner=US,
        earned_alignments={UK: 0, USSR: 0, US: 1},
        surrendered={"germany": 9},
        conferences_won={UK: 2, USSR: 0, US: 0},
        technology={UK: 1, USSR: 0, US: 1},
        globals={"uk_us": US},
    )


def classroom() -> Mapping[str, PreparedPosition]:
    """By the names of lessons and exercises."""
    return {
        "fronts_and_shadows": PreparedPosition(build=fronts_and_shadows, seat=US, rule="7"),
        "the_peace": PreparedPosition(build=the_peace, seat=US, rule="4.4"),
        "home_at_once": PreparedPosition(build=home_at_once, seat=UK, rule="5.23"),
        "half_way": PreparedPosition(build=half_way, seat=US, rule="5.22"),
        "right_harbour": PreparedPosition(build=right_harbour, seat=UK, rule="3.33"),
        "open_the_north": PreparedPosition(build=open_the_north, seat=UK, rule="7.4"),
        "which_marker": PreparedPosition(build=which_marker, seat=UK, rule="6.11"),
        "hands_off": PreparedPosition(build=hands_off, seat=UK, rule="7.12"),
        "brooke_rolls": PreparedPosition(build=brooke_rolls, seat=UK, rule="5.25"),
        "last_marker": PreparedPosition(build=last_marker, seat=US, rule="4.42"),
        "bread_and_guns": PreparedPosition(build=bread_and_guns, seat=UK, rule="6.4"),
    }
