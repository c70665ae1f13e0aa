// The figures of the rulebook, drawn with the board's own functions (see /static/rulefigure.js).
//
//   unit    red_a9                    a counter, full and reduced
//   marker  czech_legion=1            a faction's marker on its five boxes
//   card    red_11                    the four uses of an action card
//   battle  attack=11 defence=5       the columns in which both sides read their fire

import { build, html, raw } from "/static/markup.js";
import { counterPicture } from "./counters.js";
import { hexagon } from "./factions.js";
import { definitions } from "./symbols.js";

export const styles = ["board.css", "pieces.css", "factions.css", "figures.css"];

const BOXES = [-2, -1, 0, 1, 2];
const USES = ["ops", "sr", "rs"];

/** Every figure lies in a host that looks like the board. */
function open(host, name) {
  host.classList.add("toc", "toc-figure", name);
  if (!document.querySelector(".toc-defs")) document.body.append(build(definitions));
  return host;
}

export function unit(host, given, tools) {
  const id = given.plain[0];
  const row = tools.printed.units[id];
  const side = row.owner === "red" ? "red" : "white";
  const face = (full) => raw(String(counterPicture(row, ["", full, side], 84)));
  open(host, "toc-unit-figure").append(build(html`<p class="pair">${face(true)}${face(false)}<b>${tools.name(id)}</b></p>`));
}

export function marker(host, given, tools) {
  const [[faction, place]] = Object.entries(given).filter(([name]) => name !== "plain");
  const { code } = tools.printed.factions[faction];
  const at = Number(place);
  const box = (n) => html`<li class="b${n + 2}">${n === at ? raw(String(hexagon(code, n))) : ""}<span>${tools.t("ui.faction.place", { n }, tools.t("ui.place", { n }, String(n)))}</span></li>`;
  open(host, "toc-marker-figure").append(build(html`<ol class="track">${BOXES.map(box)}</ol>`));
}

export function card(host, given, tools) {
  const id = given.plain[0];
  const row = tools.printed.action_cards[id];
  const uses = USES.map((use) => html`<li><b>${row[use]}</b> ${tools.t(`reference.${use}`)}</li>`);
  open(host, "toc-card-figure").append(
    build(html`<article class="leaf ${row.side}"><header><b class="value">${row.value}</b><span>${tools.name(id)}</span></header><p>${tools.name(`${id}.text`)}</p><ul>${uses}</ul></article>`),
  );
}

export function battle(host, given, tools) {
  const columns = tools.printed.fire.army;
  const column = (factors) => columns.findLastIndex(([least]) => least <= Number(factors));
  const here = { [column(given.attack)]: "attack", [column(given.defence)]: "defence" };
  const head = columns.map(([factors], n) => html`<th class="${here[n] ?? ""}">${factors}</th>`);
  const row = (die) => html`<tr><th>${die}</th>${columns.map(([, losses], n) => html`<td class="${here[n] ?? ""}">${losses[die - 1]}</td>`)}</tr>`;
  open(host, "toc-battle-figure").append(build(html`<table><thead><tr><th></th>${head}</tr></thead><tbody>${[1, 2, 3, 4, 5, 6].map(row)}</tbody></table>`));
}
