// The ticker: what others did is shown, whatever name a game gives to who did it.

import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./page.mjs";

page();
const { Log } = await import("../../src/casusbelli/web/log.js");
const { Ticker } = await import("../../src/casusbelli/web/ticker.js");

/** A table of two, at which red leads the ally; the actor of an event stands under `power`. */
function table(kinds, { seat = "red" } = {}) {
  const shell = {
    seat, page: { seats: ["red", "blue"], study: null },
    frame: { log: kinds.map(([kind, power]) => ({ kind, params: { power } })) },
    eventText: ({ kind }) => (kind === "silent" ? "" : kind), actorOf: ({ params }) => params.power ?? null,
    seatOf: (actor) => (actor === "ally" ? "red" : actor),
  };
  shell.log = Object.assign(Object.create(Log.prototype), { shell });
  return new Ticker(shell);
}

test("the newest lines that are not one's own, nor of whom one leads", () => {
  const lines = [["marched", "blue"], ["it rained", null], ["moved", "red"], ["silent", "blue"], ["joined", "ally"]];
  assert.deepEqual(table(lines).newest(), ["marched", "it rained"]);
  assert.deepEqual(table(lines, { seat: null }).newest(), ["moved", "joined"], "who looks on has done nothing");
});

test("one's own where nothing else has happened", () => {
  assert.deepEqual(table([["moved", "red"], ["joined", "ally"]]).newest(), ["moved", "joined"]);
});
