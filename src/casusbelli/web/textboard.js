// The text board: every legal option as a button, by verb, and the position in tables.

import { button, el, icon } from "./dom.js";
import { search } from "./fuzzy.js";
import { byVerb } from "./picker.js";
import { store, stored } from "./settings.js";

export class TextBoard {
  constructor(shell) {
    this.shell = shell;
    this.filter = el("input", { type: "search", autocomplete: "off", oninput: () => this.drawOptions() });
    this.close = button("button", () => this.show(false));
    this.title = el("h2");
    this.options = el("div", { class: "stack" });
    this.position = el("div", { class: "stack" });
    this.positionTitle = el("h2");
    const finder = el("div", { class: "finder" }, this.filter, this.close);
    this.node = el("section", { class: "textboard", tabindex: "-1", hidden: true });
    this.node.append(el("div", { class: "inner" }, finder, this.title, this.options, this.positionTitle, this.position));
    this.seq = null;
  }

  /** Shows it in the board's place, or gives the place back. */
  show(open, focus = true) {
    const { shell } = this;
    this.node.hidden = !open;
    shell.host.hidden = open;
    store("textboard", open);
    this.draw();
    shell.marks.apply();
    if (focus) (open ? this.node : shell.prompt.sentence).focus();
  }

  restore() {
    if (stored("textboard", false)) this.show(true, false);
  }

  draw() {
    const { shell } = this;
    if (this.node.hidden) return;
    this.node.setAttribute("aria-label", shell.t("shell.textboard.title"));
    this.filter.placeholder = shell.t("shell.textboard.filter");
    this.filter.setAttribute("aria-label", shell.t("shell.textboard.filter"));
    this.close.replaceChildren(icon("map"), shell.t("shell.textboard.close"));
    if (shell.frame.seq !== this.seq) this.filter.value = "";
    this.seq = shell.frame.seq;
    this.drawOptions();
    this.positionTitle.textContent = shell.t("shell.textboard.position");
    const tables = shell.board.tables?.(shell.frame) ?? [plainTable(shell)];
    this.position.replaceChildren(...tables.map(table));
  }

  drawOptions() {
    const { shell } = this;
    const held = this.options.contains(document.activeElement);
    const options = shell.canAct ? shell.candidates() : [];
    const asked = options.length ? shell.t("shell.textboard.options", { count: options.length }) : null;
    this.title.textContent = asked ?? shell.prompt.sentence.textContent;
    const found = search(this.filter.value, options, (option) => shell.choiceText(option));
    this.options.replaceChildren(...[...byVerb(found)].map(([verb, its]) => this.group(verb, its)));
    if (options.length && !found.length) this.options.append(el("p", {}, shell.t("shell.textboard.none")));
    if (held) (this.options.querySelector("button") ?? this.filter).focus();
  }

  group(verb, options) {
    const { shell } = this;
    const kind = shell.choosing.isGrave(verb) ? "button small danger" : "button small";
    const item = (option) => el("li", {}, button(kind, () => shell.choose(option), shell.choiceText(option)));
    const title = shell.texts.verb(shell.frame.ask.decision, verb);
    return el("section", {}, el("h3", {}, title), el("ul", { class: "options" }, options.map(item)));
  }
}

function table({ title, head, rows }) {
  const text = (cell) => String(cell ?? "");
  const columns = head.map((cell) => el("th", { scope: "col" }, text(cell)));
  const cells = (row) => row.map((cell, i) => (i ? el("td", {}, text(cell)) : el("th", { scope: "row" }, text(cell))));
  const row = (each) => el("tr", {}, cells(each));
  const node = el("table", { class: "data" }, el("thead", {}, el("tr", {}, columns)), el("tbody", {}, rows.map(row)));
  const scroller = el("div", { class: "scroller", tabindex: "0", role: "group", "aria-label": title }, node);
  return el("section", {}, el("h3", {}, title), scroller);
}

/** The view of a game whose board offers no tables: every fact with its path. */
function plainTable(shell) {
  const rows = [];
  const say = (value) => (typeof value === "string" ? shell.name(value) : String(value));
  const isPlain = (value) => typeof value !== "object";
  const walk = (path, value) => {
    if (value === null) return;
    if (Array.isArray(value) && value.every(isPlain)) rows.push([path.join(" · "), value.map(say).join(", ") || "–"]);
    else if (isPlain(value)) rows.push([path.join(" · "), say(value)]);
    else Object.entries(value).forEach(([key, each]) => walk([...path, say(key)], each));
  };
  walk([], shell.frame.view);
  const head = [shell.t("shell.textboard.fact"), shell.t("shell.textboard.value")];
  return { title: shell.t("shell.textboard.facts"), head, rows };
}
