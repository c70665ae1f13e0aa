"""Starting the server: one process, one command."""

from __future__ import annotations

import gc
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Any

import uvicorn
from msgspec.structs import replace

from casusbelli.kernel import LANGUAGES
from casusbelli.kernel.texts import catalogue

from .app import create_app
from .connections import Ledger, protocols
from .guard import LOOPBACK
from .lists import playable
from .logs import log_config
from .service import Service
from .settings import Settings, default_database, from_environment
from .store import Store, StoreError

SWITCH_SECONDS = 0.0005
"""How long loop and writer may hold up each other; the interpreter's own default is ten times as long."""

GARBAGE_THRESHOLDS = (20_000, 20, 20)
"""Views are many small dictionaries without cycles: looking for garbage after every 700 of them costs a tenth of all time."""

MESSAGE_BYTES = 64 * 1024
"""Beyond this a socket message is not even read; what is over the command's limit but under this is refused in words."""


class ServeError(RuntimeError):
    """The server cannot start: one clear line says why."""


class _Server(uvicorn.Server):
    """Says where it is once it is there."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


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
        **options,
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
    announce: Callable[[str], None] = _say_where,
    settings: Settings | None = None,
    log_level: str = "warning",
    **uvicorn_options: Any,
) -> None:
    """Serve until interrupted.

    ``database`` is a file name or an SQLAlchemy URL; without one ``CASUS_DATABASE``, else the player's own folder is used.
    ``port`` 0 takes a free one. ``announce`` is told the address when the server answers. ``settings`` replace those of the
    environment. Raises :class:`ServeError`,
    :class:`~casusbelli.table.StoreError` or :class:`~casusbelli.table.SettingsError` with one clear line if it cannot start.
    """
    chosen = settings_for(host, settings if settings is not None else from_environment())
    listening = _bind(host, port)
    url = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}/"
    try:
        store = Store(database or chosen.database or default_database())
    except StoreError:
        listening.close()
        raise
    for game in playable():  # load the games and their words now, not while the first guest waits
        for language in LANGUAGES:
            catalogue(game, language)
    sys.setswitchinterval(SWITCH_SECONDS)
    config = configure(
        Service(store, chosen), log_level=log_level, log_config=log_config(chosen.log, log_level), **uvicorn_options
    )

    def ready() -> None:
        gc.collect()
        gc.freeze()  # what has been loaded stays: no need to look through it again and again while people play
        gc.set_threshold(*GARBAGE_THRESHOLDS)
        announce(url)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    try:
        _Server(config, ready).run(sockets=[listening])
    finally:
        listening.close()
