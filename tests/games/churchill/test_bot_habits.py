"""Habits that a person saw through, and what the bots do now: on prepared positions, and counted over whole games of officers."""

from __future__ import annotations

from random import Random

import pytest

from casusbelli.game import Bot, Match, Position, reasons_of
from casusbelli.games.churchill import GAME
from casusbelli.games.churchill.bot import Marshal, Officer, Recruit, marshal
from casusbelli.games.churchill.bot.futures import futures
from casusbelli.games.churchill.bot.marshal import PLAYED_OUT, candidates_of, challenge, issue_of, keep_pledge, rehearsal, try_out
from casusbelli.games.churchill.bot.officer import WORLD, rate
from casusbelli.games.churchill.bot.prospect import prospects
from casusbelli.games.churchill.bot.settlement import price, prices, settled, sites_wanted, useful
from casusbelli.games.churchill.bot.speech import NEVER
from casusbelli.games.churchill.bot.worth import Desks
from casusbelli.games.churchill.endings import judge
from casusbelli.games.churchill.state import Churchill
from casusbelli.kernel import Choice, seed_from

from . import positions
from .positions import UK, US, USSR, Play


def allocated(play: Play, bot: Bot, seat: str) -> Play:
    """The bot spends everything the seat has."""
    while play.g.phase == "allocation" and play.asked[0] == seat:
        play.match.act(seat, bot.choose(Position(play.match, seat), Random(1)))
    return play


def before_berlin(**won: str) -> positions.Position:
    """1944: the Western Front on the Rhine, the Eastern one in Prussia."""
    position = positions.Position("tournament").fronts(western="rhineland", eastern="prussia").table().won(**won)
    return position.set(conference=8, removed_issues=["second_front"], entered={"normandy": 6})


def test_the_east_is_supplied() -> None:
    """One token alone moves no Front, so the old marshal gave its tokens to the Arctic, one by one."""
    play = allocated(before_berlin().allocation(USSR, UK, ussr=5), Marshal(), USSR)
    assert play.g.support["eastern_front"] >= 4


def test_a_pledge_is_kept_until_the_front_has_enough() -> None:
    options: list[Choice] = [("alloc_free", "naval", "arctic"), ("alloc_free", "offensive", "eastern_front")]
    short = Desks(before_berlin().support(eastern=2).g)
    assert keep_pledge(short, "eastern_front", options, [0.8, 0.5])[1] > 0.8
    plenty = Desks(before_berlin().support(eastern=9).g)
    assert keep_pledge(plenty, "eastern_front", options, [0.8, 0.5]) == [0.8, 0.5]


def no_room() -> positions.Position:
    """Nothing in the open countries is left for the USSR."""
    taken = positions.Position("tournament").fronts(western="rhineland").table().won(pol_mil_3_1=USSR)
    taken.set(conference=7, removed_issues=["second_front"])
    return taken.aligned(denmark=US, greece=UK, persia=UK, middle_east=UK).networks(denmark="us1")


def test_alignments_are_counted_by_the_countries_they_would_find() -> None:
    g = positions.Position("tournament").networks(denmark="us1").g
    assert price(g, USSR, "yugoslavia") is None  # aligned already
    assert price(g, USSR, "poland") is None  # closed while Europe is neutral
    assert price(g, USSR, "denmark") == 2  # the American network goes first
    assert price(g, US, "denmark") == 0
    assert settled([0, 1, 1, 1], networks=2, alignments=9) == 3
    assert settled([0, 1, 1, 1], networks=2, alignments=1) == 1
    g = no_room().g
    assert useful(g, USSR, prices(g, USSR), "pol_mil_3_1") == 0
    assert sites_wanted(no_room().set(earned_alignments={UK: 0, USSR: 2, US: 0}).g, USSR) == 2


def test_no_token_goes_to_alignments_without_a_country() -> None:
    play = no_room().allocation(USSR, UK, ussr=3)
    reasons = reasons_of(Officer(), Position(play.match, USSR), ("alloc_free", "pol_mil", "pol_mil_3_1"))
    assert ("places", {"count": 0, "all": 3}) in [(reason.key, reason.params) for reason in reasons]
    assert "pol_mil_3_1" not in allocated(play, Officer(), USSR).g.activated


def test_a_pol_mil_issue_is_worth_what_it_can_be_used_for() -> None:
    g = no_room().g
    cramped = Desks(g).of(USSR).worth["pol_mil_3_1"]
    g.globals = {"uk_ussr": UK, "uk_us": US}
    assert Desks(g).of(USSR).worth["pol_mil_3_1"] > cramped + 3


def test_an_issue_hurts_more_with_the_stronger_rival() -> None:
    g = positions.Position("tournament").aligned(denmark=US, greece=US, persia=US, norway=US).g
    desk = Desks(g).of(UK)
    assert desk.menace[US] > 1 > desk.menace[USSR]
    assert desk.phi("us_production_1", (US, 4)) < desk.phi("us_production_1", (USSR, 4))


def test_no_debate_hands_the_issue_to_a_worse_rival() -> None:
    """The USSR is last and reaches for the global issue. Pulled back it would lie before the US, who are next and hold cards."""
    setting = positions.Position("tournament").fronts(
        western="germany", eastern="prussia", central_pacific="okinawa", far_east="manchuria"
    )
    setting.set(conference=10, removed_issues=["second_front"], surrendered={"germany": 9}, b29_reached=True)
    setting.aligned(denmark=UK, greece=UK, norway=UK, siam=US).networks(denmark="uk1", norway="uk1").table(global_issue="0")
    play = setting.hands(uk="bevin cripps", us="byrnes stimson hull", ussr="litvinov maisky").inactive(UK, USSR).meeting(USSR)
    play.match.act(USSR, next(o for o in play.options(USSR) if o[:3] == ("advance_staff", "litvinov", "global_issue")))
    play.decline(US)
    assert play.asked == (UK, "debate_response")
    assert {Marshal().choose(Position(play.match, UK), Random(n)) for n in range(3)} == {("decline",)}


@pytest.mark.parametrize("bot", [Officer(), Marshal()], ids=["officer", "marshal"])
def test_a_leader_is_kept_for_what_decides(bot: Bot) -> None:
    """Roosevelt is for the global issue: the officer lets him speak at once, the marshal may keep him for the debate."""

    def says(**issues: str) -> Choice:
        setting = positions.Position("tournament").fronts(
            western="germany", eastern="prussia", central_pacific="okinawa", far_east="manchuria"
        )
        setting.set(conference=10, removed_issues=["second_front"], surrendered={"germany": 9}, b29_reached=True)
        play = setting.table(**issues).hands(uk="bevin cripps", us="byrnes stimson hull", ussr="litvinov maisky").meeting(US)
        return bot.choose(Position(play.match, US), Random(1))

    assert says(us_production_1="0")[0] != "advance_leader"
    verb, _, issue, *_ = says(global_issue="0", us_production_1="0")
    assert issue == "global_issue"
    assert verb == "advance_leader" or isinstance(bot, Marshal)


def six_issues() -> Position:
    """The USSR opens a meeting with a full hand."""
    setting = positions.Position("tournament").fronts(western="rhineland", eastern="prussia")
    setting.set(conference=8, removed_issues=["second_front"], entered={"normandy": 6})
    setting.table(
        global_issue="0", pol_mil_3_1="0", pol_mil_1_3="0", europe_leadership="0", abomb_research="0", us_production_1="0"
    )
    play = setting.hands(uk="bevin cripps", us="byrnes stimson hull", ussr="litvinov maisky vyshinsky").meeting(USSR)
    return Position(play.match, USSR)


def test_chance_in_a_single_world_moves_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The old marshal took what three worlds of hands and dice had favoured. Now the tables' first choice stands against luck."""
    first, second = ("decline",), ("debate_staff", "bevin", 5)
    position = six_issues()

    def luck(_: Position, choice: Choice, world: bytes, gain: float = 0.0) -> float:
        return Random(world + repr(choice).encode()).gauss(gain * (choice == second), 0.25)

    monkeypatch.setattr(marshal, "play_out", luck)
    by_luck = [challenge(position, [first, second], Random(n))[0] for n in range(100)].count(second)
    monkeypatch.setattr(marshal, "play_out", lambda *args: luck(*args, gain=0.6))
    by_merit = [challenge(position, [first, second], Random(n))[0] for n in range(100)].count(second)
    assert by_luck < 25
    assert by_merit > 75


def test_the_best_options_do_not_all_speak_to_one_issue() -> None:
    """Three cards for the global issue were all that the old marshal thought of."""
    position = six_issues()
    ratings = rate(Desks(position.imagine(WORLD).state), USSR, position.decision, position.about, position.options)
    candidates = candidates_of(position, ratings)
    assert ratings[position.options.index(candidates[0])] == max(ratings)
    assert len({issue_of(choice) for choice in candidates[:-1]}) < len({issue_of(choice) for choice in candidates})


def test_the_agenda_is_looked_ahead_of() -> None:
    """The tables want the global issue on the table; played out, the UK does far better with an issue that finds it countries."""
    assert {"agenda_commit_card", "agenda_first_issue", "agenda_pick_issue"} <= PLAYED_OUT
    setting = positions.Position("tournament").fronts(western="rhineland", eastern="prussia", central_pacific="okinawa")
    setting.set(conference=8, removed_issues=["second_front"]).aligned(denmark=UK, greece=UK, norway=UK)
    setting.hands(uk="bevin cripps eden", us="byrnes stimson hull", ussr="litvinov maisky vyshinsky")
    play = setting.at("agenda_issues", agenda_winner=UK, agenda_values={UK: 4, USSR: 1, US: 1})
    position = Position(play.match, UK)
    by_tables = Officer().choose(position, Random(0))
    assert by_tables == ("agenda_first_issue", "global_issue")
    chosen = Marshal().choose(position, Random(0))
    assert chosen[0] == by_tables[0]
    assert chosen != by_tables
    worlds = [Random(f"fresh {n}").randbytes(32) for n in range(4)]
    tried = [try_out(position, [by_tables, chosen], world) for world in worlds]
    assert all(prospect[chosen] > prospect[by_tables] for prospect in tried)


def test_a_rehearsal_ends_on_the_eve_of_the_war() -> None:
    match = before_berlin().allocation(USSR, UK, ussr=1).match
    match.game = rehearsal(GAME)
    rng = Random(2)
    while not match.over:
        seat, question = next(iter(match.asked().items()))
        match.act(seat, rng.choice(question.options))
    assert match.state.conference == 8
    assert not match.state.deployed
    assert match.state.fronts == before_berlin().g.fronts


def test_prospects_see_the_war_to_its_end() -> None:
    """The sketches know what a Front near its goal is worth before the sheet does; and they are the same each time."""
    g = before_berlin().g
    assert [total for *_, total in futures(g)] == [total for *_, total in futures(g)]
    assert sum(weight for weight, *_ in futures(g)) == pytest.approx(1.0)
    supplied = before_berlin().support(eastern=7).g
    assert prospects(supplied, USSR) > prospects(g, USSR)
    fallen, more = (sum(weight for weight, end, _ in futures(at) if "germany" in end.surrendered) for at in (g, supplied))
    assert fallen < more


def test_the_war_comes_before_the_peace() -> None:
    """10.1945, the Western Front before Berlin, Japan beaten: the UK wins either way and still wants Germany beaten."""

    def berlin(support: int) -> Churchill:
        setting = positions.Position("tournament").fronts(western="west_germany", central_pacific="japan", eastern="prussia")
        setting.set(conference=10, removed_issues=["second_front"], surrendered={"japan": 9}).support(western=support)
        return setting.aligned(denmark=UK, greece=UK, norway=UK, persia=UK, belgium=UK).g

    assert {judge(end, total)[2] for _, end, total in futures(berlin(0))} == {UK}
    assert prospects(berlin(7), UK) > prospects(berlin(0), UK) + 0.2


def test_officers_use_most_of_the_alignments_they_earn() -> None:
    """Eight tournaments: less than a third is forfeited, and the Axis gets terms in half of them at most."""
    earned = forfeited = negotiated = 0
    for n in range(8):
        match = Match.new(GAME, "tournament", seed=seed_from(f"habits {n}"))
        bot, rng = Officer(), Random(n)
        while not match.over:
            seat = next(iter(match.asked()))
            match.act(seat, bot.choose(Position(match, seat), rng))
        for event in match.events or []:
            if event.kind in ("gained", "pol_mil_activated"):
                earned += event.params["alignments"]
            if event.kind == "forfeited" and event.params["marker"] == "alignment":
                forfeited += event.params["count"]
        result = match.result()
        assert result is not None
        negotiated += result.ending == "negotiated_peace"
    assert forfeited < earned / 3
    assert negotiated <= 4


def test_a_recruit_is_forgetful_and_kind_but_no_fool() -> None:
    """It lets the best option slip at times, forgives what is barely worth a debate, and never does what the tables rule out."""
    options: list[Choice] = [("debate_staff", "bevin", 5), ("decline",), ("debate_leader", "bevin", 7)]
    picks = [Recruit().pick(options, [2.5, 2.0, NEVER], Random(n)) for n in range(60)]
    assert Officer().pick(options, [2.5, 2.0, NEVER], Random(0)) == options[0]
    assert picks.count(("decline",)) > picks.count(options[0]) > 0
    assert options[2] not in picks
    far_better = [Recruit().pick(options, [6.0, 2.0, NEVER], Random(n)) for n in range(60)]
    assert far_better.count(options[0]) > far_better.count(("decline",))


def looked_at(count: int) -> list[Position]:
    """Positions of an officers' match in which a marshal looks ahead."""
    match, officer, rng = Match.new(GAME, None, {}, seed_from("looks"), record=False), Officer(), Random(3)
    found: list[Position] = []
    while len(found) < count:
        position = Position(match, next(iter(match.asked())))
        choice = officer.choose(position, rng)
        if position.decision in PLAYED_OUT and len(position.options) > 1:
            found.append(Position(match.clone(), position.seat))
        match.act(position.seat, choice)
    return found


def test_where_looking_ahead_overrules_the_tables_the_marshal_says_so() -> None:
    """And names what it was compared with, with what it saw; where it agrees it speaks as the tables do."""
    bot, overruled = Marshal(), 0
    for n, position in enumerate(looked_at(40)):
        choice = bot.choose(position, Random(n))
        ratings = rate(Desks(position.imagine(WORLD).state), position.seat, position.decision, position.about, position.options)
        first = (candidates_of(position, ratings) or [choice])[0]
        why = bot.reasons(position, choice)
        assert (why[:1] != [] and why[0].key == "played_out") == (choice != first)
        if choice == first:
            assert why == Officer().reasons(position, choice)
            continue
        overruled += 1
        told = why[0].params
        assert told["over"] == first and told["gain"] >= 0 and told["worlds"] >= 1
        above = ratings[position.options.index(first)] > ratings[position.options.index(choice)]
        assert told["preferred"] == above
        compared = bot.compares(position, choice, first)
        assert compared is not None and compared.params == {"gain": told["gain"], "worlds": told["worlds"]}
        again = Position(position._match, position.seat)
        assert Marshal().choose(again, Random(n)) == choice and Marshal().reasons(again, choice) == why
    assert overruled >= 4


def test_what_was_seen_ahead_is_forgotten_with_the_position() -> None:
    """A bot that serves many matches carries nothing from one to the next."""
    bot, (position,) = Marshal(), looked_at(1)
    choice = bot.choose(position, Random(0))
    fresh = Position(position._match, position.seat)
    assert bot.reasons(fresh, choice) == Officer().reasons(fresh, choice) and bot.compares(fresh, choice, choice) is None
    assert position.among(position.options).notes == {} and vars(bot) == {}
