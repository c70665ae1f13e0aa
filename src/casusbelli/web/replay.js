// Looking back: the position after any choice, or at any event; what a choice brought is staged as in play.

import { beatFrames } from "./beats.js";
import { chapters } from "./chapters.js";
import { button, differs, el, icon, label, post } from "./dom.js";
import { ask } from "./patience.js";
import { PACES } from "./stage.js";
import { layout } from "./tabs.js";

/** Milliseconds between two positions that are played without a performance. */
const PAUSE = 500;

/** A battle in few words; what has none of its own is told as in the log. */
const landmark = (shell, { kind, params }) => shell.t(`landmark.${kind}`, params, shell.t(`event.${kind}`, params));

/** The position after n choices: of a finished match from any viewpoint, of a running one from one's own. */
export class Replay {
  constructor(shell) {
    this.shell = shell;
    this.n = null;
    this.viewpoint = null;
    this.wanted = 0;
    this.bound = null; // the number of choices one is on the way to, while it is fetched
    this.frames = new Map();
    this.playing = false;
    /** Whether it plays on to the present and ends there, instead of at the last of its pages. */
    this.homeward = false;
    const step = (name, press) => button("button small", press, icon(name));
    this.first = step("first", () => this.go(0));
    this.previous = step("previous", () => this.step(-1));
    this.slider = el("input", { type: "range", min: "0", step: "1", oninput: () => this.go(Number(this.slider.value)) });
    this.toggle = button("button small", () => this.play(!this.playing));
    this.next = step("next", () => this.step(1));
    this.last = step("last", () => this.go(this.total));
    this.count = el("output");
    this.ticks = el("datalist", { id: "replay-chapters" });
    this.slider.setAttribute("list", "replay-chapters");
    this.chapter = el("select", { class: "chapters", onchange: () => this.turn(() => this.go(Number(this.chapter.value))) });
    this.pace = el("select", { class: "pace", onchange: () => shell.stage.turn(this.pace.value) });
    this.eyes = el("select", { onchange: () => this.look(this.eyes.value) });
    this.from = button("button small", () => post(`${shell.page.address}/sandbox`, { seat: this.viewpoint || shell.seat, at: this.n ?? this.total }));
    this.close = button("button small quiet", () => this.stop());
    this.node = el("div", { class: "strip", role: "group", hidden: true });
    this.node.append(this.first, this.previous, this.toggle, this.next, this.last, this.slider, this.ticks, this.count, this.chapter, this.pace, this.eyes, this.from, this.close);
  }

  /** Whether the prompt has the way back to now. */
  get isLeftAbove() {
    return this.n !== null && layout() !== "wide" && !this.shell.stage.active;
  }

  get total() {
    return this.shell.live.choices;
  }

  open() {
    this.shell.since.stop(); // one strip under the board: who goes through the whole match needs no recap of its end
    this.node.hidden = false;
    this.viewpoint ??= this.shell.seat ?? "";
    this.draw();
  }

  stop() {
    this.playing = false;
    this.shell.stage.clear();
    this.node.hidden = !this.shell.live.over;
    this.viewpoint = this.shell.seat ?? "";
    this.present();
  }

  /** Back to now. */
  present() {
    this.wanted += 1;
    this.bound = null;
    const was = this.n !== null;
    this.n = null;
    this.playing = this.homeward = false;
    this.link(null);
    if (was) this.shell.show(this.shell.live, null);
    this.draw();
  }

  /** The page's address names the moment: `?at=n`, or `?at=n.k` for the k-th event of that choice. */
  link(moment) {
    const address = new URL(location.href);
    if (moment === null) address.searchParams.delete("at");
    else address.searchParams.set("at", moment);
    if (address.href !== location.href) history.replaceState(null, "", address);
  }

  /** To the moment that the page's address names. */
  async arrive() {
    const [, n, k] = /^(\d+)(?:\.(\d+))?$/.exec(new URLSearchParams(location.search).get("at") ?? "") ?? [];
    if (n === undefined) return;
    this.open();
    await this.go(Number(n), k === undefined ? null : Number(k));
  }

  step(by) {
    if (this.node.hidden) this.open();
    if (this.bound !== null) return this.turn(() => this.go(this.bound + by)); // from where one is going, not from where one still is
    return this.turn(() => (by === 1 && this.n !== null ? this.onward() : this.go((this.n ?? this.total) + by)));
  }

  /** The reader's own hand on the pages: what was being played stops. */
  turn(then) {
    this.playing = this.homeward = false;
    this.shell.stage.clear();
    then();
    return true;
  }

  /** Plays on from here, choice by choice, to the end; from the end, from the beginning. */
  play(on) {
    this.playing = on;
    if (!on) this.shell.stage.active && this.shell.stage.skip(true);
    else if (this.n === null) this.go(0).then(() => this.playing && this.onward());
    else this.onward();
    this.draw();
  }

  /** The space bar, where the strip is open. */
  toggles() {
    if (!this.node.hidden) this.play(!this.playing);
    return !this.node.hidden;
  }

  /** One choice on, staged. */
  async onward() {
    const { shell } = this;
    const before = shell.frame;
    const [n, turn, byItself] = [this.n + 1, this.wanted, this.playing];
    if (n > this.total) return this.homeward ? this.stop() : this.play(false);
    const frame = await this.fetch(n);
    if (turn !== this.wanted || !frame || (byItself && !this.playing)) return undefined;
    const shown = this.asFrame(frame, before.seat === frame.seat ? before : null);
    this.perform(shown, beatFrames(shown), before);
    return undefined;
  }

  /** Shows what a choice brought, beat by beat, and goes on from there if it plays by itself. */
  perform(shown, beats, before) {
    const { stage } = this.shell;
    const staged = beats.length > 0 && stage.pace !== "instant";
    const done = () => {
      this.draw();
      if (this.playing) this.rest = setTimeout(() => this.playing && this.onward(), staged ? 0 : PAUSE);
    };
    this.n = shown.choices;
    this.link(String(this.n));
    if (staged) {
      stage.perform(beats, { previous: before, final: () => shown, done, stops: this.playing ? "never" : "scenes", leave: this.homeward ? () => this.stop() : null });
    } else {
      this.shell.show(shown, before);
      done();
    }
  }

  /** The very moment at which something was told; once more: back to where one was. */
  async moment(k) {
    if (this.k === k && this.n !== null) return this.stop();
    const frame = await this.whenTold(k);
    if (!frame) return undefined;
    this.k = k;
    this.at(frame, k);
    return undefined;
  }

  /** From that moment on to the present, staged as in play, at the reader's pace. */
  async playFrom(k) {
    this.shell.tabs.close(); // on a small screen the log lies over what is shown
    const frame = await this.whenTold(k);
    if (!frame) return;
    this.k = null;
    this.playing = this.homeward = true;
    const shown = this.asFrame(frame, null);
    this.perform(shown, beatFrames(shown).filter(({ at }) => at >= k), null);
    this.draw();
  }

  /** The frame after the choice with which something was told; null where it is closed, or the reader has gone on. */
  async whenTold(k) {
    const { shell } = this;
    this.turn(() => undefined);
    clearTimeout(this.rest);
    if (this.node.hidden) this.open();
    this.wanted += 1;
    this.bound = null;
    const turn = this.wanted;
    const frame = await this.get(`told/${k}`);
    if (turn !== this.wanted) return null;
    if (!frame) shell.say(shell.t("shell.replay.closed"));
    return frame;
  }

  /** Shows the position at event k of a frame, or where it led. */
  at(frame, k) {
    const shown = this.momentOf(frame, k);
    this.n = frame.choices;
    const first = frame.beats[0]?.at ?? 0;
    this.link(shown.at === k ? `${this.n}.${k - first}` : String(this.n));
    this.shell.show(shown, null);
    if (shown.at === k) {
      this.shell.highlight(shown.log[k]);
      this.shell.log.point(k);
    }
    this.draw();
  }

  /** The position at event k of a frame, with the log as it was told on; where that was not kept, the one it led to. */
  momentOf(frame, k) {
    const shown = this.asFrame(frame, null);
    const beat = beatFrames(shown).find((each) => each.at === k);
    return beat ? { ...beat, staged: false, log: shown.log } : shown;
  }

  /** The position at which something was told, without going there; null where it is closed. @param {number} k */
  async past(k) {
    const frame = await this.get(`told/${k}`);
    return frame && this.momentOf(frame, k);
  }

  asFrame(frame, previous) {
    const log = frame.events.list;
    const from = previous?.log.length ?? 0;
    return { ...frame, players: this.shell.live.players, ask: null, undo: false, log, events: { from, list: log.slice(from) } };
  }

  look(viewpoint) {
    this.viewpoint = viewpoint;
    this.go(this.n ?? this.total);
  }

  async go(n, k = null) {
    this.k = null;
    this.shell.pointed = null;
    clearTimeout(this.rest);
    n = Math.max(0, Math.min(this.total, n));
    if (n === this.total && k === null && this.viewpoint === (this.shell.seat ?? "")) {
      this.present();
      return;
    }
    this.wanted += 1;
    const turn = this.wanted;
    this.bound = n;
    this.draw();
    const frame = await this.fetch(n);
    if (turn !== this.wanted) return;
    this.bound = null;
    if (!frame) {
      this.shell.say(this.shell.t("shell.replay.closed"));
      this.draw();
      return;
    }
    if (k !== null && frame.beats.length) {
      this.at(frame, frame.beats[Math.min(k, frame.beats.length - 1)].at);
      return;
    }
    this.n = n;
    this.link(String(n));
    this.shell.show(this.asFrame(frame, null), null);
    this.draw();
  }

  fetch(n) {
    return this.get(`at/${n}`);
  }

  async get(part) {
    const viewpoint = this.viewpoint ?? this.shell.seat;
    const seat = viewpoint ? `?seat=${encodeURIComponent(viewpoint)}` : "";
    const address = `/m/${this.shell.page.match}/${part}${seat}`;
    if (!this.frames.has(address)) {
      const answer = await ask(address);
      if (!answer) return null;
      const frame = await answer.json();
      if (!this.shell.live.over) return frame;
      this.frames.set(address, frame);
    }
    return this.frames.get(address);
  }

  draw(n = this.bound ?? this.n ?? this.total) {
    if (this.node.hidden) return;
    const { shell } = this;
    this.node.setAttribute("aria-label", shell.t("shell.replay.title"));
    for (const name of ["first", "previous", "next", "last"]) label(this[name], shell.t(`shell.replay.${name}`));
    this.toggle.textContent = this.playing ? "❚❚" : "▶";
    label(this.toggle, shell.t(this.playing ? "shell.replay.pause" : "shell.replay.play"));
    this.drawChapters(n);
    this.slider.max = String(this.total);
    this.slider.value = String(n);
    this.slider.setAttribute("aria-label", shell.t("shell.replay.slider"));
    this.count.textContent = `${n} / ${this.total}`;
    this.from.textContent = shell.t("sandbox.from_here");
    this.from.hidden = !shell.live.over || !shell.page.mine.length || (this.playing && shell.layout === "phone"); // the way back takes its place, and nothing shifts
    this.close.textContent = shell.t("shell.replay.now");
    this.close.hidden = (this.n === null && shell.live.over !== null) || this.isLeftAbove;
    this.eyes.hidden = !shell.live.over;
    this.eyes.setAttribute("aria-label", shell.t("shell.replay.viewpoint"));
    const seats = [["", shell.t("shell.replay.spectator")], ...shell.page.seats.map((seat) => [seat, shell.name(shell.plays(seat))])];
    this.eyes.replaceChildren(...seats.map(([value, text]) => el("option", { value, selected: value === this.viewpoint }, text)));
  }
  /** The headings of the match, to jump to, and the pace. */
  drawChapters(n) {
    const { shell } = this;
    const { log, acts = [] } = shell.live;
    const isLandmark = ({ kind }) => shell.landmarks.has(kind);
    const found = chapters(log, acts, (event) => shell.headings.has(event.kind) || isLandmark(event));
    if (differs(this.chapter, found.length, shell.language)) {
      const option = ({ k, n: at }) => el("option", { value: String(at) }, isLandmark(log[k]) ? `· ${landmark(shell, log[k])}` : shell.eventText(log[k]));
      this.chapter.replaceChildren(el("option", { value: "0" }, shell.t("shell.replay.chapters")), ...found.map(option));
      this.ticks.replaceChildren(...found.map(({ n: at }) => el("option", { value: String(at) })));
      this.chapter.setAttribute("aria-label", shell.t("shell.replay.chapters"));
    }
    this.chapter.hidden = !found.length;
    this.chapter.selectedIndex = found.findLastIndex(({ n: at }) => at <= n) + 1;
    if (differs(this.pace, shell.stage.pace, shell.language)) {
      const option = (name) => el("option", { value: name, selected: name === shell.stage.pace }, shell.t(`shell.stage.pace.${name}`));
      this.pace.replaceChildren(...Object.keys(PACES).map(option));
      this.pace.setAttribute("aria-label", shell.t("shell.menu.pace"));
    }
  }
}
