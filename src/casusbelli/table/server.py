"""Starting the server: one command; one process, or on PostgreSQL several."""

from __future__ import annotations

import gc
import socket
import sys
import threading
import webbrowser
from asyncio import Task, get_running_loop
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import uvicorn
from msgspec.structs import replace

from casusbelli.game import LANGUAGES
from casusbelli.words.texts import catalogue

from .app import create_app
from .connections import Ledger, protocols
from .framing import PING_SECONDS
from .guard import LOOPBACK
from .lists import playable
from .logs import log_config
from .processes import GaveUp, Pack, able, share_of
from .service import Service
from .settings import Settings, default_database, from_environment
from .store import Store, database_url

SWITCH_SECONDS = 0.0005
"""How long loop and writer may hold up each other; the interpreter's own default is ten times as long."""

GARBAGE_THRESHOLDS = (20_000, 20, 20)
"""Views are many small dictionaries without cycles: looking for garbage after every 700 of them costs a tenth of all time."""

MESSAGE_BYTES = 64 * 1024
"""Beyond this a socket message is not even read; what is over the command's limit but under this is refused in words."""


class ServeError(RuntimeError):
    """The server cannot start: one clear line says why."""


class _Server(uvicorn.Server):
    """Says where it is once it is there, and when it stops, to answers that would go on."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], Task[None]], stopping: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self._preparing: Task[None] | None = None
        self._stopping = stopping

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._preparing = self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._preparing is not None:
            self._preparing.cancel()
        self._stopping()
        await super().shutdown(sockets)


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise ServeError(f"cannot listen on {host} port {port}: {error.strerror}") from None
    return listening


def settings_for(host: str, settings: Settings) -> Settings:
    """A server for this machine alone answers to no other name, so that no foreign page can reach it under one."""
    if settings.hosts or host not in {"127.0.0.1", "::1", "localhost"}:
        return settings
    return replace(settings, hosts=LOOPBACK)


def configure(service: Service, **options: Any) -> uvicorn.Config:
    """How this application is to be served, limits of connections included."""
    http, ws = protocols(Ledger(service.settings))
    return uvicorn.Config(
        create_app(service),
        http=http,
        ws=ws,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        **{"ws_ping_interval": PING_SECONDS, **options},
    )


def _say_where(url: str) -> None:
    sys.stdout.write(f"Casus Belli is at {url} (stop with Ctrl-C)\n")
    sys.stdout.flush()


def serve(
    host: str = "127.0.0.1",
    port: int = 8080,
    database: str | None = None,
    open_browser: bool = False,
    *,
    processes: int = 1,
    announce: Callable[[str], None] = _say_where,
    settings: Settings | None = None,
    log_level: str = "warning",
    **uvicorn_options: Any,
) -> None:
    """Serve until interrupted.

    ``database`` is a file name or an SQLAlchemy URL; without one ``CASUS_DATABASE``, else the player's own folder is used.
    ``port`` 0 takes a free one. ``processes`` are several only on PostgreSQL. ``announce`` is told the address when the server
    answers. ``settings`` replace those of the environment. Raises ``ServeError``,
    ``casusbelli.table.StoreError`` or ``casusbelli.table.SettingsError`` with one clear line if it cannot start.
    """
    chosen = settings_for(host, settings if settings is not None else from_environment())
    where = database or chosen.database or default_database()
    if processes > 1:
        _must_be_for_several(where)
    listening = _bind(host, port)
    url = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}/"

    def ready() -> None:
        announce(url)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    def serve_one(limits: Settings, ready: Callable[[], None]) -> None:
        """This process serves, and nothing else."""
        store = Store(where, rules=_rules())
        sys.setswitchinterval(SWITCH_SECONDS)
        logged = {"log_level": log_level, "log_config": log_config(limits.log, log_level)}
        service = Service(store, limits)
        config = configure(service, **logged, **uvicorn_options)
        _Server(config, lambda: _settle_in(ready, service.files.prepare), service.streams.close).run(sockets=[listening])

    try:
        _load_games()
        if processes == 1:
            serve_one(chosen, ready)
            return
        Store(where, rules=_rules()).close()  # whoever comes first brings the database up to date, before there are several
        Pack(processes, lambda n, up: serve_one(share_of(chosen, n, processes), up), ready).run()
    except GaveUp as error:
        raise ServeError(str(error)) from None
    finally:
        listening.close()


def _load_games() -> None:
    """Load the games and their words now, not while the first guest waits."""
    for game in playable():
        for language in LANGUAGES:
            catalogue(game, language)


def _rules() -> str:
    """What all servers on one database have to agree upon."""
    return " ".join(f"{game.info.id}:{game.info.rules_version}:{game.info.content_digest}" for game in playable())


def _settle_in(ready: Callable[[], None], prepare: Callable[[], Coroutine[Any, Any, None]]) -> Task[None]:
    """Say that the server is there; what the first table will need is prepared meanwhile."""
    gc.collect()
    gc.freeze()  # what has been loaded stays: no need to look through it again and again while people play
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    ready()
    return get_running_loop().create_task(prepare())


def _must_be_for_several(database: str | Path) -> None:
    if database_url(database).get_backend_name() == "sqlite":
        raise ServeError("an SQLite database serves one process: for --processes use PostgreSQL (--database, see docs/server.md)")
    if not able():
        raise ServeError("several processes need a system that can fork: start single ones behind a proxy instead")
