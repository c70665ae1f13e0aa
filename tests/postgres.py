"""A PostgreSQL of the tests' own: a fresh cluster in a temporary folder, one for all tests of a process, a database for each.

PostgreSQL does not run as root; there it runs as another user. Nothing is synced to the disk: what is tested is that the program
and the database understand each other, not the disk.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

USERS = ("postgres", "nobody")
"""As whom it runs where we are root."""

START_SECONDS = 60.0
OWNER = "casus"

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "60",
    "shared_buffers": "16MB",
    "log_min_messages": "fatal",
    "autovacuum": "off",
}


def programs() -> Path | None:
    """The folder of initdb and postgres: in the path, Debian's newest, or of the package pgserver."""
    found = shutil.which("initdb")
    if found and shutil.which("postgres"):
        return Path(found).parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda each: int(each.parts[-3]))
    if debian:
        return debian[-1].parent
    package = importlib.util.find_spec("pgserver")
    if package is not None and package.origin is not None:
        return Path(package.origin).parent / "pginstall" / "bin"
    return None


class Postgres:
    """A server that can be stopped, killed and started again; its databases stay."""

    def __init__(self, bin_folder: Path) -> None:
        self._bin = bin_folder
        self.folder = Path(tempfile.mkdtemp(prefix="casus-postgres-"))
        self._as: dict[str, Any] = {}
        if os.getuid() == 0:
            user = next(pwd.getpwnam(name) for name in USERS if any(each.pw_name == name for each in pwd.getpwall()))
            self._as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._run("initdb", "-D", "data", "-U", OWNER, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        self._server: subprocess.Popen[bytes] | None = None
        self.start()

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [self._bin / program, *words], cwd=self.folder, capture_output=True, text=True, check=False, timeout=300, **self._as
        )
        assert done.returncode == 0, f"{program}: {done.stderr or done.stdout}"

    def start(self) -> None:
        words = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
        self._server = subprocess.Popen(
            [self._bin / "postgres", "-D", "data", "-k", str(self.folder), "-p", str(self.port), *words],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **self._as,
        )
        end = time.monotonic() + START_SECONDS
        while True:
            try:
                psycopg.connect(self.address("postgres")).close()
            except psycopg.OperationalError:
                assert time.monotonic() < end and self._server.poll() is None, "PostgreSQL does not start"
                time.sleep(0.05)
            else:
                return

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT: sessions are ended ("fast"); SIGQUIT: as after a power cut ("immediate")."""
        if self._server is not None:
            self._server.send_signal(how)
            self._server.wait(START_SECONDS)
            self._server = None

    def restart(self, how: signal.Signals = signal.SIGINT) -> None:
        self.stop(how)
        self.start()

    def close(self) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, database: str, driver: str = "") -> str:
        return f"postgresql{driver}://{OWNER}@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The address of an empty database, as the store wants it."""
        name = f"casus_{secrets.token_hex(6)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
        return self.address(name, "+psycopg")
