"""The page of pictures: everything a study has to show, in three languages, without a network."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from casusbelli.cli.app import run as command
from casusbelli.game import LANGUAGES
from casusbelli.game.registry import installed
from casusbelli.kernel import SetupError
from casusbelli.lab import ratings, runs, studies
from casusbelli.lab.report import make_report
from casusbelli.lab.report.drawing import cut
from casusbelli.lab.report.page import report_words
from casusbelli.lab.report.pictures import ALL

EVERYWHERE = {"wins", "endings", "length", "openings", "questions", "points", "swings", "sheet"}
OWN = {
    "fog_of_war": {"provinces", "cards"},
    "churchill": {"fronts", "alignments", "cards"},
    "wunderwaffen": {"morale", "politics", "strategy", "research", "given", "cards"},
    "triumph_of_chaos": {"factions", "cards"},
}


def played(setup: studies.Setup, folder: Path) -> list[studies.Finding]:
    run = runs.Run(folder, msgspec.to_builtins(setup))
    found = studies.carry_out(setup, run, map)  # type: ignore[arg-type]
    run.close()
    if setup.kind == "ladder":
        table = ratings.ladder(setup.bots, setup.seats, run.stories.values(), draws=5)
        runs.write_table(folder / "ratings.parquet", map(msgspec.structs.asdict, table), ratings.STANDINGS)
    else:
        runs.write_table(folder / "findings.parquet", map(msgspec.structs.asdict, found), studies.FINDINGS)
    return found


class Tags(HTMLParser):
    """Whether every element is closed, and what the page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "input"):
            self.open.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href") and not (value or "").startswith("#")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_every_game_has_its_pictures_on_one_page_that_needs_no_network(tmp_path: Path) -> None:
    for game in installed():
        played(studies.setup_of("balance", game, None, {}, ["random"], 2, "1", 0.001), tmp_path / game)
    page = tmp_path / "all.html"
    told = make_report(tmp_path, page, "it")
    assert told["games"] == 8 and set(told["pictures"]) == EVERYWHERE.union(*OWN.values())
    for game in installed():
        assert set(make_report(tmp_path / game, tmp_path / "one.html", "en")["pictures"]) == EVERYWHERE | OWN[game], game
    html = page.read_text("utf-8")
    tags = Tags()
    tags.feed(html)
    assert not tags.open and not tags.fetched and "url(" not in html and "<script" not in html
    assert 'id="l-it" aria-label="Italiano" checked' in html
    for language, word in (("en", "Wins by seat"), ("it", "Vittorie per posto"), ("es", "Victorias por asiento")):
        body = html.split(f'<main lang="{language}">')[1].split("</main>")[0]
        assert "…" in body.split("<figure>")[-1]  # what a question is about stays open
        assert body.count(word) == 8  # a heading and the picture's name, four games
        assert not re.search(r"picture\.|decision\.|sheet\.|ending\.|\{|\bnan\b|\bNone\b", body)


def test_options_and_ladders_have_pictures_of_their_own(tmp_path: Path) -> None:
    options = studies.setup_of("options", "churchill", "training", {}, ["random"], 2, "1", 0.05, ["secret_agenda"])
    played(options, tmp_path / "o")
    assert "effects" in make_report(tmp_path / "o", tmp_path / "o.html", "en")["pictures"]
    played(studies.ladder_of("fog_of_war", None, {}, ["random", "recruit"], 1, "1"), tmp_path / "l")
    assert "ladder" in make_report(tmp_path / "l", tmp_path / "l.html", "en")["pictures"]


def test_scenarios_of_a_game_are_set_side_by_side(tmp_path: Path) -> None:
    for scenario in ("training", "tournament"):
        played(studies.setup_of("balance", "churchill", scenario, {}, ["random"], 1, "1", 0.05), tmp_path / scenario)
    assert "scenarios" in make_report(tmp_path, tmp_path / "s.html", "en")["pictures"]
    html = (tmp_path / "s.html").read_text("utf-8")
    assert "United Kingdom · Training" in html and html.count("Victorias por escenario") == 2  # once a game: heading, picture


def test_a_study_without_a_game_is_left_out(tmp_path: Path) -> None:
    setup = studies.setup_of("balance", "churchill", "training", {}, ["random"], 1, "1", 0.05)
    empty = runs.Run(tmp_path / "refused", msgspec.to_builtins(setup))
    empty.close()
    runs.write_tables(empty.folder, [], setup.seats)
    with pytest.raises(SetupError, match="holds no whole game yet"):
        make_report(tmp_path, tmp_path / "none.html", "en")
    played(setup, tmp_path / "played")
    assert make_report(tmp_path, tmp_path / "one.html", "en")["games"] == 1
    assert (tmp_path / "one.html").read_text("utf-8").count("<h1>Churchill</h1>") == len(LANGUAGES)


def test_every_picture_has_its_words_in_every_language() -> None:
    keys = {language: set(report_words(language)) for language in LANGUAGES}
    assert keys["en"] == keys["it"] == keys["es"]
    assert {f"picture.{draw.__name__}.{part}" for draw in ALL for part in ("title", "note")} <= keys["en"]
    assert {f"kind.{kind}" for kind in (*studies.KINDS, "ladder")} <= keys["en"]


def test_a_half_written_or_broken_run_is_told_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    setup = studies.setup_of("balance", "fog_of_war", None, {}, ["random"], 2, "1", 0.001)
    played(setup, tmp_path / "r")
    games = tmp_path / "r" / runs.GAMES
    games.write_bytes(games.read_bytes()[:-20])  # stopped in the middle of its second game
    assert make_report(tmp_path / "r", tmp_path / "r.html", "en")["games"] == 1
    torn = tmp_path / "torn"
    torn.mkdir()
    (torn / runs.SETUP).write_bytes((tmp_path / "r" / runs.SETUP).read_bytes())
    whole = games.read_bytes().splitlines(keepends=True)[0]
    (torn / runs.GAMES).write_bytes(whole + b"something else\n" + whole)  # nothing after it may be lost
    with pytest.raises(SetupError, match=r"line 2 of .* is not of a game"):
        make_report(torn, tmp_path / "t.html", "en")
    (tmp_path / "r" / "seats.parquet").write_bytes(b"PAR1")
    for words, line in [
        ([str(tmp_path / "r")], "is not a whole Parquet file"),
        ([str(tmp_path / "nowhere")], "there is no folder"),
        ([str(games)], "there is no folder"),
        ([str(tmp_path / "r"), "--lang", "fr"], "no language 'fr'"),
    ]:
        with pytest.raises(SystemExit) as refused:
            command(["report", *words])
        said = capsys.readouterr().err
        assert refused.value.code == 2 and line in said and said.count("\n") == 1
    (tmp_path / "empty").mkdir()
    with pytest.raises(SetupError, match="holds no study"):
        make_report(tmp_path / "empty", tmp_path / "e.html", "en")


def test_a_label_that_is_cut_keeps_the_value_that_tells_it_apart() -> None:
    assert cut("Points at the start: 12", 400) == "Points at the start: 12"
    assert cut("British · Points at the start for both of them: 12", 200) == "British · Points at the s…: 12"
    assert cut("British · Points at the start for both of them", 200) == "British · Points at the start…"
