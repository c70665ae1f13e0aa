"""``casus packs check``."""

from __future__ import annotations

import os
from pathlib import Path

from casusbelli.kernel import SetupError
from casusbelli.kernel.content import PACKS_VARIABLE, changes, read_pack
from casusbelli.kernel.registry import find, installed
from casusbelli.testkit import TRIALS, Playthrough, plan_for

from .common import Trouble, console, say_json

GAMES = 3
"""So many random games show that the game still plays with the pack."""


def check_pack(folder: Path, as_json: bool) -> None:
    pack = read_pack(folder)
    if pack.game not in installed():
        raise SetupError(f"{folder / 'pack.toml'}: there is no game {pack.game!r}; installed are {', '.join(installed())}")
    os.environ[PACKS_VARIABLE] = str(folder.absolute())
    game = find(pack.game)  # loads the game's content with the pack over it, and refuses what does not fit
    changed = changes(folder)
    kinds = [kind for kind in TRIALS if kind.name in {"options", "conservation"}]
    for n in range(GAMES):
        failure = Playthrough(plan_for(pack.game, f"pack/{n}"), kinds).run()
        if failure is not None:
            raise Trouble(f"{pack.game} does not play with this pack: {failure.trial}: {failure.headline}")
    told = {
        "pack": pack.id,
        "game": pack.game,
        "title": pack.title,
        "changed": changed,
        "content": game.info.content_digest,
        "games": GAMES,
    }
    if as_json:
        say_json(told)
        return
    out = console()
    out.print(f"{pack.title} ({pack.id}) fits {pack.game}", markup=False)
    for table, entries in changed.items():
        for entry, fields in entries.items():
            out.print(f"  {table} {entry}: {', '.join(fields)}", markup=False)
    out.print(f"{GAMES} random games played; content is now {game.info.content_digest}")
