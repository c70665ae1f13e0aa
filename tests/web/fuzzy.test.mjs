import assert from "node:assert/strict";
import test from "node:test";

import { score, search } from "../../src/casusbelli/web/fuzzy.js";

const OPTIONS = ["Move army 3 to Samara", "Move army 2 to Samara", "Defend Samara", "Pass"];

test("every word of the query must be found", () => {
  assert.deepEqual(search("mo 3 sam", OPTIONS, String), ["Move army 3 to Samara"]);
  assert.equal(score("move kiev", OPTIONS[0]), 0);
});

test("whole words come before beginnings, beginnings before parts", () => {
  assert.deepEqual(search("pass", ["Compass", "Passage", "Pass"], String), ["Pass", "Passage", "Compass"]);
});

test("accents and case do not matter, and letters may be left out", () => {
  assert.ok(score("PERU", "Perù"));
  assert.ok(score("smr", "Samara"));
  assert.equal(score("mrs", "Samara"), 0);
});

test("an empty query keeps everything in its order", () => {
  assert.deepEqual(search("", OPTIONS, String, 2), OPTIONS.slice(0, 2));
});
