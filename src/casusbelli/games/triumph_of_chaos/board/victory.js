// The right column: victory cities as pips, victory points on a ruler, what the scenario asks of both.

import { html, raw } from "/static/markup.js";

const WIDTH = 276;
const PAD = 14;

/** @param {any} view @param {any} ctx @param {Record<string, number>|null} [final] points of a match that is over, by side */
export function victory(view, ctx, final = null) {
  const { t } = ctx;
  const cities = Object.entries(view.cities);
  const by = (side) => cities.filter(([, owner]) => owner === side);
  const pip = ([city, side]) => html`<li class="${side}" data-inspect="city:${city}"><span class="visually-hidden">${t("ui.victory.pip", { city, side })}</span></li>`;
  return html`<div data-inspect="victory:now"><div class="ln"><span>${t("ui.victory.red", { n: view.vc.red })}</span><b>${t("ui.victory.cities")}</b><span>${t("ui.victory.white", { n: view.vc.white })}</span></div>
    <ul class="pips">${[...by("red"), ...cities.filter(([, side]) => !["red", "white"].includes(side)), ...by("white")].map(pip)}</ul>
    <div class="ln"><b>${t("ui.victory.points")}</b><span>${final ? "" : lead(view, ctx)}</span></div>
    ${ruler(view, ctx)}
    ${final ? html`<div class="ln"><span>${t("ui.victory.red", { n: final.red })}</span><b>${t("ui.fact.final")}</b><span>${t("ui.victory.white", { n: final.white })}</span></div>` : aims(view, ctx)}</div>`;
}

/** Three lines for the folded panel: cities, points, and what the count would bring with who would win now. @param {any} view @param {any} ctx @param {Record<string, number>|null} [final] */
export function digest(view, ctx, final = null) {
  const { t } = ctx;
  const points = final ?? view.vp;
  const row = (name, of) => html`<div class="ln"><span>${t("ui.victory.red", { n: of.red })}</span><b>${t(name)}</b><span>${t("ui.victory.white", { n: of.white })}</span></div>`;
  return html`<div data-inspect="victory:now">${row("ui.victory.cities", view.vc)}${row(final ? "ui.fact.final" : "ui.victory.points", points)}
    ${final ? "" : html`<div class="ln whole"><span>${lead(view, ctx)}</span>${view.if_ended ? html`<b>${t("ui.victory.if_ended", { side: view.if_ended })}</b>` : ""}</div>`}</div>`;
}

/** What the count of cities would bring if the turn ended now. */
function lead({ vc }, { t, printed }) {
  const ahead = vc.white - vc.red;
  const row = printed.lead_vp.find(([least, most]) => Math.abs(ahead) >= least && Math.abs(ahead) <= most);
  return t("ui.victory.lead", { side: ahead > 0 ? "white" : "red", points: row ? row[2] : 0 });
}

function ruler({ vp, scenario }, { t, printed }) {
  const { white_vp: goal } = printed.scenarios[scenario];
  const most = Math.max(goal, vp.red, vp.white, 10);
  const least = Math.min(0, vp.red, vp.white);
  const x = (n) => PAD + ((n - least) / (most - least)) * (WIDTH - 2 * PAD);
  const every = most - least > 16 ? 4 : 2;
  const ticks = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  const line = ticks.map((n) => `<path d="M${x(n)} ${n % every ? 27 : 24}V32"/>${n % every ? "" : `<text class="no" x="${x(n)}" y="46">${n}</text>`}`);
  const pawn = (side, letter, dx) => `<g class="pawn ${side}" transform="translate(${x(vp[side]) + dx} 0)"><path d="M-8 2h16v13l-8 8-8-8z"/><text y="14.500">${letter}</text></g>`;
  const aside = vp.red === vp.white ? 8 : 0;
  const flag = goal ? `<path class="goal" d="M${x(goal)} 20V32"/>` : "";
  const words = t("ui.victory.ruler", { red: vp.red, white: vp.white });
  return html`<svg class="ruler" viewBox="0 0 ${WIDTH} 50" role="img" aria-label="${words}"><path d="M${PAD} 32H${WIDTH - PAD}"/>${raw(line.join("") + flag + pawn("red", t("ui.letter.red"), -aside) + pawn("white", t("ui.letter.white"), aside))}</svg>`;
}

function aims({ scenario, conditions, red_margin: red }, { t, printed }) {
  const { white_vp: white } = printed.scenarios[scenario];
  const said = [t(`ui.aim.${scenario}`, { white, red })];
  if (conditions?.length) said.push(t("ui.aim.conditions", { conditions }));
  return html`<p class="aims">${said.join(" ")}</p>`;
}
