"""Random play of a Catanatron that is installed for this interpreter: run as a script, one line of JSON comes out."""

import json
import sys
from time import process_time


def main(seconds: float) -> None:
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]

    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    decisions = games = 0
    middle = None
    began = process_time()
    while process_time() - began < seconds or not games:
        game = Game([RandomPlayer(colour) for colour in colours])
        ticks = 0
        while game.winning_color() is None and ticks < 5000:
            game.play_tick()
            ticks += 1
            if middle is None and ticks == 100:
                middle = game.copy()
        decisions += ticks
        games += 1
    spent = process_time() - began
    middle = middle or game
    began, copies = process_time(), 0
    while process_time() - began < 0.2 or not copies:
        middle.copy()
        copies += 1
    clone = (process_time() - began) / copies * 1e6
    sys.stdout.write(json.dumps({"decisions": decisions, "games": games, "seconds": spent, "clone_us": clone}) + "\n")


if __name__ == "__main__":
    main(float(sys.argv[1]))
