// A bot's reasons in words, and how what would have come next compares with the choice.

import assert from "node:assert/strict";
import test from "node:test";

import { comparison, reasonTexts } from "../../src/casusbelli/web/reasons.js";
import { Texts } from "../../src/casusbelli/web/texts.js";

const words = {
  "choice.go": "Go to {place}",
  "reason.near": "{place} is near.",
  "reason.rich": "{place} is rich.",
  "reason.ahead": "Better than this: {over}.",
  "reason.less": "{gain} less.",
  "shell.reason.weighed": "It came out best.",
  "shell.advice.lacks": "None of that.",
  "shell.advice.lacks_one": "Not this: {reason}",
  "shell.advice.less": "As much, for less.",
  "shell.advice.same": "The same.",
};
const texts = new Texts(words, { go: ["place"] });
const shell = { texts, t: (key, params, otherwise) => texts.say(key, params, otherwise) };
const near = { key: "near", params: { place: "Rome" } };
const rich = { key: "rich", params: { place: "Paris" } };
const weighed = { key: "weighed", params: {} };
const other = (parts) => ({ choice: ["go", "paris"], why: [], lacks: [], has: [], gap: null, ...parts });
const told = (why, parts) => comparison(shell, "move", why, other(parts));

test("a reason that names a choice tells it as one; the shell's words stand in for the game's", () => {
  assert.deepEqual(reasonTexts(shell, "move", [{ key: "ahead", params: { over: ["go", "paris"] } }, weighed, { key: "unknown" }], 3), ["Better than this: Go to paris.", "It came out best."]);
});

test("what speaks for the other alone comes first, then how it stands back", () => {
  assert.deepEqual(told([near], { has: [rich], lacks: [near], gap: { key: "less", params: { gain: 3 } } }), ["Paris is rich.", "3 less."]);
  assert.deepEqual(told([near], { has: [rich], lacks: [near] }), ["Paris is rich.", "None of that."]);
  assert.deepEqual(told([near, rich], { lacks: [near] }), ["Not this: Rome is near."]);
  assert.deepEqual(told([near], {}), ["The same."]);
});

test("a reason that holds for both, of different things, is not denied to the other", () => {
  const alsoNear = { key: "near", params: { place: "Oslo" } };
  assert.deepEqual(told([near], { has: [alsoNear], lacks: [near] }), ["Oslo is near.", "As much, for less."]);
  assert.deepEqual(told([near, rich], { has: [alsoNear], lacks: [near, rich] }), ["Oslo is near.", "Not this: Paris is rich."]);
});

test("nothing is said twice, and nothing where there is nothing to say", () => {
  const ahead = { key: "ahead", params: { over: ["go", "paris"] } };
  assert.deepEqual(told([ahead], { has: [rich], lacks: [ahead], gap: { key: "less", params: { gain: 3 } } }), ["Paris is rich."]);
  assert.deepEqual(told([weighed], {}), []);
});
