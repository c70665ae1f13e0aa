// The map: a static picture of central Europe, one plate for each territory, Berlin with its gates, the score round the edge.

import { build, html, paint, raw } from "/static/markup.js";
import { fullest, PanZoom } from "/static/panzoom.js";
import { ALLIES, CODE, COLOUR, FACTIONS, GERMAN } from "./reading.js";
import { discAt, effectSign, sign, tokenAt } from "./symbols.js";

const EDGE = 12; // pixels that stay free beside what is brought into sight
const RIM = 24; // width of the score track round the map
const PITCH = 36;
const SPACE = 32;
const LAP = 100;
const START_OF = { british_start: "british", american_start: "american", russian_start: "russian" };
/** Where the ready tokens of a faction lie, and the name of its start area: [label, tokens]. */
const STARTS = {
  russian: { area: "russian_start", label: [1080, 236, "end"], at: [1048, 264], step: [0, 38] },
  american: { area: "american_start", label: [160, 512, "middle"], at: [122, 540], step: [38, 0] },
  british: { area: "british_start", label: [50, 352, "start"], at: [54, 380], step: [38, 0] },
  german: { area: "german_start", label: [596, 71, "end", 12], at: [622, 66], step: [38, 0] },
};
const BERLIN_AT = [
  [-39, -28],
  [0, -28],
  [39, -28],
  [-20, 14],
  [20, 14],
];
const WHOLE = 0.9; // pixels for a map unit below which the score round the map gives way to the map
/** All that is played on, from Amsterdam to the Soviet front, without the score round it: what a small window must show. */
const FIELD = [32, 44, 1098, 574];
const READABLE = 12.05; // pixels that letters have at least, however small the map
const OCTAGON = "h22l6 6v20l-6 6h-22l-6-6v-20z";

const ring = (x, y, size, r = 6) =>
  raw(`<rect class="ro" x="${x}" y="${y}" width="${size}" height="${size}" rx="${r}"/><rect class="ri" x="${x}" y="${y}" width="${size}" height="${size}" rx="${r}"/>`);
const halo = (x, y, text, name, anchor = "middle") =>
  html`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" class="${name}">${text}</text>`;

/** The cell of the score track with this number: [x, y, width, height]. It runs clockwise from the upper left corner. */
function cell(n, [w, h]) {
  const along = (w + 2 * RIM) / 32;
  const down = h / 18;
  if (n < 32) return [-RIM + n * along, -RIM, along, RIM];
  if (n < 50) return [w, (n - 32) * down, RIM, down];
  if (n < 82) return [w + RIM - (n - 49) * along, h, along, RIM];
  return [-RIM, h - (n - 81) * down, RIM, down];
}

export class MapView {
  /** settled() is told whenever the map is drawn anew for another look. */
  constructor(frame, shell, atlas, settled) {
    this.frame = frame;
    this.shell = shell;
    this.atlas = atlas;
    this.settled = settled;
    const [w, h] = atlas.size;
    this.box = [w + 2 * RIM, h + 2 * RIM];
    this.picture = build(html`<svg class="map" role="group">${raw(this.drawing())}
      <g class="starts"></g><g class="plates">${Object.keys(atlas.territories).map((id) => html`<g data-plate="${id}"></g>`)}</g>
      <g class="berlin" data-part="berlin" data-inspect="berlin"></g><g class="gates" aria-hidden="true"></g><g class="score" data-part="score" data-inspect="score"></g><g class="pills" aria-hidden="true"></g></svg>`);
    frame.append(this.picture);
    this.panzoom = new PanZoom(frame, [this.picture], {
      size: this.box,
      home: () => this.home(),
      settle: (view) => this.settle(view),
      closest: 3,
    });
    this.at = (name) => this.picture.querySelector(`.${name}`);
    this.plates = new Map([...this.picture.querySelectorAll("[data-plate]")].map((g) => [g.dataset.plate, g]));
    this.areas = new Map([...this.picture.querySelectorAll("[data-area]")].map((g) => [g.dataset.area, g]));
  }

  destroy() {
    this.panzoom.destroy();
  }

  // -- looking about ---------------------------------------------------------------------------------------------------

  /** The frame has a new size. The whole map is shown where its words can be read so, else all that is played on; never below `least`. */
  resize(width, height, least) {
    const [w, h] = this.box;
    this.fitting = Math.min(width / w, height / h);
    this.least = least;
    const scale = Math.max(least, this.fitting);
    this.panzoom.size = [Math.max(w, width / scale), Math.max(h, height / scale)]; // the map, and what is beside it
    this.panzoom.resize(width, height);
  }

  /** Pixels for a map unit in a frame of this size: the whole map where it can be read, else what is played on. */
  scaleIn(width, height) {
    const [w, h] = this.box;
    const [left, top, right, bottom] = FIELD;
    const whole = Math.min(width / w, height / h);
    return whole >= WHOLE ? whole : Math.min(width / (right - left), height / (bottom - top));
  }

  /** How far the map lies from the edge of what can be looked at, its rim included. */
  get beside() {
    return this.panzoom.size.map((long, i) => (long - this.box[i]) / 2 + RIM);
  }

  /** Where the map begins inside its score at home, in pixels: there what lies on the map lies beside no number. */
  get corner() {
    return this.fitting >= WHOLE ? this.beside.map((n) => n * this.panzoom.atHome.scale) : [0, 0];
  }

  home() {
    const { size, width, height } = this.panzoom;
    const into = [0, 0, width, height];
    if (this.fitting >= WHOLE) return { rect: [0, 0, ...size], into, least: this.least };
    const [x, y] = this.beside;
    const [left, top, right, bottom] = FIELD;
    return { rect: [left + x, top + y, right - left, bottom - top], into, least: this.least };
  }

  settle({ scale, x, y }) {
    const { width, height } = this.panzoom;
    const [left, top] = this.beside;
    this.picture.setAttribute("viewBox", `${-x / scale - left} ${-y / scale - top} ${width / scale} ${height / scale}`);
    this.picture.style.setProperty("--readable", `${(READABLE / scale).toFixed(2)}px`);
    this.seen = [-x / scale - left, -y / scale - top, width / scale, height / scale];
    this.trimScore();
    this.settled();
  }

  // -- the static picture --------------------------------------------------------------------------------------------

  drawing() {
    const { atlas } = this;
    const [w, h] = atlas.size;
    const ids = Object.keys(atlas.areas);
    const shape = (id) => `<path id="ww-t-${id}" d="${atlas.areas[id]}"/><clipPath id="ww-c-${id}"><use href="#ww-t-${id}"/></clipPath>`;
    const area = (id) => {
      const use = (name) => `<use href="#ww-t-${id}" class="${name}"/>`;
      if (id in START_OF) return `<g class="startarea ${START_OF[id]}" data-inspect="start:${START_OF[id]}">${use("tint")}<use href="#ww-t-${id}" class="hatch" fill="url(#ww-a-${START_OF[id]})"/></g>`;
      if (id === "berlin") return `<use href="#ww-t-berlin" fill="url(#ww-prize)" data-inspect="berlin"/>`;
      const grounds = ALLIES.map((f) => `<use href="#ww-t-${id}" class="hatch for-${f}" fill="url(#ww-a-${f})"/>`).join("");
      return `<g class="area" data-area="${id}" data-inspect="territory:${id}">${use("tint")}${grounds}<g clip-path="url(#ww-c-${id})">${use("band")}${use("wall")}</g></g>`;
    };
    const [bx, by] = atlas.sites.berlin;
    const rays = Array.from({ length: 24 }, (_, i) => {
      const p = (turn) => `${(150 * Math.cos(turn)).toFixed(0)} ${(150 * Math.sin(turn)).toFixed(0)}`;
      return `<path d="M0 0L${p(i * 0.2618 - 0.06)}L${p(i * 0.2618 + 0.06)}z"/>`;
    });
    return `<g aria-hidden="true" data-inspect="map" data-ground><defs>${ids.map(shape).join("")}<path id="ww-land" d="${atlas.land}"/><clipPath id="ww-sheet"><rect width="${w}" height="${h}"/></clipPath></defs>
      <rect class="paper" x="${-RIM}" y="${-RIM}" width="${w + 2 * RIM}" height="${h + 2 * RIM}" rx="6"/><g clip-path="url(#ww-sheet)"><rect class="sea" width="${w}" height="${h}"/><g class="halo">${[4, 3, 2, 1].map((n) => `<use href="#ww-land" class="h${n}"/>`).join("")}</g><use href="#ww-land" class="land"/>
      ${ids.map(area).join("")}<path class="river" d="${atlas.rivers}"/>
      <g clip-path="url(#ww-c-berlin)"><g class="rays" transform="translate(${bx} ${by})">${rays.join("")}</g></g>
      <path class="under" d="${atlas.inner}"/><path class="border" d="${atlas.inner}"/><path class="border rim" d="${atlas.outer}"/>
      <use href="#ww-land" class="coast"/><use href="#ww-t-berlin" class="bring"/>
      <g class="corner">${atlas.corners.map(([x, y]) => `<path d="M${x} ${y - 6}l6 6-6 6-6-6z"/>`).join("")}</g></g>
      <rect class="frame" width="${w}" height="${h}"/></g>`;
  }

  // -- the position ---------------------------------------------------------------------------------------------------

  update(reading) {
    const { view } = reading;
    this.reading = reading;
    this.picture.setAttribute("aria-label", this.shell.t("ui.map.label"));
    for (const [id, here] of Object.entries(view.map)) {
      this.areas.get(id).setAttribute("class", `area ${here.owner}${here.fortress ? " fortress" : ""}`);
      paint(this.plates.get(id), here.owner === GERMAN ? this.contested(id, here) : this.owned(id, here));
    }
    paint(this.at("starts"), FACTIONS.map((faction) => this.start(faction)));
    paint(this.at("berlin"), this.berlin());
    paint(this.at("gates"), this.gates());
    paint(this.at("score"), this.score());
    this.trimScore();
  }

  cities(id) {
    return this.atlas.territories[id].cities.length;
  }

  stars(x, y, count, size) {
    return Array.from({ length: count }, (_, i) => sign("city", (x + i * size).toFixed(1), y.toFixed(1), size, "star"));
  }

  /** A territory an Ally owns: the spaces are closed, the marker stands in the middle. */
  owned(id, { owner, marker, access }) {
    const { shell, reading } = this;
    const [x, y] = this.atlas.sites[id];
    const count = this.cities(id);
    const lies = access.map((token) => reading.tokenName(token)).join(", ");
    const label = shell.t("ui.map.owned", { territory: id, owner, count, access: lies });
    return html`<g class="terr owned" data-pick="${id}" data-kind="territory" data-place="${id}" data-inspect="territory:${id}" role="img" aria-label="${label}">
      <rect class="hit" x="${x - 40}" y="${y - 34}" width="80" height="70"/><rect class="ro" x="${x - 20}" y="${y - 16}" width="40" height="40" rx="7"/><rect class="ri" x="${x - 20}" y="${y - 16}" width="40" height="40" rx="7"/>
      ${halo(x, y - 19, shell.name(id), "tn own")}${marker ? tokenAt(x - 17, y - 13, marker, 34) : ""}
      ${access.map((token, i) => tokenAt(x + 12 + i * 20, y + 4, token, 24))}${this.stars(x - count * 5.5, y + 24, count, 11)}</g>`;
  }

  /** A territory the German still owns: three spaces, and what it is worth. */
  contested(id, here) {
    const { shell } = this;
    const [x, y] = this.atlas.sites[id];
    const printed = this.atlas.territories[id];
    const count = printed.cities.length;
    const name = shell.name(id);
    const badge = here.fortress ? this.badge(x + 13 - name.length * 4.25 - 27, y - 41) : "";
    const width = count * 11 + 22 + 20 * printed.bonus.length;
    let at = x - width / 2;
    const stars = this.stars(at, y + 24.5, count, 11);
    at += count * 11 + 13;
    const coin = html`<circle cx="${at.toFixed(1)}" cy="${y + 30}" r="9.5" class="coin"/>${halo(at, y + 34.6, printed.vp, "coinn")}`;
    at += 12;
    const bonus = printed.bonus.map((kind, i) => {
      const left = at + i * 20;
      return html`<g class="bon"><rect x="${left.toFixed(1)}" y="${y + 21}" width="18" height="18" rx="9"/>${sign(effectSign(kind), (left + 3).toFixed(1), y + 24, 12)}</g>`;
    });
    return html`<g class="terr" data-place="${id}" data-piece="${id}" data-inspect="territory:${id}"><rect class="hit" x="${x - 58}" y="${y - 38}" width="116" height="80"/>${badge}${halo(x + (here.fortress ? 13 : 0), y - 23, name, "tn")}
      ${here.spaces.map((token, i) => this.space(id, i, token))}${stars}${coin}${bonus}</g>`;
  }

  badge(x, y) {
    return html`${sign("fort", x.toFixed(1), y, 25, "fort")}${raw(`<svg x="${(x + 7.2).toFixed(1)}" y="${y + 7}" width="10.5" height="10.5" viewBox="0 0 24 24" color="#fffdf6"><use href="#ww-g-german"/></svg>`)}`;
  }

  space(territory, i, token) {
    const { shell, reading } = this;
    const [x, y] = this.atlas.sites[territory];
    const asks = this.atlas.territories[territory].spaces[i];
    const id = `${territory}_${i + 1}`;
    const [left, top] = [+(x - 52 + i * PITCH).toFixed(1), +(y - 16).toFixed(1)];
    const what = token ? reading.tokenName(token) : asks === "none" ? shell.t("ui.map.free") : shell.t("ui.map.asks", { piece: asks });
    const wanted = !token && asks !== "none" ? sign(asks, left + 6, top + 6, 20, "req") : "";
    return html`<g class="space${token ? " taken" : ""}" data-pick="${id}" data-kind="space" data-place="${id}" data-inspect="space:${id}" role="img" aria-label="${shell.name(id)}: ${what}">
      <rect class="sp" x="${left}" y="${top}" width="${SPACE}" height="${SPACE}" rx="5"/>${wanted}${token ? tokenAt(left - 0.5, top - 0.5, token) : ""}${ring(left, top, SPACE)}</g>`;
  }

  start(faction) {
    const { shell, reading } = this;
    const { area, label, at, step } = STARTS[faction];
    const [x, y] = at;
    const slots = reading.view.ready[faction].map((ready, i) => {
      const [left, top] = [x + i * step[0] - 16, y + i * step[1] - 16];
      const lies = ready ? tokenAt(left, top, { owner: faction, faction, piece: ready.front }, 32) : "";
      return html`<rect class="slot" x="${left - 1}" y="${top - 1}" width="34" height="34" rx="6"/>${lies}`;
    });
    const fronts = reading.view.ready[faction].filter(Boolean).map((ready) => shell.name(ready.front));
    return html`<g class="start" data-inspect="start:${faction}" data-piece="start_${faction}" role="img" aria-label="${shell.name(area)}: ${fronts.join(", ") || shell.t("ui.map.no_tokens")}">${slots}${this.startName(shell.name(area), label)}</g>`;
  }

  /** The name of a start area; a long one stands in two lines where something may lie beside it. */
  startName(name, [x, y, anchor, most = Infinity]) {
    const middle = name.indexOf(" ", name.length / 3);
    if (name.length <= most || middle < 0) return halo(x, y, name, "startname", anchor);
    return html`${halo(x, y - 7, name.slice(0, middle), "startname", anchor)}${halo(x, y + 8, name.slice(middle + 1), "startname", anchor)}`;
  }

  // -- Berlin --------------------------------------------------------------------------------------------------------

  berlin() {
    const { shell, reading, atlas } = this;
    const { open, spaces, overflow } = reading.view.berlin;
    const [x, y] = atlas.sites.berlin;
    const places = atlas.berlin.spaces.map((printed, i) => {
      const [left, top] = [x + BERLIN_AT[i][0] - 17, y + BERLIN_AT[i][1]];
      const token = spaces[i];
      const bonus = printed.bonus[0];
      const said = token ? reading.tokenName(token) : shell.t("ui.vp", { n: printed.vp });
      const face = token
        ? tokenAt(left + 1, top - 1, token, 32)
        : html`${halo(left + 17, top + (bonus ? 18 : 23), printed.vp, "bvp")}${bonus ? sign(effectSign(bonus), left + 11.5, top + 19.5, 11) : ""}${printed.overflow ? raw(`<path class="ovf" d="M${left + 9} ${top + 28}h16"/>`) : ""}`;
      const more = printed.overflow && overflow.length ? html`<g class="more"><circle cx="${left + 31}" cy="${top + 3}" r="8.5"/>${halo(left + 31, top + 7.5, `+${overflow.length}`, "moren")}</g>` : "";
      return html`<g class="bsp" data-pick="${printed.id}" data-kind="space" data-place="${printed.id}" data-inspect="space:${printed.id}" role="img" aria-label="${shell.name(printed.id)}: ${said}">
        <path class="oct" d="M${left + 6} ${top}${OCTAGON}"/>${face}<path class="ro" d="M${left + 6} ${top}${OCTAGON}"/><path class="ri" d="M${left + 6} ${top}${OCTAGON}"/>${more}</g>`;
    });
    const state = open ? shell.t("ui.berlin.open") : shell.t("ui.berlin.closed", { taken: reading.gatesTaken, needed: atlas.berlin.needed });
    return html`${halo(x, y - 38, shell.name("berlin"), "bn")}${places}<g class="gatetext">${open ? "" : sign("lock", x - 40, y + 50, 14)}${halo(x + (open ? 0 : 8), y + 62, state, "gt")}</g>`;
  }

  gates() {
    const { view } = this.reading;
    return Object.entries(this.atlas.gates).map(([id, [x, y]]) => {
      const { owner } = view.map[id];
      const allied = owner !== GERMAN;
      return html`<g class="gate${allied ? " on" : ""}" data-inspect="gate:${id}" transform="translate(${x} ${y})"><circle r="10.5"/>${raw(`<svg x="-6.5" y="-7.5" width="13" height="13" viewBox="0 0 24 24" color="${allied ? COLOUR[owner] : "#6f6656"}"><use href="#ww-i-gate"/></svg>`)}</g>`;
    });
  }

  // -- the score -----------------------------------------------------------------------------------------------------

  score() {
    const { shell, reading, atlas } = this;
    const cells = Array.from({ length: LAP }, (_, n) => {
      const [x, y, w, h] = cell(n, atlas.size);
      const text = n % 5 === 0 ? halo(x + w / 2, y + h / 2 + 4.5, n, "sn") : "";
      return html`<rect class="cell${n % 5 === 0 ? " five" : ""}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${w.toFixed(1)}" height="${h.toFixed(1)}"/>${text}`;
    });
    const here = new Map();
    for (const faction of FACTIONS) {
      const n = ((reading.view.score[faction] % LAP) + LAP) % LAP;
      here.set(n, [...(here.get(n) ?? []), faction]);
    }
    const discs = [...here].map(([n, factions]) => {
      const [x, y, w, h] = cell(n, atlas.size);
      return factions.map((faction, i) => html`<g data-piece="score_${faction}">${discAt(x + w / 2 + (w > h ? (i - (factions.length - 1) / 2) * 10 : 0), y + h / 2 + (h > w ? (i - (factions.length - 1) / 2) * 10 : 0), faction, 22)}</g>`);
    });
    const said = FACTIONS.map((faction) => `${shell.name(faction)} ${reading.view.score[faction]}`).join(", ");
    return html`<g role="img" aria-label="${shell.name("score_track")}: ${said}">${cells}${discs}</g>`;
  }

  /** Where the score gives way to the map, its edge may cut through the track: a number shows whole or not at all. */
  trimScore() {
    if (!this.seen) return;
    const [left, top, width, height] = this.seen;
    for (const number of this.at("score").querySelectorAll(".sn")) {
      const [x, y, w, h] = cell(Number(number.textContent), this.atlas.size);
      const whole = x >= left && y >= top && x + w <= left + width && y + h <= top + height;
      number.style.visibility = whole ? "" : "hidden";
    }
  }

  // -- what a play would win -----------------------------------------------------------------------------------------

  /** Pills under territories that the picked token would fill: [{territory, winner, points}]. */
  showPills(pills) {
    paint(
      this.at("pills"),
      pills.map(({ territory, winner, points }) => {
        const [x, y] = this.atlas.sites[territory];
        return html`<g class="pill ${winner}" data-inspect="territory:${territory}"><rect x="${x - 34}" y="${y + 41}" width="68" height="19" rx="9.5"/>${halo(x, y + 55, `${CODE[winner]} ${points >= 0 ? "+" : "−"}${Math.abs(points)}`, "pn")}</g>`;
      }),
    );
  }

  /** Where a place lies in the frame, in pixels. */
  spot(place) {
    const node = this.picture.querySelector(`[data-place="${CSS.escape(place)}"]`);
    const box = node?.getBoundingClientRect();
    const frame = this.frame.getBoundingClientRect();
    return box ? [box.left - frame.left, box.top - frame.top, box.width, box.height] : null;
  }

  inSight(node) {
    const frame = this.frame.getBoundingClientRect();
    const box = node.getBoundingClientRect();
    return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
  }

  /** Move the map until this can be seen: what the keyboard reaches must not stay beyond the edge. */
  bring(node) {
    if (this.inSight(node)) return;
    const frame = this.frame.getBoundingClientRect();
    const { left, top, width, height } = node.getBoundingClientRect();
    this.panzoom.panBy(frame.left + frame.width / 2 - left - width / 2, frame.top + frame.height / 2 - top - height / 2);
  }

  /** Where a piece lies in the frame by the look that was taken, in pixels: just after the page is laid out the screen may still show an older one. */
  boxOf(node) {
    const { x, y, width, height } = node.getBBox();
    const { view } = this.panzoom;
    const beside = this.beside;
    const [left, top] = [(x + beside[0]) * view.scale + view.x, (y + beside[1]) * view.scale + view.y];
    return { left, top, right: left + width * view.scale, bottom: top + height * view.scale };
  }

  /** Whether nobody has moved the map since it was brought to what may be picked. */
  get resting() {
    const { view } = this.panzoom;
    return Boolean(this.revealed) && ["scale", "x", "y"].every((part) => Math.abs(view[part] - this.revealed[part]) < 0.5);
  }

  /** Move the map until all that may be picked is in sight, or as many of them as the frame can hold. */
  reveal() {
    const { width, height } = this.panzoom;
    const boxes = [...this.picture.querySelectorAll(".legal, .picked")].map((node) => this.boxOf(node));
    if (!boxes.length || !width) return;
    const least = (side) => Math.min(...boxes.map((box) => box[side]));
    const most = (side) => Math.max(...boxes.map((box) => box[side]));
    const [left, top, right, bottom] = [least("left"), least("top"), most("right"), most("bottom")];
    const shift = (from, to, room) => (from < EDGE ? EDGE - from : to > room - EDGE ? room - EDGE - to : 0);
    if (right - left <= width - 2 * EDGE && bottom - top <= height - 2 * EDGE) this.panzoom.panBy(shift(left, right, width), shift(top, bottom, height), true);
    else {
      const { x, y } = fullest(boxes, width - 2 * EDGE, height - 2 * EDGE);
      this.panzoom.panBy(EDGE - x, EDGE - y, true);
    }
    this.revealed = this.panzoom.view;
    this.settled();
  }

  hover(place) {
    const territory = place?.replace(/_\d$/, "");
    for (const [id, area] of this.areas) area.classList.toggle("hover", id === territory);
  }
}
