"""The recruit: a friendly beginner, who overlooks half of what there is, forgives, and does nothing to be ashamed of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from casusbelli.bots import make_bot
from casusbelli.game import Match, Position
from casusbelli.games.wunderwaffen import GAME
from casusbelli.games.wunderwaffen.bot import Commander
from casusbelli.games.wunderwaffen.bot.search import Search, fills_for_another
from casusbelli.games.wunderwaffen.bot.weights import GRADES, Taste
from casusbelli.games.wunderwaffen.content import SPACE_OF
from casusbelli.games.wunderwaffen.state import WunderWaffen
from casusbelli.kernel import Choice, seed_from

RECRUIT = GRADES["recruit"]
GLARING = 5.0
"""So many points nobody overlooks."""


def turns(scenario: str, seed: int, mine: str = "") -> Iterator[tuple[Match[WunderWaffen], Position, Choice]]:
    """The choices of a recruit's plays in a whole game against officers; of everybody's without a seat of its own."""
    match: Match[WunderWaffen] = Match.new(GAME, scenario, {}, seed_from(f"recruit {seed}"), record=False)
    bots = {seat: make_bot(GAME, "recruit" if seat == mine else "officer") for seat in match.seats}
    rng = Random(seed)
    while asked := match.asked():
        for seat in asked:
            position = Position(match, seat)
            choice = bots[seat].choose(position, rng)
            if position.decision == "choose_play" and seat == (mine or seat):
                yield match, position, choice
            match.act(seat, choice)


def worth(g: WunderWaffen, position: Position, plays: list[Choice]) -> dict[Choice, float]:
    """What each play is worth to a recruit that overlooks nothing."""
    search = Search(g, position.seat, RECRUIT, Taste.of(RECRUIT), Random(0))
    return {line.first: line.worth for line in search.lines(None, g, plays)}


def plays_of(position: Position) -> list[Choice]:
    return [option for option in position.options if option[0] != "buy_card"]


def test_a_recruit_thinks_of_half_of_the_board() -> None:
    """Where nothing glares it makes the best play about every other time, and others the other times."""
    seen = 0
    for match, position, _ in turns("four_players", 3):
        plays = plays_of(position)
        rated = worth(match.state, position, plays)
        best, following = sorted(rated.values())[-1], sorted(rated.values())[-10:][0]
        if len(plays) < 20 or len(plays) < len(position.options) or best - following > 1.0:
            continue
        found = Counter(Commander(RECRUIT).choose(position, Random(seed)) for seed in range(40))
        assert len(found) >= 3 and max(found.values()) <= 32
        assert all(rated[choice] > best - GLARING - 0.01 for choice in found)
        seen += 1
        if seen == 3:
            break
    assert seen == 3


def test_a_recruit_is_kind() -> None:
    """It raids, and drives tokens out, about half as often as it makes other plays that count for as much."""
    bot, tried = Commander(RECRUIT), Counter[str]()
    for match, position, choice in turns("four_players", 4):
        driven_out = choice[0] == "place" and match.state.spaces[SPACE_OF[str(choice[-1])]] is not None
        hostile = driven_out or choice[0] == "air_raid"
        if choice[0] != "buy_card" and len(position.options) > 3:
            same = sum(bot.choose(position, Random(seed)) == choice for seed in range(6))
            tried["hostile" if hostile else "peaceful"] += same
            tried["hostile plays" if hostile else "peaceful plays"] += 6
    assert tried["hostile plays"] >= 60
    assert tried["hostile"] / tried["hostile plays"] < 0.8 * tried["peaceful"] / tried["peaceful plays"]


def test_a_recruit_does_nothing_to_be_ashamed_of_in_whole_games() -> None:
    """Against officers, once for each seat: no territory as a gift, nothing glaring overlooked; it plays, buys, and conquers."""
    seen = Counter[str]()
    for scenario, seat in [("two_players", n) for n in range(2)] + [("four_players", n) for n in range(4)]:
        mine = GAME.info.scenario(scenario).seats[seat]
        for match, position, choice in turns(scenario, seat, mine):
            seen[str(choice[0])] += 1
            seen.update(faults(match.state, position, choice))
    assert seen["place"] > 100 and seen["buy_card"] >= 1
    assert not {fault: n for fault, n in seen.items() if fault.startswith("fault")}


def faults(g: WunderWaffen, position: Position, choice: Choice) -> Iterator[str]:
    """What a beginner would be ashamed of after reading the rules."""
    plays = plays_of(position)
    if choice not in plays:
        return
    proper = [play for play in plays if not fills_for_another(g, play)]
    if choice not in proper and proper:
        yield "fault: a territory as a gift"
    rated = worth(g, position, proper or plays)
    if choice in rated and max(rated.values()) - rated[choice] > GLARING:
        yield "fault: something glaring overlooked"
