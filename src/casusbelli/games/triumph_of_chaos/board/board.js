// The table of Triumph of Chaos: the map with the war on it, factions and politics beside it, the hand below.

import { Edges, mapOf } from "/static/edges.js";
import { build, html, paint } from "/static/markup.js";
import { BattleCard } from "./battle.js";
import { battles } from "./battle_log.js";
import { USES } from "./card_faces.js";
import * as cards from "./cards.js";
import { Context } from "./context.js";
import * as factionTable from "./factions.js";
import { explain } from "./explain.js";
import { Fan } from "./fan.js";
import { MapView } from "./map.js";
import { MiniMap } from "./minimap.js";
import { Motion } from "./motion.js";
import { Pointing } from "./pointing.js";
import * as politics from "./politics.js";
import { Reading } from "./reading.js";
import * as reserves from "./reserves.js";
import { scene } from "./scenes.js";
import { definitions, sign } from "./symbols.js";
import { textTables } from "./textboard.js";
import { inForce, tracks } from "./tracks.js";
import { turnSummary } from "./turn_summary.js";
import { digest, victory } from "./victory.js";

export const styles = ["board.css", "map.css", "pieces.css", "motion.css", "war.css", "scenes.css", "factions.css", "politics.css", "political_cards.css", "cards.css"];
export const factions = { white: "whites", red: "reds" };
export { FILTERS, LANDMARKS, QUIET, STAGED } from "./scenes.js";
export const summaries = ["turn"];
export const headings = ["turn", "political_phase", "logistics", "action"];
export const phases = ["political_phase", "logistics", "action"];

const ZOOM_KEYS = ["+", "=", "-", "0"];
const TABS = { map: "m", factions: "f", forces: "r" };

const SKELETON = [
  html`<div class="tracks" data-tab="map" data-part="tracks" data-scrolls role="group" tabindex="0"></div>`,
  html`<div class="field" data-tab="map"><div class="mapbox" data-part="map" tabindex="-1" role="group">
      <div class="minimap" tabindex="0" role="application"></div><div class="fan" role="group" hidden></div></div>
    <div class="controls" data-scrolls><div class="zoom"><button type="button" data-zoom="+" data-say="in">+</button><button type="button" data-zoom="-" data-say="out">−</button>
        <button type="button" data-zoom="0" data-say="fit">${sign("fit", 16)}</button><button type="button" data-bare data-say="bare" aria-pressed="false">${sign("layers", 16)}</button></div>
      <div class="jumps" role="group"></div></div>
    <i class="ringside" aria-hidden="true"></i><aside class="battle" data-part="battle" data-covers hidden></aside><section class="politics" data-part="politics" data-scrolls hidden></section></div>`,
  html`<section class="hand" data-tab="map factions" data-part="hand" tabindex="-1"></section>`,
  html`<div class="column"><section class="factions" data-tab="factions" data-part="factions" tabindex="-1"></section><section class="boxes" data-tab="factions" data-part="boxes"></section>
    <section class="reserves" data-tab="forces" data-part="reserves" data-scrolls tabindex="-1"></section></div>`,
];
const PARTS = ["tracks", "field", "mapbox", "controls", "jumps", "minimap", "fan", "ringside", "battle", "politics", "hand", "column", "factions", "boxes", "reserves"];

export default class Board {
  constructor(host, shell) {
    this.host = host;
    this.shell = shell;
    host.classList.add("toc", "toc-board");
    host.replaceChildren(build(definitions), ...SKELETON.map(build));
    this.at = Object.fromEntries(PARTS.map((name) => [name, host.querySelector(`.${name}`)]));
    this.ending = new AbortController();
    this.ready = this.open();
  }

  /** The drawing and what is printed are fetched once. */
  async open() {
    const files = ["map.json", "printed.json"].map((name) => fetch(new URL(name, import.meta.url)).then((answer) => answer.json()));
    const [geometry, printed] = await Promise.all(files);
    if (this.ending.signal.aborted) return;
    const { at, shell } = this;
    this.ctx = new Context(shell, printed, geometry);
    this.reading = new Reading(printed);
    this.map = new MapView(at.mapbox, this.ctx, this.reading, { moved: (moving) => this.moved(moving) });
    this.edges = new Edges(this.host, at.mapbox, shell, { ...mapOf(this.map.panzoom), lids: ".minimap" });
    this.mini = new MiniMap(at.minimap, this.ctx, this.map);
    this.motion = new Motion(at.mapbox, this.ctx, this.reading, this.map);
    this.fan = new Fan(at.fan, this.ctx, this.reading, this.map);
    this.battle = new BattleCard(at.battle, this.ctx, this.reading);
    this.pointing = new Pointing(at, this.ctx, this.reading, { map: this.map, fan: this.fan, battle: this.battle });
    this.ctx.showSpace = (space) => this.map.show(geometry.spaces[space]);
    this.ctx.highlight = (spaces) => this.map.highlight(spaces);
    /** @type {any[]} */
    this.panels = [
      factionTable.mount(at.factions, this.ctx),
      politics.mountBoxes(at.boxes, this.ctx),
      politics.mount(at.politics, this.ctx),
      cards.mount(at.hand, this.ctx),
      reserves.mount(at.reserves, this.ctx, this.reading),
    ];
    this.listen();
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(at.mapbox);
  }

  destroy() {
    this.ending.abort();
    this.sizes?.disconnect();
    this.edges?.destroy();
    this.map?.destroy();
    for (const panel of this.panels ?? []) panel.destroy?.();
    this.host.classList.remove("toc", "toc-board", "bare");
    this.host.replaceChildren();
  }

  // -- touching --------------------------------------------------------------------------------------------------------

  listen() {
    const { signal } = this.ending;
    const on = (node, type, act, options) => node.addEventListener(type, act, { signal, ...options });
    this.pointing.listen(on);
    on(this.host, "click", ({ target }) => this.clicked(target));
    on(this.at.mapbox, "keydown", (event) => {
      const free = !event.defaultPrevented && !event.target.closest("[data-pick], .minimap");
      if (free && !ZOOM_KEYS.includes(event.key) && this.map.panzoom.key(event.key)) event.preventDefault();
    });
    on(document, "keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select, dialog")) return;
      if (ZOOM_KEYS.includes(event.key)) this.map.panzoom.key(event.key);
    });
  }

  clicked(target) {
    const button = target.closest("[data-zoom], [data-bare], [data-jump]");
    if (!button || !this.at.controls.contains(button)) return;
    const { zoom, jump } = button.dataset;
    if (zoom) this.map.panzoom.key(zoom);
    if (jump) this.map.showRect(this.ctx.geometry.theatres[jump]);
    if ("bare" in button.dataset) button.setAttribute("aria-pressed", String(this.host.classList.toggle("bare")));
  }

  moved(moving) {
    if (moving) this.fan?.close();
    else {
      this.mini?.follow();
      this.motion?.follow();
    }
  }

  // -- drawing ---------------------------------------------------------------------------------------------------------

  /** How a beat is staged. */
  scene(event, frame, previous) {
    return scene(this.ctx ?? this.shell, event, frame, previous);
  }

  update(frame, previous) {
    this.frame = frame;
    if (!this.map) return;
    const { ctx, at, reading, shell } = this;
    ctx.take(frame, shell.picked);
    reading.take(frame.view);
    this.host.dataset.decision = ctx.decision;
    this.host.dataset.near = ctx.near;
    this.host.classList.toggle("powers", frame.view.factions.central_powers.fate === "in_play");
    // After a jump the whole past is news: nothing is marked as the last move then.
    if (previous === null || frame.events.list.length) this.host.classList.toggle("jumped", previous === null);
    for (const name of ["wide", "tablet", "phone"]) this.host.classList.toggle(name, shell.layout === name);
    ctx.height = shell.layout === "wide" ? this.host.clientHeight : Infinity; // asked before anything is drawn: each time costs a layout
    paint(at.tracks, tracks(frame, ctx));
    for (const panel of this.panels) panel.update(frame, previous);
    this.drawVictory();
    this.drawLabels();
    this.resize();
    this.map.update();
    this.map.panzoom.attend(Boolean(frame.staged));
    this.pointing.update(frame, previous);
    this.motion.update(frame, previous);
    requestAnimationFrame(() => {
      this.mini.update();
      if (this.frame === frame) this.lookAt(previous === null);
    });
  }

  drawVictory() {
    const panel = this.shell.panel("victory", this.ctx.t("ui.victory.title"));
    const folded = this.shell.digest("victory");
    for (const node of [panel, folded]) node.classList.add("toc", "toc-victory");
    const { over, view } = this.frame;
    const final = over ? { red: over.scores[view.seats.red], white: over.scores[view.seats.white] } : null;
    paint(panel, victory(view, this.ctx, final));
    paint(folded, digest(view, this.ctx, final));
  }

  /** Words that only a change of language changes. */
  drawLabels() {
    const { at, ctx } = this;
    const { t } = ctx;
    at.mapbox.setAttribute("aria-label", t("ui.map.label"));
    at.tracks.setAttribute("aria-label", t("ui.track.label"));
    at.battle.setAttribute("aria-label", t("ui.battle.label"));
    at.jumps.setAttribute("aria-label", t("ui.jump.label"));
    for (const button of at.controls.querySelectorAll("[data-say]")) {
      button.dataset.tip = t(`ui.zoom.${button.dataset.say}`);
      button.setAttribute("aria-label", button.dataset.tip);
    }
    paint(at.jumps, Object.keys(ctx.geometry.theatres).map((id) => html`<button type="button" data-jump="${id}">${t(`ui.jump.${id}`)}</button>`));
  }

  /** The shell tells what is picked whenever it draws the prompt. */
  picks(frame, picked) {
    const { ctx } = this;
    if (!ctx?.frame) return undefined;
    if (picked.join(" ") !== ctx.picked.join(" ")) {
      const taken = picked.length >= ctx.picked.length ? picked.at(-1) : undefined;
      ctx.picked = [...picked];
      queueMicrotask(() => {
        if (taken) this.bring(taken, 0); // it may have been taken from a list; what was touched on the map stays
        for (const panel of this.panels) panel.picks?.(ctx.picked);
        this.pointing.picked();
        this.shell.refresh();
        this.mini.lit();
      });
    }
    for (const panel of this.panels) {
      const told = panel.answers?.(frame, picked);
      if (told) return told;
    }
    return undefined;
  }

  /** What a touch on something that is not lit was meant to be. */
  attempts(value) {
    return this.pointing?.attempts(value) ?? [];
  }

  /** In a list a use of a card says what it is worth, as the buttons do. */
  row([verb, card], parts) {
    const { ctx } = this;
    const alone = parts.length === 1 && parts[0][0] === "verb";
    return ctx?.decision === "choose_action" && alone && USES.includes(verb) ? { label: cards.useLabel(ctx, card, verb) } : {};
  }

  /** Brings something into sight for the coach: a space of the map, clear of the card of the battle. */
  reveal(node, value) {
    if (!this.map || !this.at.mapbox.contains(node) || this.at.fan.contains(node)) return;
    this.fan.close(); // an opened stack may lie over it
    const space = this.reading.isSpace(value) ? value : [...this.map.places].find(([, place]) => place.contains(node))?.[0];
    if (space) this.map.show(this.ctx.geometry.spaces[space], undefined, true, this.shell.compact ? [0.5, 0.3] : [0.36, 0.5]);
  }

  /** What a scene is about comes into sight, beside the tableau: below it, on a phone above; left of the tall one of a battle. */
  bring(value, edge = 60) {
    const { map, reading, ctx, shell, at } = this;
    if (!map || !reading.isSpace(value)) return;
    const fought = ctx.view.battle && !shell.compact;
    if (map.isInSight(value, edge) && !(fought && this.isUnder(at.ringside, value))) return;
    map.show(ctx.geometry.spaces[value], undefined, false, shell.compact ? [0.5, 0.25] : fought ? [0.18, 0.5] : [0.5, 0.78]);
  }

  // -- sizes -----------------------------------------------------------------------------------------------------------

  resize() {
    const { clientWidth, clientHeight } = this.at.mapbox;
    const again = this.map.resting && clientWidth && (clientWidth !== this.map.width || clientHeight !== this.map.height);
    this.map.resize(clientWidth, clientHeight);
    if (again) this.lookAt(true);
    this.mini.follow();
  }

  /** Brings what is asked into sight; where nothing is, the map stays as the reader left it. */
  lookAt(first) {
    const { ctx, map, reading } = this;
    const told = [ctx.about.space, ctx.view.battle?.target].find((id) => id && reading.isSpace(id));
    const lit = [...map.places].filter(([, place]) => place.classList.contains("legal")).map(([id]) => id);
    const seen = lit.some((id) => map.isInSight(id));
    const fresh = first || ctx.decision !== this.looked;
    this.looked = ctx.decision;
    if (told) {
      if (!map.isInSight(told, 60) || this.isUnder(this.at.battle, told)) map.show(ctx.geometry.spaces[told], undefined, first, this.shell.compact ? [0.5, 0.25] : [0.36, 0.5]);
    } else if (lit.length && (!seen || fresh)) map.showMost(lit, first);
  }

  /** Whether a part of the field, as the card of the battle, lies over a space. */
  isUnder({ offsetLeft, offsetTop, offsetWidth, offsetHeight }, space) {
    const [x, y] = this.map.spot(space);
    return x > offsetLeft - 30 && x < offsetLeft + offsetWidth + 30 && y > offsetTop - 30 && y < offsetTop + offsetHeight + 30;
  }

  /** What the inspector tells of a part of the board. */
  /** The battles of a log. */
  battles(log) {
    return this.ctx ? battles(this.ctx, log) : [];
  }

  inspect(kind, id) {
    return this.ctx?.frame ? explain(this.ctx, this.reading, kind, id) : null;
  }

  // -- words -----------------------------------------------------------------------------------------------------------

  /** What the turn that is over has brought. */
  summary(event, frame) {
    return this.ctx ? turnSummary(this.ctx, event, frame) : null;
  }

  headline({ view }) {
    const t = (key, params) => this.shell.t(key, params);
    const year = this.ctx?.printed.turns[view.turn]?.year ?? "";
    const said = [t(`scenario.${view.scenario}.title`), t("ui.headline.turn", { turn: view.turn, year })];
    said.push(view.round && view.active !== "none" ? t("ui.headline.round", { round: view.round, rounds: view.rounds, side: view.active }) : t(`ui.phase.${view.phase}`));
    return [...said, ...inForce(view, t)];
  }

  /** The side a seat plays: the bid may have exchanged them. */
  plays({ view }, seat) {
    return Object.keys(view.seats).find((each) => view.seats[each] === seat);
  }

  facts(frame, seat) {
    const { view } = frame;
    const side = this.plays(frame, seat);
    if (!side) return [];
    const t = (key) => this.shell.t(key);
    return [
      frame.over ? { label: t("ui.fact.final"), value: frame.over.scores[seat] } : { label: t("ui.fact.vp"), value: view.vp[side] },
      { label: t("ui.fact.cities"), value: view.vc[side] },
      { label: t("ui.fact.hand"), value: view.counts[side].hand },
    ];
  }

  tabs() {
    return Object.entries(TABS).map(([id, key]) => ({ id, label: this.shell.t(`ui.tab.${id}`), key }));
  }

  tables(frame) {
    if (!this.ctx) return [];
    this.ctx.take(frame, this.shell.picked);
    this.reading.take(frame.view);
    return [...textTables(this.ctx, this.reading), ...this.panels.flatMap((panel) => panel.tables?.(frame) ?? [])];
  }
}
