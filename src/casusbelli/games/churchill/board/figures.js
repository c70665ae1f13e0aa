// The figures of the rulebook, drawn with the board's own functions (see /static/rulefigure.js).
//
//   table     global_issue=uk:4 second_front=center        the round table with these issues on it
//   move      issue=… from=us:3 by=5 to=uk:2               the way of one issue
//   strength  base=2 support=3 armies=1                    the strength of a Front and its chance on the ten-sided die
//   endings                                                the three endings side by side
//   person    eden                                         a staff or leader card

import { build, html, raw } from "/static/markup.js";
import { Book } from "./book.js";
import { handCard } from "./cards.js";
import { cube, definitions, icon } from "./symbols.js";
import { Table } from "./table.js";

export const styles = ["board.css", "table.css", "war.css", "figures.css"];

/** Every figure lies in a host that looks like the board. */
function open(host, name) {
  host.classList.add("churchill", "ch-figure", name);
  if (!document.querySelector(".ch-defs")) {
    const defs = build(definitions);
    defs.classList.add("ch-defs");
    document.body.append(defs);
  }
  return host;
}

let fetched;
const printedFacts = () => (fetched ??= fetch(new URL("board.json", import.meta.url)).then((answer) => answer.json()));

/** A book whose table holds these issues: {issue: [where, power, space]}. */
async function bookOf(tools, issues = {}) {
  const shell = { ...tools, compact: false };
  const printed = await printedFacts();
  const book = new Book(shell, printed);
  const powers = Object.fromEntries(["uk", "ussr", "us"].map((power) => [power, {}]));
  const pool = Object.fromEntries(Object.keys(printed.issues).map((issue) => [issue, ["pool", "", 0]]));
  book.take({ seat: "uk", waiting: [], ask: null, view: { issues: { ...pool, ...issues }, powers, floor: [], options: {} } }, []);
  return book;
}

const placed = (text) => {
  const [power, space] = text.split(":");
  return power === "center" ? ["centre", "", 0] : ["track", power, Number(space)];
};

async function roundTable(host, tools, issues) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  open(host, "ch-table-figure").append(svg);
  const book = await bookOf(tools, issues);
  const drawn = new Table(svg, book.shell);
  drawn.update(book, false);
  return drawn;
}

export async function table(host, given, tools) {
  const issues = Object.entries(given).filter(([name]) => name !== "plain");
  await roundTable(host, tools, Object.fromEntries(issues.map(([issue, at]) => [issue, placed(at)])));
}

export async function move(host, given, tools) {
  const [, power, space] = placed(given.from);
  const [, to, end] = placed(given.to);
  const drawn = await roundTable(host, tools, { [given.issue]: ["track", to, end] });
  drawn.showWay({ origin: [power, space], place: [to, end] }, `+${given.by}`);
}

export function strength(host, given) {
  const [base, support, armies] = ["base", "support", "armies"].map((name) => Number(given[name]));
  const total = base + 2 * support - 2 * armies;
  const faces = Array.from({ length: 10 }, (_, n) => html`<i class="${n < total ? "hit" : ""}">${n + 1}</i>`);
  const cubes = Array.from({ length: armies }, () => raw(`<svg viewBox="0 0 20 20" width="22" height="22">${cube("germany", 3, 4)}</svg>`));
  open(host, "ch-strength-figure").append(
    build(html`<p class="sum"><b>${base}</b> + ${support} × 2 ${icon("arrow")} − ${armies} × 2 ${cubes} = <b>${total}</b></p>`),
    build(html`<p class="faces">${faces}</p>`),
  );
}

export function endings(host, given, tools) {
  const kinds = ["allied_victory", "broken_alliance", "negotiated_peace"];
  const bars = { allied_victory: [60, 52, 45], broken_alliance: [60, 36, 24], negotiated_peace: [45, 44, 46] };
  const card = (kind) => html`<figure class="ending"><figcaption>${tools.t(`ending.${kind}`)}</figcaption>
    <svg viewBox="0 0 90 70" aria-hidden="true">${raw(bars[kind].map((n, i) => `<rect class="p${i}" x="${8 + 28 * i}" y="${66 - n}" width="20" height="${n}" rx="2"/>`).join(""))}</svg></figure>`;
  open(host, "ch-endings-figure").append(build(html`<div class="row">${kinds.map(card)}</div>`));
}

export async function person(host, given, tools) {
  open(host, "ch-person-figure").append(build(handCard(await bookOf(tools), given.plain[0])));
}
