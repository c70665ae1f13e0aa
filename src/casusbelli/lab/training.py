"""Teaching the chances: bots play, moments of their wars are kept with how it ended, and the signs are weighed by that.

Every war is a function of the seed and its number, and is written to a file as soon as it is over: a training that was stopped
goes on where it was. Of five wars three teach the weights (scikit-learn fits them), the fourth says how much to trust them (wars
are few and moments of one war alike, so weights are always too sure of themselves), the fifth tells the calibration error. All
that is done five times, so that every war is held out once: with a fifth alone the error would be mostly the luck of few wars.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from casusbelli.bots.chances import FAR, PROGRESS, Judge, Voice, Weighing
from casusbelli.bots.learnt import sealed
from casusbelli.game import Match
from casusbelli.kernel import Seat, SetupError, seed_from
from casusbelli.testkit import load_game

from .selfplay import Lesson, play_lesson
from .veterans import lab_bot

MOMENTS = 24
"""Moments that are kept of a war."""
VOICES, FEWER = 8, 3
"""Voices of the weights that are kept, and of those that are only tried."""
BINS = 10
SHARES = 5
"""Of so many wars one is held out for the trial, one for the temper, the others teach."""
TRIAL, TEMPER = 0, 1
TEMPERS = tuple(n / 20 for n in range(6, 27))
"""How much the weights may be trusted: 1 is wholly."""
SMALLEST = 40
"""Fewer wars teach nothing."""


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
    try:
        kept, result = play_lesson(lesson, MOMENTS, _seen)
    except Exception as error:
        return War(lesson.n, (), (), f"{type(error).__name__}: {error}")
    seen = [each for _, each in sorted(kept, key=lambda each: each[0])]
    moments = tuple({part: signs for part, signs in each.values() if part} for each in seen)
    parts = {seat: part or seat for seat, (part, _) in seen[-1].items()}
    return War(lesson.n, tuple(parts[seat] for seat in result.winners), tuple(each for each in moments if each))


def _seen(match: Match[Any]) -> dict[Seat, tuple[Seat | None, dict[str, float]]]:
    """Whose part every seat plays, and what it sees."""
    views = {seat: match.view(seat) for seat in match.seats}
    return {seat: (match.game.part(view, seat), dict(match.game.signs(view, seat))) for seat, view in views.items()}


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


def taught(
    game: str, scenario: str, wars: Sequence[War], command: str, advance: Callable[[], None] = lambda: None
) -> tuple[Weighing, Calibration]:
    """The weights that these wars teach, and how well such weights fit wars that did not teach them.

    Every war is held out once: five weighings, each without one fifth, say what they make of that fifth. The first of them is
    the one that is kept.
    """
    good = sorted((war for war in wars if not war.error and war.moments), key=lambda war: war.n)
    parts: list[tuple[Weighing, list[War]]] = []
    for turn in range(SHARES):
        trial = [war for war in good if (war.n - turn) % SHARES == TRIAL]
        temper = [war for war in good if (war.n - turn) % SHARES == TEMPER]
        school = [war for war in good if (war.n - turn) % SHARES not in (TRIAL, TEMPER)]
        parts.append((_tempered(_weighed(game, scenario, school, command, VOICES if turn == 0 else FEWER), temper), trial))
        advance()
    tried = calibration(parts)
    games = sum(len(trial) for _, trial in parts[1:])
    weighing = msgspec.structs.replace(parts[0][0], games=games, held_out=len(good), error=round(tried.error, 4))
    return sealed(weighing), tried


def _weighed(game: str, scenario: str, wars: Sequence[War], command: str, voices: int) -> Weighing:
    """What these wars teach."""
    loaded = load_game(game)
    seats = loaded.info.scenario(scenario).seats
    names = tuple(sorted(wars[0].moments[0][seats[0]]))
    return Weighing(
        game=game,
        scenario=scenario,
        rules_version=loaded.info.rules_version,
        command=command,
        games=len(wars),
        held_out=0,
        error=0.0,
        seats=seats,
        signs=names,
        judges={seat: _judge(seat, seats, names, wars, voices) for seat in seats},
    )


def _tempered(weighing: Weighing, wars: Sequence[War]) -> Weighing:
    """The weights made as sure of themselves as they fit wars that did not teach them."""
    import numpy as np

    strengths, came = _strengths(weighing, wars)

    def surprise(temper: float) -> float:
        chance = np.clip(_own_chances(weighing, temper * strengths), 1e-6, 1 - 1e-6)
        return float(-np.log(np.where(came > 0, chance, 1 - chance)).sum())

    return _scaled(weighing, min(TEMPERS, key=surprise))


def _strengths(weighing: Weighing, wars: Sequence[War]) -> tuple[Any, Any]:
    """What every voice makes of every seat at every moment, seat by seat; and whether the seat itself won.

    The same as ``judged``, for many moments at once."""
    import numpy as np

    told, came = [], []
    progress = weighing.signs.index(PROGRESS)
    for war in wars:
        winners = war.winners or weighing.seats
        came += [(seat in winners) / len(winners) for _ in war.moments for seat in weighing.seats]
    for seat in weighing.seats:
        judge = weighing.judges[seat]
        values = np.array([[moment[seat][name] for name in weighing.signs] for war in wars for moment in war.moments])
        known = np.clip((values - np.array(judge.means)) / np.array(judge.scales), -FAR, FAR)
        inputs = np.hstack([np.ones((len(values), 1)), known, values[:, [progress]] * known])
        told.append(np.einsum("ri,vsi->rvs", inputs, np.array(judge.voices)))
    return np.stack(told, axis=1), np.array(came).reshape(-1, len(weighing.seats))


def _own_chances(weighing: Weighing, strengths: Any) -> Any:
    """Every seat's chance in its own eyes: the mean of the voices' shares."""
    import numpy as np

    powers = np.exp(strengths - strengths.max(axis=3, keepdims=True))
    shares = (powers / powers.sum(axis=3, keepdims=True)).mean(axis=2)
    own = range(len(weighing.seats))
    return shares[:, own, own]


def _scaled(weighing: Weighing, temper: float) -> Weighing:
    judges = {
        seat: msgspec.structs.replace(
            judge, voices=tuple(tuple(_rounded(temper * w for w in weights) for weights in voice) for voice in judge.voices)
        )
        for seat, judge in weighing.judges.items()
    }
    return msgspec.structs.replace(weighing, judges=judges)


def _judge(seat: Seat, seats: Sequence[Seat], names: Sequence[str], wars: Sequence[War], count: int) -> Judge:
    """What a seat makes of its view: so many voices, each taught by other wars."""
    import numpy as np

    rows = [np.array([[moment[seat][name] for name in names] for moment in war.moments]) for war in wars]
    whole = np.concatenate(rows)
    means, scales = whole.mean(axis=0), whole.std(axis=0)
    scales[scales < 1e-9] = 1.0
    progress = names.index(PROGRESS)
    inputs = []
    for values in rows:
        known = np.clip((values - means) / scales, -FAR, FAR)
        inputs.append(np.hstack([known, values[:, [progress]] * known]))
    voices = [_voice(seats, wars, inputs, _drawn(len(wars), voice)) for voice in range(count)]
    return Judge(_rounded(means), _rounded(scales), tuple(voices))


def _drawn(count: int, voice: int) -> list[int]:
    """As many wars drawn with replacement: what one voice is taught by."""
    lots = Random(f"voice/{voice}")
    return [lots.randrange(count) for _ in range(count)]


def _voice(seats: Sequence[Seat], wars: Sequence[War], inputs: Sequence[Any], drawn: Sequence[int]) -> Voice:
    import numpy as np
    from sklearn.linear_model import LogisticRegression
    from threadpoolctl import threadpool_limits

    rows, won, counts = [], [], []
    for n in drawn:
        winners = wars[n].winners or seats
        for winner in winners:
            rows.append(inputs[n])
            won += [seats.index(winner)] * len(inputs[n])
            counts += [1 / len(winners)] * len(inputs[n])
    model = LogisticRegression(C=STRICTNESS / MOMENTS, solver="lbfgs", tol=1e-5, max_iter=500)
    with threadpool_limits(1):  # so little data is not worth the quarrels of many threads
        fit = model.fit(np.concatenate(rows), won, sample_weight=counts)
    weights = {int(n): (float(b), *map(float, w)) for n, b, w in zip(fit.classes_, *_by_class(fit), strict=True)}
    never = (-9.0, *[0.0] * len(inputs[0][0]))
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


def calibration(parts: Iterable[tuple[Weighing, Sequence[War]]]) -> Calibration:
    """Every seat's chance in its own eyes against whether it won, in wars that did not teach these weights."""
    said = [war for weighing, wars in parts for war in _told(weighing, wars)]
    lots = Random("calibration")
    errors = sorted(_error(_bins([said[lots.randrange(len(said))] for _ in said])) for _ in range(200))
    pairs = [pair for war in said for pair in war]
    bins = _bins(said)
    brier = sum((chance - came) ** 2 for chance, came in pairs) / max(1, len(pairs))
    return Calibration(_error(bins), errors[5], errors[-6], brier, bins)


def _told(weighing: Weighing, wars: Sequence[War]) -> list[list[tuple[float, float]]]:
    """War by war every seat's chance in its own eyes, and whether it won."""
    strengths, came = _strengths(weighing, wars)
    pairs = list(zip(_own_chances(weighing, strengths).tolist(), came.tolist(), strict=True))
    found: list[list[tuple[float, float]]] = []
    for war in wars:
        here, pairs = pairs[: len(war.moments)], pairs[len(war.moments) :]
        found.append([each for chances, won in here for each in zip(chances, won, strict=True)])
    return found


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
