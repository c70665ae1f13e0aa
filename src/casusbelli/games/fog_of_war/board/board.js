// The table of The Fog of War: map, wheels, hand and panels, drawn from frame.view. The shell lights what may be picked.

import { Edges, mapOf } from "/static/edges.js";
import { answers } from "./answers.js";
import { battles } from "./battle_log.js";
import { Cards } from "./cards.js";
import { Context } from "./context.js";
import { build, html, paint } from "./dom.js";
import { Felt } from "./felt.js";
import { inspect, legend } from "./inspect.js";
import { MapView } from "./map.js";
import { balance, digest, dossier } from "./panels.js";
import { Pointing } from "./pointing.js";
import { OPPONENT, seatedSide, whereIs } from "./reading.js";
import { definitions, icon } from "./symbols.js";
import { intel, piles, tray, victoryCards } from "./table.js";
import { scene } from "./scenes.js";
import { yearSummary } from "./summary.js";
import { textTables } from "./textboard.js";
import { tracks } from "./tracks.js";
import { ribbon, Wheel } from "./wheel.js";

export const styles = ["board.css", "map.css", "pieces.css", "counters.css"];
export const factions = { allied: "allies", axis: "axis" };
export { FILTERS, LANDMARKS, QUIET, STAGED } from "./scenes.js";
export { summaries } from "./summary.js";
export const headings = ["turn_began", "year_began"];
export const phases = ["turn_began"];

const EDGE = 64; // pixels from the edge of the map within which the place of a beat is not well seen
const NAME = 24; // pixels from it within which what was touched on the map itself may stay
const CLOSE_UP = 0.62; // pixels for a map unit at which the map opens on a phone
/** Where events name cards: by their kind, of which there are several. */
const CARDS = new Set(["cards", "attack", "defence", "neutral", "kept", "lost"]);
const ZOOM_KEYS = ["+", "=", "-", "0"];

/** Provinces and piles on the map that may be picked now. */
function placesOf(shell, context) {
  if (!context.frame?.ask) return [];
  const values = shell.candidates().flatMap((option) => option.slice(1).flatMap((value) => String(value)));
  return [...new Set(values)].filter((value) => context.isProvince(value) || /^(def|quag):/.test(value));
}

/** The shell, with its words free to be taken apart: const { t, name } = shell. */
function wordy(shell) {
  return Object.assign(Object.create(shell), { t: (...said) => shell.t(...said), name: (id) => shell.name(id) });
}

const SKELETON = [
  html`<div class="tracks" data-tab="table" data-part="tracks"></div>`,
  html`<div class="sheet">
    <div class="mapbox" data-tab="map" data-part="map" data-inspect="map:map" data-ground tabindex="-1"><div class="grain"></div>
      <div class="zoom"><button type="button" data-zoom="+" data-say="in">+</button><button type="button" data-zoom="-" data-say="out">−</button>
        <button type="button" data-zoom="0" data-say="fit">0</button><button type="button" data-bare data-say="bare" aria-pressed="false">${icon("layers")}</button></div></div>
    <div class="wheels" data-tab="wheels" tabindex="-1"></div><svg class="thread" data-inspect="map:map" aria-hidden="true"></svg>
    <section class="outlook" data-covers tabindex="0" hidden></section></div>`,
  html`<div class="felt" data-covers hidden></div>`,
  html`<div class="elsewhere" data-tab="map" data-scrolls tabindex="0" role="group"></div>`,
  html`<ol class="ribbon" data-tab="map wheels" data-part="own_wheel"></ol>`,
  html`<section class="bottom" tabindex="0"><div class="hand" data-tab="map wheels table" data-part="hand" data-inspect="hand:hand" data-ground data-scrolls tabindex="0" role="group"></div>
    <div class="grp piles" data-part="piles"></div><div class="grp intel" data-part="intel"></div><div class="grp victory" data-part="victory"></div></section>`,
];
const PARTS = [
  "tracks",
  "sheet",
  "mapbox",
  "wheels",
  "thread",
  "outlook",
  "felt",
  "elsewhere",
  "ribbon",
  "bottom",
  "hand",
  "piles",
  "intel",
  "victory",
];

export default class Board {
  constructor(host, shell) {
    this.host = host;
    this.shell = wordy(shell);
    this.cards = new Cards(this.shell);
    host.classList.add("fow", "fow-board");
    host.replaceChildren(build(definitions), ...SKELETON.map(build));
    this.at = Object.fromEntries(PARTS.map((name) => [name, host.querySelector(`.${name}`)]));
    this.at.host = host;
    this.enemyWheel = new Wheel(this.at.wheels, this.shell, false);
    this.ownWheel = new Wheel(this.at.wheels, this.shell, true);
    this.felt = new Felt(this.at.felt, host, this.shell, this.cards);
    this.ending = new AbortController();
    this.ready = this.open();
  }

  /** The map's drawing and what is printed on it are fetched once. */
  async open() {
    const files = ["map.json", "printed.json"].map((name) => fetch(new URL(name, import.meta.url)).then((answer) => answer.json()));
    const [drawing, printed] = await Promise.all(files);
    const atlas = { ...drawing, ...printed };
    if (this.ending.signal.aborted) return;
    this.context = new Context(this.shell, atlas);
    this.map = new MapView(this.at.mapbox, this.shell, atlas, {
      room: () => this.rooms.get(this.at.mapbox),
      moved: (moving) => {
        this.strayed ||= moving; // from now on the reader looks where he wants
        this.pointing.drawThread(moving);
      },
    });
    const { move, ...looking } = mapOf(this.map.panzoom);
    this.edges = new Edges(this.host, this.at.mapbox, this.shell, {
      ...looking,
      move: (dx, dy) => {
        this.strayed = true;
        move(dx, dy);
      },
      lids: ".zoom",
    });
    this.pointing = new Pointing(this.at, this.shell, this.map, this.felt);
    this.listen();
    this.measure();
  }

  destroy() {
    this.ending.abort();
    this.sizes?.disconnect();
    this.edges?.destroy();
    this.map?.destroy();
    this.host.classList.remove("fow", "fow-board", "wide", "narrow", "busy", "bare", "picking");
    this.host.replaceChildren();
  }

  listen() {
    const { signal } = this.ending;
    const on = (node, type, act) => node.addEventListener(type, act, { signal });
    this.pointing.listen(on);
    on(this.host, "click", (event) => this.clicked(event));
    on(this.at.mapbox, "keydown", (event) => {
      const free = !event.defaultPrevented && !event.target.closest("[data-pick]");
      if (free && !ZOOM_KEYS.includes(event.key) && this.map.panzoom.key(event.key)) event.preventDefault();
    });
    on(document, "keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select, dialog")) return;
      if (event.key === "Escape" && this.frame) this.felt.close(this.context);
      else if (ZOOM_KEYS.includes(event.key)) this.zoom(event.key);
    });
  }

  zoom(key) {
    this.map.panzoom.key(key);
    if (key === "0") this.strayed = false;
  }

  clicked(event) {
    const button = event.target.closest("[data-zoom], [data-bare], [data-open], [data-close], [data-fold]");
    if (!button) return;
    const { zoom, open } = button.dataset;
    if (zoom) this.zoom(zoom);
    if (open) this.openPile(open);
    if ("bare" in button.dataset) button.setAttribute("aria-pressed", String(this.host.classList.toggle("bare")));
    if ("close" in button.dataset) {
      this.felt.close(this.context);
      this.shell.stage.goOn(); // what was put away is what the stage waits with
    }
    if ("fold" in button.dataset) this.felt.fold(this.context);
    this.pointing.drawThread();
  }

  // -- drawing ---------------------------------------------------------------------------------------------------------

  update(frame, previous) {
    this.frame = frame;
    if (!this.map) return;
    const { shell, at, context, cards } = this;
    const { view } = frame;
    const moving = previous !== null;
    context.take(frame, shell.picked);
    context.scaleRoom = this.scaleRoom;
    this.host.dataset.decision = context.decision;
    this.felt.noteNews(frame, previous);
    this.drawPieces(moving);
    paint(at.tracks, tracks(view, shell, this.trackRoom));
    paint(at.piles, piles(view, cards, shell));
    paint(at.intel, intel(view, shell));
    this.drawLabels();
    this.drawPanels();
    this.felt.draw(context, moving);
    this.drawPicks();
    this.map.panzoom.attend(Boolean(frame.staged));
    this.resize();
  }

  /**
   * What an event names: a space of the enemy's wheel is not mine of the same name, nor is a card elsewhere that of my hand;
   * a pile lies in its province, or is an operation.
   */
  touches({ kind, params }) {
    const { side, space, pile } = params;
    const us = this.frame?.view.side;
    const own = !space || side === us;
    const told = Object.entries(params).filter(([name]) => kind === "drew" || !CARDS.has(name));
    return { ...Object.fromEntries(told), ...(own ? {} : { space: `op:${side}:${space}` }), ...(pile ? { pile: whereIs(pile, us) } : {}) };
  }

  /** Who blocks a look is not who wanted it. */
  actor({ kind, params }) {
    return kind === "intel_blocked" ? OPPONENT[params.side] : undefined;
  }

  /** How a beat is staged. */
  scene(event, frame, previous) {
    return this.context ? scene(this.context, event, frame, previous) : null;
  }

  /** The card that closes a year. */
  summary(event, frame) {
    return yearSummary(event, frame, this.shell);
  }

  /** Map and wheels: where pieces lie, and which of them may be picked. */
  drawPieces(moving) {
    const { context, shell, at } = this;
    const { view } = context;
    const mine = seatedSide(view);
    this.map.update(context);
    this.ownWheel.update(mine, context, moving);
    this.enemyWheel.update(OPPONENT[mine], context, moving);
    paint(at.ribbon, ribbon(mine, shell, context));
    paint(at.victory, victoryCards(view, shell, context));
  }

  /** On a phone they stand in the row under the map: in its corner they would lie on a province. */
  mapButtons() {
    const { shell, host } = this;
    const words = (say) => shell.t(`ui.zoom.${say}`);
    return html`<div class="map-buttons"><button type="button" data-zoom="0" data-tip="${words("fit")}" aria-label="${words("fit")}">0</button>
      <button type="button" data-bare data-tip="${words("bare")}" aria-label="${words("bare")}" aria-pressed="${host.classList.contains("bare")}">${icon("layers")}</button></div>`;
  }

  /** Words that only a change of language changes. */
  drawLabels() {
    const { shell, at } = this;
    at.ribbon.setAttribute("aria-label", shell.t("ui.ribbon.label"));
    at.bottom.setAttribute("aria-label", shell.t("ui.tab.table"));
    for (const button of at.mapbox.querySelectorAll("[data-say]")) {
      button.dataset.tip = shell.t(`ui.zoom.${button.dataset.say}`);
      button.setAttribute("aria-label", button.dataset.tip);
    }
  }

  drawPanels() {
    const { shell, context, cards } = this;
    this.panels = {
      balance: shell.panel("balance", shell.t("ui.balance.title")),
      seen: shell.panel("seen", shell.t(shell.layout === "wide" ? "ui.seen.title" : "ui.seen.short")),
    };
    const folded = shell.digest("balance");
    for (const panel of [...Object.values(this.panels), folded]) panel.classList.add("fow");
    paint(this.panels.balance, balance(context.view, shell));
    paint(folded, digest(context.view, shell, context));
    paint(this.panels.seen, dossier(context.view, cards, shell, context, this.everything));
    this.panels.seen.querySelector("[data-all]")?.addEventListener("click", () => {
      this.everything = !this.everything;
      this.drawPanels();
    });
  }

  /** All that depends on what is picked: the tray, rings, arrows, the thread. */
  drawPicks() {
    const { context, at } = this;
    const shown = tray(context, this.cards, this.shell);
    at.hand.setAttribute("aria-label", shown.label);
    paint(at.hand, shown.cards);
    this.host.classList.toggle("picking", context.picked.length > 0);
    this.drawElsewhere();
    this.pointing.draw(context, this.panels);
  }

  /** The shell tells what is picked whenever it draws the prompt. */
  picks(frame, picked) {
    const { context } = this;
    if (!context?.frame) return undefined;
    if (picked.join(" ") !== context.picked.join(" ")) {
      const taken = picked.length >= context.picked.length ? picked.at(-1) : undefined;
      context.picked = [...picked];
      queueMicrotask(() => {
        this.felt.close(context);
        this.drawPieces(false);
        this.drawPicks();
        if (this.shell.compact && context.plan()) this.centre(false);
        else if (taken) this.bring(taken, NAME); // it may have been taken from the line below the map
      });
    }
    return answers(context, this.shell);
  }

  /** Own Discard, Win and Loss may be looked through at any time. */
  openPile(name) {
    const { shell, cards } = this;
    const { view } = this.context;
    const faces = html`<div class="fow cardlist">${view.own[name].map((card) => cards.face(card, view.side))}</div>`;
    shell.dialog({ title: shell.name(name), body: build(faces), kind: "wide" });
  }

  /** Brings something into sight for the coach: puts aside what lies over the map, and looks at the province. */
  reveal(node, value) {
    if (!this.map || this.at.felt.contains(node)) {
      this.at.felt.classList.remove("folded");
      return;
    }
    if (this.felt.open && !this.felt.close(this.context)) this.at.felt.classList.add("folded");
    const province = this.provinceOf(value);
    const [w, h] = this.rooms.get(this.at.mapbox);
    if (province && this.at.mapbox.contains(node)) this.look(province, true, [w / 2, h / 2]);
  }

  /** The place of a beat or of a pick, where the map shows only a part: clear of its edges and of what is told at the foot of a phone. */
  bring(value, edge = EDGE) {
    const province = this.context && this.provinceOf(value);
    if (!province || !this.map?.panzoom.atHome || this.map.fits) return;
    this.brought = province;
    const [w, h] = this.rooms.get(this.at.mapbox);
    const { scale, x, y } = this.map.panzoom.view;
    const [u, v] = this.map.place(province);
    const [left, top] = [u * scale + x, v * scale + y];
    const clear = left > edge && left < w - edge && top > edge && top < h - edge;
    if (!clear) this.look(province, true, [w / 2, h * 0.4]);
  }

  // -- sizes -----------------------------------------------------------------------------------------------------------

  /** Sizes are noted when they change: reading them in the middle of an update would lay out the page twice. */
  measure() {
    this.rooms = new Map();
    this.sizes = new ResizeObserver((changes) => {
      for (const { target, contentRect } of changes) this.rooms.set(target, [contentRect.width, contentRect.height]);
      if (this.context.frame) this.resize();
    });
    for (const place of [this.host, this.at.sheet, this.at.mapbox]) {
      this.rooms.set(place, [place.clientWidth, place.clientHeight]);
      this.sizes.observe(place);
    }
  }

  resize() {
    const { layout, compact } = this.shell;
    const wide = layout === "wide";
    const map = this.rooms.get(this.at.mapbox);
    const size = `${map} ${this.rooms.get(this.host)} ${layout}`;
    this.host.classList.toggle("wide", wide);
    this.host.classList.toggle("narrow", !wide);
    if (size !== this.size) {
      this.size = size;
      this.context.scaleRoom = this.scaleRoom;
      this.ownWheel.fit();
      this.enemyWheel.fit();
      this.drawPieces(false);
      paint(this.at.tracks, tracks(this.context.view, this.shell, this.trackRoom));
      this.map.resize(map);
      const turned = map[0] > 0 && map[0] !== this.width; // another height is but a longer question: the reader goes on looking where he looked
      this.width = map[0] || this.width;
      if (compact) this.centre(true, turned);
      else if (!this.strayed && map[0]) this.map.panzoom.go(this.map.panzoom.atHome, true);
      this.felt.draw(this.context, false);
      this.drawElsewhere();
    }
    this.pointing.drawThread();
  }

  /** Pixels for the ruler of victory points, and how large it is drawn. */
  get trackRoom() {
    const [w] = this.rooms.get(this.host);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const unit = Math.max(1, rem / 13.2);
    if (this.shell.layout !== "wide") return { unit, room: Math.round(Math.max(240, Math.min(460, w - 110))) };
    return { unit, room: Math.round(Math.max(240, Math.min(48 * rem, w - (w < 76 * rem ? 46 : 62) * rem))) };
  }

  /** Units for the scale of a battle, drawn as large as all letters. */
  get scaleRoom() {
    const [w] = this.rooms.get(this.host);
    const { unit } = this.trackRoom;
    if (this.shell.layout === "wide") return Math.round(Math.max(360, w / unit - 590));
    return Math.round(Math.max(300, w - (this.shell.compact ? 44 : 260)));
  }

  /** On a phone the map opens close up, and shows what is asked, or picked. */
  centre(now = true, opening = false) {
    const { frame, view, picked } = this.context;
    const plan = this.context.plan();
    const [w, h] = this.rooms.get(this.at.mapbox);
    if (!w) return;
    if (frame.staged && this.brought) {
      this.look(this.brought, now, [w / 2, h * 0.4]);
      return;
    }
    const duty = view.active === view.side ? view.must_resolve[0] : undefined;
    const taken = picked.map((value) => this.provinceOf(value)).find(Boolean);
    const asked = plan?.target ?? taken ?? this.provinceOf(frame.ask?.about?.province);
    if (asked || opening) this.look(asked ?? duty ?? "berlin", now, [w / 2, plan ? h * 0.28 : h / 2]);
  }

  /** The province that a value names, or in which what it names lies: "paris", "def:paris:allied". */
  provinceOf(value) {
    return String(value).split(":").find((part) => this.context.isProvince(part));
  }

  /** A province in the middle of the map's frame, or at another spot of it; close up where the whole map would be too small. */
  look(province, now, spot) {
    const { panzoom } = this.map;
    const close = this.shell.compact ? Math.max(1, CLOSE_UP / panzoom.atHome.scale) : undefined;
    panzoom.show(this.map.atlas.blocks[province], close, now, spot);
  }

  /** Where the map shows only a part of what may be chosen: all of it in a line below the map. */
  drawElsewhere() {
    const { at, context, shell } = this;
    const places = shell.layout !== "wide" && !this.map.fits ? placesOf(shell, context) : [];
    const words = shell.t("ui.elsewhere", { count: places.length });
    at.elsewhere.setAttribute("aria-label", words);
    const chip = (value) => html`<button type="button" data-pick="${value}">${this.describe(value)}</button>`;
    const count = places.length ? html`<span data-tip="${words}">${places.length}</span>` : "";
    paint(at.elsewhere, [shell.layout === "phone" ? this.mapButtons() : "", count, ...places.map(chip)]);
  }

  // -- words -----------------------------------------------------------------------------------------------------------

  headline({ view }) {
    const { t } = this.shell;
    const said = [`${view.year} · ${t(`ui.season.${view.season}`)}`];
    if (view.turn_no) said.push(t("ui.headline.turn", { turn: view.turn_no, side: view.active }));
    if (view.season === "winter") said.push(t("ui.headline.winter"));
    return said;
  }

  tabs() {
    const { t } = this.shell;
    const keys = { map: "m", wheels: "w", table: "t" };
    return Object.entries(keys).map(([id, key]) => ({ id, label: t(`ui.tab.${id}`), key }));
  }

  describe(value) {
    if (this.context?.isProvince(value)) return `${this.context.number(value)} ${this.shell.name(value)}`;
    return this.context && /^(def|op|quag|vic):/.test(value) ? this.context.pileName(value) : undefined;
  }

  /** The battles of a log. */
  battles(log) {
    return battles(this.shell, log);
  }

  inspect(kind, id, event) {
    return this.context?.frame ? inspect(this.context, kind, id, event) : null;
  }

  legend() {
    return this.context?.frame ? legend(this.context) : [];
  }

  tables(frame) {
    return this.context?.frame ? textTables(frame.view, this.shell, this.context) : [];
  }
}
