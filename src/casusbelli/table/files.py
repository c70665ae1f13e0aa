"""Files and catalogues, served from memory with an entity tag: a browser asks again, and mostly hears "not modified"."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import NotFoundException

from casusbelli.game import LANGUAGES, Game
from casusbelli.game.registry import find, installed
from casusbelli.kernel import SetupError
from casusbelli.words.texts import Catalogue, catalogue

from .edition import Edition, split
from .words import WEB, shell_words

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
COMPRESSED_FROM = 1024
FOR_GOOD = "public, max-age=31536000, immutable"
PLAIN = WEB / "plain"
BOOKISH = ("history.", "where.", "reference.")
SPOKEN_HERE = ("lesson.", "question.", "exercise.")


class Served(msgspec.Struct, frozen=True):
    """Something ready to be sent."""

    body: bytes
    small: bytes | None
    media_type: str
    tag: str


def serve(body: bytes, media_type: str) -> Served:
    is_text = media_type.startswith("text/") or media_type in {"image/svg+xml", "application/json"}
    small = gzip.compress(body, 6, mtime=0) if is_text and len(body) >= COMPRESSED_FROM else None
    return Served(body, small, media_type, f'"{hashlib.sha256(body).hexdigest()[:20]}"')


def answer(request: AnyRequest, served: Served, *, for_good: bool = False) -> Response[bytes]:
    """The thing itself, or the news that the browser has it already. ``for_good``: its address never means anything else."""
    headers = {"ETag": served.tag, "Cache-Control": FOR_GOOD if for_good else "no-cache", "Vary": "Accept-Encoding"}
    tags = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
    if served.tag in tags:
        return Response(b"", status_code=304, headers=headers)
    body = served.body
    if served.small is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = served.small
        headers["Content-Encoding"] = "gzip"
    return Response(body, media_type=served.media_type, headers=headers)


class Files:
    """The files of some folders. What has changed on disk is read again."""

    def __init__(self) -> None:
        self.edition = Edition(folders)
        self._read: dict[tuple[Path, str], tuple[int, int, Served]] = {}
        self._texts: dict[tuple[str, str], Served] = {}
        self._printed: dict[str, Served] = {}

    def file(self, request: AnyRequest, folder: Path, path: str) -> Response[bytes]:
        """A file inside the folder; anything else is not found."""
        root = folder.resolve()
        asked, path = split(path)
        edition = self.edition.digest if asked else ""
        try:
            file = (root / path.lstrip("/")).resolve()
            if not file.is_relative_to(root) or any(part.startswith(".") for part in file.relative_to(root).parts):
                raise NotFoundException
            status = file.stat()
        except (OSError, ValueError):
            raise NotFoundException from None
        known = self._read.get((file, edition))
        if known is None or known[:2] != (status.st_mtime_ns, status.st_size):
            if not file.is_file():
                raise NotFoundException
            media_type = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            body = file.read_bytes()
            if edition and file.suffix == ".js":
                body = self.edition.fitted(body)
            known = (status.st_mtime_ns, status.st_size, serve(body, media_type))
            for old in [key for key in self._read if edition and key[1] not in {"", edition}]:
                del self._read[old]
            self._read[file, edition] = known
        return answer(request, known[2], for_good=bool(edition) and asked == edition)

    def board_file(self, request: AnyRequest, game_id: str, path: str) -> Response[bytes]:
        """A file of a game's board; ``printed.json`` is what the loaded content has printed on the components."""
        game = known_game(game_id)
        if split(path)[1].lstrip("/") != "printed.json":
            return self.file(request, board_of(game), path)
        if game_id not in self._printed:
            self._printed[game_id] = serve(msgspec.json.encode(game.printed()), "application/json")
        return answer(request, self._printed[game_id])

    def texts(self, request: AnyRequest, game_id: str, language: str) -> Response[bytes]:
        """A game's catalogue, or the shell's."""
        if language not in LANGUAGES:
            raise NotFoundException
        key = (game_id, language)
        if key not in self._texts:
            words = shell_words(language) if game_id == "shell" else at_the_table(catalogue(known_game(game_id), language))
            self._texts[key] = serve(msgspec.json.encode(words), "application/json")
        return answer(request, self._texts[key])


def folders() -> dict[str, Path]:
    """What the browser loads: the shell and every game's board, by address."""
    found = {"/static": WEB}
    for game_id in installed():
        with suppress(SetupError):
            found[f"/boards/{game_id}"] = board_of(find(game_id))
    return found


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
