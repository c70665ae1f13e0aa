"""Matches as rows: every decision, as it was made."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from casusbelli.cli.app import run
from casusbelli.game import Journal, JournalError
from casusbelli.kernel import SetupError
from casusbelli.lab import decisions, runs
from casusbelli.lab.decisions import journals_in
from casusbelli.lab.play import play_game
from casusbelli.lab.simulate import series_of


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("journals")
    plans = series_of("churchill", "training", {}, None, 2, "rows").plans(folder)
    for plan in plans:
        assert not play_game(plan).error
    return [Path(plan.journal) for plan in plans]


def test_a_row_for_every_decision(journals: list[Path], tmp_path: Path) -> None:
    journal = Journal.load(journals[0])
    rows = decisions.decisions_of(journals[0])
    assert [(row.seat, row.choice) for row in rows] == [(seat, decisions.name_of(choice)) for seat, choice in journal.entries]
    assert all(row.choice in row.options and len(row.view) == 16 for row in rows)
    assert journal.result is not None and rows[0].winners == list(journal.result.winners)
    out = tmp_path / "d.parquet"
    count = decisions.write_decisions(out, map(decisions.decisions_of, journals))
    table = runs.read_table(out)
    lines = tmp_path / "d.jsonl"
    assert decisions.write_decisions(lines, map(decisions.decisions_of, journals)) == count == len(table)
    assert [msgspec.json.decode(line) for line in lines.read_bytes().splitlines()] == table
    assert list(table[0]) == list(decisions.COLUMNS) == [*msgspec.json.decode(lines.read_bytes().split(b"\n")[0])]


def test_what_cannot_be_converted_is_refused_and_leaves_nothing_half_written(journals: list[Path], tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    journal = Journal.load(journals[0])
    journal.entries[5] = (journal.entries[5][0], ("fly",))
    journal.save(broken)
    out = tmp_path / "d.jsonl"
    with pytest.raises(JournalError, match="choice 6 does not replay"):
        decisions.write_decisions(out, map(decisions.decisions_of, [journals[1], broken]))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.json"]
    with pytest.raises(SetupError, match="there is no"):
        decisions.journals_in([tmp_path / "nowhere"])
    with pytest.raises(SetupError, match=r"as \.jsonl or \.parquet"):
        decisions.format_of(tmp_path / "d.csv")


def test_a_corpus_is_made_with_one_command_and_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "corpus",
        "churchill",
        "--scenario",
        "training",
        "--bots",
        "random",
        "--games",
        "3",
        "--dir",
        str(tmp_path / "c"),
        "--json",
    ]
    with pytest.raises(SystemExit) as done:
        run(words)
    told = msgspec.json.decode(capsys.readouterr().out)
    assert done.value.code == 0 and told["matches"] == 3
    shard = tmp_path / "c" / "decisions-0000.parquet"
    assert (
        len(runs.read_table(shard)) == told["decisions"]
        and "3 matches of churchill" in (tmp_path / "c" / "README.md").read_text()
    )
    journals = sorted((tmp_path / "c" / "journals").iterdir())
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in journals}
    journals[1].write_bytes(before[journals[1]][0][:200])
    with pytest.raises(SystemExit):
        run(words)
    after = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in journals}
    assert {path: data for path, (data, _) in after.items()} == {path: data for path, (data, _) in before.items()}
    assert after[journals[0]] == before[journals[0]]
    assert journals_in([tmp_path / "c"]) == journals, "the folder of a data set stands for its journals"
    with pytest.raises(SystemExit) as refused:
        run([*words, "--seed", "other"])
    assert refused.value.code == 2 and "holds another corpus" in capsys.readouterr().err
