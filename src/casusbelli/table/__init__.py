"""The table: a server where matches are played, kept and shown."""

from .server import ServeError, serve
from .settings import Settings, SettingsError
from .store import StoreError

__all__ = ["ServeError", "Settings", "SettingsError", "StoreError", "serve"]
