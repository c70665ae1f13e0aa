// The war: Europe and the Pacific with seven tracks, Theater boxes with naval places and the odds, countries and colonies.

import { html, mark } from "/static/markup.js";
import { percentage } from "/static/percentage.js";
import { chanceOf, grade } from "./chances.js";
import { CODE, COLOUR, cube, hexagon, sign, use } from "./symbols.js";

const BOX = { w: 120, h: 52, low: 36 };
const DOT = 10.5;
const AXIS = { europe: "germany", pacific: "japan" };
const safe = (text) => String(html`${text}`);
const line = (points) => `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`;

/** A button for every Theater, with the chance of its Front: where the maps are larger than the screen it leads there. */
export function signposts(book) {
  return Object.entries(book.printed.theaters).map(([theater, { front }]) => {
    const odds = front && book.view.fronts[front].odds;
    const chance = odds ? html` <b class="${odds.obstacle ? "barred" : grade(odds.advance)}">${odds.obstacle ? "✕" : percentage(odds.advance)}</b>` : "";
    return html`<button type="button" class="button small" data-theater="${theater}" data-inspect="theater:${theater}">${book.short(theater)}${chance}</button>`;
  });
}

/** The folded map in one line: its Fronts with their chances, the bomb, and how many choices it holds. */
export function strip(book, region) {
  const chips = Object.entries(book.printed.theaters)
    .filter(([, row]) => row.region === region)
    .map(([theater, { front }]) => {
      const odds = front && book.view.fronts[front].odds;
      const said = front ? chanceOf(book, odds) : book.view.naval[theater];
      return html`<span class="chip" data-inspect="theater:${theater}">${book.short(theater)} <b>${said}</b></span>`;
    });
  const { abomb } = book.view;
  if (region === "pacific") chips.push(html`<span class="chip" data-inspect="bomb:abomb">${book.t("ui.bomb.title")} <b>${abomb.us}/${book.printed.bomb.steps.length - 1}</b></span>`);
  const here = new Set(book.options.flat().filter((value) => book.regionOf(value) === region)).size;
  return html`<b>${book.t(`ui.region.${region}`)}</b>${chips}${here ? html`<span class="here">${book.t("ui.strip.here", { count: here })}</span>` : ""}`;
}

export class WarMap {
  constructor(svg, region) {
    this.svg = svg;
    this.region = region;
  }

  update(book) {
    this.book = book;
    this.view = book.view;
    if (!this.layer) this.ground();
    mark(this.svg, "aria-label", book.name(this.region));
    const drawn = this.pieces();
    if (drawn !== this.drawn) this.layer.innerHTML = this.drawn = drawn;
  }

  /** Sea, land and net of degrees are drawn once. */
  ground() {
    const { size, coast, shift, scale, grid } = this.book.printed.maps[this.region];
    const [w, h] = size;
    this.svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
    const id = `ch-land-${this.region}`;
    this.svg.innerHTML = `<rect width="${w}" height="${h}" fill="url(#ch-sea)"/><defs><path id="${id}" d="${coast}"/></defs><g transform="translate(${shift.join(" ")}) scale(${scale})">${["halo1", "halo2", "land"].map((name) => `<use href="#${id}" class="${name}"/>`).join("")}</g><path class="grid" d="${grid}"/><g class="pieces"></g>`;
    this.layer = this.svg.querySelector(".pieces");
  }

  of(table) {
    return Object.entries(this.book.printed[table]).filter(([, row]) => row.region === this.region);
  }

  pieces() {
    const fronts = this.of("fronts");
    const parts = [this.seas(), ...fronts.map(([f, row]) => this.road(f, row)), ...fronts.map(([f, row]) => this.track(f, row))];
    parts.push(...this.of("countries").map(([c, row]) => this.country(c, row)), this.capital(), ...this.of("theaters").map(([t, row]) => this.box(t, row)));
    parts.push(...fronts.map(([f, row]) => this.front(f, row)), this.title(), this.reserves());
    return parts.join("");
  }

  seas() {
    const names = { europe: ["atlantic", "mediterranean", "black"], pacific: ["pacific"] }[this.region];
    return names
      .map((name) => {
        const [x, y, turn] = this.book.printed.seas[name];
        return `<text x="${x}" y="${y}" class="seaname" data-inspect="sea:${name}" transform="rotate(${turn} ${x} ${y})">${safe(this.book.t(`ui.sea.${name}`))}</text>`;
      })
      .join("");
  }

  // -- tracks ----------------------------------------------------------------------------------------------------------

  points({ path, start }) {
    return [start, ...path.slice(1).map((space) => this.book.printed.spaces[space].at)];
  }

  /** Solid where the Front has been, dotted where it has to go. */
  road(front, row) {
    const points = this.points(row);
    const { step } = this.view.fronts[front];
    const [been, ahead] = [line(points.slice(0, step + 1)), line(points.slice(step))];
    const colour = COLOUR[row.power];
    const solid = step ? `<path d="${been}" class="road under"/><path d="${been}" class="road" stroke="${colour}"/>` : "";
    return `${solid}<path d="${ahead}" class="road under"/><path d="${ahead}" class="road ahead" stroke="${colour}"/><path d="${ahead}" class="road dots" stroke="${colour}"/>`;
  }

  track(front, row) {
    const { step } = this.view.fronts[front];
    return row.path
      .map((space, n) => (n === 0 || space === AXIS[this.region] ? "" : this.space(space, row.power, n - step)))
      .join("");
  }

  /** A space of a track, so many steps before (or behind) its Front; where the Front stands its words make room. */
  space(id, power, ahead) {
    const { at, label, badges } = this.book.printed.spaces[id];
    const [x, y] = at;
    const [done, entry] = [ahead < 0, ahead === 1];
    const [aside, off] = ahead ? [0, 0] : { start: [5, 0], end: [-5, 0], middle: [0, label[1] < 0 ? -5 : 5] }[label[2]];
    const collar = entry ? `<circle cx="${x}" cy="${y}" r="15" fill="none" stroke="${COLOUR[power]}" stroke-width="1.600" stroke-dasharray="3 2.500"/>` : "";
    const [lx, ly, anchor] = label;
    return `<g data-inspect="space:${id}">${collar}<circle cx="${x}" cy="${y}" r="${DOT}" fill="${done ? COLOUR[power] : "#fffaf0"}" fill-opacity="${done ? 0.55 : 1}" stroke="${COLOUR[power]}" stroke-width="2.400"/><text x="${x + lx + aside}" y="${y + ly + off}" text-anchor="${anchor}" class="spacename">${safe(this.book.short(id))}</text>${this.badges(id, x + badges[0] + aside, y + badges[1] + Math.max(off, 0))}</g>`;
  }

  badges(id, x, y) {
    const { naval, b29, kamikaze } = this.book.printed.spaces[id];
    const all = [naval && ["anchor", naval, "#22485c", 25], b29 && ["plane", "", "#5b5244", 15], kamikaze && ["flag", "", "#b3261c", 15]].filter(Boolean);
    let at = x;
    return all
      .map(([name, text, colour, w]) => {
        const left = at;
        at += w + 1;
        return `<rect x="${left}" y="${y}" width="${w}" height="15" rx="3.500" fill="${colour}" stroke="#fff" stroke-width=".9"/>${use(name, left + 2, y + 2, 11)}${text ? `<text x="${left + 14}" y="${y + 12}" class="badge">${text}</text>` : ""}`;
      })
      .join("");
  }

  /** Fronts that stand together in a capital stand round it. */
  standing(front, row) {
    const points = this.points(row);
    const { step, space } = this.view.fronts[front];
    if (!step) {
      const [x, y] = this.book.printed.theaters[row.theater].at;
      return [x < 200 ? x + BOX.w + 12 : x - 12, y + BOX.h / 2];
    }
    const [x, y] = points[step];
    if (space !== AXIS[this.region]) return [x, y];
    const there = this.of("fronts").filter(([f]) => this.view.fronts[f].space === space);
    const n = there.findIndex(([f]) => f === front);
    return [x + [-32, 32, -32, 32][n], y + [-14, -14, 20, 20][n]];
  }

  front(id, row) {
    const [x, y] = this.standing(id, row);
    const { space, entry, support } = this.view.fronts[id];
    const words = this.book.t("ui.front.label", { front: id, space, entry: entry || space, support });
    return `<g class="frontpiece" data-pick="${id}" data-kind="front" data-inspect="front:${id}" aria-label="${safe(words)}"><rect class="ring" x="${x - 19}" y="${y - 20}" width="38" height="40" rx="9"/><rect x="${x - 14}" y="${y - 13}" width="28" height="30" rx="4.500" fill="#0006"/><rect x="${x - 14}" y="${y - 15}" width="28" height="30" rx="4.500" fill="url(#ch-${row.power})" stroke="#fff" stroke-width="1.800"/>${sign(row.power, x, y - 5, 6.2)}<text x="${x}" y="${y + 11.500}" class="fronttext">${CODE[row.power]}</text></g>`;
  }

  capital() {
    const nation = AXIS[this.region];
    const [x, y] = this.book.printed.spaces[nation].at;
    const fallen = nation in this.view.surrendered;
    const words = `${this.book.name(nation)}${fallen ? `, ${this.book.t("ui.front.surrendered")}` : ""}`;
    const bar = fallen ? `<path d="M${x - 17} ${y + 17}l34-34" stroke="#fffaf0" stroke-width="5"/><path d="M${x - 17} ${y + 17}l34-34" stroke="#b3261c" stroke-width="3"/>` : "";
    return `<g role="img" data-inspect="nation:${nation}" aria-label="${safe(words)}"><path d="M${x - 10} ${y - 19}h20l9 9v20l-9 9h-20l-9-9v-20z" fill="${COLOUR[nation]}" stroke="#fff" stroke-width="2"/>${sign(nation, x, y - 5, 8.5)}<text x="${x}" y="${y + 14}" class="fronttext ${nation}">${CODE[nation]}</text>${bar}</g>`;
  }

  // -- Theater boxes: naval places, what waits at the entry, the chance --------------------------------------------------

  box(id, { at, front }) {
    const [x, y] = at;
    const { w } = BOX;
    const h = front ? BOX.h : BOX.low;
    const naval = this.view.naval[id];
    const power = front ? this.book.printed.fronts[front].power : "";
    const dots = [0, 1, 2, 3, 4].map((i) => `<circle cx="${x + 28 + i * 14}" cy="${y + 25}" r="4.800" class="${i < naval ? "naval full" : "naval"}"/>`);
    return `<g class="box" data-pick="${id}" data-kind="theater" data-inspect="theater:${id}" aria-label="${safe(this.boxWords(id, front, naval))}"><rect class="ring" x="${x - 5}" y="${y - 5}" width="${w + 10}" height="${h + 10}" rx="9"/><rect class="plate" x="${x}" y="${y}" width="${w}" height="${h}" rx="4" stroke="${COLOUR[power] ?? "#5b5244"}"/><text x="${x + 6}" y="${y + 14.500}" class="boxname">${safe(this.book.short(id))}</text>${use("anchor", x + 6, y + 18, 14, "var(--naval)")}${dots.join("")}<text x="${x + w - 6}" y="${y + 30}" class="boxcount">${naval}</text>${front ? this.stake(front, x, y + 34) : ""}</g>`;
  }

  boxWords(id, front, naval) {
    const odds = front && this.view.fronts[front].odds;
    const words = this.book.t("ui.box.label", { theater: id, naval });
    if (!odds) return words;
    const { entry, support } = this.view.fronts[front];
    return `${words}. ${this.book.t("ui.box.odds", { front, space: entry, support, chance: percentage(odds.advance), armies: this.book.mean(odds.armies) })}${odds.obstacle ? ` ${this.book.t(`ui.obstacle.${odds.obstacle}`)}` : ""}`;
  }

  /** Offensive Support, the armies to be met, the chance of an advance; a barred entry says why. */
  stake(front, x, y) {
    const { odds, support, armies, entry } = this.view.fronts[front];
    const rule = `<path d="M${x + 1} ${y}h${BOX.w - 2}" stroke="#cdbf9f"/>`;
    const rests = !entry ? "end" : this.view.final ? "over" : "surrendered";
    if (!odds) return `${rule}<text x="${x + 6}" y="${y + 13.500}" class="boxnote">${safe(this.book.t(`ui.front.${rests}`))}</text>`;
    const mean = odds.armies > armies + 0.05 ? this.book.mean(odds.armies) : `${armies}`;
    const left = `${use("up", x + 3, y + 3, 11, "var(--ink)")}<text x="${x + 14}" y="${y + 13.500}" class="boxnote">${support}</text>${cube(AXIS[this.region], x + 24, y + 2, 10)}<text x="${x + 39}" y="${y + 13.500}" class="boxnote">${mean}</text>`;
    const words = chanceOf(this.book, odds);
    const kind = odds.obstacle ? "barred" : grade(odds.advance);
    const drawnIn = words.length > 6 ? ' textLength="50" lengthAdjust="spacingAndGlyphs"' : ""; // a longer word of another language
    return `${rule}${left}<rect x="${x + BOX.w - 56}" y="${y + 1.500}" width="54" height="15" rx="3" class="chance ${kind}"/><text x="${x + BOX.w - 29}" y="${y + 13.500}"${drawnIn} class="chancetext">${safe(words)}</text>`;
  }

  // -- countries -------------------------------------------------------------------------------------------------------

  /** Name, a large hexagon for the alignment (open if none), small ones for networks. */
  country(id, { at }) {
    const [x, y] = at;
    const aligned = this.view.alignments[id];
    const [owner, count] = this.view.networks[id] ?? ["", 0];
    const left = x - count * 8.5;
    const big = aligned ? hexagon(left, y + 7, 9.5, `url(#ch-${aligned})`) + sign(aligned, left, y + 7, 5) : hexagon(left, y + 7, 8.5, "#fffaf0", "#6b614f", 1.3);
    const small = Array.from({ length: count }, (_, j) => hexagon(left + 17 + j * 14, y + 8, 7, COLOUR[owner], "#fff", 1.1) + sign(owner, left + 17 + j * 14, y + 8, 3.6));
    const words = this.book.t("ui.country.label", { country: id, aligned: aligned ? this.book.brief(aligned) : "", owner: owner ? this.book.brief(owner) : "", count });
    const behind = this.view.behind.includes(id) ? " behind" : "";
    return `<g class="country${behind}" data-pick="${id}" data-kind="country" data-inspect="country:${id}" aria-label="${safe(words)}"><rect class="ring" x="${left - 14}" y="${y - 6}" width="${28 + (count ? count * 14 + 3 : 0)}" height="27" rx="8"/><text x="${x}" y="${y - 5}" class="countryname">${safe(this.book.short(id))}</text>${big}${small.join("")}</g>`;
  }

  // -- the head of the map ---------------------------------------------------------------------------------------------

  title() {
    const [x, y] = this.book.printed.titles[this.region];
    const holder = this.view.leadership[this.region];
    const w = 182;
    return `<g data-inspect="command:${this.region}"><rect class="plate" x="${x}" y="${y}" width="${w}" height="27" rx="4" stroke="#cdbf9f"/><text x="${x + 7}" y="${y + 18.500}" class="maptitle">${safe(this.book.t(`ui.region.${this.region}`))}</text><text x="${x + w - 32}" y="${y + 18}" class="command">${safe(this.book.t("ui.command"))}</text><g role="img" aria-label="${safe(this.book.t("ui.commander", { power: holder }))}"><path d="M${x + w - 22} ${y + 3.500}h10l6 6v8l-6 6h-10l-6-6v-8z" fill="url(#ch-${holder})" stroke="#fff" stroke-width="1.200"/>${sign(holder, x + w - 17, y + 13.500, 4.5)}</g></g>`;
  }

  reserves() {
    const axis = AXIS[this.region];
    const [x, y] = this.book.printed.reserves[axis];
    const { reserves } = this.view;
    const armies = reserves[axis === "germany" ? "german_army" : "japanese_army"] ?? 0;
    const others = axis === "germany" ? ["italian_army", "uboat"] : ["ijn_fleet"];
    const more = others.filter((unit) => reserves[unit]).map((unit) => `${this.book.t(`ui.unit.${unit}`)} ${reserves[unit]}`);
    const w = axis === "germany" ? 156 : 182;
    const below = axis === "germany" && more.length ? 18 : 0; // two names beside the armies would lie on each other
    return `<g role="img" data-inspect="reserves:${axis}" aria-label="${safe(this.book.t("ui.reserves.label", { axis, armies, others: more.join(", ") }))}"><rect class="plate" x="${x}" y="${y}" width="${w}" height="${24 + below}" rx="4" stroke="#cdbf9f"/><text x="${x + 7}" y="${y + 16.500}" class="boxnote">${safe(this.book.t("ui.reserves.title"))}</text>${cube(axis, x + 73, y + 4, 11)}<text x="${x + 90}" y="${y + 17}" class="boxcount first">${armies}</text><text x="${x + w - 6}" y="${y + 16.500 + below}" class="boxnote last-word">${safe(more.join(" · "))}</text></g>`;
  }
}
