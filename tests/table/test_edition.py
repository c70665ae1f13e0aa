"""Addresses that change with what they stand for, and the modules a page names beforehand."""

from __future__ import annotations

from pathlib import Path

import pytest

from casusbelli.table import edition as editions
from casusbelli.table.edition import Edition, split, together
from casusbelli.table.files import folders


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(editions, "LOOK_AGAIN", -1.0)
    for path, text in {
        "web/shell.js": 'import "./chips.js";\nimport { el } from "./dom.js";\n',
        "web/chips.js": 'import { el } from "./dom.js";\n',
        "web/dom.js": "export const el = 1;\n",
        "web/lazy.js": 'export { el } from "./dom.js";\n',
        "board/board.js": 'import {\n  html,\n  paint,\n} from "/static/dom.js";\nexport * from "./map.js";\n',
        "board/map.js": "",
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def edition(tree: Path) -> Edition:
    return Edition(lambda: {"/static": tree / "web", "/boards/go": tree / "board"})


def test_an_address_changes_with_any_file_and_only_then(tree: Path) -> None:
    present = edition(tree)
    first = present.address("/static/shell.js")
    assert split(first.removeprefix("/static")) == (present.digest, "shell.js")
    assert first == edition(tree).address("/static/shell.js")
    (tree / "board" / "map.js").write_text("// changed\n")
    assert present.address("/static/shell.js") != first
    assert present.address("/texts/shell/en.json") == "/texts/shell/en.json"


def test_a_page_names_what_its_modules_import(tree: Path) -> None:
    present = edition(tree)
    needed = present.modules("/static/shell.js", "/boards/go/board.js")
    paths = ["/static/shell.js", "/boards/go/board.js", "/static/chips.js", "/static/dom.js", "/boards/go/map.js"]
    assert needed == paths


def test_a_page_names_what_its_board_asks_for_when_it_is_there(tree: Path) -> None:
    present = edition(tree)
    told = 'export const styles = ["board.css", "map.css"];\nfetch(new URL("map.json", import.meta.url));\n'
    (tree / "board" / "board.js").write_text(told + '["map.json", "printed.json"].map(read);\n')
    assert present.styles("/boards/go/board.js") == ["/boards/go/board.css,map.css"]
    assert present.data("/boards/go/board.js") == ["/boards/go/map.json", "/boards/go/printed.json"]
    assert present.styles("/boards/go/map.js") == present.data("/boards/go/map.js") == []


def test_style_sheets_of_one_folder_are_fetched_as_one() -> None:
    assert together(["a.css", "b.css"]) == ["a.css,b.css"] and together(["a.css"]) == ["a.css"] and together([]) == []
    assert together(["a.css", "deep/b.css"]) == ["a.css", "deep/b.css"], "pictures in it are found beside it"


def test_a_board_takes_the_shared_modules_of_its_own_edition(tree: Path) -> None:
    present = edition(tree)
    script = (tree / "board" / "board.js").read_bytes()
    assert f'from "/static/~{present.digest}/dom.js"'.encode() in present.fitted(script)
    assert present.fitted(present.fitted(script)) == present.fitted(script)


def test_every_module_of_every_table_is_found() -> None:
    present = Edition(folders)
    for board in [path for path in folders() if path.startswith("/boards/")]:
        for path in present.modules("/static/shell.js", f"{board}/board.js"):
            assert present.holds(path), path
