// WunderWaffen on stage: why a territory falls, and how an air raid ends.

import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

const web = new URL("../../src/casusbelli/web/", import.meta.url).href;
const hook = `export function resolve(name, context, next) { return next(name.startsWith("/static/") ? ${JSON.stringify(web)} + name.slice(8) : name, context); }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
globalThis.document = /** @type {any} */ ({ createElement: () => ({ content: {} }) });
const { scene, sources } = await import("../../src/casusbelli/games/wunderwaffen/board/scenes.js");

const t = (key, params = {}) => `${key} ${Object.values(params).join(" ")}`.trim();
const book = { t, name: (id) => id, reading: { atlas: { sites: {}, size: [1000, 600] }, tokenName: ({ piece }) => piece } };
const token = (faction, piece) => ({ faction, piece, owner: faction });
const frame = (spaces, seat = "german") => ({ seat, log: [], view: { seats: { german: "german", russian: "russian" }, map: { krakow: { spaces } } } });
const told = (kind, params, at = frame([])) => scene(book, { kind, params }, at, null);

test("how many of the tokens act for the winner is counted", () => {
  const won = { faction: "russian", territory: "krakow", fortress: false };
  const [soldier, tank, plane] = ["soldier", "tank", "plane"].map((piece) => token("russian", piece));
  const verdict = (spaces) => told("territory_won", won, frame(spaces)).tableau.verdict.text;
  assert.equal(verdict([soldier, tank, plane]), "ui.stage.two russian true");
  assert.equal(verdict([soldier, tank, token("german", "plane")]), "ui.stage.two russian false");
  assert.match(verdict([soldier, token("british", "tank"), token("german", "plane")]), /^ui\.stage\.strongest russian/);
});

test("an interception tells what it costs, and is good news for the German alone", () => {
  const params = { by: "german", piece: "plane", faction: "russian" };
  const { tableau, key, wait } = told("intercepted", params);
  assert.deepEqual([tableau.verdict.good, tableau.note, key, wait], [true, "ui.stage.intercepted", "raid", true]);
  assert.equal(told("intercepted", params, frame([], "russian")).tableau.verdict.good, false);
  assert.equal(told("raid_let_pass", { by: "german", faction: "russian" }).tableau.note, "");
});

test("what a raid has cost is shown where the raid was told; other steps of research have no tableau", () => {
  const raided = told("research_moved", { by: "american", origin: 0, step: -1, cause: "air_raid" });
  assert.deepEqual(raided.tableau.changes, [{ label: "ui.stage.research", before: "0", after: "−1" }]);
  assert.equal(raided.key, "raid");
  assert.equal(told("research_moved", { by: "german", origin: 2, step: 3, cause: "bonus" }).tableau, undefined);
});

test("the end of a part is told whole on the stage: who holds what, and where the points come from, the leader first", () => {
  const scores = { russian: 9, american: 3, british: 12, german: 5 };
  const held = { russian: [1, 2], american: [0, 0], british: [2, 1], german: [3, 3] };
  const { tableau, wait } = told("part_ended", { part: 1, scores, held, earned: { russian: {}, british: { card: 0 } } });
  assert.deepEqual(tableau.sheet.rows.map(([{ seat }, , holds]) => [seat, holds]), [
    ["british", "ui.faction.holds 2 1"],
    ["russian", "ui.faction.holds 1 2"],
    ["german", "ui.faction.holds 3 3"],
    ["american", "ui.faction.holds 0 0"],
  ]);
  assert.equal(sources(book, { russian: { card: 2, conference: 7, leader: 0 } }, "russian"), "ui.part.source 7 conference sheet.conference · ui.part.source 2 card sheet.card");
  assert.deepEqual([tableau.note, wait], ["ui.part.note", true]);
});

test("good and bad are told from the reader's side: the other side of the war's loss is a gain, who only watches takes none", () => {
  const readers = ["german", "russian", null];
  const spaces = [token("russian", "tank"), token("russian", "plane"), token("german", "plane")];
  const heard = (kind, params) => readers.map((seat) => told(kind, params, frame(spaces, seat)).sound);
  assert.deepEqual(heard("eliminated", { space: "krakow_1", owner: "german", faction: "german", piece: "tank" }), ["bad", "good", "piece"]);
  assert.deepEqual(heard("raid_let_pass", { by: "german", faction: "russian" }), ["bad", "good", "piece"]);
  assert.deepEqual(heard("own_plays_lost", { faction: "german" }), ["bad", "good", "piece"]);
  const won = { faction: "russian", territory: "krakow", fortress: false };
  assert.deepEqual(heard("territory_won", won), ["bad", "good", "piece"]);
  const tokens = readers.map((seat) => told("territory_won", won, frame(spaces, seat)).tableau.sheet.rows.map(([, { good }]) => good));
  assert.deepEqual(tokens, [[false, false, undefined], [true, true, undefined], [undefined, undefined, undefined]]);
});

test("a marker walks the boxes of its track, up or down", () => {
  const track = (n) => `.trk[data-inspect="track:morale"] li:nth-child(${n})`;
  assert.deepEqual(told("track_moved", { track: "morale", faction: "german", origin: 3, box: 5 }).walk, { piece: "morale_german", along: [track(4), track(5)] });
  assert.deepEqual(told("research_moved", { by: "german", origin: 1, step: -1, cause: "bonus" }).walk.along, ['.steps [data-inspect="step:0"]', '.steps [data-inspect="step:-1"]']);
});
