import assert from "node:assert/strict";
import { test } from "node:test";

import { tellSeen } from "../../src/casusbelli/web/seen.js";

test("what was seen is told when it has changed, and at once when the page is put away", () => {
  const said = [];
  let tick = null;
  let seen = null;
  const page = Object.assign(new EventTarget(), { hidden: false });
  const connection = { errand: (body) => Promise.resolve(said.push(body.told)) };
  tellSeen(connection, () => seen, { every: (call) => (tick = call), page });
  tick();
  assert.deepEqual(said, []); // the reader has not looked yet
  seen = 4;
  tick();
  tick();
  assert.deepEqual(said, [4]);
  page.hidden = true;
  seen = 7;
  tick();
  assert.deepEqual(said, [4]); // nobody looks at a hidden page
  page.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual(said, [4, 7]); // it was seen before it was put away
  seen = 5;
  page.hidden = false;
  tick();
  assert.deepEqual(said, [4, 7, 5]); // something was taken back
});
