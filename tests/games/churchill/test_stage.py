"""What the stage lays over the board adds up, and the report of a conference agrees with the sheet."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from casusbelli.game import Match
from casusbelli.games.churchill.game import GAME
from casusbelli.games.churchill.scoring import score_sheet, totals
from casusbelli.kernel import Event

HERE = Path(__file__).parent
PRINTED = json.loads((GAME.folder / "board" / "board.json").read_text("utf-8"))


def played(scenario: str, options: dict[str, Any], seed: int) -> tuple[Match[Any], list[dict[str, Any]]]:
    """A match of chance, with the view of the United Kingdom at every event it was told."""
    match = Match.new(GAME, scenario, options, bytes([seed]) * 32)
    rng, beats = Random(seed), []

    def look(event: Event) -> None:
        beats.append({"at": len(match.events or ()) - 1, "view": match.view("uk")})

    while not match.over:
        seat, question = next(iter(match.asked().items()))
        with match.heard_by(look):
            match.act(seat, rng.choice(question.options))
    return match, beats


def staged(match: Match[Any], beats: list[dict[str, Any]]) -> dict[str, Any]:
    log = [{"kind": event.kind, "params": event.params} for event in match.events or ()]
    told = subprocess.run(
        ["node", str(HERE / "stage.mjs")],
        input=msgspec.json.encode({"printed": PRINTED, "log": log, "beats": beats}),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    return dict(json.loads(told.stdout))


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
@pytest.mark.parametrize(("options", "seed"), [({"secret_agenda": True}, 1), ({"hidden_score": True, "edition": "first"}, 2)])
def test_every_event_of_a_match_can_be_staged(options: dict[str, Any], seed: int) -> None:
    match, beats = played("training", options, seed)
    said = staged(match, beats)
    assert said["errors"] == []
    assert said["hasty"] == [], "a sheet knows where an army goes before its die lies"
    assert said["nobodys"] == [], "what a Front does is its power's doing"
    assert all(told == paid for told, paid in said["worth"]), "the inspector's points are not those of the sheet"
    assert said["worth"], "a sheet that is hidden is shown at the end"
    assert said["riddles"] == [] and said["explained"], "an attribute is counted, and the text of its card is not there to read"
    fronts = [(lines, total) for kind, lines, total in said["sums"] if kind.startswith("front_")]
    speeches = [(lines, total) for kind, lines, total in said["sums"] if kind in ("advanced", "debated")]
    assert len(fronts) > 5 and len(speeches) > 10
    assert all(lines == total for lines, total in fronts + speeches), "a sum is not what its lines make"
    assert {"conference_won", "reserves_deployed", "conference_closed", "game_over"} <= set(said["waits"])
    assert len(said["reports"]) == sum(event.kind == "conference_closed" for event in match.events or ())
    for report in said["reports"]:
        assert bool(report["points"]) is not bool(options.get("hidden_score"))
        assert report["lines"] >= 3
        moved = [row for row in report["points"] if not row.get("total")]
        for row in report["points"]:
            if row.get("total"):
                for power, (before, after) in row["cells"].items():
                    assert after - before == sum(line["cells"][power][1] - line["cells"][power][0] for line in moved)


def test_the_last_report_agrees_with_the_sheet_of_the_end() -> None:
    match, _ = played("training", {}, 3)
    closed = [event.params for event in match.events or () if event.kind == "conference_closed"][-1]
    assert closed["points"] == totals(score_sheet(match.state)) == match.state.final.totals
    assert totals(closed["sheet"]) == closed["points"]
