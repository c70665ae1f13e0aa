"""``casus beliefs``."""

from __future__ import annotations

from pathlib import Path

from casusbelli.bots.beliefs import beliefs_file, believer_of, observer_of, read_beliefs
from casusbelli.bots.learnt import write_learnt
from casusbelli.lab.parallel import in_order
from casusbelli.testkit import load_game

from .common import console, progress, say_json
from .training import check_learning


def run_beliefs(
    game: str,
    games: int,
    bot: str,
    seed: str,
    jobs: int | str,
    folder: Path,
    out: Path | None,
    judge_only: bool,
    further: bool,
    as_json: bool,
) -> None:
    from casusbelli.lab import beliefs

    check_learning()
    loaded = load_game(game)
    learns = hasattr(observer_of(loaded), "suppose")
    if not learns and not judge_only:
        believer_of(loaded)  # says why there is nothing to teach
    planned = beliefs.lessons(game, bot, games, seed)
    school_folder = beliefs.school_folder(folder, planned[0])
    left = [lesson for lesson in planned if not beliefs.kept_moments(school_folder, lesson)]
    with progress(game, len(left), "games") as advance:
        for kept in in_order(beliefs.play_moments, left, jobs):
            beliefs.keep_moments(school_folder, kept)
            advance()
    moments = [moment for lesson in planned for moment in beliefs.kept_moments(school_folder, lesson)]
    school = beliefs.Class(loaded, moments)
    path = out or beliefs_file(loaded.folder)
    before = read_beliefs(path) if learns and (judge_only or further) else None
    if not learns:
        habits = {}
    elif judge_only and before:
        habits = before.habits
    else:
        with progress("teaching", len(beliefs.FURTHER if before else school.steps), "rounds") as advance:
            habits = school.teach(advance, before.habits if before else None)
    by_chance = school.told_apart(loaded.imagine)
    supposed = (
        school.told_apart(lambda g, seat, dice: believer_of(loaded).suppose(g, seat, dice, habits)) if learns else by_chance
    )
    told = {"games": games, "moments": len(moments), "told_apart": {"imagined": by_chance, "supposed": supposed}}
    command = f"casus beliefs {game} --games {games} --bot {bot} --seed {seed}"
    if judge_only and before and before.rules_version != loaded.info.rules_version:
        noted = beliefs.judged(before, f"{command} --judge", supposed)
        write_learnt(path, noted)
        told |= {"file": str(path), "digest": noted.digest}
    if not judge_only:
        if before:
            command += f" --further (from {before.digest})"
        written = beliefs.beliefs_of(game, command, games, habits, supposed)
        write_learnt(path, written)
        told |= {"file": str(path), "digest": written.digest}
    if as_json:
        say_json(told)
        return
    for seat, score in supposed.items():
        console().print(
            f"{seat}: supposed worlds are told from true ones by {score:.3f} (dealt at random: {by_chance[seat]:.3f})"
        )
