// What a scene lays over the board, from data: a sum built up line by line, dice with their target, before and after, a sheet of
// rows, a card shown large. Games give the data and the words.

import { die, ROLLING } from "./dice.js";
import { el } from "./dom.js";
import { calm } from "./markup.js";

/** Milliseconds between two lines of a sum. */
const LINE = 260;

/**
 * `until`: what a cell reads while the dice are in the air.
 * @typedef {string | number | Node | {text: string, good?: boolean, seat?: string, until?: string}} Cell
 * @typedef {{
 *   title?: string, seat?: string, note?: string, grave?: boolean,
 *   sum?: {lines: {label: string, value: Cell}[], total: {label: string, value: Cell}},
 *   dice?: {faces?: number, value: number, label?: string, target?: string, good?: boolean, still?: boolean}[],
 *   verdict?: {text: string, good?: boolean},
 *   changes?: {label: Cell, before: number|string, after: number|string}[],
 *   sheet?: {head?: Cell[], rows: Cell[][]},
 *   lines?: Cell[],
 *   card?: Node | {title: string, kind?: string, text?: string, lines?: string[], seat?: string},
 *   node?: Node,
 * }} Tableau
 */

/** The tableau of some data (or a node of the game's own), and how long it takes to unfold. */
export function tableau(told, shell) {
  if (told instanceof Node) return { node: told, unfolds: 0, dice: [] };
  const dice = (told.dice ?? []).map(die);
  const lines = told.sum?.lines.length ?? 0;
  const node = el(
    "div",
    { class: told.grave ? "tableau-body grave" : "tableau-body" },
    told.title ? el("h2", {}, token(told.seat, shell), told.title) : null,
    told.card ? card(told.card, shell) : null,
    told.sum || dice.length || told.verdict
      ? el("div", { class: "trial" }, told.sum ? sum(told.sum, shell) : null, dice.length ? el("div", { class: "dice" }, dice) : null, told.verdict ? verdict(told.verdict) : null)
      : null,
    told.changes ? changes(told.changes, shell) : null,
    told.sheet ? sheet(told.sheet, shell) : null,
    told.lines ? el("ul", { class: "lines" }, told.lines.map((line) => el("li", {}, cell(line, shell)))) : null,
    told.note ? el("p", { class: "note" }, told.note) : null,
    told.node ?? null,
  );
  const thrown = dice.filter((_, i) => !told.dice[i].still);
  return { node, unfolds: calm() ? 0 : lines * LINE + (thrown.length ? ROLLING : 0), dice: thrown };
}

/** Lets the lines come one after the other and then the dice; what follows from them shows when they lie. */
export function unfold({ node, unfolds, dice }) {
  if (!unfolds) return [];
  const lines = [...node.querySelectorAll(".sum tbody tr")];
  for (const line of [...lines, node.querySelector(".sum tfoot")]) if (line) line.classList.add("to-come");
  node.classList.add("rolling");
  const timers = lines.map((line, i) => setTimeout(() => line.classList.remove("to-come"), i * LINE));
  timers.push(
    setTimeout(() => {
      node.querySelector(".sum tfoot")?.classList.remove("to-come");
      for (const each of dice) each.roll();
    }, lines.length * LINE),
    setTimeout(() => node.classList.remove("rolling"), unfolds),
  );
  return timers;
}

/** Everything that is still to come, at once. */
export function finish({ node }) {
  node.classList?.remove("rolling");
  for (const line of node.querySelectorAll?.(".to-come") ?? []) line.classList.remove("to-come");
}

function token(seat, shell) {
  return seat ? el("faction-token", { faction: shell.faction(seat), size: "small" }) : null;
}

function cell(told, shell) {
  if (told === null || told === undefined) return "";
  if (told instanceof Node) return told;
  if (typeof told !== "object") return String(told);
  const words = (more = "") => el("span", { class: `${mood(told.good)}${more}` }, token(told.seat, shell), told.text);
  return told.until === undefined ? words() : el("span", {}, el("span", { class: "until" }, told.until), words(" then"));
}

const mood = (good) => (good === undefined ? "" : good ? "good" : "bad");

function signed(value) {
  return typeof value !== "number" ? value : value < 0 ? `− ${-value}` : `+ ${value}`;
}

function sum({ lines, total }, shell) {
  const row = ({ label, value }, i) => el("tr", {}, el("th", { scope: "row" }, label), el("td", {}, i ? signed(value) : cell(value, shell)));
  const foot = el("tr", {}, el("th", { scope: "row" }, total.label), el("td", {}, cell(total.value, shell)));
  return el("table", { class: "sum" }, el("tbody", {}, lines.map(row)), el("tfoot", {}, foot));
}

function verdict({ text, good }) {
  return el("p", { class: `verdict ${mood(good)}` }, good === undefined ? null : el("i", {}, good ? "✓" : "✕"), text);
}

function changes(rows, shell) {
  const row = ({ label, before, after }) =>
    el(
      "tr",
      { class: before === after ? "same" : "" },
      el("th", { scope: "row" }, cell(label, shell)),
      el("td", {}, String(before)),
      el("td", { class: "arrow" }, before === after ? "" : "→"),
      el("td", {}, before === after ? "" : el("b", {}, String(after))),
    );
  return el("table", { class: "changes" }, el("tbody", {}, rows.map(row)));
}

function sheet({ head, rows }, shell) {
  const line = (cells) => el("tr", {}, cells.map((each, i) => el(i ? "td" : "th", i ? {} : { scope: "row" }, cell(each, shell))));
  const top = head ? el("thead", {}, el("tr", {}, head.map((each) => el("th", { scope: "col" }, cell(each, shell))))) : null;
  return el("table", { class: "sheet" }, top, el("tbody", {}, rows.map(line)));
}

/** A played card, large. */
function card(told, shell) {
  if (told instanceof Node) return el("div", { class: "large-card own" }, told);
  const lines = told.lines?.length ? el("ul", {}, told.lines.map((line) => el("li", {}, line))) : null;
  const node = el("article", { class: "large-card" }, told.kind ? el("p", { class: "kind" }, told.kind) : null, el("h3", {}, told.title), told.text ? el("p", {}, told.text) : null, lines);
  if (told.seat) shell.paint(node, told.seat);
  return node;
}
