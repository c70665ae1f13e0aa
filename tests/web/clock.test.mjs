// The clocks: what stands on them, and how time passes between two words of the server.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.matchMedia ??= () => ({ matches: false, addEventListener() {} });
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {}, get() {} };
const { figures, reading, span } = await import("../../src/casusbelli/web/clock.js");

test("what stands on a clock", () => {
  assert.equal(figures(24 * 60_000 + 10_000), "24:10");
  assert.equal(figures(3_723_000), "1:02:03");
  assert.equal(figures(9_400, true), "0:09.4");
  assert.equal(figures(9_400), "0:10", "whole seconds are rounded up: 0:00 is out of time");
  assert.equal(figures(-5), "0:00");
});

test("free time passes before the bank does, and only while the clock runs", () => {
  const face = { bank: 60_000, free: 5_000, running: true };
  assert.deepEqual(reading(face, 3_000), { bank: 60_000, free: 2_000 });
  assert.deepEqual(reading(face, 15_000), { bank: 50_000, free: 0 });
  assert.deepEqual(reading({ ...face, running: false, free: null }, 15_000), { bank: 60_000, free: 0 });
});

test("a span has two units at most, in the reader's words", () => {
  assert.equal(span(28 * 3_600_000 + 59_000, "en"), "1 day 4 hr");
  assert.equal(span(28 * 3_600_000, "it"), "1 giorno 4 h");
  assert.equal(span(5 * 60_000, "es"), "5 min");
  assert.equal(span(10_000, "en"), "0 min");
});
