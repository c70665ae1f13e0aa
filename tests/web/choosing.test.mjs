// What who touches something is told that no rule forbids and nobody asks for.

import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./page.mjs";

page();
globalThis.MutationObserver = class {};
const { Choosing } = await import("../../src/casusbelli/web/choosing.js");
const { Inspector } = await import("../../src/casusbelli/web/inspector.js");

const WORDS = { "shell.refused.not_now": "That cannot be chosen now.", "when.front": "Support goes to a Front after the conference." };

function table() {
  const said = [];
  const shell = {
    t: (key, params, otherwise) => WORDS[key] ?? otherwise ?? key,
    say: (text) => said.push(text),
    why: async () => null,
    applyMarks() {},
    draw() {},
    canAct: true,
    board: {},
    page: { verbs: {} },
    frame: { ask: { options: [["advance", "us"]], rule: "5.22" } },
    prompt: { question: () => "Advance an issue." },
  };
  shell.choosing = new Choosing(shell);
  return { shell, said };
}

test("when a thing of this kind is used, where the game says so; else that it cannot be chosen now", async () => {
  const { shell, said } = table();
  shell.choosing.explain("western", "front");
  shell.choosing.explain("western", undefined);
  clearTimeout(shell.choosing.refusal);
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(said, ["Support goes to a Front after the conference. Advance an issue.", "That cannot be chosen now. Advance an issue."]);
});

test("the inspector says it of what is pointed at", async () => {
  const { shell } = table();
  shell.ruleChip = () => "";
  const shown = [];
  const inspector = new Inspector(shell);
  const thing = { dataset: { pick: "western", kind: "front" } };
  Object.assign(inspector, { thing, node: { hidden: false, append: (node) => shown.push(node) }, place() {} });
  const told = [];
  shell.choosing.notNow = (kind) => (told.push(kind), "");
  await inspector.askWhy(thing, "western");
  assert.deepEqual(told, ["front"]);
  assert.equal(shown.length, 1);
});
