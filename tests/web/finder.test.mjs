import assert from "node:assert/strict";
import test from "node:test";

import { distance, Finder } from "../../src/casusbelli/web/finder.js";

const INDEX = {
  entries: [
    { n: "5.1", title: "A new operation", chapter: "5", text: "Once a turn you may begin an operation under NEW OP." },
    { n: "5.10", title: "More", chapter: "5", text: "Nothing else." },
    { n: "6.4", title: "Quagmire", chapter: "6", text: "The attack is as strong as the defence: both lose half of their cards by lot." },
    { n: "7", title: "Supply", chapter: "7", text: "An operation needs a supplied province beside its target." },
  ],
  terms: [{ id: "supply", term: "supply", forms: ["supplied"], rule: "7", text: "A chain of own provinces." }],
  cards: [{ id: "army_2", name: "Army/2", group: "Axis" }],
};
const finder = new Finder(INDEX);
const numbers = (query) => finder.find(query).filter(({ kind }) => kind === "rule").map(({ row }) => row.n);

test("a number goes straight to its entry and those below it", () => {
  assert.deepEqual(numbers("5.1"), ["5.1"]);
  assert.deepEqual(numbers("5"), ["5.1", "5.10"]);
});

test("titles come before texts, every word must be found", () => {
  assert.deepEqual(numbers("operation"), ["5.1", "7"]);
  assert.deepEqual(numbers("operation target"), ["7"]);
  assert.deepEqual(numbers("operation elephant"), []);
});

test("slips of the finger are forgiven", () => {
  assert.deepEqual(numbers("quagmrie"), ["6.4"]);
  assert.deepEqual(numbers("opertion"), ["5.1", "7"]);
  assert.deepEqual(numbers("zzzzzz"), []);
  assert.equal(distance("quagmrie", "quagmire", 2), 1);
  assert.equal(distance("abc", "abcdef", 2), 3);
});

test("terms and cards are found with the words round them", () => {
  assert.deepEqual(finder.find("supplied").map(({ kind }) => kind).sort(), ["rule", "term"]);
  assert.equal(finder.find("army")[0].row.id, "army_2");
  const [before, hit, after] = finder.find("half")[0].excerpt;
  assert.equal(hit, "half");
  assert.ok(before.includes("both lose") && after.includes("of their cards"));
});

test("an empty query finds nothing", () => {
  assert.deepEqual(finder.find("  "), []);
});
