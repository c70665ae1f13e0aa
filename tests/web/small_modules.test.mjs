// Small modules, each by what it promises: being at the table, keys, the staging of a game, what this browser keeps, figures of an analysis,
// places in a view.

import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./page.mjs";

const there = page({ cookie: "lang=it; theme=night" });
const { listen } = await import("../../src/casusbelli/web/keys.js");
const { tellPresence } = await import("../../src/casusbelli/web/presence.js");
const { Present } = await import("../../src/casusbelli/web/present.js");
const { lastOf, sinceLast, staging } = await import("../../src/casusbelli/web/scenes.js");
const settings = await import("../../src/casusbelli/web/settings.js");

test("the server hears of a reader who does something, twice a minute at most, and not of a page that is left open", () => {
  let time = 1_000_000;
  let ring;
  const heard = {};
  const errands = [];
  const paper = { hidden: false, addEventListener: (kind, call) => (heard[kind] = call) };
  tellPresence({ errand: (body) => errands.push(body) }, { now: () => time, every: (call) => (ring = call), page: paper });
  heard.keydown();
  heard.keydown();
  assert.deepEqual(errands, [{ t: "here" }]);
  time += 31_000;
  ring();
  assert.equal(errands.length, 2);
  time += 121_000;
  ring();
  assert.equal(errands.length, 2, "nothing was touched for two minutes");
  paper.hidden = true;
  heard.pointerdown();
  assert.equal(errands.length, 2);
  paper.hidden = false;
  heard.visibilitychange();
  assert.equal(errands.length, 3);
});

test("keys: letters only where they are wanted, never with Ctrl, and AltGr types brackets", () => {
  const done = [];
  let letters = true;
  const commands = Object.fromEntries(["undo", "redo", "earlier", "button", "region", "back"].map((name) => [name, (what) => done.push(what ? `${name} ${what}` : name)]));
  listen(commands, () => letters);
  const press = (key, more = {}) => {
    let taken = false;
    const event = { key, target: null, getModifierState: (name) => name === "AltGraph" && more.third === true, preventDefault: () => (taken = true), ...more };
    there.press("keydown", event);
    return taken;
  };
  assert.ok(press("u"));
  press("U");
  press("3");
  press("g");
  press("[", { ctrlKey: true, altKey: true, third: true });
  assert.deepEqual(done, ["undo", "redo", "button 3", "region g", "earlier"]);
  assert.ok(!press("u", { ctrlKey: true }));
  assert.ok(!press("u", { metaKey: true }));
  assert.ok(!press("u", { isComposing: true }));
  assert.ok(!press("u", { defaultPrevented: true }));
  assert.ok(!press("?"), "a command nobody has is the browser's");
  letters = false;
  assert.ok(!press("u"));
  assert.ok(press("Escape"), "Escape is always on");
  assert.equal(done.length, 6);
});

test("a scene is what its kind says, over what all scenes of the game have; quiet kinds are merged, unknown ones plain", () => {
  const { scene, STAGED, QUIET } = staging({
    scenes: { moved: { hold: 500 }, fought: (context, { dice }) => ({ dice, seat: context.seat }) },
    quiet: ["counted"],
    always: (_, { kind }) => ({ tab: `map of ${kind}`, hold: 900 }),
  });
  assert.deepEqual(scene({}, { kind: "moved" }), { tab: "map of moved", hold: 500 });
  assert.deepEqual(scene({ seat: "red" }, { kind: "fought", params: { dice: [6] } }), { tab: "map of fought", hold: 900, dice: [6], seat: "red" });
  assert.deepEqual(scene({}, { kind: "counted" }), { merge: true });
  assert.equal(scene({}, { kind: "unheard_of" }), null);
  assert.deepEqual([STAGED, QUIET], [["moved", "fought"], ["counted"]]);
});

test("looking back in a log", () => {
  const log = ["turn", "moved", "fought", "moved"].map((kind, n) => ({ kind, params: { n } }));
  assert.equal(lastOf(log, "moved").params.n, 3);
  assert.equal(lastOf(log, ["turn", "fought"]).params.n, 2);
  assert.equal(lastOf(log, "moved", ({ n }) => n < 3).params.n, 1);
  assert.equal(lastOf(log, "ended"), undefined);
  assert.deepEqual(sinceLast(log, "turn").map(({ params }) => params.n), [1, 2, 3]);
  assert.deepEqual(sinceLast(log, "moved"), [], "the last of them, not the first");
  assert.equal(sinceLast(log, "ended").length, 4);
});

test("theme: the cookie, else the person's wish, else the system", () => {
  assert.equal(settings.theme(), "night");
  document.cookie = "lang=it";
  document.documentElement.dataset.wishes = '{"theme": "night", "pace": "slow"}';
  assert.equal(settings.theme(), "night");
  document.documentElement.dataset.wishes = "";
  assert.equal(settings.theme(), "paper");
  settings.useTheme("paper");
  assert.match(document.cookie, /^theme=paper; path=\/; max-age=31536000; samesite=lax$/);
  assert.equal(document.documentElement.dataset.theme, "paper");
});

test("a value of this browser goes before the person's wish, and lasts as long as the page where nothing can be kept", () => {
  document.documentElement.dataset.wishes = '{"pace": "slow"}';
  assert.equal(settings.stored("pace", "normal"), "slow");
  assert.equal(settings.stored("sound", false), false);
  settings.store("pace", "fast");
  assert.equal(there.kept["casus.pace"], '"fast"');
  assert.equal(settings.stored("pace", "normal"), "fast");
  const refuses = () => { throw new Error("switched off"); };
  globalThis.localStorage = { getItem: refuses, setItem: refuses };
  settings.store("sound", true);
  assert.equal(settings.stored("sound", false), true);
  assert.equal(settings.stored("text", "usual"), "usual");
});

test("a board has the options of the present question, and none where nothing is asked", () => {
  const present = new Present({});
  const picked = ["move"];
  present.take({ view: { n: 1 }, ask: { options: [["move", "a"]], decision: "act" } }, picked);
  picked.push("a");
  assert.deepEqual([present.view.n, present.options, present.decision, present.picked], [1, [["move", "a"]], "act", ["move"]]);
  present.take({ view: { n: 2 }, ask: null }, []);
  assert.deepEqual([present.options, present.decision, present.picked], [[], "", []]);
});
