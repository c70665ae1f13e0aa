// A battle is one line of the log that unfolds: where it begins and ends, and what it was for the reader, in all four games.

import assert from "node:assert/strict";
import { register } from "node:module";
import test from "node:test";

const web = new URL("../../src/casusbelli/web/", import.meta.url).href;
const hook = `export function resolve(name, context, next) { return next(name.startsWith("/static/") ? ${JSON.stringify(web)} + name.slice(8) : name, context); }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
globalThis.document = { createElement: () => ({ content: {} }) };
const { readersWord, spans } = await import("../../src/casusbelli/web/battles.js");
const { groups } = await import("../../src/casusbelli/web/chapters.js");
const of = (game) => import(`../../src/casusbelli/games/${game}/board/battle_log.js`);
const [churchill, fog, chaos, wunderwaffen] = await Promise.all(["churchill", "fog_of_war", "triumph_of_chaos", "wunderwaffen"].map(of));

const t = (key, params = {}) => [key, ...Object.values(params).flat()].join(" ");
const ctx = { t, name: (id) => id };
const told = (kind, params = {}) => ({ kind, params });
/** Spans as [from, count, ends]. */
const found = (battles) => battles.map(({ from, count, tell }) => [from, count, tell().ends]);

test("a battle is a group of its own, however many choices it took; a heading ends it", () => {
  const log = ["move", "fight", "hit", "run", "turn", "rest"].map((kind) => told(kind));
  const battle = { from: 1, count: 5, tell: () => ({ title: "" }) };
  assert.deepEqual(groups(log, [0, 2, 3], ({ kind }) => kind === "turn", [battle]), [
    { from: 0, count: 1, heading: false },
    { from: 1, count: 3, heading: false, battle },
    { from: 4, count: 1, heading: true },
    { from: 5, count: 1, heading: false },
  ]);
});

test("what begins anew ends the span before, what does not belong to it, too", () => {
  const log = ["a", "b", "a", "b", "c", "b"].map((kind) => told(kind));
  const at = spans(log, ({ kind }) => kind === "a", ({ kind }) => kind === "b").map(({ from, events, over }) => [from, events.length, over]);
  assert.deepEqual(at, [[0, 2, true], [2, 2, true]]);
  assert.equal(spans([told("a")], ({ kind }) => kind === "a", () => true)[0].over, false);
});

test("the word is the reader's, the better of two that he leads, and none for who looks on", () => {
  const reader = (viewpoint) => ({ viewpoint, t: (key) => key, seatOf: (actor) => (["british", "russian"].includes(actor) ? "allies" : actor) });
  const ends = { german: "lost", british: "won", russian: "lost" };
  assert.deepEqual(readersWord(reader("german"), ends), { text: "shell.log.end.lost", good: false });
  assert.deepEqual(readersWord(reader("allies"), ends), { text: "shell.log.end.won", good: true });
  assert.equal(readersWord(reader("american"), ends), null);
  assert.equal(readersWord(reader(null), ends), null);
  assert.equal(readersWord(reader("german"), undefined), null);
});

const attack = told("battle", { side: "white", foe: "red", space: "kazan", attackers: ["w1"], defenders: ["r1"], greens: false, counter: false });
const fire = (side, losses) => told("fire", { side, losses });
const gone = (side, unit) => told("step_lost", { side, unit, eliminated: true });

test("Triumph of Chaos: the losses tell the end, or what was paid to stay, or that nobody is left", () => {
  const ends = (...events) => chaos.battles(ctx, [told("action"), attack, ...events, told("action")]).map(({ from, count, tell }) => [from, count, tell()])[0];
  const [from, count, { title, result, ends: retreated }] = ends(told("odds"), fire("white", 3), fire("red", 1), told("retreated", { side: "red", unit: "r1" }), told("advanced"));
  assert.deepEqual([from, count, retreated], [1, 6, { white: "won", red: "lost" }]);
  assert.match(title, /^ui.battle.line white red kazan/);
  assert.match(result, /red: ui.result.retreat_2\.$/);
  assert.deepEqual(ends(fire("white", 1), fire("red", 1))[2].ends, { white: "failed", red: "held" });
  assert.deepEqual(ends(fire("white", 2), fire("red", 1), told("retreat_cancelled", { side: "red" }))[2].ends, { white: "failed", red: "held" });
  assert.deepEqual(ends(fire("white", 2), fire("red", 1), gone("white", "w1"))[2].ends, { white: "failed", red: "held" }, "nobody is left to advance");
  assert.deepEqual(ends(fire("white", 2), fire("red", 2), gone("red", "r1"))[2].ends, { white: "won", red: "lost" });
  assert.match(ends(fire("white", 4), gone("red", "r1"))[2].result, /destroyed/, "nobody was left to answer");
  assert.equal(ends(told("odds"), fire("white", 4))[2].ends, undefined, "it is still being fought");
});

test("Triumph of Chaos: a corps that steps in fights on, and another battle is another line", () => {
  const log = [attack, fire("white", 2), fire("red", 0), told("corps_steps_in", { side: "red", unit: "c1", army: "r1" }), gone("red", "r1"), attack, told("vp")];
  const [first, second] = chaos.battles(ctx, log);
  assert.deepEqual([first.from, first.count, second.from, second.count], [0, 5, 5, 2]);
  assert.match(first.tell().result, /retreat_2/);
});

test("The Fog of War: from the attack to what was lost; an attack that came to nothing is no battle", () => {
  const log = ["launched", "launched_from", "attack_reinforced", "battle_revealed", "battle_result", "cards_lost", "drew", "quagmire_resolving", "repelled", "drew", "quagmire_resolving", "battle_revealed"].map((kind) => told(kind));
  const battles = fog.battles({ t }, log);
  assert.deepEqual(found(battles), [[0, 6, undefined], [10, 2, undefined]]);
  assert.deepEqual(battles.map(({ tell }) => [tell().title, tell().result]), [["", "event.battle_result"], ["event.quagmire_resolving", undefined]]);
});

test("WunderWaffen: a territory from the token that decides it; who had tokens there has lost it, and so has the German", () => {
  const place = (faction, target) => told("played_place", { faction, target });
  const log = [place("russian", "posen_1"), place("british", "ruhr_1"), place("british", "ruhr_2"), told("territory_won", { territory: "ruhr", faction: "british" }), told("points", { of: ["ruhr"] }), told("points", { of: ["leader"] }), place("german", "posen_2"), told("fortress_held", { territory: "posen", faction: "german" })];
  assert.deepEqual(found(wunderwaffen.battles({ t }, log)), [[2, 3, { german: "lost", british: "won" }], [6, 2, { russian: "lost", german: "held" }]]);
});

test("Churchill: an issue that is debated, and a Front that rolls", () => {
  const said = (kind, power, owner) => told(kind, { issue: "global", power, place: [owner, 1], to: owner || "center" });
  const book = { t, printed: { fronts: { west: { power: "us" } } } };
  const log = [said("advanced", "us", "us"), told("declined"), said("advanced", "us", "us"), told("gained"), said("debated", "uk", ""), told("passed"), said("advanced", "us", "us"), said("debated", "ussr", "ussr"), told("issue_kept"), told("front_rolled", { front: "west", success: true }), told("front_entered"), told("front_rolled", { front: "west", success: false })];
  assert.deepEqual(found(churchill.battles(book, log)), [
    [2, 3, { uk: "held", us: "failed" }],
    [6, 2, { ussr: "won", us: "lost" }],
    [9, 2, { us: "won" }],
    [11, 1, { us: "stuck" }],
  ]);
});
