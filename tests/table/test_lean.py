"""Scripts and style sheets without comments: nothing else goes, and where there is a doubt nothing goes at all."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from casusbelli.table.files import folders
from casusbelli.table.lean import lean_script, lean_style

ROOT = Path(__file__).parents[2]
SCRIPTS = [file for folder in folders().values() for file in sorted(folder.rglob("*.js"))]
STYLES = [file for folder in folders().values() for file in sorted(folder.rglob("*.css"))]
ACORN = ROOT / "node_modules" / "acorn" / "dist" / "acorn.mjs"


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("a = 1; // one\n  b = 2;\n", "a=1;\nb=2;\n"),
        ("/** Says\n * nothing. */\nlet a;\n", "\n\nlet a;\n"),
        ("return/* of it */a", "return a"),
        ("/*! © somebody */ a", "/*! © somebody */ a"),
        ("a = 'it//s'; b = \"/* b */\";", "a='it//s';b=\"/* b */\";"),
        ("a = `\n   // ${b /* c */ + `  ${ d }  `} {\n  `; // e", "a=`\n   // ${b + `  ${d}  `} {\n  `;"),
        ("a = b / c; // half\nd = /[/*'\"]\\//g; // pattern", "a=b / c;\nd=/[/*'\"]\\//g;"),
        ("if (a) /'/.test(b); // c", "if(a)/'/.test(b);"),
        ("a = (b) / c; d = e[0] / 'f'.length; // g", "a=(b)/ c;d=e[0]/ 'f'.length;"),
        ("return /'/ // a", "return /'/ "),
        ("a.return / b / c // d", "a.return / b / c "),
        ("a - -b; a + +b; a++ + b", "a - -b;a + +b;a++ + b"),
        ("async (a) => { await a; }", "async(a)=>{await a;}"),
    ],
)
def test_only_what_says_nothing_is_left_out(written: str, sent: str) -> None:
    assert lean_script(written).rstrip(" ") == sent.rstrip(" ")


@pytest.mark.parametrize(
    "doubtful",
    [
        "#!/usr/bin/env node\n// a\n",
        "}\n  /a/.test(b); // c",
        "a = {} / b; // c",
        "a++ / b; // c",
        "a = 'open\n // b",
        "a = `open // b",
        "a = /open\n // b",
        "a = (b]; // c",
        "a = (b; // c",
        "a = b); // c",
    ],
)
def test_what_cannot_be_read_beyond_doubt_is_sent_as_it_was_written(doubtful: str) -> None:
    assert lean_script(doubtful) == doubtful


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("/* all */\n.a {\n  color: red; /* not blue */\n}\n", "\n.a {\ncolor: red; \n}\n"),
        (".a/* or */.b, .c /* d */ .e {}", ".a/**/.b, .c  .e {}"),
        (".a::before { content: '/* a */  '; }", ".a::before { content: '/* a */  '; }"),
        (".a { background: url(x/*.png); }\n/*! © */", ".a { background: url(x/*.png); }\n/*! © */"),
    ],
)
def test_style_sheets_lose_comments_and_indentation(written: str, sent: str) -> None:
    assert lean_style(written) == sent


def test_every_line_stays_where_it_is() -> None:
    assert len(SCRIPTS) > 150
    for file in SCRIPTS:
        text = file.read_text("utf-8")
        lean = lean_script(text)
        assert lean.count("\n") == text.count("\n"), file
        assert len(lean) < len(text), f"{file} could not be read"
    for file in STYLES:
        text = file.read_text("utf-8")
        assert lean_style(text).count("\n") == text.count("\n"), file


@pytest.mark.skipif(shutil.which("node") is None or not ACORN.is_file(), reason="no Node with the checkers here")
def test_every_module_means_the_same_as_before(tmp_path: Path) -> None:
    texts = [file.read_text("utf-8") for file in SCRIPTS]
    (tmp_path / "pairs.json").write_text(json.dumps([[text, lean_script(text)] for text in texts]), "utf-8")
    (tmp_path / "compare.mjs").write_text(
        f"""import {{ readFileSync }} from "node:fs";
        import {{ parse }} from {json.dumps(ACORN.as_uri())};
        const said = (text) => JSON.stringify(parse(text, {{ ecmaVersion: "latest", sourceType: "module", allowHashBang: true }}),
          (key, value) => (key === "start" || key === "end" ? undefined : typeof value === "bigint" ? String(value) : value));
        const pairs = JSON.parse(readFileSync({json.dumps(str(tmp_path / "pairs.json"))}, "utf8"));
        console.log(JSON.stringify(pairs.flatMap(([a, b], n) => (said(a) === said(b) ? [] : [n]))));""",
        "utf-8",
    )
    done = subprocess.run(["node", tmp_path / "compare.mjs"], capture_output=True, text=True, check=True)
    assert [SCRIPTS[n] for n in json.loads(done.stdout)] == []
