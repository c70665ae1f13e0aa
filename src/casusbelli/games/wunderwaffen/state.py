"""2: the state. Everything on the table, plus the one hidden thing: which back each token carries."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from casusbelli.kernel import Seat, State

from .content import BACK, FRONT, FRONTS, GERMAN, OWNER, TOKENS, Effect, Faction, Piece, Territory, Token, TokenRow

NOTHING = -1
"""A start-area slot without a token."""


class Placed(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A token as it lies on the board: the faction it acts for and the piece that is up."""

    token: Token
    faction: Faction
    piece: Piece

    @property
    def owner(self) -> Faction:
        return OWNER[self.token]

    @property
    def side(self) -> str:
        """A front acts for its owner, a back never does."""
        return FRONT if OWNER[self.token] == self.faction else BACK


class Access(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """5.8: a token that lets its faction pass over another Ally's territory."""

    placed: Placed
    territory: Territory


class Stored(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """5.10: a token in Reserve; a fresh one was put there this turn and must wait."""

    token: Token
    fresh: bool


class Variants(msgspec.Struct, frozen=True, array_like=True):
    """The options of the match, under the names of the content."""

    part2_first_player: str
    berlin_in_part1: bool
    intercept_cost: str
    allied_plane_beats_plane: bool
    symbol_vs_soldier: str
    refortify_scores: bool
    part2_selection_sees_backs: bool
    reserve_kept_between_parts: bool
    marker_choice: str
    alternative_scoring: bool
    open_backs: bool
    # Since rules 2. The values here are the readings of rules 1, with which a match begun then goes on.
    access_from_start: bool = True
    symbol_in_soldier_reserve: bool = False
    symbol_as_politics_in_berlin: bool = False
    german_symbol_as_berlin: bool = False
    allied_symbol_beats_symbol: bool = False
    solution_on_own_tokens: bool = False
    german_symbol_raids: bool = False
    compensation: int = 0
    pair_scoring: str = "better"


class WunderWaffen(State, kw_only=True):
    """2: the table. Stacks list markers from bottom to top; boxes of a track are counted from 1, lists from 0."""

    variants: Variants
    seat_of: dict[Faction, Seat]

    score: dict[Faction, int]
    earned: dict[Faction, dict[str, int]] = msgspec.field(default_factory=dict)
    """What the score is made of, by source. Since rules 5: of a match begun earlier the older points are not told apart."""
    tracks: dict[str, list[list[Faction]]]
    research: int
    strategy: dict[Faction, int]

    cards_owned: list[str]
    cards_face_up: dict[str, list[str]]
    cards_bag: dict[str, list[str]]

    owner: list[Faction]
    marker: list[Placed | None]
    spaces: list[Placed | None]
    access: list[Access]
    berlin: list[Placed | None]
    overflow: list[Placed]
    conference: list[Placed]
    leader: Placed | None = None
    reserve: dict[Faction, dict[str, Stored | None]]

    pool: dict[Faction, list[Token]]
    ready: dict[Faction, list[Token]]
    discard: dict[Faction, list[Token]]
    removed: dict[Faction, list[Token]]
    backs: list[int]
    """Hidden: ``backs[token]`` is the row whose back the token carries. Only tokens of one owner and front are mixed."""

    part: int = 1
    round: int = 1
    active: Faction
    choosing: Faction = ""
    """The faction that names the tokens it keeps for part 2, while it does so."""
    own_left: int = 0
    other_left: int = 0
    reserved_this_turn: int = 0
    card_bought_this_turn: bool = False
    intercepts_used: int = 0
    own_plays_lost: bool = False
    """R9: the German pays in this turn for having intercepted before it."""
    advancing: Faction = ""
    """The Ally whose Strategy bonus is being chosen."""
    aiming: Effect | None = None
    """The effect whose target is being chosen."""

    def back_of(self, token: Token) -> TokenRow:
        """The row with the back the token carries."""
        return TOKENS[self.backs[token]]

    def box(self, track: str, faction: Faction) -> int:
        """The box of a faction's marker, counted from 1."""
        for n, stack in enumerate(self.tracks[track], 1):
            if faction in stack:
                return n
        raise LookupError(f"{faction} has no marker on {track}")

    def ready_tokens(self, faction: Faction) -> list[Token]:
        return [token for token in self.ready[faction] if token != NOTHING]

    def sees_ready_backs(self, seat: Seat | None, faction: Faction) -> bool:
        """2: the backs of ready tokens are known to their player, in the turn of that faction alone."""
        if self.variants.open_backs:
            return True
        return seat is not None and self.phase == "turn" and self.active == faction and self.seat_of[faction] == seat

    def decided_by(self, faction: Faction) -> None:
        """Call after every choice. Who decides in another's turn sees next whether that player can still play, and so learns
        of his backs: it cannot be taken back."""
        if self.seat_of[faction] != self.seat_of[self.active] and not self.variants.open_backs:
            self.reveal()

    def sees_discard_backs(self, seat: Seat | None, faction: Faction) -> bool:
        """R21: with the option, one's own discards may be examined while the tokens for part 2 are chosen."""
        if self.variants.open_backs:
            return True
        return self.variants.part2_selection_sees_backs and self.choosing == faction and self.seat_of[faction] == seat

    def discard_token(self, token: Token) -> None:
        """Tokens always return to their owner."""
        self.discard[OWNER[token]].append(token)

    def mix_backs(self, tokens: list[Token]) -> None:
        """R22: tokens that look alike are shuffled, so that nobody can tell their backs."""
        alike: dict[tuple[Faction, Piece], list[Token]] = {}
        for token in tokens:
            alike.setdefault((OWNER[token], FRONTS[token]), []).append(token)
        for group in alike.values():
            if len(group) > 1:
                backs = [self.backs[token] for token in group]
                self.shuffle(backs)
                for token, back in zip(group, backs, strict=True):
                    self.backs[token] = back

    def lying(self) -> Iterator[Placed]:
        """Every token that lies on the board with one side up."""
        for zone in (self.spaces, self.marker, self.berlin):
            for placed in zone:
                if placed is not None:
                    yield placed
        yield from self.overflow
        yield from self.conference
        if self.leader is not None:
            yield self.leader
        for access in self.access:
            yield access.placed

    def is_german_owned(self, territory: Territory) -> bool:
        return self.owner[territory] == GERMAN

    def is_fortress(self, territory: Territory) -> bool:
        """2: a German-owned territory with a token on its centre."""
        return self.owner[territory] == GERMAN and self.marker[territory] is not None
