// The Fog of War: a province out of supply says where its line breaks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { brokenAt } from "../../src/casusbelli/games/fog_of_war/board/supply_line.js";

const EDGES = ["berlin-italy", "italy-west", "italy-east", "west-libya", "east-libya", "libya-egypt", "west-usa_canada", "east-britain"];
const SOURCES = { berlin: "axis", britain: "allied" };
const places = [...new Set(EDGES.flatMap((edge) => edge.split("-")))];
const near = (place) => EDGES.map((edge) => edge.split("-")).filter((edge) => edge.includes(place)).map(([a, b]) => (a === place ? b : a));
const printed = Object.fromEntries(places.filter((place) => place !== "usa_canada").map((place) => [place, { near: near(place), kind: ["west", "east"].includes(place) ? "sea" : "land", supply_source: SOURCES[place] ?? null }]));
const AXIS = { berlin: "axis", italy: "axis", libya: "axis", egypt: "axis" };

function broken(province, control, { mired = [], options = [] } = {}) {
  const provinces = Object.fromEntries(Object.keys(printed).map((place) => [place, { control: control[place] ?? "allied", quagmire: mired.includes(place) ? {} : null }]));
  return brokenAt({ provinces, options, flags: { ussr_at_war: false } }, printed, province);
}

test("where one place would do, each that would is named", () => {
  assert.deepEqual(broken("egypt", AXIS), { places: ["west", "east"], all: false });
  assert.deepEqual(broken("egypt", { ...AXIS, east: "axis" }, { mired: ["libya"] }), { places: ["libya"], all: false });
});

test("where several stand in the way all of the shortest way are named", () => {
  assert.deepEqual(broken("egypt", { ...AXIS, libya: "allied", italy: "neutral", west: "axis" }), { places: ["libya", "italy"], all: true });
});

test("a lost source is what is missing; one in a quagmire is not", () => {
  assert.deepEqual(broken("italy", { ...AXIS, berlin: "allied" }).places, ["berlin"]);
  assert.deepEqual(broken("egypt", { ...AXIS, berlin: "axis" }, { mired: ["berlin"] }).places, ["west", "east"]);
});

test("an off-map source is the Allies' alone, and enemy seas bar no line where the option says so", () => {
  assert.deepEqual(broken("libya", { ...AXIS, libya: "allied", west: "axis", east: "axis", britain: "axis" }).places, ["west"]);
  assert.deepEqual(broken("egypt", { ...AXIS, libya: "allied" }, { options: ["adv_sea_supply"] }).places, ["libya"]);
});
