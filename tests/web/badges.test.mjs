// Which one badge a piece carries.

import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./page.mjs";

page();
const { kindOf } = await import("../../src/casusbelli/web/badges.js");

const piece = (classes, contested) => ({ classList: { contains: (name) => classes.includes(name) }, dataset: contested ? { contested } : {} });

test("what is argued about has its pennant, although it was touched last; a warning or a pick goes before", () => {
  assert.equal(kindOf(piece(["last"], "in debate")), "contested");
  assert.equal(kindOf(piece(["legal", "last"], "in debate")), "contested");
  assert.equal(kindOf(piece(["picked", "last"], "in debate")), "picked");
  assert.equal(kindOf(piece(["warned"], "in debate")), "warned");
  assert.equal(kindOf(piece(["last"])), "last");
  assert.equal(kindOf(piece(["legal"])), undefined);
});
