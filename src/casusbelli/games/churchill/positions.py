"""Positions to begin from: for the examples of the rulebook and of the specification, for lessons, exercises and tests.

Places on the table are written as in the examples: ``us3`` is the third space of the American track, ``0`` the centre.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Self

from casusbelli.game import Game, Match, PreparedPosition, registry
from casusbelli.kernel import seed_from

from .content import DECKS, POWERS, STEP, UK, US, USSR
from .setup import options_from, set_up
from .state import CENTRE, Churchill, Place

QUIET = {7: "octagon_a", 9: "argonaut_a"}
"""Conference cards that roll no dice."""

NO_MARKERS = {power: {"europe": 0, "pacific": 0, "either": 0} for power in POWERS}


def churchill() -> Game[Churchill]:
    """The game itself: it offers these positions, so it is found when one is built."""
    return registry.find("churchill")


def place_of(notation: str) -> Place:
    found = re.fullmatch(r"(uk|ussr|us)(\d+)", notation)
    return (found[1], int(found[2])) if found else CENTRE


class Setting:
    """A state to begin from, changed field by field."""

    def __init__(self, scenario: str = "training", *, seed: str = "position", **options: Any) -> None:
        self.scenario = scenario
        self.g: Churchill = set_up(scenario, options_from(churchill().info.settle(options)), seed_from(seed))
        first = self.g.first_conference
        self.g.conference_deck = [QUIET.get(n, card) for n, card in enumerate(self.g.conference_deck, first)]
        self.g.card = self.g.conference_deck.pop(0)

    def table(self, **places: str) -> Self:
        self.g.table = {issue: place_of(notation) for issue, notation in places.items()}
        return self

    def won(self, **powers: str) -> Self:
        self.g.won = powers
        return self

    def hands(self, **hands: str) -> Self:
        """The named cards go to the hands; a power that is not named holds none."""
        for power in POWERS:
            self.g.hands[power] = hands.get(power, "").split()
            self.g.decks[power] = [card for card in DECKS[power] if card not in self.g.hands[power]]
        return self

    def fronts(self, **spaces: str) -> Self:
        for name, space in spaces.items():
            self.g.fronts[f"{name}_front"] = STEP[f"{name}_front", space]
        return self

    def naval(self, **counts: int) -> Self:
        self.g.naval.update(counts)
        return self

    def support(self, **counts: int) -> Self:
        self.g.support.update({f"{name}_front": n for name, n in counts.items()})
        return self

    def networks(self, **owners: str) -> Self:
        """``poland="us2"``: two US networks; an empty word clears the country."""
        for country, word in owners.items():
            self.g.networks.pop(country, None)
            if word:
                self.g.networks[country] = place_of(word)
        return self

    def aligned(self, **owners: str) -> Self:
        for country, power in owners.items():
            self.g.alignments.pop(country, None)
            if power:
                self.g.alignments[country] = power
        return self

    def inactive(self, *powers: str) -> Self:
        for power in powers:
            self.g.leaders[power].active = False
        return self

    def reserves(self, **counts: int) -> Self:
        self.g.reserves.update(counts)
        return self

    def set(self, **fields: Any) -> Self:
        for name, value in fields.items():
            assert hasattr(self.g, name), name
            setattr(self.g, name, value)
        return self

    def begin(self, phase: str, **fields: Any) -> Match[Churchill]:
        """A match at the start of a phase."""
        self.set(phase=phase, **fields)
        return Match.of(churchill(), self.g, scenario=self.scenario)


# -- the examples ------------------------------------------------------------------------------------------------------


def _agenda(uk: str, ussr: str, us: str) -> Match[Churchill]:
    """All three have committed one of two cards."""
    match = Setting().hands(uk=f"{uk} cripps", ussr=f"{ussr} mikoyan", us=f"{us} king").begin("agenda")
    for power, card in ((UK, uk), (USSR, ussr), (US, us)):
        match.act(power, ("agenda_commit_card", card))
    return match


def _meeting(setting: Setting, turn: str) -> Match[Churchill]:
    return setting.begin("meeting", turn=turn)


def _resolution(setting: Setting, winner: str) -> Match[Churchill]:
    """From the placing of directed offensives on."""
    return setting.begin("directed_offensives", winner=winner, last_winner=winner)


def _before_the_war(setting: Setting) -> Match[Churchill]:
    """One network each is still to be placed; then reserves and Fronts move."""
    return setting.begin("networks", winner=US, last_winner=US)


def _example_31() -> Match[Churchill]:
    setting = Setting().table(ussr_directed_offensive="us5", global_issue="0")
    match = _meeting(setting.hands(us="leahy knox", ussr="voznesensky mikoyan"), US)
    match.act(US, ("advance_staff", "leahy", "ussr_directed_offensive", 4))
    return match


def _example_95() -> Match[Churchill]:
    setting = Setting("campaign").table(second_front="0", global_issue="0").hands(us="leahy king", uk="brooke eden")
    match = _meeting(setting, US)
    match.act(US, ("advance_staff", "leahy", "second_front", 4))
    return match


def _example_50() -> Match[Churchill]:
    setting = Setting().table(global_issue="0", uk_production="0")
    match = _meeting(setting.hands(uk="eden", ussr="molotov mikoyan", us="knox king").inactive(UK), US)
    match.act(US, ("advance_leader", "knox", "uk_production", 7))
    return match


def _example_36() -> Match[Churchill]:
    setting = Setting("tournament").naval(western=4).table(second_front="0").won(us_directed_offensive_1=USSR)
    return _resolution(setting, UK)


def _example_44() -> Match[Churchill]:
    markers = {power: dict(none) for power, none in NO_MARKERS.items()}
    tokens = {UK: 0, USSR: 0, US: 4}
    return Setting().won(abomb_research=UK).begin("allocation", tokens=tokens, markers=markers, winner=US, queue=[US])


def _example_39() -> Match[Churchill]:
    setting = Setting("tournament").fronts(eastern="ukraine").support(eastern=10)
    return _before_the_war(setting.networks(poland="us2", romania="uk1", bulgaria="ussr1"))


def _example_40() -> Match[Churchill]:
    setting = Setting("tournament").networks(hungary="uk1", belgium="", poland="", greece="", middle_east="", persia="")
    setting.aligned(hungary=USSR, netherlands=UK)
    return setting.begin("alignments", globals={"uk_ussr": UK}, earned_alignments={UK: 2, USSR: 0, US: 0})


def _example_68() -> Match[Churchill]:
    setting = Setting("tournament").networks(poland="uk1", hungary="uk1").aligned(poland=USSR)
    return setting.begin("alignments", globals={"uk_ussr": USSR}, earned_alignments={UK: 1, USSR: 0, US: 0})


def _example_97() -> Match[Churchill]:
    setting = Setting().fronts(central_pacific="okinawa", cbi="formosa").naval(central_pacific=3, cbi=1)
    return _before_the_war(setting.set(surrendered={"germany": 7}))


def _example_41() -> Match[Churchill]:
    setting = Setting("tournament").fronts(eastern="ukraine", western="normandy").support(eastern=3).reserves(german_army=2)
    return _before_the_war(setting)


def _example_73() -> Match[Churchill]:
    return _before_the_war(Setting().fronts(western="rhineland").support(western=4).reserves(german_army=0))


def _example_77() -> Match[Churchill]:
    setting = Setting().fronts(western="germany", far_east="nomonhan").table(ussr_declares_war="0").support(far_east=4)
    setting.reserves(german_army=0, japanese_army=0, ijn_fleet=0).set(surrendered={"germany": 7})
    setting.g.abomb[US] = 4
    return _before_the_war(setting)


def _position(build: Callable[[], Match[Churchill]], seat: str, rule: str) -> PreparedPosition:
    return PreparedPosition(build=build, seat=seat, rule=rule)


@lru_cache(maxsize=1)
def positions() -> Mapping[str, PreparedPosition]:
    """By the names of the specification's examples, and by those of the lessons and exercises that begin from them."""
    from .classroom import classroom  # which builds its positions with the settings of this module

    lyttelton = "lyttelton eden"
    return {
        **classroom(),
        "E28": _position(lambda: _agenda("cherwell", "merkulov", "harriman"), US, "5.14"),
        "E30": _position(lambda: _meeting(Setting().table(uk_production="ussr2").hands(uk=lyttelton), UK), UK, "5.22"),
        "E31": _position(_example_31, USSR, "5.23"),
        "E34": _position(
            lambda: _resolution(Setting().won(us_production_1=USSR, us_production_2=USSR, uk_production=US), UK), USSR, "6.3"
        ),
        "E36": _position(_example_36, USSR, "6.7"),
        "E39": _position(_example_39, US, "7.13"),
        "E40": _position(_example_40, UK, "7.32"),
        "E41": _position(_example_41, US, "7.72"),
        "E44": _position(_example_44, US, "6.10.2"),
        "E46": _position(
            lambda: _meeting(
                Setting("campaign").table(second_front="uk2", global_issue="0").hands(ussr="molotov novikov fitin mikoyan"), USSR
            ),
            USSR,
            "5.22",
        ),
        "E50": _position(_example_50, USSR, "5.26"),
        "E52": _position(lambda: _agenda("lyttelton", "voznesensky", "leahy"), USSR, "4.51"),
        "E62": _position(lambda: _resolution(Setting().won(europe_leadership=USSR, pacific_leadership=USSR), USSR), USSR, "6.91"),
        "E68": _position(_example_68, UK, "6.11"),
        "E73": _position(_example_73, US, "7.74"),
        "E77": _position(_example_77, US, "7.82"),
        "E95": _position(_example_95, UK, "5.25"),
        "E97": _position(_example_97, US, "7.64"),
    }
