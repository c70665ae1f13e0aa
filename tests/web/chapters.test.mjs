import assert from "node:assert/strict";
import test from "node:test";

import { chapters, choiceOf, groups, recapFrom } from "../../src/casusbelli/web/chapters.js";

const log = ["setup", "turn", "play", "cost", "win", "turn", "pass"].map((kind, n) => ({ kind, n }));
const acts = [1, 4, 4, 6]; // before the first choice one event, before the second four, the second told nothing …
const isHeading = ({ kind }) => kind === "turn";

test("an event came with the last choice before which it had not been told", () => {
  assert.deepEqual([0, 1, 3, 4, 5, 6].map((k) => choiceOf(acts, k)), [0, 1, 1, 3, 3, 4]);
  assert.equal(choiceOf([], 5), 0);
});

test("what came with one choice is one group; a heading stands alone", () => {
  assert.deepEqual(groups(log, acts, isHeading), [
    { from: 0, count: 1, heading: false },
    { from: 1, count: 1, heading: true },
    { from: 2, count: 2, heading: false },
    { from: 4, count: 1, heading: false },
    { from: 5, count: 1, heading: true },
    { from: 6, count: 1, heading: false },
  ]);
});

test("headings are chapters, at the choice they came with", () => {
  assert.deepEqual(chapters(log, acts, isHeading), [{ k: 1, n: 1 }, { k: 5, n: 3 }]);
});

test("a recap begins at one's last choice, or with the turn of somebody else in which that was but an answer", () => {
  const turns = [{ of: "red" }, {}, {}, { of: "blue" }, {}, {}];
  const turnOf = ({ of = null }) => of;
  assert.equal(recapFrom(turns, 2, turnOf, "red"), 2);
  assert.equal(recapFrom(turns, 5, turnOf, "red"), 3);
  assert.equal(recapFrom(turns, 5, turnOf, "blue"), 5);
  assert.equal(recapFrom(turns, 0, turnOf, "red"), 0);
  assert.equal(recapFrom(turns, 5, (event) => turnOf(event) && "", "red"), 5, "after the turns nothing is an answer");
  assert.equal(recapFrom(turns, null, turnOf, "red"), 6);
});
