"""Positions to begin from: for the examples of the rulebook and of the specification, for lessons, exercises and tests.

In the notation of the examples: R A B G, So Ta Pl Ar Sy Mo Po Re Re2 Mo2 PB, "R-So", "G-Pl/B".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Self

from casusbelli.game import Game, Match, PreparedPosition, registry
from casusbelli.kernel import OptionValue, seed_from

from .content import ALIKE, ANY_ALLY, BERLIN_SPACE_OF, FACTIONS, SPACE_OF, TERRITORY_OF, TOKENS
from .state import NOTHING, Placed, Stored, WunderWaffen

R, A, B, G = FACTIONS
FACTION = {"R": R, "A": A, "B": B, "G": G}
PIECE = {
    "So": "soldier",
    "Ta": "tank",
    "Pl": "plane",
    "Ar": "artillery",
    "Sy": "symbol",
    "Mo": "morale",
    "Po": "politics",
    "Re": "research",
    "Re2": "research_x2",
    "Mo2": "morale_x2",
    "PB": "politics_berlin",
    "St": "strategy",
}


def wunderwaffen() -> Game[WunderWaffen]:
    """The game itself: it offers these positions, so it is found when one is built."""
    return registry.find("wunderwaffen")


class Setting:
    """A position being laid out; ``turn_of`` lets a faction begin its turn there."""

    def __init__(self, scenario: str = "four_players", **options: OptionValue) -> None:
        self.scenario = scenario
        self.options = wunderwaffen().info.settle(options)
        self.g: WunderWaffen = wunderwaffen().setup(scenario, self.options, seed_from("example"))
        for track in self.g.tracks:
            self.track(track, R=1, A=1, B=1, G=1)

    # -- tokens --------------------------------------------------------------------------------------------------------

    def take(self, owner: str, front: str | None = None, back: tuple[str, str] | None = None) -> int:
        """A token out of the owner's pool with this front, carrying this back (for whom, piece)."""
        for (who, printed), alike in ALIKE.items():
            if who != owner or front not in (None, printed):
                continue
            at_hand = [token for token in alike if token in self.g.pool[owner]]
            if not at_hand:
                continue
            if back is None:
                self.g.pool[owner].remove(at_hand[0])
                return at_hand[0]
            for other in alike:
                row = TOKENS[self.g.backs[other]]
                if row.back == back[1] and row.back_for in (back[0], ANY_ALLY):
                    token = at_hand[0]
                    backs = self.g.backs
                    backs[token], backs[other] = backs[other], backs[token]
                    self.g.pool[owner].remove(token)
                    return token
        raise LookupError(f"{owner} has no token {front} with the back {back}")

    def placed(self, text: str) -> Placed:
        """ "R-So" is a front of R; "G-Pl/B" is a token of B lying with its German Plane up."""
        body, _, owner = text.partition("/")
        faction, piece = (table[x] for table, x in zip((FACTION, PIECE), body.split("-"), strict=True))
        if owner:
            return Placed(self.take(FACTION[owner], back=(faction, piece)), faction, piece)
        return Placed(self.take(faction, piece), faction, piece)

    def spaces(self, territory: str, *tokens: str | None) -> Self:
        for n, text in enumerate(tokens, 1):
            if text is not None:
                self.g.spaces[SPACE_OF[f"{territory}_{n}"]] = self.placed(text)
        return self

    def owned(self, faction: str, *territories: str) -> Self:
        for territory in territories:
            self.g.owner[TERRITORY_OF[territory]] = faction
        return self

    def held(self, faction: str, **markers: str) -> Self:
        """Territories with the token that marks whose they are: ``held(B, essen="B-So")``."""
        for territory, text in markers.items():
            self.owned(faction, territory).fortress(territory, text)
        return self

    def fortress(self, territory: str, token: str) -> Self:
        self.g.marker[TERRITORY_OF[territory]] = self.placed(token)
        return self

    def berlin(self, **tokens: str) -> Self:
        for space, text in tokens.items():
            self.g.berlin[BERLIN_SPACE_OF[space]] = self.placed(text)
        return self

    def ready(self, faction: str, *tokens: str | tuple[str, str, str]) -> Self:
        """Ready tokens, each by its front, or by front and back."""
        slots = [self.told(faction, token) for token in tokens]
        self.g.ready[faction] = slots + [NOTHING] * (3 - len(slots))
        return self

    def told(self, faction: str, token: str | tuple[str, str, str]) -> int:
        """A token of the pool by its front, or as (front, faction of the back, back)."""
        if isinstance(token, str):
            return self.take(faction, PIECE[token])
        front, back_for, back = token
        return self.take(faction, None if front == "*" else PIECE[front], (back_for, PIECE[back]))

    def stored(self, faction: str, **tokens: str) -> Self:
        for place, piece in tokens.items():
            self.g.reserve[faction][place] = Stored(self.take(faction, PIECE[piece]), fresh=False)
        return self

    def spent(self, faction: str, *tokens: str | tuple[str, str, str]) -> Self:
        """Tokens that were played before and lie in the discards."""
        self.g.discard[faction] += [self.told(faction, token) for token in tokens]
        return self

    def all_spent(self, *factions: str) -> Self:
        """What is left in these pools has been played."""
        for faction in factions:
            self.g.discard[faction] += self.g.pool[faction]
            self.g.pool[faction] = []
        return self

    def empty_pool(self, *factions: str) -> Self:
        for faction in factions:
            self.g.removed[faction] += self.g.pool[faction]
            self.g.pool[faction] = []
        return self

    # -- markers -------------------------------------------------------------------------------------------------------

    def track(self, name: str, **boxes: int) -> Self:
        """Markers on boxes; those on one box are stacked in the order given, the last on top."""
        kept = {faction: self.g.box(name, faction) for faction in FACTIONS} if any(self.g.tracks[name]) else {}
        kept = {f: n for f, n in kept.items() if f not in {FACTION[k] for k in boxes}}
        self.g.tracks[name] = [[] for _ in self.g.tracks[name]]
        for faction, box in [*kept.items(), *((FACTION[k], n) for k, n in boxes.items())]:
            self.g.tracks[name][box - 1].append(faction)
        return self

    def cards(self, *owned: str) -> Self:
        for card in owned:
            for bag in self.g.cards_bag.values():
                if card in bag:
                    bag.remove(card)
            self.g.cards_owned.append(card)
        return self

    def face_up(self, group: str, *cards: str) -> Self:
        for card in cards:
            self.g.cards_bag[group].remove(card)
            self.g.cards_face_up[group].append(card)
        return self

    def score(self, **points: int) -> Self:
        for letter, n in points.items():
            self.g.score[FACTION[letter]] = n
        return self

    def set(self, **fields: object) -> Self:
        for name, value in fields.items():
            setattr(self.g, name, value)
        return self

    # -- play ----------------------------------------------------------------------------------------------------------

    def match_at(self, phase: str) -> Match[WunderWaffen]:
        self.g.phase = phase
        return Match.of(wunderwaffen(), self.g, scenario=self.scenario, options=self.options)

    def turn_of(self, faction: str) -> Match[WunderWaffen]:
        self.g.active = faction
        return self.match_at("turn")


# -- the examples ------------------------------------------------------------------------------------------------------


def bialystok() -> Setting:
    """Two German Tanks, and a Russian with what it takes to beat them in the right order."""
    return Setting().spaces("bialystok", None, "G-Ta", "G-Ta").ready(R, "Pl", "So", "Mo")


def open_berlin() -> Setting:
    """Part 2, three gates Allied, one of each Ally."""
    return Setting().owned(R, "poznan").owned(A, "magdeburg").owned(B, "rostock").set(part=2)


def _crossbow() -> Match[WunderWaffen]:
    return Setting().ready(B, "Ar", "So", "So").set(strategy={R: 0, A: 0, B: 2}, research=2).turn_of(B)


def _access() -> Match[WunderWaffen]:
    table = Setting().owned(R, "lodz", "warsaw", "bialystok").owned(A, "vienna", "krakow", "lublin")
    return table.ready(A, "Po", "Ar", "So").turn_of(A)


def _first_weapon() -> Match[WunderWaffen]:
    table = Setting().face_up("a", "panzerfaust", "goliath", "komet", "night_sights")
    return table.face_up("b", "maus", "hs293", "ho229", "type_xxi").set(active=G).match_at("setup_research")


def _interception() -> Match[WunderWaffen]:
    """The American has just declared his raid."""
    table = Setting().set(research=4).ready(G, "Pl", "So", "Re").ready(A, "Pl", "So", "Mo").ready(B, "So", "Mo", "Po")
    match = table.turn_of(A)
    raid = next(choice for choice in match.options(A) if choice[0] == "air_raid")
    match.act(A, raid)
    return match


def _conference() -> Match[WunderWaffen]:
    table = Setting().ready(R, "Po", "So", "So").ready(A, "So", "So", "Ta").ready(B, "So", "So", "Ta")
    return table.ready(G, "So", "So", "Re").turn_of(R)


def _overflow() -> Match[WunderWaffen]:
    taken = {"berlin_1": "R-So", "berlin_2": "R-Ta", "berlin_3": "A-So", "berlin_4": "A-Ta", "berlin_5": "B-So"}
    return open_berlin().berlin(**taken).ready(B, "So", "Mo", "Mo").turn_of(B)


# -- where lessons begin -----------------------------------------------------------------------------------------------


def _every_track() -> Match[WunderWaffen]:
    """Lesson 2: round 4, the British to play; Russian and American have played their round already."""
    table = Setting().set(round=4, research=0, strategy={R: 1, A: 1, B: 0}).score(R=9, A=11, B=7, G=10)
    table.held(B, amsterdam="B-So", essen="B-So").held(R, lublin="R-So", bialystok="R-So")
    table.held(A, frankfurt="A-So", stuttgart="A-So").fortress("munich", "G-So")
    table.track("morale", R=3, A=2, B=2, G=3).track("politics", G=1, A=2, R=1, B=2)
    table.cards("goliath").face_up("a", "panzerfaust", "komet", "night_sights", "mistel")
    table.face_up("b", "maus", "hs293", "type_xxi", "v2_rocket")
    table.ready(B, ("Po", G, "Ar"), ("Ar", A, "Ta"), ("Pl", A, "Pl"))
    table.spent(B, "So", "Ta", "Ta", "Pl", "Pl", "Ar", ("Mo", A, "Ar"))
    table.ready(R, ("Po", B, "Mo"), ("So", A, "Ta"), ("Ar", G, "Re"))
    table.spent(R, "So", "So", "Ta", "Ta", "Pl", "Ar", "Ar", "Mo", "Sy", "Po")
    table.ready(A, ("So", R, "Sy"), ("Pl", R, "Ta"), ("Mo", R, "Pl"))
    table.spent(A, "So", "Ta", "Ta", "Pl", "Pl", "Ar", "Ar", "Po", "Sy", "Sy")
    table.ready(G, ("So", R, "Sy"), ("Re", R, "So"), ("Re", B, "So")).spent(G, "Ta", "Ta", "Pl", "Pl", "Ar", "Sy", "Sy", "Re2")
    return table.turn_of(B)


def _wonder_weapons() -> Match[WunderWaffen]:
    """Lesson 3: all tokens are picked, the German takes his first cards."""
    table = Setting().face_up("a", "panzerfaust", "goliath", "komet", "night_sights")
    table.face_up("b", "maus", "hs293", "v2_rocket", "type_xxi")
    table.ready(R, ("Ta", B, "So"), ("Mo", A, "Pl"), ("So", A, "So"))
    table.ready(A, ("So", B, "So"), ("Mo", R, "Pl"), ("Ta", R, "So"))
    table.ready(B, ("So", R, "So"), ("Mo", R, "Mo"), ("Ar", A, "Ta"))
    table.ready(G, ("Re2", A, "Ar"), ("So", A, "Mo"), ("Re", A, "Ta"))
    return table.set(active=G).match_at("setup_research")


def _road_to_berlin() -> Match[WunderWaffen]:
    """Lesson 4: the last turn of part 1, the German's; the Allies hold two of the gates of Berlin."""
    table = Setting().set(round=6, research=0, strategy={R: 2, A: 2, B: 3}).score(R=24, A=27, B=22, G=19)
    table.held(R, lublin="R-So", lodz="R-So", bialystok="R-So/A", krakow="R-So/G").spaces("poznan", "R-So", "R-Ta", None)
    table.held(A, stuttgart="A-So", munich="A-So", prague="A-So", dresden="A-Ta", vienna="A-So")
    table.held(B, amsterdam="B-So", essen="B-So", hamburg="B-So", rostock="B-Ta").spaces("magdeburg", "B-So", "G-Ta", None)
    table.spaces("hannover", "B-So", None, None)
    table.fortress("breslau", "G-Ta").fortress("warsaw", "G-So").spaces("leipzig", "A-Ta", "G-Sy", None)
    table.track("morale", R=4, A=3, B=4, G=5).track("politics", R=3, A=4, B=3, G=1)
    table.cards("goliath", "komet").face_up("a", "panzerfaust", "night_sights", "mistel", "wasserfall")
    table.face_up("b", "maus", "hs293", "type_xxi", "v2_rocket")
    table.ready(G, ("Re", A, "So"), ("So", A, "Mo"), ("Re", R, "So"))
    return table.all_spent(R, A, B, G).turn_of(G)


# -- where exercises begin ---------------------------------------------------------------------------------------------


def _gift() -> Match[WunderWaffen]:
    """Two territories that British and Americans share; the German can decide one of them."""
    table = Setting().spaces("frankfurt", "A-So", "B-Ta", None).spaces("munich", "A-Ta", "B-So", None)
    return table.score(A=14, B=6, G=12).ready(G, ("Ta", A, "Sy"), ("Re", A, "So"), ("Re", B, "So")).turn_of(G)


def _chain() -> Match[WunderWaffen]:
    """The laboratory stands at the start, German Morale on box 2."""
    return Setting().track("morale", G=2).ready(G, "Re2", "Mo2", "Re").turn_of(G)


def _last_gate() -> Match[WunderWaffen]:
    """Part 2, two gates are Allied; the Russian can fill either of two territories."""
    table = Setting(marker_choice="auto").set(part=2).held(A, magdeburg="A-So").held(B, rostock="B-So")
    table.held(R, lodz="R-So", warsaw="R-So").spaces("poznan", "R-So", "R-Ta", None).spaces("danzig", "R-So", "R-Ta", None)
    return table.ready(R, ("Ar", A, "So"), ("Mo", A, "Pl"), ("So", A, "So")).turn_of(R)


def _last_word() -> Match[WunderWaffen]:
    """The very last token of the match: the German's piece for Berlin."""
    table = Setting().set(part=2, round=4).held(R, poznan="R-So", lodz="R-So").held(A, dresden="A-So").held(B, rostock="B-So")
    table.berlin(berlin_5="R-So", berlin_4="A-So").track("politics", R=5, A=2, B=2, G=3).track("morale", R=4, A=3, B=3, G=4)
    table.score(R=61, A=48, B=45, G=34).ready(G, "PB")
    return table.all_spent(R, A, B, G).turn_of(G)


def _crossbow_halves() -> Match[WunderWaffen]:
    """The British have just advanced to Operation Crossbow; the German has one research point."""
    match = Setting().ready(B, "Ar", "So", "So").set(strategy={R: 0, A: 0, B: 2}, research=3).turn_of(B)
    match.act(B, ("strategy", "ready_1", B, "artillery"))
    return match


def _same_box() -> Match[WunderWaffen]:
    """An American and a British Tank in Frankfurt, both Politics markers on one box, the British on top."""
    table = Setting().spaces("frankfurt", None, "A-Ta", "B-Ta").track("politics", R=1, G=1, A=4, B=4).score(A=14, B=6, G=12)
    return table.ready(G, "So", "Re", "Re").turn_of(G)


def _position(build: Callable[[], Match[WunderWaffen]], seat: str, rule: str) -> PreparedPosition:
    return PreparedPosition(build=build, seat=seat, rule=rule)


@lru_cache(maxsize=1)
def positions() -> Mapping[str, PreparedPosition]:
    """By the names of the specification's examples."""
    return {
        "every_track": _position(_every_track, B, "8"),
        "wonder_weapons": _position(_wonder_weapons, G, "8.3"),
        "road_to_berlin": _position(_road_to_berlin, R, "9"),
        "gift": _position(_gift, G, "7.1"),
        "chain": _position(_chain, G, "8.1"),
        "last_gate": _position(_last_gate, R, "9"),
        "last_word": _position(_last_word, G, "10.4"),
        "same_box": _position(_same_box, G, "7.1"),
        "crossbow_halves": _position(_crossbow_halves, B, "8.4"),
        "E1": _position(lambda: bialystok().turn_of(R), R, "4.2"),
        "E2": _position(lambda: bialystok().turn_of(R), R, "7.1"),
        "E6": _position(_crossbow, B, "5.2"),
        "E7": _position(_access, A, "5.8"),
        "E8": _position(lambda: Setting().spaces("lublin", "R-Ta").ready(B, ("*", G, "Pl"), "So", "So").turn_of(B), B, "6"),
        "E13": _position(lambda: Setting().ready(A, "Ar", "So", "So").turn_of(A), A, "5.1"),
        "E14": _position(
            lambda: Setting().owned(R, "lublin").spaces("lodz", "G-So", "G-Ar", None).ready(R, "Sy", "Mo", "So").turn_of(R),
            R,
            "1.4",
        ),
        "E16": _position(
            lambda: Setting().owned(R, "lublin").spaces("warsaw", None, None, "G-Sy").ready(R, "So", "Mo", "Po").turn_of(R),
            R,
            "5.1",
        ),
        "E26": _position(
            lambda: Setting().spaces("frankfurt", "A-So", "B-Ta", None).ready(G, "Ta", "Re", "Re").turn_of(G), G, "7.1"
        ),
        "E34": _position(
            lambda: (
                Setting()
                .owned(R, "lodz")
                .spaces("poznan", "R-So", "R-Ta", None)
                .ready(R, "Ar", "Mo", "Po")
                .track("morale", R=4)
                .turn_of(R)
            ),
            R,
            "7.2",
        ),
        "E36": _position(lambda: Setting().track("morale", R=7, A=4, B=1, G=2).ready(R, "Mo", "So", "So").turn_of(R), R, "8.1"),
        "E39": _position(lambda: Setting().track("morale", G=2).set(research=1).ready(G, "Re", "So", "Ta").turn_of(G), G, "8.3"),
        "E46": _position(_interception, G, "8.5"),
        "E51": _position(_first_weapon, G, "3"),
        "E52": _position(_conference, R, "5.6"),
        "E55": _position(
            lambda: Setting().spaces("munich", "B-So").ready(A, "Po", "So", "So").score(A=5, B=4).turn_of(A), A, "5.9"
        ),
        "E57": _position(lambda: Setting().ready(A, "So", "Ar", "Po").turn_of(A), A, "5.10"),
        "E60": _position(lambda: open_berlin().ready(R, "Po", "So", "So").turn_of(R), R, "9"),
        "E62": _position(_overflow, B, "9"),
    }
