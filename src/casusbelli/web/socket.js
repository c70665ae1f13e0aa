// The line to the server. One act at a time is under way; it keeps its id until the server has answered it, whatever happens
// to the connection meanwhile: sending it again is harmless, the server plays an id once.

import { socketFor } from "./early.js";

const FIRST_DELAY = 500;
const LONGEST_DELAY = 15_000;
/** An answer that takes longer than this means the line is dead, even if the browser has not noticed. */
const PATIENCE = 10_000;
/** As WebSocket.OPEN: beyond it lie closing and closed. */
const OPEN = 1;

/**
 * @typedef {import("./wire.d.ts").Frame} Frame
 * @typedef {import("./wire.d.ts").GameEvent} GameEvent
 * @typedef {import("./wire.d.ts").Choice} Choice
 * @typedef {{t: string, id?: string, [more: string]: any}} Message what goes over the line, either way
 * @typedef {object} Listener
 * @property {(frame: Frame, previous: Frame | null) => void} frame
 * @property {(message: Message) => void} ack
 * @property {(answer: any, message: Message | null) => void} refused
 * @property {(state: string) => void} status
 * @property {(line: any) => void} chat
 * @property {(players: Frame["players"]) => void} players
 * @property {(message: any) => void} [house]
 * @property {(message: any) => void} [mentor]
 * @typedef {{socket?: any, later?: (ring: () => void, ms: number) => any, cancel?: (timer: any) => void, random?: () => number, held?: boolean}} World
 */

/** The full list of events after a frame, or null when something between is missing. @param {GameEvent[]} known @param {Frame["events"]} news */
export function mergeEvents(known, { from, list }) {
  return from > known.length ? null : [...known.slice(0, from), ...list];
}

/** How many leading events two lists share. Only what overlaps has to be compared by value. @param {GameEvent[]} known @param {GameEvent[]} merged @param {number} from */
export function commonPrefix(known, merged, from) {
  let at = Math.min(from, known.length, merged.length);
  while (at < known.length && at < merged.length && JSON.stringify(known[at]) === JSON.stringify(merged[at])) at += 1;
  return at;
}

/** What a question is answered with. @param {Message} message */
function answerIn({ t, refusal, preview, choice, why = [], others = [] }) {
  return t === "why" ? refusal : t === "preview" ? preview : { choice, why, others };
}

/** 128 random bits as text. crypto.randomUUID exists on secure pages only; a table on the home network is not one. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * status is "connecting", "open", "lost" (it will come back) or "closed" (it will not). A line that is `held` in its world says nothing
 * before its release: so it can be made while the page is still on its way.
 */
export class Connection {
  /** @param {string} url @param {Listener} listener @param {World} world */
  constructor(url, listener, world = {}) {
    const { socket, later = setTimeout, cancel = clearTimeout, random = Math.random } = world;
    this.url = url;
    this.listener = listener;
    /** @type {(address: string) => WebSocket} */
    this.make = (address) => (socket ? new socket(address) : socketFor(address));
    /** @type {(ring: () => void, ms: number) => any} */
    this.later = (ring, ms) => later(ring, ms);
    /** @type {(timer: any) => void} */
    this.cancel = (timer) => cancel(timer);
    this.random = random;
    this.state = "connecting";
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Frame | null} */
    this.frame = null;
    /** @type {GameEvent[]} */
    this.log = [];
    /** @type {number[]} */
    this.acts = [];
    /** @type {Message | null} */
    this.pending = null;
    this.acknowledged = 0;
    /** @type {Map<number, (answer: any) => void>} */
    this.questions = new Map();
    /** @type {Map<string, (answer: any) => void>} */
    this.errands = new Map();
    this.asked = 0;
    this.failures = 0;
    this.greeted = false;
    /** What the line has brought before anybody could listen; null: everybody is here. @type {(() => void)[] | null} */
    this.held = world.held ? [] : null;
    this.open();
  }

  /** From now on the listener hears; first what has come meanwhile. */
  release() {
    const waiting = this.held ?? [];
    this.held = null;
    for (const heard of waiting) heard();
  }

  /** @param {() => void} heard */
  when(heard) {
    if (this.held) this.held.push(heard);
    else heard();
  }

  open() {
    this.greeted = false;
    this.cancel(this.retry);
    const socket = this.make(this.url);
    this.socket = socket;
    socket.onmessage = (message) => this.when(() => void (socket === this.socket && this.receive(JSON.parse(message.data))));
    socket.onclose = (event) => this.when(() => void (socket === this.socket && this.lost(event.code)));
  }

  /** Leave for good, of one's own will: nobody has to be told. */
  close() {
    this.drop();
    this.cancel(this.retry);
    this.answerQuestions();
    this.state = "closed";
  }

  /** Give the line up and make a new one: after a gap, a long sleep, or silence. */
  reconnect() {
    if (this.state === "closed") return;
    this.drop();
    this.become("lost");
    this.open();
  }

  drop() {
    const socket = this.socket;
    this.socket = null;
    this.greeted = false;
    this.cancel(this.watch);
    socket?.close();
  }

  /** @param {number} code */
  lost(code) {
    this.socket = null;
    this.greeted = false;
    this.cancel(this.watch);
    this.answerQuestions();
    if (code >= 4400 && code < 4500) {
      this.become("closed");
      return;
    }
    this.become("lost");
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.failures) * (0.5 + this.random() / 2);
    this.failures += 1;
    this.retry = this.later(() => this.open(), delay);
  }

  /** @param {string} state */
  become(state) {
    if (state === this.state) return;
    this.state = state;
    this.listener.status(state);
  }

  /** @param {Message} message */
  receive(message) {
    switch (message.t) {
      case "frame":
        this.receiveFrame(message);
        break;
      case "ack":
      case "refused":
        this.answered(message);
        break;
      case "why":
      case "preview":
      case "advice":
        this.questions.get(message.n)?.(answerIn(message));
        this.questions.delete(message.n);
        break;
      case "chat":
        this.listener.chat(message);
        break;
      case "clock":
      case "delay":
      case "house":
      case "proposals":
      case "standing":
        this.listener.house?.(message);
        break;
      case "mentor":
      case "mark":
        this.listener.mentor?.(message);
        break;
      case "players":
        if (this.frame) this.frame.players = message.players;
        this.listener.players(message.players);
        break;
    }
  }

  /** @param {any} frame as the server sends it: without the log */
  receiveFrame(frame) {
    const first = !this.greeted;
    if (!first && this.frame && frame.seq < this.frame.seq) return;
    const merged = mergeEvents(this.log, frame.events);
    if (merged === null) {
      this.reconnect();
      return;
    }
    const shared = commonPrefix(this.log, merged, frame.events.from);
    const previous = first ? null : this.frame;
    this.log = merged;
    this.acts = [...this.acts.filter((told) => told < frame.events.from), ...(frame.acts ?? [])];
    const whole = { ...frame, log: merged, acts: this.acts, events: { from: shared, list: merged.slice(shared) } };
    this.frame = whole;
    if (first) {
      this.greeted = true;
      this.failures = 0;
      this.become("open");
      this.deliver();
    }
    this.listener.frame(whole, previous);
  }

  /** Whether an act is under way: not answered yet, or its frame not here yet. */
  get busy() {
    return this.pending !== null || this.frame === null || this.frame.seq < this.acknowledged;
  }

  /** Send a choice or an undo. False while another is under way. @param {{t: string, choice?: Choice}} body */
  submit(body) {
    if (!this.frame || this.busy || this.state === "closed") return false;
    this.pending = { ...body, id: newId(), seq: this.frame.seq };
    this.deliver();
    return true;
  }

  deliver() {
    if (!this.pending || !this.greeted) return;
    this.say(this.pending);
    this.cancel(this.watch);
    this.watch = this.later(() => this.reconnect(), PATIENCE);
  }

  /** Over the line as it is now; one that is closing takes nothing, and what must not be lost is said again on the next. @param {object} message */
  say(message) {
    if (this.socket && !(this.socket.readyState > OPEN)) this.socket.send(JSON.stringify(message));
  }

  /** @param {any} answer */
  answered(answer) {
    const errand = this.errands.get(answer.id);
    if (errand) {
      this.errands.delete(answer.id);
      errand(answer);
      return;
    }
    const message = this.pending;
    if (message === null || answer.id !== message.id) {
      if (answer.t === "refused") this.listener.refused(answer, null);
      return;
    }
    this.pending = null;
    this.cancel(this.watch);
    if (answer.t === "ack") {
      this.acknowledged = answer.seq;
      this.listener.ack(message);
    } else {
      this.listener.refused(answer, message);
    }
  }

  /** Ask why a choice is not legal; the answer is a refusal or null. @param {Choice} choice */
  why(choice) {
    return this.question("why", choice);
  }

  /** Ask what can be foreseen of an option. @param {Choice} choice */
  preview(choice) {
    return this.question("preview", choice);
  }

  /** Ask what the best bot would choose. */
  advice() {
    return this.question("advice");
  }

  /** @param {string} t @param {Choice} [choice] @returns {Promise<any>} */
  question(t, choice) {
    if (!this.greeted) return Promise.resolve(null);
    this.asked += 1;
    const n = this.asked;
    this.say({ t, n, choice });
    return new Promise((resolve) => {
      this.questions.set(n, resolve);
      this.later(() => {
        if (this.questions.delete(n)) resolve(null);
      }, PATIENCE);
    });
  }

  answerQuestions() {
    for (const resolve of [...this.questions.values(), ...this.errands.values()]) resolve(null);
    this.questions.clear();
    this.errands.clear();
  }

  /** Ask something of the house; the answer is its `ack` or `refused`, null when the line is lost meanwhile. @param {object} body @returns {Promise<any>} */
  errand(body) {
    if (!this.greeted) return Promise.resolve(null);
    const id = newId();
    this.say({ ...body, id });
    return new Promise((resolve) => this.errands.set(id, resolve));
  }

  /** Say something that is not waited for. @param {object} body */
  tell(body) {
    if (this.greeted) this.say(body);
    return this.greeted;
  }

  /** @param {string} text */
  chat(text) {
    if (!this.greeted) return false;
    this.say({ t: "chat", id: newId(), text });
    return true;
  }
}
