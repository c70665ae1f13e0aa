// The battle beside the map: columns, modifiers, chances of every result, and what each unit more would bring.

import { html, paint, raw } from "/static/markup.js";
import { OPPONENT } from "./context.js";
import { pieceButton } from "./reserves.js";

const RESULTS = ["destroyed", "retreat_2", "retreat_1", "hold"];
const FACES = [1, 2, 3, 4, 5, 6];
const percent = (n) => `${Math.round((100 * n) / 36)} %`;
const signed = (n) => (n > 0 ? `+${n}` : `${n}`.replace("-", "−"));
const yields = ({ outcomes }) => 36 - (outcomes.hold ?? 0); // the space is empty: its defenders have gone or are no more
const mean = (spread) => Object.entries(spread).reduce((sum, [n, count]) => sum + Number(n) * count, 0) / 36;

export class BattleCard {
  constructor(root, ctx, reading) {
    this.root = root;
    this.ctx = ctx;
    this.reading = reading;
    root.addEventListener("toggle", ({ target }) => (this.wide = target.open), true);
  }

  /** The battle in progress, or the attack on the space that is looked at; null: none. On stage the tableau tells it, die by die. */
  async show(space, staged = false) {
    const { ctx } = this;
    const { battle } = ctx.view;
    const shown = (this.shown = {});
    const told = staged ? null : battle ? await this.running(battle) : space ? await this.planned(space) : null;
    if (shown !== this.shown) return;
    this.root.hidden = !told;
    if (told) paint(this.root, this.card(told));
    ctx.shell.refresh();
  }

  async running(battle) {
    const { ctx } = this;
    const adding = ctx.decision === "attack_unit";
    const units = adding ? ctx.options.filter(([verb]) => verb === "attacker") : [];
    const more = await Promise.all(units.map(async (option) => [option[1], await ctx.preview(option)]));
    const now = battle.forecast ?? null;
    return { ...battle, now, more: more.filter(([, forecast]) => forecast) };
  }

  async planned(space) {
    const { ctx } = this;
    const option = ctx.options.find(([verb, target]) => verb === "attack" && target === space);
    const forecast = option && (await ctx.preview(option));
    if (!forecast) return null;
    return { target: space, side: ctx.view.active, attackers: forecast.attackers, defenders: forecast.defenders, now: forecast, more: [], planned: true };
  }

  card({ target, side, attackers, defenders, now, more, planned, counter, results }) {
    const { t, name, printed } = this.ctx;
    const foe = OPPONENT[side] ?? "red";
    const title = t(counter ? "ui.battle.counter" : "ui.battle.title", { space: target });
    return html`<header data-inspect="battle:now"><h3>${title}</h3><small>${t(`ui.terrain.${printed.spaces[target].terrain}`)}</small><rule-chip number="12.6"></rule-chip></header>
      <div class="sides" data-inspect="battle:now" data-ground>${[[side, attackers], [foe, defenders]].map(([who, units]) => html`<div><b>${name(who)}</b><div class="row">${units.map((unit) => pieceButton(unit, this.ctx, this.reading))}</div></div>`)}</div>
      ${planned && html`<p class="note" data-inspect="battle:now">${t("ui.battle.everybody")}</p>`}
      ${this.fired(results, side, foe)}
      ${now && this.columns(now, side, foe)}
      ${this.odds(now, more, foe)}
      ${now && this.losses(now, side, foe)}
      ${(now || more.length > 0) && this.assumed(now ?? more[0][1])}
      ${now && this.throws(now, side, foe)}`;
  }

  /** What the dice have said, once they have. */
  fired(results, side, foe) {
    const { t } = this.ctx;
    if (!results || results.every((n) => n <= 0)) return "";
    return html`<p class="fired" data-inspect="battle:now">${t("ui.battle.fired", { side, foe, inflicted: results[0], suffered: results[1] })}</p>`;
  }

  columns({ attack, defence, shifts }, side, foe) {
    const { t } = this.ctx;
    const one = ({ table, factors, column, die }, who) =>
      html`<div class="${who}"><span>${t("ui.battle.column", { table, factors })}</span><b>${column}</b> <span>${t("ui.battle.die", { die: signed(die) })}</span></div>`;
    const because = [
      ...Object.entries(shifts).map(([id, n]) => `${t(`ui.shift.${id}`)} ${signed(n)}`),
      ...Object.entries(attack.cm).map(([id, n]) => `${t(`ui.cm.${id}`)} ${signed(n)}`),
    ];
    const theirs = Object.entries(defence.cm).map(([id, n]) => `${t(`ui.cm.${id}`)} ${signed(n)}`);
    const reasons = [because.length && `${this.ctx.name(side)}: ${because.join(", ")}`, theirs.length && `${this.ctx.name(foe)}: ${theirs.join(", ")}`].filter(Boolean);
    return html`<div class="columns" data-inspect="battle:now" data-ground>${one(attack, side)}<svg class="swords" viewBox="0 0 20 20" aria-hidden="true"><path d="M3 3l12 12M17 3L5 15M3 12l5 5M17 12l-5 5"/></svg>${one(defence, foe)}</div>
      ${reasons.length > 0 && html`<p class="because" data-inspect="battle:now">${reasons.join(" · ")}</p>`}`;
  }

  /** A line for the attack as it stands, and one for each unit that may join; `who` may give way, told from the reader's side. */
  odds(now, more, who) {
    const { t, name, side } = this.ctx;
    const gives = t("ui.battle.chance", { reader: side === who ? "defends" : side ? "attacks" : "looks_on", side: who });
    const rows = [];
    if (now) rows.push(html`<div class="now"><span>${gives}${more.length > 0 && html`<br><small>${t("ui.battle.as_is")}</small>`}</span>${this.bar(now)}<b>${percent(yields(now))}</b></div>`);
    for (const [unit, forecast] of more) {
      rows.push(html`<div role="group" data-pick="${unit}" data-kind="unit" aria-label="${t("ui.battle.add", { unit, chance: percent(yields(forecast)) })}"><span>+ ${name(unit)}</span>${this.bar(forecast)}<b>${percent(yields(forecast))}</b></div>`);
    }
    return rows.length > 0 && html`<div class="odds" data-inspect="battle:now" data-ground>${!now && html`<p>${gives}:</p>`}${rows}</div><ul class="legend" data-inspect="battle:now">${RESULTS.filter((key) => key !== "destroyed" || [now, ...more.map(([, each]) => each)].some((each) => each?.outcomes.destroyed)).map((key) => html`<li class="${key}">${t(`ui.result.${key}`)}</li>`)}</ul>`;
  }

  /** What the odds leave out: who may still change them, and what comes after the dice. */
  assumed({ assumes }) {
    const { t } = this.ctx;
    return html`<p class="assumes" data-inspect="battle:now"><b>${t("shell.odds.assumes")}</b> ${assumes.map((each) => t(`ui.assume.${each.id}`, each)).join(" ")}</p>`;
  }

  bar({ outcomes }) {
    const { t } = this.ctx;
    let x = 0;
    const parts = RESULTS.map((key) => {
      const n = outcomes[key] ?? 0;
      const part = `<rect class="${key}" x="${x}" width="${n}" height="8"/>`;
      x += n;
      return part;
    });
    const words = RESULTS.map((key) => `${t(`ui.result.${key}`)} ${percent(outcomes[key] ?? 0)}`).join(", ");
    return html`<svg class="bar" viewBox="0 0 36 8" preserveAspectRatio="none" role="img" aria-label="${words}">${raw(parts.join(""))}</svg>`;
  }

  losses(forecast, side, foe) {
    const [inflicted, suffered] = [forecast.inflicted, forecast.suffered].map((spread) => mean(spread).toFixed(1));
    return html`<p class="losses" data-inspect="battle:now">${this.ctx.t("ui.battle.losses", { side, foe, inflicted, suffered })}</p>`;
  }

  /** The table of all 36 throws. */
  throws(forecast, side, foe) {
    return html`<details class="throws" ${this.wide ? html`open` : ""}><summary>${this.ctx.t("ui.battle.throws")}</summary>${this.grid(forecast, side, foe)}</details>`;
  }

  grid({ attack, defence, throws }, side, foe) {
    const { printed, t, name } = this.ctx;
    const losses = ({ table, column, die }, face) => printed.fire[table].find(([factors]) => factors === column)[1][Math.min(6, Math.max(1, face + die)) - 1];
    const cell = (a, d) => {
      const [hit, hurt] = [losses(attack, a), losses(defence, d)];
      return html`<td class="${throws[a - 1][d - 1]}">${hit}:${hurt}</td>`;
    };
    return html`<table class="grid" data-inspect="battle:now" data-ground><caption>${t("ui.battle.grid", { side, foe })}</caption><thead><tr><td></td>${FACES.map((d) => html`<th scope="col" class="${foe}"><span class="visually-hidden">${name(foe)} </span>${d}</th>`)}</tr></thead>
      <tbody>${FACES.map((a) => html`<tr><th scope="row" class="${side}"><span class="visually-hidden">${name(side)} </span>${a}</th>${FACES.map((d) => cell(a, d))}</tr>`)}</tbody></table>`;
  }
}
