// A map that is larger than its window opens where most of what can be chosen lies.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.window = new EventTarget();
const { fullest } = await import("../../src/casusbelli/web/panzoom.js");

const box = (left, top) => ({ left, top, right: left + 40, bottom: top + 40 });

test("the window holds as many places as it can, and shows them in its middle", () => {
  const far = box(900, 0);
  const near = [box(0, 0), box(60, 20), box(120, 200)];
  const { count, x, y } = fullest([far, ...near], 300, 300);
  assert.equal(count, 3);
  for (const { left, top, right, bottom } of near) assert.ok(left >= x && right <= x + 300 && top >= y && bottom <= y + 300);
  assert.equal(x, -(300 - 160) / 2);
});

test("where nothing else fits, one place does", () => {
  assert.equal(fullest([box(0, 0), box(500, 500)], 100, 100).count, 1);
});
