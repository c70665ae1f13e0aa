// Pieces glide when they have moved, not when the map was turned to another place under all of them.

import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./page.mjs";

page();
const { strides, way } = await import("../../src/casusbelli/web/scenery.js");

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

test("a marker that has come out of the drawing of another box has moved, although it lies alike in both", () => {
  const was = { x: 100, y: 200, drawing: "third box", frame: frame(1, 90, 190) };
  const is = { x: 140, y: 200, drawing: "fourth box", frame: frame(1, 130, 190) };
  assert.deepEqual(way(was, is, 0, 0), [-40, 0]);
  assert.deepEqual(way(was, { ...is, drawing: "third box" }, 0, 0), [0, 0]);
});

test("a piece that walks rests in every box on its way", () => {
  const box = (x) => ({ x, y: 10, width: 20, height: 20 });
  assert.deepEqual(strides([box(30), box(60), box(90)]), [[-60, 0], [-30, 0]]);
  assert.deepEqual(strides([box(30)]), []);
  assert.deepEqual(strides([]), []);
  assert.deepEqual(strides([undefined, box(30)]), [], "a track that is folded has no boxes");
});
