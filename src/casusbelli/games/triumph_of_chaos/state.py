"""The state of a game: plain numbers and short lists, hidden facts included.

Lists indexed by side have three entries (0 unused, 1 Red, 2 White); lists indexed by space, unit, leader or faction follow
the order of the content; small numbers are kept in byte arrays, which are saved and copied in one piece.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

import msgspec

from casusbelli.kernel import Params, Seat, State

from .board import Board
from .content import FACTIONS, NOBODY, SCENARIOS, SIDE_IDS, SIDES, SPACE_IDS, THIRD, ScenarioRow
from .tables import TURNS, TurnRow

OUT, RESERVE, ELIMINATED, PERMANENT, REMOVED, ASIDE, INACTIVE, WAITING, RECALLED = range(-1, -10, -1)
"""Where a unit or leader is when not on the map: not yet in play (leaders: for sale or still to come), in its side's
reserve, eliminated, eliminated for good, removed from the game, set aside with its faction, inactive in the reserve [3],
held until a unit exists that it may join [15], recalled until the end of the turn [17.5]."""

BOX_IDS = {
    OUT: "out",
    RESERVE: "reserve",
    ELIMINATED: "eliminated",
    PERMANENT: "permanent",
    REMOVED: "removed",
    ASIDE: "aside",
    INACTIVE: "inactive",
    WAITING: "waiting",
    RECALLED: "recalled",
}

IN_PLAY, EXCLUDED, WITHDRAWN, CONQUERED, SUBJUGATED, TURNED_GREEN, AT_PEACE = range(7)
"""What became of a faction."""

MOVE, COMBAT = 1, 2
SELF_DEFENCE, INTERVENTION, POLISH_WAR, TO_MOSCOW = range(4)
"""Polish states [20]."""


STRICT, NEIGHBOURLY, NO_LIMIT = "strict", "adjacent", "none"
CAMP_LIMITS = (STRICT, NEIGHBOURLY, NO_LIMIT)
"""Option ``camp_limit``: White activates one camp a round unless a supply path joins two; neighbouring camps too; any."""


@cache
def _alternatives(flags: str) -> frozenset[str]:
    return frozenset(flags.split("|"))


AVOIDED = 8
"""The step of a battle that is not fought: the defenders have withdrawn [12.1]."""


class Battle(msgspec.Struct):
    """The battle that is being fought [12]."""

    side: int
    """Who decides for the attackers."""
    foe: int
    """Who decides for the defenders; THIRD for Greens."""
    target: int
    attackers: list[int]
    defenders: list[int] = msgspec.field(default_factory=list)
    counter: bool = False
    special: bool = False
    """Fought outside activation, by treachery or from the sea: no leaders, no initiative cards."""
    stays: bool = False
    """The attackers neither advance nor count ground and rivers: treachery inside one space."""
    cm: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Modifiers won by events, cards and leaders: attacker, defender."""
    causes: list[tuple[int, str, int]] = msgspec.field(default_factory=list)
    """Where they come from: 0 for the attacker or 1, by what, how much."""
    results: list[int] = msgspec.field(default_factory=list)
    """Losses inflicted by attacker and defender, once the dice have fallen."""
    fires_first: bool = False
    ignore_ground: bool = False
    no_cancel: bool = False
    free_ride: bool = False
    """Cavalry may advance one space further."""
    disabled: list[int] = msgspec.field(default_factory=list)
    """Sides whose leaders may not act any more in this battle."""
    step: int = 0
    """Which step before the fire is being played [12.1 to 12.4]; 0: none yet; AVOIDED: there will be no fire."""

    def bonus(self, who: int, cause: str, points: int) -> None:
        """A modifier for the attacker (0) or the defender (1), remembered by its cause."""
        if points:
            self.cm[who] += points
            self.causes.append((who, cause, points))


class Operation(msgspec.Struct):
    """The operations of the round in progress [10.3]."""

    points: int = 0
    cm: int = 0
    second_attacks: int = 0
    camp_limit: bool = True
    markers: list[tuple[int, int]] = msgspec.field(default_factory=list)
    """(space, MOVE or COMBAT) in the order placed."""
    ready: list[int] = msgspec.field(default_factory=list)
    """Units that were in supply and usable when their space was activated."""
    moved: list[int] = msgspec.field(default_factory=list)
    moved_leaders: list[int] = msgspec.field(default_factory=list)
    used: list[int] = msgspec.field(default_factory=list)
    """Units that fought this round."""
    attacked: list[int] = msgspec.field(default_factory=list)
    tested: list[str] = msgspec.field(default_factory=list)
    """Abilities tried this round, as leader:ability [16]."""
    train_steps: int = 0


def _per_side() -> list[int]:
    return [0, 0, 0]


def _lists_per_side() -> list[list[int]]:
    return [[], [], []]


def _per_faction() -> list[int]:
    return [0] * len(FACTIONS)


def _words_per_side() -> list[str]:
    return ["", "", ""]


def _pools() -> list[dict[str, int]]:
    return [{}, {}, {}]


def _regions() -> list[list[str]]:
    return [[], [], []]


class Chaos(State, kw_only=True):
    """A game of Triumph of Chaos."""

    scenario: str
    random_cards: bool = False
    operations_bonus: bool = True
    secret_red: bool = False
    two_minutes: bool = False
    camp_limit: str = STRICT
    """How strictly White's camps act apart [10.3]; matches begun before there was a choice were strict."""
    fixed_bid: int = 0
    """Victory points with which White starts where sides are not bid for: what Red is reckoned to be worth [5.3, 6.4]."""
    red_margin: int = 8
    """The lead in points with which Red wins the campaign [6.6]; matches begun under rules 6 and before need 8."""
    optional_setup: bool = False
    """The optional set-up is still to be finished after the first deal [5.1]."""
    seats: list[str] = msgspec.field(default_factory=lambda: ["", "red", "white"])
    """Who plays a side: the bid may exchange the seats [6.4]."""

    turn: int
    round: int = 0
    active: int = 0
    ended: str = ""
    winner: int = 0

    # the map
    control: bytearray
    city_since: dict[int, int] = msgspec.field(default_factory=dict)
    """The turn in which a victory city came to whom it belongs now; those of the set-up are left out."""
    where: list[int]
    reduced: bytearray
    side: bytearray
    owner: bytearray
    camp: bytearray
    leader_at: list[int]
    leader_side: bytearray
    greens: list[int] = msgspec.field(default_factory=list)
    greens_used: int = 0
    no_act: list[int] = msgspec.field(default_factory=list)
    partisans: list[list[int]] = msgspec.field(default_factory=_lists_per_side)
    """Spaces marked by a side: they block its enemy until the end of the turn."""
    insurgents: list[int] = msgspec.field(default_factory=list)
    """Insurrection armies; in the turn they appear they are always in supply [17.4]."""
    fresh_insurgents: list[int] = msgspec.field(default_factory=list)
    revolted: list[int] = msgspec.field(default_factory=list)
    """Garrisons on their revolt side [10.7]."""
    border_open: bool = False

    # factions
    fcm: list[int] = msgspec.field(default_factory=_per_faction)
    fate: list[int] = msgspec.field(default_factory=_per_faction)
    pending: list[int] = msgspec.field(default_factory=_per_faction)
    conqueror: list[int] = msgspec.field(default_factory=_per_faction)
    war: list[int] = msgspec.field(default_factory=_per_faction)
    """Sides that declared war on the faction, as bits 1 (Red) and 2 (White)."""
    protector: list[int] = msgspec.field(default_factory=_per_faction)
    violated: list[int] = msgspec.field(default_factory=_per_faction)
    deployed: list[int] = msgspec.field(default_factory=_per_faction)
    been_controlled: list[int] = msgspec.field(default_factory=_per_faction)
    lock: list[int] = msgspec.field(default_factory=_per_faction)
    """First-round lock [8.9]: 1 until the controller's next round is over, 2 until the present round is over."""
    faction_lock: list[int] = msgspec.field(default_factory=_per_side)
    """Factions of this side may not be activated until the end of the turn [15]."""
    freeze_until: int = 0
    """B8 holds up to and including the political phase of this turn."""
    deploying: list[int] = msgspec.field(default_factory=list)
    """Factions whose forces come on the map now, in the order of the lot [8.9]."""
    commander: list[int] = msgspec.field(default_factory=_per_faction)
    """A side that commands the faction for this turn although its marker says otherwise [15]."""
    polish_state: int = SELF_DEFENCE
    polish_march: bool = False
    """The war began in a way that lets the Poles try for Moscow."""
    polish_war: int = 0
    """Sides at war with Poland, as bits."""
    polish_area: list[int] = msgspec.field(default_factory=list)
    """Factions whose violation the Poles answered."""
    polish_late_area: int = 0
    """From this turn on an intervention in Ukraine may reach Red-controlled West Ukraine; 0: there is none."""
    polish_apart: bool = False
    """Polish non-cooperation in force; polish_active: a Polish space was activated this turn."""
    polish_active: bool = False
    responded: list[int] = msgspec.field(default_factory=list)
    moscow_tried: int = 0
    """The turn of the last try; -1: never again."""
    conscription: str = ""
    red_polish_due: int = 0
    red_polish_fresh: bool = False
    peace_cities: list[int] = msgspec.field(default_factory=list)
    belarus_army_due: bool = False

    flags: list[str] = msgspec.field(default_factory=list)
    played: list[str] = msgspec.field(default_factory=list)

    # cards
    hands: list[list[int]] = msgspec.field(default_factory=_lists_per_side)
    decks: list[list[int]] = msgspec.field(default_factory=_lists_per_side)
    discards: list[list[int]] = msgspec.field(default_factory=_lists_per_side)
    removed: list[list[int]] = msgspec.field(default_factory=_lists_per_side)
    aside: list[list[int]] = msgspec.field(default_factory=_lists_per_side)
    """Bluff and Influence between political phases."""
    seen: list[list[int]] = msgspec.field(default_factory=_lists_per_side)
    """Cards of the enemy that a side has looked at and that have not come to light since."""

    # the political phase
    placed: list[list[int]] = msgspec.field(default_factory=_lists_per_side)
    """Cards in the boxes red, white, other by side; 0: left empty."""
    opened: int = 0
    """How many boxes have been revealed."""
    values: list[list[int]] = msgspec.field(default_factory=_lists_per_side)
    pc_deck: list[list[int]] = msgspec.field(default_factory=_lists_per_side)
    """Available political cards by box (red, white, other)."""
    pc_top: list[list[int]] = msgspec.field(default_factory=_lists_per_side)
    pc_top_seen: list[int] = msgspec.field(default_factory=_per_side)
    """Who has seen the top cards of a box, as bits; by box."""
    pc_known: list[list[int]] = msgspec.field(default_factory=_lists_per_side)
    """Cards that lie face down but that a side has seen before they were drawn."""
    pc_box: list[list[int]] = msgspec.field(default_factory=_lists_per_side)
    """Political cards lying in the boxes."""
    pc_by: list[list[int]] = msgspec.field(default_factory=_lists_per_side)
    """Who chose each of them; 0: drawn at random."""
    pc_shown: list[int] = msgspec.field(default_factory=list)
    """Those that everybody has seen."""
    pc_discard: list[int] = msgspec.field(default_factory=list)
    bonus_steps: list[int] = msgspec.field(default_factory=_per_side)
    white_bonus: bool = False
    """White's first round may activate five spaces with any card [8.10]."""

    # scores and pools
    vp: list[int] = msgspec.field(default_factory=_per_side)
    earned: list[dict[str, int]] = msgspec.field(default_factory=_pools)
    """Victory points by what brought or cost them; matches begun before this was kept know only the later ones."""
    pools: list[dict[str, int]] = msgspec.field(default_factory=_pools)
    """Recorded replacement steps in half steps: side, exempt, factions, camp:x, faction:x."""
    rdr_spent: list[dict[str, int]] = msgspec.field(default_factory=_pools)
    rdr_lifted: list[list[str]] = msgspec.field(default_factory=_regions)
    embezzled: list[int] = msgspec.field(default_factory=_per_side)
    last_action: list[str] = msgspec.field(default_factory=_words_per_side)
    specials: list[int] = msgspec.field(default_factory=_per_side)
    in_fighting: list[int] = msgspec.field(default_factory=_per_side)
    mud_rounds: int = 0
    fortified: list[tuple[int, int]] = msgspec.field(default_factory=list)
    """(space, further column shift) until the end of the turn."""
    no_substitution: list[int] = msgspec.field(default_factory=_per_side)
    forfeited: list[tuple[int, int]] = msgspec.field(default_factory=list)
    """(side, victory city) without credit."""
    secret_conditions: list[int] = msgspec.field(default_factory=list)
    tsar: bool = False
    tsar_tried: bool = False
    train: int = OUT
    train_holder: int = NOBODY
    """Who had the gold train when it was last told [17.2]."""

    # the round in progress
    operation: Operation = msgspec.field(default_factory=Operation)
    battle: Battle | None = None
    logistics_side: int = 0

    @cached_property
    def board(self) -> Board:
        """Where everything stands, looked up dozens of times a choice."""
        return Board(self)

    @property
    def rules(self) -> ScenarioRow:
        return SCENARIOS[self.scenario]

    @property
    def turn_row(self) -> TurnRow:
        return TURNS[self.turn]

    @property
    def mud(self) -> bool:
        return 0 < self.round <= self.mud_rounds

    def report(
        self,
        kind: str,
        rule: str = "",
        *,
        private: dict[Seat, Params] | None = None,
        only: tuple[Seat, ...] | None = None,
        **params: Any,
    ) -> None:
        """Tell what happened, and at once if it put the gold train into other hands: many rules can [17.2]."""
        if self.sink is not None:
            super().report(kind, rule, private=private, only=only, **params)
        if self.train == OUT:
            return
        before, self.train_holder = self.train_holder, self.train_controller()
        if self.train_holder != before:
            gold = "gold_seized" if self.train_holder else "gold_lost"
            super().report(gold, "17.2", side=SIDE_IDS[self.train_holder or before], space=SPACE_IDS[self.train])

    def train_controller(self) -> int:
        """Who has the gold train: units in its space decide, then control; neutrals and Greens keep it from everybody [17.2]."""
        space = self.train
        if space == OUT:
            return NOBODY
        board = self.board
        bit = 1 << space
        if (board.held[NOBODY] | board.held[THIRD] | board.green) & bit:
            return NOBODY
        for side in SIDES:
            if board.held[side] & bit:
                return side
        return self.control[space] if self.control[space] in SIDES else NOBODY

    def seat(self, side: int) -> Seat:
        return self.seats[side]

    def side_of_seat(self, seat: Seat | None) -> int:
        """The side a seat plays; nobody's for a spectator."""
        return self.seats.index(seat) if seat else NOBODY

    def die(self) -> int:
        return self.random(6) + 1

    def flagged(self, flag: str) -> bool:
        return flag in self.flags

    def any_flagged(self, flags: str) -> bool:
        """One of some flags, written ``a|b``."""
        return not _alternatives(flags).isdisjoint(self.flags)


def side_id(side: int) -> str:
    return SIDE_IDS[side]
