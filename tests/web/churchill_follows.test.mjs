// What follows from a choice of Churchill, in a line of the tray.

import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

const web = new URL("../../src/casusbelli/web/", import.meta.url).href;
const hook = `export function resolve(name, context, next) { return next(name.startsWith("/static/") ? ${JSON.stringify(web)} + name.slice(8) : name, context); }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { follows, row } = await import("../../src/casusbelli/games/churchill/board/follows.js");
const { Foresight } = await import("../../src/casusbelli/games/churchill/board/foresight.js");
const { attempts } = await import("../../src/casusbelli/games/churchill/board/attempts.js");
const { percentage } = await import("../../src/casusbelli/web/percentage.js");

const WORDS = { "name.hull.text_first_edition": "", "hull.text": "+1 on Global Issue." };
const book = {
  t: (key, params = {}) => WORDS[key] ?? `${key} ${Object.values(params).join(" ")}`.trim(),
  name: (id) => WORDS[id] ?? id,
  brief: (id) => id.toUpperCase(),
  place: ([power, space]) => (power ? `${power} ${space}` : "centre"),
  view: {},
  edition: "second",
};
const plain = (text) => text.replaceAll("\u00a0", " ");

test("an issue tells its way, with the value and the trait of the card where rows differ by it", () => {
  const told = { value: 5, origin: ["us", 3], place: ["uk", 2] };
  assert.equal(follows(book, ["advance_staff", "hull", "global_issue", 5], told, [["issue", "global_issue"]]), "part.value 5: us 3 → uk 2");
  assert.equal(follows(book, ["advance_staff", "hull", "global_issue", 5], told, [["card", "hull"]]), "part.value 5: us 3 → uk 2 · +1 on Global Issue.");
  assert.equal(follows(book, ["agenda_commit_card", "hull"], { value: [1, 6] }), "part.value 1–6");
});

test("support tells the new chance, in a word where the Front is barred; a marker the points", () => {
  const odds = (advance, obstacle = "") => ({ advance, obstacle });
  assert.equal(plain(follows(book, ["alloc_free", "offensive", "western_front"], { before: odds(0.3333), after: odds(0.5333) })), "33 % → 53 %");
  assert.equal(plain(follows(book, ["alloc_free", "naval", "western"], { before: odds(0, "naval"), after: odds(0.996) })), "ui.barred.naval → > 99 %");
  assert.equal(plain(follows(book, ["alloc_free", "abomb", ""], { bomb: [0.5, 0.6667] })), "50 % → 67 %");
  assert.equal(follows(book, ["place", "poland"], { points: { uk: -3, ussr: 3, us: 0 } }), "UK −3 · USSR +3 · US ±0");
  assert.equal(follows(book, ["alloc_free", "offensive", "western_front"], null), "");
});

test("a row asks the engine when it is seen, and once", async () => {
  const asked = [];
  const shell = { preview: async (option) => (asked.push(option), { points: { uk: 0, ussr: 5, us: 0 } }) };
  let arrived = 0;
  const foresight = new Foresight(shell, () => (arrived += 1));
  foresight.about("first");
  const option = ["global_move", "us_ussr"];
  const { small } = row(book, foresight, option, []);
  assert.equal(asked.length, 0);
  assert.equal(await small(), "UK ±0 · USSR +5 · US ±0");
  assert.equal(await small(), "UK ±0 · USSR +5 · US ±0");
  assert.deepEqual(asked, [option]);
  assert.equal(foresight.of(option).points.ussr, 5, "the board knows it, too");
  assert.equal(arrived, 0, "and has nothing to wait for");
  assert.deepEqual(row(book, foresight, ["pass"], []), {});
  foresight.about("second");
  assert.equal(foresight.of(option), undefined);
  await new Promise((done) => setImmediate(done));
  assert.deepEqual([asked.length, arrived], [2, 1]);
});

test("a figure is 0 or 100 only where nothing is left to chance", () => {
  assert.deepEqual([0, 0.004, 0.5, 0.996, 1].map(percentage).map(plain), ["0 %", "< 1 %", "50 %", "> 99 %", "100 %"]);
});

test("a touch while Production is spent is meant for the support that the place takes", () => {
  const printed = { fronts: { western_front: {} }, theaters: { western: {} }, issues: { pol_mil_1_3: { category: "pol_mil" }, second_front: { category: "second_front" } } };
  const at = (verb, value) => attempts({ options: [[verb, "naval", "arctic"]], printed }, value);
  assert.deepEqual(at("alloc_free", "western"), [["alloc_free", "naval", "western"]]);
  assert.deepEqual(at("alloc_bonus", "western_front"), [["alloc_bonus", "offensive", "western_front"]]);
  assert.deepEqual(at("alloc_free", "abomb"), [["alloc_free", "abomb"]]);
  assert.deepEqual(at("alloc_free", "pol_mil_1_3"), [["alloc_free", "pol_mil", "pol_mil_1_3"]]);
  assert.deepEqual([at("alloc_free", "second_front"), at("place", "western")], [[], []]);
});
