// What a play would bring me and them, as the engine tells it (shell.preview): nothing is worked out here.

import { html } from "/static/markup.js";
import { FACTIONS, GERMAN, signed } from "./reading.js";
import { disc, icon, lying } from "./symbols.js";

/** What the winner of a territory scores; where the marker is still to be chosen nothing has been counted yet. */
export function worth({ score, then, territory: { winner, vp, track_vp: track } }) {
  return score?.[winner] ?? (then ? vp + track : 0);
}

/** What each faction gains or loses, one line each. */
function gains(preview, shell) {
  const lines = FACTIONS.map((faction) => {
    const parts = [
      ["score", "ui.play.vp"],
      ["morale", "ui.play.morale"],
      ["politics", "ui.play.politics"],
      ["strategy", "ui.play.strategy"],
    ].flatMap(([kind, key]) => (preview[kind]?.[faction] ? [shell.t(key, { n: signed(preview[kind][faction]) })] : []));
    if (faction === GERMAN && preview.research) parts.push(shell.t("ui.play.research", { n: signed(preview.research) }));
    return parts.length ? html`<li>${disc(faction, 20)}<b>${shell.name(faction)}</b><span>${parts.join(", ")}</span></li>` : "";
  }).filter(Boolean);
  return lines.length ? html`<ul class="gains">${lines}</ul>` : "";
}

function standing(preview, shell) {
  const { winner, fortress, vp, track_vp: track, tokens, free } = preview.territory;
  if (winner) {
    const points = worth(preview);
    const sum = points ? shell.t("ui.play.sum", { vp, track }) : "";
    return html`<p class="win t-${winner}"><span><b>${shell.t(fortress ? "ui.play.fortress" : "ui.play.wins", { faction: winner })}</b> <small>${sum}</small></span><strong>${signed(points)}</strong></p>`;
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
  const { territory, eliminated, interceptors = [], if_let_pass: pass, then, come_home: home } = preview;
  const lines = [
    territory && standing(preview, shell),
    gains(preview, shell),
    eliminated && html`<p>${shell.t("ui.play.eliminated", eliminated)}</p>`,
    territory && opensGate(territory, reading) && html`<p class="gold">${icon("gate", 15)}${shell.t("ui.play.gate", { n: reading.atlas.berlin.needed })}</p>`,
    interceptors.length > 0 && html`<p class="warn">${icon("warn", 15)}${shell.t("ui.play.intercept", { fronts: interceptors.map((front) => shell.name(front)) })}</p>`,
    pass?.research ? html`<p>${shell.t("ui.play.if_pass", { n: signed(pass.research) })}</p>` : "",
    home && Object.entries(home).map(([owner, fronts]) => html`<p>${disc(owner, 16)} ${shell.t("ui.play.home", { faction: owner, fronts: fronts.map((front) => shell.name(front)) })}</p>`),
    then && html`<p class="then">${shell.t("ui.play.then", { decision: then.decision })}</p>`,
  ].filter(Boolean);
  return lines.length ? html`<div class="forecast">${lines}</div>` : html`<div class="forecast"><p>${shell.t("ui.play.nothing")}</p></div>`;
}

/** The card of a territory: what lies there and what it is worth. */
export function territoryCard(id, reading, shell) {
  const { view, atlas } = reading;
  const here = view.map[id];
  const { vp, bonus, cities } = atlas.territories[id];
  const tokens = [...here.spaces, here.marker, ...here.access].filter(Boolean);
  const facts = [
    html`<li>${icon("city", 14, "star")}${cities.join(", ")}</li>`,
    html`<li><b class="vp">${vp}</b>${shell.t("ui.tip.vp")}</li>`,
    bonus.map((kind) => html`<li>${icon(kind === "research_swing" ? "research" : kind, 14)}${shell.t(`ui.bonus.${kind}`)}</li>`),
  ];
  const owner = shell.t(here.fortress ? "ui.tip.fortress" : "ui.tip.owner", { faction: here.owner });
  return html`<h4>${shell.name(id)}<small>${owner}</small></h4>${tokens.length ? html`<ul class="lies">${tokens.map((token) => html`<li>${lying(token, 24)}${reading.tokenName(token)}</li>`)}</ul>` : ""}<ul class="facts">${facts}</ul>`;
}

/** The card of a place in Berlin. */
export function berlinCard(id, reading, shell) {
  const { spaces, needed } = reading.atlas.berlin;
  const { vp, bonus } = spaces.find((space) => space.id === id);
  const state = reading.view.berlin.open ? shell.t("ui.berlin.open") : shell.t("ui.berlin.closed", { taken: reading.gatesTaken, needed });
  return html`<h4>${shell.name(id)}<small>${shell.name("berlin")}</small></h4><ul class="facts"><li><b class="vp">${vp}</b>${shell.t("ui.tip.vp")}</li>${bonus.map((kind) => html`<li>${icon(kind, 14)}${shell.t(`ui.bonus.${kind}`)}</li>`)}<li>${icon("gate", 14)}${state}</li></ul>`;
}
