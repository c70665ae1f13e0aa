"""How a finished match went: who was likely to win when, what turned it, whether a choice or luck did, and what was luck.

Two judges. Where a scenario has weights (:mod:`.chances`) every choice is looked at with them: V is the mean of what all seats
made of their views. Elsewhere officers play on from a moment with everything as it was and fresh chance: V is their share of
wins, with its band. What a choice was worth (W) is judged otherwise: in worlds that its seat could imagine, the same for all
options. So hindsight and knowledge stay apart.

The same match gives the same numbers: all chance comes from its name. The work is done in slices; what a slice has found is all
that the next one needs. What is cheap comes first: the chances, luck, and then the turning points, for which marshals think.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from random import Random
from time import process_time
from typing import Any, Literal

import msgspec

from casusbelli.game import Match, Position, Reason, reasons_of
from casusbelli.kernel import Choice, Event, Illegal, Seat

from . import GRADES, make_bot
from .accounts import Account, Alternative, beside
from .chances import chances, weights_of
from .rehearsal import can_rehearse, mind_of, outlook, rehearsed

VERSION = 1
FIRST_MOMENTS = 12
"""So many intervals the match is divided into before anything is looked at more closely."""
ROUND, ROUNDS = 4, 3
"""Playouts of a moment are made four at a time: every moment has its first four before any has more."""
MOST_MOMENTS = 28
TURNS = 9
CHANGE = 0.08
"""A change of so much of a whole chance is a turning point."""
MINDS = 5
"""Marshals that are asked."""
WORLDS, WORLDS_PLAYED_OUT = 16, 6
REROLLS, MOST_ROLLS = 6, 150
BAND = 1.96
SURE = 0.9
SOUND, DOUBTFUL = 0.03, 0.08
GAIN, GAINS = 0.5, 3
"""A line of the score sheet is told from half a point of difference on; so many at most."""
POINTS = "points"

Stage = Literal["moments", "luck", "turns", "done"]
Cause = Literal["decision", "chance", "reveal", "hidden", "between"]
Judgement = Literal["sound", "doubtful", "costly", "unclear", "untold"]
Band = tuple[float, float, float]


class Moment(msgspec.Struct, frozen=True):
    """After so many choices: every seat's chance with everything known, and its band; ``tries`` playouts (0: by weights)."""

    at: int
    chances: dict[Seat, Band]
    tries: int = 0
    own: dict[Seat, float] = {}
    """What each seat made of its own chance, where there are weights."""


class Weighed(msgspec.Struct, frozen=True):
    """An option as its seat could know it: worth, band, and how many marshals took it."""

    choice: Choice
    worth: Band | None
    marshals: int


class Gain(msgspec.Struct, frozen=True):
    """A line of the score sheet (``sheet.<key>``), and by how much more points of it the better choice ends on the average.
    ``points``: where playing on stops before the end, the points by then."""

    key: str
    points: float


class Turning(msgspec.Struct, frozen=True):
    """What changed the chances most: between ``since`` and ``at`` choices."""

    since: int
    at: int
    before: dict[Seat, float]
    after: dict[Seat, float]
    cause: Cause = "between"
    seat: Seat | None = None
    decision: str = ""
    choice: Choice | None = None
    options: list[Weighed] = []
    judgement: Judgement = "untold"
    loss: float | None = None
    hindsight: float | None = None
    """What was not known was worth this much: V after the choice less W of it."""
    why: list[Reason] = []
    """What speaks for the option that most marshals take."""
    played: Alternative | None = None
    """What was chosen beside that, where it is another."""
    gains: list[Gain] = []
    """What the best of the options would have brought its seat over what was chosen."""


class Analysis(msgspec.Struct, frozen=True):
    """All that has been found so far."""

    version: int
    by: Literal["weights", "playouts"]
    stage: Stage = "moments"
    moments: list[Moment] = []
    turns: list[Turning] = []
    luck: dict[Seat, tuple[float, float]] = {}
    """The sum of what rolls gave over what they give on the average, and how sure that is."""
    rolls: int = 0
    rolled: list[int] | None = None
    """After which choices something had been rolled or drawn; None: not looked for yet."""
    fortunes: dict[Seat, tuple[float, float]] = {}
    """Luck as it is summed up: the sum, and the sum of what the means are in doubt by."""
    done: int = 0
    total: int = 0
    seconds: float = 0.0
    cut: bool = False
    """Whether the time was over before all was done."""


class Course:
    """A match that can be turned to any moment. ``first`` is the first one that can be reached."""

    def __init__(
        self, turn_to: Callable[[int], Match[Any]], entries: Sequence[tuple[Seat, Choice]], first: int, name: str
    ) -> None:
        self.turn_to, self.entries, self.first, self.name = turn_to, entries, first, name
        self.last = len(entries)

    def seed(self, *words: object) -> bytes:
        return hashlib.sha256("/".join(map(str, (self.name, *words))).encode()).digest()


def begin(course: Course) -> Analysis:
    match = course.turn_to(course.last)
    known = weights_of(match.game, match.scenario) is not None
    total = course.last - course.first + 1 if known else FIRST_MOMENTS * ROUND
    return Analysis(VERSION, "weights" if known else "playouts", total=total)


def go_on(course: Course, found: Analysis, seconds: float, *, most: float = 1e9) -> Analysis:
    """So much more of the work, in processor time; beyond ``most`` in all it is cut short and what is there is summed up."""
    start = process_time()
    used = found.seconds

    def late() -> bool:
        return process_time() - start > seconds

    while found.stage != "done" and not late():
        spent = used + process_time() - start
        if spent > most and found.stage != "turns":
            found = _sum_up(msgspec.structs.replace(found, cut=True))
        else:
            found = _STEPS[found.stage](course, found)
        found = msgspec.structs.replace(found, seconds=round(used + process_time() - start, 2))
    return found


# -- chances over time -----------------------------------------------------------------------------------------------------


def reseeded(match: Match[Any], seed: bytes) -> Match[Any]:
    """The same position, everything hidden as it is, with fresh chance from here on."""
    twin = match.clone()
    twin.reseed(seed)
    twin.state.rolls = 0
    for question in twin.asked().values():
        question.forget_options()
    return twin


def shares_of(match: Match[Any]) -> dict[Seat, float]:
    """Who has won, as shares; nobody: all alike."""
    result = match.result()
    winners = result.winners if result is not None and result.winners else match.seats
    return {seat: (seat in winners) / len(winners) for seat in match.seats}


def play_out(match: Match[Any], seed: bytes, policy: str) -> dict[Seat, float]:
    """Bots play to the end."""
    bots = {seat: make_bot(match.game, policy) for seat in match.seats}
    luck = Random(seed)
    while asked := match.asked():
        seat = next(iter(asked))
        match.act(seat, bots[seat].choose(Position(match, seat), luck))
    return shares_of(match)


def policy_of(match: Match[Any]) -> str:
    grades = [grade for grade in GRADES if grade in match.game.bots()]
    return grades[len(grades) // 2] if grades else "random"


def by_weights(match: Match[Any]) -> tuple[dict[Seat, Band], dict[Seat, float]]:
    """The mean of what all seats think of every seat's chance; and what each thinks of its own."""
    if match.over:
        return {seat: (share, share, share) for seat, share in shares_of(match).items()}, {}
    told = {seat: chances(match.game, match.scenario, match.view(seat), seat) or {} for seat in match.seats}
    if not all(told.values()):
        even = 1 / len(match.seats)
        return dict.fromkeys(match.seats, (even, 0.0, 1.0)), {}
    mean = {}
    for seat in match.seats:
        said = [each[seat] for each in told.values()]
        value = sum(one.value for one in said) / len(said)
        low, high = min(one.low for one in said), max(one.high for one in said)
        mean[seat] = (round(value, 4), round(min(low, value), 4), round(max(high, value), 4))
    return mean, {seat: round(told[seat][seat].value, 4) for seat in match.seats}


def favourite(match: Match[Any], seed: Callable[..., bytes]) -> Seat | None:
    """Who has as good as won: all seats, as they see it, give him nine in ten; without weights, officers who play on do."""
    if match.over:
        return None
    if weights_of(match.game, match.scenario) is not None:
        told = [chances(match.game, match.scenario, match.view(seat), seat) or {} for seat in match.seats]
        return next((seat for seat in match.seats if all(seat in one and one[seat].value >= SURE for one in told)), None)
    total = dict.fromkeys(match.seats, 0.0)
    for n in range(ROUND * ROUNDS):
        for seat, share in play_out(reseeded(match, seed(n)), seed(n), policy_of(match)).items():
            total[seat] += share / (ROUND * ROUNDS)
    return next((seat for seat, share in total.items() if share >= SURE), None)


def wilson(share: float, tries: int) -> Band:
    """A share of so many tries with its 95 % band."""
    spread = BAND**2 / tries
    middle = (share + spread / 2) / (1 + spread)
    half = BAND * sqrt(share * (1 - share) / tries + spread / (4 * tries)) / (1 + spread)
    return round(share, 4), round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)


def _played_out(course: Course, at: int, tries: int, before: Moment | None) -> Moment:
    """So many more playouts of a moment."""
    match = course.turn_to(at)
    if match.over:
        return Moment(at, {seat: (share, share, share) for seat, share in shares_of(match).items()}, ROUND * ROUNDS)
    done = before.tries if before is not None else 0
    total = {seat: before.chances[seat][0] * done if before is not None else 0.0 for seat in match.seats}
    for n in range(done, done + tries):
        seed = course.seed("playout", at, n)
        for seat, share in play_out(reseeded(course.turn_to(at), seed), seed, policy_of(match)).items():
            total[seat] += share
    return Moment(at, {seat: wilson(value / (done + tries), done + tries) for seat, value in total.items()}, done + tries)


def _look(course: Course, found: Analysis) -> Analysis:
    """One moment more."""
    if found.by == "weights":
        at = course.first + len(found.moments)
        if at > course.last:
            return msgspec.structs.replace(found, stage="luck", done=0, total=1)
        told, own = by_weights(course.turn_to(at))
        return msgspec.structs.replace(found, moments=[*found.moments, Moment(at, told, 0, own)], done=found.done + 1)
    wanted = _wanted(course, found.moments)
    if wanted is None:
        return _sum_up(found)
    before = next((one for one in found.moments if one.at == wanted), None)
    looked = _played_out(course, wanted, ROUND, before)
    moments = sorted([*(one for one in found.moments if one.at != wanted), looked], key=lambda one: one.at)
    left = sum(max(0, ROUND * ROUNDS - one.tries) for one in moments) // ROUND
    done = found.done + 1
    return msgspec.structs.replace(found, moments=moments, done=done, total=done + left + max(0, MOST_MOMENTS - len(moments)))


def _wanted(course: Course, moments: Sequence[Moment]) -> int | None:
    """The next moment: first those that divide the match, then the same again, then the middle of the largest change."""
    span = course.last - course.first
    grid = sorted({course.first + span * n // FIRST_MOMENTS for n in range(FIRST_MOMENTS + 1)})
    tries = {one.at: one.tries for one in moments}
    for round_ in range(1, ROUNDS + 1):
        for at in (*grid, *tries):
            if tries.get(at, 0) < ROUND * round_:
                return at
    if len(moments) >= MOST_MOMENTS:
        return None
    gaps = [
        (max(abs(after.chances[seat][0] - before.chances[seat][0]) for seat in before.chances), before.at, after.at)
        for before, after in pairwise(moments)
        if after.at - before.at > 1
    ]
    change, since, at = max(gaps, default=(0.0, 0, 0))
    return (since + at) // 2 if change >= CHANGE else None


# -- turning points ----------------------------------------------------------------------------------------------------------


def _sum_up(found: Analysis) -> Analysis:
    """Where the chances changed most."""
    turns = []
    for before, after in pairwise(found.moments):
        change = max(abs(after.chances[seat][0] - before.chances[seat][0]) for seat in before.chances)
        if change >= CHANGE and _surely(before, after):
            was = {seat: chance[0] for seat, chance in before.chances.items()}
            is_ = {seat: chance[0] for seat, chance in after.chances.items()}
            turns.append((change, Turning(before.at, after.at, was, is_)))
    largest = sorted(turns, key=lambda one: (-one[0], one[1].at))[:TURNS]
    listed = sorted((turn for _, turn in largest), key=lambda turn: turn.at)
    return msgspec.structs.replace(found, stage="turns", turns=listed, done=0, total=len(listed))


def _surely(before: Moment, after: Moment) -> bool:
    """With playouts: more than two standard errors."""
    if not before.tries or not after.tries:
        return True
    for seat, (value, *_) in before.chances.items():
        other = after.chances[seat][0]
        doubt = sqrt(sum(v * (1 - v) / n + 0.25 / n**2 for v, n in ((value, before.tries), (other, after.tries))))
        if abs(other - value) > 2 * doubt:
            return True
    return False


def _judge(course: Course, found: Analysis) -> Analysis:
    """One turning point more."""
    if found.done >= len(found.turns):
        return msgspec.structs.replace(found, stage="done")
    turns = list(found.turns)
    turn = turns[found.done]
    if turn.at - turn.since == 1:
        turns[found.done] = judged(course, turn)
    return msgspec.structs.replace(found, turns=turns, done=found.done + 1)


def judged(course: Course, turn: Turning) -> Turning:
    """What was chosen there, beside what marshals would have chosen who know the same."""
    seat, choice = course.entries[turn.at - 1]
    before = course.turn_to(turn.since)
    tides = before.state.rolls, before.state.revealed
    question = before.ask_of(seat)
    if question is None or choice not in question.options:
        return msgspec.structs.replace(turn, seat=seat, choice=choice, cause="chance")
    known = before.clone()
    known.events = [Event(told.kind, told.rule, told.params) for told in before.told(seat)]
    position = Position(known, seat)
    options, told, gains = _weighed(course, position, choice, turn.at)
    worth = {one.choice: one.worth for one in options if one.worth is not None}
    own, best = worth.get(choice), max(worth.values(), default=None)
    judgement: Judgement = "untold"
    loss = None
    if own is not None and best is not None:
        loss = round(max(0.0, best[0] - own[0]), 4)
        judgement = _word(loss, overlap=own[2] >= best[1])
    after = course.turn_to(turn.at)
    fell = turn.after[seat] < turn.before[seat]
    cause: Cause = "decision"
    if loss is None or loss < 0.05 or judgement == "unclear":
        if after.state.rolls > tides[0]:
            cause = "chance"
        elif fell:
            cause = "hidden"
        elif after.state.revealed > tides[1]:
            cause = "reveal"
    hindsight = None if own is None else round(turn.after[seat] - own[0], 4)
    return msgspec.structs.replace(
        turn,
        cause=cause,
        seat=seat,
        decision=question.decision,
        choice=choice,
        options=options,
        judgement=judgement,
        loss=loss,
        hindsight=hindsight,
        why=told.why,
        played=next(iter(told.others), None),
        gains=gains,
    )


def _word(loss: float, *, overlap: bool) -> Judgement:
    if loss < SOUND:
        return "sound"
    if overlap:
        return "unclear"
    return "doubtful" if loss <= DOUBTFUL else "costly"


def _weighed(course: Course, position: Position, choice: Choice, at: int) -> tuple[list[Weighed], Account, list[Gain]]:
    """What was chosen and what marshals choose, each tried in the same worlds the seat could imagine; and a marshal's account."""
    grade = next((one for one in reversed(GRADES) if one in position.game.bots()), None)
    if grade is None or len(position.options) < 2:
        return [], Account(choice), []
    marshal = make_bot(position.game, grade)
    votes = [marshal.choose(position, Random(course.seed("marshal", at, n))) for n in range(MINDS)]
    favourite = max(votes, key=lambda one: (votes.count(one), one == choice))
    compared = list(dict.fromkeys([choice, favourite, *votes]))[:3]
    tried = _tried(course, position, compared, at)
    weighed = [Weighed(one, each.worth if each else None, votes.count(one)) for one, each in zip(compared, tried, strict=True)]
    why = reasons_of(marshal, position, favourite)
    others = [beside(marshal, position, favourite, why, choice)] if choice != favourite else []
    return weighed, Account(favourite, why, others), gains_of(tried)


class Tried(msgspec.Struct, frozen=True):
    """What playing on after an option tells: its worth, and the chooser's points by lines of the score sheet."""

    worth: Band
    lines: dict[str, float]


def gains_of(tried: Sequence[Tried | None]) -> list[Gain]:
    """By which lines the best differs most from what was chosen, which is the first."""
    known = [one for one in tried if one is not None]
    if not known or tried[0] is None:
        return []
    own, best = tried[0].lines, max(known, key=lambda one: one.worth[0]).lines
    gains = [Gain(key, round(best.get(key, 0.0) - own.get(key, 0.0), 1)) for key in dict.fromkeys([*own, *best])]
    return sorted((one for one in gains if abs(one.points) >= GAIN), key=lambda one: (-abs(one.points), one.key))[:GAINS]


def lines_of(match: Match[Any], seat: Seat) -> dict[str, float]:
    """The seat's points, line by line where the match is over."""
    if not match.over:
        points = match.game.points(match.state)
        return {POINTS: float(points[seat])} if seat in points else {}
    lines: dict[str, float] = {}
    for line in match.game.ending(match.state).sheet:
        if line.kind in {"line", "adjustment"}:
            lines[line.key] = lines.get(line.key, 0.0) + float(line.points.get(seat, 0))
    return lines


def _tried(course: Course, position: Position, options: Sequence[Choice], at: int) -> list[Tried | None]:
    if len(options) < 2:
        return [None] * len(options)
    mind = mind_of(position.game)
    if can_rehearse(position.game, position.scenario) and mind is not None:
        if not all(mind.tells(position.decision, one) for one in options):
            return [None] * len(options)
        worlds = [course.seed("world", at, n) for n in range(WORLDS)]
        return [_told([rehearsed(position, one, world) for world in worlds], position.seat, outlook) for one in options]
    worlds = [course.seed("world", at, n) for n in range(WORLDS_PLAYED_OUT)]
    try:
        return [_told([_played_in(position, one, world) for world in worlds], position.seat, _share) for one in options]
    except (Illegal, RuntimeError):  # a bot that cannot imagine inside a world: nobody can tell
        return [None] * len(options)


def _played_in(position: Position, choice: Choice, world: bytes) -> Match[Any]:
    match = position.fork(world)
    match.events = None
    match.act(position.seat, choice)
    play_out(match, world, policy_of(match))
    return match


def _share(match: Match[Any], seat: Seat) -> float:
    return shares_of(match)[seat]


def _told(played: Sequence[Match[Any]], seat: Seat, worth: Callable[[Match[Any], Seat], float]) -> Tried:
    """What several ends of the same option tell on the average."""
    sheets = [lines_of(match, seat) for match in played]
    keys = dict.fromkeys(key for sheet in sheets for key in sheet)
    mean = {key: sum(sheet.get(key, 0.0) for sheet in sheets) / len(sheets) for key in keys}
    return Tried(_band([worth(match, seat) for match in played]), mean)


def _band(values: Sequence[float]) -> Band:
    n = len(values)
    mean = sum(values) / n
    half = BAND * sqrt(sum((value - mean) ** 2 for value in values) / max(1, n * (n - 1)))
    return round(mean, 4), round(max(0.0, mean - half), 4), round(min(1.0, mean + half), 4)


# -- luck ----------------------------------------------------------------------------------------------------------------------


def _luck(course: Course, found: Analysis) -> Analysis:
    """What one more roll gave over what it gives on the average. Only with weights: by playouts it would take far too long."""
    rolled = found.rolled if found.rolled is not None else _rolled(course)
    found = msgspec.structs.replace(found, rolled=rolled, total=len(rolled))
    if found.done >= len(rolled):
        return _sum_up(found)
    at = rolled[found.done]
    found = msgspec.structs.replace(found, done=found.done + 1)
    known = next((one for one in found.moments if one.at == at), None)
    again = _again(course, at) if known is not None else []
    if known is None or len(again) < 2:
        return found
    fortunes = {}
    for seat, chance in known.chances.items():
        told = [one[seat] for one in again]
        mean = sum(told) / len(told)
        gain, doubt = found.fortunes.get(seat, (0.0, 0.0))
        doubt += sum((one - mean) ** 2 for one in told) / (len(told) * (len(told) - 1))
        fortunes[seat] = gain + chance[0] - mean, doubt
    luck = {seat: (round(gain, 4), round(BAND * sqrt(doubt), 4)) for seat, (gain, doubt) in fortunes.items()}
    return msgspec.structs.replace(found, fortunes=fortunes, luck=luck, rolls=found.rolls + 1)


def _rolled(course: Course) -> list[int]:
    """After which choices something had been rolled or drawn; of many, some spread over the match."""
    rolls = [(at, course.turn_to(at).state.rolls) for at in range(course.first, course.last + 1)]
    found = [at for (_, before), (at, after) in pairwise(rolls) if after > before]
    return found if len(found) <= MOST_ROLLS else [found[len(found) * n // MOST_ROLLS] for n in range(MOST_ROLLS)]


def _again(course: Course, at: int) -> list[Mapping[Seat, float]]:
    """The chances after the same choice with other rolls."""
    told: list[Mapping[Seat, float]] = []
    before = course.turn_to(at - 1)
    for n in range(REROLLS):
        twin = reseeded(before, course.seed("reroll", at, n))
        try:
            twin.follow(*course.entries[at - 1])
        except Illegal:
            continue
        told.append({seat: chance[0] for seat, chance in by_weights(twin)[0].items()})
    return told


_STEPS: dict[str, Callable[[Course, Analysis], Analysis]] = {"moments": _look, "luck": _luck, "turns": _judge}
