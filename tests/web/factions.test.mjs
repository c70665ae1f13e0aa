// A seat that no war of ours knows gets a colour and its number, never another game's emblem.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FACTIONS, factionOf } from "../../src/casusbelli/web/factions.js";

test("a seat of an unknown game has a side of its own", () => {
  const seats = ["prince", "guild", "abbey"];
  const codes = seats.map((seat) => FACTIONS[factionOf(seat, seats)].code);
  assert.deepEqual(codes, ["1", "2", "3"]);
});

test("a colour is that colour, a known side stays itself, and the board has the first word", () => {
  assert.equal(FACTIONS[factionOf("blue", ["red", "blue"])].code, "BL");
  assert.equal(factionOf("red", ["red", "blue"]), "reds");
  assert.equal(factionOf("allied", ["allied", "axis"]), "allies");
  assert.equal(factionOf("prince", ["prince"], { prince: "whites" }), "whites");
});
