"""Positions to begin from: for the examples of the rulebook and of the specification, for lessons, exercises and tests.

In the notation of the examples: R A B G, So Ta Pl Ar Sy Mo Po Re Re2 Mo2 PB, "R-So", "G-Pl/B".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Self

from casusbelli.kernel import Game, Match, OptionValue, PreparedPosition, registry, seed_from

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
    """A position being laid out; :meth:`turn_of` lets a faction begin its turn there."""

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

    def fortress(self, territory: str, token: str) -> Self:
        self.g.marker[TERRITORY_OF[territory]] = self.placed(token)
        return self

    def berlin(self, **tokens: str) -> Self:
        for space, text in tokens.items():
            self.g.berlin[BERLIN_SPACE_OF[space]] = self.placed(text)
        return self

    def ready(self, faction: str, *tokens: str | tuple[str, str, str]) -> Self:
        """Ready tokens by front, or as (front, faction of the back, back)."""
        slots = []
        for token in tokens:
            if isinstance(token, str):
                slots.append(self.take(faction, PIECE[token]))
            else:
                front, back_for, back = token
                wanted = None if front == "*" else PIECE[front]
                slots.append(self.take(faction, wanted, (back_for, PIECE[back])))
        self.g.ready[faction] = slots + [NOTHING] * (3 - len(slots))
        return self

    def stored(self, faction: str, **tokens: str) -> Self:
        for place, piece in tokens.items():
            self.g.reserve[faction][place] = Stored(self.take(faction, PIECE[piece]), fresh=False)
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


def _position(build: Callable[[], Match[WunderWaffen]], seat: str, rule: str) -> PreparedPosition:
    return PreparedPosition(build=build, seat=seat, rule=rule)


@lru_cache(maxsize=1)
def positions() -> Mapping[str, PreparedPosition]:
    """By the names of the specification's examples."""
    return {
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
