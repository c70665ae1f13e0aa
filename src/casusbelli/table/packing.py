"""What is ready to be sent, as it is and packed: gzip for everybody, brotli for browsers behind TLS, which alone ask for it.

Brotli at its best takes forty times as long as at its quickest and saves another tenth. So the first who asks gets the quick
one, and a thread of its own packs the thing once more, when the first page has what it needs.
"""

from __future__ import annotations

import gzip
import hashlib
import time
from queue import Queue
from threading import Lock, Thread

import brotli

FROM = 1024
"""Bytes. Below, packing is not worth its header."""
QUICK, BEST = 5, 11
REST = 2.0
"""Seconds that the thread waits after it was called: who called it is being served meanwhile."""


def encodings(accepted: str) -> set[str]:
    """What a browser says it can unpack."""
    return {part.partition(";")[0].strip() for part in accepted.split(",")}


def packed_once(body: bytes, accepted: str) -> tuple[str, bytes]:
    """Something that is made for one reader and sent once."""
    names = encodings(accepted)
    if "br" in names:
        return "br", brotli.compress(body, quality=QUICK)
    return ("gzip", gzip.compress(body, 6, mtime=0)) if "gzip" in names else ("", body)


class Served:
    """Something ready to be sent."""

    __slots__ = ("_gzip", "_packed", "_worth_it", "body", "media_type", "tag")

    def __init__(self, body: bytes, media_type: str) -> None:
        self.body = body
        self.media_type = media_type
        self.tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        is_text = media_type.startswith("text/") or media_type in {"image/svg+xml", "application/json"}
        self._worth_it = is_text and len(body) >= FROM
        self._gzip: bytes | None = None
        self._packed: bytes | None = None

    def form(self, accepted: str) -> tuple[str, bytes]:
        """The smallest form that a browser takes, and its name; the empty one is the thing as it is."""
        names = encodings(accepted) if self._worth_it else ()
        if "br" in names:
            if self._packed is None:
                self._packed = brotli.compress(self.body, quality=QUICK)
                PRESS.call(self)
            return "br", self._packed
        if "gzip" in names:
            if self._gzip is None:
                self._gzip = gzip.compress(self.body, 6, mtime=0)
            return "gzip", self._gzip
        return "", self.body

    def press(self) -> None:
        """Pack it as small as it goes."""
        self._packed = brotli.compress(self.body, quality=BEST)


class Press:
    """The thread that packs at leisure. It ends with the process, whatever it is at."""

    def __init__(self) -> None:
        self._waiting: Queue[Served] = Queue()
        self._thread: Thread | None = None
        self._lock = Lock()

    def call(self, served: Served) -> None:
        self._waiting.put(served)
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="press", daemon=True)
                self._thread.start()

    def finish(self) -> None:
        """Wait until all is packed that was brought so far."""
        self._waiting.join()

    def _run(self) -> None:
        while True:
            served = self._waiting.get()
            if self._waiting.empty():
                time.sleep(REST)
            served.press()
            self._waiting.task_done()


PRESS = Press()
