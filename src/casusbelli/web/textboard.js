// The text board: every legal option as a button, by verb, and the position in tables. And the command line, which finds an
// option by a few letters.

import { el, icon } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { search } from "./fuzzy.js";
import { byVerb } from "./picker.js";
import { store, stored } from "./settings.js";

export class TextBoard {
  constructor(shell) {
    this.shell = shell;
    this.filter = el("input", { type: "search", autocomplete: "off", oninput: () => this.drawOptions() });
    this.close = el("button", { type: "button", class: "button", onclick: () => this.show(false) });
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
    if (focus) (open ? this.filter : shell.prompt.sentence).focus();
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
    this.title.textContent = options.length ? shell.t("shell.textboard.options", { count: options.length }) : shell.prompt.sentence.textContent;
    const found = search(this.filter.value, options, (option) => shell.choiceText(option));
    const groups = [...byVerb(found)].map(([verb, its]) =>
      el("section", {}, el("h3", {}, shell.texts.verb(shell.frame.ask.decision, verb)), el("ul", { class: "options" }, its.map((option) => el("li", {}, this.button(option))))),
    );
    this.options.replaceChildren(...groups);
    if (options.length && !found.length) this.options.append(el("p", {}, shell.t("shell.textboard.none")));
    if (held) (this.options.querySelector("button") ?? this.filter).focus();
  }

  button(option) {
    const { shell } = this;
    const grave = shell.choosing.isGrave(option[0]) ? " danger" : "";
    return el("button", { type: "button", class: `button small${grave}`, onclick: () => shell.choose(option) }, shell.choiceText(option));
  }
}

function table({ title, head, rows }) {
  const cells = (row, tag) => el("tr", {}, row.map((cell, i) => el(i === 0 && tag === "td" ? "th" : tag, { scope: i === 0 && tag === "td" ? "row" : null }, String(cell ?? ""))));
  return el(
    "section",
    {},
    el("h3", {}, title),
    el("div", { class: "scroller", tabindex: "0", role: "group", "aria-label": title }, el("table", { class: "data" }, el("thead", {}, cells(head, "th")), el("tbody", {}, rows.map((row) => cells(row, "td"))))),
  );
}

/** The view of a game whose board offers no tables: every fact with its path. */
function plainTable(shell) {
  const rows = [];
  const say = (value) => (typeof value === "string" ? shell.name(value) : String(value));
  const walk = (path, value) => {
    if (Array.isArray(value) && value.every((each) => typeof each !== "object")) rows.push([path, value.map(say).join(", ") || "–"]);
    else if (value !== null && typeof value === "object") for (const [key, each] of Object.entries(value)) walk(path ? `${path} · ${say(key)}` : say(key), each);
    else if (value !== null) rows.push([path, say(value)]);
  };
  walk("", shell.frame.view);
  return { title: shell.t("shell.textboard.facts"), head: [shell.t("shell.textboard.fact"), shell.t("shell.textboard.value")], rows };
}

/** A line to type an option into; promises the option chosen or null. */
export async function commandLine(shell, most = 8) {
  const options = shell.candidates();
  const list = el("ul", { class: "command-list", role: "listbox", id: "command-list", "aria-label": shell.t("shell.command.title") });
  const input = el("input", { type: "text", autocomplete: "off", autofocus: true, role: "combobox", "aria-expanded": "true", "aria-controls": "command-list", "aria-autocomplete": "list", "aria-label": shell.t("shell.command.title"), placeholder: shell.t("shell.command.placeholder") });
  const hint = el("p", { class: "hint" }, shell.t("shell.command.hint"));
  let found = [];
  let at = 0;
  const finish = (option) => {
    const dialog = input.closest("dialog");
    dialog.addEventListener("close", () => option && shell.choose(option), { once: true });
    dialog.close();
  };
  const draw = () => {
    list.replaceChildren(
      ...found.map((option, i) => el("li", { id: `command-${i}`, role: "option", "aria-selected": String(i === at), onclick: () => finish(option) }, shell.choiceText(option))),
    );
    input.setAttribute("aria-activedescendant", found.length ? `command-${at}` : "");
    hint.textContent = shell.t(found.length ? "shell.command.hint" : "shell.textboard.none");
  };
  const find = () => {
    found = search(input.value, options, (option) => shell.choiceText(option), most);
    at = 0;
    draw();
  };
  input.addEventListener("input", find);
  input.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && found.length) {
      event.preventDefault();
      at = (at + by + found.length) % found.length;
      draw();
    } else if (event.key === "Enter" && found.length) {
      event.preventDefault();
      finish(found[at]);
    }
  });
  find();
  await openDialog({ title: shell.t("shell.command.title"), body: [input, list, hint], close: shell.t("shell.close") });
}
