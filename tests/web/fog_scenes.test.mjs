// The Fog of War on stage: how a look ended and what it cost, and where the points of a year came from.

import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

const web = new URL("../../src/casusbelli/web/", import.meta.url).href;
const hook = `export function resolve(name, context, next) { return next(name.startsWith("/static/") ? ${JSON.stringify(web)} + name.slice(8) : name, context); }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { scene } = await import("../../src/casusbelli/games/fog_of_war/board/scenes.js");
const { BattleTable } = await import("../../src/casusbelli/games/fog_of_war/board/battle.js");
const { whereIs } = await import("../../src/casusbelli/games/fog_of_war/board/reading.js");

const t = (key, params = {}) => `${key} ${Object.values(params).join(" ")}`.trim();
const province = (control, supplied) => ({ control, supplied });
const provinces = { poland: province("axis", true), paris: province("axis", true), libya: province("axis", false), britain: province("allied", true), ruhr: province("axis", true) };
const printed = { poland: { vp: 1 }, paris: { vp: 2 }, libya: { vp: 1 }, britain: { vp: 3 }, ruhr: { vp: 0 } };
const context = (side) => ({ shell: { t, name: (id) => id }, view: { side, provinces }, atlas: { printed }, pileName: (pile) => `pile ${pile}` });
const told = (kind, params, side = "axis") => scene(context(side), { kind, params }, { view: {} }, null);

test("who blocks a look acts, and what each spent is told", () => {
  const params = { side: "axis", pile: "op:allied:alpha", spent: 1, spent_by_other: 2 };
  const { seat, spot, tableau } = told("intel_blocked", params);
  assert.deepEqual([seat, spot, tableau.title, tableau.verdict.good], ["allied", "op:allied:alpha", "pile op:allied:alpha", false]);
  assert.deepEqual(tableau.sheet.rows.map(([who, spent]) => [who.text, spent]), [["axis", "ui.stage.spent 1"], ["allied", "ui.stage.spent 2"]]);
  assert.equal(told("intel_blocked", params, "allied").tableau.verdict.good, true);
  assert.equal(told("intel_blocked", params, null).tableau.verdict.good, undefined);
});

test("a look of one's own is shown by its cards, the other's by what it cost", () => {
  const params = { side: "axis", pile: "def:paris:allied", count: 1, size: 3, spent: 1, spent_by_other: 0 };
  assert.equal(told("intel_succeeded", params).tableau, undefined);
  assert.equal(told("intel_succeeded", params).wait, true);
  const seen = told("intel_succeeded", params, "allied");
  assert.deepEqual([seen.seat, seen.tableau.verdict.good], ["axis", false]);
});

test("the points of a year are told by province, those in supply alone", () => {
  const { seat, tableau } = told("scored", { year: 1940, points: 3, total: 5 });
  assert.deepEqual([seat, tableau.note], ["axis", "ui.stage.scored paris\u00a02,poland\u00a01"]);
  assert.deepEqual(tableau.changes.map(({ before, after }) => [before, after]), [[2, 5]]);
});

test("an interdiction names what lay in wait, sea by sea, and stays until it is read", () => {
  const lurks = (sea, card) => ({ kind: "interdictor_revealed", params: { side: "axis", sea, card } });
  const log = [lurks("north_sea", "fleet_3"), { kind: "launched", params: {} }, lurks("west_mediterranean", "fleet_1"), lurks("east_mediterranean", "air")];
  const params = { side: "allied", count: 2, decoys: 0 };
  const shown = scene(context("axis"), { kind: "interdicted", params }, { view: {}, log }, null);
  assert.deepEqual([shown.wait, shown.spot, shown.tableau.verdict.good], [true, ["west_mediterranean", "east_mediterranean"], true]);
  assert.deepEqual(shown.tableau.sheet.rows.map(([sea, card]) => [sea.text, card]), [["west_mediterranean", "fleet_1"], ["east_mediterranean", "air"]]);
});

test("a battle that nobody was left to fight is told without a felt", () => {
  const result = { side: "allied", province: "paris", result: "rout" };
  assert.equal(told("battle_result", { ...result, automatic: false }).tableau, undefined);
  assert.equal(told("battle_result", { ...result, automatic: true }, "allied").tableau.verdict.good, false);
});

test("a card on the table marks none of its kind in the hand, one that was drawn does", async () => {
  const { default: Board } = await import("../../src/casusbelli/games/fog_of_war/board/board.js");
  const mine = { frame: { view: { side: "allied" } } };
  const touches = (kind, params) => Board.prototype.touches.call(mine, { kind, params });
  assert.deepEqual(touches("battle_revealed", { province: "paris", side: "axis", attack: ["army_2"], defence: ["decoy"] }), { province: "paris", side: "axis" });
  assert.deepEqual(touches("drew", { side: "allied", cards: ["army_2"] }), { side: "allied", cards: ["army_2"] });
  assert.deepEqual(touches("operation_dismantled", { side: "axis", space: "alpha", cards: ["decoy"] }), { side: "axis", space: "op:axis:alpha" });
  assert.equal(Board.prototype.actor({ kind: "intel_blocked", params: { side: "axis" } }), "allied");
});

test("once the Advantage is spent nothing is said to be still to come", () => {
  const table = new BattleTable({ t, name: (id) => id }, null, null);
  const battle = { province: "ruhr", attacker: "allied", defender: "axis", attack: 2, defence: 2, result: null, shown: {}, advantage: null };
  const said = (advantage) => String(table.outcome({ ...battle, advantage }, null, false, { staged: true, view: { side: "axis" } }));
  assert.match(said(null), /ui\.battle\.adding/);
  assert.doesNotMatch(said("axis"), /ui\.battle\.adding/);
});

test("a pile is where its province is, or on one's own wheel; the enemy's operation is a piece itself", () => {
  const piles = ["def:paris:allied", "quag:kiev:axis", "op:axis:alpha", "op:allied:alpha", "vic:board"];
  assert.deepEqual(piles.map((pile) => whereIs(pile, "axis")), ["paris", "kiev", "alpha", "op:allied:alpha", "vic:board"]);
});

test("who takes a province hears it as good, who loses it does not, and so with cards shown and cards intercepted", () => {
  const heard = (kind, params, frame = { view: {} }) => ["axis", "allied", null].map((side) => scene(context(side), { kind, params }, frame, null).sound);
  assert.deepEqual(heard("control_changed", { province: "paris", side: "axis" }), ["good", "bad", "piece"]);
  assert.deepEqual(heard("interdicted", { side: "axis", lost: 1 }, { log: [], view: {} }), ["bad", "good", "piece"]);
  const shown = (side) => scene({ ...context(side), victoryProvince: (card) => card }, { kind: "victory_cards_shown", params: { cards: ["paris", "britain"] } }, { view: {} }, null).tableau.sheet.rows.map(([, cell]) => cell.good);
  assert.deepEqual([shown("axis"), shown("allied"), shown(null)], [[true, false], [false, true], [undefined, undefined]]);
});
