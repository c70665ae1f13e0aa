import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { apply, beatFrames } from "../../src/casusbelli/web/beats.js";

const vectors = JSON.parse(readFileSync(new URL("../beats_vectors.json", import.meta.url), "utf8"));

for (const { name, old, change, new: wanted } of vectors) {
  test(`a change is applied to a copy: ${name}`, () => {
    const before = JSON.stringify(old);
    assert.equal(JSON.stringify(apply(old, change)), JSON.stringify(wanted));
    assert.equal(JSON.stringify(old), before);
  });
}

test("beats come in the order in which they happened, ask nothing, and tell one event each", () => {
  const log = ["x", "y", "z"].map((kind) => ({ kind, params: {} }));
  const beats = [{ at: 1, back: { "+": { n: 1 } } }, { at: 2, back: { "+": { n: 2 } } }];
  const frame = { view: { n: 3 }, log, beats, ask: { options: [] }, undo: true, events: { from: 1, list: log.slice(1) } };
  const found = beatFrames(frame);
  assert.deepEqual(found.map(({ view }) => view.n), [1, 2]);
  assert.deepEqual(found.map(({ events }) => events.list[0].kind), ["y", "z"]);
  assert.ok(found.every(({ ask, undo, staged }) => ask === null && !undo && staged));
  assert.equal(found[0].log.length, 2);
  assert.equal(frame.view.n, 3);
});

test("a frame without beats has none", () => {
  assert.deepEqual(beatFrames({ view: {}, log: [] }), []);
});
