// What follows from a choice of WunderWaffen, in a line of the tray.

import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

const web = new URL("../../src/casusbelli/web/", import.meta.url).href;
const hook = `export function resolve(name, context, next) { return next(name.startsWith("/static/") ? ${JSON.stringify(web)} + name.slice(8) : name, context); }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { follows, row } = await import("../../src/casusbelli/games/wunderwaffen/board/follows.js");

const shell = { t: (key, params = {}) => `${key.replace("ui.play.", "")} ${Object.values(params).join(" ")}`.trim(), name: (id) => id };

test("who takes the territory and its points once, then what the others gain, alike together", () => {
  const morale = { russian: 1, american: 1, british: 1 };
  const territory = { winner: "american", fortress: false, held: false, points: 6 };
  assert.equal(follows({ score: { american: 6 }, morale, research: -1, territory }, shell), "wins american: vp +6 · SU, US, UK: morale +1 · DE: research −1");
  assert.equal(follows({ score: {}, territory: { winner: "german", fortress: true, held: true, points: 0 } }, shell), "held german");
});

test("without one, what each gains; whom it eliminates, who may intercept, what comes home", () => {
  assert.equal(follows({ score: { british: 2, german: -2 } }, shell), "UK: vp +2 · DE: vp −2");
  assert.equal(follows({ score: {}, eliminated: { faction: "russian", piece: "tank" }, territory: { winner: null, free: 2 } }, shell), "free 2 · eliminated russian tank");
  assert.equal(follows({ score: {}, interceptors: ["plane"], if_let_pass: { research: -1 } }, shell), "intercept plane · if_pass −1");
  assert.equal(follows({ come_home: { american: ["tank"], russian: ["soldier"] } }, shell), "home american tank · home russian soldier");
  assert.equal(follows(null, shell), "");
});

test("only rows of which something can be foreseen ask", async () => {
  const foresee = async () => ({ score: { british: 2 } });
  assert.equal(await row({ decision: "choose_play" }, shell, foresee, ["conference"]).small(), "UK: vp +2");
  assert.deepEqual(row({ decision: "pick_ready" }, shell, foresee, ["pick", "tank"]), {});
});
