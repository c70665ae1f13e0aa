// The recap in words: what concerned the reader, at most five lines of it; what he did himself he knows.

import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./page.mjs";

page();
const { Log } = await import("../../src/casusbelli/web/log.js");
const { Since } = await import("../../src/casusbelli/web/recap.js");

function back(log, from = 0) {
  const shell = {
    seat: "red", page: { seats: ["red", "blue"], study: null }, live: { log: log.map(([kind, actor, touched]) => ({ kind, params: { actor, touched } })) },
    eventText: ({ kind }) => (kind === "silent" ? "" : kind), actorOf: ({ params }) => params.actor ?? null, seatOf: (actor) => actor,
    concerns: ({ params }, seat) => params.actor === seat || params.touched === seat,
  };
  shell.log = Object.assign(Object.create(Log.prototype), { shell });
  return Object.assign(Object.create(Since.prototype), { shell, news: () => ({ from, count: log.length - from }) });
}

test("the newest five lines of others that concerned the reader", () => {
  const hits = Array.from({ length: 7 }, (_, n) => [`hit ${n}`, "blue", "red"]);
  const told = back([...hits, ["moved", "red", "red"], ["rested", "blue"], ["silent", "blue", "red"]]);
  assert.deepEqual(told.concerning().map(({ kind }) => kind), ["hit 2", "hit 3", "hit 4", "hit 5", "hit 6"]);
  assert.equal(told.ofOthers().length, 8, "what is not told, and one's own, are no lines");
});

test("only what is news", () => {
  assert.deepEqual(back([["hit 0", "blue", "red"], ["hit 1", "blue", "red"]], 1).concerning().map(({ kind }) => kind), ["hit 1"]);
});
