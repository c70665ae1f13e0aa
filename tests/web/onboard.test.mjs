// What of a turning point can be shown on a board, and where.

import assert from "node:assert/strict";
import test from "node:test";

import { fewOf, letterOf, pieceOf, ringsOf, roomFor, shownOf } from "../../src/casusbelli/web/onboard.js";

test("an option is shown by what it names, or by its verb", () => {
  assert.deepEqual(shownOf(["align", "austria"]), ["austria"]);
  assert.deepEqual(shownOf(["move", "army_2", "paris", "paris", 3]), ["army_2", "paris"]);
  assert.deepEqual(shownOf(["pass"]), ["pass"]);
  assert.deepEqual(shownOf(["place", "ready_1", "german", "lodz"], ["german", "russian"]), ["ready_1", "lodz"], "whose it is says nothing of a place");
  assert.deepEqual(shownOf(["raid", "german"], ["german"]), ["german"]);
  assert.deepEqual(shownOf(["bid", 4]), ["bid"]);
});

test("options are told apart by what they do not have in common", () => {
  const options = [
    { choice: ["attack", "army", "paris"], marshals: 0 },
    { choice: ["attack", "army", "rome"], marshals: 4 },
    { choice: ["attack", "fleet", "rome"], marshals: 1 },
  ];
  const rings = ringsOf(options).map(({ value, letters, advised }) => [value, letters, advised]);
  assert.deepEqual(rings, [["army", "AB", true], ["paris", "A", false], ["rome", "BC", true], ["fleet", "C", true]]);
  const common = ringsOf([{ choice: ["go", "army", "paris"], marshals: 0 }, { choice: ["go", "army", "rome"], marshals: 5 }]);
  assert.deepEqual(common.map(({ value }) => value), ["paris", "rome"], "the army says nothing: both name it");
  const same = ringsOf([{ choice: ["hold", "paris"], marshals: 0 }, { choice: ["leave", "paris"], marshals: 5 }]);
  assert.deepEqual(same.map(({ letters }) => letters), ["AB"], "unless it is all there is");
});

test("a long note names the first few", () => {
  assert.equal(fewOf(["a", "b", "c"]), "a, b, c");
  assert.equal(fewOf(["a", "b", "c", "d", "e"]), "a, b, c +2");
  assert.equal(fewOf(["army", "decoy", "army", "army"]), "3 × army, decoy");
  assert.equal(fewOf(["a", "b", "c", "d", "d"]), "a, b, c +2");
  assert.equal(letterOf(1), "B");
  assert.equal(letterOf(20), "?");
});

test("a note gives way to those that lie there, as little as it can", () => {
  const note = { left: 10, top: 100, width: 60, height: 20 };
  assert.equal(roomFor(note, []), 100);
  assert.equal(roomFor(note, [{ left: 80, top: 100, width: 60, height: 20 }]), 100, "beside it is room");
  assert.equal(roomFor(note, [{ left: 40, top: 96, width: 60, height: 20 }]), 120);
  assert.equal(roomFor(note, [{ left: 40, top: 104, width: 60, height: 20 }]), 80);
  assert.equal(roomFor(note, [{ left: 0, top: 0, width: 300, height: 300 }]), 100, "where all is full it stays");
});

test("a piece is found by the surest of its names, and only where it is drawn", () => {
  globalThis.CSS = { escape: (text) => text };
  globalThis.innerWidth = globalThis.innerHeight = 500;
  globalThis.document = { body: null };
  const node = (drawn) => ({ isConnected: true, parentElement: null, getClientRects: () => (drawn ? [{}] : []), closest: () => null, getBoundingClientRect: () => ({ left: 1, top: 1, right: 9, bottom: 9 }) });
  const [shut, card, place] = [node(false), node(true), node(true)];
  const host = { querySelectorAll: (selector) => ({ '[data-pick~="x"]': [shut], '[data-card="x"]': [card], '[data-place="x"]': [place] })[selector] ?? [] };
  assert.equal(pieceOf(host, "x"), card);
  assert.equal(pieceOf(host, "y"), null);
});
