// The figures of the rulebook, drawn with the board's own functions (see /static/rulefigure.js).
//
//   matrix                            what eliminates what, for Allies and for the German
//   territory  warsaw                 its three spaces, points, bonus and cities
//   token      soldier faction=russian   a token by its front
//   weapon     komet                  a Research card's drawing

import { build, html, raw } from "/static/markup.js";
import { blueprint, definitions, effects, icon, token as drawn } from "./symbols.js";

export const styles = ["board.css", "map.css", "lab.css", "figures.css"];

const FIGHTERS = ["soldier", "tank", "plane", "artillery", "symbol"];
const BEATS = {
  allied: { soldier: ["symbol"], tank: ["soldier"], plane: ["soldier", "tank"], artillery: ["soldier", "tank", "plane"], symbol: ["tank", "plane", "artillery"] },
};
BEATS.german = { ...BEATS.allied, symbol: ["soldier", "tank", "plane", "artillery"] };

let fetched;
const atlas = () => (fetched ??= fetch(new URL("map.json", import.meta.url)).then((answer) => answer.json()));

/** Every figure lies in a host that looks like the board. */
function open(host, name) {
  host.classList.add("ww", "ww-figure", name);
  if (!document.querySelector(".ww-defs")) document.body.append(build(definitions));
  return host;
}

export function matrix(host, given, tools) {
  const row = (side, mine, other) => (piece) => html`<tr><th scope="row">${drawn(piece, mine)} ${tools.name(piece)}</th><td>${BEATS[side][piece].map((target) => drawn(target, other))}</td></tr>`;
  const half = (side, mine, other) => html`<table><thead><tr><th>${tools.name(mine)}</th><td></td></tr></thead><tbody>${FIGHTERS.map(row(side, mine, other))}</tbody></table>`;
  open(host, "ww-matrix-figure").append(build(html`<div class="halves">${half("allied", "russian", "german")}${half("german", "german", "russian")}</div>`));
}

export async function territory(host, given, tools) {
  const id = given.plain[0];
  const facts = (await atlas()).territories[id];
  const spaces = facts.spaces.map((symbol) => html`<span class="space">${symbol === "none" ? "" : icon(symbol, 26)}</span>`);
  const stars = raw("★".repeat(facts.cities?.length ?? facts.cities ?? 0));
  open(host, "ww-territory-figure").append(
    build(html`<div class="leaf"><b>${tools.name(id)}</b><p class="row">${spaces}</p><p class="row small"><span class="stars">${stars}</span><b class="vp">${facts.vp}</b>${effects(facts.bonus.map((kind) => ({ kind, n: 1 })), tools)}</p></div>`),
  );
}

export function token(host, given) {
  open(host, "ww-token-figure").append(build(html`<p>${drawn(given.plain[0], given.faction, given.faction, 64)}</p>`));
}

export function weapon(host, given) {
  open(host, "ww-weapon-figure").append(build(html`<p>${blueprint(given.plain[0], 150, 92)}</p>`));
}
