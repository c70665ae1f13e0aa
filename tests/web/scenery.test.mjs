// Pieces glide when they have moved, not when the map was turned to another place under all of them.

import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./page.mjs";

page();
const { way } = await import("../../src/casusbelli/web/scenery.js");

const frame = (scale, e, f) => ({ a: scale, d: scale, e, f });

test("a piece of a map that was turned and enlarged has not moved", () => {
  const was = { x: 100, y: 200, frame: frame(1, 0, 0) };
  assert.deepEqual(way(was, { x: 150, y: 380, frame: frame(2, -50, -20) }, 0, 30), [0, 0]);
});

test("what has moved on it comes from there, in pixels of now", () => {
  const was = { x: 90, y: 200, frame: frame(1, 0, 0) };
  assert.deepEqual(way(was, { x: 150, y: 380, frame: frame(2, -50, -20) }, 0, 30), [-20, 0]);
});

test("beside a map the motion of the whole board is left out", () => {
  assert.deepEqual(way({ x: 10, y: 50, frame: null }, { x: 10, y: 80, frame: null }, 0, 30), [0, 0]);
  assert.deepEqual(way({ x: 10, y: 50, frame: null }, { x: 40, y: 80, frame: null }, 0, 30), [-30, 0]);
});
