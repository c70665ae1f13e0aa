// The stage manager's queue: what is shown, in which order, for how long, and that the present is always the last.

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

import { page } from "./page.mjs";

let there = page();
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {} };
document.getElementById = () => null;
const { PACES, Stage } = await import("../../src/casusbelli/web/stage.js");
const { Replay } = await import("../../src/casusbelli/web/replay.js");
const { Shell } = await import("../../src/casusbelli/web/shell.js");

const beat = (at, kind = "moved") => ({ at, events: { list: [{ kind, params: {} }] } });
const beats = (count, kind) => Array.from({ length: count }, (_, n) => beat(n, kind));
const present = { at: undefined, present: true };

/** A shell that writes down what it is told to show; `scenes` are the board's. */
function staged(scenes = {}) {
  const shown = [];
  const shell = {
    shown, live: { ask: null, log: [] }, arrivedAt: 0, replaying: false, layout: "wide", pointed: null,
    page: { seats: ["red", "blue"] }, quiet: new Set(["counted"]), headings: new Set(["turn"]),
    board: { scene: ({ kind }) => scenes[kind] ?? {} },
    main: { classList: { add() {}, remove() {}, toggle() {} } },
    prompt: { draw() {}, node: { contains: () => false }, buttons: { querySelector: () => null } },
    log: { point() {} }, since: { greet: (known) => shown.push(`since ${known}`) },
    show: (frame) => shown.push(frame.present ? "present" : frame.at),
    eventText: ({ kind }) => `It has ${kind}.`, actorOf: () => "red", isSomebody: (id) => ["red", "blue", "ally"].includes(id), valuesOf: () => [], highlight() {}, announce() {}, say() {},
    t: (key) => key,
  };
  const stage = new Stage(shell);
  stage.scenery = { set: (_, draw) => (draw(), 0), glide: (draw) => draw(), clear() {}, stop() {}, find: () => null };
  return { stage, shell, shown, begin: (list, how = {}) => stage.perform(list, { previous: null, final: () => present, ...how }) };
}

beforeEach(() => {
  there = page({ kept: { "casus.pace": '"normal"' } }); // the stages of other tests no longer listen
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

test("beats are shown one after the other, the present at the end", () => {
  let done = 0;
  const { begin, shown, stage } = staged();
  begin(beats(3), { done: () => (done += 1) });
  assert.deepEqual(shown, [0]);
  assert.ok(there.classes.has("staged"));
  for (let n = 0; n < 3; n += 1) mock.timers.tick(3200);
  assert.deepEqual(shown, [0, 1, 2, "present"]);
  assert.deepEqual([stage.active, done, there.classes.has("staged")], [false, 1, false]);
});

test("a beat lasts as long as its words want, by the reader's pace", () => {
  const written = 850 + 14 * "It has moved.".length;
  for (const pace of ["slow", "normal", "fast"]) {
    there.kept["casus.pace"] = JSON.stringify(pace);
    const { begin, shown } = staged();
    begin(beats(2));
    mock.timers.tick(Math.ceil(written * PACES[pace]) - 2);
    assert.deepEqual(shown, [0], pace);
    mock.timers.tick(3);
    assert.deepEqual(shown, [0, 1], pace);
  }
});

test("what comes meanwhile waits its turn, and its end is the one that counts", () => {
  const { begin, shown, stage } = staged();
  begin(beats(1), { final: () => ({ present: false, at: "stale" }) });
  begin([beat(7)]);
  assert.equal(stage.total, 2);
  mock.timers.tick(3200);
  mock.timers.tick(3200);
  assert.deepEqual(shown, [0, 7, "present"]);
});

test("the caption bears the token of who acts, a seat or a faction that a seat plays", () => {
  const { begin, stage } = staged({ led: { seat: "ally" }, fell: { seat: "nobody" } });
  begin([beat(0), beat(1, "led"), beat(2, "fell")]);
  const seats = [];
  for (let n = 0; n < 3; n += 1) {
    seats.push(stage.tell().seat);
    mock.timers.tick(3200);
  }
  assert.deepEqual(seats, ["red", "ally", null]);
});

test("quiet events, and what the reader's own hand has done, are drawn with what follows", () => {
  const { begin, shown } = staged({ thrown: { dice: [{ value: 4 }] } });
  begin([beat(0), beat(1, "counted"), beat(2), beat(3, "thrown")], { own: true });
  mock.timers.tick(3200);
  mock.timers.tick(3200);
  assert.deepEqual(shown, [2, 3, "present"]);
  const dice = staged({ thrown: { dice: [{ value: 4 }] } });
  dice.begin([beat(0, "thrown")], { own: true });
  assert.deepEqual(dice.shown, [0], "one's own dice are thrown before one's eyes");
});

test("a scene that waits stays until the reader goes on", () => {
  const { begin, shown, stage } = staged({ turn: { wait: true } });
  begin([beat(0, "turn"), beat(1)]);
  mock.timers.tick(60_000);
  assert.deepEqual([shown, stage.waits], [[0], true]);
  stage.goOn();
  assert.deepEqual(shown, [0, 1]);
});

test("a recapitulation waits at headings alone, or never", () => {
  const scenes = { turn: { wait: true }, battle: { wait: true } };
  const stops = (how, list) => {
    const { begin, stage } = staged(scenes);
    begin(list, { stops: how });
    return stage.waits;
  };
  assert.deepEqual([stops("headings", [beat(0, "battle")]), stops("headings", [beat(0, "turn")]), stops("never", [beat(0, "turn")])], [false, true, false]);
});

test("many of a kind in a crowd are shown as one, and a long queue goes faster", () => {
  const { begin, shown } = staged();
  begin(beats(70));
  assert.deepEqual(shown, [9], "sixty are left when it begins to show each");
  mock.timers.tick(Math.ceil((850 + 14 * 13) * 0.6) + 1);
  assert.deepEqual(shown, [9, 10]);
});

test("skipped: the present at once; twice in a row: nothing more until the reader is asked", () => {
  const { begin, shown, stage } = staged();
  begin(beats(5));
  stage.skip();
  assert.deepEqual(shown, [0, "present"]);
  const next = { events: { from: 0 }, beats: beats(1), ask: null, over: null };
  assert.equal(stage.takes(next, { log: [] }), true);
  begin(beats(5));
  stage.skip();
  assert.equal(stage.takes(next, { log: [] }), false);
  assert.equal(stage.takes({ ...next, ask: {} }, { log: [] }), false, "the question is shown as it is …");
  assert.equal(stage.takes(next, { log: [] }), true, "… and what comes after it is played again");
});

test("what is no news is not performed", () => {
  const { stage } = staged();
  const frame = { events: { from: 2 }, beats: beats(1), ask: null, over: null };
  assert.equal(stage.takes(frame, null), false, "the page has just been opened");
  assert.equal(stage.takes(frame, { log: [1, 2, 3] }), false, "a choice was taken back");
  assert.equal(stage.takes({ ...frame, beats: [] }, { log: [1, 2] }), false);
  assert.equal(stage.takes(frame, { log: [1, 2] }), true);
  there.kept["casus.pace"] = '"instant"';
  assert.equal(stage.takes(frame, { log: [1, 2] }), false);
});

test("one beat back, there it stays; forward again nothing is lost", () => {
  const { begin, shown, stage } = staged();
  begin([beat(0), beat(1, "counted"), beat(2), beat(3)]);
  mock.timers.tick(3200);
  assert.equal(stage.back(), true);
  assert.deepEqual([shown, stage.paused], [[0, 2, 0], true]);
  mock.timers.tick(60_000);
  assert.deepEqual(shown, [0, 2, 0]);
  stage.goOn();
  mock.timers.tick(3200);
  mock.timers.tick(3200);
  assert.deepEqual(shown, [0, 2, 0, 2, 3, "present"]);
});

test("the space bar: what goes on stands still, what stands still goes on; without a stage it is somebody else's", () => {
  const { begin, shown, stage } = staged({ turn: { wait: true } });
  assert.equal(stage.toggles(), false);
  begin([beat(0), beat(1), beat(2, "turn"), beat(3)]);
  assert.equal(stage.tell().plans[0].buttons.find(({ label }) => label === "shell.stage.pause").key, "␣");
  stage.toggles();
  mock.timers.tick(60_000);
  assert.deepEqual([shown, stage.paused], [[0], true]);
  stage.toggles();
  mock.timers.tick(3200);
  assert.deepEqual([shown, stage.waits], [[0, 1, 2], true]);
  stage.toggles();
  assert.deepEqual(shown, [0, 1, 2, 3], "what waits for the reader is not paused, it goes on");
});

test("seen again: all that was shown or skipped, even by whoever wants outcomes alone", () => {
  const { begin, shown, stage } = staged();
  begin(beats(3));
  stage.skip();
  there.kept["casus.pace"] = '"instant"';
  stage.again();
  assert.deepEqual(shown, [0, "present", 0]);
  mock.timers.tick(3200);
  assert.deepEqual(shown, [0, "present", 0, 1]);
});

test("the reader's clock goes before every scene", () => {
  const { begin, shown, shell } = staged({ turn: { wait: true } });
  shell.live = { ask: { seconds: 20 }, log: [] };
  shell.arrivedAt = performance.now();
  begin([beat(0, "turn"), beat(1)]);
  assert.deepEqual(shown, [0]);
  mock.timers.tick(12_001);
  assert.deepEqual(shown, [0, "present"], "eight seconds are left for the answer");
  shell.live.ask.seconds = 5;
  begin(beats(3));
  assert.deepEqual(shown, [0, "present", 0, "present"]);
});

test("nobody looks: the present at once, and what was missed is offered on coming back", () => {
  const { begin, shown, shell } = staged();
  begin(beats(4));
  document.hidden = true;
  there.press("visibilitychange");
  shell.live.log = beats(4);
  document.hidden = false;
  there.press("visibilitychange");
  assert.deepEqual(shown, [0, "present", "since 0"]);
});

test("a scene that fails is told in plain words, and the performance goes on", () => {
  const { error } = console;
  const complaints = [];
  console.error = (...words) => complaints.push(words);
  const { begin, shown, shell } = staged();
  shell.board.scene = () => { throw new Error("a board's mistake"); };
  begin(beats(1));
  mock.timers.tick(3200);
  console.error = error;
  assert.deepEqual([shown, complaints.length], [[0, "present"], 1]);
});

/** The shell itself with a stage, of which it is only written down what it shows and with which question. */
function atTable() {
  const shown = [];
  const { replaying, ...stubs } = staged().shell;
  const shell = Object.create(Shell.prototype, Object.getOwnPropertyDescriptors(stubs));
  shell.show = (frame) => shown.push(frame.ask ? `asks ${frame.ask.decision}` : frame.at ?? "no question");
  Object.assign(shell, {
    seat: "red", live: null, page: { ...shell.page, study: null },
    choosing: { arrived: () => false, forget() {}, sendAgain() {} }, since: { stop() {}, greet() {} }, textBoard: { restore() {} }, toasts: { clear() {} }, voice: {},
    connection: { close() {} }, connect() {}, settle() {}, chapters: {},
    prompt: { ...shell.prompt, mentor: { greet() {} } },
    replay: Object.assign(Object.create(Replay.prototype), { shell, n: null, wanted: 0, frames: new Map(), arrive() {}, draw() {}, link() {} }),
  });
  shell.stage = new Stage(shell);
  shell.stage.scenery = { set: (_, draw) => (draw(), 0), glide: (draw) => draw(), clear() {}, stop() {}, find: () => null };
  const log = [{ kind: "moved", params: {} }, { kind: "moved", params: {} }];
  const frame = (from, ask, seat = "red") => ({ seat, ask: ask && { decision: ask }, over: null, log, view: {}, events: { from, list: log.slice(from) }, beats: log.slice(from).map((_, n) => ({ at: from + n, back: {} })) });
  const before = { ...frame(0, null), log: [] };
  shell.live = before;
  shell.receive(frame(0, "march"), before); // two beats are being shown, then the question would come
  assert.deepEqual([shown, shell.stage.active], [[0], true]);
  return { shell, shown, frame };
}

test("the line is made anew while beats are shown: the question at once, and nothing of the past after it", () => {
  const { shell, shown, frame } = atTable();
  shell.receive(frame(0, "march"), null);
  mock.timers.tick(60_000);
  assert.deepEqual([shown, shell.stage.active], [[0, "asks march"], false]);
});

test("another seat of this device is taken while beats are shown: its question, and nothing of the other's past", () => {
  const { shell, shown, frame } = atTable();
  const { history } = globalThis;
  globalThis.history = { replaceState() {} };
  shell.sit("blue");
  globalThis.history = history;
  mock.timers.tick(60_000);
  assert.deepEqual(shown, [0]);
  shell.receive(frame(0, "answer", "blue"), null);
  mock.timers.tick(60_000);
  assert.deepEqual([shown, shell.stage.active], [[0, "asks answer"], false]);
});

test("looking back while beats are shown: the present that comes meanwhile keeps its question for the way back", () => {
  const { shell, shown, frame } = atTable();
  shell.replay.turn(() => (shell.replay.n = 1));
  mock.timers.tick(60_000);
  assert.deepEqual([shown, shell.stage.active], [[0], false]);
  shell.receive(frame(1, "retreat"), shell.live);
  mock.timers.tick(60_000);
  assert.deepEqual([shown, shell.stage.active], [[0], false], "who looks back is not torn from it");
  shell.replay.present();
  assert.deepEqual(shown, [0, "asks retreat"]);
});
