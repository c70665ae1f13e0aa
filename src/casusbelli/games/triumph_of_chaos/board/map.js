// The map: the printed ground, washes of control and the front between them, one place with its stack for every space.

import { build, html, mark, raw } from "/static/markup.js";
import { fullest, PanZoom } from "/static/panzoom.js";
import { ground, star } from "./atlas.js";
import { findRoom, setNames } from "./labels.js";
import { stackBox, stackMarkup, stackWords } from "./stacks.js";

const FAR = 0.74; // pixels for a map unit below which stacks are chips with a number
const CLOSE = 1.45; // and above which all names and ratings are shown
const CLOSEST = 2.6;
const OPENING = 1.02; // scale at which the map opens
const MIDDLE = [835, 850]; // the map point it opens on, if nothing is asked elsewhere
const CHIP = 0.86; // size of the chips seen from afar
const TYPE = 15; // the size of the page's type for which the measures above are made; pieces and names grow with it
const REGION = { near: 15, far: 24 }; // size of a region's name in units of the map
const ROUND = 30; // pixels about a space that its counters take
const EDGE = 8; // pixels that stay free beside what is brought into sight
const CLEAR = 0.78; // share of the frame above its buttons
const LIDS = ".minimap";
const MARKS = ["legal", "picked", "last"];

export class MapView {
  /** moved(isMoving): told when the picture moves. */
  constructor(frame, ctx, reading, { moved }) {
    this.frame = frame;
    this.ctx = ctx;
    this.reading = reading;
    this.moved = moved;
    const { geometry, printed } = ctx;
    this.geometry = geometry;
    this.unit = 1;
    // Southern stacks lie over northern ones, as counters do that lean on each other.
    this.spaces = Object.keys(printed.spaces).sort((a, b) => geometry.spaces[a][1] - geometry.spaces[b][1]);
    this.base = build(html`<svg class="base" data-inspect="map:ground" data-ground aria-hidden="true"><g class="world">${raw(ground(geometry))}<g class="region-names"></g></g></svg>`);
    const place = (id) => {
      const [x, y] = geometry.spaces[id];
      return `<g class="at" data-at="${id}" transform="translate(${x} ${y})"><g class="place" role="img" data-space="${id}" data-inspect="space:${id}"></g></g>`;
    };
    this.pieces = build(html`<svg class="pieces" role="group"><g class="world"><g class="lines" aria-hidden="true"></g>
      <g class="names" aria-hidden="true"></g><g class="places">${raw(this.spaces.map(place).join(""))}</g><g class="arrows" aria-hidden="true"></g></g></svg>`);
    frame.prepend(this.base, this.pieces);
    this.worlds = [this.base, this.pieces].map((svg) => svg.querySelector(".world"));
    this.places = new Map([...this.pieces.querySelectorAll(".place")].map((g) => [g.dataset.space, g]));
    this.cells = new Map([...this.base.querySelectorAll(".cell")].map((use) => [use.dataset.cell, use]));
    this.drawn = new Map();
    this.panzoom = new PanZoom(frame, [this.base, this.pieces], {
      size: geometry.size,
      home: () => this.home(),
      settle: (view) => this.settle(view),
      moving: (moving) => this.moved(moving),
    });
    // The whole cell of a space stands for it.
    this.base.addEventListener("click", (event) => this.stand(/** @type {Element} */ (event.target).closest("[data-cell]")?.dataset.cell, event));
    // So does its name.
    this.pieces.querySelector(".names").addEventListener("click", (event) => this.stand(/** @type {Element} */ (event.target).dataset.space, event));
    // The shell marks a place; its cell follows.
    this.watch = new MutationObserver((changes) => changes.forEach(({ target }) => this.follow(target)));
    this.watch.observe(this.pieces.querySelector(".places"), { subtree: true, attributes: true, attributeFilter: ["class"] });
  }

  destroy() {
    this.panzoom.destroy();
    this.watch.disconnect();
  }

  /** A touch that means a space although it met another part of it. */
  /** @param {string | undefined} space @param {any} event */
  stand(space, { detail, clientX, clientY, pointerType }) {
    this.places.get(space)?.dispatchEvent(new PointerEvent("click", { bubbles: true, cancelable: true, detail, clientX, clientY, pointerType }));
  }

  follow(place) {
    const cell = this.cells.get(place.dataset?.space);
    if (!cell) return;
    for (const name of MARKS) cell.classList.toggle(name, place.classList.contains(name));
  }

  // -- sizes -----------------------------------------------------------------------------------------------------------

  home() {
    const [w, h] = this.geometry.size;
    return { rect: [200, 90, w - 260, h - 150], into: [0, 0, this.width, this.height], least: 0 };
  }

  resize(width, height) {
    if (!width || (width === this.width && height === this.height)) return;
    const { centre } = this.panzoom;
    const seen = this.scale / this.unit;
    this.width = width;
    this.height = height;
    this.panzoom.resize(width, height);
    this.unit = Math.max(1, parseFloat(getComputedStyle(document.documentElement).fontSize) / TYPE);
    this.panzoom.closest = (CLOSEST * this.unit) / this.panzoom.atHome.scale;
    this.show(centre ?? MIDDLE, centre ? seen * this.unit : this.opening, true);
  }

  /** Brings a map point to a part of the frame, the middle if not said, at this scale. */
  show(point, scale = Math.max(this.scale, this.opening), now = false, [across, down] = [0.5, 0.5]) {
    this.panzoom.show(point, scale / this.panzoom.atHome.scale, now, [this.width * across, this.height * down]);
  }

  /** Shows a rectangle of the map. */
  showRect([left, top, right, bottom]) {
    const scale = Math.min(this.width / (right - left), this.height / (bottom - top));
    this.show([(left + right) / 2, (top + bottom) / 2], Math.min(scale, CLOSEST * this.unit * 0.6));
  }

  /** Shows as many of these spaces as go into one picture at a scale at which counters can be read; where more are seen already, nothing moves. */
  showMost(ids, now = false) {
    const scale = Math.max(FAR * this.unit * 1.1, Math.min(this.scale, this.opening));
    const boxes = ids.map((id) => this.geometry.spaces[id].map((n) => n * scale)).map(([x, y]) => ({ left: x - ROUND, right: x + ROUND, top: y - ROUND, bottom: y + ROUND }));
    const [width, height] = [this.width - 2 * EDGE, this.height * CLEAR];
    const { count, x, y } = fullest(boxes, width, height);
    if (count > ids.filter((id) => this.isInSight(id, ROUND)).length) this.show([(x + width / 2) / scale, (y + height / 2) / scale], scale, now, [0.5, CLEAR / 2]);
    this.looked = this.panzoom.view;
  }

  /** Whether nobody has moved the map since it was brought to what is lit. */
  get resting() {
    const { view } = this.panzoom;
    return Boolean(this.looked) && ["scale", "x", "y"].every((part) => Math.abs(view[part] - this.looked[part]) < 0.5);
  }

  get opening() {
    return OPENING * this.unit;
  }

  get scale() {
    return this.panzoom.view.scale;
  }

  /** Rings spaces that something else on the table speaks of. */
  highlight(spaces) {
    for (const [id, place] of this.places) place.parentElement.classList.toggle("spoken", spaces.includes(id));
  }

  /** The middle of a space in pixels of the frame. */
  spot(space) {
    const [x, y] = this.geometry.spaces[space];
    const { scale, x: dx, y: dy } = this.panzoom.view;
    return [x * scale + dx, y * scale + dy];
  }

  isInSight(space, margin = 24) {
    const [x, y] = this.spot(space);
    return x > margin && y > margin && x < this.width - margin && y < this.height - margin;
  }

  /** The part of the map that is seen: [x, y, width, height]. */
  get seen() {
    const { scale, x, y } = this.panzoom.view;
    return [-x / scale, -y / scale, this.width / scale, this.height / scale];
  }

  /** Pixels of the screen for one pixel of a piece. */
  get pieceScale() {
    return Math.max(this.unit, Math.min(1.4 * this.unit, this.scale / 1.25));
  }

  settle({ scale, x, y }) {
    for (const world of this.worlds) world.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})`);
    this.level = scale < FAR * this.unit ? "far" : scale > CLOSE * this.unit ? "close" : "mid";
    mark(this.frame, "data-level", this.level);
    if (scale === this.fitted) {
      this.tuck(); // only moved: pieces and names lie in the map
      return;
    }
    this.fitted = scale;
    for (const place of this.places.values()) this.fit(place);
    if (this.named) this.drawNames(); // before the first time there is nothing to set anew: the first update draws them once
  }

  /** Pieces keep their size whatever the scale: set one by one, which is cheaper than a property that all would inherit. */
  fit(place) {
    const k = (this.level === "far" ? CHIP * this.unit : this.pieceScale) / this.scale;
    place.lastElementChild?.setAttribute("transform", `scale(${k.toFixed(4)})`);
  }

  // -- drawing ---------------------------------------------------------------------------------------------------------

  update() {
    this.drawControl();
    for (const id of this.spaces) this.drawPlace(id);
    this.drawNames();
    mark(this.pieces, "aria-label", this.ctx.t("ui.map.label"));
  }

  /** Washes over the cells and the front where red meets white; drawn again only when control has changed. */
  drawControl() {
    const { reading, geometry, base } = this;
    const key = this.spaces.map((id) => reading.control(id)[0]).join("");
    if (key === this.controlled) return;
    this.controlled = key;
    for (const side of ["red", "white", "cp"]) base.querySelector(`.wash.${side}`).setAttribute("d", this.landOf(side));
    base.querySelector(".hatching").setAttribute("d", this.landOf("red"));
    const of = (id) => reading.control(id);
    const fought = (a, b) => (of(a) === "red" && of(b) === "white") || (of(a) === "white" && of(b) === "red");
    const line = (test) => geometry.edges.filter(([a, b]) => test(a, b)).map(([, , path]) => path).join("");
    base.querySelector("#toc-front").setAttribute("d", line(fought));
    base.querySelector(".quiet").setAttribute("d", line((a, b) => of(a) !== of(b) && !fought(a, b)));
    const border = new Set(geometry.edges.filter(([a, b]) => fought(a, b)).flatMap(([a, b]) => [a, b]));
    for (const side of ["red", "white"]) {
      const cells = [...border].filter((id) => of(id) === side).map((id) => geometry.cells[id]);
      base.querySelector(`.clip-${side}`).setAttribute("d", cells.join(""));
    }
  }

  /** The cells of a side as one shape. */
  landOf(side) {
    return this.spaces.filter((id) => this.reading.control(id) === side).map((id) => this.geometry.cells[id]).join("");
  }

  /** A place shows what stands there; it stands for the space and for every piece in it. */
  drawPlace(id) {
    const { reading, ctx } = this;
    const place = this.places.get(id);
    const drawn = stackMarkup(id, reading);
    const words = stackWords(id, reading, ctx);
    if (this.drawn.get(id) !== drawn) {
      this.drawn.set(id, drawn);
      place.innerHTML = drawn;
      this.fit(place);
    }
    const { units, leaders } = reading.at(id);
    const values = [...(ctx.meansSpace(id) ? [id] : []), ...units, ...leaders];
    mark(place, "data-pick", (ctx.asksPieces ? [...units, ...leaders, ...values] : values).join(" ") || null);
    mark(place, "data-kind", ctx.asksPieces ? "unit" : "space");
    mark(place, "aria-label", words);
    mark(place, "class", `place c-${reading.control(id)}${MARKS.filter((name) => place.classList.contains(name)).map((name) => ` ${name}`).join("")}`);
  }

  /** Names in the gaps that the stacks leave at this scale, reckoned in units of type; regions where the names leave room. */
  drawNames() {
    const { printed } = this.ctx;
    const zoom = this.scale / this.unit;
    const k = this.level === "far" ? 1 : this.pieceScale / this.unit;
    const ranked = [...this.spaces].sort((a, b) => this.rank(a) - this.rank(b));
    const places = ranked.map((id) => {
      const [x, y] = this.geometry.spaces[id];
      const { city } = printed.spaces[id];
      return { id, name: this.ctx.shortName(id), city, at: [x * zoom, y * zoom], box: stackBox(id, this.reading, this.level, zoom).map((side) => side * k) };
    });
    const { names, taken } = setNames(places, this.level === "far");
    const markup = names.map(({ id, name, city, left, x, y, anchor }) => {
      const [px, py] = this.geometry.spaces[id];
      const at = city && anchor !== "end" ? x + (anchor === "start" ? 14 : 7) : x;
      const sign = city ? star((left + 6).toFixed(1), (y - 4.8).toFixed(1), this.reading.control(id)) : "";
      return html`<g class="at" transform="translate(${px} ${py})"><g transform="scale(${(1 / zoom).toFixed(4)})">${raw(sign)}<text data-inspect="space:${id}" data-space="${id}" class="${city ? "city" : "town"} ${anchor}" x="${at.toFixed(1)}" y="${y.toFixed(1)}">${name}</text></g></g>`;
    });
    this.pieces.querySelector(".names").innerHTML = markup.join("");
    this.named = [...this.pieces.querySelectorAll(".names text")];
    this.drawRegions(taken, zoom);
    this.tuckSoon();
  }

  /** Before the next picture, when everything is drawn: where things lie is then worked out once. */
  tuckSoon() {
    if (this.tucking) return;
    this.tucking = true;
    requestAnimationFrame(() => {
      this.tucking = false;
      this.tuck();
    });
  }

  /** The name of a region stands where it meets no stack and no other name; where there is no such place it waits for a closer look. */
  drawRegions(taken, zoom) {
    const { ctx, geometry } = this;
    const size = this.level === "far" ? REGION.far : REGION.near;
    const regions = Object.entries(geometry.regions).map(([id, [, x, y, gap]]) => ({ id, x, y, gap, words: ctx.name(id).split(" (")[0].toUpperCase() }));
    const set = regions.flatMap((region) => {
      const [width, height] = [region.words.length * (size * 0.64 + region.gap), size];
      const spot = findRoom(taken, region, width, height, zoom);
      return spot ? [{ ...region, ...spot }] : [];
    });
    const label = ({ id, x, y, gap, words }) => html`<text data-inspect="region:${id}" x="${x}" y="${y}" letter-spacing="${gap}">${words}</text>`;
    this.base.querySelector(".region-names").innerHTML = set.map(label).join("");
  }

  /** A name that would be half hidden under the overview of the map, or beyond its edge, is left out while it lies there. */
  tuck() {
    if (!this.named || !this.width) return;
    const frame = this.frame.getBoundingClientRect();
    const lids = [...this.frame.querySelectorAll(LIDS)]
      .filter((lid) => lid.getClientRects().length)
      .map((lid) => lid.getBoundingClientRect());
    const { scale, x, y } = this.panzoom.view;
    const under = (text) => {
      const [px, py] = this.geometry.spaces[text.dataset.space];
      const [cx, cy] = [frame.left + px * scale + x + Number(text.getAttribute("x")) * this.unit, frame.top + py * scale + y + Number(text.getAttribute("y")) * this.unit];
      const half = text.textContent.length * 3.8 * this.unit;
      const mid = cx + (text.classList.contains("start") ? half : text.classList.contains("end") ? -half : 0);
      if (mid - half < frame.left - 6 || mid + half > frame.right + 6) return true; // cut by the edge of the map
      return lids.some((lid) => mid + half > lid.left && mid - half < lid.right && cy > lid.top - 2 && cy - 12 * this.unit < lid.bottom + 2);
    };
    for (const text of this.named) text.parentElement.classList.toggle("under", under(text));
    const region = (text) => {
      const [left, top] = [frame.left + Number(text.getAttribute("x")) * scale + x, frame.top + Number(text.getAttribute("y")) * scale + y];
      const half = (text.getComputedTextLength() * scale) / 2;
      const high = parseFloat(getComputedStyle(text).fontSize) * scale;
      return lids.some((lid) => left + half > lid.left && left - half < lid.right && top > lid.top && top - high < lid.bottom);
    };
    for (const text of this.base.querySelectorAll(".region-names text")) text.classList.toggle("under", region(text));
  }

  rank(id) {
    const { city, number } = this.ctx.printed.spaces[id];
    return (city ? 0 : this.reading.at(id).units.length ? 1000 : 2000) + number;
  }
}
