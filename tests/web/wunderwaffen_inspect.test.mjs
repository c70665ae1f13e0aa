// What the inspector of WunderWaffen says without a play at hand: who would win a territory, who may intercept a raid, the score if it ended now.

import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

import { page } from "./page.mjs";

page();
const web = new URL("../../src/casusbelli/web/", import.meta.url).href;
const hook = `export function resolve(name, context, next) { return next(name.startsWith("/static/") ? ${JSON.stringify(web)} + name.slice(8) : name, context); }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { inspect } = await import("../../src/casusbelli/games/wunderwaffen/board/inspect.js");

const shell = { t: (key, params = {}) => `${key.replace("ui.inspect.", "")} ${Object.values(params).join(" ")}`.trim(), name: (id) => id };
const token = (faction) => ({ faction, owner: faction, piece: "tank" });
const land = (spaces) => ({ owner: "german", fortress: false, marker: null, access: [], spaces });
const printed = { vp: 2, bonus: [], cities: [], adjacent: [], spaces: ["none", "none", "none"] };

function told(kind, id, view) {
  const reading = { view, atlas: { territories: { krakow: printed }, berlin: { spaces: [] } }, choiceAt: () => null, play: () => undefined, tokenName: ({ faction, piece }) => `${faction} ${piece}` };
  return inspect(reading, shell, null, kind, id).lines;
}

test("two tokens of one faction win a territory, whatever fills the third space; else it is open", () => {
  const would = (...spaces) => told("territory", "krakow", { map: { krakow: land(spaces) } }).find(([label]) => label === "would")?.[1];
  assert.equal(would(token("russian"), null, token("russian")), "two russian");
  assert.equal(would(token("russian"), token("german"), null), "open 1");
  assert.equal(would(token("russian"), null, null), "open 2");
  assert.equal(would(null, null, null), undefined);
  assert.deepEqual(told("space", "krakow_1", { map: { krakow: land([token("russian"), null, token("russian")]) } })[0], ["would", "two russian"]);
});

test("the raid says who may intercept it, the score what the final count would make of it", () => {
  assert.deepEqual(told("raid", "", { interceptors: ["plane", "symbol"] })[0], ["interceptors", "plane, symbol"]);
  assert.deepEqual(told("raid", "", { interceptors: [] })[0], ["interceptors", "–"]);
  const score = { russian: 3, american: 2, british: 1, german: 9 };
  const ended = { score: { russian: 8, american: 4, british: 2, german: 10 }, winner: "german" };
  assert.deepEqual(told("score", "", { score, if_ended: ended })[0], ["russian", "counted ui.vp 3 8"]);
  assert.deepEqual(told("score", "", { score, if_ended: null })[0], ["russian", "ui.vp 3"]);
});
