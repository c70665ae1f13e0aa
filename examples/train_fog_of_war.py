"""Train a small policy that plays The Fog of War, by imitation, and try it against `random`.

    pip install 'casus-belli[rl]'
    python examples/train_fog_of_war.py

The policy has one weight for every feature of an option, nothing else; the chance of an action is the softmax of its weighted
features. A row has what the option is and what the seat's own view says of the things it names (`option_view`). It learns from a
teacher's choices: of each the row taken and some of the rows left are kept, and the weights are fitted so that the one taken is
the likeliest. Each side has weights of its own. Everything follows from the seed; the trial is played on deals never seen.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from time import monotonic
from typing import NamedTuple

import numpy as np

from casusbelli.adapters.gymnasium import SeatEnv
from casusbelli.bots import make_bot
from casusbelli.game import Bot, Position
from casusbelli.lab.stats import wilson

SEATS = ("axis", "allied")
OPTION_SIZE = 512
LEFT = 8
"""How many of the options that the teacher left are kept beside the one it took."""
EPOCHS, BATCH, STEP, SHRINK = 8, 256, 0.02, 1e-4
HELD_OUT = 1_000_000
"""Where the deals of the trial begin."""


class Lesson(NamedTuple):
    """A choice of the teacher: the row it took, then rows it left; how many of these there were."""

    rows: np.ndarray
    left: int


def lessons(env: SeatEnv, teacher: Bot, seed: int, rng: np.random.Generator) -> list[Lesson]:
    """The choices of one match of the teacher against `random`."""
    told = []
    chance = Random(seed)
    seen, _ = env.reset(seed=seed)
    over = False
    while not over:
        choice = teacher.choose(Position(env.table.played, env.seat), chance)
        while choice not in env.table.shown(env.seat):
            seen, *_ = env.step(env.table.slots - 1)  # it is on a later page
        shown = env.table.shown(env.seat)
        taken = shown.index(choice)
        others = [n for n in rng.permutation(len(shown)) if n != taken][:LEFT]
        if others:
            rows = np.zeros((LEFT + 1, OPTION_SIZE), np.float16)
            rows[: len(others) + 1] = seen["options"][[taken, *others]]
            told.append(Lesson(rows, len(others)))
        seen, _, over, _, _ = env.step(taken)
    return told


def fitted(told: list[Lesson], rng: np.random.Generator) -> np.ndarray:
    """The weights under which the teacher's choices are likeliest (Adam in small batches)."""
    rows, left = np.array([each.rows for each in told]), np.array([each.left for each in told])
    weights, moment, scale, steps = np.zeros(OPTION_SIZE), np.zeros(OPTION_SIZE), np.zeros(OPTION_SIZE), 0
    for _ in range(EPOCHS):
        order = rng.permutation(len(rows))
        for batch in np.split(order, range(BATCH, len(order), BATCH)):
            some = rows[batch].astype(np.float32)
            logits = np.where(np.arange(LEFT + 1) > left[batch, None], -np.inf, some @ weights)
            wrong = softmax(logits)
            wrong[:, 0] -= 1
            gradient = np.einsum("bo,bof->f", wrong, some) / len(batch) + SHRINK * weights
            steps += 1
            moment = 0.9 * moment + 0.1 * gradient
            scale = 0.999 * scale + 0.001 * gradient**2
            weights -= STEP * moment / (1 - 0.9**steps) / (np.sqrt(scale / (1 - 0.999**steps)) + 1e-8)
    return weights


def softmax(logits: np.ndarray) -> np.ndarray:
    chances = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return chances / chances.sum(axis=-1, keepdims=True)


def wins(env: SeatEnv, weights: np.ndarray, seed: int) -> bool:
    """Whether the policy wins one match against `random`."""
    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    over, reward = False, 0.0
    while not over:
        legal = np.flatnonzero(seen["action_mask"])
        seen, reward, over, _, _ = env.step(rng.choice(legal, p=softmax(seen["options"][legal] @ weights)))
    return reward > 0


class Bar:
    """How far it has come, at what rate, and how long it will still take."""

    def __init__(self, title: str, total: int) -> None:
        self.title, self.total, self.began = title, total, monotonic()

    def show(self, done: int, note: str = "") -> None:
        spent = monotonic() - self.began
        full = 30 * done // self.total
        rate, left = done / max(spent, 1e-9), spent / done * (self.total - done)
        line = f"\r{self.title} [{'#' * full}{'.' * (30 - full)}] {done}/{self.total}  {rate:.1f}/s  {left:.0f} s left  {note}  "
        print(line, end="\n" if done == self.total else "", file=sys.stderr, flush=True)


def main() -> None:
    wish = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wish.add_argument("--teacher", default="officer", help="the bot whose choices are learnt")
    wish.add_argument("--episodes", type=int, default=100, help="matches of the teacher")
    wish.add_argument("--trial", type=int, default=200, help="matches of the trial")
    wish.add_argument("--seed", type=int, default=0)
    given = wish.parse_args()
    sizes = {"slots": 192, "option_size": OPTION_SIZE, "option_view": True, "view_size": 0, "ask_size": 0}
    envs = {seat: SeatEnv("fog_of_war", seat, "random", **sizes) for seat in SEATS}
    rng = np.random.default_rng(given.seed)
    told: dict[str, list[Lesson]] = {seat: [] for seat in SEATS}
    bar = Bar("lessons", given.episodes)
    for n in range(given.episodes):
        env = envs[SEATS[n % 2]]
        told[env.seat] += lessons(env, make_bot(env.table.game, given.teacher), given.seed * 1000 + n, rng)
        bar.show(n + 1, f"{sum(map(len, told.values()))} choices")
    weights = {seat: fitted(told[seat], rng) for seat in SEATS}
    won = dict.fromkeys(SEATS, 0)
    bar = Bar("trial  ", given.trial)
    for n in range(given.trial):
        seat = SEATS[n % 2]
        won[seat] += wins(envs[seat], weights[seat], HELD_OUT + n)
        bar.show(n + 1, f"{sum(won.values())} won")
    total = sum(won.values())
    low, high = wilson(total, given.trial)
    print(f"won {total} of {given.trial} new matches against random: {total / given.trial:.1%} ({low:.1%} to {high:.1%}); {won}")


if __name__ == "__main__":
    main()
