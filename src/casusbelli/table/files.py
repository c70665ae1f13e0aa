"""Files and catalogues, served from memory with an entity tag: a browser asks again, and mostly hears "not modified"."""

from __future__ import annotations

import asyncio
import logging
import mimetypes
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import NotFoundException

from casusbelli.game import LANGUAGES, Game
from casusbelli.game.registry import find, installed
from casusbelli.kernel import SetupError
from casusbelli.rulebook import book
from casusbelli.rulebook.index import glossary, index
from casusbelli.words.texts import Catalogue, catalogue

from .edition import BOUND, Edition, split
from .lean import lean_script, lean_style
from .leaves import learn, read_all
from .packing import Served
from .volumes import Volumes
from .words import WEB, shell_words
from .workers import Workers

log = logging.getLogger("casusbelli.table.files")

AnyRequest = Request[Any, Any, Any]

TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".woff2": "font/woff2",
    ".webp": "image/webp",
    ".png": "image/png",
}
FOR_GOOD = "public, max-age=31536000, immutable"
QUOTES = '"'
PLAIN = WEB / "plain"
BOOKISH = ("history.", "where.", "reference.")
SPOKEN_HERE = ("lesson.", "question.", "exercise.", "position.")
MOST_TOGETHER = 64
"""So many sets of style sheets are kept ready: whoever asks for others, one after the other, fills no memory."""
READ_AT_ONCE = 16
"""So many modules at a time are read for the volumes: who stops the server waits for no more of them."""
LEAN = {".js": lean_script, ".css": lean_style}


def answer(request: AnyRequest, served: Served, *, for_good: bool = False) -> Response[bytes]:
    """The thing itself, or the news that the browser has it already. ``for_good``: its address never means anything else."""
    headers = {"ETag": served.tag, "Cache-Control": FOR_GOOD if for_good else "no-cache", "Vary": "Accept-Encoding"}
    tags = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
    if served.tag in tags:
        return Response(b"", status_code=304, headers=headers)
    packed, body = served.form(request.headers.get("accept-encoding", ""))
    if packed:
        headers["Content-Encoding"] = packed
    return Response(body, media_type=served.media_type, headers=headers)


def kept_address(address: str, served: Served) -> str:
    """An address that changes with what is found there."""
    return f"{address}?v={served.tag.strip(QUOTES)}"


def answer_kept(request: AnyRequest, served: Served) -> Response[bytes]:
    """Something under such an address, or under the one without a version, where the browser has to ask every time."""
    return answer(request, served, for_good=request.query_params.get("v") == served.tag.strip(QUOTES))


class Files:
    """The files of some folders. What has changed on disk is read again. ``readable``: all of it is sent as it was written."""

    def __init__(self, *, readable: bool = False) -> None:
        self._readable = readable
        self.edition = Edition(folders, lambda: {**printed(), "~": bytes([readable])})
        self._volumes = Volumes(self.edition)
        self._bound: dict[str, tuple[str, Served | None]] = {}
        self._read: dict[tuple[tuple[Path, ...], str], tuple[list[tuple[int, int]], Served]] = {}
        self._texts: dict[tuple[str, str], Served] = {}
        self._printed: dict[str, Served] = {}
        self._preparing: asyncio.Event | None = None

    def mark_of(self, game_id: str) -> str:
        """The mark of the bound edition where the page of a game's table uses it, else none."""
        return "" if self._readable or not self._volumes.binds(f"/boards/{game_id}/board.js") else BOUND

    def bind(self) -> None:
        """Bind the volumes of all tables now, not while the first guest waits."""
        for address in ("/static/shell.js", *self.edition.boards()):
            if not self._readable:
                self._script(address)

    async def prepare(self) -> None:
        """The same while people play already: the modules are read in a process of its own, for a second of a thread's work
        would hold up everybody. Pages of tables wait meanwhile (``prepared``)."""
        self._preparing = asyncio.Event()
        workers = Workers("the binder", 0 if self._readable else 1)
        try:
            texts = [] if self._readable else await asyncio.to_thread(self.edition.scripts)
            for n in range(0, len(texts), READ_AT_ONCE):
                some = texts[n : n + READ_AT_ONCE]
                learn(dict(zip(some, await workers.run(read_all, some), strict=True)))
        except Exception:
            log.exception("the modules cannot be read in a process of its own")
        finally:
            workers.close()
        try:
            await asyncio.to_thread(self.bind)
        finally:
            self._preparing.set()

    async def prepared(self) -> None:
        """Wait for the volumes, if they are just being bound: whoever else bound them now would hold up everybody."""
        if self._preparing is not None:
            await self._preparing.wait()

    def shared(self, request: AnyRequest, path: str) -> Response[bytes]:
        """A file of the shell."""
        return self._volume(request, "/static", path) or self.file(request, WEB, path)

    def _volume(self, request: AnyRequest, prefix: str, path: str) -> Response[bytes] | None:
        """A script of the bound edition; nothing where another is asked for, or where it is sent as it is."""
        asked, name = split(path)
        if not asked.endswith(BOUND) or self._readable or not name.endswith(".js") or not self.edition.holds(f"{prefix}/{name}"):
            return None
        bound = self._script(f"{prefix}/{name}")
        return answer(request, bound, for_good=asked == self.edition.digest + BOUND) if bound is not None else None

    def _script(self, address: str) -> Served | None:
        edition = self.edition.digest
        if self._bound.get(address, ("", None))[0] != edition:
            script = self._volumes.script(address)
            served = Served(self.edition.fitted(script.encode(), BOUND), TYPES[".js"]) if script is not None else None
            self._bound[address] = (edition, served)
        return self._bound[address][1]

    def file(self, request: AnyRequest, folder: Path, path: str) -> Response[bytes]:
        """A file inside the folder, or several style sheets as one (``shell.css,side.css``); anything else is not found."""
        asked, path = split(path)
        mark = BOUND if asked.endswith(BOUND) else ""
        edition = self.edition.digest + mark if asked else ""
        files = tuple(_inside(folder, name) for name in _names(path))
        try:
            states = [(status.st_mtime_ns, status.st_size) for status in (file.stat() for file in files)]
        except OSError:
            raise NotFoundException from None
        known = self._read.get((files, edition))
        if known is None or known[0] != states:
            if not all(file.is_file() for file in files):
                raise NotFoundException
            media_type = TYPES.get(files[0].suffix) or mimetypes.guess_type(files[0].name)[0] or "application/octet-stream"
            body = b"\n".join(self._fitted(file, mark) if edition else file.read_bytes() for file in files)
            known = (states, Served(body, media_type))
            current = {"", self.edition.digest, self.edition.digest + BOUND}
            outdated = [key for key in self._read if edition and key[1] not in current]
            for old in outdated or [key for key in self._read if len(key[0]) > 1][:-MOST_TOGETHER]:
                del self._read[old]
            self._read[files, edition] = known
        return answer(request, known[1], for_good=bool(edition) and asked == edition)

    def _fitted(self, file: Path, mark: str) -> bytes:
        """A file as its edition has it: lean, and its imports within the edition."""
        body = file.read_bytes()
        if file.suffix in LEAN and not self._readable:
            body = LEAN[file.suffix](body.decode("utf-8")).encode()
        return self.edition.fitted(body, mark) if file.suffix == ".js" else body

    def board_file(self, request: AnyRequest, game_id: str, path: str) -> Response[bytes]:
        """A file of a game's board; ``printed.json`` is what the loaded content has printed on the components."""
        game = known_game(game_id)
        asked, name = split(path)
        if name.lstrip("/") != "printed.json":
            return self._volume(request, f"/boards/{game_id}", path) or self.file(request, board_of(game), path)
        if game_id not in self._printed:
            self._printed[game_id] = Served(printed_of(game), "application/json")
        return answer(request, self._printed[game_id], for_good=asked in {self.edition.digest, self.edition.digest + BOUND})

    def texts(self, request: AnyRequest, game_id: str, language: str) -> Response[bytes]:
        """A game's catalogue, or the shell's."""
        return answer_kept(request, self._words(game_id, language))

    def texts_address(self, game_id: str, language: str) -> str:
        """Where they are found under an address that may be kept for good."""
        return kept_address(f"/texts/{game_id}/{language}.json", self._words(game_id, language))

    def _words(self, game_id: str, language: str) -> Served:
        if language not in LANGUAGES:
            raise NotFoundException
        key = (game_id, language)
        if key not in self._texts:
            words = shell_words(language) if game_id == "shell" else at_the_table(catalogue(known_game(game_id), language))
            self._texts[key] = Served(msgspec.json.encode(words), "application/json")
        return self._texts[key]


def _names(path: str) -> list[str]:
    """The files that an address means: one, or several style sheets, each once."""
    names = path.lstrip("/").split(",")
    return names if all(name.endswith(".css") for name in names) and len(set(names)) == len(names) else [path]


def _inside(folder: Path, path: str) -> Path:
    """A file of that folder; what lies elsewhere or is hidden is not found."""
    root = folder.resolve()
    try:
        file = (root / path.lstrip("/")).resolve()
        if not file.is_relative_to(root) or any(part.startswith(".") for part in file.relative_to(root).parts):
            raise NotFoundException
    except (OSError, ValueError):
        raise NotFoundException from None
    return file


def folders() -> dict[str, Path]:
    """What the browser loads: the shell and every game's board, by address."""
    found = {"/static": WEB}
    for game_id in installed():
        with suppress(SetupError):
            found[f"/boards/{game_id}"] = board_of(find(game_id))
    return found


def printed() -> dict[str, bytes]:
    """What the loaded content has printed on every game's components."""
    found = {}
    for game_id in installed():
        with suppress(SetupError):
            found[game_id] = printed_of(find(game_id))
    return found


@lru_cache(maxsize=32)
def printed_of(game: Game[Any]) -> bytes:
    return msgspec.json.encode(game.printed())


@lru_cache(maxsize=32)
def book_index(game: Game[Any], language: str) -> Served:
    """What the search of a rulebook looks through."""
    return Served(msgspec.json.encode(index(game, book(game, language))), "application/json")


@lru_cache(maxsize=32)
def book_terms(game: Game[Any], language: str) -> Served:
    """What the terms of a rulebook mean."""
    return Served(msgspec.json.encode(glossary(game, book(game, language))), "application/json")


def terms_address(game_id: str, language: str) -> str:
    """Where they are found under an address that may be kept for good."""
    return kept_address(f"/rulebooks/{game_id}/terms.{language}.json", book_terms(known_game(game_id), language))


def board_of(game: Game[Any]) -> Path:
    """The folder of a game's board: its own, or the plain one for a game that has none (``plainboard.py``)."""
    own = game.folder / "board"
    return own if (own / "board.js").is_file() else PLAIN


def at_the_table(words: Catalogue) -> Catalogue:
    """A game's words without those that only the pages of the rulebook need, or that the coach speaks from the server."""
    return {key: text for key, text in words.items() if not key.startswith((*BOOKISH, *SPOKEN_HERE))}


def known_game(game_id: str) -> Any:
    """An installed game; anything else is not found."""
    if game_id not in installed():
        raise NotFoundException
    try:
        return find(game_id)
    except SetupError:
        raise NotFoundException from None
