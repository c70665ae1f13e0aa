// The Faction Control Table: eighteen markers between Red and White, what holds them, and where they would go.

import { build, html, paint, raw } from "/static/markup.js";
import { latestPhase, sorted } from "./auction.js";
import { points, tone } from "./card_faces.js";

const PLACES = [-2, -1, 0, 1, 2];
const LETTERS = ["R", "r", "0", "w", "W"];
const MANY = 15; // factions for which there is room at their full height
const FACTION_VERBS = ["declare_war", "influence", "gold_influence", "subjugate"];
const BY_EVENT = ["B3", "B4", "B5", "B6"];

export const mount = (root, ctx) => new FactionTable(root, ctx);

const LOCK = raw('<svg class="lock" viewBox="0 0 16 16" aria-hidden="true"><rect x="3" y="7" width="10" height="7" rx="1.5"/><path d="M5 7V5a3 3 0 0 1 6 0v2"/></svg>');

const WAR = raw('<svg class="war" viewBox="0 0 16 16" aria-hidden="true"><path d="M2 2l12 12M14 2 2 14M2 10l4 4M14 10l-4 4"/></svg>');

/** The hexagon of a faction's marker. */
export function hexagon(code, position, kind = "") {
  const side = position < 0 ? "r" : position > 0 ? "w" : "n";
  return html`<svg class="hx ${side} ${kind}" viewBox="0 0 27 20" aria-hidden="true"><path d="M6 1H21L26 10 21 19H6L1 10z"/><text x="13.5" y="14.4" ${code.length > 2 ? raw('textLength="19" lengthAdjust="spacingAndGlyphs"') : ""}>${code}</text></svg>`;
}

class FactionTable {
  constructor(root, ctx) {
    this.root = root;
    this.ctx = ctx;
    root.classList.add("toc-factions");
    this.ids = Object.keys(ctx.printed.factions);
    root.replaceChildren(
      build(html`<header data-inspect="table:factions"><h2></h2><small></small></header>`),
      build(html`<div class="heads" data-inspect="table:factions" aria-hidden="true"><span></span>${LETTERS.map((letter) => html`<span>${letter}</span>`)}<span class="end"></span></div>`),
      build(html`<div class="rows" role="group">${this.ids.map((id) => this.skeleton(id))}</div>`),
    );
    this.rows = new Map(this.ids.map((id) => [id, root.querySelector(`[data-row="${id}"]`)]));
    this.ending = new AbortController();
    ctx.factionWords = (id) => this.words(id);
    ctx.foresee = (forecast, title) => this.foresee(forecast, title);
    this.listen();
  }

  destroy() {
    this.ending.abort();
  }

  skeleton(id) {
    const { code } = this.ctx.printed.factions[id];
    return html`<button type="button" class="frow" data-row="${id}" data-piece="faction_${id}" data-inspect="faction:${id}" tabindex="-1"><span class="nm"></span>
      <span class="lane">${PLACES.map((place) => html`<i class="c${place + 2}"></i>`)}<span class="trail"></span><span class="at ghost">${hexagon(code, 0, "gh")}</span><span class="at mark">${hexagon(code, 0)}</span></span>
      <span class="end"></span></button>`;
  }

  // -- keyboard and pointer ---------------------------------------------------------------------------------------------

  listen() {
    const { signal } = this.ending;
    const on = (type, act) => this.root.addEventListener(type, act, { signal });
    on("pointerover", ({ target, pointerType }) => pointerType === "mouse" && this.point(target.closest(".frow")));
    on("pointerleave", () => this.point(null));
    on("focusin", ({ target }) => target.matches(":focus-visible") && this.point(target.closest(".frow")));
    on("focusout", () => this.point(null));
    on("keydown", (event) => this.typed(event));
    on("click", (event) => {
      const row = event.target.closest(".frow");
      if (!row) return;
      this.rove(row, false);
      if (!row.classList.contains("legal") && event.pointerType === "touch") this.ctx.shell.inspector.open(row);
    });
  }

  /** One stop for Tab; the arrows walk the rows. */
  typed(event) {
    const row = event.target.closest(".frow");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!row || !step || event.ctrlKey || event.altKey || event.metaKey) return;
    const all = [...this.rows.values()];
    const next = all[all.indexOf(row) + step];
    event.stopPropagation();
    event.preventDefault();
    if (next) this.rove(next);
  }

  rove(row, focus = true) {
    for (const each of this.rows.values()) each.tabIndex = each === row ? 0 : -1;
    if (focus) row.focus();
  }

  // -- drawing ----------------------------------------------------------------------------------------------------------

  update(frame, previous) {
    const { ctx, root } = this;
    this.phase = latestPhase(frame.log ?? []);
    this.forecast = frame.view.politics.forecast;
    this.title = "";
    root.classList.toggle("still", previous === null);
    root.setAttribute("aria-label", ctx.t("ui.faction.title"));
    root.querySelector(".rows").setAttribute("aria-label", ctx.t("ui.faction.title"));
    root.querySelector(".heads .end").textContent = ctx.t("ui.faction.pending");
    this.askedFor = new Map(ctx.options.filter(([verb]) => FACTION_VERBS.includes(verb)).map((option) => [option[1], option]));
    this.wanted = ctx.options.some(([verb]) => FACTION_VERBS.includes(verb));
    this.draw();
    this.stumble(previous ? frame.events.list : []);
  }

  picks() {
    this.draw();
  }

  /** Shows the table as it would be; null: as it is known to become. */
  foresee(forecast, title = "") {
    this.forecast = forecast ?? this.ctx.view.politics.forecast;
    this.title = title;
    this.draw();
  }

  draw() {
    const { ctx, root } = this;
    const [heading, note] = root.querySelectorAll("header h2, header small");
    heading.textContent = this.title || ctx.t("ui.faction.title");
    note.textContent = this.title ? "" : ctx.t("ui.faction.price");
    root.classList.toggle("if", Boolean(this.title));
    root.classList.toggle("hinting", ctx.decision === "choose_action" && !ctx.picked.includes("declare_war"));
    root.classList.toggle("crowded", this.ids.filter((id) => ctx.view.factions[id].fate === "in_play").length > MANY);
    for (const id of this.ids) this.drawRow(id);
    if (![...this.rows.values()].some((row) => row.tabIndex === 0)) this.rows.get(this.ids[0]).tabIndex = 0;
    if (this.pointed) this.point(this.pointed);
  }

  drawRow(id) {
    const { ctx } = this;
    const row = this.rows.get(id);
    const one = ctx.view.factions[id];
    const out = one.fate !== "in_play";
    const ahead = this.ahead(id);
    const to = ahead?.to ?? one.fcm;
    const [name, lane, end] = row.children;
    paint(name, html`${ctx.shell.t(`ui.faction.brief.${id}`, {}, ctx.name(id))}${one.war.length > 0 && !out && WAR}`);
    row.setAttribute("aria-label", this.words(id).join(" "));
    row.classList.toggle("out", out);
    row.classList.toggle("moving", !out && to !== one.fcm);
    row.classList.toggle("asked", ctx.about.faction === id);
    row.classList.toggle("pinned", Object.values(one.blocks).includes("B2"));
    this.offer(row, id);
    lane.dataset.fate = out ? ctx.t("ui.faction.fate", { fate: one.fate }) : "";
    lane.style.setProperty("--at", one.fcm + 2);
    lane.style.setProperty("--to", to + 2);
    lane.style.setProperty("--far", Math.abs(to - one.fcm));
    lane.classList.toggle("leftward", to < one.fcm);
    lane.querySelector(".mark .hx").setAttribute("class", `hx ${one.fcm < 0 ? "r" : one.fcm > 0 ? "w" : "n"}`);
    lane.querySelector(".c0").classList.toggle("closed", Boolean(one.closed.red));
    lane.querySelector(".c4").classList.toggle("closed", Boolean(one.closed.white));
    paint(end, out ? "" : this.endOf(id, one, ahead));
  }

  /** What would become of a marker: of a veto in question, else of the influence foreseen. */
  ahead(id) {
    const { ctx } = this;
    if (ctx.decision === "pol_veto" && ctx.about.faction === id) {
      const { fcm } = ctx.view.factions[id];
      return { net: 0, from: fcm, to: fcm - Math.sign(fcm), block: "", lost: 0, missing: 0, veto: ctx.side };
    }
    return this.forecast[id];
  }

  /** A row stands for its faction only where factions are asked for: a city may have the same name. */
  offer(row, id) {
    if (!this.wanted) {
      delete row.dataset.pick;
      row.removeAttribute("aria-disabled");
      row.classList.remove("legal", "picked", "last");
    } else {
      row.dataset.pick = id;
      row.dataset.kind = "faction";
    }
  }

  endOf(id, one, ahead) {
    const { ctx } = this;
    const leaves = ctx.view.withdrawal[id];
    const net = ahead?.net || one.pending;
    const block = ahead?.block || (Object.values(one.blocks).includes("B2") ? "B2" : "");
    return [
      this.phase.vetoed.has(id) && html`<span class="veto">${ctx.t("ui.faction.vetoed")}</span>`,
      leaves && html`<span class="lv">${leaves > 6 ? "!" : `≤${leaves}`}</span>`,
      net !== 0 && html`<span class="ip ${tone(net)}${ahead && ahead.net !== one.pending ? " more" : ""}">${points(net)}</span>`,
      block && html`<span class="lk">${LOCK}${block === "frozen" ? "" : block}</span>`,
    ];
  }

  /** A marker that was stopped or vetoed just now shakes its lock once. */
  stumble(events) {
    for (const { kind, params } of events) {
      if (kind !== "marker_blocked" && kind !== "vetoed") continue;
      const row = this.rows.get(params.faction);
      row?.classList.remove("stumble");
      requestAnimationFrame(() => row?.classList.add("stumble"));
    }
  }

  // -- words -----------------------------------------------------------------------------------------------------------

  /** All that is to be said of a faction, one sentence each. */
  words(id) {
    const { ctx } = this;
    const one = ctx.view.factions[id];
    const say = (key, params = {}) => ctx.t(`ui.faction.${key}`, { faction: id, ...params });
    if (one.fate !== "in_play") return [say("gone", { fate: one.fate })];
    const said = [say("stands", { n: one.fcm })];
    const ahead = this.ahead(id);
    if (one.pending) said.push(say("waits", { n: Math.abs(one.pending), side: one.pending > 0 ? "white" : "red" }));
    if (ahead) said.push(...this.foretold(id, one, ahead, say));
    for (const side of ["red", "white"]) {
      const block = one.blocks[side];
      if (block && block !== ahead?.block && !(block === "B2" && side === "white")) said.push(this.because(id, block, side));
      const closed = one.closed[side];
      if (closed && closed !== block && closed !== ahead?.block) said.push(this.because(id, closed, side));
    }
    if (one.war.length) said.push(say("war", { sides: one.war }));
    if (one.controller !== "none" && one.locked) said.push(say("locked"));
    else if (one.controller !== "none" && !one.deployed) said.push(say("undeployed"));
    const leaves = ctx.view.withdrawal[id];
    if (leaves) said.push(say(leaves > 6 ? "leaves_surely" : "leaves", { n: leaves }));
    if (this.phase.vetoed.has(id)) said.push(say("was_vetoed"));
    return said;
  }

  foretold(id, one, ahead, say) {
    const said = [];
    if (ahead.to !== one.fcm) said.push(say("would_move", { net: Math.abs(ahead.net), side: ahead.to > one.fcm ? "white" : "red", n: ahead.to }));
    if (ahead.veto) said.push(say("veto", { side: ahead.veto }));
    if (ahead.block) said.push(this.because(id, ahead.block, ahead.net > 0 ? "white" : "red"));
    else if (ahead.to === one.fcm && ahead.missing) said.push(say("short", { n: ahead.missing }));
    else if (ahead.to === one.fcm && ahead.net) said.push(say("vain"));
    return said;
  }

  /** The sentence of a block B1 to B9. */
  because(id, block, side) {
    const { ctx } = this;
    const flag = ctx.printed.factions[id].needs[side] ?? "";
    const key = BY_EVENT.includes(block) ? "needs_event" : block;
    return `${ctx.t(`ui.block.${key}`, { faction: id, side, flag })}${block === "frozen" ? "" : ` (8.5 ${block})`}`;
  }

  /** The row under the pointer or the focus. */
  point(row) {
    if (row !== this.pointed) this.considers(row);
    this.pointed = row;
    for (const each of this.rows.values()) each.classList.toggle("hov", each === row);
  }

  /** A faction that may get a point: what the point would do. */
  async considers(row) {
    const option = row && this.askedFor?.get(row.dataset.row);
    if (!option || !/influence/.test(option[0])) {
      if (this.title) this.foresee(null);
      return;
    }
    const foreseen = await this.ctx.preview(option);
    if (foreseen?.factions && this.pointed === row) this.foresee(foreseen.factions, this.ctx.t("ui.faction.if_point", { faction: option[1] }));
  }

  // -- the text board ----------------------------------------------------------------------------------------------------

  tables({ view }) {
    const { ctx } = this;
    const rows = this.ids.map((id) => {
      const one = view.factions[id];
      const gone = one.fate !== "in_play";
      const [, ...rest] = this.words(id);
      return [
        ctx.name(id),
        gone ? ctx.t("ui.faction.fate", { fate: one.fate }) : ctx.t("ui.faction.place", { n: one.fcm }),
        one.pending ? points(one.pending) : "",
        rest.join(" "),
      ];
    });
    const head = ["faction", "place_head", "pending", "notes"].map((key) => ctx.t(`ui.faction.${key}`));
    return [{ title: ctx.t("ui.faction.title"), head, rows }];
  }
}

/** The outcome of a forecast as a short list: who moves where, who is stopped and why. */
export function outcome(ctx, forecast) {
  const { moves, stopped, short, vain } = sorted(forecast);
  const { factions } = ctx.printed;
  const chip = ([id, one]) =>
    html`<li class="go"><span class="hop">${hexagon(factions[id].code, one.from)}<span aria-hidden="true">→</span>${hexagon(factions[id].code, one.to)}</span>
      <span>${ctx.t("ui.politics.goes", { faction: id, n: one.to })}${one.veto ? ` ${ctx.t("ui.politics.may_veto", { side: one.veto })}` : ""}</span></li>`;
  const stop = ([id, { block, net }]) =>
    html`<li class="stop">${LOCK}<span><b>${ctx.name(id)}</b> ${points(net)}: ${block === "frozen" ? ctx.t("ui.block.frozen") : `${ctx.name(block)} (${block})`}</span></li>`;
  const list = (key, found) => found.length > 0 && html`<li class="faint">${ctx.t(`ui.politics.${key}`, { factions: found.map(([id]) => id) })}</li>`;
  if (!Object.keys(forecast).length) return html`<p class="faint">${ctx.t("ui.politics.nothing")}</p>`;
  return html`<ul class="outcome">${moves.map(chip)}${!moves.length && html`<li class="faint">${ctx.t("ui.politics.no_move")}</li>`}${stopped.map(stop)}${list("short", short)}${list("vain", vain)}</ul>`;
}
