// Churchill on stage: good and bad are told from the reader's side, and who only watches takes none.

import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

const web = new URL("../../src/casusbelli/web/", import.meta.url).href;
const hook = `export function resolve(name, context, next) { return next(name.startsWith("/static/") ? ${JSON.stringify(web)} + name.slice(8) : name, context); }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { scene } = await import("../../src/casusbelli/games/churchill/board/scenes.js");

const t = (key) => key;
const printed = { bomb: { steps: [0, 1, 2, 3, 4] }, fronts: { eastern: { power: "ussr" } }, theaters: { sw_pacific: { front: "sw" } } };
const book = { t, name: (id) => id, surname: (id) => id, short: (id) => id, printed, view: { powers: {} } };
const READERS = ["uk", "ussr", "us", null];

/** How an event is coloured for each reader, and how it sounds. */
function told(kind, params, log = []) {
  const scenes = READERS.map((seat) => scene(book, { kind, params }, { seat, log }, null));
  const { dice } = scenes[0].tableau ?? {};
  if (dice?.length) assert.deepEqual(scenes.map(({ tableau }) => tableau.dice.at(-1).good), scenes.map(({ tableau }) => tableau.verdict.good), "the die and its verdict are of one mind");
  return { tones: scenes.map(({ tableau }) => tableau?.verdict?.good), sounds: scenes.map(({ sound }) => sound) };
}

test("a rival's leader who is struck is no misfortune of the reader's", () => {
  const rolled = (hit) => told("health_rolled", { card: "stalin", power: "ussr", roll: 1, on: [1], hit }).tones;
  assert.deepEqual(rolled(true), [true, false, true, undefined]);
  assert.deepEqual(rolled(false), [false, true, false, undefined]);
  assert.deepEqual(told("purge_rolled", { card: "molotov", power: "ussr", roll: 1, on: [1], hit: true }).tones, [true, false, true, undefined]);
});

test("a step to the bomb is good for the two whom Trinity pays, whoever won the research; what the spies learn for one", () => {
  const rolled = (success) => told("abomb_rolled", { power: "ussr", roll: 4, modifiers: 1, needed: 4, step: 2, success }).tones;
  assert.deepEqual(rolled(true), [true, false, true, undefined]);
  assert.deepEqual(rolled(false), [false, true, false, undefined]);
  assert.deepEqual(told("espionage", { power: "ussr", step: 2 }).sounds, ["bad", "good", "bad", "piece"]);
});

test("how a Front fares is good or bad for its power alone", () => {
  const params = { front: "eastern", space: "ukraine", strength: 6, base: 2, support: 2, armies: 0, naval: 0, needed: 0, roll: 3, sides: 10, success: true };
  assert.deepEqual(told("front_rolled", params).tones, [undefined, true, undefined, undefined]);
  const went = told("front_entered", params, [{ kind: "front_rolled", params }]);
  assert.deepEqual([went.tones, went.sounds], [[undefined, true, undefined, undefined], ["piece", "good", "piece", "piece"]]);
  assert.deepEqual(told("front_stopped", { ...params, roll: undefined, success: undefined, why: "strength" }).tones, [undefined, false, undefined, undefined]);
});

test("the Axis fleet is everybody's enemy; a lost network its owner's loss", () => {
  assert.deepEqual(told("fleet_fate", { roll: 2, front: "sw", sunk: true }).tones, [true, true, true, undefined]);
  assert.deepEqual(told("technology", { power: "us", count: 2 }).sounds, ["piece", "piece", "good", "piece"]);
});
