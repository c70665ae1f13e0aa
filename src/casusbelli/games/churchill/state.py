"""The state of a match of Churchill: plain data, hidden facts included."""

from __future__ import annotations

import msgspec

from casusbelli.kernel import OVER, State

from .content import ABOMB_ISSUE, ISSUES, POWER_ROWS, POWERS, TRINITY, US, Power

Place = tuple[str, int]
"""A place on the conference table: whose track and the space number; 7 and more lie beyond the last space (R5)."""

CENTRE: Place = ("", 0)
CHAIR = 7
LAST_SPACE = 6


class Options(msgspec.Struct, frozen=True):
    """The variants this match is played with."""

    first_edition: bool = False
    tournament_scoring: bool = False
    german_reserves: bool = False
    secret_agenda: bool = False
    hidden_score: bool = False
    leader_roll_on_tiebreak: bool = False
    rivalry_min_gap: int = 1
    turn_timer: bool = False
    open_hands: tuple[Power, ...] = ()
    """11.3: the powers, led by bots, whose hands lie open."""


class Leader(msgspec.Struct):
    """The leader in office and what he may do (5.26)."""

    id: str
    active: bool = True
    cannot_advance: bool = False
    inactive_next: bool = False


class Played(msgspec.Struct):
    """A card on the floor of the meeting: who spoke with what, and where he moved the issue."""

    power: Power
    card: str
    mode: str
    issue: str
    value: int
    steps: list[tuple[str, int]]
    origin: Place
    place: Place
    discard: str = ""


class Duty(msgspec.Struct, frozen=True):
    """5.11: one Production token that the conference card commits."""

    power: Power
    theater: str
    support: str


class Assignment(msgspec.Struct, frozen=True):
    """5.11: an Axis reserve that the conference card assigns to a Front (R7)."""

    unit: str
    front: str
    count: int


class Final(msgspec.Struct, frozen=True):
    """4.4: how the match ended. ``totals`` include the secret agenda, ``adjusted`` the negotiated surrender as well."""

    ending: str
    winner: Power
    totals: dict[Power, int]
    adjusted: dict[Power, int]
    secret: dict[Power, int]


def zero() -> dict[Power, int]:
    return dict.fromkeys(POWERS, 0)


def no_cards() -> dict[Power, list[str]]:
    return {p: [] for p in POWERS}


class Churchill(State, kw_only=True):
    """Everything there is to know. ``view`` says who may know what."""

    scenario: str
    options: Options
    conference: int
    first_conference: int
    last_conference: int

    # cards
    conference_deck: list[str] = msgspec.field(default_factory=list)
    """Hidden: the version drawn for every conference still to come, next one first."""
    card: str = ""
    decks: dict[Power, list[str]] = msgspec.field(default_factory=no_cards)
    hands: dict[Power, list[str]] = msgspec.field(default_factory=no_cards)
    discards: dict[Power, list[str]] = msgspec.field(default_factory=no_cards)
    removed: dict[Power, list[str]] = msgspec.field(default_factory=no_cards)
    agenda_tokens: dict[Power, list[str]] = msgspec.field(default_factory=no_cards)
    unseen_tokens: list[str] = msgspec.field(default_factory=list)

    # leaders
    leaders: dict[Power, Leader] = msgspec.field(default_factory=dict)
    health_modifiers: dict[Power, int] = msgspec.field(default_factory=zero)
    paranoia: dict[Power, tuple[int, int]] = msgspec.field(default_factory=dict)
    """The amount on the power's staff cards for the rest of the conference, and the value it cannot push below."""
    purges: dict[Power, list[int]] = msgspec.field(default_factory=dict)
    """The faces that send the power's next staff card out of the game."""

    # the clock (4.6)
    placements: int = 0
    handed: Power | None = None
    """The power for whom its neighbour is placing now."""

    # the conference table
    table: dict[str, Place] = msgspec.field(default_factory=dict)
    won: dict[str, Power] = msgspec.field(default_factory=dict)
    removed_issues: list[str] = msgspec.field(default_factory=list)
    agenda_cards: dict[Power, str] = msgspec.field(default_factory=dict)
    agenda_values: dict[Power, int] = msgspec.field(default_factory=dict)
    agenda_winner: Power = ""
    turn: Power = ""
    passes: list[Power] = msgspec.field(default_factory=list)
    floor: list[Played] = msgspec.field(default_factory=list)
    opening: dict[str, Place] = msgspec.field(default_factory=dict)
    """Where the issues lay when the meeting began."""
    spoken: dict[Power, list[str]] = msgspec.field(default_factory=no_cards)
    """The staff cards that each power has played or discarded since."""
    winner: Power = ""
    """Who won this conference, from the end of its meeting on."""
    last_winner: Power = ""
    conferences_won: dict[Power, int] = msgspec.field(default_factory=zero)

    # resolution
    queue: list[Power] = msgspec.field(default_factory=list)
    """The powers that have not yet acted in the present step; the first one acts."""
    duties: list[Duty] = msgspec.field(default_factory=list)
    assigned: list[Assignment] = msgspec.field(default_factory=list)
    convoys: dict[Power, int] = msgspec.field(default_factory=zero)
    offensives: dict[str, str] = msgspec.field(default_factory=dict)
    """Directed offensives placed: issue -> Front."""
    offensives_due: dict[str, int] = msgspec.field(default_factory=dict)
    """Tokens still owed to each directed offensive."""
    tokens: dict[Power, int] = msgspec.field(default_factory=zero)
    markers: dict[Power, dict[str, int]] = msgspec.field(default_factory=dict)
    """Leadership markers still to place, by region (or either)."""
    activated: list[str] = msgspec.field(default_factory=list)
    abomb_modifiers: int = 0
    earned_networks: dict[Power, int] = msgspec.field(default_factory=zero)
    earned_alignments: dict[Power, int] = msgspec.field(default_factory=zero)
    placing: dict[Power, int] = msgspec.field(default_factory=dict)
    """Networks or alignments each power still has to place in the present step."""

    # the world
    networks: dict[str, tuple[Power, int]] = msgspec.field(default_factory=dict)
    alignments: dict[str, Power] = msgspec.field(default_factory=dict)
    behind: list[str] = msgspec.field(default_factory=list)
    globals: dict[str, Power] = msgspec.field(default_factory=dict)
    """Where the global markers lie; a marker that is not in here is neutral."""
    fronts: dict[str, int] = msgspec.field(default_factory=dict)
    naval: dict[str, int] = msgspec.field(default_factory=dict)
    support: dict[str, int] = msgspec.field(default_factory=dict)
    armies: dict[str, int] = msgspec.field(default_factory=dict)
    deployed: bool = False
    """The reserves of this conference lie on the map: what the Fronts meet is no longer a matter of chance."""
    reserves: dict[str, int] = msgspec.field(default_factory=dict)
    lost_reserves: dict[str, int] = msgspec.field(default_factory=dict)
    leadership: dict[str, Power] = msgspec.field(default_factory=dict)
    abomb: dict[Power, int] = msgspec.field(default_factory=dict)
    b29_reached: bool = False
    entered: dict[str, int] = msgspec.field(default_factory=dict)
    """The conference in which a Front entered a space."""
    surrendered: dict[str, int] = msgspec.field(default_factory=dict)
    technology: dict[Power, int] = msgspec.field(default_factory=zero)
    final: Final | None = None

    @property
    def first_edition(self) -> bool:
        return self.options.first_edition

    def roll(self, sides: int = 6) -> int:
        """One die."""
        return 1 + self.random(sides)

    def dice(self, notation: str) -> list[int]:
        """``1d6`` or ``2d6``, die by die."""
        return [self.roll() for _ in range(int(notation[0]))]

    # -- queries that many rules ask ---------------------------------------------------------------------------------

    def pool(self) -> list[str]:
        """The issues that can still be put on the table (5.14)."""
        return [i for i in ISSUES if i not in self.table and i not in self.won and i not in self.removed_issues]

    def bomb_finished(self) -> bool:
        return self.abomb[US] >= TRINITY

    @property
    def spent(self) -> bool:
        """6.4, 6.10: Production is spent, the bomb's die is thrown: until the next conference no support comes any more."""
        return self.phase in ("decisions", "networks", "alignments", "war", OVER)

    def bomb_modifiable(self) -> bool:
        """6.10.2: tokens may be put on the roll only if it will be made (R30)."""
        return ABOMB_ISSUE in self.won and not self.bomb_finished()

    def networks_of(self, power: Power) -> int:
        return sum(n for owner, n in self.networks.values() if owner == power)

    def network_supply(self, power: Power) -> int:
        return POWER_ROWS[power].max_networks - self.networks_of(power)

    def alignment_supply(self, power: Power) -> int:
        return POWER_ROWS[power].max_alignments - sum(owner == power for owner in self.alignments.values())
