import assert from "node:assert/strict";
import test from "node:test";

import { arrange, isExit } from "../../src/casusbelli/web/rows.js";

const VERBS = { advance: ["card", "issue", "value", "stop"], play: ["card", "place"], bid: ["side", "points"], look: ["pile"] };

const parts = (row) => row.parts.map(([, value]) => value);

test("pass, done and the like are ways out; a verb with ids never is", () => {
  for (const verb of ["pass", "done", "stop", "decline", "forfeit", "end_turn", "no_card"]) assert.ok(isExit([verb]), verb);
  assert.ok(!isExit(["fight"]));
  assert.ok(!isExit(["pass", "paris"]));
  assert.ok(!isExit(["stopgap"]));
});

test("a board may name its own ways out", () => {
  assert.ok(!isExit(["give_way"]));
  assert.ok(isExit(["give_way"], ["give_way"]));
});

test("what all options share is said once", () => {
  const { said, groups } = arrange([["play", "army", "paris"], ["play", "army", "rome"]], VERBS);
  assert.deepEqual(said, [["verb", "play"], ["card", "army"]]);
  assert.deepEqual(groups[0].rows.map(parts), [["paris"], ["rome"]]);
});

test("the first place that differs makes the groups, in the order of the options", () => {
  const options = ["b", "a"].flatMap((card) => ["paris", "rome", "oslo"].map((place) => ["play", card, place]));
  const { groups } = arrange(options, VERBS);
  assert.deepEqual(groups.map(({ said }) => said), [[["card", "b"]], [["card", "a"]]]);
  assert.deepEqual(groups[0].rows.map(parts), [["paris"], ["rome"], ["oslo"]]);
});

test("verbs are the first groups; ids of the same name stand in the same place", () => {
  const options = [["play", "army", "paris"], ["play", "army", "rome"], ["play", "fleet", "rome"], ["look", "pile_1"], ["look", "pile_2"]];
  const { groups } = arrange(options, VERBS);
  assert.deepEqual(groups.map(({ said }) => said), [[["verb", "play"]], [["verb", "look"]]]);
  assert.deepEqual(groups[1].rows.map(parts), [["pile_1"], ["pile_2"]]);
});

test("a long group is divided once more", () => {
  const options = Array.from({ length: 40 }, (_, i) => ["play", `card_${i % 4}`, `place_${i}`]);
  const { groups } = arrange([...options, ["look", "pile"]], VERBS);
  assert.deepEqual(groups[0].said, [["verb", "play"], ["card", "card_0"]]);
  assert.equal(groups.length, 5);
});

test("two options that differ only in a switch are one row with two choices", () => {
  const options = ["un", "bomb", "fronts"].flatMap((issue) => [["advance", "attlee", issue, 3], ["advance", "attlee", issue, 3, "stop"]]);
  const { said, groups } = arrange(options, VERBS);
  assert.deepEqual(said.map(([place]) => place), ["verb", "card", "value"]);
  const rows = groups.flatMap(({ rows: each }) => each);
  assert.deepEqual(rows.map(parts), [["un"], ["bomb"], ["fronts"]]);
  assert.deepEqual(rows[0].choices.map(({ value }) => value), [null, "stop"]);
});

test("every option is in exactly one row", () => {
  const options = [["bid", "white", 0], ["bid", "white", 1], ["bid", "red", 0], ["bid", "red", 1], ["look", "a"]];
  const { groups } = arrange(options, VERBS);
  const found = groups.flatMap(({ rows }) => rows.flatMap(({ choices }) => choices.map(({ option }) => option)));
  assert.deepEqual(found.map(String).sort(), options.map(String).sort());
});

test("a lone option is a row of its own with all its ids", () => {
  const { groups } = arrange([["play", "army", "paris"]], VERBS);
  assert.deepEqual(groups[0].rows.map(parts), [["play", "army", "paris"]]);
});
