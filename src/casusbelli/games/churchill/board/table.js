// The round table: three arms of six places, the centre, the chairs, and the issue slips that glide along the arms.

import { calm, html, mark, raw } from "/static/markup.js";
import { CHAIR, POWERS } from "./book.js";
import { COLOUR, issueTab, use } from "./symbols.js";

/** The desk's drawing, and with radii of their own those for a low desk, a phone, and the low rooms of a phone and a tablet. */
const DESK = { w: 560, h: 484, x: 280, y: 230, r: 208, pitch: 28.5, first: 54, centre: 30, dot: 12, arm: 15, chair: [58, 40], slip: 24, text: 13.4 };
const LOW = { w: 440, h: 462, x: 220, y: 258, r: 160, pitch: 22, first: 42, centre: 24, dot: 10.5, arm: 12.5, chair: [48, 32], slip: 24, text: 14.4 };
const PHONE = { w: 390, h: 350, x: 195, y: 166, r: 150, pitch: 21.4, first: 38, centre: 21, dot: 10.5, arm: 13, chair: [46, 32], slip: 23, text: 13 };
const SQUAT = { w: 390, h: 262, x: 195, y: 126, r: 126, pitch: 17.6, first: 29, centre: 18, dot: 8.8, arm: 11, chair: [40, 26], slip: 23, text: 13.4 };
const WIDE = { ...SQUAT, w: 660, x: 330 };
const READABLE = 0.9; // the scale below which a drawing's letters are too small
const LEAST = 12; // pixels on the screen: where no drawing fits, the letters of the last one grow against its scale
const CAPTION = 152; // room for the words over the centre's tray
const GLIDE = 190; // milliseconds from one place to the next

const pen = document.createElement("canvas").getContext("2d");

function textWidth(text, size) {
  pen.font = `700 ${size}px "Source Sans 3", "Segoe UI", Roboto, "Noto Sans", sans-serif`;
  return Math.ceil(pen.measureText(text).width);
}

const at = (matrix, x, y) => {
  const point = new DOMPoint(x, y).matrixTransform(matrix);
  return [point.x, point.y];
};
const total = (numbers) => numbers.reduce((sum, each) => sum + each, 0);
const apart = (a, b) => a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
const boxAround = (x, y, w, h, gap = 0) => [x - w / 2 - gap, y - h / 2 - gap, x + w / 2 + gap, y + h / 2 + gap];

/** Offsets from a place, nearest first; beside the arm is better than along it. */
const OFFSETS = [];
for (let r = 24; r <= 210; r += 6) for (let a = 0; a < 360; a += 15) OFFSETS.push([r * Math.cos((a * Math.PI) / 180) * 1.25, r * Math.sin((a * Math.PI) / 180), r]);

export class Table {
  constructor(svg, shell) {
    this.svg = svg;
    this.shell = shell;
    this.slips = new Map();
    this.spots = new Map();
  }

  get size() {
    return this.drawing ?? DESK;
  }

  /** The drawing whose words stay readable in the room there is. */
  choose() {
    const { width, height } = this.svg.parentElement.getBoundingClientRect();
    const fits = ({ w, h }) => !width || Math.min(width / w, height / h) >= READABLE;
    const plans = this.shell.compact ? [PHONE, SQUAT] : [DESK, LOW, WIDE];
    return plans.find(fits) ?? (this.shell.compact ? SQUAT : LOW);
  }

  /** The smallest letters of the drawing, in its own measure; in half steps, so that it is not built anew for every pixel. */
  leastText() {
    const { width, height } = this.svg.parentElement.getBoundingClientRect();
    const scale = Math.min(width / this.size.w, height / this.size.h);
    return !scale || scale >= READABLE ? 0 : Math.ceil((2 * LEAST) / scale) / 2;
  }

  /** Whether the drawing is one for a low room. */
  get isSquat() {
    return this.drawing === SQUAT || this.drawing === WIDE;
  }

  /** The room has changed, or what lies over it: drawing anew. */
  resized(book) {
    const { width, height } = this.svg.getBoundingClientRect();
    const space = [width, height, ...this.plates().flat()].map(Math.round).join(" ");
    if (!this.layers || !width || space === this.space) return;
    this.space = space;
    this.update(book, false);
  }

  /** What lies over the table, in the drawing's own measure: plates, the conference card and what was said. */
  plates() {
    const matrix = this.svg.getScreenCTM()?.inverse();
    if (!matrix) return [];
    const beside = this.shell.compact ? [] : this.svg.parentElement.querySelectorAll(".seatplate, .doc");
    const said = this.svg.closest(".talks")?.querySelector(".floor:not(:has(.considered, .change))"); // a preview shifts nothing
    const over = [...beside, ...(said ? [said] : [])].map((node) => node.getBoundingClientRect()).filter(({ width, height }) => width && height);
    return over.map(({ left, top, right, bottom }) => [...at(matrix, left - 3, top - 3), ...at(matrix, right + 3, bottom + 3)]);
  }

  /** From where to where the drawing's window shows it: a window that is wider than the drawing shows more than that. */
  across() {
    const { w } = this.size;
    const matrix = this.svg.getScreenCTM()?.inverse();
    const { left, right, top, width } = this.svg.getBoundingClientRect();
    if (!matrix || !width) return [0, w];
    return [Math.min(0, at(matrix, left, top)[0]), Math.max(w, at(matrix, right, top)[0])];
  }

  at(power, space, off = 0) {
    const { x, y, first, pitch, r } = this.size;
    if (!power) return [x, y];
    const a = (this.book.angles[power] * Math.PI) / 180;
    const far = space >= CHAIR ? r + 4 : first + pitch * (space - 1);
    return [x + far * Math.cos(a) - off * Math.sin(a), y + far * Math.sin(a) + off * Math.cos(a)];
  }

  update(book, moving) {
    this.book = book;
    this.drawing = this.choose();
    this.least = this.leastText();
    const plan = `${this.drawing.w}×${this.drawing.h} ${this.least} ${book.own} ${this.shell.language}`;
    if (plan !== this.plan) this.build(plan);
    const before = this.spots;
    this.spots = this.arrange();
    for (const [issue, slip] of this.slips) this.settle(issue, slip, before.get(issue), moving && !calm());
    this.layers.strings.innerHTML = [...this.spots].map(([issue, spot]) => this.string(issue, spot)).join("");
    const tray = this.trayBox(book.issuesAt("centre").length);
    this.layers.tray.innerHTML = this.tray(tray);
    this.svg.setAttribute("aria-label", book.t("ui.table.label"));
  }

  build(plan) {
    this.plan = plan;
    const { w, h } = this.size;
    this.svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
    this.svg.style.setProperty("--least", `${this.least}px`);
    this.svg.classList.toggle("low", this.drawing !== DESK && this.drawing !== PHONE);
    this.svg.classList.toggle("squat", this.isSquat);
    this.svg.innerHTML = `${this.furniture()}<g class="tray"></g><g class="paths"></g><g class="strings"></g><g class="slips"></g>`;
    this.layers = Object.fromEntries(["tray", "paths", "strings", "slips"].map((name) => [name, this.svg.querySelector(`.${name}`)]));
    this.slips.clear();
    this.spots = new Map();
    for (const issue of Object.keys(this.book.printed.issues)) this.slips.set(issue, this.makeSlip(issue));
  }

  // -- the furniture ---------------------------------------------------------------------------------------------------

  furniture() {
    const { w, h, x, y, r, centre } = this.size;
    const rings = [0, 1, 2].map((k) => `<circle cx="${x}" cy="${y + 10}" r="${r + 34 + k * 9}" fill="none" stroke="#c79f4e" stroke-opacity="${0.13 - 0.03 * k}" stroke-width="2"/>`);
    const powers = Object.keys(this.book.angles);
    return `<rect x="${-w}" width="${3 * w}" height="${h}" fill="url(#ch-room)"/>${rings.join("")}${powers.map((p) => this.chair(p)).join("")}
      <ellipse cx="${x}" cy="${y + 9}" rx="${r + 3}" ry="${r + 2}" opacity=".5"/><circle cx="${x}" cy="${y}" r="${r}" fill="url(#ch-rim)"/><circle cx="${x}" cy="${y}" r="${r - 9}" fill="url(#ch-wood)"/>
      <clipPath id="ch-disc"><circle cx="${x}" cy="${y}" r="${r - 9}"/></clipPath><g clip-path="url(#ch-disc)"><rect class="wood" x="${x - r}" y="${y - r}" width="${2 * r}" height="${2 * r}" filter="url(#ch-grain)" opacity=".5"/><circle cx="${x}" cy="${y}" r="${r}" fill="url(#ch-lamp)"/></g>
      <circle cx="${x}" cy="${y}" r="${r - 9}" fill="none" stroke="#d9b768" stroke-width="1.300" opacity=".8"/><circle cx="${x}" cy="${y}" r="${r - 14}" fill="none" stroke="#d9b768" stroke-width=".6" opacity=".6"/>
      ${powers.map((p) => this.arm(p)).join("")}
      <g data-inspect="centre:0"><circle cx="${x}" cy="${y}" r="${centre}" fill="url(#ch-felt)" stroke="url(#ch-brass)" stroke-width="3.500"/><text x="${x}" y="${y + (this.isSquat ? 5.5 : 7)}" class="num0">0</text></g>`;
  }

  chair(power) {
    const [x, y] = this.at(power, CHAIR);
    const [w, h] = this.size.chair;
    return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${this.book.angles[power] - 90})"><rect x="${-w / 2 - 7}" y="${-h / 2 + 4}" width="11" height="${h - 2}" rx="5" fill="#3a2413"/><rect x="${w / 2 - 4}" y="${-h / 2 + 4}" width="11" height="${h - 2}" rx="5" fill="#3a2413"/><rect x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="9" fill="url(#ch-${power})" stroke="#1a0f08"/><path d="M${-w / 2 - 4} ${h / 2 - 2}q${w / 2 + 4} ${h * 0.42} ${w + 8} 0l-2 8q${-w / 2 - 2} ${h * 0.42} ${-w - 4} 0z" fill="#4a2d17" stroke="#c79f4e" stroke-opacity=".5"/></g>`;
  }

  arm(power) {
    const { x, y, r, centre, arm, dot } = this.size;
    const l = r - 11;
    const places = [1, 2, 3, 4, 5, 6].map((n) => {
      const [u, v] = this.at(power, n).map((c) => c.toFixed(1));
      return `<g data-inspect="place:${power}-${n}"><circle cx="${u}" cy="${v}" r="${dot}" fill="#fbf5e3" stroke="${COLOUR[power]}" stroke-width="2.600"/><text x="${u}" y="${+v + (this.isSquat ? 4.4 : 4.8)}" class="num">${n}</text></g>`;
    });
    return `<g transform="translate(${x} ${y}) rotate(${this.book.angles[power]})"><path d="M${centre - 2} ${-arm * 0.72}L${l} ${-arm}A${l} ${l} 0 0 1 ${l} ${arm}L${centre - 2} ${arm * 0.72}z" fill="url(#ch-${power})" opacity=".88" stroke="#e3c27a" stroke-width="1.200"/></g>${places.join("")}`;
  }

  // -- slips -----------------------------------------------------------------------------------------------------------

  makeSlip(issue) {
    const { book } = this;
    const { slip: h, text } = this.size;
    const facts = book.printed.issues[issue];
    const label = this.shell.compact ? book.code(issue) : book.short(issue);
    const letters = Math.max(text, this.least);
    const w = 24 + 6 + textWidth(label, letters) + 7;
    const tab = issueTab(issue, facts);
    const node = document.createElementNS("http://www.w3.org/2000/svg", "g");
    node.setAttribute("class", `slip${facts.conditional ? " conditional" : ""}`);
    mark(node, "data-pick", issue);
    mark(node, "data-kind", "issue");
    mark(node, "data-inspect", `issue:${issue}`);
    node.innerHTML = `<rect class="ring" x="${-w / 2 - 5}" y="${-h / 2 - 5}" width="${w + 10}" height="${h + 10}" rx="7"/><rect class="shade" x="${-w / 2}" y="${-h / 2 + 2}" width="${w}" height="${h}" rx="3"/><rect class="leaf" x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="2.500"/><path d="M${-w / 2 + 2} ${-h / 2 + 0.6}h22v${h - 1.2}h-22z" fill="${tab.fill}"/>${use(tab.name, -w / 2 + 4.500, -h / 2 + 3.500, 17)}<text x="${-w / 2 + 29}" y="${(0.35 * letters).toFixed(1)}">${html`${label}`}</text>`;
    this.layers.slips.append(node);
    return { node, w, h };
  }

  /** Where every slip lies: on the centre in the tray, on an arm tied to its place, where it covers no other. */
  arrange() {
    const { book } = this;
    const { dot } = this.size;
    const spots = new Map();
    const centre = book.issuesAt("centre");
    const tray = this.trayBox(centre.length);
    const { centre: hub } = this.size;
    const taken = [...this.plates(), ...tray.boxes, boxAround(...this.at("", 0), 2 * hub + 4, 2 * hub + 4)];
    for (const power of POWERS) for (let n = 1; n <= 6; n += 1) taken.push(boxAround(...this.at(power, n), dot * 1.7, dot * 1.7));
    centre.forEach((issue, i) => spots.set(issue, { at: tray.place(i), tied: null }));
    const onTracks = book.issuesAt("track").map((issue) => [issue, ...book.view.issues[issue].slice(1)]);
    onTracks.sort((a, b) => POWERS.indexOf(a[1]) - POWERS.indexOf(b[1]) || b[2] - a[2]);
    for (const [issue, power, space] of onTracks) {
      const spot = this.room(this.slips.get(issue), this.at(power, Math.min(space, CHAIR)), taken);
      taken.push(spot.box);
      spots.set(issue, { at: spot.at, tied: [power, space] });
    }
    return spots;
  }

  /** @param {{w: number, h: number}} size @param {number[]} place @param {any[]} taken */
  room({ w, h }, [x, y], taken) {
    const { h: height } = this.size;
    const [left, right] = this.across();
    for (const [dx, dy] of OFFSETS) {
      const u = Math.min(Math.max(x + dx + Math.sign(dx) * (w / 2 - 24) * Number(Math.abs(dx) > 6), left + w / 2 + 7), right - w / 2 - 7);
      const v = Math.min(Math.max(y + dy, h / 2 + 4), height - h / 2 - 4);
      const box = boxAround(u, v, w, h, 3);
      if (taken.every((other) => apart(box, other))) return { at: [u, v], box };
    }
    return { at: [x, y - 26], box: boxAround(x, y - 26, w, h) };
  }

  /**
   * At a desk: two slips in a row under a caption; where they would lie on the arms without it, or three or four in a row; under those
   * plates that they would meet.
   * Columns that are too wide for the window give way to rows of their own width.
   * @param {number[]} widths @param {number} line
   */
  deskTray(widths, line) {
    const { x, y, r, dot } = this.size;
    const low = this.drawing === LOW;
    const [left, right] = this.across();
    const room = 2 * Math.min(x - left, right - x) - 16;
    const step = Math.max(70, ...widths);
    const plates = this.plates().filter(([, , , bottom]) => bottom < y - 60);
    const places = POWERS.flatMap((power) => [1, 2, 3, 4, 5, 6].map((n) => boxAround(...this.at(power, n), 2 * dot, 2 * dot)));
    const plan = (most, captioned, close) => {
      const columns = Math.min(Math.max(widths.length, 1), most);
      const rows = Math.ceil(widths.length / columns);
      const packed = close || columns * step > room; // each row for itself
      const widest = !packed ? columns * step : Math.max(0, ...widths.map((_, i) => (i % columns ? 0 : total(widths.slice(i, i + columns)))));
      const meets = (box, edge) => box[0] < x + widest / 2 + edge && box[2] > x - widest / 2 - edge;
      const high = (captioned ? 20 : 5) + rows * line + 2;
      const under = Math.max(4, ...plates.filter((plate) => meets(plate, -3)).map((plate) => plate[3] + 2)); // a slip is narrower than its cloth
      const first = Math.min(...places.filter((place) => meets(place, 4) && place[1] < y - r / 4).map((place) => place[1]));
      const top = Math.max(under, Math.min(low ? y - r - 30 : y - r + 20, first - high));
      return { columns, packed, widest, captioned, top, onTheArms: Math.max(0, top + high - first) };
    };
    const plans = [plan(2, true, false), ...[2, 3, 4].flatMap((most) => [plan(most, false, false), plan(most, false, true)])];
    const fitting = plans.filter(({ widest }) => widest <= room).sort((a, b) => a.onTheArms - b.onTheArms); // alike: the first stays first
    return fitting[0] ?? plans[1];
  }

  /** The felt tray of the top sector: rows of two slips, of more at a desk where those would be too many; beside the reader's arm where room is short. */
  trayBox(count) {
    const { y, slip } = this.size;
    const { compact } = this.shell;
    const widths = this.book.issuesAt("centre").map((issue) => this.slips.get(issue).w + 6);
    const step = Math.max(70, ...widths);
    const squat = this.isSquat;
    const line = slip + (this.drawing === DESK ? 5 : 4);
    const desk = compact || squat ? null : this.deskTray(widths, line);
    const aside = squat || (compact && count > 4);
    const columns = desk?.columns ?? Math.min(Math.max(count, 1), 2);
    const rows = Math.ceil(count / columns);
    const { packed = false, captioned = false } = desk ?? {};
    const head = captioned ? 20 : 5;
    /* where room is short the arms need the top: the tray lies below one of them, over the conference card */
    const x = !aside ? this.size.x : this.drawing === WIDE ? step + 4 : this.size.w - step - 4;
    const top = aside ? Math.min(y + (squat ? 22 : 30), this.size.h - head - rows * line - (squat ? 4 : 40)) : (desk?.top ?? 24);
    const inRow = (row) => Math.min(columns, count - row * columns);
    const place = (i) => {
      const row = Math.floor(i / columns);
      const its = widths.slice(row * columns, (row + 1) * columns);
      const along = packed ? total(its.slice(0, i % columns)) + its[i % columns] / 2 - total(its) / 2 : ((i % columns) - (inRow(row) - 1) / 2) * step;
      return [x + along, top + head + row * line + slip / 2 + 1];
    };
    const boxes = Array.from({ length: rows }, (_, row) => {
      const half = Math.max(((packed ? desk.widest : inRow(row) * step) + 8) / 2, row || !captioned ? 0 : (CAPTION * Math.max(1, this.least / LOW.text)) / 2);
      return [x - half, row ? top + head + row * line - 2 : top, x + half, top + head + (row + 1) * line + 2];
    });
    return { boxes, place, top, captioned, x, aside };
  }

  /** Equal rows share one cloth. */
  tray({ boxes, top, captioned, x, aside }) {
    const { y, centre } = this.size;
    if (!boxes.length) return "";
    const tie = aside ? `M${x} ${top + 8}L${this.size.x} ${y}` : `M${x} ${boxes.at(-1)[3]}V${y - centre}`;
    const cloths = [];
    for (const box of boxes) {
      const above = cloths.at(-1);
      if (above?.[0] === box[0]) above[3] = box[3];
      else cloths.push([...box]);
    }
    const drawn = cloths.map(([l, t, r, b]) => `<rect x="${l}" y="${t}" width="${r - l}" height="${b - t}" rx="8" fill="url(#ch-felt)" stroke="url(#ch-brass)" stroke-width="2.500"/>`);
    const title = !captioned ? "" : `<text x="${x}" y="${top + 13.5}" class="cap" data-inspect="centre:centre">${html`${this.book.t("ui.table.centre")}`}</text>`;
    return `<path d="${tie}" stroke="#d9b768" stroke-width="5" opacity=".9"/>${drawn.reverse().join("")}${title}`;
  }

  string(issue, { at, tied }) {
    if (!tied) return "";
    const [x, y] = this.at(tied[0], Math.min(tied[1], CHAIR));
    const { w, h } = this.slips.get(issue);
    const u = Math.min(Math.max(x, at[0] - w / 2 + 6), at[0] + w / 2 - 6);
    const v = Math.min(Math.max(y, at[1] - h / 2), at[1] + h / 2);
    const far = Math.hypot(u - x, v - y) || 1;
    const edge = Math.min(1, this.size.dot / far);
    return `<path d="M${(x + (u - x) * edge).toFixed(1)} ${(y + (v - y) * edge).toFixed(1)}L${u.toFixed(1)} ${v.toFixed(1)}" class="string"/>`;
  }

  settle(issue, { node }, old, moving) {
    const spot = this.spots.get(issue);
    const now = this.book.view.issues[issue];
    const debated = this.book.debates && this.book.view.floor.some((played) => played.issue === issue);
    node.classList.toggle("debated", debated);
    for (const name of ["data-contested", "aria-description"]) mark(node, name, debated ? this.book.t("ui.floor.contested") : null);
    mark(node, "aria-label", `${this.book.name(issue)}, ${this.book.place([now[1], now[2]])}`);
    node.style.display = spot ? "" : "none";
    if (!spot) return;
    const goal = `translate(${spot.at[0].toFixed(1)}px, ${spot.at[1].toFixed(1)}px)`;
    node.style.transform = goal;
    if (!moving || !old || String(old.at) === String(spot.at)) return;
    const stops = [old.at, ...this.way(old.tied ?? ["", 0], spot.tied ?? ["", 0]), spot.at];
    const frames = stops.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
    node.parentNode.append(node);
    node.animate(frames, { duration: Math.min(1500, GLIDE * stops.length), easing: "ease-in-out" });
  }

  /** The places an issue passes from one place to another, both included. */
  way([power, space], [to, end]) {
    const stops = [];
    const stop = (p, n) => stops.push(this.at(p, Math.min(n, CHAIR)));
    if (power === to) for (let n = space; n !== end; n += Math.sign(end - space)) stop(power, n);
    else {
      for (let n = space; n > 0; n -= 1) stop(power, n);
      stops.push(this.at("", 0));
      for (let n = 1; n < end; n += 1) stop(to, n);
    }
    stop(to, end);
    return stops;
  }

  /** The way of an answer that is being considered: pale dashes, and a tag at its end. */
  showWay(path, words) {
    if (!this.layers) return;
    if (!path) {
      this.layers.paths.innerHTML = "";
      return;
    }
    const stops = this.way(path.origin, path.place);
    const line = `M${stops.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
    const [x, y] = stops.at(-1);
    const w = textWidth(words, Math.max(13, this.least)) + 18;
    const { w: width, dot } = this.size;
    const covers = this.plates();
    const free = (left) => left >= 4 && left + w <= width - 4 && covers.every((plate) => apart([left, y - 11, left + w, y + 11], plate));
    const [right, leftward] = [x + dot + 8, x - dot - 8 - w];
    const left = !free(right) && free(leftward) ? leftward : right;
    this.layers.paths.innerHTML = `<path d="${line}" class="way under"/><path d="${line}" class="way"/><circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${dot + 2}" class="goal"/><g transform="translate(${left.toFixed(1)} ${(y - 11).toFixed(1)})"><rect width="${w}" height="22" rx="11" class="tag"/><text x="${w / 2}" y="15.500" class="tagtext">${html`${words}`}</text></g>`;
  }
}

/** A slip as an element of the page: in the folder, among the issues won, on the production sheet. */
export function slipMarkup(book, issue, { pick = true, icon = false } = {}) {
  const tab = issueTab(issue, book.printed.issues[issue]);
  const { conditional } = book.printed.issues[issue];
  const drawn = `<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><rect width="24" height="24" rx="3" fill="${tab.owner ? COLOUR[tab.owner] : tab.fill}"/><rect width="24" height="24" rx="3" fill="${tab.fill}"/>${use(tab.name, 3.500, 3.500, 17)}</svg>`;
  return html`<span class="leafslip${conditional ? " conditional" : ""}${icon ? " small" : ""}" ${raw(pick ? `data-pick="${issue}" data-kind="issue"` : "")} ${raw(icon ? 'role="img"' : "")} aria-label="${book.name(issue)}" data-inspect="issue:${issue}">${raw(drawn)}${icon ? "" : book.short(issue)}</span>`;
}
