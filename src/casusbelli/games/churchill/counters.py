"""Habits that a person can use, counted from choices and events (``casus habits churchill``)."""

from __future__ import annotations

from casusbelli.game import Habit, Habits
from casusbelli.kernel import Event, Result

from .content import EASTERN, POWERS, Power
from .scoring import score_sheet, totals
from .state import Churchill

ADVANCE, DEBATE, TIE = "speak", "debate", "break a tie"

HABITS = (
    Habit("east_supplied", "conferences in which the Eastern Front has support"),
    Habit("east_advanced", "conferences in which the Eastern Front advances"),
    Habit("east_stopped", "conferences in which the Eastern Front cannot even try"),
    Habit("forfeited", "alignments forfeited, of those won"),
    Habit("leaders", "leaders used, a conference", "mean"),
    Habit("handed_on", "debates by which a rival who leads the speaker wins the issue"),
    Habit("endings", "endings"),
    Habit("wins", "wins"),
)


class ConferenceHabits(Habits[Churchill]):
    """Counts one game."""

    habits = HABITS

    def __init__(self) -> None:
        super().__init__()
        self.debates: dict[str, list[Power]] = {}
        """For every debate of this meeting the power that would be worse than the one debated with; by issue."""

    def happened(self, g: Churchill, event: Event) -> None:
        told = event.params
        match event.kind:
            case "front_rolled" | "front_stopped" if told["front"] == EASTERN:
                self.count("east_supplied", told["support"] > 0)
                self.count("east_advanced", bool(told.get("success")))
                self.count("east_stopped", event.kind == "front_stopped")
            case "gained" | "pol_mil_activated":
                self.count("forfeited", 0, told["alignments"])
            case "forfeited" if told["marker"] == "alignment":
                self.count("forfeited", told["count"], 0)
            case "advanced" if told["discard"]:
                self.count("leaders", 1, 0, ADVANCE)
            case "debated":
                self._debate(g, told["power"], told["issue"])
                self.count("leaders", bool(told["discard"]), 0, DEBATE)
            case "leader_committed":
                self.count("leaders", 1, 0, TIE)
            case "issue_won" | "issue_kept":
                for worse in self.debates.pop(told["issue"], []):
                    self.count("handed_on", told["power"] == worse)
            case "conference_won":
                self._meeting_over()
            case _:
                pass

    def _debate(self, g: Churchill, debater: Power, issue: str) -> None:
        speaker, points = g.floor[0].power, totals(score_sheet(g))
        third = next(power for power in POWERS if power not in {speaker, debater})
        self.debates.setdefault(issue, []).append(third if points[third] > points[speaker] else "")

    def _meeting_over(self) -> None:
        """What nobody has won was handed to nobody; and a conference more."""
        for debated in self.debates.values():
            self.count("handed_on", 0, len(debated))
        self.debates = {}
        for how in (ADVANCE, DEBATE, TIE):
            self.count("leaders", 0, 1, how)

    def over(self, g: Churchill, result: Result) -> None:
        for ending in ("negotiated_peace", "allied_victory", "broken_alliance"):
            self.count("endings", result.ending == ending, who=ending.replace("_", " "))
        for power in POWERS:
            self.count("wins", result.winners == (power,), who=power)
