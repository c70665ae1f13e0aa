// The table of WunderWaffen: map, tracks, tray and laboratory, drawn from frame.view. The shell lights what may be picked.

import { Edges, mapOf } from "/static/edges.js";
import { build, html, paint } from "/static/markup.js";
import { answers, tokenLabel } from "./answers.js";
import { battles } from "./battle_log.js";
import { row } from "./follows.js";
import { inspect, legend } from "./inspect.js";
import { laboratory, library } from "./lab.js";
import { MapView } from "./map.js";
import { factionLine, factions as factionCards } from "./panels.js";
import { Pointing } from "./pointing.js";
import { FACTIONS, GERMAN, Reading } from "./reading.js";
import { scene, sources } from "./scenes.js";
import { definitions, icon } from "./symbols.js";
import { textTables } from "./textboard.js";
import { conference, conferenceChip, moraleAndPolitics, strategy, strategyChip, tracksChip } from "./tracks.js";
import { heaps, tray } from "./tray.js";

export const styles = ["board.css", "map.css", "table.css", "lab.css"];
export { factions } from "./colours.js";
export { FILTERS, LANDMARKS, QUIET, STAGED } from "./scenes.js";
export const headings = ["part_began", "turn_began"];
export const phases = ["turn_began"];
export const summaries = ["part_ended"];

const LEAST = { wide: 0.76, tablet: 0.74, phone: 1.05 }; // pixels for a map unit below which its places could not be told apart
const TYPE = 15; // pixels of the type for which tray, laboratory and tracks are drawn; with larger type they grow
const COLUMN = 244; // width and height of the tracks beside the map, at that type
const COLUMN_HEIGHT = 470;
const GIVES = 0.93; // what share of its size the map may lose to the tracks beside it
const ZOOM_KEYS = ["+", "=", "-", "0"];
// The sign, the drawing, what it is when folded, and the part (as lessons name it) of each inset.
/** @type {Record<string, any[]>} */
const INSETS = {
  tracks: ["morale", moraleAndPolitics, tracksChip, html`data-part="tracks morale politics"`],
  conf: ["table", conference, conferenceChip, html`data-part="conference"`],
  strat: ["strategy", strategy, strategyChip, html`data-part="strategy"`],
};
const ZOOMED = 1.02; // from here on the reader has chosen where to look

/** Who plays; before the first turn of a part, the first of these whose ready tokens are still being picked. */
const picker = ({ phase, active, ready }, led) => (phase.startsWith("turn") ? active : led.find((faction) => ready[faction].includes(null)));

/** The shell, with its words free to be taken apart: const { t, name } = shell. */
function wordy(shell) {
  return Object.assign(Object.create(shell), { t: (...said) => shell.t(...said), name: (id) => shell.name(id) });
}

const SKELETON = [
  html`<div class="field"><div class="mapbox" data-tab="map" data-part="map" tabindex="0"></div>
    <div class="zoom" data-tab="map"><button type="button" data-zoom="+" data-say="in">+</button><button type="button" data-zoom="-" data-say="out">−</button><button type="button" data-zoom="0" data-say="fit">${icon("fit", 20)}</button></div>
    <div class="insets" data-tab="tracks" tabindex="-1">${Object.entries(INSETS).map(([id, [sign, , , part]]) => html`<details class="inset i-${id}" ${part} open><summary><span class="title">${icon(sign, 15)}<b></b></span><span class="brief"></span></summary><div class="body"></div></details>`)}</div>
    <i class="perch west"></i><i class="perch east"></i><aside class="tip" role="note" hidden></aside></div>`,
  html`<div class="foot"><section class="tray" data-part="tray"></section><section class="lab" data-tab="lab" data-part="lab research" data-scrolls tabindex="-1"></section></div>`,
];

export default class Board {
  constructor(host, shell) {
    this.host = host;
    this.shell = wordy(shell);
    host.classList.add("ww", "ww-board");
    host.replaceChildren(build(definitions), ...SKELETON.map(build));
    const parts = ["field", "mapbox", "zoom", "insets", "tip", "tray", "lab"];
    this.at = Object.fromEntries(parts.map((name) => [name, host.querySelector(`.${name}`)]));
    this.ending = new AbortController();
    this.ready = this.open();
  }

  /** The map's drawing is fetched once. */
  async open() {
    const answer = await fetch(new URL("map.json", import.meta.url));
    const atlas = await answer.json();
    if (this.ending.signal.aborted) return;
    this.reading = new Reading(this.shell, atlas);
    this.map = new MapView(this.at.mapbox, this.shell, atlas, () => this.strayed());
    this.edges = new Edges(this.host, this.at.mapbox, this.shell, { ...mapOf(this.map.panzoom), lids: ".insets > details, .zoom" });
    this.pointing = new Pointing(this.at, this.host, this.shell, this.map, this.reading, (preview) => this.drawFactions(preview));
    const on = (node, type, act, options) => node.addEventListener(type, act, { signal: this.ending.signal, ...options });
    on(this.host, "click", (event) => this.touched(event), { capture: true });
    this.pointing.listen(on);
    on(this.at.mapbox, "focusin", (event) => event.target !== this.at.mapbox && this.map.bring(event.target));
    on(this.at.mapbox, "keydown", (event) => {
      const free = !event.defaultPrevented && !event.target.closest("[data-pick]");
      if (free && !ZOOM_KEYS.includes(event.key) && this.map.panzoom.key(event.key)) event.preventDefault();
    });
    on(document, "keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select, dialog")) return;
      if (ZOOM_KEYS.includes(event.key)) this.map.panzoom.key(event.key);
    });
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(this.at.field);
  }

  destroy() {
    this.ending.abort();
    this.sizes?.disconnect();
    this.edges?.destroy();
    this.map?.destroy();
    this.host.classList.remove("ww", "ww-board");
    this.host.replaceChildren();
  }

  // -- touching --------------------------------------------------------------------------------------------------------

  /** Sides of tokens and the tracks stand for more than one value: the board turns a touch on them into picks or a play. */
  touched(event) {
    const { target } = event;
    if (target.closest(".mapbox") && this.map.panzoom.dragged) return undefined;
    const opener = target.closest("[data-open], [data-zoom]");
    if (opener) return opener.dataset.open ? this.openDialog(opener.dataset.open) : this.map.panzoom.key(opener.dataset.zoom);
    const side = target.closest("[data-slot]");
    const use = target.closest("[data-use]");
    if (!side && !use) return this.pointing.hold(event);
    event.stopPropagation();
    event.preventDefault();
    return side ? this.pickSide(side.dataset) : this.playUse(use, event);
  }

  pickSide({ slot, faction }) {
    const { shell, reading } = this;
    const again = reading.side?.slot === slot && reading.side.faction === faction;
    while (shell.picked.length && shell.unpick());
    if (again) return;
    const plays = reading.playsOf(slot, faction);
    if (plays.length === 1) this.pointing.offer(plays[0]);
    else if (plays.length) {
      shell.pick(slot);
      if (!shell.picked.includes(faction)) shell.pick(faction);
    } else if (reading.playing) shell.choose(["place", slot, faction, this.pieceOf(slot, faction), ""]);
  }

  pieceOf(slot, faction) {
    const { view, faction: owner } = this.reading;
    const token = view.reserve[owner]?.[slot] ?? view.ready[owner][Number(slot.at(-1)) - 1];
    return faction === owner ? token.front : token.back[1];
  }

  playUse(node, event) {
    const { reading, shell } = this;
    const { use, pick } = node.dataset;
    const play = reading.play(use, use === "reserve" ? pick : undefined);
    if (play && event.pointerType === "touch") return this.pointing.offer(play);
    if (play) return shell.choose(play);
    if (reading.side) return shell.choose([use, ...reading.plays[0].slice(1, 4)]);
    return undefined;
  }

  openDialog(name) {
    const { shell, reading } = this;
    const body = build(name === "lab" ? library(reading, shell) : heaps(reading, shell));
    shell.dialog({ title: shell.t(name === "lab" ? "ui.lab.title" : "ui.tray.heaps"), body, kind: "wide" });
  }

  // -- drawing ---------------------------------------------------------------------------------------------------------

  leads({ view }, seat) {
    return FACTIONS.filter((faction) => view.seats[faction] === seat);
  }

  /** Which faction of a seat that leads two is asked. */
  acts({ view, ask }, seat, decision) {
    const led = this.leads({ view }, seat);
    const german = decision === "intercept_air_raid" || decision === "setup_research";
    return [ask?.about?.faction, german && GERMAN, view.choosing, picker(view, led)].find((faction) => led.includes(faction));
  }

  /** Fronts and pieces are the same words for everybody, and in one's own tray another's token was not touched. */
  touches({ kind, params: { front, fronts, piece, ...params } }) {
    return kind === "picked" ? { lies: `start_${params.faction}` } : params;
  }

  /** How a beat is staged. */
  scene(event, frame, previous) {
    const { shell, reading } = this;
    if (!reading) return null;
    if (event.kind === "part_ended") this.reported = event.params.part;
    return scene({ shell, reading, t: shell.t, name: shell.name }, event, frame, previous);
  }

  update(frame) {
    this.frame = frame;
    if (!this.map) return;
    const { shell, reading } = this;
    reading.take(frame, shell.picked);
    if (frame.staged) this.map.panzoom.attend(true); // the way back is taken when the present is drawn
    this.host.dataset.decision = reading.decision;
    this.map.update(reading);
    this.drawPicks();
    this.pointing.reset();
    this.drawLabels();
    this.resize();
    this.openBonus();
    requestAnimationFrame(() => this.lookAtLit());
  }

  /** A bonus to be chosen lies in the Strategy track: where the tracks are folded, this one opens by itself. */
  openBonus() {
    const asked = this.reading.decision === "choose_strategy_bonus";
    if (this.folded && asked !== this.asked) this.at.insets.querySelector(".i-strat").open = asked;
    this.asked = asked;
  }

  /** A new question: bring what it lights into sight, once the shell has lit it. */
  lookAtLit() {
    const { frame } = this.reading;
    const question = frame?.ask && `${frame.seq} ${frame.ask.decision}`;
    if (this.ending.signal.aborted || !this.shell.host.isConnected) return;
    if (!frame?.staged) this.map.panzoom.attend(false);
    if (question && question !== this.looked && this.looksAbout) this.map.reveal();
    this.looked = question;
    this.strayed();
  }

  /** Whether the map goes where something is lit: not where all of it is on screen, nor where the reader has looked closer. */
  get looksAbout() {
    return this.shell.layout !== "wide" && this.map.panzoom.zoom < ZOOMED;
  }

  /** All that depends on what is picked. */
  drawPicks() {
    const { shell, reading, at } = this;
    this.host.classList.toggle("picking", reading.picked.length > 0);
    this.host.classList.toggle("playing", reading.playing);
    for (const [id, [, draw, chip]] of Object.entries(INSETS)) {
      paint(at.insets.querySelector(`.i-${id} .body`), draw(reading, shell));
      paint(at.insets.querySelector(`.i-${id} .brief`), chip(reading, shell));
    }
    paint(at.tray, tray(reading, shell));
    paint(at.lab, laboratory(reading, shell));
    this.drawFactions(null);
    this.pointing.pills();
  }

  drawFactions(preview) {
    const { shell, reading } = this;
    const panel = shell.panel("factions", shell.t("ui.faction.title"));
    const digest = shell.digest("factions");
    for (const node of [panel, digest]) {
      node.classList.add("ww", "ww-factions");
      node.style.setProperty("--u", String(this.unit));
    }
    paint(panel, factionCards(reading, shell, preview));
    paint(digest, factionLine(reading, shell, preview));
  }

  /** Words that only a change of language changes. */
  drawLabels() {
    const { shell, at } = this;
    for (const id of Object.keys(INSETS)) at.insets.querySelector(`.i-${id} .title b`).textContent = shell.t(`ui.inset.${id}`);
    at.mapbox.setAttribute("aria-label", shell.t("ui.map.label"));
    at.mapbox.setAttribute("role", "group");
    at.tray.setAttribute("aria-label", shell.t("ui.tray.label"));
    at.lab.setAttribute("aria-label", shell.t("ui.lab.title"));
    for (const button of at.zoom.children) {
      button.dataset.tip = shell.t(`ui.zoom.${button.dataset.say}`);
      button.setAttribute("aria-label", button.dataset.tip);
    }
  }

  /** The shell tells what is picked whenever it draws the prompt. */
  picks(frame, picked) {
    const { reading } = this;
    if (!reading?.frame) return undefined;
    if (picked.join(" ") !== reading.picked.join(" ")) {
      reading.picked = [...picked];
      queueMicrotask(() => {
        this.pointing.reset();
        this.drawPicks();
        this.shell.refresh();
        if (reading.side) this.map.reveal();
      });
    }
    return answers(reading, this.shell);
  }

  /** In a list each answer says what follows from it. */
  row(option) {
    const { reading, shell, pointing } = this;
    return reading?.frame ? row(reading, shell, (choice) => pointing.foresee(choice), option) : {};
  }

  /** Brings a place on the map into sight for the ring round it. */
  bring(value) {
    const node = this.at.mapbox.querySelector(`:is([data-place="${CSS.escape(value)}"], [data-piece="${CSS.escape(value)}"])`);
    if (node) this.map.bring(node);
  }

  /** Brings something into sight for the coach: a place on the map, or one of the tracks that are folded over it. */
  reveal(node) {
    if (this.at.mapbox.contains(node)) this.map?.bring(node);
    else if (this.at.insets.contains(node)) node.closest("details")?.setAttribute("open", "");
  }

  // -- sizes -----------------------------------------------------------------------------------------------------------

  /** The reader's type, as a multiple of the one for which the board is drawn. */
  get unit() {
    return Number(Math.max(1, parseFloat(getComputedStyle(document.documentElement).fontSize) / TYPE).toFixed(3));
  }

  /** The tracks lie beside the map where that costs it little, else folded on it; the map never grows so small that it cannot be read. */
  resize() {
    const { layout } = this.shell;
    const wide = layout === "wide";
    const { unit, host, at } = this;
    host.style.setProperty("--u", String(unit));
    host.classList.toggle("wide", wide);
    host.classList.toggle("narrow", !wide);
    host.classList.toggle("phone", this.shell.compact);
    const { clientWidth, clientHeight } = at.field;
    if (!clientWidth) return;
    const costs = this.map.scaleIn(clientWidth - COLUMN * unit, clientHeight) < GIVES * this.map.scaleIn(clientWidth, clientHeight);
    this.fold(wide && (costs || clientHeight < COLUMN_HEIGHT * unit), wide);
    const { clientWidth: width, clientHeight: height } = at.mapbox;
    if (!width) return;
    const turned = `${layout} ${width}`; // the height changes with every longer sentence, the width when a phone is turned
    const { panzoom } = this.map;
    const again = (this.map.resting && height !== panzoom.height) || (this.turned && turned !== this.turned);
    this.map.resize(width, height, LEAST[layout] ?? LEAST.tablet);
    this.map.corner.forEach((n, i) => host.style.setProperty(`--corner-${"xy"[i]}`, `${n.toFixed(1)}px`));
    this.turned = turned;
    if (!again || panzoom.zoom >= ZOOMED) return;
    panzoom.go(panzoom.atHome, true);
    if (this.looksAbout) this.map.reveal();
  }

  fold(folded, wide) {
    if (this.folded !== folded) for (const inset of this.at.insets.children) inset.open = !folded;
    this.folded = folded;
    this.host.classList.toggle("folded", folded);
    this.host.classList.toggle("beside", wide && !folded);
  }

  /** Who has looked aside finds the way back. */
  strayed() {
    if (this.map) this.host.classList.toggle("strayed", this.map.panzoom.away && !this.map.resting);
  }

  // -- words -----------------------------------------------------------------------------------------------------------

  /** A ready token is called by what is on it. */
  describe(value) {
    const { reading, shell } = this;
    const lies = reading?.playing && (/^ready_\d$/.test(value) ? reading.view.ready[reading.faction][Number(value.at(-1)) - 1] : reading.view.reserve[reading.faction]?.[value]);
    return lies ? tokenLabel(value, reading.view, reading.faction, shell) : undefined;
  }

  /** The territories that were decided, in a log. */
  battles(log) {
    return battles(this.shell, log);
  }

  inspect(kind, id) {
    return this.reading?.frame ? inspect(this.reading, this.shell, this.pointing, kind, id) : null;
  }

  /** What a part has brought, for who has not read it on the stage: points with what was held for them and where they came from. */
  summary({ params: { part, scores, held, earned } }, _frame, again = false) {
    const { t, name } = this.shell;
    if (!again && this.reported === part) return null;
    const order = Object.keys(scores).sort((one, other) => scores[other] - scores[one]);
    const line = (faction) => [name(faction), t("ui.part.line", { score: scores[faction], territories: held[faction][0], cities: held[faction][1] })];
    const from = (faction) => {
      const told = sources(this.shell, earned, faction);
      return told ? [["", told]] : [];
    };
    return { title: t("ui.part.title", { part }), lines: order.flatMap((faction) => [line(faction), ...from(faction)]), note: t("ui.part.note") };
  }

  legend() {
    return this.reading?.frame ? legend(this.shell) : [];
  }

  headline({ view }) {
    const { t } = this.shell;
    const rounds = this.reading?.atlas.rounds[view.part - 1] ?? "";
    const said = [t("ui.headline.round", { part: view.part, round: view.round, rounds })];
    if (view.phase.startsWith("turn")) said.push(t("ui.headline.active", { faction: view.active }));
    return said;
  }

  tabs() {
    const { t } = this.shell;
    const keys = { map: "m", tracks: "t", lab: "r" };
    return Object.entries(keys).map(([id, key]) => ({ id, label: t(`ui.tab.${id}`), key }));
  }

  tables(frame) {
    if (!this.reading) return [];
    this.reading.take(frame, this.shell.picked);
    return textTables(this.reading, this.shell);
  }
}
