// The four factions beside the log: score, what a play would add to it, ready fronts, heaps.

import { html } from "/static/markup.js";
import { worth } from "./forecast.js";
import { ALLIES, CODE, FACTIONS, signed } from "./reading.js";
import { disc, glyph, token } from "./symbols.js";

export function factions(reading, shell, preview) {
  const { view, decision } = reading;
  const aimed = decision === "choose_effect_target";
  return html`<ol class="fcs">${FACTIONS.map((faction) => {
    const more = preview?.territory?.winner === faction ? worth(preview) : preview?.score?.[faction];
    const fronts = view.ready[faction].filter(Boolean);
    const kept = ALLIES.includes(faction) ? Object.values(view.reserve[faction]).filter(Boolean) : [];
    const said = shell.t("ui.faction.holds", { territories: view.territories[faction], cities: view.cities[faction] });
    return html`<li class="fc ${faction}${view.active === faction ? " now" : ""}" data-inspect="faction:${faction}" data-piece="faction_${faction}"${aimed ? html` data-pick="${faction}" data-kind="target"` : ""}>
      <span class="pg">${glyph(faction, 20)}<i>${CODE[faction]}</i></span>
      <div><b>${shell.name(faction)}</b><p>${said}</p><p class="rd">${fronts.map(({ front }) => token(front, faction, faction, 20))}${kept.length ? html`<i class="bar"></i>${kept.map(({ front }) => token(front, faction, faction, 20))}` : ""}<span>${shell.t("ui.faction.heaps", { pool: reading.heap(faction, "pool"), discard: reading.heap(faction, "discard") })}</span></p></div>
      <strong>${view.score[faction]}${more ? html`<small>${signed(more)}</small>` : ""}</strong></li>`;
  })}</ol>${outlook(reading, shell)}`;
}

/** Three rows for the folded panel: the points, what the final count would add, and who would win by it if the match ended now. */
export function factionLine(reading, shell, preview) {
  const { view } = reading;
  const { score, if_ended: ended } = view;
  const scored = FACTIONS.map((faction) => {
    const more = preview?.territory?.winner === faction ? worth(preview) : preview?.score?.[faction];
    return html`<span class="${view.active === faction ? "now" : ""}" data-inspect="faction:${faction}" aria-label="${shell.name(faction)}: ${score[faction]}">${disc(faction, 18)}<b>${score[faction]}</b>${more ? html`<small>${signed(more)}</small>` : ""}</span>`;
  });
  const row = (label, cells) => html`<p><i>${label}</i>${cells}</p>`;
  const each = (say) => FACTIONS.map((faction) => html`<span data-inspect="faction:${faction}" aria-label="${shell.name(faction)}: ${say(faction)}">${say(faction)}</span>`);
  const count = ended ? [row(shell.t("ui.faction.count"), each((faction) => signed(ended.score[faction] - score[faction]))), row(shell.t("ui.faction.now", { winners: winners(view) }), each((faction) => ended.score[faction]))] : "";
  return html`<div class="fline" data-inspect="score:sheet">${row(shell.t("ui.faction.points"), scored)}${count}</div>`;
}

/** Who would win if the match ended now: all factions of that player. */
const winners = ({ seats, if_ended: ended }) => FACTIONS.filter((faction) => seats[faction] === ended.winner);

/** The same in a line under the four. */
function outlook({ view }, shell) {
  const { if_ended: ended } = view;
  return ended ? html`<p class="ended" data-inspect="score:sheet">${shell.t("ui.faction.if_ended", { winners: winners(view) })} <span>${FACTIONS.map((faction) => html`${glyph(faction, 14)} ${ended.score[faction]} `)}</span></p>` : "";
}
