import assert from "node:assert/strict";
import test from "node:test";

import { commonPrefix, Connection, mergeEvents, newId } from "../../src/casusbelli/web/socket.js";

/** A network of the test's own: sockets that open when told, timers that ring when told. */
function bench(world = {}) {
  const sockets = [];
  const timers = [];
  const heard = [];
  class Socket {
    constructor(url) {
      this.url = url;
      this.sent = [];
      sockets.push(this);
    }
    send(text) {
      this.sent.push(JSON.parse(text));
    }
    close() {
      this.closed = true;
    }
    tell(message) {
      this.onmessage({ data: JSON.stringify(message) });
    }
  }
  const listener = Object.fromEntries(
    ["frame", "ack", "refused", "status", "chat", "players"].map((name) => [name, (...args) => heard.push([name, ...args])]),
  );
  const line = new Connection("ws://here", listener, {
    socket: Socket,
    later: (ring, delay) => timers.push({ ring, delay }) && timers.at(-1),
    cancel: (timer) => timer && timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0),
    random: () => 1,
    ...world,
  });
  return { line, sockets, timers, heard, names: () => heard.map(([name]) => name) };
}

const frame = (seq, from = 0, list = []) => ({ t: "frame", seq, events: { from, list }, players: {} });

test("events are joined; a gap shows", () => {
  assert.deepEqual(mergeEvents(["a", "b"], { from: 2, list: ["c"] }), ["a", "b", "c"]);
  assert.deepEqual(mergeEvents(["a", "b"], { from: 1, list: ["x"] }), ["a", "x"]);
  assert.equal(mergeEvents(["a"], { from: 2, list: [] }), null);
  assert.equal(commonPrefix(["a", "b"], ["a", "b", "c"], 0), 2);
  assert.equal(commonPrefix(["a", "b"], ["a", "x"], 1), 1);
});

test("ids are long and differ", () => {
  assert.match(newId(), /^[0-9a-f]{32}$/);
  assert.notEqual(newId(), newId());
});

test("a frame brings the whole log and what is new in it", () => {
  const { line, sockets, heard } = bench();
  sockets[0].tell(frame(1, 0, ["a"]));
  sockets[0].tell(frame(2, 1, ["b"]));
  assert.deepEqual(line.frame.log, ["a", "b"]);
  assert.deepEqual(line.frame.events, { from: 1, list: ["b"] });
  assert.equal(heard.at(-1)[2].seq, 1);
});

test("a frame brings where each choice began; an undo takes its own away", () => {
  const { line, sockets } = bench();
  sockets[0].tell({ ...frame(1, 0, ["a", "b"]), acts: [0, 1] });
  sockets[0].tell({ ...frame(2, 2, ["c"]), acts: [2, 2] });
  assert.deepEqual(line.frame.acts, [0, 1, 2, 2]);
  sockets[0].tell({ ...frame(3, 1, ["x"]), acts: [1] });
  assert.deepEqual(line.frame.acts, [0, 1]);
});

test("an act keeps its id over a lost line and is sent again once", () => {
  const { line, sockets, timers, names } = bench();
  sockets[0].tell(frame(5));
  assert.equal(line.submit({ t: "act", choice: ["pass"] }), true);
  assert.equal(line.submit({ t: "act", choice: ["pass"] }), false, "one at a time");
  sockets[0].onclose({ code: 1006 });
  timers.pop().ring();
  assert.deepEqual(sockets[1].sent, [], "not before the first frame");
  sockets[1].tell(frame(6));
  assert.deepEqual(sockets[1].sent, sockets[0].sent);
  sockets[1].tell({ t: "ack", id: sockets[0].sent[0].id, seq: 6 });
  assert.equal(line.pending, null);
  assert.deepEqual(names(), ["status", "frame", "status", "status", "frame", "ack"]);
});

test("an act chosen while the line is down goes out when it is back", () => {
  const { line, sockets, timers } = bench();
  sockets[0].tell(frame(5));
  sockets[0].onclose({ code: 1006 });
  assert.equal(line.submit({ t: "act", choice: ["pass"] }), true);
  timers.pop().ring();
  sockets[1].tell(frame(5));
  assert.deepEqual(sockets[1].sent[0].choice, ["pass"]);
  assert.equal(sockets[1].sent[0].seq, 5);
});

test("after the answer the line is busy until the frame is here", () => {
  const { line, sockets } = bench();
  sockets[0].tell(frame(5));
  line.submit({ t: "act", choice: ["pass"] });
  sockets[0].tell({ t: "ack", id: sockets[0].sent[0].id, seq: 6 });
  assert.equal(line.submit({ t: "act", choice: ["pass"] }), false);
  sockets[0].tell(frame(6));
  assert.equal(line.submit({ t: "act", choice: ["pass"] }), true);
});

test("a refusal ends the act", () => {
  const { line, sockets, heard } = bench();
  sockets[0].tell(frame(5));
  line.submit({ t: "act", choice: ["pass"] });
  sockets[0].tell({ t: "refused", id: sockets[0].sent[0].id, reason: "stale" });
  assert.equal(line.pending, null);
  assert.equal(heard.at(-1)[0], "refused");
  assert.deepEqual(heard.at(-1)[2].choice, ["pass"]);
});

test("waiting grows with every failure and starts afresh after a frame", () => {
  const { sockets, timers } = bench();
  const delays = [];
  for (let i = 0; i < 8; i += 1) {
    sockets.at(-1).onclose({ code: 1006 });
    const timer = timers.pop();
    delays.push(timer.delay);
    timer.ring();
  }
  assert.deepEqual(delays, [500, 1000, 2000, 4000, 8000, 15000, 15000, 15000]);
  sockets.at(-1).tell(frame(1));
  sockets.at(-1).onclose({ code: 1006 });
  assert.equal(timers.pop().delay, 500);
});

test("a gap in the events makes a new line, which brings all of them", () => {
  const { line, sockets } = bench();
  sockets[0].tell(frame(1, 0, ["a"]));
  sockets[0].tell(frame(4, 3, ["d"]));
  assert.equal(sockets.length, 2);
  assert.equal(sockets[0].closed, true);
  sockets[1].tell(frame(4, 0, ["a", "b", "c", "d"]));
  assert.deepEqual(line.frame.events, { from: 1, list: ["b", "c", "d"] });
});

test("an older frame that comes late is passed over", () => {
  const { line, sockets } = bench();
  sockets[0].tell(frame(3));
  sockets[0].tell(frame(2));
  assert.equal(line.frame.seq, 3);
});

test("an undo takes events back", () => {
  const { line, sockets } = bench();
  sockets[0].tell(frame(3, 0, ["a", "b"]));
  sockets[0].tell(frame(4, 1, []));
  assert.deepEqual(line.frame.log, ["a"]);
  assert.deepEqual(line.frame.events, { from: 1, list: [] });
});

test("silence after an act makes a new line", () => {
  const { line, sockets, timers } = bench();
  sockets[0].tell(frame(3));
  line.submit({ t: "undo" });
  timers.pop().ring();
  assert.equal(sockets.length, 2);
  assert.equal(line.pending.t, "undo");
});

test("a final close is final", () => {
  const { line, sockets, timers } = bench();
  sockets[0].onclose({ code: 4403 });
  assert.equal(line.state, "closed");
  assert.equal(timers.length, 0);
});

test("why is answered, or null when the line goes", async () => {
  const { line, sockets } = bench();
  assert.equal(await line.why(["pass"]), null, "not connected");
  sockets[0].tell(frame(3));
  const one = line.why(["fly"]);
  const two = line.preview(["pass"]);
  const three = line.advice();
  assert.deepEqual(sockets[0].sent.at(-1), { t: "advice", n: 3 });
  sockets[0].tell({ t: "why", n: 1, refusal: { key: "no_wings" } });
  const others = [{ choice: ["fly"], why: [], lacks: [], has: [], gap: null }];
  sockets[0].tell({ t: "advice", n: 3, choice: ["pass"], why: [{ key: "only" }], others });
  sockets[0].onclose({ code: 1006 });
  assert.deepEqual(await one, { key: "no_wings" });
  assert.deepEqual(await three, { choice: ["pass"], why: [{ key: "only" }], others });
  assert.equal(await two, null);
});

test("a line that is held says nothing before its release, and then everything in its order", () => {
  const { line, sockets, heard, names } = bench({ held: true });
  sockets[0].tell(frame(1));
  sockets[0].tell({ t: "players", players: {} });
  sockets[0].onclose({ code: 1006 });
  assert.deepEqual(heard, []);
  line.release();
  assert.deepEqual(names(), ["status", "frame", "players", "status"]);
  assert.deepEqual(heard.filter(([name]) => name === "status").map(([, state]) => state), ["open", "lost"]);
  line.open();
  sockets[1].tell(frame(2));
  assert.equal(names().at(-1), "frame", "what comes after the release is heard at once");
});
