"""The command line: figures for machines, lines for people, one clear line for mistakes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casusbelli.cli.app import run
from casusbelli.game import Journal

MINIATURE = "tests.kernel.miniature:GAME"
COMMANDS = [
    "games",
    "play",
    "serve",
    "simulate",
    "arena",
    "fuzz",
    "replay",
    "bench",
    "loadtest",
    "packs check",
    "learn",
    "lessons check",
]


class Said:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> dict[str, Any]:
        assert self.out.count("\n") == 1, "one JSON object and nothing else"
        told: dict[str, Any] = json.loads(self.out)
        return told


Casus = Callable[..., Said]


@pytest.fixture
def casus(capsys: pytest.CaptureFixture[str]) -> Casus:
    def call(*words: str) -> Said:
        with pytest.raises(SystemExit) as ended:
            run(list(words))
        captured = capsys.readouterr()
        return Said(int(ended.value.code or 0), captured.out, captured.err)

    return call


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(casus: Casus, command: str) -> None:
    said = casus(*command.split(), "--help")
    assert said.code == 0 and f"Example: casus {command}" in said.out


def test_help_and_version_load_no_game_no_server_and_no_plots() -> None:
    code = (
        "import sys\nfrom casusbelli.cli.app import run\n"
        "try:\n    run(['--help'])\nexcept SystemExit:\n    pass\n"
        "names = ('litestar', 'matplotlib', 'sqlalchemy', 'casusbelli.games.', 'hypothesis')\n"
        "heavy = [m for m in sys.modules if m.startswith(names)]\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_module_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "casusbelli", "--version"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout.startswith("casus ")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["frobnicate"], "No such command"),
        (["simulate", "chess"], "no game 'chess'; installed are"),
        (["simulate", "no.module:GAME"], "no game 'no.module:GAME'"),
        (["simulate", "json:loads"], "json:loads is not a game"),
        (["simulate", MINIATURE, "--scenario", "tiny"], "no scenario 'tiny'; it has full, short"),
        (["simulate", MINIATURE, "--options", "fog=true"], "no option 'fog'; it has long_war"),
        (["simulate", MINIATURE, "--options", "long_war=maybe"], "is one of False, True, not maybe"),
        (["simulate", MINIATURE, "--bots", "random"], "needs 3 bots"),
        (["simulate", MINIATURE, "--bots", "random,random,hal"], "no bot 'hal'"),
        (["simulate", MINIATURE, "--games", "many"], "Invalid value for '--games'"),
        (["simulate", MINIATURE, "--games", "0"], "Invalid value for '--games'"),
        (["simulate", MINIATURE, "--jobs", "-1"], "Invalid value for '--jobs'"),
        (["simulate", MINIATURE, "--plot", "x.bmp"], ".png or .svg"),
        (["arena", MINIATURE], "Missing option '--bots'"),
        (["arena", MINIATURE, "--bots", "random,random"], "needs at least 3 bots"),
        (["fuzz", MINIATURE, "--trial", "by_fire"], "no trial 'by_fire'"),
        (["replay", "nowhere.json"], "cannot read nowhere.json"),
        (["replay", "pyproject.toml"], "not a journal"),
        (["bench", "chess"], "no game 'chess'"),
        (["packs", "check", "nowhere"], "cannot read nowhere/pack.toml"),
        (["--pack", "nowhere", "games"], "cannot read nowhere/pack.toml"),
        (["play"], "name a game"),
        (["play", "chess"], "no game 'chess'"),
        (["play", MINIATURE, "--seats", "me"], "--seats needs 3 names"),
        (["play", MINIATURE, "--seats", "me,me,hal"], "no bot 'hal'"),
        (["play", MINIATURE, "--lang", "fr"], "no language 'fr'"),
        (["play", "--resume", "nowhere.json"], "cannot read nowhere.json"),
        (["games", "--lang", "fr"], "no language 'fr'"),
    ],
)
def test_a_mistake_gets_one_clear_line_and_exit_code_2(casus: Casus, words: list[str], line: str) -> None:
    said = casus(*words)
    assert (said.code, said.out) == (2, "")
    assert line in said.err and said.err.startswith("casus: ") and said.err.count("\n") == 1


# -- figures ---------------------------------------------------------------------------------------------------------


def test_simulate_prints_the_promised_figures(casus: Casus) -> None:
    told = casus("simulate", MINIATURE, "--games", "3", "--scenario", "short", "--options", "long_war", "--json").json
    promised = {
        "game", "scenario", "options", "bots", "games", "decisions", "seconds", "decisions_per_second",
        "mean_decisions_per_game", "wins", "draws", "mean_score", "errors",
    }  # fmt: skip
    assert promised <= told.keys()
    assert (told["scenario"], told["options"], told["errors"]) == ("short", {"long_war": True, "hurry": False}, 0)


def test_simulate_for_people(casus: Casus, tmp_path: Path) -> None:
    said = casus("simulate", MINIATURE, "--games", "2", "--journals", str(tmp_path / "j"), "--plot", str(tmp_path / "b.svg"))
    assert said.code == 0 and "2 games, 0 errors" in said.out and "ussr" in said.out
    assert len(list((tmp_path / "j").iterdir())) == 2 and (tmp_path / "b.svg").exists()


def test_arena(casus: Casus, tmp_path: Path) -> None:
    words = ["arena", MINIATURE, "--bots", "random,random,random", "--games", "3", "--scenario", "short"]
    told = casus(*words, "--json").json
    assert told["games"] == 3 and told["bots"]["random"]["games"] == 9 and {"low", "high"} <= told["seats"]["uk"].keys()
    said = casus(*words, "--plot", str(tmp_path / "arena.svg"))
    assert "95 %" in said.out and (tmp_path / "arena.svg").exists()


def test_bench(casus: Casus) -> None:
    told = casus("bench", MINIATURE, "--seconds", "0.05", "--json").json["games"][MINIATURE]
    assert {
        "decisions_per_second",
        "games_per_second",
        "clone_us",
        "view_us",
        "encode_us",
        "decode_us",
        "state_bytes",
    } <= told.keys()
    assert "clone_us" in casus("bench", MINIATURE, "--seconds", "0.05").out


def test_games(casus: Casus) -> None:
    told = {game["id"]: game for game in casus("games", "--json").json["games"]}
    assert told["fog_of_war"]["bots"][0] == "random" and "campaign_1940" in told["fog_of_war"]["scenarios"]
    assert "scenario campaign_1940" in casus("games", "--lang", "it").out


# -- fuzzing ---------------------------------------------------------------------------------------------------------


def test_fuzz_finds_nothing_in_a_sound_game(casus: Casus, tmp_path: Path) -> None:
    told = casus("fuzz", MINIATURE, "--games", "3", "--failures", str(tmp_path / "f"), "--json").json
    assert told["failures"] == {} and told["choices"] > 0 and "hash_seeds" in told["trials"]
    assert not (tmp_path / "f").exists()


def test_fuzz_writes_down_what_it_finds_and_how_to_bring_it_back(casus: Casus, tmp_path: Path) -> None:
    spec = "tests.testkit.broken:GAME_LosesACard"
    said = casus("fuzz", spec, "--games", "2", "--failures", str(tmp_path), "--trial", "conservation")
    assert said.code == 1 and "2 failures in 2 games" in said.out.replace("\n", " ")
    (first, _) = sorted(tmp_path.iterdir())
    failure = json.loads((first / "failure.json").read_bytes())
    assert failure["trial"] == "conservation" and "census changed" in failure["message"] and failure["trace"]
    assert len(Journal.load(first / "journal.json").entries) == failure["at"]
    again = failure["again"].split()[1:]
    told = casus(*again, "--failures", str(tmp_path / "again"), "--json")
    assert told.code == 1 and told.json["failures"] == {"conservation": 1}
    (second,) = (tmp_path / "again").iterdir()
    assert (second / "journal.json").read_bytes() == (first / "journal.json").read_bytes()


# -- replaying -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("journals")
    with pytest.raises(SystemExit):
        run(["simulate", "fog_of_war", "--games", "1", "--seed", "cli", "--journals", str(folder), "--json"])
    return next(folder.iterdir())


def test_replay_verifies(casus: Casus, journal: Path) -> None:
    said = casus("replay", str(journal), "--verify")
    assert said.code == 0 and ": true." in said.out
    told = casus("replay", str(journal), "--verify", "--json").json
    assert told["verified"] is True and told["faults"] == [] and told["result"]["winners"]


def test_replay_finds_a_lie(casus: Casus, journal: Path, tmp_path: Path) -> None:
    changed = Journal.load(journal)
    changed.seed = "00" * 32
    changed.save(tmp_path / "lie.json")
    said = casus("replay", str(tmp_path / "lie.json"), "--verify")
    assert said.code == 1 and "the seed is not the one committed to" in said.out
    assert casus("replay", str(tmp_path / "lie.json"), "--verify", "--json").json["verified"] is False


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_replay_tells_the_match(casus: Casus, journal: Path, language: str) -> None:
    said = casus("replay", str(journal), "--lang", language)
    assert said.code == 0 and said.out.count("\n") > len(Journal.load(journal).entries)


def test_replay_as_a_seat_keeps_the_others_choices_secret(casus: Casus, journal: Path) -> None:
    lines = casus("replay", str(journal), "--seat", "allied").out.splitlines()
    assert any(line.endswith(": …") for line in lines)
    assert casus("replay", str(journal), "--seat", "nobody").code == 2


def test_replay_refuses_a_journal_that_does_not_replay(casus: Casus, journal: Path, tmp_path: Path) -> None:
    changed = Journal.load(journal)
    changed.entries[0] = (changed.entries[0][0], ("nonsense",))
    changed.save(tmp_path / "broken.json")
    assert casus("replay", str(tmp_path / "broken.json"), "--json").code == 2
    assert casus("replay", str(tmp_path / "broken.json")).code == 2


# -- packs -----------------------------------------------------------------------------------------------------------


def pack(folder: Path, values: str) -> Path:
    folder.mkdir()
    (folder / "pack.toml").write_text('id = "mine"\ngame = "fog_of_war"\ntitle = "My copy"\n')
    (folder / "values.toml").write_text(values)
    return folder


def casus_process(*words: str) -> subprocess.CompletedProcess[str]:
    """Packs hold for a whole process: these commands need one of their own."""
    command = [sys.executable, "-m", "casusbelli", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_pack_that_fits(tmp_path: Path) -> None:
    folder = pack(tmp_path / "good", '[[province]]\nid = "paris"\nen = "Ile-de-France"\n')
    done = casus_process("packs", "check", str(folder))
    assert done.returncode == 0 and "province paris: en" in done.stdout, done.stderr
    assert json.loads(casus_process("packs", "check", str(folder), "--json").stdout)["changed"] == {"province": {"paris": ["en"]}}


@pytest.mark.parametrize(
    ("values", "line"),
    [
        ('[[province]]\nid = "atlantis"\n', "has no entry 'atlantis'"),
        ('[[province]]\nid = "paris"\ncolour = "red"\n', "has no field colour"),
        ("[[province]\n", "values.toml"),
    ],
)
def test_a_pack_that_does_not_fit(tmp_path: Path, values: str, line: str) -> None:
    done = casus_process("packs", "check", str(pack(tmp_path / "bad", values)))
    assert done.returncode == 2 and line in done.stderr and done.stderr.count("\n") == 1


def test_a_pack_for_no_installed_game(casus: Casus, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('id = "x"\ngame = "chess"\ntitle = "Chess"\n')
    said = casus("packs", "check", str(tmp_path))
    assert said.code == 2 and "no game 'chess'" in said.err


def test_a_pack_lies_over_the_game_for_any_command(tmp_path: Path) -> None:
    folder = pack(tmp_path / "good", '[[province]]\nid = "paris"\nen = "Ile-de-France"\n')
    done = casus_process("--pack", str(folder), "simulate", "fog_of_war", "--games", "1", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["errors"] == 0, done.stderr


def test_lessons_check_tells_figures_and_exits_with_one_on_errors(casus: Casus, monkeypatch: pytest.MonkeyPatch) -> None:
    said = casus("lessons", "check", "fog_of_war", "--json")
    told = said.json["games"]["fog_of_war"]
    assert said.code == 0 and told["lessons"] >= 1 and told["steps"] >= 25 and told["minutes"] >= 9 and told["errors"] == []
    monkeypatch.setattr("casusbelli.learn.check.check_words", lambda *_: ["en: lesson first_blow: no text title"])
    said = casus("lessons", "check", "fog_of_war", "--json")
    assert said.code == 1 and said.json["games"]["fog_of_war"]["errors"] == ["en: lesson first_blow: no text title"]
