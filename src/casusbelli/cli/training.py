"""``casus train``."""

from __future__ import annotations

from pathlib import Path

import msgspec

from casusbelli.bots.chances import weights_file
from casusbelli.bots.learnt import write_learnt
from casusbelli.kernel import SetupError
from casusbelli.lab.parallel import Where, in_order
from casusbelli.testkit import load_game

from .common import Trouble, console, progress, say_json
from .lab import check_picture, grid


def run_training(
    game: str,
    games: int,
    scenario: str | None,
    bot: str,
    seed: str,
    where: Where,
    folder: Path,
    out: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    from casusbelli.lab import training

    check_picture(plot)
    check_learning()
    planned = training.lessons(game, scenario, bot, games, seed)
    chosen = planned[0].scenario
    info = load_game(game).info
    header = {"game": game, "scenario": chosen, "bot": bot, "seed": seed, "rules": info.rules_version}
    archive = training.Archive(folder / f"{game}-{chosen}-{bot}-{seed}.jsonl", header)
    played = {war.n for war in archive.wars}
    left = [lesson for lesson in planned if lesson.n not in played]
    with progress(f"{game} ({chosen})", len(left), "games") as advance:
        for war in in_order(training.play_war, left, where):
            archive.add(war)
            advance()
    archive.close()
    wars = [war for war in archive.wars if war.n < games]
    failed = [war for war in wars if war.error]
    if failed:
        raise Trouble(f"{len(failed)} of {games} games failed; the first, {seed}/{failed[0].n}: {failed[0].error}")
    command = f"casus train {game} --scenario {chosen} --games {games} --bot {bot} --seed {seed}"
    with progress(f"{game} ({chosen})", training.SHARES, "weighings") as advance:
        weighing, tried = training.taught(game, chosen, wars, command, advance)
    path = out or weights_file(load_game(game), chosen)
    write_learnt(path, weighing)
    if plot:
        from casusbelli.lab.plots import plot_reliability

        plot_reliability(f"{game} ({chosen})", tried, plot)
    if as_json:
        say_json({"weights": str(path), "digest": weighing.digest, "calibration": msgspec.to_builtins(tried)})
        return
    say = console()
    say.print(f"{path}: digest {weighing.digest}, {weighing.games} games, {weighing.held_out} held out in turn", markup=False)
    say.print(f"calibration error {tried.error:.3f} ({tried.low:.3f} – {tried.high:.3f}), Brier {tried.brier:.3f}")
    table = grid("chance given, %", "won, %", "moments")
    for each in tried.bins:
        table.add_row(f"{100 * each.said:.1f}", f"{100 * each.came:.1f}", str(each.count))
    say.print(table)


def check_learning() -> None:
    """Say before the long work that nothing can be learned after it."""
    try:
        import sklearn  # noqa: F401
    except ModuleNotFoundError:
        raise SetupError("training needs scikit-learn: pip install 'casus-belli[lab]'") from None
