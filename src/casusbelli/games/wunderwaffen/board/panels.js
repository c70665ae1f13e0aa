// The four factions beside the log: score, what a play would add to it, ready fronts, heaps.

import { html } from "/static/markup.js";
import { worth } from "./forecast.js";
import { ALLIES, CODE, FACTIONS, signed } from "./reading.js";
import { glyph, token } from "./symbols.js";

export function factions(reading, shell, preview) {
  const { view, decision } = reading;
  const aimed = decision === "choose_effect_target";
  return html`<ol class="fcs">${FACTIONS.map((faction) => {
    const more = preview?.territory?.winner === faction ? worth(preview) : preview?.score?.[faction];
    const fronts = view.ready[faction].filter(Boolean);
    const kept = ALLIES.includes(faction) ? Object.values(view.reserve[faction]).filter(Boolean) : [];
    const said = shell.t("ui.faction.holds", { territories: view.territories[faction], cities: view.cities[faction] });
    return html`<li class="fc ${faction}${view.active === faction ? " now" : ""}"${aimed ? html` data-pick="${faction}" data-kind="target"` : ""}>
      <span class="pg">${glyph(faction, 20)}<i>${CODE[faction]}</i></span>
      <div><b>${shell.name(faction)}</b><p>${said}</p><p class="rd">${fronts.map(({ front }) => token(front, faction, faction, 20))}${kept.length ? html`<i class="bar"></i>${kept.map(({ front }) => token(front, faction, faction, 20))}` : ""}<span>${shell.t("ui.faction.heaps", { pool: reading.heap(faction, "pool"), discard: reading.heap(faction, "discard") })}</span></p></div>
      <strong>${view.score[faction]}${more ? html`<small>${signed(more)}</small>` : ""}</strong></li>`;
  })}</ol>`;
}
