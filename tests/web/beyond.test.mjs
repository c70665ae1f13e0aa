// Which arrow at the edge of a map brings in a place that its window does not show, or that lies under something.

import assert from "node:assert/strict";
import { test } from "node:test";
import { roomBeside, wayTo } from "../../src/casusbelli/web/beyond.js";

const box = (left, top, right, bottom) => ({ left, top, right, bottom });
const ROOM = box(0, 0, 400, 300);
const FAR = { left: 999, right: 999, up: 999, down: 999 };

test("what is seen needs no arrow, what lies beyond an edge the one of that edge", () => {
  assert.equal(wayTo(box(10, 10, 40, 40), ROOM, [], FAR), null);
  assert.deepEqual(wayTo(box(390, 10, 420, 40), ROOM, [], FAR), { way: "right", far: 28 });
  assert.deepEqual(wayTo(box(10, -50, 40, -20), ROOM, [], FAR), { way: "up", far: 58 });
});

test("an arrow that could not move the map is none", () => {
  assert.equal(wayTo(box(390, 10, 420, 40), ROOM, [], { ...FAR, right: 0 }), null);
  assert.equal(wayTo(box(390, 290, 420, 340), ROOM, [], { ...FAR, right: 0 })?.way, "down");
});

test("a place under a lid comes out from under it by the shortest way that the map can go", () => {
  const lid = box(300, 200, 400, 300);
  const place = box(310, 240, 340, 270);
  assert.equal(wayTo(place, ROOM, [lid], FAR)?.way, "right");
  assert.equal(wayTo(place, ROOM, [lid], { ...FAR, right: 10 })?.way, "down");
  assert.equal(wayTo(box(280, 240, 304, 270), ROOM, [lid], FAR), null); // its rim is not hidden
});

test("a lid along a whole side is the edge of the window", () => {
  assert.deepEqual(roomBeside(ROOM, [box(-5, 200, 405, 300)]), box(0, 0, 400, 200));
  assert.deepEqual(roomBeside(ROOM, [box(0, 0, 90, 300)]), box(90, 0, 400, 300));
  assert.deepEqual(roomBeside(ROOM, [box(300, 200, 400, 300)]), ROOM);
  assert.deepEqual(roomBeside(ROOM, [box(-10, -10, 500, 500)]), ROOM); // over all of it: the map is not asked now
});
