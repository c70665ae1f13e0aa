// The top bar and what opens from it: menu, settings, rules, keys.

import { button, differs, el, icon, label, paragraphs, post } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { chime } from "./ending.js";
import { dealLine, openFairness } from "./fairness.js";
import { score } from "./fuzzy.js";
import { explainSelect } from "./help.js";
import { KEYS } from "./keys.js";
import { openNotes } from "./notes.js";
import { store, stored, TEXT_SIZES, useTextSize } from "./settings.js";
import { PACES } from "./stage.js";

const LANGUAGES = { en: "English", it: "Italiano", es: "Español" };

export class TopBar {
  constructor(shell) {
    this.shell = shell;
    this.title = el("h1");
    this.headline = el("div", { class: "headline" });
    this.line = el("span", { class: "line", hidden: true });
    this.language = languageSelect(shell, { class: "settings-select" });
    this.theme = button("theme", () => shell.switchTheme());
    this.rules = button("rules", () => openRules(shell));
    this.menu = button("menu", () => openMenu(shell));
    this.menu.setAttribute("aria-haspopup", "dialog");
    this.node = el("header", { class: "top" }, this.title, this.headline, el("span", { class: "spacer" }));
    this.node.append(this.line, shell.clocks.chip, this.language, this.theme, this.rules, this.menu);
  }

  draw() {
    const { shell } = this;
    const title = shell.t("game.title");
    const parts = [shell.board.headline?.(shell.frame) ?? []].flat().filter(Boolean);
    if (differs(this.node, title, shell.language, shell.theme)) this.label(title);
    if (differs(this.headline, parts)) this.headline.replaceChildren(...parts.map((text) => el("span", {}, text)));
    this.headline.hidden = !parts.length;
    this.drawLine();
    const turn = shell.frame.ask && !shell.replaying;
    document.title = `${turn ? `● ${shell.t("shell.title.your_turn")} · ` : ""}${title}`;
  }

  label(title) {
    const { shell } = this;
    const night = shell.theme === "night";
    this.title.textContent = title;
    this.language.value = shell.language;
    this.language.setAttribute("aria-label", shell.t("shell.menu.language"));
    this.theme.replaceChildren(icon(night ? "sun" : "moon"));
    label(this.theme, shell.t(night ? "shell.menu.paper" : "shell.menu.night"));
    this.rules.replaceChildren(icon("book"), el("span", {}, shell.t("shell.menu.rules")));
    this.rules.setAttribute("aria-label", shell.t("shell.menu.rules"));
    this.menu.replaceChildren(icon("menu"), el("span", {}, shell.t("shell.menu.title")));
    this.menu.setAttribute("aria-label", shell.t("shell.menu.title"));
  }

  drawLine() {
    const state = this.shell.connection?.state ?? "connecting";
    this.line.hidden = state === "open" || (state === "connecting" && !this.shell.frame);
    this.line.classList.toggle("closed", state === "closed");
    const text = this.shell.t(`shell.line.${state}`);
    if (differs(this.line, text)) this.line.replaceChildren(icon("offline"), el("span", {}, text));
  }
}

function languageSelect(shell, attributes) {
  const option = ([code, name]) => el("option", { value: code, lang: code, selected: code === shell.language }, name);
  const options = Object.entries(LANGUAGES).map(option);
  const node = el("select", { ...attributes, onchange: () => shell.setLanguage(node.value) }, options);
  return node;
}

/** The menu: everything that has no place of its own on a small screen, and the settings. */
function openMenu(shell) {
  const leave = (then) => () => {
    const dialog = list.closest("dialog");
    dialog.addEventListener("close", then, { once: true });
    dialog.close();
  };
  const keys = (hint) => (hint && shell.letters ? el("kbd", {}, hint) : null);
  const entry = (symbol, key, then, hint) => el("li", {}, button("", leave(then), icon(symbol), shell.t(key), keys(hint)));
  const link = (symbol, key, address) => el("li", {}, el("a", { href: address }, icon(symbol), shell.t(key)));
  const open = !shell.textBoard.node.hidden;
  const list = el(
    "ul",
    { class: "menu-list" },
    entry("book", "shell.menu.rules", () => openRules(shell)),
    shell.book.written ? entry("list", "book.drawer.aid", () => shell.book.openAid(), "A") : null,
    entry(open ? "map" : "list", open ? "shell.textboard.close" : "shell.textboard.title", () => shell.textBoard.show(!open), "X"),
    shell.canAct ? entry("search", "shell.command.title", () => shell.command(), "/") : null,
    shell.choosing.redoable ? entry("redo", "shell.redo", () => shell.choosing.redo(), "⇧ U") : null,
    !shell.page.study && shell.seat ? entry("pin", "house.notes.title", () => openNotes(shell)) : null,
    mayAskTheHouse(shell) ? entry("swap", "house.menu.title", () => shell.house.open()) : null,
    mayAskTheHouse(shell) && shell.house.standing.possible ? entry("hourglass", "house.standing.title", () => shell.house.standing.open()) : null,
    shell.page.study ? null : entry("clock", "shell.replay.title", () => shell.replay.step(0), "["),
    mayThinkAhead(shell) ? entry("bulb", "sandbox.open", () => thinkAhead(shell)) : null,
    shell.texts.has("game.how_to_win") ? entry("flag", "coach.how_to_win", () => openGoal(shell)) : null,
    entry("keyboard", "shell.keys.title", () => openKeys(shell)),
    !shell.page.study && dealLine(shell) ? entry("help", "house.deal.dealt_all", () => openFairness(shell)) : null,
    shell.page.study ? null : link("download", "shell.menu.journal", shell.journalAddress()),
    link("home", "shell.menu.home", "/"),
  );
  const pair = (key, control) => el("label", { class: "pair" }, el("span", {}, shell.t(key)), control);
  const shade = (name) => el("option", { value: name, selected: name === shell.theme }, shell.t(`shell.menu.${name}`));
  const theme = el("select", { onchange: () => shell.switchTheme(theme.value) }, shade("paper"), shade("night"));
  const settings = el(
    "div",
    { class: "settings" },
    pair("shell.menu.language", languageSelect(shell, {})),
    pair("shell.menu.theme", theme),
    pair("shell.menu.text", textSize(shell)),
    pair("book.explain.title", explainSelect(shell)),
    pair("shell.menu.pace", paceSelect(shell)),
    check(shell, "keys", true, "shell.menu.letters", () => shell.draw()),
    check(shell, "sound", false, "shell.menu.sound", chime),
    shell.prompt.mentor.possible ? check(shell, "mentor", false, "shell.menu.mentor", () => shell.prompt.mentor.turn(shell.prompt.mentor.wanted)) : null,
    shell.page.mine.length > 1 ? check(shell, "curtain", true, "shell.menu.curtain", () => undefined) : null,
    mutedWarnings(shell),
  );
  return openDialog({ title: shell.t("shell.menu.title"), body: [list, settings], close: shell.t("shell.close") });
}

/** What the reader wants to be warned of no more, and the way back; nothing where there is nothing like that. */
function mutedWarnings(shell) {
  const { warnings } = shell.choosing;
  const count = warnings.muted().length;
  if (!count) return null;
  const words = el("span", {}, shell.t("shell.warn.muted", { count }));
  const back = button("button small", () => {
    void warnings.bringBack();
    words.textContent = shell.t("shell.warn.muted", { count: 0 });
    back.remove();
    node.focus();
  }, shell.t("shell.warn.bring_back"));
  const node = el("div", { class: "pair", tabindex: "-1" }, words, back);
  return node;
}

function textSize(shell) {
  const size = (name) => el("option", { value: name, selected: name === stored("text", "usual") }, shell.t(`shell.menu.text_${name}`));
  const node = el("select", { onchange: () => (useTextSize(node.value), shell.changed()) }, TEXT_SIZES.map(size));
  return node;
}

function paceSelect(shell) {
  const option = (pace) => el("option", { value: pace, selected: pace === shell.stage.pace }, shell.t(`shell.stage.pace.${pace}`));
  const node = el("select", { onchange: () => shell.stage.turn(node.value) }, Object.keys(PACES).map(option));
  return node;
}

/** A sandbox with what this seat knows: where the match allows it, and never while the clock runs on a question. */
function mayThinkAhead(shell) {
  const { page, live } = shell;
  return !page.study && Boolean(shell.seat) && page.mine.includes(shell.seat) && (Boolean(live.over) || (page.aids && !live.ask?.seconds));
}

/** Who sits at a match that goes on may ask something of the others, or leave. */
function mayAskTheHouse(shell) {
  return !shell.page.study && Boolean(shell.seat) && !shell.live.over && !shell.house.isAway(shell.seat);
}

function thinkAhead(shell) {
  post(`${shell.page.address}/sandbox`, { seat: shell.seat });
}

/** How one wins this game, in a few sentences. */
function openGoal(shell) {
  return openDialog({ title: shell.t("coach.how_to_win"), body: shell.t("game.how_to_win"), close: shell.t("shell.close") });
}

export function check(shell, name, otherwise, key, then) {
  const box = el("input", { type: "checkbox", onchange: () => (store(name, box.checked), then()) });
  box.checked = stored(name, otherwise);
  return el("label", { class: "check" }, box, el("span", {}, shell.t(key)));
}

/** All summaries of the rules, to be searched. */
function openRules(shell) {
  if (shell.book.written) return shell.book.openAtQuestion();
  const { texts } = shell;
  const numbers = Object.keys(texts.words).map((key) => /^rule\.(.+)\.title$/.exec(key)?.[1]).filter(Boolean);
  numbers.sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
  const entries = numbers.map((number) => {
    const [title, text] = [shell.t(`rule.${number}.title`), shell.t(`rule.${number}.text`)];
    const node = el("details", {}, el("summary", {}, `${number} · ${title}`), paragraphs(text));
    return { words: `${number} ${title} ${text}`, node };
  });
  const hint = shell.t("shell.rules.search");
  const input = el("input", { type: "search", autocomplete: "off", "aria-label": hint, placeholder: hint });
  input.addEventListener("input", () => {
    for (const { words, node } of entries) node.hidden = score(input.value, words) === 0;
  });
  const list = el("div", { class: "rules-list" }, entries.map(({ node }) => node));
  const body = entries.length ? [input, list] : shell.t("shell.rules.none");
  return openDialog({ title: shell.t("shell.menu.rules"), body, close: shell.t("shell.close"), kind: "wide" });
}

/** The summary of one rule, or of the nearest one above it that has a summary. */
export function openRule(shell, number) {
  if (shell.book.written) return shell.book.openRule(number);
  const found = shell.texts.ruleFor(number);
  const title = found ? `${found} · ${shell.t(`rule.${found}.title`)}` : shell.t("shell.rules.number", { number });
  const body = found ? shell.t(`rule.${found}.text`) : shell.t("shell.rules.none");
  const close = shell.t("shell.close");
  return openDialog({ title, body, close, buttons: [{ label: close, value: null, primary: true }] });
}

export function openKeys(shell) {
  const row = ([keys, name]) => {
    const caps = keys.flatMap((key) => [el("kbd", {}, key), " "]);
    return el("tr", {}, el("td", {}, caps), el("td", {}, shell.t(`shell.keys.${name}`, {}, name)));
  };
  const table = el("table", { class: "data keys-table" }, el("tbody", {}, [...KEYS, ...shell.tabKeys()].map(row)));
  const letters = check(shell, "keys", true, "shell.menu.letters", () => shell.draw());
  return openDialog({ title: shell.t("shell.keys.title"), body: [table, letters], close: shell.t("shell.close") });
}
