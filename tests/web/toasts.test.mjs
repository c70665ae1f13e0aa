// Where advice lies that stays as long as its question: over as little as may be of what can be touched.

import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./page.mjs";

page();
const { berth } = await import("../../src/casusbelli/web/dialogs.js");

const FIELD = { left: 0, top: 100, right: 1000, bottom: 700 };
const SIZE = { width: 400, height: 60 };
const box = (left, top, width, height) => ({ left, top, right: left + width, bottom: top + height });

test("in the middle of the upper edge, where nothing lies there", () => {
  assert.deepEqual(berth(FIELD, SIZE, []), [300, 110]);
  assert.deepEqual(berth(FIELD, SIZE, [box(0, 100, 150, 90), box(850, 100, 150, 90)]), [300, 110]);
});

test("beside a plate rather than over it; where all places are taken, over the least", () => {
  assert.deepEqual(berth(FIELD, SIZE, [box(250, 105, 130, 70)]), [445, 110], "a little to the right");
  const row = [box(0, 100, 1000, 70), box(0, 230, 1000, 70), box(0, 360, 1000, 70), box(0, 490, 1000, 70), box(0, 620, 1000, 70)];
  row[0].weight = 10;
  assert.deepEqual(berth(FIELD, SIZE, row), [300, 240], "what can be chosen counts for more");
  const hand = box(0, 600, 1000, 100);
  const upper = [box(0, 100, 1000, 70), hand];
  assert.deepEqual(berth(FIELD, SIZE, upper), [300, 240], "neither over the row above nor over the hand");
});
