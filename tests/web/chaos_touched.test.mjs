// Triumph of Chaos: a touch on a place that is not lit is understood as what it was meant to be, and that is what the server is asked about.

import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

const web = new URL("../../src/casusbelli/web/", import.meta.url).href;
const hook = `export function resolve(name, context, next) { return next(name.startsWith("/static/") ? ${JSON.stringify(web)} + name.slice(8) : name, context); }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { Pointing } = await import("../../src/casusbelli/games/triumph_of_chaos/board/pointing.js");
const { Reading } = await import("../../src/casusbelli/games/triumph_of_chaos/board/reading.js");

const row = { army: true, full: [2, 2, 3], reduced: [1, 1, 3] };
const printed = { spaces: { rostov: {}, moskva: {}, kazan: {} }, units: { red_a9: row, white_a1: row, white_a2: row }, leaders: { denikin: {} } };
const view = {
  active: "white",
  units: { red_a9: ["moskva", true, "red"], white_a1: ["rostov", true, "white"], white_a2: ["reserve", true, "white"] },
  leaders: { denikin: ["rostov", "white"] },
  supply: { cut: [] },
};
const reading = new Reading(printed);
reading.take(view);
const meant = (decision, value, about = {}) => new Pointing({}, { decision, about, view }, reading, {}).attempts(value);

test("before a card is played a place is one that shall be activated", () => {
  assert.deepEqual(meant("choose_action", "rostov"), [["activate", "rostov", "move"]]);
  assert.deepEqual(meant("choose_action", "red_a9"), [["activate", "moskva", "move"]]);
  assert.deepEqual(meant("choose_action", "white_a2"), [], "a unit of the reserve stands nowhere");
});

test("in movement a place stands for who could move there: one's own unit, the touched one, the enemy, or nobody", () => {
  assert.deepEqual(meant("move_stack", "rostov"), [["move_unit", "white_a1"]]);
  assert.deepEqual(meant("move_stack", "denikin"), [["move_leader", "denikin"]]);
  assert.deepEqual(meant("move_stack", "moskva"), [["move_unit", "red_a9"]]);
  assert.deepEqual(meant("move_stack", "kazan"), [["move_all", "kazan"]]);
});

test("in redeployment too, until the piece is named", () => {
  assert.deepEqual(meant("sr_move", "rostov", { piece: "none" }), [["redeploy", "white_a1"]]);
  assert.deepEqual(meant("sr_move", "kazan", { piece: "none" }), [["sr_to", "kazan"]]);
  assert.deepEqual(meant("sr_move", "kazan", { piece: "white_a1" }), [], "the options show what is meant");
});

test("where the options name places they show it themselves", () => {
  assert.deepEqual(meant("activate_spaces", "moskva"), []);
});
