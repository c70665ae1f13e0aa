"""``casus serve`` as a player starts it."""

from __future__ import annotations

import socket
import urllib.request
from pathlib import Path

import pytest
from tests.serving import RunningServer

from casusbelli.cli.app import run


def page(url: str) -> tuple[int, str]:
    with urllib.request.urlopen(url, timeout=30) as answer:
        return answer.status, answer.read().decode()


def test_the_server_answers_and_comes_back_after_a_crash_on_the_same_port(own_house: RunningServer) -> None:
    status, text = page(own_house.url)
    assert status == 200 and "Casus Belli" in text
    address = own_house.url
    own_house.kill()
    own_house.start()
    assert own_house.url == address and page(address)[0] == 200


def test_it_ends_quietly_when_interrupted(own_house: RunningServer) -> None:
    own_house.stop()
    assert own_house.process.returncode in {0, 130, -2}


def test_a_port_that_is_taken_gets_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with pytest.raises(SystemExit) as ended:
            run(["serve", "--no-browser", "--port", port, "--database", str(tmp_path / "m.sqlite")])
    said = capsys.readouterr()
    assert ended.value.code == 2 and said.err.startswith(f"casus: cannot listen on 127.0.0.1 port {port}")
    assert said.err.count("\n") == 1


def test_a_database_that_cannot_be_opened_gets_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "not_a_database").write_text("once upon a time " * 100)
    with pytest.raises(SystemExit) as ended:
        run(["serve", "--no-browser", "--port", "0", "--database", str(tmp_path / "not_a_database")])
    said = capsys.readouterr()
    assert ended.value.code == 2 and said.err.startswith("casus: ") and said.err.count("\n") == 1
