"""The client: every question answered once, whatever becomes of the line; models that answer nonsense; assistants' tools."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.table.tablekit import Guest, Server
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from casusbelli.client import RemotePosition, Table, Turn, run_bot
from casusbelli.client import table as client_table
from casusbelli.client.bots import NotHere, load_bot
from casusbelli.table.api import routes

from .test_outside_bots import make_bot, make_token, owner_of

Make = Callable[..., Guest]

ROUNDS = int(os.environ.get("CASUS_BAD_LINES", "1"))
"""How often six matches are played over the bad line."""

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture
def token(guest: Make) -> str:
    owner = owner_of(guest)
    return make_token(owner, make_bot(owner))


def example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


class BadLine:
    """Between client and server: a fifth of what passes is lost with the line, said twice, or late. Requests pass untouched."""

    def __init__(self, server: Server, seed: int) -> None:
        self._server = server
        self._rng = random.Random(seed)
        self.faults: Counter[str] = Counter()

    async def __call__(self, near: ServerConnection) -> None:
        assert near.request is not None
        headers = {"Authorization": near.request.headers["Authorization"]}
        try:
            async with connect(f"ws://{self._server.host}{near.request.path}", additional_headers=headers) as far:
                await asyncio.wait(
                    {asyncio.create_task(self._pass(near, far)), asyncio.create_task(self._pass(far, near))},
                    return_when=asyncio.FIRST_COMPLETED,
                )
        except (ConnectionClosed, OSError):
            pass

    async def _pass(self, source: Any, goal: Any) -> None:
        async for message in source:
            fault = self._rng.choices(("", "lost", "twice", "late"), (80, 7, 7, 6))[0]
            self.faults[fault] += 1
            if fault == "lost":
                return  # a lost frame is a lost line: nothing comes after it
            if fault == "late":
                await asyncio.sleep(0.02)
            await goal.send(message)
            if fault == "twice":
                await goal.send(message)


def test_over_a_bad_line_every_question_is_answered_once(server: Server, token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_table, "AGAIN_SECONDS", 0.01)
    monkeypatch.setattr(client_table, "ACK_SECONDS", 0.3)
    monkeypatch.setattr(routes, "AMONG_BOTS_A_DAY", 6 * ROUNDS)
    bad = BadLine(server, 7)
    answered: Counter[tuple[str, int]] = Counter()

    async def player(turn: Turn) -> None:
        if await turn.play(random.choice(turn.options)):
            answered[turn.match, turn.seq] += 1

    async def play() -> list[str]:
        async with serve(bad, "127.0.0.1", 0, max_size=None) as proxy:
            port = proxy.sockets[0].getsockname()[1]
            monkeypatch.setattr(Table, "sockets", property(lambda _: f"ws://127.0.0.1:{port}"))
            async with Table(server.url, token, poll=0.2) as table:
                begun = []
                for _ in range(ROUNDS):
                    begun += [(await table.begin("canary", seats={"red": "me", "blue": "bot:random"}))["match"] for _ in range(6)]
                    await asyncio.wait_for(run_bot(player, table, matches=6), 60)
                return begun

    matches = asyncio.run(play())
    assert bad.faults["lost"] > 3 and bad.faults["twice"] > 3, bad.faults
    for match in matches:
        saved = server.store.load(match)
        assert saved is not None and saved.match.result is not None
        assert (
            sum(action.seat == "red" for action in saved.actions)
            == len({a.choice_id for a in saved.actions if a.seat == "red"})
            == 6
        )
        acknowledged = sum(1 for played, _ in answered if played == match)
        assert acknowledged in {5, 6} and max(answered.values()) == 1, "of the last one the end may be heard before its answer"


def test_a_model_that_answers_nonsense_plays_to_the_end(server: Server, token: str) -> None:
    """Nothing that is not on offer is ever sent; what is asked twice is answered with the first option."""
    model = example("language_model")
    rng = random.Random(3)
    nonsense = [
        "",
        "I resign!",
        "999999",
        "-1",
        "3.7",
        "CARD:",
        "CARD: nothing x=1",
        "SAY: hello\nSAY: again",
        "1\n2\n3",
        "ñ" * 5000,
    ]
    asked: list[str] = []
    sent: list[dict[str, Any]] = []

    async def answers(prompt: str) -> str:
        asked.append(prompt)
        return rng.choice(nonsense)

    async def play() -> dict[str, Any] | None:
        async with Table(server.url, token, poll=0.2) as table:
            before = client_table._Place.send

            async def noted(place: Any, message: dict[str, Any]) -> dict[str, Any]:
                told = await before(place, message)
                sent.append({**message, "answer": told})
                return told

            client_table._Place.send = noted  # type: ignore[method-assign]
            try:
                begun = await table.begin("canary", seats={"red": "me", "blue": "bot:random"})
                await asyncio.wait_for(run_bot(model.Player(answers), table, matches=1), 60)
                return table.result(begun["match"])
            finally:
                client_table._Place.send = before  # type: ignore[method-assign]

    assert asyncio.run(play()) is not None
    acts = [one for one in sent if one["t"] == "act"]
    assert len(acts) == 6 and not any(one["answer"].get("reason") == "illegal" for one in acts)
    assert any(model.AGAIN.split("{")[0].strip() in prompt for prompt in asked), "it was asked once more"
    assert max(Counter(asked).values()) <= 2


def test_an_answer_of_a_model_is_read_as_it_is_meant() -> None:
    read = example("language_model").understand
    assert read("2", 3).number == 2 and read("I choose option 1.", 3).number == 1
    assert read("3", 3).number is None and read("-1", 3).number is None and read("0.5", 3).number is None
    told = read("SAY: Let us share Poland: yes?\n0\nCARD: no_debate issue=second_front n=2", 3)
    assert (told.number, told.words, told.card) == (0, "Let us share Poland: yes?", "no_debate")
    assert told.slots == {"issue": "second_front", "n": 2}


def test_a_bot_of_the_games_kind_gets_view_options_and_events_alone(server: Server, token: str) -> None:
    seen: list[RemotePosition] = []

    class Curious:
        def choose(self, position: Any, rng: random.Random) -> Any:
            seen.append(position)
            with pytest.raises(NotHere):
                position.imagine(b"x" * 32)
            return rng.choice(position.options)

    async def play() -> None:
        async with Table(server.url, token, poll=0.2) as table:
            await table.begin("canary", seats={"red": "me", "blue": "bot:random"})
            await asyncio.wait_for(run_bot(Curious(), table, matches=1), 60)

    asyncio.run(play())
    assert seen[0].view["hand"] and seen[-1].events[0].kind in {"played", "buried"} and seen[0].decision == "secret"
    assert load_bot(f"{EXAMPLES / 'random_bot.py'}:Anything").choose(seen[0], random.Random(1)) in seen[0].options


def test_an_assistant_plays_by_its_tools(server: Server, token: str) -> None:
    pytest.importorskip("mcp")
    from casusbelli.client import tools

    async def play() -> str:
        async with Table(server.url, token, poll=0.2) as table:
            assert {one.name for one in await tools.tools_of(table).list_tools()} >= {"matches", "look", "choose", "say", "join"}
            hands = tools.Hands(table)
            gathering = asyncio.create_task(hands.gather())
            match = (await table.begin("canary", seats={"red": "me", "blue": "bot:random"}))["match"]
            for _ in range(40):
                told = await tools.look(hands, match, "en")
                if told.startswith("The match is over"):
                    break
                assert "0. " in told and "There is no option" in await tools.choose(hands, match, 999)
                assert await tools.choose(hands, match, 0) == "Played."
            gathering.cancel()
            return told

    assert asyncio.run(play()).startswith("The match is over")
