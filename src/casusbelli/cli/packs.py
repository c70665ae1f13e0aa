"""``casus packs check``, ``new`` and ``todo``."""

from __future__ import annotations

import json
import os
from pathlib import Path
from textwrap import wrap
from typing import Any

from casusbelli.game.content import PACKS_VARIABLE, active_packs, changes, read_pack
from casusbelli.game.provenance import SEED, Entry, entries
from casusbelli.game.registry import find, installed
from casusbelli.kernel import SetupError
from casusbelli.testkit import TRIALS, Playthrough, plan_for
from casusbelli.words.texts import Catalogue, catalogue

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
    for table, rows in changed.items():
        for entry, fields in rows.items():
            out.print(f"  {table} {entry}: {', '.join(fields)}", markup=False)
    out.print(f"{GAMES} random games played; content is now {game.info.content_digest}")


# -- a pack to fill --------------------------------------------------------------------------------------------------


def new_pack(game_id: str, folder: Path, language: str, everything: bool) -> None:
    """Write commented files with today's values: whoever owns the box removes a # where a printed value differs."""
    game = find(game_id)
    if folder.exists() and any(folder.iterdir()):
        raise Trouble(f"{folder} is not empty")
    words = catalogue(game, language)
    title = words["game.title"]
    written: dict[str, list[str]] = {}
    count = 0
    for entry in entries(game.folder / "content"):
        hint = words.get(f"pack.{entry.table}")
        if hint is None or not (entry.ours or everything):
            continue
        lines = written.setdefault(entry.file, [f"## {title}", "##", *prose(words_of_packs(language)["head"])])
        heading = f"## ==== [[{entry.table}]] "
        if not any(line.startswith(heading) for line in lines):
            lines += ["", heading + "=" * (WIDTH - len(heading)), *prose(hint)]
        lines += described(entry, words)
        count += 1
    folder.mkdir(parents=True, exist_ok=True)
    slug = "".join(c if c.isalnum() else "-" for c in folder.absolute().name.lower()).strip("-") or "my-copy"
    label = {"id": slug, "game": game_id, "title": words_of_packs(language)["title"].format(game=title)}
    (folder / "pack.toml").write_text("".join(f"{key} = {toml(value)}\n" for key, value in label.items()), "utf-8")
    for name, lines in written.items():
        (folder / name).write_text("\n".join(lines) + "\n", "utf-8")
    out = console()
    out.print(f"{count} entries in {len(written)} files: {folder}", markup=False, soft_wrap=True)
    out.print(f"then: casus packs check {folder}", markup=False, soft_wrap=True)


WIDTH = 120

_HEAD = {
    "en": {
        "title": "My copy of {game}",
        "head": "Today's values, all commented out. Look at your copy; where it shows something else, remove the # before "
        "[[table]], id and the field, and write what is printed. What you leave alone stays as it is. Names (en, it, es) can be "
        "given too. Each field says where our value comes from: seed (the rulebook), public, inferred or designed (ours).",
    },
    "it": {
        "title": "La mia copia di {game}",
        "head": "I valori di oggi, tutti commentati. Guarda la tua copia; dove mostra altro, togli il # davanti a [[tabella]], "
        "id e campo, e scrivi ciò che è stampato. Quello che non tocchi resta com'è. Si possono dare anche i nomi (en, it, es). "
        "Ogni campo dice da dove viene il nostro valore: seed (regolamento), public (noto), inferred (dedotto) o designed "
        "(nostro).",
    },
    "es": {
        "title": "Mi copia de {game}",
        "head": "Los valores de hoy, todos comentados. Mira tu copia; donde muestre otra cosa, quita el # delante de [[tabla]], "
        "id y campo, y escribe lo impreso. Lo que no toques queda como está. También se pueden dar los nombres (en, it, es). "
        "Cada campo dice de dónde viene el nuestro: seed (reglamento), public (conocido), inferred (deducido) o designed "
        "(nuestro).",
    },
}


def words_of_packs(language: str) -> dict[str, str]:
    if language not in _HEAD:
        raise Trouble(f"no language {language!r}; there are {', '.join(_HEAD)}")
    return _HEAD[language]


def prose(text: str) -> list[str]:
    return [f"## {line}" for line in wrap(text, WIDTH - 3)]


def described(entry: Entry, words: Catalogue) -> list[str]:
    """An entry as a reader fills it in: its name, why it is as it is, and every field with its source."""
    name = words.get(f"name.{entry.id}", entry.id)
    lines = ["", f"## {name}", *prose(entry.why)] if entry.why else ["", f"## {name}"]
    lines += [f"#[[{entry.table}]]", f"#id = {toml(entry.id)}"]
    for field, value in entry.fields.items():
        source = entry.ours.get(field, SEED)
        first, *rest = toml_lines(value)
        lines.append(f"#{field} = {first}" + (f"  # {source}" if not rest else ""))
        lines += [f"#{line}" for line in rest]
        if rest:
            lines[-1] += f"  # {source}"
    return lines


def toml_lines(value: Any) -> list[str]:
    """A value; a list of tables over several lines."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return ["[", *(f"  {toml(each)}," for each in value), "]"]
    return [toml(value)]


def toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key_of(key)} = {toml(each)}" for key, each in value.items()) + " }" if value else "{}"
    return json.dumps(value, ensure_ascii=False)


def key_of(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() and key.isascii() else json.dumps(key, ensure_ascii=False)


# -- what is left to do ----------------------------------------------------------------------------------------------


def todo(game_id: str | None, as_json: bool) -> None:
    """What is still ours in a game, or in all of them: the packs of this process count as done."""
    told: dict[str, dict[str, dict[str, dict[str, str]]]] = {}
    counts: dict[str, list[tuple[str, int, int]]] = {}
    for each in [game_id] if game_id else installed():
        game = find(each)
        words = catalogue(game, "en")
        open_entries: dict[str, dict[str, dict[str, str]]] = {}
        size: dict[str, int] = {}
        for entry in entries(game.folder / "content", active_packs(), each):
            if f"pack.{entry.table}" in words:
                size[entry.table] = size.get(entry.table, 0) + 1
                if entry.ours:
                    open_entries.setdefault(entry.table, {})[entry.id] = entry.ours
        told[each] = open_entries
        counts[each] = [(table, len(rows), size[table]) for table, rows in open_entries.items()]
    if as_json:
        say_json(told)
        return
    out = console()
    for each, rows in counts.items():
        out.print(f"{each}: {sum(n for _, n, _ in rows)} entries with values of our own", markup=False)
        for table, n, of in rows:
            out.print(f"  {table}: {n} of {of}", markup=False)
            for entry_id, ours in told[each][table].items() if game_id else ():
                fields = ", ".join(f"{field} ({source})" for field, source in ours.items())
                out.print(f"    {entry_id}: {fields}", markup=False, soft_wrap=True)
