// The log, one line an event with its rule, and the chat beside it.

import { button, differs, el, glyph, icon, label } from "./dom.js";
import { FACTIONS } from "./factions.js";

/** A reader who has scrolled up further than this is reading: new lines do not pull the log down. */
const NEAR = 60;

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight < NEAR;

export class Log {
  constructor(shell) {
    this.shell = shell;
    this.lines = el("div", { class: "log", role: "log", "aria-live": "off", tabindex: "0" });
    this.divider = el("div", { class: "divider" });
    this.logTab = button("", () => this.turn(false));
    this.chatTab = button("", () => this.turn(true));
    this.since = button("since", () => shell.since.start());
    this.chatLines = el("div", { class: "chat-lines", role: "log", "aria-live": "off", tabindex: "0" });
    this.input = el("input", { type: "text", maxlength: "500", autocomplete: "off" });
    this.send = el("button", { type: "submit", class: "button small" }, icon("chat"));
    this.form = el("form", { class: "chat-form", onsubmit: (event) => this.say(event) }, this.input, this.send);
    this.node = el(
      "section",
      { class: "panel log-panel", "data-panel": "log", tabindex: "-1" },
      el("div", { class: "subtabs" }, this.logTab, this.chatTab, this.since),
      this.lines,
      this.chatLines,
      this.form,
    );
    this.follows = true;
    this.lines.addEventListener("scroll", () => (this.follows = isAtEnd(this.lines)), { passive: true });
    this.events = [];
    this.nodes = [];
    this.explained = new Set();
    this.said = new Map();
    this.unread = 0;
    this.language = null;
  }

  draw() {
    this.label();
    const { log } = this.shell.frame;
    if (log === this.events && !differs(this.divider, this.shell.since.news())) return;
    this.drawEvents(log);
    this.drawDivider();
    if (this.follows) requestAnimationFrame(() => (this.lines.scrollTop = this.lines.scrollHeight));
  }

  label() {
    const { shell } = this;
    if (this.language !== shell.language) {
      this.language = shell.language;
      this.events = [];
      this.explained.clear();
      this.drawChat();
    }
    this.node.setAttribute("aria-label", shell.t("shell.log.title"));
    this.lines.setAttribute("aria-label", shell.t("shell.log.title"));
    this.chatLines.setAttribute("aria-label", shell.t("shell.chat.title"));
    this.logTab.textContent = shell.t("shell.log.title");
    this.chatTab.textContent = shell.t(this.unread ? "shell.chat.unread" : "shell.chat.title", { count: this.unread });
    const chatting = this.node.classList.contains("chatting");
    this.logTab.setAttribute("aria-pressed", String(!chatting));
    this.chatTab.setAttribute("aria-pressed", String(chatting));
    this.input.placeholder = shell.t("shell.chat.placeholder");
    this.input.setAttribute("aria-label", shell.t("shell.chat.placeholder"));
    label(this.send, shell.t("shell.chat.send"));
    this.form.hidden = !shell.seat;
  }

  /** Adds what is new and takes away what is no longer there. */
  drawEvents(events) {
    let at = 0;
    while (at < this.events.length && this.events[at] === events[at]) at += 1;
    for (const node of this.nodes.splice(at)) node?.remove();
    for (const event of events.slice(at)) {
      const node = this.line(event);
      this.nodes.push(node);
      if (node) this.lines.append(node);
    }
    this.events = events;
  }

  line(event) {
    const { shell } = this;
    const text = shell.eventText(event);
    if (!text) return null;
    const rule = shell.ruleChip(event.rule);
    if (shell.headings.has(event.kind)) return el("h3", {}, text, rule);
    const words = shell.book.marked(text, this.explained);
    const { seat } = event.params;
    const known = shell.page.seats.includes(seat);
    const mark = el("span", { class: "mark" }, known ? glyph(FACTIONS[shell.faction(seat)].glyph) : null);
    const node = el("div", { class: "entry" }, mark, el("div", {}, words, rule));
    shell.paint(node, known ? seat : null);
    return node;
  }

  drawDivider() {
    const { shell } = this;
    const { from, count } = shell.since.news();
    this.since.hidden = !count;
    this.since.textContent = shell.t("shell.since.count", { count });
    this.divider.textContent = shell.t("shell.since.divider");
    const first = count ? this.nodes.slice(from).find(Boolean) : null;
    if (first) first.before(this.divider);
    else this.divider.remove();
  }

  /** Lights the line of one event, for the step-through. */
  point(index) {
    for (const node of this.nodes) node?.classList.remove("shown");
    const node = this.nodes[index];
    node?.classList.add("shown");
    node?.scrollIntoView({ block: "nearest" });
  }

  turn(toChat) {
    this.node.classList.toggle("chatting", toChat);
    if (toChat) this.unread = 0;
    this.label();
    const list = toChat ? this.chatLines : this.lines;
    list.scrollTop = list.scrollHeight;
  }

  /** A chat line from the server, which may tell it again after a reconnection. */
  hear(line) {
    const key = line.n ?? JSON.stringify([line.seat, line.at, line.text]);
    if (this.said.has(key)) return;
    this.said.set(key, line);
    const { shell } = this;
    this.chatLines.append(this.chatLine(line));
    this.chatLines.scrollTop = this.chatLines.scrollHeight;
    if (line.seat !== shell.seat && !this.node.classList.contains("chatting")) this.unread += 1;
    if (shell.frame) this.label();
    if (line.seat !== shell.seat) shell.announce(`${line.name}: ${line.text}`);
  }

  drawChat() {
    this.chatLines.replaceChildren(...[...this.said.values()].map((line) => this.chatLine(line)));
  }

  chatLine({ seat, name, text, at }) {
    const when = new Date(typeof at === "number" && at < 1e11 ? at * 1000 : at);
    const clock = { hour: "2-digit", minute: "2-digit" };
    const time = Number.isNaN(when.getTime()) ? "" : when.toLocaleTimeString(this.shell.language, clock);
    const node = el("p", {}, el("time", {}, time), el("b", {}, name), " ", text);
    this.shell.paint(node, seat);
    return node;
  }

  say(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (text && this.shell.connection.chat(text)) this.input.value = "";
  }
}
