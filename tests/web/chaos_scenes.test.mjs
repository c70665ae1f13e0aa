// Triumph of Chaos on stage: the gold train that changes hands without an event of its own, powers that go home.

import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

const web = new URL("../../src/casusbelli/web/", import.meta.url).href;
const hook = `export function resolve(name, context, next) { return next(name.startsWith("/static/") ? ${JSON.stringify(web)} + name.slice(8) : name, context); }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { scene } = await import("../../src/casusbelli/games/triumph_of_chaos/board/scenes.js");

const ctx = { name: (id) => id, t: (key, params = {}) => `${key} ${Object.values(params).join(" ")}`.trim() };
const frame = (train, train_side, side = "white") => ({ view: { side, markers: { train, train_side } } });
const taken = { kind: "taken", params: { space: "kazan", side: "red" } };

test("who comes to the gold train is told to have seized it", () => {
  const told = scene(ctx, taken, frame("kazan", "red"), frame("kazan", "white"));
  assert.equal(told.tableau.title, "ui.scene.gold.seized red kazan");
  assert.equal(told.sound, "bad");
  assert.equal(told.wait, true);
  assert.equal(scene(ctx, taken, frame("kazan", "red", "red"), frame("kazan", "white", "red")).sound, "good");
});

test("a train that nobody holds any more is lost for who had it", () => {
  const told = scene(ctx, taken, frame("kazan", "none"), frame("kazan", "white"));
  assert.equal(told.tableau.title, "ui.scene.gold.lost white kazan");
});

test("a train that stays, travels or is not there is no news", () => {
  for (const [now, before] of [[frame("kazan", "red"), frame("kazan", "red")], [frame("omsk", "white"), frame("kazan", "red")], [frame("", "none"), frame("", "none")], [frame("kazan", "red"), null]])
    assert.equal(scene(ctx, taken, now, before).tableau, undefined);
});

test("a withdrawal shows its die, what it needed and what follows", () => {
  const params = { faction: "france", side: "white", roll: 3, modifier: 1, number: 4, leaves: true };
  const told = scene(ctx, { kind: "withdrawal", params }, frame("", "none"), null);
  assert.deepEqual(told.tableau.dice, [{ value: 3, target: "≤ 4" }]);
  assert.equal(told.tableau.sum.total.value, 4);
  assert.deepEqual(told.tableau.lines, ["ui.scene.withdrawal.gone france"]);
  const still = scene(ctx, { kind: "withdrawal", params: { ...params, modifier: 0, roll: 6, leaves: false } }, frame("", "none"), null);
  assert.equal(still.wait, false);
  assert.equal(still.tableau.sum, undefined);
  assert.equal(scene(ctx, { kind: "withdrawal", params: { faction: "usa", side: "none", roll: 0, modifier: 0, number: 99, leaves: true } }, frame("", "none"), null).tableau.dice, undefined);
});
