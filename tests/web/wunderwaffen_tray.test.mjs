// WunderWaffen: which sides of ready tokens are lit, and as what.

import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

const web = new URL("../../src/casusbelli/web/", import.meta.url).href;
const hook = `export function resolve(name, context, next) { return next(name.startsWith("/static/") ? ${JSON.stringify(web)} + name.slice(8) : name, context); }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { Reading } = await import("../../src/casusbelli/games/wunderwaffen/board/reading.js");

const options = [
  ["place", "ready_1", "german", "plane", "rostock_2"],
  ["morale", "ready_1", "russian", "morale"],
  ["place", "ready_2", "german", "tank", "essen_1"],
];

function reading(picked) {
  const now = new Reading({}, {});
  now.take({ seat: "german", view: { seats: { german: "german" } }, ask: { decision: "choose_play", options } }, picked);
  return now;
}

test("nothing is picked: every side that can be played stands for its token", () => {
  const now = reading([]);
  assert.deepEqual([now.standsFor("ready_1", "german"), now.standsFor("ready_1", "russian"), now.standsFor("ready_2", "russian")], ["ready_1", "ready_1", ""]);
});

test("a token is picked by name: its sides are what is still to be chosen, not what has been", () => {
  const now = reading(["ready_1"]);
  assert.deepEqual([now.standsFor("ready_1", "german"), now.standsFor("ready_1", "russian")], ["german", "russian"]);
});

test("a side is picked: its token is picked by it, not by the other side", () => {
  const now = reading(["ready_1", "german"]);
  assert.deepEqual([now.standsFor("ready_1", "german"), now.standsFor("ready_1", "russian"), now.standsFor("ready_2", "german")], ["ready_1", "russian", "ready_2"]);
});

test("a place is picked first: only sides that can go there are lit", () => {
  const now = reading(["rostock_2"]);
  assert.deepEqual([now.standsFor("ready_1", "german"), now.standsFor("ready_1", "russian"), now.standsFor("ready_2", "german")], ["ready_1", "", ""]);
});
