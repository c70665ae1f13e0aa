"""Prepared positions in the notation of the examples: R A B G, So Ta Pl Ar Sy Mo Po Re Re2 Mo2 PB, "R-So", "G-Pl/B"."""

from __future__ import annotations

from collections.abc import Iterable

from casusbelli.games.wunderwaffen import GAME
from casusbelli.games.wunderwaffen.content import (
    ALIKE,
    ANY_ALLY,
    BERLIN_SPACE_OF,
    FACTIONS,
    FRONTS,
    SPACE_OF,
    TERRITORY_OF,
    TOKENS,
)
from casusbelli.games.wunderwaffen.state import NOTHING, Placed, Stored, WunderWaffen
from casusbelli.kernel import Choice, Match, OptionValue, Refusal, seed_from

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


class Table:
    """A position being laid out; :meth:`turn` lets a faction begin its turn there."""

    def __init__(self, scenario: str = "four_players", **options: OptionValue) -> None:
        self.scenario = scenario
        self.options = GAME.info.settle(options)
        self.g: WunderWaffen = GAME.setup(scenario, self.options, seed_from("example"))
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

    def spaces(self, territory: str, *tokens: str | None) -> Table:
        for n, text in enumerate(tokens, 1):
            if text is not None:
                self.g.spaces[SPACE_OF[f"{territory}_{n}"]] = self.placed(text)
        return self

    def owned(self, faction: str, *territories: str) -> Table:
        for territory in territories:
            self.g.owner[TERRITORY_OF[territory]] = faction
        return self

    def fortress(self, territory: str, token: str) -> Table:
        self.g.marker[TERRITORY_OF[territory]] = self.placed(token)
        return self

    def berlin(self, **tokens: str) -> Table:
        for space, text in tokens.items():
            self.g.berlin[BERLIN_SPACE_OF[space]] = self.placed(text)
        return self

    def ready(self, faction: str, *tokens: str | tuple[str, str, str]) -> Table:
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

    def stored(self, faction: str, **tokens: str) -> Table:
        for place, piece in tokens.items():
            self.g.reserve[faction][place] = Stored(self.take(faction, PIECE[piece]), fresh=False)
        return self

    def empty_pool(self, *factions: str) -> Table:
        for faction in factions:
            self.g.removed[faction] += self.g.pool[faction]
            self.g.pool[faction] = []
        return self

    # -- markers -------------------------------------------------------------------------------------------------------

    def track(self, name: str, **boxes: int) -> Table:
        """Markers on boxes; those on one box are stacked in the order given, the last on top."""
        kept = {faction: self.g.box(name, faction) for faction in FACTIONS} if any(self.g.tracks[name]) else {}
        kept = {f: n for f, n in kept.items() if f not in {FACTION[k] for k in boxes}}
        self.g.tracks[name] = [[] for _ in self.g.tracks[name]]
        for faction, box in [*kept.items(), *((FACTION[k], n) for k, n in boxes.items())]:
            self.g.tracks[name][box - 1].append(faction)
        return self

    def cards(self, *owned: str) -> Table:
        for card in owned:
            for bag in self.g.cards_bag.values():
                if card in bag:
                    bag.remove(card)
            self.g.cards_owned.append(card)
        return self

    def face_up(self, group: str, *cards: str) -> Table:
        for card in cards:
            self.g.cards_bag[group].remove(card)
            self.g.cards_face_up[group].append(card)
        return self

    def score(self, **points: int) -> Table:
        for letter, n in points.items():
            self.g.score[FACTION[letter]] = n
        return self

    def set(self, **fields: object) -> Table:
        for name, value in fields.items():
            setattr(self.g, name, value)
        return self

    # -- play ----------------------------------------------------------------------------------------------------------

    def begin(self, phase: str) -> Game:
        self.g.phase = phase
        return Game(Match.of(GAME, self.g, scenario=self.scenario, options=self.options))

    def turn(self, faction: str) -> Game:
        self.g.active = faction
        return self.begin("turn")


class Game:
    """A match begun at a position, with the questions the examples ask of it."""

    def __init__(self, match: Match[WunderWaffen]) -> None:
        self.match = match

    @property
    def g(self) -> WunderWaffen:
        return self.match.state

    @property
    def asked(self) -> tuple[str, str]:
        """Who is asked what."""
        ((seat, question),) = self.match.asked().items()
        return seat, question.decision

    @property
    def options(self) -> list[Choice]:
        ((_, question),) = self.match.asked().items()
        return question.options

    def offered(self, use: str, piece: str | None = None, faction: str | None = None) -> list[Choice]:
        """The plays on offer of this use (and piece, and faction acted for)."""
        wanted = PIECE[piece] if piece else None
        plays = [c for c in self.options if c[0] == use]
        return [c for c in plays if wanted in (None, c[3]) and faction in (None, c[2])]

    def targets(self, use: str, piece: str | None = None, faction: str | None = None) -> set[str]:
        return {str(c[-1]) for c in self.offered(use, piece, faction)}

    def places(self, piece: str, territory: str, faction: str | None = None) -> list[int]:
        """The spaces of a territory, from 1 to 3, that the piece may enter."""
        targets = self.targets("place", piece, faction)
        return [n for n in (1, 2, 3) if f"{territory}_{n}" in targets]

    def act(self, *choice: str) -> Game:
        ((seat, _),) = self.match.asked().items()
        self.match.act(seat, choice)
        return self

    def play(self, use: str, piece: str, *target: str, faction: str | None = None) -> Game:
        """Play a ready or reserved token: the first that has this use, piece and target."""
        for choice in self.offered(use, piece, faction or self.g.active):
            if list(choice[4:]) == list(target):
                return self.act(*map(str, choice))
        raise AssertionError(f"{use} {piece} {target} is not on offer: {self.offered(use)}")

    def final_count(self) -> Game:
        """The same table at the end of the game."""
        ended = Table()
        ended.g = self.g
        return ended.begin("game_ends")

    def why_not(self, *choice: str) -> Refusal:
        ((seat, _),) = self.match.asked().items()
        refusal = self.match.refusal(seat, choice)
        assert refusal is not None, choice
        return refusal

    def box(self, track: str) -> dict[str, int]:
        """Every faction's box, by its letter."""
        return {letter: self.g.box(track, faction) for letter, faction in FACTION.items()}

    def at(self, space: str) -> Placed | None:
        return self.g.spaces[SPACE_OF[space]]

    def owner(self, territory: str) -> str:
        return self.g.owner[TERRITORY_OF[territory]]

    def marker(self, territory: str) -> Placed | None:
        return self.g.marker[TERRITORY_OF[territory]]

    def discarded(self, faction: str) -> list[str]:
        return fronts(self.g.discard[faction])

    def points(self, cause: str, rule: str | None = None) -> dict[str, int]:
        """The points scored for one cause (under one rule) so far, by faction."""
        scored: dict[str, int] = {}
        for event in self.match.told(None):
            if event.kind == "points" and event.params["cause"] == cause and rule in (None, event.rule):
                scored[event.params["faction"]] = scored.get(event.params["faction"], 0) + event.params["n"]
        return scored


def fronts(tokens: Iterable[int]) -> list[str]:
    short = {piece: code for code, piece in PIECE.items()}
    return sorted(short[FRONTS[token]] for token in tokens)
