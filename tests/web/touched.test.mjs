import assert from "node:assert/strict";
import test from "node:test";

import { lastTouched, MOST, ofOthers } from "../../src/casusbelli/web/touched.js";

const told = (...names) => names.map((at) => ({ kind: "moved", params: { at } }));
const valuesOf = (events) => new Set(events.map(({ params }) => params.at));

test("all that was touched since the last choice is marked, not only what came with the last frame", () => {
  const pieces = [["paris"], ["egypt"], ["berlin", "ruhr"], ["kiev"]];
  assert.deepEqual([...lastTouched(told("paris", "egypt", "turn"), valuesOf, pieces)].toSorted(), ["egypt", "paris", "turn"]);
});

test("where that would be too much, the latest of it; the very last in any case", () => {
  const many = Array.from({ length: MOST + 1 }, (_, n) => [`place ${n}`]);
  const all = many.map(([name]) => name);
  assert.deepEqual(lastTouched(told(...all), valuesOf, many), new Set(all.slice(1)));
  const crowd = many.map(() => ["army"]);
  assert.deepEqual(lastTouched(told("army"), valuesOf, crowd), new Set(["army"]));
  assert.deepEqual(lastTouched([], valuesOf, many), new Set());
});

test("what one did oneself is marked only where nobody else did anything", () => {
  const actorOf = ({ params }) => params.by ?? null;
  const mine = { kind: "drew", params: { by: "axis" } };
  const theirs = { kind: "began", params: { by: "allied" } };
  const turn = { kind: "turn", params: {} };
  assert.deepEqual(ofOthers([mine, theirs, turn], actorOf, "axis"), [theirs]);
  assert.deepEqual(ofOthers([mine, turn], actorOf, "axis"), [mine, turn]);
});
