// The battle table: cards turned over, strengths and bonuses added up line by line, the result on a scale.

import { total } from "./cards.js";
import { html, raw } from "./dom.js";
import { icon, token } from "./symbols.js";

const ORDER = ["rout", "defeat", "quagmire", "victory"];

/** The printed table of results: half the defence or less, less than it, at least as much, at least double. */
function resultOf(attack, defence) {
  if (attack >= 2 * defence) return "victory";
  if (attack >= defence) return "quagmire";
  return defence >= 2 * attack ? "rout" : "defeat";
}

/** How a result of the attack reads for the attacker, and for the defender. */
const MINE = { victory: "won", quagmire: "stuck", defeat: "beaten", rout: "routed" };
const THEIRS = { victory: "gone", quagmire: "stuck", defeat: "hold", rout: "holdall" };

function tone({ attacker }, result, side) {
  if (!side || result === "quagmire") return "";
  return (result === "victory") === (side === attacker) ? "good" : "bad";
}

const without = (cards, gone) => {
  const left = [...cards];
  for (const card of gone) left.splice(left.indexOf(card), left.includes(card) ? 1 : 0);
  return left;
};

export class BattleTable {
  constructor(shell, cards, context) {
    this.shell = shell;
    this.cards = cards;
    this.context = context;
  }

  /** battle: the one on the table, or a past one (report). fresh: its cards are turned over just now. */
  draw(battle, { report = false, fresh = false }) {
    const { frame } = this.context;
    const { t } = this.shell;
    const decision = frame.ask?.decision ?? frame.waiting?.[0]?.decision;
    const open = !report && decision === "use_advantage";
    const holder = frame.view.advantage;
    const plus = open ? (holder === battle.attacker ? [1, 0] : [0, 1]) : null;
    const settled = battle.shown && (battle.attack > 0 || battle.result);
    battle = { ...battle, ...this.sums(battle) };
    return html`<div class="bt${fresh ? " fresh" : ""}" data-part="battle" data-inspect="battle:battle">
      ${this.field(battle, "defence", frame, plus)}
      <section class="front">${this.place(battle, frame.view)}${settled ? this.scale(battle, plus) : html`<p class="await">${t(`ui.battle.${this.pause(battle, decision)}`)}</p>`}</section>
      ${this.field(battle, "attack", frame, plus)}
      <section class="outc" data-inspect="scale:scale">${this.outcome(battle, plus, report, frame)}</section></div>`;
  }

  /** What there is to say while nothing has been added up. */
  pause(battle, decision) {
    if (!battle.shown) return "await";
    return decision === "unsupplied_quagmire" ? "cut_off" : "turned";
  }

  /** Totals; where the engine has added nothing up (no card counts, or the attack is cut off), what lies there. */
  sums(battle) {
    if (!battle.shown || battle.attack || battle.defence) return { attack: battle.attack, defence: battle.defence };
    const { kind } = this.context.printed(battle.province);
    return {
      attack: total(this.counted(battle, "attack"), kind, "attack"),
      defence: total(this.counted(battle, "defence"), kind, "defence"),
    };
  }

  place(battle, view) {
    const { t } = this.shell;
    const { winter } = this.context.printed(battle.province);
    const cold = battle.bonuses.some(({ id }) => id.startsWith("winter"));
    const sky =
      cold || (view.season === "winter" && winter === "sun")
        ? html`<span class="wx">${icon(winter === "sun" ? "sun" : "flake", 16)}${t(`ui.winter.${winter}`)}</span>`
        : "";
    return html`<div class="place" data-inspect="province:${battle.province}"><span class="pn">${this.context.number(battle.province)}</span><h2>${this.shell.name(battle.province)}</h2>${sky}</div>`;
  }

  field(battle, role, frame, plus) {
    const { t } = this.shell;
    const attacking = role === "attack";
    const side = attacking ? battle.attacker : battle.defender;
    const kind = this.context.printed(battle.province).kind;
    const to = attacking ? "attacker" : "defender";
    const sum = attacking ? battle.attack : battle.defence;
    const bonuses = battle.bonuses.filter((bonus) => bonus.to === to);
    const counted = this.counted(battle, role);
    const offer = plus?.[attacking ? 0 : 1];
    const row = (label, value, name = "") => html`<tr class="${name}"><th scope="row">${label}</th><td>${value}</td></tr>`;
    const title = attacking
      ? battle.space
        ? t("ui.battle.operation", { space: battle.space, origin: battle.origin })
        : t("ui.battle.siege", { side })
      : t("ui.battle.garrison", { side });
    const lines = battle.shown
      ? html`<table class="sum">${row(t("ui.battle.cards"), total(counted, kind, role))}${bonuses.map(({ id, value }) => row(t(`ui.bonus.${id}`), `+${value}`))}
      ${offer ? row(t("ui.bonus.advantage"), "+1 ?", "may") : ""}${row(t(`ui.battle.${role}`), sum, "t")}</table>`
      : html`<p class="await">${t("ui.cards", { count: attacking ? battle.count : this.context.defenders(battle) })}</p>`;
    return html`<section class="fld ${side} ${role}" aria-label="${title}"><div class="slip"><h2>${token(side)}<span>${title}</span></h2>${lines}</div><div class="cardrow">${this.row(battle, role, side, frame).map((card) => html`<div class="lay">${card}</div>`)}</div></section>`;
  }

  /** Cards that count in the battle. */
  counted(battle, role) {
    if (!battle.shown) return [];
    const shown =
      role === "attack" ? without(battle.shown.attack, battle.bombarding) : [...battle.shown.defence, ...battle.shown.neutral];
    return without(shown, battle.misfits[role] ?? []);
  }

  row(battle, role, side, frame) {
    const { t } = this.shell;
    const picking = battle.picking?.side === side;
    const face = (card, options = {}) => this.cards.face(card, side, options);
    if (!battle.shown) {
      const known = role === "attack" ? battle.own : null;
      if (known) return known.map((card) => face(card));
      const count = role === "attack" ? battle.count : this.context.defenders(battle);
      return Array.from({ length: Math.min(count, 8) }, () => this.cards.hidden(side));
    }
    const lose = picking && frame.ask?.decision === "select_losses";
    const paid = picking ? [...(battle.picking.cards ?? [])] : [];
    const spent = (card) => paid.includes(card) && paid.splice(paid.indexOf(card), 1).length > 0;
    const part = this.counted(battle, role).map((card) =>
      spent(card)
        ? face(card, { stamp: t("ui.battle.paid"), name: "out" })
        : lose
          ? face(card, { tag: "button", attributes: `type="button" data-pick="${card}" data-kind="card"` })
          : face(card),
    );
    const fleets =
      role === "attack" ? battle.bombarding.map((card) => face(card, { stamp: t("ui.battle.bombards"), name: "aside" })) : [];
    const out = (battle.misfits[role] ?? []).map((card) => face(card, { stamp: t("ui.battle.discarded"), name: "out" }));
    const all = [...part, ...fleets, ...out];
    return all.length ? all : [html`<p class="nobody">${t("ui.battle.nobody")}</p>`];
  }

  /** Zones of the result against this defence, and where the attack stands. */
  scale(battle, plus) {
    const { t } = this.shell;
    const { attack, defence } = battle;
    const shifted = plus ? [attack + plus[0], defence + plus[1]] : null;
    const last = Math.max(2 * defence + 2, attack + 2, 6);
    const wide = this.context.scaleRoom;
    const at = (n) => +(24 + (n * (wide - 48)) / (last + 0.5)).toFixed(1);
    const edges = [0, Math.floor(defence / 2) + 0.5, defence - 0.5, 2 * defence - 0.5, last + 0.5];
    if (defence === 0) edges.splice(1, 3, 0, 0, 0);
    const zones = ORDER.map((name, i) => /** @type {[string, number, number]} */ ([name, Math.max(0, edges[i]), edges[i + 1]])).filter(([, from, to]) => to - from > 0.01);
    const every = last > wide / 18 ? 5 : last > wide / 32 ? 2 : 1;
    const ticks = [];
    for (let n = every; n <= last; n += every) ticks.push(n);
    const flag = (x, words, name, shift = 0) =>
      html`<g class="flag ${name}"><path d="M${x} 43L${x - 9} 31H${x - 24 + shift}V3h48v28H${Math.max(x + 9, x - 23 + shift)}z"/>
        <text x="${x + shift}" y="23">${words}</text></g>`;
    const zone = ([name, from, to]) => {
      const x = at(from);
      const width = +(at(to) - x).toFixed(1);
      const words = t(`ui.result.${name}`);
      return html`<rect x="${x}" y="44" width="${width}" height="30" class="zone ${name}"/>${name === "quagmire" ? html`<rect x="${x}" y="44" width="${width}" height="30" fill="url(#fow-mud)"/>` : ""}
        ${width > 7 * words.length && html`<text x="${(x + width / 2).toFixed(1)}" y="64" class="zn"${raw(width < 11.5 * words.length ? ` textLength="${Math.max(24, width - 10).toFixed(0)}" lengthAdjust="spacingAndGlyphs"` : "")}>${words}</text>`}`;
    };
    const may =
      shifted && (plus[0] ? flag(at(shifted[0]), `${shifted[0]} ?`, "may", Math.max(0, 52 - at(shifted[0]) + at(attack))) : "");
    return html`<svg class="scale" data-inspect="scale:scale" viewBox="0 0 ${wide} 104" role="img" aria-label="${t("ui.battle.scale", { attack, defence, result: resultOf(attack, defence) })}">
      ${zones.map(zone)}${ticks.map((n) => html`<path d="M${at(n)} 74v6" class="tick"/><text x="${at(n)}" y="97" class="zt">${n}</text>`)}
      ${may}${flag(at(attack), `${t("ui.battle.a")} ${attack}`, battle.attacker)}</svg>`;
  }

  /** A result as the reader sees it; a spectator reads it from the attacker's side. */
  verdict({ province, attacker }, result, side) {
    const { t } = this.shell;
    if (!side || !(result in MINE)) return t(`ui.result.${result}`);
    return t(`ui.verdict.${(side === attacker ? MINE : THEIRS)[result]}`, { province });
  }

  outcome(battle, plus, report, frame) {
    const { t } = this.shell;
    const { attack, defence, result } = battle;
    const score = html`<div class="vs"><b class="${battle.attacker}">${attack}</b><small>${t("ui.battle.against")}</small><b class="${battle.defender}">${defence}</b></div>`;
    const tile = (name, words, verb, value, /** @type {any} */ extra = "") => {
      const inner = html`<h3 class="${tone(battle, name, frame.view.side)}">${this.verdict(battle, name, frame.view.side)} ${extra}</h3><p>${t(`ui.outcome.${name}`, { province: battle.province, attacker: battle.attacker, defender: battle.defender, attack: value[0], defence: value[1] })}</p>${words && html`<p class="act">${words}</p>`}`;
      return verb
        ? html`<button type="button" class="oc" data-pick="${verb}">${inner}</button>`
        : html`<div class="oc now">${inner}</div>`;
    };
    const mine = frame.ask?.decision === "use_advantage";
    if (plus) {
      const used = [attack + plus[0], defence + plus[1]];
      const advantage = html`<span class="advt">+1</span>`;
      return html`${score}${tile(resultOf(...used), t("ui.battle.use", { attack: used[0], defence: used[1] }), mine ? "use" : "", used, advantage)}
        ${tile(resultOf(attack, defence), t("ui.battle.keep", { attack, defence }), mine ? "keep" : "", [attack, defence])}<p class="fine">${t("ui.battle.advantage_passes")}</p>`;
    }
    if (frame.ask?.decision === "unsupplied_quagmire" && !report) {
      return html`${score}${["fight", "repel"].map((verb) => html`<button type="button" class="oc" data-pick="${verb}"><h3>${t(`choice.${verb}`)}</h3><p>${t(`ui.battle.${verb}`)}</p></button>`)}`;
    }
    if (!battle.shown)
      return html`<h3 class="lone">${t("ui.battle.of", { province: battle.province })}</h3><p>${t("ui.battle.hidden")}</p>`;
    // On the stage bonuses and Advantage are told one after the other: no verdict before the last of them.
    if (frame.staged && !report && !result) return html`${score}${battle.advantage ? "" : html`<p>${t("ui.battle.adding")}</p>`}`;
    const lost = Object.entries(battle.lost)
      .filter(([, count]) => count)
      .map(([where, count]) => html`<li>${t(`ui.lost.${where}`, { count })}</li>`);
    const paying =
      battle.picking &&
      html`<p class="owed">${battle.picking.owed === null ? t("ui.battle.they_pay", { side: battle.picking.side }) : t("ui.battle.pay", { owed: battle.picking.owed, count: battle.picking.picked })}</p>`;
    const ended = result || resultOf(attack, defence);
    return html`${score}${tile(ended, frame.view.side && ended in MINE ? t("ui.verdict.of", { result: ended }) : "", "", [attack, defence])}${paying}${lost.length > 0 && html`<ul class="lost">${lost}</ul>`}
      ${report ? html`<button type="button" class="button primary" data-close>${t("ui.continue")}</button>` : ""}<p class="fine">${t("ui.battle.secret")}</p>`;
  }
}
