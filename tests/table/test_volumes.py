"""Modules bound in volumes: the same modules, run once, in the same order; what is in doubt is left alone."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from casusbelli.game.registry import installed
from casusbelli.table import edition as editions
from casusbelli.table import leaves
from casusbelli.table.edition import BOUND, Edition
from casusbelli.table.files import Files
from casusbelli.table.lean import Doubt
from casusbelli.table.leaves import leaf
from casusbelli.table.volumes import Volumes
from casusbelli.table.workers import Workers

from .tablekit import Guest, Server

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="no Node here")

TREE = {
    "static/early.js": "export const early = { told: 0 };\nearly.told += 1;\n",
    "static/said.js": 'export const said = [];\nexport function say(...words) {\n  said.push(...words);\n}\nsay("said");\n',
    "static/forms.js": """import { say as tell } from "./said.js";
// export const nothing = 1;
export const one = `
import { no } from "./nowhere.js";
${[1].map((n) => n + 1).join()}`;
export const { two, three: third } = { two: 2, three: 3 };
export class Four {}
export async function five() {
  return await 5;
}
const six = 6, seven = 7;
export { six, seven as sieben };
export default class Eight extends Four {}
tell("forms");
""",
    "static/passed.js": """export * from "./forms.js";
export { say as speak } from "./said.js";
export const one = "own";
export default [1, 2];
""",
    "static/shell.js": """import "./passed.js";
import Eight, * as forms from "./forms.js";
import list, { one, speak, two } from "./passed.js";
import { early } from "./early.js";
import { said } from "./said.js";

async function start() {
  early.told += 10;
  speak("shell");
  const later = await import("./later.js");
  const board = await import(`${import.meta.url.replace("static", "boards/go").replace("shell.js", "board.js")}`);
  later.more();
  board.play();
  console.log(JSON.stringify({
    said, list, one, two, told: early.told, third: forms.third, written: forms.one, five: await forms.five(),
    same: forms.default === Eight && new Eight() instanceof forms.Four && board.Four === forms.Four,
    given: [forms, board, await import("./passed.js")].map((all) => Object.keys(all).filter((name) => /^\\w/.test(name)).sort()),
    board: [board.default, board.styles],
  }));
}
void start();
""",
    "static/later.js": """import { say } from "./said.js";
import { deep } from "./deep.js";
export const more = () => say(deep);
""",
    "static/deep.js": 'import { early } from "./early.js";\nexport const deep = `deep ${early.told}`;\n',
    "static/tools.js": "export const tool = 1;\n",
    "boards/go/board.js": """import { Four } from "/static/forms.js";
import { say } from "/static/said.js";
import { tool } from "/static/tools.js";
import { map } from "./map.js";
export const styles = ["board.css"];
export { Four };
export function play() {
  say("board", map, tool);
}
export default "board";
""",
    "boards/go/map.js": 'export const map = new URL("map.json", import.meta.url).pathname.split("/").at(-1);\n',
    "boards/odd/board.js": 'import { tool } from "/static/tools.js";\nexport let score = tool;\n',
}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(editions, "LOOK_AGAIN", -1.0)
    for path, text in TREE.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    return tmp_path


def edition(tree: Path) -> Edition:
    return Edition(lambda: {f"/{name}": tree / name for name in ("static", "boards/go", "boards/odd")})


def run(folder: Path) -> str:
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    return subprocess.run(["node", folder / "static" / "shell.js"], capture_output=True, text=True, check=True).stdout


@needs_node
def test_bound_modules_do_what_they_did(tree: Path, tmp_path: Path) -> None:
    present, unbound, bound = edition(tree), tmp_path / "unbound", tmp_path / "bound"
    volumes = Volumes(present)
    for path, text in TREE.items():
        sent = volumes.script(f"/{path}")
        for folder, script in ((unbound, text), (bound, text if sent is None else sent)):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            fitted = script.replace(f"/~{present.digest}{BOUND}/", "/").replace('"/static/', f'"{folder.as_uri()}/static/')
            (folder / path).write_text(fitted.replace('"/boards/', f'"{folder.as_uri()}/boards/'), "utf-8")
    assert json.loads(run(bound)) == json.loads(run(unbound))
    (bound / "static" / "said.js").write_text("export const said = [];", "utf-8")
    assert '"forms"' in run(bound), "nobody asks for what lies in a volume"


def test_a_page_fetches_two_volumes_and_what_runs_before_them(tree: Path) -> None:
    present = edition(tree)
    volumes = Volumes(present)
    shell, board = volumes.script("/static/shell.js"), volumes.script("/boards/go/board.js")
    assert shell is not None and board is not None and volumes.binds("/boards/go/board.js")
    assert shell.count('from"') == 1 and present.address("/static/early.js", BOUND) in shell
    assert board.count('from"') == board.count(present.address("/static/shell.js", BOUND)) == 3
    assert volumes.script("/static/early.js") is None, "it is sent as it is"


def test_a_board_that_cannot_be_bound_has_a_page_without_volumes(tree: Path) -> None:
    volumes = Volumes(edition(tree))
    assert not volumes.binds("/boards/odd/board.js") and volumes.binds("/boards/go/board.js")
    assert volumes.script("/boards/odd/board.js") is None
    (tree / "boards/odd/board.js").write_text('import { tool } from "/static/tools.js";\nexport const score = tool;\n')
    assert volumes.binds("/boards/odd/board.js"), "a change is seen"
    (tree / "static/said.js").write_text("await 1;\nexport const said = [], say = 1;\n")
    assert not volumes.binds("/boards/go/board.js")


@pytest.mark.parametrize(
    "doubtful",
    [
        "export let a = 1;",
        "export const a = 1, b = 2;",
        "export const [a] = [1];",
        "export const { a = 1 } = {};",
        "export default class {}",
        "export default function () {}",
        'export * as a from "./a.js";',
        "import a from './a.js';",
        "const a = await b;",
        "const a = [await b];",
        "if (a) { await b; }",
        "async function a() { await b; }\nawait a();",
        "const a = async () => await b;\nf(await a());",
        "const $$a = 1;",
        "export",
        "",
    ],
)
def test_what_is_in_doubt_is_not_bound(doubtful: str) -> None:
    with pytest.raises(Doubt):
        leaf(doubtful)


@pytest.mark.parametrize(
    "clear",
    [
        "const a = async () => await b;",
        "const a = { async b() { if (c) await d; } };",
        "class A { async b() { for (const c of d) { await c; } } }",
        "f(async (a) => { await a; });",
        "export const a = (b, c) => [b, c];",
        "export function a() {}\nconst b = 1, c = 2;",
        'const a = import("./a.js"), b = import.meta.url;',
        "const a = { import: 1, export: 2 };\na.export = a.import;",
    ],
)
def test_what_only_looks_doubtful_is_bound(clear: str) -> None:
    assert "".join(part for part in leaf(clear).body if isinstance(part, str))


def test_every_table_of_ours_is_bound() -> None:
    files = Files()
    assert [files.mark_of(game_id) for game_id in installed()] == [BOUND] * len(installed())
    assert Files(readable=True).mark_of("churchill") == ""


def test_volumes_are_prepared_while_others_are_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """The modules are read in a process of its own; a page of a table waits for that, and nobody reads them here."""
    at_hand = Files()
    at_hand.bind()
    monkeypatch.setattr(leaves, "READ", {})
    files = Files()

    async def prepare() -> list[str]:
        order = []

        async def wait() -> None:
            await files.prepared()
            order.append("page")

        await files.prepared()  # before: whoever comes then binds for himself
        preparing = asyncio.create_task(files.prepare())
        await asyncio.sleep(0)
        waiting = asyncio.create_task(wait())
        monkeypatch.setattr(leaves, "read", lambda text: pytest.fail("read in this process"))
        await preparing
        order.append("volumes")
        await waiting
        return order

    assert set(asyncio.run(prepare())) == {"volumes", "page"}
    for path, (_, served) in at_hand._bound.items():
        prepared = files._bound[path][1]
        assert served is not None and prepared is not None and prepared.body == served.body


def test_volumes_are_bound_even_if_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(Workers, "run", fails)
    files = Files()
    asyncio.run(files.prepare())
    assert all(served is not None for _, served in files._bound.values()) and len(files._bound) > len(installed())


@needs_node
def test_every_volume_of_ours_can_be_read(tmp_path: Path) -> None:
    files = Files()
    volumes = Volumes(files.edition)
    boards = files.edition.boards()
    for n, path in enumerate(["/static/shell.js", "/static/analysis.js", "/static/coach.js", "/static/sandbox.js", *boards]):
        script = volumes.script(path)
        assert script is not None, path
        (tmp_path / f"{n}.mjs").write_text(script, "utf-8")
        subprocess.run(["node", "--check", tmp_path / f"{n}.mjs"], check=True)


def test_only_files_of_the_edition_are_sent(server: Server) -> None:
    digest = Files().edition.digest + BOUND
    guest = Guest(server)
    for path, status in {
        f"/static/~{digest}/shell.js": 200,
        f"/static/~{digest}/dom.js": 200,
        f"/boards/miniature/~{digest}/board.js": 200,
        f"/static/~{digest}/tokens.css": 200,
        f"/static/~{digest}/nothing.js": 404,
        f"/static/~{digest}/..%2f..%2fgames%2fchurchill%2fboard%2fboard.js": 404,
        f"/boards/nothing/~{digest}/board.js": 404,
    }.items():
        assert guest.http.get(path).status_code == status, path
    old = guest.http.get(f"/static/~{'0' * 16}{BOUND}/shell.js")
    assert old.status_code == 200 and old.headers["cache-control"] == "no-cache", "another edition's address is not for good"
    guest.close()
