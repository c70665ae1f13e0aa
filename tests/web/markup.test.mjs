import assert from "node:assert/strict";
import test from "node:test";
import { breakable } from "../../src/casusbelli/web/markup.js";

test("a long word is broken before a syllable, and nowhere else", () => {
  const parts = (word) => breakable(word).split("\u00ad");
  assert.deepEqual(parts("Influenza"), ["In", "fluenza"]);
  assert.deepEqual(parts("diplomatiche"), ["di", "plo", "ma", "tiche"]);
  assert.deepEqual(parts("Initiative"), ["Ini", "tia", "tive"]);
  assert.deepEqual(parts("Red"), ["Red"]);
});
