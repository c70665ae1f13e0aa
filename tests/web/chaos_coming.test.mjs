// Triumph of Chaos: what the card between two turns says of the turn that begins, and why a victory city counts.

import assert from "node:assert/strict";
import { test } from "node:test";

const board = "../../src/casusbelli/games/triumph_of_chaos/board/";
const { turnSummary } = await import(`${board}turn_summary.js`);
const { cityWords } = await import(`${board}cities.js`);

const t = (key, params = {}) => `${key} ${Object.values(params).join(" ")}`.trim();
const turns = { 3: { year: 1918, political: true }, 4: { year: 1919, political: true }, 9: { year: 1919, political: true }, 10: { year: 1920, political: false }, 11: { year: 1920, political: false } };
const ctx = { t, name: (id) => id, printed: { turns } };
const nothing = { arrive: [], income: { red: {}, white: {} }, gold: "none", conscription: "" };

function told(turn, view) {
  const event = { kind: "turn", params: { turn } };
  const log = [{ kind: "turn", params: { turn: turn - 1 } }, { kind: "vc_count", params: { red: 9, white: 7 } }, event];
  const factions = { central_powers: { fate: "in_play" }, france: { fate: "withdrawn" } };
  return turnSummary(ctx, event, { view: { turn, vp: { red: 1, white: 2 }, factions, withdrawal: {}, coming: nothing, ...view }, log }).lines;
}
const coming = (lines) => lines.slice(lines.findIndex(([words]) => words.startsWith("ui.summary.coming")));

test("the card tells the steps, the arrivals, who may go home and the cards of a new year", () => {
  const arrive = [{ piece: "red_polish_c", side: "red", where: "poland", when: "round" }];
  const income = { red: { side: 3, "faction:ukraine": 2 }, white: {} };
  const lines = coming(told(4, { withdrawal: { central_powers: 6, france: 2 }, coming: { ...nothing, arrive, income, gold: "white", conscription: "pay" } }));
  assert.deepEqual(lines, [
    ["ui.summary.coming 4", "red", "white"],
    ["ui.summary.cards_of 1919", "ui.summary.in_decks", ""],
    ["ui.summary.income", "3 + ui.reserves.pool faction:ukraine 2", "0"],
    ["ui.summary.gold", "ui.summary.gold_use white", ""],
    ["ui.summary.conscription", "ui.summary.conscription_use", ""],
    ["red_polish_c", "ui.summary.arrives red poland round", ""],
    ["central_powers", "ui.summary.goes central_powers 6", ""],
  ]);
});

test("what is owed comes first, and what has no room on the card is said to stand in the log", () => {
  const event = { kind: "turn", params: { turn: 4 } };
  const wars = Array.from({ length: 7 }, (_, n) => ({ kind: "war_declared", params: { faction: `land${n}` } }));
  const log = [{ kind: "turn", params: { turn: 3 } }, { kind: "vc_count", params: { red: 9, white: 7 } }, ...wars, event];
  const view = { turn: 4, vp: { red: 1, white: 2 }, factions: {}, withdrawal: {}, coming: nothing, owed: [{ card: "kolchak", points: 1 }] };
  const { note } = turnSummary(ctx, event, { view, log });
  assert.match(note, /^ui\.summary\.owed .* event\.war_declared land4 ui\.summary\.more 2$/);
});

test("where nothing comes only the steps are told; once it is told that politics are over", () => {
  assert.deepEqual(coming(told(11, {})), [["ui.summary.coming 11", "red", "white"], ["ui.summary.income", "0", "0"]]);
  assert.ok(coming(told(10, {})).some(([, words]) => words === "ui.summary.no_politics"));
});

test("a turn that is past says nothing of what was to come", () => {
  assert.equal(told(4, { turn: 5 }).some(([words]) => words.includes("coming")), false);
});

const rules = { capitals: ["moskva", "petrograd"], together: true, homes_from: 7, own_homes: false, conditions: {}, subjugation: 12 };
const printed = {
  scenarios: { campaign: rules, tournament_1919: { ...rules, together: false, homes_from: 0, own_homes: true, conditions: { don: ["rostov"], ukraine: ["kyiv"] } } },
  spaces: { moskva: { region: "central" }, rostov: { region: "don" }, kyiv: { region: "ukraine" } },
  regions: { central: { home: "red", cities: ["moskva"] }, don: { home: "white", cities: ["rostov"] }, ukraine: { home: "", cities: ["kyiv", "kharkiv"] } },
  factions: { ukraine: { region: "ukraine", subjugable: true } },
};
const words = (city, scenario, turn = 5) => {
  const view = { scenario, turn, since: { kyiv: 3 }, control: { kyiv: "red", moskva: "red" }, cities: { moskva: "red", rostov: "none", kyiv: "red" }, factions: { ukraine: { fate: "in_play" } } };
  return cityWords({ t, view, printed }, city);
};

test("a city tells for whom it counts, since when, and what depends on it", () => {
  assert.deepEqual(words("moskva", "campaign"), ["ui.city.counts red", "ui.city.held red 0", "ui.city.capital moskva,petrograd true", "ui.city.home red all 7"]);
  assert.deepEqual(words("rostov", "tournament_1919"), ["ui.city.counts none", "ui.city.held none 0", "ui.city.home white none 0", "ui.city.condition don"]);
  assert.deepEqual(words("moskva", "tournament_1919").at(-1), "ui.city.home red own 0");
});

test("a city of a republic tells what subjugation brings, as long as there is any", () => {
  const line = "ui.city.republic ukraine 2";
  assert.deepEqual(words("kyiv", "campaign"), ["ui.city.counts red", "ui.city.held red 3", line]);
  assert.equal(words("kyiv", "campaign", 13).includes(line), false);
});
