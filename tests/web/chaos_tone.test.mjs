// Triumph of Chaos on stage: good and bad are told from the reader's side, and who only watches takes none.

import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

const web = new URL("../../src/casusbelli/web/", import.meta.url).href;
const hook = `export function resolve(name, context, next) { return next(name.startsWith("/static/") ? ${JSON.stringify(web)} + name.slice(8) : name, context); }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { scene } = await import("../../src/casusbelli/games/triumph_of_chaos/board/scenes.js");

const ctx = { name: (id) => id, t: (key) => key };
const READERS = ["white", "red", "none"];
const GOOD_FOR_WHITE = [true, false, undefined];
const GOOD_FOR_RED = [false, true, undefined];
const NEITHER = [undefined, undefined, undefined];

/** How an event is told to each reader. */
const told = (kind, params, battle) => READERS.map((side) => scene(ctx, { kind, params }, { view: { side, units: {}, factions: {}, battle } }, null));
const sounds = (kind, params) => told(kind, params).map(({ sound }) => sound);

/** How a die is coloured for each reader; its verdict agrees. */
function tones(kind, params) {
  const scenes = told(kind, { space: "kazan", roll: 3, ...params });
  const good = scenes.map(({ tableau }) => tableau.dice[0].good);
  assert.deepEqual(scenes.map(({ tableau }) => tableau.verdict.good), good, "the die and its verdict are of one mind");
  return good;
}

test("what the enemy dared and brought off is no success of the reader's", () => {
  for (const kind of ["partisans", "propaganda", "switch_side", "garrison_revolt", "insurrection_roll", "green_roll", "miracle", "leader_test", "tsar_rescue"]) {
    assert.deepEqual(tones(kind, { side: "red", success: true }), GOOD_FOR_RED, kind);
    assert.deepEqual(tones(kind, { side: "red", success: false }), GOOD_FOR_WHITE, kind);
  }
  assert.deepEqual(tones("typhoid", { side: "red", struck: true }), GOOD_FOR_RED);
  assert.deepEqual(tones("petliura", { side: "white", joins: false }), GOOD_FOR_RED);
  assert.deepEqual(tones("peasants", { side: "white", result: "yes" }), GOOD_FOR_WHITE);
  assert.deepEqual(tones("peasants", { side: "white", result: "revolt" }), GOOD_FOR_RED);
});

test("a mutiny of White's own card pleases Red, and what the Poles do is told by whom it hurts", () => {
  assert.deepEqual(tones("mutiny", { side: "white", turned: true }), GOOD_FOR_RED);
  assert.deepEqual(tones("mutiny", { side: "white", turned: false }), GOOD_FOR_WHITE);
  assert.deepEqual(tones("polish_response", { side: "red", result: "war" }), GOOD_FOR_WHITE);
  assert.deepEqual(tones("polish_response", { side: "red", result: "none" }), GOOD_FOR_RED);
  assert.deepEqual(tones("intervention_forces", { some: true }), GOOD_FOR_WHITE);
  assert.deepEqual(tones("to_moscow", { result: "never" }), GOOD_FOR_RED);
  assert.deepEqual(tones("west_ukraine_fate", { result: "red_control" }), GOOD_FOR_RED);
  assert.deepEqual(tones("west_ukraine_fate", { result: "green" }), NEITHER);
});

test("mud and the end of the war are nobody's luck", () => {
  assert.deepEqual(tones("mud", { result: "dry" }), NEITHER);
  assert.deepEqual(tones("end_roll", { ends: true }), NEITHER);
  assert.deepEqual(tones("makhno_roll", { side: "red" }), NEITHER);
});

test("a leader's test in a battle is told from the reader's side, too", () => {
  const battle = { target: "kazan", side: "red", attackers: [], defenders: [], counter: false };
  const good = (success) => told("leader_test", { side: "red", leader: "frunze", roll: 2, success }, battle).map(({ tableau }) => tableau.dice.at(-1).good);
  assert.deepEqual(good(true), GOOD_FOR_RED);
  assert.deepEqual(good(false), GOOD_FOR_WHITE);
});

test("an attack on Greens that fails is no misfortune of who only reads of it", () => {
  const battle = { target: "kazan", side: "red", attackers: [], defenders: [], counter: false };
  told("fire", { side: "red", column: 1, die: 1, modifier: 0, losses: 0 }, battle);
  const verdicts = told("fire", { side: "third", column: 1, die: 6, modifier: 0, losses: 2 }, battle).map(({ tableau }) => tableau.verdict.good);
  assert.deepEqual(verdicts, GOOD_FOR_WHITE);
});

test("gain and loss sound as they are for the reader", () => {
  assert.deepEqual(sounds("control_gained", { side: "red", faction: "don" }), ["bad", "good", "piece"]);
  assert.deepEqual(sounds("control_lost", { side: "red", faction: "don" }), ["good", "bad", "piece"]);
  assert.deepEqual(sounds("treason", { side: "red", faction: "don" }), ["bad", "good", "piece"]);
  assert.deepEqual(sounds("polish_war", { side: "red" }), ["bell", "bad", "bell"]);
  assert.deepEqual(sounds("war_declared", { side: "red", faction: "poland" }), ["bad", "bell", "bell"]);
  assert.deepEqual(sounds("polish_peace", {}), ["piece", "piece", "piece"]);
  assert.deepEqual(sounds("vetoed", { side: "red", faction: "usa" }), ["bad", "good", "piece"]);
  assert.deepEqual(sounds("gold_seized", { side: "red", space: "kazan" }), ["bad", "good", "piece"]);
  assert.deepEqual(sounds("gold_deposited", { side: "red", space: "kazan" }), ["bad", "good", "piece"]);
  for (const kind of ["step_lost", "leader_lost", "attrition", "in_fighting", "penalty"]) assert.deepEqual(sounds(kind, { side: "red" }), ["good", "bad", "piece"], kind);
});
