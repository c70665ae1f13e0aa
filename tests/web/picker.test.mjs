import assert from "node:assert/strict";
import test from "node:test";

import { attempts, candidates, legalValues, Picker, press } from "../../src/casusbelli/web/picker.js";

const PLACING = [
  ["place", "army_1", "paris"],
  ["place", "army_1", "rome"],
  ["place", "army_2", "rome"],
  ["launch", "echo", "kiev"],
  ["end"],
];
const NAMES = { place: ["card", "province"], launch: ["operation", "province"] };

test("picking a value keeps the options that contain it, at any place", () => {
  assert.deepEqual(candidates(PLACING, ["rome"]), [PLACING[1], PLACING[2]]);
  assert.deepEqual(candidates(PLACING, ["rome", "army_2"]), [PLACING[2]]);
  assert.deepEqual(candidates(PLACING, []), PLACING);
});

test("a value picked twice must be contained twice", () => {
  const options = [["swap", "a", "a"], ["swap", "a", "b"]];
  assert.deepEqual(candidates(options, ["a", "a"]), [options[0]]);
});

test("numbers are picked as text and sent as numbers", () => {
  const options = [["play", 7], ["play", 12]];
  assert.deepEqual(press(options, [], "7"), { act: "choose", choice: ["play", 7], picked: ["7"] });
});

test("the legal values are what the fitting options have left", () => {
  assert.deepEqual([...legalValues(PLACING, ["army_1"])].sort(), ["paris", "place", "rome"]);
  assert.equal(legalValues(PLACING, ["paris", "kiev"]).size, 0);
});

test("one option left makes the choice", () => {
  assert.deepEqual(press(PLACING, [], "end"), { act: "choose", choice: ["end"], picked: ["end"] });
  assert.deepEqual(press(PLACING, ["army_1"], "rome").choice, ["place", "army_1", "rome"]);
});

test("touching a picked value gives it back with all that was picked after it", () => {
  assert.deepEqual(press(PLACING, ["place", "army_1"], "place"), { act: "pick", picked: [] });
});

test("another card takes the place of the one picked last", () => {
  assert.deepEqual(press([...PLACING, ["place", "army_2", "oslo"]], ["army_1"], "army_2"), { act: "pick", picked: ["army_2"] });
});

test("a value of another kind does not take its place", () => {
  assert.deepEqual(press(PLACING, ["army_1"], "kiev"), { act: "illegal" });
  assert.deepEqual(press(PLACING, [], "atlantis"), { act: "illegal" });
});

test("an illegal touch is completed at the place the board names", () => {
  assert.deepEqual(attempts(PLACING, ["army_1"], "berlin", "province", NAMES), [["place", "army_1", "berlin"]]);
  assert.deepEqual(attempts(PLACING, [], "army_9", "card", NAMES)[0], ["place", "army_9", "paris"]);
});

test("without a name the likely places are tried, never more than asked for", () => {
  const tried = attempts(PLACING, [], "berlin", undefined, NAMES, 3);
  assert.deepEqual(tried[0], ["place", "army_1", "berlin"]);
  assert.equal(tried.length, 3);
});

test("a picker tells every step and the choice; Escape goes back one step", () => {
  const told = [];
  const picker = new Picker({ changed: () => told.push([...picker.picked]), choose: (choice) => told.push(choice) });
  picker.ask(PLACING);
  assert.equal(picker.pick("army_1"), true);
  assert.equal(picker.pick("berlin"), false);
  assert.equal(picker.unpick(), true);
  assert.equal(picker.unpick(), false);
  picker.pick("army_1");
  picker.pick("paris");
  assert.deepEqual(told, [["army_1"], [], ["army_1"], ["army_1", "paris"], ["place", "army_1", "paris"]]);
});
