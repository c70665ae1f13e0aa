// The writer of GIFs, and which moments of a war a film shows. What it writes is read again by Pillow in test_film.py.

import assert from "node:assert/strict";
import test from "node:test";

import { momentsOf } from "../../src/casusbelli/web/film.js";
import { gifOf, indexed, paletteOf } from "../../src/casusbelli/web/gif.js";

const picture = (width, colours) => ({ width, height: colours.length / width, data: Uint8ClampedArray.from(colours.flatMap((colour) => [...colour, 255])) });
const [RED, BLUE, GREY] = [[200, 0, 0], [0, 0, 200], [120, 120, 120]];

test("a film begins at the beginning, ends at the end, and shows every chapter's", () => {
  assert.deepEqual(momentsOf(0, 4, [2], 10), [0, 1, 2, 3, 4]);
  const many = momentsOf(0, 600, [100, 200, 300, 900], 60);
  assert.ok(many.length <= 60 && many[0] === 0 && many.at(-1) === 600 && [100, 200, 300].every((at) => many.includes(at)) && !many.includes(900));
  assert.deepEqual(momentsOf(5, 5, [], 60), [5]);
});

test("few colours are kept as they are, many are gathered", () => {
  const plain = paletteOf([picture(3, [RED, BLUE, GREY])]);
  assert.deepEqual(plain.toSorted((a, b) => a[0] - b[0]).map(([r, g, b]) => [r & 0xfc, g & 0xfc, b & 0xfc]), [BLUE, GREY, RED]);
  assert.deepEqual([...indexed(picture(2, [RED, BLUE]), [BLUE, RED])], [1, 0]);
  const many = picture(64, Array.from({ length: 4096 }, (_, n) => [n % 256, (n * 7) % 256, (n * 13) % 256]));
  assert.equal(paletteOf([many]).length, 64);
});

test("a file begins and ends as GIFs do, and what has not changed is not written again", () => {
  const [one, other] = [picture(4, Array(16).fill(RED)), picture(4, [...Array(15).fill(RED), BLUE])];
  const file = gifOf([one, other, other], [100, 100, 500]);
  assert.equal(String.fromCharCode(...file.slice(0, 6)), "GIF89a");
  assert.equal(file.at(-1), 0x3b);
  const twice = gifOf([one, one], [100, 100]);
  assert.ok(twice.length < gifOf([one, other], [100, 100]).length + 4);
});
