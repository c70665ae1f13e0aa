"""The table: a server where matches are played, kept and shown.

Nothing is loaded before it is asked for: a bot's process needs the thinking alone, not the server.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .server import ServeError, serve
    from .settings import Settings, SettingsError
    from .writer import StoreError

__all__ = ["ServeError", "Settings", "SettingsError", "StoreError", "serve"]

_ROOMS = {"ServeError": "server", "serve": "server", "Settings": "settings", "SettingsError": "settings", "StoreError": "writer"}


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_ROOMS[name]}", __name__), name)
