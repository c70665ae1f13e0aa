// The chat: what is said at the table, beside the log.

import { button, el, icon, label } from "./dom.js";

export class Chat {
  /** changed is told when the number of unread lines is another. */
  constructor(shell, changed) {
    this.shell = shell;
    this.changed = changed;
    this.lines = el("div", { class: "chat-lines", role: "log", "aria-live": "off", tabindex: "0" });
    this.input = el("input", { type: "text", maxlength: "500", autocomplete: "off" });
    this.send = el("button", { type: "submit", class: "button small" }, icon("chat"));
    this.form = el("form", { class: "chat-form", onsubmit: (event) => this.say(event) }, shell.talk.button, this.input, this.send);
    this.mutes = el("div", { class: "chat-mutes" });
    this.muted = new Set(JSON.parse(shell.main.dataset.muted ?? "[]"));
    this.said = new Map();
    this.unread = 0;
    this.open = false;
  }

  label() {
    const { shell } = this;
    this.lines.setAttribute("aria-label", shell.t("shell.chat.title"));
    this.input.placeholder = shell.t("shell.chat.placeholder");
    this.input.setAttribute("aria-label", shell.t("shell.chat.placeholder"));
    label(this.send, shell.t("shell.chat.send"));
    this.form.hidden = !shell.seat;
    shell.talk.label();
    this.offerMutes();
  }

  /** One switch for every other seat: its words are shown, or not. */
  offerMutes() {
    const { shell } = this;
    const others = shell.seat && !shell.page.study ? shell.page.seats.filter((seat) => !shell.page.mine.includes(seat)) : [];
    const report = el("a", { class: "button small quiet", href: `/report?match=${shell.page.match}` }, shell.t("shell.chat.report"));
    this.mutes.replaceChildren(...others.map((seat) => this.muteSwitch(seat)), report);
    this.mutes.hidden = !others.length;
  }

  muteSwitch(seat) {
    const key = this.muted.has(seat) ? "shell.chat.unmute" : "shell.chat.mute";
    return button("button small quiet", () => this.mute(seat), this.shell.t(key, { seat: this.shell.name(seat) }));
  }

  async mute(seat) {
    const on = !this.muted.has(seat);
    if (on) this.muted.add(seat);
    else this.muted.delete(seat);
    this.draw();
    this.offerMutes();
    this.mutes.querySelector("button")?.focus();
    const body = new URLSearchParams({ seat, on: on ? "on" : "off" });
    await fetch(`/m/${this.shell.page.match}/mute`, { method: "POST", body });
  }

  show(open) {
    this.open = open;
    if (open) this.unread = 0;
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** A line from the server, which may tell it again after a reconnection. */
  hear(line) {
    const key = line.n ?? JSON.stringify([line.seat, line.at, line.text]);
    if (this.said.get(key)?.text === line.text) return;
    if (this.said.has(key)) { // its words were removed meanwhile
      this.said.set(key, line);
      this.draw();
      return;
    }
    this.said.set(key, line);
    const { shell } = this;
    if (this.muted.has(line.seat)) return;
    this.lines.append(this.line(line));
    this.lines.scrollTop = this.lines.scrollHeight;
    if (line.seat !== shell.seat && !this.open) this.unread += 1;
    this.changed();
    if (line.card && shell.frame) shell.players.draw();
    if (line.seat !== shell.seat) shell.announce(`${line.name}: ${this.words(line)}`);
  }

  /** All lines anew: the language is another. */
  draw() {
    const shown = [...this.said.values()].filter(({ seat }) => !this.muted.has(seat));
    this.lines.replaceChildren(...shown.map((line) => this.line(line)));
  }

  /** What was said: by a card, in the reader's own words. */
  words({ text, card }) {
    return card ? this.shell.talk.words(card) : text;
  }

  line(said) {
    const { seat, name, at } = said;
    const kind = said.card ? this.shell.talk.cards[said.card.id]?.kind : null;
    const when = new Date(typeof at === "number" && at < 1e11 ? at * 1000 : at);
    /** @type {Intl.DateTimeFormatOptions} */
    const clock = { hour: "2-digit", minute: "2-digit" };
    const time = Number.isNaN(when.getTime()) ? "" : when.toLocaleTimeString(this.shell.language, clock);
    const node = el("p", {}, el("time", {}, time), el("b", {}, name), " ", kind && kind !== "greet" ? [el("span", { class: "chip" }, this.shell.t(`house.talk.kind.${kind}`)), " "] : "", this.words(said));
    this.shell.paint(node, seat && this.shell.plays(seat));
    return node;
  }

  say(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (text && this.shell.connection.chat(text)) this.input.value = "";
  }
}
