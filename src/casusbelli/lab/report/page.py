"""The page: three languages in one file, the one that is wanted shown first; no script, nothing from the network."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from casusbelli.game import LANGUAGES
from casusbelli.kernel import SetupError
from casusbelli.testkit import load_game
from casusbelli.words.texts import Catalogue, read_texts, say

from ..runs import SETUP, TABLES, Rows, check_tables, read_run, read_table, write_tables, write_whole
from .pictures import ALL, Picture, Study, map_shapes, scenarios

LANGUAGE_NAMES = {"en": "English", "it": "Italiano", "es": "Español"}


@lru_cache(maxsize=8)
def report_words(language: str) -> Catalogue:
    return read_texts(Path(__file__).parent.parent / "texts" / f"report.{language}.toml")


def make_report(folder: Path, page: Path, language: str) -> dict[str, Any]:
    """Write the page of a study, or of all studies in a folder. What was drawn."""
    if language not in LANGUAGES:
        raise SetupError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    check_tables()
    if not folder.is_dir():
        raise SetupError(f"there is no folder {folder}")
    places = [folder] if (folder / SETUP).is_file() else sorted(path.parent for path in folder.glob(f"*/{SETUP}"))
    if not places:
        raise SetupError(f"{folder} holds no study: there is no {SETUP}")
    found = [run for run in map(_read, places) if run is not None]
    if not found:
        raise SetupError(f"{folder} holds no whole game yet")
    bodies, drawn = [], set[str]()
    for each in LANGUAGES:
        sections = []
        own = report_words(each)
        studies = [Study(load_game(setup["game"]), setup, tables, own, each) for setup, tables in found]
        compared = set[str]()
        for study in studies:
            pictures = [picture for draw in ALL if (picture := draw(study)) is not None]
            if (game := study.game.info.id) not in compared:
                compared.add(game)
                across = scenarios([other for other in studies if other.game is study.game])
                pictures[1:1] = [across] if across else []
            drawn |= {picture.id for picture in pictures}
            sections.append(_section(study, pictures))
        bodies.append(f'<main lang="{each}">{"".join(sections)}</main>')
    games = {setup["game"] for setup, _ in found}
    shapes = "".join(map_shapes(load_game(game)) for game in sorted(games))
    write_whole(page, _whole_page(shapes, bodies, language, sorted(games)).encode())
    return {"page": str(page), "games": sum(len(tables["games"]) for _, tables in found), "pictures": sorted(drawn)}


def _read(folder: Path) -> tuple[dict[str, Any], dict[str, Rows]] | None:
    """A run's tables; none of a run without a game. Where it was stopped before it wrote them they are made from its games."""
    setup, stories = read_run(folder)
    if not stories:
        return None
    if not (folder / "games.parquet").is_file():
        write_tables(folder, stories, tuple(setup["seats"]))
    tables = {name: read_table(folder / f"{name}.parquet") for name in TABLES}
    for name in ("findings", "ratings"):
        if (folder / f"{name}.parquet").is_file():
            tables[name] = read_table(folder / f"{name}.parquet")
    return setup, tables


def _section(study: Study, pictures: list[Picture]) -> str:
    setup, tables, own, words = study.setup, study.tables, study.own, study.words
    errors = sum(bool(row["error"]) for row in tables["games"])
    title = say(words, "game.title", default=setup["game"])
    scenario = study.scenario(setup["scenario"])
    about = say(
        own, "about", {"games": len(tables["games"]), "bots": ", ".join(dict.fromkeys(setup["bots"])), "seed": setup["seed"]}
    )
    told = [f"<h1>{escape(title)}</h1>", f"<p class=lead>{escape(say(own, 'kind.' + setup['kind']))} · {escape(scenario)}</p>"]
    told.append(f"<p>{escape(about)}{escape(' ' + say(own, 'errors', {'errors': errors})) if errors else ''}</p>")
    told.append(_chosen(own, words, setup))
    told.append('<div class="grid">')
    for picture in pictures:
        note = say(own, f"picture.{picture.id}.note", picture.numbers)
        told.append(
            f"<figure><h2>{escape(study.title(picture.id))}</h2>{picture.drawing}<figcaption>{escape(note)}</figcaption></figure>"
        )
    told.append("</div>")
    return f"<section>{''.join(told)}</section>"


def _chosen(own: Catalogue, words: Catalogue, setup: Mapping[str, Any]) -> str:
    """The options that were in force, folded away."""
    rows = "".join(
        f"<li>{escape(say(words, f'option.{option}.title', default=option))}: {escape(_value(own, value))}</li>"
        for option, value in setup["options"].items()
    )
    return f"<details><summary>{escape(say(own, 'options'))}</summary><ul>{rows}</ul></details>" if rows else ""


def _value(own: Catalogue, value: Any) -> str:
    return say(own, "on" if value else "off") if isinstance(value, bool) else str(value).replace("_", " ")


STYLE = """
:root{color-scheme:light}
body{margin:0;font:16px/1.45 Georgia,'Times New Roman',serif;background:#f7f4ec;color:#23292f}
nav{display:flex;gap:.5rem;justify-content:flex-end;padding:.75rem 1rem}
nav label{padding:.35rem .7rem;border:1px solid #b9b2a1;border-radius:999px;cursor:pointer;font:14px/1.2 system-ui,sans-serif}
body>input{position:absolute;opacity:0}
main{display:none;max-width:1180px;margin:0 auto;padding:0 1rem 3rem}
#l-en:checked~main:lang(en),#l-it:checked~main:lang(it),#l-es:checked~main:lang(es){display:block}
#l-en:checked~nav [for=l-en],#l-it:checked~nav [for=l-it],#l-es:checked~nav [for=l-es]
{background:#23292f;color:#fff;border-color:#23292f}
#l-en:focus-visible~nav [for=l-en],#l-it:focus-visible~nav [for=l-it],#l-es:focus-visible~nav [for=l-es]
{outline:3px solid #2f5d7c}
h1{font-size:2rem;margin:.5rem 0 0}.lead{font-size:1.15rem;margin:.2rem 0}
details{margin:.5rem 0 1rem}summary{cursor:pointer}
.grid{columns:340px;column-gap:1.25rem}
figure{margin:0 0 1.25rem;padding:1rem;background:#fffdf7;border:1px solid #e0dacb;border-radius:6px;
box-sizing:border-box;break-inside:avoid}
h2{font-size:1.1rem;margin:0 0 .6rem}
svg{display:block;width:100%;height:auto;font-family:system-ui,sans-serif}
figcaption{font:13px/1.4 system-ui,sans-serif;color:#5f6b76;margin-top:.6rem}
section+section{margin-top:3rem;border-top:2px solid #23292f}
@media print{nav{display:none}figure{break-inside:avoid}}
"""


def _whole_page(shapes: str, bodies: list[str], language: str, games: list[str]) -> str:
    radios = "".join(
        f'<input type="radio" name="lang" id="l-{each}" aria-label="{name}"{" checked" if each == language else ""}>'
        for each, name in LANGUAGE_NAMES.items()
    )
    labels = "".join(f'<label for="l-{each}">{name}</label>' for each, name in LANGUAGE_NAMES.items())
    data = escape(msgspec.json.encode(games).decode(), quote=True)
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>Casus Belli</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="games" content="{data}">'
        f"<style>{STYLE}</style></head><body>{shapes}{radios}<nav>{labels}</nav>{''.join(bodies)}</body></html>\n"
    )
