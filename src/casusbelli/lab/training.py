"""Teaching the chances: bots play, moments of their wars are kept with how it ended, and the signs are weighed by that.

Every war is a function of the seed and its number, and is written to a file as soon as it is over: a training that was stopped
goes on where it was. Of five wars three teach the weights (scikit-learn fits them), the fourth says how much to trust them (wars
are few and moments of one war alike, so weights are always too sure of themselves), the fifth tells the calibration error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from casusbelli.bots.chances import PROGRESS, Judge, Voice, Weighing, judged
from casusbelli.bots.learnt import sealed
from casusbelli.kernel import Match, Position, Seat, SetupError, seed_from
from casusbelli.testkit import load_game

from .play import CAP, keep_what_is_loaded
from .veterans import lab_bot

MOMENTS = 24
"""Moments that are kept of a war."""
VOICES = 8
BINS = 10
SHARES = 5
"""Of so many wars one is held out for the trial, one for the temper, the others teach."""
TRIAL, TEMPER = 0, 1
TEMPERS = tuple(n / 20 for n in range(6, 27))
"""How much the weights may be trusted: 1 is wholly."""
SMALLEST = 40
"""Fewer wars teach nothing."""


class Lesson(msgspec.Struct, frozen=True):
    """What a war is played by."""

    game: str
    scenario: str
    bot: str
    seed: str
    n: int


class War(msgspec.Struct, frozen=True):
    """What is kept of a war: who won, and what every seat saw at some moments, as signs."""

    n: int
    winners: tuple[Seat, ...]
    moments: tuple[dict[Seat, dict[str, float]], ...]
    error: str = ""


class Bin(msgspec.Struct, frozen=True):
    """Chances of about the same height: how many, their mean, and how often it came so."""

    count: int
    said: float
    came: float


class Calibration(msgspec.Struct, frozen=True):
    """How far chances are from how often it came so, over the wars that were held out."""

    error: float
    low: float
    high: float
    """The 95 % interval of the error, by drawing whole wars anew."""
    brier: float
    bins: tuple[Bin, ...]


def play_war(lesson: Lesson) -> War:
    """Play a war and keep moments of it, every one as likely as any other."""
    game = load_game(lesson.game)
    keep_what_is_loaded()
    seed = f"{lesson.seed}/{lesson.n}"
    match = Match.new(game, lesson.scenario, {}, seed_from(seed), record=False)
    bots = {seat: lab_bot(game, lesson.bot) for seat in match.seats}
    chance = {seat: Random(f"{seed}/{seat}") for seat in match.seats}
    lots = Random(f"{seed}/moments")
    kept: list[tuple[int, dict[Seat, dict[str, float]]]] = []
    try:
        while asked := match.asked():
            _keep(kept, len(match.entries), lots, match)
            for seat in asked:
                match.act(seat, bots[seat].choose(Position(match, seat), chance[seat]))
            if len(match.entries) > CAP:
                raise RuntimeError(f"the game does not end within {CAP} choices")
        result = match.result()
        if result is None:
            raise RuntimeError("the game is over and has no result")
    except Exception as error:
        return War(lesson.n, (), (), f"{type(error).__name__}: {error}")
    return War(lesson.n, result.winners, tuple(signs for _, signs in sorted(kept, key=lambda each: each[0])))


def _keep(kept: list[tuple[int, dict[Seat, dict[str, float]]]], at: int, lots: Random, match: Match[Any]) -> None:
    """Algorithm R: after any number of moments each of them is among the kept ones with the same chance."""
    place = len(kept) if len(kept) < MOMENTS else lots.randrange(at + 1)
    if place >= MOMENTS:
        return
    signs = {seat: dict(match.game.signs(match.view(seat), seat)) for seat in match.seats}
    kept[place : place + 1] = [(at, signs)]


def lessons(game: str, scenario: str | None, bot: str, games: int, seed: str) -> list[Lesson]:
    """The wars of a training, with everything checked."""
    loaded = load_game(game)
    chosen = loaded.info.scenario(scenario)
    lab_bot(loaded, bot)
    first = Match.new(loaded, chosen.id, {}, seed_from(seed), record=False)
    if PROGRESS not in loaded.signs(first.view(chosen.seats[0]), chosen.seats[0]):
        raise SetupError(f"{game} names no signs to be weighed")
    if games < SMALLEST:
        raise SetupError(f"a training needs at least {SMALLEST} games")
    return [Lesson(game, chosen.id, bot, seed, n) for n in range(games)]


def kept_wars(path: Path, header: Mapping[str, Any]) -> list[War]:
    """The wars that an earlier run wrote; a line that was cut off does not count. A file of another training is refused."""
    if not path.is_file():
        return []
    first, *lines = path.read_bytes().split(b"\n")
    try:
        same = msgspec.json.decode(first) == header
    except msgspec.DecodeError:
        same = False
    if not same:
        raise SetupError(f"{path} holds another training: take another --dir, or remove it")
    return list(_whole(lines))


def _whole(lines: Iterable[bytes]) -> Iterator[War]:
    for line in lines:
        try:
            yield msgspec.json.decode(line, type=War)
        except msgspec.DecodeError:
            return


class Archive:
    """The file of a training's wars: one line each, written as soon as the war is over."""

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        self.wars = kept_wars(path, header)
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [header, *self.wars]
        path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
        self._file = path.open("ab")

    def add(self, war: War) -> None:
        self.wars.append(war)
        self._file.write(msgspec.json.encode(war) + b"\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def taught(game: str, scenario: str, wars: Sequence[War], command: str) -> tuple[Weighing, Calibration]:
    """The weights that these wars teach, and how well they fit the wars that were held out."""
    loaded = load_game(game)
    seats = loaded.info.scenario(scenario).seats
    good = sorted((war for war in wars if not war.error and war.moments), key=lambda war: war.n)
    school = [war for war in good if war.n % SHARES not in (TRIAL, TEMPER)]
    temper = [war for war in good if war.n % SHARES == TEMPER]
    trial = [war for war in good if war.n % SHARES == TRIAL]
    names = tuple(sorted(good[0].moments[0][seats[0]]))
    weighing = Weighing(
        game=game,
        scenario=scenario,
        rules_version=loaded.info.rules_version,
        command=command,
        games=len(school) + len(temper),
        held_out=len(trial),
        error=0.0,
        seats=seats,
        signs=names,
        judges={seat: _judge(seat, seats, names, school) for seat in seats},
    )
    weighing = _tempered(weighing, temper)
    tried = calibration(weighing, trial)
    weighing = msgspec.structs.replace(weighing, error=round(tried.error, 4))
    return sealed(weighing), tried


def _tempered(weighing: Weighing, wars: Sequence[War]) -> Weighing:
    """The weights made as sure of themselves as they fit wars that did not teach them."""

    def surprise(temper: float) -> float:
        tried = _scaled(weighing, temper)
        return sum(-log(max(1e-6, chance if came > 0 else 1 - chance)) for war in wars for chance, came in _told(tried, war))

    return _scaled(weighing, min(TEMPERS, key=surprise))


def _scaled(weighing: Weighing, temper: float) -> Weighing:
    judges = {
        seat: msgspec.structs.replace(
            judge, voices=tuple(tuple(_rounded(temper * w for w in weights) for weights in voice) for voice in judge.voices)
        )
        for seat, judge in weighing.judges.items()
    }
    return msgspec.structs.replace(weighing, judges=judges)


def _judge(seat: Seat, seats: Sequence[Seat], names: Sequence[str], wars: Sequence[War]) -> Judge:
    import numpy as np

    rows = np.array([[moment[seat][name] for name in names] for war in wars for moment in war.moments])
    means, scales = rows.mean(axis=0), rows.std(axis=0)
    scales[scales < 1e-9] = 1.0
    voices = [_voice(seat, seats, names, _drawn(wars, voice), means, scales) for voice in range(VOICES)]
    return Judge(_rounded(means), _rounded(scales), tuple(voices))


def _drawn(wars: Sequence[War], voice: int) -> list[War]:
    """As many wars drawn with replacement: what one voice is taught by."""
    lots = Random(f"voice/{voice}")
    return [wars[lots.randrange(len(wars))] for _ in wars]


def _voice(seat: Seat, seats: Sequence[Seat], names: Sequence[str], wars: Sequence[War], means: Any, scales: Any) -> Voice:
    import numpy as np
    from sklearn.linear_model import LogisticRegression

    from casusbelli.bots.chances import FAR

    rows, won, counts = [], [], []
    for war in wars:
        for moment in war.moments:
            for winner in war.winners or seats:
                rows.append([moment[seat][name] for name in names])
                won.append(seats.index(winner))
                counts.append(1 / len(war.winners or seats))
    values = np.array(rows)
    known = np.clip((values - means) / scales, -FAR, FAR)
    inputs = np.hstack([known, values[:, [names.index(PROGRESS)]] * known])
    fit = LogisticRegression(C=STRICTNESS / MOMENTS, solver="newton-cholesky", max_iter=200).fit(
        inputs, won, sample_weight=counts
    )
    weights = {int(n): (float(b), *map(float, w)) for n, b, w in zip(fit.classes_, *_by_class(fit), strict=True)}
    never = (-9.0, *[0.0] * inputs.shape[1])
    return tuple(_rounded(weights.get(n, never)) for n in range(len(seats)))


STRICTNESS = 1.0
"""The larger, the more the weights may follow the wars they were taught by."""


def _by_class(fit: Any) -> tuple[Any, Any]:
    """Intercepts and weights by class; with two classes scikit-learn keeps only what speaks for the second."""
    if len(fit.classes_) > 2:
        return fit.intercept_, fit.coef_
    return [-fit.intercept_[0] / 2, fit.intercept_[0] / 2], [-fit.coef_[0] / 2, fit.coef_[0] / 2]


def _rounded(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(float(f"{value:.4g}") for value in values)


def calibration(weighing: Weighing, wars: Sequence[War]) -> Calibration:
    """Every seat's chance in its own eyes against whether it won."""
    said = [_told(weighing, war) for war in wars]
    lots = Random("calibration")
    errors = sorted(_error(_bins([said[lots.randrange(len(said))] for _ in said])) for _ in range(200))
    pairs = [pair for war in said for pair in war]
    bins = _bins(said)
    brier = sum((chance - came) ** 2 for chance, came in pairs) / max(1, len(pairs))
    return Calibration(_error(bins), errors[5], errors[-6], brier, bins)


def _told(weighing: Weighing, war: War) -> list[tuple[float, float]]:
    winners = war.winners or weighing.seats
    return [
        (judged(weighing, seat, moment[seat])[seat].value, (seat in winners) / len(winners))
        for moment in war.moments
        for seat in weighing.seats
    ]


def _bins(said: Sequence[Sequence[tuple[float, float]]]) -> tuple[Bin, ...]:
    rows: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for war in said:
        for chance, came in war:
            rows[min(BINS - 1, int(chance * BINS))].append((chance, came))
    return tuple(
        Bin(len(row), sum(chance for chance, _ in row) / len(row), sum(came for _, came in row) / len(row)) for row in rows if row
    )


def _error(bins: Sequence[Bin]) -> float:
    whole = sum(each.count for each in bins)
    return sum(each.count * abs(each.said - each.came) for each in bins) / max(1, whole)
