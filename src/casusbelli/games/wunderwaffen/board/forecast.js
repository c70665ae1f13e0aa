// What a play would bring me and them, as the engine tells it (shell.preview): nothing is worked out here.

import { html } from "/static/markup.js";
import { gained } from "./follows.js";
import { FACTIONS, GERMAN, signed } from "./reading.js";
import { disc, icon } from "./symbols.js";

/** What the winner of a territory scores, whichever token stays as marker. */
export function worth({ territory }) {
  return territory.points;
}

/** What each faction gains or loses, one line each. */
function gains(preview, shell) {
  const lines = gained(preview, shell).map(([faction, parts]) => html`<li>${disc(faction, 20)}<b>${shell.name(faction)}</b><span>${parts.join(", ")}</span></li>`);
  return lines.length ? html`<ul class="gains">${lines}</ul>` : "";
}

function standing(preview, shell) {
  const { winner, fortress, held, vp, track_vp: track, tokens, free } = preview.territory;
  if (winner) {
    const points = worth(preview);
    const sum = points ? shell.t("ui.play.sum", { vp, track }) : "";
    const verdict = held ? "ui.play.held" : fortress ? "ui.play.fortress" : "ui.play.wins";
    return html`<p class="win t-${winner}"><span><b>${shell.t(verdict, { faction: winner })}</b> <small>${sum}</small></span><strong>${signed(points)}</strong></p>`;
  }
  const count = FACTIONS.filter((faction) => tokens[faction]).map((faction) => html`<span>${disc(faction, 18)} ${tokens[faction]}</span>`);
  return html`<p class="stand">${count}<small>${shell.t("ui.play.free", { count: free })}</small></p>`;
}

/** Whether the play takes the neighbour of Berlin that was still missing. */
function opensGate({ winner, fortress, id }, reading) {
  const { adjacent, needed } = reading.atlas.berlin;
  return winner && !fortress && adjacent.includes(id) && reading.view.map[id].owner === GERMAN && reading.gatesTaken + 1 === needed;
}

export function forecast(preview, reading, shell) {
  if (!preview) return "";
  const { territory, eliminated, interceptors = [], if_let_pass: pass, then, come_home: home, warnings = [] } = preview;
  const lines = [
    territory && standing(preview, shell),
    gains(preview, shell),
    eliminated && html`<p>${shell.t("ui.play.eliminated", eliminated)}</p>`,
    territory && opensGate(territory, reading) && html`<p class="opens">${icon("gate", 15)}${shell.t("ui.play.gate", { n: reading.atlas.berlin.needed })}</p>`,
    interceptors.length > 0 && html`<p class="warn">${icon("warn", 15)}${shell.t("ui.play.intercept", { fronts: interceptors.map((front) => shell.name(front)) })}</p>`,
    pass?.research ? html`<p>${shell.t("ui.play.if_pass", { n: signed(pass.research) })}</p>` : "",
    home && Object.entries(home).map(([owner, fronts]) => html`<p>${disc(owner, 16)} ${shell.t("ui.play.home", { faction: owner, fronts: fronts.map((front) => shell.name(front)) })}</p>`),
    warnings.map(({ key, params }) => html`<p class="warn">${icon("warn", 15)}${shell.t(`warning.${key}`, params)}</p>`),
    then && html`<p class="then">${shell.t("ui.play.then", { decision: then.decision })}</p>`,
  ].filter((line) => line && line.length !== 0);
  return lines.length ? html`<div class="forecast">${lines}</div>` : html`<div class="forecast"><p>${shell.t("ui.play.nothing")}</p></div>`;
}
