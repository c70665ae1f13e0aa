import assert from "node:assert/strict";
import { test } from "node:test";

import { ask } from "../../src/casusbelli/web/patience.js";

const answer = (status, after) => ({ status, ok: status === 200, headers: new Map([["Retry-After", after]]) });

function world(...answers) {
  const waits = [];
  return { waits, fetch: async () => answers.shift(), later: (done, ms) => (waits.push(ms), done()) };
}

test("asks again when the server says so, and no sooner", async () => {
  const busy = world(answer(429, "3"), answer(429, "60"), answer(200));
  assert.equal((await ask("/m/1/at/2", busy))?.status, 200);
  assert.deepEqual(busy.waits, [3000, 10_000]);
});

test("gives up after a while, and at once where nothing is found", async () => {
  assert.equal(await ask("/", world(...Array(9).fill(answer(429, "1")))), null);
  const none = world(answer(404), answer(200));
  assert.equal(await ask("/", none), null);
  assert.deepEqual(none.waits, []);
  assert.equal(await ask("/", { fetch: () => Promise.reject(new Error("no line")), later: () => {} }), null);
});
