"""What the table explains of a match: warnings, a bot's reasons, the last screen."""

from __future__ import annotations

from random import Random

from casusbelli.game import Match, Position, reasons_of
from casusbelli.games.churchill.game import GAME


def test_a_match_warns_gives_reasons_and_adds_up() -> None:
    """Chance plays: what may befall a leader is warned of, idle support too; the last sheet names the adjustment of 4.43."""
    match = Match.new(GAME, "training", {"secret_agenda": True}, bytes(32))
    rng, warned, said = Random(0), set(), set()
    bot = GAME.bots()["officer"]()
    while not match.over:
        seat, question = next(iter(match.asked().items()))
        choice = rng.choice(question.options)
        warned |= {warning.key for warning in (match.preview(seat, choice) or {}).get("warnings", [])}
        said |= {reason.key for reason in reasons_of(bot, Position(match, seat), choice)}
        match.act(seat, choice)
    assert {"gives_up", "no_chance"} <= warned
    assert warned & {"health_risk", "paranoia_risk"}
    assert {"agenda_card", "pulls", "better_odds"} <= said
    ending, result = GAME.ending(match.state), GAME.result(match.state)
    assert result is not None
    kinds = [line.kind for line in ending.sheet]
    assert kinds[-1] == "final" and "total" in kinds
    assert ("adjustment" in kinds) == (result.ending == "negotiated_peace")
    assert dict(ending.sheet[-1].points) == result.scores
    assert [each.ending for each in ending.endings if each.happened] == [result.ending]
