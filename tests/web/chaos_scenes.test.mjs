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
  assert.deepEqual(told.tableau.sum.total.value, { text: "4", until: "?" });
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

const fought = { target: "kazan", side: "red", attackers: ["red_5", "red_elite"], defenders: ["czech_1"], counter: false };
const inBattle = (battle = fought) => ({ view: { side: "white", units: { czech_1: ["kazan", true, "white"] }, battle } });
const fire = { side: "red", column: 4, die: 4, modifier: 1, losses: 4 };
const row = ({ tableau }, key) => tableau.sheet.rows.find(([words]) => words === `ui.scene.${key}`);

test("who comes to the middle of a battle reads where it is and who fights", () => {
  const told = scene(ctx, { kind: "fire", params: fire }, inBattle(), null);
  assert.equal(told.tableau.title, "ui.battle.title kazan");
  assert.deepEqual(row(told, "units").slice(1), ["red_5, red_elite", "czech_1"]);
  assert.equal(told.spot, "kazan");
});

test("what a throw costs is not told before its die lies", () => {
  scene(ctx, { kind: "fire", params: fire }, inBattle(), null);
  const told = scene(ctx, { kind: "fire", params: { side: "white", column: 1, die: 6, modifier: 0, losses: 1 } }, inBattle(), null);
  assert.deepEqual(row(told, "losses").slice(1), [4, { text: "1", until: "?" }]);
});

test("who joins a battle is shown with the others, who is lost stays", () => {
  const params = { side: "red", space: "kazan", attackers: ["red_5"], defenders: ["czech_1"], greens: false, counter: false, foe: "white" };
  scene(ctx, { kind: "battle", params }, inBattle({ ...fought, attackers: ["red_5"] }), null);
  const joined = scene(ctx, { kind: "reinforced", params: { side: "red", unit: "red_elite" } }, inBattle(), null);
  assert.deepEqual(row(joined, "units").slice(1), ["red_5, red_elite", "czech_1"]);
  const lost = scene(ctx, { kind: "step_lost", params: { side: "white", unit: "czech_1" } }, inBattle({ ...fought, defenders: [] }), null);
  assert.deepEqual(row(lost, "units").slice(1), ["red_5, red_elite", "czech_1"]);
  assert.equal(lost.tableau.lines.length, 2);
});

test("another battle begins with nothing of the one before", () => {
  scene(ctx, { kind: "fire", params: fire }, inBattle(), null);
  const told = scene(ctx, { kind: "leader_test", params: { side: "white", leader: "kappel", roll: 3, success: true } }, inBattle({ ...fought, target: "perm" }), null);
  assert.equal(told.tableau.title, "ui.battle.title perm");
  assert.equal(row(told, "losses"), undefined);
});

test("a battle has no rows of nothing", () => {
  const none = { side: "red", foe: "white", attacker_table: "army", attacker_factors: 4, defender_table: "corps", defender_factors: 2, shifts: [], attacker_modifiers: [], defender_modifiers: [] };
  const told = (more = {}) => scene(ctx, { kind: "odds", params: { ...none, ...more } }, inBattle(), null);
  assert.equal(row(told(), "shifts"), undefined);
  assert.ok(row(told(), "table"));
  assert.deepEqual(row(told({ shifts: [{ id: "river", n: -1 }] }), "shifts").slice(1), ["river −1", "–"]);
});

test("what concerns a faction rings its row, not the city of its name", () => {
  const told = scene(ctx, { kind: "influence", params: { faction: "astrakhan", side: "red", points: 1 } }, frame("", "none"), null);
  assert.equal(told.spot, "faction_astrakhan");
});

test("influence summed up has a column for what is left from earlier only where something is", () => {
  const sums = [{ faction: "usa", n: 2, side: "red" }];
  const columns = (carried) => scene({ ...ctx, shell: { compact: false } }, { kind: "influence_sum", params: { sums, carried } }, frame("", "none"), null).tableau.sheet.head.length;
  assert.deepEqual([columns([]), columns([{ faction: "usa", n: 1, side: "red" }])], [3, 4]);
});

test("what depends on the die of an Influence card is told when it lies", () => {
  const params = { side: "red", roll: 4, modifiers: [{ id: "lenin", n: 1 }], total: 5, value: 3 };
  const { sum } = scene(ctx, { kind: "influence_roll", params }, frame("", "none"), null).tableau;
  assert.deepEqual([sum.lines[0].value, sum.total.value], [{ text: "4", until: "?" }, { text: "5", until: "?" }]);
  assert.equal(sum.lines[1].value, 1);
});
