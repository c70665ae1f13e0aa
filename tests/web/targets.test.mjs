// What the coach rings when a part of the choice stands only in the closed tray, and how it follows a target that is pushed away.

import assert from "node:assert/strict";
import test from "node:test";

import { elementOf, reveal } from "../../src/casusbelli/web/targets.js";

const CHOICE = ["alloc_card", "offensive"];

/** A node of a page that is not drawn: just what looking for a target asks of it. */
const node = ({ drawn, inTray = false, choice = "" }) => ({
  isConnected: true,
  dataset: { choice },
  getClientRects: () => (drawn ? [{}] : []),
  closest: (selector) => (selector === "[data-panel=tray]" && inTray ? {} : null),
});

/** A page whose prompt has one button, for the tray, and whose other nodes are these. */
function page(...rest) {
  const opener = node({ drawn: true });
  globalThis.CSS = { escape: (text) => text };
  globalThis.document = {
    querySelectorAll: (selector) => (selector === ".prompt [data-tray]" ? [opener] : selector.startsWith("[data-pick") ? [] : rest),
  };
  return opener;
}

test("a row of the closed tray is reached by the button that opens the tray", () => {
  const opener = page(node({ drawn: false, inTray: true, choice: "alloc_card offensive" }));
  assert.equal(elementOf("pick:offensive", CHOICE), opener);
});

test("a button on another tab comes before the tray: one turns to it", () => {
  const elsewhere = node({ drawn: false, choice: "alloc_card offensive" });
  page(node({ drawn: false, inTray: true, choice: "alloc_card offensive" }), elsewhere);
  assert.equal(elementOf("pick:offensive", CHOICE), elsewhere);
});

test("a target that the coach's own words push out of sight is brought back", async () => {
  let top = 100;
  const pushed = {
    ...node({ drawn: true }),
    parentElement: null,
    matches: () => true,
    getBoundingClientRect: () => ({ left: 10, top, right: 60, bottom: top + 40, width: 50, height: 40 }),
    scrollIntoView: () => {},
  };
  page();
  document.querySelectorAll = (selector) => (selector.startsWith("[data-pick") ? [pushed] : []);
  document.elementFromPoint = () => null;
  Object.assign(globalThis, { innerWidth: 390, innerHeight: 844 });
  let frames = 0;
  globalThis.requestAnimationFrame = (done) => {
    frames += 1;
    if (frames === 1) top = 2000; // the words have taken their place
    setTimeout(done);
  };
  const shell = { layout: "wide", board: { reveal: () => (top = 300) } };
  assert.equal(await reveal(shell, "pick:western_front", ["place", "western_front"]), pushed);
  assert.equal(top, 300);
});
