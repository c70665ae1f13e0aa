// The course of a match as a drawing: one line a faction (solid, dashed, dotted), its code at the end.

import { FACTIONS } from "./factions.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH] = [320, 120];
const MARGIN = { left: 34, right: 36, top: 10, bottom: 22 };
const LINE = 14; // the height of its letters: on a phone the drawing is a little smaller than its units, the letters still 12 px
const LETTER = 7.5; // the width of one of them, about
const FULL = 7; // chapters that can be named below it
const DASHES = ["", "7 4", "2 3", "10 3 2 3"];

function make(tag, attributes, text) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  if (text !== undefined) node.textContent = text;
  return node;
}

/** Where a share of the time lies in the drawing. */
export const across = (share) => MARGIN.left + share * (WIDE - MARGIN.left - MARGIN.right);

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

/** The names below the drawing that do not lie on each other: the last, and from the left those that leave room. */
export function legible(marks, letter = LETTER) {
  const half = ({ id }) => (String(id).length * letter) / 2;
  const room = (one, other) => Math.abs(across(one.share) - across(other.share)) >= half(one) + half(other) + letter;
  const last = marks.at(-1);
  return marks.reduce((kept, mark) => (mark === last || ([last, ...kept.slice(-1)].every((other) => room(mark, other))) ? [...kept, mark] : kept), []);
}

/** Chapters as stretches of the time, from the end of the one before to their own: where each lies and where its name stands, in the middle. */
export function stretches(ends) {
  return ends.map((end, i) => ({ from: ends[i - 1] ?? 0, share: ((ends[i - 1] ?? 0) + end) / 2 }));
}

/** A drawing of lines over time. values: per seat the heights at each of the places (undefined: none); bands: per seat [low, high] pairs; borders: where a chapter ends. */
function chart(shell, label, { places, marks, scale, values, bands = {}, borders = [] }) {
  const seats = Object.keys(values);
  const [low, high] = [scale[0], scale.at(-1)];
  const x = across;
  const y = (value) => HIGH - MARGIN.bottom - ((value - low) * (HIGH - MARGIN.top - MARGIN.bottom)) / Math.max(1, high - low);
  const svg = make("svg", { class: "course", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label });
  for (const value of scale) {
    svg.append(make("line", { class: "grid", x1: MARGIN.left, x2: WIDE - MARGIN.right, y1: y(value), y2: y(value) }));
    svg.append(make("text", { x: MARGIN.left - 5, y: y(value) + 4, "text-anchor": "end" }, value < 0 ? `−${-value}` : value));
  }
  for (const border of borders) svg.append(make("line", { class: "grid border", x1: x(border), x2: x(border), y1: MARGIN.top, y2: HIGH - MARGIN.bottom + 5 }));
  for (const { share, id } of legible(marks)) svg.append(make("text", { x: x(share), y: HIGH - 5, "text-anchor": "middle" }, id));
  const codes = apart(seats.map((seat) => y(values[seat].findLast((value) => value !== undefined) ?? 0)), [MARGIN.top, HIGH - MARGIN.bottom]);
  seats.forEach((seat, n) => {
    const faction = shell.faction(shell.plays(seat));
    const group = make("g", { "data-faction": faction });
    const way = (heights) => heights.map((value, i) => (value === undefined ? "" : `${x(places[i])} ${y(value)}`)).filter(Boolean);
    if (bands[seat]) {
      const [under, over] = [bands[seat].map(([least]) => least), bands[seat].map(([, most]) => most)];
      group.append(make("path", { class: "band", d: `M${way(over).join("L")}L${way(under).reverse().join("L")}Z` }));
    }
    group.append(make("path", { class: "way-of-points", d: `M${way(values[seat]).join("L")}`, "stroke-dasharray": DASHES[n % DASHES.length] }));
    group.append(make("text", { class: "code", x: WIDE - MARGIN.right + 5, y: codes[n] + 4 }, FACTIONS[faction]?.code ?? ""));
    svg.append(group);
  });
  return svg;
}

/** The course with the final points as its end, where they are others than after the last chapter: the sheet adjusts them then. */
export function toTheEnd(chapters, scores, id) {
  const last = chapters.at(-1)?.points ?? {};
  const points = Object.fromEntries(Object.entries(last).map(([seat, n]) => [seat, scores[seat] ?? n]));
  return Object.entries(points).some(([seat, n]) => n !== last[seat]) ? [...chapters, { id, points }] : chapters;
}

/** Who leads, and by how much. */
export function leadOf(points) {
  const [[seat, most], [, second]] = Object.entries(points).sort(([, one], [, other]) => other - one);
  return { seat, by: most - second };
}

/** The places in the course at which the lead turned, in its order: those told, and the end where the sheet puts somebody else first. */
export function turnsOf(turning, chapters, course) {
  const turns = turning.toSorted((one, other) => one - other);
  const [last, end] = [chapters.at(-1), course.at(-1)];
  const overturned = course.length > chapters.length && Object.keys(end.points).length > 1 && leadOf(end.points).seat !== leadOf(last.points).seat;
  return overturned ? [...turns, chapters.length] : turns;
}

/** chapters: [{id, points: {seat: n}}] → an SVG; null where there is nothing to draw. */
export function courseOf(shell, chapters, label) {
  const seats = shell.page.seats.filter((seat) => chapters.some(({ points }) => seat in points));
  if (chapters.length < 2 || !seats.length) return null;
  const all = chapters.flatMap(({ points }) => Object.values(points));
  const places = chapters.map((_, i) => i / (chapters.length - 1));
  const marks = named(chapters.length).map((i) => ({ share: places[i], id: chapters[i].id }));
  const values = Object.fromEntries(seats.map((seat) => [seat, chapters.map(({ points }) => points[seat])]));
  return chart(shell, label, { places, marks, scale: ticks(Math.min(0, ...all), Math.max(...all)), values });
}

/** outlooks: [{at, chances: {seat: [chance, low, high]}}], each seat's chance in its own eyes → an SVG; null where none was told. */
export function chancesOf(shell, outlooks, chapters, label) {
  const seats = shell.page.seats.filter((seat) => outlooks.length > 1 && outlooks.every(({ chances }) => seat in chances));
  if (!seats.length) return null;
  const [first, last] = [outlooks[0].at, outlooks.at(-1).at];
  const share = (at) => Math.min(1, Math.max(0, (at - first) / Math.max(1, last - first)));
  const percent = (pick) => Object.fromEntries(seats.map((seat) => [seat, outlooks.map(({ chances }) => pick(chances[seat]))]));
  const told = stretches(chapters.map(({ at }) => share(at)));
  const marks = named(chapters.length).map((i) => ({ share: told[i].share, id: chapters[i].id }));
  return chart(shell, label, {
    borders: told.slice(1).map(({ from }) => from),
    places: outlooks.map(({ at }) => share(at)),
    marks,
    scale: [0, 25, 50, 75, 100],
    values: percent(([chance]) => 100 * chance),
    bands: percent(([, low, high]) => [100 * low, 100 * high]),
  });
}
