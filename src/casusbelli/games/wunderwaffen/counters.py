"""Habits that a person can use, counted from choices and events (``casus habits wunderwaffen``)."""

from __future__ import annotations

from casusbelli.game import Habit, Habits, Position
from casusbelli.kernel import Choice, Event, Result

from .content import FACTIONS, FRONTS, GERMAN, NUMBERS, SPACE_OF, SPACES_PER_TERRITORY
from .effects import AIR_RAID
from .laboratory import research_points
from .state import WunderWaffen
from .territories import is_full, spaces_of

STRONG = ("symbol", "artillery")
EARLY = 2
"""Rounds of a part that are its first ones."""

HABITS = (
    Habit("research_turn", "the turn of a research step of the German", "mean"),
    Habit("purchase_turn", "the turn of a purchase", "mean"),
    Habit("purchases", "Research cards bought, a game", "mean"),
    Habit("unspent", "research points unspent at the end", "mean"),
    Habit("filled", "territories filled for another player though another play was open, a game", "mean"),
    Habit("raids", "air raids of Allies, a game", "mean"),
    Habit("interceptions", "raids intercepted, a game", "mean"),
    Habit("met", "raids intercepted, of those that could be"),
    Habit("strong_early", "Allies' Symbols and guns played in the first two rounds of a part, of all that are"),
    Habit("openings", "different first picks", "different"),
)


class RaceHabits(Habits[WunderWaffen]):
    """Counts one game."""

    habits = HABITS

    def __init__(self) -> None:
        super().__init__()
        for key in ("purchases", "raids", "interceptions"):
            self.times(key, 0)
        for who in ("for the German", "for an Ally"):
            self.times("filled", 0, who)
        self.free = False
        """Whether a play that fills nothing was open beside the one that is being made."""
        self.begun = False

    def chosen(self, g: WunderWaffen, asked: Position, choice: Choice) -> None:
        if asked.decision == "choose_play":
            plays = [option for option in asked.options if len(option) > 2]
            self.free = any(not fills(g, option) for option in plays)

    def happened(self, g: WunderWaffen, event: Event) -> None:
        told = event.params
        if event.kind.startswith("played_"):
            self._played(g, event)
        match event.kind:
            case "turn_began" if not self.begun:
                self._opening(g)
            case "research_moved" if told["step"] > told["origin"] and told["cause"] != AIR_RAID:
                self.count("research_turn", turn(g))
            case "card_bought":
                self.count("purchase_turn", turn(g))
                self.times("purchases")
            case "territory_won" | "fortress_held":
                self._filled(g, told["faction"])
            case "intercepted":
                self.times("interceptions")
                self.count("met", 1)
            case "raid_let_pass":
                self.count("met", 0)
            case _:
                pass

    def _opening(self, g: WunderWaffen) -> None:
        self.begun = True
        picks = {faction: "+".join(sorted(FRONTS[token] for token in g.ready_tokens(faction))) for faction in FACTIONS}
        for faction, pick in picks.items():
            self.word("openings", pick, faction)
        self.word("openings", " ".join(picks.values()), "all four")

    def _played(self, g: WunderWaffen, event: Event) -> None:
        told = event.params
        if told["active"] != GERMAN:
            if event.kind == "played_air_raid":
                self.times("raids")
            if told["front"] in STRONG:
                self.count("strong_early", g.round <= EARLY, who=f"part {g.part}")

    def _filled(self, g: WunderWaffen, winner: str) -> None:
        if g.seat_of[winner] != g.seat_of[g.active] and self.free:
            self.times("filled", who="for the German" if winner == GERMAN else "for an Ally")

    def over(self, g: WunderWaffen, result: Result) -> None:
        self.count("unspent", research_points(g))


def turn(g: WunderWaffen) -> int:
    """The round, counted through both parts."""
    return (g.part - 1) * NUMBERS.part1_rounds + g.round


def fills(g: WunderWaffen, play: Choice) -> bool:
    """Whether a play puts the last token into a territory."""
    if play[0] != "place":
        return False
    space = SPACE_OF[str(play[-1])]
    territory = space // SPACES_PER_TERRITORY
    return g.spaces[space] is None and not is_full(g, territory) and sum(g.spaces[s] is None for s in spaces_of(territory)) == 1
