"""The state of a war: plain data, hidden facts included. ``view`` decides who may know what."""

from __future__ import annotations

import msgspec
from msgspec import field

from casusbelli.kernel import Seat, State

from .content import ALLIED, AXIS, OPPONENT, Card, Side, Space


class Operation(msgspec.Struct):
    """A plan on the wheel: the target's Province card and action cards, face down (5.1)."""

    target: str
    cards: list[Card]


class Quagmire(msgspec.Struct):
    """A battle that goes on: the attacker's cards beside the Defence space (6.4)."""

    attacker: Side
    cards: list[Card]
    resolved_turn: int = 0
    by_sea: bool = False
    """It began as an invasion (A4)."""


class Sighting(msgspec.Struct):
    """What a side has learnt of a pile it may not look at.

    ``seen`` are cards that were shown. A complete sighting says that the pile's ``size`` cards were all among them (as
    many as shown: exactly these; fewer: some of these). Otherwise the shown cards were some of the ``size``. ``added``
    and ``removed`` count the cards that came and went since, unseen.
    """

    turn: int
    how: str
    size: int
    seen: list[str]
    complete: bool
    added: int = 0
    removed: int = 0


class Score(msgspec.Struct, frozen=True):
    """Victory points of the Axis: in which year, and what for (``map``: provinces at the year's end; ``bought``)."""

    year: int
    source: str
    points: int


class Force(msgspec.Struct, kw_only=True):
    """All that one side holds."""

    hand: list[Card] = []
    draw: list[Card] = []
    discard: list[Card] = []
    win: list[Card] = []
    loss: list[Card] = []
    reserve: list[str] = []
    """Card sets that have not entered the game."""
    defence: dict[str, list[Card]] = {}
    """Defenders by province; a province without any is not listed."""
    operations: dict[Space, Operation] = {}
    dial: int = 0
    """The wheel space that NEW OP points at."""
    ready: int = 0
    used: int = 0
    """Intel tokens available, and used this year."""
    industry: int = 0
    points: int = 0
    """Production points not yet spent, while this side produces."""
    dossier: dict[str, list[Sighting]] = {}
    """What this side has seen of other piles, by pile."""
    loss_seen: list[Card] = []
    loss_taken: int = 0
    """Cards both sides saw going to the Loss pile, and how many have left it unseen since."""
    battles_won: int = 0
    looks: int = 0
    """For the last screen: battles won in attack or defence, and looks that succeeded."""


class BattleBonus(msgspec.Struct, frozen=True):
    """A bonus in a battle, for the attacker or the defender."""

    id: str
    to: str
    value: int


class Battle(msgspec.Struct, kw_only=True):
    """A battle on the table; afterwards its record."""

    province: str
    attacker: Side
    turn: int
    first: bool
    """The battle of a launch, not of a quagmire."""
    origin: str = ""
    seas: list[str] = []
    """Enemy seas that the supply path crosses (A2)."""
    space: Space = ""
    age: int = 0
    attack: list[Card] = []
    bombarding: list[Card] = []
    picked: list[Card] = []
    """Cards the winner has picked to lose so far; only he knows which."""
    picker: Side = ""
    paying: str = ""
    """What the picks are taken from: attack, defence or neutral."""
    owed: int = 0
    """Strength the picks must still reach; 0 with a picker: one card of his choice."""
    interdictors: dict[str, list[Card]] = {}
    """Cards revealed for interdiction, by sea."""
    interdicted: int = 0
    """Attack cards lost to interdiction."""
    shown: dict[str, list[Card]] = {}
    """What was revealed: attack, defence, neutral. Empty before the reveal."""
    misfits: dict[str, list[Card]] = {}
    """Of these, what took no part and was discarded."""
    bonuses: list[BattleBonus] = []
    attack_total: int = 0
    defence_total: int = 0
    advantage: Side = ""
    """Who used the Advantage in it."""
    result: str = ""
    lost: dict[str, int] = {}
    """How many cards went where, by ``<axis|allied|neutral>_<win|loss|removed>``."""

    @property
    def defender(self) -> Side:
        return OPPONENT[self.attacker]


class Duel(msgspec.Struct):
    """Bids of Intel tokens for one look (11.2)."""

    pile: str
    looker: Side
    base: int
    bids: dict[Side, int]


class Look(msgspec.Struct):
    """The last look at a pile: the cards are for the looker's eyes."""

    looker: Side
    pile: str
    turn: int
    size: int
    cards: list[str]


class War(State, kw_only=True):
    """The whole game."""

    options: list[str] = field(default_factory=list)
    """Ids of the options that are on."""
    seats: dict[Side, Seat] = field(default_factory=dict)
    """Who plays which side; empty while the sides are bid for (A6)."""
    bids: dict[Seat, tuple[Side, int]] = field(default_factory=dict)

    year: int = 1940
    winter: bool = False
    active: Side = AXIS
    turn_no: int = 0
    control: dict[str, str] = field(default_factory=dict)
    neutral: dict[str, list[Card]] = field(default_factory=dict)
    """Neutral cards by province."""
    neutral_aside: list[Card] = field(default_factory=list)
    neutral_removed: list[Card] = field(default_factory=list)
    neutral_buried: list[Card] = field(default_factory=list)
    """Of the removed ones, those that both sides know."""
    quagmires: dict[str, Quagmire] = field(default_factory=dict)
    forces: dict[Side, Force] = field(default_factory=dict)
    intel_box: int = 0
    advantage: Side = AXIS
    vp: int = 0
    ledger: list[Score] = field(default_factory=list)
    """How the victory points came together."""
    taken: dict[str, int] = field(default_factory=dict)
    """The year in which a province changed hands last; of those that did."""
    vp_threshold: int = 70
    vp_left: int = 0
    """Victory points the Axis may still buy in this production."""

    france_fallen: bool = False
    uk_fallen: bool = False
    usa_at_war: bool = False
    ussr_at_war: bool = False

    hand_at_start: int = 0
    played: int = 0
    op_created: bool = False
    must_resolve: list[str] = field(default_factory=list)
    blocked: list[str] = field(default_factory=list)

    victory_drawn: list[str] = field(default_factory=list)
    victory_kept: list[str] = field(default_factory=list)
    victory_boxed: list[str] = field(default_factory=list)
    victory_board: list[str] = field(default_factory=list)

    battle: Battle | None = None
    last_battle: Battle | None = None
    duel: Duel | None = None
    last_look: Look | None = None
    """Kept until the looker's next turn, so that he can see it in peace."""

    winner: Side = ""
    ending: str = ""

    def side_of(self, seat: Seat | None) -> Side | None:
        """The side a seat plays; None for a spectator and before the sides are given."""
        for side, holder in self.seats.items():
            if holder == seat:
                return side
        return None

    @property
    def on_table(self) -> Battle:
        """The battle under way."""
        assert self.battle is not None
        return self.battle

    @property
    def axis(self) -> Force:
        return self.forces[AXIS]

    @property
    def allied(self) -> Force:
        return self.forces[ALLIED]
