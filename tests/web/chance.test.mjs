// One's own part of a deal. The hash and the deals are made a second time here, with Node's own SHA-256.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";

import { faultsOf, newValue, nextWord, remember, remembered } from "../../src/casusbelli/web/chance.js";
import { sha256 } from "../../src/casusbelli/web/sha256.js";

const nodes = (...parts) => parts.reduce((made, part) => made.update(part), createHash("sha256")).digest("hex");
const lines = (...texts) => nodes(texts.map((text) => `${text}\n`).join(""));
const pledgeOf = (seal, seat, value) => lines("casus-belli chance", seal, seat, value);

test("the hash is the one everybody knows, at every length round a block", () => {
  assert.equal(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  for (let length = 0; length < 200; length += 1) assert.equal(sha256("x".repeat(length)), nodes("x".repeat(length)), `${length} letters`);
  assert.equal(sha256("a".repeat(70_000)), nodes("a".repeat(70_000)));
});

test("letters beyond the first hundred and bytes after a text are hashed as they are sent", () => {
  assert.equal(sha256("España, già ☂ 𝔊"), nodes("España, già ☂ 𝔊"));
  const bytes = Uint8Array.from({ length: 67 }, (_, n) => 255 - n);
  assert.equal(sha256("after ", bytes), nodes("after ", bytes));
});

test("a value has 256 bits and is never the same", () => {
  assert.match(newValue(), /^[0-9a-f]{64}$/);
  assert.notEqual(newValue(), newValue());
});

test("a seat pledges, waits until all have, shows, and says nothing twice", () => {
  const pledge = pledgeOf("seal", "red", "value");
  const deal = { commitment: "seal", pledges: {}, shown: [], showing: false };
  assert.deepEqual(nextWord(deal, "red", "value"), { t: "pledge", commitment: pledge });
  assert.equal(nextWord({ ...deal, pledges: { red: pledge } }, "red", "value"), null);
  assert.deepEqual(nextWord({ ...deal, pledges: { red: "another page's" } }, "red", "value"), { t: "pledge", commitment: pledge });
  const showing = { ...deal, pledges: { red: pledge }, showing: true };
  assert.deepEqual(nextWord(showing, "red", "value"), { t: "show", value: "value" });
  assert.equal(nextWord({ ...showing, shown: ["red"] }, "red", "value"), null);
  assert.equal(nextWord({ ...showing, pledges: { red: "another" } }, "red", "value"), null, "what does not fit its pledge is not shown");
  assert.equal(nextWord({ ...showing, pledges: {} }, "red", "value"), null, "who has pledged nothing has nothing to show");
});

const server = "00ff10a5".repeat(8);
const seal = nodes("casus-belli commitment ", Buffer.from(server, "hex"));
const pledged = (seat, value) => ({ seat, value, commitment: pledgeOf(seal, seat, value) });
const house = (seat) => ({ seat, value: lines("casus-belli own value", server, seat), house: true });

/** A journal whose deal was made as it should be. */
function journal(shares = [pledged("red", "11"), pledged("blue", "22"), house("green")]) {
  const seed = lines("casus-belli deal", server, ...shares.map(({ seat, value }) => `${seat} ${value}`));
  return { deal: { server, shares }, commitment: seal, seed };
}

test("a deal that was made as it should be has no faults", () => {
  const mine = { red: { value: "11", seal, pledges: { red: pledgeOf(seal, "red", "11"), blue: pledgeOf(seal, "blue", "22") } }, blue: null };
  assert.deepEqual(faultsOf(journal(), mine), []);
});

for (const [fault, told, spoilt] of [
  ["server", "another seed than the server had sealed", () => ({ ...journal(), commitment: nodes("other"), deal: { server, shares: [] }, seed: lines("casus-belli deal", server) })],
  ["value", "a value that its seat had not pledged", () => journal([pledged("red", "11"), { ...pledged("blue", "22"), value: "23" }])],
  ["value", "a house that chose the value of an absent seat", () => journal([pledged("red", "11"), { ...house("blue"), value: "33" }])],
  ["seed", "a seed that was not made of the values", () => ({ ...journal(), seed: lines("mine") })],
]) {
  test(`seen by anybody: ${told}`, () => assert.deepEqual(faultsOf(spoilt()), [fault]));
}

test("seen by whoever sat there: his value exchanged, or another's pledge after he had seen it", () => {
  assert.deepEqual(faultsOf(journal(), { red: { value: "12", seal } }), ["own"]);
  assert.deepEqual(faultsOf(journal(), { red: { value: "11", seal: "another" } }), ["own"]);
  assert.deepEqual(faultsOf(journal(), { red: { value: "11", seal, pledges: { blue: pledgeOf(seal, "blue", "21") } } }), ["seen"]);
});

test("what was added is remembered; a browser that keeps nothing gets along", () => {
  const kept = {};
  globalThis.localStorage = { getItem: (name) => kept[name] ?? null, setItem: (name, value) => void (kept[name] = value) };
  remember("m1", "red", { value: "11", seal });
  assert.deepEqual(remembered("m1", "red"), { value: "11", seal });
  assert.equal(remembered("m1", "blue"), null);
  const refuses = () => { throw new Error("switched off"); };
  globalThis.localStorage = { getItem: refuses, setItem: refuses };
  assert.doesNotThrow(() => remember("m1", "red", {}));
  assert.equal(remembered("m1", "red"), null);
});
