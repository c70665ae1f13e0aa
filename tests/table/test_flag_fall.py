"""When time is out: claim, more time, an officer, nobody; leaving and coming back. Never two endings."""

from __future__ import annotations

import pytest

from casusbelli.game import Journal, registry, verify
from casusbelli.table.pace import DAY, MINUTE, SECOND, USUAL
from casusbelli.table.records import SeatRecord

from .canary import unknown_to
from .evening import Begin, Caged, Conference, Council
from .tablekit import Guest
from .test_leaks import fetched

OUT = (USUAL["brisk"].bank + USUAL["brisk"].free) * SECOND
"""How long the first stint of a brisk match may last."""


def test_a_clock_at_zero_does_nothing_for_five_seconds(evening: Begin) -> None:
    night = evening()
    night.pass_time(OUT + 4 * SECOND)
    assert night.blue.house("claim", seq=0, seat="red", how="win")["reason"] == "no_claim"
    night.say("red")
    assert night.house_lines() == [] and night.left("red") == 5 * SECOND, "a debt is forgiven, the stint earns its increment"


def test_two_seats_the_other_may_claim_the_win(evening: Begin) -> None:
    night = evening()
    night.pass_time(OUT + 5 * SECOND)
    told = night.blue.until(lambda message: message["t"] == "house")
    assert told["lines"][0]["kind"] == "out_of_time" and told["lines"][0]["seat"] == "red"
    assert night.red.house("claim", seq=0, seat="red", how="win")["reason"] == "no_claim", "not against oneself"
    assert night.blue.house("claim", seq=0, seat="red", how="win")["t"] == "ack"
    for line in night.lines.values():
        over = line.until_frame(lambda frame: frame["over"] is not None)["over"]
        assert over["winners"] == ["blue"] and over["by"] == "time" and over["seat"] == "red"
        assert line.frame["ask"] is None and line.frame["waiting"] == []
    assert night.red.act(["war"], seq=0)["reason"] == "over"
    assert night.blue.house("claim", seq=0, seat="red", how="win")["reason"] == "over", "never two endings"
    saved = night.server.store.load(night.match)
    assert saved is not None and saved.match.result is None and saved.match.closed is not None
    listed = night.guests["blue"].http.get("/matches").text
    assert "red ran out of time" in listed
    journal = Journal.from_json(night.guests["blue"].http.get(f"/m/{night.match}/journal").content)
    assert verify(registry.find("parley"), journal).ok, "the house's ending does not touch the journal"


def test_a_choice_that_arrives_meanwhile_is_played_and_the_claim_is_gone(evening: Begin) -> None:
    night = evening()
    night.pass_time(OUT + 20 * SECOND)
    night.say("red")
    assert night.blue.house("claim", seq=0, seat="red", how="win")["reason"] == "moved_on"
    assert night.left("red") == 30 * SECOND + 5 * SECOND, "half a minute, once"
    night.say("blue")
    night.pass_time(35 * SECOND + 10 * SECOND + 5 * SECOND)
    assert night.house_lines() == ["out_of_time", "out_of_time"]
    night.say("red")
    assert night.left("red") == 5 * SECOND, "not a second time"


def test_time_given(evening: Begin) -> None:
    night = evening()
    night.pass_time(OUT + 30 * SECOND)
    assert night.blue.house("claim", seq=0, seat="red", how="time")["t"] == "ack"
    assert night.left("red") == 5 * MINUTE
    assert night.blue.latest("clock")["seats"]["red"]["flag"] is None
    assert night.blue.house("claim", seq=0, seat="red", how="win")["reason"] == "no_claim"


@pytest.mark.parametrize(("at_flag", "after"), [("claim", 10 * MINUTE), ("caretaker", MINUTE), ("none", None)])
def test_nobody_decides(evening: Begin, at_flag: str, after: int | None) -> None:
    night = evening(at_flag=at_flag)
    night.pass_time(OUT + (after or 2 * DAY) - SECOND)
    assert night.room.seats["red"].caretaker is None and night.room.seq == 0
    if after is None:
        assert night.house_lines() == ["out_of_time"]
        return
    night.pass_time(SECOND)
    assert night.red.until_frame(lambda frame: frame["seq"] >= 1)["choices"] == 1, "the caretaker plays"
    assert night.room.seats["red"].left == ("vanished" if at_flag == "claim" else "time")
    assert night.clocks.running() == ["blue"]


def test_three_seats_an_officer_plays_on_and_the_person_comes_back_with_a_choice(evening: Begin) -> None:
    night = evening(Conference)
    assert isinstance(night, Conference)
    night.first_option("uk")
    night.first_option("us")
    night.pass_time(OUT + MINUTE)
    assert night.room.seats["ussr"].caretaker is not None and not night.room.over
    night.lines["uk"].until_seq(3)
    told = [message for message in night.lines["uk"].heard if message["t"] == "players"][-1]["players"]["ussr"]
    assert told["kind"] == "human" and told["caretaker"] and told["left"] == "time" and told["name"] == "Sofia"
    # two moves later it is her turn again, and she is there: her choice is taken, the caretaker stops
    night.lines["ussr"].until_seq(night.room.seq)
    assert night.lines["ussr"].house("return")["t"] == "ack"
    assert night.room.seats["ussr"].caretaker is None and night.house_lines()[-1] == "returned"
    night.restart()
    assert night.room.seats["ussr"].caretaker is None and night.room.seats["ussr"].guest is not None


def test_two_seats_resigning_is_the_end(evening: Begin) -> None:
    night = evening(pace="none")
    night.say("red")
    assert night.red.house("leave")["reason"] == "malformed", "it has to be confirmed"
    assert night.red.house("leave", confirm=True)["t"] == "ack"
    over = night.blue.until_frame(lambda frame: frame["over"] is not None)["over"]
    assert over["winners"] == ["blue"] and over["by"] == "resigned"
    night.restart()
    assert night.red.until_frame()["over"] == over, "as durable as a choice"
    assert night.blue.undo(1)["reason"] in {"over", "no_undo"}


def test_three_seats_resigning_leaves_the_seat_to_an_officer_and_only_a_word_brings_one_back(evening: Begin) -> None:
    night = evening(Conference, pace="none")
    assert isinstance(night, Conference)
    assert night.lines["ussr"].house("leave", confirm=True)["t"] == "ack"
    night.lines["uk"].until_seq(1)
    assert night.room.seats["ussr"].left == "resigned" and not night.room.over
    night.first_option("uk")
    night.first_option("us")
    seq = night.lines["uk"].until_seq(3)["seq"]
    refused = night.lines["ussr"].act(["anything"], seq=seq)
    assert refused["reason"] == "left"
    assert night.lines["ussr"].house("return")["t"] == "ack"
    assert night.lines["ussr"].act(["anything"], seq=night.room.seq)["reason"] != "left"
    assert night.house_lines() == ["resigned", "returned"]


def test_alone_against_bots_resigning_ends_it_and_nobody_has_won(evening: Begin) -> None:
    night = evening(pace="none")
    guest = night.guests["red"]
    match = guest.begin("miniature", seat__uk="me", seat__ussr="bot:random", seat__us="bot:random")
    line = guest.sit(match, "uk")
    line.until_frame()
    assert line.house("leave", confirm=True)["t"] == "ack"
    assert line.until_frame(lambda frame: frame["over"] is not None)["over"]["winners"] == []


def test_a_seat_that_left_is_offered_and_a_newcomer_sees_that_seats_past_alone(evening: Begin) -> None:
    night = evening(Conference, pace="none")
    assert isinstance(night, Conference)
    night.lines["ussr"].house("leave", confirm=True)
    night.lines["uk"].until_seq(1)
    asked = night.lines["uk"].house("propose", seq=night.room.seq, kind="open_seat", data={"seat": "ussr"})
    assert asked["t"] == "ack"
    n = night.lines["us"].latest("proposals")["list"][0]["n"]
    assert night.lines["us"].house("answer", n=n, yes=True)["t"] == "ack"
    invite = [m for m in night.lines["us"].heard if m["t"] == "players"][-1]["players"]["ussr"]["invite"]
    nora = Guest(night.server, "Nora")
    assert nora.join(invite).status_code == 303
    line = nora.sit(night.match, "ussr")
    line.until_frame()
    assert line.frame["seat"] == "ussr" and night.room.seats["ussr"].caretaker is None
    others = {str(card) for seat in ("uk", "us") for card in night.room.match.state.hands[seat]}
    assert not others & {str(card) for card in line.frame["view"]["hand"]}
    assert night.guests["ussr"].http.get(f"/m/{night.match}/at/0?seat=ussr").status_code == 403, "somebody else sits there now"
    nora.close()


def test_without_a_clock_a_seat_silent_for_sixty_days_may_be_called_vanished(evening: Begin) -> None:
    night = evening(pace="none")
    night.hands.skip(59 * DAY)
    assert night.blue.house("claim", seq=0, seat="red", how="bot")["reason"] == "no_claim"
    night.hands.skip(DAY + MINUTE)
    assert night.blue.house("claim", seq=0, seat="red", how="win")["reason"] == "no_claim"
    assert night.blue.house("claim", seq=0, seat="red", how="bot")["t"] == "ack"
    assert night.blue.until_seq(1)["choices"] == 1 and night.house_lines() == ["vanished"]


def test_a_flag_falls_also_where_nobody_is(evening: Begin) -> None:
    night = evening(at_flag="caretaker")
    night.close()
    night.server.run(night.room.close)
    night.server.service.hub._rooms.clear()
    night.hands.skip(OUT + 2 * MINUTE)

    async def look() -> None:
        import asyncio

        await night.server.service.hub.watch()
        await asyncio.gather(*night.server.service.hub._waking)

    night.server.run(look)
    night.pass_time(0)
    assert night.house_lines() == ["out_of_time", "caretaker"]


def test_a_seat_that_moves_to_its_persons_account_keeps_its_caretaker(evening: Begin) -> None:
    night = evening(Conference, pace="none")
    night.lines["ussr"].house("leave", confirm=True)
    held = night.room.seats["ussr"]
    moved = SeatRecord("ussr", "guest", guest="account", name=held.name, was=held.guest)
    night.server.run(lambda: night.room.seat_taken(moved))
    assert night.room.seats["ussr"].guest == "account" and night.room.seats["ussr"].caretaker == held.caretaker is not None
    assert night.room.seats["ussr"].left == "resigned"


@pytest.mark.parametrize("how", ["win", "time", "bot", "nobody"])
@pytest.mark.parametrize("scenario", ["quarrel", "trio", "council"])
def test_two_three_and_four_seats_whatever_the_others_decide(evening: Begin, scenario: str, how: str) -> None:
    night = evening(Council, scenario=scenario)
    assert isinstance(night, Council)
    two, last = len(night.seats) == 2, night.lines[night.seats[-1]]
    night.pass_time(OUT + 4 * SECOND)
    assert last.house("claim", seq=0, seat="red", how="bot")["reason"] == "no_claim", "a choice may be under way"
    for seat in night.seats:
        night.say(seat)
    assert night.house_lines() == [] and night.left("red") == USUAL["brisk"].increment * SECOND
    night.pass_time((USUAL["brisk"].increment + USUAL["brisk"].free + 5) * SECOND)
    assert night.house_lines() == ["out_of_time"] and night.room.seats["red"].caretaker is None
    seq = night.room.seq
    if how == "nobody":
        night.pass_time(10 * MINUTE if two else MINUTE)
        played_on = True
    else:
        answer = last.house("claim", seq=seq, seat="red", how=how)
        assert answer["t"] == ("ack" if two or how != "win" else "refused")
        played_on = how == "bot"
    if played_on:
        for line in night.lines.values():
            line.until_seq(seq + 1)
        assert night.room.seats["red"].caretaker is not None and night.clocks.running() == ["blue"]
        for seat in night.seats[1:]:
            night.say(seat)
        for line in night.lines.values():
            line.until_seq(seq + 1 + len(night.seats))  # the caretaker plays on, nobody waits for red
        assert night.red.house("return")["t"] == "ack" and night.room.seats["red"].caretaker is None
    ended = two and how == "win"
    assert night.room.over is ended
    if not played_on and not ended:
        night.say("red")
        assert night.left("red") == (5 * MINUTE if how == "time" else 30 * SECOND) + USUAL["brisk"].increment * SECOND
    again = last.house("claim", seq=night.room.seq, seat="red", how="win")
    assert again["reason"] == ("over" if ended else "no_claim"), "never two endings"
    saved = night.server.store.load(night.match)
    assert saved is not None and saved.match.result is None and (saved.match.closed is not None) is ended


def test_no_byte_for_a_newcomer_tells_more_than_the_seat_he_takes_has_known(evening: Begin) -> None:
    night = evening(Caged, at_flag="caretaker")
    for seat, verb in (("red", "bury"), ("blue", "bury"), ("red", "play"), ("blue", "bury"), ("blue", "bury")):
        options = night.lines[seat].until_seq(night.room.seq)["ask"]["options"]
        night.play(seat, next(option for option in options if option[0] == verb))
    night.pass_time(OUT + MINUTE + 5 * SECOND)
    assert night.room.seats["red"].caretaker is not None
    night.blue.until_seq(night.room.seq)
    assert night.blue.house("propose", seq=night.room.seq, kind="open_seat", data={"seat": "red"})["t"] == "ack"
    invite = [m for m in night.blue.heard if m["t"] == "players"][-1]["players"]["red"]["invite"]
    nora = Guest(night.server, "Nora")
    assert nora.join(invite).status_code == 303
    line = nora.sit(night.match, "red")
    line.until_frame()
    state = night.room.match.state
    everything = line.bytes + fetched(nora, night.match, len(night.room.match.entries))
    assert all(card.encode() in line.bytes for card in (*state.hands["red"], *state.whispered["red"])), "the seat's whole past"
    assert not any(card.encode() in everything for card in unknown_to(state, "red"))
    nora.close()
