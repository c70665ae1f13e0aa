"""What the page writes as a GIF is what Pillow reads: every pixel of every frame, after the palette."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import casusbelli

GIF = Path(casusbelli.__file__).parent / "web" / "gif.js"
WRITE = """
import { writeFileSync } from "node:fs";
import { gifOf, indexed, paletteOf } from %s;
const [wide, high, frames] = [97, 61, 5];
let seed = 7;
const dice = () => (seed = (seed * 1103515245 + 12345) %% 2147483648) / 2147483648;
const blank = () => new Uint8ClampedArray(wide * high * 4).fill(255);
const pictures = Array.from({ length: frames }, () => ({ width: wide, height: high, data: blank() }));
pictures.forEach(({ data }, n) => {
  for (let i = 0; i < wide * high; i += 1) {
    const noise = n %% 2 && i > 900 && i < 2500 ? dice() * 255 : 0;
    data.set([(i %% wide) * 2, Math.floor(i / wide) * 4, noise], 4 * i);
  }
});
writeFileSync(process.argv[1], gifOf(pictures, [100, 100, 100, 100, 900]));
const palette = paletteOf(pictures);
const all = pictures.map((each) => [...indexed(each, palette)].map((k) => palette[k]));
writeFileSync(process.argv[1] + ".json", JSON.stringify(all));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_a_film_is_read_as_it_was_written(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    file = tmp_path / "war.gif"
    script = WRITE % json.dumps(GIF.as_uri())
    subprocess.run(["node", "--input-type=module", "-e", script, str(file)], check=True, timeout=60)
    wanted = json.loads((tmp_path / "war.gif.json").read_text())
    with image.open(file) as film:
        assert film.size == (97, 61) and film.n_frames == 5 and film.info.get("loop") == 0
        for n, frame in enumerate(wanted):
            film.seek(n)
            assert film.info["duration"] == (900 if n == 4 else 100)
            assert film.convert("RGB").tobytes() == bytes(part for pixel in frame for part in pixel), f"frame {n}"
