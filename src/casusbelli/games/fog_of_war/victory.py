"""12: how the war ends."""

from __future__ import annotations

from casusbelli.kernel import OVER, Result

from . import dossier
from .content import AXIS, SIDES, VICTORY_CARDS, VICTORY_CONDITIONS
from .state import Score, War


def win(g: War, ending: str) -> None:
    """The game is over by one of the victory conditions."""
    g.winner = VICTORY_CONDITIONS[ending].side
    g.ending = ending
    g.phase = OVER
    g.reveal()
    g.report("war_ended", "12", side=g.winner, ending=ending, vp=g.vp)


def gain_vp(g: War, points: int, source: str) -> None:
    """12: Axis victory points. Whoever gives them tells it and then asks whether they win."""
    g.vp += points
    g.ledger.append(Score(g.year, source, points))


def won_by_points(g: War) -> bool:
    """12: reaching the threshold wins at once."""
    if g.vp < g.vp_threshold:
        return False
    win(g, "axis_points")
    return True


def final_reckoning(g: War) -> None:
    """12: after the last production the Axis shows its two Victory cards and must hold both provinces."""
    held = all(g.control[VICTORY_CARDS[card].effect.province] == AXIS for card in g.victory_kept)
    g.reveal()
    g.report("victory_cards_shown", "12", cards=list(g.victory_kept))
    win(g, "axis_cards" if held else "allied_default")


def result(g: War) -> Result | None:
    if g.phase != OVER:
        return None
    return Result((g.seats[g.winner],), g.ending, {g.seats[AXIS]: float(g.vp)})


def possible_kept(g: War, side: str) -> list[str]:
    """Victory cards that may be among the kept ones, for all this side knows."""
    if side == AXIS and g.victory_kept:
        return sorted(g.victory_kept)
    seen = seen_on_board(g, side)
    return [card for card in VICTORY_CARDS if card not in seen]


def seen_on_board(g: War, side: str) -> list[str]:
    """The Victory cards on the board that this side has seen and is shown to have seen."""
    if side not in SIDES:
        return []
    return sorted({card for sighting in dossier.remembered(g, side, dossier.BOARD) for card in sighting.seen})
