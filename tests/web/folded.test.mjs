// The folded score panels say how the match stands: points, what is short, and who would win if it ended now.

import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

const web = new URL("../../src/casusbelli/web/", import.meta.url).href;
const hook = `export function resolve(name, context, next) { return next(name.startsWith("/static/") ? ${JSON.stringify(web)} + name.slice(8) : name, context); }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const games = "../../src/casusbelli/games/";
const chaos = await import(`${games}triumph_of_chaos/board/victory.js`);
const fog = await import(`${games}fog_of_war/board/panels.js`);

const t = (key, params = {}) => `${key} ${Object.values(params).join(" ")}`.trim();

test("Triumph of Chaos: cities, points, what the count would bring and who would win", () => {
  const view = { vp: { red: 3, white: 5 }, vc: { red: 9, white: 7 }, if_ended: "white" };
  const ctx = { t, printed: { lead_vp: [[1, 4, 1]] } };
  const said = String(chaos.digest(view, ctx));
  for (const words of ["ui.victory.white 5", "ui.victory.lead red 1", "ui.victory.if_ended white"]) assert.ok(said.includes(words), words);
  assert.ok(!String(chaos.digest({ ...view, if_ended: "" }, ctx, { red: 3, white: 5 })).includes("if_ended"), "gone when it is over");
});

const side = { hand: 5, draw: 9, discard: 0, win: 0, loss: 0, intel: { ready: 1, used: 0 }, production: 8, resources: 9 };
const provinces = { italy: { control: "axis" }, poland: { control: "axis" }, balkans: { control: "allied" }, baltic: { control: "neutral" } };
const context = { victoryProvince: (card) => card };
const view = (possible, more = {}) => ({ side: "allied", sides: { axis: side, allied: side }, vp: 34, vp_threshold: 70, provinces, victory: { possible }, winner: "", ...more });

test("The Fog of War: points towards the threshold, and who would win as far as the reader may know", () => {
  const shell = { t, name: (id) => id };
  const now = (possible, more) => /if_ended (\w+)/.exec(String(fog.digest(view(possible, more), shell, context)))[1];
  assert.equal(now(["italy", "poland"]), "axis");
  assert.equal(now(["italy", "balkans"]), "allied");
  assert.equal(now(["italy", "poland", "balkans"]), "open");
  assert.equal(now(["italy", "balkans", "baltic"]), "allied", "one that is held cannot be two");
  assert.equal(now(["italy", "balkans"], { vp: 70 }), "axis");
  const said = String(fog.digest(view(["italy", "poland", "balkans"]), shell, context));
  for (const words of ["ui.balance.points 34 70 36", "ui.balance.if_ended open 2 3", "ui.balance.production"]) assert.ok(said.includes(words), words);
  assert.ok(!String(fog.digest(view(["italy", "poland"], { winner: "axis" }), shell, context)).includes("if_ended"), "gone when it is over");
});
