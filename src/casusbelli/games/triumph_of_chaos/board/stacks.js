// What stands in a space: the printed spot, counters fanned a little, leaders, markers, and the sum of combat factors.

import { printedSpace } from "./atlas.js";
import { counter, green, marker, octagon, sizeOf } from "./counters.js";

const STEP = 5; // how far a counter looks out from under the one above
const MARKED = ["combat", "move"];

/** The left, upper, right and lower edge of a place, in its own pixels; at a distance it is a chip. */
export function stackBox(id, reading, level, scale) {
  const { units, leaders } = reading.at(id);
  const { city } = reading.printed.spaces[id];
  const r = (city ? 14 : 9.5) * Math.max(scale, 0.5);
  if (!units.length && !reading.isGreen(id)) return [-r - (leaders.length ? 20 : 0), -r, r, r];
  if (level === "far") return [-17, -14, 17, 13];
  if (!units.length) return [-14, -12, 14, 12];
  const [w, h] = sizeOf(reading.printed.units[units[0]]);
  const n = units.length - 1;
  const markers = reading.markers(id);
  const up = markers.some((kind) => MARKED.includes(kind)) ? 32 : 0;
  return [-w / 2 - 4 - (leaders.length ? 20 : 0), Math.min(-h / 2 - 4 - n * STEP, -up), w / 2 + n * STEP + (n ? 14 : 3), h / 2];
}

export function stackMarkup(id, reading) {
  const { view, printed } = reading;
  const { units, leaders } = reading.at(id);
  const [l, u, r, d] = stackBox(id, reading, "mid", 1);
  const round = `x="${l - 3}" y="${u - 3}" width="${r - l + 6}" height="${d - u + 7}" rx="9"`;
  const ring = `<rect class="ring o" ${round}/><rect class="ring i" ${round}/>`;
  const spot = `<g class="spot">${printedSpace(printed.spaces[id])}</g>`;
  const hit = `<rect class="hit" x="${Math.min(l, -15)}" y="${Math.min(u, -15)}" width="${Math.max(r, 15) - Math.min(l, -15)}" height="${Math.max(d, 15) - Math.min(u, -15)}"/>`;
  const parts = [ring, hit];
  if (reading.isGreen(id)) parts.push(green(0, 0));
  if (units.length) parts.push(`<g class="stack">${counters(units, reading)}</g>`, chip(units, reading));
  const w = units.length ? sizeOf(printed.units[units[0]])[0] : 24;
  leaders.forEach((leader, n) => parts.push(octagon(leader, printed.leaders[leader], -w / 2 - 10, 6 - n * 17, "small", `of-${view.leaders[leader][1]}`)));
  parts.push(markersOf(id, reading, l, u, r));
  return `${spot}<g class="k">${parts.join("")}</g>`;
}

function counters(units, reading) {
  const { view, printed } = reading;
  const [w, h] = sizeOf(printed.units[units[0]]);
  const n = units.length;
  const drawn = units.map((unit, i) =>
    counter(printed.units[unit], view.units[unit], -w / 2 - 2 + i * STEP, -h / 2 - 3 - i * STEP, { bare: i > 0, name: reading.cut.has(unit) ? "cut" : "" }),
  );
  const side = view.units[units[0]][2];
  const sum = n > 1 ? `<g class="sum ${side}" transform="translate(${w / 2 + (n - 1) * STEP + 4} ${h / 2 - 8})"><circle r="9.500"/><text y="4.400">${reading.factors(units)}</text></g>` : "";
  return drawn.reverse().join("") + sum;
}

/** Seen from afar: the sum and a bead for every army. */
function chip(units, reading) {
  const { view, printed } = reading;
  const armies = units.filter((unit) => printed.units[unit].army).length;
  const beads = Array.from({ length: armies }, (_, i) => `<circle cx="${-5 * (armies - 1) + 10 * i}" cy="-12" r="3.400"/>`);
  const native = ["red", "white"].includes(printed.units[units[0]].owner) ? "" : "native";
  return `<g class="chip ${view.units[units[0]][2]} ${native}"><rect x="-15" y="-12" width="30" height="23" rx="5"/><text y="5.500">${reading.factors(units)}</text>${beads.join("")}</g>`;
}

function markersOf(id, reading, l, u, r) {
  const found = reading.markers(id);
  const drawn = found.map((kind) => {
    if (MARKED.includes(kind)) return marker(kind, l + 12, Math.min(u + 10, -20));
    if (kind === "no_act") return marker(kind, r + 5, u - 3);
    if (kind === "partisans") return marker(kind, r, 12);
    return marker(kind, 0, 22);
  });
  return drawn.join("");
}

/** The place in words: name, who holds it, who stands there. */
export function stackWords(id, reading, ctx) {
  const { printed } = reading;
  const { units, leaders } = reading.at(id);
  const words = [ctx.name(id)];
  const control = reading.control(id);
  words.push(control === "none" ? ctx.t("ui.map.nobody") : ctx.name(control));
  if (printed.spaces[id].city) words.push(ctx.t("ui.map.city"));
  for (const unit of units) words.push(pieceWords(unit, reading, ctx));
  for (const leader of leaders) words.push(ctx.name(leader));
  if (reading.isGreen(id)) words.push(ctx.name("third"));
  for (const kind of reading.markers(id)) words.push(ctx.t(`ui.marker.${kind}`));
  if (units.some((unit) => reading.cut.has(unit))) words.push(ctx.t("ui.map.cut"));
  return words.join(", ");
}

export function pieceWords(piece, reading, ctx) {
  if (reading.isLeader(piece)) return ctx.t("ui.leader.words", { leader: piece, rating: reading.printed.leaders[piece].rating });
  const [combat, loss, move] = reading.values(piece);
  const full = reading.view.units[piece]?.[1] !== false;
  return ctx.t(full ? "ui.unit.words" : "ui.unit.reduced", { unit: piece, combat, loss, move });
}
