// Triumph of Chaos on stage: the gold train that changes hands, powers that go home.

import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

const web = new URL("../../src/casusbelli/web/", import.meta.url).href;
const hook = `export function resolve(name, context, next) { return next(name.startsWith("/static/") ? ${JSON.stringify(web)} + name.slice(8) : name, context); }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { scene } = await import("../../src/casusbelli/games/triumph_of_chaos/board/scenes.js");

const ctx = { name: (id) => id, t: (key, params = {}) => `${key} ${Object.values(params).join(" ")}`.trim() };
const frame = (train, train_side, side = "white") => ({ view: { side, markers: { train, train_side } } });

test("who comes to the gold train is told to have seized it", () => {
  const seized = { kind: "gold_seized", params: { space: "kazan", side: "red" } };
  const told = scene(ctx, seized, frame("kazan", "red"), frame("kazan", "white"));
  assert.equal(told.tableau.title, "event.gold_seized kazan red");
  assert.equal(told.sound, "bad");
  assert.equal(told.wait, true);
  assert.equal(scene(ctx, seized, frame("kazan", "red", "red"), null).sound, "good");
});

test("a train that nobody holds any more is lost for who had it", () => {
  const lost = { kind: "gold_lost", params: { space: "kazan", side: "white" } };
  const told = scene(ctx, lost, frame("kazan", "none"), frame("kazan", "white"));
  assert.equal(told.tableau.title, "event.gold_lost kazan white");
  assert.equal(told.sound, "bad");
  assert.equal(scene(ctx, lost, frame("kazan", "none", "red"), null).sound, "good");
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

test("the political cards that take effect are listed with what they bring", () => {
  const political_cards = { pc_1: { ip: { france: -1, usa: 2 } }, pc_2: { special: true } };
  const printed = { political_cards, factions: { france: { code: "Fr" }, usa: { code: "USA" } } };
  const told = scene({ ...ctx, printed }, { kind: "political_cards", params: { cards: ["pc_1", "pc_2"] } }, frame("", "none"), null);
  assert.deepEqual(told.tableau.sheet.rows, [["pc_1", "Fr 1R · USA 2W"], ["pc_2", "name.pc_2.text"]]);
});
