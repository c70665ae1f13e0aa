// Time: stepping through what happened since one's last turn, and looking back at any earlier position.

import { button, el, icon, label } from "./dom.js";
import { store, stored } from "./settings.js";

/** What happened since one's last choice, one event a step, each lit on the board and in the log. */
export class Since {
  constructor(shell) {
    this.shell = shell;
    this.at = null;
    this.told = el("p", { class: "told" });
    this.close = button("button small quiet", () => this.stop());
    this.previous = button("button small", () => this.step(-1), icon("previous"));
    this.next = button("button small primary", () => this.step(1));
    this.node = el("div", { class: "strip", role: "group", hidden: true }, this.told, this.previous, this.next, this.close);
  }

  get key() {
    return `seen.${this.shell.page.match}.${this.shell.seat}`;
  }

  /** Where the news begin and how many there are that can be told. */
  news() {
    const { shell } = this;
    const log = shell.live?.log ?? [];
    const from = shell.seat && !shell.replaying ? Math.min(stored(this.key, log.length), log.length) : log.length;
    return { from, count: log.slice(from).filter((event) => shell.eventText(event)).length };
  }

  /** One's own choice has been played: what comes after it is news. */
  mark(length) {
    store(this.key, length);
    this.stop();
  }

  /** On coming back: offer the news. */
  greet() {
    const { shell } = this;
    if (!shell.seat) return;
    if (stored(this.key, null) === null) store(this.key, shell.live.log.length);
    this.at = null;
    this.node.hidden = this.news().count === 0 || shell.live.over !== null;
    this.draw();
  }

  start() {
    this.shell.tabs.close();
    this.node.hidden = false;
    this.at = this.news().from - 1;
    this.step(1);
    this.next.focus();
  }

  step(by) {
    const { shell } = this;
    const { log } = shell.live;
    const { from } = this.news();
    let at = (this.at ?? from - 1) + by;
    while (at >= from && at < log.length && !shell.eventText(log[at])) at += by;
    if (at >= log.length) {
      this.stop();
      return;
    }
    if (at < from) return;
    this.at = at;
    shell.log.point(at);
    shell.highlight(log[at]);
    this.draw();
    shell.announce(shell.eventText(log[at]));
  }

  stop() {
    const held = this.node.contains(document.activeElement);
    this.at = null;
    this.node.hidden = true;
    this.shell.log.point(-1);
    this.shell.highlight(null);
    if (held) this.shell.prompt.sentence.focus();
  }

  draw() {
    if (this.node.hidden) return;
    const { shell } = this;
    const { count } = this.news();
    const stepping = this.at !== null;
    this.node.setAttribute("aria-label", shell.t("shell.since.divider"));
    const event = stepping ? shell.live.log[this.at] : null;
    if (event) this.told.replaceChildren(shell.eventText(event), " ", shell.ruleChip(event.rule) ?? "");
    else this.told.textContent = shell.t("shell.since.offer", { count });
    this.previous.hidden = !stepping;
    label(this.previous, shell.t("shell.since.previous"));
    this.next.textContent = shell.t(stepping ? "shell.since.next" : "shell.since.start");
    this.close.textContent = shell.t("shell.since.skip");
  }
}

/** The position after n choices: of a finished match from any viewpoint, of a running one from one's own. */
export class Replay {
  constructor(shell) {
    this.shell = shell;
    this.n = null;
    this.viewpoint = null;
    this.wanted = 0;
    this.frames = new Map();
    const step = (name, press) => button("button small", press, icon(name));
    this.first = step("first", () => this.go(0));
    this.previous = step("previous", () => this.step(-1));
    this.slider = el("input", { type: "range", min: "0", step: "1", oninput: () => this.go(Number(this.slider.value)) });
    this.next = step("next", () => this.step(1));
    this.last = step("last", () => this.go(this.total));
    this.count = el("output");
    this.eyes = el("select", { onchange: () => this.look(this.eyes.value) });
    this.close = button("button small quiet", () => this.stop());
    this.node = el("div", { class: "strip", role: "group", hidden: true });
    this.node.append(this.first, this.previous, this.slider, this.next, this.last, this.count, this.eyes, this.close);
  }

  get total() {
    return this.shell.live.choices;
  }

  open() {
    this.node.hidden = false;
    this.viewpoint ??= this.shell.seat ?? "";
    this.draw();
  }

  stop() {
    this.node.hidden = !this.shell.live.over;
    this.viewpoint = this.shell.seat ?? "";
    this.present();
  }

  /** Back to now. */
  present() {
    this.wanted += 1;
    const was = this.n !== null;
    this.n = null;
    if (was) this.shell.show(this.shell.live, null);
    this.draw();
  }

  step(by) {
    if (this.node.hidden) this.open();
    this.go((this.n ?? this.total) + by);
    return true;
  }

  look(viewpoint) {
    this.viewpoint = viewpoint;
    this.go(this.n ?? this.total);
  }

  async go(n) {
    n = Math.max(0, Math.min(this.total, n));
    if (n === this.total && this.viewpoint === (this.shell.seat ?? "")) {
      this.present();
      return;
    }
    this.wanted += 1;
    const turn = this.wanted;
    this.draw(n);
    const frame = await this.fetch(n);
    if (turn !== this.wanted) return;
    if (!frame) {
      this.shell.say(this.shell.t("shell.replay.closed"));
      this.draw();
      return;
    }
    const onward = this.n !== null && n === this.n + 1;
    const previous = onward && this.shell.frame.seat === frame.seat ? this.shell.frame : null;
    const log = frame.events.list;
    this.n = n;
    const from = previous?.log.length ?? 0;
    const { players } = this.shell.live;
    this.shell.show({ ...frame, players, ask: null, undo: false, log, events: { from, list: log.slice(from) } }, previous);
    this.draw();
  }

  async fetch(n) {
    const seat = this.viewpoint ? `?seat=${encodeURIComponent(this.viewpoint)}` : "";
    const address = `/m/${this.shell.page.match}/at/${n}${seat}`;
    if (!this.frames.has(address)) {
      const answer = await fetch(address).catch(() => null);
      if (!answer?.ok) return null;
      const frame = await answer.json();
      if (!this.shell.live.over) return frame;
      this.frames.set(address, frame);
    }
    return this.frames.get(address);
  }

  draw(n = this.n ?? this.total) {
    if (this.node.hidden) return;
    const { shell } = this;
    this.node.setAttribute("aria-label", shell.t("shell.replay.title"));
    for (const name of ["first", "previous", "next", "last"]) label(this[name], shell.t(`shell.replay.${name}`));
    this.slider.max = String(this.total);
    this.slider.value = String(n);
    this.slider.setAttribute("aria-label", shell.t("shell.replay.slider"));
    this.count.textContent = `${n} / ${this.total}`;
    this.close.textContent = shell.t("shell.replay.now");
    this.close.hidden = this.n === null && shell.live.over !== null;
    this.eyes.hidden = !shell.live.over;
    this.eyes.setAttribute("aria-label", shell.t("shell.replay.viewpoint"));
    const seats = [["", shell.t("shell.replay.spectator")], ...shell.page.seats.map((seat) => [seat, shell.name(seat)])];
    this.eyes.replaceChildren(...seats.map(([value, text]) => el("option", { value, selected: value === this.viewpoint }, text)));
  }
}
