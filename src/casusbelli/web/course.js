// The course of a match as a drawing: one line a faction (solid, dashed, dotted), its code at the end.

import { FACTIONS } from "./factions.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH] = [320, 120];
const MARGIN = { left: 34, right: 36, top: 10, bottom: 22 };
const LINE = 14; // the height of its letters: on a phone the drawing is a little smaller than its units, the letters still 12 px
const FULL = 7; // chapters that can be named below it
const DASHES = ["", "7 4", "2 3", "10 3 2 3"];

function make(tag, attributes, text) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  if (text !== undefined) node.textContent = text;
  return node;
}

/** Round numbers for the scale: about four of them. */
export function ticks(least, most) {
  const span = Math.max(1, most - least);
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((each) => span / each <= 4) ?? 1000;
  const first = Math.floor(least / step) * step;
  return Array.from({ length: Math.ceil((most - first) / step) + 1 }, (_, i) => first + i * step);
}

/** Heights for names beside the ends of the lines: where the lines end, moved apart where they would lie on each other. */
export function apart(ends, [top, bottom], line = LINE) {
  const order = ends.map((_, n) => n).sort((one, other) => ends[one] - ends[other] || one - other);
  const at = [];
  order.forEach((n, i) => (at[n] = Math.max(top, ends[n], i ? at[order[i - 1]] + line : -Infinity)));
  order.toReversed().forEach((n, i, all) => (at[n] = Math.min(at[n], i ? at[all[i - 1]] - line : bottom)));
  return at;
}

/** Which chapters are named: not more than there is room for, the last one always and its neighbour not. */
export function named(count, most = FULL) {
  const every = Math.ceil(count / most);
  const last = count - 1;
  return Array.from({ length: count }, (_, i) => i).filter((i) => i === last || (i % every === 0 && last - i >= every));
}

/** chapters: [{id, points: {seat: n}}] → an SVG; null where there is nothing to draw. */
export function courseOf(shell, chapters, label) {
  const seats = shell.page.seats.filter((seat) => chapters.some(({ points }) => seat in points));
  if (chapters.length < 2 || !seats.length) return null;
  const all = chapters.flatMap(({ points }) => Object.values(points));
  const scale = ticks(Math.min(0, ...all), Math.max(...all));
  const [low, high] = [scale[0], scale.at(-1)];
  const x = (i) => MARGIN.left + (i * (WIDE - MARGIN.left - MARGIN.right)) / (chapters.length - 1);
  const y = (points) => HIGH - MARGIN.bottom - ((points - low) * (HIGH - MARGIN.top - MARGIN.bottom)) / Math.max(1, high - low);
  const svg = make("svg", { class: "course", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label });
  for (const points of scale) {
    svg.append(make("line", { class: "grid", x1: MARGIN.left, x2: WIDE - MARGIN.right, y1: y(points), y2: y(points) }));
    svg.append(make("text", { x: MARGIN.left - 5, y: y(points) + 4, "text-anchor": "end" }, points < 0 ? `−${-points}` : points));
  }
  for (const i of named(chapters.length)) svg.append(make("text", { x: x(i), y: HIGH - 5, "text-anchor": "middle" }, chapters[i].id));
  const codes = apart(seats.map((seat) => y(chapters.at(-1).points[seat] ?? 0)), [MARGIN.top, HIGH - MARGIN.bottom]);
  seats.forEach((seat, n) => {
    const path = chapters.map(({ points }, i) => (seat in points ? `${i ? "L" : "M"}${x(i)} ${y(points[seat])}` : "")).join("");
    const faction = shell.faction(seat);
    const group = make("g", { "data-faction": faction });
    group.append(make("path", { class: "way-of-points", d: path, "stroke-dasharray": DASHES[n % DASHES.length] }));
    group.append(make("text", { class: "code", x: WIDE - MARGIN.right + 5, y: codes[n] + 4 }, FACTIONS[faction]?.code ?? ""));
    svg.append(group);
  });
  return svg;
}
