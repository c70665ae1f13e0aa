// What follows from a row of the tray: asked for when the row is seen, told in its small print and to who listens.

import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./page.mjs";

page();
const { Tray } = await import("../../src/casusbelli/web/tray.js");

function row(promise) {
  const attributes = {};
  const button = { matches: () => true, setAttribute: (name, value) => (attributes[name] = value) };
  const line = { isConnected: true, textContent: "\u00a0", closest: () => button, remove: () => (line.isConnected = false) };
  const seen = [];
  const tray = Object.assign(Object.create(Tray.prototype), { promised: new Map([[line, promise]]), sight: { unobserve: (each) => seen.push(each) } });
  return { tray, line, attributes, seen };
}

test("the line is filled in, and described to who listens; it is asked for once", async () => {
  const { tray, line, attributes, seen } = row(async () => "US 3 → UK 4");
  await tray.tell(line);
  assert.equal(line.textContent, "US 3 → UK 4");
  assert.deepEqual(attributes, { "aria-description": "US 3 → UK 4" });
  assert.deepEqual(seen, [line]);
});

test("a row from which nothing follows keeps no empty line", async () => {
  const { tray, line, attributes } = row(async () => "");
  await tray.tell(line);
  assert.equal(line.isConnected, false);
  assert.deepEqual(attributes, {});
});

test("what comes when the rows have been drawn anew is not told", async () => {
  const { tray, line, attributes } = row(async () => "late");
  line.isConnected = false;
  await tray.tell(line);
  assert.equal(line.textContent, "\u00a0");
  assert.deepEqual(attributes, {});
});
