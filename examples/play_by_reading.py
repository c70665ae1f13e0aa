"""Play by reading the text board: the face that a language model would use.

    python examples/play_by_reading.py churchill --seat uk --language en

Every question is a page of plain text that ends with numbered options; the answer is a number. Here a reader of keywords answers.
Put a model in the place of `answer` and it plays: it is shown what its seat may know, and nothing else.
"""

from __future__ import annotations

import argparse
import re
from random import Random

from casusbelli.adapters.gymnasium import SeatEnv

BOLD = ("attack", "launch", "advance", "debate", "place", "activate")
"""Words that this reader likes to see in an option."""


def answer(page: str, rng: Random) -> int:
    """The number of an option, found by reading the page alone."""
    options = re.findall(r"^ *(\d+)  (.+)$", page, re.MULTILINE)
    liked = [int(number) for number, words in options if any(word in words.lower() for word in BOLD)]
    return rng.choice(liked or [int(number) for number, _ in options])


def main() -> None:
    wish = argparse.ArgumentParser(description=__doc__)
    wish.add_argument("game", nargs="?", default="churchill")
    wish.add_argument("--seat")
    wish.add_argument("--language", default="en", choices=("en", "it", "es"))
    wish.add_argument("--seed", type=int, default=0)
    wish.add_argument("--show", type=int, default=1, help="how many pages to print")
    given = wish.parse_args()
    env = SeatEnv(given.game, given.seat, "recruit", render_mode="ansi", language=given.language)
    env.reset(seed=given.seed)
    rng, read, over, reward = Random(given.seed), 0, False, 0.0
    while not over:
        page = env.render()
        if read < given.show:
            print(page, end="\n\n")
        read += 1
        _, reward, over, _, _ = env.step(answer(page, rng))
    print(f"{read} pages read as {env.seat}; reward {reward:+.2f}")


if __name__ == "__main__":
    main()
