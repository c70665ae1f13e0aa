// The map: a static picture of Europe whose provinces change class, and one block of pieces for each province.

import { PanZoom } from "/static/panzoom.js";
import { stack, stackWidth } from "./cards.js";
import { build, html, mark, paint, raw } from "./dom.js";
import { pilesOf } from "./reading.js";
import { spread } from "./spread.js";
import { use } from "./symbols.js";

const ROOMY = 0.6; // pixels for a map unit from which the blocks show all they have
const PLAIN = 13.2; // pixels of the root at which the blocks are drawn at their own size
const FAR = 16; // pixels from its place beyond which a block is tied to it by a line
const INK = "#2b2620";
const OFF_MAP = { left: -58, top: -25, right: 58, bottom: 26 }; // the slips of the spaces outside the map

export class MapView {
  /** room(): [width, height] of the frame; moved(isMoving): the map is being moved; part(): a part of the map to show instead of all. @param {any} frame @param {any} shell @param {any} atlas @param {{room?: any, moved: any, part?: any}} how */
  constructor(frame, shell, atlas, { room, moved, part = null }) {
    this.frame = frame;
    this.shell = shell;
    this.atlas = atlas;
    this.room = room;
    this.moved = moved;
    this.part = part;
    this.boxes = new Map();
    this.shifts = new Map();
    this.names = Object.keys(atlas.printed);
    this.seas = this.names.filter((p) => atlas.printed[p].kind === "sea");
    this.lands = this.names.filter((p) => atlas.printed[p].kind === "land");
    this.base = build(html`<svg class="base" aria-hidden="true">${raw(this.picture())}</svg>`);
    this.pieces = build(html`<svg class="pieces" role="group">
      <g class="rings">${this.names.map((p) => html`<g class="ring" data-ring="${p}">${[1, 2].map((n) => raw(`<use href="#fow-a-${p}" class="r${n}"/>`))}</g>`)}</g>
      <g class="offmap"></g><g class="ties"></g>
        <g class="blocks">${[...this.names, "usa_canada", "urals"].map((p) => html`<g class="block" data-block="${p}"></g>`)}</g>
      <g class="arrows"></g></svg>`);
    frame.prepend(this.base, this.pieces);
    this.areas = new Map([...this.base.querySelectorAll("[data-area]")].map((g) => [g.dataset.area, g]));
    this.blocks = new Map([...this.pieces.querySelectorAll("[data-block]")].map((g) => [g.dataset.block, g]));
    this.rings = new Map([...this.pieces.querySelectorAll("[data-ring]")].map((g) => [g.dataset.ring, g]));
    this.panzoom = new PanZoom(frame, [this.base, this.pieces], {
      size: atlas.size,
      home: () => part?.() ?? this.home(),
      settle: (view) => this.settle(view),
      moving: (moving) => this.moved(moving),
    });
    // The whole area of a province stands for its block.
    this.base.addEventListener("click", ({ target }) => this.touch(/** @type {Element} */ (target).closest("[data-area]")?.dataset.area));
    // The shell marks the block; the ring round the area follows.
    this.watch = new MutationObserver((changes) => changes.forEach(({ target }) => this.follow(target)));
    this.watch.observe(this.pieces.querySelector(".blocks"), { subtree: true, attributes: true, attributeFilter: ["class"] });
  }

  destroy() {
    this.panzoom.destroy();
    this.watch.disconnect();
  }

  touch(province) {
    this.blocks
      .get(province)
      ?.querySelector(".prov")
      ?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }

  follow(target) {
    const province = target.classList?.contains("prov") && target.closest(".block")?.dataset.block;
    if (!province || !this.rings.has(province)) return;
    for (const name of ["legal", "picked", "last"]) {
      this.rings.get(province).classList.toggle(name, target.classList.contains(name));
      this.areas.get(province).classList.toggle(name, target.classList.contains(name));
    }
    const lit = [...this.rings.values()].filter((ring) => ring.classList.contains("legal")).length;
    this.pieces.classList.toggle("many", lit > 4);
  }

  // -- the static picture --------------------------------------------------------------------------------------------

  picture() {
    const { atlas } = this;
    const [width, height] = atlas.size;
    const waters = Object.keys(atlas.areas).filter((name) => name.startsWith("_") && name !== "_outside");
    const shape = (id, d) => `<path id="fow-a-${id}" d="${d}"/>`;
    const part = (name, layer) => `<use href="#fow-a-${name}" class="${layer}"/>`;
    const area = (name, layers) => `<g class="area" data-area="${name}" data-inspect="province:${name}">${layers.map((layer) => part(name, layer)).join("")}</g>`;
    const sea = area;
    const land = (name) =>
      area(name, ["tint", "weave", ...(atlas.printed[name].winter === "snow" ? ["snow"] : []), "cut", "mud"]);
    return `<defs>${Object.entries(atlas.areas)
      .map(([name, d]) => shape(name, d))
      .join("")}${shape("land", atlas.land)}
      ${this.lands.map((p) => `<clipPath id="fow-c-${p}"><use href="#fow-a-${p}"/></clipPath>`).join("")}</defs>
      <rect width="${width}" height="${height}" class="deep"/><path class="grat" d="${atlas.graticule}"/>
      ${this.seas.map((p) => sea(p, ["tint", "weave", "mud"])).join("")}${waters.map((name) => part(name, "off")).join("")}
      <g class="halo">${["h1", "h2", "h3"].map((h) => part("land", h)).join("")}</g>${part("land", "soil")}${part("_outside", "outside")}
      ${this.lands.map(land).join("")}
      <g class="rims">${this.lands.map((p) => `<g clip-path="url(#fow-c-${p})" data-rim="${p}">${part(p, "rim")}</g>`).join("")}</g>
      <g class="phys"><path class="river" d="${atlas.rivers}"/><path class="peak" d="${atlas.peaks}"/>
      <path class="sborder" d="${atlas.borders.sea}"/><path class="border" d="${atlas.borders.land}"/>
        <path class="border closed" d="${atlas.borders.closed}"/>
      ${part("land", "coast")}</g>`;
  }

  /** Dashed lines from the Allied spaces outside the map to where they lead. */
  links() {
    const line = ([from, to]) => {
      const [[x0, y0], [x1, y1]] = [this.place(from), this.place(to)];
      const bend = (y1 - y0) * 0.12;
      return `<path d="M${x0} ${y0}Q${(x0 + x1) / 2 + bend} ${(y0 + y1) / 2} ${x1} ${y1}"/>`;
    };
    return [
      ["usa_canada", "north_atlantic"],
      ["usa_canada", "central_atlantic"],
      ["urals", "leningrad"],
      ["urals", "moscow"],
      ["urals", "stalingrad"],
    ]
      .map(([from, to]) => line([from, to]))
      .join("");
  }

  // -- what changes --------------------------------------------------------------------------------------------------

  update(context) {
    const { view } = context;
    this.view = view;
    this.context = context;
    mark(this.pieces, "aria-label", this.shell.t("ui.map.label"));
    for (const province of this.names) {
      const here = view.provinces[province];
      const states = [
        this.atlas.printed[province].kind,
        here.control,
        here.quagmire && "muddy",
        here.supplied === false && "starved",
      ].filter(Boolean);
      const area = this.areas.get(province);
      const kept = [...area.classList].filter((name) => ["legal", "picked", "last", "hover"].includes(name));
      mark(area, "class", ["area", ...states, ...kept].join(" "));
      const rim = this.base.querySelector(`[data-rim="${province}"]`);
      if (rim) mark(rim, "class", here.control);
      this.rings.get(province).classList.toggle("duty", context.duties.has(province));
      this.draw(province);
    }
    this.base.classList.toggle("winter", view.season === "winter");
    this.pieces.classList.toggle("winter", view.season === "winter");
    paint(this.blocks.get("usa_canada"), this.offMap("usa_canada", context.offMap.usa_canada, true));
    paint(this.blocks.get("urals"), this.offMap("urals", context.offMap.urals, view.flags.ussr_at_war));
    if (this.panzoom.width) this.arrange();
  }

  draw(province) {
    const { markup, box } = this.block(province);
    this.boxes.set(province, box);
    const block = this.blocks.get(province);
    paint(block, markup);
    const drawn = block.querySelector(".prov");
    if (drawn) this.follow(drawn); // a new one has no marks yet, and its ring must not keep the old one's
  }

  /** Where the block of a province stands, in map units: its own place, or beside it where others would lie on it. */
  place(province) {
    const [x, y] = this.atlas.blocks[province];
    const [dx, dy] = this.shifts.get(province) ?? [0, 0];
    return [x + dx, y + dy];
  }

  /** All blocks inside the frame: their places fill what is left of it after half a block at each edge. */
  home() {
    const [width, height] = this.room();
    const places = Object.values(this.atlas.blocks);
    const [xs, ys] = [0, 1].map((i) => places.map((place) => place[i]));
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    const rect = [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
    const k = this.typeScale;
    const [side, above, below] = [60 * k, 30 * k, 14 * k];
    return { rect, into: [side, above, Math.max(60, width - 2 * side), Math.max(60, height - above - below)], least: 0 };
  }

  /** Where a block is beside the wheels, in pixels. */
  spot(province) {
    const [x, y] = this.place(province);
    const { scale, x: dx, y: dy } = this.panzoom.view;
    return [x * scale + dx + this.frame.offsetLeft, y * scale + dy + this.frame.offsetTop];
  }

  /** Whether the frame can show all blocks at once. */
  get fits() {
    const { width, height } = this.panzoom;
    return Boolean(this.panzoom.atHome) && width > 480 && height > 320 && this.panzoom.covering() <= this.panzoom.atHome.scale * 1.02;
  }

  /** The blocks grow with the letters of the page. */
  get typeScale() {
    return Math.max(1, parseFloat(getComputedStyle(document.documentElement).fontSize) / PLAIN);
  }

  get blockScale() {
    return Math.max(1, Math.min(this.typeScale, this.panzoom.view.scale / 0.5));
  }

  settle({ scale, x, y }) {
    const { width: w, height: h } = this.panzoom;
    const box = `${-x / scale} ${-y / scale} ${w / scale} ${h / scale}`;
    mark(this.base, "viewBox", box);
    mark(this.pieces, "viewBox", box);
    this.pieces.style.setProperty("--unit", (1 / scale).toFixed(4));
    this.base.style.setProperty("--unit", (1 / scale).toFixed(4));
    const snug = scale / this.blockScale < ROOMY;
    if (snug !== this.snug) {
      this.snug = snug;
      if (this.view) this.names.forEach((province) => this.draw(province));
    }
    this.arrange();
  }

  /** Moves blocks that lie on each other apart and ties those that had to go far to their place. */
  arrange() {
    const { scale, x, y } = this.panzoom.view;
    const { width, height } = this.panzoom;
    const k = this.blockScale;
    const names = [...this.blocks.keys()];
    const boxes = names.map((name) => {
      const [bx, by] = this.atlas.blocks[name];
      const { left, top, right, bottom } = this.boxes.get(name) ?? OFF_MAP;
      return { x: bx * scale, y: by * scale, left: left * k, top: top * k, right: right * k, bottom: bottom * k };
    });
    const whole = !this.part && this.panzoom.atHome && Math.abs(this.panzoom.zoom - 1) < 0.01;
    const frame = whole ? [2 - x, 2 - y, width - 2 - x, height - 2 - y] : null;
    const layout = JSON.stringify([boxes, frame]);
    if (layout !== this.layout) {
      this.layout = layout;
      this.shift = spread(boxes, 3, frame);
    }
    const shifts = this.shift;
    names.forEach((name, i) => this.shifts.set(name, shifts[i].map((pixels) => pixels / scale)));
    for (const [name, block] of this.blocks) {
      const [bx, by] = this.place(name);
      mark(block, "transform", `translate(${bx.toFixed(1)} ${by.toFixed(1)}) scale(${(k / scale).toFixed(4)})`);
    }
    paint(this.pieces.querySelector(".offmap"), raw(this.links()));
    paint(
      this.pieces.querySelector(".ties"),
      names.filter((name, i) => name in this.atlas.printed && Math.hypot(...shifts[i]) > FAR * k).map((name) => raw(this.tie(name, k / scale))),
    );
    this.drawArrows();
  }

  tie(province, unit) {
    const [[x0, y0], [x1, y1]] = [this.atlas.blocks[province], this.place(province)];
    return `<path d="M${x0} ${y0}L${x1.toFixed(1)} ${y1.toFixed(1)}"/><circle cx="${x0}" cy="${y0}" r="${(3.4 * unit).toFixed(2)}"/>`;
  }

  resize([width, height]) {
    if (width) this.panzoom.resize(width, height);
  }

  // -- blocks --------------------------------------------------------------------------------------------------------

  /** Stacks on the left, plate (control and number) above the info row on the right, name above all. */
  block(province) {
    const { view, context, atlas, snug } = this;
    const printed = atlas.printed[province];
    const here = view.provinces[province];
    const { piles, attack } = pilesOf(view, province);
    const wide = (pile) => 5 + stackWidth(pile.count);
    const empty = snug ? 0 : 27;
    const cut = here.supplied === false;
    const width = (piles.reduce((sum, pile) => sum + wide(pile), 0) || empty) + (attack ? 32 + wide(attack) : 0) + 38 + (cut ? 26 : 0);
    let x = +(-width / 2).toFixed(1);
    const left = x;
    const drawn = [];
    const plain = [];
    const put = (pile) => {
      const body = this.pile(pile, x);
      (context.lookable(pile) ? drawn : plain).push(body);
      x = +(x + wide(pile)).toFixed(1);
    };
    if (!piles.length && !snug) {
      plain.push(raw(`<rect class="bare" x="${x}" y="-6" width="22" height="29" rx="3"/>`));
      x += 27;
    }
    piles.forEach(put);
    if (attack) {
      plain.push(
        raw(
          `<circle cx="${x + 12}" cy="9.4" r="12.6" fill="#1a130a" opacity=".3"/>
            <circle cx="${x + 12}" cy="8" r="12" fill="#6d4a22" stroke="#f6e7c6" stroke-width="1.8"/>`,
        ),
        use("mire", x + 4, 0, 16, 16, 'color="#f6e7c6"'),
      );
      x += 32;
      put(attack);
    }
    const plateAt = x;
    if (cut) {
      plain.push(
        raw(`<circle cx="${plateAt + 52}" cy="0" r="12" fill="#fffaf0" stroke="#ca2c21" stroke-width="2.2"/>`),
        use("cut-off", plateAt + 44.5, -7.5, 15, 15, 'color="#ca2c21"'),
      );
    }
    plain.push(this.plate(province, plateAt, -9));
    const { row, reach } = this.info(printed, here, plateAt + 1, 13.5);
    if (!snug) plain.push(row);
    const name = this.nameLines(province);
    const lines = name.map(
      (line, i) =>
        html`<text x="0" y="${-15 - 13 * (name.length - 1 - i)}" class="pname${printed.kind === "sea" ? " seaname" : ""}">${line}</text>`,
    );
    const top = -27 - 13 * (name.length - 1);
    const duty = context.duties.has(province) ? this.duty(top - 4) : "";
    const words = Math.max(...name.map((line) => line.length)) * 4.9 + 3;
    const laden = piles.length > 0 || attack;
    const box = {
      left: Math.min(left - (laden ? 9 : 1), -words),
      right: Math.max(x + 39, words, left + width + 1, snug ? 0 : reach),
      top: (duty ? top - 20 : top) + 2,
      bottom: laden ? 33 : snug ? 12 : 25,
    };
    const markup = html`<g class="prov" data-pick="${province}" data-inspect="province:${province}" aria-label="${this.describe(province)}">
        <rect class="hit" x="${box.left}" y="${top}" width="${(box.right - box.left).toFixed(1)}" height="${box.bottom - top}" rx="8"/>
        ${lines}${plain}${duty}</g>${drawn}`;
    return { markup, box };
  }

  nameLines(province) {
    const key = `ui.map.${province}`;
    const short = this.shell.t(key);
    return (short === key ? this.shell.name(province) : short).toLocaleUpperCase(this.shell.language).split("|");
  }

  /** A stack; one that may be looked at is a piece of its own, others belong to the province. */
  pile(pile, x) {
    const { context, shell } = this;
    const known = context.sightings.has(pile.id) && !pile.cards;
    const blocked = context.blocked.has(pile.id);
    const end = +(x + stackWidth(pile.count) - 5.4).toFixed(1);
    const low = 19.6 - 2.4 * (Math.min(pile.count, 4) - 1);
    const badge = (icon) =>
      html`<circle cx="${end}" cy="${low}" r="7.2" fill="#fffaf0" stroke="${INK}"/>${use(icon, end - 5.5, low - 5.5, 11, 11, `color="${INK}" fill="${INK}"`)}`;
    const body = [
      stack(pile.side, pile.count, x, -6, { ear: Boolean(pile.cards) }),
      blocked ? badge("lock") : known ? badge("eye") : "",
    ];
    if (!context.lookable(pile)) return html`<g class="heap" data-pile="${pile.id}" data-inspect="pile:${pile.id}">${body}</g>`;
    return html`<g class="heap" data-pile="${pile.id}" data-pick="${pile.id}" data-inspect="pile:${pile.id}" data-kind="pile" aria-label="${shell.t("ui.pile.label", { pile: context.pileName(pile.id), count: pile.count })}">
      <rect class="hit" x="${x - 11}" y="-20" width="${stackWidth(pile.count) + 22}" height="50" rx="9"/>
        <rect class="lit" x="${x - 4}" y="${(-10.4 - 2.4 * (Math.min(pile.count, 4) - 1)).toFixed(1)}" width="${(stackWidth(pile.count) + 8).toFixed(1)}" height="${(37.6 + 2.4 * (Math.min(pile.count, 4) - 1)).toFixed(1)}" rx="6"/>${body}</g>`;
  }

  plate(province, x, y) {
    const { control } = this.view.provinces[province];
    const { number, minor_neutral: minor } = this.atlas.printed[province];
    const half = `M${x + 4} ${y + 0.5}h14v18h-14q-3.5 0-3.5-3.5v-11q0-3.5 3.5-3.5z`;
    const fill = { allied: "#1c469c", axis: "#2e2c2a", neutral: "#b8b0a0" }[control];
    const glyph =
      control === "neutral"
        ? raw(`<path d="M${x + 5} ${y + 9.5}h8.5" stroke="${INK}" stroke-width="2"/>`)
        : use(`g-${control}`, x + 3, y + 3.2, 12.5, 12.5, 'fill="#fff"');
    return html`<g class="plate">${raw(`<rect x="${x - 0.5}" y="${y + 1.6}" width="39" height="19.5" rx="4.5" fill="#1a130a" opacity=".28"/><rect x="${x}" y="${y}" width="38" height="19" rx="4" fill="#fffaf0" stroke="${INK}"/><path d="${half}" fill="${fill}"/><path d="${half}" fill="url(#fow-${control === "neutral" ? "axis" : control})"/>`)}${glyph}
      <text x="${x + 28}" y="${y + 14.2}" class="num${minor ? " red" : ""}">${number}</text></g>`;
  }

  info(printed, here, x, y) {
    const signs = [];
    if (printed.supply_source === here.control) signs.push(["crate", ""]);
    if (printed.resources) signs.push(["resources", printed.resources]);
    if (printed.vp) signs.push(["vp", printed.vp]);
    if (printed.winter === "snow") signs.push(["flake", "+2"]);
    if (printed.winter === "sun") signs.push(["sun", "0"]);
    let at = x;
    const row = signs.map(([sign, number]) => {
      const size = sign === "crate" ? 13 : 10.5;
      const weather = sign === "flake" || sign === "sun" ? "weather" : "";
      const drawn = html`<g class="${weather}">${use(sign, at, y - (sign === "crate" ? 1.5 : 0), size)}${number === "" ? "" : html`<text x="${(at + 11.2).toFixed(1)}" y="${y + 9.6}">${number}</text>`}</g>`;
      at += number === "" ? 16 : 14.4 + 7 * String(number).length;
      return drawn;
    });
    return { row: html`<g class="info">${row}</g>`, reach: at };
  }

  duty(y) {
    const words = this.shell.t("ui.map.duty");
    const width = 16 + words.length * 6.4;
    return html`<rect x="${(-width / 2).toFixed(1)}" y="${y - 15}" width="${width.toFixed(1)}" height="19" rx="9.5" fill="#ca2c21" stroke="#fff" stroke-width="1.4"/>
      <text x="0" y="${y - 1.2}" class="duty" textLength="${(width - 16).toFixed(1)}" lengthAdjust="spacingAndGlyphs">${words}</text>`;
  }

  offMap(place, resources, open) {
    const { shell } = this;
    const name = shell.name(place).toLocaleUpperCase(shell.language);
    const width = 112;
    const tight = name.length > 11 ? raw(`textLength="${width - 12}" lengthAdjust="spacingAndGlyphs"`) : "";
    const facts = open
      ? html`${use("crate", -48, 3, 14)}${use("resources", -28, 5, 11, 11, `fill="${INK}"`)}<text x="-15" y="14.5" class="offn">${resources}</text><text x="49" y="14.5" class="offs">${shell.t("ui.map.source")}</text>`
      : html`<text x="0" y="14.5" class="offs mid">${shell.t("ui.map.closed")}</text>`;
    return html`<g class="prov off${open ? "" : " shut"}" data-pick="${place}" data-inspect="offmap:${place}" aria-label="${shell.name(place)}">
      <rect x="${-width / 2 - 0.5}" y="-22.4" width="${width + 1}" height="48.5" rx="4.5" fill="#1a130a" opacity=".28"/>
        <rect x="${-width / 2}" y="-24" width="${width}" height="48" rx="4" class="slip"/>
        <rect x="${-width / 2}" y="-24" width="${width}" height="5" rx="2" fill="#1c469c"/>
      <text x="0" y="-4" class="offt" ${tight}>${name}</text>${facts}</g>`;
  }

  /** The block in words, for those who do not see it. */
  describe(province) {
    const { view, shell, context } = this;
    const { t } = shell;
    const here = view.provinces[province];
    const { piles, attack } = pilesOf(view, province);
    const parts = [`${this.atlas.printed[province].number} ${shell.name(province)}`, t("ui.map.held", { side: here.control })];
    for (const pile of piles) parts.push(t("ui.map.pile", { side: pile.side, count: pile.count }));
    if (!piles.length) parts.push(t("ui.map.undefended"));
    if (attack) parts.push(t("ui.map.quagmire", { side: attack.side, count: attack.count }));
    if (here.supplied === false) parts.push(t("ui.map.cut_off"));
    if (context.duties.has(province)) parts.push(t("ui.map.duty"));
    return parts.join(", ");
  }

  // -- arrows --------------------------------------------------------------------------------------------------------

  /** Arrows of an attack: [{from, to, side, label}]. */
  showArrows(arrows) {
    this.arrows = arrows;
    this.drawArrows();
  }

  drawArrows() {
    const layer = this.pieces.querySelector(".arrows");
    const k = 1 / this.panzoom.view.scale;
    paint(
      layer,
      (this.arrows ?? []).map((arrow) => this.arrow(arrow, k)),
    );
  }

  /** A printed arrow in the attacker's colour, drawn in pixels and scaled to the map. */
  arrow({ from, to, side, label, bright }, k) {
    const [a, b] = [this.place(from), this.place(to)].map(([x, y]) => [x / k, y / k]);
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const [nx, ny] = [-uy, ux];
    const clear = 1 / Math.hypot(ux / 58, uy / 34);
    const start = Math.min(clear, length * 0.34);
    const tip = Math.max(length - clear, length * 0.66);
    const neck = Math.max(start + 6, tip - 24);
    const bow = Math.min(16, length * 0.09);
    const point = (along, across) => {
      const bend = bow * Math.sin((Math.PI * along) / length);
      return `${(a[0] + ux * along + nx * (across + bend)).toFixed(1)} ${(a[1] + uy * along + ny * (across + bend)).toFixed(1)}`;
    };
    const middle = (start + neck) / 2;
    const d = `M${point(start, -7)}Q${point(middle, -9)} ${point(neck, -9)}L${point(neck, -19)} ${point(tip, 0)} ${point(neck, 19)} ${point(neck, 9)}Q${point(middle, 9)} ${point(start, 7)}z`;
    const fill = { allied: "#1c469c", axis: "#2e2c2a" }[side];
    const short = neck - start < 50;
    const [lx, ly] = point(short ? start : middle, short ? 30 : 0)
      .split(" ")
      .map(Number);
    const wide = 14 + 7.2 * label.length;
    return html`<g class="arrow${bright ? " bright" : ""}" transform="scale(${k.toFixed(4)})"><path class="a1" d="${d}"/>
      <path class="a2" d="${d}" fill="${fill}"/><path d="${d}" fill="url(#fow-${side})"/>
      ${label && html`<rect x="${(lx - wide / 2).toFixed(1)}" y="${(ly - 10.5).toFixed(1)}" width="${wide.toFixed(1)}" height="21" rx="10.5" fill="#fffaf0" stroke="${INK}" stroke-width="1.2"/><text x="${lx}" y="${(ly + 4.6).toFixed(1)}" class="arr" fill="${fill}">${label}</text>`}</g>`;
  }
}
