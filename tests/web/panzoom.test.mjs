// A map that was moved aside stays there when its frame changes its height, as it does with every longer sentence above it.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.window = new EventTarget();
const { PanZoom } = await import("../../src/casusbelli/web/panzoom.js");

function map() {
  const seen = [];
  const panzoom = new PanZoom(new EventTarget(), [], {
    size: [1000, 800],
    home: () => ({ rect: [0, 0, 1000, 800], into: [0, 0, panzoom.width, panzoom.height], least: 1 }),
    settle: (view) => seen.push(view),
  });
  return panzoom;
}

test("a hidden map has a zoom before it has a size", () => {
  assert.equal(map().zoom, 1);
});

test("at home one stays at home", () => {
  const panzoom = map();
  panzoom.resize(400, 500);
  panzoom.resize(400, 450);
  assert.deepEqual(panzoom.centre, [500, 400]);
  panzoom.destroy();
});

test("what was brought into sight stays in the middle", () => {
  const panzoom = map();
  panzoom.resize(400, 500);
  panzoom.show([700, 300], 1, true);
  panzoom.resize(400, 450);
  assert.deepEqual(panzoom.centre, [700, 300]);
  panzoom.resize(1200, 900); // now the whole map fits
  assert.deepEqual([panzoom.view.x, panzoom.view.y].map((n) => n >= -200), [true, true]);
  panzoom.destroy();
});

test("from home, a map that did not fit and was cut at its edge is still at home", () => {
  const panzoom = map();
  panzoom.resize(400, 900); // higher than the map: held at its upper edge
  assert.equal(panzoom.away, false);
  panzoom.destroy();
});

test("after the stage the map is where the reader had it: at home, or where he had looked", () => {
  const panzoom = map();
  panzoom.resize(400, 500);
  panzoom.attend(true);
  panzoom.show([700, 300], 1, true);
  panzoom.attend(true); // the next beat
  panzoom.show([300, 500], 1, true);
  panzoom.attend(false);
  assert.deepEqual([panzoom.centre, panzoom.away], [[500, 400], false]);
  panzoom.show([600, 450], 2, true);
  panzoom.attend(true);
  panzoom.show([300, 300], 1, true);
  panzoom.resize(400, 450);
  panzoom.attend(false);
  assert.deepEqual([panzoom.centre, panzoom.zoom], [[600, 450], 2]);
  panzoom.attend(false); // no stage before it: nothing moves
  assert.deepEqual(panzoom.centre, [600, 450]);
  panzoom.destroy();
});

test("a map that the reader moves while the stage is on stays there", () => {
  const panzoom = map();
  panzoom.resize(400, 500);
  panzoom.attend(true);
  panzoom.show([700, 300], 1, true);
  panzoom.key("ArrowRight");
  const { centre } = panzoom;
  panzoom.attend(true);
  panzoom.attend(false);
  assert.deepEqual(panzoom.centre, centre);
  panzoom.destroy();
});
