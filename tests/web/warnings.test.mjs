// Warnings of a choice that is pointed at: told before the press, also where many choices are left.

import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./page.mjs";

const { press } = page();
const { Warnings } = await import("../../src/casusbelli/web/warnings.js");

const TARGETS = ["oslo", "paris", "rome", "kiev", "minsk", "cairo", "tunis", "malta", "crete"];

/** A question with more options than are asked about in advance; an attack on Kiev is out of reach. */
function table() {
  const asked = [];
  const options = [...TARGETS.map((target) => ["plan", target, "army_3"]), ["place", "paris", "army_3"]];
  let drawn = 0;
  const shell = {
    texts: { words: { "warning.no_reach": "…" } },
    frame: { seat: "axis", ask: { options } },
    canAct: true,
    question: ({ ask }) => JSON.stringify(ask),
    candidates: () => shell.frame.ask.options,
    preview: async (choice) => {
      asked.push(choice[1]);
      return choice[1] === "kiev" ? { warnings: [{ grade: "note", key: "decoy", params: { province: "kiev" } }, { grade: "warn", key: "no_reach", params: { province: "kiev" } }] } : {};
    },
    t: (key, { province }) => `${key} ${province}`,
    prompt: { draw: () => (drawn += 1) },
  };
  return { shell, asked, drawings: () => drawn, warnings: new Warnings(shell) };
}

const at = (...values) => (option) => option.some((value) => values.includes(value));

test("what is pointed at is warned of in the prompt, if one option is left there", async () => {
  const { warnings, asked, drawings } = table();
  await warnings.point(at("kiev"));
  assert.deepEqual(warnings.lines(), ["warning.no_reach kiev"]);
  assert.equal(drawings(), 1);
  await warnings.point(at("paris"));
  assert.deepEqual(warnings.lines(), []);
  assert.deepEqual(asked, ["kiev"], "two ways lead to Paris: none is about to be taken");
});

test("it goes with the pointer and with the question", async () => {
  const { warnings, shell } = table();
  await warnings.point(at("kiev"));
  await warnings.point(null);
  assert.deepEqual(warnings.lines(), []);
  await warnings.point(at("kiev"));
  shell.frame = { seat: "axis", ask: { options: [["plan", "kiev", "air_2"], ["stop"]] } };
  assert.deepEqual(warnings.lines(), []);
  shell.canAct = false;
  await warnings.point(at("kiev"));
  assert.deepEqual(warnings.lines(), [], "nothing is asked of who may not act");
});

test("a finger points at nothing: what it is not told before the touch is asked once", async () => {
  const { warnings, shell } = table();
  shell.draw = shell.announce = () => {};
  shell.choiceText = String;
  document.activeElement.matches = () => false;
  const kiev = ["plan", "kiev", "army_3"];
  press("pointerdown", { pointerType: "mouse" });
  assert.equal(await warnings.allows(kiev), true, "a pointer was told");
  press("pointerdown", { pointerType: "touch" });
  assert.equal(await warnings.allows(kiev), false);
  assert.deepEqual(warnings.lines(), ["warning.decoy kiev", "warning.no_reach kiev"], "in words, in the prompt");
  assert.equal(await warnings.allows(kiev), true, "the second touch means it");
  assert.equal(await warnings.allows(["plan", "oslo", "army_3"]), true, "nothing to warn of");
  press("pointerdown", { pointerType: "touch" });
  const { candidates } = shell;
  shell.candidates = () => [kiev]; // the touched piece leaves one, which is played at once
  assert.equal(await warnings.allows(kiev), false);
  warnings.disarm();
  press("pointerdown", { pointerType: "touch" });
  assert.equal(await warnings.allows(kiev), true, "the only one left: its warnings stand in the prompt already");
  shell.candidates = candidates;
  shell.tray = { isOpen: true };
  press("pointerdown", { pointerType: "touch" });
  assert.equal(await warnings.allows(kiev), true, "and here in the tray");
});

test("a note that no row and no inspector can show is told of the row of the tray that is pointed at", async () => {
  const { warnings, shell } = table();
  const kiev = (option) => option.join(" ") === "plan kiev army_3";
  await warnings.point(kiev);
  assert.deepEqual(warnings.lines(), ["warning.no_reach kiev"], "a piece: its inspector has the note");
  await warnings.point(kiev, true);
  assert.deepEqual(warnings.lines(), ["warning.decoy kiev", "warning.no_reach kiev"], "ten rows: none has words of its own");
  const few = shell.frame.ask.options.slice(0, 8);
  shell.candidates = () => few;
  await warnings.point(null);
  await warnings.point(kiev, true);
  assert.deepEqual(warnings.lines(), ["warning.no_reach kiev"], "eight rows: it stands there");
});

test("what all few ways to use a piece have in common is told before one is taken", async () => {
  const { warnings, shell } = table();
  shell.preview = async ([, , kind]) => ({
    warnings: [{ grade: "note", key: "decoy", params: { province: "paris" } }, ...(kind === "air_2" ? [{ grade: "warn", key: "no_reach", params: { province: "paris" } }] : [])],
  });
  const ways = [["plan", "paris", "army_3"], ["plan", "paris", "air_2"]];
  assert.deepEqual(warnings.knownCommon(ways), [], "not asked for yet");
  assert.deepEqual((await warnings.common(ways)).map(({ key }) => key), ["decoy"]);
  assert.deepEqual(warnings.knownCommon(ways).map(({ key }) => key), ["decoy"]);
  assert.deepEqual(await warnings.common([...ways, ...ways]), [], "of many ways nothing is asked");
});

test("a warning of any grade can be switched off after three questions that showed it", async () => {
  const { warnings, shell } = table();
  shell.draw = () => {};
  const kiev = ["plan", "kiev", "army_3"];
  for (let question = 1; question <= 3; question += 1) {
    shell.frame = { seat: "axis", ask: { options: [...shell.frame.ask.options], question } };
    await warnings.point((option) => option.join() === kiev.join(), true);
    assert.deepEqual(warnings.tired(), []);
    warnings.shown(warnings.standing());
    warnings.shown(warnings.standing()); // drawn again: the same showing
  }
  assert.deepEqual(warnings.tired(), ["decoy", "no_reach"]);
  warnings.mute(["decoy"]);
  assert.deepEqual(warnings.lines(), ["warning.no_reach kiev"]);
  assert.deepEqual((await warnings.of(kiev)).map(({ key }) => key), ["no_reach"]);
});

test("where a warning can be switched off, it stays for the way to its button", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { warnings } = table();
  localStorage.setItem("casus.warned.no_reach", "3");
  await warnings.point(at("kiev"));
  await warnings.point(null);
  assert.deepEqual(warnings.lines(), ["warning.no_reach kiev"]);
  t.mock.timers.tick(1900);
  warnings.stay();
  t.mock.timers.tick(9000);
  assert.deepEqual(warnings.lines(), ["warning.no_reach kiev"], "the pointer is on the button");
  await warnings.point(at("paris"));
  assert.deepEqual(warnings.lines(), [], "something else is pointed at");
  await warnings.point(at("kiev"));
  await warnings.point(null);
  t.mock.timers.tick(2000);
  assert.deepEqual(warnings.lines(), []);
});

test("who plays by keys keeps the warning, and its button, until he points at something else", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { warnings } = table();
  localStorage.setItem("casus.warned.no_reach", "3");
  press("keydown", { key: "Tab" });
  await warnings.point(at("kiev"));
  await warnings.point(null); // the focus has left the row
  t.mock.timers.tick(60_000);
  assert.deepEqual(warnings.lines(), ["warning.no_reach kiev"]);
  await warnings.point(at("paris"));
  assert.deepEqual(warnings.lines(), []);
  await warnings.point(at("kiev"));
  press("pointermove");
  await warnings.point(null);
  t.mock.timers.tick(2000);
  assert.deepEqual(warnings.lines(), [], "a pointer has the way to the button, as before");
});

test("a finger on a row of a long tray is asked about a note, too: nothing else tells it", async () => {
  const { warnings, shell } = table();
  shell.draw = shell.announce = () => {};
  shell.choiceText = String;
  document.activeElement.matches = () => false;
  localStorage.setItem("casus.mute.decoy", "false");
  shell.preview = async () => ({ warnings: [{ grade: "note", key: "decoy", params: { province: "oslo" } }] });
  const row = { closest: (selector) => (selector === ".tray" ? {} : null) };
  const [oslo, paris] = shell.frame.ask.options;
  press("pointerdown", { pointerType: "touch", target: row });
  assert.equal(await warnings.allows(oslo), false);
  assert.deepEqual(warnings.lines(), ["warning.decoy oslo"]);
  assert.equal(await warnings.allows(oslo), true, "the second touch means it");
  press("pointerdown", { pointerType: "touch" });
  assert.equal(await warnings.allows(paris), true, "a piece: its inspector has the note");
  press("pointerdown", { pointerType: "mouse", target: row });
  assert.equal(await warnings.allows(shell.frame.ask.options[2]), true, "a pointer was told");
  const few = shell.frame.ask.options.slice(0, 8);
  shell.candidates = () => few;
  press("pointerdown", { pointerType: "touch", target: row });
  assert.equal(await warnings.allows(few[3]), true, "it stands in the row");
});

test("what was switched off is counted and comes back at once, as if it had never been shown", async () => {
  const { warnings, shell } = table();
  shell.draw = () => {};
  localStorage.setItem("casus.mute.no_reach", "false");
  const kiev = ["plan", "kiev", "army_3"];
  const before = (await warnings.of(kiev)).length;
  localStorage.setItem("casus.warned.no_reach", "3");
  warnings.mute(["no_reach"]);
  assert.deepEqual(warnings.muted(), ["no_reach"]);
  assert.equal((await warnings.of(kiev)).length, before - 1);
  await warnings.bringBack();
  assert.deepEqual(warnings.muted(), []);
  assert.deepEqual((await warnings.of(kiev)).map(({ key }) => key).includes("no_reach"), true);
  assert.deepEqual(warnings.tired([{ key: "no_reach" }]), []);
});
