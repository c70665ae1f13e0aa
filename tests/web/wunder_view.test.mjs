// WunderWaffen on a phone: the map opens where most of what can be chosen lies.

import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

const web = new URL("../../src/casusbelli/web/", import.meta.url).href;
const hook = `export function resolve(name, context, next) { return next(name.startsWith("/static/") ? ${JSON.stringify(web)} + name.slice(8) : name, context); }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { fullest } = await import("../../src/casusbelli/games/wunderwaffen/board/map.js");

const box = (left, top) => ({ left, top, right: left + 40, bottom: top + 40 });

test("the window holds as many places as it can, and shows them in its middle", () => {
  const far = box(900, 0);
  const near = [box(0, 0), box(60, 20), box(120, 200)];
  const { count, x, y } = fullest([far, ...near], 300, 300);
  assert.equal(count, 3);
  for (const { left, top, right, bottom } of near) assert.ok(left >= x && right <= x + 300 && top >= y && bottom <= y + 300);
  assert.equal(x, -(300 - 160) / 2);
});

test("where nothing else fits, one place does", () => {
  assert.equal(fullest([box(0, 0), box(500, 500)], 100, 100).count, 1);
});
