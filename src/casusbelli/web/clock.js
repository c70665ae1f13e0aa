// The clocks of a match: what is left of each seat's time. The server tells them at every action; in between the page counts.

import { differs, el, icon, label } from "./dom.js";
import { chime } from "./ending.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Below this a clock is low. */
const LOW = MINUTE;

/** When a screen reader is told how much is left, once each. */
const TOLD = [5 * MINUTE, MINUTE, 30 * SECOND, 10 * SECOND];

/** When there is a soft cue. */
const CUES = [30 * SECOND, 10 * SECOND];

/** @param {number} ms @param {boolean} [tenths] "24:10", "1:02:03", "0:09.4" */
export function figures(ms, tenths = false) {
  const rest = Math.max(0, ms);
  const seconds = tenths ? Math.floor(rest / SECOND) : Math.ceil(rest / SECOND);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n) => String(n).padStart(2, "0");
  const tail = tenths ? `.${Math.floor((rest % SECOND) / 100)}` : "";
  return `${h ? `${h}:${two(m)}` : m}:${two(s)}${tail}`;
}

/** "1 day 4 hr", in the reader's language: two units at most. @param {number} ms @param {string} language */
export function span(ms, language) {
  const minutes = Math.max(0, Math.floor(ms / MINUTE));
  /** @type {[string, number][]} */
  const parts = [["day", Math.floor(minutes / 1440)], ["hour", Math.floor(minutes / 60) % 24], ["minute", minutes % 60]];
  const first = parts.findIndex(([, n]) => n > 0);
  if (first < 0) return unit(0, "minute", language);
  return parts.slice(first, first + 2).filter(([, n]) => n > 0).map(([name, n]) => unit(n, name, language)).join(" ");
}

const unit = (n, name, language) => new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: name === "day" ? "long" : "short" }).format(n);

/** "Wed 18:00", or with its date when it is further away. */
export function moment(at, language, now = Date.now()) {
  /** @type {Intl.DateTimeFormatOptions} */
  const day = at - now < 6 * DAY ? { weekday: "short" } : { day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(language, { ...day, hour: "2-digit", minute: "2-digit" }).format(at);
}

/**
 * What one face says now: `ms` of the bank, `free` of the stint, after `passed` since the server told it.
 * @param {{bank: number, free: number|null, running: boolean}} face @param {number} passed
 */
export function reading(face, passed) {
  if (!face.running) return { bank: face.bank, free: face.free ?? 0 };
  const free = Math.max(0, (face.free ?? 0) - passed);
  return { bank: face.bank - Math.max(0, passed - (face.free ?? 0)), free };
}

export class Clocks {
  constructor(shell) {
    this.shell = shell;
    this.told = null;
    this.at = 0;
    this.faces = new Map();
    this.heard = new Set();
    this.chip = el("span", { class: "top-clock", role: "timer", hidden: true });
    this.strip = el("div", { class: "clock-strip" });
    this.ticking = 0;
  }

  /** @param {object} message the server's `clock` */
  hear(message) {
    this.told = message;
    this.at = performance.now();
    clearInterval(this.ticking);
    if (!this.post) this.ticking = setInterval(() => this.tick(), 100);
    else this.ticking = setInterval(() => this.tick(), 30 * SECOND);
    this.draw();
  }

  get post() {
    return this.told?.pace.kind === "days";
  }

  get paused() {
    return this.told?.paused !== null && this.told?.paused !== undefined;
  }

  reading(seat) {
    return reading(this.told.seats[seat], performance.now() - this.at);
  }

  /** The clock in a seat's card: made once, so that it goes on counting while the card is drawn anew. */
  face(seat) {
    if (!this.told?.seats[seat]) return null;
    if (!this.faces.has(seat)) {
      const time = el("span", { class: "time" });
      const rest = el("span", { class: "rest" });
      const [full, free] = [el("i"), el("u")];
      const timer = el("div", { class: "timer", role: "timer" }, time, rest);
      const drain = el("div", { class: "drain", "aria-hidden": "true" }, full, free);
      this.faces.set(seat, { timer, drain, time, rest, full, free });
    }
    return this.faces.get(seat);
  }

  draw() {
    const { shell, told } = this;
    document.body.classList.toggle("timed", Boolean(told));
    if (!told || !shell.frame) return;
    const seats = shell.page.seats.filter((seat) => told.seats[seat]);
    if (differs(this.strip, seats.map((seat) => [seat, shell.plays(seat)]), shell.language)) {
      this.cells = Object.fromEntries(seats.map((seat) => [seat, el("span", { class: "time" })]));
      const cell = (seat) => {
        const token = el("faction-token", { faction: shell.faction(shell.plays(seat)), size: "small", label: shell.name(shell.plays(seat)) });
        const node = el("div", { class: "cell", "data-seat": seat }, token, this.cells[seat]);
        shell.paint(node, shell.plays(seat));
        return node;
      };
      this.strip.replaceChildren(...seats.map(cell));
    }
    this.tick();
  }

  tick() {
    const { shell, told } = this;
    if (!told || !shell.frame) return;
    for (const seat of Object.keys(told.seats)) this.show(seat);
    this.showChip();
  }

  /** What stands on a seat's clock: {text, rest, low, out}. */
  words(seat) {
    const { shell, told } = this;
    const face = told.seats[seat];
    const { bank, free } = this.reading(seat);
    const out = face.flag !== null || bank <= 0;
    const low = !out && bank < (this.post ? DAY : LOW);
    if (this.post) return { ...this.postWords(face, bank, free), low: low && face.running, out, bank, free };
    const own = seat === shell.seat && face.running;
    const text = figures(bank, own && bank < LOW);
    let rest = shell.t("house.clock.increment", { seconds: told.pace.increment });
    if (this.paused) rest = shell.t("house.clock.paused");
    else if (out) rest = shell.t("house.clock.out");
    else if (low) rest = shell.t("house.clock.low");
    else if (face.running && free > 0) rest = shell.t("house.clock.free", { seconds: Math.ceil(free / SECOND) });
    else if (!told.pace.increment) rest = "";
    return { text, rest, low, out, bank, free };
  }

  postWords(face, bank, free) {
    const { shell, told } = this;
    const { language } = shell;
    if (this.paused) return { text: shell.t("house.clock.paused"), rest: "" };
    if (face.flag !== null) return { text: shell.t("house.clock.out"), rest: "" };
    if (!face.running) return { text: "", rest: shell.t("house.clock.reserve", { span: span(bank, language) }) };
    const now = told.now + performance.now() - this.at;
    const until = face.until === null ? "" : shell.t("house.clock.until", { moment: moment(face.until, language, now) });
    return { text: shell.t("house.clock.left", { span: span(bank + free, language) }), rest: until };
  }

  show(seat) {
    const { shell, told } = this;
    const face = told.seats[seat];
    const said = this.words(seat);
    const cell = this.cells?.[seat];
    if (cell) {
      set(cell, said.text || said.rest);
      mark(cell.parentNode, face, said, seat === shell.seat);
    }
    const nodes = this.face(seat);
    set(nodes.time, said.text);
    set(nodes.rest, said.rest);
    mark(nodes.timer, face, said, seat === shell.seat);
    const whole = Math.max(1, (told.pace.cap ?? told.pace.bank) * (this.post ? DAY : SECOND) + (face.running ? said.free : 0));
    nodes.full.style.width = `${Math.max(0, Math.min(100, (100 * said.bank) / whole))}%`;
    nodes.free.style.left = nodes.full.style.width;
    nodes.free.style.width = `${face.running ? Math.min(100, (100 * said.free) / whole) : 0}%`;
    if (seat === shell.seat && face.running && !this.post) this.warn(said.bank);
  }

  /** The own clock is told to those who do not see it, and heard by those who wish to. */
  warn(bank) {
    const { shell } = this;
    if (bank > TOLD[0]) this.heard.clear();
    for (const mark of TOLD) {
      if (bank > mark || bank < mark - 2 * SECOND || this.heard.has(mark)) continue;
      this.heard.add(mark);
      shell.announce(shell.t("house.clock.told", { time: mark >= MINUTE ? unit(mark / MINUTE, "minute", shell.language) : unit(mark / SECOND, "second", shell.language) }));
      if (CUES.includes(mark)) chime();
    }
  }

  /** The top bar repeats the clock of the one who is asked; oneself before others. */
  showChip() {
    const { shell, told } = this;
    const running = Object.keys(told.seats).filter((seat) => told.seats[seat].running || told.seats[seat].flag !== null);
    const seat = running.includes(shell.seat) ? shell.seat : running[0];
    this.chip.hidden = !seat && !this.paused;
    if (this.chip.hidden) return;
    if (!seat) {
      if (differs(this.chip, "paused", shell.language)) this.chip.replaceChildren(icon("hourglass"), shell.t("house.clock.paused"));
      return;
    }
    const said = this.words(seat);
    const who = seat === shell.seat ? shell.t("house.clock.you") : shell.name(shell.plays(seat));
    if (!differs(this.chip, who, said.text, said.low, said.out, shell.language)) return;
    this.chip.replaceChildren(icon(said.low || said.out ? "hourglass" : "clock"), who, " ", el("b", {}, said.text || said.rest));
    mark(this.chip, told.seats[seat], said, seat === shell.seat);
    label(this.chip, [who, said.text, said.rest].filter(Boolean).join(" "));
  }
}

function set(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function mark(node, face, { low, out }, mine) {
  node.classList.toggle("running", face.running);
  node.classList.toggle("mine", mine);
  node.classList.toggle("low", low);
  node.classList.toggle("out", out);
}
