// The table of The Fog of War: map, wheels, hand and panels, drawn from frame.view. The shell lights what may be picked.

import {BattleTable} from "./battle.js";
import {Cards, total} from "./cards.js";
import {bidding, shop, victoryChoice} from "./counter.js";
import {build, html, paint} from "./dom.js";
import {duelTable, lookReport} from "./duel.js";
import {battleChoice, forecastCard, launchLabel} from "./forecast.js";
import {bigCard, provinceCard} from "./hover.js";
import {MapView} from "./map.js";
import {balance, dossier} from "./panels.js";
import {OPPONENT, readPile, seatedSide, sightings, SPACES} from "./reading.js";
import {definitions, icon} from "./symbols.js";
import {intel, piles, tray, victoryCards} from "./table.js";
import {textTables} from "./textboard.js";
import {Thread} from "./thread.js";
import {tracks} from "./tracks.js";
import {ribbon, Wheel} from "./wheel.js";

export const styles = ["board.css", "map.css", "pieces.css", "counters.css"];
export const factions = {allied: "allies", axis: "axis"};
export const headings = ["turn_began", "year_began"];

const DOCK = 430;       // the most room the wheels take beside the map
const LEAST = 0.56;     // pixels for a map unit below which the blocks would touch
const CLOSE_UP = 2;     // zoom at which the map opens on a phone
const LINGER = 900;     // milliseconds before a card shows its strengths
const INTEL = ["intel_step"];
const LATER = ["production_buy", "withdraw"];   // by then the last battle is old news

/** The shell, with its words free to be taken apart: const {t, name} = shell. */
function wordy(shell) {
  return Object.assign(Object.create(shell), {t: (...said) => shell.t(...said), name: (id) => shell.name(id)});
}

export default class Board {
  constructor(host, bare) {
    const shell = wordy(bare);
    Object.assign(this, {host, shell, cards: new Cards(shell), picked: [], all: false, shut: null});
    host.classList.add("fow", "fow-board");
    const {t} = shell;
    host.replaceChildren(build(definitions), build(html`<div class="tracks" data-tab="table"></div>`), build(html`<div class="sheet">
      <div class="mapbox" data-tab="map" tabindex="-1"><div class="grain"></div><ul class="key" aria-hidden="true"></ul><div class="zoom"><button type="button" data-zoom="+" aria-label="${t("ui.zoom.in")}">+</button><button type="button" data-zoom="-" aria-label="${t("ui.zoom.out")}">−</button><button type="button" data-zoom="0" aria-label="${t("ui.zoom.fit")}">0</button><button type="button" data-bare aria-pressed="false" aria-label="${t("ui.zoom.bare")}" title="${t("ui.zoom.bare")}">${icon("layers")}</button></div></div>
      <div class="wheels" data-tab="wheels" tabindex="-1"></div><svg class="thread" aria-hidden="true"></svg><div class="tip" role="tooltip" hidden></div></div>`),
    build(html`<div class="tip card-tip" role="tooltip" hidden></div>`),
    build(html`<div class="felt" hidden></div>`), build(html`<ol class="ribbon" data-tab="map wheels"></ol>`),
    build(html`<section class="bottom" tabindex="0"><div class="hand" data-tab="map wheels table" tabindex="-1" role="group"></div><div class="grp piles"></div><div class="grp intel"></div><div class="grp victory"></div></section>`));
    const find = (name) => host.querySelector(name);
    this.at = {tracks: find(".tracks"), sheet: find(".sheet"), mapbox: find(".mapbox"), wheels: find(".wheels"), key: find(".key"), tip: find(".tip"), cardTip: find(".card-tip"), felt: find(".felt"), ribbon: find(".ribbon"), hand: find(".hand"), piles: find(".piles"), intel: find(".intel"), victory: find(".victory")};
    this.enemyWheel = new Wheel(this.at.wheels, shell, false);
    this.ownWheel = new Wheel(this.at.wheels, shell, true);
    this.thread = new Thread(find(".thread"), this.at.sheet);
    this.battle = new BattleTable(shell, this.cards, this);
    this.ending = new AbortController();
    this.listen();
    this.ready = this.open();
  }

  /** The map's drawing is fetched once; what was asked before it came is drawn then. */
  async open() {
    const answer = await fetch(new URL("map.json", import.meta.url));
    this.atlas = await answer.json();
    if (this.ending.signal.aborted) return;
    this.map = new MapView(this.at.mapbox, this.shell, this.atlas, {
      dock: () => this.dock(),
      least: () => (this.shell.compact ? 0 : LEAST),
      moved: (moving) => { this.host.classList.toggle("panning", moving); this.drawThread(); },
    });
    // Sizes are noted when they change: reading them in the middle of an update would lay out the page twice.
    this.rooms = new Map();
    this.resizing = new ResizeObserver((changes) => {
      for (const {target, contentRect} of changes) this.rooms.set(target, [contentRect.width, contentRect.height]);
      if (this.view) this.resize();
    });
    for (const place of [this.host, this.at.sheet, this.at.mapbox]) {
      this.rooms.set(place, [place.clientWidth, place.clientHeight]);
      this.resizing.observe(place);
    }
    if (this.frame) this.update(this.frame, null);
  }

  destroy() {
    this.ending.abort();
    this.resizing?.disconnect();
    this.map?.destroy();
    this.host.classList.remove("fow", "fow-board", "wide", "narrow");
    this.host.replaceChildren();
  }

  listen() {
    const {signal} = this.ending, on = (node, type, act, options) => node.addEventListener(type, act, {signal, ...options});
    on(this.host, "click", (event) => this.clicked(event));
    for (const type of ["pointerover", "focusin"]) on(this.at.sheet, type, (event) => this.hover(event));
    on(this.at.sheet, "pointerleave", () => this.hoverOn(null));
    on(this.at.sheet, "focusout", (event) => { if (!this.at.sheet.contains(event.relatedTarget)) this.hoverOn(null); });
    for (const type of ["pointerover", "pointerleave", "pointerdown", "focusin", "focusout"]) on(this.at.hand, type, (event) => this.hoverCard(event));
    on(this.at.mapbox, "keydown", (event) => { if (!event.defaultPrevented && !event.target.closest("[data-pick]") && this.map?.panzoom.key(event.key)) event.preventDefault(); });
    on(document, "keydown", (event) => {
      if (event.key === "Escape" && this.reporting) this.closeReport();
      else if (["+", "-", "0", "="].includes(event.key) && !event.ctrlKey && !event.metaKey && !event.target.closest("input, textarea, select, dialog")) this.map?.panzoom.key(event.key);
    });
  }

  clicked(event) {
    const button = event.target.closest("[data-zoom], [data-bare], [data-open], [data-close], [data-fold]");
    if (!button) return;
    if (button.dataset.zoom) this.map?.panzoom.key(button.dataset.zoom);
    if ("bare" in button.dataset) button.setAttribute("aria-pressed", String(this.host.classList.toggle("bare")));
    if (button.dataset.open) this.openPile(button.dataset.open);
    if ("close" in button.dataset) this.closeReport();
    if ("fold" in button.dataset) this.fold(!this.at.felt.classList.contains("folded"));
  }

  // -- drawing -------------------------------------------------------------------------------------------------------

  update(frame, previous) {
    this.frame = frame;
    this.view = frame.view;
    if (!this.map) return;
    this.picked = this.shell.picked ?? [];
    const {view, shell, at} = this, mine = seatedSide(view), moving = previous !== null;
    this.duties = new Set(view.must_resolve);
    this.blocked = new Set(view.blocked);
    this.sightings = sightings(view);
    this.host.dataset.decision = frame.ask?.decision ?? "";
    this.host.dataset.side = mine;
    this.noteNews(frame, previous);
    this.map.update(view, this);
    this.ownWheel.update(view, mine, this, moving);
    this.enemyWheel.update(view, OPPONENT[mine], this, moving);
    paint(at.ribbon, ribbon(view, mine, shell, this));
    at.ribbon.setAttribute("aria-label", shell.t("ui.ribbon.label"));
    paint(at.tracks, tracks(view, shell, this.trackRoom));
    paint(at.key, [["crate", "source"], ["resources", "resources"], ["vp", "vp"], ["flake", "winter"]].map(([sign, word]) => html`<li>${icon(sign, 16)}${shell.t(`ui.key.${word}`)}</li>`));
    paint(at.piles, piles(view, this.cards, shell));
    paint(at.intel, intel(view, shell));
    paint(at.victory, victoryCards(view, shell, this));
    this.drawPanels();
    this.drawFelt(moving);
    this.drawPicks();
    this.resize();
  }

  drawPanels() {
    const {view, shell} = this;
    this.panels = {balance: shell.panel("balance", shell.t("ui.balance.title")), seen: shell.panel("seen", shell.t(shell.layout === "wide" ? "ui.seen.title" : "ui.seen.short"))};
    for (const panel of Object.values(this.panels)) panel.classList.add("fow");
    paint(this.panels.balance, balance(view, shell));
    paint(this.panels.seen, dossier(view, this.cards, shell, this, this.all));
    const more = this.panels.seen.querySelector("[data-all]");
    if (more) more.onclick = () => { this.all = !this.all; this.drawPanels(); };
  }

  /** All that depends on what is picked: the tray, the piles that may be looked at, thread and arrows. */
  drawPicks() {
    const {view, frame, shell, at} = this, shown = tray(view, frame, this.picked, this.cards, shell);
    at.hand.setAttribute("aria-label", shown.label);
    at.hand.parentElement.setAttribute("aria-label", shell.t("ui.tab.table"));
    paint(at.hand, shown.cards);
    this.host.classList.toggle("picking", this.picked.length > 0);
    this.markTargets();
    this.drawArrows();
  }

  /** The shell tells what is picked whenever it draws the prompt. */
  picks(frame, picked) {
    const key = picked.join(" ");
    if (this.map && key !== this.picked.join(" ")) {
      this.picked = [...picked];
      this.closeReport();
      queueMicrotask(() => {
        this.map.update(this.view, this);
        this.enemyWheel.update(this.view, OPPONENT[seatedSide(this.view)], this, false);
        paint(this.at.victory, victoryCards(this.view, this.shell, this));
        this.drawPicks();
        if (this.shell.compact && this.plan()) this.centreOnLit(false);
      });
    }
    return this.answers(frame, picked);
  }

  // -- what the drawings ask -----------------------------------------------------------------------------------------

  get usa() { return this.atlas.off_map.usa_canada[this.view.year] ?? 0; }
  get urals() { return this.atlas.off_map.urals; }
  get creating() { return this.frame.ask?.options.some(([verb]) => verb === "create_operation") ?? false; }

  printed(province) { return this.atlas.printed[province]; }
  isProvince(id) { return id in this.atlas.printed; }
  number(province) { return this.atlas.printed[province]?.number ?? ""; }
  victoryProvince(id) { return id.replace(/^victory_/, ""); }
  worth(target, cards) { return total(cards, this.printed(target).kind, "attack"); }

  /** A name that fits an operation card. */
  shortName(province) {
    const key = `ui.short.${province}`, short = this.shell.t(key);
    return short === key ? this.shell.name(province) : short;
  }

  pileName(pile) {
    const {kind, place, side} = readPile(pile);
    return kind === "vic" ? this.shell.t("ui.pile.vic") : this.shell.t(`ui.pile.${kind}`, {place, side});
  }

  defenders(battle) {
    const {defence} = this.view.provinces[battle.province];
    return defence[battle.defender] + defence.neutral;
  }

  /** Piles are pieces of their own while intelligence is in question; otherwise they belong to their province. */
  lookable({id, side}) {
    const {ask} = this.frame;
    if (!ask || (side && side === this.view.side)) return false;
    if (INTEL.includes(ask.decision)) return true;
    return this.picked.includes("intel_action") && ask.options.some(([verb, pile]) => verb === "intel_action" && pile === id);
  }

  // -- thread and arrows ---------------------------------------------------------------------------------------------

  /** The operation that is picked or being launched, with its target. */
  plan() {
    const {view, picked} = this, own = view.side && view.sides[view.side].ops;
    const space = own && picked.find((value) => SPACES.includes(value) && own[value]?.target);
    return space ? {space, target: own[space].target, side: view.side} : null;
  }

  /** A card in hand may defend here or be planned against there: what is only a target stays in the background until a new operation is asked for. */
  markTargets() {
    const targets = new Set(), others = new Set();
    if (this.frame.ask?.decision === "choose_action" && this.picked.length && !this.picked.includes("create_operation")) {
      for (const [verb, ...values] of this.shell.candidates()) for (const value of values) (verb === "create_operation" ? targets : others).add(value);
    }
    for (const [province, ring] of this.map.rings) ring.classList.toggle("target", targets.has(province) && !others.has(province));
  }

  async drawArrows() {
    const plan = this.plan(), {view, frame} = this, launching = frame.ask?.decision === "choose_launch_province";
    this.drawThread();
    if (launching) {
      const options = frame.ask.options, target = view.battle?.province ?? frame.ask.about?.province ?? frame.ask.about?.target;
      this.map.showArrows(options.map(([, from]) => ({from, to: target, side: view.side, label: launchLabel(from, target, this), bright: true})));
      return;
    }
    for (const [province, ring] of this.map.rings) ring.classList.toggle("aim", province === plan?.target);
    const preview = plan && await this.foresee(plan.target);
    if (this.plan()?.space !== plan?.space) return;
    const legal = frame.ask?.options.some(([verb, space]) => verb === "launch_operation" && space === plan?.space);
    this.map.showArrows(plan && preview?.origin ? [{from: preview.origin, to: plan.target, side: plan.side, label: launchLabel(preview.origin, plan.target, this), bright: legal}] : []);
    if (!this.hovered) this.showTip(this.pinned);
  }

  /** The province whose card stays open without the pointer: the target of what is being decided. */
  get pinned() {
    const {ask} = this.frame;
    return this.plan()?.target ?? (ask?.decision === "add_to_attack" ? ask.about?.province : null) ?? null;
  }

  /** What the engine foresees of the battle that could be fought in a province now; asked once. */
  async foresee(province) {
    const choice = battleChoice(province, this.frame, this.picked, this.plan());
    if (!choice) return null;
    const key = `${this.frame.seq} ${choice.join(" ")}`;
    if (!this.foreseen?.has(key)) this.foreseen = new Map([[key, await this.shell.preview(choice)]]);
    return this.foreseen.get(key) ?? null;
  }

  drawThread() {
    const plan = this.view && this.map && this.plan(), panning = this.host.classList.contains("panning");
    const card = plan && this.at.wheels.querySelector(`[data-pick="${plan.space}"]`);
    const visible = card && !panning && card.getClientRects().length > 0 && this.host.classList.contains("wide") && this.at.felt.hidden;
    this.thread.draw(visible ? card : null, visible ? this.map.spot(plan.target) : null);
  }

  // -- the felt: battle, duel, shop ----------------------------------------------------------------------------------

  /** What has happened since the last frame and deserves a look: a battle fought out, a pile seen. */
  noteNews(frame, previous) {
    if (!previous || this.shell.replaying) { this.reporting = null; return; }
    const {view} = frame, before = previous.view, key = (battle) => battle && JSON.stringify([battle.province, battle.turn, battle.attack, battle.defence, battle.shown]);
    if (view.last_battle && !view.battle && key(view.last_battle) !== key(before.last_battle)) this.reporting = {battle: view.last_battle, turn: view.turn_no, fresh: !before.battle};
    const known = new Set(before.dossier.map((entry) => JSON.stringify([entry.pile, entry.turn, entry.seen, entry.size])));
    const seen = view.dossier.find((entry) => entry.how === "intel" && !known.has(JSON.stringify([entry.pile, entry.turn, entry.seen, entry.size])));
    if (seen) this.reporting = {look: seen, turn: view.turn_no};
    if (this.reporting && (view.turn_no > this.reporting.turn + 1 || LATER.includes(frame.ask?.decision))) this.reporting = null;
  }

  closeReport() {
    if (!this.reporting) return;
    this.reporting = null;
    this.drawFelt(false);
  }

  fold(folded) {
    this.at.felt.classList.toggle("folded", folded);
    this.markBusy();
    this.drawThread();
  }

  /** On small screens an open table takes the place of the hand, unless cards of the tray are asked for. */
  markBusy() {
    const {felt} = this.at;
    this.host.classList.toggle("busy", !felt.hidden && !felt.matches(".folded, .glance") && this.frame.ask?.decision !== "interdict");
  }

  drawFelt(moving) {
    const {frame, view, shell, at} = this, decision = frame.ask?.decision;
    let body = null, kind = "", name = "";
    const fresh = moving && (this.reporting?.fresh || (view.battle?.shown && !this.shown));
    if (view.duel) [body, kind, name] = [duelTable(view.duel, frame, shell, this.cards, this), "duel", shell.t("ui.duel.title")];
    else if (view.battle && decision !== "choose_launch_province") [body, kind, name] = [this.battle.draw(view.battle, frame, {fresh}), "battle", shell.t("ui.battle.of", {province: view.battle.province})];
    else if (decision === "production_buy") [body, kind, name] = [shop(frame, shell, this.cards), "market", shell.t("ui.shop.title")];
    else if (decision === "choose_victory_cards") [body, kind, name] = [victoryChoice(frame, shell, this), "choice", shell.t("ui.victory.choose")];
    else if (decision === "bid_for_side") [body, kind, name] = [bidding(shell), "choice", shell.t("ui.bid.title")];
    else if (this.reporting?.battle) [body, kind, name] = [this.battle.draw(this.reporting.battle, frame, {report: true, fresh}), "battle", shell.t("ui.battle.of", {province: this.reporting.battle.province})];
    else if (this.reporting?.look) [body, kind, name] = [lookReport(this.reporting.look, frame, shell, this.cards, this), "glance", shell.t("ui.look.title")];
    this.shown = Boolean(view.battle?.shown);
    at.felt.hidden = !body;
    this.markBusy();
    if (!body) { at.felt.classList.remove("folded"); this.kind = ""; }
    else {
      if (kind !== this.kind) at.felt.classList.remove("folded");
      this.kind = kind;
      at.felt.className = `felt ${kind}${at.felt.classList.contains("folded") ? " folded" : ""}`;
      at.felt.setAttribute("role", "region");
      at.felt.setAttribute("aria-label", name);
      paint(at.felt, html`<button type="button" class="foldb" data-fold><span class="f1">${shell.t("ui.felt.fold")}</span><span class="f2">${name}</span></button><div class="feltin">${body}</div>`);
    }
    this.drawThread();
  }

  /** Own Discard, Win and Loss may be looked through at any time. */
  openPile(name) {
    const {shell, view} = this, faces = build(html`<div class="fow cardlist">${view.own[name].map((card) => this.cards.face(card, view.side))}</div>`);
    shell.dialog({title: shell.name(name), body: faces, kind: "wide"});
  }

  // -- the card of a province ----------------------------------------------------------------------------------------

  hover(event) {
    const target = event.target.closest?.("[data-area], [data-block]");
    const province = target?.dataset.area ?? target?.dataset.block;
    if (event.type === "focusin" || event.pointerType === "mouse" || event.pointerType === undefined) this.hoverOn(province && this.isProvince(province) ? province : null);
    const pile = event.target.closest?.("[data-pile]")?.dataset.pile ?? null;
    for (const row of this.panels?.seen.querySelectorAll("[data-seen]") ?? []) row.classList.toggle("hot", row.dataset.seen === pile || (province && readPile(row.dataset.seen).place === province && !pile));
  }

  /** A hand card that is pointed at for a while, or focused, is shown with its strengths. */
  hoverCard(event) {
    const card = event.type === "pointerover" || event.type === "focusin" ? event.target.closest?.(".card[data-card]") : null, {cardTip: tip} = this.at;
    clearTimeout(this.lingering);
    tip.hidden = true;
    if (!card || event.pointerType === "touch" || (event.type === "focusin" && !card.matches(":focus-visible"))) return;
    this.lingering = setTimeout(() => {
      if (!card.isConnected) return;
      paint(tip, bigCard(card.dataset.card, this.view.side, this.shell, this.cards));
      tip.hidden = false;
      const box = card.getBoundingClientRect();
      tip.style.left = `${Math.max(8, box.left)}px`;
      tip.style.top = `${box.top - tip.offsetHeight - 16}px`;
    }, LINGER);
  }

  hoverOn(province) {
    clearTimeout(this.waiting);
    if (province === this.hovered) return;
    if (this.hovered) this.map?.areas.get(this.hovered)?.classList.remove("hover");
    this.hovered = province;
    if (province) this.map.areas.get(province).classList.add("hover");
    this.waiting = setTimeout(() => this.showTip(this.hovered ?? this.pinned), province ? 220 : 60);
  }

  async showTip(province) {
    const {tip} = this.at;
    this.tipped = province;
    if (!province || !this.at.felt.hidden) { tip.hidden = true; return; }
    const forecast = forecastCard(await this.foresee(province), this.shell);
    if (this.tipped !== province) return;
    tip.hidden = false;
    paint(tip, provinceCard(province, this.view, this.shell, this.cards, this, forecast));
    const [x, y] = this.map.spot(province), {clientWidth: w, clientHeight: h} = this.at.sheet, box = tip.getBoundingClientRect();
    const beside = x + 84 + box.width < w - 6, below = y + 48 + box.height < h - 6, above = y - 44 - box.height > 6;
    const left = beside ? x + 84 : below || above ? (x > w * 0.55 ? w - box.width - 8 : x - box.width / 3) : x - 84 - box.width;
    const top = beside || !(below || above) ? Math.max(6, Math.min(h - box.height - 6, y - box.height / 3)) : below ? y + 48 : y - 44 - box.height;
    tip.style.left = `${Math.max(6, left)}px`;
    tip.style.top = `${top}px`;
  }

  /** Pixels for the scale of a battle. */
  get scaleRoom() {
    const [w] = this.rooms.get(this.host);
    return Math.round(this.shell.layout === "wide" ? Math.max(360, w - 590) : Math.max(300, w - (this.shell.compact ? 44 : 260)));
  }

  /** Pixels for the ruler of victory points. */
  get trackRoom() {
    const [w] = this.rooms.get(this.host);
    return Math.round(this.shell.layout === "wide" ? Math.max(240, Math.min(480, w - (w < 1000 ? 600 : 750))) : Math.min(460, w - 110));
  }

  // -- size ----------------------------------------------------------------------------------------------------------

  /** The part of the map's frame that the wheels leave free: [left, top, width, height]. */
  dock() {
    const [w, h] = this.rooms.get(this.at.mapbox), dock = this.shell.layout === "wide" ? this.dockWidth : 0;
    return [dock, 0, w - dock, h];
  }

  get dockWidth() {
    const [w, h] = this.rooms.get(this.at.sheet);
    return Math.round(Math.min(DOCK, h * 0.58, w * 0.3));
  }

  resize() {
    const wide = this.shell.layout === "wide";
    this.host.classList.toggle("wide", wide);
    this.host.classList.toggle("narrow", !wide);
    const size = `${this.rooms.get(this.at.mapbox)} ${this.rooms.get(this.host)} ${wide}`;
    if (size !== this.size) {
      this.size = size;
      this.host.style.setProperty("--dock", `${this.dockWidth}px`);
      for (const wheel of [this.ownWheel, this.enemyWheel]) wheel.fit();
      paint(this.at.tracks, tracks(this.view, this.shell, this.trackRoom));
      this.map.resize(this.rooms.get(this.at.mapbox));
      if (this.shell.compact) this.centreOnLit();
    }
    this.drawThread();
  }

  /** On a phone the map opens close up on what is asked. */
  centreOnLit(now = true) {
    const {map, frame, view} = this, plan = this.plan(), [w, h] = this.rooms.get(this.at.mapbox), lit = plan?.target ?? frame.ask?.about?.province ?? (view.active === view.side ? view.must_resolve[0] : null) ?? "berlin";
    map.panzoom.show(map.place(this.isProvince(lit) ? lit : "berlin"), CLOSE_UP, now, [w / 2, plan ? h * 0.28 : h / 2]);
  }

  // -- words ---------------------------------------------------------------------------------------------------------

  headline({view}) {
    const {t} = this.shell, weather = view.season === "winter" ? [t("ui.headline.winter")] : [];
    const turn = view.turn_no ? [t("ui.headline.turn", {turn: view.turn_no, side: view.active})] : [];
    return [`${view.year} · ${t(`ui.season.${view.season}`)}`, ...turn, ...weather];
  }

  tabs() {
    const {t} = this.shell;
    return [{id: "map", label: t("ui.tab.map"), key: "m"}, {id: "wheels", label: t("ui.tab.wheels"), key: "w"}, {id: "table", label: t("ui.tab.table"), key: "t"}];
  }

  describe(value) {
    if (this.map && this.isProvince(value)) return `${this.number(value)} ${this.shell.name(value)}`;
    return /^(def|op|quag|vic):/.test(value) ? this.pileName(value) : undefined;
  }

  tables(frame) { return this.map ? textTables(frame.view, this.shell, this) : []; }

  /** The prompt's buttons where the board says it better. */
  answers(frame, picked) {
    const {shell} = this, {options, decision} = frame.ask;
    if (decision !== "choose_action") return undefined;
    const has = (verb) => options.filter((option) => option[0] === verb), buttons = [];
    const plan = this.plan();
    if (picked.length === 1 && plan?.space === picked[0]) return this.planAnswers(plan, has);
    if (picked.length) return undefined;
    for (const choice of has("resolve_quagmire")) buttons.push({label: shell.t("choice.resolve_quagmire", {province: choice[1]}), choice, primary: true});
    if (has("intel_action").length) buttons.push({label: shell.t("ui.answer.look"), pick: "intel_action"});
    const end = has("end_actions")[0];
    buttons.push({label: shell.t("choice.end_actions"), choice: end ?? ["end_actions"], disabled: !end, primary: Boolean(end) && !has("resolve_quagmire").length && frame.view.own.hand.length === 0});
    return {buttons};
  }

  /** An operation is picked: launch it, add to it, take it apart. */
  planAnswers({space, target}, has) {
    const {shell, view} = this, about = (verb) => has(verb).find((option) => option[1] === space), launch = about("launch_operation"), dismantle = about("dismantle_operation");
    const buttons = [];
    if (launch) buttons.push({label: shell.t("ui.answer.launch", {target}), choice: launch, primary: true});
    if (dismantle) buttons.push({label: shell.t("ui.answer.dismantle", {space}), choice: dismantle, danger: true});
    const said = [shell.t("ui.answer.plan", {space, target, launch: Boolean(launch), hand: Boolean(about("add_to_operation"))})];
    if (view.sides[view.side].ops[space].age === 5) said.push(shell.t("ui.answer.last", {space}));
    return {text: said.join(" "), buttons};
  }
}
