"""The siege in small: every attack we know, against a server of our own; and a weak server is seen to be weak."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import entry_points

import pytest

from casusbelli.game import registry
from casusbelli.table.siege import SiegeError, besiege, ground
from casusbelli.table.siege.field import ATTACKS

from .tablekit import forget_games


@pytest.fixture(autouse=True)
def installed_games() -> Iterator[None]:
    """The server runs in a process of its own and finds its games by itself: so must we."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "entry_points", entry_points)
        forget_games()
        yield
    forget_games()


def test_every_attack_is_held() -> None:
    told = besiege(4)
    assert [one["attack"] for one in told["attacks"]] == [known.name for known in ATTACKS]
    assert not [one for one in told["attacks"] if not one["held"]]


def test_a_server_without_limits_is_seen_to_break(monkeypatch: pytest.MonkeyPatch) -> None:
    many = {"CASUS_LISTED_PER_GUEST": "1000", "CASUS_LISTED_PER_ADDRESS": "1000", "CASUS_SOCKETS_PER_GUEST": "1000"}
    free = {"CASUS_LINE_RATE": "1e9", "CASUS_GUEST_RATE": "1e9"}
    monkeypatch.setattr(ground, "SETTINGS", {**ground.SETTINGS, **many, **free})
    monkeypatch.setattr("casusbelli.table.siege.floods.MOST_FRAMES", 20_000)
    weak = ["sockets_without_number", "ping_flood", "open_list_captured"]
    told = besiege(2, weak)
    assert {one["attack"]: one["held"] for one in told["attacks"]} == dict.fromkeys(weak, False) and not told["held"]


def test_an_unknown_attack_is_said_in_one_line() -> None:
    with pytest.raises(SiegeError, match="there is no attack fire"):
        besiege(1, ["fire"])
