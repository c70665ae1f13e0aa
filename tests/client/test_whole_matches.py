"""A bot from outside plays a whole match of every game, by the command and at the server that everybody uses."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.serving import RunningServer

from casusbelli.game.registry import installed

EXAMPLES = Path(__file__).parents[2] / "examples"
WAIT = 240


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> object:
    server = RunningServer(tmp_path_factory.mktemp("house") / "matches.sqlite")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def token(house: RunningServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    with httpx.Client(base_url=house.url, headers={"Origin": house.url}, timeout=60) as owner:
        signed = owner.post("/account/new", data={"name": "owner-of-bots", "password": "quiet-harbour-velvet-tin"})
        assert signed.status_code == 200
        owner.post("/account/bots", data={"name": "Anything"})
        bot = re.findall(r'name="bot" value="([^"]+)"', owner.get("/account/bots").text)[0]
        scopes = {f"scope.{scope}": "on" for scope in ("play", "talk", "challenge")}
        page = owner.post("/account/bots/token", data={"bot": bot, "token_name": "test", "days": "7", **scopes}).text
    found = re.search(r">(cb_[\w-]{43})<", page)
    assert found is not None
    file = tmp_path_factory.mktemp("secret") / "token"
    file.write_text(found[1])
    return file


@pytest.mark.parametrize("game", ["churchill", "fog_of_war", "triumph_of_chaos", "wunderwaffen"])
def test_a_bot_from_outside_plays_a_whole_match(house: RunningServer, token: Path, game: str) -> None:
    assert game in installed()
    words = ["bot", f"{EXAMPLES / 'random_bot.py'}:Anything", "--server", house.url, "--token-file", str(token)]
    words += ["--begin", game, "--against", "bot:random", "--matches", "1", "--seed", "1", "--json"]
    done = subprocess.run([sys.executable, "-m", "casusbelli", *words], capture_output=True, text=True, timeout=WAIT, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    ((match, result),) = told["results"].items()
    assert told["matches"] == 1 and result["ending"] and result["seed"]
    assert "· bot" in httpx.get(f"{house.url}/m/{match}/at/0").text
