// The drawing of a match's course: names beside the lines and below them do not lie on each other.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {}, get() {} };
const { apart, legible, named, stretches, ticks, toTheEnd, turnsOf } = await import("../../src/casusbelli/web/course.js");

test("names beside lines that end alike are moved apart, inside the drawing", () => {
  for (const ends of [[20, 21, 22, 80], [98, 98, 97, 96], [10, 10, 10, 10], [60]]) {
    const at = apart(ends, [10, 98]).toSorted((one, other) => one - other);
    at.slice(1).forEach((y, i) => assert.ok(y - at[i] >= 14, `${ends} → ${at}`));
    assert.ok(at[0] >= 10 && at.at(-1) <= 98, `${ends} → ${at}`);
  }
});

test("lines that end apart keep their names beside them, in their order", () => {
  assert.deepEqual(apart([80, 20, 50], [10, 98]), [80, 20, 50]);
});

test("the last chapter is named, and no chapter close to it", () => {
  assert.deepEqual(named(3), [0, 1, 2]);
  for (const count of [8, 10, 15, 31]) {
    const shown = named(count);
    assert.ok(shown.length <= 8 && shown.at(-1) === count - 1);
    const gaps = shown.slice(1).map((i, n) => i - shown[n]);
    assert.ok(Math.min(...gaps) >= Math.ceil(count / 7), `${count}: ${shown}`);
  }
});

test("names of chapters that follow each other at once do not lie on each other; the last is named", () => {
  const marks = ["1940", "1941", "1942", "1943", "1944"].map((id, i) => ({ id, share: [0.2, 0.37, 0.6, 0.95, 1][i] }));
  assert.deepEqual(legible(marks).map(({ id }) => id), ["1940", "1941", "1942", "1944"]);
  assert.deepEqual(legible(marks.slice(0, 3)), marks.slice(0, 3));
  assert.deepEqual(legible([]), []);
});

test("a year is named in the middle of its stretch: a short last one hides none before it", () => {
  const told = stretches([0.2, 0.5, 0.9, 1]);
  assert.deepEqual(told.map(({ from }) => from), [0, 0.2, 0.5, 0.9]);
  const marks = told.map(({ share }, i) => ({ share, id: String(1940 + i) }));
  assert.deepEqual(legible(marks).map(({ id }) => id), ["1940", "1941", "1942", "1943"]);
});

test("the scale is round", () => {
  assert.deepEqual(ticks(-3, 64), [-20, 0, 20, 40, 60, 80]);
});

test("the course ends with the final points where the sheet adjusts them", () => {
  const chapters = [{ id: "1", points: { red: 2, white: 1 } }, { id: "2", points: { red: 1, white: 4 } }];
  assert.deepEqual(toTheEnd(chapters, { red: -1, white: 3 }, "end").at(-1), { id: "end", points: { red: -1, white: 3 } });
  assert.equal(toTheEnd(chapters, { red: 1, white: 4 }, "end"), chapters);
  assert.equal(toTheEnd(chapters, {}, "end"), chapters); // the house ended it: there are no scores
  assert.deepEqual(toTheEnd([], { red: 1 }, "end"), []);
});

test("who comes first only by what the sheet adjusts at the end is told as a turn of the lead", () => {
  const chapters = [{ id: "8", points: { uk: 3, us: 2 } }, { id: "9", points: { uk: 2, us: 5 } }];
  const course = (scores) => toTheEnd(chapters, scores, "end");
  assert.deepEqual(turnsOf([1], chapters, course({ uk: 6, us: 1 })), [1, 2]);
  assert.deepEqual(turnsOf([1], chapters, course({ uk: 1, us: 4 })), [1]);
  assert.deepEqual(turnsOf([1], chapters, course({ uk: 2, us: 5 })), [1]);
  assert.deepEqual(turnsOf([], [], []), []);
});
