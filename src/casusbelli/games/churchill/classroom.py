"""Where the later lessons begin and the exercises are set: moments of one war, built with the settings of the examples.

Everything here could have been reached by play: as many issues lie on the table as an agenda brings, spent cards lie in the
discards, and a Front that has moved on has left its countries behind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from casusbelli.kernel import Match, PreparedPosition

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
        for band in CONFERENCES[card].bands:
            for effect in band.effects:
                if isinstance(effect, CommitProduction):
                    self.g.duties.append(Duty(effect.power, effect.theater, effect.support))
                elif isinstance(effect, AxisReserve):
                    self.g.assigned.append(Assignment(UNIT[effect.unit], FRONT_OF[effect.front], effect.count))

    def advanced(self, **spaces: str) -> Scene:
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

    def holding(self, **hands: str) -> Scene:
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
    scene.won(
        us_directed_offensive_1=UK,
        us_production_1=UK,
        us_production_2=UK,
        pol_mil_2_2_a=UK,
        us_directed_offensive_2=USSR,
        pol_mil_2_2_b=USSR,
        global_issue=US,
    )
    won = {UK: 1, USSR: 1, US: 0}
    scene.g.earned_alignments[US] = 1
    scene.g.lost_reserves["german_army"] = 2
    return scene.begin("directed_offensives", winner=UK, last_winner=UK, conferences_won=won)


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


def classroom() -> Mapping[str, PreparedPosition]:
    """By the names of lessons and exercises."""
    return {
        "fronts_and_shadows": PreparedPosition(build=fronts_and_shadows, seat=US, rule="7"),
        "the_peace": PreparedPosition(build=the_peace, seat=US, rule="4.4"),
        "bread_and_guns": PreparedPosition(build=bread_and_guns, seat=UK, rule="6.4"),
    }
