"""A match: playing, refusing, surviving a rule that fails, copying, taking back."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from casusbelli.game import Match
from casusbelli.kernel import OVER, Ask, Choice, Dice, Illegal, SetupError, ask, seed_from, together
from casusbelli.kernel.state import graft

from .miniature import GAME, SEATS, Miniature, Table, agenda, meeting
from .playing import everything, finished, new, step, through_agenda, walk


def test_a_match_plays_to_its_end_and_has_a_result() -> None:
    match = finished()
    result = match.result()
    assert match.over and result is not None and result.winners and set(result.scores) == set(SEATS)
    assert match.asked() == {} and match.options("uk") == []


def test_the_same_seed_and_choices_give_the_same_match_and_another_seed_another() -> None:
    assert finished(3).journal().to_json() == finished(3).journal().to_json()
    assert new(3).digest() != new(4).digest()


def test_without_a_seed_every_match_is_new() -> None:
    assert Match.new(GAME).digest() != Match.new(GAME).digest()


def test_wrong_scenarios_options_and_values_are_refused_in_one_line() -> None:
    with pytest.raises(SetupError, match="no scenario 'tiny'; it has full, short"):
        Match.new(GAME, "tiny")
    with pytest.raises(SetupError, match="no option 'fog'; it has long_war"):
        Match.new(GAME, options={"fog": True})
    with pytest.raises(SetupError, match="is one of False, True, not 1"):
        Match.new(GAME, options={"long_war": 1})


def test_options_change_the_set_up() -> None:
    assert (new().state.conferences, new(long_war=True).state.conferences, new(1, "short").state.conferences) == (5, 7, 2)


# -- secret choices together -----------------------------------------------------------------------------------------


def test_secret_answers_wait_for_the_last_and_their_order_changes_nothing() -> None:
    first, second = new(), new()
    choices = {seat: first.options(seat)[2] for seat in SEATS}
    for seat in SEATS:
        assert first.state.phase == "agenda"
        first.act(seat, choices[seat])
        assert seat not in first.asked()
    for seat in reversed(SEATS):
        second.act(seat, choices[seat])
    assert first.state.phase == second.state.phase == "meeting"
    assert first.digest() == second.digest()


def test_a_seat_answers_only_once() -> None:
    match = new()
    match.act("uk", match.options("uk")[0])
    with pytest.raises(Illegal, match="uk is not asked for anything now"):
        match.act("uk", new().options("uk")[1])


def test_a_secret_answer_can_be_taken_back_while_another_is_missing() -> None:
    match = new()
    untouched = everything(match)
    match.act("uk", match.options("uk")[0])
    alone = everything(new_with_answers("us"))
    match.act("us", match.options("us")[0])
    assert match.can_undo("uk") and match.can_undo("us") and not match.can_undo("ussr")
    assert match.undo("uk")  # not the last answer to arrive, and yet nobody has seen it
    assert everything(match) == alone
    assert match.undo("us")
    assert everything(match) == untouched
    assert not match.undo("us")


def new_with_answers(*seats: str) -> Match[Table]:
    match = new()
    for seat in seats:
        match.act(seat, match.options(seat)[0])
    return match


def test_no_secret_answer_can_be_taken_back_once_all_are_revealed() -> None:
    match = through_agenda(new())
    before = everything(match)
    assert not any(match.undo(seat) for seat in SEATS)
    assert everything(match) == before


# -- refusing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "choice",
    [("play", 99), ("play",), ("play", 3, 3), (), ("décliner", "☢" * 9), ("play", "0"), ("play", 10**40), None, 7, ["play", 0]],
)
def test_what_is_not_on_offer_changes_nothing(choice: Any) -> None:
    match = through_agenda(new())
    before = everything(match)
    with pytest.raises(Illegal):
        match.act("uk", choice)
    assert everything(match) == before


def test_a_seat_that_is_not_asked_changes_nothing() -> None:
    match = through_agenda(new())
    before = everything(match)
    for seat in ("us", "nobody"):
        with pytest.raises(Illegal, match=f"{seat} is not asked"):
            match.act(seat, match.options("uk")[0])
    assert everything(match) == before


def test_a_refusal_says_the_rule() -> None:
    match = through_agenda(new())
    with pytest.raises(Illegal, match=r"not_in_hand, rule 5\.22") as refused:
        match.act("uk", ("play", 99))
    assert refused.value.refusal is not None and refused.value.refusal.params == {"card": 99}
    assert match.refusal("uk", ("play", 99)) == refused.value.refusal
    assert match.refusal("uk", match.options("uk")[0]) is None
    not_yours = match.refusal("us", ("play", 99))
    assert not_yours is not None and not_yours.key == "not_your_turn"


def test_a_huge_choice_gives_a_short_message() -> None:
    with pytest.raises(Illegal) as refused:
        new().act("uk", ("play", "x" * 1_000_000))
    assert len(str(refused.value)) < 200


def test_the_journal_holds_the_option_itself_not_something_equal_to_it() -> None:
    match = next(m for m in map(new, range(200)) if ("play", 1) in m.options("uk"))
    lookalike: Any = ("play", True)
    match.act("uk", lookalike)
    assert type(match.entries[-1][1][1]) is int
    assert match.journal().from_json(match.journal().to_json()).entries == match.entries


# -- forced choices --------------------------------------------------------------------------------------------------


class Forced(Miniature):
    """One question with a single option that everybody can see is forced, one that only its seat knows to be."""

    phases: Mapping[str, Any]

    def __init__(self) -> None:
        self.phases = {"agenda": self.forced}

    async def forced(self, g: Table) -> None:
        await ask("uk", "public", lambda: [("only",)], auto=True)
        await ask("uk", "secret", lambda: [("only",)])
        await together({"us": Ask("us", "secret", lambda: [("only",)], auto=True)})
        g.phase = OVER


def test_only_publicly_forced_choices_are_played_by_the_kernel() -> None:
    match = Match.new(Forced())
    asked = []
    while not match.over:
        ((seat, question),) = match.asked().items()
        asked.append((seat, question.decision))
        match.act(seat, question.options[0])
    assert asked == [("uk", "secret"), ("us", "secret")]
    assert match.entries == [("uk", ("only",)), ("us", ("only",))]


class Dear(Miniature):
    """Whether a question is forced takes long to find out; it is counted how often somebody does."""

    phases: Mapping[str, Any]

    def __init__(self) -> None:
        self.phases = {"agenda": self.asks}
        self.looked = 0

    async def asks(self, g: Table) -> None:
        for n in range(6):
            _, answer = await ask("uk", "which", lambda: [("pick", 1), ("pick", 2)], auto=lambda: self.looks(False))
            for _ in range(int(answer)):
                await ask("us", "forced", lambda n=n: [("only", n)], auto=lambda: self.looks(True))
                g.report("forced", n=n)
        g.phase = OVER

    def looks(self, forced: bool) -> bool:
        self.looked += 1
        return forced


def test_what_was_played_by_itself_is_not_found_out_again() -> None:
    game = Dear()
    match = Match.new(game)
    for n, answer in enumerate((1, 2, 2, 1)):
        match.act("uk", ("pick", answer))
        looked = game.looked
        twin = match.clone()
        assert game.looked == looked and twin.seal() == match.seal() and twin.options("uk") == match.options("uk")
        for other in (match.clone(), twin):
            other.act("uk", ("pick", 2))
            assert len(other.entries) == n + 2 and game.looked > looked, "from there on it is looked at"
    for to in (3, 1):
        looked = game.looked
        assert match.rewind(to) and len(match.entries) == to and game.looked == looked
        assert [event.params["n"] for event in match.told(None)] == [0, 1, 1, 2, 2][: {3: 5, 1: 1}[to]]
    assert match.undo("uk") and match.entries == [] and match.told(None) == []
    match.act("uk", ("pick", 2))
    assert Match.restore(game, match.journal()).seal() == match.seal() == match.clone().seal()


def test_after_a_rule_that_failed_nothing_is_left_of_what_was_played_by_itself() -> None:
    class Fragile(Dear):
        async def asks(self, g: Table) -> None:
            await ask("uk", "which", lambda: [("pick", 1), ("pick", 2)])
            await ask("us", "forced", lambda: [("only", 1)], auto=True)
            if self.looked == 0:
                raise ZeroDivisionError
            await ask("uk", "then", lambda: [("pick", 1), ("pick", 2)])

    game = Fragile()
    match = Match.new(game)
    with pytest.raises(ZeroDivisionError):
        match.act("uk", ("pick", 1))
    game.looked = 1
    match.act("uk", ("pick", 2))
    assert match.ask_of("uk") is not None and match.clone().seal() == match.seal()


# -- a rule that fails -----------------------------------------------------------------------------------------------


class Failing(Miniature):
    """Fails at the n-th event, wherever that is: in the middle of a phase or at the start of the next."""

    def __init__(self, fuse: int) -> None:
        self.fuse = fuse
        self.phases = {"agenda": self.lit(agenda), "meeting": self.lit(meeting)}

    def lit(self, phase: Any) -> Any:
        def start(g: Table) -> Any:
            told = g.report

            def report(*args: Any, **params: Any) -> None:
                told(*args, **params)
                if self.fuse and len(g.__dict__["sink"] or ()) == self.fuse:
                    raise ZeroDivisionError("a rule failed")

            g.__dict__["report"] = report
            return phase(g)

        return start


@pytest.mark.parametrize("fuse", range(5, 40))
def test_an_exception_in_a_rule_leaves_the_match_exactly_as_before(fuse: int) -> None:
    game, rng = Failing(fuse), Random(fuse)
    match = Match.new(game, seed=seed_from(fuse))
    failed = False
    while not failed:
        before = everything(match)
        seat = rng.choice(sorted(match.asked()))
        choice = rng.choice(match.options(seat))
        try:
            match.act(seat, choice)
        except ZeroDivisionError:
            failed = True
    assert everything(match) == before
    game.fuse = 0
    match.act(seat, choice)
    assert match.entries[-1] == (seat, choice)
    assert Match.restore(game, match.journal()).digest() == match.digest()


# -- copies ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("choices", [0, 1, 2, 3, 4, 11, 40, 10_000])
def test_a_clone_is_equal_and_apart(choices: int) -> None:
    match = walk(new(choices), choices)
    copy = match.clone()
    assert copy.digest() == match.digest() and copy.journal().to_json() == match.journal().to_json()
    assert {s: q.options for s, q in copy.asked().items()} == {s: q.options for s, q in match.asked().items()}
    before = everything(match)
    walk(copy, 60, Random(1))
    assert everything(match) == before
    assert walk(match, 60, Random(1)).digest() == copy.digest()


def test_clones_undo_like_the_original() -> None:
    match = through_agenda(new())
    match.act("uk", match.options("uk")[0])
    copy = match.clone()
    assert copy.undo("uk") and match.undo("uk")
    assert copy.digest() == match.digest() and copy.entries == match.entries


# -- imagined worlds -------------------------------------------------------------------------------------------------


def test_an_imagined_world_keeps_what_the_seat_knows_and_deals_the_rest_anew() -> None:
    match = walk(new(5), 9)
    seat = next(iter(match.asked()))
    worlds = [match.imagine(seat, seed_from(f"world {n}")) for n in range(20)]
    assert all(w.view(seat) == match.view(seat) and w.options(seat) == match.options(seat) for w in worlds)
    other = next(s for s in SEATS if s != seat)
    assert len({tuple(w.state.hands[other]) for w in worlds}) > 10
    assert match.imagine(seat, seed_from("world 1")).digest() == worlds[1].digest()
    assert all(w.state.seed != match.state.seed for w in worlds)


def test_a_plausible_world_is_supposed_and_any_other_imagined(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[str] = []
    monkeypatch.setattr(GAME, "suppose", lambda *_: dealt.append("supposed"))
    monkeypatch.setattr(GAME, "imagine", lambda *_: dealt.append("imagined"))
    match = walk(new(5), 9)
    match.imagine("uk", seed_from(1), plausible=True)
    match.imagine("uk", seed_from(1))
    assert dealt == ["supposed", "imagined"]


def test_a_supposed_world_is_thought_out_once_while_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    """And comes out the same to the last byte, with the same chance after it."""
    thought: list[bytes] = []

    def suppose(state: Table, seat: str, dice: Dice) -> None:
        thought.append(dice.seed)
        GAME.imagine(state, seat, dice)

    monkeypatch.setattr(GAME, "suppose", suppose)
    match = walk(new(5), 9)
    seat = next(iter(match.asked()))
    first, again, other = (match.imagine(seat, seed_from(n), plausible=True) for n in (1, 1, 2))
    assert thought == [seed_from(1), seed_from(2)]
    assert first.digest() == again.digest() != other.digest()
    walk(first, 30)
    walk(again, 30)
    assert first.digest() == again.digest()
    walk(match, 1)
    match.imagine(next(iter(match.asked())), seed_from(1), plausible=True)
    assert len(thought) == 3, "another moment, another world"


def test_parts_of_the_state_are_grafted_in_place() -> None:
    """A rule that waits holds parts of the state: in a world made again they must be that world's."""
    old, new_ = {"a": [1, 2], "b": {"x": [1]}, "c": 1}, {"b": {"y": 2, "x": [3, 4]}, "a": [5], "c": 1.0}
    lists = old["a"], old["b"]
    assert graft(old, new_) is old and list(old) == ["b", "a", "c"] and repr(old) == repr(new_)
    assert old["a"] is lists[0] and old["b"] is lists[1]


def test_imagining_changes_nothing() -> None:
    match = walk(new(5), 9)
    before = everything(match)
    world = match.imagine("uk", seed_from(0), record=True)
    walk(world, 50)
    assert everything(match) == before
    assert world.events, "an imagined world records its own events when asked to"


def test_a_secret_answer_of_another_seat_is_imagined_too() -> None:
    match = new_with_answers("us", "uk")
    answers = set()
    for n in range(30):
        world = match.imagine("uk", seed_from(n))
        world.act("ussr", world.options("ussr")[0])
        spent = world.state.spent
        assert spent[0] == match.entries[1][1][1], "one's own answer is known"
        answers.add(spent[2])
    assert len(answers) > 5


def test_an_imagined_world_can_be_played_to_its_end_and_cloned_from_its_next_phase_on() -> None:
    world = new(2).imagine("uk", seed_from(2))
    with pytest.raises(RuntimeError, match="imagine again"):
        world.clone()
    while world.state.phase == "agenda":
        step(world, Random(1))
    copy = world.clone()
    assert walk(copy, 10_000).over and walk(world, 10_000).over
    assert copy.digest() == world.digest()


# -- taking back -----------------------------------------------------------------------------------------------------


def test_undo_equals_never_having_acted() -> None:
    match = through_agenda(new())
    before = everything(match)
    match.act("uk", match.options("uk")[0])
    between = everything(match)
    match.act("uk", match.options("uk")[0])
    assert match.undo("uk")
    assert everything(match) == between
    assert match.undo("uk")
    assert everything(match) == before
    assert not match.undo("uk"), "the secret cards were revealed"


def test_undo_never_passes_another_seat() -> None:
    match = through_agenda(new())
    match.act("uk", match.options("uk")[0])
    match.act("uk", match.options("uk")[0])
    match.act("ussr", ("decline",))
    assert not match.can_undo("uk")
    assert match.undo("ussr") and match.undo("uk")


def test_undo_never_passes_a_roll() -> None:
    rng = Random(3)
    match = through_agenda(new())
    while match.state.phase == "meeting":
        rolls, seat = match.state.rolls, step(match, rng)
    assert match.state.rolls > rolls
    assert not match.can_undo(seat)


def test_going_back_by_consent_passes_other_seats_and_equals_never_having_chosen() -> None:
    match = through_agenda(new())
    before, stood = everything(match), len(match.entries)
    match.act("uk", match.options("uk")[0])
    match.act("uk", match.options("uk")[0])
    match.act("ussr", ("decline",))
    assert not match.can_undo("uk") and match.can_rewind(stood)
    assert match.rewind(stood)
    assert everything(match) == before
    assert not match.can_rewind(stood - 1), "the secret cards were revealed"
    assert not match.rewind(len(match.entries)) and not match.rewind(-1) and everything(match) == before


def test_going_back_by_consent_never_passes_a_roll_or_the_end() -> None:
    rng = Random(3)
    match = through_agenda(new())
    while match.state.phase == "meeting":
        rolls = match.state.rolls
        step(match, rng)
    assert match.state.rolls > rolls and not any(match.can_rewind(n) for n in range(len(match.entries)))
    walk(match, 10_000)
    assert match.over and not match.can_rewind(len(match.entries) - 1)


class Quiet(Miniature):
    """Three phases of one question each with nothing rolled or revealed between them, then an empty one."""

    def __init__(self) -> None:
        self.phases = {"agenda": self.stage("b"), "b": self.stage("c"), "c": self.empty, "d": self.stage(OVER)}

    def stage(self, following: str) -> Any:
        async def phase(g: Table) -> None:
            _, card = await ask("uk", "number", lambda: [("play", n) for n in range(3)])
            g.deck.append(int(card))
            g.report("advanced", card=card)
            g.phase = following

        return phase

    async def empty(self, g: Table) -> None:
        g.spent.append(1)
        g.phase = "d"


def test_undo_says_why_a_choice_stands() -> None:
    match = new()
    assert match.why_no_undo("uk") is None
    through_agenda(match)
    assert {match.why_no_undo(seat) for seat in SEATS} == {"others", "revealed"}
    match.act("uk", match.options("uk")[0])
    assert match.can_undo("uk") and match.why_no_undo("uk") is None
    match.act("uk", match.options("uk")[0])
    match.act("ussr", ("decline",))
    assert match.why_no_undo("uk") == "others"


def test_undo_goes_back_through_phases() -> None:
    match = Match.new(Quiet(), seed=seed_from(1))
    before = []
    for n in range(2):
        before.append(everything(match))
        match.act("uk", ("play", n))
    assert match.state.phase == "d" and match.state.deck == [0, 1]
    while before:
        assert match.undo("uk")
        assert everything(match) == before.pop()
    assert not match.undo("uk")


def test_the_end_is_final() -> None:
    match = Match.new(Quiet(), seed=seed_from(1))
    while not match.over:
        match.act("uk", ("play", 1))
    end = everything(match)
    assert not match.can_undo("uk") and not match.undo("uk") and not match.clone().undo("uk")
    assert everything(match) == end
    assert not Match.restore(Quiet(), match.journal()).undo("uk")


def test_a_long_quiet_match_keeps_a_bounded_number_of_checkpoints() -> None:
    class Endless(Quiet):
        def __init__(self) -> None:
            self.phases = {"agenda": self.stage("agenda")}

    match = Match.new(Endless(), seed=seed_from(1))
    for _ in range(60):
        match.act("uk", ("play", 1))
    taken_back = 0
    while match.undo("uk"):
        taken_back += 1
    assert 10 <= taken_back < 60


# -- events ----------------------------------------------------------------------------------------------------------


def test_events_tell_everybody_what_he_may_know() -> None:
    match = new()
    dealt = match.told("ussr")
    assert [event.params["seat"] for event in dealt] == list(SEATS)
    assert [event.params.get("cards") for event in dealt] == [None, match.state.hands["ussr"], None]
    assert all("cards" not in event.params for event in match.told(None))


def test_an_event_for_some_seats_does_not_exist_for_the_others() -> None:
    match = new()
    match.state.report("whisper", only=("uk", "us"), word="now")
    match.state.report("shout")
    assert [e.kind for e in match.told("uk", 3)] == [e.kind for e in match.told("us", 3)] == ["whisper", "shout"]
    assert [e.kind for e in match.told("ussr", 3)] == [e.kind for e in match.told(None, 3)] == ["shout"]


def test_a_match_may_be_played_without_events() -> None:
    match = Match.new(GAME, seed=seed_from(1), record=False)
    assert not match.state.recording and match.told("uk") == []
    assert walk(match, 10_000).digest() == finished(1).digest()


def test_the_event_sink_is_no_part_of_the_state() -> None:
    match = new()
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(match.state), type=Table)
    assert again == match.state and not again.recording and match.state.recording


def test_a_prepared_position_can_be_saved_and_restored() -> None:
    state = new(8).state
    state.phase, state.conference = "agenda", 5
    match = walk(Match.of(GAME, state), 7)
    again = Match.restore(GAME, match.journal())
    assert again.digest() == match.digest() and again.entries == match.entries


def test_a_preview_is_given_for_options_only() -> None:
    class Foresight(Miniature):
        def preview(self, g: Table, seat: str, decision: str, choice: Choice) -> dict[str, Any]:
            return {"points": int(choice[1]) % 6}

    match = Match.new(Foresight(), seed=seed_from(1))
    card = match.options("uk")[0]
    assert match.preview("uk", card) == {"points": int(card[1]) % 6}
    assert match.preview("uk", ("play", 99)) is None
